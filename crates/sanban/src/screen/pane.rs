//! The board on the screen: as large as it fits, scrolled where it does not, with what may be pointed at.

use crate::board::{self, BoardStyle, Colours, Grid, MOST_PIECES, Marks, Size};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use sanban_core::{Board, GameInfo, Scene, Square, Touch, move_text};

/// The columns that the names of the rows take, and the line of the columns' names.
const MARGIN: (u16, u16) = (3, 1);

/// How wide what stands beside the board must be at least, and how wide it is liked.
const BESIDE: (u16, u16) = (14, 22);

/// The board as a person sees it.
pub struct Pane {
    /// How it is drawn.
    pub look: BoardStyle,
    /// Whether it is seen from the second player's side.
    pub flipped: bool,
    /// What is pointed at with the keys.
    pub cursor: Option<Touch>,
    /// How the board was drawn the last time.
    shown: Option<Shown>,
}

/// A board as it was drawn.
#[derive(Clone, Copy)]
struct Shown {
    board: Board,
    /// What is seen of the grid, on the screen.
    window: Rect,
    /// The corner of the grid that is seen.
    from: (u16, u16),
    size: Size,
}

impl Pane {
    /// A board in a look.
    pub fn new(look: BoardStyle) -> Self {
        Pane { look, flipped: false, cursor: None, shown: None }
    }

    /// Draws one more or one less piece of each stack than now.
    pub fn draw_pieces(&mut self, more: bool) {
        let now = self.shown.map_or(3, |shown| shown.size.height);
        let pieces = if more { (now + 1).min(MOST_PIECES) } else { now.saturating_sub(1).max(1) };
        self.look.pieces = Some(pieces);
    }

    /// The cells that fit, with enough room beside the board.
    fn size(&self, info: &GameInfo, scene: &Scene, area: Rect) -> Size {
        let sizes = board::sizes(scene, self.look);
        let extent = |size: Size| Grid::new(info, scene, self.look, size, false).extent();
        let fits = |size: Size, beside: u16| {
            let (width, height) = extent(size);
            width + MARGIN.0 + beside <= area.width && height + MARGIN.1 <= area.height
        };
        let wide_enough = |size: &Size| extent(*size).0 + MARGIN.0 + BESIDE.0 <= area.width;
        let liked = sizes.iter().find(|size| fits(**size, BESIDE.1));
        let possible = liked.or_else(|| sizes.iter().find(|size| fits(**size, BESIDE.0)));
        *possible.or_else(|| sizes.iter().rfind(|size| wide_enough(size))).unwrap_or(&sizes[sizes.len() - 1])
    }

