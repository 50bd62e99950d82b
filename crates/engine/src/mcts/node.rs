//! The nodes of the tree.

use sanban_core::{Outcome, Seat};

/// The proven result of a node.
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

/// A step with its statistics.
#[derive(Clone)]
pub(super) struct Node<S> {
    /// The step to this node; `None` at the root.
    pub(super) step: Option<S>,
    /// The player who made the step.
    pub(super) mover: Seat,
    pub(super) proof: Proof,
    /// The index of the first child; the others follow it. A node has no children before it is expanded.
    pub(super) first_child: u32,
    pub(super) children: u32,
    pub(super) visits: u32,
    /// The mover's total score in these visits.
    pub(super) score: f32,
    /// The index of the step in tables of steps.
    pub(super) code: u16,
    /// RAVE statistics: the games through the parent in which the mover made the step here or later, and their score.
    pub(super) rave_visits: u32,
    pub(super) rave_score: f32,
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
            rave_visits: 0,
            rave_score: 0.0,
        }
    }
}
