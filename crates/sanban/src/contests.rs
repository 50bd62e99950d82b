//! Matches and tournaments on the command line.

use crate::cli::{Course, Ladder, Match};
use crate::commands::{Done, described, open, print, print_json, random_seed, unreadable, unwritable};
use crate::failure::Failure;
use crate::{interrupt, language, progress};
use sanban_arena::statistics::ratings::{Rating, ratings};
use sanban_arena::{Contest, GameResult, Openings, Sprt, Tally, Verdict};
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, Rules, position_text, record};
use sanban_engine::Spec;
use sanban_engine::levels::LEVELS;
use sanban_games::registry;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Plays a match or a tournament.
pub fn play(args: &Match) -> Done {
    let session = open(&args.question, false)?;
    let info = session.info();
    let refused = |rejection: Rejection| Failure::refused(&rejection, info.messages);
    if let Some(outcome) = session.outcome() {
        return Err(refused(common::GAME_OVER.with(&[&outcome.reason])));
    }
    let names: Vec<&String> = match (&args.first, &args.second) {
        (Some(first), Some(second)) => vec![first, second],
        _ => args.players.iter().collect(),
    };
    if names.len() < 2 {
        return Err(refused(common::TOO_FEW_PLAYERS.with(&[])));
    }
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name))
        && !args.players.is_empty()
    {
        return Err(refused(common::PLAYER_TWICE.with(&[*twice.1])));
    }
    let contestants = contestants(&names, info)?;
    let all: Vec<usize> = (0..contestants.len()).collect();
    let pairings = all.iter().flat_map(|&a| all[a + 1..].iter().map(move |&b| [a, b])).collect();
    let position = (!session.is_at_start()).then(|| session.position_text());
    let contest = contest(session.rules(), position, contestants, pairings, args.games, &args.course)?;
    let tallies = run(&contest, args.course.save.as_deref(), args.sprt)?;
    if args.question.json.json {
        let mut object = described(&*session);
        object.insert("seed".into(), contest.seed.into());
        if args.players.is_empty() {
            object.extend(tally_json(&tallies[0]).as_object().cloned().unwrap_or_default());
            if let Some(sprt) = args.sprt {
                object.insert("llr".into(), json!(sprt.log_likelihood_ratio(&tallies[0])));
            }
        } else {
            object.insert("players".into(), players_json(&contest, &tallies));
        }
        return print_json(&object.into());
    }
    if args.players.is_empty() { print(&told(&tallies[0], args.sprt)) } else { print(&cross_table(&contest, &tallies)) }
}

/// Measures how far the levels are apart, and where the classic players stand among them.
pub fn ladder(args: &Ladder) -> Done {
    let info = registry::find(&args.game)?;
    let rules = Rules::parse(info, &args.rules).map_err(|rejection| Failure::refused(&rejection, info.messages))?;
    let levels: Vec<u8> = LEVELS.filter(|level| *level <= args.most).collect();
    let names: Vec<String> = levels.iter().map(|level| format!("level:{level}")).collect();
    let names: Vec<String> = names.into_iter().chain(info.classics.iter().map(ToString::to_string)).collect();
    let contestants = contestants(&names.iter().collect::<Vec<_>>(), info)?;
    // Each level plays the one below it; the classic players play the levels that are of their kind.
    let rungs = (1..levels.len()).map(|level| [level, level - 1]);
    let classics = levels.len()..contestants.len();
    let places = classics.flat_map(|classic| (0..levels.len().min(CLASSICS_MEET)).map(move |level| [classic, level]));
    let pairings: Vec<[usize; 2]> = rungs.chain(places).collect();
    let contest = contest(&rules, None, contestants, pairings, args.games, &args.course)?;
    let tallies = run(&contest, args.course.save.as_deref(), None)?;
    let mut text = table_head("ladder.columns");
    for ([player, other], tally) in contest.pairings.iter().zip(&tallies) {
        let Tally { wins, draws, losses, .. } = tally;
        let name = |place: usize| &contest.contestants[place].0;
        let (share, error) = (100.0 * tally.score(), 196.0 * tally.standard_error());
        text += &format!(
            "| {} | {} | {wins}-{draws}-{losses} | {share:.0} ± {error:.0} % |\n",
            name(*player),
            name(*other)
        );
    }
    text += &format!("\n{}", table_head("ladder.ranking"));
    let lowest = ratings(contest.contestants.len(), &contest.pairings, &tallies)[0].elo;
    for (player, rating) in ranking(&contest, &tallies) {
        text += &format!("| {} | {:.0} ± {:.0} |\n", contest.contestants[player].0, rating.elo - lowest, rating.margin);
    }
    print(&text)
}

