//! Arguments that several commands share, and parsers of argument values.

use crate::board_text::{BoardStyle, Colours};
use crate::codes;
use crate::failure::{Expected, Failure};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use rand::TryRng;
use rand::rngs::SysRng;
use sanban_core::position_text;
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
}

impl DrawingArgs {
    /// The style of boards in text.
    pub fn text_style(self) -> BoardStyle {
        let colours = if self.is_coloured() { Colours::Few } else { Colours::None };
        BoardStyle { ascii: self.ascii, colours, pieces: None }
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
