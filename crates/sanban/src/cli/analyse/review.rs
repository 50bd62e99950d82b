//! Reviews of recorded games: rates every move, names the turning points and draws the evaluation curve.

use super::AnalyseArgs;
use crate::failure::Result;
use crate::files::{cannot_write, check_writable};
use crate::output::{print, print_json};
use crate::pictures::curve;
use crate::record_file::{self, RecordedGame};
use crate::{interrupt, language, progress};
use console::Term;
use sanban_core::record::{Eval, move_number};
use sanban_core::{Seat, Session};
use sanban_engine::analysis::{self, GameReview, MoveQuality, RatedMove};
use sanban_engine::evaluation;
use sanban_engine::handle::{engine, think};
use sanban_engine::phrasing::Phrasing;
use serde_json::{Map, Value, json};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The search time per move without other limits.
const DEFAULT_TIME_PER_MOVE: Duration = Duration::from_millis(300);
/// The moves in a line of the text curve.
const CURVE_MOVES_PER_LINE: usize = 60;

pub fn run(args: &AnalyseArgs) -> Result {
    let file = &args.position.game;
    let mut texts = record_file::texts(Path::new(file))?;
    // Read all games first, to find errors before the long work.
    let mut games = record_file::read(&texts, args.number, Path::new(file))?;
    let svg = |index: usize| {
        let several = texts.len() > 1 && args.number.is_none();
        args.svg.as_deref().map(|path| if several { numbered_path(path, index + 1) } else { path.to_path_buf() })
    };
    let pictures: Vec<Option<PathBuf>> = games.iter().map(|game| svg(game.index)).collect();
    for path in pictures.iter().flatten().chain(&args.save) {
        check_writable(path)?;
    }

    let total: usize = games.iter().map(|game| game.session.played().len()).sum();
    let bar = progress::bar(total as u64, "progress-moves");
    let (count, as_json) = (texts.len(), args.position.json.json);
    let mut objects = Vec::new();
    for (at, (game, picture)) in games.iter_mut().zip(&pictures).enumerate() {
        let review = review(&*game.session, args, &mut |at| {
            bar.set_message(game.session.played()[at].clone());
            bar.inc(1);
        });
        let phrasing = language::phrasing(game.session.rules());
        review.annotate(&mut game.record);
        texts[game.index] = game.record.text();
        if as_json {
            objects.push(review_json(game, &phrasing, &review));
        } else {
            let heading = (count > 1).then(|| {
                language::say(
                    phrasing.info(),
                    "analysis-game-of",
                    &[("number", &(game.index + 1).to_string()), ("count", &count.to_string())],
                )
            });
            let blank = if at > 0 { "\n" } else { "" };
            let text = review_text(game, &phrasing, &review, heading, args.is_ascii());
            bar.suspend(|| {
                if is_interrupted() && std::io::stderr().is_terminal() {
                    // Remove the `^C` that the terminal echoed.
                    let _ = Term::stderr().clear_line();
                }
                print(&format!("{blank}{text}"))
            })?;
        }
        if let Some(path) = picture {
            let svg = curve::svg(&phrasing, &title(game, &phrasing), &review);
            std::fs::write(path, svg).map_err(|error| cannot_write(path, &error))?;
        }
        if is_interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.save {
        let texts: Vec<String> = texts.iter().map(|text| format!("{}\n", text.trim_end())).collect();
        std::fs::write(path, texts.join("\n")).map_err(|error| cannot_write(path, &error))?;
    }
    if as_json { print_json(&json!({"file": file, "games": objects})) } else { Ok(()) }
}

/// Inserts a number before the extension: `curve-2.svg`.
fn numbered_path(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn is_interrupted() -> bool {
    interrupt::flag().load(Ordering::Relaxed)
}

fn review(session: &dyn Session, args: &AnalyseArgs, on_move: &mut dyn FnMut(usize)) -> GameReview {
    let limits = args.limits(DEFAULT_TIME_PER_MOVE);
    let mut searcher = engine(session.rules(), args.threads, args.hash);
    let mut search = |position: &dyn Session| {
        searcher.set_position(position, 1, 0);
        let start = Instant::now();
        let report = think(&mut *searcher, limits, &|| start.elapsed(), &|| !is_interrupted(), &mut |_| {}).report;
        (!is_interrupted()).then_some(report)
    };
    analysis::analyse(session, &mut search, on_move)
}

/// The players and the result.
fn title(game: &RecordedGame, phrasing: &Phrasing) -> String {
    let info = game.session.info();
    let names = [Seat::FIRST, Seat::SECOND].map(|seat| game.record.tag(&info.player_tag(seat)));
    let (kind, result) = (phrasing.game(game.session.rules()), &game.record.result);
    if names == [None, None] {
        return format!("{kind}, {result}");
    }
    let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let (name, side) = (game.player_name(seat), language::say(info, info.players[seat.index()], &[]));
        if name == side { side } else { format!("{name} ({})", phrasing.player(seat)) }
    });
    let between = language::say(phrasing.info(), "play-between", &[("first", &first), ("second", &second)]);
    format!("{kind}: {between}, {result}")
}

