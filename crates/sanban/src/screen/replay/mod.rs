//! A recorded game on the screen, with its evaluation curve.

mod drawing;

use crate::board_text::BoardStyle;
use crate::failure::{Failure, Result};
use crate::language;
use crate::record_file::RecordedGame;
use crate::screen::board_view::BoardView;
use crate::screen::engine_thread::{EngineEvent, EngineThread};
use crate::screen::page::Page;
use crate::screen::widgets::Buttons;
use crate::screen::{Flow, View, is_control};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use sanban_core::record::Record;
use sanban_core::{Seat, Session};
use sanban_engine::phrasing::Phrasing;
use sanban_engine::score::share;
use sanban_games::registry;
use std::time::{Duration, Instant};

/// How long autoplay shows each move, in milliseconds.
const AUTOPLAY_DELAYS_MS: [u64; 5] = [250, 500, 1000, 2000, 4000];

/// How long to evaluate each position for the curve.
const EVALUATION_TIME: Duration = Duration::from_millis(250);

/// Shows a recorded game.
pub struct ReplayView {
    record: Record,
    /// The displayed names of the players.
    names: [String; 2],
    /// The session after each number of moves.
    sessions: Vec<Box<dyn Session>>,
    /// How many moves of the game are shown.
    at: usize,
    board: BoardView,
    phrasing: Phrasing,
    engine: EngineThread,
    /// The first player's expected score after each number of moves, and its text.
    evaluations: Vec<Option<(f64, String)>>,
    /// The position under evaluation.
    evaluating: Option<usize>,
    shows_curve: bool,
    /// When autoplay showed the current move.
    playing_since: Option<Instant>,
    pace: usize,
    typed: String,
    warning: Option<String>,
    page: Option<Page>,
    buttons: Buttons,
}

impl ReplayView {
    /// Shows the start of a game. Uses the evaluations in the record.
    pub fn new(game: RecordedGame, style: BoardStyle) -> Result<Self> {
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| game.player_name(seat));
        let RecordedGame { record, session, .. } = game;
        let rules = session.rules().clone();
        let failure = |rejection| Failure::rejected(&rejection, rules.info().messages);
        let start = registry::open(rules.clone(), Some(session.start_text())).map_err(failure)?;
        let phrasing = language::phrasing(&rules);
        let mut sessions = vec![start];
        let mut evaluations = vec![None];
        for m in &record.line.moves {
            let mut next = sessions.last().expect("the start").fork();
            next.play(&m.text).map_err(failure)?;
            evaluations.push(m.eval().map(|eval| (share(eval), eval.to_string())));
            sessions.push(next);
        }
        for (evaluation, session) in evaluations.iter_mut().zip(&sessions) {
            if let Some(outcome) = session.outcome() {
                let share = outcome.winner.map_or(0.5, |winner| if winner == Seat::FIRST { 1.0 } else { 0.0 });
                *evaluation = Some((share, outcome.score().to_string()));
            }
        }
        let engine = EngineThread::new(&rules, [None, None]).map_err(failure)?;
        Ok(ReplayView {
            record,
            names,
            sessions,
            at: 0,
            board: BoardView::new(style),
            phrasing,
            engine,
            evaluations,
            evaluating: None,
            shows_curve: false,
            playing_since: None,
            pace: 2,
            typed: String::new(),
            warning: None,
            page: None,
            buttons: Vec::new(),
        })
    }

    /// Shows or hides the evaluation curve.
    pub fn with_curve(mut self, shows_curve: bool) -> Self {
        self.shows_curve = shows_curve;
        self
    }

    fn last_index(&self) -> usize {
        self.sessions.len() - 1
    }

    fn go_to(&mut self, to: usize) {
        self.at = to.min(self.last_index());
        self.warning = None;
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        language::say(self.phrasing.info(), key, args)
    }

    /// Jumps to the typed move number.
    fn jump(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let first = usize::from(self.record.second_begins);
        let max = (self.last_index() + first).div_ceil(2);
        match typed.parse::<usize>() {
            Ok(number) if number <= max => self.go_to((2 * number).saturating_sub(1 + first)),
            _ => {
                let max = max.to_string();
                self.warning = Some(self.say("replay-no-such-move", &[("number", &typed), ("most", &max)]));
            }
        }
    }

    fn toggle_autoplay(&mut self) {
        self.playing_since = match self.playing_since {
            Some(_) => None,
            None => {
                if self.at == self.last_index() {
                    self.go_to(0);
                }
                Some(Instant::now())
            }
        };
    }

    fn show_help(&mut self) {
        let mut text = Vec::new();
        for (name, key) in [
            ("← → k j", "step"),
            ("Home End", "ends"),
            ("↑ ↓", "ten"),
            (self.say("screen-key-space", &[]).as_str(), "play"),
            ("< >", "delay"),
            ("1 2 … Enter", "jump"),
            ("W", "curve"),
            ("V", "flip"),
            ("[ ]", "pieces"),
            ("Q Esc", "quit"),
        ] {
            let name = match (self.board.style.ascii, key) {
                (true, "step") => "left right",
                (true, "ten") => "up down",
                (true, "jump") => "1 2 ... Enter",
                _ => name,
            };
            text.push((format!("{name:>13}  "), self.say(&format!("replay-help-{key}"), &[])));
        }
        self.page = Some(Page::new(self.say("screen-help-title", &[]), text, self.board.style));
    }

    /// Starts the next missing evaluation, nearest to the shown position first.
    fn evaluate_next(&mut self) {
        if !self.shows_curve || self.evaluating.is_some() {
            return;
        }
        let missing = (0..self.evaluations.len()).filter(|&at| self.evaluations[at].is_none());
        if let Some(next) = missing.min_by_key(|&at| at.abs_diff(self.at)) {
            self.engine.evaluate(&*self.sessions[next], EVALUATION_TIME);
            self.evaluating = Some(next);
        }
    }
}

