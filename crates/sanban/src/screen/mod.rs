//! The whole terminal as a screen: views that fill it, and the loop that shows them what a person does.

mod game;
mod lesson;
mod menu;
mod mind;
mod pages;
mod pane;
mod replay;
#[cfg(test)]
mod snapshots;
mod widgets;

pub use game::GameView;
pub use lesson::LessonView;
pub use menu::QuestionView;
pub use pages::Page;
pub use replay::ReplayView;

use crate::board::{BoardStyle, Colours};
use crate::commands::Done;
use crate::failure::Failure;
use crate::language::say_common;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::widgets::{Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use sanban_core::rejection::common;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

/// The smallest screen on which everything has room.
const LEAST: (u16, u16) = (60, 24);

/// How long the screen may wait for a person before it looks round.
const PATIENCE: Duration = Duration::from_millis(250);
/// The same while something is going on.
pub const HURRY: Duration = Duration::from_millis(30);

/// Whether a view stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It stays.
    Stay,
    /// It has done what it was for.
    Leave,
}

/// Something that fills the screen.
pub trait View {
    /// Draws itself.
    fn draw(&mut self, frame: &mut Frame<'_>);
    /// A key was pressed.
    fn key(&mut self, key: KeyEvent) -> Result<Flow, Failure>;
    /// Something was done with the mouse.
    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow, Failure>;
    /// Looks what has happened meanwhile.
    fn tick(&mut self) -> Result<Flow, Failure> {
        Ok(Flow::Stay)
    }
    /// Whether something is going on that has to be looked at often.
    fn is_busy(&self) -> bool {
        false
    }
}

/// Whether there is a terminal that a screen can be drawn on.
pub fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// What the terminal can show, unless it is said.
pub fn look(ascii: bool, coloured: bool) -> BoardStyle {
    let variable = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    let has_unicode = locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    let colours = match coloured {
        false => Colours::None,
        true if term.contains("256") || variable("COLORTERM").is_some() => Colours::Many,
        true => Colours::Few,
    };
    BoardStyle { ascii: ascii || !has_unicode || term == "linux", colours, pieces: None }
}

/// Whether a thread has panicked, so that the terminal is no screen any more.
static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

/// Signals that the loop looks at.
struct Signals {
    leave: Arc<AtomicBool>,
    suspend: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

impl Signals {
    fn watch() -> io::Result<Signals> {
        let signals = Signals { leave: Arc::default(), suspend: Arc::default(), resumed: Arc::default() };
        use signal_hook::consts::{SIGINT, SIGTERM};
        for signal in [SIGINT, SIGTERM] {
            // Told twice, it ends at once.
            signal_hook::flag::register_conditional_shutdown(signal, 1, signals.leave.clone())?;
            signal_hook::flag::register(signal, signals.leave.clone())?;
        }
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGHUP, SIGTSTP};
            // When the terminal is gone, the program ends as it usually would, even where somebody has asked for the
            // opposite: reading from a terminal that is not there would go on for ever, and the game is kept.
            let always = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_default(SIGHUP, always)?;
            signal_hook::flag::register(SIGTSTP, signals.suspend.clone())?;
            signal_hook::flag::register(SIGCONT, signals.resumed.clone())?;
        }
        Ok(signals)
    }
}

/// The screen. When it is dropped, or the program panics, the terminal is as it was.
pub struct Screen {
    terminal: DefaultTerminal,
    signals: Signals,
}

impl Screen {
    /// Takes the terminal.
    pub fn open() -> Result<Screen, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                leave();
                HAS_PANICKED.store(true, Ordering::Relaxed);
                usual(panic);
            }));
        });
        let open = || {
            enter()?;
            Ok(Screen { terminal: terminal()?, signals: Signals::watch()? })
        };
        open().map_err(|error| {
            leave();
            failed(error)
        })
    }

    /// Shows a view until it leaves, or the program is told to end.
    pub fn show(&mut self, view: &mut dyn View) -> Done {
        self.clear().map_err(failed)?;
        while !self.is_told_to_end() {
            if HAS_PANICKED.load(Ordering::Relaxed) {
                return Err(common::BROKEN.with(&[]).into());
            }
            self.terminal.draw(|frame| draw(view, frame)).map_err(failed)?;
            let patience = if view.is_busy() { HURRY } else { PATIENCE };
            let mut wait = patience;
            // Everything that has been done meanwhile is answered before the next drawing.
            while event::poll(wait).map_err(failed)? {
                wait = Duration::ZERO;
                if self.pass_on(event::read().map_err(failed)?, view)? == Flow::Leave {
                    return Ok(());
                }
            }
            if self.signals.suspend.swap(false, Ordering::Relaxed) {
                self.suspend().map_err(failed)?;
            }
            if self.signals.resumed.swap(false, Ordering::Relaxed) {
                enter().and_then(|()| self.clear()).map_err(failed)?;
            }
            if view.tick()? == Flow::Leave {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a signal has told the program to end.
    pub fn is_told_to_end(&self) -> bool {
        self.signals.leave.load(Ordering::Relaxed)
    }

    fn pass_on(&mut self, event: Event, view: &mut dyn View) -> Result<Flow, Failure> {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => Ok(Flow::Stay),
            Event::Key(key) if is_control(key, 'z') => {
                self.suspend().map_err(failed)?;
                Ok(Flow::Stay)
            }
            Event::Key(key) if is_control(key, 'l') => {
                self.clear().map_err(failed)?;
                Ok(Flow::Stay)
            }
            // What cannot be seen cannot be meant.
            Event::Key(key) if self.is_too_small() && !is_control(key, 'c') => Ok(Flow::Stay),
            Event::Key(key) => view.key(key),
            Event::Mouse(mouse) => view.mouse(mouse),
            _ => Ok(Flow::Stay),
        }
    }

    fn is_too_small(&self) -> bool {
        self.terminal.size().is_ok_and(|size| size.width < LEAST.0 || size.height < LEAST.1)
    }

    /// Gives the terminal back until the program is let go on.
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            leave();
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            enter()?;
            self.clear()?;
        }
        Ok(())
    }

    /// Forgets what is on the screen, so that all of it is drawn anew. The library's own way of doing so asks the terminal
    /// where its cursor is, and fails where that is not answered.
    fn clear(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = terminal()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn terminal() -> io::Result<DefaultTerminal> {
    DefaultTerminal::new(CrosstermBackend::new(io::stdout()))
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Leaves the terminal as it was. If that fails, there is nothing more to be done.
fn leave() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

fn failed(error: io::Error) -> Failure {
    common::OUTPUT_FAILED.with(&[&error.to_string()]).into()
}

/// Draws a view, or says how large the screen must be.
fn draw(view: &mut dyn View, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width >= LEAST.0 && area.height >= LEAST.1 {
        return view.draw(frame);
    }
    let numbers = [area.width, area.height, LEAST.0, LEAST.1].map(|n| n.to_string());
    let [columns, lines, least_columns, least_lines] = &numbers;
    let args = [
        ("columns", columns.as_str()),
        ("lines", lines.as_str()),
        ("least-columns", least_columns.as_str()),
        ("least-lines", least_lines.as_str()),
    ];
    let text = say_common("screen.too-small", &args);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Whether a key is a letter with TimeControl.
pub fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
