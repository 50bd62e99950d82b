//! Networks: reading their files, and evaluating with every set of instructions, incrementally and from scratch.
#![cfg(not(loom))]

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::inputs::InputSet;
use sanban_core::{GameExt, GameInfo, Heuristics, HeuristicsExt, Rejection, Rules, Values};
use sanban_engine::Score;
use sanban_engine::evaluation::{self, Evaluation};
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::network::{Accumulators, HIDDEN, Instructions, LAYERS, Network};
use sanban_games::registry::{self, Visitor};

/// The name and the number of a game's inputs.
fn inputs(rules: &Rules) -> Option<(&'static str, usize)> {
    struct Inputs;
    impl Visitor for Inputs {
        type Output = Option<(&'static str, usize)>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            Some((G::INPUTS, G::new(rules).input_count()?))
        }
    }
    registry::visit(rules, Inputs)
}

/// A network file with these header lines and these bytes of weights.
fn file(lines: &str, weights: &[u8]) -> Vec<u8> {
    let mut bytes = b"SANBANNN".to_vec();
    bytes.extend((lines.len() as u32).to_le_bytes());
    bytes.extend(lines.as_bytes());
    bytes.extend(weights);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn header(rules: &Rules) -> String {
    let (name, count) = inputs(rules).expect("a game with inputs");
    let text = Some(rules.text()).filter(|text| !text.is_empty()).unwrap_or_else(|| "official".into());
    format!("version 1\ngame {}\nrules {text}\ninputs {name} {count}\nlayers 128 16 16\n", rules.info().id)
}

/// Weights that make every layer do something. `scale` multiplies them: large ones overflow.
fn random_weights(input_count: usize, scale: i32, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut shorts = |bytes: &mut Vec<u8>, count: usize, most: i32| {
        for _ in 0..count {
            let value = rng.random_range(-most..=most).saturating_mul(scale).clamp(-32768, 32767) as i16;
            bytes.extend(value.to_le_bytes());
        }
    };
    let words = |bytes: &mut Vec<u8>, count: usize, value: i32| {
        (0..count).for_each(|_| bytes.extend(value.saturating_mul(scale).to_le_bytes()));
    };
    shorts(&mut bytes, input_count * HIDDEN, 60);
    shorts(&mut bytes, HIDDEN, 120);
    shorts(&mut bytes, LAYERS[1] * 2 * HIDDEN, 30);
    words(&mut bytes, LAYERS[1], 4000);
    shorts(&mut bytes, LAYERS[1] * LAYERS[2], 40);
    words(&mut bytes, LAYERS[2], 4000);
    shorts(&mut bytes, LAYERS[2], 9000);
    words(&mut bytes, 1, -70_000);
    bytes
}

/// The games and presets that describe inputs.
fn rulesets() -> Vec<Rules> {
    let presets = |info: &'static GameInfo| info.presets.iter().map(move |preset| Rules::preset(info, preset));
    registry::offered().flat_map(presets).filter(|rules| inputs(rules).is_some()).collect()
}

/// Evaluates the positions of random games: incrementally with the best instructions, as a search does, with many turns taken
/// back, and from scratch with each set of instructions.
struct Compare {
    seed: u64,
    scale: i32,
    positions: usize,
}

impl Visitor for Compare {
    /// The different evaluations.
    type Output = std::collections::BTreeSet<i32>;

    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
        let game = G::new(rules);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let count = game.input_count().expect("inputs");
        let bytes = file(&header(rules), &random_weights(count, self.scale, &mut rng));
        let network = Network::read::<G>(&bytes, rules).expect("a network");
        let mut incremental = Accumulators::new(&network, 400);
        let mut values = std::collections::BTreeSet::new();
        let mut compared = 0;
        while compared < self.positions {
            let mut path = vec![game.start()];
            for _ in 0..300 {
                let position = *path.last().expect("a position");
                let turns = path.len() - 1;
                let inputs = game.inputs(&position);
                assert!(inputs.iter().flat_map(InputSet::iter).all(|input| input < count), "inputs are declared");
                let mover = game.to_move(&position);
                let value = incremental.evaluate(&network, &inputs, mover, turns);
                for instructions in [Instructions::Baseline, Instructions::detect()] {
                    let mut fresh = Accumulators::with_instructions(&network, 1, instructions);
                    let text = game.position_text(&position);
                    assert_eq!(fresh.evaluate(&network, &inputs, mover, 0), value, "{instructions:?} at {text}");
                }
                values.insert(value);
                compared += 1;
                let mut ends = Vec::new();
                game.for_each_move(&position, |_, end| ends.push(*end));
                match ends.choose(&mut rng) {
                    Some(&end) if rng.random_ratio(4, 5) => path.push(end),
                    // Take back some turns; at the end of the game at least one.
                    end if turns > 0 => {
                        path.truncate(rng.random_range(usize::from(end.is_some()).min(turns)..=turns).max(1))
                    }
                    Some(&end) => path.push(end),
                    None => break,
                }
            }
        }
        values
    }
}

#[test]
fn incremental_evaluation_equals_evaluation_from_scratch() {
    let rulesets = rulesets();
    assert!(registry::offered().all(|info| rulesets.iter().any(|rules| rules.info().id == info.id)));
    for rules in rulesets {
        // With the largest scale, all sums overflow.
        for (seed, scale) in [(1, 1), (2, 3), (3, 1000)] {
            let values = registry::visit(&rules, Compare { seed, scale, positions: 600 });
            let least = if scale == 1000 { 2 } else { 30 };
            let count = values.len();
            assert!(count >= least, "{} {}, scale {scale}: {count} values", rules.info().id, rules.text());
        }
    }
}

