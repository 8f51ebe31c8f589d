//! What a card is: number, brand, expiry, holder, and the rules that refuse one.
//!
//! [`BRANDS`] is the one table of brands. The frame gets it from here (`brands.js`), so that page and server never
//! disagree.

use std::fmt;

use jiff::{Span, Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// A card brand, as the field `card_brand` has it (CARD-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)]
pub enum Brand {
    Amex,
    Diners,
    Discover,
    Interac,
    Jcb,
    Master,
    Visa,
    Other,
}

/// How the numbers of one brand look.
#[derive(Debug, Serialize)]
pub struct BrandRule {
    /// The brand.
    pub brand: Brand,
    /// Its name on the screen; empty for a brand that we do not know.
    pub name: &'static str,
    /// First digits, each from and to (equally long, both included).
    pub prefixes: &'static [(&'static str, &'static str)],
    /// How many digits a number may have.
    pub lengths: &'static [usize],
    /// How many digits the security code may have.
    pub cvc: &'static [usize],
    /// Digits per group on the card; the last group takes the rest.
    pub groups: &'static [usize],
}

/// All brands; the first whose prefix fits wins, and the last fits always.
///
/// INTERAC debit cards lie within ranges that otherwise are VISA's: the list names the issuers that give out plain
/// debit cards. A wrong guess there only changes the word beside the field.
pub static BRANDS: [BrandRule; 8] = [
    rule(Brand::Amex, "American Express", &[("34", "34"), ("37", "37")], &[15], &[4], &[4, 6, 5]),
    rule(
        Brand::Diners,
        "Diners Club",
        &[("300", "305"), ("3095", "3095"), ("36", "36"), ("38", "39")],
        &[14, 16, 19],
        &[3],
        &[4, 6, 4],
    ),
    rule(Brand::Jcb, "JCB", &[("3528", "3589")], &[16, 17, 18, 19], &[3], FOURS),
    rule(
        Brand::Discover,
        "Discover",
        &[("6011", "6011"), ("644", "649"), ("65", "65")],
        &[16, 17, 18, 19],
        &[3],
        FOURS,
    ),
    rule(
        Brand::Interac,
        "Interac",
        &[("4506", "4506"), ("4519", "4519"), ("4536", "4536"), ("500766", "500766"), ("589297", "589297")],
        &[16, 19],
        &[3],
        FOURS,
    ),
    rule(Brand::Master, "Mastercard", &[("51", "55"), ("2221", "2720")], &[16], &[3], FOURS),
    rule(Brand::Visa, "Visa", &[("4", "4")], &[13, 16, 19], &[3], FOURS),
    rule(Brand::Other, "", &[("", "")], &[12, 13, 14, 15, 16, 17, 18, 19], &[3, 4], FOURS),
];

const FOURS: &[usize] = &[4, 4, 4, 4];

const fn rule(
    brand: Brand,
    name: &'static str,
    prefixes: &'static [(&'static str, &'static str)],
    lengths: &'static [usize],
    cvc: &'static [usize],
    groups: &'static [usize],
) -> BrandRule {
    BrandRule { brand, name, prefixes, lengths, cvc, groups }
}

impl Brand {
    /// The brand that a number, or its beginning, belongs to.
    pub fn of(digits: &str) -> Brand {
        let fits = |(from, to): &(&str, &str)| digits.get(..from.len()).is_some_and(|d| *from <= d && d <= *to);
        BRANDS.iter().find(|rule| rule.prefixes.iter().any(fits)).map_or(Brand::Other, |rule| rule.brand)
    }

    /// The rules of this brand.
    pub fn rule(self) -> &'static BrandRule {
        BRANDS.iter().find(|rule| rule.brand == self).unwrap_or(&BRANDS[BRANDS.len() - 1])
    }

    /// The name in the API, such as `MASTER`.
    pub fn code(self) -> &'static str {
        match self {
            Brand::Amex => "AMEX",
            Brand::Diners => "DINERS",
            Brand::Discover => "DISCOVER",
            Brand::Interac => "INTERAC",
            Brand::Jcb => "JCB",
            Brand::Master => "MASTER",
            Brand::Visa => "VISA",
            Brand::Other => "OTHER",
        }
    }

    /// The brand of that name; a name that we no longer know is OTHER.
    pub fn from_code(code: &str) -> Brand {
        BRANDS.iter().map(|rule| rule.brand).find(|brand| brand.code() == code).unwrap_or(Brand::Other)
    }
}

/// Whether the last digit checks the others (ISO/IEC 7812-1, annex B). `digits` are ASCII digits.
pub fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0');
            let weighted = if place % 2 == 1 { digit * 2 } else { digit };
            weighted / 10 + weighted % 10
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Why a card is refused; each names the field it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardFault {
    /// Not a card number: letters, a wrong length, or digits that do not check.
    #[error("This card number is not right. Please check it.")]
    Number,
    /// Not a month and a year, or a year far away.
    #[error("Enter the month and year as they stand on the card.")]
    Expiry,
    /// The month is over (PAY-22).
    #[error("The card that you provided is expired.")]
    Expired,
    /// A security code of the wrong length.
    #[error("The security code is not complete.")]
    Cvc,
    /// No name, or one that holds digits: a number typed into it would otherwise leave the vault.
    #[error("Enter the name as it stands on the card.")]
    Holder,
}

