//! Draws scenes as SVG. The pictures use no fonts, gradients or ids, so they look the same everywhere and a page can hold
//! several.

mod alphabet;
mod pieces;
mod theme;

pub use theme::{Paint, Theme};

use crate::info::GameInfo;
use crate::outcome::Seat;
use crate::scene::{Cell, Mark, Piece, Scene, speech};
use crate::square::{Board, Square};
use pieces::PieceStyle;
use std::fmt;

/// The width and height of a square, in SVG units.
pub const CELL: f64 = 100.0;

/// Options for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// Whether the second player is at the bottom.
    pub flipped: bool,
    /// Whether the frame shows coordinates.
    pub coordinates: bool,
    /// The colours.
    pub theme: Theme,
}

impl SvgOptions {
    /// The height of coordinates. It grows with the board, because large boards are displayed smaller.
    fn letter_height(board: Board) -> f64 {
        18.0 + 0.8 * f64::from(board.cols.max(board.rows))
    }

    /// The width of the frame.
    fn margin(&self, board: Board) -> f64 {
        if self.coordinates { 1.9 * SvgOptions::letter_height(board) } else { 16.0 }
    }

    /// The width and height of a board's picture.
    pub fn size(&self, board: Board) -> (f64, f64) {
        let side = |squares: u8| CELL * f64::from(squares) + 2.0 * self.margin(board);
        (side(board.cols), side(board.rows))
    }

    /// The upper left corner of a square.
    pub fn corner(&self, board: Board, square: Square) -> (f64, f64) {
        let (col, row) = match self.flipped {
            false => (square.col, board.rows - 1 - square.row),
            true => (board.cols - 1 - square.col, square.row),
        };
        let place = |squares: u8| self.margin(board) + CELL * f64::from(squares);
        (place(col), place(row))
    }
}

/// Draws a scene.
pub fn svg(info: &GameInfo, scene: &Scene, options: &SvgOptions) -> String {
    let (width, height) = options.size(scene.board);
    let [default_width, default_height] = [width, height].map(|side| Number(720.0 * side / width.max(height)));
    let [width, height] = [width, height].map(Number);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{default_width}\" height=\"{default_height}\" role=\"img\" aria-label=\"{}\">\n{}",
        escaped(info.name),
        ground(info, scene, options)
    );
    for PlacedPiece { x, y, drawn, .. } in pieces(info, scene, options) {
        svg += &format!("{}\n", translate((x, y), &drawn));
    }
    svg + "</svg>\n"
}

/// Draws a scene for people who see nothing else of the game: marks the squares of the last move, and writes each player's
/// counters below the board.
pub fn picture(info: &GameInfo, scene: &Scene, options: &SvgOptions, last_move: &[Square], language: &str) -> String {
    let drawing = Drawing { info, board: scene.board, options };
    let drawn = svg(info, scene, options);
    let (width, height) = options.size(scene.board);
    let line_height = 2.0 * SvgOptions::letter_height(scene.board);
    let captions: Vec<String> = [Seat::FIRST, Seat::SECOND]
        .into_iter()
        .filter(|seat| !scene.counters[seat.index()].is_empty())
        .map(|seat| speech::counters(info, language, scene, seat))
        .collect();
    let total = height + line_height * captions.len() as f64;
    let Theme { frame, ink, .. } = options.theme;
    let mut below = String::new();
    if !captions.is_empty() {
        let [width, from, more] = [width, height - 14.0, total - height + 14.0].map(Number);
        below += &format!("<path fill=\"{frame}\" d=\"M0 {from}h{width}v{more}h-{width}z\"/>\n");
    }
    for (line, caption) in captions.iter().enumerate() {
        // Long captions are smaller.
        let caption = unaccented(caption);
        let size = SvgOptions::letter_height(scene.board).min(0.94 * width / alphabet::width(&caption));
        let y = height + line_height * (line as f64 + 0.4);
        below += &(alphabet::word(&caption, (width / 2.0, y), size, ink) + "\n");
    }
    let mark = |square: &Square| {
        let frame = "<path fill=\"none\" stroke=\"#ffd54a\" stroke-width=\"6\" d=\"M-46-46H46V46H-46Z\"/>";
        translate(drawing.middle(*square), frame) + "\n"
    };
    let marks: String = last_move.iter().map(mark).collect();
    let ground = ground(info, scene, options);
    let (start, pieces) = drawn.split_once(ground.as_str()).unwrap_or((&drawn, ""));
    let [old, new] = [height, total].map(|height| {
        let scale = 720.0 / width.max(height);
        let [default_width, default_height] = [width, height].map(|side| Number(scale * side));
        let [width, height] = [width, height].map(Number);
        format!("0 0 {width} {height}\" width=\"{default_width}\" height=\"{default_height}\"")
    });
    start.replace(&old, &new) + &below + &ground + &marks + pieces
}

