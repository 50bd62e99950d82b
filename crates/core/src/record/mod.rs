//! The text of whole games, in the manner of PGN.
//!
//! Reading is forgiving about what another program wrote: numbers, glyphs, line ends, comments of both kinds, moves in
//! any playable spelling. Writing is canonical: a canonical record comes back byte for byte.

use crate::outcome::Seat;
use crate::rejection::{Key, Rejection, common};
use crate::session::Session;
use std::fmt::{self, Write};

/// Variations nest no deeper than this, so that no text can exhaust the stack.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// The order in which tags are written; `None` stands for all others, the players first among them.
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

/// A game, finished or not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The tags in the order in which they are written.
    pub tags: Vec<(String, String)>,
    /// Whether the player in the second seat makes the first move.
    pub second_begins: bool,
    /// The game itself.
    pub line: Line,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that has not ended.
    pub result: String,
}

/// A sequence of moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Move {
    /// Its text.
    pub text: String,
    /// Comments after it.
    pub comments: Vec<String>,
    /// What could have been played in its place.
    pub variations: Vec<Line>,
}

impl Move {
    /// The evaluation that a comment gives, as chess sites write it: `[%eval 0.35]` or `[%eval #-3]`.
    pub fn eval(&self) -> Option<Eval> {
        let eval = self.comments.iter().find_map(|c| c.split_once("[%eval ")?.1.split_once(']'))?.0;
        // Some programs write the depth behind a comma.
        let eval = eval.split(',').next().unwrap_or_default().trim();
        match eval.strip_prefix('#') {
            Some(mate) => mate.parse().ok().map(Eval::Mate),
            None => eval.parse::<f64>().ok().filter(|e| e.is_finite()).map(Eval::Score),
        }
    }

    /// Writes an evaluation into the comments in place of those that were there, or only takes them out. The rest of the
    /// comments stays; what programs write stands before it.
    pub fn set_eval(&mut self, eval: Option<Eval>) {
        for comment in &mut self.comments {
            while let Some((before, (_, after))) =
                comment.split_once("[%eval ").and_then(|(before, after)| Some((before, after.split_once(']')?)))
            {
                *comment = format!("{} {}", before.trim_end(), after.trim_start()).trim().to_string();
            }
        }
        self.comments.retain(|comment| !comment.is_empty());
        if let Some(eval) = eval {
            let eval = format!("[%eval {eval}]");
            match self.comments.first_mut() {
                Some(comment) => *comment = format!("{eval} {comment}"),
                None => self.comments.push(eval),
            }
        }
    }
}

/// An evaluation from the first player's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Eval {
    /// In units of which one is a clear advantage.
    Score(f64),
    /// A forced win in so many turns; negative if it is the second player's.
    Mate(i32),
}

impl fmt::Display for Eval {
    /// As chess sites write it: `0.35`, `#5`, `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Adding nothing makes a zero of the negative zero.
            Eval::Score(score) => write!(f, "{:.2}", (score * 100.0).round() / 100.0 + 0.0),
            Eval::Mate(turns) => write!(f, "#{turns}"),
        }
    }
}

impl Record {
    /// A game that has not ended, without moves.
    pub fn unfinished() -> Record {
        Record { result: "*".to_string(), ..Record::default() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value, in place of the one it had. A value is one line: control characters become spaces.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.replace(char::is_control, " ");
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some((_, v)) => *v = value,
            None => self.tags.push((name.to_string(), value)),
        }
    }

    /// Reads a record's text. Whether its moves are legal is for [`Record::check`] to say.
    pub fn parse(text: &str) -> Result<Record, Rejection> {
        Parser { text, at: 0, line: 1 }.record()
    }

