//! Packages and what they contain.

use domain::hotel::{ChargeType, Package, RatePlan};
use jiff::civil::Date;

use super::charges::per;
use super::codes::of_every_year;
use crate::desk::{Desk, Thing};
use crate::format::packages::{ChargeTypeEntry, PackageEntry};
use crate::format::taxes::{Kind, PerName};
use crate::format::{PackagesFile, TaxesFile};
use crate::mistake::Place;
use crate::pictures::Gallery;
use crate::values::{Amount, Code, Line};

pub(crate) fn charge_types(desk: &mut Desk<'_>, file: &PackagesFile, taxes: Option<&TaxesFile>) -> Vec<ChargeType> {
    desk.unique_codes(file.charge_types.iter().map(|c| (&c.at, &c.code)));
    file.charge_types.iter().map(|entry| charge_type(desk, entry, taxes)).collect()
}

fn charge_type(desk: &mut Desk<'_>, entry: &ChargeTypeEntry, taxes: Option<&TaxesFile>) -> ChargeType {
    let of = Content {
        at: &entry.at,
        code: &entry.code,
        name: &entry.name,
        amount: &entry.amount,
        per: entry.per,
        exempt_up_to_age: entry.exempt_up_to_age,
        taxes: &entry.taxes,
    };
    // Guests can have an add-on for nothing; what a package contains and costs nothing would have no line.
    if entry.amount.0 == 0.0 {
        desk.say(of.at, "amount", "expected an amount above 0, found 0");
    }
    content(desk, &of, taxes)
}

/// What packages contain and add-ons have in common.
pub(super) struct Content<'e> {
    pub at: &'e Place,
    pub code: &'e Code,
    pub name: &'e Line,
    pub amount: &'e Amount,
    pub per: PerName,
    pub exempt_up_to_age: Option<u8>,
    pub taxes: &'e [Code],
}

pub(super) fn content(desk: &mut Desk<'_>, entry: &Content<'_>, taxes: Option<&TaxesFile>) -> ChargeType {
    let at = entry.at;
    let taken = taxes.iter().flat_map(|file| &file.charges).any(|charge| charge.code.0 == entry.code.0);
    if taken || entry.code.0 == domain::folio::ROOM_CHARGE {
        let words = format!("expected a code that no tax or fee has, and not ROOM; found {:?}", entry.code.0);
        desk.say(at, "code", words);
    }
    plain_taxes(desk, at, entry.taxes, taxes);
    if entry.exempt_up_to_age.is_some() && !matches!(entry.per, PerName::Person | PerName::PersonNight) {
        desk.say(at, "exempt_up_to_age", "expected this only with per = PERSON or PERSON_NIGHT, found it elsewhere");
    }
    ChargeType {
        code: entry.code.0.clone(),
        name: desk.plain(at, "name", entry.name),
        amount: desk.minor(at, "amount", entry.amount.0),
        per: per(entry.per),
        exempt_up_to_age: entry.exempt_up_to_age,
        taxes: entry.taxes.iter().map(|code| code.0.clone()).collect(),
    }
}

/// Checks the `taxes` of something that is not a room: plain percentages.
pub(super) fn plain_taxes(desk: &mut Desk<'_>, at: &Place, codes: &[Code], taxes: Option<&TaxesFile>) {
    for (index, code) in codes.iter().enumerate() {
        let field = format!("taxes/{index}");
        if !desk.refer(at, &field, Thing::Charge, &code.0) {
            continue;
        }
        let mut named = taxes.iter().flat_map(|file| &file.charges).filter(|charge| charge.code.0 == code.0);
        if desk.clean("taxes.toml") && named.any(|charge| charge.kind != Kind::Tax || charge.percent.is_none()) {
            let words = format!("expected a tax with a plain percentage, found {:?}, which is none", code.0);
            desk.say(at, &field, words);
        }
    }
    desk.each_once(at, "taxes", codes.iter().map(|code| code.0.as_str()));
}

