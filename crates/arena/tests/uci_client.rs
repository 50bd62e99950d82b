//! Other programs as players: Fairy-Stockfish, and scripts that misbehave.

#[path = "../../games/tests/peer/mod.rs"]
#[allow(dead_code)]
mod peer;

use sanban_arena::uci::client::UciClient;
use sanban_arena::{Contest, GameResult, Openings, Tally};
use sanban_core::messages::LANGUAGES;
use sanban_core::{Rules, Session};
use sanban_engine::Spec;
use sanban_games::registry;
use std::sync::atomic::AtomicBool;

fn contest(rules: Rules, first: &str, second: &str, games: u32) -> Contest {
    let spec = |text: &str| (text.to_string(), Spec::parse(text, rules.info()).unwrap());
    Contest {
        contestants: vec![spec(first), spec(second)],
        rules,
        position: None,
        pairings: vec![[0, 1]],
        games,
        openings: Openings::Unfiltered(0),
        seed: 7,
        concurrency: 1,
    }
}

fn rules(game: &str, text: &str) -> Rules {
    Rules::parse(registry::find(game).unwrap(), text).unwrap()
}

fn play(contest: &Contest) -> (Tally, Vec<GameResult>) {
    let mut games = Vec::new();
    let tallies = contest.run(&[], &AtomicBool::new(false), &mut |result, _| {
        games.push(result.clone());
        true
    });
    (tallies.unwrap()[0], games)
}

fn forfeit_reason(result: &GameResult) -> Option<String> {
    result.forfeit.as_ref().map(|why| why.sentence(&[sanban_arena::MESSAGES], LANGUAGES[0]))
}

/// With `goal=hold`, Fairy-Stockfish plays the same rules. By ours it wins a turn earlier and says so.
#[test]
fn plays_whole_games_against_fairy_stockfish() {
    let Some(program) = peer::find() else { return };
    let program = format!("uci:{},nodes=300,hash=4", program.display());
    for text in ["goal=hold", ""] {
        for ours in ["engine:nodes=300,hash=4", "greedy"] {
            let mut contest = contest(rules("jesonmor", text), ours, &program, 6);
            contest.openings = Openings::Unfiltered(4);
            let (tally, games) = play(&contest);
            assert_eq!(tally.games(), 6);
            for result in &games {
                assert_eq!(forfeit_reason(result), None, "{}", result.record.text());
                assert!(result.record.line.moves.len() > 4, "{}", result.record.text());
            }
            // Each side was played by each.
            let whites = games.iter().filter(|result| result.record.tag("White") == Some(ours));
            assert_eq!(whites.count(), 3);
        }
    }
}

#[test]
fn forfeits_if_a_required_option_is_missing() {
    let Some(program) = peer::find() else { return };
    let play = |option: &str| {
        let program = format!("uci:{},nodes=50,option.{option}", program.display());
        play(&contest(rules("jesonmor", "goal=hold"), &program, "greedy", 1)).1
    };
    assert_eq!(forfeit_reason(&play("Skill Level=-20")[0]), None);
    let games = play("Strength=3");
    assert!(forfeit_reason(&games[0]).unwrap().ends_with("has no option \"Strength\"."), "{games:?}");
}

#[test]
fn forfeits_if_the_program_is_missing() {
    let (tally, games) = play(&contest(rules("jinli", ""), "random", "uci:no-such-program", 2));
    assert_eq!(tally.wins, 2);
    assert!(forfeit_reason(&games[0]).unwrap().starts_with("The engine no-such-program failed: "), "{games:?}");
}

#[cfg(unix)]
mod scripts {
    use super::*;
    use std::path::Path;

    /// A program that answers `go` with these shell commands.
    fn script(name: &str, go: &str) -> String {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(format!("{name}.sh"));
        let text = format!(
            "while read -r line; do\n case \"$line\" in\n uci) echo 'id name {name}'; echo uciok;;\n \
             isready) echo readyok;;\n quit) exit;;\n go*) {go};;\n esac\ndone\n"
        );
        std::fs::write(&file, text).unwrap();
        format!("uci:sh {}", file.display())
    }

