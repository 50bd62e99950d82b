//! Reads typed moves as touches.
//!
//! The letter and number of a square may come in either order and case. Spaces, dashes, commas and slashes are separators.

use crate::game::MAX_TURN_STEPS;
use crate::progress::Touch;
use crate::rejection::{Rejection, common};
use crate::square::{Board, Square};
use crate::step::MAX_STEP_CHARS;
use std::ops::RangeInclusive;

/// The maximum length of a typed move, in characters: room for the canonical text of the longest turn.
pub const MAX_MOVE_LENGTH: usize = MAX_TURN_STEPS * (MAX_STEP_CHARS + "/".len());

/// A letter, a digit or `@`, with its context.
#[derive(Clone, Copy)]
struct Token {
    character: char,
    /// The column in the text, counted in characters from 1.
    column: usize,
    /// Whether it directly follows the token before.
    is_joined: bool,
    /// Whether it is one of several digits directly between two letters, which may belong to either.
    is_divisible: bool,
}

/// Reads a text as touches on a board. An ambiguous text is rejected with two of its readings.
pub fn touches(text: &str, board: Board) -> Result<Vec<Touch>, Rejection> {
    if text.chars().count() > MAX_MOVE_LENGTH {
        return Err(common::MOVE_TOO_LONG.with(&[&MAX_MOVE_LENGTH]));
    }
    let mut tokens: Vec<Token> = Vec::new();
    let mut is_joined = false;
    for (column, character) in text.chars().enumerate().map(|(i, c)| (i + 1, c.to_ascii_lowercase())) {
        match character {
            '-' | ',' | '/' => is_joined = false,
            c if c.is_whitespace() => is_joined = false,
            'a'..='z' | '0'..='9' | '@' => {
                tokens.push(Token { character, column, is_joined, is_divisible: false });
                is_joined = true;
            }
            _ => return Err(common::BAD_CHARACTER.with(&[&character, &column, &text])),
        }
    }
    if tokens.is_empty() {
        return Err(common::EMPTY_MOVE.with(&[]));
    }
    let mut at = 0;
    while at < tokens.len() {
        let end = at + count_digits(&tokens[at..]).max(1);
        let is_letter = |token: Option<&Token>| token.is_some_and(|t| t.character.is_ascii_lowercase());
        let follows_letter = tokens[at].is_joined && is_letter(at.checked_sub(1).map(|i| &tokens[i]));
        let is_divisible = follows_letter && is_letter(tokens.get(end).filter(|t| t.is_joined));
        tokens[at..end].iter_mut().for_each(|t| t.is_divisible = is_divisible);
        at = end;
    }
    let dead_ends = vec![false; tokens.len() + 1];
    let mut reader = Reader { tokens: &tokens, board, dead_ends, furthest: 0, readings: vec![] };
    reader.read(0, &mut Vec::new());
    let furthest = reader.furthest;
    let mut readings = reader.readings.into_iter();
    match (readings.next(), readings.next()) {
        (Some(one), None) => Ok(one),
        (Some(one), Some(other)) => {
            Err(common::AMBIGUOUS.with(&[&text, &format_touches(&one), &format_touches(&other)]))
        }
        (None, _) => Err(reject_square(&tokens[furthest..], text, board)),
    }
}

/// The touches as unambiguous text: `a12 b3`.
pub fn format_touches(touches: &[Touch]) -> String {
    touches.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(" ")
}

/// Searches for all readings of the tokens, with backtracking.
struct Reader<'a> {
    tokens: &'a [Token],
    board: Board,
    /// By token: whether no reading from there reaches the end. It keeps the search linear.
    dead_ends: Vec<bool>,
    furthest: usize,
    /// The complete readings, at most two.
    readings: Vec<Vec<Touch>>,
}

impl Reader<'_> {
    fn read(&mut self, at: usize, prefix: &mut Vec<Touch>) {
        self.furthest = self.furthest.max(at);
        if at == self.tokens.len() {
            self.readings.push(prefix.clone());
            return;
        }
        let count_before = self.readings.len();
        for (touch, length) in self.touches_at(at) {
            if self.readings.len() < 2 && !self.dead_ends[at + length] {
                prefix.push(touch);
                self.read(at + length, prefix);
                prefix.pop();
            }
        }
        if self.readings.len() == count_before {
            self.dead_ends[at] = true;
        }
    }

    /// How many of the digits at a token may form one number: all of them, or fewer if they are divisible.
    fn number_lengths_at(&self, at: usize) -> RangeInclusive<usize> {
        let digits = count_digits(&self.tokens[at..]);
        let is_divisible = self.tokens.get(at).is_some_and(|t| t.is_divisible);
        if is_divisible { 1..=digits } else { digits.max(1)..=digits }
    }

    /// The touches that may begin at a token, with their lengths in tokens.
    fn touches_at(&self, at: usize) -> Vec<(Touch, usize)> {
        let rest = &self.tokens[at..];
        if rest[0].character == '@' {
            return vec![(Touch::Supply, 1)];
        }
        let mut touches = Vec::new();
        let mut add = |letter: Option<&Token>, digits: &[Token]| {
            let Some(letter) = letter.filter(|l| l.character.is_ascii_lowercase()) else { return };
            if let Some(square) = square(letter, digits).filter(|&s| self.board.contains(s)) {
                touches.push((Touch::Square(square), digits.len() + 1));
            }
        };
        for length in self.number_lengths_at(at + 1) {
            add(rest.first(), &rest[1..=length]);
        }
        for length in self.number_lengths_at(at) {
            add(rest.get(length), &rest[..length]);
        }
        touches
    }
}

