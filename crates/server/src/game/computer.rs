//! Computer players and reviews on the server. A pool bounds how many searches run at once; the others wait their turn. Light searches
//! have threads of their own, and players take turns.

use super::fair_queue::FairQueue;
use super::remote_engines::RemoteEngines;
use super::review::{self, ReviewView};
use crate::error::{self, ApiError};
use crate::jobs::tasks::{self, MoveTask, ReviewTask};
use crate::metrics::{GaugeGuard, LaneMetrics, Metrics};
use crate::player_address::PlayerAddresses;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sanban_core::{GameInfo, Session};
use sanban_engine::evaluation::Evaluation;
use sanban_engine::handle;
use sanban_engine::spec::Spec;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The highest level whose searches are light: a few thousand nodes.
const MAX_LIGHT_LEVEL: u8 = 4;
/// How long a worker may take to answer a light search, before the server searches, too.
const LIGHT_WORKER_TIMEOUT: Duration = Duration::from_secs(1);
/// The same for a heavy search. Level 8 thinks for one second.
const HEAVY_WORKER_TIMEOUT: Duration = Duration::from_millis(2500);
/// How often a review on a worker checks that there are workers.
const WORKER_CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// How long a review pauses at a time while computer moves wait.
const REVIEW_PAUSE: Duration = Duration::from_millis(5);

/// Parses the spec of a computer player that may play here: a level or a classic player. Anything that could run for long
/// or start another program is rejected.
pub fn parse_computer_player(text: &str, info: &'static GameInfo) -> Result<Spec, ApiError> {
    let spec = Spec::parse(text, info).map_err(ApiError::by_game(info))?;
    match spec {
        Spec::Level(_) | Spec::Classic(_) => Ok(spec),
        _ => Err(error::BAD_REQUEST.with(&[&format!("{text} can't play on the server")]).into()),
    }
}

/// Runs searches on blocking threads, or on workers if there are any.
#[derive(Clone)]
pub struct EnginePool {
    light: Lane,
    heavy: Lane,
    /// Reviews run one at a time.
    reviews: FairQueue,
    addresses: Arc<PlayerAddresses>,
    remote: Option<RemoteEngines>,
}

/// A queue with threads of its own.
#[derive(Clone)]
struct Lane {
    queue: FairQueue,
    metrics: LaneMetrics,
    /// How long a worker may take to answer, before the server searches, too.
    worker_timeout: Duration,
}

impl EnginePool {
    /// A pool for a number of concurrent heavy searches, and as many light ones. With `remote`, workers search first.
    pub fn new(
        max_searches: usize,
        addresses: Arc<PlayerAddresses>,
        metrics: &Metrics,
        remote: Option<RemoteEngines>,
    ) -> EnginePool {
        let lane = |metrics: &LaneMetrics, worker_timeout| Lane {
            queue: FairQueue::new(max_searches.max(1)),
            metrics: metrics.clone(),
            worker_timeout,
        };
        let light = lane(&metrics.light_searches, LIGHT_WORKER_TIMEOUT);
        let heavy = lane(&metrics.heavy_searches, HEAVY_WORKER_TIMEOUT);
        EnginePool { light, heavy, reviews: FairQueue::new(1), addresses, remote }
    }

    /// Chooses a move in a player's game that isn't over. Dropping the future cancels the search.
    pub async fn choose_move(&self, session: Box<dyn Session>, spec: Spec, seed: u64, player: &str) -> Option<String> {
        let owner = self.addresses.owner(player);
        let lane = if is_light(&spec) { &self.light } else { &self.heavy };
        let remote = self.remote.as_ref().filter(|remote| remote.has_workers()).zip(tasks::player_name(&spec));
        let Some((remote, name)) = remote else { return lane.search(session, spec, seed, &owner).await };
        let task = MoveTask::new(&*session, &name, seed);
        let position = session.fork();
        let asked = async {
            let chosen = remote.choose_move(&task, &owner).await;
            chosen.filter(|text| position.canonical_move(text).is_ok())
        };
        tokio::pin!(asked);
        // A worker that is busy takes the move once it has ended its job. The server need not wait for that.
        if remote.has_free_thread() {
            match timeout(lane.worker_timeout, &mut asked).await {
                Ok(Some(chosen)) => return Some(chosen),
                Ok(None) => {
                    remote.count_fallback();
                    return lane.search(session, spec, seed, &owner).await;
                }
                Err(_) => remote.count_fallback(),
            }
        } else {
            remote.count_busy();
        }
        // Whichever answers first.
        tokio::select! {
            Some(chosen) = &mut asked => Some(chosen),
            chosen = lane.search(session, spec, seed, &owner) => chosen,
        }
    }

