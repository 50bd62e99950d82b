//! `sanban match`: matches and tournaments.

use super::args::number;
use super::contest::{ContestArgs, contest, contestants, points, ranking, run as run_contest};
use super::position::{PositionArgs, position_json};
use crate::codes;
use crate::failure::{Expected, Failure, Result};
use crate::language;
use crate::output::{print, print_json};
use clap::Args;
use sanban_arena::statistics::ratings::Rating;
use sanban_arena::{Contest, Sprt, Tally, Verdict};
use sanban_core::rejection::{Rejection, common};
use serde_json::json;

#[derive(Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// The first player, whose score is printed
    #[arg(long, value_name = "SPEC", requires = "second")]
    pub first: Option<String>,

    /// The second player
    #[arg(long, value_name = "SPEC", requires = "first")]
    pub second: Option<String>,

    /// The players of a round-robin tournament
    #[arg(long = "players", value_name = "SPEC", num_args = 1.., conflicts_with_all = ["first", "sprt"])]
    pub players: Vec<String>,

    /// Number of games for each pair of players
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    pub games: u32,

    #[command(flatten)]
    pub course: ContestArgs,

    /// Stop as soon as a sequential test decides whether the first player is at most LOWER or at least UPPER Elo stronger
    #[arg(long, value_name = "LOWER,UPPER", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
}

/// Plays a match or a tournament.
pub fn run(args: &MatchArgs) -> Result {
    let session = args.position.open(false)?;
    let info = session.info();
    let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
    if let Some(outcome) = session.outcome() {
        return Err(failure(common::GAME_OVER.with(&[&outcome.reason])));
    }
    let names: Vec<&String> = match (&args.first, &args.second) {
        (Some(first), Some(second)) => vec![first, second],
        _ => args.players.iter().collect(),
    };
    if names.len() < 2 {
        return Err(failure(codes::TOO_FEW_PLAYERS.with(&[])));
    }
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name))
        && !args.players.is_empty()
    {
        return Err(failure(codes::PLAYER_TWICE.with(&[*twice.1])));
    }
    let contestants = contestants(&names, info)?;
    let all: Vec<usize> = (0..contestants.len()).collect();
    let pairings = all.iter().flat_map(|&a| all[a + 1..].iter().map(move |&b| [a, b])).collect();
    let position = (!session.is_at_start()).then(|| session.position_text());
    let contest = contest(session.rules(), position, contestants, pairings, args.games, &args.course)?;
    let tallies = run_contest(&contest, &args.course, args.sprt)?;
    if args.position.json.json {
        let mut object = position_json(&*session);
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
    if args.players.is_empty() {
        print(&result_text(&tallies[0], args.sprt))
    } else {
        print(&cross_table(&contest, &tallies))
    }
}

/// The result of a match as text.
fn result_text(tally: &Tally, sprt: Option<Sprt>) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let (elo, margin) = tally.elo();
    let superiority = tally.superiority();
    let mut text = format!("score: {wins}-{draws}-{losses}\nelo: {elo:.1} ± {margin:.1}\nlos: {superiority:.3}\n");
    if let Some(sprt) = sprt {
        let Sprt { lower, upper } = sprt;
        let verdict = match sprt.verdict(tally) {
            Verdict::Upper => language::say_common("match-stronger", &[("elo", &upper.to_string())]),
            Verdict::Lower => language::say_common("match-no-stronger", &[("elo", &lower.to_string())]),
            Verdict::Undecided => language::say_common("match-undecided", &[]),
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

/// The cross table of a tournament, the best player first.
fn cross_table(contest: &Contest, tallies: &[Tally]) -> String {
    let ranking = ranking(contest, tallies);
    let name = |player: usize| contest.contestants[player].0.as_str();
    let heads = language::say_common("match-columns", &[]);
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

fn sprt(text: &str) -> Result<Sprt, Expected> {
    let claims = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    let claims = claims.filter(|(lower, upper): &(f64, f64)| lower < upper && lower.is_finite() && upper.is_finite());
    claims.map(|(lower, upper)| Sprt { lower, upper }).ok_or_else(|| Expected::new("expected-sprt", &[]))
}
