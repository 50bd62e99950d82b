//! Puzzles: positions in which the player to move can force a win in a few turns, and only one first move does so.
//!
//! A text has one puzzle per line, and comment lines that begin with `#`:
//!
//! ```text
//! official | x5/x2,b,x,bB/x2,bB,bB,x/wbwbw,x,wW,x2/wbwW,wbwW,x3 b 0 0 20 | 3 | 27 | c4b1/c3b2 …
//! ```
//!
//! The fields are the rules, the position, the number of the winner's turns, the difficulty, and the winning line with the
//! opponent's replies. A first move is a solution if it agrees with the line's up to its
//! [finishing steps](crate::Game::is_finishing_step).

use crate::position_text;
use crate::rejection::Rejection;
use crate::session::Session;
use std::fmt;

/// The grades of puzzles, easiest first.
pub const GRADES: std::ops::RangeInclusive<u8> = 1..=5;

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The rules, as [`Rules`](crate::Rules) reads them.
    pub rules: String,
    /// The position, with the solver to move.
    pub position: String,
    /// The number of turns of its own that the solver needs against the best defence.
    pub wins_in: u32,
    /// The difficulty from 0 to 100, as the puzzle generator measured it.
    pub hardness: u8,
    /// The difficulty relative to the other puzzles of its text.
    pub grade: u8,
    /// The canonical texts of the winning line, with the replies that delay the win longest.
    pub line: Vec<String>,
}

/// Reads the puzzles of a text, easiest first. Skips other lines.
pub fn puzzles(text: &str) -> Vec<Puzzle> {
    let mut puzzles = text.lines().filter_map(parse_line).collect::<Vec<_>>();
    grade(&mut puzzles);
    puzzles
}

/// Sorts puzzles, easiest first, and grades them: each grade is a fifth of the puzzles.
pub fn grade(puzzles: &mut [Puzzle]) {
    puzzles.sort_by(|a, b| (a.hardness, a.wins_in, &a.position).cmp(&(b.hardness, b.wins_in, &b.position)));
    let (count, grades) = (puzzles.len(), usize::from(*GRADES.end()));
    for (index, puzzle) in puzzles.iter_mut().enumerate() {
        puzzle.grade = GRADES.start() + (index * grades / count) as u8;
    }
}

/// Reads a puzzle from a line, if it has one.
fn parse_line(line: &str) -> Option<Puzzle> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [rules, position, wins_in, hardness, line] = fields[..] else { return None };
    let line: Vec<String> = line.split_whitespace().map(str::to_string).collect();
    let wins_in = position_text::number(wins_in).filter(|&turns| turns > 0)?;
    let hardness = position_text::number(hardness).filter(|&hardness| hardness <= 100)? as u8;
    let puzzle =
        Puzzle { rules: rules.into(), position: position.into(), wins_in, hardness, grade: *GRADES.start(), line };
    (!rules.starts_with('#') && !puzzle.line.is_empty()).then_some(puzzle)
}

impl Puzzle {
    /// Whether a typed move is the solution's first move, up to finishing steps. The session is at the puzzle's position.
    pub fn is_begun_by(&self, session: &dyn Session, text: &str) -> Result<bool, Rejection> {
        Ok(session.puzzle_answer(text)? == session.puzzle_answer(&self.line[0])?)
    }
}

impl fmt::Display for Puzzle {
    /// Writes the puzzle as a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { rules, position, wins_in, hardness, line, .. } = self;
        write!(f, "{rules} | {position} | {wins_in} | {hardness} | {}", line.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_survive_a_round_trip() {
        let text = "# made by hand\n\nofficial | p2/1P1/3 w | 1 | 0 | b2b3\nsize=5 | 5 w | 2 | 100 | a1b2/c3 -- b2c3\n";
        let read = puzzles(text);
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].wins_in, read[0].hardness, read[0].rules.as_str()), (1, 0, "official"));
        assert_eq!(read[1].line, ["a1b2/c3", "--", "b2c3"]);
        let written: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(written, text.lines().skip(2).collect::<Vec<_>>());
    }

    #[test]
    fn each_grade_is_a_fifth_of_the_puzzles() {
        let line = |hardness: u32| format!("official | p{hardness} | 1 | {hardness} | a\n");
        let text: String = [50, 3, 99, 7, 42, 8, 41, 9, 40, 10].map(line).concat();
        let graded: Vec<(u8, u8)> = puzzles(&text).iter().map(|puzzle| (puzzle.hardness, puzzle.grade)).collect();
        let expected = [(3, 1), (7, 1), (8, 2), (9, 2), (10, 3), (40, 3), (41, 4), (42, 4), (50, 5), (99, 5)];
        assert_eq!(graded, expected);
    }

    #[test]
    fn skips_lines_that_are_not_puzzles() {
        for line in [
            "# a | b | 1 | 1 | c",
            "official | b | 1 | c",
            "official | b | 0 | 1 | c",
            "official | b | 1 | -1 | c",
            "official | b | 1 | 101 | c",
            "official | b | 1 | 1 |",
            "official | b | one | 1 | c",
        ] {
            assert_eq!(parse_line(line), None, "{line}");
        }
    }
}
