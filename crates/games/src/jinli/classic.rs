//! The classic players.

use super::game::JinLi;
use super::position::{Phase, Position, Step};
use rand::{Rng, RngExt};
use sanban_core::{Bitboard, Game, GameExt, Seat, Turn};

pub(super) fn choose<B: Bitboard, const GIFTS: bool>(
    game: &JinLi<B, GIFTS>,
    player: &str,
    position: &Position<B>,
    rng: &mut dyn Rng,
) -> Turn<Step> {
    if player == "random" {
        let moves = game.moves(position);
        return moves[rng.random_range(..moves.len())].1.clone();
    }
    let mut turn = Turn::new();
    let mut at = *position;
    while at.to_move == position.to_move && (turn.is_empty() || at.phase != Phase::Start) {
        let mut steps = Vec::new();
        game.for_each_step(&at, |step| steps.push(step));
        let step = match at.phase {
            Phase::Drop => {
                let mut replies = Vec::new();
                game.for_each_way(&at, at.to_move.other(), |step| replies.push(step));
                match pick_best(game, &at, &replies, rng) {
                    Some(Step::Swim(_, to) | Step::Jump(_, to)) => Step::Drop(to),
                    _ => pick(&steps, rng),
                }
            }
            Phase::Start | Phase::Lifted => match steps[0] {
                Step::Swim(..) | Step::Jump(..) => pick_best(game, &at, &steps, rng).expect("a way to go"),
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

/// One of the swims and jumps that score most.
fn pick_best<B: Bitboard, const GIFTS: bool>(
    game: &JinLi<B, GIFTS>,
    at: &Position<B>,
    ways: &[Step],
    rng: &mut dyn Rng,
) -> Option<Step> {
    let best = ways.iter().map(|&way| score(game, at, way)).max()?;
    let ways: Vec<Step> = ways.iter().copied().filter(|&way| score(game, at, way) == best).collect();
    Some(pick(&ways, rng))
}

fn score<B: Bitboard, const GIFTS: bool>(game: &JinLi<B, GIFTS>, at: &Position<B>, way: Step) -> u16 {
    match way {
        Step::Swim(from, to) | Step::Jump(from, to) => game.points(at, from, to),
        _ => 0,
    }
}

/// The best score that a player could make if it were to move, nothing if it could not move at all.
pub(super) fn value<B: Bitboard, const GIFTS: bool>(game: &JinLi<B, GIFTS>, position: &Position<B>, seat: Seat) -> u16 {
    let mut best = 0;
    let mut look = |at: &Position<B>| game.for_each_way(at, seat, |way| best = best.max(score(game, at, way)));
    if seat == position.to_move && position.owes {
        position.stones.squares().for_each(|stone| look(&game.play(position, Step::Lift(stone as u8))));
    } else {
        look(position);
    }
    best
}
