//! Events: times that overlap exactly when they share a quarter, prices that add up, steps that refuse what is missing.

use std::collections::BTreeSet;

use domain::board::Board;
use domain::booking::Card;
use domain::event::bill::{EventTotals, hire, package, units};
use domain::event::offer::*;
use domain::event::span::{SpanError, TimeSpan};
use domain::event::*;
use domain::guest::{CARD_NUMBER, Guest, GuestInput, GuestRules};
use domain::hotel::*;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

const ID: Uuid = Uuid::from_u128(5);

/// So many quarters of an hour after the first noon.
fn at(quarters: i64) -> Timestamp {
    noon(0) + SignedDuration::from_mins(15 * quarters)
}

fn span(from: i64, length: i64) -> TimeSpan {
    TimeSpan::new(at(from), at(from + length)).expect("a time")
}

fn instants(from: &str, to: &str) -> TimeSpan {
    TimeSpan::new(from.parse().expect("an instant"), to.parse().expect("an instant")).expect("a time")
}

fn space(code: &str, dice: &mut Dice, taxed: &[&str], fees: &[&str]) -> Space {
    let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
    Space {
        code: code.into(),
        name: code.into(),
        description: String::new(),
        size_m2: None,
        picture: None,
        event_types: vec![],
        seats: vec![
            Seats { arrangement: "THEATRE".into(), persons: 60 },
            Seats { arrangement: "BOARDROOM".into(), persons: 12 },
        ],
        set_up_minutes: dice.within(0, 130) as u16,
        tear_down_minutes: dice.within(0, 130) as u16,
        prices: vec![
            SpacePrice { plan: "HOUR".into(), amount: dice.within(0, 90_000) },
            SpacePrice { plan: "DAY".into(), amount: dice.within(0, 900_000) },
        ],
        taxes: codes(taxed),
        fees: codes(fees),
    }
}

/// A hotel with two spaces, a tax contained, one on top, and a fee that is taxed itself.
fn board(seed: u64) -> Board {
    let dice = &mut Dice(seed);
    let percent = |ppm| ChargeAmount::Percent { ppm };
    let mut hotel = plain();
    let vat =
        Charge { inclusive: true, on_room: false, ..charge("VAT", ChargeKind::Tax, percent(dice.within(0, 250_000))) };
    let sales = charge("SALES", ChargeKind::Tax, percent(dice.within(0, 120_000)));
    let service = charge("SERVICE", ChargeKind::Fee, percent(dice.within(0, 200_000)));
    hotel.charges = vec![vat, Charge { on_room: false, on_fees: vec!["SERVICE".into()], ..sales }, service];
    let plan =
        |code: &str, minutes| PricePlan { code: code.into(), name: code.into(), description: String::new(), minutes };
    let offer = |code: &str, per, dice: &mut Dice| EventPackage {
        code: code.into(),
        name: code.into(),
        picture: None,
        items: vec![],
        amount: dice.within(0, 30_000),
        per,
        spaces: vec![],
        event_types: vec![],
        taxes: vec!["VAT".into()],
        fees: vec!["SERVICE".into()],
    };
    hotel.events = Events {
        enable_card_capture: true,
        cancellation: Some(CancellationStep {
            from: Deadline::DaysBefore { days: dice.within(0, 9) as u16, minute: 0 },
            penalty: Penalty::Percent { ppm: dice.within(0, 1_000_000) },
        }),
        types: vec![EventType { code: "MEETING".into(), name: "Meeting".into() }],
        arrangements: vec![],
        price_plans: vec![plan("HOUR", Some(60)), plan("DAY", None)],
        spaces: vec![space("HALL", dice, &["VAT", "SALES"], &["SERVICE"]), space("ROOM", dice, &["SALES"], &[])],
        items: vec![],
        packages: vec![offer("LUNCH", PackagePer::Person, dice), offer("STAGE", PackagePer::Event, dice)],
    };
    hotel.companies = vec![Company {
        code: "ACME".into(),
        name: "Acme".into(),
        pays: true,
        rate_plans: vec![],
        off: None,
        address: CompanyAddress::default(),
    }];
    Case { hotel, ..simple(10_000, 1) }.board()
}

