//! Postal codes and the places behind them, so that guests need not type what their code already says (API-39).

use serde::{Deserialize, Serialize};

/// A code of one country with its places, the one to fill in first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostalCode {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// As [`normal`] writes it.
    pub code: String,
    /// One or more.
    pub places: Vec<Place>,
}

/// Places of one code; more help nobody.
const MOST_PLACES: usize = 10;

impl PostalCode {
    /// One more place, unless it is known or there are enough.
    pub fn add(&mut self, place: Place) {
        if self.places.len() < MOST_PLACES && !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

/// A town with the part of the country that it is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Town.
    pub city: String,
    /// Name of the state, province or canton; empty where there is none.
    pub state: String,
    /// What the source calls it for short; often, and not always, what mail uses.
    pub state_code: String,
}

/// A code as it is kept and looked up: letters and digits, in capitals. `None` for a text without any, or too long to
/// be a code.
pub fn normal(text: &str) -> Option<String> {
    let code: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    (1..=12).contains(&code.chars().count()).then_some(code)
}

/// What may stand in the source for a typed code, the longest first. Some countries publish only the first part of
/// their codes (`D02` for `D02 X285`), and some guests type more than the source has (`04609-1234`).
pub fn beginnings(code: &str) -> impl Iterator<Item = &str> {
    let ends = code.char_indices().map(|(at, c)| at + c.len_utf8());
    let ends: Vec<usize> = ends.collect();
    ends.into_iter().rev().enumerate().filter(|(cut, end)| *cut == 0 || *end >= 3).map(|(_, end)| &code[..end])
}
