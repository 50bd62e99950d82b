//! The pie rule: the second player may swap sides after the first turn.

/// The state of the pie rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieRule {
    /// The game is played without it.
    Off,
    /// The second player may swap sides after the first turn.
    Available,
    /// The players swapped sides.
    Swapped,
    /// The second player kept the sides.
    Declined,
}

impl PieRule {
    /// The pie rule at the start of a game.
    pub fn new(is_on: bool) -> PieRule {
        if is_on { PieRule::Available } else { PieRule::Off }
    }

    /// Whether the player to move may swap sides after this many turns.
    pub fn can_swap(self, turns: usize) -> bool {
        self == PieRule::Available && turns == 1
    }

    /// The state after a move that makes this many turns. A player who moves instead of swapping declines.
    pub fn after_move(self, turns: usize) -> PieRule {
        if self == PieRule::Available && turns > 1 { PieRule::Declined } else { self }
    }

    /// The state after turns are taken back to this many. A player who declined may choose again.
    pub fn after_takeback(self, turns: usize) -> PieRule {
        if self == PieRule::Declined && turns <= 1 { PieRule::Available } else { self }
    }

    /// How many turns cannot be taken back without undoing the swap.
    pub fn turns_kept_by_swap(self) -> usize {
        usize::from(self == PieRule::Swapped)
    }

    /// The states with their words in saved games.
    const ALL: [(PieRule, &str); 4] =
        [(PieRule::Off, "off"), (PieRule::Available, "on"), (PieRule::Swapped, "changed"), (PieRule::Declined, "left")];

    pub(super) fn word(self) -> &'static str {
        PieRule::ALL.iter().find(|(state, _)| *state == self).expect("every state is listed").1
    }

    pub(super) fn parse(word: &str) -> Option<PieRule> {
        PieRule::ALL.iter().find(|(_, w)| *w == word).map(|(state, _)| *state)
    }
}
