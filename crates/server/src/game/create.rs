//! Creating games.

use super::{
    CommandKey, Event, GameConfig, Games, Pairing, PlayerRef, TimeControl, check_command_id, content_digest,
    parse_computer_player, validate,
};
use crate::error::{self, ApiError};
use crate::game::view::SummaryView;
use crate::secret;
use crate::store::Player;
use sanban_core::Seat;
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game to create.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game; `sanban games` lists them.
    pub game: String,
    /// What differs from the official rules.
    #[serde(default)]
    pub rules: String,
    /// The start position, if it isn't the game's own.
    #[serde(default)]
    pub position: Option<String>,
    /// `anyone`, `link`, or a computer player.
    #[serde(default = "anyone")]
    pub opponent: String,
    /// Your seat.
    #[serde(default)]
    pub seat: SeatChoice,
    /// The time control: `5m+3s`, `3d`, or nothing.
    #[serde(default)]
    pub pace: String,
    #[serde(default)]
    pub pie: bool,
    #[serde(default)]
    pub rated: bool,
    /// An idempotency key: however often a request with it arrives, it creates one game.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    pub id: Option<String>,
}

fn anyone() -> String {
    "anyone".into()
}

/// Which seat a player wants.
#[derive(Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatChoice {
    First,
    Second,
    #[default]
    Toss,
}

impl Games {
    /// Creates a game for a player.
    pub async fn create(&self, player: &Player, new: NewGame) -> Result<SummaryView, ApiError> {
        let _turn = self.creation_turn(&player.id).await?;
        let command = new.id.as_ref().map(|key| CommandKey {
            player: player.id.clone(),
            id: creation_key(key),
            digest: Some(content_digest(&new)),
        });
        if let (Some(id), Some(command)) = (&new.id, &command) {
            check_command_id(id)?;
            if let Some(game) = self.find_entered(command).await? {
                return self.summary(&game, &player.id).await;
            }
        }
        let (config, seat, computer) = new.validate()?;
        check_ratable(&config, player, computer.is_some())?;
        self.check_game_limits(&player.id, computer.is_some()).await?;
        let _seek_turn = match config.open {
            true => Some(self.seek_turn(&player.id).await?),
            false => None,
        };
        let person = PlayerRef::Person(player.id.clone());
        let mut events = vec![Event::Created(config.into()), Event::SeatTaken { seat, player: person }];
        if let Some(spec) = computer {
            events.push(Event::SeatTaken { seat: seat.other(), player: PlayerRef::Computer(spec) });
        }
        let game = self.insert(events, command).await?;
        self.summary(&game, &player.id).await
    }
}

impl From<Pairing> for NewGame {
    fn from(Pairing { game, pace, rated, id }: Pairing) -> NewGame {
        let (rules, position, opponent, seat, pie) = (String::new(), None, anyone(), SeatChoice::Toss, false);
        NewGame { game, rules, position, opponent, seat, pace, pie, rated, id }
    }
}

impl NewGame {
    /// The configuration, the creator's seat, and the spec of the computer player.
    pub(super) fn validate(self) -> Result<(GameConfig, Seat, Option<String>), ApiError> {
        let Some(info) = registry::find(&self.game).ok().filter(|info| !info.draft) else {
            return Err(unknown_game(&self.game));
        };
        let is_open = self.opponent == "anyone";
        let computer = match self.opponent.as_str() {
            "anyone" | "link" => None,
            spec => Some(parse_computer_player(spec, info).map(|_| spec.to_string())?),
        };
        let time_control = TimeControl::parse(&self.pace);
        let config = validate(GameConfig {
            game: self.game,
            rules: self.rules,
            position: self.position,
            time_control: time_control.ok_or_else(|| error::BAD_PACE.with(&[&self.pace]))?,
            pie: self.pie,
            rated: self.rated,
            open: is_open,
            seed: secret::seed(),
        })?;
        let seat = match self.seat {
            SeatChoice::First => Seat::FIRST,
            SeatChoice::Second => Seat::SECOND,
            SeatChoice::Toss => Seat((config.seed % 2) as u8),
        };
        Ok((config, seat, computer))
    }
}

/// Rejects rated games that cannot be rated.
pub(super) fn check_ratable(config: &GameConfig, player: &Player, has_computer: bool) -> Result<(), ApiError> {
    if !config.rated {
        return Ok(());
    }
    if has_computer {
        return Err(error::RATED_NEEDS_PERSON.into());
    }
    if player.name.is_none() {
        return Err(error::RATED_NEEDS_ACCOUNT.into());
    }
    if config.position.is_some() {
        return Err(error::RATED_NEEDS_START.into());
    }
    if !config.time_control.is_ratable() {
        return Err(error::RATED_NEEDS_TIME.into());
    }
    Ok(())
}

/// The rejection of a game that isn't offered.
pub fn unknown_game(name: &str) -> ApiError {
    let games: Vec<&str> = registry::offered().map(|info| info.id).collect();
    sanban_core::rejection::common::UNKNOWN_GAME.with(&[&name, &games.join(", ")]).into()
}

/// How the log names the command that created a game. Commands in the game may have the same ids.
fn creation_key(key: &str) -> String {
    format!("set up {key}")
}
