//! `POST .../confirm/{session_id}`: books an event (API-62).

use axum::Json;
use axum::extract::State;
use domain::event::EventBooking;
use rand::RngExt;
use serde::Deserialize;
use store::Durability;
use utoipa::ToSchema;

use super::{AtEvent, asked_exchange, view};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events::{self, refused};
use crate::extract::{MaybeJson, Query};
use crate::letters::texts::Texts;
use crate::wire::event::EventConfirmation;

/// What the guest saw; may be left out altogether.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ConfirmBody {
    /// The sum that the guest agreed to; one that differs from ours is refused.
    pub expected_total: Option<f64>,
}

/// Book an event
///
/// Once: a repeat answers the same number. Answered only when it is on disk. The prices are those that were agreed when
/// spaces and packages were chosen.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/confirm/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out"), ("conversion_currency" = Option<String>, Query, example = "EUR")),
    request_body(content = Option<ConfirmBody>), security(("booking_secret" = [])),
    responses((status = 200, body = EventConfirmation),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "PRICE_CHANGED: something else was chosen meanwhile"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "SPACE_MISSING, GUEST_INCOMPLETE, GUARANTEE_REQUIRED")))]
pub async fn post(
    State(app): State<App>,
    at: AtEvent,
    query: Query,
    MaybeJson(body): MaybeJson<ConfirmBody>,
) -> Answer<Json<EventConfirmation>> {
    let property = app.property(at.property_id).await?;
    let board = &property.board;
    let exchange = asked_exchange(&app, &property, &query).await?;
    let expected = body.unwrap_or_default().expected_total.map(|amount| board.currency().from_decimal_f64(amount));
    let expected = expected.transpose().map_err(|error| Problem::field("expected_total", error.to_string()))?;
    let language = Texts::asked_of(board.hotel(), query.text("language_code"));
    let event = events::change(&app, at.property_id, at.event_id, Durability::OnDisk, |event| {
        let confirmed = event.confirm(board, app.clock.now(), rand::rng().random()).map_err(refused)?;
        match expected.filter(|expected| confirmed.is_some() && *expected != event.totals().total()) {
            Some(_) => Err(Code::PriceChanged.into()),
            None => Ok(confirmed.map(|event| EventBooking { language: language.clone(), ..event })),
        }
    })
    .await?;
    view(&property, &query, exchange.as_ref())
        .confirmation(&app.secret, &event, app.clock.now())
        .map(Json)
        .ok_or_else(|| Code::Internal.into())
}
