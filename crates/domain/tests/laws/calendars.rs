//! The lowest-rate calendar against the offers it promises.

use domain::calendar::{CalendarDay, CalendarFor, lowest_rates, lowest_stay, not_on_sale};
use domain::hotel::{Charge, ChargeAmount, ChargeKind, Hotel, NightRule, PlanPrice, RatePlan, Tier};
use domain::offer::{Held, Offers, Query, offers};
use domain::pricing::Totals;
use domain::reason::ReasonCode;
use proptest::prelude::*;

use crate::hotels::*;
use crate::reference;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    // A stay can begin (end) on a day exactly when some stay from (to) that day is on offer.
    // clause: SEARCH-11
    #[test]
    fn the_calendar_promises_what_is_on_offer(seed: u64, size in 1usize..4, guests: u64, today in 0i64..4) {
        let case = any_hotel(seed, size);
        let board = case.board();
        let party = any_party(guests);
        let mut days: Vec<CalendarDay> = Vec::new();
        lowest_rates(&board, day(-2), day(18), &CalendarFor::new(&party, None), noon(today), &mut days);
        prop_assert_eq!(days.len(), 20);
        let mut shortest = [None; 20];
        let mut ends = [false; 20];
        let mut answer = Offers::default();
        for from in -2..18i64 {
            for nights in 1..=16u16 {
                let query = Query::new(stay(from, nights), party);
                answer.ask(&board, &query, noon(today));
                if !answer.all().is_empty() && query.stay.departure() <= board.last_checkout(noon(today)) {
                    let slot: &mut Option<u16> = &mut shortest[(from + 2) as usize];
                    *slot = slot.or(Some(nights));
                    if let Some(end) = ends.get_mut((from + 2) as usize + usize::from(nights)) {
                        *end = true;
                    }
                }
            }
        }
        for (number, found) in days.iter().enumerate() {
            prop_assert_eq!(found.date, day(number as i64 - 2));
            prop_assert_eq!(found.arrival, shortest[number].is_some(), "arrival on {}", found.date);
            prop_assert_eq!(found.min_stay, shortest[number].unwrap_or(1), "shortest from {}", found.date);
            prop_assert_eq!(found.departure, ends[number], "departure on {}", found.date);
            prop_assert_eq!(found.available, found.amount.is_some());
            prop_assert_eq!(found.amount.is_some(), found.total.is_some());
            prop_assert_eq!(found.arrival, found.reasons.is_empty(), "{:?}", found);
            if found.max_stay.is_some() {
                prop_assert!(found.arrival);
            }
        }
    }

    // The lowest rate is the lowest of all rooms that hold the party and can be slept in.
    // clause: SEARCH-11
    #[test]
    fn the_lowest_rate_is_the_lowest(seed: u64, guests: u64) {
        let mut case = any_hotel(seed, 3);
        case.nights.iter_mut().for_each(|row| row.rules.clear());
        let board = case.board();
        let party = any_party(guests);
        let mut days = Vec::new();
        lowest_rates(&board, day(0), day(16), &CalendarFor::new(&party, None), noon(0), &mut days);
        for found in days {
            let mut lowest: Option<i64> = None;
            for room in &case.hotel.room_types {
                let holds = party.people() <= u16::from(room.max_people)
                    && party.adults() <= room.max_adults
                    && party.children() <= room.max_children;
                let is_beyond = found.date >= board.last_checkout(noon(0));
                if !holds || is_beyond || reference::left(&case.stock, &room.code, found.date) == 0 {
                    continue;
                }
                for plan in case.hotel.rate_plans.iter().filter(|plan| plan.room_types.contains(&room.code)) {
                    if let Some(rate) = reference::rate(&case, &room.code, &plan.code, found.date, &party) {
                        lowest = Some(lowest.map_or(rate, |lowest| lowest.min(rate)));
                    }
                }
            }
            prop_assert_eq!(found.amount, lowest);
            let total = lowest.map(|rate| reference::grand_total(&reference::lines(&case.hotel, &party, &[rate])));
            prop_assert_eq!(found.total, total);
        }
    }
}

