//! The server's clock: wall time for people, and served time for what is charged to players.
//!
//! Served time is monotonic time without the periods in which the server could not serve: while the process or its
//! runtime was stalled, and while the store failed. All clocks, deadlines and grace periods count in it, so nobody is
//! charged for such a period.

use crate::store::StoreHealth;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, watch};
use tokio::time::Instant;

/// How often the heartbeat runs.
const BEAT_INTERVAL: Duration = Duration::from_millis(50);
/// How late a heartbeat may be, in milliseconds. Served time stops when the last one is longer ago.
const MAX_BEAT_GAP_MS: u64 = 200;
/// How many heartbeats in time it takes until served time goes on, so that messages which arrived meanwhile are handled
/// first.
const SETTLING_BEATS: u32 = 4;
/// How far the system's wall clock may be from ours, in milliseconds, before we follow it.
const MAX_WALL_DRIFT_MS: i64 = 1000;

/// A moment in both kinds of time, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    /// Since 1970.
    pub wall_ms: u64,
    /// How long the server has served since it started; it never goes back.
    pub served_ms: u64,
}

/// A period in which the server served, in milliseconds since 1970. The wall clock did not step in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uptime {
    /// When it began to serve, again or for the first time.
    pub since: u64,
    /// When it last reported that it was running.
    pub until: u64,
}

/// What the clock derives from the readings of the system's clocks. All methods take the monotonic time `now`.
#[derive(Clone, Debug)]
struct Timekeeper {
    /// Served time at the monotonic time `counted_at`.
    served: u64,
    counted_at: u64,
    last_beat: u64,
    /// How many heartbeats in time are missing until served time goes on.
    settling_beats: u32,
    is_store_failing: bool,
    /// The wall time at the monotonic time 0. It changes only when we follow a step of the system's wall clock.
    wall_offset: u64,
    /// By how much the system's wall clock has stepped, until we follow it.
    step_ms: i64,
    /// The wall time since which the server has served without a stop and without a step of the wall clock.
    served_since: u64,
    closing_since: Option<u64>,
}

impl Timekeeper {
    fn new(now: u64, wall: u64) -> Timekeeper {
        Timekeeper {
            served: 0,
            counted_at: now,
            last_beat: now,
            settling_beats: 0,
            is_store_failing: false,
            wall_offset: wall.saturating_sub(now),
            step_ms: 0,
            served_since: wall,
            closing_since: None,
        }
    }

    fn is_stopped(&self) -> bool {
        self.settling_beats > 0 || self.is_store_failing
    }

    fn served(&self, now: u64) -> u64 {
        if self.is_stopped() {
            return self.served;
        }
        let counted_until = now.min(self.last_beat + MAX_BEAT_GAP_MS);
        self.served + counted_until.saturating_sub(self.counted_at)
    }

    fn wall(&self, now: u64) -> u64 {
        self.wall_offset + now
    }

    /// Takes a heartbeat, with the system's wall time and whether the store works.
    fn beat(&mut self, now: u64, system_wall: u64, is_store_failing: bool) {
        self.served = self.served(now);
        self.counted_at = now;
        let is_late = now > self.last_beat + MAX_BEAT_GAP_MS;
        self.last_beat = now;
        if is_late || self.is_store_failing || is_store_failing {
            self.settling_beats = SETTLING_BEATS;
        } else {
            self.settling_beats = self.settling_beats.saturating_sub(1);
        }
        self.is_store_failing = is_store_failing;
        let drift = system_wall as i64 - self.wall(now) as i64;
        self.step_ms = if drift.abs() > MAX_WALL_DRIFT_MS { drift } else { 0 };
        if self.is_stopped() {
            self.served_since = self.wall(now);
        }
    }

    /// Follows a step of the system's wall clock.
    fn step(&mut self, now: u64, step_ms: i64) {
        self.wall_offset = self.wall_offset.saturating_add_signed(step_ms);
        self.closing_since = self.closing_since.map(|since| since.saturating_add_signed(step_ms));
        self.step_ms -= step_ms;
        self.served_since = self.wall(now);
    }

    fn uptime(&self, now: u64) -> Uptime {
        // A stall may have ended without a heartbeat yet.
        let known_until = self.wall(now.min(self.last_beat + MAX_BEAT_GAP_MS)).max(self.served_since);
        Uptime { since: self.served_since, until: self.closing_since.unwrap_or(known_until) }
    }
}

/// Tells the time, and since when and until when the server serves.
pub struct Clock {
    started: Instant,
    keeper: Mutex<Timekeeper>,
    /// Whether served time has stopped.
    is_stopped: watch::Sender<bool>,
    /// Held by those who store wall times, and alone by the one who lets the wall clock step.
    wall: RwLock<()>,
}

impl Clock {
    pub fn start() -> Clock {
        let keeper = Mutex::new(Timekeeper::new(0, system_wall_ms()));
        Clock { started: Instant::now(), keeper, is_stopped: watch::Sender::new(false), wall: RwLock::default() }
    }

