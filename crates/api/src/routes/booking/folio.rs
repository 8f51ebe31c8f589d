//! `GET .../calculate-folios-and-charges-and-taxes`: every charge of a chosen room with its taxes (API-30).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::{at_session, read};
use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::exchange;
use crate::extract::{Path, Query};
use crate::wire::Prices;
use crate::wire::booking::currency_of;
use crate::wire::folio::FolioAnswer;

/// Charges and taxes of a session
#[utoipa::path(get, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/calculate-folios-and-charges-and-taxes",
    tag = "booking", params(("property_id" = i64, Path), ("session_id" = String, Path), ("conversion_currency" = Option<String>, Query)),
    security(("booking_secret" = [])),
    responses((status = 200, body = FolioAnswer), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<FolioAnswer>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let exchange = exchange::asked(&app, &property.board, &query).await?;
    let batch = read(&app, &property, batch_id).await?;
    let session = batch.state.session(session_id).ok_or(Code::BatchUnknown)?;
    let choice = session.choice.as_ref().ok_or(Code::RoomMissing)?;
    let prices = Prices::new(currency_of(choice, &property.board), exchange.as_ref()).of_rooms(choice.rooms);
    Ok(Json(FolioAnswer::new(choice, &prices)))
}
