//! The screens as they are drawn, kept to be looked at: every view at three sizes, with and without colour and Unicode.

use super::{Flow, GameView, HURRY, LessonView, Page, QuestionView, ReplayView, View, draw};
use crate::board::{BoardStyle, Colours};
use crate::menu::{Choice, Question};
use crate::play::{TerminalGame, TerminalGameConfig, seat};
use crate::recorded::Recorded;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use sanban_core::clock::TimeControl;
use sanban_core::player::Player;
use sanban_core::{Rules, Seat};
use sanban_games::lesson_session::Lesson;
use sanban_games::registry;
use std::time::{Duration, Instant};

const SIZES: [(u16, u16); 3] = [(60, 24), (80, 24), (160, 50)];
const PRETTY: BoardStyle = BoardStyle { ascii: false, colours: Colours::Many, pieces: None };
const PLAIN: BoardStyle = BoardStyle { ascii: true, colours: Colours::None, pieces: None };

/// A view on a screen that is not there.
fn buffer(view: &mut dyn View, (columns, lines): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).expect("no terminal can fail");
    terminal.draw(|frame| draw(view, frame)).expect("no terminal can fail");
    terminal.backend().buffer().clone()
}

fn text(view: &mut dyn View, size: (u16, u16)) -> String {
    let buffer = buffer(view, size);
    let line = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string() + "\n";
    (0..size.1).map(line).collect()
}

/// Every size of a view, with Unicode and colours and without.
fn keep(name: &str, make: &dyn Fn(BoardStyle) -> Box<dyn View>) {
    for size in SIZES {
        for (kind, look) in [("pretty", PRETTY), ("plain", PLAIN)] {
            let drawn = text(&mut *make(look), size);
            // A sentence that does not exist would be drawn as its key.
            for group in ["screen.", "menu.", "learn.", "lesson.", "replay.", "play."] {
                assert!(!drawn.contains(group), "{name} has no sentence for {group}:\n{drawn}");
            }
            if look.ascii {
                // Sentences may have signs such as ×, which older terminals know too.
                assert!(drawn.chars().all(|sign| sign < '\u{100}'), "{name} in ASCII:\n{drawn}");
            }
            insta::assert_snapshot!(format!("{name}-{}x{}-{kind}", size.0, size.1), drawn);
        }
    }
}

fn game(id: &str, first: &str, second: &str, moves: &str, clock: Option<&str>) -> TerminalGame {
    let info = registry::find(id).expect("a game");
    let player = |spec: &str, name| seat(spec, Some(name), info).expect("a player");
    let mut playing = TerminalGame::new(TerminalGameConfig {
        rules: Rules::official(info),
        position: None,
        seats: [player(first, "Ana"), player(second, "Rui")],
        pie: false,
        control: clock.map(|clock| TimeControl::parse(clock).expect("a clock")),
        seed: 1,
    })
    .unwrap_or_else(|rejection| panic!("{rejection:?}"));
    for text in moves.split_whitespace() {
        playing.play(text).expect(text);
    }
    playing
}

fn view(playing: TerminalGame, look: BoardStyle) -> GameView {
    GameView::new(playing, look).unwrap_or_else(|failure| panic!("{}", failure.sentence))
}

fn press(view: &mut dyn View, code: KeyCode) -> Flow {
    view.key(KeyEvent::new(code, KeyModifiers::NONE)).unwrap_or_else(|failure| panic!("{}", failure.sentence))
}

fn type_in(view: &mut dyn View, typed: &str) {
    for character in typed.chars() {
        press(view, KeyCode::Char(character));
    }
    press(view, KeyCode::Enter);
}

fn click(view: &mut dyn View, column: u16, row: u16) -> Flow {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let clicked = view.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    clicked.unwrap_or_else(|failure| panic!("{}", failure.sentence))
}

/// Where a text stands on the screen.
fn find(view: &mut dyn View, size: (u16, u16), wanted: &str) -> Option<(u16, u16)> {
    let drawn = text(view, size);
    let at = |(y, line): (usize, &str)| {
        let byte = line.find(wanted)?;
        Some((line[..byte].chars().count() as u16, y as u16))
    };
    drawn.lines().enumerate().find_map(at)
}

