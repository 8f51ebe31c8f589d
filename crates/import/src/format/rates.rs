//! `rates.toml`: seasons, rate plans, and what a night costs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::policies::PenaltyEntry;
use crate::mistake::Place;
use crate::values::{Amount, Code, Day, Line, SignedAmount, SignedPercent, Words};

/// Seasons, rate plans and prices.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "rates.toml")]
pub(crate) struct RatesFile {
    /// How many nights are sold, counted from the day of the import: only the next import moves them on. Guests look no
    /// further ahead than `max_los` and one day.
    #[serde(default = "five_hundred")]
    #[schemars(range(min = 1, max = 1100))]
    pub days: u16,
    /// Every night that is sold lies in one season. A season of certain years goes before one of every year.
    #[schemars(length(min = 1))]
    pub seasons: Vec<SeasonEntry>,
    #[schemars(length(min = 1))]
    pub rate_plans: Vec<PlanEntry>,
    /// What a night costs, for the plans that are not derived from another.
    #[schemars(length(min = 1))]
    pub prices: Vec<PriceEntry>,
}

fn five_hundred() -> u16 {
    500
}

/// A part of the year. The same code may stand several times, for a season in several parts.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SeasonEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    /// For those who read the file.
    #[allow(dead_code)]
    pub name: Option<Line>,
    /// First night.
    pub from: Day,
    /// Last night.
    pub to: Day,
    /// Nobody stays: no prices are needed.
    #[serde(default)]
    pub closed: bool,
}

/// A price with its conditions.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PlanEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub description: Option<Words>,
    #[serde(default)]
    pub meal: MealName,
    /// Code in policies.toml.
    pub cancellation_policy: Code,
    /// Codes in policies.toml.
    #[serde(default)]
    pub guarantee_types: Vec<Code>,
    #[serde(default)]
    pub deposits: Vec<DepositEntry>,
    /// Shortest time between booking and arrival, in days.
    #[schemars(range(max = 1100))]
    pub min_advance_days: Option<u16>,
    /// Longest time between booking and arrival, in days.
    #[schemars(range(max = 1100))]
    pub max_advance_days: Option<u16>,
    /// Room types it is sold for; all that it has prices for when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub room_types: Vec<Code>,
    /// Plan whose price is changed by `change`; without it, the plan has prices of its own below.
    pub derived_from: Option<Code>,
    pub change: Option<ChangeEntry>,
    /// Sold to nobody but the companies and groups that name it.
    #[serde(default)]
    pub code_only: bool,
    /// What a night costs in points: only members who book with points see the plan.
    #[schemars(range(min = 1, max = 10000000))]
    pub points_per_night: Option<u32>,
    /// Into how many equal parts the points of a stay can be divided: 4 lets members pay a quarter, half, three quarters
    /// or all of it with points. 4 when left out.
    #[schemars(range(min = 1, max = 20))]
    pub points_steps: Option<u8>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum MealName {
    #[default]
    RoomOnly,
    Breakfast,
    HalfBoard,
    FullBoard,
    AllInclusive,
}

/// One of: a percentage, an amount a night, or an amount a night for each person.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChangeEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Such as -12 for twelve percent off.
    pub percent: Option<SignedPercent>,
    /// For each night.
    pub amount: Option<SignedAmount>,
    /// For each adult and night.
    pub adult: Option<SignedAmount>,
    /// For each child and night, one amount for each of the child bands.
    #[serde(default)]
    pub child: Vec<SignedAmount>,
}

/// A part of the price that is paid before the stay.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DepositEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Due so many days before arrival; at booking when left out.
    #[schemars(range(max = 1100))]
    pub days_before: Option<u16>,
    #[serde(flatten)]
    pub amount: PenaltyEntry,
}

/// What a night costs in one plan, for one or several room types.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PriceEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub rate_plan: Code,
    #[schemars(length(min = 1))]
    pub room_types: Vec<Code>,
    #[serde(flatten)]
    pub party: PartyPrice,
    /// Price by season code.
    pub seasons: BTreeMap<String, SeasonPrice>,
}

/// What the number of people changes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct PartyPrice {
    /// Adults that `price` is for; two when left out.
    #[schemars(range(min = 1, max = 50))]
    pub included: Option<u8>,
    /// How much less one adult alone pays.
    pub single_less: Option<Amount>,
    /// For each adult more than `included`.
    pub extra_adult: Option<Amount>,
    /// For each child, one amount for each of the child bands; a child in the place of an adult who is included and does
    /// not come costs nothing beside `price`, where that is less.
    pub child: Option<Vec<Amount>>,
}

/// What a night costs in one season; a weekday that is named has a price of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SeasonPrice {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub price: Amount,
    pub mon: Option<Amount>,
    pub tue: Option<Amount>,
    pub wed: Option<Amount>,
    pub thu: Option<Amount>,
    pub fri: Option<Amount>,
    pub sat: Option<Amount>,
    pub sun: Option<Amount>,
    #[serde(flatten)]
    pub party: PartyPrice,
}
