//! Openings of match games.

use crate::codes;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Rules, Session, zobrist};
use sanban_engine::handle;
use sanban_engine::{Score, Searcher};
use sanban_games::registry;

/// A kind of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// This many random moves, to a position that a search finds balanced.
    Random(u32),
    /// This many random moves, unfiltered.
    Unfiltered(u32),
    /// These openings in turn, repeated as needed: a position (`None` for the start) and moves.
    Book(Vec<(Option<String>, Vec<String>)>),
}

/// Nodes to search to see whether an opening is balanced.
const BALANCE_CHECK_NODES: u64 = 20_000;
/// The largest score of a balanced opening, in centipawns.
const MAX_BALANCED_SCORE: i32 = 60;
/// After this many attempts, an unbalanced opening is accepted.
const MAX_BALANCE_ATTEMPTS: u32 = 400;

impl Openings {
    /// Parses an opening book. Each line holds moves from the start, or `position TEXT`, optionally followed by `moves` and
    /// moves. Skips empty lines and lines that begin with `#`. Rejects lines that these rules don't allow.
    pub fn read_book(text: &str, rules: &Rules) -> Result<Self, Rejection> {
        let mut book = Vec::new();
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (position, moves) = match line.strip_prefix("position ") {
                Some(rest) => {
                    let (position, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                    (Some(position.trim().to_string()), moves)
                }
                None => (None, line),
            };
            let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
            let opened = registry::open(rules.clone(), position.as_deref()).and_then(|mut session| {
                moves.iter().try_for_each(|text| session.play(text).map(|_| ()))?;
                session.outcome().map_or(Ok(()), |outcome| Err(common::GAME_OVER.with(&[&outcome.reason])))
            });
            opened.map_err(|rejection| codes::OPENING_REJECTED.with(&[&(number + 1)]).because(vec![rejection]))?;
            book.push((position, moves));
        }
        if book.is_empty() { Err(codes::NO_OPENINGS.with(&[])) } else { Ok(Openings::Book(book)) }
    }
}

/// Generates the openings of a match by number.
pub struct OpeningSource<'a> {
    openings: &'a Openings,
    rules: &'a Rules,
    position: Option<&'a str>,
    seed: u64,
    /// Checks openings for balance.
    searcher: Option<Box<dyn Searcher>>,
}

impl<'a> OpeningSource<'a> {
    /// Openings by these rules, from the start or from a position.
    pub fn new(openings: &'a Openings, rules: &'a Rules, position: Option<&'a str>, seed: u64) -> Self {
        OpeningSource { openings, rules, position, seed, searcher: None }
    }

    /// A session after the opening with this number. A number always gives the same opening.
    pub fn open(&mut self, number: u32) -> Result<Box<dyn Session>, Rejection> {
        let (plies, is_filtered) = match self.openings {
            Openings::Random(plies) => (*plies, *plies > 0),
            Openings::Unfiltered(plies) => (*plies, false),
            Openings::Book(book) => {
                let (position, moves) = &book[number as usize % book.len()];
                let mut session = registry::open(self.rules.clone(), position.as_deref().or(self.position))?;
                moves.iter().try_for_each(|text| session.play(text).map(|_| ()))?;
                return Ok(session);
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(zobrist::mix(self.seed) ^ u64::from(number));
        let mut attempts = 0;
        loop {
            attempts += 1;
            let mut session = registry::open(self.rules.clone(), self.position)?;
            for _ in 0..plies {
                let moves = if session.outcome().is_none() { session.moves() } else { Vec::new() };
                let Some(text) = moves.choose(&mut rng) else { break };
                session.play(text)?;
            }
            // If the start position itself is over, the games have no moves.
            let is_over = session.outcome().is_some() && !session.played().is_empty();
            if !is_over && (attempts >= MAX_BALANCE_ATTEMPTS || !is_filtered || self.is_balanced(&*session)) {
                return Ok(session);
            }
            if is_over && attempts >= 2 * MAX_BALANCE_ATTEMPTS {
                return Err(codes::OPENINGS_TOO_LONG.with(&[&plies, &attempts]));
            }
        }
    }

    /// Whether a search finds neither side clearly ahead.
    fn is_balanced(&mut self, session: &dyn Session) -> bool {
        let searcher = self.searcher.get_or_insert_with(|| handle::engine(self.rules, 1, 4));
        // A cleared searcher makes openings independent of each other.
        searcher.new_game();
        searcher.set_position(session, 1, 0);
        while searcher.nodes() < BALANCE_CHECK_NODES && !searcher.is_finished() {
            searcher.run(BALANCE_CHECK_NODES, &|| true);
        }
        matches!(searcher.report().lines[0].score, Score::Centipawns(score) if score.abs() <= MAX_BALANCED_SCORE)
    }
}
