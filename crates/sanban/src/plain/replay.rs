//! A recorded game in line mode.

use super::diagram_width;
use crate::board_text::{BoardStyle, Diagram};
use crate::failure::{Failure, Result};
use crate::output::print;
use crate::record_file::RecordedGame;
use sanban_core::Session;
use sanban_core::record::move_number;
use sanban_games::registry;

/// Prints the board after every move.
pub fn replay(game: &RecordedGame, style: BoardStyle) -> Result {
    let info = game.session.info();
    let failure = |rejection| Failure::rejected(&rejection, info.messages);
    let start = registry::open(game.session.rules().clone(), Some(game.session.start_text()));
    let mut session = start.map_err(failure)?;
    let show = |session: &dyn Session| {
        let scene = session.scene();
        let diagram = Diagram::new(info, &scene, style).with_game_over(session.outcome().is_some());
        print(&diagram.text_within(diagram_width()))
    };
    show(&*session)?;
    let first = usize::from(game.record.second_begins);
    for (ply, next) in (first..).zip(&game.record.line.moves) {
        session.play(&next.text).map_err(failure)?;
        print(&format!("\n{} {}\n\n", move_number(ply), next.text))?;
        show(&*session)?;
    }
    print(&format!("\n{}\n", game.record.result))
}
