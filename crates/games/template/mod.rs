//! New Game: CHANGE this to one sentence about the game.
//!
//! It can be played as it is: the players place discs in turn, and three in a row win. Comments with CHANGE say what to replace, and
//! `docs/adding-a-game.md` explains every part.

use crate::registry::Visitor;
use sanban_core::rejection::Rejection;
use sanban_core::{
    Bitboard, BitboardExt, Board, Game, GameInfo, Heuristics, Outcome, Piece, Reason, Rules, Scene, Seat, Shape,
    SquareStep, Symmetry, position_text, zobrist,
};

/// The metadata of the game.
pub static INFO: GameInfo = GameInfo {
    name: "New Game",
    // CHANGE: the pieces, each with its letter in position texts.
    palette: &[('O', Piece::of(Seat::FIRST, Shape::Disc)), ('X', Piece::of(Seat::SECOND, Shape::Disc))],
    // CHANGE: the author and year.
    sources: "",
    // Players don't see drafts. Remove this line when the game is complete.
    draft: true,
    ..folder_info!("template")
};

/// Runs a visitor with the game's type.
pub fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output {
    visitor.visit::<Template>(rules)
}

// CHANGE: the board, and what ends the game. Each reason needs a message in `messages/en.ftl`.
const BOARD: Board = Board::square_of(3);
const LINES: [u32; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const THREE_IN_A_ROW: Reason = Reason("three in a row");
const BOARD_FULL: Reason = Reason("board full");

static DISC_KEYS: [[u64; 9]; 2] = [zobrist::numbers(0), zobrist::numbers(1)];
const SECOND_TO_MOVE_KEY: u64 = zobrist::number(2, 0);

/// The game. CHANGE: add the options and the lookup tables that it needs.
#[derive(Clone, Debug)]
pub struct Template;

/// A position. CHANGE: one set of squares for each piece of the palette, and whatever else can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    discs: [u32; 2],
    key: u64,
    to_move: Seat,
}

/// The square of a new disc. CHANGE: `SquareStep<2>` is a move from a square to another.
pub type Step = SquareStep<1>;

impl Position {
    fn new(discs: [u32; 2], to_move: Seat) -> Self {
        let mut position = Position { discs, key: 0, to_move };
        position.key = Template.computed_key(&position);
        position
    }
}

impl Heuristics for Template {}

impl Game for Template {
    type Position = Position;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;

    fn new(_: &Rules) -> Self {
        Template
    }

    fn board(&self) -> Board {
        BOARD
    }

    // CHANGE: the start position.
    fn start(&self) -> Position {
        Position::new([0, 0], Seat::FIRST)
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move
    }

    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn computed_key(&self, position: &Position) -> u64 {
        let key = if position.to_move == Seat::SECOND { SECOND_TO_MOVE_KEY } else { 0 };
        key ^ zobrist::of_set(&DISC_KEYS[0], position.discs[0]) ^ zobrist::of_set(&DISC_KEYS[1], position.discs[1])
    }

    // CHANGE: who wins. A player without a legal step loses, which needs no code.
    fn immediate_outcome(&self, position: &Position) -> Option<Outcome> {
        let has_line = |seat: &Seat| LINES.iter().any(|&line| position.discs[seat.index()].covers(line));
        let winner = [position.to_move.other(), position.to_move].into_iter().find(has_line);
        let is_full = (position.discs[0] | position.discs[1]).count() == 9;
        winner.map(|winner| Outcome::win(winner, THREE_IN_A_ROW)).or_else(|| is_full.then(|| Outcome::draw(BOARD_FULL)))
    }

    // CHANGE: the legal steps.
    fn for_each_step(&self, position: &Position, mut emit: impl FnMut(Step)) {
        if self.immediate_outcome(position).is_none() {
            let empty = u32::first(BOARD.len()) & !(position.discs[0] | position.discs[1]);
            empty.squares().for_each(|to| emit(Step::new([to])));
        }
    }

    // CHANGE: what a step does. Update the key with every change.
    fn play(&self, position: &Position, step: Step) -> Position {
        let [to] = step.squares();
        let seat = position.to_move.index();
        let mut next = *position;
        next.discs[seat] = next.discs[seat].with(to);
        next.key ^= DISC_KEYS[seat][to] ^ SECOND_TO_MOVE_KEY;
        next.to_move = position.to_move.other();
        next
    }

    // CHANGE: reject positions that make no sense.
    fn parse_position(&self, text: &str) -> Result<Position, Vec<Rejection>> {
        let (discs, to_move) = position_text::read(text, BOARD, &INFO)?;
        Ok(Position::new(discs, to_move))
    }

    fn scene(&self, position: &Position) -> Scene {
        Scene::of_sets(BOARD, INFO.palette, position.discs, position.to_move)
    }

    // CHANGE: the symmetries of the rules. Remove this method if there are none.
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all()
    }
}
