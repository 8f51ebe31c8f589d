//! Amounts as Stripe counts them (docs.stripe.com/currencies): in the smallest unit that it knows, which for some
//! currencies is not the one that people use.

use domain::money::Currency;

/// Currencies that Stripe counts whole.
const WHOLE: [&str; 15] =
    ["BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"];
/// Counted in thousandths, whose last digit has to be 0.
const THOUSANDTHS: [&str; 5] = ["BHD", "JOD", "KWD", "OMR", "TND"];

fn digits(code: &str) -> u32 {
    match code {
        code if WHOLE.contains(&code) => 0,
        code if THOUSANDTHS.contains(&code) => 3,
        // Also of those that nobody has coins of, such as ISK, UGX, HUF and IDR.
        _ => 2,
    }
}

/// An amount in our minor units as Stripe takes it: the same, or the next lower one that Stripe can take.
pub fn to_stripe(currency: &Currency, minor: i64) -> i64 {
    let (ours, theirs) = (u32::from(currency.digits), digits(currency.code));
    let amount = match theirs.checked_sub(ours) {
        Some(more) => minor.saturating_mul(10_i64.pow(more)),
        None => minor / 10_i64.pow(ours - theirs),
    };
    if THOUSANDTHS.contains(&currency.code) { amount / 10 * 10 } else { amount }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_what_stripe_counts() {
        for (code, minor, stripe) in [
            ("USD", 19_600, 19_600),
            ("CHF", 12_005, 12_005),
            ("JPY", 24_500, 24_500),
            ("KRW", 120_000, 120_000),
            // People count them whole, Stripe in hundredths.
            ("HUF", 45_000, 4_500_000),
            ("IDR", 1_500_000, 150_000_000),
            ("ISK", 21_000, 2_100_000),
            // Thousandths, the last of which Stripe does not take.
            ("OMR", 45_120, 45_120),
            ("OMR", 45_125, 45_120),
            ("KWD", 9, 0),
        ] {
            let currency = Currency::of(code).expect("a currency");
            assert_eq!(to_stripe(currency, minor), stripe, "{code} {minor}");
        }
    }
}
