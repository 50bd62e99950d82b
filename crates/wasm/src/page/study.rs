//! A game that is studied.

use super::texts;
use super::view::{View, touch};
use crate::records::read_record;
use crate::{refused, value};
use sanban_core::record::{self, Record, move_number};
use sanban_core::study;
use sanban_core::{GameInfo, Session, TurnInput};
use sanban_engine::score;
use sanban_games::registry;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A move of a study, or its start. */
export interface StudyNode {
  id: number;
  parent: number;
  children: number[];
  ply: number;
  number: string;
  text: string;
  comment: string;
  /** As records write it, from the first player's side. */
  eval: string | null;
  /** The share of the points that the first player can expect by that. */
  share: number | null;
}
/** A game that is studied, and where. */
export interface StudyView extends View {
  game: string;
  rules: string;
  at: number;
  path: number[];
  nodes: StudyNode[];
  tags: Record<string, string>;
  result: string;
}
"#;

#[derive(Serialize)]
struct StudyView {
    #[serde(flatten)]
    view: View,
    game: &'static str,
    rules: String,
    at: usize,
    path: Vec<usize>,
    nodes: Vec<Node>,
    tags: std::collections::BTreeMap<String, String>,
    result: String,
}

#[derive(Serialize)]
struct Node {
    id: usize,
    parent: usize,
    children: Vec<usize>,
    ply: i32,
    number: String,
    text: String,
    comment: String,
    eval: Option<String>,
    share: Option<f64>,
}

/// A game that is studied on the page.
#[wasm_bindgen]
pub struct Study {
    study: study::Study,
}

#[wasm_bindgen]
impl Study {
    /// A study from a position, or from the start if there is none.
    pub fn begin(game: &str, rules: &str, position: &str) -> Result<Study, JsError> {
        let rules = texts::rules(game, rules)?;
        let info = rules.info();
        let position = Some(position).filter(|text| !text.is_empty());
        let session = registry::open(rules, position).map_err(refused(Some(info)))?;
        let mut record = Record::unfinished();
        record.check(&mut *session.fork()).map_err(refused(Some(info)))?;
        Ok(Study { study: study::Study::new(record, &*session) })
    }

    /// A study of a record.
    pub fn read(record: &str) -> Result<Study, JsError> {
        let (record, session) = read_record(record)?;
        Ok(Study { study: study::Study::new(record, &*session) })
    }

    /// A study of what somebody pasted: a record, moves or a position, of the game with these rules where it names none.
    pub fn paste(text: &str, game: &str, rules: &str) -> Result<Study, JsError> {
        let rules = texts::rules(game, rules)?;
        let named = Record::parse(text).ok().and_then(|record| registry::find(record.tag("Game")?).ok());
        let info = named.unwrap_or(rules.info());
        let (record, session) = registry::read_pasted(text, &rules).map_err(refused(Some(info)))?;
        Ok(Study { study: study::Study::new(record, &*session) })
    }

    /// All that is to be seen.
    #[wasm_bindgen(unchecked_return_type = "StudyView")]
    pub fn view(&self, flipped: bool) -> JsValue {
        let study = &self.study;
        let session = study.session();
        let first = study.first_ply();
        let node = |(id, node): (usize, &study::Node)| {
            let ply = first as i32 + node.depth as i32 - 1;
            Node {
                id,
                parent: node.parent,
                children: node.children.clone(),
                ply,
                number: usize::try_from(ply).map_or(String::new(), move_number),
                text: node.text.clone(),
                comment: study.comment_text(id),
                eval: study.eval(id).map(|eval| eval.to_string()),
                share: study.eval(id).map(score::share),
            }
        };
        let record = study.record();
        value(&StudyView {
            view: View::new(session, &study.progress(), study.touches(), flipped),
            game: session.info().id,
            rules: session.rules().text(),
            at: study.at(),
            path: study.path(study.at()),
            nodes: study.nodes().map(node).collect(),
            result: record.result.clone(),
            tags: record.tags.into_iter().collect(),
        })
    }

    /// Goes to a place. Whether it is there.
    pub fn go(&mut self, id: usize) -> bool {
        self.study.go(id)
    }

    /// The place to which moves lead from the start, as far as they are there.
    pub fn find(&self, moves: Vec<String>) -> usize {
        self.study.find(&moves)
    }

    /// The last place of the main line from one on.
    #[wasm_bindgen(js_name = endOf)]
    pub fn end_of(&self, id: usize) -> usize {
        if self.study.has(id) { self.study.end_of(id) } else { study::START }
    }

    /// Points at something. Whether that made a turn.
    pub fn touch(&mut self, at: &str) -> Result<bool, JsError> {
        let info = self.info();
        let board = self.study.session().scene().board;
        let Some(touch) = touch(at, board) else { return Ok(false) };
        self.study.touch(touch).map_err(refused(Some(info)))
    }

    /// Enters what was typed. Whether that made a turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        let info = self.info();
        self.study.enter(text).map_err(refused(Some(info)))
    }

    /// Plays a whole turn.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        let info = self.info();
        self.study.play(text).map_err(refused(Some(info)))
    }

    /// Ends a turn that may end or go on. Whether it could.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        let info = self.info();
        self.study.end_turn().map_err(refused(Some(info)))
    }

    /// Takes a step of the turn back. Whether there was one.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn undo_step(&mut self) -> bool {
        self.study.undo_step()
    }

    /// Makes the moves that lead to a place the main line. Whether anything changed.
    pub fn promote(&mut self, id: usize) -> Result<bool, JsError> {
        let info = self.info();
        if !self.study.has(id) {
            return Ok(false);
        }
        self.study.promote(id).map_err(refused(Some(info)))
    }

    /// Removes a move and all that follows it. Whether it was there.
    pub fn remove(&mut self, id: usize) -> bool {
        self.study.remove(id)
    }

    /// Says something about a move.
    pub fn comment(&mut self, id: usize, text: &str) {
        if self.study.has(id) {
            self.study.comment(id, text);
        }
    }

    /// The record of it all.
    pub fn record(&self) -> String {
        self.study.record().text()
    }

    /// The game up to where it stands, as a record without variations: what the engine is to think about.
    #[wasm_bindgen(js_name = recordHere)]
    pub fn record_here(&self) -> String {
        record_of(self.study.session())
    }
}

/// The records in a text of several.
#[wasm_bindgen(js_name = splitRecords)]
pub fn split_records(text: &str) -> Vec<String> {
    record::split(text).map(String::from).collect()
}

impl Study {
    fn info(&self) -> &'static GameInfo {
        self.study.session().info()
    }
}

/// The game of a session as a record.
fn record_of(session: &dyn Session) -> String {
    Record::of_game(session, &[], None, |_| None).text()
}
