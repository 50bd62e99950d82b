//! A scene as lines of text: the board, and beside it what each player has.

use crate::board::{BoardStyle, Colours, Grid, Marks, Size, initial, of_player, piece};
use crate::language;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{GameInfo, Mark, Piece, Scene, Seat, Shape};

/// Pieces of a stack that are drawn unless it is said.
const PIECES: u16 = 3;

/// How wide what stands beside the board is at most.
const SIDE: usize = 26;

/// A scene in a look.
pub struct Picture<'a> {
    info: &'a GameInfo,
    scene: &'a Scene,
    look: BoardStyle,
    stacked: bool,
}

impl<'a> Picture<'a> {
    /// The picture of a scene.
    pub fn new(info: &'a GameInfo, scene: &'a Scene, look: BoardStyle) -> Self {
        let stacked = scene.cells.iter().any(|c| c.pieces.len() > 1);
        Picture { info, scene, look, stacked }
    }

    /// The picture as lines of text.
    pub fn text(&self) -> String {
        self.text_within(usize::MAX)
    }

    /// The picture in lines of at most so many characters if that can be: the cells are narrower where they must be, and
    /// what stands beside the board stands below it.
    pub fn text_within(&self, columns: usize) -> String {
        let sizes = self.sizes();
        let wide = |size: &Size| 8 + usize::from(size.width + 1) * usize::from(self.scene.board.cols);
        let size = *sizes.iter().find(|size| wide(size) <= columns).unwrap_or(&sizes[sizes.len() - 1]);
        let (board, side) = (self.board(size), self.side());
        if wide(&size).saturating_add(SIDE) > columns {
            let lines = board.iter().chain(&side).map(|line| format!("{}\n", line.trim_end()));
            return lines.collect();
        }
        let width = size.width;
        let blank = " ".repeat(usize::from(10 + (width + 1) * u16::from(self.scene.board.cols)));
        let line = |at: usize| {
            let board = board.get(at).map_or(blank.as_str(), String::as_str);
            let side = side.get(at).map_or("", String::as_str);
            format!("{}\n", format!("{board}{side}").trim_end())
        };
        (0..board.len().max(side.len())).map(line).collect()
    }

    /// The sizes of cells, the one that is liked best first.
    fn sizes(&self) -> Vec<Size> {
        let koi = self.scene.cells.iter().flat_map(|c| &c.pieces).any(|p| p.shape == Shape::Koi);
        let height = self.look.pieces.unwrap_or(PIECES);
        let (widths, height): (&[u16], u16) = match () {
            _ if self.stacked => (&[11, 9, 7], height),
            _ if koi => (&[7, 5], 1),
            _ => (&[3], 1),
        };
        widths.iter().map(|&width| Size { width, height }).collect()
    }

    /// The board with the names of its squares. Every line is as wide: four columns at each side, and three between the board
    /// and what stands beside it.
    fn board(&self, size: Size) -> Vec<String> {
        let board = self.scene.board;
        let grid = Grid::new(self.info, self.scene, self.look, size, false).draw(&Marks::default());
        let width = usize::from(size.width);
        let letters = (0..board.cols).map(|c| format!("{:^width$} ", char::from(b'a' + c)));
        let letters = format!("    {}      ", letters.collect::<String>());
        let mut lines = vec![letters.clone()];
        for y in 0..grid.area.height {
            let (above, within) = (y / (size.height + 1), y % (size.height + 1));
            let number = match within == size.height / 2 + 1 {
                true => (u16::from(board.rows) - above).to_string(),
                false => String::new(),
            };
            lines.push(format!("{number:>2} {} {number:<2}   ", ansi_line(&grid, y, self.look.colours)));
        }
        lines.push(letters);
        lines
    }

    /// What stands beside the board: the second player above, the first below, as they sit.
    fn side(&self) -> Vec<String> {
        let mut lines = vec![String::new()];
        for seat in [Seat::SECOND, Seat::FIRST] {
            let name = self.coloured(&self.say(self.info.players[seat.index()]), Some(seat));
            let arrow = if self.look.ascii { "<-" } else { "◀" };
            let turn =
                if self.scene.to_move == seat { format!("  {arrow} {}", self.say("to-move")) } else { String::new() };
            lines.push(format!("{name}{turn}"));
            if let Some(notice) = self.scene.notice.filter(|_| self.scene.to_move == seat) {
                lines.push(format!("  {}", self.say(notice)));
            }
            for counter in &self.scene.counters[seat.index()] {
                lines.push(format!("  {}: {}", self.say(counter.name), counter.count));
            }
            lines.extend(self.legend(Some(seat)));
            if self.scene.cells.iter().any(|c| c.mark == Some(Mark::Home(seat))) {
                let sign = if self.look.ascii { "^" } else { "⌂" };
                let mark = format!("{sign}{}", initial(self.info, seat));
                lines.push(format!("  {} {}", self.coloured(&mark, Some(seat)), self.say("home")));
            }
            lines.push(String::new());
        }
        lines.extend(self.legend(None));
        if self.scene.cells.iter().any(|c| c.mark == Some(Mark::Centre)) {
            let frame = if self.look.ascii { "# #" } else { "║ ║" };
            lines.push(format!("  {frame} {}", self.say("centre")));
        }
        if self.stacked {
            lines.push(format!("  2 {}", self.say("height")));
        }
        lines
    }

    /// What a player's pieces on the board look like, or the neutral ones.
    fn legend(&self, seat: Option<Seat>) -> Vec<String> {
        let mut pieces: Vec<Piece> = Vec::new();
        for &piece in self.scene.cells.iter().flat_map(|c| &c.pieces) {
            if piece.seat == seat && !matches!(piece.shape, Shape::Letter(_)) && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        let name = |p: &Piece| self.say(&format!("shape.{}", p.shape.name()));
        let drawn = |p: &Piece| self.coloured(&piece(self.info, *p, self.look.ascii, 5), p.seat);
        pieces.iter().map(|p| format!("  {} {}", drawn(p), name(p))).collect()
    }

    fn coloured(&self, text: &str, seat: Option<Seat>) -> String {
        ansi(text, of_player(self.info, seat, self.look.colours), self.look.colours)
    }

    fn say(&self, key: &str) -> String {
        language::say(self.info, key, &[])
    }
}

/// A line of a buffer as text with the terminal's codes for its colours.
fn ansi_line(buffer: &Buffer, y: u16, colours: Colours) -> String {
    let mut line = String::new();
    let mut run = (String::new(), Style::new());
    for x in 0..buffer.area.width {
        let cell = &buffer[(x, y)];
        // What a space is drawn in is not seen.
        let style = if cell.symbol() == " " { run.1 } else { cell.style() };
        if style != run.1 {
            line += &ansi(&run.0, run.1, colours);
            run = (String::new(), style);
        }
        run.0 += cell.symbol();
    }
    line + &ansi(&run.0, run.1, colours)
}

/// A text with the terminal's codes for a style, if there are colours.
fn ansi(text: &str, style: Style, colours: Colours) -> String {
    let mut codes = Vec::new();
    let has = |modifier| style.add_modifier.contains(modifier);
    codes.extend(has(Modifier::BOLD).then_some("1"));
    codes.extend(has(Modifier::DIM).then_some("2"));
    codes.extend(match style.fg {
        Some(Color::Blue) => Some("34"),
        Some(Color::Yellow) => Some("33"),
        Some(Color::Red) => Some("31"),
        _ => None,
    });
    match codes.is_empty() || text.is_empty() || colours == Colours::None {
        true => text.to_string(),
        false => format!("\x1b[{}m{text}\x1b[0m", codes.join(";")),
    }
}