    /// Makes a record canonical that is to be played in `session`, which stands where the record begins: every move,
    /// also of variations, must be legal and gets its canonical text; the tags say what the session knows, and the result
    /// is what the rules say if the game has ended by them. The session stands at the end of the game afterwards.
    pub fn check(&mut self, session: &mut dyn Session) -> Result<(), Rejection> {
        let info = session.info();
        self.set_or_drop("Game", info.id);
        self.set_or_drop("Rules", &session.rules().text());
        let begins = if session.is_at_start() { String::new() } else { session.position_text() };
        self.set_or_drop("Position", &begins);
        let players = [Seat::FIRST, Seat::SECOND].map(|seat| info.player_tag(seat));
        self.tags.sort_by_key(|(name, _)| players.iter().position(|p| p == name).unwrap_or(players.len()));

        self.second_begins = session.to_move() == Seat::SECOND;
        check_line(&mut self.line, session, usize::from(self.second_begins))?;
        if let Some(outcome) = session.outcome() {
            self.result = outcome.score().to_string();
            self.set_tag("Termination", outcome.reason.0);
        } else if self.result == "*" {
            self.set_or_drop("Termination", "");
        }
        let result = self.result.clone();
        self.set_or_drop("Result", &result);
        Ok(())
    }

    /// Gives a tag a value; an empty one drops it.
    fn set_or_drop(&mut self, name: &str, value: &str) {
        self.set_tag(name, value);
        self.tags.retain(|(n, v)| n != name || !v.is_empty());
    }

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

/// The records in a text of several, one after the other: each begins with the first of its tags. What stands before all
/// tags belongs to the first.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut starts = Vec::new();
    let (mut at, mut in_tags, mut in_comment) = (0, false, false);
    for line in text.split_inclusive('\n') {
        // A comment of several lines may have one that looks like a tag.
        let is_tag = line.starts_with('[') && !in_comment;
        if is_tag && !in_tags {
            starts.push(at);
        }
        in_tags = is_tag || in_tags && line.trim().is_empty();
        if !is_tag {
            in_comment = ends_in_comment(line, in_comment);
        }
        at += line.len();
    }
    match starts.first_mut() {
        Some(first) => *first = 0,
        None if text.trim().is_empty() => {}
        None => starts.push(0),
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &text[start..end])
}

/// Whether a comment in braces is open at the end of a line, if one was or was not at its beginning.
fn ends_in_comment(line: &str, open: bool) -> bool {
    if !open && line.starts_with('%') {
        return false;
    }
    let mut open = open;
    for c in line.chars() {
        match c {
            '}' if open => open = false,
            '{' if !open => open = true,
            ';' if !open => return false,
            _ => {}
        }
    }
    open
}

/// The number of a move as records write it, `12.` or `12...`, by its ply, counted so that even plies are the first
/// player's.
pub fn move_number(ply: usize) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// Moves with their numbers as records write them, of which the first is ply `ply`.
pub fn numbered(ply: usize, moves: &[String]) -> String {
    let moves = moves.iter().map(|text| Move { text: text.clone(), ..Move::default() }).collect();
    let mut words = Vec::new();
    write_line(&Line { comments: Vec::new(), moves }, ply, &mut words);
    words.join(" ")
}

/// Checks the moves of a line, of which the first is ply `ply`, counted so that even plies are the first player's.
fn check_line(line: &mut Line, session: &mut dyn Session, ply: usize) -> Result<(), Rejection> {
    for (ply, m) in (ply..).zip(&mut line.moves) {
        for variation in &mut m.variations {
            check_line(variation, &mut *session.fork(), ply)?;
        }
        m.text = session
            .play(&m.text)
            .map_err(|rejection| common::MOVE_REFUSED.with(&[&move_number(ply), &m.text]).because(vec![rejection]))?;
    }
    Ok(())
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

/// Results as they are written, each with other ways to write it.
const RESULTS: [&[&str]; 4] = [&["1-0"], &["0-1"], &["1/2-1/2", "½-½", "1/2", "½"], &["*"]];

fn result(word: &str) -> Option<&'static str> {
    RESULTS.iter().find(|spellings| spellings.contains(&word)).map(|spellings| spellings[0])
}

