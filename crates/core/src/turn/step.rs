//! Steps as people write and enter them.

use crate::game::{MAX_STEP_TOUCHES, Touches};
use crate::progress::Touch;
use crate::square::{Board, MAX_SQUARE_CHARS};
use std::fmt::Debug;

/// The maximum number of squares in a step.
const MAX_SQUARES: usize = 3;

/// The maximum length of a mark, in characters.
const MAX_MARK_CHARS: usize = 2;

/// The maximum length of a step's text, in characters: a mark and as many squares as a step has touches.
pub const MAX_STEP_CHARS: usize = MAX_MARK_CHARS + MAX_STEP_TOUCHES * MAX_SQUARE_CHARS;

/// One step of a turn. It names its parts; its text, touches and code follow from them.
pub trait Step: Copy + PartialEq + Debug + Send + Sync {
    /// The parts of the step.
    fn parts(self) -> StepParts;
}

/// A step that is a list of squares by number: from–to, a square to drop a piece on, or from–to–shoot.
///
/// ```
/// use sanban_core::step::{SquareStep, Step};
/// use sanban_core::Board;
///
/// //   a b c
/// // 3 . . .
/// // 2 . x .    from a1 (number 0) to b2 (number 4)
/// // 1 x . .
/// let board = Board::square_of(3);
/// let parts = SquareStep::new([0, 4]).parts();
/// assert_eq!(parts.text(board), "a1b2");
/// assert_eq!(parts.touches(board).len(), 2);
/// assert_eq!(parts.code(9), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareStep<const N: usize>([u16; N]);

impl<const N: usize> SquareStep<N> {
    /// The step with these squares, in the order in which they are entered.
    #[inline]
    pub fn new(squares: [usize; N]) -> Self {
        SquareStep(squares.map(|square| square as u16))
    }

    /// The squares.
    #[inline]
    pub fn squares(self) -> [usize; N] {
        self.0.map(usize::from)
    }
}

impl<const N: usize> Step for SquareStep<N> {
    #[inline]
    fn parts(self) -> StepParts {
        StepParts::squares(self.0)
    }
}

/// The parts of a step: a mark in its text, whether it takes a piece from the supply, and its squares. The kind distinguishes steps
/// whose other parts are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepParts {
    kind: u8,
    mark: &'static str,
    uses_supply: bool,
    squares: [u16; MAX_SQUARES],
    len: u8,
}

impl StepParts {
    /// A step of kind 0 with these squares by number; none for a step that only ends the turn.
    #[inline]
    pub fn squares<S: Into<u16> + Copy, const N: usize>(squares: [S; N]) -> Self {
        const { assert!(N <= MAX_SQUARES) };
        let mut parts = StepParts { kind: 0, mark: "", uses_supply: false, squares: [0; MAX_SQUARES], len: N as u8 };
        let mut i = 0;
        while i < N {
            parts.squares[i] = squares[i].into();
            i += 1;
        }
        parts
    }

    /// A step of kind 0 that puts a piece from the supply on a square: `@c3`.
    #[inline]
    pub fn place<S: Into<u16> + Copy>(to: S) -> Self {
        StepParts { uses_supply: true, ..Self::squares([to]) }
    }

    /// The step with a kind. Kinds are part of the code, so they should be small numbers.
    #[inline]
    pub const fn of_kind(self, kind: u8) -> Self {
        StepParts { kind, ..self }
    }

    /// The step with a mark before its squares.
    #[inline]
    pub const fn marked(self, mark: &'static str) -> Self {
        debug_assert!(mark.len() <= MAX_MARK_CHARS);
        StepParts { mark, ..self }
    }

    /// The text: the mark and the touches.
    pub fn text(&self, board: Board) -> String {
        self.touches(board).iter().fold(self.mark.to_string(), |text, touch| text + &touch.to_string())
    }

    /// The touches that enter the step.
    pub fn touches(&self, board: Board) -> Touches {
        let supply = self.uses_supply.then_some(Touch::Supply);
        let squares = self.squares[..usize::from(self.len)].iter();
        supply.into_iter().chain(squares.map(|&square| Touch::Square(board.at(square.into())))).collect()
    }

    /// A number for the step: its kind and its squares as digits with this radix. A single square counts twice, which no move
    /// between two squares does.
    #[inline]
    pub const fn code(&self, radix: u32) -> u32 {
        let [first, second, third] = self.squares;
        let second = if self.len == 1 { first } else { second };
        let code = (self.kind as u32 * radix + first as u32) * radix + second as u32;
        if self.len == 3 { code * radix + third as u32 } else { code }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const BOARD: Board = Board::square_of(3);

    #[test]
    fn parts_make_text_and_touches() {
        let square = |index| Touch::Square(BOARD.at(index));
        for (parts, text, touches) in [
            (StepParts::squares([0u8, 4]), "a1b2", &[square(0), square(4)][..]),
            (StepParts::squares([0u8, 4, 8]), "a1b2c3", &[square(0), square(4), square(8)]),
            (StepParts::squares([8u8]).marked("-"), "-c3", &[square(8)]),
            (StepParts::place(8u8), "@c3", &[Touch::Supply, square(8)]),
            (StepParts::squares([0u8; 0]).marked("--"), "--", &[]),
        ] {
            assert_eq!(parts.text(BOARD), text);
            assert_eq!(parts.touches(BOARD).as_slice(), touches, "{text}");
        }
    }

    #[test]
    fn codes_of_ordinary_steps_differ() {
        let mut codes = BTreeSet::new();
        for from in 0..9u8 {
            assert!(codes.insert(StepParts::place(from).code(9)));
            assert!(codes.insert(StepParts::squares([from]).of_kind(1).code(9)));
            for to in (0..9).filter(|&to| to != from) {
                assert!(codes.insert(StepParts::squares([from, to]).code(9)));
                assert!(codes.insert(StepParts::squares([from, to]).of_kind(1).code(9)));
            }
        }
    }
}