fn begun() -> EventBooking {
    EventBooking::new((1, ID), "MEETING", "USD", noon(0), 30)
}

fn ada() -> Contact {
    let named = |text: &str| Some(text.to_owned());
    let input = GuestInput { first_name: named("Ada"), last_name: named("Byron"), ..GuestInput::default() };
    let guest = Guest::check(&input, &GuestRules::default()).expect("a guest");
    Contact { guest, event_name: "Launch".into(), po_number: String::new() }
}

fn acme() -> EventGuarantee {
    EventGuarantee::Company { code: "ACME".into(), name: "Acme".into() }
}

fn ask(space: &str, span: TimeSpan) -> SubEventAsk {
    SubEventAsk {
        replaces: None,
        new_id: Uuid::from_u128(9),
        span,
        space: space.into(),
        price_plan: "HOUR".into(),
        arrangement: None,
        persons: 8,
        name: None,
        instructions: None,
        remarks: None,
    }
}

proptest! {
    /// Nothing before the deadline, the hotel's part of the whole from it on, and never once it has begun; what was agreed
    /// stays what it was, whatever the hotel's rule is later.
    #[test]
    fn giving_an_event_back_costs_what_was_agreed(
        seed: u64, begins in 1..1_500_i64, hours in 0..400_i64,
    ) {
        let board = board(seed);
        let event = begun().set_up(&board, &[ask("HALL", span(begins, 8))], true, noon(0)).expect("free");
        let event = event.with_contact(ada(), noon(0)).expect("open");
        let event = event.guaranteed(Some(acme()), &board, noon(0)).expect("open");
        prop_assert_eq!(event.cancelled(noon(0)), Err(EventRefusal::NotCancellable), "nothing is booked");
        let booked = event.confirm(&board, noon(0), 1).expect("whole").expect("for the first time");
        let rule = board.hotel().events.cancellation.expect("a rule");
        let (Deadline::DaysBefore { days, .. }, Penalty::Percent { ppm }) = (rule.from, rule.penalty) else {
            panic!("another rule")
        };
        let part = board.currency().percent(booked.totals().total(), ppm);
        let now = noon(0) + SignedDuration::from_hours(hours);
        let day_of = |at: Timestamp| at.to_zoned(board.time_zone().clone()).date();
        let days_left = (day_of(at(begins)) - day_of(now)).get_days();
        let expected = if days_left <= i32::from(days) { part } else { 0 };
        prop_assert_eq!(booked.penalty_at(now), expected);
        // By a clock that is behind it is as at its booking.
        prop_assert_eq!(booked.penalty_at(noon(0) - SignedDuration::from_secs(3)), booked.penalty_at(noon(0)));
        match booked.cancelled(now) {
            Err(refusal) => {
                prop_assert_eq!(refusal, EventRefusal::NotCancellable);
                prop_assert!(now >= at(begins));
            }
            Ok(None) => prop_assert!(false, "it was not given back before"),
            Ok(Some(given_back)) => {
                let EventStatus::Cancelled { penalty, booked_at, .. } = given_back.status else {
                    panic!("{:?}", given_back.status)
                };
                prop_assert_eq!((penalty, booked_at), (expected, noon(0)));
                prop_assert!(now < at(begins) && given_back.taken().is_empty());
                prop_assert_eq!(given_back.confirmation_no(), booked.confirmation_no());
                prop_assert_eq!(given_back.cancelled(noon(9)), Ok(None));
                prop_assert_eq!(given_back.check_open(noon(0)), Err(EventRefusal::AlreadyConfirmed));
            }
        }
    }

    /// Whatever the hotel's rule has become since, and however late the guest confirms.
    #[test]
    fn giving_an_event_back_never_costs_more_than_its_guest_was_told(
        seed: u64, other: u64, begins in 100..1_500_i64, later in 0..30_i64, hours in 0..400_i64,
    ) {
        let (board, changed) = (board(seed), board(other));
        let event = begun().set_up(&board, &[ask("HALL", span(begins, 8))], true, noon(0)).expect("free");
        let event = event.with_contact(ada(), noon(0)).expect("open");
        let event = event.guaranteed(Some(acme()), &board, noon(0)).expect("open");
        let shown = event.terms(&board, noon(0));
        let told = ToldTerms {
            penalty: shown.map_or(0, |step| step.amount),
            free_until: shown.map(|step| step.from.at).filter(|from| *from > noon(0)),
        };
        let now = noon(0) + SignedDuration::from_mins(later);
        let booked = |board: &Board| event.confirm(board, now, 1).expect("whole").expect("for the first time");
        let at = now + SignedDuration::from_hours(hours);
        let told_then = if told.free_until.is_some_and(|until| at < until) { 0 } else { told.penalty };
        let anew = booked(&changed);
        prop_assert!(!anew.keeps_to(&told, now) || anew.penalty_at(at) <= told_then);
        // By the same rule it does, unless the free time has ended meanwhile.
        let ended = told.free_until.is_some_and(|until| until <= now);
        prop_assert_eq!(booked(&board).keeps_to(&told, now), !ended);
    }

    // clause: EVENT-24
    #[test]
    fn spaces_are_shared_exactly_when_no_time_of_theirs_is(
        seed: u64, a in 0..300_i64, b in 0..300_i64, long in 1..100_i64, short in 1..100_i64,
    ) {
        let board = board(seed);
        let hall = &board.hotel().events.spaces[0];
        let (one, other) = (span(a, long), span(b, short));
        let (x, y) = (hall.quarters(&one), hall.quarters(&other));
        let share = x.start.max(y.start) < x.end.min(y.end);
        // By the clock, preparing and clearing rounded to whole quarters.
        let round = |minutes: u16| SignedDuration::from_mins(i64::from(minutes.next_multiple_of(15)));
        let (before, after) = (round(hall.set_up_minutes), round(hall.tear_down_minutes));
        let clash = one.from() - before < other.to() + after && other.from() - before < one.to() + after;
        prop_assert_eq!(share, clash);
        // Whoever is there is there alone.
        prop_assert!(x.contains(&(one.from().as_second() / 900)) && x.end * 900 >= one.to().as_second());
    }

    /// Parts of an event share preparing and clearing, and never a moment; what is taken is each quarter that one of them
    /// needs, once.
    #[test]
    fn an_event_never_stands_in_its_own_way(
        seed: u64, parts in prop::collection::vec((1..120_i64, 1..30_i64, 0..2_usize), 1..8),
    ) {
        let board = board(seed);
        let spaces = &board.hotel().events.spaces;
        let spans: Vec<(&Space, TimeSpan)> =
            parts.iter().map(|(from, length, place)| (&spaces[*place], span(*from, *length))).collect();
        let asks: Vec<SubEventAsk> = spans.iter().zip(9..)
            .map(|((space, span), id)| SubEventAsk { new_id: Uuid::from_u128(id), ..ask(&space.code, *span) })
            .collect();
        let clashes = |at: usize| spans.iter().enumerate().any(|(other, (space, time))| {
            let (own_space, own) = &spans[at];
            other != at && space.code == own_space.code && time.from() < own.to() && own.from() < time.to()
        });
        let wrong = (0..spans.len()).filter(|at| clashes(*at));
        let wrong: Vec<String> = wrong.map(|at| format!("sub_events[{at}].start_date")).collect();
        let set_up = begun().set_up(&board, &asks, true, noon(0));
        if !wrong.is_empty() {
            prop_assert_eq!(fields(set_up), wrong);
            return Ok(());
        }
        let taken = set_up.expect("free").taken();
        let told: Vec<(&str, i64)> =
            taken.iter().flat_map(|one| (one.from..one.until).map(|quarter| (one.space.as_str(), quarter))).collect();
        let needed: BTreeSet<(&str, i64)> = spans
            .iter()
            .flat_map(|(space, span)| space.quarters(span).map(|quarter| (space.code.as_str(), quarter)))
            .collect();
        prop_assert_eq!(told, needed.into_iter().collect::<Vec<_>>());
    }

    /// What is taken and let go when an event changes is what it has then and had not, and had and has no more.
    #[test]
    fn what_is_taken_anew_is_what_was_not_had(
        had in prop::collection::vec((0..60_i64, 1..30_i64, 0..2_usize), 0..6),
        has in prop::collection::vec((0..60_i64, 1..30_i64, 0..2_usize), 0..6),
    ) {
        let times = |parts: &[(i64, i64, usize)]| -> Vec<Taken> {
            let space = |place: usize| ["HALL", "ROOM"][place].to_owned();
            parts.iter().map(|(from, long, at)| Taken { space: space(*at), from: *from, until: from + long }).collect()
        };
        let quarters = |times: &[Taken]| -> BTreeSet<(String, i64)> {
            times.iter().flat_map(|one| (one.from..one.until).map(|at| (one.space.clone(), at))).collect()
        };
        let (had, has) = (times(&had), times(&has));
        let new = quarters(&has).difference(&quarters(&had)).cloned().collect();
        prop_assert_eq!(quarters(&Taken::beyond(&has, &had)), new);
    }

    // clause: EVENT-45, EVENT-47, API-59
    #[test]
    fn a_bill_adds_up(seed: u64, from in 1..200_i64, length in 1..100_i64, quantity in 1..=999_u16) {
        let board = board(seed);
        let events = &board.hotel().events;
        let span = span(from, length);
        for space in &events.spaces {
            for price in &space.prices {
                let plan = events.price_plan(&price.plan).expect("a plan");
                let mut lines = hire(&board, space, price, plan, &span);
                let asked = price.amount * i64::from(units(plan, &span, &board));
                prop_assert_eq!((lines[0].charge.amount, lines[0].charge.quantity), (asked, units(plan, &span, &board)));
                for offer in &events.packages {
                    let of = package(&board, offer, quantity, &span);
                    prop_assert_eq!(of[0].charge.amount, offer.amount * i64::from(quantity));
                    lines.extend(of);
                }
                let totals = EventTotals::of(&lines);
                let paid: i64 = lines.iter().map(|line| line.charge.net_value).sum();
                let taxes: i64 = lines.iter().flat_map(|line| &line.charge.taxes).map(|tax| tax.amount).sum();
                prop_assert_eq!((totals.total(), totals.tax), (paid, taxes));
                prop_assert_eq!(totals.charges() + totals.tax, totals.total());
                prop_assert!([totals.space, totals.package, totals.service, totals.tax].iter().all(|sum| *sum >= 0));
            }
        }
    }

    // clause: EVENT-18
    #[test]
    fn each_unit_that_is_begun_is_charged(seed: u64, from in 1..20_000_i64, length in 1..=100_i64) {
        let board = board(seed);
        let (hour, day) = (&board.hotel().events.price_plans[0], &board.hotel().events.price_plans[1]);
        let span = span(from, length);
        prop_assert_eq!(i64::from(units(hour, &span, &board)), (length + 3) / 4);
        // Never a day more for a longer evening, and two at most: an event has 25 hours.
        let days = units(day, &span, &board);
        prop_assert!((1..=2).contains(&days) && (days == 1 || length > 92), "{} {}", days, length);
    }

    // clause: EVENT-53
    #[test]
    fn what_is_stored_is_read_back(seed: u64, from in 1..200_i64, length in 1..100_i64) {
        let board = board(seed);
        let event = begun().set_up(&board, &[ask("HALL", span(from, length))], true, noon(0)).expect("free");
        let text = serde_json::to_string(&event).expect("a document");
        prop_assert_eq!(serde_json::from_str::<EventBooking>(&text).expect("a booking"), event);
    }
}

