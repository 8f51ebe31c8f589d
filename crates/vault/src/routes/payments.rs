//! Payments at the sandbox bank: what the booking side asks, signed, and the bank's page that a guest confirms one on.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::service::signed;
use super::{Shared, from_our_page, json_bytes, parse, text};
use crate::client::{Authorise, CardAtProvider, GiveBack, GivenBack, Payment, ProviderCard, Settle};
use crate::origin::Origin;
use crate::payments;
use crate::problem::Problem;

/// `POST /service/v1/payments`: sets an amount aside on a card, once for each key.
pub(super) async fn authorise(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Payment>, Problem> {
    let now = signed(&vault, &headers)?;
    let asked: Authorise = parse(&json_bytes(&headers, body)?)?;
    is_key(&asked.payment_key)?;
    let page_origin = check(asked.amount, &asked.currency, &asked.shown_amount, &asked.page_origin)?;
    let asked = Authorise { page_origin: page_origin.to_string(), ..asked };
    Ok(Json(payments::authorise(&vault, &asked, now).await?))
}

/// What every payment that is asked for has to be; answers the origin.
pub(super) fn check(amount: i64, currency: &str, shown_amount: &str, page_origin: &str) -> Result<Origin, Problem> {
    if amount < 1 {
        return Err(Problem::field("amount", "An amount is 1 or more."));
    }
    if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(Problem::field("currency", "A currency is three capital letters."));
    }
    if !(1..=40).contains(&shown_amount.chars().count()) || shown_amount.chars().any(char::is_control) {
        return Err(Problem::field("shown_amount", "This is no amount such as EUR 120.00."));
    }
    Origin::parse(page_origin)
        .ok_or_else(|| Problem::field("page_origin", "This is no origin such as https://hotel.example."))
}

/// `POST /service/v1/cards/at-provider`: what the payment provider calls a card.
pub(super) async fn card_at_provider(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<ProviderCard>, Problem> {
    signed(&vault, &headers)?;
    let asked: CardAtProvider = parse(&json_bytes(&headers, body)?)?;
    is_key(&asked.payment_key)?;
    let payment_method = payments::at_provider(&vault, &asked).await?;
    Ok(Json(ProviderCard { payment_method }))
}

/// `POST /service/v1/payments/settle`: takes or gives up what was set aside.
pub(super) async fn settle(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Payment>, Problem> {
    let now = signed(&vault, &headers)?;
    let asked: Settle = parse(&json_bytes(&headers, body)?)?;
    is_key(&asked.payment_key)?;
    let state = payments::settle(&vault.db, &asked, now).await?;
    Ok(Json(Payment { state, challenge_url: None, masked_card_number: None, card_brand: None }))
}

/// `POST /service/v1/payments/refunds`: gives back part of what was taken, once for each key.
pub(super) async fn give_back(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<GivenBack>, Problem> {
    let now = signed(&vault, &headers)?;
    let asked: GiveBack = parse(&json_bytes(&headers, body)?)?;
    is_key(&asked.payment_key)?;
    is_key(&asked.refund_key)?;
    if asked.amount < 1 {
        return Err(Problem::field("amount", "An amount is 1 or more."));
    }
    Ok(Json(GivenBack { given: payments::give_back(&vault.db, &asked, now).await? }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatusQuery {
    property_id: i64,
    payment_key: String,
}

/// `GET /service/v1/payments?propertyId=&paymentKey=`: how a payment stands.
pub(super) async fn status(
    State(vault): Shared,
    headers: HeaderMap,
    query: Result<Query<StatusQuery>, QueryRejection>,
) -> Result<Json<Payment>, Problem> {
    signed(&vault, &headers)?;
    let Query(asked) = query.map_err(|_| Problem::malformed())?;
    is_key(&asked.payment_key)?;
    let state = payments::status(&vault.db, asked.property_id, &asked.payment_key).await?;
    let state = state.ok_or_else(Problem::payment_unknown)?;
    let card = payments::card(&vault.db, asked.property_id, &asked.payment_key).await?;
    let (masked_card_number, card_brand) = card.unzip();
    Ok(Json(Payment { state, challenge_url: None, masked_card_number, card_brand }))
}

pub(super) fn is_key(text: &str) -> Result<(), Problem> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    match (1..=80).contains(&text.len()) && text.bytes().all(plain) {
        true => Ok(()),
        false => Err(Problem::field("payment_key", "A payment key is up to 80 letters, digits and hyphens.")),
    }
}

#[derive(Deserialize)]
pub(super) struct ChallengeQuery {
    key: String,
    /// Of the page that shows it.
    #[serde(default)]
    lang: String,
}

/// `GET /challenge?key=&lang=`: the bank's page (3-D Secure), which only the page that pays may show.
pub(super) async fn challenge(
    State(vault): Shared,
    query: Result<Query<ChallengeQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|_| Problem::malformed())?;
    let open = payments::challenge(&vault.db, &query.key).await?.ok_or_else(Problem::payment_unknown)?;
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors {}; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        open.page_origin
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((headers, vault.assets.challenge(&open.page_origin, &open.shown_amount, &query.lang)).into_response())
}

#[derive(Deserialize)]
struct ChallengeAnswer {
    confirmed: bool,
}

/// `POST /challenge`, header `X-Challenge-Key`: what the guest answered.
pub(super) async fn answer(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, Problem> {
    from_our_page(&vault, &headers)?;
    let answer: ChallengeAnswer = parse(&json_bytes(&headers, body)?)?;
    let key = text(&headers, "X-Challenge-Key").ok_or_else(Problem::payment_unknown)?;
    payments::answer(&vault, key, answer.confirmed, vault.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
