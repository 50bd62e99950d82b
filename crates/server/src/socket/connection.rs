//! One WebSocket connection.

use super::budget::{ReadBudget, Verdict};
use super::client_message::ClientMessage;
use super::lobby_subscription::LobbySubscription;
use super::outbox::{Outbox, Outgoing};
use super::{ClosingCode, Protocol, ServerMessage};
use crate::app::App;
use crate::error::{self, ApiError};
use crate::game::{Caller, Games, LagMeter, Watcher, check_command_id};
use crate::http::auth::{ClientAddress, authenticate, has_api_token, language};
use crate::http::{QueryParams, ReadPace, RequestId};
use crate::identity::{Identities, IdentityChange};
use crate::limits::{ConnectionGuard, Limits};
use crate::lobby::{LobbyFeed, LobbyVersion};
use crate::log::log_throttled;
use crate::metrics::{DropReason, Metrics};
use crate::store::TokenDigest;
use axum::Extension;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRef, State};
use axum::http::header::HeaderMap;
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use sanban_core::messages::LANGUAGES;
use serde::Deserialize;
use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The largest message from a client, in bytes.
const MAX_MESSAGE_SIZE: usize = 8 * 1024;
/// The read and write buffers of a connection, in bytes. There are many connections, and they send little.
const BUFFER_SIZE: usize = 4 * 1024;
/// How many bytes can wait to be written to a connection: the largest message, and answers to the client's pings. If
/// there is no room for an answer, only the latest ping is answered.
const MAX_WRITE_BUFFER_SIZE: usize = 1024 * 1024;
/// How long a client may be silent.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(45);
/// How often the server sends a WebSocket ping. Browsers answer it by themselves, also in background tabs.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// How long a message may take to be sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the last messages may take to be sent when a connection closes.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);
/// How many messages are read while an earlier one is handled, so that it is known when they came.
const MAX_EARLY_MESSAGES: usize = 8;
/// How many games a connection may watch at once.
const MAX_WATCHED_GAMES: usize = 64;

/// What a page asks for in the address, since it cannot set headers.
#[derive(Deserialize)]
pub struct SocketParams {
    /// The language of error messages.
    language: Option<String>,
    #[serde(default)]
    protocol: Protocol,
}

/// The parts of the server that a connection uses.
#[derive(Clone)]
pub struct SocketContext {
    games: Games,
    lobby: LobbyFeed,
    identities: Identities,
    limits: Arc<Limits>,
    metrics: Arc<Metrics>,
    shutdown: CancellationToken,
    sockets: TaskTracker,
}

impl FromRef<App> for SocketContext {
    fn from_ref(app: &App) -> SocketContext {
        SocketContext {
            games: app.games.clone(),
            lobby: app.lobby.clone(),
            identities: app.identities.clone(),
            limits: app.limits.clone(),
            metrics: app.metrics.clone(),
            shutdown: app.shutdown.0.clone(),
            sockets: app.sockets.clone(),
        }
    }
}

/// Upgrades a request to a WebSocket.
pub async fn open(
    State(context): State<SocketContext>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    QueryParams(params): QueryParams<SocketParams>,
    Extension(request_id): Extension<RequestId>,
    read_pace: Option<Extension<ReadPace>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| error::BAD_REQUEST.with(&[&rejection.body_text()]))?;
    let SocketContext { games, lobby, identities, limits, metrics, shutdown, sockets } = context;
    let Some(guard) = limits.acquire_socket(address) else {
        metrics.limited_requests.inc();
        metrics.count_drop(DropReason::TooMany);
        return Err(error::TOO_MANY_CONNECTIONS.into());
    };
    // Subscribed before the player is looked up, so that no change is missed in between.
    let identity_changes = identities.subscribe();
    let (player, token) = authenticate(&headers, address, &identities).await?;
    let chosen = LANGUAGES.into_iter().find(|language| params.language.as_deref() == Some(*language));
    let (outbox, outgoing) = Outbox::new(metrics.queued_bytes.clone());
    let connection = Connection {
        games,
        identities: identities.clone(),
        metrics,
        token,
        has_api_token: has_api_token(&headers),
        language: chosen.unwrap_or(language(&headers)),
        protocol: params.protocol,
        caller: player.as_ref().map(Caller::from),
        watched: HashSet::new(),
        lobby: LobbySubscription::new(lobby),
        outbox,
        budget: ReadBudget::new(),
        limits,
        address,
        request_id,
        lag: LagMeter::default(),
    };
    if let Some(Extension(pace)) = read_pace {
        pace.limit();
    }
    let open = sockets.token();
    Ok(upgrade
        .read_buffer_size(BUFFER_SIZE)
        .write_buffer_size(BUFFER_SIZE)
        .max_write_buffer_size(MAX_WRITE_BUFFER_SIZE)
        .max_message_size(MAX_MESSAGE_SIZE)
        .max_frame_size(MAX_MESSAGE_SIZE)
        .on_upgrade(async move |socket| {
            connection.run(socket, outgoing, identity_changes, shutdown, guard).await;
            drop(open);
        }))
}

