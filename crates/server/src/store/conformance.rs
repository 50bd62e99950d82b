//! The conformance suite: what every store has to do. Each test runs against every implementation.

use super::memory::Memory;
use super::test_support::postgres::server;
use super::{
    ApiToken, Conflict, EventBatch, GameQuery, GameRow, Missing, NewAccount, Order, Player, Postgres, RatingChange,
    Sqlite, Store, StoreError, Tally, Terms, Unfinished,
};
use crate::game::{CommandKey, Event, GameConfig, GameState, LogEntry, Phase, PlayerRef, SeatSummary, TimeControl};
use crate::guest_name::guest_name;
use crate::rating::Rating;
use crate::time::{Timestamp, Uptime};
use prometheus_client::metrics::gauge::Gauge;
use sanban_core::Seat;
use std::sync::Arc;

/// Runs tests against every implementation, and those after `alone` against stores that belong to one process.
macro_rules! conformance {
    ($($name:ident)* ; alone: $($alone:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                let folder = tempfile::tempdir().unwrap();
                super::$name(&super::Sqlite::open(folder.path(), super::Gauge::default()).await.unwrap()).await;
            })*
            $(#[tokio::test]
            async fn $alone() {
                let folder = tempfile::tempdir().unwrap();
                super::$alone(&super::Sqlite::open(folder.path(), super::Gauge::default()).await.unwrap()).await;
            })*
        }

        mod memory {
            $(#[tokio::test]
            async fn $name() {
                super::$name(&super::Memory::default()).await;
            })*
            $(#[tokio::test]
            async fn $alone() {
                super::$alone(&super::Memory::default()).await;
            })*
        }

        /// One test, since starting PostgreSQL takes longer than all of them together.
        #[tokio::test]
        async fn postgres_conforms() {
            let Some(server) = server() else { return };
            $({
                let _named = NamedCheck(stringify!($name));
                let store = Postgres::open(&server.new_database().await, "node", "").await.unwrap();
                $name(&store).await;
                store.close().await.unwrap();
            })*
        }
    };
}

/// Names the check that fails.
struct NamedCheck(&'static str);

impl Drop for NamedCheck {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("The check {} failed.", self.0);
        }
    }
}

conformance! {
    appends_and_reads_logs
    rejects_events_that_do_not_continue_the_log
    rejects_a_command_that_was_applied_before
    appends_all_batches_or_none
    lists_games_by_filter
    lists_games_in_every_order_and_in_pages
    lists_games_by_turns_of_their_creators
    lists_games_on_the_same_terms
    finds_the_creators_of_seeks
    shows_current_names_in_lists
    counts_unfinished_games
    finds_entered_games_by_command
    keeps_guests_and_tokens
    creates_accounts_with_unique_names
    merges_guests_into_accounts
    keeps_settings_and_uptime
    keeps_deadlines
    keeps_ratings
    rejects_rating_changes_that_do_not_continue
    ranks_leaders_by_certainty
    tallies_results
    replaces_passphrases_and_ends_sessions
    keeps_api_tokens
    closes_accounts
    ;
    alone: moves_deadlines_by_downtime
}

/// A game that the tests append to.
pub struct TestGame {
    pub id: String,
    pub log: Vec<LogEntry>,
    /// How many entries are stored.
    pub stored: usize,
}

impl TestGame {
    pub fn new(id: &str, config: GameConfig, at: u64) -> TestGame {
        let mut game = TestGame { id: id.into(), log: Vec::new(), stored: 0 };
        game.add(Event::Created(config.into()), at);
        game
    }

    /// A game between two people who have taken their seats.
    pub fn started(id: &str, players: [&str; 2], at: u64) -> TestGame {
        let mut game = TestGame::new(id, GameConfig::test(""), at);
        for (seat, player) in [Seat::FIRST, Seat::SECOND].into_iter().zip(players) {
            game.add(Event::SeatTaken { seat, player: PlayerRef::Person(player.into()) }, at);
        }
        game
    }

    pub fn add(&mut self, event: Event, at: u64) -> &mut LogEntry {
        let number = self.log.len() as u32 + 1;
        self.log.push(LogEntry { number, at, command: None, event });
        self.log.last_mut().unwrap()
    }

    fn end(&mut self, winner: Option<Seat>, at: u64) {
        self.add(Event::Ended { winner, reason: "time".into() }, at);
    }

