//! Spaces for meetings and parties, and what goes with them.

use domain::event::offer::{
    Arrangement, EventPackage, EventType, Events, Item, PackagePer, PricePlan, Seats, Space, SpacePrice,
};
use domain::hotel::{CancellationStep, Code as HotelCode, Deadline, Penalty};

use super::packages::plain_taxes;
use crate::desk::{Desk, Thing};
use crate::format::events::{EventPackageEntry, NamedEntry, PackagePerName, SpaceEntry};
use crate::format::taxes::Kind;
use crate::format::{EventsFile, TaxesFile};
use crate::mistake::Place;
use crate::pictures::Gallery;
use crate::values::Code;

pub(crate) fn build(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    file: &EventsFile,
    taxes: Option<&TaxesFile>,
) -> Events {
    desk.unique_codes(file.arrangements.iter().map(|a| (&a.at, &a.code)));
    desk.unique_codes(file.price_plans.iter().map(|p| (&p.at, &p.code)));
    desk.unique_codes(file.spaces.iter().map(|s| (&s.at, &s.code)));
    desk.unique_codes(file.packages.iter().map(|p| (&p.at, &p.code)));
    if !file.spaces.is_empty() && file.event_types.is_empty() && desk.whole("events.toml", "/event_types") {
        let top = Place { file: "events.toml".to_owned(), pointer: String::new() };
        desk.say(&top, "event_types", "expected a kind of event that the spaces are let for, found none");
    }
    Events {
        enable_card_capture: file.enable_card_capture,
        cancellation: cancellation(desk, file),
        types: named(desk, &file.event_types).map(|(code, name)| EventType { code, name }).collect(),
        arrangements: file
            .arrangements
            .iter()
            .map(|entry| Arrangement {
                code: entry.code.0.clone(),
                name: desk.plain(&entry.at, "name", &entry.name),
                description: desk.plain(&entry.at, "description", &entry.description),
                drawing: entry.drawing.as_ref().map(|drawing| {
                    gallery.logo(desk, &entry.at, "drawing", &drawing.0);
                    drawing.0.clone()
                }),
            })
            .collect(),
        price_plans: file
            .price_plans
            .iter()
            .map(|entry| PricePlan {
                code: entry.code.0.clone(),
                name: desk.plain(&entry.at, "name", &entry.name),
                description: desk.plain(&entry.at, "description", &entry.description),
                // A day is a day of the calendar, also when the clock is turned.
                minutes: entry.minutes.filter(|minutes| *minutes != 1440),
            })
            .collect(),
        spaces: file.spaces.iter().map(|entry| space(desk, gallery, entry, taxes)).collect(),
        items: named(desk, &file.items).map(|(code, name)| Item { code, name }).collect(),
        packages: file.packages.iter().map(|entry| package(desk, gallery, entry, taxes)).collect(),
    }
}

/// From when on giving an event back costs something.
fn cancellation(desk: &mut Desk<'_>, file: &EventsFile) -> Option<CancellationStep> {
    let top = Place { file: "events.toml".to_owned(), pointer: String::new() };
    let Some(days) = file.cancel_until_days else {
        if file.cancel_percent.is_some() {
            desk.say(&top, "cancel_percent", "expected cancel_until_days beside it, found none");
        }
        return None;
    };
    let ppm = file.cancel_percent.as_ref().map_or(1_000_000, |percent| desk.ppm(&top, "cancel_percent", percent.0));
    Some(CancellationStep { from: Deadline::DaysBefore { days, minute: 0 }, penalty: Penalty::Percent { ppm } })
}

fn named(desk: &mut Desk<'_>, entries: &[NamedEntry]) -> impl Iterator<Item = (HotelCode, String)> + use<> {
    desk.unique_codes(entries.iter().map(|entry| (&entry.at, &entry.code)));
    let named = entries.iter().map(|entry| (entry.code.0.clone(), desk.plain(&entry.at, "name", &entry.name)));
    named.collect::<Vec<_>>().into_iter()
}

