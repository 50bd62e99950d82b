//! The trait that a game implements.

mod ext;
pub mod heuristics;
pub mod info;
pub mod outcome;
pub mod perft;
pub mod position_text;
pub mod rejection;
pub mod rules;

use crate::info::GameInfo;
use crate::outcome::{Outcome, Reason, Seat};
use crate::progress::Touch;
use crate::rejection::Rejection;
use crate::rules::Rules;
use crate::scene::{Counter, Scene};
use crate::square::Board;
use crate::symmetry::Symmetry;
use arrayvec::ArrayVec;
use rand::Rng;
use std::fmt::Debug;

pub use ext::GameExt;

/// The steps of a turn, in the order in which they are played.
pub type Turn<S> = ArrayVec<S, 8>;

/// What a person touches to enter one step.
pub type Touches = ArrayVec<Touch, 4>;

/// A game under chosen rules.
///
/// The value itself holds the options and tables; a position is a small `Copy` value without them. A turn is played
/// step by step, with the same player to move in between, so positions may stand in the middle of a turn. A *move* is a
/// whole turn.
pub trait Game: Sized + Clone + Send + Sync + 'static {
    // ------------------------------------------------------------------------------------- what a game must write

    /// A position, between turns or within one.
    type Position: Copy + PartialEq + Debug + Send + Sync;
    /// One step of a turn.
    type Step: Copy + PartialEq + Debug + Send + Sync;

    /// What the game tells about itself.
    const INFO: &'static GameInfo;

    /// The game under these rules, which are rules of this game.
    fn new(rules: &Rules) -> Self;

    /// The board.
    fn board(&self) -> Board;

    /// The position at the start.
    fn start(&self) -> Self::Position;

    /// The player whose step is next.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// A key of the position: equal for positions that repeat each other (so without counters of turns), kept up
    /// incrementally. Within a turn it tells apart what has been done so far.
    fn key(&self, position: &Self::Position) -> u64;

    /// The same key computed from nothing but the position, between turns: what `key` is tested against.
    fn computed_key(&self, position: &Self::Position) -> u64;

    /// What the board alone decides between turns: the game's own results except for a player to move who has no legal
    /// turn and loses by that, which [`Game::result`] adds.
    fn immediate_outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Calls `visit` for every step from which the turn can be completed; together they yield each move once, by its
    /// canonical text. No step once the game is [decided](Game::decided); draws by limits are ignored.
    fn for_each_step(&self, position: &Self::Position, visit: impl FnMut(Self::Step));

    /// Plays a step. It trusts that the step was one of those given by [`Game::for_each_step`] or
    /// [`Game::for_each_entry_step`] for this position.
    fn play(&self, position: &Self::Position, step: Self::Step) -> Self::Position;

    /// Reads a position between turns; every reason against it if it is refused.
    fn parse_position(&self, text: &str) -> Result<Self::Position, Vec<Rejection>>;

    /// The text of what is to be seen in a scene, possible or not. The numbers that no scene shows, such as those of
    /// turns, are those of `rest`.
    fn scene_text(&self, scene: &Scene, rest: &Self::Position) -> String;

    /// The text of a step in this position. A move's text is that of its steps, joined by slashes; a step that only
    /// ends a turn has none.
    fn step_text(&self, position: &Self::Position, step: Self::Step) -> String;

    /// A number for a step, below 2²⁴ and different for the steps of one position. The search remembers steps by it, and
    /// learns best where the same step has the same number in every position.
    fn step_code(&self, step: Self::Step) -> u32;

    /// What a person touches to enter a step. No step's touches begin with all of another's.
    fn touches(&self, position: &Self::Position, step: Self::Step) -> Touches;

    /// Why a person cannot touch the last of `touched` after the others, in a position that is not decided. The others
    /// begin a step that can be entered.
    fn reject(&self, position: &Self::Position, touched: &[Touch]) -> Rejection;

    /// What to draw.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The symmetries of the game under these rules: each maps legal moves to legal moves and keeps outcomes.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// A position between turns, turned around.
    fn transformed(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position;

    /// The move of one of the classic players, in a position with a legal move.
    fn classic_move(&self, player: &str, position: &Self::Position, rng: &mut dyn Rng) -> Turn<Self::Step>;

    // ------------------------------------------------------------------- what a game may write where it has more to say

    /// Whether no turn has been begun; always, where a turn is one step.
    fn is_between_turns(&self, _position: &Self::Position) -> bool {
        true
    }

    /// A classic player's evaluation for a seat, if that player has one.
    fn classic_value(&self, _player: &str, _position: &Self::Position, _seat: Seat) -> Option<f64> {
        None
    }

    /// How many more turns can be played before a limit draws the game, if nothing puts it off, and why it is drawn then;
    /// nothing if the rules have no such limit.
    fn limit(&self, _position: &Self::Position) -> Option<(u32, Reason)> {
        None
    }

    /// The counters of a scene that can be set by hand, each with its largest sensible value; the others follow from the
    /// board.
    fn adjustable(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// The notice that a scene may have, and that can be set by hand.
    fn notice(&self) -> Option<&'static str> {
        None
    }

    /// A step that wins at once for the player to move, where the rules let that be seen quickly: random games are less
    /// random with it. None if there is no such step or it cannot be seen.
    fn winning_step(&self, _position: &Self::Position) -> Option<Self::Step> {
        None
    }

    /// The points that a step scores, in a game that is played for points.
    #[inline]
    fn points_scored(&self, _position: &Self::Position, _step: Self::Step) -> u32 {
        0
    }

    /// How many moves there are between turns. It is what perft counts its last ply with, so a closed form pays.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.for_each_move(position, |_, _| count += 1);
        count
    }

    /// Calls `visit` for every step that a person may enter: more than [`Game::for_each_step`] gives where several
    /// orders of steps mean the same move.
    fn for_each_entry_step(&self, position: &Self::Position, visit: impl FnMut(Self::Step)) {
        self.for_each_step(position, visit);
    }

    /// The steps that mean the same move as these and have the canonical text.
    fn canonical(&self, _position: &Self::Position, steps: &Turn<Self::Step>) -> Turn<Self::Step> {
        steps.clone()
    }

    /// Whether a step only rounds a turn off, as the drop of a stone does: it comes after the steps that a person chooses a
    /// plan by, and all steps after it are such too. The solution of a puzzle may be ended in several ways by such steps.
    fn is_finishing_step(&self, _step: Self::Step) -> bool {
        false
    }
}
