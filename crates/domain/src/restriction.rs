//! What a rate does not allow for a stay: lengths, days of arrival and departure, stopped nights, the advance window.

use jiff::civil::Date;

use crate::board::{Board, Offering};
use crate::hotel::RatePlan;
use crate::reason::{Reason, ReasonCode};
use crate::stay::{Stay, add_days};

/// Adds every rule of the offering that the stay breaks. `from` is the board's night of arrival, which may lie before
/// its first; nights beyond the board have no rules.
///
/// Rules by arrival are those of the arrival day, rules by through are those of every night slept; the strictest of
/// both is named, with the first day that demands it. Closed to departure is looked up on the departure day.
pub(crate) fn check(board: &Board, offering: &Offering, stay: &Stay, from: i32, reasons: &mut Vec<Reason>) {
    if offering.rule_row.is_none() {
        return;
    }
    let nights = usize::from(stay.nights());
    let rule = |night: usize| {
        let night = usize::try_from(from + night as i32).ok()?;
        board.rule_at(offering, night)
    };
    let date = |night: usize| add_days(stay.arrival(), night as i32).unwrap_or(Date::MAX);
    // Strictest length with the night that demands it.
    let mut shortest = (0, 0);
    let mut longest = (u16::MAX, 0);
    let mut demand = |at_least: u8, at_most: u8, night: usize| {
        let (at_least, at_most) = (u16::from(at_least), u16::from(at_most));
        if at_least > shortest.0 {
            shortest = (at_least, night);
        }
        if at_most > 0 && at_most < longest.0 {
            longest = (at_most, night);
        }
    };
    for night in 0..nights {
        let Some(rule) = rule(night) else { continue };
        if night == 0 {
            demand(rule.min_stay_arrival, rule.max_stay_arrival, 0);
            if rule.closed_to_arrival {
                reasons.push(Reason::on(ReasonCode::ClosedToArrival, stay.arrival()));
            }
        }
        demand(rule.min_stay_through, rule.max_stay_through, night);
        if rule.stop_sell {
            reasons.push(Reason::on(ReasonCode::StopSell, date(night)));
        }
    }
    if shortest.0 > stay.nights() {
        reasons.push(Reason::with_on(ReasonCode::MinStay, shortest.0, date(shortest.1)));
    }
    if longest.0 < stay.nights() {
        reasons.push(Reason::with_on(ReasonCode::MaxStay, longest.0, date(longest.1)));
    }
    if rule(nights).is_some_and(|rule| rule.closed_to_departure) {
        reasons.push(Reason::on(ReasonCode::ClosedToDeparture, date(nights)));
    }
}

/// Why a plan is not sold so many days ahead of arrival. Both ends of the window are inside it.
#[inline]
pub(crate) fn advance(plan: &RatePlan, days_ahead: i32) -> Option<Reason> {
    if let Some(most) = plan.max_advance_days
        && days_ahead > i32::from(most)
    {
        return Some(Reason::with(ReasonCode::TooEarly, most));
    }
    if let Some(least) = plan.min_advance_days
        && days_ahead < i32::from(least)
    {
        return Some(Reason::with(ReasonCode::TooLate, least));
    }
    None
}
