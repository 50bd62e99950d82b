//! Monte Carlo tree search (UCT) over steps. It knows only the rules of a game: legal steps, wins at once, and points.
//!
//! Each iteration descends by the best upper confidence bound, adds a node, plays a random game from it, and backpropagates the
//! result. Three additions make it learn faster:
//!
//! - *RAVE.* A step that is good later is often good now, so every node also counts the games in which its step came later.
//! - *Playout policy.* Random games choose among a few random steps the one with the best recent score, and a new node starts
//!   with the score of its step elsewhere.
//! - *Tree reuse.* The next search keeps the scores of steps, and the part of the tree that the game continued into.
//!
//! Results that the rules decide are proven, and proofs are backpropagated too (MCTS-Solver), so a forced win is always played.

mod iteration;
mod node;

use crate::levels;
use crate::score::{Score, centipawns};
use node::{Node, Proof};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::{Game, Seat, Turn};

/// The number of entries with statistics about steps. Steps whose codes have equal lower 16 bits share an entry.
const STEP_ENTRIES: usize = 1 << 16;

/// The Monte Carlo search of one game, from one root after another.
pub struct Mcts<G: Game> {
    game: G,
    root: G::Position,
    /// The keys of the game's positions, the root's last; empty where repetition doesn't draw.
    history: Vec<u64>,
    nodes: Vec<Node<G::Step>>,
    max_nodes: usize,
    rng: SmallRng,
    /// All iterations, and those before the current root was set.
    iterations: u64,
    iterations_before_root: u64,
    depth: u32,
    /// A buffer for the steps of a position.
    steps: Vec<G::Step>,
    /// The nodes from the root to the leaf, and the keys of the positions between turns on the way.
    path: Vec<u32>,
    path_keys: Vec<u64>,
    /// By seat and step: the last iteration in which it was played.
    last_played: [Vec<u64>; 2],
    /// By seat and step: the number of recent games with it, and their score.
    step_scores: [Vec<(f32, f32)>; 2],
    /// The seats and steps of this iteration's game.
    game_steps: Vec<(Seat, u16)>,
}

impl<G: Game> Mcts<G> {
    /// Creates a search from the start of a game; `memory` is the maximum size of the tree in bytes.
    pub fn new(game: G, memory: usize) -> Self {
        let root = game.start();
        let max_nodes = (memory / size_of::<Node<G::Step>>()).clamp(1024, u32::MAX as usize);
        Mcts {
            nodes: vec![Node::new(None, game.to_move(&root).other(), 0)],
            game,
            root,
            history: Vec::new(),
            max_nodes,
            rng: SmallRng::seed_from_u64(0),
            iterations: 0,
            iterations_before_root: 0,
            depth: 0,
            steps: Vec::new(),
            path: Vec::new(),
            path_keys: Vec::new(),
            last_played: [vec![0; STEP_ENTRIES], vec![0; STEP_ENTRIES]],
            step_scores: [vec![(1.0, 0.5); STEP_ENTRIES], vec![(1.0, 0.5); STEP_ENTRIES]],
            game_steps: Vec::new(),
        }
    }

    /// Sets the root to a position between turns. `history` has the keys of all positions of the game so far, this one last; it is
    /// empty where repetition doesn't draw.
    pub fn set_root(&mut self, root: G::Position, history: &[u64], seed: u64) {
        // Proofs by repetition hold only if the game has continued from the old root.
        let has_continued = history.starts_with(&self.history);
        let new_root = if has_continued { self.find(0, &self.root, &root, 2) } else { None };
        match new_root {
            Some(0) => {}
            Some(node) => self.keep_subtree(node),
            None => {
                self.nodes.clear();
                self.nodes.push(Node::new(None, self.game.to_move(&root).other(), 0));
            }
        }
        self.root = root;
        self.history = history.to_vec();
        self.rng = SmallRng::seed_from_u64(seed);
        self.iterations_before_root = self.iterations;
        self.depth = 0;
    }

    /// Finds the node of `target` at most `turns` turns below a node, whose position is `here`.
    fn find(&self, node: usize, here: &G::Position, target: &G::Position, turns: u32) -> Option<usize> {
        let between = self.game.is_between_turns(here);
        if between && here == target {
            return Some(node);
        }
        let left = turns.checked_sub(between.into())?;
        self.children(node).filter(|&child| self.nodes[child].visits > 0).find_map(|child| {
            let next = self.game.play(here, self.nodes[child].step.expect("a child has a step"));
            self.find(child, &next, target, left)
        })
    }

