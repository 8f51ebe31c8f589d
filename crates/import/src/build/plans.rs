//! Rate plans: their conditions, and where their prices come from.

use std::collections::BTreeSet;

use domain::hotel::{Change, DepositDue, DepositRule, Meal, Penalty, PlanPrice, RatePlan};

use super::policies::penalty;
use crate::desk::{Desk, Thing};
use crate::format::rates::{ChangeEntry, DepositEntry, MealName, PlanEntry};
use crate::format::{RatesFile, RoomsFile};

pub(crate) fn build(desk: &mut Desk<'_>, file: &RatesFile, rooms: Option<&RoomsFile>) -> Vec<RatePlan> {
    desk.unique_codes(file.rate_plans.iter().map(|p| (&p.at, &p.code)));
    let mut plans: Vec<RatePlan> = file.rate_plans.iter().map(|entry| plan(desk, entry, file)).collect();
    rings(desk, file, &plans);
    inherit_rooms(desk, file, &mut plans);
    // In the order of rooms.toml, which is the order people think of them in.
    if let Some(rooms) = rooms {
        let place = |code: &str| rooms.room_types.iter().position(|r| r.code.0 == code);
        for plan in &mut plans {
            plan.room_types.sort_by_key(|code| place(code));
        }
    }
    plans
}

fn plan(desk: &mut Desk<'_>, entry: &PlanEntry, file: &RatesFile) -> RatePlan {
    let at = &entry.at;
    desk.refer(at, "cancellation_policy", Thing::CancellationPolicy, &entry.cancellation_policy.0);
    desk.refer_all(at, "guarantee_types", Thing::GuaranteeType, entry.guarantee_types.iter().map(|g| g.0.as_str()));
    desk.refer_all(at, "room_types", Thing::RoomType, entry.room_types.iter().map(|r| r.0.as_str()));
    if let (Some(min), Some(max)) = (entry.min_advance_days, entry.max_advance_days)
        && min > max
    {
        desk.say(at, "max_advance_days", format!("expected at least min_advance_days ({min}), found {max}"));
    }
    if entry.points_steps.is_some() && entry.points_per_night.is_none() {
        desk.say(at, "points_steps", "expected points_per_night beside it, found nothing");
    }
    let price = match (&entry.derived_from, &entry.change) {
        (None, None) => PlanPrice::Own,
        (Some(from), Some(change)) => {
            desk.refer(at, "derived_from", Thing::RatePlan, &from.0);
            PlanPrice::Derived { from: from.0.clone(), change: self::change(desk, change) }
        }
        (Some(_), None) => {
            desk.say(at, "change", "expected how the price differs, such as { percent = -12 }, found nothing");
            PlanPrice::Own
        }
        (None, Some(_)) => {
            desk.say(at, "derived_from", "expected the code of the plan that change applies to, found nothing");
            PlanPrice::Own
        }
    };
    let own_rooms = || {
        let entries = file.prices.iter().filter(|p| p.rate_plan.0 == entry.code.0);
        let codes: BTreeSet<&String> = entries.flat_map(|p| p.room_types.iter().map(|r| &r.0)).collect();
        codes.into_iter().cloned().collect()
    };
    RatePlan {
        code: entry.code.0.clone(),
        name: desk.plain(at, "name", &entry.name),
        description: entry.description.as_ref().map(|d| desk.plain(at, "description", d)).unwrap_or_default(),
        meal: match entry.meal {
            MealName::RoomOnly => Meal::RoomOnly,
            MealName::Breakfast => Meal::Breakfast,
            MealName::HalfBoard => Meal::HalfBoard,
            MealName::FullBoard => Meal::FullBoard,
            MealName::AllInclusive => Meal::AllInclusive,
        },
        cancellation_policy: entry.cancellation_policy.0.clone(),
        guarantee_types: entry.guarantee_types.iter().map(|g| g.0.clone()).collect(),
        deposits: deposits(desk, entry),
        min_advance_days: entry.min_advance_days,
        max_advance_days: entry.max_advance_days,
        room_types: match (&price, entry.room_types.is_empty()) {
            (PlanPrice::Own, true) => own_rooms(),
            _ => entry.room_types.iter().map(|r| r.0.clone()).collect(),
        },
        price,
        code_only: entry.code_only,
        points_per_night: entry.points_per_night,
        points_steps: entry.points_steps.unwrap_or(domain::hotel::quarters()),
    }
}

