//! A scene drawn in the cells of a grid: the one drawing of boards, for the screen and for text.
//!
//! It reads without colour: every piece differs from the others in shape, and what is marked is marked by signs too.

use crate::language::say;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{Board, Cell, GameInfo, Mark, Piece, Scene, Seat, Shape, Square};

/// Which colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// None.
    None,
    /// The few of every terminal, on its own background.
    Few,
    /// Enough of them for a board with a ground of its own.
    Many,
}

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct BoardStyle {
    /// With ASCII characters alone.
    pub ascii: bool,
    /// With these colours.
    pub colours: Colours,
    /// How many pieces of a stack, from the top; as many as there is room for if it is not said.
    pub pieces: Option<u16>,
}

/// The inside of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Columns of characters.
    pub width: u16,
    /// Lines.
    pub height: u16,
}

/// What is to be noticed on the board.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    /// The square that is pointed at.
    pub cursor: Option<Square>,
    /// Squares that may be touched.
    pub lit: Vec<Square>,
    /// Squares that have been touched in this turn.
    pub touched: Vec<Square>,
    /// Squares of the last turn.
    pub last: Vec<Square>,
    /// Squares of a move that is proposed.
    pub proposed: Vec<Square>,
}

/// A scene to be drawn.
#[derive(Clone, Copy)]
pub struct Grid<'a> {
    info: &'a GameInfo,
    scene: &'a Scene,
    look: BoardStyle,
    size: Size,
    flipped: bool,
}

/// The most pieces of a stack that are drawn.
pub const MOST_PIECES: u16 = 17;

/// Whether pieces stack, so that cells are drawn from the side and several lines high.
fn stacks(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| cell.pieces.len() > 1)
}

/// The sizes in which the cells of a scene can be drawn, the largest first.
pub fn sizes(scene: &Scene, look: BoardStyle) -> Vec<Size> {
    let size = |(width, height)| Size { width, height };
    if stacks(scene) {
        let all = [(15, 6), (13, 5), (11, 4), (9, 3), (9, 2), (7, 2)];
        return match look.pieces {
            None => all.map(size).to_vec(),
            Some(pieces) => all.iter().map(|&(width, _)| size((width, pieces.min(MOST_PIECES)))).collect(),
        };
    }
    let koi = scene.cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.shape == Shape::Koi);
    let least = if koi { 5 } else { 3 };
    [(13, 5), (7, 3), (5, 1), (3, 1)].into_iter().filter(|&(width, _)| width >= least).map(size).collect()
}

/// The style in which a player's things are drawn; those of nobody if none is named.
pub fn of_player(info: &GameInfo, seat: Option<Seat>, colours: Colours) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    let player = seat.map(|seat| info.players[seat.index()]);
    match (colours, player) {
        (Colours::None, _) => style,
        (Colours::Many, Some("white")) => style.fg(Color::Indexed(231)),
        (Colours::Many, Some("black")) => style.fg(Color::Indexed(16)),
        (Colours::Many, Some("yellow")) => style.fg(Color::Indexed(226)),
        (Colours::Many, Some("red")) => style.fg(Color::Indexed(209)),
        (Colours::Many, None) => style.fg(Color::Indexed(250)),
        // Bold alone is seen on dark and on light terminals.
        (Colours::Few, Some("black")) => style.fg(Color::Blue),
        (Colours::Few, Some("yellow")) => style.fg(Color::Yellow),
        (Colours::Few, Some("red")) => style.fg(Color::Red),
        (Colours::Few, None) => Style::new().add_modifier(Modifier::DIM),
        (_, Some(_)) => style,
    }
}

/// The board's own colours: light enough for black pieces, or dark enough for bright ones.
pub fn ground(info: &GameInfo, colours: Colours) -> Style {
    match colours {
        Colours::Many if info.players.contains(&"black") => Style::new().bg(Color::Indexed(137)).fg(Color::Indexed(94)),
        Colours::Many => Style::new().bg(Color::Indexed(23)).fg(Color::Indexed(37)),
        _ => Style::new(),
    }
}

/// The letter by which a player's things are known, in the reader's language.
pub fn initial(info: &GameInfo, seat: Seat) -> String {
    say(info, info.players[seat.index()], &[]).chars().take(1).collect::<String>().to_lowercase()
}

