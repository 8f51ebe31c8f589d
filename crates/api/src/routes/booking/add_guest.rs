//! `POST .../new-booking/{session_id}/add-guest` and `.../new-batch-booking/{batch_id}/add-guest`: who comes
//! (GUEST-29, API-41, API-42).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::guest::{Guest, GuestInput};
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;
use uuid::Uuid;

use super::at_session;
use crate::access::Allowed;
use crate::app::App;
use crate::batches::{Change, refused};
use crate::boards::Property;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::{Json as Body, Path, Query};
use crate::guests;
use crate::members;

/// The guest as typed.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddGuest {
    pub guest_data: GuestInput,
    /// The member's `user_id`. Who books is told by the session's cookie alone: anything else here is ignored.
    #[serde(default)]
    pub loyalty_guest_id: Option<String>,
}

/// The guest as kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuestAnswer {
    pub guest_data: Guest,
}

/// Save the guest of one room
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/add-guest", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path)), request_body = AddGuest, security(("booking_secret" = [])),
    responses((status = 200, body = GuestAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post_to_session(
    State(app): State<App>,
    _allowed: Allowed,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<AddGuest>,
) -> Answer<Json<GuestAnswer>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    save(&app, &property, batch_id, Some(session_id), &body.guest_data, &headers).await
}

/// Save the guest of all rooms
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-batch-booking/{batch_id}/add-guest", tag = "booking",
    params(("property_id" = i64, Path), ("batch_id" = String, Path)), request_body = AddGuest, security(("booking_secret" = [])),
    responses((status = 200, body = GuestAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post_to_batch(
    State(app): State<App>,
    Allowed(batch_id): Allowed,
    Path((property_id, _batch)): Path<(i64, String)>,
    headers: HeaderMap,
    Body(body): Body<AddGuest>,
) -> Answer<Json<GuestAnswer>> {
    let property = app.property(property_id).await?;
    save(&app, &property, batch_id, None, &body.guest_data, &headers).await
}

async fn save(
    app: &App,
    property: &Property,
    batch_id: Uuid,
    session_id: Option<Uuid>,
    input: &GuestInput,
    headers: &HeaderMap,
) -> Answer<Json<GuestAnswer>> {
    let hotel = property.board.hotel();
    let guest = guests::check(hotel, input, "guest_data")?;
    let guest = members::booked_by(app, headers, hotel, guest).await?;
    let now = app.clock.now();
    app.batches
        .change(app, property, batch_id, Durability::Soon, |batch| {
            batch.check_open(now).map_err(|refusal| refused(refusal, |_, _| serde_json::Value::Null))?;
            let mut batch = batch.clone();
            match session_id {
                Some(session_id) => {
                    batch.session_mut(session_id).ok_or(Code::BatchUnknown)?.guest = Some(guest.clone());
                }
                None => {
                    batch.guest = Some(guest.clone());
                    batch.sessions.iter_mut().for_each(|session| session.guest = None);
                }
            }
            batch.touch(now, u32::from(app.settings.hold_minutes));
            Ok(Some(Change::of(batch)))
        })
        .await?;
    Ok(Json(GuestAnswer { guest_data: guest }))
}
