//! Behaviour tests of the views.

use super::test_support::*;
use super::{Flow, GameView, LessonView, Page, View};
use crate::terminal_game::{TerminalGame, TerminalGameConfig};
use ratatui::crossterm::event::KeyCode;
use sanban_core::move_text::MAX_MOVE_LENGTH;
use sanban_core::player::Player;
use sanban_core::{GameInfo, Rules, Seat, TurnInputExt};
use sanban_games::lesson_session::LessonSession;
use sanban_games::registry;

#[test]
fn small_screen_states_the_minimum_size() {
    let mut view = view(game("jinli", "human", "human", "", None), PRETTY);
    for size in [(59, 24), (60, 23), (20, 10), (1, 1)] {
        let drawn = text(&mut view, size);
        assert!(size.0 < 20 || drawn.replace('\n', " ").contains("60"), "{drawn}");
    }
}

#[test]
fn marks_targets_without_colours() {
    let mut view = view(game("jinli", "human", "human", "", None), PLAIN);
    let before = text(&mut view, (80, 24));
    type_in(&mut view, "a1");
    let after = text(&mut view, (80, 24));
    assert!(!before.contains('*') && after.matches('*').count() == 3, "{before}{after}");
}

#[test]
fn plays_by_mouse_and_keys() {
    let size = (80, 24);
    let mut view = view(game("jinli", "human", "human", "", None), PLAIN);
    // With the mouse: the koi on a1, the square b2, the stone on d4.
    for square in ["a1", "b2", "d4"] {
        let (column, line) = square_position(&mut view, size, square);
        click(&mut view, column, line);
    }
    assert!(text(&mut view, size).contains("a1b2/d4"));
    // With keys: Tab moves to the next target, Enter touches it.
    press(&mut view, KeyCode::Tab);
    press(&mut view, KeyCode::Enter);
    press(&mut view, KeyCode::Tab);
    press(&mut view, KeyCode::Enter);
    press(&mut view, KeyCode::Esc);
    for _ in 0..3 {
        press(&mut view, KeyCode::Tab);
        press(&mut view, KeyCode::Enter);
    }
    assert_eq!(view.into_game().session().played().len(), 2);
}

#[test]
fn typed_moves_may_be_as_long_as_the_longest_turn() {
    let mut view = view(game("jinli", "human", "human", "", None), PLAIN);
    let separators = "/".repeat(MAX_MOVE_LENGTH - "a1b2d4".len());
    type_in(&mut view, &format!("a1b2{separators}d4"));
    assert_eq!(view.into_game().session().played(), ["a1b2/d4"]);
}

/// The screen position of a square in a game of Jin Li.
fn square_position(view: &mut GameView, size: (u16, u16), square: &str) -> (u16, u16) {
    let drawn = text(view, size);
    let (file, rank) = (square.chars().next().expect("a file"), &square[1..]);
    let lines: Vec<&str> = drawn.lines().collect();
    let row = lines.iter().position(|line| line.starts_with(&format!(" {rank} "))).expect("the row") as u16;
    let names = lines.iter().find(|line| line.contains("-a-") && line.contains("-b-")).expect("the names of the files");
    (names.find(file).expect("the file") as u16, row)
}

#[test]
fn command_keys_work() {
    let size = (80, 24);
    let mut view = view(game("mitsudomoe", "human", "human", MITSUDOMOE, None), PLAIN);
    let before = text(&mut view, size);
    press(&mut view, KeyCode::Char('v'));
    assert_ne!(text(&mut view, size), before, "flip");
    press(&mut view, KeyCode::Char('v'));
    press(&mut view, KeyCode::Char(']'));
    assert_ne!(text(&mut view, size), before, "more pieces");
    press(&mut view, KeyCode::Char('['));
    press(&mut view, KeyCode::Char('u'));
    assert!(!text(&mut view, size).contains("@a1/e4e5"), "undo");
    press(&mut view, KeyCode::Char('r'));
    assert!(text(&mut view, size).contains("@a1/e4e5"), "redo");
    press(&mut view, KeyCode::Char('x'));
    press(&mut view, KeyCode::Char('n'));
    assert!(find(&mut view, size, "resigned.").is_none());
    press(&mut view, KeyCode::Char('X'));
    press(&mut view, KeyCode::Char('y'));
    assert!(find(&mut view, size, "resigned.").is_some(), "resign");
    press(&mut view, KeyCode::Char('y'));
    assert!(find(&mut view, size, "does nothing").is_some());
    let (column, line) = find(&mut view, (160, 50), "Q quit").expect("the key");
    assert_eq!(click(&mut view, column, line), Flow::Close);
}

