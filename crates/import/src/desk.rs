//! Where the checks of meaning do their work: what every check needs to know, and where it puts its mistakes.

use std::collections::{BTreeMap, BTreeSet};

use domain::deal::typed;
use domain::money::{Currency, MoneyError};
use serde_json::Value;

use crate::mistake::{Mistakes, Place, listed, nearest};
use crate::shape::{Hole, found};
use crate::text::has_markup;
use crate::values::{Code, Day, Range, When, millionths};

/// The kinds of thing that other entries name by code, and where they are declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Thing {
    RoomType,
    Amenity,
    Season,
    RatePlan,
    Charge,
    CancellationPolicy,
    GuaranteeType,
    Discount,
    Company,
    Group,
    Package,
    ChargeType,
    Addon,
    Activity,
    EventType,
    Arrangement,
    SpacePricePlan,
    Space,
    EventItem,
    EventPackage,
}

impl Thing {
    pub(crate) const ALL: [Self; 20] = [
        Self::RoomType,
        Self::Amenity,
        Self::Season,
        Self::RatePlan,
        Self::Charge,
        Self::CancellationPolicy,
        Self::GuaranteeType,
        Self::Discount,
        Self::Company,
        Self::Group,
        Self::Package,
        Self::ChargeType,
        Self::Addon,
        Self::Activity,
        Self::EventType,
        Self::Arrangement,
        Self::SpacePricePlan,
        Self::Space,
        Self::EventItem,
        Self::EventPackage,
    ];

    /// File, list, and the word for one.
    pub(crate) fn home(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::RoomType => ("rooms.toml", "room_types", "a room type"),
            Self::Amenity => ("rooms.toml", "amenities", "an amenity"),
            Self::Season => ("rates.toml", "seasons", "a season"),
            Self::RatePlan => ("rates.toml", "rate_plans", "a rate plan"),
            Self::Charge => ("taxes.toml", "charges", "a tax or fee"),
            Self::CancellationPolicy => ("policies.toml", "cancellation_policies", "a cancellation policy"),
            Self::GuaranteeType => ("policies.toml", "guarantee_types", "a guarantee type"),
            Self::Discount => ("discounts.toml", "discounts", "a promotion"),
            Self::Company => ("companies.toml", "companies", "a company"),
            Self::Group => ("groups.toml", "groups", "a group"),
            Self::Package => ("packages.toml", "packages", "a package"),
            Self::ChargeType => ("packages.toml", "charge_types", "something that packages contain"),
            Self::Addon => ("addons.toml", "addons", "an add-on"),
            Self::Activity => ("activities.toml", "activities", "an activity"),
            Self::EventType => ("events.toml", "event_types", "a kind of event"),
            Self::Arrangement => ("events.toml", "arrangements", "an arrangement"),
            Self::SpacePricePlan => ("events.toml", "price_plans", "a price plan"),
            Self::Space => ("events.toml", "spaces", "a space"),
            Self::EventItem => ("events.toml", "items", "an item"),
            Self::EventPackage => ("events.toml", "packages", "a package"),
        }
    }

    /// Whether a text is a code of such a thing: guests type some, the hotel alone writes the others.
    fn is_code(self, text: &str) -> bool {
        match self {
            Self::Discount | Self::Company | Self::Group => typed(text).is_some_and(|code| code == text),
            _ => is_code(text),
        }
    }
}

/// Whether a text can be the code of a room type, a plan or anything else that a hotel alone writes.
pub fn is_code(text: &str) -> bool {
    (1..=24).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'))
}

/// What the checks share.
pub(crate) struct Desk<'a> {
    mistakes: Mistakes<'a>,
    holes: BTreeMap<String, Vec<Hole>>,
    /// Codes as the files write them, also those of entries that could not be read; nothing for a list that could not.
    declared: BTreeMap<Thing, BTreeSet<String>>,
    /// Of the hotel; `None` while it is not known, and then no amount is judged.
    pub currency: Option<&'static Currency>,
    /// Upper ages of the hotel's child bands; `None` while they are not known.
    pub child_bands: Option<&'a [u8]>,
    /// Nights of the longest stay; `None` while they are not known.
    pub longest: Option<u16>,
}

