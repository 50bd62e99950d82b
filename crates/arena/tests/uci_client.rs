//! Other programs as players: Fairy-Stockfish, and small scripts that do everything wrong.

#[path = "../../games/tests/peer/mod.rs"]
#[allow(dead_code)]
mod peer;

use sanban_arena::uci::client::UciClient;
use sanban_arena::{Contest, Openings, Played, Tally};
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

fn played(contest: &Contest) -> (Tally, Vec<Played>) {
    let mut games = Vec::new();
    let tallies = contest.run(&[], &AtomicBool::new(false), &mut |played, _| {
        games.push(played.clone());
        true
    });
    (tallies.unwrap()[0], games)
}

fn why(played: &Played) -> Option<String> {
    played.forfeit.as_ref().map(|why| why.sentence(&[], LANGUAGES[0]))
}

/// By its rules and by ours, where it has won a turn earlier and says so.
#[test]
fn whole_games_are_played_against_fairy_stockfish() {
    let Some(program) = peer::find() else { return };
    let program = format!("uci:{},nodes=300,hash=4", program.display());
    for text in ["goal=hold", ""] {
        for ours in ["engine:nodes=300,hash=4", "greedy"] {
            let mut contest = contest(rules("jesonmor", text), ours, &program, 6);
            contest.openings = Openings::Unfiltered(4);
            let (tally, games) = played(&contest);
            assert_eq!(tally.games(), 6);
            for played in &games {
                assert_eq!(why(played), None, "{}", played.record.text());
                assert!(played.record.line.moves.len() > 4, "{}", played.record.text());
            }
            // Each has played each side.
            let whites = games.iter().filter(|played| played.record.tag("White") == Some(ours));
            assert_eq!(whites.count(), 3);
        }
    }
}

#[test]
fn options_that_are_asked_for_must_be_there() {
    let Some(program) = peer::find() else { return };
    let play = |option: &str| {
        let program = format!("uci:{},nodes=50,option.{option}", program.display());
        played(&contest(rules("jesonmor", "goal=hold"), &program, "greedy", 1)).1
    };
    assert_eq!(why(&play("Skill Level=-20")[0]), None);
    let games = play("Strength=3");
    assert!(why(&games[0]).unwrap().ends_with("has no option \"Strength\"."), "{games:?}");
}

#[test]
fn a_program_that_is_not_there_forfeits() {
    let (tally, games) = played(&contest(rules("jinli", ""), "random", "uci:no-such-program", 2));
    assert_eq!(tally.wins, 2);
    assert!(why(&games[0]).unwrap().starts_with("The engine no-such-program has failed: "), "{games:?}");
}

#[cfg(unix)]
mod scripts {
    use super::*;
    use std::path::Path;

    /// A program that answers `go` with these commands of the shell.
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

    /// All games are played to a result that can be saved and read again, and those that the script lost are told of.
    fn forfeits(program: &str, sentence: &str) {
        let contest = contest(rules("jesonmor", ""), program, "random", 4);
        let (tally, games) = played(&contest);
        assert_eq!((tally.wins, tally.draws, tally.losses), (0, 0, 4), "{program}");
        for played in &games {
            let told = why(played).expect("a reason");
            assert!(told.ends_with(sentence) && told.contains("sh "), "{told}");
            assert_eq!(played.record.tag("Termination"), Some("forfeit"));
            assert!(played.record.line.moves.len() <= 1, "{}", played.record.text());
        }
        let saved: String = games.iter().map(|played| format!("{}\n", played.record.text())).collect();
        let read = contest.read_saved(&saved).unwrap();
        assert_eq!(read.iter().map(|played| played.half_points).collect::<Vec<_>>(), [0; 4]);
    }

    #[test]
    fn whoever_crashes_loses() {
        forfeits(&script("crash", "exit 3"), "has failed: it has ended.");
        forfeits(&script("kill", "kill -9 $$"), "has failed: it has ended.");
    }

    #[test]
    fn whoever_hangs_loses() {
        // One still listens, the other must be ended.
        let limits = "time=10ms,patience=500ms";
        forfeits(&format!("{},{limits}", script("silent", "sleep 0")), "has failed: it does not answer.");
        forfeits(&format!("{},{limits}", script("asleep", "exec sleep 300")), "has failed: it does not answer.");
    }

    #[test]
    fn whoever_talks_without_end_loses() {
        let limits = "time=10ms,patience=500ms";
        forfeits(&format!("{},{limits}", script("flood", "exec yes")), "has failed: it does not answer.");
        let endless = script("line", "exec tr '\\0' x </dev/zero");
        forfeits(&format!("{endless},{limits}"), "has failed: it does not answer.");
    }

    #[test]
    fn whoever_answers_nonsense_loses() {
        forfeits(&script("illegal", "echo bestmove a1a1"), "answered \"a1a1\", which is not legal.");
        forfeits(&script("noise", "printf 'bestmove \\001\\377x\\n'"), "which is not legal.");
        forfeits(&script("none", "echo 'bestmove (none)'"), "answered that it has no move.");
        forfeits(&script("empty", "echo bestmove"), "answered that it has no move.");
        forfeits(&script("null", "echo bestmove 0000"), "answered that it has no move.");
    }

    /// By its own rules the game may be over where ours ask for one more turn.
    #[test]
    fn a_win_at_once_is_made_for_whoever_has_no_move() {
        let mut contest = contest(rules("jesonmor", ""), &script("over", "echo 'bestmove (none)'"), "greedy", 2);
        contest.position = Some("nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9".to_string());
        let (tally, games) = played(&contest);
        assert_eq!((tally.wins, tally.losses), (1, 1), "whoever moves first wins");
        for played in &games {
            assert_eq!(why(played), None);
            assert_eq!(played.record.tag("Termination"), Some("left the centre"));
        }
    }

    #[test]
    fn a_failed_program_is_started_again() {
        // It crashes in every other game: in those for which its mark is there.
        let mark = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crashed-before");
        let _ = std::fs::remove_file(&mark);
        let mark = mark.display();
        let go = format!("if [ -e '{mark}' ]; then rm '{mark}'; exit 1; fi; : > '{mark}'; echo 'bestmove (none)'");
        let mut contest = contest(rules("jesonmor", ""), &script("moody", &go), "greedy", 8);
        contest.position = Some("nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9".to_string());
        let (tally, games) = played(&contest);
        // It has a turn in four of the games only.
        let crashes = games.iter().filter(|played| played.forfeit.is_some()).count();
        assert_eq!((tally.wins, crashes), (2, 2));
    }

    #[test]
    fn a_program_that_thinks_is_told_to_stop() {
        let command = script("thinker", "read -r next; echo \"bestmove $next\"");
        let text = format!("{command},time=20s,patience=5s");
        let rules = rules("jesonmor", "");
        let Spec::Uci { command, limits, options, patience } = Spec::parse(&text, rules.info()).unwrap() else {
            panic!("a program")
        };
        let mut external = UciClient::new(&command, limits, &options, patience, &rules);
        let session: Box<dyn Session> = registry::open(rules, None).unwrap();
        assert_eq!(external.choose(&*session, &|| false), Ok(Some("stop".to_string())));
    }
}
