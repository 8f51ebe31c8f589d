//! Paying for a booking by a link (PAY-15 to PAY-18): the booking stands first, and its guest pays on a page of the
//! gateway's, for so long; what is paid is taken at once, and a booking that nobody pays for is given back.
//!
//! A link is for one amount of one booking. Its page is made before the booking, so that an amount that the gateway never
//! takes books nothing; from the booking on its payment is OFFERED until the gateway says that it is set aside: then it
//! turns to being taken, or its time is over, and it turns to being given up. Both turn it from the same state, so one of
//! them does, whoever asks first: the guest's page, another window, the background work of any server. What follows is
//! found again by `payments::finish`, as after a card's payment.

use axum::http::HeaderMap;
use domain::booking::{Reservation, ReservationStatus};
use domain::policy::Moment;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::mails::{self, Mail};
use store::payments::{self, Payment, State};
use store::reservations::{self, Changed};
use store::{Conn, Durability, refunds};
use uuid::Uuid;

use crate::app::App;
use crate::boards::Property;
use crate::cancelling::{By, Cost, give_back};
use crate::error::{Answer, Code, WriteError};
use crate::gateway::{NoAnswer, Offer, Standing};
use crate::letters::texts::Texts;
use crate::mail;
use crate::payments::{
    AGAIN, begin as begin_payment, currency_of, shown_amount, take_later_at_the_latest, turn, unanswered, void,
};
use crate::routes::cards::page_origin;
use crate::routes::manage::{Kept, of_booking};
use crate::secret::Opens;
use crate::wire::booking::PaymentLink;

/// How long a link takes money, and its booking its rooms.
const OPEN: SignedDuration = SignedDuration::from_mins(30);
/// Longer than that a payment may be at the guest's bank that was begun in time.
const AT_THE_BANK: SignedDuration = SignedDuration::from_mins(2);

/// Begins the payment of a booking that its guest is to pay by a link, and has its page made: answers both, the address
/// only from a gateway that answers now. `None` when another call has booked meanwhile.
///
/// # Errors
/// 402 when the gateway never takes it.
pub async fn begin(
    app: &App,
    property: &Property,
    page_origin: String,
    batch_id: Uuid,
    amount: i64,
    language: Option<&str>,
) -> Answer<Option<(Payment, Option<String>)>> {
    let now = app.clock.now();
    let wanted = Payment {
        property_id: property.property_id,
        batch_id,
        attempt: 0,
        state: State::Authorising,
        amount,
        currency: property.board.currency().code.to_owned(),
        card_token: None,
        card: None,
        link_until: Some(now + OPEN),
        language: language.map(str::to_owned),
        act_at: now,
    };
    let Some(payment) = begin_payment(app, &wanted).await? else { return Ok(None) };
    match app.gateway.offer(&offer(app, property, page_origin, &payment)).await {
        Ok(Some(address)) => Ok(Some((payment, Some(address)))),
        Ok(None) => {
            turn(app, &payment, State::Declined, AGAIN, Durability::Soon).await?;
            Err(Code::PaymentRefused.into())
        }
        // Nobody loses their booking for it: asked again when the page asks.
        Err(_) => Ok(Some((payment, None))),
    }
}

/// The link of a booking with these rooms, and its address while it takes money; `None` for a booking that is not paid
/// by one. Answered again it is the same.
///
/// # Errors
/// When the database fails.
pub async fn of_rooms(app: &App, property: &Property, headers: &HeaderMap, rooms: &[Kept]) -> Answer<Option<Told>> {
    for room in rooms {
        if let Some(payment) = payment(app, &room.detail).await? {
            let address = address(app, property, headers, &payment).await;
            let rooms = of_booking(app, payment.property_id, payment.batch_id).await?;
            let rooms = rooms.iter().map(|room| (&room.detail, room.status));
            return Ok(Some(told(app, property, &payment, rooms, address)));
        }
    }
    Ok(None)
}

/// The payment of the link that a stay is or was paid by; `None` where a card was charged, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn payment(app: &App, room: &Reservation) -> Answer<Option<Payment>> {
    if !room.is_by_link() {
        return Ok(None);
    }
    let last = payments::last(&app.db, room.property_id, room.batch_id).await?;
    Ok(last.filter(|payment| payment.card_token.is_none()))
}

