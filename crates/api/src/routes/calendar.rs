//! `GET .../calendar/lowest-rate-calendar`: the lowest price under each day, and which days can be arrived or left on.

use std::cell::RefCell;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use domain::calendar::{CalendarDay, CalendarFor, lowest_rates};
use domain::money::Currency;
use domain::stay::MAX_NIGHTS;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access;
use crate::app::App;
use crate::asked;
use crate::error::{Answer, Problem, ProblemBody};
use crate::exchange::{self, ConversionTerms, Exchange};
use crate::extract::{Path, Query};
use crate::wire::availability::ReasonDetail;
use crate::write::{amount, conversion, date, twin};

/// Longest range of one answer, in days.
const MAX_DAYS: i32 = 400;

/// The calendar (API-15).
#[derive(Debug, Serialize, ToSchema)]
pub struct LowestRates {
    pub currency: String,
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    /// One entry, as the documents have it.
    pub rate_details: Vec<LowestRateCodes>,
}

/// The one entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct LowestRateCodes {
    pub rate_codes: Vec<LowestPrices>,
}

/// One entry per day.
#[derive(Debug, Serialize, ToSchema)]
pub struct LowestPrices {
    pub price_details: Vec<Day>,
}

/// One day.
#[derive(Debug, Serialize, ToSchema)]
pub struct Day {
    pub date: Date,
    /// The lowest nightly rate; null when no room can be slept in that night. With `nights`: a night of the cheapest
    /// stay of that length that begins on that day, on average; null when none does.
    pub amount: Option<f64>,
    /// The same with every tax and fee of a stay of that one night, or of that length.
    pub total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total: Option<f64>,
    pub available: bool,
    /// Whether a stay can begin on that day.
    pub arrival: bool,
    /// Whether a stay can end on that day.
    pub departure: bool,
    /// The shortest stay that can begin on that day.
    pub min_stay: u16,
    pub max_stay: Option<u16>,
    pub reasons: Vec<ReasonDetail>,
}

/// Lowest prices by day
#[utoipa::path(get, path = "/v4/properties/{property_id}/calendar/lowest-rate-calendar", tag = "availability",
    params(("property_id" = i64, Path), ("start_date" = Date, Query, example = "2026-12-01"),
        ("end_date" = Date, Query, example = "2027-02-04", description = "exclusive"), ("number_of_persons" = Option<u8>, Query, description = "adults"),
        ("number_of_children" = Option<u8>, Query), ("children_ages" = Option<String>, Query, example = "7,9"),
        ("nights" = Option<u16>, Query, description = "prices are those of stays of this length"),
        ("conversion_currency" = Option<String>, Query),
        ("session_id" = Option<String>, Query, description = "with its secret: what this session holds, and a stay that it changes, counts as free for it")),
    responses((status = 200, body = LowestRates), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    let property = app.property(property_id).await?;
    let (start, end) = (query.date("start_date")?, query.date("end_date")?);
    let days = domain::stay::days_between(start, end);
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(Problem::field("end_date", format!("must lie 1 to {MAX_DAYS} days after start_date")));
    }
    let board = &property.board;
    let adults = query.number("number_of_persons", Some(1), 1, 99)?;
    let children = query.number("number_of_children", Some(0), 0, 16)?;
    let party = asked::party(board, ("number_of_persons", adults), children, &query.ages("children_ages")?)?;
    let nights = match query.text("nights") {
        Some(_) => Some(query.number("nights", None, 1, i64::from(MAX_NIGHTS))? as u16),
        None => None,
    };
    let exchange = exchange::asked(&app, board, &query).await?;
    let own = access::own(&app, &headers, &query, property_id).await.map_or_else(Vec::new, |own| own.holds(board));
    let now = app.clock.now();
    let body = DAYS.with_borrow_mut(|found| {
        match own.is_empty() {
            true => property.calendars.days(board, (start, end), (&party, nights), now, found),
            false => {
                lowest_rates(
                    board,
                    start,
                    end,
                    &CalendarFor { own: &own, ..CalendarFor::new(&party, nights) },
                    now,
                    found,
                );
            }
        }
        write(board.currency(), exchange.as_ref(), found)
    });
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body))
}

thread_local! {
    static DAYS: RefCell<Vec<CalendarDay>> = const { RefCell::new(Vec::new()) };
}

fn write(currency: &Currency, exchange: Option<&Exchange>, days: &[CalendarDay]) -> Vec<u8> {
    let mut out = Vec::with_capacity(128 + 160 * days.len());
    out.extend_from_slice(b"{\"currency\":\"");
    out.extend_from_slice(currency.code.as_bytes());
    out.extend_from_slice(b"\",\"conversion\":");
    conversion(&mut out, exchange);
    out.extend_from_slice(b",\"rate_details\":[{\"rate_codes\":[{\"price_details\":[");
    for (at, day) in days.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        out.extend_from_slice(b"{\"date\":");
        date(&mut out, day.date);
        out.extend_from_slice(b",\"amount\":");
        money(&mut out, currency, day.amount);
        out.extend_from_slice(b",\"total\":");
        money(&mut out, currency, day.total);
        twin(&mut out, b",\"conversion_amount\":", exchange, day.amount);
        twin(&mut out, b",\"conversion_total\":", exchange, day.total);
        flag(&mut out, b",\"available\":", day.available);
        flag(&mut out, b",\"arrival\":", day.arrival);
        flag(&mut out, b",\"departure\":", day.departure);
        out.extend_from_slice(b",\"min_stay\":");
        number(&mut out, Some(day.min_stay));
        out.extend_from_slice(b",\"max_stay\":");
        number(&mut out, day.max_stay);
        out.extend_from_slice(b",\"reasons\":[");
        for (at, reason) in day.reasons.iter().enumerate() {
            out.extend_from_slice(if at > 0 { b",{\"code\":\"" } else { b"{\"code\":\"" });
            out.extend_from_slice(reason.as_str().as_bytes());
            out.extend_from_slice(b"\"}");
        }
        out.extend_from_slice(b"]}");
    }
    out.extend_from_slice(b"]}]}]}");
    out
}

fn money(out: &mut Vec<u8>, currency: &Currency, minor: Option<i64>) {
    match minor {
        Some(minor) => amount(out, currency, minor),
        None => out.extend_from_slice(b"null"),
    }
}

fn flag(out: &mut Vec<u8>, name: &[u8], value: bool) {
    out.extend_from_slice(name);
    out.extend_from_slice(if value { b"true" } else { b"false" });
}

fn number(out: &mut Vec<u8>, value: Option<u16>) {
    match value {
        Some(value) => out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
        None => out.extend_from_slice(b"null"),
    }
}
