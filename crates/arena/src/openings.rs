//! How the games of a match are opened.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Rules, Session, zobrist};
use sanban_engine::handle;
use sanban_engine::{Score, Searcher};
use sanban_games::registry;

/// How games are opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// With so many random moves after which a search finds neither side ahead.
    Random(u32),
    /// With so many random moves, whatever they lead to.
    Unfiltered(u32),
    /// With these, one after the other and then again from the first: a position, or none for the start, and moves.
    Book(Vec<(Option<String>, Vec<String>)>),
}

/// How many nodes the search may look at that judges an opening.
const JUDGING_NODES: u64 = 20_000;
/// Whoever is this far ahead, in hundredths of a clear advantage, is ahead.
const AHEAD: i32 = 60;
/// Openings tried before one that is not even is taken for want of a better.
const MOST_TRIES: u32 = 400;

impl Openings {
    /// Reads a book: a line is an opening, of moves from the start, or of `position TEXT` and then, if any, `moves` and
    /// moves. Empty lines and lines that begin with `#` are skipped. All of it must be playable by these rules.
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
            opened.map_err(|rejection| common::OPENING_REFUSED.with(&[&(number + 1)]).because(vec![rejection]))?;
            book.push((position, moves));
        }
        if book.is_empty() { Err(common::NO_OPENINGS.with(&[])) } else { Ok(Openings::Book(book)) }
    }
}

/// Whoever chooses the openings of a match.
pub struct Opener<'a> {
    openings: &'a Openings,
    rules: &'a Rules,
    position: Option<&'a str>,
    seed: u64,
    judge: Option<Box<dyn Searcher>>,
}

impl<'a> Opener<'a> {
    /// The openings of a match by these rules, from the start or a position.
    pub fn new(openings: &'a Openings, rules: &'a Rules, position: Option<&'a str>, seed: u64) -> Self {
        Opener { openings, rules, position, seed, judge: None }
    }

    /// A game with the opening of that number played; the same whenever it is asked for.
    pub fn open(&mut self, number: u32) -> Result<Box<dyn Session>, Rejection> {
        let (plies, filtered) = match self.openings {
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
        let mut tries = 0;
        loop {
            tries += 1;
            let mut session = registry::open(self.rules.clone(), self.position)?;
            for _ in 0..plies {
                let moves = if session.outcome().is_none() { session.moves() } else { Vec::new() };
                let Some(text) = moves.choose(&mut rng) else { break };
                session.play(text)?;
            }
            // A start that is over already stays over, and the match is of games without a move.
            let over = session.outcome().is_some() && !session.played().is_empty();
            if !over && (tries >= MOST_TRIES || !filtered || self.is_even(&*session)) {
                return Ok(session);
            }
            if over && tries >= 2 * MOST_TRIES {
                return Err(common::OPENINGS_TOO_LONG.with(&[&plies, &tries]));
            }
        }
    }

    /// Whether a search finds neither side ahead.
    fn is_even(&mut self, session: &dyn Session) -> bool {
        let judge = self.judge.get_or_insert_with(|| handle::engine(self.rules, 1, 4));
        // It remembers nothing, so that an opening does not depend on those that were judged before.
        judge.new_game();
        judge.set_position(session, 1, 0);
        while judge.nodes() < JUDGING_NODES && !judge.is_finished() {
            judge.run(JUDGING_NODES, &|| true);
        }
        matches!(judge.report().lines[0].score, Score::Centipawns(score) if score.abs() <= AHEAD)
    }
}
