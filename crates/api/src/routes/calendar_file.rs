//! `GET /public/properties/{p}/reports/calendar-file`: a stay, activity or event as an iCalendar event (RFC 5545).
//!
//! Check-in and check-out are written as UTC instants, so that every calendar shows them right whatever it knows of
//! time zones and however the clocks change between booking and stay.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use jiff::Timestamp;

use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::{Path, Query};
use crate::extras::calendar::entries;
use crate::letters::opened::{Opened, Paper, opened};
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::letters::{clock_time, span};
use crate::routes::policy_pages;

/// The stay for a calendar
///
/// Opens as the confirmation letter does. The event's UID is the reservation's for ever: a file that is taken again
/// replaces the event, and a cancelled stay is taken out.
#[utoipa::path(get, path = "/public/properties/{property_id}/reports/calendar-file", tag = "public",
    params(("property_id" = i64, Path), ("confirmation_no" = String, Query, example = "1HKQ2M4X7TB"), ("token" = String, Query),
        ("language" = Option<String>, Query, example = "ar_AE")),
    responses((status = 200, content((String = "text/calendar"))),
        (status = 400, content((ProblemBody = "application/problem+json"), (String = "text/html"))),
        (status = 404, content((ProblemBody = "application/problem+json"), (String = "text/html"))),
        (status = 410, content((ProblemBody = "application/problem+json"), (String = "text/html")))))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Response> {
    let file = file(&app, property_id, &query).await;
    policy_pages::of_paper(&app, property_id, &query, &headers, file).await
}

async fn file(app: &App, property_id: i64, query: &Query) -> Answer<Response> {
    let (language, now) = (query.text("language"), app.clock.now());
    let (file, number) = match opened(app, property_id, query).await? {
        Paper::Stay(stay) => (calendar([&*stay], language, now), stay.reservation.confirmation_no),
        Paper::Extra(property, extra) => {
            (file_of(entries(&property, &extra, language, now)), extra.confirmation_no().to_owned())
        }
    };
    // Numbers are letters and digits.
    let name = format!("attachment; filename=\"{number}.ics\"");
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8")),
        (CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(|_| Code::Internal)?),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, file.to_string()).into_response())
}

/// Stays, an event each: rooms of one booking too, since each can be changed and given back by itself.
pub fn calendar<'a>(stays: impl IntoIterator<Item = &'a Opened>, language: Option<&str>, now: Timestamp) -> Calendar {
    file_of(stays.into_iter().map(|stay| event(stay, language, now)))
}

/// A file with these entries.
pub fn file_of(entries: impl IntoIterator<Item = Event>) -> Calendar {
    let mut calendar = Calendar::empty();
    calendar.append_property(("VERSION", "2.0")).append_property(("PRODID", "-//Portico//Booking//EN"));
    calendar.append_property(("CALSCALE", "GREGORIAN"));
    for entry in entries {
        calendar.push(entry);
    }
    calendar.done()
}

fn event(opened: &Opened, language: Option<&str>, now: Timestamp) -> Event {
    let Opened { property, reservation, version, cancelled, .. } = opened;
    let hotel = property.board.hotel();
    let texts = Texts::new(hotel, language);
    let words = Words::of_language(texts.language());
    let (check_in, check_out) = span(reservation, &property.board);
    let clock = |text: &str| words.time(clock_time(text));
    let places = [
        ("number", &*words.left_to_right(&reservation.confirmation_no)),
        ("room", &*words.isolated(&texts.room(&reservation.agreed))),
        ("check_in", &*clock(&hotel.check_in_time)),
        ("check_out", &*clock(&hotel.check_out_time)),
    ];
    let description = [
        words.say("lbl_calendar_description", &places),
        words.typed(&reservation.guest.full_name()),
        words.left_to_right(&hotel.phone_no),
        hotel.email.clone(),
    ];
    let status = match (cancelled, opened.is_unpaid()) {
        (Some(_), _) => EventStatus::Cancelled,
        (None, true) => EventStatus::Tentative,
        (None, false) => EventStatus::Confirmed,
    };
    Event::with_uid(&format!("{}@portico", reservation.reservation_id))
        .timestamp(instant(now))
        .starts(instant(check_in))
        .ends(instant(check_out))
        .summary(&text(&words.say("lbl_calendar_summary", &[("hotel", &words.isolated(texts.name()))])))
        // As it is, for the programs that look it up.
        .location(&text(&[texts.name(), &texts.address(words.comma())].join(words.comma())))
        .description(&text(&description.join("\n")))
        .status(status)
        // A calendar keeps what has the higher number, whichever mail comes first.
        .sequence(u32::try_from(*version).unwrap_or(u32::MAX))
        .done()
}

/// A moment as the format has it.
pub fn instant(at: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp(at.as_second(), 0).unwrap_or(DateTime::UNIX_EPOCH)
}

/// Text for a value: line breaks are escaped by the writer, other control characters have no place in the format.
pub fn text(value: &str) -> String {
    value.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
