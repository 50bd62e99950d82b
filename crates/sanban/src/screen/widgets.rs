//! What views have in common beside the board: lines that wrap, lists of moves, bars, keys to press and boxes.

use crate::board::{self, BoardStyle, Colours};
use crate::explain;
use crate::language::{chosen, say};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use sanban_core::clock;
use sanban_core::local_game::LocalGame;
use sanban_core::record::move_number;
use sanban_core::{Counter, GameInfo, Scene, Seat, Touch};

/// Bold letters.
pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// What stands out: in reverse, so that it does without colours.
pub const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

/// What stands back.
pub fn faint(look: BoardStyle) -> Style {
    match look.colours {
        Colours::None => Style::new(),
        _ => Style::new().add_modifier(Modifier::DIM),
    }
}

/// A text in lines of at most so many characters.
pub fn wrapped(text: &str, width: u16) -> Vec<String> {
    let paragraph = |text| explain::wrapped(text, "", width.into()).lines().map(String::from).collect::<Vec<_>>();
    text.lines().flat_map(paragraph).collect()
}

/// Writes a text from the top of an area, wrapped; gives how many lines it took.
pub fn write(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) -> u16 {
    let lines = wrapped(text, area.width);
    let count = (lines.len() as u16).min(area.height);
    let lines: Vec<Line<'_>> = lines.into_iter().take(count.into()).map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(style), Rect { height: count, ..area });
    count
}

/// A key that can be pressed or clicked, and what it does.
pub struct Key<'a> {
    /// The key as it is pressed.
    pub code: KeyCode,
    /// How it is called.
    pub name: &'a str,
    /// What it does.
    pub does: String,
}

/// Keys that were drawn, to be clicked.
pub type Buttons = Vec<(Rect, KeyCode)>;

/// Writes keys into a line, as many as have room.
pub fn keys(frame: &mut Frame<'_>, area: Rect, keys: &[Key<'_>], look: BoardStyle) -> Buttons {
    let mut buttons = Vec::new();
    let mut x = area.x;
    for key in keys {
        let text = format!("{} {}", key.name, key.does);
        let width = text.chars().count() as u16;
        if x + width > area.right() || area.height == 0 {
            break;
        }
        let line = Line::from(vec![
            Span::styled(key.name.to_string(), BOLD),
            Span::styled(format!(" {}", key.does), faint(look)),
        ]);
        let place = Rect::new(x, area.y, width, 1);
        frame.render_widget(line, place);
        buttons.push((place, key.code));
        x += width + 2;
    }
    buttons
}

/// A player in a line of so many columns: name, colour, and what is left. `moves` says whether it is this player's turn.
pub fn player<'a>(
    info: &GameInfo,
    scene: &Scene,
    (seat, name): (Seat, &str),
    moves: bool,
    look: BoardStyle,
    supply: Supply,
    width: u16,
) -> Line<'a> {
    let arrow = match (moves, look.ascii) {
        (true, true) => "> ",
        (true, false) => "▶ ",
        (false, _) => "  ",
    };
    let counted = |(at, counter): (usize, &Counter), words: usize| {
        let name = say(info, counter.name, &[]);
        let name: Vec<&str> = name.split(' ').take(words).collect();
        let text = format!("{}: {}", name.join(" "), counter.count);
        // What can be taken from a supply is what is counted first.
        let is_supply = moves && at == 0;
        match supply {
            Supply::PointedAt if is_supply => (format!(" [@ {text}]"), CHOSEN),
            Supply::Lit if is_supply && look.ascii => (format!(" {{@ {text}}}"), BOLD),
            Supply::Lit if is_supply => (format!(" ‹@ {text}›"), BOLD),
            _ => (format!("  {text}"), Style::new()),
        }
    };
    let side = say(info, info.players[seat.index()], &[]);
    let colour = if name == side { String::new() } else { format!(" ({side})") };
    // Where there is not enough room, one word must do for what is counted, and then a part of the name.
    let counters = |words: usize| -> Vec<(String, Style)> {
        scene.counters[seat.index()].iter().enumerate().map(|counter| counted(counter, words)).collect()
    };
    let room = |counters: &[(String, Style)]| {
        let taken: usize = counters.iter().map(|(text, _)| text.chars().count()).sum();
        usize::from(width).saturating_sub(taken + colour.chars().count() + 4)
    };
    let all = counters(usize::MAX);
    let counters = if room(&all) < name.chars().count() { counters(1) } else { all };
    let name = cut(name, room(&counters).max(8), look.ascii);
    let chip = board::ground(info, look.colours).patch(board::of_player(info, Some(seat), look.colours));
    let mut spans = vec![Span::raw(arrow), Span::styled(format!(" {name}{colour} "), chip)];
    spans.extend(counters.into_iter().map(|(text, style)| Span::styled(text, style)));
    Line::from(spans)
}

