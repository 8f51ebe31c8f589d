//! Promotions, companies and groups, and the rooms of their blocks.

use std::collections::BTreeMap;

use domain::deal::typed;
use domain::hotel::{Company, CompanyAddress, Days, Discount, Group, GroupRoom, Off, RatePlan, StockRow};
use domain::stay::{add_days, days_between};
use jiff::civil::Date;

use super::packages::{for_everybody, for_money, sold_for};
use crate::codes::is_country;
use crate::desk::{Desk, Thing};
use crate::format::codes::{CompanyEntry, DaysEntry, DiscountEntry, GroupRoomEntry, OffEntry};
use crate::format::restrictions::Weekday;
use crate::format::{CompaniesFile, DiscountsFile, GroupsFile};
use crate::mistake::Place;
use crate::values::{Amount, Code, Line, Range, TypedCode};

pub(crate) fn discounts(desk: &mut Desk<'_>, file: &DiscountsFile, plans: &[RatePlan], today: Date) -> Vec<Discount> {
    let codes = file.discounts.iter().map(|d| (&d.at, &d.code));
    unique(desk, codes);
    file.discounts.iter().map(|entry| discount(desk, entry, plans, today)).collect()
}

fn discount(desk: &mut Desk<'_>, entry: &DiscountEntry, plans: &[RatePlan], today: Date) -> Discount {
    let at = &entry.at;
    let codes = |codes: &[Code]| codes.iter().map(|code| code.0.clone()).collect::<Vec<_>>();
    let (rate_plans, room_types) = (codes(&entry.rate_plans), codes(&entry.room_types));
    desk.refer_all(at, "rate_plans", Thing::RatePlan, rate_plans.iter().map(String::as_str));
    for_everybody(desk, at, &rate_plans, plans);
    sold_for(desk, at, &room_types, &rate_plans, plans);
    if entry.off.percent.is_none() && entry.off.amount_per_night.is_none() && entry.amount_per_stay.is_none() {
        desk.say(at, "", "expected one of percent, amount_per_night or amount_per_stay, found none of them");
    }
    let amounts = [
        ("percent", entry.off.percent.as_ref().map(|percent| percent.0)),
        ("amount_per_night", entry.off.amount_per_night.as_ref().map(|amount| amount.0)),
        ("amount_per_stay", entry.amount_per_stay.as_ref().map(|amount| amount.0)),
    ];
    for (field, _) in amounts.into_iter().filter(|(_, amount)| *amount == Some(0.0)) {
        desk.say(at, field, "expected more than 0 to take off, found 0");
    }
    let conditions = entry.booked.is_some()
        || entry.nights.is_some()
        || !entry.weekdays.is_empty()
        || entry.min_nights > 1
        || entry.min_rooms > 1;
    desk.shortest(at, "min_nights", entry.min_nights);
    if conditions && entry.restriction.is_none() {
        let words = "expected the conditions in words, for a guest whose stay does not meet them; found nothing";
        desk.say(at, "restriction", words);
    }
    Discount {
        code: code(desk, at, &entry.code),
        name: desk.plain(at, "name", &entry.name),
        restriction: entry.restriction.as_ref().map(|r| desk.plain(at, "restriction", r)).unwrap_or_default(),
        off: off(desk, at, &entry.off, entry.amount_per_stay.as_ref()).unwrap_or(Off::PerNight { minor: 0 }),
        rate_plans,
        room_types,
        booked: entry.booked.as_ref().and_then(|days| self::days(desk, days, today)),
        nights: entry.nights.as_ref().and_then(|days| self::days(desk, days, today)),
        weekdays: on_weekdays(&entry.weekdays),
        min_nights: entry.min_nights,
        min_rooms: entry.min_rooms,
    }
}

/// Monday first; all of them when none is named.
pub(super) fn on_weekdays(named: &[Weekday]) -> [bool; 7] {
    let mut weekdays = [named.is_empty(); 7];
    for day in named {
        weekdays[*day as usize] = true;
    }
    weekdays
}

pub(crate) fn companies(desk: &mut Desk<'_>, file: &CompaniesFile, plans: &[RatePlan]) -> Vec<Company> {
    unique(desk, file.companies.iter().map(|c| (&c.at, &c.code)));
    file.companies
        .iter()
        .map(|entry| {
            let at = &entry.at;
            desk.refer_all(at, "rate_plans", Thing::RatePlan, entry.rate_plans.iter().map(|p| p.0.as_str()));
            for (index, plan) in entry.rate_plans.iter().enumerate() {
                if desk.clean("rates.toml") && plans.iter().any(|known| known.code == plan.0 && !known.code_only) {
                    let words = format!(
                        "expected a plan with code_only = true in rates.toml, found {:?}, which everybody can book",
                        plan.0
                    );
                    desk.say(at, &format!("rate_plans/{index}"), words);
                }
                if desk.clean("rates.toml") && plans.iter().any(|known| known.code == plan.0 && known.points_eligible())
                {
                    desk.say(at, &format!("rate_plans/{index}"), for_money(&plan.0));
                }
            }
            Company {
                code: code(desk, at, &entry.code),
                name: desk.plain(at, "name", &entry.name),
                pays: entry.pays,
                rate_plans: entry.rate_plans.iter().map(|p| p.0.clone()).collect(),
                off: off(desk, at, &entry.off, None),
                address: address(desk, entry),
            }
        })
        .collect()
}

