//! Entering turns into a game, touch by touch or in typed steps.

use crate::outcome::Outcome;
use crate::progress::{Progress, Touch};
use crate::rejection::{Rejection, common};
use crate::session::Session;
use crate::turn_entry::TurnEntry;

/// A game that takes turns from a player: a [`LocalGame`](crate::local_game::LocalGame) or a [`Study`](crate::study::Study).
pub trait TurnInput {
    /// The game between turns.
    fn session(&self) -> &dyn Session;
    /// The partly entered turn.
    fn entry(&self) -> &TurnEntry;
    /// The partly entered turn, to change it.
    fn entry_mut(&mut self) -> &mut TurnEntry;
    /// Plays a turn with `play`, which returns its canonical text, and clears the entry.
    fn play_with(&mut self, play: &dyn Fn(&mut dyn Session) -> Result<String, Rejection>) -> Result<(), Rejection>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome> {
        self.session().outcome()
    }
}

/// Entering turns into any [`TurnInput`].
pub trait TurnInputExt: TurnInput {
    /// Rejects input once the game is over.
    fn reject_if_over(&self) -> Result<(), Rejection> {
        self.outcome().map_or(Ok(()), |outcome| Err(common::GAME_OVER.with(&[&outcome.reason])))
    }

    /// The state of the partly entered turn.
    fn progress(&self) -> Progress {
        self.entry().progress(self.session())
    }

    /// The touches of the partly entered turn.
    fn touches(&self) -> &[Touch] {
        self.entry().touches()
    }

    /// Whether a turn is partly entered.
    fn is_within_turn(&self) -> bool {
        !self.entry().is_empty()
    }

    /// The touches that may come next and lose at once, with the squares that would take a piece from the supply: see
    /// [`Session::losing_touches`].
    fn losing_touches(&self) -> Vec<Touch> {
        let (session, touches) = (self.session(), self.touches());
        let next = session.progress(touches).next;
        let mut losing = session.losing_touches(touches);
        if next.contains(&Touch::Supply) {
            let from_supply = session.losing_touches(&[touches, &[Touch::Supply]].concat());
            losing.extend(from_supply.into_iter().filter(|touch| !next.contains(touch)));
        }
        losing
    }

    /// Adds a touch; see [`TurnEntry::touch`]. Plays the turn if that completes it, and returns whether it did.
    fn touch(&mut self, touch: Touch) -> Result<bool, Rejection> {
        self.reject_if_over()?;
        let turn = change_entry(self, |entry, session| entry.touch(session, touch))?;
        play_if_complete(self, turn)
    }

    /// Picks a piece up to drag it; see [`TurnEntry::grab`]. Plays the turn if that completes it, and returns whether it did.
    fn grab(&mut self, touch: Touch) -> Result<bool, Rejection> {
        self.reject_if_over()?;
        let turn = change_entry(self, |entry, session| entry.grab(session, touch))?;
        play_if_complete(self, turn)
    }

    /// The pieces that can be dragged; see [`TurnEntry::grabbable`].
    fn grabbable(&self) -> Vec<Touch> {
        self.entry().grabbable(self.session())
    }

    /// Adds what a player typed: a whole turn, or some steps of it. Plays the turn if that completes it, and returns whether it
    /// did.
    fn enter(&mut self, text: &str) -> Result<bool, Rejection> {
        self.reject_if_over()?;
        let turn = change_entry(self, |entry, session| entry.enter(session, text))?;
        play_if_complete(self, turn)
    }

    /// Ends a turn that may end or continue. Returns whether it may end here.
    fn end_turn(&mut self) -> Result<bool, Rejection> {
        let is_complete = self.progress().complete.is_some();
        let turn = is_complete.then(|| self.touches().to_vec());
        play_if_complete(self, turn)
    }

    /// Undoes an unfinished step, or the last finished step of the turn. Returns whether there was one.
    fn undo_step(&mut self) -> bool {
        change_entry(self, |entry, session| entry.undo_step(session))
    }

    /// Plays a whole turn.
    fn play(&mut self, text: &str) -> Result<(), Rejection> {
        self.play_with(&|session| session.play(text))
    }
}

impl<I: TurnInput + ?Sized> TurnInputExt for I {}

/// Takes the entry out while `change` borrows the session.
fn change_entry<I: TurnInput + ?Sized, T>(input: &mut I, change: impl FnOnce(&mut TurnEntry, &dyn Session) -> T) -> T {
    let mut entry = std::mem::take(input.entry_mut());
    let result = change(&mut entry, input.session());
    *input.entry_mut() = entry;
    result
}

/// Plays a turn if it is complete. Returns whether it is.
fn play_if_complete(input: &mut (impl TurnInput + ?Sized), turn: Option<Vec<Touch>>) -> Result<bool, Rejection> {
    let Some(touches) = turn else { return Ok(false) };
    input.play_with(&|session| session.play_touches(&touches)).map(|()| true)
}