/// A link as it is told to the guest who may pay by it.
pub struct Told {
    /// What the page shows of it.
    pub link: PaymentLink,
    /// While it takes money, and the gateway answers.
    pub address: Option<String>,
    /// A room waits for it: until that is paid or over the link asks for all of them, those that the hotel has begun too.
    pub is_awaited: bool,
}

/// Where the guest pays, while it takes money. A gateway that does not answer now is asked again when the page asks again.
async fn address(app: &App, property: &Property, headers: &HeaderMap, payment: &Payment) -> Option<String> {
    let is_open = payment.is_offered() && app.clock.now() < until(payment);
    match page_origin(app, headers, None) {
        Ok(page) if is_open => app.gateway.offer(&offer(app, property, page, payment)).await.ok().flatten(),
        _ => None,
    }
}

/// The link of a payment whose address is known, or is asked for later; `rooms` are those of its booking.
pub fn told<'r>(
    app: &App,
    property: &Property,
    payment: &Payment,
    rooms: impl Iterator<Item = (&'r Reservation, ReservationStatus)>,
    address: Option<String>,
) -> Told {
    let (hanging, others): (Vec<_>, Vec<_>) = rooms.partition(|(room, _)| room.is_by_link());
    let is_cancelled = |(_, status): &&(&Reservation, ReservationStatus)| *status == ReservationStatus::Cancelled;
    let is_awaited = payment.is_offered() && waits(hanging.iter().map(|(_, status)| *status));
    let cancelled: i64 = hanging.iter().filter(is_cancelled).map(|(room, _)| room.charged).sum();
    let decimal = |minor| currency_of(property, payment).to_decimal_f64(minor);
    let link = PaymentLink {
        request_id: request_id(app, payment),
        status: status_of(payment.state).to_owned(),
        amount: decimal(payment.amount),
        number_of_rooms: hanging.len(),
        comes_back: decimal(if is_awaited { cancelled } else { 0 }),
        others_stand: others.iter().any(|room| !is_cancelled(&room)),
        begun_stand: hanging.iter().any(|(_, status)| status.has_begun()),
        expires_at: Moment::new(until(payment), &property.board).rfc3339(),
    };
    Told { link, address, is_awaited }
}

/// Whether one of the rooms that hang on a link is its guest's only once that is paid. A link that none waits for is offered
/// to nobody.
fn waits(mut hanging: impl Iterator<Item = ReservationStatus>) -> bool {
    hanging.any(|status| status == ReservationStatus::Hold)
}

/// Until when a link that nobody pays is left open for the rooms that hang on it. One that waits for it is kept until whoever
/// is at their bank then has finished; one that was begun may wait again while it takes money, since the hotel may take that
/// back. `None`: no room can wait for it any more.
fn open_until(payment: &Payment, hanging: &[Kept]) -> Option<Timestamp> {
    let may_wait = |room: &Kept| room.status.may_become(ReservationStatus::Hold);
    match waits(hanging.iter().map(|room| room.status)) {
        true => Some(until(payment) + AT_THE_BANK),
        false => hanging.iter().any(may_wait).then(|| until(payment)),
    }
}

/// Whether a link takes money that a room of its booking waits for: it asks for all rooms that hang on it then.
///
/// # Errors
/// When the database fails.
pub async fn is_awaited(app: &App, payment: &Payment) -> Answer<bool> {
    Ok(payment.is_offered() && waits(rooms(app, payment).await?.iter().map(|room| room.status)))
}

/// As the guest's page hears it (API-48).
pub fn status_of(state: State) -> &'static str {
    match state {
        // Set aside, it is taken as soon as the gateway answers: its guest has done their part.
        State::Capturing | State::Captured => "EXECUTED",
        State::Offered | State::Authorising => "PENDING",
        State::Voiding | State::Voided | State::Declined => "EXPIRED",
    }
}

/// When a link ceases to take money.
pub fn until(payment: &Payment) -> Timestamp {
    payment.link_until.unwrap_or(payment.act_at)
}

