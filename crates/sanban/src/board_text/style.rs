//! The style of boards: characters and colours.

use crate::language::say;
use ratatui::style::{Color, Modifier, Style};
use sanban_core::{GameInfo, Seat};

/// The colours that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    None,
    /// The basic colours, on the terminal's background.
    Few,
    /// 256 colours, enough for a board with its own background.
    Many,
}

/// How to draw boards.
#[derive(Clone, Copy, Debug)]
pub struct BoardStyle {
    /// Use only ASCII characters.
    pub ascii: bool,
    pub colours: Colours,
    /// How many pieces of a stack to draw, from the top; `None` for as many as fit.
    pub pieces: Option<u16>,
}

/// The style of a player's pieces; of neutral pieces without a seat.
pub fn player_style(info: &GameInfo, seat: Option<Seat>, colours: Colours) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    let player = seat.map(|seat| info.players[seat.index()]);
    match (colours, player) {
        (Colours::None, _) => style,
        (Colours::Many, Some("white")) => style.fg(Color::Indexed(231)),
        (Colours::Many, Some("black")) => style.fg(Color::Indexed(16)),
        (Colours::Many, Some("yellow")) => style.fg(Color::Indexed(226)),
        (Colours::Many, Some("red")) => style.fg(Color::Indexed(209)),
        (Colours::Many, None) => style.fg(Color::Indexed(250)),
        // White gets no colour: bold is visible on dark and on light terminals.
        (Colours::Few, Some("black")) => style.fg(Color::Blue),
        (Colours::Few, Some("yellow")) => style.fg(Color::Yellow),
        (Colours::Few, Some("red")) => style.fg(Color::Red),
        (Colours::Few, None) => Style::new().add_modifier(Modifier::DIM),
        (_, Some(_)) => style,
    }
}

/// The board's background: light enough for black pieces, or dark enough for bright ones.
pub fn background_style(info: &GameInfo, colours: Colours) -> Style {
    match colours {
        Colours::Many if info.players.contains(&"black") => Style::new().bg(Color::Indexed(137)).fg(Color::Indexed(94)),
        Colours::Many => Style::new().bg(Color::Indexed(23)).fg(Color::Indexed(37)),
        _ => Style::new(),
    }
}

/// Whether a player's pieces are drawn filled, so that colour is not the only difference: Black's are and White's are not. Other
/// players differ by seat.
pub fn is_filled(info: &GameInfo, seat: Seat) -> bool {
    match info.players[seat.index()] {
        "black" => true,
        "white" => false,
        _ => seat == Seat::SECOND,
    }
}

/// The first letter of a player's colour in the current language.
pub fn player_initial(info: &GameInfo, seat: Seat) -> String {
    say(info, info.players[seat.index()], &[]).chars().take(1).collect::<String>().to_lowercase()
}
