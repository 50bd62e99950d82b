//! `sanban play`: sets up or resumes a game and plays it.

use super::args::{DrawingArgs, game_names, game_or_ask, random_seed};
use super::colours::ColourArgs;
use super::position::StartArgs;
use crate::codes;
use crate::failure::{Failure, Result};
use crate::files::cannot_read;
use crate::language::{current, say};
use crate::output::print;
use crate::screen::{self, Screen};
use crate::terminal_game::{TerminalGame, TerminalGameConfig, parse_player};
use crate::{plain, saved_games};
use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::clock::TimeControl;
use sanban_core::rejection::common;
use sanban_core::{GameInfo, Rejection, Rules, Seat, TurnInputExt};
use sanban_engine::Spec;
use sanban_games::registry;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct PlayArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArgs,

    /// Who moves first [default: human]
    #[arg(long, value_name = "SPEC")]
    pub first: Option<String>,

    /// Who moves second [default: level:2]
    #[arg(long, value_name = "SPEC")]
    pub second: Option<String>,

    #[command(flatten)]
    pub colours: ColourArgs,

    /// Name of the player who moves first
    #[arg(long, value_name = "NAME")]
    pub first_name: Option<String>,

    /// Name of the player who moves second
    #[arg(long, value_name = "NAME")]
    pub second_name: Option<String>,

    /// Toss a coin to decide who moves first
    #[arg(long)]
    pub toss: bool,

    /// Toss a coin to decide which colour begins, in games that allow it
    #[arg(long, conflicts_with_all = ["position", "moves"])]
    pub toss_colour: bool,

    /// Let the second player swap sides after the first turn (the pie rule)
    #[arg(long)]
    pub pie: bool,

    /// Time control: each player's time and the increment per turn, as in 5m+3s
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,

    /// Continue the game in a record file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "rules", "moves", "clock", "pie", "toss", "toss_colour"])]
    pub load: Option<PathBuf>,

    /// Resume a saved game; without an ID, the latest one
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["game", "position", "rules", "moves", "clock", "pie", "toss", "toss_colour", "load"])]
    pub resume: Option<String>,

    /// Seed for random choices; the same seed repeats them
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Use lines of text instead of the full screen; automatic without a terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: DrawingArgs,
}

pub fn run(args: &PlayArgs) -> Result {
    let (mut game, toss) = match (&args.resume, &args.load) {
        (Some(id), _) => (resume(id)?, None),
        (None, Some(file)) => (load(file, args)?, None),
        (None, None) => {
            let Some(info) = game_or_ask(args.game.as_deref())? else { return Ok(()) };
            new_game(info, args)?
        }
    };
    if args.resume.is_some() || args.load.is_some() {
        change_players(args, &mut game)?;
    }
    if args.plain || args.drawing.spoken || !screen::is_available() {
        return plain::play(game, toss, args.drawing.style());
    }
    let style = args.drawing.style();
    let game = screen::play(&mut Screen::open()?, game, toss, style)?;
    print(&game.saved_notice())
}

/// Continues a recorded game. A record may name computer players, but neither programs to run, which could do anything, nor files
/// to read: the command line has to name those.
fn load(file: &Path, args: &PlayArgs) -> Result<TerminalGame> {
    let text = std::fs::read_to_string(file).map_err(|error| cannot_read(file, &error))?;
    let game = TerminalGame::resume(&text)?;
    let specs = args.colours.specs(game.session().info(), [&args.first, &args.second])?;
    for (seat, spec) in [Seat::FIRST, Seat::SECOND].into_iter().zip(specs) {
        let Some(recorded) = game.computer(seat).filter(|_| spec.is_none()) else { continue };
        if let Spec::Uci { command, .. } = recorded {
            return Err(codes::PROGRAM_IN_FILE.with(&[&command]).into());
        }
        if let Some(evaluation) = recorded.evaluation_file() {
            return Err(codes::EVALUATION_IN_FILE.with(&[&evaluation]).into());
        }
    }
    Ok(game)
}