// clause: EVENT-18
#[test]
fn a_day_on_which_the_clock_is_turned_is_one_day() {
    let zurich = TimeZone::get("Europe/Zurich").expect("a zone");
    let days = |from: &str, to: &str| instants(from, to).days(&zurich);
    // 29 March 2026 has 23 hours, 25 October 2026 has 25.
    assert_eq!(days("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"), 1);
    assert_eq!(days("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"), 1);
    assert_eq!(days("2026-10-24T22:00:00Z", "2026-10-25T22:00:00Z"), 1);
    // On any other day the 25th hour is the next day's.
    assert_eq!(days("2026-06-01T22:00:00Z", "2026-06-02T23:00:00Z"), 2);
    // From evening to night.
    assert_eq!(days("2026-12-31T19:00:00Z", "2027-01-01T02:00:00Z"), 1);
    // The hour that there is twice is two hours for whoever sits through it.
    assert_eq!(instants("2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z").minutes(), 120);
}

// clause: EVENT-15
#[test]
fn a_time_has_whole_quarters_in_their_order() {
    let new = |from: &str, to: &str| TimeSpan::new(from.parse().expect("an instant"), to.parse().expect("an instant"));
    assert_eq!(new("2026-12-01T08:07:00Z", "2026-12-01T09:00:00Z"), Err(SpanError::NotOnQuarter));
    assert_eq!(new("2026-12-01T09:00:00Z", "2026-12-01T09:00:00Z"), Err(SpanError::EndNotAfterStart));
    assert_eq!(new("2026-12-01T09:00:00Z", "2026-12-01T08:00:00Z"), Err(SpanError::EndNotAfterStart));
    assert_eq!(new("2026-12-01T08:00:00Z", "2026-12-02T09:15:00Z"), Err(SpanError::TooLong));
    assert!(new("2026-12-01T08:00:00Z", "2026-12-02T09:00:00Z").is_ok());
}

