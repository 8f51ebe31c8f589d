//! `taxes.toml`: taxes and mandatory fees.

use schemars::JsonSchema;
use serde::Deserialize;

use super::yes;
use crate::mistake::Place;
use crate::values::{Amount, Code, Line, Percent};

/// Taxes and mandatory fees, in the order they are shown.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "taxes.toml")]
pub(crate) struct TaxesFile {
    #[serde(default)]
    pub charges: Vec<ChargeEntry>,
}

/// A tax or a mandatory fee: `percent`, or `amount` with `per`, or `tiers` by the price of the night.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChargeEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub kind: Kind,
    /// Of the price of a night. Contained in it: 7 of a price of 107 is 7. Added to it (a tax that is not contained, or a
    /// fee): of what is left of the price without the taxes that it contains.
    pub percent: Option<Percent>,
    pub amount: Option<Amount>,
    pub per: Option<PerName>,
    /// In the place of percent or amount: by the price of the night, each tier up to where the next begins.
    #[serde(default)]
    pub tiers: Vec<TierEntry>,
    /// Contained in the price already (only for a percentage of kind TAX).
    #[serde(default)]
    pub inclusive: bool,
    /// Whether every room is charged with it. A tax that is not is taken on fees, packages, add-ons, activities or events
    /// that name it, a fee on events or activities; it is a percentage then, of a fee one without tiers.
    #[serde(default = "yes")]
    pub on_room: bool,
    /// Codes of the fees that this tax is taken on as well.
    #[serde(default)]
    pub on_fees: Vec<Code>,
    /// Taken for the first so many nights of a stay.
    #[schemars(range(min = 1, max = 365))]
    pub max_nights: Option<u16>,
    /// Children up to this age (inclusive) are not counted. From 18 on everybody counts as an adult.
    #[schemars(range(max = 17))]
    pub exempt_up_to_age: Option<u8>,
    /// The law or ordinance it rests on, for those who read the file.
    pub basis: Option<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Kind {
    Tax,
    Fee,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum PerName {
    Night,
    Stay,
    Person,
    PersonNight,
}

/// From this price of a night on: either a percentage or an amount.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TierEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Price of the night; the first tier starts at 0.
    pub from: Amount,
    pub percent: Option<Percent>,
    pub amount: Option<Amount>,
}