/// Reads the messages of a client, and notes when each of them came. `None` is the end.
struct Incoming {
    stream: SplitStream<WebSocket>,
    early: VecDeque<(Instant, Option<Result<Message, axum::Error>>)>,
}

impl Incoming {
    async fn next(&mut self) -> (Instant, Option<Result<Message, axum::Error>>) {
        match self.early.pop_front() {
            Some(message) => message,
            None => {
                let message = self.stream.next().await;
                (Instant::now(), message)
            }
        }
    }

    /// Reads some messages early while another one is handled.
    async fn read_during(&mut self, mut handling: Pin<Box<impl Future<Output = ()>>>) {
        loop {
            let has_ended = matches!(self.early.back(), Some((_, None | Some(Err(_)))));
            tokio::select! {
                biased;
                () = &mut handling => return,
                message = self.stream.next(), if self.early.len() < MAX_EARLY_MESSAGES && !has_ended => {
                    self.early.push_back((Instant::now(), message));
                }
            }
        }
    }
}

struct Connection {
    games: Games,
    identities: Identities,
    metrics: Arc<Metrics>,
    /// The digest of the session token or the API token.
    token: Option<TokenDigest>,
    has_api_token: bool,
    language: &'static str,
    protocol: Protocol,
    caller: Option<Caller>,
    /// The ids of the games that it watches.
    watched: HashSet<String>,
    lobby: LobbySubscription,
    outbox: Outbox,
    budget: ReadBudget,
    limits: Arc<Limits>,
    address: IpAddr,
    /// The id of the request that opened the connection.
    request_id: RequestId,
    lag: LagMeter,
}

