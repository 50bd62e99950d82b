//! A game on this device, between people, the computer or both: its turns, the turn being entered, undo and redo, the clock,
//! and the record that saves all of it.

mod saved;

use crate::clock::{self, Clock, TimeControl, TimeSource};
use crate::ending::Ending;
use crate::messages;
use crate::outcome::{Outcome, Reason, Seat};
use crate::pie_rule::PieRule;
use crate::player::Player;
use crate::record::{Move, Record};
use crate::rejection::Rejection;
use crate::session::Session;
use crate::turn_entry::TurnEntry;
use crate::turn_input::{TurnInput, TurnInputExt};
use std::time::Duration;

/// The opponents against whom a person is warned of choices that lose at once. They are the levels that beginners start with;
/// stronger players want to see such choices themselves.
const OPPONENTS_OF_BEGINNERS: [&str; 3] = ["level:1", "level:2", "level:3"];

/// The settings of a new game.
pub struct LocalGameConfig {
    /// The game at its first position.
    pub session: Box<dyn Session>,
    /// The date as records write it: `2026.11.15`.
    pub date: String,
    /// The players by seat.
    pub seats: [Player; 2],
    /// Whether the second player may swap sides after the first turn.
    pub pie: bool,
    /// The time control, if there is one.
    pub control: Option<TimeControl>,
    /// The seed of random choices.
    pub seed: u64,
    /// The time source of the clock.
    pub timer: TimeSource,
}

/// A game on this device. [`TurnInput`] has the methods that enter turns.
pub struct LocalGame {
    session: Box<dyn Session>,
    record: Record,
    seats: [Player; 2],
    pie: PieRule,
    /// The partly entered turn.
    entry: TurnEntry,
    /// Undone turns; the last one is the next to redo.
    redo_stack: Vec<Move>,
    /// How the game ended, if not by its rules: by resignation, for example.
    declared_outcome: Option<Outcome>,
    clock: Option<Clock>,
    seed: u64,
}

impl LocalGame {
    /// Starts a game.
    pub fn new(config: LocalGameConfig) -> Self {
        let mut record = Record::unfinished();
        record.set_tag("Date", &config.date);
        record.set_tag("Seed", &config.seed.to_string());
        record.second_begins = config.session.to_move() == Seat::SECOND;
        LocalGame {
            session: config.session,
            record,
            seats: config.seats,
            pie: PieRule::new(config.pie),
            entry: TurnEntry::default(),
            redo_stack: Vec::new(),
            declared_outcome: None,
            clock: config.control.map(|control| Clock::new(control, config.timer)),
            seed: config.seed,
        }
    }

    /// A game that a person plays on both sides, without a clock: the board of a lesson or a puzzle.
    pub fn practice(session: Box<dyn Session>) -> Self {
        LocalGame::new(LocalGameConfig {
            session,
            date: String::new(),
            seats: [Player::person(None), Player::person(None)],
            pie: false,
            control: None,
            seed: 0,
            timer: || Duration::ZERO,
        })
    }

    /// A new game from the same position with the same rules and time control, and the sides swapped.
    pub fn rematch(&self, date: String, seed: u64, timer: TimeSource) -> Self {
        let [first, second] = self.seats.clone();
        LocalGame::new(LocalGameConfig {
            session: self.session.fork_at(0),
            date,
            seats: [second, first],
            pie: self.pie != PieRule::Off,
            control: self.clock.as_ref().map(|clock| clock.control),
            seed,
            timer,
        })
    }