/// Where a company's bills go.
fn address(desk: &mut Desk<'_>, entry: &CompanyEntry) -> CompanyAddress {
    let at = &entry.at;
    if let Some(country) = entry.country.as_ref().filter(|country| !is_country(&country.0)) {
        desk.say(at, "country", format!("expected the code of a country such as \"AE\", found {:?}", country.0));
    }
    let mut plain = |field: &str, words: &Option<Line>| words.as_ref().map(|words| desk.plain(at, field, words));
    CompanyAddress {
        address: plain("address", &entry.address),
        city: plain("city", &entry.city),
        state: plain("state", &entry.state),
        country: entry.country.as_ref().map(|country| country.0.clone()),
        postal: plain("postal", &entry.postal),
    }
}

/// What `groups.toml` brings.
#[derive(Default)]
pub(crate) struct Groups {
    pub groups: Vec<Group>,
    /// Rooms kept, one row for each room type of a block.
    pub kept: Vec<StockRow>,
}

/// `house` are the rooms that exist; those that a block brings along are added to them. A block whose time is over
/// keeps nothing.
pub(crate) fn groups(
    desk: &mut Desk<'_>,
    file: &GroupsFile,
    plans: &[RatePlan],
    house: &mut [StockRow],
    today: Date,
) -> Groups {
    unique(desk, file.groups.iter().map(|g| (&g.at, &g.code)));
    let mut found = Groups::default();
    // Rooms that blocks keep of those in rooms.toml, by room type and night.
    let mut kept: BTreeMap<(String, Date), u16> = BTreeMap::new();
    for entry in &file.groups {
        let at = &entry.at;
        let nights = days(desk, &entry.nights, today);
        let code = code(desk, at, &entry.code);
        let plan = match desk.refer(at, "rate_plan", Thing::RatePlan, &entry.rate_plan.0) {
            true => plans.iter().find(|plan| plan.code == entry.rate_plan.0),
            false => None,
        };
        if desk.clean("rates.toml") && plan.is_some_and(RatePlan::points_eligible) {
            desk.say(at, "rate_plan", for_money(&entry.rate_plan.0));
        }
        let name = desk.plain(at, "name", &entry.name);
        let prices: Vec<GroupRoom> = entry
            .rooms
            .iter()
            .map(|room| GroupRoom {
                room_type: room.room_type.0.clone(),
                price: room.price.as_ref().map(|price| desk.minor(&room.at, "price", price.0)),
            })
            .collect();
        let cut_off = |nights: Days| add_days(nights.from, -i32::from(entry.cut_off_days)).unwrap_or(Date::MIN);
        let rooms = entry.rooms.iter().enumerate();
        let types = rooms.map(|(index, room)| (at, format!("rooms/{index}/room_type"), room.room_type.0.as_str()));
        desk.unique("room type", types);
        for room in &entry.rooms {
            if !desk.refer(&room.at, "room_type", Thing::RoomType, &room.room_type.0) {
                continue;
            }
            if desk.clean("rates.toml") && plan.is_some_and(|plan| !plan.room_types.contains(&room.room_type.0)) {
                let words = format!(
                    "expected a room type that {} is sold for, found {:?}",
                    entry.rate_plan.0, room.room_type.0
                );
                desk.say(&room.at, "room_type", words);
            }
            // Dates that cannot be read say nothing of the rest of the entry.
            let Some(nights) = nights else { continue };
            let Some(counts) = counts(desk, room, &nights) else { continue };
            let Some(stock) = house.iter_mut().find(|row| row.room_type == room.room_type.0) else { continue };
            let mut row = StockRow { group: Some(code.clone()), total: vec![0; stock.total.len()], ..stock.clone() };
            let (mut told, stands) = (false, today <= cut_off(nights));
            for (date, count) in nights.dates().zip(&counts) {
                // Nights that are past or not yet sold have no row.
                let Ok(place) = usize::try_from(days_between(stock.first, date)) else { continue };
                let Some(exist) = stock.total.get_mut(place) else { continue };
                if room.besides_the_house {
                    *exist = exist.saturating_add(*count);
                } else if stands {
                    let all = kept.entry((room.room_type.0.clone(), date)).or_default();
                    *all = all.saturating_add(*count);
                    if *all > *exist && !told {
                        told = true;
                        let words = format!(
                            "expected at most the {exist} rooms there are on {date}, found {all} kept for groups"
                        );
                        desk.say(&room.at, if room.count.is_some() { "count" } else { "count_by_night" }, words);
                    }
                }
                if stands {
                    row.total[place] = *count;
                }
            }
            found.kept.push(row);
        }
        let Some(nights) = nights else { continue };
        let (rate_plan, cut_off) = (entry.rate_plan.0.clone(), cut_off(nights));
        found.groups.push(Group { code, name, rate_plan, nights, cut_off, rooms: prices });
    }
    found
}

