//! Games as the protocol shows them; see `docs/protocol.md`. A change here changes the protocol, not the store.

use super::event::{optional_seat_number, seat_number};
use super::{
    Event, GameConfig, GameResult, GameState, GameSummary, LogEntry, Phase, PlayerRef, SeatSummary, TimeControl,
};
use crate::rating::RatingStep;
use sanban_core::Seat;
use sanban_core::pie_rule::PieRule;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What lists show of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SummaryView {
    pub id: String,
    pub game: String,
    pub rules: String,
    /// Whether the game starts from a position that was set up.
    pub set_up: bool,
    /// That position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    pub state: Phase,
    /// The time control.
    #[schema(value_type = String)]
    pub pace: TimeControl,
    pub pie: bool,
    pub rated: bool,
    /// Whether the lobby lists it while it waits.
    pub open: bool,
    pub seats: [Option<SeatView>; 2],
    pub turns: usize,
    #[serde(with = "seat_number")]
    #[schema(value_type = u8)]
    pub to_move: Seat,
    pub begun: u64,
    pub changed: u64,
    #[schema(required)]
    pub result: Option<GameResult>,
    #[schema(required)]
    pub reason: Option<String>,
    /// The seat of the player who asks.
    #[serde(with = "optional_seat_number")]
    #[schema(value_type = Option<u8>, required)]
    pub yours: Option<Seat>,
}

impl SummaryView {
    pub fn new(summary: GameSummary, yours: Option<Seat>) -> SummaryView {
        SummaryView {
            id: summary.id,
            game: summary.game,
            rules: summary.rules,
            set_up: summary.is_set_up,
            position: summary.position,
            state: summary.phase,
            pace: summary.time_control,
            pie: summary.pie,
            rated: summary.rated,
            open: summary.open,
            seats: summary.seats.map(|seat| seat.map(SeatView::from)),
            turns: summary.turns,
            to_move: summary.to_move,
            begun: summary.created_at,
            changed: summary.changed_at,
            result: summary.result,
            reason: summary.reason,
            yours,
        }
    }

    /// Whether two summaries differ in more than what every move changes: the number of turns, the player to move and
    /// the time of the last change.
    pub fn differs_beyond_moves(&self, other: &SummaryView) -> bool {
        let SummaryView { turns, to_move, changed, .. } = *other;
        SummaryView { turns, to_move, changed, ..self.clone() } != *other
    }
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeatView {
    /// The account's name; guests have none.
    #[schema(required)]
    pub name: Option<String>,
    pub account: bool,
    /// The spec of a computer player.
    #[schema(required)]
    pub computer: Option<String>,
    /// The rating in this game.
    #[schema(required)]
    pub rating: Option<u32>,
    /// The generated name of a guest.
    #[schema(required)]
    pub guest: Option<String>,
    /// Whether a program plays for the account.
    pub bot: bool,
}

impl From<SeatSummary> for SeatView {
    fn from(seat: SeatSummary) -> SeatView {
        let SeatSummary { name, account, computer, rating, guest, bot } = seat;
        SeatView { name, account, computer, rating, guest, bot }
    }
}

/// The full state of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StateView {
    /// The number of the last update.
    pub number: u32,
    pub position: String,
    pub moves: Vec<String>,
    #[serde(flatten)]
    pub status: StatusView,
}

/// The state of a game without its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusView {
    #[serde(with = "seat_number")]
    #[schema(value_type = u8)]
    pub to_move: Seat,
    pub pie: PieView,
    #[schema(required)]
    pub clock: Option<ClockView>,
    /// The seat that offers a draw.
    #[serde(with = "optional_seat_number")]
    #[schema(value_type = Option<u8>, required)]
    pub draw: Option<Seat>,
    /// The seat that asks for a takeback.
    #[serde(with = "optional_seat_number")]
    #[schema(value_type = Option<u8>, required)]
    pub takeback: Option<Seat>,
    /// The seat that asks for a rematch.
    #[serde(with = "optional_seat_number")]
    #[schema(value_type = Option<u8>, required)]
    pub rematch: Option<Seat>,
    /// The id of the rematch.
    #[schema(required)]
    pub next: Option<String>,
    /// Which players are connected.
    pub present: [bool; 2],
    /// The seat that may claim the game.
    #[serde(with = "optional_seat_number")]
    #[schema(value_type = Option<u8>, required)]
    pub claim: Option<Seat>,
    #[schema(required)]
    pub result: Option<GameResult>,
    #[schema(required)]
    pub reason: Option<String>,
    /// How the game changed the ratings of the two seats.
    #[schema(required)]
    pub ratings: Option<[RatingStep; 2]>,
}

