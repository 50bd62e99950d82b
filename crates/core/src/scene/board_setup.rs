//! A position as somebody sets it up by hand, possible or not.
//!
//! A setup can be changed into anything that a position's text can say, and nothing else. Whether it is a possible
//! position is asked of its [text](crate::Session::setup_text): a game opened from it is refused with every reason.

use crate::outcome::Seat;
use crate::scene::{Cell, Counter, Piece, Scene, Shape};
use crate::square::Square;

/// A board with pieces, the numbers beside it, and a player to move. What it cannot have is left as it was.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSetup {
    scene: Scene,
    palette: &'static [Piece],
    adjustable: Vec<Counter>,
    notice: Option<&'static str>,
}

impl BoardSetup {
    /// What is to be seen in a scene, to be changed with these pieces, counters up to their largest values, and a notice.
    /// Other counters follow from the board, so they are left out.
    pub fn new(
        mut scene: Scene,
        palette: &'static [Piece],
        adjustable: Vec<Counter>,
        notice: Option<&'static str>,
    ) -> Self {
        let is_adjustable = |counter: &Counter| adjustable.iter().any(|a| a.name == counter.name);
        scene.counters.iter_mut().for_each(|counters| counters.retain(is_adjustable));
        BoardSetup { scene, palette, adjustable, notice }
    }

    /// What to draw.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The pieces that can be put on the board, in the order in which they are to be offered.
    pub fn palette(&self) -> &'static [Piece] {
        self.palette
    }

    /// The counters that can be set for each player, with their largest values.
    pub fn adjustable(&self) -> &[Counter] {
        &self.adjustable
    }

    /// The notice that can be set or not, where there is one.
    pub fn notice(&self) -> Option<&'static str> {
        self.notice
    }

    /// Puts a piece of the palette on a square.
    pub fn put(&mut self, square: Square, piece: Piece) {
        if self.palette.contains(&piece)
            && let Some(cell) = self.cell(square)
        {
            cell.put(piece);
        }
    }

    /// Takes the top piece from a square.
    pub fn take(&mut self, square: Square) {
        if let Some(cell) = self.cell(square) {
            cell.pieces.pop();
        }
    }

    /// Takes all pieces from the board.
    pub fn clear(&mut self) {
        self.scene.cells.iter_mut().for_each(|cell| cell.pieces.clear());
    }

    /// Takes over what another setup has, such as one under other rules, as far as it fits: nothing if its board is another.
    pub fn take_over(&mut self, other: &BoardSetup) {
        if other.scene.board != self.scene.board {
            return;
        }
        self.clear();
        for (square, cell) in other.scene.board.squares().zip(&other.scene.cells) {
            cell.pieces.iter().for_each(|&piece| self.put(square, piece));
        }
        for (seat, counters) in (0..).zip(&other.scene.counters) {
            counters.iter().for_each(|counter| self.set_counter(Seat(seat), counter.name, counter.count));
        }
        self.set_to_move(other.scene.to_move);
        self.scene.notice = other.scene.notice.filter(|notice| self.notice == Some(notice));
    }

    /// Sets a player's counter, at most to its largest value.
    pub fn set_counter(&mut self, seat: Seat, name: &str, count: u32) {
        let most = self.adjustable.iter().find(|a| a.name == name).map_or(0, |a| a.count);
        let mut counters = self.scene.counters.get_mut(seat.index()).into_iter().flatten();
        if let Some(counter) = counters.find(|c| c.name == name) {
            counter.count = count.min(most);
        }
    }

    /// Sets the player to move.
    pub fn set_to_move(&mut self, seat: Seat) {
        if seat.index() < self.scene.counters.len() {
            self.scene.to_move = seat;
        }
    }

    /// Sets the notice, or removes it.
    pub fn toggle_notice(&mut self) {
        self.scene.notice = if self.scene.notice.is_none() { self.notice } else { None };
    }

    fn cell(&mut self, square: Square) -> Option<&mut Cell> {
        let board = self.scene.board;
        board.contains(square).then(|| &mut self.scene.cells[board.index(square)])
    }
}

