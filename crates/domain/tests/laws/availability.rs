//! What is on offer: the engine against the reference, and laws of its answers.

use domain::board::{Board, StockLeft};
use domain::calendar::lowest_stay;
use domain::nearest::{Reach, nearest_stays};
use domain::offer::{Held, Offers, Query, offers};
use domain::party::Party;
use domain::reason::ReasonCode;
use proptest::prelude::*;

use crate::hotels::*;
use crate::reference;

// What was sold of a type that is gone, or of nights out of the calendar, is in the stock for ever.
#[test]
fn stock_that_is_not_on_sale_changes_nothing() {
    let plain = simple(20_000, 3);
    let mut more = simple(20_000, 3);
    more.stock.push(stock("GONE", &[1; 400]));
    let left = [&[9; 3][..], &more.stock[0].left, &[9; 5000]].concat();
    more.stock[0] = StockLeft { first: day(-3), left, ..stock("KING", &[]) };
    let (plain, more) = (plain.board(), more.board());
    assert_eq!((plain.first(), plain.last()), (more.first(), more.last()));
    for night in 0..20 {
        let king = |board: &Board| board.left(board.room_index("KING").expect("known"), day(night));
        assert_eq!(king(&plain), king(&more));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    // Every room type in every plan: sold at the reference's price, or refused for all of its reasons.
    // clause: API-14, DATA-05, PRICE-08
    #[test]
    fn offers_are_those_of_the_reference(
        seed: u64, size in 1usize..4, guests: u64, from in -2i64..14, nights in 1u16..9, today in 0i64..4, rooms in 1u16..4,
    ) {
        let case = any_hotel(seed, size);
        let board = case.board();
        let party = any_party(guests);
        let query = Query { rooms, ..Query::new(stay(from, nights), party) };
        let now = noon(today);
        let answer = offers(&board, &query, now);
        prop_assert_eq!(answer.rooms().len(), case.hotel.room_types.len());
        for (room, described) in answer.rooms().iter().zip(&case.hotel.room_types) {
            let code = described.code.as_str();
            let against = reference::room_reasons(&case, code, &query.stay, &party, i32::from(rooms), day(today));
            prop_assert_eq!(reference::sorted(answer.room_reasons(room).to_vec()), against.clone());
            let mut sold = answer.of_room(room).iter();
            let mut refused = answer.refusals(room).iter();
            for plan in case.hotel.rate_plans.iter().filter(|plan| plan.room_types.contains(&described.code)) {
                let reasons = reference::plan_reasons(&case, code, &plan.code, &query.stay, &party, day(today));
                if !reasons.is_empty() {
                    let refusal = refused.next().expect("refused by the reference");
                    prop_assert_eq!(&board.plan(refusal.plan).code, &plan.code);
                    prop_assert_eq!(reference::sorted(answer.refusal_reasons(refusal).to_vec()), reasons);
                } else if against.is_empty() {
                    let offer = sold.next().expect("sold by the reference");
                    prop_assert_eq!(&board.plan(offer.plan).code, &plan.code);
                    let rates: Vec<i64> = query.stay.dates()
                        .map(|date| reference::rate(&case, code, &plan.code, date, &party).expect("a price"))
                        .collect();
                    let ours: Vec<i64> = answer.nights(offer).iter().map(|night| night.rate).collect();
                    prop_assert_eq!(ours, rates.clone());
                    let lines = reference::lines(&case.hotel, &party, &rates);
                    prop_assert_eq!(offer.totals.grand_total(), reference::grand_total(&lines));
                    for (number, night) in answer.nights(offer).iter().enumerate() {
                        let of_night: Vec<_> = lines.iter().filter(|line| line.night == number).cloned().collect();
                        prop_assert_eq!(night.total, reference::grand_total(&of_night));
                    }
                }
            }
            prop_assert!(sold.next().is_none() && refused.next().is_none());
        }
    }

    // Used buffers answer as new ones do.
    #[test]
    fn an_answer_does_not_depend_on_the_one_before(first: u64, second: u64, guests: u64, from in 0i64..9) {
        let mut buffers = Offers::default();
        let (one, two) = (any_hotel(first, 3).board(), any_hotel(second, 3).board());
        buffers.ask(&one, &Query::new(stay(from, 3), any_party(guests)), noon(0));
        let query = Query::new(stay(from, 2), any_party(!guests));
        buffers.ask(&two, &query, noon(0));
        prop_assert_eq!(format!("{buffers:?}"), format!("{:?}", offers(&two, &query, noon(0))));
    }

    // More rooms left never take an offer away, and a room held by the asker counts as left.
    #[test]
    fn a_room_given_back_is_on_offer_again(seed: u64, guests: u64, from in 0i64..9, nights in 1u16..5) {
        let case = any_hotel(seed, 3);
        let board = case.board();
        let query = Query::new(stay(from, nights), any_party(guests));
        let before = offers(&board, &query, noon(0));
        for room in board.room_ids() {
            for date in query.stay.dates() {
                board.set_left(room, date, board.left(room, date) - 1);
            }
        }
        let own: Vec<Held> =
            board.room_ids().map(|room| Held { room, stay: query.stay, rooms: 1, group: None }).collect();
        let held = offers(&board, &Query { own: &own, ..query }, noon(0));
        let sold = |answer: &Offers| -> Vec<_> {
            answer.all().iter().map(|offer| (offer.room, offer.plan, offer.totals)).collect()
        };
        prop_assert_eq!(sold(&before), sold(&held));
    }

    // What is said to be near can be sold, is near in order, and nothing nearer was left out.
    #[test]
    fn nearest_stays_can_be_sold_and_are_the_nearest(seed: u64, guests: u64, from in 0i64..12, nights in 1u16..4) {
        let board = any_hotel(seed, 3).board();
        let query = Query::new(stay(from, nights), any_party(guests));
        let reach = Reach { days: 6, count: 3 };
        let near = nearest_stays(&board, &query, noon(0), reach);
        prop_assert!(near.len() <= reach.count);
        let off = |shift: i32, length: u16| shift.unsigned_abs() + u32::from(length.abs_diff(nights));
        let key = |stay: &domain::nearest::NearestStay| {
            let length = stay.stay.nights();
            (off(stay.shift_days, length), length.abs_diff(nights), stay.totals.grand_total())
        };
        prop_assert!(near.windows(2).all(|pair| key(&pair[0]) <= key(&pair[1])));
        for found in &near {
            let answer = offers(&board, &Query { stay: found.stay, ..query }, noon(0));
            let cheapest = answer.all().iter().map(|offer| offer.totals.grand_total()).min();
            prop_assert_eq!(cheapest, Some(found.totals.grand_total()));
            let shift = domain::stay::days_between(query.stay.arrival(), found.stay.arrival());
            prop_assert_eq!(found.shift_days, shift);
            prop_assert!(found.stay.departure() <= board.last_checkout(noon(0)));
        }
        let full = near.len() == reach.count;
        for shift in -6i32..=6 {
            let other = stay(from + i64::from(shift), nights);
            if other.departure() > board.last_checkout(noon(0)) {
                continue;
            }
            let answer = offers(&board, &Query { stay: other, ..query }, noon(0));
            let Some(total) = answer.all().iter().map(|offer| offer.totals.grand_total()).min() else { continue };
            let nearer = near.last().is_none_or(|last| (off(shift, nights), 0, total) < key(last));
            if nearer || !full {
                prop_assert!(near.iter().any(|found| found.stay == other), "{:?} was left out", other);
            }
        }
    }
}

// Each rule at its edges, by hand: the stay of exactly the length, one night less, one more.
#[test]
fn restrictions_hold_at_their_edges() {
    let on = |night: usize, rule: domain::hotel::NightRule| {
        let mut rules = vec![domain::hotel::NightRule::default(); 20];
        rules[night] = rule;
        let mut case = simple(10_000, 5);
        case.nights[0].rules = rules;
        case.board()
    };
    let none = domain::hotel::NightRule::default();
    let codes = |board: &domain::board::Board, from: i64, nights: u16| -> Vec<(ReasonCode, Option<u16>)> {
        let answer = offers(board, &Query::new(stay(from, nights), party(2, &[])), noon(0));
        let room = &answer.rooms()[0];
        answer
            .refusals(room)
            .iter()
            .flat_map(|refusal| answer.refusal_reasons(refusal))
            .map(|reason| (reason.code, reason.value))
            .collect()
    };
    let min = on(5, domain::hotel::NightRule { min_stay_arrival: 3, ..none });
    assert_eq!(codes(&min, 5, 2), [(ReasonCode::MinStay, Some(3))]);
    assert_eq!(codes(&min, 5, 3), []);
    assert_eq!(codes(&min, 4, 2), [], "a rule of arrival does not bind whoever came before");

    let max = on(5, domain::hotel::NightRule { max_stay_arrival: 3, ..none });
    assert_eq!(codes(&max, 5, 3), []);
    assert_eq!(codes(&max, 5, 4), [(ReasonCode::MaxStay, Some(3))]);

    let through = on(5, domain::hotel::NightRule { min_stay_through: 3, ..none });
    assert_eq!(codes(&through, 4, 2), [(ReasonCode::MinStay, Some(3))]);
    assert_eq!(codes(&through, 3, 2), [], "leaves on the day the rule begins");
    assert_eq!(codes(&through, 3, 3), []);

    let most = on(5, domain::hotel::NightRule { max_stay_through: 2, ..none });
    assert_eq!(codes(&most, 4, 3), [(ReasonCode::MaxStay, Some(2))]);
    assert_eq!(codes(&most, 6, 3), []);

    let arrival = on(5, domain::hotel::NightRule { closed_to_arrival: true, ..none });
    assert_eq!(codes(&arrival, 5, 1), [(ReasonCode::ClosedToArrival, None)]);
    assert_eq!(codes(&arrival, 4, 2), []);

    let departure = on(5, domain::hotel::NightRule { closed_to_departure: true, ..none });
    assert_eq!(codes(&departure, 4, 1), [(ReasonCode::ClosedToDeparture, None)]);
    assert_eq!(codes(&departure, 4, 2), []);
    assert_eq!(codes(&departure, 5, 1), []);

    let stopped = on(5, domain::hotel::NightRule { stop_sell: true, ..none });
    assert_eq!(codes(&stopped, 3, 3), [(ReasonCode::StopSell, None)]);
    assert_eq!(codes(&stopped, 3, 2), []);
    assert_eq!(codes(&stopped, 6, 1), []);
}

#[test]
fn the_advance_window_has_both_its_ends() {
    let mut case = simple(10_000, 5);
    case.hotel.rate_plans[0].min_advance_days = Some(3);
    case.hotel.rate_plans[0].max_advance_days = Some(7);
    let board = case.board();
    let reason = |from: i64| {
        let answer = offers(&board, &Query::new(stay(from, 1), party(2, &[])), noon(0));
        answer.refusals(&answer.rooms()[0]).first().map(|refusal| answer.refusal_reasons(refusal)[0])
    };
    use domain::reason::Reason;
    assert_eq!(reason(2), Some(Reason::with(ReasonCode::TooLate, 3)));
    assert_eq!(reason(3), None);
    assert_eq!(reason(7), None);
    assert_eq!(reason(8), Some(Reason::with(ReasonCode::TooEarly, 7)));
}

// A room that is gone everywhere but in a longer stay: the length that the rule demands is offered.
#[test]
fn a_minimum_stay_leads_to_the_longer_stay() {
    let mut case = simple(10_000, 5);
    case.nights[0].rules = vec![domain::hotel::NightRule { min_stay_arrival: 3, ..Default::default() }; 20];
    let board = case.board();
    let near = nearest_stays(&board, &Query::new(stay(4, 2), party(2, &[])), noon(0), Reach::default());
    assert_eq!((near[0].shift_days, near[0].stay.nights()), (0, 3));
}

// clause: SEARCH-04
#[test]
fn the_cap_of_guests_falls_back_to_the_occupancy_then_to_six() {
    let mut case = simple(10_000, 5);
    let cap = |case: &Case| case.board().guest_cap();
    case.hotel.website_config.max_guests_allowed = Some(4);
    case.hotel.max_occupancy = 5;
    assert_eq!(cap(&case), 4);
    case.hotel.website_config.max_guests_allowed = None;
    assert_eq!(cap(&case), 5);
    case.hotel.max_occupancy = 0;
    assert_eq!(cap(&case), 6);
}

// A hotel that offers stays for so many days ahead leads nobody to one beyond, though it has prices there.
// clause: SEARCH-07, BRAND-12
#[test]
fn nobody_is_led_to_a_stay_that_the_search_refuses() {
    let mut case = simple(10_000, 5);
    case.hotel.max_los = 5;
    let board = case.board();
    let two = party(2, &[]);
    let lowest = |from: i64, nights: u16, party: &Party| lowest_stay(&board, &stay(from, nights), party, noon(0));
    assert!(lowest(4, 2, &two).is_some(), "it ends on the last day");
    assert!(lowest(5, 2, &two).is_none());
    let near = nearest_stays(&board, &Query::new(stay(5, 2), two), noon(0), Reach::default());
    assert_eq!(near.iter().map(|near| near.shift_days).collect::<Vec<_>>(), [-1, -2, -3]);
    let searched = [(0, 5), (4, 2), (-1, 1), (0, 6), (1, 6)];
    let searched = searched.map(|(from, nights)| board.offers_stay(&stay(from, nights), noon(0)));
    assert_eq!(searched, [true, true, false, false, false], "of today on, no longer than it wants, to the last day");
    // What ends there and is as long as a rule wants it is found all the same.
    let most = domain::hotel::NightRule { max_stay_arrival: 2, ..Default::default() };
    case.nights[0].rules = vec![most; 20];
    let near = nearest_stays(&case.board(), &Query::new(stay(4, 3), two), noon(0), Reach::default());
    assert_eq!((near[0].shift_days, near[0].stay.nights()), (0, 2));
    // Nor to a room with more people than the hotel lets into one.
    case.hotel.website_config.max_guests_allowed = Some(1);
    assert!(lowest_stay(&case.board(), &stay(0, 2), &two, noon(0)).is_none());
}

// The night that has begun in the hotel's own zone is the first that can be booked, whatever the day elsewhere.
// clause: SEARCH-07
#[test]
fn the_business_day_is_the_hotels_own() {
    let board = simple(10_000, 5).board();
    let late_evening = "2026-10-23T03:30:00Z".parse().expect("a moment");
    assert_eq!(board.business_day(late_evening), day(0));
    let answer = offers(&board, &Query::new(stay(0, 1), party(2, &[])), late_evening);
    assert_eq!(answer.all().len(), 1);
    let next_day = "2026-10-23T04:30:00Z".parse().expect("a moment");
    let answer = offers(&board, &Query::new(stay(0, 1), party(2, &[])), next_day);
    assert_eq!(answer.room_reasons(&answer.rooms()[0])[0].code, ReasonCode::BeyondCalendar);
}

#[test]
fn reasons_are_written_by_their_names() {
    use domain::reason::{Reason, ReasonSet};
    let mut set = ReasonSet::default();
    for code in ReasonCode::ALL {
        assert_eq!(serde_json::to_value(code).expect("JSON"), code.as_str());
        assert!(!set.contains(code));
        set.insert(code);
    }
    assert!(set.iter().eq(ReasonCode::ALL));
    let reason = serde_json::to_value(Reason::with_on(ReasonCode::MinStay, 3, day(2))).expect("JSON");
    assert_eq!(reason, serde_json::json!({"code": "MIN_STAY", "value": 3, "date": "2026-10-24"}));
    let reason = serde_json::to_value(Reason::with(ReasonCode::TooLate, 1)).expect("JSON");
    assert_eq!(reason, serde_json::json!({"code": "TOO_LATE", "value": 1}));
}
