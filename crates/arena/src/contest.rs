//! Matches and tournaments.

use crate::codes;
use crate::openings::{OpeningSource, Openings};
use crate::player::Player;
use crate::statistics::Tally;
use sanban_core::record::Record;
use sanban_core::rejection::Rejection;
use sanban_core::{Outcome, Reason, Rules, Seat, Session, record, zobrist};
use sanban_engine::Spec;
use sanban_games::registry;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// How many saved games have their openings verified.
const VERIFIED_OPENINGS: usize = 8;

/// A match or tournament. Each pairing plays every opening twice, with sides swapped.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game that is played, and its options.
    pub rules: Rules,
    /// The position to start from, if not the game's start.
    pub position: Option<String>,
    /// The contestants and their names in game records.
    pub contestants: Vec<(String, Spec)>,
    /// Who plays whom, as indices of contestants.
    pub pairings: Vec<[usize; 2]>,
    /// How many games each pairing plays.
    pub games: u32,
    /// The openings of the games.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many games run in parallel.
    pub concurrency: u16,
}

/// A finished game of a contest.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The game's number in the contest, from 0.
    pub number: u32,
    /// The index of the pairing.
    pub pairing: usize,
    /// Half points of the pairing's first contestant.
    pub half_points: u8,
    /// The game's record.
    pub record: Record,
    /// Why the loser forfeited, if it did.
    pub forfeit: Option<Rejection>,
}

/// What a game's number determines. Pairings take turns, so that an interrupted contest stays balanced.
struct ScheduledGame {
    pairing: usize,
    opening: u32,
    /// Whether the pairing's first contestant has the second seat.
    swapped: bool,
}

impl Contest {
    fn scheduled_game(&self, number: u32) -> ScheduledGame {
        let (pair, pairings) = (number / 2, self.pairings.len() as u32);
        ScheduledGame {
            pairing: (pair % pairings) as usize,
            opening: pair / pairings,
            swapped: !number.is_multiple_of(2),
        }
    }

    /// The number of a game's opening.
    pub(crate) fn opening_number(&self, number: u32) -> u32 {
        self.scheduled_game(number).opening
    }

    /// The upper bound of game numbers. With an odd number of games, some numbers are unused.
    fn number_limit(&self) -> u32 {
        self.games.div_ceil(2) * 2 * self.pairings.len() as u32
    }

    /// Whether the contest has a game with this number.
    pub(crate) fn is_scheduled(&self, number: u32) -> bool {
        let ScheduledGame { opening, swapped, .. } = self.scheduled_game(number);
        opening * 2 + u32::from(swapped) < self.games
    }

    /// The number of games in the whole contest.
    pub fn total_games(&self) -> u32 {
        self.games * self.pairings.len() as u32
    }

