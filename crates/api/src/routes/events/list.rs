//! `GET .../web/events`: the kinds of event of a hotel (API-55, API-56).

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::{Path, Query};
use crate::letters::texts::Texts;

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
    let hotel = property.board.hotel();
    let texts = Texts::new(hotel, query.text("language_code"));
    let types = hotel.events.types.iter().map(|kind| EventTypeAnswer {
        id: kind.code.clone(),
        name: texts.field("EVENT_TYPE", &kind.code, "name", &kind.name).to_owned(),
    });
    Ok(Json(types.collect()))
}
