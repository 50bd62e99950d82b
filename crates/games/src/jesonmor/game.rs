//! The rules on bitboards.

use super::position::{BLACK_KEYS, BLACK_TO_MOVE_KEY, Ending, Position, Step, WHITE_KEYS};
use super::{INFO, classic, codes, evaluation, text};
use rand::Rng;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{
    Bitboard, BitboardExt, Board, Counter, Game, GameExt, GameInfo, Mark, Outcome, Phrase, Reason, Rules, Scene, Seat,
    Symmetry, Touch, Turn, zobrist,
};

const LAST_KNIGHT_CAPTURED: Reason = Reason("last knight captured");
const LEFT_THE_CENTRE: Reason = Reason("left the centre");
const HELD_THE_CENTRE: Reason = Reason("held the centre");
const REACHED_THE_CENTRE: Reason = Reason("reached the centre");

const KNIGHT_MOVES: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Plies without a capture after which the game is drawn.
const QUIET_LIMIT: u16 = 100;

/// The way to win, besides capturing the last knight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    Leave,
    Hold,
    Reach,
}

/// The game on a board that fits into `B`. A `SIZE` other than 0 fixes the size of the board at compile time, and `LEAVE` fixes
/// the goal.
#[derive(Clone, Debug)]
pub struct JesonMor<B, const SIZE: u32, const LEAVE: bool> {
    pub(super) board: Board,
    /// All squares.
    all: B,
    /// All squares except the first column, the first two, the last, and the last two.
    inner: [B; 4],
    /// By bit: the squares whose number of knight's moves has that binary digit.
    degree_bits: [B; 4],
    pub(super) goal: Goal,
    pub(super) centre: usize,
    /// By square: the squares a knight's move away.
    pub(super) reach: Box<[B]>,
    /// By square: its class in the evaluation.
    pub(super) square_classes: Box<[u8]>,
    has_quiet_limit: bool,
}

impl<B: Bitboard, const SIZE: u32, const LEAVE: bool> JesonMor<B, SIZE, LEAVE> {
    /// The number of moves of these knights: that of each knight alone, minus two for every pair that protects each other.
    /// Shifting the whole set finds the pairs.
    #[inline]
    fn mobility(&self, knights: B) -> u32 {
        let size = if SIZE > 0 { SIZE } else { u32::from(self.board.cols) };
        let [right, right_2, left, left_2] = [2, 3, 0, 1].map(|i| knights & self.inner[i]);
        let up = [right << (2 * size + 1), left << (2 * size - 1), right_2 << (size + 2), left_2 << (size - 2)];
        let pairs: u32 = up.into_iter().map(|targets| (targets & knights).count()).sum();
        let alone: u32 = (0..4).map(|bit| (knights & self.degree_bits[bit]).count() << bit).sum();
        alone - 2 * pairs
    }

    /// The squares a knight's move away from any of these knights.
    #[inline]
    pub(super) fn reach_of(&self, knights: B) -> B {
        let size = if SIZE > 0 { SIZE } else { u32::from(self.board.cols) };
        let [right, right_2, left, left_2] = [2, 3, 0, 1].map(|i| knights & self.inner[i]);
        // Two rows go with one column, one row with two columns.
        let one = (right << 1) | (left >> 1);
        let two = (right_2 << 2) | (left_2 >> 2);
        ((one << (2 * size)) | (one >> (2 * size)) | (two << size) | (two >> size)) & self.all
    }

    /// How the game has ended by the board alone, between turns.
    pub(super) fn ending(&self, knights: [B; 2], to_move: Seat) -> Ending {
        let [mine, theirs] = [knights[to_move.index()], knights[to_move.other().index()]];
        if mine.is_empty() || theirs.is_empty() {
            Ending::LastKnight
        } else if self.goal == Goal::Hold && mine.has(self.centre) {
            Ending::Held
        } else if self.goal == Goal::Reach && (mine | theirs).has(self.centre) {
            Ending::Reached
        } else {
            Ending::None
        }
    }

    pub(super) fn index(&self, touch: Touch) -> Option<usize> {
        match touch {
            Touch::Square(square) => Some(self.board.index(square)),
            Touch::Supply => None,
        }
    }
}

