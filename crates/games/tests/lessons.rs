//! The lessons: every task can be solved, and most can be missed; every language speaks of each of them.

use sanban_core::messages::{LANGUAGES, entries};
use sanban_core::{Rules, lesson};
use sanban_games::registry;

#[test]
fn every_task_can_be_solved() {
    for info in registry::GAMES {
        let tasks = lesson::tasks(info.lesson);
        assert!(tasks.len() >= if info.teaching { 2 } else { 7 }, "{}", info.id);
        for task in tasks {
            let told = format!("{} of {}", task.name, info.id);
            let rules = Rules::parse(info, task.rules).expect(&told);
            let session = registry::open(rules, Some(task.position)).expect(&told);
            assert!(session.outcome().is_none(), "{told}");
            let moves = session.moves();
            for pattern in &task.solutions {
                let alone = lesson::Task { solutions: vec![pattern], ..task.clone() };
                assert!(moves.iter().any(|text| alone.is_solved_by(text)), "{told}: {pattern}");
            }
            let wanted: Vec<&String> = moves.iter().filter(|text| task.is_solved_by(text)).collect();
            assert!(wanted.len() < moves.len() || task.solutions == ["*"], "{told}: nothing is wrong");
            for text in wanted {
                let mut after = session.fork();
                after.play(text).expect(&told);
                if let Some(reply) = task.reply {
                    assert_eq!(after.play(reply).as_deref(), Ok(reply), "{told}: after {text}");
                }
            }
        }
    }
}

#[test]
fn every_language_speaks_of_every_task() {
    for info in registry::GAMES {
        for language in LANGUAGES {
            let (_, text) = info.messages.iter().find(|(l, _)| *l == language).expect("a catalogue");
            let said: Vec<&str> =
                entries(text).map(|(key, _)| key).filter_map(|key| key.strip_prefix("lesson.")).collect();
            let mut expected: Vec<String> = ["title", "welcome", "end"].map(String::from).to_vec();
            for task in lesson::tasks(info.lesson) {
                expected.extend(["", ".done", ".other"].map(|what| format!("{}{what}", task.name)));
            }
            for key in &expected {
                assert!(said.contains(&key.as_str()), "{}: lesson.{key} in {language}", info.id);
            }
            for key in said {
                assert!(expected.iter().any(|e| e == key), "{}: lesson.{key} in {language} is said nowhere", info.id);
            }
        }
    }
}
