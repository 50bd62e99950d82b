//! Scenes in words for screen readers, and option values in words for menus.

use crate::info::{GameInfo, Preset};
use crate::messages::{find, say};
use crate::outcome::Seat;
use crate::phrase::Phrase;
use crate::rules::Rules;
use crate::scene::{Cell, Mark, Piece, Scene, Shape};
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

/// Describes a whole position: each player's pieces and counters on a line, then neutral pieces, then stacks of several rings.
pub fn position(info: &GameInfo, language: &str, scene: &Scene) -> Vec<String> {
    let say = |key: &str, args: &[(&str, &str)]| say(&[info.messages], language, key, args);
    let squares = |wanted: Piece| {
        let has_it =
            |cell: &&(Square, &Cell)| cell.1.pieces.iter().rev().find(|p| p.shape == wanted.shape) == Some(&wanted);
        let cells: Vec<(Square, &Cell)> = scene.board.squares().zip(&scene.cells).collect();
        let names: Vec<String> = cells.iter().filter(has_it).map(|(square, _)| square.to_string()).collect();
        names.join(", ")
    };
    let plural = |shape: Shape| {
        let name = shape.name();
        message(info, language, &format!("shapes-{name}")).unwrap_or_else(|| say(&format!("shape-{name}"), &[]))
    };
    let mut lines = Vec::new();
    for seat in [Some(Seat::FIRST), Some(Seat::SECOND), None] {
        let pieces = info.palette.iter().map(|(_, piece)| *piece).filter(|piece| piece.seat == seat);
        let mut parts: Vec<String> = Vec::new();
        for (piece, squares) in pieces.map(|piece| (piece, squares(piece))).filter(|(_, squares)| !squares.is_empty()) {
            let shapes = plural(piece.shape);
            let name = match seat {
                Some(seat) if parts.is_empty() => {
                    let player = say(info.players[seat.index()], &[]);
                    say("square-piece", &[("shape", &shapes), ("player", &player)])
                }
                _ => shapes,
            };
            parts.push(format!("{name}: {squares}"));
        }
        for counter in seat.iter().flat_map(|seat| &scene.counters[seat.index()]) {
            parts.push(format!("{}: {}", say(counter.name, &[]), counter.count));
        }
        if !parts.is_empty() {
            lines.push(capitalised(&parts.join("; ")) + ".");
        }
    }
    let is_stack = |cell: &Cell| cell.pieces.iter().filter(|piece| piece.shape == Shape::Ring).count() > 1;
    let stacks = scene.board.squares().zip(&scene.cells).filter(|(_, cell)| is_stack(cell));
    lines.extend(stacks.map(|(at, _)| square(info, language, scene, at) + "."));
    lines.extend(scene.notice.map(|notice| say(notice, &[])));
    lines
}

/// A player's counters: `White: knights 9`.
pub fn counters(info: &GameInfo, language: &str, scene: &Scene, seat: Seat) -> String {
    let say = |key: &str| say(&[info.messages], language, key, &[]);
    let counters =
        scene.counters[seat.index()].iter().map(|counter| format!("{} {}", say(counter.name), counter.count));
    format!("{}: {}", say(info.players[seat.index()]), counters.collect::<Vec<_>>().join(", "))
}

/// The text with a capital first letter.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
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
