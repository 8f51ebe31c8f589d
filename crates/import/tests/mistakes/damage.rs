//! Whatever stands in the files: an answer, and never a panic.

use import::bundle;
use proptest::prelude::*;

use crate::recipe::{TODAY, hotel};

const NAMES: [&str; 7] = [
    "hotel.toml",
    "rooms.toml",
    "rates.toml",
    "policies.toml",
    "taxes.toml",
    "restrictions.toml",
    "translations/de_DE.toml",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever stands in a file, the answer is the hotel or mistakes with places that exist.
    #[test]
    fn garbage_gives_mistakes(name in 0..NAMES.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut files = hotel();
        files.0.insert(NAMES[name].to_owned(), bytes);
        let _ = bundle(&files, TODAY).map_err(|told| assert!(!told.is_empty()));
    }

    /// Damage in the middle of a good file: bytes overwritten, cut out or doubled.
    #[test]
    fn damage_gives_mistakes(name in 0..NAMES.len(), at in any::<prop::sample::Index>(), length in 0_usize..40, put in "[ -~\n]{0,12}") {
        let mut files = hotel();
        let text = String::from_utf8(files.0[NAMES[name]].clone()).expect("text");
        let start = at.index(text.len());
        let mut bytes = text.as_bytes()[..start].to_vec();
        bytes.extend(put.bytes());
        bytes.extend(&text.as_bytes()[(start + length).min(text.len())..]);
        let lines = bytes.iter().filter(|b| **b == b'\n').count() + 1;
        files.0.insert(NAMES[name].to_owned(), bytes);
        if let Err(told) = bundle(&files, TODAY) {
            prop_assert!(!told.is_empty());
            prop_assert!(told.iter().filter(|m| m.file == NAMES[name]).all(|m| m.line.is_none_or(|l| (1..=lines).contains(&l))));
        }
    }

    /// Any day can be a business day, also the last ones of the calendar.
    #[test]
    fn any_day_is_a_business_day(year in 1_i16..=9999, month in 1_i8..=12, day in 1_i8..=28) {
        let today = jiff::civil::date(year, month, day);
        if let Ok(bundle) = bundle(&hotel(), today) {
            prop_assert!(bundle.nights.iter().all(|row| row.first == today && row.prices.len() <= 500));
        }
    }
}