    pub fn now(&self) -> Timestamp {
        let now = self.monotonic_ms();
        let keeper = self.keeper();
        Timestamp { wall_ms: keeper.wall(now), served_ms: keeper.served(now) }
    }

    /// The wall time. It doesn't follow the small corrections of the system's clock, so that differences are exact.
    pub fn wall_ms(&self) -> u64 {
        self.now().wall_ms
    }

    pub fn served_ms(&self) -> u64 {
        self.now().served_ms
    }

    /// Keeps the wall clock from stepping, so that wall times which are stored meanwhile fit the stored uptime and deadlines.
    /// Don't hold it twice.
    pub async fn hold_wall(&self) -> RwLockReadGuard<'_, ()> {
        self.wall.read().await
    }

    /// How far the system's wall time is ahead of served time. It changes when the wall clock steps or served time
    /// pauses.
    pub fn system_offset_ms(&self) -> i64 {
        let now = self.monotonic_ms();
        let keeper = self.keeper();
        keeper.wall(now) as i64 + keeper.step_ms - keeper.served(now) as i64
    }

    /// Waits until nobody stores wall times, to follow the system's wall clock.
    pub async fn begin_step(&self) -> WallStep<'_> {
        let guard = self.wall.write().await;
        let now = self.monotonic_ms();
        let mut after = self.keeper().clone();
        let step_ms = after.step_ms;
        if step_ms != 0 {
            after.step(now, step_ms);
        }
        let offset_ms = after.wall(now) as i64 - after.served(now) as i64;
        WallStep { clock: self, step_ms, uptime: after.uptime(now), offset_ms, _guard: guard }
    }

    /// Waits until the server has served for this long since it started.
    pub async fn sleep_until(&self, served_ms: u64) {
        let mut is_stopped = self.is_stopped.subscribe();
        loop {
            // Only an error if the clock has gone.
            let _ = is_stopped.wait_for(|is_stopped| !is_stopped).await;
            let missing = served_ms.saturating_sub(self.served_ms());
            if missing == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(missing)).await;
        }
    }

    /// Runs the heartbeat, which notices stalls, failures of the store and steps of the wall clock.
    pub async fn run(&self, store: StoreHealth) {
        loop {
            self.beat(!store.is_responding());
            tokio::time::sleep(BEAT_INTERVAL).await;
        }
    }

    fn beat(&self, is_store_failing: bool) {
        let now = self.monotonic_ms();
        let mut keeper = self.keeper();
        keeper.beat(now, system_wall_ms(), is_store_failing);
        let is_stopped = keeper.is_stopped();
        drop(keeper);
        self.is_stopped.send_if_modified(|before| std::mem::replace(before, is_stopped) != is_stopped);
    }

    /// Records that clients can reach the server from now on.
    pub fn mark_reachable(&self) {
        let now = self.monotonic_ms();
        let mut keeper = self.keeper();
        *keeper = Timekeeper { served: keeper.served(now), ..Timekeeper::new(now, keeper.wall(now)) };
    }

    /// Records that the server is shutting down. No player runs out of time after this.
    pub fn mark_closing(&self) {
        let now = self.monotonic_ms();
        let mut keeper = self.keeper();
        keeper.closing_since = Some(keeper.uptime(now).until);
    }

    pub fn is_closing(&self) -> bool {
        self.keeper().closing_since.is_some()
    }

    /// The period to store, so that the next start charges nobody for time in which the server did not serve.
    pub fn uptime(&self) -> Uptime {
        let now = self.monotonic_ms();
        self.keeper().uptime(now)
    }

    fn monotonic_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn keeper(&self) -> MutexGuard<'_, Timekeeper> {
        // No code under this lock can leave it half changed.
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A step of the wall clock, and what to store with it. While it exists, nobody else stores wall times. We follow it only when it
/// is stored, since the next start compares stored wall times with each other.
pub struct WallStep<'a> {
    clock: &'a Clock,
    step_ms: i64,
    pub uptime: Uptime,
    /// How far wall time is ahead of served time after the step.
    pub offset_ms: i64,
    _guard: RwLockWriteGuard<'a, ()>,
}

impl WallStep<'_> {
    /// Follows the step, since it is stored. Returns how far wall time is ahead of served time.
    pub fn follow(self) -> i64 {
        if self.step_ms != 0 {
            let now = self.clock.monotonic_ms();
            self.clock.keeper().step(now, self.step_ms);
        }
        self.offset_ms
    }
}

