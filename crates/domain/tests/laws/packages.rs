//! Packages: what they contain is charged exactly, and is the same amount wherever it is told.

use domain::board::{Board, PackageId};
use domain::booking::{Ask, Batch, Choice, Refusal, quote, set_rate};
use domain::deal::Deal;
use domain::folio::{self, ROOM_CHARGE};
use domain::hotel::*;
use domain::offer::{Offer, Packages, Points, Query, offers};
use domain::pricing::NightAmount;
use jiff::civil::Date;
use proptest::prelude::*;
use uuid::Uuid;

use crate::hotels::*;
use crate::reference::{half_up, step_of};

const SESSION: Uuid = Uuid::from_u128(17);

/// What a package contains adds to a stay, counted out by hand: amounts and taxes on top of them.
fn content_of(board: &Board, package: PackageId, query: &Query<'_>) -> (i64, i64) {
    let (hotel, step) = (board.hotel(), step_of(board.hotel()));
    let (mut content, mut on_top) = (0, 0);
    for code in &board.package(package).charge_types {
        let charged = hotel.charge_types.iter().find(|content| content.code == *code).expect("one of the hotel's");
        let grown = i64::from(query.party.adults());
        let counted = |age: &&u8| charged.exempt_up_to_age.is_none_or(|free| **age > free);
        let persons = grown + query.party.child_ages().iter().filter(counted).count() as i64;
        for night in 0..usize::from(query.stay.nights()) {
            let times = match charged.per {
                Per::Stay | Per::Person if night > 0 => 0,
                Per::Stay | Per::Night => 1,
                Per::Person | Per::PersonNight => persons,
            };
            let amount = half_up(charged.amount.into(), 1, step) * times;
            let ppm = |tax: &Charge| match (&tax.amount, tax.max_nights) {
                (_, Some(most)) if night >= usize::from(most) => 0,
                (ChargeAmount::Percent { ppm }, _) => i128::from(*ppm),
                _ => 0,
            };
            let taxes = || hotel.charges.iter().filter(|tax| charged.taxes.contains(&tax.code));
            let contained: i128 = taxes().filter(|tax| tax.inclusive).map(ppm).sum();
            let mut net = amount;
            for tax in taxes().filter(|tax| tax.inclusive) {
                net -= half_up(i128::from(amount) * ppm(tax), 1_000_000 + contained, 1).min(net);
            }
            content += amount;
            let of_net = |tax| half_up(i128::from(net) * ppm(tax), 1_000_000, step);
            on_top += taxes().filter(|tax| !tax.inclusive).map(of_net).sum::<i64>();
        }
    }
    (content, on_top)
}

fn ask<'a>(board: &'a Board, offer: &Offer, query: &Query<'_>, seen: &'a [(Date, i64)]) -> Ask<'a> {
    Ask {
        room_type: &board.room(offer.room).code,
        rate_plan: &board.plan(offer.plan).code,
        stay: query.stay,
        party: query.party,
        rooms: 1,
        seen: Some(seen),
        deal: Deal::Public,
        package: offer.package.map(|package| board.package(package).code.as_str()),
        unit: None,
        payer: None,
        points: None,
        taken: None,
    }
}

