//! The rules once more, written as plainly as they are told and without regard to speed, against the real ones on
//! thousands of random positions that play would seldom reach.

#[path = "reference/jesonmor.rs"]
mod jesonmor;
#[path = "reference/jinli.rs"]
mod jinli;
#[path = "reference/mitsudomoe.rs"]
mod mitsudomoe;

use sanban_core::{Rules, Session};
use sanban_games::registry;
use std::collections::BTreeMap;

/// What a position leads to: each move's text with the position after it, and the result if it is over.
struct Judgement {
    moves: BTreeMap<String, String>,
    result: Option<String>,
}

/// The real judgement of a position's text.
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

fn assert_same(rules: &Rules, position: &str, plain: &Judgement) {
    let real = judge(rules, position);
    let context = format!("{} {position}", rules.text());
    assert_eq!(real.result, plain.result, "{context}");
    assert_eq!(real.moves, plain.moves, "{context}");
}
