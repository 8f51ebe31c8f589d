//! The one place where secrets are made, and the one way in which those handed out are kept.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng;
use sha2::{Digest, Sha256};

/// `N` bytes of the operating system's seeded generator.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

/// A new secret of 192 bits with a prefix that says what it is: `tok_`, `pk_`, `sk_`, `fk_`, `ck_`.
pub(crate) fn new(prefix: &str) -> String {
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(random::<24>()))
}

/// What the database keeps of a secret: enough to find it again, useless to who reads it.
pub(crate) fn fingerprint(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// A reference that people can read out: 16 letters and digits without I, L, O and U.
pub(crate) fn reference() -> String {
    const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    random::<16>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}
