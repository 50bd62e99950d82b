//! Matches and tournaments: many games between contestants.

use crate::openings::{Opener, Openings};
use crate::player::Player;
use crate::statistics::Tally;
use sanban_core::record::{Line, Move, Record};
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Outcome, Reason, Rules, Seat, Session, record, zobrist};
use sanban_engine::Spec;
use sanban_games::registry;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// How many saved games are compared with the openings that they should have.
const COMPARED: usize = 8;

/// Contestants who play each other: every opening is played twice by each pairing, with sides changed.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules.
    pub rules: Rules,
    /// The position to begin from, instead of the start.
    pub position: Option<String>,
    /// The contestants, each with the name that records give it.
    pub contestants: Vec<(String, Spec)>,
    /// Who plays whom, by their places among the contestants.
    pub pairings: Vec<[usize; 2]>,
    /// How many games each pairing plays.
    pub games: u32,
    /// How games are opened.
    pub openings: Openings,
    /// Makes chance repeatable.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: u16,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its place in the contest, from 0.
    pub number: u32,
    /// Which pairing played it.
    pub pairing: usize,
    /// The half points of the first of the pairing.
    pub half_points: u8,
    /// The game itself.
    pub record: Record,
    /// Why the loser forfeited the game, if so.
    pub forfeit: Option<Rejection>,
}

/// What a game's number says about it. The pairings take turns, so that a contest that is broken off is even.
struct Fixture {
    pairing: usize,
    opening: u32,
    /// Whether the first of the pairing plays in the second seat.
    changed: bool,
}

impl Contest {
    fn fixture(&self, number: u32) -> Fixture {
        let (pair, pairings) = (number / 2, self.pairings.len() as u32);
        Fixture { pairing: (pair % pairings) as usize, opening: pair / pairings, changed: !number.is_multiple_of(2) }
    }

    /// The numbers of the games, from 0 up to this; an odd number of games leaves the last ones out.
    fn numbers(&self) -> u32 {
        self.games.div_ceil(2) * 2 * self.pairings.len() as u32
    }

    fn is_played(&self, number: u32) -> bool {
        let Fixture { opening, changed, .. } = self.fixture(number);
        opening * 2 + u32::from(changed) < self.games
    }

    /// How many games there are in all.
    pub fn total(&self) -> u32 {
        self.games * self.pairings.len() as u32
    }

