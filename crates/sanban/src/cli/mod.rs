//! The command line: its definition, from which clap makes help, man pages and completions, and one file per command.

mod account;
mod analyse;
pub mod args;
mod bench;
mod bestmove;
pub mod colours;
mod contest;
mod copy;
mod games;
pub mod help;
mod ladder;
mod learn;
mod matches;
mod moves;
mod perft;
pub mod play;
pub mod position;
mod puzzles;
mod remote;
mod replay;
mod rules;
mod saved;
mod selfplay;
mod serve;
mod server_data;
mod shell;
mod show;
mod site;
mod tune;
mod uci;
mod value;
mod worker;

use crate::failure::Result;
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use sanban_core::messages::LANGUAGES;
use sanban_server::embedded::PAGE;
use std::path::PathBuf;

/// Small, deep board games to play, learn and analyse
#[derive(Parser)]
#[command(name = "sanban", version = version(), after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Language of all texts; by default from LANG
    #[arg(long, value_name = "LANGUAGE", global = true, value_parser = PossibleValuesParser::new(LANGUAGES))]
    pub lang: Option<String>,
}

/// The version, the commit, and whether the build includes the web page.
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
  sanban games                               the games and their rules
  sanban show mitsudomoe                     the starting position
  sanban moves jinli --moves a1b2/d4         the legal replies to a first move
  sanban bestmove jesonmor --player greedy   a classic player's move
  sanban analyse games.txt                   where saved games were won and lost

Exit status: 0 success, 1 no answer (such as an illegal move), 2 malformed command line or text.";

#[derive(Subcommand)]
pub enum Command {
    /// List the games with their options, presets and classic players
    #[command(after_help = "\
Examples:
  sanban games
  sanban games --json")]
    Games(args::JsonArgs),

    /// List every legal move, one per line
    #[command(after_help = "\
Examples:
  sanban moves jesonmor
  sanban moves mitsudomoe --rules flex,size=6
  sanban moves jinli --moves 'a1b2/d4 a7b6/c5'
  sanban moves jinli --rules size=5 --position 'yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40'")]
    Moves(position::PositionArgs),

    /// Draw the board and print whose turn it is, or the result
    #[command(after_help = "\
Examples:
  sanban show jesonmor --rules size=5 --moves 'b1c3 d5c3'
  sanban show mitsudomoe --pieces 5 --position 'x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w 5 5 1'
  sanban show jinli --ascii --color never
  sanban show jesonmor --moves 'c1d3 c9d7' --svg board.svg --png board.png")]
    Show(show::ShowArgs),

    /// Count the move sequences of a given length
    #[command(after_help = "\
Examples:
  sanban perft jesonmor 6
  sanban perft mitsudomoe 3 --divide --rules open
  sanban perft jinli 4 --threads 2")]
    Perft(perft::PerftArgs),

    /// Print a classic player's evaluation of a position for each side
    #[command(after_help = "\
Examples:
  sanban value mitsudomoe --player hard
  sanban value jesonmor --player greedy --moves 'e1d3 e9d7'")]
    Value(value::ValueArgs),

    /// Print the move that a player would make
    #[command(after_help = "\
Examples:
  sanban bestmove mitsudomoe --player medium
  sanban bestmove jinli --player greedy --seed 7
  sanban bestmove jesonmor --player engine:time=2s --moves 'c1d3 c9d7'")]
    Bestmove(bestmove::BestmoveArgs),

    /// Play a game against the computer or another person, or watch one
    #[command(after_help = "\
Examples:
  sanban play jinli                                    you against level 2
  sanban play mitsudomoe --first level:4 --second human --toss
  sanban play jinli --red level:3                      you as Yellow against level 3, who has Red
  sanban play jesonmor --first human --second human --first-name Ana --clock 5m+3s
  sanban play --resume                                 the latest game

A player is human, level:1 to level:8, one of the game's classic players, or a search such as engine:time=5s.
Sanban saves every game as you play; `sanban saved` lists them.")]
    Play(Box<play::PlayArgs>),

    /// Explain the rules of a game, with drawn examples
    #[command(after_help = "\
Examples:
  sanban rules jinli
  sanban rules mitsudomoe --lang pt")]
    Rules(rules::RulesArgs),

    /// Learn a game by playing: a lesson of short tasks
    #[command(after_help = "\
Examples:
  sanban learn jinli
  sanban learn mitsudomoe --plain --lang pt")]
    Learn(learn::LearnArgs),

    /// Step through a recorded game
    #[command(after_help = "\
Examples:
  sanban replay game.txt
  sanban replay games.txt --game 2")]
    Replay(replay::ReplayArgs),

    /// Serve the web page, and let people play each other on it
    #[command(after_help = "\
Examples:
  sanban serve
  sanban serve --open
  sanban serve --addr 0.0.0.0:80 --data /var/lib/sanban
  sanban serve --config sanban.toml --set grace=2m")]
    Serve(serve::ServeArgs),

    /// Run engine jobs for servers and matches on other machines
    #[command(after_help = "\
Examples:
  sanban worker --bus nats://127.0.0.1:4222
  sanban worker --bus nats://bus.example.org:4222 --threads 4

A worker takes computer moves first, then reviews, then match and training games. It
hands its jobs back when you stop it with Ctrl-C. docs/workers.md says more.")]
    Worker(worker::WorkerArgs),

    /// Back up a server's data, even while the server runs
    #[command(after_help = "\
Examples:
  sanban backup sunday.db
  sanban backup sunday.db --data /var/lib/sanban")]
    Backup {
        /// The backup file, which must not exist yet
        #[arg(value_name = "FILE")]
        file: PathBuf,

        #[command(flatten)]
        data: server_data::ServerDataArgs,
    },

