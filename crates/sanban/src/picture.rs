//! A scene drawn as text: the board in a grid, and beside it what each player has.
//!
//! It reads without colour: every piece differs from the others in shape, not only in colour.

use crate::language;
use sanban_core::{Cell, Facts, Mark, Piece, Scene, Seat, Shape};

/// How to draw.
#[derive(Clone, Copy)]
pub struct Style {
    /// With ASCII characters alone.
    pub ascii: bool,
    /// With terminal colours.
    pub colour: bool,
    /// How many pieces of a stack, from the top.
    pub pieces: usize,
}

/// A scene in a style.
pub struct Picture<'a> {
    facts: &'a Facts,
    scene: &'a Scene,
    style: Style,
    /// Whether pieces stack, so that cells are drawn from the side and several lines high.
    stacked: bool,
}

/// A piece of text with a width, so that colours do not count.
struct Drawn {
    text: String,
    width: usize,
}

impl<'a> Picture<'a> {
    /// The picture of a scene.
    pub fn new(facts: &'a Facts, scene: &'a Scene, style: Style) -> Self {
        let stacked = scene.cells.iter().any(|c| c.pieces.len() > 1);
        Picture { facts, scene, style, stacked }
    }

    /// The picture as lines of text.
    pub fn text(&self) -> String {
        let (board, side) = (self.board(), self.side());
        let blank = " ".repeat(10 + (self.width() + 1) * usize::from(self.scene.board.cols));
        let line = |at: usize| {
            let board = board.get(at).map_or(blank.as_str(), String::as_str);
            let side = side.get(at).map_or("", String::as_str);
            format!("{}\n", format!("{board}{side}").trim_end())
        };
        (0..board.len().max(side.len())).map(line).collect()
    }

    /// How wide the inside of a cell is.
    fn width(&self) -> usize {
        let koi = self.scene.cells.iter().flat_map(|c| &c.pieces).any(|p| p.shape == Shape::Koi);
        match () {
            _ if self.stacked => 11,
            _ if koi => 6,
            _ => 3,
        }
    }

    fn board(&self) -> Vec<String> {
        let board = self.scene.board;
        // Every line is as wide: four columns at each side, and three between the board and what stands beside it.
        let rule = |left: &str, middle: &str, right: &str, dash: &str| {
            let cell = dash.repeat(self.width());
            format!("   {left}{}{right}      ", vec![cell; board.cols.into()].join(middle))
        };
        let [top, inner, bottom] = if self.style.ascii {
            ["+", "+", "+"].map(|c| rule(c, c, c, "-"))
        } else {
            [rule("┌", "┬", "┐", "─"), rule("├", "┼", "┤", "─"), rule("└", "┴", "┘", "─")]
        };
        let bar = if self.style.ascii { "|" } else { "│" };
        let letters = (0..board.cols).map(|c| format!("{:^width$} ", char::from(b'a' + c), width = self.width()));
        let letters = format!("    {}      ", letters.collect::<String>());
        let mut lines = vec![letters.clone(), top];
        for row in (0..board.rows).rev() {
            let cells = &self.scene.cells[usize::from(row) * usize::from(board.cols)..][..board.cols.into()];
            let drawn: Vec<Vec<Drawn>> = cells.iter().map(|cell| self.cell(cell)).collect();
            for line in 0..drawn[0].len() {
                let number = if line == drawn[0].len() / 2 { (row + 1).to_string() } else { String::new() };
                let cells: Vec<String> = drawn.iter().map(|cell| pad(&cell[line], self.width())).collect();
                lines.push(format!("{number:>2} {bar}{}{bar} {number:<2}   ", cells.join(bar)));
            }
            lines.push(if row == 0 { bottom.clone() } else { inner.clone() });
        }
        lines.push(letters);
        lines
    }

    /// The lines of a cell.
    fn cell(&self, cell: &Cell) -> Vec<Drawn> {
        if self.stacked {
            return self.stack(cell);
        }
        let content = match (cell.pieces.last(), cell.mark) {
            (Some(&piece), _) => self.piece(piece),
            (None, Some(home @ Mark::Home(_))) => self.mark(home),
            (None, _) => Drawn::plain(""),
        };
        let text = match cell.mark {
            Some(Mark::Centre) => format!("[{}]", pad(&content, self.width() - 2)),
            _ => pad(&content, self.width()),
        };
        vec![Drawn { text, width: self.width() }]
    }

