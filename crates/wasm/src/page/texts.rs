//! The games and what they tell about themselves.

use crate::{catalogues, language, refused, value};
use sanban_core::messages;
use sanban_core::player::computer_name;
use sanban_core::svg::{self, SvgOptions, Theme};
use sanban_core::{GameInfo, Rules, speech};
use sanban_engine::levels::LEVELS;
use sanban_games::registry;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a game tells about itself. */
export interface GameFacts {
  id: string;
  name: string;
  summary: string;
  sources: string;
  /** What the players are called, in the order of their seats. */
  players: string[];
  /** The same as records write them. */
  tags: string[];
  options: OptionFacts[];
  presets: PresetFacts[];
  /** The computer's players. */
  computers: Named[];
  /** The theme that suits it. */
  theme: string;
  /** A position that shows what the game is. */
  shown: string;
  tasks: number;
}
export interface OptionFacts { key: string; meaning: string; values: { id: string; name: string }[]; official: string; }
export interface PresetFacts { name: string; rules: string; meaning: string; }
export interface Named { id: string; name: string; meaning: string; }
/** Rules, each option with its value. */
export interface RulesView { text: string; values: Record<string, string>; }
"#;

#[derive(Serialize)]
struct GameFacts {
    id: &'static str,
    name: &'static str,
    summary: String,
    sources: &'static str,
    players: Vec<String>,
    tags: Vec<String>,
    options: Vec<OptionInfo>,
    presets: Vec<PresetFacts>,
    computers: Vec<Named>,
    theme: &'static str,
    shown: &'static str,
    tasks: usize,
}

#[derive(Serialize)]
struct OptionInfo {
    key: &'static str,
    meaning: String,
    values: Vec<OptionValue>,
    official: &'static str,
}

#[derive(Serialize)]
struct OptionValue {
    name: String,
    id: String,
}

#[derive(Serialize)]
struct PresetFacts {
    name: &'static str,
    rules: String,
    meaning: String,
}

#[derive(Serialize)]
struct Named {
    id: String,
    name: String,
    meaning: String,
}

impl GameFacts {
    fn new(info: &'static GameInfo) -> Self {
        let say = |key: &str| messages::say(&catalogues(info.messages), language(), key, &[]);
        let option = |option: &'static sanban_core::OptionInfo| OptionInfo {
            key: option.key,
            meaning: say(&format!("option-{}", option.key)),
            values: option
                .values
                .all()
                .map(|id| OptionValue { name: speech::value(info, language(), option.key, &id), id })
                .collect(),
            official: option.default,
        };
        let preset = |preset: &'static sanban_core::Preset| PresetFacts {
            name: preset.name,
            rules: Rules::preset(info, preset).text(),
            meaning: speech::preset(info, language(), preset),
        };
        let levels = LEVELS.map(|level| (format!("level:{level}"), format!("level-{level}")));
        let classics = info.classics.iter().map(|name| (name.to_string(), format!("classic-{name}")));
        let computer = |(id, meaning): (String, String)| Named {
            name: computer_name(&id, language()),
            meaning: say(&meaning),
            id,
        };
        let scene = registry::open(Rules::official(info), None).expect("the start").scene();
        GameFacts {
            id: info.id,
            name: info.name,
            summary: say("summary"),
            sources: info.sources,
            players: info.players.iter().map(|player| say(player)).collect(),
            tags: info.players.iter().enumerate().map(|(at, _)| info.player_tag(super::view::seat(at as u8))).collect(),
            options: info.options.iter().map(option).collect(),
            presets: info.presets.iter().map(preset).collect(),
            computers: levels.chain(classics).map(computer).collect(),
            theme: Theme::suited(&scene),
            shown: info.shown,
            tasks: sanban_core::lesson::tasks(info.lesson).len(),
        }
    }
}

/// The games that players are shown.
#[wasm_bindgen(unchecked_return_type = "GameFacts[]")]
pub fn games() -> JsValue {
    value(&registry::offered().map(GameFacts::new).collect::<Vec<_>>())
}

/// Rules as a person chose them.
#[wasm_bindgen(js_name = readRules, unchecked_return_type = "RulesView")]
pub fn read_rules(game: &str, text: &str) -> Result<JsValue, JsError> {
    #[derive(Serialize)]
    struct Values<'a> {
        text: String,
        values: std::collections::BTreeMap<&'a str, &'a str>,
    }
    let rules = rules(game, text)?;
    Ok(value(&Values { text: rules.text(), values: rules.values().collect() }))
}

/// The rules of a game by their text.
pub fn rules(game: &str, text: &str) -> Result<Rules, JsError> {
    let info = registry::find(game).map_err(refused(None))?;
    Rules::parse(info, text).map_err(refused(Some(info)))
}

/// The themes by name.
#[wasm_bindgen]
pub fn themes() -> Vec<String> {
    Theme::ALL.iter().map(|(name, _)| name.to_string()).collect()
}

/// The colours of a theme for a game, as names of variables and values in turn.
#[wasm_bindgen]
pub fn colours(theme: &str, game: &str) -> Result<Vec<String>, JsError> {
    let info = registry::find(game).map_err(refused(None))?;
    let variables = Theme::named(theme).variables(info.players);
    Ok(variables.into_iter().flat_map(|(name, value)| [name, value.to_string()]).collect())
}

/// A position as a picture in SVG, in the colours of a theme.
#[wasm_bindgen]
pub fn picture(game: &str, rules: &str, position: &str, theme: &str, flipped: bool) -> Result<String, JsError> {
    let rules = self::rules(game, rules)?;
    let info = rules.info();
    let position = Some(position).filter(|text| !text.is_empty());
    let session = registry::open(rules, position).map_err(refused(Some(info)))?;
    let look = SvgOptions { flipped, coordinates: true, theme: Theme::named(theme) };
    Ok(svg::svg(info, &session.scene(), &look))
}
