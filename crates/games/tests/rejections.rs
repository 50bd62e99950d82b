//! Rejections and their codes: the tables `tests/rejections.txt` in the games' folders.

use sanban_core::Rules;
use sanban_games::registry;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn tables_have_a_rejection_for_every_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for info in registry::GAMES {
        let table = std::fs::read_to_string(folder.join(info.id).join("tests/rejections.txt")).expect("a table");
        let mut seen = BTreeSet::new();
        for line in table.lines().filter(|l| !l.starts_with('#')) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [code, rules, position, text] = fields[..] else { panic!("four fields in {line:?}") };
            let rules = Rules::parse(info, rules).expect("rules");
            let opened = registry::open(rules, Some(position).filter(|p| *p != "start"));
            let rejection = match (opened, text) {
                (Err(rejection), "") => rejection.because.into_iter().find(|r| r.code.id == code),
                (Ok(session), text) if !text.is_empty() => session.canonical_move(text).err(),
                (opened, _) => panic!("{line}: {:?}", opened.map(|s| s.position_text())),
            };
            let rejection = rejection.unwrap_or_else(|| panic!("not rejected: {line}"));
            assert_eq!(rejection.code.id, code, "{line}");
            let sentence = rejection.sentence(&[info.messages], "en");
            assert!(!sentence.contains('{') && sentence.contains(' '), "{line}: {sentence}");
            seen.insert(code);
        }
        for code in info.codes {
            assert!(seen.contains(code.id), "{} has no line for {}", info.id, code.id);
        }
    }
}

/// Reasons that only follow from another are left out.
#[test]
fn rejects_positions_with_all_reasons() {
    for (game, position, expected) in [
        ("mitsudomoe", "x3,bB,bB/x4,bB/x5/wW,x4/wW,x4 z 9 5 0", "bad-player bad-number bad-number ball-count"),
        ("mitsudomoe", "x3,bB,bB/x4,B/x5/wW,x4/wW,x4 w 5 5 1", "ball-count ring-count ring-count ball-off-ring"),
        ("mitsudomoe", "x3,bB,bB/x4,q/x6/wW,x4/wW,x4 w 5 5 1", "bad-cell rank-length"),
        ("jesonmor", "nnnn w x y 0 0", "rank-count bad-field bad-field bad-number"),
        ("jinli", "r5r/7/7/7/7/7/y6 z 10 10 0 0 0 foo", "bad-player bad-number koi-count bad-field"),
        ("jinli", "r5r/7/7/7/7/8/y6 y 10 10 0 0 1 lift", "rank-length lift-off lift-supply"),
    ] {
        let rules = Rules::official(registry::find(game).unwrap());
        let rejection = registry::open(rules, Some(position)).err().expect("rejected");
        let codes: Vec<&str> = rejection.because.iter().map(|r| r.code.id).collect();
        assert_eq!(codes.join(" "), expected, "{position}");
    }
}