/// Whether of two stays the one with the lower rate costs less with its charges too, but for what is rounded.
fn follow_rates(hotel: &Hotel, nights: u16) -> bool {
    hotel.charges.iter().all(|charge| match charge.amount {
        ChargeAmount::Percent { .. } => charge.max_nights.is_none_or(|most| most >= nights),
        ChargeAmount::Flat { .. } => true,
        ChargeAmount::PercentTiers { .. } | ChargeAmount::FlatTiers { .. } => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    // Asked for a length of stay, a day has the price of the cheapest stay of that length on offer, or none.
    // clause: SEARCH-11
    #[test]
    fn the_price_of_a_length_is_that_of_an_offer(seed: u64, size in 1usize..4, guests: u64, nights in 1u16..9) {
        let case = any_hotel(seed, size);
        let board = case.board();
        let party = any_party(guests);
        let (mut days, mut any) = (Vec::new(), Vec::new());
        lowest_rates(&board, day(-1), day(16), &CalendarFor::new(&party, Some(nights)), noon(0), &mut days);
        lowest_rates(&board, day(-1), day(16), &CalendarFor::new(&party, None), noon(0), &mut any);
        let mut answer = Offers::default();
        for ((number, found), any) in (-1..).zip(&days).zip(&any) {
            let query = Query::new(stay(number, nights), party);
            answer.ask(&board, &query, noon(0));
            let a_night = |total: i64| board.currency().mul_ratio(total, 1, i64::from(nights));
            let in_time = query.stay.departure() <= board.last_checkout(noon(0));
            let totals = || answer.all().iter().filter(|_| in_time).map(|offer| offer.totals);
            // Of stays with the lowest rate any: what they cost differs by what is rounded at most.
            let key = |of: Totals| if follow_rates(&case.hotel, nights) { of.rate } else { of.grand_total() };
            let cheapest = totals().map(key).min();
            let told = |of: Totals| (Some(a_night(of.rate)), Some(a_night(of.grand_total())));
            let mut prices = totals().filter(|of| Some(key(*of)) == cheapest).map(told);
            let price = (found.amount, found.total);
            prop_assert!(prices.any(|told| told == price) || (cheapest, price) == (None, (None, None)), "{}", found.date);
            let least = totals().map(|of| of.grand_total()).min();
            let rounded = board.currency().step * case.hotel.charges.len().pow(2) as i64;
            prop_assert!(found.total <= least.map(|least| a_night(least) + rounded), "{}", found.date);
            let rest = CalendarDay { amount: None, total: None, ..*found };
            prop_assert_eq!(rest, CalendarDay { amount: None, total: None, ..*any }, "only prices depend on it");
        }
    }
}

fn days_of(case: &Case, guests: &domain::party::Party) -> Vec<CalendarDay> {
    let mut days = Vec::new();
    lowest_rates(&case.board(), day(0), day(6), &CalendarFor::new(guests, None), noon(0), &mut days);
    days
}

#[test]
fn a_closed_day_says_why() {
    let mut case = simple(10_000, 5);
    case.stock[0].left[1] = 0;
    let mut rules = vec![domain::hotel::NightRule::default(); 20];
    rules[3].closed_to_arrival = true;
    rules[4].stop_sell = true;
    case.nights[0].rules = rules;
    case.nights[0].prices[5] = None;
    let days = days_of(&case, &party(2, &[]));
    let why = |number: usize| days[number].reasons.iter().collect::<Vec<_>>();
    assert_eq!(why(0), []);
    assert_eq!(why(1), [ReasonCode::SoldOut]);
    assert_eq!(why(3), [ReasonCode::ClosedToArrival]);
    assert_eq!(why(4), [ReasonCode::StopSell]);
    assert_eq!(why(5), [ReasonCode::NoPrice]);
    assert!(days[3].available && !days[3].arrival);
    assert!(days[1].departure && !days[2].departure, "the night before the first was sold, the one after was not");
    let crowd = days_of(&case, &party(9, &[]));
    assert_eq!(crowd[0].reasons.iter().collect::<Vec<_>>(), [ReasonCode::PartyTooLarge]);
}

// No guest can search a stay beyond the last day to leave on: no day has its price, none is free to come without one to
// go.
// clause: SEARCH-07, SEARCH-11
#[test]
fn no_stay_goes_beyond_the_last_checkout() {
    let mut case = simple(10_000, 5);
    case.hotel.max_los = 5;
    case.nights[0].rules = vec![domain::hotel::NightRule { min_stay_arrival: 3, ..Default::default() }; 20];
    let board = case.board();
    assert_eq!(board.last_checkout(noon(0)), day(6));
    let days = |nights| {
        let mut days = Vec::new();
        lowest_rates(&board, day(0), day(9), &CalendarFor::new(&party(2, &[]), nights), noon(0), &mut days);
        days
    };
    let of = |days: &[CalendarDay], is: fn(&CalendarDay) -> bool| days.iter().map(is).collect::<Vec<_>>();
    let until = |last: usize| (0..9).map(|day| day <= last).collect::<Vec<_>>();
    assert_eq!(of(&days(Some(5)), |day| day.amount.is_some()), until(1));
    assert_eq!(of(&days(None), |day| day.amount.is_some()), until(5));
    assert_eq!(of(&days(None), |day| day.arrival), until(3));
    assert_eq!(of(&days(None), |day| day.departure), (0..9).map(|day| (3..=6).contains(&day)).collect::<Vec<_>>());
    assert!(days(None)[6].reasons.iter().eq([ReasonCode::BeyondCalendar]));
}

// clause: BRAND-12
#[test]
fn a_night_without_a_price_is_not_a_night_without_a_room() {
    let mut case = simple(10_000, 5);
    case.stock[0].left[1] = 0;
    case.nights[0].prices[5] = None;
    // Its price is not everybody's.
    case.hotel
        .rate_plans
        .push(RatePlan { points_per_night: Some(500), ..rate_plan("POINTS", PlanPrice::Own, &["KING"]) });
    case.nights.push(row("KING", "POINTS", vec![Some(price(9_000)); 20], vec![]));
    let why = |from: i64, nights: u16| not_on_sale(&case.board(), &stay(from, nights), noon(0));
    assert_eq!((why(2, 3), why(0, 3)), (None, None), "what is sold is for sale");
    assert_eq!((why(5, 1), why(4, 3)), (Some(ReasonCode::NoPrice), Some(ReasonCode::NoPrice)));
    assert_eq!(
        (why(18, 2), why(18, 3), why(25, 1)),
        (None, Some(ReasonCode::BeyondCalendar), Some(ReasonCode::BeyondCalendar))
    );
    assert_eq!(why(-1, 2), None, "its search refuses that");
    // Nor is one that the rules of every plan refuse.
    let mut rules = vec![NightRule::default(); 20];
    rules[8].stop_sell = true;
    rules[10].min_stay_arrival = 2;
    case.nights[0].rules = rules;
    let why = |from: i64, nights: u16| not_on_sale(&case.board(), &stay(from, nights), noon(0));
    assert_eq!((why(8, 1), why(10, 1)), (Some(ReasonCode::StopSell), Some(ReasonCode::MinStay)));
    assert_eq!((why(9, 1), why(10, 2)), (None, None));
    case.nights.push(row("KING", "OPEN", vec![Some(price(12_000)); 20], vec![]));
    case.hotel.rate_plans.push(rate_plan("OPEN", PlanPrice::Own, &["KING"]));
    assert_eq!(not_on_sale(&case.board(), &stay(8, 1), noon(0)), None, "another plan sells it");
}

#[test]
fn no_more_than_four_hundred_days_are_answered() {
    let board = simple(10_000, 5).board();
    let mut days = Vec::new();
    lowest_rates(&board, day(0), day(5_000), &CalendarFor::new(&party(1, &[]), None), noon(0), &mut days);
    assert_eq!(days.len(), 400);
    lowest_rates(&board, day(3), day(1), &CalendarFor::new(&party(1, &[]), None), noon(0), &mut days);
    assert!(days.is_empty());
}

// A lower sum of rates may be taxed more: India takes 5 % of a night up to a rate, 18 % beyond it.
#[test]
fn the_price_of_a_length_is_the_lowest_with_its_taxes() {
    let tiers = vec![Tier { from: 0, value: 50_000 }, Tier { from: 15_000, value: 180_000 }];
    let charges = [
        charge("GST", ChargeKind::Tax, ChargeAmount::PercentTiers { tiers }),
        // And one of the first night alone is less where that night is cheap.
        Charge { max_nights: Some(1), ..charge("FIRST", ChargeKind::Tax, ChargeAmount::Percent { ppm: 180_000 }) },
    ];
    for tax in charges {
        let mut case = simple(14_500, 5);
        case.hotel.charges = vec![tax];
        case.hotel.rate_plans.push(rate_plan("SAVER", PlanPrice::Own, &["KING"]));
        let saver = [16_000, 12_800].iter().cycle().map(|base| Some(price(*base))).take(20).collect();
        case.nights.push(row("KING", "SAVER", saver, vec![]));
        let board = case.board();
        let guests = party(2, &[]);
        let mut days = Vec::new();
        lowest_rates(&board, day(0), day(1), &CalendarFor::new(&guests, Some(2)), noon(0), &mut days);
        let answer = offers(&board, &Query::new(stay(0, 2), guests), noon(0));
        let [flex, saver] = [0, 1].map(|at| answer.all()[at].totals);
        assert!(saver.rate < flex.rate && saver.grand_total() > flex.grand_total());
        assert_eq!((days[0].amount, days[0].total), (Some(14_500), Some(flex.grand_total() / 2)));
        let lowest = lowest_stay(&board, &stay(0, 2), &guests, noon(0)).expect("on offer");
        assert_eq!((lowest.nightly, lowest.total), (14_500, flex.grand_total()));
    }
}

// Rooms that were taken away after they were sold are missing for whoever holds one there too, as in the search.
// clause: SEARCH-11
#[test]
fn a_night_with_more_sold_than_there_is_is_full_for_its_own_guest() {
    let board = simple(10_000, 5).board();
    let (room, guests) = (board.room_index("KING").expect("known"), party(2, &[]));
    let own = [Held { room, stay: stay(2, 1), rooms: 1, group: None }];
    for (left, is_free) in [(0, true), (-1, false)] {
        board.set_left(room, day(2), left);
        let mut days = Vec::new();
        let of = CalendarFor { own: &own, ..CalendarFor::new(&guests, None) };
        lowest_rates(&board, day(2), day(3), &of, noon(0), &mut days);
        let asked = offers(&board, &Query { own: &own, ..Query::new(stay(2, 1), guests) }, noon(0));
        assert_eq!((days[0].available, !asked.all().is_empty()), (is_free, is_free), "{left}");
    }
}
