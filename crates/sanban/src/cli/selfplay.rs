//! `sanban selfplay`: positions of self-play for training networks.

use super::args::{game_names, number};
use super::remote::{self, BusArgs};
use crate::failure::{Failure, Result};
use crate::files::{cannot_write, check_writable};
use crate::output::print;
use crate::{interrupt, language, progress};
use clap::Args;
use sanban_arena::player;
use sanban_arena::selfplay::positions_file::{ChunkWriter, FileHeader, GAMES_PER_CHUNK};
use sanban_arena::selfplay::{self, PlayedPosition, SelfPlayConfig};
use sanban_core::{Rejection, Rules};
use sanban_games::registry;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

#[derive(Args)]
pub struct SelfplayArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// Rules to play by
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// File for the positions; an existing one is continued
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Number of positions to collect; the last 16 games may add more
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub positions: u64,

    /// Nodes to search per move
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = number::<u64>(1..))]
    pub nodes: u64,

    /// Maximum number of random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u32>(2..=100))]
    pub plies: u32,

    /// The evaluation to play with: one of the game's own, or a file of weights or of a network
    #[arg(long, value_name = "EVAL")]
    pub eval: Option<String>,

    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub threads: u16,

    /// Seed for random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    #[command(flatten)]
    pub bus: BusArgs,
}

/// Plays games until the file has enough positions.
pub fn run(args: &SelfplayArgs) -> Result {
    let info = registry::find(&args.game)?;
    let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
    let rules = Rules::parse(info, &args.rules).map_err(failure)?;
    let evaluation = player::load_evaluation(&rules, args.eval.as_deref()).map_err(failure)?;
    let config = SelfPlayConfig {
        rules: &rules,
        evaluation: &evaluation,
        nodes: args.nodes,
        plies: args.plies,
        threads: args.threads,
        seed: args.seed,
    };
    let header = FileHeader::new(&config).map_err(failure)?;

    let file_failure = |error: std::io::Error| cannot_write(&args.out, &error);
    check_writable(&args.out)?;
    let mut file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&args.out);
    let file = file.as_mut().map_err(|error| cannot_write(&args.out, error))?;
    let mut state = header.read(BufReader::new(&mut *file)).map_err(file_failure)?.map_err(failure)?;
    prepare(file, &header, &mut state.bytes).map_err(file_failure)?;

    let stop = interrupt::flag();
    let bar = progress::bar(args.positions, "progress-positions");
    bar.set_position(state.positions);
    let mut write_error = None;
    if state.positions < args.positions {
        let mut chunk = ChunkWriter::new(&header, &rules);
        let mut games = 0;
        let first = state.chunks * GAMES_PER_CHUNK;
        let on_game = &mut |positions: &[PlayedPosition]| {
            chunk.add_game(positions);
            games += 1;
            bar.set_position(state.positions + chunk.count());
            if games < GAMES_PER_CHUNK {
                return true;
            }
            games = 0;
            state.positions += chunk.count();
            let complete = std::mem::replace(&mut chunk, ChunkWriter::new(&header, &rules));
            write_error = file.write_all(&complete.finish()).err();
            write_error.is_none() && state.positions < args.positions
        };
        match &args.bus.bus {
            Some(url) => {
                // If standard error is closed, nobody can read this.
                let notify = |notice: &str| bar.suspend(|| drop(writeln!(std::io::stderr(), "sanban: {notice}")));
                remote::play_training_games(&config, first, url, stop, on_game, &notify)?;
            }
            None => selfplay::play_games(&config, first, stop, on_game),
        }
    }
    bar.finish_and_clear();
    if let Some(error) = write_error {
        return Err(file_failure(error));
    }
    let count = ("count", &*state.positions.to_string());
    let text = if stop.load(Ordering::Relaxed) && state.positions < args.positions {
        language::say_common("selfplay-incomplete", &[count, ("target", &args.positions.to_string())])
    } else {
        language::say_common("selfplay-complete", &[count])
    };
    print(&(text + "\n"))
}

/// Writes the header if the file is empty, and cuts off an incomplete chunk.
fn prepare(file: &mut File, header: &FileHeader, bytes: &mut u64) -> std::io::Result<()> {
    file.set_len(*bytes)?;
    if *bytes == 0 {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header.bytes())?;
        *bytes = header.bytes().len() as u64;
    }
    file.seek(SeekFrom::Start(*bytes)).map(|_| ())
}
