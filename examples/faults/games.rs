//! The games that are played during the faults.

use crate::client::{Client, Failure};
use crate::player::Player;
use crate::random::Random;
use sanban_core::{GameInfo, Rules};
use sanban_games::registry;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The time controls of the games that are played at the same time.
const PACES: [&str; 6] = ["5s+1s", "3s", "10s+1s", "5s+2s", "1d", "2m"];
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_DELAY: Duration = Duration::from_millis(50);
/// How long it may take after a fault until everybody can move again.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(40);

/// A game between two players.
pub struct Game {
    pub id: String,
    pub info: &'static GameInfo,
    pub pace: &'static str,
    pub players: [Arc<Player>; 2],
    /// Somebody who watches without playing.
    pub spectator: Arc<Player>,
    /// How many turns have been checked.
    pub checked_turns: Mutex<usize>,
}

/// A place where one game follows another.
#[derive(Default)]
struct Table {
    /// The number of acknowledged moves of each seat.
    acknowledged: [AtomicU64; 2],
}

/// All games.
pub struct Games {
    address: SocketAddr,
    tables: Vec<Table>,
    /// The games that have not been checked to their end.
    open: Mutex<Vec<Arc<Game>>>,
    /// A player of games that nobody touches. None of them may end.
    idle: Client,
}

impl Games {
    /// Starts playing on every table.
    pub async fn start(address: SocketAddr, seed: u64, stop: &CancellationToken) -> Result<Arc<Games>, Failure> {
        let tables = PACES.iter().map(|_| Table::default()).collect();
        let idle = create_idle_games(address).await?;
        let games = Arc::new(Games { address, tables, open: Mutex::default(), idle });
        for index in 0..PACES.len() {
            let (games, stop) = (games.clone(), stop.clone());
            tokio::spawn(async move {
                tokio::select! {
                    () = games.play(index, seed) => {}
                    () = stop.cancelled() => {}
                }
            });
        }
        Ok(games)
    }