    /// Reviews a game with a number of nodes for each position. Calls `on_rated` with the number of rated moves.
    pub async fn review(
        &self,
        task: ReviewTask,
        player: &str,
        on_rated: impl Fn(usize) + Clone + Send + Sync + 'static,
    ) -> Option<ReviewView> {
        let owner = self.addresses.owner(player);
        if let Some(remote) = self.remote.as_ref().filter(|remote| remote.has_workers()) {
            let no_worker = async {
                while remote.has_workers() {
                    sleep(WORKER_CHECK_INTERVAL).await;
                }
            };
            tokio::select! {
                review = remote.review(&task, &owner, &on_rated) => if review.is_some() {
                    return review;
                },
                () = no_worker => {}
            }
            remote.count_fallback();
        }
        let permit = self.reviews.acquire(&owner).await;
        let (caller, lanes) = (Arc::new(()), [self.light.clone(), self.heavy.clone()]);
        let is_awaited = Arc::downgrade(&caller);
        let review = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let keep_going = || {
                let is_awaited = || is_awaited.strong_count() > 0;
                // Computer moves come first: a review pauses while some of them wait.
                while is_awaited() && lanes.iter().any(|lane| lane.metrics.waiting.get() > 0) {
                    std::thread::sleep(REVIEW_PAUSE);
                }
                is_awaited()
            };
            review::review(&task.record, task.nodes, &keep_going, &mut |rated| on_rated(rated))
        });
        let reviewed = review.await;
        drop(caller);
        reviewed.ok()?.ok()?
    }
}

impl Lane {
    /// Searches on a thread of the server, once it is the owner's turn.
    async fn search(&self, session: Box<dyn Session>, spec: Spec, seed: u64, owner: &str) -> Option<String> {
        let Lane { queue, metrics, .. } = self;
        let (waiting, began_waiting) = (GaugeGuard::new(&metrics.waiting), Instant::now());
        let permit = queue.acquire(owner).await;
        drop(waiting);
        metrics.wait_seconds.observe(began_waiting.elapsed().as_secs_f64());
        let running = GaugeGuard::new(&metrics.running);
        let caller = Arc::new(());
        let is_awaited = Arc::downgrade(&caller);
        let search = tokio::task::spawn_blocking(move || {
            // Held until the search has really ended, so that cancelled searches count too.
            let _permit = (permit, running);
            search(&*session, &spec, seed, &|| is_awaited.strong_count() > 0)
        });
        let chosen = search.await.ok().flatten();
        drop(caller);
        chosen
    }
}

fn is_light(spec: &Spec) -> bool {
    match spec {
        Spec::Classic(_) => true,
        Spec::Level(level) => *level <= MAX_LIGHT_LEVEL,
        _ => false,
    }
}

