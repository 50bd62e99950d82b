//! A scene as a picture in SVG: it needs no font, no gradient and no identifiers, so that it looks the same everywhere
//! and several can stand in one page.

mod alphabet;
mod pieces;
mod theme;

pub use theme::{Paint, Theme};

use crate::info::GameInfo;
use crate::outcome::Seat;
use crate::scene::{Cell, Mark, Piece, Scene};
use crate::square::{Board, Square};
use pieces::Manner;
use std::fmt;

/// How wide and high a square is, in the units of the picture.
pub const CELL: f64 = 100.0;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// Whether the second player sits below.
    pub flipped: bool,
    /// Whether the frame tells the names of columns and rows.
    pub coordinates: bool,
    /// The colours.
    pub theme: Theme,
}

impl SvgOptions {
    /// How high coordinates are written: higher on large boards, which are seen from farther away.
    fn letters(board: Board) -> f64 {
        18.0 + 0.8 * f64::from(board.cols.max(board.rows))
    }

    /// How wide the frame is.
    fn margin(&self, board: Board) -> f64 {
        if self.coordinates { 1.9 * SvgOptions::letters(board) } else { 16.0 }
    }

    /// How wide and how high the picture of a board is.
    pub fn size(&self, board: Board) -> (f64, f64) {
        let side = |squares: u8| CELL * f64::from(squares) + 2.0 * self.margin(board);
        (side(board.cols), side(board.rows))
    }

    /// Where the left upper corner of a square is.
    pub fn corner(&self, board: Board, square: Square) -> (f64, f64) {
        let (col, row) = match self.flipped {
            false => (square.col, board.rows - 1 - square.row),
            true => (board.cols - 1 - square.col, square.row),
        };
        let place = |squares: u8| self.margin(board) + CELL * f64::from(squares);
        (place(col), place(row))
    }
}

/// A scene of a game as a picture.
pub fn svg(info: &GameInfo, scene: &Scene, look: &SvgOptions) -> String {
    let (width, height) = look.size(scene.board);
    // The size that the picture has where nobody asks for another.
    let [shown_width, shown_height] = [width, height].map(|side| Number(720.0 * side / width.max(height)));
    let [width, height] = [width, height].map(Number);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{shown_width}\" height=\"{shown_height}\" role=\"img\" aria-label=\"{}\">\n{}",
        escaped(info.name),
        ground(info, scene, look)
    );
    for PlacedPiece { x, y, drawn, .. } in pieces(info, scene, look) {
        svg += &format!("{}\n", at((x, y), &drawn));
    }
    svg + "</svg>\n"
}

/// The board of a scene without what stands on it: what is inside the picture's own tag.
pub fn ground(info: &GameInfo, scene: &Scene, look: &SvgOptions) -> String {
    let picture = Drawing { info, board: scene.board, look };
    let squares = scene.board.squares().zip(&scene.cells);
    let squares = squares.map(|(square, cell)| at(picture.middle(square), &picture.ground(square, cell)) + "\n");
    let coordinates = if look.coordinates { picture.coordinates() } else { String::new() };
    picture.frame() + &squares.collect::<String>() + &coordinates
}

/// A piece in a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedPiece {
    /// The square that it stands on.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// Where its middle is.
    pub x: f64,
    /// Where its middle is.
    pub y: f64,
    /// What it looks like, drawn around its middle.
    pub drawn: String,
}

/// What stands on the board of a scene, in the order in which it is to be drawn: those at the back come first, so that
/// high stacks stand before them.
pub fn pieces(info: &GameInfo, scene: &Scene, look: &SvgOptions) -> Vec<PlacedPiece> {
    let (board, picture) = (scene.board, Drawing { info, board: scene.board, look });
    let mut cells: Vec<(Square, &Cell)> = board.squares().zip(&scene.cells).collect();
    cells.sort_by_key(|(square, _)| if look.flipped { square.row } else { board.rows - square.row });
    let placed = cells.into_iter().flat_map(|(square, cell)| {
        let (x, middle) = picture.middle(square);
        let drawn = picture.pieces(square, cell).into_iter().zip(&cell.pieces);
        drawn.map(move |((below, drawn), piece)| PlacedPiece { square, piece: *piece, x, y: middle + below, drawn })
    });
    placed.collect()
}

/// A piece by itself, drawn around its middle.
pub fn piece(info: &GameInfo, piece: Piece, look: &SvgOptions) -> String {
    let picture = Drawing { info, board: Board::square_of(1), look };
    let cell = Cell { mark: None, pieces: vec![piece] };
    picture.pieces(Square::new(0, 0), &cell).into_iter().map(|(_, drawn)| drawn).collect()
}

