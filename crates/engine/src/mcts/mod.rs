//! Monte Carlo tree search with UCT over steps, without any knowledge of a game but its rules: what they allow, what wins
//! by them, and how many points they give.
//!
//! The tree grows by one node an iteration: go down by the best upper confidence bound, play a random game from a new
//! leaf, and count its result on the way back. Two things that are true of most games make it learn faster: a step that is
//! good later is often good now, so every node also counts the games in which a step was made later; and a step that has
//! won many games is worth making in the random ones, so of a few random steps the one that has scored best is made, and a
//! step that is new to the tree is believed to be as good as it was elsewhere. What was learnt for one move is kept for the
//! next: the scores of steps, and the part of the tree that the game went on into.
//! Results that the rules decide are proven, and a proof is carried up as far as it reaches, so that a forced win is not
//! only likely but played.

mod iteration;
mod node;

use node::{Node, Proof};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sanban_core::{Game, Seat, Turn};

const STEPS: usize = 1 << 14;

/// A search of one game, from one root after another.
pub struct Mcts<G: Game> {
    game: G,
    root: G::Position,
    /// The keys of the positions that stood before the root, the root's own last; none if repetition does not matter.
    history: Vec<u64>,
    nodes: Vec<Node<G::Step>>,
    most_nodes: usize,
    rng: SmallRng,
    /// All iterations, and how many of them were made before this root was set.
    iterations: u64,
    before: u64,
    deepest: u32,
    /// Steps of the position being looked at, kept to be filled again.
    steps: Vec<G::Step>,
    /// The nodes from the root to the leaf, and the keys that stood on the way.
    path: Vec<u32>,
    keys: Vec<u64>,
    /// By seat and step: the last iteration in which it was made.
    made: [Vec<u64>; 2],
    /// By seat and step: in how many games it was made of late, and with what score.
    scored: [Vec<(f32, f32)>; 2],
    /// The seats and steps of the game of this iteration.
    trail: Vec<(Seat, u16)>,
}

impl<G: Game> Mcts<G> {
    /// A search of a game, from its start at first; `memory` is how many bytes the tree may take.
    pub fn new(game: G, memory: usize) -> Self {
        let root = game.start();
        let most_nodes = (memory / size_of::<Node<G::Step>>()).clamp(1024, u32::MAX as usize);
        Mcts {
            nodes: vec![Node::new(None, game.to_move(&root).other(), 0)],
            game,
            root,
            history: Vec::new(),
            most_nodes,
            rng: SmallRng::seed_from_u64(0),
            iterations: 0,
            before: 0,
            deepest: 0,
            steps: Vec::new(),
            path: Vec::new(),
            keys: Vec::new(),
            made: [vec![0; STEPS], vec![0; STEPS]],
            scored: [vec![(1.0, 0.5); STEPS], vec![(1.0, 0.5); STEPS]],
            trail: Vec::new(),
        }
    }

    /// Begins a search from a position between turns. `stood` has the keys of all positions of the game so far, this one
    /// last, if repetition draws, else none.
    pub fn set_root(&mut self, root: G::Position, history: &[u64], seed: u64) {
        // What was proven of repetitions is true only as long as the game has gone on from there.
        let went_on = history.starts_with(&self.history);
        let kept = if went_on { self.find(0, &self.root, &root, 2) } else { None };
        match kept {
            Some(0) => {}
            Some(at) => self.keep(at),
            None => {
                self.nodes.clear();
                self.nodes.push(Node::new(None, self.game.to_move(&root).other(), 0));
            }
        }
        self.root = root;
        self.history = history.to_vec();
        self.rng = SmallRng::seed_from_u64(seed);
        self.before = self.iterations;
        self.deepest = 0;
    }

    /// The node of a position, from a node on and at most so many turns later.
    fn find(&self, at: usize, here: &G::Position, wanted: &G::Position, turns: u32) -> Option<usize> {
        let between = self.game.is_between_turns(here);
        if between && here == wanted {
            return Some(at);
        }
        let left = turns.checked_sub(between.into())?;
        self.children(at).filter(|&child| self.nodes[child].visits > 0).find_map(|child| {
            let next = self.game.play(here, self.nodes[child].step.expect("a child has a step"));
            self.find(child, &next, wanted, left)
        })
    }

    /// Forgets all nodes but one and what comes after it.
    fn keep(&mut self, at: usize) {
        let mut kept = vec![self.nodes[at].clone()];
        kept[0].step = None;
        let mut done = 0;
        while done < kept.len() {
            let children = kept[done].first_child as usize..(kept[done].first_child + kept[done].children) as usize;
            kept[done].first_child = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[children]);
            done += 1;
        }
        self.nodes = kept;
    }

    /// How many iterations have been made from this root.
    pub fn iterations(&self) -> u64 {
        self.iterations - self.before
    }

    /// How many turns deep the tree is.
    pub fn depth(&self) -> u32 {
        self.deepest
    }

    /// How full the tree is, in thousandths of the nodes it may have.
    pub fn hashfull(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.most_nodes as u64) as u32
    }

    /// Whether more iterations would change nothing.
    pub fn is_finished(&self) -> bool {
        self.nodes[0].proof != Proof::None
    }

    /// Makes so many iterations.
    pub fn run(&mut self, iterations: u64) {
        for _ in 0..iterations {
            if self.is_finished() {
                break;
            }
            self.iterate();
        }
    }

    /// The likely course of the game, up to so many turns: what is proven to win, else what has been tried most. The first
    /// turn is there and legal however little has been searched, where there is one at all.
    pub fn line(&self, most: usize) -> Vec<Turn<G::Step>> {
        let mut turns = Vec::new();
        let mut turn = Turn::new();
        let mut at = Some(0);
        let mut position = self.root;
        while turns.len() < most {
            at = at.and_then(|at| self.best_child(at));
            let step = at.and_then(|at| self.nodes[at].step).or_else(|| {
                // The tree ends here; a turn that was begun, and the first one, are made up of what wins, or of whatever
                // comes first.
                let mut first = None;
                if turns.is_empty() || !turn.is_empty() {
                    first = self.winning_step(&position);
                    self.game.for_each_step(&position, |step| first = first.or(Some(step)));
                }
                first
            });
            let Some(step) = step else { break };
            turn.push(step);
            position = self.game.play(&position, step);
            if self.game.is_between_turns(&position) {
                turns.push(std::mem::take(&mut turn));
            }
        }
        turns
    }

    fn best_child(&self, at: usize) -> Option<usize> {
        let worth = |child: usize| {
            let node = &self.nodes[child];
            let rank = match node.proof {
                Proof::Win(seat) if seat == node.mover => 2,
                Proof::Win(_) => 0,
                Proof::None | Proof::Draw => 1,
            };
            (rank, node.visits)
        };
        self.children(at)
            .filter(|&c| self.nodes[c].visits > 0 || self.nodes[c].proof != Proof::None)
            .max_by_key(|&c| worth(c))
    }

    /// What the player to move scores, from 0 to 1.
    pub fn expected_score(&self) -> f32 {
        let me = self.game.to_move(&self.root);
        match self.nodes[0].proof {
            Proof::Win(seat) => f32::from(u8::from(seat == me)),
            Proof::Draw => 0.5,
            Proof::None => match self.best_child(0).map(|c| &self.nodes[c]).filter(|n| n.visits > 0) {
                Some(best) => best.score / best.visits as f32,
                None => 0.5,
            },
        }
    }
}
