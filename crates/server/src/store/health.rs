//! The health of a store: whether it still works, and why it never will again.

use super::StoreError;
use std::sync::Arc;
use tokio::sync::watch;

/// What the writer of a store knows about its health. Clones share it.
#[derive(Clone, Default)]
pub struct StoreHealth {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    fatal: watch::Sender<Option<StoreError>>,
}

impl StoreHealth {
    /// Records that the store can't be used any more. The first reason counts.
    pub fn set_fatal(&self, error: StoreError) {
        self.shared.fatal.send_if_modified(|fatal| {
            let is_first = fatal.is_none();
            if is_first {
                tracing::error!(%error, "the store can't be used any more; the server stops");
                *fatal = Some(error);
            }
            is_first
        });
    }

    /// Why the store can't be used any more.
    pub fn fatal(&self) -> Option<StoreError> {
        self.shared.fatal.borrow().clone()
    }

    /// Waits until the store can't be used any more.
    pub async fn wait_fatal(&self) -> StoreError {
        let mut fatal = self.shared.fatal.subscribe();
        let error = fatal.wait_for(Option::is_some).await.ok().and_then(|error| error.clone());
        match error {
            Some(error) => error,
            None => std::future::pending().await,
        }
    }
}
