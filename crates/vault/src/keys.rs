//! Encryption at rest: XChaCha20-Poly1305 with a random 192-bit nonce, bound to what it belongs to.
//!
//! The associated data names the record (a card's token) and the key id, so that neither a ciphertext moved to another
//! record nor one relabelled with another key opens.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::secret;

const NONCE: usize = 24;

/// What the first key is called where nobody names it.
pub const FIRST_KEY_ID: &str = "k1";
// The vault within `portico` used to call it otherwise than `portico-vault`. Under either name it opens what it sealed
// under the other one, so that a database goes from the one to the other.
const NAMES_OF_FIRST: [&str; 2] = [FIRST_KEY_ID, "1"];

/// Why a key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Not 32 bytes of hex (64 digits) or base64 (43 or 44 signs).
    #[error("the key {0:?} is not 32 bytes in hex or base64")]
    NotAKey(String),
    /// An id is 1 to 32 letters, digits, `-`, `_`.
    #[error("{0:?} is no key id: 1 to 32 letters, digits, '-' or '_'")]
    NotAnId(String),
    /// Two keys with one id.
    #[error("the key id {0:?} is given twice")]
    Twice(String),
    /// Not of the shape that [`older_keys`] reads. What was given is not repeated: it holds keys.
    #[error("PORTICO_VAULT_OLDER_KEYS is id=key,id=key")]
    NotAList,
    /// A record names a key that is not in the list.
    #[error("the key {0:?} is needed and not given")]
    Missing(String),
    /// Wrong key, or a record that was changed or moved.
    #[error("a record does not open with the key {0:?}")]
    DoesNotOpen(String),
}

/// Reads a list of earlier keys, `id=key,id=key`, as `PORTICO_VAULT_OLDER_KEYS` has it; empty for an empty text.
///
/// # Errors
/// [`KeyError::NotAList`]; whether the keys are any is judged where the vault is opened.
pub fn older_keys(list: &str) -> Result<Vec<(String, SecretString)>, KeyError> {
    let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let pair = |entry: &str| entry.split_once('=').map(|(id, key)| (id.to_owned(), key.into()));
    entries.map(|entry| pair(entry).ok_or(KeyError::NotAList)).collect()
}

/// An encrypted value and the id of its key. `sealed` is base64url of nonce and ciphertext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sealed {
    pub key_id: String,
    pub sealed: String,
}

struct Key {
    id: String,
    cipher: XChaCha20Poly1305,
}

/// The keys that open records; the first also seals new ones.
pub(crate) struct KeyRing(Vec<Key>);

impl KeyRing {
    /// The key to seal with, then older ones that only open.
    pub fn new<'a>(keys: impl IntoIterator<Item = (&'a str, &'a SecretString)>) -> Result<KeyRing, KeyError> {
        let mut ring: Vec<Key> = Vec::new();
        for (id, text) in keys {
            let sound = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
            if id.is_empty() || id.len() > 32 || !id.chars().all(sound) {
                return Err(KeyError::NotAnId(id.to_owned()));
            }
            if ring.iter().any(|key| key.id == id) {
                return Err(KeyError::Twice(id.to_owned()));
            }
            let bytes = decode(text.expose_secret()).ok_or_else(|| KeyError::NotAKey(id.to_owned()))?;
            let cipher = XChaCha20Poly1305::new_from_slice(&bytes).map_err(|_| KeyError::NotAKey(id.to_owned()))?;
            ring.push(Key { id: id.to_owned(), cipher });
        }
        if ring.is_empty() { Err(KeyError::Missing(String::new())) } else { Ok(KeyRing(ring)) }
    }

    fn named(&self, id: &str) -> Option<&Key> {
        let exact = self.0.iter().find(|key| key.id == id);
        let is_first = |id: &str| NAMES_OF_FIRST.contains(&id);
        exact.or_else(|| self.0.iter().find(|key| is_first(id) && is_first(&key.id)))
    }

    /// Id of the key that seals.
    pub fn current(&self) -> &str {
        &self.0[0].id
    }

    /// Encrypts a value for one record.
    pub fn seal(&self, record: &str, value: &[u8]) -> Result<Sealed, KeyError> {
        let key = &self.0[0];
        let nonce = XNonce::from(secret::random::<NONCE>());
        let payload = Payload { msg: value, aad: &bound_to(record, &key.id) };
        let text = key.cipher.encrypt(&nonce, payload).map_err(|_| KeyError::DoesNotOpen(key.id.clone()))?;
        let sealed = URL_SAFE_NO_PAD.encode([nonce.as_slice(), &text].concat());
        Ok(Sealed { key_id: key.id.clone(), sealed })
    }

    /// Decrypts the value of that record.
    pub fn open(&self, record: &str, value: &Sealed) -> Result<Zeroizing<Vec<u8>>, KeyError> {
        let fault = || KeyError::DoesNotOpen(value.key_id.clone());
        let key = self.named(&value.key_id).ok_or_else(|| KeyError::Missing(value.key_id.clone()))?;
        let bytes = URL_SAFE_NO_PAD.decode(&value.sealed).map_err(|_| fault())?;
        let (nonce, text) = bytes.split_first_chunk::<NONCE>().ok_or_else(fault)?;
        let payload = Payload { msg: text, aad: &bound_to(record, &value.key_id) };
        key.cipher.decrypt(&XNonce::from(*nonce), payload).map(Zeroizing::new).map_err(|_| fault())
    }
}

fn bound_to(record: &str, key_id: &str) -> Vec<u8> {
    format!("{record}\n{key_id}").into_bytes()
}

