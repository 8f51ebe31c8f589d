//! `restrictions.toml`: which stays may not begin, end or be sold.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::mistake::Place;
use crate::values::{Code, Day, Line};

/// Rules about stays.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "restrictions.toml")]
pub(crate) struct RestrictionsFile {
    #[serde(default)]
    pub restrictions: Vec<RestrictionEntry>,
}

/// A rule for some nights, rooms and plans. Where several meet, the strictest counts.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RestrictionEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// For those who read the file.
    #[allow(dead_code)]
    pub name: Option<Line>,
    /// Codes of seasons; every night when neither these nor dates are given.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub seasons: Vec<Code>,
    /// First night.
    pub from: Option<Day>,
    /// Last night.
    pub to: Option<Day>,
    /// Every weekday when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub weekdays: Vec<Weekday>,
    /// Every room type when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub room_types: Vec<Code>,
    /// Every plan when left out; a plan derived from one of these follows too.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub rate_plans: Vec<Code>,
    /// Shortest stay that may begin on such a day, in nights.
    #[schemars(range(min = 1))]
    pub min_stay_arrival: Option<u8>,
    /// Longest stay that may begin on such a day, in nights.
    #[schemars(range(min = 1))]
    pub max_stay_arrival: Option<u8>,
    /// Shortest stay that may sleep in such a night.
    #[schemars(range(min = 1))]
    pub min_stay_through: Option<u8>,
    /// Longest stay that may sleep in such a night.
    #[schemars(range(min = 1))]
    pub max_stay_through: Option<u8>,
    #[serde(default)]
    pub closed_to_arrival: bool,
    #[serde(default)]
    pub closed_to_departure: bool,
    /// Nothing is sold.
    #[serde(default)]
    pub stop_sell: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Weekday {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

impl Weekday {
    pub(crate) fn is(self, date: jiff::civil::Date) -> bool {
        let day = match self {
            Self::Mon => jiff::civil::Weekday::Monday,
            Self::Tue => jiff::civil::Weekday::Tuesday,
            Self::Wed => jiff::civil::Weekday::Wednesday,
            Self::Thu => jiff::civil::Weekday::Thursday,
            Self::Fri => jiff::civil::Weekday::Friday,
            Self::Sat => jiff::civil::Weekday::Saturday,
            Self::Sun => jiff::civil::Weekday::Sunday,
        };
        date.weekday() == day
    }
}