    /// The entries that haven't been stored yet.
    pub fn batch(&mut self) -> EventBatch {
        let state = GameState::replay(&self.id, &self.log).unwrap();
        let seats = state.seats.clone().map(|player| match player? {
            PlayerRef::Person(id) => {
                let player = Player { id, name: None, settings: "{}".into(), created_at: 0, is_bot: false };
                Some(SeatSummary::person(player, None))
            }
            PlayerRef::Computer(spec) => Some(SeatSummary::computer(spec)),
        });
        let entries = self.log[self.stored..].to_vec();
        self.stored = self.log.len();
        let at = self.log.last().map_or(0, |entry| entry.at);
        state.batch(entries, seats, Timestamp { wall_ms: at, served_ms: 0 })
    }

    pub async fn store(&mut self, store: &impl Store) {
        store.append(&[self.batch()]).await.unwrap();
    }
}

pub fn command(player: &str, id: &str) -> Option<CommandKey> {
    Some(CommandKey { player: player.into(), id: id.into(), digest: Some(u64::MAX) })
}

async fn ids(store: &impl Store, query: GameQuery) -> Vec<String> {
    let limit = if query.limit == 0 { 100 } else { query.limit };
    let rows = store.games(&GameQuery { limit, ..query }).await.unwrap();
    rows.into_iter().map(|GameRow { summary, .. }| summary.id).collect()
}

pub async fn account(store: &impl Store, id: &str, name: &str) -> Result<(), StoreError> {
    let (name_key, skeleton) = (name.to_lowercase(), name.to_lowercase().replace('1', "l"));
    let account = NewAccount { name: name.into(), name_key, skeleton, passphrase_hash: format!("hash of {name}") };
    store.create_account(id, &account).await
}

