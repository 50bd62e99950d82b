//! The [`Game`] trait.
//!
//! | word | meaning |
//! | --- | --- |
//! | step | the smallest thing that a player does: one piece moves, or is placed |
//! | turn | the steps that a player makes before the opponent is next: a [`Turn`] |
//! | move | a whole turn in its canonical form, as lists and records have it |
//! | outcome | who won and why: an [`Outcome`]. [`Game::immediate_outcome`] is what the board shows, [`GameExt::position_outcome`] adds the loss without a legal turn, and [`Session::outcome`](crate::Session::outcome) adds draws by repetition and limits |
//! | static result | a forced outcome that needs no search: a [`StaticResult`](crate::StaticResult) |
//! | key | the Zobrist key of a position. A key of a message is a [`MessageKey`](crate::rejection::MessageKey) |
//! | rules | the chosen options of a game: [`Rules`]. The text for players is the [`rulebook`](crate::rulebook) |
//! | visit | to run generic code with the type of a game, which the rules decide. Functions that call a closure for each item name it `emit` |

mod ext;
pub mod heuristics;
pub mod info;
pub mod inputs;
pub mod outcome;
pub mod perft;
pub mod phrase;
pub mod position_text;
pub mod rejection;
pub mod rules;

use crate::info::GameInfo;
use crate::outcome::{Outcome, Reason, Seat};
use crate::phrase::Phrase;
use crate::progress::Touch;
use crate::rejection::{Rejection, common};
use crate::rules::Rules;
use crate::scene::{Counter, Scene};
use crate::square::{Board, Square};
use crate::step::Step;
use crate::symmetry::Symmetry;
use arrayvec::ArrayVec;
use rand::Rng;
use smallvec::SmallVec;
use std::fmt::Debug;

pub use ext::GameExt;

/// The steps of a turn, in the order in which they are played. It allocates memory only for turns of more than eight steps.
pub type Turn<S> = SmallVec<[S; 8]>;

/// The maximum number of steps in a turn, which each game promises and the conformance suite checks. A typed move may be long
/// enough for such a turn, and the search has room for it at its greatest depth.
pub const MAX_TURN_STEPS: usize = 64;

/// The maximum number of touches in a step: one on the supply and three on squares.
pub(crate) const MAX_STEP_TOUCHES: usize = 4;

/// The touches that enter one step.
pub type Touches = ArrayVec<Touch, MAX_STEP_TOUCHES>;

