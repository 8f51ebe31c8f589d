//! `GET .../web/activities/calendar`: what takes place on some days, and how many places are left (API-65).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::activity::times::{InstanceId, on};
use jiff::civil::Date;
use store::activities;

use super::held;
use crate::activity_bookings::left_of;
use crate::app::App;
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{Path, Query};
use crate::wire::activity::{ActivityCalendar, ActivityDay, ActivityInstance, ActivityTemplate};

/// More days at once are refused.
const MAX_DAYS: usize = 92;

/// Activities by day
///
/// From one day to another, both inclusive, 92 at most. What can no longer be booked is left out; what is full has no
/// capacity left. With `session_id` and its secret the places that this booking holds count as free for it. `from_total` and
/// a party's price come from the same walk over taxes and fees as every bill.
#[utoipa::path(get, path = "/v4/properties/{property_id}/web/activities/calendar", tag = "activities",
    params(("property_id" = i64, Path), ("from" = Date, Query, example = "2026-12-12"), ("to" = Option<Date>, Query, description = "the same day when left out", example = "2026-12-12"),
        ("session_id" = Option<String>, Query, description = "with its secret")),
    responses((status = 200, body = ActivityCalendar), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<ActivityCalendar>> {
    let from = query.date("from")?;
    let to = if query.text("to").is_some() { query.date("to")? } else { from };
    let days: Vec<Date> =
        from.series(jiff::Span::new().days(1)).take_while(|day| *day <= to).take(MAX_DAYS + 1).collect();
    if !(1..=MAX_DAYS).contains(&days.len()) {
        return Err(Problem::field("to", format!("must lie between 0 and {} days after from", MAX_DAYS - 1)));
    }
    let property = app.property(property_id).await?;
    let (board, now) = (&property.board, app.clock.now());
    let taken = activities::taken(&app.db, property_id, from, to).await?;
    let taken: HashMap<InstanceId, i64> = taken.into_iter().collect();
    let held = held(&app, &headers, &query, &property).await;
    let day = |date: Date| ActivityDay {
        date,
        activities: on(board.hotel(), date)
            .iter()
            .filter(|instance| instance.is_open(board.time_zone(), now))
            .map(|instance| {
                let id = instance.id();
                let taken = taken.get(&id).copied().unwrap_or(0);
                let own = held.as_ref().filter(|(own, _)| *own == id).map_or(0, |(_, places)| *places);
                ActivityInstance::new(board, instance, left_of(instance.time.capacity, taken, own))
            })
            .collect(),
    };
    let templates = board.hotel().activities.iter().map(|activity| ActivityTemplate::new(property_id, activity));
    Ok(Json(ActivityCalendar {
        currency: board.currency().code.to_owned(),
        activity_templates: templates.collect(),
        dates: days.into_iter().map(day).collect(),
    }))
}
