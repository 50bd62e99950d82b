//! What to draw: a board of cells with pieces from a shared vocabulary, and what stands beside it.
//!
//! Front ends draw scenes and know no game.

pub mod board_setup;
pub mod speech;
pub mod svg;

use crate::outcome::Seat;
use crate::square::Board;

/// Everything that is to be seen of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The board.
    pub board: Board,
    /// One cell for each square, in the order of the squares' numbers.
    pub cells: Vec<Cell>,
    /// What each player has beside the board, in the order of the seats.
    pub counters: Vec<Vec<Counter>>,
    /// Whose step is next.
    pub to_move: Seat,
    /// The key of a message that says what that player must do out of the ordinary, such as lifting a stone first.
    pub notice: Option<&'static str>,
}

impl Scene {
    /// What a player's counter shows; nothing is 0.
    pub fn count(&self, seat: Seat, name: &str) -> u32 {
        self.counters[seat.index()].iter().find(|c| c.name == name).map_or(0, |c| c.count)
    }
}

/// One square.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// What the square is in the game, if it is special.
    pub mark: Option<Mark>,
    /// The pieces on it, from the bottom up.
    pub pieces: Vec<Piece>,
}

/// What a square is in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A player's home.
    Home(Seat),
    /// The square that matters.
    Centre,
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What it looks like.
    pub shape: Shape,
    /// Whose it is; nobody's if it is neutral.
    pub seat: Option<Seat>,
}

/// The shared vocabulary of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A ring, on which others stack.
    Ring,
    /// A ball.
    Ball,
    /// A horse.
    Knight,
    /// A fish.
    Koi,
    /// A stone.
    Stone,
    /// A disc with a letter, for what the vocabulary lacks.
    Letter(char),
}

impl Piece {
    /// A player's piece.
    pub const fn of(seat: Seat, shape: Shape) -> Self {
        Piece { shape, seat: Some(seat) }
    }

    /// A piece that is nobody's.
    pub const fn neutral(shape: Shape) -> Self {
        Piece { shape, seat: None }
    }
}

impl Shape {
    /// What it is called, by programs and by the key `shape.NAME` among the messages: a letter's disc by its letter.
    pub fn name(self) -> String {
        match self {
            Shape::Ring => "ring".into(),
            Shape::Ball => "ball".into(),
            Shape::Knight => "knight".into(),
            Shape::Koi => "koi".into(),
            Shape::Stone => "stone".into(),
            Shape::Letter(letter) => letter.to_string(),
        }
    }
}

/// A number beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The key of its name among the game's messages, such as `counter.rings`.
    pub name: &'static str,
    /// How many.
    pub count: u32,
}
