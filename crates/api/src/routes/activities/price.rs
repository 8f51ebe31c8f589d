//! `GET .../web/activity-instances/{id}/calculate-price`: what a party pays, and who else could come (API-66).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::activity::ActivityAgreed;

use super::{held, open, party};
use crate::activity_bookings::left;
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Path, Query};
use crate::wire::activity::ActivityPriceDetails;

/// Price of an activity for a party
///
/// `capacity_left` is what remains beside the party. What is answered is not held. With `session_id` and its secret the
/// places that this booking holds count as free for it.
#[utoipa::path(get, path = "/v4/properties/{property_id}/web/activity-instances/{id}/calculate-price", tag = "activities",
    params(("property_id" = i64, Path), ("id" = String, Path, example = "KAYAK.2026-12-12.0900"),
        ("adults" = Option<u16>, Query, minimum = 1, maximum = 999), ("children" = Option<u16>, Query, maximum = 999),
        ("session_id" = Option<String>, Query, description = "with its secret")),
    responses((status = 200, body = ActivityPriceDetails), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "PLACES_GONE with `capacity_left`, ACTIVITY_CLOSED")))]
pub async fn get(
    State(app): State<App>,
    Path((property_id, instance)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<ActivityPriceDetails>> {
    let party = party(&query)?;
    let property = app.property(property_id).await?;
    // Held on also past the cut-off, until which it can only be begun.
    let own = held(&app, &headers, &query, &property).await;
    let now = app.clock.now();
    let instance = open(&property, &instance, now)?;
    let own = own.filter(|(own, _)| *own == instance.id()).map_or(0, |(_, places)| places);
    let free = left(&app, &property, &instance.id(), own).await?;
    let Some(beside) = free.checked_sub(party.count()) else {
        return Err(Problem::new(Code::PlacesGone).with("capacity_left", free));
    };
    let agreed = ActivityAgreed::new(&property.board, &instance, party);
    Ok(Json(ActivityPriceDetails::new(&property.board, &agreed, beside, now)))
}
