//! The program on a pseudo-terminal: what it shows, and that it restores the terminal however it exits.

#![cfg(unix)]

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use sanban_games::registry;
use std::fs;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(60);

/// A pseudo-terminal that runs the program, with its own data folder.
struct Terminal {
    pty: Pty,
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    folder: PathBuf,
}

impl Terminal {
    fn new(name: &str, args: &[&str], term: &str) -> Terminal {
        let folder = std::env::temp_dir().join(format!("sanban-terminal-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Terminal::in_folder(folder, args, term)
    }

    fn in_folder(folder: PathBuf, args: &[&str], term: &str) -> Terminal {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let command = Command::new(env!("CARGO_BIN_EXE_sanban")).args(args).current_dir(&folder);
        let command = command.env("SANBAN_DATA", &folder).env("TERM", term).env("LANG", "C.UTF-8").env_remove("LC_ALL");
        let child = command.spawn(pts).expect("it starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let parser = screen.clone();
        let mut output = fs::File::from(pty.as_fd().try_clone_to_owned().expect("a second end"));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                parser.lock().expect("nobody panics").process(&bytes[..read]);
            }
        });
        Terminal { pty, child, screen, folder }
    }

    fn send(&self, keys: &str) {
        (&self.pty).write_all(keys.as_bytes()).expect("the terminal takes it");
    }

    fn contents(&self) -> String {
        self.screen.lock().expect("nobody panics").screen().contents()
    }

