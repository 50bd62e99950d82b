//! The rules on bitboards.

use super::position::{
    DROPPING_KEY, KOI_KEYS, LIFTED_KEY, OWES_KEY, Phase, Position, RED_TO_MOVE_KEY, STONE_KEYS, SUPPLY_KEYS, Step,
    score_key,
};
use super::{INFO, classic, codes, text};
use rand::Rng;
use sanban_core::rejection::{Rejection, common};
use sanban_core::square::KingMoves;
use sanban_core::{
    Bitboard, BitboardExt, Board, Counter, Game, GameExt, GameInfo, Outcome, Phrase, Reason, Rules, Scene, Seat,
    Square, Symmetry, Touch, Turn, zobrist,
};

const POINTS: Reason = Reason("points");
const BOTH_BLOCKED: Reason = Reason("both blocked");

/// The counters beside the board.
pub(super) const SCORE: &str = "counter-points";
pub(super) const STONES: &str = "counter-stones";
/// The notice for a player who must lift a stone.
const LIFT_NOTICE: &str = "notice-lift";

/// A turn scores at most one point for each other koi.
const MAX_POINTS_PER_TURN: u16 = 3;

/// The number of turns after which the game is drawn.
const TURN_LIMIT: u32 = 400;

/// The game on a board that fits into `B`. Without `GIFTS` the option is off at compile time, and nobody owes a lift.
#[derive(Clone, Debug)]
pub struct JinLi<B, const GIFTS: bool> {
    pub(super) board: Board,
    /// All squares.
    pub(super) all: B,
    /// The swims of several koi at once.
    pub(super) king_moves: KingMoves<B>,
    /// By square: the distance from the edge.
    pub(super) edge: Box<[u8]>,
    /// By square: the adjacent squares.
    pub(super) adjacent_squares: Box<[B]>,
    /// By square: the adjacent squares that can be jumped over.
    pub(super) jumpable_squares: Box<[B]>,
    corners: [[Square; 2]; 2],
    pub(super) stones: u8,
    pub(super) target: u16,
    pub(super) gift: bool,
    has_turn_limit: bool,
}

impl<B: Bitboard, const GIFTS: bool> JinLi<B, GIFTS> {
    /// The maximum number of stones on the board and in both supplies.
    pub(super) fn all_stones(&self) -> u32 {
        2 * u32::from(self.stones)
    }

    fn winner_by_points(&self, position: &Position<B>) -> Option<Seat> {
        let [mover, next] = [position.to_move.other(), position.to_move];
        [mover, next].into_iter().find(|s| position.score[s.index()] >= self.target)
    }
}

impl<B: Bitboard, const GIFTS: bool> Game for JinLi<B, GIFTS> {
    type Position = Position<B>;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;

    fn new(rules: &Rules) -> Self {
        let size = rules.number("size") as u8;
        let board = Board::square_of(size);
        let inset = u8::from(rules.get("start") == "inset");
        let (low, high) = (inset, size - 1 - inset);
        JinLi {
            board,
            all: B::first(board.len()),
            king_moves: KingMoves::new(board),
            edge: board.squares().map(|s| s.col.min(s.row).min(size - 1 - s.col).min(size - 1 - s.row)).collect(),
            adjacent_squares: board.squares().map(|s| board.adjacent_squares(s)).collect(),
            jumpable_squares: board.squares().map(|s| board.jumpable_squares(s)).collect(),
            corners: [low, high].map(|row| [Square::new(low, row), Square::new(high, row)]),
            stones: rules.number("stones") as u8,
            target: rules.number("target"),
            gift: rules.is_on("gift"),
            has_turn_limit: rules.is_on("turns"),
        }
    }

    fn board(&self) -> Board {
        self.board
    }

    fn start(&self) -> Position<B> {
        let mut start = Position {
            koi: self.corners.map(|koi| self.board.set(koi)),
            stones: B::EMPTY,
            key: 0,
            turn: 1,
            score: [0; 2],
            supply: [self.stones; 2],
            to_move: Seat::FIRST,
            owes: false,
            phase: Phase::Start,
        };
        start.key = self.computed_key(&start);
        start
    }