impl<'a> Desk<'a> {
    /// `values` are the files as read; a file that is not there declares nothing. Left out is what cannot be read, a file
    /// or a list: its name may be the mistake, and whoever names what it declares is right.
    pub(crate) fn new(
        mistakes: Mistakes<'a>,
        holes: BTreeMap<String, Vec<Hole>>,
        values: &BTreeMap<String, Value>,
    ) -> Self {
        let mut declared = BTreeMap::new();
        for thing in Thing::ALL {
            let (file, list, _) = thing.home();
            if let Some(value) = values.get(file) {
                let is_hole = holes.get(file).is_some_and(|holes| holes.contains(&format!("/{list}")));
                let entries = match value.get(list) {
                    Some(Value::Array(entries)) if !is_hole => entries.as_slice(),
                    None if mistakes.none_in(file) => &[],
                    _ => continue,
                };
                let codes: Option<BTreeSet<String>> = entries
                    .iter()
                    .map(|e| e.get("code")?.as_str().filter(|c| thing.is_code(c)).map(str::to_owned))
                    .collect();
                // With one code misspelt, the names elsewhere may be the right ones: the one mistake is told, not its echoes.
                if let Some(codes) = codes {
                    declared.insert(thing, codes);
                }
            }
        }
        Self { mistakes, holes, declared, currency: None, child_bands: None, longest: None }
    }

    /// Whether nothing of this part of a file was mended or left out.
    pub(crate) fn whole(&self, file: &str, part: &str) -> bool {
        let mut holes = self.holes.get(file).into_iter().flatten();
        !holes.any(|hole| hole.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }

    /// Whether nothing is wrong with a file so far: what another file says of it can be judged.
    pub(crate) fn clean(&self, file: &str) -> bool {
        self.mistakes.none_in(file)
    }

    /// Notes a mistake, unless its place is one that the shape check already spoke of.
    pub(crate) fn say(&mut self, place: &Place, field: &str, expected: impl Into<String>) {
        let pointer = place.pointer_of(field);
        let mended = self.holes.get(&place.file).is_some_and(|holes| holes.contains(&pointer));
        if !mended {
            self.mistakes.at(place, field, expected);
        }
    }

    pub(crate) fn line(&self, place: &Place) -> usize {
        self.mistakes.line(place, "")
    }

    pub(crate) fn into_mistakes(self) -> Vec<crate::Mistake> {
        self.mistakes.into_sorted()
    }

    /// Whether such a code is declared; an unknown one is a mistake at `field`.
    pub(crate) fn refer(&mut self, place: &Place, field: &str, thing: Thing, code: &str) -> bool {
        let Some(known) = self.declared.get(&thing) else {
            return false;
        };
        if known.contains(code) {
            return true;
        }
        let (file, _, noun) = thing.home();
        let words = format!(
            "expected the code of {noun} in {file} ({}), found {code:?}{}",
            listed(known.iter().map(String::as_str)),
            nearest(code, known.iter().map(String::as_str))
        );
        self.say(place, field, words);
        false
    }

    /// [`refer`](Self::refer) for a list of codes, each of which is named once.
    pub(crate) fn refer_all<'c>(
        &mut self,
        place: &Place,
        field: &str,
        thing: Thing,
        codes: impl IntoIterator<Item = &'c str>,
    ) {
        let codes: Vec<&str> = codes.into_iter().collect();
        for (index, code) in codes.iter().enumerate() {
            self.refer(place, &format!("{field}/{index}"), thing, code);
        }
        self.each_once(place, field, codes);
    }

