//! The command line: the one definition from which help, man pages and completions are made.

use crate::board::{BoardStyle, Colours};
use crate::failure::Expected;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use sanban_arena::Sprt;
use sanban_core::messages::LANGUAGES;
use sanban_core::{Seat, position_text};
use sanban_games::registry;
use sanban_server::embedded::PAGE;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::IsTerminal;
use std::ops::{Bound::Included, RangeBounds};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Three small, deep board games: Mitsudomoe, Jeson Mor and Jin Li
#[derive(Parser)]
#[command(name = "sanban", version = version(), after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The language to speak to people in, instead of that of LANG
    #[arg(long, value_name = "LANGUAGE", global = true, value_parser = PossibleValuesParser::new(LANGUAGES))]
    pub lang: Option<String>,
}

/// The version, the commit it was built from, and whether it includes the web page.
fn version() -> String {
    let commit = match env!("SANBAN_COMMIT") {
        "" => "commit unknown",
        commit => commit,
    };
    let page = if PAGE.is_ok() { "with the web page" } else { "without the web page" };
    format!("{} ({commit}, {page})", env!("CARGO_PKG_VERSION"))
}

const EXAMPLES: &str = "\
Examples:
  sanban                                     the menus, on a terminal
  sanban learn jinli                         a lesson
  sanban play jinli                          a game against level 2
  sanban games                               what can be played, and by which rules
  sanban show mitsudomoe                     the board at the start
  sanban moves jinli --moves a1b2/d4         the legal replies to a first move
  sanban bestmove jesonmor --player greedy   what a classic player would do
  sanban analyse games.txt                   where the games that a match has saved were won and lost

Exit status: 0 success, 1 the question had no answer, 2 the command line or a text was malformed.";

#[derive(Subcommand)]
pub enum Command {
    /// List the games with their options, presets and classic players
    #[command(after_help = "\
Examples:
  sanban games
  sanban games --json")]
    Games(Json),

    /// List every legal move, one a line
    #[command(after_help = "\
Examples:
  sanban moves jesonmor
  sanban moves mitsudomoe --rules flex,size=6
  sanban moves jinli --moves 'a1b2/d4 a7b6/c5'
  sanban moves jinli --rules size=5 --position 'yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40'")]
    Moves(Question),

    /// Draw the board, and say whose turn it is or how the game ended
    #[command(after_help = "\
Examples:
  sanban show jesonmor --rules size=5 --moves 'b1c3 d5c3'
  sanban show mitsudomoe --pieces 5 --position 'x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w 5 5 1'
  sanban show jinli --ascii --color never
  sanban show jesonmor --moves 'c1d3 c9d7' --svg board.svg --png board.png")]
    Show(Show),

    /// Count the sequences of so many moves
    #[command(after_help = "\
Examples:
  sanban perft jesonmor 6
  sanban perft mitsudomoe 3 --divide --rules open
  sanban perft jinli 4 --threads 2")]
    Perft(Perft),

    /// Give a classic player's evaluation of a position for each side
    #[command(after_help = "\
Examples:
  sanban value mitsudomoe --player hard
  sanban value jesonmor --player greedy --moves 'e1d3 e9d7'")]
    Value(Value),

    /// Give the move that a player would make
    #[command(after_help = "\
Examples:
  sanban bestmove mitsudomoe --player medium
  sanban bestmove jinli --player greedy --seed 7
  sanban bestmove jesonmor --player engine:time=2s --moves 'c1d3 c9d7'")]
    Bestmove(Bestmove),

    /// Play a game, against the computer or another person, or watch one
    #[command(after_help = "\
Examples:
  sanban play jinli                                    you against level 2
  sanban play mitsudomoe --first level:4 --second human --toss
  sanban play jesonmor --first human --second human --first-name Ana --clock 5m+3s
  sanban play --resume                                 the game played last

A player is human, level:1 to level:8, one of the game's classic players, or a search such as engine:time=5s.
Every game is kept as it is played; `sanban saved` lists them.")]
    Play(Box<Play>),

    /// Explain the rules of a game, with drawn examples
    #[command(after_help = "\
Examples:
  sanban rules jinli
  sanban rules mitsudomoe --lang pt")]
    Rules(Explain),

