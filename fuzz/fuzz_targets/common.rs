//! Shared by the targets: the first line of the input chooses a game and its rules.

use sanban_core::{Rules, Session};
use sanban_games::registry;

/// The rules of the first line, such as `jinli gift=on`, and the rest of the input.
pub fn rules(data: &[u8]) -> Option<(Rules, &str)> {
    let text = std::str::from_utf8(data).ok()?;
    let (head, rest) = text.split_once('\n')?;
    let (game, rules) = head.split_once(' ').unwrap_or((head, ""));
    Some((Rules::parse(registry::find(game).ok()?, rules).ok()?, rest))
}

/// A new game with the rules of the first line, and the rest of the input.
#[allow(dead_code)]
pub fn session(data: &[u8]) -> Option<(Box<dyn Session>, &str)> {
    let (rules, rest) = rules(data)?;
    Some((registry::open(rules, None).ok()?, rest))
}
