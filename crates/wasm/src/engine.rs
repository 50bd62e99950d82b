//! The engine in the page's worker. It runs one job at a time, in slices, so that the worker can read its messages in between.

use crate::records::{first_ply, read_record};
use crate::timer::timer;
use crate::{language, to_js, to_js_error};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::messages::LANGUAGES;
use sanban_core::record::{Record, move_number, numbered};
use sanban_core::rejection::common;
use sanban_core::{Rules, Seat, Session};
use sanban_engine::analysis::{self, Analysis, MoveRating};
use sanban_engine::codes;
use sanban_engine::evaluation::{self, Evaluation};
use sanban_engine::handle::{self, ThinkResult, think};
use sanban_engine::hint::{self, Hint};
use sanban_engine::phrasing::{Phrasing, winner};
use sanban_engine::{Limits, Line, Report, Score, Searcher, Spec};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The size of the transposition table for hints and analysis, in MiB.
const ADVICE_HASH_MIB: u32 = 64;

/// How long the engine searches for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The state of a job after a slice.
#[derive(Serialize, Tsify, Default)]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct EngineUpdate {
    done: bool,
    report: Option<SearchReport>,
    r#move: Option<String>,
    hint: Option<HintView>,
    review: Option<ReviewView>,
}

/// What a search has found so far.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchReport {
    depth: u32,
    nodes_per_second: f64,
    /// What scores consist of: `network`, `terms` or `mobility`.
    evaluation: &'static str,
    lines: Vec<EngineLine>,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct EngineLine {
    /// The score from the first player's side, as text.
    score: String,
    /// The share of the points that the first player can expect.
    share: f64,
    /// The seat of the proven winner.
    winner: Option<u8>,
    /// In how many of its own turns the winner wins.
    wins_in: Option<u32>,
    moves: Vec<String>,
    /// The moves with their numbers.
    text: String,
}

#[derive(Serialize, Tsify)]
pub struct HintView {
    r#move: String,
    /// Sentences that say more and more: what to look at, the move, and why it is good.
    stages: [String; 3],
}

/// A review of a game, as far as it has come. The page stores reviews, so fields must keep their names.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct ReviewView {
    /// How many moves are rated.
    rated: usize,
    moves: Vec<RatedMove>,
    /// The accuracy of each side in per cent.
    accuracy: [Option<f64>; 2],
    /// The record with evaluations, and with better moves where the game turned.
    record: String,
}

/// A move of a review. The page stores it.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct RatedMove {
    number: String,
    text: String,
    rating: Option<&'static str>,
    /// The share of the points that the first player could expect before the move.
    before: Option<f64>,
    /// The same after the move.
    share: Option<f64>,
    /// How the move turned the game.
    turning: Option<&'static str>,
    best: Option<String>,
    /// The texts about the move by language, since the reader may change the language later.
    #[serde(rename = "told")]
    texts: BTreeMap<&'static str, MoveTexts>,
}

/// The texts about a move of a review. The page stores them.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct MoveTexts {
    /// The score after the move from the first player's side.
    score: String,
    /// How the move turned the game.
    turning: Option<String>,
}

/// What the engine is working on.
#[derive(Default)]
enum EngineJob {
    #[default]
    Idle,
    /// The move of a classic player, which needs no search.
    ClassicMove(String),
    Move(Search),
    Hint(Search),
    /// The best lines of a position.
    Lines(Search),
    Review(Box<ReviewJob>),
}

/// A position being searched.
struct Search {
    purpose: Purpose,
    session: Box<dyn Session>,
    limits: Limits,
    started_at: Duration,
}

/// What a search is for. Each purpose has a searcher of its own.
#[derive(Clone, Copy)]
enum Purpose {
    Move,
    Advice,
}

/// A game whose moves are rated, one position after another.
struct ReviewJob {
    record: Record,
    session: Box<dyn Session>,
    /// The time for each position.
    time: Duration,
    analysis: Analysis,
    /// The search of the analysis' next position.
    search: Option<Search>,
}

/// The engine. It keeps its transposition tables between jobs, so that it need not search a game again after each move.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    job: EngineJob,
    /// The last searcher for each [`Purpose`]. There are only two, since a page has little memory.
    searchers: [Option<CachedSearcher>; 2],
}

struct CachedSearcher {
    /// The game, its rules and the player.
    key: String,
    searcher: Box<dyn Searcher>,
    limits: Limits,
}