proptest! {
    // clause: PRICE-07, PRICE-08, DATA-08
    #[test]
    fn a_package_costs_what_it_contains_and_is_the_same_everywhere(
        seed: u64, from in 0..12_i64, nights in 1..5_u16, guests: u64,
    ) {
        let case = with_packages(any_hotel(seed, 3), seed);
        let board = case.board();
        let query = Query { packages: Packages::All, ..Query::new(stay(from, nights), any_party(guests)) };
        let answer = offers(&board, &query, noon(0));
        for room in answer.rooms() {
            let all = answer.of_room(room);
            for offer in all.iter().filter(|offer| offer.package.is_some()) {
                let package = offer.package.expect("filtered");
                let plain = all.iter().find(|other| other.plan == offer.plan && other.package.is_none());
                let plain = plain.expect("a plan with a package is sold without it too");
                let nights = answer.nights(offer);
                let (content, on_top) = content_of(&board, package, &query);
                prop_assert_eq!(offer.totals.grand_total(), plain.totals.grand_total() + content + on_top);
                // Every total of the summary, the nights and the folio say the same.
                let asked: Vec<i64> = nights.iter().map(NightAmount::asked).collect();
                let summary = answer.summary(&board, offer);
                prop_assert_eq!(asked.iter().sum::<i64>(), summary.total_amount_after_discount);
                prop_assert_eq!(nights.iter().map(|night| night.total).sum::<i64>(), offer.totals.grand_total());
                let label = board.room(offer.room).name.clone();
                let parts = folio::breakdown(&board, Some(package), &query.stay, &query.party, &asked, &label);
                let query = Query { packages: Packages::Only(package), ..query };
                let choice = quote(&board, offer.room, offer.plan, &query, noon(0)).expect("what is offered can be had");
                prop_assert_eq!(parts.as_ref(), Some(&choice.folio.charges));
                prop_assert_eq!(choice.folio.estimated_total, summary.total_amount_after_tax_and_fee);
                prop_assert_eq!(choice.folio.estimated_total, choice.total());
                let of_package: i64 = choice.folio.charges.iter().filter(|charge| charge.charge_type_code.starts_with("CONTENT")).map(|charge| charge.amount).sum();
                prop_assert_eq!(of_package, content);
            }
        }
    }

    // clause: API-14, API-25
    #[test]
    fn every_package_on_offer_can_be_booked_at_its_price_and_no_other(
        seed: u64, from in 0..12_i64, nights in 1..5_u16, guests: u64,
    ) {
        let case = with_packages(any_hotel(seed, 3), seed);
        let board = case.board();
        let query = Query { packages: Packages::All, ..Query::new(stay(from, nights), any_party(guests)) };
        let answer = offers(&board, &query, noon(0));
        let batch = Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30);
        for offer in answer.all() {
            let seen: Vec<(Date, i64)> = query.stay.dates().zip(answer.nights(offer).iter().map(NightAmount::asked)).collect();
            let set = set_rate(&batch, SESSION, &ask(&board, offer, &query, &seen), &board, noon(0), 30).expect("it is on offer");
            let choice: &Choice = set.batch.choices().next().expect("chosen");
            prop_assert_eq!(choice.total(), offer.totals.grand_total());
            prop_assert_eq!(choice.package.as_ref().map(|package| package.code.as_str()), offer.package.map(|package| board.package(package).code.as_str()));
            // What is held is what is asked again at the commit.
            let again = domain::booking::reprice(&board, choice, None, noon(0)).expect("nothing changed");
            prop_assert!(choice.same_price(&again) && again.package == choice.package);
        }
        // Only one package: exactly its offers, at the same totals.
        for package in board.package_ids() {
            let only = offers(&board, &Query { packages: Packages::Only(package), ..query }, noon(0));
            let listed = |offer: &Offer| (offer.room, offer.plan, offer.totals);
            let of_all: Vec<_> = answer.all().iter().filter(|offer| offer.package == Some(package)).map(listed).collect();
            prop_assert_eq!(only.all().iter().map(listed).collect::<Vec<_>>(), of_all);
        }
        // Who asks for none sees none.
        let none = offers(&board, &Query { packages: Packages::None, ..query }, noon(0));
        prop_assert!(none.all().iter().all(|offer| offer.package.is_none()));
    }
}

fn breakfast_hotel() -> Case {
    let mut case = simple(10_000, 5);
    let mut vat = charge("VAT", ChargeKind::Tax, ChargeAmount::Percent { ppm: 100_000 });
    vat.inclusive = true;
    case.hotel.charges = vec![vat];
    case.hotel.charge_types = vec![ChargeType {
        code: "DINNER".into(),
        name: "Dinner".into(),
        amount: 5_500,
        per: Per::Person,
        exempt_up_to_age: Some(11),
        taxes: vec!["VAT".into()],
    }];
    case.hotel.packages = vec![Package {
        code: "SUPPER".into(),
        name: "Supper for two".into(),
        description: String::new(),
        cover_photo: None,
        rate_plans: vec!["FLEX".into()],
        room_types: vec![],
        charge_types: vec!["DINNER".into()],
        nights: vec![Days { from: day(2), to: day(9) }],
        min_nights: 2,
    }];
    case
}

