//! A game being played, whoever plays it and however it is shown: the turns, the turn being entered, what was taken back, the
//! clock, and the record in which all of it can be kept.

use crate::clock::{self, Clock, TimeControl, TimeSource};
use crate::messages::{self, COMMON};
use crate::move_text;
use crate::outcome::{Outcome, Reason, Seat};
use crate::player::Player;
use crate::progress::{Progress, Touch};
use crate::record::{Move, Record};
use crate::rejection::{Rejection, common};
use crate::session::Session;
use crate::turn_entry::TurnEntry;
use std::time::Duration;

/// Tags of a kept game beyond those of every record: who sits where, the clock and what it shows in the middle of a turn, the
/// pie rule, what is entered of a turn.
const SPEC: &str = "Player";
const CLOCK: &str = "Clock";
const LEFT: &str = "Left";
const PIE: &str = "Pie";
const ENTERED: &str = "Entered";

/// How a game is set up.
pub struct LocalGameConfig {
    /// The game where it begins.
    pub session: Box<dyn Session>,
    /// The day, as records write it: `2026.11.15`.
    pub date: String,
    /// Who sits where.
    pub seats: [Player; 2],
    /// Whether the second player may change sides after the first turn.
    pub pie: bool,
    /// How much time there is, if it is limited.
    pub control: Option<TimeControl>,
    /// What makes chance repeatable.
    pub seed: u64,
    /// What the clock tells the time by.
    pub timer: TimeSource,
}

/// Whether the second player may change sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieRule {
    /// It is not played with.
    Off,
    /// After the first turn.
    On,
    /// The sides were changed.
    Changed,
    /// The sides were left as they were.
    Left,
}

impl PieRule {
    const ALL: [(PieRule, &str); 4] =
        [(PieRule::Off, "off"), (PieRule::On, "on"), (PieRule::Changed, "changed"), (PieRule::Left, "left")];

    fn word(self) -> &'static str {
        PieRule::ALL.iter().find(|(pie, _)| *pie == self).expect("all of them").1
    }

    fn read(word: &str) -> Option<PieRule> {
        PieRule::ALL.iter().find(|(_, w)| *w == word).map(|(pie, _)| *pie)
    }
}

/// A game being played.
pub struct LocalGame {
    session: Box<dyn Session>,
    record: Record,
    seats: [Player; 2],
    pie: PieRule,
    /// What is entered of a turn.
    hand: TurnEntry,
    /// Turns that were taken back, the one to be made again first at the end.
    later: Vec<Move>,
    /// How it ended, if not by the rules of the game.
    ended: Option<Outcome>,
    clock: Option<Clock>,
    seed: u64,
}

impl LocalGame {
    /// Begins a game.
    pub fn new(setup: LocalGameConfig) -> Self {
        let mut record = Record::unfinished();
        record.set_tag("Date", &setup.date);
        record.set_tag("Seed", &setup.seed.to_string());
        // Who begins is known before the first move.
        record.second_begins = setup.session.to_move() == Seat::SECOND;
        LocalGame {
            session: setup.session,
            record,
            seats: setup.seats,
            pie: if setup.pie { PieRule::On } else { PieRule::Off },
            hand: TurnEntry::default(),
            later: Vec::new(),
            ended: None,
            clock: setup.control.map(|control| Clock::new(control, setup.timer)),
            seed: setup.seed,
        }
    }

