//! Analysis of positions and recorded games. The tests use proven scores, so that they don't depend on the search.

use quick_xml::events::Event;
use sanban_core::record::Eval;
use sanban_games::registry;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Records in which a move misses an immediate win and lets the opponent win, with the move's number and text.
const MISSED_WINS: [(&str, &str, &str); 3] = [
    (
        "[Game \"mitsudomoe\"]\n[Position \"wwb,x2,bwW,x/x2,b,wW,wW/x,bB,wbB,bw,b/wbB,x4/x5 b 0 0 40\"]\n[White \"Ana\"]\n\
         [Black \"B & <b>\"]\n\n1... a5b2/c3b2 2. d3e5/d4e5 *\n",
        "1...",
        "a5b2/c3b2",
    ),
    (
        "[Game \"jesonmor\"]\n[Position \"n8/9/3n5/9/4N4/9/9/9/N8 w - - 0 1\"]\n\n\
         {Begun in the middle.} 1. a1b3 {Why? [%eval 1.5,20]} (1. a1c2 {no} d7e5) d7e5 2. b3d4 e5f3 *\n",
        "1.",
        "a1b3",
    ),
    (
        "[Game \"jinli\"]\n[Position \"1r1r1o1/o2oyo1/3oy2/3ooo1/3oooo/7/2o2o1 y 4 2 9 9 19\"]\n\n1. e5c3 b7c6/b2 0-1\n",
        "1.",
        "e5c3",
    ),
];

fn sanban(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sanban")).args(args).output().expect("it runs")
}

/// The output of a successful command.
fn printed(args: &[&str]) -> String {
    let output = sanban(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Writes a temporary file.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyse");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("written");
    path
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).expect("JSON")
}

#[test]
fn names_a_missed_win_and_the_winning_move() {
    for (at, (text, number, played)) in MISSED_WINS.into_iter().enumerate() {
        let path = file(&format!("missed-{at}.txt"), text);
        let path = path.to_str().unwrap();
        let games = json(&["analyse", path, "--nodes", "5000"]);
        let game = &games["games"][0];
        assert_eq!(game["complete"], true);
        let turning = &game["turning_points"][0];
        assert_eq!((&turning["number"], &turning["move"]), (&number.into(), &played.into()), "{turning}");
        assert_eq!((&turning["kind"], &game["moves"][0]["rating"]), (&"win-to-loss".into(), &"blunder".into()));
        assert_eq!(turning["better"]["eval"]["mate"].as_i64().map(i64::abs), Some(1), "{turning}");

        // The better move wins.
        let (_, end) = registry::read_record(text).unwrap();
        let mut session = registry::open(end.rules().clone(), Some(end.start_text())).unwrap();
        let me = session.to_move();
        let better = turning["better"]["move"].as_str().unwrap();
        session.play(better).expect("a legal move");
        assert_eq!(session.outcome().and_then(|outcome| outcome.winner), Some(me), "{better}");
        assert_eq!(turning["better"]["line"], serde_json::json!([better]));

        let text = printed(&["analyse", path, "--nodes", "5000"]);
        let sentence = turning["sentence"].as_str().unwrap();
        let begins = format!("{number} {played} turned a win into a loss: {better} wins in 1, and now ");
        assert!(sentence.starts_with(&begins), "{sentence}");
        assert!(text.contains(&format!("turning points:\n  {sentence}\n")), "{text}");
    }
}

/// Records name computers by their specs, and unknown people by a question mark.
#[test]
fn title_names_players_in_words() {
    let record = "[Game \"jesonmor\"]\n[White \"?\"]\n[Black \"level:1\"]\n\n1. e1d3 a9b7 *\n";
    let title = printed(&["analyse", file("names.txt", record).to_str().expect("a path"), "--nodes", "100"]);
    let title = title.lines().next().expect("a title");
    assert!(title.starts_with("Jeson Mor: White against Level 1 (Black)"), "{title}");
}

