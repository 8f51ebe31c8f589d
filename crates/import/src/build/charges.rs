//! Taxes and mandatory fees.

use domain::hotel::{Charge, ChargeAmount, ChargeKind, Per, Tier};

use crate::desk::Desk;
use crate::format::TaxesFile;
use crate::format::taxes::{ChargeEntry, Kind, PerName};
use crate::mistake::{listed, nearest};
use crate::papers::Papers;

/// Packages, add-ons and activities may hold what a tax is taken on.
pub(crate) fn build(desk: &mut Desk<'_>, file: &TaxesFile, papers: &Papers) -> Vec<Charge> {
    desk.unique_codes(file.charges.iter().map(|c| (&c.at, &c.code)));
    file.charges
        .iter()
        .map(|entry| {
            check(desk, entry, file, papers);
            Charge {
                code: entry.code.0.clone(),
                name: desk.plain(&entry.at, "name", &entry.name),
                kind: match entry.kind {
                    Kind::Tax => ChargeKind::Tax,
                    Kind::Fee => ChargeKind::Fee,
                },
                amount: amount(desk, entry),
                inclusive: entry.inclusive,
                on_room: entry.on_room,
                on_fees: entry.on_fees.iter().map(|c| c.0.clone()).collect(),
                max_nights: entry.max_nights,
                exempt_up_to_age: entry.exempt_up_to_age,
                basis: entry.basis.as_ref().map(|b| desk.plain(&entry.at, "basis", b)),
            }
        })
        .collect()
}

fn is_percentage(entry: &ChargeEntry) -> bool {
    entry.percent.is_some() || entry.tiers.iter().any(|t| t.percent.is_some())
}

fn check(desk: &mut Desk<'_>, entry: &ChargeEntry, file: &TaxesFile, papers: &Papers) {
    let at = &entry.at;
    if entry.code.0 == domain::folio::ROOM_CHARGE {
        desk.say(at, "code", "expected another code than ROOM, which the room itself has on the bill, found it");
    }
    if entry.inclusive && (entry.kind == Kind::Fee || !is_percentage(entry)) {
        desk.say(at, "inclusive", "expected this only for a percentage of kind TAX, found it elsewhere");
    }
    if !entry.on_fees.is_empty() && (entry.kind == Kind::Fee || !is_percentage(entry)) {
        desk.say(at, "on_fees", "expected this only for a percentage of kind TAX, found it elsewhere");
    }
    let can_be_elsewhere = match entry.kind {
        Kind::Fee => entry.percent.is_some(),
        Kind::Tax => is_percentage(entry),
    };
    let is_valued = entry.amount.is_some() || !entry.tiers.is_empty();
    match entry.kind {
        _ if is_valued && !can_be_elsewhere => on_room_alone(desk, entry),
        Kind::Fee => fee_elsewhere(desk, entry, papers),
        Kind::Tax => tax_elsewhere(desk, entry, papers),
    }
    desk.each_once(at, "on_fees", entry.on_fees.iter().map(|code| code.0.as_str()));
    let fees = || file.charges.iter().filter(|charge| charge.kind == Kind::Fee).map(|charge| charge.code.0.as_str());
    for (index, code) in entry.on_fees.iter().enumerate() {
        let field = format!("on_fees/{index}");
        if file.charges.iter().any(|charge| charge.code.0 == code.0 && charge.kind == Kind::Tax) {
            desk.say(at, &field, format!("expected a charge of kind FEE, found the tax {:?}", code.0));
        } else if !fees().any(|fee| fee == code.0) && desk.whole("taxes.toml", "/charges") {
            let (known, near) = (listed(fees()), nearest(&code.0, fees()));
            let words = format!("expected the code of a fee in taxes.toml ({known}), found {:?}{near}", code.0);
            desk.say(at, &field, words);
        }
    }
    let per_person = matches!(entry.per, Some(PerName::Person | PerName::PersonNight));
    if entry.exempt_up_to_age.is_some() && !per_person {
        desk.say(at, "exempt_up_to_age", "expected this only with per = PERSON or PERSON_NIGHT, found it elsewhere");
    }
    if entry.max_nights.is_some() && matches!(entry.per, Some(PerName::Stay | PerName::Person)) {
        let words = "expected this only for a percentage or with per = NIGHT or PERSON_NIGHT, found it elsewhere";
        desk.say(at, "max_nights", words);
    }
}

/// Nothing else names what is no percentage.
fn on_room_alone(desk: &mut Desk<'_>, entry: &ChargeEntry) {
    if !entry.on_room {
        let words = "expected true: only a percentage (of a fee one without tiers) can be taken elsewhere than on the room; found false";
        desk.say(&entry.at, "on_room", words);
    }
}

