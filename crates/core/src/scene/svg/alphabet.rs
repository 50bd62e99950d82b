//! Letters and digits as strokes, so that pictures need no font.

use super::Number;

/// The height of capitals and digits. The baseline is at 0, and letters extend to negative coordinates.
const CAPITAL_HEIGHT: f64 = 10.0;
/// The space between two letters.
const LETTER_SPACING: f64 = 2.6;

/// Each letter with its width and its strokes.
const LETTERS: &[(char, f64, &str)] = &[
    (' ', 2.0, ""),
    (':', 0.0, "M0-6V-5.9M0-1V-.9"),
    (',', 1.0, "M1-.4L0 2"),
    ('0', 6.0, "M0-5A3 5 0 0 1 6-5A3 5 0 0 1 0-5"),
    ('1', 3.0, "M0-7.8L3-10V0"),
    ('2', 5.8, "M.2-7.6A2.8 2.6 0 0 1 5.7-7.2C5.7-4.8 2.6-2.8 0 0H5.9"),
    ('3', 5.6, "M.3-8.4A2.6 2.4 0 1 1 2.6-5.4A2.8 2.7 0 1 1 0-1.8"),
    ('4', 6.2, "M4.6 0V-10L0-3H6.2"),
    ('5', 5.8, "M5.2-10H1L.6-5.6A3.1 3.1 0 1 1 0-1.6"),
    ('6', 5.8, "M4.8-10C2-8.6 0-6 0-3.1A2.9 3.1 0 1 0 5.8-3.1A2.9 3.1 0 0 0 0-3.1"),
    ('7', 5.8, "M0-10H5.8L2 0"),
    ('8', 5.8, "M2.9-5.4A2.5 2.3 0 1 1 2.9-10A2.5 2.3 0 1 1 2.9-5.4A2.9 2.7 0 1 0 2.9 0A2.9 2.7 0 1 0 2.9-5.4"),
    ('9', 5.8, "M1 0C3.8-1.4 5.8-4 5.8-6.9A2.9 3.1 0 1 0 0-6.9A2.9 3.1 0 0 0 5.8-6.9"),
    ('A', 7.2, "M0 0L3.6-10L7.2 0M1.2-3.4H6"),
    ('B', 6.3, "M0-5.4H3.4A2.3 2.3 0 0 0 3.4-10H0V0H3.6A2.7 2.7 0 0 0 3.6-5.4"),
    ('C', 7.0, "M7-8A4.2 5 0 1 0 7-2"),
    ('D', 7.0, "M0 0V-10H2.4A4.6 5 0 0 1 2.4 0Z"),
    ('E', 5.4, "M5.4-10H0V0H5.4M0-5.2H4.6"),
    ('F', 5.4, "M5.4-10H0V0M0-5.2H4.6"),
    ('G', 7.4, "M7-8A4.2 5 0 1 0 7.4-4.4H4.4"),
    ('H', 6.4, "M0-10V0M6.4-10V0M0-5.2H6.4"),
    ('I', 0.0, "M0-10V0"),
    ('J', 4.2, "M4.2-10V-2.6A2.1 2.6 0 0 1 0-2.6"),
    ('K', 6.4, "M0-10V0M6-10L0-3.8M2.2-6L6.4 0"),
    ('L', 5.0, "M0-10V0H5"),
    ('M', 8.0, "M0 0V-10L4-3L8-10V0"),
    ('N', 6.4, "M0 0V-10L6.4 0V-10"),
    ('O', 8.0, "M0-5A4 5 0 0 1 8-5A4 5 0 0 1 0-5"),
    ('P', 6.2, "M0 0V-10H3.4A2.8 2.8 0 0 1 3.4-4.4H0"),
    ('Q', 8.0, "M0-5A4 5 0 0 1 8-5A4 5 0 0 1 0-5M5-2.6L8 .6"),
    ('R', 6.2, "M0 0V-10H3.4A2.8 2.8 0 0 1 3.4-4.4H0M3-4.4L6.2 0"),
    ('S', 6.4, "M6-8.2Q5.2-10 3.1-10C1.4-10 .3-9 .3-7.6C.3-4 6.4-6 6.4-2.6C6.4-1 5 0 3.2 0Q.8 0 0-2.2"),
    ('T', 7.0, "M0-10H7M3.5-10V0"),
    ('U', 6.4, "M0-10V-3.2A3.2 3.2 0 0 0 6.4-3.2V-10"),
    ('V', 7.2, "M0-10L3.6 0L7.2-10"),
    ('W', 10.0, "M0-10L2.6 0L5-9L7.4 0L10-10"),
    ('X', 6.4, "M0-10L6.4 0M6.4-10L0 0"),
    ('Y', 6.8, "M0-10L3.4-5L6.8-10M3.4-5V0"),
    ('Z', 6.2, "M0-10H6.2L0 0H6.2"),
    ('a', 5.5, "M5.5-6.5V0M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('b', 5.5, "M0-10V0M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('c', 4.9, "M4.9-5.4A2.75 3.25 0 1 0 4.9-1.1"),
    ('d', 5.5, "M5.5-10V0M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('e', 5.5, "M0-3.4H5.5A2.75 3.25 0 1 0 4.7-1"),
    ('f', 3.8, "M3.8-9.6C2.4-10.4 1.4-9.6 1.4-7.8V0M0-6.5H3.4"),
    ('g', 5.5, "M5.5-6.5V.4A2.75 2.6 0 0 1 .5 1.8M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('h', 5.2, "M0-10V0M0-3.6A2.6 2.9 0 0 1 5.2-3.6V0"),
    ('i', 0.0, "M0-6.5V0M0-9.5V-9.4"),
    ('j', 1.8, "M1.8-6.5V.8Q1.8 3 0 3M1.8-9.5V-9.4"),
    ('k', 5.0, "M0-10V0M4.8-6.5L0-2.4M1.9-4L5 0"),
    ('l', 1.4, "M0-10V-1.6Q0 0 1.4 0"),
    ('m', 8.8, "M0-6.5V0M0-4.2A2.2 2.3 0 0 1 4.4-4.2V0M4.4-4.2A2.2 2.3 0 0 1 8.8-4.2V0"),
    ('n', 5.2, "M0-6.5V0M0-3.6A2.6 2.9 0 0 1 5.2-3.6V0"),
    ('o', 5.5, "M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('p', 5.5, "M0-6.5V3M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('q', 5.5, "M5.5-6.5V3M5.5-3.25A2.75 3.25 0 0 1 0-3.25A2.75 3.25 0 0 1 5.5-3.25"),
    ('r', 3.4, "M0-6.5V0M0-3.6Q.4-6.5 3.4-6.4"),
    ('s', 4.8, "M4.6-5.3Q4-6.5 2.4-6.5C1-6.5 .2-5.8 .2-4.9C.2-2.6 4.8-4.2 4.8-1.7C4.8-.6 3.8 0 2.5 0Q.6 0 0-1.3"),
    ('t', 3.4, "M1.3-9V-1.8Q1.3 0 3.4 0M0-6.5H3.4"),
    ('u', 5.2, "M0-6.5V-2.9A2.6 2.9 0 0 0 5.2-2.9M5.2-6.5V0"),
    ('v', 5.4, "M0-6.5L2.7 0L5.4-6.5"),
    ('w', 8.0, "M0-6.5L2 0L4-6.2L6 0L8-6.5"),
    ('x', 5.0, "M0-6.5L5 0M5-6.5L0 0"),
    ('y', 5.4, "M0-6.5L2.7 0M5.4-6.5L1.6 3"),
    ('z', 4.8, "M0-6.5H4.8L0 0H4.8"),
];

/// The glyph for characters without strokes.
const UNKNOWN: (f64, &str) = (6.0, "M0-5L3-10L6-5L3 0Z");

/// The width of a word at a height of 1.
pub(super) fn width(text: &str) -> f64 {
    let letters =
        text.chars().map(|c| LETTERS.iter().find(|letter| letter.0 == c).map_or(UNKNOWN.0, |letter| letter.1));
    (letters.map(|width| width + LETTER_SPACING).sum::<f64>() - LETTER_SPACING) / CAPITAL_HEIGHT
}

/// Draws a word with the middle of its capitals at a point.
pub(super) fn word(text: &str, (x, y): (f64, f64), height: f64, colour: &str) -> String {
    let strokes = |c: char| LETTERS.iter().find(|letter| letter.0 == c).map_or(UNKNOWN, |letter| (letter.1, letter.2));
    let letters: Vec<(f64, &str)> = text.chars().map(strokes).collect();
    let width = letters.iter().map(|(width, _)| width + LETTER_SPACING).sum::<f64>() - LETTER_SPACING;
    let scale = height / CAPITAL_HEIGHT;
    let (mut left, line) = (x - width * scale / 2.0, y + height / 2.0);
    let mut svg = format!(
        "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    for (width, strokes) in letters {
        let (left_edge, line, scaled) = (Number(left), Number(line), Number(scale));
        svg += &format!("<path transform=\"translate({left_edge} {line}) scale({scaled})\" d=\"{strokes}\"/>");
        left += (width + LETTER_SPACING) * scale;
    }
    svg + "</g>"
}
