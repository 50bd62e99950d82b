//! What nodes that share a database rely on: claims, fences, leases, locks, and writes whose connection breaks. The conformance suite
//! tests everything that stores have in common.

use super::*;
use crate::game::Event;
use crate::store::Conflict;
use crate::store::conformance::{DAYS, TestGame, account, command, store_with_deadline};
use crate::store::test_support::postgres::{TestServer, server};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sanban_core::Seat;
use sqlx::PgConnection;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};

/// A database with nodes that share it.
struct Site {
    url: String,
    nodes: Vec<Arc<Postgres>>,
    /// A connection of its own.
    database: PgConnection,
}

impl Site {
    /// A site whose nodes have the ids `a`, `b`, … and have begun to run at the wall times 100, 200, …
    async fn new(server: &TestServer, nodes: usize) -> Site {
        let url = server.new_database().await;
        let mut site = Site { nodes: Vec::new(), database: PgConnection::connect(&url).await.unwrap(), url };
        for (id, at) in ["a", "b", "c"].into_iter().zip([100, 200, 300]).take(nodes) {
            site.nodes.push(Arc::new(Postgres::open(&site.url, id, "127.0.0.1:1").await.unwrap()));
            site.nodes.last().unwrap().begin_run(at, 5000).await.unwrap();
        }
        site
    }

    async fn execute(&mut self, sql: &str) {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_string())).execute(&mut self.database).await.unwrap();
    }

    /// Lets the lease of a node expire.
    async fn expire(&mut self, node: &str) {
        self.execute(&format!("UPDATE nodes SET expires = clock_timestamp() - interval '1 ms' WHERE id = '{node}'"))
            .await;
    }

    async fn close(self) {
        for node in &self.nodes {
            node.close().await.unwrap();
        }
    }
}

fn owned(fence: u64) -> StoreResult<Claim> {
    Ok(Claim::Owned(super::super::Ownership { fence, last_owner: None }))
}

fn taken_over(fence: u64, since: u64, until: u64) -> StoreResult<Claim> {
    Ok(Claim::Owned(super::super::Ownership { fence, last_owner: Some(Uptime { since, until }) }))
}

fn owned_by(node: &str) -> StoreResult<Claim> {
    Ok(Claim::OwnedBy(node.into()))
}

/// A batch that adds an event to a game, under a claim.
fn next_event(game: &mut TestGame, fence: u64) -> EventBatch {
    game.add(Event::DrawOffered { seat: Seat::FIRST }, 20);
    EventBatch { fence, ..game.batch() }
}

/// Lets the test try the same event again, since it could not be stored.
fn take_back(game: &mut TestGame) {
    game.log.pop();
    game.stored -= 1;
}

const NOT_OWNER: StoreResult<()> = Err(StoreError::Conflict(Conflict::Owner));

#[tokio::test(flavor = "multi_thread")]
async fn nodes_share_a_database() {
    let Some(server) = server() else { return };
    claims_are_exclusive_and_fence_off_earlier_ones(server).await;
    games_of_dead_nodes_are_taken_over(server).await;
    games_of_closed_nodes_are_taken_over_at_once(server).await;
    nobody_is_taken_for_dead_after_an_outage(server).await;
    games_without_a_living_owner_are_orphans(server).await;
    living_nodes_are_listed_and_old_ones_removed(server).await;
    downtime_of_the_site_moves_deadlines_once(server).await;
    nodes_migrate_at_once_and_accept_newer_schemas(server).await;
    locks_exclude_other_nodes(server).await;
    guests_keep_no_game_that_is_appended_while_they_log_in(server).await;
    names_that_look_alike_are_taken_once(server).await;
    commits_many_appends_at_once(server).await;
}