/// Lets time pass until something is so.
fn wait(view: &mut GameView, is_so: &dyn Fn(&mut GameView) -> bool) {
    let begun = Instant::now();
    while !is_so(view) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never happened");
        view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
        std::thread::sleep(HURRY);
    }
}

const MITSUDOMOE: &str = "@b2/a1b2 @d4/e5d4 @c2/a2c2 @a1/e4e5";
const JESONMOR: &str = "e1d3 e9d7 d1c3 f9g7";
const JINLI: &str = "a1b2/d4 a7b6/c5";

#[test]
fn games_of_every_kind() {
    for (id, moves) in [("mitsudomoe", MITSUDOMOE), ("jesonmor", JESONMOR), ("jinli", JINLI)] {
        keep(id, &|look| Box::new(view(game(id, "human", "human", moves, Some("5m+3s")), look)));
    }
}

#[test]
fn a_turn_that_has_been_begun() {
    keep("begun", &|look| {
        let mut view = view(game("mitsudomoe", "human", "human", "", None), look);
        type_in(&mut view, "@");
        press(&mut view, KeyCode::Tab);
        Box::new(view)
    });
}

/// The colours of a screen, for terminals with many of them, with few and with none.
#[test]
fn colours() {
    for (name, colours) in [("many", Colours::Many), ("few", Colours::Few), ("none", Colours::None)] {
        let mut view = view(game("jesonmor", "human", "human", JESONMOR, None), BoardStyle { colours, ..PRETTY });
        type_in(&mut view, "c3");
        press(&mut view, KeyCode::Tab);
        insta::assert_snapshot!(format!("colours-{name}"), format!("{:?}", buffer(&mut view, (60, 24))));
    }
}

#[test]
fn pages_over_the_game() {
    for (name, key) in [("help", '?'), ("rules", 'L'), ("resign", 'X'), ("save", 'S')] {
        keep(name, &|look| {
            let mut view = view(game("jinli", "human", "human", JINLI, None), look);
            press(&mut view, KeyCode::Char(key));
            Box::new(view)
        });
    }
}

#[test]
fn a_refusal_and_a_result() {
    keep("refused", &|look| {
        let mut view = view(game("mitsudomoe", "human", "human", "", None), look);
        type_in(&mut view, "c3");
        Box::new(view)
    });
    keep("won", &|look| {
        let mut view = view(game("jesonmor", "human", "human", "e1d3 a9b7 d3e5 b7a9 e5d7", None), look);
        view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
        Box::new(view)
    });
}

#[test]
fn questions() {
    let choices = || vec![Choice::new("Jeson Mor", "nine horses a side"), Choice::new("Jin Li", "koi and stones")];
    keep("choose", &|look| {
        let mut view = QuestionView::new(Question::choose("games", "What would you like to play?", choices(), 1), look);
        type_in(&mut view, "7");
        Box::new(view)
    });
    keep("write", &|look| Box::new(QuestionView::new(Question::write("Clock", "How much time?", "5m+3s"), look)));
}

#[test]
fn lessons() {
    for id in ["mitsudomoe", "jesonmor", "jinli"] {
        keep(&format!("lesson-{id}"), &|look| {
            let mut view = LessonView::new(Lesson::new(registry::find(id).expect("a game")), look);
            press(&mut view, KeyCode::Enter);
            Box::new(view)
        });
    }
}

#[test]
fn recorded_games() {
    keep("replay", &|look| {
        let text = "[Game \"jesonmor\"]\n[White \"Ana\"]\n[Black \"Rui\"]\n\n\
                    1. e1d3 {[%eval 0.35] A start.} a9b7 {[%eval 2.10]} 2. d3e5 {[%eval #1]} b7a9 3. e5d7 1-0\n";
        let (record, session) = registry::read_record(text).unwrap_or_else(|rejection| panic!("{rejection:?}"));
        let game = Recorded { place: 0, record, session };
        let mut view = ReplayView::new(game, look).unwrap_or_else(|failure| panic!("{}", failure.sentence));
        press(&mut view, KeyCode::Right);
        press(&mut view, KeyCode::Char('w'));
        Box::new(view)
    });
}

#[test]
fn a_small_screen_says_how_large_it_must_be() {
    let mut view = view(game("jinli", "human", "human", "", None), PRETTY);
    for size in [(59, 24), (60, 23), (20, 10), (1, 1)] {
        let drawn = text(&mut view, size);
        assert!(size.0 < 20 || drawn.replace('\n', " ").contains("60"), "{drawn}");
    }
}