async fn appends_and_reads_logs(store: &impl Store) {
    assert_eq!(store.log("a").await, Err(StoreError::NotFound(Missing::Game)));
    let mut game = TestGame::started("a", ["ana", "bo"], 10);
    game.log[2].command = command("bo", "join");
    game.store(store).await;
    game.add(Event::Moved { seat: Seat::FIRST, r#move: "a1b3".into(), spent: 5 }, 20);
    game.store(store).await;
    assert_eq!(store.log("a").await.unwrap(), game.log);
}

async fn rejects_events_that_do_not_continue_the_log(store: &impl Store) {
    let conflict = Err(StoreError::Conflict(Conflict::Event));
    let mut game = TestGame::started("a", ["ana", "bo"], 10);
    let whole = game.batch();
    store.append(std::slice::from_ref(&whole)).await.unwrap();
    assert_eq!(store.append(&[whole]).await, conflict, "the same numbers again");
    game.add(Event::DrawOffered { seat: Seat::FIRST }, 20);
    game.add(Event::DrawDeclined { seat: Seat::SECOND }, 20);
    let mut gap = game.batch();
    gap.entries.remove(0);
    assert_eq!(store.append(&[gap]).await, conflict, "a number is left out");
    assert_eq!(store.log("a").await.unwrap().len(), 3);
}

async fn rejects_a_command_that_was_applied_before(store: &impl Store) {
    let mut game = TestGame::started("a", ["ana", "bo"], 10);
    game.store(store).await;
    for (id, expected) in [("1", Ok(())), ("2", Ok(())), ("1", Err(StoreError::Conflict(Conflict::Event)))] {
        game.add(Event::DrawOffered { seat: Seat::FIRST }, 20).command = command("ana", id);
        assert_eq!(store.append(&[game.batch()]).await, expected, "{id}");
    }
    let create = |id: &str| {
        let mut game = TestGame::new(id, GameConfig::test(""), 1);
        game.log[0].command = command("ana", "create");
        game
    };
    create("b").store(store).await;
    assert!(store.append(&[create("c").batch()]).await.is_err(), "one creation, one game");
}

async fn appends_all_batches_or_none(store: &impl Store) {
    let mut first = TestGame::started("a", ["ana", "bo"], 10);
    first.store(store).await;
    let mut rematch = TestGame::started("b", ["bo", "ana"], 20);
    let bad = EventBatch { entries: vec![LogEntry { number: 9, ..first.log[0].clone() }], ..first.batch() };
    assert!(store.append(&[rematch.batch(), bad]).await.is_err());
    assert_eq!(store.log("b").await, Err(StoreError::NotFound(Missing::Game)));
    assert_eq!(ids(store, GameQuery::default()).await, ["a"]);
}

async fn lists_games_by_filter(store: &impl Store) {
    TestGame::new("link", GameConfig { open: false, ..GameConfig::test("") }, 1).store(store).await;
    TestGame::new("live", GameConfig::test("5m+3s"), 2).store(store).await;
    TestGame::new("slow", GameConfig::test("3d"), 3).store(store).await;
    TestGame::started("running", ["ana", "bo"], 4).store(store).await;
    let mut over = TestGame::started("over", ["ana", "eve"], 5);
    over.end(None, 6);
    over.store(store).await;
    let mut computer = TestGame::new("computer", GameConfig { open: false, ..GameConfig::test("") }, 7);
    computer.add(Event::SeatTaken { seat: Seat::FIRST, player: PlayerRef::Person("ana".into()) }, 7);
    computer.add(Event::SeatTaken { seat: Seat::SECOND, player: PlayerRef::Computer("level:1".into()) }, 7);
    computer.store(store).await;
    let all = GameQuery::default;
    let in_phase = |phase| GameQuery { phase: Some(phase), ..all() };
    assert_eq!(ids(store, all()).await, ["computer", "over", "running", "slow", "live", "link"]);
    assert_eq!(ids(store, in_phase(Phase::Waiting)).await, ["slow", "live", "link"]);
    assert_eq!(ids(store, in_phase(Phase::Running)).await, ["computer", "running"]);
    assert_eq!(ids(store, in_phase(Phase::Over)).await, ["over"]);
    assert_eq!(ids(store, GameQuery { listed: true, ..in_phase(Phase::Waiting) }).await, ["slow", "live"]);
    assert_eq!(ids(store, GameQuery { listed: true, ..in_phase(Phase::Running) }).await, ["computer", "running"]);
    assert_eq!(ids(store, GameQuery { live: Some(true), ..all() }).await, ["live"]);
    assert_eq!(ids(store, GameQuery { live: Some(false), ..in_phase(Phase::Waiting) }).await, ["slow", "link"]);
    assert_eq!(ids(store, GameQuery { player: Some("ana".into()), ..all() }).await, ["computer", "over", "running"]);
    assert_eq!(ids(store, GameQuery { kind: Some("jinli".into()), ..all() }).await, [""; 0]);
    assert_eq!(ids(store, GameQuery { kind: Some("jesonmor".into()), limit: 2, ..all() }).await, ["computer", "over"]);
}

async fn lists_games_in_every_order_and_in_pages(store: &impl Store) {
    // Two have the same times, so that the id decides.
    for (id, created_at, changed_at) in [("a", 1, 9), ("b", 2, 5), ("c", 2, 5), ("d", 3, 4)] {
        let mut game = TestGame::started(id, ["ana", "bo"], created_at);
        game.add(Event::DrawOffered { seat: Seat::FIRST }, changed_at);
        game.store(store).await;
    }
    for (order, expected) in [
        (Order::LastChanged, ["a", "c", "b", "d"]),
        (Order::LastCreated, ["d", "c", "b", "a"]),
        (Order::FirstCreated, ["a", "b", "c", "d"]),
    ] {
        assert_eq!(ids(store, GameQuery { order, ..GameQuery::default() }).await, expected);
        let mut query = GameQuery { order, limit: 1, ..GameQuery::default() };
        let mut pages = Vec::new();
        while let Some(GameRow { summary, .. }) = store.games(&query).await.unwrap().pop() {
            let time = if order == Order::LastChanged { summary.changed_at } else { summary.created_at };
            query.after = Some((time, summary.id.clone()));
            pages.push(summary.id);
        }
        assert_eq!(pages, expected, "{order:?}");
    }
}

/// Stores an open game that waits for an opponent.
async fn store_seek(store: &impl Store, id: &str, creator: &str, config: GameConfig, at: u64) {
    let mut game = TestGame::new(id, config, at);
    let seat = if at.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
    game.add(Event::SeatTaken { seat, player: PlayerRef::Person(creator.into()) }, at);
    game.store(store).await;
}

async fn lists_games_by_turns_of_their_creators(store: &impl Store) {
    for (at, creator) in [(1, "bo"), (2, "eve"), (3, "eve"), (4, "bo")] {
        store_seek(store, &format!("{creator} {at}"), creator, GameConfig::test(""), at).await;
    }
    for at in 5..25 {
        store_seek(store, &format!("greedy {at}"), "greedy", GameConfig::test(""), at).await;
    }
    let by_turns =
        |limit| GameQuery { phase: Some(Phase::Waiting), order: Order::ByTurns, limit, ..GameQuery::default() };
    let expected = ["greedy 24", "bo 4", "eve 3", "greedy 23", "eve 2", "bo 1", "greedy 22", "greedy 21"];
    assert_eq!(ids(store, by_turns(8)).await, expected);
    assert_eq!(ids(store, by_turns(100)).await.len(), 24);
}

async fn lists_games_on_the_same_terms(store: &impl Store) {
    let config = || GameConfig { rules: "size=7".into(), ..GameConfig::test("3d") };
    for (at, id, config) in [
        (1, "same", config()),
        (2, "rules", GameConfig { rules: String::new(), ..config() }),
        (4, "time", GameConfig { time_control: TimeControl::Unlimited, ..config() }),
        (5, "pie", GameConfig { pie: true, ..config() }),
        (6, "rated", GameConfig { rated: true, ..config() }),
        (7, "same too", config()),
    ] {
        store_seek(store, id, "ana", config, at).await;
    }
    let mut position = TestGame::new("position", config(), 3).batch();
    position.summary.position = Some("set up".into());
    store.append(&[position]).await.unwrap();
    let terms = Terms {
        rules: "size=7".into(),
        position: None,
        time_control: TimeControl::parse("3d").unwrap(),
        pie: false,
        rated: false,
    };
    let on = |terms| GameQuery { terms: Some(terms), ..GameQuery::default() };
    let rated = Terms { rated: true, ..terms.clone() };
    let set_up = Terms { position: Some("set up".into()), ..terms.clone() };
    assert_eq!(ids(store, on(terms)).await, ["same too", "same"]);
    assert_eq!(ids(store, on(rated)).await, ["rated"]);
    assert_eq!(ids(store, on(set_up)).await, ["position"]);
}

async fn finds_the_creators_of_seeks(store: &impl Store) {
    for (id, token) in [("guest", 1), ("ana", 2)] {
        store.create_guest(id, [token; 32], 1).await.unwrap();
    }
    for (at, id, creator) in [(1, "a", "guest"), (2, "b", "guest"), (3, "c", "bo"), (4, "d", "eve")] {
        store_seek(store, id, creator, GameConfig::test(""), at).await;
    }
    store_seek(store, "link", "bo", GameConfig { open: false, ..GameConfig::test("") }, 5).await;
    TestGame::started("running", ["bo", "ana"], 6).store(store).await;
    let creators = async |players: &[&str]| {
        let players: Vec<String> = players.iter().map(|id| id.to_string()).collect();
        let mut creators = store.seek_creators(&players).await.unwrap();
        creators.sort();
        creators
    };
    assert_eq!(creators(&["guest", "bo", "nobody"]).await, ["bo", "guest", "guest"]);
    assert_eq!(creators(&[]).await, [""; 0]);
    account(store, "ana", "Ana").await.unwrap();
    store.merge_guest("guest", "ana").await.unwrap();
    assert_eq!(creators(&["guest"]).await, ["ana", "ana"], "the guest has become Ana");
    assert_eq!(creators(&["guest", "ana"]).await, ["ana", "ana"], "each game counts once");
}

async fn shows_current_names_in_lists(store: &impl Store) {
    for id in ["ana", "bo"] {
        store.create_guest(id, [id.len() as u8; 32], 1).await.unwrap();
    }
    let mut game = TestGame::started("a", ["ana", "bo"], 1);
    game.store(store).await;
    account(store, "ana", "Ana").await.unwrap();
    let rows = store.games(&GameQuery { limit: 1, ..GameQuery::default() }).await.unwrap();
    let [first, second] = rows[0].summary.seats.clone().map(Option::unwrap);
    assert_eq!((first.name.as_deref(), first.account), (Some("Ana"), true));
    assert_eq!((second.name, second.account), (None, false));
    assert_eq!((first.guest, second.guest), (None, Some(guest_name("bo"))));
    assert_eq!(rows[0].people, [Some("ana".into()), Some("bo".into())]);
}

async fn counts_unfinished_games(store: &impl Store) {
    TestGame::started("a", ["ana", "bo"], 1).store(store).await;
    let mut over = TestGame::started("b", ["bo", "ana"], 1);
    over.end(None, 2);
    over.store(store).await;
    let mut computer = TestGame::new("c", GameConfig { open: false, ..GameConfig::test("") }, 1);
    computer.add(Event::SeatTaken { seat: Seat::SECOND, player: PlayerRef::Person("ana".into()) }, 1);
    computer.add(Event::SeatTaken { seat: Seat::FIRST, player: PlayerRef::Computer("level:1".into()) }, 1);
    computer.store(store).await;
    for (id, open) in [("d", true), ("e", false)] {
        let mut waiting = TestGame::new(id, GameConfig { open, ..GameConfig::test("") }, 1);
        waiting.add(Event::SeatTaken { seat: Seat::FIRST, player: PlayerRef::Person("bo".into()) }, 1);
        waiting.store(store).await;
    }
    assert_eq!(store.count_unfinished("ana").await, Ok(Unfinished { games: 2, with_computer: 1, seeks: 0 }));
    assert_eq!(store.count_unfinished("bo").await, Ok(Unfinished { games: 3, with_computer: 0, seeks: 1 }));
    assert_eq!(store.count_unfinished("eve").await, Ok(Unfinished::default()));
}

async fn finds_entered_games_by_command(store: &impl Store) {
    for (id, token) in [("guest", 1), ("ana", 2), ("bo", 3)] {
        store.create_guest(id, [token; 32], 1).await.unwrap();
    }
    let mut game = TestGame::started("a", ["guest", "bo"], 1);
    game.log[0].command = command("guest", "create");
    game.log[2].command = command("bo", "join");
    game.add(Event::DrawOffered { seat: Seat::SECOND }, 2).command = command("bo", "later");
    game.store(store).await;
    assert_eq!(store.find_entered("guest", "create").await, Ok(Some(("a".into(), Some(u64::MAX)))));
    assert_eq!(store.find_entered("bo", "join").await, Ok(Some(("a".into(), Some(u64::MAX)))));
    assert_eq!(store.find_entered("bo", "later").await, Ok(None), "only the first events let somebody in");
    assert_eq!(store.find_entered("ana", "create").await, Ok(None));
    account(store, "ana", "Ana").await.unwrap();
    store.merge_guest("guest", "ana").await.unwrap();
    assert_eq!(
        store.find_entered("ana", "create").await,
        Ok(Some(("a".into(), Some(u64::MAX)))),
        "the guest has become Ana"
    );
}

async fn keeps_guests_and_tokens(store: &impl Store) {
    assert_eq!(store.player("ana").await, Err(StoreError::NotFound(Missing::Player)));
    let ana = store.create_guest("ana", [1; 32], 5).await.unwrap();
    assert_eq!((ana.name.as_deref(), ana.settings.as_str(), ana.created_at), (None, "{}", 5));
    assert_eq!(store.player("ana").await, Ok(ana.clone()));
    assert!(store.create_guest("ana", [2; 32], 6).await.is_err(), "ids are unique");
    assert_eq!(store.player_by_token([1; 32]).await, Ok(Some(ana.clone())));
    assert_eq!(store.player_by_token([2; 32]).await, Ok(None));
    store.add_token("ana", [3; 32], 7).await.unwrap();
    store.remove_token([1; 32]).await.unwrap();
    assert_eq!(store.player_by_token([1; 32]).await, Ok(None));
    assert_eq!(store.player_by_token([3; 32]).await, Ok(Some(ana)));
}

async fn creates_accounts_with_unique_names(store: &impl Store) {
    for (id, token) in [("ana", 1), ("bo", 2)] {
        store.create_guest(id, [token; 32], 1).await.unwrap();
    }
    assert_eq!(store.account("ana").await, Err(StoreError::NotFound(Missing::Player)));
    account(store, "ana", "Ana").await.unwrap();
    let conflict = Err(StoreError::Conflict(Conflict::Account));
    assert_eq!(account(store, "bo", "ANA").await, conflict, "the key is taken");
    assert_eq!(account(store, "ana", "Other").await, conflict, "the player has an account");
    assert_eq!(account(store, "nobody", "Other").await, conflict);
    store.create_guest("eli", [3; 32], 1).await.unwrap();
    account(store, "eli", "Eli").await.unwrap();
    assert_eq!(account(store, "bo", "E1i").await, conflict, "it looks like another name");
    let found = store.account("ana").await.unwrap();
    assert_eq!((found.player.id.as_str(), found.player.name.as_deref()), ("ana", Some("Ana")));
    assert_eq!(found.passphrase_hash, "hash of Ana");
}

async fn merges_guests_into_accounts(store: &impl Store) {
    for (id, token) in [("guest", 1), ("ana", 2), ("bo", 3)] {
        store.create_guest(id, [token; 32], 1).await.unwrap();
    }
    account(store, "ana", "Ana").await.unwrap();
    account(store, "bo", "Bo").await.unwrap();
    let mut game = TestGame::started("a", ["guest", "bo"], 1);
    game.store(store).await;
    store.merge_guest("guest", "ana").await.unwrap();
    let of_ana = GameQuery { player: Some("ana".into()), ..GameQuery::default() };
    assert_eq!(ids(store, of_ana.clone()).await, ["a"]);
    assert_eq!(store.player("guest").await.unwrap().id, "ana");
    assert_eq!(store.player_by_token([1; 32]).await, Ok(None), "the guest's token is worth nothing now");
    // An actor that doesn't know of it yet still names the guest.
    game.add(Event::DrawOffered { seat: Seat::FIRST }, 2);
    game.store(store).await;
    assert_eq!(ids(store, of_ana).await, ["a"]);
    store.merge_guest("bo", "ana").await.unwrap();
    assert_eq!(store.player("bo").await.unwrap().id, "bo", "an account is not merged");
    assert!(store.player_by_token([3; 32]).await.unwrap().is_some());
}

/// Two days, in milliseconds.
pub const DAYS: u64 = 2 * 24 * 3600 * 1000;

/// Stores a running game with two days per turn.
pub async fn store_with_deadline(store: &impl Store, id: &str, at: u64) {
    let mut game = TestGame::started(id, ["ana", "bo"], at);
    game.log[0].event = Event::Created(GameConfig::test("2d").into());
    game.store(store).await;
}

async fn keeps_deadlines(store: &impl Store) {
    for (id, time_control, at) in [("late", "2d", 20), ("early", "2d", 10), ("live", "5m", 0), ("free", "", 0)] {
        let mut game = TestGame::started(id, ["ana", "bo"], at);
        game.log[0].event = Event::Created(GameConfig::test(time_control).into());
        game.store(store).await;
    }
    assert_eq!(store.deadline("early").await, Ok(Some(DAYS + 10)));
    assert_eq!(store.deadline("live").await, Ok(None));
    assert_eq!(store.overdue(DAYS + 9, 10).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.overdue(DAYS + 20, 10).await.unwrap(), ["early", "late"]);
    assert_eq!(store.overdue(DAYS + 20, 1).await.unwrap(), ["early"]);
    assert_eq!(store.begin_run(100, 5).await, Ok(None));
    assert_eq!(store.deadline("early").await, Ok(Some(DAYS + 10)), "no server has run before");
    store.set_uptime(Uptime { since: 100, until: 150 }, 0).await.unwrap();
    assert_eq!(store.uptime().await, Ok(Some(Uptime { since: 100, until: 150 })));
    assert_eq!(store.deadline("early").await, Ok(Some(DAYS + 10)));
    let mut over = TestGame::started("over", ["ana", "bo"], 0);
    over.log[0].event = Event::Created(GameConfig::test("2d").into());
    over.end(None, 5);
    over.store(store).await;
    assert_eq!(store.deadline("over").await, Ok(None));
}

async fn moves_deadlines_by_downtime(store: &impl Store) {
    store_with_deadline(store, "game", 10).await;
    assert_eq!(store.begin_run(100, 5).await, Ok(None));
    // It runs until 150, and the next one from 400 on.
    store.set_uptime(Uptime { since: 100, until: 150 }, 0).await.unwrap();
    assert_eq!(store.begin_run(400, 5).await, Ok(Some(Uptime { since: 100, until: 150 })));
    assert_eq!(store.uptime().await, Ok(Some(Uptime { since: 400, until: 400 })));
    assert_eq!(store.deadline("game").await, Ok(Some(DAYS + 10 + 250 + 5)));
    store.set_uptime(Uptime { since: 400, until: 500 }, -255).await.unwrap();
    assert_eq!(store.deadline("game").await, Ok(Some(DAYS + 10)));
}

async fn keeps_settings_and_uptime(store: &impl Store) {
    store.create_guest("ana", [1; 32], 1).await.unwrap();
    store.set_settings("ana", r#"{"theme":"pond"}"#).await.unwrap();
    assert_eq!(store.player("ana").await.unwrap().settings, r#"{"theme":"pond"}"#);
    assert_eq!(store.uptime().await, Ok(None));
    for until in [5, 9] {
        let uptime = Uptime { since: 1, until };
        store.set_uptime(uptime, 0).await.unwrap();
        assert_eq!(store.uptime().await, Ok(Some(uptime)));
    }
}

fn rating(rating: f64, deviation: f64) -> Rating {
    Rating { rating, deviation, volatility: 0.06 }
}

/// Stores a finished game of a player with a new rating.
async fn rate(store: &impl Store, game: &str, player: &str, games: u32, rating: Rating) -> Result<(), StoreError> {
    let mut finished = TestGame::started(game, [player, "other"], 1);
    finished.end(Some(Seat::FIRST), 2);
    let ratings = vec![RatingChange { player: player.into(), games, rating }];
    store.append(&[EventBatch { ratings, ..finished.batch() }]).await
}

async fn keeps_ratings(store: &impl Store) {
    assert_eq!(store.rating("ana", "jesonmor").await, Ok(None));
    rate(store, "a", "ana", 1, rating(1600.0, 300.0)).await.unwrap();
    rate(store, "b", "ana", 2, rating(1650.0, 280.0)).await.unwrap();
    let current = store.rating("ana", "jesonmor").await.unwrap().unwrap();
    assert_eq!((current.rating, current.games), (rating(1650.0, 280.0), 2));
    assert_eq!(store.rating("ana", "jinli").await, Ok(None));
    let history = store.rating_history("ana").await.unwrap();
    let history: Vec<(&str, &str, u64, f64)> =
        history.iter().map(|p| (p.kind.as_str(), p.game.as_str(), p.at, p.rating.rating)).collect();
    assert_eq!(history, [("jesonmor", "a", 2, 1600.0), ("jesonmor", "b", 2, 1650.0)]);
}

async fn rejects_rating_changes_that_do_not_continue(store: &impl Store) {
    let conflict = Err(StoreError::Conflict(Conflict::Rating));
    rate(store, "a", "ana", 1, rating(1600.0, 300.0)).await.unwrap();
    assert_eq!(rate(store, "b", "ana", 1, rating(1700.0, 300.0)).await, conflict, "read before the last game");
    assert_eq!(rate(store, "b", "ana", 3, rating(1700.0, 300.0)).await, conflict);
    assert_eq!(store.log("b").await, Err(StoreError::NotFound(Missing::Game)), "nothing of it is stored");
    assert_eq!(store.rating("ana", "jesonmor").await.unwrap().unwrap().games, 1);
}

async fn ranks_leaders_by_certainty(store: &impl Store) {
    for (place, (id, value)) in
        [("ana", rating(1700.0, 200.0)), ("bo", rating(1600.0, 50.0)), ("eve", rating(1500.0, 50.0))]
            .into_iter()
            .enumerate()
    {
        store.create_guest(id, [place as u8; 32], 1).await.unwrap();
        account(store, id, id).await.unwrap();
        rate(store, &format!("game of {id}"), id, 1, value).await.unwrap();
    }
    let names = |limit| async move {
        let leaders = store.leaders("jesonmor", limit).await.unwrap();
        leaders.into_iter().map(|leader| leader.name).collect::<Vec<_>>()
    };
    assert_eq!(names(10).await, ["bo", "eve", "ana"]);
    assert_eq!(names(2).await, ["bo", "eve"]);
    assert!(store.leaders("jinli", 10).await.unwrap().is_empty());
}

async fn tallies_results(store: &impl Store) {
    let games = [("a", true, Some(Seat::FIRST)), ("b", false, Some(Seat::FIRST)), ("c", true, None)];
    for (id, ana_is_first, winner) in games {
        let players = if ana_is_first { ["ana", "bo"] } else { ["bo", "ana"] };
        let mut game = TestGame::started(id, players, 1);
        game.end(winner, 2);
        game.store(store).await;
    }
    let mut cancelled = TestGame::started("d", ["ana", "bo"], 1);
    cancelled.add(Event::Withdrawn { seat: Seat::FIRST }, 2);
    cancelled.store(store).await;
    TestGame::started("e", ["ana", "bo"], 1).store(store).await;
    assert_eq!(store.tally("ana").await, Ok(Tally { won: 1, drawn: 1, lost: 1 }));
    assert_eq!(store.tally("eve").await, Ok(Tally::default()));
}

#[tokio::test]
async fn commits_many_writes_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let queue_length = Gauge::default();
    let store = Arc::new(Sqlite::open(folder.path(), queue_length.clone()).await.unwrap());
    let writes = (0..200).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut game = TestGame::started(&format!("game {n}"), ["ana", "bo"], n);
            // Every tenth write fails, and takes no other with it.
            let batch = game.batch();
            let twice = if n % 10 == 0 { vec![batch.clone(), batch] } else { vec![batch] };
            store.append(&twice).await.is_ok()
        })
    });
    let stored = futures_util::future::join_all(writes.collect::<Vec<_>>()).await;
    assert_eq!(stored.into_iter().filter(|ok| *ok.as_ref().unwrap()).count(), 180);
    assert_eq!(ids(&*store, GameQuery { limit: 500, ..GameQuery::default() }).await.len(), 180);
    assert_eq!(queue_length.get(), 0);
}