    fn to_move(&self, position: &Position<B>) -> Seat {
        position.to_move
    }

    fn is_between_turns(&self, position: &Position<B>) -> bool {
        position.phase == Phase::Start
    }

    fn key(&self, position: &Position<B>) -> u64 {
        position.key
    }

    fn computed_key(&self, position: &Position<B>) -> u64 {
        let mut key = zobrist::of_set(&STONE_KEYS, position.stones);
        for seat in 0..2 {
            key ^= zobrist::of_set(&KOI_KEYS[seat], position.koi[seat]);
            key ^= SUPPLY_KEYS[seat][usize::from(position.supply[seat])] ^ score_key(seat, position.score[seat]);
        }
        key ^= if position.to_move == Seat::SECOND { RED_TO_MOVE_KEY } else { 0 };
        key ^ if GIFTS && position.owes { OWES_KEY } else { 0 }
    }

    fn immediate_outcome(&self, position: &Position<B>) -> Option<Outcome> {
        if position.phase != Phase::Start {
            return None;
        }
        if let Some(winner) = self.winner_by_points(position) {
            return Some(Outcome::win(winner, POINTS));
        }
        let can_complete_turn = if GIFTS && position.owes {
            position.stones.squares().any(|stone| self.can_lift(position, stone))
        } else {
            self.can_move(position.koi[position.to_move.index()], position.stones, self.empty(position))
        };
        if can_complete_turn || self.opponent_can_move(position) {
            return None;
        }
        let [yellow, red] = position.score;
        Some(match yellow.cmp(&red) {
            std::cmp::Ordering::Greater => Outcome::win(Seat::FIRST, BOTH_BLOCKED),
            std::cmp::Ordering::Less => Outcome::win(Seat::SECOND, BOTH_BLOCKED),
            std::cmp::Ordering::Equal => Outcome::draw(BOTH_BLOCKED),
        })
    }

    #[inline]
    fn for_each_step(&self, position: &Position<B>, mut emit: impl FnMut(Step)) {
        match position.phase {
            Phase::Start if self.winner_by_points(position).is_some() => {}
            Phase::Start => {
                let mut is_stuck = true;
                let mut visit_first = |step| {
                    is_stuck = false;
                    emit(step);
                };
                if GIFTS && position.owes {
                    let lifts = position.stones.squares().filter(|&stone| self.can_lift(position, stone));
                    lifts.for_each(|stone| visit_first(Step::Lift(stone as u8)));
                } else {
                    self.for_each_koi_move(position, position.to_move, visit_first);
                }
                if is_stuck && self.opponent_can_move(position) {
                    emit(Step::Pass);
                }
            }
            Phase::Lifted => self.for_each_koi_move(position, position.to_move, emit),
            Phase::Drop => self.empty(position).squares().for_each(|to| emit(Step::Drop(to as u8))),
        }
    }

    #[inline]
    fn play(&self, position: &Position<B>, step: Step) -> Position<B> {
        let mut next = *position;
        let me = position.to_move;
        match step {
            Step::Lift(stone) => {
                let stone = usize::from(stone);
                next.stones = next.stones.without(stone);
                next.key ^= STONE_KEYS[stone] ^ OWES_KEY ^ LIFTED_KEY;
                next.owes = false;
                next.phase = Phase::Lifted;
                next.change_supply(me.other(), 1);
            }
            Step::Swim(from, to) | Step::Jump(from, to) => {
                let points = self.points(position, from, to);
                let (from, to, seat) = (usize::from(from), usize::from(to), me.index());
                next.koi[seat] = next.koi[seat].without(from).with(to);
                next.key ^= KOI_KEYS[seat][from] ^ KOI_KEYS[seat][to];
                next.key ^= if GIFTS && position.phase == Phase::Lifted { LIFTED_KEY } else { 0 };
                if points > 0 {
                    next.score[seat] = position.score[seat].saturating_add(points);
                    next.key ^= score_key(seat, position.score[seat]) ^ score_key(seat, next.score[seat]);
                }
                if matches!(step, Step::Swim(..)) && next.supply[seat] > 0 {
                    next.phase = Phase::Drop;
                    next.key ^= DROPPING_KEY;
                } else {
                    next.end_turn(false);
                }
            }
            Step::Drop(to) => {
                next.stones = next.stones.with(to.into());
                next.key ^= STONE_KEYS[usize::from(to)] ^ DROPPING_KEY;
                next.change_supply(me, -1);
                next.end_turn(GIFTS && self.gift && position.supply[me.index()] == 1);
            }
            Step::Pass => {
                next.key ^= if GIFTS && position.owes { OWES_KEY } else { 0 };
                next.end_turn(false);
            }
        }
        next
    }

