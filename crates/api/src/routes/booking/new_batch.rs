//! `POST .../booking-engine/new-batch-booking`: begins a booking of one or several rooms (API-20).

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::cookie_name;
use crate::app::App;
use crate::asked::MAX_ROOMS;
use crate::batches::{batch_id, token};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{MaybeJson, Path, Query};
use crate::secret::Opens;
use crate::wire::booking::BookingProfile;

/// What a new batch may begin with.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct NewBatch {
    /// A stay that is to be changed. Not offered yet: such a call is refused.
    pub existing_reservation_id: Option<String>,
}

/// Begin a booking
///
/// Answers the batch, one session for each room, and the secret that opens them. A repeated call with the same
/// `Idempotency-Key` answers the same batch.
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-batch-booking", tag = "booking",
    params(("property_id" = i64, Path), ("count" = Option<u8>, Query, minimum = 1, maximum = 6), ("key" = Option<String>, Query),
        ("token" = Option<String>, Query), ("Idempotency-Key" = Option<String>, Header, description = "16 to 128 characters, chosen at random")),
    request_body(content = Option<NewBatch>),
    responses((status = 201, body = BookingProfile), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
    MaybeJson(body): MaybeJson<NewBatch>,
) -> Answer<impl IntoResponse> {
    if body.unwrap_or_default().existing_reservation_id.is_some() {
        return Err(
            Problem::new(Code::Unacceptable).with_field("existing_reservation_id", "this stay cannot be changed here")
        );
    }
    let count = query.number("count", Some(1), 1, MAX_ROOMS)? as u16;
    let property = app.property(property_id).await?;
    let batch = match repeat_key(&headers)? {
        Some(key) => {
            let id = app.secret.uuid(&Opens::Repeat { property_id, key: &format!("{count}|{key}") });
            app.batches.begin_once(&app, property_id, batch_id(id), count).await?
        }
        None => app.batches.begin(&app, property_id, count),
    };
    let secret = token(&app, property_id, batch.batch_id);
    let cookie = secret_cookie(&app, batch.batch_id, &secret);
    let profile = BookingProfile::new(&batch.state, &property.board, Some(secret), None, None);
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie)], Json(profile)))
}

/// The cookie that shows the secret of a booking.
pub(crate) fn secret_cookie(app: &App, id: Uuid, secret: &str) -> String {
    format!(
        "{}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{}",
        cookie_name(id),
        u32::from(app.settings.hold_minutes) * 60 * 4,
        if app.settings.is_secure() { "; Secure" } else { "" }
    )
}

/// The key under which a repeated creation is the same one; `None` without one.
///
/// # Errors
/// 400 for one that could be guessed.
pub(crate) fn repeat_key(headers: &HeaderMap) -> Answer<Option<&str>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        // Whoever knows the key gets the booking's secret, so it must not be easy to guess.
        Ok(key) if (16..=128).contains(&key.len()) => Ok(Some(key)),
        _ => Err(Problem::field("Idempotency-Key", "expected 16 to 128 characters, chosen at random")),
    }
}