/// The first two lines of a table in Markdown, whose columns have this key.
fn table_head(key: &str) -> String {
    let columns = language::say_common(key, &[]);
    let columns: Vec<&str> = columns.split('|').collect();
    format!("| {} |\n|{}\n", columns.join(" | "), " --- |".repeat(columns.len()))
}

/// The classic players meet levels 1 up to this.
const CLASSICS_MEET: usize = 5;

/// Reads the players of a contest.
pub fn contestants(names: &[&String], info: &'static GameInfo) -> Result<Vec<(String, Spec)>, Failure> {
    let read = |name: &&String| {
        let spec = Spec::parse(name, info).map_err(|rejection| Failure::refused(&rejection, info.messages))?;
        Ok(((*name).clone(), spec))
    };
    names.iter().map(read).collect()
}

/// A contest that goes as the flags say. Where it is saved already, its seed is that of the saved games.
pub fn contest(
    rules: &Rules,
    position: Option<String>,
    contestants: Vec<(String, Spec)>,
    pairings: Vec<[usize; 2]>,
    games: u32,
    course: &Course,
) -> Result<Contest, Failure> {
    let saved = course.save.as_deref().map_or(Ok(String::new()), saved_text)?;
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
        openings: openings(&course.openings, rules)?,
        seed: course.seed.or_else(saved_seed).map_or_else(random_seed, Ok)?,
        concurrency: course.concurrency,
    })
}

fn openings(text: &str, rules: &Rules) -> Result<Openings, Failure> {
    let plies = |text: &str| {
        let plies = position_text::number(text).filter(|&n| n <= 100);
        plies.ok_or_else(|| Failure::from(common::BAD_PLIES.with(&[&text])))
    };
    match text.split_once(':') {
        Some(("random", text)) => Ok(Openings::Random(plies(text)?)),
        Some(("unfiltered", text)) => Ok(Openings::Unfiltered(plies(text)?)),
        _ => {
            let unreadable = |error: std::io::Error| common::OPENINGS_UNREADABLE.with(&[&text, &error]);
            let book = std::fs::read_to_string(text).map_err(unreadable)?;
            Openings::read_book(&book, rules).map_err(|rejection| Failure::refused(&rejection, rules.info().messages))
        }
    }
}

/// What has been saved to a file; nothing if there is none.
pub fn saved_text(path: &Path) -> Result<String, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// Plays what is not saved yet, with progress on a terminal. Ctrl-C ends it with what has been played.
pub fn run(contest: &Contest, save: Option<&Path>, sprt: Option<Sprt>) -> Result<Vec<Tally>, Failure> {
    let messages = contest.rules.info().messages;
    let refused = |rejection: Rejection| Failure::refused(&rejection, messages);
    let cannot_save = |error: std::io::Error| unwritable(save.unwrap_or(Path::new("")), &error);
    let before = match save {
        Some(path) => contest.read_saved(&saved_text(path)?).map_err(refused)?,
        None => Vec::new(),
    };
    let mut file = match save {
        Some(path) => Some(std::fs::OpenOptions::new().create(true).append(true).open(path).map_err(cannot_save)?),
        None => None,
    };
    let decided = |tallies: &[Tally]| sprt.is_some_and(|sprt| sprt.verdict(&tallies[0]) != Verdict::Undecided);
    // What was decided before stays so.
    let tallies = contest.tallies(&before);
    if decided(&tallies) {
        return Ok(tallies);
    }
    let bar = progress::bar(u64::from(contest.total_games()), "progress.games");
    bar.set_position(before.len() as u64);
    let mut unsaved = None;
    let tallies = contest.run(&before, interrupt::flag(), &mut |result: &GameResult, tallies| {
        if let Some(file) = &mut file
            && let Err(error) = writeln!(file, "{}", result.record.text())
        {
            unsaved = Some(error);
        }
        if let Some(why) = &result.forfeit {
            bar.suspend(|| {
                let why = why.sentence(messages, language::chosen());
                let number = (result.number + 1).to_string();
                let sentence = language::say_common("game-forfeited", &[("number", &number), ("why", &why)]);
                // Nobody is left to be told if standard error is closed.
                let _ = writeln!(std::io::stderr(), "sanban: {sentence}");
            });
        }
        if let [Tally { wins, draws, losses, .. }] = tallies {
            bar.set_message(format!("{wins}-{draws}-{losses}"));
        }
        bar.inc(1);
        unsaved.is_none() && !decided(tallies)
    });
    bar.finish_and_clear();
    if let Some(error) = unsaved {
        return Err(cannot_save(error));
    }
    tallies.map_err(refused)
}

