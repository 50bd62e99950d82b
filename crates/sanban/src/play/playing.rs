//! A game being played, whoever plays it and however it is shown: the turns, the turn being entered, what was taken back,
//! the clock, and the file in which all of it is kept.

use super::clock::{self, Clock, Control};
use super::kept::Kept;
use super::seated::Seated;
use crate::failure::Failure;
use sanban_core::message::common;
use sanban_core::record::{Move, Record};
use sanban_core::{Outcome, Progress, Reason, Refusal, Rules, Seat, Session, Touch, reading};
use sanban_games::registry;
use std::time::Duration;

/// Tags of a kept game beyond those of every record: who sits where, the clock, the pie rule, what is entered of a turn.
const SPEC: &str = "Player";
const CLOCK: &str = "Clock";
const PIE: &str = "Pie";
const ENTERED: &str = "Entered";

/// How a game is set up.
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The position to begin from, if it is not the start.
    pub position: Option<String>,
    /// Who sits where.
    pub seats: [Seated; 2],
    /// Whether the second player may change sides after the first turn.
    pub pie: bool,
    /// How much time there is, if it is limited.
    pub control: Option<Control>,
    /// What makes chance repeatable.
    pub seed: u64,
}

/// Whether the second player may change sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pie {
    /// It is not played with.
    Off,
    /// After the first turn.
    On,
    /// The sides were changed.
    Changed,
    /// The sides were left as they were.
    Left,
}

impl Pie {
    const ALL: [(Pie, &str); 4] = [(Pie::Off, "off"), (Pie::On, "on"), (Pie::Changed, "changed"), (Pie::Left, "left")];

    fn word(self) -> &'static str {
        Pie::ALL.iter().find(|(pie, _)| *pie == self).expect("all of them").1
    }

    fn read(word: &str) -> Option<Pie> {
        Pie::ALL.iter().find(|(_, w)| *w == word).map(|(pie, _)| *pie)
    }
}

/// A game being played.
pub struct Playing {
    session: Box<dyn Session>,
    record: Record,
    seats: [Seated; 2],
    pie: Pie,
    /// What has been touched of a turn.
    touches: Vec<Touch>,
    /// Turns that were taken back, the one to be made again first at the end.
    later: Vec<Move>,
    /// How it ended, if not by the rules of the game.
    ended: Option<Outcome>,
    clock: Option<Clock>,
    seed: u64,
    kept: Option<Kept>,
}

impl Playing {
    /// Begins a game.
    pub fn new(setup: Setup) -> Result<Self, Refusal> {
        let session = registry::open(setup.rules, setup.position.as_deref())?;
        let mut record = Record { result: "*".to_string(), ..Record::default() };
        record.set_tag("Date", &jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        record.set_tag("Seed", &setup.seed.to_string());
        Ok(Playing {
            session,
            record,
            seats: setup.seats,
            pie: if setup.pie { Pie::On } else { Pie::Off },
            touches: Vec::new(),
            later: Vec::new(),
            ended: None,
            clock: setup.control.map(Clock::new),
            seed: setup.seed,
            kept: None,
        })
    }

    /// Goes on with a record, as far as it was played: one that was kept, or one that another program wrote.
    pub fn resume(text: &str) -> Result<Self, Refusal> {
        let (mut record, session) = registry::read_record(text)?;
        let facts = session.facts();
        let seat = |seat: Seat| {
            let tag = facts.player_tag(seat);
            let spec = record.tag(&format!("{tag}{SPEC}")).unwrap_or("human");
            Seated::parse(spec, record.tag(&tag), facts)
        };
        let seats = [seat(Seat::FIRST)?, seat(Seat::SECOND)?];
        let pie = record.tag(PIE).and_then(Pie::read).unwrap_or(Pie::Off);
        let clock = record.tag(CLOCK).and_then(Control::parse).map(|control| {
            let mut clock = Clock::new(control);
            let first = usize::from(record.second_begins);
            for (ply, m) in (first..).zip(&record.line.moves) {
                if let Some(left) = clock_comment(m) {
                    clock.set(Seat((ply % 2) as u8), left);
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
        record.tags.retain(|(name, _)| name != ENTERED);
        let mut playing = Playing {
            session,
            record,
            seats,
            pie,
            touches: Vec::new(),
            later: Vec::new(),
            ended,
            clock,
            seed,
            kept: None,
        };
        // A step that makes no sense any more is no loss.
        let _ = playing.touch_all(&entered);
        Ok(playing)
    }

    /// Keeps the game in a file from now on, as it stands and after every step.
    pub fn keep(&mut self, kept: Kept) -> Result<(), Failure> {
        self.kept = Some(kept);
        self.save()
    }

    /// The file in which it is kept.
    pub fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// Writes the game to its file, if it has one.
    pub fn save(&self) -> Result<(), Failure> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.write(&self.whole_record().text()))
    }

    /// The record of the game, with all that is needed to go on with it.
    fn whole_record(&self) -> Record {
        let mut record = self.record();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let tag = format!("{}{SPEC}", self.session.facts().player_tag(seat));
            record.set_tag(&tag, &self.seats[seat.index()].spec);
        }
        if let Some(clock) = &self.clock {
            record.set_tag(CLOCK, &clock.control.to_string());
        }
        if self.pie != Pie::Off {
            record.set_tag(PIE, self.pie.word());
        }
        if !self.touches.is_empty() {
            record.set_tag(ENTERED, &self.progress().text);
        }
        record
    }

    /// The record of the game as others read it.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        let facts = self.session.facts();
        for seat in [Seat::FIRST, Seat::SECOND] {
            record.set_tag(&facts.player_tag(seat), self.seats[seat.index()].recorded());
        }
        let outcome = self.outcome();
        record.result = outcome.map_or("*", |outcome| outcome.score()).to_string();
        record.tags.retain(|(name, _)| name != "Termination");
        if let Some(outcome) = outcome {
            record.set_tag("Termination", outcome.reason.0);
        }
        let begun = registry::open(self.session.rules().clone(), Some(self.session.begun_at()));
        record.check(&mut *begun.expect("the session's own text")).expect("moves that were played");
        record
    }

    /// The game as it stands between turns.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Who sits at a seat.
    pub fn seated(&self, seat: Seat) -> &Seated {
        &self.seats[seat.index()]
    }

    /// What whoever sits at a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.seated(seat).called(self.session.facts(), seat)
    }

