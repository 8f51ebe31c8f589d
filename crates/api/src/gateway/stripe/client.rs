//! Stripe's API as far as it is needed: a form goes in, an object comes out, or an error that may carry the object.

use std::time::Duration;

use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use domain::booking::ChargedCard;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use vault::https::Https;

use crate::gateway::NoAnswer;

/// Where Stripe answers.
pub const API_URL: &str = "https://api.stripe.com";
/// The version whose objects are read here; Stripe keeps answering in it.
const VERSION: &str = "2026-07-29.dahlia";
/// Less than a guest's own call may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A form, in order.
pub type Form = Vec<(String, String)>;

/// As it is sent, and kept.
pub fn encoded(form: &Form) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish()
}

/// What Stripe said to a call that was understood.
pub type Said<T> = Result<Result<T, Refused>, NoAnswer>;

/// Calls Stripe with the account's secret key.
pub struct Client {
    https: Https,
    url: String,
    key: SecretString,
}

impl Client {
    /// `url` is `https://api.stripe.com`, or what stands in for it.
    pub fn new(url: &str, key: SecretString) -> Client {
        Client { https: Https::default(), url: url.trim_end_matches('/').to_owned(), key }
    }

    /// Reads an object.
    ///
    /// # Errors
    /// No answer, or none that says anything.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Said<T> {
        self.call(Method::GET, path, None, None).await
    }

    /// Does something. With an idempotency key Stripe does it once, and answers the same to the same form.
    ///
    /// # Errors
    /// No answer, or none that says what became of it.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, form: String, idempotency_key: Option<&str>) -> Said<T> {
        match self.post_first(path, form, idempotency_key).await? {
            // It says nothing of what became of the other form.
            Err(refused) if refused.is_about_the_key() => Err(NoAnswer),
            said => Ok(said),
        }
    }

    /// The same where the key may have been used for another form: that is refused, and nothing is done.
    ///
    /// # Errors
    /// No answer, or none that says what became of it.
    pub async fn post_first<T: DeserializeOwned>(
        &self,
        path: &str,
        form: String,
        idempotency_key: Option<&str>,
    ) -> Said<T> {
        self.call(Method::POST, path, Some(form), idempotency_key).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        form: Option<String>,
        idempotency_key: Option<&str>,
    ) -> Said<T> {
        let mut request =
            Request::builder().method(method).uri(format!("{}/v1/{path}", self.url)).header("Stripe-Version", VERSION);
        // Nothing that prints a request prints it.
        let mut key = HeaderValue::from_str(&format!("Bearer {}", self.key.expose_secret())).map_err(|_| NoAnswer)?;
        key.set_sensitive(true);
        request = request.header(header::AUTHORIZATION, key);
        if let Some(key) = idempotency_key {
            request = request.header("Idempotency-Key", key);
        }
        if form.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        // Our own words: only a key with a line break in it would not do.
        let request = request.body(form.unwrap_or_default().into_bytes()).map_err(|_| NoAnswer)?;
        let answer = self.https.send(request, PATIENCE).await.map_err(|error| {
            tracing::warn!(%error, "Stripe cannot be reached");
            NoAnswer
        })?;
        let status = answer.status();
        let request_id = answer.headers().get("request-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
        if status.is_success() {
            return serde_json::from_slice(answer.body()).map(Ok).map_err(|_| {
                tracing::warn!(request_id, "an answer of Stripe cannot be read");
                NoAnswer
            });
        }
        let Failure { error } = serde_json::from_slice(answer.body()).unwrap_or_default();
        let (kind, code) = (&error.kind, &error.code);
        // Stripe's own message may repeat what was sent.
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                tracing::error!(%status, kind, code, request_id, "Stripe refused our key");
            }
            _ => tracing::warn!(%status, kind, code, request_id, "Stripe refused a call"),
        }
        match status {
            // 409: the same key is being worked on.
            StatusCode::BAD_REQUEST | StatusCode::PAYMENT_REQUIRED | StatusCode::NOT_FOUND => Ok(Err(error)),
            _ => Err(NoAnswer),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Failure {
    error: Refused,
}

/// What Stripe refused.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Refused {
    #[serde(rename = "type")]
    pub kind: String,
    pub code: Option<String>,
    /// How the payment stands that the call was about.
    pub payment_intent: Option<PaymentIntent>,
}

impl Refused {
    /// No card would do.
    pub fn is_about_the_amount(&self) -> bool {
        matches!(self.code.as_deref(), Some("amount_too_small" | "amount_too_large"))
    }

    /// The account has no such object: it is another account's, or of its test keys.
    pub fn is_about_an_unknown_object(&self) -> bool {
        self.code.as_deref() == Some("resource_missing")
    }

    /// The idempotency key was used for another form.
    pub fn is_about_the_key(&self) -> bool {
        self.kind == "idempotency_error"
    }
}

/// A payment.
#[derive(Debug, Clone, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub status: String,
    /// What was taken, in Stripe's units, whatever went back since.
    pub amount_received: i64,
    #[serde(default)]
    pub next_action: Option<NextAction>,
}

/// The same with what it is paid with.
#[derive(Debug, Clone, Deserialize)]
pub struct PaidIntent {
    #[serde(default)]
    pub payment_method: Option<PaymentMethod>,
}

/// What a guest pays with.
#[derive(Debug, Clone, Deserialize)]
pub struct PaymentMethod {
    #[serde(default)]
    pub card: Option<CardOfMethod>,
}

/// A card as Stripe tells of it.
#[derive(Debug, Clone, Deserialize)]
pub struct CardOfMethod {
    pub brand: String,
    pub last4: String,
}

impl CardOfMethod {
    /// In the words of the vault.
    pub fn charged(self) -> ChargedCard {
        let brand = match self.brand.as_str() {
            "amex" => "AMEX",
            "diners" => "DINERS",
            "discover" => "DISCOVER",
            "interac" => "INTERAC",
            "jcb" => "JCB",
            "mastercard" => "MASTER",
            "visa" => "VISA",
            _ => "OTHER",
        };
        ChargedCard { masked_number: format!("XXXXXXXXXXXX{}", self.last4), brand: brand.to_owned() }
    }
}

/// What the guest has to do.
#[derive(Debug, Clone, Deserialize)]
pub struct NextAction {
    #[serde(default)]
    pub redirect_to_url: Option<Redirect>,
}

/// A page of Stripe's that leads to the bank's.
#[derive(Debug, Clone, Deserialize)]
pub struct Redirect {
    pub url: Option<String>,
}

/// A page of Stripe's to pay on.
#[derive(Debug, Clone, Deserialize)]
pub struct Session {
    pub id: String,
    /// `open`, `complete` or `expired`.
    pub status: Option<String>,
    pub url: Option<String>,
    /// Of its payment, once a card was sent.
    pub payment_intent: Option<String>,
}

/// Money given back.
#[derive(Debug, Clone, Deserialize)]
pub struct Refund {
    pub id: String,
    /// In Stripe's units.
    pub amount: i64,
    /// `pending`, `requires_action`, `succeeded`, `failed` or `canceled`.
    pub status: Option<String>,
    /// Of one that failed.
    #[serde(default)]
    pub failure_reason: Option<String>,
    #[serde(default)]
    pub metadata: std::collections::BTreeMap<String, String>,
}

/// A page of objects, the newest first.
#[derive(Debug, Clone, Deserialize)]
pub struct List<T> {
    pub data: Vec<T>,
    pub has_more: bool,
}
