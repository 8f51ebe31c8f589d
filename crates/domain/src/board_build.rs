//! Making a [`Board`]: codes become indices, derivations become chains, equal prices and rules are kept once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock};

use jiff::civil::{Date, Time};
use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::asked::FormerPrices;
use crate::board::{Board, BoardError, BoardPlan, BoardRoom, MAX_CONFIGURED, Offering, PlanId, StockLeft};
use crate::hotel::{Change, Deadline, Hotel, NightPrice, NightRow, NightRule, PlanPrice};
use crate::money::Currency;
use crate::stay::{add_days, days_between};
use crate::tax::Charges;

/// The zones that the program carries: what a hotel's evening is must not depend on the machine it runs on.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// More nights than this are a mistake in the data.
const MAX_DAYS: usize = 4_000;

/// The hotel's time zone.
///
/// # Errors
/// For a name that the program does not know.
pub fn zone(hotel: &Hotel) -> Result<TimeZone, BoardError> {
    ZONES.get(&hotel.time_zone).map_err(|_| BoardError::UnknownTimeZone(hotel.time_zone.clone()))
}

pub(crate) fn build(hotel: Arc<Hotel>, nights: &[NightRow], stock: &[StockLeft]) -> Result<Board, BoardError> {
    let currency = Currency::of(&hotel.currency).ok_or_else(|| BoardError::UnknownCurrency(hotel.currency.clone()))?;
    let zone = zone(&hotel)?;
    let bands = &hotel.child_bands;
    if bands.len() > 4 || bands.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(BoardError::ChildBands);
    }
    if hotel.room_types.len() > usize::from(u16::MAX) || hotel.rate_plans.len() > usize::from(u16::MAX) {
        return Err(BoardError::TooLarge);
    }
    for policy in &hotel.cancellation_policies {
        for step in &policy.steps {
            if let Deadline::DaysBefore { minute, .. } = step.from
                && minute > 1439
            {
                return Err(BoardError::TimeOfDay(format!("minute {minute}")));
            }
        }
    }
    let check_in = time_of_day(&hotel.check_in_time)?;
    let charges = Charges::new(&hotel, currency)?;
    let with_package = hotel.packages.iter().map(|package| charges.with_package(&hotel, currency, package)).collect();
    let plans = resolve_plans(&hotel)?;
    let (first, days) = span(nights)?;

    let mut prices = Interned::default();
    let mut rules = Interned::default();
    let mut price_at = Vec::new();
    let mut rule_at = Vec::new();
    let mut price_rows = HashMap::new();
    let mut rule_rows = HashMap::new();
    for row in nights {
        let key = (room_at(&hotel, &row.room_type)?, plan_at(&hotel, &row.rate_plan)?);
        if row.prices.iter().flatten().any(|price| !measured(price)) {
            return Err(BoardError::Price(row.rate_plan.clone()));
        }
        let offset = days_between(first, row.first) as usize;
        if !row.prices.is_empty() && hotel.rate_plans[key.1].price == PlanPrice::Own {
            price_rows.insert(key, price_at.len() / days);
            let cells = row.prices.iter().map(|price| price.map_or(0, |price| prices.place(price)));
            lay_row(&mut price_at, days, offset, cells);
        }
        if !row.rules.is_empty() {
            rule_rows.insert(key, rule_at.len() / days);
            let none = NightRule::default();
            let cells = row.rules.iter().map(|rule| if *rule == none { 0 } else { rules.place(*rule) });
            lay_row(&mut rule_at, days, offset, cells);
        }
    }

    let mut rooms = Vec::with_capacity(hotel.room_types.len());
    let mut offerings = Vec::new();
    for (room, described) in hotel.room_types.iter().enumerate() {
        let begin = offerings.len();
        for (plan, sold) in hotel.rate_plans.iter().enumerate() {
            if sold.room_types.contains(&described.code) {
                let line = &plans[plan].line;
                let source = *line.last().unwrap_or(&plan);
                offerings.push(Offering {
                    plan: PlanId(plan as u16),
                    price_row: price_rows.get(&(room, source)).copied(),
                    rule_row: line.iter().find_map(|&ancestor| rule_rows.get(&(room, ancestor)).copied()),
                });
            }
        }
        rooms.push(BoardRoom {
            max_people: described.max_people,
            max_adults: described.max_adults,
            max_children: described.max_children,
            offerings: begin..offerings.len(),
        });
    }

    let mut left = vec![0; rooms.len() * days];
    let mut block_rows = vec![None; hotel.groups.len() * rooms.len()];
    let mut gone_groups: Vec<String> = Vec::new();
    for stock in stock {
        // What was sold of a room type that is gone, or beyond the nights on sale, stays with whom it was sold to.
        let Ok(room) = room_at(&hotel, &stock.room_type) else { continue };
        let row = match &stock.group {
            None => room,
            Some(code) => {
                let mut known = hotel.groups.iter().map(|group| &group.code).chain(&gone_groups);
                let block = known.position(|known| known == code).unwrap_or_else(|| {
                    gone_groups.push(code.clone());
                    block_rows.resize(block_rows.len() + rooms.len(), None);
                    hotel.groups.len() + gone_groups.len() - 1
                });
                *block_rows[block * rooms.len() + room].get_or_insert_with(|| {
                    left.resize(left.len() + days, 0);
                    left.len() / days.max(1) - 1
                })
            }
        };
        for (night, &rooms) in (days_between(first, stock.first)..).zip(&stock.left) {
            if let Some(night) = usize::try_from(night).ok().filter(|&night| night < days) {
                left[row * days + night] = rooms;
            }
        }
    }

    Ok(Board {
        currency,
        zone,
        check_in,
        first,
        days,
        rooms,
        plans: (plans.into_iter().zip(&hotel.rate_plans))
            .map(|(plan, described)| BoardPlan { policy: plan.policy, chain: plan.chain, private: described.code_only })
            .collect(),
        offerings,
        prices: prices.values,
        rules: rules.values,
        price_at,
        rule_at,
        left: left.into_iter().map(Into::into).collect(),
        turns: Default::default(),
        block_rows,
        gone_groups,
        charges,
        with_package,
        former: FormerPrices::default(),
        hotel,
    })
}

