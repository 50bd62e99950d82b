//! The faults.

use crate::client::{Client, Failure, send};
use crate::random::Random;
use crate::server::Machine;
use crate::timeline::Cause;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Floods come from another address than the players, who go through the proxy.
const FLOOD_SOURCE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// How many connections flood the server.
const FLOODERS: usize = 6;

/// A fault that is to come. Times are in milliseconds.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The process is killed.
    Kill { down: u64 },
    /// The machine loses power.
    PowerFailure { down: u64 },
    /// The process is stopped and goes on later.
    Stall { time: u64 },
    /// The server is stopped and started again.
    Restart,
    /// A second server waits for the folder. After a while, one of the two ends.
    SecondServer { wait: u64, end: SecondServerEnd },
    /// A second server starts although the first one runs: somebody has deleted the lock.
    LostLock,
    /// Writes and fsyncs take long.
    SlowDisk { write: u64, sync: u64, time: u64 },
    /// Some fsyncs fail.
    FailedSyncs { one_in: u64, time: u64 },
    /// Some writes fail.
    FailedWrites { one_in: u64, time: u64 },
    /// No file can grow.
    FullDisk { time: u64 },
    /// The wall clock is set to another time, and perhaps the process is killed soon after.
    ClockStep { seconds: i64, kill_after: Option<u64> },
    /// Connections break, and no new ones come through.
    Cut { time: u64 },
    /// Everything takes longer to arrive.
    SlowNetwork { delay: u64, time: u64 },
    /// Somebody sends as much as possible.
    Flood { time: u64 },
}

/// The exit statuses of a server after a request to stop. The disk may fail at the same time.
const STOPPED: [i32; 2] = [0, 1];

#[derive(Clone, Copy, Debug)]
pub enum SecondServerEnd {
    /// The second is killed while it waits.
    SecondKilled,
    /// The first is killed, and the second takes over.
    FirstKilled,
    /// The first is stopped, and the second takes over, as in an update.
    FirstStopped,
    /// The second gives up.
    SecondGivesUp,
}

