//! Giving an event back: free until some days before it, then for a part of what it costs, by the rule that every penalty
//! is counted by ([`crate::policy`]).

use jiff::Timestamp;

use super::{EventBooking, EventRefusal, EventStatus};
use crate::board::Board;
use crate::booking::whole_seconds;
use crate::policy::{Moment, PenaltyStep, deadline, penalty_amount};
use crate::pricing::NightAmount;

/// What a guest is told, before an event is booked, that giving it back costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldTerms {
    /// In minor units; 0 is nothing until it begins.
    pub penalty: i64,
    /// Nothing before this moment; `None` where it costs from its booking on.
    pub free_until: Option<Timestamp>,
}

impl EventBooking {
    /// What giving it back costs and from when on, were it booked now: the hotel's rule of today, for the day on which the
    /// first of it begins. `None` is nothing until it begins.
    pub fn terms(&self, board: &Board, now: Timestamp) -> Option<PenaltyStep> {
        let rule = board.hotel().events.cancellation?;
        let first_day = self.from()?.to_zoned(board.time_zone().clone()).date();
        let total = self.totals().total();
        // An event is one price, as a stay of one night is.
        let whole = [NightAmount { rate: total, content: 0, before: None, total }];
        let amount = penalty_amount(board.currency(), rule.penalty, &whole, 1);
        let from = deadline(board, rule.from, first_day, now).max(Moment::new(now, board));
        (amount > 0).then_some(PenaltyStep { from, penalty: rule.penalty, amount })
    }

    /// Whether giving it back costs no more, and from no earlier on, than the guest was told: by what is agreed when it is
    /// booked at this moment. A free time that was told must not have passed.
    pub fn keeps_to(&self, told: &ToldTerms, now: Timestamp) -> bool {
        self.cancellation.is_none_or(|step| {
            step.amount <= told.penalty && told.free_until.is_none_or(|until| now < until && until <= step.from.at)
        })
    }

    /// What giving it back costs at a moment, by what was agreed, in minor units. The clock that asks may be behind the one
    /// that it was booked by: it is never before its booking.
    pub fn penalty_at(&self, now: Timestamp) -> i64 {
        let now = self.booked_at().map_or(now, |booked_at| booked_at.max(now));
        self.cancellation.filter(|step| step.from.at <= now).map_or(0, |step| step.amount)
    }

    /// When it was given back.
    pub fn cancelled_at(&self) -> Option<Timestamp> {
        match self.status {
            EventStatus::Cancelled { at, .. } => Some(at),
            EventStatus::Open | EventStatus::Confirmed { .. } => None,
        }
    }

    /// When it was booked; `None` while it is open.
    pub fn booked_at(&self) -> Option<Timestamp> {
        match self.status {
            EventStatus::Confirmed { at: booked_at, .. } | EventStatus::Cancelled { booked_at, .. } => Some(booked_at),
            EventStatus::Open => None,
        }
    }

    /// The event once it is given back; `None` when it is already.
    ///
    /// # Errors
    /// When it has begun, and for one that is not booked.
    pub fn cancelled(&self, now: Timestamp) -> Result<Option<EventBooking>, EventRefusal> {
        match &self.status {
            EventStatus::Cancelled { .. } => Ok(None),
            EventStatus::Confirmed { at, confirmation_no } if self.from().is_some_and(|begins| now < begins) => {
                let status = EventStatus::Cancelled {
                    at: whole_seconds(now),
                    booked_at: *at,
                    confirmation_no: confirmation_no.clone(),
                    penalty: self.penalty_at(now),
                };
                Ok(Some(EventBooking { status, ..self.clone() }))
            }
            EventStatus::Open | EventStatus::Confirmed { .. } => Err(EventRefusal::NotCancellable),
        }
    }
}
