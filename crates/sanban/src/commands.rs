//! What the subcommands do.

use crate::analyse;
use crate::board;
use crate::cli::{Bestmove, Cli, Command, Perft, Question, Show, Value};
use crate::failure::Failure;
use crate::picture::Picture;
use crate::png::png;
use crate::{bench, contests, explain, language, learn, play, puzzles, replay, serve, tuning};
use clap::CommandFactory;
use rand::TryRng;
use rand::rngs::SysRng;
use sanban_arena::uci::info::info_lines;
use sanban_arena::{Player, uci};
use sanban_core::rejection::common;
use sanban_core::svg::{self, Theme, svg};
use sanban_core::{GameInfo, Mark, Rejection, Rules, Scene, Seat, Session, Values};
use sanban_engine::Spec;
use sanban_games::registry;
use serde_json::{Map, json};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

pub type Done = Result<(), Failure>;

/// Does what was asked.
pub fn run(command: Command) -> Done {
    match command {
        Command::Games(args) => games(args.json),
        Command::Moves(question) => moves(&question),
        Command::Show(args) => show(&args),
        Command::Perft(args) => perft(&args),
        Command::Value(args) => value(&args),
        Command::Bestmove(args) => bestmove(&args),
        Command::Ladder(args) => contests::ladder(&args),
        Command::Tune(args) => tuning::tune(&args),
        Command::Puzzles(args) => puzzles::find(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Match(args) => contests::play(&args),
        Command::Play(args) => play::play(&args),
        Command::Learn(args) => learn::learn(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Rules(args) => explain::rules(&args),
        Command::Saved(args) => play::saved(&args),
        Command::Serve(args) => serve::serve(&args),
        Command::Backup { file, kept } => serve::backup(&file, &kept),
        Command::Export { kept } => serve::export(&kept),
        Command::Site { folder } => serve::site(&folder),
        Command::Uci => speak_uci(),
        Command::Analyse(args) => analyse::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "sanban", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Command::Man { folder } => man(&folder),
    }
}

/// Prints to standard output. A closed pipe is no error.
pub fn print(text: &str) -> Done {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(common::OUTPUT_FAILED.with(&[&error]).into()),
        _ => Ok(()),
    }
}

pub fn print_json(value: &serde_json::Value) -> Done {
    print(&format!("{value}\n"))
}

fn say(info: &GameInfo, key: &str) -> String {
    language::say(info, key, &[])
}

/// Opens the game that a question is about and plays its moves.
pub fn open(question: &Question, ignore_draws: bool) -> Result<Box<dyn Session>, Failure> {
    let info = registry::find(&question.game)?;
    let refused = |rejection: Rejection| Failure::refused(&rejection, info.messages);
    let rules = Rules::parse(info, &question.rules).map_err(refused)?;
    let mut session = registry::open(rules, question.position.as_deref()).map_err(refused)?;
    if ignore_draws {
        session.ignore_draws();
    }
    for (number, text) in question.moves.split_whitespace().enumerate() {
        session
            .play(text)
            .map_err(|because| refused(common::MOVE_REFUSED.with(&[&(number + 1), &text]).because(vec![because])))?;
    }
    Ok(session)
}

/// What every answer about a position tells in JSON.
pub fn described(session: &dyn Session) -> Map<String, serde_json::Value> {
    let mut object = Map::new();
    object.insert("game".into(), session.info().id.into());
    object.insert("rules".into(), session.rules().text().into());
    object.insert("position".into(), session.position_text().into());
    object
}

fn games(as_json: bool) -> Done {
    if as_json {
        let option = |info: &'static GameInfo| {
            let option = |o: &sanban_core::OptionInfo| {
                let values = match o.values {
                    Values::Words(words) => json!(words),
                    Values::Numbers { from, to, step } => json!({"from": from, "to": to, "step": step}),
                };
                json!({"key": o.key, "values": values, "default": o.default,
                       "meaning": say(info, &format!("option.{}", o.key))})
            };
            info.options.iter().map(option).collect::<Vec<_>>()
        };
        let preset = |info: &'static GameInfo| {
            let preset = |p: &'static sanban_core::Preset| {
                let rules = Rules::preset(info, p);
                json!({"name": p.name, "rules": rules.values().collect::<std::collections::BTreeMap<_, _>>()})
            };
            info.presets.iter().map(preset).collect::<Vec<_>>()
        };
        let games: Vec<_> = registry::offered()
            .map(|f| {
                json!({"id": f.id, "name": f.name, "summary": say(f, "summary"), "players": f.players,
                       "options": option(f), "presets": preset(f), "classics": f.classics,
                       "sources": f.sources, "rules_version": f.rules_version})
            })
            .collect();
        return print_json(&json!({ "games": games }));
    }
    let [players, options, presets, classics] =
        ["players", "options", "presets", "classics"].map(|of| language::say_common(&format!("games.{of}"), &[]));
    let width = [&players, &options, &presets, &classics].map(|head| head.chars().count()).into_iter().max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for info in registry::offered() {
        text += &format!("{} ({})\n", info.id, info.name);
        text += &format!("  {}\n", say(info, "summary"));
        let names: Vec<String> = info.players.iter().map(|player| say(info, player).to_lowercase()).collect();
        text += &format!("  {players:width$} {}\n", names.join(", "));
        for (at, option) in info.options.iter().enumerate() {
            let head = if at == 0 { &options } else { "" };
            let values = format!("{}={}", option.key, option.values.describe());
            let meaning = say(info, &format!("option.{}", option.key));
            let meaning = language::say_common("games.option", &[("meaning", &meaning), ("default", option.default)]);
            text += &format!("  {head:width$} {values:22} {meaning}\n");
        }
        for (at, preset) in info.presets.iter().enumerate() {
            let head = if at == 0 { &presets } else { "" };
            let changes: Vec<String> = preset.changes.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let changes = if at == 0 { language::say_common("games.default", &[]) } else { changes.join(",") };
            text += &format!("  {head:width$} {:22} {changes}\n", preset.name);
        }
        text += &format!("  {classics:width$} {}\n\n", info.classics.join(", "));
    }
    print(text.trim_end_matches('\n'))?;
    print("\n")
}

