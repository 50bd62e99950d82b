//! A game that is studied: its moves with all their variations as a tree, and a place in it.

use crate::outcome::Seat;
use crate::progress::{Progress, Touch};
use crate::record::{Eval, Line, MAX_VARIATION_DEPTH, Move, Record};
use crate::rejection::{Rejection, common};
use crate::session::Session;
use crate::turn_entry::TurnEntry;

/// The place before the first move.
pub const START: usize = 0;

/// A move in the tree, or the start.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// The move's canonical text; none at the start.
    pub text: String,
    /// What is said about it.
    pub comments: Vec<String>,
    /// The move before it; the start's is the start.
    pub parent: usize,
    /// The moves that follow, the main one first.
    pub children: Vec<usize>,
    /// How many moves lead here.
    pub depth: usize,
}

/// A game that is studied.
pub struct Study {
    /// The tags and the result, and the moves that they were written for.
    record: Record,
    recorded: Vec<String>,
    begun: Box<dyn Session>,
    /// The moves by their numbers; those that were removed leave a gap, so that numbers stay.
    nodes: Vec<Option<Node>>,
    at: usize,
    session: Box<dyn Session>,
    hand: TurnEntry,
}

impl Study {
    /// A study of a record, which is canonical; the session is its game. It stands at the start.
    pub fn new(record: Record, session: &dyn Session) -> Self {
        let begun = session.fork_from_start();
        let mut study = Study {
            begun: begun.fork(),
            session: begun,
            nodes: vec![Some(Node::default())],
            at: START,
            hand: TurnEntry::default(),
            recorded: record.line.moves.iter().map(|m| m.text.clone()).collect(),
            record: Record { line: Line::default(), ..record.clone() },
        };
        study.node_mut(START).comments.clone_from(&record.line.comments);
        study.grow(START, &record.line.moves);
        study
    }

    /// Adds moves to the tree.
    fn grow(&mut self, parent: usize, moves: &[Move]) {
        let mut at = parent;
        for m in moves {
            let next = self.child(at, &m.text);
            self.node_mut(next).comments.extend(m.comments.iter().cloned());
            for variation in &m.variations {
                self.grow(at, &variation.moves);
                // What is said before a variation is said about its first move.
                if let Some(first) = variation.moves.first() {
                    let first = self.child(at, &first.text);
                    self.node_mut(first).comments.splice(0..0, variation.comments.iter().cloned());
                }
            }
            at = next;
        }
    }

    /// The place after a move, which is added if it is not there.
    fn child(&mut self, parent: usize, text: &str) -> usize {
        let node = self.node(parent);
        if let Some(&known) = node.children.iter().find(|&&child| self.node(child).text == text) {
            return known;
        }
        let depth = node.depth + 1;
        let number = self.nodes.len();
        self.nodes.push(Some(Node { text: text.to_string(), parent, depth, ..Node::default() }));
        self.node_mut(parent).children.push(number);
        number
    }

    /// A move by its number.
    ///
    /// # Panics
    /// If there is no such move; [`Study::has`] tells.
    pub fn node(&self, number: usize) -> &Node {
        self.nodes[number].as_ref().expect("a move of the study")
    }

    fn node_mut(&mut self, number: usize) -> &mut Node {
        self.nodes[number].as_mut().expect("a move of the study")
    }

    /// Whether there is a move of this number.
    pub fn has(&self, number: usize) -> bool {
        self.nodes.get(number).is_some_and(Option::is_some)
    }

