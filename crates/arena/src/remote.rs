//! Games that other machines play: descriptions of match games and training games that can be sent to a worker.

use crate::codes;
use crate::contest::{Contest, GameResult};
use crate::openings::Openings;
use crate::selfplay::{self, PlayedPosition, SelfPlayConfig};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sanban_core::Rules;
use sanban_core::rejection::Rejection;
use sanban_engine::Spec;
use sanban_engine::evaluation::{self, Evaluation};
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// The most memory of a player, in MiB.
const MAX_HASH_MIB: u32 = 1024;
/// The most random moves at the start of a game.
const MAX_OPENING_PLIES: u32 = 100;
/// The most training games in a task.
const MAX_TRAINING_GAMES: u64 = 1000;

/// Rejects players that may not play on a worker: other programs, evaluations from files, and what takes more than its share of the
/// machine.
pub fn check_remote_player(name: &str, spec: &Spec) -> Result<(), Rejection> {
    let hash = match spec {
        Spec::Level(_) | Spec::Classic(_) => return Ok(()),
        Spec::Uci { .. } => return Err(codes::REMOTE_PROGRAM.with(&[&name])),
        Spec::Engine { threads: 2.., .. } => return Err(codes::REMOTE_THREADS.with(&[&name])),
        Spec::Engine { .. } if spec.evaluation_file().is_some() => return Err(codes::REMOTE_FILE.with(&[&name])),
        Spec::Engine { limits, .. } | Spec::Mcts(limits) => limits.hash,
    };
    if hash > MAX_HASH_MIB { Err(codes::REMOTE_HASH.with(&[&name, &MAX_HASH_MIB])) } else { Ok(()) }
}

/// Some games of a contest, all with the same opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GamesTask {
    /// The game's id, such as `jinli`.
    pub game: String,
    /// The rules that differ from the official ones.
    pub rules: String,
    /// As in [`Contest`].
    pub position: Option<String>,
    /// The contestants as [`Spec::parse`] reads them.
    pub contestants: Vec<String>,
    /// As in [`Contest`].
    pub pairings: Vec<[usize; 2]>,
    /// As in [`Contest`].
    pub games: u32,
    /// The openings. A book has only the opening of these games.
    pub openings: OpeningsTask,
    /// As in [`Contest`].
    pub seed: u64,
    /// The numbers of the games to play.
    pub numbers: Vec<u32>,
}

/// The openings of a task, as in [`Openings`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningsTask {
    /// Random moves to a balanced position.
    Random(u32),
    /// Random moves to any position.
    Unfiltered(u32),
    /// The position to start from, if not the start, and moves.
    Line(Option<String>, Vec<String>),
}

impl GamesTask {
    /// The task of playing these games of a contest, which have one opening. Contestants must have the names that
    /// [`Spec::parse`] reads.
    pub fn new(contest: &Contest, numbers: &[u32]) -> GamesTask {
        let opening = numbers.first().map_or(0, |&number| contest.opening_number(number));
        GamesTask {
            game: contest.rules.info().id.into(),
            rules: contest.rules.text(),
            position: contest.position.clone(),
            contestants: contest.contestants.iter().map(|(name, _)| name.clone()).collect(),
            pairings: contest.pairings.clone(),
            games: contest.games,
            openings: match &contest.openings {
                Openings::Random(plies) => OpeningsTask::Random(*plies),
                Openings::Unfiltered(plies) => OpeningsTask::Unfiltered(*plies),
                Openings::Book(book) => {
                    let (position, moves) = book[opening as usize % book.len()].clone();
                    OpeningsTask::Line(position, moves)
                }
            },
            seed: contest.seed,
            numbers: numbers.into(),
        }
    }

    /// Plays the games. Returns their records, or `None` if `stop` is set before the last one ends.
    pub fn play(&self, stop: &AtomicBool) -> Result<Option<Vec<String>>, Rejection> {
        let contest = self.contest()?;
        let results = contest.play(&self.numbers, stop)?;
        Ok(results.map(|results| results.iter().map(|result| result.record.text()).collect()))
    }

