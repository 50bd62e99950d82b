//! The lesson: every task has solutions, and every language has its messages.

use crate::{Subject, open};
use sanban_core::{Rules, lesson};

/// The fewest tasks of a lesson that players are offered.
const MIN_TASKS: usize = 7;

pub fn check<S: Subject>() {
    let info = S::INFO;
    let tasks = lesson::tasks(info.lesson);
    assert!(tasks.len() >= if info.draft { 0 } else { MIN_TASKS }, "{} tasks", tasks.len());
    for task in &tasks {
        let context = format!("{} of {}", task.name, info.id);
        let rules = Rules::parse(info, task.rules).expect(&context);
        let session = open::<S>(&rules, Some(task.position)).expect(&context);
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
    if tasks.is_empty() {
        return;
    }
    for (language, _) in info.messages.0 {
        let entries = info.messages.entries(language);
        let keys: Vec<&str> = entries.iter().filter_map(|(key, _)| key.strip_prefix("lesson-")).collect();
        let mut expected: Vec<String> = ["title", "welcome", "end"].map(String::from).to_vec();
        for task in &tasks {
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
