//! The UCI protocol, spoken to as a program would.

use proptest::prelude::*;
use sanban_arena::uci;
use sanban_core::{GameInfo, Rules, Session};
use sanban_games::registry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, PipeWriter, Read, Write};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// A conversation.
struct Talk {
    input: Option<PipeWriter>,
    output: mpsc::Receiver<String>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

const PATIENCE: Duration = Duration::from_secs(60);

impl Talk {
    fn new() -> Self {
        let (input, to) = std::io::pipe().unwrap();
        let (from, output) = std::io::pipe().unwrap();
        let thread = std::thread::spawn(|| uci::serve(BufReader::new(input), output, 1));
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || BufReader::new(from).lines().try_for_each(|line| sender.send(line.expect("text"))));
        Talk { input: Some(to), output, thread: Some(thread) }
    }

    fn game(info: &GameInfo, rules: &str) -> Self {
        let mut talk = Talk::new();
        talk.ask(&format!("setoption name UCI_Variant value {}", info.id));
        talk.ask(&format!("setoption name Rules value {rules}"));
        talk
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    fn line(&mut self) -> String {
        // It is a failure, too, if the answer never comes.
        self.output.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The lines up to one that begins so.
    fn until(&mut self, end: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(end) {
            lines.push(self.line());
        }
        lines
    }

    /// What is told before the answer to `isready`.
    fn told(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    fn ask(&mut self, text: &str) -> Vec<String> {
        self.say(text);
        self.told()
    }

    fn fen(&mut self) -> String {
        let lines = self.ask("d");
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a position").to_string()
    }

    /// What a search tells, the answer last.
    fn go(&mut self, limits: &str) -> Vec<String> {
        self.say(&format!("go {limits}"));
        self.until("bestmove")
    }

    fn best(&mut self, limits: &str) -> String {
        best(&self.go(limits)).to_string()
    }

    /// Ends the conversation; whatever is told after what was read.
    fn end(mut self, last: &str) -> Vec<String> {
        write!(self.input.as_mut().unwrap(), "{last}").unwrap();
        drop(self.input.take());
        let mut rest = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("it does not end"),
            }
        }
        self.thread.take().unwrap().join().expect("no panic").expect("no failure");
        rest
    }
}

fn best(lines: &[String]) -> &str {
    lines.last().unwrap().split_whitespace().nth(1).unwrap()
}

/// The word after another in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split_whitespace().skip_while(|&w| w != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word} in {line}"))
}

fn infos(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with("info depth")).collect()
}

fn nodes(lines: &[String]) -> u64 {
    after(infos(lines).last().unwrap(), "nodes").parse().unwrap()
}

fn open(info: &'static GameInfo, rules: &str) -> Box<dyn Session> {
    registry::open(Rules::parse(info, rules).unwrap(), None).unwrap()
}

fn find(id: &str) -> &'static GameInfo {
    registry::find(id).unwrap()
}