impl CardFault {
    /// The field of `POST /frame/card`, and a code that the frame turns into the guest's language.
    pub fn field_and_code(self) -> (&'static str, &'static str) {
        match self {
            CardFault::Number => ("number", "NUMBER_INVALID"),
            CardFault::Expiry => ("expiry", "EXPIRY_INVALID"),
            CardFault::Expired => ("expiry", "CARD_EXPIRED"),
            CardFault::Cvc => ("cvc", "CVC_INVALID"),
            CardFault::Holder => ("holder", "HOLDER_INVALID"),
        }
    }
}

/// A sound card number. Wiped from memory when dropped; `Debug` shows the mask.
pub struct CardNumber(Zeroizing<String>);

impl CardNumber {
    /// Reads a number as typed; spaces and hyphens do not count.
    ///
    /// # Errors
    /// [`CardFault::Number`] when it is none.
    pub fn parse(typed: &str) -> Result<CardNumber, CardFault> {
        // Made with room for every digit, so that it does not move and leave a copy behind.
        let mut digits = Zeroizing::new(String::with_capacity(19));
        for sign in typed.chars().filter(|sign| !matches!(sign, ' ' | '-')) {
            if !sign.is_ascii_digit() || digits.len() == 19 {
                return Err(CardFault::Number);
            }
            digits.push(sign);
        }
        let rule = Brand::of(&digits).rule();
        // Nothing but zeroes checks too, and is no card.
        let zeroes = digits.bytes().all(|byte| byte == b'0');
        if zeroes || !rule.lengths.contains(&digits.len()) || !luhn(&digits) {
            return Err(CardFault::Number);
        }
        Ok(CardNumber(digits))
    }

    /// Its brand.
    pub fn brand(&self) -> Brand {
        Brand::of(&self.0)
    }

    /// All but the last four digits as `X` (CARD-11).
    pub fn masked(&self) -> String {
        let hidden = self.0.len().saturating_sub(4);
        format!("{}{}", "X".repeat(hidden), &self.0[hidden..])
    }

    /// The digits themselves; they stay inside the vault.
    pub(crate) fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

/// Checks a security code against the brand. It is looked at and forgotten: nothing keeps it.
///
/// # Errors
/// [`CardFault::Cvc`].
pub fn check_cvc(brand: Brand, cvc: &str) -> Result<(), CardFault> {
    let sound = brand.rule().cvc.contains(&cvc.len()) && cvc.bytes().all(|byte| byte.is_ascii_digit());
    if sound { Ok(()) } else { Err(CardFault::Cvc) }
}

/// The last month in which a card is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Expiry {
    pub year: i16,
    pub month: i8,
}

impl Expiry {
    /// Reads `12` and `2029`, and judges it at `now`.
    ///
    /// # Errors
    /// [`CardFault::Expiry`] when it is no month, [`CardFault::Expired`] when it is over.
    pub fn parse(month: &str, year: &str, now: Timestamp) -> Result<Expiry, CardFault> {
        let number = |text: &str, digits: usize| {
            let sound = text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit());
            if sound { text.parse::<i16>().ok() } else { None }
        };
        let (Some(month), Some(year)) = (number(month, 2), number(year, 4)) else { return Err(CardFault::Expiry) };
        let today = earliest_date(now);
        if !(1..=12).contains(&month) || year < 2000 || year > today.year() + 25 {
            return Err(CardFault::Expiry);
        }
        #[allow(clippy::cast_possible_truncation, reason = "1 to 12, as checked")]
        let expiry = Expiry { year, month: month as i8 };
        if expiry.is_past(now) { Err(CardFault::Expired) } else { Ok(expiry) }
    }

    /// Whether the month is over everywhere on earth.
    pub fn is_past(self, now: Timestamp) -> bool {
        let today = earliest_date(now);
        (self.year, self.month) < (today.year(), today.month())
    }
}

/// The date where the day is latest to begin: a card is good until its month has ended there too.
pub(crate) fn earliest_date(now: Timestamp) -> Date {
    let west = now.checked_sub(Span::new().hours(12)).unwrap_or(now);
    TimeZone::UTC.to_datetime(west).date()
}

/// Reads the holder's name: any letters of the world, at most 100 characters.
///
/// # Errors
/// [`CardFault::Holder`] when empty, too long, with control characters, or with six or more digits.
pub fn holder(typed: &str) -> Result<String, CardFault> {
    let name = typed.trim();
    let digits = name.chars().filter(|sign| sign.is_numeric()).count();
    let sound = !name.is_empty() && name.chars().count() <= 100 && digits < 6 && !name.chars().any(char::is_control);
    if sound { Ok(name.to_owned()) } else { Err(CardFault::Holder) }
}
