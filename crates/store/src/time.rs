//! The edge where the domain's dates become the driver's.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use jiff::Timestamp;
use jiff::civil::Date;

/// A civil date for a DATE column.
pub(crate) fn to_day(date: Date) -> NaiveDate {
    NaiveDate::from_ymd_opt(date.year().into(), date.month() as u32, date.day() as u32).unwrap_or(NaiveDate::MIN)
}

/// A civil date from a DATE column.
pub(crate) fn from_day(day: NaiveDate) -> Date {
    let year = i16::try_from(day.year()).unwrap_or(i16::MAX);
    Date::new(year, day.month() as i8, day.day() as i8).unwrap_or(Date::MAX)
}

/// An instant in whole seconds for a TIMESTAMPTZ column.
pub(crate) fn to_instant(at: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp(at.as_second(), 0).unwrap_or(DateTime::<Utc>::MIN_UTC)
}

/// An instant from a TIMESTAMPTZ column.
pub(crate) fn from_instant(at: DateTime<Utc>) -> Timestamp {
    Timestamp::from_second(at.timestamp()).unwrap_or(Timestamp::MIN)
}
