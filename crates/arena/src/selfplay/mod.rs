//! Games of the engine against itself, for training.
//!
//! Each game begins with random moves. Its quiet positions, with their scores and the game's result, become training data. A game
//! depends only on the configuration and its number, so any number of threads plays the same games.

pub mod positions_file;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Seat, zobrist};
use sanban_engine::evaluation::Evaluation;
use sanban_engine::handle::{self, SearchKind, think};
use sanban_engine::{Limits, Score, Searcher};
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How to play the games.
#[derive(Clone, Debug)]
pub struct SelfPlayConfig<'a> {
    /// The rules to play by.
    pub rules: &'a Rules,
    /// The evaluation to play with, which must fit the rules.
    pub evaluation: &'a Evaluation,
    /// The search's nodes per move.
    pub nodes: u64,
    /// The most random moves at the start of a game; the least is 2.
    pub plies: u32,
    /// How many games run in parallel.
    pub threads: u16,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A quiet position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedPosition {
    /// The position's text.
    pub text: String,
    /// The search's score for the player to move.
    #[serde(with = "SerializedScore")]
    pub score: Score,
    /// The points of the player to move at the end of the game: 0, 0.5 or 1.
    pub result: f64,
}

/// How a score travels between machines.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Score", rename_all = "kebab-case")]
enum SerializedScore {
    Centipawns(i32),
    Win(u32),
    Loss(u32),
}

/// Plays games from number `first` on, until `on_game` returns false or `stop` is set. `on_game` receives the positions of each, in
/// the order of their numbers.
pub fn play_games(
    config: &SelfPlayConfig<'_>,
    first: u64,
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&[PlayedPosition]) -> bool,
) {
    let next = AtomicU64::new(first);
    // Set when no more games are wanted; the caller's flag stays as it is.
    let finished = AtomicBool::new(false);
    let should_stop = &|| finished.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(0);
        for _ in 0..config.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut searcher = open_searcher(config);
                while !should_stop() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(positions) = play_game(config, number, &mut *searcher, should_stop) else { break };
                    if sender.send((number, positions)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games that ended before an earlier one.
        let mut waiting = BTreeMap::new();
        let mut expected = first;
        for (number, positions) in receiver {
            waiting.insert(number, positions);
            while let Some(positions) = waiting.remove(&expected) {
                expected += 1;
                if !should_stop() && !on_game(&positions) {
                    finished.store(true, Ordering::Relaxed);
                }
            }
        }
    });
}

/// Plays the games with these numbers. Returns the positions of each; `None` if `stop` is set before the last one ends.
pub fn play_numbers(
    config: &SelfPlayConfig<'_>,
    numbers: std::ops::Range<u64>,
    stop: &AtomicBool,
) -> Option<Vec<Vec<PlayedPosition>>> {
    let mut searcher = open_searcher(config);
    numbers.map(|number| play_game(config, number, &mut *searcher, &|| stop.load(Ordering::Relaxed))).collect()
}

fn open_searcher(config: &SelfPlayConfig<'_>) -> Box<dyn Searcher> {
    handle::open(config.rules, SearchKind::AlphaBeta { evaluation: config.evaluation, threads: 1 }, 4)
}

/// Longer games are adjudicated as draws.
const MAX_TURNS: usize = 2000;

/// Plays a game and returns its quiet positions; `None` if it was stopped.
fn play_game(
    config: &SelfPlayConfig<'_>,
    number: u64,
    searcher: &mut dyn Searcher,
    should_stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<PlayedPosition>> {
    let rng = &mut ChaCha8Rng::seed_from_u64(zobrist::mix(config.seed) ^ number);
    let mut session = registry::open(config.rules.clone(), None).expect("the start");
    let mut positions: Vec<(Seat, PlayedPosition)> = Vec::new();
    let opening = rng.random_range(2..=config.plies.max(2)) as usize;
    searcher.new_game();
    let winner = loop {
        if let Some(outcome) = session.outcome() {
            break outcome.winner;
        }
        if session.played().len() >= MAX_TURNS {
            break None;
        }
        let text = if session.played().len() < opening {
            session.random_move(rng)
        } else {
            let limits = Limits { time: None, nodes: Some(config.nodes), ..Limits::default() };
            searcher.set_position(&*session, 1, 0);
            let result = think(searcher, limits, &|| Duration::ZERO, &|| !should_stop(), &mut |_| {});
            if !result.is_complete {
                return None;
            }
            let (mover, score) = (session.to_move(), result.report.lines[0].score);
            if searcher.is_quiet() {
                positions.push((mover, PlayedPosition { text: session.position_text(), score, result: 0.5 }));
            }
            // Stop at a proven result: the rest of the game would add nothing new.
            match score {
                Score::Win(_) => break Some(mover),
                Score::Loss(_) => break Some(mover.other()),
                Score::Centipawns(_) => {}
            }
            result.report.best().to_string()
        };
        session.play(&text).expect("a legal move");
    };
    let with_result = |(mover, mut position): (Seat, PlayedPosition)| {
        position.result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == mover)));
        position
    };
    Some(positions.into_iter().map(with_result).collect())
}
