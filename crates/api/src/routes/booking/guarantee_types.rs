//! `GET .../available-guarantee-types`: how this booking can be made sure (API-45, PAY-12).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::Choice;
use domain::policy::needs_card;
use serde::Serialize;
use utoipa::ToSchema;

use super::{at_session, read};
use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::{Path, Query};
use crate::wire::booking::currency_of;

/// The types that every chosen rate of the batch allows.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuaranteeTypes {
    pub guarantee_types: Vec<AvailableGuarantee>,
}

/// One of them (PAY-13). The dues are of the whole batch; of a changed stay beyond what was paid or asked for before.
#[derive(Debug, Serialize, ToSchema)]
pub struct AvailableGuarantee {
    #[schema(example = "CC")]
    pub id: String,
    pub code: String,
    pub name: String,
    pub description: String,
    /// A card is asked for.
    pub payment_type_required: bool,
    pub instant_booking: bool,
    pub due_now: f64,
    pub due_later: f64,
    pub due_at_hotel: f64,
}

/// Guarantee types of a session
#[utoipa::path(get, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/available-guarantee-types",
    tag = "booking", params(("property_id" = i64, Path), ("session_id" = String, Path)), security(("booking_secret" = [])),
    responses((status = 200, body = GuaranteeTypes), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<GuaranteeTypes>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let batch = read(&app, &property, batch_id).await?;
    batch.state.session(session_id).ok_or(Code::BatchUnknown)?;
    let hotel = property.board.hotel();
    let sum = |part: fn(&Choice) -> i64| -> f64 {
        let minor = batch.state.choices().map(part).sum();
        batch.state.choices().next().map_or(0.0, |choice| currency_of(choice, &property.board).to_decimal_f64(minor))
    };
    let guarantee_types = batch
        .state
        .allowed_guarantees(hotel)
        .into_iter()
        .map(|kind| AvailableGuarantee {
            id: kind.code.clone(),
            code: kind.code.clone(),
            name: kind.name.clone(),
            description: kind.description.clone(),
            payment_type_required: needs_card(kind),
            instant_booking: kind.instant_booking,
            due_now: sum(Choice::due_now),
            due_later: sum(|choice| choice.dues.later),
            due_at_hotel: sum(|choice| choice.dues.at_hotel),
        })
        .collect();
    Ok(Json(GuaranteeTypes { guarantee_types }))
}
