//! A reservation after it was made: where it stands, and what giving it back costs at a moment.

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::booking::Choice;
use crate::policy::Moment;

/// Where a reservation stands (MANAGE-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReservationStatus {
    /// Booked; shown to guests as confirmed. Only such a one can be changed (MANAGE-19).
    Hold,
    /// Given back.
    Cancelled,
    /// The guest is in the house.
    CheckedIn,
    /// The guest has left.
    CheckedOut,
    /// The guest never came.
    NoShow,
}

impl ReservationStatus {
    /// All of them.
    pub const ALL: [ReservationStatus; 5] = [
        ReservationStatus::Hold,
        ReservationStatus::Cancelled,
        ReservationStatus::CheckedIn,
        ReservationStatus::CheckedOut,
        ReservationStatus::NoShow,
    ];

    /// As answers and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            ReservationStatus::Hold => "HOLD",
            ReservationStatus::Cancelled => "CANCELLED",
            ReservationStatus::CheckedIn => "CHECKED_IN",
            ReservationStatus::CheckedOut => "CHECKED_OUT",
            ReservationStatus::NoShow => "NO_SHOW",
        }
    }

    /// Whether the hotel has taken the stay up: its guest has come, has left, or was waited for in vain. It is neither given
    /// back nor waits for anything then.
    pub fn has_begun(self) -> bool {
        !matches!(self, ReservationStatus::Hold | ReservationStatus::Cancelled)
    }

    /// Whether the hotel may say that a reservation has gone over to another status. A slip at the desk can be taken
    /// back as long as the guest has not left; what was given back stays so, since its nights may be somebody else's.
    pub fn may_become(self, next: ReservationStatus) -> bool {
        use ReservationStatus::{Cancelled, CheckedIn, CheckedOut, Hold, NoShow};
        matches!(
            (self, next),
            (Hold, Cancelled | CheckedIn | NoShow)
                | (CheckedIn, Hold | CheckedOut)
                | (CheckedOut, CheckedIn)
                | (NoShow, Hold)
        )
    }
}

impl FromStr for ReservationStatus {
    type Err = ();

    fn from_str(text: &str) -> Result<ReservationStatus, ()> {
        ReservationStatus::ALL.into_iter().find(|status| status.as_str() == text).ok_or(())
    }
}

/// A time in which cancelling costs the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// `None`: from the booking on.
    pub from: Option<Moment>,
    /// Exclusive; `None`: for good.
    pub until: Option<Moment>,
    /// What is kept then, in minor units.
    pub penalty: i64,
}

impl Period {
    /// Whether it is now.
    pub fn is_at(&self, now: Timestamp) -> bool {
        self.from.is_none_or(|from| from.at <= now) && self.until.is_none_or(|until| now < until.at)
    }
}

/// Whether the first step counts from the beginning. Its moment is by the clock of the server where the stay was chosen,
/// and the one that asks may be behind it.
fn costs_from_the_beginning(agreed: &Choice) -> bool {
    agreed.cancellation.penalty.is_some() && agreed.cancellation.free_until.is_none()
}

/// What cancelling costs from the booking on, period after period without a gap.
pub fn periods(agreed: &Choice, booked_at: Timestamp) -> Vec<Period> {
    let steps = &agreed.penalty_steps;
    let mut periods = Vec::with_capacity(steps.len() + 1);
    let begins = steps.first().map(|step| step.from);
    if begins.is_none_or(|from| from.at > booked_at) && !costs_from_the_beginning(agreed) {
        periods.push(Period { from: None, until: begins, penalty: 0 });
    }
    for (at, step) in steps.iter().enumerate() {
        let from = (at > 0 || !periods.is_empty()).then_some(step.from);
        periods.push(Period { from, until: steps.get(at + 1).map(|next| next.from), penalty: step.amount });
    }
    periods
}

/// What goes back of the money that was paid when cancelling costs so much, in minor units: what it costs is taken from
/// the points first.
pub fn money_back(agreed: &Choice, paid: i64, costs: i64) -> i64 {
    (paid - (costs - agreed.points_worth()).max(0)).max(0)
}

/// What the hotel keeps when cancelling costs so much: no more than was paid, with money and points. What is left of the
/// cost it asks for itself. Minor units.
pub fn money_kept(agreed: &Choice, paid: i64, costs: i64) -> i64 {
    costs.min(paid + agreed.points_worth())
}

/// What the hotel keeps when the stay is given back at a moment, in minor units.
pub fn penalty_at(agreed: &Choice, now: Timestamp) -> i64 {
    let steps = &agreed.penalty_steps;
    let first = || steps.first().filter(|_| costs_from_the_beginning(agreed));
    let step = steps.iter().rev().find(|step| step.from.at <= now).or_else(first);
    step.map_or(0, |step| step.amount)
}