/// Rooms kept in each night of the block.
fn counts(desk: &mut Desk<'_>, room: &GroupRoomEntry, nights: &Days) -> Option<Vec<u16>> {
    let length = nights.dates().count();
    match (room.count, room.count_by_night.len()) {
        (Some(count), 0) => Some(vec![count; length]),
        (None, given) if given == length => Some(room.count_by_night.clone()),
        (None, 0) => {
            desk.say(
                &room.at,
                "",
                "expected the rooms of every night in count, or of each in count_by_night; found neither",
            );
            None
        }
        (None, given) => {
            let words = format!("expected one number for each of the {length} nights of the block, found {given}");
            desk.say(&room.at, "count_by_night", words);
            None
        }
        (Some(_), _) => {
            desk.say(&room.at, "count", "expected either count or count_by_night, found both");
            None
        }
    }
}

fn unique<'c>(desk: &mut Desk<'_>, codes: impl Iterator<Item = (&'c Place, &'c TypedCode)>) {
    desk.unique("code", codes.map(|(at, code)| (at, "code".to_owned(), code.0.as_str())));
}

/// As guests' codes are compared; one that is written otherwise would never be found.
fn code(desk: &mut Desk<'_>, at: &Place, code: &TypedCode) -> String {
    match typed(&code.0) {
        Some(typed) if typed == code.0 => typed,
        Some(typed) => {
            desk.say(at, "code", format!("expected it in capital letters ({typed:?}), found {:?}", code.0));
            typed
        }
        None => {
            desk.say(at, "code", format!("expected letters, digits and single spaces, found {:?}", code.0));
            code.0.clone()
        }
    }
}

fn off(desk: &mut Desk<'_>, at: &Place, entry: &OffEntry, per_stay: Option<&Amount>) -> Option<Off> {
    match (&entry.percent, &entry.amount_per_night, per_stay) {
        (None, None, None) => None,
        (Some(percent), None, None) => Some(Off::Percent { ppm: desk.ppm(at, "percent", percent.0) }),
        (None, Some(amount), None) => Some(Off::PerNight { minor: desk.minor(at, "amount_per_night", amount.0) }),
        (None, None, Some(amount)) => Some(Off::PerStay { minor: desk.minor(at, "amount_per_stay", amount.0) }),
        _ => {
            desk.say(at, "", "expected only one of percent and an amount, found several of them");
            None
        }
    }
}

/// From first to last day; days of every year become the next that are not over.
pub(super) fn days(desk: &mut Desk<'_>, entry: &DaysEntry, today: Date) -> Option<Days> {
    match desk.range(&entry.at, &entry.from, &entry.to)? {
        Range::Once { from, to } => Some(Days { from, to }),
        Range::Yearly { from, to } => {
            let this = on_day(today.year(), to);
            let to_date = if this >= today { this } else { on_day(today.year() + 1, to) };
            let same = on_day(to_date.year(), from);
            let from = if same <= to_date { same } else { on_day(to_date.year() - 1, from) };
            Some(Days { from, to: to_date })
        }
    }
}

/// Days of one year, or of every year as far as guests can look: until the nights that are sold run out, which are 1100 at
/// most, and on the last of those a year ahead for activities.
pub(super) fn of_every_year(desk: &mut Desk<'_>, entry: &DaysEntry, today: Date) -> Vec<Days> {
    match desk.range(&entry.at, &entry.from, &entry.to) {
        None => Vec::new(),
        Some(Range::Once { from, to }) => vec![Days { from, to }],
        Some(Range::Yearly { from, to }) => {
            let over_new_year = i16::from(to < from);
            let years = today.year() - 1..=today.year() + 5;
            let of = |year| Days { from: on_day(year, from), to: on_day(year + over_new_year, to) };
            years.map(of).filter(|days| days.to >= today).collect()
        }
    }
}

/// 29 February of a year that has none is the day before.
fn on_day(year: i16, (month, day): (i8, i8)) -> Date {
    Date::new(year, month, day).or_else(|_| Date::new(year, month, day - 1)).unwrap_or(Date::MAX)
}