impl<B: Bitboard, const SIZE: u32, const LEAVE: bool> Game for JesonMor<B, SIZE, LEAVE> {
    type Position = Position<B>;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;

    fn new(rules: &Rules) -> Self {
        let board = Board::square_of(rules.number("size") as u8);
        let goal = match rules.get("goal") {
            "hold" => Goal::Hold,
            "reach" => Goal::Reach,
            _ => Goal::Leave,
        };
        let reach = |square| board.set(KNIGHT_MOVES.iter().filter_map(|&d| board.offset(square, d)));
        let degree = |square| KNIGHT_MOVES.iter().filter(|&&d| board.offset(square, d).is_some()).count();
        let columns = |keep: &dyn Fn(u8) -> bool| board.set(board.squares().filter(|s| keep(s.col)));
        let last = board.cols - 1;
        JesonMor {
            board,
            all: B::first(board.len()),
            inner: [columns(&|c| c > 0), columns(&|c| c > 1), columns(&|c| c < last), columns(&|c| c < last - 1)],
            degree_bits: [0, 1, 2, 3].map(|bit| board.set(board.squares().filter(|&s| degree(s) >> bit & 1 == 1))),
            goal,
            centre: board.len() / 2,
            reach: board.squares().map(reach).collect(),
            square_classes: evaluation::square_classes(board),
            has_quiet_limit: rules.is_on("quiet"),
        }
    }

    fn board(&self) -> Board {
        self.board
    }

    fn start(&self) -> Position<B> {
        let row = B::first(usize::from(self.board.cols));
        let knights = [row, row << (self.board.len() as u32 - u32::from(self.board.cols))];
        let mut start = Position { knights, key: 0, number: 1, quiet: 0, to_move: Seat::FIRST, ending: Ending::None };
        start.key = self.computed_key(&start);
        start
    }

    fn to_move(&self, position: &Position<B>) -> Seat {
        position.to_move
    }

    fn key(&self, position: &Position<B>) -> u64 {
        position.key
    }

    fn computed_key(&self, position: &Position<B>) -> u64 {
        let [white, black] = position.knights;
        let key = if position.to_move == Seat::SECOND { BLACK_TO_MOVE_KEY } else { 0 };
        key ^ zobrist::of_set(&WHITE_KEYS, white) ^ zobrist::of_set(&BLACK_KEYS, black)
    }

    fn immediate_outcome(&self, position: &Position<B>) -> Option<Outcome> {
        let mover = position.to_move.other();
        match position.ending {
            Ending::None => None,
            Ending::LastKnight => {
                let winner = if position.knights[0].is_empty() { Seat::SECOND } else { Seat::FIRST };
                Some(Outcome::win(winner, LAST_KNIGHT_CAPTURED))
            }
            Ending::Left => Some(Outcome::win(mover, LEFT_THE_CENTRE)),
            Ending::Held => Some(Outcome::win(position.to_move, HELD_THE_CENTRE)),
            Ending::Reached => {
                let winner = if position.knights[0].has(self.centre) { Seat::FIRST } else { Seat::SECOND };
                Some(Outcome::win(winner, REACHED_THE_CENTRE))
            }
        }
    }

    #[inline]
    fn for_each_step(&self, position: &Position<B>, mut emit: impl FnMut(Step)) {
        if position.ending != Ending::None {
            return;
        }
        let mine = position.knights[position.to_move.index()];
        for from in mine.squares() {
            for to in (self.reach[from] & !mine).squares() {
                emit(Step::new([from, to]));
            }
        }
    }

    #[inline]
    fn play(&self, position: &Position<B>, step: Step) -> Position<B> {
        let [from, to] = step.squares();
        let me = position.to_move;
        let [mine, theirs] = [me.index(), me.other().index()];
        let mut next = *position;
        let keys = [&WHITE_KEYS, &BLACK_KEYS];
        next.knights[mine] ^= B::bit(from) | B::bit(to);
        next.key ^= keys[mine][from] ^ keys[mine][to] ^ BLACK_TO_MOVE_KEY;
        next.quiet = position.quiet.saturating_add(1);
        next.number = position.number.saturating_add(u32::from(me == Seat::SECOND));
        next.to_move = me.other();
        if position.knights[theirs].has(to) {
            next.knights[theirs] = position.knights[theirs].without(to);
            next.key ^= keys[theirs][to];
            next.quiet = 0;
            if next.knights[theirs].is_empty() {
                next.ending = Ending::LastKnight;
                return next;
            }
        }
        let goal = if LEAVE { Goal::Leave } else { self.goal };
        match goal {
            Goal::Leave if from == self.centre => next.ending = Ending::Left,
            Goal::Hold if next.knights[theirs].has(self.centre) => next.ending = Ending::Held,
            Goal::Reach if to == self.centre => next.ending = Ending::Reached,
            _ => {}
        }
        next
    }

