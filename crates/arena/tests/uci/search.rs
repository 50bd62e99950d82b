//! Searches: limits, pondering, variations, perft and levels.

use super::*;

/// Includes games that are hidden from players.

#[test]
fn plays_every_game_to_the_end() {
    for info in registry::GAMES {
        let mut engine = Connection::game(info, "");
        let mut session = open(info, "");
        assert_eq!(engine.fen(), session.position_text());
        let mut position = "position startpos".to_string();
        while session.outcome().is_none() {
            assert!(engine.ask(&position).is_empty(), "{}: {position}", info.id);
            let lines = engine.go("nodes 60");
            let text = session.play(best(&lines)).unwrap_or_else(|why| panic!("{lines:?}: {why:?}"));
            assert_eq!(text, best(&lines), "moves are canonical");
            // The line is legal, and its second move is the ponder move.
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
        assert!(engine.ask(&position).is_empty());
        assert_eq!(engine.fen(), session.position_text());
        let score = if session.outcome().unwrap().winner.is_some() { "mate 0" } else { "cp 0" };
        assert_eq!(engine.go("movetime 20"), [format!("info depth 0 score {score}"), "bestmove (none)".to_string()]);
        assert!(engine.ask("d").iter().any(|line| line.starts_with("Result: ")));
        engine.close("");
    }
}

#[test]
fn every_limit_stops_the_search() {
    for info in registry::offered() {
        let mut engine = Connection::game(info, "");
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
            let best = engine.best(limits);
            assert!(moves.contains(&best), "{}: {limits}: {best}", info.id);
        }
        let lines = engine.go("depth 3");
        assert_eq!(after(infos(&lines).last().unwrap(), "depth"), "3");
        let lines = engine.go("nodes 500");
        assert!((500..1000).contains(&nodes(&lines)), "{lines:?}");
        engine.close("quit");
    }
}

#[test]
fn infinite_search_answers_after_stop() {
    let mut engine = Connection::game(find("jesonmor"), "");
    // A decided position and a finished game: both wait for `stop`.
    for position in ["nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9", "NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1"] {
        engine.ask(&format!("position fen {position}"));
        engine.send("go infinite");
        assert!(engine.line().contains("score mate"));
        std::thread::sleep(Duration::from_millis(100));
        engine.send("ponderhit");
        let output = engine.pending_lines();
        assert!(output.iter().all(|line| line.starts_with("info depth")), "{output:?}");
        engine.send("stop");
        engine.read_until("bestmove");
    }
    // The end of the input stops the search, too.
    engine.send("position startpos\ngo infinite");
    engine.read_until("info depth 2 ");
    assert!(engine.close("").last().unwrap().starts_with("bestmove "));
}

#[test]
fn clock_starts_at_ponderhit() {
    for info in registry::offered() {
        let mut engine = Connection::game(info, "");
        for limits in ["ponder movetime 10", "ponder wtime 500 btime 500", "ponder depth 2", "ponder"] {
            engine.send(&format!("go {limits}"));
            std::thread::sleep(Duration::from_millis(60));
            let output = engine.pending_lines();
            assert!(!output.iter().any(|line| line.starts_with("bestmove")), "{limits}: {output:?}");
            engine.send(if limits == "ponder" { "stop" } else { "ponderhit" });
            engine.read_until("bestmove");
        }
        engine.close("quit\n");
    }
}

#[test]
fn command_stops_a_running_search() {
    let mut engine = Connection::game(find("jinli"), "");
    for command in ["position startpos moves a1b2/d4", "setoption name Hash value 8", "ucinewgame", "go nodes 50"] {
        engine.send("go infinite");
        engine.read_until("info depth 2 ");
        engine.send(command);
        engine.read_until("bestmove");
    }
    engine.read_until("bestmove");
    assert_eq!(engine.fen(), "r5r/7/7/3o3/7/1y5/6y r 9 10 0 0 2");
    engine.close("quit\n");
}

