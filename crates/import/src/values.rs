//! The small values that people write in the files, with what to expect in the words of the trade.
//!
//! Each type brings its own piece of JSON Schema: the pattern that editors and the shape check use, an example, and
//! `x-expected`, the words of a mistake.

use std::borrow::Cow;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// A type over one JSON value with a schema of its own.
macro_rules! written {
    ($(#[$doc:meta])* $name:ident($inner:ty), $schema:tt) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub $inner);

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

written!(
    /// A code of the hotel's own.
    Code(String),
    {"type": "string", "pattern": "^[A-Z0-9_-]{1,24}$", "examples": ["DELUXE_KING"],
     "x-expected": "a code of 1 to 24 capital letters, digits, _ or -, such as DELUXE_KING"}
);
written!(
    /// A code that guests type.
    TypedCode(String),
    {"type": "string", "pattern": "^(\\p{L}\\p{M}*|\\p{N})+( (\\p{L}\\p{M}*|\\p{N})+)*$", "maxLength": 40, "examples": ["WINTER15"],
     "x-expected": "a code of capital letters, digits and single spaces, such as WINTER15"}
);
written!(
    /// Words without markup, on one line: many of them stand in the head of a mail.
    Line(String),
    {"type": "string", "pattern": "^[^\\p{Cc}\\p{Zl}\\p{Zp}]+$", "maxLength": 2000, "x-expected": "some words in quotes, on one line"}
);
written!(
    /// Words without markup, of one line or several.
    Words(String),
    {"type": "string", "pattern": "^([^\\p{Cc}\\p{Zl}\\p{Zp}]|[\\n\\r\\t])+$", "maxLength": 2000,
     "x-expected": "some words in quotes"}
);
impl AsRef<str> for Words {
    fn as_ref(&self) -> &str {
        &self.0
    }
}
impl AsRef<str> for Line {
    fn as_ref(&self) -> &str {
        &self.0
    }
}
written!(
    /// Markdown or simple HTML.
    Prose(String),
    {"type": "string", "minLength": 1, "maxLength": 20000,
     "x-expected": "some text in quotes (Markdown or simple HTML)"}
);
written!(
    /// A day of the calendar, of one year or of every year.
    Day(String),
    {"type": "string", "pattern": "^([0-9]{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", "examples": ["2026-12-24", "12-24"],
     "x-expected": "a date such as 2026-12-24, or \"12-24\" for every year"}
);
written!(
    /// A time of the day.
    Clock(String),
    {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$", "examples": ["15:00"], "x-expected": "a time such as \"15:00\""}
);
written!(
    /// `#rrggbb`.
    Colour(String),
    {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "examples": ["#14695f"], "x-expected": "a colour such as \"#14695f\""}
);
written!(
    /// A web address, without anybody's name before its host.
    Url(String),
    {"type": "string", "pattern": "^https?://[^\\s/?#@\\\\]+([/?#]\\S*)?$", "examples": ["https://harbourhouse.example"],
     "x-expected": "a web address such as \"https://harbourhouse.example\""}
);
written!(
    /// Scheme and host, as browsers compare them.
    Origin(String),
    {"type": "string", "pattern": "^https?://[^\\s/?#@\\\\]+$", "examples": ["https://harbourhouse.example"],
     "x-expected": "a web address without a path, such as \"https://harbourhouse.example\""}
);
written!(
    /// An e-mail address.
    Email(String),
    {"type": "string", "pattern": "^[^@\\s\\p{Cc}]+@[^@\\s\\p{Cc}]+\\.[^@\\s.\\p{Cc}]+$", "examples": ["stay@harbourhouse.example"],
     "x-expected": "an e-mail address such as \"stay@harbourhouse.example\""}
);
written!(
    /// Who the hotel is to a service that it works with.
    PartnerId(String),
    {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$", "examples": ["12345"],
     "x-expected": "an id of 1 to 64 letters, digits, dots, _ or -, such as \"12345\""}
);
written!(
    /// A telephone number with its dial code.
    Phone(String),
    {"type": "string", "pattern": "^\\+[1-9][0-9 ]{5,20}$", "examples": ["+1 207 555 0142"],
     "x-expected": "a telephone number with its dial code, such as \"+1 207 555 0142\""}
);
written!(
    /// Argon2id in the PHC string format.
    PasswordHash(String),
    {"type": "string", "pattern": "^\\$argon2id\\$v=19\\$m=[0-9]{1,6},t=[0-9]{1,2},p=[0-9]\\$[A-Za-z0-9+/]{11,64}\\$[A-Za-z0-9+/]{43}$",
     "x-expected": "what `portico hash-password` prints"}
);
written!(
    /// A name of a file in `pictures/`.
    FileName(String),
    {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.(webp|png|jpg|jpeg|svg)$", "examples": ["lobby.webp"],
     "x-expected": "the name of a file in pictures/, such as \"lobby.webp\" (webp, png, jpg or svg)"}
);
written!(
    /// ISO 3166-1 alpha-2.
    Country(String),
    {"type": "string", "pattern": "^[A-Z]{2}$", "examples": ["US"], "x-expected": "a country code of two capital letters such as \"CH\""}
);
written!(
    /// ISO 4217.
    Currency(String),
    {"type": "string", "pattern": "^[A-Z]{3}$", "examples": ["USD"], "x-expected": "a currency code of three capital letters such as \"CHF\""}
);
written!(
    /// Language and country.
    Locale(String),
    {"type": "string", "pattern": "^[a-z]{2}_[A-Z]{2}$", "examples": ["en_US"], "x-expected": "a locale such as \"en_US\""}
);
written!(
    /// Money as people write it, zero or more.
    Amount(f64),
    {"type": "number", "minimum": 0, "maximum": 10000000, "examples": [189.0], "x-expected": "an amount such as 189.00"}
);
written!(
    /// Money that may also be taken off.
    SignedAmount(f64),
    {"type": "number", "minimum": -10000000, "maximum": 10000000, "examples": [-15.0],
     "x-expected": "an amount such as 15.00, or -15.00 to take off"}
);
written!(
    /// A part of a hundred, with up to four decimals.
    Percent(f64),
    {"type": "number", "minimum": 0, "maximum": 100, "examples": [6.25], "x-expected": "a percentage from 0 to 100 such as 6.25"}
);
written!(
    /// A percentage on top or off.
    SignedPercent(f64),
    {"type": "number", "minimum": -100, "maximum": 1000, "examples": [-12.0],
     "x-expected": "a percentage such as -12 (twelve percent off)"}
);

/// Millionths of a whole from a percentage; `None` when it has more than four decimals.
pub(crate) fn millionths(percent: f64) -> Option<i64> {
    // The shortest decimal that is this number is the one that was written.
    let written = percent.to_string();
    let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
    if part.len() > 4 {
        return None;
    }
    format!("{whole}{part:0<4}").parse().ok()
}

/// A [`Day`] that exists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum When {
    Once(Date),
    /// Month and day.
    Yearly(i8, i8),
}

impl Day {
    /// What the day means; `None` when no calendar has it (30 February).
    pub(crate) fn when(&self) -> Option<When> {
        match self.0.len() {
            10 => self.0.parse().ok().map(When::Once),
            _ => {
                // A leap year, so that 29 February can be named.
                let date: Date = format!("2024-{}", self.0).parse().ok()?;
                Some(When::Yearly(date.month(), date.day()))
            }
        }
    }
}

/// Days from `from` to `to`, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Range {
    Once {
        from: Date,
        to: Date,
    },
    /// Each year; goes over New Year when `to` is before `from`.
    Yearly {
        from: (i8, i8),
        to: (i8, i8),
    },
}

impl Range {
    /// Of two days that exist, both with a year or both without one, in order.
    pub(crate) fn of(from: &Day, to: &Day) -> Option<Self> {
        match (from.when()?, to.when()?) {
            (When::Once(from), When::Once(to)) if from <= to => Some(Self::Once { from, to }),
            (When::Yearly(month, day), When::Yearly(to_month, to_day)) => {
                Some(Self::Yearly { from: (month, day), to: (to_month, to_day) })
            }
            _ => None,
        }
    }

    pub(crate) fn contains(&self, date: Date) -> bool {
        match self {
            Self::Once { from, to } => *from <= date && date <= *to,
            Self::Yearly { from, to } => {
                let day = (date.month(), date.day());
                if from <= to { *from <= day && day <= *to } else { *from <= day || day <= *to }
            }
        }
    }

    /// Whether a yearly one ends on the day before it begins, in a common or a leap year.
    pub(crate) fn goes_all_around(&self) -> bool {
        let Self::Yearly { from, to: (month, day) } = *self else { return false };
        let next =
            |year: i16| Date::new(year, month, day).and_then(Date::tomorrow).map(|next| (next.month(), next.day()));
        (month, day) < from && [2027, 2028].into_iter().any(|year| next(year).is_ok_and(|next| next == from))
    }

    pub(crate) fn is_yearly(&self) -> bool {
        matches!(self, Self::Yearly { .. })
    }
}

impl Clock {
    /// `HH:MM`.
    pub(crate) fn hours_minutes(&self) -> String {
        self.0.chars().take(5).collect()
    }

    /// Minute of the day.
    pub(crate) fn minute(&self) -> u16 {
        let number = |range: std::ops::Range<usize>| self.0.get(range).and_then(|t| t.parse::<u16>().ok()).unwrap_or(0);
        number(0..2) * 60 + number(3..5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_percentage_is_read_to_its_four_decimals(ppm in 0_i64..1_000_000) {
            let written = format!("{}.{:04}", ppm / 10_000, ppm % 10_000);
            prop_assert_eq!(millionths(written.parse().expect("a number")), Some(ppm));
        }

        #[test]
        fn a_yearly_range_over_new_year_is_what_the_other_range_leaves(month in 1_i8..=12, day in 1_i8..=28) {
            let date = jiff::civil::date(2027, month, day);
            let over = Range::Yearly { from: (12, 20), to: (1, 3) };
            let rest = Range::Yearly { from: (1, 4), to: (12, 19) };
            prop_assert!(over.contains(date) != rest.contains(date));
        }
    }

    #[test]
    fn a_percentage_has_four_decimals_at_most() {
        assert_eq!(millionths(6.25), Some(62_500));
        assert_eq!(millionths(-0.5), Some(-5_000));
        assert_eq!(millionths(6.12345), None);
    }

    #[test]
    fn a_day_that_no_calendar_has_is_none() {
        assert_eq!(Day("02-30".into()).when(), None);
        assert_eq!(Day("02-29".into()).when(), Some(When::Yearly(2, 29)));
        assert_eq!(Day("2027-02-29".into()).when(), None);
    }
}
