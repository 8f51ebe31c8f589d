//! The availability answer, for the contract. The answer itself is written by hand in `routes/rates.rs`; a test holds
//! the two together.

use domain::board::Board;
use domain::rooming;
use domain::split;
use domain::summary::PriceSummaryAmounts;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Prices;
use super::deal::{CompanyName, DiscountName, GroupBlock};
use super::package::{PackageChargeType, PackageDetails};
use crate::exchange::ConversionTerms;

/// Answer of the v3 availability call (API-13).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Availability {
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    /// Room types that can be had, in the hotel's order.
    pub rate_details: Vec<RoomOffer>,
    /// What cannot be sold, and why.
    pub unavailable: Vec<UnavailableRoom>,
    /// When nothing can be sold: the nearest stays that can.
    pub nearest_stays: Vec<NearestStay>,
    /// When nothing can be sold: the same stay in two rooms, one after the other.
    pub split_stay: Option<SplitStay>,
    /// When nothing can be sold: the same people in more rooms than were asked for.
    pub more_rooms: Option<Rooming>,
    /// All of the hotel; which can be had are those of `rate_details`.
    pub packages: Vec<PackageDetails>,
    pub rate_codes: Vec<RateCodeName>,
    #[schema(value_type = Vec<crate::routes::property::RoomTypeDetails>)]
    pub room_types: Vec<serde_json::Value>,
    pub room_type_amenity_groups: Vec<AmenityGroup>,
    pub bed_type_groups: Vec<BedType>,
    /// What the packages contain that can be had for this stay, for one room.
    pub package_charge_types: Vec<PackageChargeType>,
    pub group_block: GroupBlock,
    /// The promotion of `discount_id`; null unless the stay meets its conditions.
    pub discount: Option<DiscountName>,
    /// The company of `company_code`.
    pub company: Option<CompanyName>,
    pub guarantee_types: Vec<GuaranteeTypeName>,
    pub cancellation_policies: Vec<CancellationPolicyText>,
}

/// A room type on offer (DATA-05).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomOffer {
    pub room_type_id: String,
    pub room_type_name: String,
    pub room_type_code: String,
    pub room_id: Option<String>,
    pub room_unit_number: Option<String>,
    /// Rooms left for the whole stay.
    pub available: i32,
    pub rate_codes: Vec<RateCode>,
}

/// A rate of a room type (DATA-07). Amounts are for one room.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RateCode {
    pub id: String,
    pub code: String,
    pub name: String,
    pub display_code: String,
    pub additional_details: String,
    /// The package that this rate comes with; null is the plain rate.
    pub package_id: Option<String>,
    pub package_code: Option<String>,
    pub package_description: Option<String>,
    pub cancellation_policy_id: String,
    /// Booked with points, and by nobody else (ROOMS-23).
    pub points_eligible: bool,
    pub is_company_rate_code: bool,
    /// The first night's rate.
    pub rate_amount: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_rate_amount: Option<f64>,
    pub price_summary: PriceSummaryAmounts,
    pub guarantee_type_ids: Vec<String>,
    pub deposit_schedules: Vec<DepositDate>,
    pub price_details: Vec<NightPriceDetail>,
    #[schema(value_type = super::Cancellation)]
    pub cancellation: serde_json::Value,
    /// ROOM_ONLY, BREAKFAST, HALF_BOARD, FULL_BOARD or ALL_INCLUSIVE.
    pub meal: String,
}

/// A part of the price with its day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DepositDate {
    pub date: Date,
    pub amount: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
}

/// What a night costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NightPriceDetail {
    pub date: Date,
    /// The nightly rate and what its package has on that night, inclusive taxes contained.
    pub amount: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
}

/// A room type that cannot be sold, or not in every rate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct UnavailableRoom {
    pub room_type_id: String,
    /// These stand against every rate of the room.
    pub reasons: Vec<ReasonDetail>,
    pub rate_codes: Vec<UnavailableRate>,
}

/// A rate that cannot be sold.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct UnavailableRate {
    pub id: String,
    pub reasons: Vec<ReasonDetail>,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReasonDetail {
    #[schema(example = "MIN_STAY")]
    pub code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 3)]
    pub value: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
}

