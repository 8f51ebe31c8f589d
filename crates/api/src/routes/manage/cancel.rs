//! `GET .../cancel-booking/consent` and `PUT .../cancel-booking`: what giving a confirmed stay back costs, and doing it;
//! its nights are free at once (API-35, API-36).

use axum::Json;
use axum::extract::State;
use domain::booking::{ReservationStatus, money_back, penalty_at, periods};
use domain::money::Currency;
use serde::Serialize;
use serde_json::json;
use store::nights::{self, NightLeft, Span};
use store::payments::Payment;
use store::refunds;
use store::reservations::{self, Changed};
use store::{Conn, Durability, addons, units};
use utoipa::ToSchema;

use super::{Kept, opened};
use crate::app::App;
use crate::batches::addons_back;
use crate::error::{Answer, Code, ProblemBody, WriteError};
use crate::extract::Query;
use crate::member_points;
use crate::wire::booking::currency_of;
use crate::{payment_links, payments};

/// What cancelling comes to now (MANAGE-22).
#[derive(Debug, Serialize, ToSchema)]
pub struct Consent {
    pub allowed: bool,
    /// What the hotel keeps.
    pub penalty: AmountOf,
    /// What the guest gets back of what was paid.
    pub refund: AmountOf,
    /// Cancelling costs nothing before; hotel time with its offset. Null when it does already, or never will.
    #[schema(example = "2026-12-10T18:00:00-05:00")]
    pub free_until: Option<String>,
    /// The same in a plain English sentence.
    pub message: String,
}

/// An amount with its currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct AmountOf {
    #[schema(example = 213.15)]
    pub amount: f64,
    #[schema(example = "USD")]
    pub currency: String,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Cancelled {
    pub conf_num: String,
    #[schema(example = "CANCELLED")]
    pub status: String,
    /// What the hotel keeps.
    pub penalty: AmountOf,
    /// What goes back to the guest's card.
    pub refund: AmountOf,
}

/// What does cancelling cost?
#[utoipa::path(get, path = "/enterprise/v4/web/cancel-booking/consent", tag = "manage", params(("request_id" = String, Query)),
    responses((status = 200, body = Consent), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CANCELLABLE"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn consent(State(app): State<App>, query: Query) -> Answer<Json<Consent>> {
    let found = opened(&app, query.needed("request_id")?).await?;
    if found.status != ReservationStatus::Hold || has_begun(&app, &found).await? {
        return Err(Code::NotCancellable.into());
    }
    let cost = Cost::now(&app, &found).await?;
    let Cost { penalty, refund, .. } = &cost;
    let free = periods(&found.detail.agreed, found.detail.agreed_at()).into_iter().find(|period| period.penalty == 0);
    let until = free.and_then(|period| period.until).filter(|until| app.clock.now() < until.at);
    let message = match (*penalty > 0, &until) {
        (true, _) => format!("Cancelling now costs {} {}.", cost.decimal(*penalty), found.currency),
        (false, Some(until)) => format!("Cancelling is free until {}.", until.rfc3339()),
        (false, None) => "Cancelling is free.".to_owned(),
    };
    Ok(Json(Consent {
        allowed: true,
        penalty: cost.amount(*penalty),
        refund: cost.amount(*refund),
        free_until: until.map(|until| until.rfc3339()),
        message,
    }))
}

/// Cancel a reservation
///
/// Once: a repeat answers the same.
#[utoipa::path(put, path = "/enterprise/v4/web/cancel-booking", tag = "manage", params(("request_id" = String, Query)),
    responses((status = 200, body = Cancelled), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CANCELLABLE, BUSY"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn put(State(app): State<App>, query: Query) -> Answer<Json<Cancelled>> {
    let request_id = query.needed("request_id")?;
    let mut found = opened(&app, request_id).await?;
    if found.status == ReservationStatus::Hold {
        if has_begun(&app, &found).await? {
            return Err(Code::NotCancellable.into());
        }
        let cost = Cost::now(&app, &found).await?;
        let cancelled = give_back(&app, &found, "GUEST", &cost).await?;
        // Somebody may have been quicker; who cancelled twice at once has cancelled.
        found = opened(&app, request_id).await?;
        if !cancelled && found.status == ReservationStatus::Hold {
            return Err(Code::Busy.into());
        }
    }
    if found.status != ReservationStatus::Cancelled {
        return Err(Code::NotCancellable.into());
    }
    let property = app.property(found.property_id).await?;
    let refunded = refunds::sum(&app.db, found.property_id, found.reservation_id, found.version).await?;
    let decimal = |minor| currency_of(&found.detail.agreed, &property.board).to_decimal_f64(minor);
    let amount = |minor| AmountOf { amount: decimal(minor), currency: found.currency.clone() };
    Ok(Json(Cancelled {
        penalty: amount(penalty_at(&found.detail.agreed, found.changed_at)),
        refund: amount(refunded),
        status: found.status.as_str().to_owned(),
        conf_num: found.confirmation_no,
    }))
}

