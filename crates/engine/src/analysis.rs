//! What the moves of a game were worth.
//!
//! A move is rated by how much it loses of the expected score, the share of the points that a player can expect: that of
//! the best move less that of the move played.
//!
//! | rating | loss |
//! | --- | --- |
//! | best | none: the engine knows nothing better |
//! | good | less than [`INACCURACY`], or a win that takes longer |
//! | inaccuracy | from [`INACCURACY`] on |
//! | mistake | from [`MISTAKE`] on |
//! | blunder | from [`BLUNDER`] on |
//!
//! Positions are searched from the end of the game to its beginning, so that what the search remembers of the moves
//! played helps it to judge the earlier ones. Where a move seems to have lost something, the position after the better one
//! is searched as well, and the two are compared on an equal footing: the search sees further after a move than before it,
//! and would find fault with moves for what nobody could have avoided.

use crate::handle::Report;
use crate::score::Score;
use sanban_core::record::{Eval, Line, Move, Record};
use sanban_core::{Seat, Session};
use sanban_games::registry;

/// A loss of this much of the expected score is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// A loss of this much of the expected score is a mistake.
pub const MISTAKE: f64 = 0.10;
/// A loss of this much of the expected score is a blunder.
pub const BLUNDER: f64 = 0.20;

/// How fast accuracy falls with the mean loss: a mean loss of 0.05 leaves 82 %, one of 0.10 leaves 67 %.
const STRICTNESS: f64 = 4.0;

/// A variation that proves nothing is cut to so many moves: further on it is guesswork.
const LONGEST_VARIATION: usize = 8;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveQuality {
    /// Nothing better is known.
    Best,
    /// Next to nothing was lost.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// Very much was lost.
    Blunder,
}

impl MoveQuality {
    /// All ratings, the best first.
    pub const ALL: [MoveQuality; 5] =
        [MoveQuality::Best, MoveQuality::Good, MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder];

    /// The rating of a move that is not the best and loses so much of the expected score.
    pub fn of(loss: f64) -> Self {
        match loss {
            BLUNDER.. => MoveQuality::Blunder,
            MISTAKE.. => MoveQuality::Mistake,
            INACCURACY.. => MoveQuality::Inaccuracy,
            _ => MoveQuality::Good,
        }
    }

    /// The word that programs read: never translated.
    pub fn word(self) -> &'static str {
        match self {
            MoveQuality::Best => "best",
            MoveQuality::Good => "good",
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }
}

/// How a move turned the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TurningPoint {
    /// A proven win was there, and is no longer.
    WinGivenAway,
    /// A proven win has become a proven loss.
    WinToLoss,
    /// Now the loss is proven.
    IntoLoss,
    /// Nothing is proven, but very much was lost.
    Blunder,
}

impl TurningPoint {
    /// All of them.
    pub const ALL: [TurningPoint; 4] =
        [TurningPoint::WinGivenAway, TurningPoint::WinToLoss, TurningPoint::IntoLoss, TurningPoint::Blunder];

    /// How a move turned the game that scores `played` where `best` was to be had, if it did. A win that is only less
    /// clear than it was is not yet given away, and where all was lost anyway nothing turns.
    pub fn of(best: Score, played: Score) -> Option<Self> {
        let loss = best.expected() - played.expected();
        match (best, played) {
            (Score::Win(_), Score::Loss(_)) => Some(TurningPoint::WinToLoss),
            (Score::Win(_), _) if loss >= MISTAKE => Some(TurningPoint::WinGivenAway),
            (_, Score::Loss(_)) if loss >= MISTAKE => Some(TurningPoint::IntoLoss),
            _ => (loss >= BLUNDER).then_some(TurningPoint::Blunder),
        }
    }

    /// The word that programs read: never translated.
    pub fn word(self) -> &'static str {
        match self {
            TurningPoint::WinGivenAway => "win-given-away",
            TurningPoint::WinToLoss => "win-to-loss",
            TurningPoint::IntoLoss => "into-loss",
            TurningPoint::Blunder => "blunder",
        }
    }
}

