//! `policies.toml`: how a stay is given back, and how it is made sure.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::mistake::Place;
use crate::values::{Amount, Clock, Code, Line, Percent, Words};

/// Cancellation policies and guarantee types.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "policies.toml")]
pub(crate) struct PoliciesFile {
    #[schemars(length(min = 1))]
    pub cancellation_policies: Vec<CancellationEntry>,
    #[serde(default)]
    pub guarantee_types: Vec<GuaranteeEntry>,
}

/// Until when a stay can be given back, and what it costs after.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CancellationEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub description: Words,
    /// In order of time; before the first nothing is charged. Without steps, cancelling is always free.
    #[serde(default)]
    pub steps: Vec<StepEntry>,
}

/// From `at_booking`, `days_before` (at `time`) or `hours_before` check-in on, cancelling costs `nights`, `percent` or `amount`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct StepEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    #[serde(default)]
    pub at_booking: bool,
    #[schemars(range(max = 1100))]
    pub days_before: Option<u16>,
    /// With `days_before`; midnight at the beginning of that day when left out.
    pub time: Option<Clock>,
    #[schemars(range(max = 9000))]
    pub hours_before: Option<u16>,
    #[serde(flatten)]
    pub penalty: PenaltyEntry,
}

/// One of: the first nights, a part of the stay, an amount.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PenaltyEntry {
    /// The first so many nights with their taxes and fees.
    #[schemars(range(min = 1, max = 365))]
    pub nights: Option<u16>,
    /// Of the whole stay.
    pub percent: Option<Percent>,
    pub amount: Option<Amount>,
}

/// How a booking is made sure.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GuaranteeEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// A code that ends in CC asks for a card; STCC (a card that is stored already) asks for none where it is the only type.
    pub code: Code,
    pub name: Line,
    pub description: Option<Words>,
    /// Paid by a link once it is booked. It is there only where something is due at booking: a plan with no other type and
    /// no such deposit is booked without any guarantee.
    #[serde(default)]
    pub instant_booking: bool,
}
