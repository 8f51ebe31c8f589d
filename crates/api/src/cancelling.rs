//! Giving confirmed stays back: what that costs, and doing it to rooms of a booking, all of them or none.

use domain::booking::{self, BackTo, Period, Reservation, ReservationStatus, Rooms, money_back, money_kept};
use domain::money::Currency;
use domain::policy::Moment;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Value, json};
use store::addons::AddonSpan;
use store::mails::{self, Mail};
use store::nights::{self, NightLeft, Span};
use store::payments::{Payment, State as Standing};
use store::points::Entry;
use store::refunds::{self as rows, Refund, State};
use store::reservations::{self, Changed};
use store::{Conn, Durability, addons, units};
use uuid::Uuid;

use crate::app::App;
use crate::batches::addons_back;
use crate::error::{Answer, Code, WriteError};
use crate::member_points;
use crate::routes::manage::Kept;
use crate::wire::booking::currency_of;
use crate::{payment_links, payments, refunds};

/// What giving a reservation back comes to. Minor units.
pub struct Cost {
    /// What it costs.
    pub penalty: i64,
    /// What of it the hotel keeps of what was paid; it asks for the rest.
    pub kept: i64,
    /// What goes back of what was paid.
    pub refund: i64,
    /// The cards that it goes to, as far as they are known.
    pub back_to: Vec<BackTo>,
    /// Points that come back.
    pub points: i64,
    /// It costs nothing before; `None` when it does already, or never will.
    pub free_until: Option<Moment>,
    /// What it was paid with, or what is still offered to its guest, if anything is.
    payments: Vec<Payment>,
    pub currency: &'static Currency,
}

impl Cost {
    /// By the rules that were agreed, at this moment.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn now(app: &App, room: &Kept) -> Answer<Cost> {
        let (payments, now) = (payments::of_reservation(app, &room.detail).await?, app.clock.now());
        let period = periods(room, &payments).into_iter().find(|period| period.is_at(now));
        Cost::with(app, room, payments, period).await
    }

    /// Where the hotel asks for nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn nothing(app: &App, room: &Kept) -> Answer<Cost> {
        Cost::with(app, room, payments::of_reservation(app, &room.detail).await?, None).await
    }

    async fn with(app: &App, room: &Kept, payments: Vec<Payment>, period: Option<Period>) -> Answer<Cost> {
        let property = app.property(room.property_id).await?;
        let agreed = &room.detail.agreed;
        let currency = currency_of(agreed, &property.board);
        let penalty = period.map_or(0, |period| period.penalty);
        let free_until = period.filter(|_| penalty == 0).and_then(|period| period.until);
        let paid = paid(room, &payments);
        let (kept, refund) = (money_kept(agreed, paid, penalty), money_back(agreed, paid, penalty));
        let back =
            refunds::of_parts(&room.detail, room.version + 1, &room.detail.parts(refund), &payments, app.clock.now());
        let (back_to, points) = (refunds::back_to(&back), agreed.points_back(penalty));
        Ok(Cost { penalty, kept, refund, back_to, points, free_until, payments, currency })
    }

    /// What is still offered to its guest by a link.
    pub fn offered(&self) -> Option<&Payment> {
        self.payments.iter().find(|payment| payment.is_offered())
    }
}

/// What cancelling a room costs, period after period from its booking on. Before its booking is paid by a link it costs
/// nothing, whatever its rate says.
pub fn periods(room: &Kept, payments: &[Payment]) -> Vec<Period> {
    match is_unpaid(room, payments) {
        true => vec![Period { from: None, until: None, penalty: 0 }],
        false => booking::periods(&room.detail.agreed, room.detail.agreed_at()),
    }
}

/// Whether its booking is still to be paid by a link, or is about to be given back since nobody paid.
pub fn is_unpaid(room: &Kept, payments: &[Payment]) -> bool {
    let of_booking = |payment: &Payment| payment.batch_id == room.detail.batch_id && payment.is_booked();
    room.detail.is_by_link() && !payments.iter().any(of_booking)
}

/// What was paid for a reservation: its own part of each payment, in minor units.
pub fn paid(room: &Kept, payments: &[Payment]) -> i64 {
    room.detail.paid_by(|batch_id| payments.iter().any(|payment| payment.batch_id == batch_id && payment.is_booked()))
}

/// Who gives a stay back, as its record says.
#[derive(Debug, Clone, Copy)]
pub enum By {
    Guest,
    Hotel,
    /// Its link was not paid in time.
    Payment,
}

