//! `addons.toml`: what guests take beside the room.

use schemars::JsonSchema;
use serde::Deserialize;

use super::codes::DaysEntry;
use super::hotel::PictureEntry;
use super::taxes::PerName;
use crate::mistake::Place;
use crate::values::{Amount, Code, Line, Words};

/// Add-ons, in the order they are shown.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "addons.toml")]
pub(crate) struct AddonsFile {
    #[serde(default)]
    pub addons: Vec<AddonEntry>,
}

/// Something that guests take beside the room, or that everybody pays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AddonEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Unlike that of any tax or fee in taxes.toml and of what packages contain.
    pub code: Code,
    pub name: Line,
    pub description: Words,
    /// Heading it is listed under.
    pub group: Line,
    /// What its drawing shows, where it has no picture.
    #[serde(default = "gift")]
    pub icon: IconName,
    pub picture: Option<PictureEntry>,
    /// Taxes that are contained in it are those of kind TAX with inclusive = true.
    pub amount: Amount,
    /// STAY is once.
    pub per: PerName,
    /// To which day it belongs, with per = STAY or PERSON; the day of arrival when left out.
    pub day: Option<DayName>,
    /// Children up to this age have it free, where it is counted by person.
    #[schemars(range(max = 17))]
    pub exempt_up_to_age: Option<u8>,
    /// Codes of percentages of kind TAX in taxes.toml that are taken on it.
    #[serde(default)]
    pub taxes: Vec<Code>,
    /// In every price: everybody pays it, and nobody chooses it.
    #[serde(default)]
    pub mandatory: bool,
    /// How many a guest can take at once; 99 when left out.
    #[schemars(range(min = 1, max = 99))]
    pub max_quantity: Option<u16>,
    /// How many there are on one day: places for people with per = PERSON or PERSON_NIGHT, where whoever is charged takes
    /// one, else pieces. As many as are asked for when left out.
    #[schemars(range(min = 1, max = 9999))]
    pub per_day: Option<u16>,
    /// Plans that it is offered with; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub rate_plans: Vec<Code>,
    /// Room types that it is offered with; all when left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub room_types: Vec<Code>,
    /// Days on which it can be had; without a year, those of every year.
    pub season: Option<DaysEntry>,
    /// Of the stay.
    #[schemars(range(min = 1, max = 365))]
    pub min_nights: Option<u16>,
}

/// To which day of a stay it belongs: CHOSEN lets guests say on which days they want it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum DayName {
    Arrival,
    Departure,
    Chosen,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum IconName {
    Food,
    Drink,
    Car,
    Transfer,
    Clock,
    Spa,
    Outdoor,
    Bed,
    Pet,
    Gift,
}

fn gift() -> IconName {
    IconName::Gift
}
