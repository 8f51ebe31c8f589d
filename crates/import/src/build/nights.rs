//! What each night costs, and the rows that bring prices and rules to the store.

use std::collections::{BTreeMap, HashSet};

use domain::hotel::{Change, NightPrice, NightRow, NightRule, PlanPrice, RatePlan};
use domain::party::MAX_CHILD_AGE;
use domain::pricing::party_rate;
use jiff::civil::Date;

use super::plans;
use super::rooms::{max_adults, max_children};
use super::seasons::Calendar;
use crate::desk::{Desk, Thing};
use crate::format::RatesFile;
use crate::format::rates::{PriceEntry, SeasonPrice};
use crate::format::rooms::RoomTypeEntry;
use crate::papers::Papers;

/// Plan and room type.
pub(crate) type Cell = (String, String);
/// Dense nights of prices by cell.
pub(crate) type Prices = BTreeMap<Cell, Vec<Option<NightPrice>>>;
/// Dense nights of rules by cell; no entry where no rule is.
pub(crate) type Rules = BTreeMap<Cell, Vec<NightRule>>;

/// The prices of the plans that have their own.
pub(crate) fn prices(
    desk: &mut Desk<'_>,
    rates: &RatesFile,
    papers: &Papers,
    calendar: &Calendar<'_>,
    plans: &[RatePlan],
) -> Prices {
    let mut prices = Prices::new();
    let mut first_at = BTreeMap::new();
    for entry in &rates.prices {
        let at = &entry.at;
        desk.refer(at, "rate_plan", Thing::RatePlan, &entry.rate_plan.0);
        desk.refer_all(at, "room_types", Thing::RoomType, entry.room_types.iter().map(|r| r.0.as_str()));
        let plan = plans.iter().find(|p| p.code == entry.rate_plan.0);
        if let Some(PlanPrice::Derived { from, .. }) = plan.map(|p| &p.price) {
            let words = format!(
                "expected a plan with prices of its own, found {}, which is derived from {from}",
                entry.rate_plan.0
            );
            desk.say(at, "rate_plan", words);
        }
        for code in entry.seasons.keys() {
            desk.refer(at, &format!("seasons/{code}"), Thing::Season, code);
        }
        if desk.whole("rates.toml", "/seasons") {
            for code in calendar.open_codes().into_iter().filter(|code| !entry.seasons.contains_key(*code)) {
                desk.say(
                    at,
                    "seasons",
                    format!("expected a price for every season that is sold, found none for {code}"),
                );
            }
        }
        for (index, room) in entry.room_types.iter().enumerate() {
            let cell = (entry.rate_plan.0.clone(), room.0.clone());
            if let Some(first) = first_at.insert(cell.clone(), at) {
                let words = format!(
                    "expected one price of {} in {}, found another (first on line {})",
                    cell.1,
                    cell.0,
                    desk.line(first)
                );
                desk.say(at, &format!("room_types/{index}"), words);
            }
            if plan.is_some_and(|p| !p.room_types.contains(&room.0)) {
                let words = format!("expected a room type that {} is sold for, found {:?}", entry.rate_plan.0, room.0);
                desk.say(at, &format!("room_types/{index}"), words);
            }
            let known = papers.rooms.as_ref().and_then(|f| f.room_types.iter().find(|r| r.code.0 == room.0));
            prices.insert(cell, dense(desk, entry, known, calendar));
        }
    }
    if desk.whole("rates.toml", "/prices") {
        unpriced(desk, rates, plans, &prices);
        given_away(desk, rates, papers, calendar, plans, &prices);
    }
    prices
}

/// Plans and rooms that have no price.
fn unpriced(desk: &mut Desk<'_>, rates: &RatesFile, plans: &[RatePlan], prices: &Prices) {
    for (entry, plan) in rates.rate_plans.iter().zip(plans) {
        if entry.derived_from.is_some() || entry.change.is_some() {
            continue;
        }
        if plan.room_types.is_empty() {
            desk.say(&entry.at, "", format!("expected prices of {} below, or derived_from; found neither", plan.code));
        }
        for (index, room) in entry.room_types.iter().enumerate() {
            if !prices.contains_key(&(plan.code.clone(), room.0.clone())) {
                let words = format!("expected a price of {} in {}, found none", room.0, plan.code);
                desk.say(&entry.at, &format!("room_types/{index}"), words);
            }
        }
    }
}

