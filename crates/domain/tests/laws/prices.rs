//! Totals and folios agree with one another, whatever the hotel, and come to the same in another currency.

use domain::folio::Folio;
use domain::hotel::{ChargeAmount, ChargeKind, Per};
use domain::money::{Conversion, Currency};
use domain::offer::{Query, offers};
use domain::summary::PriceSummary;
use proptest::prelude::*;

use crate::hotels::*;
use crate::reference;

/// What must hold among the fields of every summary.
fn check_identities(summary: &PriceSummary, currency: &Currency, nights: u16) -> Result<(), TestCaseError> {
    let s = summary;
    prop_assert_eq!(s.total_tax_amount, s.total_inclusive_tax_amount + s.total_exclusive_tax_amount);
    prop_assert_eq!(s.total_amount_after_tax, s.total_amount_after_discount + s.total_exclusive_tax_amount);
    prop_assert_eq!(s.total_amount_after_tax_and_fee, s.total_amount_after_tax + s.total_fee_amount);
    prop_assert!(s.total_amount_after_discount <= s.total_amount);
    prop_assert!((0..=s.total_fee_amount).contains(&s.total_fee_on_amount_after_discount));
    prop_assert!((0..=s.total_amount_after_discount).contains(&s.total_inclusive_tax_amount));
    prop_assert_eq!(s.avg_net_amount_after_discount, s.avg_amount_before_tax);
    prop_assert_eq!((s.total_points, s.strike_price), (0, None));
    let net = s.total_amount_after_discount - s.total_inclusive_tax_amount;
    // What is contained in a price is told to the minor unit, what is paid to the coin.
    let averages = [
        (s.avg_amount_before_tax, net, 1),
        (s.avg_amount_after_tax, s.total_amount_after_tax, currency.step),
        (s.avg_amount_after_tax_and_fee, s.total_amount_after_tax_and_fee, currency.step),
        (s.avg_amount_after_discount, s.total_amount_after_discount, currency.step),
        (s.avg_inclusive_tax_amount, s.total_inclusive_tax_amount, 1),
    ];
    for (average, total, step) in averages {
        prop_assert_eq!(average, reference::half_up(total.into(), nights.into(), step.into()));
    }
    let contained =
        |name: &str| ["inclusive", "before_tax", "avg_net", "total_tax"].iter().any(|part| name.contains(part));
    for (name, _, value) in s.fields() {
        let step = if contained(name) { 1 } else { currency.step };
        prop_assert!(value.is_none_or(|value| value >= 0 && value % step == 0), "{} is {:?}", name, value);
    }
    Ok(())
}

