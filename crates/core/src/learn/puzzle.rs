//! Puzzles: positions in which the player to move wins within so many turns of its own, and can begin to do so in one way
//! only.
//!
//! A text of puzzles has one a line, and comments in lines that begin with `#`:
//!
//! ```text
//! official | x5/x2,b,x,bB/x2,bB,bB,x/wbwbw,x,wW,x2/wbwW,wbwW,x3 b 0 0 20 | 3 | 27 | c4b1/c3b2 …
//! ```
//!
//! These are the rules, the position, the turns that the winner needs, how hard it is, and the moves that win, those of the
//! other side between them. What makes a solution is how it begins: the move without the steps that only
//! [round it off](crate::Game::rounds_off).

use crate::position_text;
use crate::rejection::Rejection;
use crate::session::Session;
use std::fmt;

/// The grades of puzzles, from the easiest.
pub const GRADES: std::ops::RangeInclusive<u8> = 1..=5;

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The rules, as [`Rules`](crate::Rules) reads them.
    pub rules: String,
    /// What stands on the board. The person is to move, and wins.
    pub position: String,
    /// With which of its own turns the person wins, against any defence, and not sooner.
    pub wins_in: u32,
    /// How hard it is, from 0 to 100, by the measure of the tool that found it.
    pub hardness: u8,
    /// How hard it is among the puzzles that it stands with.
    pub grade: u8,
    /// The canonical texts of moves that win, with replies that put it off the longest.
    pub line: Vec<String>,
}

/// The puzzles of a text, the easiest first. Lines that are none are left out.
pub fn puzzles(text: &str) -> Vec<Puzzle> {
    let mut puzzles = text.lines().filter_map(read).collect::<Vec<_>>();
    grade(&mut puzzles);
    puzzles
}

/// Puts puzzles in order, the easiest first, and grades them: a grade is a fifth of them.
pub fn grade(puzzles: &mut [Puzzle]) {
    puzzles.sort_by(|a, b| (a.hardness, a.wins_in, &a.position).cmp(&(b.hardness, b.wins_in, &b.position)));
    let (count, grades) = (puzzles.len(), usize::from(*GRADES.end()));
    for (place, puzzle) in puzzles.iter_mut().enumerate() {
        puzzle.grade = GRADES.start() + (place * grades / count) as u8;
    }
}

/// Reads a line, if it is a puzzle.
fn read(line: &str) -> Option<Puzzle> {
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
    /// Whether a move that a person typed begins as the solution does, in a session that stands at the puzzle's position.
    pub fn is_begun_by(&self, session: &dyn Session, text: &str) -> Result<bool, Rejection> {
        Ok(session.choice(text)? == session.choice(&self.line[0])?)
    }
}

impl fmt::Display for Puzzle {
    /// As a line of a text of puzzles.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { rules, position, wins_in, hardness, line, .. } = self;
        write!(f, "{rules} | {position} | {wins_in} | {hardness} | {}", line.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_a_puzzle_a_line() {
        let text = "# made by hand\n\nofficial | p2/1P1/3 w | 1 | 0 | b2b3\nsize=5 | 5 w | 2 | 100 | a1b2/c3 -- b2c3\n";
        let read = puzzles(text);
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].wins_in, read[0].hardness, read[0].rules.as_str()), (1, 0, "official"));
        assert_eq!(read[1].line, ["a1b2/c3", "--", "b2c3"]);
        let written: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(written, text.lines().skip(2).collect::<Vec<_>>());
    }

    #[test]
    fn a_grade_is_a_fifth_of_the_puzzles() {
        let line = |hardness: u32| format!("official | p{hardness} | 1 | {hardness} | a\n");
        let text: String = [50, 3, 99, 7, 42, 8, 41, 9, 40, 10].map(line).concat();
        let graded: Vec<(u8, u8)> = puzzles(&text).iter().map(|puzzle| (puzzle.hardness, puzzle.grade)).collect();
        let expected = [(3, 1), (7, 1), (8, 2), (9, 2), (10, 3), (40, 3), (41, 4), (42, 4), (50, 5), (99, 5)];
        assert_eq!(graded, expected);
    }

    #[test]
    fn other_lines_are_no_puzzles() {
        for line in [
            "# a | b | 1 | 1 | c",
            "official | b | 1 | c",
            "official | b | 0 | 1 | c",
            "official | b | 1 | -1 | c",
            "official | b | 1 | 101 | c",
            "official | b | 1 | 1 |",
            "official | b | one | 1 | c",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
