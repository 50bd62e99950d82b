//! A turn being entered by a player, touch by touch or in typed steps.
//!
//! The rules decide what may be touched. This adds what makes pointing comfortable: an unfinished step can be abandoned, forced
//! touches are filled in, and steps can be taken back.

use crate::move_text;
use crate::progress::{Progress, Touch};
use crate::rejection::Rejection;
use crate::session::Session;

/// The touches of a turn so far. They belong to one position of a session, which every method takes as an argument.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnEntry {
    touches: Vec<Touch>,
}

impl TurnEntry {
    /// The touches so far.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Whether nothing has been touched.
    pub fn is_empty(&self) -> bool {
        self.touches.is_empty()
    }

    /// Drops all touches.
    pub fn clear(&mut self) {
        self.touches.clear();
    }

    /// The state of the entry.
    pub fn progress(&self, session: &dyn Session) -> Progress {
        session.progress(&self.touches)
    }

    /// Adds a touch. Returns the touches of the turn if that completed it, for [`Session::play_touches`].
    ///
    /// An unfinished step is abandoned if the player touches its only touch again, or something else that begins a step. A forced
    /// touch stays when it is repeated.
    pub fn touch(&mut self, session: &dyn Session, touch: Touch) -> Result<Option<Vec<Touch>>, Rejection> {
        let rejection = match self.add(session, &[touch]) {
            Ok(turn) => return Ok(turn),
            Err(rejection) => rejection,
        };
        if let Some(turn) = self.add_from_supply(session, touch) {
            return turn;
        }
        let Progress { pending_touches, .. } = self.progress(session);
        if pending_touches == 0 {
            return Err(rejection);
        }
        if self.touches.last() == Some(&touch) && ends_with_forced_touch(session, &self.touches) {
            return Ok(None);
        }
        let before = self.touches.clone();
        self.touches.truncate(before.len() - pending_touches);
        if pending_touches == 1 && before.last() == Some(&touch) {
            return Ok(None);
        }
        self.add(session, &[touch]).map_err(|_| {
            self.touches = before;
            rejection
        })
    }

    /// Picks a piece up to drag it. A piece that the last finished step put down is picked up again: the step lacks its end then.
    /// Otherwise this is [`TurnEntry::touch`], but a piece that has been picked stays so.
    pub fn grab(&mut self, session: &dyn Session, touch: Touch) -> Result<Option<Vec<Touch>>, Rejection> {
        let Progress { pending_touches, next, .. } = self.progress(session);
        if pending_touches > 0 && self.touches.last() == Some(&touch) {
            return Ok(None);
        }
        match self.last_finished_touch(session) {
            Some(end) if self.touches[end] == touch && !next.contains(&touch) => {
                self.touches.truncate(end);
                Ok(None)
            }
            _ => self.touch(session, touch),
        }
    }

    /// What [`TurnEntry::grab`] accepts: what can be touched next, what begins another step than the unfinished one, what has been
    /// picked, and the end of the last finished step.
    pub fn grabbable(&self, session: &dyn Session) -> Vec<Touch> {
        let Progress { pending_touches, mut next, .. } = self.progress(session);
        if pending_touches > 0 {
            next.extend(self.touches.last());
            next.extend(session.progress(&self.touches[..self.touches.len() - pending_touches]).next);
        }
        next.extend(self.last_finished_touch(session).map(|end| self.touches[end]));
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The index of the touch that ended the last finished step of several touches, if only a forced touch follows it.
    fn last_finished_touch(&self, session: &dyn Session) -> Option<usize> {
        let forced = usize::from(ends_with_forced_touch(session, &self.touches));
        let end = (self.touches.len() - forced).checked_sub(1)?;
        let is_end = session.progress(&self.touches[..=end]).pending_touches == 0;
        (is_end && session.progress(&self.touches[..end]).pending_touches > 0).then_some(end)
    }

    /// Adds what a player typed: a whole turn, or some steps of it. Returns the touches of the turn if that completed it.
    pub fn enter(&mut self, session: &dyn Session, text: &str) -> Result<Option<Vec<Touch>>, Rejection> {
        // A pass has no touches, and a leading mark says more than the touches do.
        if self.touches.is_empty() && text.starts_with(['/', '-']) {
            return session.parse_move(text).map(Some);
        }
        let result = self.add_text(session, text);
        if result.is_err() && !self.touches.is_empty() && session.parse_move(text).is_ok() {
            // A whole turn replaces what was entered.
            self.touches.clear();
            return self.add_text(session, text);
        }
        result
    }

    fn add_text(&mut self, session: &dyn Session, text: &str) -> Result<Option<Vec<Touch>>, Rejection> {
        if text.is_empty() {
            return Ok(None);
        }
        let typed = move_text::touches(text, session.scene().board)?;
        let before = self.touches.clone();
        let rejection = match self.add(session, &typed) {
            Ok(turn) => return Ok(turn),
            Err(rejection) => rejection,
        };
        if ends_with_forced_touch(session, &before) {
            // The player may have typed the forced touch as well.
            self.touches = before[..before.len() - 1].to_vec();
            return self.add(session, &typed).map_err(|_| {
                self.touches = before;
                rejection
            });
        }
        match typed[..] {
            [touch @ Touch::Square(_)] => self.add_from_supply(session, touch).unwrap_or(Err(rejection)),
            _ => Err(rejection),
        }
    }

    /// Adds all of these touches, and a forced one after them; none if one is rejected. Returns the touches of the turn if they
    /// complete it.
    fn add(&mut self, session: &dyn Session, touches: &[Touch]) -> Result<Option<Vec<Touch>>, Rejection> {
        let all: Vec<Touch> = self.touches.iter().chain(touches).copied().collect();
        let mut progress = session.progress(&all);
        if let Some((_, rejection)) = progress.rejection {
            return Err(rejection);
        }
        self.touches = all;
        if !self.touches.is_empty()
            && let Some(touch) = forced_touch(&progress)
        {
            self.touches.push(touch);
            progress = self.progress(session);
        }
        let is_complete = progress.complete.is_some() && progress.next.is_empty();
        Ok(is_complete.then(|| self.touches.clone()))
    }

    /// Adds the square of a piece from the supply: where a piece can be placed from there, its square is enough. `None` if that is
    /// impossible now.
    fn add_from_supply(
        &mut self,
        session: &dyn Session,
        square: Touch,
    ) -> Option<Result<Option<Vec<Touch>>, Rejection>> {
        let can_place = self.progress(session).next.contains(&Touch::Supply);
        can_place.then(|| self.add(session, &[Touch::Supply, square]))
    }

    /// Takes back an unfinished step, or the last finished step with the forced touch after it. Returns whether there was one.
    pub fn undo_step(&mut self, session: &dyn Session) -> bool {
        if ends_with_forced_touch(session, &self.touches) {
            self.touches.pop();
        }
        let had_touch = self.touches.pop().is_some();
        while self.progress(session).pending_touches > 0 {
            self.touches.pop();
        }
        had_touch
    }
}

/// The touch that a turn must continue with after a finished step, such as the only ball that was vaulted over.
fn forced_touch(progress: &Progress) -> Option<Touch> {
    match progress.next[..] {
        [touch] if progress.pending_touches == 0 && progress.complete.is_none() => Some(touch),
        _ => None,
    }
}

/// Whether the last touch was forced by those before it.
fn ends_with_forced_touch(session: &dyn Session, touches: &[Touch]) -> bool {
    let Some((last, before)) = touches.split_last() else { return false };
    !before.is_empty() && forced_touch(&session.progress(before)) == Some(*last)
}
