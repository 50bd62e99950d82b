//! Puzzles on the page.

use super::turn_input;
use super::view::{PositionView, TurnView, turns};
use crate::{to_js, to_js_error};
use sanban_core::puzzle;
use sanban_core::{Rules, TurnInput, TurnInputExt};
use sanban_games::puzzle_session::{PuzzleSession, PuzzleStatus};
use sanban_games::registry;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A puzzle as lists show it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleSummary {
    /// From 1, the easiest first.
    number: usize,
    rules: String,
    position: String,
    /// The seat that moves first and wins.
    solver: u8,
    wins_in: u32,
    /// The difficulty, from 1 to 5.
    grade: u8,
}

/// A puzzle in progress.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct PuzzleView {
    #[serde(flatten)]
    position_view: PositionView,
    solver: u8,
    wins_in: u32,
    /// How many turns the solver has left.
    turns_left: u32,
    turns: Vec<TurnView>,
    #[serde(with = "PuzzleStatusDef")]
    status: PuzzleStatus,
    /// The solver's last wrong move.
    wrong_move: String,
    /// The next move of the solution, if all moves so far follow it.
    known_move: Option<String>,
}

#[derive(Serialize, Tsify)]
#[serde(remote = "PuzzleStatus", rename_all = "camelCase")]
#[tsify(rename = "PuzzleStatus")]
#[allow(dead_code)]
enum PuzzleStatusDef {
    ToMove,
    WrongMove,
    WrongFinish,
    TooSlow,
    NeedsCheck,
    OpponentToReply,
    Solved,
    SolutionShown,
}

/// The puzzles of a game, the easiest first.
#[wasm_bindgen(js_name = puzzles)]
pub fn list_puzzles(game: &str) -> Result<Vec<Ts<PuzzleSummary>>, JsError> {
    let info = registry::find(game).map_err(to_js_error(None))?;
    let mut puzzles = Vec::new();
    for (number, puzzle) in (1..).zip(puzzle::puzzles(info.puzzles)) {
        let rules = Rules::parse(info, &puzzle.rules).map_err(to_js_error(Some(info)))?;
        let session = registry::open(rules, Some(&puzzle.position)).map_err(to_js_error(Some(info)))?;
        puzzles.push(to_js(&PuzzleSummary {
            number,
            rules: session.rules().text(),
            position: puzzle.position,
            solver: session.to_move().0,
            wins_in: puzzle.wins_in,
            grade: puzzle.grade,
        }));
    }
    Ok(puzzles)
}

/// A puzzle on the page.
#[wasm_bindgen]
pub struct Puzzle {
    session: PuzzleSession,
}

#[wasm_bindgen]
impl Puzzle {
    /// Opens a puzzle by its number, from 1; undefined if there is none.
    pub fn begin(game: &str, number: usize) -> Result<Option<Puzzle>, JsError> {
        let info = registry::find(game).map_err(to_js_error(None))?;
        let puzzle = number.checked_sub(1).and_then(|index| puzzle::puzzles(info.puzzles).into_iter().nth(index));
        let session = puzzle.map(|puzzle| PuzzleSession::new(info, puzzle)).transpose();
        Ok(session.map_err(to_js_error(Some(info)))?.map(|session| Puzzle { session }))
    }

    pub fn view(&self, flipped: bool) -> Ts<PuzzleView> {
        let PuzzleSession { game, .. } = &self.session;
        to_js(&PuzzleView {
            position_view: PositionView::of_input(game, flipped),
            solver: self.session.solver().0,
            wins_in: self.session.puzzle().wins_in,
            turns_left: self.session.turns_left(),
            turns: turns(game.session()),
            status: self.session.status(),
            wrong_move: self.session.wrong_move().to_string(),
            known_move: self.session.known_move().map(str::to_string),
        })
    }

    /// Picks a square, or `@` for the supply. Returns whether that completed a turn, which is then judged.
    pub fn touch(&mut self, target: &str) -> Result<bool, JsError> {
        let is_complete = turn_input::touch(&mut self.session.game, target)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Picks up the piece on a square to drag it. Returns whether that completed a turn, which is then judged.
    pub fn grab(&mut self, square: &str) -> Result<bool, JsError> {
        let is_complete = turn_input::grab(&mut self.session.game, square)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Enters typed steps or a whole turn. Returns whether that completed a turn, which is then judged.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        let is_complete = turn_input::enter(&mut self.session.game, text)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Ends a turn that may end or continue. Returns whether it may end here.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        let is_complete = turn_input::end_turn(&mut self.session.game)?;
        Ok(self.judge_completed_turn(is_complete))
    }

    /// Judges a turn if it is complete, and returns whether it is.
    fn judge_completed_turn(&mut self, is_complete: bool) -> bool {
        if is_complete {
            self.session.judge();
        }
        is_complete
    }

    /// Undoes the last step of the partly entered turn. Returns whether there was one.
    #[wasm_bindgen(js_name = undoStep)]
    pub fn undo_step(&mut self) -> bool {
        self.session.game.undo_step()
    }

    /// Tells the result of the check: whether the solver's move still wins in time.
    #[wasm_bindgen(js_name = resolveCheck)]
    pub fn resolve_check(&mut self, wins: bool) {
        self.session.resolve_check(wins);
    }

    /// Plays the defender's move.
    pub fn reply(&mut self, text: &str) -> Result<(), JsError> {
        let info = self.session.info();
        self.session.reply(text).map_err(to_js_error(Some(info)))
    }

    /// Restarts the puzzle.
    pub fn restart(&mut self) {
        self.session.restart();
    }

    /// Plays the next move of the solution. Returns whether there are more.
    #[wasm_bindgen(js_name = showNextMove)]
    pub fn show_next_move(&mut self) -> bool {
        self.session.show_next_move()
    }

    /// The moves so far as a record, for the engine.
    pub fn record(&self) -> String {
        self.session.game.record().text()
    }
}
