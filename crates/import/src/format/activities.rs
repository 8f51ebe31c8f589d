//! `activities.toml`: what is done with guests.

use schemars::JsonSchema;
use serde::Deserialize;

use super::codes::DaysEntry;
use super::hotel::PictureEntry;
use super::restrictions::Weekday;
use crate::mistake::Place;
use crate::values::{Amount, Clock, Code, Line, Prose, Words};

/// Activities, in the order they are shown.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "activities.toml")]
pub(crate) struct ActivitiesFile {
    #[serde(default)]
    pub activities: Vec<ActivityEntry>,
}

/// Something that is done with guests, on some days at some times.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ActivityEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    /// One sentence for the list.
    pub description: Words,
    /// What guests read before they book; the page shows the description when it is left out.
    pub overview: Option<Prose>,
    /// The first one stands for it.
    #[serde(default)]
    pub pictures: Vec<PictureEntry>,
    /// For the people who are included, however few of them come. Taxes that are contained in it are those of kind TAX
    /// with inclusive = true.
    pub amount: Amount,
    /// Adults included in the amount.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 999))]
    pub adults_included: u16,
    /// Children included in the amount.
    #[serde(default)]
    #[schemars(range(max = 999))]
    pub children_included: u16,
    /// For each adult beyond those.
    pub extra_adult: Amount,
    /// For each child beyond those.
    pub extra_child: Amount,
    /// Codes of percentages of kind TAX in taxes.toml that are taken on it.
    #[serde(default)]
    pub taxes: Vec<Code>,
    /// Codes of percentages of kind FEE in taxes.toml that are taken on it.
    #[serde(default)]
    pub fees: Vec<Code>,
    /// Minutes before its beginning from which on it is booked no more.
    #[serde(default = "an_hour")]
    #[schemars(range(max = 43200))]
    pub cut_off_minutes: u16,
    /// When it takes place.
    #[schemars(length(min = 1))]
    pub times: Vec<TimeEntry>,
    /// Days on which it does not; without a year, those of every year.
    #[serde(default)]
    pub closed: Vec<DaysEntry>,
}

/// A time at which it takes place.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TimeEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// By the hotel's clocks.
    pub start: Clock,
    /// How long it lasts.
    #[schemars(range(min = 1, max = 1440))]
    pub minutes: u16,
    /// How many people can come.
    #[schemars(range(min = 1, max = 999))]
    pub capacity: u16,
    /// Every weekday when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub weekdays: Vec<Weekday>,
    /// Days on which it takes place, all when left out; without a year, those of every year.
    pub season: Option<DaysEntry>,
}

fn one() -> u16 {
    1
}

fn an_hour() -> u16 {
    60
}
