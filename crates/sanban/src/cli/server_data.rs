//! `sanban backup` and `sanban export`: the data of a server.

use crate::codes;
use crate::failure::{Failure, Result};
use crate::language::say_common;
use crate::output::print;
use crate::saved_games::data_folder;
use clap::Args;
use sanban_server::StoreError;
use sanban_server::export::{self as store, DataLocation};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ServerDataArgs {
    /// Folder with the server's data, or postgres://… for a database
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

impl ServerDataArgs {
    pub fn location(&self) -> Result<DataLocation> {
        Ok(self.data.clone().map_or_else(data_folder, Ok)?.into())
    }
}

/// Copies all data of a server to a file.
pub fn backup(file: &Path, args: &ServerDataArgs) -> Result {
    let data = args.location()?;
    block_on(async { Ok(store::backup(data, file).await?) })?;
    print(&(say_common("backup-written", &[("file", &file.display().to_string())]) + "\n"))
}

/// Prints all games of a server as records.
pub fn export(args: &ServerDataArgs) -> Result {
    let data = args.location()?;
    block_on(store::export(data, print))
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        codes::SERVER_STORE.with(&[&error.to_string()]).into()
    }
}

pub fn block_on(work: impl Future<Output = Result>) -> Result {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime
        .map_err(|error| Failure::from(codes::SERVER_STORE.with(&[&sanban_arena::io_reason(&error)])))?
        .block_on(work)
}