fn system_wall_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;

    /// Beats in time from one moment to another.
    fn beat_until(keeper: &mut Timekeeper, from: u64, to: u64) {
        for now in (from..=to).step_by(50) {
            keeper.beat(now, keeper.wall(now), false);
        }
    }

    #[test]
    fn counts_time_between_heartbeats() {
        let mut keeper = Timekeeper::new(0, HOUR);
        beat_until(&mut keeper, 0, 1000);
        assert_eq!((keeper.served(1000), keeper.served(1049)), (1000, 1049));
        assert_eq!(keeper.wall(1049), HOUR + 1049);
        assert_eq!(keeper.uptime(1049), Uptime { since: HOUR, until: HOUR + 1049 });
    }

    #[test]
    fn charges_nobody_for_a_stall() {
        let mut keeper = Timekeeper::new(0, HOUR);
        beat_until(&mut keeper, 0, 1000);
        // The process stops for 10 s. Already before the next heartbeat nothing more is charged.
        assert_eq!(keeper.served(11_000), 1000 + MAX_BEAT_GAP_MS);
        assert_eq!(keeper.uptime(11_000), Uptime { since: HOUR, until: HOUR + 1000 + MAX_BEAT_GAP_MS });
        keeper.beat(11_000, HOUR + 11_000, false);
        assert!(keeper.is_stopped());
        assert_eq!(keeper.served(11_040), 1000 + MAX_BEAT_GAP_MS, "messages that arrived meanwhile come first");
        beat_until(&mut keeper, 11_050, 11_200);
        assert!(!keeper.is_stopped());
        assert_eq!(keeper.served(11_250), 1000 + MAX_BEAT_GAP_MS + 50);
        assert_eq!(keeper.uptime(11_250).since, HOUR + 11_150, "a turn in which it stalled is charged from here");
    }

    #[test]
    fn charges_nobody_while_the_store_fails() {
        let mut keeper = Timekeeper::new(0, HOUR);
        beat_until(&mut keeper, 0, 1000);
        for now in (1050..9000).step_by(50) {
            keeper.beat(now, HOUR + now, true);
        }
        assert_eq!(keeper.served(9000), 1050);
        beat_until(&mut keeper, 9000, 9150);
        assert_eq!(keeper.served(9199), 1050, "commands are repeated first");
        beat_until(&mut keeper, 9200, 9200);
        assert_eq!(keeper.served(9250), 1100);
    }

    #[test]
    fn never_goes_back() {
        let mut keeper = Timekeeper::new(0, HOUR);
        let mut last = 0;
        // Heartbeats with gaps of up to 400 ms, and a store that fails now and then.
        let mut now = 0;
        for step in 0..2000 {
            now += [1, 50, 7, 199, 201, 400][step % 6];
            if step % 3 != 0 {
                keeper.beat(now, HOUR + now, step % 31 == 0);
            }
            let served = keeper.served(now);
            assert!(served >= last && served <= now, "step {step}");
            last = served;
        }
    }

    #[test]
    fn follows_steps_of_the_wall_clock_without_charging_them() {
        for stepped in [3 * HOUR, HOUR / 2] {
            let mut keeper = Timekeeper::new(0, HOUR);
            beat_until(&mut keeper, 0, 1000);
            keeper.beat(1050, stepped, false);
            assert_eq!(keeper.served(1050), 1050);
            assert_eq!(keeper.wall(1050), HOUR + 1050, "it does not follow before the step is stored");
            keeper.step(1050, keeper.step_ms);
            assert_eq!(keeper.step_ms, 0);
            assert_eq!(keeper.wall(1060), stepped + 10);
            let Uptime { since, until } = keeper.uptime(1090);
            assert_eq!((since, until), (stepped, stepped + 40), "only time after the step counts");
        }
        // Small corrections change nothing, so that differences stay exact.
        let mut keeper = Timekeeper::new(0, HOUR);
        keeper.beat(50, HOUR + 700, false);
        assert_eq!(keeper.step_ms, 0);
        assert_eq!(keeper.uptime(60), Uptime { since: HOUR, until: HOUR + 60 });
    }

    #[tokio::test]
    async fn follows_a_step_only_when_it_is_stored() {
        let clock = Clock::start();
        let (before, offset) = (clock.wall_ms(), clock.system_offset_ms());
        clock.keeper().step_ms = -(HOUR as i64);
        let storing = clock.hold_wall().await;
        assert!(tokio::time::timeout(BEAT_INTERVAL, clock.begin_step()).await.is_err(), "a wall time is being stored");
        drop(storing);
        drop(clock.begin_step().await);
        assert!(clock.wall_ms() >= before, "it could not be stored");
        let step = clock.begin_step().await;
        assert!(step.uptime.until < before && step.uptime.since == step.uptime.until);
        assert!((step.follow() - offset).abs_diff(-(HOUR as i64)) < 1000);
        assert!(clock.wall_ms() < before);
        assert_eq!(clock.keeper().step_ms, 0);
    }

    #[tokio::test]
    async fn sleeps_in_served_time() {
        let clock = Clock::start();
        clock.beat(true);
        let now = clock.served_ms();
        let sleep = clock.sleep_until(now + 1);
        tokio::pin!(sleep);
        assert!(tokio::time::timeout(BEAT_INTERVAL * 4, &mut sleep).await.is_err(), "the store fails");
        for _ in 0..=SETTLING_BEATS {
            clock.beat(false);
        }
        sleep.await;
    }
}
