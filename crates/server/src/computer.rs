//! The computer at a board. How much is thought about at a time is bounded for the whole server; what waits, waits in turn.

use crate::refusal::{self, Refused};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sanban_core::{GameInfo, Session};
use sanban_engine::handle;
use sanban_engine::spec::Spec;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;

/// A player of the computer that may sit at a board of this game: a level or a classic player, and nothing that could run for
/// long or start another program.
pub fn player(text: &str, info: &'static GameInfo) -> Result<Spec, Refused> {
    let spec = Spec::parse(text, info).map_err(Refused::by_game(info))?;
    match spec {
        Spec::Level(_) | Spec::Classic(_) => Ok(spec),
        _ => Err(refusal::BAD_REQUEST.with(&[&format!("{text} does not play here")]).into()),
    }
}

/// What thinks.
#[derive(Clone)]
pub struct Computer {
    places: Arc<Semaphore>,
}

impl Computer {
    /// One that thinks about so many moves at a time.
    pub fn new(at_a_time: usize) -> Computer {
        Computer { places: Arc::new(Semaphore::new(at_a_time.max(1))) }
    }

    /// The move of a player in a game that is not over. Who waits for it no more lets the thinking end.
    pub async fn choose(&self, session: Box<dyn Session>, spec: Spec, seed: u64) -> Option<String> {
        let place = self.places.clone().acquire_owned().await.ok()?;
        let wanted = Arc::new(());
        let still_wanted = Arc::downgrade(&wanted);
        let chosen = tokio::task::spawn_blocking(move || {
            // Others have their turn when this one has really ended.
            let _place = place;
            think(&*session, &spec, seed, &|| still_wanted.strong_count() > 0)
        });
        let chosen = chosen.await.ok().flatten();
        drop(wanted);
        chosen
    }
}

fn think(session: &dyn Session, spec: &Spec, seed: u64, is_wanted: &(dyn Fn() -> bool + Sync)) -> Option<String> {
    if let Spec::Classic(name) = spec {
        return session.classic_move(name, &mut ChaCha8Rng::seed_from_u64(seed)).ok();
    }
    let (mut searcher, limits) = handle::for_player(spec, session.rules(), session.info().default_weights())?;
    let start = Instant::now();
    let elapsed = &|| start.elapsed();
    let thought = handle::choose_move(&mut *searcher, session, seed, limits, elapsed, is_wanted, &mut |_| {});
    is_wanted().then(|| thought.report.best().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::Rules;
    use sanban_games::registry;
    use std::time::Duration;

    #[tokio::test]
    async fn what_is_not_waited_for_makes_room() {
        let computer = Computer::new(1);
        let info = registry::find("jinli").unwrap();
        let choose = || {
            let session = registry::open(Rules::official(info), None).unwrap();
            computer.choose(session, player("level:8", info).unwrap(), 1)
        };
        for _ in 0..20 {
            let mut waiting = Box::pin(choose());
            // It has begun to think, and would for a second.
            while computer.places.available_permits() > 0 {
                let _ = tokio::time::timeout(Duration::from_millis(1), &mut waiting).await;
            }
            let begun = Instant::now();
            drop(waiting);
            while computer.places.available_permits() == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            if begun.elapsed() < Duration::from_millis(500) {
                assert!(choose().await.is_some());
                return;
            }
        }
        panic!("it thinks to the end though nobody waits");
    }
}