    fn is_finishing_step(&self, step: Step) -> bool {
        matches!(step, Step::Drop(_))
    }

    #[inline]
    fn points_scored(&self, position: &Position<B>, step: Step) -> u32 {
        match step {
            Step::Swim(from, to) | Step::Jump(from, to) => self.points(position, from, to).into(),
            _ => 0,
        }
    }

    /// A koi move that scores the missing points.
    #[inline]
    fn winning_step(&self, position: &Position<B>) -> Option<Step> {
        let to_go = self.target.saturating_sub(position.score[position.to_move.index()]);
        let may_move = position.phase == Phase::Lifted || position.phase == Phase::Start && !position.owes;
        if to_go > 3 || !may_move || self.winner_by_points(position).is_some() {
            return None;
        }
        let mut found = None;
        self.for_each_koi_move(position, position.to_move, |step| {
            let (Step::Swim(from, to) | Step::Jump(from, to)) = step else { return };
            if found.is_none() && self.points(position, from, to) >= to_go {
                found = Some(step);
            }
        });
        found
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        if self.winner_by_points(position).is_some() {
            return 0;
        }
        let seat = position.to_move.index();
        let (koi, has_stone) = (position.koi[seat], position.supply[seat] > 0);
        let (stones, empty) = (position.stones, self.empty(position));
        let turns = if GIFTS && position.owes {
            stones.squares().map(|s| self.count_turns(koi, has_stone, stones.without(s), empty.with(s))).sum()
        } else {
            self.count_turns(koi, has_stone, stones, empty)
        };
        if turns == 0 { self.opponent_can_move(position).into() } else { turns }
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, Vec<Rejection>> {
        text::parse(self, text)
    }

    fn scene_text(&self, scene: &Scene, rest: &Position<B>) -> String {
        text::write(scene, rest.turn)
    }

    fn step_code(&self, step: Step) -> u32 {
        const BOARD: u32 = 81;
        match step {
            // The distance distinguishes a jump from a swim.
            Step::Swim(from, to) | Step::Jump(from, to) => u32::from(from) * BOARD + u32::from(to),
            Step::Drop(to) => BOARD * BOARD + u32::from(to),
            Step::Lift(stone) => BOARD * (BOARD + 1) + u32::from(stone),
            Step::Pass => BOARD * (BOARD + 2),
        }
    }

    fn marked_squares(&self, step: Step) -> Vec<Square> {
        let squares = match step {
            Step::Lift(square) | Step::Drop(square) => vec![square],
            Step::Swim(from, to) => vec![from, to],
            Step::Jump(from, to) => vec![from, from.midpoint(to), to],
            Step::Pass => vec![],
        };
        squares.into_iter().map(|square| self.board.at(square.into())).collect()
    }

    fn reject(&self, position: &Position<B>, touched: &[Touch]) -> Rejection {
        let Some(&Touch::Square(square)) = touched.last() else { return common::NO_SUPPLY.with(&[]) };
        let index = self.board.index(square);
        let mut must_pass = false;
        self.for_each_step(position, |step| must_pass |= step == Step::Pass);
        let seat = position.to_move.index();
        match touched {
            _ if must_pass => codes::MUST_PASS.with(&[]),
            _ if position.owes && position.stones.has(index) => codes::LIFT_USELESS.with(&[&square]),
            _ if position.owes => codes::LIFT_FIRST.with(&[&square]),
            _ if position.phase == Phase::Drop => codes::OCCUPIED.with(&[&square]),
            [Touch::Square(from), _] => {
                let (cols, rows) = (from.col.abs_diff(square.col), from.row.abs_diff(square.row));
                if position.occupied().has(index) {
                    codes::OCCUPIED.with(&[&square])
                } else if cols.max(rows) == 2 && cols % 2 == 0 && rows % 2 == 0 {
                    codes::NO_STONE_BETWEEN.with(&[from, &square])
                } else {
                    codes::TOO_FAR.with(&[from, &square])
                }
            }
            _ if position.koi[seat].has(index) => codes::KOI_STUCK.with(&[&square]),
            _ if position.koi[seat ^ 1].has(index) => codes::NOT_YOUR_KOI.with(&[&square]),
            _ if position.stones.has(index) => codes::NO_LIFT.with(&[&square]),
            _ => codes::NO_KOI.with(&[&square]),
        }
    }

    fn prompt(&self, position: &Position<B>, touched: &[Touch]) -> &'static str {
        let mut must_pass = false;
        self.for_each_step(position, |step| must_pass |= step == Step::Pass);
        match (position.phase, touched) {
            _ if must_pass => "prompt-pass",
            (Phase::Start, []) if position.owes => "prompt-lift",
            (Phase::Drop, _) => "prompt-drop",
            (_, []) => "prompt-koi",
            (_, _) => "prompt-koi-target",
        }
    }

