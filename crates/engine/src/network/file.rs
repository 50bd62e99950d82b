//! Reading network files. `docs/networks.md` describes the format.

use super::Network;
use super::layers::{Dense, LAYERS, Layers, Numbers};
use crate::codes;
use sanban_core::inputs::InputSet;
use sanban_core::{Heuristics, HeuristicsExt, Rejection, Rules};

/// The first bytes of a network file.
pub const MAGIC: &[u8; 8] = b"SANBANNN";
/// The version of the format.
const VERSION: &str = "1";
/// The longest header in bytes.
const MAX_HEADER: usize = 4096;

/// What a network file says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkHeader {
    /// The game's id.
    pub game: String,
    /// The rules that it was trained for, as they differ from the official ones.
    pub rules: String,
    /// The name of its inputs.
    pub inputs: String,
    /// The number of its inputs.
    pub input_count: usize,
}

impl NetworkHeader {
    /// Reads the header of a network file; the rest isn't checked.
    pub fn read(bytes: &[u8]) -> Result<Self, Rejection> {
        Reader { bytes }.header()
    }

    /// Whether the network is for games by these rules.
    pub fn is_for(&self, rules: &Rules) -> bool {
        self.game == rules.info().id && self.rules == rules.text()
    }
}

impl Network {
    /// Reads a network for games by these rules.
    pub fn read<G: Heuristics>(bytes: &[u8], rules: &Rules) -> Result<Self, Rejection> {
        let damaged = || codes::NETWORK_DAMAGED.with(&[]);
        // The checksum comes first: a damaged header would give misleading reasons.
        let (content, checksum) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if !content.starts_with(MAGIC) || crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(damaged());
        }
        let mut reader = Reader { bytes: content };
        let header = reader.header()?;
        if !header.is_for(rules) {
            let describe =
                |game: &str, rules: &str| if rules.is_empty() { game.into() } else { format!("{game} {rules}") };
            let (its, wanted) = (describe(&header.game, &header.rules), describe(rules.info().id, &rules.text()));
            return Err(codes::NETWORK_RULES.with(&[&its, &wanted]));
        }
        if header.inputs != G::INPUTS || Some(header.input_count) != G::new(rules).input_count() {
            return Err(codes::NETWORK_INPUTS.with(&[&header.inputs, &G::INPUTS]));
        }
        let layers = reader.layers(header.input_count).filter(|_| reader.bytes.is_empty()).ok_or_else(damaged)?;
        Ok(Network { header, layers })
    }
}

/// Reads from the front of the bytes.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn header(&mut self) -> Result<NetworkHeader, Rejection> {
        let damaged = || codes::NETWORK_DAMAGED.with(&[]);
        if self.take(MAGIC.len()) != Some(MAGIC) {
            return Err(damaged());
        }
        let length = self.take(4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
        let length = length.map(|length| length as usize).filter(|&length| length <= MAX_HEADER);
        let text = length.and_then(|length| self.take(length)).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let text = text.ok_or_else(damaged)?;
        let value = |key: &str| {
            let mut values = text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            values.next().ok_or_else(damaged)
        };
        let [layers, version] = [value("layers")?, value("version")?];
        if version != VERSION || layers != LAYERS.map(|size| size.to_string()).join(" ") {
            return Err(codes::NETWORK_VERSION.with(&[]));
        }
        let (inputs, input_count) = value("inputs")?.split_once(' ').ok_or_else(damaged)?;
        let input_count = input_count.parse().ok().filter(|&count| count <= InputSet::CAPACITY).ok_or_else(damaged)?;
        let rules = value("rules")?;
        Ok(NetworkHeader {
            game: value("game")?.into(),
            rules: if rules == "official" { String::new() } else { rules.into() },
            inputs: inputs.into(),
            input_count,
        })
    }

    fn layers(&mut self, input_count: usize) -> Option<Layers> {
        Some(Layers {
            input_weights: (0..input_count).map(|_| self.numbers()).collect::<Option<_>>()?,
            input_biases: self.numbers()?,
            first: self.dense()?,
            second: self.dense()?,
            output: self.dense()?,
        })
    }

    fn dense<const INPUTS: usize, const OUTPUTS: usize>(&mut self) -> Option<Box<Dense<INPUTS, OUTPUTS>>> {
        let mut dense = Box::new(Dense { weights: [Numbers([0; INPUTS]); OUTPUTS], biases: [0; OUTPUTS] });
        for weights in &mut dense.weights {
            *weights = self.numbers()?;
        }
        for bias in &mut dense.biases {
            *bias = i32::from_le_bytes(self.take(4)?.try_into().ok()?);
        }
        Some(dense)
    }

    fn numbers<const N: usize>(&mut self) -> Option<Numbers<N>> {
        let mut shorts = self.take(2 * N)?.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        Some(Numbers(std::array::from_fn(|_| shorts.next().expect("N pairs"))))
    }
}