    /// Learn a game by playing: a lesson of small tasks
    #[command(after_help = "\
Examples:
  sanban learn jinli
  sanban learn mitsudomoe --plain --lang pt")]
    Learn(Learn),

    /// Step through a recorded game
    #[command(after_help = "\
Examples:
  sanban replay game.txt
  sanban replay games.txt --game 2")]
    Replay(Replay),

    /// Serve the page on which the games can be played in a browser, and connect people who play each other
    #[command(after_help = "\
Examples:
  sanban serve
  sanban serve --open
  sanban serve --addr 0.0.0.0:80 --data /var/lib/sanban
  sanban serve --config sanban.toml --set grace=2m")]
    Serve(Serve),

    /// Copy everything that a server keeps, while it runs or not
    #[command(after_help = "\
Examples:
  sanban backup sunday.db
  sanban backup sunday.db --data /var/lib/sanban")]
    Backup {
        /// The file to write, which must not be there yet
        #[arg(value_name = "FILE")]
        file: PathBuf,

        #[command(flatten)]
        kept: ServerData,
    },

    /// Print every game that a server keeps as a record
    #[command(after_help = "\
Examples:
  sanban export > games.txt
  sanban export --data /var/lib/sanban > games.txt")]
    Export {
        #[command(flatten)]
        kept: ServerData,
    },

    /// Write the page as files that any web server can serve, under any path
    #[command(after_help = "\
Examples:
  sanban site public/games")]
    Site {
        /// The folder to write to
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },

    /// List the games that are kept
    #[command(after_help = "\
Examples:
  sanban saved
  sanban saved --json")]
    Saved(Saved),

    /// Play a match or a tournament, every opening twice with sides changed
    #[command(after_help = "\
Examples:
  sanban match jinli --first mcts:nodes=500 --second greedy --games 100
  sanban match mitsudomoe --first hard --second easy --games 50 --openings random:4 --save games.txt
  sanban match jesonmor --first engine:nodes=9000 --second engine:nodes=3000 --games 1000 --sprt 0,20
  sanban match jesonmor --first engine:time=100ms --second uci:fairy-stockfish,time=100ms --games 20
  sanban match mitsudomoe --players easy medium hard smart --games 20 --openings random:8")]
    Match(Match),

    /// Measure how far the levels are apart, and where the classic players stand among them
    #[command(after_help = "\
Examples:
  sanban ladder jinli --games 300 --openings random:4 --concurrency 2 --save ladder.txt
  sanban ladder jesonmor --most 7 --games 100 --openings random:4")]
    Ladder(Ladder),

    /// Tune the weights of a game's evaluation from self-play
    #[command(after_help = "\
Examples:
  sanban tune jinli --data jinli.txt --positions 100000 --out weights.txt
  sanban match jinli --first engine:nodes=5000,eval=./weights.txt --second engine:nodes=5000 --games 200 --openings random:4")]
    Tune(Tune),

    /// Find puzzles, in which the player to move wins by force and can begin to do so in one way only
    #[command(after_help = "\
Examples:
  sanban puzzles jinli --count 5
  sanban puzzles jesonmor --wins-in 4-6 --count 10 --json
  sanban puzzles mitsudomoe --seed 7 --count 72 --save puzzles.txt

That the win is forced, that there is none sooner, and that no other beginning
wins as soon is tried out in full; a long search finds no later win and no clear
advantage in the other moves either. A line of the result has the rules, the
position, the turns that the winner needs, how hard it is from 0 to 100, and the
moves.")]
    Puzzles(Puzzles),

    /// Search fixed positions to a fixed depth: the number of nodes changes only when the search does
    #[command(after_help = "\
Examples:
  sanban bench
  sanban bench --threads 2 --json")]
    Bench(Bench),

    /// Speak the UCI protocol on standard input and output, for programs that play engines against each other
    ///
    /// The option UCI_Variant chooses the game and the option Rules its rules; a position is given as `position startpos`
    /// or `position fen TEXT`, with `moves` after it.
    #[command(after_help = "\
Examples:
  sanban uci
  printf 'uci\\nsetoption name UCI_Variant value jinli\\nd\\ngo perft 2\\n' | sanban uci
  sanban match jesonmor --first 'uci:sanban uci,time=100ms' --second engine:time=100ms --games 20")]
    Uci,