async fn claims_are_exclusive_and_fence_off_earlier_ones(server: &TestServer) {
    let site = Site::new(server, 2).await;
    let [a, b] = &site.nodes[..] else { unreachable!() };
    assert_eq!(a.claim("none").await, Err(StoreError::NotFound(Missing::Game)));
    let mut game = TestGame::started("game", ["ana", "bo"], 10);
    game.store(&**a).await;
    assert_eq!(b.claim("game").await, owned_by("a"), "who creates a game owns it");
    a.append(&[next_event(&mut game, 1)]).await.unwrap();
    assert_eq!(
        a.claim("game").await,
        taken_over(2, 100, 100),
        "it lost track of the game, so until when it was played isn't known"
    );
    assert_eq!(a.append(&[next_event(&mut game, 1)]).await, NOT_OWNER, "an earlier claim of the same node");
    take_back(&mut game);
    a.append(&[next_event(&mut game, 2)]).await.unwrap();
    a.release("game", 1).await.unwrap();
    assert_eq!(b.claim("game").await, owned_by("a"), "it was claimed again");
    a.release("game", 2).await.unwrap();
    assert_eq!(b.claim("game").await, owned(3), "nobody owned it, so nothing was interrupted");
    assert_eq!(a.append(&[next_event(&mut game, 2)]).await, NOT_OWNER);
    assert_eq!(a.append(&[EventBatch { fence: 3, ..game.batch() },]).await, Ok(()), "an empty batch changes nothing");
    take_back(&mut game);
    let stale = next_event(&mut game, 3);
    assert_eq!(a.append(std::slice::from_ref(&stale)).await, NOT_OWNER, "the number of another node's claim");
    let rematch = TestGame::started("rematch", ["bo", "ana"], 20).batch();
    assert_eq!(a.append(&[rematch, stale.clone()]).await, NOT_OWNER);
    assert_eq!(a.log("rematch").await, Err(StoreError::NotFound(Missing::Game)), "all batches or none");
    b.append(&[stale]).await.unwrap();
    game.log[4].command = command("ana", "other");
    let repeated = EventBatch { fence: 3, entries: vec![game.log[4].clone()], ..game.batch() };
    assert_eq!(b.append(&[repeated]).await, Err(StoreError::Conflict(Conflict::Event)));
    site.close().await;
}

async fn games_of_dead_nodes_are_taken_over(server: &TestServer) {
    let mut site = Site::new(server, 3).await;
    let [a, b, c] = &site.nodes.clone()[..] else { unreachable!() };
    let (mut one, mut other) =
        (TestGame::started("one", ["ana", "bo"], 10), TestGame::started("other", ["ana", "bo"], 10));
    one.store(&**a).await;
    other.store(&**a).await;
    a.set_uptime(Uptime { since: 100, until: 160 }, 0).await.unwrap();
    assert_eq!(b.claim("one").await, owned_by("a"));
    site.expire("a").await;
    let claims = tokio::join!(b.claim("one"), c.claim("one"));
    let winner = if claims.0 == taken_over(2, 100, 160) { ("b", &claims.1) } else { ("c", &claims.0) };
    assert_eq!(winner.1, &owned_by(winner.0), "{claims:?}");
    assert_eq!(a.append(&[next_event(&mut one, 1)]).await, NOT_OWNER);
    a.append(&[next_event(&mut other, 1)]).await.expect("nobody took this one");
    // It is alive again.
    a.set_uptime(Uptime { since: 170, until: 180 }, 0).await.unwrap();
    assert_eq!(b.claim("other").await, owned_by("a"));
    assert_eq!(a.claim("one").await, owned_by(winner.0));
    site.close().await;
}

async fn games_of_closed_nodes_are_taken_over_at_once(server: &TestServer) {
    let site = Site::new(server, 2).await;
    let [a, b] = &site.nodes[..] else { unreachable!() };
    TestGame::started("game", ["ana", "bo"], 10).store(&**a).await;
    a.set_uptime(Uptime { since: 100, until: 150 }, 0).await.unwrap();
    a.close().await.unwrap();
    assert_eq!(b.claim("game").await, taken_over(2, 100, 150));
    assert!(matches!(a.set_uptime(Uptime { since: 100, until: 200 }, 0).await, Err(StoreError::Unavailable(_))));
    b.close().await.unwrap();
}

