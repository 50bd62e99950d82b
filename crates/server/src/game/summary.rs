//! Summaries: what lists show of a game.
//!
//! The serialised form of [`GameSummary`] is the stored format. The protocol's form is [`super::view::SummaryView`].

use super::event::seat_number;
use super::{GameState, LogEntry, TimeControl};
use crate::guest_name::guest_name;
use crate::store::{EventBatch, NEW_GAME_FENCE, Player, Terms};
use crate::time::Timestamp;
use sanban_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether a game waits for a player, is being played, or is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Waiting,
    Running,
    Over,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Waiting, Phase::Running, Phase::Over];

    /// The name that the protocol and the store use.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Running => "running",
            Phase::Over => "over",
        }
    }

    pub fn parse(name: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum GameResult {
    #[serde(rename = "1-0")]
    FirstWins,
    #[serde(rename = "0-1")]
    SecondWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game was cancelled.
    #[serde(rename = "none")]
    Cancelled,
}

impl GameResult {
    pub fn of(winner: Option<Seat>) -> GameResult {
        match winner {
            Some(Seat::FIRST) => GameResult::FirstWins,
            Some(_) => GameResult::SecondWins,
            None => GameResult::Draw,
        }
    }

    /// The text that the protocol, the store and records use.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Cancelled => "none",
        }
    }

    /// The first player's score; `None` for a cancelled game.
    pub fn score(self) -> Option<f64> {
        match self {
            GameResult::FirstWins => Some(1.0),
            GameResult::SecondWins => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Cancelled => None,
        }
    }
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatSummary {
    /// The account's name; guests have none.
    pub name: Option<String>,
    pub account: bool,
    /// The spec of a computer player.
    pub computer: Option<String>,
    /// The rating in this game.
    pub rating: Option<u32>,
    /// The name of a guest. It follows from the guest's id, so it isn't stored.
    #[serde(skip)]
    pub guest: Option<String>,
    /// Whether a program plays for the account. It can change, so it isn't stored here.
    #[serde(skip)]
    pub bot: bool,
}

impl SeatSummary {
    /// A person with their rating in this game.
    pub fn person(player: Player, rating: Option<f64>) -> SeatSummary {
        let (rating, bot) = (rating.map(|rating| rating.round() as u32), player.is_bot);
        let mut seat = SeatSummary { name: None, account: false, computer: None, rating, guest: None, bot };
        seat.set_name(&player.id, player.name);
        seat
    }

    pub fn computer(spec: String) -> SeatSummary {
        SeatSummary { name: None, account: false, computer: Some(spec), rating: None, guest: None, bot: false }
    }

    /// Sets the name of a person's account, or of a guest.
    pub fn set_name(&mut self, id: &str, name: Option<String>) {
        self.guest = name.is_none().then(|| guest_name(id));
        self.account = name.is_some();
        self.name = name;
    }

    /// The name that records use.
    pub fn record_name(seat: &Option<SeatSummary>) -> &str {
        match seat {
            Some(SeatSummary { computer: Some(spec), .. }) => spec,
            Some(SeatSummary { name: Some(name), .. } | SeatSummary { guest: Some(name), .. }) => name,
            _ => "?",
        }
    }
}

/// What lists show of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSummary {
    pub id: String,
    pub game: String,
    pub rules: String,
    /// Whether the game starts from a position that was set up.
    #[serde(default, rename = "setUp")]
    pub is_set_up: bool,
    /// That position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(rename = "state")]
    pub phase: Phase,
    #[serde(rename = "pace")]
    pub time_control: TimeControl,
    pub pie: bool,
    pub rated: bool,
    pub open: bool,
    pub seats: [Option<SeatSummary>; 2],
    pub turns: usize,
    #[serde(rename = "toMove", with = "seat_number")]
    pub to_move: Seat,
    #[serde(rename = "begun")]
    pub created_at: u64,
    #[serde(rename = "changed")]
    pub changed_at: u64,
    pub result: Option<GameResult>,
    pub reason: Option<String>,
}

impl GameSummary {
    /// What another player has to ask for to be paired with the one who waits.
    pub fn terms(&self) -> Terms {
        Terms {
            rules: self.rules.clone(),
            position: self.position.clone(),
            time_control: self.time_control,
            pie: self.pie,
            rated: self.rated,
        }
    }

    pub fn is_computer_to_move(&self) -> bool {
        self.seats[self.to_move.index()].as_ref().is_some_and(|seat| seat.computer.is_some())
    }
}

impl GameState {
    /// A batch of entries that lead to this state now, with the players as others see them.
    pub fn batch(&self, entries: Vec<LogEntry>, seats: [Option<SeatSummary>; 2], now: Timestamp) -> EventBatch {
        EventBatch {
            game: self.id.clone(),
            fence: NEW_GAME_FENCE,
            entries,
            summary: self.summary(seats),
            people: self.people().map(|id| id.map(String::from)),
            is_live: self.config.time_control.is_live(),
            has_computer: self.has_computer(),
            needs_actor: self.needs_actor(),
            deadline: self.wall_deadline(now),
            ratings: Vec::new(),
        }
    }

    /// Whether something happens by itself: time runs out, the creator of a live game leaves, or the computer moves.
    fn needs_actor(&self) -> bool {
        let is_live = self.config.time_control.is_live();
        match self.phase() {
            Phase::Waiting => is_live && self.config.open,
            Phase::Running => is_live || self.computer_to_move().is_some(),
            Phase::Over => false,
        }
    }

    pub fn summary(&self, seats: [Option<SeatSummary>; 2]) -> GameSummary {
        GameSummary {
            id: self.id.clone(),
            game: self.config.game.clone(),
            rules: self.config.rules.clone(),
            is_set_up: self.config.position.is_some(),
            position: self.config.position.clone(),
            phase: self.phase(),
            time_control: self.config.time_control,
            pie: self.config.pie,
            rated: self.config.rated,
            open: self.config.open,
            seats,
            turns: self.turns(),
            to_move: self.to_move(),
            created_at: self.created_at,
            changed_at: self.changed_at,
            result: self.result(),
            reason: self.reason().map(String::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_the_stored_format() {
        let old = r#"{"id":"a","game":"jinli","rules":"","setUp":false,"state":"over","pace":"5m+3s","pie":false,"rated":true,"open":true,"seats":[{"name":"Ana","account":true,"computer":null,"rating":1512},null],"turns":3,"toMove":1,"begun":1,"changed":2,"result":"1-0","reason":"time"}"#;
        let summary: GameSummary = serde_json::from_str(old).unwrap();
        assert_eq!(serde_json::to_string(&summary).unwrap(), old);
        // Older versions also stored the seat of the reader, which was always null.
        let older = old.replacen(r#""reason":"time""#, r#""reason":"time","yours":null"#, 1);
        assert_eq!(serde_json::from_str::<GameSummary>(&older).unwrap(), summary);
    }
}
