//! The line mode: the game as prompts and text, for a screen reader, a script, a pipe, or whoever likes it plain.

use super::lines::{self, Lines};
use super::playing::TerminalGame;
use super::{kept_in_words, save};
use crate::board::BoardStyle;
use crate::commands::{Done, print};
use crate::explain;
use crate::failure::Failure;
use crate::interrupt;
use crate::language::{self, say};
use crate::picture::Picture;
use sanban_arena::Player;
use sanban_arena::player;
use sanban_core::clock;
use sanban_core::rejection::common;
use sanban_core::{Rejection, Seat};
use sanban_engine::handle::engine;
use std::path::Path;
use std::sync::atomic::Ordering;

/// What a person can type beside moves, with the keys of what it does.
const COMMANDS: [&str; 13] =
    ["help", "moves", "hint", "undo", "redo", "back", "done", "save", "position", "rules", "board", "resign", "quit"];

/// A game in lines.
pub struct Plain {
    playing: TerminalGame,
    look: BoardStyle,
    computers: [Option<Player>; 2],
    input: Lines,
}

/// What follows a line that was typed.
enum Next {
    /// The board has changed.
    Show,
    /// Only the prompt comes again.
    Ask,
    Leave,
}

impl Plain {
    /// Sits down to a game.
    pub fn new(playing: TerminalGame, look: BoardStyle) -> Result<Self, Failure> {
        let mut plain = Plain { playing, look, computers: [None, None], input: Lines::new() };
        plain.seat_computers()?;
        Ok(plain)
    }