/// A piece in one line.
pub fn piece(info: &GameInfo, piece: Piece, ascii: bool, width: u16) -> String {
    let second = piece.seat == Some(Seat::SECOND);
    let initial = piece.seat.map_or(String::new(), |seat| initial(info, seat).to_uppercase());
    let of = |first: &str, other: &str| if second { other.to_string() } else { first.to_string() };
    match (piece.shape, ascii) {
        (Shape::Ring, true) => initial.to_lowercase().repeat(usize::from(width.clamp(3, 9))),
        (Shape::Ring, false) => of("═", "▄").repeat(usize::from(width.clamp(3, 9))),
        (Shape::Ball, true) => format!("({initial})"),
        (Shape::Ball, false) if width < 5 => of("○", "●"),
        (Shape::Ball, false) => of("(○)", "(●)"),
        (Shape::Knight, true) => of("N", "n"),
        (Shape::Knight, false) => of("♘", "♞"),
        (Shape::Koi, _) if width < 4 => format!("<{initial}<"),
        (Shape::Koi, _) => format!("<{initial}><"),
        (Shape::Stone, true) => "##".to_string(),
        (Shape::Stone, false) => "▓▓".to_string(),
        (Shape::Letter(letter), _) => of(&letter.to_uppercase().to_string(), &letter.to_lowercase().to_string()),
    }
}

/// A piece in several lines, all of the same width, where there is room for it and it looks better so.
fn large(piece: Piece, ascii: bool, size: Size, initial: &str) -> Option<Vec<String>> {
    let second = piece.seat == Some(Seat::SECOND);
    let high = size.height >= 5 && size.width >= 11;
    let lines: &[&str] = match (piece.shape, ascii, second, high) {
        _ if size.height < 3 || size.width < 7 => return None,
        (Shape::Knight, false, false, false) => &[" ▟▙▖ ", "▐█▜█▙", "▟█▙▝▘"],
        (Shape::Knight, false, true, false) => &[" ▗▟▙ ", "▟█▛█▌", "▝▘▟█▙"],
        (Shape::Knight, false, false, true) => &["  ▟▙▖   ", " ▟██▙▖  ", "▐██▜██▙ ", "▐███▘▝▘ ", "▟████▖  "],
        (Shape::Knight, false, true, true) => &["   ▗▟▙  ", "  ▗▟██▙ ", " ▟██▛██▌", " ▝▘▝███▌", "  ▗████▙"],
        (Shape::Knight, true, false, _) => &[" /\\_ ", "/  o)", "|__\\ "],
        (Shape::Knight, true, true, _) => &[" /#_ ", "/##o)", "|##\\ "],
        (Shape::Koi, false, _, false) => &[" ▄▄▖ ", "▐@█▙▞", " ▀▀▘ "],
        (Shape::Koi, false, _, true) => &["  ▄▄▄▄▖    ", "▗█°███▙▖▗▟▌", "▝██@██▛▘▝▜▌", "  ▀▀▀▀▘    "],
        (Shape::Koi, true, _, _) => &[" /~\\ ", "<@ ><", " \\_/ "],
        (Shape::Stone, false, _, false) => &["▗▄▄▖", "▐██▌", "▝▀▀▘"],
        (Shape::Stone, false, _, true) => &[" ▗▄▄▄▄▖ ", "▐██████▌", "▐██████▌", " ▝▀▀▀▀▘ "],
        (Shape::Stone, true, _, _) => &[" ##### ", "#######", " ##### "],
        _ => return None,
    };
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    if lines.len() > usize::from(size.height) || width > usize::from(size.width) - 2 {
        return None;
    }
    Some(lines.iter().map(|line| format!("{line:width$}").replace('@', initial)).collect())
}

impl<'a> Grid<'a> {
    /// A scene with cells of a size, seen from the other side if it is flipped.
    pub fn new(info: &'a GameInfo, scene: &'a Scene, look: BoardStyle, size: Size, flipped: bool) -> Self {
        Grid { info, scene, look, size, flipped }
    }

    /// The whole grid's width and height in characters.
    pub fn extent(&self) -> (u16, u16) {
        let Board { cols, rows } = self.scene.board;
        (u16::from(cols) * (self.size.width + 1) + 1, u16::from(rows) * (self.size.height + 1) + 1)
    }

