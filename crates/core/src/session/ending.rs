//! How a game ended, in words for the reader.

use crate::messages::say;
use crate::outcome::{Outcome, Seat};
use crate::rules::Rules;
use crate::scene::Scene;

/// The end of a game as a front end shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won, such as `You won` or `Level 1 (Black) won`, without a full stop.
    pub headline: String,
    /// Why, as a sentence.
    pub reason: String,
    /// The final score, such as `10–8`, in games with points. The reader's points come first, otherwise the winner's.
    pub score: Option<String>,
}

impl Ending {
    /// Describes an outcome. `names` are the displayed names by seat, `reader` is the seat to address as *you*, and `scene` is the
    /// final position.
    pub fn new(
        rules: &Rules,
        language: &str,
        outcome: Outcome,
        names: &[String; 2],
        reader: Option<Seat>,
        scene: &Scene,
    ) -> Self {
        let info = rules.info();
        let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages], language, key, args);
        let side = |seat: Seat| say(info.players[seat.index()], &[]);
        let addressed = match (outcome.winner, reader) {
            (_, None) => "nobody",
            (None, Some(_)) => "both",
            (Some(winner), Some(reader)) if winner == reader => "winner",
            _ => "loser",
        };
        let headline = match outcome.winner {
            None => say("ending-draw", &[]),
            Some(winner) => {
                let (name, side) = (&names[winner.index()], side(winner));
                // A player without a name is named by the side alone.
                let key = if *name == side { "ending-side-won" } else { "ending-won" };
                say(key, &[("name", name), ("player", &side), ("reader", addressed)])
            }
        };
        let [winner, loser] = match outcome.winner {
            Some(winner) => [side(winner), side(winner.other())],
            None => [String::new(), String::new()],
        };
        let mut args = vec![("winner", winner.as_str()), ("loser", &loser), ("reader", addressed)];
        args.extend(rules.values());
        let reason = say(&outcome.reason.ending_key(), &args);
        let first = reader.or(outcome.winner).unwrap_or(Seat::FIRST);
        Ending { headline, reason, score: score(scene, first) }
    }

    /// The headline with the score, and the reason: `You won, 10–8. You reached 10 points first.`
    pub fn sentence(&self) -> String {
        let score = self.score.as_ref().map_or(String::new(), |score| format!(", {score}"));
        format!("{}{score}. {}", self.headline, self.reason)
    }
}

/// Both players' points, those of `first` first, in a game that is played for points.
fn score(scene: &Scene, first: Seat) -> Option<String> {
    let points = |seat: Seat| scene.counters[seat.index()].iter().find(|counter| counter.target.is_some());
    Some(format!("{}–{}", points(first)?.count, points(first.other())?.count))
}
