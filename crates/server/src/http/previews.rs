//! Previews of links: what other sites and messengers show of a link to a page, in the manner of
//! [Open Graph](https://ogp.me), with a picture of the board.

use super::assets;
use super::auth::language;
use super::response::PathParam;
use crate::error::{self, ApiError, MESSAGES};
use crate::game::view::{SeatView, SummaryView};
use crate::game::{GameResult, Games, Phase};
use crate::settings::Settings;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};
use sanban_core::messages::say;
use sanban_core::player::computer_name;
use sanban_core::svg::{SvgOptions, Theme, escaped, svg};
use sanban_core::{GameInfo, Rules, Seat};
use sanban_games::registry;
use sanban_pictures::{PREVIEW_SIZE, render_preview};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How many pictures are kept.
const MAX_PICTURES: usize = 64;
/// How long others may keep a picture that stays the same, in seconds.
const FINAL_SECONDS: u32 = 86_400;
/// How long others may keep a picture of a game that goes on, in seconds.
const RUNNING_SECONDS: u32 = 60;

/// What a link shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    title: String,
    description: String,
    /// The path of the picture.
    picture: String,
    /// The game whose start the page may show until it has loaded.
    start_board: Option<&'static str>,
}

impl Preview {
    /// The preview of a path. A game's name after the page's name makes it a preview of that game.
    pub fn of_path(path: &str, language: &str) -> Preview {
        let game = path.split('/').filter(|part| !part.is_empty()).nth(1);
        match registry::offered().find(|info| Some(info.id) == game) {
            Some(info) => Preview::of_game(info, language),
            None => Preview {
                title: say(&[MESSAGES], language, "preview-home", &[]),
                description: say(&[MESSAGES], language, "preview-home-description", &[]),
                picture: "/previews/home.png".into(),
                start_board: None,
            },
        }
    }

    fn of_game(info: &GameInfo, language: &str) -> Preview {
        Preview {
            title: format!("{} · Sanban", info.name),
            description: say(&[info.messages], language, "summary", &[]),
            picture: format!("/previews/{}.png", info.id),
            start_board: None,
        }
    }

    /// The preview of a game between people. A game by a link shows its players and its board only when it is over.
    fn of_online_game(summary: &SummaryView, language: &str) -> Preview {
        let Ok(info) = registry::find(&summary.game) else { return Preview::of_path("/", language) };
        let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages, MESSAGES], language, key, args);
        let has_usual_start = summary.rules.is_empty() && summary.position.is_none();
        let start_board = has_usual_start.then_some(info.id);
        if is_private(summary) {
            let key = if summary.state == Phase::Waiting { "preview-invitation" } else { "preview-private" };
            return Preview { description: say(key, &[]), start_board, ..Preview::of_game(info, language) };
        }
        let name = |seat: &Option<SeatView>| match seat {
            None => say("preview-nobody", &[]),
            Some(SeatView { computer: Some(spec), .. }) => computer_name(info, spec, language),
            Some(SeatView { name: Some(name), .. } | SeatView { guest: Some(name), .. }) => name.clone(),
            Some(_) => say("preview-guest", &[]),
        };
        let side = |seat: Seat| say(info.players[seat.index()], &[]);
        let turns = summary.turns.to_string();
        let [first, second] = summary.seats.each_ref().map(name);
        Preview {
            title: say("preview-players", &[("game", info.name), ("first", &first), ("second", &second)]),
            description: match (summary.state, summary.result) {
                (Phase::Waiting, _) => say("preview-waiting", &[]),
                (Phase::Running, _) => say("preview-running", &[("player", &side(summary.to_move)), ("turns", &turns)]),
                (_, Some(GameResult::FirstWins)) => {
                    say("preview-won", &[("name", &first), ("player", &side(Seat::FIRST))])
                }
                (_, Some(GameResult::SecondWins)) => {
                    say("preview-won", &[("name", &second), ("player", &side(Seat::SECOND))])
                }
                (_, Some(GameResult::Draw)) => say("preview-drawn", &[]),
                (_, Some(GameResult::Cancelled) | None) => say("preview-cancelled", &[]),
            },
            picture: format!("/previews/game/{}.png", summary.id),
            start_board,
        }
    }

    /// The elements of the document's head that tell other sites and the page itself about it.
    pub fn tags(&self, origin: &str) -> String {
        let [width, height] = PREVIEW_SIZE.map(|side| side.to_string());
        let picture = format!("{origin}{}", self.picture);
        let properties: [(&str, &str); 8] = [
            ("og:site_name", "Sanban"),
            ("og:type", "website"),
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:image", &picture),
            ("og:image:width", &width),
            ("og:image:height", &height),
            ("twitter:card", "summary_large_image"),
        ];
        let tag =
            |(name, value): (&str, &str)| format!("\n    <meta property=\"{name}\" content=\"{}\">", escaped(value));
        let start_board = self.start_board.map(|game| format!("\n    <meta name=\"sanban-game\" content=\"{game}\">"));
        properties.into_iter().map(tag).chain(start_board).collect()
    }
}

