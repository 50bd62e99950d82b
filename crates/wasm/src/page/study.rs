//! A study on the page.

use super::pasted::read_pasted;
use super::view::PositionView;
use super::{open_session, parse_rules, turn_input};
use crate::records::read_record;
use crate::{to_js, to_js_error};
use sanban_core::record::{self, Record, move_number};
use sanban_core::study::{self, START};
use sanban_core::{GameInfo, TurnInput, TurnInputExt};
use sanban_engine::score;
use sanban_games::registry;
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A study with its whole tree of moves, at the current node.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct StudyView {
    #[serde(flatten)]
    position_view: PositionView,
    /// The id of the current node.
    current: usize,
    nodes: Vec<StudyNode>,
    /// The tags of the record.
    tags: BTreeMap<String, String>,
    result: String,
}

/// A move of a study, or its start.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct StudyNode {
    id: usize,
    parent: usize,
    children: Vec<usize>,
    ply: i32,
    number: String,
    text: String,
    comment: String,
    /// The evaluation in the record, from the first player's side.
    eval: Option<String>,
    /// The share of the points that the first player can expect by that evaluation.
    share: Option<f64>,
}

/// A study on the page.
#[wasm_bindgen]
pub struct Study {
    study: study::Study,
}

#[wasm_bindgen]
impl Study {
    /// A study of a position, or of the start if it is empty.
    pub fn begin(game: &str, rules: &str, position: &str) -> Result<Study, JsError> {
        let session = open_session(game, rules, position)?;
        let mut record = Record::unfinished();
        record.check(&mut *session.fork()).map_err(to_js_error(Some(session.info())))?;
        Ok(Study { study: study::Study::new(record, &*session) })
    }

    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(record: &str) -> Result<Study, JsError> {
        let (record, session) = read_record(record)?;
        Ok(Study { study: study::Study::new(record, &*session) })
    }

    /// A study of a pasted text: a record, moves or a position. The game and the rules are for texts that name none.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: &str, game: &str, rules: &str) -> Result<Study, JsError> {
        let rules = parse_rules(game, rules)?;
        let named = Record::parse(text).ok().and_then(|record| registry::find(record.tag("Game")?).ok());
        let info = named.unwrap_or(rules.info());
        let (record, session) = read_pasted(text, &rules).map_err(to_js_error(Some(info)))?;
        Ok(Study { study: study::Study::new(record, &*session) })
    }

    pub fn view(&self, flipped: bool) -> Ts<StudyView> {
        let study = &self.study;
        let record = study.record();
        to_js(&StudyView {
            position_view: PositionView::of_input(study, flipped),
            current: study.at(),
            nodes: study.nodes().map(|(id, node)| self.node(id, node)).collect(),
            result: record.result.clone(),
            tags: record.tags.into_iter().collect(),
        })
    }

    /// The id of the game.
    #[wasm_bindgen(getter)]
    pub fn game(&self) -> String {
        self.info().id.to_string()
    }

    /// The moves that lead to the current node.
    #[wasm_bindgen(getter)]
    pub fn path(&self) -> Vec<String> {
        self.study.session().played().to_vec()
    }

    /// The partly entered turn, as a text for `enter`.
    #[wasm_bindgen(getter, js_name = enteredText)]
    pub fn entered_text(&self) -> String {
        turn_input::entered_text(&self.study)
    }

    /// Goes to a node. Returns whether it exists.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, id: usize) -> bool {
        self.study.go(id)
    }

    /// The node that moves lead to from the start, as far as the study has them.
    #[wasm_bindgen(js_name = findNode)]
    pub fn find_node(&self, moves: Vec<String>) -> usize {
        self.study.find(&moves)
    }

    /// The last node of the main line after a node.
    #[wasm_bindgen(js_name = findLineEnd)]
    pub fn find_line_end(&self, id: usize) -> usize {
        if self.study.has(id) { self.study.end_of(id) } else { START }
    }

    /// Picks a square, or `@` for the supply. Returns whether that completed a turn.
    pub fn touch(&mut self, target: &str) -> Result<bool, JsError> {
        turn_input::touch(&mut self.study, target)
    }

    /// Picks up the piece on a square to drag it. Returns whether that completed a turn.
    pub fn grab(&mut self, square: &str) -> Result<bool, JsError> {
        turn_input::grab(&mut self.study, square)
    }

    /// Enters typed steps or a whole turn. Returns whether that completed a turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        turn_input::enter(&mut self.study, text)
    }

    /// Plays a whole turn.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        turn_input::play(&mut self.study, text)
    }

    /// Ends a turn that may end or continue. Returns whether it may end here.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        turn_input::end_turn(&mut self.study)
    }

    /// Undoes the last step of the partly entered turn. Returns whether there was one.
    #[wasm_bindgen(js_name = undoStep)]
    pub fn undo_step(&mut self) -> bool {
        self.study.undo_step()
    }

    /// Makes the moves that lead to a node the main line. Returns whether anything changed.
    pub fn promote(&mut self, id: usize) -> Result<bool, JsError> {
        if !self.study.has(id) {
            return Ok(false);
        }
        let info = self.info();
        self.study.promote(id).map_err(to_js_error(Some(info)))
    }

    /// Removes a move and everything after it. Returns whether it existed.
    pub fn remove(&mut self, id: usize) -> bool {
        self.study.remove(id)
    }

    /// Replaces the comment about a move.
    #[wasm_bindgen(js_name = setComment)]
    pub fn set_comment(&mut self, id: usize, text: &str) {
        if self.study.has(id) {
            self.study.comment(id, text);
        }
    }

    /// The record with all variations.
    pub fn record(&self) -> String {
        self.study.record().text()
    }

    /// The moves to the current node as a record without variations, for the engine.
    #[wasm_bindgen(js_name = pathRecord)]
    pub fn path_record(&self) -> String {
        Record::of_game(self.study.session(), &[], None, |_| None).text()
    }
}

impl Study {
    fn info(&self) -> &'static GameInfo {
        self.study.session().info()
    }

    fn node(&self, id: usize, node: &study::Node) -> StudyNode {
        let ply = self.study.first_ply() as i32 + node.depth as i32 - 1;
        let eval = self.study.eval(id);
        StudyNode {
            id,
            parent: node.parent,
            children: node.children.clone(),
            ply,
            number: usize::try_from(ply).map_or(String::new(), move_number),
            text: node.text.clone(),
            comment: self.study.comment_text(id),
            eval: eval.map(|eval| eval.to_string()),
            share: eval.map(score::share),
        }
    }
}

/// Splits a text into its records.
#[wasm_bindgen(js_name = splitRecords)]
pub fn split_records(text: &str) -> Vec<String> {
    record::split(text).map(String::from).collect()
}
