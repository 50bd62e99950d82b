//! Drawing of a recorded game.

use super::ReplayView;
use crate::board_text::Marks;
use crate::language;
use crate::pictures::curve::sparkline;
use crate::screen::View;
use crate::screen::widgets::{self, BOLD, KeyHint, faint, warning};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use sanban_core::Seat;
use sanban_core::ending::Ending;
use sanban_core::record::{Record, move_number};

impl ReplayView {
    pub(super) fn draw_replay(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_players(frame, Rect { height: 2, ..area });
        let foot = 3;
        let middle = Rect { y: area.y + 2, height: area.height - 2 - foot, ..area };
        let session = &self.sessions[self.at];
        let (info, scene) = (session.info(), session.scene());
        let marks = Marks { last_move: session.last_squares(), ..Marks::default() };
        let panel = self.board.draw(frame, middle, info, &scene, &marks);
        self.draw_panel(frame, panel);
        let bottom = Rect { y: area.bottom() - foot, height: foot, ..area };
        let (text, style) = self.status();
        widgets::write_above(frame, Rect { height: foot - 1, ..bottom }, &text, style, self.board.style);
        let rest = Rect { y: bottom.bottom() - 1, height: 1, ..bottom };
        let space = self.say("screen-key-space", &[]);
        let arrows = if self.board.style.ascii { ["<-", "->"] } else { ["←", "→"] };
        let keys = [
            ("?", KeyCode::Char('?'), "help"),
            ("Q", KeyCode::Char('q'), "quit"),
            (arrows[0], KeyCode::Left, "back"),
            (arrows[1], KeyCode::Right, "next"),
            (space.as_str(), KeyCode::Char(' '), if self.playing_since.is_some() { "stop" } else { "play" }),
            ("W", KeyCode::Char('w'), "curve"),
            ("V", KeyCode::Char('v'), "flip"),
        ];
        let keys: Vec<KeyHint<'_>> = keys
            .into_iter()
            .map(|(name, code, key)| KeyHint { code, name, action: self.say(&format!("replay-key-{key}"), &[]) })
            .collect();
        self.buttons = widgets::draw_keys(frame, rest, &keys, self.board.style);
        if let Some(page) = &mut self.page {
            page.draw(frame);
        }
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, mut area: Rect) {
        let style = self.board.style;
        let session = &self.sessions[self.at];
        let take = |area: &mut Rect, lines: u16| {
            let lines = lines.min(area.height);
            *area = Rect { y: area.y + lines, height: area.height - lines, ..*area };
        };
        let lines = widgets::write(frame, area, &self.phrasing.game(session.rules()), BOLD);
        take(&mut area, lines);
        if self.shows_curve {
            let known = self.evaluations[self.at].as_ref();
            let share = known.map_or(0.5, |(share, _)| *share);
            let score = known.map_or("...", |(_, score)| score);
            let first = self.say(session.info().players[0], &[]);
            // The text of a proven result names the player.
            let title = match score.chars().next().is_some_and(char::is_alphabetic) {
                true => score.to_string(),
                false => self.say("screen-evaluation", &[("player", &first), ("score", score)]),
            };
            let lines = widgets::write(frame, area, &title, Style::new());
            take(&mut area, lines);
            let bar = widgets::bar(share, area.width.min(30), style.ascii);
            for line in [bar].into_iter().chain(self.curve(area.width)) {
                frame.render_widget(line, Rect { height: area.height.min(1), ..area });
                take(&mut area, 1);
            }
        }
        if let Some(comment) = self.at.checked_sub(1).map(|at| comments(&self.record, at)).filter(|c| !c.is_empty()) {
            let lines = widgets::write(frame, Rect { height: area.height / 2, ..area }, &comment, faint(style));
            take(&mut area, lines);
        }
        take(&mut area, 1);
        let moves: Vec<String> = self.record.line.moves.iter().map(|m| m.text.clone()).collect();
        widgets::draw_moves(frame, area, &moves, self.record.second_begins, self.at, style);
    }

    /// The curve on one line, and a mark under the shown move.
    fn curve(&self, width: u16) -> [String; 2] {
        let width = usize::from(width).min(self.evaluations.len());
        // With more moves than columns, a column shows the last of several.
        let column = |at: usize| at * (width - 1) / self.last_index().max(1);
        let mut shares = vec![None; width];
        for (at, evaluation) in self.evaluations.iter().enumerate() {
            if let Some((share, _)) = evaluation {
                shares[column(at)] = Some(*share);
            }
        }
        [sparkline(&shares, self.board.style.ascii), format!("{}^", " ".repeat(column(self.at)))]
    }

    fn status(&self) -> (String, Style) {
        let session = &self.sessions[self.at];
        if !self.typed.is_empty() {
            return (self.say("replay-jump", &[("number", &self.typed)]), BOLD);
        }
        if let Some(warning_text) = &self.warning {
            return (warning_text.clone(), warning(self.board.style));
        }
        let info = session.info();
        let player = |seat: Seat| self.say(info.players[seat.index()], &[]);
        let mut text = match self.at.checked_sub(1) {
            None => self.say("replay-start", &[]),
            Some(at) => {
                let number = move_number(at + usize::from(self.record.second_begins));
                format!("{number} {}", self.record.line.moves[at].text)
            }
        };
        text += &match session.outcome() {
            Some(outcome) => {
                let names = [Seat::FIRST, Seat::SECOND].map(player);
                let scene = session.scene();
                let ending = Ending::new(session.rules(), language::current(), outcome, &names, None, &scene);
                format!("   {}", ending.sentence())
            }
            None if self.at == self.last_index() && self.record.result != "*" => {
                let reason = self.record.tag("Termination").unwrap_or("");
                format!("   {} {reason}", self.record.result)
            }
            None => format!("   {} {}", player(session.to_move()), self.say("to-move", &[])),
        };
        (text, Style::new())
    }

    fn draw_players(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = &self.sessions[self.at];
        let (info, scene) = (session.info(), session.scene());
        let style = self.board.style;
        for seat in [Seat::FIRST, Seat::SECOND] {
            let name = &self.names[seat.index()];
            let is_to_move = session.outcome().is_none() && session.to_move() == seat;
            let line_area = Rect { y: area.y + seat.index() as u16, height: 1, ..area };
            let line = widgets::player_line(
                info,
                &scene,
                (seat, name),
                is_to_move,
                style,
                widgets::Supply::Unavailable,
                line_area.width,
            );
            frame.render_widget(line, line_area);
        }
    }
}

/// The comments on a move without `[%…]` annotations.
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
