//! Turns of a person: touches, typed moves, undo and redo.

use super::{GameView, start_engine};
use crate::failure::Result;
use sanban_core::{Seat, Touch, TurnInputExt};

impl GameView {
    /// Touches a square or the supply.
    pub(super) fn touch(&mut self, touch: Touch) -> Result {
        if !self.is_persons_turn() {
            self.show_warning(if self.is_over() { "play-over-already" } else { "screen-not-your-turn" });
            return Ok(());
        }
        self.notice = None;
        match self.game.local_mut().touch(touch) {
            Ok(true) => self.after_move(),
            Ok(false) => self.after_change(),
            Err(rejection) => {
                self.show_rejection(&rejection);
                Ok(())
            }
        }
    }

    /// Enters the typed move.
    pub(super) fn enter(&mut self) -> Result {
        let typed = std::mem::take(&mut self.typed);
        if !self.is_persons_turn() {
            self.show_warning(if self.is_over() { "play-over-already" } else { "screen-not-your-turn" });
            return Ok(());
        }
        self.notice = None;
        match self.game.local_mut().enter(&typed) {
            Ok(true) => self.after_move(),
            Ok(false) => self.after_change(),
            Err(rejection) => {
                self.show_rejection(&rejection);
                // The player can correct the text.
                self.typed = typed;
                Ok(())
            }
        }
    }

    /// Ends the turn, if it may end.
    pub(super) fn end_turn(&mut self) -> Result {
        match self.game.local_mut().end_turn() {
            Ok(true) => {
                self.notice = None;
                self.after_move()
            }
            Ok(false) => {
                let key = if self.game.local().is_within_turn() { "play-not-complete" } else { "screen-instructions" };
                self.show_notice(key, &[]);
                Ok(())
            }
            Err(rejection) => {
                self.show_rejection(&rejection);
                Ok(())
            }
        }
    }

    pub(super) fn undo(&mut self) -> Result {
        match self.game.local_mut().undo() {
            true => {
                self.notice = None;
                self.is_paused = !self.game.has_person();
                self.pie_was_offered = false;
                if self.game.local().can_swap_sides() {
                    // Undo may have reverted a swap of sides.
                    self.reassign_seats()?;
                }
                self.after_move()
            }
            false => {
                self.show_warning("play-nothing-to-undo");
                Ok(())
            }
        }
    }

    pub(super) fn redo(&mut self) -> Result {
        match self.game.local_mut().redo() {
            true => {
                self.notice = None;
                self.after_move()
            }
            false => {
                self.show_warning("play-nothing-to-redo");
                Ok(())
            }
        }
    }

    /// Adapts to changed seats: restarts the engine, and turns a lone person's side down.
    pub(super) fn reassign_seats(&mut self) -> Result {
        self.engine = start_engine(&self.game)?;
        let is_human = |seat| self.game.local().player(seat).is_human();
        self.board.is_flipped = is_human(Seat::SECOND) && !is_human(Seat::FIRST);
        Ok(())
    }
}
