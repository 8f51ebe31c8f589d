//! `GET .../booking-engine/new-batch-booking/{batch_id}`: what was chosen so far, for a page that was loaded again
//! (ROUTE-16).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::{commit, id, is_changed_elsewhere, read};
use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::{Path, Query};
use crate::wire::booking::BookingProfile;
use crate::{access, exchange};

/// Read a booking that was begun
#[utoipa::path(get, path = "/v4/properties/{property_id}/booking-engine/new-batch-booking/{batch_id}", tag = "booking",
    params(("property_id" = i64, Path), ("batch_id" = String, Path), ("conversion_currency" = Option<String>, Query)),
    security(("booking_secret" = [])),
    responses((status = 200, body = BookingProfile), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path((property_id, batch)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<BookingProfile>> {
    let batch_id = id(&batch)?;
    access::to_batch(&app, &headers, &query, property_id, batch_id)?;
    let property = app.property(property_id).await?;
    let exchange = exchange::asked(&app, &property.board, &query).await?;
    let batch = read(&app, &property, batch_id).await?;
    let confirmation = commit::confirmed(&app, &property, &headers, &batch.state).await?;
    let is_open = confirmation.is_none();
    let now = app.clock.now();
    let mut profile = BookingProfile::new(&batch.state, &property.board, None, confirmation, exchange.as_ref(), now);
    if let (true, Some(existing), Some(told)) = (is_open, &batch.state.existing, &mut profile.existing_reservation) {
        told.changed_elsewhere = is_changed_elsewhere(&app, property_id, existing).await?;
    }
    Ok(Json(profile))
}
