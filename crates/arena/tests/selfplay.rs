//! Games of self-play for training, and the files of their positions.

use sanban_arena::selfplay::positions_file::{ChunkWriter, FileHeader};
use sanban_arena::selfplay::{self, PlayedPosition, SelfPlayConfig};
use sanban_core::inputs::InputSet;
use sanban_core::{Heuristics, HeuristicsExt, Rules, Seat};
use sanban_engine::Score;
use sanban_engine::evaluation::Evaluation;
use sanban_games::registry::{self, Visitor};
use std::sync::atomic::{AtomicBool, Ordering};

fn official(game: &str) -> Rules {
    Rules::official(registry::find(game).expect("a game"))
}

fn config<'a>(rules: &'a Rules, evaluation: &'a Evaluation) -> SelfPlayConfig<'a> {
    SelfPlayConfig { rules, evaluation, nodes: 60, plies: 6, threads: 1, seed: 4 }
}

/// The positions of the first games, by game.
fn play(config: &SelfPlayConfig<'_>, first: u64, games: usize) -> Vec<Vec<PlayedPosition>> {
    let mut played = Vec::new();
    selfplay::play_games(config, first, &AtomicBool::new(false), &mut |positions| {
        played.push(positions.to_vec());
        played.len() < games
    });
    played
}

#[test]
fn any_number_of_threads_plays_the_same_games() {
    for info in registry::offered() {
        let (rules, evaluation) = (Rules::official(info), Evaluation::Default);
        let config = config(&rules, &evaluation);
        let alone = play(&config, 0, 8);
        assert_eq!(alone.len(), 8);
        assert!(alone.iter().map(Vec::len).sum::<usize>() > 20, "{}", info.id);
        for threads in [2, 5] {
            assert_eq!(play(&SelfPlayConfig { threads, ..config.clone() }, 0, 8), alone, "{}: {threads}", info.id);
        }
        assert_eq!(play(&config, 3, 5), alone[3..]);
        let stop = &AtomicBool::new(false);
        assert_eq!(selfplay::play_numbers(&config, 3..8, stop).as_deref(), Some(&alone[3..]));
        assert_ne!(play(&SelfPlayConfig { seed: 5, ..config.clone() }, 0, 8), alone, "{}", info.id);
    }
}

#[test]
fn interrupted_games_are_left_out() {
    let (rules, evaluation) = (official("jinli"), Evaluation::Default);
    let config = SelfPlayConfig { threads: 2, ..config(&rules, &evaluation) };
    let stop = AtomicBool::new(false);
    let mut games = 0;
    selfplay::play_games(&config, 0, &stop, &mut |_| {
        games += 1;
        stop.store(games == 3, Ordering::Relaxed);
        true
    });
    assert_eq!(games, 3);
    assert_eq!(selfplay::play_numbers(&config, 0..2, &stop), None);
}

/// Each result is the one of the game, seen by the player to move, and scores are those of the search.
#[test]
fn positions_have_scores_and_results() {
    let (rules, evaluation) = (official("jesonmor"), Evaluation::Default);
    let config = config(&rules, &evaluation);
    let mut decided = 0;
    for positions in play(&config, 0, 20) {
        let sessions = positions.iter().map(|p| registry::open(rules.clone(), Some(&p.text)).expect("a position"));
        let results: Vec<(Seat, f64)> = sessions.zip(&positions).map(|(s, p)| (s.to_move(), p.result)).collect();
        let Some(&(seat, result)) = results.first() else { continue };
        for &(other, its) in &results {
            assert_eq!(its, if other == seat { result } else { 1.0 - result });
        }
        decided += usize::from(result != 0.5);
        // Games end as soon as the winner is proven.
        assert!(positions.iter().rev().skip(1).all(|p| matches!(p.score, Score::Centipawns(_))));
        let last = positions.last().expect("a position");
        if let Score::Win(_) | Score::Loss(_) = last.score {
            assert_eq!(last.result, f64::from(u8::from(matches!(last.score, Score::Win(_)))));
        }
    }
    assert!(decided >= 8, "{decided} of 20 games");
}

/// A record of a positions file.
struct Record {
    mover: Vec<u8>,
    opponent: Vec<u8>,
    score: i16,
    result: u8,
}

/// Reads a chunk as `docs/networks.md` describes it.
fn records(chunk: &[u8], input_count: usize) -> Vec<Record> {
    let (content, checksum) = chunk.split_at(chunk.len() - 4);
    assert_eq!(crc32fast::hash(content).to_le_bytes(), checksum);
    let bytes = input_count.div_ceil(8);
    let (count, records) = content.split_at(4);
    let records: Vec<Record> = records
        .chunks(2 * bytes + 3)
        .map(|record| Record {
            mover: record[..bytes].to_vec(),
            opponent: record[bytes..2 * bytes].to_vec(),
            score: i16::from_le_bytes([record[2 * bytes], record[2 * bytes + 1]]),
            result: record[2 * bytes + 2],
        })
        .collect();
    assert_eq!(count, (records.len() as u32).to_le_bytes());
    records
}

