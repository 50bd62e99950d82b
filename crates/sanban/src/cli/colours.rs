//! Players named by colour: `--white SPEC`, `--yellow SPEC`.

use crate::codes;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use sanban_core::{GameInfo, Rejection};
use sanban_games::registry;

/// The specs of players by colour. Which seat a colour has depends on the game: Black begins in some.
#[derive(Clone, Default)]
pub struct ColourArgs(Vec<(&'static str, String)>);

/// The colours of all games, each once.
fn colours() -> Vec<&'static str> {
    let mut colours: Vec<&str> = registry::GAMES.iter().flat_map(|info| info.players.iter().copied()).collect();
    colours.sort_unstable();
    colours.dedup();
    colours
}

impl ColourArgs {
    /// Whether no player is named by colour.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The specs by seat: those given by seat, and those given by the colours of a game.
    pub fn specs(&self, info: &GameInfo, by_seat: [&Option<String>; 2]) -> Result<[Option<String>; 2], Rejection> {
        let mut specs = by_seat.map(Clone::clone);
        for (colour, spec) in &self.0 {
            let option = format!("--{colour}");
            let Some(seat) = info.players.iter().position(|player| player == colour) else {
                let players: Vec<String> = info.players.iter().map(|player| format!("--{player}")).collect();
                return Err(codes::NO_SUCH_COLOUR.with(&[&info.name, &option, &players.join(", ")]));
            };
            if specs[seat].replace(spec.clone()).is_some() {
                return Err(codes::LINE_CONFLICT.with(&[&option, &["--first", "--second"][seat]]));
            }
        }
        Ok(specs)
    }
}

impl Args for ColourArgs {
    fn augment_args(command: Command) -> Command {
        command.args(colours().into_iter().map(|colour| Arg::new(colour).long(colour).value_name("SPEC").hide(true)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ColourArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |colour| matches.get_one::<String>(colour).map(|spec| (colour, spec.clone()));
        Ok(ColourArgs(colours().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_colours_to_seats() {
        let specs = |game: &str, colour: &'static str, by_seat: [&Option<String>; 2]| {
            let args = ColourArgs(vec![(colour, "level:3".to_string())]);
            args.specs(registry::find(game).expect("a game"), by_seat).map_err(|rejection| rejection.code.id)
        };
        let level = || Some("level:3".to_string());
        assert_eq!(specs("jinli", "red", [&None, &None]), Ok([None, level()]));
        assert_eq!(specs("jesonmor", "white", [&None, &level()]), Ok([level(), level()]));
        assert_eq!(specs("jinli", "white", [&None, &None]), Err("no-such-colour"));
        assert_eq!(specs("jinli", "red", [&None, &level()]), Err("line-conflict"));
    }
}
