//! The token that proves that a call comes from the booking side (API-05, API-06).
//!
//! `X-Signature` is `payload.mac`: the payload is base64url of a JSON object with user agent, app id, version, user
//! name and timestamp (seconds since 1970), the mac base64url of HMAC-SHA256 over the payload's text. `X-App-Id` repeats
//! the app id. A token is good for five minutes around the vault's clock.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::origin::Origin;

/// Header with the caller's app id.
pub const APP_ID_HEADER: &str = "X-App-Id";
/// Header with the signed token.
pub const SIGNATURE_HEADER: &str = "X-Signature";
/// How far the caller's clock may be from the vault's, in seconds (API-06).
pub const CLOCK_WINDOW_SECONDS: i64 = 300;

/// Who signs, as the payload says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Caller {
    pub user_agent: String,
    pub app_id: String,
    pub version: String,
    pub username: String,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    #[serde(flatten)]
    caller: Caller,
    timestamp: i64,
}

/// Why there is no token, or why one does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// Nothing to sign with (ERR-16).
    #[error("Key not present")]
    KeyNotPresent,
    /// Not two parts, not base64url, not the payload's fields.
    #[error("the signature is malformed")]
    Malformed,
    /// Another key, another app, or a changed payload.
    #[error("the signature does not fit")]
    Wrong,
    /// Signed more than five minutes ago, or ahead.
    #[error("the signature is too old or the clocks differ")]
    OutsideClockWindow,
}

fn mac(key: &SecretString, text: &str) -> Result<Hmac<Sha256>, SignatureError> {
    if key.expose_secret().is_empty() {
        return Err(SignatureError::KeyNotPresent);
    }
    let mac = Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes());
    Ok(mac.map_err(|_| SignatureError::KeyNotPresent)?.chain_update(text))
}

/// The value of `X-Signature` for a call made at `now`.
///
/// # Errors
/// [`SignatureError::KeyNotPresent`] when the key is empty.
pub fn sign(key: &SecretString, caller: &Caller, now: Timestamp) -> Result<String, SignatureError> {
    let payload = Payload { caller: caller.clone(), timestamp: now.as_second() };
    let json = serde_json::to_vec(&payload).map_err(|_| SignatureError::Malformed)?;
    let payload = URL_SAFE_NO_PAD.encode(json);
    let mac = mac(key, &payload)?.finalize().into_bytes();
    Ok(format!("{payload}.{}", URL_SAFE_NO_PAD.encode(mac)))
}

/// A page of a bank, for a page of ours that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankPage {
    /// The provider's address of it.
    pub url: String,
    /// Origin of the page that may show ours.
    pub page_origin: String,
}

/// What a sealed page begins with, so that no call's signature is ever one.
const PAGE: &str = "page.";

/// A bank's page for an address, sealed so that nobody else can make one.
///
/// # Errors
/// [`SignatureError::KeyNotPresent`] when the key is empty.
pub fn seal_page(key: &SecretString, page: &BankPage) -> Result<String, SignatureError> {
    let json = serde_json::to_vec(page).map_err(|_| SignatureError::Malformed)?;
    let payload = URL_SAFE_NO_PAD.encode(json);
    let mac = mac(key, &format!("{PAGE}{payload}"))?.finalize().into_bytes();
    Ok(format!("{payload}.{}", URL_SAFE_NO_PAD.encode(mac)))
}

/// The page of a seal; the mac is checked first and in constant time.
///
/// # Errors
/// A [`SignatureError`].
pub(crate) fn open_page(key: &SecretString, sealed: &str) -> Result<BankPage, SignatureError> {
    let (payload, sent) = sealed.split_once('.').ok_or(SignatureError::Malformed)?;
    let sent = URL_SAFE_NO_PAD.decode(sent).map_err(|_| SignatureError::Malformed)?;
    mac(key, &format!("{PAGE}{payload}"))?.verify_slice(&sent).map_err(|_| SignatureError::Wrong)?;
    let json = URL_SAFE_NO_PAD.decode(payload).map_err(|_| SignatureError::Malformed)?;
    let page: BankPage = serde_json::from_slice(&json).map_err(|_| SignatureError::Malformed)?;
    let web = page.url.starts_with("https://") || page.url.starts_with("http://127.0.0.1:");
    let page_origin = Origin::parse(&page.page_origin).filter(|_| web).ok_or(SignatureError::Malformed)?;
    Ok(BankPage { page_origin: page_origin.to_string(), ..page })
}

