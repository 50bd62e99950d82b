//! One iteration: selection, expansion, a random playout, and backpropagation.

use super::node::{Node, Proof};
use super::{Mcts, STEP_ENTRIES};
use rand::RngExt;
use sanban_core::{Game, GameExt, Seat};

/// The weight of the exploration term.
const EXPLORATION: f32 = 0.15;

/// How fast a node's own statistics outweigh its RAVE statistics.
const RAVE_BIAS: f32 = 0.006;

/// The RAVE visits that a new node starts with, at the score of its step elsewhere.
const PRIOR_VISITS: u32 = 20;

/// The number of random steps among which a playout picks the best.
const PLAYOUT_CANDIDATES: u32 = 2;

/// The decay of step scores per game.
const SCORE_DECAY: f32 = 0.999;

/// The maximum number of steps of a random game, for rules without a limit.
const MAX_PLAYOUT_STEPS: u32 = 4000;

/// The index of a step in tables of steps.
fn code<G: Game>(game: &G, step: G::Step) -> u16 {
    (game.step_code(step) as usize % STEP_ENTRIES) as u16
}

/// The points of a seat in a game with this winner.
fn points(winner: Option<Seat>, seat: Seat) -> f32 {
    winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
}

impl<G: Game> Mcts<G> {
    /// Runs one iteration.
    pub(super) fn iterate(&mut self) {
        self.iterations += 1;
        self.path.clear();
        self.path_keys.clear();
        self.game_steps.clear();
        let mut current = 0;
        let mut position = self.root;
        let mut turns = 0;
        // 1. Selection: descend to a leaf. Expand it if it has been visited before.
        loop {
            self.path.push(current as u32);
            let node = &self.nodes[current];
            if node.proof != Proof::None {
                break;
            }
            if node.children == 0 {
                if node.visits == 0 && current != 0 {
                    // Within a turn, its first step has been checked already.
                    if self.game.is_between_turns(&position) && self.winning_step(&position).is_some() {
                        self.nodes[current].proof = Proof::Win(self.game.to_move(&position));
                    }
                    break;
                }
                if !self.expand(current, &position) {
                    break;
                }
                if self.nodes[current].proof != Proof::None {
                    break;
                }
            }
            current = self.select(current);
            position = self.game.play(&position, self.nodes[current].step.expect("a child has a step"));
            if self.game.is_between_turns(&position) {
                turns += 1;
                let key = self.game.key(&position);
                if self.is_draw(&position, key) {
                    self.nodes[current].proof = Proof::Draw;
                }
                self.path_keys.push(key);
            }
        }
        self.depth = self.depth.max(turns);
        // 2. Simulation: use the proven result, or play a random game.
        let winner = match self.nodes[current].proof {
            Proof::Win(seat) => Some(seat),
            Proof::Draw => None,
            Proof::None => self.playout(position),
        };
        // 3. Update the scores of the game's steps.
        for &index in &self.path[1..] {
            let node = &self.nodes[index as usize];
            self.game_steps.push((node.mover, node.code));
        }
        for &(seat, code) in &self.game_steps {
            let (games, score) = &mut self.step_scores[seat.index()][usize::from(code)];
            *games = *games * SCORE_DECAY + 1.0;
            *score = *score * SCORE_DECAY + points(winner, seat);
        }
        // 4. Backpropagation: update the statistics of the path, and propagate proofs.
        for ply in (0..self.path.len()).rev() {
            let index = self.path[ply] as usize;
            for child in self.children(index) {
                let node = &mut self.nodes[child];
                if self.last_played[node.mover.index()][usize::from(node.code)] == self.iterations {
                    node.rave_visits += 1;
                    node.rave_score += points(winner, node.mover);
                }
            }
            let node = &mut self.nodes[index];
            if ply > 0 {
                self.last_played[node.mover.index()][usize::from(node.code)] = self.iterations;
            }
            node.visits += 1;
            node.score += points(winner, node.mover);
            self.prove(index);
        }
    }

    /// Adds the children of a node in random order. Returns whether there was room for them. If there are none, the game is over.
    fn expand(&mut self, parent: usize, position: &G::Position) -> bool {
        self.steps.clear();
        self.game.for_each_step(position, |step| self.steps.push(step));
        if self.steps.is_empty() {
            if let Some(outcome) = self.game.position_outcome(position) {
                self.nodes[parent].proof = Proof::of(outcome);
            }
            return true;
        }
        if self.nodes.len() + self.steps.len() > self.max_nodes {
            return false;
        }
        for i in (1..self.steps.len()).rev() {
            self.steps.swap(i, self.rng.random_range(..=i));
        }
        let mover = self.game.to_move(position);
        self.nodes[parent].first_child = self.nodes.len() as u32;
        self.nodes[parent].children = self.steps.len() as u32;
        for &step in &self.steps {
            let mut node = Node::new(Some(step), mover, code(&self.game, step));
            let (games, score) = self.step_scores[mover.index()][usize::from(node.code)];
            node.rave_visits = PRIOR_VISITS;
            node.rave_score = score / games * PRIOR_VISITS as f32;
            self.nodes.push(node);
        }
        // Steps that decide the game at once need no visit. Winning turns are recognised before their first step is visited,
        // except those of the root.
        for child in self.children(parent) {
            let next = self.game.play(position, self.nodes[child].step.expect("a child has a step"));
            if self.game.is_between_turns(&next)
                && let Some(outcome) = self.game.immediate_outcome(&next)
            {
                self.nodes[child].proof = Proof::of(outcome);
            } else if self.game.winning_step(&next).is_some()
                || parent == 0 && !self.game.is_between_turns(&next) && self.winning_step(&next).is_some()
            {
                self.nodes[child].proof = Proof::Win(self.game.to_move(&next));
            }
        }
        self.prove(parent);
        true
    }

