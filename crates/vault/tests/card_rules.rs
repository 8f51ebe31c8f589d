//! Laws of card numbers, and that the frame's script and the server judge alike.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::process::Command;

use jiff::Timestamp;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::{Value, json};
use vault::{BRANDS, Brand, CardFault, CardNumber, Expiry, check_cvc, holder, luhn};

/// A number of some brand with a right check digit.
fn number() -> impl Strategy<Value = (Brand, String)> {
    (0..BRANDS.len(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::collection::vec(0_u8..10, 19))
        .prop_filter_map("another brand's number", |(rule, prefix, length, filler)| {
            let rule = &BRANDS[rule];
            let prefix = prefix.get(rule.prefixes).1;
            let start = if prefix.is_empty() { "62" } else { prefix };
            let mut digits: String = start.into();
            let length = *length.get(rule.lengths);
            digits.extend(filler.iter().map(|digit| char::from(b'0' + digit)));
            digits.truncate(length - 1);
            let last = (b'0'..=b'9').map(char::from).find(|last| luhn(&format!("{digits}{last}")))?;
            digits.push(last);
            (Brand::of(&digits) == rule.brand).then_some((rule.brand, digits))
        })
}

proptest! {
    // clause: CARD-10, CARD-11
    #[test]
    fn sound_numbers_are_read_and_masked((brand, digits) in number()) {
        let number = CardNumber::parse(&digits).unwrap();
        prop_assert_eq!(number.brand(), brand);
        let mask = number.masked();
        prop_assert_eq!(mask.len(), digits.len());
        prop_assert_eq!(&mask[mask.len() - 4..], &digits[digits.len() - 4..]);
        prop_assert!(mask[..mask.len() - 4].bytes().all(|sign| sign == b'X'));
        prop_assert_eq!(format!("{number:?}"), mask, "Debug shows no more");
        let spaced: String = digits.chars().flat_map(|digit| [digit, ' ']).collect();
        prop_assert_eq!(CardNumber::parse(&spaced).unwrap().masked(), number.masked());
    }

    #[test]
    fn one_wrong_digit_is_always_noticed((_, digits) in number(), place: prop::sample::Index, by in 1_u8..10) {
        let mut wrong = digits.into_bytes();
        let place = place.index(wrong.len());
        wrong[place] = b'0' + (wrong[place] - b'0' + by) % 10;
        prop_assert!(!luhn(std::str::from_utf8(&wrong).unwrap()));
    }

    #[test]
    fn two_neighbours_changed_about_are_noticed((_, digits) in number(), place: prop::sample::Index) {
        let mut wrong = digits.into_bytes();
        let place = place.index(wrong.len() - 1);
        let (a, b) = (wrong[place], wrong[place + 1]);
        // The one pair that the check cannot tell apart.
        prop_assume!(a != b && !matches!((a, b), (b'0', b'9') | (b'9', b'0')));
        wrong.swap(place, place + 1);
        prop_assert!(!luhn(std::str::from_utf8(&wrong).unwrap()));
    }

    #[test]
    fn any_text_is_judged_without_a_panic(text in ".{0,40}") {
        if let Ok(number) = CardNumber::parse(&text) {
            prop_assert!(luhn(&text.chars().filter(char::is_ascii_digit).collect::<String>()));
            prop_assert!((12..=19).contains(&number.masked().len()));
        }
        let _ = holder(&text);
        let _ = check_cvc(Brand::Visa, &text);
        let _ = Expiry::parse(&text, &text, Timestamp::UNIX_EPOCH);
    }

    // clause: PAY-22
    #[test]
    fn a_card_is_good_to_the_end_of_its_month_everywhere(month in 1_i8..=12, year in 2027_i16..2040, hour in 0_i64..36) {
        let next = jiff::civil::date(year, month, 1).checked_add(jiff::Span::new().months(1)).unwrap();
        let change = next.to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
        let now = change.checked_add(jiff::Span::new().hours(hour)).unwrap();
        // Midnight comes last twelve hours west of Greenwich.
        let expected = if hour < 12 { Ok(Expiry { year, month }) } else { Err(CardFault::Expired) };
        prop_assert_eq!(Expiry::parse(&month.to_string(), &year.to_string(), now), expected);
    }
}

#[test]
fn names_of_all_people_pass_and_numbers_do_not() {
    for name in ["Siobhán Ní Bhriain-O’Shea", "王", "محمد عبد الله", "D'Angelo 3rd", "Nguyễn Thị Ánh"]
    {
        assert_eq!(holder(&format!(" {name} ")).as_deref(), Ok(name));
    }
    for bad in ["", "  ", "4242424242424242", "Ann 424242", "a\u{7}b"] {
        assert_eq!(holder(bad), Err(CardFault::Holder), "{bad:?}");
    }
    assert_eq!(holder(&"x".repeat(101)), Err(CardFault::Holder));
}

/// Runs the frame's own script over the numbers and compares every answer with the server's.
#[test]
fn the_frame_and_the_server_judge_alike() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut numbers: Vec<String> = vec!["".into(), "4".into(), "0".repeat(16), "4242424242424241".into(), "45".into()];
    for _ in 0..400 {
        let (_, digits) = number().new_tree(&mut runner).unwrap().current();
        numbers.push(digits[..digits.len() - 1].into());
        numbers.push(digits);
    }
    let expected: Vec<Value> = numbers
        .iter()
        .map(|digits| json!([digits, Brand::of(digits).code(), CardNumber::parse(digits).is_ok()]))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("package.json", r#"{"type":"module"}"#);
    write("numbers.json", &serde_json::to_string(&expected).unwrap());
    write("brands.json", &serde_json::to_string(&BRANDS).unwrap());
    for name in ["card.js", "labels.js", "theme.js", "frame.test.js"] {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("frame").join(name);
        std::fs::copy(source, folder.path().join(name)).unwrap();
    }
    let run = Command::new("node").args(["--test", "frame.test.js"]).current_dir(folder.path()).output().unwrap();
    assert!(run.status.success(), "{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
}
