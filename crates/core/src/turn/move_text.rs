//! What a person types as a move, turned into touches.
//!
//! Letter and number of a square come in either order and case; spaces, dashes, commas and slashes only separate.

use crate::progress::Touch;
use crate::rejection::{Rejection, common};
use crate::square::{Board, Square};
use std::ops::RangeInclusive;

/// No move of any game is longer than this, however it is typed.
pub const MAX_MOVE_LENGTH: usize = 120;

/// A letter, a digit or a mark, and where it stood.
#[derive(Clone, Copy)]
struct Token {
    character: char,
    /// Its place in the text, counted in characters from 1.
    place: usize,
    /// Whether it follows the one before without anything in between.
    joined: bool,
    /// Whether it is one of some digits that stand tight between two letters, of which each may take some.
    divisible: bool,
}

/// Reads a text as a list of touches on this board. More than one reading is refused with two of them named.
pub fn touches(text: &str, board: Board) -> Result<Vec<Touch>, Rejection> {
    if text.chars().count() > MAX_MOVE_LENGTH {
        return Err(common::MOVE_TOO_LONG.with(&[&MAX_MOVE_LENGTH]));
    }
    let mut tokens: Vec<Token> = Vec::new();
    let mut joined = false;
    for (place, character) in text.chars().enumerate().map(|(i, c)| (i + 1, c.to_ascii_lowercase())) {
        match character {
            '-' | ',' | '/' => joined = false,
            c if c.is_whitespace() => joined = false,
            'a'..='z' | '0'..='9' | '@' => {
                tokens.push(Token { character, place, joined, divisible: false });
                joined = true;
            }
            _ => return Err(common::BAD_CHARACTER.with(&[&character, &place, &text])),
        }
    }
    if tokens.is_empty() {
        return Err(common::EMPTY_MOVE.with(&[]));
    }
    let mut at = 0;
    while at < tokens.len() {
        let end = at + digits_of(&tokens[at..]).max(1);
        let is_tight = |letter: Option<&Token>| letter.is_some_and(|t| t.character.is_ascii_lowercase());
        let before = tokens[at].joined && is_tight(at.checked_sub(1).map(|i| &tokens[i]));
        let divisible = before && is_tight(tokens.get(end).filter(|t| t.joined));
        tokens[at..end].iter_mut().for_each(|t| t.divisible = divisible);
        at = end;
    }
    let mut reader = Reader { tokens: &tokens, board, dead: vec![false; tokens.len() + 1], furthest: 0, found: vec![] };
    reader.read(0, &mut Vec::new());
    let furthest = reader.furthest;
    let mut found = reader.found.into_iter();
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (Some(one), Some(other)) => Err(common::AMBIGUOUS.with(&[&text, &spelled(&one), &spelled(&other)])),
        (None, _) => Err(why_no_square(&tokens[furthest..], text, board)),
    }
}

/// Touches as a person would type them, unmistakably: `a12 b3`.
pub fn spelled(touches: &[Touch]) -> String {
    touches.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(" ")
}

struct Reader<'a> {
    tokens: &'a [Token],
    board: Board,
    /// Where no reading goes on to the end, so that a long text is not tried again and again.
    dead: Vec<bool>,
    furthest: usize,
    found: Vec<Vec<Touch>>,
}

impl Reader<'_> {
    fn read(&mut self, at: usize, sofar: &mut Vec<Touch>) {
        self.furthest = self.furthest.max(at);
        if at == self.tokens.len() {
            self.found.push(sofar.clone());
            return;
        }
        let found_before = self.found.len();
        for (touch, length) in self.touches_at(at) {
            if self.found.len() < 2 && !self.dead[at + length] {
                sofar.push(touch);
                self.read(at + length, sofar);
                sofar.pop();
            }
        }
        if self.found.len() == found_before {
            self.dead[at] = true;
        }
    }

    /// How many of the digits from a token on may be one number: all of them, or fewer where they may be divided.
    fn numbers_at(&self, at: usize) -> RangeInclusive<usize> {
        let digits = digits_of(&self.tokens[at..]);
        let divisible = self.tokens.get(at).is_some_and(|t| t.divisible);
        if divisible { 1..=digits } else { digits.max(1)..=digits }
    }

    /// The touches that may begin at a token, with how many tokens they take.
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
        for length in self.numbers_at(at + 1) {
            add(rest.first(), &rest[1..=length]);
        }
        for length in self.numbers_at(at) {
            add(rest.get(length), &rest[..length]);
        }
        touches
    }
}

