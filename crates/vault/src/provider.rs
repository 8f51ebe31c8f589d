//! Stripe, as far as the vault has to know it: it changes a card for Stripe's name of it, so that the booking side can have
//! it charged without ever having its number.

use std::fmt;
use std::time::Duration;

use axum::http::{HeaderValue, Request, StatusCode, Uri, header};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::card::CardNumber;
use crate::https::Https;
use crate::problem::Problem;

const PATIENCE: Duration = Duration::from_secs(12);

/// How the vault reaches Stripe. `Debug` shows no secret.
#[derive(Clone)]
pub struct StripeAccess {
    /// `https://api.stripe.com`, or what stands in for it.
    pub url: String,
    /// A key that may write payment methods; a restricted one (`rk_..`) need not be able to do more.
    pub key: SecretString,
}

impl StripeAccess {
    /// What is sent there can be read by nobody on the way.
    pub(crate) fn keeps_cards_secret(&self) -> bool {
        let Ok(url) = self.url.parse::<Uri>() else { return false };
        url.scheme_str() == Some("https") || (url.scheme_str() == Some("http") && url.host() == Some("127.0.0.1"))
    }
}

impl fmt::Debug for StripeAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeAccess").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Whether a text may be a secret key of an account, whole (`sk_..`) or restricted (`rk_..`). One that is read from a file
/// may keep its line break, which stands in no header.
pub fn is_key_of_stripe(text: &str) -> bool {
    (text.starts_with("sk_") || text.starts_with("rk_")) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A card as it is told to Stripe.
pub(crate) struct Told<'a> {
    pub number: &'a CardNumber,
    pub expire_month: i64,
    pub expire_year: i64,
    pub holder: &'a str,
}

#[derive(Deserialize)]
struct Method {
    id: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Failure {
    error: Refused,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Refused {
    r#type: String,
    code: Option<String>,
}

/// Stripe's name of a card, for one payment: the same `key` is the same name.
pub(crate) async fn payment_method(
    https: &Https,
    stripe: &StripeAccess,
    card: &Told<'_>,
    key: &str,
) -> Result<String, Problem> {
    let form = format!(
        "type=card&card[number]={}&card[exp_month]={}&card[exp_year]={}&billing_details[name]={}",
        card.number.digits(),
        card.expire_month,
        card.expire_year,
        written_out(card.holder)
    );
    // Nothing that prints a request prints it.
    let authorization = format!("Bearer {}", stripe.key.expose_secret());
    let mut authorization = HeaderValue::from_str(&authorization).map_err(|_| Problem::unavailable())?;
    authorization.set_sensitive(true);
    let request = Request::post(format!("{}/v1/payment_methods", stripe.url.trim_end_matches('/')))
        .header(header::AUTHORIZATION, authorization)
        .header("Idempotency-Key", key)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(form.into_bytes())
        .map_err(|_| Problem::unavailable())?;
    let answer = https.send(request, PATIENCE).await.map_err(|error| {
        tracing::warn!(%error, "Stripe cannot be reached");
        Problem::timeout()
    })?;
    let status = answer.status();
    if status.is_success() {
        return serde_json::from_slice::<Method>(answer.body()).map(|method| method.id).map_err(|_| Problem::timeout());
    }
    let Failure { error: Refused { r#type: kind, code } } = serde_json::from_slice(answer.body()).unwrap_or_default();
    let request_id = answer.headers().get("request-id").and_then(|id| id.to_str().ok());
    // Its message may repeat what was sent.
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            tracing::error!(%status, kind, code, request_id, "Stripe refused our key for cards");
        }
        _ => tracing::warn!(%status, kind, code, request_id, "Stripe refused a card"),
    }
    match status {
        StatusCode::PAYMENT_REQUIRED => Err(Problem::declined()),
        _ => Err(Problem::timeout()),
    }
}

/// For a form: what is not plain is written as `%XX`.
fn written_out(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
