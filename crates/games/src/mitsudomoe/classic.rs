//! The classic players.

use super::game::Mitsudomoe;
use super::position::{Position, Step};
use rand::{Rng, RngExt};
use sanban_core::{Bitboard, BitboardExt, Game, GameExt, Square, Turn};
use std::cmp::Reverse;

/// The value that `easy`, `medium` and `hard` maximise: how far a player's balls are from its corner, with a bonus for balls on
/// goal squares.
pub(super) fn progress_value<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    position: &Position<B, N>,
    seat: usize,
) -> i32 {
    let last = i32::from(game.board.cols) - 1;
    let distance = |square: Square| {
        let from_a1 = i32::from(square.col) + i32::from(square.row);
        if seat == 0 { from_a1 } else { 2 * last - from_a1 }
    };
    let on_goal = (position.balls[seat] & game.goal(seat)).count() as i32;
    position.balls[seat].squares().map(|s| distance(game.board.at(s))).sum::<i32>() + 20 * on_goal
}

/// The value that `smart` minimises, without its noise.
pub(super) fn smart_value<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    position: &Position<B, N>,
    seat: usize,
) -> f64 {
    let term = |seat: usize| {
        if position.all_balls().covers(game.home[seat]) {
            return 9998.0;
        }
        if position.balls[seat] == game.goal(seat) {
            return -9998.0;
        }
        let distance = |a: Square, b: Square| f64::from(a.col.abs_diff(b.col)).hypot(f64::from(a.row.abs_diff(b.row)));
        let goals = || game.goal(seat).squares().map(|s| game.board.at(s));
        let mean = |ball: usize| goals().map(|goal| distance(game.board.at(ball), goal)).sum::<f64>() / 3.0;
        position.balls[seat].squares().map(mean).sum()
    };
    term(seat) + 0.5 * term(seat ^ 1)
}

pub(super) fn choose<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    player: &str,
    position: &Position<B, N>,
    rng: &mut dyn Rng,
) -> Turn<Step> {
    let me = position.to_move;
    let turns: Vec<Turn<Step>> = game.moves(position).into_iter().map(|(_, turn)| turn).collect();
    match player {
        "random" => {
            // Filling its own home is the only way for the player who moves to lose at once.
            let loses = |turn: &Turn<Step>| {
                game.immediate_outcome(&game.position_after(position, turn))
                    .is_some_and(|o| o.reason == super::game::HOME_FULL)
            };
            let safe: Vec<&Turn<Step>> = turns.iter().filter(|turn| !loses(turn)).collect();
            let turns = if safe.is_empty() { turns.iter().collect() } else { safe };
            turns[rng.random_range(..turns.len())].clone()
        }
        "smart" => {
            let value = |turn: &Turn<Step>| smart_value(game, &game.position_after(position, turn), me.index());
            let rated = turns.iter().map(|turn| (value(turn) + rng.random_range(-0.25..0.25), turn));
            rated.min_by(|a, b| a.0.total_cmp(&b.0)).expect("a legal turn").1.clone()
        }
        level => ProgressPlayer { game, position }.choose(level, &turns),
    }
}

/// The players `easy`, `medium` and `hard`.
struct ProgressPlayer<'a, B, const N: usize, const OFFICIAL: bool> {
    game: &'a Mitsudomoe<B, N, OFFICIAL>,
    position: &'a Position<B, N>,
}

/// Turns that share their ring step, or their ring step and ball step.
type Group<'a> = &'a [Turn<Step>];

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> ProgressPlayer<'_, B, N, OFFICIAL> {
    fn choose(&self, level: &str, turns: &[Turn<Step>]) -> Turn<Step> {
        let turns = preferred(turns);
        let rings: Vec<Group> = turns.chunk_by(|a, b| ring_of(a) == ring_of(b)).collect();
        let easy_ring = level != "hard";
        let ring = first_best(&rings, |ring| self.value(self.ball_group(ring, easy_ring)));
        let ball = self.ball_group(rings[ring], level == "easy");
        let them = self.position.to_move.other().index();
        let worst = first_best(ball, |turn| {
            Reverse(progress_value(self.game, &self.game.position_after(self.position, turn), them))
        });
        ball[best_or_previous(worst, level == "easy")].clone()
    }

    /// The turns with the best ball step after a ring step, or for `easy` with the ball step before it in the list.
    fn ball_group<'t>(&self, ring: Group<'t>, easy: bool) -> Group<'t> {
        let balls: Vec<Group> = ring.chunk_by(|a, b| ball_of(a) == ball_of(b)).collect();
        balls[best_or_previous(first_best(&balls, |ball| self.value(ball)), easy)]
    }

    /// The player's own value after a ball step. Relocations don't change it.
    fn value(&self, ball: Group) -> i32 {
        progress_value(self.game, &self.game.position_after(self.position, &ball[0]), self.position.to_move.index())
    }
}

/// The index of the best choice, or for `easy` the one before it.
fn best_or_previous(best: usize, easy: bool) -> usize {
    if easy { best.saturating_sub(1) } else { best }
}

/// The index of the first among the best.
fn first_best<T, V: Ord>(list: &[T], value: impl Fn(&T) -> V) -> usize {
    (0..list.len()).min_by_key(|&i| Reverse(value(&list[i]))).expect("a choice")
}

fn ring_of(turn: &Turn<Step>) -> Option<Step> {
    turn.iter().copied().find(|s| matches!(s, Step::Place(_) | Step::Ring(..)))
}

fn ball_of(turn: &Turn<Step>) -> Option<Step> {
    turn.iter().copied().find(|s| matches!(s, Step::Ball(..)))
}

/// The turns with a ring and a ball step, or else those with a ball step, or else all.
fn preferred(turns: &[Turn<Step>]) -> Vec<Turn<Step>> {
    let kinds: [fn(&Turn<Step>) -> bool; 3] =
        [|t| ring_of(t).is_some() && ball_of(t).is_some(), |t| ball_of(t).is_some(), |_| true];
    let of_kind = |kind: &fn(&Turn<Step>) -> bool| turns.iter().filter(|t| kind(t)).cloned().collect::<Vec<_>>();
    kinds.iter().map(of_kind).find(|turns| !turns.is_empty()).unwrap_or_default()
}