async fn nobody_is_taken_for_dead_after_an_outage(server: &TestServer) {
    let mut site = Site::new(server, 2).await;
    let [a, b] = &site.nodes.clone()[..] else { unreachable!() };
    let mut live = TestGame::started("game", ["ana", "bo"], 10);
    live.store(&**a).await;
    site.execute("UPDATE games SET needs_actor = true").await;
    site.expire("a").await;
    // The last renewals were before the outage, and the next one is after it.
    b.lease.renewed(Instant::now() - Duration::from_secs(10));
    b.lease.renewed(Instant::now());
    assert_eq!(b.claim("game").await, owned_by("a"));
    assert_eq!(b.orphans(9).await.unwrap(), Vec::<String>::new());
    site.execute("UPDATE games SET owner = NULL").await;
    assert_eq!(b.orphans(9).await.unwrap(), ["game"]);
    assert_eq!(b.claim("game").await, owned(2), "nobody has it");
    site.close().await;
}

async fn games_without_a_living_owner_are_orphans(server: &TestServer) {
    let mut site = Site::new(server, 2).await;
    let [a, b] = &site.nodes.clone()[..] else { unreachable!() };
    for id in ["over", "idle", "live", "free"] {
        TestGame::started(id, ["ana", "bo"], 10).store(&**a).await;
    }
    site.execute("UPDATE games SET needs_actor = id IN ('live', 'free')").await;
    assert_eq!(b.orphans(9).await.unwrap(), Vec::<String>::new());
    a.release("free", 1).await.unwrap();
    assert_eq!(b.orphans(9).await.unwrap(), ["free"]);
    site.expire("a").await;
    let mut orphans = b.orphans(9).await.unwrap();
    orphans.sort();
    assert_eq!(orphans, ["free", "live"]);
    assert_eq!(b.orphans(1).await.unwrap().len(), 1);
    assert_eq!(a.orphans(9).await.unwrap(), ["free"], "its own games are not orphans");
    assert_eq!(a.owned().await.unwrap(), ["live"]);
    assert_eq!(b.owned().await.unwrap(), Vec::<String>::new());
    site.close().await;
}

async fn living_nodes_are_listed_and_old_ones_removed(server: &TestServer) {
    let mut site = Site::new(server, 2).await;
    let [a, b] = &site.nodes.clone()[..] else { unreachable!() };
    TestGame::started("game", ["ana", "bo"], 10).store(&**a).await;
    assert_eq!(b.living_nodes().await, Ok(vec!["a".to_string(), "b".to_string()]));
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT address, version FROM nodes").fetch_all(&mut site.database).await.unwrap();
    assert_eq!(rows, vec![("127.0.0.1:1".to_string(), env!("CARGO_PKG_VERSION").to_string()); 2]);
    site.execute("INSERT INTO nodes SELECT 'old', '', '', expires, 0, 0 FROM nodes LIMIT 1").await;
    site.execute("UPDATE nodes SET expires = expires - interval '2 hours'").await;
    assert_eq!(b.living_nodes().await, Ok(vec![]));
    b.begin_run(900, 0).await.unwrap();
    let left: Vec<String> =
        sqlx::query_scalar("SELECT id FROM nodes ORDER BY id").fetch_all(&mut site.database).await.unwrap();
    assert_eq!(left, ["a", "b"], "who owns a game stays");
    site.close().await;
}

async fn downtime_of_the_site_moves_deadlines_once(server: &TestServer) {
    let mut site = Site::new(server, 3).await;
    let [a, b, c] = &site.nodes.clone()[..] else { unreachable!() };
    store_with_deadline(&**a, "game", 10).await;
    let uptime = Uptime { since: 100, until: 200 };
    for node in [a, b, c] {
        node.set_uptime(uptime, 99_999).await.unwrap();
    }
    assert_eq!(a.deadline("game").await, Ok(Some(DAYS + 10)), "some node always ran");
    site.execute("UPDATE site SET until = until - interval '1 hour'").await;
    let renewed = tokio::join!(a.set_uptime(uptime, 0), b.set_uptime(uptime, 0), c.set_uptime(uptime, 0));
    assert_eq!(renewed, (Ok(()), Ok(()), Ok(())));
    let moved = a.deadline("game").await.unwrap().unwrap() - DAYS - 10;
    assert!((3_605_000..3_635_000).contains(&moved), "an hour and the grace, once: {moved}");
    site.close().await;
}

