//! Reads and writes positions: FEN as Fairy-Stockfish writes it for its variant `jesonmor`.

use super::game::JesonMor;
use super::position::Position;
use super::{INFO, codes};
use sanban_core::rejection::{MessageKey, Rejection, common};
use sanban_core::{Bitboard, BitboardExt, Game, Scene, Seat, position_text};

pub(super) fn parse<B: Bitboard, const SIZE: u32, const LEAVE: bool>(
    game: &JesonMor<B, SIZE, LEAVE>,
    text: &str,
) -> Result<Position<B>, Vec<Rejection>> {
    let fields = position_text::split(text, 6..=6)?;
    let mut reasons = Vec::new();
    let knights: Option<[B; 2]> = position_text::sets(fields[0], game.board, INFO.palette, &mut reasons);
    let to_move = position_text::player(fields[1], &INFO, &mut reasons);
    for (field, text) in [("field-castling", fields[2]), ("field-en-passant", fields[3])] {
        if text != "-" {
            reasons.push(common::BAD_FIELD.with(&[&MessageKey(field), &text, &"-"]));
        }
    }
    let quiet = position_text::bounded("field-quiet", fields[4], 0, u16::MAX.into(), &mut reasons);
    let number = position_text::bounded("field-number", fields[5], 1, u32::MAX, &mut reasons);
    if let Some(knights) = knights {
        for (seat, knights) in [Seat::FIRST, Seat::SECOND].into_iter().zip(knights) {
            if knights.count() > u32::from(game.board.cols) {
                let player = MessageKey(INFO.players[seat.index()]);
                reasons.push(codes::TOO_MANY_KNIGHTS.with(&[&player, &knights.count(), &game.board.cols]));
            }
        }
        if (knights[0] | knights[1]).is_empty() {
            reasons.push(codes::NO_KNIGHTS.with(&[]));
        }
    }
    match (knights, to_move, quiet, number) {
        (Some(knights), Some(to_move), Some(quiet), Some(number)) if reasons.is_empty() => {
            let ending = game.ending(knights, to_move);
            let mut position = Position { knights, key: 0, number, quiet: quiet as u16, to_move, ending };
            position.key = game.computed_key(&position);
            Ok(position)
        }
        _ => Err(reasons),
    }
}

pub(super) fn write(scene: &Scene, quiet: u16, number: u32) -> String {
    format!("{} - - {quiet} {number}", position_text::write(scene, &INFO))
}
