//! Taxes and fees as hotels know them, by hand.

use std::sync::Arc;

use domain::board::{Board, BoardError};
use domain::folio::{Folio, FolioCharge};
use domain::hotel::*;
use domain::offer::{Query, offers};
use domain::party::Party;

use crate::hotels::*;

/// Each charge as code, amount and its taxes as code, amount and whether contained.
type Line<'a> = (&'a str, i64, Vec<(&'a str, i64, bool)>);

fn folio(case: &Case, nights: u16, party: Party) -> Folio {
    let board = case.board();
    let query = Query::new(stay(0, nights), party);
    let answer = offers(&board, &query, noon(0));
    let rates: Vec<i64> = answer.nights(&answer.all()[0]).iter().map(|night| night.rate).collect();
    Folio::new(&board, (answer.all()[0].room, None), &query.stay, &query.party, 1, &rates)
}

fn read(charge: &FolioCharge) -> Line<'_> {
    let taxes = charge.taxes.iter().map(|tax| (tax.tax_type_id.as_str(), tax.amount, tax.inclusive)).collect();
    (charge.charge_type_code.as_str(), charge.amount, taxes)
}

fn percent(ppm: i64) -> ChargeAmount {
    ChargeAmount::Percent { ppm }
}

fn hotel_with(nightly: i64, charges: Vec<Charge>) -> Case {
    let mut case = simple(nightly, 5);
    case.hotel.charges = charges;
    case
}

// A state sales tax on top of room and fee, a fee for each night.
// clause: PRICE-08, DATA-12
#[test]
fn sales_tax_on_the_room_and_on_a_nightly_fee() {
    let mut tax = charge("STATE", ChargeKind::Tax, percent(90_000));
    tax.on_fees = vec!["HARBOUR".into()];
    let fee = charge("HARBOUR", ChargeKind::Fee, ChargeAmount::Flat { minor: 1_250, per: Per::Night });
    let folio = folio(&hotel_with(19_600, vec![tax, fee]), 2, party(2, &[]));
    let night: [Line; 2] =
        [("ROOM", 19_600, vec![("STATE", 1_764, false)]), ("HARBOUR", 1_250, vec![("STATE", 113, false)])];
    let lines: Vec<Line> = folio.charges.iter().map(read).collect();
    assert_eq!(lines[..2], night);
    assert_eq!(lines[2..], night);
    assert_eq!(folio.estimated_total, 2 * (19_600 + 1_764 + 1_250 + 113));
}

// Two taxes contained in one price share one net: 10 % and 5 % of 115.00 are 10.00 and 5.00, not 10.45 and 5.48.
// clause: PRICE-08
#[test]
fn contained_taxes_share_one_net_price() {
    let mut vat = charge("VAT", ChargeKind::Tax, percent(100_000));
    vat.inclusive = true;
    let mut city = charge("CITY", ChargeKind::Tax, percent(50_000));
    city.inclusive = true;
    // On top of the net, not of the taxes in the price.
    let tourism = charge("TOURISM", ChargeKind::Tax, percent(70_000));
    let folio = folio(&hotel_with(11_500, vec![vat, city, tourism]), 1, party(2, &[]));
    let taxes = vec![("VAT", 1_000, true), ("CITY", 500, true), ("TOURISM", 700, false)];
    assert_eq!(read(&folio.charges[0]), ("ROOM", 11_500, taxes));
    assert_eq!(folio.charges[0].net_value_excl_taxes, 10_000);
    assert_eq!((folio.estimated_total, folio.total_taxes, folio.total_inclusive_taxes), (12_200, 2_200, 1_500));
}

