//! A game on the screen: what a person does, and what the computer thinks meanwhile.

mod drawing;

use super::mind::{Mind, News};
use super::pages::Page;
use super::pane::{Pane, is_of_move, squares_of};
use super::widgets::Buttons;
use super::{Flow, View, is_control};
use crate::board::BoardStyle;
use crate::commands::Done;
use crate::failure::Failure;
use crate::play::{TerminalGame, save};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use sanban_core::{Progress, Rejection, Seat, Square, Touch};
use sanban_engine::Score;
use sanban_engine::phrasing::Phrasing;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a game between computers rests after each move, in milliseconds.
const PACES: [u64; 7] = [0, 250, 500, 1000, 2000, 4000, 8000];

/// How long a position is judged for the evaluation.
const JUDGED: Duration = Duration::from_millis(1500);

/// Capitals that stand for commands.
const COMMANDS: &str = "URTWVSXLNQ";

/// What the mind is busy with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Nothing,
    Choosing,
    Hinting,
    Judging,
}

/// What lies over the board and wants an answer first.
enum Over {
    Page(Page),
    /// Whether the player to move gives up.
    Resign,
    /// Whether the sides are changed.
    Pie,
    /// Where the game is saved.
    Save(String),
}

/// A line under the board.
struct Told {
    text: String,
    is_warning: bool,
}

/// A game on the screen.
pub struct GameView {
    playing: TerminalGame,
    mind: Mind,
    pane: Pane,
    words: Phrasing,
    /// What is entered of the turn, and what may follow.
    progress: Progress,
    over: Option<Over>,
    told: Option<Told>,
    typed: String,
    doing: Doing,
    begun: Instant,
    /// What a search has told of the computer's move.
    thought: Option<(u32, Score)>,
    proposed: Vec<Square>,
    /// Whether the evaluation is shown.
    evaluates: bool,
    /// The last evaluation from the first player's side.
    evaluation: Option<Score>,
    is_judged: bool,
    pace: usize,
    paused: bool,
    /// One move more, though the game is paused.
    single: bool,
    rested_since: Instant,
    asked_about_pie: bool,
    players: [Rect; 2],
    buttons: Buttons,
}

impl GameView {
    /// Sits down to a game.
    pub fn new(playing: TerminalGame, look: BoardStyle) -> Result<Self, Failure> {
        let rules = playing.session().rules().clone();
        let mind = mind_of(&playing)?;
        let is_human = |seat| playing.player(seat).is_human();
        let mut pane = Pane::new(look);
        pane.flipped = is_human(Seat::SECOND) && !is_human(Seat::FIRST);
        let evaluates = !is_human(Seat::FIRST) && !is_human(Seat::SECOND);
        let progress = playing.progress();
        Ok(GameView {
            mind,
            pane,
            words: crate::language::words(&rules),
            progress,
            over: None,
            told: None,
            typed: String::new(),
            doing: Doing::Nothing,
            begun: Instant::now(),
            thought: None,
            proposed: Vec::new(),
            evaluates,
            evaluation: None,
            is_judged: false,
            pace: 3,
            paused: false,
            single: false,
            rested_since: Instant::now(),
            asked_about_pie: false,
            players: [Rect::default(); 2],
            buttons: Vec::new(),
            playing,
        })
    }

    /// Shows how the coin fell before the game begins.
    pub fn show_toss(&mut self, text: String) {
        let title = self.say("menu.begins-toss", &[]);
        self.over = Some(Over::Page(Page::new(title, vec![(String::new(), text)], self.pane.look)));
    }

    /// The game, when the screen has been left.
    pub fn into_playing(self) -> TerminalGame {
        self.playing
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        self.words.say(key, args)
    }

    fn told(&mut self, key: &str, args: &[(&str, &str)]) {
        self.told = Some(Told { text: self.say(key, args), is_warning: false });
    }

    fn warn(&mut self, key: &str) {
        self.told = Some(Told { text: self.say(key, &[]), is_warning: true });
    }

    fn refuse(&mut self, rejection: &Rejection) {
        let text = Failure::refused(rejection, self.playing.session().info().messages).sentence;
        self.told = Some(Told { text, is_warning: true });
    }

    fn is_over(&self) -> bool {
        self.playing.outcome().is_some()
    }

    fn is_persons_turn(&self) -> bool {
        !self.is_over() && self.playing.mover().is_human()
    }

    fn has_person(&self) -> bool {
        [Seat::FIRST, Seat::SECOND].iter().any(|&seat| self.playing.player(seat).is_human())
    }

    /// What may be touched, if it is a person who may.
    fn lit(&self) -> &[Touch] {
        if self.is_persons_turn() { &self.progress.next } else { &[] }
    }