    /// The contest, as far as these games need it. Trusts nothing.
    fn contest(&self) -> Result<Contest, Rejection> {
        let info = registry::find(&self.game)?;
        let mut contestants = Vec::new();
        for name in &self.contestants {
            let spec = Spec::parse(name, info)?;
            check_remote_player(name, &spec)?;
            contestants.push((name.clone(), spec));
        }
        let (openings, plies) = match &self.openings {
            OpeningsTask::Random(plies) => (Openings::Random(*plies), *plies),
            OpeningsTask::Unfiltered(plies) => (Openings::Unfiltered(*plies), *plies),
            OpeningsTask::Line(position, moves) => (Openings::Book(vec![(position.clone(), moves.clone())]), 0),
        };
        let contest = Contest {
            rules: Rules::parse(info, &self.rules)?,
            position: self.position.clone(),
            contestants,
            pairings: self.pairings.clone(),
            games: self.games,
            openings,
            seed: self.seed,
            concurrency: 1,
        };
        let is_sound = plies <= MAX_OPENING_PLIES
            && !contest.pairings.is_empty()
            && contest.pairings.iter().flatten().all(|&player| player < contest.contestants.len())
            && !self.numbers.is_empty()
            && self.numbers.iter().all(|&number| contest.is_scheduled(number))
            && self.numbers.iter().all(|&number| number / 2 == self.numbers[0] / 2);
        if is_sound { Ok(contest) } else { Err(codes::BAD_TASK.with(&[])) }
    }
}

impl Contest {
    /// Rejects a contest that workers can't play.
    pub fn check_remote(&self) -> Result<(), Rejection> {
        self.contestants.iter().try_for_each(|(name, spec)| check_remote_player(name, spec))
    }

    /// Parses the records of games with these numbers, which a worker has played.
    pub fn read_results(&self, records: &[String], numbers: &[u32]) -> Result<Vec<GameResult>, Rejection> {
        let results = records.iter().enumerate().map(|(index, text)| Ok(self.read_game(text, index)?.0));
        let results: Vec<GameResult> = results.collect::<Result<_, Rejection>>()?;
        let played: Vec<u32> = results.iter().map(|result| result.number).collect();
        if played == numbers { Ok(results) } else { Err(codes::OTHER_MATCH.with(&[&1_u32])) }
    }
}

/// Training games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SelfPlayTask {
    /// The game's id, such as `jinli`.
    pub game: String,
    /// The rules that differ from the official ones.
    pub rules: String,
    /// The content of a file of weights or of a network, in base64; `None` for the game's default.
    pub evaluation: Option<String>,
    /// As in [`SelfPlayConfig`].
    pub nodes: u64,
    /// As in [`SelfPlayConfig`].
    pub plies: u32,
    /// As in [`SelfPlayConfig`].
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games to play.
    pub games: u64,
}

impl SelfPlayTask {
    /// The task of playing some training games.
    pub fn new(config: &SelfPlayConfig<'_>, first: u64, games: u64) -> SelfPlayTask {
        let rules = config.rules;
        let content = match config.evaluation {
            Evaluation::Default => None,
            Evaluation::Weights(text) => Some(text.as_bytes()),
            Evaluation::Network(bytes) => Some(&**bytes),
        };
        SelfPlayTask {
            game: rules.info().id.into(),
            rules: rules.text(),
            // The game's own network is its default, and need not travel.
            evaluation: content.filter(|&content| evaluation::own_network(rules) != Some(content)).map(to_base64),
            nodes: config.nodes,
            plies: config.plies,
            seed: config.seed,
            first,
            games,
        }
    }

    /// Plays the games. Returns the positions of each, or `None` if `stop` is set before the last one ends. Trusts nothing.
    pub fn play(&self, stop: &AtomicBool) -> Result<Option<Vec<Vec<PlayedPosition>>>, Rejection> {
        let bad_task = || codes::BAD_TASK.with(&[]);
        let rules = &Rules::parse(registry::find(&self.game)?, &self.rules)?;
        let evaluation = &match &self.evaluation {
            None => Evaluation::Default,
            Some(text) => Evaluation::from_file(BASE64_STANDARD.decode(text).map_err(|_| bad_task())?, rules)?,
        };
        if self.plies > MAX_OPENING_PLIES || self.games > MAX_TRAINING_GAMES {
            return Err(bad_task());
        }
        let SelfPlayTask { nodes, plies, seed, .. } = *self;
        let config = SelfPlayConfig { rules, evaluation, nodes, plies, threads: 1, seed };
        Ok(selfplay::play_numbers(&config, self.first..self.first.saturating_add(self.games), stop))
    }
}

/// Rejects what can't be the positions of this many games by these rules.
pub fn check_training_games(rules: &Rules, games: &[Vec<PlayedPosition>], count: u64) -> Result<(), Rejection> {
    let is_valid = |position: &PlayedPosition| {
        [0.0, 0.5, 1.0].contains(&position.result) && registry::open(rules.clone(), Some(&position.text)).is_ok()
    };
    if games.len() as u64 == count && games.iter().flatten().all(is_valid) {
        Ok(())
    } else {
        Err(codes::BAD_TRAINING_GAMES.with(&[]))
    }
}

fn to_base64(content: &[u8]) -> String {
    BASE64_STANDARD.encode(content)
}
