//! `price_summary`: the one place where the totals that guests see are defined (PRICE-03, PRICE-04, PRICE-08).
//!
//! All amounts are for one room. Totals carry the truth; an average is its total over the nights, rounded half up to
//! the currency's step, or to the minor unit where it is contained taxes or what is left without them. A `conversion_`
//! twin is what the field beside it comes to in the guest's currency.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::money::{self, Conversion, Currency};
use crate::pricing::Totals;

/// Declares the summary in minor units and its JSON form in decimal numbers from one list of fields.
macro_rules! summary {
    ($($(#[doc = $doc:literal])+ $field:ident / $twin:ident : $minor:ty => $decimal:ty,)+) => {
        /// The totals of one room's stay, in minor units of one currency.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub struct PriceSummary {
            $($(#[doc = $doc])+ pub $field: $minor,)+
        }

        /// The totals as the API answers them: decimal numbers, with their twins in the guest's currency when asked.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
        pub struct PriceSummaryAmounts {
            $($(#[doc = $doc])+ pub $field: $decimal,)+
            $(
                #[doc = concat!("`", stringify!($field), "` in the conversion currency.")]
                #[serde(skip_serializing_if = "Option::is_none", default)]
                pub $twin: Option<$decimal>,
            )+
        }

        impl PriceSummary {
            /// Every field with its name, its twin's name and its value, in the order of the documents.
            pub fn fields(&self) -> [(&'static str, &'static str, Option<i64>); FIELD_COUNT] {
                [$((stringify!($field), stringify!($twin), Value::of(self.$field)),)+]
            }

            /// Every amount in another currency, each from the amount in the hotel's: what it comes to does not depend
            /// on how a total is made up, and may differ by a smallest coin from the sum of its converted parts.
            pub fn converted(&self, conversion: &Conversion) -> PriceSummary {
                let convert = |field: &str, minor: i64| match field {
                    POINTS => minor,
                    _ => conversion.convert(minor),
                };
                PriceSummary { $($field: Value::map(self.$field, |minor| convert(stringify!($field), minor)),)+ }
            }

            fn write_fields(&self, currency: &Currency, out: &mut Vec<u8>) {
                $(
                    out.extend_from_slice(concat!(",\"", stringify!($field), "\":").as_bytes());
                    write_value(stringify!($field), Value::of(self.$field), currency, out);
                )+
            }

            fn write_twins(&self, currency: &Currency, out: &mut Vec<u8>) {
                $(
                    out.extend_from_slice(concat!(",\"", stringify!($twin), "\":").as_bytes());
                    write_value(stringify!($field), Value::of(self.$field), currency, out);
                )+
            }

            /// The JSON form.
            pub fn amounts(&self, currency: &Currency, twin: Option<(&PriceSummary, &Currency)>) -> PriceSummaryAmounts {
                PriceSummaryAmounts {
                    $($field: told(stringify!($field), self.$field, currency),)+
                    $($twin: twin.map(|(summary, currency)| told(stringify!($field), summary.$field, currency)),)+
                }
            }
        }

        const FIELD_COUNT: usize = [$(stringify!($field)),+].len();
    };
}

summary! {
    /// Nightly rates before any discount, inclusive taxes contained.
    total_amount / conversion_total_amount: i64 => f64,
    /// `total_amount_after_discount` and `total_exclusive_tax_amount`.
    total_amount_after_tax / conversion_total_amount_after_tax: i64 => f64,
    /// Nightly rates after discount, inclusive taxes contained.
    total_amount_after_discount / conversion_total_amount_after_discount: i64 => f64,
    /// `total_amount_after_tax` and `total_fee_amount`: what the guest pays, the first number shown.
    total_amount_after_tax_and_fee / conversion_total_amount_after_tax_and_fee: i64 => f64,
    /// Inclusive and exclusive taxes.
    total_tax_amount / conversion_total_tax_amount: i64 => f64,
    /// Mandatory fees and add-ons; their exclusive taxes are among the taxes.
    total_fee_amount / conversion_total_fee_amount: i64 => f64,
    /// The part of the fees that is a percentage of the discounted rate.
    total_fee_on_amount_after_discount / conversion_total_fee_on_amount_after_discount: i64 => f64,
    /// Taxes contained in `total_amount_after_discount`.
    total_inclusive_tax_amount / conversion_total_inclusive_tax_amount: i64 => f64,
    /// Taxes on top, of the room and of fees.
    total_exclusive_tax_amount / conversion_total_exclusive_tax_amount: i64 => f64,
    /// What the stay costs in points; 0 where the plan is not booked with them.
    total_points / conversion_total_points: i64 => f64,
    /// The lowest total that was really asked for these nights in the last 30 days, everything mandatory in it, when it
    /// was more than is asked now; else null.
    strike_price / conversion_strike_price: Option<i64> => Option<f64>,
    /// A night of the discounted rates without the taxes they contain.
    avg_amount_before_tax / conversion_avg_amount_before_tax: i64 => f64,
    /// A night of `total_amount_after_tax`.
    avg_amount_after_tax / conversion_avg_amount_after_tax: i64 => f64,
    /// A night of `total_amount_after_tax_and_fee`.
    avg_amount_after_tax_and_fee / conversion_avg_amount_after_tax_and_fee: i64 => f64,
    /// A night of `total_amount_after_discount`.
    avg_amount_after_discount / conversion_avg_amount_after_discount: i64 => f64,
    /// The same as `avg_amount_before_tax`.
    avg_net_amount_after_discount / conversion_avg_net_amount_after_discount: i64 => f64,
    /// A night of the undiscounted rates without the taxes they contain.
    avg_base_amount_before_tax / conversion_avg_base_amount_before_tax: i64 => f64,
    /// A night of the undiscounted stay with its own taxes and fees.
    avg_base_amount_after_tax_and_fee / conversion_avg_base_amount_after_tax_and_fee: i64 => f64,
    /// A night of `total_inclusive_tax_amount`.
    avg_inclusive_tax_amount / conversion_avg_inclusive_tax_amount: i64 => f64,
    /// A night of the taxes contained in `total_amount`.
    avg_inclusive_base_tax_amount / conversion_avg_inclusive_base_tax_amount: i64 => f64,
}

/// Points are counted, not paid in a currency.
const POINTS: &str = "total_points";

#[inline(always)] // the field is known where it is written, and its kind with it
fn write_value(field: &str, value: Option<i64>, currency: &Currency, out: &mut Vec<u8>) {
    match value {
        // Nearly always.
        Some(0) if field == POINTS => out.push(b'0'),
        Some(points) if field == POINTS => out.extend_from_slice(itoa::Buffer::new().format(points).as_bytes()),
        Some(minor) => currency.write(minor, out),
        None => out.extend_from_slice(b"null"),
    }
}

/// A field as a decimal number.
fn told<V: Value>(field: &str, value: V, currency: &Currency) -> V::Decimal {
    if field == POINTS { value.counted() } else { value.decimal(currency) }
}

/// A field's value: an amount, or none.
trait Value {
    type Decimal;
    fn of(value: Self) -> Option<i64>;
    fn map(value: Self, change: impl Fn(i64) -> i64) -> Self;
    fn decimal(self, currency: &Currency) -> Self::Decimal;
    /// A number of things, not an amount.
    fn counted(self) -> Self::Decimal;
}

impl Value for i64 {
    type Decimal = f64;

    fn of(value: i64) -> Option<i64> {
        Some(value)
    }

    fn map(value: i64, change: impl Fn(i64) -> i64) -> i64 {
        change(value)
    }

    fn decimal(self, currency: &Currency) -> f64 {
        currency.to_decimal_f64(self)
    }

    fn counted(self) -> f64 {
        self as f64
    }
}

impl Value for Option<i64> {
    type Decimal = Option<f64>;

    fn of(value: Option<i64>) -> Option<i64> {
        value
    }

    fn map(value: Option<i64>, change: impl Fn(i64) -> i64) -> Option<i64> {
        value.map(change)
    }

    fn decimal(self, currency: &Currency) -> Option<f64> {
        self.map(|minor| currency.to_decimal_f64(minor))
    }

    fn counted(self) -> Option<f64> {
        self.map(|number| number as f64)
    }
}

/// What a night comes to on average, with and without discount.
#[derive(Clone, Copy)]
struct Averages {
    net: i64,
    grand_total: i64,
    inclusive_tax: i64,
}

impl Averages {
    fn of(totals: &Totals, nights: i64, avg: impl Fn(i64) -> i64) -> Averages {
        Averages {
            net: money::part(totals.rate - totals.inclusive_tax, 1, nights),
            grand_total: avg(totals.grand_total()),
            inclusive_tax: money::part(totals.inclusive_tax, 1, nights),
        }
    }
}

impl PriceSummary {
    /// The summary of a stay of `nights` (1 or more): what is asked, and the same stay before any discount.
    pub fn new(currency: &Currency, nights: u16, before_discount: &Totals, asked: &Totals) -> PriceSummary {
        let nights = i64::from(nights.max(1));
        let avg = |total: i64| currency.mul_ratio(total, 1, nights);
        let after_tax = asked.rate + asked.exclusive_tax;
        let base = Averages::of(before_discount, nights, avg);
        // Most stays have no discount.
        let own = if asked == before_discount { base } else { Averages::of(asked, nights, avg) };
        PriceSummary {
            total_amount: before_discount.rate,
            total_amount_after_tax: after_tax,
            total_amount_after_discount: asked.rate,
            total_amount_after_tax_and_fee: after_tax + asked.fee,
            total_tax_amount: asked.inclusive_tax + asked.exclusive_tax,
            total_fee_amount: asked.fee,
            total_fee_on_amount_after_discount: asked.fee_of_rate,
            total_inclusive_tax_amount: asked.inclusive_tax,
            total_exclusive_tax_amount: asked.exclusive_tax,
            total_points: 0,
            strike_price: None,
            avg_amount_before_tax: own.net,
            avg_amount_after_tax: avg(after_tax),
            avg_amount_after_tax_and_fee: own.grand_total,
            avg_amount_after_discount: avg(asked.rate),
            avg_net_amount_after_discount: own.net,
            avg_base_amount_before_tax: base.net,
            avg_base_amount_after_tax_and_fee: base.grand_total,
            avg_inclusive_tax_amount: own.inclusive_tax,
            avg_inclusive_base_tax_amount: base.inclusive_tax,
        }
    }

    /// The same stay in points, where the plan is booked with them.
    #[must_use]
    pub fn in_points(self, a_night: Option<u32>, nights: u16) -> PriceSummary {
        PriceSummary { total_points: i64::from(a_night.unwrap_or(0)) * i64::from(nights), ..self }
    }

    /// With what was really asked before, where that was more.
    #[must_use]
    pub fn struck(self, strike_price: Option<i64>) -> PriceSummary {
        PriceSummary { strike_price, ..self }
    }

    /// The summary of a stay without discount.
    pub fn plain(currency: &Currency, nights: u16, totals: &Totals) -> PriceSummary {
        PriceSummary::new(currency, nights, totals, totals)
    }

    /// Appends `{"total_amount":..,...}` with the twins after it when there are any. Does not allocate beyond `out`.
    pub fn write_json(&self, currency: &Currency, twin: Option<(&PriceSummary, &Currency)>, out: &mut Vec<u8>) {
        let begin = out.len();
        self.write_fields(currency, out);
        if let Some((summary, currency)) = twin {
            summary.write_twins(currency, out);
        }
        // Every field has a comma before it; the first one's place is the opening brace's.
        out[begin] = b'{';
        out.push(b'}');
    }
}