    /// A stack from the side, as many pieces as are to be drawn from its top down: its home's mark at the left, and at
    /// the right how many rings it has if it has several.
    fn stack(&self, cell: &Cell) -> Vec<Drawn> {
        let drawn = &cell.pieces[cell.pieces.len().saturating_sub(self.style.pieces)..];
        let rings = cell.pieces.iter().filter(|p| p.shape == Shape::Ring).count();
        let line = |from_bottom: usize| {
            let piece = drawn.get(from_bottom).map_or(Drawn::plain(""), |&p| self.piece(p));
            let is_top = from_bottom + 1 == self.style.pieces;
            let mark = cell.mark.filter(|_| is_top).map_or(Drawn::plain(""), |mark| self.mark(mark));
            let height = if from_bottom == 0 && rings > 1 { rings.to_string() } else { String::new() };
            Drawn { text: format!("{} {} {height:<2}", pad(&mark, 2), pad(&piece, 5)), width: 11 }
        };
        (0..self.style.pieces).rev().map(line).collect()
    }

    fn mark(&self, mark: Mark) -> Drawn {
        match mark {
            Mark::Home(seat) => {
                let sign = if self.style.ascii { "^" } else { "⌂" };
                let owner = &self.facts.players[seat.index()][..1];
                self.coloured(&format!("{sign}{owner}"), Some(seat))
            }
            Mark::Centre => Drawn::plain(if self.style.ascii { "+" } else { "✕" }),
        }
    }

    fn piece(&self, piece: Piece) -> Drawn {
        let second = piece.seat == Some(Seat::SECOND);
        let initial = piece.seat.map_or(String::new(), |s| self.facts.players[s.index()][..1].to_uppercase());
        let of = |first: &str, other: &str| if second { other.to_string() } else { first.to_string() };
        let text = match (piece.shape, self.style.ascii) {
            (Shape::Ring, true) => initial.to_lowercase().repeat(5),
            (Shape::Ring, false) => of("═════", "▄▄▄▄▄"),
            (Shape::Ball, true) => format!("({initial})"),
            (Shape::Ball, false) => of("○", "●"),
            (Shape::Knight, true) => of("N", "n"),
            (Shape::Knight, false) => of("♘", "♞"),
            (Shape::Koi, _) => format!("<{initial}><"),
            (Shape::Stone, true) => "##".to_string(),
            (Shape::Stone, false) => "●".to_string(),
            (Shape::Letter(letter), _) => of(&letter.to_uppercase().to_string(), &letter.to_lowercase().to_string()),
        };
        self.coloured(&text, piece.seat)
    }

    fn coloured(&self, text: &str, seat: Option<Seat>) -> Drawn {
        let colour = match seat.map(|s| self.facts.players[s.index()]) {
            // Bold alone is seen on dark and on light terminals.
            Some("white") => "1",
            Some("black") => "1;34",
            Some("yellow") => "1;33",
            Some("red") => "1;31",
            Some(_) => "1",
            None => "2",
        };
        let width = text.chars().count();
        let text = if self.style.colour { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() };
        Drawn { text, width }
    }

    /// What stands beside the board: the second player above, the first below, as they sit.
    fn side(&self) -> Vec<String> {
        let mut lines = vec![String::new()];
        for seat in [Seat::SECOND, Seat::FIRST] {
            let name = self.coloured(&self.say(self.facts.players[seat.index()]), Some(seat)).text;
            let arrow = if self.style.ascii { "<-" } else { "◀" };
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
                lines.push(format!("  {} {}", self.mark(Mark::Home(seat)).text, self.say("home")));
            }
            lines.push(String::new());
        }
        lines.extend(self.legend(None));
        if self.scene.cells.iter().any(|c| c.mark == Some(Mark::Centre)) {
            lines.push(format!("  [ ] {}", self.say("centre")));
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
        pieces.iter().map(|p| format!("  {} {}", self.piece(*p).text, name(p))).collect()
    }

    fn say(&self, key: &str) -> String {
        language::say(self.facts, key, &[])
    }
}

impl Drawn {
    fn plain(text: &str) -> Drawn {
        Drawn { text: text.to_string(), width: text.chars().count() }
    }
}

/// Centres a drawn text.
fn pad(drawn: &Drawn, width: usize) -> String {
    let space = width.saturating_sub(drawn.width);
    format!("{}{}{}", " ".repeat(space / 2), drawn.text, " ".repeat(space - space / 2))
}
