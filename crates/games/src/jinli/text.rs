//! Reads and writes positions.

use super::game::{JinLi, SCORE, STONES};
use super::position::{Phase, Position};
use super::{INFO, codes};
use sanban_core::rejection::{MessageKey, Rejection, common};
use sanban_core::{Bitboard, BitboardExt, Game, Scene, Seat, position_text};

pub(super) fn parse<B: Bitboard, const GIFTS: bool>(
    game: &JinLi<B, GIFTS>,
    text: &str,
) -> Result<Position<B>, Vec<Rejection>> {
    let fields = position_text::split(text, 7..=8)?;
    let mut reasons = Vec::new();
    let pieces: Option<[B; 3]> = position_text::sets(fields[0], game.board, INFO.palette, &mut reasons);
    let to_move = position_text::player(fields[1], &INFO, &mut reasons);
    let all_stones = game.all_stones();
    let mut number = |field, at: usize, from, to| position_text::bounded(field, fields[at], from, to, &mut reasons);
    let supply = [number("field-yellow-supply", 2, 0, all_stones), number("field-red-supply", 3, 0, all_stones)];
    let max_score = u16::MAX.into();
    let score = [number("field-yellow-score", 4, 0, max_score), number("field-red-score", 5, 0, max_score)];
    let turn = number("field-turn", 6, 1, u32::MAX);

    let (koi, stones) = pieces.map(|[yellow, red, stones]| ([yellow, red], stones)).unzip();
    for (seat, koi) in koi.iter().flat_map(|koi| [Seat::FIRST, Seat::SECOND].into_iter().zip(koi)) {
        if koi.count() != 2 {
            reasons.push(codes::KOI_COUNT.with(&[&MessageKey(INFO.players[seat.index()]), &koi.count()]));
        }
    }
    if let (Some(stones), [Some(yellow), Some(red)]) = (stones, supply) {
        let count = stones.count() + yellow + red;
        if count > all_stones {
            reasons.push(codes::TOO_MANY_STONES.with(&[&count, &all_stones]));
        }
    }
    match fields.get(7) {
        Some(&"lift") => {
            if !game.gift {
                reasons.push(codes::LIFT_OFF.with(&[]));
            }
            if stones.is_some_and(B::is_empty) {
                reasons.push(codes::LIFT_NO_STONE.with(&[]));
            }
            if let Some(other) = to_move.map(Seat::other).filter(|s| supply[s.index()].is_some_and(|n| n > 0)) {
                reasons.push(codes::LIFT_SUPPLY.with(&[&MessageKey(INFO.players[other.index()])]));
            }
        }
        Some(other) => reasons.push(common::BAD_FIELD.with(&[&MessageKey("field-last"), other, &"lift"])),
        None => {}
    }
    match (koi, stones, to_move, supply, score, turn) {
        (Some(koi), Some(stones), Some(to_move), [Some(yellow), Some(red)], [Some(y), Some(r)], Some(turn))
            if reasons.is_empty() =>
        {
            let (supply, score) = ([yellow as u8, red as u8], [y as u16, r as u16]);
            let owes = fields.len() == 8;
            let mut position =
                Position { koi, stones, key: 0, turn, score, supply, to_move, owes, phase: Phase::Start };
            position.key = game.computed_key(&position);
            Ok(position)
        }
        _ => Err(reasons),
    }
}

pub(super) fn write(scene: &Scene, turn: u32) -> String {
    let [yellow, red] = [Seat::FIRST, Seat::SECOND].map(|seat| scene.count(seat, STONES));
    let [yellow_score, red_score] = [Seat::FIRST, Seat::SECOND].map(|seat| scene.count(seat, SCORE));
    let lift = if scene.notice.is_some() { " lift" } else { "" };
    let board = position_text::write(scene, &INFO);
    format!("{board} {yellow} {red} {yellow_score} {red_score} {turn}{lift}")
}
