use super::*;
use crate::handle;
use sanban_core::Rules;
use sanban_core::record::{Eval, Record};
use sanban_games::registry;

const EVEN: Score = Score::Centipawns(0);

#[test]
fn qualities_start_at_their_thresholds() {
    let words = |losses: &[f64]| losses.iter().map(|&loss| MoveQuality::of(loss).code()).collect::<Vec<_>>().join(" ");
    assert_eq!(words(&[0.0, 0.049]), "good good");
    assert_eq!(words(&[0.05, 0.099]), "inaccuracy inaccuracy");
    assert_eq!(words(&[0.10, 0.199]), "mistake mistake");
    assert_eq!(words(&[0.20, 1.0]), "blunder blunder");
}

#[test]
fn recognises_turning_points() {
    assert_eq!(TurningPoint::of(Score::Win(5), EVEN), Some(TurningPoint::WinGivenAway));
    assert_eq!(TurningPoint::of(Score::Win(5), Score::Loss(2)), Some(TurningPoint::WinToLoss));
    assert_eq!(TurningPoint::of(EVEN, Score::Loss(2)), Some(TurningPoint::IntoLoss));
    assert_eq!(TurningPoint::of(Score::Centipawns(200), Score::Centipawns(-200)), Some(TurningPoint::Blunder));
    // Still almost won, already lost, and a slower win.
    assert_eq!(TurningPoint::of(Score::Win(5), Score::Centipawns(900)), None);
    assert_eq!(TurningPoint::of(Score::Centipawns(-900), Score::Loss(2)), None);
    assert_eq!(TurningPoint::of(Score::Win(1), Score::Win(5)), None);
    assert_eq!(TurningPoint::of(EVEN, Score::Centipawns(-100)), None);
}

fn rated_move(seat: Seat, loss: Option<f64>) -> RatedMove {
    let rating = loss.map(|loss| MoveRating {
        best: PositionValue { score: EVEN, line: Vec::new() },
        score_after: EVEN,
        ends_game: false,
        loss,
        quality: MoveQuality::of(loss),
        turning_point: None,
    });
    RatedMove { ply: seat.index(), seat, text: String::new(), rating }
}

#[test]
fn accuracy_follows_the_mean_loss() {
    let losses = [(Seat::FIRST, Some(0.0)), (Seat::FIRST, Some(0.2)), (Seat::FIRST, None), (Seat::SECOND, None)];
    let analysis = GameReview { moves: losses.into_iter().map(|(seat, loss)| rated_move(seat, loss)).collect() };
    let accuracy = analysis.accuracy(Seat::FIRST).unwrap();
    assert!((accuracy - 100.0 * (-0.4_f64).exp()).abs() < 1e-9, "{accuracy}");
    assert_eq!(analysis.accuracy(Seat::SECOND), None);
    let flawless = GameReview { moves: vec![rated_move(Seat::SECOND, Some(0.0))] };
    assert_eq!(flawless.accuracy(Seat::SECOND), Some(100.0));
}

fn played(position: &str, moves: &str) -> Box<dyn Session> {
    let rules = Rules::official(registry::find("jesonmor").unwrap());
    let mut session = registry::open(rules, Some(position)).unwrap();
    moves.split_whitespace().for_each(|text| drop(session.play(text).unwrap()));
    session
}

/// A report from a table instead of a search; positions are found by the start of their text.
fn report_from_table(table: &[(&str, Score, &str)], session: &dyn Session) -> Report {
    let position = session.position_text();
    let (_, score, line) = table.iter().find(|(begins, ..)| position.starts_with(begins)).expect("in the table");
    let moves = line.split(' ').map(String::from).collect();
    Report { depth: 1, seldepth: 1, nodes: 1, hashfull: 0, lines: vec![handle::Line { score: *score, moves }] }
}

#[test]
fn compares_a_seemingly_worse_move_again() {
    let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "i1h3");
    let before = ("n8/9/9/9/9/9/9/9/8N w", Score::Centipawns(300), "i1g2");
    let after = ("n8/9/9/9/9/9/7N1/9/9 b", Score::Centipawns(0), "a9b7");
    for (instead, quality, best) in [(0, MoveQuality::Best, "i1h3"), (-300, MoveQuality::Blunder, "i1g2")] {
        let table = [before, after, ("n8/9/9/9/9/9/9/6N2/9 b", Score::Centipawns(instead), "a9c8")];
        let analysis = analyse(&*game, &mut |session| Some(report_from_table(&table, session)), &mut |_| ());
        let rating = analysis.moves[0].rating.as_ref().unwrap();
        assert_eq!((rating.quality, rating.best.line[0].as_str()), (quality, best));
    }
}