/// A stay near the asked one that can be booked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NearestStay {
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub nights: u16,
    /// Days between the asked and this arrival; negative is earlier.
    pub shift_days: i32,
    pub room_type_id: String,
    pub rate_code_id: String,
    /// For one room.
    pub total_amount_after_tax_and_fee: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount_after_tax_and_fee: Option<f64>,
}

/// A stay in two rooms, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SplitStay {
    /// Two of them, of different room types; the first ends when the second begins.
    pub parts: Vec<StayPart>,
    /// Both rooms together.
    pub total_amount_after_tax_and_fee: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount_after_tax_and_fee: Option<f64>,
}

/// One room of a stay in two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StayPart {
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub room_type_id: String,
    pub rate_code_id: String,
    pub total_amount_after_tax_and_fee: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount_after_tax_and_fee: Option<f64>,
}

/// Who of a group sleeps where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rooming {
    pub rooms: Vec<RoomedParty>,
    /// All rooms together.
    pub total_amount_after_tax_and_fee: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount_after_tax_and_fee: Option<f64>,
}

/// One room of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RoomedParty {
    pub room_type_id: String,
    pub rate_code_id: String,
    pub number_of_adults: u8,
    pub number_of_children: u8,
    pub children_ages: Vec<u8>,
    pub total_amount_after_tax_and_fee: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount_after_tax_and_fee: Option<f64>,
}

/// Code and name of a rate plan.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RateCodeName {
    pub id: String,
    pub code: String,
    pub name: String,
}

/// Amenities under one heading.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AmenityGroup {
    pub name: String,
    pub amenities: Vec<AmenityName>,
}

/// Something a room has.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AmenityName {
    pub code: String,
    pub name: String,
}

/// A kind of bed; the page names it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct BedType {
    pub code: String,
}

/// A guarantee type of the hotel (PAY-13).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct GuaranteeTypeName {
    pub id: String,
    pub code: String,
    pub name: String,
    pub description: String,
    pub payment_type_required: bool,
    pub instant_booking: bool,
}

/// A cancellation policy in the hotel's words.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CancellationPolicyText {
    pub id: String,
    pub code: String,
    pub description: String,
}

impl SplitStay {
    /// In the words of the API.
    pub fn new(board: &Board, parts: &[split::StayPart; 2], prices: &Prices<'_>) -> SplitStay {
        let totals = || parts.iter().map(|part| part.totals.grand_total());
        let told = parts.iter().map(|part| StayPart {
            check_in_date: part.stay.arrival(),
            check_out_date: part.stay.departure(),
            room_type_id: board.room(part.room).code.clone(),
            rate_code_id: board.plan(part.plan).code.clone(),
            total_amount_after_tax_and_fee: prices.decimal(part.totals.grand_total()),
            conversion_total_amount_after_tax_and_fee: prices.twin(part.totals.grand_total()),
        });
        SplitStay {
            parts: told.collect(),
            total_amount_after_tax_and_fee: prices.decimal(split::total(parts)),
            conversion_total_amount_after_tax_and_fee: prices.twin_of(totals()),
        }
    }
}

impl Rooming {
    /// In the words of the API.
    pub fn new(board: &Board, rooming: &rooming::Rooming, prices: &Prices<'_>) -> Rooming {
        let totals = rooming.rooms.iter().map(|room| room.totals.grand_total());
        let told = rooming.rooms.iter().map(|room| RoomedParty {
            room_type_id: board.room(room.room).code.clone(),
            rate_code_id: board.plan(room.plan).code.clone(),
            number_of_adults: room.party.adults(),
            number_of_children: room.party.children(),
            children_ages: room.party.child_ages().to_vec(),
            total_amount_after_tax_and_fee: prices.decimal(room.totals.grand_total()),
            conversion_total_amount_after_tax_and_fee: prices.twin(room.totals.grand_total()),
        });
        Rooming {
            rooms: told.collect(),
            total_amount_after_tax_and_fee: prices.decimal(rooming.grand_total()),
            conversion_total_amount_after_tax_and_fee: prices.twin_of(totals),
        }
    }
}
