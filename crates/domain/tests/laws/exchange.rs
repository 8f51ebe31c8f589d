//! Prices in the guest's currency: exact until the one rounding, through the euro, by the hotel's own rate first.

use domain::exchange::{DayRates, FixedRate, Rate};
use domain::hotel::Hotel;
use domain::money::Currency;
use jiff::civil::date;
use proptest::prelude::*;

use crate::hotels::plain;
use crate::reference::half_up;

fn rate(text: &str) -> Rate {
    Rate::parse(text).expect("a rate")
}

fn decimal(mantissa: i64, places: u32) -> String {
    let scale = 10i64.pow(places);
    match places {
        0 => mantissa.to_string(),
        _ => format!("{}.{:0width$}", mantissa / scale, mantissa % scale, width = places as usize),
    }
}

fn rates(of: &[(&str, &str)]) -> DayRates {
    let per_euro = of.iter().map(|(code, text)| ((*code).to_owned(), rate(text))).collect();
    DayRates { day: date(2026, 4, 13), per_euro }
}

fn hotel(currency: &str) -> Hotel {
    Hotel { currency: currency.to_owned(), ..plain() }
}

fn converted(rates: &DayRates, hotel: &Hotel, to: &str, minor: i64) -> Option<i64> {
    let exchange = rates.exchange(hotel, Currency::of(to).expect("known"))?;
    Some(exchange.conversion.convert(minor))
}

proptest! {
    // Against the school's way of doing it: one fraction of whole numbers, rounded once, at the end.
    // clause: CUR-04, CUR-06, CUR-08
    #[test]
    fn a_price_is_crossed_through_the_euro_and_rounded_once(
        minor in 0i64..1_000_000_000,
        from in prop::sample::select(vec!["USD", "JPY", "KWD", "CHF"]),
        to in prop::sample::select(vec!["EUR", "JPY", "KWD", "CHF", "USD"]),
        mantissas in prop::collection::vec(1i64..9_999_999, 4), places in prop::collection::vec(0u32..6, 4),
    ) {
        let text = |at: usize| decimal(mantissas[at], places[at]);
        let codes = ["USD", "JPY", "KWD", "CHF"];
        let texts: Vec<String> = (0..4).map(text).collect();
        let table: Vec<(&str, &str)> = codes.iter().copied().zip(texts.iter().map(String::as_str)).collect();
        let per_euro = |code: &str| codes.iter().position(|known| *known == code)
            .map_or((1i128, 1i128), |at| (mantissas[at].into(), 10i128.pow(places[at])));
        prop_assume!(from != to);
        let (source, target) = (Currency::of(from).expect("known"), Currency::of(to).expect("known"));
        let ((from_num, from_den), (to_num, to_den)) = (per_euro(from), per_euro(to));
        let above = i128::from(minor) * to_num * from_den * i128::from(target.scale());
        let below = to_den * from_num * i128::from(source.scale());
        let exchange = rates(&table).exchange(&hotel(from), target).expect("both are known");
        prop_assert_eq!(exchange.conversion.convert(minor), half_up(above, below, target.step.into()));
        prop_assert_eq!(exchange.day, date(2026, 4, 13));
    }

    #[test]
    fn a_rate_is_written_as_it_was_read(mantissa in 1i64..999_999_999, places in 0u32..8) {
        let text = decimal(mantissa, places);
        let known = Rate::parse(&text);
        prop_assert_eq!(known.is_some(), text.bytes().filter(u8::is_ascii_digit).count() <= 9);
        prop_assert!(known.is_none_or(|rate| String::from(rate) == text));
    }
}

// clause: CUR-08
#[test]
fn a_currency_without_a_rate_is_not_offered() {
    let rates = rates(&[("USD", "1.1684"), ("JPY", "186.75"), ("CHF", "0.9242")]);
    let codes = |of: &Hotel| rates.offered(of).map(|currency| currency.code).collect::<Vec<_>>();
    assert_eq!(codes(&hotel("USD")), ["CHF", "EUR", "JPY", "USD"]);
    assert_eq!(codes(&hotel("AED")), ["AED"], "nothing is known of the hotel's own currency");
    assert_eq!(converted(&rates, &hotel("USD"), "AED", 100), None);
    assert_eq!(converted(&rates, &hotel("USD"), "USD", 100), None, "its own needs no conversion");
    // 196.00 USD / 1.1684 = 167.7507...; * 186.75 = 31,327.4563...; * 0.9242 = 155.0352..., in steps of 0.05
    let of_dollars = |to| converted(&rates, &hotel("USD"), to, 19_600);
    assert_eq!([of_dollars("EUR"), of_dollars("JPY"), of_dollars("CHF")], [Some(16_775), Some(31_327), Some(15_505)]);
}

// clause: CUR-08
#[test]
fn a_hotels_fixed_rate_stands_for_the_one_that_is_not_published() {
    let rates = rates(&[("USD", "1.1684"), ("DKK", "7.4727")]);
    let peg = |currency: &str, per: &str, text: &str| FixedRate {
        currency: currency.into(),
        per: per.into(),
        rate: rate(text),
    };
    let noor = Hotel { fixed_rates: vec![peg("AED", "USD", "3.6725")], ..hotel("AED") };
    assert_eq!(converted(&rates, &noor, "USD", 36_725), Some(10_000));
    // 367.25 AED = 100 USD = 85.5871... EUR
    assert_eq!(converted(&rates, &noor, "EUR", 36_725), Some(8_559));
    let harbour = Hotel { fixed_rates: noor.fixed_rates.clone(), ..hotel("USD") };
    assert_eq!(converted(&rates, &harbour, "AED", 10_000), Some(36_725));
    let dane = Hotel { fixed_rates: vec![peg("DKK", "EUR", "7.5")], ..hotel("DKK") };
    assert_eq!(converted(&rates, &dane, "EUR", 75_000), Some(10_000), "the hotel's word goes first");
    let lost = Hotel { fixed_rates: vec![peg("XPF", "GBP", "150")], ..hotel("XPF") };
    assert_eq!(converted(&rates, &lost, "EUR", 100), None, "nothing is known of what it follows");
}

#[test]
fn what_is_no_rate() {
    assert!(
        ["", "0", "0.00", "-1", "+1", "1.", ".5", "1e3", "1,5", "N/A", "1234567890"]
            .iter()
            .all(|text| Rate::parse(text).is_none())
    );
    assert_eq!(serde_json::to_string(&rate("0.05")).expect("JSON"), r#""0.05""#);
}