/// What a position is worth, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionValue {
    /// The score of the player to move.
    pub score: Score,
    /// The moves that lead to it; none if the game is over.
    pub line: Vec<String>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMove {
    /// Its place in the game, counted so that even plies are the first player's.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// Its text.
    pub text: String,
    /// What it was worth, unless the analysis was broken off before.
    pub rated: Option<Verdict>,
}

/// What a move was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// What could have been had: the score of the player who moved, and the moves that lead to it.
    pub best: PositionValue,
    /// The score after the move, for the other player.
    pub after: Score,
    /// Whether the move ended the game, so that the score is the result.
    pub ends: bool,
    /// How much of the expected score was lost.
    pub loss: f64,
    /// How good the move was.
    pub rating: MoveQuality,
    /// How the move turned the game, if it did.
    pub turning: Option<TurningPoint>,
}

/// What the moves of a game were worth.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// The moves, all of them.
    pub moves: Vec<RatedMove>,
}

/// Rates the moves of a game from the last to the first. `search` gives what it finds in a position, or
/// nothing to break off: then the moves before are not rated. `done` hears of each rated move by its place.
pub fn analyse(
    game: &dyn Session,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
    done: &mut dyn FnMut(usize),
) -> GameReview {
    let mut session = registry::open(game.rules().clone(), Some(game.start_text())).expect("the game's own position");
    let mut positions = vec![session.fork()];
    let mut moves = Vec::new();
    let first = usize::from(session.to_move() == Seat::SECOND);
    for (ply, text) in (first..).zip(game.played()) {
        moves.push(RatedMove { ply, seat: session.to_move(), text: text.clone(), rated: None });
        session.play(text).expect("the game's own move");
        positions.push(session.fork());
    }
    let mut after = if moves.is_empty() { None } else { value(&*session, search) };
    for at in (0..moves.len()).rev() {
        let Some(found) = after else { break };
        let ends = positions[at + 1].outcome().is_some();
        let rated = rate(&*positions[at], &moves[at].text, found, ends, search);
        after = rated.as_ref().map(|rated| rated.best.clone());
        moves[at].rated = rated;
        if after.is_some() {
            done(at);
        }
    }
    GameReview { moves }
}

/// What the end of the game is worth to the player to move, if it is over.
pub fn end(session: &dyn Session) -> Option<Score> {
    session.outcome().map(|outcome| match outcome.winner {
        Some(winner) if winner == session.to_move() => Score::Win(0),
        Some(_) => Score::Loss(0),
        None => Score::Centipawns(0),
    })
}

/// What a position is worth; nothing if the search was broken off.
fn value(session: &dyn Session, search: &mut dyn FnMut(&dyn Session) -> Option<Report>) -> Option<PositionValue> {
    if let Some(score) = end(session) {
        return Some(PositionValue { score, line: Vec::new() });
    }
    let best = search(session)?.lines.swap_remove(0);
    // A search does not know of all draws, so that its line may go on where the game is over.
    let mut ahead = session.fork();
    let line = best.moves.into_iter().take_while(|text| ahead.play(text).is_ok()).collect();
    Some(PositionValue { score: best.score, line })
}

/// Adds the moves up to the end of a line that is proven to lead there. A search that remembers a proof does not go through
/// it again, so its line may be short. What cannot be found again is left out.
pub fn lengthen(
    position: &dyn Session,
    found: &mut PositionValue,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
) {
    let (Score::Win(turns) | Score::Loss(turns)) = found.score else { return };
    let mut at = position.fork();
    if found.line.iter().any(|text| at.play(text).is_err()) {
        return;
    }
    while at.outcome().is_none() && found.line.len() < turns as usize {
        let Some(next) = value(&*at, search).filter(|next| next.score.is_proven()) else { return };
        for text in next.line {
            found.line.push(at.play(&text).expect("a legal move"));
        }
    }
}

