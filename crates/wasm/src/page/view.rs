//! A position as the page draws it.

use crate::records::first_ply;
use crate::{game_message, language};
use sanban_core::ending::Ending;
use sanban_core::move_marks::MoveMark;
use sanban_core::record::move_number;
use sanban_core::svg::{self, SvgOptions, Theme};
use sanban_core::{
    Board, GameInfo, Outcome, Piece, Progress, Scene, Seat, Session, Square, Touch, TurnInput, TurnInputExt, speech,
};
use serde::Serialize;
use tsify::Tsify;

/// A position with the partly entered turn, and what can be entered next.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct PositionView {
    game: &'static str,
    rules: String,
    board: BoardView,
    entry: EntryView,
    to_move: u8,
    /// The counters of each player.
    counters: Vec<Vec<CounterView>>,
    /// A special duty of the player to move.
    notice: Option<String>,
    /// The position as text.
    position: String,
    outcome: Option<OutcomeView>,
    /// The squares of the last turn.
    last_move: Vec<String>,
    /// The moves of pieces in the last turn.
    last_arrows: Vec<ArrowView>,
}

/// A board to draw. Squares are sorted by row, from the first player's left corner.
#[derive(Serialize, Tsify)]
pub struct BoardView {
    cols: u8,
    rows: u8,
    width: f64,
    height: f64,
    /// The board without pieces, as the content of an SVG element.
    svg: String,
    pieces: Vec<PieceView>,
    squares: Vec<SquareView>,
}

#[derive(Serialize, Tsify)]
pub struct SquareView {
    name: String,
    /// What is on the square, for screen readers.
    label: String,
    x: f64,
    y: f64,
}

/// What to draw on a board to show a move. Each mark has the number of its step, from 1.
#[derive(Serialize, Tsify, Default)]
pub struct MoveMarks {
    /// The pieces that move.
    arrows: Vec<ArrowView>,
    /// The pieces that appear.
    ghosts: Vec<GhostView>,
    /// The squares whose topmost piece disappears.
    lifts: Vec<LiftView>,
}

#[derive(Serialize, Tsify)]
pub struct ArrowView {
    from: String,
    to: String,
    step: usize,
}

#[derive(Serialize, Tsify)]
pub struct GhostView {
    #[serde(flatten)]
    piece: PieceView,
    step: usize,
}

#[derive(Serialize, Tsify)]
pub struct LiftView {
    square: String,
    step: usize,
}

#[derive(Serialize, Tsify)]
pub struct PieceView {
    square: String,
    /// Pieces of one kind look the same.
    kind: String,
    x: f64,
    y: f64,
    svg: String,
}

/// A partly entered turn. Touches are names of squares, or `@` for the supply.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct EntryView {
    text: String,
    touched: Vec<String>,
    /// What can be touched next.
    next: Vec<String>,
    /// The squares that get a piece from the supply when they are touched.
    supply_targets: Vec<String>,
    /// The squares whose pieces can be dragged.
    grabbable: Vec<String>,
    /// The whole turn, if it may end here.
    complete: Option<String>,
    /// What to do next, as a sentence; null if the turn or the game is over.
    prompt: Option<String>,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct CounterView {
    name: String,
    count: u32,
    /// The number that wins, if this is the score.
    target: Option<u32>,
    /// Whether its pieces can be placed on the board.
    is_supply: bool,
}

/// How a game ended.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct OutcomeView {
    /// The winner's seat; null for a draw.
    winner: Option<u8>,
    score: &'static str,
    /// Who won and why.
    sentence: String,
}

/// A move of a game.
#[derive(Serialize, Tsify)]
pub struct TurnView {
    ply: usize,
    number: String,
    text: String,
    seat: usize,
}

impl PositionView {
    /// The current position of a game, with the partly entered turn.
    pub fn of_input(input: &impl TurnInput, flipped: bool) -> Self {
        let mut view = PositionView::new(input.session(), &input.progress(), input.touches(), flipped);
        view.outcome = input.outcome().map(|outcome| OutcomeView::new(input.session(), outcome));
        view.entry.grabbable = touch_texts(&input.grabbable());
        view
    }

    /// The position of a session.
    pub fn of_session(session: &dyn Session, flipped: bool) -> Self {
        PositionView::new(session, &session.progress(&[]), &[], flipped)
    }

