//! Travel transport: a hotel car that fetches guests, and one that brings them away (TRANS-01 to TRANS-08).

use jiff::civil::{Date, Time, time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::guest::{CARD_NUMBER, FieldError, NOT_VALID, TOO_LONG, holds_card_number, plain_text};

/// The first time that can be asked for (TRANS-05).
pub const FIRST_TIME: Time = time(8, 30, 0, 0);
/// The last one.
pub const LAST_TIME: Time = time(18, 30, 0, 0);
/// From one time to the next, in minutes.
pub const STEP_MINUTES: i8 = 15;
/// Longest details, in characters.
pub const MAX_DETAILS: usize = 1000;

/// A date is missing (TRANS-03).
pub const PICK_A_DATE: &str = "Please pick a date";
/// A time is missing.
pub const PICK_A_TIME: &str = "Please pick a time";

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub enum Way {
    /// To the hotel.
    #[serde(rename = "Guest Pick-Up")]
    PickUp,
    /// Away from it.
    #[serde(rename = "Guest Drop-Off")]
    DropOff,
}

impl Way {
    /// The `title` of an entry (TRANS-02).
    pub fn title(self) -> &'static str {
        match self {
            Way::PickUp => "Guest Pick-Up",
            Way::DropOff => "Guest Drop-Off",
        }
    }
}

/// An entry as it comes in: anything goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransportInput {
    /// See [`Way::title`].
    pub title: String,
    /// Flight, train, how many bags.
    pub body: Option<String>,
    /// `YYYY-MM-DD`.
    pub start_date: Option<String>,
    /// `HH:MM`.
    pub time: Option<String>,
}

/// A ride that the hotel was asked for; only [`Transport::check`] makes one from what was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Transport {
    /// Which way.
    pub title: Way,
    /// What the driver should know; plain text, lines kept.
    pub body: Option<String>,
    /// By the hotel's calendar.
    #[schema(value_type = String, format = "date", example = "2026-12-12")]
    pub start_date: Date,
    /// By the hotel's clocks, hours and minutes.
    #[serde(with = "hours_and_minutes")]
    #[schema(value_type = String, example = "14:15")]
    pub time: Time,
}

impl Transport {
    /// The ride, or every field that is wrong. `first` and `last` are the days on which a car can be asked for, both
    /// inclusive: check-in and check-out (TRANS-04).
    pub fn check(input: &TransportInput, first: Date, last: Date) -> Result<Transport, Vec<FieldError>> {
        let title = match input.title.as_str() {
            "Guest Pick-Up" => Ok(Way::PickUp),
            "Guest Drop-Off" => Ok(Way::DropOff),
            _ => Err(FieldError::new("title", "expected Guest Pick-Up or Guest Drop-Off")),
        };
        let start_date = match given(input.start_date.as_ref()) {
            None => Err(FieldError::new("start_date", PICK_A_DATE)),
            Some(text) => match text.parse::<Date>() {
                Ok(date) if text.len() == 10 && (first..=last).contains(&date) => Ok(date),
                _ => Err(FieldError::new("start_date", format!("expected a day from {first} to {last}"))),
            },
        };
        let time = match given(input.time.as_ref()) {
            None => Err(FieldError::new("time", PICK_A_TIME)),
            Some(text) => read_time(text)
                .ok_or_else(|| FieldError::new("time", "expected a time from 08:30 to 18:30 in steps of 15 minutes")),
        };
        let body = details(input.body.as_ref());
        match (title, body, start_date, time) {
            (Ok(title), Ok(body), Ok(start_date), Ok(time)) => Ok(Transport { title, body, start_date, time }),
            (title, body, start_date, time) => {
                let errors = [title.err(), body.err(), start_date.err(), time.err()];
                Err(errors.into_iter().flatten().collect())
            }
        }
    }
}

fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// `HH:MM` among the times that a car drives at.
fn read_time(text: &str) -> Option<Time> {
    let time = Time::strptime("%H:%M", text).ok().filter(|_| text.len() == 5)?;
    let drives = (FIRST_TIME..=LAST_TIME).contains(&time) && time.minute() % STEP_MINUTES == 0;
    drives.then_some(time)
}

fn details(text: Option<&String>) -> Result<Option<String>, FieldError> {
    let Some(text) = text.map(|text| text.replace("\r\n", "\n").trim().to_owned()) else { return Ok(None) };
    if text.chars().count() > MAX_DETAILS {
        return Err(FieldError::new("body", TOO_LONG));
    }
    if !plain_text(&text) {
        return Err(FieldError::new("body", NOT_VALID));
    }
    if holds_card_number(&text) {
        return Err(FieldError::new("body", CARD_NUMBER));
    }
    Ok(Some(text).filter(|text| !text.is_empty()))
}

mod hours_and_minutes {
    use jiff::civil::Time;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(time: &Time, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&time.strftime("%H:%M"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Time, D::Error> {
        Time::strptime("%H:%M", String::deserialize(from)?).map_err(D::Error::custom)
    }
}