impl Connection {
    /// Serves the connection until it closes. It counts for its address until everything is sent.
    async fn run(
        mut self,
        socket: WebSocket,
        outgoing: Outgoing,
        mut identity_changes: broadcast::Receiver<IdentityChange>,
        shutdown: CancellationToken,
        _guard: ConnectionGuard,
    ) {
        let metrics = self.metrics.clone();
        metrics.connections.inc();
        let (sink, stream) = socket.split();
        let mut incoming = Incoming { stream, early: VecDeque::new() };
        let (close_with, close_frame) = oneshot::channel();
        let mut sender = tokio::spawn(send_outgoing(sink, outgoing, close_frame, self.lag.clone()));
        let mut last_received = Instant::now();
        let mut close_code = close_code::NORMAL;
        let mut drop_reason = None;
        loop {
            tokio::select! {
                message = timeout_at(last_received + SILENCE_TIMEOUT, incoming.next()) => match message {
                    Ok((_, Some(Ok(Message::Close(_))))) => break,
                    Ok((received, Some(Ok(message)))) => {
                        last_received = received;
                        let verdict = self.budget.check(message_size(&message));
                        if verdict == Verdict::Disconnect {
                            drop_reason = Some(DropReason::Flooding);
                            self.send(&ServerMessage::Closing { code: ClosingCode::Flooding });
                            close_code = close_code::POLICY;
                            break;
                        }
                        match message {
                            // On the heap, so that an idle connection takes little memory.
                            Message::Text(text) => incoming.read_during(Box::pin(self.handle(&text, verdict, received))).await,
                            Message::Binary(_) => {
                                self.reject(None, None, error::BAD_REQUEST.with(&[&"messages must be text"]).into());
                            }
                            Message::Pong(payload) => self.lag.pong(&payload, last_received),
                            _ => {}
                        }
                    }
                    Err(_) => {
                        drop_reason = Some(DropReason::Silent);
                        break;
                    }
                    // The client has broken the protocol or sent too large a message, or its connection broke.
                    Ok((_, Some(Err(_)))) => {
                        drop_reason = Some(DropReason::Broken);
                        break;
                    }
                    Ok((_, None)) => break,
                },
                version = self.lobby.next() => self.send_lobby(&version),
                // After missed changes, this connection may be concerned.
                change = identity_changes.recv() => if change.is_err() || change.is_ok_and(|change| self.concerns_this_connection(&change)) {
                    self.send(&ServerMessage::Closing { code: ClosingCode::IdentityChanged });
                    break;
                },
                () = shutdown.cancelled() => {
                    self.send(&ServerMessage::Closing { code: ClosingCode::Restarting });
                    break;
                }
                // The client reads too slowly, or has to catch up on a new connection.
                () = self.outbox.closed() => {
                    drop_reason = Some(DropReason::Slow);
                    break;
                }
                sent = &mut sender => {
                    drop_reason = matches!(sent, Ok(SendEnd::TimedOut)).then_some(DropReason::Slow);
                    break;
                }
            }
        }
        if let Some(reason) = drop_reason {
            self.record_drop(reason);
        }
        for game in &self.watched {
            self.games.unwatch(game, self.outbox.id).await;
        }
        // The client may have gone.
        let _ = close_with.send(close_code);
        // Dropping the outbox lets the sender finish what is queued.
        drop(self);
        if !sender.is_finished() {
            let _ = timeout(FLUSH_TIMEOUT, &mut sender).await;
            sender.abort();
        }
        metrics.connections.dec();
    }

    fn record_drop(&self, reason: DropReason) {
        self.metrics.count_drop(reason);
        let (request, address) = (&self.request_id, self.address);
        if matches!(reason, DropReason::Flooding) {
            log_throttled!(warn, %request, %address, "dropped a connection for flooding");
        } else {
            tracing::debug!(%request, %address, ?reason, "dropped a connection");
        }
    }

    async fn handle(&mut self, text: &str, verdict: Verdict, received: Instant) {
        // What the connections of one address send together is limited, too.
        if verdict == Verdict::Reject || self.limits.check_message(self.address).is_err() {
            let ids = MessageIds::find(text);
            return self.reject(ids.id.as_deref(), ids.game.as_deref(), error::TOO_MANY_REQUESTS.into());
        }
        if let Some(caller) = &self.caller {
            self.identities.note_address(&caller.id, self.address);
        }
        match serde_json::from_str(text) {
            Ok(ClientMessage::Ping) => self.send(&ServerMessage::Pong),
            Ok(ClientMessage::Lobby { on: false }) => self.lobby.stop(),
            Ok(ClientMessage::Lobby { on: true }) => {
                if let Some(version) = self.lobby.start() {
                    self.outbox.send(version.full.clone());
                }
            }
            Ok(ClientMessage::Watch { game, have }) => self.watch(game, have).await,
            Ok(ClientMessage::Unwatch { game }) => {
                self.watched.remove(&game);
                self.games.unwatch(&game, self.outbox.id).await;
            }
            Ok(ClientMessage::Command { game, id, command }) => {
                let result = match (&self.caller, check_command_id(&id)) {
                    (_, Err(error)) => Err(error),
                    (None, _) => Err(error::NO_PLAYER.into()),
                    (Some(caller), Ok(())) => self.games.command(&game, caller, &id, &command, received).await,
                };
                match result {
                    Ok(number) => self.send(&ServerMessage::Done { id: &id, number }),
                    Err(error) => self.reject(Some(&id), Some(&game), error),
                }
            }
            Ok(ClientMessage::Say { game, message }) => {
                let result = match &self.caller {
                    None => Err(error::NO_PLAYER.into()),
                    Some(caller) => self.games.say(&game, &caller.id, message).await,
                };
                if let Err(error) = result {
                    self.reject(None, Some(&game), error);
                }
            }
            Err(error) => {
                let ids = MessageIds::find(text);
                let error = error::BAD_REQUEST.with(&[&error.to_string()]).into();
                self.reject(ids.id.as_deref(), ids.game.as_deref(), error);
            }
        }
    }

