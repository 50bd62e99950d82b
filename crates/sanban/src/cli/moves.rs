//! `sanban moves`: the legal moves of a position.

use super::position::{PositionArgs, position_json};
use crate::failure::Result;
use crate::output::{print, print_json};

pub fn run(args: &PositionArgs) -> Result {
    let session = args.open(true)?;
    let moves = session.moves();
    if args.json.json {
        let mut object = position_json(&*session);
        object.insert("moves".into(), moves.into());
        return print_json(&object.into());
    }
    print(&moves.iter().map(|m| format!("{m}\n")).collect::<String>())
}
