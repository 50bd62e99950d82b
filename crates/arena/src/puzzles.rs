//! Finding puzzles: positions of games between players of mixed strength in which the player to move wins by force and can
//! begin to do so in one way only.
//!
//! A position becomes a puzzle if all of this holds:
//!
//! - The player to move wins with its turn number `N`, and not sooner, against any defence: tried out in full.
//! - No move that begins otherwise wins with turn number `N` or sooner: tried out in full, too.
//! - A long search of those other moves finds no later win and sees no clear advantage in them, so that nobody is told that
//!   a good move is wrong.
//!
//! Everything is limited by nodes and decided by the seed and the number of the game, so that a search can be broken off
//! and gone on with, and gives the same puzzles on every machine.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::puzzle::{self, Puzzle};
use sanban_core::{Rules, Session, StaticResult, zobrist};
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::levels::LEVELS;
use sanban_engine::proof::NodeLimitReached;
use sanban_engine::{Score, Searcher};
use sanban_games::registry;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// The rules to play by.
    pub rules: Rules,
    /// How many puzzles there are to be.
    pub count: usize,
    /// The turns that the winner may need.
    pub wins_in: RangeInclusive<u32>,
    /// Makes chance repeatable.
    pub seed: u64,
}

/// What has been found so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
    /// How many games have been looked through.
    pub games: u64,
}

/// The levels that play the games, and those that make some of their moves: the mistakes that puzzles are made of.
const PLAYERS: RangeInclusive<u8> = 3..=6;
const STRAYING: RangeInclusive<u8> = 1..=3;
/// The share of moves that they make.
const ASTRAY: f64 = 0.15;
/// The most random moves that open a game; at least two are played.
const OPENING: RangeInclusive<usize> = 2..=8;
/// Games that go on for longer are broken off.
const LONGEST_GAME: usize = 120;
/// Puzzles of one game, and the turns between them at least, so that none leads to another.
const MOST_OF_A_GAME: usize = 2;
const TURNS_BETWEEN: usize = 8;
/// Other ways to begin that there must be at least, so that there is something to choose.
const FEWEST_OTHERS: usize = 3;
/// Nodes of the search that looks for a win in every position of a game.
const LOOKING_NODES: u64 = 10_000;
/// Nodes of the search that looks once more where the same player has a win a little later.
const LOOKING_AGAIN_NODES: u64 = 100_000;
/// Nodes of the search that must not find a win in the other moves.
const DOUBTING_NODES: u64 = 300_000;
/// Nor may it see such an advantage in them, in hundredths of a clear one.
const CLEAR: i32 = 150;
/// Positions that may be tried out to prove a puzzle.
const PROVING_NODES: u64 = 4_000_000;
/// After so many games in a row without a puzzle there is no hope of more.
const MOST_IN_VAIN: u32 = 2_000;
/// Seeds with which each level is asked for its move, to grade a puzzle.
const ASKED: u64 = 3;

impl Search {
    /// Looks through games until there are enough puzzles or no hope of more, going on from what was `found` before. `done` is told how things
    /// stand after every game, and ends the search by returning false, as does whoever sets `stop`; a game that is not
    /// looked through then is dropped.
    pub fn run(&self, mut found: Found, stop: &AtomicBool, done: &mut dyn FnMut(&Found) -> bool) -> Found {
        let mut finder = Finder::new(self, stop);
        let mut in_vain = 0;
        while found.puzzles.len() < self.count && in_vain < MOST_IN_VAIN {
            let Some(new) = finder.game(&found) else { break };
            in_vain = if new.is_empty() { in_vain + 1 } else { 0 };
            found.puzzles.extend(new);
            puzzle::grade(&mut found.puzzles);
            found.games += 1;
            if !done(&found) {
                break;
            }
        }
        found
    }
}

/// A position in which a search has found a win.
struct Candidate {
    /// A game that starts at the position.
    session: Box<dyn Session>,
    /// Its place in the game that it was found in.
    place: usize,
    /// The turns of either player until the win, as far as is known.
    turns: u32,
    /// How the win begins.
    choice: String,
}

struct Finder<'a> {
    search: &'a Search,
    stop: &'a AtomicBool,
    engine: Box<dyn Searcher>,
    /// The levels below the highest, from 1 on.
    levels: Vec<Box<dyn Searcher>>,
}

