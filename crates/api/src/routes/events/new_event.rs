//! `POST .../web/new-event`: begins an event (API-54).

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use domain::event::event_days;
use domain::hotel::Hotel;
use domain::policy::Moment;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access;
use crate::app::App;
use crate::batches::{batch_id, session_ids, token};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events;
use crate::extract::{Json as Body, Path, Query};
use crate::extras::stay::{OfStay, reservation_of};
use crate::routes::booking::new_batch::{repeat_key, secret_cookie};
use crate::secret::Opens;

/// What kind it is.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewEvent {
    #[schema(example = "MEETING")]
    pub event_type_id: String,
    /// An event of this guest's that is not confirmed, with its secret: it goes on as this one, and what it held is free
    /// for it. Of another kind it lets go of its spaces. One that is confirmed is refused: whoever names it has not heard of
    /// it, and would book twice.
    pub event_id: Option<String>,
    /// The stay that it belongs to.
    pub stay: Option<OfStay>,
}

/// An event that was begun.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventConfig {
    pub event_id: Uuid,
    pub session_id: Uuid,
    /// Opens the event in every further call, and the card of its guest (`batch_id` of the token call is the `event_id`).
    pub token: String,
    /// First and last day on which it can begin.
    pub min_date: Date,
    pub max_date: Date,
    #[schema(example = "2026-12-01T10:30:00Z")]
    pub expires_at: String,
    pub event_booking_profile: EventProfile,
}

/// What the page may offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventProfile {
    /// A card may guarantee it.
    pub enable_card_capture: bool,
    /// A company may pay for it.
    pub enable_company_payment: bool,
}

impl EventProfile {
    /// Of a hotel.
    pub fn new(hotel: &Hotel) -> EventProfile {
        EventProfile {
            enable_card_capture: hotel.events.enable_card_capture,
            enable_company_payment: hotel.companies.iter().any(|company| company.pays),
        }
    }
}

/// Begin an event
///
/// Its spaces are held from their choice until the property's `hold_minutes` after the last call. A repeated call with the
/// same `Idempotency-Key` answers the same event.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event", tag = "events",
    params(("property_id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "16 to 128 characters, chosen at random")),
    request_body = NewEvent,
    responses((status = 201, body = EventConfig),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "of the stay"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "the stay is cancelled; ALREADY_COMMITTED for an `event_id` or a key whose event is booked"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json", description = "the look-up of the stay is too old; BATCH_EXPIRED for a key whose event is over"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<NewEvent>,
) -> Answer<impl IntoResponse> {
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    if hotel.events.event_type(&body.event_type_id).is_none() {
        return Err(Problem::new(Code::Unacceptable).with_field("event_type_id", "is no kind of event of this hotel"));
    }
    let stay = reservation_of(&app, property_id, body.stay.as_ref()).await?;
    let former = access::to_named(&app, &headers, &query, property_id, body.event_id.as_deref());
    let once = |key| batch_id(app.secret.uuid(&Opens::Repeat { property_id, key: &format!("event|{key}") }));
    let repeated = repeat_key(&headers)?.map(once);
    let event = events::begin(&app, &property, (former, repeated), &body.event_type_id, stay).await?;
    let event_id = event.event_id;
    let (min_date, max_date) = event_days(property.board.business_day(app.clock.now()));
    let token = token(&app, property_id, event_id);
    let cookie = secret_cookie(&app, event_id, &token);
    let config = EventConfig {
        event_id,
        session_id: session_ids(event_id, 1)[0],
        token,
        min_date,
        max_date,
        expires_at: Moment::new(event.expires_at, &property.board).rfc3339(),
        event_booking_profile: EventProfile::new(hotel),
    };
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie)], Json(config)))
}
