//! A search of any game behind one object-safe door.

use crate::mcts::Mcts;
use sanban_core::{Game, Rules, Session};
use sanban_games::registry::{self, Visitor};

/// A search that runs in slices.
pub trait Thinker: Send {
    /// Searches so many nodes more.
    fn run(&mut self, nodes: u64);
    /// Whether there is nothing more to find out.
    fn is_settled(&self) -> bool;
    /// How many nodes have been searched.
    fn nodes(&self) -> u64;
    /// What has been found so far.
    fn report(&self) -> Report;
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How many turns deep it looks.
    pub depth: u32,
    /// The score of the player to move in hundredths of a clear advantage.
    pub centipawns: i32,
    /// How many nodes have been searched.
    pub nodes: u64,
    /// The moves that it expects, the best one first: at least that one where there is a legal move.
    pub line: Vec<String>,
}

/// A Monte Carlo tree search of the position in a session, knowing what stood before it. `hash` is in mebibytes.
pub fn mcts(session: &dyn Session, hash: u32, seed: u64) -> Box<dyn Thinker> {
    struct Open<'a> {
        session: &'a dyn Session,
        hash: u32,
        seed: u64,
    }
    impl Visitor for Open<'_> {
        type Output = Box<dyn Thinker>;

        fn visit<G: Game>(self, rules: &Rules) -> Self::Output {
            let game = G::new(rules);
            let mut position = game.parse_position(self.session.begun_at()).expect("the session's own text");
            let mut stood = vec![game.key(&position)];
            for text in self.session.played() {
                let turn = game.parse_move(&position, text).expect("the session's own move");
                position = game.after(&position, &turn);
                stood.push(game.key(&position));
            }
            let memory = self.hash as usize * (1 << 20);
            let search = Mcts::new(game.clone(), position, stood, rules.is_on("repetition"), memory, self.seed);
            Box::new(Searched { game, position, search })
        }
    }
    registry::visit(session.rules(), Open { session, hash, seed })
}

struct Searched<G: Game> {
    game: G,
    position: G::Position,
    search: Mcts<G>,
}

impl<G: Game> Thinker for Searched<G> {
    fn run(&mut self, nodes: u64) {
        self.search.run(nodes);
    }

    fn is_settled(&self) -> bool {
        self.search.is_settled()
    }

    fn nodes(&self) -> u64 {
        self.search.iterations()
    }

    fn report(&self) -> Report {
        let mut at = self.position;
        let mut line = Vec::new();
        for turn in self.search.line(12) {
            line.push(self.game.move_text(&at, &turn));
            at = self.game.after(&at, &turn);
        }
        Report {
            depth: self.search.depth(),
            centipawns: centipawns(self.search.expected_score()),
            nodes: self.search.iterations(),
            line,
        }
    }
}

/// A share of the points as the advantage that scores it, on the scale of Elo: a difference of one clear advantage, a
/// hundred, scores about 64 %.
fn centipawns(score: f32) -> i32 {
    let score = score.clamp(0.001, 0.999);
    (400.0 * (score / (1.0 - score)).log10()) as i32
}
