//! A position in an editor, valid or not.
//!
//! A setup can become anything that a position's text can express. To validate it, open a game from its
//! [text](crate::Session::setup_text): an invalid one is rejected with every reason.

use crate::outcome::Seat;
use crate::scene::{Cell, Counter, Piece, Scene, Shape};
use crate::square::Square;

/// An editable board with pieces, counters and a player to move. Methods ignore edits that a setup can't have.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSetup {
    scene: Scene,
    palette: Vec<Piece>,
    adjustable: Vec<Counter>,
    notice: Option<&'static str>,
}

impl BoardSetup {
    /// Makes a scene editable with these pieces, counters with their largest values, and a notice. Drops all other counters,
    /// because they follow from the board.
    pub fn new(mut scene: Scene, palette: Vec<Piece>, adjustable: Vec<Counter>, notice: Option<&'static str>) -> Self {
        let is_adjustable = |counter: &Counter| adjustable.iter().any(|a| a.name == counter.name);
        scene.counters.iter_mut().for_each(|counters| counters.retain(is_adjustable));
        BoardSetup { scene, palette, adjustable, notice }
    }

    /// The scene to draw.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The pieces that can be placed on the board, in the order to offer them.
    pub fn palette(&self) -> &[Piece] {
        &self.palette
    }

    /// The counters that can be set, with their largest values.
    pub fn adjustable_counters(&self) -> &[Counter] {
        &self.adjustable
    }

    /// The notice that can be toggled, if there is one.
    pub fn notice(&self) -> Option<&'static str> {
        self.notice
    }

    /// Places a piece of the palette on a square.
    pub fn place_piece(&mut self, square: Square, piece: Piece) {
        if self.palette.contains(&piece)
            && let Some(cell) = self.cell(square)
        {
            cell.place_piece(piece);
        }
    }

    /// Removes the top piece of a square.
    pub fn remove_piece(&mut self, square: Square) {
        if let Some(cell) = self.cell(square) {
            cell.pieces.pop();
        }
    }

    /// Removes all pieces.
    pub fn clear(&mut self) {
        self.scene.cells.iter_mut().for_each(|cell| cell.pieces.clear());
    }

    /// Copies another setup, such as one with other rules, as far as it fits. Does nothing if the boards differ.
    pub fn copy_from(&mut self, other: &BoardSetup) {
        if other.scene.board != self.scene.board {
            return;
        }
        self.clear();
        for (square, cell) in other.scene.board.squares().zip(&other.scene.cells) {
            cell.pieces.iter().for_each(|&piece| self.place_piece(square, piece));
        }
        for (seat, counters) in (0..).zip(&other.scene.counters) {
            counters.iter().for_each(|counter| self.set_counter(Seat(seat), counter.name, counter.count));
        }
        self.set_to_move(other.scene.to_move);
        self.scene.notice = other.scene.notice.filter(|notice| self.notice == Some(notice));
    }

    /// Sets a player's counter, limited to its largest value.
    pub fn set_counter(&mut self, seat: Seat, name: &str, count: u32) {
        let max = self.adjustable.iter().find(|a| a.name == name).map_or(0, |a| a.count);
        let mut counters = self.scene.counters.get_mut(seat.index()).into_iter().flatten();
        if let Some(counter) = counters.find(|c| c.name == name) {
            counter.count = count.min(max);
        }
    }

    /// Sets the player to move.
    pub fn set_to_move(&mut self, seat: Seat) {
        if seat.index() < self.scene.counters.len() {
            self.scene.to_move = seat;
        }
    }

    /// Sets or removes the notice.
    pub fn toggle_notice(&mut self) {
        self.scene.notice = if self.scene.notice.is_none() { self.notice } else { None };
    }

    fn cell(&mut self, square: Square) -> Option<&mut Cell> {
        let board = self.scene.board;
        board.contains(square).then(|| &mut self.scene.cells[board.index(square)])
    }
}

