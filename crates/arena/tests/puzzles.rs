//! Verifies the puzzles of every game, and that a search for puzzles can be resumed.

use sanban_arena::puzzles::{PuzzleCollection, PuzzleSearch};
use sanban_core::Rules;
use sanban_core::puzzle::{GRADES, Puzzle, puzzles};
use sanban_engine::handle;
use sanban_engine::proof::NodeLimitReached;
use sanban_games::registry;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

/// The node limit of the tool.
const PROOF_NODES: u64 = 4_000_000;

#[test]
fn solution_lines_win_in_the_stated_turns() {
    for info in registry::GAMES {
        let all = puzzles(info.puzzles);
        let lines = info.puzzles.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(all.len(), lines.count(), "{}: a line is no puzzle", info.id);
        for puzzle in &all {
            let rules = Rules::parse(info, &puzzle.rules).expect("rules");
            let mut session = registry::open(rules, Some(&puzzle.position)).expect("a position");
            let solver = session.to_move();
            assert_eq!(puzzle.is_begun_by(&*session, &puzzle.line[0]), Ok(true), "{puzzle}");
            for text in &puzzle.line {
                assert_eq!(session.outcome(), None, "{puzzle}");
                assert_eq!(session.play(text).as_deref(), Ok(text.as_str()), "{puzzle}");
            }
            assert_eq!(session.outcome().and_then(|outcome| outcome.winner), Some(solver), "{puzzle}");
            assert_eq!(puzzle.line.len() as u32, 2 * puzzle.wins_in - 1, "{puzzle}");
        }
    }
}

#[test]
fn every_game_has_puzzles_of_every_grade_and_length() {
    for info in registry::offered() {
        let all = puzzles(info.puzzles);
        assert!(all.len() >= 60, "{}: {}", info.id, all.len());
        let grades: HashSet<u8> = all.iter().map(|puzzle| puzzle.grade).collect();
        assert_eq!(grades.len(), GRADES.count(), "{}: {grades:?}", info.id);
        let (easiest, hardest) = (all[0].hardness, all[all.len() - 1].hardness);
        assert!(hardest >= easiest + 30, "{}: from {easiest} to {hardest}", info.id);
        let lengths: HashSet<u32> = all.iter().map(|puzzle| puzzle.wins_in).collect();
        assert!(lengths.len() >= 4, "{}: {lengths:?}", info.id);
        for turns in lengths {
            let count = all.iter().filter(|puzzle| puzzle.wins_in == turns).count();
            assert!(count <= all.len() / 2, "{}: {count} take {turns} turns", info.id);
        }
        let one_turn = all.iter().filter(|puzzle| puzzle.wins_in == 1).count();
        assert!(one_turn <= all.len() / 8, "{}: {one_turn} take one turn", info.id);
    }
}

#[test]
fn puzzles_are_distinct_up_to_symmetry() {
    for info in registry::GAMES {
        let mut seen = HashSet::new();
        for puzzle in puzzles(info.puzzles) {
            let rules = Rules::parse(info, &puzzle.rules).unwrap();
            let session = registry::open(rules, Some(&puzzle.position)).unwrap();
            assert!(seen.insert(session.symmetry_key()), "{puzzle}");
        }
    }
}

/// Proves that a puzzle takes the stated number of turns, and that no other answer wins as fast.
fn prove(puzzle: &Puzzle, rules: &Rules) -> Result<(), NodeLimitReached> {
    let session = registry::open(rules.clone(), Some(&puzzle.position)).unwrap();
    let turns = 2 * puzzle.wins_in - 1;
    let mut prover = handle::prover(rules, session.to_move(), PROOF_NODES);
    assert!(turns < 3 || !prover.wins_within(&*session, turns - 2)?, "sooner: {puzzle}");
    assert!(prover.wins_within(&*session, turns)?, "not won: {puzzle}");
    let solution = session.puzzle_answer(&puzzle.line[0]).unwrap();
    for (text, _) in session.puzzle_answers().into_iter().filter(|(_, answer)| *answer != solution) {
        let mut after = session.fork();
        after.play(&text).unwrap();
        assert!(!prover.wins_within(&*after, turns - 1)?, "{text} wins too: {puzzle}");
    }
    Ok(())
}

#[test]
fn every_puzzle_has_one_solution() {
    for info in registry::GAMES {
        for puzzle in puzzles(info.puzzles) {
            let rules = Rules::parse(info, &puzzle.rules).unwrap();
            assert_eq!(prove(&puzzle, &rules), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn accepts_solutions_that_differ_only_in_the_finishing_step() {
    let info = registry::find("jinli").unwrap();
    let session = registry::open(Rules::official(info), None).unwrap();
    let line = vec!["a1b2/d4".to_string()];
    let puzzle =
        Puzzle { rules: "".into(), position: session.position_text(), wins_in: 1, hardness: 0, grade: 1, line };
    assert_eq!(puzzle.is_begun_by(&*session, "a1b2/c5"), Ok(true));
    assert_eq!(puzzle.is_begun_by(&*session, "a1a2/d4"), Ok(false));
    assert!(puzzle.is_begun_by(&*session, "a1d4").is_err());
    let info = registry::find("mitsudomoe").unwrap();
    let position = "x4,bwb/x3,bw,bwbB/x,wW,wbB,bB,x/w,wW,x3/wW,x4 b 0 1 14";
    let session = registry::open(Rules::official(info), Some(position)).unwrap();
    let texts = session.moves();
    let of = |text: &String| session.puzzle_answer(text).unwrap();
    let parts = |text: &String| text.splitn(3, '/').take(2).collect::<Vec<_>>().join("/");
    assert!(texts.iter().any(|text| text.matches('/').count() > 1), "a relocation");
    assert!(texts.iter().all(|text| of(text) == parts(text)), "ring and ball");
}

fn search(count: usize) -> PuzzleSearch {
    let rules = Rules::parse(registry::find("jinli").unwrap(), "size=5,stones=2,target=4").unwrap();
    PuzzleSearch { rules, count, wins_in: 1..=3, seed: 3 }
}

#[test]
fn resumed_search_finds_the_same_puzzles() {
    let stop = AtomicBool::new(false);
    let mut games = Vec::new();
    let whole = search(4).run(PuzzleCollection::default(), &stop, &mut |found| {
        games.push(found.games);
        true
    });
    assert_eq!(whole.puzzles.len(), 4);
    assert_eq!(games, (1..=whole.games).collect::<Vec<_>>(), "after every game");
    for puzzle in &whole.puzzles {
        assert_eq!(puzzle.rules, search(4).rules.text());
        prove(puzzle, &search(4).rules).unwrap();
    }
    let part = search(4).run(PuzzleCollection::default(), &stop, &mut |found| found.games < whole.games / 2);
    assert!(part.games < whole.games && part.puzzles.len() < 4);
    assert_eq!(search(4).run(part, &stop, &mut |_| true), whole);
    assert_eq!(search(4).run(whole.clone(), &stop, &mut |_| panic!("the search was complete")), whole);
    assert_eq!(
        search(4).run(PuzzleCollection::default(), &AtomicBool::new(true), &mut |_| true),
        PuzzleCollection::default()
    );
}
