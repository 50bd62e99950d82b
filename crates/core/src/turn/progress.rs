//! Step-by-step entry: what has been entered of a turn, and what may follow.
//!
//! A front end keeps a list of touches and asks after each of them: is the turn complete, may it go on, with what, how
//! is it written, and why was a touch refused. Taking back is dropping the last touch. A typed move is a list of touches
//! too, so typing and clicking cannot differ.

use crate::game::{Game, GameExt, Touches, Turn};
use crate::move_text;
use crate::rejection::{Rejection, common};
use crate::scene::Scene;
use crate::square::Square;
use std::fmt;

/// What a person points at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Touch {
    /// The own supply, `@` when typed.
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

/// Where an entry stands after some touches.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The text of what has been entered, the touches of an unfinished step included.
    pub text: String,
    /// The canonical text of the move, if the turn may end here.
    pub complete: Option<String>,
    /// How many touches of a step that is not finished have been entered.
    pub begun: usize,
    /// What may be touched next, in order. If the turn is complete as well, it may end or go on.
    pub next: Vec<Touch>,
    /// Which touch was refused, and why. The rest then tells of the touches before it.
    pub refused: Option<(usize, Rejection)>,
    /// The board with the steps so far.
    pub scene: Scene,
}

/// The steps made of some touches, and the touches of a step just begun.
struct Entered<G: Game> {
    at: G::Position,
    steps: Turn<G::Step>,
    begun: Touches,
}

impl<G: Game> Entered<G> {
    fn new(base: &G::Position) -> Self {
        Entered { at: *base, steps: Turn::new(), begun: Touches::new() }
    }

    /// Whether the turn was made and is over.
    fn is_over(&self, game: &G) -> bool {
        !self.steps.is_empty() && game.is_between_turns(&self.at)
    }

    /// The steps that continue what has been begun.
    fn candidates(&self, game: &G) -> Vec<(G::Step, Touches)> {
        let mut candidates = Vec::new();
        if !self.is_over(game) {
            game.for_each_entry_step(&self.at, |step| {
                let touches = game.touches(&self.at, step);
                if touches.starts_with(&self.begun) {
                    candidates.push((step, touches));
                }
            });
        }
        candidates
    }

    fn touch(&mut self, game: &G, base: &G::Position, touch: Touch) -> Result<(), Rejection> {
        let mut touched = self.begun.clone();
        touched.push(touch);
        let candidates = self.candidates(game);
        if let Some((step, _)) = candidates.iter().find(|(_, t)| *t == touched) {
            self.at = game.play(&self.at, *step);
            self.steps.push(*step);
            self.begun.clear();
        } else if candidates.iter().any(|(_, t)| t.starts_with(&touched)) {
            self.begun = touched;
        } else if self.is_over(game) {
            return Err(common::TURN_IS_COMPLETE.with(&[&game.move_text(base, &self.steps), &touch]));
        } else if let Some(outcome) = game.position_outcome(base) {
            return Err(common::GAME_OVER.with(&[&outcome.reason]));
        } else {
            return Err(game.reject(&self.at, &touched));
        }
        Ok(())
    }

    /// The whole turn, if it may end here: it is over, or a step that needs no touch ends it.
    fn complete(&self, game: &G) -> Option<Turn<G::Step>> {
        if !self.begun.is_empty() {
            return None;
        }
        let mut steps = self.steps.clone();
        if !self.is_over(game) {
            let (end, _) = self.candidates(game).into_iter().find(|(_, touches)| touches.is_empty())?;
            steps.push(end);
        }
        Some(steps)
    }

    /// The text of a step just begun: that of a step it may become, without the touches that are still missing.
    fn begun_text(&self, game: &G) -> String {
        let begun = self.begun.len();
        let candidates = self.candidates(game);
        let Some((step, touches)) = candidates.first().filter(|_| begun > 0) else { return String::new() };
        let text = game.step_text(&self.at, *step);
        let missing: String = touches[begun..].iter().map(|t| t.to_string()).collect();
        text.strip_suffix(&missing).unwrap_or(&text).to_string()
    }

    fn next(&self, game: &G) -> Vec<Touch> {
        let begun = self.begun.len();
        let mut next: Vec<Touch> = self.candidates(game).iter().filter_map(|(_, t)| t.get(begun).copied()).collect();
        next.sort_unstable();
        next.dedup();
        next
    }
}

/// What may be said of these touches, entered from a position between turns.
pub fn progress<G: Game>(game: &G, base: &G::Position, touches: &[Touch]) -> Progress {
    let mut entered = Entered::new(base);
    let mut refused = None;
    for (at, &touch) in touches.iter().enumerate() {
        if let Err(rejection) = entered.touch(game, base, touch) {
            refused = Some((at, rejection));
            break;
        }
    }
    let begun = entered.begun_text(game);
    let mut text = game.move_text(base, &entered.steps);
    if !text.is_empty() && !begun.is_empty() {
        text.push('/');
    }
    Progress {
        text: text + &begun,
        complete: entered.complete(game).map(|steps| game.move_text(base, &game.canonical(base, &steps))),
        begun: entered.begun.len(),
        next: entered.next(game),
        refused,
        scene: game.scene(&entered.at),
    }
}

/// Reads a whole move as a person may type it; its canonical steps, or why it is refused.
pub(crate) fn parse_move<G: Game>(game: &G, base: &G::Position, text: &str) -> Result<Turn<G::Step>, Rejection> {
    let text = text.trim();
    let pass = text == "--";
    let touches = if pass { Vec::new() } else { move_text::touches(text, game.board())? };
    let mut entered = Entered::new(base);
    for &touch in &touches {
        entered.touch(game, base, touch)?;
    }
    let steps = entered.complete(game).ok_or_else(|| {
        if let Some(outcome) = game.position_outcome(base) {
            common::GAME_OVER.with(&[&outcome.reason])
        } else if pass {
            common::NO_PASS.with(&[])
        } else if !entered.begun.is_empty() {
            common::HALF_STEP.with(&[&text])
        } else {
            let next = entered.next(game);
            let some: Vec<String> = next.iter().take(8).map(|t| t.to_string()).collect();
            let more = if next.len() > some.len() { ", …" } else { "" };
            common::UNFINISHED.with(&[&text, &format!("{}{more}", some.join(", "))])
        }
    })?;
    let steps = game.canonical(base, &steps);
    // A mark in front says which kind of step comes first; the touches alone would not.
    let canonical = game.move_text(base, &steps);
    let mark = text.chars().next().filter(|c| "/-".contains(*c));
    match mark.filter(|&m| !canonical.starts_with(m)) {
        Some(mark) => Err(common::WRONG_MARK.with(&[&mark, &canonical])),
        None => Ok(steps),
    }
}