    /// Makes a node the root, and drops all nodes outside its subtree.
    fn keep_subtree(&mut self, root: usize) {
        let mut subtree = vec![self.nodes[root].clone()];
        subtree[0].step = None;
        let mut index = 0;
        while index < subtree.len() {
            let node = &subtree[index];
            let children = node.first_child as usize..(node.first_child + node.children) as usize;
            subtree[index].first_child = subtree.len() as u32;
            subtree.extend_from_slice(&self.nodes[children]);
            index += 1;
        }
        self.nodes = subtree;
    }

    /// The number of iterations from this root.
    pub fn iterations(&self) -> u64 {
        self.iterations - self.iterations_before_root
    }

    /// The depth of the tree in turns.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How full the tree is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.max_nodes as u64) as u32
    }

    /// Whether the root is proven, so that more iterations change nothing.
    pub fn is_finished(&self) -> bool {
        self.nodes[0].proof != Proof::None
    }

    /// Runs this many iterations.
    pub fn run(&mut self, iterations: u64) {
        for _ in 0..iterations {
            if self.is_finished() {
                break;
            }
            self.iterate();
        }
    }

    /// The principal variation, up to `max_turns`: proven wins first, then the most visited steps. It has a legal first turn even
    /// without any search, unless the game is over.
    pub fn line(&self, max_turns: usize) -> Vec<Turn<G::Step>> {
        let mut turns = Vec::new();
        let mut turn = Turn::new();
        let mut node = Some(0);
        let mut position = self.root;
        while turns.len() < max_turns {
            node = node.and_then(|node| self.best_child(node));
            let step = node.and_then(|node| self.nodes[node].step).or_else(|| {
                // The tree ends here. The first turn and an unfinished turn are completed with a winning step, or else with the
                // first legal one.
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

    /// Samples a turn step by step: the softmax of the steps' expected scores in centipawns.
    pub fn sample_turn(&self, temperature: f64, rng: &mut ChaCha8Rng) -> Turn<G::Step> {
        let mut turn = Turn::new();
        let (mut node, mut position) = (0, self.root);
        while turn.is_empty() || !self.game.is_between_turns(&position) {
            let children: Vec<usize> = self.children(node).filter(|&child| self.nodes[child].visits > 0).collect();
            if children.is_empty() {
                // The tree ends here.
                return self.complete(turn, position);
            }
            let values = children.iter().map(|&child| {
                let node = &self.nodes[child];
                levels::value(match node.proof {
                    Proof::Win(seat) if seat == node.mover => Score::Win(1),
                    Proof::Win(_) => Score::Loss(1),
                    Proof::Draw => Score::Centipawns(0),
                    Proof::None => Score::Centipawns(centipawns(node.score / node.visits as f32)),
                })
            });
            node = children[levels::sample(values, temperature, rng)];
            let step = self.nodes[node].step.expect("a child has a step");
            turn.push(step);
            position = self.game.play(&position, step);
        }
        turn
    }

    /// Completes a turn with winning steps, or else with the first legal ones.
    fn complete(&self, mut turn: Turn<G::Step>, mut position: G::Position) -> Turn<G::Step> {
        while turn.is_empty() || !self.game.is_between_turns(&position) {
            let mut next = self.winning_step(&position);
            self.game.for_each_step(&position, |step| next = next.or(Some(step)));
            let step = next.expect("steps lead to complete turns");
            turn.push(step);
            position = self.game.play(&position, step);
        }
        turn
    }

    fn best_child(&self, node: usize) -> Option<usize> {
        let rank = |child: usize| {
            let node = &self.nodes[child];
            let proof_rank = match node.proof {
                Proof::Win(seat) if seat == node.mover => 2,
                Proof::Win(_) => 0,
                Proof::None | Proof::Draw => 1,
            };
            (proof_rank, node.visits)
        };
        self.children(node)
            .filter(|&c| self.nodes[c].visits > 0 || self.nodes[c].proof != Proof::None)
            .max_by_key(|&c| rank(c))
    }

    /// The expected score of the player to move, from 0 to 1.
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