/// What a fault changes. Two faults at the same time change different things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Process,
    /// Which process serves.
    Owner,
    Disk,
    Clock,
    Network,
    Load,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Fault {
    /// One or two faults.
    pub fn choose(random: &mut Random, has_library: bool) -> Vec<Fault> {
        let mut faults = vec![Fault::random(random, has_library)];
        if random.one_in(2) {
            let second = Fault::random(random, has_library);
            let targets = [faults[0].target(), second.target()];
            let conflicts =
                [[Target::Process, Target::Owner], [Target::Owner, Target::Disk], [Target::Owner, Target::Clock]];
            let collide = |pair: &[Target; 2]| pair.iter().all(|target| targets.contains(target));
            if targets[0] != targets[1] && !conflicts.iter().any(collide) {
                faults.push(second);
            }
        }
        faults
    }

    fn random(random: &mut Random, has_library: bool) -> Fault {
        let mut ms = |from, to| random.ms(from..to).as_millis() as u64;
        let (down, time, short) = (ms(0, 800), ms(200, 2000), ms(10, 300));
        match random.below(if has_library { 15 } else { 8 }) {
            0 => Fault::Kill { down },
            1 => Fault::Stall { time: 2 * time },
            2 => Fault::Restart,
            3 => {
                let end = match random.below(12) {
                    0 => SecondServerEnd::SecondGivesUp,
                    1..5 => SecondServerEnd::FirstStopped,
                    5..9 => SecondServerEnd::FirstKilled,
                    _ => SecondServerEnd::SecondKilled,
                };
                Fault::SecondServer { wait: time / 2, end }
            }
            4 => Fault::LostLock,
            5 => Fault::Cut { time },
            6 => Fault::SlowNetwork { delay: 2 * short, time },
            7 => Fault::Flood { time },
            8 | 9 => Fault::PowerFailure { down },
            10 => {
                let (write, sync) = random.pick(&[(0, 100), (20, 0), (0, 400), (0, 1200), (150, 300)]);
                Fault::SlowDisk { write, sync, time }
            }
            11 => Fault::FailedSyncs { one_in: random.pick(&[1, 3, 10]), time },
            12 => Fault::FailedWrites { one_in: random.pick(&[1, 5, 30]), time },
            13 => Fault::FullDisk { time },
            _ => {
                let seconds = random.pick(&[-3 * 86400, -3600, -5, 5, 3600, 3 * 86400]);
                Fault::ClockStep { seconds, kill_after: random.one_in(2).then_some(down) }
            }
        }
    }

    fn target(self) -> Target {
        match self {
            Fault::Kill { .. } | Fault::PowerFailure { .. } | Fault::Stall { .. } | Fault::Restart => Target::Process,
            Fault::SecondServer { .. } | Fault::LostLock => Target::Owner,
            Fault::SlowDisk { .. }
            | Fault::FailedSyncs { .. }
            | Fault::FailedWrites { .. }
            | Fault::FullDisk { .. } => Target::Disk,
            Fault::ClockStep { .. } => Target::Clock,
            Fault::Cut { .. } | Fault::SlowNetwork { .. } => Target::Network,
            Fault::Flood { .. } => Target::Load,
        }
    }

    /// The name without the details.
    pub fn name(self) -> String {
        let text = self.to_string();
        text.split(' ').next().unwrap_or_default().to_string()
    }

    /// Whether the server ends by itself, as it should.
    pub fn may_end_server(self) -> bool {
        matches!(self, Fault::FailedSyncs { .. } | Fault::FailedWrites { .. } | Fault::FullDisk { .. })
    }

    /// Lets the fault happen, and repairs what it broke.
    pub async fn happen(self, machine: &Machine, random: &mut Random) -> Result<(), Failure> {
        let ms = Duration::from_millis;
        let _disturbance = machine.timeline.begin(Cause::Other);
        match self {
            Fault::Kill { down } => kill(machine, ms(down), None).await,
            Fault::PowerFailure { down } => kill(machine, ms(down), Some(random)).await,
            Fault::Stall { time } => stall(machine, ms(time)).await,
            Fault::Restart => {
                let mut process = machine.process().await;
                let _outage = machine.timeline.begin(Cause::Server);
                process.begin_stop();
                process.wait_for(&STOPPED).await?;
                machine.restart(&mut process).await
            }
            Fault::SecondServer { wait, end } => second_server(machine, ms(wait), end).await,
            Fault::LostLock => lose_lock(machine).await,
            Fault::SlowDisk { write, sync, time } => {
                let change = (write as i64, sync as i64);
                machine.disk.set(|disk| (disk.write_delay_ms, disk.sync_delay_ms) = change)?;
                fail_disk(machine, ms(time)).await?;
                sleep(ms(write + sync)).await;
                Ok(())
            }
            Fault::FailedSyncs { one_in, time } => {
                machine.disk.set(|disk| disk.sync_failures = one_in as i64)?;
                fail_disk(machine, ms(time)).await
            }
            Fault::FailedWrites { one_in, time } => {
                machine.disk.set(|disk| disk.write_failures = one_in as i64)?;
                fail_disk(machine, ms(time)).await
            }
            Fault::FullDisk { time } => {
                machine.disk.set(|disk| disk.is_full = true)?;
                fail_disk(machine, ms(time)).await
            }
            Fault::ClockStep { seconds, kill_after } => {
                machine.disk.set(|disk| disk.wall_offset_ms += seconds * 1000)?;
                let Some(after) = kill_after else { return Ok(()) };
                sleep(ms(after)).await;
                kill(machine, ms(after), None).await
            }
            Fault::Cut { time } => {
                let _cut = machine.timeline.begin(Cause::Network);
                machine.proxy.cut(ms(time)).await;
                sleep(ms(50)).await;
                Ok(())
            }
            Fault::SlowNetwork { delay, time } => {
                let _slow = machine.timeline.begin(Cause::Network);
                machine.proxy.set_delay(ms(delay));
                sleep(ms(time)).await;
                machine.proxy.set_delay(Duration::ZERO);
                sleep(ms(3 * delay)).await;
                Ok(())
            }
            Fault::Flood { time } => flood(machine.server_address()?, ms(time)).await,
        }
    }
}

