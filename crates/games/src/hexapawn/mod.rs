//! Hexapawn (Martin Gardner, 1962): three pawns a side on nine squares. It shows programmers how to add a game;
//! `docs/adding-a-game.md` builds this file step by step.

use sanban_core::catalogue;
use crate::registry::Visitor;
use rand::{Rng, RngExt};
use sanban_core::game::Touches;
use sanban_core::rejection::{Key, Rejection, common};
use sanban_core::{
    Bitboard, Board, Cell, Game, GameExt, GameInfo, Heuristics, Outcome, Piece, Preset, Reason, Rules, Scene, Seat,
    Shape, Symmetry, Touch, Turn, position_text, zobrist,
};

/// The metadata of the game.
pub const INFO: GameInfo = GameInfo {
    id: "hexapawn",
    name: "Hexapawn",
    players: &["white", "black"],
    palette: &[WHITE_PAWN, BLACK_PAWN],
    options: &[],
    presets: &[Preset::OFFICIAL],
    classics: &["random"],
    evaluations: &[],
    sources: "Martin Gardner, 1962",
    shown: "",
    rules_version: 1,
    teaching: true,
    codes: codes::ALL,
    messages: catalogue!("messages"),
    rules: &[("en", include_str!("rules/en.txt")), ("pt", include_str!("rules/pt.txt"))],
    lesson: include_str!("lesson.txt"),
    puzzles: include_str!("puzzles.txt"),
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
const WHITE_PAWN: Piece = Piece::of(Seat::FIRST, Shape::Letter('P'));
const BLACK_PAWN: Piece = Piece::of(Seat::SECOND, Shape::Letter('P'));
const REACHED_LAST_ROW: Reason = Reason("reached the last row");

static PAWN_KEYS: [[u64; 9]; 2] = [zobrist::table(0), zobrist::table(1)];
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

/// A pawn's move between two squares, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

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
        let of = |seat: usize| position.pawns[seat].squares().fold(0, |key, s| key ^ PAWN_KEYS[seat][s]);
        key ^ of(0) ^ of(1)
    }

    fn immediate_outcome(&self, position: &Position) -> Option<Outcome> {
        let seats = [position.to_move.other(), position.to_move];
        let winner = seats.into_iter().find(|s| position.pawns[s.index()] & HOME_ROW[s.other().index()] != 0);
        winner.map(|winner| Outcome::win(winner, REACHED_LAST_ROW))
    }

    fn for_each_step(&self, position: &Position, mut visit: impl FnMut(Step)) {
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
                    visit(Step { from: from as u8, to: to as u8 });
                }
            }
        }
    }

    fn play(&self, position: &Position, step: Step) -> Position {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
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
        let given = position_text::split(text, 2..=2)?;
        let mut reasons = Vec::new();
        let cells = position_text::rows(given[0], BOARD, position_text::fen_row("Pp"), &mut reasons);
        let to_move = position_text::player(given[1], &["w", "b"], &mut reasons);
        let pawns = cells.map(|cells| ['P', 'p'].map(|letter| position_text::letters::<u32>(&cells, letter)));
        for (seat, pawns) in pawns.iter().flatten().enumerate() {
            if pawns.count() > 3 {
                reasons.push(codes::TOO_MANY_PAWNS.with(&[&Key(INFO.players[seat]), &pawns.count()]));
            }
        }
        match (pawns, to_move) {
            (Some(pawns), Some(to_move)) if reasons.is_empty() => Ok(Position::new(pawns, to_move)),
            _ => Err(reasons),
        }
    }

    fn scene_text(&self, scene: &Scene, _: &Position) -> String {
        format!("{} {}", position_text::fen(scene, INFO.palette, "Pp"), ["w", "b"][scene.to_move.index()])
    }

    fn step_text(&self, _: &Position, step: Step) -> String {
        format!("{}{}", BOARD.at(step.from.into()), BOARD.at(step.to.into()))
    }

    fn step_code(&self, step: Step) -> u32 {
        u32::from(step.from) * 9 + u32::from(step.to)
    }

    fn touches(&self, _: &Position, step: Step) -> Touches {
        [step.from, step.to].iter().map(|&s| Touch::Square(BOARD.at(s.into()))).collect()
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
        let pawn = |index| {
            let seat = position.pawns.iter().position(|pawns| pawns.has(index));
            seat.map(|seat| [WHITE_PAWN, BLACK_PAWN][seat])
        };
        Scene {
            board: BOARD,
            cells: (0..BOARD.len()).map(|i| Cell { mark: None, pieces: pawn(i).into_iter().collect() }).collect(),
            counters: vec![vec![], vec![]],
            to_move: position.to_move,
            notice: None,
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let upright = |s: &Symmetry| !s.transpose && s.flip == s.swap;
        Symmetry::all().into_iter().filter(upright).collect()
    }

    fn transformed(&self, position: &Position, symmetry: Symmetry) -> Position {
        let mut pawns = position.pawns.map(|set| symmetry.set(BOARD, set));
        if symmetry.swap {
            pawns.swap(0, 1);
        }
        Position::new(pawns, symmetry.seat(position.to_move))
    }

    fn classic_move(&self, _: &str, position: &Position, rng: &mut dyn Rng) -> Turn<Step> {
        let moves = self.moves(position);
        moves[rng.random_range(..moves.len())].1.clone()
    }
}