fn offer(app: &App, property: &Property, page_origin: String, payment: &Payment) -> Offer {
    let texts = Texts::new(property.board.hotel(), payment.language.as_deref());
    Offer {
        property_id: payment.property_id,
        key: payment.key(),
        request_id: request_id(app, payment),
        amount: payment.amount,
        currency: currency_of(property, payment).code,
        shown_amount: shown_amount(property, payment.language.as_deref(), payment),
        payee: texts.name().to_owned(),
        language: texts.language().language_code.clone(),
        until: until(payment),
        page_origin,
    }
}

/// Hotel, booking, attempt, and a seal that nobody else can make.
fn request_id(app: &App, payment: &Payment) -> String {
    let Payment { property_id, batch_id, attempt, .. } = *payment;
    let seal = app.secret.token(&Opens::Payment { property_id, batch_id, attempt });
    format!("{property_id}.{}.{attempt}.{seal}", batch_id.simple())
}

/// The payment of a link.
///
/// # Errors
/// 404 for a link that is none of ours.
pub async fn find(app: &App, request_id: &str) -> Answer<Payment> {
    let parts: Vec<&str> = request_id.split('.').collect();
    let [property, batch, attempt, seal] = parts[..] else { return Err(Code::PaymentLinkUnknown.into()) };
    let read = || Some((property.parse().ok()?, Uuid::try_parse(batch).ok()?, attempt.parse().ok()?));
    let (property_id, batch_id, attempt): (i64, Uuid, i64) = read().ok_or(Code::PaymentLinkUnknown)?;
    if !app.secret.opens(&Opens::Payment { property_id, batch_id, attempt }, seal) {
        return Err(Code::PaymentLinkUnknown.into());
    }
    let payment = payments::find(&app.db, property_id, batch_id, attempt).await?;
    payment.ok_or_else(|| Code::PaymentLinkUnknown.into())
}

/// Asks the gateway about an offered payment: takes what the guest has paid, and closes the link when its time is over or no
/// room can wait for it any more; those that wait are given back then. Answers where it stands then. A gateway that does not
/// answer costs nobody their room.
///
/// # Errors
/// When the database fails; the next call goes on.
pub async fn go_on(app: &App, payment: &Payment) -> Answer<State> {
    if !payment.is_offered() {
        return Ok(payment.state);
    }
    let rooms = rooms(app, payment).await?;
    let stand = rooms.iter().any(|room| room.status != ReservationStatus::Cancelled);
    let waits = waits(rooms.iter().map(|room| room.status));
    let is_open = open_until(payment, &rooms).is_some_and(|end| app.clock.now() < end);
    // What its guest has paid for a room before the hotel began it is theirs to have; nothing is taken for cancelled ones.
    let standing =
        if stand { app.gateway.status(payment.property_id, &payment.key()).await } else { Ok(Standing::Offered) };
    match standing {
        Ok(Standing::Authorised | Standing::Captured) => pay(app, payment, rooms).await?,
        Ok(_) if is_open => return Ok(State::Offered),
        Ok(_) if waits => give_up(app, payment).await?,
        Ok(_) => close(app, payment, rooms).await?,
        Err(NoAnswer) => {
            if !is_open {
                unanswered(payment, "nobody knows whether a link was paid in time");
            }
            return Ok(State::Offered);
        }
    }
    let now = payments::find(&app.db, payment.property_id, payment.batch_id, payment.attempt).await?;
    Ok(now.map_or(State::Voided, |payment| payment.state))
}

/// A stay as it is once the payment of its link was gone on with: what its guest has paid a moment ago counts.
///
/// # Errors
/// As [`go_on`]; 404 when it is gone meanwhile.
pub async fn with_what_was_paid(app: &App, room: Kept) -> Answer<Kept> {
    match payment(app, &room.detail).await? {
        Some(payment) if payment.is_offered() => {
            go_on(app, &payment).await?;
            let room = reservations::find(&app.db, room.property_id, &room.confirmation_no).await?;
            room.ok_or_else(|| Code::ReservationUnknown.into())
        }
        _ => Ok(room),
    }
}

