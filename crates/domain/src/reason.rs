//! Why something is not on offer, in a form that pages can put into words of their own language.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A kind of reason. On a room type it stands for all its rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[repr(u8)]
pub enum ReasonCode {
    /// No room of the type is left in the night of `date`.
    SoldOut,
    /// The rate is not sold in the night of `date`.
    StopSell,
    /// A stay that touches `date` must have `value` nights or more.
    MinStay,
    /// A stay that touches `date` must have `value` nights or fewer.
    MaxStay,
    /// Nobody arrives on `date` at this rate.
    ClosedToArrival,
    /// Nobody leaves on `date` at this rate.
    ClosedToDeparture,
    /// The rate is sold from `value` days before arrival on, which is later than today.
    TooEarly,
    /// The rate is sold until `value` days before arrival, which is past.
    TooLate,
    /// The room holds `value` people.
    PartyTooLarge,
    /// The room holds `value` adults.
    TooManyAdults,
    /// The room holds `value` children.
    TooManyChildren,
    /// The rate has no price for the night of `date`.
    NoPrice,
    /// The night of `date` is past or not yet on sale.
    BeyondCalendar,
    /// `value` rooms are left where more are asked for.
    FewerRoomsLeft,
    /// The night of `date` is not one of the group's, or the room type is not in its block.
    NotInBlock,
}

impl ReasonCode {
    /// Every code, in the order of declaration.
    pub const ALL: [ReasonCode; 15] = [
        ReasonCode::SoldOut,
        ReasonCode::StopSell,
        ReasonCode::MinStay,
        ReasonCode::MaxStay,
        ReasonCode::ClosedToArrival,
        ReasonCode::ClosedToDeparture,
        ReasonCode::TooEarly,
        ReasonCode::TooLate,
        ReasonCode::PartyTooLarge,
        ReasonCode::TooManyAdults,
        ReasonCode::TooManyChildren,
        ReasonCode::NoPrice,
        ReasonCode::BeyondCalendar,
        ReasonCode::FewerRoomsLeft,
        ReasonCode::NotInBlock,
    ];

    /// As the API writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            ReasonCode::SoldOut => "SOLD_OUT",
            ReasonCode::StopSell => "STOP_SELL",
            ReasonCode::MinStay => "MIN_STAY",
            ReasonCode::MaxStay => "MAX_STAY",
            ReasonCode::ClosedToArrival => "CLOSED_TO_ARRIVAL",
            ReasonCode::ClosedToDeparture => "CLOSED_TO_DEPARTURE",
            ReasonCode::TooEarly => "TOO_EARLY",
            ReasonCode::TooLate => "TOO_LATE",
            ReasonCode::PartyTooLarge => "PARTY_TOO_LARGE",
            ReasonCode::TooManyAdults => "TOO_MANY_ADULTS",
            ReasonCode::TooManyChildren => "TOO_MANY_CHILDREN",
            ReasonCode::NoPrice => "NO_PRICE",
            ReasonCode::BeyondCalendar => "BEYOND_CALENDAR",
            ReasonCode::FewerRoomsLeft => "FEWER_ROOMS_LEFT",
            ReasonCode::NotInBlock => "NOT_IN_BLOCK",
        }
    }
}

/// One reason, with the number and the day it speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub struct Reason {
    /// Which kind.
    pub code: ReasonCode,
    /// Nights, days, people or rooms, as [`ReasonCode`] says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<u16>,
    /// Hotel-local.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<Date>,
}

impl Reason {
    /// A reason that speaks of a day.
    pub const fn on(code: ReasonCode, date: Date) -> Reason {
        Reason { code, value: None, date: Some(date) }
    }

    /// A reason that speaks of a number.
    pub const fn with(code: ReasonCode, value: u16) -> Reason {
        Reason { code, value: Some(value), date: None }
    }

    /// A reason that speaks of both.
    pub const fn with_on(code: ReasonCode, value: u16, date: Date) -> Reason {
        Reason { code, value: Some(value), date: Some(date) }
    }
}

/// A set of [`ReasonCode`]s in two bytes, for the days of a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReasonSet(u16);

impl ReasonSet {
    /// Adds a code, once.
    pub fn insert(&mut self, code: ReasonCode) {
        self.0 |= 1 << code as u8;
    }

    /// Whether the code was added.
    pub fn contains(self, code: ReasonCode) -> bool {
        self.0 & 1 << code as u8 != 0
    }

    /// Whether none was added.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of declaration.
    pub fn iter(self) -> impl Iterator<Item = ReasonCode> {
        ReasonCode::ALL.into_iter().filter(move |&code| self.contains(code))
    }
}
