//! A recorded game, step by step: on the screen, or printed board by board.

use crate::board::BoardStyle;
use crate::cli::Replay;
use crate::commands::{Done, print};
use crate::failure::Failure;
use crate::picture::Picture;
use crate::recorded::{self, Recorded};
use crate::screen::{self, ReplayView, Screen};
use sanban_core::record::move_number;
use sanban_games::registry;

/// Shows a recorded game.
pub fn replay(args: &Replay) -> Done {
    let mut games = recorded::read(&recorded::texts(&args.file)?, Some(args.game), &args.file)?;
    let game = games.remove(0);
    if args.plain || !screen::is_possible() {
        return in_lines(&game, args.drawing.look());
    }
    let look = screen::look(args.drawing.ascii, args.drawing.is_coloured());
    let mut view = ReplayView::new(game, look)?;
    Screen::open()?.show(&mut view)
}

/// Prints every board of a game, each after the move that led to it.
pub fn in_lines(game: &Recorded, look: BoardStyle) -> Done {
    let info = game.session.info();
    let refused = |rejection| Failure::refused(&rejection, info.messages);
    let begun = registry::open(game.session.rules().clone(), Some(game.session.start_text()));
    let mut session = begun.map_err(refused)?;
    print(&Picture::new(info, &session.scene(), look).text())?;
    let first = usize::from(game.record.second_begins);
    for (ply, made) in (first..).zip(&game.record.line.moves) {
        session.play(&made.text).map_err(refused)?;
        print(&format!("\n{} {}\n\n", move_number(ply), made.text))?;
        print(&Picture::new(info, &session.scene(), look).text())?;
    }
    print(&format!("\n{}\n", game.record.result))
}