    /// Plays all games but those that were played `before`, several at a time; `done` hears of each as it ends, and of how
    /// each pairing stands. It is called in the order in which games end, and ends the contest by returning false, as
    /// does whoever sets `stop`; games that are not over then are dropped.
    pub fn run(
        &self,
        before: &[Played],
        stop: &AtomicBool,
        done: &mut dyn FnMut(&Played, &[Tally]) -> bool,
    ) -> Result<Vec<Tally>, Rejection> {
        let next = AtomicU32::new(0);
        let mut standings = self.standings(before);
        let mut is_before = vec![false; self.numbers() as usize];
        for played in before {
            is_before[played.number as usize] = true;
        }
        let mut refused = None;
        std::thread::scope(|scope| {
            // Nothing is buffered, so that a contest that is stopped is not played on far ahead.
            let (sender, receiver) = mpsc::sync_channel(0);
            for _ in 0..self.concurrency.max(1) {
                let (sender, next, is_before) = (sender.clone(), &next, &is_before);
                scope.spawn(move || {
                    let mut table = Seating::new(self, stop);
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.numbers() {
                            break;
                        }
                        if is_before[number as usize] || !self.is_played(number) {
                            continue;
                        }
                        let Some(played) = table.game(number).transpose() else { break };
                        if sender.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for played in receiver {
                match played {
                    Ok(played) if !stop.load(Ordering::Relaxed) => {
                        standings.count(&played);
                        if !done(&played, &standings.tallies) {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(_) => {}
                    Err(rejection) => {
                        refused = Some(rejection);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        refused.map_or(Ok(standings.tallies), Err)
    }

    /// How each pairing stands after these games.
    pub fn tallies(&self, played: &[Played]) -> Vec<Tally> {
        self.standings(played).tallies
    }

    fn standings(&self, played: &[Played]) -> Standings {
        let mut standings = Standings {
            half_points: vec![None; self.numbers() as usize],
            tallies: vec![Tally::default(); self.pairings.len()],
        };
        played.iter().for_each(|played| standings.count(played));
        standings
    }

    fn opener(&self) -> Opener<'_> {
        Opener::new(&self.openings, &self.rules, self.position.as_deref(), zobrist::mix(self.seed))
    }

    /// Reads the games of this contest back from a file that they were saved to. A file of anything else is refused.
    pub fn read_saved(&self, text: &str) -> Result<Vec<Played>, Rejection> {
        let mut all: Vec<Played> = Vec::new();
        let mut opener = self.opener();
        for (place, text) in record::split(text).enumerate() {
            let foreign = || common::NOT_OF_MATCH.with(&[&(place + 1)]);
            let (record, session) = registry::read_record(text)
                .map_err(|rejection| common::NOT_OF_MATCH.with(&[&(place + 1)]).because(vec![rejection]))?;
            let number =
                record.tag("Round").and_then(sanban_core::position_text::number).and_then(|n| n.checked_sub(1));
            let number = number.filter(|&n| n < self.numbers() && self.is_played(n)).ok_or_else(foreign)?;
            let Fixture { pairing, opening, changed } = self.fixture(number);
            let info = self.rules.info();
            let name = |seat: Seat| &self.contestants[self.pairings[pairing][seat.index() ^ usize::from(changed)]].0;
            let fits = record.tag("Game") == Some(info.id)
                && record.tag("Rules").unwrap_or("") == self.rules.text()
                && record.tag("Seed") == Some(self.seed.to_string().as_str())
                && [Seat::FIRST, Seat::SECOND].iter().all(|&s| record.tag(&info.player_tag(s)) == Some(name(s)))
                && !all.iter().any(|played| played.number == number);
            let first = match record.result.as_str() {
                "1-0" => 2,
                "0-1" => 0,
                "1/2-1/2" => 1,
                _ => return Err(foreign()),
            };
            if !fits {
                return Err(foreign());
            }
            // Other openings are others from the first ones on.
            if place < COMPARED {
                let opened = opener.open(opening)?;
                if session.start_text() != opened.start_text() || !session.played().starts_with(opened.played()) {
                    return Err(foreign());
                }
            }
            let half_points = if changed { 2 - first } else { first };
            all.push(Played { number, pairing, half_points, record, forfeit: None });
        }
        Ok(all)
    }
}

/// How a contest stands.
struct Standings {
    /// What was made in each game that was played.
    half_points: Vec<Option<u8>>,
    tallies: Vec<Tally>,
}

impl Standings {
    fn count(&mut self, played: &Played) {
        let tally = &mut self.tallies[played.pairing];
        tally.add_game(played.half_points);
        self.half_points[played.number as usize] = Some(played.half_points);
        if let Some(Some(other)) = self.half_points.get(played.number as usize ^ 1) {
            tally.pairs[usize::from(played.half_points + other)] += 1;
        }
    }
}

/// One table at which games of a contest are played, one after the other.
struct Seating<'a> {
    contest: &'a Contest,
    stop: &'a AtomicBool,
    opener: Opener<'a>,
    /// The contestants that have sat down here.
    players: Vec<Option<Player>>,
}

impl<'a> Seating<'a> {
    fn new(contest: &'a Contest, stop: &'a AtomicBool) -> Self {
        let opener = contest.opener();
        let players = contest.contestants.iter().map(|_| None).collect();
        Seating { contest, stop, opener, players }
    }

    /// Plays one game; nothing if the contest was stopped meanwhile. The number decides everything that is left to chance,
    /// so that a contest is the same however many games are played at a time.
    fn game(&mut self, number: u32) -> Result<Option<Played>, Rejection> {
        let contest = self.contest;
        let Fixture { pairing, opening, changed } = contest.fixture(number);
        let mut session = self.opener.open(opening)?;
        let seated = |seat: Seat| contest.pairings[pairing][seat.index() ^ usize::from(changed)];
        for place in contest.pairings[pairing] {
            let (_, spec) = &contest.contestants[place];
            if self.players[place].is_none() {
                self.players[place] = Some(Player::new(spec, &contest.rules)?);
            }
            self.players[place].iter_mut().for_each(Player::new_game);
        }
        let mut forfeit = None;
        while session.outcome().is_none() {
            let player = self.players[seated(session.to_move())].as_mut().expect("it has sat down");
            let seed =
                zobrist::mix(contest.seed ^ zobrist::mix(u64::from(number) << 32 | session.played().len() as u64));
            let go_on = || !self.stop.load(Ordering::Relaxed);
            let choice = player.choose(&*session, seed, &go_on, &mut |_, _| {});
            if !go_on() {
                return Ok(None);
            }
            // Only another program can fail to give a legal move; it loses the game, and the contest goes on.
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
        let winner = outcome.winner.map(seated);
        let half_points = match winner {
            Some(place) => 2 * u8::from(place == contest.pairings[pairing][0]),
            None => 1,
        };
        let record = self.record(&*session, number, outcome, seated)?;
        Ok(Some(Played { number, pairing, half_points, record, forfeit }))
    }

    fn record(
        &self,
        session: &dyn Session,
        number: u32,
        outcome: Outcome,
        seated: impl Fn(Seat) -> usize,
    ) -> Result<Record, Rejection> {
        let moves = session.played().iter().map(|text| Move { text: text.clone(), ..Move::default() }).collect();
        let line = Line { comments: Vec::new(), moves };
        let mut record = Record { line, result: outcome.score().to_string(), ..Record::default() };
        record.set_tag("Termination", outcome.reason.0);
        for seat in [Seat::FIRST, Seat::SECOND] {
            record.set_tag(&session.info().player_tag(seat), &self.contest.contestants[seated(seat)].0);
        }
        record.set_tag("Round", &(number + 1).to_string());
        record.set_tag("Seed", &self.contest.seed.to_string());
        record.check(&mut *registry::open(session.rules().clone(), Some(session.start_text()))?)?;
        Ok(record)
    }
}