/// Kills the process, with a power failure if there is something to choose the lost sectors by, and starts it again.
async fn kill(machine: &Machine, down: Duration, power_failure: Option<&mut Random>) -> Result<(), Failure> {
    let mut process = machine.process().await;
    let _outage = machine.timeline.begin(Cause::Server);
    process.kill().await?;
    if let Some(random) = power_failure {
        machine.disk.lose_power(random)?;
    }
    sleep(down).await;
    machine.restart(&mut process).await
}

async fn stall(machine: &Machine, time: Duration) -> Result<(), Failure> {
    let mut process = machine.process().await;
    let _outage = machine.timeline.begin(Cause::Server);
    // It may have ended because the disk fails.
    if process.exit_status()?.is_some() {
        return Ok(());
    }
    process.signal("STOP").await?;
    sleep(time).await;
    process.signal("CONT").await
}

/// Repairs the disk after a while. Whenever the server ends until then, it is started again, as a service manager does.
async fn fail_disk(machine: &Machine, time: Duration) -> Result<(), Failure> {
    let is_repaired = AtomicBool::new(false);
    let repair = async {
        sleep(time).await;
        is_repaired.store(true, Relaxed);
        machine.disk.heal()
    };
    let keep_running = async {
        while !is_repaired.load(Relaxed) {
            machine.restart_if_ended().await?;
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    };
    tokio::try_join!(repair, keep_running)?;
    Ok(())
}

async fn second_server(machine: &Machine, wait: Duration, end: SecondServerEnd) -> Result<(), Failure> {
    let mut first = machine.process().await;
    let mut second = machine.second_server()?;
    sleep(wait).await;
    if let Some(status) = second.exit_status()? {
        return Err(format!("the second server did not wait: {status}").into());
    }
    match end {
        SecondServerEnd::SecondKilled => return second.kill().await,
        SecondServerEnd::SecondGivesUp => {
            let status = second.wait().await?;
            let is_expected = status.code() == Some(1);
            return if is_expected { Ok(()) } else { Err(format!("the second server ended with {status}").into()) };
        }
        SecondServerEnd::FirstKilled | SecondServerEnd::FirstStopped => {}
    }
    let _outage = machine.timeline.begin(Cause::Server);
    if matches!(end, SecondServerEnd::FirstKilled) {
        first.kill().await?;
    } else {
        first.begin_stop();
    }
    machine.take_over(&mut first, second, &STOPPED).await
}

async fn lose_lock(machine: &Machine) -> Result<(), Failure> {
    let mut first = machine.process().await;
    let _outage = machine.timeline.begin(Cause::Server);
    std::fs::remove_file(machine.disk.data().join("sanban.lock"))?;
    let second = machine.second_server()?;
    machine.take_over(&mut first, second, &[1]).await
}

/// Floods the server with pings, requests and garbage.
async fn flood(server: SocketAddr, time: Duration) -> Result<(), Failure> {
    let flooders = (0..FLOODERS).map(|index| async move {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            // Connections that the server closes are opened again.
            let _ = timeout(left, flood_once(server, index)).await;
            sleep(Duration::from_millis(5)).await;
        }
    });
    futures_util::future::join_all(flooders).await;
    Ok(())
}

async fn flood_once(server: SocketAddr, index: usize) -> Result<(), Failure> {
    let mut client = Client::new(server, Some(FLOOD_SOURCE));
    match index % 3 {
        0 => {
            let mut socket = client.socket().await?;
            loop {
                socket.send(Message::Ping(vec![0; 100].into())).await?;
                send(&mut socket, &json!({"type": "ping"})).await?;
                if timeout(Duration::from_millis(1), socket.next()).await.is_ok_and(|message| message.is_none()) {
                    return Ok(());
                }
            }
        }
        1 => loop {
            client.request("GET", "/api/lobby", &Value::Null).await?;
        },
        _ => {
            let mut stream = client.connect().await?;
            loop {
                stream.write_all(&[b'x'; 4096]).await?;
            }
        }
    }
}
