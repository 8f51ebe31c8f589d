//! What Stripe tells by itself. An event is a hint to look, never believed: whatever it says is asked again, so that one
//! that comes late, twice, or before another does no harm.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use sha2::Sha256;

use crate::gateway::Heard;

/// How far Stripe's clock and ours may be apart, in seconds; older events are not heard.
const TOLERANCE: i64 = 300;

/// Whether a body was signed by Stripe not long ago (`Stripe-Signature: t=..,v1=..`); compared in constant time.
pub fn is_signed(secret: &SecretString, header: &str, body: &[u8], now: Timestamp) -> bool {
    let mut parts = header.split(',').filter_map(|part| part.split_once('='));
    let at: Option<i64> = parts.clone().find(|(name, _)| *name == "t").and_then(|(_, at)| at.parse().ok());
    let Some(at) = at.filter(|at| now.as_second().abs_diff(*at) <= TOLERANCE.unsigned_abs()) else { return false };
    let Ok(mut mac) = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.expose_secret().as_bytes()) else {
        return false;
    };
    mac.update(format!("{at}.").as_bytes());
    mac.update(body);
    // While a secret is changed there is a signature by each.
    parts.any(|(name, value)| {
        name == "v1" && hex::decode(value).is_ok_and(|value| mac.clone().verify_slice(&value).is_ok())
    })
}

#[derive(Deserialize)]
struct Event {
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    property_id: Option<String>,
    payment_key: Option<String>,
    refund_key: Option<String>,
}

/// What an event is about: a refund or a payment of ours, or anything else.
pub fn heard(body: &[u8]) -> Heard {
    let event: Result<Event, _> = serde_json::from_slice(body);
    let Some(metadata) = event.ok().and_then(|event| event.data.object.metadata) else { return Heard::Nothing };
    let Some(property_id) = metadata.property_id.and_then(|id| id.parse().ok()) else { return Heard::Nothing };
    match (metadata.refund_key, metadata.payment_key) {
        (Some(key), _) => Heard::Refund { property_id, key },
        (None, Some(key)) => Heard::Payment { property_id, key },
        (None, None) => Heard::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(secret: &str, at: i64, body: &[u8]) -> String {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("a key");
        mac.update(format!("{at}.").as_bytes());
        mac.update(body);
        hex::encode(mac.finalize().into_bytes())
    }

    #[test]
    fn only_what_stripe_signed_not_long_ago_is_heard() {
        let secret: SecretString = "whsec_test".to_owned().into();
        let now = Timestamp::from_second(1_795_262_400).expect("an instant");
        let (at, body) = (now.as_second(), b"{}".as_slice());
        let good = signed("whsec_test", at, body);
        let heard = |header: &str, body: &[u8]| is_signed(&secret, header, body, now);
        assert!(heard(&format!("t={at},v1={good}"), body));
        assert!(heard(&format!("t={at},v1={},v1={good},v0=x", signed("whsec_old", at, body)), body));
        for (wrong, body) in [
            (String::new(), body),
            (format!("t={at}"), body),
            (format!("v1={good}"), body),
            (format!("t={at},v0={good}"), body),
            (format!("t={at},v1={good}"), b"{ }".as_slice()),
            (format!("t={},v1={good}", at + 1), body),
            (format!("t={at},v1={}", signed("whsec_other", at, body)), body),
            (format!("t={at},v1={}", &good[..62]), body),
            (format!("t={},v1={}", at - 301, signed("whsec_test", at - 301, body)), body),
            (format!("t={},v1={}", at + 301, signed("whsec_test", at + 301, body)), body),
            (format!("t={},v1={good}", i64::MIN), body),
        ] {
            assert!(!heard(&wrong, body), "{wrong}");
        }
        assert!(heard(&format!("t={},v1={}", at - 300, signed("whsec_test", at - 300, body)), body));
    }
}