    fn wait(&self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !condition(self.screen.lock().expect("nobody panics").screen()) {
            assert!(start.elapsed() < TIMEOUT, "{what} never came:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    fn signal(&self, name: &str) {
        // The shell's built-in `kill` exists everywhere.
        let order = format!("kill {name} {}", self.child.id());
        let sent = std::process::Command::new("sh").args(["-c", &order]).status();
        assert!(sent.expect("there is a shell").success());
    }

    fn wait_for_exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                return status;
            }
            assert!(start.elapsed() < TIMEOUT, "the program does not exit:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Checks that the terminal is in its original state.
    fn assert_restored(&self) {
        self.wait("the terminal as it was", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

const TERM: &str = "xterm-256color";

#[test]
fn quitting_restores_the_terminal() {
    let mut terminal = Terminal::new("quit", &["play", "jinli", "--second", "human"], TERM);
    terminal.wait_for("Pick one of your");
    terminal.send("a1b2/d4\r");
    terminal.wait_for("1. a1b2/d4");
    terminal.send("q");
    assert!(terminal.wait_for_exit().success());
    terminal.wait_for("--resume jinli-1");
    terminal.assert_restored();
}

#[test]
fn sigterm_restores_the_terminal() {
    let mut terminal = Terminal::new("sigterm", &["play", "mitsudomoe", "--first", "level:8"], TERM);
    terminal.wait_for("is thinking");
    terminal.signal("-TERM");
    terminal.wait_for_exit();
    terminal.assert_restored();
}

#[test]
fn exits_when_the_terminal_is_gone() {
    let terminal = Terminal::new("hangup", &["play", "jinli", "--first", "level:1", "--second", "level:1"], TERM);
    terminal.wait_for("1. ");
    terminal.signal("-HUP");
    let mut terminal = terminal;
    assert!(!terminal.wait_for_exit().success());
}

#[test]
fn resumes_after_suspension() {
    let mut terminal = Terminal::new("suspended", &["play", "jesonmor"], TERM);
    terminal.wait_for("Pick one of your");
    terminal.send("\u{1a}");
    terminal.assert_restored();
    terminal.signal("-CONT");
    terminal.wait("the screen", |screen| screen.alternate_screen() && screen.contents().contains("knights: 9"));
    terminal.send("q");
    assert!(terminal.wait_for_exit().success());
    terminal.assert_restored();
}

#[test]
fn small_window_shows_a_message_until_it_grows() {
    let terminal = Terminal::new("small", &["play", "jesonmor"], TERM);
    terminal.wait_for("Pick one of your");
    terminal.pty.resize(Size::new(10, 40)).expect("a size");
    terminal.screen.lock().expect("nobody panics").screen_mut().set_size(10, 40);
    terminal.wait("how large it must be", |screen| screen.contents().replace('\n', " ").contains("at least 60x24"));
    terminal.pty.resize(Size::new(30, 90)).expect("a size");
    terminal.screen.lock().expect("nobody panics").screen_mut().set_size(30, 90);
    terminal.wait_for("Pick one of your");
}

/// Starts a game from the menus, goes back, resumes it and quits.
#[test]
fn menus_start_and_resume_a_game() {
    let mut terminal = Terminal::new("menus", &[], TERM);
    terminal.wait_for("What would you like to play?");
    let number = registry::offered().position(|info| info.id == "jinli").expect("the game") + 1;
    terminal.send(&format!("{number}\r"));
    terminal.wait_for("Play now");
    terminal.send("9\r");
    terminal.wait_for("isn't one of the choices");
    terminal.send("3\r");
    terminal.wait_for("Start the game");
    terminal.send("2\r");
    terminal.wait_for("Who plays?");
    terminal.send("2\r");
    terminal.wait_for("two people");
    terminal.send("\r");
    terminal.wait_for("Pick one of your");
    terminal.send("a1b2/d4\r");
    terminal.wait_for("1. a1b2/d4");
    terminal.send("q");
    terminal.wait_for("--resume jinli-1");
    // The last game comes first.
    terminal.wait_for("Continue");
    terminal.send("\r");
    terminal.wait_for("1. a1b2/d4");
    terminal.send("a7b6/c5\r");
    terminal.wait_for("a7b6/c5");
    terminal.send("q");
    terminal.wait_for("What would you like to play?");
    // The menus remember the setup of the game.
    terminal.send(&format!("{}\r", number + 1));
    terminal.wait("what was chosen", |screen| {
        let text = screen.contents();
        text.contains("Start the game") && text.contains("two people")
    });
    terminal.send("\u{1b}");
    terminal.wait_for("What would you like to play?");
    terminal.send("q");
    assert!(terminal.wait_for_exit().success());
    terminal.wait_for("Goodbye.");
    terminal.assert_restored();
}

/// The menus need no scrolling at 80x24.
#[test]
fn menus_fit_the_window() {
    for (language, last_entry) in [("en", "Quit"), ("pt", "Sair")] {
        let folder = std::env::temp_dir().join(format!("sanban-terminal-fit-{language}-{}", std::process::id()));
        fs::create_dir_all(folder.join("games")).expect("a folder");
        fs::write(folder.join("games/jinli-1.txt"), "[Game \"jinli\"]\n\n1. a1b2/d4 *\n").expect("a saved game");
        fs::write(folder.join("choices.json"), "{\"introduced\": {\"jinli\": true}}").expect("the preferences");
        let terminal = Terminal::in_folder(folder, &["--lang", language], TERM);
        terminal.wait_for(last_entry);
        assert!(!terminal.contents().contains('▾'), "{}", terminal.contents());
        let number = registry::offered().position(|info| info.id == "jinli").expect("the game") + 2;
        terminal.send(&format!("{number}\r"));
        terminal.wait("the setup", |screen| !screen.contents().contains(last_entry));
        assert!(!terminal.contents().contains('▾'), "{}", terminal.contents());
        terminal.send("q");
        terminal.wait_for(last_entry);
    }
}

#[test]
fn menus_rename_and_delete_saved_games() {
    let folder = std::env::temp_dir().join(format!("sanban-terminal-saved-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("games")).expect("a folder");
    fs::write(folder.join("games/jinli-1.txt"), "[Game \"jinli\"]\n\n1. a1b2/d4 *\n").expect("a saved game");
    let mut terminal = Terminal::in_folder(folder.clone(), &[], TERM);
    terminal.wait_for("What would you like to play?");
    // Below the last game and the games.
    terminal.send(&format!("{}\r", registry::offered().count() + 2));
    terminal.wait_for("Which game would you like to open?");
    // The date and the time of day.
    terminal.wait("the time", |screen| {
        screen.contents().lines().any(|line| line.contains("jinli-1") && line.contains(':'))
    });
    terminal.send("\r");
    terminal.wait_for("Rename");
    terminal.send("4\r");
    terminal.wait_for("What should the game be called?");
    terminal.send("rematch\r");
    terminal.wait("the new name", |screen| {
        screen.contents().contains("rematch") && screen.contents().contains("Which game")
    });
    assert!(folder.join("games/rematch.txt").exists() && !folder.join("games/jinli-1.txt").exists());
    terminal.send("\r");
    terminal.wait_for("Rename");
    terminal.send("5\r");
    terminal.wait_for("Delete rematch?");
    terminal.send("2\r");
    terminal.wait_for("What would you like to play?");
    assert!(!folder.join("games/rematch.txt").exists());
    terminal.send("q");
    assert!(terminal.wait_for_exit().success());
}

#[test]
fn commands_without_a_game_ask_which() {
    let mut terminal = Terminal::new("ask", &["rules"], TERM);
    terminal.wait_for("Which game?");
    terminal.send("q");
    assert!(terminal.wait_for_exit().success());
    for command in ["play", "learn"] {
        let mut terminal = Terminal::new(&format!("ask-{command}"), &[command], TERM);
        terminal.wait_for("Which game?");
        let number = registry::offered().position(|info| info.id == "jinli").expect("the game") + 1;
        terminal.send(&format!("{number}\r"));
        terminal
            .wait(command, |screen| !screen.contents().contains("Which game?") && screen.contents().contains("Jin Li"));
        terminal.send("\u{3}");
        assert!(terminal.wait_for_exit().success());
    }
}

/// A dumb terminal gets the same questions in line mode.
#[test]
fn menus_use_line_mode_on_dumb_terminals() {
    let mut terminal = Terminal::new("dumb", &[], "dumb");
    terminal.wait_for("[1]> ");
    terminal.send("jeson\n");
    terminal.wait_for("Play now");
    terminal.send("3\n");
    terminal.wait_for("Start the game");
    terminal.send("nonsense\n");
    terminal.wait_for("isn't one of the choices");
    terminal.send("1\n");
    terminal.wait_for("You> ");
    terminal.send("c1d3\nquit\n");
    terminal.wait_for("--resume jesonmor-1");
    // The end of the input closes the menus.
    terminal.send("\u{4}");
    assert!(terminal.wait_for_exit().success());
}

/// Kills the program at many moments. What the screen showed must be saved.
#[test]
fn killed_game_can_be_resumed() {
    let moves = ["a1b2", "d4", "a7b6", "c5", "g1f2/e3", "g7f6/e4"];
    let folder = std::env::temp_dir().join(format!("sanban-terminal-killed-{}", std::process::id()));
    for moment in 0..30u64 {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let args = ["play", "jinli", "--first", "human", "--second", "human"];
        let mut terminal = Terminal::in_folder(folder.clone(), &args, TERM);
        terminal.wait_for("Pick one of your");
        let shown = (moment % 7) as usize;
        for (at, text) in moves[..shown].iter().enumerate() {
            terminal.send(&format!("{text}\r"));
            match at {
                0 | 2 => terminal.wait_for(&format!("{text} ...")),
                1 | 3 => terminal.wait_for(&format!("{}/{text}", moves[at - 1])),
                _ => terminal.wait_for(text),
            }
        }
        if let Some(next) = moves.get(shown) {
            terminal.send(&format!("{next}\r"));
        }
        std::thread::sleep(Duration::from_micros(moment * 7919 % 6000));
        terminal.child.kill().expect("it runs");
        terminal.child.wait().expect("it ends");
        if shown == 0 {
            // A game without a turn isn't saved.
            continue;
        }
        let record = fs::read_to_string(folder.join("games/jinli-1.txt")).expect("a saved game").replace(' ', "");
        for step in moves[..shown].iter().flat_map(|text| text.split('/')) {
            assert!(record.contains(step), "{step} is lost at moment {moment}:\n{record}");
        }
    }
}
