//! `POST .../sub-events-setup/{session_id}`: takes spaces (API-58).

use axum::Json;
use axum::extract::State;
use domain::event::SubEventAsk;
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AtEvent, Look, note, span};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events::{self, refused};
use crate::extract::{Json as Body, Query};
use crate::wire::event::{EventSummary, PackagesOfSubEvent, SubEventAnswer};

/// The spaces of an event.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SubEventsSetup {
    /// Those that are not named are let go; false keeps them.
    #[serde(rename = "canRemove", default = "yes")]
    pub can_remove: bool,
    pub sub_events: Vec<SubEventBody>,
}

fn yes() -> bool {
    true
}

/// A space for a time.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SubEventBody {
    #[schema(example = "2026-12-12T13:00:00Z")]
    pub start_date: String,
    #[schema(example = "2026-12-12T16:00:00Z")]
    pub end_date: String,
    /// The day of `start_date`, which alone counts.
    pub date: Option<String>,
    #[schema(example = "QUAY_HALL")]
    pub space_id: String,
    /// One that was answered before, to be changed.
    pub id: Option<String>,
    pub details: SubEventDetails,
}

/// How it is wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SubEventDetails {
    pub instructions: Option<String>,
    /// The arrangement says it.
    pub event_setup_type_id: Option<String>,
    /// Nothing is sold with a space but packages.
    #[serde(default)]
    #[schema(max_items = 0)]
    pub addons: Vec<serde_json::Value>,
    /// As `id`.
    pub sub_event_id: Option<String>,
    pub name: Option<String>,
    #[schema(example = "HOUR")]
    pub selected_space_price_plan_id: String,
    /// Null: the guest has not chosen.
    #[schema(example = "THEATRE")]
    pub space_arrangement_id: Option<String>,
    #[schema(minimum = 1, maximum = 999)]
    pub number_of_persons: u16,
    pub remarks: Option<String>,
}

/// What is taken now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubEventsAnswer {
    /// Of the first one asked for; null when none was.
    pub sub_event_id: Option<Uuid>,
    pub sub_events: Vec<SubEventAnswer>,
    pub client_visible_data: PackagesAndSummary,
}

/// What can go with it, and what it costs so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct PackagesAndSummary {
    pub packages: Vec<PackagesOfSubEvent>,
    pub summary: EventSummary,
}

/// Take spaces
///
/// All or none. They are held until the property's `hold_minutes` after the last call.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/sub-events-setup/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out"), ("conversion_currency" = Option<String>, Query, example = "EUR")),
    request_body = SubEventsSetup, security(("booking_secret" = [])),
    responses((status = 200, body = SubEventsAnswer),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "SPACE_TAKEN with `space_id`"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    at: AtEvent,
    query: Query,
    Body(body): Body<SubEventsSetup>,
) -> Answer<Json<SubEventsAnswer>> {
    let look = Look::of(&app, &at, &query).await?;
    let board = &look.property.board;
    let asks = body.sub_events.iter().enumerate().map(|(place, sub)| ask(sub, &format!("sub_events[{place}]")));
    let asks = asks.collect::<Answer<Vec<SubEventAsk>>>()?;
    let event = events::change(&app, at.property_id, at.event_id, Durability::Soon, |event| {
        let now = app.clock.now();
        event.set_up(board, &asks, body.can_remove, now).map(Some).map_err(refused)
    })
    .await?;
    let view = look.view(&event);
    let first = asks.first().map(|ask| ask.replaces.unwrap_or(ask.new_id));
    Ok(Json(SubEventsAnswer {
        sub_event_id: first,
        sub_events: event.sub_events.iter().map(|sub| view.sub_event(sub)).collect(),
        client_visible_data: PackagesAndSummary {
            packages: view.packages(&event),
            summary: view.summary(&event, app.clock.now()),
        },
    }))
}

fn ask(sub: &SubEventBody, path: &str) -> Answer<SubEventAsk> {
    let name = |field: &str| format!("{path}.{field}");
    let details = &sub.details;
    if !details.addons.is_empty() {
        return Err(Problem::new(Code::Unacceptable).with_field(name("details.addons"), "are not sold with a space"));
    }
    let id = sub.id.as_deref().or(details.sub_event_id.as_deref()).filter(|id| !id.is_empty());
    let replaces = id.map(|id| id.parse().map_err(|_| Problem::field(name("id"), "is no id of a sub-event")));
    let text =
        |field: &str, text: &Option<String>, most| note(&name(&format!("details.{field}")), text.as_deref(), most);
    Ok(SubEventAsk {
        replaces: replaces.transpose()?,
        new_id: Uuid::new_v4(),
        span: span((&name("start_date"), &sub.start_date), (&name("end_date"), &sub.end_date))?,
        space: sub.space_id.clone(),
        price_plan: details.selected_space_price_plan_id.clone(),
        arrangement: details.space_arrangement_id.clone().filter(|code| !code.is_empty()),
        persons: details.number_of_persons,
        name: text("name", &details.name, 150)?,
        instructions: text("instructions", &details.instructions, 1000)?,
        remarks: text("remarks", &details.remarks, 1000)?,
    })
}