    async fn watch(&mut self, game: String, have: u32) {
        if self.watched.len() >= MAX_WATCHED_GAMES && !self.watched.contains(&game) {
            return self.reject(None, Some(&game), error::TOO_MANY_REQUESTS.into());
        }
        let player = self.caller.as_ref().map(|caller| caller.id.clone());
        let watcher = Watcher::local(self.outbox.clone(), player, self.protocol, self.lag.clone());
        match self.games.watch(&game, &watcher, have).await {
            Ok(()) => {
                self.watched.insert(game);
            }
            Err(error) => {
                // The owner may have added it all the same.
                self.games.unwatch(&game, self.outbox.id).await;
                self.reject(None, Some(&game), error);
            }
        }
    }

    /// Sends a new version of the lobby: as changes, if the client knows the version before.
    fn send_lobby(&mut self, version: &LobbyVersion) {
        let knows_last = self.lobby.sent + 1 == version.number;
        self.lobby.sent = version.number;
        match &version.changes {
            _ if self.protocol == Protocol::V1 || !knows_last => {
                self.outbox.send(version.full.clone());
            }
            Some(changes) => {
                self.outbox.send(changes.clone());
            }
            None => {}
        }
    }

    /// Whether a change is about this connection's player or session.
    fn concerns_this_connection(&self, change: &IdentityChange) -> bool {
        match change {
            IdentityChange::Player { id } => self.caller.as_ref().is_some_and(|caller| caller.id == *id),
            IdentityChange::Session { token } => self.token.as_ref() == Some(token),
            // Programs with API tokens stay connected.
            IdentityChange::Sessions { player, except } => {
                let is_player = self.caller.as_ref().is_some_and(|caller| caller.id == *player);
                is_player && !self.has_api_token && self.token != *except
            }
            // Anonymous connections have nothing to lose.
            IdentityChange::Missed => self.caller.is_some(),
        }
    }

    fn reject(&self, id: Option<&str>, game: Option<&str>, error: ApiError) {
        let sentence = error.sentence(self.language);
        self.send(&ServerMessage::Rejected { id, game, code: error.code(), sentence });
    }

    fn send(&self, message: &ServerMessage<'_>) {
        // A client that is too slow is dropped after the next message.
        self.outbox.send(message.to_json());
    }
}

/// The ids in a message that was rejected, so that its sender knows which one it was.
#[derive(Default, Deserialize)]
struct MessageIds {
    id: Option<String>,
    game: Option<String>,
}

impl MessageIds {
    fn find(text: &str) -> MessageIds {
        let MessageIds { id, game } = serde_json::from_str(text).unwrap_or_default();
        let fits = |id: &String| check_command_id(id).is_ok();
        MessageIds { id: id.filter(fits), game: game.filter(fits) }
    }
}

/// The number of bytes in a message, without its header.
fn message_size(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

/// Why no more messages are sent over a connection.
enum SendEnd {
    /// Everything is sent, or the client has gone.
    Closed,
    /// The client takes too long to read.
    TimedOut,
}

/// Sends queued messages and pings until the outbox is dropped or the client takes too long. Closes with a code then.
async fn send_outgoing(
    mut sink: SplitSink<WebSocket, Message>,
    mut outgoing: Outgoing,
    close_code: oneshot::Receiver<u16>,
    lag: LagMeter,
) -> SendEnd {
    let mut pings = tokio::time::interval(PING_INTERVAL);
    loop {
        let message = tokio::select! {
            text = outgoing.next() => match text {
                Some(text) => Message::text(text.to_string()),
                None => break,
            },
            _ = pings.tick() => Message::Ping(lag.ping(Instant::now()).into()),
        };
        match timeout(SEND_TIMEOUT, sink.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return SendEnd::Closed,
            Err(_) => return SendEnd::TimedOut,
        }
    }
    let code = close_code.await.unwrap_or(close_code::NORMAL);
    let close = async {
        // The client may have gone already.
        let _ = sink.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await;
        let _ = sink.close().await;
    };
    let _ = timeout(SEND_TIMEOUT, close).await;
    SendEnd::Closed
}
