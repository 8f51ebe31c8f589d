//! The calendar file: right instants, one event, names that stay names.

use icalendar::{Calendar, CalendarComponent, CalendarDateTime, Component, DatePerhapsTime, Event, EventLike};
use jiff::SignedDuration;
use serde_json::json;

use crate::house::{Booked, House, PDF, choice, guest, siobhan};

/// The calendar file and its one event.
pub async fn event(house: &House, booked: &Booked) -> (String, Event) {
    let answer = house.get(booked.calendar(), "*/*").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
    let text = answer.text();
    let calendar: Calendar = text.parse().expect("an iCalendar file");
    let events: Vec<Event> = calendar
        .components
        .into_iter()
        .filter_map(|part| match part {
            CalendarComponent::Event(event) => Some(event),
            _ => None,
        })
        .collect();
    assert_eq!(events.len(), 1, "{text}");
    (text, events.into_iter().next().expect("one"))
}

fn instant(at: Option<DatePerhapsTime>) -> String {
    match at {
        Some(DatePerhapsTime::DateTime(CalendarDateTime::Utc(at))) => at.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        other => panic!("{other:?} is no instant"),
    }
}

#[tokio::test]
async fn the_calendar_file_has_the_right_instants_across_a_change_of_clocks() {
    let house = House::new("harbour-house", |_| ()).await;
    // New York's clocks go forward on 14 March 2027.
    let booked = house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2027-03-13", "2027-03-15"), siobhan()).await;
    let (text, first) = event(&house, &booked).await;
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"));
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    // 15:00 and 11:00 on the hotel's clocks.
    assert_eq!(instant(first.get_start()), "2027-03-13T20:00:00Z");
    assert_eq!(instant(first.get_end()), "2027-03-15T15:00:00Z");
    let said = |text: Option<&str>| text.unwrap_or_default().to_owned();
    assert!(said(first.get_summary()).contains("Harbour House"));
    assert!(said(first.get_location()).contains("14 Quay Street, Old Harbour"));
    assert!(said(first.get_description()).contains(&booked.reservation.confirmation_no));
    // Taken again later it is the same event.
    house.clock.pass(SignedDuration::from_hours(5));
    assert_eq!(event(&house, &booked).await.1.get_uid(), first.get_uid());
}

#[tokio::test]
async fn the_hotels_names_keep_their_side_in_an_entry_that_is_read_from_the_right() {
    let house = House::new("dar-al-noor", |bundle| bundle.hotel.translations.clear()).await;
    let booked = house.book_one(choice("SEA_KING", "FLEX", "2026-12-12", "2026-12-15"), siobhan()).await;
    let answer = house.get(&format!("{}&language=ar_AE", booked.calendar()), "*/*").await;
    let text = answer.text().replace("\r\n ", "");
    let room = booked.room["room_type_name"].as_str().expect("a name");
    assert!(text.contains(&format!("\u{2068}{room}\u{2069}")), "{text}");
    assert!(text.contains(&format!("\u{2066}{}\u{2069}", booked.reservation.confirmation_no)), "{text}");
    // A telephone number would begin with its last digits, and a guest's name end in its first sign.
    assert!(
        text.contains("\\n\u{2068}Siobhán Ní Bhriain-O’Shea\u{2069}\\n\u{2066}+971 4 555 0199\u{2069}\\n"),
        "{text}"
    );
}

#[tokio::test]
async fn a_hostile_name_stays_a_name() {
    let house = House::new("harbour-house", |_| ()).await;
    // Signs that mean something in a page or a calendar, and that names have.
    let name = guest("Tom&lt (Tom)", "Smith, Jones & Sons/Co.");
    let remarks =
        json!({"defined_guarantee_type_id": "HOLD_18", "remarks": "<img src=x onerror=alert(1)>\nA quiet room"});
    let booked =
        house.book(1, choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), name, remarks).await.remove(0);
    let html = house.get(&booked.letter(""), "text/html").await.text();
    assert!(html.contains("Tom&amp;lt (Tom)") && !html.contains("Tom&lt"), "{html}");
    assert!(!html.contains("<img src=x") && html.contains("A quiet room"), "{html}");
    assert_eq!(house.get(&booked.letter(""), PDF).await.status, 200);
    let (text, event) = event(&house, &booked).await;
    assert_eq!(text.matches("\r\nEND:VEVENT").count(), 1, "{text}");
    assert!(!text.contains("\r\nBEGIN:VALARM"));
    assert!(event.get_description().unwrap_or_default().contains("Smith, Jones & Sons/Co."), "{text}");
}
