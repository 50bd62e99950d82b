//! Draws pieces, each around the centre of its square.
//!
//! The players' pieces never differ by colour alone: the second player's rings have notches and its balls bands, its knights
//! face the other way and have braids, its koi have patches instead of scales, its discs a groove and its arrows stripes.

use super::theme::Paint;
use super::{Number, alphabet};
use crate::scene::Shape;

/// The horizontal and vertical radius of a ring, seen from the side and slightly from above.
const RING_RADII: (f64, f64) = (37.0, 13.0);
/// The thickness of a ring in a low stack.
const RING_THICKNESS: f64 = 11.0;
/// The maximum height of a stack's rings together.
const MAX_STACK_HEIGHT: f64 = 60.0;
/// The maximum distance of a stack's foot below the square's centre.
const MAX_FOOT_OFFSET: f64 = 30.0;

/// How to draw a piece, whatever its shape.
pub(super) struct PieceStyle {
    pub paint: Paint,
    /// Whether it is the second player's.
    pub is_second: bool,
    /// The width of outlines.
    pub line_width: f64,
    /// The direction that koi swim in, in degrees from upwards.
    pub heading: usize,
    /// The rotation of stones in degrees, so that they don't look all alike.
    pub rotation: usize,
}

/// Draws the pieces of a square from the bottom up, so that all are visible: the vertical offset from the square's centre, and
/// the drawing.
pub(super) fn stack(pieces: &[(Shape, PieceStyle)]) -> Vec<(f64, String)> {
    let rings = pieces.iter().filter(|(shape, _)| *shape == Shape::Ring).count();
    let thickness = RING_THICKNESS.min(MAX_STACK_HEIGHT / rings.max(1) as f64);
    // Low stacks are near the centre of the square, with room for a ball on top.
    let foot = if rings == 0 { 0.0 } else { MAX_FOOT_OFFSET.min(9.0 + thickness * rings as f64 / 2.0) };
    let mut y = foot;
    let piece = |(place, (shape, style)): (usize, &(Shape, PieceStyle))| {
        let (drawn, height) = match *shape {
            Shape::Ring => (ring(style, thickness, place % 2 == 1), thickness),
            Shape::Ball => (ball(style), RING_THICKNESS),
            Shape::Knight => (knight(style), RING_THICKNESS),
            Shape::Koi => (koi(style), RING_THICKNESS),
            Shape::Stone => (stone(style), RING_THICKNESS),
            Shape::Disc => (disc(style), RING_THICKNESS),
            Shape::Arrow => (arrow(style), RING_THICKNESS),
            Shape::Letter(letter) => (lettered_disc(style, letter), RING_THICKNESS),
        };
        // A ball sinks into the hole of the ring below it.
        let middle = if rings == 0 || *shape == Shape::Ring { y } else { y - 12.0 };
        y -= height;
        // Only the lowest piece casts a shadow on the square.
        let shadow = if place == 0 { shadow(*shape, foot - middle) } else { String::new() };
        (middle, shadow + &drawn)
    };
    pieces.iter().enumerate().map(piece).collect()
}

/// The shadow of a piece at this height above the square, if it is not simply its outline.
fn shadow(shape: Shape, y: f64) -> String {
    let (y, rx, ry) = match shape {
        Shape::Ring => (y + 3.0, RING_RADII.0 + 2.0, RING_RADII.1 + 1.0),
        Shape::Ball => (17.0, 20.0, 8.0),
        Shape::Knight => (38.0, 34.0, 7.0),
        Shape::Disc | Shape::Letter(_) => (4.0, 35.0, 35.0),
        Shape::Koi | Shape::Stone | Shape::Arrow => return String::new(),
    };
    format!("<ellipse cx=\"2\" cy=\"{}\" rx=\"{rx}\" ry=\"{ry}\" fill-opacity=\".2\"/>", Number(y))
}

/// A ring. The notches of every other one are shifted, so that rings of one colour can be counted.
fn ring(style: &PieceStyle, thickness: f64, shifted: bool) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let (rx, ry) = RING_RADII;
    let line = style.line_width.min(thickness * 0.25);
    // Light on the upper rim separates a ring from the one above it.
    let [top, rim, rim_rx, line] = [-thickness, line - thickness, rx - line, line].map(Number);
    let mut svg = format!(
        "<g stroke=\"{edge}\" stroke-width=\"{line}\">\
         <path fill=\"{shade}\" d=\"M-{rx} 0A{rx} {ry} 0 0 0 {rx} 0V{top}H-{rx}Z\"/>\
         <path fill=\"none\" stroke=\"{body}\" d=\"M-{rim_rx} {rim}A{rim_rx} {ry} 0 0 0 {rim_rx} {rim}\"/>\
         <ellipse cy=\"{top}\" rx=\"{rx}\" ry=\"{ry}\" fill=\"{body}\"/>\
         <ellipse cy=\"{top}\" rx=\"20\" ry=\"6.5\" fill=\"{shade}\"/></g>"
    );
    if style.is_second {
        let notch = |degrees: i32| {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            format!("M{} {}v-{}", Number(rx * sin), Number(ry * cos - thickness * 0.2), Number(thickness * 0.6))
        };
        let first = if shifted { -60 } else { -72 };
        let notches: String = (first..=72).step_by(24).map(notch).collect();
        svg += &format!(
            "<g fill=\"none\" stroke=\"{detail}\"><path stroke-width=\"3\" d=\"{notches}\"/>\
             <ellipse cy=\"{top}\" rx=\"29\" ry=\"9.8\" stroke-width=\"1.2\"/></g>"
        );
    }
    svg
}

