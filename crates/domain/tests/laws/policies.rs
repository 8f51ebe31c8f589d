//! Cancellation terms across clock changes, penalties and deposits.

use domain::hotel::*;
use domain::offer::{Query, offers};
use domain::policy::*;
use domain::pricing::NightAmount;
use jiff::Timestamp;
use proptest::prelude::*;

use crate::hotels::*;

fn step(from: Deadline, penalty: Penalty) -> CancellationStep {
    CancellationStep { from, penalty }
}

fn hotel_with(zone: &str, steps: Vec<CancellationStep>) -> Case {
    let mut case = simple(10_000, 5);
    case.hotel.time_zone = zone.into();
    case.hotel.cancellation_policies[0].steps = steps;
    case
}

fn six_pm(days: u16) -> Deadline {
    Deadline::DaysBefore { days, minute: 1_080 }
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

fn free_until(case: &Case, from: i64, now: Timestamp) -> Option<String> {
    terms(&case.board(), 0, day(from), now).free_until.map(|moment| moment.rfc3339())
}

const ONE_NIGHT: Penalty = Penalty::Nights { nights: 1 };

// Deadlines are the hotel's wall clock, on both sides of a clock change: Zurich leaves summer time on 25 October
// 2026 at 3:00, New York on 1 November at 2:00.
#[test]
fn deadlines_follow_the_hotels_clock_across_a_clock_change() {
    let now = at("2026-10-01T00:00:00Z");
    let zurich = hotel_with("Europe/Zurich", vec![step(six_pm(2), ONE_NIGHT)]);
    assert_eq!(free_until(&zurich, 4, now).as_deref(), Some("2026-10-24T18:00:00+02:00"));
    assert_eq!(free_until(&zurich, 5, now).as_deref(), Some("2026-10-25T18:00:00+01:00"));
    // Hours are hours: 48 before check-in at 15:00 on the 26th is 16:00 summer time on the 24th.
    let hours = hotel_with("Europe/Zurich", vec![step(Deadline::HoursBefore { hours: 48 }, ONE_NIGHT)]);
    assert_eq!(free_until(&hours, 4, now).as_deref(), Some("2026-10-24T16:00:00+02:00"));
    let new_york = hotel_with("America/New_York", vec![step(six_pm(1), ONE_NIGHT)]);
    assert_eq!(free_until(&new_york, 10, now).as_deref(), Some("2026-10-31T18:00:00-04:00"));
    assert_eq!(free_until(&new_york, 11, now).as_deref(), Some("2026-11-01T18:00:00-05:00"));
    // A time of day that happens twice is taken the first time.
    let twice = hotel_with("Europe/Zurich", vec![step(Deadline::DaysBefore { days: 0, minute: 150 }, ONE_NIGHT)]);
    assert_eq!(free_until(&twice, 3, now).as_deref(), Some("2026-10-25T02:30:00+02:00"));
    // One that is skipped is taken after the gap: on 28 March 2027, 2:30 is 3:30 summer time.
    assert_eq!(free_until(&twice, 157, now).as_deref(), Some("2027-03-28T03:30:00+02:00"));
}

#[test]
fn terms_are_seen_from_the_moment_of_booking() {
    let half = Penalty::Percent { ppm: 500_000 };
    let all = Penalty::Percent { ppm: 1_000_000 };
    let steps = vec![step(six_pm(7), ONE_NIGHT), step(six_pm(2), half), step(six_pm(0), all)];
    let board = hotel_with("America/New_York", steps).board();
    let seen = |now: &str| terms(&board, 0, day(10), at(now));
    let early = seen("2026-10-20T00:00:00Z");
    assert_eq!(
        (early.free_until.map(|m| m.rfc3339()), early.penalty),
        (Some("2026-10-25T18:00:00-04:00".into()), Some(ONE_NIGHT))
    );
    let later = |terms: Terms| -> Vec<(String, Penalty)> {
        terms.later.into_iter().map(|(from, penalty)| (from.rfc3339(), penalty)).collect()
    };
    let whole = ("2026-11-01T18:00:00-05:00".to_owned(), all);
    assert_eq!(later(seen("2026-10-20T00:00:00Z")), [("2026-10-30T18:00:00-04:00".to_owned(), half), whole.clone()]);
    assert_eq!(later(seen("2026-10-31T00:00:00Z")), [whole], "what is in force already is no later step");
    assert_eq!(seen("2026-10-25T21:59:59Z").penalty, Some(ONE_NIGHT));
    let late = seen("2026-10-25T22:00:00Z");
    assert_eq!((late.free_until, late.penalty), (None, Some(ONE_NIGHT)));
    assert_eq!(seen("2026-10-31T00:00:00Z").penalty, Some(half));
    assert_eq!(seen("2026-11-02T00:00:00Z").penalty, Some(all));

    let free = terms(&hotel_with("UTC", vec![]).board(), 0, day(10), noon(0));
    assert_eq!((free.free_until, free.penalty), (None, None));
    let never = hotel_with("UTC", vec![step(Deadline::AtBooking, all)]).board();
    assert_eq!(terms(&never, 0, day(10), noon(0)), Terms { free_until: None, penalty: Some(all), later: vec![] });

    let nights = [NightAmount { rate: 10_000, content: 0, before: None, total: 11_000 }; 3];
    let steps = penalty_steps(&board, 0, &stay(10, 3), &nights, 2, at("2026-10-31T00:00:00Z"));
    let amounts: Vec<(String, i64)> = steps.iter().map(|step| (step.from.rfc3339(), step.amount)).collect();
    let expected = [("2026-10-30T20:00:00-04:00".to_owned(), 33_000), ("2026-11-01T18:00:00-05:00".to_owned(), 66_000)];
    assert_eq!(amounts, expected);
}

// clause: DATA-07
#[test]
fn an_offer_carries_its_cancellation_and_deposits() {
    let mut case = hotel_with("America/New_York", vec![step(six_pm(2), ONE_NIGHT)]);
    case.hotel.charges = vec![charge("TAX", ChargeKind::Tax, ChargeAmount::Percent { ppm: 100_000 })];
    case.hotel.rate_plans[0].deposits = vec![
        DepositRule { due: DepositDue::DaysBefore { days: 3 }, amount: Penalty::Percent { ppm: 1_000_000 } },
        DepositRule { due: DepositDue::AtBooking, amount: ONE_NIGHT },
    ];
    let board = case.board();
    let query = Query::new(stay(8, 3), party(2, &[]));
    let answer = offers(&board, &query, noon(0));
    let offer = &answer.all()[0];
    assert_eq!(answer.cancellation(&board, offer).amount, 11_000);
    let deposits: Vec<Deposit> = answer.deposits(&board, offer, &query.stay).collect();
    let expected = [Deposit { date: day(0), amount: 11_000 }, Deposit { date: day(5), amount: 22_000 }];
    assert_eq!(deposits, expected, "the second is cut to what is left");
    assert_eq!(Dues::new(33_000, day(0), &deposits), Dues { now: 11_000, later: 22_000, at_hotel: 0 });
}

// clause: CUR-04
#[test]
fn a_penalty_in_francs_is_a_multiple_of_five_centimes() {
    let franc = domain::money::Currency::of("CHF").expect("known");
    let nights = [NightAmount { rate: 20_000, content: 0, before: None, total: 20_000 }];
    assert_eq!(penalty_amount(franc, Penalty::Amount { minor: 4_998 }, &nights, 2), 2 * 5_000);
}

// clause: PAY-13
#[test]
fn a_guarantee_asks_for_a_card_by_its_code_or_by_its_own_word() {
    let asks = |code: &str, card: bool| needs_card(&guarantee_type(code, card));
    assert!(asks("CC", false) && asks("COMPANY_CC", false) && asks("DEPOSIT", true));
    assert!(!asks("HOLD_18", false) && !asks("CCX", false));
}

proptest! {
    // A penalty is between nothing and the whole stay; deposits never exceed it and come in order of date.
    #[test]
    fn penalties_and_deposits_stay_within_the_price(
        totals in prop::collection::vec(0i64..500_000, 1..10), rooms in 1u16..5, first in 0u16..12, ppm in -500_000i64..3_000_000,
        minor in -9_000i64..900_000, days in prop::collection::vec(0u16..30, 0..4), booked in 0i64..20,
    ) {
        let usd = domain::money::Currency::of("USD").expect("known");
        let nights: Vec<NightAmount> = totals.iter().map(|&total| NightAmount { rate: total, content: 0, before: None, total }).collect();
        let whole = totals.iter().sum::<i64>() * i64::from(rooms);
        let penalties = [Penalty::Nights { nights: first }, Penalty::Percent { ppm }, Penalty::Amount { minor }];
        for penalty in penalties {
            let amount = penalty_amount(usd, penalty, &nights, rooms);
            prop_assert!((0..=whole).contains(&amount) && amount % i64::from(rooms) == 0);
        }
        let mut plan = plain().rate_plans[0].clone();
        plan.deposits = days.iter().zip(penalties.into_iter().cycle())
            .map(|(&days, amount)| DepositRule { due: DepositDue::DaysBefore { days }, amount })
            .collect();
        let due: Vec<Deposit> = deposits(usd, &plan, day(20), day(booked), &nights, rooms).collect();
        prop_assert!(due.iter().map(|one| one.amount).sum::<i64>() <= whole);
        prop_assert!(due.iter().all(|one| one.amount > 0 && one.date >= day(booked)));
        prop_assert!(due.windows(2).all(|pair| pair[0].date <= pair[1].date));
        let dues = Dues::new(whole, day(booked), &due);
        prop_assert_eq!(dues.now + dues.later + dues.at_hotel, whole);
        prop_assert!(dues.now >= 0 && dues.later >= 0 && dues.at_hotel >= 0);
    }

    // A moment reads back as it was written.
    #[test]
    fn moments_read_back(seconds in 0i64..4_000_000_000, zone in prop::sample::select(vec!["Asia/Kathmandu", "America/St_Johns", "UTC"])) {
        let moment = Moment::new(Timestamp::from_second(seconds).expect("a moment"), &hotel_with(zone, vec![]).board());
        let json = serde_json::to_string(&moment).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Moment>(&json).expect("a moment"), moment);
    }
}
