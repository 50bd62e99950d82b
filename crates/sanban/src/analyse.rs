//! The analysis of recorded games: every move rated, the turning points named, the course of the game drawn.

use crate::cli::Analyse;
use crate::commands::{Done, print, print_json, try_writing, unwritable};
use crate::curve;
use crate::interrupt;
use crate::live;
use crate::progress;
use crate::recorded::{self, Recorded};
use console::Term;
use sanban_core::record::{Eval, move_number};
use sanban_core::rejection::common;
use sanban_core::{Seat, Session};
use sanban_engine::Limits;
use sanban_engine::analysis::{self, GameReview, MoveQuality, RatedMove};
use sanban_engine::handle::{engine, think};
use sanban_engine::phrasing::Phrasing;
use sanban_games::registry;
use serde_json::{Map, Value, json};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// For how long a move is thought about unless it is said.
const TIME: Duration = Duration::from_millis(300);
/// How many moves a line of the curve has.
const MOVES_A_LINE: usize = 60;

/// Analyses a position or recorded games: what is no game's name is a file.
pub fn run(args: &Analyse) -> Done {
    let what = &args.question.game;
    match registry::find(what) {
        Ok(info) => {
            let given =
                [("--game", args.number.is_some()), ("--save", args.save.is_some()), ("--svg", args.svg.is_some())];
            match given.iter().find(|(_, given)| *given) {
                Some((option, _)) => Err(common::ONLY_FOR_RECORD.with(&[option, &info.id]).into()),
                None => live::analyse(args),
            }
        }
        Err(_) if Path::new(what).exists() => {
            let question = &args.question;
            let given = [
                ("--rules", !question.rules.is_empty()),
                ("--position", question.position.is_some()),
                ("--moves", !question.moves.is_empty()),
                ("--lines", args.lines.is_some()),
            ];
            match given.iter().find(|(_, given)| *given) {
                Some((option, _)) => Err(common::ONLY_FOR_POSITION.with(&[option, what]).into()),
                None => records(args),
            }
        }
        Err(_) => {
            let games: Vec<&str> = registry::offered().map(|info| info.id).collect();
            Err(common::NO_GAME_OR_FILE.with(&[what, &games.join(", ")]).into())
        }
    }
}

