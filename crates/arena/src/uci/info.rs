//! Search reports as UCI `info` lines.

use sanban_engine::Report;
use std::time::Duration;

/// One line for each principal variation, the best first:
/// `info depth 9 seldepth 14 multipv 1 score cp 35 nodes 5210 nps 912000 hashfull 3 time 5 pv …`.
pub fn info_lines(report: &Report, elapsed: Duration) -> impl Iterator<Item = String> {
    let Report { depth, seldepth, nodes, hashfull, lines } = report;
    let speed = (*nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    let time = elapsed.as_millis();
    lines.iter().enumerate().map(move |(index, line)| {
        let (number, score, moves) = (index + 1, line.score, line.moves.join(" "));
        format!(
            "info depth {depth} seldepth {seldepth} multipv {number} score {score} nodes {nodes} nps {speed} \
             hashfull {hashfull} time {time} pv {moves}"
        )
    })
}
