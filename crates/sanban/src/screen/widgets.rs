//! Widgets that views share: wrapped text, move lists, bars, key hints and boxes.

use crate::board_text::{BoardStyle, Colours, background_style, player_style};
use crate::language::{current, say};
use crate::wrap;
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
use sanban_core::{Counter, GameInfo, Scene, Seat, Touch, TurnInput};

pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// A selected item. Reverse video works without colours.
pub const SELECTED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Less important text.
pub fn faint(style: BoardStyle) -> Style {
    match style.colours {
        Colours::None => Style::new(),
        _ => Style::new().add_modifier(Modifier::DIM),
    }
}

/// Wraps a text into lines.
pub fn wrap_lines(text: &str, width: u16) -> Vec<String> {
    let paragraph = |text| wrap::wrap(text, "", width.into()).lines().map(String::from).collect::<Vec<_>>();
    text.lines().flat_map(paragraph).collect()
}

/// Writes a wrapped text at the top of an area. Returns its number of lines.
pub fn write(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) -> u16 {
    let lines = wrap_lines(text, area.width);
    let count = (lines.len() as u16).min(area.height);
    let lines: Vec<Line<'_>> = lines.into_iter().take(count.into()).map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(style), Rect { height: count, ..area });
    count
}

/// Writes a wrapped text into an area at the bottom of the screen. A longer text gets a box that grows upwards.
pub fn write_above(frame: &mut Frame<'_>, area: Rect, text: &str, text_style: Style, style: BoardStyle) {
    if wrap_lines(text, area.width).len() <= area.height.into() {
        write(frame, area, text, text_style);
        return;
    }
    let height = (wrap_lines(text, area.width - 4).len() as u16 + 2).min(area.bottom());
    let inside = draw_box(frame, Rect { y: area.bottom() - height, height, ..area }, "", style);
    write(frame, inside, text, text_style);
}

/// A key hint, which can also be clicked.
pub struct KeyHint<'a> {
    pub code: KeyCode,
    /// The key's label.
    pub name: &'a str,
    /// What the key does.
    pub action: String,
}

/// The areas of key hints, for clicks.
pub type Buttons = Vec<(Rect, KeyCode)>;

/// Writes as many key hints on a line as fit.
pub fn draw_keys(frame: &mut Frame<'_>, area: Rect, keys: &[KeyHint<'_>], style: BoardStyle) -> Buttons {
    let mut buttons = Vec::new();
    let mut x = area.x;
    for key in keys {
        let text = format!("{} {}", key.name, key.action);
        let width = text.chars().count() as u16;
        if x + width > area.right() || area.height == 0 {
            break;
        }
        let line = Line::from(vec![
            Span::styled(key.name.to_string(), BOLD),
            Span::styled(format!(" {}", key.action), faint(style)),
        ]);
        let button = Rect::new(x, area.y, width, 1);
        frame.render_widget(line, button);
        buttons.push((button, key.code));
        x += width + 2;
    }
    buttons
}

/// A line about a player: name, colour and counters. `is_to_move` adds an arrow.
pub fn player_line<'a>(
    info: &GameInfo,
    scene: &Scene,
    (seat, name): (Seat, &str),
    is_to_move: bool,
    style: BoardStyle,
    supply: Supply,
    width: u16,
) -> Line<'a> {
    let arrow = match (is_to_move, style.ascii) {
        (true, true) => "> ",
        (true, false) => "▶ ",
        (false, _) => "  ",
    };
    let counter_text = |(index, counter): (usize, &Counter), max_words: usize| {
        let name = say(info, counter.name, &[]);
        let name: Vec<&str> = name.split(' ').take(max_words).collect();
        let text = format!("{}: {}", name.join(" "), counter.count);
        // The first counter is the supply.
        let is_supply = is_to_move && index == 0;
        match supply {
            Supply::Selected if is_supply => (format!(" [@ {text}]"), SELECTED),
            Supply::Available if is_supply && style.ascii => (format!(" {{@ {text}}}"), BOLD),
            Supply::Available if is_supply => (format!(" ‹@ {text}›"), BOLD),
            _ => (format!("  {text}"), Style::new()),
        }
    };
    let side = say(info, info.players[seat.index()], &[]);
    let colour = if name == side { String::new() } else { format!(" ({side})") };
    // If the line is too long, shorten the counters to one word each, then the name.
    let counters = |max_words: usize| -> Vec<(String, Style)> {
        scene.counters[seat.index()].iter().enumerate().map(|counter| counter_text(counter, max_words)).collect()
    };
    let room = |counters: &[(String, Style)]| {
        let used: usize = counters.iter().map(|(text, _)| text.chars().count()).sum();
        usize::from(width).saturating_sub(used + colour.chars().count() + 4)
    };
    let all = counters(usize::MAX);
    let counters = if room(&all) < name.chars().count() { counters(1) } else { all };
    let name = truncate(name, room(&counters).max(8), style.ascii);
    let chip = background_style(info, style).patch(player_style(info, Some(seat), style));
    let mut spans = vec![Span::raw(arrow), Span::styled(format!(" {name}{colour} "), chip)];
    spans.extend(counters.into_iter().map(|(text, style)| Span::styled(text, style)));
    Line::from(spans)
}