/// The text with letters that the alphabet has.
fn unaccented(text: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' => 'u',
        'ç' => 'c',
        c => c,
    };
    text.chars().map(plain).collect()
}

/// Draws the board without pieces, as the content of an `svg` element.
pub fn ground(info: &GameInfo, scene: &Scene, options: &SvgOptions) -> String {
    let picture = Drawing { info, board: scene.board, options };
    let squares = scene.board.squares().zip(&scene.cells);
    let squares = squares.map(|(square, cell)| translate(picture.middle(square), &picture.ground(square, cell)) + "\n");
    let coordinates = if options.coordinates { picture.coordinates() } else { String::new() };
    picture.frame() + &squares.collect::<String>() + &coordinates
}

/// A drawn piece.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedPiece {
    /// The square under it.
    pub square: Square,
    /// Its shape and owner.
    pub piece: Piece,
    /// The horizontal position of its centre.
    pub x: f64,
    /// The vertical position of its centre.
    pub y: f64,
    /// The SVG elements, drawn around the centre.
    pub drawn: String,
}

/// Draws the pieces of a scene in painting order: those at the back first, so that high stacks cover them.
pub fn pieces(info: &GameInfo, scene: &Scene, options: &SvgOptions) -> Vec<PlacedPiece> {
    let (board, picture) = (scene.board, Drawing { info, board: scene.board, options });
    let mut cells: Vec<(Square, &Cell)> = board.squares().zip(&scene.cells).collect();
    cells.sort_by_key(|(square, _)| if options.flipped { square.row } else { board.rows - square.row });
    let placed = cells.into_iter().flat_map(|(square, cell)| {
        let (x, middle) = picture.middle(square);
        let drawn = picture.pieces(square, cell).into_iter().zip(&cell.pieces);
        drawn.map(move |((below, drawn), piece)| PlacedPiece { square, piece: *piece, x, y: middle + below, drawn })
    });
    placed.collect()
}

/// Draws the topmost piece of a stack on a square.
pub fn top_piece(
    info: &GameInfo,
    board: Board,
    square: Square,
    stack: &[Piece],
    options: &SvgOptions,
) -> Option<PlacedPiece> {
    let picture = Drawing { info, board, options };
    let (below, drawn) = picture.pieces(square, &Cell { mark: None, pieces: stack.to_vec() }).pop()?;
    let (x, middle) = picture.middle(square);
    Some(PlacedPiece { square, piece: *stack.last()?, x, y: middle + below, drawn })
}

/// Draws a single piece around its centre.
pub fn piece(info: &GameInfo, piece: Piece, options: &SvgOptions) -> String {
    let picture = Drawing { info, board: Board::square_of(1), options };
    let cell = Cell { mark: None, pieces: vec![piece] };
    picture.pieces(Square::new(0, 0), &cell).into_iter().map(|(_, drawn)| drawn).collect()
}

/// Moves a drawing to a point.
fn translate((x, y): (f64, f64), drawn: &str) -> String {
    format!("<g transform=\"translate({} {})\">{drawn}</g>", Number(x), Number(y))
}

/// The context of a drawing.
struct Drawing<'a> {
    info: &'a GameInfo,
    board: Board,
    options: &'a SvgOptions,
}

