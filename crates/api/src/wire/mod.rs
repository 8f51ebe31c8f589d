//! The shapes of answers that several calls share. Amounts are decimal numbers with the currency's digits; beside each
//! stands its `conversion_` twin when a `conversion_currency` was asked for.

pub mod activity;
pub mod addon;
pub mod availability;
pub mod booking;
pub mod deal;
pub mod event;
pub mod existing;
pub mod extra;
pub mod folio;
pub mod found;
pub mod package;

use domain::booking::Choice;
use domain::hotel::Penalty;
use domain::money::Currency;
use domain::policy;
use domain::summary::{PriceSummary, PriceSummaryAmounts};
use serde::Serialize;
use utoipa::ToSchema;

use crate::exchange::{ConversionTerms, Exchange};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
}

/// How amounts are written: in the hotel's currency, and in the one that was asked for besides.
#[derive(Debug, Clone, Copy)]
pub struct Prices<'e> {
    /// Of every amount.
    pub currency: &'static Currency,
    /// Of its `conversion_` twin.
    pub exchange: Option<&'e Exchange>,
    /// Equal rooms, or add-ons in them, that the amounts are for together.
    rooms: i64,
}

impl<'e> Prices<'e> {
    /// Of what was agreed in a currency; without twins when the hotel has gone over to another one since.
    pub fn new(currency: &'static Currency, exchange: Option<&'e Exchange>) -> Prices<'e> {
        Prices { currency, exchange: exchange.filter(|exchange| exchange.conversion.from == currency), rooms: 1 }
    }

    /// The same for amounts of so many equal rooms together.
    pub fn of_rooms(self, rooms: u16) -> Prices<'e> {
        Prices { rooms: i64::from(rooms.max(1)), ..self }
    }

    /// The same for amounts of so many of an add-on in each room.
    pub fn each_of(self, quantity: u16) -> Prices<'e> {
        Prices { rooms: self.rooms * i64::from(quantity.max(1)), ..self }
    }

    /// An amount as a decimal number.
    pub fn decimal(&self, minor: i64) -> f64 {
        self.currency.to_decimal_f64(minor)
    }

    /// What it comes to in the asked currency, rounded by itself (PRICE-02). Of several rooms or add-ons one is converted:
    /// two cost twice what the guest saw for one.
    pub fn twin(&self, minor: i64) -> Option<f64> {
        let conversion = &self.exchange?.conversion;
        Some(conversion.to.to_decimal_f64(conversion.convert(minor / self.rooms) * self.rooms))
    }

    /// What several rooms come to together: the sum of what each does.
    pub fn twin_of(&self, rooms: impl Iterator<Item = i64>) -> Option<f64> {
        let conversion = &self.exchange?.conversion;
        Some(conversion.to.to_decimal_f64(rooms.map(|minor| conversion.convert(minor)).sum()))
    }

    /// All totals of one room's stay, with their twins.
    pub fn summary(&self, summary: &PriceSummary) -> PriceSummaryAmounts {
        let conversion = self.exchange.map(|exchange| &exchange.conversion);
        let twin = conversion.map(|conversion| (summary.converted(conversion), conversion.to));
        summary.amounts(self.currency, twin.as_ref().map(|(twin, to)| (twin, *to)))
    }

    /// What the twins are in.
    pub fn terms(&self) -> Option<ConversionTerms> {
        self.exchange.map(ConversionTerms::new)
    }
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
    pub fn new(choice: &Choice, prices: &Prices<'_>) -> Cancellation {
        Cancellation::of(&choice.cancellation, choice.later_penalties(), prices)
    }

    /// Of an offer.
    pub fn of(terms: &policy::Cancellation, later: &[policy::PenaltyStep], prices: &Prices<'_>) -> Cancellation {
        let currency = prices.currency;
        Cancellation {
            free_until: terms.free_until.as_ref().map(policy::Moment::rfc3339),
            penalty: terms.penalty.map(|penalty| {
                let (kind, value) = penalty_parts(penalty, currency);
                let (amount, conversion_amount) = (prices.decimal(terms.amount), prices.twin(terms.amount));
                PenaltyTerms { kind, value, amount, conversion_amount }
            }),
            later_penalties: later
                .iter()
                .map(|step| {
                    let (kind, value) = penalty_parts(step.penalty, currency);
                    let (amount, conversion_amount) = (prices.decimal(step.amount), prices.twin(step.amount));
                    LaterPenalty { from: step.from.rfc3339(), kind, value, amount, conversion_amount }
                })
                .collect(),
        }
    }
}
