//! Finding puzzles: positions with a forced win and a unique answer, from games between players of mixed strength.
//!
//! An answer is a first move without its finishing steps.
//!
//! A position becomes a puzzle if all of this holds:
//!
//! - An exhaustive search proves that the player to move wins on its turn `N`, and not sooner, against any defence.
//! - An exhaustive search proves that no other answer wins by turn `N`.
//! - A long search of the other moves finds neither a later win nor a clear advantage, so that no good move counts as wrong.
//!
//! Limits are node counts, and all random choices derive from the seed and the game's number. So a search can be interrupted
//! and resumed, and finds the same puzzles on every machine.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::puzzle::{self, Puzzle};
use sanban_core::{Rules, Session, StaticResult, zobrist};
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::levels::LEVELS;
use sanban_engine::proof::NodeLimitReached;
use sanban_engine::{Limits, Score, Searcher};
use sanban_games::registry;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A search for puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    /// The rules to play by.
    pub rules: Rules,
    /// How many puzzles to find.
    pub count: usize,
    /// The allowed number of turns to win.
    pub wins_in: RangeInclusive<u32>,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The puzzles found so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PuzzleCollection {
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
    /// How many games have been searched.
    pub games: u64,
}

/// The levels that play the games.
const PLAYER_LEVELS: RangeInclusive<u8> = 3..=6;
/// The levels that make occasional mistakes for them.
const BLUNDER_LEVELS: RangeInclusive<u8> = 1..=3;
/// How often a move comes from a blunder level.
const BLUNDER_PROBABILITY: f64 = 0.15;
/// The number of random moves at the start of a game.
const OPENING_PLIES: RangeInclusive<usize> = 2..=8;
/// Longer games are cut off.
const MAX_GAME_TURNS: usize = 120;
const MAX_PUZZLES_PER_GAME: usize = 2;
/// The distance between puzzles of one game, so that none leads to another.
const MIN_TURNS_BETWEEN_PUZZLES: usize = 8;
/// A puzzle must offer at least this many wrong answers.
const MIN_WRONG_ANSWERS: usize = 3;
/// Nodes of the first search for a win in each position of a game.
const WIN_SEARCH_NODES: u64 = 10_000;
/// Nodes of the second search, where the same player has a win a little later.
const DEEP_WIN_SEARCH_NODES: u64 = 100_000;
/// Nodes of the search that must not find a win among the other moves.
const REFUTATION_NODES: u64 = 300_000;
/// Nor may that search see this advantage, in centipawns.
const CLEAR_ADVANTAGE: i32 = 150;
/// Node limit of the exhaustive proofs.
const PROOF_NODES: u64 = 4_000_000;
/// The search gives up after this many games in a row without a puzzle.
const MAX_GAMES_WITHOUT_PUZZLE: u32 = 2_000;
/// How often each level tries to solve a puzzle, to rate its hardness.
const ATTEMPTS_PER_LEVEL: u64 = 3;

impl PuzzleSearch {
    /// Searches games until there are enough puzzles, or until it gives up. Continues from the puzzles `found` before. Calls
    /// `on_game` after every game; the search ends when it returns false or `stop` is set. The game in progress is dropped.
    pub fn run(
        &self,
        mut found: PuzzleCollection,
        stop: &AtomicBool,
        on_game: &mut dyn FnMut(&PuzzleCollection) -> bool,
    ) -> PuzzleCollection {
        let mut finder = PuzzleFinder::new(self, stop);
        let mut games_without_puzzle = 0;
        while found.puzzles.len() < self.count && games_without_puzzle < MAX_GAMES_WITHOUT_PUZZLE {
            let Some(new) = finder.search_game(&found) else { break };
            games_without_puzzle = if new.is_empty() { games_without_puzzle + 1 } else { 0 };
            found.puzzles.extend(new);
            puzzle::grade(&mut found.puzzles);
            found.games += 1;
            if !on_game(&found) {
                break;
            }
        }
        found
    }
}

/// A position with a win that a search found.
struct Candidate {
    /// A session that starts at the position.
    session: Box<dyn Session>,
    /// The position's index in its game.
    index: usize,
    /// The turns of both players until the win, as far as known.
    turns: u32,
    /// The winning answer.
    answer: String,
}

struct PuzzleFinder<'a> {
    search: &'a PuzzleSearch,
    stop: &'a AtomicBool,
    engine: Box<dyn Searcher>,
    /// The levels below the highest, from level 1.
    levels: Vec<Box<dyn Searcher>>,
}

