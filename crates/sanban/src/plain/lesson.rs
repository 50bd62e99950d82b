//! A lesson in line mode.

use super::{Prompt, line_width};
use crate::board_text::{BoardStyle, Diagram};
use crate::failure::{Failure, Result};
use crate::language::{current, say};
use crate::output::print;
use crate::wrap::wrap;
use sanban_core::TurnInput;
use sanban_games::lesson_session::{Lesson, LessonStatus};

/// Teaches a lesson until it ends or the input does.
pub fn teach(mut lesson: Lesson, style: BoardStyle) -> Result {
    let info = lesson.info();
    let mut prompt = Prompt::new();
    let print_message = |key: &str| print(&wrap(&say(info, key, &[]), "", line_width()));
    print_message("lesson-title")?;
    print_message("lesson-welcome")?;
    print_message("learn-commands")?;
    loop {
        show(&lesson, style)?;
        loop {
            let (number, count) = lesson.number();
            let Some(line) = prompt.ask(&format!("{number}/{count}> "))? else {
                return print_message("learn-goodbye");
            };
            match line.to_lowercase().as_str() {
                "" if lesson.status() == LessonStatus::Solved => {
                    if !lesson.advance() {
                        return print_message("lesson-end");
                    }
                }
                "" => {
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
                        return print_message("lesson-end");
                    }
                }
                "again" => lesson.again(),
                "back" => {
                    if !lesson.game.undo_step() {
                        lesson.previous();
                    }
                }
                "quit" => return print_message("learn-goodbye"),
                _ if lesson.status() == LessonStatus::Solved => {
                    print_message("learn-solved-already")?;
                    continue;
                }
                _ => match lesson.game.enter(&line) {
                    Ok(true) => lesson.judge(),
                    Ok(false) => {}
                    Err(rejection) => {
                        print(&format!("{}\n", Failure::rejected(&rejection, info.messages).sentence))?;
                        continue;
                    }
                },
            }
            break;
        }
    }
}

fn show(lesson: &Lesson, style: BoardStyle) -> Result {
    let progress = lesson.game.progress();
    print(&format!("\n{}\n", Diagram::new(lesson.info(), &progress.scene, style).text()))?;
    if lesson.game.is_within_turn() {
        return print(&format!("{}\n", say(lesson.info(), "learn-entered", &[("entered", &progress.text)])));
    }
    print(&wrap(&lesson.text(current()), "", line_width()))?;
    match lesson.status() {
        LessonStatus::Solved => print(&wrap(&say(lesson.info(), "learn-next", &[]), "", line_width())),
        _ => Ok(()),
    }
}
