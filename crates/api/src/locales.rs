//! Every locale that we label: its names, which way it reads and whose labels it shows (I18N-03 to I18N-06).
//!
//! Direction and label set are two columns of one table, `crates/api/data/locales.json`; a hotel can correct both for itself.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::hotel::{Direction, Language};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::labels;

/// A locale, named as the documents name its parts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Locale {
    #[schema(example = "ar_AE")]
    pub code: String,
    /// The language's name in English, and in itself.
    #[serde(rename = "langName")]
    #[schema(example = "Arabic")]
    pub lang_name: String,
    #[serde(rename = "langNative")]
    #[schema(example = "العربية")]
    pub lang_native: String,
    /// The country's name in English, and in the language.
    #[serde(rename = "countryName")]
    pub country_name: String,
    #[serde(rename = "countryNativeName")]
    pub country_native_name: String,
    /// What is paid with there.
    #[schema(example = "AED")]
    pub currency: String,
    #[serde(rename = "countryCode")]
    #[schema(example = "AE")]
    pub country_code: String,
    #[serde(rename = "languageCode")]
    #[schema(example = "ar")]
    pub language_code: String,
    /// Language and country in the language.
    pub label: String,
    #[schema(value_type = String, example = "rtl")]
    pub direction: Direction,
    /// The locale whose labels are shown, and by which days and numbers are written.
    #[schema(example = "ar_AE")]
    pub label_set: String,
}

static TABLE: LazyLock<BTreeMap<String, Locale>> = LazyLock::new(|| {
    let entries: Vec<Locale> =
        serde_json::from_str(include_str!("../data/locales.json")).expect("the table comes with the program");
    entries.into_iter().map(|entry| (entry.code.clone(), entry)).collect()
});

/// A locale of the table.
pub fn entry(code: &str) -> Option<&'static Locale> {
    TABLE.get(code)
}

/// How a language of a hotel reads and whose labels it shows: as the hotel says, else as the table, else as its labels
/// read. What we do not label is English in its labels, and so in its days, its plurals and its direction.
pub fn reads(language: &Language) -> (Direction, &str) {
    let entry = entry(&language.language_code);
    let named = language.label_set.as_deref().or(entry.map(|entry| entry.label_set.as_str()));
    let label_set = Some(named.unwrap_or(&language.language_code)).filter(|set| labels::has(set)).unwrap_or("en_US");
    let of_labels = || match label_set.split(['_', '-']).next() {
        Some("ar" | "he") => Direction::Rtl,
        _ => Direction::Ltr,
    };
    (language.direction.or(entry.map(|entry| entry.direction)).unwrap_or_else(of_labels), label_set)
}

/// The labels that a language of a hotel shows, where they are of another one than it names.
pub fn foreign_labels(language: &Language) -> Option<&str> {
    let named = language.label_set.as_deref().unwrap_or(&language.language_code);
    Some(reads(language).1).filter(|set| labels::language_of(set) != labels::language_of(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(code: &str) -> Language {
        Language { language_code: code.into(), language_name: code.into(), direction: None, label_set: None }
    }

    // clause: I18N-03, I18N-04, I18N-05, I18N-06
    #[test]
    fn direction_and_labels_are_as_documented() {
        let of = |code: &'static str| {
            let language = language(code);
            let (direction, set) = reads(&language);
            (direction, set.to_owned())
        };
        assert_eq!(of("es_DO"), (Direction::Rtl, "ar_AE".to_owned()));
        assert_eq!(of("hi_IN"), (Direction::Ltr, "he_IL".to_owned()));
        assert_eq!(of("he_IL"), (Direction::Rtl, "he_IL".to_owned()));
        assert_eq!(of("ar_AE"), (Direction::Rtl, "ar_AE".to_owned()));
        assert_eq!(of("en_US"), (Direction::Ltr, "en_US".to_owned()));
        assert_eq!(of("es_ES"), (Direction::Ltr, "en_US".to_owned()), "not one that we label");
        assert_eq!(of("fa_IR"), (Direction::Ltr, "en_US".to_owned()), "what stands there is English");
        assert_eq!(of("ar_FR"), (Direction::Rtl, "ar_FR".to_owned()), "ours, though not in the table");
        for entry in TABLE.values() {
            let rtl = entry.language_code == "ar" || entry.language_code == "he" || entry.code == "es_DO";
            assert_eq!(entry.direction == Direction::Rtl, rtl, "{}", entry.code);
            assert_eq!(entry.code, format!("{}_{}", entry.language_code, entry.country_code));
            let texts =
                [&entry.lang_name, &entry.lang_native, &entry.country_name, &entry.country_native_name, &entry.label];
            assert!(texts.iter().all(|text| !text.is_empty()) && entry.currency.len() == 3, "{}", entry.code);
        }
        assert_eq!(labels::of("es_DO"), labels::of("ar_AE"));
        assert_eq!(labels::of("hi_IN"), labels::of("he_IL"));
        assert_ne!(labels::of("he_IL"), labels::of("en_US"));
    }

    // clause: I18N-03, I18N-04
    #[test]
    fn a_hotel_corrects_a_language_for_itself() {
        let spanish =
            Language { direction: Some(Direction::Ltr), label_set: Some("en_US".into()), ..language("es_DO") };
        assert_eq!(reads(&spanish), (Direction::Ltr, "en_US"));
        let british = Language { label_set: Some("en_GB".into()), ..language("ja_JP") };
        assert_eq!(reads(&british), (Direction::Ltr, "en_GB"));
    }
}
