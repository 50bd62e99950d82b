//! Arguments that several commands share, and parsers of argument values.

use crate::board_text::{BoardStyle, Colours, Theme};
use crate::codes;
use crate::failure::{Expected, Failure};
use crate::locale::has_unicode;
use crate::menu;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use rand::TryRng;
use rand::rngs::SysRng;
use sanban_core::{GameInfo, position_text};
use sanban_games::registry;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::IsTerminal;
use std::ops::{Bound::Included, RangeBounds};
use std::str::FromStr;
use std::time::Duration;

#[derive(Args)]
pub struct JsonArgs {
    /// Print a JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// How boards are drawn.
#[derive(Args, Clone, Copy)]
pub struct DrawingArgs {
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub ascii: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    pub color: ColourChoice,

    /// Colours for a dark or a light background
    #[arg(long, value_name = "THEME", value_enum, default_value_t = ThemeChoice::Auto)]
    pub theme: ThemeChoice,

    /// Describe boards in words instead of drawing them, for screen readers
    #[arg(long)]
    pub spoken: bool,
}

impl DrawingArgs {
    /// Nothing but what the terminal and its environment say.
    pub const AUTO: DrawingArgs =
        DrawingArgs { ascii: false, color: ColourChoice::Auto, theme: ThemeChoice::Auto, spoken: false };

    /// The best style for the terminal.
    pub fn style(self) -> BoardStyle {
        let variable = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        let colours = match self.is_coloured() {
            false => Colours::None,
            true if term.contains("256") || variable("COLORTERM").is_some() => Colours::Many,
            true => Colours::Few,
        };
        let theme = match self.theme {
            ThemeChoice::Dark => Theme::Dark,
            ThemeChoice::Light => Theme::Light,
            ThemeChoice::Auto => variable("COLORFGBG").map_or(Theme::Dark, |colours| Theme::of_terminal(&colours)),
        };
        let ascii = self.ascii || !has_unicode() || term == "linux";
        BoardStyle { ascii, colours, theme, pieces: None, spoken: self.spoken }
    }

    /// Whether to colour standard output.
    pub fn is_coloured(self) -> bool {
        match self.color {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => {
                let is_set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
                let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
            }
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// On terminals that support them, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The background to choose colours for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ThemeChoice {
    /// As the variable COLORFGBG says, else dark
    Auto,
    /// Dark
    Dark,
    /// Light
    Light,
}

/// A parser for numbers within bounds. Its error names the bounds.
pub fn number<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, Expected> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Included(from), Included(to)) => {
                Expected::new("expected-number", &[("from", &from.to_string()), ("to", &to.to_string())])
            }
            (Included(from), _) => Expected::new("expected-number-from", &[("from", &from.to_string())]),
            _ => Expected::new("expected-number-any", &[]),
        })
    }
}

/// Parses a duration such as `100ms`.
pub fn duration(text: &str) -> Result<Duration, Expected> {
    position_text::duration(text).ok_or_else(|| Expected::new("expected-duration", &[]))
}

/// A parser for game names. Help hides drafts.
pub fn game_names() -> PossibleValuesParser {
    let names = registry::GAMES.iter().map(|info| PossibleValue::new(info.id).hide(info.draft));
    PossibleValuesParser::new(names)
}

/// The game that the command line names, or that the player chooses; `None` if the player chooses none.
pub fn game_or_ask(id: Option<&str>) -> Result<Option<&'static GameInfo>, Failure> {
    match id {
        Some(id) => Ok(Some(registry::find(id)?)),
        None if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() => menu::ask_for_game(),
        None => {
            let games: Vec<&str> = registry::offered().map(|info| info.id).collect();
            Err(codes::NO_GAME.with(&[&games.join(", ")]).into())
        }
    }
}

/// A random seed from the operating system.
pub fn random_seed() -> Result<u64, Failure> {
    let seed = SysRng.try_next_u64();
    seed.map_err(|error| codes::NO_RANDOMNESS.with(&[&error.to_string()]).into())
}

/// Joins `--moves` with its value, because clap would misread the value `--` (a pass).
pub fn join_moves(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args = args.peekable();
    let mut joined = Vec::new();
    while let Some(mut arg) = args.next() {
        if arg == "--moves"
            && let Some(moves) = args.next()
        {
            arg.push("=");
            arg.push(moves);
        }
        joined.push(arg);
    }
    joined
}
