//! The game whose current position is searched.

use sanban_core::{Game, GameExt, Rules, Session, Turn};

/// The position to search and the game that led to it. It follows sessions move by move, so only new moves are parsed.
pub(super) struct GameRoot<G: Game> {
    pub(super) game: G,
    has_repetition: bool,
    start: String,
    played: Vec<String>,
    pub(super) position: G::Position,
    /// The keys of all positions of the game, the current one last.
    history: Vec<u64>,
}

impl<G: Game> GameRoot<G> {
    pub(super) fn new(rules: &Rules) -> Self {
        let game = G::new(rules);
        let position = game.start();
        let has_repetition = rules.is_on("repetition");
        let history = vec![game.key(&position)];
        GameRoot { start: game.position_text(&position), has_repetition, played: Vec::new(), position, history, game }
    }

    /// Catches up with a session.
    pub(super) fn follow(&mut self, session: &dyn Session) {
        let played = session.played();
        if self.start != session.start_text() || !played.starts_with(&self.played) {
            self.start = session.start_text().to_string();
            self.position = self.game.parse_position(&self.start).expect("a session's own position");
            self.played.clear();
            self.history = vec![self.game.key(&self.position)];
        }
        for text in &played[self.played.len()..] {
            let turn = self.game.parse_move(&self.position, text).expect("a session's own move");
            self.position = self.game.position_after(&self.position, &turn);
            self.history.push(self.game.key(&self.position));
            self.played.push(text.clone());
        }
    }

    pub(super) fn is_forced(&self) -> bool {
        self.game.count_moves(&self.position) == 1
    }

    /// The keys that count for repetition; none where the rules don't draw by it.
    pub(super) fn repetition_keys(&self) -> &[u64] {
        if self.has_repetition { &self.history } else { &[] }
    }

    /// The texts of turns from the current position.
    pub(super) fn texts(&self, turns: &[Turn<G::Step>]) -> Vec<String> {
        let mut position = self.position;
        let mut texts = Vec::new();
        for turn in turns {
            texts.push(self.game.move_text(&position, turn));
            position = self.game.position_after(&position, turn);
        }
        texts
    }
}
