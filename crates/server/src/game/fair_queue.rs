//! A queue for threads that takes turns between owners: however much one of them asks for, the others don't wait longer.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Hands out a number of permits, by turns between owners.
#[derive(Clone)]
pub struct FairQueue {
    state: Arc<Mutex<State>>,
}

/// Allows one thing to run until it is dropped.
pub struct Permit {
    /// `None` once the permit is passed on.
    queue: Option<FairQueue>,
}

struct State {
    /// How many permits there are.
    permits: usize,
    /// How many of them are in use. There may be more than permits for a while after their number has been reduced.
    used: usize,
    /// The owners that wait, in the order of their turns.
    turns: VecDeque<String>,
    /// What waits, by owner.
    waiting: HashMap<String, VecDeque<oneshot::Sender<Permit>>>,
}

impl FairQueue {
    pub fn new(permits: usize) -> FairQueue {
        let state = State { permits, used: 0, turns: VecDeque::new(), waiting: HashMap::new() };
        FairQueue { state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code under this lock can leave the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the owner's turn. Dropping the future gives the turn up.
    pub async fn acquire(&self, owner: &str) -> Permit {
        let turn = {
            let mut state = self.state();
            if state.used < state.permits {
                state.used += 1;
                return Permit { queue: Some(self.clone()) };
            }
            let (sender, turn) = oneshot::channel();
            if !state.waiting.contains_key(owner) {
                state.turns.push_back(owner.to_string());
            }
            state.waiting.entry(owner.to_string()).or_default().push_back(sender);
            turn
        };
        // The sender stays in the queue until it is used.
        turn.await.expect("a permit is sent")
    }

    /// Changes the number of permits. Those that are in use stay.
    pub fn set_permits(&self, permits: usize) {
        self.state().permits = permits;
        self.grant();
    }

    /// Gives a permit back.
    fn release(&self) {
        self.state().used -= 1;
        self.grant();
    }

    /// Hands free permits out to those who wait.
    fn grant(&self) {
        loop {
            let next = {
                let mut state = self.state();
                if state.used >= state.permits {
                    return;
                }
                let Some(next) = state.next() else { return };
                state.used += 1;
                next
            };
            if let Err(mut permit) = next.send(Permit { queue: Some(self.clone()) }) {
                // The receiver has gone. Dropping the permit would come back here.
                permit.queue = None;
                self.state().used -= 1;
            }
        }
    }

    /// How many permits are not in use.
    #[cfg(test)]
    pub fn free(&self) -> usize {
        let state = self.state();
        state.permits.saturating_sub(state.used)
    }
}

impl State {
    /// Takes the first of the owner whose turn it is out of the queue.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
        let owner = self.turns.pop_front()?;
        let waiting = self.waiting.get_mut(&owner)?;
        let next = waiting.pop_front();
        if waiting.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        next
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc;

    /// The order in which the owners' jobs run.
    async fn order(owners: &[&str]) -> Vec<String> {
        let queue = FairQueue::new(1);
        let first = queue.acquire("first").await;
        let (sender, mut done) = mpsc::unbounded_channel();
        for owner in owners {
            let (queue, sender, owner) = (queue.clone(), sender.clone(), owner.to_string());
            let job = async move {
                let _permit = queue.acquire(&owner).await;
                sender.send(owner).unwrap();
            };
            tokio::spawn(job);
            tokio::task::yield_now().await;
        }
        drop((first, sender));
        let mut order = Vec::new();
        while let Some(owner) = done.recv().await {
            order.push(owner);
        }
        assert_eq!(queue.free(), 1);
        order
    }

    #[tokio::test]
    async fn takes_turns_between_owners() {
        let order = order(&["greedy", "greedy", "greedy", "greedy", "ana", "bo", "ana"]).await;
        assert_eq!(order, ["greedy", "ana", "bo", "greedy", "ana", "greedy", "greedy"]);
    }

    #[tokio::test]
    async fn follows_the_number_of_permits() {
        let queue = FairQueue::new(0);
        let mut waiting: Vec<_> = (0..3).map(|_| Box::pin(queue.acquire("ana"))).collect();
        for turn in &mut waiting {
            assert!(futures_util::poll!(turn).is_pending());
        }
        queue.set_permits(2);
        let (one, two) = (waiting.remove(0).await, waiting.remove(0).await);
        assert!(futures_util::poll!(&mut waiting[0]).is_pending());
        queue.set_permits(1);
        drop(one);
        assert!(futures_util::poll!(&mut waiting[0]).is_pending(), "the other permit is the only one");
        drop(two);
        drop(waiting.remove(0).await);
        assert_eq!(queue.free(), 1);
    }

    #[tokio::test]
    async fn skips_those_who_have_gone() {
        let queue = FairQueue::new(1);
        let first = queue.acquire("ana").await;
        let mut gone = Box::pin(queue.acquire("bo"));
        assert!(futures_util::poll!(&mut gone).is_pending());
        let mut waiting = Box::pin(queue.acquire("cy"));
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(gone);
        drop(first);
        drop(waiting.await);
        assert_eq!(queue.free(), 1);
        // A permit that arrives too late is passed on, too.
        let first = queue.acquire("ana").await;
        let mut late = Box::pin(queue.acquire("bo"));
        assert!(futures_util::poll!(&mut late).is_pending());
        drop(first);
        drop(late);
        assert_eq!(queue.free(), 1);
    }
}
