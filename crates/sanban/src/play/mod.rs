//! Games in the terminal: a game is set up, played and kept.

pub mod kept;
pub mod lines;
mod plain;
mod playing;

pub use playing::{TerminalGame, TerminalGameConfig, seat};

use crate::board::BoardStyle;
use crate::cli::{Play, Saved};
use crate::commands::{Done, print, random_seed, unreadable, unwritable};
use crate::failure::Failure;
use crate::language::{chosen, say, say_common};
use crate::screen::{self, GameView, Screen};
use plain::Plain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::clock::TimeControl;
use sanban_core::player::{self, Player};
use sanban_core::record::Record;
use sanban_core::rejection::common;
use sanban_core::{GameInfo, Rejection, Rules, Seat};
use sanban_engine::Spec;
use sanban_games::registry;
use std::path::Path;

/// Plays a game.
pub fn play(args: &Play) -> Done {
    let (playing, toss) = match (&args.resume, &args.load) {
        (Some(id), _) => (resume(id)?, None),
        (None, Some(file)) => (load(file, [&args.first, &args.second])?, None),
        (None, None) => begin(args)?,
    };
    let mut playing = playing;
    if args.resume.is_some() || args.load.is_some() {
        reseat(args, &mut playing)?;
    }
    if args.plain || !screen::is_possible() {
        return in_lines(playing, toss, args.drawing.look());
    }
    let look = screen::look(args.drawing.ascii, args.drawing.is_coloured());
    let playing = on_screen(&mut Screen::open()?, playing, toss, look)?;
    print(&kept_in_words(&playing))
}

/// Plays a game in lines of text.
pub fn in_lines(mut playing: TerminalGame, toss: Option<String>, look: BoardStyle) -> Done {
    keep(&mut playing)?;
    if let Some(toss) = toss {
        print(&(toss + "\n"))?;
    }
    Plain::new(playing, look)?.run()
}

/// Plays a game on the screen, and gives it as it was left.
pub fn on_screen(
    screen: &mut Screen,
    mut playing: TerminalGame,
    toss: Option<String>,
    look: BoardStyle,
) -> Result<TerminalGame, Failure> {
    keep(&mut playing)?;
    let mut view = GameView::new(playing, look)?;
    if let Some(toss) = toss {
        view.show_toss(toss);
    }
    screen.show(&mut view)?;
    let mut playing = view.into_playing();
    // What was used of an unfinished turn is kept too.
    playing.save()?;
    Ok(playing)
}

/// Keeps a game from now on.
fn keep(playing: &mut TerminalGame) -> Done {
    match playing.kept() {
        Some(_) => Ok(()),
        None => playing.keep(kept::begin(playing.session().info().id)?),
    }
}

/// Where a game that is left is kept.
pub fn kept_in_words(playing: &TerminalGame) -> String {
    let Some(kept) = playing.kept() else { return String::new() };
    let info = playing.session().info();
    let parted = playing.parted().map(|id| say(info, "play.kept-apart", &[("id", id)]) + "\n").unwrap_or_default();
    let key = if playing.outcome().is_some() { "play.kept-over" } else { "play.kept" };
    parted + &say(info, key, &[("id", &kept.id)]) + "\n"
}

