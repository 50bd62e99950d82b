//! `sanban show`: draws the board of a position.

use super::args::{DrawingArgs, number};
use super::position::{PositionArgs, position_json};
use crate::board_text::{BoardStyle, Diagram};
use crate::failure::Result;
use crate::files::cannot_write;
use crate::language::current;
use crate::output::{print, print_json};
use crate::plain::diagram_width;
use clap::Args;
use sanban_core::svg::{self, Theme};
use sanban_core::{GameInfo, Mark, Scene, Seat, Square};
use serde_json::{Map, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Number of pieces to draw in a stack, from the top
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..=17))]
    pub pieces: u8,

    #[command(flatten)]
    pub drawing: DrawingArgs,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Flip the board in the picture files, with the second player at the bottom
    #[arg(long, requires = "PictureArgs")]
    pub flip: bool,
}

/// Files to draw into.
#[derive(Args)]
pub struct PictureArgs {
    /// Also save the board as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Also save the board as a PNG picture
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
}

pub fn run(args: &ShowArgs) -> Result {
    let session = args.position.open(false)?;
    let info = session.info();
    let player = |seat: Seat| info.players[seat.index()];
    let (scene, outcome) = (session.scene(), session.outcome());
    write_pictures(args, info, &scene, &session.last_squares())?;
    if args.position.json.json {
        let mut object = position_json(&*session);
        object.insert("to_move".into(), player(session.to_move()).into());
        let outcome = outcome.map(|o| json!({"winner": o.winner.map(player), "reason": o.reason.0}));
        object.insert("outcome".into(), outcome.into());
        object.insert("board".into(), board_json(info, &scene));
        return print_json(&object.into());
    }
    let style = BoardStyle { pieces: Some(args.pieces.into()), ..args.drawing.style() };
    let mut text = Diagram::new(info, &scene, style).with_game_over(outcome.is_some()).text_within(diagram_width());
    text += &format!("\nposition: {}\nto move: {}\n", session.position_text(), player(session.to_move()));
    if let Some(outcome) = outcome {
        text += &format!("result: {} ({})\n", outcome.winner.map_or("draw", player), outcome.reason);
    }
    print(&text)
}

/// Writes the picture files that the arguments name.
fn write_pictures(args: &ShowArgs, info: &GameInfo, scene: &Scene, last_move: &[Square]) -> Result {
    let options =
        svg::SvgOptions { flipped: args.flip, coordinates: true, theme: Theme::named(Theme::default_name_for(scene)) };
    let write = |file: &Path, picture: &[u8]| std::fs::write(file, picture).map_err(|error| cannot_write(file, &error));
    let picture = svg::picture(info, scene, &options, last_move, current());
    if let Some(file) = &args.pictures.svg {
        write(file, picture.as_bytes())?;
    }
    if let Some(file) = &args.pictures.png {
        write(file, &sanban_pictures::render(&picture))?;
    }
    Ok(())
}

/// The board as JSON: pieces by square, and the counters of each player.
fn board_json(info: &GameInfo, scene: &Scene) -> serde_json::Value {
    let player = |seat: Seat| info.players[seat.index()];
    let mut squares = Map::new();
    for (square, cell) in scene.board.squares().zip(&scene.cells) {
        let pieces: Vec<_> =
            cell.pieces.iter().map(|p| json!({"shape": p.shape.name(), "player": p.seat.map(player)})).collect();
        let mark = cell.mark.map(|mark| match mark {
            Mark::Home(seat) => json!({"home": player(seat)}),
            Mark::Centre => json!("centre"),
        });
        if !pieces.is_empty() || mark.is_some() {
            squares.insert(square.to_string(), json!({"pieces": pieces, "mark": mark}));
        }
    }
    let counters = scene.counters.iter().enumerate().map(|(seat, counters)| {
        let name = |name: &str| name.strip_prefix("counter-").unwrap_or(name).to_string();
        let counters: Map<_, _> = counters.iter().map(|c| (name(c.name), c.count.into())).collect();
        (info.players[seat].to_string(), counters.into())
    });
    let notice = scene.notice.map(|n| n.strip_prefix("notice-").unwrap_or(n));
    json!({"columns": scene.board.cols, "rows": scene.board.rows, "squares": squares,
           "counters": counters.collect::<Map<_, _>>(), "notice": notice})
}
