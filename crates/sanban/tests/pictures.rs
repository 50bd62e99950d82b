//! `show --svg` and `show --png`.

use quick_xml::events::Event;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use resvg::tiny_skia::Pixmap;
use sanban_core::svg::{SvgOptions, Theme, svg};
use sanban_core::{Rules, Session, Values};
use sanban_games::registry;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn show(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sanban")).arg("show").args(args).output().expect("it runs")
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn assert_well_formed(svg: &str) {
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut depth = 0;
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(element) => {
                depth += 1;
                element.attributes().for_each(|attribute| drop(attribute.expect("an attribute")));
            }
            Event::Empty(element) => {
                element.attributes().for_each(|attribute| drop(attribute.expect("an attribute")));
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
}

fn assert_drawn(session: &dyn Session) {
    let scene = session.scene();
    for (flipped, coordinates) in [(false, true), (true, false)] {
        let look = SvgOptions { flipped, coordinates, theme: Theme::named(Theme::default_name_for(&scene)) };
        let drawn = svg(session.info(), &scene, &look);
        assert_well_formed(&drawn);
        assert_eq!(drawn, svg(session.info(), &scene, &look));
        assert!(drawn.contains("role=\"img\"") && drawn.contains(session.info().name));
    }
}

#[test]
fn pictures_are_well_formed_for_all_presets_and_sizes() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for info in registry::GAMES {
        let mut rules: Vec<Rules> = info.presets.iter().map(|preset| Rules::preset(info, preset)).collect();
        for option in info.options.iter().filter(|option| option.key == "size") {
            if let Values::Numbers { from, to, step } = option.values {
                let sizes = (from..=to).step_by(step.into());
                rules.extend(sizes.map(|size| Rules::parse(info, &format!("size={size}")).expect("a size")));
            }
        }
        for rules in rules {
            let mut session = registry::open(rules, None).expect("the start");
            assert_drawn(&*session);
            for _ in 0..20 {
                let moves = session.moves();
                if session.outcome().is_some() || moves.is_empty() {
                    break;
                }
                session.play(&moves[rng.random_range(0..moves.len())]).expect("a legal move");
            }
            assert_drawn(&*session);
        }
    }
}

#[test]
fn writes_both_pictures_besides_the_usual_output() {
    for (game, args) in [
        ("mitsudomoe", &["--moves", "@c2/b1c2"][..]),
        ("jesonmor", &["--rules", "size=25", "--json"]),
        ("jinli", &["--ascii"]),
        ("hexapawn", &[]),
    ] {
        let (svg, png) = (file(&format!("{game}.svg")), file(&format!("{game}.png")));
        let args = [&[game], args].concat();
        let files = ["--svg", svg.to_str().unwrap(), "--png", png.to_str().unwrap()];
        let output = show(&[&args[..], &files].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert_eq!(output.stdout, show(&args).stdout);

        assert_well_formed(&std::fs::read_to_string(&svg).expect("a picture"));
        let bytes = std::fs::read(&png).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        let map = Pixmap::decode_png(&bytes).expect("a PNG");
        // The players' counters are below the board.
        let has_counters = game != "hexapawn";
        assert_eq!((map.width() < map.height(), map.width().max(map.height())), (has_counters, 960));
        let mut colours: Vec<_> = map.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() > 20, "{game}: {}", colours.len());

        let flipped = show(&[&args[..], &files, &["--flip"]].concat());
        assert!(flipped.status.success());
        assert_ne!(std::fs::read(&png).expect("a picture"), bytes);
    }
}

/// The picture after a move marks the squares of the move.
#[test]
fn pictures_mark_the_last_move() {
    let svg = file("last-move.svg");
    let files = ["--svg", svg.to_str().unwrap()];
    let marks = |args: &[&str]| {
        assert!(show(&[args, &files].concat()).status.success());
        std::fs::read_to_string(&svg).expect("a picture").matches("#ffd54a").count()
    };
    assert_eq!(marks(&["jesonmor"]), 0);
    assert_eq!(marks(&["jesonmor", "--moves", "e1d3"]), 2);
    assert_eq!(marks(&["jinli", "--moves", "a1b2/d4"]), 3);
}

#[test]
fn reports_unwritable_files_in_one_sentence() {
    let nowhere = file("no/such/folder/board");
    for flag in ["--svg", "--png"] {
        let output = show(&["jinli", flag, nowhere.to_str().unwrap()]);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(output.stdout.is_empty());
        assert!(error.starts_with("sanban: ") && error.ends_with(".\n") && error.lines().count() == 1, "{error}");
    }
    // `--flip` needs a file.
    assert_eq!(show(&["jinli", "--flip"]).status.code(), Some(2));
}