/// Writes a game to a file that a person names. What is there is written over only if it is an earlier state of the game.
pub fn save(playing: &TerminalGame, file: &Path) -> Done {
    let record = playing.record();
    match std::fs::read(file) {
        Ok(there) => {
            let there = Record::parse(&String::from_utf8_lossy(&there)).unwrap_or_default();
            let is_same = |tag: &&str| there.tag(tag).is_some() && there.tag(tag) == record.tag(tag);
            if !["Game", "Date", "Seed"].iter().all(is_same) {
                return Err(common::FILE_EXISTS.with(&[&file.display().to_string()]).into());
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(unwritable(file, &error)),
    }
    std::fs::write(file, record.text()).map_err(|error| unwritable(file, &error))
}

/// Goes on with a recorded game. Whoever wrote it may let computers play, but no programs: those may do anything, so that a
/// person has to name them.
fn load(file: &Path, named: [&Option<String>; 2]) -> Result<TerminalGame, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
    let playing = TerminalGame::resume(&text)?;
    for (seat, named) in [Seat::FIRST, Seat::SECOND].into_iter().zip(named) {
        if let Some(Spec::Uci { command, .. }) = playing.computer(seat)
            && named.is_none()
        {
            return Err(common::PROGRAM_IN_FILE.with(&[&command]).into());
        }
    }
    Ok(playing)
}

/// Goes on with a kept game, the one played last if none is named.
pub fn resume(id: &str) -> Result<TerminalGame, Failure> {
    let mut kept = match id {
        "" => kept::list()?.into_iter().next().ok_or_else(|| Failure::from(common::NOTHING_KEPT.with(&[])))?,
        id => kept::find(id)?,
    };
    let mut playing = TerminalGame::resume(&kept.read()?)?;
    playing.keep(kept)?;
    Ok(playing)
}

/// Lets the players that are named take the seats of a game that is gone on with.
fn reseat(args: &Play, playing: &mut TerminalGame) -> Done {
    let info = playing.session().info();
    let named = [(Seat::FIRST, &args.first, &args.first_name), (Seat::SECOND, &args.second, &args.second_name)];
    for (at, spec, name) in named {
        let before = playing.player(at).clone();
        if spec.is_some() || name.is_some() {
            // Somebody else has another name.
            let name = name.as_deref().or(before.name().filter(|_| spec.is_none()));
            let player = seat(spec.as_deref().unwrap_or(&before.spec), name, info);
            playing.sit(at, player.map_err(|rejection| Failure::refused(&rejection, info.messages))?);
        }
    }
    Ok(())
}

/// Sets up a game, and tells how the coin fell if it was tossed.
pub fn begin(args: &Play) -> Result<(TerminalGame, Option<String>), Failure> {
    let id = args.game.as_deref().ok_or_else(|| Failure::from(common::NO_GAME.with(&[&known_games()])))?;
    let info = registry::find(id)?;
    let refused = |rejection: Rejection| Failure::refused(&rejection, info.messages);
    let rules = Rules::parse(info, &args.rules).map_err(refused)?;
    let control = args
        .clock
        .as_deref()
        .map(|text| TimeControl::parse(text).ok_or_else(|| Failure::from(common::BAD_CLOCK.with(&[&text]))));
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let player = |spec: &Option<String>, name: &Option<String>, usual: &str| {
        seat(spec.as_deref().unwrap_or(usual), name.as_deref(), info).map_err(refused)
    };
    let first = player(&args.first, &args.first_name, "human")?;
    let second = player(&args.second, &args.second_name, "level:2")?;
    let mut seats = [first, second];
    let toss = args.toss.then(|| toss(info, &mut seats, seed));
    let setup = TerminalGameConfig {
        rules,
        position: args.position.clone(),
        seats,
        pie: args.pie,
        control: control.transpose()?,
        seed,
    };
    let mut playing = TerminalGame::new(setup).map_err(refused)?;
    for (number, text) in args.moves.split_whitespace().enumerate() {
        playing
            .play(text)
            .map_err(|because| refused(common::MOVE_REFUSED.with(&[&(number + 1), &text]).because(vec![because])))?;
    }
    Ok((playing, toss))
}

/// Tosses a coin for who begins, and says how it fell.
fn toss(info: &GameInfo, seats: &mut [Player; 2], seed: u64) -> String {
    if ChaCha8Rng::seed_from_u64(seed).random() {
        seats.swap(0, 1);
    }
    let first = say(info, info.players[0], &[]);
    say(info, "play.toss", &[("name", &seats[0].called(info, Seat::FIRST, chosen())), ("player", &first)])
}

fn known_games() -> String {
    registry::offered().map(|info| info.id).collect::<Vec<_>>().join(", ")
}

/// A computer's player in words.
pub fn computer_name(spec: &str) -> String {
    player::computer_name(spec, chosen())
}

/// A kept game in a line.
pub fn described(playing: &TerminalGame) -> String {
    let (record, info) = (playing.record(), playing.session().info());
    let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| playing.name(seat));
    let between = say(info, "play.between", &[("first", &first), ("second", &second)]);
    let count = playing.session().played().len().to_string();
    let state = match record.result.as_str() {
        "*" => say(info, "saved.goes-on", &[("count", &count)]),
        result => result.to_string(),
    };
    format!("{}  {}: {between}, {state}", record.tag("Date").unwrap_or(""), info.name)
}

/// Lists the kept games.
pub fn saved(args: &Saved) -> Done {
    let games = kept::list()?;
    let mut objects = Vec::new();
    let mut lines = Vec::new();
    for mut kept in games {
        match kept.read().and_then(|text| TerminalGame::resume(&text)) {
            Ok(playing) => {
                let record = playing.record();
                let info = playing.session().info();
                let names = [Seat::FIRST, Seat::SECOND].map(|seat| playing.player(seat).recorded().to_string());
                let count = playing.session().played().len();
                let date = record.tag("Date").unwrap_or("").to_string();
                lines.push(format!("{}  {}", kept.id, described(&playing)));
                objects.push(
                    serde_json::json!({"id": kept.id, "game": info.id, "rules": playing.session().rules().text(),
                    "date": date, "players": names, "moves": count, "result": record.result}),
                );
            }
            Err(failure) => lines.push(format!("{}  {}", kept.id, failure.sentence)),
        }
    }
    if args.json.json {
        return crate::commands::print_json(&serde_json::json!({ "games": objects }));
    }
    if lines.is_empty() {
        lines.push(say_common("nothing-kept", &[]));
    }
    print(&(lines.join("\n") + "\n"))
}