/// Continues a saved game; the most recent one if the id is empty.
pub fn resume(id: &str) -> Result<TerminalGame> {
    let mut file = match id {
        "" => saved_games::list()?.into_iter().next().ok_or_else(|| Failure::from(codes::NO_SAVED_GAMES.with(&[])))?,
        id => saved_games::find(id)?,
    };
    let mut game = TerminalGame::resume(&file.read()?)?;
    game.save_to(file);
    Ok(game)
}

/// Gives the seats of a resumed game to the players that the command line names.
fn change_players(args: &PlayArgs, game: &mut TerminalGame) -> Result {
    let info = game.session().info();
    let [first, second] = args.colours.specs(info, [&args.first, &args.second])?;
    let changes = [(Seat::FIRST, first, &args.first_name), (Seat::SECOND, second, &args.second_name)];
    for (seat, spec, name) in changes {
        let before = game.local().player(seat).clone();
        if spec.is_some() || name.is_some() {
            // A new player doesn't inherit the name.
            let name = name.as_deref().or(before.name().filter(|_| spec.is_none()));
            let player = parse_player(spec.as_deref().unwrap_or(&before.spec), name, info);
            let player = player.map_err(|rejection| Failure::rejected(&rejection, info.messages))?;
            game.local_mut().set_player(seat, player);
        }
    }
    Ok(())
}

/// Sets up a new game. If a coin was tossed, also returns a sentence about the toss.
pub fn new_game(info: &'static GameInfo, args: &PlayArgs) -> Result<(TerminalGame, Option<String>)> {
    let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
    let rules = Rules::parse(info, &args.start.rules).map_err(failure)?;
    let control = args
        .clock
        .as_deref()
        .map(|text| TimeControl::parse(text).ok_or_else(|| Failure::from(common::BAD_CLOCK.with(&[&text]))));
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let player = |spec: &Option<String>, name: &Option<String>, default: &str| {
        parse_player(spec.as_deref().unwrap_or(default), name.as_deref(), info).map_err(failure)
    };
    let [first, second] = args.colours.specs(info, [&args.first, &args.second])?;
    let first = player(&first, &args.first_name, "human")?;
    let second = player(&second, &args.second_name, "level:2")?;
    let mut seats = [first, second];
    let mut position = args.start.position.clone();
    let mut toss = None;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    if args.toss && rng.random() {
        seats.swap(0, 1);
    }
    if args.toss_colour {
        if !info.any_side_may_begin {
            return Err(failure(codes::COLOUR_BEGINS.with(&[&info.name])));
        }
        let mut begins = Seat::FIRST;
        if rng.random() {
            begins = Seat::SECOND;
            position = Some(registry::start_position(&rules, begins).map_err(failure)?);
            // Who moves first has the colour that begins, unless the colours are assigned.
            if args.colours.is_empty() {
                seats.swap(0, 1);
            }
        }
        toss = Some(say(info, "play-toss-colour", &[("player", &say(info, info.players[begins.index()], &[]))]));
    }
    if args.toss {
        let seat = if position.is_some() && args.toss_colour { Seat::SECOND } else { Seat::FIRST };
        let player = say(info, info.players[seat.index()], &[]);
        let (one, other) = (&seats[seat.index()], &seats[seat.other().index()]);
        let is_reader = one.is_human() && !other.is_human() && one.name().is_none();
        let reader = if is_reader { "first" } else { "nobody" };
        let name = one.display_name(info, seat, current());
        let sentence = say(info, "play-toss", &[("name", &name), ("player", &player), ("reader", reader)]);
        toss = Some(toss.map_or(String::new(), |toss| toss + " ") + &sentence);
    }
    let config = TerminalGameConfig { rules, position, seats, pie: args.pie, control: control.transpose()?, seed };
    let mut game = TerminalGame::new(config).map_err(failure)?;
    for (number, text) in args.start.moves.split_whitespace().enumerate() {
        game.local_mut()
            .play(text)
            .map_err(|because| failure(common::MOVE_REJECTED.with(&[&(number + 1), &text]).because(vec![because])))?;
    }
    Ok((game, toss))
}
