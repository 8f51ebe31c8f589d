//! The texts of the page in every language that we label, from `labels/<language>/<area>.json`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

use crate::locales;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../labels"]
struct Files;

/// Key to text.
pub type Labels = BTreeMap<String, String>;

/// By language, `en`, `ar` and so on, or by locale where that is written otherwise; each complete, gaps filled from
/// English.
static SETS: LazyLock<BTreeMap<String, Labels>> = LazyLock::new(read);

fn read() -> BTreeMap<String, Labels> {
    let mut sets: BTreeMap<String, Labels> = BTreeMap::new();
    for path in Files::iter() {
        let Some((language, _)) = path.split_once('/').filter(|_| path.ends_with(".json")) else { continue };
        let Some(file) = Files::get(&path) else { continue };
        match serde_json::from_slice::<Labels>(&file.data) {
            Ok(labels) => sets.entry(language.to_owned()).or_default().extend(labels),
            Err(error) => tracing::error!(file = %path, %error, "a label file cannot be read"),
        }
    }
    let english = sets.get("en").cloned().unwrap_or_default();
    for labels in sets.values_mut() {
        for (key, text) in &english {
            labels.entry(key.clone()).or_insert_with(|| text.clone());
        }
    }
    // Switzerland and Liechtenstein write no ß, quote «so», and call a Reservierung a Reservation.
    if let Some(german) = sets.get("de") {
        let swiss = |text: &String| {
            let quoted = text.replace('„', "«").replace('“', "»");
            quoted.replace('ß', "ss").replace("Reservierung", "Reservation")
        };
        let swiss: Labels = german.iter().map(|(key, text)| (key.clone(), swiss(text))).collect();
        sets.extend(["de_CH", "de_LI"].map(|set| (set.to_owned(), swiss.clone())));
    }
    sets
}

/// The label set of a language: English where we have none.
pub fn of(locale: &str) -> &'static Labels {
    static EMPTY: Labels = Labels::new();
    let set = locales::entry(locale).map_or(locale, |entry| entry.label_set.as_str());
    [set, language_of(set), "en"].into_iter().find_map(|name| SETS.get(name)).unwrap_or(&EMPTY)
}

/// Whether a label set is in a language that we label.
pub fn has(set: &str) -> bool {
    SETS.contains_key(language_of(set))
}

/// `en` of `en_US`.
pub fn language_of(set: &str) -> &str {
    set.split(['_', '-']).next().unwrap_or(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_is_written_as_the_country_writes_it() {
        let close = |locale: &str| of(locale).get("lbl_close").map(String::as_str);
        assert_eq!(["de_DE", "de_AT"].map(close), [Some("Schließen"); 2]);
        assert_eq!(["de_CH", "de_LI"].map(close), [Some("Schliessen"); 2]);
        let german = ["ß", "„", "“", "Reservierung"];
        let none = |text: &String| german.iter().all(|word| !text.contains(word));
        assert!(["de_CH", "de_LI"].iter().all(|locale| of(locale).values().all(none)));
        assert!(of("de_DE").values().any(|text| text.contains("Reservierung")));
    }
}