/// A change that leaves nothing of a price would give the room away by oversight. The first such night of each plan.
fn given_away(
    desk: &mut Desk<'_>,
    rates: &RatesFile,
    papers: &Papers,
    calendar: &Calendar<'_>,
    plans: &[RatePlan],
    prices: &Prices,
) {
    let Some(currency) = desk.currency else { return };
    for (entry, plan) in rates.rate_plans.iter().zip(plans) {
        let PlanPrice::Derived { change, .. } = &plan.price else { continue };
        let sources = plans::sources(plans, &plan.code);
        let Some(own) = sources.last().filter(|own| own.price == PlanPrice::Own) else { continue };
        let before: Vec<Change> = sources.iter().rev().filter_map(|source| source.price.change()).collect();
        let after = [&before[..], &[*change]].concat();
        let free = plan.room_types.iter().find_map(|code| {
            let room = papers.rooms.as_ref()?.room_types.iter().find(|room| room.code.0 == *code)?;
            let nights = prices.get(&(own.code.clone(), code.clone()))?.iter().zip(&calendar.nights);
            // A season has few prices for its many nights.
            let mut tried = HashSet::new();
            let priced = nights.filter_map(|(price, night)| Some((price.as_ref()?, night)));
            priced.filter(|(price, _)| tried.insert(*price)).find_map(|(price, (date, season))| {
                parties(desk, room).find_map(|party| {
                    let asked = party_rate(currency, price, &before, party);
                    let left = party_rate(currency, price, &after, party);
                    let season = season.map_or("", |season| &season.code.0);
                    (asked > 0 && left == 0).then(|| {
                        format!("{} for {} in {code} on {date} ({season})", currency.format(asked), people(party))
                    })
                })
            })
        });
        if let Some(free) = free {
            let words = format!(
                "expected a change that leaves something of every price, found one that leaves nothing of {free}"
            );
            desk.say(&entry.at, "change", words);
        }
    }
}

/// Adults alone, and with as many children of one band as the room takes beside them.
fn parties(desk: &Desk<'_>, room: &RoomTypeEntry) -> impl Iterator<Item = (u8, [u8; 4])> {
    let bands = desk.child_bands.map_or(0, <[u8]>::len).min(4);
    let (most, most_children) = (room.max_people, max_children(room));
    (1..=most_as_adults(desk, room)).flat_map(move |adults| {
        let beside = most_children.min(most.saturating_sub(adults));
        let of_band = move |band| {
            let mut children = [0; 4];
            children[band] = beside;
            (adults, children)
        };
        std::iter::once((adults, [0; 4])).chain((0..bands).map(of_band))
    })
}

fn people((adults, children): (u8, [u8; 4])) -> String {
    let children: u8 = children.iter().sum();
    let counted = |count: u8, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    match children {
        0 => counted(adults, "adult", "adults"),
        _ => format!("{} and {}", counted(adults, "adult", "adults"), counted(children, "child", "children")),
    }
}

/// All nights of one entry for one room type.
fn dense(
    desk: &mut Desk<'_>,
    entry: &PriceEntry,
    room: Option<&RoomTypeEntry>,
    calendar: &Calendar<'_>,
) -> Vec<Option<NightPrice>> {
    let by_season: BTreeMap<&str, [NightPrice; 7]> =
        entry.seasons.iter().map(|(code, season)| (code.as_str(), week(desk, entry, season, room))).collect();
    let night = |(date, season): &(Date, Option<&crate::format::rates::SeasonEntry>)| {
        let season = season.filter(|s| !s.closed)?;
        let week = by_season.get(season.code.0.as_str())?;
        Some(week[usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())])
    };
    calendar.nights.iter().map(night).collect()
}

/// The prices of one season, Monday first.
fn week(
    desk: &mut Desk<'_>,
    entry: &PriceEntry,
    season: &SeasonPrice,
    room: Option<&RoomTypeEntry>,
) -> [NightPrice; 7] {
    let at = &season.at;
    let included = included(desk, entry, season, room);
    let extra_adult = extra_adult(desk, entry, season, room, included);
    let child = child(desk, entry, season, room);
    let named = [&season.mon, &season.tue, &season.wed, &season.thu, &season.fri, &season.sat, &season.sun];
    let fields = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let price = desk.minor(at, "price", season.price.0);
    let week: Vec<i64> = fields
        .iter()
        .zip(named)
        .map(|(field, amount)| amount.as_ref().map_or(price, |amount| desk.minor(at, field, amount.0)))
        .collect();

    let (less_at, less) = match (&season.party.single_less, &entry.party.single_less) {
        (Some(amount), _) => (at, amount.0),
        (None, Some(amount)) => (&entry.at, amount.0),
        (None, None) => (at, 0.0),
    };
    let lowest = named.iter().filter_map(|a| a.as_ref()).map(|a| a.0).fold(season.price.0, f64::min);
    if less > 0.0 && less >= lowest {
        let words = format!("expected less than the lowest price of the season ({lowest}), found {less}");
        desk.say(less_at, "single_less", words);
    }
    let less = desk.minor(less_at, "single_less", less);
    std::array::from_fn(|day| NightPrice {
        base: week[day],
        included,
        single: (less > 0).then(|| week[day] - less),
        extra_adult,
        child,
    })
}

