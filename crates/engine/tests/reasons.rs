//! The words of hints come from scores of networks; people judge them by what they see. The hand-made terms count what people see, so
//! both have to agree on who is ahead where that is clear.
#![cfg(not(loom))]

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Session};
use sanban_engine::evaluation::{self, Evaluation};
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::hint::{self, Hint};
use sanban_engine::phrasing::Phrasing;
use sanban_engine::{Report, Score, Searcher};
use sanban_games::registry;

/// The centipawns from which a position is clear: hints call it a clear advantage.
const CLEAR: i32 = 100;
const NODES: u64 = 1_000;

fn searcher(rules: &Rules, evaluation: &Evaluation) -> Box<dyn Searcher> {
    handle::open(rules, SearchKind::AlphaBeta { evaluation, threads: 1 }, 1)
}

fn search(searcher: &mut dyn Searcher, session: &dyn Session) -> Report {
    searcher.set_position(session, hint::LINE_COUNT, 0);
    while searcher.nodes() < NODES && !searcher.is_finished() {
        searcher.run(NODES, &|| true);
    }
    searcher.report()
}

/// 1 if the player to move is ahead, −1 if behind.
fn sign(score: Score) -> i32 {
    match score {
        Score::Centipawns(n) => n.signum(),
        Score::Win(_) => 1,
        Score::Loss(_) => -1,
    }
}

#[test]
fn words_and_numbers_agree_on_who_is_ahead() {
    for info in registry::offered() {
        let rules = Rules::official(info);
        assert!(evaluation::own_network(&rules).is_some(), "{}", info.id);
        let mut by_network = searcher(&rules, &Evaluation::Default);
        let mut by_terms = searcher(&rules, &Evaluation::terms(&rules));
        let phrasing = Phrasing::new(info, "en");
        let (mut clear, mut contradictions, mut in_words) = (0, 0, 0);
        for seed in 0..20 {
            // One player chooses every other turn at random, so most games get clear.
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut session = registry::open(rules.clone(), None).unwrap();
            while session.outcome().is_none() && session.played().len() < 80 {
                let report = search(&mut *by_terms, &*session);
                let score = report.lines[0].score;
                if !matches!(score, Score::Centipawns(n) if n.abs() < CLEAR) {
                    let hinted = search(&mut *by_network, &*session);
                    let words = Hint::new(&hinted, &*session).stages(&phrasing)[2].clone();
                    clear += 1;
                    contradictions += u32::from(sign(hinted.lines[0].score) == -sign(score));
                    for (says, ahead) in [("clear advantage", 1), ("difficult position", -1)] {
                        in_words += u32::from(words.contains(says));
                        let number = sign(hinted.lines[0].score);
                        assert!(!words.contains(says) || number == ahead, "{} {words}", session.position_text());
                    }
                }
                let text = if session.to_move().index() as u64 == seed % 2 && rng.random_bool(0.5) {
                    session.random_move(&mut rng)
                } else {
                    report.best().to_string()
                };
                session.play(&text).unwrap();
            }
        }
        println!("{}: {clear} clear, {contradictions} contradictions, {in_words} in words", info.id);
        assert!(clear >= 60, "{}: {clear} clear positions", info.id);
        assert!(contradictions * 50 <= clear, "{}: {contradictions} of {clear}", info.id);
    }
}