    /// The player at a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.seats[seat.index()]
    }

    /// The seat to address as *you*: that of the only person, if there is exactly one.
    pub fn reader(&self) -> Option<Seat> {
        match [Seat::FIRST, Seat::SECOND].map(|seat| self.player(seat).is_human()) {
            [true, false] => Some(Seat::FIRST),
            [false, true] => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// The displayed name of the player at a seat: the only person without a name is "You".
    pub fn name(&self, seat: Seat, language: &str) -> String {
        let (info, player) = (self.session.info(), self.player(seat));
        if self.reader() == Some(seat) && player.name().is_none() {
            return messages::say(&[info.messages], language, "player-you", &[]);
        }
        player.display_name(info, seat, language)
    }

    /// Replaces the player at a seat.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        self.seats[seat.index()] = player;
    }

    /// The player to move.
    pub fn mover(&self) -> &Player {
        self.player(self.session.to_move())
    }

    /// Whether to warn the player to move of choices that lose at once: a person against one of the weakest levels.
    pub fn warns_of_traps(&self) -> bool {
        let opponent = self.player(self.session.to_move().other());
        self.mover().is_human() && OPPONENTS_OF_BEGINNERS.contains(&opponent.spec.as_str())
    }

    /// How the game ended, in words; `None` while it goes on.
    pub fn ending(&self, language: &str) -> Option<Ending> {
        let outcome = self.outcome()?;
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| self.name(seat, language));
        let session = &*self.session;
        Some(Ending::new(session.rules(), language, outcome, &names, self.reader(), &session.scene()))
    }

    /// The seed for random choices of the next turn.
    pub fn seed(&self) -> u64 {
        self.seed.wrapping_add(self.session.played().len() as u64)
    }

    /// Whether the player to move may swap sides instead of moving.
    pub fn can_swap_sides(&self) -> bool {
        self.pie.can_swap(self.session.played().len()) && self.outcome().is_none()
    }

    /// Swaps the sides: the player who moved first is to move now.
    pub fn swap_sides(&mut self) {
        self.seats.swap(0, 1);
        self.pie = PieRule::Swapped;
        self.entry.clear();
        self.redo_stack.clear();
    }

    /// Declines to swap sides.
    pub fn decline_swap(&mut self) {
        self.pie = PieRule::Declined;
    }

    /// Resigns for a player, unless the game is over.
    pub fn resign(&mut self, seat: Seat) {
        if self.outcome().is_none() {
            self.end(Outcome::win(seat.other(), Reason::RESIGNATION));
        }
    }

    fn end(&mut self, outcome: Outcome) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        self.entry.clear();
        self.declared_outcome = Some(outcome);
    }

    /// Undoes the partly entered turn, the declared result, or turns back to a person's last one. Returns whether there was
    /// anything to undo.
    pub fn undo(&mut self) -> bool {
        if !self.entry.is_empty() {
            self.entry.clear();
            return true;
        }
        if let Some(outcome) = self.declared_outcome.take() {
            // Expired time can't be restored, so the game continues without a clock.
            if outcome.reason == Reason::TIME {
                self.clock = None;
            }
            return true;
        }
        let mut count = self.record.line.moves.len();
        if count == 0 {
            return false;
        }
        let is_by_person = |game: &LocalGame, ply: usize| {
            let seat = Seat(((ply + usize::from(game.record.second_begins)) % 2) as u8);
            game.player(seat).is_human()
        };
        count -= 1;
        while count > 0 && !is_by_person(self, count) && self.seats.iter().any(Player::is_human) {
            count -= 1;
        }
        if count < self.pie.turns_kept_by_swap() {
            // The swap came after the first turn, so undo it first.
            self.swap_sides();
            self.pie = PieRule::Available;
            self.record.line.moves.truncate(1);
            count = 1;
        }
        while self.record.line.moves.len() > count {
            self.redo_stack.extend(self.record.line.moves.pop());
        }
        self.session = self.session.fork_at(count);
        self.pie = self.pie.after_takeback(count);
        true
    }

    /// Whether there is anything to undo.
    pub fn can_undo(&self) -> bool {
        self.declared_outcome.is_some() || !self.entry.is_empty() || !self.record.line.moves.is_empty()
    }

    /// Whether there is anything to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo_stack.is_empty() && self.outcome().is_none()
    }

    /// Redoes undone turns up to a person's next turn. Returns whether there were any.
    pub fn redo(&mut self) -> bool {
        let mut has_played = false;
        while self.outcome().is_none()
            && let Some(next) = self.redo_stack.last().map(|m| m.text.clone())
        {
            self.play(&next).expect("it was legal before");
            has_played = true;
            if self.mover().is_human() {
                break;
            }
        }
        has_played
    }

    /// The time left on a player's clock.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.time_left(seat))
    }

    /// Runs the clock of the player to move, and ends the game if it has run out. Returns whether that just happened.
    pub fn tick(&mut self) -> bool {
        let to_move = self.session.to_move();
        if self.outcome().is_some() {
            return false;
        }
        let Some(clock) = &mut self.clock else { return false };
        clock.start(to_move);
        let has_expired = clock.time_left(to_move).is_zero();
        if has_expired {
            self.end(Outcome::win(to_move.other(), Reason::TIME));
        }
        has_expired
    }
}

impl TurnInput for LocalGame {
    fn session(&self) -> &dyn Session {
        &*self.session
    }

    fn entry(&self) -> &TurnEntry {
        &self.entry
    }

    fn entry_mut(&mut self) -> &mut TurnEntry {
        &mut self.entry
    }

    fn play_with(&mut self, play: &dyn Fn(&mut dyn Session) -> Result<String, Rejection>) -> Result<(), Rejection> {
        self.reject_if_over()?;
        let mover = self.session.to_move();
        let text = play(&mut *self.session)?;
        let mut turn = Move { text, ..Move::default() };
        if let Some(clock) = &mut self.clock {
            clock.press(mover);
            turn.comments.push(format!("[%clk {}]", clock::format_time(clock.time_left(mover))));
        }
        // Undone turns can be redone as long as the game repeats them.
        match self.redo_stack.pop() {
            Some(undone) if undone.text == turn.text => {}
            _ => self.redo_stack.clear(),
        }
        self.record.line.moves.push(turn);
        self.entry.clear();
        self.pie = self.pie.after_move(self.session.played().len());
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.declared_outcome.or_else(|| self.session.outcome())
    }
}