    fn seat_computers(&mut self) -> Done {
        let rules = self.playing.session().rules().clone();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let computer = self.playing.computer(seat).map(|spec| Player::new(&spec, &rules));
            self.computers[seat.index()] = computer.transpose().map_err(|rejection| self.failure(&rejection))?;
        }
        Ok(())
    }

    fn failure(&self, rejection: &Rejection) -> Failure {
        Failure::refused(rejection, self.playing.session().info().messages)
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        say(self.playing.session().info(), key, args)
    }

    fn tell(&self, key: &str, args: &[(&str, &str)]) -> Done {
        print(&(self.say(key, args) + "\n"))
    }

    /// Plays to the end of the game or of the input.
    pub fn run(mut self) -> Done {
        let player = |seat: Seat| self.playing.name(seat);
        let names = [player(Seat::FIRST), player(Seat::SECOND)];
        let between = [("first", names[0].as_str()), ("second", &names[1])];
        let game = language::words(self.playing.session().rules()).game(self.playing.session().rules());
        print(&format!("{game}: {}\n", self.say("play.between", &between)))?;
        if self.has_person() {
            self.tell("play.begin", &[])?;
        }
        self.show()?;
        loop {
            let is_over = self.playing.outcome().is_some();
            if is_over && !self.has_person() {
                return self.leave();
            }
            if !is_over && !self.playing.mover().is_human() {
                self.computer_moves()?;
                self.show()?;
                continue;
            }
            let mover = self.playing.session().to_move();
            let prompt = match is_over {
                true => self.say("play.prompt-over", &[]),
                false if self.playing.is_within_turn() => {
                    format!("{} {}", self.playing.name(mover), self.playing.progress().text)
                }
                false => self.playing.name(mover),
            };
            self.playing.tick();
            let Some(line) = self.input.ask(&format!("{prompt}> "))? else { return self.leave() };
            if self.playing.tick() {
                self.playing.save()?;
                self.show()?;
                continue;
            }
            match self.obey(&line)? {
                Next::Show => {
                    self.playing.save()?;
                    self.show()?;
                }
                Next::Ask => {}
                Next::Leave => return self.leave(),
            }
        }
    }

    fn has_person(&self) -> bool {
        [Seat::FIRST, Seat::SECOND].iter().any(|&seat| self.playing.player(seat).is_human())
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_lowercase();
        if COMMANDS.contains(&word.as_str()) && word != "save" && !rest.is_empty() {
            self.tell("play.no-argument", &[("command", &word)])?;
            return Ok(Next::Ask);
        }
        match word.as_str() {
            "" if self.playing.is_within_turn() && self.playing.progress().complete.is_some() => self.done(),
            "" => self.told("play.empty", &[]),
            "help" | "?" => self.help(),
            "moves" => self.moves(),
            "hint" => self.hint(),
            "undo" => match self.playing.undo() {
                true => {
                    // The sides may have been changed back.
                    self.seat_computers()?;
                    Ok(Next::Show)
                }
                false => self.told("play.nothing-to-undo", &[]),
            },
            "redo" => match self.playing.redo() {
                true => Ok(Next::Show),
                false => self.told("play.nothing-to-redo", &[]),
            },
            "back" => match self.playing.take_back() {
                true => Ok(Next::Show),
                false => self.told("play.nothing-to-take-back", &[]),
            },
            "done" => self.done(),
            "save" => self.save(rest),
            "position" => {
                print(&format!("{}\n", self.playing.session().position_text()))?;
                Ok(Next::Ask)
            }
            "rules" => {
                let info = self.playing.session().info();
                print(&explain::text(info, self.look, lines::width()))?;
                Ok(Next::Ask)
            }
            "board" => {
                self.show()?;
                Ok(Next::Ask)
            }
            "change" if self.playing.may_change_sides() => {
                self.playing.change_sides();
                self.seat_computers()?;
                self.tell("play.sides-changed", &[])?;
                Ok(Next::Show)
            }
            "resign" if self.playing.outcome().is_none() => {
                let to_move = self.playing.session().to_move();
                self.playing.resign(to_move);
                Ok(Next::Show)
            }
            "resign" => self.told("play.over-already", &[]),
            "quit" => Ok(Next::Leave),
            _ => match self.playing.enter(line) {
                Ok(_) => Ok(Next::Show),
                Err(rejection) => {
                    // A word that is no move at all may have been meant as a command.
                    let is_word = line.chars().all(char::is_alphabetic) && line.chars().count() > 2;
                    let rejection = if is_word { common::UNKNOWN_COMMAND.with(&[&line]) } else { rejection };
                    print(&format!("{}\n", self.failure(&rejection).sentence))?;
                    Ok(Next::Ask)
                }
            },
        }
    }

    fn told(&self, key: &str, args: &[(&str, &str)]) -> Result<Next, Failure> {
        self.tell(key, args)?;
        Ok(Next::Ask)
    }

    fn done(&mut self) -> Result<Next, Failure> {
        match self.playing.end_turn() {
            Ok(true) => Ok(Next::Show),
            Ok(false) => self.told("play.not-complete", &[]),
            Err(rejection) => {
                print(&format!("{}\n", self.failure(&rejection).sentence))?;
                Ok(Next::Ask)
            }
        }
    }

    fn help(&self) -> Result<Next, Failure> {
        self.tell("play.help", &[])?;
        for command in COMMANDS {
            let name = if command == "save" { "save FILE" } else { command };
            print(&format!("  {name:10} {}\n", self.say(&format!("play.help.{command}"), &[])))?;
        }
        Ok(Next::Ask)
    }

    /// What may be typed now: whole moves, or what may follow what has been entered.
    fn moves(&self) -> Result<Next, Failure> {
        if self.playing.outcome().is_some() {
            return self.told("play.over-already", &[]);
        }
        if self.playing.is_within_turn() {
            let next: Vec<String> = self.playing.progress().next.iter().map(|touch| touch.to_string()).collect();
            return self.told("play.may-follow", &[("next", &next.join(" "))]);
        }
        let moves = self.playing.session().moves();
        print(&format!("{}\n", moves.join(" ")))?;
        Ok(Next::Ask)
    }

    /// What the engine would play, and its reason.
    fn hint(&self) -> Result<Next, Failure> {
        let session = self.playing.session();
        if self.playing.outcome().is_some() {
            return self.told("play.over-already", &[]);
        }
        let stop = interrupt::anew();
        let mut searcher = engine(session.rules(), 1, 64);
        let hint = player::hint(&mut *searcher, session, &|| !stop.load(Ordering::Relaxed));
        print(&(hint.sentence(&language::words(session.rules())) + "\n"))?;
        Ok(Next::Ask)
    }

    fn save(&self, file: &str) -> Result<Next, Failure> {
        if file.is_empty() {
            return self.told("play.save-where", &[]);
        }
        match save(&self.playing, Path::new(file)) {
            Ok(()) => self.told("play.saved", &[("file", file)]),
            Err(failure) => {
                print(&format!("{}\n", failure.sentence))?;
                Ok(Next::Ask)
            }
        }
    }

    /// Lets the computer make its turn. Ctrl-C cuts its thinking short.
    fn computer_moves(&mut self) -> Done {
        let seat = self.playing.session().to_move();
        let name = self.playing.name(seat);
        if self.playing.may_change_sides() {
            self.playing.leave_sides();
        }
        self.playing.tick();
        let stop = interrupt::anew();
        let go_on = || !stop.load(Ordering::Relaxed);
        let seed = self.playing.seed();
        let player = self.computers[seat.index()].as_mut().expect("the computer sits there");
        let chosen = player.choose(self.playing.session(), seed, &go_on, &mut |_, _| {});
        if self.playing.tick() {
            return self.playing.save();
        }
        let chosen = chosen.and_then(|text| self.playing.play(&text).map(|()| text));
        let text = chosen.map_err(|rejection| self.failure(&rejection))?;
        self.playing.save()?;
        self.tell("play.plays", &[("name", &name), ("move", &text)])
    }

    /// The board, with what is entered of a turn, and how the game stands.
    fn show(&self) -> Done {
        let session = self.playing.session();
        let progress = self.playing.progress();
        let picture = Picture::new(session.info(), &progress.scene, self.look).text();
        print(&format!("\n{picture}\n"))?;
        if let (Some(first), Some(second)) = (self.playing.time_left(Seat::FIRST), self.playing.time_left(Seat::SECOND))
        {
            let times = [first, second].map(clock::shown);
            let names = [Seat::FIRST, Seat::SECOND].map(|seat| self.say(session.info().players[seat.index()], &[]));
            print(&format!("{} {}   {} {}\n", names[0], times[0], names[1], times[1]))?;
        }
        if let Some(result) = self.playing.result_text() {
            return print(&(result + "\n"));
        }
        if self.playing.is_within_turn() && progress.complete.is_some() {
            return self.tell("play.may-end", &[]);
        }
        if self.playing.may_change_sides() && self.playing.mover().is_human() {
            return self.tell("play.may-change", &[]);
        }
        Ok(())
    }

    /// Says where the game is kept.
    fn leave(&mut self) -> Done {
        // What was used of an unfinished turn is kept too.
        self.playing.save()?;
        print(&kept_in_words(&self.playing))
    }
}
