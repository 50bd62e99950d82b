//! What every game can do once it implements [`Game`].

use crate::board_setup::BoardSetup;
use crate::game::{Game, Touches, Turn};
use crate::outcome::{Outcome, Reason};
use crate::phrase::Phrase;
use crate::progress::Touch;
use crate::rejection::Rejection;
use crate::scene::Scene;
use crate::square::Square;
use crate::step::Step;
use rand::{Rng, RngExt};

/// Methods that follow from [`Game`]. They are a trait of their own so that no game can override them.
pub trait GameExt: Game {
    /// The result by the game's own rules, without draws by repetition or limits.
    fn position_outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.immediate_outcome(position).or_else(|| {
            let mut is_stuck = true;
            self.for_each_step(position, |_| is_stuck = false);
            is_stuck.then(|| Outcome::win(self.to_move(position).other(), Reason::NO_LEGAL_TURN))
        })
    }

    /// The text of a position between turns.
    fn position_text(&self, position: &Self::Position) -> String {
        self.scene_text(&self.scene(position), position)
    }

    /// The position as a setup that can be edited.
    fn setup(&self, position: &Self::Position) -> BoardSetup {
        let palette = Self::INFO.palette.iter().map(|&(_, piece)| piece).collect();
        BoardSetup::new(self.scene(position), palette, self.adjustable_counters(), self.notice())
    }

    /// The text of a setup, valid or not, with the counters of a new game.
    fn setup_text(&self, setup: &BoardSetup) -> String {
        self.scene_text(setup.scene(), &self.start())
    }

    /// The limit that draws the game in this position, if any.
    fn limit_reached(&self, position: &Self::Position) -> Option<Reason> {
        self.limit(position).filter(|(turns, _)| *turns == 0).map(|(_, reason)| reason)
    }

    /// Calls `emit` with the steps of every move and the position it leads to.
    fn for_each_move(&self, position: &Self::Position, mut emit: impl FnMut(&Turn<Self::Step>, &Self::Position)) {
        fn walk<G: Game, F: FnMut(&Turn<G::Step>, &G::Position)>(
            game: &G,
            position: &G::Position,
            turn: &mut Turn<G::Step>,
            emit: &mut F,
        ) {
            game.for_each_step(position, |step| {
                let next = game.play(position, step);
                turn.push(step);
                if game.is_between_turns(&next) {
                    emit(turn, &next);
                } else {
                    walk(game, &next, turn, emit);
                }
                turn.pop();
            });
        }
        walk(self, position, &mut Turn::new(), &mut emit);
    }

    /// Every move with its canonical text, in byte order of the texts.
    fn moves(&self, position: &Self::Position) -> Vec<(String, Turn<Self::Step>)> {
        let mut moves = Vec::new();
        self.for_each_move(position, |turn, _| moves.push((self.move_text(position, turn), turn.clone())));
        // No two are equal.
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    /// A legal move, chosen uniformly at random.
    fn random_turn(&self, position: &Self::Position, rng: &mut dyn Rng) -> Turn<Self::Step> {
        let mut moves = self.moves(position);
        moves.swap_remove(rng.random_range(..moves.len())).1
    }

    /// The touches that enter a step.
    fn touches(&self, step: Self::Step) -> Touches {
        step.parts().touches(self.board())
    }

    /// The text of a move from this position: its steps' texts, joined with slashes. It is canonical if the steps are.
    fn move_text(&self, position: &Self::Position, turn: &[Self::Step]) -> String {
        let mut at = *position;
        let mut text = String::new();
        for &step in turn {
            let part = self.step_text(&at, step);
            if !text.is_empty() && !part.is_empty() {
                text.push('/');
            }
            text.push_str(&part);
            at = self.play(&at, step);
        }
        text
    }

    /// Says what a step does, by the squares that enter it and by what changes on the board: a piece moves, is placed, or
    /// leaves the board. A step that only ends the turn has no words.
    fn describe_plain_step(&self, position: &Self::Position, step: Self::Step) -> Option<Phrase> {
        let (scene, after) = (self.scene(position), self.scene(&self.play(position, step)));
        let top = |scene: &Scene, square: Square| scene.cells[scene.board.index(square)].pieces.last().copied();
        let moved =
            |piece, from, to| Phrase::new("step-move").shape("piece", piece).square("from", from).square("to", to);
        match self.touches(step)[..] {
            [] if self.step_text(position, step).is_empty() => None,
            [] => Some(Phrase::new("step-pass")),
            [Touch::Square(from), Touch::Square(to), ..] => Some(match top(&scene, from) {
                Some(piece) => moved(piece, from, to),
                None => Phrase::new("step-go").square("from", from).square("to", to),
            }),
            [Touch::Supply, Touch::Square(to), ..] | [Touch::Square(to), ..] => {
                let squares = scene.board.squares();
                let mut left = squares.filter(|&from| from != to && top(&scene, from) != top(&after, from));
                let count = |scene: &Scene| scene.cells[scene.board.index(to)].pieces.len();
                Some(match (top(&scene, to), top(&after, to)) {
                    (Some(piece), _) if count(&after) < count(&scene) => {
                        Phrase::new("step-remove").shape("piece", piece).square("from", to)
                    }
                    // The piece came from another square, as in a chain of jumps.
                    (_, Some(piece)) => match left.find(|&from| top(&scene, from) == Some(piece)) {
                        Some(from) => moved(piece, from, to),
                        None => Phrase::new("step-place").shape("piece", piece).square("to", to),
                    },
                    (_, None) => Phrase::new("step-choose").square("to", to),
                })
            }
            [Touch::Supply, ..] => None,
        }
    }

    /// A move in words, one phrase for each step.
    fn describe_move(&self, position: &Self::Position, turn: &[Self::Step]) -> Vec<Phrase> {
        let mut at = *position;
        let mut phrases = Vec::new();
        for &step in turn {
            phrases.extend(self.describe_step(&at, step));
            at = self.play(&at, step);
        }
        phrases
    }

    /// Why to play a move, as clauses, the most important first: it wins, it scores, and its [effects](Game::move_effects).
    fn move_reasons(&self, position: &Self::Position, turn: &[Self::Step]) -> Vec<Phrase> {
        let mover = self.to_move(position);
        let (mut at, mut points) = (*position, 0);
        for &step in turn {
            points += self.points_scored(&at, step);
            at = self.play(&at, step);
        }
        if self.position_outcome(&at).is_some_and(|outcome| outcome.winner == Some(mover)) {
            return vec![Phrase::new("effect-wins")];
        }
        let scored = (points > 0).then(|| Phrase::new("effect-scores").number("points", points));
        scored.into_iter().chain(self.move_effects(position, turn)).collect()
    }

    /// The text of a move without its [finishing steps](Game::is_finishing_step). It tells the solution of a puzzle from other
    /// moves.
    fn puzzle_answer(&self, position: &Self::Position, turn: &[Self::Step]) -> String {
        let end = turn.iter().position(|&step| self.is_finishing_step(step)).unwrap_or(turn.len());
        self.move_text(position, &turn[..end])
    }

    /// The position after a whole move.
    fn position_after(&self, position: &Self::Position, turn: &[Self::Step]) -> Self::Position {
        turn.iter().fold(*position, |at, &step| self.play(&at, step))
    }

    /// Reads a move as a player may type it, and returns its canonical steps.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Turn<Self::Step>, Rejection> {
        crate::progress::parse_move(self, position, text).map(|(_, steps)| steps)
    }
}

impl<G: Game> GameExt for G {}
