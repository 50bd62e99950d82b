//! The position's text: FEN as Fairy-Stockfish writes it for its variant `jesonmor`.

use super::position::{JesonMor, Over, Position};
use super::{FACTS, codes};
use sanban_core::message::{Refusal, common};
use sanban_core::{Bitboard, Game, Seat, fields};

const FIELDS: [&str; 6] = ["rows", "player", "castling", "en passant", "half-move count", "full-move number"];

pub(super) fn parse<B: Bitboard, const SIZE: u32>(
    game: &JesonMor<B, SIZE>,
    text: &str,
) -> Result<Position<B>, Vec<Refusal>> {
    let given = fields::split(text, &FIELDS, 0)?;
    let mut reasons = Vec::new();
    let expected = "N, n or a number of empty squares";
    let cells = fields::rows(given[0], game.board, expected, fields::fen_row("Nn"), &mut reasons);
    let to_move = fields::player(given[1], &["w", "b"], &mut reasons);
    for (name, text) in [(FIELDS[2], given[2]), (FIELDS[3], given[3])] {
        if text != "-" {
            reasons.push(common::BAD_FIELD.with(&[&name, &text, &"-"]));
        }
    }
    let quiet = fields::bounded(FIELDS[4], given[4], 0, u16::MAX.into(), &mut reasons) as u16;
    let number = fields::bounded(FIELDS[5], given[5], 1, u32::MAX, &mut reasons);
    let set = |letter| {
        let squares = cells.iter().enumerate().filter(|(_, c)| **c == Some(letter));
        squares.fold(B::EMPTY, |set, (i, _)| set.with(i))
    };
    let knights = [set('N'), set('n')];
    for (seat, knights) in [Seat::FIRST, Seat::SECOND].into_iter().zip(knights) {
        if knights.count() > u32::from(game.board.cols) {
            let player = FACTS.player_tag(seat);
            reasons.push(codes::TOO_MANY_KNIGHTS.with(&[&player, &knights.count(), &game.board.cols]));
        }
    }
    if reasons.is_empty() && (knights[0] | knights[1]).is_empty() {
        reasons.push(codes::NO_KNIGHTS.with(&[]));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let mut position = Position { knights, key: 0, number, quiet, to_move, over: Over::No };
    position.over = game.over(knights, to_move);
    position.key = game.computed_key(&position);
    Ok(position)
}

pub(super) fn write<B: Bitboard, const SIZE: u32>(game: &JesonMor<B, SIZE>, position: &Position<B>) -> String {
    let letter = |i: usize| {
        let letters = [(position.knights[0], 'N'), (position.knights[1], 'n')];
        letters.into_iter().find(|(set, _)| set.has(i)).map(|(_, letter)| letter)
    };
    let cells: Vec<Option<char>> = (0..game.board.len()).map(letter).collect();
    let player = ["w", "b"][position.to_move.index()];
    format!("{} {player} - - {} {}", fields::fen(game.board, &cells), position.quiet, position.number)
}
