//! Commands, options and malformed input.

use super::*;
use proptest::prelude::*;

#[test]
fn handshake_lists_every_option() {
    let mut engine = Connection::new();
    engine.send("uci");
    let lines = engine.read_until("uciok");
    assert_eq!(lines[0], format!("id name Sanban {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("id author "));
    let options: BTreeMap<&str, &str> =
        lines.iter().filter_map(|line| line.strip_prefix("option name ")?.split_once(" type ")).collect();
    for (name, output) in [
        ("Hash", "spin default 64 min 1 max 65536"),
        ("Threads", "spin default 1 min 1 max 256"),
        ("MultiPV", "spin default 1 min 1 max 64"),
        ("Ponder", "check default false"),
        ("Rules", "string default <empty>"),
        ("UCI_LimitStrength", "check default false"),
        ("Skill Level", "spin default 8 min 1 max 8"),
    ] {
        assert_eq!(options.get(name), Some(&output), "{name}");
    }
    let games: String = registry::offered().map(|info| format!(" var {}", info.id)).collect();
    let first = registry::offered().next().unwrap().id;
    assert_eq!(options["UCI_Variant"], format!("combo default {first}{games}"));
    assert!(options["UCI_Elo"].starts_with("spin default "));
    // Declared defaults don't change.
    engine.ask("setoption name hash value 2");
    engine.send("uci");
    assert_eq!(engine.read_until("uciok"), lines);
    assert!(engine.close("quit\n").is_empty());
}

#[test]
fn sets_rules_and_positions() {
    let mut engine = Connection::new();
    // Rules may precede their game, and names ignore case.
    assert_eq!(engine.ask("setoption name rules value goal=hold,size=7").len(), 2);
    let output = engine.ask("setoption name uci_variant value jesonmor");
    assert_eq!(output, ["info string variant jesonmor files 7 ranks 7 startpos nnnnnnn/7/7/7/7/7/NNNNNNN w - - 0 1"]);
    assert!(engine.ask("d").contains(&"Rules: size=7,goal=hold".to_string()));
    assert!(engine.ask("position startpos moves b1c3 B7-C5").is_empty());
    assert_eq!(engine.fen(), "n1nnnnn/7/2n4/7/2N4/7/N1NNNNN w - - 2 2");
    // Setting the option again resets the game to its start.
    engine.ask("setoption name Rules value <empty>");
    assert_eq!(engine.fen(), open(find("jesonmor"), "").position_text());

    // A position with spaces, and a pass among the moves.
    engine.ask("setoption name UCI_Variant value jinli");
    engine.ask("setoption name Rules value size=5");
    let blocked = "yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40";
    assert!(engine.ask(&format!("position fen {blocked}")).is_empty());
    assert_eq!(engine.fen(), blocked);
    assert_eq!(engine.best("depth 3"), "--");
    assert!(engine.ask(&format!("position fen {blocked} moves -- e1d2")).is_empty());
    assert_eq!(engine.fen(), "yyoo1/ooo2/oooo1/3r1/r4 y 0 0 2 3 42");
    engine.close("quit\n");
}

#[test]
fn rejected_commands_change_nothing() {
    let mut engine = Connection::game(find("jesonmor"), "");
    engine.ask("position startpos moves c1d3");
    let fen = engine.fen();
    for line in [
        "position",
        "position nowhere",
        "position startpos c1d3",
        "position fen",
        "position fen nonsense",
        "position fen nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNQ w - - 0 1",
        "position startpos moves c1d3 c1d3",
        "position startpos moves c1d3 c9d7 --",
        "position startpos moves ♞",
        "setoption",
        "setoption name",
        "setoption name Nonsense value 1",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value 65537",
        "setoption name Hash value -1",
        "setoption name Threads value many",
        "setoption name Ponder value maybe",
        "setoption name UCI_Variant value chess",
        "setoption name Rules value goal=win",
        "setoption name Skill Level value 9",
        "setoption name UCI_Elo value 1",
        "xyz",
        "GO",
        "\u{1}\u{2}",
    ] {
        let output = engine.ask(line);
        assert_eq!(output.len(), 1, "{line}: {output:?}");
        assert!(output[0].starts_with("info string ") && output[0].ends_with('.'), "{line}: {output:?}");
        assert!(!output[0].contains(char::is_control), "{line}: {output:?}");
        assert_eq!(engine.fen(), fen, "{line}");
    }
    let output = engine.ask("position startpos moves c1d3 c9c7");
    assert_eq!(output.len(), 1);
    assert!(output[0].starts_with("info string Move 2 \"c9c7\" isn't possible: A knight can't move from c9 to c7."));
    for line in
        ["", "   ", "debug on", "debug off", "stop", "ponderhit", "ucinewgame", "setoption name Ponder value TRUE"]
    {
        assert!(engine.ask(line).is_empty(), "{line}");
    }
    // A malformed limit is reported; the others apply.
    let lines = engine.go("depth x nodes 300");
    assert!(lines[0].starts_with("info string ") && nodes(&lines) < 700, "{lines:?}");
    engine.close("quit\n");
}

#[test]
fn survives_malformed_lines() {
    let mut engine = Connection::new();
    let mut say = |bytes: &[u8]| engine.input.as_mut().unwrap().write_all(bytes).unwrap();
    say(b"\xff\xfe\x00 \xc3\x28\n");
    say(b"isready\r\n");
    say(&vec![b'a'; 3 << 20]);
    say(b"\nisready\n");
    let lines = engine.read_until("readyok");
    assert!(lines.len() == 2 && lines[0].starts_with("info string Unknown command"), "{lines:?}");
    let lines = engine.read_until("readyok");
    assert!(lines.len() == 2 && lines[0].starts_with("info string A line can't be longer"), "{lines:?}");
    // The last line may lack its line break.
    assert_eq!(engine.close("isready"), ["readyok"]);
}

#[test]
fn debug_mode_prints_limits_and_level() {
    let mut engine = Connection::game(find("jesonmor"), "");
    engine.ask("debug on");
    let mut output = |before: &str, limits: &str| {
        engine.ask(before);
        engine.go(limits)[0].clone()
    };
    let limits = "info string limits: time";
    assert_eq!(output("", "nodes 9"), format!("{limits} none, nodes 9, depth none, mate none, moves all, level none"));
    let clock = "wtime 300 btime 600 searchmoves c1d3 depth 1";
    assert_eq!(
        output("setoption name skill level value 3", clock),
        format!("{limits} 10, nodes none, depth 1, mate none, moves c1d3, level 3")
    );
    engine.ask("setoption name UCI_Elo value 2200");
    engine.ask("setoption name UCI_LimitStrength value true");
    // Black to move uses `btime`.
    engine.ask("position startpos moves c1d3");
    let line = engine.go("wtime 300 btime 600 depth 1")[0].clone();
    assert_eq!(line, format!("{limits} 20, nodes none, depth 1, mate none, moves all, level 8"));
    engine.ask("debug off");
    assert!(engine.go("depth 1")[0].starts_with("info depth 1 "));
    engine.close("quit\n");
}

#[test]
fn exits_when_output_is_closed() {
    struct ClosedWriter;
    impl Write for ClosedWriter {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    // The input never ends.
    let input = b"isready\ngo infinite\n".chain(std::io::repeat(b'\n'));
    let ended = uci::serve(BufReader::new(input), ClosedWriter, 1);
    assert_eq!(ended.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    const WORDS: &str = "uci isready ucinewgame position startpos fen moves go stop ponderhit d debug on setoption name \
        value Hash Threads MultiPV UCI_Variant Rules Skill Level UCI_Elo UCI_LimitStrength true movetime wtime btime winc \
        movestogo depth nodes infinite perft mate ponder searchmoves mitsudomoe jesonmor jinli hexapawn flex,size=6 size=5 \
        goal=hold -1 0 1 2 3 65536 99999999999999999999 x c1d3 c9d7 @c2/b1c2 a1b2/d4 -- a1-b2 \
        nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN r5r/7/7/7/7/7/y5y w y - ♞ a123456789b / \u{0}";
    const PREFIXES: [&str; 14] = [
        "",
        "go",
        "go depth",
        "go perft",
        "go searchmoves",
        "go wtime",
        "position startpos moves",
        "position fen",
        "position fen r5r/7/7/7/7/7/y5y y 10 10 0 0",
        "setoption name",
        "setoption name Hash value",
        "setoption name UCI_Variant value",
        "setoption name Rules value",
        "setoption name MultiPV value",
    ];
    let word = prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>());
    let words = (prop::sample::select(&PREFIXES[..]), prop::collection::vec(word, 0..5))
        .prop_map(|(begin, words)| format!("{begin} {}", words.join(" ")).into_bytes());
    prop_oneof![9 => words, 1 => prop::collection::vec(any::<u8>(), 0..60)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn survives_any_input(lines in prop::collection::vec(line(), 0..25)) {
        let mut input = lines.join(&b'\n');
        input.extend_from_slice(b"\nposition startpos\nd\nisready");
        let mut output = Vec::new();
        uci::serve(&input[..], &mut output, 1).expect("no error");
        let output = String::from_utf8(output).expect("text");
        prop_assert!(output.contains("Fen: ") && output.ends_with("readyok\n"), "{output}");
        for line in output.lines() {
            let known = ["info ", "bestmove ", "id ", "option ", "uciok", "readyok", "Game: ", "Rules: ", "Fen: ",
                "To move: ", "Result: ", "Nodes searched: "].iter().any(|begin| line.starts_with(begin));
            let is_count = line.rsplit_once(": ").is_some_and(|(_, count)| count.parse::<u64>().is_ok());
            prop_assert!(known || is_count || line.is_empty(), "{line:?}");
        }
        let searches = lines.iter().filter(|line| line.trim_ascii().starts_with(b"go")).count();
        prop_assert!(output.lines().filter(|line| line.starts_with("bestmove")).count() <= searches);
    }
}
