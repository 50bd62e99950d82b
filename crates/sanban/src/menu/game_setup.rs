//! How a game is set up: players, rules, clock.

use crate::cli::args::DrawingArgs;
use crate::cli::colours::ColourArgs;
use crate::cli::play::PlayArgs;
use crate::cli::position::StartArgs;
use crate::language::{computer_name, say, say_common};
use sanban_core::{GameInfo, Rules};

/// Who plays against whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A person against the computer.
    Computer,
    /// Two people at one keyboard.
    People,
    /// The computer against itself.
    Computers,
}

impl Mode {
    pub const ALL: [Mode; 3] = [Mode::Computer, Mode::People, Mode::Computers];

    /// The name in the preferences file, and the message key.
    pub fn key(self) -> &'static str {
        ["mode-computer", "mode-people", "mode-computers"][self as usize]
    }
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstMover {
    /// The person who plays the computer, or the first of two equals.
    One,
    /// The other player.
    Other,
    /// A coin toss decides.
    Toss,
}

impl FirstMover {
    pub const ALL: [FirstMover; 3] = [FirstMover::One, FirstMover::Other, FirstMover::Toss];

    /// The name in the preferences file.
    pub fn key(self) -> &'static str {
        ["begins-one", "begins-other", "begins-toss"][self as usize]
    }

    /// The name of the player.
    pub fn label(self, info: &'static GameInfo, setup: &GameSetup) -> String {
        match self {
            FirstMover::One => setup.player_name(info, 0),
            FirstMover::Other => setup.player_name(info, 1),
            FirstMover::Toss => say_common("menu-coin-toss", &[]),
        }
    }
}

/// The setup of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// Who plays against whom.
    pub mode: Mode,
    /// The computer players. With one, it is the first.
    pub strengths: [String; 2],
    /// The names of people; empty without a name.
    pub names: [String; 2],
    /// Who moves first.
    pub first_mover: FirstMover,
    /// Whether a coin toss decides which colour begins, in games that allow it.
    pub tosses_colour: bool,
    /// The rules as text.
    pub rules: String,
    /// Whether the second player may swap sides after the first turn.
    pub pie: bool,
    /// The time control as text; empty without a clock.
    pub clock: String,
}

impl Default for GameSetup {
    fn default() -> Self {
        GameSetup {
            mode: Mode::Computer,
            strengths: ["level:1", "level:4"].map(String::from),
            names: [String::new(), String::new()],
            first_mover: FirstMover::One,
            tosses_colour: false,
            rules: String::new(),
            pie: false,
            clock: String::new(),
        }
    }
}

impl GameSetup {
    /// The rules; the official ones if the text is no longer valid.
    pub fn rules(&self, info: &'static GameInfo) -> Rules {
        Rules::parse(info, &self.rules).unwrap_or_else(|_| Rules::official(info))
    }

    /// The name of a person.
    pub fn name(&self, info: &GameInfo, seat: usize) -> String {
        match self.names[seat].is_empty() {
            false => self.names[seat].clone(),
            true if self.mode == Mode::Computer => say_common("menu-you", &[]),
            true => say(info, info.players[seat], &[]),
        }
    }

    /// The name of a person or computer.
    fn player_name(&self, info: &'static GameInfo, at: usize) -> String {
        match (self.mode, at) {
            (Mode::Computer, 0) | (Mode::People, _) => self.name(info, at),
            (Mode::Computer, _) => computer_name(info, &self.strengths[0]),
            (Mode::Computers, _) => format!("{} {}", at + 1, computer_name(info, &self.strengths[at])),
        }
    }

    /// The arguments of `sanban play` for this setup.
    pub fn play_args(&self, info: &'static GameInfo) -> PlayArgs {
        let human = || "human".to_string();
        let name = |seat: usize| Some(self.names[seat].clone()).filter(|name| !name.is_empty());
        let mut seats = match self.mode {
            Mode::Computer => [(human(), name(0)), (self.strengths[0].clone(), None)],
            Mode::People => [(human(), name(0)), (human(), name(1))],
            Mode::Computers => [0, 1].map(|at| (self.strengths[at].clone(), None)),
        };
        if self.first_mover == FirstMover::Other {
            seats.swap(0, 1);
        }
        let [(first, first_name), (second, second_name)] = seats;
        PlayArgs {
            colours: ColourArgs::default(),
            game: Some(info.id.to_string()),
            start: StartArgs { rules: self.rules(info).text(), position: None, moves: String::new() },
            first: Some(first),
            second: Some(second),
            first_name,
            second_name,
            toss: self.first_mover == FirstMover::Toss,
            toss_colour: self.tosses_colour && info.any_side_may_begin,
            pie: self.pie && self.mode != Mode::Computers,
            clock: Some(self.clock.clone()).filter(|clock| !clock.is_empty()),
            load: None,
            resume: None,
            seed: None,
            plain: false,
            drawing: DrawingArgs::AUTO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    #[test]
    fn converts_to_play_arguments() {
        let info = registry::find("jesonmor").unwrap();
        let mut setup = GameSetup { first_mover: FirstMover::Other, ..GameSetup::default() };
        setup.names[0] = "Ana".into();
        let args = setup.play_args(info);
        assert_eq!((args.first.as_deref(), args.second.as_deref()), (Some("level:1"), Some("human")));
        assert_eq!(args.second_name.as_deref(), Some("Ana"));
        assert!(!args.toss);
    }
}
