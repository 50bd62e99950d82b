//! The lobby: who looks for an opponent, and what is being played.

use crate::cluster::{Announcer, LinkMessage};
use crate::game::Phase;
use crate::game::view::SummaryView;
use crate::log::log_throttled;
use crate::player_address::PlayerAddresses;
use crate::socket::ServerMessage;
use crate::store::{GameQuery, GameRow, Order, Store, StoreResult};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;

/// How many seeks and how many running games the lobby lists.
const LOBBY_LIMIT: usize = 50;
/// How many seeks are read to choose from.
const MAX_CONSIDERED_SEEKS: u32 = 1000;
/// The shortest time between two versions of the lobby.
const LOBBY_REFRESH_INTERVAL: Duration = Duration::from_millis(500);

/// Open seeks and running games.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Lobby {
    pub seeks: Vec<SummaryView>,
    pub running: Vec<SummaryView>,
}

impl Lobby {
    /// The running game to watch: a live one if there is any, by the players' average rating, then by the number of
    /// spectators, then the latest. Players without a rating count as 0.
    pub fn featured(&self, spectators: impl Fn(&str) -> u32) -> Option<&SummaryView> {
        let rank = |game: &&SummaryView| {
            let ratings: u32 = game.seats.iter().flatten().filter_map(|seat| seat.rating).sum();
            (game.pace.is_live(), ratings, spectators(&game.id))
        };
        // Of equal games, the last is chosen, and the list begins with the latest.
        self.running.iter().rev().max_by_key(rank)
    }
}

/// What differs between two versions of a list of games.
#[derive(Debug, Serialize)]
pub struct ListChanges {
    /// New and changed games. Moves alone don't count as a change.
    set: Vec<SummaryView>,
    /// The ids of games that have left the list.
    removed: Vec<String>,
}

