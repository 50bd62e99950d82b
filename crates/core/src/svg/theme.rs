//! Colours.

use crate::outcome::Seat;
use crate::scene::{Scene, Shape};

/// The colours of a picture, as CSS writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The frame around the board.
    pub frame: &'static str,
    /// The line between the frame and the board.
    pub rim: &'static str,
    /// The coordinates on the frame.
    pub ink: &'static str,
    /// The squares, which alternate.
    pub cells: [&'static str; 2],
    /// The lines between squares.
    pub line: &'static str,
    /// The inlay of the square that matters.
    pub centre: &'static str,
    /// The pieces of players, by what the players are called; for other names, by the order of the seats.
    pub players: &'static [(&'static str, Paint)],
    /// The pieces that are nobody's.
    pub neutral: Paint,
}

/// The colours of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Where light falls on it.
    pub body: &'static str,
    /// Where it is turned away from the light.
    pub shade: &'static str,
    /// Its outline.
    pub edge: &'static str,
    /// The pattern upon it.
    pub detail: &'static str,
}

const PLAYERS: &[(&str, Paint)] = &[
    ("white", Paint { body: "#fdf9ef", shade: "#ded2ba", edge: "#4b3b29", detail: "#5f4b31" }),
    ("black", Paint { body: "#4d5363", shade: "#2b2e38", edge: "#111318", detail: "#f0e4cb" }),
    ("yellow", Paint { body: "#ffd23f", shade: "#f0a818", edge: "#6b4200", detail: "#9a5b00" }),
    ("red", Paint { body: "#d8352a", shade: "#a81f1c", edge: "#4d0c0c", detail: "#fff3e6" }),
];

const STONE: Paint = Paint { body: "#a9aeb1", shade: "#7d8488", edge: "#353b3f", detail: "#353b3f" };

impl Theme {
    /// A wooden board.
    pub const WOOD: Theme = Theme {
        frame: "#6b4a2f",
        rim: "#4a3120",
        ink: "#f3e3c7",
        cells: ["#d9b27c", "#e8c998"],
        line: "#a9804f",
        centre: "#b0763f",
        players: PLAYERS,
        neutral: STONE,
    };

    /// Still water.
    pub const POND: Theme = Theme {
        frame: "#24474b",
        rim: "#173236",
        ink: "#d9ece6",
        cells: ["#7db5b0", "#8cc2bb"],
        line: "#5f9a97",
        centre: "#4f8d8c",
        players: PLAYERS,
        neutral: STONE,
    };

    /// The theme that suits what is to be drawn: fish belong into water.
    pub fn suited(scene: &Scene) -> Theme {
        let fish = scene.cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.shape == Shape::Koi);
        if fish { Theme::POND } else { Theme::WOOD }
    }

    /// How the pieces of a player are painted, who is one of these.
    pub(super) fn paint(&self, seat: Option<Seat>, players: &[&str]) -> Paint {
        let Some(seat) = seat else { return self.neutral };
        let name = players.get(seat.index());
        let named = self.players.iter().find(|(player, _)| Some(player) == name);
        named.or(self.players.get(seat.index())).map_or(self.neutral, |&(_, paint)| paint)
    }
}
