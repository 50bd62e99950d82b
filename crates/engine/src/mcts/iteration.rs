//! One iteration: selection, expansion, a random playout, and backpropagation.

use super::node::{Node, Proof};
use super::{Mcts, STEPS};
use rand::RngExt;
use sanban_core::{Game, GameExt, Seat};

const EXPLORATION: f32 = 0.15;

/// How soon what was seen of a step itself outweighs what was seen of it later in games.
const OWN_WEIGHT: f32 = 0.006;

/// A step that is new to the tree counts as made later in so many games, with the score it has elsewhere.
const BELIEVED: u32 = 20;

/// Of so many random steps, random games make the one that has scored best.
const DRAWN: u32 = 2;

/// How fast the scores of steps in random games forget.
const KEPT: f32 = 0.999;

const LONGEST: u32 = 4000;

/// The place of a step in tables of steps.
fn code<G: Game>(game: &G, step: G::Step) -> u16 {
    (game.step_code(step) as usize % STEPS) as u16
}

/// The points of a seat.
fn points(winner: Option<Seat>, seat: Seat) -> f32 {
    winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
}

impl<G: Game> Mcts<G> {
    pub(super) fn iterate(&mut self) {
        self.iterations += 1;
        self.path.clear();
        self.keys.clear();
        self.trail.clear();
        let mut at = 0;
        let mut position = self.root;
        let mut turns = 0;
        // 1. Go down to a leaf, which is expanded if it has been visited before.
        loop {
            self.path.push(at as u32);
            let node = &self.nodes[at];
            if node.proof != Proof::None {
                break;
            }
            if node.children == 0 {
                if node.visits == 0 && at != 0 {
                    // Where a turn goes on, its beginning has been asked already.
                    if self.game.is_between_turns(&position) && self.winning_step(&position).is_some() {
                        self.nodes[at].proof = Proof::Win(self.game.to_move(&position));
                    }
                    break;
                }
                if !self.expand(at, &position) {
                    break;
                }
                if self.nodes[at].proof != Proof::None {
                    break;
                }
            }
            at = self.select(at);
            position = self.game.play(&position, self.nodes[at].step.expect("a child has a step"));
            if self.game.is_between_turns(&position) {
                turns += 1;
                let key = self.game.key(&position);
                if self.is_draw(&position, key) {
                    self.nodes[at].proof = Proof::Draw;
                }
                self.keys.push(key);
            }
        }
        self.deepest = self.deepest.max(turns);
        // 2. Find out how it ends: as proven, or as a random game does.
        let winner = match self.nodes[at].proof {
            Proof::Win(seat) => Some(seat),
            Proof::Draw => None,
            Proof::None => self.playout(position),
        };
        // 3. Learn which steps won.
        for &at in &self.path[1..] {
            let node = &self.nodes[at as usize];
            self.trail.push((node.mover, node.code));
        }
        for &(seat, code) in &self.trail {
            let (games, score) = &mut self.scored[seat.index()][usize::from(code)];
            *games = *games * KEPT + 1.0;
            *score = *score * KEPT + points(winner, seat);
        }
        // 4. Count the game, and carry a proof up.
        for place in (0..self.path.len()).rev() {
            let at = self.path[place] as usize;
            for child in self.children(at) {
                let node = &mut self.nodes[child];
                if self.made[node.mover.index()][usize::from(node.code)] == self.iterations {
                    node.later += 1;
                    node.later_score += points(winner, node.mover);
                }
            }
            let node = &mut self.nodes[at];
            if place > 0 {
                self.made[node.mover.index()][usize::from(node.code)] = self.iterations;
            }
            node.visits += 1;
            node.score += points(winner, node.mover);
            self.prove(at);
        }
    }

