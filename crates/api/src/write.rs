//! Writing JSON values into a buffer without an intermediate tree.

use domain::money::Currency;
use domain::policy::Moment;
use jiff::civil::Date;

use crate::exchange::{ConversionTerms, Exchange};

/// An amount as a decimal number with the currency's digits.
pub fn amount(out: &mut Vec<u8>, currency: &Currency, minor: i64) {
    currency.write(minor, out);
}

/// The twin of an amount with the name before it, when a conversion is asked for and there is an amount.
#[inline]
pub fn twin(out: &mut Vec<u8>, name: &[u8], exchange: Option<&Exchange>, minor: Option<i64>) {
    if let (Some(Exchange { conversion, .. }), Some(minor)) = (exchange, minor) {
        out.extend_from_slice(name);
        conversion.to.write(conversion.convert(minor), out);
    }
}

/// What the twins of an answer are in, or null.
pub fn conversion(out: &mut Vec<u8>, exchange: Option<&Exchange>) {
    let _ = serde_json::to_writer(out, &exchange.map(ConversionTerms::new));
}

/// `"2026-12-24"`.
pub fn date(out: &mut Vec<u8>, date: Date) {
    let year = date.year().unsigned_abs();
    let (month, day) = (u16::from(date.month().unsigned_abs()), u16::from(date.day().unsigned_abs()));
    let digit = |value: u16| b'0' + (value % 10) as u8;
    let [y1, y2, y3, y4] = [year / 1000, year / 100, year / 10, year].map(digit);
    let [m1, m2, d1, d2] = [month / 10, month, day / 10, day].map(digit);
    out.extend_from_slice(&[b'"', y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'"']);
}

/// An instant with the hotel's offset.
pub fn moment(out: &mut Vec<u8>, moment: &Moment) {
    out.push(b'"');
    out.extend_from_slice(moment.as_str().as_bytes());
    out.push(b'"');
}

/// A text with its escapes.
pub fn quoted(out: &mut Vec<u8>, text: &str) {
    let _ = serde_json::to_writer(out, text);
}