    #[inline]
    fn winning_step(&self, position: &Position<B>) -> Option<Step> {
        let mine = position.knights[position.to_move.index()];
        let centre = self.centre;
        match if LEAVE { Goal::Leave } else { self.goal } {
            _ if position.ending != Ending::None => None,
            Goal::Leave if mine.has(centre) => {
                (self.reach[centre] & !mine).squares().next().map(|to| Step::new([centre, to]))
            }
            Goal::Reach => (self.reach[centre] & mine).squares().next().map(|from| Step::new([from, centre])),
            _ => None,
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        if position.ending != Ending::None {
            return 0;
        }
        self.mobility(position.knights[position.to_move.index()]).into()
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, Vec<Rejection>> {
        text::parse(self, text)
    }

    fn scene_text(&self, scene: &Scene, rest: &Position<B>) -> String {
        text::write(scene, rest.quiet, rest.number)
    }

    fn reject(&self, position: &Position<B>, touched: &[Touch]) -> Rejection {
        let Some(index) = touched.last().and_then(|&t| self.index(t)) else { return common::NO_SUPPLY.with(&[]) };
        let square = self.board.at(index);
        let mine = position.knights[position.to_move.index()].has(index);
        match touched {
            [from, _] if mine && *from != Touch::Square(square) => codes::OWN_KNIGHT.with(&[&square]),
            [from, _] => codes::NOT_A_KNIGHTS_MOVE.with(&[from, &square]),
            _ if (position.knights[0] | position.knights[1]).has(index) && !mine => {
                codes::NOT_YOUR_KNIGHT.with(&[&square])
            }
            // The only way for an own knight to have no move.
            _ if mine => codes::HEMMED_IN.with(&[&square]),
            _ => codes::NO_KNIGHT.with(&[&square]),
        }
    }

    fn describe_step(&self, position: &Position<B>, step: Step) -> Option<Phrase> {
        self.capture_in_words(position, step).or_else(|| self.describe_plain_step(position, step))
    }

    fn move_effects(&self, position: &Position<B>, turn: &[Step]) -> Vec<Phrase> {
        turn.iter().flat_map(|&step| self.effects(position, step)).collect()
    }

    fn scene(&self, position: &Position<B>) -> Scene {
        let mut scene = Scene::of_sets(self.board, INFO.palette, position.knights, position.to_move);
        scene.cells[self.centre].mark = Some(Mark::Centre);
        let counters = position.knights.map(|k| vec![Counter::new("counter-knights", k.count())]);
        Scene { counters: counters.to_vec(), ..scene }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all()
    }

    fn transformed(&self, position: &Position<B>, symmetry: Symmetry) -> Position<B> {
        let mut image = *position;
        for seat in [Seat::FIRST, Seat::SECOND] {
            image.knights[symmetry.seat(seat).index()] = symmetry.set(self.board, position.knights[seat.index()]);
        }
        image.to_move = symmetry.seat(position.to_move);
        image.key = self.computed_key(&image);
        image
    }

    fn limit(&self, position: &Position<B>) -> Option<(u32, Reason)> {
        self.has_quiet_limit.then(|| (QUIET_LIMIT.saturating_sub(position.quiet).into(), Reason::QUIET_LIMIT))
    }

    fn classic_move(&self, player: &str, position: &Position<B>, rng: &mut dyn Rng) -> Turn<Step> {
        classic::choose(self, player, position, rng)
    }

    fn classic_value(&self, player: &str, position: &Position<B>, seat: Seat) -> Option<f64> {
        (player == "greedy").then(|| classic::value(self, position, seat) as f64)
    }
}
