//! Step-by-step entry of turns.

use sanban_core::turn_entry::TurnEntry;
use sanban_core::{Rules, Session, Touch, move_text};
use sanban_games::registry;

fn open(game: &str, rules: &str, position: &str) -> Box<dyn Session> {
    let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
    registry::open(rules, (position != "start").then_some(position)).unwrap()
}

/// The progress after some touches: text, complete move, next touches, rejection code.
fn progress_after(session: &dyn Session, touched: &str) -> (String, Option<String>, String, Option<&'static str>) {
    let touches = move_text::touches(touched, session.scene().board).unwrap_or_default();
    let progress = session.progress(&touches);
    let next = move_text::format_touches(&progress.next);
    (progress.text, progress.complete, next, progress.rejection.map(|(_, rejection)| rejection.code.id))
}

#[test]
fn enters_a_turn_of_two_steps() {
    let session = open("mitsudomoe", "", "start");
    assert_eq!(progress_after(&*session, ""), (String::new(), None, "@".into(), None));
    assert_eq!(progress_after(&*session, "@"), ("@".into(), None, "a3 b2 b3 c1 c2".into(), None));
    assert_eq!(progress_after(&*session, "@c2"), ("@c2".into(), None, "b1".into(), None));
    assert_eq!(progress_after(&*session, "@c2 b1"), ("@c2/b1".into(), None, "c2".into(), None));
    assert_eq!(
        progress_after(&*session, "@c2 b1c2"),
        ("@c2/b1c2".into(), Some("@c2/b1c2".into()), String::new(), None)
    );
    assert_eq!(progress_after(&*session, "@c2 a1"), ("@c2".into(), None, "b1".into(), Some("ball-stuck")));
    let more = progress_after(&*session, "@c2 b1c2 d3");
    assert_eq!(more, ("@c2/b1c2".into(), Some("@c2/b1c2".into()), String::new(), Some("turn-is-complete")));
}

#[test]
fn enters_a_turn_that_may_end_or_continue() {
    let session = open("mitsudomoe", "flex", "start");
    assert_eq!(progress_after(&*session, "@c2"), ("@c2".into(), Some("@c2".into()), "b1".into(), None));
    let session = open("mitsudomoe", "flex", "x3,bB,bB/x4,bB/x5/wW,x,w,x2/wW,wW,x3 w 4 5 1");
    assert_eq!(progress_after(&*session, "b1"), ("/b1".into(), None, "c2".into(), None));
    assert_eq!(progress_after(&*session, "b1c2").1.as_deref(), Some("/b1c2"));
    assert_eq!(progress_after(&*session, "c2"), ("c2".into(), None, free_squares_except("c2"), None));
}

/// The squares of that position without a ball, except one.
fn free_squares_except(excluded: &str) -> String {
    let taken = ["a1", "a2", "b1", "d5", "e4", "e5", excluded];
    let squares = (0..25).map(|i| format!("{}{}", char::from(b'a' + i / 5), i % 5 + 1));
    squares.filter(|s| !taken.contains(&s.as_str())).collect::<Vec<_>>().join(" ")
}

#[test]
fn accepts_relocations_in_any_order_as_one_move() {
    // White's a3 vaults over b3 and c3 to d3; Black's free rings are on a5 and e1.
    let position = "b,x2,bB,x/x5/wW,bB,bB,w,x/wW,x4/wW,x3,b w 4 3 9";
    let mut session = open("mitsudomoe", "", position);
    let canonical = "@b1/a3d3/b3a5/c3e1";
    for typed in ["@b1/a3d3/b3a5/c3e1", "@b1/a3d3/c3e1/b3a5", "@b1/a3d3/c3a5/b3e1", "@b1 a3 d3 b3 e1 c3 a5"] {
        assert_eq!(session.canonical_move(typed).as_deref(), Ok(canonical), "{typed}");
    }
    // To a square that the first ball has left.
    assert_eq!(session.canonical_move("@b1/a3d3/c3e1/b3c3").as_deref(), Ok("@b1/a3d3/c3e1/b3c3"));
    assert_eq!(progress_after(&*session, "@b1 a3d3").2, "b3 c3");
    assert_eq!(progress_after(&*session, "@b1 a3d3 c3 e1").2, "b3");
    assert_eq!(progress_after(&*session, "@b1 a3d3 c3 e1 b3").2, "a5 c3");
    assert_eq!(session.moves().iter().filter(|m| m.starts_with("@b1/a3d3/")).count(), 5);
    session.play("@b1/a3d3/c3a5/b3e1").unwrap();
    assert_eq!(session.position_text(), "bB,x2,bB,x/x5/w,b,b,wW,x/wW,x4/wW,w,x2,bB b 3 3 10");
}

