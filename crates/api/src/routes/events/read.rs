//! `GET .../web/new-event/{event_id}/{session_id}`: an event as far as it has come, for a reload (ROUTE-16).

use axum::Json;
use axum::extract::State;
use domain::event::event_days;
use jiff::civil::Date;
use serde::Serialize;
use store::bookings::is_of_stay;
use utoipa::ToSchema;
use uuid::Uuid;

use super::contact::ContactAnswer;
use super::guarantee::GuaranteeAnswer;
use super::new_event::EventProfile;
use super::sub_events::PackagesAndSummary;
use super::{AtEvent, Look};
use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::events;
use crate::extract::Query;
use crate::wire::event::{EventConfirmation, SubEventAnswer};

/// An event as far as it has come.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventState {
    pub event_id: Uuid,
    /// OPEN, CONFIRMED or CANCELLED.
    #[schema(example = "OPEN")]
    pub status: &'static str,
    pub event_type_id: String,
    pub min_date: Date,
    pub max_date: Date,
    pub event_booking_profile: EventProfile,
    pub sub_events: Vec<SubEventAnswer>,
    pub client_visible_data: PackagesAndSummary,
    pub contact: Option<ContactAnswer>,
    /// Nulls where the hotel has ceased to take what was chosen.
    pub guarantee: GuaranteeAnswer,
    pub confirmation: Option<EventConfirmation>,
}

/// An event as far as it has come
#[utoipa::path(get, path = "/v4/properties/{property_id}/web/new-event/{event_id}/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out"), ("conversion_currency" = Option<String>, Query, example = "EUR")),
    security(("booking_secret" = [])),
    responses((status = 200, body = EventState),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, at: AtEvent, query: Query) -> Answer<Json<EventState>> {
    let look = Look::of(&app, &at, &query).await?;
    let event = events::read(&app, at.property_id, at.event_id).await?;
    let view = look.view(&event);
    let (min_date, max_date) = event_days(look.property.board.business_day(app.clock.now()));
    let of_stay = is_of_stay(&app.db, at.property_id, at.event_id).await?;
    let confirmation = view.confirmation(&app.secret, &event, of_stay, app.clock.now());
    Ok(Json(EventState {
        event_id: event.event_id,
        status: confirmation.as_ref().map_or("OPEN", |booked| booked.status),
        event_type_id: event.event_type.clone(),
        min_date,
        max_date,
        event_booking_profile: EventProfile::new(look.property.board.hotel()),
        sub_events: event.sub_events.iter().map(|sub| view.sub_event(sub)).collect(),
        client_visible_data: PackagesAndSummary {
            packages: view.packages(&event),
            summary: view.summary(&event, app.clock.now()),
        },
        contact: event.contact.as_ref().map(ContactAnswer::from),
        guarantee: GuaranteeAnswer::new(event.valid_guarantee(look.property.board.hotel())),
        confirmation,
    }))
}