    /// After something has changed: it is kept, and what was thought of the position before is forgotten.
    fn changed(&mut self) -> Done {
        self.progress = self.playing.progress();
        self.playing.save()
    }

    /// After the position has changed: what was thought of the one before is forgotten.
    fn moved(&mut self) -> Done {
        self.mind.drop_it();
        self.doing = Doing::Nothing;
        self.thought = None;
        self.proposed.clear();
        self.is_judged = false;
        self.rested_since = Instant::now();
        self.changed()
    }

    /// Touches something as a person.
    fn touch(&mut self, touch: Touch) -> Done {
        if !self.is_persons_turn() {
            self.warn(if self.is_over() { "play.over-already" } else { "screen.not-your-turn" });
            return Ok(());
        }
        self.told = None;
        match self.playing.touch(touch) {
            Ok(true) => self.moved(),
            Ok(false) => self.changed(),
            Err(rejection) => {
                self.refuse(&rejection);
                Ok(())
            }
        }
    }

    /// Enters what was typed.
    fn enter(&mut self) -> Done {
        let typed = std::mem::take(&mut self.typed);
        if !self.is_persons_turn() {
            self.warn(if self.is_over() { "play.over-already" } else { "screen.not-your-turn" });
            return Ok(());
        }
        self.told = None;
        match self.playing.enter(&typed) {
            Ok(true) => self.moved(),
            Ok(false) => self.changed(),
            Err(rejection) => {
                self.refuse(&rejection);
                // What is wrong in it can be mended.
                self.typed = typed;
                Ok(())
            }
        }
    }

    /// Ends a turn that may end.
    fn end_turn(&mut self) -> Done {
        match self.playing.end_turn() {
            Ok(true) => {
                self.told = None;
                self.moved()
            }
            Ok(false) => {
                let key = if self.playing.is_within_turn() { "play.not-complete" } else { "screen.how" };
                self.told(key, &[]);
                Ok(())
            }
            Err(rejection) => {
                self.refuse(&rejection);
                Ok(())
            }
        }
    }

    fn undo(&mut self) -> Done {
        match self.playing.undo() {
            true => {
                self.told = None;
                self.paused = !self.has_person();
                self.asked_about_pie = false;
                if self.playing.may_change_sides() {
                    // The sides may have been changed back.
                    self.sit_down_anew()?;
                }
                self.moved()
            }
            false => {
                self.warn("play.nothing-to-undo");
                Ok(())
            }
        }
    }

    /// Lets everybody sit where they play now, a person who plays alone below.
    fn sit_down_anew(&mut self) -> Done {
        self.mind = mind_of(&self.playing)?;
        let is_human = |seat| self.playing.player(seat).is_human();
        self.pane.flipped = is_human(Seat::SECOND) && !is_human(Seat::FIRST);
        Ok(())
    }

    fn redo(&mut self) -> Done {
        match self.playing.redo() {
            true => {
                self.told = None;
                self.moved()
            }
            false => {
                self.warn("play.nothing-to-redo");
                Ok(())
            }
        }
    }

    fn hint(&mut self) {
        if self.is_over() {
            return self.warn("play.over-already");
        }
        if !self.is_persons_turn() {
            return self.warn("screen.not-your-turn");
        }
        self.told = None;
        self.mind.hint(self.playing.session());
        (self.doing, self.begun) = (Doing::Hinting, Instant::now());
    }

    fn resign(&mut self) {
        match self.is_persons_turn() {
            true => self.over = Some(Over::Resign),
            false if self.is_over() => self.warn("play.over-already"),
            false => self.warn("screen.not-your-turn"),
        }
    }

    /// Goes on with the game, or rests.
    fn pause(&mut self) {
        if self.doing == Doing::Choosing && self.has_person() || self.doing == Doing::Hinting {
            return self.mind.cut_short();
        }
        if !self.has_person() {
            self.paused = !self.paused;
            self.rested_since = Instant::now();
        }
    }

    fn help(&mut self) {
        let lines = [
            ("←↑↓→ Tab", "move"),
            ("Enter", "enter"),
            ("Esc", "escape"),
            ("a1 @ /", "type"),
            ("U R", "undo"),
            ("T", "hint"),
            ("W", "evaluation"),
            ("V", "flip"),
            ("[ ]", "pieces"),
            ("S", "save"),
            ("X", "resign"),
            ("L", "rules"),
            ("Space", "space"),
            ("N", "step"),
            ("< >", "pace"),
            ("Q", "quit"),
        ];
        let plain = |text: String| (String::new(), text);
        let mut text = vec![plain(self.say("screen.help", &[])), plain(String::new())];
        for (name, key) in lines {
            let space = self.say("screen.key-space", &[]);
            let name = match key {
                "move" if self.pane.look.ascii => "Tab",
                "space" => &space,
                _ => name,
            };
            text.push((format!("{name:>11}  "), self.say(&format!("screen.help.{key}"), &[])));
        }
        text.extend([plain(String::new()), plain(self.say("screen.help.signs", &[]))]);
        self.over = Some(Over::Page(Page::new(self.say("screen.help-title", &[]), text, self.pane.look)));
    }

