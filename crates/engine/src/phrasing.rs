//! Sentences about scores and analyses.

use crate::MESSAGES;
use crate::analysis::{MoveQuality, MoveRating, RatedMove, TurningPoint};
use crate::score::Score;
use sanban_core::messages;
use sanban_core::record::move_number;
use sanban_core::{GameInfo, Phrase, Rules, Seat, speech};

/// Makes sentences about a game in a language.
#[derive(Clone, Copy)]
pub struct Phrasing {
    info: &'static GameInfo,
    language: &'static str,
}

impl Phrasing {
    /// Creates the phrasing for a game in a language.
    pub fn new(info: &'static GameInfo, language: &'static str) -> Self {
        Phrasing { info, language }
    }

    /// The game that the sentences are about.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    pub(crate) fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        messages::say(&[self.info.messages, MESSAGES], self.language, key, args)
    }

    /// A sentence that says so if the game has no evaluation of its own.
    pub fn evaluation_note(&self) -> Option<String> {
        (!self.info.has_evaluation()).then(|| self.say("evaluation-mobility", &[]))
    }

    /// The name of a side, within a sentence.
    pub fn player(&self, seat: Seat) -> String {
        self.say(self.info.players[seat.index()], &[])
    }

    /// A phrase about a player's move.
    pub fn phrase(&self, phrase: &Phrase, mover: Seat) -> String {
        phrase.say(self.info, self.language, mover)
    }

    /// A move in words: see [`speech::move_in_words`].
    pub fn move_in_words(&self, steps: &[Phrase], mover: Seat) -> String {
        speech::move_in_words(self.info, self.language, steps, mover)
    }

    /// The game's name, with its rules in words if they are not the official ones.
    pub fn game(&self, rules: &Rules) -> String {
        match speech::rules(rules, self.language).as_str() {
            "" => self.info.name.to_string(),
            rules => self.say("analysis-rules", &[("game", self.info.name), ("rules", rules)]),
        }
    }

    /// A score for the player in question: `+0.35`, `wins in 5`.
    pub fn score(&self, score: Score) -> String {
        let turns = turns(score).to_string();
        match score {
            Score::Centipawns(n) => signed(n),
            Score::Win(_) => self.say("analysis-wins", &[("turns", &turns)]),
            Score::Loss(_) => self.say("analysis-loses", &[("turns", &turns)]),
        }
    }

    /// A score of the player to move, from the first player's point of view: `+0.35`, `White wins in 5`.
    pub fn eval(&self, score: Score, to_move: Seat) -> String {
        match score {
            Score::Centipawns(n) => signed(if to_move == Seat::FIRST { n } else { -n }),
            _ => self.proof("analysis-player-wins", score, to_move).expect("it is proven"),
        }
    }

    /// The proven result of a position, if there is one.
    pub fn proven(&self, score: Score, to_move: Seat) -> Option<String> {
        self.proof("analysis-proven", score, to_move)
    }

    fn proof(&self, key: &str, score: Score, to_move: Seat) -> Option<String> {
        let (player, turns) = (self.player(winner(score, to_move)?), turns(score).to_string());
        Some(self.say(key, &[("player", &player), ("turns", &turns)]))
    }

    /// The name of a move quality.
    pub fn quality(&self, quality: MoveQuality) -> String {
        self.say(&format!("rating-{}", quality.code()), &[])
    }

    /// Describes a turning point.
    pub fn turning_point(&self, moved: &RatedMove, rating: &MoveRating, turning_point: TurningPoint) -> String {
        let at_once = rating.ends_game && matches!(turning_point, TurningPoint::WinToLoss | TurningPoint::IntoLoss);
        let key = format!("turning-{}{}", turning_point.code(), if at_once { "-at-once" } else { "" });
        let played = if rating.ends_game {
            self.say("analysis-draw", &[])
        } else {
            self.score(rating.score_after.before_turn())
        };
        self.say(
            &key,
            &[
                ("move", &format!("{} {}", move_number(moved.ply), moved.text)),
                ("best", rating.best.line.first().map_or("", String::as_str)),
                ("turns", &turns(rating.best.score).to_string()),
                ("opponent", &self.player(moved.seat.other())),
                ("against", &turns(rating.score_after).to_string()),
                ("score", &self.score(rating.best.score)),
                ("played", &played),
            ],
        )
    }
}

