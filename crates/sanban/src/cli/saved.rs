//! `sanban saved`: lists the saved games.

use super::args::JsonArgs;
use crate::failure::Result;
use crate::language::say_common;
use crate::output::{print, print_json};
use crate::saved_games;
use crate::terminal_game::TerminalGame;
use clap::Args;
use sanban_core::Seat;
use serde_json::json;

#[derive(Args)]
pub struct SavedArgs {
    #[command(flatten)]
    pub json: JsonArgs,
}

pub fn run(args: &SavedArgs) -> Result {
    let mut objects = Vec::new();
    let mut lines = Vec::new();
    for mut file in saved_games::list()? {
        match file.read().and_then(|text| TerminalGame::resume(&text)) {
            Ok(game) => {
                let (record, session) = (game.local().record(), game.session());
                let names = [Seat::FIRST, Seat::SECOND].map(|seat| game.local().player(seat).record_name().to_string());
                let date = record.tag("Date").unwrap_or("");
                lines.push(format!("{}  {}  {}", file.id, file.saved_at(), game.summary()));
                objects.push(json!({"id": file.id, "game": session.info().id, "rules": session.rules().text(),
                    "date": date, "saved": file.saved_at(), "players": names, "moves": session.played().len(), "result": record.result}));
            }
            Err(failure) => lines.push(format!("{}  {}", file.id, failure.sentence)),
        }
    }
    if args.json.json {
        return print_json(&json!({ "games": objects }));
    }
    if lines.is_empty() {
        lines.push(say_common("no-saved-games", &[]));
    }
    print(&(lines.join("\n") + "\n"))
}