impl View for ReplayView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draw_replay(frame);
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Close);
        }
        if let Some(page) = &mut self.page {
            if page.key(key)? == Flow::Close {
                self.page = None;
            }
            return Ok(Flow::Continue);
        }
        match key.code {
            KeyCode::Left | KeyCode::Backspace if self.typed.is_empty() => self.go_to(self.at.saturating_sub(1)),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Right => self.go_to(self.at + 1),
            KeyCode::Up | KeyCode::PageUp => self.go_to(self.at.saturating_sub(10)),
            KeyCode::Down | KeyCode::PageDown => self.go_to(self.at + 10),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(self.last_index()),
            KeyCode::Enter if !self.typed.is_empty() => self.jump(),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => return Ok(Flow::Close),
            KeyCode::Char(c) if c.is_ascii_digit() && self.typed.len() < 6 => {
                self.warning = None;
                self.typed.push(c);
            }
            KeyCode::Char(c) => match c.to_ascii_lowercase() {
                'j' => self.go_to(self.at + 1),
                'k' => self.go_to(self.at.saturating_sub(1)),
                ' ' => self.toggle_autoplay(),
                '<' => self.pace = (self.pace + 1).min(AUTOPLAY_DELAYS_MS.len() - 1),
                '>' => self.pace = self.pace.saturating_sub(1),
                'w' => self.shows_curve = !self.shows_curve,
                'v' => self.board.is_flipped = !self.board.is_flipped,
                '[' | ']' => self.board.change_pieces(c == ']'),
                'l' => self.page = Some(Page::rules(self.sessions[0].info(), self.board.style)),
                '?' => self.show_help(),
                'q' => return Ok(Flow::Close),
                _ => self.warning = Some(self.say("screen-no-such-key", &[])),
            },
            _ => {}
        }
        Ok(Flow::Continue)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow> {
        if let Some(page) = &mut self.page {
            if page.mouse(mouse)? == Flow::Close {
                self.page = None;
            }
            return Ok(Flow::Continue);
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let at = (mouse.column, mouse.row).into();
                if let Some((_, code)) = self.buttons.iter().find(|(place, _)| place.contains(at)) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                }
            }
            MouseEventKind::ScrollUp => self.go_to(self.at.saturating_sub(1)),
            MouseEventKind::ScrollDown => self.go_to(self.at + 1),
            _ => {}
        }
        Ok(Flow::Continue)
    }

    fn tick(&mut self) -> Result<Flow> {
        while let Some(event) = self.engine.next_event() {
            match (event, self.evaluating) {
                (EngineEvent::Evaluation(score), Some(at)) => {
                    let to_move = self.sessions[at].to_move();
                    let score = if to_move == Seat::FIRST { score } else { score.for_opponent() };
                    self.evaluations[at] = Some((score.expected(), self.phrasing.eval(score, Seat::FIRST)));
                }
                (EngineEvent::EvaluationFinished, _) => self.evaluating = None,
                _ => {}
            }
        }
        self.evaluate_next();
        if let Some(since) = self.playing_since
            && since.elapsed() >= Duration::from_millis(AUTOPLAY_DELAYS_MS[self.pace])
        {
            self.go_to(self.at + 1);
            self.playing_since = (self.at < self.last_index()).then(Instant::now);
        }
        Ok(Flow::Continue)
    }

    fn is_busy(&self) -> bool {
        self.playing_since.is_some() || self.evaluating.is_some()
    }
}