fn time_of_day(text: &str) -> Result<Time, BoardError> {
    let wrong = || BoardError::TimeOfDay(text.to_owned());
    let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
    let number = |digits: &str| digits.parse::<i8>().map_err(|_| wrong());
    Time::new(number(hour)?, number(minute)?, 0, 0).map_err(|_| wrong())
}

fn room_at(hotel: &Hotel, code: &str) -> Result<usize, BoardError> {
    let at = hotel.room_types.iter().position(|room| room.code == code);
    at.ok_or_else(|| BoardError::UnknownRoomType(code.to_owned()))
}

fn plan_at(hotel: &Hotel, code: &str) -> Result<usize, BoardError> {
    let at = hotel.rate_plans.iter().position(|plan| plan.code == code);
    at.ok_or_else(|| BoardError::UnknownRatePlan(code.to_owned()))
}

/// A plan, the plans it comes from (itself first, the one with prices last) and the changes from there to here.
pub(crate) struct Resolved {
    pub line: Vec<usize>,
    pub chain: Vec<Change>,
    policy: usize,
}

pub(crate) fn resolve_plans(hotel: &Hotel) -> Result<Vec<Resolved>, BoardError> {
    let resolve = |(at, plan): (usize, &crate::hotel::RatePlan)| {
        let policy = hotel.cancellation_policies.iter().position(|p| p.code == plan.cancellation_policy);
        let policy = policy.ok_or_else(|| BoardError::UnknownPolicy {
            plan: plan.code.clone(),
            policy: plan.cancellation_policy.clone(),
        })?;
        let mut line = vec![at];
        let mut chain = Vec::new();
        let mut here = plan;
        while let PlanPrice::Derived { from, change } = &here.price {
            let source = plan_at(hotel, from)?;
            if line.contains(&source) {
                return Err(BoardError::DerivedRing(plan.code.clone()));
            }
            let largest = match change {
                Change::Percent { ppm } => *ppm,
                Change::PerNight { minor } => *minor,
                Change::PerPerson { adult, child } => child.iter().fold(adult.abs(), |most, each| most.max(each.abs())),
            };
            if largest.abs() > MAX_CONFIGURED {
                return Err(BoardError::Price(here.code.clone()));
            }
            line.push(source);
            chain.push(*change);
            here = &hotel.rate_plans[source];
        }
        chain.reverse();
        Ok(Resolved { line, chain, policy })
    };
    hotel.rate_plans.iter().enumerate().map(resolve).collect()
}

fn measured(price: &NightPrice) -> bool {
    let amounts = [price.base, price.extra_adult].into_iter().chain(price.single).chain(price.child);
    amounts.into_iter().all(|amount| (-MAX_CONFIGURED..=MAX_CONFIGURED).contains(&amount))
}

/// The first night on sale, and how many there are from it to the last.
fn span(nights: &[NightRow]) -> Result<(Date, usize), BoardError> {
    let rows = nights.iter().map(|row| (row.first, row.prices.len().max(row.rules.len())));
    let mut range: Option<(Date, Date)> = None;
    for (first, length) in rows {
        let length = i32::try_from(length).map_err(|_| BoardError::TooLarge)?;
        let end = add_days(first, length).ok_or(BoardError::TooLarge)?;
        range = Some(range.map_or((first, end), |(a, b)| (a.min(first), b.max(end))));
    }
    let Some((first, end)) = range else {
        return Ok((Date::constant(2000, 1, 1), 0));
    };
    match usize::try_from(days_between(first, end)) {
        Ok(days) if days <= MAX_DAYS => Ok((first, days)),
        _ => Err(BoardError::TooLarge),
    }
}

fn lay_row(cells: &mut Vec<u32>, days: usize, offset: usize, row: impl Iterator<Item = u32>) {
    let begin = cells.len();
    cells.resize(begin + days, 0);
    for (slot, value) in cells[begin + offset..].iter_mut().zip(row) {
        *slot = value;
    }
}

/// Equal values are kept once and known by 1 + their place.
struct Interned<T> {
    values: Vec<T>,
    places: HashMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { values: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Copy + Eq + Hash> Interned<T> {
    fn place(&mut self, value: T) -> u32 {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u32
        })
    }
}
