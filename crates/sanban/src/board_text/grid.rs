//! The grid: draws a scene into a buffer of characters, for the screen and for text.
//!
//! A board reads without colours: pieces differ in shape, and marks are characters.

use super::glyphs::{double_line_piece, large_piece, piece_text};
use super::style::{BoardStyle, Colours, player_initial, player_style, square_colour};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{Board, Cell, GameInfo, Mark, Scene, Seat, Shape, Square};

/// The size of a cell without its borders, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSize {
    pub width: u16,
    pub height: u16,
    /// Whether there is nothing between the cells, for windows that are too small for borders.
    pub is_compact: bool,
}

/// Marked squares.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    /// The square under the cursor.
    pub cursor: Option<Square>,
    /// Squares that the player may touch next.
    pub targets: Vec<Square>,
    /// Those of them that lose at once.
    pub losing: Vec<Square>,
    /// Squares touched in this turn.
    pub touched: Vec<Square>,
    /// Squares of the last move.
    pub last_move: Vec<Square>,
    /// Squares of a suggested move.
    pub hint: Vec<Square>,
}

/// Draws a scene with cells of one size.
#[derive(Clone, Copy)]
pub struct Grid<'a> {
    info: &'a GameInfo,
    scene: &'a Scene,
    style: BoardStyle,
    size: CellSize,
    is_flipped: bool,
}

/// The most pieces of a stack that a cell shows.
pub const MAX_PIECES_PER_STACK: u16 = 17;

/// The height of the largest cells.
const MAX_CELL_HEIGHT: u16 = 12;

/// Whether the scene has stacks, which are drawn from the side on several lines.
fn has_stacks(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| cell.pieces.len() > 1)
}

/// The possible cell sizes of a scene, the best first: the largest, and those with borders before compact ones.
pub fn cell_sizes(scene: &Scene, style: BoardStyle) -> Vec<CellSize> {
    let with_borders = |&(width, height): &(u16, u16)| CellSize { width, height, is_compact: false };
    let compact = |&(width, height): &(u16, u16)| CellSize { width, height, is_compact: true };
    let heights = (3..=MAX_CELL_HEIGHT).rev();
    let (bordered, packed): (Vec<_>, Vec<_>) = if has_stacks(scene) {
        match style.pieces.map(|pieces| pieces.min(MAX_PIECES_PER_STACK)) {
            None => {
                let heights = heights.map(|height| ((2 * height + 1).max(9), height));
                (heights.chain([(9, 2), (7, 2), (7, 1)]).collect(), vec![(9, 2), (7, 2), (7, 1), (5, 1)])
            }
            Some(pieces) => ([15, 13, 11, 9, 7].map(|width| (width, pieces)).to_vec(), vec![(7, pieces)]),
        }
    } else {
        let has_koi = scene.cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.shape == Shape::Koi);
        let heights: Vec<_> = heights.map(|height| (2 * height + 1, height)).collect();
        let small = if has_koi { [(7, 1), (5, 1)] } else { [(5, 1), (3, 1)] };
        let all: Vec<_> = heights.into_iter().chain(small).collect();
        (all.clone(), all)
    };
    let mut sizes: Vec<CellSize> = bordered.iter().map(with_borders).chain(packed.iter().map(compact)).collect();
    if style.colours == Colours::Many {
        // A checkered board doesn't need its borders.
        sizes.sort_by_key(|size| std::cmp::Reverse((size.height, size.width)));
    }
    sizes
}

impl<'a> Grid<'a> {
    /// A grid, seen from the second player's side if it is flipped.
    pub fn new(info: &'a GameInfo, scene: &'a Scene, style: BoardStyle, size: CellSize, is_flipped: bool) -> Self {
        Grid { info, scene, style, size, is_flipped }
    }

    /// The grid's width and height in characters.
    pub fn dimensions(&self) -> (u16, u16) {
        let Board { cols, rows } = self.scene.board;
        let (across, down) = self.gaps();
        let CellSize { width, height, .. } = self.size;
        (u16::from(cols) * (width + across) + across, u16::from(rows) * (height + down) + down)
    }