#[test]
fn large_board_scrolls_to_the_cursor() {
    let info = registry::find("jesonmor").expect("a game");
    let seat = |name| Player::person(Some(name));
    let config = TerminalGameConfig {
        rules: Rules::parse(info, "size=25").expect("rules"),
        position: None,
        seats: [seat("Ana"), seat("Rui")],
        pie: false,
        control: None,
        seed: 1,
    };
    let game = TerminalGame::new(config).unwrap_or_else(|rejection| panic!("{rejection:?}"));
    let mut view = view(game, PLAIN);
    let size = (60, 24);
    // At first, the view shows a target.
    let drawn = text(&mut view, size);
    assert!(drawn.contains("\n 1 ") && !drawn.contains("\n25 "), "{drawn}");
    press(&mut view, KeyCode::Tab);
    let drawn = text(&mut view, size);
    assert!(drawn.contains("[N]") && drawn.contains("\n 1 "), "{drawn}");
    for _ in 0..24 {
        press(&mut view, KeyCode::Right);
    }
    let drawn = text(&mut view, size);
    assert!(drawn.contains("y") && drawn.contains("[N]"), "{drawn}");
}

#[test]
fn computer_moves_and_gives_hints() {
    let size = (80, 24);
    let mut view = view(game("jinli", "human", "level:1", "", None), PLAIN);
    press(&mut view, KeyCode::Char('t'));
    press(&mut view, KeyCode::Char(' '));
    wait(&mut view, &|view| find(view, size, "Look at ").is_some());
    press(&mut view, KeyCode::Char('t'));
    assert!(find(&mut view, size, "Try this: koi ").is_some(), "the second stage names the move");
    press(&mut view, KeyCode::Char('t'));
    assert!(find(&mut view, size, "Why: ").is_some(), "the third stage gives reasons");
    type_in(&mut view, "a1b2/d4");
    wait(&mut view, &|view| find(view, size, "Your turn.").is_some());
    assert!(find(&mut view, size, "Rui: koi ").is_some(), "the computer's move is in words");
    press(&mut view, KeyCode::Char('w'));
    wait(&mut view, &|view| find(view, size, "Yellow: +").is_some() || find(view, size, "Yellow: -").is_some());
    assert_eq!(view.into_game().session().played().len(), 2);
}

#[test]
fn gives_no_hints_to_two_people() {
    let mut view = view(game("jinli", "human", "human", "", None), PLAIN);
    press(&mut view, KeyCode::Char('t'));
    assert!(find(&mut view, (80, 24), "no hints in games between two people").is_some());
}

#[test]
fn offers_a_rematch_the_next_level_and_a_review_at_the_end() {
    let size = (80, 24);
    let mut view = view(game("jinli", "human", "level:1", "", None), PLAIN);
    for key in ['X', 'y'] {
        press(&mut view, KeyCode::Char(key));
    }
    assert!(find(&mut view, size, "You lost, 0").is_some(), "{}", text(&mut view, size));
    assert!(find(&mut view, size, "You resigned.").is_some());
    press(&mut view, KeyCode::Char('M'));
    let local = |view: &GameView| [0, 1].map(|seat| view.game().local().player(Seat(seat)).spec.clone());
    assert_eq!(local(&view), ["level:1", "human"], "a rematch swaps the sides");
    wait(&mut view, &|view| find(view, size, "Your turn.").is_some());
    for key in ['X', 'y', 'N'] {
        press(&mut view, KeyCode::Char(key));
    }
    assert_eq!(local(&view), ["human", "level:2"], "the next level");
    for key in ['X', 'y'] {
        press(&mut view, KeyCode::Char(key));
    }
    assert_eq!(press(&mut view, KeyCode::Char('A')), Flow::Close);
    assert!(view.wants_review());
}

