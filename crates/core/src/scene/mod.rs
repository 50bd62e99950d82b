//! What to draw: a board of cells with pieces from a shared vocabulary, and counters beside it.
//!
//! Front ends draw scenes and know nothing about games.

pub mod board_setup;
pub mod speech;
pub mod svg;

use crate::bitboard::{Bitboard, BitboardExt};
use crate::outcome::Seat;
use crate::square::Board;
use crate::symmetry::Symmetry;

/// Everything visible of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The size of the board.
    pub board: Board,
    /// One cell for each square, in order of the squares' numbers.
    pub cells: Vec<Cell>,
    /// The counters beside the board, by seat.
    pub counters: Vec<Vec<Counter>>,
    /// The player to move.
    pub to_move: Seat,
    /// The key of a message about something unusual that the player must do, such as lifting a stone first.
    pub notice: Option<&'static str>,
}

impl Scene {
    /// A scene without marks and counters. `sets` has the squares of each piece of the palette, in its order.
    pub fn of_sets<B: Bitboard, const N: usize>(
        board: Board,
        palette: &[(char, Piece)],
        sets: [B; N],
        to_move: Seat,
    ) -> Self {
        let mut cells = vec![Cell::default(); board.len()];
        for ((_, piece), set) in palette.iter().zip(sets) {
            set.squares().for_each(|square| cells[square].pieces.push(*piece));
        }
        Scene { board, cells, counters: vec![Vec::new(); 2], to_move, notice: None }
    }

    /// The image of the scene under a symmetry.
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let seat = |seat: &mut Seat| *seat = symmetry.seat(*seat);
        let mut image = self.clone();
        for (square, cell) in self.board.squares().zip(&self.cells) {
            let mut cell = cell.clone();
            cell.pieces.iter_mut().filter_map(|piece| piece.seat.as_mut()).for_each(seat);
            if let Some(Mark::Home(home)) = &mut cell.mark {
                seat(home);
            }
            image.cells[self.board.index(symmetry.square(self.board, square))] = cell;
        }
        if symmetry.swap {
            image.counters.swap(0, 1);
        }
        seat(&mut image.to_move);
        image
    }

    /// The value of a player's counter; 0 if there is none.
    pub fn count(&self, seat: Seat, name: &str) -> u32 {
        self.counters[seat.index()].iter().find(|c| c.name == name).map_or(0, |c| c.count)
    }
}

/// The content of a square.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// The square's special meaning, if it has one.
    pub mark: Option<Mark>,
    /// The pieces on it, from the bottom up.
    pub pieces: Vec<Piece>,
}

/// The special meaning of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A player's home.
    Home(Seat),
    /// The centre of the board.
    Centre,
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What front ends draw.
    pub shape: Shape,
    /// The owner; `None` if it is neutral.
    pub seat: Option<Seat>,
}

/// The shapes of pieces that front ends can draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A ring, which can be stacked.
    Ring,
    /// A sphere, drawn inside the ring under it.
    Ball,
    /// A chess knight.
    Knight,
    /// A fish.
    Koi,
    /// A round pebble.
    Stone,
    /// A plain disc.
    Disc,
    /// An arrow, which points up.
    Arrow,
    /// A disc with a letter, for pieces without a shape of their own.
    Letter(char),
}

impl Piece {
    /// A player's piece.
    pub const fn of(seat: Seat, shape: Shape) -> Self {
        Piece { shape, seat: Some(seat) }
    }

    /// A piece without an owner.
    pub const fn neutral(shape: Shape) -> Self {
        Piece { shape, seat: None }
    }
}

impl Shape {
    /// The name for programs and in the message key `shape-NAME`. A lettered disc is named by its letter.
    pub fn name(self) -> String {
        match self {
            Shape::Ring => "ring".into(),
            Shape::Ball => "ball".into(),
            Shape::Knight => "knight".into(),
            Shape::Koi => "koi".into(),
            Shape::Stone => "stone".into(),
            Shape::Disc => "disc".into(),
            Shape::Arrow => "arrow".into(),
            Shape::Letter(letter) => letter.to_string(),
        }
    }
}

/// A number beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The message key of the name, such as `counter-rings`.
    pub name: &'static str,
    /// The number.
    pub count: u32,
    /// The number that wins the game, if this counter is the score.
    pub target: Option<u32>,
}

impl Counter {
    /// A counter that is not the score.
    pub const fn new(name: &'static str, count: u32) -> Self {
        Counter { name, count, target: None }
    }
}
