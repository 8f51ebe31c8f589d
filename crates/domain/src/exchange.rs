//! Exchange rates of a day, and what a price of the hotel comes to in another currency (CUR-06, CUR-08).
//!
//! A rate says how much one euro is. Two currencies meet through the euro, in whole numbers: no rate is ever rounded,
//! only the amount that comes out. A hotel may state a fixed rate for a currency that is pegged to another, such as
//! the dirham to the dollar; what it states goes before what was published.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::hotel::Hotel;
use crate::money::{Conversion, Currency};
use crate::stay::days_between;

/// Days after which a rate converts no price any more, where nothing else is set: even a long weekend with feasts brings
/// a newer one sooner. From then on prices are shown in the hotel's currency alone.
pub const MAX_AGE: u16 = 10;

/// The currency that every published rate is against.
pub const EURO: &str = "EUR";

/// Decimal digits of a rate, before and after the point together: the longest ever published has seven, and four
/// rates with this many can be multiplied without losing any.
const MAX_DIGITS: usize = 9;

/// A positive decimal number, exactly: `7.4727` is 74,727 in 10,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rate {
    mantissa: i64,
    /// Digits behind the point.
    places: u32,
}

impl Rate {
    /// One for one.
    pub const ONE: Rate = Rate { mantissa: 1, places: 0 };

    /// Reads `[0-9]+(\.[0-9]+)?`. `None` for anything else, for zero, and for more than nine digits.
    pub fn parse(text: &str) -> Option<Rate> {
        let (whole, fraction) = match text.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (text, ""),
        };
        let digits = [whole, fraction].concat();
        if whole.is_empty() || digits.len() > MAX_DIGITS || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mantissa = digits.parse().ok().filter(|mantissa| *mantissa > 0)?;
        Some(Rate { mantissa, places: fraction.len() as u32 })
    }

    fn scale(self) -> i128 {
        10i128.pow(self.places)
    }
}

impl From<Rate> for String {
    fn from(rate: Rate) -> String {
        let digits = format!("{:0width$}", rate.mantissa, width = rate.places as usize + 1);
        let (whole, fraction) = digits.split_at(digits.len() - rate.places as usize);
        if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
    }
}

impl TryFrom<String> for Rate {
    type Error = String;

    fn try_from(text: String) -> Result<Rate, String> {
        Rate::parse(&text).ok_or_else(|| format!("{text} is no rate"))
    }
}

/// What one euro was on a day, by currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRates {
    /// The day they were published for.
    pub day: Date,
    /// ISO 4217; without the euro itself.
    pub per_euro: BTreeMap<String, Rate>,
}

/// A currency that follows another: one `per` is `rate` of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedRate {
    /// ISO 4217: `AED`.
    pub currency: String,
    /// ISO 4217: `USD`.
    pub per: String,
    /// `3.6725`.
    pub rate: Rate,
}

/// A conversion, and the day its rate is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// From the hotel's currency.
    pub conversion: Conversion,
    /// Named wherever a converted amount is shown.
    pub day: Date,
}

impl DayRates {
    /// Whether they are in force on a business day: published on or before it, and at most so many days ago.
    pub fn in_force(&self, today: Date, max_age: u16) -> bool {
        (0..=i32::from(max_age)).contains(&days_between(self.day, today))
    }

    /// From the hotel's currency to another. `None` without a rate for either, and for the hotel's own.
    pub fn exchange(&self, hotel: &Hotel, to: &'static Currency) -> Option<Exchange> {
        let from = Currency::of(&hotel.currency).filter(|from| *from != to)?;
        let (num, den) = self.one_euro(hotel, to)?;
        let (from_num, from_den) = self.one_euro(hotel, from)?;
        let conversion = Conversion::new(from, to, num * from_den, den * from_num)?;
        Some(Exchange { conversion, day: self.day })
    }

    /// Every currency that the hotel's prices can be shown in, its own among them, by code.
    pub fn offered(&self, hotel: &Hotel) -> impl Iterator<Item = &'static Currency> {
        Currency::all().iter().filter(|to| to.code == hotel.currency || self.exchange(hotel, to).is_some())
    }

    /// What one euro is in a currency, as a ratio.
    fn one_euro(&self, hotel: &Hotel, currency: &Currency) -> Option<(i128, i128)> {
        match hotel.fixed_rates.iter().find(|fixed| fixed.currency == currency.code) {
            Some(fixed) => {
                let per = self.published(&fixed.per)?;
                let num = i128::from(per.mantissa) * i128::from(fixed.rate.mantissa);
                Some((num, per.scale() * fixed.rate.scale()))
            }
            None => self.published(currency.code).map(|rate| (i128::from(rate.mantissa), rate.scale())),
        }
    }

    fn published(&self, code: &str) -> Option<Rate> {
        if code == EURO { Some(Rate::ONE) } else { self.per_euro.get(code).copied() }
    }
}
