//! The colours of pictures.

use crate::outcome::Seat;
use crate::scene::{Scene, Shape};

/// The colours of a picture, as CSS writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The frame around the board.
    pub frame: &'static str,
    /// The line between the frame and the board.
    pub rim: &'static str,
    /// The coordinates.
    pub ink: &'static str,
    /// The dark and light squares.
    pub cells: [&'static str; 2],
    /// The lines between squares.
    pub line: &'static str,
    /// The inlay of the centre square.
    pub centre: &'static str,
    /// The players' pieces, by the players' names; other names are matched by seat.
    pub players: &'static [(&'static str, Paint)],
    /// Pieces without an owner.
    pub neutral: Paint,
}

/// The colours of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// The lit side.
    pub body: &'static str,
    /// The shaded side.
    pub shade: &'static str,
    /// The outline.
    pub edge: &'static str,
    /// The pattern on it.
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

    /// High contrast for colour-blind players: the pieces differ in lightness.
    pub const CLEAR: Theme = Theme {
        frame: "#3c4650",
        rim: "#20262c",
        ink: "#ffffff",
        cells: ["#bcc6cf", "#cdd5dc"],
        line: "#8d99a4",
        centre: "#93a1ad",
        players: &[
            ("white", Paint { body: "#ffffff", shade: "#dfe3e6", edge: "#101418", detail: "#3c4650" }),
            ("black", Paint { body: "#20405e", shade: "#122a40", edge: "#050b12", detail: "#ffffff" }),
            ("yellow", Paint { body: "#fff2a8", shade: "#f2d649", edge: "#4a3b00", detail: "#7a5f00" }),
            ("red", Paint { body: "#8a2d00", shade: "#5f1d00", edge: "#240a00", detail: "#ffffff" }),
        ],
        neutral: Paint { body: "#7b848c", shade: "#5a626a", edge: "#15191d", detail: "#15191d" },
    };

    /// The themes with their names, as in the message keys `theme-NAME`.
    pub const ALL: [(&'static str, Theme); 3] = [("wood", Theme::WOOD), ("pond", Theme::POND), ("clear", Theme::CLEAR)];

    /// A theme whose colours are CSS variables, so that a page can change them without redrawing; [`Theme::css_variables`] has their
    /// values.
    pub const CSS_VARIABLES: Theme = Theme {
        frame: "var(--board-frame)",
        rim: "var(--board-rim)",
        ink: "var(--board-ink)",
        cells: ["var(--board-dark)", "var(--board-light)"],
        line: "var(--board-line)",
        centre: "var(--board-centre)",
        players: &[
            (
                "first",
                Paint {
                    body: "var(--first-body)",
                    shade: "var(--first-shade)",
                    edge: "var(--first-edge)",
                    detail: "var(--first-detail)",
                },
            ),
            (
                "second",
                Paint {
                    body: "var(--second-body)",
                    shade: "var(--second-shade)",
                    edge: "var(--second-edge)",
                    detail: "var(--second-detail)",
                },
            ),
        ],
        neutral: Paint {
            body: "var(--neutral-body)",
            shade: "var(--neutral-shade)",
            edge: "var(--neutral-edge)",
            detail: "var(--neutral-detail)",
        },
    };

    /// The values of the CSS variables of [`Theme::CSS_VARIABLES`], for a game with these players.
    pub fn css_variables(&self, players: &[&str]) -> Vec<(String, &'static str)> {
        let colours = |theme: &Theme| {
            let [dark, light] = theme.cells;
            let board = [theme.frame, theme.rim, theme.ink, dark, light, theme.line, theme.centre];
            let of_paint = |paint: Paint| [paint.body, paint.shade, paint.edge, paint.detail];
            let seats = [Some(Seat::FIRST), Some(Seat::SECOND), None].map(|seat| theme.paint(seat, players));
            board.into_iter().chain(seats.into_iter().flat_map(of_paint)).collect::<Vec<_>>()
        };
        let name = |variable: &str| variable.trim_start_matches("var(").trim_end_matches(')').to_string();
        colours(&Theme::CSS_VARIABLES).into_iter().map(name).zip(colours(self)).collect()
    }

    /// The name of the default theme for a scene: koi get a pond.
    pub fn default_name_for(scene: &Scene) -> &'static str {
        let has_koi = scene.cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.shape == Shape::Koi);
        if has_koi { "pond" } else { "wood" }
    }

    /// The theme with a name, or else the first.
    pub fn named(name: &str) -> Theme {
        Theme::ALL.iter().find(|(known, _)| *known == name).unwrap_or(&Theme::ALL[0]).1
    }

    /// The paint of a seat's pieces, in a game with these players.
    pub(super) fn paint(&self, seat: Option<Seat>, players: &[&str]) -> Paint {
        let Some(seat) = seat else { return self.neutral };
        let name = players.get(seat.index());
        let named = self.players.iter().find(|(player, _)| Some(player) == name);
        named.or(self.players.get(seat.index())).map_or(self.neutral, |&(_, paint)| paint)
    }
}
