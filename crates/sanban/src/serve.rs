//! The page and the server: served, written as files, copied.

use crate::cli::{Serve, ServerData};
use crate::commands::{Done, print, unreadable, unwritable};
use crate::failure::Failure;
use crate::language::{chosen, say_common};
use crate::play::kept;
use sanban_core::rejection::common;
use sanban_server::embedded::{self, PAGE};
use sanban_server::settings::Log;
use sanban_server::{Settings, StoreError, export as kept_games};
use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Serves until Ctrl-C or the system's signal to end.
pub fn serve(args: &Serve) -> Done {
    let settings = settings(args)?;
    let address = settings.addr.clone();
    let addresses = address.to_socket_addrs().map_err(|_| Failure::from(common::BAD_ADDRESS.with(&[&address])))?;
    let addresses: Vec<_> = addresses.collect();
    let not_served = |error: std::io::Error| Failure::from(common::NOT_SERVED.with(&[&address, &error]));
    init_log(settings.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(not_served)?;
    let ready = |address: std::net::SocketAddr| {
        let page = format!("http://{address}/");
        let mut text = format!("{}\n{}\n", say_common("serve.at", &[("address", &page)]), say_common("serve.end", &[]));
        if let Err(missing) = PAGE {
            text += &(missing.notice(chosen()) + "\n");
        }
        // A closed output doesn't stop the server.
        let _ = print(&text);
        if args.open {
            // Without a browser the address that was printed has to do.
            let _ = open::that_detached(page);
        }
    };
    runtime.block_on(sanban_server::serve(&addresses, settings, ready, end())).map_err(not_served)
}

/// Ends when somebody wants the server to end.
async fn end() {
    let interrupted = async {
        // If it cannot be heard, only the system can end the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let told = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        };
    };
    #[cfg(not(unix))]
    let told = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = told => {}
    }
}

/// Starts logging to standard error. `RUST_LOG` sets the levels, as in `info` or `warn,sanban_server=debug`.
fn init_log(format: Log) {
    let levels = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let levels = levels.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let subscriber = tracing_subscriber::registry().with(levels);
    let output = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match format {
        Log::Text => subscriber.with(output).init(),
        Log::Json => subscriber.with(output.json()).init(),
    }
}

/// The settings, with a folder to keep things in.
fn settings(args: &Serve) -> Result<Settings, Failure> {
    let file = match &args.config {
        Some(path) => std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))?,
        None => String::new(),
    };
    let mut flags = Vec::new();
    for text in &args.set {
        let (key, value) = text.split_once('=').ok_or_else(|| Failure::from(common::BAD_SET.with(&[text])))?;
        flags.push((key.trim().to_string(), value.trim().to_string()));
    }
    flags.extend(args.addr.clone().map(|addr| ("addr".to_string(), addr)));
    let folder = args.kept.data.as_ref().map(|folder| folder.display().to_string());
    flags.extend(folder.map(|folder| ("data".to_string(), folder)));
    let settings = Settings::read(&file, |name| std::env::var(name).ok().filter(|text| !text.is_empty()), &flags);
    let mut settings = settings.map_err(|why| Failure::from(common::SERVER_SETTINGS.with(&[&why])))?;
    if settings.data.as_os_str().is_empty() {
        settings.data = kept::data()?;
    }
    Ok(settings)
}

/// Writes the page as files.
pub fn site(folder: &Path) -> Done {
    let files = PAGE.map_err(|missing| Failure { status: 1, sentence: missing.notice(chosen()) })?;
    embedded::write(files, folder).map_err(|error| unwritable(folder, &error))?;
    print(&(say_common("site.written", &[("folder", &folder.display().to_string())]) + "\n"))
}

/// Copies everything that a server keeps.
pub fn backup(file: &Path, kept: &ServerData) -> Done {
    let folder = folder(kept)?;
    run(async { Ok(kept_games::backup(&folder, file).await?) })?;
    print(&(say_common("backup.written", &[("file", &file.display().to_string())]) + "\n"))
}

/// Prints every game that a server keeps.
pub fn export(kept: &ServerData) -> Done {
    let folder = folder(kept)?;
    run(kept_games::export(&folder, print))
}

fn folder(kept: &ServerData) -> Result<PathBuf, Failure> {
    kept.data.clone().map_or_else(kept::data, Ok)
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        common::SERVER_STORE.with(&[&error.to_string()]).into()
    }
}

fn run(work: impl Future<Output = Done>) -> Done {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Failure::from(common::SERVER_STORE.with(&[&error])))?.block_on(work)
}
