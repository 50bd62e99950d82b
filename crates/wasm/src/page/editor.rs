//! A position being set up by hand.

use super::texts;
use super::view::{Board, Ended, kind, seat, touch};
use crate::{catalogues, language, refused, value};
use sanban_core::messages;
use sanban_core::svg::{self, SvgOptions, Theme};
use sanban_core::{BoardSetup, GameInfo, Rejection, Rules, Session, Square, Touch, speech};
use sanban_games::registry;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A position being set up. */
export interface EditorView {
  board: Board;
  rules: string;
  toMove: number;
  palette: PaletteView[];
  counters: AdjustableView[];
  /** What the player to move must do out of the ordinary, where the rules know of it. */
  notice: { name: string; on: boolean } | null;
  /** The position as text. */
  text: string;
  /** Why it is impossible: nothing if it is not. */
  reasons: string[];
  /** How the game has ended in it, if it has. */
  outcome: Outcome | null;
}
/** A piece that can be put on the board. */
export interface PaletteView {
  /** As pieces of the board have it. */
  kind: string;
  name: string;
  /** Drawn around its middle, 100 wide and high. */
  drawn: string;
}
/** Numbers that can be set, one for each player. */
export interface AdjustableView { key: string; name: string; most: number; counts: number[]; }
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EditorView {
    board: Board,
    rules: String,
    to_move: u8,
    palette: Vec<Offered>,
    counters: Vec<Adjustable>,
    notice: Option<Notice>,
    text: String,
    reasons: Vec<String>,
    outcome: Option<Ended>,
}

#[derive(Serialize)]
struct Offered {
    kind: String,
    name: String,
    drawn: String,
}

#[derive(Serialize)]
struct Adjustable {
    key: &'static str,
    name: String,
    most: u32,
    counts: Vec<u32>,
}

#[derive(Serialize)]
struct Notice {
    name: String,
    on: bool,
}

/// A position being set up on the page.
#[wasm_bindgen]
pub struct Editor {
    /// A game under the rules that the position is for.
    session: Box<dyn Session>,
    setup: BoardSetup,
}

#[wasm_bindgen]
impl Editor {
    /// Begins with a position, or with the start if there is none.
    pub fn begin(game: &str, rules: &str, position: &str) -> Result<Editor, JsError> {
        let rules = texts::rules(game, rules)?;
        let info = rules.info();
        let position = Some(position).filter(|text| !text.is_empty());
        let session = registry::open(rules, position).map_err(refused(Some(info)))?;
        Ok(Editor { setup: session.setup(), session })
    }

    /// All that is to be seen.
    #[wasm_bindgen(unchecked_return_type = "EditorView")]
    pub fn view(&self, flipped: bool) -> JsValue {
        let (info, setup, scene) = (self.info(), &self.setup, self.setup.scene());
        let say = |key: &str| messages::say(&catalogues(info.messages), language(), key, &[]);
        let look = SvgOptions { flipped, coordinates: false, theme: Theme::VARIABLES };
        let offered = |&piece: &sanban_core::Piece| Offered {
            kind: kind(piece),
            name: speech::piece(info, language(), piece),
            drawn: svg::piece(info, piece, &look),
        };
        let adjustable = |most: &sanban_core::Counter| Adjustable {
            key: most.name,
            name: say(most.name),
            most: most.count,
            counts: (0..info.players.len()).map(|at| scene.count(seat(at as u8), most.name)).collect(),
        };
        let text = self.session.setup_text(setup);
        let opened = registry::open(self.session.rules().clone(), Some(&text));
        value(&EditorView {
            board: Board::new(info, scene, flipped),
            rules: self.session.rules().text(),
            to_move: scene.to_move.0,
            palette: setup.palette().iter().map(offered).collect(),
            counters: setup.adjustable().iter().map(adjustable).collect(),
            notice: setup.notice().map(|name| Notice { name: say(name), on: scene.notice.is_some() }),
            text,
            reasons: opened.as_ref().map_or_else(|rejection| reasons(info, rejection), |_| Vec::new()),
            outcome: opened.ok().and_then(|session| session.outcome()).map(|outcome| Ended::new(info, outcome)),
        })
    }

    /// Puts a piece of the palette on a square.
    pub fn put(&mut self, square: &str, piece: usize) {
        if let (Some(square), Some(&piece)) = (self.square(square), self.setup.palette().get(piece)) {
            self.setup.put(square, piece);
        }
    }

    /// Takes the top piece from a square.
    pub fn take(&mut self, square: &str) {
        if let Some(square) = self.square(square) {
            self.setup.take(square);
        }
    }

    /// Takes all pieces from the board.
    pub fn clear(&mut self) {
        self.setup.clear();
    }

    /// Sets a player's counter.
    #[wasm_bindgen(js_name = setCounter)]
    pub fn set_counter(&mut self, at: u8, key: &str, count: u32) {
        self.setup.set_counter(seat(at), key, count);
    }

    /// Sets the player to move.
    #[wasm_bindgen(js_name = setToMove)]
    pub fn set_to_move(&mut self, at: u8) {
        self.setup.set_to_move(seat(at));
    }

    /// Sets the notice, or removes it.
    #[wasm_bindgen(js_name = toggleNotice)]
    pub fn toggle_notice(&mut self) {
        self.setup.toggle_notice();
    }

    /// Goes on under other rules, with all that fits them; on a board of another size from the start.
    #[wasm_bindgen(js_name = setRules)]
    pub fn set_rules(&mut self, rules: &str) -> Result<(), JsError> {
        let info = self.info();
        let rules = Rules::parse(info, rules).map_err(refused(Some(info)))?;
        let session = registry::open(rules, None).map_err(refused(Some(info)))?;
        let mut setup = session.setup();
        setup.take_over(&self.setup);
        *self = Editor { session, setup };
        Ok(())
    }
}

impl Editor {
    fn info(&self) -> &'static GameInfo {
        self.session.info()
    }

    fn square(&self, name: &str) -> Option<Square> {
        match touch(name, self.setup.scene().board)? {
            Touch::Square(square) => Some(square),
            Touch::Supply => None,
        }
    }
}

/// The reasons behind a refusal, each a sentence.
fn reasons(info: &GameInfo, rejection: &Rejection) -> Vec<String> {
    rejection.because.iter().map(|reason| reason.sentence(&catalogues(info.messages), language())).collect()
}