    /// The next step of a winning turn of the player to move, if there is one.
    pub(super) fn winning_step(&self, position: &G::Position) -> Option<G::Step> {
        let mover = self.game.to_move(position);
        let mut found = self.game.winning_step(position);
        self.game.for_each_step(position, |step| {
            if found.is_none() {
                let next = self.game.play(position, step);
                let wins = if self.game.is_between_turns(&next) {
                    self.game.immediate_outcome(&next).is_some_and(|outcome| outcome.winner == Some(mover))
                } else {
                    self.winning_step(&next).is_some()
                };
                found = wins.then_some(step);
            }
        });
        found
    }

    /// The indices of a node's children.
    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first_child as usize..(node.first_child + node.children) as usize
    }

    /// The child with the best upper confidence bound. Proven losses and draws come last.
    fn select(&self, parent: usize) -> usize {
        let visits = (self.nodes[parent].visits.max(1) as f32).ln();
        let bound = |child: usize| {
            let node = &self.nodes[child];
            match node.proof {
                Proof::Win(seat) if seat == node.mover => f32::INFINITY,
                Proof::Win(_) => -2.0,
                Proof::Draw => -1.0,
                Proof::None => {
                    let (n, m) = (node.visits as f32, node.rave_visits as f32);
                    let own = if node.visits > 0 { node.score / n } else { 0.0 };
                    let rave = node.rave_score / m;
                    let rave_share = m / (n + m + n * m * RAVE_BIAS);
                    (1.0 - rave_share) * own + rave_share * rave + EXPLORATION * (visits / (n + 1.0)).sqrt()
                }
            }
        };
        let mut best = (f32::NEG_INFINITY, self.children(parent).start);
        for child in self.children(parent) {
            let value = bound(child);
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// Proves a node from its children: the player to move takes a win if there is one; if all children are proven, the best of
    /// their results.
    fn prove(&mut self, parent: usize) {
        let children = self.children(parent);
        if self.nodes[parent].proof != Proof::None || children.is_empty() {
            return;
        }
        let chooser = self.nodes[children.start].mover;
        let proofs = || self.nodes[children.clone()].iter().map(|n| n.proof);
        let proof = if proofs().any(|p| p == Proof::Win(chooser)) {
            Proof::Win(chooser)
        } else if proofs().any(|p| p == Proof::None) {
            Proof::None
        } else if proofs().any(|p| p == Proof::Draw) {
            Proof::Draw
        } else {
            Proof::Win(chooser.other())
        };
        self.nodes[parent].proof = proof;
    }

    /// Whether a position between turns is a draw by a limit or by its third occurrence. The game's own results come first.
    fn is_draw(&self, position: &G::Position, key: u64) -> bool {
        let occurrences = || self.history.iter().chain(&self.path_keys).filter(|&&k| k == key).count();
        let is_repeated = || !self.history.is_empty() && occurrences() >= 2;
        (self.game.limit_reached(position).is_some() || is_repeated()) && self.game.position_outcome(position).is_none()
    }

    /// Plays a random game to its end and returns the winner. It takes wins that the game sees, prefers steps that score the most
    /// points, and avoids steps after which the opponent wins at once.
    fn playout(&mut self, mut position: G::Position) -> Option<Seat> {
        let mut length = 0;
        loop {
            if self.game.is_between_turns(&position) && self.game.limit_reached(&position).is_some()
                || length == MAX_PLAYOUT_STEPS
            {
                return self.game.position_outcome(&position).and_then(|o| o.winner);
            }
            length += 1;
            let mover = self.game.to_move(&position);
            if self.game.winning_step(&position).is_some() {
                return Some(mover);
            }
            self.steps.clear();
            self.game.for_each_step(&position, |step| self.steps.push(step));
            if self.steps.is_empty() {
                return self.game.position_outcome(&position).and_then(|outcome| outcome.winner);
            }
            let points_scored = |step: G::Step| self.game.points_scored(&position, step);
            let most = self.steps.iter().map(|&step| points_scored(step)).max().unwrap_or(0);
            if most > 0 {
                self.steps.retain(|&step| points_scored(step) == most);
            }
            let mut next = position;
            while !self.steps.is_empty() {
                let mut best = (f32::NEG_INFINITY, 0);
                for _ in 0..PLAYOUT_CANDIDATES {
                    let index = self.rng.random_range(..self.steps.len());
                    let code = usize::from(code(&self.game, self.steps[index]));
                    let (games, score) = self.step_scores[mover.index()][code];
                    if score / games > best.0 {
                        best = (score / games, index);
                    }
                }
                let step = self.steps.swap_remove(best.1);
                next = self.game.play(&position, step);
                if self.game.to_move(&next) == mover || self.game.winning_step(&next).is_none() {
                    let code = code(&self.game, step);
                    self.last_played[mover.index()][usize::from(code)] = self.iterations;
                    self.game_steps.push((mover, code));

                    break;
                }
            }
            position = next;
        }
    }
}
