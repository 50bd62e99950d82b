//! The position's text.

use super::position::{BALLS, Mitsudomoe, Position, RINGS};
use super::{FACTS, codes};
use sanban_core::fields::{self, Part};
use sanban_core::message::Refusal;
use sanban_core::{Bitboard, Game, Seat};

const FIELDS: [&str; 5] = ["rows", "player", "White's supply", "Black's supply", "turn"];

/// What stands on a square, whether it can be or not.
#[derive(Clone, Default)]
struct Stack {
    rings: Vec<Seat>,
    ball: Option<Seat>,
}

pub(super) fn parse<B: Bitboard, const N: usize>(
    game: &Mitsudomoe<B, N>,
    text: &str,
) -> Result<Position<B, N>, Vec<Refusal>> {
    let given = fields::split(text, &FIELDS, 0)?;
    let mut reasons = Vec::new();
    let expected = "x, a run such as x3, or a stack such as wbW";
    let cells = fields::rows(given[0], game.board, expected, read_row, &mut reasons);
    let mut position = Position::empty();
    position.to_move = fields::player(given[1], &["w", "b"], &mut reasons);
    for (seat, at) in [2, 3].into_iter().enumerate() {
        position.supply[seat] = fields::bounded(FIELDS[at], given[at], 0, RINGS.into(), &mut reasons) as u8;
    }
    position.turn = fields::bounded(FIELDS[4], given[4], 1, u32::MAX, &mut reasons);
    // Counts say something only of a board that could be read.
    if reasons.is_empty() {
        check(game, &position, &cells, &mut reasons);
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    for (square, stack) in cells.iter().enumerate() {
        stack.rings.iter().for_each(|ring| position.put_ring(ring.index(), square));
        if let Some(ball) = stack.ball {
            position.balls[ball.index()] = position.balls[ball.index()].with(square);
        }
    }
    position.key = game.computed_key(&position);
    Ok(position)
}

fn check<B: Bitboard, const N: usize>(
    game: &Mitsudomoe<B, N>,
    position: &Position<B, N>,
    cells: &[Stack],
    reasons: &mut Vec<Refusal>,
) {
    for seat in [Seat::FIRST, Seat::SECOND] {
        let player = FACTS.player_tag(seat);
        let balls = cells.iter().filter(|c| c.ball == Some(seat)).count();
        if balls != BALLS as usize {
            reasons.push(codes::BALL_COUNT.with(&[&player, &balls]));
        }
        let on_board = cells.iter().flat_map(|c| &c.rings).filter(|&&r| r == seat).count();
        let rings = on_board + usize::from(position.supply[seat.index()]);
        if rings != usize::from(RINGS) {
            reasons.push(codes::RING_COUNT.with(&[&player, &rings]));
        }
    }
    for (square, stack) in cells.iter().enumerate() {
        if stack.ball.is_some() && stack.ball != stack.rings.last().copied() {
            reasons.push(codes::BALL_OFF_RING.with(&[&game.board.at(square)]));
        }
    }
}

fn read_row(row: &str) -> Result<Vec<Part<Stack>>, String> {
    row.split(',').map(|cell| read_cell(cell).ok_or_else(|| cell.to_string())).collect()
}

fn read_cell(cell: &str) -> Option<Part<Stack>> {
    if let Some(run) = cell.strip_prefix('x') {
        let run = if run.is_empty() { Some(1) } else { fields::number(run) };
        return run.filter(|&run| run > 0).map(Part::Empty);
    }
    let seat_of = |letter: u8| match letter.to_ascii_lowercase() {
        b'w' => Some(Seat::FIRST),
        b'b' => Some(Seat::SECOND),
        _ => None,
    };
    let (rings, ball) = match cell.as_bytes() {
        [rings @ .., ball @ (b'W' | b'B')] => (rings, seat_of(*ball)),
        [] => return None,
        rings => (rings, None),
    };
    let rings = rings.iter().map(|&r| seat_of(r).filter(|_| r.is_ascii_lowercase())).collect::<Option<Vec<Seat>>>()?;
    Some(Part::Cell(Stack { rings, ball }))
}

pub(super) fn write<B: Bitboard, const N: usize>(game: &Mitsudomoe<B, N>, position: &Position<B, N>) -> String {
    let stack = |square: usize| {
        let rings = position.rings(square).into_iter().map(|seat| ['w', 'b'][seat.index()]);
        rings.chain(position.ball(square).map(|seat| ['W', 'B'][seat.index()])).collect::<String>()
    };
    let row = |row: u8| {
        let cols = usize::from(game.board.cols);
        let stacks: Vec<String> = (0..cols).map(|col| stack(usize::from(row) * cols + col)).collect();
        let runs = stacks.chunk_by(|a, b| a.is_empty() && b.is_empty());
        let runs = runs.map(|run| match (run[0].as_str(), run.len()) {
            ("", 1) => "x".to_string(),
            ("", length) => format!("x{length}"),
            (stack, _) => stack.to_string(),
        });
        runs.collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = (0..game.board.rows).rev().map(row).collect();
    let player = ["w", "b"][position.to_move.index()];
    let [white, black] = position.supply;
    format!("{} {player} {white} {black} {}", rows.join("/"), position.turn)
}
