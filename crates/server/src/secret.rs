//! What nobody can guess: names of games and players, and the secrets that browsers keep.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Letters of names. There are 32 of them, so that each byte gives one without a bias, and none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How long a secret is, in letters of five bits each.
const SECRET: usize = 40;

/// A name that nobody has and nobody can guess: 80 bits.
pub fn id() -> String {
    letters(16)
}

/// A secret that a browser keeps: 200 bits.
pub fn secret() -> String {
    letters(SECRET)
}

/// Whether a text could be a secret of ours, so that nothing else need be looked up.
pub fn is_secret(text: &str) -> bool {
    text.len() == SECRET && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A number for chance.
pub fn seed() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    // Programs read numbers up to this exactly, in every language.
    u64::from_le_bytes(bytes) >> 11
}

/// What is kept of a secret: whoever reads the store cannot log in with it.
pub fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether two digests are the same, in a time that does not tell where they differ.
pub fn same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

fn letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    fill(&mut bytes);
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has randomness");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_told_from_other_texts() {
        let one = secret();
        assert!(is_secret(&one));
        assert_ne!(one, secret());
        assert!(!is_secret(&id()));
        assert!(!is_secret(&one.to_uppercase()));
        assert!(same(&digest(&one), &digest(&one)));
        assert!(!same(&digest(&one), &digest(&secret())));
    }
}
