//! Diagrams: a board as lines of text, with the players' counters and a legend beside it.

use super::glyphs::piece_text;
use super::grid::{CellSize, Grid, Marks};
use super::style::{BoardStyle, Colours, background_style, player_initial, player_style};
use crate::language;
use crate::wrap::wrap;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{GameInfo, Mark, Piece, Scene, Seat, Shape, Square, speech};

/// How many pieces of a stack to draw by default.
const DEFAULT_PIECES_PER_STACK: u16 = 3;

/// The width of the coordinates on both sides of the board, and of the space after them.
const MARGINS: usize = 9;

/// The width of a position in words.
const MAX_SPOKEN_WIDTH: usize = 90;

/// The width of the text beside the board.
const SIDE_WIDTH: usize = 26;

/// A board as lines of text.
pub struct Diagram<'a> {
    info: &'a GameInfo,
    scene: &'a Scene,
    style: BoardStyle,
    has_stacks: bool,
    is_over: bool,
}

impl<'a> Diagram<'a> {
    /// The diagram of a scene.
    pub fn new(info: &'a GameInfo, scene: &'a Scene, style: BoardStyle) -> Self {
        let has_stacks = scene.cells.iter().any(|c| c.pieces.len() > 1);
        Diagram { info, scene, style, has_stacks, is_over: false }
    }

    /// Sets whether the game is over: nobody is then to move.
    pub fn with_game_over(self, is_over: bool) -> Self {
        Diagram { is_over, ..self }
    }

    /// The diagram within a width, if possible: with narrower cells if needed, and with the side text below the board.
    pub fn text_within(&self, columns: usize) -> String {
        if self.style.spoken {
            let lines = speech::position(self.info, language::current(), self.scene);
            return lines.iter().map(|line| wrap(line, "", columns.min(MAX_SPOKEN_WIDTH))).collect();
        }
        let sizes = self.cell_sizes();
        let width_of = |size: &CellSize| MARGINS + usize::from(self.grid(*size).dimensions().0);
        // Smaller cells are better than side text below the board.
        let fits_beside = |size: &&CellSize| width_of(size).saturating_add(SIDE_WIDTH) <= columns;
        let fits = sizes.iter().find(fits_beside).or_else(|| sizes.iter().find(|size| width_of(size) <= columns));
        let size = *fits.unwrap_or(&sizes[sizes.len() - 1]);
        let (board, side) = (self.board(size), self.side());
        if width_of(&size).saturating_add(SIDE_WIDTH) > columns {
            let lines = board.iter().chain(&side).map(|line| format!("{}\n", line.trim_end()));
            return lines.collect();
        }
        let blank = " ".repeat(width_of(&size));
        let line = |at: usize| {
            let board = board.get(at).map_or(blank.as_str(), String::as_str);
            let side = side.get(at).map_or("", String::as_str);
            format!("{}\n", format!("{board}{side}").trim_end())
        };
        (0..board.len().max(side.len())).map(line).collect()
    }

    /// The possible cell sizes, the preferred one first.
    fn cell_sizes(&self) -> Vec<CellSize> {
        let has_koi = self.scene.cells.iter().flat_map(|c| &c.pieces).any(|p| p.shape == Shape::Koi);
        let height = self.style.pieces.unwrap_or(DEFAULT_PIECES_PER_STACK);
        let (widths, height): (&[u16], u16) = match () {
            _ if self.has_stacks => (&[11, 9, 7], height),
            _ if has_koi => (&[7, 5], 1),
            _ => (&[3], 1),
        };
        widths.iter().map(|&width| CellSize { width, height, is_compact: false }).collect()
    }

