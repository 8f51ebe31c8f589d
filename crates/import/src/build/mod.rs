//! From what the files say to what the domain knows, with the checks of meaning on the way.
//!
//! Every part is built as far as its file could be read, so that one run tells all mistakes; the whole is only given
//! when there was none.

mod activities;
mod addons;
mod charges;
mod codes;
mod events;
mod members;
mod nights;
mod packages;
mod plans;
mod policies;
mod property;
mod rooms;
mod rules;
mod seasons;
mod translations;

use domain::hotel::Bundle;
use domain::money::Currency;
use jiff::civil::Date;

use crate::desk::Desk;
use crate::files::Files;
use crate::papers::Papers;
use crate::pictures::Gallery;

/// The bundle, when every file could be read. It counts only when the desk has no mistakes.
pub(crate) fn bundle<'a>(desk: &mut Desk<'a>, files: &Files, papers: &'a Papers, today: Date) -> Option<Bundle> {
    let mut gallery = Gallery::new(files);
    if let Some(hotel) = &papers.hotel {
        if desk.whole("hotel.toml", "/currency") {
            desk.currency = Currency::of(&hotel.currency.0);
        }
        if desk.whole("hotel.toml", "/child_bands") {
            desk.child_bands = Some(&hotel.child_bands);
        }
        if desk.whole("hotel.toml", "/max_los") {
            desk.longest = Some(hotel.max_los);
        }
    }
    let days = papers.rates.as_ref().map_or(0, |r| r.days);
    let property = papers.hotel.as_ref().map(|f| property::build(desk, &mut gallery, f));
    let mut rooms = papers.rooms.as_ref().map(|f| rooms::build(desk, &mut gallery, f, today, days));
    let known = papers.hotel.as_ref().filter(|_| desk.whole("hotel.toml", "/check_in_time"));
    let check_in = known.map(|h| h.check_in_time.minute());
    let policies = papers.policies.as_ref().map(|f| policies::build(desk, f, check_in));
    let charges = papers.taxes.as_ref().map(|f| charges::build(desk, f, papers));
    let plans = papers.rates.as_ref().map(|f| plans::build(desk, f, papers.rooms.as_ref()));
    if let (Some(hotel), Some(rates)) = (&papers.hotel, &papers.rates)
        && hotel.guarantee_required_to_book
        && desk.whole("hotel.toml", "/guarantee_required_to_book")
    {
        plans::guaranteed(desk, rates);
    }
    let calendar = papers.rates.as_ref().map(|f| seasons::calendar(desk, f, today));
    let restrictions = papers.restrictions.as_ref().map(|file| rules::entries(desk, file));
    let rows = match (&papers.rates, &calendar, &plans) {
        (Some(rates), Some(calendar), Some(plans)) => {
            let prices = nights::prices(desk, rates, papers, calendar, plans);
            let rules = restrictions.map(|entries| rules::build(desk, &entries, calendar, plans));
            rules.map(|rules| nights::rows(prices, rules, plans, today))
        }
        _ => None,
    };
    let discounts =
        papers.discounts.as_ref().map(|f| codes::discounts(desk, f, plans.as_deref().unwrap_or_default(), today));
    let companies = papers.companies.as_ref().map(|f| codes::companies(desk, f, plans.as_deref().unwrap_or_default()));
    let groups = papers.groups.as_ref().map(|file| {
        let house = rooms.as_mut().map(|rooms| rooms.stock.as_mut_slice()).unwrap_or_default();
        codes::groups(desk, file, plans.as_deref().unwrap_or_default(), house, today)
    });
    let packages = papers.packages.as_ref().map(|file| {
        let known = plans.as_deref().unwrap_or_default();
        let charge_types = packages::charge_types(desk, file, papers.taxes.as_ref());
        (packages::packages(desk, &mut gallery, file, known, today), charge_types)
    });
    let addons = papers.addons.as_ref().map(|file| {
        let known = addons::Known {
            taxes: papers.taxes.as_ref(),
            packages: papers.packages.as_ref(),
            plans: plans.as_deref().unwrap_or_default(),
            today,
        };
        addons::build(desk, &mut gallery, file, &known)
    });
    let activities = papers
        .activities
        .as_ref()
        .map(|file| activities::build(desk, &mut gallery, file, papers.taxes.as_ref(), today));
    let events = papers.events.as_ref().map(|f| events::build(desk, &mut gallery, f, papers.taxes.as_ref()));
    let members = papers.members.as_ref().and_then(|file| members::build(desk, file));
    let translations = papers.hotel.as_ref().map(|h| translations::build(desk, &gallery, h, papers));

    let largest = rooms.as_ref().and_then(|rooms| rooms.types.iter().map(|room| room.max_people).max());
    if let (Some(file), Some(largest)) = (&papers.hotel, largest) {
        property::fits_a_room(desk, file, largest);
    }

    let (mut hotel, rooms, policies) = (property?, rooms?, policies?);
    if papers.hotel.as_ref().is_some_and(|h| h.max_occupancy.is_none()) {
        hotel.max_occupancy = largest.unwrap_or(1);
    }
    hotel.room_types = rooms.types;
    hotel.amenities = rooms.amenities;
    hotel.rate_plans = plans?;
    hotel.charges = charges?;
    hotel.cancellation_policies = policies.cancellation;
    hotel.guarantee_types = policies.guarantee;
    hotel.translations = translations?;
    hotel.discounts = discounts?;
    hotel.companies = companies?;
    (hotel.packages, hotel.charge_types) = packages?;
    hotel.addons = addons?;
    hotel.activities = activities?;
    hotel.events = events?;
    hotel.members = members;
    let groups = groups?;
    hotel.groups = groups.groups;
    let stock = [rooms.stock, groups.kept].concat();
    Some(Bundle { hotel, nights: rows?, stock, media: gallery.into_media() })
}
