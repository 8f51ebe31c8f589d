//! The availability answer, for the contract. The answer itself is written by hand in `routes/rates.rs`; a test holds
//! the two together.

use domain::board::{Board, PlanId, RoomId};
use domain::booking::Choice;
use domain::hotel::Hotel;
use domain::offer::{Offer, Offers, Query};
use domain::policy::{self, Moment, at_least};
use domain::summary::PriceSummaryAmounts;
use domain::{nearest, rooming, split};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::deal::{CompanyName, DiscountName, GroupBlock};
use super::package::{PackageChargeType, PackageDetails};
use super::{Cancellation, Prices};
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
    #[schema(value_type = Cancellation)]
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
    /// What cancelling it costs. For one room.
    #[schema(value_type = Cancellation)]
    pub cancellation: serde_json::Value,
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
    /// What cancelling it costs. For one room.
    #[schema(value_type = Cancellation)]
    pub cancellation: serde_json::Value,
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
    /// What cancelling it costs. For one room.
    #[schema(value_type = Cancellation)]
    pub cancellation: serde_json::Value,
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CancellationPolicyText {
    pub id: String,
    pub code: String,
    pub description: String,
}

impl CancellationPolicyText {
    /// That by which a choice was agreed; `None` where the hotel has it no more, or where no policy says what it costs.
    pub fn of(hotel: &Hotel, choice: &Choice) -> Option<CancellationPolicyText> {
        let code = choice.cancellation_policy.clone()?;
        let policy = hotel.cancellation_policies.iter().find(|policy| policy.code == code)?;
        Some(CancellationPolicyText { id: code.clone(), code, description: policy.description.clone() })
    }
}

/// What is found in place of, or beside, what was asked for, in the words of the API.
pub struct Found<'a> {
    pub board: &'a Board,
    /// What was asked.
    pub query: &'a Query<'a>,
    pub prices: Prices<'a>,
    pub now: Timestamp,
    /// What cancelling costs at least, in minor units; 0 for a stay that is booked anew.
    pub owed: i64,
}

impl Found<'_> {
    /// A stay near the asked one.
    pub fn nearest(&self, near: &nearest::NearestStay) -> NearestStay {
        let total = near.totals.grand_total();
        NearestStay {
            check_in_date: near.stay.arrival(),
            check_out_date: near.stay.departure(),
            nights: near.stay.nights(),
            shift_days: near.shift_days,
            room_type_id: self.board.room(near.room).code.clone(),
            rate_code_id: self.board.plan(near.plan).code.clone(),
            total_amount_after_tax_and_fee: self.prices.decimal(total),
            conversion_total_amount_after_tax_and_fee: self.prices.twin(total),
            cancellation: self.cancellation(&Query { stay: near.stay, ..*self.query }, near.room, near.plan),
        }
    }

    /// The stay in two rooms.
    pub fn split(&self, parts: &[split::StayPart; 2]) -> SplitStay {
        let told = parts.iter().map(|part| StayPart {
            check_in_date: part.stay.arrival(),
            check_out_date: part.stay.departure(),
            room_type_id: self.board.room(part.room).code.clone(),
            rate_code_id: self.board.plan(part.plan).code.clone(),
            total_amount_after_tax_and_fee: self.prices.decimal(part.totals.grand_total()),
            conversion_total_amount_after_tax_and_fee: self.prices.twin(part.totals.grand_total()),
            cancellation: self.cancellation(&Query { stay: part.stay, ..*self.query }, part.room, part.plan),
        });
        SplitStay {
            parts: told.collect(),
            total_amount_after_tax_and_fee: self.prices.decimal(split::total(parts)),
            conversion_total_amount_after_tax_and_fee: self
                .prices
                .twin_of(parts.iter().map(|part| part.totals.grand_total())),
        }
    }

    /// Rooms for a group.
    pub fn rooming(&self, rooming: &rooming::Rooming) -> Rooming {
        let told = rooming.rooms.iter().map(|room| RoomedParty {
            room_type_id: self.board.room(room.room).code.clone(),
            rate_code_id: self.board.plan(room.plan).code.clone(),
            number_of_adults: room.party.adults(),
            number_of_children: room.party.children(),
            children_ages: room.party.child_ages().to_vec(),
            total_amount_after_tax_and_fee: self.prices.decimal(room.totals.grand_total()),
            conversion_total_amount_after_tax_and_fee: self.prices.twin(room.totals.grand_total()),
            cancellation: self.cancellation(
                &Query { party: room.party, rooms: 1, ..*self.query },
                room.room,
                room.plan,
            ),
        });
        Rooming {
            rooms: told.collect(),
            total_amount_after_tax_and_fee: self.prices.decimal(rooming.grand_total()),
            conversion_total_amount_after_tax_and_fee: self
                .prices
                .twin_of(rooming.rooms.iter().map(|room| room.totals.grand_total())),
        }
    }

    /// As its offer has it, asked for once more as it was found.
    fn cancellation(&self, query: &Query<'_>, room: RoomId, plan: PlanId) -> serde_json::Value {
        let mut offers = Offers::default();
        offers.ask(self.board, query, self.now);
        let plain = |offer: &&Offer| (offer.room, offer.plan, offer.package) == (room, plan, None);
        let told = offers.all().iter().find(plain).map(|offer| {
            let (moment, terms) = (Moment::new(self.now, self.board), offers.cancellation(self.board, offer));
            let later = offers.later_penalties(self.board, offer).collect::<Vec<_>>();
            if self.owed == 0 {
                return Cancellation::of(&terms, &later, &self.prices);
            }
            let steps = at_least(offers.penalty_steps(self.board, offer, moment), self.owed, moment);
            let (first, later) = steps.split_first().unwrap_or_else(|| unreachable!("what is owed is a step"));
            let terms = policy::Cancellation { free_until: None, penalty: Some(first.penalty), amount: first.amount };
            Cancellation::of(&terms, later, &self.prices)
        });
        serde_json::to_value(told).unwrap_or_else(|error| unreachable!("plain numbers and texts: {error}"))
    }
}
