//! A game between players, as the list of its events tells it. Nothing here knows of networks or files: [`Round::decide`] says
//! what a command would lead to, and [`Round::apply`] lets it happen once it is written down.

mod command;
mod event;
mod pace;
#[cfg(test)]
mod tests;
mod view;

pub use command::Command;
pub use event::{Entry, Event, Setup, Sitter};
pub use pace::Pace;
pub use view::{Seated, StateView, Summary};

use crate::refusal::{self, Refused};
use sanban_core::record::{Line, Move, Record};
use sanban_core::{GameInfo, Reason, Rules, Seat, Session, clock};
use sanban_games::registry;
use std::time::Duration;

/// How much may happen in a game. None that is played comes near it.
const MOST_EVENTS: usize = 20_000;

/// For how many more events a game makes room when there is none.
const MORE: usize = 16;

/// When something happens: by the calendar, for people, and by a clock that only goes forward, for what is charged. Both in
/// milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Since 1970.
    pub wall: u64,
    /// Since any moment that stays the same while the server runs.
    pub ticks: u64,
}

/// Who gives a command.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The name that the server has for the player.
    pub id: String,
    /// Whether the player has an account.
    pub account: bool,
}

/// What a command leads to.
#[derive(Debug, Default)]
pub struct Decision {
    /// What happens in this game.
    pub events: Vec<Event>,
    /// The next game that begins by it.
    pub next: Option<(String, Vec<Event>)>,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Decision {
        vec![event].into()
    }
}

impl From<Vec<Event>> for Decision {
    fn from(events: Vec<Event>) -> Decision {
        Decision { events, next: None }
    }
}

/// The pie rule in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pie {
    Off,
    On,
    Changed,
    Left,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody won, or nobody did.
    Result { winner: Option<u8>, reason: String },
    /// It was called off.
    Withdrawn,
}

/// A game.
pub struct Round {
    /// Its name.
    pub id: String,
    /// How it was set up.
    pub setup: Setup,
    /// How much time there is.
    pub pace: Pace,
    /// Who sits where.
    pub seats: [Option<Sitter>; 2],
    /// The game on the board.
    session: Box<dyn Session>,
    pie: Pie,
    /// What the players have left on their clocks, without the turn that is being thought about.
    left: [u64; 2],
    /// What the clocks showed after each turn.
    shown: Vec<u64>,
    /// What of the present turn was used before the server was interrupted.
    used: u64,
    /// Since when the present turn has been thought about here.
    since: Option<u64>,
    /// The same by the calendar: when the turn began, or the server came back.
    turn_at: u64,
    /// The number of the event with which the present turn began: while it is the same, so is the position.
    pub turn: u32,
    draw: Option<u8>,
    takeback: Option<u8>,
    /// After how many turns each player has last offered a draw, and last asked for a turn back.
    last_draws: [Option<usize>; 2],
    last_takebacks: [Option<usize>; 2],
    rematch: Option<u8>,
    next: Option<String>,
    end: Option<End>,
    /// The number of the last event.
    pub number: u32,
    /// When it was created, and when something last happened.
    pub begun: u64,
    pub changed: u64,
    /// Everything that has happened, in order.
    log: Vec<Entry>,
}

impl Round {
    /// The game that a list of events tells of.
    pub fn replay(id: &str, entries: Vec<Entry>) -> Result<Round, Refused> {
        let Some(Entry { event: Event::Created(setup), at, .. }) = entries.first() else {
            return Err(refusal::NO_GAME.into());
        };
        let mut round = Round::new(id, Setup::clone(setup), *at)?;
        for entry in entries {
            round.apply(entry, None)?;
        }
        Ok(round)
    }

