//! From the calendar of activities to a booked one, one file for each call.

pub mod basic_info;
pub mod calendar;
pub mod confirm;
pub mod new_booking;
pub mod payment_method;
pub mod price;

use axum::http::HeaderMap;
use domain::activity::times::{Instance, InstanceId, find};
use domain::activity::{ActivityAgreed, ActivityBooking, Places};
use domain::board::Board;
use domain::money::Currency;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use store::Durability;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::{self, Allowed};
use crate::activity_bookings::{Change, change, left, read};
use crate::app::App;
use crate::batches::{batch_of, session_ids};
use crate::boards::Property;
use crate::error::{Answer, Code, Problem};
use crate::extract::Query;
use crate::routes::booking::id;
use crate::wire::activity::ActivityPriceDetails;

/// The session of a booking: it has one.
fn session_of(booking_id: Uuid) -> Uuid {
    session_ids(booking_id, 1)[0]
}

/// The booking of an address whose secret was shown: its session is the booking's own.
fn named(allowed: &Allowed, booking: &str, session: &str) -> Answer<Uuid> {
    let booking_id = id(booking)?;
    if allowed.0 != booking_id || id(session)? != session_of(booking_id) {
        return Err(Code::BatchUnknown.into());
    }
    Ok(booking_id)
}

/// Who comes, of an address.
fn party(query: &Query) -> Answer<Places> {
    let number = |name, default, min| query.number(name, Some(default), min, 999);
    let (adults, children) = (number("adults", 1, 1)?, number("children", 0, 0)?);
    let places = u16::try_from(adults).ok().zip(u16::try_from(children).ok());
    places
        .and_then(|(adults, children)| Places::new(adults, children))
        .ok_or_else(|| Problem::field("children", "are more people than one booking can have"))
}

/// An instance that can still be booked.
///
/// # Errors
/// 404 for none of the hotel's and beyond the calendar, 409 after its cut-off.
fn open<'p>(property: &'p Property, id: &str, now: Timestamp) -> Answer<Instance<'p>> {
    let (board, zone) = (&property.board, property.board.time_zone());
    let id: InstanceId = id.parse().map_err(|_| Code::ActivityUnknown)?;
    let instance = find(board.hotel(), &id).filter(|instance| instance.is_listed(zone, now));
    let instance = instance.ok_or(Code::ActivityUnknown)?;
    match instance.is_open(zone, now) {
        true => Ok(instance),
        false => Err(Code::ActivityClosed.into()),
    }
}

/// What the booking of a request (`session_id`, with its secret) holds, and how many places of it, which are free for its
/// guest; nothing without the secret, since a stranger would be told of places that are not free. They are held on, which is
/// written at most once a minute.
async fn held(app: &App, headers: &HeaderMap, query: &Query, property: &Property) -> Option<(InstanceId, u16)> {
    let property_id = property.property_id;
    let booking_id = query.text("session_id").and_then(|text| id(text).ok()).map(batch_of)?;
    access::to_batch(app, headers, query, property_id, booking_id).ok()?;
    let own = read(app, property_id, booking_id).await.ok()?.state;
    own.check_open(app.clock.now()).ok()?;
    if touched(app, own.clone()).expires_at >= own.expires_at + SignedDuration::from_mins(1) {
        // One that fails answers what was read; whoever goes on with it is told.
        let _ = held_on(app, property, &own).await;
    }
    Some((own.agreed.instance.clone(), own.agreed.party.count()))
}

/// The same after a call: its places are held on.
fn touched(app: &App, booking: ActivityBooking) -> ActivityBooking {
    booking.touched(app.clock.now(), u32::from(app.settings.hold_minutes))
}

/// The same, written; one that can no longer be changed stays as it is.
async fn held_on(app: &App, property: &Property, booking: &ActivityBooking) -> Answer<ActivityBooking> {
    change(app, property, booking.booking_id, Durability::Soon, |booking| match booking.check_open(app.clock.now()) {
        Ok(()) => Ok(Some(Change { booking: touched(app, booking.clone()), payment: None })),
        Err(_) => Ok(None),
    })
    .await
}

/// What the guest saw and agrees to; what is left out is not looked at.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SeenActivity {
    /// What is booked; another one that is held instead is refused.
    #[schema(example = "KAYAK.2026-12-12.0900")]
    pub expected_instance_id: Option<String>,
    /// Who comes; another party for which places are held instead is refused.
    pub expected_adults: Option<u16>,
    pub expected_children: Option<u16>,
    /// The whole sum, paid now or at the hotel; one that differs from ours is refused.
    pub expected_total: Option<f64>,
}

impl SeenActivity {
    /// It is still what is held, for the same people at the same price.
    fn check(&self, board: &Board, booking: &ActivityBooking) -> Answer<()> {
        let agreed = &booking.agreed;
        let currency = Currency::of(&agreed.currency).unwrap_or(board.currency());
        let total = self.expected_total.map(|amount| currency.from_decimal_f64(amount)).transpose();
        let total = total.map_err(|error| Problem::field("expected_total", error.to_string()))?;
        let other = self.expected_instance_id.as_ref().is_some_and(|instance| *instance != agreed.instance.to_string())
            || self.expected_adults.is_some_and(|adults| adults != agreed.party.adults())
            || self.expected_children.is_some_and(|children| children != agreed.party.children());
        if other {
            return Err(Code::ActivityChanged.into());
        }
        match total.is_some_and(|total| total != agreed.totals().grand_total()) {
            true => Err(Code::PriceChanged.into()),
            false => Ok(()),
        }
    }
}

/// A refusal of what its guest saw tells what is held now.
async fn with_quote(app: &App, property: &Property, booking_id: Uuid, problem: Problem) -> Problem {
    if !matches!(problem.code(), Code::PriceChanged | Code::ActivityChanged) {
        return problem;
    }
    match quote(app, property, booking_id).await {
        Ok(quote) => problem.with("quote", quote),
        Err(problem) => problem,
    }
}

async fn quote(app: &App, property: &Property, booking_id: Uuid) -> Answer<ActivityPriceDetails> {
    let agreed = in_the_hotels_currency(app, property, booking_id).await?.agreed;
    let beside = left(app, property, &agreed.instance, 0).await?;
    Ok(ActivityPriceDetails::new(&property.board, &agreed, beside, app.clock.now()))
}

/// What is held, agreed anew at today's price where the hotel has another currency than it was agreed in: it could never be
/// booked at the old one.
async fn in_the_hotels_currency(app: &App, property: &Property, booking_id: Uuid) -> Answer<ActivityBooking> {
    let board = &property.board;
    change(app, property, booking_id, Durability::Soon, |booking| {
        let (agreed, is_open) = (&booking.agreed, booking.check_open(app.clock.now()).is_ok());
        if !is_open || agreed.currency == board.currency().code {
            return Ok(None);
        }
        let instance = find(board.hotel(), &agreed.instance).ok_or(Code::ActivityUnknown)?;
        let anew = ActivityAgreed::new(board, &instance, agreed.party);
        Ok(Some(Change { booking: touched(app, booking.clone().with(anew)), payment: None }))
    })
    .await
}
