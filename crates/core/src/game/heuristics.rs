//! What a game knows about playing well, beyond its rules. All of it is optional: any game can be searched without it.

use crate::game::Game;
use crate::inputs::{InputSet, InputWriter};
use crate::rejection::{Rejection, common};

/// A proven result that needs no search. Distances count turns of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticResult {
    /// The player to move wins within this many turns.
    Wins(u32),
    /// The player to move loses within this many turns if the opponent plays well.
    Loses(u32),
}

/// The parameters of a level of play below the highest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// How many candidate moves it samples; 0 means that it searches all moves.
    pub candidates: usize,
    /// The probability of overlooking the replies to a move.
    pub blind_spot: f64,
    /// The nodes searched for a move.
    pub nodes: u64,
    /// The softmax temperature of its choice, in centipawns.
    pub temperature: f64,
}

impl Level {
    /// A level that samples a few candidate moves and overlooks the replies to some.
    pub const fn sampling(candidates: usize, blind_spot: f64, nodes: u64, temperature: f64) -> Self {
        Level { candidates, blind_spot, nodes, temperature }
    }

    /// A level that searches all moves.
    pub const fn searching(nodes: u64, temperature: f64) -> Self {
        Level { candidates: 0, blind_spot: 0.0, nodes, temperature }
    }
}

/// A term of an evaluation, with one weight or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name in weights files.
    pub name: &'static str,
    /// The number of weights.
    pub len: usize,
}

/// Declares the terms of an evaluation: a constant with the index of each term's first weight, and the list `TERMS`.
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

/// The terms of a game without terms of its own: how many more steps the player to move has than the opponent.
pub const MOBILITY_TERMS: &[Term] = &[Term { name: "mobility", len: 1 }];

/// The weights of [`MOBILITY_TERMS`].
pub const MOBILITY_WEIGHTS: &str = "mobility 10\n";

/// A game's knowledge for the search.
///
/// The evaluation is a weighted sum of counted terms, so the weights can be tuned from games without knowing what the terms
/// mean. Its unit is a hundredth of a clear advantage, which scores about 64 %. The search evaluates only between turns.
pub trait Heuristics: Game {
    /// Levels 1 to 7. They should be about evenly spaced; the first is for a person who has just learnt the rules.
    const LEVELS: [Level; 7] = [
        Level::sampling(2, 0.9, 20, 300.0),
        Level::sampling(3, 0.6, 60, 120.0),
        Level::sampling(5, 0.4, 250, 60.0),
        Level::sampling(8, 0.2, 1_000, 35.0),
        Level::searching(1_500, 25.0),
        Level::searching(6_000, 12.0),
        Level::searching(40_000, 4.0),
    ];

    /// Whether levels use Monte Carlo tree search instead of the engine. Say so if the engine scores less than half of the
    /// points against `mcts` at equal time, which can happen without an evaluation of the game's own.
    const LEVELS_USE_MCTS: bool = false;

    /// The terms, in order of their weights. By default, mobility.
    const TERMS: &'static [Term] = MOBILITY_TERMS;

    /// Calls `add` with the index of a weight and how often it counts: occurrences for the player to move, minus those for the
    /// opponent.
    fn for_each_term(&self, position: &Self::Position, mut add: impl FnMut(usize, i32)) {
        let count_steps = |position: &Self::Position| {
            let mut count = 0;
            self.for_each_step(position, |_| count += 1);
            count
        };
        let opponent_steps = self.pass(position).map_or(0, |passed| count_steps(&passed));
        add(0, count_steps(position) - opponent_steps);
    }

    /// The name of the inputs that [`Heuristics::write_inputs`] writes. It changes whenever their meaning does, so that no network
    /// is used with inputs that it wasn't trained for.
    const INPUTS: &'static str = "";

    /// Writes the inputs of an evaluation network for a position between turns. The default writes none, so that the game has no
    /// network.
    fn write_inputs(&self, _position: &Self::Position, _inputs: &mut InputWriter) {}

    /// The game's network file, for the rules that it names. With other rules, the terms evaluate.
    const NETWORK: Option<&'static [u8]> = None;