async fn nodes_migrate_at_once_and_accept_newer_schemas(server: &TestServer) {
    let url = server.new_database().await;
    assert!(Postgres::open_existing(&url).await.is_err(), "no server has used it");
    let open = |node: &'static str| Postgres::open(&url, node, "");
    let (a, b, c) = tokio::join!(open("a"), open("b"), open("c"));
    for store in [a, b, c] {
        store.unwrap().close().await.unwrap();
    }
    let mut database = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("INSERT INTO migrations (version) VALUES (99); ALTER TABLE games ADD COLUMN later text")
        .execute(&mut database)
        .await
        .unwrap();
    let store = open("old").await.expect("an older version runs beside a newer one");
    TestGame::started("game", ["ana", "bo"], 10).store(&store).await;
    store.close().await.unwrap();
    let existing = Postgres::open_existing(&url).await.unwrap();
    assert_eq!(existing.log("game").await.unwrap().len(), 3);
    existing.close().await.unwrap();
}

async fn locks_exclude_other_nodes(server: &TestServer) {
    let mut site = Site::new(server, 2).await;
    let [a, b] = &site.nodes.clone()[..] else { unreachable!() };
    let held = a.lock("pair").await.unwrap();
    drop(b.lock("create ana").await.unwrap());
    let (node, is_dropped) = (b.clone(), Arc::new(AtomicBool::new(false)));
    let seen = is_dropped.clone();
    let waiting = tokio::spawn(async move {
        let lock = node.lock("pair").await.unwrap();
        assert!(seen.load(Relaxed), "two nodes have the lock");
        lock
    });
    sleep(Duration::from_millis(200)).await;
    is_dropped.store(true, Relaxed);
    drop(held);
    let held = waiting.await.unwrap();
    let started = Instant::now();
    assert!(matches!(a.lock("pair").await, Err(StoreError::Unavailable(_))));
    assert!(started.elapsed() < Duration::from_secs(9), "nobody waits for ever");
    // The session that holds the lock ends, as when its node crashes.
    site.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted").await;
    let again = a.lock("pair").await.unwrap();
    drop(held);
    sleep(Duration::from_millis(50)).await;
    let mut others = Vec::new();
    for n in 0..7 {
        others.push(a.lock(&format!("create {n}")).await.unwrap());
    }
    drop((again, others));
    site.close().await;
}

async fn guests_keep_no_game_that_is_appended_while_they_log_in(server: &TestServer) {
    let site = Site::new(server, 2).await;
    let [a, b] = &site.nodes[..] else { unreachable!() };
    a.create_guest("ana", [1; 32], 1).await.unwrap();
    account(&**a, "ana", "Ana").await.unwrap();
    for n in 0..20u8 {
        let (guest, id) = (format!("guest{n}"), format!("game{n}"));
        a.create_guest(&guest, [n + 10; 32], 1).await.unwrap();
        let mut game = TestGame::started(&id, [&guest, "bo"], 10);
        game.store(&**a).await;
        let appends = async {
            for _ in 0..5 {
                a.append(&[next_event(&mut game, 1)]).await.unwrap();
            }
            TestGame::started(&format!("new {id}"), ["bo", &guest], 10).store(&**a).await;
        };
        let merge = async {
            sleep(Duration::from_millis(u64::from(n) / 2)).await;
            b.merge_guest(&guest, "ana").await.unwrap();
        };
        tokio::join!(appends, merge);
        let left = GameQuery { player: Some(guest), limit: 9, ..GameQuery::default() };
        assert_eq!(a.games(&left).await.unwrap(), [], "round {n}");
    }
    site.close().await;
}

async fn names_that_look_alike_are_taken_once(server: &TestServer) {
    let site = Site::new(server, 2).await;
    let [a, b] = &site.nodes[..] else { unreachable!() };
    for n in 0..10u8 {
        for (place, id) in ["one", "other"].into_iter().enumerate() {
            a.create_guest(&format!("{id}{n}"), [2 * n + place as u8; 32], 1).await.unwrap();
        }
        let name = ["El", "E1"].map(|name| format!("{name}{}", char::from(b'a' + n)));
        let (one, other) = (format!("one{n}"), format!("other{n}"));
        let created = tokio::join!(account(&**a, &one, &name[0]), account(&**b, &other, &name[1]));
        assert!(created.0.is_ok() != created.1.is_ok(), "{created:?}");
    }
    site.close().await;
}

