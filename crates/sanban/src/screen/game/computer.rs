//! The computer in a game: its moves, hints and evaluations.

use super::{Dialog, EVALUATION_TIME, EngineTask, GameView, MOVE_DELAYS_MS, Notice};
use crate::failure::{Failure, Result};
use crate::screen::board_view::move_squares;
use crate::screen::engine_thread::{EngineEvent, EngineThread};
use crate::terminal_game::TerminalGame;
use sanban_core::Seat;
use sanban_core::TurnInputExt;
use sanban_engine::Score;
use std::time::{Duration, Instant};

impl GameView {
    pub(super) fn request_hint(&mut self) {
        if self.is_over() {
            return self.show_warning("play-over-already");
        }
        if !self.is_persons_turn() {
            return self.show_warning("screen-not-your-turn");
        }
        if self.game.local().reader().is_none() {
            return self.show_warning("play-no-hints");
        }
        self.notice = None;
        if !self.hint_stages.is_empty() {
            return self.show_next_hint_stage();
        }
        self.engine.find_hint(self.game.session());
        (self.engine_task, self.task_start) = (EngineTask::FindingHint, Instant::now());
    }

    /// Shows the next stage of the hint: which piece, which move, why.
    fn show_next_hint_stage(&mut self) {
        let (stage, squares) = self.hint_stages.remove(0);
        self.hint_squares = squares;
        let more = if self.hint_stages.is_empty() { String::new() } else { self.say("screen-hint-more", &[]) };
        self.notice = Some(Notice { text: format!("{stage} {more}").trim_end().to_string(), is_warning: false });
    }

    /// Makes the computer move now, or pauses a game between computers.
    pub(super) fn toggle_pause(&mut self) {
        if self.engine_task == EngineTask::ChoosingMove && self.game.has_person()
            || self.engine_task == EngineTask::FindingHint
        {
            return self.engine.stop();
        }
        if !self.game.has_person() {
            self.is_paused = !self.is_paused;
            self.pause_start = Instant::now();
        }
    }

    /// Handles a result of the engine.
    pub(super) fn handle_event(&mut self, event: EngineEvent) -> Result {
        match event {
            EngineEvent::Progress(report) => self.search_progress = Some((report.depth, report.lines[0].score)),
            EngineEvent::Move(choice) => {
                let mover = self.game.session().to_move();
                if let Some((_, score)) = self.search_progress {
                    self.evaluation = Some(for_first_player(score, mover));
                }
                if self.game.local_mut().tick() {
                    return self.after_move();
                }
                match choice.and_then(|text| self.game.local_mut().play(&text)) {
                    Ok(()) => {
                        (self.single_step, self.notice) = (false, None);
                        return self.after_move();
                    }
                    Err(rejection) => {
                        // A failing player resigns; the game stays on the screen.
                        self.show_rejection(&rejection);
                        self.game.local_mut().resign(mover);
                        return self.after_move();
                    }
                }
            }
            EngineEvent::Hint(hint) => {
                self.engine_task = EngineTask::Idle;
                // The position has one score, that of the last search.
                self.evaluation = Some(for_first_player(hint.score, self.game.session().to_move()));
                self.is_evaluated = true;
                let squares = move_squares(&hint.text, self.progress.scene.board);
                let [piece, text, why] = hint.stages(&self.phrasing);
                let first = squares.iter().take(1).copied().collect();
                self.hint_stages = vec![(piece, first), (text, squares.clone()), (why, squares)];
                self.show_next_hint_stage();
            }
            EngineEvent::Evaluation(score) => {
                self.evaluation = Some(for_first_player(score, self.game.session().to_move()));
            }
            EngineEvent::EvaluationFinished => self.engine_task = EngineTask::Idle,
        }
        Ok(())
    }

    /// Starts what the engine should do now.
    pub(super) fn update_engine(&mut self) {
        if self.is_over() || self.dialog.is_some() && !self.game.has_person() {
            return;
        }
        if self.is_persons_turn() {
            if self.game.local().can_swap_sides() && !self.pie_was_offered {
                (self.dialog, self.pie_was_offered) = (Some(Dialog::Pie), true);
            }
            if self.shows_evaluation && self.engine_task == EngineTask::Idle && !self.is_evaluated {
                self.is_evaluated = true;
                self.engine.evaluate(self.game.session(), EVALUATION_TIME);
                self.engine_task = EngineTask::Evaluating;
            }
            return;
        }
        let delay = Duration::from_millis(MOVE_DELAYS_MS[self.pace_index]);
        let is_waiting = !self.game.has_person() && self.pause_start.elapsed() < delay;
        if self.engine_task != EngineTask::Idle && self.engine_task != EngineTask::Evaluating
            || (self.is_paused || is_waiting) && !self.single_step
        {
            return;
        }
        if self.game.local().can_swap_sides() {
            self.game.local_mut().decline_swap();
        }
        let session = self.game.session();
        self.engine.choose_move(session.to_move(), session, self.game.local().seed());
        (self.engine_task, self.task_start, self.search_progress) = (EngineTask::ChoosingMove, Instant::now(), None);
    }
}

/// Starts an engine thread with the computers of a game.
pub(super) fn start_engine(game: &TerminalGame) -> Result<EngineThread> {
    let rules = game.session().rules();
    let seats = [Seat::FIRST, Seat::SECOND].map(|seat| game.computer(seat));
    EngineThread::new(rules, seats).map_err(|rejection| Failure::rejected(&rejection, rules.info().messages))
}

/// Converts a score from the mover's view to the first player's.
fn for_first_player(score: Score, to_move: Seat) -> Score {
    if to_move == Seat::FIRST { score } else { score.for_opponent() }
}