    /// Analyse a position live, or rate every move of recorded games
    #[command(after_help = "\
Examples:
  sanban analyse jesonmor --moves 'c1d3 c9d7'
  sanban analyse jinli --lines 1 --time 1m --threads 2
  sanban analyse games.txt
  sanban analyse games.txt --game 2 --time 2s --save games.txt --svg curve.svg

A move of a record is rated by what it loses of the expected score, the share
of the points that its player can expect: best if nothing better is known, good
below 0.05, an inaccuracy from 0.05 on, a mistake from 0.10, a blunder from 0.20.
Accuracy is 100 e^(-4 m) per cent, where m is a player's mean loss. With --nodes
or --depth, and one thread, the result is the same every time.")]
    Analyse(Analyse),

    /// Print the completions for a shell
    #[command(after_help = "\
Examples:
  sanban completions bash > ~/.local/share/bash-completion/completions/sanban
  sanban completions fish > ~/.config/fish/completions/sanban.fish")]
    Completions {
        /// The shell to complete in
        shell: clap_complete::Shell,
    },

    /// Write the man pages into a folder
    #[command(after_help = "\
Examples:
  sanban man ~/.local/share/man/man1")]
    Man {
        /// The folder, which is made if there is none
        folder: PathBuf,
    },
}

#[derive(Args)]
pub struct Json {
    /// Print one JSON object instead of text for people
    #[arg(long)]
    pub json: bool,
}

/// A game and a position in it.
#[derive(Args)]
pub struct Question {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// The rules, such as flex,size=6; `sanban games` lists them
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// The position to begin from, instead of the start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,

    #[command(flatten)]
    pub json: Json,
}

#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    pub question: Question,

    /// How many pieces of a stack to draw, from the top
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..=17))]
    pub pieces: u8,

    #[command(flatten)]
    pub drawing: Drawing,

    #[command(flatten)]
    pub pictures: Pictures,

    /// Turn the pictures in files around, so that the second player sits below
    #[arg(long, requires = "Pictures")]
    pub flip: bool,
}

/// How boards are drawn.
#[derive(Args, Clone, Copy)]
pub struct Drawing {
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub ascii: bool,

    /// Whether to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// Files to draw into.
#[derive(Args)]
pub struct Pictures {
    /// Draw the board into a file as an SVG picture, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Draw the board into a file as a PNG picture, too
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
}

impl Drawing {
    /// The look of boards in text.
    pub fn look(self) -> BoardStyle {
        let colours = if self.is_coloured() { Colours::Few } else { Colours::None };
        BoardStyle { ascii: self.ascii, colours, pieces: None }
    }

    /// Whether what is printed to standard output is coloured.
    pub fn is_coloured(self) -> bool {
        match self.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
            }
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that has them, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Args)]
pub struct Perft {
    #[command(flatten)]
    pub question: Question,

    /// How many moves deep, 100 at most
    #[arg(value_parser = number::<u32>(0..=100))]
    pub depth: u32,

    /// Count each first move by itself
    #[arg(long)]
    pub divide: bool,

    /// How many threads to count on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub threads: u16,
}

#[derive(Args)]
pub struct Value {
    #[command(flatten)]
    pub question: Question,

    /// The classic player who evaluates
    #[arg(long, value_name = "CLASSIC")]
    pub player: String,
}

#[derive(Args)]
pub struct Bestmove {
    #[command(flatten)]
    pub question: Question,

    /// The player: one of the game's classic players, or a search such as engine:time=100ms or mcts:nodes=5000
    #[arg(long, value_name = "SPEC")]
    pub player: String,

    /// Makes chance repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

#[derive(Args)]
pub struct Play {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: Option<String>,

    /// The rules, such as flex,size=6; `sanban games` lists them
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// The position to begin from, instead of the start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,

    /// Who moves first [default: human]
    #[arg(long, value_name = "SPEC", visible_aliases = colours(Seat::FIRST))]
    pub first: Option<String>,

    /// Who moves second [default: level:2]
    #[arg(long, value_name = "SPEC", visible_aliases = colours(Seat::SECOND))]
    pub second: Option<String>,

    /// What the player who moves first is called
    #[arg(long, value_name = "NAME")]
    pub first_name: Option<String>,