    /// Goes on with a record, as far as it was played: one that was kept, or one that another program wrote. The record is
    /// canonical, and the session stands at its end.
    pub fn resume(mut record: Record, session: Box<dyn Session>, timer: TimeSource) -> Self {
        let info = session.info();
        let seats = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let tag = info.player_tag(seat);
            let name = record.tag(&tag);
            record.tag(&format!("{tag}{SPEC}")).map_or_else(|| Player::person(name), |spec| Player::new(spec, name))
        });
        let pie = record.tag(PIE).and_then(PieRule::read).unwrap_or(PieRule::Off);
        let clock = record.tag(CLOCK).and_then(TimeControl::parse).map(|control| {
            let mut clock = Clock::new(control, timer);
            let first = usize::from(record.second_begins);
            for (ply, m) in (first..).zip(&record.line.moves) {
                if let Some(left) = clock_comment(m) {
                    clock.set(Seat((ply % 2) as u8), left);
                }
            }
            // What was used of an unfinished turn is used.
            for (seat, left) in [Seat::FIRST, Seat::SECOND].into_iter().zip(record.tag(LEFT).unwrap_or("").split(' ')) {
                if let Ok(left) = left.parse() {
                    clock.set(seat, Duration::from_millis(left));
                }
            }
            clock
        });
        let ended = match (session.outcome(), record.result.as_str()) {
            (None, "1-0") => Some(Outcome::win(Seat::FIRST, reason(&record))),
            (None, "0-1") => Some(Outcome::win(Seat::SECOND, reason(&record))),
            (None, "1/2-1/2") => Some(Outcome::draw(reason(&record))),
            _ => None,
        };
        let seed = record.tag("Seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let entered = record.tag(ENTERED).unwrap_or("").to_string();
        // What is written anew whenever it still holds.
        let passing = |name: &str| [ENTERED, LEFT].contains(&name) || name == CLOCK && clock.is_some();
        record.tags.retain(|(name, _)| !passing(name));
        let mut playing = LocalGame {
            session,
            record,
            seats,
            pie,
            hand: TurnEntry::default(),
            later: Vec::new(),
            ended,
            clock,
            seed,
        };
        // A step that makes no sense any more is no loss.
        let _ = playing.hand.enter(&*playing.session, &entered);
        playing
    }

    /// The same game once more: from the same position, by the same rules and with the same clock, with the sides swapped.
    pub fn rematch(&self, date: String, seed: u64, timer: TimeSource) -> Self {
        let [first, second] = self.seats.clone();
        LocalGame::new(LocalGameConfig {
            session: self.session.fork_from_start(),
            date,
            seats: [second, first],
            pie: self.pie != PieRule::Off,
            control: self.clock.as_ref().map(|clock| clock.control),
            seed,
            timer,
        })
    }

    /// The record of the game, with all that is needed to go on with it.
    pub fn saved_record(&self) -> Record {
        let mut record = self.record();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let tag = format!("{}{SPEC}", self.session.info().player_tag(seat));
            record.set_tag(&tag, &self.seats[seat.index()].spec);
        }
        if let Some(clock) = &self.clock {
            record.set_tag(CLOCK, &clock.control.to_string());
            if self.outcome().is_none() {
                let left = [Seat::FIRST, Seat::SECOND].map(|seat| clock.left(seat).as_millis().to_string());
                record.set_tag(LEFT, &left.join(" "));
            }
        }
        if self.pie != PieRule::Off {
            record.set_tag(PIE, self.pie.word());
        }
        if !self.hand.is_empty() {
            // What was touched says more than how it is written, which may also be a whole turn.
            record.set_tag(ENTERED, &move_text::spelled(self.touches()));
        }
        record
    }

    /// The record of the game as others read it.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        let info = self.session.info();
        for seat in [Seat::FIRST, Seat::SECOND] {
            record.set_tag(&info.player_tag(seat), self.seats[seat.index()].recorded());
        }
        let outcome = self.outcome();
        record.result = outcome.map_or("*", |outcome| outcome.score()).to_string();
        record.tags.retain(|(name, _)| name != "Termination");
        if let Some(outcome) = outcome {
            record.set_tag("Termination", outcome.reason.0);
        }
        record.check(&mut *self.session.fork_from_start()).expect("moves that were played");
        record
    }

    /// The game as it stands between turns.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Who sits at a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.seats[seat.index()]
    }

    /// What whoever sits at a seat is called.
    pub fn name(&self, seat: Seat, language: &str) -> String {
        self.player(seat).called(self.session.info(), seat, language)
    }

    /// Lets somebody else sit at a seat.
    pub fn sit(&mut self, seat: Seat, player: Player) {
        self.seats[seat.index()] = player;
    }

    /// Who is to move.
    pub fn mover(&self) -> &Player {
        self.player(self.session.to_move())
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.session.outcome())
    }

    /// How the game ended, with the winner and the reason, in a language; nothing if it goes on.
    pub fn result_text(&self, language: &str) -> Option<String> {
        let info = self.session.info();
        let say = |key: &str, args: &[(&str, &str)]| messages::say(&[info.messages, COMMON], language, key, args);
        let outcome = self.outcome()?;
        let reason = say(&outcome.reason.key(), &[]);
        let Some(winner) = outcome.winner else { return Some(say("play.drawn", &[("reason", &reason)])) };
        let (side, name) = (say(info.players[winner.index()], &[]), self.name(winner, language));
        // Who has no other name is called by the side.
        let key = if name == side { "play.won-side" } else { "play.won" };
        Some(say(key, &[("name", &name), ("player", &side), ("reason", &reason)]))
    }

    /// What makes the chance of the next turn repeatable.
    pub fn seed(&self) -> u64 {
        self.seed.wrapping_add(self.session.played().len() as u64)
    }

    /// What is entered of the turn.
    pub fn progress(&self) -> Progress {
        self.hand.progress(&*self.session)
    }

    /// Whether a turn has been begun.
    pub fn is_within_turn(&self) -> bool {
        !self.hand.is_empty()
    }

    /// What has been touched of the turn.
    pub fn touches(&self) -> &[Touch] {
        self.hand.touches()
    }

    /// Touches something that a person points at; see [`TurnEntry::touch`]. Whether that made the turn.
    pub fn touch(&mut self, touch: Touch) -> Result<bool, Rejection> {
        self.reject_if_over()?;
        let made = self.hand.touch(&*self.session, touch)?;
        self.play_if(made)
    }

    /// Enters what a person typed: a whole turn, or some steps of it. Whether that made the turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, Rejection> {
        self.reject_if_over()?;
        let made = self.hand.enter(&*self.session, text)?;
        self.play_if(made)
    }

    /// Ends a turn that may end or go on. Whether it could.
    pub fn end_turn(&mut self) -> Result<bool, Rejection> {
        self.play_if(self.progress().complete)
    }

    fn play_if(&mut self, made: Option<String>) -> Result<bool, Rejection> {
        made.map_or(Ok(false), |text| self.play(&text).map(|()| true))
    }

    /// Takes back what has been begun of a step, or the last whole step. Whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.hand.take_back(&*self.session)
    }

    /// Plays a whole turn.
    pub fn play(&mut self, text: &str) -> Result<(), Rejection> {
        self.reject_if_over()?;
        let mover = self.session.to_move();
        let text = self.session.play(text)?;
        let mut made = Move { text, ..Move::default() };
        if let Some(clock) = &mut self.clock {
            clock.press(mover);
            made.comments.push(format!("[%clk {}]", clock::shown(clock.left(mover))));
        }
        // What was taken back stays to be made again only as long as the game goes the same way.
        match self.later.pop() {
            Some(again) if again.text == made.text => {}
            _ => self.later.clear(),
        }
        self.record.line.moves.push(made);
        self.hand.clear();
        if self.pie == PieRule::On && self.session.played().len() > 1 {
            self.pie = PieRule::Left;
        }
        Ok(())
    }

    fn reject_if_over(&self) -> Result<(), Rejection> {
        self.outcome().map_or(Ok(()), |outcome| Err(common::GAME_OVER.with(&[&outcome.reason])))
    }

    /// Whether the player to move may change sides instead of making a turn.
    pub fn may_change_sides(&self) -> bool {
        self.pie == PieRule::On && self.session.played().len() == 1 && self.outcome().is_none()
    }

    /// Changes the sides: who moved first is to move now.
    pub fn change_sides(&mut self) {
        self.seats.swap(0, 1);
        self.pie = PieRule::Changed;
        self.hand.clear();
        self.later.clear();
    }

    /// Leaves the sides as they are.
    pub fn leave_sides(&mut self) {
        self.pie = PieRule::Left;
    }

    /// Gives the game up for a player, unless it is over.
    pub fn resign(&mut self, seat: Seat) {
        if self.outcome().is_none() {
            self.end(Outcome::win(seat.other(), Reason::RESIGNATION));
        }
    }

    fn end(&mut self, outcome: Outcome) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        self.hand.clear();
        self.ended = Some(outcome);
    }

    /// Takes turns back, up to the last one that a person made; all of a turn that is being entered comes first. Whether
    /// there was any.
    pub fn undo(&mut self) -> bool {
        if !self.hand.is_empty() {
            self.hand.clear();
            return true;
        }
        if let Some(ended) = self.ended.take() {
            // Time that has run out cannot be given back: who wants to play on does so without a clock.
            if ended.reason == Reason::TIME {
                self.clock = None;
            }
            return true;
        }
        let mut count = self.record.line.moves.len();
        if count == 0 {
            return false;
        }
        let by_person = |playing: &LocalGame, ply: usize| {
            let seat = Seat(((ply + usize::from(playing.record.second_begins)) % 2) as u8);
            playing.player(seat).is_human()
        };
        count -= 1;
        while count > 0 && !by_person(self, count) && self.seats.iter().any(Player::is_human) {
            count -= 1;
        }
        if self.pie == PieRule::Changed && count == 0 {
            // It was the sides that were changed last: who did that is asked again.
            self.change_sides();
            self.pie = PieRule::On;
            self.record.line.moves.truncate(1);
            count = 1;
        }
        while self.record.line.moves.len() > count {
            self.later.extend(self.record.line.moves.pop());
        }
        self.rebuild();
        // The second player is asked again who has not changed sides.
        if self.pie == PieRule::Left && count <= 1 {
            self.pie = PieRule::On;
        }
        true
    }

    /// Whether there is anything to undo.
    pub fn can_undo(&self) -> bool {
        self.ended.is_some() || !self.hand.is_empty() || !self.record.line.moves.is_empty()
    }

    /// Whether there is anything to redo.
    pub fn can_redo(&self) -> bool {
        !self.later.is_empty() && self.outcome().is_none()
    }

    /// Makes turns again that were taken back, up to a person's next. Whether there was any.
    pub fn redo(&mut self) -> bool {
        let mut any = false;
        while self.outcome().is_none()
            && let Some(next) = self.later.last().map(|m| m.text.clone())
        {
            self.play(&next).expect("it was legal before");
            any = true;
            if self.mover().is_human() {
                break;
            }
        }
        any
    }

    fn rebuild(&mut self) {
        self.session = self.session.fork_from_start();
        for m in &self.record.line.moves {
            self.session.play(&m.text).expect("it was legal before");
        }
    }

    /// What a player has left on the clock.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.left(seat))
    }

    /// Lets the time of the player to move run, and ends the game if there is none left. Whether it has just ended.
    pub fn tick(&mut self) -> bool {
        let to_move = self.session.to_move();
        if self.outcome().is_some() {
            return false;
        }
        let Some(clock) = &mut self.clock else { return false };
        clock.start(to_move);
        let over = clock.left(to_move).is_zero();
        if over {
            self.end(Outcome::win(to_move.other(), Reason::TIME));
        }
        over
    }
}

/// What a clock showed after a move, as chess sites write it.
fn clock_comment(m: &Move) -> Option<Duration> {
    m.comments.iter().find_map(|c| clock::read(c.split_once("[%clk ")?.1.split_once(']')?.0.trim()))
}

/// Why a game of a record ended, if not by the rules of the game.
fn reason(record: &Record) -> Reason {
    let known = [Reason::RESIGNATION, Reason::TIME, Reason::AGREEMENT, Reason::ABANDONMENT, Reason::FORFEIT];
    let told = record.tag("Termination").unwrap_or("");
    known.into_iter().find(|reason| reason.0 == told).unwrap_or(Reason::AGREEMENT)
}
