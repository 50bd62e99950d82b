//! A scene in words, for whoever hears the board instead of seeing it.

use crate::facts::Facts;
use crate::message::{COMMON, say};
use crate::outcome::Seat;
use crate::scene::{Mark, Scene, Shape};
use crate::square::Square;

/// A square of a scene: its name, what it is in the game, and its pieces from the bottom up. Rings of one colour that lie
/// on each other are counted.
pub fn square(facts: &Facts, language: &str, scene: &Scene, square: Square) -> String {
    let say = |key: &str, args: &[(&str, &str)]| say(&[facts.messages, COMMON], language, key, args);
    let player = |seat: Seat| say(facts.players[seat.index()], &[]);
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
        let shape = say(&format!("shape.{}", run[0].shape.name()), &[]);
        parts.push(match (run[0].seat, run.len()) {
            (None, _) => shape,
            (Some(seat), 1) => say("square.piece", &[("shape", &shape), ("player", &player(seat))]),
            (Some(seat), count) => say("square.rings", &[("count", &count.to_string()), ("player", &player(seat))]),
        });
    }
    parts.join(", ")
}