#[test]
fn pass_is_complete_without_touches() {
    let session = open("jinli", "size=5", "yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40");
    let progress = session.progress(&[]);
    assert_eq!((progress.complete.as_deref(), progress.next.len()), (Some("--"), 0));
    let touched = session.progress(&[Touch::Supply]);
    assert_eq!(touched.rejection.unwrap().1.code.id, "no-supply");
}

/// Touches the squares of a text, and grabs the one after `>`. Returns the entered text and whether that completed a turn.
fn enter(session: &dyn Session, text: &str) -> Result<(String, bool), &'static str> {
    let mut entry = TurnEntry::default();
    let mut is_complete = false;
    for word in text.split(' ') {
        let square = word.trim_start_matches('>');
        let touch = move_text::touches(square, session.scene().board).unwrap()[0];
        let turn = if word.starts_with('>') { entry.grab(session, touch) } else { entry.touch(session, touch) };
        is_complete = turn.map_err(|rejection| rejection.code.id)?.is_some();
    }
    Ok((entry.progress(session).text, is_complete))
}

#[test]
fn grabbing_a_piece_that_has_moved_corrects_its_step() {
    let session = open("jinli", "", "start");
    assert_eq!(enter(&*session, "a1 b2 >b2"), Ok(("a1".into(), false)));
    assert_eq!(enter(&*session, "a1 b2 >b2 b1"), Ok(("a1b1".into(), false)));
    assert_eq!(enter(&*session, "a1 b2 >b2 b1 d4"), Ok(("a1b1/d4".into(), true)));
    // Only the end of the last step is grabbed again, and only if nothing else begins there.
    assert_eq!(enter(&*session, "a1 b2 >g1"), Err("occupied"));
    assert_eq!(enter(&*session, "a1 >a1 b2"), Ok(("a1b2".into(), false)), "a picked piece stays picked");
    assert_eq!(enter(&*session, "a1 >g1 f2"), Ok(("g1f2".into(), false)), "another piece replaces it");
    // After placing this ring, the only ball that can move is picked by itself.
    let session = open("mitsudomoe", "", "start");
    assert_eq!(enter(&*session, "@ c2"), Ok(("@c2/b1".into(), false)));
    assert_eq!(enter(&*session, "@ b3"), Ok(("@b3/a2".into(), false)));
    let mut entry = TurnEntry::default();
    for touch in move_text::touches("@c2", session.scene().board).unwrap() {
        entry.touch(&*session, touch).unwrap();
    }
    assert_eq!(move_text::format_touches(&entry.grabbable(&*session)), "b1 c2");
}

#[test]
fn touching_a_forced_ball_keeps_it_picked() {
    let session = open("mitsudomoe", "", "start");
    assert_eq!(enter(&*session, "@ c2 b1"), Ok(("@c2/b1".into(), false)));
    assert_eq!(enter(&*session, "@ c2 b1 b1"), Ok(("@c2/b1".into(), false)));
    assert_eq!(enter(&*session, "@ c2 b1 c2"), Ok(("@c2/b1c2".into(), true)));
    // A ball that the player picked is put down again.
    assert_eq!(enter(&*session, "@ b2 a1 a1"), Ok(("@b2".into(), false)));
}
