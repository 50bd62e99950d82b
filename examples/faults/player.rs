//! A player's connection, and everything that the player has sent and received.

use crate::client::{Client, Socket, send};
use crate::random::Random;
use futures_util::{SinkExt, StreamExt};
use sanban_core::Session;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const RECONNECT_DELAY: Duration = Duration::from_millis(20);
/// How long a player waits for an answer before repeating a command.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a player waits before repeating a command that the server could not handle.
const REPEAT_DELAY: Duration = Duration::from_millis(100);
/// The codes of rejections after which a command is repeated.
const TRANSIENT_CODES: [&str; 7] = [
    "store-failed",
    "outcome-unknown",
    "too-busy",
    "too-many-requests",
    "store-lost",
    "store-superseded",
    "node-unreachable",
];

/// A move that a player has chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    pub text: String,
    /// When the player sent it for the first time.
    pub sent_at: Instant,
    /// The number of the update that the server acknowledged, and when.
    pub acknowledged: Option<(u64, Instant)>,
    /// The code with which the server rejected it.
    pub rejected: Option<String>,
}

/// What a player knows.
#[derive(Clone, Default)]
pub struct History {
    /// The events received, by number.
    pub events: BTreeMap<u64, Value>,
    /// The moves of each full state received, with the number of its last event.
    pub states: Vec<(u64, Vec<String>)>,
    pub moves: Vec<String>,
    /// When the player learned that so many moves were played.
    pub notified_at: Vec<Instant>,
    pub over_at: Option<Instant>,
    /// By the number of moves before it.
    pub choices: BTreeMap<usize, Choice>,
    /// How often the server answered with each transient code.
    pub transient: BTreeMap<String, u64>,
    /// What the server did that it must not do.
    pub violation: Option<String>,
    /// The number of the last update.
    pub last_number: u64,
}

