//! The position editor.

use super::open_session;
use super::view::{BoardView, OutcomeView, parse_touch, piece_kind, seat};
use crate::{catalogues, game_message, language, to_js, to_js_error};
use sanban_core::svg::{self, SvgOptions, Theme};
use sanban_core::{BoardSetup, Counter, GameInfo, Piece, Rejection, Rules, Session, Square, Touch, speech};
use sanban_games::registry;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A position in the editor.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct EditorView {
    board: BoardView,
    rules: String,
    to_move: u8,
    palette: Vec<PalettePiece>,
    counters: Vec<CounterSetting>,
    /// A special duty of the player to move, if the rules have one.
    notice: Option<NoticeSetting>,
    /// The position as text.
    text: String,
    /// Why the position is impossible; empty if it is possible.
    reasons: Vec<String>,
    /// How the game is over in this position, if it is.
    outcome: Option<OutcomeView>,
}

/// A piece that can be put on the board.
#[derive(Serialize, Tsify)]
pub struct PalettePiece {
    /// The kind of the board's pieces that look like this.
    kind: String,
    name: String,
    /// Centred on the origin, 100 wide and high.
    svg: String,
}

/// A counter that can be set for each player.
#[derive(Serialize, Tsify)]
pub struct CounterSetting {
    key: &'static str,
    name: String,
    max: u32,
    /// By seat.
    counts: Vec<u32>,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NoticeSetting {
    name: String,
    is_on: bool,
}

/// The position editor on the page.
#[wasm_bindgen]
pub struct Editor {
    /// A game under the position's rules.
    session: Box<dyn Session>,
    setup: BoardSetup,
}

#[wasm_bindgen]
impl Editor {
    /// Opens a position, or the start if it is empty.
    pub fn begin(game: &str, rules: &str, position: &str) -> Result<Editor, JsError> {
        let session = open_session(game, rules, position)?;
        Ok(Editor { setup: session.setup(), session })
    }

    pub fn view(&self, flipped: bool) -> Ts<EditorView> {
        let (info, setup, scene) = (self.info(), &self.setup, self.setup.scene());
        let options = SvgOptions { flipped, coordinates: false, theme: Theme::CSS_VARIABLES };
        let palette_piece = |&piece: &Piece| PalettePiece {
            kind: piece_kind(piece),
            name: speech::piece(info, language(), piece),
            svg: svg::piece(info, piece, &options),
        };
        let seats = 0..info.players.len() as u8;
        let counter = |limit: &Counter| CounterSetting {
            key: limit.name,
            name: game_message(info, limit.name),
            max: limit.count,
            counts: seats.clone().map(|number| scene.count(seat(number), limit.name)).collect(),
        };
        let text = self.session.setup_text(setup);
        let opened = registry::open(self.session.rules().clone(), Some(&text));
        to_js(&EditorView {
            board: BoardView::new(info, scene, flipped),
            rules: self.session.rules().text(),
            to_move: scene.to_move.0,
            palette: setup.palette().iter().map(palette_piece).collect(),
            counters: setup.adjustable_counters().iter().map(counter).collect(),
            notice: setup
                .notice()
                .map(|key| NoticeSetting { name: game_message(info, key), is_on: scene.notice.is_some() }),
            text,
            reasons: opened.as_ref().map_or_else(|rejection| sentences(info, rejection), |_| Vec::new()),
            outcome: opened.ok().and_then(|session| Some(OutcomeView::new(&*session, session.outcome()?))),
        })
    }

    /// Places a piece of the palette on a square. Ignores kinds that the palette lacks.
    #[wasm_bindgen(js_name = placePiece)]
    pub fn place_piece(&mut self, square: &str, kind: &str) {
        let piece = self.setup.palette().iter().copied().find(|&piece| piece_kind(piece) == kind);
        if let (Some(square), Some(piece)) = (self.square(square), piece) {
            self.setup.place_piece(square, piece);
        }
    }

    /// Removes the top piece from a square.
    #[wasm_bindgen(js_name = removePiece)]
    pub fn remove_piece(&mut self, square: &str) {
        if let Some(square) = self.square(square) {
            self.setup.remove_piece(square);
        }
    }

    /// Removes all pieces from the board.
    pub fn clear(&mut self) {
        self.setup.clear();
    }

    /// Sets a counter of a seat.
    #[wasm_bindgen(js_name = setCounter)]
    pub fn set_counter(&mut self, number: u8, key: &str, count: u32) {
        self.setup.set_counter(seat(number), key, count);
    }

    /// Sets the seat to move.
    #[wasm_bindgen(js_name = setToMove)]
    pub fn set_to_move(&mut self, number: u8) {
        self.setup.set_to_move(seat(number));
    }

    /// Turns the notice on or off.
    #[wasm_bindgen(js_name = setNotice)]
    pub fn set_notice(&mut self, is_on: bool) {
        if self.setup.scene().notice.is_some() != is_on {
            self.setup.toggle_notice();
        }
    }

    /// Changes the rules and keeps what fits them. A board of another size starts from its usual start.
    #[wasm_bindgen(js_name = setRules)]
    pub fn set_rules(&mut self, rules: &str) -> Result<(), JsError> {
        let info = self.info();
        let rules = Rules::parse(info, rules).map_err(to_js_error(Some(info)))?;
        let session = registry::open(rules, None).map_err(to_js_error(Some(info)))?;
        let mut setup = session.setup();
        setup.copy_from(&self.setup);
        *self = Editor { session, setup };
        Ok(())
    }
}

impl Editor {
    fn info(&self) -> &'static GameInfo {
        self.session.info()
    }

    fn square(&self, name: &str) -> Option<Square> {
        match parse_touch(name, self.setup.scene().board)? {
            Touch::Square(square) => Some(square),
            Touch::Supply => None,
        }
    }
}

/// The reasons of a rejection as sentences.
fn sentences(info: &GameInfo, rejection: &Rejection) -> Vec<String> {
    rejection.because.iter().map(|reason| reason.sentence(&catalogues(info.messages), language())).collect()
}
