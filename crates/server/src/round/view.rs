//! A game as the protocol shows it.

use super::{End, Pace, Pie, Round};
use serde::Serialize;
use utoipa::ToSchema;

/// What a game has for a result that was called off.
pub const NO_RESULT: &str = "none";

/// What lists show of a game.
#[derive(Clone, Debug, Serialize, serde::Deserialize, ToSchema)]
pub struct Summary {
    pub id: String,
    pub game: String,
    pub rules: String,
    /// Whether it begins from a position that was set up.
    #[serde(default, rename = "setUp")]
    pub set_up: bool,
    /// `waiting`, `running` or `over`.
    pub state: String,
    pub pace: String,
    pub pie: bool,
    pub rated: bool,
    /// Whether it stands in the lobby while it waits.
    pub open: bool,
    pub seats: [Option<Seated>; 2],
    pub turns: usize,
    #[serde(rename = "toMove")]
    pub to_move: u8,
    pub begun: u64,
    pub changed: u64,
    /// `1-0`, `0-1`, `1/2-1/2`, or `none` for a game that was called off.
    pub result: Option<String>,
    pub reason: Option<String>,
    /// The seat of whoever asks.
    pub yours: Option<u8>,
}

/// Who sits at a seat, as others see it.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize, ToSchema)]
pub struct Seated {
    /// The name of an account; a guest has none.
    pub name: Option<String>,
    pub account: bool,
    /// The player of the computer, if it is one.
    pub computer: Option<String>,
    /// The rating in this game, if there is one.
    pub rating: Option<u32>,
}

impl Seated {
    /// A person, who has a name with an account.
    pub fn person(name: Option<String>, rating: Option<f64>) -> Seated {
        Seated { account: name.is_some(), name, computer: None, rating: rating.map(|rating| rating.round() as u32) }
    }

    /// The computer as one of its players.
    pub fn computer(spec: String) -> Seated {
        Seated { name: None, account: false, computer: Some(spec), rating: None }
    }
}

/// How a game stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    /// The number of the last update.
    pub number: u32,
    pub position: String,
    pub moves: Vec<String>,
    pub to_move: u8,
    pub pie: PieView,
    pub clock: Option<ClockView>,
    /// The seat that offers a draw.
    pub draw: Option<u8>,
    /// The seat that asks for a turn back.
    pub takeback: Option<u8>,
    /// The seat that asks for another game.
    pub rematch: Option<u8>,
    /// That game.
    pub next: Option<String>,
    /// Which players are connected.
    pub present: [bool; 2],
    /// The seat that may claim the game.
    pub claim: Option<u8>,
    pub result: Option<String>,
    pub reason: Option<String>,
}

/// The pie rule.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieView {
    /// It is not played with.
    Off,
    /// It will be asked.
    On,
    /// It is asked now.
    Asked,
    /// The sides were changed.
    Changed,
    /// They were left.
    Left,
}

/// The clocks, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// What is left, at the moment of telling.
    pub left: [u64; 2],
    /// The seat whose time runs.
    pub running: Option<u8>,
}

impl Round {
    /// The result, as it is written.
    pub fn result(&self) -> Option<&'static str> {
        self.end.as_ref().map(|end| match end {
            End::Result { winner: Some(0), .. } => "1-0",
            End::Result { winner: Some(_), .. } => "0-1",
            End::Result { winner: None, .. } => "1/2-1/2",
            End::Withdrawn => NO_RESULT,
        })
    }

    fn reason(&self) -> Option<String> {
        match &self.end {
            Some(End::Result { reason, .. }) => Some(reason.clone()),
            _ => None,
        }
    }

    /// `waiting`, `running` or `over`.
    pub fn phase(&self) -> &'static str {
        match (&self.end, self.is_full()) {
            (Some(_), _) => "over",
            (None, true) => "running",
            (None, false) => "waiting",
        }
    }

    /// What lists show of it, with who sits where.
    pub fn summary(&self, seats: [Option<Seated>; 2]) -> Summary {
        Summary {
            id: self.id.clone(),
            game: self.setup.game.clone(),
            rules: self.setup.rules.clone(),
            set_up: self.setup.position.is_some(),
            state: self.phase().to_string(),
            pace: self.setup.pace.clone(),
            pie: self.setup.pie,
            rated: self.setup.rated,
            open: self.setup.open,
            seats,
            turns: self.turns(),
            to_move: self.to_move(),
            begun: self.begun,
            changed: self.changed,
            result: self.result().map(String::from),
            reason: self.reason(),
            yours: None,
        }
    }

    /// How it stands now.
    pub fn state(&self, ticks: u64, present: [bool; 2], claim: Option<u8>) -> StateView {
        let pie = match self.pie {
            _ if self.is_asked() => PieView::Asked,
            Pie::Off => PieView::Off,
            Pie::On => PieView::On,
            Pie::Changed => PieView::Changed,
            Pie::Left => PieView::Left,
        };
        let mut left = self.left;
        let mover = usize::from(self.to_move());
        left[mover] = left[mover].saturating_sub(self.spent(ticks));
        let running = self.is_charged().then_some(self.to_move());
        StateView {
            number: self.number,
            position: self.session.position_text(),
            moves: self.session.played().to_vec(),
            to_move: self.to_move(),
            pie,
            clock: (self.pace != Pace::Free).then_some(ClockView { left, running }),
            draw: self.draw,
            takeback: self.takeback,
            rematch: self.rematch,
            next: self.next.clone(),
            present,
            claim,
            result: self.result().map(String::from),
            reason: self.reason(),
        }
    }
}
