//! The first page as HTML with its boards, so that browsers show it before scripts and WebAssembly have arrived.

use crate::Files;
use sanban_core::messages::{self, Catalogue, LANGUAGES};
use sanban_core::svg::{SvgOptions, Theme, escaped, svg};
use sanban_core::{GameInfo, Rules};
use sanban_games::registry;
use std::error::Error;

/// The template of the first page, which shows what `pages/home.js` shows to a new visitor.
const TEMPLATE: &str = "first-page.html";
/// What `index.html` shows in its place without this program.
const PLACEHOLDER: &str = "<p class=\"splash\">Sanban</p>";
/// The part of the template that is repeated for each game.
const GAMES: [&str; 2] = ["{#games}", "{/games}"];

/// The page's own texts.
static MESSAGES: Catalogue = sanban_core::catalogue!("../../wasm/messages");

/// Puts the first page into `index.html`: in the first language, with the other languages in `template` elements. They have
/// no boards; the page moves the boards over.
pub fn insert(files: &mut Files) -> Result<(), Box<dyn Error>> {
    let template = String::from_utf8(files.remove(TEMPLATE).ok_or("web/ has no first page")?)?;
    let mut pages = render(&template, LANGUAGES[0], true)?;
    for language in &LANGUAGES[1..] {
        let page = render(&template, language, false)?;
        pages += &format!("<template data-language=\"{language}\">{page}</template>");
    }
    crate::replace_once(files, "index.html", PLACEHOLDER, &pages)
}

/// Adds a picture of each game's start, which pages show until the rules have arrived.
pub fn draw_start_boards(files: &mut Files) -> Result<(), Box<dyn Error>> {
    for info in registry::offered() {
        files.insert(format!("boards/{}.svg", info.id), draw(info, None)?.into_bytes());
    }
    Ok(())
}

/// Fills in the template: `{key}` is a message, and the part between `{#games}` and `{/games}` is repeated.
fn render(template: &str, language: &str, has_boards: bool) -> Result<String, Box<dyn Error>> {
    let outside = |key: &str| messages::find(&[MESSAGES], language, key, &[]).map(|text| escaped(&text));
    let (before, rest) = template.split_once(GAMES[0]).ok_or("the first page lists no games")?;
    let (card, after) = rest.split_once(GAMES[1]).ok_or("the first page's list of games has no end")?;
    let mut page = fill(before, outside)?;
    for info in registry::offered() {
        let example = Some(info.example_position).filter(|position| !position.is_empty());
        let board = if has_boards { draw(info, example)? } else { String::new() };
        page += &fill(card, |key| match key {
            "id" => Some(info.id.to_string()),
            "name" => Some(escaped(info.name)),
            "board" => Some(board.clone()),
            key => messages::find(&[info.messages, MESSAGES], language, key, &[]).map(|text| escaped(&text)),
        })?;
    }
    Ok(page + &fill(after, outside)?)
}

/// Replaces each `{key}` in a text with its value.
fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, Box<dyn Error>> {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (key, rest) = part.split_once('}').ok_or_else(|| format!("{{{part} has no end"))?;
        filled += &value(key).ok_or_else(|| format!("{{{key}}} in {TEMPLATE} has no text"))?;
        filled += rest;
    }
    Ok(filled)
}

/// Draws a position by the official rules, or the start, in the game's own theme.
fn draw(info: &'static GameInfo, position: Option<&str>) -> Result<String, Box<dyn Error>> {
    let open = |position| {
        let opened = registry::open(Rules::official(info), position);
        opened.map_err(|rejection| format!("{}: {}", info.id, rejection.sentence(&[info.messages], LANGUAGES[0])))
    };
    let theme = Theme::named(Theme::default_name_for(&open(None)?.scene()));
    let options = SvgOptions { flipped: false, coordinates: true, theme };
    Ok(svg(info, &open(position)?.scene(), &options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_in_messages_and_games() {
        let template =
            "<h1>{welcome}</h1>{#games}<b id=\"{id}\">{name}: {summary} {play}</b>{board}{/games}<i>{learn}</i>";
        let [english, portuguese] = [true, false]
            .map(|is_english| render(template, LANGUAGES[usize::from(!is_english)], is_english).expect("a page"));
        for info in registry::offered() {
            assert!(english.contains(&format!("<b id=\"{}\">{}: ", info.id, info.name)), "{english}");
        }
        assert_eq!(english.matches("<svg").count(), registry::offered().count());
        assert_eq!(portuguese.matches("<svg").count(), 0);
        assert!(english.starts_with("<h1>Small, deep board games</h1>") && english.ends_with("<i>Learn</i>"));
        assert!(!portuguese.contains("Learn") && !portuguese.contains('{'));
    }

    #[test]
    fn names_what_has_no_text() {
        let error = render("{#games}{/games}{no-such-text}", "en", false).expect_err("no text");
        assert!(error.to_string().contains("{no-such-text}"));
    }

    #[test]
    fn draws_the_start_of_every_game() {
        let mut files = Files::new();
        draw_start_boards(&mut files).expect("pictures");
        assert_eq!(files.len(), registry::offered().count());
        assert!(files.values().all(|svg| svg.starts_with(b"<svg")));
    }
}