pub(crate) fn packages(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    file: &PackagesFile,
    plans: &[RatePlan],
    today: Date,
) -> Vec<Package> {
    desk.unique_codes(file.packages.iter().map(|p| (&p.at, &p.code)));
    file.packages.iter().map(|entry| package(desk, gallery, entry, plans, today)).collect()
}

fn package(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    entry: &PackageEntry,
    plans: &[RatePlan],
    today: Date,
) -> Package {
    let at = &entry.at;
    let codes = |codes: &[Code]| codes.iter().map(|code| code.0.clone()).collect::<Vec<_>>();
    let (rate_plans, room_types, contents) =
        (codes(&entry.rate_plans), codes(&entry.room_types), codes(&entry.charge_types));
    desk.refer_all(at, "rate_plans", Thing::RatePlan, rate_plans.iter().map(String::as_str));
    desk.refer_all(at, "charge_types", Thing::ChargeType, contents.iter().map(String::as_str));
    for_everybody(desk, at, &rate_plans, plans);
    for (index, code) in rate_plans.iter().enumerate() {
        if desk.clean("rates.toml") && plans.iter().any(|plan| plan.code == *code && plan.points_eligible()) {
            desk.say(at, &format!("rate_plans/{index}"), for_money(code));
        }
    }
    sold_for(desk, at, &room_types, &rate_plans, plans);
    desk.shortest(at, "min_nights", entry.min_nights);
    Package {
        code: entry.code.0.clone(),
        name: desk.plain(at, "name", &entry.name),
        description: desk.plain(at, "description", &entry.description),
        cover_photo: entry.cover_photo.as_ref().map(|picture| gallery.picture(desk, picture)),
        rate_plans,
        room_types,
        charge_types: contents,
        nights: entry.nights.as_ref().map(|nights| of_every_year(desk, nights, today)).unwrap_or_default(),
        min_nights: entry.min_nights,
    }
}

/// Checks the `rate_plans` of what guests who are of no company or group take.
pub(super) fn for_everybody(desk: &mut Desk<'_>, at: &Place, codes: &[String], plans: &[RatePlan]) {
    let clean = desk.clean("rates.toml");
    for (index, code) in codes.iter().enumerate().filter(|_| clean) {
        if plans.iter().any(|plan| plan.code == *code && plan.code_only) {
            let words = format!("expected a plan that everybody can book, found {code:?} with code_only in rates.toml");
            desk.say(at, &format!("rate_plans/{index}"), words);
        }
    }
}

/// What to say of a plan for points where they pay nothing.
pub(super) fn for_money(code: &str) -> String {
    format!("expected a plan that is paid with money, found {code:?} with points_per_night in rates.toml")
}

/// Checks the `room_types` of what belongs to some plans; to all that everybody can book where none is named.
pub(super) fn sold_for(desk: &mut Desk<'_>, at: &Place, room_types: &[String], codes: &[String], plans: &[RatePlan]) {
    let clean = desk.clean("rates.toml");
    desk.each_once(at, "room_types", room_types.iter().map(String::as_str));
    let belongs = |plan: &&RatePlan| if codes.is_empty() { !plan.code_only } else { codes.contains(&plan.code) };
    let is_sold = |code: &String| plans.iter().filter(belongs).any(|plan| plan.room_types.contains(code));
    let mut all_known = true;
    for (index, code) in room_types.iter().enumerate() {
        let known = desk.refer(at, &format!("room_types/{index}"), Thing::RoomType, code);
        all_known &= known;
        if known && clean && plans.iter().any(|plan| codes.contains(&plan.code)) && !is_sold(code) {
            let words = format!("expected a room type that one of its rate_plans is sold for, found {code:?}");
            desk.say(at, &format!("room_types/{index}"), words);
        }
    }
    // Of all plans some rooms may not be let now.
    if codes.is_empty() && clean && all_known && !room_types.is_empty() && !room_types.iter().any(is_sold) {
        desk.say(at, "room_types", "expected a room type that a rate plan for everybody is sold for, found none");
    }
}
