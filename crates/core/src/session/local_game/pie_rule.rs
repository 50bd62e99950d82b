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
