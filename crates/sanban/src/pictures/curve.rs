//! The evaluation curve: the first player's expected score after each move, as text and as SVG.

use crate::language;
use sanban_core::Seat;
use sanban_core::record::move_number;
use sanban_core::svg::escaped;
use sanban_engine::analysis::{GameReview, RatedMove, TurningPoint};
use sanban_engine::phrasing::Phrasing;
use std::fmt::Write;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The curve as a line of text: bars, or digits for tenths in ASCII. Unknown values are blank.
pub fn sparkline(shares: &[Option<f64>], ascii: bool) -> String {
    let level = |share: f64, levels: usize| ((share * levels as f64) as usize).min(levels - 1);
    let digit = |share: f64| (b'0' + level(share, 10) as u8) as char;
    let draw = |share: f64| if ascii { digit(share) } else { BARS[level(share, BARS.len())] };
    shares.iter().map(|share| share.map_or(' ', draw)).collect()
}

/// The size of the picture.
const SIZE: (f64, f64) = (960.0, 420.0);
/// The edges of the plot.
const LEFT: f64 = 116.0;
const RIGHT: f64 = 936.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 316.0;

/// Styles for light and dark pages. The plot has its own background and looks the same on both.
const STYLE: &str = "\
text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:15px;fill:#22252b}\
.title{font-size:16px;font-weight:600}\
.page{fill:#fcfbf8}\
.grid{stroke:#8b8f98;stroke-width:1}\
.first{fill:#f1e9d2}\
.second{fill:#454a56}\
.curve{fill:none;stroke:#c77700;stroke-width:2.5;stroke-linejoin:round}\
.frame{fill:none;stroke:#8b8f98}\
.mark{fill:#d3264f;stroke:#fff;stroke-width:2}\
.label{font-size:13px;font-weight:600;fill:#22252b;stroke:#fcfbf8;stroke-width:4;paint-order:stroke;stroke-linejoin:round}\
@media(prefers-color-scheme:dark){text{fill:#e9e7e1}.page{fill:#1a1b1f}.label{fill:#22252b}}";

