//! The record of an online game.

use super::GameState;
use crate::game::{GameResult, TimeControl};
use sanban_core::record::{Line, Move, Record};
use sanban_core::{Seat, clock};
use std::time::Duration;

impl GameState {
    /// The game as a record's text, with these names for the players.
    pub fn record(&self, names: [&str; 2]) -> String {
        let moves = self.session().played().iter().enumerate().map(|(turn, text)| {
            let left = self.clock.after_turn(turn).filter(|_| self.config.time_control.is_live());
            let comment = left.map(|left| format!("[%clk {}]", clock::shown(Duration::from_millis(left))));
            Move { text: text.clone(), comments: comment.into_iter().collect(), ..Move::default() }
        });
        let line = Line { comments: Vec::new(), moves: moves.collect() };
        let start = self.session().fork_from_start();
        let mut record = Record { line, second_begins: start.to_move() == Seat::SECOND, ..Record::unfinished() };
        if let Ok(date) = jiff::Timestamp::from_millisecond(self.created_at as i64) {
            record.set_tag("Date", &date.strftime("%Y.%m.%d").to_string());
        }
        for (seat, name) in [Seat::FIRST, Seat::SECOND].into_iter().zip(names) {
            record.set_tag(&self.info().player_tag(seat), name);
        }
        if self.config.time_control != TimeControl::Unlimited {
            record.set_tag("Clock", &self.config.time_control.to_string());
        }
        if let Some(reason) = self.reason() {
            record.set_tag("Termination", reason);
        }
        let result = self.result().filter(|result| *result != GameResult::Cancelled);
        record.result = result.map_or("*", GameResult::text).to_string();
        record.check(&mut *self.session().fork_from_start()).expect("the moves were played");
        record.text()
    }
}