#[test]
fn slower_win_is_no_turning_point() {
    let text = "[Game \"jesonmor\"]\n[Position \"nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9\"]\n\n1. a1b3 a9b7 2. e5f3 *\n";
    let path = file("slower.txt", text);
    let path = path.to_str().unwrap();
    let games = json(&["analyse", path, "--depth", "4"]);
    let game = &games["games"][0];
    let ratings: Vec<&str> = game["moves"].as_array().unwrap().iter().map(|m| m["rating"].as_str().unwrap()).collect();
    assert_eq!(ratings, ["good", "best", "best"]);
    assert_eq!(game["turning_points"], Value::Array(Vec::new()));
    assert_eq!((&game["accuracy"]["white"], &game["accuracy"]["black"]), (&100.0.into(), &100.0.into()));
    assert_eq!(game["moves"][0]["eval"]["mate"], 1);
    // A finished game has a result instead of an evaluation.
    assert_eq!((&game["moves"][2]["eval"], &game["moves"][2]["expected"]), (&Value::Null, &1.0.into()));
    assert_eq!(game["result"], "1-0");

    let text = printed(&["analyse", path, "--depth", "4"]);
    assert!(text.contains("\n1.      White   a1b3  White wins in 1  good\n"), "{text}");
    assert!(text.contains("\n2.      White   e5f3  1-0              best\n"), "{text}");
    assert!(text.contains("turning points: none\naccuracy: White 100.0 %, Black 100.0 %\n"), "{text}");
    assert!(text.ends_with("  1.    ███\n"), "{text}");
    let text = printed(&["analyse", path, "--depth", "4", "--ascii"]);
    assert!(text.is_ascii() && text.ends_with("  1.    999\n"), "{text}");
}

#[test]
fn saved_record_contains_evaluations() {
    for (at, (text, ..)) in MISSED_WINS.into_iter().enumerate() {
        let path = file(&format!("saved-{at}.txt"), text);
        let path = path.to_str().unwrap();
        let args = ["analyse", path, "--nodes", "5000", "--save", path];
        printed(&args);
        let saved = std::fs::read_to_string(path).unwrap();
        let (record, session) = registry::read_record(&saved).expect("a record");
        assert_eq!(record.text(), saved, "it is canonical");
        let over = usize::from(session.outcome().is_some());
        let (last, others) = record.line.moves.split_last().unwrap();
        assert!(others.iter().all(|m| m.eval().is_some()), "{saved}");
        assert_eq!(last.eval().is_none(), over == 1, "{saved}");
        assert!(!others[0].variations.is_empty(), "{saved}");
        // A second analysis changes nothing.
        printed(&args);
        assert_eq!(std::fs::read_to_string(path).unwrap(), saved);
    }
    let path = file("saved-1.txt", MISSED_WINS[1].0);
    let path = path.to_str().unwrap();
    printed(&["analyse", path, "--nodes", "5000", "--save", path]);
    let saved = std::fs::read_to_string(path).unwrap();
    assert!(saved.contains("{Begun in the middle.} 1. a1b3 {[%eval #-2] Why?} (1. a1c2 {no} d7e5) (1. e5"), "{saved}");
    let (record, _) = registry::read_record(&saved).unwrap();
    assert_eq!(record.line.moves[1].eval(), Some(Eval::Mate(-1)));
    assert_eq!(record.tag("Termination"), Some("left the centre"));
}

#[test]
fn analyses_one_game_and_keeps_the_others() {
    let other = "[Game \"jesonmor\"]\n\n1. c1d3 {as it was}\n  c9d7 *\n";
    let several = file("several.txt", format!("{other}\n{}\n{other}", MISSED_WINS[1].0));
    let path = several.to_str().unwrap();
    let saved = file("several-saved.txt", "");
    let args = ["analyse", path, "--game", "2", "--nodes", "2000", "--save", saved.to_str().unwrap()];
    let games = json(&args);
    assert_eq!((&games["games"][0]["number"], games["games"].as_array().unwrap().len()), (&2.into(), 1));
    let text = std::fs::read_to_string(saved).unwrap();
    assert!(text.starts_with(&format!("{other}\n[Game")) && text.ends_with(&format!("\n\n{other}")), "{text}");
    assert_eq!(text.matches("%eval").count(), 3, "{text}");

    let picture = several.with_file_name("several.svg");
    let text = printed(&["analyse", path, "--nodes", "2000", "--svg", picture.to_str().unwrap()]);
    for number in 1..=3 {
        assert!(text.contains(&format!("game {number} of 3\n")), "{text}");
        assert!(several.with_file_name(format!("several-{number}.svg")).exists());
    }
}

