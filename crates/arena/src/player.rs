//! Players that choose moves, whoever they are.

use crate::uci::client::UciClient;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, Rules, Session};
use sanban_engine::handle::{self, think};
use sanban_engine::hint::{self, Hint};
use sanban_engine::{Limits, Report, Searcher, Spec};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// A player at the board. It may remember what it thought about from one move of a game to the next.
pub enum Player {
    /// A classic player, by its name.
    Classic(String),
    /// A search.
    Search(Box<dyn Searcher>, Limits),
    /// Another program.
    Uci(UciClient),
}

impl Player {
    /// Sits down to a game by these rules.
    pub fn new(spec: &Spec, rules: &Rules) -> Result<Self, Rejection> {
        Ok(match spec {
            Spec::Classic(name) => Player::Classic(name.clone()),
            Spec::Uci { command, limits, options, patience } => {
                Player::Uci(UciClient::new(command, *limits, options, *patience, rules))
            }
            search => {
                let evaluation = match search {
                    Spec::Engine { evaluation, .. } => evaluation.as_deref(),
                    _ => None,
                };
                let weights = weights(rules.info(), evaluation)?;
                let (searcher, limits) = handle::for_player(search, rules, &weights).expect("a search of ours");
                Player::Search(searcher, limits)
            }
        })
    }

    /// Begins another game.
    pub fn new_game(&mut self) {
        match self {
            Player::Classic(_) => {}
            Player::Search(searcher, _) => searcher.new_game(),
            // If it cannot, it fails again when it is asked for a move, and is heard then.
            Player::Uci(client) => drop(client.new_game()),
        }
    }

    /// The move in the position of a session. `go_on` can cut the thinking short; `tell` hears what a search has found, and
    /// after how long, the last time when the move is settled.
    pub fn choose(
        &mut self,
        session: &dyn Session,
        seed: u64,
        go_on: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(&Report, Duration),
    ) -> Result<String, Rejection> {
        if let Some(outcome) = session.outcome() {
            return Err(common::GAME_OVER.with(&[&outcome.reason]));
        }
        match self {
            Player::Classic(name) => session.classic_move(name, &mut ChaCha8Rng::seed_from_u64(seed)),
            Player::Search(searcher, limits) => {
                let start = Instant::now();
                let on_report = &mut |report: &Report| tell(report, start.elapsed());
                let elapsed = &|| start.elapsed();
                let thought = handle::choose_move(&mut **searcher, session, seed, *limits, elapsed, go_on, on_report);
                Ok(thought.report.best().to_string())
            }
            Player::Uci(client) => match client.choose(session, go_on)? {
                Some(text) => {
                    let illegal = |_| common::ENGINE_MOVE.with(&[&client.command(), &text]);
                    session.canonical_move(&text).map_err(illegal)
                }
                // By its own rules the game may be over where ours ask for one more turn.
                None => winning_move(session).ok_or_else(|| common::ENGINE_NO_MOVE.with(&[&client.command()])),
            },
        }
    }
}

/// The weights of an evaluation: one of the game's own by its name, the first if there is none, or those in a file.
pub fn weights(info: &'static GameInfo, name: Option<&str>) -> Result<Cow<'static, str>, Rejection> {
    let known = match name {
        Some(name) => info.evaluations.iter().find(|(known, _)| *known == name),
        None => info.evaluations.first(),
    };
    match (known, name) {
        (Some((_, weights)), _) => Ok(Cow::Borrowed(weights)),
        (None, None) => Ok(Cow::Borrowed("")),
        (None, Some(file)) => {
            let bad = |why: Rejection| common::BAD_WEIGHTS.with(&[&file]).because(vec![why]);
            let unreadable = |error: std::io::Error| bad(common::WEIGHTS_UNREADABLE.with(&[&error]));
            let text = std::fs::read_to_string(file).map_err(unreadable)?;
            handle::check_weights(&Rules::official(info), &text).map_err(bad)?;
            Ok(Cow::Owned(text))
        }
    }
}

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

/// What the engine would play in a position in which the game is not over.
pub fn hint(engine: &mut dyn Searcher, session: &dyn Session, keep_going: &(dyn Fn() -> bool + Sync)) -> Hint {
    engine.set_position(session, hint::LINES, 0);
    let limits = Limits { time: Some(HINT), ..Limits::default() };
    let start = Instant::now();
    Hint::new(&think(engine, limits, &|| start.elapsed(), keep_going, &mut |_| {}).report, session)
}

/// A move that wins at once, if there is one.
fn winning_move(session: &dyn Session) -> Option<String> {
    let me = session.to_move();
    session.moves().into_iter().find(|text| {
        let mut after = session.fork();
        after.play(text).is_ok() && after.outcome().is_some_and(|outcome| outcome.winner == Some(me))
    })
}