/// Writes the moves with their ratings, the players' accuracies and the turning points.
fn review_text(
    game: &RecordedGame,
    phrasing: &Phrasing,
    review: &GameReview,
    heading: Option<String>,
    ascii: bool,
) -> String {
    let mut text = heading.map_or(String::new(), |heading| format!("{heading}\n"));
    text += &format!("{}\n", title(game, phrasing));
    if review.moves.is_empty() {
        return text + &language::say(phrasing.info(), "analysis-no-moves", &[]) + "\n";
    }
    text += &format!("\n{}\n", table(game, phrasing, review));
    if review.rated_count() < review.moves.len() {
        let (rated, moves) = (review.rated_count().to_string(), review.moves.len().to_string());
        text += &format!(
            "{}\n",
            language::say(phrasing.info(), "analysis-interrupted", &[("rated", &rated), ("moves", &moves)])
        );
    }
    let turning: Vec<String> = review
        .turning_points()
        .map(|(m, rating, turning)| format!("  {}\n", phrasing.turning_point(m, rating, turning)))
        .collect();
    let key = if turning.is_empty() { "analysis-no-turning-points" } else { "analysis-turning-points" };
    text += &format!("{}\n{}", language::say(phrasing.info(), key, &[]), turning.concat());

    let accuracy = |seat: Seat| {
        let percent = format!("{:.1}", review.accuracy(seat)?);
        Some(language::say(
            phrasing.info(),
            "analysis-accuracy-of",
            &[("player", &phrasing.player(seat)), ("percent", &percent)],
        ))
    };
    let accuracies: Vec<String> = [Seat::FIRST, Seat::SECOND].into_iter().filter_map(accuracy).collect();
    if !accuracies.is_empty() {
        text += &format!(
            "{}\n",
            language::say(phrasing.info(), "analysis-accuracy", &[("accuracies", &accuracies.join(", "))])
        );
    }

    if let Some(note) = phrasing.evaluation_note() {
        text += &format!("{note}\n");
    }
    let key = if ascii { "analysis-curve-digits" } else { "analysis-curve" };
    text += &format!("{}\n", language::say(phrasing.info(), key, &[("player", &phrasing.player(Seat::FIRST))]));
    for moves in review.moves.chunks(CURVE_MOVES_PER_LINE) {
        let shares: Vec<Option<f64>> = moves.iter().map(RatedMove::expected).collect();
        text += &format!("  {:<6}{}\n", move_number(moves[0].ply), curve::sparkline(&shares, ascii).trim_end());
    }
    text
}

/// A table of the moves with their evaluations and ratings.
fn table(game: &RecordedGame, phrasing: &Phrasing, review: &GameReview) -> String {
    let columns = language::say(phrasing.info(), "analysis-columns", &[("player", &phrasing.player(Seat::FIRST))]);
    let mut rows: Vec<Vec<String>> = vec![columns.split('|').map(String::from).collect()];
    for m in &review.moves {
        let mut row = vec![move_number(m.ply), phrasing.player(m.seat), m.text.clone()];
        if let Some(rating) = &m.rating {
            let eval = if rating.ends_game {
                game.record.result.clone()
            } else {
                phrasing.eval(rating.score_after, m.seat.other())
            };
            row.extend([eval, phrasing.quality(rating.quality)]);
            if rating.quality > MoveQuality::Good {
                let eval = phrasing.eval(rating.best.score, m.seat);
                row.push(format!("{} ({eval})", rating.best.line[0]));
            }
        }
        rows.push(row);
    }
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..rows[0].len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text += &format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

/// The review as JSON. Evaluations and expected scores are from the first player's view.
fn review_json(game: &RecordedGame, phrasing: &Phrasing, review: &GameReview) -> Value {
    let info = game.session.info();
    let player = |seat: Seat| info.players[seat.index()];
    let better = |m: &RatedMove| {
        let rating = m.rating.as_ref().filter(|rating| rating.quality != MoveQuality::Best)?;
        Some(
            json!({"move": rating.best.line[0], "eval": eval_json(rating.best.score.eval(m.seat)), "line": rating.best.line}),
        )
    };
    let move_json = |m: &RatedMove| {
        let rating = m.rating.as_ref();
        json!({"number": move_number(m.ply), "player": player(m.seat), "move": m.text,
               "eval": m.eval().map(eval_json), "expected": m.expected(),
               "loss": rating.map(|rating| rating.loss), "rating": rating.map(|rating| rating.quality.code()),
               "better": better(m)})
    };
    let turning: Vec<Value> = review
        .turning_points()
        .map(|(m, rating, turning)| {
            json!({"number": move_number(m.ply), "player": player(m.seat), "move": m.text, "kind": turning.code(),
                   "better": better(m), "sentence": phrasing.turning_point(m, rating, turning)})
        })
        .collect();
    let seats = [Seat::FIRST, Seat::SECOND];
    let accuracy: Map<_, _> = seats.iter().map(|&s| (player(s).to_string(), json!(review.accuracy(s)))).collect();
    let ratings = |seat: Seat| -> Map<String, Value> {
        MoveQuality::ALL
            .iter()
            .map(|&quality| (quality.code().to_string(), review.count(seat, quality).into()))
            .collect()
    };
    let ratings: Map<_, _> = seats.iter().map(|&s| (player(s).to_string(), Value::from(ratings(s)))).collect();
    let players: Map<_, _> =
        seats.iter().map(|&s| (player(s).to_string(), json!(game.record.tag(&info.player_tag(s))))).collect();
    json!({"number": game.index + 1, "game": info.id, "evaluation": evaluation::default_kind(game.session.rules()), "rules": game.session.rules().text(),
           "position": game.session.start_text(), "players": players, "result": game.record.result,
           "complete": review.rated_count() == review.moves.len(), "moves": review.moves.iter().map(move_json).collect::<Vec<_>>(),
           "turning_points": turning, "accuracy": accuracy, "ratings": ratings})
}

fn eval_json(eval: Eval) -> Value {
    match eval {
        Eval::Score(score) => json!({"cp": (score * 100.0).round() as i64}),
        Eval::Mate(mate) => json!({ "mate": mate }),
    }
}
