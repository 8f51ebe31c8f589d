//! `POST .../package-selection/{session_id}`: what goes with the spaces (API-59).

use axum::Json;
use axum::extract::State;
use domain::event::PackageAsk;
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;

use super::{AtEvent, Look, note};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events::{self, refused};
use crate::extract::{Json as Body, Query};
use crate::wire::event::EventSummary;

/// So many of a package.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PackageBody {
    /// The page's own; nothing depends on it.
    pub id: Option<String>,
    #[schema(example = "DAY_DELEGATE")]
    pub package_id: String,
    /// Whose; the first one's when left out.
    pub sub_event_id: Option<String>,
    /// As the offer says it.
    #[schema(example = "PERSON")]
    pub package_price_plan_id: Option<String>,
    /// Those of the sub-event, which alone count.
    pub number_of_persons: Option<u16>,
    pub remarks: Option<String>,
    /// People, or packages, by the price plan.
    #[schema(minimum = 1, maximum = 999)]
    pub quantity: u16,
}

/// What the event costs now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SummaryAnswer {
    pub client_visible_data: EventSummary,
}

/// Choose packages
///
/// In the place of all that were chosen before; an empty list is none (EVENT-27).
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/package-selection/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out"), ("conversion_currency" = Option<String>, Query, example = "EUR")),
    request_body = Vec<PackageBody>, security(("booking_secret" = [])),
    responses((status = 200, body = SummaryAnswer),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "SPACE_MISSING; a package that cannot be had names its place, `[0].package_id`")))]
pub async fn post(
    State(app): State<App>,
    at: AtEvent,
    query: Query,
    Body(body): Body<Vec<PackageBody>>,
) -> Answer<Json<SummaryAnswer>> {
    let look = Look::of(&app, &at, &query).await?;
    let board = &look.property.board;
    let mut asks = Vec::with_capacity(body.len());
    for (place, package) in body.iter().enumerate() {
        let name = |field: &str| format!("[{place}].{field}");
        let sub_event = package.sub_event_id.as_deref().filter(|id| !id.is_empty()).map(str::parse).transpose();
        let offered = board.hotel().events.packages.iter().find(|offered| offered.code == package.package_id);
        let plan = package.package_price_plan_id.as_deref();
        if offered.is_some_and(|offered| plan.is_some_and(|plan| plan != offered.per.as_str())) {
            let field = name("package_price_plan_id");
            return Err(Problem::new(Code::Unacceptable).with_field(field, "is no price of this package"));
        }
        asks.push(PackageAsk {
            sub_event: sub_event.map_err(|_| Problem::field(name("sub_event_id"), "is no id of a sub-event"))?,
            package: package.package_id.clone(),
            quantity: package.quantity,
            remarks: note(&name("remarks"), package.remarks.as_deref(), 1000)?,
        });
    }
    let event = events::change(&app, at.property_id, at.event_id, Durability::Soon, |event| {
        event.choose_packages(board, &asks, app.clock.now()).map(Some).map_err(refused)
    })
    .await?;
    Ok(Json(SummaryAnswer { client_visible_data: look.view(&event).summary(&event, app.clock.now()) }))
}
