//! Pictures in pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// How many pixels the longer side has.
const SIDE: f32 = 960.0;

/// An SVG picture of ours as PNG.
pub fn png(svg: &str) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).expect("what we draw is well-formed");
    let scale = SIDE / tree.size().width().max(tree.size().height());
    let pixels = |side: f32| (side * scale).round() as u32;
    let mut map = Pixmap::new(pixels(tree.size().width()), pixels(tree.size().height())).expect("no side is 0");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    map.encode_png().expect("memory can be written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::svg::{SvgOptions, Theme, svg};
    use sanban_core::{Piece, Rules, Seat, Shape};
    use sanban_games::registry;

    /// Stacks of 16 rings with a ball on top in two corners of a board; the second player has only one ring of each.
    fn high_stacks(second: usize) -> String {
        let info = registry::GAMES[0];
        let mut scene = registry::open(Rules::official(info), None).expect("the start").scene();
        let seat = |place: usize| if place == second { Seat::SECOND } else { Seat::FIRST };
        let ring = |place: usize| Piece { shape: Shape::Ring, seat: Some(seat(place)) };
        let ball = Piece { shape: Shape::Ball, seat: Some(Seat::FIRST) };
        let last = scene.cells.len() - 1;
        for corner in [0, last] {
            scene.cells[corner].pieces = (0..16).map(ring).chain([ball]).collect();
        }
        svg(info, &scene, &SvgOptions { flipped: false, coordinates: false, theme: Theme::WOOD })
    }

    #[test]
    fn every_ring_of_a_high_stack_is_seen() {
        let mut pictures: Vec<Vec<u8>> = (0..16).map(|second| png(&high_stacks(second))).collect();
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), 16);
    }

    #[test]
    fn high_stacks_stay_in_the_picture() {
        let tree = Tree::from_str(&high_stacks(0), &Options::default()).expect("an SVG");
        let (drawn, size) = (tree.root().abs_stroke_bounding_box(), tree.size());
        let beyond = [-drawn.left(), -drawn.top(), drawn.right() - size.width(), drawn.bottom() - size.height()];
        assert!(beyond.iter().all(|beyond| *beyond < 0.01), "{beyond:?}");
    }
}
