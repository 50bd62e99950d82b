//! Files of training positions. `docs/networks.md` describes the format.

use super::{PlayedPosition, SelfPlayConfig};
use crate::codes;
use sanban_core::inputs::InputSet;
use sanban_core::{Heuristics, HeuristicsExt, Rejection, Rules, Seat};
use sanban_engine::Score;
use sanban_engine::evaluation::Evaluation;
use sanban_games::registry::{self, Visitor};
use std::io::Read;

/// The first bytes of a positions file.
const MAGIC: &[u8; 8] = b"SANBANPO";
/// The games of a chunk.
pub const GAMES_PER_CHUNK: u64 = 16;
/// The score of a proven win, in centipawns.
const PROVEN_SCORE: i16 = 3000;

/// What stands before the chunks of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileHeader {
    bytes: Vec<u8>,
    /// The inputs of each player.
    input_count: usize,
}

/// What a file has, for continuing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileState {
    /// The bytes of the header and the complete chunks.
    pub bytes: u64,
    /// The complete chunks.
    pub chunks: u64,
    /// The positions in them.
    pub positions: u64,
}

impl FileHeader {
    /// The header of a file with games of this configuration. Rejects games that describe no inputs.
    pub fn new(config: &SelfPlayConfig<'_>) -> Result<Self, Rejection> {
        let rules = config.rules;
        let (name, input_count) = input_names(rules).ok_or_else(|| codes::NO_INPUTS.with(&[&rules.info().name]))?;
        let evaluation = match config.evaluation {
            Evaluation::Default => "default".to_string(),
            Evaluation::Weights(text) => format!("weights {:08x}", crc32fast::hash(text.as_bytes())),
            Evaluation::Network(bytes) => format!("network {:08x}", crc32fast::hash(bytes)),
        };
        let rules_text = Some(rules.text()).filter(|text| !text.is_empty()).unwrap_or_else(|| "official".into());
        let lines = format!(
            "version 1\ngame {}\nrules {rules_text}\ninputs {name} {input_count}\nnodes {}\nplies {}\nseed {}\nevaluation {evaluation}\n",
            rules.info().id,
            config.nodes,
            config.plies,
            config.seed
        );
        let mut bytes = MAGIC.to_vec();
        bytes.extend((lines.len() as u32).to_le_bytes());
        bytes.extend(lines.as_bytes());
        bytes.extend(crc32fast::hash(lines.as_bytes()).to_le_bytes());
        Ok(FileHeader { bytes, input_count })
    }

    /// The header as it stands in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of a record.
    fn record_size(&self) -> usize {
        2 * self.input_count.div_ceil(8) + 3
    }

    /// Reads a file that this configuration began, up to its last complete chunk. Rejects files of another configuration, and damaged
    /// chunks.
    pub fn read(&self, mut file: impl Read) -> std::io::Result<Result<FileState, Rejection>> {
        let mut header = vec![0; self.bytes.len()];
        let length = read_up_to(&mut file, &mut header)?;
        if length == 0 {
            return Ok(Ok(FileState::default()));
        }
        if header[..length] != self.bytes {
            return Ok(Err(codes::OTHER_POSITIONS.with(&[])));
        }
        let mut state = FileState { bytes: self.bytes.len() as u64, chunks: 0, positions: 0 };
        loop {
            let mut count = [0; 4];
            if read_up_to(&mut file, &mut count)? < count.len() {
                return Ok(Ok(state));
            }
            let positions = u64::from(u32::from_le_bytes(count));
            let size = positions as usize * self.record_size() + 4;
            let mut chunk = Vec::new();
            (&mut file).take(size as u64).read_to_end(&mut chunk)?;
            if chunk.len() < size {
                return Ok(Ok(state));
            }
            let (records, checksum) = chunk.split_at(size - 4);
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(&count);
            hasher.update(records);
            if hasher.finalize().to_le_bytes() != checksum {
                return Ok(Err(codes::DAMAGED_POSITIONS.with(&[&(state.chunks + 1)])));
            }
            state.bytes += (size + 4) as u64;
            state.chunks += 1;
            state.positions += positions;
        }
    }
}

/// Reads until the buffer is full or the file ends.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..])? {
            0 => break,
            count => length += count,
        }
    }
    Ok(length)
}

/// Collects the records of a chunk.
pub struct ChunkWriter<'a> {
    header: &'a FileHeader,
    rules: &'a Rules,
    records: Vec<u8>,
    count: u32,
}

impl<'a> ChunkWriter<'a> {
    /// Starts an empty chunk.
    pub fn new(header: &'a FileHeader, rules: &'a Rules) -> Self {
        ChunkWriter { header, rules, records: Vec::new(), count: 0 }
    }

    /// Adds the positions of a game. A position whose image under a symmetry of the board looks different to the players is
    /// followed by that image.
    pub fn add_game(&mut self, positions: &[PlayedPosition]) {
        let bytes = self.header.input_count.div_ceil(8);
        for position in positions {
            let score = match position.score {
                Score::Centipawns(score) => score.clamp(-i32::from(PROVEN_SCORE), PROVEN_SCORE.into()) as i16,
                Score::Win(_) => PROVEN_SCORE,
                Score::Loss(_) => -PROVEN_SCORE,
            };
            for [own, opponent] in input_images(self.rules, &position.text) {
                self.records.extend(&own.to_bytes()[..bytes]);
                self.records.extend(&opponent.to_bytes()[..bytes]);
                self.records.extend(score.to_le_bytes());
                self.records.push((position.result * 2.0) as u8);
                self.count += 1;
            }
        }
    }

    /// The number of records so far.
    pub fn count(&self) -> u64 {
        self.count.into()
    }

    /// The chunk as it stands in a file.
    pub fn finish(self) -> Vec<u8> {
        let mut chunk = self.count.to_le_bytes().to_vec();
        chunk.extend(self.records);
        chunk.extend(crc32fast::hash(&chunk).to_le_bytes());
        chunk
    }
}

/// The name and number of a game's inputs under these rules.
fn input_names(rules: &Rules) -> Option<(&'static str, usize)> {
    struct Names;
    impl Visitor for Names {
        type Output = Option<(&'static str, usize)>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            Some((G::INPUTS, G::new(rules).input_count()?))
        }
    }
    registry::visit(rules, Names)
}

/// The inputs of the player to move and of the opponent in a position, and in its images under the symmetries that leave the start
/// position as it is. Symmetries that change the players' colours give the same inputs.
fn input_images(rules: &Rules, position: &str) -> Vec<[InputSet; 2]> {
    struct Images<'a>(&'a str);
    impl Visitor for Images<'_> {
        type Output = Vec<[InputSet; 2]>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let game = G::new(rules);
            let position = game.parse_position(self.0).expect("a position of the game");
            let start = game.start();
            let mut images: Vec<[InputSet; 2]> = Vec::new();
            for symmetry in game.symmetries() {
                if symmetry.seat(Seat::FIRST) != Seat::FIRST
                    || game.key(&game.transformed(&start, symmetry)) != game.key(&start)
                {
                    continue;
                }
                let image = game.transformed(&position, symmetry);
                let [first, second] = game.inputs(&image);
                let by_mover = if game.to_move(&image) == Seat::FIRST { [first, second] } else { [second, first] };
                if !images.contains(&by_mover) {
                    images.push(by_mover);
                }
            }
            images
        }
    }
    registry::visit(rules, Images(position))
}
