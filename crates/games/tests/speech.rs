//! Squares, option values and presets in words, in every language.

use sanban_core::messages::LANGUAGES;
use sanban_core::{Rules, speech};
use sanban_games::registry;

#[test]
fn describes_squares() {
    let stacks = "x3,b,bB/x4,bB/x2,wbbbB,wwb,x/wW,x4/wW,wW,x3 b 2 1 9";
    let stones = "r5r/7/7/3o3/7/7/y5y y 9 10 0 0 2";
    for (game, rules, position, square, english, portuguese) in [
        (
            "mitsudomoe",
            "",
            "start",
            "a1",
            "a1, White's home, White ring, White ball",
            "a1, base das Brancas, anel das Brancas, bola das Brancas",
        ),
        ("mitsudomoe", "", "start", "c3", "c3, empty", "c3, vazia"),
        (
            "mitsudomoe",
            "open",
            stacks,
            "c3",
            "c3, White ring, 3 Black rings, Black ball",
            "c3, anel das Brancas, 3 anéis das Pretas, bola das Pretas",
        ),
        (
            "mitsudomoe",
            "open",
            stacks,
            "d3",
            "d3, 2 White rings, Black ring",
            "d3, 2 anéis das Brancas, anel das Pretas",
        ),
        ("jesonmor", "", "start", "e5", "e5, centre, empty", "e5, centro, vazia"),
        ("jesonmor", "", "start", "c9", "c9, Black knight", "c9, cavalo das Pretas"),
        ("jinli", "", stones, "a1", "a1, Yellow koi", "a1, carpa das Amarelas"),
        ("jinli", "", stones, "d4", "d4, stone", "d4, pedra"),
        ("hexapawn", "", "start", "b3", "b3, Black pawn", "b3, peão das Pretas"),
    ] {
        let info = registry::find(game).unwrap();
        let position = Some(position).filter(|p| *p != "start");
        let scene = registry::open(Rules::parse(info, rules).unwrap(), position).unwrap().scene();
        let square = scene.board.squares().find(|s| s.to_string() == square).unwrap();
        assert_eq!(speech::square(info, "en", &scene, square), english);
        assert_eq!(speech::square(info, "pt", &scene, square), portuguese);
    }
}

#[test]
fn option_values_and_presets_have_names_in_every_language() {
    for info in registry::offered() {
        for language in LANGUAGES {
            for option in info.options {
                for value in option.values.all().filter(|value| value.parse::<u16>().is_err()) {
                    let name = speech::value(info, language, option.key, &value);
                    assert_ne!(name, value, "{} of {} in {language}", option.key, info.id);
                }
            }
            for preset in info.presets {
                assert!(!speech::preset(info, language, preset).contains('='), "{} in {language}", preset.name);
            }
        }
    }
}
