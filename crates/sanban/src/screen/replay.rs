//! A recorded game on the screen: step by step, by itself, or from anywhere in it, with the curve of its course.

use super::mind::{Mind, News};
use super::pages::Page;
use super::pane::{Pane, squares_of};
use super::widgets::{self, BOLD, Buttons, Key, faint, warning};
use super::{Flow, View, is_control};
use crate::board::{BoardStyle, Marks};
use crate::curve::sparkline;
use crate::failure::Failure;
use crate::recorded::Recorded;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use sanban_core::record::{Record, move_number};
use sanban_core::{Seat, Session};
use sanban_engine::phrasing::Phrasing;
use sanban_engine::score::share;
use sanban_games::registry;
use std::time::{Duration, Instant};

/// How long each move is shown when they go by themselves, in milliseconds.
const PACES: [u64; 5] = [250, 500, 1000, 2000, 4000];

/// How long each position is judged for the curve.
const JUDGED: Duration = Duration::from_millis(250);

/// A recorded game on the screen.
pub struct ReplayView {
    record: Record,
    /// The game after each number of moves.
    sessions: Vec<Box<dyn Session>>,
    at: usize,
    pane: Pane,
    words: Phrasing,
    mind: Mind,
    /// The share of the points that the first player can expect after each number of moves, and in words.
    judged: Vec<Option<(f64, String)>>,
    /// Which one is being judged.
    judging: Option<usize>,
    /// Whether the curve is wanted.
    evaluates: bool,
    plays_since: Option<Instant>,
    pace: usize,
    typed: String,
    told: Option<String>,
    page: Option<Page>,
    buttons: Buttons,
}

impl ReplayView {
    /// A record from its beginning. Evaluations that are noted in it need not be found again.
    pub fn new(game: Recorded, look: BoardStyle) -> Result<Self, Failure> {
        let Recorded { record, session, .. } = game;
        let rules = session.rules().clone();
        let refused = |rejection| Failure::refused(&rejection, rules.info().messages);
        let begun = registry::open(rules.clone(), Some(session.start_text())).map_err(refused)?;
        let words = crate::language::words(&rules);
        let mut sessions = vec![begun];
        let mut judged = vec![None];
        for m in &record.line.moves {
            let mut next = sessions.last().expect("it has begun").fork();
            next.play(&m.text).map_err(refused)?;
            judged.push(m.eval().map(|eval| (share(eval), eval.to_string())));
            sessions.push(next);
        }
        for (judged, session) in judged.iter_mut().zip(&sessions) {
            if let Some(outcome) = session.outcome() {
                let share = outcome.winner.map_or(0.5, |winner| if winner == Seat::FIRST { 1.0 } else { 0.0 });
                *judged = Some((share, outcome.score().to_string()));
            }
        }
        let mind = Mind::new(&rules, [None, None]).map_err(refused)?;
        Ok(ReplayView {
            record,
            sessions,
            at: 0,
            pane: Pane::new(look),
            words,
            mind,
            judged,
            judging: None,
            evaluates: false,
            plays_since: None,
            pace: 2,
            typed: String::new(),
            told: None,
            page: None,
            buttons: Vec::new(),
        })
    }

    fn last(&self) -> usize {
        self.sessions.len() - 1
    }

    fn go(&mut self, to: usize) {
        self.at = to.min(self.last());
        self.told = None;
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        self.words.say(key, args)
    }

    /// Jumps to the move with the number that was typed, as it is played.
    fn jump(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let first = usize::from(self.record.second_begins);
        let most = (self.last() + first).div_ceil(2);
        match typed.parse::<usize>() {
            Ok(number) if number <= most => self.go((2 * number).saturating_sub(1 + first)),
            _ => {
                let most = most.to_string();
                self.told = Some(self.say("replay.no-such-move", &[("number", &typed), ("most", &most)]));
            }
        }
    }

    fn play(&mut self) {
        self.plays_since = match self.plays_since {
            Some(_) => None,
            None => {
                if self.at == self.last() {
                    self.go(0);
                }
                Some(Instant::now())
            }
        };
    }

    fn help(&mut self) {
        let mut text = Vec::new();
        for (name, key) in [
            ("← →", "step"),
            ("Home End", "ends"),
            ("↑ ↓", "ten"),
            (self.say("screen.key-space", &[]).as_str(), "play"),
            ("< >", "pace"),
            ("1 2 … Enter", "jump"),
            ("W", "curve"),
            ("V", "flip"),
            ("[ ]", "pieces"),
            ("Q Esc", "quit"),
        ] {
            let name = match (self.pane.look.ascii, key) {
                (true, "step") => "left right",
                (true, "ten") => "up down",
                (true, "jump") => "1 2 ... Enter",
                _ => name,
            };
            text.push((format!("{name:>13}  "), self.say(&format!("replay.help.{key}"), &[])));
        }
        self.page = Some(Page::new(self.say("screen.help-title", &[]), text, self.pane.look));
    }

