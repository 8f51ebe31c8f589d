//! The page that a guest pays on: what the booking side asks, signed, and what the guest's browser asks for.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::frame::{CardForm, check, wipe};
use super::payments::{check as check_payment, is_key};
use super::service::{is_locale, signed};
use super::{Shared, from_our_page, json_bytes, parse, text};
use crate::card;
use crate::client::{Link as LinkAnswer, OfferLink};
use crate::links::{self, Link, Paid, Shown};
use crate::problem::Problem;

/// `POST /service/v1/payments/offers`: a page on which a guest pays.
pub(super) async fn offer(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<LinkAnswer>, Problem> {
    let now = signed(&vault, &headers)?;
    let asked: OfferLink = parse(&json_bytes(&headers, body)?)?;
    is_key(&asked.payment_key)?;
    let page_origin = check_payment(asked.amount, &asked.currency, &asked.shown_amount, &asked.page_origin)?;
    if !is_request_id(&asked.request_id) {
        return Err(Problem::field("request_id", "A request id is 20 to 120 letters, digits, dots and hyphens."));
    }
    if !(1..=200).contains(&asked.payee.chars().count()) {
        return Err(Problem::field("payee", "A payee has a name of up to 200 characters."));
    }
    if !is_locale(&asked.locale) {
        return Err(Problem::field("locale", "This is no locale such as en_US."));
    }
    let asked = OfferLink { page_origin: page_origin.to_string(), ..asked };
    links::offer(&vault.db, &asked, now).await?;
    // The names that the documents give to the two wishes (PAY-16): nothing here depends on them.
    let url = format!("{}/pay/{}?embedded=true&go_to_payment=true", vault.public_origin, asked.request_id);
    Ok(Json(LinkAnswer { url }))
}

fn is_request_id(text: &str) -> bool {
    (20..=120).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
}

/// `GET /pay/{request_id}`: the page, which the booking's own page may show in a frame, or open in a window.
pub(super) async fn page(State(vault): Shared, Path(request_id): Path<String>) -> Result<Response, Problem> {
    let found = links::find(&vault.db, &request_id).await?;
    let known = found.is_some();
    let link = found.unwrap_or_else(|| Link { locale: "en_US".into(), ..Link::default() });
    let now = vault.clock.now();
    let (state, status) = match link.shown(now) {
        Shown::Open => ("open", StatusCode::OK),
        Shown::Refused => ("refused", StatusCode::OK),
        Shown::UsedUp => ("used_up", StatusCode::GONE),
        Shown::Elsewhere => ("elsewhere", StatusCode::OK),
        Shown::Paid => ("paid", StatusCode::OK),
        Shown::Over if known => ("over", StatusCode::GONE),
        Shown::Over => ("over", StatusCode::NOT_FOUND),
    };
    let month = card::earliest_date(now).strftime("%Y-%m").to_string();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors {}; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        if known { link.page_origin.as_str() } else { "'none'" }
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((status, headers, vault.assets.pay(&link, &month, state)).into_response())
}

/// What the page is told about a card.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Answer {
    /// It is paid.
    Executed,
    /// The bank's page is to be answered first.
    Challenge { url: String },
}

/// `POST /pay/card`, header `X-Request-Id`: pays with a card, once however often it is asked. The security code ends here.
pub(super) async fn submit(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Answer>, Problem> {
    from_our_page(&vault, &headers)?;
    let bytes = json_bytes(&headers, body)?;
    let request_id = text(&headers, "X-Request-Id").ok_or_else(Problem::link_unknown)?;
    let now = vault.clock.now();
    let link = links::count_submit(&vault.db, request_id, now).await?;
    let form = parse::<CardForm>(&bytes);
    wipe(bytes);
    if link.shown(now) == Shown::Paid {
        return Ok(Json(Answer::Executed));
    }
    let card = check(&form?, now)?;
    Ok(Json(match links::pay(&vault, request_id, &card, now).await? {
        Paid::Paid => Answer::Executed,
        Paid::Challenge(url) => Answer::Challenge { url },
    }))
}
