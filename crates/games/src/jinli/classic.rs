//! The classic players.

use super::game::JinLi;
use super::position::{Phase, Position, Step};
use rand::{Rng, RngExt};
use sanban_core::{Bitboard, BitboardExt, Game, GameExt, Seat, Turn};

pub(super) fn choose<B: Bitboard, const GIFTS: bool>(
    game: &JinLi<B, GIFTS>,
    player: &str,
    position: &Position<B>,
    rng: &mut dyn Rng,
) -> Turn<Step> {
    if player == "random" {
        return game.random_turn(position, rng);
    }
    let mut turn = Turn::new();
    let mut at = *position;
    while at.to_move == position.to_move && (turn.is_empty() || at.phase != Phase::Start) {
        let mut steps = Vec::new();
        game.for_each_step(&at, |step| steps.push(step));
        let step = match at.phase {
            Phase::Drop => {
                let mut replies = Vec::new();
                game.for_each_koi_move(&at, at.to_move.other(), |step| replies.push(step));
                match pick_best(game, &at, &replies, rng) {
                    Some(Step::Swim(_, to) | Step::Jump(_, to)) => Step::Drop(to),
                    _ => pick(&steps, rng),
                }
            }
            Phase::Start | Phase::Lifted => match steps[0] {
                Step::Swim(..) | Step::Jump(..) => pick_best(game, &at, &steps, rng).expect("a koi move"),
                _ => pick(&steps, rng),
            },
        };
        turn.push(step);
        at = game.play(&at, step);
    }
    turn
}

fn pick(steps: &[Step], rng: &mut dyn Rng) -> Step {
    steps[rng.random_range(..steps.len())]
}

/// A random one of the swims and jumps that score most.
fn pick_best<B: Bitboard, const GIFTS: bool>(
    game: &JinLi<B, GIFTS>,
    at: &Position<B>,
    koi_moves: &[Step],
    rng: &mut dyn Rng,
) -> Option<Step> {
    let best = koi_moves.iter().map(|&step| score(game, at, step)).max()?;
    let best_moves: Vec<Step> = koi_moves.iter().copied().filter(|&step| score(game, at, step) == best).collect();
    Some(pick(&best_moves, rng))
}

fn score<B: Bitboard, const GIFTS: bool>(game: &JinLi<B, GIFTS>, at: &Position<B>, step: Step) -> u16 {
    match step {
        Step::Swim(from, to) | Step::Jump(from, to) => game.points(at, from, to),
        _ => 0,
    }
}

/// The most points that a player could score if it were to move; 0 if it could not move.
pub(super) fn value<B: Bitboard, const GIFTS: bool>(game: &JinLi<B, GIFTS>, position: &Position<B>, seat: Seat) -> u16 {
    let mut best = 0;
    let mut consider =
        |at: &Position<B>| game.for_each_koi_move(at, seat, |step| best = best.max(score(game, at, step)));
    if seat == position.to_move && position.owes {
        position.stones.squares().for_each(|stone| consider(&game.play(position, Step::Lift(stone as u8))));
    } else {
        consider(position);
    }
    best
}