    /// Plays all games except those in `finished` and returns the tally of each pairing. Calls `on_result` with each result
    /// and the tallies, in the order in which games end. The contest stops when `on_result` returns false or `stop` is set;
    /// unfinished games are dropped.
    pub fn run(
        &self,
        finished: &[GameResult],
        stop: &AtomicBool,
        on_result: &mut dyn FnMut(&GameResult, &[Tally]) -> bool,
    ) -> Result<Vec<Tally>, Rejection> {
        let next = AtomicU32::new(0);
        let mut standings = self.standings(finished);
        let mut is_finished = vec![false; self.number_limit() as usize];
        for result in finished {
            is_finished[result.number as usize] = true;
        }
        let mut failure = None;
        std::thread::scope(|scope| {
            // Without a buffer, players don't run ahead of a contest that is about to stop.
            let (sender, receiver) = mpsc::sync_channel(0);
            for _ in 0..self.concurrency.max(1) {
                let (sender, next, is_finished) = (sender.clone(), &next, &is_finished);
                scope.spawn(move || {
                    let mut worker = Worker::new(self, stop);
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.number_limit() {
                            break;
                        }
                        if is_finished[number as usize] || !self.is_scheduled(number) {
                            continue;
                        }
                        let Some(result) = worker.play(number).transpose() else { break };
                        if sender.send(result).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for result in receiver {
                match result {
                    Ok(result) if !stop.load(Ordering::Relaxed) => {
                        standings.add(&result);
                        if !on_result(&result, &standings.tallies) {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(_) => {}
                    Err(rejection) => {
                        failure = Some(rejection);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        failure.map_or(Ok(standings.tallies), Err)
    }

    /// Plays the games with these numbers, one after the other; `None` if `stop` is set before the last one ends. The results
    /// are the same as those of [`Contest::run`].
    pub fn play(&self, numbers: &[u32], stop: &AtomicBool) -> Result<Option<Vec<GameResult>>, Rejection> {
        let mut worker = Worker::new(self, stop);
        numbers.iter().map(|&number| worker.play(number).transpose()).map(Option::transpose).collect()
    }

    /// The numbers of the games that are not in `finished`, in order: for each opening of a pairing, one or two.
    pub fn unfinished_pairs(&self, finished: &[GameResult]) -> Vec<Vec<u32>> {
        let finished: HashSet<u32> = finished.iter().map(|result| result.number).collect();
        let is_unfinished = |number: &u32| self.is_scheduled(*number) && !finished.contains(number);
        let pairs = (0..self.number_limit()).step_by(2);
        let pairs = pairs.map(|first| [first, first + 1].into_iter().filter(is_unfinished).collect::<Vec<u32>>());
        pairs.filter(|numbers| !numbers.is_empty()).collect()
    }

    /// The tally of each pairing after these games.
    pub fn tallies(&self, results: &[GameResult]) -> Vec<Tally> {
        self.standings(results).tallies
    }

    /// The standings after these games.
    pub fn standings(&self, results: &[GameResult]) -> Standings {
        let mut standings = Standings {
            half_points: vec![None; self.number_limit() as usize],
            tallies: vec![Tally::default(); self.pairings.len()],
        };
        results.iter().for_each(|result| standings.add(result));
        standings
    }

    fn opening_source(&self) -> OpeningSource<'_> {
        OpeningSource::new(&self.openings, &self.rules, self.position.as_deref(), zobrist::mix(self.seed))
    }

    /// Parses the saved games of this contest, in any order. Rejects games of another one.
    pub fn read_saved(&self, text: &str) -> Result<Vec<GameResult>, Rejection> {
        let mut results: Vec<GameResult> = Vec::new();
        let mut openings = self.opening_source();
        for (index, text) in record::split(text).enumerate() {
            let (result, session) = self.read_game(text, index)?;
            let foreign = || codes::OTHER_MATCH.with(&[&(index + 1)]);
            if results.iter().any(|other| other.number == result.number) {
                return Err(foreign());
            }
            // Different openings differ from the first few games on.
            if index < VERIFIED_OPENINGS {
                let opened = openings.open(self.scheduled_game(result.number).opening)?;
                if session.start_text() != opened.start_text() || !session.played().starts_with(opened.played()) {
                    return Err(foreign());
                }
            }
            results.push(result);
        }
        Ok(results)
    }

    /// Parses the record of a game of this contest. A rejection names the record by its index.
    pub(crate) fn read_game(&self, text: &str, index: usize) -> Result<(GameResult, Box<dyn Session>), Rejection> {
        let foreign = || codes::OTHER_MATCH.with(&[&(index + 1)]);
        let (record, session) = registry::read_record(text).map_err(|rejection| foreign().because(vec![rejection]))?;
        let number = record.tag("Round").and_then(sanban_core::position_text::number).and_then(|n| n.checked_sub(1));
        let number = number.filter(|&n| n < self.number_limit() && self.is_scheduled(n)).ok_or_else(foreign)?;
        let ScheduledGame { pairing, swapped, .. } = self.scheduled_game(number);
        let info = self.rules.info();
        let name = |seat: Seat| &self.contestants[self.pairings[pairing][seat.index() ^ usize::from(swapped)]].0;
        let fits = record.tag("Game") == Some(info.id)
            && record.tag("Rules").unwrap_or("") == self.rules.text()
            && record.tag("Seed") == Some(self.seed.to_string().as_str())
            && [Seat::FIRST, Seat::SECOND].iter().all(|&s| record.tag(&info.player_tag(s)) == Some(name(s)));
        let first = match record.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            "1/2-1/2" => 1,
            _ => return Err(foreign()),
        };
        if !fits {
            return Err(foreign());
        }
        let half_points = if swapped { 2 - first } else { first };
        Ok((GameResult { number, pairing, half_points, record, forfeit: None }, session))
    }
}

/// The state of a contest.
pub struct Standings {
    /// Half points by game number.
    half_points: Vec<Option<u8>>,
    tallies: Vec<Tally>,
}

impl Standings {
    /// The tally of each pairing.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Adds a game.
    pub fn add(&mut self, result: &GameResult) {
        let tally = &mut self.tallies[result.pairing];
        tally.add_game(result.half_points);
        self.half_points[result.number as usize] = Some(result.half_points);
        if let Some(Some(other)) = self.half_points.get(result.number as usize ^ 1) {
            tally.pairs[usize::from(result.half_points + other)] += 1;
        }
    }
}

/// A worker thread's state: plays games one after the other.
struct Worker<'a> {
    contest: &'a Contest,
    stop: &'a AtomicBool,
    openings: OpeningSource<'a>,
    /// The players created so far, by contestant.
    players: Vec<Option<Player>>,
}

impl<'a> Worker<'a> {
    fn new(contest: &'a Contest, stop: &'a AtomicBool) -> Self {
        let openings = contest.opening_source();
        let players = contest.contestants.iter().map(|_| None).collect();
        Worker { contest, stop, openings, players }
    }

    /// Plays a game; `None` if the contest was stopped. All random choices derive from the number, so that concurrency
    /// doesn't change the results.
    fn play(&mut self, number: u32) -> Result<Option<GameResult>, Rejection> {
        let contest = self.contest;
        let ScheduledGame { pairing, opening, swapped } = contest.scheduled_game(number);
        let mut session = self.openings.open(opening)?;
        let contestant = |seat: Seat| contest.pairings[pairing][seat.index() ^ usize::from(swapped)];
        for index in contest.pairings[pairing] {
            let (_, spec) = &contest.contestants[index];
            if self.players[index].is_none() {
                self.players[index] = Some(Player::new(spec, &contest.rules)?);
            }
            self.players[index].iter_mut().for_each(Player::new_game);
        }
        let mut forfeit = None;
        while session.outcome().is_none() {
            let player = self.players[contestant(session.to_move())].as_mut().expect("both players exist");
            let seed =
                zobrist::mix(contest.seed ^ zobrist::mix(u64::from(number) << 32 | session.played().len() as u64));
            let keep_going = || !self.stop.load(Ordering::Relaxed);
            let choice = player.choose(&*session, seed, &keep_going, &mut |_, _| {});
            if !keep_going() {
                return Ok(None);
            }
            // Only an external program can fail to give a legal move. It loses the game; the contest continues.
            match choice.and_then(|text| session.play(&text)) {
                Ok(_) => {}
                Err(why) => {
                    forfeit = Some((Outcome::win(session.to_move().other(), Reason::FORFEIT), why));
                    break;
                }
            }
        }
        let (outcome, forfeit) = match forfeit {
            Some((outcome, why)) => (outcome, Some(why)),
            None => (session.outcome().expect("the game is over"), None),
        };
        let winner = outcome.winner.map(contestant);
        let half_points = match winner {
            Some(winner) => 2 * u8::from(winner == contest.pairings[pairing][0]),
            None => 1,
        };
        let record = self.record(&*session, number, outcome, contestant);
        Ok(Some(GameResult { number, pairing, half_points, record, forfeit }))
    }

    fn record(
        &self,
        session: &dyn Session,
        number: u32,
        outcome: Outcome,
        contestant: impl Fn(Seat) -> usize,
    ) -> Record {
        let name = |seat| self.contest.contestants[contestant(seat)].0.as_str();
        let players = [name(Seat::FIRST), name(Seat::SECOND)];
        let mut record = Record::of_game(session, &players, Some((outcome.score(), outcome.reason.0)), |_| None);
        record.set_tag("Round", &(number + 1).to_string());
        record.set_tag("Seed", &self.contest.seed.to_string());
        record
    }
}