    /// The position between turns with the other player to move, if that makes sense in this game. The default evaluation
    /// counts the opponent's steps in it; the key doesn't matter.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The proven result of an undecided position between turns, if the game sees one without search. It ignores draws by
    /// repetition and limits. The search calls it at every node, so it must be cheap, and it must be right.
    fn static_result(&self, _position: &Self::Position) -> Option<StaticResult> {
        None
    }

    /// Calls `emit` for every step worth searching in an undecided position. Returns the proven result for the player to move
    /// after any step that was left out, if some were. Ignores draws by repetition and limits.
    fn for_each_search_step(&self, position: &Self::Position, emit: impl FnMut(Self::Step)) -> Option<StaticResult> {
        self.for_each_step(position, emit);
        None
    }

    /// A lower bound on the number of turns, of both players, within which the player to move can force a win from an undecided
    /// position between turns; 1 if nothing is known. The proof search calls it often, so it should be cheap.
    fn min_turns_to_win(&self, _position: &Self::Position) -> u32 {
        1
    }

    /// Whether the opponent would win at once, or provably without search, if it were to move. The search then never stops at
    /// this position's evaluation.
    fn must_respond(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether quiescence search must look at a step before it trusts the evaluation.
    fn is_noisy(&self, _position: &Self::Position, _step: Self::Step) -> bool {
        false
    }

    /// The move ordering score of a step before the search has learned about it; a few thousand for a good step.
    fn hint(&self, _position: &Self::Position, _step: Self::Step) -> i32 {
        0
    }
}

/// Methods that follow from [`Heuristics`]. They are a trait of their own so that no game can override them.
pub trait HeuristicsExt: Heuristics {
    /// The number of weights.
    fn weight_count() -> usize {
        Self::TERMS.iter().map(|term| term.len).sum()
    }

    /// The evaluation for the player to move.
    // Not inlined, so that the terms are inlined here: that is faster.
    #[inline(never)]
    fn evaluate(&self, position: &Self::Position, weights: &[i32]) -> i32 {
        let mut sum = 0;
        self.for_each_term(position, |index, count| sum += weights[index] * count);
        sum
    }

    /// The active inputs of a network for a position between turns, by seat.
    #[inline]
    fn inputs(&self, position: &Self::Position) -> [InputSet; 2] {
        let mut writer = InputWriter::new(self.board().len());
        self.write_inputs(position, &mut writer);
        writer.finish()
    }

    /// The number of inputs of a network under these rules; `None` if the game describes none, or too many.
    fn input_count(&self) -> Option<usize> {
        let mut writer = InputWriter::new(self.board().len());
        self.write_inputs(&self.start(), &mut writer);
        writer.input_count()
    }
}

impl<G: Heuristics> HeuristicsExt for G {}

/// Reads weights: lines of a term's name and its numbers. Missing terms have weight 0.
pub fn read_weights(terms: &[Term], text: &str) -> Result<Vec<i32>, Rejection> {
    let mut weights = vec![0; terms.iter().map(|term| term.len).sum()];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut first = 0;
        let term = terms.iter().find(|term| {
            let is_match = term.name == name;
            first += if is_match { 0 } else { term.len };
            is_match
        });
        let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
        match (term, numbers) {
            (Some(term), Some(numbers)) if numbers.len() == term.len => {
                weights[first..first + term.len].copy_from_slice(&numbers);
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
    fn weights_survive_a_round_trip() {
        let text = write_weights(TERMS, &[5, -6, 7]);
        assert_eq!(text, "a 5\nb -6 7\n");
        assert_eq!(read_weights(TERMS, &text), Ok(vec![5, -6, 7]));
        assert_eq!(read_weights(TERMS, "# nothing else\nb 1 2"), Ok(vec![0, 1, 2]));
    }

    #[test]
    fn rejects_weights_that_do_not_match_the_terms() {
        for text in ["b 1", "b 1 x", "c 1", "a 1 2"] {
            assert!(read_weights(TERMS, text).is_err(), "{text}");
        }
    }
}
