//! Quick pairings: a player joins an open game on the same terms, or creates one that the next player joins.

use super::create::{NewGame, check_ratable};
use super::view::SummaryView;
use super::{
    Caller, Command, CommandKey, Event, GameConfig, GameSummary, Games, Phase, PlayerRef, check_command_id,
    content_digest,
};
use crate::error::{self, ApiError};
use crate::secret;
use crate::store::{GameQuery, GameRow, Order, Player, Terms};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::ToSchema;

/// How many waiting games on the same terms are tried.
const MAX_SEARCHED_GAMES: u32 = 500;
/// How long the creator of a live game may take to open it. Others can join meanwhile.
const MAX_OPENING_MS: u64 = 10_000;

/// A quick pairing: a game by the official rules from the start position, with a random seat.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Which game; `sanban games` lists them.
    pub game: String,
    /// The time control: `5m+3s`, `3d`, or nothing.
    #[serde(default)]
    pub pace: String,
    #[serde(default)]
    pub rated: bool,
    /// An idempotency key: however often a request with it arrives, it leads to one game.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    pub id: Option<String>,
}

impl Games {
    /// Lets a player join the game that has waited longest on these terms, or creates one. A player who already waits on
    /// these terms gets that game.
    pub async fn pair(&self, player: &Player, pairing: Pairing) -> Result<SummaryView, ApiError> {
        if let Some(key) = &pairing.id {
            check_command_id(key)?;
        }
        let digest = content_digest(&pairing);
        let key = |id| CommandKey { player: player.id.clone(), id, digest: Some(digest) };
        let command = pairing.id.as_ref().map(|id| key(format!("pair {id}")));
        let (config, seat, _) = NewGame::from(pairing).validate()?;
        check_ratable(&config, player, false)?;
        // One at a time: of two players who ask at once, the second finds the first one's game.
        let _turn = self.pairing_turn().await?;
        if let Some(command) = &command
            && let Some(game) = self.find_entered(command).await?
        {
            return self.summary(&game, &player.id).await;
        }
        let command = command.unwrap_or_else(|| key(secret::id()));
        let waiting = self.waiting_games(&config).await?;
        let is_own = |row: &&GameRow| row.people.iter().flatten().any(|id| *id == player.id);
        if let Some(own) = waiting.iter().find(is_own) {
            return self.summary(&own.summary.id, &player.id).await;
        }
        for GameRow { summary: GameSummary { id: game, .. }, .. } in &waiting {
            match self
                .command_of(game, &Caller::from(player), &command.id, &Command::Join, digest, Instant::now())
                .await
            {
                Ok(_) => return self.summary(game, &player.id).await,
                // Somebody else has joined it, or its creator has gone.
                Err(error) if [error::NO_FREE_SEAT.id, error::GAME_OVER.id].contains(&error.code()) => {}
                Err(error) => return Err(error),
            }
        }
        self.check_game_limits(&player.id, false).await?;
        let _seek_turn = self.seek_turn(&player.id).await?;
        let person = PlayerRef::Person(player.id.clone());
        let events = vec![Event::Created(config.into()), Event::SeatTaken { seat, player: person }];
        let game = self.insert(events, Some(command)).await?;
        self.summary(&game, &player.id).await
    }

    /// Open games on the terms of a configuration whose creators are there, those that have waited longest first.
    async fn waiting_games(&self, config: &GameConfig) -> Result<Vec<GameRow>, ApiError> {
        let terms = Terms {
            rules: config.rules.clone(),
            position: config.position.clone(),
            time_control: config.time_control,
            pie: config.pie,
            rated: config.rated,
        };
        let query = GameQuery {
            kind: Some(config.game.clone()),
            terms: Some(terms),
            phase: Some(Phase::Waiting),
            listed: true,
            order: Order::FirstCreated,
            limit: MAX_SEARCHED_GAMES,
            ..GameQuery::default()
        };
        let mut rows = self.stored_games(&query).await?;
        rows.retain(|row| !config.time_control.is_live() || self.is_creator_there(&row.summary));
        Ok(rows)
    }

    fn is_creator_there(&self, summary: &GameSummary) -> bool {
        self.has_connected_creator(&summary.id) || self.wall_ms() < summary.created_at + MAX_OPENING_MS
    }
}