// clause: PRICE-07, DATA-08
#[test]
fn a_package_is_counted_out() {
    let board = breakfast_hotel().board();
    let room = board.room_index("KING").expect("a room");
    let plan = board.plan_index("FLEX").expect("a plan");
    let supper = board.package_index("SUPPER").expect("a package");
    let query = Query { packages: Packages::Only(supper), ..Query::new(stay(2, 2), party(2, &[9])) };
    let choice = quote(&board, room, plan, &query, noon(0)).expect("on offer");
    // Two nights at 100 and 15 for the child each, two dinners at 55; the child eats free.
    assert_eq!(choice.total(), 2 * 11_500 + 2 * 5_500);
    let lines: Vec<_> =
        choice.folio.charges.iter().map(|c| (c.charge_type_code.as_str(), c.amount, c.net_value_excl_taxes)).collect();
    assert_eq!(lines, [(ROOM_CHARGE, 11_500, 10_455), ("DINNER", 11_000, 10_000), (ROOM_CHARGE, 11_500, 10_455)]);
    assert_eq!(choice.nights.iter().map(NightAmount::asked).collect::<Vec<_>>(), [22_500, 11_500]);
    // Too short, outside of its nights, not of the hotel.
    for query in
        [Query { stay: stay(2, 1), ..query }, Query { stay: stay(1, 2), ..query }, Query { stay: stay(9, 2), ..query }]
    {
        assert_eq!(quote(&board, room, plan, &query, noon(0)), Err(Refusal::UnknownPackage));
        assert!(offers(&board, &query, noon(0)).all().is_empty());
    }
    let less = folio::breakdown(&board, Some(supper), &stay(2, 2), &party(2, &[]), &[5_000, 11_500], "Room");
    assert_eq!(less, None, "a night cannot ask less than what its package contains");
}

// clause: ROOMS-23, DATA-07
#[test]
fn a_plan_for_points_is_listed_with_its_points_and_sold_to_nobody_for_money() {
    let mut case = simple(10_000, 5);
    let mut points = rate_plan(
        "POINTS",
        PlanPrice::Derived { from: "FLEX".into(), change: Change::PerNight { minor: -2_000 } },
        &["KING"],
    );
    points.points_per_night = Some(8_000);
    case.hotel.rate_plans.push(points);
    let board = case.board();
    let query = Query::new(stay(2, 3), party(2, &[]));
    let codes = |points| {
        let answer = offers(&board, &Query { points, ..query }, noon(0));
        answer
            .all()
            .iter()
            .map(|offer| (board.plan(offer.plan).code.clone(), answer.summary(&board, offer).total_points))
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(Points::None), [("FLEX".to_owned(), 0)]);
    assert_eq!(codes(Points::Only), [("POINTS".to_owned(), 24_000)]);
    assert_eq!(codes(Points::All), [("FLEX".to_owned(), 0), ("POINTS".to_owned(), 24_000)]);
    let (room, plan) = (board.room_index("KING").expect("a room"), board.plan_index("POINTS").expect("a plan"));
    assert_eq!(quote(&board, room, plan, &query, noon(0)), Err(Refusal::UnknownOffer));
    // Nor does the calendar promise its price.
    let mut days = Vec::new();
    domain::calendar::lowest_rates(
        &board,
        day(2),
        day(3),
        &domain::calendar::CalendarFor::new(&query.party, Some(1)),
        noon(0),
        &mut days,
    );
    assert_eq!(days.first().and_then(|day| day.amount), Some(10_000));
}