/// Whether the day of arrival is over at the hotel: who did not come, or left early, settles it with the house.
async fn has_begun(app: &App, found: &Kept) -> Answer<bool> {
    let property = app.property(found.property_id).await?;
    Ok(property.board.business_day(app.clock.now()) > found.arrival)
}

/// What giving a reservation back comes to. Minor units.
pub(crate) struct Cost {
    /// What the hotel keeps.
    penalty: i64,
    /// What goes back of what was paid.
    refund: i64,
    /// What it was paid with, or what is still offered to its guest, if anything is.
    payments: Vec<Payment>,
    currency: &'static Currency,
}

impl Cost {
    /// By the rules that were agreed, at this moment.
    async fn now(app: &App, found: &Kept) -> Answer<Cost> {
        Cost::with(app, found, penalty_at(&found.detail.agreed, app.clock.now())).await
    }

    /// Where the hotel asks for nothing.
    pub(crate) async fn nothing(app: &App, found: &Kept) -> Answer<Cost> {
        Cost::with(app, found, 0).await
    }

    async fn with(app: &App, found: &Kept, penalty: i64) -> Answer<Cost> {
        let property = app.property(found.property_id).await?;
        let currency = currency_of(&found.detail.agreed, &property.board);
        let payments = payments::of_reservation(app, &found.detail).await?;
        let refund = money_back(&found.detail.agreed, paid(found, &payments), penalty);
        Ok(Cost { penalty, refund, payments, currency })
    }

    fn decimal(&self, minor: i64) -> f64 {
        self.currency.to_decimal_f64(minor)
    }

    fn amount(&self, minor: i64) -> AmountOf {
        AmountOf { amount: self.decimal(minor), currency: self.currency.code.to_owned() }
    }
}

/// What was paid for a reservation: its own part of each payment, in minor units.
pub(super) fn paid(found: &Kept, payments: &[Payment]) -> i64 {
    let made = |batch_id| payments.iter().any(|payment| payment.batch_id == batch_id && payment.is_booked());
    found.detail.charges().iter().filter(|charge| made(charge.batch_id)).map(|charge| charge.amount).sum()
}

/// Gives a confirmed reservation back with all that it held and what is to be refunded, and keeps a record; false when
/// it was changed elsewhere since it was read. `by` is GUEST, HOTEL, or PAYMENT
/// where its link was not paid in time.
pub(crate) async fn give_back(app: &App, found: &Kept, by: &str, cost: &Cost) -> Answer<bool> {
    let now = app.clock.now();
    let property_id = found.property_id;
    // A room that is given back before its booking is paid costs nothing: should the guest pay all the same, its part
    // goes back whole.
    let offered = cost.payments.iter().find(|payment| payment.is_offered()).cloned();
    let parts = found.detail.parts(if offered.is_some() { found.detail.charged } else { cost.refund });
    let back = payments::refunds_of(&found.detail, found.version + 1, &parts, &cost.payments, now);
    let note = json!({"by": by, "penalty": cost.decimal(cost.penalty), "refund": cost.decimal(cost.refund),
        "currency": found.currency});
    let owed = back.clone();
    // A room of a group's block is free in the block again, where the next of the group finds it.
    let span = Span {
        room_type_id: found.room_type_id.clone(),
        group: found.detail.agreed.group().map(str::to_owned),
        arrival: found.arrival,
        departure: found.departure,
        rooms: 1,
    };
    let rooms = Some(found.detail.agreed.held_rooms()).filter(|rooms| rooms.group.is_none());
    let added = addons_back(&found.detail.agreed);
    let batch_id = found.batch_id;
    let points = member_points::back(&found.detail, cost.penalty, now);
    let changed = Changed {
        property_id,
        reservation_id: found.reservation_id,
        version: found.version,
        at: now,
        kind: "CANCELLED",
        note,
        status: ReservationStatus::Cancelled,
        detail: found.detail.clone(),
    };
    let freed = app
        .db
        .write::<Option<Vec<NightLeft>>, WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let (span, rooms, added, changed) = (span.clone(), rooms.clone(), added.clone(), changed.clone());
            let (owed, points, offered) = (owed.clone(), points.clone(), offered.clone());
            Box::pin(async move {
                if !reservations::change(conn, &changed).await? {
                    return Ok(None);
                }
                for refund in &owed {
                    let waits = match &offered {
                        Some(offered) => payment_links::is_open(conn, offered, now).await?,
                        None => false,
                    };
                    refunds::begin(conn, refund, waits, now).await?;
                }
                let nights = nights::give_back(conn, property_id, &span, now).await?;
                if let Some(rooms) = &rooms {
                    units::turn(conn, property_id).await?;
                    units::release(conn, property_id, rooms, batch_id).await?;
                }
                for span in &added {
                    addons::release(conn, property_id, span).await?;
                }
                member_points::give_back(conn, points.as_ref(), property_id, changed.reservation_id).await?;
                Ok(Some(nights))
            })
        })
        .await?;
    if let (Some(nights), Some(property)) = (&freed, app.boards.loaded(property_id)) {
        property.patch(nights);
    }
    if freed.is_some() && cost.refund > 0 {
        payments::give_back_later_at_the_latest(app, &back).await;
    }
    Ok(freed.is_some())
}