/// The second player's inputs in the position that is turned by 180°, with the colours swapped, are the first player's.
#[test]
fn both_players_see_the_board_from_their_side() {
    struct Check;
    impl Visitor for Check {
        type Output = usize;

        fn visit<G: Heuristics>(self, rules: &Rules) -> usize {
            let game = G::new(rules);
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let turn_and_swap = game
                .symmetries()
                .into_iter()
                .find(|s| s.swap && s.mirror && s.flip && !s.transpose)
                .expect("a symmetry");
            let mut position = game.start();
            let mut checked = 0;
            for _ in 0..200 {
                let [first, second] = game.inputs(&position);
                let image = game.transformed(&position, turn_and_swap);
                assert_eq!(game.inputs(&image), [second, first], "{}", game.position_text(&position));
                checked += usize::from(first != second);
                let mut ends = Vec::new();
                game.for_each_move(&position, |_, end| ends.push(*end));
                position = ends.choose(&mut rng).copied().unwrap_or(game.start());
            }
            checked
        }
    }
    for rules in rulesets() {
        assert!(registry::visit(&rules, Check) > 150, "{}", rules.info().id);
    }
}

#[test]
fn rejects_files_with_a_reason() {
    let rules = |text: &str| Rules::parse(registry::find("jinli").unwrap(), text).unwrap();
    let official = rules("");
    let count = inputs(&official).unwrap().1;
    let weights = random_weights(count, 1, &mut ChaCha8Rng::seed_from_u64(1));
    let good = header(&official);
    let read = |bytes: Vec<u8>, rules: &Rules| Evaluation::from_file(bytes, rules);
    let code = |result: Result<Evaluation, Rejection>| result.expect_err("a rejection").code.id;
    assert!(matches!(read(file(&good, &weights), &official), Ok(Evaluation::Network(_))));

    let mut damaged = file(&good, &weights);
    for place in [20, damaged.len() / 2, damaged.len() - 1] {
        damaged[place] ^= 0x10;
        assert_eq!(code(read(damaged.clone(), &official)), "network-damaged", "byte {place}");
        damaged[place] ^= 0x10;
    }
    for length in [8, 11, 12, 40, damaged.len() - 1] {
        assert_eq!(code(read(damaged[..length].to_vec(), &official)), "network-damaged", "{length} bytes");
    }
    // Intact files that don't fit.
    for (lines, weights, expected) in [
        (good.clone(), &weights[1..], "network-damaged"),
        (good.clone(), &[&weights[..], &[0]].concat()[..], "network-damaged"),
        (good.replace("game ", "gane "), &weights, "network-damaged"),
        (good.replace("version 1", "version 2"), &weights, "network-version"),
        (good.replace("128 16 16", "256 16 16"), &weights, "network-version"),
        (good.replace("official", "size=5"), &weights, "network-rules"),
        (good.replace("game jinli", "game jesonmor"), &weights, "network-rules"),
        (good.replace("inputs jinli-1", "inputs jinli-0"), &weights, "network-inputs"),
        (good.replace(&format!(" {count}\n"), &format!(" {}\n", count - 1)), &weights, "network-inputs"),
    ] {
        assert_eq!(code(read(file(&lines, weights), &official)), expected, "{lines}");
    }
    assert_eq!(code(read(file(&good, &weights), &rules("size=5"))), "network-rules");
    // Anything else is read as weights.
    assert_eq!(code(read(b"no-such-term 5\n".to_vec(), &official)), "unknown-term");
}

/// Boards and options that a network wasn't trained for are evaluated with the terms.
#[test]
fn only_the_rules_of_its_training_use_a_network() {
    for info in registry::offered() {
        let values = |option: &sanban_core::OptionInfo| match option.values {
            Values::Words(words) => words.iter().map(ToString::to_string).collect::<Vec<_>>(),
            Values::Numbers { from, to, .. } => vec![from.to_string(), to.to_string()],
        };
        let texts =
            info.options.iter().flat_map(|o| values(o).into_iter().map(move |value| format!("{}={value}", o.key)));
        for rules in texts.map(|text| Rules::parse(info, &text).unwrap()) {
            let is_official = rules == Rules::official(info);
            assert_eq!(evaluation::own_network(&rules).is_some(), is_official, "{} {}", info.id, rules.text());
            assert_eq!(Evaluation::named("network", &rules).is_some(), is_official, "{} {}", info.id, rules.text());
        }
    }
}

/// A search with a network keeps what searches promise: a legal best move and proofs that stay out of evaluations' range.
#[test]
fn networks_never_reach_the_range_of_proofs() {
    for info in registry::offered() {
        let rules = Rules::official(info);
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let weights = random_weights(inputs(&rules).unwrap().1, 1000, &mut rng);
        let evaluation = Evaluation::from_file(file(&header(&rules), &weights), &rules).unwrap();
        let session = registry::open(rules.clone(), None).unwrap();
        let kind = SearchKind::AlphaBeta { evaluation: &evaluation, threads: 1 };
        let mut searcher = handle::open(&rules, kind, 1);
        searcher.set_position(&*session, 1, 0);
        while searcher.nodes() < 3000 {
            searcher.run(3000, &|| true);
        }
        let report = searcher.report();
        session.canonical_move(report.best()).expect("a legal move");
        assert!(matches!(report.lines[0].score, Score::Centipawns(_)), "{:?}", report.lines[0].score);
    }
}