// Ten percent of the rate and seven dollars a night: only the first is a fee on the amount.
// clause: PRICE-03
#[test]
fn a_fee_on_the_amount_is_told_apart_from_other_fees() {
    let mut case = simple(10_000, 5);
    case.hotel.charges = vec![
        charge("SERVICE", ChargeKind::Fee, ChargeAmount::Percent { ppm: 100_000 }),
        charge("RESORT", ChargeKind::Fee, ChargeAmount::Flat { minor: 700, per: Per::Night }),
    ];
    let board = case.board();
    let answer = offers(&board, &Query::new(stay(0, 2), party(2, &[])), noon(0));
    let summary = answer.summary(&board, &answer.all()[0]);
    assert_eq!(summary.total_fee_on_amount_after_discount, 2_000);
    assert_eq!((summary.total_fee_amount, summary.total_amount_after_tax_and_fee), (3_400, 23_400));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    // clause: PRICE-03, PRICE-04, PRICE-08, CUR-04, CUR-06
    #[test]
    fn totals_agree_with_one_another_and_convert_each_by_itself(
        seed: u64, guests: u64, from in 0i64..8, nights in 1u16..6,
        other in prop::sample::select(vec!["USD", "JPY", "KWD", "CHF", "EUR"]), num in 1i64..500_000, den in 1i64..500_000,
    ) {
        let mut case = any_hotel(seed, 3);
        case.hotel.room_types.iter_mut().for_each(|room| (room.max_adults, room.max_people) = (4, 9));
        let board = case.board();
        let conversion = Conversion::new(board.currency(), Currency::of(other).expect("known"), num.into(), den.into()).expect("a rate");
        let query = Query::new(stay(from, nights), any_party(guests));
        let answer = offers(&board, &query, noon(0));
        for offer in answer.all() {
            let summary = answer.summary(&board, offer);
            check_identities(&summary, board.currency(), nights)?;
            let rates: Vec<i64> = answer.nights(offer).iter().map(|night| night.rate).collect();
            prop_assert_eq!(summary.total_amount, rates.iter().sum::<i64>());
            prop_assert_eq!(summary.avg_base_amount_before_tax, summary.avg_amount_before_tax);
            prop_assert_eq!(summary.avg_base_amount_after_tax_and_fee, summary.avg_amount_after_tax_and_fee);
            prop_assert_eq!(summary.avg_inclusive_base_tax_amount, summary.avg_inclusive_tax_amount);

            let twin = summary.converted(&conversion);
            for ((name, _, value), (_, _, converted)) in summary.fields().into_iter().zip(twin.fields()) {
                prop_assert_eq!(converted, value.map(|minor| conversion.convert(minor)), "{}", name);
            }
        }
    }

    // clause: DATA-12
    #[test]
    fn the_folio_adds_up_to_the_total_times_rooms(
        seed: u64, guests: u64, from in 0i64..8, nights in 1u16..6, rooms in 1u16..5,
    ) {
        let case = any_hotel(seed, 3);
        let board = case.board();
        let query = Query::new(stay(from, nights), any_party(guests));
        let answer = offers(&board, &query, noon(0));
        for offer in answer.all() {
            let rates: Vec<i64> = answer.nights(offer).iter().map(|night| night.rate).collect();
            let folio = Folio::new(&board, (offer.room, None), &query.stay, &query.party, rooms, &rates);
            prop_assert_eq!(folio.estimated_total, offer.totals.grand_total() * i64::from(rooms));
            let mut sums = (0, 0, 0);
            for charge in &folio.charges {
                let taxes = |inclusive: bool| {
                    charge.taxes.iter().filter(|tax| tax.inclusive == inclusive).map(|tax| tax.amount).sum::<i64>()
                };
                prop_assert_eq!(charge.net_value, charge.amount + taxes(false));
                prop_assert_eq!(charge.net_value_excl_taxes, charge.amount - taxes(true));
                prop_assert!(query.stay.contains(charge.date));
                sums = (sums.0 + charge.net_value, sums.1 + taxes(false) + taxes(true), sums.2 + taxes(true));
            }
            prop_assert_eq!((folio.estimated_total, folio.total_taxes, folio.total_inclusive_taxes), sums);
            let by_code = folio.taxes_by_code();
            prop_assert_eq!(by_code.values().map(|(_, _, amount)| amount).sum::<i64>(), folio.total_taxes);
            // Line by line what the reference charges.
            let lines = reference::lines(&case.hotel, &query.party, &rates);
            prop_assert_eq!(lines.len(), folio.charges.len());
            for (line, charge) in lines.iter().zip(&folio.charges) {
                prop_assert_eq!(line.fee.as_deref().unwrap_or("ROOM"), charge.charge_type_code.as_str());
                prop_assert_eq!(query.stay.night(line.night as u16), charge.date);
                prop_assert_eq!(line.amount * i64::from(rooms), charge.amount);
                let taxes: Vec<(String, i64, bool)> = charge.taxes.iter()
                    .map(|tax| (tax.tax_type_id.clone(), tax.amount / i64::from(rooms), tax.inclusive))
                    .collect();
                prop_assert_eq!(&line.taxes, &taxes);
            }
        }
    }

    // One adult more, one child more, never cost less, where the single price is no more than the price for two.
    #[test]
    fn another_guest_never_lowers_the_price(seed: u64, guests: u64, from in 0i64..8) {
        let mut case = any_hotel(seed, 2);
        case.hotel.room_types.iter_mut().for_each(|room| {
            (room.max_adults, room.max_children, room.max_people) = (9, 9, 18);
        });
        for price in case.nights.iter_mut().flat_map(|row| &mut row.prices).flatten() {
            price.single = price.single.map(|single| single.min(price.base));
        }
        for plan in &mut case.hotel.rate_plans {
            if let domain::hotel::PlanPrice::Derived {
                change: domain::hotel::Change::PerPerson { adult, .. }, ..
            } = &mut plan.price {
                *adult = (*adult).max(0);
            }
        }
        let board = case.board();
        let few = any_party(guests);
        let more = [
            party(few.adults() + 1, few.child_ages()),
            party(few.adults(), &[few.child_ages(), &[7]].concat()),
        ];
        let base = offers(&board, &Query::new(stay(from, 2), few), noon(0));
        for more in more {
            let answer = offers(&board, &Query::new(stay(from, 2), more), noon(0));
            prop_assert_eq!(answer.all().len(), base.all().len());
            for (less, more) in base.all().iter().zip(answer.all()) {
                prop_assert!(less.totals.rate <= more.totals.rate);
            }
        }
    }

    // A stay costs what its nights cost, where nothing is charged once or by number of nights.
    #[test]
    fn a_stay_is_the_sum_of_its_nights(seed: u64, guests: u64, from in 0i64..6, nights in 2u16..6) {
        use domain::hotel::{ChargeAmount, Per};
        let mut case = any_hotel(seed, 2);
        for charge in &mut case.hotel.charges {
            charge.max_nights = None;
            if let ChargeAmount::Flat { per, .. } | ChargeAmount::FlatTiers { per, .. } = &mut charge.amount {
                *per = Per::PersonNight;
            }
        }
        case.nights.iter_mut().for_each(|row| row.rules.clear());
        for plan in &mut case.hotel.rate_plans {
            (plan.min_advance_days, plan.max_advance_days) = (None, None);
        }
        let board = case.board();
        let party = any_party(guests);
        let whole = offers(&board, &Query::new(stay(from, nights), party), noon(0));
        for offer in whole.all() {
            let mut sum = 0;
            for night in 0..i64::from(nights) {
                let one = offers(&board, &Query::new(stay(from + night, 1), party), noon(0));
                let same = one.all().iter().find(|one| (one.room, one.plan) == (offer.room, offer.plan));
                sum += same.expect("each night is sold").totals.grand_total();
            }
            prop_assert_eq!(offer.totals.grand_total(), sum);
        }
    }

    // The written form has every field, in both currencies, as plain decimal numbers that read back exactly.
    // clause: PRICE-03, PRICE-04
    #[test]
    fn the_json_form_reads_back(rate in 0i64..10_000_000, tax in 0i64..100_000, fee in 0i64..100_000, nights in 1u16..30) {
        let totals = domain::pricing::Totals {
            rate: rate + tax, inclusive_tax: tax, exclusive_tax: fee / 2, fee, fee_of_rate: fee / 3,
        };
        let (usd, jpy) = (Currency::of("USD").expect("known"), Currency::of("JPY").expect("known"));
        let summary = PriceSummary::plain(usd, nights, &totals);
        let twin = PriceSummary::plain(jpy, nights, &totals);
        let mut out = Vec::new();
        summary.write_json(usd, Some((&twin, jpy)), &mut out);
        let json: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
        prop_assert_eq!(json.as_object().expect("an object").len(), 2 * summary.fields().len());
        for ((name, twin_name, value), (_, _, in_yen)) in summary.fields().into_iter().zip(twin.fields()) {
            prop_assert_eq!(json[name].as_f64(), value.map(|v| if name == "total_points" { v as f64 } else { v as f64 / 100.0 }));
            prop_assert_eq!(json[twin_name].as_f64(), in_yen.map(|v| v as f64));
        }
        let amounts = serde_json::to_value(summary.amounts(usd, Some((&twin, jpy)))).expect("JSON");
        for (name, value) in amounts.as_object().expect("an object") {
            prop_assert_eq!(value.as_f64(), json[name].as_f64(), "{}", name);
        }
    }
}

