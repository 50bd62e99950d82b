//! What thinks in the page's worker: one job at a time, in slices, so that the worker can hear in between that it is to
//! stop.

use crate::records::read_record;
use crate::timer::timer;
use crate::{language, refused, value};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::messages::LANGUAGES;
use sanban_core::record::{Record, move_number, numbered};
use sanban_core::rejection::common;
use sanban_core::{Seat, Session};
use sanban_engine::analysis::{self, GameReview};
use sanban_engine::codes;
use sanban_engine::handle::{self, Thought, think};
use sanban_engine::hint::{self, Hint};
use sanban_engine::phrasing::{Phrasing, winner};
use sanban_engine::{Limits, Report, Score, Searcher, Spec};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a search has found so far. */
export interface Report { depth: number; speed: number; lines: EngineLine[]; }
export interface EngineLine {
  /** The score from the first player's side, in words. */
  score: string;
  /** The share of the points that the first player can expect. */
  share: number;
  /** Who is proven to win: 0 or 1. */
  winner: number | null;
  /** With which of its own turns it wins. */
  winsIn: number | null;
  moves: string[];
  /** The moves with their numbers. */
  text: string;
}
/** What the moves of a game were worth, as far as it is known. */
export interface Review {
  rated: number;
  moves: RatedMove[];
  /** How accurately each side played, in per cent. */
  accuracy: (number | null)[];
  /** The record with evaluations, and with what was better wherever the game turned. */
  record: string;
}
export interface RatedMove {
  number: string;
  text: string;
  rating: string | null;
  /** The share of the points that the first player could expect before and after it. */
  before: number | null;
  share: number | null;
  /** How it turned the game. */
  turning: string | null;
  best: string | null;
  /** What is said of it, by languages: a review that is kept may be read in another one than it was made in. */
  told: Record<string, ToldMove>;
}
export interface ToldMove {
  /** The score after it from the first player's side. */
  score: string;
  /** How it turned the game. */
  turning: string | null;
}
/** What is new of a job. */
export interface News {
  done: boolean;
  report: Report | null;
  move: string | null;
  hint: { move: string; sentence: string } | null;
  review: Review | null;
}
"#;

/// Memory for hints and analysis, in mebibytes.
const HASH: u32 = 64;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

#[derive(Serialize, Default)]
struct News {
    done: bool,
    report: Option<Found>,
    r#move: Option<String>,
    hint: Option<Hinted>,
    review: Option<Reviewed>,
}

#[derive(Serialize)]
struct Found {
    depth: u32,
    speed: f64,
    lines: Vec<Line>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    score: String,
    share: f64,
    winner: Option<u8>,
    wins_in: Option<u32>,
    moves: Vec<String>,
    text: String,
}

#[derive(Serialize)]
struct Hinted {
    r#move: String,
    sentence: String,
}

#[derive(Serialize)]
struct Reviewed {
    rated: usize,
    moves: Vec<RatedMove>,
    accuracy: [Option<f64>; 2],
    record: String,
}

#[derive(Serialize)]
struct RatedMove {
    number: String,
    text: String,
    rating: Option<&'static str>,
    before: Option<f64>,
    share: Option<f64>,
    turning: Option<&'static str>,
    best: Option<String>,
    told: BTreeMap<&'static str, ToldMove>,
}

#[derive(Serialize)]
struct ToldMove {
    score: String,
    turning: Option<String>,
}

/// What is being thought about.
#[derive(Default)]
enum Job {
    #[default]
    Nothing,
    /// The move of a classic player, which is found at once.
    Found(String),
    /// The move of a search.
    Move(Search),
    Hint(Search),
    /// Lines of a position.
    Lines(Search),
    /// The moves of a game, one position after another, each for so long.
    Review(Box<Reviewing>, Duration),
}

/// What a search is for: its place among those that are remembered.
#[derive(Clone, Copy)]
enum Purpose {
    Move,
    Advice,
}

/// A position that is searched.
struct Search {
    purpose: Purpose,
    session: Box<dyn Session>,
    limits: Limits,
    begun: Duration,
}

/// A game whose moves are rated.
struct Reviewing {
    record: Record,
    session: Box<dyn Session>,
    /// What was found in positions, by the moves that lead to them.
    found: HashMap<Vec<String>, Report>,
    search: Option<Search>,
}

/// What thinks. It remembers its searches, so that a game that goes on need not be thought through again.
#[wasm_bindgen]
#[derive(Default)]
pub struct Mind {
    job: Job,
    /// The last search of the computer's moves, and the last one of hints and analysis: a page has little memory, and the two
    /// take turns in a game.
    remembered: [Option<Remembered>; 2],
}

/// A search, by its rules and player.
struct Remembered {
    key: String,
    searcher: Box<dyn Searcher>,
    limits: Limits,
}

