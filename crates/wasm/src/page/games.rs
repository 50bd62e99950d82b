//! The games: their names, options, presets, computer players and themes.

use super::view::{MoveMarks, parse_touch};
use super::{open_session, parse_rules, view};
use crate::{game_message, language, to_js, to_js_error};
use sanban_core::player::computer_name;
use sanban_core::svg::{self, SvgOptions, Theme};
use sanban_core::{Preset, Rules, lesson, speech};
use sanban_engine::levels::LEVELS;
use sanban_games::registry;
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// What the page shows about a game.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    id: &'static str,
    name: &'static str,
    summary: String,
    sources: &'static str,
    /// The names of the sides, by seat.
    players: Vec<String>,
    /// Whether a toss may decide which side begins.
    any_side_may_begin: bool,
    /// The names of the sides in records, by seat.
    player_tags: Vec<String>,
    options: Vec<OptionInfo>,
    presets: Vec<PresetInfo>,
    computers: Vec<ComputerPlayer>,
    /// A position that shows what the game looks like.
    example_position: &'static str,
    /// The number of tasks in the lesson.
    task_count: usize,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OptionInfo {
    key: &'static str,
    description: String,
    values: Vec<OptionValue>,
    default_value: &'static str,
}

#[derive(Serialize, Tsify)]
pub struct OptionValue {
    name: String,
    id: String,
}

#[derive(Serialize, Tsify)]
pub struct PresetInfo {
    name: String,
    rules: String,
    description: String,
}

/// A computer player; its id is its spec.
#[derive(Serialize, Tsify)]
pub struct ComputerPlayer {
    id: String,
    name: String,
    description: String,
}

/// Rules as text and as the value of each option.
#[derive(Serialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct RulesView {
    text: String,
    values: BTreeMap<String, String>,
}

impl GameInfo {
    fn new(info: &'static sanban_core::GameInfo) -> Self {
        let message = |key: &str| game_message(info, key);
        let option = |option: &sanban_core::OptionInfo| {
            let name = |id: &str| speech::value(info, language(), option.key, id);
            OptionInfo {
                key: option.key,
                description: message(&format!("option-{}", option.key)),
                values: option.values.all().map(|id| OptionValue { name: name(&id), id }).collect(),
                default_value: option.default,
            }
        };
        let preset = |preset: &'static Preset| PresetInfo {
            name: speech::preset_name(info, language(), preset.name),
            rules: Rules::preset(info, preset).text(),
            description: speech::preset(info, language(), preset),
        };
        let levels = LEVELS.map(|level| (format!("level:{level}"), format!("level-{level}")));
        let classics = info.classics.iter().map(|name| (name.to_string(), format!("classic-{name}")));
        let computer = |(id, key): (String, String)| ComputerPlayer {
            name: computer_name(info, &id, language()),
            description: message(&key),
            id,
        };
        let seats = 0..info.players.len() as u8;
        GameInfo {
            id: info.id,
            name: info.name,
            summary: message("summary"),
            sources: info.sources,
            players: info.players.iter().map(|player| message(player)).collect(),
            any_side_may_begin: info.any_side_may_begin,
            player_tags: seats.map(|number| info.player_tag(view::seat(number))).collect(),
            options: info.options.iter().map(option).collect(),
            presets: info.presets.iter().map(preset).collect(),
            computers: levels.chain(classics).map(computer).collect(),
            example_position: info.example_position,
            task_count: lesson::tasks(info.lesson).len(),
        }
    }
}

/// The games that players can choose from.
#[wasm_bindgen(js_name = games)]
pub fn list_games() -> Vec<Ts<GameInfo>> {
    registry::offered().map(|info| to_js(&GameInfo::new(info))).collect()
}

/// Parses the rules of a game.
#[wasm_bindgen(js_name = parseRules)]
pub fn rules_view(game: &str, text: &str) -> Result<Ts<RulesView>, JsError> {
    let rules = parse_rules(game, text)?;
    let values = rules.values().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    Ok(to_js(&RulesView { text: rules.text(), values }))
}

/// What differs from a game's official rules, in words; empty for the official rules.
#[wasm_bindgen(js_name = rulesInWords)]
pub fn rules_in_words(game: &str, text: &str) -> Result<String, JsError> {
    Ok(speech::rules(&parse_rules(game, text)?, language()))
}

/// The goal of a game under these rules, in one sentence.
#[wasm_bindgen]
pub fn goal(game: &str, rules: &str) -> Result<String, JsError> {
    Ok(speech::goal(&parse_rules(game, rules)?, language()))
}

/// Throws an error if a game cannot start with these rules from this position. An empty position is the usual start.
#[wasm_bindgen(js_name = checkSetup)]
pub fn check_setup(game: &str, rules: &str, position: &str) -> Result<(), JsError> {
    open_session(game, rules, position).map(drop)
}

/// The text of the start position with the player of a seat to move.
#[wasm_bindgen(js_name = startPosition)]
pub fn start_position(game: &str, rules: &str, to_move: u8) -> Result<String, JsError> {
    let rules = parse_rules(game, rules)?;
    registry::start_position(&rules, view::seat(to_move)).map_err(to_js_error(Some(rules.info())))
}

/// The names of the themes.
#[wasm_bindgen]
pub fn themes() -> Vec<String> {
    Theme::ALL.iter().map(|(name, _)| name.to_string()).collect()
}

/// The name of the default theme of a game.
#[wasm_bindgen(js_name = defaultTheme)]
pub fn default_theme(game: &str) -> Result<String, JsError> {
    Ok(Theme::default_name_for(&open_session(game, "", "")?.scene()).to_string())
}

/// The colours of a theme for a game, as CSS declarations of variables.
#[wasm_bindgen(js_name = themeStyle)]
pub fn theme_style(theme: &str, game: &str) -> Result<String, JsError> {
    let info = registry::find(game).map_err(to_js_error(None))?;
    let variables = Theme::named(theme).css_variables(info.players);
    Ok(variables.into_iter().map(|(name, value)| format!("{name}: {value};")).collect())
}

/// What to draw on a board to show the rest of a move after some touches: arrows, and the pieces that appear and disappear.
#[wasm_bindgen(js_name = moveMarks)]
pub fn move_marks(
    game: &str,
    rules: &str,
    position: &str,
    text: &str,
    entered: Vec<String>,
    flipped: bool,
) -> Result<Ts<MoveMarks>, JsError> {
    let session = open_session(game, rules, position)?;
    let info = session.info();
    let board = session.scene().board;
    let entered: Vec<_> = entered.iter().filter_map(|touch| parse_touch(touch, board)).collect();
    let marks = session.move_marks(text, &entered).map_err(to_js_error(Some(info)))?;
    Ok(to_js(&MoveMarks::new(info, board, marks, flipped)))
}

/// A position as an SVG picture, in the colours of a theme.
#[wasm_bindgen(js_name = positionSvg)]
pub fn position_svg(game: &str, rules: &str, position: &str, theme: &str, flipped: bool) -> Result<String, JsError> {
    let session = open_session(game, rules, position)?;
    let options = SvgOptions { flipped, coordinates: true, theme: Theme::named(theme) };
    Ok(svg::svg(session.info(), &session.scene(), &options))
}
