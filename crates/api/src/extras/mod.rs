//! Extras: activities and events that stand, beside the rooms or by themselves. Found by their number, told to whoever
//! booked them, given back.
//!
//! `giving_back` says what that comes to and does it, `stay` ties one to a stay, `calendar` writes it for calendars.

pub mod calendar;
pub mod giving_back;
pub mod stay;

use domain::activity::ActivityBooking;
use domain::event::EventBooking;
use domain::folio::FolioCharge;
use domain::guest::Guest;
use domain::money::Currency;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use store::bookings::{self, Kind};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Answer, Code, Problem};

/// An activity or an event that was confirmed, given back or not.
#[derive(Debug, Clone)]
pub enum Extra {
    Activity(Box<ActivityBooking>),
    Event(Box<EventBooking>),
}

/// What of a booking its mail goes by.
pub struct Told<'b> {
    pub property_id: i64,
    /// Once it is confirmed.
    pub confirmation_no: Option<&'b str>,
    pub guest: Option<&'b Guest>,
    /// That its mails speak.
    pub language: Option<&'b str>,
}

impl<'b> Told<'b> {
    /// Of an activity.
    pub fn of_activity(booking: &'b ActivityBooking) -> Told<'b> {
        Told {
            property_id: booking.property_id,
            confirmation_no: booking.confirmation_no(),
            guest: booking.guest.as_ref(),
            language: booking.language.as_deref(),
        }
    }

    /// Of an event.
    pub fn of_event(event: &'b EventBooking) -> Told<'b> {
        Told {
            property_id: event.property_id,
            confirmation_no: event.confirmation_no(),
            guest: event.contact.as_ref().map(|contact| &contact.guest),
            language: event.language.as_deref(),
        }
    }
}

impl Extra {
    /// What its mail goes by.
    pub fn told(&self) -> Told<'_> {
        match self {
            Extra::Activity(booking) => Told::of_activity(booking),
            Extra::Event(event) => Told::of_event(event),
        }
    }

    /// Its number.
    pub fn confirmation_no(&self) -> &str {
        self.told().confirmation_no.unwrap_or_default()
    }

    /// The hotel's.
    pub fn property_id(&self) -> i64 {
        self.told().property_id
    }

    /// Its own id, for ever.
    pub fn booking_id(&self) -> Uuid {
        match self {
            Extra::Activity(booking) => booking.booking_id,
            Extra::Event(event) => event.event_id,
        }
    }

    /// Whether its guest is forgotten: nothing is booked without one.
    pub fn is_forgotten(&self) -> bool {
        self.told().guest.is_none()
    }

    /// When the first of it begins.
    pub fn starts_at(&self) -> Timestamp {
        match self {
            Extra::Activity(booking) => booking.agreed.starts_at,
            Extra::Event(event) => event.from().unwrap_or(Timestamp::MAX),
        }
    }

    /// When the last of it ends.
    pub fn ends_at(&self) -> Timestamp {
        match self {
            Extra::Activity(booking) => booking.agreed.ends_at,
            Extra::Event(event) => {
                event.sub_events.iter().map(|sub| sub.span.to()).max().unwrap_or_else(|| self.starts_at())
            }
        }
    }

    /// The day of that, by the hotel's clocks.
    pub fn last_day(&self, zone: &TimeZone) -> Date {
        self.ends_at().to_zoned(zone.clone()).date()
    }

    /// When it was booked.
    pub fn booked_at(&self) -> Timestamp {
        let booked_at = match self {
            Extra::Activity(booking) => booking.booked().map(|(at, _)| at),
            Extra::Event(event) => event.booked_at(),
        };
        booked_at.unwrap_or_else(|| self.starts_at())
    }

    /// When it was given back, if it was.
    pub fn cancelled_at(&self) -> Option<Timestamp> {
        match self {
            Extra::Activity(booking) => booking.cancelled_at(),
            Extra::Event(event) => event.cancelled_at(),
        }
    }

    /// Every charge, as it was agreed.
    pub fn charges(&self) -> Box<dyn Iterator<Item = &FolioCharge> + '_> {
        match self {
            Extra::Activity(booking) => Box::new(booking.agreed.lines.iter().map(|line| &line.charge)),
            Extra::Event(event) => Box::new(event.lines().map(|line| &line.charge)),
        }
    }

    /// What it costs with everything, in minor units.
    pub fn total(&self) -> i64 {
        match self {
            Extra::Activity(booking) => booking.agreed.totals().grand_total(),
            Extra::Event(event) => event.totals().total(),
        }
    }

    /// What was taken from a card for it, in minor units. An event is paid at the hotel.
    pub fn paid(&self) -> i64 {
        match self {
            Extra::Activity(booking) => booking.booked().map_or(0, |(_, paid)| paid),
            Extra::Event(_) => 0,
        }
    }

    /// Of every amount; `own` is the hotel's, for one that is no more.
    pub fn currency(&self, own: &'static Currency) -> &'static Currency {
        let code = match self {
            Extra::Activity(booking) => &booking.agreed.currency,
            Extra::Event(event) => &event.currency,
        };
        Currency::of(code).unwrap_or(own)
    }
}

/// What the record of one that is given back says; amounts in minor units.
pub fn note(currency: &str, penalty: i64, refund: i64) -> Value {
    let decimal = |minor| Currency::of(currency).map(|currency| currency.to_decimal_f64(minor));
    json!({"by": "GUEST", "penalty": decimal(penalty), "refund": decimal(refund), "currency": currency})
}

/// The extra of a confirmation number, written as we write it.
///
/// # Errors
/// When the database fails.
pub async fn find(app: &App, property_id: i64, confirmation_no: &str) -> Answer<Option<Extra>> {
    let activity = bookings::by_number(&app.db, Kind::Activity, property_id, confirmation_no).await?;
    if let Some(booked) = activity {
        return Ok(Some(Extra::Activity(Box::new(booked.state))));
    }
    let event = bookings::by_number(&app.db, Kind::Event, property_id, confirmation_no).await?;
    Ok(event.map(|booked| Extra::Event(Box::new(booked.state))))
}

/// Whether what is being booked can no longer be gone on with, so that its guest begins another: its time is over, or it
/// is gone. What is booked already is not over: whoever would begin another in its place has not heard of it.
pub fn is_over(problem: &Problem) -> bool {
    matches!(problem.code(), Code::BatchExpired | Code::BatchUnknown)
}

/// What was booked as part of these stays, given back or not, in order of time.
///
/// # Errors
/// When the database fails.
pub async fn of_stays(app: &App, property_id: i64, reservations: &[Uuid]) -> Answer<Vec<Extra>> {
    let activities = bookings::of_stays(&app.db, Kind::Activity, property_id, reservations).await?;
    let events = bookings::of_stays(&app.db, Kind::Event, property_id, reservations).await?;
    let activities = activities.into_iter().map(|booked| Extra::Activity(Box::new(booked.state)));
    let events = events.into_iter().map(|booked| Extra::Event(Box::new(booked.state)));
    let mut extras: Vec<Extra> = activities.chain(events).collect();
    extras.sort_by_key(Extra::starts_at);
    Ok(extras)
}
