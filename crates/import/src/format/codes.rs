//! `discounts.toml`, `companies.toml` and `groups.toml`: what guests open with a code.

use schemars::JsonSchema;
use serde::Deserialize;

use super::restrictions::Weekday;
use crate::mistake::Place;
use crate::values::{Amount, Code, Country, Day, Line, Percent, TypedCode, Words};

/// Promotions that a code opens.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "discounts.toml")]
pub(crate) struct DiscountsFile {
    #[serde(default)]
    pub discounts: Vec<DiscountEntry>,
}

/// A promotion. Its conditions are those of the whole stay.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DiscountEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// What guests type.
    pub code: TypedCode,
    pub name: Line,
    #[serde(flatten)]
    pub off: OffEntry,
    /// Off the whole stay, shared among its nights.
    pub amount_per_stay: Option<Amount>,
    /// Plans that become cheaper; all that everybody can book when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub rate_plans: Vec<Code>,
    /// Room types that become cheaper; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub room_types: Vec<Code>,
    /// Days on which it can be booked; without a year, the next ones after the import.
    pub booked: Option<DaysEntry>,
    /// Nights that a stay may have; without a year, the next ones after the import.
    pub nights: Option<DaysEntry>,
    /// Weekdays of the nights that a stay may have; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub weekdays: Vec<Weekday>,
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 365))]
    pub min_nights: u16,
    /// Rooms booked together.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 6))]
    pub min_rooms: u16,
    /// What a guest reads whose stay does not meet the conditions.
    pub restriction: Option<Words>,
}

fn one() -> u16 {
    1
}

/// One of: a percentage, or an amount a night.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct OffEntry {
    /// Off each night.
    pub percent: Option<Percent>,
    /// Off each night.
    pub amount_per_night: Option<Amount>,
}

/// First and last day.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DaysEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub from: Day,
    pub to: Day,
}

/// Companies whose people stay at terms of their own.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "companies.toml")]
pub(crate) struct CompaniesFile {
    #[serde(default)]
    pub companies: Vec<CompanyEntry>,
}

/// A company.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CompanyEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// What its people type.
    pub code: TypedCode,
    pub name: Line,
    /// Whether it may be chosen to pay: then the guest pays nothing and gives no guarantee.
    #[serde(default)]
    pub pays: bool,
    /// Negotiated plans: they have `code_only = true` in rates.toml.
    #[serde(default)]
    pub rate_plans: Vec<Code>,
    /// Off the plans that everybody can book.
    #[serde(flatten)]
    pub off: OffEntry,
    /// Where its bills go: guests who name the company for an event see it.
    pub address: Option<Line>,
    pub city: Option<Line>,
    pub state: Option<Line>,
    pub country: Option<Country>,
    pub postal: Option<Line>,
}

/// Blocks of rooms that are kept for groups.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "groups.toml")]
pub(crate) struct GroupsFile {
    #[serde(default)]
    pub groups: Vec<GroupEntry>,
}

/// A group with its block.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GroupEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// What its people type.
    pub code: TypedCode,
    pub name: Line,
    /// Price and conditions. With `code_only = true` in rates.toml nobody else sees it.
    pub rate_plan: Code,
    /// First and last night of the block; without a year, the next ones after the import.
    pub nights: DaysEntry,
    /// So many days before the first night the block ends: its free rooms are sold to everybody from the next day on.
    #[schemars(range(max = 1100))]
    pub cut_off_days: u16,
    #[schemars(length(min = 1))]
    pub rooms: Vec<GroupRoomEntry>,
}

/// Rooms of one type in a block.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GroupRoomEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub room_type: Code,
    /// Kept in every night of the block.
    #[schemars(range(min = 1, max = 10000))]
    pub count: Option<u16>,
    /// Kept in each night of the block, one number for each.
    #[serde(default)]
    #[schemars(inner(range(max = 10000)))]
    pub count_by_night: Vec<u16>,
    /// They are not among the rooms in rooms.toml but come on top of them.
    #[serde(default)]
    pub besides_the_house: bool,
    /// A night, whoever sleeps there; the plan's price when left out.
    pub price: Option<Amount>,
}
