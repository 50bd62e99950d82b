//! Boards as PNG pictures, for files and for previews of links.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The length of the longer side in pixels.
const MAX_SIDE: f32 = 960.0;

/// The width and height of a preview of a link, in pixels, as most sites show it.
pub const PREVIEW_SIZE: [u32; 2] = [1200, 630];

/// The longer side of a board that `sanban_core` draws, in SVG units.
const BOARD_SIDE: u32 = 720;

/// Renders an SVG picture, which must be well-formed.
pub fn render(svg: &str) -> Vec<u8> {
    render_to(svg, MAX_SIDE)
}

/// Renders boards, drawn as SVG, side by side as the preview of a link.
pub fn render_preview(boards: &[String]) -> Vec<u8> {
    let [width, height] = PREVIEW_SIZE;
    let count = boards.len().max(1) as u32;
    let gap = 36;
    let side = ((width - gap) / count - gap).min(height - 2 * gap);
    let left = (width - count * side - (count - 1) * gap) / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f6f2e9\"/>"
    );
    for (number, board) in (0..).zip(boards) {
        let [x, y] = [left + number * (side + gap), (height - side) / 2];
        let scale = f64::from(side) / f64::from(BOARD_SIDE);
        svg += &format!("<g transform=\"translate({x} {y}) scale({scale})\">{board}</g>");
    }
    render_to(&(svg + "</svg>"), width as f32)
}

fn render_to(svg: &str, max_side: f32) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).expect("a well-formed SVG");
    let scale = max_side / tree.size().width().max(tree.size().height());
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

    #[test]
    fn previews_show_every_board() {
        let decode = |png: Vec<u8>| Pixmap::decode_png(&png).expect("a PNG");
        let [one, three] =
            [&[tall_stacks(0)][..], &[0, 1, 2].map(tall_stacks)].map(|boards| decode(render_preview(boards)));
        for picture in [&one, &three] {
            assert_eq!([picture.width(), picture.height()], PREVIEW_SIZE);
        }
        let is_paper = |picture: &Pixmap, x: u32| picture.pixel(x, 315).expect("a pixel").red() == 0xf6;
        assert!(is_paper(&one, 100) && !is_paper(&one, 600) && is_paper(&one, 1100));
        assert!([220, 600, 980].iter().all(|x| !is_paper(&three, *x)));
        assert!([10, 1190].iter().all(|x| is_paper(&three, *x)));
    }
}
