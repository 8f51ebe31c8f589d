//! An extra for calendars (RFC 5545), with the UID of its booking for ever: a file that is taken again replaces what a
//! calendar has, and one that was given back is taken out.

use icalendar::{Component, Event, EventLike, EventStatus};
use jiff::Timestamp;

use super::Extra;
use crate::boards::Property;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::routes::calendar_file::{instant, text};

/// One entry for an activity, one for each part of an event.
pub fn entries(property: &Property, extra: &Extra, language: Option<&str>, now: Timestamp) -> Vec<Event> {
    let texts = Texts::new(property.board.hotel(), language);
    let words = Words::of_language(texts.language());
    let id = extra.booking_id();
    match extra {
        Extra::Activity(booking) => {
            let agreed = &booking.agreed;
            let name = texts.field("ACTIVITY", &agreed.instance.code, "name", &agreed.name);
            vec![entry(
                extra,
                (&texts, &words),
                &id.to_string(),
                &words.isolated(name),
                (agreed.starts_at, agreed.ends_at),
                now,
            )]
        }
        Extra::Event(event) => {
            let named = event.contact.as_ref().map_or("", |contact| contact.event_name.as_str());
            let part = |sub: &domain::event::SubEvent| {
                let title = [words.typed(named), words.isolated(texts.space(sub))].join(words.comma());
                let uid = format!("{id}.{}", sub.sub_event_id);
                entry(extra, (&texts, &words), &uid, &title, (sub.span.from(), sub.span.to()), now)
            };
            event.sub_events.iter().map(part).collect()
        }
    }
}

fn entry(
    extra: &Extra,
    (texts, words): (&Texts<'_>, &Words),
    uid: &str,
    title: &str,
    (from, to): (Timestamp, Timestamp),
    now: Timestamp,
) -> Event {
    let hotel = texts.hotel;
    let number = words.say("lbl_extra_calendar_number", &[("number", &words.left_to_right(extra.confirmation_no()))]);
    let guest = extra.told().guest.map(domain::guest::Guest::full_name).unwrap_or_default();
    let description = [number, words.typed(&guest), words.left_to_right(&hotel.phone_no), hotel.email.clone()];
    let cancelled = extra.cancelled_at().is_some();
    Event::with_uid(&format!("{uid}@portico"))
        .timestamp(instant(now))
        .starts(instant(from))
        .ends(instant(to))
        .summary(&text(&[title, &words.isolated(texts.name())].join(words.comma())))
        .location(&text(&[texts.name(), &texts.address(words.comma())].join(words.comma())))
        .description(&text(&description.join("\n")))
        .status(if cancelled { EventStatus::Cancelled } else { EventStatus::Confirmed })
        .sequence(u32::from(cancelled))
        .done()
}
