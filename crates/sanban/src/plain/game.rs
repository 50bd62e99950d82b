//! A game in line mode.

use super::{Prompt, diagram_width, line_width};
use crate::board_text::{BoardStyle, Diagram};
use crate::codes;
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::language::{self, say};
use crate::output::print;
use crate::rules_text::rules_text;
use crate::screen::squares;
use crate::terminal_game::TerminalGame;
use crate::wrap::wrap;
use sanban_arena::Player;
use sanban_arena::player;
use sanban_core::clock;
use sanban_core::{Rejection, Seat, TurnInput, TurnInputExt, speech};
use sanban_engine::handle::engine;
use std::path::Path;
use std::sync::atomic::Ordering;

/// What a person can type besides moves. Each command has a help message of that name.
const COMMANDS: [&str; 16] = [
    "help", "moves", "hint", "undo", "redo", "back", "done", "save", "position", "rules", "board", "resign", "rematch",
    "next", "review", "quit",
];

/// Plays a game, after a sentence about the coin toss, if any.
pub fn play(mut game: TerminalGame, toss: Option<String>, style: BoardStyle) -> Result {
    game.start_saving();
    if let Some(toss) = toss {
        print(&(toss + "\n"))?;
    }
    PlainGame::new(game, style)?.run()
}

struct PlainGame {
    game: TerminalGame,
    style: BoardStyle,
    computers: [Option<Player>; 2],
    prompt: Prompt,
    /// The stages of the hint for this position that have not been shown yet.
    hint_stages: Vec<String>,
}

/// What to do after a command.
enum Next {
    /// Save the game and show the board.
    ShowBoard,
    /// Prompt again.
    Prompt,
    Quit,
}

impl PlainGame {
    fn new(game: TerminalGame, style: BoardStyle) -> Result<Self> {
        let mut plain =
            PlainGame { game, style, computers: [None, None], prompt: Prompt::new(), hint_stages: Vec::new() };
        plain.create_computers()?;
        Ok(plain)
    }

