//! Puzzles, and one being solved.

use super::view::{Turn, View, touch};
use crate::{refused, value};
use sanban_core::puzzle;
use sanban_core::{Rules, Seat, TurnInput};
use sanban_games::puzzle_session::{PuzzleSession, PuzzleStatus};
use sanban_games::registry;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A puzzle of a game. */
export interface PuzzleFacts {
  /** Which it is, from 1 on, the easiest first. */
  number: number;
  rules: string;
  position: string;
  /** Who is to move and to win. */
  solver: number;
  winsIn: number;
  /** How hard it is, from 1 to 5. */
  grade: number;
}
/** A puzzle being solved. */
export interface PuzzleView extends View {
  solver: number;
  winsIn: number;
  /** How many turns the solver has left. */
  left: number;
  turns: Turn[];
  stands: "asked" | "wrong" | "loose" | "late" | "doubt" | "answer" | "solved" | "shown";
  /** The turn that was taken back last. */
  missed: string;
  /** The next move of the solution, if the play is that of the solution so far. */
  known: string | null;
}
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PuzzleFacts {
    number: usize,
    rules: String,
    position: String,
    solver: u8,
    wins_in: u32,
    grade: u8,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PuzzleView {
    #[serde(flatten)]
    view: View,
    solver: u8,
    wins_in: u32,
    left: u32,
    turns: Vec<Turn>,
    stands: &'static str,
    missed: String,
    known: Option<String>,
}

/// The puzzles of a game, the easiest first.
#[wasm_bindgen(unchecked_return_type = "PuzzleFacts[]")]
pub fn puzzles(game: &str) -> Result<JsValue, JsError> {
    let info = registry::find(game).map_err(refused(None))?;
    let mut all = Vec::new();
    for (at, puzzle) in puzzle::puzzles(info.puzzles).into_iter().enumerate() {
        let rules = Rules::parse(info, &puzzle.rules).map_err(refused(Some(info)))?;
        let session = registry::open(rules, Some(&puzzle.position)).map_err(refused(Some(info)))?;
        all.push(PuzzleFacts {
            number: at + 1,
            rules: session.rules().text(),
            position: puzzle.position,
            solver: session.to_move().0,
            wins_in: puzzle.wins_in,
            grade: puzzle.grade,
        });
    }
    Ok(value(&all))
}

/// A puzzle on the page.
#[wasm_bindgen]
pub struct Puzzle {
    solving: PuzzleSession,
}

#[wasm_bindgen]
impl Puzzle {
    /// A puzzle of a game by its number, from 1 on; nothing if there is none.
    pub fn begin(game: &str, number: usize) -> Result<Option<Puzzle>, JsError> {
        let info = registry::find(game).map_err(refused(None))?;
        let puzzle = number.checked_sub(1).and_then(|at| puzzle::puzzles(info.puzzles).into_iter().nth(at));
        let solving = puzzle.map(|puzzle| PuzzleSession::new(info, puzzle)).transpose().map_err(refused(Some(info)))?;
        Ok(solving.map(|solving| Puzzle { solving }))
    }

    /// All that is to be seen.
    #[wasm_bindgen(unchecked_return_type = "PuzzleView")]
    pub fn view(&self, flipped: bool) -> JsValue {
        let solving = &self.solving;
        let playing = &solving.game;
        let session = playing.session();
        let first = usize::from(solving.solver() == Seat::SECOND);
        value(&PuzzleView {
            view: View::new(session, &playing.progress(), playing.touches(), flipped),
            solver: solving.solver().0,
            wins_in: solving.puzzle().wins_in,
            left: solving.turns_left(),
            turns: session.played().iter().enumerate().map(|(at, text)| Turn::new(first + at, text)).collect(),
            stands: match solving.status() {
                PuzzleStatus::Asked => "asked",
                PuzzleStatus::Wrong => "wrong",
                PuzzleStatus::Loose => "loose",
                PuzzleStatus::Late => "late",
                PuzzleStatus::Doubt => "doubt",
                PuzzleStatus::Answer => "answer",
                PuzzleStatus::Solved => "solved",
                PuzzleStatus::Shown => "shown",
            },
            missed: solving.missed().to_string(),
            known: solving.known().map(str::to_string),
        })
    }

    /// Points at something. Whether that made a turn, which is then judged.
    pub fn touch(&mut self, at: &str) -> Result<bool, JsError> {
        let board = self.solving.game.session().scene().board;
        let Some(touch) = touch(at, board) else { return Ok(false) };
        let info = self.solving.info();
        let made = self.solving.game.touch(touch).map_err(refused(Some(info)))?;
        self.judged(made)
    }

    /// Enters what was typed. Whether that made a turn, which is then judged.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        let info = self.solving.info();
        let made = self.solving.game.enter(text).map_err(refused(Some(info)))?;
        self.judged(made)
    }

    /// Ends a turn that may end or go on. Whether it could.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        let info = self.solving.info();
        let made = self.solving.game.end_turn().map_err(refused(Some(info)))?;
        self.judged(made)
    }

    fn judged(&mut self, made: bool) -> Result<bool, JsError> {
        if made {
            self.solving.judge();
        }
        Ok(made)
    }

    /// Takes a step of the turn back. Whether there was one.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn undo_step(&mut self) -> bool {
        self.solving.game.undo_step()
    }

    /// Says whether the turn that is in doubt still wins in time.
    pub fn decide(&mut self, wins: bool) {
        self.solving.decide(wins);
    }

    /// The other side answers.
    pub fn answer(&mut self, text: &str) -> Result<(), JsError> {
        let info = self.solving.info();
        self.solving.answer(text).map_err(refused(Some(info)))
    }

    /// Sets it up again.
    pub fn again(&mut self) {
        self.solving.again();
    }

    /// Plays the next move of the solution. Whether there is more.
    pub fn show(&mut self) -> bool {
        self.solving.show()
    }

    /// The play so far as a record: what the engine is to think about.
    pub fn record(&self) -> String {
        self.solving.game.record().text()
    }
}
