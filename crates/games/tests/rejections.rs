//! Positions with several mistakes.

use sanban_core::Rules;
use sanban_games::registry;

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