    /// Draws the board into an area. What is left of it at the right is given back.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, info: &GameInfo, scene: &Scene, marks: &Marks) -> Rect {
        let size = self.size(info, scene, area);
        let grid = Grid::new(info, scene, self.look, size, self.flipped);
        let (width, height) = grid.extent();
        let seen = (width.min(area.width - MARGIN.0 - BESIDE.0), height.min(area.height - MARGIN.1));
        let window = Rect::new(area.x + MARGIN.0, area.y, seen.0, seen.1);
        let mut from = self.shown.map_or((0, 0), |shown| shown.from);
        let pointed_at = match self.cursor {
            Some(Touch::Square(square)) if scene.board.contains(square) => Some(square),
            _ => None,
        };
        // A board that does not fit is first seen where something can be done.
        let first = marks.lit.first().copied().filter(|_| self.shown.is_none());
        if let Some(square) = pointed_at.or(first) {
            let inside = grid.inside(square);
            from.0 = scrolled(from.0, seen.0, inside.x - 1, inside.right() + 1);
            from.1 = scrolled(from.1, seen.1, inside.y - 1, inside.bottom() + 1);
        }
        from = (from.0.min(width - seen.0), from.1.min(height - seen.1));
        let marks = Marks { cursor: pointed_at, ..marks.clone() };
        let drawn = grid.draw(&marks);
        let buffer = frame.buffer_mut();
        for y in 0..seen.1 {
            for x in 0..seen.0 {
                buffer[(window.x + x, window.y + y)] = drawn[(from.0 + x, from.1 + y)].clone();
            }
        }
        self.shown = Some(Shown { board: scene.board, window, from, size });
        self.name_squares(frame, &grid, scene.board);
        let beside = window.right() + 1;
        Rect::new(beside, area.y, area.right().saturating_sub(beside), area.height)
    }

    /// The names of rows and columns at the left and below, and marks where there is more to be seen.
    fn name_squares(&self, frame: &mut Frame<'_>, grid: &Grid<'_>, board: Board) {
        let Some(Shown { window, from, .. }) = self.shown else { return };
        let style = match self.look.colours {
            Colours::None => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        };
        let buffer = frame.buffer_mut();
        for row in 0..board.rows {
            let inside = grid.inside(Square::new(0, row));
            let y = (inside.y + inside.height / 2).checked_sub(from.1).filter(|y| *y < window.height);
            if let Some(y) = y {
                buffer.set_string(window.x - MARGIN.0, window.y + y, format!("{:>2}", row + 1), style);
            }
        }
        for col in 0..board.cols {
            let inside = grid.inside(Square::new(col, 0));
            let x = (inside.x + inside.width / 2).checked_sub(from.0).filter(|x| *x < window.width);
            if let Some(x) = x {
                buffer.set_string(window.x + x, window.bottom(), char::from(b'a' + col).to_string(), style);
            }
        }
        let (width, height) = grid.extent();
        let [left, right, up, down] = if self.look.ascii { ["<", ">", "^", "v"] } else { ["◂", "▸", "▴", "▾"] };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut arrow = |more: bool, x: u16, y: u16, sign: &str| {
            if more {
                buffer.set_string(x, y, sign, bold);
            }
        };
        let edge = window.x - 1;
        arrow(from.1 > 0, edge, window.y, up);
        arrow(from.1 + window.height < height, edge, window.bottom() - 1, down);
        arrow(from.0 > 0, window.x, window.bottom(), left);
        arrow(from.0 + window.width < width, window.right() - 1, window.bottom(), right);
    }

    /// The square at a place of the screen.
    pub fn square_at(&self, info: &GameInfo, scene: &Scene, column: u16, line: u16) -> Option<Square> {
        let Shown { window, from, size, .. } = self.shown?;
        if !window.contains((column, line).into()) {
            return None;
        }
        let grid = Grid::new(info, scene, self.look, size, self.flipped);
        grid.square_at(column - window.x + from.0, line - window.y + from.1)
    }

    /// Moves what is pointed at by so many squares to the right and up as they are seen. `lit` is what may be touched: the
    /// first of it is pointed at first, and below the board lies the supply if it may be touched.
    fn point(&mut self, right: i8, up: i8, lit: &[Touch]) {
        let Some(board) = self.shown.map(|shown| shown.board) else { return };
        let sign = if self.flipped { -1 } else { 1 };
        self.cursor = match self.cursor {
            None => Some(lit.first().copied().unwrap_or(Touch::Square(board.at(board.len() / 2)))),
            Some(Touch::Supply) if up > 0 => {
                let row = if self.flipped { board.rows - 1 } else { 0 };
                Some(Touch::Square(Square::new(board.cols / 2, row)))
            }
            Some(Touch::Supply) => Some(Touch::Supply),
            Some(Touch::Square(square)) => match board.offset(square, (right * sign, up * sign)) {
                Some(next) => Some(Touch::Square(next)),
                None if up < 0 && lit.contains(&Touch::Supply) => Some(Touch::Supply),
                None => Some(Touch::Square(square)),
            },
        };
    }

    /// Points at something else if that is what a key is for. Whether it is.
    pub fn key(&mut self, code: KeyCode, lit: &[Touch]) -> bool {
        match code {
            KeyCode::Left => self.point(-1, 0, lit),
            KeyCode::Right => self.point(1, 0, lit),
            KeyCode::Up => self.point(0, 1, lit),
            KeyCode::Down => self.point(0, -1, lit),
            KeyCode::Tab => self.point_at_next(lit, false),
            KeyCode::BackTab => self.point_at_next(lit, true),
            _ => return false,
        }
        true
    }

    /// Points at the next of what may be touched, or the one before.
    fn point_at_next(&mut self, lit: &[Touch], backwards: bool) {
        let at = self.cursor.and_then(|cursor| lit.iter().position(|touch| *touch == cursor));
        let count = lit.len();
        self.cursor = match (at, backwards) {
            _ if count == 0 => self.cursor,
            (None, _) => Some(lit[0]),
            (Some(at), false) => Some(lit[(at + 1) % count]),
            (Some(at), true) => Some(lit[(at + count - 1) % count]),
        };
    }

    /// Scrolls the board with the wheel.
    pub fn scroll(&mut self, down: bool) {
        if let Some(shown) = &mut self.shown {
            let from = shown.from.1;
            shown.from.1 = if down { from + 2 } else { from.saturating_sub(2) };
            self.cursor = None;
        }
    }
}

/// The squares among what is touched.
pub fn squares(touches: &[Touch]) -> Vec<Square> {
    let square = |touch: &Touch| match touch {
        Touch::Square(square) => Some(*square),
        Touch::Supply => None,
    };
    touches.iter().filter_map(square).collect()
}

/// The squares that a move's text names.
pub fn squares_of(text: &str, board: Board) -> Vec<Square> {
    squares(&move_text::touches(text.trim_start_matches(['/', '-']), board).unwrap_or_default())
}

/// Whether a character can be part of a move on a board.
pub fn is_of_move(character: char, board: Board) -> bool {
    let last = char::from(b'a' + board.cols - 1);
    character.is_ascii_digit() || ('a'..=last).contains(&character) || "@/-".contains(character)
}

/// Where a window of so many places must begin so that it shows all from one place to another, moved as little as can be.
fn scrolled(from: u16, seen: u16, first: u16, end: u16) -> u16 {
    if first < from { first } else { from.max(end.saturating_sub(seen)) }
}