impl By {
    /// As records and answers write it.
    pub fn as_str(self) -> &'static str {
        match self {
            By::Guest => "GUEST",
            By::Hotel => "HOTEL",
            By::Payment => "PAYMENT",
        }
    }

    /// From the note of a record.
    fn of(note: &Value) -> By {
        let named = |by: &By| note["by"].as_str() == Some(by.as_str());
        [By::Guest, By::Payment].into_iter().find(named).unwrap_or(By::Hotel)
    }
}

/// Gives confirmed rooms of one booking back with all that they held and what is to be refunded, each with a record,
/// and owes the mails that tell of it, from the same instant on: all of it in one transaction. False when one of them was
/// changed elsewhere since it was read; nothing happens then.
///
/// # Errors
/// When the database fails.
pub async fn give_back(app: &App, rooms: &[(Kept, Cost)], by: By, mut mails: Vec<Mail>) -> Answer<bool> {
    let Some(property_id) = rooms.first().map(|(room, _)| room.property_id) else { return Ok(true) };
    let now = app.clock.now();
    let mut steps: Vec<Step> = rooms.iter().map(|(room, cost)| Step::new(room, cost, by, now)).collect();
    // So that a mail is known to tell of it (`mails::is_told_later`).
    for mail in &mut mails {
        mail.created_at = now;
    }
    // Nights are locked in one order by whoever gives them back.
    steps.sort_by(|one, other| one.order().cmp(&other.order()));
    let refunds: Vec<Refund> = steps.iter().flat_map(|step| step.refunds.clone()).collect();
    let all = Steps { property_id, rooms: steps, mails };
    let freed = app
        .db
        .write::<Vec<NightLeft>, WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let all = all.clone();
            Box::pin(async move { all.write(conn, now).await })
        })
        .await;
    let freed = match freed {
        Ok(freed) => freed,
        Err(WriteError::Refused(problem)) if problem.code() == Code::Busy => return Ok(false),
        Err(error) => return Err(error.into()),
    };
    if let Some(property) = app.boards.loaded(property_id) {
        property.patch(&freed);
    }
    refunds::give_back_later_at_the_latest(app, &refunds).await;
    Ok(true)
}

/// What one room gives back, made outside the transaction.
#[derive(Clone)]
struct Step {
    changed: Changed<Reservation>,
    refunds: Vec<Refund>,
    /// What its guest has still to pay by a link: refunds wait for it.
    offered: Option<Payment>,
    span: Span,
    /// Its door, or its place behind one; a room of a group's block has none.
    door: Option<Rooms>,
    batch_id: Uuid,
    addons: Vec<AddonSpan>,
    points: Option<Entry>,
}

impl Step {
    fn new(room: &Kept, cost: &Cost, by: By, now: Timestamp) -> Step {
        let agreed = &room.detail.agreed;
        // A room that is given back before its booking is paid costs nothing: should the guest pay all the same, its
        // part goes back whole.
        let offered = cost.offered().cloned();
        let parts = room.detail.parts(if offered.is_some() { room.detail.charged } else { cost.refund });
        Step {
            changed: Changed {
                property_id: room.property_id,
                reservation_id: room.reservation_id,
                version: room.version,
                at: now,
                kind: CANCELLED,
                note: note(room, cost, by),
                status: ReservationStatus::Cancelled,
                detail: room.detail.clone(),
            },
            refunds: refunds::of_parts(&room.detail, room.version + 1, &parts, &cost.payments, now),
            offered,
            // A room of a group's block is free in the block again, where the next of the group finds it.
            span: Span {
                room_type_id: room.room_type_id.clone(),
                group: agreed.group().map(str::to_owned),
                arrival: room.arrival,
                departure: room.departure,
                rooms: 1,
            },
            door: Some(agreed.held_rooms()).filter(|rooms| rooms.group.is_none()),
            batch_id: room.batch_id,
            addons: addons_back(agreed),
            points: member_points::back(&room.detail, cost.penalty, now),
        }
    }

    fn order(&self) -> (&str, Option<&str>, Date, Uuid) {
        let Span { room_type_id, group, arrival, .. } = &self.span;
        (room_type_id, group.as_deref(), *arrival, self.changed.reservation_id)
    }
}

#[derive(Clone)]
struct Steps {
    property_id: i64,
    rooms: Vec<Step>,
    mails: Vec<Mail>,
}

