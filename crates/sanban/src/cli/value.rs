//! `sanban value`: a classic player's evaluation of a position.

use super::position::{PositionArgs, position_json};
use crate::failure::{Failure, Result};
use crate::output::{print, print_json};
use clap::Args;
use sanban_core::Seat;
use serde_json::json;

#[derive(Args)]
pub struct ValueArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// The classic player
    #[arg(long, value_name = "CLASSIC")]
    pub player: String,
}

pub fn run(args: &ValueArgs) -> Result {
    let session = args.position.open(false)?;
    let value = |seat| {
        let value = session.classic_value(&args.player, seat);
        value.map_err(|rejection| Failure::rejected(&rejection, session.info().messages))
    };
    let (first, second) = (value(Seat::FIRST)?, value(Seat::SECOND)?);
    if args.position.json.json {
        let mut object = position_json(&*session);
        object.insert("player".into(), args.player.clone().into());
        // Write integers without a decimal point, as in the text.
        let number = |n: f64| if n.fract() == 0.0 { json!(n as i64) } else { json!(n) };
        object.insert("first".into(), number(first));
        object.insert("second".into(), number(second));
        return print_json(&object.into());
    }
    print(&format!("first: {first}\nsecond: {second}\n"))
}
