//! Draws, their precedence, and results of positions given as text.

use sanban_core::{Rules, Session};
use sanban_games::registry;

fn open(game: &str, rules: &str, position: &str) -> Box<dyn Session> {
    let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
    registry::open(rules, (position != "start").then_some(position)).unwrap()
}

/// The result as `sanban show` prints it; empty if the game goes on.
fn result(session: &dyn Session) -> String {
    let winner = |o: &sanban_core::Outcome| o.winner.map_or("draw", |s| session.info().players[s.index()]);
    session.outcome().map_or(String::new(), |o| format!("{} ({})", winner(&o), o.reason))
}

fn play(session: &mut dyn Session, moves: &str) {
    for text in moves.split(' ') {
        session.play(text).unwrap_or_else(|r| panic!("{text}: {}", r.sentence(&[session.info().messages], "en")));
    }
}

#[test]
fn third_occurrence_of_a_position_is_a_draw() {
    let there_and_back = "a1b3 a9b7 b3a1 b7a9";
    let mut session = open("jesonmor", "", "start");
    play(&mut *session, there_and_back);
    assert_eq!(result(&*session), "", "twice");
    play(&mut *session, "a1b3 a9b7 b3a1");
    assert_eq!(result(&*session), "");
    play(&mut *session, "b7a9");
    assert_eq!(result(&*session), "draw (repetition)");
    assert_eq!(session.moves().len(), 30, "moves ignore draws");
    assert_eq!(session.play("a1b3").unwrap_err().code.id, "game-over");
    assert_eq!(session.canonical_move("a1b3").unwrap_err().code.id, "game-over");
    let touch = sanban_core::Touch::Square(sanban_core::Square::new(0, 0));
    assert_eq!(session.progress(&[touch]).refused.unwrap().1.code.id, "game-over");
    assert!(session.progress(&[]).next.is_empty());
    session.ignore_draws();
    play(&mut *session, "a1b3");

    let mut session = open("jesonmor", "repetition=off", "start");
    play(&mut *session, &[there_and_back; 4].join(" "));
    assert_eq!(result(&*session), "");

    // The history starts at the session's first position.
    let mut session = open("jesonmor", "", "start");
    play(&mut *session, "a1b3");
    let mut later = open("jesonmor", "", &session.position_text());
    play(&mut *later, "a9b7 b3a1 b7a9 a1b3 a9b7 b3a1 b7a9");
    assert_eq!(result(&*later), "");
    play(&mut *later, "a1b3");
    assert_eq!(result(&*later), "draw (repetition)");
}

#[test]
fn repetition_considers_player_supply_and_score() {
    // The koi go back and forth, but each turn has one stone less in the supply, or one point more.
    let mut session = open("jinli", "stones=1,target=30", "start");
    play(&mut *session, "a1a2/d4 a7a6/e5 a2a1 a6a7 a1a2 a7a6 a2a1");
    assert_eq!(result(&*session), "");
    play(&mut *session, "a6a7 a1a2 a7a6");
    assert_eq!(result(&*session), "draw (repetition)");
    let mut session = open("jinli", "size=5,target=30", "r3r/5/5/5/yy3 y 0 0 0 0 1");
    play(&mut *session, &["b1b2 a5a4 b2b1 a4a5"; 4].join(" "));
    assert_eq!(result(&*session), "");
}

#[test]
fn the_games_own_result_comes_before_limits() {
    let quiet = |n: u32, goal: &str, knight: &str| {
        open("jesonmor", &format!("goal={goal}"), &format!("nnnnnnnnn/9/9/9/4N4/9/9/9/{knight}8 w - - {n} 80"))
    };
    assert_eq!(result(&*quiet(99, "leave", "N")), "");
    assert_eq!(result(&*quiet(100, "leave", "N")), "draw (quiet limit)");
    assert_eq!(result(&*quiet(60000, "leave", "N")), "draw (quiet limit)");
    assert_eq!(result(&*quiet(100, "hold", "N")), "white (held the centre)");
    assert_eq!(result(&*quiet(100, "reach", "N")), "white (reached the centre)");
    let mut session = quiet(99, "leave", "N");
    play(&mut *session, "a1b3");
    assert_eq!(result(&*session), "draw (quiet limit)");
    let mut session = quiet(99, "leave", "N");
    play(&mut *session, "e5d7");
    assert_eq!(result(&*session), "white (left the centre)");
    let mut session = open("jesonmor", "quiet=off", &quiet(100, "leave", "N").position_text());
    play(&mut *session, "a1b3");
    assert_eq!(result(&*session), "");
    let mut session = open("jesonmor", "", "9/9/9/9/9/9/1n7/3n5/N8 w - - 99 80");
    play(&mut *session, "a1b3");
    assert_eq!(session.position_text(), "9/9/9/9/9/9/1N7/3n5/9 b - - 0 80", "a capture ends the quiet");
    play(&mut *session, "d2b3");
    assert_eq!(result(&*session), "black (last knight captured)");

    let jinli = |turn: u32, score: u32| open("jinli", "", &format!("r5r/7/7/7/7/7/y5y y 10 10 {score} 0 {turn}"));
    assert_eq!(result(&*jinli(400, 0)), "");
    assert_eq!(result(&*jinli(401, 0)), "draw (turn limit)");
    assert_eq!(result(&*jinli(401, 10)), "yellow (points)");
    let mut session = jinli(400, 0);
    play(&mut *session, "a1b2/c3");
    assert_eq!(result(&*session), "draw (turn limit)");
    let mitsudomoe = |rules, black: &str, turn: u32| {
        result(&*open("mitsudomoe", rules, &format!("x3,bB,bB/{black}/x5/x,wW,x3/wW,wW,x3 w 5 5 {turn}")))
    };
    assert_eq!(mitsudomoe("", "x3,bB,x", 400), "");
    assert_eq!(mitsudomoe("", "x3,bB,x", 401), "draw (turn limit)");
    assert_eq!(mitsudomoe("turns=off", "x3,bB,x", 401), "");
    assert_eq!(mitsudomoe("", "x4,bB", 401), "white (home full)");
}

