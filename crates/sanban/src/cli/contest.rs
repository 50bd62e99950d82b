//! Running a contest, for `match` and `ladder`.

use super::args::{number, random_seed};
use super::remote::{self, BusArgs};
use crate::codes;
use crate::failure::Failure;
use crate::files::{cannot_write, read_if_exists};
use crate::{interrupt, language, progress};
use clap::Args;
use sanban_arena::statistics::ratings::{Rating, ratings};
use sanban_arena::{Contest, GameResult, Openings, Sprt, Tally, Verdict};
use sanban_core::rejection::Rejection;
use sanban_core::{GameInfo, Rules, position_text, record};
use sanban_engine::Spec;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How the games of a contest are played.
#[derive(Args)]
pub struct ContestArgs {
    /// Openings: random:PLIES plays that many random moves to a balanced position, unfiltered:PLIES to any position, and a
    /// file has one opening per line, as moves
    #[arg(long, value_name = "OPENINGS", default_value = "random:0")]
    pub openings: String,

    /// Seed for random choices; the same seed repeats them
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub concurrency: u16,

    /// Save all games to this file as records; resumes a match saved in it
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    #[command(flatten)]
    pub bus: BusArgs,
}

/// Parses the players of a contest.
pub fn contestants(names: &[&String], info: &'static GameInfo) -> Result<Vec<(String, Spec)>, Failure> {
    let parse = |name: &&String| {
        let spec = Spec::parse(name, info).map_err(|rejection| Failure::rejected(&rejection, info.messages))?;
        Ok(((*name).clone(), spec))
    };
    names.iter().map(parse).collect()
}

/// Creates a contest. If games of it are saved, it takes their seed.
pub fn contest(
    rules: &Rules,
    position: Option<String>,
    contestants: Vec<(String, Spec)>,
    pairings: Vec<[usize; 2]>,
    games: u32,
    args: &ContestArgs,
) -> Result<Contest, Failure> {
    let saved = args.save.as_deref().map_or(Ok(String::new()), read_if_exists)?;
    let saved_seed = || {
        let first = record::split(&saved).next()?;
        sanban_core::record::Record::parse(first).ok()?.tag("Seed")?.parse().ok()
    };
    Ok(Contest {
        rules: rules.clone(),
        position,
        contestants,
        pairings,
        games,
        openings: openings(&args.openings, rules)?,
        seed: args.seed.or_else(saved_seed).map_or_else(random_seed, Ok)?,
        concurrency: args.concurrency,
    })
}

fn openings(text: &str, rules: &Rules) -> Result<Openings, Failure> {
    let plies = |text: &str| {
        let plies = position_text::number(text).filter(|&n| n <= 100);
        plies.ok_or_else(|| Failure::from(codes::BAD_PLIES.with(&[&text])))
    };
    match text.split_once(':') {
        Some(("random", text)) => Ok(Openings::Random(plies(text)?)),
        Some(("unfiltered", text)) => Ok(Openings::Unfiltered(plies(text)?)),
        _ => {
            let unreadable =
                |error: std::io::Error| codes::OPENINGS_UNREADABLE.with(&[&text, &sanban_arena::io_reason(&error)]);
            let book = std::fs::read_to_string(text).map_err(unreadable)?;
            Openings::read_book(&book, rules).map_err(|rejection| Failure::rejected(&rejection, rules.info().messages))
        }
    }
}

/// Plays the games that are not saved yet, here or on workers, with progress on a terminal. Ctrl-C stops with the results so far.
pub fn run(contest: &Contest, args: &ContestArgs, sprt: Option<Sprt>) -> Result<Vec<Tally>, Failure> {
    let save = args.save.as_deref();
    let messages = contest.rules.info().messages;
    let failure = |rejection: Rejection| Failure::rejected(&rejection, messages);
    let write_failure = |error: std::io::Error| cannot_write(save.unwrap_or(Path::new("")), &error);
    let finished = match save {
        Some(path) => contest.read_saved(&read_if_exists(path)?).map_err(failure)?,
        None => Vec::new(),
    };
    let mut file = match save {
        Some(path) => Some(std::fs::OpenOptions::new().create(true).append(true).open(path).map_err(write_failure)?),
        None => None,
    };
    let is_decided = |tallies: &[Tally]| sprt.is_some_and(|sprt| sprt.verdict(&tallies[0]) != Verdict::Undecided);
    // The saved games may have decided the test.
    let tallies = contest.tallies(&finished);
    if is_decided(&tallies) {
        return Ok(tallies);
    }
    let bar = progress::bar(u64::from(contest.total_games()), "progress-games");
    bar.set_position(finished.len() as u64);
    let mut write_error = None;
    let notify = |notice: &str| {
        // If standard error is closed, nobody can read this.
        bar.suspend(|| drop(writeln!(std::io::stderr(), "sanban: {notice}")));
    };
    let on_result = &mut |result: &GameResult, tallies: &[Tally]| {
        if let Some(file) = &mut file
            && let Err(error) = writeln!(file, "{}", result.record.text())
        {
            write_error = Some(error);
        }
        if let Some(why) = &result.forfeit {
            let why = why.sentence(&language::catalogues(messages), language::current());
            let number = (result.number + 1).to_string();
            notify(&language::say_common("game-forfeited", &[("number", &number), ("why", &why)]));
        }
        if let [Tally { wins, draws, losses, .. }] = tallies {
            bar.set_message(format!("{wins}-{draws}-{losses}"));
        }
        bar.inc(1);
        write_error.is_none() && !is_decided(tallies)
    };
    let tallies = match &args.bus.bus {
        Some(url) => remote::run_contest(contest, url, &finished, interrupt::flag(), on_result, &notify),
        None => contest.run(&finished, interrupt::flag(), on_result).map_err(failure),
    };
    bar.finish_and_clear();
    if let Some(error) = write_error {
        return Err(write_failure(error));
    }
    tallies
}

/// One contestant's points against another, and their number of games; `None` if they didn't meet.
pub fn points(contest: &Contest, tallies: &[Tally], player: usize, other: usize) -> Option<(f64, u32)> {
    contest.pairings.iter().zip(tallies).find_map(|(pairing, tally)| {
        let points = tally.score() * f64::from(tally.games());
        let games = tally.games();
        match *pairing {
            [a, b] if (a, b) == (player, other) => Some((points, games)),
            [a, b] if (a, b) == (other, player) => Some((f64::from(games) - points, games)),
            _ => None,
        }
    })
}

/// The contestants with their ratings, the best first.
pub fn ranking(contest: &Contest, tallies: &[Tally]) -> Vec<(usize, Rating)> {
    let rated = ratings(contest.contestants.len(), &contest.pairings, tallies);
    let mut ranking: Vec<(usize, Rating)> = rated.into_iter().enumerate().collect();
    ranking.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    ranking
}