    /// What the player who moves second is called
    #[arg(long, value_name = "NAME")]
    pub second_name: Option<String>,

    /// Toss a coin for who moves first
    #[arg(long)]
    pub toss: bool,

    /// The second player may change sides after the first turn
    #[arg(long)]
    pub pie: bool,

    /// The time for each player and what each turn adds, as in 5m+3s
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,

    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "rules", "moves", "clock", "pie", "toss"])]
    pub load: Option<PathBuf>,

    /// Go on with a kept game, the one played last if none is named
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["game", "position", "rules", "moves", "clock", "pie", "toss", "load"])]
    pub resume: Option<String>,

    /// Makes chance repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Lines of text instead of the screen, as whenever input or output is no terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: Drawing,
}

#[derive(Args)]
pub struct Explain {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    #[command(flatten)]
    pub drawing: Drawing,
}

#[derive(Args)]
pub struct Learn {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// Lines of text instead of the screen, as whenever input or output is no terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: Drawing,
}

#[derive(Args)]
pub struct Replay {
    /// The file with the record
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Which game of the file, from 1 on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..))]
    pub game: u32,

    /// Lines of text instead of the screen, as whenever input or output is no terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: Drawing,
}

#[derive(Args)]
pub struct Serve {
    /// The address to serve at; 127.0.0.1:8080 if nothing says otherwise
    #[arg(long, value_name = "HOST:PORT")]
    pub addr: Option<String>,

    #[command(flatten)]
    pub kept: ServerData,

    /// A file of settings
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// A setting of that file, as NAME=VALUE
    #[arg(long = "set", value_name = "SETTING")]
    pub set: Vec<String>,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

#[derive(Args)]
pub struct ServerData {
    /// The folder in which the server keeps everything
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Args)]
pub struct Saved {
    #[command(flatten)]
    pub json: Json,
}

#[derive(Args)]
pub struct Match {
    #[command(flatten)]
    pub question: Question,

    /// One contestant, whose score is told
    #[arg(long, value_name = "SPEC", requires = "second")]
    pub first: Option<String>,

    /// The other contestant
    #[arg(long, value_name = "SPEC", requires = "first")]
    pub second: Option<String>,

    /// A contestant of a tournament in which each plays each; give it once for every player
    #[arg(long = "players", value_name = "SPEC", num_args = 1.., conflicts_with_all = ["first", "sprt"])]
    pub players: Vec<String>,

    /// How many games, for each two contestants
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    pub games: u32,

    #[command(flatten)]
    pub course: Course,

    /// Stop as soon as it is clear whether the first is at most LOWER or at least UPPER Elo stronger
    #[arg(long, value_name = "LOWER,UPPER", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
}

/// How the games of a match go.
#[derive(Args)]
pub struct Course {
    /// How games are opened: random:PLIES plays so many random moves after which a search finds neither side ahead,
    /// unfiltered:PLIES takes them as they come, and a file has an opening a line, as moves
    #[arg(long, value_name = "OPENINGS", default_value = "random:0")]
    pub openings: String,

    /// Makes chance repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub concurrency: u16,

    /// Where all games are saved as records; a match that is saved there already is gone on with
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

#[derive(Args)]
pub struct Ladder {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// The rules
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// How many games each level plays with the one below it, and each classic player with each level it meets
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>(1..=1_000_000))]
    pub games: u32,

    /// The highest level; level 8 thinks for a second a move, which takes long
    #[arg(long, value_name = "LEVEL", default_value_t = 8, value_parser = number::<u8>(2..=8))]
    pub most: u8,

    #[command(flatten)]
    pub course: Course,
}

#[derive(Args)]
pub struct Tune {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// The rules to play by; the weights are those of all rules
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// Where the positions are kept, a line each; those that are there already are used, so that tuning can be broken
    /// off and gone on with
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    /// How many positions there are to be
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub positions: u64,

    /// How many nodes each move of the games is thought about
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = number::<u64>(1..))]
    pub nodes: u64,

    /// The most random moves that open a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u32>(2..=100))]
    pub plies: u32,

    /// The evaluation to play and begin with: one of the game's own, or a file of weights
    #[arg(long, value_name = "EVAL")]
    pub from: Option<String>,

    /// Where the tuned weights are written
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub threads: u16,

    /// Makes chance repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