/// Rates a move that was played in a position; nothing if the search was broken off.
fn rate(
    position: &dyn Session,
    text: &str,
    after: PositionValue,
    ends: bool,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
) -> Option<Verdict> {
    let mut best = value(position, search)?;
    let mut played = after.score.before();
    let is_choice = best.line.first().is_some_and(|choice| choice == text);
    if is_choice || matches!(best.score, Score::Loss(_)) {
        // What is proven of the position is proven of this move: it is the one that wins, or no move is any better.
        played = sharper(best.score, played);
    } else if !best.score.is_proven() && best.score.expected() - played.expected() >= INACCURACY {
        let mut instead = position.fork();
        let choice = instead.play(&best.line[0]).expect("a legal move");
        let found = value(&*instead, search)?;
        best = PositionValue { score: found.score.before(), line: [vec![choice], found.line].concat() };
    }
    let is_best = is_choice || best.score <= played;
    if is_best {
        best = PositionValue { score: played, line: [vec![text.to_string()], after.line].concat() };
    }
    let loss = best.score.expected() - played.expected();
    let turning = TurningPoint::of(best.score, played).filter(|_| !is_best);
    if turning.is_some() {
        lengthen(position, &mut best, search);
    }
    let rating = if is_best { MoveQuality::Best } else { MoveQuality::of(loss) };
    Some(Verdict { best, after: played.after(), ends, loss, rating, turning })
}

/// The more exact of two scores of the same move: a proof, and the shorter one of two. Otherwise the second.
fn sharper(one: Score, other: Score) -> Score {
    match (one, other) {
        (Score::Win(a), Score::Win(b)) => Score::Win(a.min(b)),
        (Score::Loss(a), Score::Loss(b)) => Score::Loss(a.min(b)),
        (Score::Win(_) | Score::Loss(_), Score::Centipawns(_)) => one,
        _ => other,
    }
}

impl RatedMove {
    /// The evaluation after the move as records write it, unless it ended the game: then the result says it all.
    pub fn eval(&self) -> Option<Eval> {
        self.rated.as_ref().filter(|rated| !rated.ends).map(|rated| rated.after.eval(self.seat.other()))
    }

    /// The share of the points that the first player could expect after the move.
    pub fn expected(&self) -> Option<f64> {
        self.rated.as_ref().map(|rated| {
            let mine = rated.after.reversed();
            if self.seat == Seat::FIRST { mine.expected() } else { rated.after.expected() }
        })
    }
}

impl GameReview {
    /// How many moves are rated.
    pub fn rated(&self) -> usize {
        self.moves.iter().filter(|m| m.rated.is_some()).count()
    }