/// A tax that is not on the room is on fees, on what a package contains, an add-on, an activity or an event.
fn tax_elsewhere(desk: &mut Desk<'_>, entry: &ChargeEntry, papers: &Papers) {
    let contents = papers.packages.iter().flat_map(|file| &file.charge_types).map(|content| &content.taxes);
    let addons = papers.addons.iter().flat_map(|file| &file.addons).map(|addon| &addon.taxes);
    let activities = papers.activities.iter().flat_map(|file| &file.activities).map(|activity| &activity.taxes);
    let spaces = papers.events.iter().flat_map(|file| &file.spaces).map(|space| &space.taxes);
    let of_events = papers.events.iter().flat_map(|file| &file.packages).map(|package| &package.taxes);
    let mut others = contents.chain(addons).chain(activities).chain(spaces).chain(of_events).flatten();
    let files = ["packages.toml", "addons.toml", "activities.toml", "events.toml"];
    if !entry.on_room
        && entry.on_fees.is_empty()
        && !others.any(|code| code.0 == entry.code.0)
        && files.iter().all(|file| desk.clean(file))
    {
        desk.say(
            &entry.at,
            "on_room",
            "expected the fees it is taken on in on_fees when it is not on the room, found none",
        );
    }
}

/// A fee that is not on the room is on an event or an activity.
fn fee_elsewhere(desk: &mut Desk<'_>, entry: &ChargeEntry, papers: &Papers) {
    let activities = papers.activities.iter().flat_map(|file| &file.activities).map(|activity| &activity.fees);
    let spaces = papers.events.iter().flat_map(|file| &file.spaces).map(|space| &space.fees);
    let of_events = papers.events.iter().flat_map(|file| &file.packages).map(|package| &package.fees);
    let mut others = activities.chain(spaces).chain(of_events).flatten();
    if !entry.on_room
        && !others.any(|code| code.0 == entry.code.0)
        && ["activities.toml", "events.toml"].iter().all(|file| desk.clean(file))
    {
        let words = "expected a space, a package of events.toml or an activity that names it in fees when it is not on \
            the room, found none";
        desk.say(&entry.at, "on_room", words);
    }
}

/// What an amount is counted by.
pub(super) fn per(name: PerName) -> Per {
    match name {
        PerName::Night => Per::Night,
        PerName::Stay => Per::Stay,
        PerName::Person => Per::Person,
        PerName::PersonNight => Per::PersonNight,
    }
}

fn amount(desk: &mut Desk<'_>, entry: &ChargeEntry) -> ChargeAmount {
    let at = &entry.at;
    let per = entry.per.map(self::per);
    match (&entry.percent, &entry.amount, entry.tiers.is_empty(), per) {
        (Some(percent), None, true, None) => ChargeAmount::Percent { ppm: desk.ppm(at, "percent", percent.0) },
        (None, Some(amount), true, Some(per)) => ChargeAmount::Flat { minor: desk.minor(at, "amount", amount.0), per },
        (None, None, false, per) => tiers(desk, entry, per),
        (None, Some(_), true, None) => {
            desk.say(
                at,
                "per",
                "expected what the amount is counted by: NIGHT, STAY, PERSON or PERSON_NIGHT; found nothing",
            );
            ChargeAmount::Percent { ppm: 0 }
        }
        (Some(_), None, true, Some(_)) => {
            desk.say(at, "per", "expected no per beside a percentage, found one");
            ChargeAmount::Percent { ppm: 0 }
        }
        (percent, amount, no_tiers, _) => {
            let found = [percent.is_some(), amount.is_some(), !no_tiers].iter().filter(|f| **f).count();
            desk.say(at, "", format!("expected one of percent, amount or tiers, found {found} of them"));
            ChargeAmount::Percent { ppm: 0 }
        }
    }
}

fn tiers(desk: &mut Desk<'_>, entry: &ChargeEntry, per: Option<Per>) -> ChargeAmount {
    let mut tiers: Vec<Tier> = Vec::new();
    for (index, tier) in entry.tiers.iter().enumerate() {
        let from = desk.minor(&tier.at, "from", tier.from.0);
        match index.checked_sub(1).map(|before| &entry.tiers[before]) {
            None if tier.from.0 != 0.0 => {
                desk.say(&tier.at, "from", format!("expected the first tier to start at 0, found {}", tier.from.0))
            }
            Some(before) if tier.from.0 <= before.from.0 => {
                desk.say(&tier.at, "from", format!("expected more than in the tier before, found {}", tier.from.0));
            }
            _ => {}
        }
        let value = match (&tier.percent, &tier.amount, per) {
            (Some(percent), None, None) => desk.ppm(&tier.at, "percent", percent.0),
            (None, Some(amount), Some(_)) => desk.minor(&tier.at, "amount", amount.0),
            _ => {
                desk.say(&tier.at, "", "expected percent in every tier, or amount in every tier and per beside them; found another mixture");
                0
            }
        };
        tiers.push(Tier { from, value });
    }
    match per {
        None => ChargeAmount::PercentTiers { tiers },
        Some(per) => ChargeAmount::FlatTiers { tiers, per },
    }
}
