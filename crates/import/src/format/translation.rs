//! `translations/ar_AE.toml`: the texts of the other files in another language.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::{Line, Prose, Words};

/// The texts of the hotel in another language. What is left out is shown in the first language.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "translations/*.toml")]
#[serde(default)]
pub(crate) struct TranslationFile {
    pub hotel: HotelTexts,
    /// By code, as are the following.
    pub room_types: BTreeMap<String, RoomTexts>,
    pub rate_plans: BTreeMap<String, NamedTexts>,
    pub charges: BTreeMap<String, NameText>,
    pub cancellation_policies: BTreeMap<String, DescriptionText>,
    pub guarantee_types: BTreeMap<String, NamedTexts>,
    pub amenities: BTreeMap<String, AmenityTexts>,
    pub discounts: BTreeMap<String, DiscountTexts>,
    pub companies: BTreeMap<String, NameText>,
    pub groups: BTreeMap<String, NameText>,
    pub packages: BTreeMap<String, NamedTexts>,
    /// Of packages.toml.
    pub charge_types: BTreeMap<String, NameText>,
    pub addons: BTreeMap<String, AddonTexts>,
    pub activities: BTreeMap<String, ActivityTexts>,
    /// Of events.toml, as are the five that follow.
    pub event_types: BTreeMap<String, NameText>,
    pub arrangements: BTreeMap<String, NamedTexts>,
    pub price_plans: BTreeMap<String, NamedTexts>,
    pub spaces: BTreeMap<String, NamedTexts>,
    pub event_items: BTreeMap<String, NameText>,
    pub event_packages: BTreeMap<String, NameText>,
    /// What a picture shows, by file name.
    pub pictures: BTreeMap<String, Line>,
}

/// Texts of hotel.toml.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct HotelTexts {
    pub name: Option<Line>,
    pub tagline: Option<Line>,
    pub address: Option<Line>,
    pub city: Option<Line>,
    pub state: Option<Line>,
    pub additional_details: Option<Prose>,
    pub pet_policy: Option<Prose>,
    pub guarantee_policy: Option<Prose>,
    pub refund_policy: Option<Prose>,
    pub cancellation_policy: Option<Prose>,
}

/// Texts of a room type.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RoomTexts {
    pub name: Option<Line>,
    pub description: Option<Words>,
    pub additional_details: Option<Prose>,
    pub view: Option<Line>,
}

/// Texts of something with a name and a description.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct NamedTexts {
    pub name: Option<Line>,
    pub description: Option<Words>,
}

/// Texts of an add-on.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct AddonTexts {
    pub name: Option<Line>,
    pub description: Option<Words>,
    /// The heading; of the first add-on under it.
    pub group: Option<Line>,
}

/// Texts of an activity.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ActivityTexts {
    pub name: Option<Line>,
    pub description: Option<Words>,
    pub overview: Option<Prose>,
}

/// Text of something with only a name.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct NameText {
    pub name: Option<Line>,
}

/// Text of a cancellation policy.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct DescriptionText {
    pub description: Option<Words>,
}

/// Texts of a promotion.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct DiscountTexts {
    pub name: Option<Line>,
    pub restriction: Option<Words>,
}

/// Texts of an amenity.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct AmenityTexts {
    pub name: Option<Line>,
    pub group: Option<Line>,
}
