//! Pieces as characters.

use super::grid::CellSize;
use super::style::{is_filled, player_initial};
use sanban_core::{GameInfo, Piece, Shape};

/// A piece on one line.
pub fn piece_text(info: &GameInfo, piece: Piece, ascii: bool, width: u16) -> String {
    let is_filled = piece.seat.is_some_and(|seat| is_filled(info, seat));
    let initial = piece.seat.map_or(String::new(), |seat| player_initial(info, seat).to_uppercase());
    let by_side = |open: &str, filled: &str| if is_filled { filled.to_string() } else { open.to_string() };
    match (piece.shape, ascii) {
        (Shape::Ring, true) => initial.to_lowercase().repeat(usize::from(width.clamp(3, 9))),
        (Shape::Ring, false) => by_side("═", "▄").repeat(usize::from(width.clamp(3, 9))),
        (Shape::Ball, true) => format!("({initial})"),
        (Shape::Ball, false) if width < 5 => by_side("○", "●"),
        (Shape::Ball, false) => by_side("(○)", "(●)"),
        (Shape::Knight, true) => by_side("N", "n"),
        (Shape::Knight, false) => by_side("♘", "♞"),
        (Shape::Koi, _) if width < 4 => format!("<{initial}<"),
        (Shape::Koi, _) => format!("<{initial}><"),
        (Shape::Stone, true) => "##".to_string(),
        (Shape::Stone, false) => "▓▓".to_string(),
        (Shape::Disc, true) => by_side("O", "X"),
        (Shape::Disc, false) => by_side("○", "●"),
        (Shape::Arrow, true) => by_side("^", "A"),
        (Shape::Arrow, false) => by_side("△", "▲"),
        (Shape::Letter(letter), _) => by_side(&letter.to_uppercase().to_string(), &letter.to_lowercase().to_string()),
    }
}

/// A piece on several lines of the same width, if it has such a drawing that fits the cell.
pub fn large_piece(info: &GameInfo, piece: Piece, ascii: bool, size: CellSize, initial: &str) -> Option<Vec<String>> {
    let is_filled = piece.seat.is_some_and(|seat| is_filled(info, seat));
    let is_high = size.height >= 5 && size.width >= 11;
    let lines: &[&str] = match (piece.shape, ascii, is_filled, is_high) {
        _ if size.height < 3 || size.width < 7 => return None,
        (Shape::Knight, false, false, false) => &[" ▟▙▖ ", "▐█▜█▙", "▟█▙▝▘"],
        (Shape::Knight, false, true, false) => &[" ▗▟▙ ", "▟█▛█▌", "▝▘▟█▙"],
        (Shape::Knight, false, false, true) => &["  ▟▙▖   ", " ▟██▙▖  ", "▐██▜██▙ ", "▐███▘▝▘ ", "▟████▖  "],
        (Shape::Knight, false, true, true) => &["   ▗▟▙  ", "  ▗▟██▙ ", " ▟██▛██▌", " ▝▘▝███▌", "  ▗████▙"],
        (Shape::Knight, true, false, _) => &[" /\\_ ", "/  o)", "|__\\ "],
        (Shape::Knight, true, true, _) => &[" /#_ ", "/##o)", "|##\\ "],
        (Shape::Koi, false, _, false) => &[" ▄▄▖ ", "▐@█▙▞", " ▀▀▘ "],
        (Shape::Koi, false, _, true) => &["  ▄▄▄▄▖    ", "▗█°███▙▖▗▟▌", "▝██@██▛▘▝▜▌", "  ▀▀▀▀▘    "],
        (Shape::Koi, true, _, _) => &[" /~\\ ", "<@ ><", " \\_/ "],
        (Shape::Stone, false, _, false) => &["▗▄▄▖", "▐██▌", "▝▀▀▘"],
        (Shape::Stone, false, _, true) => &[" ▗▄▄▄▄▖ ", "▐██████▌", "▐██████▌", " ▝▀▀▀▀▘ "],
        (Shape::Stone, true, _, _) => &[" ##### ", "#######", " ##### "],
        (Shape::Disc, false, false, _) => &["╭───╮", "│   │", "╰───╯"],
        (Shape::Disc, false, true, _) => &["▗▄▄▄▖", "▐███▌", "▝▀▀▀▘"],
        (Shape::Disc, true, false, _) => &["/---\\", "|   |", "\\---/"],
        (Shape::Disc, true, true, _) => &["/###\\", "#####", "\\###/"],
        (Shape::Arrow, false, false, _) => &["╱ ╲", " │ ", " │ "],
        (Shape::Arrow, false, true, _) => &["▗█▖", " █ ", " █ "],
        (Shape::Arrow, true, false, _) => &["/^\\", " | ", " | "],
        (Shape::Arrow, true, true, _) => &["/#\\", " # ", " # "],
        _ => return None,
    };
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    if lines.len() > usize::from(size.height) || width > usize::from(size.width) - 2 {
        return None;
    }
    Some(lines.iter().map(|line| format!("{line:width$}").replace('@', initial)).collect())
}
