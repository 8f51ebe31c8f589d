//! Prices that were really asked: what a struck-through price may say (PRICE-05).
//!
//! Whenever a hotel's files change the price of a night, the price that was asked until then is written down. The price
//! shown struck through is the lowest that was asked for the same nights in the last thirty days, as Directive 98/6/EC
//! article 6a has it, and only when it is above today's. Nothing is shown that cannot be proven: a night has to have been
//! on sale for a day at least, and when taxes, fees or child bands change the ledger begins anew. Hotels may change their
//! prices every hour: what can be the lowest of no thirty days any more is forgotten.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::board::{PlanId, RoomId};
use crate::board_build::{Resolved, resolve_plans, zone};
use crate::hotel::{Change, Code, Hotel, NightPrice, NightRow};
use crate::pricing::never_above;
use crate::stay::{add_days, days_between};

/// How long a price that was asked is remembered.
pub const REMEMBERED: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A price that stood for less was none that somebody could count on.
const STOOD: SignedDuration = SignedDuration::from_hours(24);

/// What a night cost in a plan, by occupancy.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Asked {
    /// Of the plan that the chain begins with.
    pub price: NightPrice,
    /// From there to the plan.
    pub chain: Vec<Change>,
}

/// What was asked from one change of a night's price to the next.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Former {
    /// When it took another price's place, or the ledger began.
    pub from: Timestamp,
    /// When another price took its place.
    pub until: Timestamp,
    /// `None` where the night was not on sale.
    pub asked: Option<Asked>,
}

impl Former {
    fn is_remembered(&self, now: Timestamp) -> bool {
        self.until > now - REMEMBERED
    }

    /// Whether it was asked for long enough.
    fn stood(&self) -> bool {
        self.asked.is_some() && self.until.duration_since(self.from) >= STOOD
    }
}

/// The former prices of a room type in a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct FormerRow {
    /// Code.
    pub room_type: Code,
    /// Code.
    pub rate_plan: Code,
    /// Each once, with the nights that it was asked for; in any order.
    pub prices: Vec<(Former, Vec<Date>)>,
}

/// What a hotel asked before, as far as a struck-through price can still rest on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ledger {
    /// Since when it is kept.
    pub since: Timestamp,
    /// In any order.
    pub rows: Vec<FormerRow>,
}

/// A hotel with its nights.
#[derive(Debug, Clone, Copy)]
pub struct Edition<'a> {
    /// What stays the same from night to night.
    pub hotel: &'a Hotel,
    /// Prices and restrictions.
    pub rows: &'a [NightRow],
}

impl Ledger {
    /// Nothing is known of what was asked before.
    pub fn new(since: Timestamp) -> Ledger {
        Ledger { since, rows: Vec::new() }
    }

    /// The ledger once one edition of a hotel has taken the place of another. It begins anew where what was asked before
    /// cannot be compared with what is asked now.
    #[must_use]
    pub fn turn(self, before: Edition<'_>, after: Edition<'_>, now: Timestamp) -> Ledger {
        let (old, new) = (before.hotel, after.hotel);
        let fees = |hotel: &Hotel| {
            let mandatory = hotel.addons.iter().filter(|addon| addon.mandatory);
            (hotel.charges.clone(), mandatory.map(|addon| addon.charge.clone()).collect::<Vec<_>>())
        };
        let comparable = old.code == new.code && old.currency == new.currency && old.child_bands == new.child_bands;
        if !comparable || fees(old) != fees(new) {
            return Ledger::new(now);
        }
        let Ok(zone) = zone(new) else { return Ledger::new(now) };
        let today = zone.to_datetime(now).date();
        // Nights that only one of them sells too: what is taken off sale today may come back tomorrow.
        let end = |row: &NightRow| days_between(today, row.first) + row.prices.len() as i32;
        let length = before.rows.iter().chain(after.rows).map(end).max().unwrap_or(0);
        let (Some(before), Some(after)) = (Prices::of(before), Prices::of(after)) else { return Ledger::new(now) };
        let mut known = self.by_night();
        for (plan, room) in before.sold().chain(after.sold()).collect::<BTreeSet<_>>() {
            let of_pair = known.entry((room.clone(), plan.clone())).or_default();
            for night in (0..length).filter_map(|day| add_days(today, day)) {
                let (was, is) = (before.asked(plan, room, night), after.asked(plan, room, night));
                if was != is {
                    let of_night = of_pair.entry(night).or_default();
                    let from = of_night.last().map_or(self.since, |last| last.until);
                    // Two imports in one second: what the first of them put down stood for no time.
                    if from != now {
                        // Of two that come together the one that waits may have looked at the clock before.
                        of_night.push(Former { from, until: now.max(from), asked: was });
                    }
                }
            }
        }
        let rows = known.into_iter().map(|((room_type, rate_plan), mut nights)| {
            let mut prices: HashMap<Former, Vec<Date>> = HashMap::new();
            for (night, former) in nights.split_off(&today) {
                for one in front(former, now) {
                    prices.entry(one).or_default().push(night);
                }
            }
            FormerRow { room_type, rate_plan, prices: prices.into_iter().collect() }
        });
        Ledger { since: self.since, rows: rows.filter(|row| !row.prices.is_empty()).collect() }
    }

