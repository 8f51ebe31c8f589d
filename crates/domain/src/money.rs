//! Money: whole minor units of a currency, rounded half up to the smallest amount that is asked in it.
//!
//! An amount is a plain `i64` of minor units; its currency stands once beside it (on the hotel, the folio, the
//! summary), never in every number. Intermediate products are `i128`, so nothing wraps; what would not fit an `i64`
//! is held at its end.

use std::iter;

use crate::currencies::CURRENCIES;

/// A currency as guests and computers need to know it (CUR-05).
#[derive(Debug, PartialEq, Eq)]
pub struct Currency {
    /// ISO 4217, three letters.
    pub code: &'static str,
    /// Decimal digits of an amount: 0, 2 or 3.
    pub digits: u8,
    /// Smallest amount that is asked, in minor units: 5 for CHF (0.05), else 1.
    pub step: i64,
    /// How English writes it; differs from every other symbol ("CA$").
    pub symbol: &'static str,
    /// How it is written at home ("$").
    pub symbol_native: &'static str,
    /// In English: "US Dollar".
    pub name: &'static str,
    /// In a sum: "US dollars".
    pub name_plural: &'static str,
}

/// Why a number is not an amount of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Text that is no decimal number, or a number that is not finite.
    #[error("not an amount")]
    NotANumber,
    /// `12.345` dollars.
    #[error("more decimal digits than the currency has")]
    TooManyDigits,
    /// Beyond what the money of a stay can be.
    #[error("too large")]
    TooLarge,
}

/// Amounts read from outside stay below this many minor units, so that sums of thousands of them fit.
pub const MAX_AMOUNT: i64 = 1_000_000_000_000_000;

