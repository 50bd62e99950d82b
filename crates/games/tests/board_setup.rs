//! Positions in an editor: what can be changed, and why the result is rejected.

use sanban_core::{BoardSetup, Piece, Rules, Seat, Session, Shape, Square};
use sanban_games::registry;

fn open(game: &str, rules: &str) -> Box<dyn Session> {
    registry::open(Rules::parse(registry::find(game).unwrap(), rules).unwrap(), None).unwrap()
}

/// The codes that reject the start position after a change.
fn rejection_codes(game: &str, rules: &str, change: impl Fn(&mut BoardSetup)) -> String {
    let session = open(game, rules);
    let mut setup = session.setup();
    change(&mut setup);
    let rejection = registry::open(session.rules().clone(), Some(&session.setup_text(&setup))).err().expect("rejected");
    rejection.because.iter().map(|r| r.code.id).collect::<Vec<_>>().join(" ")
}

#[test]
fn rejects_invalid_setups_with_the_games_own_reasons() {
    let white = |shape| Piece::of(Seat::FIRST, shape);
    let black = |shape| Piece::of(Seat::SECOND, shape);
    let (a1, a2, c3) = (Square::new(0, 0), Square::new(0, 1), Square::new(2, 2));

    let mitsudomoe = |change: &dyn Fn(&mut BoardSetup)| rejection_codes("mitsudomoe", "", change);
    assert_eq!(mitsudomoe(&|s| s.remove_piece(a1)), "ball-count");
    assert_eq!(mitsudomoe(&|s| s.place_piece(c3, white(Shape::Ring))), "ring-count");
    assert_eq!(mitsudomoe(&|s| s.place_piece(c3, white(Shape::Ball))), "ball-count ball-off-ring");
    assert_eq!(mitsudomoe(&|s| s.place_piece(a1, black(Shape::Ring))), "ring-count ball-off-ring");
    assert_eq!(mitsudomoe(&|s| s.place_piece(a1, black(Shape::Ball))), "ball-count ball-count ball-off-ring");
    assert_eq!(mitsudomoe(&|s| s.set_counter(Seat::SECOND, "counter-rings", 99)), "ring-count");
    assert_eq!(mitsudomoe(&BoardSetup::clear), "ball-count ring-count ball-count ring-count");

    assert_eq!(rejection_codes("jesonmor", "", |s| s.place_piece(a2, black(Shape::Knight))), "too-many-knights");
    assert_eq!(rejection_codes("jesonmor", "size=25", BoardSetup::clear), "no-knights");

    assert_eq!(rejection_codes("jinli", "", |s| s.place_piece(c3, Piece::neutral(Shape::Stone))), "too-many-stones");
    assert_eq!(rejection_codes("jinli", "", |s| s.place_piece(a1, black(Shape::Koi))), "koi-count koi-count");
    assert_eq!(rejection_codes("jinli", "", BoardSetup::clear), "koi-count koi-count");
    assert_eq!(rejection_codes("jinli", "gift=on", BoardSetup::toggle_notice), "lift-no-stone lift-supply");

    assert_eq!(rejection_codes("hexapawn", "", |s| s.place_piece(a2, black(Shape::Letter('P')))), "too-many-pawns");
}

#[test]
fn counters_have_the_largest_values_of_the_rules() {
    let maxima = |game: &str, rules: &str| -> Vec<(&str, u32)> {
        open(game, rules).setup().adjustable_counters().iter().map(|c| (c.name, c.count)).collect()
    };
    assert_eq!(maxima("mitsudomoe", "size=8"), [("counter-rings", 8)], "balls at the goal follow from the board");
    assert_eq!(maxima("jesonmor", ""), [], "knights follow from the board");
    assert_eq!(maxima("jinli", ""), [("counter-points", 12), ("counter-stones", 20)]);
    assert_eq!(maxima("jinli", "target=15,stones=6"), [("counter-points", 17), ("counter-stones", 12)]);
    assert_eq!(maxima("hexapawn", ""), []);
}

#[test]
fn lift_notice_exists_only_with_gifts() {
    assert_eq!(open("jinli", "gift=on").setup().notice(), Some("notice-lift"));
    assert_eq!(open("jinli", "").setup().notice(), None);
}

#[test]
fn setup_text_resets_hidden_counters() {
    let info = registry::find("jesonmor").unwrap();
    let text = "nnnnn/5/5/2N2/NN1NN b - - 7 9";
    let session = registry::open(Rules::parse(info, "size=5").unwrap(), Some(text)).unwrap();
    assert_eq!(session.setup_text(&session.setup()), "nnnnn/5/5/2N2/NN1NN b - - 0 1");
}
