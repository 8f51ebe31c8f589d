//! Add-ons.

use domain::addon::MAX_QUANTITY;
use domain::hotel::{Addon, AddonDay, AddonIcon, RatePlan};
use jiff::civil::Date;

use super::codes::of_every_year;
use super::packages::{Content, content};
use crate::desk::{Desk, Thing};
use crate::format::addons::{AddonEntry, DayName, IconName};
use crate::format::taxes::PerName;
use crate::format::{AddonsFile, PackagesFile, TaxesFile};
use crate::pictures::Gallery;
use crate::values::Code;

/// What the other files say that an add-on leans on.
pub(crate) struct Known<'k> {
    pub taxes: Option<&'k TaxesFile>,
    pub packages: Option<&'k PackagesFile>,
    pub plans: &'k [RatePlan],
    pub today: Date,
}

pub(crate) fn build(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    file: &AddonsFile,
    known: &Known<'_>,
) -> Vec<Addon> {
    desk.unique_codes(file.addons.iter().map(|a| (&a.at, &a.code)));
    file.addons.iter().map(|entry| addon(desk, gallery, entry, known)).collect()
}

fn addon(desk: &mut Desk<'_>, gallery: &mut Gallery<'_>, entry: &AddonEntry, known: &Known<'_>) -> Addon {
    let at = &entry.at;
    let mut contents = known.packages.iter().flat_map(|file| &file.charge_types);
    if contents.any(|content| content.code.0 == entry.code.0) {
        let words = format!("expected a code that nothing in packages.toml has, found {:?}", entry.code.0);
        desk.say(at, "code", words);
    }
    check(desk, entry);
    let codes = |codes: &[Code]| codes.iter().map(|code| code.0.clone()).collect::<Vec<_>>();
    let (rate_plans, room_types) = (codes(&entry.rate_plans), codes(&entry.room_types));
    desk.refer_all(at, "rate_plans", Thing::RatePlan, rate_plans.iter().map(String::as_str));
    desk.refer_all(at, "room_types", Thing::RoomType, room_types.iter().map(String::as_str));
    let sold = |room: &String| {
        let mut plans = known.plans.iter().filter(|plan| rate_plans.is_empty() || rate_plans.contains(&plan.code));
        plans.any(|plan| plan.room_types.contains(room))
    };
    if desk.clean("rates.toml") && !room_types.is_empty() && !room_types.iter().any(sold) {
        let plans = if rate_plans.is_empty() { "a rate plan" } else { "one of its rate_plans" };
        desk.say(at, "room_types", format!("expected a room type that {plans} is sold for, found none"));
    }
    let of = Content {
        at,
        code: &entry.code,
        name: &entry.name,
        amount: &entry.amount,
        per: entry.per,
        exempt_up_to_age: entry.exempt_up_to_age,
        taxes: &entry.taxes,
    };
    Addon {
        charge: content(desk, &of, known.taxes),
        description: desk.plain(at, "description", &entry.description),
        group: desk.plain(at, "group", &entry.group),
        icon: icon(entry.icon),
        picture: entry.picture.as_ref().map(|picture| gallery.picture(desk, picture)),
        day: match (by_night(entry), entry.day) {
            (true, _) => AddonDay::EachNight,
            (false, None | Some(DayName::Arrival)) => AddonDay::Arrival,
            (false, Some(DayName::Departure)) => AddonDay::Departure,
            (false, Some(DayName::Chosen)) => AddonDay::Chosen,
        },
        mandatory: entry.mandatory,
        max_quantity: entry.max_quantity.unwrap_or(MAX_QUANTITY),
        per_day: entry.per_day,
        rate_plans,
        room_types,
        seasons: entry.season.as_ref().map(|season| of_every_year(desk, season, known.today)).unwrap_or_default(),
        min_nights: entry.min_nights.unwrap_or(1),
    }
}

fn by_night(entry: &AddonEntry) -> bool {
    matches!(entry.per, PerName::Night | PerName::PersonNight)
}

fn check(desk: &mut Desk<'_>, entry: &AddonEntry) {
    let at = &entry.at;
    if entry.day.is_some() && by_night(entry) {
        desk.say(at, "day", "expected this only with per = STAY or PERSON, found it elsewhere");
    }
    desk.shortest(at, "min_nights", entry.min_nights.unwrap_or(1));
    if !entry.mandatory {
        return;
    }
    // What is in every price cannot depend on the stay: the price of a night would not be one.
    let told = [
        ("day", entry.day.is_some_and(|day| day != DayName::Arrival)),
        ("max_quantity", entry.max_quantity.is_some()),
        ("per_day", entry.per_day.is_some()),
        ("rate_plans", !entry.rate_plans.is_empty()),
        ("room_types", !entry.room_types.is_empty()),
        ("season", entry.season.is_some()),
        ("min_nights", entry.min_nights.is_some()),
    ];
    for (field, _) in told.into_iter().filter(|(_, told)| *told) {
        desk.say(at, field, "expected nothing of the kind with mandatory = true: everybody pays it, found it");
    }
}

fn icon(name: IconName) -> AddonIcon {
    match name {
        IconName::Food => AddonIcon::Food,
        IconName::Drink => AddonIcon::Drink,
        IconName::Car => AddonIcon::Car,
        IconName::Transfer => AddonIcon::Transfer,
        IconName::Clock => AddonIcon::Clock,
        IconName::Spa => AddonIcon::Spa,
        IconName::Outdoor => AddonIcon::Outdoor,
        IconName::Bed => AddonIcon::Bed,
        IconName::Pet => AddonIcon::Pet,
        IconName::Gift => AddonIcon::Gift,
    }
}