#[test]
fn games_between_computers_can_be_paused() {
    let mut view = view(game("jinli", "greedy", "random", "", None), PLAIN);
    for _ in 0..3 {
        press(&mut view, KeyCode::Char('>'));
    }
    wait(&mut view, &|view| find(view, (80, 24), " 2. ").is_some());
    press(&mut view, KeyCode::Char(' '));
    wait(&mut view, &|view| find(view, (80, 24), "Paused").is_some());
    let before = text(&mut view, (80, 24));
    for _ in 0..10 {
        view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
    }
    assert_eq!(text(&mut view, (80, 24)), before);
    press(&mut view, KeyCode::Char('n'));
    wait(&mut view, &|view| text(view, (80, 24)) != before);
}

#[test]
fn lessons_can_be_finished() {
    let size = (160, 50);
    for info in registry::offered() {
        let mut view = LessonView::new(Box::new(LessonSession::new(info).expect("a lesson")), PLAIN);
        press(&mut view, KeyCode::Enter);
        let mut lesson = LessonSession::new(info).expect("a lesson");
        loop {
            type_in(&mut view, &lesson.solution());
            // If the turn could continue, another Enter ends it.
            if find(&mut view, size, "Enter ends your turn").is_some() {
                press(&mut view, KeyCode::Enter);
            }
            assert!(find(&mut view, size, "Well done").is_some(), "{}: {}", info.id, lesson.solution());
            press(&mut view, KeyCode::Enter);
            if !lesson.advance() {
                break;
            }
        }
        assert!(view.is_finished());
        assert_eq!(press(&mut view, KeyCode::Enter), Flow::Close);
    }
}

/// In this lesson, a turn of one step is complete but could continue.
#[test]
fn turn_of_a_lesson_can_end_early() {
    const LESSON: &str = "[ring]\nrules = flex\nposition = x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w 5 5 1\nwant = @c2\n";
    static INFO: GameInfo = GameInfo { lesson: LESSON, ..sanban_games::mitsudomoe::INFO };
    let size = (160, 50);
    let mut view = LessonView::new(Box::new(LessonSession::new(&INFO).expect("a lesson")), PLAIN);
    press(&mut view, KeyCode::Enter);
    type_in(&mut view, "@c2");
    assert!(find(&mut view, size, "Now move a ball, or end your turn. Enter ends your turn").is_some());
    assert!(find(&mut view, size, "Well done").is_none());
    press(&mut view, KeyCode::Enter);
    assert!(find(&mut view, size, "Well done").is_some());
}

#[test]
fn rules_scroll_at_every_size() {
    for info in registry::offered() {
        for size in SIZES {
            let mut page = Page::rules(info, PLAIN);
            let first = text(&mut page, size);
            press(&mut page, KeyCode::End);
            assert_ne!(text(&mut page, size), first, "{}", info.id);
        }
    }
}

/// Touching an empty square takes a ring from the supply.
#[test]
fn places_a_ring_by_touching_its_square() {
    let mut game = game("mitsudomoe", "human", "human", "", None);
    let square = |text: &str| sanban_core::move_text::touches(text, game.session().scene().board).expect(text)[0];
    let (empty, own) = (square("b2"), square("a1"));
    assert!(game.local_mut().touch(empty).is_ok_and(|is_complete| !is_complete));
    assert_eq!(game.local().progress().text, "@b2");
    assert!(game.local_mut().touch(own).is_ok());
    assert!(game.local_mut().touch(empty).is_ok_and(|is_complete| is_complete));
    assert_eq!(game.session().played(), ["@b2/a1b2"]);
}