impl<'a> PuzzleFinder<'a> {
    fn new(search: &'a PuzzleSearch, stop: &'a AtomicBool) -> Self {
        let level = |level| handle::open(&search.rules, SearchKind::Level(level), 1);
        let levels = (*LEVELS.start()..*LEVELS.end()).map(level).collect();
        PuzzleFinder { search, stop, engine: handle::engine(&search.rules, 1, 8), levels }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the next game and returns its puzzles; `None` if the search was stopped.
    fn search_game(&mut self, found: &PuzzleCollection) -> Option<Vec<Puzzle>> {
        let seed = zobrist::mix(zobrist::mix(self.search.seed) ^ found.games);
        let mut candidates = self.find_candidates(seed)?;
        // Long wins are rare, so they come first.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.turns));
        let mut seen: HashSet<u64> =
            found.puzzles.iter().map(|puzzle| self.open(&puzzle.position).symmetry_key()).collect();
        let mut accepted: Vec<(usize, Puzzle)> = Vec::new();
        for candidate in candidates {
            let is_near = |(index, _): &(usize, Puzzle)| candidate.index.abs_diff(*index) < MIN_TURNS_BETWEEN_PUZZLES;
            let is_full =
                accepted.len() >= MAX_PUZZLES_PER_GAME || found.puzzles.len() + accepted.len() >= self.search.count;
            if is_full || accepted.iter().any(is_near) || seen.contains(&candidate.session.symmetry_key()) {
                continue;
            }
            let existing: Vec<&Puzzle> =
                found.puzzles.iter().chain(accepted.iter().map(|(_, puzzle)| puzzle)).collect();
            let puzzle = self.make_puzzle(&candidate, &existing);
            if self.is_stopped() {
                return None;
            }
            if let Ok(Some(puzzle)) = puzzle {
                seen.insert(candidate.session.symmetry_key());
                accepted.push((candidate.index, puzzle));
            }
        }
        Some(accepted.into_iter().map(|(_, puzzle)| puzzle).collect())
    }

    /// A session that starts at a position.
    fn open(&self, position: &str) -> Box<dyn Session> {
        registry::open(self.search.rules.clone(), Some(position)).expect("a position of this game")
    }

    /// Plays a game and searches all of its positions for wins.
    fn find_candidates(&mut self, seed: u64) -> Option<Vec<Candidate>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.engine.new_game();
        let positions = self.play_game(&mut rng)?;
        let mut wins: Vec<Option<(u32, String)>> = Vec::new();
        for position in &positions {
            wins.push(self.find_win(&**position, WIN_SEARCH_NODES));
        }
        // A player with a win may have had a longer one, harder to find, on the turn before.
        for index in (2..positions.len()).rev() {
            if wins[index].is_some() && wins[index - 2].is_none() {
                wins[index - 2] = self.find_win(&*positions[index - 2], DEEP_WIN_SEARCH_NODES);
            }
        }
        let mut candidates = Vec::new();
        for (index, (session, win)) in positions.into_iter().zip(wins).enumerate() {
            if self.is_stopped() {
                return None;
            }
            let Some((turns, best)) = win else { continue };
            let answer = session.puzzle_answer(&best).expect("a legal move");
            let others = moves_with_other_answers(&*session, &answer);
            if !others.is_empty() && !matches!(self.evaluate(&*session, &others, WIN_SEARCH_NODES).0, Score::Win(_)) {
                candidates.push(Candidate { session, index, turns, answer });
            }
        }
        Some(candidates)
    }

    /// Plays a game between two levels with occasional moves by weaker ones. Returns the positions after the opening.
    fn play_game(&mut self, rng: &mut ChaCha8Rng) -> Option<Vec<Box<dyn Session>>> {
        let players = [rng.random_range(PLAYER_LEVELS), rng.random_range(PLAYER_LEVELS)];
        let opening = rng.random_range(OPENING_PLIES);
        let mut session = registry::open(self.search.rules.clone(), None).expect("the start");
        let mut positions = Vec::new();
        let mut keys = Vec::new();
        self.levels.iter_mut().for_each(|level| level.new_game());
        while session.played().len() + 1 < MAX_GAME_TURNS && session.outcome().is_none() && !self.is_stopped() {
            // Stop at repetitions even if the rules don't.
            keys.push(session.symmetry_key());
            if keys.iter().filter(|key| Some(*key) == keys.last()).count() >= 3 {
                break;
            }
            let text = if session.played().len() < opening {
                session.random_move(rng)
            } else {
                positions.push(self.open(&session.position_text()));
                let blunder = rng.random_bool(BLUNDER_PROBABILITY).then(|| rng.random_range(BLUNDER_LEVELS));
                let level = blunder.unwrap_or(players[session.to_move().index()]);
                level_move(&mut *self.levels[usize::from(level) - 1], &*session, rng.random())
            };
            session.play(&text).expect("a legal move");
        }
        (!self.is_stopped()).then_some(positions)
    }

    /// Searches a position for a win. Returns its length in turns and its first move.
    fn find_win(&mut self, session: &dyn Session, nodes: u64) -> Option<(u32, String)> {
        // Skip positions where a turn limit could interfere.
        let is_limited = session.limit().is_some_and(|(left, _)| left <= 4 * self.search.wins_in.end());
        if is_limited || self.is_stopped() {
            return None;
        }
        match self.evaluate(session, &[], nodes) {
            (Score::Win(turns), best) => Some((turns, best)),
            _ => None,
        }
    }

