//! The lessons: every task has solutions, and every language has its messages.

use sanban_core::messages::LANGUAGES;
use sanban_core::{Rules, lesson};
use sanban_games::registry;

#[test]
fn every_task_has_legal_solutions() {
    for info in registry::GAMES {
        let tasks = lesson::tasks(info.lesson);
        assert!(tasks.len() >= if info.draft { 2 } else { 7 }, "{}", info.id);
        for task in tasks {
            let context = format!("{} of {}", task.name, info.id);
            let rules = Rules::parse(info, task.rules).expect(&context);
            let session = registry::open(rules, Some(task.position)).expect(&context);
            assert!(session.outcome().is_none(), "{context}");
            let moves = session.moves();
            for pattern in &task.solutions {
                let alone = lesson::Task { solutions: vec![pattern], ..task.clone() };
                assert!(moves.iter().any(|text| alone.is_solved_by(text)), "{context}: {pattern}");
            }
            let solutions: Vec<&String> = moves.iter().filter(|text| task.is_solved_by(text)).collect();
            assert!(solutions.len() < moves.len() || task.solutions == ["*"], "{context}: every move is a solution");
            for text in solutions {
                let mut after = session.fork();
                after.play(text).expect(&context);
                if let Some(reply) = task.reply {
                    assert_eq!(after.play(reply).as_deref(), Ok(reply), "{context}: after {text}");
                }
            }
        }
    }
}

#[test]
fn every_language_has_messages_for_every_task() {
    for info in registry::GAMES {
        for language in LANGUAGES {
            let entries = info.messages.entries(language);
            let keys: Vec<&str> = entries.iter().filter_map(|(key, _)| key.strip_prefix("lesson-")).collect();
            let mut expected: Vec<String> = ["title", "welcome", "end"].map(String::from).to_vec();
            for task in lesson::tasks(info.lesson) {
                expected.extend(["", "-done", "-other"].map(|what| format!("{}{what}", task.name)));
            }
            for key in &expected {
                assert!(keys.contains(&key.as_str()), "{}: lesson-{key} in {language}", info.id);
            }
            for key in keys {
                assert!(expected.iter().any(|e| e == key), "{}: lesson-{key} in {language} is unused", info.id);
            }
        }
    }
}