/// Many tasks claim, append to and release the same games through three nodes, some of which lose their leases.
async fn commits_many_appends_at_once(server: &TestServer) {
    let mut site = Site::new(server, 3).await;
    let games = ["g0", "g1", "g2", "g3", "g4"];
    for id in games {
        TestGame::started(id, ["ana", "bo"], 10).store(&*site.nodes[0]).await;
    }
    let work = |task: u64| {
        let nodes = site.nodes.clone();
        tokio::spawn(async move {
            let mut random = ChaCha8Rng::seed_from_u64(task);
            let mut appended = Vec::new();
            for step in 0..40 {
                let node = &nodes[random.next_u32() as usize % 3];
                let id = games[random.next_u32() as usize % 5];
                let Claim::Owned(ownership) = node.claim(id).await.unwrap() else { continue };
                let mut log = node.log(id).await.unwrap();
                let stored = log.len();
                log.truncate(stored);
                let mut game = TestGame { id: id.into(), log, stored };
                for n in 0..random.next_u32() % 3 {
                    let key = format!("{task} {step} {n}");
                    let mut batch = next_event(&mut game, ownership.fence);
                    batch.entries[0].command = command("ana", &key);
                    match node.append(&[batch]).await {
                        Ok(()) => appended.push((id, key)),
                        Err(StoreError::Conflict(Conflict::Owner | Conflict::Event)) => break,
                        Err(error) => panic!("{error:?}"),
                    }
                }
                if random.next_u32() % 2 == 0 {
                    node.release(id, ownership.fence).await.unwrap();
                }
            }
            appended
        })
    };
    let tasks: Vec<_> = (0..9).map(work).collect();
    while !tasks.iter().all(|task| task.is_finished()) {
        for node in ["a", "b", "c"] {
            site.expire(node).await;
            sleep(Duration::from_millis(5)).await;
            let place = node.as_bytes()[0] - b'a';
            site.nodes[usize::from(place)].set_uptime(Uptime { since: 1, until: 2 }, 0).await.unwrap();
        }
    }
    let mut acknowledged = Vec::new();
    for task in tasks {
        acknowledged.extend(task.await.unwrap());
    }
    let mut stored = Vec::new();
    for id in games {
        let log = site.nodes[0].log(id).await.unwrap();
        assert!((1..).zip(&log).all(|(number, entry)| entry.number == number), "no gaps");
        stored.extend(log.into_iter().filter_map(|entry| Some((id, entry.command?.id))));
    }
    assert!(acknowledged.len() > 50, "only {} events", acknowledged.len());
    acknowledged.sort();
    stored.sort();
    assert_eq!(stored, acknowledged, "what was acknowledged is stored once, and nothing else");
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_out_what_happened_when_a_connection_breaks() {
    let Some(server) = server() else { return };
    appends_of_killed_sessions_end_their_claim(server).await;
    appends_whose_answer_is_lost_count_once(server).await;
}

async fn appends_of_killed_sessions_end_their_claim(server: &TestServer) {
    let mut site = Site::new(server, 1).await;
    let a = site.nodes[0].clone();
    let mut game = TestGame::started("game", ["ana", "bo"], 10);
    game.store(&*a).await;
    // The append waits for this lock when its session is killed.
    site.execute("BEGIN; SELECT FROM games FOR UPDATE").await;
    let (node, batch) = (a.clone(), next_event(&mut game, 1));
    let waiting = tokio::spawn(async move { node.append(&[batch]).await });
    sleep(Duration::from_millis(300)).await;
    let mut other = PgConnection::connect(&site.url).await.unwrap();
    sqlx::raw_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        .execute(&mut other)
        .await
        .unwrap();
    sleep(Duration::from_millis(300)).await;
    assert!(!waiting.is_finished(), "whether it happened can't be known yet");
    site.execute("COMMIT").await;
    assert_eq!(waiting.await.unwrap(), NOT_OWNER, "it did not happen, and can't happen any more");
    assert!(a.health().failures().get() == 0 && a.health().is_responding());
    assert_eq!(a.log("game").await.unwrap().len(), 3);
    assert_eq!(a.claim("game").await, taken_over(3, 100, 100));
    take_back(&mut game);
    a.append(&[next_event(&mut game, 3)]).await.unwrap();
    // Nobody can tell within three seconds.
    site.execute("BEGIN; SELECT FROM games FOR UPDATE").await;
    let batch = next_event(&mut game, 3);
    assert!(matches!(a.append(&[batch]).await, Err(StoreError::UnknownOutcome(_))));
    assert!(!a.health().is_responding() && a.health().fatal().is_none());
    site.execute("COMMIT").await;
    a.set_uptime(Uptime { since: 1, until: 2 }, 0).await.unwrap();
    assert!(a.health().is_responding());
    site.close().await;
}

/// Passes everything on to a database until `cut` is set. From then on it drops what the database answers, and closes the connection.
async fn start_proxy(server: &TestServer, cut: Arc<AtomicBool>) -> u16 {
    let (listener, socket) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), server.socket());
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (mut database, cut) = (UnixStream::connect(&socket).await.unwrap(), cut.clone());
            tokio::spawn(async move {
                let (mut sent, mut answered) = ([0; 4096], [0; 4096]);
                loop {
                    tokio::select! {
                        count = client.read(&mut sent) => match count {
                            Ok(count) if count > 0 => database.write_all(&sent[..count]).await.unwrap(),
                            _ => return,
                        },
                        count = database.read(&mut answered) => match count {
                            Ok(count) if count > 0 && !cut.load(Relaxed) => {
                                client.write_all(&answered[..count]).await.unwrap();
                            }
                            _ => return,
                        },
                    }
                }
            });
        }
    });
    port
}