/// Whether only people with the link know the game.
fn is_private(summary: &SummaryView) -> bool {
    !summary.open && summary.state != Phase::Over
}

/// Where the client reaches the server, such as `https://example.org`; empty if the client doesn't say.
pub fn origin(settings: &Settings, headers: &HeaderMap) -> String {
    let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(String::from);
    let is_host = |host: &String| host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]_".contains(c));
    let Some(host) = headers.get(HOST).and_then(text).filter(is_host) else { return String::new() };
    let is_forwarded = settings.proxy && headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    format!("{}://{host}", if settings.secure || is_forwarded { "https" } else { "http" })
}

/// The document at the address of an online game.
pub async fn game_document(
    State(settings): State<Arc<Settings>>,
    State(games): State<Games>,
    PathParam(id): PathParam,
    request: Request<Body>,
) -> Response {
    let preview = match games.snapshot(&id, None, u32::MAX).await {
        Ok(snapshot) => Preview::of_online_game(&snapshot.summary, language(request.headers())),
        // The page says why there is no game.
        Err(_) => Preview::of_path("/", language(request.headers())),
    };
    assets::respond_with_document(&settings, &request, &preview)
}

/// The picture of a game, or of all games.
pub async fn game_picture(PathParam(name): PathParam) -> Result<impl IntoResponse, ApiError> {
    let example = |info: &'static GameInfo| Some(info.example_position).filter(|position| !position.is_empty());
    let name = name.strip_suffix(".png").unwrap_or_default();
    let shown = registry::offered().filter(|info| name == "home" || name == info.id);
    let boards: Vec<String> = shown.filter_map(|info| draw(Rules::official(info), example(info))).collect();
    if boards.is_empty() {
        return Err(error::NO_ADDRESS.into());
    }
    Ok(picture(boards, FINAL_SECONDS).await)
}

/// The picture of an online game.
pub async fn online_game_picture(
    State(games): State<Games>,
    PathParam(name): PathParam,
) -> Result<impl IntoResponse, ApiError> {
    let id = name.strip_suffix(".png").ok_or(error::NO_ADDRESS)?;
    let snapshot = games.snapshot(id, None, u32::MAX).await?;
    let summary = &snapshot.summary;
    let info = registry::find(&summary.game).map_err(|_| error::NO_ADDRESS)?;
    let is_private = is_private(summary);
    let rules = Rules::parse(info, &summary.rules).ok().filter(|_| !is_private);
    let position = Some(snapshot.state.position.as_str()).filter(|_| !is_private);
    let board = draw(rules.unwrap_or_else(|| Rules::official(info)), position).ok_or(error::NO_ADDRESS)?;
    let is_final = summary.state == Phase::Over;
    Ok(picture(vec![board], if is_final { FINAL_SECONDS } else { RUNNING_SECONDS }).await)
}

/// Draws a position, or the start.
fn draw(rules: Rules, position: Option<&str>) -> Option<String> {
    let info = rules.info();
    let scene = registry::open(rules, position).ok()?.scene();
    let theme = Theme::named(Theme::default_name_for(&scene));
    Some(svg(info, &scene, &SvgOptions { flipped: false, coordinates: true, theme }))
}

/// Boards as a PNG picture. The last pictures are kept, and one is rendered at a time, since it takes a while.
async fn picture(boards: Vec<String>, max_age: u32) -> impl IntoResponse {
    static PICTURES: Mutex<VecDeque<(Vec<String>, Bytes)>> = Mutex::new(VecDeque::new());
    let render = move || {
        let mut pictures = PICTURES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, png)) = pictures.iter().find(|(shown, _)| *shown == boards) {
            return png.clone();
        }
        let png = Bytes::from(render_preview(&boards));
        if pictures.len() >= MAX_PICTURES {
            pictures.pop_front();
        }
        pictures.push_back((boards, png.clone()));
        png
    };
    let png = tokio::task::spawn_blocking(render).await.expect("rendering doesn't panic");
    let caching = format!("public, max-age={max_age}");
    ([(CONTENT_TYPE, "image/png".to_string()), (CACHE_CONTROL, caching)], png)
}
