//! The record of a local game, and how a saved game resumes.

use super::LocalGame;
use crate::clock::{self, Clock, TimeControl, TimeSource};
use crate::move_text;
use crate::outcome::{Outcome, Reason, Seat};
use crate::pie_rule::PieRule;
use crate::player::Player;
use crate::record::{Move, Record};
use crate::session::Session;
use crate::turn_entry::TurnEntry;
use crate::turn_input::{TurnInput, TurnInputExt};
use std::time::Duration;

/// The tags of a saved game beyond those of every record. The first is a suffix of a player's tag and names the player's
/// spec; the others hold the time control, the milliseconds left in the middle of a turn, the pie rule, and the touches of a
/// partly entered turn.
const PLAYER_SUFFIX: &str = "Player";
const CLOCK_TAG: &str = "Clock";
const TIME_LEFT_TAG: &str = "Left";
const PIE_TAG: &str = "Pie";
const ENTERED_TAG: &str = "Entered";

impl LocalGame {
    /// Resumes a record that was saved, or that another program wrote. The record is canonical, and the session is at its end.
    pub fn resume(mut record: Record, session: Box<dyn Session>, timer: TimeSource) -> Self {
        let info = session.info();
        let seats = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let tag = info.player_tag(seat);
            let name = record.tag(&tag);
            let spec = record.tag(&format!("{tag}{PLAYER_SUFFIX}"));
            spec.map_or_else(|| Player::person(name), |spec| Player::new(spec, name))
        });
        let pie = record.tag(PIE_TAG).and_then(PieRule::parse).unwrap_or(PieRule::Off);
        let clock = resume_clock(&record, timer);
        let declared_outcome = match (session.outcome(), record.result.as_str()) {
            (None, "1-0") => Some(Outcome::win(Seat::FIRST, declared_reason(&record))),
            (None, "0-1") => Some(Outcome::win(Seat::SECOND, declared_reason(&record))),
            (None, "1/2-1/2") => Some(Outcome::draw(declared_reason(&record))),
            _ => None,
        };
        let seed = record.tag("Seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let entered = record.tag(ENTERED_TAG).unwrap_or("").to_string();
        // Saving writes these again if they still apply.
        let is_temporary =
            |name: &str| [ENTERED_TAG, TIME_LEFT_TAG].contains(&name) || name == CLOCK_TAG && clock.is_some();
        record.tags.retain(|(name, _)| !is_temporary(name));
        let mut entry = TurnEntry::default();
        // Touches that the position doesn't allow are dropped.
        let _ = entry.enter(&*session, &entered);
        LocalGame { session, record, seats, pie, entry, redo_stack: Vec::new(), declared_outcome, clock, seed }
    }

    /// The record with everything that [`LocalGame::resume`] needs.
    pub fn saved_record(&self) -> Record {
        let mut record = self.record();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let tag = format!("{}{PLAYER_SUFFIX}", self.session.info().player_tag(seat));
            record.set_tag(&tag, &self.seats[seat.index()].spec);
        }
        if let Some(clock) = &self.clock {
            record.set_tag(CLOCK_TAG, &clock.control.to_string());
            if self.outcome().is_none() {
                let left = [Seat::FIRST, Seat::SECOND].map(|seat| clock.time_left(seat).as_millis().to_string());
                record.set_tag(TIME_LEFT_TAG, &left.join(" "));
            }
        }
        if self.pie != PieRule::Off {
            record.set_tag(PIE_TAG, self.pie.word());
        }
        if !self.entry.is_empty() {
            // The touches, because their text can also be read as a whole turn.
            record.set_tag(ENTERED_TAG, &move_text::format_touches(self.touches()));
        }
        record
    }

    /// The record of the game for others to read.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        let ending = self.outcome().map(|outcome| (outcome.score(), outcome.reason.0));
        // The moves are canonical, so there is no need to play them again.
        record.complete(&*self.session, &self.seats.each_ref().map(Player::record_name), ending);
        record
    }
}

/// The clock of a saved game: as its moves left it, and then as it was in the middle of a turn.
fn resume_clock(record: &Record, timer: TimeSource) -> Option<Clock> {
    let mut clock = Clock::new(record.tag(CLOCK_TAG).and_then(TimeControl::parse)?, timer);
    let first_ply = usize::from(record.second_begins);
    for (ply, m) in (first_ply..).zip(&record.line.moves) {
        if let Some(left) = clock_comment(m) {
            clock.set_time_left(Seat((ply % 2) as u8), left);
        }
    }
    for (seat, left) in [Seat::FIRST, Seat::SECOND].into_iter().zip(record.tag(TIME_LEFT_TAG).unwrap_or("").split(' '))
    {
        if let Ok(left) = left.parse() {
            clock.set_time_left(seat, Duration::from_millis(left));
        }
    }
    Some(clock)
}

/// The time on the clock after a move, from a comment such as `[%clk 0:04:05]`.
fn clock_comment(m: &Move) -> Option<Duration> {
    m.comments.iter().find_map(|c| clock::parse_time(c.split_once("[%clk ")?.1.split_once(']')?.0.trim()))
}

/// Why a recorded game ended, if not by the rules of the game.
fn declared_reason(record: &Record) -> Reason {
    let known = [Reason::RESIGNATION, Reason::TIME, Reason::AGREEMENT, Reason::ABANDONMENT, Reason::FORFEIT];
    let termination = record.tag("Termination").unwrap_or("");
    known.into_iter().find(|reason| reason.0 == termination).unwrap_or(Reason::AGREEMENT)
}