fn space(desk: &mut Desk<'_>, gallery: &mut Gallery<'_>, entry: &SpaceEntry, taxes: Option<&TaxesFile>) -> Space {
    let at = &entry.at;
    if entry.seats.is_empty() {
        desk.say(at, "seats", "expected how many it seats in one arrangement at least, found none");
    }
    for code in entry.seats.keys() {
        desk.refer(at, &format!("seats/{code}"), Thing::Arrangement, code);
    }
    let price = |desk: &mut Desk<'_>, plan: &String, amount: f64| {
        let field = format!("prices/{plan}");
        desk.refer(at, &field, Thing::SpacePricePlan, plan);
        SpacePrice { plan: plan.clone(), amount: desk.minor(at, &field, amount) }
    };
    let (taxes, fees) = charged(desk, at, (&entry.taxes, &entry.fees), taxes);
    Space {
        code: entry.code.0.clone(),
        name: desk.plain(at, "name", &entry.name),
        description: desk.plain(at, "description", &entry.description),
        size_m2: entry.size_m2,
        picture: entry.picture.as_ref().map(|picture| gallery.picture(desk, picture)),
        event_types: codes(desk, at, "event_types", Thing::EventType, &entry.event_types),
        seats: entry
            .seats
            .iter()
            .map(|(arrangement, persons)| Seats { arrangement: arrangement.clone(), persons: *persons })
            .collect(),
        set_up_minutes: entry.set_up_minutes,
        tear_down_minutes: entry.tear_down_minutes,
        prices: entry.prices.iter().map(|(plan, amount)| price(desk, plan, amount.0)).collect(),
        taxes,
        fees,
    }
}

fn package(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    entry: &EventPackageEntry,
    taxes: Option<&TaxesFile>,
) -> EventPackage {
    let at = &entry.at;
    let (taxes, fees) = charged(desk, at, (&entry.taxes, &entry.fees), taxes);
    EventPackage {
        code: entry.code.0.clone(),
        name: desk.plain(at, "name", &entry.name),
        picture: entry.picture.as_ref().map(|picture| gallery.picture(desk, picture)),
        items: codes(desk, at, "items", Thing::EventItem, &entry.items),
        amount: desk.minor(at, "price", entry.price.0),
        per: match entry.per {
            PackagePerName::Person => PackagePer::Person,
            PackagePerName::Event => PackagePer::Event,
        },
        spaces: codes(desk, at, "spaces", Thing::Space, &entry.spaces),
        event_types: codes(desk, at, "event_types", Thing::EventType, &entry.event_types),
        taxes,
        fees,
    }
}

fn codes(desk: &mut Desk<'_>, at: &Place, field: &str, thing: Thing, codes: &[Code]) -> Vec<HotelCode> {
    desk.refer_all(at, field, thing, codes.iter().map(|code| code.0.as_str()));
    codes.iter().map(|code| code.0.clone()).collect()
}

/// What is taken on a hire or a package: plain percentages, taxes and fees each in their own list.
fn charged(
    desk: &mut Desk<'_>,
    at: &Place,
    (taxes, fees): (&[Code], &[Code]),
    file: Option<&TaxesFile>,
) -> (Vec<HotelCode>, Vec<HotelCode>) {
    plain_taxes(desk, at, taxes, file);
    for (index, code) in fees.iter().enumerate() {
        let field = format!("fees/{index}");
        if !desk.refer(at, &field, Thing::Charge, &code.0) {
            continue;
        }
        let mut named = file.iter().flat_map(|file| &file.charges).filter(|charge| charge.code.0 == code.0);
        if desk.clean("taxes.toml") && named.any(|charge| charge.kind != Kind::Fee || charge.percent.is_none()) {
            desk.say(at, &field, format!("expected a fee with a plain percentage, found {:?}, which is none", code.0));
        }
    }
    desk.each_once(at, "fees", fees.iter().map(|code| code.0.as_str()));
    let own = |codes: &[Code]| codes.iter().map(|code| code.0.clone()).collect();
    (own(taxes), own(fees))
}
