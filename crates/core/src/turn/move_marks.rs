//! What to draw on a board to show a move before it is played, or the last one: arrows, and pieces that appear or disappear.

use crate::game::{Game, GameExt};
use crate::progress::Touch;
use crate::scene::Piece;
use crate::square::Square;

/// What a part of a move does to the board.
#[derive(Clone, PartialEq, Debug)]
pub enum MoveMark {
    /// A piece goes from one square to another.
    Moved {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece appears on a square.
    Placed {
        /// The square.
        square: Square,
        /// The pieces on the square afterwards, from the bottom up. The new piece is the last.
        stack: Vec<Piece>,
    },
    /// A piece disappears from a square.
    Lifted {
        /// The square.
        square: Square,
    },
}

/// The marks of a move, each with the number of its step from 1. They follow from the squares that enter a step, and from the
/// scenes before and after it. Steps that have been `entered` are left out; a turn that was begun in another way has no marks.
pub(crate) fn move_marks<G: Game>(
    game: &G,
    base: &G::Position,
    steps: &[G::Step],
    entered: &[Touch],
) -> Vec<(usize, MoveMark)> {
    let mut position = *base;
    let mut marks = Vec::new();
    let mut rest_of_entry = entered;
    for (number, &step) in (1..).zip(steps) {
        let before = game.scene(&position);
        position = game.play(&position, step);
        let after = game.scene(&position);
        let touches = game.touches(step);
        if let Some(rest) = rest_of_entry.strip_prefix(&touches[..]) {
            rest_of_entry = rest;
            // A step without touches only ends a turn.
            continue;
        }
        if !touches.starts_with(rest_of_entry) {
            return Vec::new();
        }
        rest_of_entry = &[];
        let squares: Vec<Square> = touches
            .into_iter()
            .filter_map(|touch| if let Touch::Square(square) = touch { Some(square) } else { None })
            .collect();
        let single = |&square: &Square| {
            let pieces = |scene: &crate::Scene| scene.cells[game.board().index(square)].pieces.clone();
            let (old, stack) = (pieces(&before), pieces(&after));
            if stack.len() < old.len() { MoveMark::Lifted { square } } else { MoveMark::Placed { square, stack } }
        };
        let rest = match squares[..] {
            [from, to, ..] => {
                marks.push((number, MoveMark::Moved { from, to }));
                &squares[2..]
            }
            _ => &squares[..],
        };
        marks.extend(rest.iter().map(|square| (number, single(square))));
    }
    marks
}
