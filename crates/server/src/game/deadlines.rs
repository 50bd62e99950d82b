//! Deadlines of correspondence games: the store knows them, so that only games whose time is up are loaded.

use super::Games;
use crate::log::{GameTag, log_throttled};
use crate::store::StoreResult;
use std::time::Duration;

/// How often the server looks for games whose time is up.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How many games are loaded at a time.
const MAX_LOADED: u32 = 100;

impl Games {
    /// Ends correspondence games when their time is up.
    pub async fn watch_deadlines(self) {
        loop {
            if let Err(error) = self.end_overdue().await {
                log_throttled!(error, %error, "cannot look for games whose time is up");
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    /// Loads the games whose time is up. Their actors end them.
    pub(super) async fn end_overdue(&self) -> StoreResult<()> {
        for game in self.overdue(MAX_LOADED).await? {
            if let Err(error) = self.wake(&game).await {
                // A game that cannot be read must not hold up the others.
                log_throttled!(error, game = %GameTag(&game), code = error.code(), "cannot load a game whose time is up");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::app::App;
    use crate::bus::LocalBus;
    use crate::game::state::GameState;
    use crate::game::{Event, GameConfig, GameResult, LogEntry, Phase, PlayerRef, SeatSummary};
    use crate::metrics::Metrics;
    use crate::settings::Settings;
    use crate::store::memory::Memory;
    use crate::store::{EventBatch, GameQuery, Player, Sqlite, Store};
    use crate::time::{Timestamp, Uptime};
    use prometheus_client::metrics::gauge::Gauge;
    use sanban_core::Seat;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    const DAY: u64 = 24 * 3600 * 1000;

    fn wall_ms() -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
    }

    /// A running game with three days per turn, in which `left` milliseconds are left.
    fn correspondence_game(id: &str, left: u64) -> EventBatch {
        running_game(id, "3d", wall_ms() + left - 3 * DAY)
    }

    /// A running game in which both sides moved at a wall time.
    fn running_game(id: &str, time_control: &str, at: u64) -> EventBatch {
        let seat = |seat, player: &str| Event::SeatTaken { seat, player: PlayerRef::Person(player.into()) };
        let events = [
            Event::Created(GameConfig::test(time_control).into()),
            seat(Seat::FIRST, "ana"),
            seat(Seat::SECOND, "bo"),
            Event::Moved { seat: Seat::FIRST, r#move: "a1b3".into(), spent: 0 },
            Event::Moved { seat: Seat::SECOND, r#move: "a9b7".into(), spent: 0 },
        ];
        let entry = |(number, event)| LogEntry { number, at, command: None, event };
        let entries: Vec<LogEntry> = (1..).zip(events).map(entry).collect();
        let state = GameState::replay(id, &entries).unwrap();
        let guest =
            |id: &str| Player { id: id.into(), name: None, settings: "{}".into(), created_at: 0, is_bot: false };
        let seats = ["ana", "bo"].map(|id| Some(SeatSummary::person(guest(id), None)));
        state.batch(entries, seats, Timestamp { wall_ms: at, served_ms: 0 })
    }

    async fn open(folder: &Path) -> Sqlite {
        Sqlite::open(folder, Gauge::default()).await.unwrap()
    }

    async fn games_in(store: &dyn Store, phase: Phase) -> usize {
        let query = GameQuery { phase: Some(phase), limit: u32::MAX, ..GameQuery::default() };
        store.games(&query).await.unwrap().len()
    }

    async fn store_with(folder: &Path, batches: &[EventBatch]) -> Arc<Sqlite> {
        let store = open(folder).await;
        for (player, token) in [("ana", [1; 32]), ("bo", [2; 32])] {
            store.create_guest(player, token, 0).await.unwrap();
        }
        store.append(batches).await.unwrap();
        store.set_uptime(Uptime { since: 0, until: wall_ms() }, 0).await.unwrap();
        Arc::new(store)
    }

    #[tokio::test]
    async fn starts_without_loading_correspondence_games() {
        let folder = tempfile::tempdir().unwrap();
        let batches: Vec<EventBatch> = (0..5000).map(|n| correspondence_game(&format!("g{n}"), DAY)).collect();
        let store = store_with(folder.path(), &batches).await;
        let app = App::new(store.clone(), Arc::new(LocalBus::default()), Settings::default(), Metrics::default());
        let loaded = app.games.load().await.unwrap();
        assert_eq!(loaded.len(), 0);
        app.start(loaded);
        app.games.end_overdue().await.unwrap();
        assert_eq!(app.metrics.games_in_memory.get(), 0);
        for batch in &batches {
            assert_eq!(store.log(&batch.game).await.unwrap(), batch.entries, "no event was written");
        }
        app.shut_down().await.unwrap();
    }

    #[tokio::test]
    async fn ends_correspondence_games_when_their_time_is_up() {
        let folder = tempfile::tempdir().unwrap();
        let batches = [correspondence_game("due", 1000), correspondence_game("later", DAY)];
        let store = store_with(folder.path(), &batches).await;
        let app = App::new(store.clone(), Arc::new(LocalBus::default()), Settings::default(), Metrics::default());
        let loaded = app.games.load().await.unwrap();
        app.start(loaded);
        app.games.end_overdue().await.unwrap();
        assert_eq!(games_in(&*store, Phase::Over).await, 0, "after a restart, players have time to come back");
        // A minute later, as the store sees it.
        store.set_uptime(app.clock.uptime(), -60_000).await.unwrap();
        app.games.end_overdue().await.unwrap();
        while games_in(&*store, Phase::Over).await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let ended = Event::Ended { winner: Some(Seat::SECOND), reason: "time".into() };
        assert_eq!(store.log("due").await.unwrap().last().unwrap().event, ended);
        assert_eq!(store.log("later").await.unwrap().len(), 5);
        assert_eq!(store.overdue(u64::MAX, 10).await.unwrap(), ["later"]);
        app.shut_down().await.unwrap();
    }

    #[tokio::test]
    async fn loads_every_live_game_once_after_the_wall_clock_was_set_back() {
        let folder = tempfile::tempdir().unwrap();
        let batches = ["one", "two"].map(|id| running_game(id, "5m", wall_ms() + DAY));
        let store = store_with(folder.path(), &batches).await;
        let app = App::new(store.clone(), Arc::new(LocalBus::default()), Settings::default(), Metrics::default());
        assert_eq!(app.games.load().await.unwrap().len(), 2);
        for game in ["one", "two"] {
            let events: Vec<Event> = store.log(game).await.unwrap().into_iter().map(|entry| entry.event).collect();
            assert!(matches!(events[5..], [Event::Interrupted { .. }]), "{events:?}");
        }
    }

    // In this test, time passes only when nothing else is left to do.
    #[tokio::test(start_paused = true)]
    async fn charges_players_from_20_seconds_after_a_restart_on() {
        let store = Arc::new(Memory::default());
        for (player, token) in [("ana", [1; 32]), ("bo", [2; 32])] {
            store.create_guest(player, token, 0).await.unwrap();
        }
        let at = wall_ms();
        store.append(&[running_game("game", "5s", at)]).await.unwrap();
        store.set_uptime(Uptime { since: 0, until: at }, 0).await.unwrap();
        let app = App::new(store.clone(), Arc::new(LocalBus::default()), Settings::default(), Metrics::default());
        let loaded = app.games.load().await.unwrap();
        let restarted = app.clock.served_ms();
        app.start(loaded);
        let left = async |served_ms| {
            app.clock.sleep_until(restarted + served_ms).await;
            let state = app.games.snapshot("game", None, u32::MAX).await.unwrap().state;
            (state.status.clock.map(|clock| (clock.left[0], clock.running)), state.status.result)
        };
        assert_eq!(left(0).await, (Some((5000, None)), None));
        assert_eq!(left(19_900).await, (Some((5000, None)), None), "nobody is back");
        assert_eq!(left(22_000).await, (Some((3000, Some(Seat::FIRST))), None), "the time to come back is over");
        assert_eq!(left(24_900).await, (Some((100, Some(Seat::FIRST))), None));
        assert_eq!(left(25_100).await.1, Some(GameResult::SecondWins));
        let ended = Event::Ended { winner: Some(Seat::SECOND), reason: "time".into() };
        assert_eq!(store.log("game").await.unwrap().last().unwrap().event, ended);
    }

    // In this test, too.
    #[tokio::test(start_paused = true)]
    async fn forgets_a_correspondence_game_that_nobody_needs() {
        let store = Arc::new(Memory::default());
        for (player, token) in [("ana", [1; 32]), ("bo", [2; 32])] {
            store.create_guest(player, token, 0).await.unwrap();
        }
        store.append(&[correspondence_game("game", DAY)]).await.unwrap();
        let settings = Settings::default();
        let grace_ms = settings.grace.as_millis() as u64;
        let app = App::new(store.clone(), Arc::new(LocalBus::default()), settings, Metrics::default());
        let loaded = app.games.load().await.unwrap();
        app.start(loaded);
        for _ in 0..2 {
            assert_eq!(app.games.snapshot("game", Some("ana"), u32::MAX).await.unwrap().state.moves.len(), 2);
            let loaded_at = app.clock.served_ms();
            app.clock.sleep_until(loaded_at + grace_ms / 2).await;
            assert_eq!(app.metrics.games_in_memory.get(), 1, "somebody needed it lately");
            app.clock.sleep_until(loaded_at + 2 * grace_ms).await;
            assert_eq!(app.metrics.games_in_memory.get(), 0);
        }
        assert_eq!(store.log("game").await.unwrap().len(), 5, "no event was written");
    }

    #[tokio::test]
    async fn keeps_what_is_left_across_restarts_and_steps_of_the_wall_clock() {
        let folder = tempfile::tempdir().unwrap();
        let store = store_with(folder.path(), &[correspondence_game("game", DAY)]).await;
        let until = wall_ms();
        store.set_uptime(Uptime { since: 0, until }, 0).await.unwrap();
        let left = store.deadline("game").await.unwrap().unwrap() - until;
        // The server is down for a week, and then its clock is an hour back.
        for at in [until + 7 * DAY, until + 6 * DAY] {
            store.begin_run(at, 20_000).await.unwrap();
            assert_eq!(store.uptime().await.unwrap(), Some(Uptime { since: at, until: at }));
        }
        let deadline = store.deadline("game").await.unwrap().unwrap();
        assert_eq!(deadline - (until + 6 * DAY), left + 2 * 20_000);
    }
}
