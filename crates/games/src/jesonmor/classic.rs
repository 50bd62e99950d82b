//! The classic players.

use super::game::JesonMor;
use super::position::{Position, Step};
use rand::Rng;
use sanban_core::{Bitboard, BitboardExt, GameExt, Seat, Turn};

pub(super) fn choose<B: Bitboard, const SIZE: u32, const LEAVE: bool>(
    game: &JesonMor<B, SIZE, LEAVE>,
    player: &str,
    position: &Position<B>,
    rng: &mut dyn Rng,
) -> Turn<Step> {
    if player == "random" {
        return game.random_turn(position, rng);
    }
    let moves: Vec<Turn<Step>> = game.moves(position).into_iter().map(|(_, turn)| turn).collect();
    let me = position.to_move;
    let wins = |turn: &&Turn<Step>| {
        game.position_outcome(&game.position_after(position, turn)).is_some_and(|o| o.winner == Some(me))
    };
    let best = moves.iter().find(wins);
    // `min_by_key` returns the first of equal moves, which is the first in byte order.
    let best = best.or_else(|| moves.iter().min_by_key(|turn| value(game, &game.position_after(position, turn), me)));
    best.expect("a legal move").clone()
}

/// The value that `greedy` minimises.
pub(super) fn value<B: Bitboard, const SIZE: u32, const LEAVE: bool>(
    game: &JesonMor<B, SIZE, LEAVE>,
    position: &Position<B>,
    seat: Seat,
) -> i64 {
    let [own, other] = [position.knights[seat.index()], position.knights[seat.other().index()]];
    let near = game.reach[game.centre];
    let count = |set: B| i64::from(set.count());
    let attacked: i64 = own.squares().map(|s| count(game.reach[s] & other)).sum();
    let mut value =
        100 * (count(other) - count(own)) + 500 * (count(other & near) - count(own & near)) + 500 * attacked;
    if other.has(game.centre) {
        value += 100_000;
    }
    if own.has(game.centre) {
        value += if count(own & near) >= count(other & near) { -100_000 } else { 100_000 };
    }
    value
}
