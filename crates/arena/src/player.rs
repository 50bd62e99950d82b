//! Players that choose moves.

use crate::codes;
use crate::uci::client::UciClient;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Rules, Session};
use sanban_engine::evaluation::{self, Evaluation};
use sanban_engine::handle::{self, think};
use sanban_engine::hint::{self, Hint};
use sanban_engine::{Limits, Report, Searcher, Spec};
use std::time::{Duration, Instant};

/// A computer player. It may reuse its search results from move to move.
pub enum Player {
    /// A classic player by name.
    Classic(String),
    /// A searcher with its limits.
    Search(Box<dyn Searcher>, Limits),
    /// Another program that speaks UCI.
    Uci(UciClient),
}

impl Player {
    /// Creates a player for games by these rules.
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
                let evaluation = load_evaluation(rules, evaluation)?;
                let (searcher, limits) =
                    handle::for_player(search, rules, &evaluation).expect("every other player searches");
                Player::Search(searcher, limits)
            }
        })
    }

    /// Starts a new game: forgets the last one.
    pub fn new_game(&mut self) {
        match self {
            Player::Classic(_) => {}
            Player::Search(searcher, _) => searcher.new_game(),
            // A program that fails here fails again when asked for a move.
            Player::Uci(client) => drop(client.new_game()),
        }
    }

    /// Chooses a move. The search stops early once `keep_going` returns false. `on_report` receives search reports with the
    /// elapsed time, the last one after the search ended.
    pub fn choose(
        &mut self,
        session: &dyn Session,
        seed: u64,
        keep_going: &(dyn Fn() -> bool + Sync),
        on_report: &mut dyn FnMut(&Report, Duration),
    ) -> Result<String, Rejection> {
        if let Some(outcome) = session.outcome() {
            return Err(common::GAME_OVER.with(&[&outcome.reason]));
        }
        match self {
            Player::Classic(name) => session.classic_move(name, &mut ChaCha8Rng::seed_from_u64(seed)),
            Player::Search(searcher, limits) => {
                let start = Instant::now();
                let on_report = &mut |report: &Report| on_report(report, start.elapsed());
                let elapsed = &|| start.elapsed();
                let result =
                    handle::choose_move(&mut **searcher, session, seed, *limits, elapsed, keep_going, on_report);
                Ok(result.report.best().to_string())
            }
            Player::Uci(client) => match client.choose(session, keep_going)? {
                Some(text) => {
                    let illegal = |_| codes::ENGINE_MOVE.with(&[&client.command(), &text]);
                    session.canonical_move(&text).map_err(illegal)
                }
                // By the program's rules the game may be over a turn before it is by ours.
                None => winning_move(session).ok_or_else(|| codes::ENGINE_NO_MOVE.with(&[&client.command()])),
            },
        }
    }
}

/// Loads an evaluation: one of the game's own by name, the default without a name, or a file of weights or of a network.
pub fn load_evaluation(rules: &Rules, name: Option<&str>) -> Result<Evaluation, Rejection> {
    let Some(name) = name else { return Ok(Evaluation::Default) };
    if let Some(evaluation) = Evaluation::named(name, rules) {
        return Ok(evaluation);
    }
    if name == evaluation::NETWORK {
        return Err(codes::NO_NETWORK.with(&[&rules.info().name]));
    }
    let unreadable = |error: std::io::Error| codes::EVALUATION_UNREADABLE.with(&[&name, &crate::io_reason(&error)]);
    let bad = |why: Rejection| codes::BAD_EVALUATION_FILE.with(&[&name]).because(vec![why]);
    Evaluation::from_file(std::fs::read(name).map_err(unreadable)?, rules).map_err(bad)
}

/// How long to search for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Searches for the engine's best move. The game must not be over.
pub fn hint(engine: &mut dyn Searcher, session: &dyn Session, keep_going: &(dyn Fn() -> bool + Sync)) -> Hint {
    engine.set_position(session, hint::LINE_COUNT, 0);
    let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
    let start = Instant::now();
    Hint::new(&think(engine, limits, &|| start.elapsed(), keep_going, &mut |_| {}).report, session)
}

/// A move that wins immediately, if any.
fn winning_move(session: &dyn Session) -> Option<String> {
    let me = session.to_move();
    session.moves().into_iter().find(|text| {
        let mut after = session.fork();
        after.play(text).is_ok() && after.outcome().is_some_and(|outcome| outcome.winner == Some(me))
    })
}
