//! Reads and writes the fields that the position texts of all games share.
//!
//! A reader collects every reason to reject a text instead of stopping at the first.

use crate::bitboard::{Bitboard, BitboardExt};
use crate::info::GameInfo;
use crate::outcome::Seat;
use crate::rejection::{MessageKey, Rejection, common};
use crate::scene::{Cell, Piece, Scene};
use crate::square::Board;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a number of digits alone, without a sign.
pub fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Splits a text into its fields and checks their number. The game's message `fields` names them.
pub fn split(text: &str, counts: RangeInclusive<usize>) -> Result<Vec<&str>, Vec<Rejection>> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    if counts.contains(&fields.len()) {
        return Ok(fields);
    }
    Err(vec![common::FIELD_COUNT.with(&[&MessageKey("fields"), &fields.len()])])
}

/// Reads a number from `from` to `to`, or adds a reason. `field` is the key of the message that names the field.
pub fn bounded(field: &str, text: &str, from: u32, to: u32, reasons: &mut Vec<Rejection>) -> Option<u32> {
    let read = number(text).filter(|n| (from..=to).contains(n));
    if read.is_none() {
        reasons.push(common::BAD_NUMBER.with(&[&MessageKey(field), &text, &from, &to]));
    }
    read
}

/// Reads the letter of the player to move, or adds a reason.
pub fn player(text: &str, info: &GameInfo, reasons: &mut Vec<Rejection>) -> Option<Seat> {
    let letters: Vec<&str> = (0..info.players.len()).map(|seat| info.player_letter(Seat(seat as u8))).collect();
    let seat = letters.iter().position(|&letter| letter == text);
    if seat.is_none() {
        reasons.push(common::BAD_PLAYER.with(&[&text, &letters.join(", ")]));
    }
    seat.map(|seat| Seat(seat as u8))
}

/// A part of a row's text: one cell, or a run of empty cells.
pub enum Part<T> {
    /// The content of one cell.
    Cell(T),
    /// A run of this many empty cells.
    Empty(u32),
}

/// Reads the rows of a board from the top, separated by slashes, or adds reasons. `read_row` splits a row's text into parts, or
/// returns the text that it can't read; the game's message `cells` says what is allowed. Returns the cells in order of the
/// squares' numbers, with defaults for empty ones.
pub fn rows<T: Clone + Default>(
    text: &str,
    board: Board,
    read_row: impl Fn(&str) -> Result<Vec<Part<T>>, String>,
    reasons: &mut Vec<Rejection>,
) -> Option<Vec<T>> {
    let mut cells = vec![T::default(); board.len()];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(board.rows) {
        reasons.push(common::RANK_COUNT.with(&[&board.rows, &rows.len()]));
        return None;
    }
    let before = reasons.len();
    for (row, text) in (0..usize::from(board.rows)).rev().zip(rows) {
        let parts = match read_row(text) {
            Ok(parts) => parts,
            Err(bad) => {
                reasons.push(common::BAD_CELL.with(&[&(row + 1), &bad.as_str(), &MessageKey("cells")]));
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
    (reasons.len() == before).then_some(cells)
}

/// Reads a board as FEN writes it, or adds reasons: a letter of the palette for a piece, a number for a run of empty squares.
/// Returns the squares of each piece, in the order of the palette, which has `N` pieces.
pub fn sets<B: Bitboard, const N: usize>(
    text: &str,
    board: Board,
    palette: &[(char, Piece)],
    reasons: &mut Vec<Rejection>,
) -> Option<[B; N]> {
    let cells = rows(text, board, |row| fen_row(row, palette), reasons)?;
    let mut sets = [B::EMPTY; N];
    for (square, cell) in cells.into_iter().enumerate() {
        if let Some(piece) = cell {
            sets[piece] = sets[piece].with(square);
        }
    }
    Some(sets)
}

/// Splits a row of FEN into parts: pieces by their index in the palette.
fn fen_row(row: &str, palette: &[(char, Piece)]) -> Result<Vec<Part<Option<usize>>>, String> {
    let mut parts = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let run = number(&rest[..digits]);
        let piece = palette.iter().position(|(letter, _)| *letter == c);
        match run {
            Some(run) if run > 0 => parts.push(Part::Empty(run)),
            None if digits == 0 && piece.is_some() => parts.push(Part::Cell(piece)),
            _ => return Err(rest[..digits.max(c.len_utf8())].to_string()),
        }
        rest = &rest[digits.max(c.len_utf8())..];
    }
    Ok(parts)
}

/// Writes the rows of a scene from the top, separated by slashes.
pub fn write_rows(scene: &Scene, write_row: impl Fn(&[Cell]) -> String) -> String {
    let rows = scene.cells.chunks(usize::from(scene.board.cols)).rev();
    rows.map(write_row).collect::<Vec<_>>().join("/")
}

/// The cells of a row from the left; consecutive empty cells form one run.
pub fn runs(row: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    row.chunk_by(|a, b| a.pieces.is_empty() && b.pieces.is_empty())
}

/// The letter of a piece. A piece outside the palette gets `?`, which no reader accepts.
pub fn letter(palette: &[(char, Piece)], piece: &Piece) -> char {
    palette.iter().find(|(_, p)| p == piece).map_or('?', |(letter, _)| *letter)
}

/// Writes the rows of a scene as FEN does: pieces by their letters, empty squares by their number.
pub fn fen(scene: &Scene, palette: &[(char, Piece)]) -> String {
    write_rows(scene, |row| {
        let run = |run: &[Cell]| match run[0].pieces.last() {
            None => run.len().to_string(),
            Some(piece) => letter(palette, piece).to_string(),
        };
        runs(row).map(run).collect()
    })
}

/// Reads a position of two fields, the rows and the player to move. Returns the squares of each piece, in the order of the
/// palette, and the player.
pub fn read<B: Bitboard, const N: usize>(
    text: &str,
    board: Board,
    info: &GameInfo,
) -> Result<([B; N], Seat), Vec<Rejection>> {
    let fields = split(text, 2..=2)?;
    let mut reasons = Vec::new();
    let sets = sets(fields[0], board, info.palette, &mut reasons);
    let to_move = player(fields[1], info, &mut reasons);
    sets.zip(to_move).ok_or(reasons)
}

/// Writes the position that [`read`] reads.
pub fn write(scene: &Scene, info: &GameInfo) -> String {
    format!("{} {}", fen(scene, info.palette), info.player_letter(scene.to_move))
}

/// Reads a duration: `100ms`, `20s`, `5m`.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let number = u64::from(number(digits)?);
    match &text[digits.len()..] {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_secs(60 * number)),
        _ => None,
    }
    .filter(|time| !time.is_zero())
}