// Per adult and night, children up to 15 exempt, for the first three nights only.
#[test]
fn a_city_tax_for_adults_with_ages_exempt_and_nights_capped() {
    let mut tax = charge("KUR", ChargeKind::Tax, ChargeAmount::Flat { minor: 350, per: Per::PersonNight });
    tax.exempt_up_to_age = Some(15);
    tax.max_nights = Some(3);
    let mut case = hotel_with(20_000, vec![tax]);
    case.hotel.room_types[0] = room_type("KING", 6, 4, 4);
    let per_night = |folio: &Folio| -> Vec<i64> {
        folio.charges.iter().map(|charge| charge.taxes.iter().map(|tax| tax.amount).sum()).collect()
    };
    assert_eq!(per_night(&folio(&case, 5, party(2, &[15, 3]))), [700, 700, 700, 0, 0]);
    assert_eq!(per_night(&folio(&case, 1, party(2, &[16]))), [1_050]);
}

// Once for the stay, once for each person: with the first night.
#[test]
fn charges_for_the_stay_are_charged_on_arrival() {
    let cleaning = charge("CLEANING", ChargeKind::Fee, ChargeAmount::Flat { minor: 5_000, per: Per::Stay });
    let linen = charge("LINEN", ChargeKind::Fee, ChargeAmount::Flat { minor: 800, per: Per::Person });
    let folio = folio(&hotel_with(10_000, vec![cleaning, linen]), 3, party(2, &[4]));
    let lines: Vec<(i64, &str, i64)> = folio
        .charges
        .iter()
        .map(|charge| {
            let night = domain::stay::days_between(FIRST, charge.date);
            (i64::from(night), charge.charge_type_code.as_str(), charge.amount)
        })
        .collect();
    let expected =
        [(0, "ROOM", 11_500), (0, "CLEANING", 5_000), (0, "LINEN", 2_400), (1, "ROOM", 11_500), (2, "ROOM", 11_500)];
    assert_eq!(lines, expected);
}

// The tier is the last whose beginning the nightly rate has reached.
#[test]
fn tiers_go_by_the_nightly_rate() {
    let tiers =
        vec![Tier { from: 0, value: 0 }, Tier { from: 10_000, value: 120_000 }, Tier { from: 75_000, value: 180_000 }];
    let tax = |rate: i64| {
        let gst = charge("GST", ChargeKind::Tax, ChargeAmount::PercentTiers { tiers: tiers.clone() });
        folio(&hotel_with(rate, vec![gst]), 1, party(2, &[])).total_taxes
    };
    assert_eq!([tax(9_999), tax(10_000), tax(74_999), tax(75_000)], [0, 1_200, 9_000, 13_500]);
    let flat = vec![Tier { from: 0, value: 100 }, Tier { from: 15_000, value: 300 }];
    let levy = |rate: i64| {
        let tax =
            charge("LEVY", ChargeKind::Tax, ChargeAmount::FlatTiers { tiers: flat.clone(), per: Per::PersonNight });
        folio(&hotel_with(rate, vec![tax]), 1, party(2, &[])).total_taxes
    };
    assert_eq!([levy(14_999), levy(15_000)], [200, 600]);
}

// A tax contained in a fee is part of the fee: the guest pays no more, the folio tells it.
#[test]
fn a_tax_can_be_contained_in_a_fee() {
    let fee = charge("RESORT", ChargeKind::Fee, ChargeAmount::Flat { minor: 1_050, per: Per::Night });
    let mut vat = charge("VAT", ChargeKind::Tax, percent(50_000));
    vat.inclusive = true;
    vat.on_fees = vec!["RESORT".into()];
    let folio = folio(&hotel_with(21_000, vec![fee, vat]), 1, party(2, &[]));
    assert_eq!(read(&folio.charges[0]), ("ROOM", 21_000, vec![("VAT", 1_000, true)]));
    assert_eq!(read(&folio.charges[1]), ("RESORT", 1_050, vec![("VAT", 50, true)]));
    assert_eq!(folio.estimated_total, 22_050);
}

