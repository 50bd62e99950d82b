//! Which workers are alive.

use super::message::{HEARTBEAT_SUBJECT, Heartbeat, VERSION};
use crate::bus::{Bus, BusResult};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A worker that was not heard for this long has gone.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(3);

/// The workers that were heard lately.
#[derive(Clone, Default)]
pub struct WorkerList {
    heard: Arc<Mutex<HashMap<String, (Heartbeat, Instant)>>>,
}

impl WorkerList {
    /// Listens to heartbeats until all clones are dropped.
    pub async fn listen(bus: &dyn Bus) -> BusResult<WorkerList> {
        let mut messages = bus.subscribe(HEARTBEAT_SUBJECT).await?;
        let list = WorkerList::default();
        let heard = Arc::downgrade(&list.heard);
        tokio::spawn(async move {
            while let Some(message) = messages.recv().await {
                let Some(heard) = heard.upgrade() else { return };
                let Ok(heartbeat) = serde_json::from_slice::<Heartbeat>(&message.payload) else { continue };
                WorkerList { heard }.add(heartbeat);
            }
        });
        Ok(list)
    }

    fn add(&self, heartbeat: Heartbeat) {
        let mut heard = self.heard();
        if heartbeat.threads == 0 || heartbeat.version != VERSION {
            heard.remove(&heartbeat.id);
        } else {
            heard.insert(heartbeat.id.clone(), (heartbeat, Instant::now()));
        }
        heard.retain(|_, (_, at)| at.elapsed() < HEARTBEAT_TIMEOUT);
    }

    fn heard(&self) -> MutexGuard<'_, HashMap<String, (Heartbeat, Instant)>> {
        // No code under this lock can leave the map half changed.
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The workers that are alive, in the order of their ids.
    pub fn alive(&self) -> Vec<Heartbeat> {
        let heard = self.heard();
        let alive = heard.values().filter(|(_, at)| at.elapsed() < HEARTBEAT_TIMEOUT);
        let mut alive: Vec<Heartbeat> = alive.map(|(heartbeat, _)| heartbeat.clone()).collect();
        alive.sort_by(|a, b| a.id.cmp(&b.id));
        alive
    }

    /// How many jobs they can run at once.
    pub fn threads(&self) -> usize {
        self.alive().iter().map(|worker| worker.threads).sum()
    }

    /// How many more jobs they can run now.
    pub fn free_threads(&self) -> usize {
        self.alive().iter().map(|worker| worker.threads.saturating_sub(worker.busy)).sum()
    }
}