/// How many tokens at the front are the digits of one number.
fn digits_of(tokens: &[Token]) -> usize {
    let digits = tokens.iter().enumerate().take_while(|(i, t)| t.character.is_ascii_digit() && (*i == 0 || t.joined));
    digits.count()
}

fn square(letter: &Token, digits: &[Token]) -> Option<Square> {
    let number: String = digits.iter().map(|t| t.character).collect();
    let row = number.parse::<u8>().ok().filter(|_| !number.starts_with('0'))?.checked_sub(1)?;
    Some(Square::new(letter.character as u8 - b'a', row))
}

/// Why no square can be read where reading got stuck.
fn why_no_square(rest: &[Token], text: &str, board: Board) -> Rejection {
    let first = &rest[0];
    let letter_first = first.character.is_ascii_lowercase();
    let digits = if letter_first { &rest[1..][..digits_of(&rest[1..])] } else { &rest[..digits_of(rest)] };
    let letter = if letter_first { Some(first) } else { rest.get(digits.len()) };
    if let Some(letter) = letter.filter(|l| l.character.is_ascii_lowercase() && !digits.is_empty()) {
        let number: String = digits.iter().map(|t| t.character).collect();
        let last = board.at(board.len() - 1);
        return common::NO_SUCH_SQUARE.with(&[&format!("{}{number}", letter.character), &last, &text]);
    }
    let word: String =
        rest.iter().enumerate().take_while(|(i, t)| *i == 0 || t.joined).map(|(_, t)| t.character).collect();
    common::NOT_A_SQUARE.with(&[&word, &first.place, &text])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rejection::Arg;

    fn read(text: &str, size: u8) -> String {
        touches(text, Board::square_of(size)).map_or_else(|r| r.code.id.to_string(), |t| spelled(&t))
    }

    #[test]
    fn squares_come_in_either_order_and_case_with_any_separator() {
        for text in ["c3", "C3", "3c", "3 C", " 3-c ", "c,3", "c/3"] {
            assert_eq!(read(text, 9), "c3");
        }
        assert_eq!(read("1 a - 3 b", 9), "a1 b3");
        assert_eq!(read("a12b", 9), "a1 b2");
        assert_eq!(read("@c2/b1c2", 5), "@ c2 b1 c2");
        assert_eq!(read("a10b12", 25), "a10 b12");
    }

    #[test]
    fn a_reading_that_is_not_unique_is_refused_with_both_named() {
        let rejection = touches("a123b", Board::square_of(25)).unwrap_err();
        assert_eq!(rejection.code, common::AMBIGUOUS);
        assert_eq!(rejection.args, ["a123b", "a1 b23", "a12 b3"].map(|a| Arg::Text(a.into())));
        assert_eq!(read("a1 23b", 25), "a1 b23");
        assert_eq!(read("a12 3b", 25), "a12 b3");
        assert_eq!(read("a123b", 11), "no-such-square");
        assert_eq!(read("a112b", 11), "a11 b2");
        // A number that was set apart is not split.
        assert_eq!(read("a-11-b", 11), "not-a-square");
        assert_eq!(read("a-11-11-b", 11), "a11 b11");
        assert_eq!(read("a1-12b", 25), "a1 b12");
    }

    #[test]
    fn what_is_no_square_is_named() {
        assert_eq!(read("", 9), "empty-move");
        assert_eq!(read("--", 9), "empty-move");
        assert_eq!(read("j1", 9), "no-such-square");
        assert_eq!(read("a0", 9), "no-such-square");
        assert_eq!(read("a01", 9), "no-such-square");
        assert_eq!(read("c3x", 9), "not-a-square");
        assert_eq!(read("hello", 9), "not-a-square");
        assert_eq!(read("c3!", 9), "bad-character");
        assert_eq!(read("é3", 9), "bad-character");
        assert_eq!(read(&"a11b".repeat(40), 25), "move-too-long");
        assert_eq!(read(&"a111b".repeat(24), 25), "ambiguous");
        assert_eq!(read(&format!("{}!", "a111b".repeat(19)), 25), "bad-character");
        assert_eq!(read(&format!("{}z", "a111b".repeat(23)), 25), "not-a-square");
    }
}