#[test]
fn saving_does_not_overwrite_other_files() {
    let folder = std::env::temp_dir().join(format!("sanban-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("precious.txt");
    std::fs::write(&file, "precious").expect("a file");
    let size = (160, 50);
    let mut view = view(game("jinli", "human", "human", JINLI, None), PLAIN);
    let save = |view: &mut GameView, name: &std::path::Path| {
        press(view, KeyCode::Char('s'));
        for _ in 0..40 {
            press(view, KeyCode::Backspace);
        }
        type_in(view, &name.display().to_string());
    };
    save(&mut view, &file);
    assert!(find(&mut view, size, "already contains something else").is_some());
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "precious");
    for _ in 0..2 {
        save(&mut view, &folder.join("game.txt"));
        assert!(find(&mut view, size, "Saved to").is_some());
    }
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn flag_fall_interrupts_typing() {
    let mut view = view(game("jinli", "human", "human", "", Some("50ms")), PLAIN);
    for character in "a1b".chars() {
        press(&mut view, KeyCode::Char(character));
    }
    wait(&mut view, &|view| find(view, (80, 24), "ran out of time").is_some());
    // Undo continues the game without a clock.
    press(&mut view, KeyCode::Char('u'));
    wait(&mut view, &|view| find(view, (80, 24), "Pick one of your").is_some());
}

/// Black is about to win by leaving the centre. Only d3 can capture there.
#[test]
fn warns_of_squares_that_lose_at_once() {
    let warning = |opponent: &str| {
        let config = TerminalGameConfig {
            rules: Rules::official(registry::find("jesonmor").expect("a game")),
            position: Some("9/9/9/9/4n4/9/3N5/9/N8 w - - 0 1".to_string()),
            seats: [Player::person(None), Player::new(opponent, None)],
            pie: false,
            control: None,
            seed: 1,
        };
        let mut view = view(TerminalGame::new(config).unwrap_or_else(|rejection| panic!("{rejection:?}")), PLAIN);
        find(&mut view, (160, 50), "These squares lose at once: a1.").is_some()
    };
    assert!(warning("level:1") && warning("level:3"));
    assert!(!warning("level:4") && !warning("human"));
}

#[test]
fn pie_rule_swaps_the_players() {
    let info = registry::find("jesonmor").expect("a game");
    let seat = |name| Player::person(Some(name));
    let rules = Rules::official(info);
    let config = TerminalGameConfig {
        rules,
        position: None,
        seats: [seat("Ana"), seat("Rui")],
        pie: true,
        control: None,
        seed: 1,
    };
    let mut view = view(TerminalGame::new(config).unwrap_or_else(|rejection| panic!("{rejection:?}")), PLAIN);
    type_in(&mut view, "e1d3");
    view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
    assert!(find(&mut view, (80, 24), "Swap sides?").is_some());
    // Stray keys are ignored, and a repeated first turn repeats the offer.
    press(&mut view, KeyCode::Char('?'));
    assert!(find(&mut view, (80, 24), "Swap sides?").is_some());
    press(&mut view, KeyCode::Char('n'));
    press(&mut view, KeyCode::Char('u'));
    type_in(&mut view, "e1d3");
    view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
    assert!(find(&mut view, (80, 24), "Swap sides?").is_some());
    press(&mut view, KeyCode::Char('y'));
    assert_eq!(view.into_game().name(Seat::FIRST), "Rui");
}

/// Every row and column of boards of other sizes is visible.
#[test]
fn boards_of_other_sizes_fit() {
    for (game, sizes) in [("mitsudomoe", 5..=8), ("jesonmor", 5..=17), ("jinli", 5..=9)] {
        for board in sizes.filter(|board| game != "jesonmor" || board % 2 == 1) {
            for style in [PRETTY, PLAIN] {
                let config = TerminalGameConfig {
                    rules: Rules::parse(registry::find(game).expect("a game"), &format!("size={board}"))
                        .expect("rules"),
                    position: None,
                    seats: [Player::person(None), Player::person(None)],
                    pie: false,
                    control: None,
                    seed: 1,
                };
                let game = TerminalGame::new(config).unwrap_or_else(|rejection| panic!("{rejection:?}"));
                let drawn = text(&mut view(game, style), (80, 24));
                let rows = drawn.lines().filter_map(|line| line.split_whitespace().next()?.parse::<u32>().ok());
                let rows: Vec<u32> = rows.filter(|row| (1..=board).contains(row)).collect();
                assert_eq!(rows, (1..=board).rev().collect::<Vec<_>>(), "{drawn}");
                let last = format!("{}", char::from(b'a' + board as u8 - 1));
                let letters = drawn.lines().find(|line| line.replace(['-', '+', ' '], "").starts_with("abcde"));
                assert!(letters.is_some_and(|line| line.contains(&last)), "{drawn}");
            }
        }
    }
}

/// Long messages neither hide the keys nor are cut.
#[test]
fn messages_leave_the_keys_alone() {
    for size in [(60, 24), (80, 24)] {
        let mut view = view(game("mitsudomoe", "human", "human", "", None), PLAIN);
        type_in(&mut view, "@c2/a2b3");
        let drawn = text(&mut view, size);
        let words = drawn.split_whitespace().collect::<Vec<_>>().join(" ").replace("| |", "");
        assert!(drawn.lines().last().is_some_and(|line| line.starts_with("? help")), "{drawn}");
        assert!(words.contains("@c2/a2b3_"), "{drawn}");
        assert!(words.contains("straight line."), "{drawn}");
    }
}

#[test]
fn evaluation_after_the_end_is_the_result() {
    let mut view = view(game("jesonmor", "human", "human", "e1d3 a9b7 d3e5 b7a9", None), PLAIN);
    press(&mut view, KeyCode::Char('w'));
    wait(&mut view, &|view| find(view, (80, 24), "wins in 1").is_some());
    type_in(&mut view, "e5d7");
    let drawn = text(&mut view, (80, 24));
    assert!(!drawn.contains("wins in") && drawn.contains("1-0") && drawn.contains("####"), "{drawn}");
}

/// A hint and the evaluation show the same score.
#[test]
fn hint_sets_the_evaluation() {
    let size = (160, 50);
    let mut view = view(game("jinli", "human", "level:1", JINLI, None), PLAIN);
    press(&mut view, KeyCode::Char('t'));
    wait(&mut view, &|view| view.is_busy());
    wait(&mut view, &|view| !view.is_busy());
    press(&mut view, KeyCode::Char('w'));
    let score = |view: &mut GameView| {
        let drawn = text(view, size);
        drawn.lines().find_map(|line| Some(line.split_once("Yellow: ")?.1.trim().to_string()))
    };
    let first = score(&mut view).expect("a score");
    assert!(first.starts_with(['+', '-']), "{first}");
    for _ in 0..5 {
        view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
        std::thread::sleep(super::BUSY_POLL_INTERVAL);
    }
    assert_eq!(score(&mut view), Some(first));
}

#[test]
fn replay_names_players_in_words() {
    let record = "[Game \"jesonmor\"]\n[White \"?\"]\n[Black \"level:1\"]\n\n1. e1d3 *\n";
    let (record, session) = registry::read_record(record).unwrap_or_else(|rejection| panic!("{rejection:?}"));
    let game = crate::record_file::RecordedGame { index: 0, record, session };
    let mut view = super::ReplayView::new(game, PLAIN).unwrap_or_else(|failure| panic!("{}", failure.sentence));
    let drawn = text(&mut view, (80, 24)).to_lowercase();
    assert!(drawn.contains("level 1 (black)") && drawn.contains(" white ") && !drawn.contains("? (white)"), "{drawn}");
}

/// j, k, q and ? work in every view.
#[test]
fn letters_move_help_and_quit_everywhere() {
    use crate::menu::{Choice, Question};
    let size = (80, 24);
    let choices = ["Mitsudomoe", "Jeson Mor", "Jin Li"].map(|name| Choice::new(name, "")).to_vec();
    let mut question = super::QuestionView::new(Question::choose("", "", choices, 0), PLAIN);
    let (record, session) = registry::read_record("[Game \"jesonmor\"]\n\n1. e1d3 a9b7 *\n").expect("a record");
    let replay = crate::record_file::RecordedGame { index: 0, record, session };
    let mut replay = super::ReplayView::new(replay, PLAIN).unwrap_or_else(|failure| panic!("{}", failure.sentence));
    let mut lesson = LessonView::new(
        Box::new(LessonSession::new(registry::find("jinli").expect("a game")).expect("a lesson")),
        PLAIN,
    );
    press(&mut lesson, KeyCode::Enter);
    let mut game = view(game("jinli", "human", "human", "", None), PLAIN);
    let views: [&mut dyn View; 4] = [&mut question, &mut replay, &mut lesson, &mut game];
    for view in views {
        let before = text(view, size);
        press(view, KeyCode::Char('j'));
        press(view, KeyCode::Char('j'));
        let below = text(view, size);
        press(view, KeyCode::Char('k'));
        let above = text(view, size);
        assert!(before != below && below != above, "{before}{below}{above}");
        press(view, KeyCode::Char('?'));
        assert!(find(view, size, " Keys ").is_some(), "{}", text(view, size));
        press(view, KeyCode::Char('x'));
        assert_eq!(text(view, size), above);
        assert_eq!(press(view, KeyCode::Char('q')), Flow::Close);
    }
}
