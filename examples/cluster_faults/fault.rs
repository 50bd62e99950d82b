//! The faults that can happen to a site of several nodes.

use crate::NODES;
use crate::random::Random;

/// A fault that is to come. Times are in milliseconds, nodes are numbers.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// A node is killed, and started again later.
    Kill { node: usize, down: u64 },
    /// A node is stopped and goes on later.
    Stall { node: usize, time: u64 },
    /// A node is stopped as for an upgrade, and started again.
    Drain { node: usize },
    /// A node can't reach the database.
    NoDatabase { node: usize, time: u64 },
    /// A node can't reach the bus.
    NoBus { node: usize, time: u64 },
    /// A node can't reach either.
    Partition { node: usize, time: u64 },
    /// What a node sends over the bus and receives from it takes longer.
    SlowBus { node: usize, delay: u64, time: u64 },
    /// What a node sends to the database and receives from it takes longer.
    SlowDatabase { node: usize, delay: u64, time: u64 },
    /// The bus is killed, and started again later.
    BusRestart { down: u64 },
    /// The database is killed, and started again later.
    DatabaseRestart { down: u64 },
}

impl Fault {
    /// The names of all kinds.
    pub const KINDS: [&str; 10] = [
        "Kill",
        "Stall",
        "Drain",
        "NoDatabase",
        "NoBus",
        "Partition",
        "SlowBus",
        "SlowDatabase",
        "BusRestart",
        "DatabaseRestart",
    ];

    pub fn choose(random: &mut Random) -> Fault {
        let node = random.below(NODES);
        let mut ms = |from, to| random.ms(from..to).as_millis() as u64;
        let (down, time, delay) = (ms(0, 6000), ms(200, 6000), ms(10, 300));
        match random.below(14) {
            0..3 => Fault::Kill { node, down },
            3..5 => Fault::Stall { node, time },
            5..7 => Fault::Drain { node },
            7 => Fault::NoDatabase { node, time },
            8 => Fault::NoBus { node, time },
            9 => Fault::Partition { node, time },
            10 => Fault::SlowBus { node, delay, time },
            11 => Fault::SlowDatabase { node, delay: delay / 3, time },
            12 => Fault::BusRestart { down: down / 3 },
            _ => Fault::DatabaseRestart { down: down / 3 },
        }
    }

    /// The name of its kind.
    pub fn name(self) -> String {
        let text = format!("{self:?}");
        text.split(' ').next().unwrap_or_default().to_string()
    }
}
