//! Amounts, days, parties and confirmation numbers.

use domain::confirmation::{make, normal, property_of};
use domain::money::{Conversion, Currency, MAX_AMOUNT, MoneyError};
use domain::party::{Party, PartyError};
use domain::stay::{MAX_NIGHTS, Stay, StayError, days_between};
use jiff::civil::date;
use proptest::prelude::*;

use crate::hotels::day;
use crate::reference::half_up;

fn any_currency() -> impl Strategy<Value = &'static Currency> {
    prop::sample::select(Currency::all().iter().collect::<Vec<_>>())
}

fn currency(code: &str) -> &'static Currency {
    Currency::of(code).expect("known")
}

proptest! {
    // clause: CUR-04
    #[test]
    fn ratios_round_half_up_to_the_step(
        currency in any_currency(), amount in -1_000_000_000_000i64..1_000_000_000_000, num in -2_000_000i64..2_000_000, den in 1i64..3_000_000,
    ) {
        let expected = half_up(i128::from(amount) * i128::from(num), den.into(), currency.step.into());
        prop_assert_eq!(currency.mul_ratio(amount, num, den), expected);
        prop_assert_eq!(currency.percent(amount, num), half_up(i128::from(amount) * i128::from(num), 1_000_000, currency.step.into()));
    }

    #[test]
    fn rounding_keeps_order_and_leaves_the_rounded_alone(currency in any_currency(), a in -1_000_000i64..1_000_000, b in -1_000_000i64..1_000_000) {
        let (low, high) = (a.min(b), a.max(b));
        prop_assert!(currency.round(low) <= currency.round(high));
        prop_assert_eq!(currency.round(currency.round(a)), currency.round(a));
        prop_assert!((currency.round(a) - a).abs() * 2 <= currency.step);
    }

    // Huge products are held at the end, never wrapped.
    #[test]
    fn nothing_wraps(currency in any_currency(), amount: i64, num: i64, den in 1i64..) {
        let expected = half_up(i128::from(amount) * i128::from(num), den.into(), currency.step.into());
        prop_assert_eq!(currency.mul_ratio(amount, num, den), expected);
    }

    // clause: CUR-03
    #[test]
    fn amounts_written_read_back(currency in any_currency(), minor in -MAX_AMOUNT..MAX_AMOUNT) {
        let text = currency.format(minor);
        prop_assert_eq!(currency.parse(&text), Ok(minor));
        let digits = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        prop_assert_eq!(digits, usize::from(currency.digits));
        let number: f64 = text.parse().expect("a number");
        prop_assert_eq!(currency.from_decimal_f64(number), Ok(minor));
        prop_assert_eq!(currency.to_decimal_f64(minor), number);
    }

    #[test]
    fn text_never_reads_as_something_else(text in "[-+0-9.eE ]{0,12}") {
        if let Ok(minor) = currency("KWD").parse(&text) {
            prop_assert_eq!(currency("KWD").to_decimal_f64(minor), text.parse::<f64>().expect("a number"));
        }
    }

    // There and back again is off by no more than the coarser of the two steps makes it.
    // clause: CUR-06
    #[test]
    fn conversion_there_and_back(
        from in any_currency(), to in any_currency(), minor in 0i64..10_000_000, num in 1i64..100_000, den in 1i64..100_000,
    ) {
        let there = Conversion::new(from, to, num.into(), den.into()).expect("a rate");
        let back = Conversion::new(to, from, den.into(), num.into()).expect("a rate");
        let converted = there.convert(minor);
        prop_assert_eq!(converted % to.step, 0);
        let exact = minor as f64 * num as f64 / den as f64 * to.scale() as f64 / from.scale() as f64;
        prop_assert!((converted as f64 - exact).abs() <= to.step as f64 / 2.0 + exact * 1e-12);
        let unit_of_to_in_from = den as f64 / num as f64 * from.scale() as f64 / to.scale() as f64;
        let off = (back.convert(converted) - minor).abs() as f64;
        prop_assert!(off <= unit_of_to_in_from * to.step as f64 / 2.0 + from.step as f64 / 2.0 + minor as f64 * 1e-12);
    }

    #[test]
    fn a_stay_has_its_nights(first in 0i64..500, nights in 1u16..=MAX_NIGHTS) {
        let stay = Stay::of_nights(day(first), nights).expect("a stay");
        prop_assert_eq!(stay.departure(), day(first + i64::from(nights)));
        prop_assert_eq!(Stay::new(stay.arrival(), stay.departure()), Ok(stay));
        let dates: Vec<_> = stay.dates().collect();
        prop_assert_eq!(dates.len(), usize::from(nights));
        prop_assert!(dates.windows(2).all(|pair| days_between(pair[0], pair[1]) == 1));
        prop_assert!(dates.iter().all(|date| stay.contains(*date)));
        prop_assert!(!stay.contains(stay.departure()) && !stay.contains(day(first - 1)));
        let json = serde_json::to_string(&stay).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Stay>(&json).expect("a stay"), stay);
    }

    #[test]
    fn a_party_keeps_its_children(adults in 1u8.., ages in prop::collection::vec(0u8..=17, 0..=16)) {
        let party = Party::new(adults, &ages).expect("a party");
        prop_assert_eq!((party.adults(), party.child_ages()), (adults, &ages[..]));
        prop_assert_eq!(party.people(), u16::from(adults) + ages.len() as u16);
        let json = serde_json::to_string(&party).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Party>(&json).expect("a party"), party);
    }

    // Round trip for every property; one wrong character and two swapped neighbours are noticed.
    // clause: CONF-02
    #[test]
    fn confirmation_numbers_carry_their_property(property in 1i64.., small in 1i64..100_000, random: u64) {
        for property in [property, small] {
            let number = make(property, random);
            prop_assert!(number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase()));
            prop_assert_eq!(property_of(&number), Some(property));
            let spoken = format!(" {}-{} ", number[..4].to_lowercase(), &number[4..]);
            prop_assert_eq!(property_of(&spoken), Some(property));
            prop_assert_eq!(normal(&spoken), Some(number.clone()));
            prop_assert_eq!(property_of(&number.replace('0', "o").replace('1', "l")), Some(property));
            prop_assert_eq!(property_of(&number.replace('1', "I")), Some(property));
            for zero in ['٠', '۰', '०', '০', '０'] {
                let own = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero) + digit)).unwrap_or(c);
                prop_assert_eq!(normal(&number.chars().map(own).collect::<String>()), Some(number.clone()));
            }
            // As a Chinese or Japanese keyboard writes it.
            let wide = |c: char| if c == ' ' { '\u{3000}' } else { char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c) };
            prop_assert_eq!(property_of(&spoken.chars().map(wide).collect::<String>()), Some(property));
            for at in 0..number.len() {
                for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".chars() {
                    let mut wrong: Vec<char> = number.chars().collect();
                    if wrong[at] != other {
                        wrong[at] = other;
                        prop_assert_eq!(property_of(&wrong.iter().collect::<String>()), None);
                    }
                }
                let mut swapped = number.clone().into_bytes();
                if at > 0 && swapped[at - 1] != swapped[at] {
                    swapped.swap(at - 1, at);
                    prop_assert_eq!(property_of(&String::from_utf8_lossy(&swapped)), None);
                }
            }
        }
    }

    #[test]
    fn no_text_is_a_crash(text in "\\PC{0,40}") {
        let _ = property_of(&text);
        prop_assert!(normal(&text).is_none_or(|number| normal(&number) == Some(number.clone())));
    }
}