    /// Each code of a list once; the second of two is the mistake.
    pub(crate) fn unique_codes<'c>(&mut self, entries: impl IntoIterator<Item = (&'c Place, &'c Code)>) {
        self.unique("code", entries.into_iter().map(|(place, code)| (place, "code".to_owned(), code.0.as_str())));
    }

    /// Each of what `noun` names once: place, field within it, and the thing.
    pub(crate) fn unique<'c>(&mut self, noun: &str, entries: impl IntoIterator<Item = (&'c Place, String, &'c str)>) {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, field, thing) in entries {
            if let Some(first) = seen.get(thing) {
                self.say(
                    place,
                    &field,
                    format!("expected each {noun} once, found {thing:?} again (first on line {first})"),
                );
            } else {
                seen.insert(thing, self.mistakes.line(place, &field));
            }
        }
    }

    /// Each code of a list of one entry once.
    pub(crate) fn each_once<'c>(&mut self, place: &Place, field: &str, codes: impl IntoIterator<Item = &'c str>) {
        let codes = codes.into_iter().enumerate();
        self.unique("code", codes.map(|(index, code)| (place, format!("{field}/{index}"), code)));
    }

    /// Words that are shown as they are.
    pub(crate) fn plain(&mut self, place: &Place, field: &str, words: &impl AsRef<str>) -> String {
        let words = words.as_ref();
        if has_markup(words) {
            self.say(place, field, format!("expected words without markup, found {}", found(&words.into())));
        }
        let words = words.trim();
        if words.is_empty() {
            self.say(place, field, "expected some words in quotes, found only spaces");
        }
        words.to_owned()
    }

    /// One amount for each of the hotel's child bands; the rest is 0.
    pub(crate) fn by_band(&mut self, place: &Place, field: &str, amounts: &[f64]) -> [i64; 4] {
        if let Some(bands) = self.child_bands
            && bands.len() != amounts.len()
        {
            // `20,50` is two items of a list.
            let comma = if amounts.len() > bands.len() { " (decimals are written with a point)" } else { "" };
            let words = format!(
                "expected {} amounts, one for each of the child_bands in hotel.toml, found {}{comma}",
                bands.len(),
                amounts.len()
            );
            self.say(place, field, words);
        }
        let mut by_band = [0; 4];
        for (index, (slot, amount)) in by_band.iter_mut().zip(amounts).enumerate() {
            *slot = self.minor(place, &format!("{field}/{index}"), *amount);
        }
        by_band
    }

    /// Some stay has so many nights at least.
    pub(crate) fn shortest(&mut self, place: &Place, field: &str, nights: u16) {
        if let Some(most) = self.longest.filter(|most| nights > *most) {
            self.say(place, field, format!("expected at most max_los of hotel.toml ({most}), found {nights}"));
        }
    }

    /// Minor units of an amount; 0 after a mistake.
    pub(crate) fn minor(&mut self, place: &Place, field: &str, amount: f64) -> i64 {
        let Some(currency) = self.currency else {
            return 0;
        };
        match currency.from_decimal_f64(amount) {
            Ok(minor) if minor % currency.step == 0 => minor,
            Ok(_) => {
                let words = format!("expected a multiple of {} {}, found {amount}", currency.code, currency.rounding());
                self.say(place, field, words);
                0
            }
            Err(MoneyError::TooManyDigits) => {
                let words = match currency.digits {
                    0 => format!("expected an amount without decimals ({} has none), found {amount}", currency.code),
                    digits => {
                        format!("expected at most {digits} decimals ({} has no more), found {amount}", currency.code)
                    }
                };
                self.say(place, field, words);
                0
            }
            Err(error) => {
                self.say(place, field, format!("expected an amount, found {amount} ({error})"));
                0
            }
        }
    }

    /// Millionths of a percentage; 0 after a mistake.
    pub(crate) fn ppm(&mut self, place: &Place, field: &str, percent: f64) -> i64 {
        millionths(percent).unwrap_or_else(|| {
            self.say(place, field, format!("expected a percentage with at most 4 decimals, found {percent}"));
            0
        })
    }

    /// Days from first to last; `None` after a mistake.
    pub(crate) fn range(&mut self, place: &Place, from: &Day, to: &Day) -> Option<Range> {
        let mut read = |field: &str, day: &Day| {
            let when = day.when();
            if when.is_none() {
                self.say(place, field, format!("expected a day that the calendar has, found {:?}", day.0));
            }
            when
        };
        let (first, last) = (read("from", from), read("to", to));
        match (first?, last?) {
            (When::Once(from), When::Once(to)) if from <= to => Some(Range::Once { from, to }),
            (When::Once(from), When::Once(to)) => {
                self.say(place, "to", format!("expected the last night, {from} or later, found \"{to}\""));
                None
            }
            (When::Yearly(month, day), When::Yearly(to_month, to_day)) => {
                let range = Range::Yearly { from: (month, day), to: (to_month, to_day) };
                // A closure from 12-24 to 12-23 would close the house.
                if range.goes_all_around() {
                    let words = format!(
                        "expected another day than {:?}, the last before from: that is the whole year (01-01 to 12-31, where \
                         it is meant)",
                        to.0
                    );
                    self.say(place, "to", words);
                }
                Some(range)
            }
            _ => {
                let words = format!("expected both with a year or both without one, found {:?} to {:?}", from.0, to.0);
                self.say(place, "to", words);
                None
            }
        }
    }
}