impl<'a> Finder<'a> {
    fn new(search: &'a Search, stop: &'a AtomicBool) -> Self {
        let weights = search.rules.info().default_weights();
        let level = |level| handle::open(&search.rules, SearchKind::Level { weights, level }, 1);
        let levels = (*LEVELS.start()..*LEVELS.end()).map(level).collect();
        Finder { search, stop, engine: handle::engine(&search.rules, 1, 8), levels }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the next game and returns its puzzles; nothing if it was stopped meanwhile.
    fn game(&mut self, found: &Found) -> Option<Vec<Puzzle>> {
        let seed = zobrist::mix(zobrist::mix(self.search.seed) ^ found.games);
        let mut candidates = self.candidates(seed)?;
        // Long wins first, which are rare.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.turns));
        let mut seen: HashSet<u64> =
            found.puzzles.iter().map(|puzzle| self.open(&puzzle.position).symmetry_key()).collect();
        let mut taken: Vec<(usize, Puzzle)> = Vec::new();
        for candidate in candidates {
            let is_near = |(place, _): &(usize, Puzzle)| candidate.place.abs_diff(*place) < TURNS_BETWEEN;
            let is_full = taken.len() >= MOST_OF_A_GAME || found.puzzles.len() + taken.len() >= self.search.count;
            if is_full || taken.iter().any(is_near) || seen.contains(&candidate.session.symmetry_key()) {
                continue;
            }
            let so_far: Vec<&Puzzle> = found.puzzles.iter().chain(taken.iter().map(|(_, puzzle)| puzzle)).collect();
            let puzzle = self.puzzle(&candidate, &so_far);
            if self.is_stopped() {
                return None;
            }
            if let Ok(Some(puzzle)) = puzzle {
                seen.insert(candidate.session.symmetry_key());
                taken.push((candidate.place, puzzle));
            }
        }
        Some(taken.into_iter().map(|(_, puzzle)| puzzle).collect())
    }

    /// A game that starts at a position.
    fn open(&self, position: &str) -> Box<dyn Session> {
        registry::open(self.search.rules.clone(), Some(position)).expect("a position of this game")
    }

    /// Plays a game, and searches all of its positions for wins.
    fn candidates(&mut self, seed: u64) -> Option<Vec<Candidate>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.engine.new_game();
        let positions = self.play(&mut rng)?;
        let mut wins: Vec<Option<(u32, String)>> = Vec::new();
        for position in &positions {
            wins.push(self.win(&**position, LOOKING_NODES));
        }
        // Where a player has a win, it may have had one before that is longer and harder to find.
        for place in (2..positions.len()).rev() {
            if wins[place].is_some() && wins[place - 2].is_none() {
                wins[place - 2] = self.win(&*positions[place - 2], LOOKING_AGAIN_NODES);
            }
        }
        let mut candidates = Vec::new();
        for (place, (session, win)) in positions.into_iter().zip(wins).enumerate() {
            if self.is_stopped() {
                return None;
            }
            let Some((turns, best)) = win else { continue };
            let choice = session.choice(&best).expect("a legal move");
            let others = moves_with_other_choices(&*session, &choice);
            if !others.is_empty() && !matches!(self.look(&*session, &others, LOOKING_NODES).0, Score::Win(_)) {
                candidates.push(Candidate { session, place, turns, choice });
            }
        }
        Some(candidates)
    }

    /// Plays a game between two levels with occasional moves of weaker ones, and returns its positions after the opening.
    fn play(&mut self, rng: &mut ChaCha8Rng) -> Option<Vec<Box<dyn Session>>> {
        let players = [rng.random_range(PLAYERS), rng.random_range(PLAYERS)];
        let opening = rng.random_range(OPENING);
        let mut session = registry::open(self.search.rules.clone(), None).expect("the start");
        let mut positions = Vec::new();
        let mut keys = Vec::new();
        self.levels.iter_mut().for_each(|level| level.new_game());
        while session.played().len() + 1 < LONGEST_GAME && session.outcome().is_none() && !self.is_stopped() {
            // Also where the rules don't draw by repetition.
            keys.push(session.symmetry_key());
            if keys.iter().filter(|key| Some(*key) == keys.last()).count() >= 3 {
                break;
            }
            let text = if session.played().len() < opening {
                session.random_move(rng)
            } else {
                positions.push(self.open(&session.position_text()));
                let astray = rng.random_bool(ASTRAY).then(|| rng.random_range(STRAYING));
                let level = astray.unwrap_or(players[session.to_move().index()]);
                level_move(&mut *self.levels[usize::from(level) - 1], &*session, rng.random())
            };
            session.play(&text).expect("a legal move");
        }
        (!self.is_stopped()).then_some(positions)
    }

    /// The win that a search finds in a position: the turns that it takes, and its first move.
    fn win(&mut self, session: &dyn Session, nodes: u64) -> Option<(u32, String)> {
        // The limits must be too far off to matter.
        let is_limited = session.limit().is_some_and(|(left, _)| left <= 4 * self.search.wins_in.end());
        if is_limited || self.is_stopped() {
            return None;
        }
        match self.look(session, &[], nodes) {
            (Score::Win(turns), best) => Some((turns, best)),
            _ => None,
        }
    }