// Forty bits and more: of many numbers none is like another, and the next tells nothing of the one before.
// clause: CONF-02
#[test]
fn confirmation_numbers_are_not_in_sequence() {
    let mut dice = crate::dice::Dice(1);
    let numbers: std::collections::HashSet<String> = (0..20_000).map(|_| make(3, dice.bits())).collect();
    assert_eq!(numbers.len(), 20_000);
    for place in 0..9 {
        let used: std::collections::HashSet<char> =
            numbers.iter().filter_map(|number| number.chars().nth(place)).collect();
        assert_eq!(used.len(), 32, "place {place} takes every character");
    }
    assert_eq!(property_of(""), None);
    assert_eq!(property_of("1HKQ2M4X7T!"), None);
}

/// A number with this property part and a right check, of which every character can be read.
fn number_with(property: &str) -> String {
    let mut dice = crate::dice::Dice(1);
    let made = |random: String| {
        let body = format!("{}{property}", &random[..9]);
        let check = char::from(domain::confirmation::check_character(body.as_bytes()));
        format!("{body}{check}")
    };
    (0..100).map(|_| made(make(1, dice.bits()))).find(|number| !number.contains(['I', 'L', 'O', 'U'])).expect("one")
}

// clause: CONF-02
#[test]
fn what_is_no_confirmation_number() {
    assert_eq!(property_of(&number_with("1")), Some(1));
    assert_eq!((normal(&number_with("")), property_of(&number_with(""))), (None, None), "no property");
    assert_eq!(property_of(&number_with("01")), None, "a number has one spelling");
    assert_eq!(property_of(&number_with("7ZZZZZZZZZZZZ")), Some(i64::MAX));
    for too_large in ["8000000000000", "ZZZZZZZZZZZZZ"] {
        assert_eq!(property_of(&number_with(too_large)), None);
    }
    assert_eq!(normal(&number_with("10000000000000")), None, "too many characters");
    let spaced = |spaces: usize| format!("{}{}", " ".repeat(spaces), number_with("1"));
    assert_eq!((property_of(&spaced(64 - 11)), property_of(&spaced(65 - 11))), (Some(1), None), "too long to be read");
    for property in [0, -1, i64::MIN] {
        assert_eq!(property_of(&make(property, 1)), None, "{property} is no property");
    }
}

// The example of ISO 7064 for MOD 37,36.
#[test]
fn the_check_character_is_that_of_the_standard() {
    // Global Release Identifier A1-2425G-ABC1234002-M has M as its check.
    assert_eq!(domain::confirmation::check_character(b"A12425GABC1234002"), b'M');
}