/// What may be chosen is seen without colours: taking all styles away leaves a difference.
#[test]
fn what_may_be_chosen_is_seen_without_colours() {
    let mut view = view(game("jinli", "human", "human", "", None), PLAIN);
    let before = text(&mut view, (80, 24));
    type_in(&mut view, "a1");
    let after = text(&mut view, (80, 24));
    assert!(!before.contains('*') && after.matches('*').count() == 3, "{before}{after}");
}

/// A whole game by clicks, keys and typing in turn.
#[test]
fn a_game_by_mouse_keys_and_typing() {
    let size = (80, 24);
    let mut view = view(game("jinli", "human", "human", "", None), PLAIN);
    // By mouse: the koi on a1, the square b2, the stone on d4.
    for square in ["a1", "b2", "d4"] {
        let (column, line) = place(&mut view, size, square);
        click(&mut view, column, line);
    }
    assert!(text(&mut view, size).contains("a1b2/d4"));
    // By keys: Tab points at the first koi of Red, Enter chooses it, and so on.
    press(&mut view, KeyCode::Tab);
    press(&mut view, KeyCode::Enter);
    press(&mut view, KeyCode::Tab);
    press(&mut view, KeyCode::Enter);
    press(&mut view, KeyCode::Esc);
    for _ in 0..3 {
        press(&mut view, KeyCode::Tab);
        press(&mut view, KeyCode::Enter);
    }
    assert_eq!(view.into_playing().session().played().len(), 2);
}

/// Where a square is drawn on the screen of a view of Jin Li.
fn place(view: &mut GameView, size: (u16, u16), square: &str) -> (u16, u16) {
    let drawn = text(view, size);
    let (file, rank) = (square.chars().next().expect("a file"), &square[1..]);
    let lines: Vec<&str> = drawn.lines().collect();
    let row = lines.iter().position(|line| line.starts_with(&format!(" {rank} "))).expect("the row") as u16;
    let names = lines.iter().find(|line| line.trim_start().starts_with("a  ")).expect("the names of the files");
    (names.find(file).expect("the file") as u16, row)
}

#[test]
fn keys_do_what_they_say() {
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
    assert!(find(&mut view, size, "has resigned").is_none());
    press(&mut view, KeyCode::Char('X'));
    press(&mut view, KeyCode::Char('y'));
    assert!(find(&mut view, size, "has resigned").is_some(), "resign");
    press(&mut view, KeyCode::Char('k'));
    assert!(find(&mut view, size, "does nothing").is_some());
    let (column, line) = find(&mut view, (160, 50), "Q quit").expect("the key");
    assert_eq!(click(&mut view, column, line), Flow::Leave);
}

#[test]
fn a_board_that_does_not_fit_scrolls_to_what_is_pointed_at() {
    let info = registry::find("jesonmor").expect("a game");
    let seat = |name| Player::person(Some(name));
    let setup = TerminalGameConfig {
        rules: Rules::parse(info, "size=25").expect("rules"),
        position: None,
        seats: [seat("Ana"), seat("Rui")],
        pie: false,
        control: None,
        seed: 1,
    };
    let playing = TerminalGame::new(setup).unwrap_or_else(|rejection| panic!("{rejection:?}"));
    let mut view = view(playing, PLAIN);
    let size = (60, 24);
    // It is first seen where something can be done.
    assert!(find(&mut view, size, " 1 |").is_some() && find(&mut view, size, "25 ").is_none());
    press(&mut view, KeyCode::Tab);
    let drawn = text(&mut view, size);
    assert!(drawn.contains("[N]") && drawn.contains(" 1 |"), "{drawn}");
    for _ in 0..24 {
        press(&mut view, KeyCode::Right);
    }
    let drawn = text(&mut view, size);
    assert!(drawn.contains("y") && drawn.contains("[N]"), "{drawn}");
}