async fn pay(app: &App, payment: &Payment, rooms: Vec<Kept>) -> Answer<()> {
    let standing: Vec<Reservation> =
        rooms.into_iter().filter(|room| room.status != ReservationStatus::Cancelled).map(|room| room.detail).collect();
    let now = app.clock.now();
    let mails = match app.settings.post {
        Some(_) => mail::owed(&standing, payment.language.as_deref(), now),
        None => Vec::new(),
    };
    let card = app.gateway.card_of_link(payment.property_id, &payment.key()).await;
    let booked = payment.clone();
    let ours = app
        .db
        .write::<bool, WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let (payment, card, mails) = (booked.clone(), card.clone(), mails.clone());
            Box::pin(async move {
                if !payments::turn(conn, &payment, State::Capturing, now + AGAIN, now).await? {
                    return Ok(false);
                }
                if let Some(card) = &card {
                    payments::paid_with(conn, &payment, card).await?;
                }
                let Payment { property_id, batch_id, attempt, .. } = payment;
                refunds::begin_waiting(conn, property_id, batch_id, attempt, now).await?;
                mails::insert(conn, &mails.iter().collect::<Vec<_>>()).await?;
                Ok(true)
            })
        })
        .await?;
    if ours {
        take_later_at_the_latest(app, payment).await;
    }
    Ok(())
}

/// What an open link takes for rooms that are to be cancelled: it goes back once that is paid. Nothing where no other room
/// waits for the link, and where it is paid. Minor units.
///
/// # Errors
/// When the database fails.
pub async fn back_once_paid(app: &App, leaving: &[(Kept, Cost)]) -> Answer<i64> {
    let Some(link) = leaving.iter().find_map(|(_, cost)| cost.offered()) else { return Ok(0) };
    let leaves = |room: &Kept| leaving.iter().any(|(other, _)| other.reservation_id == room.reservation_id);
    let rooms = rooms(app, link).await?;
    let (leaving, staying): (Vec<&Kept>, Vec<&Kept>) = rooms.iter().partition(|room| leaves(room));
    let back = leaving.iter().map(|room| room.detail.charged).sum();
    Ok(if waits(staying.iter().map(|room| room.status)) { back } else { 0 })
}

/// Goes on with the link of rooms of which the last that waited for it may have been cancelled or begun just now: what was
/// paid by then is taken, and it closes where none can wait for it any more. Whatever fails now, [`go_on`] finds.
pub async fn close_unneeded_later_at_the_latest(app: &App, payment: &Payment) {
    let closed = async {
        match is_awaited(app, payment).await? {
            true => Ok(()),
            false => go_on(app, payment).await.map(drop),
        }
    };
    if let Err(error) = closed.await {
        let (property_id, payment_key, code) = (payment.property_id, payment.key(), error.code().as_str());
        tracing::error!(property_id, payment_key, code, "a payment link could not be closed; tried again");
    }
}

/// A link that no room will wait for takes no card any more, and what it may have set aside is given up.
async fn close(app: &App, payment: &Payment, rooms: Vec<Kept>) -> Answer<()> {
    if stand_without(app, payment, rooms).await? {
        void(app, &Payment { state: State::Voiding, ..payment.clone() }).await?;
    }
    Ok(())
}

/// Nothing is taken by the link any more, and what it was for is given back.
async fn give_up(app: &App, payment: &Payment) -> Answer<()> {
    if turn(app, payment, State::Voiding, AGAIN, Durability::OnDisk).await? {
        release(app, &Payment { state: State::Voiding, ..payment.clone() }).await?;
    }
    Ok(())
}

/// Gives back the rooms of a link that is given up, each with a record that says why; then what the gateway may have set
/// aside. What the hotel has begun or ended meanwhile stands without the link: the hotel asks for it itself.
///
/// # Errors
/// When the database fails; `payments::finish` goes on.
pub async fn release(app: &App, payment: &Payment) -> Answer<()> {
    let waits = |room: &Kept| room.status == ReservationStatus::Hold;
    let (waiting, others): (Vec<Kept>, Vec<Kept>) = rooms(app, payment).await?.into_iter().partition(waits);
    if !stand_without(app, payment, others).await? {
        return Ok(());
    }
    for room in waiting {
        let cost = Cost::nothing(app, &room).await?;
        if !give_back(app, &[(room, cost)], By::Payment, Vec::new()).await? {
            // It is being changed elsewhere: asked again.
            return Ok(());
        }
    }
    Ok(void(app, payment).await?)
}

