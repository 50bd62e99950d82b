//! Everything that the server stores about a player, to download.

use super::accounts::Me;
use super::auth::{ClientAddress, CurrentPlayer};
use super::players::{GameRating, ratings_by_game};
use super::response::ErrorBody;
use super::tokens::TokenView;
use crate::app::Downloads;
use crate::error::{self, ApiError};
use crate::export::GamePages;
use crate::game::view::{SummaryView, Update};
use crate::limits::Limits;
use crate::store::{GameQuery, Store};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream;
use sanban_core::Seat;
use serde::Serialize;
use std::io;
use std::sync::Arc;
use utoipa::ToSchema;

/// Everything that the server stores about a player, but the hashes of passphrase and tokens.
#[derive(Serialize, ToSchema)]
pub struct PlayerData {
    pub player: Me,
    /// When the player was created.
    pub since: u64,
    /// When the sessions began.
    pub sessions: Vec<u64>,
    pub tokens: Vec<TokenView>,
    pub ratings: Vec<GameRating>,
    pub games: Vec<GameData>,
}

/// A game of a player.
#[derive(Serialize, ToSchema)]
pub struct GameData {
    pub summary: SummaryView,
    /// Everything that happened in it, without states.
    pub updates: Vec<Update>,
}

/// Everything that the server stores about the player who asks.
#[utoipa::path(get, path = "/api/me/data",
    responses((status = 200, body = PlayerData), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn download_data(
    State(store): State<Arc<dyn Store>>,
    State(Downloads(readers)): State<Downloads>,
    State(limits): State<Arc<Limits>>,
    ClientAddress(address): ClientAddress,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<impl IntoResponse, ApiError> {
    let guard = limits.acquire_download(address).ok_or(error::TOO_MANY_CONNECTIONS)?;
    let id = player.id.clone();
    let data = PlayerData {
        since: player.created_at,
        sessions: store.sessions(&id).await?,
        tokens: store.api_tokens(&id).await?.into_iter().map(TokenView::from).collect(),
        ratings: ratings_by_game(store.rating_history(&id).await?),
        player: player.into(),
        games: Vec::new(),
    };
    // The games follow one by one, since there may be many.
    let text = serde_json::to_string(&data).expect("data can be serialised");
    let start = text.strip_suffix("]}").expect("the games come last").to_string();
    let query = GameQuery { player: Some(id.clone()), limit: u32::MAX, ..GameQuery::default() };
    let state = (Some(start), GamePages::new(store, query), readers, guard);
    let chunks = stream::try_unfold(Some(state), move |state| {
        let id = id.clone();
        async move {
            let Some((start, mut games, readers, guard)) = state else { return io::Result::Ok(None) };
            let separator = start.clone().unwrap_or(",".into());
            // Held only while reading from the store, and not while the client reads.
            let permit = readers.clone().acquire_owned().await.map_err(io::Error::other)?;
            let next = games.next().await.map_err(io::Error::other)?;
            drop(permit);
            let Some((row, log)) = next else {
                let end = start.unwrap_or_default() + "]}";
                return Ok(Some((end, None)));
            };
            let plays_as = |seat: &Seat| row.people[seat.index()].as_ref() == Some(&id);
            let yours = [Seat::FIRST, Seat::SECOND].into_iter().find(plays_as);
            let updates = log.iter().map(|entry| Update::new(entry, None)).collect();
            let game = GameData { summary: SummaryView::new(row.summary, yours), updates };
            let game = serde_json::to_string(&game).map_err(io::Error::other)?;
            Ok(Some((separator + &game, Some((None, games, readers, guard)))))
        }
    });
    let headers =
        [(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, "attachment; filename=\"sanban-data.json\"")];
    Ok((headers, Body::from_stream(chunks)))
}
