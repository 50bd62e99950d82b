//! A lesson on the page.

use super::turn_input;
use super::view::PositionView;
use crate::{language, to_js, to_js_error};
use sanban_core::TurnInputExt;
use sanban_games::lesson_session::{LessonSession, LessonStatus};
use sanban_games::registry;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A task of a lesson.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LessonView {
    #[serde(flatten)]
    position_view: PositionView,
    text: String,
    #[serde(with = "LessonStatusDef")]
    status: LessonStatus,
}

#[derive(Serialize, Tsify)]
#[serde(remote = "LessonStatus", rename_all = "camelCase")]
#[tsify(rename = "LessonStatus")]
#[allow(dead_code)]
enum LessonStatusDef {
    ToMove,
    WrongMove,
    Solved,
}

/// A lesson on the page.
#[wasm_bindgen]
pub struct Lesson {
    lesson: LessonSession,
}

#[wasm_bindgen]
impl Lesson {
    /// Begins the lesson of a game at a task, counted from 0.
    pub fn begin(game: &str, task: usize) -> Result<Lesson, JsError> {
        let info = registry::find(game).map_err(to_js_error(None))?;
        let mut lesson = LessonSession::new(info).map_err(to_js_error(Some(info)))?;
        for _ in 0..task {
            lesson.advance();
        }
        Ok(Lesson { lesson })
    }

    pub fn view(&self) -> Ts<LessonView> {
        to_js(&LessonView {
            position_view: PositionView::of_input(&self.lesson.game, false),
            text: self.lesson.text(language()),
            status: self.lesson.status(),
        })
    }

    /// The squares that can be picked next and lose at once, unless the task asks for them.
    #[wasm_bindgen(js_name = losingTouches)]
    pub fn losing_touches(&self) -> Vec<String> {
        self.lesson.losing_touches().iter().map(ToString::to_string).collect()
    }

    /// Picks a square, or `@` for the supply. Returns whether that completed a turn, which is then judged.
    pub fn touch(&mut self, target: &str) -> Result<bool, JsError> {
        let is_complete = turn_input::touch(&mut self.lesson.game, target)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Picks up the piece on a square to drag it. Returns whether that completed a turn, which is then judged.
    pub fn grab(&mut self, square: &str) -> Result<bool, JsError> {
        let is_complete = turn_input::grab(&mut self.lesson.game, square)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Enters typed steps or a whole turn. Returns whether that completed a turn, which is then judged.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        let is_complete = turn_input::enter(&mut self.lesson.game, text)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Ends a turn that may end or continue. Returns whether it may end here.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        let is_complete = turn_input::end_turn(&mut self.lesson.game)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Judges a turn if it is complete, and returns whether it is.
    fn judge_completed_turn(&mut self, is_complete: bool) -> bool {
        if is_complete {
            self.lesson.judge();
        }
        is_complete
    }

    /// Undoes the last step of the partly entered turn. Returns whether there was one.
    #[wasm_bindgen(js_name = undoStep)]
    pub fn undo_step(&mut self) -> bool {
        self.lesson.game.undo_step()
    }

    /// Restarts the task.
    pub fn restart(&mut self) {
        self.lesson.restart();
    }

    /// A move that solves the task.
    pub fn solution(&self) -> String {
        self.lesson.solution()
    }
}
