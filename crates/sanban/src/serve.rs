//! The page: served, or written as files.

use crate::cli::Serve;
use crate::commands::{Done, print, unwritable};
use crate::failure::Failure;
use crate::language::say_common;
use sanban_core::message::common;
use std::net::ToSocketAddrs;
use std::path::Path;

/// Serves the page until Ctrl-C.
pub fn serve(args: &Serve) -> Done {
    let addresses = args.addr.to_socket_addrs().map_err(|_| Failure::from(common::BAD_ADDRESS.with(&[&args.addr])))?;
    let addresses: Vec<_> = addresses.collect();
    let not_served = |error: std::io::Error| Failure::from(common::NOT_SERVED.with(&[&args.addr, &error]));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(not_served)?;
    let ready = |address: std::net::SocketAddr| {
        let page = format!("http://{address}/");
        let told = format!("{}\n{}\n", say_common("serve.at", &[("address", &page)]), say_common("serve.end", &[]));
        // Nobody listens if the output is closed; the page is served all the same.
        let _ = print(&told);
        if args.open {
            // Without a browser the address that was printed has to do.
            let _ = open::that_detached(page);
        }
    };
    let end = async {
        // If it cannot be heard, only the system can end the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    runtime.block_on(sanban_server::serve(&addresses, ready, end)).map_err(not_served)
}

/// Writes the page as files.
pub fn site(folder: &Path) -> Done {
    sanban_server::site::write(folder).map_err(|error| unwritable(folder, &error))?;
    print(&(say_common("site.written", &[("folder", &folder.display().to_string())]) + "\n"))
}