    /// Checks that the script forfeits every game with this reason, and that the records can be read back.
    fn assert_forfeits(program: &str, sentence: &str) {
        let contest = contest(rules("jesonmor", ""), program, "random", 4);
        let (tally, games) = play(&contest);
        assert_eq!((tally.wins, tally.draws, tally.losses), (0, 0, 4), "{program}");
        for result in &games {
            let reason = forfeit_reason(result).expect("a reason");
            assert!(reason.ends_with(sentence) && reason.contains("sh "), "{reason}");
            assert_eq!(result.record.tag("Termination"), Some("forfeit"));
            assert!(result.record.line.moves.len() <= 1, "{}", result.record.text());
        }
        let saved: String = games.iter().map(|result| format!("{}\n", result.record.text())).collect();
        let read = contest.read_saved(&saved).unwrap();
        assert_eq!(read.iter().map(|result| result.half_points).collect::<Vec<_>>(), [0; 4]);
    }

    #[test]
    fn crashing_program_loses() {
        assert_forfeits(&script("crash", "exit 3"), "failed: it exited.");
        assert_forfeits(&script("kill", "kill -9 $$"), "failed: it exited.");
    }

    #[test]
    fn hanging_program_loses() {
        // The first exits on `quit`; the second must be killed.
        let limits = "time=10ms,patience=500ms";
        assert_forfeits(&format!("{},{limits}", script("silent", "sleep 0")), "failed: it doesn't answer.");
        assert_forfeits(&format!("{},{limits}", script("asleep", "exec sleep 300")), "failed: it doesn't answer.");
    }

    #[test]
    fn flooding_program_loses() {
        let limits = "time=10ms,patience=500ms";
        assert_forfeits(&format!("{},{limits}", script("flood", "exec yes")), "failed: it doesn't answer.");
        let endless = script("line", "exec tr '\\0' x </dev/zero");
        assert_forfeits(&format!("{endless},{limits}"), "failed: it doesn't answer.");
    }

    #[test]
    fn illegal_answers_lose() {
        assert_forfeits(&script("illegal", "echo bestmove a1a1"), "played \"a1a1\", which isn't legal.");
        assert_forfeits(&script("noise", "printf 'bestmove \\001\\377x\\n'"), "which isn't legal.");
        assert_forfeits(&script("none", "echo 'bestmove (none)'"), "answered that it has no move.");
        assert_forfeits(&script("empty", "echo bestmove"), "answered that it has no move.");
        assert_forfeits(&script("null", "echo bestmove 0000"), "answered that it has no move.");
    }

    /// By the program's rules the game may be over a turn before it is by ours.
    #[test]
    fn plays_an_immediate_win_for_a_program_without_a_move() {
        let mut contest = contest(rules("jesonmor", ""), &script("over", "echo 'bestmove (none)'"), "greedy", 2);
        contest.position = Some("nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9".to_string());
        let (tally, games) = play(&contest);
        assert_eq!((tally.wins, tally.losses), (1, 1), "the first mover wins");
        for result in &games {
            assert_eq!(forfeit_reason(result), None);
            assert_eq!(result.record.tag("Termination"), Some("left the centre"));
        }
    }

    #[test]
    fn restarts_a_failed_program() {
        // The script crashes in every other game, when its mark file exists.
        let mark = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crashed-before");
        let _ = std::fs::remove_file(&mark);
        let mark = mark.display();
        let go = format!("if [ -e '{mark}' ]; then rm '{mark}'; exit 1; fi; : > '{mark}'; echo 'bestmove (none)'");
        let mut contest = contest(rules("jesonmor", ""), &script("moody", &go), "greedy", 8);
        contest.position = Some("nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9".to_string());
        let (tally, games) = play(&contest);
        // The script moves in only four of the games.
        let crashes = games.iter().filter(|result| result.forfeit.is_some()).count();
        assert_eq!((tally.wins, crashes), (2, 2));
    }

    #[test]
    fn sends_stop_when_cancelled() {
        let command = script("thinker", "read -r next; echo \"bestmove $next\"");
        let text = format!("{command},time=20s,patience=5s");
        let rules = rules("jesonmor", "");
        let Spec::Uci { command, limits, options, patience } = Spec::parse(&text, rules.info()).unwrap() else {
            panic!("a program")
        };
        let mut client = UciClient::new(&command, limits, &options, patience, &rules);
        let session: Box<dyn Session> = registry::open(rules, None).unwrap();
        assert_eq!(client.choose(&*session, &|| false), Ok(Some("stop".to_string())));
    }
}
