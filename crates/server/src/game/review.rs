//! Reviews: the moves of a game, rated by the engine. The page's own review (`crates/wasm/src/engine.rs`) has the same form.

use sanban_core::Seat;
use sanban_core::messages::LANGUAGES;
use sanban_core::record::move_number;
use sanban_engine::analysis::{self, MoveRating};
use sanban_engine::handle::{engine, think};
use sanban_engine::phrasing::Phrasing;
use sanban_engine::{Limits, Score};
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// The size of the transposition table, in MiB.
const REVIEW_HASH_MIB: u32 = 32;

/// A review of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewView {
    /// How many moves are rated.
    pub rated: usize,
    /// All moves.
    pub moves: Vec<RatedMove>,
    /// The accuracy of each side in per cent.
    #[schema(required)]
    pub accuracy: [Option<f64>; 2],
    /// The record with evaluations, and with better moves where the game turned.
    pub record: String,
}

/// A move of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatedMove {
    /// The move's number, such as `3.` or `3...`.
    pub number: String,
    /// The move's text.
    pub text: String,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    #[schema(required)]
    pub rating: Option<String>,
    /// The share of the points that the first player could expect before the move.
    #[schema(required)]
    pub before: Option<f64>,
    /// The same after the move.
    #[schema(required)]
    pub share: Option<f64>,
    /// How the move turned the game.
    #[schema(required)]
    pub turning: Option<String>,
    /// The best move.
    #[schema(required)]
    pub best: Option<String>,
    /// The texts about the move by language.
    pub told: BTreeMap<String, MoveTexts>,
}

/// The texts about a move of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MoveTexts {
    /// The score after the move from the first player's side.
    pub score: String,
    /// How the move turned the game.
    #[schema(required)]
    pub turning: Option<String>,
}

/// Reviews the game of a record with a number of nodes for each position; `None` if `keep_going` returns false before the end.
/// Calls `on_rated` with the number of rated moves. The error is the code of a rejection.
pub fn review(
    record: &str,
    nodes: u64,
    keep_going: &(dyn Fn() -> bool + Sync),
    on_rated: &mut dyn FnMut(usize),
) -> Result<Option<ReviewView>, String> {
    let (mut record, session) = registry::read_record(record).map_err(|rejection| rejection.code.id)?;
    let mut searcher = engine(session.rules(), 1, REVIEW_HASH_MIB);
    let limits = Limits { time: None, nodes: Some(nodes), ..Limits::default() };
    let mut rated = 0;
    let game_review = analysis::analyse(
        &*session,
        &mut |position| {
            searcher.set_position(position, 1, 0);
            let result = think(&mut *searcher, limits, &|| Duration::ZERO, keep_going, &mut |_| {});
            result.is_complete.then_some(result.report)
        },
        &mut |_| {
            rated += 1;
            on_rated(rated);
        },
    );
    if game_review.rated_count() < game_review.moves.len() {
        return Ok(None);
    }
    game_review.annotate(&mut record);
    let view = ReviewView {
        rated: game_review.rated_count(),
        moves: game_review.moves.iter().map(|m| RatedMove::new(session.info(), m)).collect(),
        accuracy: [Seat::FIRST, Seat::SECOND].map(|seat| game_review.accuracy(seat)),
        record: record.text(),
    };
    Ok(Some(view))
}

impl RatedMove {
    fn new(info: &'static sanban_core::GameInfo, m: &analysis::RatedMove) -> RatedMove {
        let rating = m.rating.as_ref();
        let texts = |rating: &MoveRating, language: &'static str| {
            let phrasing = Phrasing::new(info, language);
            let turning = rating.turning_point.map(|turning| phrasing.turning_point(m, rating, turning));
            MoveTexts { score: phrasing.eval(rating.score_after, m.seat.other()), turning }
        };
        let all_texts = |rating: &MoveRating| LANGUAGES.map(|language| (language.to_string(), texts(rating, language)));
        RatedMove {
            number: move_number(m.ply),
            text: m.text.clone(),
            rating: rating.map(|rating| rating.quality.code().into()),
            before: rating.map(|rating| first_player_share(rating.best.score, m.seat)),
            share: m.expected(),
            turning: rating.and_then(|rating| rating.turning_point).map(|turning| turning.code().into()),
            best: rating.and_then(|rating| rating.best.line.first().cloned()),
            told: rating.into_iter().flat_map(all_texts).collect(),
        }
    }
}

/// The first player's share of the points by a score of the player to move.
fn first_player_share(score: Score, to_move: Seat) -> f64 {
    let share = score.expected();
    if to_move == Seat::FIRST { share } else { 1.0 - share }
}