/// The curve as an SVG picture, with a mark at each turning point.
pub fn svg(phrasing: &Phrasing, title: &str, review: &GameReview) -> String {
    let moves = &review.moves;
    let x = |index: usize| LEFT + (RIGHT - LEFT) * index as f64 / moves.len().max(1) as f64;
    let y = |share: f64| BOTTOM - (BOTTOM - TOP) * share;
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"34\">{}</text>\n\
         <rect class=\"second\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\"/>\n",
        escaped(title),
        escaped(&shorten(title)),
        RIGHT - LEFT,
        BOTTOM - TOP,
    );

    // The curve, from the position before the first rated move.
    let before = |m: &RatedMove| {
        let share = m.rating.as_ref().map(|rating| rating.best.score.expected());
        share.map(|share| if m.seat == Seat::FIRST { share } else { 1.0 - share })
    };
    let start = moves.iter().enumerate().find_map(|(at, m)| Some((at, before(m)?)));
    let after = moves.iter().enumerate().filter_map(|(at, m)| Some((at + 1, m.expected()?)));
    let points: Vec<(usize, f64)> = start.into_iter().chain(after).collect();
    let mut curve = String::new();
    if let (Some((first, _)), Some((last, _))) = (points.first(), points.last()) {
        let line: Vec<String> = points.iter().map(|&(at, share)| format!("{:.1},{:.1}", x(at), y(share))).collect();
        let line = line.join(" ");
        let _ = writeln!(
            svg,
            "<polygon class=\"first\" points=\"{:.1},{BOTTOM} {line} {:.1},{BOTTOM}\"/>",
            x(*first),
            x(*last)
        );
        // Cover the part without evaluations.
        let _ = writeln!(
            svg,
            "<rect class=\"page\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{}\"/>",
            x(*first) - LEFT,
            BOTTOM - TOP
        );
        curve = format!("<polyline class=\"curve\" points=\"{line}\"/>\n");
    }

    // The axes.
    let wins = |seat: Seat| language::say(phrasing.info(), "analysis-wins-all", &[("player", &phrasing.player(seat))]);
    for (share, label) in [
        (1.0, wins(Seat::FIRST)),
        (0.5, language::say(phrasing.info(), "analysis-even", &[])),
        (0.0, wins(Seat::SECOND)),
    ] {
        let (y, dashes) = (y(share), if share == 0.5 { " stroke-dasharray=\"6 5\"" } else { "" });
        let _ = writeln!(svg, "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{RIGHT}\" y2=\"{y}\"{dashes}/>");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 10.0,
            y + 5.0,
            escaped(&label)
        );
    }
    let numbers = moves.iter().enumerate().filter(|(_, m)| m.seat == Seat::FIRST);
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| moves.len() / 2 / step <= 12).unwrap_or(100);
    for (at, m) in numbers {
        let number = m.ply / 2 + 1;
        if number == 1 || number % step == 0 {
            let x = x(at + 1);
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{BOTTOM}\" x2=\"{x:.1}\" y2=\"{}\"/>\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                BOTTOM + 6.0,
                BOTTOM + 24.0
            );
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(LEFT, RIGHT),
        BOTTOM + 48.0,
        escaped(&language::say(phrasing.info(), "analysis-moves", &[]))
    );

    svg += &curve;

    // The turning points and their legend.
    let mut kinds: Vec<TurningPoint> = review.turning_points().map(|(_, _, turning)| turning).collect();
    let mut labels: Vec<(f64, f64)> = Vec::new();
    for (at, m) in moves.iter().enumerate() {
        let Some((rating, turning, share)) =
            m.rating.as_ref().and_then(|rating| Some((rating, rating.turning_point?, m.expected()?)))
        else {
            continue;
        };
        let (x, y) = (x(at + 1), y(share));
        let _ = write!(
            svg,
            "<g><title>{}</title>{}",
            escaped(&phrasing.turning_point(m, rating, turning)),
            mark(turning, x, y)
        );
        // The number goes on the inner side of the mark, unless another number is there.
        let label = (x, if share > 0.5 { y + 24.0 } else { y - 14.0 });
        if labels.iter().all(|other| (other.0 - label.0).abs() > 38.0 || (other.1 - label.1).abs() > 16.0) {
            labels.push(label);
            let number = move_number(m.ply);
            let _ = write!(
                svg,
                "<text class=\"label\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
                label.1
            );
        }
        svg += "</g>\n";
    }
    kinds.sort_unstable();
    kinds.dedup();
    let mut at = LEFT + 8.0;
    for turning in kinds {
        let meaning = language::say(phrasing.info(), &format!("legend-{}", turning.code()), &[]);
        let y = BOTTOM + 82.0;
        let _ = writeln!(
            svg,
            "{}<text x=\"{:.1}\" y=\"{}\">{}</text>",
            mark(turning, at, y - 5.0),
            at + 14.0,
            y,
            escaped(&meaning)
        );
        at += 44.0 + 8.0 * meaning.chars().count() as f64;
    }
    svg + "</svg>\n"
}

/// The mark of a turning point. Kinds differ in shape, not in colour.
fn mark(turning: TurningPoint, x: f64, y: f64) -> String {
    let polygon = |corners: &[(f64, f64)]| {
        let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
        format!("<polygon class=\"mark\" points=\"{}\"/>", corners.join(" "))
    };
    match turning {
        TurningPoint::WinGivenAway => polygon(&[(0.0, -9.0), (9.0, 0.0), (0.0, 9.0), (-9.0, 0.0)]),
        TurningPoint::WinToLoss => polygon(&[(-7.0, -7.0), (7.0, -7.0), (7.0, 7.0), (-7.0, 7.0)]),
        TurningPoint::IntoLoss => polygon(&[(-9.0, -7.0), (9.0, -7.0), (0.0, 9.0)]),
        TurningPoint::Blunder => format!("<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"/>"),
    }
}

/// Shortens a title to fit the picture.
fn shorten(title: &str) -> String {
    const MAX_CHARS: usize = 84;
    match title.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparkline_rises_with_the_first_players_score() {
        let shares = [Some(0.0), Some(0.12), Some(0.13), Some(0.5), None, Some(0.99), Some(1.0)];
        assert_eq!(sparkline(&shares, false), "▁▁▂▅ ██");
        assert_eq!(sparkline(&shares, true), "0115 99");
        assert_eq!(sparkline(&[], false), "");
    }

    #[test]
    fn shortens_long_titles() {
        assert_eq!(shorten(&"é".repeat(100)).chars().count(), 85);
    }
}