    /// Judges the next position of which nothing is known, those nearest to what is shown first.
    fn judge(&mut self) {
        if !self.evaluates || self.judging.is_some() {
            return;
        }
        let unknown = (0..self.judged.len()).filter(|&at| self.judged[at].is_none());
        if let Some(next) = unknown.min_by_key(|&at| at.abs_diff(self.at)) {
            self.mind.judge(&*self.sessions[next], JUDGED);
            self.judging = Some(next);
        }
    }

    fn draw_side(&self, frame: &mut Frame<'_>, mut area: Rect) {
        let look = self.pane.look;
        let session = &self.sessions[self.at];
        let take = |area: &mut Rect, lines: u16| {
            let lines = lines.min(area.height);
            *area = Rect { y: area.y + lines, height: area.height - lines, ..*area };
        };
        let lines = widgets::write(frame, area, &self.words.game(session.rules()), BOLD);
        take(&mut area, lines);
        if self.evaluates {
            let known = self.judged[self.at].as_ref();
            let share = known.map_or(0.5, |(share, _)| *share);
            let score = known.map_or("...", |(_, score)| score);
            let first = self.say(session.info().players[0], &[]);
            // A proof names the player by itself.
            let title = match score.chars().next().is_some_and(char::is_alphabetic) {
                true => score.to_string(),
                false => self.say("screen.evaluation", &[("player", &first), ("score", score)]),
            };
            let lines = widgets::write(frame, area, &title, Style::new());
            take(&mut area, lines);
            let bar = widgets::bar(share, area.width.min(30), look.ascii);
            for line in [bar].into_iter().chain(self.curve(area.width)) {
                frame.render_widget(line, Rect { height: area.height.min(1), ..area });
                take(&mut area, 1);
            }
        }
        if let Some(comment) = self.at.checked_sub(1).map(|at| comments(&self.record, at)).filter(|c| !c.is_empty()) {
            let lines = widgets::write(frame, Rect { height: area.height / 2, ..area }, &comment, faint(look));
            take(&mut area, lines);
        }
        take(&mut area, 1);
        let moves: Vec<String> = self.record.line.moves.iter().map(|m| m.text.clone()).collect();
        widgets::moves(frame, area, &moves, self.record.second_begins, self.at, look);
    }

    /// The curve in one line, with a mark under the move that is shown.
    fn curve(&self, width: u16) -> [String; 2] {
        let width = usize::from(width).min(self.judged.len());
        // Where there are more moves than columns, a column shows one of several.
        let column = |at: usize| at * (width - 1) / self.last().max(1);
        let mut shares = vec![None; width];
        for (at, judged) in self.judged.iter().enumerate() {
            if let Some((share, _)) = judged {
                shares[column(at)] = Some(*share);
            }
        }
        [sparkline(&shares, self.pane.look.ascii), format!("{}^", " ".repeat(column(self.at)))]
    }

    fn status(&self) -> (String, Style) {
        let session = &self.sessions[self.at];
        if !self.typed.is_empty() {
            return (self.say("replay.jump", &[("number", &self.typed)]), BOLD);
        }
        if let Some(told) = &self.told {
            return (told.clone(), warning(self.pane.look));
        }
        let info = session.info();
        let player = |seat: Seat| self.say(info.players[seat.index()], &[]);
        let mut text = match self.at.checked_sub(1) {
            None => self.say("replay.start", &[]),
            Some(at) => {
                let number = move_number(at + usize::from(self.record.second_begins));
                format!("{number} {}", self.record.line.moves[at].text)
            }
        };
        text += &match session.outcome() {
            Some(outcome) => {
                let reason = self.say(&outcome.reason.key(), &[]);
                let key = if outcome.winner.is_some() { "play.won-side" } else { "play.drawn" };
                let winner = outcome.winner.map_or(String::new(), player);
                format!("   {}", self.say(key, &[("player", &winner), ("reason", &reason)]))
            }
            None if self.at == self.last() && self.record.result != "*" => {
                let reason = self.record.tag("Termination").unwrap_or("");
                format!("   {} {reason}", self.record.result)
            }
            None => format!("   {} {}", player(session.to_move()), self.say("to-move", &[])),
        };
        (text, Style::new())
    }

    fn players(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = &self.sessions[self.at];
        let (info, scene) = (session.info(), session.scene());
        let look = self.pane.look;
        for seat in [Seat::FIRST, Seat::SECOND] {
            let name = self.record.tag(&info.player_tag(seat)).unwrap_or("?");
            let moves = session.outcome().is_none() && session.to_move() == seat;
            let place = Rect { y: area.y + seat.index() as u16, height: 1, ..area };
            let line = widgets::player(info, &scene, (seat, name), moves, look, widgets::Supply::Dark, place.width);
            frame.render_widget(line, place);
        }
    }
}

