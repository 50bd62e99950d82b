//! What players can say to each other: a few messages, which the reader's program translates.

use serde::{Deserialize, Serialize};

/// A message between players. Nobody can write anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PresetMessage {
    Hello,
    GoodLuck,
    NiceMove,
    TakeYourTime,
    WellPlayed,
    Thanks,
}
