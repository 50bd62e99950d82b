//! Studies: the tree of variations, and its record.

use sanban_core::record::{Eval, MAX_VARIATION_DEPTH, Record};
use sanban_core::study::{START, Study};
use sanban_core::{Rules, Square, Touch, TurnInput, TurnInputExt};
use sanban_games::registry;

const ANNOTATED_GAME: &str = "[Game \"mitsudomoe\"]\n[Date \"2026.11.15\"]\n[White \"Ana\"]\n[Result \"*\"]\n\n\
    {Before all.} 1. @c2/b1c2 {A start.} (1. @b2/a1b2 {[%eval 0.10] Quiet.} @d4/e4d4) (1. @b2/b1b2) @d4/e4d4 \
    (1... @d4/d5d4 2. @c3/c2c3 (2. @d3/c2d3)) 2. @c3/c2c3 {[%eval 0.35]} *\n";

fn read(record: &str) -> Study {
    let (record, session) = registry::read_record(record).unwrap();
    Study::new(record, &*session)
}

fn rules(game: &str, rules: &str) -> Rules {
    Rules::parse(registry::find(game).unwrap(), rules).unwrap()
}

fn from_start(game: &str) -> Study {
    let session = registry::open(rules(game, ""), None).unwrap();
    Study::new(Record::unfinished(), &*session)
}

/// Plays moves from the start, following the tree as far as it has them.
fn play_from_start(study: &mut Study, moves: &str) -> usize {
    study.go(START);
    moves.split_whitespace().for_each(|text| study.play(text).unwrap());
    study.at()
}

/// The moves of the study's record, without its tags.
fn moves(study: &Study) -> String {
    study.record().text().rsplit("\n\n").next().unwrap().trim().to_string()
}

#[test]
fn record_with_variations_survives_a_round_trip() {
    assert_eq!(read(ANNOTATED_GAME).record().text(), ANNOTATED_GAME);
    for (game, line) in [
        ("jesonmor", "1. a1b3 a9b7 (1... i9h7 {So?} 2. i1h3) 2. b3d4 (2. b3c5) *"),
        ("jinli", "1. a1b2/d4 {A pond.} (1. a1a2/a1 a7b6/d5) a7b6/d5 (1... g7f6/d5) *"),
    ] {
        let text = format!("[Game \"{game}\"]\n[Result \"*\"]\n\n{line}\n");
        assert_eq!(read(&text).record().text(), text);
    }
}

#[test]
fn comment_before_a_variation_belongs_to_its_first_move() {
    let study = read("[Game \"jesonmor\"]\n{All.} 1. a1b3 ({Better.} 1. b1c3 {Yes.}) a9b7 ({Or.} 1... i9h7) *");
    assert_eq!(moves(&study), "{All.} 1. a1b3 (1. b1c3 {Better.} {Yes.}) a9b7 (1... i9h7 {Or.}) *");
}

#[test]
fn merges_variations_of_one_move() {
    let study = read("[Game \"jesonmor\"]\n1. a1b3 (1. b1c3 (1. b1a3 a9b7) i9h7) (1. a1b3 i9h7) (1. b1c3 a9b7) *");
    assert_eq!(moves(&study), "1. a1b3 (1. b1c3 i9h7 (1... a9b7)) (1. b1a3 a9b7) i9h7 *");
}

#[test]
fn play_follows_the_tree_or_adds_a_variation() {
    let mut study = read(ANNOTATED_GAME);
    let count = study.nodes().count();
    let known = play_from_start(&mut study, "@c2/b1c2 @d4/d5d4 @d3/c2d3");
    assert_eq!((study.nodes().count(), study.node(known).depth), (count, 3));
    assert_eq!(study.session().played(), ["@c2/b1c2", "@d4/d5d4", "@d3/c2d3"]);
    let path: Vec<&str> = study.path(known).into_iter().map(|number| study.node(number).text.as_str()).collect();
    assert_eq!(path, ["@c2/b1c2", "@d4/d5d4", "@d3/c2d3"]);
    // Another spelling of a move is the same move.
    study.go(START);
    study.play("@C2, 1b - 2c").unwrap();
    assert_eq!(study.nodes().count(), count);
    study.play("@d4/e5d4").unwrap();
    assert_eq!(study.nodes().count(), count + 1);
    assert!(
        moves(&study).contains("(1... @d4/d5d4 2. @c3/c2c3 (2. @d3/c2d3)) (1... @d4/e5d4) 2. @c3"),
        "{}",
        moves(&study)
    );
    // A rejected move changes nothing.
    let before = (study.at(), study.record());
    assert!(study.play("@d4/e5d4").is_err());
    assert_eq!((study.at(), study.record()), before);
}

