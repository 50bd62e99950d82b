use super::*;
use crate::rejection::Arg;

#[test]
fn canonical_record_survives_a_round_trip() {
    let text = "[Game \"mitsudomoe\"]\n[Rules \"flex,size=6\"]\n[Date \"2026.11.15\"]\n[White \"Ana \\\"A\\\" \\\\\"]\n\
                [Black \"level:3\"]\n[Result \"0-1\"]\n[Termination \"home full\"]\n\n\
                1. @c2/b1c2 @d4/e4d4 2. @c3/c2c3 {[%eval 0.35] A good start.} (2. @b2/a1b2 (2. @d1/b1c2) @a5 3. /a1b2) \
                (2. @c4) @d3/d4d3 (2... -- {#}) 0-1\n";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.text(), text);
    assert_eq!(record.tag("White"), Some("Ana \"A\" \\"));
    assert_eq!(record.line.moves[2].eval(), Some(Eval::Score(0.35)));
    assert_eq!(record.line.moves[2].variations.len(), 2);
    let text = "{Red begins.} 1... a7b6/d4 {[%eval #-3]} 2. a1b2/c3 *\n";
    let record = Record::parse(text).unwrap();
    assert!(record.second_begins);
    assert_eq!(record.line.moves[0].eval(), Some(Eval::Mate(-3)));
    assert_eq!(record.text(), text);
}

#[test]
fn reads_what_it_writes() {
    let mut record = Record { result: "*".into(), ..Record::default() };
    record.set_tag("Result", "*");
    record.set_tag("White", "two\nlines");
    record.set_tag("Game", "x");
    let m = Move { text: "a1b2".into(), comments: vec![" a } b ".into()], variations: vec![] };
    record.line.moves.push(m);
    let text = record.text();
    assert_eq!(text, "[Game \"x\"]\n[White \"two lines\"]\n[Result \"*\"]\n\n1. a1b2 {a ) b} *\n");
    assert_eq!(Record::parse(&text).unwrap().text(), text);
}

#[test]
fn evaluations_survive_a_round_trip() {
    let evals = [(Eval::Score(0.35), "0.35"), (Eval::Score(-12.0), "-12.00"), (Eval::Score(-0.001), "0.00")];
    let mates = [(Eval::Mate(5), "#5"), (Eval::Mate(-3), "#-3")];
    for (eval, text) in evals.into_iter().chain(mates) {
        let mut m = Move { text: "a1b2".into(), ..Move::default() };
        m.set_eval(Some(eval));
        assert_eq!(m.comments, [format!("[%eval {text}]")]);
        let rounded = if eval == Eval::Score(-0.001) { Eval::Score(0.0) } else { eval };
        assert_eq!(m.eval(), Some(rounded));
    }
}

#[test]
fn set_eval_replaces_only_older_evaluations() {
    let comments = ["Good [%eval 1.5,20]  [%clk 0:01]!", "[%eval #3]", "[%evaluated]", "x [%eval 1"];
    let mut m = Move { comments: comments.map(String::from).to_vec(), ..Move::default() };
    m.set_eval(Some(Eval::Mate(2)));
    assert_eq!(m.comments, ["[%eval #2] Good [%clk 0:01]!", "[%evaluated]", "x [%eval 1"]);
    m.set_eval(None);
    assert_eq!(m.comments, ["Good [%clk 0:01]!", "[%evaluated]", "x [%eval 1"]);
}

#[test]
fn splits_records_at_their_first_tags() {
    let texts = [
        "{Before} ; [all\n[Game \"x\"]\n\n[White \"{\"]\n\n1. a1b2 {a comment of\n[%eval 0.3] lines} ; {\n% {\n*\n\n",
        "[Game \"y\"]\n*\n",
        "[Game \"z\"]\n1. a1b2",
    ];
    assert_eq!(split(&texts.concat()).collect::<Vec<_>>(), texts);
    assert_eq!(split("\u{feff}[Game \"x\"]\n*").count(), 1);
    assert_eq!(split("1. a1b2 *").count(), 1);
    assert_eq!(split(" \n").count(), 0);
}

#[test]
fn numbers_moves_from_any_ply() {
    let moves = ["a", "b", "c"].map(String::from);
    assert_eq!(numbered(0, &moves), "1. a b 2. c");
    assert_eq!(numbered(23, &moves), "12... a 13. b c");
}

#[test]
fn accepts_what_other_programs_write() {
    let record =
        Record::parse("\u{feff}[ Game  \"x\" ]\r\n1.c1d3!? $14 c9d7 ; to the end\n2 . g1f3 {two\nlines} 2... g9f7??")
            .unwrap();
    let moves: Vec<&str> = record.line.moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(moves, ["c1d3", "c9d7", "g1f3", "g9f7"]);
    assert_eq!(record.line.moves[1].comments, ["to the end"]);
    assert_eq!(record.result, "*");
    assert_eq!(Record::parse("").unwrap().text(), "*\n");
    let text = "; before\n% for others\n[Game \"x\"]\n1. ... a1b2+ (1... c1d2# 1-0) +- 2. -- {[%eval 1.5,20]} ½-½";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.text(), "[Game \"x\"]\n\n{before} 1... a1b2 (1... c1d2) 2. -- {[%eval 1.5,20]} 1/2-1/2\n");
    assert_eq!(record.line.moves[1].eval(), Some(Eval::Score(1.5)));
    assert_eq!(Record::parse("[Result \"1-0\"]").unwrap().result, "1-0");
}

#[test]
fn rejects_bad_syntax_with_its_line() {
    let rejected = |text: &str| {
        let rejection = Record::parse(text).unwrap_err();
        (rejection.code.id, rejection.args)
    };
    assert_eq!(
        rejected("1. c1d3\n{never closed"),
        ("record-unfinished", vec![Arg::Text("2".into()), Arg::Key("record-part-comment".into())])
    );
    assert_eq!(rejected("[Game \"x]").0, "record-unfinished");
    assert_eq!(rejected("[Game x]").0, "record-syntax");
    assert_eq!(rejected("[\"x\"]").0, "record-syntax");
    assert_eq!(rejected("1. a ( b").0, "record-unfinished");
    assert_eq!(rejected("( b )").0, "record-syntax");
    assert_eq!(rejected("1. a ) b").0, "record-syntax");
    assert_eq!(rejected("1. a 1-0 b").0, "record-syntax");
    assert_eq!(rejected(&format!("a{}", " (a".repeat(100))).0, "record-depth");
}
