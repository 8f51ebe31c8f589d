//! From the calendar of activities to a booked one, one file for each call.

pub mod basic_info;
pub mod calendar;
pub mod confirm;
pub mod new_booking;
pub mod payment_method;
pub mod price;

use axum::http::HeaderMap;
use domain::activity::times::{Instance, InstanceId, find};
use domain::activity::{ActivityBooking, Places};
use jiff::{SignedDuration, Timestamp};
use store::Durability;
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
/// 404 for none of the hotel's, 409 after its cut-off and beyond the calendar.
fn open<'p>(property: &'p Property, id: &str, now: Timestamp) -> Answer<Instance<'p>> {
    let board = &property.board;
    let id: InstanceId = id.parse().map_err(|_| Code::ActivityUnknown)?;
    let instance = find(board.hotel(), &id).ok_or(Code::ActivityUnknown)?;
    match instance.is_open(board.time_zone(), now) {
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

/// The instance that its guest saw is still the one that is held.
fn check_seen(booking: &ActivityBooking, expected: Option<&str>) -> Answer<()> {
    match expected.is_some_and(|expected| expected != booking.agreed.instance.to_string()) {
        true => Err(Code::ActivityChanged.into()),
        false => Ok(()),
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
    let agreed = read(app, property.property_id, booking_id).await?.state.agreed;
    let beside = left(app, property, &agreed.instance).await?;
    Ok(ActivityPriceDetails::new(&property.board, &agreed, beside))
}
