//! The position's text: FEN as Fairy-Stockfish writes it for its variant `jesonmor`.

use super::position::{JesonMor, Position};
use super::{FACTS, codes};
use sanban_core::message::{Key, Refusal, common};
use sanban_core::{Bitboard, Game, Scene, Seat, fields};

pub(super) fn parse<B: Bitboard, const SIZE: u32, const LEAVE: bool>(
    game: &JesonMor<B, SIZE, LEAVE>,
    text: &str,
) -> Result<Position<B>, Vec<Refusal>> {
    let given = fields::split(text, 6..=6)?;
    let mut reasons = Vec::new();
    let cells = fields::rows(given[0], game.board, fields::fen_row("Nn"), &mut reasons);
    let to_move = fields::player(given[1], &["w", "b"], &mut reasons);
    for (field, text) in [("field.castling", given[2]), ("field.en-passant", given[3])] {
        if text != "-" {
            reasons.push(common::BAD_FIELD.with(&[&Key(field), &text, &"-"]));
        }
    }
    let quiet = fields::bounded("field.quiet", given[4], 0, u16::MAX.into(), &mut reasons);
    let number = fields::bounded("field.number", given[5], 1, u32::MAX, &mut reasons);
    let knights: Option<[B; 2]> = cells.map(|cells| ['N', 'n'].map(|letter| fields::letters(&cells, letter)));
    if let Some(knights) = knights {
        for (seat, knights) in [Seat::FIRST, Seat::SECOND].into_iter().zip(knights) {
            if knights.count() > u32::from(game.board.cols) {
                let player = Key(FACTS.players[seat.index()]);
                reasons.push(codes::TOO_MANY_KNIGHTS.with(&[&player, &knights.count(), &game.board.cols]));
            }
        }
        if (knights[0] | knights[1]).is_empty() {
            reasons.push(codes::NO_KNIGHTS.with(&[]));
        }
    }
    match (knights, to_move, quiet, number) {
        (Some(knights), Some(to_move), Some(quiet), Some(number)) if reasons.is_empty() => {
            let over = game.over(knights, to_move);
            let mut position = Position { knights, key: 0, number, quiet: quiet as u16, to_move, over };
            position.key = game.computed_key(&position);
            Ok(position)
        }
        _ => Err(reasons),
    }
}

pub(super) fn write(scene: &Scene, quiet: u16, number: u32) -> String {
    let player = ["w", "b"][scene.to_move.index()];
    format!("{} {player} - - {quiet} {number}", fields::fen(scene, FACTS.palette, "Nn"))
}