fn change(desk: &mut Desk<'_>, entry: &ChangeEntry) -> Change {
    let at = &entry.at;
    match (&entry.percent, &entry.amount, &entry.adult) {
        (Some(percent), None, None) => Change::Percent { ppm: desk.ppm(at, "percent", percent.0) },
        (None, Some(amount), None) => Change::PerNight { minor: desk.minor(at, "amount", amount.0) },
        (None, None, Some(adult)) => {
            let amounts: Vec<f64> = entry.child.iter().map(|a| a.0).collect();
            Change::PerPerson { adult: desk.minor(at, "adult", adult.0), child: desk.by_band(at, "child", &amounts) }
        }
        (percent, amount, adult) => {
            let found = [percent.is_some(), amount.is_some(), adult.is_some()].iter().filter(|f| **f).count();
            desk.say(at, "", format!("expected one of percent, amount or adult, found {found} of them"));
            Change::PerNight { minor: 0 }
        }
    }
}

fn deposits(desk: &mut Desk<'_>, entry: &PlanEntry) -> Vec<DepositRule> {
    let rule = |desk: &mut Desk<'_>, deposit: &DepositEntry| DepositRule {
        due: deposit.days_before.map_or(DepositDue::AtBooking, |days| DepositDue::DaysBefore { days }),
        amount: penalty(desk, &deposit.at, &deposit.amount),
    };
    let rules: Vec<DepositRule> = entry.deposits.iter().map(|d| rule(desk, d)).collect();
    let parts = rules.iter().filter_map(|r| match r.amount {
        Penalty::Percent { ppm } => Some(ppm),
        _ => None,
    });
    let whole: i64 = parts.sum();
    if whole > 1_000_000 {
        let found = whole as f64 / 10_000.0;
        desk.say(&entry.at, "deposits", format!("expected at most 100 percent together, found {found}"));
    }
    rules
}

/// The plans that a plan is derived from, nearest first; ends where a plan is met again.
pub(crate) fn sources<'p>(plans: &'p [RatePlan], code: &str) -> Vec<&'p RatePlan> {
    let find = |code: &str| plans.iter().find(|p| p.code == code);
    let mut chain: Vec<&RatePlan> = Vec::new();
    let mut here = find(code);
    while let Some(PlanPrice::Derived { from, .. }) = here.map(|p| &p.price) {
        here = find(from);
        match here {
            Some(next) if !chain.iter().any(|p| p.code == next.code) => chain.push(next),
            _ => break,
        }
    }
    chain
}

fn rings(desk: &mut Desk<'_>, file: &RatesFile, plans: &[RatePlan]) {
    for entry in &file.rate_plans {
        let chain = sources(plans, &entry.code.0);
        if chain.iter().any(|p| p.code == entry.code.0) {
            let way: Vec<&str> = chain.iter().map(|p| p.code.as_str()).collect();
            let words = format!(
                "expected to end at a plan with prices of its own, found a ring: {} from {}",
                entry.code.0,
                way.join(" from ")
            );
            desk.say(&entry.at, "derived_from", words);
        }
    }
}

/// Where the hotel asks for a guarantee, a plan that allows none could not be booked.
pub(crate) fn guaranteed(desk: &mut Desk<'_>, file: &RatesFile) {
    for entry in file.rate_plans.iter().filter(|entry| entry.guarantee_types.is_empty()) {
        let words = "expected how it may be guaranteed, since hotel.toml has guarantee_required_to_book; found nothing";
        desk.say(&entry.at, "guarantee_types", words);
    }
}

/// A derived plan is sold for the rooms of its source, or for some of them.
fn inherit_rooms(desk: &mut Desk<'_>, file: &RatesFile, plans: &mut [RatePlan]) {
    // As often as there are plans, so that a chain of any length is followed to its end.
    for _ in 0..plans.len() {
        for index in 0..plans.len() {
            if plans[index].room_types.is_empty()
                && let PlanPrice::Derived { from, .. } = &plans[index].price
                && let Some(source) = plans.iter().find(|p| p.code == *from)
            {
                plans[index].room_types = source.room_types.clone();
            }
        }
    }
    for entry in &file.rate_plans {
        let Some(source) = entry.derived_from.as_ref().and_then(|from| plans.iter().find(|p| p.code == from.0)) else {
            continue;
        };
        for (index, room) in entry.room_types.iter().enumerate() {
            if !source.room_types.contains(&room.0) && desk.whole("rates.toml", "/prices") {
                let words = format!("expected a room type that {} is sold for, found {:?}", source.code, room.0);
                desk.say(&entry.at, &format!("room_types/{index}"), words);
            }
        }
    }
}
