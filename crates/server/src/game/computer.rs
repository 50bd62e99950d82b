//! Computer players on the server. A pool bounds how many searches run at once; the others wait their turn.

use crate::error::{self, ApiError};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sanban_core::{GameInfo, Session};
use sanban_engine::handle;
use sanban_engine::spec::Spec;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;

/// Parses the spec of a computer player that may play here: a level or a classic player. Anything that could run for long
/// or start another program is rejected.
pub fn parse_computer_player(text: &str, info: &'static GameInfo) -> Result<Spec, ApiError> {
    let spec = Spec::parse(text, info).map_err(ApiError::by_game(info))?;
    match spec {
        Spec::Level(_) | Spec::Classic(_) => Ok(spec),
        _ => Err(error::BAD_REQUEST.with(&[&format!("{text} can't play on the server")]).into()),
    }
}

/// Runs searches on blocking threads.
#[derive(Clone)]
pub struct EnginePool {
    permits: Arc<Semaphore>,
}

impl EnginePool {
    pub fn new(max_searches: usize) -> EnginePool {
        EnginePool { permits: Arc::new(Semaphore::new(max_searches.max(1))) }
    }

    /// Chooses a move in a game that isn't over. Dropping the future cancels the search.
    pub async fn choose_move(&self, session: Box<dyn Session>, spec: Spec, seed: u64) -> Option<String> {
        let permit = self.permits.clone().acquire_owned().await.ok()?;
        let caller = Arc::new(());
        let is_awaited = Arc::downgrade(&caller);
        let search = tokio::task::spawn_blocking(move || {
            // Held until the search has really ended, so that cancelled searches count too.
            let _permit = permit;
            search(&*session, &spec, seed, &|| is_awaited.strong_count() > 0)
        });
        let chosen = search.await.ok().flatten();
        drop(caller);
        chosen
    }
}

fn search(session: &dyn Session, spec: &Spec, seed: u64, keep_going: &(dyn Fn() -> bool + Sync)) -> Option<String> {
    if let Spec::Classic(name) = spec {
        return session.classic_move(name, &mut ChaCha8Rng::seed_from_u64(seed)).ok();
    }
    let (mut searcher, limits) = handle::for_player(spec, session.rules(), session.info().default_weights())?;
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
    use std::time::Duration;

    #[tokio::test]
    async fn cancels_searches_that_nobody_awaits() {
        let pool = EnginePool::new(1);
        let info = registry::find("jinli").unwrap();
        let choose = || {
            let session = registry::open(Rules::official(info), None).unwrap();
            pool.choose_move(session, parse_computer_player("level:8", info).unwrap(), 1)
        };
        for _ in 0..20 {
            let mut waiting = Box::pin(choose());
            // The search has begun, and would take a second.
            while pool.permits.available_permits() > 0 {
                let _ = tokio::time::timeout(Duration::from_millis(1), &mut waiting).await;
            }
            let cancelled = Instant::now();
            drop(waiting);
            while pool.permits.available_permits() == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            if cancelled.elapsed() < Duration::from_millis(500) {
                assert!(choose().await.is_some());
                return;
            }
        }
        panic!("the search wasn't cancelled");
    }
}