// Five taxes of 1000 % in a price of three cents would each take one: together they take what there is.
#[test]
fn contained_taxes_never_take_more_than_the_price() {
    let tax = |code: &str| Charge { inclusive: true, ..charge(code, ChargeKind::Tax, percent(10_000_000)) };
    let folio = folio(&hotel_with(3, ["A", "B", "C", "D", "E"].map(tax).to_vec()), 1, party(2, &[]));
    assert_eq!(read(&folio.charges[0]), ("ROOM", 3, vec![("A", 1, true), ("B", 1, true), ("C", 1, true)]));
    assert_eq!((folio.charges[0].net_value_excl_taxes, folio.estimated_total), (0, 3));
}

// Swiss prices are multiples of 0.05, whatever the percentage; the tax in one is not paid by itself: 3.8 % contained in
// 185.05 are 6.77.
// clause: CUR-04, PRICE-08
#[test]
fn francs_are_rounded_to_five_centimes_and_the_tax_in_them_to_one() {
    let mut vat = charge("VAT", ChargeKind::Tax, percent(38_000));
    vat.inclusive = true;
    let levy = charge("KUR", ChargeKind::Tax, ChargeAmount::Flat { minor: 233, per: Per::PersonNight });
    let mut case = hotel_with(18_503, vec![vat, levy]);
    case.hotel.currency = "CHF".into();
    let folio = folio(&case, 1, party(2, &[]));
    assert_eq!(read(&folio.charges[0]), ("ROOM", 18_505, vec![("VAT", 677, true), ("KUR", 470, false)]));
}

// Occupancy: the single price, the adults included, each one more, children by band, an older child as an adult.
#[test]
fn the_price_goes_by_who_sleeps_there() {
    let mut case = simple(20_000, 5);
    case.hotel.room_types[0] = room_type("KING", 9, 5, 5);
    let own =
        NightPrice { base: 20_000, included: 2, single: Some(16_000), extra_adult: 4_000, child: [0, 1_500, 0, 0] };
    case.nights[0].prices = vec![Some(own); 20];
    let rate = |adults: u8, ages: &[u8]| folio(&case, 1, party(adults, ages)).charges[0].amount;
    assert_eq!([rate(1, &[]), rate(2, &[]), rate(3, &[]), rate(4, &[])], [16_000, 20_000, 24_000, 28_000]);
    assert_eq!([rate(2, &[2]), rate(2, &[3]), rate(2, &[11, 11])], [20_000, 21_500, 23_000]);
    assert_eq!(rate(2, &[12]), 24_000, "older than the last band");
    assert_eq!(rate(1, &[12]), 20_000, "two adults in the eyes of the price");
    assert_eq!(rate(1, &[5]), 17_500);
}

// A chain of derivations, each rounded, never below nothing.
#[test]
fn derived_plans_change_the_price_they_come_from() {
    let derived = |change: Change| {
        let mut case = simple(20_001, 5);
        let from = |code: &str, change| PlanPrice::Derived { from: code.into(), change };
        case.hotel.rate_plans = vec![
            rate_plan("LAST", from("SAVER", change), &["KING"]),
            rate_plan("SAVER", from("FLEX", Change::Percent { ppm: -100_000 }), &["KING"]),
            rate_plan("FLEX", PlanPrice::Own, &[]),
        ];
        folio(&case, 1, party(2, &[3])).charges[0].amount
    };
    // 215.01 less ten percent is 193.509.
    assert_eq!(derived(Change::PerNight { minor: 0 }), 19_351);
    assert_eq!(derived(Change::PerNight { minor: -351 }), 19_000);
    assert_eq!(derived(Change::PerPerson { adult: 1_000, child: [0, 600, 0, 0] }), 21_951);
    assert_eq!(derived(Change::PerNight { minor: -99_999 }), 0);
}

// However prices and percentages are set, a night stays small enough for the sums of any stay.
#[test]
fn a_night_has_a_highest_price() {
    let mut case = simple(1_000_000_000_000, 5);
    let change = Change::Percent { ppm: 10_000_000 };
    case.hotel.rate_plans = vec![
        rate_plan("TENFOLD", PlanPrice::Derived { from: "FLEX".into(), change }, &["KING"]),
        rate_plan("FLEX", PlanPrice::Own, &[]),
    ];
    assert_eq!(folio(&case, 1, party(2, &[])).charges[0].amount, 10_000_000_000_000);
}

