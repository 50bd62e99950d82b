//! Moves in words, and what they achieve.

use super::game::{Goal, JesonMor};
use super::position::{Position, Step};
use sanban_core::{Bitboard, BitboardExt, Phrase};

impl<B: Bitboard, const SIZE: u32, const LEAVE: bool> JesonMor<B, SIZE, LEAVE> {
    /// The words for a move that captures.
    pub(super) fn capture_in_words(&self, position: &Position<B>, step: Step) -> Option<Phrase> {
        let [from, to] = step.squares();
        let phrase = || Phrase::new("step-capture").square("from", self.board.at(from)).square("to", self.board.at(to));
        position.knights[position.to_move.other().index()].has(to).then(phrase)
    }

    pub(super) fn effects(&self, position: &Position<B>, step: Step) -> Vec<Phrase> {
        let [from, to] = step.squares();
        let (me, them) = (position.to_move.index(), position.to_move.other().index());
        let mine = position.knights[me].without(from).with(to);
        let theirs = position.knights[them].without(to);
        let square = |key, square| Phrase::new(key).square("square", self.board.at(square));
        let in_reach = |knights: B, square: usize| (self.reach[square] & knights).count();
        let mut effects = Vec::new();
        if position.knights[them].has(to) {
            effects.push(if to == self.centre {
                Phrase::new("effect-captures-centre")
            } else {
                square("effect-captures", to)
            });
        }
        let [guards, attackers] = [mine, theirs].map(|knights| in_reach(knights, self.centre));
        if to == self.centre && self.goal != Goal::Reach {
            if attackers == 0 {
                effects.push(Phrase::new("effect-takes-centre"));
            } else if guards > attackers {
                effects.push(Phrase::new("effect-contests-centre"));
            }
        }
        if in_reach(position.knights[them], from) > 0 && in_reach(theirs, to) == 0 {
            effects.push(square("effect-saves", from));
        }
        if let Some(target) = (self.reach[to] & theirs).squares().find(|&target| in_reach(theirs, target) == 0) {
            effects.push(square("effect-attacks", target));
        }
        if self.reach[self.centre].has(to) && !self.reach[self.centre].has(from) {
            effects.push(Phrase::new("effect-near-centre").number("mine", guards).number("theirs", attackers));
        }
        effects
    }
}
