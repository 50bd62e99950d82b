//! Step-by-step entry: what has been entered of a turn, and what may follow.
//!
//! A front end keeps a list of touches and asks after each one: is the turn complete, what may come next, how is it written, and
//! why was a touch rejected. To take a touch back, drop it from the list. A typed move is a list of touches too, so typing and
//! clicking can't differ.

use crate::game::{Game, GameExt, Touches, Turn};
use crate::move_text;
use crate::rejection::{Rejection, common};
use crate::scene::Scene;
use crate::square::Square;
use std::fmt;

/// Something a player points at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Touch {
    /// The player's own supply, typed as `@`.
    Supply,
    /// A square of the board.
    Square(Square),
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Supply => f.write_str("@"),
            Touch::Square(square) => square.fmt(f),
        }
    }
}

/// The state of a turn's entry after some touches.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The text entered so far, including the touches of an unfinished step.
    pub text: String,
    /// The canonical text of the move, if the turn may end here.
    pub complete: Option<String>,
    /// How many touches belong to an unfinished step.
    pub pending_touches: usize,
    /// The touches that may come next, sorted. If the turn is complete as well, it may end or continue.
    pub next: Vec<Touch>,
    /// The key of the message that says what to do next; `None` if the turn or the game is over. See [`Game::prompt`].
    pub prompt: Option<&'static str>,
    /// The index of the rejected touch, and why. All other fields then describe the touches before it.
    pub rejection: Option<(usize, Rejection)>,
    /// The board after the finished steps.
    pub scene: Scene,
}

/// A partly entered turn: its finished steps, and the touches of the next one.
pub(crate) struct PartialTurn<G: Game> {
    pub(crate) position: G::Position,
    pub(crate) steps: Turn<G::Step>,
    /// The touches of an unfinished step.
    pub(crate) pending: Touches,
}

impl<G: Game> PartialTurn<G> {
    pub(crate) fn new(base: &G::Position) -> Self {
        PartialTurn { position: *base, steps: Turn::new(), pending: Touches::new() }
    }

    /// Whether the turn has ended by its last step.
    fn is_over(&self, game: &G) -> bool {
        !self.steps.is_empty() && game.is_between_turns(&self.position)
    }

    /// The steps that begin with the pending touches.
    pub(crate) fn candidates(&self, game: &G) -> Vec<(G::Step, Touches)> {
        let mut candidates = Vec::new();
        if !self.is_over(game) {
            game.for_each_entry_step(&self.position, |step| {
                let touches = game.touches(step);
                if touches.starts_with(&self.pending) {
                    candidates.push((step, touches));
                }
            });
        }
        candidates
    }

    pub(crate) fn touch(&mut self, game: &G, base: &G::Position, touch: Touch) -> Result<(), Rejection> {
        let mut touched = self.pending.clone();
        touched.push(touch);
        let candidates = self.candidates(game);
        if let Some((step, _)) = candidates.iter().find(|(_, t)| *t == touched) {
            self.position = game.play(&self.position, *step);
            self.steps.push(*step);
            self.pending.clear();
        } else if candidates.iter().any(|(_, t)| t.starts_with(&touched)) {
            self.pending = touched;
        } else if self.is_over(game) {
            return Err(common::TURN_IS_COMPLETE.with(&[&game.move_text(base, &self.steps), &touch]));
        } else if let Some(outcome) = game.position_outcome(base) {
            return Err(common::GAME_OVER.with(&[&outcome.reason]));
        } else {
            return Err(game.reject(&self.position, &touched));
        }
        Ok(())
    }

    /// The whole turn, if it may end here: it is over, or a step without touches ends it.
    fn complete(&self, game: &G) -> Option<Turn<G::Step>> {
        if !self.pending.is_empty() {
            return None;
        }
        let mut steps = self.steps.clone();
        if !self.is_over(game) {
            let (end, _) = self.candidates(game).into_iter().find(|(_, touches)| touches.is_empty())?;
            steps.push(end);
        }
        Some(steps)
    }

