//! How a game looks on the screen.

use super::{Doing, GameView, Over, PACES, Told};
use crate::board::Marks;
use crate::language;
use crate::screen::View;
use crate::screen::pane::{squares, squares_of};
use crate::screen::widgets::{self, BOLD, Key, Supply, boxed, faint, warning};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use sanban_core::{Seat, Touch, speech};

impl GameView {
    /// Draws the game.
    pub(super) fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let look = self.pane.look;
        let lit = self.lit().to_vec();
        let supply = Supply::of(&lit, self.pane.cursor);
        let top = Rect { height: 2, ..area };
        self.players = widgets::players(frame, top, &self.playing, &self.progress.scene, look, supply);
        let foot = if area.height >= 30 { 3 } else { 2 };
        let middle = Rect { y: area.y + 2, height: area.height - 2 - foot, ..area };
        let info = self.playing.session().info();
        let marks = self.marks();
        let beside = self.pane.draw(frame, middle, info, &self.progress.scene, &marks);
        self.draw_side(frame, beside);
        let bottom = Rect { y: area.bottom() - foot, height: foot, ..area };
        self.draw_bottom(frame, bottom);
        self.draw_over(frame);
    }

    fn marks(&self) -> Marks {
        let board = self.progress.scene.board;
        let last = self.playing.session().played().last().map_or(Vec::new(), |text| squares_of(text, board));
        Marks {
            cursor: None,
            lit: squares(self.lit()),
            touched: squares(self.playing.touches()),
            last: if self.playing.is_within_turn() { Vec::new() } else { last },
            proposed: self.proposed.clone(),
        }
    }

    /// What stands under the board.
    fn status(&self) -> (String, Style) {
        let look = self.pane.look;
        let name = &self.playing.name(self.playing.session().to_move());
        if !self.typed.is_empty() {
            let why = self.told.as_ref().map_or("", |told| &told.text);
            return (format!("{name}> {}_  {why}", self.typed), BOLD);
        }
        if let Some(result) = self.playing.result_text() {
            let told = self.told.as_ref().map_or_else(|| self.say("screen.over", &[]), |told| told.text.clone());
            return (format!("{result} {told}"), BOLD);
        }
        if let Some(Told { text, is_warning }) = &self.told {
            return (text.clone(), if *is_warning { warning(look) } else { BOLD });
        }
        let entered = &self.progress.text;
        let text = match self.doing {
            Doing::Choosing | Doing::Hinting => return (self.thinking(name), Style::new()),
            _ if !self.is_persons_turn() => {
                self.say(if self.paused { "screen.paused" } else { "screen.resting" }, &[("name", name)])
            }
            _ if self.progress.complete.is_some() && self.progress.next.is_empty() => {
                self.say("screen.must-pass", &[("name", name)])
            }
            _ if self.progress.complete.is_some() => self.say("screen.may-end", &[("entered", entered)]),
            _ if self.playing.is_within_turn() => self.say("screen.go-on", &[("entered", entered)]),
            _ => match self.progress.scene.notice {
                Some(notice) => format!("{name}: {}", self.say(notice, &[])),
                None if self.progress.next.contains(&Touch::Supply) => {
                    self.say("screen.your-turn-supply", &[("name", name)])
                }
                None => self.say("screen.your-turn", &[("name", name)]),
            },
        };
        (text, Style::new())
    }

    fn thinking(&self, name: &str) -> String {
        let signs = if self.pane.look.ascii { ['|', '/', '-', '\\'] } else { ['◐', '◓', '◑', '◒'] };
        let elapsed = self.begun.elapsed();
        let sign = signs[(elapsed.as_millis() / 150) as usize % signs.len()].to_string();
        let seconds = format!("{:.1}", elapsed.as_secs_f64());
        let key = if self.doing == Doing::Hinting { "screen.looking" } else { "screen.thinking" };
        let mut text = format!("{sign} {}", self.say(key, &[("name", name), ("seconds", &seconds)]));
        if let Some((depth, score)) = self.thought.filter(|(depth, _)| *depth > 0) {
            let depth = self.say("analysis.depth", &[("depth", &depth.to_string())]);
            text += &format!("  {depth}");
            if self.evaluates {
                text += &format!("  {}", self.words.score(score));
            }
        }
        text
    }

    fn draw_side(&self, frame: &mut Frame<'_>, mut area: Rect) {
        let look = self.pane.look;
        let session = self.playing.session();
        let take = |area: &mut Rect, lines: u16| {
            let lines = lines.min(area.height);
            area.y += lines;
            area.height -= lines;
        };
        let lines = widgets::write(frame, area, &self.words.game(session.rules()), BOLD);
        take(&mut area, lines);
        if self.evaluates {
            let lines = self.draw_evaluation(frame, area);
            take(&mut area, lines);
        }
        if !self.has_person() {
            let pace = format!("{:.2}", PACES[self.pace] as f64 / 1000.0);
            let key = if self.paused { "screen.pace-paused" } else { "screen.pace" };
            let lines = widgets::write(frame, area, &self.say(key, &[("seconds", &pace)]), faint(look));
            take(&mut area, lines);
        }
        if let Some(Touch::Square(square)) = self.pane.cursor {
            let text = speech::square(session.info(), language::chosen(), &self.progress.scene, square);
            let lines = widgets::write(frame, Rect { height: area.height.min(4), ..area }, &text, faint(look));
            take(&mut area, lines);
        }
        take(&mut area, 1);
        let moves = session.played();
        let second_begins = (session.to_move() == Seat::SECOND) == moves.len().is_multiple_of(2);
        widgets::moves(frame, area, moves, second_begins, moves.len(), look);
    }

    fn draw_evaluation(&self, frame: &mut Frame<'_>, area: Rect) -> u16 {
        let info = self.playing.session().info();
        let share = self.evaluation.map_or(0.5, |score| score.expected());
        let title = match self.evaluation {
            Some(score) if score.is_proven() => self.words.eval(score, Seat::FIRST),
            known => {
                let score = known.map_or("...".to_string(), |score| self.words.eval(score, Seat::FIRST));
                let first = self.say(info.players[0], &[]);
                self.say("screen.evaluation", &[("player", &first), ("score", &score)])
            }
        };
        let bar = widgets::bar(share, area.width.min(30), self.pane.look.ascii);
        let lines = widgets::write(frame, area, &title, Style::new());
        let below = Rect { y: area.y + lines, height: area.height.saturating_sub(lines), ..area };
        lines + widgets::write(frame, below, &bar, Style::new())
    }

    fn draw_bottom(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let (text, style) = self.status();
        let lines = widgets::write(frame, area, &text, style);
        let rest = Rect { y: area.y + lines, height: area.height - lines, ..area };
        let space = self.say("screen.key-space", &[]);
        let mut keys = vec![
            ('?', "?", "help"),
            ('u', "U", "undo"),
            ('t', "T", "hint"),
            ('w', "W", "evaluation"),
            ('v', "V", "flip"),
            ('l', "L", "rules"),
            ('r', "R", "redo"),
            ('s', "S", "save"),
            ('x', "X", "resign"),
        ];
        if self.is_over() {
            // Nobody moves any more.
        } else if !self.has_person() {
            keys.splice(
                1..3,
                [(' ', space.as_str(), "pause"), ('n', "N", "step"), ('<', "<", "slower"), ('>', ">", "faster")],
            );
        } else if self.doing == Doing::Choosing {
            keys.insert(1, (' ', space.as_str(), "move-now"));
        }
        keys.insert(1, ('q', "Q", "quit"));
        let keys: Vec<Key<'_>> = keys
            .into_iter()
            .map(|(letter, name, key)| Key {
                code: KeyCode::Char(letter.to_ascii_uppercase()),
                name,
                does: self.say(&format!("screen.key.{key}"), &[]),
            })
            .collect();
        self.buttons = widgets::keys(frame, rest, &keys, self.pane.look);
    }

    fn draw_over(&mut self, frame: &mut Frame<'_>) {
        let look = self.pane.look;
        let mover = self.playing.name(self.playing.session().to_move());
        let (title, text) = match &mut self.over {
            None => return,
            Some(Over::Page(page)) => return page.draw(frame),
            Some(Over::Resign) => ("screen.key.resign", self.say("screen.resign", &[("name", &mover)])),
            Some(Over::Pie) => ("screen.pie-title", self.say("screen.pie", &[("name", &mover)])),
            Some(Over::Save(name)) => {
                let name = name.clone();
                ("screen.key.save", format!("{}\n\n> {name}_", self.say("screen.save", &[])))
            }
        };
        let whole = frame.area();
        let width = whole.width.min(56);
        let lines = widgets::wrapped(&text, width - 4);
        let height = lines.len() as u16 + 2;
        // The board is to be seen while the question is thought about.
        let area = Rect::new((whole.width - width) / 2, whole.height - height, width, height);
        let inside = boxed(frame, area, &self.say(title, &[]), look);
        for (y, line) in (inside.y..inside.bottom()).zip(lines) {
            frame.render_widget(Line::from(line), Rect { y, height: 1, ..inside });
        }
    }
}
