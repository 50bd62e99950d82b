//! Puzzle sessions: solutions, wrong moves, and doubts for the engine.

use sanban_core::puzzle::{Puzzle, puzzles};
use sanban_core::{TurnInput, TurnInputExt};
use sanban_games::puzzle_session::{PuzzleSession, PuzzleStatus};
use sanban_games::registry;

fn open(game: &str, puzzle: &str) -> PuzzleSession {
    let info = registry::find(game).unwrap();
    let puzzle: Puzzle = puzzles(puzzle).remove(0);
    PuzzleSession::new(info, puzzle)
        .unwrap_or_else(|rejection| panic!("{}", rejection.sentence(&[info.messages], "en")))
}

/// White goes to the centre and leaves it before Black gets there.
fn centre_puzzle() -> PuzzleSession {
    open("jesonmor", "official | n7n/9/9/9/9/9/3N5/9/6N2 w - - 0 1 | 2 | 10 | d3e5 a9b7 e5c4")
}

fn play(puzzle: &mut PuzzleSession, text: &str) -> PuzzleStatus {
    assert_eq!(puzzle.game.enter(text), Ok(true), "{text}");
    puzzle.judge();
    puzzle.status()
}

#[test]
fn accepts_the_known_line() {
    let mut puzzle = centre_puzzle();
    assert_eq!((puzzle.turns_left(), puzzle.known_move()), (2, Some("d3e5")));
    assert_eq!(play(&mut puzzle, "d3e5"), PuzzleStatus::OpponentToReply);
    assert_eq!((puzzle.turns_left(), puzzle.known_move()), (1, Some("a9b7")));
    puzzle.reply("a9b7").unwrap();
    assert_eq!(puzzle.status(), PuzzleStatus::ToMove);
    assert_eq!(play(&mut puzzle, "e5c4"), PuzzleStatus::Solved);
}

#[test]
fn takes_back_a_wrong_first_move() {
    let mut puzzle = centre_puzzle();
    assert_eq!(play(&mut puzzle, "g1f3"), PuzzleStatus::WrongMove);
    assert_eq!((puzzle.wrong_move(), puzzle.game.session().played().len()), ("g1f3", 0));
    assert_eq!(play(&mut puzzle, "d3e5"), PuzzleStatus::OpponentToReply, "the solver can try again");
}

#[test]
fn accepts_another_win() {
    let mut puzzle = centre_puzzle();
    play(&mut puzzle, "d3e5");
    puzzle.reply("i9h7").unwrap();
    assert_eq!(puzzle.known_move(), None, "the reply left the known line");
    assert_eq!(play(&mut puzzle, "e5g6"), PuzzleStatus::Solved);
}

#[test]
fn takes_back_a_move_that_wins_too_late() {
    let mut puzzle = centre_puzzle();
    play(&mut puzzle, "d3e5");
    puzzle.reply("a9b7").unwrap();
    assert_eq!(play(&mut puzzle, "g1f3"), PuzzleStatus::TooSlow);
    assert_eq!(puzzle.game.session().played(), ["d3e5", "a9b7"], "only that move is taken back");
    assert_eq!(play(&mut puzzle, "e5f7"), PuzzleStatus::Solved);
}

/// An invented line of swims with stone drops.
fn stone_puzzle() -> PuzzleSession {
    let position = "6r/1o2o2/6o/o3r2/1yo4/4y2/6o y 7 7 7 9 35";
    open("jinli", &format!("official | {position} | 2 | 50 | b3a2/a1 e4e5/b6 a2b1/a2"))
}

#[test]
fn other_finishing_steps_are_in_doubt() {
    let mut puzzle = stone_puzzle();
    assert_eq!(play(&mut puzzle, "b3a2/b1"), PuzzleStatus::NeedsCheck);
    puzzle.resolve_check(false);
    assert_eq!((puzzle.status(), puzzle.wrong_move()), (PuzzleStatus::WrongFinish, "b3a2/b1"));
    assert!(puzzle.game.session().played().is_empty());
    assert_eq!(play(&mut puzzle, "b3a2/c1"), PuzzleStatus::NeedsCheck);
    puzzle.resolve_check(true);
    assert_eq!((puzzle.status(), puzzle.known_move()), (PuzzleStatus::OpponentToReply, None));
    assert_eq!(play(&mut stone_puzzle(), "b3b2/a1"), PuzzleStatus::WrongMove, "a wrong first step is never in doubt");
}

#[test]
fn shows_the_solution_move_by_move() {
    let mut puzzle = centre_puzzle();
    play(&mut puzzle, "d3e5");
    puzzle.reply("i9h7").unwrap();
    let mut shown = 1;
    while puzzle.show_next_move() {
        shown += 1;
    }
    assert_eq!((shown, puzzle.status()), (3, PuzzleStatus::SolutionShown));
    assert_eq!(puzzle.game.session().played(), ["d3e5", "a9b7", "e5c4"]);
    assert!(puzzle.show_next_move(), "the solution can be shown again");
    assert_eq!(puzzle.game.session().played(), ["d3e5"]);
    puzzle.restart();
    assert_eq!((puzzle.status(), puzzle.turns_left()), (PuzzleStatus::ToMove, 2));
}