impl Cell {
    /// Puts a piece where it belongs: rings lie on each other and below a ball, a ball stands on top of them in place of
    /// another, and every other piece is alone on its square.
    pub fn put(&mut self, piece: Piece) {
        let stacks = |shape| matches!(shape, Shape::Ring | Shape::Ball);
        if !stacks(piece.shape) || !self.pieces.iter().all(|p| stacks(p.shape)) {
            self.pieces.clear();
        }
        let ball = self.pieces.pop_if(|top| top.shape == Shape::Ball);
        self.pieces.push(piece);
        self.pieces.extend(ball.filter(|_| piece.shape == Shape::Ring));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Board;

    const RING: Piece = Piece::of(Seat::FIRST, Shape::Ring);
    const BALL: Piece = Piece::of(Seat::FIRST, Shape::Ball);
    const THEIR_RING: Piece = Piece::of(Seat::SECOND, Shape::Ring);
    const THEIR_BALL: Piece = Piece::of(Seat::SECOND, Shape::Ball);
    const STONE: Piece = Piece::neutral(Shape::Stone);
    const KOI: Piece = Piece::of(Seat::FIRST, Shape::Koi);

    const SUPPLY: Counter = Counter { name: "counter.supply", count: 2 };
    const FOLLOWS: Counter = Counter { name: "counter.follows", count: 2 };

    fn setup() -> BoardSetup {
        let scene = Scene {
            board: Board { cols: 2, rows: 3 },
            cells: vec![Cell::default(); 6],
            counters: vec![vec![FOLLOWS, SUPPLY]; 2],
            to_move: Seat::FIRST,
            notice: None,
        };
        BoardSetup::new(scene, &[RING, BALL, STONE], vec![Counter { count: 5, ..SUPPLY }], Some("notice.now"))
    }

    #[test]
    fn a_cell_has_what_can_stand_on_it() {
        for (put, expected) in [
            (&[RING, THEIR_RING][..], &[RING, THEIR_RING][..]),
            (&[RING, BALL, THEIR_RING], &[RING, THEIR_RING, BALL]),
            (&[RING, BALL, THEIR_BALL], &[RING, THEIR_BALL]),
            (&[BALL, RING], &[RING, BALL]),
            (&[RING, BALL, STONE], &[STONE]),
            (&[STONE, KOI], &[KOI]),
            (&[KOI, RING], &[RING]),
            (&[STONE, BALL], &[BALL]),
        ] {
            let mut cell = Cell::default();
            put.iter().for_each(|&piece| cell.put(piece));
            assert_eq!(cell.pieces, expected, "{put:?}");
        }
    }

    #[test]
    fn pieces_come_and_go() {
        let mut setup = setup();
        let square = Square::new(1, 2);
        let pieces = |setup: &BoardSetup| setup.scene().cells[5].pieces.clone();
        setup.put(square, BALL);
        setup.put(square, RING);
        assert_eq!(pieces(&setup), [RING, BALL]);
        setup.take(square);
        assert_eq!(pieces(&setup), [RING]);
        setup.put(Square::new(0, 0), STONE);
        setup.clear();
        assert!(setup.scene().cells.iter().all(|cell| cell.pieces.is_empty()));
        setup.take(square);
        assert_eq!(pieces(&setup), []);
    }

    #[test]
    fn numbers_player_and_notice_change() {
        let mut setup = setup();
        setup.set_counter(Seat::SECOND, "counter.supply", 4);
        assert_eq!([0, 1].map(|seat| setup.scene().count(Seat(seat), "counter.supply")), [2, 4]);
        setup.set_counter(Seat::SECOND, "counter.supply", 6);
        assert_eq!(setup.scene().count(Seat::SECOND, "counter.supply"), 5, "not above the largest value");
        setup.set_to_move(Seat::SECOND);
        assert_eq!(setup.scene().to_move, Seat::SECOND);
        setup.toggle_notice();
        assert_eq!(setup.scene().notice, Some("notice.now"));
        setup.toggle_notice();
        assert_eq!(setup.scene().notice, None);
    }

    #[test]
    fn what_fits_is_taken_over() {
        let mut other = setup();
        other.put(Square::new(0, 1), RING);
        other.put(Square::new(0, 1), BALL);
        other.set_counter(Seat::SECOND, "counter.supply", 4);
        other.set_to_move(Seat::SECOND);
        other.toggle_notice();
        let mut same = setup();
        same.put(Square::new(1, 1), STONE);
        same.take_over(&other);
        assert_eq!(same, other);

        let mut stricter = BoardSetup { adjustable: vec![Counter { count: 3, ..SUPPLY }], notice: None, ..setup() };
        stricter.take_over(&other);
        assert_eq!(stricter.scene().cells, other.scene().cells);
        assert_eq!(stricter.scene().count(Seat::SECOND, "counter.supply"), 3);
        assert_eq!((stricter.scene().to_move, stricter.scene().notice), (Seat::SECOND, None));

        let mut larger = setup();
        larger.scene.board = Board { cols: 3, rows: 2 };
        let before = larger.clone();
        larger.take_over(&other);
        assert_eq!(larger, before);
    }

    #[test]
    fn what_cannot_be_changes_nothing() {
        let mut setup = setup();
        assert!(setup.scene().counters.iter().all(|counters| counters == &[SUPPLY]), "what follows is left out");
        let before = setup.clone();
        setup.put(Square::new(0, 0), KOI);
        setup.put(Square::new(2, 0), RING);
        setup.take(Square::new(0, 3));
        setup.set_counter(Seat::FIRST, "counter.follows", 1);
        setup.set_counter(Seat(2), "counter.supply", 1);
        setup.set_to_move(Seat(2));
        assert_eq!(setup, before);
        setup.notice = None;
        setup.toggle_notice();
        assert_eq!(setup.scene().notice, None);
    }
}
