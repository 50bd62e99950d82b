//! The game's messages, and the weights of its evaluations.

use crate::{Subject, open};
use sanban_core::heuristics::{MOBILITY_TERMS, read_weights, write_weights};
use sanban_core::messages::{LANGUAGES, find};
use sanban_core::{Heuristics, Rules};
use sanban_games::registry::Visitor;

/// Codes, options, players, counters and pieces have messages. Those of codes use only the codes' arguments.
pub fn check<S: Subject>() {
    let info = S::INFO;
    let languages: Vec<&str> = info.messages.0.iter().map(|(language, _)| *language).collect();
    assert!(languages == LANGUAGES || info.draft && languages == LANGUAGES[..1], "messages in {languages:?}");
    info.messages.assert_complete(info.codes);
    assert!(info.messages.find(LANGUAGES[0], "summary", &[]).is_some(), "no message for summary");
    let options = info.options.iter().map(|option| format!("option-{}", option.key));
    let players = info.players.iter().map(|player| player.to_string());
    let classics = info.classics.iter().map(|name| format!("classic-{name}"));
    let shapes = info.palette.iter().map(|(_, piece)| format!("shape-{}", piece.shape.name()));
    let counters = open::<S>(&Rules::official(info), None).unwrap().scene().counters;
    let counters = counters.iter().flatten().map(|counter| counter.name.to_string());
    let names = info.classics.iter().map(|name| format!("player-{name}"));
    for key in options.chain(players).chain(classics).chain(names).chain(shapes).chain(counters) {
        assert!(find(&[info.messages], LANGUAGES[0], &key, &[]).is_some(), "no message for {key}");
    }
    S::visit(&Rules::official(info), Weights);
}

/// Checks that the first evaluation has all terms, and the others no unknown ones.
struct Weights;

impl Visitor for Weights {
    type Output = ();

    fn visit<G: Heuristics>(self, _: &Rules) {
        for (index, (name, text)) in G::INFO.evaluations.iter().enumerate() {
            let weights = read_weights(G::TERMS, text).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            if index == 0 {
                assert_eq!(write_weights(G::TERMS, &weights), *text, "{name} names every term");
            }
        }
        assert_eq!(G::TERMS == MOBILITY_TERMS, !G::INFO.has_evaluation(), "only mobility needs no weights");
    }
}