    /// The inside of a square's cell in the grid.
    pub fn inside(&self, square: Square) -> Rect {
        let Board { cols, rows } = self.scene.board;
        let (across, down) = match self.flipped {
            false => (square.col, rows - 1 - square.row),
            true => (cols - 1 - square.col, square.row),
        };
        let Size { width, height } = self.size;
        Rect::new(u16::from(across) * (width + 1) + 1, u16::from(down) * (height + 1) + 1, width, height)
    }

    /// The square whose cell has a character of the grid in it.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        self.scene.board.squares().find(|&square| self.inside(square).contains((x, y).into()))
    }

    /// Draws the grid, which then fills the buffer.
    pub fn draw(&self, marks: &Marks) -> Buffer {
        let (width, height) = self.extent();
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        buffer.set_style(buffer.area, ground(self.info, self.look.colours));
        if self.look.colours == Colours::Few {
            buffer.set_style(buffer.area, Style::new().add_modifier(Modifier::DIM));
        }
        self.lines(&mut buffer);
        for (square, cell) in self.scene.board.squares().zip(&self.scene.cells) {
            self.cell(&mut buffer, square, cell, marks);
        }
        buffer
    }

    fn lines(&self, buffer: &mut Buffer) {
        let (width, height) = self.extent();
        let (across, down) = (self.size.width + 1, self.size.height + 1);
        for y in 0..height {
            for x in 0..width {
                let place = |at: u16, step: u16, most: u16| match at {
                    0 => 0,
                    _ if at == most - 1 => 2,
                    _ => 1 + 2 * usize::from(!at.is_multiple_of(step)),
                };
                let sign = match (place(y, down, height), place(x, across, width), self.look.ascii) {
                    (3, 3, _) => continue,
                    (3, _, true) => '|',
                    (3, _, false) => '│',
                    (_, 3, true) => '-',
                    (_, 3, false) => '─',
                    (_, _, true) => '+',
                    (down, across, false) => [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']][down][across],
                };
                buffer[(x, y)].set_char(sign);
            }
        }
    }

    fn cell(&self, buffer: &mut Buffer, square: Square, cell: &Cell, marks: &Marks) {
        let inside = self.inside(square);
        if cell.mark == Some(Mark::Centre) {
            self.frame(buffer, inside);
        }
        let is_lit = marks.lit.contains(&square);
        let is_last = marks.last.contains(&square);
        let is_touched = marks.touched.contains(&square);
        let is_pointed_at = marks.cursor == Some(square);
        let ground = match self.look.colours {
            Colours::Many if is_pointed_at => Some(Color::Indexed(25)),
            Colours::Many if is_lit => Some(Color::Indexed(65)),
            Colours::Many if is_touched => Some(Color::Indexed(97)),
            Colours::Many if is_last => Some(Color::Indexed(101)),
            _ => None,
        };
        if let Some(ground) = ground {
            buffer.set_style(inside, Style::new().bg(ground));
        }
        self.pieces(buffer, inside, cell);
        let signs = match self.look.ascii {
            _ if is_pointed_at => Some(("[", "]")),
            _ if marks.proposed.contains(&square) => Some(("!", "!")),
            true if is_lit && !cell.pieces.is_empty() => Some(("{", "}")),
            false if is_lit && !cell.pieces.is_empty() => Some(("‹", "›")),
            _ if is_touched => Some(("(", ")")),
            true if is_last => Some((".", ".")),
            false if is_last => Some(("·", "·")),
            _ => None,
        };
        let bright = match self.look.colours {
            Colours::Many => Style::new().fg(Color::Indexed(231)).add_modifier(Modifier::BOLD),
            Colours::Few if is_lit || is_pointed_at => Style::new().fg(Color::Green).add_modifier(Modifier::BOLD),
            _ => Style::new().add_modifier(Modifier::BOLD),
        };
        let middle = inside.y + inside.height / 2;
        if let Some((left, right)) = signs {
            buffer.set_string(inside.x, middle, left, bright);
            buffer.set_string(inside.right() - 1, middle, right, bright);
        }
        if is_lit && cell.pieces.is_empty() {
            let dot = if self.look.ascii { "*" } else { "•" };
            buffer.set_string(inside.x + inside.width / 2, middle, dot, bright);
        }
    }

    /// A double frame round the square that matters.
    fn frame(&self, buffer: &mut Buffer, inside: Rect) {
        let [dash, bar, corners] = if self.look.ascii { ["=", "#", "####"] } else { ["═", "║", "╔╗╚╝"] };
        let style = match self.look.colours {
            Colours::Many => Style::new().fg(Color::Indexed(230)),
            _ => Style::new().remove_modifier(Modifier::DIM),
        };
        let (left, top) = (inside.x - 1, inside.y - 1);
        for x in inside.x..inside.right() {
            buffer.set_string(x, top, dash, style);
            buffer.set_string(x, inside.bottom(), dash, style);
        }
        for y in inside.y..inside.bottom() {
            buffer.set_string(left, y, bar, style);
            buffer.set_string(inside.right(), y, bar, style);
        }
        let places = [(left, top), (inside.right(), top), (left, inside.bottom()), (inside.right(), inside.bottom())];
        for (place, corner) in places.into_iter().zip(corners.chars()) {
            buffer.set_string(place.0, place.1, corner.to_string(), style);
        }
    }

    fn pieces(&self, buffer: &mut Buffer, inside: Rect, cell: &Cell) {
        if stacks(self.scene) {
            return self.stack(buffer, inside, cell);
        }
        let middle = inside.y + inside.height / 2;
        let Some(&top) = cell.pieces.last() else {
            if let Some(Mark::Home(seat)) = cell.mark {
                self.centred(buffer, inside, middle, &self.home(seat), self.player(Some(seat)));
            }
            return;
        };
        let initial = top.seat.map_or(String::new(), |seat| initial(self.info, seat).to_uppercase());
        let lines = large(top, self.look.ascii, self.size, &initial)
            .unwrap_or_else(|| vec![piece(self.info, top, self.look.ascii, inside.width - 2)]);
        let from = inside.y + (inside.height - lines.len() as u16) / 2;
        for (y, line) in (from..).zip(&lines) {
            self.centred(buffer, inside, y, line, self.player(top.seat));
        }
    }

    /// A stack from the side, as many pieces as there is room for from its top down: its home's mark at the left, and at the
    /// right how many rings it has if it has several.
    fn stack(&self, buffer: &mut Buffer, inside: Rect, cell: &Cell) {
        let drawn = &cell.pieces[cell.pieces.len().saturating_sub(inside.height.into())..];
        for (up, &one) in drawn.iter().enumerate() {
            let text = piece(self.info, one, self.look.ascii, inside.width - 4);
            self.centred(buffer, inside, inside.bottom() - 1 - up as u16, &text, self.player(one.seat));
        }
        if let Some(Mark::Home(seat)) = cell.mark {
            buffer.set_string(inside.x, inside.y, self.home(seat), self.player(Some(seat)));
        }
        let rings = cell.pieces.iter().filter(|piece| piece.shape == Shape::Ring).count();
        if rings > 1 {
            let height = rings.to_string();
            let style = match self.look.colours {
                Colours::Many => Style::new().fg(Color::Indexed(230)),
                _ => Style::new().remove_modifier(Modifier::DIM),
            };
            buffer.set_string(inside.right() - 1 - height.len() as u16, inside.bottom() - 1, height, style);
        }
    }

    fn home(&self, seat: Seat) -> String {
        let owner = initial(self.info, seat);
        match (self.size.width, self.look.ascii) {
            (..8, _) => owner,
            (_, true) => format!("^{owner}"),
            (_, false) => format!("⌂{owner}"),
        }
    }

    fn player(&self, seat: Option<Seat>) -> Style {
        of_player(self.info, seat, self.look.colours)
    }

    fn centred(&self, buffer: &mut Buffer, inside: Rect, y: u16, text: &str, style: Style) {
        let space = inside.width.saturating_sub(text.chars().count() as u16);
        // What is dim or bright around it is no matter of the piece.
        let style =
            if style.add_modifier.contains(Modifier::DIM) { style } else { style.remove_modifier(Modifier::DIM) };
        buffer.set_stringn(inside.x + space / 2, y, text, inside.width.into(), style);
    }
}