impl Cell {
    /// Places a piece on the cell: rings stack below a ball, a ball replaces another ball on top, and every other piece is alone.
    pub fn place_piece(&mut self, piece: Piece) {
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

    const SUPPLY: Counter = Counter::new("counter-supply", 2);
    const FOLLOWS: Counter = Counter::new("counter-follows", 2);

    fn setup() -> BoardSetup {
        let scene = Scene {
            board: Board { cols: 2, rows: 3 },
            cells: vec![Cell::default(); 6],
            counters: vec![vec![FOLLOWS, SUPPLY]; 2],
            to_move: Seat::FIRST,
            notice: None,
        };
        BoardSetup::new(scene, vec![RING, BALL, STONE], vec![Counter { count: 5, ..SUPPLY }], Some("notice-now"))
    }

    #[test]
    fn cell_stacks_rings_and_balls_only() {
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
            put.iter().for_each(|&piece| cell.place_piece(piece));
            assert_eq!(cell.pieces, expected, "{put:?}");
        }
    }

    #[test]
    fn puts_takes_and_clears_pieces() {
        let mut setup = setup();
        let square = Square::new(1, 2);
        let pieces = |setup: &BoardSetup| setup.scene().cells[5].pieces.clone();
        setup.place_piece(square, BALL);
        setup.place_piece(square, RING);
        assert_eq!(pieces(&setup), [RING, BALL]);
        setup.remove_piece(square);
        assert_eq!(pieces(&setup), [RING]);
        setup.place_piece(Square::new(0, 0), STONE);
        setup.clear();
        assert!(setup.scene().cells.iter().all(|cell| cell.pieces.is_empty()));
        setup.remove_piece(square);
        assert_eq!(pieces(&setup), []);
    }

    #[test]
    fn sets_counters_player_and_notice() {
        let mut setup = setup();
        setup.set_counter(Seat::SECOND, "counter-supply", 4);
        assert_eq!([0, 1].map(|seat| setup.scene().count(Seat(seat), "counter-supply")), [2, 4]);
        setup.set_counter(Seat::SECOND, "counter-supply", 6);
        assert_eq!(setup.scene().count(Seat::SECOND, "counter-supply"), 5, "not above the largest value");
        setup.set_to_move(Seat::SECOND);
        assert_eq!(setup.scene().to_move, Seat::SECOND);
        setup.toggle_notice();
        assert_eq!(setup.scene().notice, Some("notice-now"));
        setup.toggle_notice();
        assert_eq!(setup.scene().notice, None);
    }

    #[test]
    fn copies_what_fits() {
        let mut other = setup();
        other.place_piece(Square::new(0, 1), RING);
        other.place_piece(Square::new(0, 1), BALL);
        other.set_counter(Seat::SECOND, "counter-supply", 4);
        other.set_to_move(Seat::SECOND);
        other.toggle_notice();
        let mut same = setup();
        same.place_piece(Square::new(1, 1), STONE);
        same.copy_from(&other);
        assert_eq!(same, other);

        let mut stricter = BoardSetup { adjustable: vec![Counter { count: 3, ..SUPPLY }], notice: None, ..setup() };
        stricter.copy_from(&other);
        assert_eq!(stricter.scene().cells, other.scene().cells);
        assert_eq!(stricter.scene().count(Seat::SECOND, "counter-supply"), 3);
        assert_eq!((stricter.scene().to_move, stricter.scene().notice), (Seat::SECOND, None));

        let mut larger = setup();
        larger.scene.board = Board { cols: 3, rows: 2 };
        let before = larger.clone();
        larger.copy_from(&other);
        assert_eq!(larger, before);
    }

    #[test]
    fn ignores_impossible_edits() {
        let mut setup = setup();
        assert!(
            setup.scene().counters.iter().all(|counters| counters == &[SUPPLY]),
            "counters that follow from the board are dropped"
        );
        let before = setup.clone();
        setup.place_piece(Square::new(0, 0), KOI);
        setup.place_piece(Square::new(2, 0), RING);
        setup.remove_piece(Square::new(0, 3));
        setup.set_counter(Seat::FIRST, "counter-follows", 1);
        setup.set_counter(Seat(2), "counter-supply", 1);
        setup.set_to_move(Seat(2));
        assert_eq!(setup, before);
        setup.notice = None;
        setup.toggle_notice();
        assert_eq!(setup.scene().notice, None);
    }
}
