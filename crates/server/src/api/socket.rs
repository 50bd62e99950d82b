//! The WebSocket: what happens, while it happens.

use super::Shared;
use super::answer::{Answer, Params, in_language};
use super::asking::{address, language, secret_of};
use super::games::check_id;
use crate::accept::closes;
use crate::hall::{Changed, ShownLobby};
use crate::limits::Held;
use crate::outbox::{Outbox, Outgoing};
use crate::refusal::{self, Refused};
use crate::round::{Asker, Command};
use crate::secret;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::header::HeaderMap;
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use sanban_core::messages::LANGUAGES;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout, timeout_at};

/// How large a message may be, in bytes.
const LARGEST: usize = 8 * 1024;
/// How much memory a connection reads and writes through, in bytes: there are many, and they say little.
const BUFFER: usize = 4 * 1024;
/// How long a client may be silent.
const SILENCE: Duration = Duration::from_secs(45);
/// How often a client is asked whether it is there.
const ASKING: Duration = Duration::from_secs(20);
/// How long a message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// How many games a connection may watch at a time.
const WATCHED: usize = 64;
/// How many messages a connection may send a second, and at once.
const PACE: f64 = 20.0;
const BURST: f64 = 60.0;

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Said {
    Watch {
        game: String,
        #[serde(default)]
        have: u32,
    },
    Unwatch {
        game: String,
    },
    Command {
        game: String,
        id: String,
        command: Command,
    },
    Lobby {
        on: bool,
    },
    Ping,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Told<'a> {
    Done { id: &'a str, number: u32 },
    Refused { id: Option<&'a str>, game: Option<&'a str>, code: &'a str, sentence: String },
    Pong,
    Closing { code: &'a str },
}

/// What a page asks for with a connection, since it cannot set headers.
#[derive(Deserialize)]
pub struct Wishes {
    /// The language of refusals.
    language: Option<String>,
}

/// Opens one.
pub async fn open(
    State(app): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Params(wishes): Params<Wishes>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let refuse = in_language::<Refused>(&headers);
    let wrong = |rejection: axum::extract::ws::rejection::WebSocketUpgradeRejection| {
        refuse(refusal::BAD_REQUEST.with(&[&rejection.body_text()]).into())
    };
    let upgrade = upgrade.map_err(wrong)?;
    let address = address(&app, &headers, peer.ip());
    let Some(connected) = app.limits.socket(address) else {
        app.hall.metrics.limited.inc();
        return Err(refuse(refusal::TOO_MANY_CONNECTIONS.into()));
    };
    // Heard from before it is looked up who asks, so that whoever becomes somebody else meanwhile is not missed.
    let changes = app.hall.changes();
    let secret = secret_of(&headers).map(secret::digest);
    let person = match secret {
        Some(secret) => app.hall.store.by_secret(secret).await.map_err(|error| refuse(error.into()))?,
        None => None,
    };
    let wished = LANGUAGES.into_iter().find(|language| wishes.language.as_deref() == Some(*language));
    let (outbox, outgoing) = Outbox::new();
    let connection = Connection {
        secret,
        language: wished.unwrap_or(language(&headers)),
        asker: person.as_ref().map(Asker::from),
        watched: HashSet::new(),
        app,
        outbox,
        allowed: BURST,
        counted: Instant::now(),
    };
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .on_upgrade(|socket| connection.run(socket, outgoing, changes, connected)))
}

struct Connection {
    app: Shared,
    /// The digest of the secret by which it knows the player.
    secret: Option<[u8; 32]>,
    language: &'static str,
    asker: Option<Asker>,
    /// The games that it watches.
    watched: HashSet<String>,
    outbox: Outbox,
    /// How many messages it may send at once now.
    allowed: f64,
    counted: Instant,
}

impl Connection {
    /// Goes on until it is closed; it counts for its address as long as something is on its way.
    async fn run(
        mut self,
        socket: WebSocket,
        outgoing: Outgoing,
        mut changes: broadcast::Receiver<Changed>,
        _held: Held,
    ) {
        let hall = self.app.hall.clone();
        hall.metrics.connections.inc();
        let (sink, mut stream) = socket.split();
        let mut sending = tokio::spawn(send(sink, outgoing));
        let mut lobby = None;
        let mut heard = Instant::now();
        let mut closing = self.app.closing.clone();
        loop {
            let lobby_changes = async {
                match &mut lobby {
                    Some(lobby) => wait_for_change(lobby).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = timeout_at(heard + SILENCE, stream.next()) => match message {
                    Ok(Some(Ok(Message::Text(text)))) => {
                        heard = Instant::now();
                        match self.hear(&text).await {
                            Some(true) if lobby.is_none() => {
                                let mut shown = hall.lobby();
                                self.outbox.tell(shown.borrow_and_update().told.clone());
                                lobby = Some(shown);
                            }
                            Some(false) => lobby = None,
                            _ => {}
                        }
                    }
                    Ok(Some(Ok(Message::Binary(_)))) if self.is_allowed() => {
                        self.refuse(None, None, refusal::BAD_REQUEST.with(&[&"messages are texts"]).into());
                    }
                    Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => heard = Instant::now(),
                    // It was closed, is broken, says too much, or is silent.
                    _ => break,
                },
                Some(told) = lobby_changes => {
                    self.outbox.tell(told);
                }
                // One that has missed some may be meant.
                changed = changes.recv() => if changed.is_err() || changed.is_ok_and(|changed| self.is_meant(&changed)) {
                    self.tell(&Told::Closing { code: "changed" });
                    break;
                },
                () = closes(&mut closing) => {
                    self.tell(&Told::Closing { code: "restarting" });
                    break;
                }
                // The reader is gone or too slow.
                _ = &mut sending => break,
            }
            if self.outbox.is_slow() {
                self.app.hall.metrics.slow.inc();
                break;
            }
        }
        for game in &self.watched {
            self.app.hall.unwatch(game, self.outbox.id).await;
        }
        // What is on its way may arrive.
        drop(self);
        if !sending.is_finished() {
            let _ = timeout(Duration::from_secs(1), &mut sending).await;
            sending.abort();
        }
        hall.metrics.connections.dec();
    }

    /// Does what a message says. Whether the lobby is wanted, if that is what it says.
    async fn hear(&mut self, text: &str) -> Option<bool> {
        if !self.is_allowed() {
            let Named { id, game } = named_in(text);
            self.refuse(id.as_deref(), game.as_deref(), refusal::TOO_MANY_REQUESTS.into());
            return None;
        }
        let said: Said = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => {
                let Named { id, game } = named_in(text);
                self.refuse(id.as_deref(), game.as_deref(), refusal::BAD_REQUEST.with(&[&error.to_string()]).into());
                return None;
            }
        };
        match said {
            Said::Ping => self.tell(&Told::Pong),
            Said::Lobby { on } => return Some(on),
            Said::Watch { game, have } => {
                if self.watched.len() >= WATCHED && !self.watched.contains(&game) {
                    self.refuse(None, Some(&game), refusal::TOO_MANY_REQUESTS.into());
                    return None;
                }
                let player = self.asker.as_ref().map(|asker| asker.id.as_str());
                match self.app.hall.watch(&game, &self.outbox, player, have).await {
                    Ok(()) => {
                        self.watched.insert(game);
                    }
                    Err(refused) => self.refuse(None, Some(&game), refused),
                }
            }
            Said::Unwatch { game } => {
                self.watched.remove(&game);
                self.app.hall.unwatch(&game, self.outbox.id).await;
            }
            Said::Command { game, id, command } => {
                let done = match (&self.asker, check_id(&id)) {
                    (_, Err(refused)) => Err(refused),
                    (None, _) => Err(refusal::NO_PLAYER.into()),
                    (Some(asker), Ok(())) => self.app.hall.command(&game, asker, &id, &command).await,
                };
                match done {
                    Ok(number) => self.tell(&Told::Done { id: &id, number }),
                    Err(refused) => self.refuse(Some(&id), Some(&game), refused),
                }
            }
        }
        None
    }

    /// Whether it is its player or its secret that has changed.
    fn is_meant(&self, changed: &Changed) -> bool {
        match changed {
            Changed::Player(id) => self.asker.as_ref().is_some_and(|asker| asker.id == *id),
            Changed::Secret(digest) => self.secret.as_ref() == Some(digest),
        }
    }

    /// Whether one more message is not too much.
    fn is_allowed(&mut self) -> bool {
        let now = Instant::now();
        let more = (now - self.counted).as_secs_f64() * PACE;
        self.counted = now;
        self.allowed = (self.allowed + more).min(BURST) - 1.0;
        let enough = self.allowed >= 0.0;
        self.allowed = self.allowed.max(0.0);
        enough
    }

    fn refuse(&self, id: Option<&str>, game: Option<&str>, refused: Refused) {
        self.tell(&Told::Refused { id, game, code: refused.code(), sentence: refused.sentence(self.language) });
    }

    fn tell(&self, told: &Told<'_>) {
        let text = serde_json::to_string(told).expect("it can be written as JSON");
        // Who is too slow is dropped by whoever looks next.
        self.outbox.tell(text.into());
    }
}

/// What is named in a message that could not be carried out, so that its sender knows which one it was.
#[derive(Default, Deserialize)]
struct Named {
    id: Option<String>,
    game: Option<String>,
}

fn named_in(text: &str) -> Named {
    let Named { id, game } = serde_json::from_str(text).unwrap_or_default();
    let fits = |text: &String| check_id(text).is_ok();
    Named { id: id.filter(fits), game: game.filter(fits) }
}

async fn wait_for_change(lobby: &mut tokio::sync::watch::Receiver<Arc<ShownLobby>>) -> Option<Arc<str>> {
    lobby.changed().await.ok()?;
    Some(lobby.borrow_and_update().told.clone())
}

/// Sends what waits for a connection, until there will be nothing more or it takes too long. Now and then it asks whether anybody is
/// there: browsers answer that by themselves, also for pages that nobody looks at.
async fn send(mut sink: SplitSink<WebSocket, Message>, mut outgoing: Outgoing) {
    let mut asking = tokio::time::interval(ASKING);
    loop {
        let message = tokio::select! {
            text = outgoing.next() => match text {
                Some(text) => Message::text(text.to_string()),
                None => break,
            },
            _ = asking.tick() => Message::Ping(Default::default()),
        };
        if !matches!(timeout(SENDING, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    // Whoever is gone need not be told.
    let _ = timeout(SENDING, sink.close()).await;
}
