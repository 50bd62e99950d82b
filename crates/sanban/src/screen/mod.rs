//! The full-screen interface: views, and the event loop that runs them.

mod board_view;
mod engine_thread;
mod game;
mod lesson;
mod page;
mod question;
mod replay;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod test_support;
#[cfg(test)]
mod tests;
mod widgets;

pub use board_view::squares;
pub use game::GameView;
pub use lesson::LessonView;
pub use page::Page;
pub use question::QuestionView;
pub use replay::ReplayView;

use crate::board_text::BoardStyle;
use crate::codes;
use crate::failure::{Failure, Result};
use crate::language::say_common;
use crate::locale::encode_cells;
use crate::terminal_game::TerminalGame;
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
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

/// The smallest usable screen, in columns and lines.
const MIN_SIZE: (u16, u16) = (60, 24);

/// How long the event loop waits for input.
const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// The same while a view is busy.
pub const BUSY_POLL_INTERVAL: Duration = Duration::from_millis(30);

/// What the event loop does after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Keep showing the view.
    Continue,
    /// Close the view.
    Close,
}

/// A full-screen view.
pub trait View {
    /// Draws the view.
    fn draw(&mut self, frame: &mut Frame<'_>);
    /// Handles a key press.
    fn key(&mut self, key: KeyEvent) -> Result<Flow>;
    /// Handles a mouse event.
    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow>;
    /// Handles timers and background results. Called after each wait for input.
    fn tick(&mut self) -> Result<Flow> {
        Ok(Flow::Continue)
    }
    /// Whether the view needs frequent ticks.
    fn is_busy(&self) -> bool {
        false
    }
}

/// Plays a game, after a sentence about the coin toss, if any. Returns the game as the player left it.
pub fn play(
    screen: &mut Screen,
    mut game: TerminalGame,
    toss: Option<String>,
    style: BoardStyle,
) -> Result<TerminalGame> {
    game.start_saving();
    let mut view = GameView::new(game, style)?;
    if let Some(toss) = toss {
        view.show_toss(toss);
    }
    loop {
        screen.show(&mut view)?;
        let wants_review = view.wants_review();
        let mut game = view.into_game();
        // Save the clock, too.
        game.save();
        if !wants_review {
            return Ok(game);
        }
        screen.show(&mut ReplayView::new(game.recorded(), style)?)?;
        view = GameView::new(game, style)?;
    }
}

/// Whether the terminal can show the screen.
pub fn is_available() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Whether a thread has panicked. The panic hook has left the screen then.
static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

/// Flags that signals set.
struct Signals {
    exit: Arc<AtomicBool>,
    suspend: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

impl Signals {
    fn watch() -> io::Result<Signals> {
        let signals = Signals { exit: Arc::default(), suspend: Arc::default(), resumed: Arc::default() };
        use signal_hook::consts::{SIGINT, SIGTERM};
        for signal in [SIGINT, SIGTERM] {
            // The second signal exits at once.
            signal_hook::flag::register_conditional_shutdown(signal, 1, signals.exit.clone())?;
            signal_hook::flag::register(signal, signals.exit.clone())?;
        }
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGHUP, SIGTSTP};
            // Exit when the terminal is gone, even under `nohup`: reading from it would loop forever. The game is saved.
            let always = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_default(SIGHUP, always)?;
            signal_hook::flag::register(SIGTSTP, signals.suspend.clone())?;
            signal_hook::flag::register(SIGCONT, signals.resumed.clone())?;
        }
        Ok(signals)
    }
}

/// The terminal in full-screen mode. Dropping it, or a panic, restores the terminal.
pub struct Screen {
    terminal: DefaultTerminal,
    signals: Signals,
}

