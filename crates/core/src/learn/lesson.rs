//! Lessons: small tasks on a board that teach a game by playing it.
//!
//! The text of a lesson has a section for each task: the task's name in brackets, then `position = TEXT`, `want = PATTERNS`, and
//! optionally `rules = RULES` and `reply = MOVE`, which the opponent plays after a solution. A pattern is a move's canonical
//! text in which `*` matches anything. The game's messages hold the sentences: `lesson-NAME` sets the task, `lesson-NAME-done`
//! explains the solution, and `lesson-NAME-other` explains why another legal move is no solution. The lesson as a whole has
//! `lesson-title`, `lesson-welcome` and `lesson-end`.

/// A task of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<'a> {
    /// The name in message keys.
    pub name: &'a str,
    /// The rules; empty for the official ones.
    pub rules: &'a str,
    /// The position, with the learner to move.
    pub position: &'a str,
    /// The patterns of the moves that solve it.
    pub solutions: Vec<&'a str>,
    /// The opponent's reply.
    pub reply: Option<&'a str>,
}

/// Reads the tasks of a lesson's text.
pub fn tasks(text: &str) -> Vec<Task<'_>> {
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            tasks.push(Task { name, rules: "", position: "", solutions: Vec::new(), reply: None });
        }
        let (Some(task), Some((key, value))) = (tasks.last_mut(), line.split_once(" = ")) else { continue };
        match key.trim() {
            "rules" => task.rules = value,
            "position" => task.position = value,
            "want" => task.solutions = value.split_whitespace().collect(),
            "reply" => task.reply = Some(value),
            _ => debug_assert!(false, "a lesson has no {key}"),
        }
    }
    tasks
}

impl Task<'_> {
    /// Whether a move's canonical text solves the task.
    pub fn is_solved_by(&self, text: &str) -> bool {
        self.solutions.iter().any(|pattern| matches_pattern(pattern, text))
    }
}

/// Whether a text matches a pattern in which `*` matches anything.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| matches_pattern(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_task_from_each_section() {
        let text = "[one]\nposition = a b\nwant = c* d\n\n[two]\nrules = size=5\nposition = e\nwant = *\nreply = f\n";
        let tasks = tasks(text);
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[0], Task { name: "one", rules: "", position: "a b", solutions: vec!["c*", "d"], reply: None });
        assert_eq!((tasks[1].rules, tasks[1].reply), ("size=5", Some("f")));
    }

    #[test]
    fn star_matches_anything() {
        for (pattern, text, expected) in [
            ("a1b2", "a1b2", true),
            ("a1b2", "a1b2/c3", false),
            ("a1b2/*", "a1b2/c3", true),
            ("*/b2d4", "@d4/b2d4", true),
            ("*/b2d4", "@d4/b2d4/c3e5", false),
            ("*e5/c5e5", "c3e5/c5e5", true),
            ("*", "", true),
            ("c2d*", "c2d1/e4", true),
        ] {
            assert_eq!(matches_pattern(pattern, text), expected, "{pattern} {text}");
        }
    }
}
