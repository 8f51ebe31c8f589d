//! A booked stay that is changed: what is written beside its batch and its nights, in the same transaction.

use domain::booking::{Choice, Reservation, ReservationStatus, Rooms, StayChange};
use domain::hotel::Hotel;
use domain::money::Currency;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Value, json};
use store::points::{self, ToCome};
use store::refunds::{self as rows, Refund};
use store::reservations::{self, Changed, StayKeys};
use store::{Conn, Document};

use crate::batches::document;
use crate::error::{Code, WriteError};
use crate::member_points;

/// A stay as it becomes.
pub struct ChangedStay {
    pub change: StayChange,
    pub reservation: Reservation,
    /// What goes back of its payments.
    pub refunds: Vec<Refund>,
}

impl ChangedStay {
    /// The old stay and the new one with their doors.
    pub fn doors(&self) -> ([Rooms; 1], [Rooms; 1]) {
        ([self.change.before.held_rooms()], [self.reservation.agreed.held_rooms()])
    }
}

/// The rows of a changed stay.
pub struct Step {
    changed: Changed<Document>,
    keys: StayKeys,
    refunds: Vec<Refund>,
    to_come: Option<(ToCome, Date)>,
}

impl Step {
    /// Made outside the transaction.
    pub fn new(stay: &ChangedStay, hotel: &Hotel, now: Timestamp) -> Step {
        let ChangedStay { change, reservation, .. } = stay;
        let agreed = &reservation.agreed;
        Step {
            changed: Changed {
                property_id: reservation.property_id,
                reservation_id: reservation.reservation_id,
                version: change.version,
                at: now,
                kind: "STAY",
                note: note(change, reservation),
                status: ReservationStatus::Hold,
                detail: document(reservation),
            },
            keys: StayKeys {
                room_type_id: agreed.room_type.clone(),
                arrival: agreed.stay.arrival(),
                departure: agreed.stay.departure(),
                total: agreed.total(),
            },
            refunds: stay.refunds.clone(),
            to_come: member_points::to_come(hotel, std::slice::from_ref(reservation)).pop(),
        }
    }

    /// # Errors
    /// 409 when somebody else changed the reservation meanwhile: nothing of the transaction is to stand then.
    pub async fn write(&self, conn: &mut Conn, now: Timestamp) -> Result<(), WriteError> {
        let Changed { property_id, reservation_id, .. } = self.changed;
        if !reservations::change_stay(conn, &self.changed, &self.keys).await? {
            return Err(WriteError::Refused(Code::NotChangeable.into()));
        }
        for refund in &self.refunds {
            rows::begin(conn, refund, now).await?;
        }
        points::expect_no_more(conn, property_id, reservation_id).await?;
        if let Some((to_come, credit_on)) = &self.to_come {
            points::expect(conn, to_come, *credit_on).await?;
        }
        Ok(())
    }
}

/// For audits: the stay before and after, and what was moved of money.
fn note(change: &StayChange, reservation: &Reservation) -> Value {
    let decimal =
        |minor: i64| Currency::of(&reservation.agreed.currency).map_or(0.0, |currency| currency.to_decimal_f64(minor));
    let stay = |choice: &Choice| {
        json!({"room_type": choice.room_type, "rate_plan": choice.rate_plan, "check_in_date": choice.stay.arrival(),
            "check_out_date": choice.stay.departure(), "adults": choice.party.adults(),
            "children": choice.party.children(), "total": decimal(choice.total())})
    };
    let refunded: i64 = change.refunds.iter().map(|part| part.amount).sum();
    json!({"from": stay(&change.before), "to": stay(&reservation.agreed), "charged": decimal(change.charge),
        "refunded": decimal(refunded), "currency": reservation.agreed.currency})
}
