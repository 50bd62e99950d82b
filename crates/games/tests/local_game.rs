//! Local games: saving and resuming, undo and redo, rematches and records.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::clock::TimeControl;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::{Rules, Seat, TurnInput, TurnInputExt, Values};
use sanban_games::registry;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

const POSITION: &str = "n4/5/5/5/4N b - - 0 1";

fn new_game(clock: &str) -> LocalGame {
    let rules = Rules::parse(registry::find("jesonmor").unwrap(), "size=5").unwrap();
    LocalGame::new(LocalGameConfig {
        session: registry::open(rules, Some(POSITION)).unwrap(),
        date: "2026.11.15".to_string(),
        seats: [Player::person(Some("Ana")), Player::new("level:2", None)],
        pie: true,
        control: TimeControl::parse(clock),
        seed: 1,
        timer: || NOW.get(),
    })
}

fn resume(text: &str) -> LocalGame {
    let (record, session) = registry::read_record(text).unwrap();
    LocalGame::resume(record, session, || NOW.get())
}

fn left(game: &LocalGame) -> [Option<Duration>; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| game.time_left(seat))
}

#[test]
fn saves_the_clock_in_the_middle_of_a_turn() {
    let milliseconds = Duration::from_millis;
    let mut game = new_game("1m+2s");
    game.tick();
    NOW.set(milliseconds(10_300));
    game.play("a5b3").unwrap();
    game.tick();
    NOW.set(milliseconds(30_700));
    let shown = [Some(milliseconds(39_600)), Some(milliseconds(51_700))];
    assert_eq!(left(&game), shown);
    let saved = game.saved_record().text();
    // Time that passes before the game resumes doesn't count.
    NOW.set(milliseconds(900_000));
    let mut again = resume(&saved);
    assert_eq!(left(&again), shown);
    assert!(!again.record().text().contains("[Left "), "only saved games have it");
    again.tick();
    NOW.set(milliseconds(901_000));
    assert_eq!(again.time_left(Seat::FIRST), Some(milliseconds(38_600)), "the clock continues");
    again.resign(Seat::FIRST);
    assert!(!again.saved_record().text().contains("[Left "), "a finished game doesn't need it");
}

#[test]
fn rematch_starts_from_the_same_position_with_sides_swapped() {
    let mut game = new_game("5m");
    game.play("a5b3").unwrap();
    game.resign(Seat::FIRST);
    // Also from the saved game.
    for game in [&game, &resume(&game.saved_record().text())] {
        let again = game.rematch("2026.11.16".to_string(), 2, || NOW.get());
        assert_eq!(again.session().position_text(), POSITION);
        assert_eq!(again.session().rules().text(), "size=5");
        assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| again.player(seat).spec.as_str()), ["level:2", "human"]);
        assert_eq!(again.player(Seat::SECOND).name(), Some("Ana"));
        assert_eq!(left(&again), [Some(Duration::from_secs(300)); 2]);
        let record = again.saved_record();
        assert_eq!(
            (record.tag("Pie"), record.tag("Date"), record.tag("Seed")),
            (Some("on"), Some("2026.11.16"), Some("2"))
        );
        assert_eq!((again.outcome(), again.session().played().len()), (None, 0));
    }
}

#[test]
fn undo_after_a_time_loss_removes_the_clock() {
    let mut game = resume(&new_game("1s").saved_record().text());
    game.tick();
    NOW.set(NOW.get() + Duration::from_secs(2));
    assert!(game.tick(), "time is up");
    assert!(game.undo());
    assert_eq!(left(&game), [None; 2], "it is played on without a clock");
    assert_eq!(left(&resume(&game.saved_record().text())), [None; 2]);
}

#[test]
fn rejects_redo_after_the_game_is_over() {
    let mut game = new_game("5m");
    game.play("a5b3").unwrap();
    let over = game.session().to_move();
    assert!(game.undo() && game.can_redo());
    game.resign(over.other());
    assert!(!game.can_redo() && !game.redo());
    let outcome = game.outcome();
    game.resign(over);
    assert_eq!(game.outcome(), outcome, "a second resignation changes nothing");
    assert!(game.undo() && game.redo(), "redo works again after undoing the resignation");
}

#[test]
fn undoing_a_swap_of_sides_offers_it_again() {
    // Against the computer, which has moved and replied, and between two people.
    for (specs, has_reply) in [(["human", "level:1"], true), (["human", "human"], false)] {
        let mut game = new_game("5m");
        game.set_player(Seat::FIRST, Player::new(specs[0], Some("Ana")));
        game.set_player(Seat::SECOND, Player::new(specs[1], Some("Rui")));
        let ana_is_first = |game: &LocalGame| game.player(Seat::FIRST).name() == Some("Ana");
        game.play("a5b3").unwrap();
        assert!(game.can_swap_sides());
        game.swap_sides();
        assert!(!ana_is_first(&game));
        if has_reply {
            game.play("e1d3").unwrap();
        }
        assert!(game.undo());
        assert!(game.can_swap_sides() && ana_is_first(&game), "{specs:?}");
        assert_eq!(game.session().played(), ["a5b3"]);
        assert!(!game.can_redo());
        assert!(game.undo());
        assert!(game.session().played().is_empty());
    }
}