fn moves(question: &Question) -> Done {
    let session = open(question, true)?;
    let moves = session.moves();
    if question.json.json {
        let mut object = described(&*session);
        object.insert("moves".into(), moves.into());
        return print_json(&object.into());
    }
    print(&moves.iter().map(|m| format!("{m}\n")).collect::<String>())
}

fn show(args: &Show) -> Done {
    let session = open(&args.question, false)?;
    let info = session.info();
    let player = |seat: Seat| info.players[seat.index()];
    let (scene, outcome) = (session.scene(), session.outcome());
    draw(args, info, &scene)?;
    if args.question.json.json {
        let mut object = described(&*session);
        object.insert("to_move".into(), player(session.to_move()).into());
        let outcome = outcome.map(|o| json!({"winner": o.winner.map(player), "reason": o.reason.0}));
        object.insert("outcome".into(), outcome.into());
        object.insert("board".into(), board_json(info, &scene));
        return print_json(&object.into());
    }
    let look = board::BoardStyle { pieces: Some(args.pieces.into()), ..args.drawing.look() };
    let mut text = Picture::new(info, &scene, look).text();
    text += &format!("\nposition: {}\nto move: {}\n", session.position_text(), player(session.to_move()));
    if let Some(outcome) = outcome {
        text += &format!("result: {} ({})\n", outcome.winner.map_or("draw", player), outcome.reason);
    }
    print(&text)
}

/// Draws a board into the files that were asked for.
fn draw(args: &Show, info: &GameInfo, scene: &Scene) -> Done {
    let look = svg::SvgOptions { flipped: args.flip, coordinates: true, theme: Theme::named(Theme::suited(scene)) };
    let write = |file: &Path, picture: &[u8]| std::fs::write(file, picture).map_err(|error| unwritable(file, &error));
    if let Some(file) = &args.pictures.svg {
        write(file, svg(info, scene, &look).as_bytes())?;
    }
    if let Some(file) = &args.pictures.png {
        write(file, &png(&svg(info, scene, &look)))?;
    }
    Ok(())
}

/// The board as programs want it: what stands on each square, and what each player has beside it.
fn board_json(info: &GameInfo, scene: &Scene) -> serde_json::Value {
    let player = |seat: Seat| info.players[seat.index()];
    let mut squares = Map::new();
    for (square, cell) in scene.board.squares().zip(&scene.cells) {
        let pieces: Vec<_> =
            cell.pieces.iter().map(|p| json!({"shape": p.shape.name(), "player": p.seat.map(player)})).collect();
        let mark = cell.mark.map(|mark| match mark {
            Mark::Home(seat) => json!({"home": player(seat)}),
            Mark::Centre => json!("centre"),
        });
        if !pieces.is_empty() || mark.is_some() {
            squares.insert(square.to_string(), json!({"pieces": pieces, "mark": mark}));
        }
    }
    let counters = scene.counters.iter().enumerate().map(|(seat, counters)| {
        let name = |name: &str| name.strip_prefix("counter.").unwrap_or(name).to_string();
        let counters: Map<_, _> = counters.iter().map(|c| (name(c.name), c.count.into())).collect();
        (info.players[seat].to_string(), counters.into())
    });
    let notice = scene.notice.map(|n| n.strip_prefix("notice.").unwrap_or(n));
    json!({"columns": scene.board.cols, "rows": scene.board.rows, "squares": squares,
           "counters": counters.collect::<Map<_, _>>(), "notice": notice})
}