#[test]
fn multipv_reports_several_lines() {
    for info in registry::offered() {
        let mut engine = Connection::game(info, "");
        assert!(engine.ask("setoption name MultiPV value 4").is_empty());
        let lines = engine.go("depth 3");
        let output = infos(&lines);
        assert_eq!(output.len(), 12, "{output:?}");
        for (at, iteration) in output.chunks(4).enumerate() {
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
        assert_eq!(best(&lines), after(output[8], "pv"));
        engine.close("quit\n");
    }
}

#[test]
fn searchmoves_restricts_the_root() {
    for info in registry::GAMES {
        let mut engine = Connection::game(info, "");
        engine.ask("setoption name MultiPV value 5");
        let moves = open(info, "").moves();
        let pair = [&moves[0], &moves[moves.len() - 1]];
        for limits in ["nodes 1", "depth 4"] {
            let lines = engine.go(&format!("{limits} searchmoves {} {}", pair[0], pair[1]));
            let searched: BTreeSet<&str> = infos(&lines).iter().map(|line| after(line, "pv")).collect();
            assert!(searched.iter().all(|text| pair.iter().any(|m| m == text)), "{lines:?}");
            assert!(searched.len() == 2 || limits == "nodes 1", "{lines:?}");
        }
        for text in &moves {
            assert_eq!(engine.best(&format!("depth 2 searchmoves {text}")), *text, "{}", info.id);
        }
        // The restriction ends with the search.
        let lines = engine.go("depth 3");
        let expected = moves.len().min(5);
        let searched: BTreeSet<&str> =
            infos(&lines).iter().rev().take(expected).map(|line| after(line, "pv")).collect();
        assert_eq!(searched.len(), expected, "{lines:?}");
        engine.close("quit\n");
    }
}

#[test]
fn go_mate_stops_at_a_short_win() {
    let mut engine = Connection::game(find("jesonmor"), "size=5");
    engine.ask("position fen n1n2/5/5/1N3/N3N w - - 0 1");
    // Without the limit, the search would look for shorter wins or run forever.
    let lines = engine.go("mate 9");
    let mate: i32 = after(infos(&lines).last().unwrap(), "mate").parse().unwrap();
    assert!((1..=9).contains(&mate), "{lines:?}");
    engine.close("quit\n");
}

#[test]
fn perft_matches_the_rules() {
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
        let (info, mut engine) = (find(game), Connection::game(find(game), rules));
        engine.send(&format!("go perft {depth}"));
        let lines = engine.read_until("Nodes searched: ");
        let expected = open(info, rules).divide(depth, 1, &mut |_, _| {});
        let mut output: Vec<String> = expected.iter().map(|(text, count)| format!("{text}: {count}")).collect();
        let sum: u64 = expected.iter().map(|(_, count)| count).sum();
        output.extend([String::new(), format!("Nodes searched: {sum}")]);
        assert_eq!(lines, output, "{game}");
        checked += sum;
        engine.send("go perft 0");
        assert_eq!(engine.read_until("Nodes searched").last().unwrap(), "Nodes searched: 1");
        // `stop` aborts a perft that would never end.
        engine.send("go perft 60\nstop");
        assert_eq!(engine.best("depth 1"), best(&engine.go("depth 1")));
        // Other commands wait for it.
        let rest = engine.close("go perft 2\nquit\n");
        assert_eq!(rest.iter().filter(|line| line.starts_with("Nodes searched: ")).count(), 1);
    }
    assert!(checked > 100_000, "{checked}");
    // A finished game has nothing to count; perft ignores draws.
    let mut engine = Connection::game(find("jesonmor"), "");
    engine.send("position fen NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1\ngo perft 3");
    assert_eq!(engine.read_until("Nodes searched").last().unwrap(), "Nodes searched: 0");
    engine.send("position fen nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 100 60\ngo perft 2");
    assert_eq!(engine.read_until("Nodes searched").last().unwrap(), "Nodes searched: 900");
    engine.close("");
}

#[test]
fn keeps_the_transposition_table_within_a_game() {
    for info in registry::offered() {
        let mut engine = Connection::game(info, "");
        let mut search = |before: &str| {
            engine.ask(before);
            nodes(&engine.go("depth 6"))
        };
        let (first, second) = (search(""), search(""));
        assert!(second < first, "{}: {second} after {first}", info.id);
        assert_eq!(search("ucinewgame"), first, "{}", info.id);
        assert_eq!(search("setoption name Hash value 64"), first, "{}", info.id);
        assert_eq!(search("setoption name Threads value 1"), first, "{}", info.id);
        // A rejected option keeps the table.
        assert!(search("setoption name Hash value x") < first, "{}", info.id);
        engine.close("quit\n");
    }
}

/// The table size may exceed the machine's memory.

#[test]
fn falls_back_if_hash_memory_is_unavailable() {
    let mut engine = Connection::game(find("jinli"), "");
    engine.ask("setoption name Hash value 65536");
    engine.best("depth 3");
    engine.ask("ucinewgame");
    engine.ask("setoption name Threads value 3");
    engine.best("depth 3");
    engine.close("quit\n");
}

/// Lines that are almost valid, or random bytes.

#[test]
fn low_levels_vary_their_moves() {
    let output = |seed: u64| {
        let input = "setoption name UCI_Variant value jinli\nsetoption name Skill Level value 1\n\
                     position startpos\ngo movetime 60000\nquit\n";
        let mut output = Vec::new();
        uci::serve(input.as_bytes(), &mut output, seed).expect("no error");
        String::from_utf8(output).expect("text")
    };
    let moves: std::collections::BTreeSet<String> =
        (0..20).filter_map(|seed| Some(output(seed).rsplit_once("bestmove ")?.1.to_string())).collect();
    assert!(moves.len() > 3, "{moves:?}");
}