/// The text of the record after all moves were played again and checked.
fn checked_text(game: &LocalGame) -> String {
    let mut record = game.record();
    record.check(&mut *game.session().fork_at(0)).unwrap();
    record.text()
}

#[test]
fn record_has_all_tags_and_canonical_moves() {
    let mut game = new_game("5m");
    let tags = "[Game \"jesonmor\"]\n[Rules \"size=5\"]\n[Position \"n4/5/5/5/4N b - - 0 1\"]\n[Date \"2026.11.15\"]\n\
                [White \"Ana\"]\n[Black \"level:2\"]\n";
    assert_eq!(game.record().text(), format!("{tags}[Result \"*\"]\n[Seed \"1\"]\n\n*\n"));
    // However a move is entered, the record has its canonical text.
    assert_eq!(game.enter("A5 - 3b"), Ok(true));
    let moves = "1... a5b3 {[%clk 5:00]}";
    assert_eq!(game.record().text(), format!("{tags}[Result \"*\"]\n[Seed \"1\"]\n\n{moves} *\n"));
    game.resign(Seat::FIRST);
    let result = "[Result \"0-1\"]\n[Termination \"resignation\"]\n[Seed \"1\"]\n";
    assert_eq!(game.record().text(), format!("{tags}{result}\n{moves} 0-1\n"));
    assert_eq!(game.record().text(), checked_text(&game));
    assert!(game.undo());
    assert_eq!(game.record().text(), checked_text(&game));
    // A result by the rules.
    game.play("e1d3").unwrap();
    game.play("b3d4").unwrap();
    game.play("d3c5").unwrap();
    assert_eq!(game.record().text(), checked_text(&game));
}

#[test]
fn typed_passes_and_marked_steps_are_played_once() {
    let open = |game: &str, rules: &str, position: &str| {
        let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
        let (seats, timer) = ([Player::person(None), Player::person(None)], || NOW.get());
        let session = registry::open(rules, Some(position)).unwrap();
        LocalGame::new(LocalGameConfig {
            session,
            date: String::new(),
            seats,
            pie: false,
            control: None,
            seed: 1,
            timer,
        })
    };
    let mut game = open("jinli", "size=5", "yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40");
    assert_eq!(game.enter("--"), Ok(true));
    assert_eq!(game.session().played(), ["--"]);
    let mut game = open("mitsudomoe", "flex", "x3,bB,bB/x4,bB/x5/wW,x,w,x2/wW,wW,x3 w 4 5 1");
    assert!(game.enter("-b1c2").is_err() && game.session().played().is_empty());
    assert_eq!(game.enter("/b1c2"), Ok(true));
    assert_eq!(game.session().played(), ["/b1c2"]);
    // A ring step alone may end the turn.
    assert_eq!(game.enter("@d4"), Ok(false));
    assert_eq!(game.end_turn(), Ok(true));
    assert_eq!(game.session().played(), ["/b1c2", "@d4"]);
}

#[test]
fn saves_partly_entered_turns_under_all_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    for info in registry::GAMES {
        let mut texts: Vec<String> = info.presets.iter().map(|preset| preset.name.to_string()).collect();
        for option in info.options {
            if let Values::Words(words) = option.values {
                texts.extend(words.iter().map(|word| format!("{}={word}", option.key)));
            }
        }
        for text in texts {
            let session = registry::open(Rules::parse(info, &text).unwrap(), None).unwrap();
            let seats = [Player::person(None), Player::person(None)];
            let (date, timer) = ("2026.11.16".to_string(), || NOW.get());
            let mut game =
                LocalGame::new(LocalGameConfig { session, date, seats, pie: false, control: None, seed: 1, timer });
            for _ in 0..120 {
                let progress = game.progress();
                match (progress.next.choose(&mut rng), progress.complete) {
                    (Some(&touch), _) => drop(game.touch(touch).unwrap()),
                    (None, Some(turn)) => game.play(&turn).unwrap(),
                    (None, None) => break,
                }
                let resumed = resume(&game.saved_record().text());
                assert_eq!(resumed.touches(), game.touches(), "{} {text}", info.id);
                assert_eq!(resumed.progress(), game.progress(), "{} {text}", info.id);
                assert_eq!(game.record().text(), checked_text(&game), "{} {text}", info.id);
            }
        }
    }
}