impl ListChanges {
    fn between(before: &[SummaryView], after: &[SummaryView]) -> ListChanges {
        let find = |list: &[SummaryView], id: &str| list.iter().find(|summary| summary.id == id).cloned();
        let is_news = |summary: &&SummaryView| {
            find(before, &summary.id).is_none_or(|earlier| summary.differs_beyond_moves(&earlier))
        };
        let has_left = |summary: &&SummaryView| find(after, &summary.id).is_none();
        ListChanges {
            set: after.iter().filter(is_news).cloned().collect(),
            removed: before.iter().filter(has_left).map(|summary| summary.id.clone()).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.set.is_empty() && self.removed.is_empty()
    }
}

/// A version of the lobby, with its messages. They are serialised once for all connections.
pub struct LobbyVersion {
    pub number: u64,
    pub lobby: Lobby,
    /// The whole lobby.
    pub full: Arc<str>,
    /// What differs from the version before; `None` if nothing does.
    pub changes: Option<Arc<str>>,
}

impl LobbyVersion {
    fn new(number: u64, lobby: Lobby, before: Option<&Lobby>) -> LobbyVersion {
        let changes = before.and_then(|before| {
            let seeks = ListChanges::between(&before.seeks, &lobby.seeks);
            let running = ListChanges::between(&before.running, &lobby.running);
            let is_same = seeks.is_empty() && running.is_empty();
            (!is_same).then(|| ServerMessage::LobbyChanges { seeks: &seeks, running: &running }.to_json())
        });
        LobbyVersion { number, full: ServerMessage::Lobby { lobby: &lobby }.to_json(), changes, lobby }
    }
}

/// Chooses which seeks to list, the latest first. The addresses that players act from share the places, and so do the players
/// of each address: nobody has a second one while another has none.
fn share_places(mut seeks: Vec<GameRow>, addresses: &PlayerAddresses) -> Vec<GameRow> {
    let latest_first = |row: &GameRow| std::cmp::Reverse(row.summary.changed_at);
    seeks.sort_by_key(latest_first);
    let creator = |row: &GameRow| row.people.iter().flatten().next().cloned().unwrap_or_default();
    let mut shown = sort_by_turns(sort_by_turns(seeks, creator), |row| addresses.owner(&creator(row)));
    shown.truncate(LOBBY_LIMIT);
    shown.sort_by_key(latest_first);
    shown
}

/// Sorts rows so that their owners take turns. The rows of each owner stay in their order.
fn sort_by_turns(rows: Vec<GameRow>, owner: impl Fn(&GameRow) -> String) -> Vec<GameRow> {
    let mut turns: HashMap<String, u32> = HashMap::new();
    let with_turn = |row: GameRow| {
        let turn = turns.entry(owner(&row)).or_default();
        *turn += 1;
        (*turn, row)
    };
    let mut rows: Vec<(u32, GameRow)> = rows.into_iter().map(with_turn).collect();
    // Stable, so that equal turns stay in their order.
    rows.sort_by_key(|(turn, _)| *turn);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Publishes the lobby whenever it changes.
#[derive(Clone)]
pub struct LobbyFeed {
    shared: Arc<Shared>,
}

/// A waiting game whose creator is connected.
struct LiveSeek {
    row: GameRow,
    /// The node that owns the game, if it isn't this one.
    node: Option<String>,
}

struct Shared {
    store: Arc<dyn Store>,
    addresses: Arc<PlayerAddresses>,
    /// Waiting games whose creators are connected.
    live_seeks: Mutex<HashMap<String, LiveSeek>>,
    announcer: Announcer,
    /// Counts requests for a refresh.
    requests: watch::Sender<u64>,
    versions: watch::Sender<Arc<LobbyVersion>>,
}

impl LobbyFeed {
    pub fn new(store: Arc<dyn Store>, addresses: Arc<PlayerAddresses>, announcer: Announcer) -> LobbyFeed {
        let first = Arc::new(LobbyVersion::new(0, Lobby::default(), None));
        let shared = Shared {
            store,
            addresses,
            live_seeks: Mutex::default(),
            announcer,
            requests: watch::Sender::new(0),
            versions: watch::Sender::new(first),
        };
        LobbyFeed { shared: shared.into() }
    }

    /// Publishes versions until the server ends.
    pub async fn run(self) {
        let mut requests = self.shared.requests.subscribe();
        loop {
            match self.read().await {
                Ok(lobby) => self.publish(lobby),
                Err(error) => {
                    log_throttled!(error, %error, "cannot read the lobby");
                    self.refresh();
                }
            }
            tokio::time::sleep(LOBBY_REFRESH_INTERVAL).await;
            if requests.changed().await.is_err() {
                return;
            }
        }
    }

    fn publish(&self, lobby: Lobby) {
        let before = self.shared.versions.borrow().clone();
        let version = LobbyVersion::new(before.number + 1, lobby, Some(&before.lobby));
        self.shared.versions.send_replace(Arc::new(version));
    }

    async fn read(&self) -> StoreResult<Lobby> {
        let listed =
            |phase| GameQuery { phase: Some(phase), listed: true, limit: LOBBY_LIMIT as u32, ..GameQuery::default() };
        let store = &self.shared.store;
        // A live game is listed only while its creator is connected.
        let is_live = |row: &&GameRow| row.summary.open && row.summary.time_control.is_live();
        let mut seeks: Vec<GameRow> =
            self.live_seeks().values().map(|seek| &seek.row).filter(is_live).cloned().collect();
        let waiting = GameQuery {
            live: Some(false),
            order: Order::ByTurns,
            limit: MAX_CONSIDERED_SEEKS,
            ..listed(Phase::Waiting)
        };
        seeks.extend(store.games(&waiting).await?);
        let seeks = share_places(seeks, &self.shared.addresses);
        // By when they began, so that moves don't change which games are listed.
        let running = store.games(&GameQuery { order: Order::LastCreated, ..listed(Phase::Running) }).await?;
        let view = |summary| SummaryView::new(summary, None);
        Ok(Lobby {
            seeks: seeks.into_iter().map(|row| view(row.summary)).collect(),
            running: running.into_iter().map(|row| view(row.summary)).collect(),
        })
    }

    fn live_seeks(&self) -> MutexGuard<'_, HashMap<String, LiveSeek>> {
        // No code under this lock can leave the map half changed.
        self.shared.live_seeks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current version, and those to come.
    pub fn subscribe(&self) -> watch::Receiver<Arc<LobbyVersion>> {
        self.shared.versions.subscribe()
    }

    /// Asks for a new version, at all nodes.
    pub fn refresh(&self) {
        self.shared.announcer.announce(|| LinkMessage::LobbyChanged);
        self.refresh_here();
    }

    /// Asks for a new version at this node.
    pub fn refresh_here(&self) {
        self.shared.requests.send_modify(|requests| *requests += 1);
    }

    /// Whether a game waits and its creator is connected.
    pub fn is_live_seek(&self, id: &str) -> bool {
        self.live_seeks().contains_key(id)
    }

    /// Lists a waiting game whose creator is connected, or removes it.
    pub fn set_live_seek(&self, id: &str, row: Option<GameRow>) {
        let message = || LinkMessage::LiveSeek { game: id.to_string(), row: row.clone().map(Box::new) };
        let has_changed = match &row {
            Some(row) => {
                let seek = LiveSeek { row: row.clone(), node: None };
                self.live_seeks().insert(id.to_string(), seek).is_none_or(|before| before.row != *row)
            }
            None => self.live_seeks().remove(id).is_some(),
        };
        if has_changed {
            self.shared.announcer.announce(message);
            self.refresh_here();
        }
    }

    /// Lists a waiting game of another node, or removes it.
    pub fn set_remote_seek(&self, node: &str, id: &str, row: Option<GameRow>) {
        match row {
            Some(row) => {
                self.live_seeks().insert(id.to_string(), LiveSeek { row, node: Some(node.to_string()) });
            }
            None => {
                self.live_seeks().remove(id);
            }
        }
        self.refresh_here();
    }

    /// The live seeks of this node, for one that has just come.
    pub fn own_live_seeks(&self) -> Vec<LinkMessage> {
        let seeks = self.live_seeks();
        let own = seeks.iter().filter(|(_, seek)| seek.node.is_none());
        own.map(|(id, seek)| LinkMessage::LiveSeek { game: id.clone(), row: Some(seek.row.clone().into()) }).collect()
    }

    /// Removes the live seeks of a node that has gone.
    pub fn forget_node(&self, node: &str) {
        self.live_seeks().retain(|_, seek| seek.node.as_deref() != Some(node));
        self.refresh_here();
    }
}
