//! Pieces of any size: outlines that are sampled into the half blocks of character cells.

use sanban_core::Shape;

/// A knight that looks left.
const KNIGHT: [&str; 16] = [
    "................",
    "......#.##......",
    ".....######.....",
    "....########....",
    "...##########...",
    "..###..#######..",
    ".##############.",
    "###############.",
    "###############.",
    "######..########",
    ".###...#########",
    "......#########.",
    ".....##########.",
    "....##########..",
    "..##############",
    "..##############",
];

/// A fish that looks left.
const KOI: [&str; 10] = [
    ".....#######........",
    "...###########....##",
    "..#############..###",
    ".###..##############",
    "##################..",
    "##################..",
    ".###################",
    "..#############..###",
    "...###########....##",
    ".....#######........",
];

/// An arrow that points up.
const ARROW: [&str; 8] =
    ["...##...", "..####..", ".######.", "########", "..####..", "..####..", "..####..", "..####.."];

/// The outline of a piece: whether a point of the unit square belongs to it. Also its width for a height of 1.
fn outline(shape: Shape) -> (Box<dyn Fn(f64, f64) -> bool>, f64) {
    let bitmap = |rows: &'static [&'static str]| -> Box<dyn Fn(f64, f64) -> bool> {
        Box::new(move |x, y| {
            let row = rows[(y * rows.len() as f64) as usize].as_bytes();
            row[(x * row.len() as f64) as usize] == b'#'
        })
    };
    match shape {
        Shape::Knight => (bitmap(&KNIGHT), 1.0),
        Shape::Koi => (bitmap(&KOI), 1.8),
        Shape::Arrow => (bitmap(&ARROW), 1.0),
        Shape::Stone => (Box::new(|x, y| (2.0 * x - 1.0).powi(2) + (2.0 * y - 1.0).powi(2) <= 1.0), 1.3),
        _ => (Box::new(|x, y| (2.0 * x - 1.0).powi(2) + (2.0 * y - 1.0).powi(2) <= 1.0), 1.0),
    }
}

/// How to fill the pixels of a piece.
pub enum Fill {
    /// Half blocks.
    Solid,
    /// One character for every cell that the piece touches.
    Character(char),
}

/// Draws a piece in a box of `width` × `height` characters, mirrored on request.
pub fn draw(shape: Shape, (width, height): (u16, u16), is_mirrored: bool, fill: &Fill) -> Vec<String> {
    const SAMPLES: u16 = 4;
    let (is_inside, aspect) = outline(shape);
    // A character cell is about twice as high as wide.
    let columns = ((f64::from(2 * height) * aspect).round() as u16).min(width);
    let is_set = |x: u16, y: u16| {
        let x = if is_mirrored { columns - 1 - x } else { x };
        let at = |pixel: u16, sample: u16, count: u16| {
            (f64::from(pixel) + (f64::from(sample) + 0.5) / f64::from(SAMPLES)) / f64::from(count)
        };
        let samples = (0..SAMPLES * SAMPLES).map(|sample| (sample % SAMPLES, sample / SAMPLES));
        let inside = samples.filter(|&(i, j)| is_inside(at(x, i, columns), at(y, j, 2 * height))).count();
        inside * 2 >= usize::from(SAMPLES * SAMPLES)
    };
    let cell = |x: u16, line: u16| match (is_set(x, 2 * line), is_set(x, 2 * line + 1), fill) {
        (false, false, _) => ' ',
        (_, _, Fill::Character(character)) => *character,
        (true, true, Fill::Solid) => '█',
        (true, false, Fill::Solid) => '▀',
        (false, true, Fill::Solid) => '▄',
    };
    (0..height).map(|line| (0..columns).map(|x| cell(x, line)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_fill_the_height_that_they_get() {
        for shape in [Shape::Knight, Shape::Koi, Shape::Stone, Shape::Disc, Shape::Arrow] {
            for height in 4..=12 {
                let lines = draw(shape, (40, height), false, &Fill::Solid);
                assert_eq!(lines.len(), usize::from(height));
                assert!(lines.iter().all(|line| !line.trim().is_empty()), "{shape:?}: {lines:?}");
            }
        }
    }

    #[test]
    fn mirrored_pieces_look_the_other_way() {
        let left = draw(Shape::Knight, (12, 6), false, &Fill::Character('N'));
        let right = draw(Shape::Knight, (12, 6), true, &Fill::Character('N'));
        let mirrored: Vec<String> = right.iter().map(|line| line.chars().rev().collect()).collect();
        assert_eq!(left, mirrored);
        assert_ne!(left, right);
    }
}
