//! A guest's own reservation, activity or event: found by number and last name or by the link of its e-mail, then reached by the
//! short-lived token of that look-up.

pub mod add_guarantee;
pub mod cancel;
pub mod cancel_extra;
pub mod find;
pub mod forget_guest;
mod found;
mod guessing;
mod looked_up;
pub mod refunds;
mod rooms;
pub mod status;
pub mod update_guest;

pub use guessing::{Guesses, UNCOUNTED};
pub use looked_up::LookedUp;
pub use rooms::{of_booking, together};

use domain::booking::{self, Fixed, ReservationStatus};
use domain::confirmation;
use domain::guest::Guest;
use domain::hotel::Hotel;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use serde_json::Value;
use store::mails::{self, Mail};
use store::payments::Payment;
use store::reservations::{self, Changed};
use store::{Conn, Durability};

use crate::app::App;
use crate::boards::Property;
use crate::cancelling::is_unpaid;
use crate::error::{Answer, Code, Problem, WriteError};
use crate::extras::{self, Extra};
use crate::mail;
use crate::member_points;
use crate::payment_links::with_what_was_paid;
use crate::payments;
use crate::secret::Opens;
use crate::wire::booking::letter_token;

/// How long a look-up opens its reservation, in seconds.
const OPEN_FOR: i64 = 30 * 60;
/// How long after the last day of what they are of the links of its mails and letters still open.
const LINK_DAYS: i64 = 30;

/// A reservation as the store keeps it.
pub(crate) type Kept = reservations::Reservation<booking::Reservation>;

/// The token of a look-up, which opens a reservation until a second: `number.until.seal`.
fn request_token(app: &App, property_id: i64, confirmation_no: &str, until: i64) -> String {
    format!(
        "{confirmation_no}.{until}.{}",
        app.secret.token(&Opens::Reservation { property_id, confirmation_no, until })
    )
}

/// Where a guest finds their reservation from its e-mail, without typing and in its language; from the page's origin on.
pub fn link_address(app: &App, hotel: &Hotel, (confirmation_no, guest): (&str, &Guest), language: &str) -> String {
    let (property_id, code) = (hotel.property_id, &hotel.code);
    let email = mail::written_to(Some(guest));
    let link = app.secret.token(&Opens::Link { property_id, confirmation_no, email: &email });
    let place = format!("conf_num={confirmation_no}&link={link}");
    format!("/?pc={code}&property_id={property_id}&language={language}#/search-reservation-result?{place}")
}

/// Whether the links of a stay, activity or event with this last day, by the hotel's clocks, open nothing any more.
pub fn links_ended(property: &Property, last_day: Date, now: Timestamp) -> bool {
    let today = now.to_zoned(property.board.time_zone().clone()).date();
    today > last_day.saturating_add(LINK_DAYS.days())
}

/// What opens the papers of what was looked up: the token of its letter, and once that has ended the look-up's own.
pub fn token_of_papers(
    app: &App,
    property: &Property,
    (confirmation_no, guest, last_day): (&str, Option<&Guest>, Date),
    request_token: &str,
) -> String {
    match links_ended(property, last_day, app.clock.now()) {
        true => request_token.to_owned(),
        false => letter_token(&app.secret, property.property_id, confirmation_no, guest),
    }
}

/// Number, hotel and last second of a token that is one of ours, too old or not.
fn sealed<'t>(app: &App, request_id: &'t str) -> Option<(&'t str, i64, i64)> {
    let parts: Vec<&str> = request_id.split('.').collect();
    let [number, until, seal] = parts[..] else { return None };
    let property_id = confirmation::property_of(number)?;
    let until: i64 = until.parse().ok()?;
    let opens = Opens::Reservation { property_id, confirmation_no: number, until };
    app.secret.opens(&opens, seal).then_some((number, property_id, until))
}

/// Whether a token of a look-up opens this number now.
pub fn opens(app: &App, request_id: &str, confirmation_no: &str) -> bool {
    sealed(app, request_id)
        .is_some_and(|(number, _, until)| number == confirmation_no && app.clock.now().as_second() <= until)
}

/// The reservation that a token opens.
///
/// # Errors
/// 404 for a token that is none of ours, 410 for one that is too old.
pub async fn opened(app: &App, request_id: &str) -> Answer<Kept> {
    let (number, property_id, _) = open(app, request_id)?;
    let found: Option<Kept> = reservations::find(&app.db, property_id, number).await?;
    let found = found.filter(|stay| !stay.detail.guest.is_forgotten()).ok_or(Code::ReservationUnknown)?;
    with_what_was_paid(app, found).await
}

/// The activity or event that a token opens.
///
/// # Errors
/// As [`opened`].
async fn opened_extra(app: &App, request_id: &str) -> Answer<Extra> {
    let (number, property_id, _) = open(app, request_id)?;
    let found = extras::find(app, property_id, number).await?.filter(|extra| !extra.is_forgotten());
    found.ok_or_else(|| Code::ReservationUnknown.into())
}