/// Chooses a computer player's move in a game that isn't over; `None` if `keep_going` returns false.
pub fn search(session: &dyn Session, spec: &Spec, seed: u64, keep_going: &(dyn Fn() -> bool + Sync)) -> Option<String> {
    if let Spec::Classic(name) = spec {
        return session.classic_move(name, &mut ChaCha8Rng::seed_from_u64(seed)).ok();
    }
    let (mut searcher, limits) = handle::for_player(spec, session.rules(), &Evaluation::Default)?;
    let start = Instant::now();
    let elapsed = &|| start.elapsed();
    let thought = handle::choose_move(&mut *searcher, session, seed, limits, elapsed, keep_going, &mut |_| {});
    keep_going().then(|| thought.report.best().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::Rules;
    use sanban_games::registry;

    #[tokio::test]
    async fn cancels_searches_that_nobody_awaits() {
        let metrics = Metrics::default();
        let pool = EnginePool::new(1, Arc::default(), &metrics, None);
        let info = registry::find("jinli").unwrap();
        let choose = || {
            let session = registry::open(Rules::official(info), None).unwrap();
            pool.choose_move(session, parse_computer_player("level:8", info).unwrap(), 1, "ana")
        };
        for _ in 0..20 {
            let mut waiting = Box::pin(choose());
            // The search has begun, and would take a second.
            while pool.heavy.queue.free() > 0 {
                let _ = tokio::time::timeout(Duration::from_millis(1), &mut waiting).await;
            }
            let cancelled = Instant::now();
            drop(waiting);
            while pool.heavy.queue.free() == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            if cancelled.elapsed() < Duration::from_millis(500) {
                assert!(choose().await.is_some());
                return;
            }
        }
        panic!("the search wasn't cancelled");
    }

    #[tokio::test]
    async fn answers_light_levels_while_heavy_ones_wait() {
        let metrics = Metrics::default();
        let pool = EnginePool::new(1, Arc::default(), &metrics, None);
        let info = registry::find("jesonmor").unwrap();
        let choose = |player: &'static str, spec: &str| {
            let session = registry::open(Rules::official(info), None).unwrap();
            let (pool, spec) = (pool.clone(), parse_computer_player(spec, info).unwrap());
            tokio::spawn(async move { pool.choose_move(session, spec, 1, player).await })
        };
        let heavy: Vec<_> = (0..20).map(|_| choose("eve", "level:8")).collect();
        while pool.heavy.queue.free() > 0 {
            tokio::task::yield_now().await;
        }
        for spec in ["level:1", "level:4"] {
            assert!(choose("ana", spec).await.unwrap().is_some());
        }
        let waiting = heavy.iter().filter(|search| !search.is_finished()).count();
        assert!(waiting > 10, "{waiting} heavy searches are not done");
        let counts = |lane: &LaneMetrics| (lane.waiting.get(), lane.running.get());
        assert_eq!(counts(&metrics.light_searches), (0, 0));
        assert_eq!(counts(&metrics.heavy_searches).1, 1);
        assert!(counts(&metrics.heavy_searches).0 >= 10);
        assert!(metrics.text().contains("sanban_computer_wait_seconds_count{lane=\"light\"} 2"));
        heavy.iter().for_each(|search| search.abort());
        while counts(&metrics.heavy_searches) != (0, 0) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn addresses_take_turns() {
        let (metrics, addresses) = (Metrics::default(), Arc::<PlayerAddresses>::default());
        addresses.note("eve", "192.0.2.1".parse().unwrap());
        addresses.note("ana", "192.0.2.2".parse().unwrap());
        let pool = EnginePool::new(1, addresses, &metrics, None);
        let info = registry::find("jesonmor").unwrap();
        let choose = |player: &'static str| {
            let session = registry::open(Rules::official(info), None).unwrap();
            let (pool, spec) = (pool.clone(), parse_computer_player("level:8", info).unwrap());
            tokio::spawn(async move { pool.choose_move(session, spec, 1, player).await })
        };
        let others: Vec<_> = (0..20).map(|_| choose("eve")).collect();
        while metrics.heavy_searches.waiting.get() < 19 {
            tokio::task::yield_now().await;
        }
        assert!(choose("ana").await.unwrap().is_some());
        let waiting = others.iter().filter(|search| !search.is_finished()).count();
        assert!(waiting >= 15, "{waiting} searches of the other address are not done");
        others.iter().for_each(|search| search.abort());
    }
}
