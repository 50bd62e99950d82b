//! A game being studied: a tree of moves with variations, and a current node in it.

use crate::outcome::{Outcome, Seat};
use crate::record::{Eval, Line, MAX_VARIATION_DEPTH, Move, Record};
use crate::rejection::{Rejection, common};
use crate::session::Session;
use crate::turn_entry::TurnEntry;
use crate::turn_input::TurnInput;

/// The root of the tree, before the first move.
pub const START: usize = 0;

/// A move in the tree, or the root.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// The move's canonical text; empty at the root.
    pub text: String,
    /// The comments about the move.
    pub comments: Vec<String>,
    /// The node of the move before; the root is its own parent.
    pub parent: usize,
    /// The moves that follow, the main one first.
    pub children: Vec<usize>,
    /// The number of moves from the root.
    pub depth: usize,
}

/// A game being studied. [`TurnInput`] has the methods that enter turns.
pub struct Study {
    /// The tags and the result; the moves are in the tree.
    record: Record,
    /// The main line that the result belongs to.
    recorded_line: Vec<String>,
    start: Box<dyn Session>,
    /// The last node of the main line, and how the game ended there by the rules.
    main_line_end: (usize, Option<Outcome>),
    /// The nodes by number. A removed node leaves a gap, so that the other numbers stay valid.
    nodes: Vec<Option<Node>>,
    at: usize,
    /// The game at the current node.
    session: Box<dyn Session>,
    entry: TurnEntry,
}

impl Study {
    /// A study of a canonical record, at its root; `session` is the record's game after its last move.
    pub fn new(record: Record, session: &dyn Session) -> Self {
        let start = session.fork_at(0);
        let mut study = Study {
            session: start.fork(),
            start,
            main_line_end: (START, None),
            nodes: vec![Some(Node::default())],
            at: START,
            entry: TurnEntry::default(),
            recorded_line: record.line.moves.iter().map(|m| m.text.clone()).collect(),
            record: Record { line: Line::default(), ..record.clone() },
        };
        study.node_mut(START).comments.clone_from(&record.line.comments);
        study.add_moves(START, &record.line.moves);
        study.main_line_end = (study.find(&study.recorded_line), session.outcome());
        // A variation that repeats the main line continues it.
        study.update_main_line();
        study
    }

    /// Adds a line with its variations to the tree.
    fn add_moves(&mut self, parent: usize, moves: &[Move]) {
        let mut at = parent;
        for m in moves {
            let next = self.child_or_insert(at, &m.text);
            self.node_mut(next).comments.extend(m.comments.iter().cloned());
            for variation in &m.variations {
                self.add_moves(at, &variation.moves);
                // A comment before a variation belongs to its first move.
                if let Some(first) = variation.moves.first() {
                    let first = self.child_or_insert(at, &first.text);
                    self.node_mut(first).comments.splice(0..0, variation.comments.iter().cloned());
                }
            }
            at = next;
        }
    }

    /// The child with a move, which is added if it is missing.
    fn child_or_insert(&mut self, parent: usize, text: &str) -> usize {
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

    /// The node with a number.
    ///
    /// # Panics
    /// If there is no such node; see [`Study::has`].
    pub fn node(&self, number: usize) -> &Node {
        self.nodes[number].as_ref().expect("a move of the study")
    }

    fn node_mut(&mut self, number: usize) -> &mut Node {
        self.nodes[number].as_mut().expect("a move of the study")
    }

    /// Whether there is a node with this number.
    pub fn has(&self, number: usize) -> bool {
        self.nodes.get(number).is_some_and(Option::is_some)
    }

    /// All nodes with their numbers, including the root.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().enumerate().filter_map(|(number, node)| Some((number, node.as_ref()?)))
    }

    /// The ply of the first moves. Even plies are the first player's.
    pub fn first_ply(&self) -> usize {
        usize::from(self.start.to_move() == Seat::SECOND)
    }

    /// The number of the current node.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The nodes from the root to a node, without the root.
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

    /// The last node of the main line after a node.
    pub fn end_of(&self, number: usize) -> usize {
        let mut at = number;
        while let Some(&next) = self.node(at).children.first() {
            at = next;
        }
        at
    }

    /// The node that moves lead to from the root, as far as the tree has them.
    pub fn find(&self, moves: &[String]) -> usize {
        let next = |at: usize, text: &String| {
            self.node(at).children.iter().copied().find(|&child| self.node(child).text == *text)
        };
        moves.iter().try_fold(START, |at, text| next(at, text).ok_or(at)).unwrap_or_else(|at| at)
    }

    /// Goes to a node. Returns whether it exists.
    pub fn go(&mut self, number: usize) -> bool {
        if !self.has(number) {
            return false;
        }
        self.session = self.session_at(number);
        self.at = number;
        self.entry.clear();
        true
    }

    /// The game at a node.
    fn session_at(&self, number: usize) -> Box<dyn Session> {
        let path = self.path(number);
        let is_shared = |&(node, text): &(&usize, &String)| self.node(*node).text == *text;
        let shared = path.iter().zip(self.session.played()).take_while(is_shared).count();
        let mut session = self.session.fork_at(shared);
        for &node in &path[shared..] {
            session.play(&self.node(node).text).expect("the tree holds legal moves");
        }
        session
    }

