//! The position's text.

use super::position::{JinLi, Phase, Position};
use super::{FACTS, codes};
use sanban_core::message::{Refusal, common};
use sanban_core::{Bitboard, Game, Seat, fields};

const FIELDS: [&str; 8] =
    ["rows", "player", "Yellow's stones", "Red's stones", "Yellow's score", "Red's score", "turn", "lift"];

pub(super) fn parse<B: Bitboard>(game: &JinLi<B>, text: &str) -> Result<Position<B>, Vec<Refusal>> {
    let given = fields::split(text, &FIELDS, 1)?;
    let mut reasons = Vec::new();
    let expected = "y, r, o or a number of empty squares";
    let cells = fields::rows(given[0], game.board, expected, fields::fen_row("yro"), &mut reasons);
    let to_move = fields::player(given[1], &["y", "r"], &mut reasons);
    let all_stones = 2 * u32::from(game.stones);
    let mut number = |at: usize, from, to| fields::bounded(FIELDS[at], given[at], from, to, &mut reasons);
    let supply = [number(2, 0, all_stones) as u8, number(3, 0, all_stones) as u8];
    let score = [number(4, 0, u16::MAX.into()) as u16, number(5, 0, u16::MAX.into()) as u16];
    let turn = number(6, 1, u32::MAX);

    let set = |letter| {
        let squares = cells.iter().enumerate().filter(|(_, c)| **c == Some(letter));
        squares.fold(B::EMPTY, |set, (i, _)| set.with(i))
    };
    let (koi, stones) = ([set('y'), set('r')], set('o'));
    // Counts say something only of a board that could be read.
    if reasons.is_empty() {
        for (seat, koi) in [Seat::FIRST, Seat::SECOND].into_iter().zip(koi) {
            if koi.count() != 2 {
                reasons.push(codes::KOI_COUNT.with(&[&FACTS.player_tag(seat), &koi.count()]));
            }
        }
        let count = stones.count() + u32::from(supply[0]) + u32::from(supply[1]);
        if count > all_stones {
            reasons.push(codes::TOO_MANY_STONES.with(&[&count, &all_stones]));
        }
    }
    let owes = given.get(7).is_some();
    if let Some(lift) = given.get(7) {
        let other = to_move.other();
        if *lift != "lift" {
            reasons.push(common::BAD_FIELD.with(&[&FIELDS[7], lift, &"lift, or absent"]));
        }
        if !game.gift {
            reasons.push(codes::LIFT_OFF.with(&[]));
        }
        if stones.is_empty() {
            reasons.push(codes::LIFT_NO_STONE.with(&[]));
        }
        if supply[other.index()] > 0 {
            reasons.push(codes::LIFT_SUPPLY.with(&[&FACTS.player_tag(other)]));
        }
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let mut position = Position { koi, stones, key: 0, turn, score, supply, to_move, owes, phase: Phase::Start };
    position.key = game.computed_key(&position);
    Ok(position)
}

pub(super) fn write<B: Bitboard>(game: &JinLi<B>, position: &Position<B>) -> String {
    let letter = |i: usize| {
        let letters = [(position.koi[0], 'y'), (position.koi[1], 'r'), (position.stones, 'o')];
        letters.into_iter().find(|(set, _)| set.has(i)).map(|(_, letter)| letter)
    };
    let cells: Vec<Option<char>> = (0..game.board.len()).map(letter).collect();
    let player = ["y", "r"][position.to_move.index()];
    let ([yellow, red], [yellow_score, red_score]) = (position.supply, position.score);
    let lift = if position.owes { " lift" } else { "" };
    let rows = fields::fen(game.board, &cells);
    format!("{rows} {player} {yellow} {red} {yellow_score} {red_score} {}{lift}", position.turn)
}
