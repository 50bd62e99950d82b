//! Lessons and puzzles in line mode.

use super::{Prompt, diagram_width, line_width};
use crate::board_text::{BoardStyle, Diagram};
use crate::exercise::Exercise;
use crate::failure::{Failure, Result};
use crate::language::{self, say};
use crate::output::print;
use crate::screen::squares;
use crate::wrap::wrap;
use sanban_core::TurnInputExt;

/// Shows tasks until they or the input end.
pub fn teach(lesson: &mut dyn Exercise, style: BoardStyle) -> Result {
    let info = lesson.info();
    let mut prompt = Prompt::new();
    let print_message = |key: &str| print(&wrap(&say(info, key, &[]), "", line_width()));
    let print_text = |text: &str| print(&wrap(text, "", line_width()));
    print_text(&lesson.title())?;
    print_text(&lesson.welcome())?;
    print_message("learn-commands")?;
    loop {
        show(lesson, style)?;
        loop {
            let (number, count) = lesson.task_number();
            let Some(line) = prompt.ask(&format!("{number}/{count}> "))? else {
                return print_message("learn-goodbye");
            };
            let may_end = lesson.game().is_within_turn() && lesson.game().progress().complete.is_some();
            match line.to_lowercase().as_str() {
                "" if lesson.is_solved() => {
                    if !lesson.advance() {
                        return print_text(&lesson.ending());
                    }
                }
                "" if !may_end => {
                    print_message("learn-move-first")?;
                    continue;
                }
                "help" | "?" => {
                    print_message("learn-commands")?;
                    continue;
                }
                "hint" => {
                    print(&format!("{}\n", say(info, "learn-hint", &[("move", &lesson.solution())])))?;
                    continue;
                }
                "skip" => {
                    if !lesson.advance() {
                        return print_text(&lesson.ending());
                    }
                }
                "again" => lesson.restart(),
                "back" => {
                    if !lesson.game_mut().undo_step() {
                        lesson.previous();
                    }
                }
                "quit" => return print_message("learn-goodbye"),
                _ if lesson.is_solved() => {
                    print_message("learn-solved-already")?;
                    continue;
                }
                text => {
                    let entry =
                        if text.is_empty() { lesson.game_mut().end_turn() } else { lesson.game_mut().enter(&line) };
                    match entry {
                        Ok(true) => lesson.judge(),
                        Ok(false) => {}
                        Err(rejection) => {
                            print(&format!("{}\n", Failure::rejected(&rejection, info.messages).sentence))?;
                            continue;
                        }
                    }
                }
            }
            break;
        }
    }
}

fn show(lesson: &dyn Exercise, style: BoardStyle) -> Result {
    let progress = lesson.game().progress();
    print(&format!("\n{}\n", Diagram::new(lesson.info(), &progress.scene, style).text_within(diagram_width())))?;
    if lesson.game().is_within_turn() {
        print(&format!("{}\n", say(lesson.info(), "learn-entered", &[("entered", &progress.text)])))?;
        return print(&wrap(
            &language::next_step(lesson.info(), &progress, &squares(&lesson.losing_touches())),
            "",
            line_width(),
        ));
    }
    print(&wrap(&lesson.text(), "", line_width()))?;
    match lesson.is_solved() {
        true => print(&wrap(&say(lesson.info(), "learn-next", &[]), "", line_width())),
        false => Ok(()),
    }
}