fn fields(refused: Result<EventBooking, EventRefusal>) -> Vec<String> {
    match refused {
        Err(EventRefusal::Unacceptable(errors)) => errors.into_iter().map(|error| error.field).collect(),
        other => panic!("{other:?}"),
    }
}

// clause: EVENT-11, EVENT-26
#[test]
fn what_cannot_be_had_is_named() {
    let board = board(7);
    let good = ask("HALL", span(8, 4));
    let wrong = [
        SubEventAsk { space: "CELLAR".into(), ..good.clone() },
        SubEventAsk { price_plan: "WEEK".into(), ..good.clone() },
        SubEventAsk { arrangement: Some("CIRCLE".into()), ..good.clone() },
        SubEventAsk { persons: 61, ..good.clone() },
        SubEventAsk { persons: 13, arrangement: Some("BOARDROOM".into()), ..good.clone() },
        SubEventAsk { span: span(-4, 4), ..good.clone() },
        SubEventAsk { span: span(96 * 367, 4), ..good.clone() },
        SubEventAsk { replaces: Some(ID), ..good.clone() },
    ];
    let told = fields(begun().set_up(&board, &wrong, true, noon(0)));
    let names = ["space_id", "details.selected_space_price_plan_id", "details.space_arrangement_id"];
    let names = names.into_iter().chain(["details.number_of_persons"; 2]).chain(["start_date"; 2]).chain(["id"]);
    assert_eq!(told, names.enumerate().map(|(at, name)| format!("sub_events[{at}].{name}")).collect::<Vec<_>>());

    let event = begun().set_up(&board, &[good], true, noon(0)).expect("free");
    let package =
        |package: &str, quantity| PackageAsk { sub_event: None, package: package.into(), quantity, remarks: None };
    let told = fields(event.choose_packages(
        &board,
        &[package("STAGE", 1), package("STAGE", 1), package("LUNCH", 0), package("SOUP", 1), package("LUNCH", 1000)],
        noon(0),
    ));
    assert_eq!(told, ["[1].package_id", "[2].quantity", "[3].package_id", "[4].quantity"]);
    assert_eq!(begun().choose_packages(&board, &[], noon(0)), Err(EventRefusal::SpaceMissing));
}

