//! Reading the fields of a position's text: what all games' texts have in common.
//!
//! A reader collects every reason against a text instead of stopping at the first.

use crate::message::{Refusal, common};
use crate::square::Board;

/// A plain number without sign: digits alone, small enough to count with.
pub fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Splits a text into its fields. `names` says what the fields are; the last `optional` of them may be absent.
pub fn split<'a>(text: &'a str, names: &[&str], optional: usize) -> Result<Vec<&'a str>, Vec<Refusal>> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let least = names.len() - optional;
    if (least..=names.len()).contains(&fields.len()) {
        return Ok(fields);
    }
    let expected = if optional == 0 { least.to_string() } else { format!("{least} to {}", names.len()) };
    Err(vec![common::FIELD_COUNT.with(&[&expected, &fields.len(), &names.join(", ")])])
}

/// Reads a number from `from` to `to`; a reason and `from` itself if it is none.
pub fn bounded(field: &str, text: &str, from: u32, to: u32, reasons: &mut Vec<Refusal>) -> u32 {
    number(text).filter(|n| (from..=to).contains(n)).unwrap_or_else(|| {
        reasons.push(common::BAD_NUMBER.with(&[&field, &text, &from, &to]));
        from
    })
}

/// Reads the player to move from its letter; a reason and the first player if it is none.
pub fn player(text: &str, letters: &[&str], reasons: &mut Vec<Refusal>) -> crate::Seat {
    let seat = letters.iter().position(|&l| l == text).unwrap_or_else(|| {
        reasons.push(common::BAD_PLAYER.with(&[&text, &letters.join(" or ")]));
        0
    });
    crate::Seat(seat as u8)
}

/// A piece of a row's text: one cell, or a run of empty ones.
pub enum Part<T> {
    /// What stands on one square.
    Cell(T),
    /// So many empty squares.
    Empty(u32),
}

/// Reads the rows of a board from the top, separated by slashes. `read_row` splits a row's text into its parts and
/// names the text it cannot read. The cells come back in the order of the squares' numbers, empty ones as defaults.
pub fn rows<T: Clone + Default>(
    text: &str,
    board: Board,
    expected: &str,
    read_row: impl Fn(&str) -> Result<Vec<Part<T>>, String>,
    reasons: &mut Vec<Refusal>,
) -> Vec<T> {
    let mut cells = vec![T::default(); board.len()];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(board.rows) {
        reasons.push(common::RANK_COUNT.with(&[&board.rows, &rows.len()]));
        return cells;
    }
    for (row, text) in (0..usize::from(board.rows)).rev().zip(rows) {
        let parts = match read_row(text) {
            Ok(parts) => parts,
            Err(bad) => {
                reasons.push(common::BAD_CELL.with(&[&(row + 1), &bad, &expected]));
                continue;
            }
        };
        let mut col: u64 = 0;
        for part in parts {
            match part {
                Part::Cell(cell) => {
                    if col < u64::from(board.cols) {
                        cells[row * usize::from(board.cols) + col as usize] = cell;
                    }
                    col += 1;
                }
                Part::Empty(run) => col += u64::from(run),
            }
        }
        if col != u64::from(board.cols) {
            reasons.push(common::RANK_LENGTH.with(&[&(row + 1), &board.cols, &col]));
        }
    }
    cells
}

/// Reads a row as FEN writes it: a letter for a piece, a number for a run of empty squares.
pub fn fen_row(letters: &str) -> impl Fn(&str) -> Result<Vec<Part<Option<char>>>, String> + '_ {
    move |row| {
        let mut parts = Vec::new();
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let run = number(&rest[..digits]);
            match run {
                Some(run) if run > 0 => parts.push(Part::Empty(run)),
                None if digits == 0 && letters.contains(c) => parts.push(Part::Cell(Some(c))),
                _ => return Err(rest[..digits.max(c.len_utf8())].to_string()),
            }
            rest = &rest[digits.max(c.len_utf8())..];
        }
        Ok(parts)
    }
}

/// Writes cells as FEN does, from the top row down.
pub fn fen(board: Board, cells: &[Option<char>]) -> String {
    let row = |row: &[Option<char>]| {
        let mut text = String::new();
        let mut run = 0;
        for cell in row {
            if let Some(letter) = cell {
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(*letter);
            } else {
                run += 1;
            }
        }
        if run > 0 { text + &run.to_string() } else { text }
    };
    cells.chunks(usize::from(board.cols)).rev().map(row).collect::<Vec<_>>().join("/")
}
