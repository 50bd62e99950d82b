//! A scene in words, for whoever hears the board instead of seeing it.

use crate::facts::Facts;
use crate::message::{COMMON, say};
use crate::outcome::Seat;
use crate::scene::{Mark, Piece, Scene, Shape};
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
        parts.push(match (run[0].seat, run.len()) {
            (Some(seat), 2..) => say("square.rings", &[("count", &run.len().to_string()), ("player", &player(seat))]),
            _ => piece(facts, language, run[0]),
        });
    }
    parts.join(", ")
}

/// A piece: what it is, and whose.
pub fn piece(facts: &Facts, language: &str, piece: Piece) -> String {
    let say = |key: &str, args: &[(&str, &str)]| say(&[facts.messages, COMMON], language, key, args);
    let shape = say(&format!("shape.{}", piece.shape.name()), &[]);
    match piece.seat {
        None => shape,
        Some(seat) => {
            let player = say(facts.players[seat.index()], &[]);
            say("square.piece", &[("shape", &shape), ("player", &player)])
        }
    }
}