/// Moves what is drawn around a point there.
fn at((x, y): (f64, f64), drawn: &str) -> String {
    format!("<g transform=\"translate({} {})\">{drawn}</g>", Number(x), Number(y))
}

/// What a picture is made from.
struct Drawing<'a> {
    info: &'a GameInfo,
    board: Board,
    look: &'a SvgOptions,
}

impl Drawing<'_> {
    /// The frame with an empty board in it.
    fn frame(&self) -> String {
        let Theme { frame, rim, .. } = self.look.theme;
        let (width, height) = self.look.size(self.board);
        let margin = self.look.margin(self.board);
        let [inner_width, inner_height] = [width, height].map(|side| Number(side - 2.0 * margin));
        let [width, height, margin] = [width, height, margin].map(Number);
        format!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{frame}\"/>\n\
             <rect x=\"{margin}\" y=\"{margin}\" width=\"{inner_width}\" height=\"{inner_height}\" \
             fill=\"none\" stroke=\"{rim}\" stroke-width=\"8\"/>\n"
        )
    }

    /// Where the middle of a square is.
    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.look.corner(self.board, square);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// A square without what stands on it.
    fn ground(&self, square: Square, cell: &Cell) -> String {
        let theme = &self.look.theme;
        let (fill, line) = (theme.cells[usize::from((square.col + square.row) % 2)], theme.line);
        let svg = format!("<path fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.5\" d=\"M-50-50H50V50H-50Z\"/>");
        match cell.mark {
            Some(Mark::Home(seat)) => {
                let Paint { body, edge, .. } = theme.paint(Some(seat), self.info.players);
                let dashes = if seat == Seat::SECOND { " stroke-dasharray=\"9 6\"" } else { "" };
                let area = format!("fill=\"{body}\" fill-opacity=\".35\" stroke=\"{edge}\" stroke-width=\"3\"{dashes}");
                svg + &format!("<rect x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"9\" {area}/>")
            }
            Some(Mark::Centre) => {
                let inlay = "M0-44L44 0L0 44L-44 0ZM0-20L20 0L0 20L-20 0Z";
                let Theme { centre, cells: [_, light], .. } = theme;
                svg + &format!(
                    "<path fill=\"{centre}\" d=\"M-50-50H50V50H-50Z\"/>\
                     <path fill=\"none\" stroke=\"{light}\" stroke-width=\"4\" d=\"{inlay}\"/>"
                )
            }
            None => svg,
        }
    }

    /// What stands on a square, from the bottom up: how far below its middle each is drawn, and the drawing.
    fn pieces(&self, square: Square, cell: &Cell) -> Vec<(f64, String)> {
        let manner = |seat: Option<Seat>| Manner {
            paint: self.look.theme.paint(seat, self.info.players),
            second: seat == Some(Seat::SECOND),
            // Large boards are seen from farther away.
            line: 1.6 + 0.08 * f64::from(self.board.cols.max(self.board.rows)),
            heading: if (seat == Some(Seat::SECOND)) == self.look.flipped { 25 } else { 205 },
            turn: (usize::from(square.col) * 47 + usize::from(square.row) * 101) % 360,
        };
        let pieces: Vec<_> = cell.pieces.iter().map(|piece| (piece.shape, manner(piece.seat))).collect();
        pieces::stack(&pieces)
    }

    /// The names of columns below the board, and of rows at its left.
    fn coordinates(&self) -> String {
        let Drawing { board, look, .. } = self;
        let (margin, height) = (look.margin(*board), SvgOptions::letters(*board));
        let write = |name: &str, place| alphabet::word(name, place, height, look.theme.ink) + "\n";
        let below = look.size(*board).1 - margin / 2.0;
        let columns = (0..board.cols).map(|col| {
            let name = char::from(b'a' + col).to_string();
            write(&name, (self.middle(Square::new(col, 0)).0, below))
        });
        let rows = (0..board.rows).map(|row| {
            let name = (u16::from(row) + 1).to_string();
            write(&name, (margin / 2.0, self.middle(Square::new(0, row)).1))
        });
        columns.chain(rows).collect()
    }
}