    fn new(id: &str, setup: Setup, at: u64) -> Result<Round, Refused> {
        let session = open(&setup)?;
        let pace = Pace::parse(&setup.pace).ok_or_else(|| refusal::BAD_PACE.with(&[&setup.pace]))?;
        Ok(Round {
            id: id.to_string(),
            pie: if setup.pie { Pie::On } else { Pie::Off },
            left: [pace.at_first().unwrap_or_default(); 2],
            pace,
            setup,
            seats: [None, None],
            session,
            shown: Vec::new(),
            used: 0,
            since: None,
            turn_at: at,
            turn: 0,
            draw: None,
            takeback: None,
            last_draws: [None; 2],
            last_takebacks: [None; 2],
            rematch: None,
            next: None,
            end: None,
            number: 0,
            begun: at,
            changed: at,
            log: Vec::new(),
        })
    }

    /// The game that is played.
    pub fn info(&self) -> &'static GameInfo {
        self.session.info()
    }

    /// The game on the board.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The seat of a player, if they have one.
    pub fn seat_of(&self, player: &str) -> Option<u8> {
        let sits = |sitter: &Option<Sitter>| matches!(sitter, Some(Sitter::Person(id)) if id == player);
        self.seats.iter().position(sits).map(|seat| seat as u8)
    }

    /// The persons who play, by their seats.
    pub fn people(&self) -> [Option<&str>; 2] {
        self.seats.each_ref().map(|sitter| match sitter {
            Some(Sitter::Person(id)) => Some(id.as_str()),
            _ => None,
        })
    }

    /// The player of the computer whose turn it is.
    pub fn computer_to_move(&self) -> Option<&str> {
        match self.seats[self.to_move() as usize].as_ref()? {
            Sitter::Computer(spec) if self.is_running() => Some(spec),
            _ => None,
        }
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> u8 {
        self.session.to_move().0
    }

    /// Whether both seats are taken and the game is not over.
    pub fn is_running(&self) -> bool {
        self.is_full() && self.end.is_none()
    }

    fn is_full(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Whether a command was applied already: the last event that it made.
    pub fn done(&self, asker: &str, command: &str) -> Option<u32> {
        let is_it = |entry: &&Entry| entry.command.as_ref().is_some_and(|(who, what)| who == asker && what == command);
        // What arrives twice mostly does so soon.
        self.log.iter().rev().find(is_it).map(|entry| entry.number)
    }

    /// What has happened after a number.
    pub fn log_after(&self, number: u32) -> &[Entry] {
        &self.log[self.log.len().min(number as usize)..]
    }

    /// Lets the last so many events not have happened, in a turn that has been thought about since a moment.
    pub fn forget_last(&mut self, events: usize, since: Option<u64>) -> Result<(), Refused> {
        let mut log = std::mem::take(&mut self.log);
        log.truncate(log.len() - events);
        *self = Round::replay(&self.id, log)?;
        self.since = since;
        Ok(())
    }

    /// Since when the present turn has been thought about here.
    pub fn since(&self) -> Option<u64> {
        self.since
    }

    /// Calls the person at a seat by another name, also as who gave commands: it is the same person.
    pub fn rename(&mut self, seat: usize, id: String) {
        let Some(Sitter::Person(before)) = self.seats[seat].replace(Sitter::Person(id.clone())) else { return };
        if before == id {
            return;
        }
        for (player, _) in self.log.iter_mut().filter_map(|entry| entry.command.as_mut()) {
            if *player == before {
                player.clone_from(&id);
            }
        }
    }

    /// Whether one person sits on both sides: a guest who has logged in to the account of the other player.
    pub fn is_one_person(&self) -> bool {
        matches!(&self.seats, [Some(Sitter::Person(one)), Some(Sitter::Person(other))] if one == other)
    }

    /// Whether the computer plays.
    pub fn has_computer(&self) -> bool {
        self.seats.iter().any(|sitter| matches!(sitter, Some(Sitter::Computer(_))))
    }

    /// Whether the pie rule's question stands.
    fn is_asked(&self) -> bool {
        self.pie == Pie::On && self.turns() == 1 && self.is_running()
    }

    fn turns(&self) -> usize {
        self.session.played().len()
    }

    /// Whether time is charged: for the first turn of each side it is not, since nobody knows when the other will come.
    fn is_charged(&self) -> bool {
        let first = match self.pace {
            Pace::Free => return false,
            Pace::Clock(_) => 2,
            Pace::Days(_) => 0,
        };
        self.is_running() && self.turns() >= first
    }

    /// Whether it was to be played at once, and not both sides have moved: nobody can lose it yet.
    pub fn has_hardly_begun(&self) -> bool {
        self.pace.is_live() && self.is_running() && !self.is_charged()
    }

    /// How much of the present turn has been used.
    pub fn spent(&self, ticks: u64) -> u64 {
        if !self.is_charged() {
            return 0;
        }
        self.used + self.since.map_or(0, |since| ticks.saturating_sub(since))
    }

    /// When the player to move will have run out of time.
    pub fn deadline(&self) -> Option<u64> {
        let since = self.since.filter(|_| self.is_charged())?;
        Some(since + self.left[self.to_move() as usize].saturating_sub(self.used))
    }

    /// Lets time be charged from now on, after the server has read the game.
    pub fn go_on(&mut self, ticks: u64) {
        self.since = Some(ticks);
    }

    /// What is written down when the server comes back, for a turn that had been thought about while it could be reached.
    pub fn interrupted(&self, since: u64, until: u64) -> Option<Event> {
        let spent = until.saturating_sub(self.turn_at.max(since));
        // Nobody loses the game while nobody could move.
        let left = self.left[self.to_move() as usize].saturating_sub(self.used + 1);
        let spent = spent.min(left);
        // Also if nothing was used: the turn goes on from now, and not from before.
        self.is_charged().then_some(Event::Interrupted { spent })
    }

    /// What follows if the player to move has run out of time.
    pub fn flag(&self, ticks: u64) -> Option<Event> {
        let fallen = self.deadline().is_some_and(|deadline| deadline <= ticks);
        fallen.then(|| ended(Some(1 - self.to_move()), Reason::TIME.0))
    }

    /// Who may claim the game, given since when the players have been away, and when: grace begins with the turn that is waited
    /// for.
    pub fn claim(&self, away: [Option<u64>; 2], grace: u64) -> Option<(u8, u64)> {
        let mover = self.to_move();
        let person = matches!(self.seats[mover as usize], Some(Sitter::Person(_)));
        let since = away[mover as usize].filter(|_| person && self.pace.is_live() && self.is_running())?;
        Some((1 - mover, since.max(self.since.unwrap_or_default()) + grace))
    }

    /// What a command leads to; nothing changes yet. `away` and `grace` as in [`Round::claim`]; `new_id` names the next game, if
    /// there is to be one.
    pub fn decide(
        &self,
        asker: &Asker,
        command: &Command,
        now: Moment,
        away: [Option<u64>; 2],
        grace: u64,
        new_id: impl FnOnce() -> String,
    ) -> Result<Decision, Refused> {
        let refuse = |code: sanban_core::Code| Err(Refused::from(code));
        if *command == Command::Join {
            return self.join(asker);
        }
        let Some(seat) = self.seat_of(&asker.id) else { return refuse(refusal::NOT_A_PLAYER) };
        if *command == Command::Rematch {
            return self.another(seat, new_id);
        }
        if self.end.is_some() {
            return refuse(refusal::GAME_OVER);
        }
        if *command == Command::Withdraw {
            return if self.is_full() { refuse(refusal::ALREADY_JOINED) } else { Ok(Event::Withdrawn { seat }.into()) };
        }
        if !self.is_full() {
            return refuse(refusal::NOT_BEGUN);
        }
        if self.log.len() >= MOST_EVENTS && !matches!(command, Command::Resign | Command::Claim) {
            return refuse(refusal::TOO_LONG);
        }
        let other = 1 - seat;
        let against_computer = matches!(self.seats[other as usize], Some(Sitter::Computer(_)));
        let asked_by = |offer: Option<u8>, seat: u8| offer == Some(seat);
        let spent = self.spent(now.ticks);
        match command {
            Command::Join | Command::Rematch | Command::Withdraw => unreachable!("decided above"),
            Command::Move { r#move, after } => self.make_move(seat, r#move, *after, now.ticks).map(Decision::from),
            Command::ChangeSides | Command::LeaveSides if !self.is_asked() || seat != self.to_move() => {
                refuse(refusal::NO_PIE)
            }
            Command::ChangeSides => Ok(Event::SidesChanged { seat }.into()),
            Command::LeaveSides => Ok(Event::SidesLeft { seat }.into()),
            Command::OfferDraw | Command::AcceptDraw if asked_by(self.draw, other) => {
                Ok(ended(None, Reason::AGREEMENT.0).into())
            }
            Command::OfferDraw if self.last_draws[usize::from(seat)] == Some(self.turns()) => {
                refuse(refusal::OFFERED_ALREADY)
            }
            Command::OfferDraw if against_computer => refuse(refusal::COMPUTER_PLAYS_ON),
            Command::OfferDraw => Ok(Event::DrawOffered { seat }.into()),
            Command::DeclineDraw if asked_by(self.draw, other) => Ok(Event::DrawDeclined { seat }.into()),
            // Nor is what the other has asked for dropped without an answer.
            Command::AskTakeback
                if self.last_takebacks[usize::from(seat)] == Some(self.turns()) || asked_by(self.takeback, other) =>
            {
                refuse(refusal::OFFERED_ALREADY)
            }
            Command::AskTakeback => match self.turns_back(seat) {
                Some(turns) if against_computer => Ok(Event::TakenBack { turns, spent }.into()),
                Some(_) => Ok(Event::TakebackAsked { seat }.into()),
                None => refuse(refusal::NOTHING_TO_TAKE_BACK),
            },
            Command::AllowTakeback if asked_by(self.takeback, other) => match self.turns_back(other) {
                Some(turns) => Ok(Event::TakenBack { turns, spent }.into()),
                None => refuse(refusal::NOTHING_TO_TAKE_BACK),
            },
            Command::RefuseTakeback if asked_by(self.takeback, other) => Ok(Event::TakebackRefused { seat }.into()),
            Command::AcceptDraw | Command::DeclineDraw | Command::AllowTakeback | Command::RefuseTakeback => {
                refuse(refusal::NO_OFFER)
            }
            Command::Resign if self.turns() < 2 => Ok(Event::Withdrawn { seat }.into()),
            Command::Resign => Ok(ended(Some(other), Reason::RESIGNATION.0).into()),
            Command::Claim => match self.claim(away, grace) {
                Some((claimant, from)) if claimant == seat && from <= now.ticks && self.turns() < 2 => {
                    Ok(Event::Withdrawn { seat }.into())
                }
                Some((claimant, from)) if claimant == seat && from <= now.ticks => {
                    Ok(ended(Some(seat), Reason::ABANDONMENT.0).into())
                }
                _ => refuse(refusal::NOT_AWAY),
            },
        }
    }

    fn join(&self, asker: &Asker) -> Result<Decision, Refused> {
        if self.end.is_some() {
            return Err(refusal::GAME_OVER.into());
        }
        if self.seat_of(&asker.id).is_some() {
            return Err(refusal::YOUR_OWN_GAME.into());
        }
        let Some(seat) = self.seats.iter().position(Option::is_none) else {
            return Err(refusal::NO_FREE_SEAT.into());
        };
        if self.setup.rated && !asker.account {
            return Err(refusal::RATED_NEEDS_ACCOUNT.into());
        }
        Ok(Event::Sat { seat: seat as u8, player: Sitter::Person(asker.id.clone()) }.into())
    }

    /// What a turn leads to. Whoever moves when asked about sides leaves them.
    pub fn make_move(&self, seat: u8, text: &str, after: usize, ticks: u64) -> Result<Vec<Event>, Refused> {
        if after != self.turns() {
            return Err(refusal::MOVED_ON.with(&[&self.turns()]).into());
        }
        if seat != self.to_move() {
            return Err(refusal::NOT_YOUR_TURN.into());
        }
        let mut session = self.session.fork();
        let text = session.play(text).map_err(Refused::by_game(self.info()))?;
        let mut events = Vec::new();
        if self.is_asked() {
            events.push(Event::SidesLeft { seat });
        }
        events.push(Event::Moved { seat, r#move: text, spent: self.spent(ticks) });
        if let Some(outcome) = session.outcome() {
            events.push(ended(outcome.winner.map(|winner| winner.0), outcome.reason.0));
        }
        Ok(events)
    }

    /// How many turns are taken back to give a player the own last one.
    fn turns_back(&self, seat: u8) -> Option<u32> {
        let turns = if self.to_move() == seat { 2 } else { 1 };
        // Sides that were changed stay so, and with them the first turn.
        let kept = usize::from(self.pie == Pie::Changed);
        (self.turns() >= kept + turns).then_some(turns as u32)
    }

    fn another(&self, seat: u8, new_id: impl FnOnce() -> String) -> Result<Decision, Refused> {
        if self.end.is_none() {
            return Err(refusal::NOT_OVER.into());
        }
        if !self.is_full() || self.next.is_some() || self.rematch == Some(seat) {
            return Err(refusal::OFFERED_ALREADY.into());
        }
        let against_computer = self.seats.iter().flatten().any(|sitter| matches!(sitter, Sitter::Computer(_)));
        if self.rematch.is_none() && !against_computer {
            return Ok(Event::RematchAsked { seat }.into());
        }
        let id = new_id();
        let setup = Setup { seed: crate::secret::seed(), ..self.setup.clone() };
        let mut begun = vec![Event::Created(setup.into())];
        for (seat, sitter) in (0..).zip(self.seats.iter().rev()) {
            let player = sitter.clone().expect("both seats are taken");
            begun.push(Event::Sat { seat, player });
        }
        Ok(Decision { events: vec![Event::Rematch { game: id.clone() }], next: Some((id, begun)) })
    }

    /// Lets an event happen. It has been written down; `ticks` tells when it happened, if it just did.
    pub fn apply(&mut self, entry: Entry, ticks: Option<u64>) -> Result<(), Refused> {
        self.number = entry.number;
        if self.end.is_none() {
            self.changed = entry.at;
        }
        let begins_turn = match &entry.event {
            Event::Created(_) => false,
            Event::Sat { seat, player } => {
                self.seats[usize::from(*seat)] = Some(player.clone());
                true
            }
            Event::Moved { seat, r#move, spent } => {
                // It was legal when it was written down.
                self.session.play(r#move).map_err(Refused::by_game(self.info()))?;
                let left = &mut self.left[usize::from(*seat)];
                // A first turn that was not charged gives nothing either.
                if self.session.played().len() > 2 || !self.pace.is_live() {
                    *left = self.pace.after(*left, *spent);
                }
                self.shown.push(*left);
                if self.draw == Some(1 - *seat) {
                    self.draw = None;
                }
                self.takeback = None;
                true
            }
            Event::SidesChanged { .. } => {
                self.pie = Pie::Changed;
                self.seats.swap(0, 1);
                // What was offered was offered from the other side of the board.
                self.draw = None;
                self.takeback = None;
                true
            }
            Event::SidesLeft { .. } => {
                self.pie = Pie::Left;
                false
            }
            Event::DrawOffered { seat } => {
                self.draw = Some(*seat);
                self.last_draws[usize::from(*seat)] = Some(self.turns());
                false
            }
            Event::DrawDeclined { .. } => {
                self.draw = None;
                false
            }
            Event::TakebackAsked { seat } => {
                self.takeback = Some(*seat);
                self.last_takebacks[usize::from(*seat)] = Some(self.turns());
                false
            }
            Event::TakebackRefused { .. } => {
                self.takeback = None;
                false
            }
            Event::TakenBack { turns, spent } => {
                self.take_back(*turns as usize, *spent);
                true
            }
            Event::Interrupted { spent } => {
                self.used += spent;
                self.turn_at = entry.at;
                false
            }
            Event::RematchAsked { seat } => {
                self.rematch = Some(*seat);
                false
            }
            Event::Rematch { game } => {
                self.next = Some(game.clone());
                false
            }
            Event::Ended { winner, reason } => {
                self.end = Some(End::Result { winner: *winner, reason: reason.clone() });
                false
            }
            Event::Withdrawn { .. } => {
                self.end = Some(End::Withdrawn);
                false
            }
        };
        if begins_turn {
            self.used = 0;
            self.since = ticks;
            self.turn_at = entry.at;
            self.turn = entry.number;
        }
        if self.end.is_some() {
            self.draw = None;
            self.takeback = None;
        }
        if self.log.len() == self.log.capacity() {
            // There are many games, and most are short: room for a few more is enough.
            self.log.reserve_exact(MORE);
        }
        self.log.push(entry);
        Ok(())
    }

    /// Time that was used stays used; what the turns had added goes with them.
    fn take_back(&mut self, turns: usize, spent: u64) {
        let kept = self.turns().saturating_sub(turns);
        if self.pace.is_live() {
            let mover = usize::from(self.to_move());
            self.left[mover] = self.left[mover].saturating_sub(spent);
            for ply in kept.max(2)..self.turns() {
                let seat = (mover + self.turns() - ply) % 2;
                self.left[seat] = self.pace.before(self.left[seat]);
            }
        }
        let played = self.session.played()[..kept].to_vec();
        self.session = self.session.fork_from_start();
        for text in &played {
            self.session.play(text).expect("it was legal before");
        }
        self.last_draws = [None; 2];
        self.last_takebacks = [None; 2];
        self.shown.truncate(kept);
        if self.pie == Pie::Left && kept <= 1 {
            self.pie = Pie::On;
        }
        self.draw = None;
        self.takeback = None;
    }

    /// The record of the game, with these names for the players.
    pub fn record(&self, names: [&str; 2]) -> String {
        let moves = self.session.played().iter().enumerate().map(|(ply, text)| {
            let left = self.shown.get(ply).filter(|_| self.pace.is_live());
            let shown = left.map(|left| format!("[%clk {}]", clock::shown(Duration::from_millis(*left))));
            Move { text: text.clone(), comments: shown.into_iter().collect(), ..Move::default() }
        });
        let line = Line { comments: Vec::new(), moves: moves.collect() };
        let mut record = Record { line, ..Record::unfinished() };
        record.second_begins = self.session.fork_from_start().to_move() == Seat::SECOND;
        if let Ok(date) = jiff::Timestamp::from_millisecond(self.begun as i64) {
            record.set_tag("Date", &date.strftime("%Y.%m.%d").to_string());
        }
        for (seat, name) in [Seat::FIRST, Seat::SECOND].into_iter().zip(names) {
            record.set_tag(&self.info().player_tag(seat), name);
        }
        if !self.setup.pace.is_empty() {
            record.set_tag("Clock", &self.setup.pace);
        }
        if let Some(End::Result { reason, .. }) = &self.end {
            record.set_tag("Termination", reason);
        }
        record.result = self.result().filter(|result| *result != view::NO_RESULT).unwrap_or("*").to_string();
        record.check(&mut *self.session.fork_from_start()).expect("moves that were played");
        record.text()
    }
}

/// Opens the game that a setup is of.
fn open(setup: &Setup) -> Result<Box<dyn Session>, Refused> {
    let info = registry::find(&setup.game)?;
    let by_game = Refused::by_game(info);
    let rules = Rules::parse(info, &setup.rules).map_err(&by_game)?;
    registry::open(rules, setup.position.as_deref()).map_err(&by_game)
}

/// A setup as it is written down: rules and position in their canonical texts. Refuses what cannot be played.
pub fn checked(setup: Setup) -> Result<Setup, Refused> {
    let session = open(&setup)?;
    if session.outcome().is_some() {
        return Err(refusal::BAD_POSITION_OVER.into());
    }
    let pace = Pace::parse(&setup.pace).ok_or_else(|| refusal::BAD_PACE.with(&[&setup.pace]))?;
    Ok(Setup {
        rules: session.rules().text(),
        position: (!session.is_at_start()).then(|| session.position_text()),
        pace: pace.to_string(),
        ..setup
    })
}

fn ended(winner: Option<u8>, reason: &str) -> Event {
    Event::Ended { winner, reason: reason.to_string() }
}
