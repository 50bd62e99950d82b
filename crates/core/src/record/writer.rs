//! Writes records in their canonical form.

use super::{Line, Move, Record};
use std::fmt::Write;

/// The order of tags; `None` stands for all others, the players first among them.
const TAG_ORDER: [Option<&str>; 8] = [
    Some("Game"),
    Some("Rules"),
    Some("Position"),
    Some("Date"),
    None,
    Some("Result"),
    Some("Termination"),
    Some("Seed"),
];

impl Record {
    /// The record's text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let place = |(name, _): &&(String, String)| {
            let known = TAG_ORDER.iter().position(|t| *t == Some(name));
            known.or(TAG_ORDER.iter().position(Option::is_none))
        };
        let mut tags: Vec<&(String, String)> = self.tags.iter().collect();
        tags.sort_by_key(place);
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        if !self.tags.is_empty() {
            text.push('\n');
        }
        let mut words = Vec::new();
        write_line(&self.line, usize::from(self.second_begins), &mut words);
        words.push(if self.result.is_empty() { "*".to_string() } else { self.result.clone() });
        text + &words.join(" ") + "\n"
    }
}

/// The move number of a ply as records write it, `12.` or `12...`. Even plies are the first player's.
pub fn move_number(ply: usize) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// Moves with their numbers as records write them; `ply` is that of the first move.
pub fn numbered(ply: usize, moves: &[String]) -> String {
    let moves = moves.iter().map(|text| Move { text: text.clone(), ..Move::default() }).collect();
    let mut words = Vec::new();
    write_line(&Line { comments: Vec::new(), moves }, ply, &mut words);
    words.join(" ")
}

fn write_line(line: &Line, ply: usize, words: &mut Vec<String>) {
    let comment = |c: &String| format!("{{{}}}", c.trim().replace('}', ")"));
    words.extend(line.comments.iter().map(comment));
    for (at, m) in line.moves.iter().enumerate() {
        let ply = ply + at;
        if ply.is_multiple_of(2) || at == 0 {
            words.push(move_number(ply));
        }
        words.push(m.text.clone());
        words.extend(m.comments.iter().map(comment));
        for variation in &m.variations {
            let mut inner = Vec::new();
            write_line(variation, ply, &mut inner);
            words.push(format!("({})", inner.join(" ")));
        }
    }
}