    pub fn open(&self) -> MutexGuard<'_, Vec<Arc<Game>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until every player has moved again.
    pub async fn recover(&self) -> Result<(), Failure> {
        let counts = || self.tables.iter().flat_map(|table| &table.acknowledged).map(|count| count.load(Relaxed));
        let before: Vec<u64> = counts().collect();
        let deadline = Instant::now() + RECOVERY_TIMEOUT;
        while counts().zip(&before).any(|(count, before)| count == *before) {
            if Instant::now() > deadline {
                let stuck: Vec<&str> = (0..)
                    .zip(counts().zip(&before))
                    .filter(|(_, (count, before))| count == *before)
                    .map(|(seat, _): (usize, _)| PACES[seat / 2])
                    .collect();
                let describe = |game: &Arc<Game>| {
                    let known: Vec<u64> = game.connected().map(|player| player.history().last_number).collect();
                    format!("{} ({}), whose players and spectator know {known:?} updates", game.id, game.pace)
                };
                let open = self.open();
                let games: Vec<String> = open.iter().filter(|game| stuck.contains(&game.pace)).map(describe).collect();
                return Err(format!("players can't move any more in games with {stuck:?}: {}", games.join(", ")).into());
            }
            if let Some(game) = self.open().iter().find(|game| game.violation().is_some()) {
                return Err(format!("game {}: {}", game.id, game.violation().unwrap_or_default()).into());
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Fails if a game has ended that nobody touched.
    pub async fn check_idle(&self) -> Result<(), Failure> {
        let mut idle = self.idle.clone();
        let listed = request(&mut idle, "GET", "/api/games?player=me&state=running", &Value::Null).await;
        let count = listed["games"].as_array().map_or(0, Vec::len);
        if count == IDLE_GAMES {
            Ok(())
        } else {
            Err(format!("of {IDLE_GAMES} idle games, {count} are running: {listed}").into())
        }
    }

    /// Plays one game after the other on a table.
    async fn play(&self, index: usize, seed: u64) {
        for round in 0.. {
            let stream = (round * PACES.len() + index) as u64;
            let info = registry::offered().cycle().nth(index + round).expect("a game is offered");
            let game = Arc::new(create_game(self.address, info, PACES[index]).await);
            self.open().push(game.clone());
            let (connections, acknowledged) = (CancellationToken::new(), &self.tables[index].acknowledged);
            let _disconnect = connections.clone().drop_guard();
            let play = |seat: usize| {
                let player = game.players[seat].clone();
                tokio::spawn(player.clone().stay_connected(connections.clone()));
                let session = registry::open(Rules::official(info), None).expect("the game starts");
                let random = Random::new(seed, 1_000_000 + 2 * stream + seat as u64);
                async move { player.play(session, seat, random, || _ = acknowledged[seat].fetch_add(1, Relaxed)).await }
            };
            tokio::spawn(game.spectator.clone().stay_connected(connections.clone()));
            tokio::join!(play(0), play(1), game.spectator.watch_to_the_end());
        }
    }
}

impl Game {
    /// The players and the spectator.
    pub fn connected(&self) -> impl Iterator<Item = &Arc<Player>> {
        self.players.iter().chain([&self.spectator])
    }

    pub fn violation(&self) -> Option<String> {
        self.connected().find_map(|player| player.history().violation.clone())
    }

    /// How often the server answered with each code that asks to repeat a command.
    pub fn transient_codes(&self) -> BTreeMap<String, u64> {
        let mut codes = BTreeMap::new();
        for player in &self.players {
            for (code, count) in &player.history().transient {
                *codes.entry(code.clone()).or_default() += count;
            }
        }
        codes
    }
}

/// Creates a game between two new guests.
async fn create_game(address: SocketAddr, info: &'static GameInfo, pace: &'static str) -> Game {
    let mut clients = [guest(address).await, guest(address).await];
    let id = create_joined(&mut clients, info.id, pace).await;
    let [first, second] = clients;
    let players = [Player::new(first, id.clone(), 1), Player::new(second, id.clone(), 2)].map(Arc::new);
    // Without a session, as most who only watch. Version 1 sends every update.
    let spectator = Player::new(Client::new(address, None), id.clone(), 1).into();
    Game { id, info, pace, players, spectator, checked_turns: Mutex::default() }
}

async fn create_joined(clients: &mut [Client; 2], game: &str, pace: &str) -> String {
    let setup =
        json!({"game": game, "opponent": "link", "seat": "first", "pace": pace, "id": format!("{pace} {}", unique())});
    let created = request(&mut clients[0], "POST", "/api/games", &setup).await;
    let id = created["id"].as_str().unwrap_or_default().to_string();
    let join = json!({"id": "join", "command": {"type": "join"}});
    request(&mut clients[1], "POST", &format!("/api/games/{id}/commands"), &join).await;
    id
}

/// A number that no other call returns.
fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Relaxed)
}

/// How many correspondence games nobody touches.
const IDLE_GAMES: usize = 3;

/// Creates correspondence games that nobody touches. Returns their first player.
async fn create_idle_games(address: SocketAddr) -> Result<Client, Failure> {
    let mut clients = [guest(address).await, guest(address).await];
    for _ in 0..IDLE_GAMES {
        create_joined(&mut clients, "jinli", "1d").await;
    }
    let [first, _] = clients;
    Ok(first)
}

async fn guest(address: SocketAddr) -> Client {
    let mut client = Client::new(address, None);
    request(&mut client, "POST", "/api/me", &json!({})).await;
    client
}

/// Sends a request until it succeeds. `Null` if it doesn't.
pub async fn request(client: &mut Client, method: &str, path: &str, body: &Value) -> Value {
    let deadline = Instant::now() + RECOVERY_TIMEOUT;
    while Instant::now() < deadline {
        match timeout(REQUEST_TIMEOUT, client.request(method, path, body)).await {
            Ok(Ok((200..300, answer))) => return answer,
            _ => sleep(RETRY_DELAY).await,
        }
    }
    Value::Null
}