    fn describe_step(&self, position: &Position<B>, step: Step) -> Option<Phrase> {
        self.special_step(step).or_else(|| self.describe_plain_step(position, step))
    }

    fn move_effects(&self, position: &Position<B>, turn: &[Step]) -> Vec<Phrase> {
        self.effects(position, turn)
    }

    fn scene(&self, position: &Position<B>) -> Scene {
        let counters = |seat: usize| {
            vec![
                Counter { target: Some(self.target.into()), ..Counter::new(SCORE, position.score[seat].into()) },
                Counter::new(STONES, position.supply[seat].into()),
            ]
        };
        let [yellow, red] = position.koi;
        Scene {
            counters: (0..2).map(counters).collect(),
            notice: position.owes.then_some(LIFT_NOTICE),
            ..Scene::of_sets(self.board, INFO.palette, [yellow, red, position.stones], position.to_move)
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all()
    }

    fn transformed(&self, position: &Position<B>, symmetry: Symmetry) -> Position<B> {
        let mut image = *position;
        image.stones = symmetry.set(self.board, position.stones);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let (from, to) = (seat.index(), symmetry.seat(seat).index());
            image.koi[to] = symmetry.set(self.board, position.koi[from]);
            image.score[to] = position.score[from];
            image.supply[to] = position.supply[from];
        }
        image.to_move = symmetry.seat(position.to_move);
        image.key = self.computed_key(&image);
        image
    }

    fn adjustable_counters(&self) -> Vec<Counter> {
        // The last turn starts below the target.
        let max_score = self.target - 1 + MAX_POINTS_PER_TURN;
        vec![Counter::new(SCORE, max_score.into()), Counter::new(STONES, self.all_stones())]
    }

    fn notice(&self) -> Option<&'static str> {
        self.gift.then_some(LIFT_NOTICE)
    }

    fn limit(&self, position: &Position<B>) -> Option<(u32, Reason)> {
        self.has_turn_limit.then(|| ((TURN_LIMIT + 1).saturating_sub(position.turn), Reason::TURN_LIMIT))
    }

    fn classic_move(&self, player: &str, position: &Position<B>, rng: &mut dyn Rng) -> Turn<Step> {
        classic::choose(self, player, position, rng)
    }

    fn classic_value(&self, player: &str, position: &Position<B>, seat: Seat) -> Option<f64> {
        (player == "greedy").then(|| classic::value(self, position, seat).into())
    }
}
