//! The grid: draws a scene into a buffer of characters, for the screen and for text.
//!
//! A board reads without colours: pieces differ in shape, and marks are characters.

use super::glyphs::{large_piece, piece_text};
use super::style::{BoardStyle, Colours, background_style, player_initial, player_style};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{Board, Cell, GameInfo, Mark, Scene, Seat, Shape, Square};

/// The size of a cell without its borders, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSize {
    pub width: u16,
    pub height: u16,
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

/// Whether the scene has stacks, which are drawn from the side on several lines.
fn has_stacks(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| cell.pieces.len() > 1)
}

/// The possible cell sizes of a scene, the largest first.
pub fn cell_sizes(scene: &Scene, style: BoardStyle) -> Vec<CellSize> {
    let size = |(width, height)| CellSize { width, height };
    if has_stacks(scene) {
        let all = [(15, 6), (13, 5), (11, 4), (9, 3), (9, 2), (7, 2)];
        return match style.pieces {
            None => all.map(size).to_vec(),
            Some(pieces) => all.iter().map(|&(width, _)| size((width, pieces.min(MAX_PIECES_PER_STACK)))).collect(),
        };
    }
    let has_koi = scene.cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.shape == Shape::Koi);
    let min_width = if has_koi { 5 } else { 3 };
    [(13, 5), (7, 3), (5, 1), (3, 1)].into_iter().filter(|&(width, _)| width >= min_width).map(size).collect()
}

impl<'a> Grid<'a> {
    /// A grid, seen from the second player's side if it is flipped.
    pub fn new(info: &'a GameInfo, scene: &'a Scene, style: BoardStyle, size: CellSize, is_flipped: bool) -> Self {
        Grid { info, scene, style, size, is_flipped }
    }

    /// The grid's width and height in characters.
    pub fn dimensions(&self) -> (u16, u16) {
        let Board { cols, rows } = self.scene.board;
        (u16::from(cols) * (self.size.width + 1) + 1, u16::from(rows) * (self.size.height + 1) + 1)
    }

    /// The area of a square's cell without its borders.
    pub fn cell_area(&self, square: Square) -> Rect {
        let Board { cols, rows } = self.scene.board;
        let (across, down) = match self.is_flipped {
            false => (square.col, rows - 1 - square.row),
            true => (cols - 1 - square.col, square.row),
        };
        let CellSize { width, height } = self.size;
        Rect::new(u16::from(across) * (width + 1) + 1, u16::from(down) * (height + 1) + 1, width, height)
    }

    /// The square at a character of the grid.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        self.scene.board.squares().find(|&square| self.cell_area(square).contains((x, y).into()))
    }

    /// Draws the grid into a new buffer.
    pub fn draw(&self, marks: &Marks) -> Buffer {
        let (width, height) = self.dimensions();
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        buffer.set_style(buffer.area, background_style(self.info, self.style.colours));
        if self.style.colours == Colours::Few {
            buffer.set_style(buffer.area, Style::new().add_modifier(Modifier::DIM));
        }
        self.draw_lines(&mut buffer);
        for (square, cell) in self.scene.board.squares().zip(&self.scene.cells) {
            self.draw_cell(&mut buffer, square, cell, marks);
        }
        buffer
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
            self.draw_frame(buffer, inside);
        }
        let is_target = marks.targets.contains(&square);
        let is_losing = marks.losing.contains(&square);
        let is_last_move = marks.last_move.contains(&square);
        let is_touched = marks.touched.contains(&square);
        let is_selected = marks.cursor == Some(square);
        let background = match self.style.colours {
            Colours::Many if is_selected => Some(Color::Indexed(25)),
            Colours::Many if is_losing => Some(Color::Indexed(88)),
            Colours::Many if is_target => Some(Color::Indexed(65)),
            Colours::Many if is_touched => Some(Color::Indexed(97)),
            Colours::Many if is_last_move => Some(Color::Indexed(101)),
            _ => None,
        };
        if let Some(background) = background {
            buffer.set_style(inside, Style::new().bg(background));
        }
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
        if is_target && cell.pieces.is_empty() {
            let dot = match self.style.ascii {
                _ if is_losing => "x",
                true => "*",
                false => "•",
            };
            buffer.set_string(inside.x + inside.width / 2, middle, dot, mark_style);
        }
    }

    /// Draws a double frame around the centre square.
    fn draw_frame(&self, buffer: &mut Buffer, inside: Rect) {
        let [dash, bar, corners] = if self.style.ascii { ["=", "#", "####"] } else { ["═", "║", "╔╗╚╝"] };
        let style = match self.style.colours {
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
        let initial = top.seat.map_or(String::new(), |seat| player_initial(self.info, seat).to_uppercase());
        let lines = large_piece(self.info, top, self.style.ascii, self.size, &initial)
            .unwrap_or_else(|| vec![piece_text(self.info, top, self.style.ascii, inside.width - 2)]);
        let from = inside.y + (inside.height - lines.len() as u16) / 2;
        for (y, line) in (from..).zip(&lines) {
            self.draw_centred(buffer, inside, y, line, self.player_style(top.seat));
        }
    }

    /// Draws the top of a stack from the side, with the home mark on the left and the number of rings on the right.
    fn draw_stack(&self, buffer: &mut Buffer, inside: Rect, cell: &Cell) {
        let visible = &cell.pieces[cell.pieces.len().saturating_sub(inside.height.into())..];
        for (up, &piece) in visible.iter().enumerate() {
            let text = piece_text(self.info, piece, self.style.ascii, inside.width - 4);
            self.draw_centred(buffer, inside, inside.bottom() - 1 - up as u16, &text, self.player_style(piece.seat));
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
        player_style(self.info, seat, self.style.colours)
    }

    fn draw_centred(&self, buffer: &mut Buffer, inside: Rect, y: u16, text: &str, style: Style) {
        let space = inside.width.saturating_sub(text.chars().count() as u16);
        // A piece isn't dim because its surroundings are.
        let style =
            if style.add_modifier.contains(Modifier::DIM) { style } else { style.remove_modifier(Modifier::DIM) };
        buffer.set_stringn(inside.x + space / 2, y, text, inside.width.into(), style);
    }
}
