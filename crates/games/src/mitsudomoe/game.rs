//! The rules: what a step does, and when the game ends.

use super::ball_moves::{BallMoves, Rings};
use super::position::{
    BALL_KEYS, BALL_PHASE_KEY, BLACK_TO_MOVE_KEY, PENDING_KEYS, Phase, Position, RELOCATE_PHASE_KEY, RING_KEYS, RINGS,
    SUPPLY_KEYS, Step, relocation_key,
};
use super::relocation::{self, Relocations};
use super::{INFO, classic, evaluation, rejections, text};
use rand::Rng;
use sanban_core::rejection::Rejection;
use sanban_core::square::KingMoves;
use sanban_core::{
    Bitboard, BitboardExt, Board, Cell, Counter, Game, GameInfo, Mark, Outcome, Phrase, Piece, Reason, Rules, Scene,
    Seat, Shape, Square, Step as _, Symmetry, Touch, Turn, zobrist,
};

const GOAL_SQUARES_FILLED: Reason = Reason("goal squares filled");
pub(super) const HOME_FULL: Reason = Reason("home full");

/// The counter of rings beside the board.
pub(super) const SUPPLY: &str = "counter-rings";

/// The number of turns after which the game is drawn.
const TURN_LIMIT: u32 = 400;

/// The game on a board of at most `N` squares that fits into `B`. With `OFFICIAL`, all options except the size have their official
/// values at compile time.
#[derive(Clone, Debug)]
pub struct Mitsudomoe<B, const N: usize, const OFFICIAL: bool> {
    pub(super) board: Board,
    /// All squares.
    pub(super) all: B,
    /// The king's moves from several squares at once.
    pub(super) king_moves: KingMoves<B>,
    /// By player and square: the square's class in the evaluation.
    pub(super) square_classes: [[u8; N]; 2],
    /// By player and square: the distance from the player's own corner.
    pub(super) advance: [[u8; N]; 2],
    /// By square: the adjacent squares.
    pub(super) adjacent_squares: [B; N],
    /// By square: the adjacent squares that can be vaulted over.
    pub(super) jumpable_squares: [B; N],
    pub(super) home: [B; 2],
    goal_lock: bool,
    passive_loss: bool,
    either: bool,
    has_turn_limit: bool,
}

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Mitsudomoe<B, N, OFFICIAL> {
    /// Whether balls must stay on their goal squares.
    #[inline]
    pub(super) fn goal_lock(&self) -> bool {
        OFFICIAL || self.goal_lock
    }

    /// Whether a player with a full home loses.
    #[inline]
    fn passive_loss(&self) -> bool {
        OFFICIAL || self.passive_loss
    }

    /// Whether a turn may be a ring step alone or a ball step alone.
    #[inline]
    pub(super) fn either(&self) -> bool {
        !OFFICIAL && self.either
    }

    /// A player's goal squares.
    #[inline]
    pub(super) fn goal(&self, seat: usize) -> B {
        self.home[seat ^ 1]
    }

    /// The result by filled goal or home squares at the end of a turn.
    #[inline]
    fn outcome_by_filling(&self, position: &Position<B, N>) -> Option<Outcome> {
        let (mover, next) = (position.to_move.other(), position.to_move);
        if position.turn <= 1 {
            None
        } else if position.balls[mover.index()] == self.goal(mover.index()) {
            Some(Outcome::win(mover, GOAL_SQUARES_FILLED))
        } else if position.balls[next.index()] == self.goal(next.index()) {
            Some(Outcome::win(next, GOAL_SQUARES_FILLED))
        } else if self.passive_loss() && position.all_balls().covers(self.home[mover.index()]) {
            Some(Outcome::win(next, HOME_FULL))
        } else {
            None
        }
    }

    /// The opponent's balls that a ball step vaults over.
    pub(super) fn vaulted(&self, position: &Position<B, N>, from: usize, to: usize) -> B {
        if self.adjacent_squares[from].has(to) {
            return B::EMPTY;
        }
        let (a, b) = (self.board.at(from), self.board.at(to));
        let towards = |a: u8, b: u8| (i16::from(b) - i16::from(a)).signum() as i8;
        let direction = (towards(a.col, b.col), towards(a.row, b.row));
        let mut over = B::EMPTY;
        let mut at = a;
        while let Some(next) = self.board.offset(at, direction).filter(|&s| s != b) {
            over = over.with(self.board.index(next));
            at = next;
        }
        over & position.balls[position.to_move.other().index()]
    }
}

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Game for Mitsudomoe<B, N, OFFICIAL> {
    type Position = Position<B, N>;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;

    fn new(rules: &Rules) -> Self {
        let size = rules.number("size") as u8;
        let board = Board::square_of(size);
        let (mut adjacent_squares, mut jumpable_squares) = ([B::EMPTY; N], [B::EMPTY; N]);
        let mut advance = [[0; N]; 2];
        for square in board.squares() {
            let distance = square.col + square.row;
            advance[0][board.index(square)] = distance;
            advance[1][board.index(square)] = 2 * (size - 1) - distance;
            adjacent_squares[board.index(square)] = board.adjacent_squares(square);
            jumpable_squares[board.index(square)] = board.jumpable_squares(square);
        }
        let corner = [Square::new(0, 0), Square::new(0, 1), Square::new(1, 0)];
        let opposite = corner.map(|s| Square::new(size - 1 - s.col, size - 1 - s.row));
        Mitsudomoe {
            board,
            all: B::first(board.len()),
            king_moves: KingMoves::new(board),
            square_classes: evaluation::square_classes(board),
            advance,
            adjacent_squares,
            jumpable_squares,
            home: [board.set(corner), board.set(opposite)],
            goal_lock: rules.is_on("goal-lock"),
            passive_loss: rules.is_on("passive-loss"),
            either: rules.get("turn") == "either",
            has_turn_limit: rules.is_on("turns"),
        }
    }

    fn board(&self) -> Board {
        self.board
    }

    fn start(&self) -> Position<B, N> {
        let mut start = Position::empty();
        for seat in 0..2 {
            for square in self.home[seat].squares() {
                start.put_ring(seat, square);
                start.supply[seat] -= 1;
            }
            start.balls[seat] = self.home[seat];
        }
        start.key = self.computed_key(&start);
        start
    }

    fn to_move(&self, position: &Position<B, N>) -> Seat {
        position.to_move
    }

    fn is_between_turns(&self, position: &Position<B, N>) -> bool {
        position.phase == Phase::Ring
    }

    fn key(&self, position: &Position<B, N>) -> u64 {
        position.key
    }

    fn computed_key(&self, position: &Position<B, N>) -> u64 {
        let mut key = if position.to_move == Seat::SECOND { BLACK_TO_MOVE_KEY } else { 0 };
        for square in self.all.squares() {
            for (height, seat) in position.rings(square).into_iter().enumerate() {
                key ^= RING_KEYS[seat.index()][square][height];
            }
        }
        for seat in 0..2 {
            key ^= zobrist::of_set(&BALL_KEYS[seat], position.balls[seat]);
            key ^= SUPPLY_KEYS[seat][usize::from(position.supply[seat])];
        }
        key
    }

    fn immediate_outcome(&self, position: &Position<B, N>) -> Option<Outcome> {
        if position.phase == Phase::Ring { self.outcome_by_filling(position) } else { None }
    }

    #[inline]
    fn for_each_step(&self, position: &Position<B, N>, mut emit: impl FnMut(Step)) {
        match position.phase {
            Phase::Ring => {
                if self.outcome_by_filling(position).is_none() {
                    let ball_moves = BallMoves::new(self, position);
                    self.for_each_ring_step(position, &ball_moves, &mut emit);
                    if self.either() {
                        ball_moves.for_each_ball_step(&Rings::of(position), emit);
                    }
                }
            }
            Phase::Ball => {
                BallMoves::new(self, position).for_each_ball_step(&Rings::of(position), &mut emit);
                if self.either() {
                    emit(Step::End);
                }
            }
            Phase::Relocate => relocation::for_each_canonical(self, position, emit),
        }
    }

    fn for_each_entry_step(&self, position: &Position<B, N>, emit: impl FnMut(Step)) {
        match position.phase {
            Phase::Relocate => relocation::for_each(position, emit),
            _ => self.for_each_step(position, emit),
        }
    }

    fn canonical(&self, position: &Position<B, N>, steps: &Turn<Step>) -> Turn<Step> {
        relocation::canonical_turn(self, position, steps)
    }

    #[inline]
    fn play(&self, position: &Position<B, N>, step: Step) -> Position<B, N> {
        let mut next = *position;
        let me = position.to_move.index();
        match step {
            Step::Place(to) => {
                let supply = usize::from(position.supply[me]);
                next.supply[me] -= 1;
                next.key ^= SUPPLY_KEYS[me][supply] ^ SUPPLY_KEYS[me][supply - 1] ^ BALL_PHASE_KEY;
                next.put_ring(me, to.into());
                next.phase = Phase::Ball;
            }
            Step::Ring(from, to) => {
                next.take_ring(me, from.into());
                next.put_ring(me, to.into());
                next.key ^= BALL_PHASE_KEY;
                next.phase = Phase::Ball;
            }
            Step::Ball(from, to) => {
                let (from, to) = (usize::from(from), usize::from(to));
                let vaulted = self.vaulted(position, from, to);
                next.move_ball(me, from, to);
                next.key ^= if position.phase == Phase::Ball { BALL_PHASE_KEY } else { 0 };
                if vaulted.is_empty() {
                    next.end_turn();
                } else {
                    next.pending = vaulted;
                    next.key ^= vaulted.squares().fold(RELOCATE_PHASE_KEY, |key, s| key ^ PENDING_KEYS[s]);
                    next.phase = Phase::Relocate;
                }
            }
            Step::Relocate(from, to) => {
                next.move_ball(me ^ 1, from.into(), to.into());
                next.pending = next.pending.without(from.into());
                next.key ^=
                    PENDING_KEYS[usize::from(from)] ^ relocation_key(next.relocated.as_slice().len(), [from, to]);
                next.relocated.push([from, to]);
                if next.pending.is_empty() {
                    let made = next.relocated.as_slice().iter().enumerate();
                    next.key ^= made.fold(RELOCATE_PHASE_KEY, |key, (i, &r)| key ^ relocation_key(i, r));
                    next.relocated = Relocations::default();
                    next.end_turn();
                }
            }
            Step::End => {
                next.key ^= BALL_PHASE_KEY;
                next.end_turn();
            }
        }
        next
    }

    fn is_finishing_step(&self, step: Step) -> bool {
        matches!(step, Step::Relocate(..))
    }

    /// A step of the last ball to the goal, or the ring step that prepares it.
    #[inline]
    fn winning_step(&self, position: &Position<B, N>) -> Option<Step> {
        let me = position.to_move.index();
        let goal = self.goal(me);
        let left = position.balls[me] & !goal;
        if left.count() != 1 || position.phase == Phase::Relocate || self.immediate_outcome(position).is_some() {
            return None;
        }
        let (ball, open) = (left.lowest(), (goal & !position.balls[me]).lowest());
        if position.all_balls().has(open) || !self.adjacent_squares[ball].has(open) {
            return None;
        }
        let is_own = position.tops[me].has(open);
        match position.phase {
            _ if is_own && (position.phase == Phase::Ball || self.either()) => Some(Step::Ball(ball as u8, open as u8)),
            // The ring lies on the open square already, and no other ring step is tried.
            Phase::Ring if is_own => None,
            Phase::Ring if position.supply[me] > 0 => Some(Step::Place(open as u8)),
            Phase::Ring => {
                let from = (position.tops[me] & !position.all_balls()).squares().next();
                from.map(|from| Step::Ring(from as u8, open as u8))
            }
            _ => None,
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position<B, N>) -> u64 {
        if self.outcome_by_filling(position).is_some() { 0 } else { self.count_turns(position) }
    }

    fn parse_position(&self, text: &str) -> Result<Position<B, N>, Vec<Rejection>> {
        text::parse(self, text)
    }

    fn scene_text(&self, scene: &Scene, rest: &Position<B, N>) -> String {
        text::write(scene, rest.turn)
    }

    fn step_text(&self, position: &Position<B, N>, step: Step) -> String {
        // A leading slash distinguishes a ball step alone from a ring step alone.
        let is_ball_alone = position.phase == Phase::Ring && matches!(step, Step::Ball(..));
        step.parts().marked(if is_ball_alone { "/" } else { "" }).text(self.board)
    }

    #[inline]
    fn step_code(&self, step: Step) -> u32 {
        // The largest board has 64 squares, so that this needs no multiplication.
        step.parts().code(64)
    }

    fn reject(&self, position: &Position<B, N>, touched: &[Touch]) -> Rejection {
        rejections::reject(self, position, touched)
    }

    fn prompt(&self, position: &Position<B, N>, touched: &[Touch]) -> &'static str {
        let me = position.to_move.index();
        match (position.phase, touched) {
            (Phase::Ring, []) if self.either() && position.supply[me] > 0 => "prompt-ring-or-ball",
            (Phase::Ring, []) if self.either() => "prompt-move-ring-or-ball",
            (Phase::Ring, []) if position.supply[me] > 0 => "prompt-ring",
            (Phase::Ring, []) => "prompt-move-ring",
            (Phase::Ring, [Touch::Supply, ..]) => "prompt-place",
            (Phase::Ring, [Touch::Square(from), ..]) if position.balls[me].has(self.board.index(*from)) => {
                "prompt-ball-target"
            }
            (Phase::Ring, _) => "prompt-ring-target",
            (Phase::Ball, []) if self.either() => "prompt-ball-or-end",
            (Phase::Ball, []) => "prompt-ball",
            (Phase::Ball, _) => "prompt-ball-target",
            (Phase::Relocate, []) => "prompt-relocate",
            (Phase::Relocate, _) => "prompt-relocate-target",
        }
    }

    fn describe_step(&self, _position: &Position<B, N>, step: Step) -> Option<Phrase> {
        self.step_in_words(step)
    }

    fn move_effects(&self, position: &Position<B, N>, turn: &[Step]) -> Vec<Phrase> {
        self.effects(position, turn)
    }

    fn scene(&self, position: &Position<B, N>) -> Scene {
        let cell = |square: usize| {
            let ring = |seat| Piece::of(seat, Shape::Ring);
            let ball = position.ball(square).map(|seat| Piece::of(seat, Shape::Ball));
            let mark = [Seat::FIRST, Seat::SECOND].into_iter().find(|s| self.home[s.index()].has(square));
            Cell {
                mark: mark.map(Mark::Home),
                pieces: position.rings(square).into_iter().map(ring).chain(ball).collect(),
            }
        };
        let counters = |seat: usize| {
            let home = (position.balls[seat] & self.goal(seat)).count();
            vec![Counter::new(SUPPLY, position.supply[seat].into()), Counter::new("counter-goal", home)]
        };
        Scene {
            board: self.board,
            cells: (0..self.board.len()).map(cell).collect(),
            counters: (0..2).map(counters).collect(),
            to_move: position.to_move,
            notice: None,
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        // Reflection along the main diagonal keeps the homes. Symmetries that exchange the homes also swap the players.
        let keeps_homes = |s: &Symmetry| s.mirror == s.flip && s.swap == s.mirror;
        Symmetry::all().into_iter().filter(keeps_homes).collect()
    }

    fn transformed(&self, position: &Position<B, N>, symmetry: Symmetry) -> Position<B, N> {
        let mut image: Position<B, N> = Position::empty();
        for square in 0..self.board.len() {
            let target = self.board.index(symmetry.square(self.board, self.board.at(square)));
            for seat in position.rings(square) {
                image.put_ring(symmetry.seat(seat).index(), target);
            }
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            let (from, to) = (seat.index(), symmetry.seat(seat).index());
            image.balls[to] = symmetry.set(self.board, position.balls[from]);
            image.supply[to] = position.supply[from];
        }
        image.to_move = symmetry.seat(position.to_move);
        image.turn = position.turn;
        image.key = self.computed_key(&image);
        image
    }

    fn adjustable_counters(&self) -> Vec<Counter> {
        vec![Counter::new(SUPPLY, RINGS.into())]
    }

    fn limit(&self, position: &Position<B, N>) -> Option<(u32, Reason)> {
        self.has_turn_limit.then(|| ((TURN_LIMIT + 1).saturating_sub(position.turn), Reason::TURN_LIMIT))
    }

    fn classic_move(&self, player: &str, position: &Position<B, N>, rng: &mut dyn Rng) -> Turn<Step> {
        classic::choose(self, player, position, rng)
    }

    fn classic_value(&self, player: &str, position: &Position<B, N>, seat: Seat) -> Option<f64> {
        match player {
            "easy" | "medium" | "hard" => Some(classic::progress_value(self, position, seat.index()).into()),
            "smart" => Some(classic::smart_value(self, position, seat.index())),
            _ => None,
        }
    }
}
