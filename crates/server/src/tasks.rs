//! Background tasks that end with the server.

use std::future::Future;
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Spawns tasks, and stops them all at shutdown.
#[derive(Clone, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    stop: CancellationToken,
}

impl Tasks {
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let stop = self.stop.clone();
        let task = async move {
            // A stopped task needs no result.
            let _ = stop.run_until_cancelled(task).await;
        };
        self.tracker.spawn(task).abort_handle()
    }

    /// Stops all tasks, and waits until they have ended.
    pub async fn shut_down(&self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}