/// The proven winner of a position with this score for the player to move.
pub fn winner(score: Score, to_move: Seat) -> Option<Seat> {
    match score {
        Score::Win(_) => Some(to_move),
        Score::Loss(_) => Some(to_move.other()),
        Score::Centipawns(_) => None,
    }
}

/// The number of turns that the winner needs.
fn turns(score: Score) -> u32 {
    score.mate().unwrap_or(0).unsigned_abs()
}

/// An advantage with its sign: `+0.35`.
fn signed(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::PositionValue;
    use sanban_games::registry;

    fn phrasing() -> Phrasing {
        Phrasing::new(registry::find("jinli").unwrap(), "en")
    }

    #[test]
    fn writes_scores_for_the_player_in_question() {
        let text = |score: Score| phrasing().score(score);
        assert_eq!(text(Score::Centipawns(35)), "+0.35");
        assert_eq!(text(Score::Centipawns(0)), "+0.00");
        assert_eq!(text(Score::Win(9)), "wins in 5");
        assert_eq!(text(Score::Loss(6)), "loses in 3");
        assert_eq!(phrasing().eval(Score::Centipawns(-35), Seat::SECOND), "+0.35");
        assert_eq!(phrasing().eval(Score::Loss(6), Seat::SECOND), "Yellow wins in 3");
        assert_eq!(phrasing().proven(Score::Win(9), Seat::SECOND).as_deref(), Some("proven: Red wins in 5"));
        assert_eq!(phrasing().proven(Score::Centipawns(900), Seat::SECOND), None);
    }

    #[test]
    fn describes_turning_points() {
        let text = |best: Score, score_after: Score, ends_game: bool| {
            let line = vec!["a1b2/c3".to_string()];
            let rating = MoveRating {
                best: PositionValue { score: best, line },
                score_after,
                ends_game,
                loss: 1.0,
                quality: MoveQuality::Blunder,
                turning_point: TurningPoint::of(best, score_after.before_turn()),
            };
            let moved = RatedMove { ply: 23, seat: Seat::SECOND, text: "a7b6/d4".into(), rating: None };
            phrasing().turning_point(&moved, &rating, rating.turning_point.expect("the game turned"))
        };
        let (even, lost) = (Score::Centipawns(0), Score::Centipawns(300));
        assert_eq!(text(Score::Win(9), even, false), "12... a7b6/d4 gave the win away: a1b2/c3 wins in 5");
        assert_eq!(
            text(Score::Win(1), Score::Win(3), false),
            "12... a7b6/d4 turned a win into a loss: a1b2/c3 wins in 1, and now Yellow wins in 2"
        );
        assert_eq!(
            text(Score::Win(1), Score::Win(0), true),
            "12... a7b6/d4 threw a win away and lost at once: a1b2/c3 wins in 1"
        );
        assert_eq!(
            text(even, Score::Win(5), false),
            "12... a7b6/d4 walked into a forced loss: Yellow wins in 3, and a1b2/c3 was better (+0.00)"
        );
        assert_eq!(text(even, Score::Win(0), true), "12... a7b6/d4 lost at once: a1b2/c3 was better (+0.00)");
        assert_eq!(text(even, lost, false), "12... a7b6/d4 was a blunder: a1b2/c3 was better (+0.00 instead of -3.00)");
        assert_eq!(text(lost, even, true), "12... a7b6/d4 was a blunder: a1b2/c3 was better (+3.00 instead of a draw)");
    }

    #[test]
    fn every_quality_and_turning_point_has_a_message() {
        let ratings = MoveQuality::ALL.iter().map(|quality| format!("rating-{}", quality.code()));
        let turnings =
            TurningPoint::ALL.iter().flat_map(|t| ["turning", "legend"].map(|kind| format!("{kind}-{}", t.code())));
        let at_once = ["turning-win-to-loss-at-once", "turning-into-loss-at-once"].map(String::from);
        let keys: Vec<String> = ratings.chain(turnings).chain(at_once).collect();
        MESSAGES.assert_complete(crate::codes::ALL);
        for key in &keys {
            assert!(MESSAGES.entries("en").iter().any(|(known, _)| known == key), "{key}");
        }
    }
}