    /// Gives a node its children, in random order; whether there was room for them. A node without any is over.
    fn expand(&mut self, at: usize, position: &G::Position) -> bool {
        self.steps.clear();
        self.game.for_each_step(position, |step| self.steps.push(step));
        if self.steps.is_empty() {
            if let Some(outcome) = self.game.position_outcome(position) {
                self.nodes[at].proof = Proof::of(outcome);
            }
            return true;
        }
        if self.nodes.len() + self.steps.len() > self.most_nodes {
            return false;
        }
        for i in (1..self.steps.len()).rev() {
            self.steps.swap(i, self.rng.random_range(..=i));
        }
        let mover = self.game.to_move(position);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = self.steps.len() as u32;
        for &step in &self.steps {
            let mut node = Node::new(Some(step), mover, code(&self.game, step));
            let (games, score) = self.scored[mover.index()][usize::from(node.code)];
            node.later = BELIEVED;
            node.later_score = score / games * BELIEVED as f32;
            self.nodes.push(node);
        }
        // What a step decides at once is known without trying it. A turn that wins is known before its first step is
        // tried, but for the root's.
        for child in self.children(at) {
            let next = self.game.play(position, self.nodes[child].step.expect("a child has a step"));
            if self.game.is_between_turns(&next)
                && let Some(outcome) = self.game.immediate_outcome(&next)
            {
                self.nodes[child].proof = Proof::of(outcome);
            } else if self.game.winning_step(&next).is_some()
                || at == 0 && !self.game.is_between_turns(&next) && self.winning_step(&next).is_some()
            {
                self.nodes[child].proof = Proof::Win(self.game.to_move(&next));
            }
        }
        self.prove(at);
        true
    }

    /// The next step of a turn that wins for the player to move, if there is one.
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

    pub(super) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first_child as usize..(node.first_child + node.children) as usize
    }

    /// The child to try next: the one with the best upper confidence bound. What is proven not to win is left aside as long
    /// as there is anything else.
    fn select(&self, at: usize) -> usize {
        let visits = (self.nodes[at].visits.max(1) as f32).ln();
        let bound = |child: usize| {
            let node = &self.nodes[child];
            match node.proof {
                Proof::Win(seat) if seat == node.mover => f32::INFINITY,
                Proof::Win(_) => -2.0,
                Proof::Draw => -1.0,
                Proof::None => {
                    let (n, m) = (node.visits as f32, node.later as f32);
                    let own = if node.visits > 0 { node.score / n } else { 0.0 };
                    let later = node.later_score / m;
                    let share = m / (n + m + n * m * OWN_WEIGHT);
                    (1.0 - share) * own + share * later + EXPLORATION * (visits / (n + 1.0)).sqrt()
                }
            }
        };
        let mut best = (f32::NEG_INFINITY, self.children(at).start);
        for child in self.children(at) {
            let value = bound(child);
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// Proves a node from its children: the player who chooses among them takes a win if there is one, and is left with
    /// the best that remains if all are proven.
    fn prove(&mut self, at: usize) {
        let children = self.children(at);
        if self.nodes[at].proof != Proof::None || children.is_empty() {
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
        self.nodes[at].proof = proof;
    }

    /// Whether a position between turns is drawn by a limit, or stands for the third time. A result of the game's own
    /// comes first.
    fn is_draw(&self, position: &G::Position, key: u64) -> bool {
        let times = || self.history.iter().chain(&self.keys).filter(|&&k| k == key).count();
        let drawn = self.game.limit_reached(position).is_some() || !self.history.is_empty() && times() >= 2;
        drawn && self.game.position_outcome(position).is_none()
    }

    /// Plays a game of random steps to its end and tells who won. A step that is seen to win is made, of the others one of
    /// those that score the most points, and one after which the opponent is seen to win is not made as long as there is
    /// another.
    fn playout(&mut self, mut position: G::Position) -> Option<Seat> {
        let mut length = 0;
        loop {
            if self.game.is_between_turns(&position) && self.game.limit_reached(&position).is_some()
                || length == LONGEST
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
                let mut chosen = (f32::NEG_INFINITY, 0);
                for _ in 0..DRAWN {
                    let at = self.rng.random_range(..self.steps.len());
                    let (games, score) = self.scored[mover.index()][usize::from(code(&self.game, self.steps[at]))];
                    if score / games > chosen.0 {
                        chosen = (score / games, at);
                    }
                }
                let step = self.steps.swap_remove(chosen.1);
                next = self.game.play(&position, step);
                if self.game.to_move(&next) == mover || self.game.winning_step(&next).is_none() {
                    let code = code(&self.game, step);
                    self.made[mover.index()][usize::from(code)] = self.iterations;
                    self.trail.push((mover, code));
                    break;
                }
            }
            position = next;
        }
    }
}