fn decode(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let text = text.trim();
    let bytes = Zeroizing::new(if text.len() == 64 {
        hex::decode(text).ok()?
    } else {
        let text = text.trim_end_matches('=');
        STANDARD_NO_PAD.decode(text).or_else(|_| URL_SAFE_NO_PAD.decode(text)).ok()?
    });
    (bytes.len() == 32).then_some(bytes)
}

/// The key behind `card_unique_code`: made once, kept sealed, so that codes stay when the encryption key changes.
pub(crate) struct CodeKey(pub Zeroizing<Vec<u8>>);

impl CodeKey {
    /// The same for the same number always; tells nothing about the number without this key.
    pub fn code(&self, digits: &str) -> String {
        // A key of any length is right for HMAC: there is no error to have.
        Hmac::<Sha256>::new_from_slice(&self.0).map_or_else(
            |_| String::new(),
            |mut mac| {
                mac.update(digits.as_bytes());
                URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ring(keys: &[(&str, u8)]) -> KeyRing {
        let texts: Vec<(&str, SecretString)> =
            keys.iter().map(|(id, byte)| (*id, hex::encode([*byte; 32]).into())).collect();
        KeyRing::new(texts.iter().map(|(id, text)| (*id, text))).expect("keys")
    }

    proptest! {
        #[test]
        fn what_is_sealed_opens_only_where_it_belongs(value: Vec<u8>, record in "[a-z]{1,9}") {
            let keys = ring(&[("k1", 1)]);
            let sealed = keys.seal(&record, &value).unwrap();
            prop_assert_eq!(&*keys.open(&record, &sealed).unwrap(), &value);
            prop_assert!(keys.open(&format!("{record}x"), &sealed).is_err(), "another record");
            prop_assert!(ring(&[("k1", 2)]).open(&record, &sealed).is_err(), "another key under that id");
            let relabelled = Sealed { key_id: "k2".into(), ..sealed.clone() };
            prop_assert!(ring(&[("k2", 1)]).open(&record, &relabelled).is_err(), "the same key under another id");
            prop_assert_ne!(keys.seal(&record, &value).unwrap(), sealed, "never the same nonce");
        }

        #[test]
        fn a_changed_record_does_not_open(place in 0_usize..56, bit in 0_u8..8) {
            let keys = ring(&[("k1", 1)]);
            let mut sealed = keys.seal("tok", b"4242424242424242").unwrap();
            let mut bytes = URL_SAFE_NO_PAD.decode(&sealed.sealed).unwrap();
            bytes[place] ^= 1 << bit;
            sealed.sealed = URL_SAFE_NO_PAD.encode(bytes);
            prop_assert_eq!(keys.open("tok", &sealed), Err(KeyError::DoesNotOpen("k1".into())));
        }
    }

    #[test]
    fn an_older_key_still_opens_and_the_first_seals() {
        let old = ring(&[("k1", 1)]).seal("tok", b"x").unwrap();
        let both = ring(&[("k2", 2), ("k1", 1)]);
        assert_eq!(&**both.open("tok", &old).unwrap(), b"x");
        assert_eq!(both.seal("tok", b"x").unwrap().key_id, "k2");
        assert_eq!(ring(&[("k2", 2)]).open("tok", &old), Err(KeyError::Missing("k1".into())));
    }

    // Otherwise no vault within `portico` could be moved to `portico-vault`, nor back.
    #[test]
    fn the_first_key_opens_under_both_of_its_names_and_no_other() {
        for (name, other) in [("1", "k1"), ("k1", "1")] {
            let old = ring(&[(name, 1)]).seal("tok", b"x").unwrap();
            assert_eq!(&**ring(&[(other, 1)]).open("tok", &old).unwrap(), b"x");
            assert_eq!(&**ring(&[("k2", 2), (other, 1)]).open("tok", &old).unwrap(), b"x");
            assert!(ring(&[(name, 2), (other, 1)]).open("tok", &old).is_err(), "the key of that very name counts");
            assert_eq!(ring(&[("2", 1)]).open("tok", &old), Err(KeyError::Missing(name.into())));
        }
    }

    #[test]
    fn a_list_of_keys_names_each_and_is_never_repeated() {
        let names = |text: &str| older_keys(text).map(|keys| keys.into_iter().map(|(id, _)| id).collect::<Vec<_>>());
        assert_eq!(names(""), Ok(Vec::new()));
        assert_eq!(names(" k1=aa== , 2=bb,"), Ok(vec!["k1".to_owned(), "2".to_owned()]));
        let fault = names("s3cret").unwrap_err();
        assert!(!fault.to_string().contains("s3cret"), "{fault}");
    }

    #[test]
    fn keys_are_hex_or_base64_of_32_bytes() {
        let try_key = |id: &str, text: &str| KeyRing::new([(id, &SecretString::from(text))]).map(|_| ());
        let bytes: [u8; 32] = std::array::from_fn(|i| 255 - u8::try_from(i).unwrap());
        for text in [hex::encode(bytes), STANDARD_NO_PAD.encode(bytes), URL_SAFE_NO_PAD.encode(bytes) + "="] {
            assert_eq!(try_key("k", &text), Ok(()), "{text}");
        }
        assert_eq!(try_key("k", &hex::encode([1; 31])), Err(KeyError::NotAKey("k".into())));
        assert_eq!(try_key("k", ""), Err(KeyError::NotAKey("k".into())));
        assert_eq!(try_key("k=1", &hex::encode(bytes)), Err(KeyError::NotAnId("k=1".into())));
    }
}
