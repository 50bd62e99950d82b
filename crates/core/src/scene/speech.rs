//! A scene in words, for whoever hears the board instead of seeing it, and the rules in words, for whoever chooses some.

use crate::info::{GameInfo, Preset};
use crate::messages::{COMMON, say};
use crate::outcome::Seat;
use crate::scene::{Mark, Piece, Scene, Shape};
use crate::square::Square;

/// A square of a scene: its name, what it is in the game, and its pieces from the bottom up. Rings of one colour that lie
/// on each other are counted.
pub fn square(info: &GameInfo, language: &str, scene: &Scene, square: Square) -> String {
    let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages, COMMON], language, key, args);
    let player = |seat: Seat| say(info.players[seat.index()], &[]);
    let cell = &scene.cells[scene.board.index(square)];
    let mut parts = vec![square.to_string()];
    parts.extend(cell.mark.map(|mark| match mark {
        Mark::Home(seat) => say("square.home", &[("player", &player(seat))]),
        Mark::Centre => say("centre", &[]),
    }));
    if cell.pieces.is_empty() {
        parts.push(say("square.empty", &[]));
    }
    for run in cell.pieces.chunk_by(|a, b| a == b && a.shape == Shape::Ring && a.seat.is_some()) {
        parts.push(match (run[0].seat, run.len()) {
            (Some(seat), 2..) => say("square.rings", &[("count", &run.len().to_string()), ("player", &player(seat))]),
            _ => piece(info, language, run[0]),
        });
    }
    parts.join(", ")
}

/// A piece: what it is, and whose.
pub fn piece(info: &GameInfo, language: &str, piece: Piece) -> String {
    let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages, COMMON], language, key, args);
    let shape = say(&format!("shape.{}", piece.shape.name()), &[]);
    match piece.seat {
        None => shape,
        Some(seat) => {
            let player = say(info.players[seat.index()], &[]);
            say("square.piece", &[("shape", &shape), ("player", &player)])
        }
    }
}

/// A value of an option; the word that is written stands for one that has no other name.
pub fn value(info: &GameInfo, language: &str, option: &str, value: &str) -> String {
    named(info, language, &format!("option.{option}.{value}")).unwrap_or_else(|| value.to_string())
}

/// What a preset is; its changes stand for one that nobody has described.
pub fn preset(info: &GameInfo, language: &str, preset: &Preset) -> String {
    if preset.changes.is_empty() {
        return say(&[info.messages, COMMON], language, "menu.official-what", &[]);
    }
    let changes = || preset.changes.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(", ");
    named(info, language, &format!("preset.{}", preset.name)).unwrap_or_else(changes)
}

/// The sentence under a key, if somebody wrote it.
fn named(info: &GameInfo, language: &str, key: &str) -> Option<String> {
    Some(say(&[info.messages], language, key, &[])).filter(|said| said != key)
}