    /// The score and best move of a position, optionally restricted to some root moves. Stops at the first proven score.
    fn evaluate(&mut self, session: &dyn Session, search_moves: &[String], nodes: u64) -> (Score, String) {
        self.engine.set_position(session, 1, 0);
        if !search_moves.is_empty() {
            self.engine.restrict_to(search_moves);
        }
        let is_proven = AtomicBool::new(false);
        let report = handle::think(
            &mut *self.engine,
            Limits { time: None, nodes: Some(nodes), ..Limits::default() },
            &|| Duration::ZERO,
            &|| !self.stop.load(Ordering::Relaxed) && !is_proven.load(Ordering::Relaxed),
            &mut |report| is_proven.store(report.lines[0].score.is_proven(), Ordering::Relaxed),
        )
        .report;
        (report.lines[0].score, report.best().to_string())
    }

    /// Whether the collection may take another puzzle of this length. At most a tenth may be obvious; of the rest, at most two
    /// fifths may have the same length.
    fn has_room(&mut self, session: &dyn Session, wins_in: u32, others: &[&Puzzle]) -> bool {
        let PuzzleSearch { count, wins_in: lengths, .. } = self.search;
        let (same, max) = if self.is_obvious(session, wins_in) {
            let obvious = others.iter().filter(|other| self.is_obvious(&*self.open(&other.position), other.wins_in));
            (obvious.count(), count.div_ceil(10))
        } else {
            (others.iter().filter(|other| other.wins_in == wins_in).count(), (2 * count).div_ceil(5))
        };
        lengths.contains(&wins_in) && (same < max || lengths.start() == lengths.end())
    }

    /// Whether a puzzle takes one turn, or the game knows its result without a search.
    fn is_obvious(&mut self, session: &dyn Session, wins_in: u32) -> bool {
        self.engine.set_position(session, 1, 0);
        wins_in == 1 || matches!(self.engine.static_result(), Some(StaticResult::Wins(_)))
    }

    /// Turns a candidate into a puzzle, if it qualifies.
    fn make_puzzle(&mut self, candidate: &Candidate, existing: &[&Puzzle]) -> Result<Option<Puzzle>, NodeLimitReached> {
        let Candidate { session, answer, .. } = candidate;
        let session = &**session;
        let others = moves_with_other_answers(session, answer);
        let answers: HashSet<String> = session.puzzle_answers().into_iter().map(|(_, answer)| answer).collect();
        if answers.len() < MIN_WRONG_ANSWERS + 1 {
            return Ok(None);
        }
        // Find the earliest turn on which the player to move wins. A win that the opponent brings about is no puzzle.
        let mut prover = handle::prover(&self.search.rules, session.to_move(), PROOF_NODES);
        let mut wins_in = 1;
        while !prover.wins_within(session, 2 * wins_in - 1)? {
            wins_in += 1;
            if wins_in > *self.search.wins_in.end() {
                return Ok(None);
            }
        }
        if !self.has_room(session, wins_in, existing) {
            return Ok(None);
        }
        for text in &others {
            let mut after = session.fork();
            after.play(text).expect("a legal move");
            if self.is_stopped() || prover.wins_within(&*after, 2 * wins_in - 2)? {
                return Ok(None);
            }
        }
        let line = prover.line(session, 2 * wins_in - 1)?;
        if line.len() as u32 != 2 * wins_in - 1 {
            return Ok(None);
        }
        self.engine.new_game();
        match self.evaluate(session, &others, REFUTATION_NODES).0 {
            Score::Win(_) => return Ok(None),
            Score::Centipawns(score) if score >= CLEAR_ADVANTAGE => return Ok(None),
            _ => {}
        }
        let hardness = self.measure_hardness(session, answer, wins_in);
        let rules = self.search.rules.text();
        let rules = if rules.is_empty() { "official".into() } else { rules };
        Ok(Some(Puzzle { rules, position: session.position_text(), wins_in, hardness, grade: 1, line }))
    }

    /// Rates how hard a puzzle is, 0 to 100.
    ///
    /// Every level below 8 tries it a few times. With `m` the share of wrong answers and `N` the turns to win, the hardness is
    /// `100 m + 3 (N - 1)`, at most 100.
    fn measure_hardness(&mut self, session: &dyn Session, answer: &str, wins_in: u32) -> u8 {
        let (mut attempts, mut misses) = (0.0, 0.0);
        for level in &mut self.levels {
            for seed in 0..ATTEMPTS_PER_LEVEL {
                level.new_game();
                let text = level_move(&mut **level, session, seed);
                attempts += 1.0;
                misses += f64::from(u8::from(session.puzzle_answer(&text).expect("a legal move") != answer));
            }
        }
        let hardness: f64 = 100.0 * misses / attempts + 3.0 * f64::from(wins_in - 1);
        hardness.round().min(100.0) as u8
    }
}

/// The move that a level plays.
fn level_move(level: &mut dyn Searcher, session: &dyn Session, seed: u64) -> String {
    let limits = Limits { time: None, ..Limits::default() };
    let result = handle::choose_move(level, session, seed, limits, &|| Duration::ZERO, &|| true, &mut |_| {});
    result.report.best().to_string()
}

/// The legal moves with another answer.
fn moves_with_other_answers(session: &dyn Session, answer: &str) -> Vec<String> {
    session.puzzle_answers().into_iter().filter(|(_, other)| other != answer).map(|(text, _)| text).collect()
}