async fn replaces_passphrases_and_ends_sessions(store: &impl Store) {
    for (id, token) in [("ana", 1), ("bo", 2)] {
        store.create_guest(id, [token; 32], 5).await.unwrap();
    }
    account(store, "ana", "Ana").await.unwrap();
    store.set_passphrase("ana", "another hash").await.unwrap();
    assert_eq!(store.account("ana").await.unwrap().passphrase_hash, "another hash");
    store.add_token("ana", [3; 32], 6).await.unwrap();
    store.add_token("ana", [4; 32], 7).await.unwrap();
    assert_eq!(store.sessions("ana").await, Ok(vec![5, 6, 7]));
    store.remove_tokens("ana", Some([3; 32])).await.unwrap();
    assert_eq!(store.sessions("ana").await, Ok(vec![6]));
    store.remove_tokens("ana", None).await.unwrap();
    assert_eq!(store.player_by_token([3; 32]).await, Ok(None));
    assert!(store.player_by_token([2; 32]).await.unwrap().is_some(), "others stay");
}

async fn keeps_api_tokens(store: &impl Store) {
    for (id, token) in [("ana", 1), ("bo", 2)] {
        store.create_guest(id, [token; 32], 5).await.unwrap();
    }
    account(store, "ana", "Ana").await.unwrap();
    TestGame::started("a", ["ana", "bo"], 1).store(store).await;
    let token = |id: &str, at| ApiToken { id: id.into(), label: format!("label of {id}"), created_at: at };
    store.add_api_token("ana", &token("x", 8), [8; 32]).await.unwrap();
    store.add_api_token("ana", &token("y", 7), [7; 32]).await.unwrap();
    assert_eq!(store.api_tokens("ana").await, Ok(vec![token("y", 7), token("x", 8)]));
    assert_eq!(store.api_tokens("bo").await, Ok(vec![]));
    let owner = store.player_by_api_token([8; 32]).await.unwrap().unwrap();
    assert_eq!((owner.id.as_str(), owner.is_bot), ("ana", true));
    assert_eq!(store.player_by_token([8; 32]).await, Ok(None), "it is no session");
    let bots = || async {
        let rows = store.games(&GameQuery { limit: 9, ..GameQuery::default() }).await.unwrap();
        rows[0].summary.seats.clone().map(|seat| seat.unwrap().bot)
    };
    assert_eq!(bots().await, [true, false]);
    let missing = Err(StoreError::NotFound(Missing::Token));
    assert_eq!(store.remove_api_token("bo", "x").await, missing, "it is somebody else's");
    assert_eq!(store.remove_api_token("ana", "x").await, Ok([8; 32]));
    assert_eq!(store.remove_api_token("ana", "x").await, missing);
    assert_eq!((store.player_by_api_token([8; 32]).await, bots().await), (Ok(None), [true, false]));
    store.remove_api_token("ana", "y").await.unwrap();
    assert_eq!(bots().await, [false, false]);
}