#[derive(Args)]
pub struct Puzzles {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// The rules, such as flex,size=6; `sanban games` lists them
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// How many puzzles to find
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u32>(1..=100_000))]
    pub count: u32,

    /// Makes chance repeatable
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The turns that the winner may need, as one number or a range
    #[arg(long, value_name = "TURNS", default_value = "1-6", value_parser = turns)]
    pub wins_in: Turns,

    /// Where the puzzles are kept after every game; a search that is kept there already is gone on with
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    #[command(flatten)]
    pub json: Json,
}

/// From how many turns to how many.
#[derive(Clone, Copy)]
pub struct Turns {
    pub from: u32,
    pub to: u32,
}

impl Display for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

#[derive(Args)]
pub struct Bench {
    /// On how many threads to search; with more than one the number of nodes varies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub threads: u16,

    #[command(flatten)]
    pub json: Json,
}

#[derive(Args)]
#[command(mut_arg("game", |arg| {
    let either = "The game whose position is analysed, or a file with records of games";
    arg.value_name("GAME|FILE").value_parser(clap::value_parser!(String)).value_hint(ValueHint::FilePath).help(either)
}))]
pub struct Analyse {
    #[command(flatten)]
    pub question: Question,

    /// How many of the best lines to tell of a position [default: 3]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=100))]
    pub lines: Option<u16>,

    /// How long to think, about a position [default: 5s] or each move of a record [default: 300ms]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,

    /// How many steps deep to search; the time is not limited then, unless it is given too
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,

    /// How many nodes to search; the time is not limited then, unless it is given too
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,

    /// How many threads to search on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub threads: u16,

    /// Mebibytes of memory for the search
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = number::<u32>(1..=65_536))]
    pub hash: u32,

    /// Analyse only this one of a file's games
    #[arg(long = "game", id = "number", value_name = "N", value_parser = number::<u32>(1..))]
    pub number: Option<u32>,

    /// Save the records with evaluations and better lines; it may be the file itself
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Draw the course of the game as a picture; each of several games gets a file of its own, such as curve-2.svg
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Draw with plain ASCII characters
    #[arg(long)]
    pub ascii: bool,
}

/// Reads a number within bounds, and says which they are if it is none.
fn number<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, Expected> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Included(from), Included(to)) => {
                Expected::new("expected.number", &[("from", &from.to_string()), ("to", &to.to_string())])
            }
            (Included(from), _) => Expected::new("expected.number-from", &[("from", &from.to_string())]),
            _ => Expected::new("expected.number-any", &[]),
        })
    }
}

fn time(text: &str) -> Result<Duration, Expected> {
    position_text::duration(text).ok_or_else(|| Expected::new("expected.duration", &[]))
}

/// The most turns in which puzzles can be won: longer ones cannot be tried out in full.
const MOST_TURNS: u32 = 9;

fn turns(text: &str) -> Result<Turns, Expected> {
    let number = |text: &str| position_text::number(text).filter(|n| (1..=MOST_TURNS).contains(n));
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let turns = number(from).zip(number(to)).filter(|(from, to)| from <= to).map(|(from, to)| Turns { from, to });
    turns.ok_or_else(|| Expected::new("expected.turns", &[("to", &MOST_TURNS.to_string())]))
}

fn sprt(text: &str) -> Result<Sprt, Expected> {
    let claims = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    let claims = claims.filter(|(lower, upper): &(f64, f64)| lower < upper && lower.is_finite() && upper.is_finite());
    claims.map(|(lower, upper)| Sprt { lower, upper }).ok_or_else(|| Expected::new("expected.sprt", &[]))
}

/// What the players of a seat are called in the games that players are shown.
fn colours(seat: Seat) -> Vec<&'static str> {
    let mut names: Vec<&str> = registry::offered().map(|info| info.players[seat.index()]).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The games that can be named; those that are there for teaching are not shown.
fn game_names() -> PossibleValuesParser {
    let names = registry::GAMES.iter().map(|info| PossibleValue::new(info.id).hide(info.teaching));
    PossibleValuesParser::new(names)
}

/// Joins `--moves` with the word after it, which would be misread if it were `--`, a pass.
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