    /// The score and best move of a position, or of these moves in it. The search ends with the first proof.
    fn look(&mut self, session: &dyn Session, only: &[String], nodes: u64) -> (Score, String) {
        self.engine.set_position(session, 1, 0);
        if !only.is_empty() {
            self.engine.restrict_to(only);
        }
        loop {
            self.engine.run(nodes, &|| !self.stop.load(Ordering::Relaxed));
            let report = self.engine.report();
            let is_over = self.engine.nodes() >= nodes || self.engine.is_finished() || self.is_stopped();
            if is_over || report.lines[0].score.is_proven() {
                return (report.lines[0].score, report.best().to_string());
            }
        }
    }

    /// Whether there is room for another puzzle of this length beside these. Few may be obvious, and of the others at most
    /// two fifths may have the same length, so that there are long ones among them.
    fn has_room(&mut self, session: &dyn Session, wins_in: u32, others: &[&Puzzle]) -> bool {
        let Search { count, wins_in: lengths, .. } = self.search;
        let (same, most) = if self.is_obvious(session, wins_in) {
            let obvious = others.iter().filter(|other| self.is_obvious(&*self.open(&other.position), other.wins_in));
            (obvious.count(), count.div_ceil(10))
        } else {
            (others.iter().filter(|other| other.wins_in == wins_in).count(), (2 * count).div_ceil(5))
        };
        lengths.contains(&wins_in) && (same < most || lengths.start() == lengths.end())
    }

    /// Whether a puzzle takes one turn, or the game proves its win without a search.
    fn is_obvious(&mut self, session: &dyn Session, wins_in: u32) -> bool {
        self.engine.set_position(session, 1, 0);
        wins_in == 1 || matches!(self.engine.static_result(), Some(StaticResult::Wins(_)))
    }

    /// Makes a puzzle of a position, if it is one and there is room for it beside the others.
    fn puzzle(&mut self, candidate: &Candidate, so_far: &[&Puzzle]) -> Result<Option<Puzzle>, NodeLimitReached> {
        let Candidate { session, choice, .. } = candidate;
        let session = &**session;
        let others = moves_with_other_choices(session, choice);
        let choices: HashSet<String> = session.choices().into_iter().map(|(_, choice)| choice).collect();
        if choices.len() < FEWEST_OTHERS + 1 {
            return Ok(None);
        }
        // With which turn of its own the player to move wins at the soonest. That the other side ends the game itself before
        // is no puzzle.
        let mut prover = handle::prover(&self.search.rules, session.to_move(), PROVING_NODES);
        let mut wins_in = 1;
        while !prover.wins_within(session, 2 * wins_in - 1)? {
            wins_in += 1;
            if wins_in > *self.search.wins_in.end() {
                return Ok(None);
            }
        }
        if !self.has_room(session, wins_in, so_far) {
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
        match self.look(session, &others, DOUBTING_NODES).0 {
            Score::Win(_) => return Ok(None),
            Score::Centipawns(score) if score >= CLEAR => return Ok(None),
            _ => {}
        }
        let hardness = self.hardness(session, choice, wins_in);
        let rules = self.search.rules.text();
        let rules = if rules.is_empty() { "official".into() } else { rules };
        Ok(Some(Puzzle { rules, position: session.position_text(), wins_in, hardness, grade: 1, line }))
    }

    /// How hard a puzzle is: by the turns it takes to win, and by how many of the levels miss how it begins.
    ///
    /// Every level below 8 is asked a few times. With `m` the share of wrong answers and `N` the turns, it is
    /// `100 m + 3 (N - 1)`, and 100 at most.
    fn hardness(&mut self, session: &dyn Session, choice: &str, wins_in: u32) -> u8 {
        let (mut asked, mut missed) = (0.0, 0.0);
        for level in &mut self.levels {
            for seed in 0..ASKED {
                level.new_game();
                let text = level_move(&mut **level, session, seed);
                asked += 1.0;
                missed += f64::from(u8::from(session.choice(&text).expect("a legal move") != choice));
            }
        }
        let hardness: f64 = 100.0 * missed / asked + 3.0 * f64::from(wins_in - 1);
        hardness.round().min(100.0) as u8
    }
}

/// The move of a level.
fn level_move(level: &mut dyn Searcher, session: &dyn Session, seed: u64) -> String {
    level.set_position(session, 1, seed);
    level.run(u64::MAX, &|| true);
    level.report().best().to_string()
}

/// The legal moves that don't begin with this choice.
fn moves_with_other_choices(session: &dyn Session, choice: &str) -> Vec<String> {
    session.choices().into_iter().filter(|(_, other)| other != choice).map(|(text, _)| text).collect()
}
