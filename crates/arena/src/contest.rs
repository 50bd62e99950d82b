//! Matches of many games between two contestants.

use crate::player::choose;
use crate::tally::Tally;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::message::Refusal;
use sanban_core::record::{Line, Move, Record};
use sanban_core::{Outcome, Rules, Seat, Session, zobrist};
use sanban_engine::Spec;
use sanban_games::registry;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// A match: every opening is played twice, with the contestants changing sides.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules.
    pub rules: Rules,
    /// The position to begin from, instead of the start.
    pub position: Option<String>,
    /// The two contestants, each with the name that records give it.
    pub contestants: [(String, Spec); 2],
    /// How many games.
    pub games: u32,
    /// How many random moves open a game.
    pub random_plies: u32,
    /// Makes chance repeatable.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: u16,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its place in the match, from 0.
    pub number: u32,
    /// The half points of the first contestant.
    pub half_points: u8,
    /// The game itself.
    pub record: Record,
}

impl Contest {
    /// Plays all games, several at a time; `done` hears of each as it ends, and of how the match stands. It is called in
    /// the order in which games end, and stops the match by returning false.
    pub fn run(&self, done: &mut dyn FnMut(&Played, &Tally) -> bool) -> Result<Tally, Refusal> {
        let next = AtomicU32::new(0);
        let stop = AtomicBool::new(false);
        let mut tally = Tally::default();
        let mut half_points: Vec<Option<u8>> = vec![None; self.games as usize];
        let mut refused = None;
        std::thread::scope(|scope| {
            // Nothing is buffered, so that a match that is stopped is not played on far ahead.
            let (sender, receiver) = mpsc::sync_channel(0);
            for _ in 0..self.concurrency.max(1) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games || sender.send(self.game(number)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for played in receiver {
                match played {
                    Ok(played) => {
                        tally.add_game(played.half_points);
                        half_points[played.number as usize] = Some(played.half_points);
                        if let Some(Some(other)) = half_points.get(played.number as usize ^ 1) {
                            tally.pairs[usize::from(played.half_points + other)] += 1;
                        }
                        if !done(&played, &tally) {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(refusal) => {
                        refused = Some(refusal);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        refused.map_or(Ok(tally), Err)
    }

    /// Plays one game. The number decides everything that is left to chance, so that a match is the same however many
    /// games are played at a time.
    fn game(&self, number: u32) -> Result<Played, Refusal> {
        let (mut session, opening) = self.opening(number / 2)?;
        let start = registry::open(self.rules.clone(), self.position.as_deref())?;
        // In the second game of a pair the contestants have changed sides.
        let contestant = |seat: Seat| (seat.index() + number as usize % 2) % 2;
        let mut line = Line { comments: Vec::new(), moves: opening };
        let mut ply: u64 = 0;
        while session.outcome().is_none() {
            let (_, spec) = &self.contestants[contestant(session.to_move())];
            let seed = zobrist::mix(self.seed ^ zobrist::mix(u64::from(number) << 32 | ply));
            let text = choose(spec, &*session, seed, &mut |_, _| {})?;
            session.play(&text)?;
            line.moves.push(Move { text, ..Move::default() });
            ply += 1;
        }
        let mut record = Record { line, result: "*".into(), ..Record::default() };
        for seat in [Seat::FIRST, Seat::SECOND] {
            record.set_tag(&session.facts().player_tag(seat), &self.contestants[contestant(seat)].0);
        }
        record.set_tag("Round", &(number + 1).to_string());
        record.set_tag("Seed", &self.seed.to_string());
        record.check(&mut *start.fork())?;
        let half_points = match session.outcome() {
            Some(Outcome { winner: Some(seat), .. }) => 2 * u8::from(contestant(seat) == 0),
            _ => 1,
        };
        Ok(Played { number, half_points, record })
    }

    /// The game after the random moves of an opening. One in which the game is over already is drawn anew.
    fn opening(&self, pair: u32) -> Result<(Box<dyn Session>, Vec<Move>), Refusal> {
        let mut rng = ChaCha8Rng::seed_from_u64(zobrist::mix(self.seed) ^ u64::from(pair));
        loop {
            let mut session = registry::open(self.rules.clone(), self.position.as_deref())?;
            let mut moves = Vec::new();
            for _ in 0..self.random_plies {
                let Some(text) = session.moves().choose(&mut rng).cloned().filter(|_| session.outcome().is_none())
                else {
                    break;
                };
                session.play(&text)?;
                moves.push(Move { text, ..Move::default() });
            }
            // A start that is over already stays over, and the match is of games without a move.
            if session.outcome().is_none() || self.random_plies == 0 || moves.is_empty() {
                return Ok((session, moves));
            }
        }
    }
}
