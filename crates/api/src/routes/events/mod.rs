//! Events: a space for a time, packages, somebody who answers for it, a guarantee; one file for each call (API-54 to
//! API-64).

pub mod basic_data;
pub mod confirm;
pub mod contact;
pub mod guarantee;
pub mod list;
pub mod new_event;
pub mod packages;
pub mod read;
pub mod search_company;
pub mod sub_events;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::event::EventBooking;
use domain::event::span::{SpanError, TimeSpan};
use domain::guest::{CARD_NUMBER, holds_card_number, plain_text};
use domain::money::Currency;
use jiff::Timestamp;
use uuid::Uuid;

use crate::access::Allowed;
use crate::app::App;
use crate::boards::Property;
use crate::error::{Answer, Code, Problem};
use crate::exchange::{self, Exchange};
use crate::extract::{Path, Query};
use crate::letters::texts::Texts;
use crate::routes::booking::id;
use crate::wire::Prices;
use crate::wire::event::EventView;

/// An event of an address and the right to touch it, asked for before a body is read: whoever shows the secret that its
/// creation answered, as for a batch of rooms.
pub struct AtEvent {
    pub property_id: i64,
    pub event_id: Uuid,
}

impl FromRequestParts<App> for AtEvent {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<AtEvent> {
        let Allowed(event_id) = Allowed::from_request_parts(parts, app).await?;
        let Path((property_id, named, _session)) =
            Path::<(i64, String, String)>::from_request_parts(parts, app).await?;
        match id(&named)? == event_id {
            true => Ok(AtEvent { property_id, event_id }),
            false => Err(Code::BatchUnknown.into()),
        }
    }
}

/// The hotel of a call, and how its guest looks at it: the language and the currency of the address.
pub(crate) struct Look {
    pub property: Arc<Property>,
    exchange: Option<Exchange>,
    language: Option<String>,
}

impl Look {
    pub async fn of(app: &App, at: &AtEvent, query: &Query) -> Answer<Look> {
        let property = app.property(at.property_id).await?;
        let exchange = exchange::asked(app, &property.board, query).await?;
        Ok(Look { property, exchange, language: query.text("language_code").map(str::to_owned) })
    }

    /// How its answer about an event looks. One that was booked in another currency than the hotel has now keeps it, and
    /// nothing is converted from that.
    pub fn view(&self, event: &EventBooking) -> EventView<'_> {
        let board = &self.property.board;
        let texts = Texts::new(board.hotel(), self.language.as_deref());
        let currency = Currency::of(&event.currency).unwrap_or(board.currency());
        let exchange = self.exchange.as_ref().filter(|_| currency == board.currency());
        EventView { board, texts, prices: Prices::new(currency, exchange) }
    }
}

/// A time from the names of its two instants.
pub(crate) fn span((from_name, from): (&str, &str), (to_name, to): (&str, &str)) -> Answer<TimeSpan> {
    let instant = |name: &str, text: &str| {
        let read: Result<Timestamp, _> = text.parse();
        read.map_err(|_| Problem::field(name, "expected an instant such as 2026-12-12T13:00:00Z"))
    };
    let (from, to) = (instant(from_name, from)?, instant(to_name, to)?);
    TimeSpan::new(from, to).map_err(|error| {
        let name = match error {
            SpanError::NotOnQuarter if TimeSpan::new(from, from) == Err(SpanError::NotOnQuarter) => from_name,
            _ => to_name,
        };
        Problem::new(Code::Unacceptable).with_field(name, error.to_string())
    })
}

/// What a guest wrote, trimmed; nothing when it is empty.
pub(crate) fn note(name: &str, text: Option<&str>, most: usize) -> Answer<Option<String>> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    match text {
        Some(text) if text.chars().count() > most || !plain_text(text) => Err(Problem::new(Code::Unacceptable)
            .with_field(name, format!("expected plain text of {most} characters at most"))),
        Some(text) if holds_card_number(text) => Err(Problem::new(Code::Unacceptable).with_field(name, CARD_NUMBER)),
        text => Ok(text.map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_plain_text_without_the_number_of_a_card() {
        assert!(matches!(note("remarks", Some(" At noon "), 1000), Ok(Some(text)) if text == "At noon"));
        for text in ["x\u{7}", "VISA 4242 4242 4242 4242"] {
            assert!(note("remarks", Some(text), 1000).is_err(), "{text}");
        }
    }
}
