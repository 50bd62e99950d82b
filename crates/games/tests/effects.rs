//! Moves in words, and the reasons for them that the rules show.

use sanban_core::{Rules, speech};
use sanban_games::registry;

/// Game, position, move, the move in words, and its reasons.
const CASES: &[[&str; 5]] = &[
    [
        "mitsudomoe",
        "x3,bB,bB/x4,b/wW,x3,bB/x,wW,x3/wW,w,x3 b 4 4 4",
        "e4d4/e5d4",
        "ring e4→d4, ball e5→d4",
        "it brings a ball 1 step closer to the goal; it takes a ball out of your home",
    ],
    [
        "mitsudomoe",
        "x,wb,x,b,bB/x3,bB,x/wW,x,w,x,bB/x,w,x,b,x/wW,wW,x3 w 2 2 11",
        "@d2/a3b2",
        "ring to d2, ball a3→b2",
        "the ring takes d2 away from Black's ball on e3",
    ],
    [
        "mitsudomoe",
        "x,b,w,x,b/w,x3,bB/x3,bB,x/wW,wW,wW,x,bB/x,bw,w,b,bw b 0 0 56",
        "d1b1/d3b1/c2a4",
        "ring d1→b1, ball d3→b1 (vault), White's ball c2→a4",
        "it brings a ball to the goal square b1; the ring takes b1 away from White's ball on a2",
    ],
    [
        "mitsudomoe",
        "x2,b,bB,bB/wb,x2,b,w/w,x3,w/wW,wW,bB,b,x/w,wW,x2,b w 0 0 29",
        "a1d3/b1d3/c2d4",
        "ring a1→d3, ball b1→d3 (vault), Black's ball c2→d4",
        "it sends Black's ball from c2 back to d4; it brings a ball 2 steps closer to the goal; it takes a ball out of your home",
    ],
    [
        "jesonmor",
        "nnn1nnnn1/9/4n2n1/9/9/3N5/N8/9/2NNNNNNN b - - 5 3",
        "e7f5",
        "knight e7→f5",
        "it attacks the unprotected knight on d4",
    ],
    [
        "jesonmor",
        "2n1nn3/3n5/6n2/3nn1n2/9/2N1N4/1N3N1N1/4NN1N1/6Nn1 w - - 28 15",
        "c4d6",
        "knight c4→d6 (capture)",
        "it captures the knight on d6; it saves the knight from capture on c4",
    ],
    [
        "jesonmor",
        "1n7/n8/5nn1n/7Nn/4N3n/4nN1N1/NN7/6N2/1n4NN1 b - - 49 25",
        "f7e5",
        "knight f7→e5 (capture)",
        "it captures the knight on the centre; it takes the centre, where White can't capture it; it saves the knight from capture on f7",
    ],
    [
        "jesonmor",
        "3n5/9/Nn3nn1n/1Nn3nn1/6n2/3N5/1N1N5/2N6/N7N b - - 1 24",
        "c6e5",
        "knight c6→e5",
        "it takes the centre with more knights in reach than White; it attacks the unprotected knight on d3",
    ],
    [
        "jesonmor",
        "nnn1nnnn1/9/9/9/5n2n/3N5/NN7/9/3NNNNNN w - - 8 5",
        "a3c4",
        "knight a3→c4",
        "it puts a knight in reach of the centre: 1 against 0",
    ],
    [
        "jesonmor",
        "2n2n3/3n4n/5n2n/3N5/4Nn2N/4N4/1N7/3NN2N1/6Nn1 w - - 13 22",
        "e5f7",
        "knight e5→f7 (capture)",
        "it wins the game",
    ],
    [
        "jinli",
        "r6/6r/5o1/1oo4/2o4/2y4/2o2oy y 7 7 0 0 7",
        "c2d3/e4",
        "koi c2→d3, stone to e4",
        "the stone blocks Red's jump to e4, worth 1 point",
    ],
    [
        "jinli",
        "1o3oo/oo5/rooo2r/o6/1oo1o2/y1o4/2o1o1y r 2 3 0 0 16",
        "a5b4/a3",
        "koi a5→b4, stone to a3",
        "the stone blocks Yellow's swim to a3, worth 1 point; it threatens to score 1 point on b2",
    ],
    [
        "jinli",
        "ro2roo/oo5/1ooo1y1/o1y4/ooo1o2/1oo3o/1oo1oo1 y 0 0 2 1 35",
        "f5g4",
        "koi f5→g4",
        "it keeps Red from scoring next turn; it threatens to score 1 point on e6",
    ],
    [
        "jinli",
        "or1o3/y5o/oor2o1/ooo1ooy/o1ooo2/o1oo1o1/1o5 r 0 0 4 5 42",
        "c5b6",
        "koi c5→b6",
        "it scores 2 points; it walls in Yellow's koi on a6; it threatens to score 1 point on c6",
    ],
    ["jinli", "1y1ooo1/1ooo2o/1o3oo/oo2r1o/2o1r2/o1o1o2/2ooy1o r 0 0 8 9 54", "e3d4", "koi e3→d4", "it wins the game"],
];

#[test]
fn describes_moves_and_their_effects() {
    for [game, position, text, words, reasons] in CASES {
        let info = registry::find(game).unwrap();
        let session = registry::open(Rules::official(info), Some(position)).unwrap();
        let mover = session.to_move();
        let said = speech::move_in_words(info, "en", &session.describe_move(text), mover);
        assert_eq!(said, *words, "{position} {text}");
        let clauses: Vec<String> =
            session.move_reasons(text).iter().map(|reason| reason.say(info, "en", mover)).collect();
        assert_eq!(clauses.join("; "), *reasons, "{position} {text}");
    }
}

#[test]
fn says_nothing_about_illegal_moves() {
    let session = registry::open(Rules::official(registry::find("jinli").unwrap()), None).unwrap();
    assert!(session.describe_move("a1a7").is_empty() && session.move_reasons("a1a7").is_empty());
}

#[test]
fn puts_goals_and_rules_into_words() {
    let rules = |game: &str, text: &str| Rules::parse(registry::find(game).unwrap(), text).unwrap();
    assert_eq!(speech::rules(&rules("jinli", ""), "en"), "");
    assert_eq!(speech::rules(&rules("jinli", "size=6,target=15"), "en"), "6×6 board, 15 points win");
    assert_eq!(speech::rules(&rules("mitsudomoe", "flex,size=6"), "en"), "Flexible turns, 6×6 board");
    assert_eq!(speech::rules(&rules("mitsudomoe", "goal-lock=off"), "pt"), "as bolas podem sair do objetivo");
    assert!(speech::goal(&rules("jinli", "target=1"), "en").starts_with("Be the first to score 1 point:"));
    assert_eq!(speech::goal(&rules("jesonmor", "goal=reach"), "en"), "Move a knight to the centre.");
}
