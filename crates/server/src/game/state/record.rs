//! The record of an online game.

use super::GameState;
use crate::game::{GameResult, TimeControl};
use sanban_core::clock;
use sanban_core::record::Record;
use std::time::Duration;

impl GameState {
    /// The game as a record's text, with these names for the players.
    pub fn record(&self, names: [&str; 2]) -> String {
        let result = self.result().filter(|result| *result != GameResult::Cancelled);
        let ending = result.map(|result| (result.text(), self.reason().unwrap_or_default()));
        let comment = |turn| {
            let left = self.clock.after_turn(turn).filter(|_| self.config.time_control.is_live());
            left.map(|left| format!("[%clk {}]", clock::format_time(Duration::from_millis(left))))
        };
        let mut record = Record::of_game(self.session(), &names, ending, comment);
        if let Ok(date) = jiff::Timestamp::from_millisecond(self.created_at as i64) {
            record.set_tag("Date", &date.strftime("%Y.%m.%d").to_string());
        }
        if self.config.time_control != TimeControl::Unlimited {
            record.set_tag("Clock", &self.config.time_control.to_string());
        }
        record.text()
    }
}
