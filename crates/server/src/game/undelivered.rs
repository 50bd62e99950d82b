//! What a node remembers of commands that it could not store or pass on to the owner of their game. Players repeat them, and pay
//! only for the time until the first attempt.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a command is remembered: longer than players may take to repeat it.
const MAX_AGE: Duration = Duration::from_secs(20);
/// How many commands are remembered at most.
const MAX_COMMANDS: usize = 10_000;
/// How often old ones are removed, if there is no room.
const PRUNE_INTERVAL: Duration = Duration::from_secs(1);
/// Longer names of games and attempts aren't remembered. Real ones are shorter.
const MAX_NAME_LENGTH: usize = 256;

/// When commands were received for the first time, by game and id.
#[derive(Default)]
pub struct UndeliveredCommands {
    received: Mutex<HashMap<(String, String), Instant>>,
    /// When old ones were last removed.
    pruned_at: Mutex<Option<Instant>>,
}

impl UndeliveredCommands {
    fn received(&self) -> MutexGuard<'_, HashMap<(String, String), Instant>> {
        // No code under this lock can leave the map half changed.
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When a command that was received now came for the first time.
    pub fn first_received(&self, game: &str, id: &str, now: Instant) -> Instant {
        let received = self.received();
        if received.is_empty() {
            return now;
        }
        let first = received.get(&(game.to_string(), id.to_string())).copied();
        first.filter(|first| now.duration_since(*first) < MAX_AGE).unwrap_or(now)
    }

    /// Notes a command that could not be passed on.
    pub fn add(&self, game: &str, id: &str, at: Instant) {
        if game.len() + id.len() > MAX_NAME_LENGTH {
            return;
        }
        let mut received = self.received();
        if received.len() >= MAX_COMMANDS {
            let mut pruned_at = self.pruned_at.lock().unwrap_or_else(PoisonError::into_inner);
            // Not at every attempt, since there are many.
            if pruned_at.is_none_or(|pruned_at| pruned_at.elapsed() > PRUNE_INTERVAL) {
                *pruned_at = Some(Instant::now());
                received.retain(|_, first| first.elapsed() < MAX_AGE);
            }
        }
        if received.len() < MAX_COMMANDS {
            let first = received.entry((game.to_string(), id.to_string())).or_insert(at);
            if at.duration_since(*first) >= MAX_AGE {
                *first = at;
            }
        }
    }

    /// Forgets a command that was answered.
    pub fn remove(&self, game: &str, id: &str) {
        let mut received = self.received();
        if !received.is_empty() {
            received.remove(&(game.to_string(), id.to_string()));
        }
    }
}

/// How much time was left in turns with days per turn whose actors ended because a command could not be stored, by game.
#[derive(Default)]
pub struct InterruptedTurns {
    turns: Mutex<HashMap<String, InterruptedTurn>>,
}

struct InterruptedTurn {
    /// The number of the event that began the turn.
    start_event: u32,
    left_ms: u64,
    ended: Instant,
}

impl InterruptedTurns {
    fn turns(&self) -> MutexGuard<'_, HashMap<String, InterruptedTurn>> {
        // No code under this lock can leave the map half changed.
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what was left in a turn when its command arrived.
    pub fn add(&self, game: &str, start_event: u32, left_ms: u64) {
        let mut turns = self.turns();
        turns.retain(|_, turn| turn.ended.elapsed() < MAX_AGE);
        turns.insert(game.to_string(), InterruptedTurn { start_event, left_ms, ended: Instant::now() });
    }

    /// What was left in a turn, if it was interrupted lately and is still the same.
    pub fn take(&self, game: &str, start_event: u32) -> Option<u64> {
        let turn = self.turns().remove(game)?;
        let is_same = turn.start_event == start_event && turn.ended.elapsed() < MAX_AGE;
        is_same.then_some(turn.left_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn counts_from_the_first_attempt() {
        let (commands, start) = (UndeliveredCommands::default(), Instant::now());
        let after = |ms| start + Duration::from_millis(ms);
        assert_eq!(commands.first_received("game", "one", start), start);
        commands.add("game", "one", start);
        commands.add("game", "one", after(700));
        assert_eq!(commands.first_received("game", "one", after(1000)), start);
        assert_eq!(commands.first_received("game", "two", after(1000)), after(1000));
        let late = after(30_000);
        assert_eq!(commands.first_received("game", "one", late), late, "nobody repeats a command for so long");
        commands.remove("game", "one");
        assert_eq!(commands.first_received("game", "one", after(1000)), after(1000));
    }

    #[tokio::test(start_paused = true)]
    async fn takes_bounded_memory() {
        let (commands, start) = (UndeliveredCommands::default(), Instant::now());
        let later = start + Duration::from_millis(1);
        commands.add(&"g".repeat(8000), "one", start);
        assert_eq!(commands.first_received(&"g".repeat(8000), "one", later), later);
        for number in 0..2 * MAX_COMMANDS {
            commands.add("game", &number.to_string(), start);
        }
        assert_eq!(commands.received().len(), MAX_COMMANDS);
        tokio::time::sleep(MAX_AGE).await;
        commands.add("game", "new", Instant::now());
        assert_eq!(commands.received().len(), 1, "old ones make room");
    }

    #[tokio::test(start_paused = true)]
    async fn remembers_what_was_left_in_a_turn() {
        let turns = InterruptedTurns::default();
        turns.add("game", 7, 500);
        assert_eq!(turns.take("game", 8), None, "it was stored after all");
        turns.add("game", 7, 500);
        assert_eq!([turns.take("game", 7), turns.take("game", 7)], [Some(500), None]);
        turns.add("game", 7, 500);
        tokio::time::sleep(MAX_AGE).await;
        assert_eq!(turns.take("game", 7), None, "players could play meanwhile");
    }
}
