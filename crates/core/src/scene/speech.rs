//! Scenes in words for screen readers, and option values in words for menus.

use crate::info::{GameInfo, Preset};
use crate::messages::{find, say};
use crate::outcome::Seat;
use crate::phrase::Phrase;
use crate::rules::Rules;
use crate::scene::{Mark, Piece, Scene, Shape};
use crate::square::Square;

/// Describes a square: its name, its special meaning, and its pieces from the bottom up. Counts adjacent rings of one colour.
pub fn square(info: &GameInfo, language: &str, scene: &Scene, square: Square) -> String {
    let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages], language, key, args);
    let player = |seat: Seat| say(info.players[seat.index()], &[]);
    let cell = &scene.cells[scene.board.index(square)];
    let mut parts = vec![square.to_string()];
    parts.extend(cell.mark.map(|mark| match mark {
        Mark::Home(seat) => say("square-home", &[("player", &player(seat))]),
        Mark::Centre => say("centre", &[]),
    }));
    if cell.pieces.is_empty() {
        parts.push(say("square-empty", &[]));
    }
    for run in cell.pieces.chunk_by(|a, b| a == b && a.shape == Shape::Ring && a.seat.is_some()) {
        parts.push(match (run[0].seat, run.len()) {
            (Some(seat), 2..) => say("square-rings", &[("count", &run.len().to_string()), ("player", &player(seat))]),
            _ => piece(info, language, run[0]),
        });
    }
    parts.join(", ")
}

/// Describes a piece and its owner.
pub fn piece(info: &GameInfo, language: &str, piece: Piece) -> String {
    let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages], language, key, args);
    let shape = say(&format!("shape-{}", piece.shape.name()), &[]);
    match piece.seat {
        None => shape,
        Some(seat) => {
            let player = say(info.players[seat.index()], &[]);
            say("square-piece", &[("shape", &shape), ("player", &player)])
        }
    }
}

/// The sentence that tells the player to move what to do next: [`Progress::prompt`](crate::Progress).
pub fn prompt(info: &GameInfo, language: &str, key: &str, to_move: Seat) -> String {
    let player = |seat: Seat| say(&[info.messages], language, info.players[seat.index()], &[]);
    let args = [("player", &*player(to_move)), ("opponent", &*player(to_move.other()))];
    say(&[info.messages], language, key, &args)
}

/// A move in words: `ring to a3, ball a2→a3`.
pub fn move_in_words(info: &GameInfo, language: &str, phrases: &[Phrase], mover: Seat) -> String {
    phrases.iter().map(|phrase| phrase.say(info, language, mover)).collect::<Vec<_>>().join(", ")
}

/// The goal of the game in one sentence. The message `goal` may use the values of the options.
pub fn goal(rules: &Rules, language: &str) -> String {
    say(&[rules.info().messages], language, "goal", &rules.values().collect::<Vec<_>>())
}

/// What differs from the official rules, in words: `6×6 board, 15 points to win`. Empty for the official rules. An option's
/// message `rule-KEY` gets its value as `{$value}`.
pub fn rules(rules: &Rules, language: &str) -> String {
    let info = rules.info();
    let text = rules.text();
    let part = |part: &str| match part.split_once('=') {
        Some((key, value)) => find(&[info.messages], language, &format!("rule-{key}"), &[("value", value)]),
        None => Some(preset_name(info, language, part)),
    };
    let parts = text.split(',').filter(|text| !text.is_empty());
    parts.map(|text| part(text).unwrap_or_else(|| text.to_string())).collect::<Vec<_>>().join(", ")
}

/// The displayed name of an option's value; the value itself if it has none.
pub fn value(info: &GameInfo, language: &str, option: &str, value: &str) -> String {
    message(info, language, &format!("option-{option}-{value}")).unwrap_or_else(|| value.to_string())
}

/// The displayed name of a preset.
pub fn preset_name(info: &GameInfo, language: &str, preset: &str) -> String {
    message(info, language, &format!("preset-{preset}-name")).unwrap_or_else(|| preset.to_string())
}

/// The description of a preset; its changes if there is none.
pub fn preset(info: &GameInfo, language: &str, preset: &Preset) -> String {
    if preset.changes.is_empty() {
        return say(&[info.messages], language, "preset-official", &[]);
    }
    let changes = || preset.changes.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(", ");
    message(info, language, &format!("preset-{}", preset.name)).unwrap_or_else(changes)
}

/// The sentence of a key, if the game has one.
fn message(info: &GameInfo, language: &str, key: &str) -> Option<String> {
    find(&[info.messages], language, key, &[])
}
