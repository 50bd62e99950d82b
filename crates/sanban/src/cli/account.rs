//! `sanban account`: the accounts of a server.

use super::server_data::{ServerDataArgs, block_on};
use crate::failure::Result;
use crate::language::say_common;
use crate::output::print;
use clap::Subcommand;
use sanban_server::export as store;

#[derive(Subcommand)]
pub enum AccountCommand {
    /// Close an account: nobody can log in to it, and its games stay without the name
    #[command(after_help = "\
Examples:
  sanban account close Ana
  sanban account close Ana --data /var/lib/sanban")]
    Close {
        /// The account's name
        #[arg(value_name = "NAME")]
        name: String,

        #[command(flatten)]
        data: ServerDataArgs,
    },
}

/// Runs a command about accounts.
pub fn run(command: &AccountCommand) -> Result {
    let AccountCommand::Close { name, data } = command;
    let data = data.location()?;
    let mut closed = String::new();
    block_on(async {
        closed = store::close_account(data, name).await?;
        Ok(())
    })?;
    print(&(say_common("account-closed", &[("name", &closed)]) + "\n"))
}
