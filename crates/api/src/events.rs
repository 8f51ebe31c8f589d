//! Events between two calls: read, decided upon by the domain, written with the times that spaces are taken for them in
//! one transaction.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use domain::event::offer::Space;
use domain::event::span::TimeSpan;
use domain::event::{EventBooking, EventRefusal, EventStatus, Taken};
use jiff::SignedDuration;
use jiff::civil::Date;
use store::bookings::{self, Booked, Kind, Status};
use store::{Conn, Durability, StoreError, mails, spaces};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::app::App;
use crate::batches::batch_id;
use crate::boards::Property;
use crate::by_hotel::after;
use crate::error::{Answer, Code, Problem, WriteError};
use crate::extras::{self, Told};
use crate::{mail, metrics};

/// How often a change is tried anew when somebody else changed the event in between.
const TRIES: usize = 8;

/// How many events whose time is over are looked at at once.
const OVERDUE_AT_ONCE: i64 = 100;

/// Begins an event of a kind that the hotel has; `stay` is the reservation that it belongs to. A `former` one of the same
/// guest goes on as this one, so that nothing it holds is kept from its own guest; so does what was begun under the id
/// that a repeat of the call has (`repeated`).
///
/// # Errors
/// 409 where the former one is booked: its guest has not heard of it, and would book twice; 409 and 410 for a repeat of
/// what is booked or over; when the database fails.
pub async fn begin(
    app: &App,
    property: &Property,
    (former, repeated): (Option<Uuid>, Option<Uuid>),
    event_type: &str,
    stay: Option<Uuid>,
) -> Answer<EventBooking> {
    let currency = property.board.currency().code;
    let of_kind =
        |event: &EventBooking| event.of_kind(event_type, currency, app.clock.now()).map(Some).map_err(refused);
    let go_on = |event_id| change_tied(app, (property.property_id, event_id), Durability::Soon, move |_| stay, of_kind);
    if let Some(event_id) = former {
        match go_on(event_id).await {
            Err(problem) if extras::is_over(&problem) => {}
            gone_on => return gone_on,
        }
    }
    // Ids are made like those of a batch, and one secret opens both, so that the card form and its token know one way.
    let event_id = repeated.unwrap_or_else(|| batch_id(Uuid::new_v4()));
    let ids = (property.property_id, event_id);
    let event = EventBooking::new(ids, event_type, currency, app.clock.now(), u32::from(app.settings.hold_minutes));
    let stored = event.clone();
    let written = app
        .db
        .write_one::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let event = stored.clone();
            Box::pin(async move { bookings::insert(conn, Kind::Event, ids, stay, event.expires_at, &event).await })
        })
        .await;
    match written {
        Err(error) if error.is_duplicate() => go_on(event_id).await,
        written => Ok(written.map(|()| event)?),
    }
}

async fn find(app: &App, property_id: i64, event_id: Uuid) -> Answer<Booked<EventBooking>> {
    let found = bookings::find::<EventBooking>(&app.db, Kind::Event, property_id, event_id).await?;
    let found = found.ok_or(Code::BatchUnknown)?;
    match found.status {
        Status::Expired => Err(Code::BatchExpired.into()),
        _ => Ok(found),
    }
}

/// An event for a call that only reads it: what it holds lives on, but that is written at most once a minute.
///
/// # Errors
/// 404 for none, 410 when its time is over.
pub async fn read(app: &App, property_id: i64, event_id: Uuid) -> Answer<EventBooking> {
    let (now, minutes) = (app.clock.now(), app.settings.hold_minutes);
    let found = find(app, property_id, event_id).await?;
    if found.state.is_expired(now) {
        return Err(Code::BatchExpired.into());
    }
    let full_life = found.state.clone().touched(now, u32::from(minutes)).expires_at;
    if found.status != Status::Open || found.expires_at + SignedDuration::from_mins(1) > full_life {
        return Ok(found.state);
    }
    change(app, property_id, event_id, Durability::Soon, |event| {
        Ok(event.confirmation_no().is_none().then(|| event.clone()))
    })
    .await
}

