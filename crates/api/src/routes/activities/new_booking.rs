//! `POST .../web/new-activity-booking/`: holds the places of a party (API-67).

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use domain::activity::{ActivityAgreed, ActivityBooking};
use domain::policy::Moment;
use rand::RngExt;
use serde::Deserialize;
use store::Durability;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{open, party, session_of, touched};
use crate::access;
use crate::activity_bookings::{Change, begin, change_tied, left, read, refused};
use crate::app::App;
use crate::batches::{batch_id, token};
use crate::boards::Property;
use crate::error::{Answer, ProblemBody};
use crate::extract::{Json as Body, Path, Query};
use crate::extras::is_over;
use crate::extras::stay::{OfStay, reservation_of};
use crate::routes::booking::new_batch::{repeat_key, secret_cookie};
use crate::secret::Opens;
use crate::wire::activity::{ActivityPriceDetails, StartedActivity};

/// What is to be done.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewActivityBooking {
    #[schema(example = "KAYAK.2026-12-12.0900")]
    pub activity_instance_id: String,
    /// A booking of this guest's that is not confirmed, with its secret: it holds this in place of what it held. One that
    /// is confirmed is refused: whoever names it has not heard of it, and would book twice.
    pub activity_map_id: Option<String>,
    /// The stay that it belongs to.
    pub stay: Option<OfStay>,
}

/// Begin to book an activity
///
/// Holds the places at today's price. A repeated call with the same `Idempotency-Key` answers the same booking while it is
/// open; when it asks for something else, that is held in place of what was.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-activity-booking", tag = "activities",
    params(("property_id" = i64, Path), ("adults" = Option<u16>, Query, minimum = 1, maximum = 999), ("children" = Option<u16>, Query, maximum = 999),
        ("Idempotency-Key" = Option<String>, Header, description = "16 to 128 characters, chosen at random")),
    request_body = NewActivityBooking,
    responses((status = 201, body = StartedActivity), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "of the stay"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json", description = "the look-up of the stay is too old; BATCH_EXPIRED for a key whose booking is over"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "PLACES_GONE with `capacity_left`, ACTIVITY_CLOSED; ALREADY_COMMITTED for an `activity_map_id` or a key whose booking is confirmed")))]
pub async fn post(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<NewActivityBooking>,
) -> Answer<impl IntoResponse> {
    let party = party(&query)?;
    let property = app.property(property_id).await?;
    let instance = open(&property, &body.activity_instance_id, app.clock.now())?;
    let agreed = ActivityAgreed::new(&property.board, &instance, party);
    let stay = reservation_of(&app, property_id, body.stay.as_ref()).await?;
    let own = access::to_named(&app, &headers, &query, property_id, body.activity_map_id.as_deref());
    let booking = match own {
        Some(booking_id) => match changed(&app, &property, booking_id, &agreed, stay).await {
            Err(problem) if is_over(&problem) => begun(&app, &property, &headers, agreed, stay).await?,
            changed => changed?,
        },
        None => begun(&app, &property, &headers, agreed, stay).await?,
    };
    let beside = left(&app, &property, &booking.agreed.instance, 0).await?;
    let secret = token(&app, property_id, booking.booking_id);
    let started = StartedActivity {
        id: booking.booking_id,
        session_id: session_of(booking.booking_id),
        expires_at: Moment::new(booking.expires_at, &property.board).rfc3339(),
        price: ActivityPriceDetails::new(&property.board, &booking.agreed, beside, app.clock.now()),
        token: secret.clone(),
    };
    let cookie = secret_cookie(&app, booking.booking_id, &secret);
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie)], Json(started)))
}

async fn changed(
    app: &App,
    property: &Property,
    booking_id: Uuid,
    agreed: &ActivityAgreed,
    stay: Option<Uuid>,
) -> Answer<ActivityBooking> {
    let now = app.clock.now();
    change_tied(
        app,
        property,
        booking_id,
        Durability::Soon,
        |_| stay,
        |booking| {
            booking.check_open(now).map_err(refused)?;
            // A full life from now on: what was held before may have ended sooner.
            let renewed = ActivityBooking { expires_at: now, ..booking.clone().with(agreed.clone()) };
            Ok(Some(Change { booking: touched(app, renewed), payment: None }))
        },
    )
    .await
}

/// Under the id of its key. What a repeat finds there goes over to what is asked for now, so that an answer that was lost
/// leaves nothing held that nobody can give back.
async fn begun(
    app: &App,
    property: &Property,
    headers: &HeaderMap,
    agreed: ActivityAgreed,
    stay: Option<Uuid>,
) -> Answer<ActivityBooking> {
    let property_id = property.property_id;
    let booking_id = match repeat_key(headers)? {
        Some(key) => {
            let asked = format!("activity|{key}");
            batch_id(app.secret.uuid(&Opens::Repeat { property_id, key: &asked }))
        }
        // Not of the form that says when a batch began: no batch of rooms has such an id.
        None => batch_id(uuid::Builder::from_random_bytes(rand::rng().random()).into_uuid()),
    };
    let hold_minutes = u32::from(app.settings.hold_minutes);
    let booking = ActivityBooking::new((property_id, booking_id), agreed, app.clock.now(), hold_minutes);
    if begin(app, property, &booking, stay).await? {
        return Ok(booking);
    }
    let (before, asked) = (read(app, property_id, booking_id).await?, &booking.agreed);
    before.state.check_open(app.clock.now()).map_err(refused)?;
    let held = &before.state.agreed;
    if (before.stay, &held.instance, held.party) == (stay, &asked.instance, asked.party) {
        return Ok(before.state);
    }
    changed(app, property, booking_id, asked, stay).await
}
