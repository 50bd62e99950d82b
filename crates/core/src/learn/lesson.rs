//! Lessons: small tasks on a board that teach a game by playing it.
//!
//! A lesson is a text of sections, one a task: its name in brackets, then `position = TEXT`, `want = PATTERNS` and, where
//! they are needed, `rules = RULES` and `reply = MOVE`, which the other side plays after a solution. A pattern is a move's
//! canonical text in which `*` stands for anything. What is said stands among the game's messages: `lesson.NAME` asks for
//! the task, `lesson.NAME.done` tells what was seen, `lesson.NAME.other` why another legal move is not what is asked.

/// A task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<'a> {
    /// Its name among the messages.
    pub name: &'a str,
    /// The rules; nothing for the official ones.
    pub rules: &'a str,
    /// What stands on the board. The person is to move.
    pub position: &'a str,
    /// Patterns of the moves that solve it.
    pub wanted: Vec<&'a str>,
    /// What the other side answers.
    pub reply: Option<&'a str>,
}

/// The tasks of a lesson's text.
pub fn tasks(text: &str) -> Vec<Task<'_>> {
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            tasks.push(Task { name, rules: "", position: "", wanted: Vec::new(), reply: None });
        }
        let (Some(task), Some((key, value))) = (tasks.last_mut(), line.split_once(" = ")) else { continue };
        match key.trim() {
            "rules" => task.rules = value,
            "position" => task.position = value,
            "want" => task.wanted = value.split_whitespace().collect(),
            "reply" => task.reply = Some(value),
            _ => debug_assert!(false, "a lesson has no {key}"),
        }
    }
    tasks
}

impl Task<'_> {
    /// Whether a move, given by its canonical text, solves it.
    pub fn is_solved_by(&self, text: &str) -> bool {
        self.wanted.iter().any(|pattern| fits(pattern, text))
    }
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_read_section_by_section() {
        let text = "[one]\nposition = a b\nwant = c* d\n\n[two]\nrules = size=5\nposition = e\nwant = *\nreply = f\n";
        let tasks = tasks(text);
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[0], Task { name: "one", rules: "", position: "a b", wanted: vec!["c*", "d"], reply: None });
        assert_eq!((tasks[1].rules, tasks[1].reply), ("size=5", Some("f")));
    }

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text, does) in [
            ("a1b2", "a1b2", true),
            ("a1b2", "a1b2/c3", false),
            ("a1b2/*", "a1b2/c3", true),
            ("*/b2d4", "@d4/b2d4", true),
            ("*/b2d4", "@d4/b2d4/c3e5", false),
            ("*e5/c5e5", "c3e5/c5e5", true),
            ("*", "", true),
            ("c2d*", "c2d1/e4", true),
        ] {
            assert_eq!(fits(pattern, text), does, "{pattern} {text}");
        }
    }
}
