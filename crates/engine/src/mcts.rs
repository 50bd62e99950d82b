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

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sanban_core::{Game, GameExt, Outcome, Seat, Turn};

/// How much a seldom tried step is favoured.
const EXPLORATION: f32 = 0.15;

/// How soon what was seen of a step itself outweighs what was seen of it later in games.
const OWN_WEIGHT: f32 = 0.006;

/// A step that is new to the tree counts as made later in so many games, with the score it has elsewhere.
const BELIEVED: u32 = 20;

/// Of so many random steps, random games make the one that has scored best.
const DRAWN: u32 = 2;

/// How fast the scores of steps in random games forget.
const KEPT: f32 = 0.999;

/// Steps are told apart by the lower bits of their numbers.
const STEPS: usize = 1 << 14;

/// Steps after which a random game counts as drawn, for rules that set no limit.
const LONGEST: u32 = 4000;

/// What is known for certain of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proof {
    None,
    Win(Seat),
    Draw,
}

impl Proof {
    fn of(outcome: Outcome) -> Self {
        outcome.winner.map_or(Proof::Draw, Proof::Win)
    }
}

/// A step and what has become of it.
#[derive(Clone)]
struct Node<S> {
    /// The step that leads here; the root has none.
    step: Option<S>,
    /// Who made it.
    mover: Seat,
    proof: Proof,
    /// The children stand side by side from here on; none before the node is expanded.
    first_child: u32,
    children: u32,
    visits: u32,
    /// What the mover has scored in these visits.
    score: f32,
    /// The place of the step in tables of steps.
    code: u16,
    /// How often the mover made the step here or later in games through the parent, and with what score.
    later: u32,
    later_score: f32,
}

impl<S> Node<S> {
    fn new(step: Option<S>, mover: Seat, code: u16) -> Self {
        Node {
            step,
            mover,
            proof: Proof::None,
            first_child: 0,
            children: 0,
            visits: 0,
            score: 0.0,
            code,
            later: 0,
            later_score: 0.0,
        }
    }
}

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

/// The place of a step in tables of steps.
fn code<G: Game>(game: &G, step: G::Step) -> u16 {
    (game.step_code(step) as usize % STEPS) as u16
}

/// The points of a seat.
fn points(winner: Option<Seat>, seat: Seat) -> f32 {
    winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
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

    fn iterate(&mut self) {
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
    fn winning_step(&self, position: &G::Position) -> Option<G::Step> {
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

    fn children(&self, at: usize) -> std::ops::Range<usize> {
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