async fn closes_accounts(store: &impl Store) {
    for (id, token) in [("ana", 1), ("bo", 2)] {
        store.create_guest(id, [token; 32], 5).await.unwrap();
    }
    account(store, "ana", "Ana").await.unwrap();
    store.set_settings("ana", r#"{"theme":"pond"}"#).await.unwrap();
    let token = ApiToken { id: "x".into(), label: "bot".into(), created_at: 1 };
    store.add_api_token("ana", &token, [8; 32]).await.unwrap();
    TestGame::started("a", ["ana", "bo"], 1).store(store).await;
    assert_eq!(store.closed_accounts().await, Ok(vec![]));
    store.close_account("ana").await.unwrap();
    assert_eq!(store.closed_accounts().await, Ok(vec![store.player("ana").await.unwrap()]));
    let player = store.player("ana").await.unwrap();
    assert_eq!((player.name, player.settings.as_str(), player.is_bot), (None, "{}", false));
    assert_eq!(store.account("ana").await, Err(StoreError::NotFound(Missing::Player)));
    assert_eq!(store.player_by_token([1; 32]).await, Ok(None));
    assert_eq!(store.player_by_api_token([8; 32]).await, Ok(None));
    let rows = store.games(&GameQuery { limit: 9, ..GameQuery::default() }).await.unwrap();
    let guest = rows[0].summary.seats[0].clone().unwrap().guest;
    assert_eq!(guest, Some(guest_name("ana")), "the game stays");
    assert_eq!(account(store, "bo", "Ana").await, Err(StoreError::Conflict(Conflict::Account)), "and so does the name");
}
