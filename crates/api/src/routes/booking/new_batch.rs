//! `POST .../booking-engine/new-batch-booking`: begins a booking of one or several rooms (API-20).

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use domain::booking::{Batch, Existing};
use rand::RngExt;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::cookie_name;
use crate::app::App;
use crate::asked::MAX_ROOMS;
use crate::batches::{batch_id, session_ids, token};
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{MaybeJson, Path, Query};
use crate::payments;
use crate::routes::manage;
use crate::secret::Opens;
use crate::wire::booking::BookingProfile;

/// What a new batch may begin with.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct NewBatch {
    /// Confirmation number of a booked stay that is to be changed; `token` is the `request_token` of its look-up.
    pub existing_reservation_id: Option<String>,
}

/// Begin a booking
///
/// Answers the batch, one session for each room, and the secret that opens them. A repeated call with the same
/// `Idempotency-Key` answers the same batch. With `existing_reservation_id` it changes a booked stay: the batch has one
/// session, and its commit changes that reservation, which keeps its number (EDIT-02, EDIT-05).
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-batch-booking", tag = "booking",
    params(("property_id" = i64, Path), ("count" = Option<u8>, Query, minimum = 1, maximum = 6), ("key" = Option<String>, Query),
        ("token" = Option<String>, Query, description = "opens the reservation that is to be changed"), ("Idempotency-Key" = Option<String>, Header, description = "16 to 128 characters, chosen at random")),
    request_body(content = Option<NewBatch>),
    responses((status = 201, body = BookingProfile), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CHANGEABLE with `reason`: STATUS, BEGUN, POINTS, FINAL, CURRENCY, PAYMENT"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
    MaybeJson(body): MaybeJson<NewBatch>,
) -> Answer<impl IntoResponse> {
    let count = query.number("count", Some(1), 1, MAX_ROOMS)? as u16;
    let property = app.property(property_id).await?;
    let key = repeat_key(&headers)?;
    let repeated = |what: &str| {
        let derived = |key| app.secret.uuid(&Opens::Repeat { property_id, key: &format!("{what}|{key}") });
        key.map(|key| batch_id(derived(key)))
    };
    let hold_minutes = u32::from(app.settings.hold_minutes);
    let now = app.clock.now();
    let batch = match body.unwrap_or_default().existing_reservation_id {
        Some(number) => {
            if count != 1 {
                return Err(Problem::field("count", "is 1 when a booked stay is changed"));
            }
            let found = manage::to_change(&app, &property, query.needed("token")?, &number).await?;
            let (reservation, version) = (found.detail, found.version);
            let once = repeated(&format!("{}|{version}", found.confirmation_no));
            let id =
                once.unwrap_or_else(|| batch_id(uuid::Builder::from_random_bytes(rand::rng().random()).into_uuid()));
            let paid = payments::of_reservation(&app, &reservation).await?;
            let cards = paid.into_iter().filter_map(|payment| Some((payment.batch_id, payment.card?))).collect();
            let existing = Existing { reservation, version, cards };
            let session = session_ids(id, 1)[0];
            app.batches.begin_once(&app, Batch::changing(id, session, existing, now, hold_minutes)).await?
        }
        None => match repeated(&count.to_string()) {
            Some(id) => {
                let batch = Batch::new(id, property_id, &session_ids(id, count), now, hold_minutes);
                app.batches.begin_once(&app, batch).await?
            }
            None => app.batches.begin(&app, property_id, count),
        },
    };
    let secret = token(&app, property_id, batch.batch_id);
    let cookie = secret_cookie(&app, batch.batch_id, &secret);
    let profile = BookingProfile::new(&batch.state, &property.board, Some(secret), None, None, now);
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