/// What chess programs write about a position between moves: who is better.
const JUDGEMENTS: [&str; 12] = ["+-", "-+", "=", "+=", "=+", "+/-", "-/+", "+/=", "=/+", "±", "∓", "∞"];

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len());
    }

    fn reject(&self, expected: &str) -> Rejection {
        let word: String = self.rest().chars().take_while(|c| !c.is_whitespace()).take(30).collect();
        common::RECORD_SYNTAX.with(&[&self.line, &word, &Key(expected)])
    }

    /// What stands up to a closing mark, which is passed over.
    fn until(&mut self, close: char, what: &str) -> Result<&'a str, Rejection> {
        let (begun, rest) = (self.line, self.rest());
        let end = rest.find(close).ok_or_else(|| common::RECORD_UNFINISHED.with(&[&begun, &Key(what)]))?;
        self.advance(end + close.len_utf8());
        Ok(&rest[..end])
    }

    fn record(&mut self) -> Result<Record, Rejection> {
        let mut record = Record::unfinished();
        // Comments may stand before the tags.
        let mut before = Line::default();
        loop {
            self.skip_space();
            if self.peek() == Some('[') {
                let (name, value) = self.tag()?;
                record.set_tag(&name, &value);
            } else if !self.comment(&mut before)? {
                break;
            }
        }
        let (line, second_begins) = self.line(0)?;
        record.line = line;
        record.line.comments.splice(0..0, before.comments);
        record.second_begins = second_begins.unwrap_or(false);
        if let Some(result) = record.tag("Result").and_then(result) {
            record.result = result.to_string();
        }
        let word = self.word();
        if let Some(result) = result(word) {
            record.result = result.to_string();
            self.advance(word.len());
        }
        self.skip_space();
        if !self.rest().is_empty() {
            return Err(self.reject("record.end"));
        }
        Ok(record)
    }

    fn tag(&mut self) -> Result<(String, String), Rejection> {
        let begun = self.line;
        self.advance(1);
        self.skip_space();
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        if length == 0 {
            return Err(self.reject("record.tag-name"));
        }
        self.advance(length);
        let name = rest[..length].to_string();
        self.skip_space();
        if self.peek() != Some('"') {
            return Err(self.reject("record.tag-value"));
        }
        let mut value = String::new();
        let mut escaped = false;
        for (i, c) in self.rest().char_indices().skip(1) {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.advance(i + 1);
                    self.skip_space();
                    if self.peek() != Some(']') {
                        return Err(self.reject("record.tag-close"));
                    }
                    self.advance(1);
                    return Ok((name, value));
                }
                c => value.push(c),
            }
        }
        Err(common::RECORD_UNFINISHED.with(&[&begun, &Key("record.tag")]))
    }

    /// Passes over a comment, which is added to the line, or a line that is meant for other programs; whether there
    /// was one.
    fn comment(&mut self, line: &mut Line) -> Result<bool, Rejection> {
        match self.peek() {
            Some('{') => {
                self.advance(1);
                let comment = self.until('}', "record.comment")?;
                line.comment(comment);
            }
            Some(';') => {
                let comment = self.rest().lines().next().unwrap_or_default();
                self.advance(comment.len());
                line.comment(&comment[1..]);
            }
            Some('%') if self.text[..self.at].ends_with('\n') || self.at == 0 => {
                self.advance(self.rest().lines().next().unwrap_or_default().len());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The next word of the move text: up to a space or a bracket.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "{}();".contains(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Reads moves up to a result, a closing parenthesis or the end, and whether they begin with the second player's.
    fn line(&mut self, depth: usize) -> Result<(Line, Option<bool>), Rejection> {
        let mut line = Line::default();
        let mut second_begins = None;
        loop {
            self.skip_space();
            if self.comment(&mut line)? {
                continue;
            }
            match self.peek() {
                None | Some(')') => break,
                // A glyph that chess programs write for "good move" and the like.
                Some('$') => self.advance(self.word().len()),
                Some('(') => {
                    if depth == MAX_VARIATION_DEPTH {
                        return Err(common::RECORD_DEPTH.with(&[&self.line, &MAX_VARIATION_DEPTH]));
                    }
                    let begun = self.line;
                    if line.moves.is_empty() {
                        return Err(self.reject("record.move"));
                    }
                    self.advance(1);
                    let (variation, _) = self.line(depth + 1)?;
                    if self.peek() != Some(')') {
                        return Err(match self.rest() {
                            "" => common::RECORD_UNFINISHED.with(&[&begun, &Key("record.variation")]),
                            _ => self.reject("record.move-of-variation"),
                        });
                    }
                    self.advance(1);
                    if let Some(last) = line.moves.last_mut() {
                        last.variations.push(variation);
                    }
                }
                Some(_) => {
                    let word = self.word();
                    if word.is_empty() || depth == 0 && result(word).is_some() {
                        break;
                    }
                    if word.contains(['[', ']', '"']) {
                        return Err(self.reject("record.move"));
                    }
                    self.advance(word.len());
                    let text = bare_move(word);
                    let number = word.split_once(text).map_or("", |(before, _)| before);
                    let number = if text.is_empty() { word } else { number };
                    if line.moves.is_empty() && number.contains(['.', '…']) {
                        second_begins = Some(number.contains("...") || number.contains('…'));
                    }
                    let is_remark = text.starts_with('$') || JUDGEMENTS.contains(&text) || result(text).is_some();
                    if !text.is_empty() && !is_remark {
                        line.moves.push(Move { text: text.to_string(), ..Move::default() });
                    }
                }
            }
        }
        Ok((line, second_begins))
    }
}

/// The move in a word, without its number and the marks of praise and blame: `c1d3` in `12.c1d3!?`.
fn bare_move(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after.is_empty() || after.starts_with(['.', '…']);
    let text = if numbered { after.trim_start_matches(['.', '…']) } else { word };
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    if text.len() < word.len() { bare_move(text) } else { text }
}

impl Line {
    fn comment(&mut self, text: &str) {
        let comments = self.moves.last_mut().map_or(&mut self.comments, |m| &mut m.comments);
        comments.push(text.trim().to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rejection::Arg;

    #[test]
    fn a_canonical_record_comes_back_byte_for_byte() {
        let text = "[Game \"mitsudomoe\"]\n[Rules \"flex,size=6\"]\n[Date \"2026.11.15\"]\n[White \"Ana \\\"A\\\" \\\\\"]\n\
                    [Black \"level:3\"]\n[Result \"0-1\"]\n[Termination \"home full\"]\n\n\
                    1. @c2/b1c2 @d4/e4d4 2. @c3/c2c3 {[%eval 0.35] A good start.} (2. @b2/a1b2 (2. @d1/b1c2) @a5 3. /a1b2) \
                    (2. @c4) @d3/d4d3 (2... -- {#}) 0-1\n";
        let record = Record::parse(text).unwrap();
        assert_eq!(record.text(), text);
        assert_eq!(record.tag("White"), Some("Ana \"A\" \\"));
        assert_eq!(record.line.moves[2].eval(), Some(Eval::Score(0.35)));
        assert_eq!(record.line.moves[2].variations.len(), 2);
        let text = "{Red begins.} 1... a7b6/d4 {[%eval #-3]} 2. a1b2/c3 *\n";
        let record = Record::parse(text).unwrap();
        assert!(record.second_begins);
        assert_eq!(record.line.moves[0].eval(), Some(Eval::Mate(-3)));
        assert_eq!(record.text(), text);
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut record = Record { result: "*".into(), ..Record::default() };
        record.set_tag("Result", "*");
        record.set_tag("White", "two\nlines");
        record.set_tag("Game", "x");
        let m = Move { text: "a1b2".into(), comments: vec![" a } b ".into()], variations: vec![] };
        record.line.moves.push(m);
        let text = record.text();
        assert_eq!(text, "[Game \"x\"]\n[White \"two lines\"]\n[Result \"*\"]\n\n1. a1b2 {a ) b} *\n");
        assert_eq!(Record::parse(&text).unwrap().text(), text);
    }

    #[test]
    fn evaluations_come_back() {
        let evals = [(Eval::Score(0.35), "0.35"), (Eval::Score(-12.0), "-12.00"), (Eval::Score(-0.001), "0.00")];
        let mates = [(Eval::Mate(5), "#5"), (Eval::Mate(-3), "#-3")];
        for (eval, text) in evals.into_iter().chain(mates) {
            let mut m = Move { text: "a1b2".into(), ..Move::default() };
            m.set_eval(Some(eval));
            assert_eq!(m.comments, [format!("[%eval {text}]")]);
            let rounded = if eval == Eval::Score(-0.001) { Eval::Score(0.0) } else { eval };
            assert_eq!(m.eval(), Some(rounded));
        }
    }

    #[test]
    fn an_evaluation_takes_the_place_of_older_ones_and_of_nothing_else() {
        let comments = ["Good [%eval 1.5,20]  [%clk 0:01]!", "[%eval #3]", "[%evaluated]", "x [%eval 1"];
        let mut m = Move { comments: comments.map(String::from).to_vec(), ..Move::default() };
        m.set_eval(Some(Eval::Mate(2)));
        assert_eq!(m.comments, ["[%eval #2] Good [%clk 0:01]!", "[%evaluated]", "x [%eval 1"]);
        m.set_eval(None);
        assert_eq!(m.comments, ["Good [%clk 0:01]!", "[%evaluated]", "x [%eval 1"]);
    }

    #[test]
    fn a_text_of_several_records_is_split_at_their_first_tags() {
        let texts = [
            "{Before} ; [all\n[Game \"x\"]\n\n[White \"{\"]\n\n1. a1b2 {a comment of\n[%eval 0.3] lines} ; {\n% {\n*\n\n",
            "[Game \"y\"]\n*\n",
            "[Game \"z\"]\n1. a1b2",
        ];
        assert_eq!(split(&texts.concat()).collect::<Vec<_>>(), texts);
        assert_eq!(split("\u{feff}[Game \"x\"]\n*").count(), 1);
        assert_eq!(split("1. a1b2 *").count(), 1);
        assert_eq!(split(" \n").count(), 0);
    }

    #[test]
    fn moves_are_numbered_from_any_ply() {
        let moves = ["a", "b", "c"].map(String::from);
        assert_eq!(numbered(0, &moves), "1. a b 2. c");
        assert_eq!(numbered(23, &moves), "12... a 13. b c");
    }

    #[test]
    fn reading_is_forgiving() {
        let record = Record::parse(
            "\u{feff}[ Game  \"x\" ]\r\n1.c1d3!? $14 c9d7 ; to the end\n2 . g1f3 {two\nlines} 2... g9f7??",
        )
        .unwrap();
        let moves: Vec<&str> = record.line.moves.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(moves, ["c1d3", "c9d7", "g1f3", "g9f7"]);
        assert_eq!(record.line.moves[1].comments, ["to the end"]);
        assert_eq!(record.result, "*");
        assert_eq!(Record::parse("").unwrap().text(), "*\n");
        let text = "; before\n% for others\n[Game \"x\"]\n1. ... a1b2+ (1... c1d2# 1-0) +- 2. -- {[%eval 1.5,20]} ½-½";
        let record = Record::parse(text).unwrap();
        assert_eq!(record.text(), "[Game \"x\"]\n\n{before} 1... a1b2 (1... c1d2) 2. -- {[%eval 1.5,20]} 1/2-1/2\n");
        assert_eq!(record.line.moves[1].eval(), Some(Eval::Score(1.5)));
        assert_eq!(Record::parse("[Result \"1-0\"]").unwrap().result, "1-0");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        let refused = |text: &str| {
            let rejection = Record::parse(text).unwrap_err();
            (rejection.code.id, rejection.args)
        };
        assert_eq!(
            refused("1. c1d3\n{never closed"),
            ("record-unfinished", vec![Arg::Text("2".into()), Arg::Key("record.comment".into())])
        );
        assert_eq!(refused("[Game \"x]").0, "record-unfinished");
        assert_eq!(refused("[Game x]").0, "record-syntax");
        assert_eq!(refused("[\"x\"]").0, "record-syntax");
        assert_eq!(refused("1. a ( b").0, "record-unfinished");
        assert_eq!(refused("( b )").0, "record-syntax");
        assert_eq!(refused("1. a ) b").0, "record-syntax");
        assert_eq!(refused("1. a 1-0 b").0, "record-syntax");
        assert_eq!(refused(&format!("a{}", " (a".repeat(100))).0, "record-depth");
    }
}