#[test]
fn contradictions_are_refused() {
    let refusal = |change: &dyn Fn(&mut Case)| {
        let mut case = simple(10_000, 1);
        change(&mut case);
        Board::new(Arc::new(case.hotel), &case.nights, &case.stock).expect_err("a contradiction")
    };
    let with = |charge: Charge| refusal(&|case| case.hotel.charges = vec![charge.clone()]);
    let flat = ChargeAmount::Flat { minor: 100, per: Per::Night };
    let is_charge = |error: BoardError| matches!(error, BoardError::Charge { .. });
    assert!(is_charge(with(Charge { inclusive: true, ..charge("A", ChargeKind::Tax, flat.clone()) })));
    assert!(is_charge(with(Charge { inclusive: true, ..charge("A", ChargeKind::Fee, percent(1)) })));
    assert!(is_charge(with(Charge { on_fees: vec!["B".into()], ..charge("A", ChargeKind::Tax, percent(1)) })));
    assert!(is_charge(with(Charge { on_room: false, ..charge("A", ChargeKind::Tax, percent(1)) })));
    assert!(is_charge(with(charge("A", ChargeKind::Tax, percent(-1)))));
    let tiers = vec![Tier { from: 5, value: 1 }];
    assert!(is_charge(with(charge("A", ChargeKind::Tax, ChargeAmount::PercentTiers { tiers }))));
    let twice = vec![Tier { from: 0, value: 1 }, Tier { from: 9, value: 2 }, Tier { from: 9, value: 3 }];
    assert!(is_charge(with(charge("A", ChargeKind::Tax, ChargeAmount::PercentTiers { tiers: twice }))));
    assert!(is_charge(with(charge("A", ChargeKind::Tax, percent(10_000_001)))));
    let huge = ChargeAmount::Flat { minor: 1_000_000_000_001, per: Per::Stay };
    assert!(is_charge(with(charge("A", ChargeKind::Fee, huge))));
    let on_a_tax = Charge { on_fees: vec!["A".into()], ..charge("B", ChargeKind::Tax, percent(1)) };
    assert!(is_charge(refusal(&|case| {
        case.hotel.charges = vec![charge("A", ChargeKind::Tax, flat.clone()), on_a_tax.clone()];
    })));

    let ring = |from: &str| PlanPrice::Derived { from: from.into(), change: Change::PerNight { minor: 0 } };
    let error = refusal(&|case| {
        case.hotel.rate_plans = vec![rate_plan("A", ring("FLEX"), &[]), rate_plan("FLEX", ring("A"), &[])];
    });
    assert_eq!(error, BoardError::DerivedRing("A".into()));
    assert_eq!(
        refusal(&|case| case.hotel.rate_plans[0].price = ring("GONE")),
        BoardError::UnknownRatePlan("GONE".into())
    );
    assert_eq!(refusal(&|case| case.hotel.currency = "XXX".into()), BoardError::UnknownCurrency("XXX".into()));
    assert_eq!(
        refusal(&|case| case.hotel.time_zone = "Mars/One".into()),
        BoardError::UnknownTimeZone("Mars/One".into())
    );
    assert_eq!(refusal(&|case| case.nights[0].room_type = "GONE".into()), BoardError::UnknownRoomType("GONE".into()));
    assert_eq!(refusal(&|case| case.hotel.child_bands = vec![5, 5]), BoardError::ChildBands);
    assert_eq!(refusal(&|case| case.hotel.check_in_time = "25:00".into()), BoardError::TimeOfDay("25:00".into()));
    let policy = BoardError::UnknownPolicy { plan: "FLEX".into(), policy: "GONE".into() };
    assert_eq!(refusal(&|case| case.hotel.rate_plans[0].cancellation_policy = "GONE".into()), policy);
}