// clause: PRICE-03, PRICE-04
#[test]
fn every_field_of_the_documents_is_there() {
    let usd = Currency::of("USD").expect("known");
    let names: Vec<&str> =
        PriceSummary::plain(usd, 1, &Default::default()).fields().into_iter().map(|(name, ..)| name).collect();
    let documents = "total_amount, total_amount_after_tax, total_amount_after_discount, \
        total_amount_after_tax_and_fee, total_tax_amount, total_fee_amount, total_fee_on_amount_after_discount, \
        total_inclusive_tax_amount, total_exclusive_tax_amount, total_points, strike_price, avg_amount_before_tax, \
        avg_amount_after_tax, avg_amount_after_tax_and_fee, avg_amount_after_discount, avg_net_amount_after_discount, \
        avg_base_amount_before_tax, avg_base_amount_after_tax_and_fee, avg_inclusive_tax_amount, \
        avg_inclusive_base_tax_amount";
    assert_eq!(names.join(", "), documents);
}

// A discount lowers what is asked and leaves the base as it was.
// clause: PRICE-08
#[test]
fn the_base_is_the_stay_before_discount() {
    use domain::pricing::Totals;
    let usd = Currency::of("USD").expect("known");
    let before = Totals { rate: 60_000, inclusive_tax: 6_000, exclusive_tax: 3_000, fee: 2_000, fee_of_rate: 0 };
    let asked = Totals { rate: 30_000, inclusive_tax: 3_000, exclusive_tax: 1_500, fee: 2_000, fee_of_rate: 0 };
    let summary = PriceSummary::new(usd, 2, &before, &asked);
    assert_eq!((summary.total_amount, summary.total_amount_after_discount), (60_000, 30_000));
    assert_eq!(summary.total_amount_after_tax_and_fee, 33_500);
    assert_eq!((summary.avg_base_amount_before_tax, summary.avg_amount_before_tax), (27_000, 13_500));
    assert_eq!(summary.avg_base_amount_after_tax_and_fee, 32_500);
    assert_eq!((summary.avg_inclusive_base_tax_amount, summary.avg_inclusive_tax_amount), (3_000, 1_500));
}
