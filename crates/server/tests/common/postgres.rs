//! A real PostgreSQL server for the tests of one process. It ends with the process.

use super::skip::skip;
use sqlx::{Connection, PgConnection};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How long the server may take to start, on the slowest machine.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// Runs the server until the standard input ends, which it does with the process that has the other end, and then removes its files.
const RUN: &str = r#"
trap '' HUP INT TERM
"$1/initdb" --pgdata="$2/data" --username=postgres --auth=trust --no-sync --encoding=UTF8 --locale=C >"$2/log" 2>&1
# This user needs a password, and has none.
echo 'local all locked scram-sha-256' | cat - "$2/data/pg_hba.conf" >"$2/hba" && mv "$2/hba" "$2/data/pg_hba.conf"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=200 >>"$2/log" 2>&1 &
cat >/dev/null
kill -QUIT $!
wait
rm -rf "$2"
"#;

/// A running PostgreSQL server.
pub struct TestServer {
    /// Has the socket.
    folder: PathBuf,
    /// The shell that runs it. It ends the server when this handle to its standard input goes.
    _shell: Mutex<Child>,
}

static SERVER: OnceLock<Option<TestServer>> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The PostgreSQL server of this process, started if it doesn't run yet. Without PostgreSQL, the test is skipped.
pub fn server() -> Option<&'static TestServer> {
    let server = SERVER.get_or_init(|| Some(TestServer::start(&programs()?))).as_ref();
    if server.is_none() {
        skip("PostgreSQL is not installed (a Debian package)");
    }
    server
}

/// The folder of `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    // Debian has a folder for each version, and none of them is in the PATH.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    folders.into_iter().find(|folder| ["initdb", "postgres"].iter().all(|program| folder.join(program).exists()))
}

impl TestServer {
    fn start(programs: &Path) -> TestServer {
        let folder = tempfile::Builder::new().prefix("sanban-pg").tempdir().unwrap().keep();
        let mut shell = Command::new("sh");
        shell.args(["-c", RUN, "sh"]).arg(programs).arg(&folder).current_dir(&folder);
        run_as_ordinary_user(&mut shell, &folder);
        let shell = shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let started = Instant::now();
        while !folder.join(".s.PGSQL.5432").exists() {
            let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(started.elapsed() < START_TIMEOUT, "PostgreSQL doesn't start: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        TestServer { folder, _shell: Mutex::new(shell) }
    }

    /// The URL of a database.
    pub fn url(&self, user: &str, database: &str) -> String {
        format!("postgres://{user}@localhost/{database}?host={}", self.folder.display())
    }

    /// The socket that the server listens on.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Creates an empty database, and returns its URL.
    pub async fn new_database(&self) -> String {
        let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect("postgres").await;
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        self.url("postgres", &name)
    }

    /// Lets nobody use a database any more, or everybody again.
    pub async fn set_reachable(&self, url: &str, is_reachable: bool) {
        let name = url.split(['/', '?']).nth(3).unwrap();
        let alter = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {is_reachable}");
        let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        let mut connection = self.connect("postgres").await;
        sqlx::raw_sql(sqlx::AssertSqlSafe(alter)).execute(&mut connection).await.unwrap();
        if !is_reachable {
            sqlx::raw_sql(sqlx::AssertSqlSafe(end)).execute(&mut connection).await.unwrap();
        }
    }

    /// Creates a user who may do everything, and returns the URL of a database for them.
    pub async fn new_user(&self, url: &str, user: &str) -> String {
        let create = format!("CREATE ROLE {user} LOGIN SUPERUSER");
        let mut connection = self.connect("postgres").await;
        sqlx::raw_sql(sqlx::AssertSqlSafe(create)).execute(&mut connection).await.unwrap();
        self.url(user, url.split(['/', '?']).nth(3).unwrap())
    }

    /// Ends all connections of a user, and lets them open no more.
    pub async fn lock_out(&self, user: &str) {
        let lock_out = format!(
            "ALTER ROLE {user} NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{user}'"
        );
        let mut connection = self.connect("postgres").await;
        sqlx::raw_sql(sqlx::AssertSqlSafe(lock_out)).execute(&mut connection).await.unwrap();
    }

    /// Connects to a database by its name, once the server is ready.
    async fn connect(&self, database: &str) -> PgConnection {
        let started = Instant::now();
        loop {
            match PgConnection::connect(&self.url("postgres", database)).await {
                Ok(connection) => return connection,
                Err(error) => assert!(started.elapsed() < START_TIMEOUT, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// PostgreSQL does not run as root.
#[cfg(unix)]
fn run_as_ordinary_user(command: &mut Command, folder: &Path) {
    use std::os::unix::fs::{MetadataExt, chown};
    use std::os::unix::process::CommandExt;
    // Signals from a terminal reach the tests, but not the shell, which still has to clean up.
    command.process_group(0);
    if std::fs::metadata(folder).unwrap().uid() != 0 {
        return;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let ids = |name: &str| {
        let fields: Vec<&str> = users.lines().find(|line| line.split(':').next() == Some(name))?.split(':').collect();
        Some((fields.get(2)?.parse::<u32>().ok()?, fields.get(3)?.parse::<u32>().ok()?))
    };
    let (user, group) = ids("postgres").or_else(|| ids("nobody")).expect("there is an ordinary user");
    chown(folder, Some(user), Some(group)).unwrap();
    command.uid(user).gid(group);
}

#[cfg(not(unix))]
fn run_as_ordinary_user(_command: &mut Command, _folder: &Path) {}
