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
    /// 256 colours, enough for a checkered board.
    Many,
}

/// The background of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    Dark,
    Light,
}

impl Theme {
    /// The theme for the terminal's colours as `COLORFGBG` has them: the last number is the background.
    pub fn of_terminal(colours: &str) -> Theme {
        match colours.rsplit(';').next().and_then(|background| background.parse().ok()) {
            Some(7 | 9..=15) => Theme::Light,
            _ => Theme::Dark,
        }
    }
}

/// How to draw boards.
#[derive(Clone, Copy, Debug)]
pub struct BoardStyle {
    /// Use only ASCII characters.
    pub ascii: bool,
    pub colours: Colours,
    pub theme: Theme,
    /// How many pieces of a stack to draw, from the top; `None` for as many as fit.
    pub pieces: Option<u16>,
    /// Describe boards in words instead of drawing them.
    pub spoken: bool,
}

impl BoardStyle {
    /// Whether both sides' pieces are solid, so that colours tell them apart. Without colours, one side's are outlines.
    pub fn has_solid_pieces(self) -> bool {
        self.colours == Colours::Many && !self.ascii
    }
}

/// The style of a player's pieces; of neutral pieces without a seat.
pub fn player_style(info: &GameInfo, seat: Option<Seat>, style: BoardStyle) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let player = seat.map(|seat| info.players[seat.index()]);
    match (style.colours, player) {
        (Colours::None, _) => bold,
        (Colours::Many, Some("white")) => bold.fg(Color::Indexed(231)),
        (Colours::Many, Some("black")) => bold.fg(Color::Indexed(16)),
        (Colours::Many, Some("yellow")) => bold.fg(Color::Indexed(226)),
        (Colours::Many, Some("red")) if style.theme == Theme::Light => bold.fg(Color::Indexed(210)),
        (Colours::Many, Some("red")) => bold.fg(Color::Indexed(209)),
        (Colours::Many, None) => bold.fg(Color::Indexed(250)),
        // White gets no colour: bold is visible on dark and on light terminals. Yellow isn't visible on light ones.
        (Colours::Few, Some("black")) => bold.fg(Color::Blue),
        (Colours::Few, Some("yellow")) if style.theme == Theme::Dark => bold.fg(Color::Yellow),
        (Colours::Few, Some("red")) => bold.fg(Color::Red),
        (Colours::Few, None) => Style::new().add_modifier(Modifier::DIM),
        (_, Some(_)) => bold,
    }
}

/// The colours of light and dark squares: both pieces stand out from both.
fn squares(info: &GameInfo, theme: Theme) -> [u8; 2] {
    match (info.players.contains(&"black"), theme) {
        (true, Theme::Dark) => [94, 58],
        (true, Theme::Light) => [137, 94],
        (false, Theme::Dark) => [23, 17],
        (false, Theme::Light) => [24, 18],
    }
}

/// The background of a light or a dark square on a checkered board.
pub fn square_colour(info: &GameInfo, theme: Theme, is_dark: bool) -> Color {
    Color::Indexed(squares(info, theme)[usize::from(is_dark)])
}

/// The background for a player's name, on which the colours of the pieces stand out.
pub fn background_style(info: &GameInfo, style: BoardStyle) -> Style {
    match style.colours {
        Colours::Many => Style::new().bg(square_colour(info, style.theme, true)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    /// The relative luminance of an indexed colour of the colour cube or the grey ramp, as WCAG defines it.
    fn luminance(colour: Color) -> f64 {
        let Color::Indexed(index) = colour else { panic!("{colour:?}") };
        let level = |n: u8| if n == 0 { 0.0 } else { (55.0 + 40.0 * f64::from(n)) / 255.0 };
        let rgb = match index {
            16..=231 => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level),
            _ => [(8.0 + 10.0 * f64::from(index - 232)) / 255.0; 3],
        };
        let [r, g, b] = rgb.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn pieces_stand_out_from_squares_in_both_themes() {
        for info in registry::offered() {
            for theme in [Theme::Dark, Theme::Light] {
                let style = BoardStyle { ascii: false, colours: Colours::Many, theme, pieces: None, spoken: false };
                for seat in [Some(Seat::FIRST), Some(Seat::SECOND)] {
                    let piece = luminance(player_style(info, seat, style).fg.expect("a colour"));
                    for is_dark in [false, true] {
                        let square = luminance(square_colour(info, theme, is_dark));
                        let contrast = (piece.max(square) + 0.05) / (piece.min(square) + 0.05);
                        assert!(contrast >= 3.0, "{}, {theme:?}, {seat:?}, {is_dark}: {contrast}", info.id);
                    }
                }
            }
        }
    }

    #[test]
    fn light_terminals_get_the_light_theme() {
        assert_eq!(Theme::of_terminal("0;15"), Theme::Light);
        assert_eq!(Theme::of_terminal("0;default;15"), Theme::Light);
        assert_eq!(Theme::of_terminal("15;0"), Theme::Dark);
        assert_eq!(Theme::of_terminal("7;8"), Theme::Dark);
        assert_eq!(Theme::of_terminal("?"), Theme::Dark);
    }
}
