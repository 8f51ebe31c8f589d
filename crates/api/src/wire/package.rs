//! Packages as answers show them (DATA-08).

use domain::board::{Board, PackageId};
use domain::folio::{self, FolioCharge};
use domain::hotel::{Hotel, Package};
use domain::party::Party;
use domain::stay::Stay;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Prices;
use crate::routes::media_address;

/// A rate with something more in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PackageDetails {
    #[schema(example = "STEAM")]
    pub id: String,
    pub code: String,
    pub name: String,
    pub description: String,
    pub cover_photo: Option<String>,
    /// What it shows.
    pub cover_photo_alt: Option<String>,
    /// The same picture at 800 px width.
    pub cover_photo_small: Option<String>,
    /// The rates it comes with.
    pub package_rate_codes: Vec<PackageRateCode>,
}

/// A rate of a package.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PackageRateCode {
    #[schema(example = "BREAKFAST")]
    pub rate_code_id: String,
}

/// Something that a package contains, with what it costs in the stay asked for, in one room (PRICE-07).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PackageChargeType {
    #[schema(example = "FONDUE")]
    pub id: String,
    pub code: String,
    pub name: String,
    /// The package that contains it.
    pub package_id: String,
    /// Empty where it costs these guests nothing.
    pub charges: Vec<PackageCharge>,
}

/// What it costs on one day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PackageCharge {
    pub date: Date,
    /// As asked, inclusive taxes contained.
    pub amount: f64,
    /// `amount` and the taxes on top of it.
    pub net_value: f64,
    pub net_value_excl_taxes: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_net_value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_net_value_excl_taxes: Option<f64>,
}

impl PackageDetails {
    /// In the hotel's own language.
    pub fn new(hotel: &Hotel, package: &Package) -> PackageDetails {
        let photo = package.cover_photo.as_ref();
        let address = |name: &String| media_address(hotel.property_id, name);
        PackageDetails {
            id: package.code.clone(),
            code: package.code.clone(),
            name: package.name.clone(),
            description: package.description.clone(),
            cover_photo: photo.map(|photo| address(&photo.name)),
            cover_photo_alt: photo.map(|photo| photo.alt.clone()),
            cover_photo_small: photo.and_then(|photo| photo.small.as_ref()).map(address),
            package_rate_codes: package
                .rate_plans
                .iter()
                .map(|code| PackageRateCode { rate_code_id: code.clone() })
                .collect(),
        }
    }
}

impl PackageChargeType {
    /// Everything that a package contains.
    pub fn all(
        board: &Board,
        package: PackageId,
        stay: &Stay,
        party: &Party,
        prices: &Prices,
    ) -> Vec<PackageChargeType> {
        let (hotel, described) = (board.hotel(), board.package(package));
        let charged = folio::content(board, package, stay, party);
        let of = |code: &String| {
            let content = hotel.charge_types.iter().find(|content| content.code == *code)?;
            let charges = charged.iter().filter(|charge| charge.charge_type_code == *code);
            Some(PackageChargeType {
                id: code.clone(),
                code: code.clone(),
                name: content.name.clone(),
                package_id: described.code.clone(),
                charges: charges.map(|charge| PackageCharge::new(charge, prices)).collect(),
            })
        };
        described.charge_types.iter().filter_map(of).collect()
    }
}

impl PackageCharge {
    fn new(charge: &FolioCharge, prices: &Prices) -> PackageCharge {
        PackageCharge {
            date: charge.date,
            amount: prices.decimal(charge.amount),
            net_value: prices.decimal(charge.net_value),
            net_value_excl_taxes: prices.decimal(charge.net_value_excl_taxes),
            conversion_amount: prices.twin(charge.amount),
            conversion_net_value: prices.twin(charge.net_value),
            conversion_net_value_excl_taxes: prices.twin(charge.net_value_excl_taxes),
        }
    }
}
