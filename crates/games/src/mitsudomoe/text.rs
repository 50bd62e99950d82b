//! Reads and writes positions.

use super::game::{Mitsudomoe, SUPPLY};
use super::position::{BALLS, Position, RINGS};
use super::{INFO, codes};
use sanban_core::position_text::{self, Part};
use sanban_core::rejection::{MessageKey, Rejection};
use sanban_core::{Bitboard, BitboardExt, Cell, Game, Scene, Seat};

/// The content of a square, valid or not.
#[derive(Clone, Default)]
struct Stack {
    rings: Vec<Seat>,
    ball: Option<Seat>,
}

pub(super) fn parse<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    text: &str,
) -> Result<Position<B, N>, Vec<Rejection>> {
    let fields = position_text::split(text, 5..=5)?;
    let mut reasons = Vec::new();
    let cells = position_text::rows(fields[0], game.board, read_row, &mut reasons);
    let to_move = position_text::player(fields[1], &INFO, &mut reasons);
    let mut number = |field, at: usize, from, to| position_text::bounded(field, fields[at], from, to, &mut reasons);
    let max_supply = u32::from(RINGS);
    let supply = [number("field-white-supply", 2, 0, max_supply), number("field-black-supply", 3, 0, max_supply)];
    let turn = number("field-turn", 4, 1, u32::MAX);
    if let Some(cells) = &cells {
        check(game, supply, cells, &mut reasons);
    }
    match (cells, to_move, supply, turn) {
        (Some(cells), Some(to_move), [Some(white), Some(black)], Some(turn)) if reasons.is_empty() => {
            let mut position: Position<B, N> =
                Position { to_move, supply: [white as u8, black as u8], turn, ..Position::empty() };
            for (square, stack) in cells.iter().enumerate() {
                stack.rings.iter().for_each(|ring| position.put_ring(ring.index(), square));
                if let Some(ball) = stack.ball {
                    position.balls[ball.index()] = position.balls[ball.index()].with(square);
                }
            }
            position.key = game.computed_key(&position);
            Ok(position)
        }
        _ => Err(reasons),
    }
}

/// Adds the reasons to reject a board that could be read.
fn check<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    supply: [Option<u32>; 2],
    cells: &[Stack],
    reasons: &mut Vec<Rejection>,
) {
    for seat in [Seat::FIRST, Seat::SECOND] {
        let player = MessageKey(INFO.players[seat.index()]);
        let balls = cells.iter().filter(|c| c.ball == Some(seat)).count();
        if balls != BALLS {
            reasons.push(codes::BALL_COUNT.with(&[&player, &balls]));
        }
        let on_board = cells.iter().flat_map(|c| &c.rings).filter(|&&r| r == seat).count();
        if let Some(rings) = supply[seat.index()].map(|supply| on_board + supply as usize)
            && rings != usize::from(RINGS)
        {
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
        let run = if run.is_empty() { Some(1) } else { position_text::number(run) };
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

pub(super) fn write(scene: &Scene, turn: u32) -> String {
    let run = |run: &[Cell]| match (run[0].pieces.as_slice(), run.len()) {
        ([], 1) => "x".to_string(),
        ([], length) => format!("x{length}"),
        (stack, _) => stack.iter().map(|piece| position_text::letter(INFO.palette, piece)).collect(),
    };
    let rows = position_text::write_rows(scene, |row| position_text::runs(row).map(run).collect::<Vec<_>>().join(","));
    let player = INFO.player_letter(scene.to_move);
    let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| scene.count(seat, SUPPLY));
    format!("{rows} {player} {white} {black} {turn}")
}
