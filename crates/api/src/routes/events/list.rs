//! `GET .../web/events`: the kinds of event of a hotel (API-55, API-56).

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::view;
use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::{Path, Query};

/// A kind of event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventTypeAnswer {
    /// What new-event takes.
    #[schema(example = "MEETING")]
    pub id: String,
    pub name: String,
}

/// Kinds of event
///
/// Empty for a hotel that lets no spaces.
#[utoipa::path(get, path = "/v4/properties/{property_id}/web/events", tag = "events",
    params(("property_id" = i64, Path), ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out")),
    responses((status = 200, body = Vec<EventTypeAnswer>),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
) -> Answer<Json<Vec<EventTypeAnswer>>> {
    let property = app.property(property_id).await?;
    let view = view(&property, &query, None);
    let types = property.board.hotel().events.types.iter();
    Ok(Json(types.map(|kind| EventTypeAnswer { id: kind.code.clone(), name: view.event_type(&kind.code) }).collect()))
}
