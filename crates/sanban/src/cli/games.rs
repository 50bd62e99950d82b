//! `sanban games`: the games with their options, presets and classic players.

use crate::failure::Result;
use crate::language;
use crate::output::{print, print_json};
use sanban_core::{GameInfo, Rules, Values};
use sanban_engine::evaluation::{self, NETWORK};
use sanban_games::registry;
use serde_json::json;

pub fn run(as_json: bool) -> Result {
    if as_json {
        let option = |info: &'static GameInfo| {
            let option = |o: &sanban_core::OptionInfo| {
                let values = match o.values {
                    Values::Words(words) => json!(words),
                    Values::Numbers { from, to, step } => json!({"from": from, "to": to, "step": step}),
                };
                json!({"key": o.key, "values": values, "default": o.default,
                       "meaning": say(info, &format!("option-{}", o.key))})
            };
            info.options.iter().map(option).collect::<Vec<_>>()
        };
        let preset = |info: &'static GameInfo| {
            let preset = |p: &'static sanban_core::Preset| {
                let rules = Rules::preset(info, p);
                json!({"name": p.name, "rules": rules.values().collect::<std::collections::BTreeMap<_, _>>()})
            };
            info.presets.iter().map(preset).collect::<Vec<_>>()
        };
        let games: Vec<_> = registry::offered()
            .map(|f| {
                json!({"id": f.id, "name": f.name, "summary": say(f, "summary"), "players": f.players,
                       "options": option(f), "presets": preset(f), "classics": f.classics,
                       "sources": f.sources, "rules_version": f.rules_version, "evaluation": evaluation::default_kind(&Rules::official(f)),
                       "evaluations": evaluation::evaluation_names(f)})
            })
            .collect();
        return print_json(&json!({ "games": games }));
    }
    let [players, options, presets, classics, evaluations] =
        ["players", "options", "presets", "classics", "evaluations"]
            .map(|of| language::say_common(&format!("games-{of}"), &[]));
    let width =
        [&players, &options, &presets, &classics, &evaluations].map(|head| head.chars().count()).into_iter().max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for info in registry::offered() {
        text += &format!("{} ({})\n", info.id, info.name);
        text += &format!("  {}\n", say(info, "summary"));
        let names: Vec<String> = info.players.iter().map(|player| say(info, player).to_lowercase()).collect();
        text += &format!("  {players:width$} {}\n", names.join(", "));
        for (at, option) in info.options.iter().enumerate() {
            let head = if at == 0 { &options } else { "" };
            let values = format!("{}={}", option.key, option.values.describe());
            let meaning = say(info, &format!("option-{}", option.key));
            let meaning = language::say_common("games-option", &[("meaning", &meaning), ("default", option.default)]);
            text += &format!("  {head:width$} {values:22} {meaning}\n");
        }
        for (at, preset) in info.presets.iter().enumerate() {
            let head = if at == 0 { &presets } else { "" };
            let changes: Vec<String> = preset.changes.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let changes = if at == 0 { language::say_common("games-default", &[]) } else { changes.join(",") };
            text += &format!("  {head:width$} {:22} {changes}\n", preset.name);
        }
        text += &format!("  {classics:width$} {}\n", info.classics.join(", "));
        for (at, name) in evaluation::evaluation_names(info).into_iter().enumerate() {
            let head = if at == 0 { &evaluations } else { "" };
            let remark = if name == NETWORK { language::say_common("games-network", &[]) } else { String::new() };
            text += format!("  {head:width$} {name:22} {remark}").trim_end();
            text += "\n";
        }
        if let Some(note) = language::phrasing(&Rules::official(info)).evaluation_note() {
            text += &format!("  {note}\n");
        }
        text += "\n";
    }
    print(text.trim_end_matches('\n'))?;
    print("\n")
}

fn say(info: &GameInfo, key: &str) -> String {
    language::say(info, key, &[])
}
