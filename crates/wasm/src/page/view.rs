//! What is to be seen of a position, in plain values.

use crate::{catalogues, language};
use sanban_core::messages;
use sanban_core::record::move_number;
use sanban_core::svg::{self, SvgOptions, Theme};
use sanban_core::{GameInfo, Outcome, Progress, Scene, Seat, Session, Square, Touch, speech};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What is pointed at: a square by its name, or "@" for the own supply. */
export type Touch = string;

/** A board to draw, and what is to be said of it. Squares are numbered row by row from the first player's left corner. */
export interface Board {
  cols: number;
  rows: number;
  width: number;
  height: number;
  /** The board without pieces, as the inside of an SVG picture. */
  ground: string;
  pieces: Piece[];
  squares: Square[];
}
export interface Square {
  name: string;
  /** What stands there, in words. */
  label: string;
  x: number;
  y: number;
}
export interface Piece {
  square: string;
  /** Pieces of one kind look alike. */
  kind: string;
  x: number;
  y: number;
  drawn: string;
}
/** What is entered of a turn. */
export interface Entry {
  text: string;
  touched: Touch[];
  next: Touch[];
  /** Squares to which something can be put from the supply by pointing at them alone. */
  through: Touch[];
  /** The whole turn, if it may end here. */
  complete: string | null;
}
export interface Counter { name: string; count: number; }
export interface Outcome {
  /** 0 or 1; null if it is a draw. */
  winner: number | null;
  score: string;
  reason: string;
}
/** A position and what may be done in it. */
export interface View {
  board: Board;
  entry: Entry;
  toMove: number;
  /** What each player has beside the board. */
  counters: Counter[][];
  /** What the player to move must do out of the ordinary. */
  notice: string | null;
  position: string;
  outcome: Outcome | null;
  /** The squares of the last turn. */
  last: string[];
}
export interface Turn {
  ply: number;
  number: string;
  text: string;
  seat: number;
}
"#;

/// What is to be seen of a position and of what is entered of a turn in it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    board: Board,
    entry: Entry,
    to_move: u8,
    counters: Vec<Vec<Counter>>,
    notice: Option<String>,
    position: String,
    outcome: Option<Ended>,
    last: Vec<String>,
}

/// A board to draw.
#[derive(Serialize)]
pub struct Board {
    cols: u8,
    rows: u8,
    width: f64,
    height: f64,
    ground: String,
    pieces: Vec<Piece>,
    squares: Vec<Labelled>,
}

#[derive(Serialize)]
struct Labelled {
    name: String,
    label: String,
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Piece {
    square: String,
    kind: String,
    x: f64,
    y: f64,
    drawn: String,
}

#[derive(Serialize)]
struct Entry {
    text: String,
    touched: Vec<String>,
    next: Vec<String>,
    through: Vec<String>,
    complete: Option<String>,
}

#[derive(Serialize)]
struct Counter {
    name: String,
    count: u32,
}

/// How a game ended.
#[derive(Serialize)]
pub struct Ended {
    winner: Option<u8>,
    score: &'static str,
    reason: String,
}

/// A move of a game.
#[derive(Serialize)]
pub struct Turn {
    ply: usize,
    number: String,
    text: String,
    seat: usize,
}

impl View {
    /// The position of a session with what is entered of a turn, of which these have been touched.
    pub fn new(session: &dyn Session, progress: &Progress, touches: &[Touch], flipped: bool) -> Self {
        let info = session.info();
        let scene = &progress.scene;
        let say = |key: &str| messages::say(&catalogues(info.messages), language(), key, &[]);
        let texts = |touches: &[Touch]| touches.iter().map(Touch::to_string).collect();
        let mut through = Vec::new();
        if progress.next.contains(&Touch::Supply) {
            through = session.progress(&[touches, &[Touch::Supply]].concat()).next;
            through.retain(|touch| !progress.next.contains(touch));
        }
        let counters = scene.counters.iter().map(|counters| {
            counters.iter().map(|counter| Counter { name: say(counter.name), count: counter.count }).collect()
        });
        View {
            board: Board::new(info, scene, flipped),
            entry: Entry {
                text: progress.text.clone(),
                touched: texts(touches),
                next: texts(&progress.next),
                through: texts(&through),
                complete: progress.complete.clone(),
            },
            to_move: scene.to_move.0,
            counters: counters.collect(),
            notice: scene.notice.map(say),
            position: session.position_text(),
            outcome: session.outcome().map(|outcome| Ended::new(info, outcome)),
            last: session.last_squares().iter().map(|square| square.to_string()).collect(),
        }
    }

    /// A game ended in this way, whatever the rules alone say.
    pub fn ended(mut self, info: &GameInfo, outcome: Option<Outcome>) -> Self {
        self.outcome = outcome.map(|outcome| Ended::new(info, outcome));
        self
    }
}

impl Ended {
    /// An outcome in words.
    pub fn new(info: &GameInfo, outcome: Outcome) -> Self {
        let reason = messages::say(&catalogues(info.messages), language(), &outcome.reason.key(), &[]);
        Ended { winner: outcome.winner.map(|seat| seat.0), score: outcome.score(), reason }
    }
}

impl Turn {
    /// A move by its ply.
    pub fn new(ply: usize, text: &str) -> Self {
        Turn { ply, number: move_number(ply), text: text.to_string(), seat: ply % 2 }
    }
}

impl Board {
    /// The board of a scene.
    pub fn new(info: &GameInfo, scene: &Scene, flipped: bool) -> Self {
        let look = SvgOptions { flipped, coordinates: true, theme: Theme::VARIABLES };
        let (width, height) = look.size(scene.board);
        let labelled = |square: Square| {
            let (x, y) = look.corner(scene.board, square);
            Labelled { name: square.to_string(), label: speech::square(info, language(), scene, square), x, y }
        };
        let piece = |placed: svg::PlacedPiece| Piece {
            square: placed.square.to_string(),
            kind: kind(placed.piece),
            x: placed.x,
            y: placed.y,
            drawn: placed.drawn,
        };
        Board {
            cols: scene.board.cols,
            rows: scene.board.rows,
            width,
            height,
            ground: svg::ground(info, scene, &look),
            pieces: svg::pieces(info, scene, &look).into_iter().map(piece).collect(),
            squares: scene.board.squares().map(labelled).collect(),
        }
    }
}

/// The name of what looks like a piece.
pub fn kind(piece: sanban_core::Piece) -> String {
    let seat = piece.seat.map_or(String::new(), |seat| seat.0.to_string());
    format!("{}{seat}", piece.shape.name())
}

/// Reads what a page says was pointed at.
pub fn touch(text: &str, board: sanban_core::Board) -> Option<Touch> {
    if text == "@" {
        return Some(Touch::Supply);
    }
    board.squares().find(|square| square.to_string() == text).map(Touch::Square)
}

/// A seat by its number.
pub fn seat(number: u8) -> Seat {
    if number == 0 { Seat::FIRST } else { Seat::SECOND }
}
