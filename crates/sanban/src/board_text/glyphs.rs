//! Pieces as characters.

use super::bitmaps::{self, Fill};
use super::grid::CellSize;
use super::style::{BoardStyle, is_filled, player_initial};
use sanban_core::{GameInfo, Piece, Seat, Shape};

/// A piece on one line.
pub fn piece_text(info: &GameInfo, piece: Piece, style: BoardStyle, width: u16) -> String {
    let is_solid = style.has_solid_pieces();
    let is_filled = piece.seat.is_some_and(|seat| is_filled(info, seat));
    let initial = piece.seat.map_or(String::new(), |seat| player_initial(info, seat).to_uppercase());
    let by_side = |open: &str, filled: &str| if is_filled { filled.to_string() } else { open.to_string() };
    let outlined = |open: &str, filled: &str| if is_solid { filled.to_string() } else { by_side(open, filled) };
    match (piece.shape, style.ascii) {
        (Shape::Ring, true) => initial.to_lowercase().repeat(usize::from(width.clamp(3, 15))),
        (Shape::Ring, false) => outlined("═", "▄").repeat(usize::from(width.clamp(3, 15))),
        (Shape::Ball, true) => format!("({initial})"),
        (Shape::Ball, false) if width < 5 => outlined("○", "●"),
        (Shape::Ball, false) => outlined("(○)", "(●)"),
        (Shape::Knight, true) => by_side("N", "n"),
        (Shape::Knight, false) => outlined("♘", "♞"),
        (Shape::Koi, _) if width < 4 => format!("<{initial}<"),
        (Shape::Koi, _) => format!("<{initial}><"),
        (Shape::Stone, true) => "##".to_string(),
        (Shape::Stone, false) if is_solid => "██".to_string(),
        (Shape::Stone, false) => "▓▓".to_string(),
        (Shape::Disc, true) => by_side("O", "X"),
        (Shape::Disc, false) => outlined("○", "●"),
        (Shape::Arrow, true) => by_side("^", "A"),
        (Shape::Arrow, false) => outlined("△", "▲"),
        (Shape::Letter(letter), _) => by_side(&letter.to_uppercase().to_string(), &letter.to_lowercase().to_string()),
    }
}

/// A piece of a stack on two lines, seen from the side.
pub fn double_line_piece(info: &GameInfo, piece: Piece, style: BoardStyle, width: u16) -> [String; 2] {
    let is_filled = style.has_solid_pieces() || piece.seat.is_some_and(|seat| is_filled(info, seat));
    let width = if piece.shape == Shape::Ball { 4 } else { usize::from(width.clamp(4, 25)) };
    let line = |left: &str, middle: &str, right: &str| format!("{left}{}{right}", middle.repeat(width - 2));
    match is_filled {
        true if piece.shape == Shape::Ball => [line("▄", "█", "▄"), line("▀", "█", "▀")],
        true => [line("▗", "▄", "▖"), line("▝", "▀", "▘")],
        false => [line("╭", "─", "╮"), line("╰", "─", "╯")],
    }
}

/// A piece on several lines of the same width, if it has such a drawing that fits the cell.
pub fn large_piece(info: &GameInfo, piece: Piece, style: BoardStyle, size: CellSize) -> Option<Vec<String>> {
    let is_outlined = !style.has_solid_pieces() && !piece.seat.is_some_and(|seat| is_filled(info, seat));
    let initial = piece.seat.map_or("#".to_string(), |seat| player_initial(info, seat).to_uppercase());
    if size.height < 3 || size.width < 7 || matches!(piece.shape, Shape::Letter(_) | Shape::Ring | Shape::Ball) {
        return None;
    }
    if size.height > 3 {
        let fill = match (style.ascii, is_outlined && piece.seat.is_some()) {
            (true, _) => Fill::Character(initial.chars().next().unwrap_or('#')),
            (false, true) => Fill::Character('░'),
            (false, false) => Fill::Solid,
        };
        let is_mirrored = piece.seat == Some(Seat::SECOND);
        return Some(bitmaps::draw(piece.shape, (size.width - 2, size.height), is_mirrored, &fill));
    }
    let is_first = piece.seat != Some(Seat::SECOND);
    let lines: [&str; 3] = match (piece.shape, style.ascii, is_outlined) {
        (Shape::Knight, false, _) if is_first => [" ▟▙▖ ", "▐█▜█▙", "▟█▙▝▘"],
        (Shape::Knight, false, _) => [" ▗▟▙ ", "▟█▛█▌", "▝▘▟█▙"],
        (Shape::Knight, true, true) => [" /\\_ ", "/  o)", "|__\\ "],
        (Shape::Knight, true, false) => [" /#_ ", "/##o)", "|##\\ "],
        (Shape::Koi, false, _) => [" ▄▄▖ ", "▐@█▙▞", " ▀▀▘ "],
        (Shape::Koi, true, _) => [" /~\\ ", "<@ ><", " \\_/ "],
        (Shape::Stone, false, _) => ["▗▄▄▖", "▐██▌", "▝▀▀▘"],
        (Shape::Stone, true, _) => [" ##### ", "#######", " ##### "],
        (Shape::Disc, false, true) => ["╭───╮", "│   │", "╰───╯"],
        (Shape::Disc, false, false) => ["▗▄▄▄▖", "▐███▌", "▝▀▀▀▘"],
        (Shape::Disc, true, true) => ["/---\\", "|   |", "\\---/"],
        (Shape::Disc, true, false) => ["/###\\", "#####", "\\###/"],
        (Shape::Arrow, false, true) => ["╱ ╲", " │ ", " │ "],
        (Shape::Arrow, false, false) => ["▗█▖", " █ ", " █ "],
        (Shape::Arrow, true, true) => ["/^\\", " | ", " | "],
        (Shape::Arrow, true, false) => ["/#\\", " # ", " # "],
        _ => return None,
    };
    Some(lines.map(|line| line.replace('@', &initial)).to_vec())
}