    fn grid(&self, size: CellSize) -> Grid<'a> {
        Grid::new(self.info, self.scene, self.style, size, false)
    }

    /// The board with its coordinates. All lines have the same width, with a margin on the right.
    fn board(&self, size: CellSize) -> Vec<String> {
        let board = self.scene.board;
        let grid = self.grid(size);
        let drawn = grid.draw(&Marks::default());
        let mut letters = vec![' '; usize::from(drawn.area.width)];
        for col in 0..board.cols {
            let cell = grid.cell_area(Square::new(col, 0));
            letters[usize::from(cell.x + cell.width / 2)] = char::from(b'a' + col);
        }
        let letters = format!("   {}      ", letters.into_iter().collect::<String>());
        let mut lines = vec![letters.clone()];
        for y in 0..drawn.area.height {
            let is_middle = |row: &u8| {
                let cell = grid.cell_area(Square::new(0, *row));
                y == cell.y + cell.height / 2
            };
            let number = (0..board.rows).find(is_middle).map_or(String::new(), |row| (row + 1).to_string());
            lines.push(format!("{number:>2} {} {number:<2}   ", ansi_line(&drawn, y, self.style.colours)));
        }
        lines.push(letters);
        lines
    }

    /// The side text: the second player above, the first player below, as on the board.
    fn side(&self) -> Vec<String> {
        let mut lines = vec![String::new()];
        for seat in [Seat::SECOND, Seat::FIRST] {
            let name = self.coloured(&self.say(self.info.players[seat.index()]), Some(seat));
            let arrow = if self.style.ascii { "<-" } else { "◀" };
            let is_to_move = self.scene.to_move == seat && !self.is_over;
            let turn = if is_to_move { format!("  {arrow} {}", self.say("to-move")) } else { String::new() };
            lines.push(format!("{name}{turn}"));
            if let Some(notice) = self.scene.notice.filter(|_| is_to_move) {
                lines.push(format!("  {}", self.say(notice)));
            }
            for counter in &self.scene.counters[seat.index()] {
                lines.push(format!("  {}: {}", self.say(counter.name), counter.count));
            }
            lines.extend(self.legend(Some(seat)));
            if self.scene.cells.iter().any(|c| c.mark == Some(Mark::Home(seat))) {
                let sign = if self.style.ascii { "^" } else { "⌂" };
                let mark = format!("{sign}{}", player_initial(self.info, seat));
                lines.push(format!("  {} {}", self.coloured(&mark, Some(seat)), self.say("home")));
            }
            lines.push(String::new());
        }
        lines.extend(self.legend(None));
        if self.scene.cells.iter().any(|c| c.mark == Some(Mark::Centre)) {
            let frame = if self.style.ascii { "# #" } else { "║ ║" };
            lines.push(format!("  {frame} {}", self.say("centre")));
        }
        if self.has_stacks {
            lines.push(format!("  2 {}", self.say("stack-height")));
        }
        lines
    }

    /// The legend of a player's pieces, or of the neutral ones.
    fn legend(&self, seat: Option<Seat>) -> Vec<String> {
        let mut pieces: Vec<Piece> = Vec::new();
        for &piece in self.scene.cells.iter().flat_map(|c| &c.pieces) {
            if piece.seat == seat && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        let name = |p: &Piece| self.say(&format!("shape-{}", p.shape.name()));
        let drawn = |p: &Piece| self.coloured(&piece_text(self.info, *p, self.style, 5), p.seat);
        pieces.iter().map(|p| format!("  {} {}", drawn(p), name(p))).collect()
    }

    fn coloured(&self, text: &str, seat: Option<Seat>) -> String {
        let style = background_style(self.info, self.style).patch(player_style(self.info, seat, self.style));
        ansi(text, style, self.style.colours)
    }

    fn say(&self, key: &str) -> String {
        language::say(self.info, key, &[])
    }
}

/// A line of a buffer as text with ANSI colour codes.
fn ansi_line(buffer: &Buffer, y: u16, colours: Colours) -> String {
    let mut line = String::new();
    let mut run = (String::new(), Style::new());
    for x in 0..buffer.area.width {
        let cell = &buffer[(x, y)];
        // The style of a space is invisible, except for its background.
        let is_invisible = cell.symbol() == " " && [Some(cell.bg), None].contains(&run.1.bg) && cell.bg == Color::Reset;
        let style = if is_invisible { run.1 } else { cell.style() };
        if style != run.1 {
            line += &ansi(&run.0, run.1, colours);
            run = (String::new(), style);
        }
        run.0 += cell.symbol();
    }
    line + &ansi(&run.0, run.1, colours)
}

/// A text with ANSI codes for a style, if colours are in use.
fn ansi(text: &str, style: Style, colours: Colours) -> String {
    let mut codes = Vec::new();
    let has = |modifier| style.add_modifier.contains(modifier);
    codes.extend(has(Modifier::BOLD).then(|| "1".to_string()));
    codes.extend(has(Modifier::DIM).then(|| "2".to_string()));
    codes.extend(style.fg.and_then(|colour| ansi_colour(colour, 3)));
    codes.extend(style.bg.and_then(|colour| ansi_colour(colour, 4)));
    match codes.is_empty() || text.is_empty() || colours == Colours::None {
        true => text.to_string(),
        false => format!("\x1b[{}m{text}\x1b[0m", codes.join(";")),
    }
}

/// The ANSI code of a colour, as foreground (3) or background (4).
fn ansi_colour(colour: Color, ground: u8) -> Option<String> {
    match colour {
        Color::Red => Some(format!("{ground}1")),
        Color::Yellow => Some(format!("{ground}3")),
        Color::Blue => Some(format!("{ground}4")),
        Color::Indexed(index) => Some(format!("{ground}8;5;{index}")),
        _ => None,
    }
}