#[test]
fn finds_nodes_by_their_moves() {
    let mut study = read(ANNOTATED_GAME);
    let find = |study: &Study, moves: &str| study.find(&moves.split(' ').map(String::from).collect::<Vec<_>>());
    let there = play_from_start(&mut study, "@c2/b1c2 @d4/d5d4");
    assert_eq!(find(&study, "@c2/b1c2 @d4/d5d4"), there);
    assert_eq!(find(&study, "@c2/b1c2 @d4/d5d4 @a5/a1a5"), there, "as far as the tree has them");
    assert_eq!(study.find(&[]), START);
    let end = study.end_of(START);
    assert_eq!(find(&study, "@c2/b1c2 @d4/e4d4 @c3/c2c3"), end);
    assert!(study.go(end) && !study.go(999));
    assert_eq!(study.at(), end);
}

#[test]
fn enters_a_turn_step_by_step() {
    let mut study = read(ANNOTATED_GAME);
    let at = |col, row| Touch::Square(Square::new(col, row));
    assert_eq!(study.touch(Touch::Supply), Ok(false));
    assert_eq!(study.touch(at(1, 1)), Ok(false));
    assert_eq!(study.progress().text, "@b2");
    assert!(study.touch(at(4, 4)).is_err());
    assert!(study.undo_step());
    assert!(study.touches().is_empty());
    assert_eq!(study.enter("@b2"), Ok(false));
    assert_eq!(study.touch(at(0, 0)), Ok(false));
    assert_eq!(study.touch(at(1, 1)), Ok(true));
    assert_eq!((study.session().played(), study.touches()), (&["@b2/a1b2".to_string()][..], &[][..]));
    // Going elsewhere drops a partly entered turn.
    study.enter("@d4").unwrap();
    study.go(START);
    assert!(study.touches().is_empty());
}

#[test]
fn promotes_a_variation_to_the_main_line() {
    let mut study = read(ANNOTATED_GAME);
    let number = play_from_start(&mut study, "@c2/b1c2 @d4/d5d4 @d3/c2d3");
    assert_eq!(study.promote(number), Ok(true));
    assert_eq!(study.promote(number), Ok(false));
    assert_eq!(study.at(), number);
    assert_eq!(
        moves(&study),
        "{Before all.} 1. @c2/b1c2 {A start.} (1. @b2/a1b2 {[%eval 0.10] Quiet.} @d4/e4d4) (1. @b2/b1b2) @d4/d5d4 \
         (1... @d4/e4d4 2. @c3/c2c3 {[%eval 0.35]}) 2. @d3/c2d3 (2. @c3/c2c3) *"
    );
    // The others keep their order.
    let last = play_from_start(&mut study, "@b2/b1b2");
    study.promote(last).unwrap();
    assert!(moves(&study).starts_with("{Before all.} 1. @b2/b1b2 (1. @c2/b1c2 "), "{}", moves(&study));
}

#[test]
fn removes_a_move_with_everything_after_it() {
    let mut study = read(ANNOTATED_GAME);
    let main = play_from_start(&mut study, "@c2/b1c2 @d4/e4d4");
    let end = play_from_start(&mut study, "@c2/b1c2 @d4/e4d4 @c3/c2c3");
    assert!(study.remove(main));
    assert!(!study.has(main) && !study.has(end) && !study.remove(end) && !study.remove(START));
    assert_eq!(study.session().played(), ["@c2/b1c2"], "the study goes to the parent of the removed move");
    assert!(moves(&study).ends_with(") @d4/d5d4 2. @c3/c2c3 (2. @d3/c2d3) *"), "{}", moves(&study));
    // Removing a move elsewhere keeps the current node and the partly entered turn.
    study.enter("@d4").unwrap();
    let other = study.find(&["@b2/a1b2".to_string()]);
    assert!(study.remove(other));
    assert_eq!((study.session().played().len(), study.progress().text.as_str()), (1, "@d4"));
}

#[test]
fn changing_a_comment_keeps_its_evaluation() {
    let mut study = read(ANNOTATED_GAME);
    let number = study.find(&["@b2/a1b2".to_string()]);
    study.comment(number, "  Not bad [%eval 9.00] } at all ");
    assert_eq!(study.eval(number), Some(Eval::Score(0.1)));
    assert!(moves(&study).contains("(1. @b2/a1b2 {[%eval 0.10] Not bad ) at all} @d4/e4d4)"), "{}", moves(&study));
    study.comment(number, "");
    study.comment(START, "Anew.");
    assert!(
        moves(&study).starts_with("{Anew.} 1. @c2/b1c2 {A start.} (1. @b2/a1b2 {[%eval 0.10]} "),
        "{}",
        moves(&study)
    );
    assert_eq!(read(&study.record().text()).record(), study.record());
}