/// A game under chosen rules.
///
/// The value holds the options and lookup tables; a position is a small `Copy` value without them. A turn is played step by
/// step with the same player to move, so a position may be in the middle of a turn. A *move* is a whole turn.
pub trait Game: Sized + Clone + Send + Sync + 'static {
    // ------------------------------------------------------------------------------------- required methods

    /// A position, between turns or within one.
    type Position: Copy + PartialEq + Debug + Send + Sync;
    /// One step of a turn.
    type Step: Step;

    /// The metadata of the game.
    const INFO: &'static GameInfo;

    /// Creates the game with these rules, which belong to this game.
    fn new(rules: &Rules) -> Self;

    /// The size of the board under these rules.
    fn board(&self) -> Board;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// The player whose step is next.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// The Zobrist key, updated incrementally. Positions that repeat each other have equal keys, so turn counters don't count.
    /// Within a turn the key includes the steps made so far.
    fn key(&self, position: &Self::Position) -> u64;

    /// The key of a position between turns, computed from scratch. Tests compare [`Game::key`] with it.
    fn computed_key(&self, position: &Self::Position) -> u64;

    /// Calls `emit` for every step from which the turn can be completed. Together the steps yield each move once, in its
    /// canonical form. There are no steps after an [immediate outcome](Game::immediate_outcome). Ignores draws by limits.
    fn for_each_step(&self, position: &Self::Position, emit: impl FnMut(Self::Step));

    /// Plays a step. Trusts that [`Game::for_each_step`] or [`Game::for_each_entry_step`] generated it for this position.
    fn play(&self, position: &Self::Position, step: Self::Step) -> Self::Position;

    /// Reads a position between turns, or returns every reason to reject it.
    fn parse_position(&self, text: &str) -> Result<Self::Position, Vec<Rejection>>;

    /// What to draw.
    fn scene(&self, position: &Self::Position) -> Scene;

    // ------------------------------------------------------------------- optional methods

    /// The result that the board alone decides between turns. [`GameExt::position_outcome`] adds the loss of a player who has no
    /// legal turn.
    fn immediate_outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The position text of a scene, valid or not. Counters that no scene shows, such as the turn number, come from `rest`.
    fn scene_text(&self, scene: &Scene, _rest: &Self::Position) -> String {
        position_text::write(scene, Self::INFO)
    }

    /// The text of a step in this position. A move's text joins those of its steps with slashes; a step that only ends the turn
    /// has an empty text.
    fn step_text(&self, _position: &Self::Position, step: Self::Step) -> String {
        step.parts().text(self.board())
    }

    /// A number for a step, below 2²⁴ − 1 and unique among the steps of a position. The search stores the best step of a position
    /// by its whole code. It also learns which codes are good: `mcts` by their lower 16 bits, alpha-beta by their lower 14 bits. So
    /// the same step should have the same code in every position, and small codes are best.
    #[inline]
    fn step_code(&self, step: Self::Step) -> u32 {
        step.parts().code(self.board().len() as u32)
    }

    /// The squares to mark after a step was played, such as those that a piece jumped over. The default is the squares that
    /// enter the step.
    fn marked_squares(&self, step: Self::Step) -> Vec<Square> {
        let touches = self.touches(step).into_iter();
        touches.filter_map(|touch| if let Touch::Square(square) = touch { Some(square) } else { None }).collect()
    }

    /// Why the last of `touched` is not allowed after the others, in an undecided position. The others begin a step that can be
    /// entered. The default names the squares but no reason.
    fn reject(&self, _position: &Self::Position, touched: &[Touch]) -> Rejection {
        match touched {
            [from @ .., Touch::Square(to)] => match from.last() {
                Some(from) => common::NO_STEP_TO.with(&[from, to]),
                None => common::NO_STEP_AT.with(&[to]),
            },
            _ => common::NO_SUPPLY.with(&[]),
        }
    }

    /// The key of the message that tells the player to move what to do next, after these touches of an unfinished step. The
    /// message may use `{$player}` and `{$opponent}`.
    fn prompt(&self, _position: &Self::Position, touched: &[Touch]) -> &'static str {
        if touched.is_empty() { "prompt-pick" } else { "prompt-target" }
    }

    /// Says what a step does, such as "knight c1→d3"; `None` for a step that only ends the turn. The default names the piece that
    /// moves.
    fn describe_step(&self, position: &Self::Position, step: Self::Step) -> Option<Phrase> {
        self.describe_plain_step(position, step)
    }

    /// What a move achieves, as clauses such as "captures the knight on d4", the most important first. Hints use it. The default
    /// knows no reason; [`GameExt::move_reasons`] adds what it can see in every game.
    fn move_effects(&self, _position: &Self::Position, _turn: &[Self::Step]) -> Vec<Phrase> {
        Vec::new()
    }

    /// The symmetries of the game under these rules: each maps legal moves to legal moves and keeps outcomes.
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::IDENTITY]
    }

    /// The image of a position between turns under a symmetry. The default transforms the scene, so it needs a position text
    /// that says everything about a position. It is slow; write it if tests take long.
    fn transformed(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position {
        let text = self.scene_text(&self.scene(position).transformed(symmetry), position);
        self.parse_position(&text).expect("the image of a position is a position")
    }

    /// The move of a classic player, in a position with a legal move. The default is `random`, for whom all moves are equal.
    fn classic_move(&self, _player: &str, position: &Self::Position, rng: &mut dyn Rng) -> Turn<Self::Step> {
        self.random_turn(position, rng)
    }

    /// Whether the position is between turns; always true if every turn is one step.
    fn is_between_turns(&self, _position: &Self::Position) -> bool {
        true
    }

    /// A classic player's evaluation for a seat, if that player has one.
    fn classic_value(&self, _player: &str, _position: &Self::Position, _seat: Seat) -> Option<f64> {
        None
    }

    /// How many turns are left before a limit draws the game, and which limit that is; `None` if the rules have no limit.
    fn limit(&self, _position: &Self::Position) -> Option<(u32, Reason)> {
        None
    }

    /// The counters that a position editor can set, each with its largest sensible value. Other counters follow from the board.
    fn adjustable_counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// The notice that a position editor can set, if scenes of this game may have one.
    fn notice(&self) -> Option<&'static str> {
        None
    }

    /// A step that wins at once for the player to move, if the game can see one quickly. Random playouts use it.
    fn winning_step(&self, _position: &Self::Position) -> Option<Self::Step> {
        None
    }

    /// The points that a step scores, in a game with points.
    #[inline]
    fn points_scored(&self, _position: &Self::Position, _step: Self::Step) -> u32 {
        0
    }

    /// The number of moves of a position between turns. Perft counts its last ply with it, so a closed form pays off.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.for_each_move(position, |_, _| count += 1);
        count
    }

    /// Calls `emit` for every step that a player may enter. There are more than [`Game::for_each_step`] generates if several
    /// orders of steps mean the same move.
    fn for_each_entry_step(&self, position: &Self::Position, emit: impl FnMut(Self::Step)) {
        self.for_each_step(position, emit);
    }

    /// The canonical steps of the move that these steps mean.
    fn canonical(&self, _position: &Self::Position, steps: &Turn<Self::Step>) -> Turn<Self::Step> {
        steps.clone()
    }

    /// Whether a step only finishes a turn, like dropping a stone after a swim. All steps after it are finishing steps too. The
    /// solution of a puzzle is the same whatever its finishing steps.
    fn is_finishing_step(&self, _step: Self::Step) -> bool {
        false
    }
}