fn perft(args: &Perft) -> Done {
    let session = open(&args.question, true)?;
    let begun = Instant::now();
    let total = session.moves().len();
    let mut done = 0;
    let shows_progress = std::io::stderr().is_terminal();
    let mut progress = |_: &str, _: u64| {
        done += 1;
        if shows_progress {
            // Progress is a courtesy: if it cannot be shown, the answer still can.
            let numbers = [("done", &*done.to_string()), ("all", &total.to_string())];
            let _ = write!(std::io::stderr(), "\r{}\x1b[K", language::say_common("perft-progress", &numbers));
        }
    };
    let counts = match args.depth {
        0 => Vec::new(),
        depth => session.divide(depth, args.threads.into(), &mut progress),
    };
    if shows_progress {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    let seconds = begun.elapsed().as_secs_f64();
    let nodes = if args.depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum::<u64>() };
    let speed = (nodes as f64 / seconds.max(1e-9)).round() as u64;
    if args.question.json.json {
        let mut object = described(&*session);
        object.insert("depth".into(), args.depth.into());
        object.insert("nodes".into(), nodes.into());
        object.insert("seconds".into(), seconds.into());
        object.insert("nodes_per_second".into(), speed.into());
        if args.divide {
            let counts: Map<_, _> = counts.into_iter().map(|(text, n)| (text, n.into())).collect();
            object.insert("divide".into(), counts.into());
        }
        return print_json(&object.into());
    }
    let mut text = String::new();
    if args.divide {
        text.extend(counts.iter().map(|(m, n)| format!("{m}: {n}\n")));
    }
    print(&format!("{text}nodes: {nodes}\nseconds: {seconds:.3}\nnodes/s: {speed}\n"))
}

fn value(args: &Value) -> Done {
    let session = open(&args.question, false)?;
    let of = |seat| {
        let value = session.classic_value(&args.player, seat);
        value.map_err(|rejection| Failure::refused(&rejection, session.info().messages))
    };
    let (first, second) = (of(Seat::FIRST)?, of(Seat::SECOND)?);
    if args.question.json.json {
        let mut object = described(&*session);
        object.insert("player".into(), args.player.clone().into());
        // Whole numbers are written as such, here as in the text.
        let number = |n: f64| if n.fract() == 0.0 { json!(n as i64) } else { json!(n) };
        object.insert("first".into(), number(first));
        object.insert("second".into(), number(second));
        return print_json(&object.into());
    }
    print(&format!("first: {first}\nsecond: {second}\n"))
}

fn bestmove(args: &Bestmove) -> Done {
    let session = open(&args.question, false)?;
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let info = session.info();
    let refused = |rejection: Rejection| Failure::refused(&rejection, info.messages);
    let player = Spec::parse(&args.player, info).map_err(refused)?;
    let as_json = args.question.json.json;
    let mut info = Vec::new();
    let mut player = Player::new(&player, session.rules()).map_err(refused)?;
    let best = player.choose(&*session, seed, &|| true, &mut |report, elapsed| {
        for line in info_lines(report, elapsed) {
            if !as_json {
                // If the pipe is closed, the move will not be wanted either.
                let _ = print(&format!("{line}\n"));
            }
            info.push(line);
        }
    });
    let best = best.map_err(refused)?;
    if as_json {
        let mut object = described(&*session);
        object.insert("player".into(), args.player.clone().into());
        object.insert("seed".into(), seed.into());
        object.insert("info".into(), info.into());
        object.insert("bestmove".into(), best.into());
        return print_json(&object.into());
    }
    print(&format!("bestmove: {best}\n"))
}

/// The failure that a file cannot be read.
pub fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    common::FILE_UNREADABLE.with(&[&file.display().to_string(), error]).into()
}

/// The failure that a file cannot be written.
pub fn unwritable(file: &Path, error: &std::io::Error) -> Failure {
    common::FILE_UNWRITABLE.with(&[&file.display().to_string(), error]).into()
}

pub fn random_seed() -> Result<u64, Failure> {
    let seed = SysRng.try_next_u64();
    seed.map_err(|error| common::NO_CHANCE.with(&[&error.to_string()]).into())
}

fn speak_uci() -> Done {
    match uci::serve(std::io::stdin().lock(), std::io::stdout(), random_seed()?) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(common::UCI_BROKEN_OFF.with(&[&error]).into()),
        _ => Ok(()),
    }
}

fn man(folder: &Path) -> Done {
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| unwritable(folder, &error))
}

/// Finds out whether a file can be written, and leaves everything as it was.
pub fn try_writing(path: &Path) -> std::io::Result<()> {
    let existed = path.exists();
    std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    if existed { Ok(()) } else { std::fs::remove_file(path) }
}