#[test]
fn the_handshake_tells_every_option() {
    let mut talk = Talk::new();
    talk.say("uci");
    let lines = talk.until("uciok");
    assert_eq!(lines[0], format!("id name Sanban {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("id author "));
    let options: BTreeMap<&str, &str> =
        lines.iter().filter_map(|line| line.strip_prefix("option name ")?.split_once(" type ")).collect();
    for (name, told) in [
        ("Hash", "spin default 64 min 1 max 65536"),
        ("Threads", "spin default 1 min 1 max 256"),
        ("MultiPV", "spin default 1 min 1 max 64"),
        ("Ponder", "check default false"),
        ("Rules", "string default <empty>"),
        ("UCI_LimitStrength", "check default false"),
        ("Skill Level", "spin default 8 min 1 max 8"),
    ] {
        assert_eq!(options.get(name), Some(&told), "{name}");
    }
    let games: String = registry::offered().map(|info| format!(" var {}", info.id)).collect();
    let first = registry::offered().next().unwrap().id;
    assert_eq!(options["UCI_Variant"], format!("combo default {first}{games}"));
    assert!(options["UCI_Elo"].starts_with("spin default "));
    // Defaults stay what they are.
    talk.ask("setoption name hash value 2");
    talk.say("uci");
    assert_eq!(talk.until("uciok"), lines);
    assert!(talk.end("quit\n").is_empty());
}

/// The games that are hidden from players as well.
#[test]
fn every_game_is_played_to_its_end() {
    for info in registry::GAMES {
        let mut talk = Talk::game(info, "");
        let mut session = open(info, "");
        assert_eq!(talk.fen(), session.position_text());
        let mut position = "position startpos".to_string();
        while session.outcome().is_none() {
            assert!(talk.ask(&position).is_empty(), "{}: {position}", info.id);
            let lines = talk.go("nodes 60");
            let text = session.play(best(&lines)).unwrap_or_else(|why| panic!("{lines:?}: {why:?}"));
            assert_eq!(text, best(&lines), "moves are told by their canonical texts");
            // The line goes on legally, and its second move is what is expected.
            let mut ahead = session.fork();
            let line = infos(&lines).last().unwrap().split_once(" pv ").unwrap().1;
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            assert_eq!(first, text);
            for text in rest.split_whitespace() {
                ahead.play(text).unwrap_or_else(|why| panic!("{lines:?}: {why:?}"));
            }
            let ponder = rest.split_whitespace().next().map(|text| format!(" ponder {text}")).unwrap_or_default();
            assert_eq!(lines.last().unwrap(), &format!("bestmove {text}{ponder}"));
            position += if session.played().len() == 1 { " moves " } else { " " };
            position += &text;
        }
        assert!(talk.ask(&position).is_empty());
        assert_eq!(talk.fen(), session.position_text());
        let score = if session.outcome().unwrap().winner.is_some() { "mate 0" } else { "cp 0" };
        assert_eq!(talk.go("movetime 20"), [format!("info depth 0 score {score}"), "bestmove (none)".to_string()]);
        assert!(talk.ask("d").iter().any(|line| line.starts_with("Result: ")));
        talk.end("");
    }
}

#[test]
fn every_limit_ends_a_search() {
    for info in registry::offered() {
        let mut talk = Talk::game(info, "");
        let moves = open(info, "").moves();
        for limits in [
            "depth 3",
            "nodes 500",
            "movetime 20",
            "wtime 1000 btime 1",
            "btime 1000 wtime 1 winc 10 binc 10",
            "wtime 200 btime 200 movestogo 5",
            "depth 2 nodes 100000 movetime 5000",
            "mate 1 nodes 300",
            "depth 3 searchmoves",
        ] {
            let best = talk.best(limits);
            assert!(moves.contains(&best), "{}: {limits}: {best}", info.id);
        }
        let lines = talk.go("depth 3");
        assert_eq!(after(infos(&lines).last().unwrap(), "depth"), "3");
        let lines = talk.go("nodes 500");
        assert!((500..1000).contains(&nodes(&lines)), "{lines:?}");
        talk.end("quit");
    }
}

#[test]
fn rules_and_positions_are_set() {
    let mut talk = Talk::new();
    // The rules may come before their game, and names are found in any case.
    assert_eq!(talk.ask("setoption name rules value goal=hold,size=7").len(), 2);
    let told = talk.ask("setoption name uci_variant value jesonmor");
    assert_eq!(told, ["info string variant jesonmor files 7 ranks 7 startpos nnnnnnn/7/7/7/7/7/NNNNNNN w - - 0 1"]);
    assert!(talk.ask("d").contains(&"Rules: size=7,goal=hold".to_string()));
    assert!(talk.ask("position startpos moves b1c3 B7-C5").is_empty());
    assert_eq!(talk.fen(), "n1nnnnn/7/2n4/7/2N4/7/N1NNNNN w - - 2 2");
    // Another value of the same option means the same game from its start.
    talk.ask("setoption name Rules value <empty>");
    assert_eq!(talk.fen(), open(find("jesonmor"), "").position_text());

    // A text with spaces, and a pass among the moves.
    talk.ask("setoption name UCI_Variant value jinli");
    talk.ask("setoption name Rules value size=5");
    let blocked = "yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40";
    assert!(talk.ask(&format!("position fen {blocked}")).is_empty());
    assert_eq!(talk.fen(), blocked);
    assert_eq!(talk.best("depth 3"), "--");
    assert!(talk.ask(&format!("position fen {blocked} moves -- e1d2")).is_empty());
    assert_eq!(talk.fen(), "yyoo1/ooo2/oooo1/3r1/r4 y 0 0 2 3 42");
    talk.end("quit\n");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut talk = Talk::game(find("jesonmor"), "");
    talk.ask("position startpos moves c1d3");
    let fen = talk.fen();
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
        let told = talk.ask(line);
        assert_eq!(told.len(), 1, "{line}: {told:?}");
        assert!(told[0].starts_with("info string ") && told[0].ends_with('.'), "{line}: {told:?}");
        assert!(!told[0].contains(char::is_control), "{line}: {told:?}");
        assert_eq!(talk.fen(), fen, "{line}");
    }
    let told = talk.ask("position startpos moves c1d3 c9c7");
    assert_eq!(told, ["info string Move 2 \"c9c7\" is refused: From c9 to c7 is not a knight's move."]);
    for line in
        ["", "   ", "debug on", "debug off", "stop", "ponderhit", "ucinewgame", "setoption name Ponder value TRUE"]
    {
        assert!(talk.ask(line).is_empty(), "{line}");
    }
    // A limit that cannot be read is told, and the others count.
    let lines = talk.go("depth x nodes 300");
    assert!(lines[0].starts_with("info string ") && nodes(&lines) < 700, "{lines:?}");
    talk.end("quit\n");
}

#[test]
fn lines_of_any_kind_are_survived() {
    let mut talk = Talk::new();
    let mut say = |bytes: &[u8]| talk.input.as_mut().unwrap().write_all(bytes).unwrap();
    say(b"\xff\xfe\x00 \xc3\x28\n");
    say(b"isready\r\n");
    say(&vec![b'a'; 3 << 20]);
    say(b"\nisready\n");
    let lines = talk.until("readyok");
    assert!(lines.len() == 2 && lines[0].starts_with("info string Unknown command"), "{lines:?}");
    let lines = talk.until("readyok");
    assert!(lines.len() == 2 && lines[0].starts_with("info string No line is longer"), "{lines:?}");
    // The last line may lack its end.
    assert_eq!(talk.end("isready"), ["readyok"]);
}

#[test]
fn a_search_waits_to_be_stopped() {
    let mut talk = Talk::game(find("jesonmor"), "");
    // Settled at once, and over: neither is answered before it is asked for.
    for position in ["nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9", "NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1"] {
        talk.ask(&format!("position fen {position}"));
        talk.say("go infinite");
        assert!(talk.line().contains("score mate"));
        std::thread::sleep(Duration::from_millis(100));
        talk.say("ponderhit");
        let told = talk.told();
        assert!(told.iter().all(|line| line.starts_with("info depth")), "{told:?}");
        talk.say("stop");
        talk.until("bestmove");
    }
    // It is answered at the end of the input as well.
    talk.say("position startpos\ngo infinite");
    talk.until("info depth 2 ");
    assert!(talk.end("").last().unwrap().starts_with("bestmove "));
}

#[test]
fn time_counts_once_the_expected_move_is_played() {
    for info in registry::offered() {
        let mut talk = Talk::game(info, "");
        for limits in ["ponder movetime 10", "ponder wtime 500 btime 500", "ponder depth 2", "ponder"] {
            talk.say(&format!("go {limits}"));
            std::thread::sleep(Duration::from_millis(60));
            let told = talk.told();
            assert!(!told.iter().any(|line| line.starts_with("bestmove")), "{limits}: {told:?}");
            talk.say(if limits == "ponder" { "stop" } else { "ponderhit" });
            talk.until("bestmove");
        }
        talk.end("quit\n");
    }
}

#[test]
fn a_command_ends_the_search_before_it() {
    let mut talk = Talk::game(find("jinli"), "");
    for command in ["position startpos moves a1b2/d4", "setoption name Hash value 8", "ucinewgame", "go nodes 50"] {
        talk.say("go infinite");
        talk.until("info depth 2 ");
        talk.say(command);
        talk.until("bestmove");
    }
    talk.until("bestmove");
    assert_eq!(talk.fen(), "r5r/7/7/3o3/7/1y5/6y r 9 10 0 0 2");
    talk.end("quit\n");
}

#[test]
fn several_lines_are_told() {
    for info in registry::offered() {
        let mut talk = Talk::game(info, "");
        assert!(talk.ask("setoption name MultiPV value 4").is_empty());
        let lines = talk.go("depth 3");
        let told = infos(&lines);
        assert_eq!(told.len(), 12, "{told:?}");
        for (at, iteration) in told.chunks(4).enumerate() {
            let mut first_moves = BTreeSet::new();
            let mut scores = Vec::new();
            for (place, line) in iteration.iter().enumerate() {
                assert_eq!(after(line, "depth"), (at + 1).to_string());
                assert_eq!(after(line, "multipv"), (place + 1).to_string());
                first_moves.insert(after(line, "pv"));
                scores.push(after(line, "cp").parse::<i32>().unwrap());
            }
            assert_eq!(first_moves.len(), 4, "{iteration:?}");
            assert!(scores.is_sorted_by(|a, b| a >= b), "{iteration:?}");
        }
        assert_eq!(best(&lines), after(told[8], "pv"));
        talk.end("quit\n");
    }
}

#[test]
fn only_the_given_moves_are_looked_at() {
    for info in registry::GAMES {
        let mut talk = Talk::game(info, "");
        talk.ask("setoption name MultiPV value 5");
        let moves = open(info, "").moves();
        let pair = [&moves[0], &moves[moves.len() - 1]];
        for limits in ["nodes 1", "depth 4"] {
            let lines = talk.go(&format!("{limits} searchmoves {} {}", pair[0], pair[1]));
            let looked_at: BTreeSet<&str> = infos(&lines).iter().map(|line| after(line, "pv")).collect();
            assert!(looked_at.iter().all(|text| pair.iter().any(|m| m == text)), "{lines:?}");
            assert!(looked_at.len() == 2 || limits == "nodes 1", "{lines:?}");
        }
        for text in &moves {
            assert_eq!(talk.best(&format!("depth 2 searchmoves {text}")), *text, "{}", info.id);
        }
        // And then all of them again.
        let lines = talk.go("depth 3");
        let wanted = moves.len().min(5);
        let looked_at: BTreeSet<&str> = infos(&lines).iter().rev().take(wanted).map(|line| after(line, "pv")).collect();
        assert_eq!(looked_at.len(), wanted, "{lines:?}");
        talk.end("quit\n");
    }
}

#[test]
fn a_short_win_is_found_and_enough() {
    let mut talk = Talk::game(find("jesonmor"), "size=5");
    talk.ask("position fen n1n2/5/5/1N3/N3N w - - 0 1");
    // Without the limit it would search on for shorter wins, or for ever.
    let lines = talk.go("mate 9");
    let mate: i32 = after(infos(&lines).last().unwrap(), "mate").parse().unwrap();
    assert!((1..=9).contains(&mate), "{lines:?}");
    talk.end("quit\n");
}

#[test]
fn perft_is_our_perft() {
    let mut checked = 0;
    for (game, rules, depth) in [
        ("mitsudomoe", "", 3),
        ("mitsudomoe", "flex", 2),
        ("jesonmor", "", 3),
        ("jesonmor", "size=5,goal=reach", 5),
        ("jinli", "", 2),
        ("jinli", "size=5,stones=1,target=1", 3),
        ("hexapawn", "", 6),
    ] {
        let (info, mut talk) = (find(game), Talk::game(find(game), rules));
        talk.say(&format!("go perft {depth}"));
        let lines = talk.until("Nodes searched: ");
        let expected = open(info, rules).divide(depth, 1, &mut |_, _| {});
        let mut told: Vec<String> = expected.iter().map(|(text, count)| format!("{text}: {count}")).collect();
        let sum: u64 = expected.iter().map(|(_, count)| count).sum();
        told.extend([String::new(), format!("Nodes searched: {sum}")]);
        assert_eq!(lines, told, "{game}");
        checked += sum;
        talk.say("go perft 0");
        assert_eq!(talk.until("Nodes searched").last().unwrap(), "Nodes searched: 1");
        // It ends when it is told to, though it would not by itself.
        talk.say("go perft 60\nstop");
        assert_eq!(talk.best("depth 1"), best(&talk.go("depth 1")));
        // Otherwise it is waited for.
        let rest = talk.end("go perft 2\nquit\n");
        assert_eq!(rest.iter().filter(|line| line.starts_with("Nodes searched: ")).count(), 1);
    }
    assert!(checked > 100_000, "{checked}");
    // Of a game that is over there is nothing to count, and draws do not end it.
    let mut talk = Talk::game(find("jesonmor"), "");
    talk.say("position fen NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1\ngo perft 3");
    assert_eq!(talk.until("Nodes searched").last().unwrap(), "Nodes searched: 0");
    talk.say("position fen nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 100 60\ngo perft 2");
    assert_eq!(talk.until("Nodes searched").last().unwrap(), "Nodes searched: 900");
    talk.end("");
}

#[test]
fn the_search_remembers_within_a_game() {
    for info in registry::offered() {
        let mut talk = Talk::game(info, "");
        let mut search = |before: &str| {
            talk.ask(before);
            nodes(&talk.go("depth 6"))
        };
        let (first, second) = (search(""), search(""));
        assert!(second < first, "{}: {second} after {first}", info.id);
        assert_eq!(search("ucinewgame"), first, "{}", info.id);
        assert_eq!(search("setoption name Hash value 64"), first, "{}", info.id);
        assert_eq!(search("setoption name Threads value 1"), first, "{}", info.id);
        // A refused option leaves it alone.
        assert!(search("setoption name Hash value x") < first, "{}", info.id);
        talk.end("quit\n");
    }
}

/// More than any machine has is asked for: the search does with less.
#[test]
fn a_great_deal_of_memory_can_be_asked_for() {
    let mut talk = Talk::game(find("jinli"), "");
    talk.ask("setoption name Hash value 65536");
    talk.best("depth 3");
    talk.ask("ucinewgame");
    talk.ask("setoption name Threads value 3");
    talk.best("depth 3");
    talk.end("quit\n");
}

#[test]
fn debugging_tells_limits_and_level() {
    let mut talk = Talk::game(find("jesonmor"), "");
    talk.ask("debug on");
    let mut told = |before: &str, limits: &str| {
        talk.ask(before);
        talk.go(limits)[0].clone()
    };
    let limits = "info string limits: time";
    assert_eq!(told("", "nodes 9"), format!("{limits} none, nodes 9, depth none, mate none, moves all, level none"));
    let clock = "wtime 300 btime 600 searchmoves c1d3 depth 1";
    assert_eq!(
        told("setoption name skill level value 3", clock),
        format!("{limits} 10, nodes none, depth 1, mate none, moves c1d3, level 3")
    );
    talk.ask("setoption name UCI_Elo value 2200");
    talk.ask("setoption name UCI_LimitStrength value true");
    // The second player's clock is the other one.
    talk.ask("position startpos moves c1d3");
    let line = talk.go("wtime 300 btime 600 depth 1")[0].clone();
    assert_eq!(line, format!("{limits} 20, nodes none, depth 1, mate none, moves all, level 8"));
    talk.ask("debug off");
    assert!(talk.go("depth 1")[0].starts_with("info depth 1 "));
    talk.end("quit\n");
}

#[test]
fn nobody_is_talked_to_who_does_not_listen() {
    struct Deaf;
    impl Write for Deaf {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    // The input goes on for ever.
    let input = b"isready\ngo infinite\n".chain(std::io::repeat(b'\n'));
    let ended = uci::serve(BufReader::new(input), Deaf, 1);
    assert_eq!(ended.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}

/// Lines that are nearly right, or nothing at all.
fn line() -> impl Strategy<Value = Vec<u8>> {
    const WORDS: &str = "uci isready ucinewgame position startpos fen moves go stop ponderhit d debug on setoption name \
        value Hash Threads MultiPV UCI_Variant Rules Skill Level UCI_Elo UCI_LimitStrength true movetime wtime btime winc \
        movestogo depth nodes infinite perft mate ponder searchmoves mitsudomoe jesonmor jinli hexapawn flex,size=6 size=5 \
        goal=hold -1 0 1 2 3 65536 99999999999999999999 x c1d3 c9d7 @c2/b1c2 a1b2/d4 -- a1-b2 \
        nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN r5r/7/7/7/7/7/y5y w y - ♞ a123456789b / \u{0}";
    const BEGINNINGS: [&str; 14] = [
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
    let words = (prop::sample::select(&BEGINNINGS[..]), prop::collection::vec(word, 0..5))
        .prop_map(|(begin, words)| format!("{begin} {}", words.join(" ")).into_bytes());
    prop_oneof![9 => words, 1 => prop::collection::vec(any::<u8>(), 0..60)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_are_survived(lines in prop::collection::vec(line(), 0..25)) {
        let mut input = lines.join(&b'\n');
        input.extend_from_slice(b"\nposition startpos\nd\nisready");
        let mut output = Vec::new();
        uci::serve(&input[..], &mut output, 1).expect("no failure");
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

/// A weaker level plays weaker: it looks at few nodes, and does not always make the same move.
#[test]
fn levels_are_weaker() {
    let told = |seed: u64| {
        let input = "setoption name UCI_Variant value jinli\nsetoption name Skill Level value 1\n\
                     position startpos\ngo movetime 60000\nquit\n";
        let mut output = Vec::new();
        uci::serve(input.as_bytes(), &mut output, seed).expect("no failure");
        String::from_utf8(output).expect("text")
    };
    let moves: std::collections::BTreeSet<String> =
        (0..20).filter_map(|seed| Some(told(seed).rsplit_once("bestmove ")?.1.to_string())).collect();
    assert!(moves.len() > 3, "{moves:?}");
}
