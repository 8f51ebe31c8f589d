//! Restrictions, laid over each other night by night. Where several meet, the strictest counts.

use domain::hotel::{NightRule, PlanPrice, RatePlan};

use super::nights::Rules;
use super::plans::sources;
use super::seasons::Calendar;
use crate::desk::{Desk, Thing};
use crate::format::RestrictionsFile;
use crate::format::restrictions::RestrictionEntry;
use crate::values::Range;

/// The entries whose days could be read, each with them; none is every day.
pub(crate) fn entries<'f>(
    desk: &mut Desk<'_>,
    file: &'f RestrictionsFile,
) -> Vec<(&'f RestrictionEntry, Option<Range>)> {
    file.restrictions.iter().filter_map(|entry| Some((entry, check(desk, entry)?))).collect()
}

/// A derived plan follows the restrictions of its source and adds its own; where it adds none, it has no row.
pub(crate) fn build(
    desk: &mut Desk<'_>,
    entries: &[(&RestrictionEntry, Option<Range>)],
    calendar: &Calendar<'_>,
    plans: &[RatePlan],
) -> Rules {
    let mut rules = Rules::new();
    for plan in plans {
        let chain = sources(plans, &plan.code);
        let family: Vec<&str> = chain.iter().map(|p| p.code.as_str()).chain([plan.code.as_str()]).collect();
        let names = |entry: &RestrictionEntry, plan: &str| entry.rate_plans.iter().any(|p| p.0 == plan);
        let follows =
            matches!(plan.price, PlanPrice::Derived { .. }) && !entries.iter().any(|(e, _)| names(e, &plan.code));
        for room in &plan.room_types {
            let fitting = entries.iter().filter(|(e, _)| {
                (e.rate_plans.is_empty() || family.iter().any(|p| names(e, p)))
                    && (e.room_types.is_empty() || e.room_types.iter().any(|r| r.0 == *room))
            });
            let nights = lay(desk, fitting, calendar);
            if nights.iter().any(|n| *n != NightRule::default()) && !follows {
                rules.insert((plan.code.clone(), room.clone()), nights);
            }
        }
    }
    rules
}

/// The days of an entry (every day without dates); `None` when they could not be read.
fn check(desk: &mut Desk<'_>, entry: &RestrictionEntry) -> Option<Option<Range>> {
    let at = &entry.at;
    let shortest = [("min_stay_arrival", entry.min_stay_arrival), ("min_stay_through", entry.min_stay_through)];
    for (field, least) in shortest {
        desk.shortest(at, field, least.unwrap_or(0).into());
    }
    desk.refer_all(at, "seasons", Thing::Season, entry.seasons.iter().map(|c| c.0.as_str()));
    desk.refer_all(at, "room_types", Thing::RoomType, entry.room_types.iter().map(|c| c.0.as_str()));
    desk.refer_all(at, "rate_plans", Thing::RatePlan, entry.rate_plans.iter().map(|c| c.0.as_str()));
    let says_something = entry.closed_to_arrival
        || entry.closed_to_departure
        || entry.stop_sell
        || entry.min_stay_arrival.is_some()
        || entry.max_stay_arrival.is_some()
        || entry.min_stay_through.is_some()
        || entry.max_stay_through.is_some();
    if !says_something {
        desk.say(at, "", "expected a rule such as min_stay_arrival = 2 or closed_to_arrival = true, found none");
    }
    match (&entry.from, &entry.to) {
        (Some(from), Some(to)) => desk.range(at, from, to).map(Some),
        (None, None) => Some(None),
        (Some(_), None) => {
            desk.say(at, "to", "expected the last night beside from, found nothing");
            None
        }
        (None, Some(_)) => {
            desk.say(at, "from", "expected the first night beside to, found nothing");
            None
        }
    }
}

/// All nights of one room type in one plan.
fn lay<'e>(
    desk: &mut Desk<'_>,
    entries: impl Iterator<Item = &'e (&'e RestrictionEntry, Option<Range>)> + Clone,
    calendar: &Calendar<'_>,
) -> Vec<NightRule> {
    let mut told = false;
    let mut nights = Vec::with_capacity(calendar.nights.len());
    for (date, season) in &calendar.nights {
        let mut rule = NightRule::default();
        for (entry, range) in entries.clone() {
            let applies = range.is_none_or(|r| r.contains(*date))
                && (entry.seasons.is_empty() || season.is_some_and(|s| entry.seasons.contains(&s.code)))
                && (entry.weekdays.is_empty() || entry.weekdays.iter().any(|w| w.is(*date)));
            if !applies {
                continue;
            }
            rule.min_stay_arrival = rule.min_stay_arrival.max(entry.min_stay_arrival.unwrap_or(0));
            rule.min_stay_through = rule.min_stay_through.max(entry.min_stay_through.unwrap_or(0));
            rule.max_stay_arrival = shorter(rule.max_stay_arrival, entry.max_stay_arrival);
            rule.max_stay_through = shorter(rule.max_stay_through, entry.max_stay_through);
            rule.closed_to_arrival |= entry.closed_to_arrival;
            rule.closed_to_departure |= entry.closed_to_departure;
            rule.stop_sell |= entry.stop_sell;
            let pairs = [
                ("min_stay_arrival", rule.min_stay_arrival, "max_stay_arrival", rule.max_stay_arrival),
                ("min_stay_through", rule.min_stay_through, "max_stay_through", rule.max_stay_through),
            ];
            // Across the pairs a night is only closed to arrivals, and is slept in by whoever came before.
            for (min_name, min, max_name, max) in pairs {
                if max > 0 && min > max && !told {
                    told = true;
                    let words =
                        format!("expected {min_name} ({min}) to be at most {max_name} ({max}), found more on {date}");
                    desk.say(&entry.at, "", words);
                }
            }
        }
        nights.push(rule);
    }
    nights
}

/// The shorter of two longest stays; 0 is none.
fn shorter(so_far: u8, also: Option<u8>) -> u8 {
    match (so_far, also) {
        (_, None) => so_far,
        (0, Some(max)) => max,
        (so_far, Some(max)) => so_far.min(max),
    }
}
