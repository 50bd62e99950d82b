//! Puzzles being solved: what is right, what is told to be wrong, and what is asked of the engine.

use sanban_core::puzzle::{Puzzle, puzzles};
use sanban_games::puzzle_session::{PuzzleSession, PuzzleStatus};
use sanban_games::registry;

fn solving(game: &str, puzzle: &str) -> PuzzleSession {
    let info = registry::find(game).unwrap();
    let puzzle: Puzzle = puzzles(puzzle).remove(0);
    PuzzleSession::new(info, puzzle).unwrap_or_else(|rejection| panic!("{}", rejection.sentence(info.messages, "en")))
}

/// To the centre and out of it again, before Black gets there.
fn centre() -> PuzzleSession {
    solving("jesonmor", "official | n7n/9/9/9/9/9/3N5/9/6N2 w - - 0 1 | 2 | 10 | d3e5 a9b7 e5c4")
}

fn make(solving: &mut PuzzleSession, text: &str) -> PuzzleStatus {
    assert_eq!(solving.playing.enter(text), Ok(true), "{text}");
    solving.judge();
    solving.status()
}

#[test]
fn the_line_is_right_move_by_move() {
    let mut solving = centre();
    assert_eq!((solving.turns_left(), solving.known()), (2, Some("d3e5")));
    assert_eq!(make(&mut solving, "d3e5"), PuzzleStatus::Answer);
    assert_eq!((solving.turns_left(), solving.known()), (1, Some("a9b7")));
    solving.answer("a9b7").unwrap();
    assert_eq!(solving.status(), PuzzleStatus::Asked);
    assert_eq!(make(&mut solving, "e5c4"), PuzzleStatus::Solved);
}

#[test]
fn another_beginning_is_taken_back() {
    let mut solving = centre();
    assert_eq!(make(&mut solving, "g1f3"), PuzzleStatus::Wrong);
    assert_eq!((solving.missed(), solving.playing.session().played().len()), ("g1f3", 0));
    assert_eq!(make(&mut solving, "d3e5"), PuzzleStatus::Answer, "it can be tried again");
}

#[test]
fn another_win_is_as_good() {
    let mut solving = centre();
    make(&mut solving, "d3e5");
    solving.answer("i9h7").unwrap();
    assert_eq!(solving.known(), None, "the answer was another one");
    assert_eq!(make(&mut solving, "e5g6"), PuzzleStatus::Solved);
}

#[test]
fn a_turn_too_many_is_too_late() {
    let mut solving = centre();
    make(&mut solving, "d3e5");
    solving.answer("a9b7").unwrap();
    assert_eq!(make(&mut solving, "g1f3"), PuzzleStatus::Late);
    assert_eq!(solving.playing.session().played(), ["d3e5", "a9b7"], "only that turn is taken back");
    assert_eq!(make(&mut solving, "e5f7"), PuzzleStatus::Solved);
}

/// A line that was made up, of swims after which a stone is dropped.
fn stone() -> PuzzleSession {
    let position = "6r/1o2o2/6o/o3r2/1yo4/4y2/6o y 7 7 7 9 35";
    solving("jinli", &format!("official | {position} | 2 | 50 | b3a2/a1 e4e5/b6 a2b1/a2"))
}

#[test]
fn the_rest_of_a_turn_may_be_in_doubt() {
    let mut solving = stone();
    assert_eq!(make(&mut solving, "b3a2/b1"), PuzzleStatus::Doubt);
    solving.decide(false);
    assert_eq!((solving.status(), solving.missed()), (PuzzleStatus::Loose, "b3a2/b1"));
    assert!(solving.playing.session().played().is_empty());
    assert_eq!(make(&mut solving, "b3a2/c1"), PuzzleStatus::Doubt);
    solving.decide(true);
    assert_eq!((solving.status(), solving.known()), (PuzzleStatus::Answer, None));
    assert_eq!(make(&mut stone(), "b3b2/a1"), PuzzleStatus::Wrong, "a beginning is never in doubt");
}

#[test]
fn the_solution_is_shown_from_where_the_play_left_it() {
    let mut solving = centre();
    make(&mut solving, "d3e5");
    solving.answer("i9h7").unwrap();
    let mut shown = 1;
    while solving.show() {
        shown += 1;
    }
    assert_eq!((shown, solving.status()), (3, PuzzleStatus::Shown));
    assert_eq!(solving.playing.session().played(), ["d3e5", "a9b7", "e5c4"]);
    assert!(solving.show(), "whoever wants to see it again does");
    assert_eq!(solving.playing.session().played(), ["d3e5"]);
    solving.again();
    assert_eq!((solving.status(), solving.turns_left()), (PuzzleStatus::Asked, 2));
}