// clause: CUR-04, CUR-05
#[test]
fn currencies_are_as_people_use_them() {
    assert!((105..=120).contains(&Currency::all().len()));
    let digits = |code: &str| currency(code).digits;
    assert_eq!(["JPY", "KRW", "VND", "ISK", "CLP", "HUF", "IDR"].map(digits), [0; 7]);
    assert_eq!(["KWD", "BHD", "OMR", "JOD", "TND", "LYD"].map(digits), [3; 6]);
    assert_eq!(["USD", "EUR", "AED", "CHF", "GBP", "SEK", "TRY"].map(digits), [2; 7]);
    assert!(Currency::all().windows(2).all(|pair| pair[0].code < pair[1].code));
    let symbols: std::collections::HashSet<&str> = Currency::all().iter().map(|one| one.symbol).collect();
    assert_eq!(symbols.len(), Currency::all().len());
    for one in Currency::all() {
        assert!(one.code.len() == 3 && one.code.bytes().all(|b| b.is_ascii_uppercase()));
        assert!([one.symbol, one.symbol_native, one.name, one.name_plural].iter().all(|text| !text.trim().is_empty()));
        assert_eq!(one.rounding(), if one.code == "CHF" { 0.05 } else { 0.0 });
    }
    let franc = currency("CHF");
    assert_eq!([0, 2, 3, 7, 8, -2, -3].map(|minor| franc.round(minor)), [0, 0, 5, 5, 10, 0, -5]);
    assert_eq!(Currency::of("usd"), None);
}

// clause: CUR-03
#[test]
fn amounts_have_the_digits_of_their_currency() {
    assert_eq!(currency("USD").format(19_600), "196.00");
    assert_eq!(currency("JPY").format(1_500), "1500");
    assert_eq!(currency("KWD").format(-5), "-0.005");
    assert_eq!(currency("USD").format(i64::MIN), "-92233720368547758.08");
    // The first ten thousand whole ones stand ready, each with cents of its own; those behind them do not.
    let ready = (0..10_100).map(|whole| whole * 100 + whole % 100);
    let rounds = (0..12).map(|length| 10i64.pow(length));
    for minor in ready.chain(rounds.flat_map(|round| [round - 1, round, 7 * round + 5])) {
        assert_eq!(currency("USD").format(minor), format!("{}.{:02}", minor / 100, minor % 100));
    }
    assert_eq!(currency("USD").parse("12.345"), Err(MoneyError::TooManyDigits));
    assert_eq!(currency("USD").parse("12.340"), Ok(1_234));
    assert_eq!(currency("USD").from_decimal_f64(12.345), Err(MoneyError::TooManyDigits));
    assert_eq!(currency("USD").from_decimal_f64(0.1 + 0.2), Err(MoneyError::TooManyDigits));
    assert_eq!(currency("JPY").from_decimal_f64(1.5), Err(MoneyError::TooManyDigits));
    assert_eq!(currency("USD").from_decimal_f64(f64::NAN), Err(MoneyError::NotANumber));
    assert_eq!(currency("USD").from_decimal_f64(1e300), Err(MoneyError::TooLarge));
    assert_eq!(currency("USD").parse("99999999999999999999"), Err(MoneyError::TooLarge));
    assert!(["", "-", ".5", "1.", "1e3", " 1", "+1", "1,5"].iter().all(|text| currency("USD").parse(text).is_err()));
}

// clause: SEARCH-05, SEARCH-10
#[test]
fn what_is_no_stay_and_no_party() {
    let (a, b) = (date(2026, 12, 12), date(2026, 12, 13));
    assert_eq!(Stay::new(a, a), Err(StayError::DepartureNotAfterArrival));
    assert_eq!(Stay::new(b, a), Err(StayError::DepartureNotAfterArrival));
    assert_eq!(Stay::new(a, date(2029, 12, 12)), Err(StayError::TooLong));
    assert_eq!(Stay::new(a, b).map(|stay| stay.nights()), Ok(1));
    assert_eq!(Stay::of_nights(a, 0), Err(StayError::DepartureNotAfterArrival));
    let nights = |count: u16| Stay::of_nights(a, count).map(|stay| stay.nights());
    assert_eq!([nights(730), nights(731)], [Ok(730), Err(StayError::TooLong)]);
    assert_eq!(Party::new(0, &[]), Err(PartyError::NoAdult));
    assert_eq!(Party::new(1, &[18]), Err(PartyError::ChildTooOld));
    assert!(Party::new(1, &[0, 17]).is_ok());
    assert_eq!(Party::new(1, &[5; 17]), Err(PartyError::TooManyChildren));
    assert!(serde_json::from_str::<Party>(r#"{"adults":0,"children_ages":[]}"#).is_err());
    assert!(serde_json::from_str::<Stay>(r#"{"arrival":"2026-12-12","departure":"2026-12-12"}"#).is_err());
}
