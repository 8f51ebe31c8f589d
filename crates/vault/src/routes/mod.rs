//! The vault's routes, and what every answer of it carries.

mod bank_pages;
mod frame;
mod pay;
mod payments;
mod service;

use std::sync::{Arc, Once};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::de::DeserializeOwned;
use tower_http::catch_panic::CatchPanicLayer;

use crate::Vault;
use crate::client::{
    ANSWERED_PATH, BANK_PATH, CARD_AT_PROVIDER_PATH, EXCHANGE_PATH, FORGET_PATH, FRAMES_PATH, OFFERS_PATH,
    PAYMENTS_PATH, REFUNDS_PATH, SETTLE_PATH, STATUS_PATH,
};
use crate::problem::Problem;

/// The most bytes that a body may have: a card is some 200.
const BODY_LIMIT: usize = 8 * 1024;
/// How long a request may take, body included.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long the database is waited for by whoever asks whether it answers.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is said of it once: guests may go on typing cards, and whoever mends it has to know.
const LOST: &str = "the vault's file was removed or replaced while it is open: what is written now is gone after the next \
    start";

pub(crate) type Shared = State<Arc<Vault>>;

/// All routes, with and without a trailing slash.
pub(crate) fn router(vault: Arc<Vault>) -> Router {
    let routes: [(&str, MethodRouter<Arc<Vault>>); 18] = [
        // The frame: what browsers ask for.
        ("/frame", get(frame::page)),
        ("/frame/card", post(frame::submit)),
        // The sandbox bank's page.
        ("/challenge", get(payments::challenge).post(payments::answer)),
        (BANK_PATH, get(bank_pages::page)),
        (ANSWERED_PATH, get(bank_pages::answered)),
        // The page that a guest pays on.
        ("/pay/{request_id}", get(pay::page)),
        ("/pay/card", post(pay::submit)),
        // The booking side: signed.
        (FRAMES_PATH, post(service::open_frame)),
        (EXCHANGE_PATH, post(service::exchange)),
        (FORGET_PATH, post(service::forget)),
        (STATUS_PATH, get(service::status)),
        (CARD_AT_PROVIDER_PATH, post(payments::card_at_provider)),
        (PAYMENTS_PATH, get(payments::status).post(payments::authorise)),
        (OFFERS_PATH, post(pay::offer)),
        (SETTLE_PATH, post(payments::settle)),
        (REFUNDS_PATH, post(payments::give_back)),
        // Operations.
        ("/healthz", get(|| async { "ok" })),
        ("/readyz", get(ready)),
    ];
    let mut router = Router::new().route("/frame/assets/{version}/{name}", get(frame::asset));
    for (path, methods) in routes {
        router = router.route(path, methods.clone()).route(&format!("{path}/"), methods);
    }
    router
        .fallback(|| async { Problem::not_found() })
        .method_not_allowed_fallback(|| async { Problem::wrong_method() })
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(CatchPanicLayer::custom(|_| Problem::unavailable().into_response()))
        .layer(middleware::from_fn(around))
        .with_state(vault)
}

async fn ready(State(vault): Shared) -> Result<&'static str, Problem> {
    if !vault.db.has_its_file() {
        static TOLD: Once = Once::new();
        TOLD.call_once(|| tracing::error!("{LOST}"));
        return Err(Problem::unavailable());
    }
    tokio::time::timeout(PATIENCE, vault.db.ping()).await.map_err(|_| Problem::unavailable())??;
    Ok("ready")
}

/// Headers that an answer carries unless it brings its own.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CACHE_CONTROL, "no-store"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Ends what takes too long, says in the log which of our routes was asked (never a query or a path: they hold keys, and
/// a stranger may have typed a number into them), puts on the headers.
async fn around(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|route| route.as_str().to_owned()).unwrap_or_default();
    let answer = tokio::time::timeout(TIMEOUT, next.run(request)).await;
    let mut answer = answer.unwrap_or_else(|_| Problem::timeout().into_response());
    tracing::info!(%method, path = route, status = answer.status().as_u16(), "answered");
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

/// The body, or why there is none. Sizes and types are judged before anything is read into a shape.
fn json_bytes(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Bytes, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Problem::not_json());
    }
    body.map_err(|fault| match fault.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::malformed(),
    })
}

/// Reads a body. The parser's own words are dropped: they would repeat what was sent.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|_| Problem::malformed())
}

/// Browsers name the origin of every request that changes something: it must be ours. Who names none is no browser, and
/// has no guest to deceive.
fn from_our_page(vault: &Vault, headers: &HeaderMap) -> Result<(), Problem> {
    let foreign = text(headers, "Origin").is_some_and(|origin| origin != vault.public_origin.as_str())
        || text(headers, "Sec-Fetch-Site").is_some_and(|site| site != "same-origin");
    if foreign { Err(Problem::foreign_origin()) } else { Ok(()) }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