/// What is said about a move, without what is meant for programs.
fn comments(record: &Record, at: usize) -> String {
    let plain = |comment: &String| {
        let mut text = comment.clone();
        while let (Some(from), Some(to)) = (text.find("[%"), text.find(']')) {
            if to < from {
                break;
            }
            text.replace_range(from..=to, "");
        }
        text.trim().to_string()
    };
    let all: Vec<String> = record.line.moves[at].comments.iter().map(plain).filter(|text| !text.is_empty()).collect();
    all.join(" ")
}

impl View for ReplayView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.players(frame, Rect { height: 2, ..area });
        let foot = 2;
        let middle = Rect { y: area.y + 2, height: area.height - 2 - foot, ..area };
        let session = &self.sessions[self.at];
        let (info, scene) = (session.info(), session.scene());
        let last = session.played().last().map_or(Vec::new(), |text| squares_of(text, scene.board));
        let marks = Marks { last, ..Marks::default() };
        let beside = self.pane.draw(frame, middle, info, &scene, &marks);
        self.draw_side(frame, beside);
        let bottom = Rect { y: area.bottom() - foot, height: foot, ..area };
        let (text, style) = self.status();
        let lines = widgets::write(frame, bottom, &text, style);
        let rest = Rect { y: bottom.y + lines, height: bottom.height - lines, ..bottom };
        let space = self.say("screen.key-space", &[]);
        let arrows = if self.pane.look.ascii { ["<-", "->"] } else { ["←", "→"] };
        let keys = [
            ("?", KeyCode::Char('?'), "help"),
            ("Q", KeyCode::Char('q'), "quit"),
            (arrows[0], KeyCode::Left, "back"),
            (arrows[1], KeyCode::Right, "on"),
            (space.as_str(), KeyCode::Char(' '), if self.plays_since.is_some() { "stop" } else { "play" }),
            ("W", KeyCode::Char('w'), "curve"),
            ("V", KeyCode::Char('v'), "flip"),
        ];
        let keys: Vec<Key<'_>> = keys
            .into_iter()
            .map(|(name, code, key)| Key { code, name, does: self.say(&format!("replay.key.{key}"), &[]) })
            .collect();
        self.buttons = widgets::keys(frame, rest, &keys, self.pane.look);
        if let Some(page) = &mut self.page {
            page.draw(frame);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow, Failure> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Leave);
        }
        if let Some(page) = &mut self.page {
            if page.key(key)? == Flow::Leave {
                self.page = None;
            }
            return Ok(Flow::Stay);
        }
        match key.code {
            KeyCode::Left | KeyCode::Backspace if self.typed.is_empty() => self.go(self.at.saturating_sub(1)),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Right => self.go(self.at + 1),
            KeyCode::Up | KeyCode::PageUp => self.go(self.at.saturating_sub(10)),
            KeyCode::Down | KeyCode::PageDown => self.go(self.at + 10),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.last()),
            KeyCode::Enter if !self.typed.is_empty() => self.jump(),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => return Ok(Flow::Leave),
            KeyCode::Char(c) if c.is_ascii_digit() && self.typed.len() < 6 => {
                self.told = None;
                self.typed.push(c);
            }
            KeyCode::Char(c) => match c.to_ascii_lowercase() {
                ' ' => self.play(),
                '<' => self.pace = (self.pace + 1).min(PACES.len() - 1),
                '>' => self.pace = self.pace.saturating_sub(1),
                'w' => self.evaluates = !self.evaluates,
                'v' => self.pane.flipped = !self.pane.flipped,
                '[' | ']' => self.pane.draw_pieces(c == ']'),
                'l' => self.page = Some(Page::rules(self.sessions[0].info(), self.pane.look)),
                '?' => self.help(),
                'q' => return Ok(Flow::Leave),
                _ => self.told = Some(self.say("screen.no-such-key", &[])),
            },
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow, Failure> {
        if let Some(page) = &mut self.page {
            if page.mouse(mouse)? == Flow::Leave {
                self.page = None;
            }
            return Ok(Flow::Stay);
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let at = (mouse.column, mouse.row).into();
                if let Some((_, code)) = self.buttons.iter().find(|(place, _)| place.contains(at)) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                }
            }
            MouseEventKind::ScrollUp => self.go(self.at.saturating_sub(1)),
            MouseEventKind::ScrollDown => self.go(self.at + 1),
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn tick(&mut self) -> Result<Flow, Failure> {
        while let Some(news) = self.mind.news() {
            match (news, self.judging) {
                (News::Judged(score), Some(at)) => {
                    let to_move = self.sessions[at].to_move();
                    let score = if to_move == Seat::FIRST { score } else { score.reversed() };
                    self.judged[at] = Some((score.expected(), self.words.eval(score, Seat::FIRST)));
                }
                (News::Done, _) => self.judging = None,
                _ => {}
            }
        }
        self.judge();
        if let Some(since) = self.plays_since
            && since.elapsed() >= Duration::from_millis(PACES[self.pace])
        {
            self.go(self.at + 1);
            self.plays_since = (self.at < self.last()).then(Instant::now);
        }
        Ok(Flow::Stay)
    }

    fn is_busy(&self) -> bool {
        self.plays_since.is_some() || self.judging.is_some()
    }
}
