//! All files of a hotel, parsed and checked for their shape.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::files::{Files, meant};
use crate::format::{
    ActivitiesFile, AddonsFile, CompaniesFile, DiscountsFile, EventsFile, GroupsFile, HotelFile, MembersFile,
    PackagesFile, PoliciesFile, RatesFile, RestrictionsFile, RoomsFile, TaxesFile, TranslationFile,
};
use crate::mistake::{Mistake, listed, nearest};
use crate::shape::{self, Hole};
use crate::source::{self, Source};

pub(crate) const NAMES: [&str; 14] = [
    "hotel.toml",
    "rooms.toml",
    "rates.toml",
    "policies.toml",
    "taxes.toml",
    "restrictions.toml",
    "discounts.toml",
    "companies.toml",
    "groups.toml",
    "packages.toml",
    "addons.toml",
    "activities.toml",
    "events.toml",
    "members.toml",
];

/// What could be read of the files, and the mistakes met so far.
#[derive(Default)]
pub(crate) struct Papers {
    /// Of all files, also those that could not be read.
    pub paths: Vec<String>,
    pub sources: BTreeMap<String, Source>,
    pub values: BTreeMap<String, Value>,
    pub holes: BTreeMap<String, Vec<Hole>>,
    pub mistakes: Vec<Mistake>,
    pub hotel: Option<HotelFile>,
    pub rooms: Option<RoomsFile>,
    pub rates: Option<RatesFile>,
    pub policies: Option<PoliciesFile>,
    pub taxes: Option<TaxesFile>,
    pub restrictions: Option<RestrictionsFile>,
    pub discounts: Option<DiscountsFile>,
    pub companies: Option<CompaniesFile>,
    pub groups: Option<GroupsFile>,
    pub packages: Option<PackagesFile>,
    pub addons: Option<AddonsFile>,
    pub activities: Option<ActivitiesFile>,
    pub events: Option<EventsFile>,
    /// A hotel without the file has no members.
    pub members: Option<MembersFile>,
    /// By path.
    pub translations: BTreeMap<String, TranslationFile>,
}

impl Papers {
    pub(crate) fn read(files: &Files) -> Self {
        let mut papers = Self { paths: files.0.keys().cloned().collect(), ..Self::default() };
        papers.hotel = papers.required(files, "hotel.toml");
        papers.rooms = papers.required(files, "rooms.toml");
        papers.rates = papers.required(files, "rates.toml");
        papers.policies = papers.required(files, "policies.toml");
        papers.taxes = papers.optional(files, "taxes.toml");
        papers.restrictions = papers.optional(files, "restrictions.toml");
        papers.discounts = papers.optional(files, "discounts.toml");
        papers.companies = papers.optional(files, "companies.toml");
        papers.groups = papers.optional(files, "groups.toml");
        papers.packages = papers.optional(files, "packages.toml");
        papers.addons = papers.optional(files, "addons.toml");
        papers.activities = papers.optional(files, "activities.toml");
        papers.events = papers.optional(files, "events.toml");
        if files.0.contains_key("members.toml") {
            papers.members = papers.required(files, "members.toml");
        }
        for path in files.0.keys() {
            if path.starts_with("translations/") {
                if let Some(texts) = papers.required(files, path) {
                    papers.translations.insert(path.clone(), texts);
                }
            } else if let Some(meant) = meant(path).filter(|meant| !files.0.contains_key(*meant)) {
                papers.missing(path, format!("expected to be named {meant}, found another name"));
            } else if path.ends_with(".toml") && !NAMES.contains(&path.as_str()) {
                let words = format!(
                    "expected one of the files {}; found an unknown one{}",
                    listed(NAMES),
                    nearest(path, NAMES)
                );
                papers.missing(path, words);
            }
        }
        papers
    }

    fn missing(&mut self, file: &str, expected: String) {
        self.mistakes.push(Mistake { file: file.to_owned(), line: None, field: String::new(), expected });
    }

    fn required<T: JsonSchema + DeserializeOwned>(&mut self, files: &Files, file: &str) -> Option<T> {
        let Some(bytes) = files.0.get(file) else {
            self.missing(file, "expected this file, found none".to_owned());
            return None;
        };
        let (source, value, mistakes) = source::read(file, bytes);
        self.mistakes.extend(mistakes);
        let typed = value.and_then(|value| {
            let reading = shape::read(file, &source, &value);
            self.mistakes.extend(reading.mistakes);
            self.holes.insert(file.to_owned(), reading.holes);
            self.values.insert(file.to_owned(), value);
            reading.typed
        });
        self.sources.insert(file.to_owned(), source);
        typed
    }

    fn optional<T: JsonSchema + DeserializeOwned + Default>(&mut self, files: &Files, file: &str) -> Option<T> {
        if files.0.contains_key(file) {
            return self.required(files, file);
        }
        // What one under another name declares is not known until it is read.
        if !files.0.keys().any(|name| meant(name) == Some(file)) {
            self.values.insert(file.to_owned(), json!({}));
        }
        Some(T::default())
    }
}