#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Starts a job that finds a player's move at the end of a record.
    #[wasm_bindgen(js_name = startMove)]
    pub fn start_move(&mut self, record: &str, player: &str, seed: f64) -> Result<(), JsError> {
        let (_, session) = read_record(record)?;
        let info = session.info();
        let spec = Spec::parse(player, info).map_err(to_js_error(Some(info)))?;
        if matches!(spec, Spec::Mcts(_) | Spec::Uci { .. }) || evaluation(&spec, session.rules()).is_none() {
            let unknown = codes::UNKNOWN_PLAYER.with(&[&player, &info.name, &info.classics.join(", ")]);
            return Err(to_js_error(Some(info))(unknown));
        }
        if let Spec::Classic(name) = &spec {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let text = session.classic_move(name, &mut rng).map_err(to_js_error(Some(info)))?;
            self.job = EngineJob::ClassicMove(text);
            return Ok(());
        }
        self.job = EngineJob::Move(self.search(Purpose::Move, session, &spec, 1, seed as u64)?);
        Ok(())
    }

    /// Starts a job that finds a hint at the end of a record.
    #[wasm_bindgen(js_name = startHint)]
    pub fn start_hint(&mut self, record: &str) -> Result<(), JsError> {
        let (_, session) = read_record(record)?;
        let mut search = self.search(Purpose::Advice, session, &advice_spec(), hint::LINE_COUNT, 0)?;
        search.limits.time = Some(HINT_TIME);
        self.job = EngineJob::Hint(search);
        Ok(())
    }

    /// Starts a job that finds the best lines at the end of a record, for a number of milliseconds or until it is stopped.
    #[wasm_bindgen(js_name = startLines)]
    pub fn start_lines(&mut self, record: &str, lines: usize, time: Option<f64>) -> Result<(), JsError> {
        let (_, session) = read_record(record)?;
        let mut search = self.search(Purpose::Advice, session, &advice_spec(), lines, 0)?;
        search.limits.time = time.map(from_milliseconds);
        self.job = EngineJob::Lines(search);
        Ok(())
    }

    /// Starts a job that rates the moves of a record, with a number of milliseconds for each position.
    #[wasm_bindgen(js_name = startReview)]
    pub fn start_review(&mut self, record: &str, time: f64) -> Result<(), JsError> {
        let (record, session) = read_record(record)?;
        let time = from_milliseconds(time);
        let analysis = Analysis::new(&*session);
        let job = ReviewJob { record, session, time, analysis, search: None };
        self.job = EngineJob::Review(Box::new(job));
        Ok(())
    }

    /// Runs the job for at most this many milliseconds.
    #[wasm_bindgen(js_name = runSlice)]
    pub fn run_slice(&mut self, milliseconds: f64) -> Ts<EngineUpdate> {
        let until = timer() + from_milliseconds(milliseconds);
        let update = match std::mem::take(&mut self.job) {
            EngineJob::Idle => EngineUpdate { done: true, ..EngineUpdate::default() },
            EngineJob::ClassicMove(text) => EngineUpdate { done: true, r#move: Some(text), ..EngineUpdate::default() },
            EngineJob::Move(search) => {
                let (done, report) = self.continue_search(&search, until);
                let text = done.then(|| report.best().to_string());
                let report = Some(SearchReport::new(&report, &search));
                self.continue_unless(done, EngineJob::Move(search));
                EngineUpdate { done, r#move: text, report, ..EngineUpdate::default() }
            }
            EngineJob::Hint(search) => {
                let (done, report) = self.continue_search(&search, until);
                let hint = done.then(|| HintView::new(&report, &*search.session));
                self.continue_unless(done, EngineJob::Hint(search));
                EngineUpdate { done, hint, ..EngineUpdate::default() }
            }
            EngineJob::Lines(search) => {
                let (done, report) = self.continue_search(&search, until);
                let report = Some(SearchReport::new(&report, &search));
                self.continue_unless(done, EngineJob::Lines(search));
                EngineUpdate { done, report, ..EngineUpdate::default() }
            }
            EngineJob::Review(job) => self.continue_review(job, until),
        };
        to_js(&update)
    }

    /// Drops the job.
    pub fn stop(&mut self) {
        self.job = EngineJob::Idle;
    }
}

/// The evaluation that a player names; `None` if it is a file, or if there is none for these rules.
fn evaluation(spec: &Spec, rules: &Rules) -> Option<Evaluation> {
    match spec {
        Spec::Engine { evaluation: Some(name), .. } => Evaluation::named(name, rules),
        _ => Some(Evaluation::Default),
    }
}

impl Engine {
    fn continue_unless(&mut self, done: bool, job: EngineJob) {
        if !done {
            self.job = job;
        }
    }

    /// Sets up the search of a position by a player.
    fn search(
        &mut self,
        purpose: Purpose,
        session: Box<dyn Session>,
        spec: &Spec,
        lines: usize,
        seed: u64,
    ) -> Result<Search, JsError> {
        let (info, rules) = (session.info(), session.rules());
        if let Some(outcome) = session.outcome() {
            let over = common::GAME_OVER.with(&[&outcome.reason]);
            return Err(to_js_error(Some(info))(over));
        }
        let key = format!("{} {} {spec:?}", info.id, rules.text());
        let cached = &mut self.searchers[purpose as usize];
        // Free the memory of another searcher before this one allocates its own.
        cached.take_if(|cached| cached.key != key);
        let CachedSearcher { searcher, limits, .. } = cached.get_or_insert_with(|| {
            let evaluation = evaluation(spec, rules).expect("`start_move` rejects other evaluations");
            let searcher = handle::for_player(spec, rules, &evaluation);
            let (searcher, limits) = searcher.expect("`start_move` rejects players without a search");
            CachedSearcher { key, searcher, limits }
        });
        searcher.set_position(&*session, lines, seed);
        let limits = if lines == 1 { handle::move_limits(&**searcher, *limits) } else { *limits };
        Ok(Search { purpose, session, limits, started_at: timer() })
    }

    /// Continues a search. Returns whether it is complete, and what it has found.
    fn continue_search(&mut self, search: &Search, until: Duration) -> (bool, Report) {
        let cached = self.searchers[search.purpose as usize].as_mut().expect("`search` made it");
        let started_at = search.started_at;
        let elapsed = || timer() - started_at;
        let ThinkResult { report, is_complete } =
            think(&mut *cached.searcher, search.limits, &elapsed, &|| timer() < until, &mut |_| {});
        (is_complete, report)
    }

    /// Continues a review: completes the search of a position, and starts that of the next one.
    fn continue_review(&mut self, mut job: Box<ReviewJob>, until: Duration) -> EngineUpdate {
        if let Some(search) = job.search.take() {
            let (done, report) = self.continue_search(&search, until);
            if !done {
                job.search = Some(search);
                self.job = EngineJob::Review(job);
                return EngineUpdate::default();
            }
            job.analysis.add_report(report);
        }
        let next = job.analysis.next_position().map(|session| session.fork());
        let update =
            EngineUpdate { done: next.is_none(), review: Some(ReviewView::new(&job)), ..EngineUpdate::default() };
        if let Some(session) = next {
            let Ok(mut search) = self.search(Purpose::Advice, session, &advice_spec(), 1, 0) else {
                unreachable!("the analysis asks only for positions in which the game goes on");
            };
            search.limits.time = Some(job.time);
            search.limits.nodes = None;
            job.search = Some(search);
            self.job = EngineJob::Review(job);
        }
        update
    }
}

/// The engine for hints and analysis.
fn advice_spec() -> Spec {
    Spec::Engine { limits: Limits { hash: ADVICE_HASH_MIB, ..Limits::default() }, threads: 1, evaluation: None }
}

fn from_milliseconds(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds / 1000.0)
}