#[test]
fn curve_is_well_formed_and_marks_turning_points() {
    for (at, (text, number, played)) in MISSED_WINS.into_iter().enumerate() {
        let path = file(&format!("picture-{at}.txt"), text);
        let picture = path.with_extension("svg");
        let args = ["analyse", path.to_str().unwrap(), "--nodes", "5000", "--svg", picture.to_str().unwrap()];
        printed(&args);
        let svg = std::fs::read_to_string(&picture).expect("a picture");
        let mut reader = quick_xml::Reader::from_str(&svg);
        let (mut depth, mut marks, mut texts) = (0, 0, String::new());
        loop {
            match reader.read_event().expect("well-formed") {
                Event::Start(element) => {
                    depth += 1;
                    element.attributes().for_each(|attribute| drop(attribute.expect("an attribute")));
                }
                Event::End(_) => depth -= 1,
                Event::Empty(element) => {
                    let attributes: Vec<_> = element.attributes().map(|a| a.expect("an attribute")).collect();
                    marks += usize::from(attributes.iter().any(|a| &*a.value == b"mark"));
                }
                Event::Text(text) => texts += &text.decode().expect("text"),
                Event::GeneralRef(reference) => texts += &format!("&{};", reference.decode().expect("text")),
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(depth, 0);
        // At least one on the curve, and one in the legend.
        assert!(marks >= 2, "{svg}");
        assert!(texts.contains(&format!("{number} {played} ")), "{texts}");
        assert!(!svg.contains("href") && !svg.contains("url("), "nothing is loaded from elsewhere");
        if at == 0 {
            assert!(texts.contains("Ana (White) against B &amp; &lt;b&gt; (Black)"), "{texts}");
        }
    }
}

#[test]
fn analyses_a_position_for_the_player_to_move() {
    let centre = ["analyse", "jesonmor", "--position", "n8/9/3n5/9/4N4/9/9/9/N8 w - - 0 1"];
    let text = printed(&[&centre[..], &["--depth", "4", "--lines", "2"]].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert_eq!(lines[0], "Jeson Mor: White to move");
    assert!(lines[1].starts_with("  wins in 1  depth ") && lines[1].contains("  1. e5"), "{text}");
    assert!(lines[2].starts_with("  wins in 1  depth ") && lines[1] != lines[2], "{text}");
    assert_eq!(lines[3], "proven: White wins in 1");
    assert!(lines[4].contains(" nodes in ") && lines[4].ends_with(" nodes/s"), "{text}");

    // The loser's view, with move numbers that continue those of the given moves.
    let text = printed(&[&centre[..], &["--depth", "4", "--lines", "1", "--moves", "a1b3 d7e5"]].concat());
    assert!(text.contains("\n  loses in 1  depth ") && text.contains("  2. ") && text.contains("e5"), "{text}");
    assert!(text.contains("\nproven: Black wins in 1\n"), "{text}");
    let text = printed(&[&centre[..], &["--depth", "2", "--lines", "1", "--moves", "a1b3"]].concat());
    assert!(text.contains("  1... d7e5 2. ") && text.starts_with("Jeson Mor: Black to move\n"), "{text}");

    let object = json(&[&centre[..], &["--depth", "4", "--moves", "a1b3 d7e5"]].concat());
    assert_eq!((&object["proven"]["winner"], &object["proven"]["turns"]), (&"black".into(), &1.into()));
    assert_eq!((&object["lines"][0]["score"]["mate"], object["lines"].as_array().unwrap().len()), (&(-1).into(), 3));
}

#[test]
fn reports_a_forced_move() {
    let blocked = ["--rules", "size=5", "--position", "yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40"];
    let text = printed(&[&["analyse", "jinli", "--depth", "3"], &blocked[..]].concat());
    assert!(text.starts_with("Jin Li (5×5 board): Yellow to move\n"), "{text}");
    assert!(text.contains("  1. -- ") && text.contains("\nforced: the only legal move\n"), "{text}");
    let object = json(&[&["analyse", "jinli", "--depth", "3"], &blocked[..]].concat());
    assert_eq!((&object["depth"], &object["lines"][0]["moves"][0]), (&3.into(), &"--".into()));
}

#[test]
fn rejects_bad_arguments_with_a_sentence() {
    let bare = |text: &str| format!("[Game \"jesonmor\"]\n\n{text}\n");
    let folder = env!("CARGO_TARGET_TMPDIR").to_string();
    let good = file("good.txt", bare("1. c1d3 *"));
    let good = good.to_str().unwrap();
    let several = file("two.txt", bare("1. c1d3 *\n") + &bare("1. c1c3 *"));
    let unwritable = format!("{folder}/no/such/folder.txt");
    let bad_file = |name: &str, content: &[u8]| vec![file(name, content).to_str().unwrap().to_string()];
    let with = |args: &[&str]| args.iter().map(|arg| arg.to_string()).collect::<Vec<_>>();
    for (args, status, sentence) in [
        (with(&["no-such-file.txt"]), 2, "\"no-such-file.txt\" isn't a game or a file"),
        (with(&[&folder]), 1, "Can't read "),
        (bad_file("binary.txt", b"[Game \"\xff\"]"), 2, "isn't a text file"),
        (bad_file("empty.txt", b""), 2, "doesn't name its game"),
        (bad_file("unfinished.txt", bare("1. c1d3 {never").as_bytes()), 2, "ends inside a comment"),
        (bad_file("chess.txt", b"[Game \"chess\"]\n\n1. e4 *"), 2, "\"chess\" isn't a game"),
        (bad_file("unreadable-move.txt", bare("1. xyz *").as_bytes()), 2, "Move 1. \"xyz\" isn't possible"),
        (bad_file("illegal-move.txt", bare("1. c1d3 c9c7 *").as_bytes()), 1, "A knight can't move from c9 to c7."),
        (with(&[several.to_str().unwrap()]), 1, "Game 2 in "),
        (with(&[good, "--game", "2"]), 2, "There's no game 2 in "),
        (with(&[good, "--lines", "2"]), 2, "--lines works only with a game"),
        (with(&[good, "--moves", "c1d3"]), 2, "--moves works only with a game"),
        (with(&[good, "--save", &unwritable]), 1, "Can't write "),
        (with(&[good, "--svg", &unwritable]), 1, "Can't write "),
        (with(&["jinli", "--save", "x.txt"]), 2, "--save works only with a record file"),
    ] {
        let args: Vec<&str> = ["analyse", "--depth", "1"].into_iter().chain(args.iter().map(String::as_str)).collect();
        let output = sanban(&args);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
        assert!(error.contains(sentence) && output.stdout.is_empty(), "{args:?}: {error}");
        assert!(error.starts_with("sanban: ") && error.ends_with(".\n") && error.lines().count() == 1, "{error}");
    }
    // A record without moves is no error.
    let empty = file("no-moves.txt", bare("*"));
    let text = printed(&["analyse", empty.to_str().unwrap()]);
    assert_eq!(text, "Jeson Mor, *\nThe record has no moves.\n");
}

/// Runs a command, interrupts it as Ctrl-C does, and returns its output.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> String {
    use std::process::Stdio;
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
    let child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("it runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[cfg(unix)]
#[test]
fn interruption_keeps_finished_work() {
    let text = interrupted(&["analyse", "jesonmor", "--time", "10m"]);
    assert!(text.starts_with("Jeson Mor: White to move\n") && text.contains("  depth ") && text.ends_with("nodes/s\n"));

    // The end of this game is proven quickly, its beginning is not.
    let text = "[Game \"jesonmor\"]\n\n\
                1. e1d3 c9d7 2. d1e3 e9f7 3. g1f3 a9b7 4. e3c4 b7a9 5. d3e5 a9b7 6. e5d7 1-0\n";
    let path = file("broken-off.txt", text);
    let path = path.to_str().unwrap();
    let text = interrupted(&["analyse", path, "--time", "10m", "--save", path]);
    assert!(text.contains(" of 11 moves rated, starting from the end.\n"), "{text}");
    let (record, _) = registry::read_record(&std::fs::read_to_string(path).unwrap()).expect("a record");
    let evals: Vec<bool> = record.line.moves.iter().map(|m| m.eval().is_some()).collect();
    assert!(!evals[0] && evals[9], "{text}");
}
