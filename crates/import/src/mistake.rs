//! What is wrong with the files of a hotel, said so that the person who wrote them can put it right.

use std::collections::BTreeMap;
use std::fmt;

use crate::source::Source;

/// One mistake in one file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// Path within the hotel's folder, such as `translations/ar_AE.toml`.
    pub file: String,
    /// Counted from 1; `None` when the file as a whole is meant (it is missing, say).
    pub line: Option<usize>,
    /// Where in the file, such as `seasons[2].from` (lists are counted from 1, as people count); empty for the whole file.
    pub field: String,
    /// What was expected there and what was found instead, as the rest of a sentence.
    pub expected: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        f.write_str("  ")?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.expected)
    }
}

/// Where a table of a file was found: what the typed values carry along, so that a later check can name its line.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub(crate) struct Place {
    pub file: String,
    /// JSON pointer.
    pub pointer: String,
}

impl Place {
    /// JSON pointer of a field of the table, or of the table itself when `field` is empty.
    pub(crate) fn pointer_of(&self, field: &str) -> String {
        match field {
            "" => self.pointer.clone(),
            field => format!("{}/{field}", self.pointer),
        }
    }
}

/// Collects the mistakes of all files.
pub(crate) struct Mistakes<'a> {
    sources: &'a BTreeMap<String, Source>,
    found: Vec<Mistake>,
}

impl<'a> Mistakes<'a> {
    pub(crate) fn new(sources: &'a BTreeMap<String, Source>, found: Vec<Mistake>) -> Self {
        Self { sources, found }
    }

    /// Notes a mistake at a field (`from`, `steps/2/nights`) of a table.
    pub(crate) fn at(&mut self, place: &Place, field: &str, expected: impl Into<String>) {
        let pointer = place.pointer_of(field);
        let source = self.sources.get(&place.file);
        self.found.push(Mistake {
            file: place.file.clone(),
            line: source.filter(|_| !pointer.is_empty()).map(|s| s.line_of(&pointer)),
            field: source.map_or(pointer.clone(), |s| s.spoken(&pointer)),
            expected: expected.into(),
        });
    }

    /// Whether nothing is wrong with a file so far.
    pub(crate) fn none_in(&self, file: &str) -> bool {
        self.found.iter().all(|mistake| mistake.file != file)
    }

    /// The line of a field, to point at from another mistake.
    pub(crate) fn line(&self, place: &Place, field: &str) -> usize {
        self.sources.get(&place.file).map_or(1, |s| s.line_of(&place.pointer_of(field)))
    }

    /// All mistakes, in the order of files and lines, each once.
    pub(crate) fn into_sorted(mut self) -> Vec<Mistake> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}

/// ` (did you mean ...?)` when one of the known names is near, else nothing.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let lower = name.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::jaro_winkler(&lower, &k.to_lowercase()), k))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| format!(" (did you mean {k}?)"))
        .unwrap_or_default()
}

/// `A, B and C`.
pub(crate) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_reads_as_a_sentence() {
        let mistake = Mistake {
            file: "rates.toml".into(),
            line: Some(14),
            field: "seasons[2].from".into(),
            expected: "expected a date such as 2026-12-24, found \"24.12.\"".into(),
        };
        assert_eq!(
            mistake.to_string(),
            "rates.toml:14  seasons[2].from: expected a date such as 2026-12-24, found \"24.12.\""
        );
        let missing = Mistake {
            file: "rooms.toml".into(),
            line: None,
            field: String::new(),
            expected: "expected this file, found none".into(),
        };
        assert_eq!(missing.to_string(), "rooms.toml  expected this file, found none");
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("rom_types", ["name", "room_types"]), " (did you mean room_types?)");
        assert_eq!(nearest("zzz", ["name", "room_types"]), "");
    }
}
