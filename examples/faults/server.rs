//! The server in a process of its own: starting, stopping and killing it.

use crate::client::Failure;
use crate::disk::Disk;
use crate::proxy::Proxy;
use crate::timeline::{Cause, Timeline};
use sanban_server::Settings;
use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep, timeout};

/// Tells this program to serve the folder that follows.
pub const SERVE: &str = "serve";
/// How long a server may take to start or to stop.
const PROCESS_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait before starting a server again that could not start.
const RESTART_DELAY: Duration = Duration::from_millis(50);

/// Serves a folder until standard input ends. Returns the exit status.
pub async fn serve(folder: PathBuf) -> i32 {
    tracing_subscriber::fmt().with_ansi(false).with_writer(std::io::stderr).init();
    let settings = Settings {
        data: folder,
        grace: Duration::from_secs(5),
        games: 1000,
        guests: 100_000,
        requests: 2000,
        burst: 4000,
        connections: 500,
        ..Settings::default()
    };
    let ready = |address: SocketAddr| {
        println!("{address}");
        // The harness has gone if this fails.
        let _ = std::io::stdout().flush();
    };
    let stop = async {
        let read = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = tokio::task::spawn_blocking(read).await;
    };
    match sanban_server::serve(&[SocketAddr::from(([127, 0, 0, 1], 0))], settings, ready, stop).await {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

/// A process that serves, or is going to.
pub struct Process {
    child: Child,
    /// The server stops when this is closed.
    stdin: Option<ChildStdin>,
    stdout: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn spawn(disk: &Disk, log: &Path) -> Result<Process, Failure> {
        let log = File::options().create(true).append(true).open(log)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(SERVE).arg(disk.data()).envs(disk.variables()).kill_on_drop(true);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).spawn()?;
        let stdout = child.stdout.take().ok_or("the server has no output")?;
        Ok(Process { stdin: child.stdin.take(), child, stdout: BufReader::new(stdout).lines() })
    }

    /// Waits until it serves. `None` if it ended instead.
    pub async fn ready(&mut self) -> Result<Option<SocketAddr>, Failure> {
        let line =
            timeout(PROCESS_TIMEOUT, self.stdout.next_line()).await.map_err(|_| "the server does not start")??;
        Ok(line.map(|line| line.parse()).transpose()?)
    }

    /// Kills it as `kill -9` does.
    pub async fn kill(&mut self) -> Result<(), Failure> {
        Ok(self.child.kill().await?)
    }

    /// Stops it as an update does.
    pub fn begin_stop(&mut self) {
        self.stdin = None;
    }

    pub async fn wait(&mut self) -> Result<ExitStatus, Failure> {
        Ok(timeout(PROCESS_TIMEOUT, self.child.wait()).await.map_err(|_| "the server does not end")??)
    }

    /// Waits until it ends with one of these statuses, or is killed.
    pub async fn wait_for(&mut self, statuses: &[i32]) -> Result<(), Failure> {
        let status = self.wait().await?;
        let is_expected = status.code().is_none_or(|code| statuses.contains(&code));
        if is_expected { Ok(()) } else { Err(format!("the server ended with {status}").into()) }
    }

    pub fn exit_status(&mut self) -> Result<Option<ExitStatus>, Failure> {
        Ok(self.child.try_wait()?)
    }

    /// Sends a signal, such as `STOP`.
    pub async fn signal(&self, name: &str) -> Result<(), Failure> {
        let pid = self.child.id().ok_or("the server has ended")?;
        let status = Command::new("sh").args(["-c", &format!("kill -s {name} {pid}")]).status().await?;
        if status.success() { Ok(()) } else { Err(format!("cannot send SIG{name}").into()) }
    }
}

/// The machine on which the server runs.
pub struct Machine {
    pub disk: Disk,
    pub proxy: Proxy,
    pub timeline: Timeline,
    log: PathBuf,
    /// Lock it to replace, stop or signal the process.
    process: Mutex<Process>,
}

impl Machine {
    /// Starts the first server.
    pub async fn start(folder: &Path, disk: Disk, proxy: Proxy, timeline: Timeline) -> Result<Machine, Failure> {
        let log = folder.join("server.log");
        let mut process = Process::spawn(&disk, &log)?;
        proxy.set_server(process.ready().await?.ok_or("the server does not start")?);
        Ok(Machine { disk, proxy, timeline, log, process: Mutex::new(process) })
    }

    /// Where the server is, without the proxy.
    pub fn server_address(&self) -> Result<SocketAddr, Failure> {
        Ok(self.proxy.server().ok_or("there is no server")?)
    }

    pub async fn process(&self) -> MutexGuard<'_, Process> {
        self.process.lock().await
    }

    /// Another server on the same folder.
    pub fn second_server(&self) -> Result<Process, Failure> {
        Process::spawn(&self.disk, &self.log)
    }

    /// Starts the server again after it has ended. While the disk is faulty, this may take several attempts.
    pub async fn restart(&self, process: &mut Process) -> Result<(), Failure> {
        let deadline = Instant::now() + PROCESS_TIMEOUT;
        while Instant::now() < deadline {
            *process = self.second_server()?;
            if let Some(address) = process.ready().await? {
                self.proxy.set_server(address);
                return Ok(());
            }
            process.wait().await?;
            sleep(RESTART_DELAY).await;
        }
        Err("the server does not start again".into())
    }

    /// Waits until a second server serves in place of the first, which ends with one of these statuses.
    pub async fn take_over(&self, first: &mut Process, mut second: Process, statuses: &[i32]) -> Result<(), Failure> {
        let address = second.ready().await?.ok_or("the second server does not take over")?;
        self.proxy.set_server(address);
        first.wait_for(statuses).await?;
        *first = second;
        Ok(())
    }

    /// Starts the server again if it has ended by itself. Returns whether it had.
    pub async fn restart_if_ended(&self) -> Result<bool, Failure> {
        let mut process = self.process().await;
        let Some(status) = process.exit_status()? else { return Ok(false) };
        let _outage = self.timeline.begin(Cause::Server);
        if status.code() != Some(1) {
            return Err(format!("the server ended with {status}").into());
        }
        self.restart(&mut process).await?;
        Ok(true)
    }
}
