//! The files of a hotel as serde types: the parser, the JSON Schemas and the recipe all follow from these.
//!
//! Each table carries the [`Place`](crate::mistake::Place) it was read from under the key `@`, which no file can hold.

pub(crate) mod activities;
pub(crate) mod addons;
pub(crate) mod codes;
pub(crate) mod hotel;
pub(crate) mod members;
pub(crate) mod packages;
pub(crate) mod policies;
pub(crate) mod rates;
pub(crate) mod restrictions;
pub(crate) mod rooms;
pub(crate) mod taxes;
pub(crate) mod translation;

pub(crate) use activities::ActivitiesFile;
pub(crate) use addons::AddonsFile;
pub(crate) use codes::{CompaniesFile, DiscountsFile, GroupsFile};
pub(crate) use hotel::HotelFile;
pub(crate) use members::MembersFile;
pub(crate) use packages::PackagesFile;
pub(crate) use policies::PoliciesFile;
pub(crate) use rates::RatesFile;
pub(crate) use restrictions::RestrictionsFile;
pub(crate) use rooms::RoomsFile;
pub(crate) use taxes::TaxesFile;
pub(crate) use translation::TranslationFile;

/// For `#[serde(default = "yes")]`.
pub(crate) fn yes() -> bool {
    true
}