// clause: EVENT-27, EVENT-42, EVENT-53
#[test]
fn an_event_is_confirmed_once_and_only_whole() {
    let board = board(3);
    let confirm = |event: &EventBooking| event.confirm(&board, noon(0), 1);
    assert_eq!(confirm(&begun()), Err(EventRefusal::SpaceMissing));
    let event = begun().set_up(&board, &[ask("HALL", span(8, 4))], true, noon(0)).expect("free");
    let event = event.choose_packages(&board, &[], noon(0)).expect("none is enough");
    assert_eq!(confirm(&event), Err(EventRefusal::ContactMissing));
    let event = event.with_contact(ada(), noon(0)).expect("open");
    assert_eq!(confirm(&event), Err(EventRefusal::GuaranteeRequired));
    let sure = event.guaranteed(Some(acme()), &board, noon(0)).expect("open");
    assert_eq!(confirm(&sure.guaranteed(None, &board, noon(0)).expect("open")), Err(EventRefusal::GuaranteeRequired));
    assert_eq!(sure.confirm(&board, noon(1), 1), Err(EventRefusal::Expired));
    // Nor once it has begun, also one that was held beyond that by an earlier version.
    let soon = begun().set_up(&board, &[ask("HALL", span(1, 4))], true, noon(0)).expect("free");
    let soon = soon.with_contact(ada(), noon(0)).expect("open");
    let soon = soon.guaranteed(Some(acme()), &board, noon(0)).expect("open");
    assert!(soon.confirm(&board, at(1), 1).is_ok());
    assert_eq!(soon.confirm(&board, at(1) + SignedDuration::from_secs(1), 1), Err(EventRefusal::Expired));
    // What holds it on holds it no longer than that.
    assert_eq!(soon.touched(noon(0), 30).expires_at, at(1));
    assert_eq!(sure.clone().touched(noon(0), 30).expires_at, at(2));
    let booked = confirm(&sure).expect("whole").expect("for the first time");
    assert!(booked.confirmation_no().is_some() && !booked.is_expired(noon(9)));
    assert_eq!(confirm(&booked), Ok(None));
    assert_eq!(booked.choose_packages(&board, &[], noon(0)), Err(EventRefusal::AlreadyConfirmed));
}