fn ball(style: &PieceStyle) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let band = match style.is_second {
        true => format!("<path fill=\"{detail}\" d=\"M-18.6-1Q0 9 18.6-1L17.2 7.6Q0 17-17.2 7.6Z\"/>"),
        false => String::new(),
    };
    format!(
        "<circle r=\"19\" fill=\"{body}\"/>\
         <path fill=\"{shade}\" d=\"M14.5-12.3A19 19 0 1 1-14.5 12.3A22 22 0 0 0 14.5-12.3Z\"/>{band}{}\
         <circle r=\"19\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"{}\"/>",
        highlight(-7.0, -8.5, 5.0),
        Number(style.line_width)
    )
}

/// A glossy spot of light, as an ellipse.
fn highlight(x: f64, y: f64, radius: f64) -> String {
    let (place, half) = (format!("translate({x} {y}) rotate(-40)"), Number(radius * 0.65));
    format!("<ellipse transform=\"{place}\" rx=\"{radius}\" ry=\"{half}\" fill=\"#fff\" fill-opacity=\".6\"/>")
}

/// The parts of a knight that faces left.
const HEAD: &str = "M-17 28C-18 15-9 9-3 1C-1-2 0-5-1-8C-5-3-11-2-15 3C-17 7-20 12-26 12C-32 12-37 6-36 0C-35-5-31-8-29-13\
                    C-26-21-22-27-16-31C-17-36-17-41-16-46C-11-43-7-40-5-35C11-34 25-21 28-2C30 9 29 19 28 28Z";
const MANE: &str = "M-5-35C11-34 25-21 28-2C30 9 29 19 28 28H18C21 14 21 2 16-9C12-18 5-25-8-28Z";
const HAIR: &str = "M-1-31C12-28 21-15 23 0C24 10 24 19 23 28";
const BRAIDS: &str = "M6-33L2-23M16-27L9-17M23-17L15-10M27-5L19-1M29 8L20 8M29 18L20 17";
const FACE: &str = "M-33 6Q-28 6-24 2M-4-19Q2-14-1-8";
const PLINTH: &str = "M-20 28H31L33 32V38H-25V32L-23 28Z";

fn knight(style: &PieceStyle) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let (mirror, hair) = if style.is_second { ("", BRAIDS) } else { (" transform=\"scale(-1 1)\"", HAIR) };
    format!(
        "<g{mirror} stroke-linejoin=\"round\" stroke-linecap=\"round\"><g stroke=\"{edge}\" stroke-width=\"{}\">\
         <path fill=\"{body}\" d=\"{HEAD}\"/><path fill=\"{shade}\" d=\"{MANE}\"/>\
         <path fill=\"{shade}\" d=\"{PLINTH}\"/></g>\
         <path fill=\"none\" stroke=\"{detail}\" stroke-width=\"1.8\" d=\"{FACE}{hair}\"/>\
         <g fill=\"{detail}\"><circle cx=\"-15\" cy=\"-19\" r=\"2.8\"/><circle cx=\"-31\" cy=\"-1\" r=\"1.8\"/></g></g>",
        Number(style.line_width * 1.3)
    )
}

/// The parts of a koi that swims upwards.
const FINS: &str = "M14-27C24-31 35-26 40-15C33-10 25-10 18-13ZM-15-28C-25-29-35-22-38-11C-31-7-22-9-15-14Z\
                    M17 0C24 2 29 8 30 16C23 17 15 14 10 9ZM-13-1C-19 2-24 8-25 15C-19 17-14 14-9 8Z\
                    M2 25C4 33 1 42-5 49C-8 44-12 42-16 41C-21 40-27 41-33 44C-29 33-20 25-9 21Z";
const BODY: &str = "M-4-47C4-47 8-41 11-34C15-27 20-22 20-12C20 3 13 14 2 27L-9 23C-9 14-11 8-13-1C-15-9-18-16-16-26\
                    C-15-36-12-47-4-47Z";
const SCALES: &str = "M-14-21q5.5 7 11 0q5.5 7 11 0q5 6 10-1M-15-13q5 7 10.5 0q5.5 7 11 0q5.5 7 11 0M-13-4q5 7 10 0\
                      q5 7 10 0q5 6 10 0M-10 5q4.5 6 9 0q4.5 6 9 0q3 4 6 0M-9 13q3.5 5 7 0q3.5 5 7 0";