    /// Finds out how the game ends by the rules if the main line has changed, so that [`Study::record`] need not play it.
    fn update_main_line(&mut self) {
        let end = self.end_of(START);
        if end == self.main_line_end.0 {
            return;
        }
        let outcome = if end == self.at { self.session.outcome() } else { self.session_at(end).outcome() };
        self.main_line_end = (end, outcome);
    }

    /// Makes the path to a node the main line. Returns whether anything changed.
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
        // The old main line is now a variation, so its own variations are nested deeper.
        if self.nodes().any(|(number, node)| node.children.is_empty() && self.nesting(number) > MAX_VARIATION_DEPTH) {
            self.nodes = before;
            return Err(common::STUDY_DEPTH.with(&[&MAX_VARIATION_DEPTH]));
        }
        self.update_main_line();
        Ok(changed)
    }

    /// How many variations a node is nested in.
    fn nesting(&self, number: usize) -> usize {
        let is_variation = |&step: &usize| self.node(self.node(step).parent).children.first() != Some(&step);
        self.path(number).into_iter().filter(|step| is_variation(step)).count()
    }

    /// Removes a node and everything after it. Returns whether it existed.
    pub fn remove(&mut self, number: usize) -> bool {
        if number == START || !self.has(number) {
            return false;
        }
        let parent = self.node(number).parent;
        let is_on_path = self.path(self.at).contains(&number);
        self.node_mut(parent).children.retain(|&child| child != number);
        let mut removed = vec![number];
        while let Some(next) = removed.pop() {
            removed.extend(self.nodes[next].take().map(|node| node.children).unwrap_or_default());
        }
        if is_on_path {
            self.go(parent);
        }
        self.update_main_line();
        true
    }

    /// Replaces the comment about a move. Evaluations and other machine-written notes stay.
    pub fn comment(&mut self, number: usize, text: &str) {
        let mut commented = self.as_move(number);
        let eval = commented.eval();
        commented.set_eval(None);
        let (_, mut notes) = split_notes(&commented.comments.join(" "));
        // A closing brace would end the comment in a record.
        notes.push(text.trim().replace('}', ")"));
        notes.retain(|note| !note.is_empty());
        commented.comments = if notes.is_empty() { Vec::new() } else { vec![notes.join(" ")] };
        commented.set_eval(eval);
        self.node_mut(number).comments = commented.comments;
    }

    /// The comment about a move, without machine-written notes.
    pub fn comment_text(&self, number: usize) -> String {
        let (comment, _) = split_notes(&self.node(number).comments.join(" "));
        let lines = comment.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n").trim().to_string()
    }

    /// The evaluation after a move, if one is noted.
    pub fn eval(&self, number: usize) -> Option<Eval> {
        self.as_move(number).eval()
    }

    fn as_move(&self, number: usize) -> Move {
        let node = self.node(number);
        Move { text: node.text.clone(), comments: node.comments.clone(), variations: Vec::new() }
    }

    /// The record with all variations.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.line = Line { comments: self.node(START).comments.clone(), moves: self.line_after(START) };
        if !record.line.moves.iter().map(|m| &m.text).eq(&self.recorded_line) {
            // The result belonged to other moves.
            record.result = "*".to_string();
        }
        // The moves are canonical, so there is no need to play them again.
        record.fill_tags(&*self.start, self.main_line_end.1);
        record
    }

    /// The main line after a node, with its variations.
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

impl TurnInput for Study {
    fn session(&self) -> &dyn Session {
        &*self.session
    }

    fn entry(&self) -> &TurnEntry {
        &self.entry
    }

    fn entry_mut(&mut self) -> &mut TurnEntry {
        &mut self.entry
    }

    /// Follows the tree if it has the move, or else adds a variation.
    fn play_with(&mut self, play: &dyn Fn(&mut dyn Session) -> Result<String, Rejection>) -> Result<(), Rejection> {
        let mut next = self.session.fork();
        let text = play(&mut *next)?;
        let is_new = |&child: &usize| self.node(child).text != text;
        let children = &self.node(self.at).children;
        if !children.is_empty() && children.iter().all(is_new) && self.nesting(self.at) == MAX_VARIATION_DEPTH {
            return Err(common::STUDY_DEPTH.with(&[&MAX_VARIATION_DEPTH]));
        }
        self.session = next;
        self.at = self.child_or_insert(self.at, &text);
        self.entry.clear();
        self.update_main_line();
        Ok(())
    }
}

/// Splits a comment into its text and the notes that programs wrote into it, such as `[%clk 0:05]`.
fn split_notes(comment: &str) -> (String, Vec<String>) {
    let (mut text, mut notes, mut rest) = (String::new(), Vec::new(), comment);
    while let Some(start) = rest.find("[%")
        && let Some(length) = rest[start..].find(']')
    {
        text.push_str(&rest[..start]);
        notes.push(rest[start..=start + length].to_string());
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    (text, notes)
}