/// The first player's share of the points by a score of the player to move.
fn first_player_share(score: Score, to_move: Seat) -> f64 {
    let share = score.expected();
    if to_move == Seat::FIRST { share } else { 1.0 - share }
}

impl SearchReport {
    fn new(report: &Report, search: &Search) -> Self {
        let session = &*search.session;
        let phrasing = Phrasing::new(session.info(), language());
        let to_move = session.to_move();
        let ply = session.played().len() + first_ply(session);
        let line = |line: &Line| EngineLine {
            score: phrasing.eval(line.score, to_move),
            share: first_player_share(line.score, to_move),
            winner: winner(line.score, to_move).map(|seat| seat.0),
            wins_in: line.score.mate().map(i32::unsigned_abs),
            text: numbered(ply, &line.moves),
            moves: line.moves.clone(),
        };
        let seconds = (timer() - search.started_at).as_secs_f64().max(0.001);
        SearchReport {
            depth: report.depth,
            nodes_per_second: report.nodes as f64 / seconds,
            evaluation: evaluation::default_kind(session.rules()),
            lines: report.lines.iter().map(line).collect(),
        }
    }
}

impl HintView {
    fn new(report: &Report, session: &dyn Session) -> Self {
        let hint = Hint::new(report, session);
        let phrasing = Phrasing::new(session.info(), language());
        HintView { stages: hint.stages(&phrasing), r#move: hint.text }
    }
}

impl ReviewView {
    fn new(job: &ReviewJob) -> Self {
        let review = job.analysis.review();
        let mut record = job.record.clone();
        review.annotate(&mut record);
        ReviewView {
            rated: review.rated_count(),
            moves: review.moves.iter().map(|m| RatedMove::new(&*job.session, m)).collect(),
            accuracy: [Seat::FIRST, Seat::SECOND].map(|seat| review.accuracy(seat)),
            record: record.text(),
        }
    }
}

impl RatedMove {
    fn new(session: &dyn Session, m: &analysis::RatedMove) -> Self {
        let rating = m.rating.as_ref();
        let texts_in = |rating: &MoveRating, language| {
            let phrasing = Phrasing::new(session.info(), language);
            let turning = rating.turning_point.map(|turning| phrasing.turning_point(m, rating, turning));
            MoveTexts { score: phrasing.eval(rating.score_after, m.seat.other()), turning }
        };
        RatedMove {
            number: move_number(m.ply),
            text: m.text.clone(),
            rating: rating.map(|rating| rating.quality.code()),
            before: rating.map(|rating| first_player_share(rating.best.score, m.seat)),
            share: m.expected(),
            turning: rating.and_then(|rating| rating.turning_point).map(|turning| turning.code()),
            best: rating.and_then(|rating| rating.best.line.first().cloned()),
            texts: rating
                .iter()
                .flat_map(|rating| LANGUAGES.map(|language| (language, texts_in(rating, language))))
                .collect(),
        }
    }
}