#[wasm_bindgen]
impl Mind {
    /// One that knows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Mind {
        Mind::default()
    }

    /// Begins to think about the move of a player at the end of a record.
    #[wasm_bindgen(js_name = beginMove)]
    pub fn begin_move(&mut self, record: &str, player: &str, seed: f64) -> Result<(), JsError> {
        let (_, session) = read_record(record)?;
        let info = session.info();
        let spec = Spec::parse(player, info).map_err(refused(Some(info)))?;
        if matches!(spec, Spec::Mcts(_) | Spec::Uci { .. }) {
            let unknown = codes::UNKNOWN_PLAYER.with(&[&player, &info.name, &info.classics.join(", ")]);
            return Err(refused(Some(info))(unknown));
        }
        if let Spec::Classic(name) = &spec {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            self.job = Job::Found(session.classic_move(name, &mut rng).map_err(refused(Some(info)))?);
            return Ok(());
        }
        self.job = Job::Move(self.search(Purpose::Move, session, &spec, 1, seed as u64)?);
        Ok(())
    }

    /// Begins to look for a hint at the end of a record.
    #[wasm_bindgen(js_name = beginHint)]
    pub fn begin_hint(&mut self, record: &str) -> Result<(), JsError> {
        let (_, session) = read_record(record)?;
        let mut search = self.search(Purpose::Advice, session, &engine(), hint::LINES, 0)?;
        search.limits.time = Some(HINT);
        self.job = Job::Hint(search);
        Ok(())
    }

    /// Begins to look for the best lines at the end of a record, for so many milliseconds or until it is told to stop.
    #[wasm_bindgen(js_name = beginLines)]
    pub fn begin_lines(&mut self, record: &str, lines: usize, time: Option<f64>) -> Result<(), JsError> {
        let (_, session) = read_record(record)?;
        let mut search = self.search(Purpose::Advice, session, &engine(), lines, 0)?;
        search.limits.time = time.map(|time| Duration::from_secs_f64(time / 1000.0));
        self.job = Job::Lines(search);
        Ok(())
    }

    /// Begins to rate the moves of a record, each position searched for so many milliseconds.
    #[wasm_bindgen(js_name = beginReview)]
    pub fn begin_review(&mut self, record: &str, time: f64) -> Result<(), JsError> {
        let (record, session) = read_record(record)?;
        let reviewing = Reviewing { record, session, found: HashMap::new(), search: None };
        self.job = Job::Review(Box::new(reviewing), Duration::from_secs_f64(time / 1000.0));
        Ok(())
    }

    /// Thinks for so many milliseconds at most, and tells what is new.
    #[wasm_bindgen(unchecked_return_type = "News")]
    pub fn think(&mut self, slice: f64) -> JsValue {
        let until = timer() + Duration::from_secs_f64(slice / 1000.0);
        let news = match std::mem::take(&mut self.job) {
            Job::Nothing => News { done: true, ..News::default() },
            Job::Found(text) => News { done: true, r#move: Some(text), ..News::default() },
            Job::Move(search) => {
                let (done, report) = self.slice(&search, until);
                let text = done.then(|| report.best().to_string());
                let news = News { done, r#move: text, report: Some(found(&report, &search)), ..News::default() };
                self.go_on(Job::Move(search), done);
                news
            }
            Job::Hint(search) => {
                let (done, report) = self.slice(&search, until);
                let hint = done.then(|| {
                    let hint = Hint::new(&report, &*search.session);
                    let words = Phrasing::new(search.session.info(), language());
                    Hinted { sentence: hint.sentence(&words), r#move: hint.text }
                });
                self.go_on(Job::Hint(search), done);
                News { done, hint, ..News::default() }
            }
            Job::Lines(search) => {
                let (done, report) = self.slice(&search, until);
                let news = News { done, report: Some(found(&report, &search)), ..News::default() };
                self.go_on(Job::Lines(search), done);
                news
            }
            Job::Review(reviewing, time) => self.review(reviewing, time, until),
        };
        value(&news)
    }

    /// Forgets what it is thinking about.
    pub fn stop(&mut self) {
        self.job = Job::Nothing;
    }
}

impl Mind {
    fn go_on(&mut self, job: Job, done: bool) {
        self.job = if done { Job::Nothing } else { job };
    }

    /// Turns a player's search to a position.
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
            return Err(refused(Some(info))(over));
        }
        let key = format!("{} {} {spec:?}", info.id, rules.text());
        let place = &mut self.remembered[purpose as usize];
        // The memory of another search is given back before this one takes its own.
        place.take_if(|remembered| remembered.key != key);
        let Remembered { searcher, limits, .. } = place.get_or_insert_with(|| {
            let searcher = handle::for_player(spec, rules, info.default_weights());
            let (searcher, limits) = searcher.expect("`begin_move` rejects players without a search");
            Remembered { key, searcher, limits }
        });
        searcher.set_position(&*session, lines, seed);
        let limits = if lines == 1 { handle::move_limits(&**searcher, *limits) } else { *limits };
        Ok(Search { purpose, session, limits, begun: timer() })
    }

    /// Goes on with a search. Whether it has ended, and what it has found.
    fn slice(&mut self, search: &Search, until: Duration) -> (bool, Report) {
        let Remembered { searcher, .. } = self.remembered[search.purpose as usize].as_mut().expect("it was begun");
        let begun = search.begun;
        let elapsed = || timer() - begun;
        let Thought { report, is_complete } =
            think(&mut **searcher, search.limits, &elapsed, &|| timer() < until, &mut |_| {});
        (is_complete, report)
    }

    /// Goes on rating the moves of a game. The analysis is made anew with what has been found, and breaks off where it asks
    /// for a position that has not been searched: that one is searched next.
    fn review(&mut self, mut reviewing: Box<Reviewing>, time: Duration, until: Duration) -> News {
        if let Some(search) = reviewing.search.take() {
            let (done, report) = self.slice(&search, until);
            if !done {
                reviewing.search = Some(search);
                self.job = Job::Review(reviewing, time);
                return News::default();
            }
            reviewing.found.insert(search.session.played().to_vec(), report);
        }
        let mut wanted = None;
        let analysis = analysis::analyse(
            &*reviewing.session,
            &mut |session| {
                let found = reviewing.found.get(session.played()).cloned();
                if found.is_none() {
                    wanted = Some(session.fork());
                }
                found
            },
            &mut |_| (),
        );
        let done = wanted.is_none();
        let news = News { done, review: Some(reviewed(&reviewing, &analysis)), ..News::default() };
        if let Some(wanted) = wanted {
            let mut search = match self.search(Purpose::Advice, wanted, &engine(), 1, 0) {
                Ok(search) => search,
                Err(_) => unreachable!("positions of a game that goes on"),
            };
            search.limits.time = Some(time);
            search.limits.nodes = None;
            reviewing.search = Some(search);
            self.job = Job::Review(reviewing, time);
        }
        news
    }
}