/// Truncates a text to a width.
pub fn truncate(text: &str, width: usize, ascii: bool) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let dots = if ascii { "..." } else { "…" };
    text.chars().take(width - dots.chars().count()).collect::<String>() + dots
}

/// Draws a line for each player, with the clocks. Returns the areas of the lines.
pub fn draw_players(
    frame: &mut Frame<'_>,
    area: Rect,
    game: &LocalGame,
    scene: &Scene,
    style: BoardStyle,
    supply: Supply,
) -> [Rect; 2] {
    let info = game.session().info();
    let is_over = game.outcome().is_some();
    [Seat::FIRST, Seat::SECOND].map(|seat| {
        let line = Rect { y: area.y + seat.index() as u16, height: 1, ..area };
        let is_to_move = !is_over && scene.to_move == seat;
        let time = game.time_left(seat).map(|left| format!(" {} ", clock::format_time(left)));
        let width = time.as_ref().map_or(0, |time| time.chars().count() as u16);
        let name = game.name(seat, current());
        let text = player_line(info, scene, (seat, &name), is_to_move, style, supply, line.width - width);
        frame.render_widget(text, line);
        if let Some(text) = time {
            let style = if is_to_move { SELECTED } else { Style::new() };
            let clock = Rect { x: line.right().saturating_sub(width), width, ..line };
            frame.render_widget(Span::styled(text, style), clock);
        }
        line
    })
}

/// The state of the mover's supply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Supply {
    Unavailable,
    /// The player may touch it.
    Available,
    /// The cursor is on it.
    Selected,
}

impl Supply {
    /// The state for these targets and this cursor.
    pub fn new(targets: &[Touch], cursor: Option<Touch>) -> Self {
        match cursor == Some(Touch::Supply) {
            true => Supply::Selected,
            false if targets.contains(&Touch::Supply) => Supply::Available,
            false => Supply::Unavailable,
        }
    }
}

/// Draws the numbered moves of a game. Selects the last of the first `count` moves and scrolls to it.
pub fn draw_moves(
    frame: &mut Frame<'_>,
    area: Rect,
    moves: &[String],
    second_begins: bool,
    count: usize,
    style: BoardStyle,
) {
    let first = usize::from(second_begins);
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut selected_line = 0;
    let longest = moves.iter().map(|m| m.chars().count()).max().unwrap_or(0);
    // Two moves on a line if they fit.
    let in_pairs = usize::from(area.width) >= 4 + 2 * (longest + 1);
    for (index, text) in moves.iter().enumerate() {
        let ply = index + first;
        let move_style = if index + 1 == count { SELECTED } else { Style::new() };
        let continues_line = in_pairs && !ply.is_multiple_of(2) && !lines.is_empty();
        if !continues_line {
            let number = match ply.is_multiple_of(2) || in_pairs {
                true => format!("{:>3} ", move_number(ply)),
                false => "    ".to_string(),
            };
            lines.push(Line::from(Span::styled(number, faint(style))));
        }
        let line = lines.last_mut().expect("a line was started");
        line.push_span(Span::styled(text.clone(), move_style));
        line.push_span(Span::raw(" ".repeat(longest + 1 - text.chars().count())));
        if index + 1 == count {
            selected_line = lines.len() - 1;
        }
    }
    let room = usize::from(area.height);
    let from = if selected_line >= room { selected_line + 1 - room } else { 0 };
    frame.render_widget(Paragraph::new(lines.split_off(from.min(lines.len()))), area);
}

/// A bar with a filled share.
pub fn bar(share: f64, width: u16, ascii: bool) -> String {
    let filled = (share.clamp(0.0, 1.0) * f64::from(width)).round() as usize;
    let (full, empty) = if ascii { ("#", "-") } else { ("█", "░") };
    full.repeat(filled) + &empty.repeat(usize::from(width) - filled)
}

/// A centred area of this size.
pub fn centred(frame: &Frame<'_>, width: u16, height: u16) -> Rect {
    let whole = frame.area();
    let (width, height) = (width.min(whole.width), height.min(whole.height));
    Rect::new((whole.width - width) / 2, (whole.height - height) / 2, width, height)
}

/// Draws a box. Returns its inner area.
pub fn draw_box(frame: &mut Frame<'_>, area: Rect, title: &str, style: BoardStyle) -> Rect {
    let set = match style.ascii {
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

/// The style of warnings.
pub fn warning(style: BoardStyle) -> Style {
    match style.colours {
        Colours::None => BOLD,
        _ => BOLD.fg(Color::Red),
    }
}
