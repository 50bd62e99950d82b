//! Snapshot tests of every view.

use super::test_support::*;
use super::{LessonView, QuestionView, ReplayView, View};
use crate::board_text::{BoardStyle, Colours};
use crate::exercise::{PuzzleSeries, SolvedPuzzles};
use crate::menu::{Choice, Question};
use crate::record_file::RecordedGame;
use ratatui::crossterm::event::KeyCode;
use sanban_games::lesson_session::LessonSession;
use sanban_games::registry;

/// Compares a view with its snapshots at every size, with Unicode and colours and without.
fn assert_snapshots(name: &str, make: &dyn Fn(BoardStyle) -> Box<dyn View>) {
    for size in SIZES {
        for (kind, style) in [("pretty", PRETTY), ("plain", PLAIN)] {
            let drawn = text(&mut *make(style), size);
            // A missing message would show up as its key.
            for group in ["screen.", "menu-", "learn.", "lesson-", "replay.", "play."] {
                assert!(!drawn.contains(group), "{name} has no message for {group}:\n{drawn}");
            }
            if style.ascii {
                // Messages may contain Latin-1 characters such as ×.
                assert!(drawn.chars().all(|sign| sign < '\u{100}'), "{name} in ASCII:\n{drawn}");
            }
            insta::assert_snapshot!(format!("{name}-{}x{}-{kind}", size.0, size.1), drawn);
        }
    }
}

#[test]
fn shows_the_board_the_moves_and_the_clock() {
    for (id, moves) in [("mitsudomoe", MITSUDOMOE), ("jesonmor", JESONMOR), ("jinli", JINLI)] {
        assert_snapshots(id, &|style| Box::new(view(game(id, "human", "human", moves, Some("5m+3s")), style)));
    }
}

#[test]
fn shows_the_next_squares_of_an_unfinished_turn() {
    assert_snapshots("unfinished-turn", &|style| {
        let mut view = view(game("mitsudomoe", "human", "human", "", None), style);
        type_in(&mut view, "@");
        press(&mut view, KeyCode::Tab);
        Box::new(view)
    });
}

#[test]
fn uses_only_the_colours_of_the_terminal() {
    for (name, colours) in [("many", Colours::Many), ("few", Colours::Few), ("none", Colours::None)] {
        let mut view = view(game("jesonmor", "human", "human", JESONMOR, None), BoardStyle { colours, ..PRETTY });
        type_in(&mut view, "c3");
        press(&mut view, KeyCode::Tab);
        insta::assert_snapshot!(format!("colours-{name}"), format!("{:?}", buffer(&mut view, (60, 24))));
    }
}

#[test]
fn shows_dialogs_over_the_game() {
    for (name, key) in [("help", '?'), ("rules", 'L'), ("resign", 'X'), ("save", 'S')] {
        assert_snapshots(name, &|style| {
            let mut view = view(game("jinli", "human", "human", JINLI, None), style);
            press(&mut view, KeyCode::Char(key));
            Box::new(view)
        });
    }
}

#[test]
fn shows_rejections_and_results() {
    assert_snapshots("rejected", &|style| {
        let mut view = view(game("mitsudomoe", "human", "human", "", None), style);
        type_in(&mut view, "e5");
        Box::new(view)
    });
    assert_snapshots("won", &|style| {
        let mut view = view(game("jesonmor", "human", "human", "e1d3 a9b7 d3e5 b7a9 e5d7", None), style);
        view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
        Box::new(view)
    });
}

#[test]
fn shows_choices_and_free_text_questions() {
    let choices = || vec![Choice::new("Jeson Mor", "nine horses a side"), Choice::new("Jin Li", "koi and stones")];
    assert_snapshots("choose", &|style| {
        let mut view =
            QuestionView::new(Question::choose("games", "What would you like to play?", choices(), 1), style);
        type_in(&mut view, "7");
        Box::new(view)
    });
    assert_snapshots("write", &|style| {
        Box::new(QuestionView::new(Question::free_text("Clock", "How much time?", "5m+3s"), style))
    });
}

#[test]
fn shows_the_first_task_of_each_lesson() {
    for id in ["mitsudomoe", "jesonmor", "jinli"] {
        assert_snapshots(&format!("lesson-{id}"), &|style| {
            let mut view = LessonView::new(
                Box::new(LessonSession::new(registry::find(id).expect("a game")).expect("a lesson")),
                style,
            );
            press(&mut view, KeyCode::Enter);
            Box::new(view)
        });
    }
}

#[test]
fn shows_a_puzzle() {
    assert_snapshots("puzzle", &|style| {
        let series = PuzzleSeries::new(registry::find("mitsudomoe").expect("a game"), SolvedPuzzles::default());
        let series = series.ok().flatten().expect("the game has puzzles");
        let mut view = LessonView::new(Box::new(series), style);
        press(&mut view, KeyCode::Enter);
        Box::new(view)
    });
}

#[test]
fn shows_a_record_with_its_comments() {
    assert_snapshots("replay", &|style| {
        let text = "[Game \"jesonmor\"]\n[White \"Ana\"]\n[Black \"Rui\"]\n\n\
                    1. e1d3 {[%eval 0.35] A start.} a9b7 {[%eval 2.10]} 2. d3e5 {[%eval #1]} b7a9 3. e5d7 1-0\n";
        let (record, session) = registry::read_record(text).unwrap_or_else(|rejection| panic!("{rejection:?}"));
        let game = RecordedGame { index: 0, record, session };
        let mut view = ReplayView::new(game, style).unwrap_or_else(|failure| panic!("{}", failure.sentence));
        press(&mut view, KeyCode::Right);
        press(&mut view, KeyCode::Char('w'));
        Box::new(view)
    });
}