/// Number, hotel and last second of a token that is one of ours and not too old.
fn open<'t>(app: &App, request_id: &'t str) -> Answer<(&'t str, i64, i64)> {
    let (number, property_id, until) = sealed(app, request_id).ok_or(Code::ReservationUnknown)?;
    match app.clock.now().as_second() > until {
        true => Err(Code::LookUpExpired.into()),
        false => Ok((number, property_id, until)),
    }
}

/// Rooms of a booking, when each of them may still be changed (MANAGE-19).
///
/// # Errors
/// 409 naming the first that is not confirmed any more.
fn changeable(rooms: Vec<Kept>) -> Answer<Vec<Kept>> {
    match rooms.iter().find(|room| room.status != ReservationStatus::Hold) {
        Some(room) => Err(not_changeable(room)),
        None => Ok(rooms),
    }
}

fn not_changeable(room: &Kept) -> Problem {
    Problem::new(Code::NotChangeable).with("conf_num", &room.confirmation_no)
}

/// The reservation whose stay a guest wants to change, which the token opens (MANAGE-15).
///
/// # Errors
/// As [`opened`]; 404 for a token of another reservation; 409 with `reason` for a stay that cannot be changed.
pub async fn to_change(app: &App, property: &Property, request_id: &str, number: &str) -> Answer<Kept> {
    let found = opened(app, request_id).await?;
    let named = confirmation::normal(number).is_some_and(|number| number == found.confirmation_no);
    if found.property_id != property.property_id || !named {
        return Err(Code::ReservationUnknown.into());
    }
    let payments = payments::of_reservation(app, &found.detail).await?;
    match fixed(property, &found, &payments, app.clock.now()) {
        Some(reason) => Err(Problem::new(Code::NotChangeable).with("reason", reason)),
        None => Ok(found),
    }
}

/// What speaks against changing a stay now; also that its guest has still to pay for it by a link, before which
/// cancelling costs nothing and so is no reason.
fn fixed(property: &Property, found: &Kept, payments: &[Payment], now: Timestamp) -> Option<&'static str> {
    match booking::fixed(&found.detail, found.status, &property.board, now) {
        None | Some(Fixed::Final) if is_unpaid(found, payments) => Some("PAYMENT"),
        fixed => fixed.map(Fixed::as_str),
    }
}

/// Writes a change that touches no nights, with its record and the mails that it owes. Somebody who never came has earned no points.
///
/// # Errors
/// 409 when somebody else changed the reservation meanwhile.
pub async fn change(
    app: &App,
    before: &Kept,
    status: ReservationStatus,
    kind: &'static str,
    note: Value,
    mails: Vec<Mail>,
) -> Answer<()> {
    write(app, vec![changed(app, before, status, kind, note)], mails).await
}

/// The same of several rooms that stay as they stand, each with its own note: all of them are changed, or none.
///
/// # Errors
/// 409 when somebody else changed one of them meanwhile.
async fn change_rooms(app: &App, kind: &'static str, rooms: Vec<(Kept, Value)>, mails: Vec<Mail>) -> Answer<()> {
    let mut all: Vec<_> = rooms.into_iter().map(|(room, note)| changed(app, &room, room.status, kind, note)).collect();
    // What is locked is taken in one order by whoever changes several.
    all.sort_by_key(|one| one.reservation_id);
    write(app, all, mails).await
}

fn changed(
    app: &App,
    before: &Kept,
    status: ReservationStatus,
    kind: &'static str,
    note: Value,
) -> Changed<booking::Reservation> {
    Changed {
        property_id: before.property_id,
        reservation_id: before.reservation_id,
        version: before.version,
        at: app.clock.now(),
        kind,
        note,
        status,
        detail: before.detail.clone(),
    }
}

async fn write(app: &App, all: Vec<Changed<booking::Reservation>>, mails: Vec<Mail>) -> Answer<()> {
    app.db
        .write::<(), WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let (all, mails) = (all.clone(), mails.clone());
            Box::pin(async move {
                for changed in &all {
                    if !reservations::change(conn, changed).await? {
                        return Err(WriteError::Refused(Code::Busy.into()));
                    }
                    if changed.status == ReservationStatus::NoShow {
                        member_points::never_came(conn, &changed.detail, changed.at).await?;
                    }
                }
                for mail in mails {
                    let mut unsaid = Vec::new();
                    for number in &mail.confirmation_nos {
                        if !mails::hurry(conn, mail.property_id, number, mail.created_at).await? {
                            unsaid.push(number.clone());
                        }
                    }
                    if !unsaid.is_empty() {
                        mails::insert(conn, &[&Mail { confirmation_nos: unsaid, ..mail }]).await?;
                    }
                }
                Ok(())
            })
        })
        .await?;
    Ok(())
}
