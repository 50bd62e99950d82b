//! What front ends draw to show a move: arrows, and pieces that appear and disappear.

use sanban_core::move_marks::MoveMark;
use sanban_core::{Rules, Session, move_text};
use sanban_games::registry;

fn open(game: &str, rules: &str, position: &str) -> Box<dyn Session> {
    let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
    registry::open(rules, (position != "start").then_some(position)).unwrap()
}

/// The marks as text: `1 b1>c2`, `2 +c3 (ring, koi)`, `1 -d4`.
fn describe(marks: Vec<(usize, MoveMark)>) -> Vec<String> {
    let describe = |(step, mark)| match mark {
        MoveMark::Moved { from, to } => format!("{step} {from}>{to}"),
        MoveMark::Placed { square, stack } => {
            let shapes: Vec<_> = stack.iter().map(|piece| piece.shape.name()).collect();
            format!("{step} +{square} ({})", shapes.join(", "))
        }
        MoveMark::Lifted { square } => format!("{step} -{square}"),
    };
    marks.into_iter().map(describe).collect()
}

fn marks(session: &dyn Session, text: &str, entered: &str) -> Vec<String> {
    let entered = if entered.is_empty() { vec![] } else { move_text::touches(entered, session.scene().board).unwrap() };
    describe(session.move_marks(text, &entered).unwrap())
}

#[test]
fn marks_follow_the_steps_of_a_move() {
    let session = open("mitsudomoe", "", "start");
    assert_eq!(marks(&*session, "@c2/b1c2", ""), ["1 +c2 (ring)", "2 b1>c2"]);
    let vault = open("mitsudomoe", "", "b,x2,bB,x/x5/wW,bB,bB,w,x/wW,x4/wW,x3,b w 4 3 9");
    let expected = ["1 +d3 (ring, ring)", "2 a3>d3", "3 b3>a5", "4 c3>e1"];
    assert_eq!(marks(&*vault, "@d3/a3d3/b3a5/c3e1", ""), expected);
    assert_eq!(marks(&*open("jesonmor", "", "start"), "c1d3", ""), ["1 c1>d3"]);
    let koi = open("jinli", "gift=on", "r5r/7/7/3o3/7/7/y5y y 10 0 0 0 9 lift");
    assert_eq!(marks(&*koi, "-d4/a1b2/d4", ""), ["1 -d4", "2 a1>b2", "3 +d4 (stone)"]);
}

#[test]
fn entered_steps_have_no_marks() {
    let session = open("mitsudomoe", "", "start");
    assert_eq!(marks(&*session, "@c2/b1c2", "@"), ["1 +c2 (ring)", "2 b1>c2"]);
    assert_eq!(marks(&*session, "@c2/b1c2", "@c2"), ["2 b1>c2"]);
    assert_eq!(marks(&*session, "@c2/b1c2", "@c2 b1"), ["2 b1>c2"]);
    assert_eq!(marks(&*session, "@c2/b1c2", "@c1"), [""; 0]);
    assert_eq!(marks(&*session, "@c2/b1c2", "@c2 a1"), [""; 0]);
}

#[test]
fn last_move_keeps_its_marks() {
    let mut session = open("jinli", "", "start");
    assert_eq!(describe(session.last_move_marks()), [""; 0]);
    session.play("a1b2/d4").unwrap();
    assert_eq!(describe(session.last_move_marks()), ["1 a1>b2", "2 +d4 (stone)"]);
    assert_eq!(session.last_squares().len(), 3);
    assert!(session.fork_at(0).last_move_marks().is_empty());
}

#[test]
fn illegal_moves_are_rejected() {
    assert!(open("jinli", "", "start").move_marks("a1a7", &[]).is_err());
}
