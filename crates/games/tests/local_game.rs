//! Games being played: what is kept of them, and what comes after them.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::clock::TimeControl;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::{Rules, Seat, Values};
use sanban_games::registry;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

const POSITION: &str = "n4/5/5/5/4N b - - 0 1";

fn begin(clock: &str) -> LocalGame {
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

fn left(playing: &LocalGame) -> [Option<Duration>; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| playing.time_left(seat))
}

#[test]
fn the_time_of_an_unfinished_turn_is_kept() {
    let milliseconds = Duration::from_millis;
    let mut playing = begin("1m+2s");
    playing.tick();
    NOW.set(milliseconds(10_300));
    playing.play("a5b3").unwrap();
    playing.tick();
    NOW.set(milliseconds(30_700));
    let shown = [Some(milliseconds(39_600)), Some(milliseconds(51_700))];
    assert_eq!(left(&playing), shown);
    let kept = playing.saved_record().text();
    // However long it is kept.
    NOW.set(milliseconds(900_000));
    let mut again = resume(&kept);
    assert_eq!(left(&again), shown);
    assert!(!again.record().text().contains("[Left "), "others need not know");
    again.tick();
    NOW.set(milliseconds(901_000));
    assert_eq!(again.time_left(Seat::FIRST), Some(milliseconds(38_600)), "it goes on from there");
    again.resign(Seat::FIRST);
    assert!(!again.saved_record().text().contains("[Left "), "and when it is over nobody does");
}

#[test]
fn a_rematch_begins_where_the_game_began() {
    let mut playing = begin("5m");
    playing.play("a5b3").unwrap();
    playing.resign(Seat::FIRST);
    // Once more from what was kept.
    for playing in [&playing, &resume(&playing.saved_record().text())] {
        let again = playing.rematch("2026.11.16".to_string(), 2, || NOW.get());
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
fn a_clock_that_has_run_out_does_not_come_back() {
    let mut playing = resume(&begin("1s").saved_record().text());
    playing.tick();
    NOW.set(NOW.get() + Duration::from_secs(2));
    assert!(playing.tick(), "time is up");
    assert!(playing.undo());
    assert_eq!(left(&playing), [None; 2], "it is played on without a clock");
    assert_eq!(left(&resume(&playing.saved_record().text())), [None; 2]);
}

#[test]
fn what_was_taken_back_is_not_made_in_a_game_that_is_over() {
    let mut playing = begin("5m");
    playing.play("a5b3").unwrap();
    let over = playing.session().to_move();
    assert!(playing.undo() && playing.can_redo());
    playing.resign(over.other());
    assert!(!playing.can_redo() && !playing.redo());
    let outcome = playing.outcome();
    playing.resign(over);
    assert_eq!(playing.outcome(), outcome, "who has won does not lose any more");
    assert!(playing.undo() && playing.redo(), "who takes the end back can go on");
}

#[test]
fn a_change_of_sides_is_taken_back_and_asked_about_again() {
    // Against the computer, which has begun and answered, and between two people.
    for (specs, answers) in [(["human", "level:1"], true), (["human", "human"], false)] {
        let mut playing = begin("5m");
        playing.sit(Seat::FIRST, Player::new(specs[0], Some("Ana")));
        playing.sit(Seat::SECOND, Player::new(specs[1], Some("Rui")));
        let ana_is_first = |playing: &LocalGame| playing.player(Seat::FIRST).name() == Some("Ana");
        playing.play("a5b3").unwrap();
        assert!(playing.may_change_sides());
        playing.change_sides();
        assert!(!ana_is_first(&playing));
        if answers {
            playing.play("e1d3").unwrap();
        }
        assert!(playing.undo());
        assert!(playing.may_change_sides() && ana_is_first(&playing), "{specs:?}");
        assert_eq!(playing.session().played(), ["a5b3"]);
        assert!(!playing.can_redo());
        assert!(playing.undo());
        assert!(playing.session().played().is_empty());
    }
}

/// A turn in hand is the same after it was kept, whatever it began with.
#[test]
fn a_turn_in_hand_is_kept_under_all_rules() {
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
            let mut playing =
                LocalGame::new(LocalGameConfig { session, date, seats, pie: false, control: None, seed: 1, timer });
            for _ in 0..120 {
                let progress = playing.progress();
                match (progress.next.choose(&mut rng), progress.complete) {
                    (Some(&touch), _) => drop(playing.touch(touch).unwrap()),
                    (None, Some(turn)) => playing.play(&turn).unwrap(),
                    (None, None) => break,
                }
                let kept = resume(&playing.saved_record().text());
                assert_eq!(kept.touches(), playing.touches(), "{} {text}", info.id);
                assert_eq!(kept.progress(), playing.progress(), "{} {text}", info.id);
            }
        }
    }
}