fn records(args: &Analyse) -> Done {
    let file = &args.question.game;
    let mut texts = recorded::texts(Path::new(file))?;
    // Everything is read before anything is analysed, so that a fault is not found after minutes.
    let mut games = recorded::read(&texts, args.number, Path::new(file))?;
    let svg = |place: usize| {
        let several = texts.len() > 1 && args.number.is_none();
        args.svg.as_deref().map(|path| if several { numbered_path(path, place + 1) } else { path.to_path_buf() })
    };
    let pictures: Vec<Option<PathBuf>> = games.iter().map(|game| svg(game.place)).collect();
    for path in pictures.iter().flatten().chain(&args.save) {
        try_writing(path).map_err(|error| unwritable(path, &error))?;
    }

    let total: usize = games.iter().map(|game| game.session.played().len()).sum();
    let bar = progress::bar(total as u64, "progress.moves");
    let (count, as_json) = (texts.len(), args.question.json.json);
    let mut objects = Vec::new();
    for (at, (game, picture)) in games.iter_mut().zip(&pictures).enumerate() {
        let analysis = analyse(&*game.session, args, &mut |at| {
            bar.set_message(game.session.played()[at].clone());
            bar.inc(1);
        });
        let words = crate::language::words(game.session.rules());
        analysis.annotate(&mut game.record);
        texts[game.place] = game.record.text();
        if as_json {
            objects.push(told_json(game, &words, &analysis));
        } else {
            let heading = (count > 1).then(|| {
                words.say(
                    "analysis.game-of",
                    &[("number", &(game.place + 1).to_string()), ("count", &count.to_string())],
                )
            });
            let blank = if at > 0 { "\n" } else { "" };
            let text = told(game, &words, &analysis, heading, args.ascii);
            bar.suspend(|| {
                if is_interrupted() && std::io::stderr().is_terminal() {
                    // The terminal has shown that Ctrl-C was pressed.
                    let _ = Term::stderr().clear_line();
                }
                print(&format!("{blank}{text}"))
            })?;
        }
        if let Some(path) = picture {
            let svg = curve::svg(&words, &title(game, &words), &analysis);
            std::fs::write(path, svg).map_err(|error| unwritable(path, &error))?;
        }
        if is_interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.save {
        let texts: Vec<String> = texts.iter().map(|text| format!("{}\n", text.trim_end())).collect();
        std::fs::write(path, texts.join("\n")).map_err(|error| unwritable(path, &error))?;
    }
    if as_json { print_json(&json!({"file": file, "games": objects})) } else { Ok(()) }
}

/// A path with a number before its ending: `curve-2.svg`.
fn numbered_path(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

fn is_interrupted() -> bool {
    interrupt::flag().load(Ordering::Relaxed)
}

fn analyse(session: &dyn Session, args: &Analyse, done: &mut dyn FnMut(usize)) -> GameReview {
    let limits: Limits = live::limits(args, TIME);
    let mut searcher = engine(session.rules(), args.threads, args.hash);
    let mut search = |position: &dyn Session| {
        searcher.set_position(position, 1, 0);
        let start = Instant::now();
        let report = think(&mut *searcher, limits, &|| start.elapsed(), &|| !is_interrupted(), &mut |_| {}).report;
        (!is_interrupted()).then_some(report)
    };
    analysis::analyse(session, &mut search, done)
}

/// Who played, and how it ended.
fn title(game: &Recorded, words: &Phrasing) -> String {
    let info = game.session.info();
    let names = [Seat::FIRST, Seat::SECOND].map(|seat| game.record.tag(&info.player_tag(seat)));
    let (kind, result) = (words.game(game.session.rules()), &game.record.result);
    if names == [None, None] {
        return format!("{kind}, {result}");
    }
    let [first, second] = names.map(|name| name.unwrap_or("?"));
    let [first_player, second_player] = [Seat::FIRST, Seat::SECOND].map(|seat| words.player(seat));
    let between = [
        ("first", first),
        ("first-player", first_player.as_str()),
        ("second", second),
        ("second-player", second_player.as_str()),
    ];
    format!("{kind}: {}, {result}", words.say("analysis.between", &between))
}

/// The analysis as text for people.
fn told(game: &Recorded, words: &Phrasing, analysis: &GameReview, heading: Option<String>, ascii: bool) -> String {
    let mut text = heading.map_or(String::new(), |heading| format!("{heading}\n"));
    text += &format!("{}\n", title(game, words));
    if analysis.moves.is_empty() {
        return text + &words.say("analysis.no-moves", &[]) + "\n";
    }
    text += &format!("\n{}\n", table(game, words, analysis));
    if analysis.rated() < analysis.moves.len() {
        let (rated, moves) = (analysis.rated().to_string(), analysis.moves.len().to_string());
        text += &format!("{}\n", words.say("analysis.broken-off", &[("rated", &rated), ("moves", &moves)]));
    }
    let turning: Vec<String> = analysis
        .turning_points()
        .map(|(m, rated, turning)| format!("  {}\n", words.turning(m, rated, turning)))
        .collect();
    let key = if turning.is_empty() { "analysis.no-turning-points" } else { "analysis.turning-points" };
    text += &format!("{}\n{}", words.say(key, &[]), turning.concat());

    let accuracy = |seat: Seat| {
        let percent = format!("{:.1}", analysis.accuracy(seat)?);
        Some(words.say("analysis.accuracy-of", &[("player", &words.player(seat)), ("percent", &percent)]))
    };
    let accuracies: Vec<String> = [Seat::FIRST, Seat::SECOND].into_iter().filter_map(accuracy).collect();
    if !accuracies.is_empty() {
        text += &format!("{}\n", words.say("analysis.accuracy", &[("accuracies", &accuracies.join(", "))]));
    }

    let key = if ascii { "analysis.curve-digits" } else { "analysis.curve" };
    text += &format!("{}\n", words.say(key, &[("player", &words.player(Seat::FIRST))]));
    for moves in analysis.moves.chunks(MOVES_A_LINE) {
        let shares: Vec<Option<f64>> = moves.iter().map(RatedMove::expected).collect();
        text += &format!("  {:<6}{}\n", move_number(moves[0].ply), curve::sparkline(&shares, ascii).trim_end());
    }
    text
}

/// The moves, one a line, with what they were worth.
fn table(game: &Recorded, words: &Phrasing, analysis: &GameReview) -> String {
    let columns = words.say("analysis.columns", &[("player", &words.player(Seat::FIRST))]);
    let mut rows: Vec<Vec<String>> = vec![columns.split('|').map(String::from).collect()];
    for m in &analysis.moves {
        let mut row = vec![move_number(m.ply), words.player(m.seat), m.text.clone()];
        if let Some(rated) = &m.rated {
            let eval = if rated.ends { game.record.result.clone() } else { words.eval(rated.after, m.seat.other()) };
            row.extend([eval, words.rating(rated.rating)]);
            if rated.rating > MoveQuality::Good {
                let eval = words.eval(rated.best.score, m.seat);
                row.push(format!("{} ({eval})", rated.best.line[0]));
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

/// The analysis as an object for programs. Evaluations and shares of the points are the first player's.
fn told_json(game: &Recorded, words: &Phrasing, analysis: &GameReview) -> Value {
    let info = game.session.info();
    let player = |seat: Seat| info.players[seat.index()];
    let better = |m: &RatedMove| {
        let rated = m.rated.as_ref().filter(|rated| rated.rating != MoveQuality::Best)?;
        Some(
            json!({"move": rated.best.line[0], "eval": eval_json(rated.best.score.eval(m.seat)), "line": rated.best.line}),
        )
    };
    let moved = |m: &RatedMove| {
        let rated = m.rated.as_ref();
        json!({"number": move_number(m.ply), "player": player(m.seat), "move": m.text,
               "eval": m.eval().map(eval_json), "expected": m.expected(),
               "loss": rated.map(|rated| rated.loss), "rating": rated.map(|rated| rated.rating.word()),
               "better": better(m)})
    };
    let turning: Vec<Value> = analysis
        .turning_points()
        .map(|(m, rated, turning)| {
            json!({"number": move_number(m.ply), "player": player(m.seat), "move": m.text, "kind": turning.word(),
                   "better": better(m), "sentence": words.turning(m, rated, turning)})
        })
        .collect();
    let seats = [Seat::FIRST, Seat::SECOND];
    let accuracy: Map<_, _> = seats.iter().map(|&s| (player(s).to_string(), json!(analysis.accuracy(s)))).collect();
    let ratings = |seat: Seat| -> Map<String, Value> {
        MoveQuality::ALL
            .iter()
            .map(|&rating| (rating.word().to_string(), analysis.count(seat, rating).into()))
            .collect()
    };
    let ratings: Map<_, _> = seats.iter().map(|&s| (player(s).to_string(), Value::from(ratings(s)))).collect();
    let players: Map<_, _> =
        seats.iter().map(|&s| (player(s).to_string(), json!(game.record.tag(&info.player_tag(s))))).collect();
    json!({"number": game.place + 1, "game": info.id, "rules": game.session.rules().text(),
           "position": game.session.start_text(), "players": players, "result": game.record.result,
           "complete": analysis.rated() == analysis.moves.len(), "moves": analysis.moves.iter().map(moved).collect::<Vec<_>>(),
           "turning_points": turning, "accuracy": accuracy, "ratings": ratings})
}

fn eval_json(eval: Eval) -> Value {
    match eval {
        Eval::Score(score) => json!({"cp": (score * 100.0).round() as i64}),
        Eval::Mate(mate) => json!({ "mate": mate }),
    }
}
