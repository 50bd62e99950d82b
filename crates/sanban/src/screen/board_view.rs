//! The board on the screen: as large as fits, scrollable, with a cursor.

use crate::board_text::{BoardStyle, CellSize, Colours, Grid, MAX_PIECES_PER_STACK, Marks, cell_sizes};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{Board, GameInfo, Scene, Square, Touch, move_text};

/// The width of the row numbers on the left.
const MARGIN: u16 = 3;

/// The width of the panel beside the board.
const MIN_PANEL_WIDTH: u16 = 14;
const PREFERRED_PANEL_WIDTH: u16 = 22;
const MAX_PANEL_WIDTH: u16 = 34;

/// The lines for the column letters below the board. With borders, the letters are in the last of them.
fn lines_below(size: CellSize) -> u16 {
    u16::from(size.is_compact)
}

/// A board with a cursor.
pub struct BoardView {
    pub style: BoardStyle,
    /// Whether the second player's side is below.
    pub is_flipped: bool,
    /// What the cursor points at.
    pub cursor: Option<Touch>,
    /// The layout of the last drawing.
    layout: Option<Layout>,
}

#[derive(Clone, Copy)]
struct Layout {
    board: Board,
    /// The visible part of the grid, on the screen.
    window: Rect,
    /// The scroll offset in the grid.
    offset: (u16, u16),
    size: CellSize,
    /// Whether the column letters are in the last line of the board.
    has_letters_inside: bool,
}

impl BoardView {
    pub fn new(style: BoardStyle) -> Self {
        BoardView { style, is_flipped: false, cursor: None, layout: None }
    }

    /// Shows one more or one less piece of each stack.
    pub fn change_pieces(&mut self, more: bool) {
        let present = self.layout.map_or(3, |layout| layout.size.height);
        let pieces = if more { (present + 1).min(MAX_PIECES_PER_STACK) } else { present.saturating_sub(1).max(1) };
        self.style.pieces = Some(pieces);
    }

    /// The best cell size that leaves room for the panel.
    fn cell_size(&self, info: &GameInfo, scene: &Scene, area: Rect) -> CellSize {
        let sizes = cell_sizes(scene, self.style);
        let dimensions = |size: CellSize| Grid::new(info, scene, self.style, size, false).dimensions();
        let fits = |size: CellSize, panel_width: u16| {
            let (width, height) = dimensions(size);
            width + MARGIN + panel_width <= area.width && height + lines_below(size) <= area.height
        };
        let fits_width = |size: &CellSize| dimensions(*size).0 + MARGIN + MIN_PANEL_WIDTH <= area.width;
        let best = |panel_width: u16| sizes.iter().find(|size| fits(**size, panel_width));
        // A panel that is wide enough is worth smaller cells, but not a compact board.
        let with_wide_panel = best(PREFERRED_PANEL_WIDTH).filter(|size| !size.is_compact || size.height > 2);
        let possible = with_wide_panel.or_else(|| best(MIN_PANEL_WIDTH));
        *possible.or_else(|| sizes.iter().rfind(|size| fits_width(size))).unwrap_or(&sizes[sizes.len() - 1])
    }

    /// Whether the board fits into an area without scrolling, and without making it compact.
    pub fn fits_with_borders(&self, info: &GameInfo, scene: &Scene, area: Rect) -> bool {
        cell_sizes(scene, self.style).into_iter().filter(|size| !size.is_compact).any(|size| {
            let (width, height) = Grid::new(info, scene, self.style, size, false).dimensions();
            width + MARGIN + MIN_PANEL_WIDTH <= area.width && height <= area.height
        })
    }

    /// The height of the board in an area, with its coordinates.
    pub fn height_within(&self, info: &GameInfo, scene: &Scene, area: Rect) -> u16 {
        let size = self.cell_size(info, scene, area);
        let (_, height) = Grid::new(info, scene, self.style, size, false).dimensions();
        (height + lines_below(size)).min(area.height)
    }

