//! `packages.toml`: rates with something more in them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::codes::DaysEntry;
use super::hotel::PictureEntry;
use super::taxes::PerName;
use crate::mistake::Place;
use crate::values::{Amount, Code, Line, Words};

/// Packages, and what they are made of.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "packages.toml")]
pub(crate) struct PackagesFile {
    /// What packages contain, at a price of its own.
    #[serde(default)]
    pub charge_types: Vec<ChargeTypeEntry>,
    #[serde(default)]
    pub packages: Vec<PackageEntry>,
}

/// Something that packages contain. Guests see it on the bill with its price.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChargeTypeEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Unlike that of any tax or fee in taxes.toml.
    pub code: Code,
    pub name: Line,
    /// Taxes that are contained in it are those of kind TAX with inclusive = true.
    pub amount: Amount,
    pub per: PerName,
    /// Children up to this age have it free, where it is counted by person.
    #[schemars(range(max = 17))]
    pub exempt_up_to_age: Option<u8>,
    /// Codes of percentages of kind TAX in taxes.toml that are taken on it.
    #[serde(default)]
    pub taxes: Vec<Code>,
}

/// A package, offered beside the plain rate of each of its plans.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PackageEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub description: Words,
    pub cover_photo: Option<PictureEntry>,
    /// Plans that everybody can book.
    #[schemars(length(min = 1))]
    pub rate_plans: Vec<Code>,
    /// All that the plan is sold for when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub room_types: Vec<Code>,
    /// What it contains: codes of charge_types above.
    #[schemars(length(min = 1))]
    pub charge_types: Vec<Code>,
    /// Nights that a stay may have; without a year, those of every year.
    pub nights: Option<DaysEntry>,
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 365))]
    pub min_nights: u16,
}

fn one() -> u16 {
    1
}