impl Screen {
    /// Switches the terminal to full-screen mode.
    pub fn open() -> Result<Screen, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let default_hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                leave_screen();
                HAS_PANICKED.store(true, Ordering::Relaxed);
                default_hook(panic);
            }));
        });
        let open = || {
            enter_screen()?;
            Ok(Screen { terminal: terminal()?, signals: Signals::watch()? })
        };
        open().map_err(|error| {
            leave_screen();
            failed(error)
        })
    }

    /// Shows a view until it closes or the program should exit.
    pub fn show(&mut self, view: &mut dyn View) -> Result {
        self.clear().map_err(failed)?;
        while !self.should_exit() {
            if HAS_PANICKED.load(Ordering::Relaxed) {
                return Err(codes::CRASHED.with(&[]).into());
            }
            let draw = |frame: &mut Frame<'_>| {
                draw(view, frame);
                encode_cells(frame.buffer_mut());
            };
            self.terminal.draw(draw).map_err(failed)?;
            let interval = if view.is_busy() { BUSY_POLL_INTERVAL } else { IDLE_POLL_INTERVAL };
            let mut wait = interval;
            // Handle all pending events before the next frame.
            while event::poll(wait).map_err(failed)? {
                wait = Duration::ZERO;
                if self.dispatch(event::read().map_err(failed)?, view)? == Flow::Close {
                    return Ok(());
                }
            }
            if self.signals.suspend.swap(false, Ordering::Relaxed) {
                self.suspend().map_err(failed)?;
            }
            if self.signals.resumed.swap(false, Ordering::Relaxed) {
                enter_screen().and_then(|()| self.clear()).map_err(failed)?;
            }
            if view.tick()? == Flow::Close {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a signal asks the program to exit.
    pub fn should_exit(&self) -> bool {
        self.signals.exit.load(Ordering::Relaxed)
    }

    fn dispatch(&mut self, event: Event, view: &mut dyn View) -> Result<Flow> {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => Ok(Flow::Continue),
            Event::Key(key) if is_control(key, 'z') => {
                self.suspend().map_err(failed)?;
                Ok(Flow::Continue)
            }
            Event::Key(key) if is_control(key, 'l') => {
                self.clear().map_err(failed)?;
                Ok(Flow::Continue)
            }
            // Ignore keys while the view is hidden.
            Event::Key(key) if self.is_too_small() && !is_control(key, 'c') => Ok(Flow::Continue),
            Event::Key(key) => view.key(key),
            Event::Mouse(mouse) => view.mouse(mouse),
            _ => Ok(Flow::Continue),
        }
    }

    fn is_too_small(&self) -> bool {
        self.terminal.size().is_ok_and(|size| size.width < MIN_SIZE.0 || size.height < MIN_SIZE.1)
    }

    /// Restores the terminal and suspends the program.
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            leave_screen();
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            enter_screen()?;
            self.clear()?;
        }
        Ok(())
    }

    /// Clears the screen for a full redraw. `Terminal::clear` queries the cursor position, which some terminals don't answer.
    fn clear(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = terminal()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave_screen();
    }
}

fn terminal() -> io::Result<DefaultTerminal> {
    DefaultTerminal::new(CrosstermBackend::new(io::stdout()))
}

fn enter_screen() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Restores the terminal. Ignores errors: there is nothing else to try.
fn leave_screen() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

fn failed(error: io::Error) -> Failure {
    codes::OUTPUT_FAILED.with(&[&error.to_string()]).into()
}

/// Draws a view, or a message if the terminal is too small.
fn draw(view: &mut dyn View, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width >= MIN_SIZE.0 && area.height >= MIN_SIZE.1 {
        return view.draw(frame);
    }
    let numbers = [area.width, area.height, MIN_SIZE.0, MIN_SIZE.1].map(|n| n.to_string());
    let [columns, lines, min_columns, min_lines] = &numbers;
    let args = [
        ("columns", columns.as_str()),
        ("lines", lines.as_str()),
        ("least-columns", min_columns.as_str()),
        ("least-lines", min_lines.as_str()),
    ];
    let text = say_common("screen-too-small", &args);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Whether a key is Ctrl with this letter.
pub fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