/// Checks both headers; the mac first and in constant time, so that nothing of an unsigned payload is looked at.
///
/// # Errors
/// A [`SignatureError`].
pub fn verify(
    key: &SecretString,
    app_id: &str,
    app_id_header: &str,
    token: &str,
    now: Timestamp,
) -> Result<Caller, SignatureError> {
    let (payload, sent) = token.split_once('.').ok_or(SignatureError::Malformed)?;
    let sent = URL_SAFE_NO_PAD.decode(sent).map_err(|_| SignatureError::Malformed)?;
    mac(key, payload)?.verify_slice(&sent).map_err(|_| SignatureError::Wrong)?;
    let json = URL_SAFE_NO_PAD.decode(payload).map_err(|_| SignatureError::Malformed)?;
    let payload: Payload = serde_json::from_slice(&json).map_err(|_| SignatureError::Malformed)?;
    let same = |a: &str, b: &str| bool::from(a.as_bytes().ct_eq(b.as_bytes()));
    if !same(app_id, app_id_header) || !same(app_id, &payload.caller.app_id) {
        return Err(SignatureError::Wrong);
    }
    if now.as_second().abs_diff(payload.timestamp) > CLOCK_WINDOW_SECONDS.unsigned_abs() {
        return Err(SignatureError::OutsideClockWindow);
    }
    Ok(payload.caller)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn caller() -> Caller {
        Caller {
            user_agent: "portico/1".into(),
            app_id: "booking".into(),
            version: "1".into(),
            username: "server".into(),
        }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("a second of this age")
    }

    // clause: ERR-16, API-05
    #[test]
    fn no_key_no_signature() {
        let error = sign(&SecretString::from(""), &caller(), at(0)).unwrap_err();
        assert_eq!(error.to_string(), "Key not present");
    }

    // clause: API-05
    #[test]
    fn the_token_carries_the_five_fields_and_a_known_mac() {
        let token = sign(&SecretString::from("secret"), &caller(), at(1_795_000_000)).unwrap();
        let (payload, mac) = token.split_once('.').unwrap();
        let json: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({"user_agent": "portico/1", "app_id": "booking", "version": "1", "username": "server",
                "timestamp": 1_795_000_000})
        );
        // HMAC-SHA256 of the payload as it is sent, as another program reckons it.
        assert_eq!(mac, "UIUuSF8y7adqli-cJhB1RK9CrPTou7_bRLmgWOeZm7M");
    }

    proptest! {
        // clause: API-06
        #[test]
        fn good_for_five_minutes_around_the_clock(skew in -2_000_i64..2_000, app in "[a-z]{1,8}") {
            let key = SecretString::from("secret");
            let signer = Caller { app_id: app.clone(), ..caller() };
            let token = sign(&key, &signer, at(1_795_000_000)).unwrap();
            let answer = verify(&key, &app, &app, &token, at(1_795_000_000 + skew));
            if skew.abs() <= 300 {
                prop_assert_eq!(answer, Ok(signer));
            } else {
                prop_assert_eq!(answer, Err(SignatureError::OutsideClockWindow));
            }
            let now = at(1_795_000_000);
            prop_assert!(verify(&SecretString::from("other"), &app, &app, &token, now).is_err());
            prop_assert!(verify(&key, "another", "another", &token, now).is_err());
            prop_assert!(verify(&key, &app, "another", &token, now).is_err());
        }

        // clause: API-06
        #[test]
        fn any_changed_sign_spoils_it(place in 0_usize..170, sign_at in proptest::char::range('A', 'z')) {
            let key = SecretString::from("secret");
            let token = sign(&key, &caller(), at(1_795_000_000)).unwrap();
            let place = place % token.len();
            let mut changed: Vec<char> = token.chars().collect();
            changed[place] = sign_at;
            let changed: String = changed.into_iter().collect();
            prop_assume!(changed != token);
            prop_assert!(verify(&key, "booking", "booking", &changed, at(1_795_000_000)).is_err());
        }

        #[test]
        fn junk_is_refused_not_a_panic(junk in ".{0,60}") {
            prop_assert!(verify(&SecretString::from("k"), "a", "a", &junk, at(0)).is_err());
        }
    }
}