/// The payment of a link is given up, and what the hotel has begun is its guest's without it: nothing counts as paid by it.
/// Who has come is sent the confirmation that waited for the payment. All of it happens, or nothing: false when a room was
/// changed elsewhere, or the payment went on, since they were read.
async fn stand_without(app: &App, payment: &Payment, mut rooms: Vec<Kept>) -> Answer<bool> {
    rooms.retain(|room| room.status.has_begun());
    let now = app.clock.now();
    let without = |mut room: Kept| {
        let unpaid = std::mem::take(&mut room.detail.charged);
        Changed {
            property_id: room.property_id,
            reservation_id: room.reservation_id,
            version: room.version,
            at: now,
            kind: "LINK",
            note: json!({"unpaid": unpaid, "currency": room.currency}),
            status: room.status,
            detail: room.detail,
        }
    };
    let changes: Vec<Changed<Reservation>> = rooms.into_iter().map(without).collect();
    let mails = match app.settings.post {
        Some(_) => {
            let came = changes.iter().filter(|change| change.status == ReservationStatus::CheckedIn);
            let came: Vec<Reservation> = came.map(|change| change.detail.clone()).collect();
            mail::owed(&came, payment.language.as_deref(), now)
        }
        None => Vec::new(),
    };
    let payment = payment.clone();
    let written = app
        .db
        .write::<(), WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let (payment, changes, mails) = (payment.clone(), changes.clone(), mails.clone());
            Box::pin(async move {
                let mut ours = payments::turn(conn, &payment, State::Voiding, now + AGAIN, now).await?;
                for change in &changes {
                    ours = ours && reservations::change(conn, change).await?;
                }
                if !ours {
                    return Err(WriteError::Refused(Code::Busy.into()));
                }
                Ok(mails::insert(conn, &mails.iter().collect::<Vec<_>>()).await?)
            })
        })
        .await;
    match written {
        Ok(()) => Ok(true),
        Err(WriteError::Refused(problem)) if problem.code() == Code::Busy => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The confirmation of a stay whose guest comes after all, where its link was closed while they were taken not to: it was
/// owed to nobody then.
///
/// # Errors
/// When the database fails.
pub async fn owed_after_all(app: &App, room: &Kept) -> Answer<Vec<Mail>> {
    let last = payments::last(&app.db, room.property_id, room.batch_id).await?;
    let closed = last.filter(|last| last.card_token.is_none() && !last.is_offered() && !last.is_booked());
    match closed {
        Some(link)
            if app.settings.post.is_some()
                && !mails::was_owed(&app.db, room.property_id, &room.confirmation_no).await? =>
        {
            Ok(mail::owed(std::slice::from_ref(&room.detail), link.language.as_deref(), app.clock.now()))
        }
        _ => Ok(Vec::new()),
    }
}

/// The rooms that hang on a payment: of its booking those that it pays something of. None of a payment that was given up
/// before the booking was made with a later one.
async fn rooms(app: &App, payment: &Payment) -> Answer<Vec<Kept>> {
    let last = payments::last(&app.db, payment.property_id, payment.batch_id).await?;
    if last.is_some_and(|last| last.attempt > payment.attempt) {
        return Ok(Vec::new());
    }
    let mut rooms = of_booking(app, payment.property_id, payment.batch_id).await?;
    rooms.retain(|room| room.detail.is_by_link());
    Ok(rooms)
}

/// Within a transaction: where an offered payment stands by now. One that is still only offered stays so until the
/// transaction ends, so that a refund that is written now and waits for it is seen when it is taken.
///
/// # Errors
/// When the database fails.
pub async fn standing(conn: &mut Conn, payment: &Payment, now: Timestamp) -> Result<State, WriteError> {
    match payments::turn(conn, payment, State::Offered, payment.act_at, now).await? {
        true => Ok(State::Offered),
        false => Ok(payments::state(conn, payment).await?),
    }
}