/// Changes an event: `decide` answers it as it becomes, or `None` to leave it. Each change prolongs its life. Spaces that
/// it no longer has are let go, and those it has now are taken, in the same transaction; so is the mail owed that tells
/// its guest of an event which is booked or given back. When it is booked it lets go of a stay that was cancelled or has
/// not its days.
///
/// # Errors
/// What `decide` refuses; 409 `SPACE_TAKEN`; `BUSY` when others keep changing it.
pub async fn change(
    app: &App,
    property_id: i64,
    event_id: Uuid,
    durability: Durability,
    decide: impl Fn(&EventBooking) -> Answer<Option<EventBooking>>,
) -> Answer<EventBooking> {
    change_tied(app, (property_id, event_id), durability, |stay| stay, decide).await
}

/// The same, and from the stay that it belonged to it goes over to the one that `tie` answers.
async fn change_tied(
    app: &App,
    (property_id, event_id): (i64, Uuid),
    durability: Durability,
    tie: impl Fn(Option<Uuid>) -> Option<Uuid>,
    decide: impl Fn(&EventBooking) -> Answer<Option<EventBooking>>,
) -> Answer<EventBooking> {
    for _ in 0..TRIES {
        let before = find(app, property_id, event_id).await?;
        let Some(after) = decide(&before.state)? else { return Ok(before.state) };
        let after = after.touched(app.clock.now(), u32::from(app.settings.hold_minutes));
        let (had, has) = (before.state.taken(), after.taken());
        let (taken, let_go) = (Taken::beyond(&has, &had), Taken::beyond(&had, &has));
        let given_back = match after.status {
            EventStatus::Cancelled { penalty, .. } if before.state.cancelled_at().is_none() => {
                Some(extras::note(&after.currency, penalty, 0))
            }
            _ => None,
        };
        let booked = before.state.confirmation_no() != after.confirmation_no();
        let mail = match booked || given_back.is_some() {
            true => mail::owed_for_extra(app, &Told::of_event(&after)),
            false => None,
        };
        let days = match booked && tie(before.stay).is_some() {
            true => days_of(&*app.property(property_id).await?, &after),
            false => None,
        };
        let now = app.clock.now();
        let next = Booked {
            property_id,
            booking_id: event_id,
            status: match after.status {
                EventStatus::Open => Status::Open,
                EventStatus::Confirmed { .. } => Status::Committed,
                EventStatus::Cancelled { .. } => Status::Cancelled,
            },
            version: before.version,
            expires_at: after.expires_at,
            confirmation_no: after.confirmation_no().map(str::to_owned),
            starts_at: after.from(),
            stay: tie(before.stay),
            state: after,
        };
        let after = next.state.clone();
        let written = app
            .db
            .write::<bool, WriteError, _>(durability, move |conn: &mut Conn| {
                let (next, taken, let_go) = (next.clone(), taken.clone(), let_go.clone());
                let (given_back, mail) = (given_back.clone(), mail.clone());
                Box::pin(async move {
                    // First, so that of two writers of one event the slower one stops before it touches a space.
                    if !bookings::update(conn, &next).await? {
                        return Ok(false);
                    }
                    if let Some(days) = days {
                        bookings::leave_stay_without(conn, (property_id, event_id), days).await?;
                    }
                    // Before anything is let go: of two who want each other's space none waits for the other.
                    for space in &taken {
                        spaces::take(conn, property_id, event_id, space).await?;
                    }
                    for space in &let_go {
                        spaces::let_go(conn, property_id, event_id, space).await?;
                    }
                    if let Some(note) = &given_back {
                        let keys = (property_id, event_id);
                        bookings::record(conn, keys, next.version + 1, now, "CANCELLED", note).await?;
                    }
                    if let Some(mail) = &mail {
                        mails::insert(conn, &[mail]).await?;
                    }
                    Ok(true)
                })
            })
            .await;
        match written {
            Ok(true) => return Ok(after),
            Ok(false) => {}
            // Its confirmation number is somebody else's: another one is drawn.
            Err(WriteError::Store(error)) if error.is_duplicate() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Code::Busy.into())
}

/// First and last day on which its spaces begin, by the hotel's clocks.
fn days_of(property: &Property, event: &EventBooking) -> Option<(Date, Date)> {
    let zone = property.board.time_zone();
    let days = event.sub_events.iter().map(|sub| sub.span.from().to_zoned(zone.clone()).date());
    days.clone().min().zip(days.max())
}

/// Begins to end the events whose time is over, so that their spaces are free again; answers a task for each hotel.
///
/// # Errors
/// When the database fails.
pub async fn expire(app: &App) -> Answer<Vec<JoinHandle<()>>> {
    let (spaces, now) = (&app.under_way.spaces, app.clock.now());
    let most = OVERDUE_AT_ONCE + spaces.look_over();
    let overdue = bookings::overdue::<EventBooking>(&app.db, Kind::Event, now, most).await?;
    Ok(spaces.begin(overdue.into_iter().map(|booked| (booked.property_id, give_back(app.clone(), booked)))))
}

async fn give_back(app: App, Booked { property_id, booking_id, version, .. }: Booked<EventBooking>) -> ControlFlow<()> {
    let given_back = app
        .db
        .write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            Box::pin(async move {
                let over = bookings::expire(conn, property_id, booking_id, version).await?;
                if over {
                    spaces::release(conn, property_id, booking_id).await?;
                }
                Ok(over)
            })
        })
        .await;
    let then = after(&given_back);
    match given_back {
        Ok(true) => metrics::given_back(),
        // Its guest came back in time, or another server was quicker.
        Ok(false) => {}
        // One that fails must not keep the others from being given back.
        Err(error) => {
            tracing::error!(property_id, %error, "the spaces of an event could not be given back; tried again");
        }
    }
    then
}

