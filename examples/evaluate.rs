//! Evaluates the positions of a file with a network, and prints a number for each, as `training/reference.py` does. It evaluates each
//! position with every set of instructions, incrementally and from scratch, and fails if they differ.
//!
//!     cargo run --release -p sanban-arena --example evaluate -- jinli NEW.network GAMES.positions

use sanban_core::inputs::InputSet;
use sanban_core::{Heuristics, Rules, Seat};
use sanban_engine::network::{Accumulators, Instructions, Network};
use sanban_games::registry::{self, Visitor};
use std::error::Error;
use std::io::{BufWriter, Write};

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, network, positions] = &args[..] else { return Err("usage: evaluate GAME NETWORK POSITIONS".into()) };
    let info = registry::find(game).map_err(|rejection| rejection.sentence(&[], "en"))?;
    let (network, positions) = (std::fs::read(network)?, std::fs::read(positions)?);
    registry::visit(&Rules::official(info), Evaluate { network: &network, positions: &positions })
}

struct Evaluate<'a> {
    network: &'a [u8],
    positions: &'a [u8],
}

impl Visitor for Evaluate<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
        let network = Network::read::<G>(self.network, rules);
        let network = network.map_err(|rejection| rejection.sentence(&[G::INFO.messages], "en"))?;
        let mut reader = Reader(self.positions);
        reader.skip_header()?;
        let bytes = network.header().input_count.div_ceil(8);
        let mut incremental = Accumulators::new(&network, 1);
        let mut out = BufWriter::new(std::io::stdout().lock());
        while !reader.0.is_empty() {
            for _ in 0..reader.number()? {
                let [mover, opponent] = [reader.take(bytes)?, reader.take(bytes)?];
                let inputs = [mover, opponent].map(InputSet::from_bytes);
                reader.take(3)?;
                let value = incremental.evaluate(&network, &inputs, Seat::FIRST, 0);
                for instructions in [Instructions::Baseline, Instructions::detect()] {
                    let mut fresh = Accumulators::with_instructions(&network, 1, instructions);
                    let other = fresh.evaluate(&network, &inputs, Seat::FIRST, 0);
                    if other != value {
                        return Err(format!("{instructions:?}: {other}, incrementally: {value}").into());
                    }
                }
                writeln!(out, "{value}")?;
            }
            reader.number()?;
        }
        Ok(out.flush()?)
    }
}

/// Reads a positions file. Training checks the file, so this doesn't.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Failure> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("the positions file is incomplete")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Failure> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into()?))
    }

    fn skip_header(&mut self) -> Result<(), Failure> {
        self.take(8)?;
        let length = self.number()?;
        self.take(length as usize + 4).map(drop)
    }
}
