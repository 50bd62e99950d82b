//! Random ids, session tokens and seeds.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The alphabet of ids and tokens: 32 letters, so that bytes map to them without bias, and none that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The length of a token, in letters of five bits.
const TOKEN_LENGTH: usize = 40;

/// A new id of 80 bits that nobody can guess.
pub fn id() -> String {
    letters(16)
}

/// A new session token of 200 bits.
pub fn token() -> String {
    letters(TOKEN_LENGTH)
}

/// Whether a text has the form of a token, so that nothing else is looked up.
pub fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// A seed for random numbers.
pub fn seed() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    // JavaScript reads integers up to 2⁵³ exactly.
    u64::from_le_bytes(bytes) >> 11
}

/// What the store keeps of a token, so that a reader of the store cannot log in.
pub fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Compares digests in constant time.
pub fn constant_time_eq(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

fn letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    fill(&mut bytes);
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has randomness");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_tokens() {
        let one = token();
        assert!(is_token(&one));
        assert_ne!(one, token());
        assert!(!is_token(&id()));
        assert!(!is_token(&one.to_uppercase()));
        assert!(constant_time_eq(&digest(&one), &digest(&one)));
        assert!(!constant_time_eq(&digest(&one), &digest(&token())));
    }
}