/// The spaces that an event's kind can be held in at a time, by name; what the event itself has counts as free.
///
/// # Errors
/// When the database fails.
pub async fn free<'p>(
    app: &App,
    property: &'p Property,
    event: &EventBooking,
    span: &TimeSpan,
) -> Answer<Vec<&'p Space>> {
    let events = &property.board.hotel().events;
    let mut let_out: Vec<&Space> = events.spaces.iter().filter(|space| events.lets(space, &event.event_type)).collect();
    let widest = let_out.iter().map(|space| space.quarters(span));
    let Some(widest) = widest.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)) else { return Ok(Vec::new()) };
    let taken = spaces::taken(&app.db, property.property_id, (widest.start, widest.end), event.event_id).await?;
    let taken: BTreeSet<(&str, i64)> = taken.iter().map(|(space, quarter)| (space.as_str(), *quarter)).collect();
    let_out.retain(|space| {
        let quarters = space.quarters(span);
        let code = space.code.as_str();
        taken.range((code, quarters.start)..(code, quarters.end)).next().is_none()
    });
    Ok(let_out)
}

/// A refusal of the domain as a problem.
pub fn refused(refusal: EventRefusal) -> Problem {
    match refusal {
        EventRefusal::Expired => Code::BatchExpired.into(),
        EventRefusal::AlreadyConfirmed => Code::AlreadyCommitted.into(),
        EventRefusal::Unacceptable(errors) => errors
            .into_iter()
            .fold(Problem::new(Code::Unacceptable), |problem, error| problem.with_field(error.field, error.message)),
        EventRefusal::SpaceMissing => Code::SpaceMissing.into(),
        EventRefusal::ContactMissing => Code::GuestIncomplete.into(),
        EventRefusal::GuaranteeRequired => Code::GuaranteeRequired.into(),
        EventRefusal::CardExpired => Code::CardExpired.into(),
        EventRefusal::NotCancellable => Code::NotCancellable.into(),
    }
}
