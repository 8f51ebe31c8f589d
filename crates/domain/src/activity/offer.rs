//! What a hotel does with guests, in the form in which its files describe it.

use serde::{Deserialize, Serialize};

use crate::hotel::{Code, Days, Picture};

/// Something that is done with guests, at one or several times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Activity {
    /// Its own, among the activities.
    pub code: Code,
    /// In the hotel's own language, as all texts here.
    pub name: String,
    /// One sentence for the list.
    pub description: String,
    /// What guests read before they book: cleaned HTML; empty where the description says it all.
    pub overview: String,
    /// The first one stands for it.
    pub pictures: Vec<Picture>,
    /// What a party pays.
    pub price: ActivityPrice,
    /// Percentage taxes that are taken on it.
    pub taxes: Vec<Code>,
    /// Percentage fees that are taken on it.
    pub fees: Vec<Code>,
    /// Minutes before its beginning from which on it is booked no more.
    pub cut_off_minutes: u16,
    /// When it takes place.
    pub times: Vec<ActivityTime>,
    /// Days on which it does not.
    pub closed: Vec<Days>,
}

/// What a party pays, in minor units, inclusive taxes contained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivityPrice {
    /// For the people who are included, however few of them come.
    pub base: i64,
    /// Adults included.
    pub adults: u16,
    /// Children included.
    pub children: u16,
    /// For each adult beyond those.
    pub extra_adult: i64,
    /// For each child beyond those.
    pub extra_child: i64,
}

/// A time at which it takes place, on some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivityTime {
    /// Days; empty is all of them.
    pub seasons: Vec<Days>,
    /// Monday first.
    pub weekdays: [bool; 7],
    /// Minute of the day at which it begins, by the hotel's clocks.
    pub start_minute: u16,
    /// How long it lasts.
    pub minutes: u16,
    /// How many people can come.
    pub capacity: u16,
}
