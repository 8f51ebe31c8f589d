//! What giving an extra back comes to, and doing it: its places or spaces are free at once, what was paid goes back.

use domain::activity::{ActivityBooking, ActivityStatus};
use domain::event::EventBooking;
use jiff::Timestamp;
use store::refunds::{self, Refund};
use store::{Durability, payments};

use super::Extra;
use crate::activity_bookings::{self, Change};
use crate::app::App;
use crate::error::{Answer, Code};
use crate::events;

/// What giving an extra back comes to at a moment; once it was given back, what it came to. Minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Whether it can be given back.
    pub allowed: bool,
    /// It costs nothing before.
    pub free_until: Timestamp,
    /// What it costs from then on; `None` where it cannot be given back then.
    pub later: Option<i64>,
    /// What it costs now.
    pub penalty: i64,
    /// What goes back to the card now.
    pub refund: i64,
}

impl Cost {
    /// Of an extra, by what was agreed.
    pub fn of(extra: &Extra, now: Timestamp) -> Cost {
        match extra {
            Extra::Activity(booking) => {
                let free_until = booking.agreed.free_until();
                let confirmed = matches!(booking.status, ActivityStatus::Confirmed { .. });
                let allowed = confirmed && now < free_until;
                let refund = if allowed || booking.cancelled_at().is_some() { extra.paid() } else { 0 };
                Cost { allowed, free_until, later: None, penalty: 0, refund }
            }
            Extra::Event(event) => {
                let begins = extra.starts_at();
                let step = event.cancellation;
                let at = event.cancelled_at().unwrap_or(now);
                Cost {
                    allowed: event.cancelled_at().is_none() && now < begins,
                    free_until: step.map_or(begins, |step| step.from.at),
                    later: step.map(|step| step.amount),
                    penalty: event.penalty_at(at),
                    refund: 0,
                }
            }
        }
    }
}

/// What went back last of one that was given back, and how that stands; `None` where nothing was to go back.
///
/// # Errors
/// When the database fails.
pub async fn refund_of(app: &App, extra: &Extra) -> Answer<Option<Refund>> {
    match extra.cancelled_at() {
        Some(_) => Ok(refunds::of(&app.db, extra.property_id(), extra.booking_id()).await?.pop()),
        None => Ok(None),
    }
}

/// Gives an extra back, once; answers it as it is then. More than `most` (minor units) it must not cost. Its mails speak
/// `language` from then on, where that is said.
///
/// # Errors
/// 409 when it is too late, or it costs more; when the database fails.
pub async fn give_back(app: &App, extra: &Extra, most: Option<i64>, language: Option<&str>) -> Answer<Extra> {
    let now = app.clock.now();
    let asked = || language.map(str::to_owned);
    match extra {
        Extra::Activity(booking) => {
            let property = app.property(booking.property_id).await?;
            let payment = payments::of_booking(&app.db, booking.property_id, booking.booking_id).await?;
            let after = activity_bookings::change(app, &property, booking.booking_id, Durability::OnDisk, |booking| {
                let cancelled = booking.cancelled(now).map_err(activity_bookings::refused)?;
                Ok(cancelled.map(|cancelled| {
                    let language = asked().or_else(|| cancelled.language.clone());
                    let booking = ActivityBooking { language, ..cancelled };
                    Change { booking, payment: payment.clone() }
                }))
            });
            Ok(Extra::Activity(Box::new(after.await?)))
        }
        Extra::Event(event) => {
            let after = events::change(app, event.property_id, event.event_id, Durability::OnDisk, |event| {
                let cancelled = event.cancelled(now).map_err(events::refused)?;
                match most.is_some_and(|most| cancelled.is_some() && event.penalty_at(now) > most) {
                    true => Err(Code::CancellationChanged.into()),
                    false => Ok(cancelled.map(|cancelled| {
                        let language = asked().or_else(|| cancelled.language.clone());
                        EventBooking { language, ..cancelled }
                    })),
                }
            });
            Ok(Extra::Event(Box::new(after.await?)))
        }
    }
}