#[test]
fn the_computer_answers_and_gives_hints() {
    let size = (80, 24);
    let mut view = view(game("jinli", "human", "level:1", "", None), PLAIN);
    press(&mut view, KeyCode::Char('t'));
    press(&mut view, KeyCode::Char(' '));
    wait(&mut view, &|view| find(view, size, "The engine would play").is_some());
    type_in(&mut view, "a1b2/d4");
    wait(&mut view, &|view| find(view, size, "Ana: choose").is_some());
    press(&mut view, KeyCode::Char('w'));
    wait(&mut view, &|view| find(view, size, "Yellow: +").is_some() || find(view, size, "Yellow: -").is_some());
    assert_eq!(view.into_playing().session().played().len(), 2);
}

#[test]
fn computers_play_by_themselves_and_can_be_paused() {
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
fn a_lesson_is_gone_through_to_its_end() {
    for info in registry::offered() {
        let mut view = LessonView::new(Lesson::new(info), PLAIN);
        press(&mut view, KeyCode::Enter);
        let mut lesson = Lesson::new(info);
        loop {
            type_in(&mut view, &lesson.solution());
            assert!(text(&mut view, (80, 24)).contains("Well done"), "{}: {}", info.id, lesson.solution());
            press(&mut view, KeyCode::Enter);
            if !lesson.advance() {
                break;
            }
        }
        assert!(view.is_ended());
        assert_eq!(press(&mut view, KeyCode::Enter), Flow::Leave);
    }
}

#[test]
fn the_rules_can_be_read_at_every_size() {
    for info in registry::offered() {
        for size in SIZES {
            let mut page = Page::rules(info, PLAIN);
            let first = text(&mut page, size);
            press(&mut page, KeyCode::End);
            assert_ne!(text(&mut page, size), first, "{}", info.id);
        }
    }
}

/// Pointing at a place is enough where something can be put there from the supply.
#[test]
fn a_ring_is_placed_by_pointing_at_its_square() {
    let mut playing = game("mitsudomoe", "human", "human", "", None);
    let square = |text: &str| sanban_core::move_text::touches(text, playing.session().scene().board).expect(text)[0];
    let (empty, own) = (square("b2"), square("a1"));
    assert!(playing.touch(empty).is_ok_and(|made| !made));
    assert_eq!(playing.progress().text, "@b2");
    assert!(playing.touch(own).is_ok());
    assert!(playing.touch(empty).is_ok_and(|made| made));
    assert_eq!(playing.session().played(), ["@b2/a1b2"]);
}

#[test]
fn nothing_else_is_written_over() {
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
    assert!(find(&mut view, size, "There is something else in the file").is_some());
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "precious");
    for _ in 0..2 {
        save(&mut view, &folder.join("game.txt"));
        assert!(find(&mut view, size, "The game is saved to").is_some());
    }
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn a_turn_half_typed_does_not_hide_that_the_time_is_over() {
    let mut view = view(game("jinli", "human", "human", "", Some("50ms")), PLAIN);
    for character in "a1b".chars() {
        press(&mut view, KeyCode::Char(character));
    }
    wait(&mut view, &|view| find(view, (80, 24), "run out of time").is_some());
    // Whoever wants to play on does so without a clock.
    press(&mut view, KeyCode::Char('u'));
    wait(&mut view, &|view| find(view, (80, 24), "choose a marked square").is_some());
}

#[test]
fn the_seats_are_changed_by_the_pie_rule() {
    let info = registry::find("jesonmor").expect("a game");
    let seat = |name| Player::person(Some(name));
    let rules = Rules::official(info);
    let setup = TerminalGameConfig {
        rules,
        position: None,
        seats: [seat("Ana"), seat("Rui")],
        pie: true,
        control: None,
        seed: 1,
    };
    let mut view = view(TerminalGame::new(setup).unwrap_or_else(|rejection| panic!("{rejection:?}")), PLAIN);
    type_in(&mut view, "e1d3");
    view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
    assert!(find(&mut view, (80, 24), "Change sides?").is_some());
    // What is no answer is no answer, and a turn that is made again is asked about again.
    press(&mut view, KeyCode::Char('?'));
    assert!(find(&mut view, (80, 24), "Change sides?").is_some());
    press(&mut view, KeyCode::Char('n'));
    press(&mut view, KeyCode::Char('u'));
    type_in(&mut view, "e1d3");
    view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
    assert!(find(&mut view, (80, 24), "Change sides?").is_some());
    press(&mut view, KeyCode::Char('y'));
    assert_eq!(view.into_playing().name(Seat::FIRST), "Rui");
}