fn included(desk: &mut Desk<'_>, entry: &PriceEntry, season: &SeasonPrice, room: Option<&RoomTypeEntry>) -> u8 {
    let most = room.map(max_adults);
    let (place, included) = match (season.party.included, entry.party.included) {
        (Some(adults), _) => (&season.at, adults),
        (None, Some(adults)) => (&entry.at, adults),
        (None, None) => return most.map_or(2, |most| most.min(2)),
    };
    if let (Some(room), Some(most)) = (room, most)
        && included > most
    {
        let words = format!("expected at most as many adults as {} takes ({most}), found {included}", room.code.0);
        desk.say(place, "included", words);
    }
    included
}

/// A room that takes more people at an adult's price than are included needs to say what they pay: nobody stays for
/// nothing by oversight.
fn extra_adult(
    desk: &mut Desk<'_>,
    entry: &PriceEntry,
    season: &SeasonPrice,
    room: Option<&RoomTypeEntry>,
    included: u8,
) -> i64 {
    match (&season.party.extra_adult, &entry.party.extra_adult) {
        (Some(amount), _) => desk.minor(&season.at, "extra_adult", amount.0),
        (None, Some(amount)) => desk.minor(&entry.at, "extra_adult", amount.0),
        (None, None) => {
            if let Some(room) = room
                && let most = most_as_adults(desk, room)
                && most > included
            {
                let older = if most > max_adults(room) {
                    ", as a child older than the child_bands in hotel.toml pays as an adult"
                } else {
                    ""
                };
                let words = format!(
                    "expected what each adult more than {included} pays ({} takes {most}{older}), found nothing",
                    room.code.0
                );
                desk.say(&entry.at, "extra_adult", words);
            }
            0
        }
    }
}

/// Most people of a room that may be charged as adults.
fn most_as_adults(desk: &Desk<'_>, room: &RoomTypeEntry) -> u8 {
    match desk.child_bands {
        Some(bands) if bands.last().is_none_or(|&oldest| oldest < MAX_CHILD_AGE) => {
            room.max_people.min(max_adults(room).saturating_add(max_children(room)))
        }
        _ => max_adults(room),
    }
}

/// So does a room that takes children, where prices speak of them.
fn child(desk: &mut Desk<'_>, entry: &PriceEntry, season: &SeasonPrice, room: Option<&RoomTypeEntry>) -> [i64; 4] {
    let (place, amounts) = match (&season.party.child, &entry.party.child) {
        (Some(amounts), _) => (&season.at, amounts),
        (None, Some(amounts)) => (&entry.at, amounts),
        (None, None) => {
            if let Some(room) = room
                && max_children(room) > 0
                && desk.child_bands.is_some_and(|bands| !bands.is_empty())
            {
                let words = format!(
                    "expected what each child pays, one amount for each of the child_bands ({} takes children), found nothing",
                    room.code.0
                );
                desk.say(&entry.at, "child", words);
            }
            return [0; 4];
        }
    };
    desk.by_band(place, "child", &amounts.iter().map(|a| a.0).collect::<Vec<_>>())
}

/// Rows for the store: one for each room type of each plan that has prices or rules of its own.
pub(crate) fn rows(mut prices: Prices, mut rules: Rules, plans: &[RatePlan], today: Date) -> Vec<NightRow> {
    let mut rows = Vec::new();
    for plan in plans {
        for room in &plan.room_types {
            let cell = (plan.code.clone(), room.clone());
            let (prices, rules) = (prices.remove(&cell), rules.remove(&cell));
            if prices.is_some() || rules.is_some() {
                rows.push(NightRow {
                    room_type: room.clone(),
                    rate_plan: plan.code.clone(),
                    first: today,
                    prices: prices.unwrap_or_default(),
                    rules: rules.unwrap_or_default(),
                });
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use jiff::civil::Weekday;

    #[test]
    fn the_week_begins_on_monday() {
        assert_eq!(Weekday::Monday.to_monday_zero_offset(), 0);
        assert_eq!(Weekday::Sunday.to_monday_zero_offset(), 6);
    }
}
