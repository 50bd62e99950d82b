//! A lesson being given.

use super::view::{View, touch};
use crate::{language, refused, value};
use sanban_games::lesson_session::{self, LessonStatus};
use sanban_games::registry;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A task of a lesson. */
export interface LessonView extends View {
  text: string;
  stands: "asked" | "missed" | "solved";
}
"#;

#[derive(Serialize)]
struct LessonView {
    #[serde(flatten)]
    view: View,
    text: String,
    stands: &'static str,
}

/// A lesson on the page.
#[wasm_bindgen]
pub struct Lesson {
    lesson: lesson_session::Lesson,
}

#[wasm_bindgen]
impl Lesson {
    /// The lesson of a game, at a task counted from 0.
    pub fn begin(game: &str, task: usize) -> Result<Lesson, JsError> {
        let info = registry::find(game).map_err(refused(None))?;
        let mut lesson = lesson_session::Lesson::new(info).map_err(refused(Some(info)))?;
        for _ in 0..task {
            lesson.advance();
        }
        Ok(Lesson { lesson })
    }

    /// All that is to be seen.
    #[wasm_bindgen(unchecked_return_type = "LessonView")]
    pub fn view(&self) -> JsValue {
        let lesson = &self.lesson;
        let playing = &lesson.playing;
        value(&LessonView {
            view: View::new(playing.session(), &playing.progress(), playing.touches(), false),
            text: lesson.text(language()),
            stands: match lesson.status() {
                LessonStatus::Asked => "asked",
                LessonStatus::Missed => "missed",
                LessonStatus::Solved => "solved",
            },
        })
    }

    /// Points at something. Whether that made a turn, which is then judged.
    pub fn touch(&mut self, at: &str) -> Result<bool, JsError> {
        let board = self.lesson.playing.session().scene().board;
        let Some(touch) = touch(at, board) else { return Ok(false) };
        let info = self.lesson.info();
        let made = self.lesson.playing.touch(touch).map_err(refused(Some(info)))?;
        self.judged(made)
    }

    /// Enters what was typed. Whether that made a turn, which is then judged.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        let info = self.lesson.info();
        let made = self.lesson.playing.enter(text).map_err(refused(Some(info)))?;
        self.judged(made)
    }

    /// Ends a turn that may end or go on. Whether it could.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        let info = self.lesson.info();
        let made = self.lesson.playing.end_turn().map_err(refused(Some(info)))?;
        self.judged(made)
    }

    fn judged(&mut self, made: bool) -> Result<bool, JsError> {
        if made {
            self.lesson.judge();
        }
        Ok(made)
    }

    /// Takes a step of the turn back. Whether there was one.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) -> bool {
        self.lesson.playing.take_back()
    }

    /// Shows the task again from its beginning.
    pub fn again(&mut self) {
        self.lesson.again();
    }

    /// A move that solves the task.
    pub fn solution(&self) -> String {
        self.lesson.solution()
    }
}