    /// How accurately a player played, in per cent: `100 e^(-4 m)`, where `m` is the mean loss of expected score of the
    /// player's rated moves. Nothing if there are none.
    pub fn accuracy(&self, seat: Seat) -> Option<f64> {
        let losses = self.moves.iter().filter(|m| m.seat == seat).filter_map(|m| Some(m.rated.as_ref()?.loss));
        let (sum, count) = losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1));
        (count > 0).then(|| 100.0 * (-STRICTNESS * sum / f64::from(count)).exp())
    }

    /// How many moves of a player have a rating.
    pub fn count(&self, seat: Seat, rating: MoveQuality) -> usize {
        let has = |m: &&RatedMove| m.seat == seat && m.rated.as_ref().is_some_and(|rated| rated.rating == rating);
        self.moves.iter().filter(has).count()
    }

    /// The moves that turned the game, each with what is known of it.
    pub fn turning_points(&self) -> impl Iterator<Item = (&RatedMove, &Verdict, TurningPoint)> {
        self.moves.iter().filter_map(|m| m.rated.as_ref().and_then(|rated| Some((m, rated, rated.turning?))))
    }

    /// Writes the evaluations into the record of the game, and what was better as a variation wherever the game turned.
    /// Other comments and variations stay, and so does all that is known of moves that are not rated.
    pub fn annotate(&self, record: &mut Record) {
        for (m, of_record) in self.moves.iter().zip(&mut record.line.moves) {
            let Some(rated) = &m.rated else { continue };
            of_record.set_eval(m.eval());
            if rated.turning.is_none() {
                continue;
            }
            let variations = &mut of_record.variations;
            let same = |v: &Line| v.moves.first().map(|first| &first.text) == rated.best.line.first();
            if !variations.iter().any(same) {
                let most = if rated.best.score.is_proven() { usize::MAX } else { LONGEST_VARIATION };
                let moves = rated.best.line.iter().take(most);
                let moves = moves.map(|text| Move { text: text.clone(), ..Move::default() }).collect();
                variations.push(Line { comments: Vec::new(), moves });
            }
            let ends = rated.best.score == Score::Win(1);
            if let Some(first) = variations.iter_mut().find(|v| same(v)).and_then(|v| v.moves.first_mut()) {
                let eval = rated.best.score.after().eval(m.seat.other());
                first.set_eval(Some(eval).filter(|_| !ends));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handle;
    use sanban_core::Rules;

    const EVEN: Score = Score::Centipawns(0);

    #[test]
    fn ratings_begin_at_their_thresholds() {
        let words =
            |losses: &[f64]| losses.iter().map(|&loss| MoveQuality::of(loss).word()).collect::<Vec<_>>().join(" ");
        assert_eq!(words(&[0.0, 0.049]), "good good");
        assert_eq!(words(&[0.05, 0.099]), "inaccuracy inaccuracy");
        assert_eq!(words(&[0.10, 0.199]), "mistake mistake");
        assert_eq!(words(&[0.20, 1.0]), "blunder blunder");
    }

    #[test]
    fn proven_results_turn_the_game() {
        assert_eq!(TurningPoint::of(Score::Win(5), EVEN), Some(TurningPoint::WinGivenAway));
        assert_eq!(TurningPoint::of(Score::Win(5), Score::Loss(2)), Some(TurningPoint::WinToLoss));
        assert_eq!(TurningPoint::of(EVEN, Score::Loss(2)), Some(TurningPoint::IntoLoss));
        assert_eq!(TurningPoint::of(Score::Centipawns(200), Score::Centipawns(-200)), Some(TurningPoint::Blunder));
        // Still as good as won, lost anyway, and a slower win.
        assert_eq!(TurningPoint::of(Score::Win(5), Score::Centipawns(900)), None);
        assert_eq!(TurningPoint::of(Score::Centipawns(-900), Score::Loss(2)), None);
        assert_eq!(TurningPoint::of(Score::Win(1), Score::Win(5)), None);
        assert_eq!(TurningPoint::of(EVEN, Score::Centipawns(-100)), None);
    }

    fn moved(seat: Seat, loss: Option<f64>) -> RatedMove {
        let rated = loss.map(|loss| Verdict {
            best: PositionValue { score: EVEN, line: Vec::new() },
            after: EVEN,
            ends: false,
            loss,
            rating: MoveQuality::of(loss),
            turning: None,
        });
        RatedMove { ply: seat.index(), seat, text: String::new(), rated }
    }

    #[test]
    fn accuracy_is_that_of_the_mean_loss() {
        let losses = [(Seat::FIRST, Some(0.0)), (Seat::FIRST, Some(0.2)), (Seat::FIRST, None), (Seat::SECOND, None)];
        let analysis = GameReview { moves: losses.into_iter().map(|(seat, loss)| moved(seat, loss)).collect() };
        let accuracy = analysis.accuracy(Seat::FIRST).unwrap();
        assert!((accuracy - 100.0 * (-0.4_f64).exp()).abs() < 1e-9, "{accuracy}");
        assert_eq!(analysis.accuracy(Seat::SECOND), None);
        let flawless = GameReview { moves: vec![moved(Seat::SECOND, Some(0.0))] };
        assert_eq!(flawless.accuracy(Seat::SECOND), Some(100.0));
    }

    fn played(position: &str, moves: &str) -> Box<dyn Session> {
        let rules = Rules::official(registry::find("jesonmor").unwrap());
        let mut session = registry::open(rules, Some(position)).unwrap();
        moves.split_whitespace().for_each(|text| drop(session.play(text).unwrap()));
        session
    }

    /// What a search would say, without searching: of each position by its text's beginning.
    fn told(table: &[(&str, Score, &str)], session: &dyn Session) -> Report {
        let position = session.position_text();
        let (_, score, line) = table.iter().find(|(begins, ..)| position.starts_with(begins)).expect("in the table");
        let moves = line.split(' ').map(String::from).collect();
        Report { depth: 1, seldepth: 1, nodes: 1, hashfull: 0, lines: vec![handle::Line { score: *score, moves }] }
    }

    #[test]
    fn a_move_that_only_seems_worse_is_compared_once_more() {
        let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "i1h3");
        let before = ("n8/9/9/9/9/9/9/9/8N w", Score::Centipawns(300), "i1g2");
        let after = ("n8/9/9/9/9/9/7N1/9/9 b", Score::Centipawns(0), "a9b7");
        for (instead, rating, best) in [(0, MoveQuality::Best, "i1h3"), (-300, MoveQuality::Blunder, "i1g2")] {
            let table = [before, after, ("n8/9/9/9/9/9/9/6N2/9 b", Score::Centipawns(instead), "a9c8")];
            let analysis = analyse(&*game, &mut |session| Some(told(&table, session)), &mut |_| ());
            let rated = analysis.moves[0].rated.as_ref().unwrap();
            assert_eq!((rated.rating, rated.best.line[0].as_str()), (rating, best));
        }
    }

    #[test]
    fn what_is_proven_of_a_position_is_proven_of_the_move() {
        // The search finds the win before the move, and does not find it again after it.
        let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "i1h3");
        let table = [
            ("n8/9/9/9/9/9/9/9/8N w", Score::Win(5), "i1h3 a9b7"),
            ("n8/9/9/9/9/9/7N1/9/9 b", Score::Centipawns(50), "a9b7"),
        ];
        let analysis = analyse(&*game, &mut |session| Some(told(&table, session)), &mut |_| ());
        assert_eq!(analysis.moves[0].eval(), Some(Eval::Mate(2)));
        assert_eq!(analysis.moves[0].rated.as_ref().unwrap().rating, MoveQuality::Best);
        // All moves lose, whatever the search says of the one that was made.
        let table = [("n8/9/9/9/9/9/9/9/8N w", Score::Loss(4), "i1g2 a9b7"), table[1]];
        let analysis = analyse(&*game, &mut |session| Some(told(&table, session)), &mut |_| ());
        assert_eq!(analysis.moves[0].eval(), Some(Eval::Mate(-2)));
        assert_eq!(analysis.moves[0].rated.as_ref().unwrap().turning, None);
    }

    #[test]
    fn the_moves_of_a_proof_are_found_again_as_far_as_it_goes() {
        let game = played("n8/9/9/9/9/9/9/9/8N w - - 0 1", "");
        let table = [
            ("n8/9/9/9/9/9/7N1/9/9 b", Score::Loss(2), "a9b7"),
            ("9/9/1n7/9/9/9/7N1/9/9 w", Score::Win(1), "h3i1"),
            ("9/9/1n7/9/9/9/9/9/8N b", Score::Win(1), "b7a9"),
        ];
        let lengthened = |score: Score, table: &[(&str, Score, &str)]| {
            let mut found = PositionValue { score, line: vec!["i1h3".to_string()] };
            lengthen(&*game, &mut found, &mut |session| Some(told(table, session)));
            found.line.join(" ")
        };
        assert_eq!(lengthened(Score::Win(3), &table), "i1h3 a9b7 h3i1");
        assert_eq!(lengthened(Score::Centipawns(900), &table), "i1h3");
        let forgotten = [table[0], (table[1].0, EVEN, table[1].2)];
        assert_eq!(lengthened(Score::Win(3), &forgotten), "i1h3 a9b7");
    }

    #[test]
    fn breaking_off_leaves_the_end_of_the_game_rated() {
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
        let rated: Vec<bool> = analysis.moves.iter().map(|m| m.rated.is_some()).collect();
        assert_eq!((rated, heard, analysis.rated()), (vec![false, true, true], vec![2, 1], 2));
        // A record keeps what it said of the others.
        let mut record = Record::parse("1. i1h3 {[%eval 3.0]} a9b7 {[%eval 2.0] x} 2. h3i1 *").unwrap();
        analysis.annotate(&mut record);
        assert_eq!(record.text(), "1. i1h3 {[%eval 3.0]} a9b7 {[%eval 0.00] x} 2. h3i1 {[%eval 0.00]} *\n");
    }
}
