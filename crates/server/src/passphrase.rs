//! Passphrases: which are allowed, and how they are hashed.

use crate::error::{self, ApiError};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::ops::RangeInclusive;
use tokio::sync::Semaphore;

const PASSPHRASE_LENGTH: RangeInclusive<usize> = 8..=200;
/// The best-known passphrases that are long enough.
const COMMON_PASSPHRASES: &str = include_str!("common_passphrases.txt");
/// Verified where there is no account, so that it takes as long. No passphrase has this hash.
pub const UNUSED_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2FuYmFuIGhhcyBubyBz$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Bounds the memory of concurrent hashes: each takes 19 MiB.
static HASHING: Semaphore = Semaphore::const_new(2);

/// Checks the length of a passphrase.
pub fn check_length(passphrase: &str) -> Result<(), ApiError> {
    let fits = PASSPHRASE_LENGTH.contains(&passphrase.chars().count());
    let rejection = || error::BAD_PASSPHRASE.with(&[PASSPHRASE_LENGTH.start(), PASSPHRASE_LENGTH.end()]).into();
    fits.then_some(()).ok_or_else(rejection)
}

/// Checks a new passphrase of the account with a name. One that many people have, or that follows from the name, is
/// rejected.
pub fn check_new(passphrase: &str, name: &str) -> Result<(), ApiError> {
    check_length(passphrase)?;
    let plain = simplify(passphrase);
    let mut letters = plain.chars();
    let first = letters.next();
    let is_uniform = letters.all(|letter| Some(letter) == first);
    let is_name = !plain.is_empty() && plain.replace(&simplify(name), "").is_empty();
    if is_uniform || is_name || COMMON_PASSPHRASES.lines().any(|common| simplify(common) == plain) {
        return Err(error::COMMON_PASSPHRASE.into());
    }
    Ok(())
}

/// A passphrase without what people vary: case and spaces.
fn simplify(text: &str) -> String {
    text.to_lowercase().replace(char::is_whitespace, "")
}

fn argon() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).expect("sound parameters"))
}

pub async fn hash(passphrase: String) -> Result<String, ApiError> {
    let permit = HASHING.acquire().await;
    let hash = move || {
        // Held until the end, even if nobody waits for it any more.
        let _permit = permit;
        argon().hash_password(passphrase.as_bytes()).map(|hash| hash.to_string())
    };
    let hash = tokio::task::spawn_blocking(hash).await.map_err(|_| ApiError::from(error::TOO_BUSY))?;
    hash.map_err(|_| error::TOO_BUSY.into())
}

pub async fn verify(passphrase: String, hash: String) -> bool {
    let permit = HASHING.acquire().await;
    let verify = move || {
        let _permit = permit;
        let hash = PasswordHash::new(&hash).ok()?;
        argon().verify_password(passphrase.as_bytes(), &hash).ok()
    };
    tokio::task::spawn_blocking(verify).await.ok().flatten().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_passphrases_that_are_easy_to_guess() {
        for passphrase in [
            "password",
            "PASSWORD",
            "pass word",
            "12345678",
            "        ",
            "aaaaaaaa",
            "\t\t\t\t\t\t\t\t",
            "anasofia",
            "AnaSofia Ana Sofia",
            "palavrapasse",
        ] {
            let error = check_new(passphrase, "Ana Sofia").unwrap_err();
            assert_eq!(error.code(), "common-passphrase", "{passphrase:?}");
        }
        for passphrase in ["correct horse", "anasofia-7-pontes", "tres tristes tigres"] {
            assert!(check_new(passphrase, "Ana Sofia").is_ok(), "{passphrase:?}");
        }
        assert_eq!(check_new("short", "Ana").unwrap_err().code(), "bad-passphrase");
    }

    #[test]
    fn lists_common_passphrases_once_and_only_possible_ones() {
        let all: Vec<&str> = COMMON_PASSPHRASES.lines().collect();
        let different: std::collections::HashSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), different.len());
        assert!(all.len() >= 200 && all.iter().all(|text| check_length(text).is_ok()), "{}", all.len());
    }
}