#[test]
fn machine_written_notes_stay_but_are_not_shown() {
    let mut study =
        read("[Game \"jesonmor\"]\n[Result \"*\"]\n\n1. a1b3 {[%clk 10:00] Fine.} {[%eval 0.50] [%emt 3]} *\n");
    let number = study.find(&["a1b3".to_string()]);
    assert_eq!(study.comment_text(number), "Fine.");
    study.comment(number, "One  line,\n\n another. ");
    assert_eq!(study.comment_text(number), "One line,\n\nanother.");
    let text = study.record().text();
    assert!(text.contains("{[%eval 0.50] [%clk 10:00] [%emt 3] One  line,\n\n another.}"), "{text}");
    assert_eq!(read(&text).comment_text(number), study.comment_text(number));
}

#[test]
fn result_is_dropped_when_the_main_line_changes() {
    let text =
        "[Game \"jesonmor\"]\n[White \"Ana\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. a1b3 a9b7 0-1\n";
    let mut study = read(text);
    play_from_start(&mut study, "a1b3 i9h7");
    assert_eq!(study.record().result, "0-1", "a variation changes nothing");
    let number = study.at();
    study.promote(number).unwrap();
    assert_eq!(
        study.record().text(),
        "[Game \"jesonmor\"]\n[White \"Ana\"]\n[Result \"*\"]\n\n1. a1b3 i9h7 (1... a9b7) *\n"
    );
    // A game that ends by the rules has their result.
    let rules = "[Game \"jesonmor\"]\n[Position \"n8/9/9/9/4N4/9/9/9/9 w - - 0 1\"]\n";
    let mut study = read(&format!("{rules}*"));
    study.play("e5d7").unwrap();
    assert_eq!((study.record().result.as_str(), study.record().tag("Termination")), ("1-0", Some("left the centre")));
    study.remove(study.at());
    assert_eq!((study.record().result.as_str(), study.record().tag("Termination")), ("*", None));
}

#[test]
fn result_follows_the_end_of_the_main_line() {
    let tags = "[Game \"jesonmor\"]\n[Position \"n8/9/9/9/4N4/9/9/9/8N w - - 0 1\"]\n";
    let mut study = read(&format!("{tags}1. i1h3 (1. e5d7) a9b7 *"));
    assert_eq!(study.record().result, "*");
    study.promote(study.find(&["e5d7".to_string()])).unwrap();
    assert_eq!(study.record().result, "1-0");
    study.remove(study.find(&["e5d7".to_string()]));
    assert_eq!(study.record().result, "*");
    let merged = read(&format!("{tags}1. i1h3 (1. i1h3 a9b7 2. e5d7) *"));
    assert_eq!(merged.record().result, "1-0", "a variation continues the main line");
}

#[test]
fn second_player_may_move_first() {
    let study = read("[Game \"jinli\"]\n[Position \"r5r/7/7/7/7/7/y5y r 10 10 0 0 1\"]\n1... a7b6/d5 2. a1b2/d4 *");
    assert_eq!(study.first_ply(), 1);
    assert_eq!(moves(&study), "1... a7b6/d5 2. a1b2/d4 *");
    assert_eq!(from_start("jinli").first_ply(), 0);
}

#[test]
fn rejects_variations_deeper_than_a_record_can_hold() {
    let session = registry::open(rules("jesonmor", "repetition=off"), None).unwrap();
    let mut study = Study::new(Record::unfinished(), &*session);
    // Two knights move back and forth, each time as a variation of another move.
    let mut places = vec![START];
    for ply in 0..MAX_VARIATION_DEPTH {
        study.play(["i1h3", "i9h7"][ply % 2]).unwrap();
        study.go(places[ply]);
        study.play(["a1b3", "a9b7", "b3a1", "b7a9"][ply % 4]).unwrap();
        places.push(study.at());
    }
    let deepest = study.at();
    study.play("i1h3").unwrap();
    study.go(deepest);
    let before = study.record();
    assert_eq!(read(&before.text()).record(), before);
    let rejected = study.play("a1b3").map_err(|rejection| rejection.code.id);
    assert_eq!((rejected, study.at(), study.record()), (Err("study-depth"), deepest, before));
    // A main line with variations of the maximum depth can't become a variation itself.
    assert_eq!(study.promote(places[1]), Ok(true));
    study.play("a1b3").unwrap();
    study.go(START);
    study.play("b1c3").unwrap();
    let before = study.record();
    assert_eq!(read(&before.text()).record(), before);
    let rejected = study.promote(study.at()).map_err(|rejection| rejection.code.id);
    assert_eq!((rejected, study.record()), (Err("study-depth"), before));
}