impl Currency {
    /// The currency of an ISO 4217 code in capitals; `None` where we do not know it.
    pub fn of(code: &str) -> Option<&'static Currency> {
        let at = CURRENCIES.binary_search_by(|c| c.code.cmp(code)).ok()?;
        Some(&CURRENCIES[at])
    }

    /// All of them, by code.
    pub fn all() -> &'static [Currency] {
        CURRENCIES
    }

    /// Minor units in one major unit: 1, 100 or 1000.
    pub const fn scale(&self) -> i64 {
        10i64.pow(self.digits as u32)
    }

    /// The `rounding` of currency lists: 0.05 for CHF, 0 where amounts round to their digits (CUR-04).
    pub fn rounding(&self) -> f64 {
        if self.step == 1 { 0.0 } else { self.step as f64 / self.scale() as f64 }
    }

    /// Rounds minor units half up to the step.
    pub fn round(&self, minor: i64) -> i64 {
        self.mul_ratio(minor, 1, 1)
    }

    /// `amount * num / den`, rounded half up (a tie goes towards plus infinity) to the step. `den` must be positive.
    #[inline]
    pub fn mul_ratio(&self, amount: i64, num: i64, den: i64) -> i64 {
        ratio(amount, num, den, self.step)
    }

    /// `amount * ppm / 1_000_000`: a percentage in millionths, rounded half up to the step.
    #[inline]
    pub fn percent(&self, amount: i64, ppm: i64) -> i64 {
        if self.step == 1
            && let Some(product) = amount.checked_mul(ppm)
            && let Some(top) = product.checked_add(500_000)
        {
            return top.div_euclid(1_000_000);
        }
        self.mul_ratio(amount, ppm, 1_000_000)
    }

    /// The amount as a decimal number for JSON; exact to the currency's digits when printed.
    pub fn to_decimal_f64(&self, minor: i64) -> f64 {
        minor as f64 / self.scale() as f64
    }

    /// An amount sent as a JSON number. Refused when it has more digits than the currency, or is no finite number.
    pub fn from_decimal_f64(&self, amount: f64) -> Result<i64, MoneyError> {
        if !amount.is_finite() {
            return Err(MoneyError::NotANumber);
        }
        let scaled = amount * self.scale() as f64;
        if scaled.abs() > MAX_AMOUNT as f64 {
            return Err(MoneyError::TooLarge);
        }
        let minor = scaled.round() as i64;
        // The nearest double of the rounded amount must be the very number sent: 0.1 + 0.2 style noise and real
        // further digits both differ, and only a number written with our digits does not.
        if self.to_decimal_f64(minor) == amount { Ok(minor) } else { Err(MoneyError::TooManyDigits) }
    }

    /// Reads `-?[0-9]+(\.[0-9]+)?`. Trailing zeros beyond the currency's digits are allowed.
    pub fn parse(&self, text: &str) -> Result<i64, MoneyError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((w, f)) if !f.is_empty() => (w, f),
            Some(_) => return Err(MoneyError::NotANumber),
            None => (digits, ""),
        };
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(MoneyError::NotANumber);
        }
        let keep = fraction.len().min(usize::from(self.digits));
        if fraction[keep..].bytes().any(|b| b != b'0') {
            return Err(MoneyError::TooManyDigits);
        }
        let mut minor = whole.parse::<i64>().map_err(|_| MoneyError::TooLarge)?;
        for place in 0..usize::from(self.digits) {
            let digit = fraction.as_bytes().get(place).map_or(0, |b| i64::from(b - b'0'));
            minor = minor.checked_mul(10).and_then(|m| m.checked_add(digit)).ok_or(MoneyError::TooLarge)?;
        }
        if minor > MAX_AMOUNT {
            return Err(MoneyError::TooLarge);
        }
        Ok(if negative { -minor } else { minor })
    }

    /// Appends the amount as a JSON number with exactly the currency's digits: `196.00`, `1500`, `-0.05`.
    #[inline]
    pub fn write(&self, minor: i64, out: &mut Vec<u8>) {
        match usize::try_from(minor) {
            // An answer holds a thousand amounts and more, nearly all of them like this.
            Ok(minor) if self.digits == 2 && minor / 100 < WHOLE.len() => write_ready(minor, out),
            _ => self.write_any(minor, out),
        }
    }

    #[inline(never)]
    fn write_any(&self, minor: i64, out: &mut Vec<u8>) {
        if minor < 0 {
            out.push(b'-');
        }
        let (mut digits, fraction) = (itoa::Buffer::new(), usize::from(self.digits));
        let digits = digits.format(minor.unsigned_abs()).as_bytes();
        // One digit stands before the point.
        out.extend(iter::repeat_n(b'0', (fraction + 1).saturating_sub(digits.len())));
        out.extend_from_slice(digits);
        if fraction > 0 {
            out.insert(out.len() - fraction, b'.');
        }
    }

    /// The amount as plain text, as [`Currency::write`] writes it.
    pub fn format(&self, minor: i64) -> String {
        let mut out = Vec::with_capacity(16);
        self.write(minor, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// Appends hundredths whose whole part stands ready: two looks and one write.
#[inline]
fn write_ready(minor: usize, out: &mut Vec<u8>) {
    let (whole, cents) = (WHOLE[minor / 100], CENTS[minor % 100]);
    let digits = 4 - whole.leading_zeros() / 8;
    let end = out.len() + digits as usize + 3;
    out.extend_from_slice(&(u64::from(whole) | u64::from(cents) << (8 * digits)).to_le_bytes());
    out.truncate(end);
}

/// The text of each number without zeros in front, its first digit in the lowest byte.
static WHOLE: [u32; 10_000] = {
    let mut texts = [0; 10_000];
    let mut number = 0;
    while number < 10_000 {
        let (mut text, mut rest) = (b'0' as u32 + number % 10, number / 10);
        while rest > 0 {
            text = text << 8 | (b'0' as u32 + rest % 10);
            rest /= 10;
        }
        texts[number as usize] = text;
        number += 1;
    }
    texts
};

/// The point and two digits, in the same order.
static CENTS: [u32; 100] = {
    let mut texts = [0; 100];
    let mut cents = 0;
    while cents < 100 {
        texts[cents as usize] = u32::from_le_bytes([b'.', b'0' + cents / 10, b'0' + cents % 10, 0]);
        cents += 1;
    }
    texts
};

/// A part of an amount that nobody pays by itself: as [`Currency::mul_ratio`], to the minor unit.
#[inline]
pub fn part(amount: i64, num: i64, den: i64) -> i64 {
    ratio(amount, num, den, 1)
}

/// `amount * num / den`, rounded half up to the step.
#[inline]
fn ratio(amount: i64, num: i64, den: i64, step: i64) -> i64 {
    debug_assert!(den > 0, "a ratio has a positive denominator");
    // The usual case fits 64 bits and is five times as fast.
    if let (Some(product), Some(unit)) = (amount.checked_mul(num), den.checked_mul(step))
        && let Some(twice) = product.checked_mul(2)
        && let Some(top) = twice.checked_add(unit)
        && let Some(bottom) = unit.checked_mul(2)
    {
        return top.div_euclid(bottom).saturating_mul(step);
    }
    wide_ratio(amount, num, den, step)
}

/// The same where 64 bits do not hold it. Apart, or every walk over charges makes ready for it.
#[cold]
#[inline(never)]
fn wide_ratio(amount: i64, num: i64, den: i64, step: i64) -> i64 {
    let unit = i128::from(den) * i128::from(step);
    let product = i128::from(amount) * i128::from(num);
    let steps = (2 * product + unit).div_euclid(2 * unit);
    clamp(steps.saturating_mul(i128::from(step)))
}

fn clamp(wide: i128) -> i64 {
    wide.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// From one currency to another at a rate that is a ratio of whole numbers (CUR-06, CUR-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conversion {
    /// What amounts are in.
    pub from: &'static Currency,
    /// What they become.
    pub to: &'static Currency,
    num: i64,
    den: i64,
}

impl Conversion {
    /// One major unit of `from` is `num / den` major units of `to`. `None` unless both are positive and, in lowest
    /// terms and minor units, fit.
    pub fn new(from: &'static Currency, to: &'static Currency, num: i128, den: i128) -> Option<Conversion> {
        if num <= 0 || den <= 0 {
            return None;
        }
        let common = gcd(num, den);
        let (num, den) =
            ((num / common).checked_mul(to.scale().into())?, (den / common).checked_mul(from.scale().into())?);
        let common = gcd(num, den);
        let (num, den) = (i64::try_from(num / common).ok()?, i64::try_from(den / common).ok()?);
        Some(Conversion { from, to, num, den })
    }

    /// The amount in `to`, rounded half up to its step.
    #[inline]
    pub fn convert(&self, minor: i64) -> i64 {
        self.to.mul_ratio(minor, self.num, self.den)
    }

    /// What one major unit of `from` is in major units of `to`, for people to read.
    pub fn rate(&self) -> f64 {
        self.num as f64 * self.from.scale() as f64 / (self.den as f64 * self.to.scale() as f64)
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