    /// Every move with its number, the start included.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().enumerate().filter_map(|(number, node)| Some((number, node.as_ref()?)))
    }

    /// The ply of the moves that follow the start, counted so that even plies are the first player's.
    pub fn first_ply(&self) -> usize {
        usize::from(self.begun.to_move() == Seat::SECOND)
    }

    /// Where it stands.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The game as it stands there.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The moves that lead to a place.
    pub fn path(&self, number: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = number;
        while at != START {
            path.push(at);
            at = self.node(at).parent;
        }
        path.reverse();
        path
    }

    /// The last place of the main line that goes on from one.
    pub fn end_of(&self, number: usize) -> usize {
        let mut at = number;
        while let Some(&next) = self.node(at).children.first() {
            at = next;
        }
        at
    }

    /// The place to which moves lead from the start, as far as they are in the tree.
    pub fn find(&self, moves: &[String]) -> usize {
        let next = |at: usize, text: &String| {
            self.node(at).children.iter().copied().find(|&child| self.node(child).text == *text)
        };
        moves.iter().try_fold(START, |at, text| next(at, text).ok_or(at)).unwrap_or_else(|at| at)
    }

    /// Goes to a place. Whether it is there.
    pub fn go(&mut self, number: usize) -> bool {
        if !self.has(number) {
            return false;
        }
        self.session = self.begun.fork();
        for step in self.path(number) {
            let text = self.node(step).text.clone();
            self.session.play(&text).expect("it was legal when it was added");
        }
        self.at = number;
        self.hand.clear();
        true
    }

    /// What is entered of a turn.
    pub fn progress(&self) -> Progress {
        self.hand.progress(&*self.session)
    }

    /// What has been touched of a turn.
    pub fn touches(&self) -> &[Touch] {
        self.hand.touches()
    }

    /// Touches something that a person points at. Whether that made a turn.
    pub fn touch(&mut self, touch: Touch) -> Result<bool, Rejection> {
        let made = self.hand.touch(&*self.session, touch)?;
        self.play_if(made)
    }

    /// Enters what a person typed: a whole turn, or some steps of it. Whether that made the turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, Rejection> {
        let made = self.hand.enter(&*self.session, text)?;
        self.play_if(made)
    }

    /// Ends a turn that may end or go on. Whether it could.
    pub fn end_turn(&mut self) -> Result<bool, Rejection> {
        self.play_if(self.progress().complete)
    }

    fn play_if(&mut self, made: Option<String>) -> Result<bool, Rejection> {
        made.map_or(Ok(false), |text| self.play(&text).map(|()| true))
    }

    /// Takes back a step of a turn that is being entered. Whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.hand.take_back(&*self.session)
    }

    /// Plays a whole turn: along the tree if it is there, else as a variation of what follows.
    pub fn play(&mut self, text: &str) -> Result<(), Rejection> {
        let text = self.session.canonical_move(text)?;
        let is_new = |&child: &usize| self.node(child).text != text;
        let children = &self.node(self.at).children;
        if !children.is_empty() && children.iter().all(is_new) && self.nesting(self.at) == MAX_VARIATION_DEPTH {
            return Err(common::STUDY_DEPTH.with(&[&MAX_VARIATION_DEPTH]));
        }
        self.session.play(&text)?;
        self.at = self.child(self.at, &text);
        self.hand.clear();
        Ok(())
    }

    /// Makes the moves that lead to a place the main line. Whether anything changed.
    pub fn promote(&mut self, number: usize) -> Result<bool, Rejection> {
        let before = self.nodes.clone();
        let mut changed = false;
        for step in self.path(number) {
            let parent = self.node(step).parent;
            let children = &mut self.node_mut(parent).children;
            let place = children.iter().position(|&child| child == step).expect("a child of its parent");
            children[..=place].rotate_right(1);
            changed |= place > 0;
        }
        // What was the main line has become a variation, with all of its own.
        if self.nodes().any(|(number, node)| node.children.is_empty() && self.nesting(number) > MAX_VARIATION_DEPTH) {
            self.nodes = before;
            return Err(common::STUDY_DEPTH.with(&[&MAX_VARIATION_DEPTH]));
        }
        Ok(changed)
    }

    /// Inside how many variations a place is. There are limits to what a record can hold.
    fn nesting(&self, number: usize) -> usize {
        let is_variation = |&step: &usize| self.node(self.node(step).parent).children.first() != Some(&step);
        self.path(number).into_iter().filter(|step| is_variation(step)).count()
    }

    /// Removes a move and all that follows it. Whether it was there.
    pub fn remove(&mut self, number: usize) -> bool {
        if number == START || !self.has(number) {
            return false;
        }
        let parent = self.node(number).parent;
        let stood_below = self.path(self.at).contains(&number);
        self.node_mut(parent).children.retain(|&child| child != number);
        let mut gone = vec![number];
        while let Some(next) = gone.pop() {
            gone.extend(self.nodes[next].take().map(|node| node.children).unwrap_or_default());
        }
        if stood_below {
            self.go(parent);
        }
        true
    }

    /// Says something about a move in place of what was said; evaluations and whatever else programs wrote stay.
    pub fn comment(&mut self, number: usize, text: &str) {
        let mut told = self.as_move(number);
        let eval = told.eval();
        told.set_eval(None);
        let (_, mut notes) = told_and_noted(&told.comments.join(" "));
        // A record's comment ends at a brace, so it has none inside.
        notes.push(text.trim().replace('}', ")"));
        notes.retain(|note| !note.is_empty());
        told.comments = if notes.is_empty() { Vec::new() } else { vec![notes.join(" ")] };
        told.set_eval(eval);
        self.node_mut(number).comments = told.comments;
    }

    /// What was said about a move, without what programs wrote.
    pub fn told(&self, number: usize) -> String {
        let (told, _) = told_and_noted(&self.node(number).comments.join(" "));
        let lines = told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n").trim().to_string()
    }

    /// The evaluation that was noted after a move.
    pub fn eval(&self, number: usize) -> Option<Eval> {
        self.as_move(number).eval()
    }

    fn as_move(&self, number: usize) -> Move {
        let node = self.node(number);
        Move { text: node.text.clone(), comments: node.comments.clone(), variations: Vec::new() }
    }

    /// The record of it all.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.line = Line { comments: self.node(START).comments.clone(), moves: self.line_after(START) };
        if !record.line.moves.iter().map(|m| &m.text).eq(&self.recorded) {
            // Who resigned did so after other moves.
            record.result = "*".to_string();
        }
        record.check(&mut *self.begun.fork()).expect("moves that were played");
        record
    }

    /// The main line after a place, with its variations.
    fn line_after(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = number;
        while let Some((&main, others)) = self.node(at).children.split_first() {
            let variation = |&other: &usize| {
                let moves = std::iter::once(self.as_move(other)).chain(self.line_after(other)).collect();
                Line { comments: Vec::new(), moves }
            };
            moves.push(Move { variations: others.iter().map(variation).collect(), ..self.as_move(main) });
            at = main;
        }
        moves
    }
}

/// A comment without what programs wrote into it, such as `[%clk 0:05]`, and what they wrote.
fn told_and_noted(comment: &str) -> (String, Vec<String>) {
    let (mut told, mut noted, mut rest) = (String::new(), Vec::new(), comment);
    while let Some(begun) = rest.find("[%")
        && let Some(length) = rest[begun..].find(']')
    {
        told.push_str(&rest[..begun]);
        noted.push(rest[begun..=begun + length].to_string());
        rest = &rest[begun + length + 1..];
    }
    told.push_str(rest);
    (told, noted)
}
