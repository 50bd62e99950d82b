//! Games in the terminal: a game is set up, played and kept.

mod clock;
mod kept;
mod plain;
mod playing;
mod seated;

use crate::cli::{Play, Saved};
use crate::commands::{Done, is_coloured, print, random_seed};
use crate::failure::Failure;
use crate::language::{say, say_common};
use crate::picture::Style;
use clock::Control;
use plain::Plain;
use playing::{Playing, Setup};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::message::common;
use sanban_core::{Facts, Refusal, Rules, Seat};
use sanban_games::registry;
use seated::Seated;

/// Plays a game.
pub fn play(args: &Play) -> Done {
    let mut playing = match (&args.resume, &args.load) {
        (Some(id), _) => resume(id)?,
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file).map_err(|error| kept::unreadable(file, &error))?;
            Playing::resume(&text)?
        }
        (None, None) => begin(args)?,
    };
    if args.resume.is_some() || args.load.is_some() {
        reseat(args, &mut playing)?;
    }
    if playing.kept().is_none() {
        playing.keep(kept::begin(playing.session().facts().id)?)?;
    }
    let style = Style { ascii: args.ascii, colour: is_coloured(args.color), pieces: 3 };
    Plain::new(playing, style)?.run(std::io::stdin().lock())
}

/// Goes on with a kept game, the one played last if none is named.
fn resume(id: &str) -> Result<Playing, Failure> {
    let kept = match id {
        "" => kept::list()?.into_iter().next().ok_or_else(|| Failure::from(common::NOTHING_KEPT.with(&[])))?,
        id => kept::find(id)?,
    };
    let mut playing = Playing::resume(&kept.read()?)?;
    playing.keep(kept)?;
    Ok(playing)
}

/// Lets the players that are named take the seats of a game that is gone on with.
fn reseat(args: &Play, playing: &mut Playing) -> Done {
    let facts = playing.session().facts();
    let named = [(Seat::FIRST, &args.first, &args.first_name), (Seat::SECOND, &args.second, &args.second_name)];
    for (seat, spec, name) in named {
        let before = playing.seated(seat).clone();
        if spec.is_some() || name.is_some() {
            let spec = spec.as_deref().unwrap_or(&before.spec);
            let called = say(facts, facts.players[seat.index()], &[]);
            let seated = Seated::parse(spec, name.as_deref(), facts, &called);
            playing.sit(seat, seated.map_err(|refusal| Failure::refused(&refusal, facts.messages))?);
        }
    }
    Ok(())
}

fn begin(args: &Play) -> Result<Playing, Failure> {
    let id = args.game.as_deref().ok_or_else(|| Failure::from(common::NO_GAME.with(&[&known_games()])))?;
    let facts = registry::find(id)?;
    let refused = |refusal: Refusal| Failure::refused(&refusal, facts.messages);
    let rules = Rules::parse(facts, &args.rules).map_err(refused)?;
    let control = args
        .clock
        .as_deref()
        .map(|text| Control::parse(text).ok_or_else(|| Failure::from(common::BAD_CLOCK.with(&[&text]))));
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let seat = |seat: Seat, spec: &Option<String>, name: &Option<String>, usual: &str| {
        let called = say(facts, facts.players[seat.index()], &[]);
        Seated::parse(spec.as_deref().unwrap_or(usual), name.as_deref(), facts, &called)
    };
    let first = seat(Seat::FIRST, &args.first, &args.first_name, "human").map_err(refused)?;
    let second = seat(Seat::SECOND, &args.second, &args.second_name, "level:2").map_err(refused)?;
    let mut seats = [first, second];
    if args.toss {
        toss(facts, &mut seats, seed)?;
    }
    let setup =
        Setup { rules, position: args.position.clone(), seats, pie: args.pie, control: control.transpose()?, seed };
    let mut playing = Playing::new(setup).map_err(refused)?;
    for (number, text) in args.moves.split_whitespace().enumerate() {
        playing
            .play(text)
            .map_err(|because| refused(common::MOVE_REFUSED.with(&[&(number + 1), &text]).because(vec![because])))?;
    }
    Ok(playing)
}

/// Tosses a coin for who begins, and says how it fell.
fn toss(facts: &Facts, seats: &mut [Seated; 2], seed: u64) -> Done {
    if ChaCha8Rng::seed_from_u64(seed).random() {
        seats.swap(0, 1);
    }
    let first = say(facts, facts.players[0], &[]);
    print(&(say(facts, "play.toss", &[("name", &seats[0].name), ("player", &first)]) + "\n"))
}

fn known_games() -> String {
    registry::offered().map(|facts| facts.id).collect::<Vec<_>>().join(", ")
}

/// Lists the kept games.
pub fn saved(args: &Saved) -> Done {
    let games = kept::list()?;
    let mut objects = Vec::new();
    let mut lines = Vec::new();
    for kept in games {
        match kept.read().and_then(|text| Ok(Playing::resume(&text)?)) {
            Ok(playing) => {
                let record = playing.record();
                let facts = playing.session().facts();
                let names = [Seat::FIRST, Seat::SECOND].map(|seat| playing.seated(seat).name.clone());
                let count = playing.session().played().len();
                let date = record.tag("Date").unwrap_or("").to_string();
                let args = [("first", names[0].as_str()), ("second", &names[1])];
                let between = say(facts, "play.between", &args);
                let state = match record.result.as_str() {
                    "*" => say(facts, "saved.goes-on", &[("count", &count.to_string())]),
                    result => result.to_string(),
                };
                lines.push(format!("{}  {date}  {}: {between}, {state}", kept.id, facts.name));
                objects.push(
                    serde_json::json!({"id": kept.id, "game": facts.id, "rules": playing.session().rules().text(),
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
