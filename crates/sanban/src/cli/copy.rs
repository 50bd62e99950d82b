//! `sanban copy`: a server's data in another place.

use super::server_data::block_on;
use crate::failure::Result;
use crate::language::say_common;
use crate::output::print;
use crate::progress;
use clap::Args;
use sanban_server::Copied;
use std::path::PathBuf;

#[derive(Args)]
pub struct CopyArgs {
    /// Folder with the server's data, or postgres://… for a database
    #[arg(long, value_name = "SOURCE")]
    pub from: PathBuf,

    /// Folder or postgres://… to copy to; it must be empty
    #[arg(long, value_name = "TARGET")]
    pub to: PathBuf,
}

/// Copies everything, and says how much it was.
pub fn run(args: &CopyArgs) -> Result {
    let (mut copied, mut bar) = (Copied::default(), None);
    block_on(async {
        let progress = |done, all| {
            bar.get_or_insert_with(|| progress::bar(all, "copy-progress")).set_position(done);
        };
        copied = sanban_server::copy(&args.from, &args.to, progress).await?;
        Ok(())
    })?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let (games, players) = (copied.games.to_string(), copied.players.to_string());
    print(&(say_common("copied", &[("games", &games), ("players", &players)]) + "\n"))
}