impl Drawing<'_> {
    /// The frame around the board.
    fn frame(&self) -> String {
        let Theme { frame, rim, .. } = self.options.theme;
        let (width, height) = self.options.size(self.board);
        let margin = self.options.margin(self.board);
        let [inner_width, inner_height] = [width, height].map(|side| Number(side - 2.0 * margin));
        let [width, height, margin] = [width, height, margin].map(Number);
        format!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{frame}\"/>\n\
             <rect x=\"{margin}\" y=\"{margin}\" width=\"{inner_width}\" height=\"{inner_height}\" \
             fill=\"none\" stroke=\"{rim}\" stroke-width=\"8\"/>\n"
        )
    }

    /// The centre of a square.
    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.options.corner(self.board, square);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// A square without pieces.
    fn ground(&self, square: Square, cell: &Cell) -> String {
        let theme = &self.options.theme;
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

    /// The pieces of a square from the bottom up: the vertical offset from the square's centre, and the drawing.
    fn pieces(&self, square: Square, cell: &Cell) -> Vec<(f64, String)> {
        let style = |seat: Option<Seat>| PieceStyle {
            paint: self.options.theme.paint(seat, self.info.players),
            is_second: seat == Some(Seat::SECOND),
            // Large boards are displayed smaller.
            line_width: 1.6 + 0.08 * f64::from(self.board.cols.max(self.board.rows)),
            heading: if (seat == Some(Seat::SECOND)) == self.options.flipped { 25 } else { 205 },
            rotation: (usize::from(square.col) * 47 + usize::from(square.row) * 101) % 360,
        };
        let pieces: Vec<_> = cell.pieces.iter().map(|piece| (piece.shape, style(piece.seat))).collect();
        pieces::stack(&pieces)
    }

    /// Column names below the board, and row names at its left.
    fn coordinates(&self) -> String {
        let Drawing { board, options, .. } = self;
        let (margin, height) = (options.margin(*board), SvgOptions::letter_height(*board));
        let write = |name: &str, place| alphabet::word(name, place, height, options.theme.ink) + "\n";
        let below = options.size(*board).1 - margin / 2.0;
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

/// A number written with at most two decimals.
#[derive(Clone, Copy)]
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero makes a negative zero positive.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// Escapes a text for XML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML can't express these.
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

    const INFO: GameInfo = GameInfo { id: "pieces", name: "Pieces & <marks>", ..GameInfo::DEFAULT };
    const OPTIONS: SvgOptions = SvgOptions { flipped: false, coordinates: true, theme: Theme::WOOD };
    const SHAPES: [Shape; 8] = [
        Shape::Ring,
        Shape::Ball,
        Shape::Knight,
        Shape::Koi,
        Shape::Stone,
        Shape::Disc,
        Shape::Arrow,
        Shape::Letter('Q'),
    ];

    fn scene(cell: Cell) -> Scene {
        let mut cells = vec![Cell::default(); 9];
        cells[4] = cell;
        let counters = vec![vec![], vec![]];
        Scene { board: Board::square_of(3), cells, counters, to_move: Seat::FIRST, notice: None }
    }

    fn drawn(mark: Option<Mark>, pieces: &[(Shape, Option<Seat>)]) -> String {
        let pieces = pieces.iter().map(|&(shape, seat)| Piece { shape, seat }).collect();
        svg(&INFO, &scene(Cell { mark, pieces }), &OPTIONS)
    }

    /// Removes the colours of a picture.
    fn colourless(svg: &str) -> String {
        let mut parts = svg.split('#');
        let first = parts.next().unwrap_or("").to_string();
        parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
    }

    #[test]
    fn players_pieces_differ_without_colour() {
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
    fn neutral_pieces_differ_from_players_pieces() {
        for shape in SHAPES {
            assert_ne!(drawn(None, &[(shape, None)]), drawn(None, &[(shape, Some(Seat::FIRST))]));
        }
    }

    #[test]
    fn single_pieces_differ_without_colour() {
        let mut pieces = Vec::new();
        for shape in SHAPES {
            for seat in [Seat::FIRST, Seat::SECOND] {
                pieces.push(colourless(&piece(&INFO, Piece::of(seat, shape), &OPTIONS)));
            }
        }
        pieces.sort();
        pieces.dedup();
        assert_eq!(pieces.len(), 2 * SHAPES.len());
    }

    #[test]
    fn draws_every_piece_of_a_stack() {
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
    fn pictures_mark_the_last_move_and_name_the_counters() {
        let mut scene = scene(Cell::default());
        let plain = svg(&INFO, &scene, &OPTIONS);
        assert_eq!(picture(&INFO, &scene, &OPTIONS, &[], "en"), plain);
        let marked = picture(&INFO, &scene, &OPTIONS, &[Square::new(0, 0), Square::new(1, 1)], "en");
        assert_eq!(marked.matches("#ffd54a").count(), 2);
        scene.counters[0] = vec![crate::scene::Counter::new("home", 12)];
        let captioned = picture(&INFO, &scene, &OPTIONS, &[], "en");
        let strokes = |svg: &str| svg.matches("<path").count();
        // "White: home 12", and the ground below it.
        assert_eq!(strokes(&captioned) - strokes(&plain), "White: home 12".len() + 1);
    }

    #[test]
    fn alphabet_has_all_letters_and_digits() {
        let drawn = |letter: char| alphabet::word(&letter.to_string(), (0.0, 0.0), 10.0, "#000");
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert_ne!(drawn(letter), drawn('?'), "{letter}");
        }
    }

    #[test]
    fn flipped_board_is_rotated() {
        let flipped = SvgOptions { flipped: true, ..OPTIONS };
        let board = Board { cols: 3, rows: 2 };
        let corner = OPTIONS.corner(board, Square::new(0, 0));
        assert_eq!(flipped.corner(board, Square::new(2, 1)), corner);
        assert_ne!(flipped.corner(board, Square::new(0, 0)), corner);
    }

    #[test]
    fn escapes_names() {
        assert!(drawn(None, &[]).contains("aria-label=\"Pieces &amp; &lt;marks&gt;\""));
        assert_eq!(escaped("<A> & \"B\"\u{7}"), "&lt;A&gt; &amp; &quot;B&quot;\u{fffd}");
    }

    #[test]
    fn numbers_have_at_most_two_decimals() {
        let numbers = [1.0 / 3.0, -0.001, 100.0, -2.5].map(|number| Number(number).to_string());
        assert_eq!(numbers, ["0.33", "0", "100", "-2.5"]);
    }
}
