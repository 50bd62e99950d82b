//! The header of SQLite's write-ahead log. Nothing in memory repairs a damaged one: after a crash, SQLite would take the log for
//! empty.

/// The size of the header, in bytes.
pub const HEADER_SIZE: usize = 32;
/// How often the log can begin anew between two looks at it. Other programs may write, too.
const MAX_RESTARTS: u32 = 1000;
/// How the header begins; the last bit says in which byte order the checksums are.
const MAGIC: u32 = 0x377f_0682;

/// The header of a log, with a valid checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogHeader([u32; HEADER_SIZE / 4]);

impl LogHeader {
    /// Reads a header. `None` if it isn't one, or is damaged.
    pub fn parse(bytes: &[u8; HEADER_SIZE]) -> Option<LogHeader> {
        let mut words = [0; HEADER_SIZE / 4];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_be_bytes(bytes.try_into().ok()?);
        }
        let [magic, .., first, second] = words;
        let is_big_endian = magic & 1 == 1;
        if magic & !1 != MAGIC {
            return None;
        }
        // Everything before the checksum, as pairs of words.
        let in_order = |word: &u32| if is_big_endian { *word } else { word.swap_bytes() };
        let checksum = words[..6].chunks_exact(2).fold((0u32, 0u32), |(one, other), pair| {
            let one = one.wrapping_add(in_order(&pair[0])).wrapping_add(other);
            (one, other.wrapping_add(in_order(&pair[1])).wrapping_add(one))
        });
        (checksum == (first, second)).then_some(LogHeader(words))
    }

    /// Whether a log with this header can have become one with another header: it is the same, or the log began anew after a
    /// checkpoint. Each time, SQLite adds 1 to the first salt and chooses the second at random.
    pub fn may_become(&self, later: &LogHeader) -> bool {
        let [_, version, page_size, _, salt, ..] = self.0;
        let [_, later_version, later_page_size, _, later_salt, ..] = later.0;
        let restarts = later_salt.wrapping_sub(salt);
        let is_same_kind = (version, page_size) == (later_version, later_page_size);
        self == later || (is_same_kind && (1..=MAX_RESTARTS).contains(&restarts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a log that SQLite wrote.
    const REAL: &str = "377f0682002de218000010000000000055184293ceae8ffd68291b681da0a1db";

    fn bytes() -> [u8; HEADER_SIZE] {
        let byte = |at: usize| u8::from_str_radix(&REAL[2 * at..2 * at + 2], 16).unwrap();
        std::array::from_fn(byte)
    }

    #[test]
    fn rejects_damaged_headers() {
        assert!(LogHeader::parse(&bytes()).is_some());
        assert_eq!(LogHeader::parse(&[0; HEADER_SIZE]), None);
        for at in 0..HEADER_SIZE {
            let mut damaged = bytes();
            damaged[at] ^= 4;
            assert_eq!(LogHeader::parse(&damaged), None, "byte {at}");
        }
    }

    #[test]
    fn knows_which_headers_can_follow() {
        let header = LogHeader::parse(&bytes()).unwrap();
        let with_salts = |salt: u32, other: u32| {
            let mut words = header.0;
            (words[4], words[5]) = (salt, other);
            LogHeader(words)
        };
        let (salt, other) = (header.0[4], header.0[5]);
        assert!(header.may_become(&header));
        assert!(header.may_become(&with_salts(salt.wrapping_add(1), 7)), "a checkpoint");
        assert!(header.may_become(&with_salts(salt.wrapping_add(5), 7)), "several checkpoints");
        assert!(!header.may_become(&with_salts(salt, other ^ 1)), "no checkpoint");
        assert!(!header.may_become(&with_salts(salt.wrapping_sub(1), 7)), "an older log");
        assert!(!header.may_become(&with_salts(salt ^ 0x8000_0000, 7)), "another log");
        let last = with_salts(u32::MAX, 1);
        assert!(last.may_become(&with_salts(0, 7)), "the salt has wrapped around");
    }
}
