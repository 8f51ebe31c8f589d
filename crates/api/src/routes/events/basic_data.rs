//! `POST .../basic-data/{session_id}`: the spaces that are free at a time (API-57).

use axum::Json;
use axum::extract::State;
use domain::event::wrong_time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AtEvent, Look, note, span};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events;
use crate::exchange::ConversionTerms;
use crate::extract::{Json as Body, Query};
use crate::wire::event::SpaceOffer;

/// When.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BasicData {
    /// Checked and not kept: contact-information names the event.
    pub name: Option<String>,
    #[schema(example = "2026-12-12T13:00:00Z")]
    pub from: String,
    #[schema(example = "2026-12-12T16:00:00Z")]
    pub to: String,
}

/// What is free.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventAvailability {
    pub client_visible_data: AvailableSpaces,
}

/// What is free.
#[derive(Debug, Serialize, ToSchema)]
pub struct AvailableSpaces {
    #[schema(example = "USD")]
    pub currency: String,
    pub conversion: Option<ConversionTerms>,
    /// By name.
    pub availability: Vec<SpaceOffer>,
}

/// Spaces that are free
///
/// From preparing to clearing. What the event itself has chosen counts as free for it. Nothing is taken.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/basic-data/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out"), ("conversion_currency" = Option<String>, Query, example = "EUR")),
    request_body = BasicData, security(("booking_secret" = [])),
    responses((status = 200, body = EventAvailability),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    at: AtEvent,
    query: Query,
    Body(body): Body<BasicData>,
) -> Answer<Json<EventAvailability>> {
    let look = Look::of(&app, &at, &query).await?;
    note("name", body.name.as_deref(), 150)?;
    let span = span(("from", &body.from), ("to", &body.to))?;
    if let Some(message) = wrong_time(&look.property.board, &span, app.clock.now()) {
        return Err(Problem::new(Code::Unacceptable).with_field("from", message));
    }
    let event = events::read(&app, at.property_id, at.event_id).await?;
    event.check_priced(&look.property.board, app.clock.now()).map_err(events::refused)?;
    let view = look.view(&event);
    let free = events::free(&app, &look.property, &event, &span).await?;
    let mut availability: Vec<SpaceOffer> = free.into_iter().map(|space| view.space(space, &span)).collect();
    availability.sort_by(|a, b| a.space_name.cmp(&b.space_name));
    let (currency, conversion) = (event.currency, view.prices.terms());
    Ok(Json(EventAvailability { client_visible_data: AvailableSpaces { currency, conversion, availability } }))
}
