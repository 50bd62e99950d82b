//! Drawing of a game.

use super::{Dialog, EngineTask, GameView, MOVE_DELAYS_MS, Notice};
use crate::board_text::Marks;
use crate::language;
use crate::screen::View;
use crate::screen::board_view::squares;
use crate::screen::widgets::{self, BOLD, KeyHint, Supply, draw_box, faint, warning};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use sanban_core::{Seat, Touch, TurnInput, TurnInputExt, speech};

/// The lines below the board: at least two for messages, and one for the keys.
const MIN_FOOT_HEIGHT: u16 = 3;
const MAX_FOOT_HEIGHT: u16 = 5;

impl GameView {
    pub(super) fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let style = self.board.style;
        let targets = self.targets().to_vec();
        let supply = Supply::new(&targets, self.board.cursor);
        let top = Rect { height: 2, ..area };
        self.player_areas = widgets::draw_players(frame, top, self.game.local(), &self.progress.scene, style, supply);
        let info = self.game.session().info();
        let room = Rect { y: area.y + 2, height: area.height - 2 - MIN_FOOT_HEIGHT, ..area };
        // Lines that the board leaves free belong to the messages below it, so that the board stays where it is.
        let free = room.height - self.board.height_within(info, &self.progress.scene, room);
        let foot = MIN_FOOT_HEIGHT + free.min(MAX_FOOT_HEIGHT - MIN_FOOT_HEIGHT);
        let middle = Rect { height: area.height - 2 - foot, ..room };
        let marks = self.marks();
        let panel = self.board.draw(frame, middle, info, &self.progress.scene, &marks);
        self.draw_panel(frame, panel);
        let bottom = Rect { y: area.bottom() - foot, height: foot, ..area };
        self.draw_bottom(frame, bottom);
        self.draw_dialog(frame);
    }

    fn marks(&self) -> Marks {
        let last_move = self.game.session().last_squares();
        Marks {
            cursor: None,
            targets: squares(self.targets()),
            touched: squares(self.game.local().touches()),
            last_move: if self.game.local().is_within_turn() { Vec::new() } else { last_move },
            hint: self.hint_squares.clone(),
            losing: self.losing.clone(),
        }
    }

    /// The status line under the board.
    fn status(&self) -> (String, Style) {
        let style = self.board.style;
        let name = &self.game.name(self.game.session().to_move());
        if !self.typed.is_empty() {
            let notice = self.notice.as_ref().map_or("", |notice| &notice.text);
            return (format!("{name}> {}_  {notice}", self.typed), BOLD);
        }
        if let Some(ending) = self.game.ending() {
            let notice = self.notice.as_ref().map_or("", |notice| &notice.text);
            return (format!("{} {notice}", ending.sentence()), BOLD);
        }
        if let Some(Notice { text, is_warning }) = &self.notice {
            return (text.clone(), if *is_warning { warning(style) } else { BOLD });
        }
        let text = match self.engine_task {
            EngineTask::ChoosingMove | EngineTask::FindingHint => return (self.search_status(name), Style::new()),
            _ if !self.is_persons_turn() => {
                self.say(if self.is_paused { "screen-paused" } else { "screen-moves-next" }, &[("name", name)])
            }
            _ => {
                let info = self.game.session().info();
                let next = language::next_step(info, &self.progress, &self.losing);
                if self.game.local().is_within_turn() {
                    self.say("screen-next-step", &[("entered", &self.progress.text), ("next", &next)])
                } else if self.game.local().reader().is_some() {
                    let last = self.game.last_move_in_words().map(|words| words + ". ").unwrap_or_default();
                    format!("{last}{} {next}", self.say("screen-your-turn", &[]))
                } else {
                    format!("{name}: {next}")
                }
            }
        };
        (text, Style::new())
    }

    fn search_status(&self, name: &str) -> String {
        let spinner = if self.board.style.ascii { ['|', '/', '-', '\\'] } else { ['◐', '◓', '◑', '◒'] };
        let elapsed = self.task_start.elapsed();
        let sign = spinner[(elapsed.as_millis() / 150) as usize % spinner.len()].to_string();
        let seconds = format!("{:.1}", elapsed.as_secs_f64());
        let key = if self.engine_task == EngineTask::FindingHint { "screen-searching-hint" } else { "screen-thinking" };
        let mut text = format!("{sign} {}", self.say(key, &[("name", name), ("seconds", &seconds)]));
        if let Some((depth, score)) = self.search_progress.filter(|(depth, _)| *depth > 0) {
            let depth = self.say("analysis-depth", &[("depth", &depth.to_string())]);
            text += &format!("  {depth}");
            if self.shows_evaluation {
                text += &format!("  {}", self.phrasing.eval(score, self.game.session().to_move()));
            }
        }
        text
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, mut area: Rect) {
        let style = self.board.style;
        let session = self.game.session();
        let take = |area: &mut Rect, lines: u16| {
            let lines = lines.min(area.height);
            area.y += lines;
            area.height -= lines;
        };
        let lines = widgets::write(frame, area, &self.phrasing.game(session.rules()), BOLD);
        take(&mut area, lines);
        let goal = speech::goal(session.rules(), language::current());
        let lines = widgets::write(frame, area, &goal, faint(style));
        take(&mut area, lines);
        if self.shows_evaluation {
            let lines = self.draw_evaluation(frame, area);
            take(&mut area, lines);
        }
        if !self.game.has_person() {
            let pace = format!("{:.2}", MOVE_DELAYS_MS[self.pace_index] as f64 / 1000.0);
            let key = if self.is_paused { "screen-delay-paused" } else { "screen-delay" };
            let lines = widgets::write(frame, area, &self.say(key, &[("seconds", &pace)]), faint(style));
            take(&mut area, lines);
        }
        if let Some(Touch::Square(square)) = self.board.cursor {
            let text = speech::square(session.info(), language::current(), &self.progress.scene, square);
            let lines = widgets::write(frame, Rect { height: area.height.min(4), ..area }, &text, faint(style));
            take(&mut area, lines);
        }
        take(&mut area, 1);
        let moves = session.played();
        let second_begins = (session.to_move() == Seat::SECOND) == moves.len().is_multiple_of(2);
        widgets::draw_moves(frame, area, moves, second_begins, moves.len(), style);
    }

    fn draw_evaluation(&self, frame: &mut Frame<'_>, area: Rect) -> u16 {
        let info = self.game.session().info();
        let outcome = self.game.local().outcome();
        let share = match outcome.map(|outcome| outcome.winner) {
            Some(winner) => winner.map_or(0.5, |winner| if winner == Seat::FIRST { 1.0 } else { 0.0 }),
            None => self.evaluation.map_or(0.5, |score| score.expected()),
        };
        let title = match self.evaluation {
            _ if let Some(outcome) = outcome => outcome.score().to_string(),
            Some(score) if score.is_proven() => self.phrasing.eval(score, Seat::FIRST),
            known => {
                let score = known.map_or("...".to_string(), |score| self.phrasing.eval(score, Seat::FIRST));
                let first = self.say(info.players[0], &[]);
                self.say("screen-evaluation", &[("player", &first), ("score", &score)])
            }
        };
        let bar = widgets::bar(share, area.width.min(30), self.board.style.ascii);
        let lines = widgets::write(frame, area, &title, Style::new());
        let below = Rect { y: area.y + lines, height: area.height.saturating_sub(lines), ..area };
        lines + widgets::write(frame, below, &bar, Style::new())
    }

    fn draw_bottom(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let (text, style) = self.status();
        let key_line = Rect { y: area.bottom() - 1, height: 1, ..area };
        widgets::write_above(frame, Rect { height: area.height - 1, ..area }, &text, style, self.board.style);
        let space = self.say("screen-key-space", &[]);
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
        if self.is_over() && self.game.has_person() {
            let next_level = self.game.next_level().map(|_| ('n', "N", "next-level"));
            keys = vec![('?', "?", "help"), ('m', "M", "rematch")];
            keys.extend(next_level);
            keys.extend([('a', "A", "review"), ('u', "U", "undo"), ('v', "V", "flip"), ('s', "S", "save")]);
        } else if self.is_over() {
            // No more moves.
        } else if !self.game.has_person() {
            keys.splice(
                1..3,
                [(' ', space.as_str(), "pause"), ('n', "N", "step"), ('<', "<", "slower"), ('>', ">", "faster")],
            );
        } else if self.engine_task == EngineTask::ChoosingMove {
            keys.insert(1, (' ', space.as_str(), "move-now"));
        }
        keys.insert(1, ('q', "Q", "quit"));
        let keys: Vec<KeyHint<'_>> = keys
            .into_iter()
            .map(|(letter, name, key)| KeyHint {
                code: KeyCode::Char(letter.to_ascii_uppercase()),
                name,
                action: self.say(&format!("screen-key-{key}"), &[]),
            })
            .collect();
        self.buttons = widgets::draw_keys(frame, key_line, &keys, self.board.style);
    }

    fn draw_dialog(&mut self, frame: &mut Frame<'_>) {
        let style = self.board.style;
        let mover = self.game.name(self.game.session().to_move());
        let (title, text) = match &mut self.dialog {
            None => return,
            Some(Dialog::Page(page)) => return page.draw(frame),
            Some(Dialog::Resign) => {
                let key = if self.game.local().reader().is_some() { "screen-resign" } else { "screen-resign-as" };
                ("screen-key-resign", self.say(key, &[("name", &mover)]))
            }
            Some(Dialog::Pie) => ("screen-pie-title", self.say("screen-pie", &[])),
            Some(Dialog::Save(name)) => {
                let name = name.clone();
                ("screen-key-save", format!("{}\n\n> {name}_", self.say("screen-save", &[])))
            }
        };
        let whole = frame.area();
        let width = whole.width.min(56);
        let lines = widgets::wrap_lines(&text, width - 4);
        let height = lines.len() as u16 + 2;
        // At the bottom, so that the board stays visible.
        let area = Rect::new((whole.width - width) / 2, whole.height - height, width, height);
        let inside = draw_box(frame, area, &self.say(title, &[]), style);
        for (y, line) in (inside.y..inside.bottom()).zip(lines) {
            frame.render_widget(Line::from(line), Rect { y, height: 1, ..inside });
        }
    }
}
