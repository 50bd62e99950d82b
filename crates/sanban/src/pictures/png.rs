//! PNG pictures.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The length of the longer side in pixels.
const MAX_SIDE: f32 = 960.0;

/// Renders an SVG picture, which must be well-formed.
pub fn render(svg: &str) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).expect("a well-formed SVG");
    let scale = MAX_SIDE / tree.size().width().max(tree.size().height());
    let pixels = |side: f32| (side * scale).round() as u32;
    let mut map =
        Pixmap::new(pixels(tree.size().width()), pixels(tree.size().height())).expect("a picture with an area");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    map.encode_png().expect("writing to memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::svg::{SvgOptions, Theme, svg};
    use sanban_core::{Piece, Rules, Seat, Shape};
    use sanban_games::registry;

    /// A board with two stacks of 16 rings and a ball. One ring of each belongs to the second player.
    fn tall_stacks(second: usize) -> String {
        let info = registry::GAMES[0];
        let mut scene = registry::open(Rules::official(info), None).expect("the start").scene();
        let seat = |height: usize| if height == second { Seat::SECOND } else { Seat::FIRST };
        let ring = |height: usize| Piece { shape: Shape::Ring, seat: Some(seat(height)) };
        let ball = Piece { shape: Shape::Ball, seat: Some(Seat::FIRST) };
        let last = scene.cells.len() - 1;
        for corner in [0, last] {
            scene.cells[corner].pieces = (0..16).map(ring).chain([ball]).collect();
        }
        svg(info, &scene, &SvgOptions { flipped: false, coordinates: false, theme: Theme::WOOD })
    }

    #[test]
    fn shows_every_ring_of_a_tall_stack() {
        let mut pictures: Vec<Vec<u8>> = (0..16).map(|second| render(&tall_stacks(second))).collect();
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), 16);
    }

    #[test]
    fn tall_stacks_stay_within_the_picture() {
        let tree = Tree::from_str(&tall_stacks(0), &Options::default()).expect("an SVG");
        let (drawn, size) = (tree.root().abs_stroke_bounding_box(), tree.size());
        let overhang = [-drawn.left(), -drawn.top(), drawn.right() - size.width(), drawn.bottom() - size.height()];
        assert!(overhang.iter().all(|length| *length < 0.01), "{overhang:?}");
    }
}