/// A text as far as it fits into so many columns.
fn cut(text: &str, width: usize, ascii: bool) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let dots = if ascii { "..." } else { "…" };
    text.chars().take(width - dots.chars().count()).collect::<String>() + dots
}

/// The lines at the top: the players, and the clock. Gives where each player's line is.
pub fn players(
    frame: &mut Frame<'_>,
    area: Rect,
    playing: &LocalGame,
    scene: &Scene,
    look: BoardStyle,
    supply: Supply,
) -> [Rect; 2] {
    let info = playing.session().info();
    let is_over = playing.outcome().is_some();
    [Seat::FIRST, Seat::SECOND].map(|seat| {
        let place = Rect { y: area.y + seat.index() as u16, height: 1, ..area };
        let moves = !is_over && scene.to_move == seat;
        let time = playing.time_left(seat).map(|left| format!(" {} ", clock::shown(left)));
        let width = time.as_ref().map_or(0, |time| time.chars().count() as u16);
        let name = playing.name(seat, chosen());
        frame.render_widget(player(info, scene, (seat, &name), moves, look, supply, place.width - width), place);
        if let Some(text) = time {
            let style = if moves { CHOSEN } else { Style::new() };
            let at = Rect { x: place.right().saturating_sub(width), width, ..place };
            frame.render_widget(Span::styled(text, style), at);
        }
        place
    })
}

/// Whether the supply of the player to move may be touched, or is pointed at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Supply {
    /// It may not.
    Dark,
    /// It may.
    Lit,
    /// It is pointed at.
    PointedAt,
}

impl Supply {
    /// What the supply is, if this may be touched and this is pointed at.
    pub fn of(lit: &[Touch], cursor: Option<Touch>) -> Self {
        match cursor == Some(Touch::Supply) {
            true => Supply::PointedAt,
            false if lit.contains(&Touch::Supply) => Supply::Lit,
            false => Supply::Dark,
        }
    }
}

/// The moves of a game in numbered lines, with the one before `at` in view and standing out.
pub fn moves(frame: &mut Frame<'_>, area: Rect, moves: &[String], second_begins: bool, at: usize, look: BoardStyle) {
    let first = usize::from(second_begins);
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut chosen = 0;
    let longest = moves.iter().map(|m| m.chars().count()).max().unwrap_or(0);
    // Two moves in a line where they fit.
    let in_pairs = usize::from(area.width) >= 4 + 2 * (longest + 1);
    for (index, text) in moves.iter().enumerate() {
        let ply = index + first;
        let style = if index + 1 == at { CHOSEN } else { Style::new() };
        let goes_on = in_pairs && !ply.is_multiple_of(2) && !lines.is_empty();
        if !goes_on {
            let number = match ply.is_multiple_of(2) || in_pairs {
                true => format!("{:>3} ", move_number(ply)),
                false => "    ".to_string(),
            };
            lines.push(Line::from(Span::styled(number, faint(look))));
        }
        let line = lines.last_mut().expect("one was begun");
        line.push_span(Span::styled(text.clone(), style));
        line.push_span(Span::raw(" ".repeat(longest + 1 - text.chars().count())));
        if index + 1 == at {
            chosen = lines.len() - 1;
        }
    }
    let room = usize::from(area.height);
    let from = if chosen >= room { chosen + 1 - room } else { 0 };
    frame.render_widget(Paragraph::new(lines.split_off(from.min(lines.len()))), area);
}

/// A bar of which a share is filled.
pub fn bar(share: f64, width: u16, ascii: bool) -> String {
    let filled = (share.clamp(0.0, 1.0) * f64::from(width)).round() as usize;
    let (full, empty) = if ascii { ("#", "-") } else { ("█", "░") };
    full.repeat(filled) + &empty.repeat(usize::from(width) - filled)
}

/// A place of this size in the middle of the screen.
pub fn middle(frame: &Frame<'_>, width: u16, height: u16) -> Rect {
    let whole = frame.area();
    let (width, height) = (width.min(whole.width), height.min(whole.height));
    Rect::new((whole.width - width) / 2, (whole.height - height) / 2, width, height)
}

/// A box; gives its inside.
pub fn boxed(frame: &mut Frame<'_>, area: Rect, title: &str, look: BoardStyle) -> Rect {
    let set = match look.ascii {
        true => border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
        false => border::ROUNDED,
    };
    let block = Block::bordered().border_set(set).title(format!(" {title} ")).title_style(BOLD);
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

/// What is wrong with what was done.
pub fn warning(look: BoardStyle) -> Style {
    match look.colours {
        Colours::None => BOLD,
        _ => BOLD.fg(Color::Red),
    }
}
