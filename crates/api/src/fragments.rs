//! Parts of the availability answer that do not depend on the question, written once per board.

use std::collections::BTreeMap;

use domain::board::{Board, PackageId, PlanId};
use domain::hotel::{Hotel, Package, RatePlan, RoomType};
use serde::Serialize;
use serde_json::{json, to_string};

use crate::routes::property::room_type;
use crate::wire::package::PackageDetails;

/// JSON text by room, by plan and for the end of the answer.
pub struct Fragments {
    /// Up to and with `"available":` of a room offer.
    pub rooms: Vec<String>,
    /// The members of a rate code that are the same for every stay, with the opening brace: by plan, the plain rate and
    /// then the one with each package.
    rates: Vec<String>,
    packages: usize,
    /// Bytes of the longest of them.
    pub longest_plan: usize,
    /// Everything behind `rate_details`, `unavailable` and `nearest_stays`, with the closing brace.
    pub tail: String,
}

impl Fragments {
    /// Writes them.
    pub fn of(board: &Board) -> Fragments {
        let hotel = board.hotel();
        let packages = || std::iter::once(None).chain(hotel.packages.iter().map(Some));
        let rates = hotel.rate_plans.iter().flat_map(|plan| packages().map(move |package| (plan, package)));
        let rates: Vec<String> = rates.map(|(plan, package)| rate_members(hotel, plan, package)).collect();
        Fragments {
            rooms: hotel.room_types.iter().map(room_head).collect(),
            longest_plan: rates.iter().map(String::len).max().unwrap_or(0),
            rates,
            packages: hotel.packages.len(),
            tail: tail(hotel),
        }
    }

    /// Of a plan, plain or with a package.
    pub fn rate(&self, plan: PlanId, package: Option<PackageId>) -> &str {
        let place = package.map_or(0, |package| 1 + usize::from(package.0));
        &self.rates[usize::from(plan.0) * (1 + self.packages) + place]
    }
}

fn quoted(text: impl Serialize) -> String {
    to_string(&text).unwrap_or_else(|_| "null".to_owned())
}

fn room_head(room: &RoomType) -> String {
    format!(
        "{{\"room_type_id\":{code},\"room_type_name\":{name},\"room_type_code\":{code},\"room_id\":null,\"room_unit_number\":null,\"available\":",
        code = quoted(&room.code),
        name = quoted(&room.name)
    )
}

fn rate_members(hotel: &Hotel, plan: &RatePlan, package: Option<&Package>) -> String {
    let members = json!({
        "id": plan.code,
        "code": plan.code,
        "name": plan.name,
        "display_code": plan.code,
        "additional_details": plan.description,
        "package_id": package.map(|package| &package.code),
        "package_code": package.map(|package| &package.code),
        "package_description": package.map(|package| &package.description),
        "cancellation_policy_id": plan.cancellation_policy,
        "points_eligible": plan.points_eligible(),
        "is_company_rate_code": hotel.is_company_plan(&plan.code),
        "guarantee_type_ids": plan.guarantee_types,
        "meal": plan.meal,
    });
    let mut text = quoted(members);
    text.pop();
    text
}

fn tail(hotel: &Hotel) -> String {
    // Plans of companies and groups are nobody else's business.
    let public = hotel.rate_plans.iter().filter(|plan| !plan.code_only);
    let plans = public.map(|plan| json!({"id": plan.code, "code": plan.code, "name": plan.name}));
    let mut groups: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for amenity in &hotel.amenities {
        groups.entry(&amenity.group).or_default().push(json!({"code": amenity.code, "name": amenity.name}));
    }
    let mut beds: Vec<&str> = hotel.room_types.iter().map(|room| room.bed_type.as_str()).collect();
    beds.sort_unstable();
    beds.dedup();
    let tail = json!({
        "packages": hotel.packages.iter().map(|package| PackageDetails::new(hotel, package)).collect::<Vec<_>>(),
        "rate_codes": plans.collect::<Vec<_>>(),
        "room_types": hotel.room_types.iter().map(|room| room_type(hotel.property_id, room)).collect::<Vec<_>>(),
        "room_type_amenity_groups": groups.into_iter().map(|(name, amenities)| json!({"name": name, "amenities": amenities})).collect::<Vec<_>>(),
        "bed_type_groups": beds.into_iter().map(|code| json!({"code": code})).collect::<Vec<_>>(),
        "guarantee_types": hotel.guarantee_types.iter().map(|kind| json!({
            "id": kind.code, "code": kind.code, "name": kind.name, "description": kind.description,
            "payment_type_required": kind.payment_type_required, "instant_booking": kind.instant_booking,
        })).collect::<Vec<_>>(),
        "cancellation_policies": hotel.cancellation_policies.iter().map(|policy| json!({
            "id": policy.code, "code": policy.code, "description": policy.description,
        })).collect::<Vec<_>>(),
    });
    quoted(tail)[1..].to_owned()
}