impl History {
    /// Takes a message of the game.
    fn take(&mut self, message: &Value, protocol: u8) {
        match message["type"].as_str() {
            Some("watched") if protocol == 2 => {
                let state = &message["state"];
                let moves: Vec<String> = serde_json::from_value(state["moves"].clone()).unwrap_or_default();
                self.last_number = state["number"].as_u64().unwrap_or_default();
                self.states.push((self.last_number, moves.clone()));
                self.set_moves(moves);
                if !state["result"].is_null() {
                    self.over_at.get_or_insert_with(Instant::now);
                }
            }
            Some("update") => {
                let (number, event) = (message["number"].as_u64().unwrap_or_default(), &message["event"]);
                if number != self.last_number + 1 {
                    let last = self.last_number;
                    self.violation.get_or_insert(format!("update {number} came after {last}"));
                }
                self.last_number = number;
                self.events.insert(number, event.clone());
                match event["type"].as_str() {
                    Some("moved") => {
                        let mut moves = self.moves.clone();
                        moves.push(event["move"].as_str().unwrap_or_default().into());
                        self.set_moves(moves);
                    }
                    Some("ended" | "withdrawn") => _ = self.over_at.get_or_insert_with(Instant::now),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn set_moves(&mut self, moves: Vec<String>) {
        if !moves.starts_with(&self.moves) {
            let before = self.moves.join(" ");
            self.violation.get_or_insert(format!("{} is no continuation of {before}", moves.join(" ")));
        }
        self.notified_at.resize(moves.len() + 1, Instant::now());
        self.moves = moves;
    }
}

/// One side of a game.
pub struct Player {
    client: Client,
    game: String,
    protocol: u8,
    history: Mutex<History>,
    changed: Notify,
    /// The command that waits for its answer, with the move that it makes.
    pending: Mutex<Option<(usize, Value)>>,
    has_command: Notify,
}

impl Player {
    /// Version 1 of the protocol resends all that was missed; version 2 sends the state.
    pub fn new(client: Client, game: String, protocol: u8) -> Player {
        Player {
            client,
            game,
            protocol,
            history: Mutex::new(History { notified_at: vec![Instant::now()], ..History::default() }),
            changed: Notify::new(),
            pending: Mutex::default(),
            has_command: Notify::new(),
        }
    }

    pub fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stays connected until it is cancelled.
    pub async fn stay_connected(self: Arc<Player>, stop: CancellationToken) {
        let connected = async {
            loop {
                let path = format!("/api/socket?protocol={}", self.protocol);
                if let Ok(Ok(mut socket)) = timeout(CONNECT_TIMEOUT, self.client.socket_at(&path)).await {
                    // It ends when the connection breaks.
                    let _ = self.talk(&mut socket).await;
                }
                sleep(RECONNECT_DELAY).await;
            }
        };
        tokio::select! {
            () = connected => {}
            () = stop.cancelled() => {}
        }
    }

    async fn talk(&self, socket: &mut Socket) -> Result<(), crate::client::Failure> {
        self.send_watch(socket).await?;
        self.send_pending(socket).await?;
        loop {
            tokio::select! {
                message = socket.next() => match message.ok_or("the connection was closed")?? {
                    Message::Text(text) => {
                        let message: Value = serde_json::from_str(&text)?;
                        if message["type"] == "refused" && message["id"].is_null() {
                            // The game can't be watched now.
                            sleep(REPEAT_DELAY).await;
                            self.send_watch(socket).await?;
                        } else if self.receive(&message) {
                            sleep(REPEAT_DELAY).await;
                            self.send_pending(socket).await?;
                        }
                    }
                    Message::Close(_) => return Ok(()),
                    // The answer to a ping is sent with the next message, or now.
                    _ => socket.flush().await?,
                },
                () = self.has_command.notified() => self.send_pending(socket).await?,
                () = sleep(ANSWER_TIMEOUT) => self.send_pending(socket).await?,
            }
        }
    }

    async fn send_watch(&self, socket: &mut Socket) -> Result<(), crate::client::Failure> {
        let have = self.history().last_number;
        send(socket, &json!({"type": "watch", "game": self.game, "have": have})).await
    }

    async fn send_pending(&self, socket: &mut Socket) -> Result<(), crate::client::Failure> {
        let command = self.pending().as_ref().map(|(_, command)| command.clone());
        match command {
            Some(command) => send(socket, &command).await,
            None => Ok(()),
        }
    }

    fn pending(&self) -> MutexGuard<'_, Option<(usize, Value)>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a message. Returns whether to repeat the command.
    fn receive(&self, message: &Value) -> bool {
        let (mut history, mut pending) = (self.history(), self.pending());
        history.take(message, self.protocol);
        let answered = pending.as_ref().filter(|(_, command)| command["id"] == message["id"]).map(|(turn, _)| *turn);
        let mut repeats = false;
        if let Some(choice) = answered.and_then(|turn| history.choices.get_mut(&turn)) {
            let code = message["code"].as_str().unwrap_or_default();
            match message["type"].as_str() {
                Some("done") => {
                    choice.acknowledged = Some((message["number"].as_u64().unwrap_or_default(), Instant::now()));
                    *pending = None;
                }
                Some("refused") if TRANSIENT_CODES.contains(&code) => {
                    *history.transient.entry(code.into()).or_default() += 1;
                    repeats = true;
                }
                Some("refused") => {
                    choice.rejected = Some(code.into());
                    *pending = None;
                }
                _ => {}
            }
        }
        drop((history, pending));
        self.changed.notify_waiters();
        repeats
    }

    /// Waits until something is true of what the player knows.
    async fn wait_for<T>(&self, mut find: impl FnMut(&History) -> Option<T>) -> T {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(found) = find(&self.history()) {
                return found;
            }
            changed.await;
        }
    }

    /// Follows a game until it is over.
    pub async fn watch_to_the_end(&self) {
        self.wait_for(|history| history.over_at).await;
    }

    /// Plays one side of a game with random moves, until it is over. Calls `moved` after each acknowledged move.
    pub async fn play(&self, mut session: Box<dyn Session>, seat: usize, mut random: Random, moved: impl Fn()) {
        loop {
            let played = session.played().len();
            let news = self.wait_for(|history| {
                let news = history.moves.get(played..).filter(|news| !news.is_empty()).map(<[String]>::to_vec);
                let is_turn = session.outcome().is_none() && usize::from(session.to_move().0) == seat;
                news.or_else(|| (is_turn || history.over_at.is_some()).then(Vec::new))
            });
            for text in news.await {
                if session.play(&text).is_err() {
                    self.history().violation.get_or_insert(format!("{text} is no legal move"));
                    return;
                }
            }
            if self.history().over_at.is_some() {
                return;
            }
            let is_turn = session.outcome().is_none() && usize::from(session.to_move().0) == seat;
            if is_turn && self.history().choices.contains_key(&session.played().len()) {
                // Acknowledged, but the update hasn't come yet.
                let turns = session.played().len();
                self.wait_for(|history| (history.moves.len() > turns || history.over_at.is_some()).then_some(())).await;
            } else if is_turn && self.move_once(&*session, &mut random).await {
                moved();
            }
        }
    }

    /// Thinks, sends a move and waits for the answer. Returns whether it was acknowledged.
    async fn move_once(&self, session: &dyn Session, random: &mut Random) -> bool {
        let turn = session.played().len();
        sleep(if random.one_in(12) { random.ms(700..1200) } else { random.ms(10..200) }).await;
        let moves = session.moves();
        let text = moves[random.below(moves.len())].clone();
        let command = json!({"type": "move", "move": text, "after": turn});
        let message = json!({"type": "command", "game": self.game, "id": format!("turn-{turn}"), "command": command});
        let choice = Choice { text, sent_at: Instant::now(), acknowledged: None, rejected: None };
        self.history().choices.insert(turn, choice);
        *self.pending() = Some((turn, message));
        self.has_command.notify_one();
        if random.one_in(6) {
            // Sent twice.
            sleep(random.ms(0..20)).await;
            self.has_command.notify_one();
        }
        let answer = |history: &History| {
            let choice = history.choices.get(&turn)?;
            (choice.acknowledged.is_some() || choice.rejected.is_some()).then(|| choice.acknowledged.is_some())
        };
        self.wait_for(answer).await
    }
}
