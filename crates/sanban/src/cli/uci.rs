//! `sanban uci`: the UCI protocol on standard input and output.

use super::args::random_seed;
use crate::codes;
use crate::failure::Result;
use sanban_arena::uci;
use std::io::ErrorKind;

pub fn run() -> Result {
    match uci::serve(std::io::stdin().lock(), std::io::stdout(), random_seed()?) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(codes::UCI_CONNECTION_LOST.with(&[&sanban_arena::io_reason(&error)]).into())
        }
        _ => Ok(()),
    }
}