#[test]
fn proofs_of_a_position_hold_for_its_best_move() {
    // The search finds the win before the move, but not after it.
    let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "i1h3");
    let table = [
        ("n8/9/9/9/9/9/9/9/8N w", Score::Win(5), "i1h3 a9b7"),
        ("n8/9/9/9/9/9/7N1/9/9 b", Score::Centipawns(50), "a9b7"),
    ];
    let analysis = analyse(&*game, &mut |session| Some(report_from_table(&table, session)), &mut |_| ());
    assert_eq!(analysis.moves[0].eval(), Some(Eval::Mate(2)));
    assert_eq!(analysis.moves[0].rating.as_ref().unwrap().quality, MoveQuality::Best);
    // All moves lose, so the played one does too.
    let table = [("n8/9/9/9/9/9/9/9/8N w", Score::Loss(4), "i1g2 a9b7"), table[1]];
    let analysis = analyse(&*game, &mut |session| Some(report_from_table(&table, session)), &mut |_| ());
    assert_eq!(analysis.moves[0].eval(), Some(Eval::Mate(-2)));
    assert_eq!(analysis.moves[0].rating.as_ref().unwrap().turning_point, None);
}

#[test]
fn extend_pv_completes_the_line_of_a_proof() {
    let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "");
    let table = [
        ("n8/9/9/9/9/9/7N1/9/9 b", Score::Loss(2), "a9b7"),
        ("9/9/1n7/9/9/9/7N1/9/9 w", Score::Win(1), "h3i1"),
        ("9/9/1n7/9/9/9/9/9/8N b", Score::Win(1), "b7a9"),
    ];
    let extended = |score: Score, table: &[(&str, Score, &str)]| {
        let mut found = PositionValue { score, line: vec!["i1h3".to_string()] };
        extend_pv(&*game, &mut found, &mut |session| Some(report_from_table(table, session)));
        found.line.join(" ")
    };
    assert_eq!(extended(Score::Win(3), &table), "i1h3 a9b7 h3i1");
    assert_eq!(extended(Score::Centipawns(900), &table), "i1h3");
    let forgotten = [table[0], (table[1].0, EVEN, table[1].2)];
    assert_eq!(extended(Score::Win(3), &forgotten), "i1h3 a9b7");
}

#[test]
fn aborting_leaves_the_end_of_the_game_rated() {
    let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "i1h3 a9b7 h3i1");
    let (mut searches, mut heard) = (0, Vec::new());
    let analysis = analyse(
        &*game,
        &mut |session| {
            searches += 1;
            let choice = session.moves().swap_remove(0);
            let lines = vec![handle::Line { score: EVEN, moves: vec![choice] }];
            (searches < 4).then_some(Report { depth: 1, seldepth: 1, nodes: 1, hashfull: 0, lines })
        },
        &mut |at| heard.push(at),
    );
    let rated: Vec<bool> = analysis.moves.iter().map(|m| m.rating.is_some()).collect();
    assert_eq!((rated, heard, analysis.rated_count()), (vec![false, true, true], vec![2, 1], 2));
    // Annotations of unrated moves stay in the record.
    let mut record = Record::parse("1. i1h3 {[%eval 3.0]} a9b7 {[%eval 2.0] x} 2. h3i1 *").unwrap();
    analysis.annotate(&mut record);
    assert_eq!(record.text(), "1. i1h3 {[%eval 3.0]} a9b7 {[%eval 0.00] x} 2. h3i1 {[%eval 0.00]} *\n");
}

#[test]
fn asks_for_the_searches_of_a_move_one_by_one() {
    let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "i1h3");
    let table = [
        ("n8/9/9/9/9/9/7N1/9/9 b", Score::Win(2), "a9b7"),
        ("n8/9/9/9/9/9/9/9/8N w", Score::Win(3), "i1g2"),
        ("n8/9/9/9/9/9/9/6N2/9 b", Score::Loss(2), "a9c8"),
        ("9/2n6/9/9/9/9/9/6N2/9 w", Score::Win(1), "g2e3"),
    ];
    let mut analysis = Analysis::new(&*game);
    let mut asked = Vec::new();
    let mut rated = Vec::new();
    while let Some(session) = analysis.next_position() {
        asked.push(table.iter().position(|row| session.position_text().starts_with(row.0)).unwrap());
        let report = report_from_table(&table, session);
        rated.push((analysis.add_report(report), analysis.review().rated_count()));
    }
    // After the move, before it, and along the line of the win that the move gave away.
    assert_eq!(asked, [0, 1, 2, 3]);
    // The move has its rating before the line is complete.
    assert_eq!(rated, [(None, 0), (None, 1), (None, 1), (Some(0), 1)]);
    let rating = analysis.review().moves[0].rating.as_ref().unwrap();
    assert_eq!(
        (rating.best.line.join(" ").as_str(), rating.turning_point),
        ("i1g2 a9c8 g2e3", Some(TurningPoint::WinToLoss))
    );
}