    /// Whether the squares have colours instead of lines between them.
    fn is_checkered(&self) -> bool {
        self.style.colours == Colours::Many
    }

    /// The columns and lines between two cells.
    fn gaps(&self) -> (u16, u16) {
        match self.is_checkered() {
            _ if self.size.is_compact => (0, 0),
            // Half blocks share a line between two squares.
            true => (0, u16::from(!self.style.ascii)),
            false => (1, 1),
        }
    }

    /// The area of a square's cell without its borders.
    pub fn cell_area(&self, square: Square) -> Rect {
        let Board { cols, rows } = self.scene.board;
        let (across, down) = match self.is_flipped {
            false => (square.col, rows - 1 - square.row),
            true => (cols - 1 - square.col, square.row),
        };
        let CellSize { width, height, .. } = self.size;
        let gaps = self.gaps();
        let (x, y) = (u16::from(across) * (width + gaps.0), u16::from(down) * (height + gaps.1));
        Rect::new(x + gaps.0, y + gaps.1, width, height)
    }

    /// The square at a character of the grid.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        self.scene.board.squares().find(|&square| self.cell_area(square).contains((x, y).into()))
    }

    /// Draws the grid into a new buffer.
    pub fn draw(&self, marks: &Marks) -> Buffer {
        let (width, height) = self.dimensions();
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        if self.style.colours == Colours::Few {
            buffer.set_style(buffer.area, Style::new().add_modifier(Modifier::DIM));
        }
        if self.gaps() == (1, 1) {
            self.draw_lines(&mut buffer);
        }
        for (square, cell) in self.scene.board.squares().zip(&self.scene.cells) {
            if self.is_checkered() {
                self.draw_square(&mut buffer, square, cell, marks);
            }
            self.draw_cell(&mut buffer, square, cell, marks);
        }
        buffer
    }

    /// Draws the background of a square, with half of the lines above and below it.
    fn draw_square(&self, buffer: &mut Buffer, square: Square, cell: &Cell, marks: &Marks) {
        let inside = self.cell_area(square);
        let colour = self.square_colour(square, cell, marks);
        buffer.set_style(inside, Style::new().bg(colour));
        if self.gaps().1 == 0 {
            return;
        }
        for x in inside.x..inside.right() {
            let above = &mut buffer[(x, inside.y - 1)];
            match inside.y {
                1 => above.set_char('▄').set_fg(colour),
                _ => above.set_char('▀').set_bg(colour),
            };
            buffer[(x, inside.bottom())].set_char('▀').set_fg(colour);
        }
    }

    fn square_colour(&self, square: Square, cell: &Cell, marks: &Marks) -> Color {
        let is_dark = (square.col + square.row).is_multiple_of(2);
        match () {
            _ if marks.cursor == Some(square) => Color::Indexed(25),
            _ if marks.losing.contains(&square) => Color::Indexed(88),
            _ if marks.targets.contains(&square) => Color::Indexed(65),
            _ if marks.touched.contains(&square) => Color::Indexed(97),
            _ if marks.last_move.contains(&square) => Color::Indexed(101),
            _ if cell.mark == Some(Mark::Centre) => Color::Indexed(131),
            _ => square_colour(self.info, self.style.theme, is_dark),
        }
    }

    fn draw_lines(&self, buffer: &mut Buffer) {
        let (width, height) = self.dimensions();
        let (across, down) = (self.size.width + 1, self.size.height + 1);
        for y in 0..height {
            for x in 0..width {
                let kind = |at: u16, step: u16, end: u16| match at {
                    0 => 0,
                    _ if at == end - 1 => 2,
                    _ => 1 + 2 * usize::from(!at.is_multiple_of(step)),
                };
                let sign = match (kind(y, down, height), kind(x, across, width), self.style.ascii) {
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

    fn draw_cell(&self, buffer: &mut Buffer, square: Square, cell: &Cell, marks: &Marks) {
        let inside = self.cell_area(square);
        if cell.mark == Some(Mark::Centre) {
            match self.gaps() {
                (1, 1) => self.draw_frame(buffer, inside),
                _ => self.draw_bars(buffer, inside),
            }
        }
        let is_target = marks.targets.contains(&square);
        let is_losing = marks.losing.contains(&square);
        let is_last_move = marks.last_move.contains(&square);
        let is_touched = marks.touched.contains(&square);
        let is_selected = marks.cursor == Some(square);
        self.draw_pieces(buffer, inside, cell);
        let brackets = match self.style.ascii {
            _ if is_selected => Some(("[", "]")),
            _ if marks.hint.contains(&square) => Some(("!", "!")),
            _ if is_losing && !cell.pieces.is_empty() => Some(("x", "x")),
            true if is_target && !cell.pieces.is_empty() => Some(("{", "}")),
            false if is_target && !cell.pieces.is_empty() => Some(("‹", "›")),
            _ if is_touched => Some(("(", ")")),
            true if is_last_move => Some((".", ".")),
            false if is_last_move => Some(("·", "·")),
            _ => None,
        };
        let mark_style = match self.style.colours {
            Colours::Many => Style::new().fg(Color::Indexed(231)).add_modifier(Modifier::BOLD),
            Colours::Few if is_target || is_selected => Style::new().fg(Color::Green).add_modifier(Modifier::BOLD),
            _ => Style::new().add_modifier(Modifier::BOLD),
        };
        let middle = inside.y + inside.height / 2;
        if let Some((left, right)) = brackets {
            buffer.set_string(inside.x, middle, left, mark_style);
            buffer.set_string(inside.right() - 1, middle, right, mark_style);
        }
        let is_empty_target = is_target && cell.pieces.is_empty();
        // Without lines and colours, only dots show where the empty squares are.
        let needs_dot = self.size.is_compact && !self.is_checkered() && cell.pieces.is_empty() && cell.mark.is_none();
        let dot = match self.style.ascii {
            _ if is_empty_target && is_losing => "x",
            true if is_empty_target => "*",
            false if is_empty_target => "•",
            true if needs_dot => ".",
            false if needs_dot => "·",
            _ => return,
        };
        let style = if is_empty_target { mark_style } else { Style::new() };
        buffer.set_string(inside.x + inside.width / 2, middle, dot, style);
    }

    /// Draws bars beside the centre square's piece, where there is no room for a frame.
    fn draw_bars(&self, buffer: &mut Buffer, inside: Rect) {
        let bar = if self.style.ascii { "#" } else { "║" };
        let style = match self.style.colours {
            Colours::Many => Style::new().fg(Color::Indexed(230)),
            _ => Style::new().remove_modifier(Modifier::DIM),
        };
        for y in inside.y..inside.bottom() {
            buffer.set_string(inside.x, y, bar, style);
            buffer.set_string(inside.right() - 1, y, bar, style);
        }
    }

    /// Draws a double frame around the centre square.
    fn draw_frame(&self, buffer: &mut Buffer, inside: Rect) {
        let [dash, bar, corners] = if self.style.ascii { ["=", "#", "####"] } else { ["═", "║", "╔╗╚╝"] };
        let style = Style::new().remove_modifier(Modifier::DIM);
        let (left, top) = (inside.x - 1, inside.y - 1);
        for x in inside.x..inside.right() {
            buffer.set_string(x, top, dash, style);
            buffer.set_string(x, inside.bottom(), dash, style);
        }
        for y in inside.y..inside.bottom() {
            buffer.set_string(left, y, bar, style);
            buffer.set_string(inside.right(), y, bar, style);
        }
        let corner_positions =
            [(left, top), (inside.right(), top), (left, inside.bottom()), (inside.right(), inside.bottom())];
        for (place, corner) in corner_positions.into_iter().zip(corners.chars()) {
            buffer.set_string(place.0, place.1, corner.to_string(), style);
        }
    }

    fn draw_pieces(&self, buffer: &mut Buffer, inside: Rect, cell: &Cell) {
        if has_stacks(self.scene) {
            return self.draw_stack(buffer, inside, cell);
        }
        let middle = inside.y + inside.height / 2;
        let Some(&top) = cell.pieces.last() else {
            if let Some(Mark::Home(seat)) = cell.mark {
                self.draw_centred(buffer, inside, middle, &self.home_mark(seat), self.player_style(Some(seat)));
            }
            return;
        };
        let lines = large_piece(self.info, top, self.style, self.size)
            .unwrap_or_else(|| vec![piece_text(self.info, top, self.style, inside.width - 2)]);
        let from = inside.y + (inside.height - lines.len() as u16) / 2;
        let style = self.player_style(top.seat);
        for (y, line) in (from..).zip(&lines) {
            self.draw_centred(buffer, inside, y, line, style);
        }
        // Fish of both sides look alike without colours, so each has its owner's letter.
        if let (Shape::Koi, Some(seat), 4..) = (top.shape, top.seat, lines.len()) {
            let initial = player_initial(self.info, seat).to_uppercase();
            let style = match style.fg {
                Some(colour) if self.is_checkered() => style.fg(Color::Indexed(16)).bg(colour),
                _ => style,
            };
            buffer.set_string(inside.x + inside.width / 2, middle, initial, style);
        }
    }

    /// Draws the top of a stack from the side, with the home mark on the left and the number of rings on the right.
    fn draw_stack(&self, buffer: &mut Buffer, inside: Rect, cell: &Cell) {
        let visible = &cell.pieces[cell.pieces.len().saturating_sub(inside.height.into())..];
        let is_double = !self.style.ascii && inside.height >= 4 && visible.len() * 2 <= inside.height.into();
        let mut y = inside.bottom();
        for &piece in visible {
            let style = self.player_style(piece.seat);
            let lines = match is_double {
                true => double_line_piece(self.info, piece, self.style, inside.width - 4).to_vec(),
                false => vec![piece_text(self.info, piece, self.style, inside.width - 4)],
            };
            y -= lines.len() as u16;
            for (y, line) in (y..).zip(&lines) {
                self.draw_centred(buffer, inside, y, line, style);
            }
        }
        if let Some(Mark::Home(seat)) = cell.mark {
            buffer.set_string(inside.x, inside.y, self.home_mark(seat), self.player_style(Some(seat)));
        }
        let rings = cell.pieces.iter().filter(|piece| piece.shape == Shape::Ring).count();
        if rings > 1 {
            let height = rings.to_string();
            let style = match self.style.colours {
                Colours::Many => Style::new().fg(Color::Indexed(230)),
                _ => Style::new().remove_modifier(Modifier::DIM),
            };
            buffer.set_string(inside.right() - 1 - height.len() as u16, inside.bottom() - 1, height, style);
        }
    }

    fn home_mark(&self, seat: Seat) -> String {
        let owner = player_initial(self.info, seat);
        match (self.size.width, self.style.ascii) {
            (..8, _) => owner,
            (_, true) => format!("^{owner}"),
            (_, false) => format!("⌂{owner}"),
        }
    }

    fn player_style(&self, seat: Option<Seat>) -> Style {
        player_style(self.info, seat, self.style)
    }

    fn draw_centred(&self, buffer: &mut Buffer, inside: Rect, y: u16, text: &str, style: Style) {
        let space = inside.width.saturating_sub(text.chars().count() as u16);
        // A piece isn't dim because its surroundings are.
        let style =
            if style.add_modifier.contains(Modifier::DIM) { style } else { style.remove_modifier(Modifier::DIM) };
        buffer.set_stringn(inside.x + space / 2, y, text, inside.width.into(), style);
    }
}