    /// Does what a letter stands for.
    fn command(&mut self, letter: char) -> Result<Flow, Failure> {
        match letter.to_ascii_lowercase() {
            'u' => self.undo()?,
            'r' => self.redo()?,
            't' => self.hint(),
            'w' => (self.evaluates, self.is_judged) = (!self.evaluates, false),
            'v' => self.pane.flipped = !self.pane.flipped,
            '[' | ']' => self.pane.draw_pieces(letter == ']'),
            's' => {
                let name = self.playing.kept().map_or(self.playing.session().info().id, |kept| &kept.id);
                self.over = Some(Over::Save(format!("{name}.txt")));
            }
            'x' => self.resign(),
            'l' => self.over = Some(Over::Page(Page::rules(self.playing.session().info(), self.pane.look))),
            '?' => self.help(),
            ' ' => self.pause(),
            'n' if !self.has_person() => (self.paused, self.single) = (true, true),
            '<' => self.pace = (self.pace + 1).min(PACES.len() - 1),
            '>' => self.pace = self.pace.saturating_sub(1),
            'q' => return Ok(Flow::Leave),
            _ => self.warn("screen.no-such-key"),
        }
        Ok(Flow::Stay)
    }

    fn key_over(&mut self, key: KeyEvent) -> Done {
        let Some(over) = &mut self.over else { return Ok(()) };
        let yes = matches!(key.code, KeyCode::Char('y' | 'Y' | 's' | 'S'));
        match over {
            Over::Page(page) => {
                if page.key(key)? == Flow::Leave {
                    self.over = None;
                }
            }
            Over::Resign => {
                self.over = None;
                if yes {
                    let to_move = self.playing.session().to_move();
                    self.playing.resign(to_move);
                    return self.moved();
                }
            }
            // Only an answer answers: a stray key would give the chance away.
            Over::Pie if !yes && !matches!(key.code, KeyCode::Char('n' | 'N') | KeyCode::Enter | KeyCode::Esc) => {}
            Over::Pie => {
                self.over = None;
                if yes {
                    self.playing.change_sides();
                    self.sit_down_anew()?;
                    self.told("play.sides-changed", &[]);
                    return self.moved();
                }
            }
            Over::Save(name) => match key.code {
                KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => name.push(c),
                KeyCode::Backspace => drop(name.pop()),
                KeyCode::Enter => {
                    let name = name.trim().to_string();
                    self.over = None;
                    self.save(&name);
                }
                KeyCode::Esc => self.over = None,
                _ => {}
            },
        }
        Ok(())
    }

    fn save(&mut self, name: &str) {
        if name.is_empty() {
            return self.warn("screen.save-where");
        }
        match save(&self.playing, Path::new(name)) {
            Ok(()) => self.told("play.saved", &[("file", name)]),
            Err(failure) => self.told = Some(Told { text: failure.sentence, is_warning: true }),
        }
    }

    /// Hears what was thought.
    fn hear(&mut self, news: News) -> Done {
        match news {
            News::Thought(report) => self.thought = Some((report.depth, report.lines[0].score)),
            News::Chosen(chosen) => {
                let mover = self.playing.session().to_move();
                if let Some((_, score)) = self.thought {
                    self.evaluation = Some(of_first(score, mover));
                }
                if self.playing.tick() {
                    return self.moved();
                }
                match chosen.and_then(|text| self.playing.play(&text)) {
                    Ok(()) => {
                        (self.single, self.told) = (false, None);
                        return self.moved();
                    }
                    Err(rejection) => {
                        // A player that fails cannot go on: its game is left to be looked at.
                        self.refuse(&rejection);
                        self.playing.resign(mover);
                        return self.moved();
                    }
                }
            }
            News::Hinted(hint) => {
                self.doing = Doing::Nothing;
                self.proposed = squares_of(&hint.text, self.progress.scene.board);
                self.told = Some(Told { text: hint.sentence(&self.words), is_warning: false });
            }
            News::Judged(score) => {
                self.evaluation = Some(of_first(score, self.playing.session().to_move()));
            }
            News::Done => self.doing = Doing::Nothing,
        }
        Ok(())
    }