    fn create_computers(&mut self) -> Result {
        let rules = self.game.session().rules().clone();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let computer = self.game.computer(seat).map(|spec| Player::new(&spec, &rules));
            self.computers[seat.index()] = computer.transpose().map_err(|rejection| self.failure(&rejection))?;
        }
        Ok(())
    }

    fn failure(&self, rejection: &Rejection) -> Failure {
        Failure::rejected(rejection, self.game.session().info().messages)
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        say(self.game.session().info(), key, args)
    }

    fn print_message(&self, key: &str, args: &[(&str, &str)]) -> Result {
        print(&(self.say(key, args) + "\n"))
    }

    /// Plays until the player leaves, the input ends, or a game between computers is over.
    fn run(mut self) -> Result {
        let player = |seat: Seat| self.game.name(seat);
        let names = [player(Seat::FIRST), player(Seat::SECOND)];
        let between = [("first", names[0].as_str()), ("second", &names[1])];
        let rules = self.game.session().rules();
        let title = language::phrasing(rules).game(rules);
        print(&format!("{title}: {}\n", self.say("play-between", &between)))?;
        print(&wrap(&speech::goal(rules, language::current()), "", line_width()))?;
        self.save()?;
        if self.game.has_person() {
            self.print_message("play-instructions", &[])?;
        }
        self.show()?;
        loop {
            let is_over = self.game.local().outcome().is_some();
            if is_over && !self.game.has_person() {
                return self.quit();
            }
            if !is_over && !self.game.local().mover().is_human() {
                self.play_computer_turn()?;
                self.show()?;
                continue;
            }
            let mover = self.game.session().to_move();
            let prompt = match is_over {
                true => self.say("play-prompt-over", &[]),
                false if self.game.local().is_within_turn() => {
                    format!("{} {}", self.game.name(mover), self.game.local().progress().text)
                }
                false => self.game.name(mover),
            };
            self.game.local_mut().tick();
            let Some(line) = self.prompt.ask(&format!("{prompt}> "))? else { return self.quit() };
            if self.game.local_mut().tick() {
                self.save()?;
                self.show()?;
                continue;
            }
            match self.execute(&line)? {
                Next::ShowBoard => {
                    self.hint_stages.clear();
                    self.save()?;
                    self.show()?;
                }
                Next::Prompt => {}
                Next::Quit => return self.quit(),
            }
        }
    }

    /// Executes a command or enters a move.
    fn execute(&mut self, line: &str) -> Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_lowercase();
        if COMMANDS.contains(&word.as_str()) && word != "save" && !rest.is_empty() {
            self.print_message("play-no-argument", &[("command", &word)])?;
            return Ok(Next::Prompt);
        }
        match word.as_str() {
            "" if self.game.local().progress().complete.is_some() => self.end_turn(),
            "" => self.answer("play-empty", &[]),
            "help" | "?" => self.help(),
            "moves" => self.moves(),
            "hint" => self.hint(),
            "undo" => match self.game.local_mut().undo() {
                true => {
                    // Undo may have reverted a swap of sides.
                    self.create_computers()?;
                    Ok(Next::ShowBoard)
                }
                false => self.answer("play-nothing-to-undo", &[]),
            },
            "redo" => match self.game.local_mut().redo() {
                true => Ok(Next::ShowBoard),
                false => self.answer("play-nothing-to-redo", &[]),
            },
            "back" => match self.game.local_mut().undo_step() {
                true => Ok(Next::ShowBoard),
                false => self.answer("play-nothing-to-take-back", &[]),
            },
            "done" => self.end_turn(),
            "save" => self.export(rest),
            "position" => {
                print(&format!("{}\n", self.game.session().position_text()))?;
                Ok(Next::Prompt)
            }
            "rules" => {
                let info = self.game.session().info();
                print(&rules_text(info, self.style, line_width()))?;
                Ok(Next::Prompt)
            }
            "board" => {
                let spoken = std::mem::replace(&mut self.style.spoken, false);
                let shown = self.show();
                self.style.spoken = spoken;
                shown.map(|()| Next::Prompt)
            }
            "change" if self.game.local().can_swap_sides() => {
                self.game.local_mut().swap_sides();
                self.create_computers()?;
                self.print_message("play-sides-swapped", &[])?;
                Ok(Next::ShowBoard)
            }
            "resign" if self.game.local().outcome().is_none() => {
                let to_move = self.game.session().to_move();
                self.game.local_mut().resign(to_move);
                Ok(Next::ShowBoard)
            }
            "resign" => self.answer("play-over-already", &[]),
            "rematch" | "next" | "review" if self.game.local().outcome().is_none() => self.answer("play-not-over", &[]),
            "rematch" => self.start(self.game.rematch()?),
            "next" => match self.game.next_level() {
                Some(opponent) => self.start(self.game.rematch_against(opponent)?),
                None => self.answer("play-no-next-level", &[]),
            },
            "review" => {
                super::replay(&self.game.recorded(), self.style)?;
                Ok(Next::Prompt)
            }
            "quit" => Ok(Next::Quit),
            _ => match self.game.local_mut().enter(line) {
                Ok(_) => Ok(Next::ShowBoard),
                Err(rejection) => {
                    // A word that is no move was probably meant as a command.
                    let is_word = line.chars().all(char::is_alphabetic) && line.chars().count() > 2;
                    let rejection = if is_word { codes::UNKNOWN_COMMAND.with(&[&line]) } else { rejection };
                    print(&format!("{}\n", self.failure(&rejection).sentence))?;
                    Ok(Next::Prompt)
                }
            },
        }
    }

    fn answer(&self, key: &str, args: &[(&str, &str)]) -> Result<Next> {
        self.print_message(key, args)?;
        Ok(Next::Prompt)
    }

    fn end_turn(&mut self) -> Result<Next> {
        match self.game.local_mut().end_turn() {
            Ok(true) => Ok(Next::ShowBoard),
            Ok(false) => self.answer("play-not-complete", &[]),
            Err(rejection) => {
                print(&format!("{}\n", self.failure(&rejection).sentence))?;
                Ok(Next::Prompt)
            }
        }
    }

    fn help(&self) -> Result<Next> {
        self.print_message("play-help", &[])?;
        for command in COMMANDS {
            let name = if command == "save" { "save FILE" } else { command };
            print(&format!("  {name:10} {}\n", self.say(&format!("play-help-{command}"), &[])))?;
        }
        Ok(Next::Prompt)
    }

    /// Prints the legal moves, or the possible next steps within a turn.
    fn moves(&self) -> Result<Next> {
        if self.game.local().outcome().is_some() {
            return self.answer("play-over-already", &[]);
        }
        if self.game.local().is_within_turn() {
            let next: Vec<String> = self.game.local().progress().next.iter().map(|touch| touch.to_string()).collect();
            return self.answer("play-continue-with", &[("next", &next.join(" "))]);
        }
        let moves = self.game.session().moves();
        print(&format!("{}\n", moves.join(" ")))?;
        Ok(Next::Prompt)
    }

    /// Prints the next stage of the hint: which piece, which move, why.
    fn hint(&mut self) -> Result<Next> {
        let session = self.game.session();
        if self.game.local().outcome().is_some() {
            return self.answer("play-over-already", &[]);
        }
        if self.game.local().reader().is_none() {
            return self.answer("play-no-hints", &[]);
        }
        if self.hint_stages.is_empty() {
            let stop = interrupt::reset_flag();
            let mut searcher = engine(session.rules(), 1, 64);
            let hint = player::hint(&mut *searcher, session, &|| !stop.load(Ordering::Relaxed));
            self.hint_stages = hint.stages(&language::phrasing(session.rules())).to_vec();
        }
        let stage = self.hint_stages.remove(0);
        let more = if self.hint_stages.is_empty() { String::new() } else { self.say("play-hint-more", &[]) };
        print(&wrap(format!("{stage} {more}").trim_end(), "", line_width()))?;
        Ok(Next::Prompt)
    }

    /// Continues with another game.
    fn start(&mut self, game: TerminalGame) -> Result<Next> {
        print(&self.game.saved_notice())?;
        self.game = game;
        self.create_computers()?;
        Ok(Next::ShowBoard)
    }

    fn export(&self, file: &str) -> Result<Next> {
        if file.is_empty() {
            return self.answer("play-save-needs-name", &[]);
        }
        match self.game.export(Path::new(file)) {
            Ok(()) => self.answer("play-saved", &[("file", file)]),
            Err(failure) => {
                print(&format!("{}\n", failure.sentence))?;
                Ok(Next::Prompt)
            }
        }
    }

    /// Plays the computer's turn. Ctrl-C makes it move now.
    fn play_computer_turn(&mut self) -> Result {
        let seat = self.game.session().to_move();
        if self.game.local().can_swap_sides() {
            self.game.local_mut().decline_swap();
        }
        self.game.local_mut().tick();
        let stop = interrupt::reset_flag();
        let keep_going = || !stop.load(Ordering::Relaxed);
        let seed = self.game.local().seed();
        let player = self.computers[seat.index()].as_mut().expect("the seat has a computer");
        let choice = player.choose(self.game.session(), seed, &keep_going, &mut |_, _| {});
        if self.game.local_mut().tick() {
            return self.save();
        }
        let choice = choice.and_then(|text| self.game.local_mut().play(&text));
        choice.map_err(|rejection| self.failure(&rejection))?;
        self.save()?;
        let words = self.game.last_move_in_words().expect("a move was played");
        print(&wrap(&words, "", line_width()))
    }

    /// Shows the board with the steps of this turn, the clocks, and the result.
    fn show(&self) -> Result {
        let session = self.game.session();
        let progress = self.game.local().progress();
        let is_over = self.game.local().outcome().is_some();
        let diagram = Diagram::new(session.info(), &progress.scene, self.style).with_game_over(is_over);
        let diagram = diagram.text_within(diagram_width());
        print(&format!("\n{diagram}\n"))?;
        if let (Some(first), Some(second)) =
            (self.game.local().time_left(Seat::FIRST), self.game.local().time_left(Seat::SECOND))
        {
            let times = [first, second].map(clock::format_time);
            let names = [Seat::FIRST, Seat::SECOND].map(|seat| self.say(session.info().players[seat.index()], &[]));
            print(&format!("{} {}   {} {}\n", names[0], times[0], names[1], times[1]))?;
        }
        if let Some(ending) = self.game.ending() {
            print(&wrap(&ending.sentence(), "", line_width()))?;
            let next = self
                .game
                .next_level()
                .map(|player| player.display_name(session.info(), Seat::FIRST, language::current()));
            return match next.filter(|_| self.game.has_person()) {
                _ if !self.game.has_person() => Ok(()),
                Some(level) => self.print_message("play-over-next", &[("level", &level)]),
                None => self.print_message("play-over", &[]),
            };
        }
        if !self.game.local().mover().is_human() {
            return Ok(());
        }
        if self.game.local().can_swap_sides() {
            return self.print_message("play-can-swap", &[]);
        }
        let losing = if self.game.local().warns_of_traps() { self.game.local().losing_touches() } else { Vec::new() };
        print(&wrap(&language::next_step(session.info(), &progress, &squares(&losing)), "", line_width()))
    }

    /// Saves the game, or warns the player that it isn't saved.
    fn save(&mut self) -> Result {
        self.game.save();
        self.game.take_warning().map_or(Ok(()), |warning| print(&wrap(&warning, "", line_width())))
    }

    /// Saves the game and says where.
    fn quit(&mut self) -> Result {
        // Save the clock, too.
        self.save()?;
        print(&self.game.saved_notice())
    }
}
