//! Prices that were really asked: what a struck-through price may say (PRICE-05).
//!
//! Whenever a hotel's files change the price of a night, the price that was asked until then is written down. The price
//! shown struck through is the lowest that was asked for the same nights in the last thirty days, as Directive 98/6/EC
//! article 6a has it, and only when it is above today's. Nothing is shown that cannot be proven: a night has to have been
//! on sale for a day at least, and when taxes, fees or child bands change the ledger begins anew.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::board::{PlanId, RoomId};
use crate::board_build::{Resolved, resolve_plans};
use crate::hotel::{Change, Code, Hotel, NightPrice, NightRow};
use crate::stay::{add_days, days_between};

/// How long a price that was asked is remembered.
pub const REMEMBERED: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A price that stood for less was none that somebody could count on.
const STOOD: SignedDuration = SignedDuration::from_hours(24);

/// What a night cost in a plan, by occupancy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// Of the plan that the chain begins with.
    pub price: NightPrice,
    /// From there to the plan.
    pub chain: Vec<Change>,
}

/// What was asked for a night until a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Former {
    /// Code.
    pub room_type: Code,
    /// Code.
    pub rate_plan: Code,
    /// Hotel-local.
    pub night: Date,
    /// When another price took its place.
    pub until: Timestamp,
    /// `None` where the night was not on sale.
    pub asked: Option<Asked>,
}

/// What an import does to the ledger.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// What was asked before cannot be compared with what is asked now.
    BeginAnew,
    /// These prices are asked no more.
    Add(Vec<Former>),
}

/// A hotel with its nights.
#[derive(Debug, Clone, Copy)]
pub struct Edition<'a> {
    /// What stays the same from night to night.
    pub hotel: &'a Hotel,
    /// Prices and restrictions.
    pub rows: &'a [NightRow],
}

/// What is to be written down when one edition of a hotel takes the place of another. Of nights that are over nothing is.
pub fn entry(before: Edition<'_>, after: Edition<'_>, now: Timestamp) -> Entry {
    let (old, new) = (before.hotel, after.hotel);
    let fees = |hotel: &Hotel| {
        let mandatory = hotel.addons.iter().filter(|addon| addon.mandatory);
        (hotel.charges.clone(), mandatory.map(|addon| addon.charge.clone()).collect::<Vec<_>>())
    };
    if old.currency != new.currency || fees(old) != fees(new) || old.child_bands != new.child_bands {
        return Entry::BeginAnew;
    }
    // Nights that only one of them sells too: what is taken off sale today may come back tomorrow.
    let firsts = |edition: Edition<'_>| edition.rows.iter().map(|row| row.first).min();
    let first = firsts(after).or(firsts(before)).unwrap_or(Date::MAX);
    let end = |row: &NightRow| days_between(first, row.first) + row.prices.len() as i32;
    let length = before.rows.iter().chain(after.rows).map(end).max().unwrap_or(0);
    let (Some(before), Some(after)) = (Prices::of(before), Prices::of(after)) else { return Entry::BeginAnew };
    let sold: BTreeSet<_> = before.sold().chain(after.sold()).map(|(plan, room)| (&plan.code, room)).collect();
    let mut former = Vec::new();
    for (plan, room) in sold {
        for night in (0..length).filter_map(|day| add_days(first, day)) {
            let (was, is) = (before.asked(plan, room, night), after.asked(plan, room, night));
            if was != is {
                let (room_type, rate_plan) = (room.clone(), plan.clone());
                former.push(Former { room_type, rate_plan, night, until: now, asked: was });
            }
        }
    }
    Entry::Add(former)
}

/// The public prices of an edition, looked up by code.
struct Prices<'a> {
    hotel: &'a Hotel,
    plans: Vec<Resolved>,
    rows: HashMap<(&'a str, &'a str), &'a NightRow>,
}

impl<'a> Prices<'a> {
    fn of(edition: Edition<'a>) -> Option<Prices<'a>> {
        let rows = edition.rows.iter().map(|row| ((row.room_type.as_str(), row.rate_plan.as_str()), row));
        Some(Prices { hotel: edition.hotel, plans: resolve_plans(edition.hotel).ok()?, rows: rows.collect() })
    }

    /// Plans that everybody can book, with the room types they are sold for.
    fn sold(&self) -> impl Iterator<Item = (&'a crate::hotel::RatePlan, &'a Code)> + use<'a> {
        let public = self.hotel.rate_plans.iter().filter(|plan| !plan.code_only && !plan.points_eligible());
        public.flat_map(|plan| plan.room_types.iter().map(move |room| (plan, room)))
    }

    /// What a night costs in a plan; `None` where it is not on sale to everybody.
    fn asked(&self, plan: &str, room: &str, night: Date) -> Option<Asked> {
        let (described, _) = self.sold().find(|(known, of)| known.code == plan && *of == room)?;
        let at = self.hotel.rate_plans.iter().position(|known| known.code == described.code)?;
        let resolved = &self.plans[at];
        let code = |plan: &usize| self.hotel.rate_plans[*plan].code.as_str();
        let place = |row: &NightRow| usize::try_from(days_between(row.first, night)).ok();
        let of_line = || resolved.line.iter().filter_map(|plan| self.rows.get(&(room, code(plan))));
        let rules = of_line().find(|row| !row.rules.is_empty());
        if rules.is_some_and(|row| place(row).and_then(|at| row.rules.get(at)).is_some_and(|rule| rule.stop_sell)) {
            return None;
        }
        let source = self.rows.get(&(room, code(resolved.line.last()?)))?;
        let price = (*source.prices.get(place(source)?)?)?;
        Some(Asked { price, chain: resolved.chain.clone() })
    }
}

/// The former prices of a board's nights.
#[derive(Debug, Default)]
pub(crate) struct FormerPrices(HashMap<(RoomId, PlanId, Date), Vec<Stood>>);

/// A price with the time in which it was asked.
#[derive(Debug)]
struct Stood {
    from: Timestamp,
    until: Timestamp,
    asked: Option<Asked>,
}

impl FormerPrices {
    /// `since` is when the ledger began; prices may come in any order.
    pub fn new(mut known: Vec<(RoomId, PlanId, Former)>, since: Timestamp) -> FormerPrices {
        known.sort_by_key(|(_, _, former)| former.until);
        let mut prices: HashMap<_, Vec<Stood>> = HashMap::new();
        for (room, plan, former) in known {
            let of_night = prices.entry((room, plan, former.night)).or_default();
            let from = of_night.last().map_or(since, |before| before.until);
            of_night.push(Stood { from, until: former.until, asked: former.asked });
        }
        FormerPrices(prices)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lowest rate that was asked for a night within the time that is remembered, before the price of today.
    pub fn lowest(
        &self,
        room: RoomId,
        plan: PlanId,
        night: Date,
        now: Timestamp,
        rate: impl Fn(&Asked) -> i64,
    ) -> Option<i64> {
        let prices = self.0.get(&(room, plan, night))?;
        let remembered = || prices.iter().filter(|stood| stood.until > now - REMEMBERED);
        let asked = || remembered().filter_map(|stood| stood.asked.as_ref().map(|asked| (stood, asked)));
        if !asked().any(|(stood, _)| stood.until.duration_since(stood.from) >= STOOD) {
            return None;
        }
        asked().map(|(_, asked)| rate(asked)).min()
    }
}