impl StatusView {
    /// The fields that differ from an earlier status, and those that change by themselves: who is to move, the
    /// clocks and the claim.
    pub fn changes_since(&self, earlier: &StatusView) -> serde_json::Map<String, serde_json::Value> {
        let fields = |status: &StatusView| match serde_json::to_value(status) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => unreachable!("a status is an object"),
        };
        let before = fields(earlier);
        let mut changes = fields(self);
        // A claim lapses by itself, so a client may know one that was never announced.
        let changes_by_itself =
            |name: &str| name == "toMove" || self.clock.is_some() && ["clock", "claim"].contains(&name);
        changes.retain(|name, value| changes_by_itself(name) || before.get(name) != Some(value));
        changes
    }
}

/// The pie rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieView {
    /// Not in use.
    Off,
    /// The choice is still to come.
    On,
    /// The player to move has to choose.
    #[serde(rename = "asked")]
    MustChoose,
    /// The sides were swapped.
    #[serde(rename = "changed")]
    Swapped,
    /// The sides were kept.
    #[serde(rename = "left")]
    Kept,
}

/// The clocks, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClockView {
    /// What is left when this is sent.
    pub left: [u64; 2],
    /// The seat whose time runs.
    #[serde(with = "optional_seat_number")]
    #[schema(value_type = Option<u8>, required)]
    pub running: Option<Seat>,
}

/// An event with the state after it. Of several, only the last has a state.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Update {
    pub number: u32,
    pub at: u64,
    pub event: EventView,
    #[schema(required)]
    pub state: Option<StateView>,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventView {
    /// The game was created.
    Created(Box<ConfigView>),
    /// Somebody took a seat.
    #[serde(rename = "sat")]
    SeatTaken {
        seat: u8,
        player: PlayerView,
    },
    /// A move was made in `spent` milliseconds.
    Moved {
        seat: u8,
        r#move: String,
        spent: u64,
    },
    /// The second player swapped sides.
    #[serde(rename = "sides-changed")]
    SidesSwapped {
        seat: u8,
    },
    /// The second player kept the sides.
    #[serde(rename = "sides-left")]
    SidesKept {
        seat: u8,
    },
    DrawOffered {
        seat: u8,
    },
    DrawDeclined {
        seat: u8,
    },
    #[serde(rename = "takeback-asked")]
    TakebackRequested {
        seat: u8,
    },
    #[serde(rename = "takeback-refused")]
    TakebackDeclined {
        seat: u8,
    },
    /// Turns were taken back after `spent` milliseconds of the current one.
    TakenBack {
        turns: u32,
        spent: u64,
    },
    /// The server was down; the turn had used `spent` milliseconds.
    Interrupted {
        spent: u64,
    },
    #[serde(rename = "rematch-asked")]
    RematchRequested {
        seat: u8,
    },
    /// The rematch is this game.
    Rematch {
        game: String,
    },
    Ended {
        #[schema(required)]
        winner: Option<u8>,
        reason: String,
    },
    /// The game was cancelled before both sides had moved.
    Withdrawn {
        seat: u8,
    },
}

/// How a game was configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConfigView {
    pub game: String,
    /// What differs from the official rules.
    pub rules: String,
    /// The start position, if it was set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The time control.
    #[schema(value_type = String)]
    pub pace: TimeControl,
    /// Whether the second player may swap sides after the first turn.
    pub pie: bool,
    pub rated: bool,
    /// Whether the lobby lists it.
    pub open: bool,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerView {
    /// A person, by player id.
    Person(String),
    /// A computer player: `level:3`.
    Computer(String),
}