impl Steps {
    async fn write(self, conn: &mut Conn, now: Timestamp) -> Result<Vec<NightLeft>, WriteError> {
        let Steps { property_id, rooms, mails } = self;
        for room in &rooms {
            if !reservations::change(conn, &room.changed).await? {
                return Err(WriteError::Refused(Code::Busy.into()));
            }
        }
        for room in &rooms {
            for refund in &room.refunds {
                let state = match &room.offered {
                    Some(offered) => of_offered(payment_links::standing(conn, offered, now).await?),
                    None => Some(refund.state),
                };
                if let Some(state) = state {
                    rows::begin(conn, &Refund { state, ..refund.clone() }, now).await?;
                }
            }
        }
        let mut freed = Vec::new();
        for room in &rooms {
            freed.extend(nights::change(conn, nights::Step::GiveBack, property_id, &room.span, now).await?);
        }
        if rooms.iter().any(|room| room.door.is_some()) {
            units::turn(conn, property_id).await?;
        }
        for room in &rooms {
            if let Some(door) = &room.door {
                units::release(conn, property_id, door, room.batch_id).await?;
            }
        }
        let mut added: Vec<&AddonSpan> = rooms.iter().flat_map(|room| &room.addons).collect();
        added.sort_unstable();
        for span in added {
            addons::release(conn, property_id, span).await?;
        }
        for room in &rooms {
            member_points::give_back(conn, room.points.as_ref(), &room.changed.detail, now).await?;
        }
        mails::insert(conn, &mails.iter().collect::<Vec<_>>()).await?;
        Ok(freed)
    }
}

/// What becomes of the refund of a payment that its guest was offered, by where that stands when the refund is written;
/// `None` when it was given up meanwhile: nothing was paid, and nothing goes back.
fn of_offered(payment: Standing) -> Option<State> {
    match payment {
        Standing::Offered => Some(State::Waiting),
        Standing::Capturing | Standing::Captured => Some(State::Refunding),
        Standing::Authorising | Standing::Voiding | Standing::Voided | Standing::Declined => None,
    }
}

/// The kind of the record.
const CANCELLED: &str = "CANCELLED";

/// For audits, and for whoever asks again what it came to.
fn note(room: &Kept, cost: &Cost, by: By) -> Value {
    let decimal = |minor| cost.currency.to_decimal_f64(minor);
    let mut note = json!({"by": by.as_str(), "penalty": decimal(cost.penalty), "refund": decimal(cost.refund),
        "currency": room.currency});
    if cost.points > 0 {
        note["points"] = json!(cost.points);
    }
    note
}

/// What a cancelled stay came to, as it was told when it was given back.
#[derive(Debug, Clone)]
pub struct CameTo {
    /// When it was given back.
    pub at: Timestamp,
    /// Who gave it back.
    pub by: By,
    /// What it cost. Minor units.
    pub penalty: i64,
    /// What of it the hotel kept of what was paid; it asks for the rest. Minor units.
    pub kept: i64,
    /// What went back of the money. Minor units.
    pub refund: i64,
    /// The cards that it went to, as far as they are known: none that did not take it.
    pub back_to: Vec<BackTo>,
    /// What an open link still takes for it: it goes back once that is paid. Minor units.
    pub refund_once_paid: i64,
    /// Points that came back.
    pub points: i64,
}

impl CameTo {
    /// From its record; `None` for a stay that is not cancelled.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(app: &App, room: &Kept) -> Answer<Option<CameTo>> {
        if room.status != ReservationStatus::Cancelled {
            return Ok(None);
        }
        let records = reservations::changes(&app.db, room.property_id, room.reservation_id).await?;
        let note = records.into_iter().rev().find(|(kind, _)| kind == CANCELLED).map(|(_, note)| note);
        let note = note.unwrap_or_default();
        // The records have decimal amounts.
        let minor = |amount| Currency::of(&room.currency)?.from_decimal_f64(amount).ok();
        let penalty = note["penalty"].as_f64().and_then(minor).unwrap_or_default();
        let paid = paid(room, &payments::of_reservation(app, &room.detail).await?);
        let back = rows::of_change(&app.db, room.property_id, room.reservation_id, room.version).await?;
        Ok(Some(CameTo {
            at: room.changed_at,
            by: By::of(&note),
            penalty,
            kept: money_kept(&room.detail.agreed, paid, penalty),
            refund: back.iter().map(|refund| refund.amount).sum(),
            back_to: refunds::back_to(back.iter().filter(|refund| !refunds::is_lost(refund))),
            refund_once_paid: match payment_links::payment(app, &room.detail).await? {
                Some(link) if payment_links::is_awaited(app, &link).await? => room.detail.charged,
                _ => 0,
            },
            points: note["points"].as_i64().unwrap_or_default(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Between the reading of a stay and its cancellation its link may be paid or given up.
    #[test]
    fn nothing_goes_back_of_a_payment_that_was_given_up() {
        assert_eq!(of_offered(Standing::Offered), Some(State::Waiting));
        assert_eq!([Standing::Capturing, Standing::Captured].map(of_offered), [Some(State::Refunding); 2]);
        assert_eq!([Standing::Voiding, Standing::Voided].map(of_offered), [None; 2]);
    }
}