/// The inputs of a position, the player to move first, and their number.
fn inputs(rules: &Rules, position: &str) -> ([InputSet; 2], usize) {
    struct Inputs<'a>(&'a str);
    impl Visitor for Inputs<'_> {
        type Output = ([InputSet; 2], usize);

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let game = G::new(rules);
            let position = game.parse_position(self.0).expect("a position");
            let [first, second] = game.inputs(&position);
            let sets = if game.to_move(&position) == Seat::FIRST { [first, second] } else { [second, first] };
            (sets, game.input_count().expect("inputs"))
        }
    }
    registry::visit(rules, Inputs(position))
}

#[test]
fn records_have_the_inputs_of_a_position_and_its_images() {
    for info in registry::offered() {
        let (rules, evaluation) = (Rules::official(info), Evaluation::Default);
        let config = config(&rules, &evaluation);
        let header = FileHeader::new(&config).expect("inputs");
        let mut images = 0;
        for position in play(&config, 0, 6).into_iter().flatten() {
            let (sets, count) = inputs(&rules, &position.text);
            let mut chunk = ChunkWriter::new(&header, &rules);
            chunk.add_game(std::slice::from_ref(&position));
            let written = chunk.count();
            let records = records(&chunk.finish(), count);
            assert_eq!(records.len() as u64, written);
            let [mover, opponent] = sets.map(|set| set.to_bytes()[..count.div_ceil(8)].to_vec());
            assert!(records.iter().any(|record| record.mover == mover && record.opponent == opponent));
            let bits = |bytes: &[u8]| bytes.iter().map(|byte| byte.count_ones()).sum::<u32>();
            for record in &records {
                assert_eq!((bits(&record.mover), bits(&record.opponent)), (bits(&mover), bits(&opponent)));
                assert_eq!(f64::from(record.result), 2.0 * position.result);
                match position.score {
                    Score::Centipawns(score) => assert_eq!(i32::from(record.score), score.clamp(-3000, 3000)),
                    Score::Win(_) => assert_eq!(record.score, 3000),
                    Score::Loss(_) => assert_eq!(record.score, -3000),
                }
            }
            images += records.len() - 1;
        }
        assert!(images > 10, "{}: {images} images", info.id);
    }
}

#[test]
fn files_continue_after_their_last_complete_chunk() {
    let (rules, evaluation) = (official("mitsudomoe"), Evaluation::Default);
    let config = config(&rules, &evaluation);
    let header = FileHeader::new(&config).expect("inputs");
    let games = play(&config, 0, 6);
    let mut file = header.bytes().to_vec();
    let mut ends = vec![(file.len(), 0)];
    for games in games.chunks(2) {
        let mut chunk = ChunkWriter::new(&header, &rules);
        games.iter().for_each(|positions| chunk.add_game(positions));
        let positions = ends.last().expect("an end").1 + chunk.count();
        file.extend(chunk.finish());
        ends.push((file.len(), positions));
    }
    let code = |result: std::io::Result<Result<_, sanban_core::Rejection>>| result.unwrap().map_err(|r| r.code.id);
    // However it was cut off.
    for length in [0].into_iter().chain(ends[0].0..=file.len()) {
        let state = code(header.read(&file[..length])).expect("a state");
        let complete = ends.iter().rposition(|&(end, _)| end <= length);
        let (bytes, positions) = complete.map_or((0, 0), |index| ends[index]);
        assert_eq!((state.bytes, state.positions), (bytes as u64, positions), "{length}");
        assert_eq!(state.chunks, complete.unwrap_or(0) as u64);
    }
    // Every byte counts.
    for place in (0..file.len()).step_by(97) {
        let mut damaged = file.clone();
        damaged[place] ^= 0x20;
        let is_longer = matches!(code(header.read(&damaged[..])), Ok(state) if state.chunks < 3);
        let expected = if place < ends[0].0 { "other-positions" } else { "damaged-positions" };
        // A chunk whose length was damaged may seem incomplete.
        assert!(is_longer || code(header.read(&damaged[..])) == Err(expected), "byte {place}");
    }
    let network = Evaluation::terms(&rules);
    for other in [
        SelfPlayConfig { seed: 9, ..config.clone() },
        SelfPlayConfig { nodes: 61, ..config.clone() },
        SelfPlayConfig { plies: 7, ..config.clone() },
        SelfPlayConfig { evaluation: &network, ..config.clone() },
    ] {
        let header = FileHeader::new(&other).expect("inputs");
        assert_eq!(code(header.read(&file[..])), Err("other-positions"), "{other:?}");
    }
}