impl From<&Event> for EventView {
    fn from(event: &Event) -> EventView {
        match event {
            Event::Created(config) => EventView::Created(Box::new(ConfigView::from(&**config))),
            Event::SeatTaken { seat, player } => EventView::SeatTaken { seat: seat.0, player: player.into() },
            Event::Moved { seat, r#move, spent } => {
                EventView::Moved { seat: seat.0, r#move: r#move.clone(), spent: *spent }
            }
            Event::SidesSwapped { seat } => EventView::SidesSwapped { seat: seat.0 },
            Event::SidesKept { seat } => EventView::SidesKept { seat: seat.0 },
            Event::DrawOffered { seat } => EventView::DrawOffered { seat: seat.0 },
            Event::DrawDeclined { seat } => EventView::DrawDeclined { seat: seat.0 },
            Event::TakebackRequested { seat } => EventView::TakebackRequested { seat: seat.0 },
            Event::TakebackDeclined { seat } => EventView::TakebackDeclined { seat: seat.0 },
            Event::TakenBack { turns, spent } => EventView::TakenBack { turns: *turns, spent: *spent },
            Event::Interrupted { spent } => EventView::Interrupted { spent: *spent },
            Event::RematchRequested { seat } => EventView::RematchRequested { seat: seat.0 },
            Event::Rematch { game } => EventView::Rematch { game: game.clone() },
            Event::Ended { winner, reason } => {
                EventView::Ended { winner: winner.map(|seat| seat.0), reason: reason.clone() }
            }
            Event::Withdrawn { seat } => EventView::Withdrawn { seat: seat.0 },
        }
    }
}

impl From<&GameConfig> for ConfigView {
    fn from(config: &GameConfig) -> ConfigView {
        // The seed stays secret.
        let GameConfig { game, rules, position, time_control, pie, rated, open, seed: _ } = config.clone();
        ConfigView { game, rules, position, pace: time_control, pie, rated, open }
    }
}

impl From<&PlayerRef> for PlayerView {
    fn from(player: &PlayerRef) -> PlayerView {
        match player.clone() {
            PlayerRef::Person(id) => PlayerView::Person(id),
            PlayerRef::Computer(spec) => PlayerView::Computer(spec),
        }
    }
}

impl Update {
    pub fn new(entry: &LogEntry, state: Option<StateView>) -> Update {
        Update { number: entry.number, at: entry.at, event: (&entry.event).into(), state }
    }
}

impl GameState {
    /// The full state at a served time, without the ratings, which aren't in the log.
    pub fn view(&self, now: u64, present: [bool; 2], claim: Option<Seat>) -> StateView {
        StateView {
            number: self.last_event,
            position: self.session().position_text(),
            moves: self.session().played().to_vec(),
            status: self.status(now, present, claim),
        }
    }

    /// The state without the moves at a served time, and without the ratings.
    pub fn status(&self, now: u64, present: [bool; 2], claim: Option<Seat>) -> StatusView {
        let pie = match self.pie {
            _ if self.must_choose_sides() => PieView::MustChoose,
            PieRule::Off => PieView::Off,
            PieRule::Available => PieView::On,
            PieRule::Swapped => PieView::Swapped,
            PieRule::Declined => PieView::Kept,
        };
        let has_clock = self.config.time_control != TimeControl::Unlimited;
        let running = (self.is_time_charged() && !self.is_held(now)).then_some(self.to_move());
        StatusView {
            to_move: self.to_move(),
            pie,
            clock: has_clock.then(|| ClockView { left: self.time_left(now), running }),
            draw: self.draw_offer,
            takeback: self.takeback_request,
            rematch: self.rematch_request,
            next: self.next_game.clone(),
            present,
            claim,
            result: self.result(),
            reason: self.reason().map(String::from),
            ratings: None,
        }
    }
}
