//! `sanban serve`: the web server.

use crate::codes;
use crate::failure::{Failure, Result};
use crate::files::cannot_read;
use crate::language::{current, say_common};
use crate::output::print;
use crate::saved_games::data_folder;
use clap::Args;
use sanban_server::embedded::PAGE;
use sanban_server::settings::{Log, is_database};
use sanban_server::{ServeError, Settings};
use std::net::ToSocketAddrs;
use std::path::PathBuf;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Args)]
pub struct ServeArgs {
    /// Address to listen on; 127.0.0.1:8080 if the settings don't say otherwise
    #[arg(long, value_name = "HOST:PORT")]
    pub addr: Option<String>,

    /// Folder with the server's data
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Settings file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Override a setting: NAME=VALUE
    #[arg(long = "set", value_name = "SETTING")]
    pub set: Vec<String>,

    /// Open the page in your browser
    #[arg(long)]
    pub open: bool,
}

/// Serves until Ctrl-C, SIGTERM or SIGHUP.
pub fn run(args: &ServeArgs) -> Result {
    let settings = settings(args)?;
    let address = settings.addr.clone();
    let addresses = address.to_socket_addrs().map_err(|_| Failure::from(codes::BAD_ADDRESS.with(&[&address])))?;
    let addresses: Vec<_> = addresses.collect();
    let failure = |error: ServeError| match error {
        ServeError::Address(error) => codes::NOT_SERVED.with(&[&address, &sanban_arena::io_reason(&error)]).into(),
        ServeError::Store(error) => Failure::from(codes::STORE_UNUSABLE.with(&[&error.to_string()])),
        ServeError::Bus(error) => codes::BUS_UNUSABLE.with(&[&error.to_string()]).into(),
    };
    init_log(settings.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failure(error.into()))?;
    let ready = |address: std::net::SocketAddr| {
        let page = format!("http://{address}/");
        let mut text = format!("{}\n{}\n", say_common("serve-at", &[("address", &page)]), say_common("serve-end", &[]));
        if let Err(missing) = PAGE {
            text += &(missing.notice(current()) + "\n");
        }
        // A closed output doesn't stop the server.
        let _ = print(&text);
        if args.open {
            // Without a browser, the printed address has to do.
            let _ = open::that_detached(page);
        }
    };
    let serve = async { sanban_server::serve(&addresses, settings, ready, shutdown_signal()?).await };
    runtime.block_on(serve).map_err(failure)
}

/// Installs the handlers of Ctrl-C, SIGTERM and SIGHUP at once. The future completes on any of them.
#[cfg(unix)]
pub(super) fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    // A closed terminal must not kill the server without a shutdown.
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
}

/// Completes on Ctrl-C.
#[cfg(not(unix))]
pub(super) fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, the system stops the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Starts logging to standard error. `RUST_LOG` sets the levels, as in `debug` or `warn,sanban_server=debug`; the default is
/// `info`, without the bus's client, whose errors the server logs itself.
fn init_log(format: Log) {
    let levels = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let levels = levels
        .unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO).with_target("async_nats", LevelFilter::OFF));
    let subscriber = tracing_subscriber::registry().with(levels);
    let output = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match format {
        Log::Text => subscriber.with(output).init(),
        Log::Json => subscriber.with(output.json()).init(),
    }
}

/// The settings from the file, the environment and the command line, with a data folder.
fn settings(args: &ServeArgs) -> Result<Settings> {
    let file = match &args.config {
        Some(path) => std::fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?,
        None => String::new(),
    };
    let mut flags = Vec::new();
    for text in &args.set {
        let (key, value) = text.split_once('=').ok_or_else(|| Failure::from(codes::BAD_SET.with(&[text])))?;
        flags.push((key.trim().to_string(), value.trim().to_string()));
    }
    flags.extend(args.addr.clone().map(|addr| ("addr".to_string(), addr)));
    let folder = args.data.as_ref().map(|folder| folder.display().to_string());
    flags.extend(folder.map(|folder| ("data".to_string(), folder)));
    // Variables that are no text can't be settings.
    let text = |text: std::ffi::OsString| text.into_string().ok();
    let environment = std::env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?)));
    let settings = Settings::read(&file, environment, &flags);
    let mut settings = settings.map_err(|why| Failure::from(codes::SERVER_SETTINGS.with(&[&why])))?;
    if settings.data.to_str().is_some_and(is_database) {
        let why = "\"data\" is a folder; name a database with --set store=postgres://…";
        return Err(codes::SERVER_SETTINGS.with(&[&why]).into());
    }
    if settings.data.as_os_str().is_empty() {
        settings.data = data_folder()?;
    }
    Ok(settings)
}
