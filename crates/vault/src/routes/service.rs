//! The booking side's calls: open a form, exchange a payment key, ask where a form stands, forget a card. All signed.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use super::{Shared, json_bytes, parse, text};
use crate::client::{
    APP_ID_HEADER, CardData, CardStatus, Exchange, Forget, Forgotten, FrameSession, OpenFrame, SIGNATURE_HEADER,
};
use crate::origin::Origin;
use crate::problem::Problem;
use crate::sessions::{self, LIFETIME_SECONDS, MOST_SUBMITS, Session};
use crate::{Vault, cards, secret, signature};

/// Lets only the booking side through (API-06, API-49). What was wrong is told to the log, not to the caller.
pub(super) fn signed(vault: &Vault, headers: &HeaderMap) -> Result<Timestamp, Problem> {
    let now = vault.clock.now();
    let app_id = text(headers, APP_ID_HEADER).ok_or_else(Problem::unsigned)?;
    let token = text(headers, SIGNATURE_HEADER).ok_or_else(Problem::unsigned)?;
    signature::verify(&vault.service_key, &vault.service_app_id, app_id, token, now).map_err(|error| {
        tracing::warn!(%error, "a call with a signature that does not count");
        Problem::unsigned()
    })?;
    Ok(now)
}

/// `POST /service/v1/frames`: a card form for one page.
pub(super) async fn open_frame(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<FrameSession>), Problem> {
    let now = signed(&vault, &headers)?;
    let asked: OpenFrame = parse(&json_bytes(&headers, body)?)?;
    let page_origin = Origin::parse(&asked.page_origin)
        .ok_or_else(|| Problem::field("page_origin", "This is no origin such as https://hotel.example."))?;
    if !vault.page_origins.is_empty() && !vault.page_origins.contains(&page_origin) {
        return Err(Problem::field("page_origin", "Pages of this origin may not show the card form."));
    }
    if asked.property_id < 1 {
        return Err(Problem::field("property_id", "A property id is 1 or more."));
    }
    if !is_locale(&asked.locale) {
        return Err(Problem::field("locale", "This is no locale such as en_US."));
    }
    let session = Session {
        request_id: Uuid::new_v4().to_string(),
        property_id: asked.property_id,
        page_origin: page_origin.to_string(),
        locale: asked.locale,
        submits: 0,
        expires_at: now.as_second() + LIFETIME_SECONDS,
    };
    let (frame_key, session_key) = (secret::new("fk_"), secret::new("sk_"));
    sessions::insert(&vault.db, &session, &frame_key, &session_key).await?;
    let expires_at = Timestamp::from_second(session.expires_at).map_err(|_| Problem::malformed())?;
    let answer = FrameSession {
        frame_url: format!(
            "{}/frame?key={frame_key}&appId={}&requestId={}&embedded=true",
            vault.public_origin,
            query_value(&vault.service_app_id),
            session.request_id
        ),
        session_key,
        request_id: session.request_id,
        expires_at: expires_at.to_string(),
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// `POST /service/v1/cards/exchange`: the card behind a payment key, once.
pub(super) async fn exchange(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<CardData>, Problem> {
    let now = signed(&vault, &headers)?;
    let asked: Exchange = parse(&json_bytes(&headers, body)?)?;
    let card = cards::exchange(&vault.db, asked.property_id, &asked.payment_key, &asked.session_key, now).await?;
    Ok(Json(card.into()))
}

/// `POST /service/v1/cards/forget`: deletes a card that the booking side has no use for.
pub(super) async fn forget(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Forgotten>, Problem> {
    signed(&vault, &headers)?;
    let asked: Forget = parse(&json_bytes(&headers, body)?)?;
    // As tokens are made: no other text goes near the database.
    if asked.token.len() > 64 || asked.token.contains('\0') {
        return Err(Problem::field("token", "This is no token of a card."));
    }
    let forgotten = cards::forget(&vault.db, asked.property_id, &asked.token).await?;
    Ok(Json(Forgotten { forgotten }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatusQuery {
    request_id: String,
}

/// `GET /service/v1/status?requestId=`: where a card form stands.
pub(super) async fn status(
    State(vault): Shared,
    headers: HeaderMap,
    query: Result<Query<StatusQuery>, QueryRejection>,
) -> Result<Json<CardStatus>, Problem> {
    let now = signed(&vault, &headers)?;
    let Query(query) = query.map_err(|_| Problem::malformed())?;
    // Read as a UUID first: no other text goes near the database.
    let request_id = Uuid::parse_str(&query.request_id).map_err(|_| Problem::session_unknown())?.to_string();
    let session = sessions::by_request_id(&vault.db, &request_id).await?.ok_or_else(Problem::session_unknown)?;
    let refused = |problem: Problem| CardStatus::Error { code: problem.code.into(), message: problem.message };
    let status = match cards::last_of(&vault.db, &request_id, now).await {
        Ok(Some(card)) => CardStatus::Success(card),
        Ok(None) if session.is_over(now) => refused(Problem::session_expired()),
        Ok(None) if session.submits >= MOST_SUBMITS => refused(Problem::too_many()),
        Ok(None) => CardStatus::Pending,
        Err(problem) if matches!(problem.code, "CARD_DECLINED" | "CARD_EXPIRED") => refused(problem),
        Err(problem) => return Err(problem),
    };
    Ok(Json(status))
}

/// Language, then up to three parts, as in `en_US` or `zh-Hant-TW`.
pub(super) fn is_locale(text: &str) -> bool {
    let mut parts = text.split(['_', '-']);
    let language = parts.next().unwrap_or_default();
    let letters = language.bytes().all(|byte| byte.is_ascii_alphabetic());
    let part = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (2..=3).contains(&language.len()) && letters && text.len() <= 20 && parts.all(part)
}

/// For an app id in an address: what is not plain is written as `%XX`.
fn query_value(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