// clause: EVENT-42
#[test]
fn a_guarantee_that_the_hotel_has_ceased_to_take_books_nothing() {
    let board = board(3);
    let with = |change: fn(&mut Hotel)| {
        let mut hotel = Hotel::clone(board.hotel());
        change(&mut hotel);
        Case { hotel, ..simple(10_000, 1) }.board()
    };
    let event = begun().set_up(&board, &[ask("HALL", span(8, 4))], true, noon(0)).expect("free");
    let event = event.with_contact(ada(), noon(0)).expect("open");
    let by = |guarantee| event.guaranteed(Some(guarantee), &board, noon(0)).expect("open");
    let card = |expiry_year| EventGuarantee::Card {
        card: Card {
            masked_number: "XXXXXXXXXXXX4242".into(),
            brand: "VISA".into(),
            holder: "Ada".into(),
            expiry_month: 12,
            expiry_year,
            token: "tok_1".into(),
            unique_code: String::new(),
        },
    };
    let (company, by_card) = (by(acme()), by(card(2099)));
    let unpaid = with(|hotel| hotel.companies[0].pays = false);
    let gone = with(|hotel| hotel.companies.clear());
    let cardless = with(|hotel| hotel.events.enable_card_capture = false);
    let neither = with(|hotel| {
        hotel.companies.clear();
        hotel.events.enable_card_capture = false;
    });
    let required = Err(EventRefusal::GuaranteeRequired);
    for (event, at) in [(&company, &unpaid), (&company, &gone), (&by_card, &cardless)] {
        assert_eq!(event.confirm(at, noon(0), 1), required);
        assert_eq!(event.valid_guarantee(at.hotel()), None);
    }
    // The other way still goes; where there is none left, none is asked for, and none stands on the paper.
    assert!(company.confirm(&cardless, noon(0), 1).is_ok() && by_card.confirm(&gone, noon(0), 1).is_ok());
    let booked = company.confirm(&neither, noon(0), 1).expect("possible").expect("for the first time");
    assert_eq!(booked.guarantee, None);
    // What was booked is guaranteed as it was.
    let booked = company.confirm(&board, noon(0), 1).expect("possible").expect("for the first time");
    assert_eq!(booked.valid_guarantee(unpaid.hotel()), Some(&acme()));
    // The last month of a card ends before it is booked.
    let late = EventBooking { guarantee: Some(card(2000)), ..by_card };
    assert_eq!(late.confirm(&board, noon(0), 1), Err(EventRefusal::CardExpired));
}