/// The engine as hints and analysis have it.
fn engine() -> Spec {
    Spec::Engine { limits: Limits { hash: HASH, ..Limits::default() }, threads: 1, evaluation: None }
}

/// A score's share of the points for the first player.
fn share(score: Score, to_move: Seat) -> f64 {
    let mine = score.expected();
    if to_move == Seat::FIRST { mine } else { 1.0 - mine }
}

fn found(report: &Report, search: &Search) -> Found {
    let session = &*search.session;
    let words = Phrasing::new(session.info(), language());
    let to_move = session.to_move();
    let ply = session.played().len() + usize::from(session.fork_from_start().to_move() == Seat::SECOND);
    let line = |line: &sanban_engine::Line| Line {
        score: words.eval(line.score, to_move),
        share: share(line.score, to_move),
        winner: winner(line.score, to_move).map(|seat| seat.0),
        wins_in: line.score.mate().map(i32::unsigned_abs),
        text: numbered(ply, &line.moves),
        moves: line.moves.clone(),
    };
    let seconds = (timer() - search.begun).as_secs_f64().max(0.001);
    Found { depth: report.depth, speed: report.nodes as f64 / seconds, lines: report.lines.iter().map(line).collect() }
}

fn reviewed(reviewing: &Reviewing, analysis: &GameReview) -> Reviewed {
    let info = reviewing.session.info();
    let told = |m: &analysis::RatedMove, rated: &analysis::Verdict, language| {
        let words = Phrasing::new(info, language);
        let turning = rated.turning.map(|turning| words.turning(m, rated, turning));
        (language, ToldMove { score: words.eval(rated.after, m.seat.other()), turning })
    };
    let moved = |m: &analysis::RatedMove| {
        let rated = m.rated.as_ref();
        RatedMove {
            number: move_number(m.ply),
            text: m.text.clone(),
            rating: rated.map(|rated| rated.rating.word()),
            before: rated.map(|rated| share(rated.best.score, m.seat)),
            share: m.expected(),
            turning: rated.and_then(|rated| rated.turning).map(|turning| turning.word()),
            told: rated.iter().flat_map(|rated| LANGUAGES.map(|language| told(m, rated, language))).collect(),
            best: rated.and_then(|rated| rated.best.line.first().cloned()),
        }
    };
    let mut record = reviewing.record.clone();
    analysis.annotate(&mut record);
    Reviewed {
        rated: analysis.rated(),
        moves: analysis.moves.iter().map(moved).collect(),
        accuracy: [Seat::FIRST, Seat::SECOND].map(|seat| analysis.accuracy(seat)),
        record: record.text(),
    }
}
