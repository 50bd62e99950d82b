//! The nodes of the tree.

use sanban_core::{Outcome, Seat};

/// What is known for certain of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    None,
    Win(Seat),
    Draw,
}

impl Proof {
    pub(super) fn of(outcome: Outcome) -> Self {
        outcome.winner.map_or(Proof::Draw, Proof::Win)
    }
}

/// A step and what has become of it.
#[derive(Clone)]
pub(super) struct Node<S> {
    /// The step that leads here; the root has none.
    pub(super) step: Option<S>,
    /// Who made it.
    pub(super) mover: Seat,
    pub(super) proof: Proof,
    /// The children stand side by side from here on; none before the node is expanded.
    pub(super) first_child: u32,
    pub(super) children: u32,
    pub(super) visits: u32,
    /// What the mover has scored in these visits.
    pub(super) score: f32,
    /// The place of the step in tables of steps.
    pub(super) code: u16,
    /// How often the mover made the step here or later in games through the parent, and with what score.
    pub(super) later: u32,
    pub(super) later_score: f32,
}

impl<S> Node<S> {
    pub(super) fn new(step: Option<S>, mover: Seat, code: u16) -> Self {
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
