//! The time of an event: from one instant to a later one, in whole quarters of an hour.
//!
//! Every offset from UTC that any place has is a multiple of a quarter of an hour. So quarters counted from 1970 in UTC
//! are quarters on the hotel's own clock too, on days when that clock is turned as well, and two events overlap exactly
//! when they have a quarter in common.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

/// Seconds of a quarter of an hour.
const QUARTER: i64 = 900;

/// The longest event: a day, also one of 25 hours.
const MAX_QUARTERS: i64 = 100;

/// From an instant to a later one, both on a quarter of an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Instants", into = "Instants")]
pub struct TimeSpan {
    from: i64,
    to: i64,
}

/// How a time is written down.
#[derive(Serialize, Deserialize)]
struct Instants {
    from: Timestamp,
    to: Timestamp,
}

/// Why two instants are no time for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpanError {
    /// Seven past eight.
    #[error("an event begins and ends on a quarter of an hour")]
    NotOnQuarter,
    /// No time at all.
    #[error("an event ends after it has begun")]
    EndNotAfterStart,
    /// Several days are several events.
    #[error("an event lasts 25 hours at most")]
    TooLong,
}

impl TimeSpan {
    /// From one instant to a later one.
    ///
    /// # Errors
    /// When they are not on a quarter, not in order, or too far apart.
    pub fn new(from: Timestamp, to: Timestamp) -> Result<TimeSpan, SpanError> {
        let quarter = |at: Timestamp| {
            let whole = at.subsec_nanosecond() == 0 && at.as_second().rem_euclid(QUARTER) == 0;
            whole.then(|| at.as_second().div_euclid(QUARTER)).ok_or(SpanError::NotOnQuarter)
        };
        let (from, to) = (quarter(from)?, quarter(to)?);
        match to - from {
            ..=0 => Err(SpanError::EndNotAfterStart),
            1..=MAX_QUARTERS => Ok(TimeSpan { from, to }),
            _ => Err(SpanError::TooLong),
        }
    }

    /// When it begins.
    pub fn from(&self) -> Timestamp {
        instant(self.from)
    }

    /// When it ends.
    pub fn to(&self) -> Timestamp {
        instant(self.to)
    }

    /// Whether they have a moment in common; one that begins as the other ends has none.
    pub fn overlaps(&self, other: &TimeSpan) -> bool {
        self.from < other.to && other.from < self.to
    }

    /// How long it lasts, by a clock that nobody turns.
    pub fn minutes(&self) -> u16 {
        u16::try_from((self.to - self.from) * QUARTER / 60).unwrap_or(u16::MAX)
    }

    /// How many days it is charged as: one for each time that it passes the hour at which it began, by the hotel's clock.
    /// A party from the evening to two in the morning is one day, and so is a whole day on which the clock is turned.
    pub fn days(&self, zone: &TimeZone) -> u16 {
        let (begins, ends) = (self.from().to_zoned(zone.clone()), self.to());
        let passed =
            (1..).find(|days: &i32| begins.checked_add((*days).days()).is_ok_and(|day| day.timestamp() >= ends));
        passed.and_then(|days| u16::try_from(days).ok()).unwrap_or(1)
    }

    /// Its quarters, counted from 1970, with so many minutes before and after it; a quarter that is begun counts whole.
    pub fn quarters(&self, before: u16, after: u16) -> std::ops::Range<i64> {
        let whole = |minutes: u16| (i64::from(minutes) * 60 + QUARTER - 1).div_euclid(QUARTER);
        self.from - whole(before)..self.to + whole(after)
    }
}

fn instant(quarter: i64) -> Timestamp {
    Timestamp::from_second(quarter * QUARTER).unwrap_or(Timestamp::MAX)
}

impl TryFrom<Instants> for TimeSpan {
    type Error = SpanError;

    fn try_from(written: Instants) -> Result<TimeSpan, SpanError> {
        TimeSpan::new(written.from, written.to)
    }
}

impl From<TimeSpan> for Instants {
    fn from(span: TimeSpan) -> Instants {
        Instants { from: span.from(), to: span.to() }
    }
}