const PATCHES: &str = "M-10-41C-4-45 4-42 5-36C5-31-3-29-8-31C-12-33-13-38-10-41ZM19-17C9-22-2-18-2-11C-2-4 7-6 12-1\
                       C14 1 17 1 18-1C20-6 20-12 19-17ZM-15-9C-8-7-4-2-4 5C-4 10-6 14-9 15C-10 8-12 2-14-4ZM9 9\
                       C3 10-3 15-3 20L0 25C4 21 8 15 11 10Z";
const RAYS: &str = "M23-20L34-17M-22-20L-32-14M-6 28Q-10 35-18 39M-3 29Q-3 36-7 43";

fn koi(style: &PieceStyle) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let line = Number(style.line_width);
    let pattern = match style.is_second {
        true => format!("<path fill=\"{detail}\" d=\"{PATCHES}\"/>"),
        false => format!("<path fill=\"none\" stroke=\"{detail}\" stroke-width=\"1.5\" d=\"{SCALES}\"/>"),
    };
    format!(
        "<path transform=\"translate(3 5) rotate({heading}) scale(.95)\" fill-opacity=\".2\" d=\"{FINS}{BODY}\"/>\
         <g transform=\"rotate({heading}) scale(.95)\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <path fill=\"{shade}\" stroke=\"{edge}\" stroke-width=\"{line}\" d=\"{FINS}M0-46q5-4 10-3M-8-46q-5-3-9-1\"/>\
         <path fill=\"{body}\" d=\"{BODY}\"/>{pattern}\
         <path fill=\"none\" stroke=\"{edge}\" stroke-width=\"{line}\" d=\"{BODY}\"/>\
         <path fill=\"none\" stroke=\"{edge}\" stroke-width=\"1\" d=\"{RAYS}\"/>\
         <g fill=\"{edge}\"><circle cx=\"6\" cy=\"-35\" r=\"2.4\"/><circle cx=\"-12\" cy=\"-36\" r=\"2.4\"/></g></g>",
        heading = style.heading
    )
}

const PEBBLE: &str = "M-36 5C-38-5-32-11-25-18C-18-26-8-31 4-29C14-28 20-25 27-19C34-13 38-5 35 5C33 13 27 19 18 23\
                      C8 27 0 25-9 27C-22 29-34 17-36 5Z";

fn stone(style: &PieceStyle) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let vein = match style.is_second {
        true => format!("<path fill=\"none\" stroke=\"{detail}\" stroke-width=\"3\" d=\"M-20 9Q-4-4 6 4T23-4\"/>"),
        false => String::new(),
    };
    format!(
        "<path transform=\"translate(3 5) rotate({turn})\" fill-opacity=\".22\" d=\"{PEBBLE}\"/>\
         <path transform=\"rotate({turn})\" fill=\"{shade}\" stroke=\"{edge}\" stroke-width=\"{}\" d=\"{PEBBLE}\"/>\
         <path transform=\"translate(-3 -4) rotate({turn}) scale(.82)\" fill=\"{body}\" d=\"{PEBBLE}\"/>{vein}{}",
        Number(style.line_width),
        highlight(-10.0, -11.0, 8.0),
        turn = style.rotation
    )
}

/// A disc. The second player's has a groove.
fn disc(style: &PieceStyle) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let groove = match style.is_second {
        true => format!("<circle r=\"17\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"4\"/>"),
        false => String::new(),
    };
    format!(
        "<circle r=\"35\" fill=\"{shade}\" stroke=\"{edge}\" stroke-width=\"{}\"/>\
         <circle r=\"29\" fill=\"{body}\"/>{groove}{}",
        Number(style.line_width),
        highlight(-12.0, -14.0, 7.0)
    )
}

const ARROW: &str = "M0-40L26-8H10V22L20 38H-20L-10 22V-8H-26Z";

/// An arrow. The second player's has two stripes.
fn arrow(style: &PieceStyle) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let stripes = match style.is_second {
        true => format!("<path fill=\"none\" stroke=\"{detail}\" stroke-width=\"4\" d=\"M-9 4H9M-9 14H9\"/>"),
        false => String::new(),
    };
    format!(
        "<path transform=\"translate(3 4)\" fill-opacity=\".2\" d=\"{ARROW}\"/>\
         <path fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"{}\" stroke-linejoin=\"round\" d=\"{ARROW}\"/>\
         <path fill=\"{shade}\" d=\"M3-8V24H8V-8H18L3-28Z\"/>{stripes}",
        Number(style.line_width)
    )
}

fn lettered_disc(style: &PieceStyle, letter: char) -> String {
    let Paint { body, shade, edge, detail } = style.paint;
    let dashes = if style.is_second { " stroke-dasharray=\"4 4\"" } else { "" };
    // Raise lower-case letters to the centre.
    let middle = if letter.is_lowercase() { -3.0 } else { 0.0 };
    format!(
        "<circle r=\"35\" fill=\"{shade}\" stroke=\"{edge}\" stroke-width=\"{}\"/>\
         <circle r=\"28\" fill=\"{body}\" stroke=\"{detail}\" stroke-width=\"2\"{dashes}/>{}",
        Number(style.line_width),
        alphabet::word(letter.encode_utf8(&mut [0; 4]), (0.0, middle), 28.0, detail)
    )
}
