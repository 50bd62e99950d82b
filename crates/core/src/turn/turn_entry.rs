//! A turn being entered by a person, touch by touch or in typed steps.
//!
//! What may be touched is for the rules to say; here stands what makes pointing comfortable: what was begun can be let go,
//! what follows by itself is taken for granted, and a step can be taken back.

use crate::move_text;
use crate::progress::{Progress, Touch};
use crate::rejection::Rejection;
use crate::session::Session;

/// What has been touched of a turn. It belongs to one position of a session, which is handed to every function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnEntry {
    touches: Vec<Touch>,
}

impl TurnEntry {
    /// What has been touched.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Whether nothing has been touched.
    pub fn is_empty(&self) -> bool {
        self.touches.is_empty()
    }

    /// Lets everything go.
    pub fn clear(&mut self) {
        self.touches.clear();
    }

    /// What is entered of the turn.
    pub fn progress(&self, session: &dyn Session) -> Progress {
        session.progress(&self.touches)
    }

    /// Touches something that a person points at; the turn, if that made it. What a step was begun with is let go if
    /// something else is touched that a step could begin with, or if it is touched once more.
    pub fn touch(&mut self, session: &dyn Session, touch: Touch) -> Result<Option<String>, Rejection> {
        let Progress { begun, next, .. } = self.progress(session);
        let before = self.touches.clone();
        let rejection = match self.add(session, &[touch]) {
            // Where something can be put from the supply, pointing at the place is enough.
            Err(_) if next.contains(&Touch::Supply) => return self.add(session, &[Touch::Supply, touch]),
            Err(rejection) if begun > 0 => rejection,
            done => return done,
        };
        let again = before.last() == Some(&touch) && begun == 1;
        self.touches.truncate(before.len() - begun);
        match self.add(session, &[touch]) {
            _ if again => {
                self.touches.truncate(before.len() - begun);
                Ok(None)
            }
            Err(_) => {
                self.touches = before;
                Err(rejection)
            }
            done => done,
        }
    }

    /// Enters what a person typed: a whole turn, or some steps of it; the turn, if that made it.
    pub fn enter(&mut self, session: &dyn Session, text: &str) -> Result<Option<String>, Rejection> {
        // A pass touches nothing, and a mark in front says more than what is touched.
        if self.touches.is_empty() && text.starts_with(['/', '-']) {
            return session.canonical_move(text).map(Some);
        }
        let done = self.touch_all(session, text);
        if done.is_err() && !self.touches.is_empty() && session.canonical_move(text).is_ok() {
            // Who types a whole turn means to begin it anew.
            self.touches.clear();
            return self.touch_all(session, text);
        }
        done
    }

    fn touch_all(&mut self, session: &dyn Session, text: &str) -> Result<Option<String>, Rejection> {
        if text.is_empty() {
            return Ok(None);
        }
        let typed = move_text::touches(text, session.scene().board)?;
        let before = self.touches.clone();
        match self.add(session, &typed) {
            // What was taken for granted may have been typed as well.
            Err(rejection) if was_granted(session, &before) => {
                self.touches = before[..before.len() - 1].to_vec();
                self.add(session, &typed).map_err(|_| {
                    self.touches = before;
                    rejection
                })
            }
            done => done,
        }
    }

    /// Touches one after the other; all of them, or none if one is refused.
    fn add(&mut self, session: &dyn Session, touches: &[Touch]) -> Result<Option<String>, Rejection> {
        let all: Vec<Touch> = self.touches.iter().chain(touches).copied().collect();
        if let Some((_, rejection)) = session.progress(&all).refused {
            return Err(rejection);
        }
        self.touches = all;
        self.grant(session);
        let progress = self.progress(session);
        Ok(progress.complete.filter(|_| progress.next.is_empty()))
    }

    /// Where a turn goes on with one thing only, such as the one ball that was vaulted, it is taken for granted.
    fn grant(&mut self, session: &dyn Session) {
        let progress = self.progress(session);
        if let [touch] = progress.next[..]
            && progress.begun == 0
            && progress.complete.is_none()
            && !self.touches.is_empty()
        {
            self.touches.push(touch);
        }
    }

    /// Takes back what has been begun of a step, or the last whole step, with what was taken for granted after it. Whether
    /// there was one.
    pub fn take_back(&mut self, session: &dyn Session) -> bool {
        if was_granted(session, &self.touches) {
            self.touches.pop();
        }
        let had = self.touches.pop().is_some();
        while self.progress(session).begun > 0 {
            self.touches.pop();
        }
        had
    }
}

/// Whether the last of some touches was taken for granted.
fn was_granted(session: &dyn Session, touches: &[Touch]) -> bool {
    let Some((last, before)) = touches.split_last() else { return false };
    let progress = session.progress(before);
    !before.is_empty() && progress.begun == 0 && progress.complete.is_none() && progress.next == [*last]
}
