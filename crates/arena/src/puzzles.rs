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

use crate::openings::random_turn;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::knowledge::read_weights;
use sanban_core::puzzle::{self, Puzzle};
use sanban_core::{Knowledge, Outlook, Rules, Turn, zobrist};
use sanban_engine::Score;
use sanban_engine::alphabeta::AlphaBeta;
use sanban_engine::levels::Limited;
use sanban_engine::proof::{Prover, Spent};
use sanban_games::registry::{self, Visitor};
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
    pub fn run(&self, found: Found, stop: &AtomicBool, done: &mut dyn FnMut(&Found) -> bool) -> Found {
        struct Run<'a, 'b>(&'a Search, Found, &'a AtomicBool, &'b mut dyn FnMut(&Found) -> bool);
        impl Visitor for Run<'_, '_> {
            type Output = Found;

            fn visit<G: Knowledge>(self, rules: &Rules) -> Found {
                let Run(search, mut found, stop, done) = self;
                let mut seeker = Seeker::<G>::new(search, rules, stop);
                let mut in_vain = 0;
                while found.puzzles.len() < search.count && in_vain < MOST_IN_VAIN {
                    let Some(new) = seeker.game(&found) else { break };
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
        registry::visit(&self.rules, Run(self, found, stop, done))
    }
}

/// A position with a win that a search has found.
struct Candidate<G: Knowledge> {
    position: G::Position,
    /// Its place in the game.
    place: usize,
    /// Within how many turns of either player, as far as is known.
    turns: u32,
    /// How the win begins.
    choice: String,
}

struct Seeker<'a, G: Knowledge> {
    search: &'a Search,
    stop: &'a AtomicBool,
    game: G,
    weights: Vec<i32>,
    rules: String,
    repetition: bool,
    engine: AlphaBeta<G>,
    levels: Vec<Limited<G>>,
}

impl<'a, G: Knowledge> Seeker<'a, G> {
    fn new(search: &'a Search, rules: &Rules, stop: &'a AtomicBool) -> Self {
        let game = G::new(rules);
        let weights = G::FACTS.evaluations.first().map_or("", |(_, weights)| weights);
        let weights = read_weights(G::TERMS, weights).expect("weights of this game");
        let text = rules.text();
        Seeker {
            search,
            stop,
            engine: AlphaBeta::new(game.clone(), weights.clone(), 8 << 20, 1),
            levels: (1..=G::LEVELS.len() as u8)
                .map(|level| Limited::new(game.clone(), weights.clone(), level))
                .collect(),
            game,
            weights,
            rules: if text.is_empty() { "official".into() } else { text },
            repetition: rules.is_on("repetition"),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the next game and gives its puzzles; nothing if it was stopped meanwhile.
    fn game(&mut self, found: &Found) -> Option<Vec<Puzzle>> {
        let seed = zobrist::mix(zobrist::mix(self.search.seed) ^ found.games);
        let mut candidates = self.candidates(seed)?;
        // Long wins first, which are rare.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.turns));
        let mut seen: HashSet<u64> =
            found.puzzles.iter().map(|puzzle| self.outline(&self.position(&puzzle.position))).collect();
        let mut taken: Vec<(usize, Puzzle)> = Vec::new();
        for candidate in candidates {
            let is_near = |(place, _): &(usize, Puzzle)| candidate.place.abs_diff(*place) < TURNS_BETWEEN;
            let is_full = taken.len() >= MOST_OF_A_GAME || found.puzzles.len() + taken.len() >= self.search.count;
            if is_full || taken.iter().any(is_near) || seen.contains(&self.outline(&candidate.position)) {
                continue;
            }
            let so_far: Vec<&Puzzle> = found.puzzles.iter().chain(taken.iter().map(|(_, puzzle)| puzzle)).collect();
            let puzzle = self.puzzle(&candidate, &so_far);
            if self.is_stopped() {
                return None;
            }
            if let Ok(Some(puzzle)) = puzzle {
                seen.insert(self.outline(&candidate.position));
                taken.push((candidate.place, puzzle));
            }
        }
        Some(taken.into_iter().map(|(_, puzzle)| puzzle).collect())
    }

    fn position(&self, text: &str) -> G::Position {
        self.game.parse_position(text).expect("the position of a puzzle")
    }

    /// The same number for a position and all that are it turned around.
    fn outline(&self, position: &G::Position) -> u64 {
        let turned = self.game.symmetries().into_iter().map(|symmetry| self.game.transformed(position, symmetry));
        turned.map(|turned| self.game.key(&turned)).min().expect("one symmetry at least leaves all as it is")
    }

    /// Plays a game, and looks for wins in all positions of it.
    fn candidates(&mut self, seed: u64) -> Option<Vec<Candidate<G>>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.engine.new_game();
        let positions = self.play(&mut rng)?;
        let mut wins: Vec<Option<(u32, Turn<G::Step>)>> = Vec::new();
        for position in &positions {
            wins.push(self.win(position, LOOKING_NODES));
        }
        // Where a player has a win, it may have had one before that is longer and harder to find.
        for place in (2..positions.len()).rev() {
            if wins[place].is_some() && wins[place - 2].is_none() {
                wins[place - 2] = self.win(&positions[place - 2], LOOKING_AGAIN_NODES);
            }
        }
        let mut candidates = Vec::new();
        for (place, (position, win)) in positions.into_iter().zip(wins).enumerate() {
            if self.is_stopped() {
                return None;
            }
            let Some((turns, turn)) = win else { continue };
            let choice = self.game.choice_text(&position, &turn);
            let others = self.others(&position, &choice);
            if !others.is_empty() && !matches!(self.look(&position, &others, LOOKING_NODES).0, Score::Win(_)) {
                candidates.push(Candidate { position, place, turns, choice });
            }
        }
        Some(candidates)
    }

    /// Plays a game between two levels that go astray now and then, and gives its positions after the opening.
    fn play(&mut self, rng: &mut ChaCha8Rng) -> Option<Vec<G::Position>> {
        let game = self.game.clone();
        let players = [rng.random_range(PLAYERS), rng.random_range(PLAYERS)];
        let opening = rng.random_range(OPENING);
        let mut position = game.start();
        let mut positions = Vec::new();
        let mut stood = vec![game.key(&position)];
        self.levels.iter_mut().for_each(Limited::new_game);
        while stood.len() < LONGEST_GAME && game.result(&position).is_none() {
            let repeated = stood.iter().filter(|key| Some(*key) == stood.last()).count() >= 3;
            if self.is_stopped() || repeated || game.limit_reached(&position).is_some() {
                break;
            }
            let turn = if stood.len() <= opening {
                random_turn(&game, &position, rng)
            } else {
                positions.push(position);
                let history: &[u64] = if self.repetition { &stood } else { &[] };
                let astray = rng.random_bool(ASTRAY).then(|| rng.random_range(STRAYING));
                let level = astray.unwrap_or(players[game.to_move(&position).index()]);
                self.levels[usize::from(level) - 1].choose(&position, history, rng.random()).0.swap_remove(0).turn
            };
            position = game.after(&position, &turn);
            stood.push(game.key(&position));
        }
        (!self.is_stopped()).then_some(positions)
    }

    /// The win that a search finds in a position: within how many turns, and how it begins.
    fn win(&mut self, position: &G::Position, nodes: u64) -> Option<(u32, Turn<G::Step>)> {
        // The limits must be too far off to matter.
        let is_limited = self.game.limit(position).is_some_and(|(left, _)| left <= 4 * self.search.wins_in.end());
        if is_limited || self.is_stopped() {
            return None;
        }
        match self.look(position, &[], nodes) {
            (Score::Win(turns), turn) => Some((turns, turn)),
            _ => None,
        }
    }

    /// What a search thinks of a position, or only of these turns in it, and the best turn. It ends with the first proof.
    fn look(&mut self, position: &G::Position, only: &[Turn<G::Step>], nodes: u64) -> (Score, Turn<G::Step>) {
        let stood = if self.repetition { vec![self.game.key(position)] } else { Vec::new() };
        self.engine.set_root(*position, &stood, 1);
        self.engine.look_only_at(only);
        loop {
            self.engine.run(nodes, &|| !self.stop.load(Ordering::Relaxed));
            let line = self.engine.lines().swap_remove(0);
            let is_over = self.engine.nodes() >= nodes || self.engine.is_settled() || self.is_stopped();
            if is_over || line.score.is_proven() {
                return (line.score, line.turns[0].clone());
            }
        }
    }

    /// The turns that begin otherwise.
    fn others(&self, position: &G::Position, choice: &str) -> Vec<Turn<G::Step>> {
        let mut others = Vec::new();
        self.game.for_each_move(position, |turn, _| {
            if self.game.choice_text(position, turn) != choice {
                others.push(turn.clone());
            }
        });
        others
    }

    /// Whether there is room for another puzzle of so many turns beside these. Few may be seen at a glance, and of all others
    /// at most two fifths may have the same number of turns, so that there are long ones among them.
    fn has_room(&self, position: &G::Position, wins_in: u32, others: &[&Puzzle]) -> bool {
        let Search { count, wins_in: wanted, .. } = self.search;
        let is_plain = |position: &G::Position, wins_in: u32| {
            wins_in == 1 || matches!(self.game.outlook(position), Some(Outlook::Wins(_)))
        };
        let (same, most) = if is_plain(position, wins_in) {
            let plain = others.iter().filter(|other| is_plain(&self.position(&other.position), other.wins_in));
            (plain.count(), count.div_ceil(10))
        } else {
            (others.iter().filter(|other| other.wins_in == wins_in).count(), (2 * count).div_ceil(5))
        };
        wanted.contains(&wins_in) && (same < most || wanted.start() == wanted.end())
    }

    /// The puzzle that a position is, if it is one and there is room for it beside those that there are.
    fn puzzle(&mut self, candidate: &Candidate<G>, so_far: &[&Puzzle]) -> Result<Option<Puzzle>, Spent> {
        let Candidate { position, choice, .. } = candidate;
        let game = self.game.clone();
        let others = self.others(position, choice);
        let ways: HashSet<String> = others.iter().map(|turn| game.choice_text(position, turn)).collect();
        if ways.len() < FEWEST_OTHERS {
            return Ok(None);
        }
        // With which turn of its own the player to move wins at the soonest. That the other side ends the game itself before
        // is no puzzle.
        let weights = self.weights.clone();
        let mut prover = Prover::new(&game, &weights, game.to_move(position), PROVING_NODES);
        let mut wins_in = 1;
        while !prover.wins_within(position, 2 * wins_in - 1)? {
            wins_in += 1;
            if wins_in > *self.search.wins_in.end() {
                return Ok(None);
            }
        }
        if !self.has_room(position, wins_in, so_far) {
            return Ok(None);
        }
        for turn in &others {
            if self.is_stopped() || prover.wins_within(&game.after(position, turn), 2 * wins_in - 2)? {
                return Ok(None);
            }
        }
        let line = prover.line(position, 2 * wins_in - 1)?;
        if line.len() as u32 != 2 * wins_in - 1 {
            return Ok(None);
        }
        self.engine.new_game();
        match self.look(position, &others, DOUBTING_NODES).0 {
            Score::Win(_) => return Ok(None),
            Score::Centipawns(score) if score >= CLEAR => return Ok(None),
            _ => {}
        }
        let hardness = self.hardness(position, choice, wins_in);
        let mut at = *position;
        let mut texts = Vec::new();
        for turn in &line {
            texts.push(game.move_text(&at, turn));
            at = game.after(&at, turn);
        }
        let position = game.position_text(position);
        Ok(Some(Puzzle { rules: self.rules.clone(), position, wins_in, hardness, grade: 1, line: texts }))
    }

    /// How hard a puzzle is: by how many turns it takes to win, and by how many of the levels miss how it begins.
    ///
    /// Every level below 8 is asked a few times. With `m` the share of their answers that are wrong and `N` the turns, it is
    /// `100 m + 3 (N - 1)`, and 100 at most.
    fn hardness(&mut self, position: &G::Position, choice: &str, wins_in: u32) -> u8 {
        let game = self.game.clone();
        let stood = if self.repetition { vec![game.key(position)] } else { Vec::new() };
        let (mut asked, mut missed) = (0.0, 0.0);
        for level in &mut self.levels {
            for seed in 0..ASKED {
                level.new_game();
                let (judged, _) = level.choose(position, &stood, seed);
                asked += 1.0;
                missed += f64::from(u8::from(game.choice_text(position, &judged[0].turn) != choice));
            }
        }
        let hardness: f64 = 100.0 * missed / asked + 3.0 * f64::from(wins_in - 1);
        hardness.round().min(100.0) as u8
    }
}