/// How many tokens at the front are the digits of one number.
fn count_digits(tokens: &[Token]) -> usize {
    let digits =
        tokens.iter().enumerate().take_while(|(i, t)| t.character.is_ascii_digit() && (*i == 0 || t.is_joined));
    digits.count()
}

fn square(letter: &Token, digits: &[Token]) -> Option<Square> {
    let number: String = digits.iter().map(|t| t.character).collect();
    let row = number.parse::<u8>().ok().filter(|_| !number.starts_with('0'))?.checked_sub(1)?;
    Some(Square::new(letter.character as u8 - b'a', row))
}

/// Why no square can be read from these tokens.
fn reject_square(rest: &[Token], text: &str, board: Board) -> Rejection {
    let first = &rest[0];
    let letter_first = first.character.is_ascii_lowercase();
    let digits = if letter_first { &rest[1..][..count_digits(&rest[1..])] } else { &rest[..count_digits(rest)] };
    let letter = if letter_first { Some(first) } else { rest.get(digits.len()) };
    if let Some(letter) = letter.filter(|l| l.character.is_ascii_lowercase() && !digits.is_empty()) {
        let number: String = digits.iter().map(|t| t.character).collect();
        let last = board.at(board.len() - 1);
        return common::NO_SUCH_SQUARE.with(&[&format!("{}{number}", letter.character), &last, &text]);
    }
    let word: String =
        rest.iter().enumerate().take_while(|(i, t)| *i == 0 || t.is_joined).map(|(_, t)| t.character).collect();
    common::NOT_A_SQUARE.with(&[&word, &first.column, &text])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rejection::Arg;

    fn read(text: &str, size: u8) -> String {
        touches(text, Board::square_of(size)).map_or_else(|r| r.code.id.to_string(), |t| format_touches(&t))
    }

    #[test]
    fn reads_squares_in_either_order_and_case_with_any_separator() {
        for text in ["c3", "C3", "3c", "3 C", " 3-c ", "c,3", "c/3"] {
            assert_eq!(read(text, 9), "c3");
        }
        assert_eq!(read("1 a - 3 b", 9), "a1 b3");
        assert_eq!(read("a12b", 9), "a1 b2");
        assert_eq!(read("@c2/b1c2", 5), "@ c2 b1 c2");
        assert_eq!(read("a10b12", 25), "a10 b12");
    }

    #[test]
    fn reads_the_longest_turn() {
        let step = "--z255z255z255z255";
        assert_eq!(step.len(), MAX_STEP_CHARS);
        let turn = [step; MAX_TURN_STEPS].join("/");
        let touches = touches(&turn, Board { cols: 26, rows: u8::MAX }).unwrap();
        assert_eq!(touches.len(), 4 * MAX_TURN_STEPS);
    }

    #[test]
    fn rejects_ambiguous_text_with_two_readings() {
        let rejection = touches("a123b", Board::square_of(25)).unwrap_err();
        assert_eq!(rejection.code, common::AMBIGUOUS);
        assert_eq!(rejection.args, ["a123b", "a1 b23", "a12 b3"].map(|a| Arg::Text(a.into())));
        assert_eq!(read("a1 23b", 25), "a1 b23");
        assert_eq!(read("a12 3b", 25), "a12 b3");
        assert_eq!(read("a123b", 11), "no-such-square");
        assert_eq!(read("a112b", 11), "a11 b2");
        // A number between separators is not split.
        assert_eq!(read("a-11-b", 11), "not-a-square");
        assert_eq!(read("a-11-11-b", 11), "a11 b11");
        assert_eq!(read("a1-12b", 25), "a1 b12");
    }

    #[test]
    fn rejects_text_that_is_not_a_square() {
        assert_eq!(read("", 9), "empty-move");
        assert_eq!(read("--", 9), "empty-move");
        assert_eq!(read("j1", 9), "no-such-square");
        assert_eq!(read("a0", 9), "no-such-square");
        assert_eq!(read("a01", 9), "no-such-square");
        assert_eq!(read("c3x", 9), "not-a-square");
        assert_eq!(read("hello", 9), "not-a-square");
        assert_eq!(read("c3!", 9), "bad-character");
        assert_eq!(read("é3", 9), "bad-character");
        assert_eq!(read(&"a".repeat(MAX_MOVE_LENGTH), 25), "not-a-square");
        assert_eq!(read(&"a".repeat(MAX_MOVE_LENGTH + 1), 25), "move-too-long");
        assert_eq!(read(&"a111b".repeat(24), 25), "ambiguous");
        assert_eq!(read(&format!("{}!", "a111b".repeat(19)), 25), "bad-character");
        assert_eq!(read(&format!("{}z", "a111b".repeat(23)), 25), "not-a-square");
    }
}
