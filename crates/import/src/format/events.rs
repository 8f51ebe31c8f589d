//! `events.toml`: spaces for meetings and parties, and what goes with them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::hotel::PictureEntry;
use crate::mistake::Place;
use crate::values::{Amount, Code, FileName, Line, Percent, Words};

/// Spaces, what they cost, how they can be arranged, and packages.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "events.toml")]
pub(crate) struct EventsFile {
    /// Guests may guarantee an event with a card; a company with pays = true in companies.toml may always be named. Where
    /// there is such a company and no card, nobody else can book an event. Where there is neither, no guarantee is asked for.
    #[serde(default)]
    pub enable_card_capture: bool,
    /// Cancelling an event is free until the day that lies so many days before it begins, and costs cancel_percent from
    /// then on until the event begins. Always free when left out.
    #[schemars(range(max = 365))]
    pub cancel_until_days: Option<u16>,
    /// Of all that the event costs; the whole of it when left out. With cancel_until_days.
    pub cancel_percent: Option<Percent>,
    /// Kinds of event, in the order they are shown.
    #[serde(default)]
    pub event_types: Vec<NamedEntry>,
    /// Ways to set the chairs.
    #[serde(default)]
    pub arrangements: Vec<ArrangementEntry>,
    /// By what spaces are hired.
    #[serde(default)]
    pub price_plans: Vec<PricePlanEntry>,
    #[serde(default)]
    pub spaces: Vec<SpaceEntry>,
    /// What packages are made of.
    #[serde(default)]
    pub items: Vec<NamedEntry>,
    /// In the order they are shown.
    #[serde(default)]
    pub packages: Vec<EventPackageEntry>,
}

/// Something with only a name.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NamedEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
}

/// A way to set the chairs.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ArrangementEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub description: Words,
    /// A drawing in pictures/, seen from above.
    pub drawing: Option<FileName>,
}

/// By what a space is hired.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PricePlanEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub description: Words,
    /// The price is for so many minutes, and each part of them that is begun; for a day when left out.
    #[schemars(range(min = 15, max = 1440))]
    pub minutes: Option<u16>,
}

/// A room for events.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SpaceEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub description: Words,
    #[schemars(range(min = 1, max = 20000))]
    pub size_m2: Option<u16>,
    pub picture: Option<PictureEntry>,
    /// Kinds of event that it is let for; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub event_types: Vec<Code>,
    /// How many it seats, by arrangement: { THEATRE = 60, CLASSROOM = 30 }.
    #[schemars(inner(range(min = 1, max = 999)))]
    pub seats: BTreeMap<String, u16>,
    /// Minutes before an event in which it is prepared and nobody else has it.
    #[serde(default)]
    #[schemars(range(max = 720))]
    pub set_up_minutes: u16,
    /// Minutes after an event in which it is cleared and nobody else has it.
    #[serde(default)]
    #[schemars(range(max = 720))]
    pub tear_down_minutes: u16,
    /// What it costs, by price plan: { HOUR = 80.00, DAY = 450.00 }. A space without prices is not let.
    #[serde(default)]
    pub prices: BTreeMap<String, Amount>,
    /// Codes of percentages of kind TAX in taxes.toml that are taken on the hire.
    #[serde(default)]
    pub taxes: Vec<Code>,
    /// Codes of percentages of kind FEE in taxes.toml that are taken on the hire.
    #[serde(default)]
    pub fees: Vec<Code>,
}

/// Something that goes with a space.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct EventPackageEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    pub picture: Option<PictureEntry>,
    /// Codes of the items it is made of.
    #[serde(default)]
    pub items: Vec<Code>,
    /// For each person, or for each package.
    pub price: Amount,
    pub per: PackagePerName,
    /// Spaces that it is offered with; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub spaces: Vec<Code>,
    /// Kinds of event that it is offered for; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub event_types: Vec<Code>,
    /// Codes of percentages of kind TAX in taxes.toml that are taken on it.
    #[serde(default)]
    pub taxes: Vec<Code>,
    /// Codes of percentages of kind FEE in taxes.toml that are taken on it.
    #[serde(default)]
    pub fees: Vec<Code>,
}

/// What the number of a package counts: people, or the package itself.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum PackagePerName {
    Person,
    Event,
}