async fn appends_whose_answer_is_lost_count_once(server: &TestServer) {
    let site = Site::new(server, 0).await;
    let cut = Arc::new(AtomicBool::new(false));
    let port = start_proxy(server, cut.clone()).await;
    let database = site.url.split(['/', '?']).nth(3).unwrap();
    let url = format!("postgres://postgres@127.0.0.1:{port}/{database}");
    let node = Arc::new(Postgres::open(&url, "a", "").await.unwrap());
    let mut game = TestGame::started("game", ["ana", "bo"], 10);
    game.store(&*node).await;
    // So that the connection knows the statement, and is back in the pool.
    let settle = || sleep(Duration::from_millis(200));
    settle().await;
    node.append(&[next_event(&mut game, 1)]).await.unwrap();
    settle().await;
    cut.store(true, Relaxed);
    let (appending, batch) = (node.clone(), next_event(&mut game, 1));
    let append = tokio::spawn(async move { appending.append(&[batch]).await });
    sleep(Duration::from_millis(500)).await;
    assert!(!append.is_finished(), "the database can't be reached");
    cut.store(false, Relaxed);
    assert_eq!(append.await.unwrap(), Ok(()), "it had happened");
    assert_eq!(node.log("game").await.unwrap(), game.log);
    node.append(&[next_event(&mut game, 1)]).await.unwrap();
    settle().await;
    cut.store(true, Relaxed);
    let lost = node.append(&[next_event(&mut game, 1)]).await;
    assert!(matches!(lost, Err(StoreError::UnknownOutcome(_))), "{lost:?}");
    cut.store(false, Relaxed);
    let log = node.log("game").await.unwrap();
    assert!(log == game.log || log == game.log[..game.log.len() - 1], "it happened or not: {log:?}");
    node.close().await.unwrap();
}

#[tokio::test]
async fn says_why_a_database_cannot_be_used() {
    let Some(server) = server() else { return };
    let url = server.new_database().await;
    let open = async |url: &str| Postgres::open(url, "a", "").await.err().unwrap().to_string();
    let missing = open(&server.url("postgres", "nowhere")).await;
    assert!(missing.contains("\"nowhere\"") && missing.ends_with("it does not exist"), "{missing}");
    let database = url.split(['/', '?']).nth(3).unwrap();
    let locked = server.url("locked:secret", database);
    let rejected = open(&locked).await;
    assert!(rejected.ends_with("authentication failed for the user \"locked\""), "{rejected}");
    let refused = open("postgres://ana:secret@127.0.0.1:1/games").await;
    assert!(refused.starts_with("cannot connect to the PostgreSQL database \"games\" at 127.0.0.1:1: "), "{refused}");
    for error in [missing, rejected, refused] {
        assert!(!error.contains("secret") && !error.contains('\n'), "{error}");
    }
}