    /// Copy a server's data to another place, such as from SQLite to PostgreSQL
    #[command(after_help = "\
Examples:
  sanban copy --from /var/lib/sanban --to postgres://sanban@localhost/sanban
  sanban copy --from postgres://sanban@localhost/sanban --to new-folder

Stop the server first. The copy is compared with the source before it counts:
if it is interrupted, the target stays empty.")]
    Copy(copy::CopyArgs),

    /// Print all games of a server as records
    #[command(after_help = "\
Examples:
  sanban export > games.txt
  sanban export --data /var/lib/sanban > games.txt")]
    Export {
        #[command(flatten)]
        data: server_data::ServerDataArgs,
    },

    /// Manage the accounts of a server, even while the server runs
    #[command(subcommand)]
    Account(account::AccountCommand),

    /// Write the page as files that any web server can serve, under any path
    #[command(after_help = "\
Examples:
  sanban site public/games")]
    Site {
        /// The folder to write to
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },

    /// List your saved games
    #[command(after_help = "\
Examples:
  sanban saved
  sanban saved --json")]
    Saved(saved::SavedArgs),

    /// Play a match or a tournament; each opening is played twice, with sides swapped
    #[command(after_help = "\
Examples:
  sanban match jinli --first mcts:nodes=500 --second greedy --games 100
  sanban match mitsudomoe --first hard --second easy --games 50 --openings random:4 --save games.txt
  sanban match jesonmor --first engine:nodes=9000 --second engine:nodes=3000 --games 1000 --sprt 0,20
  sanban match jesonmor --first engine:time=100ms --second uci:fairy-stockfish,time=100ms --games 20
  sanban match mitsudomoe --players easy medium hard smart --games 20 --openings random:8
  sanban match jinli --first engine:nodes=9000 --second level:7 --games 2000 --bus nats://127.0.0.1:4222")]
    Match(matches::MatchArgs),

    /// Measure how far apart the levels are, and where the classic players rank among them
    #[command(after_help = "\
Examples:
  sanban ladder jinli --games 300 --openings random:4 --concurrency 2 --save ladder.txt
  sanban ladder jesonmor --most 7 --games 100 --openings random:4")]
    Ladder(ladder::LadderArgs),

    /// Tune the weights of a game's evaluation from self-play
    #[command(after_help = "\
Examples:
  sanban tune jinli --data jinli.txt --positions 100000 --out weights.txt
  sanban match jinli --first engine:nodes=5000,eval=./weights.txt --second engine:nodes=5000 --games 200 --openings random:4")]
    Tune(tune::TuneArgs),

    /// Play training games of the engine against itself and save their positions
    #[command(after_help = "\
Examples:
  sanban selfplay jinli --out jinli.positions --positions 1000000 --threads 4 --seed 1
  sanban selfplay jinli --out jinli.positions --seed 1 --bus nats://127.0.0.1:4222

If the file exists, the same command continues it. A seed gives the same file
with any number of threads or workers. docs/networks.md describes the format and
how to train a network with it.")]
    Selfplay(selfplay::SelfplayArgs),

    /// Find puzzles: positions with a forced win and only one way to start it
    #[command(after_help = "\
Examples:
  sanban puzzles jinli --count 5
  sanban puzzles jesonmor --wins-in 4-6 --count 10 --json
  sanban puzzles mitsudomoe --seed 7 --count 72 --save puzzles.txt

Sanban proves that the win is forced, that there is no faster one, and that no
other first move wins as fast. A long search also finds no slower win and no
clear advantage after the other moves. Each line of the result has the rules,
the position, the number of turns to the win, the difficulty from 0 to 100, and
the moves.")]
    Puzzles(puzzles::PuzzleArgs),

    /// Search fixed positions to a fixed depth; the node count changes only when the search changes
    #[command(after_help = "\
Examples:
  sanban bench
  sanban bench --threads 2 --json")]
    Bench(bench::BenchArgs),

    /// Speak the UCI protocol on standard input and output, for programs that play engines against each other
    ///
    /// The option UCI_Variant chooses the game, and the option Rules its rules. Set the position with `position startpos`
    /// or `position fen TEXT`, optionally followed by `moves`.
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

Sanban rates a move by how much of the expected score (the share of the points
that the player can expect) it loses: best if no better move is known, good
below 0.05, an inaccuracy from 0.05, a mistake from 0.10, a blunder from 0.20.
Accuracy is 100 e^(-4 m) percent, where m is the player's mean loss. With --nodes
or --depth, and one thread, the result is the same every time.")]
    Analyse(analyse::AnalyseArgs),

    /// Print shell completions
    #[command(after_help = "\
Examples:
  sanban completions bash > ~/.local/share/bash-completion/completions/sanban
  sanban completions fish > ~/.config/fish/completions/sanban.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Write the man pages to a folder
    #[command(after_help = "\
Examples:
  sanban man ~/.local/share/man/man1")]
    Man {
        /// The folder; created if it doesn't exist
        folder: PathBuf,
    },
}

/// Runs a command.
pub fn run(command: Command) -> Result {
    match command {
        Command::Games(args) => games::run(args.json),
        Command::Moves(args) => moves::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Value(args) => value::run(&args),
        Command::Bestmove(args) => bestmove::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Worker(args) => worker::run(&args),
        Command::Backup { file, data } => server_data::backup(&file, &data),
        Command::Copy(args) => copy::run(&args),
        Command::Export { data } => server_data::export(&data),
        Command::Account(command) => account::run(&command),
        Command::Site { folder } => site::run(&folder),
        Command::Saved(args) => saved::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Uci => uci::run(),
        Command::Analyse(args) => analyse::run(&args),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { folder } => shell::man(&folder),
    }
}