    /// By room type and plan: of each night what was asked, in order of time.
    fn by_night(&self) -> BTreeMap<(Code, Code), BTreeMap<Date, Vec<Former>>> {
        let mut known: BTreeMap<_, BTreeMap<Date, Vec<Former>>> = BTreeMap::new();
        for row in &self.rows {
            let of_pair = known.entry((row.room_type.clone(), row.rate_plan.clone())).or_default();
            for (former, nights) in &row.prices {
                for night in nights {
                    of_pair.entry(*night).or_default().push(former.clone());
                }
            }
            of_pair.values_mut().for_each(|former| former.sort_by_key(|one| (one.until, one.from)));
        }
        known
    }
}

/// Of the former prices of a night in order of time those that can still matter, the last first. One that a later one
/// undercuts is never the lowest again; only of those that stood the last is needed as proof, and the very last says
/// since when the price of today is asked.
fn front(former: Vec<Former>, now: Timestamp) -> Vec<Former> {
    let mut front: Vec<Former> = Vec::new();
    for one in former.into_iter().rev().filter(|one| one.is_remembered(now)) {
        let undercut =
            |asked: &Asked| front.iter().filter_map(|later| later.asked.as_ref()).any(|l| l.undercuts(asked));
        let lowest = one.asked.as_ref().is_some_and(|asked| !undercut(asked));
        if front.is_empty() || lowest || (one.stood() && !front.iter().any(Former::stood)) {
            front.push(one);
        }
    }
    front
}

impl Asked {
    /// Whether it is no more than another price for any party. Prices through other changes are not compared.
    fn undercuts(&self, other: &Asked) -> bool {
        self.chain == other.chain && never_above(&self.price, &other.price)
    }
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
    fn sold(&self) -> impl Iterator<Item = (&'a Code, &'a Code)> + use<'a> {
        let public = self.hotel.rate_plans.iter().filter(|plan| !plan.code_only && !plan.points_eligible());
        public.flat_map(|plan| plan.room_types.iter().map(move |room| (&plan.code, room)))
    }

    /// What a night costs in a plan; `None` where it is not on sale to everybody.
    fn asked(&self, plan: &str, room: &str, night: Date) -> Option<Asked> {
        self.sold().find(|(known, of)| *known == plan && *of == room)?;
        let at = self.hotel.rate_plans.iter().position(|known| known.code == plan)?;
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
pub(crate) struct FormerPrices(HashMap<(RoomId, PlanId, Date), Vec<Arc<Former>>>);

impl FormerPrices {
    /// Each price with its nights, in any order.
    pub fn new(known: impl Iterator<Item = (RoomId, PlanId, Vec<(Former, Vec<Date>)>)>) -> FormerPrices {
        let mut prices: HashMap<_, Vec<_>> = HashMap::new();
        for (room, plan, rows) in known {
            for (former, nights) in rows {
                let former = Arc::new(former);
                for night in nights {
                    prices.entry((room, plan, night)).or_default().push(Arc::clone(&former));
                }
            }
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
        let remembered = || prices.iter().filter(|former| former.is_remembered(now));
        if !remembered().any(|former| former.stood()) {
            return None;
        }
        remembered().filter_map(|former| former.asked.as_ref()).map(rate).min()
    }
}