#[test]
fn mitsudomoe_checks_the_player_who_has_moved_first() {
    let both_home = "x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3";
    for (position, rules, expected) in [
        (format!("{both_home} w 5 5 1"), "", ""),
        (format!("{both_home} w 5 5 2"), "", "white (home full)"),
        (format!("{both_home} b 5 5 2"), "", "black (home full)"),
        (format!("{both_home} b 5 5 2"), "open", ""),
        // Both players fill the other's home: the one who has moved wins.
        ("x3,wW,wW/x4,wW/x5/bB,x4/bB,bB,x3 b 5 5 30".into(), "", "white (goal squares filled)"),
        ("x3,wW,wW/x4,wW/x5/bB,x4/bB,bB,x3 w 5 5 30".into(), "", "black (goal squares filled)"),
        // White's goal is filled by White's own balls, whoever moved last.
        ("x3,wW,wW/x4,wW/x5/bB,x4/bB,x2,bB,x w 5 5 30".into(), "", "white (goal squares filled)"),
        ("x3,wW,wW/x4,wW/x5/bB,x4/bB,x2,bB,x w 5 5 1".into(), "", "black (no legal turn)"),
    ] {
        assert_eq!(result(&*open("mitsudomoe", rules, &position)), expected, "{rules} {position}");
    }
}

#[test]
fn jin_li_ends_by_points_or_when_both_are_blocked() {
    for (position, expected) in [
        ("r5r/7/7/7/7/7/y5y y 10 10 9 10 30", "red (points)"),
        ("r5r/7/7/7/7/7/y5y r 10 10 12 9 30", "yellow (points)"),
        ("r5r/7/7/7/7/7/y5y r 10 10 10 10 30", "yellow (points)"),
    ] {
        assert_eq!(result(&*open("jinli", "", position)), expected, "{position}");
    }
    let full =
        |score: &str| open("jinli", "size=5,stones=20", &format!("yyooo/ooooo/ooooo/ooooo/oorro y 0 0 {score} 30"));
    assert_eq!(result(&*full("3 2")), "yellow (both blocked)");
    assert_eq!(result(&*full("2 3")), "red (both blocked)");
    assert_eq!(result(&*full("2 2")), "draw (both blocked)");
}

/// The rulings of `docs/rules.md` that no other test covers.
#[test]
fn follows_the_documented_rulings() {
    let after = |goal: &str, position: &str, text: &str| {
        let mut session = open("jesonmor", &format!("goal={goal}"), position);
        play(&mut *session, text);
        result(&*session)
    };
    let leaving = "9/9/3n5/9/4N4/9/9/9/9 w - - 0 1";
    assert_eq!(after("leave", leaving, "e5d7"), "white (last knight captured)");
    let reaching = "9/9/3N5/9/4n4/9/9/9/9 w - - 0 1";
    assert_eq!(after("leave", reaching, "d7e5"), "white (last knight captured)");
    assert_eq!(result(&*open("jesonmor", "goal=reach", reaching)), "black (reached the centre)");
    let reaching = "9/9/3N5/9/9/9/n8/9/9 w - - 0 1";
    assert_eq!(after("reach", reaching, "d7e5"), "white (reached the centre)");

    let smart = |position: &str, seat| open("mitsudomoe", "", position).classic_value("smart", seat).unwrap();
    let filled = "x3,wW,wW/x4,wW/x5/bB,x4/bB,bB,x3 b 5 5 30";
    // Each side's home is full, which `smart` checks before filled goals.
    assert_eq!(smart(filled, sanban_core::Seat::FIRST), 9998.0 + 0.5 * 9998.0);
    let filled = "x3,wW,wW/x4,wW/x5/bB,x4/bB,x2,bB,x b 5 5 30";
    let black = smart(filled, sanban_core::Seat::SECOND);
    assert_eq!(black, 9998.0 + 0.5 * -9998.0);

    let flex = open("mitsudomoe", "flex", "x3,bB,bB/x4,bB/x5/wW,x,w,x2/wW,wW,x3 w 4 5 1");
    assert_eq!(flex.canonical_move("b1c2").as_deref(), Ok("/b1c2"));
    let drawn = "[Game \"jesonmor\"]\n\n1. a1b3 a9b7 2. b3a1 b7a9 3. a1b3 a9b7 4. b3a1 b7a9 5. a1b3 *";
    let rejection = registry::read_record(drawn).err().expect("rejected");
    assert_eq!((rejection.code.id, rejection.because[0].code.id), ("move-refused", "game-over"));
    let (record, _) = registry::read_record(&drawn.replace(" 5. a1b3", "")).unwrap();
    assert_eq!((record.result.as_str(), record.tag("Termination")), ("1/2-1/2", Some("repetition")));
}