    /// Begins what is to be thought about now.
    fn think(&mut self) {
        if self.is_over() || self.over.is_some() && !self.has_person() {
            return;
        }
        if self.is_persons_turn() {
            if self.playing.may_change_sides() && !self.asked_about_pie {
                (self.over, self.asked_about_pie) = (Some(Over::Pie), true);
            }
            if self.evaluates && self.doing == Doing::Nothing && !self.is_judged {
                self.is_judged = true;
                self.mind.judge(self.playing.session(), JUDGED);
                self.doing = Doing::Judging;
            }
            return;
        }
        let rest = Duration::from_millis(PACES[self.pace]);
        let rests = !self.has_person() && self.rested_since.elapsed() < rest;
        if self.doing != Doing::Nothing && self.doing != Doing::Judging || (self.paused || rests) && !self.single {
            return;
        }
        if self.playing.may_change_sides() {
            self.playing.leave_sides();
        }
        let session = self.playing.session();
        self.mind.choose(session.to_move(), session, self.playing.seed());
        (self.doing, self.begun, self.thought) = (Doing::Choosing, Instant::now(), None);
    }
}

/// A mind for the computers of a game.
fn mind_of(playing: &TerminalGame) -> Result<Mind, Failure> {
    let rules = playing.session().rules();
    let seats = [Seat::FIRST, Seat::SECOND].map(|seat| playing.computer(seat));
    Mind::new(rules, seats).map_err(|rejection| Failure::refused(&rejection, rules.info().messages))
}

/// A score from the first player's side, if it is this player's to move.
fn of_first(score: Score, to_move: Seat) -> Score {
    if to_move == Seat::FIRST { score } else { score.reversed() }
}

impl View for GameView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draw_game(frame);
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow, Failure> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Leave);
        }
        if self.over.is_some() {
            return self.key_over(key).map(|()| Flow::Stay);
        }
        let (lit, board) = (self.lit().to_vec(), self.progress.scene.board);
        match key.code {
            KeyCode::Char(c) if is_of_move(c, board) || !self.typed.is_empty() && c.is_ascii_graphic() => {
                if self.typed.len() < 100 {
                    self.typed.push(c);
                }
                self.told = None;
            }
            // A capital that stands for no command is the name of a column.
            KeyCode::Char(c) if is_of_move(c.to_ascii_lowercase(), board) && !COMMANDS.contains(c) => {
                self.typed.push(c.to_ascii_lowercase());
            }
            KeyCode::Char(c) => return self.command(c),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => {
                self.told = None;
                self.proposed.clear();
                match self.playing.take_back() {
                    true => self.changed()?,
                    false => self.told("screen.esc", &[]),
                }
            }
            KeyCode::Enter if !self.typed.is_empty() => self.enter()?,
            KeyCode::Enter => match self.pane.cursor {
                Some(touch) if lit.contains(&touch) || self.progress.complete.is_none() => self.touch(touch)?,
                _ => self.end_turn()?,
            },
            code if self.pane.key(code, &lit) => {}
            KeyCode::F(1) => self.help(),
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow, Failure> {
        if let Some(over) = &mut self.over {
            if let Over::Page(page) = over
                && page.mouse(mouse)? == Flow::Leave
            {
                self.over = None;
            }
            return Ok(Flow::Stay);
        }
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let info = self.playing.session().info();
                if let Some(square) = self.pane.square_at(info, &self.progress.scene, at.0, at.1) {
                    self.typed.clear();
                    self.pane.cursor = None;
                    self.touch(Touch::Square(square))?;
                } else if let Some((_, code)) = self.buttons.iter().find(|(place, _)| place.contains(at.into())) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                } else if self.players[self.progress.scene.to_move.index()].contains(at.into())
                    && self.lit().contains(&Touch::Supply)
                {
                    self.touch(Touch::Supply)?;
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                return self.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
            }
            MouseEventKind::ScrollUp => self.pane.scroll(false),
            MouseEventKind::ScrollDown => self.pane.scroll(true),
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn tick(&mut self) -> Result<Flow, Failure> {
        while let Some(news) = self.mind.news() {
            self.hear(news)?;
        }
        if self.playing.tick() {
            (self.over, self.told) = (None, None);
            self.typed.clear();
            self.moved()?;
        }
        self.think();
        Ok(Flow::Stay)
    }

    fn is_busy(&self) -> bool {
        let computer_moves = !self.is_over() && !self.is_persons_turn() && !self.paused;
        self.doing != Doing::Nothing || computer_moves || self.playing.time_left(Seat::FIRST).is_some()
    }
}
