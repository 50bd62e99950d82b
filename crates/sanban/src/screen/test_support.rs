//! Helpers for tests of the screen.

use super::{BUSY_POLL_INTERVAL, Flow, GameView, View, draw};
use crate::board_text::{BoardStyle, Colours, Theme};
use crate::terminal_game::{TerminalGame, TerminalGameConfig, parse_player};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use sanban_core::Rules;
use sanban_core::TurnInputExt;
use sanban_core::clock::TimeControl;
use sanban_games::registry;
use std::time::{Duration, Instant};

pub const SIZES: [(u16, u16); 3] = [(60, 24), (80, 24), (160, 50)];
pub const PRETTY: BoardStyle =
    BoardStyle { ascii: false, colours: Colours::Many, theme: Theme::Dark, pieces: None, spoken: false };
pub const PLAIN: BoardStyle =
    BoardStyle { ascii: true, colours: Colours::None, theme: Theme::Dark, pieces: None, spoken: false };

/// Draws a view on a test terminal.
pub fn buffer(view: &mut dyn View, (columns, lines): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).expect("the test terminal cannot fail");
    terminal.draw(|frame| draw(view, frame)).expect("the test terminal cannot fail");
    terminal.backend().buffer().clone()
}

pub fn text(view: &mut dyn View, size: (u16, u16)) -> String {
    let buffer = buffer(view, size);
    let line = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string() + "\n";
    (0..size.1).map(line).collect()
}

pub fn game(id: &str, first: &str, second: &str, moves: &str, clock: Option<&str>) -> TerminalGame {
    let info = registry::find(id).expect("a game");
    let player = |spec: &str, name| parse_player(spec, Some(name), info).expect("a player");
    let mut game = TerminalGame::new(TerminalGameConfig {
        rules: Rules::official(info),
        position: None,
        seats: [player(first, "Ana"), player(second, "Rui")],
        pie: false,
        control: clock.map(|clock| TimeControl::parse(clock).expect("a clock")),
        seed: 1,
    })
    .unwrap_or_else(|rejection| panic!("{rejection:?}"));
    for text in moves.split_whitespace() {
        game.local_mut().play(text).expect(text);
    }
    game
}

pub fn view(game: TerminalGame, style: BoardStyle) -> GameView {
    GameView::new(game, style).unwrap_or_else(|failure| panic!("{}", failure.sentence))
}

pub fn press(view: &mut dyn View, code: KeyCode) -> Flow {
    view.key(KeyEvent::new(code, KeyModifiers::NONE)).unwrap_or_else(|failure| panic!("{}", failure.sentence))
}

pub fn type_in(view: &mut dyn View, typed: &str) {
    for character in typed.chars() {
        press(view, KeyCode::Char(character));
    }
    press(view, KeyCode::Enter);
}

pub fn click(view: &mut dyn View, column: u16, row: u16) -> Flow {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let clicked = view.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    clicked.unwrap_or_else(|failure| panic!("{}", failure.sentence))
}

/// The position of a text on the screen.
pub fn find(view: &mut dyn View, size: (u16, u16), pattern: &str) -> Option<(u16, u16)> {
    let drawn = text(view, size);
    let at = |(y, line): (usize, &str)| {
        let byte = line.find(pattern)?;
        Some((line[..byte].chars().count() as u16, y as u16))
    };
    drawn.lines().enumerate().find_map(at)
}

/// Ticks a view until a condition holds.
pub fn wait(view: &mut GameView, condition: &dyn Fn(&mut GameView) -> bool) {
    let start = Instant::now();
    while !condition(view) {
        assert!(start.elapsed() < Duration::from_secs(60), "timed out");
        view.tick().unwrap_or_else(|failure| panic!("{}", failure.sentence));
        std::thread::sleep(BUSY_POLL_INTERVAL);
    }
}

pub const MITSUDOMOE: &str = "@b2/a1b2 @d4/e5d4 @c2/a2c2 @a1/e4e5";
pub const JESONMOR: &str = "e1d3 e9d7 d1c3 f9g7";
pub const JINLI: &str = "a1b2/d4 a7b6/c5";
