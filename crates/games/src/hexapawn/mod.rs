//! Hexapawn (Martin Gardner, 1962): three pawns a side on nine squares. It shows programmers how to add a game;
//! `docs/adding-a-game.md` builds this file step by step.

use crate::registry::Visitor;
use sanban_core::rejection::{MessageKey, Rejection, common};
use sanban_core::{
    Bitboard, BitboardExt, Board, Game, GameInfo, Heuristics, Outcome, Piece, Reason, Rules, Scene, Seat, Shape,
    SquareStep, Symmetry, Touch, position_text, zobrist,
};

/// The metadata of the game.
pub static INFO: GameInfo = GameInfo {
    name: "Hexapawn",
    palette: &[('P', Piece::of(Seat::FIRST, Shape::Letter('P'))), ('p', Piece::of(Seat::SECOND, Shape::Letter('P')))],
    sources: "Martin Gardner, 1962",
    draft: true,
    codes: codes::ALL,
    ..folder_info!("hexapawn")
};

mod codes {
    sanban_core::codes! {
        malformed TOO_MANY_PAWNS = "too-many-pawns" ["player", "count"];
        illegal NO_PAWN = "no-pawn" ["square"];
        illegal PAWN_STUCK = "pawn-stuck" ["square"];
        illegal NOT_A_PAWN_MOVE = "not-a-pawn-move" ["from", "to"];
    }
}

/// Runs a visitor with the game's type.
pub fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output {
    visitor.visit::<Hexapawn>(rules)
}

const BOARD: Board = Board::square_of(3);
/// The squares where each player's pawns start.
const HOME_ROW: [u32; 2] = [0b000_000_111, 0b111_000_000];
const REACHED_LAST_ROW: Reason = Reason("reached the last row");

static PAWN_KEYS: [[u64; 9]; 2] = [zobrist::numbers(0), zobrist::numbers(1)];
const BLACK_TO_MOVE_KEY: u64 = zobrist::number(2, 0);

/// The game has no options, and its tables are constants.
#[derive(Clone, Debug)]
pub struct Hexapawn;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pawns: [u32; 2],
    key: u64,
    to_move: Seat,
}

/// A pawn's move between two squares.
pub type Step = SquareStep<2>;

impl Position {
    fn new(pawns: [u32; 2], to_move: Seat) -> Self {
        let mut position = Position { pawns, key: 0, to_move };
        position.key = Hexapawn.computed_key(&position);
        position
    }
}

impl Heuristics for Hexapawn {}

impl Game for Hexapawn {
    type Position = Position;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;

    fn new(_: &Rules) -> Self {
        Hexapawn
    }

    fn board(&self) -> Board {
        BOARD
    }

    fn start(&self) -> Position {
        Position::new(HOME_ROW, Seat::FIRST)
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move
    }

    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn computed_key(&self, position: &Position) -> u64 {
        let key = if position.to_move == Seat::SECOND { BLACK_TO_MOVE_KEY } else { 0 };
        key ^ zobrist::of_set(&PAWN_KEYS[0], position.pawns[0]) ^ zobrist::of_set(&PAWN_KEYS[1], position.pawns[1])
    }

    fn immediate_outcome(&self, position: &Position) -> Option<Outcome> {
        let seats = [position.to_move.other(), position.to_move];
        let winner = seats.into_iter().find(|s| position.pawns[s.index()] & HOME_ROW[s.other().index()] != 0);
        winner.map(|winner| Outcome::win(winner, REACHED_LAST_ROW))
    }

    fn for_each_step(&self, position: &Position, mut emit: impl FnMut(Step)) {
        if self.immediate_outcome(position).is_some() {
            return;
        }
        let (me, them) = (position.to_move.index(), position.to_move.other().index());
        let forward = [1, -1][me];
        for from in position.pawns[me].squares() {
            for sideways in [-1, 0, 1] {
                let Some(target) = BOARD.offset(BOARD.at(from), (sideways, forward)) else { continue };
                let to = BOARD.index(target);
                let is_empty = !(position.pawns[0] | position.pawns[1]).has(to);
                let allowed = if sideways == 0 { is_empty } else { position.pawns[them].has(to) };
                if allowed {
                    emit(Step::new([from, to]));
                }
            }
        }
    }

    fn play(&self, position: &Position, step: Step) -> Position {
        let [from, to] = step.squares();
        let (me, them) = (position.to_move.index(), position.to_move.other().index());
        let mut next = *position;
        next.pawns[me] = next.pawns[me].without(from).with(to);
        next.key ^= PAWN_KEYS[me][from] ^ PAWN_KEYS[me][to] ^ BLACK_TO_MOVE_KEY;
        if position.pawns[them].has(to) {
            next.pawns[them] = next.pawns[them].without(to);
            next.key ^= PAWN_KEYS[them][to];
        }
        next.to_move = position.to_move.other();
        next
    }

    fn parse_position(&self, text: &str) -> Result<Position, Vec<Rejection>> {
        let (pawns, to_move): ([u32; 2], Seat) = position_text::read(text, BOARD, &INFO)?;
        let too_many = (0..2).filter(|&seat| pawns[seat].count() > 3);
        let reject = |seat: usize| codes::TOO_MANY_PAWNS.with(&[&MessageKey(INFO.players[seat]), &pawns[seat].count()]);
        let reasons: Vec<Rejection> = too_many.map(reject).collect();
        if reasons.is_empty() { Ok(Position::new(pawns, to_move)) } else { Err(reasons) }
    }

    fn reject(&self, position: &Position, touched: &[Touch]) -> Rejection {
        let mine = position.pawns[position.to_move.index()];
        match touched {
            [Touch::Square(from)] if mine.has(BOARD.index(*from)) => codes::PAWN_STUCK.with(&[from]),
            [Touch::Square(from)] => codes::NO_PAWN.with(&[from]),
            [from, Touch::Square(to)] => codes::NOT_A_PAWN_MOVE.with(&[from, to]),
            _ => common::NO_SUPPLY.with(&[]),
        }
    }

    fn scene(&self, position: &Position) -> Scene {
        Scene::of_sets(BOARD, INFO.palette, position.pawns, position.to_move)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let upright = |s: &Symmetry| !s.transpose && s.flip == s.swap;
        Symmetry::all().into_iter().filter(upright).collect()
    }
}
