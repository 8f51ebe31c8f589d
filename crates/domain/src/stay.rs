//! A stay: whole nights between two hotel-local days.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Longer stays are refused before any rule of a hotel is looked at.
pub const MAX_NIGHTS: u16 = 730;

/// One night or more: arrival on one day, departure on a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Days", into = "Days")]
pub struct Stay {
    arrival: Date,
    nights: u16,
}

/// How a stay is written down.
#[derive(Serialize, Deserialize)]
struct Days {
    arrival: Date,
    departure: Date,
}

/// Why two days are no stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StayError {
    /// Not one night.
    #[error("the departure must be after the arrival")]
    DepartureNotAfterArrival,
    /// More than [`MAX_NIGHTS`], or beyond the end of the calendar.
    #[error("a stay has at most {MAX_NIGHTS} nights")]
    TooLong,
}

impl Stay {
    /// From the day of arrival to the day of departure, which is not slept in.
    pub fn new(arrival: Date, departure: Date) -> Result<Stay, StayError> {
        let nights = days_between(arrival, departure);
        if nights < 1 {
            return Err(StayError::DepartureNotAfterArrival);
        }
        match u16::try_from(nights) {
            Ok(nights) if nights <= MAX_NIGHTS => Ok(Stay { arrival, nights }),
            _ => Err(StayError::TooLong),
        }
    }

    /// So many nights from a day on.
    pub fn of_nights(arrival: Date, nights: u16) -> Result<Stay, StayError> {
        let departure = add_days(arrival, i32::from(nights)).ok_or(StayError::TooLong)?;
        Stay::new(arrival, departure)
    }

    /// The day of the first night.
    pub fn arrival(&self) -> Date {
        self.arrival
    }

    /// The day after the last night.
    pub fn departure(&self) -> Date {
        add_days(self.arrival, i32::from(self.nights)).unwrap_or(Date::MAX)
    }

    /// How many nights, 1 or more.
    pub fn nights(&self) -> u16 {
        self.nights
    }

    /// The nights, each by the day it begins on.
    pub fn dates(&self) -> impl ExactSizeIterator<Item = Date> + use<> {
        let stay = *self;
        (0..self.nights).map(move |number| stay.night(number))
    }

    /// The day on which the night of that number, from 0, begins.
    pub fn night(&self, number: u16) -> Date {
        add_days(self.arrival, i32::from(number)).unwrap_or(Date::MAX)
    }

    /// Whether a night of this stay begins on that day.
    pub fn contains(&self, night: Date) -> bool {
        (0..i32::from(self.nights)).contains(&days_between(self.arrival, night))
    }
}

/// Days from one date to another; negative when the other is earlier.
pub fn days_between(from: Date, to: Date) -> i32 {
    (to.duration_since(from).as_hours() / 24) as i32
}

/// A date so many days later; `None` beyond the calendar.
pub fn add_days(date: Date, days: i32) -> Option<Date> {
    date.checked_add(jiff::SignedDuration::from_hours(i64::from(days) * 24)).ok()
}

impl TryFrom<Days> for Stay {
    type Error = StayError;

    fn try_from(days: Days) -> Result<Stay, StayError> {
        Stay::new(days.arrival, days.departure)
    }
}

impl From<Stay> for Days {
    fn from(stay: Stay) -> Days {
        Days { arrival: stay.arrival, departure: stay.departure() }
    }
}