    /// The text of the pending touches: that of a step they may become, without its missing touches.
    fn pending_text(&self, game: &G) -> String {
        let count = self.pending.len();
        let candidates = self.candidates(game);
        let Some((step, touches)) = candidates.first().filter(|_| count > 0) else { return String::new() };
        let text = game.step_text(&self.position, *step);
        let missing: String = touches[count..].iter().map(|t| t.to_string()).collect();
        text.strip_suffix(&missing).unwrap_or(&text).to_string()
    }

    /// The touches that may come next, sorted.
    pub(crate) fn next(&self, game: &G) -> Vec<Touch> {
        let count = self.pending.len();
        let mut next: Vec<Touch> = self.candidates(game).iter().filter_map(|(_, t)| t.get(count).copied()).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Why the turn can't end here, for a turn that was entered as `text`.
    fn reject_incomplete(&self, game: &G, base: &G::Position, text: &str) -> Rejection {
        if let Some(outcome) = game.position_outcome(base) {
            common::GAME_OVER.with(&[&outcome.reason])
        } else if self.steps.is_empty() && self.pending.is_empty() {
            common::NO_PASS.with(&[])
        } else if !self.pending.is_empty() {
            common::HALF_STEP.with(&[&text])
        } else {
            const MAX_SUGGESTIONS: usize = 8;
            let next = self.next(game);
            let some: Vec<String> = next.iter().take(MAX_SUGGESTIONS).map(|t| t.to_string()).collect();
            let more = if next.len() > some.len() { ", …" } else { "" };
            common::UNFINISHED.with(&[&text, &format!("{}{more}", some.join(", "))])
        }
    }
}

/// The state of the entry after these touches, from a position between turns.
pub fn progress<G: Game>(game: &G, base: &G::Position, touches: &[Touch]) -> Progress {
    let mut turn = PartialTurn::new(base);
    let mut rejected = None;
    for (index, &touch) in touches.iter().enumerate() {
        if let Err(rejection) = turn.touch(game, base, touch) {
            rejected = Some((index, rejection));
            break;
        }
    }
    let pending_text = turn.pending_text(game);
    let mut text = game.move_text(base, &turn.steps);
    if !text.is_empty() && !pending_text.is_empty() {
        text.push('/');
    }
    let next = turn.next(game);
    let is_over = game.position_outcome(base).is_some() || next.is_empty() && !touches.is_empty();
    Progress {
        text: text + &pending_text,
        complete: turn.complete(game).map(|steps| game.move_text(base, &game.canonical(base, &steps))),
        pending_touches: turn.pending.len(),
        next,
        prompt: (!is_over).then(|| game.prompt(&turn.position, &turn.pending)),
        rejection: rejected,
        scene: game.scene(&turn.position),
    }
}

/// The canonical steps of the turn that these touches complete. `text` is what the player typed, for rejections.
pub(crate) fn complete_turn<G: Game>(
    game: &G,
    base: &G::Position,
    touches: &[Touch],
    text: &str,
) -> Result<Turn<G::Step>, Rejection> {
    let mut turn = PartialTurn::new(base);
    for &touch in touches {
        turn.touch(game, base, touch)?;
    }
    let steps = turn.complete(game).ok_or_else(|| turn.reject_incomplete(game, base, text))?;
    Ok(game.canonical(base, &steps))
}

/// Reads a whole move as a player may type it. Returns its touches and its canonical steps.
pub(crate) fn parse_move<G: Game>(
    game: &G,
    base: &G::Position,
    text: &str,
) -> Result<(Vec<Touch>, Turn<G::Step>), Rejection> {
    let text = text.trim();
    let touches = if text == "--" { Vec::new() } else { move_text::touches(text, game.board())? };
    let steps = complete_turn(game, base, &touches, text)?;
    // A leading mark names the kind of the first step, which the touches alone don't.
    let canonical = game.move_text(base, &steps);
    let mark = text.chars().next().filter(|c| "/-".contains(*c));
    match mark.filter(|&m| !canonical.starts_with(m)) {
        Some(mark) => Err(common::WRONG_MARK.with(&[&mark, &canonical])),
        None => Ok((touches, steps)),
    }
}