/// A number with two decimals at most.
#[derive(Clone, Copy)]
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero makes a negative zero positive.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// A text inside XML. Names come from anywhere.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Shape;

    const INFO: GameInfo = GameInfo {
        id: "pieces",
        name: "Pieces & <marks>",
        players: &["white", "black"],
        palette: &[],
        options: &[],
        presets: &[],
        classics: &[],
        evaluations: &[],
        sources: "",
        shown: "",
        rules_version: 1,
        teaching: true,
        codes: &[],
        messages: &[],
        rules: &[],
        lesson: "",
        puzzles: "",
    };
    const LOOK: SvgOptions = SvgOptions { flipped: false, coordinates: true, theme: Theme::WOOD };
    const SHAPES: [Shape; 6] = [Shape::Ring, Shape::Ball, Shape::Knight, Shape::Koi, Shape::Stone, Shape::Letter('Q')];

    fn scene(cell: Cell) -> Scene {
        let mut cells = vec![Cell::default(); 9];
        cells[4] = cell;
        let counters = vec![vec![], vec![]];
        Scene { board: Board::square_of(3), cells, counters, to_move: Seat::FIRST, notice: None }
    }

    fn drawn(mark: Option<Mark>, pieces: &[(Shape, Option<Seat>)]) -> String {
        let pieces = pieces.iter().map(|&(shape, seat)| Piece { shape, seat }).collect();
        svg(&INFO, &scene(Cell { mark, pieces }), &LOOK)
    }

    /// A picture without its colours.
    fn colourless(svg: &str) -> String {
        let mut parts = svg.split('#');
        let first = parts.next().unwrap_or("").to_string();
        parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
    }

    #[test]
    fn every_shape_and_mark_is_drawn_and_tells_its_player_without_colour() {
        let mut pictures = vec![drawn(None, &[]), drawn(Some(Mark::Centre), &[])];
        for seat in [Seat::FIRST, Seat::SECOND] {
            pictures.push(drawn(Some(Mark::Home(seat)), &[]));
            pictures.extend(SHAPES.map(|shape| drawn(None, &[(shape, Some(seat))])));
        }
        for picture in &mut pictures {
            assert!(picture.contains('#'));
            *picture = colourless(picture);
            assert!(!picture.contains('#'));
        }
        pictures.sort();
        let count = pictures.len();
        pictures.dedup();
        assert_eq!(pictures.len(), count);
    }

    #[test]
    fn what_is_nobodys_has_a_colour_of_its_own() {
        for shape in SHAPES {
            assert_ne!(drawn(None, &[(shape, None)]), drawn(None, &[(shape, Some(Seat::FIRST))]));
        }
    }

    #[test]
    fn a_piece_by_itself_tells_its_player_too() {
        let mut pieces = Vec::new();
        for shape in SHAPES {
            for seat in [Seat::FIRST, Seat::SECOND] {
                pieces.push(colourless(&piece(&INFO, Piece::of(seat, shape), &LOOK)));
            }
        }
        pieces.sort();
        pieces.dedup();
        assert_eq!(pieces.len(), 2 * SHAPES.len());
    }

    #[test]
    fn every_piece_of_a_stack_is_drawn() {
        let ring = (Shape::Ring, Some(Seat::FIRST));
        let stack =
            |rings: usize| drawn(None, &[&vec![ring; rings][..], &[(Shape::Ball, Some(Seat::SECOND))]].concat());
        let lines = |svg: &str| svg.matches("<ellipse").count();
        for rings in 1..=16 {
            // The top of each and its hole.
            assert_eq!(lines(&stack(rings)) - lines(&stack(rings - 1)), 2, "{rings}");
        }
    }

    #[test]
    fn all_that_a_board_is_called_by_is_in_the_alphabet() {
        let drawn = |letter: char| alphabet::word(&letter.to_string(), (0.0, 0.0), 10.0, "#000");
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert_ne!(drawn(letter), drawn('?'), "{letter}");
        }
    }

    #[test]
    fn a_flipped_board_is_turned_around() {
        let flipped = SvgOptions { flipped: true, ..LOOK };
        let board = Board { cols: 3, rows: 2 };
        let corner = LOOK.corner(board, Square::new(0, 0));
        assert_eq!(flipped.corner(board, Square::new(2, 1)), corner);
        assert_ne!(flipped.corner(board, Square::new(0, 0)), corner);
    }

    #[test]
    fn names_cannot_break_the_picture() {
        assert!(drawn(None, &[]).contains("aria-label=\"Pieces &amp; &lt;marks&gt;\""));
        assert_eq!(escaped("<A> & \"B\"\u{7}"), "&lt;A&gt; &amp; &quot;B&quot;\u{fffd}");
    }

    #[test]
    fn numbers_have_two_decimals_at_most() {
        let numbers = [1.0 / 3.0, -0.001, 100.0, -2.5].map(|number| Number(number).to_string());
        assert_eq!(numbers, ["0.33", "0", "100", "-2.5"]);
    }
}
