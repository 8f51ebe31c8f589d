//! `GET` and `DELETE /operator/v1/reservations/{confirmation_no}/guest`: what is kept about the guest of a reservation, an
//! activity or an event, and forgetting them once it is over. Money, nights, rooms and records stay.

use axum::Json;
use axum::extract::State;
use domain::activity::ActivityBooking;
use domain::booking::{Batch, ReservationStatus};
use domain::confirmation;
use domain::event::EventBooking;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::batches::{self, Status, Stored};
use store::bookings::{self, Kind};
use store::payments::State as Paid;
use store::refunds::State as Back;
use store::reservations;
use store::{Conn, Durability, forgetting, payments, points, refunds};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Kept, changed, of_booking};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody, WriteError};
use crate::extract::Path;
use crate::extras::{self, Extra};
use crate::routes::operator::Operator;

/// What is kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptGuest {
    pub conf_num: String,
    /// The whole of it as it is stored, without what opens a card at the vault.
    #[schema(value_type = Object)]
    pub kept: Value,
}

/// A guest who is forgotten.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForgottenGuest {
    pub conf_num: String,
    /// Numbers of rooms that were booked with it, and of activities and events of the stay, that keep a guest still.
    pub others: Vec<String>,
}

/// What is kept about a guest?
#[utoipa::path(get, path = "/operator/v1/reservations/{confirmation_no}/guest", tag = "operations",
    params(("confirmation_no" = String, Path)), security(("operator_key" = [])),
    responses((status = 200, body = KeptGuest), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, _operator: Operator, Path(number): Path<String>) -> Answer<Json<KeptGuest>> {
    let (property_id, conf_num) = read(&number)?;
    let stay = reservations::find::<Value>(&app.db, property_id, &conf_num).await?.map(|stay| stay.detail);
    let mut kept = match (stay, extras::find(&app, property_id, &conf_num).await?) {
        (Some(stay), _) => stay,
        (None, Some(Extra::Activity(booking))) => json!(booking),
        (None, Some(Extra::Event(event))) => json!(event),
        (None, None) => return Err(Code::ReservationUnknown.into()),
    };
    for card in ["/guarantee/card", "/card"] {
        if let Some(Value::Object(card)) = kept.pointer_mut(card) {
            card.retain(|name, _| name != "token" && name != "unique_code");
        }
    }
    Ok(Json(KeptGuest { conf_num, kept }))
}

