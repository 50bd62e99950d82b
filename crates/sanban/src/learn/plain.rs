//! A lesson in lines of text.

use crate::board::BoardStyle;
use crate::commands::{Done, print};
use crate::explain::wrapped;
use crate::failure::Failure;
use crate::language::{chosen, say};
use crate::picture::Picture;
use crate::play::lines::{self, Lines};
use sanban_games::lesson_session::{Lesson, LessonStatus};

/// Gives a lesson in lines of text.
pub fn run(mut lesson: Lesson, look: BoardStyle) -> Done {
    let info = lesson.info();
    let mut input = Lines::new();
    let tell = |key: &str| print(&wrapped(&say(info, key, &[]), "", lines::width()));
    tell("lesson.title")?;
    tell("lesson.welcome")?;
    tell("learn.commands")?;
    loop {
        show(&lesson, look)?;
        loop {
            let (number, count) = lesson.number();
            let Some(line) = input.ask(&format!("{number}/{count}> "))? else {
                return tell("learn.left");
            };
            match line.to_lowercase().as_str() {
                "" if lesson.status() == LessonStatus::Solved => {
                    if !lesson.advance() {
                        return tell("lesson.end");
                    }
                }
                "" => {
                    tell("learn.move-first")?;
                    continue;
                }
                "help" | "?" => {
                    tell("learn.commands")?;
                    continue;
                }
                "hint" => {
                    print(&format!("{}\n", say(info, "learn.hint", &[("move", &lesson.solution())])))?;
                    continue;
                }
                "skip" => {
                    if !lesson.advance() {
                        return tell("lesson.end");
                    }
                }
                "again" => lesson.again(),
                "back" => {
                    if !lesson.playing.take_back() {
                        lesson.previous();
                    }
                }
                "quit" => return tell("learn.left"),
                _ if lesson.status() == LessonStatus::Solved => {
                    tell("learn.solved-already")?;
                    continue;
                }
                _ => match lesson.playing.enter(&line) {
                    Ok(true) => lesson.judge(),
                    Ok(false) => {}
                    Err(rejection) => {
                        print(&format!("{}\n", Failure::refused(&rejection, info.messages).sentence))?;
                        continue;
                    }
                },
            }
            break;
        }
    }
}

fn show(lesson: &Lesson, look: BoardStyle) -> Done {
    let progress = lesson.playing.progress();
    print(&format!("\n{}\n", Picture::new(lesson.info(), &progress.scene, look).text()))?;
    if lesson.playing.is_within_turn() {
        return print(&format!("{}\n", say(lesson.info(), "learn.entered", &[("entered", &progress.text)])));
    }
    print(&wrapped(&lesson.text(chosen()), "", lines::width()))?;
    match lesson.status() {
        LessonStatus::Solved => print(&wrapped(&say(lesson.info(), "learn.next", &[]), "", lines::width())),
        _ => Ok(()),
    }
}
