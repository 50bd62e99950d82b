//! A PostgreSQL server and a NATS server on ports and in folders of their own.

use crate::client::Failure;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

/// How long a service may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Runs a program. When standard input closes, also because this process was killed, it sends the program a signal.
const WRAPPER: &str = r#"exec 3<&0; signal=$1; shift; "$@" 3<&- & child=$!
{ read -r _ <&3; kill -s "$signal" "$child"; } & wait "$child"; kill $! 2>/dev/null"#;

/// A command that runs a program, and sends it a signal when its standard input closes. Signals from the terminal don't reach it.
pub fn guarded(signal: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", WRAPPER, "sh", signal]).process_group(0).stdin(Stdio::piped());
    command
}

/// A program that serves a port.
pub struct Service {
    name: &'static str,
    command: Vec<String>,
    pub address: SocketAddr,
    user: Option<(u32, u32)>,
    process: Option<Child>,
}

/// What the database survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// That its processes are killed.
    ProcessesOnly,
    /// A power failure, too: every commit waits for the disk.
    Machine,
}

impl Service {
    /// Serves the database cluster in a folder, and creates it if there is none.
    pub async fn postgres(folder: &Path, durability: Durability) -> Result<Service, Failure> {
        let programs = postgres_programs().ok_or("PostgreSQL is not installed")?;
        let (data, address) = (folder.join("postgres"), free_address()?);
        std::fs::create_dir_all(&data)?;
        let user = ordinary_user(&data)?;
        let text = |path: &Path| path.display().to_string();
        let initdb = programs.join("initdb");
        let args = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "--pgdata"];
        let mut create = Command::new(initdb);
        create.args(args).arg(&data).current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
        run_as(&mut create, user);
        if !data.join("PG_VERSION").exists() && !create.status()?.success() {
            return Err("initdb failed".into());
        }
        let fsync = if durability == Durability::Machine { "fsync=on" } else { "fsync=off" };
        let command = [
            text(&programs.join("postgres")),
            "-D".into(),
            text(&data),
            "-k".into(),
            text(&data),
            "-p".into(),
            address.port().to_string(),
            "-c".into(),
            "listen_addresses=127.0.0.1".into(),
            "-c".into(),
            "max_connections=200".into(),
            "-c".into(),
            fsync.into(),
        ];
        let mut service = Service { name: "PostgreSQL", command: command.into(), address, user, process: None };
        service.start().await?;
        Ok(service)
    }

    /// Serves a bus, with its files in a folder.
    pub async fn nats(folder: &Path) -> Result<Service, Failure> {
        let program = find_program("nats-server", &["/usr/sbin".into()]).ok_or("nats-server is not installed")?;
        let address = free_address()?;
        let (store, port) = (folder.join("nats").display().to_string(), address.port().to_string());
        let program = program.join("nats-server").display().to_string();
        let command = [program.as_str(), "-js", "-a", "127.0.0.1", "-p", &port, "-sd", &store].map(String::from);
        let mut service = Service { name: "NATS", command: command.into(), address, user: None, process: None };
        service.start().await?;
        Ok(service)
    }

    /// Starts it and waits until it can be reached.
    pub async fn start(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + START_TIMEOUT;
        while TcpStream::connect(self.address).await.is_err() {
            if Instant::now() > deadline {
                return Err(format!("{} does not start", self.name).into());
            }
            // It may end at once, as long as there are remains of a process that was killed.
            if self.process.as_mut().is_none_or(|process| !matches!(process.try_wait(), Ok(None))) {
                self.process = Some(self.spawn()?);
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    fn spawn(&self) -> std::io::Result<Child> {
        let mut command = guarded("KILL");
        command.args(&self.command).current_dir("/");
        run_as(&mut command, self.user);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    }

    /// Kills it.
    pub fn kill(&mut self) -> Result<(), Failure> {
        if let Some(mut process) = self.process.take() {
            drop(process.stdin.take());
            process.wait()?;
        }
        Ok(())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Nothing can be done about a failure here.
        let _ = self.kill();
    }
}

fn free_address() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

fn find_program(name: &str, others: &[PathBuf]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain(others.iter().cloned()).find(|folder| folder.join(name).exists())
}

/// The folder of PostgreSQL's programs. Debian has one for each version.
fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    find_program("initdb", &folders)
}

/// PostgreSQL does not run as root: the user who runs it, and who gets the folder.
fn ordinary_user(folder: &Path) -> Result<Option<(u32, u32)>, Failure> {
    use std::os::unix::fs::{MetadataExt, chown};
    if std::fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(None);
    }
    let users = std::fs::read_to_string("/etc/passwd")?;
    let ids = |name: &str| {
        let fields: Vec<&str> = users.lines().find(|line| line.split(':').next() == Some(name))?.split(':').collect();
        Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?))
    };
    let user: (u32, u32) = ids("postgres").or_else(|| ids("nobody")).ok_or("there is no ordinary user")?;
    chown(folder, Some(user.0), Some(user.1))?;
    // It has to reach the folder, too.
    if let Some(parent) = folder.parent() {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(parent, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(Some(user))
}

fn run_as(command: &mut Command, user: Option<(u32, u32)>) {
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
}