// clause: EVENT-08
#[test]
fn another_kind_lets_go_of_its_spaces_and_keeps_who_answers_for_it() {
    let board = board(5);
    let event = begun().set_up(&board, &[ask("HALL", span(8, 4))], true, noon(0)).expect("free");
    let event = event.with_contact(ada(), noon(0)).expect("open");
    assert_eq!(event.of_kind("MEETING", "USD", noon(0)).as_ref(), Ok(&event));
    let other = event.of_kind("PARTY", "USD", noon(0)).expect("open");
    assert_eq!((other.event_type.as_str(), other.taken().len(), other.contact), ("PARTY", 0, event.contact.clone()));
    assert_eq!(event.of_kind("PARTY", "USD", noon(1)), Err(EventRefusal::Expired));
}

/// What was taken for everybody is so for as many as come now; what the guest counted stays.
#[test]
fn packages_for_everybody_follow_the_number_of_people() {
    let board = board(11);
    let event = begun().set_up(&board, &[ask("HALL", span(8, 4))], true, noon(0)).expect("free");
    let sub_event = event.sub_events[0].sub_event_id;
    for (lunches, then) in [(8, 20), (5, 5)] {
        let package =
            |package: &str, quantity| PackageAsk { sub_event: None, package: package.into(), quantity, remarks: None };
        let asked = [package("LUNCH", lunches), package("STAGE", 1)];
        let event = event.choose_packages(&board, &asked, noon(0)).expect("offered");
        let more = SubEventAsk { replaces: Some(sub_event), persons: 20, ..ask("HALL", span(8, 4)) };
        let more = event.set_up(&board, &[more], true, noon(0)).expect("free");
        let counted: Vec<(u16, u16)> =
            more.sub_events[0].packages.iter().map(|one| (one.quantity, one.lines[0].charge.quantity)).collect();
        assert_eq!(counted, [(then, then), (1, 1)]);
    }
}

// clause: CARD-11
#[test]
fn neither_name_nor_cost_centre_is_a_cards_number() {
    let named = |name, centre| Contact::named(Some(name), Some(centre));
    assert_eq!(named(" Launch ", "4711"), Ok(("Launch".to_owned(), "4711".to_owned())));
    let refused = named("4242424242424242", "VISA 4242 4242 4242 4242").expect_err("two numbers");
    let told: Vec<(&str, &str)> = refused.iter().map(|error| (&*error.field, &*error.message)).collect();
    assert_eq!(told, [("event_name", CARD_NUMBER), ("po_number", CARD_NUMBER)]);
}

// clause: EVENT-24
#[test]
fn another_time_keeps_what_can_still_be_had() {
    let board = board(11);
    let event = begun().set_up(&board, &[ask("HALL", span(8, 4))], true, noon(0)).expect("free");
    let lunch = PackageAsk { sub_event: None, package: "LUNCH".into(), quantity: 8, remarks: None };
    let event = event.choose_packages(&board, &[lunch], noon(0)).expect("offered");
    let later = SubEventAsk { replaces: Some(event.sub_events[0].sub_event_id), ..ask("ROOM", span(20, 8)) };
    let moved = event.set_up(&board, &[later], true, noon(0)).expect("free");
    assert_eq!((moved.sub_events.len(), moved.sub_events[0].packages[0].quantity), (1, 8));
    assert_ne!(moved.taken(), event.taken());
    // Beside it, or in its place.
    let second = SubEventAsk { new_id: Uuid::from_u128(10), ..ask("ROOM", span(40, 4)) };
    assert_eq!(moved.set_up(&board, std::slice::from_ref(&second), false, noon(0)).expect("free").sub_events.len(), 2);
    assert_eq!(moved.set_up(&board, &[second], true, noon(0)).expect("free").sub_events.len(), 1);
}