    /// Lets somebody else sit at a seat.
    pub fn sit(&mut self, seat: Seat, seated: Seated) {
        self.seats[seat.index()] = seated;
    }

    /// Who is to move.
    pub fn mover(&self) -> &Seated {
        self.seated(self.session.to_move())
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.session.outcome())
    }

    /// What makes the chance of the next turn repeatable.
    pub fn seed(&self) -> u64 {
        self.seed.wrapping_add(self.session.played().len() as u64)
    }

    /// What is entered of the turn.
    pub fn progress(&self) -> Progress {
        self.session.progress(&self.touches)
    }

    /// Whether a turn has been begun.
    pub fn is_within_turn(&self) -> bool {
        !self.touches.is_empty()
    }

    /// What has been touched of the turn.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Touches something that a person points at. Whether that made the turn. What a step was begun with is let go if
    /// something else is touched that a step could begin with, or if it is touched once more.
    pub fn touch(&mut self, touch: Touch) -> Result<bool, Refusal> {
        self.refuse_if_over()?;
        let Progress { begun, next, .. } = self.progress();
        let before = self.touches.clone();
        let refusal = match self.add(&[touch]) {
            // Where something can be put from the supply, pointing at the place is enough.
            Err(refusal) if next.contains(&Touch::Supply) => {
                return self.add(&[Touch::Supply, touch]).map_err(|_| refusal);
            }
            Err(refusal) if begun > 0 => refusal,
            done => return done,
        };
        let again = before.last() == Some(&touch) && begun == 1;
        self.touches.truncate(before.len() - begun);
        match self.add(&[touch]) {
            _ if again => {
                self.touches.truncate(before.len() - begun);
                Ok(false)
            }
            Err(_) => {
                self.touches = before;
                Err(refusal)
            }
            done => done,
        }
    }

    /// Enters what a person typed: a whole turn, or some steps of it. Whether that made the turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, Refusal> {
        self.refuse_if_over()?;
        // A pass touches nothing, and a mark in front says more than what is touched.
        if self.touches.is_empty() && text.starts_with(['/', '-']) {
            let text = self.session.read_move(text)?;
            return self.play(&text).map(|()| true);
        }
        let done = self.touch_all(text);
        if done.is_err() && self.is_within_turn() && self.session.read_move(text).is_ok() {
            // Who types a whole turn means to begin it anew.
            self.touches.clear();
            return self.touch_all(text);
        }
        done
    }

    fn touch_all(&mut self, text: &str) -> Result<bool, Refusal> {
        if text.is_empty() {
            return Ok(false);
        }
        let typed = reading::touches(text, self.session.scene().board)?;
        let before = self.touches.clone();
        match self.add(&typed) {
            // What was taken for granted may have been typed as well.
            Err(refusal) if self.was_granted(&before) => {
                self.touches = before[..before.len() - 1].to_vec();
                self.add(&typed).map_err(|_| {
                    self.touches = before;
                    refusal
                })
            }
            done => done,
        }
    }

    /// Touches one after the other; all of them, or none if one is refused.
    fn add(&mut self, touches: &[Touch]) -> Result<bool, Refusal> {
        let all: Vec<Touch> = self.touches.iter().chain(touches).copied().collect();
        let progress = self.session.progress(&all);
        match progress.refused {
            Some((_, refusal)) => Err(refusal),
            None => {
                self.touches = all;
                self.grant();
                self.end_if_complete()
            }
        }
    }

    /// Where a turn goes on with one thing only, such as the one ball that was vaulted, it is taken for granted.
    fn grant(&mut self) {
        let progress = self.progress();
        if let [touch] = progress.next[..]
            && progress.begun == 0
            && progress.complete.is_none()
            && !self.touches.is_empty()
        {
            self.touches.push(touch);
        }
    }

    /// Whether the last of some touches was taken for granted.
    fn was_granted(&self, touches: &[Touch]) -> bool {
        let Some((last, before)) = touches.split_last() else { return false };
        let progress = self.session.progress(before);
        !before.is_empty() && progress.begun == 0 && progress.complete.is_none() && progress.next == [*last]
    }

    fn end_if_complete(&mut self) -> Result<bool, Refusal> {
        let progress = self.progress();
        match progress.complete {
            Some(text) if progress.next.is_empty() => self.play(&text).map(|()| true),
            _ => Ok(false),
        }
    }

    /// Ends a turn that may end or go on. Whether it could.
    pub fn end_turn(&mut self) -> Result<bool, Refusal> {
        match self.progress().complete {
            Some(text) => self.play(&text).map(|()| true),
            None => Ok(false),
        }
    }

    /// Takes back what has been begun of a step, or the last whole step, with what was taken for granted after it. Whether
    /// there was one.
    pub fn take_back(&mut self) -> bool {
        if self.was_granted(&self.touches.clone()) {
            self.touches.pop();
        }
        let had = self.touches.pop().is_some();
        while self.progress().begun > 0 {
            self.touches.pop();
        }
        had
    }

    /// Plays a whole turn.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        self.refuse_if_over()?;
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
        self.touches.clear();
        if self.pie == Pie::On && self.session.played().len() > 1 {
            self.pie = Pie::Left;
        }
        Ok(())
    }

    fn refuse_if_over(&self) -> Result<(), Refusal> {
        self.outcome().map_or(Ok(()), |outcome| Err(common::GAME_OVER.with(&[&outcome.reason])))
    }

    /// Whether the player to move may change sides instead of making a turn.
    pub fn may_change_sides(&self) -> bool {
        self.pie == Pie::On && self.session.played().len() == 1 && self.outcome().is_none()
    }

    /// Changes the sides: who moved first is to move now.
    pub fn change_sides(&mut self) {
        self.seats.swap(0, 1);
        self.pie = Pie::Changed;
        self.touches.clear();
        self.later.clear();
    }

    /// Leaves the sides as they are.
    pub fn leave_sides(&mut self) {
        self.pie = Pie::Left;
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, seat: Seat) {
        self.end(Outcome::win(seat.other(), Reason::RESIGNATION));
    }

    fn end(&mut self, outcome: Outcome) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        self.touches.clear();
        self.ended = Some(outcome);
    }

    /// Takes turns back, up to the last one that a person made; all of a turn that is being entered comes first. Whether
    /// there was any.
    pub fn undo(&mut self) -> bool {
        if !self.touches.is_empty() {
            self.touches.clear();
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
        let by_person = |playing: &Playing, ply: usize| {
            let seat = Seat(((ply + usize::from(playing.record.second_begins)) % 2) as u8);
            playing.seated(seat).is_person()
        };
        count -= 1;
        while count > 0 && !by_person(self, count) && self.seats.iter().any(Seated::is_person) {
            count -= 1;
        }
        while self.record.line.moves.len() > count {
            self.later.extend(self.record.line.moves.pop());
        }
        self.rebuild();
        // The second player is asked again who has not changed sides.
        if self.pie == Pie::Left && count <= 1 {
            self.pie = Pie::On;
        }
        true
    }

    /// Makes turns again that were taken back, up to a person's next. Whether there was any.
    pub fn redo(&mut self) -> bool {
        let mut any = false;
        while let Some(next) = self.later.last().map(|m| m.text.clone()) {
            self.play(&next).expect("it was legal before");
            any = true;
            if self.mover().is_person() {
                break;
            }
        }
        any
    }

    fn rebuild(&mut self) {
        let begun = self.session.begun_at().to_string();
        let opened = registry::open(self.session.rules().clone(), Some(&begun));
        self.session = opened.expect("the session's own text");
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
