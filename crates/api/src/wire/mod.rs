//! The shapes of answers that several calls share. Amounts are decimal numbers with the currency's digits.

pub mod availability;
pub mod booking;
pub mod deal;
pub mod folio;
pub mod package;

use domain::booking::Choice;
use domain::hotel::Penalty;
use domain::money::Currency;
use domain::policy;
use serde::Serialize;
use utoipa::ToSchema;

/// Until when a stay can be given back, and what it costs after.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Cancellation {
    /// Hotel time with its offset; null when it is never free (any more).
    #[schema(value_type = Option<String>, example = "2026-12-10T18:00:00-05:00")]
    pub free_until: Option<String>,
    /// What is kept after that; null when nothing ever is.
    pub penalty: Option<PenaltyTerms>,
    /// What is kept from later moments on, in order: a policy may become stricter towards the arrival.
    pub later_penalties: Vec<LaterPenalty>,
}

/// What a cancellation costs from a moment on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LaterPenalty {
    /// Hotel time with its offset.
    #[schema(example = "2026-12-13T18:00:00-05:00")]
    pub from: String,
    /// As [`PenaltyTerms`] has them.
    #[schema(example = "PERCENT")]
    pub kind: &'static str,
    #[schema(example = 100)]
    pub value: f64,
    #[schema(example = 540.0)]
    pub amount: f64,
}

/// What a cancellation costs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PenaltyTerms {
    /// NIGHTS (the first so many), PERCENT (of the stay) or AMOUNT.
    #[schema(example = "NIGHTS")]
    pub kind: &'static str,
    #[schema(example = 1)]
    pub value: f64,
    #[schema(example = 213.15)]
    pub amount: f64,
}

/// Kind and value of a penalty as answers name them; a percentage is in percent, an amount in the currency.
pub fn penalty_parts(penalty: Penalty, currency: &Currency) -> (&'static str, f64) {
    match penalty {
        Penalty::Nights { nights } => ("NIGHTS", f64::from(nights)),
        Penalty::Percent { ppm } => ("PERCENT", ppm as f64 / 10_000.0),
        Penalty::Amount { minor } => ("AMOUNT", currency.to_decimal_f64(minor)),
    }
}

impl Cancellation {
    /// As agreed.
    pub fn new(choice: &Choice, currency: &Currency) -> Cancellation {
        let terms = &choice.cancellation;
        let cost = |penalty, minor| {
            let (kind, value) = penalty_parts(penalty, currency);
            (kind, value, currency.to_decimal_f64(minor))
        };
        Cancellation {
            free_until: terms.free_until.as_ref().map(policy::Moment::rfc3339),
            penalty: terms.penalty.map(|penalty| {
                let (kind, value, amount) = cost(penalty, terms.amount);
                PenaltyTerms { kind, value, amount }
            }),
            later_penalties: choice
                .later_penalties()
                .iter()
                .map(|step| {
                    let (kind, value, amount) = cost(step.penalty, step.amount);
                    LaterPenalty { from: step.from.rfc3339(), kind, value, amount }
                })
                .collect(),
        }
    }
}
