//! A game on the screen.

mod computer;
mod dialogs;
mod drawing;
mod input;
mod turn;

use super::board_view::{BoardView, squares};
use super::engine_thread::EngineThread;
use super::page::Page;
use super::widgets::Buttons;
use super::{Flow, View};
use crate::board_text::BoardStyle;
use crate::failure::{Failure, Result};
use crate::language;
use crate::terminal_game::TerminalGame;
use computer::start_engine;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use sanban_core::{Progress, Rejection, Seat, Square, Touch, TurnInput, TurnInputExt};
use sanban_engine::Score;
use sanban_engine::phrasing::Phrasing;
use std::time::{Duration, Instant};

/// The delays after each move of a game between computers, in milliseconds.
const MOVE_DELAYS_MS: [u64; 7] = [0, 250, 500, 1000, 2000, 4000, 8000];

/// How long to evaluate a position.
const EVALUATION_TIME: Duration = Duration::from_millis(1500);

/// What the engine thread is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineTask {
    Idle,
    ChoosingMove,
    FindingHint,
    Evaluating,
}

/// A dialog over the board.
enum Dialog {
    Page(Page),
    /// Asks whether to resign.
    Resign,
    /// Asks whether to swap sides.
    Pie,
    /// Asks for a file name, typed so far.
    Save(String),
}

/// A message under the board.
struct Notice {
    text: String,
    is_warning: bool,
}

/// Shows a game and lets people play.
pub struct GameView {
    game: TerminalGame,
    engine: EngineThread,
    board: BoardView,
    phrasing: Phrasing,
    /// The steps of this turn and their possible continuations.
    progress: Progress,
    /// The squares that lose at once, where the game warns of them.
    losing: Vec<Square>,
    dialog: Option<Dialog>,
    notice: Option<Notice>,
    typed: String,
    engine_task: EngineTask,
    task_start: Instant,
    /// Depth and score of the search for the computer's move.
    search_progress: Option<(u32, Score)>,
    hint_squares: Vec<Square>,
    /// The stages of the hint for this position that have not been shown yet, with the squares of its move.
    hint_stages: Vec<(String, Vec<Square>)>,
    /// Whether the player wants to go through the finished game.
    wants_review: bool,
    shows_evaluation: bool,
    /// The last evaluation, from the first player's view.
    evaluation: Option<Score>,
    /// Whether the position has been evaluated, or is being evaluated.
    is_evaluated: bool,
    /// The index of the delay in a game between computers.
    pace_index: usize,
    is_paused: bool,
    /// Play one move although the game is paused.
    single_step: bool,
    /// When the delay after the last move began.
    pause_start: Instant,
    pie_was_offered: bool,
    /// The lines of the players, for clicks on the supply.
    player_areas: [Rect; 2],
    buttons: Buttons,
}

impl GameView {
    pub fn new(game: TerminalGame, style: BoardStyle) -> Result<Self> {
        let phrasing = language::phrasing(game.session().rules());
        let engine = start_engine(&game)?;
        let is_human = |seat| game.local().player(seat).is_human();
        let mut board = BoardView::new(style);
        board.is_flipped = is_human(Seat::SECOND) && !is_human(Seat::FIRST);
        let shows_evaluation = !is_human(Seat::FIRST) && !is_human(Seat::SECOND);
        let progress = game.local().progress();
        let losing = losing_squares(&game);
        let mut view = GameView {
            engine,
            board,
            phrasing,
            progress,
            losing,
            dialog: None,
            notice: None,
            typed: String::new(),
            engine_task: EngineTask::Idle,
            task_start: Instant::now(),
            search_progress: None,
            hint_squares: Vec::new(),
            hint_stages: Vec::new(),
            wants_review: false,
            shows_evaluation,
            evaluation: None,
            is_evaluated: false,
            pace_index: 3,
            is_paused: false,
            single_step: false,
            pause_start: Instant::now(),
            pie_was_offered: false,
            player_areas: [Rect::default(); 2],
            buttons: Vec::new(),
            game,
        };
        view.warn_if_unsaved();
        Ok(view)
    }

    /// Shows the result of the coin toss before the game.
    pub fn show_toss(&mut self, text: String) {
        let title = self.say("menu-coin-toss", &[]);
        self.dialog = Some(Dialog::Page(Page::new(title, vec![(String::new(), text)], self.board.style)));
    }

    /// Whether the view closed to review the finished game.
    pub fn wants_review(&self) -> bool {
        self.wants_review
    }

    #[cfg(test)]
    pub fn game(&self) -> &TerminalGame {
        &self.game
    }

    /// Warns the player, once, if the game can't be saved.
    fn warn_if_unsaved(&mut self) {
        if let Some(text) = self.game.take_warning() {
            self.notice = Some(Notice { text, is_warning: true });
        }
    }

    /// Returns the game.
    pub fn into_game(self) -> TerminalGame {
        self.game
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        language::say(self.phrasing.info(), key, args)
    }

    fn show_notice(&mut self, key: &str, args: &[(&str, &str)]) {
        self.notice = Some(Notice { text: self.say(key, args), is_warning: false });
    }

    fn show_warning(&mut self, key: &str) {
        self.notice = Some(Notice { text: self.say(key, &[]), is_warning: true });
    }

    fn show_rejection(&mut self, rejection: &Rejection) {
        let text = Failure::rejected(rejection, self.game.session().info().messages).sentence;
        self.notice = Some(Notice { text, is_warning: true });
    }

    fn is_over(&self) -> bool {
        self.game.local().outcome().is_some()
    }

    fn is_persons_turn(&self) -> bool {
        !self.is_over() && self.game.local().mover().is_human()
    }

    /// What the player may touch; nothing on the computer's turn.
    fn targets(&self) -> &[Touch] {
        if self.is_persons_turn() { &self.progress.next } else { &[] }
    }

    /// Updates the view and saves the game after any change.
    fn after_change(&mut self) -> Result {
        self.progress = self.game.local().progress();
        self.losing = losing_squares(&self.game);
        self.game.save();
        self.warn_if_unsaved();
        Ok(())
    }

    /// Does the same after a move, and drops results for the old position.
    fn after_move(&mut self) -> Result {
        self.engine.cancel();
        self.engine_task = EngineTask::Idle;
        self.search_progress = None;
        self.hint_squares.clear();
        self.hint_stages.clear();
        self.is_evaluated = false;
        self.pause_start = Instant::now();
        self.after_change()
    }
}

impl View for GameView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draw_game(frame);
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow> {
        self.handle_key(key)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow> {
        self.handle_mouse(mouse)
    }

    fn tick(&mut self) -> Result<Flow> {
        while let Some(event) = self.engine.next_event() {
            self.handle_event(event)?;
        }
        if self.game.local_mut().tick() {
            (self.dialog, self.notice) = (None, None);
            self.typed.clear();
            self.after_move()?;
        }
        self.update_engine();
        Ok(Flow::Continue)
    }

    fn is_busy(&self) -> bool {
        let computer_moves = !self.is_over() && !self.is_persons_turn() && !self.is_paused;
        self.engine_task != EngineTask::Idle || computer_moves || self.game.local().time_left(Seat::FIRST).is_some()
    }
}

/// The squares to warn of: those that lose at once, in a game against one of the weakest levels.
fn losing_squares(game: &TerminalGame) -> Vec<Square> {
    if game.local().warns_of_traps() { squares(&game.local().losing_touches()) } else { Vec::new() }
}