/// Forget a guest
///
/// Once the stay, the activity or the event is over, was cancelled, or nobody came. Nobody finds it any more; what was
/// agreed and paid stays. A repeat answers the same.
#[utoipa::path(delete, path = "/operator/v1/reservations/{confirmation_no}/guest", tag = "operations",
    params(("confirmation_no" = String, Path)), security(("operator_key" = [])),
    responses((status = 200, body = ForgottenGuest), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CHANGEABLE with `reason`: NOT_OVER, REFUND, PAYMENT; BUSY, also while its stay is being changed")))]
pub async fn delete(
    State(app): State<App>,
    _operator: Operator,
    Path(number): Path<String>,
) -> Answer<Json<ForgottenGuest>> {
    let (property_id, conf_num) = read(&number)?;
    let stay: Option<Kept> = reservations::find(&app.db, property_id, &conf_num).await?;
    let mut others = Vec::new();
    if let Some(stay) = stay {
        let rooms = of_booking(&app, property_id, stay.batch_id).await?.into_iter();
        let rooms = rooms.filter(|room| room.confirmation_no != conf_num && !room.detail.guest.is_forgotten());
        others.extend(rooms.map(|room| room.confirmation_no));
        let alone = others.is_empty();
        let extras = extras::of_stays(&app, property_id, &[stay.reservation_id]).await?.into_iter();
        others.extend(extras.filter(|extra| !extra.is_forgotten()).map(|extra| extra.confirmation_no().to_owned()));
        if !stay.detail.guest.is_forgotten() {
            forget_stay(&app, stay, alone).await?;
        }
    } else {
        let extra = extras::find(&app, property_id, &conf_num).await?.ok_or(Code::ReservationUnknown)?;
        if !extra.is_forgotten() {
            forget_extra(&app, &extra).await?;
        }
    }
    Ok(Json(ForgottenGuest { conf_num, others }))
}

fn read(number: &str) -> Answer<(i64, String)> {
    let number = confirmation::normal(number).ok_or(Code::ReservationUnknown)?;
    Ok((confirmation::property_of(&number).ok_or(Code::ReservationUnknown)?, number))
}

fn refused(reason: &str) -> Problem {
    Problem::new(Code::NotChangeable).with("reason", reason)
}

/// Fails while it lasts, and while money of it is on its way: whoever has to give it another way needs the guest.
async fn check(app: &App, property_id: i64, is_over: bool, id: Uuid, paid_with: &[Uuid]) -> Answer<()> {
    if !is_over {
        return Err(refused("NOT_OVER"));
    }
    let back = refunds::of(&app.db, property_id, id).await?;
    if back.iter().any(|refund| !matches!(refund.state, Back::Refunded | Back::Settled)) {
        return Err(refused("REFUND"));
    }
    for batch_id in paid_with {
        let last = payments::last(&app.db, property_id, *batch_id).await?;
        if last.is_some_and(|last| !matches!(last.state, Paid::Captured | Paid::Voided | Paid::Declined)) {
            return Err(refused("PAYMENT"));
        }
    }
    Ok(())
}

/// `alone`: no other room of its booking keeps a guest, whom the booking's card may be of.
async fn forget_stay(app: &App, mut stay: Kept, alone: bool) -> Answer<()> {
    use ReservationStatus::{Cancelled, CheckedOut, NoShow};
    let (property_id, id, now) = (stay.property_id, stay.reservation_id, app.clock.now());
    let today = app.property(property_id).await?.board.business_day(now);
    let is_over = matches!(stay.status, Cancelled | CheckedOut | NoShow) || today > stay.departure;
    let mut batches: Vec<Stored<Batch>> = batches::naming(&app.db, property_id, &stay.confirmation_no).await?;
    // Somebody else may have written the number into their wishes.
    batches.retain(|batch| batch.state.is_of(&stay.confirmation_no));
    let mut with_cards: Vec<Uuid> = batches.iter().map(|batch| batch.batch_id).collect();
    check(app, property_id, is_over, id, &with_cards).await?;
    // A change that is under way has everything in it: it runs out by itself.
    if batches.iter().any(|batch| batch.status == Status::Open) {
        return Err(Code::Busy.into());
    }
    with_cards.retain(|batch_id| alone || *batch_id != stay.batch_id);
    with_cards.push(id);
    batches.iter_mut().for_each(|batch| batch.state.forget_guests());
    stay.detail.forget_guest();
    let forgotten = changed(app, &stay, stay.status, "FORGOTTEN", json!({}));
    app.db
        .write::<(), WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let (batches, forgotten, with_cards) = (batches.clone(), forgotten.clone(), with_cards.clone());
            Box::pin(async move {
                for batch in &batches {
                    if !batches::update(conn, batch).await? {
                        return Err(WriteError::Refused(Code::Busy.into()));
                    }
                }
                if !reservations::change(conn, &forgotten).await? {
                    return Err(WriteError::Refused(Code::Busy.into()));
                }
                for of in with_cards {
                    forgetting::cards(conn, property_id, of, now).await?;
                }
                if forgotten.status == NoShow {
                    // Nobody takes it back any more.
                    points::expect_no_more(conn, property_id, id).await?;
                }
                Ok(())
            })
        })
        .await?;
    Ok(())
}

async fn forget_extra(app: &App, extra: &Extra) -> Answer<()> {
    let is_over = extra.cancelled_at().is_some() || extra.ends_at() <= app.clock.now();
    let (property_id, id) = (extra.property_id(), extra.booking_id());
    check(app, property_id, is_over, id, &[id]).await?;
    match extra {
        Extra::Activity(_) => write(app, Kind::Activity, (property_id, id), ActivityBooking::forget_guest).await,
        Extra::Event(_) => write(app, Kind::Event, (property_id, id), EventBooking::forget_guest).await,
    }
}

async fn write<S>(app: &App, kind: Kind, (property_id, id): (i64, Uuid), forget: impl Fn(&mut S)) -> Answer<()>
where
    S: Clone + Serialize + DeserializeOwned + Send + Sync + 'static,
{
    let found = bookings::find::<S>(&app.db, kind, property_id, id).await?;
    let (mut booked, now) = (found.ok_or(Code::ReservationUnknown)?, app.clock.now());
    forget(&mut booked.state);
    app.db
        .write::<(), WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let booked = booked.clone();
            Box::pin(async move {
                if !bookings::update(conn, &booked).await? {
                    return Err(WriteError::Refused(Code::Busy.into()));
                }
                bookings::record(conn, (property_id, id), booked.version + 1, now, "FORGOTTEN", &json!({})).await?;
                Ok(forgetting::cards(conn, property_id, id, now).await?)
            })
        })
        .await?;
    Ok(())
}
