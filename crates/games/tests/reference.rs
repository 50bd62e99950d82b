//! Compares the games with simple reference implementations on thousands of random positions that play seldom reaches.

#[path = "reference/jesonmor.rs"]
mod jesonmor;
#[path = "reference/jinli.rs"]
mod jinli;
#[path = "reference/mitsudomoe.rs"]
mod mitsudomoe;

use sanban_core::{Rules, Session};
use sanban_games::registry;
use std::collections::BTreeMap;

/// The moves of a position with the positions after them, and its result if it is over.
struct Judgement {
    moves: BTreeMap<String, String>,
    result: Option<String>,
}

/// The judgement of the real implementation.
fn judge(rules: &Rules, position: &str) -> Judgement {
    let open = registry::open(rules.clone(), Some(position));
    let mut session = open.unwrap_or_else(|r| panic!("{position}: {r:?}"));
    session.ignore_draws();
    let result = result_of(&*session);
    let after = |text: &String| {
        let mut session = session.fork();
        session.play(text).unwrap_or_else(|r| panic!("{position} {text}: {r:?}"));
        session.position_text()
    };
    let moves = session.moves().into_iter().map(|text| (text.clone(), after(&text))).collect();
    Judgement { moves, result }
}

fn result_of(session: &dyn Session) -> Option<String> {
    let outcome = session.outcome()?;
    let winner = outcome.winner.map_or("draw", |seat| session.info().players[seat.index()]);
    Some(format!("{winner} ({})", outcome.reason))
}

fn assert_same(rules: &Rules, position: &str, expected: &Judgement) {
    let real = judge(rules, position);
    let context = format!("{} {position}", rules.text());
    assert_eq!(real.result, expected.result, "{context}");
    assert_eq!(real.moves, expected.moves, "{context}");
}
