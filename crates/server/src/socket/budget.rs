//! How much a client may send over one connection.

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;

/// Messages within this rate are handled.
const MESSAGES_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
const MESSAGE_BURST: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// A client that sends faster is disconnected. Pings and pongs count, too.
const FRAMES_PER_SECOND: NonZeroU32 = NonZeroU32::new(50).unwrap();
const FRAME_BURST: NonZeroU32 = NonZeroU32::new(250).unwrap();
/// A client that sends more bytes is disconnected. The burst is larger than any message.
const BYTES_PER_SECOND: NonZeroU32 = NonZeroU32::new(16 * 1024).unwrap();
const BYTE_BURST: NonZeroU32 = NonZeroU32::new(128 * 1024).unwrap();

/// What happens to a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Accept,
    /// The client sends too fast; the message is rejected.
    Reject,
    /// The client goes on sending too fast; the connection is closed.
    Disconnect,
}

/// What is left of the rates of one connection.
pub struct ReadBudget {
    messages: DefaultDirectRateLimiter,
    frames: DefaultDirectRateLimiter,
    bytes: DefaultDirectRateLimiter,
}

impl ReadBudget {
    pub fn new() -> ReadBudget {
        let limiter = |rate, burst| RateLimiter::direct(Quota::per_second(rate).allow_burst(burst));
        ReadBudget {
            messages: limiter(MESSAGES_PER_SECOND, MESSAGE_BURST),
            frames: limiter(FRAMES_PER_SECOND, FRAME_BURST),
            bytes: limiter(BYTES_PER_SECOND, BYTE_BURST),
        }
    }

    /// Counts a message of any kind.
    pub fn check(&self, size: usize) -> Verdict {
        let size = u32::try_from(size).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        if self.frames.check().is_err() || !matches!(self.bytes.check_n(size), Ok(Ok(()))) {
            return Verdict::Disconnect;
        }
        if self.messages.check().is_err() { Verdict::Reject } else { Verdict::Accept }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_bursts_and_disconnects_floods() {
        let budget = ReadBudget::new();
        let verdicts: Vec<Verdict> = (0..1000).map(|_| budget.check(1)).collect();
        let count = |expected: Verdict| verdicts.iter().filter(|verdict| **verdict == expected).count();
        assert!(verdicts.starts_with(&[Verdict::Accept; 60]));
        assert!(count(Verdict::Reject) >= 150 && count(Verdict::Disconnect) >= 500, "{verdicts:?}");
    }

    #[test]
    fn counts_bytes() {
        let budget = ReadBudget::new();
        let accepted = (0..50).take_while(|_| budget.check(8 * 1024) == Verdict::Accept).count();
        assert!((16..20).contains(&accepted), "{accepted}");
        assert_eq!(ReadBudget::new().check(BYTE_BURST.get() as usize + 1), Verdict::Disconnect);
    }
}
