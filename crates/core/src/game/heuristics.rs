//! What a game knows about playing well, beyond its rules: everything here may be left out, and a game without any of it
//! can still be searched.

use crate::game::Game;
use crate::rejection::{Rejection, common};

/// A certain result that needs no search, counted in turns of either player from the position on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticResult {
    /// The player to move wins within so many turns.
    Wins(u32),
    /// The player to move loses within so many turns, at most, if the opponent plays well.
    Loses(u32),
}

/// How a level of play below the highest plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// How many moves it considers; none where it searches them all.
    pub considered: usize,
    /// The share of moves of which it overlooks the answers.
    pub overlooked: f64,
    /// Nodes that it looks at in all.
    pub nodes: u64,
    /// Differences of so many hundredths of an advantage tempt it.
    pub temperature: f64,
}

impl Level {
    /// A level that considers a few moves and overlooks the answers to some.
    pub const fn considering(considered: usize, overlooked: f64, nodes: u64, temperature: f64) -> Self {
        Level { considered, overlooked, nodes, temperature }
    }

    /// A level that searches all moves.
    pub const fn searching(nodes: u64, temperature: f64) -> Self {
        Level { considered: 0, overlooked: 0.0, nodes, temperature }
    }
}

/// A kind of term of an evaluation: one number, or a row of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name, as weights files write it.
    pub name: &'static str,
    /// How many numbers it has.
    pub len: usize,
}

/// Declares the terms of an evaluation: a constant for each with its place among the weights, and `TERMS`, the list.
///
/// ```
/// sanban_core::terms! {
///     TEMPO = "tempo" 1;
///     SQUARE = "square" 9;
///     PAIR = "pair" 1;
/// }
/// assert_eq!((TEMPO, SQUARE, PAIR), (0, 1, 10));
/// assert_eq!(TERMS[1].name, "square");
/// ```
#[macro_export]
macro_rules! terms {
    ($($place:ident = $name:literal $len:literal;)*) => {
        /// The terms of the evaluation.
        pub(super) const TERMS: &[$crate::heuristics::Term] =
            &[$($crate::heuristics::Term { name: $name, len: $len }),*];
        $crate::terms!(@ 0; $($place $len;)*);
    };
    (@ $at:expr; $place:ident $len:literal; $($rest:tt)*) => {
        const $place: usize = $at;
        $crate::terms!(@ $at + $len; $($rest)*);
    };
    (@ $at:expr;) => {};
}

/// What the search may ask of a game.
///
/// The evaluation is a sum of terms, each counted so many times and multiplied by its weight, so that the weights can be
/// tuned from games without knowing what the terms mean. It is in hundredths of a clear advantage, which scores about
/// 64 %, and is asked only between turns.
pub trait Heuristics: Game {
    /// Levels 1 to 7. They should be about evenly apart, the first for a person who has just learnt the rules.
    const LEVELS: [Level; 7] = [
        Level::considering(2, 0.9, 20, 300.0),
        Level::considering(3, 0.6, 60, 120.0),
        Level::considering(5, 0.4, 250, 60.0),
        Level::considering(8, 0.2, 1_000, 35.0),
        Level::searching(1_500, 25.0),
        Level::searching(6_000, 12.0),
        Level::searching(40_000, 4.0),
    ];

    /// The terms, in the order of their places.
    const TERMS: &'static [Term] = &[];

    /// Calls `add` with the place of a term and how often it counts for the player to move, less how often for the other.
    fn for_each_term(&self, _position: &Self::Position, _add: impl FnMut(usize, i32)) {}

    /// What is certain of an undecided position between turns without looking ahead, draws by repetition and limits
    /// aside. It is asked at every node, so it must be cheap, and it must be right.
    fn static_result(&self, _position: &Self::Position) -> Option<StaticResult> {
        None
    }

    /// Calls `visit` for every step worth searching in an undecided position, and tells what is certain of the player to
    /// move after any of the steps left out, if some were. Draws by repetition and limits are left aside.
    fn for_each_search_step(&self, position: &Self::Position, visit: impl FnMut(Self::Step)) -> Option<StaticResult> {
        self.for_each_step(position, visit);
        None
    }

    /// A number of turns of either player in fewer than which the player to move cannot force a win from an undecided position
    /// between turns, whatever else is true of it; 1 if nothing is certain. It is asked where wins are looked for by trying
    /// everything, so it should be cheap.
    fn min_turns_to_win(&self, _position: &Self::Position) -> u32 {
        1
    }

    /// Whether the opponent would win at once, or by force without looking ahead, if it were its turn: the position is then
    /// never judged as it stands.
    fn must_respond(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether a step changes so much that the evaluation should not be asked before it has been looked at.
    fn is_noisy(&self, _position: &Self::Position, _step: Self::Step) -> bool {
        false
    }

    /// How early a step should be tried before anything has been learnt about it: a good one has a few thousands.
    fn hint(&self, _position: &Self::Position, _step: Self::Step) -> i32 {
        0
    }
}

/// Methods that follow from [`Heuristics`]. They are a trait of their own so that no game can override them.
pub trait HeuristicsExt: Heuristics {
    /// How many weights there are.
    fn weight_count() -> usize {
        Self::TERMS.iter().map(|term| term.len).sum()
    }

    /// The evaluation for the player to move.
    #[inline]
    fn evaluate(&self, position: &Self::Position, weights: &[i32]) -> i32 {
        let mut sum = 0;
        self.for_each_term(position, |place, count| sum += weights[place] * count);
        sum
    }
}

impl<G: Heuristics> HeuristicsExt for G {}

/// Reads weights: lines of a term's name and its numbers. Terms that are not named weigh nothing.
pub fn read_weights(terms: &[Term], text: &str) -> Result<Vec<i32>, Rejection> {
    let mut weights = vec![0; terms.iter().map(|term| term.len).sum()];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut place = 0;
        let term = terms.iter().find(|term| {
            let found = term.name == name;
            place += if found { 0 } else { term.len };
            found
        });
        let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
        match (term, numbers) {
            (Some(term), Some(numbers)) if numbers.len() == term.len => {
                weights[place..place + term.len].copy_from_slice(&numbers);
            }
            (Some(term), _) => return Err(common::TERM_LENGTH.with(&[&name, &term.len])),
            (None, _) => return Err(common::UNKNOWN_TERM.with(&[&name])),
        }
    }
    Ok(weights)
}

/// Writes weights as [`read_weights`] reads them.
pub fn write_weights(terms: &[Term], weights: &[i32]) -> String {
    let mut text = String::new();
    let mut left = weights;
    for term in terms {
        let (numbers, rest) = left.split_at(term.len);
        left = rest;
        let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
        text += &format!("{} {}\n", term.name, numbers.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &[Term] = &[Term { name: "a", len: 1 }, Term { name: "b", len: 2 }];

    #[test]
    fn weights_come_back() {
        let text = write_weights(TERMS, &[5, -6, 7]);
        assert_eq!(text, "a 5\nb -6 7\n");
        assert_eq!(read_weights(TERMS, &text), Ok(vec![5, -6, 7]));
        assert_eq!(read_weights(TERMS, "# nothing else\nb 1 2"), Ok(vec![0, 1, 2]));
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        for text in ["b 1", "b 1 x", "c 1", "a 1 2"] {
            assert!(read_weights(TERMS, text).is_err(), "{text}");
        }
    }
}