    /// Draws the board and leaves room for the panel on its right; both are centred. Returns the area of the panel.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, info: &GameInfo, scene: &Scene, marks: &Marks) -> Rect {
        let size = self.cell_size(info, scene, area);
        let grid = Grid::new(info, scene, self.style, size, self.is_flipped);
        let (width, height) = grid.dimensions();
        // If the board has to scroll, the coordinates need a line of their own.
        let has_letters_inside = lines_below(size) == 0 && height <= area.height;
        let below = u16::from(!has_letters_inside);
        let visible = (width.min(area.width - MARGIN - MIN_PANEL_WIDTH), height.min(area.height - below));
        let panel_width = (area.width - MARGIN - visible.0 - 1).min(MAX_PANEL_WIDTH);
        let left = (area.width - MARGIN - visible.0 - 1 - panel_width) / 2;
        let top = (area.height - visible.1 - below) / 2;
        let window = Rect::new(area.x + left + MARGIN, area.y + top, visible.0, visible.1);
        let mut offset = self.layout.map_or((0, 0), |layout| layout.offset);
        let selected = match self.cursor {
            Some(Touch::Square(square)) if scene.board.contains(square) => Some(square),
            _ => None,
        };
        // At first, scroll to a target.
        let first_target = marks.targets.first().copied().filter(|_| self.layout.is_none());
        if let Some(square) = selected.or(first_target) {
            let cell = grid.cell_area(square);
            offset.0 = scroll_offset(offset.0, visible.0, cell.x.saturating_sub(1), (cell.right() + 1).min(width));
            offset.1 = scroll_offset(offset.1, visible.1, cell.y.saturating_sub(1), (cell.bottom() + 1).min(height));
        }
        offset = (offset.0.min(width - visible.0), offset.1.min(height - visible.1));
        let marks = Marks { cursor: selected, ..marks.clone() };
        let drawn = grid.draw(&marks);
        let buffer = frame.buffer_mut();
        for y in 0..visible.1 {
            for x in 0..visible.0 {
                buffer[(window.x + x, window.y + y)] = drawn[(offset.0 + x, offset.1 + y)].clone();
            }
        }
        self.layout = Some(Layout { board: scene.board, window, offset, size, has_letters_inside });
        self.draw_coordinates(frame, &grid, scene.board);
        let panel = window.right() + 1;
        Rect::new(panel, area.y, panel_width, area.height)
    }

    /// Draws the coordinates, and arrows where the board can scroll.
    fn draw_coordinates(&self, frame: &mut Frame<'_>, grid: &Grid<'_>, board: Board) {
        let Some(Layout { window, offset, has_letters_inside, .. }) = self.layout else { return };
        let style = match self.style.colours {
            Colours::None => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        };
        let buffer = frame.buffer_mut();
        for row in 0..board.rows {
            let cell = grid.cell_area(Square::new(0, row));
            let y = (cell.y + cell.height / 2).checked_sub(offset.1).filter(|y| *y < window.height);
            if let Some(y) = y {
                buffer.set_string(window.x - MARGIN, window.y + y, format!("{:>2}", row + 1), style);
            }
        }
        let letter_line = if has_letters_inside { window.bottom() - 1 } else { window.bottom() };
        if has_letters_inside && self.style.colours == Colours::Many {
            // Fill the lower half of the last line.
            for x in window.x..window.right() {
                let cell = &mut buffer[(x, letter_line)];
                let colour = cell.fg;
                cell.set_symbol(" ").set_fg(Color::Indexed(230)).set_bg(colour);
            }
        }
        for col in 0..board.cols {
            let cell = grid.cell_area(Square::new(col, 0));
            let x = (cell.x + cell.width / 2).checked_sub(offset.0).filter(|x| *x < window.width);
            if let Some(x) = x {
                buffer.set_string(window.x + x, letter_line, char::from(b'a' + col).to_string(), style);
            }
        }
        let (width, height) = grid.dimensions();
        let [left, right, up, down] =
            if self.style.ascii { ["<", ">", "^", "v"] } else { ["◂", "▸", "▴", "▾"] };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut arrow = |more: bool, x: u16, y: u16, sign: &str| {
            if more {
                buffer.set_string(x, y, sign, bold);
            }
        };
        let edge = window.x - 1;
        arrow(offset.1 > 0, edge, window.y, up);
        arrow(offset.1 + window.height < height, edge, window.bottom() - 1, down);
        arrow(offset.0 > 0, window.x, window.bottom(), left);
        arrow(offset.0 + window.width < width, window.right() - 1, window.bottom(), right);
    }

    /// The square at a screen position.
    pub fn square_at(&self, info: &GameInfo, scene: &Scene, column: u16, line: u16) -> Option<Square> {
        let Layout { window, offset, size, .. } = self.layout?;
        if !window.contains((column, line).into()) {
            return None;
        }
        let grid = Grid::new(info, scene, self.style, size, self.is_flipped);
        grid.square_at(column - window.x + offset.0, line - window.y + offset.1)
    }

    /// Moves the cursor as seen on the screen. It starts at the first target. The supply is below the board, if it is a
    /// target.
    fn move_cursor(&mut self, right: i8, up: i8, targets: &[Touch]) {
        let Some(board) = self.layout.map(|layout| layout.board) else { return };
        let sign = if self.is_flipped { -1 } else { 1 };
        self.cursor = match self.cursor {
            None => Some(targets.first().copied().unwrap_or(Touch::Square(board.at(board.len() / 2)))),
            Some(Touch::Supply) if up > 0 => {
                let row = if self.is_flipped { board.rows - 1 } else { 0 };
                Some(Touch::Square(Square::new(board.cols / 2, row)))
            }
            Some(Touch::Supply) => Some(Touch::Supply),
            Some(Touch::Square(square)) => match board.offset(square, (right * sign, up * sign)) {
                Some(next) => Some(Touch::Square(next)),
                None if up < 0 && targets.contains(&Touch::Supply) => Some(Touch::Supply),
                None => Some(Touch::Square(square)),
            },
        };
    }

    /// Handles a cursor key. Returns whether it is one.
    pub fn handle_key(&mut self, code: KeyCode, targets: &[Touch]) -> bool {
        match code {
            KeyCode::Left => self.move_cursor(-1, 0, targets),
            KeyCode::Right => self.move_cursor(1, 0, targets),
            KeyCode::Up => self.move_cursor(0, 1, targets),
            KeyCode::Down => self.move_cursor(0, -1, targets),
            KeyCode::Tab => self.select_next(targets, false),
            KeyCode::BackTab => self.select_next(targets, true),
            _ => return false,
        }
        true
    }

    /// Moves the cursor to the next or the previous target.
    fn select_next(&mut self, targets: &[Touch], backwards: bool) {
        let at = self.cursor.and_then(|cursor| targets.iter().position(|touch| *touch == cursor));
        let count = targets.len();
        self.cursor = match (at, backwards) {
            _ if count == 0 => self.cursor,
            (None, _) => Some(targets[0]),
            (Some(at), false) => Some(targets[(at + 1) % count]),
            (Some(at), true) => Some(targets[(at + count - 1) % count]),
        };
    }

    /// Scrolls the board by a step of the mouse wheel.
    pub fn scroll(&mut self, down: bool) {
        if let Some(layout) = &mut self.layout {
            let offset = layout.offset.1;
            layout.offset.1 = if down { offset + 2 } else { offset.saturating_sub(2) };
            self.cursor = None;
        }
    }
}

/// The squares among touches.
pub fn squares(touches: &[Touch]) -> Vec<Square> {
    let square = |touch: &Touch| match touch {
        Touch::Square(square) => Some(*square),
        Touch::Supply => None,
    };
    touches.iter().filter_map(square).collect()
}

/// The squares in the text of a move.
pub fn move_squares(text: &str, board: Board) -> Vec<Square> {
    squares(&move_text::touches(text.trim_start_matches(['/', '-']), board).unwrap_or_default())
}

/// Whether a character can be part of a move.
pub fn is_move_character(character: char, board: Board) -> bool {
    let last = char::from(b'a' + board.cols - 1);
    character.is_ascii_digit() || ('a'..=last).contains(&character) || "@/-".contains(character)
}

/// The scroll offset that shows `first..end` in a window of this length, as close to the present offset as possible.
fn scroll_offset(offset: u16, window: u16, first: u16, end: u16) -> u16 {
    if first < offset { first } else { offset.max(end.saturating_sub(window)) }
}