/// A result as lines of text.
fn told(tally: &Tally, sprt: Option<Sprt>) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let (elo, margin) = tally.elo();
    let superiority = tally.superiority();
    let mut text = format!("score: {wins}-{draws}-{losses}\nelo: {elo:.1} ± {margin:.1}\nlos: {superiority:.3}\n");
    if let Some(sprt) = sprt {
        let Sprt { lower, upper } = sprt;
        let verdict = match sprt.verdict(tally) {
            Verdict::Upper => language::say_common("match.stronger", &[("elo", &upper.to_string())]),
            Verdict::Lower => language::say_common("match.no-stronger", &[("elo", &lower.to_string())]),
            Verdict::Undecided => language::say_common("match.undecided", &[]),
        };
        text += &format!("sprt: {verdict} (llr {:.2})\n", sprt.log_likelihood_ratio(tally));
    }
    text
}

fn tally_json(tally: &Tally) -> serde_json::Value {
    let finite = |n: f64| if n.is_finite() { json!(n) } else { serde_json::Value::Null };
    let (elo, margin) = tally.elo();
    json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "pairs": tally.pairs,
           "elo": finite(elo), "margin": finite(margin), "los": tally.superiority()})
}

/// The points of one contestant against another and how many games they played, if they did.
fn points(contest: &Contest, tallies: &[Tally], player: usize, other: usize) -> Option<(f64, u32)> {
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

/// The contestants in the order of their ratings.
fn ranking(contest: &Contest, tallies: &[Tally]) -> Vec<(usize, Rating)> {
    let rated = ratings(contest.contestants.len(), &contest.pairings, tallies);
    let mut ranking: Vec<(usize, Rating)> = rated.into_iter().enumerate().collect();
    ranking.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    ranking
}

/// Who scored what against whom, the best first.
pub fn cross_table(contest: &Contest, tallies: &[Tally]) -> String {
    let ranking = ranking(contest, tallies);
    let name = |player: usize| contest.contestants[player].0.as_str();
    let heads = language::say_common("match.columns", &[]);
    let heads: Vec<&str> = heads.split('|').collect();
    let names = ranking.iter().map(|r| name(r.0)).chain([heads[0]]);
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let number = |n: f64| if n.fract() == 0.0 { format!("{n:.0}") } else { format!("{n:.1}") };
    let cell = |player: usize, other: usize| {
        if player == other {
            return "·".to_string();
        }
        points(contest, tallies, player, other).map_or("-".into(), |(points, _)| number(points))
    };
    let columns: Vec<usize> = (1..=ranking.len()).collect();
    let mut text = format!("{:>3}  {:width$}  {:>13}  {:>9}", "", heads[0], heads[1], heads[2]);
    for column in &columns {
        text += &format!("  {column:>5}");
    }
    text.push('\n');
    for (place, (player, rating)) in ranking.iter().enumerate() {
        let others = ranking.iter().filter_map(|(other, _)| points(contest, tallies, *player, *other));
        let (sum, games) = others.fold((0.0, 0), |(sum, games), (points, n)| (sum + points, games + n));
        let elo = format!("{:.0} ± {:.0}", rating.elo, rating.margin);
        text += &format!(
            "{:>3}  {:width$}  {elo:>13}  {:>9}",
            place + 1,
            name(*player),
            format!("{}/{games}", number(sum))
        );
        for (other, _) in &ranking {
            text += &format!("  {:>5}", cell(*player, *other));
        }
        text.push('\n');
    }
    text
}

fn players_json(contest: &Contest, tallies: &[Tally]) -> serde_json::Value {
    let ranking = ranking(contest, tallies);
    let player = |(player, rating): &(usize, Rating)| {
        let against: serde_json::Map<String, serde_json::Value> = (0..contest.contestants.len())
            .filter_map(|other| {
                let (points, games) = points(contest, tallies, *player, other)?;
                Some((contest.contestants[other].0.clone(), json!({"points": points, "games": games})))
            })
            .collect();
        let margin = if rating.margin.is_finite() { json!(rating.margin) } else { serde_json::Value::Null };
        json!({"player": contest.contestants[*player].0, "elo": rating.elo, "margin": margin, "against": against})
    };
    ranking.iter().map(player).collect()
}