    fn new(session: &dyn Session, progress: &Progress, touches: &[Touch], flipped: bool) -> Self {
        let info = session.info();
        let scene = &progress.scene;
        let mut supply_targets = Vec::new();
        if progress.next.contains(&Touch::Supply) {
            supply_targets = session.progress(&[touches, &[Touch::Supply]].concat()).next;
            supply_targets.retain(|touch| !progress.next.contains(touch));
        }
        let counter = |counter: &sanban_core::Counter| CounterView {
            name: game_message(info, counter.name),
            count: counter.count,
            target: counter.target,
            is_supply: counter.name == info.supply,
        };
        PositionView {
            game: info.id,
            rules: session.rules().text(),
            board: BoardView::new(info, scene, flipped),
            entry: EntryView {
                text: progress.text.clone(),
                touched: touch_texts(touches),
                next: touch_texts(&progress.next),
                supply_targets: touch_texts(&supply_targets),
                grabbable: Vec::new(),
                complete: progress.complete.clone(),
                prompt: progress.prompt.map(|key| speech::prompt(info, language(), key, scene.to_move)),
            },
            to_move: scene.to_move.0,
            counters: scene.counters.iter().map(|counters| counters.iter().map(counter).collect()).collect(),
            notice: scene.notice.map(|key| game_message(info, key)),
            position: session.position_text(),
            outcome: session.outcome().map(|outcome| OutcomeView::new(session, outcome)),
            last_move: session.last_squares().iter().map(|square| square.to_string()).collect(),
            last_arrows: MoveMarks::new(info, scene.board, session.last_move_marks(), flipped).arrows,
        }
    }
}

impl MoveMarks {
    pub fn new(info: &GameInfo, board: Board, marks: Vec<(usize, MoveMark)>, flipped: bool) -> Self {
        let options = svg_options(flipped);
        let mut view = MoveMarks::default();
        for (step, mark) in marks {
            match mark {
                MoveMark::Moved { from, to } => {
                    view.arrows.push(ArrowView { from: from.to_string(), to: to.to_string(), step });
                }
                MoveMark::Placed { square, stack } => {
                    let piece = svg::top_piece(info, board, square, &stack, &options);
                    view.ghosts.extend(piece.map(|piece| GhostView { piece: PieceView::new(piece), step }));
                }
                MoveMark::Lifted { square } => view.lifts.push(LiftView { square: square.to_string(), step }),
            }
        }
        view
    }
}

impl PieceView {
    fn new(placed: svg::PlacedPiece) -> Self {
        PieceView {
            square: placed.square.to_string(),
            kind: piece_kind(placed.piece),
            x: placed.x,
            y: placed.y,
            svg: placed.drawn,
        }
    }
}

/// How the page draws boards: with the colours of the theme that the visitor chose.
fn svg_options(flipped: bool) -> SvgOptions {
    SvgOptions { flipped, coordinates: true, theme: Theme::CSS_VARIABLES }
}

impl OutcomeView {
    /// An outcome of a session, from nobody's point of view.
    pub fn new(session: &dyn Session, outcome: Outcome) -> Self {
        let info = session.info();
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| game_message(info, info.players[seat.index()]));
        let ending = Ending::new(session.rules(), language(), outcome, &names, None, &session.scene());
        OutcomeView { winner: outcome.winner.map(|seat| seat.0), score: outcome.score(), sentence: ending.sentence() }
    }
}

/// The turns played in a session.
pub fn turns(session: &dyn Session) -> Vec<TurnView> {
    let plies = (first_ply(session)..).zip(session.played());
    let turn =
        |(ply, text): (usize, &String)| TurnView { ply, number: move_number(ply), text: text.clone(), seat: ply % 2 };
    plies.map(turn).collect()
}

impl BoardView {
    pub fn new(info: &GameInfo, scene: &Scene, flipped: bool) -> Self {
        let options = svg_options(flipped);
        let (width, height) = options.size(scene.board);
        let square = |square: Square| {
            let (x, y) = options.corner(scene.board, square);
            SquareView { name: square.to_string(), label: speech::square(info, language(), scene, square), x, y }
        };
        BoardView {
            cols: scene.board.cols,
            rows: scene.board.rows,
            width,
            height,
            svg: svg::ground(info, scene, &options),
            pieces: svg::pieces(info, scene, &options).into_iter().map(PieceView::new).collect(),
            squares: scene.board.squares().map(square).collect(),
        }
    }
}

/// A name that is the same for pieces that look the same.
pub fn piece_kind(piece: Piece) -> String {
    let seat = piece.seat.map_or(String::new(), |seat| seat.0.to_string());
    format!("{}{seat}", piece.shape.name())
}

/// The names of squares, and `@` for the supply.
fn touch_texts(touches: &[Touch]) -> Vec<String> {
    touches.iter().map(Touch::to_string).collect()
}

/// Parses the name of a square, or `@` for the supply.
pub fn parse_touch(text: &str, board: Board) -> Option<Touch> {
    if text == "@" {
        return Some(Touch::Supply);
    }
    board.squares().find(|square| square.to_string() == text).map(Touch::Square)
}

/// A seat by its number.
pub fn seat(number: u8) -> Seat {
    if number == 0 { Seat::FIRST } else { Seat::SECOND }
}
