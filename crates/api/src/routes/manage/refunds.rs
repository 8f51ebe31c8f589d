//! `GET` and `PUT /operator/v1/reservations/{confirmation_no}/refunds`: what goes back of a reservation, an activity or an
//! event, and what the hotel does about what came back for good.

use axum::Json;
use axum::extract::State;
use domain::confirmation;
use domain::money::Currency;
use serde::{Deserialize, Serialize};
use store::refunds::{self as rows, Refund, State as Stands};
use store::reservations;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Kept;
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Path};
use crate::routes::operator::Operator;
use crate::{extras, refunds};

/// What the hotel knows or does about refunds that the gateway will say no more of.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RefundWish {
    /// Of those that came back for good, SETTLED: the hotel has given them another way, or AGAIN: they are asked for once
    /// more. ARRIVED, of all that are PENDING: the guest has them, as the hotel saw at a gateway that it has left.
    #[schema(example = "SETTLED")]
    pub status: String,
}

/// A refund as its hotel sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct HotelRefund {
    pub amount: f64,
    #[schema(example = "USD")]
    pub currency: String,
    /// WAITING (for its payment), REFUNDING, PENDING (at the guest's bank), REFUNDED, FAILED (came back for good) or SETTLED.
    #[schema(example = "FAILED")]
    pub status: &'static str,
    /// Why it came back the last time, in the gateway's word.
    #[schema(example = "expired_or_canceled_card")]
    pub reason: Option<String>,
}

/// What goes back?
#[utoipa::path(get, path = "/operator/v1/reservations/{confirmation_no}/refunds", tag = "operations",
    params(("confirmation_no" = String, Path)), security(("operator_key" = [])),
    responses((status = 200, body = Vec<HotelRefund>), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    _operator: Operator,
    Path(number): Path<String>,
) -> Answer<Json<Vec<HotelRefund>>> {
    Ok(Json(told(&of_number(&app, &number).await?)))
}

/// Tell what becomes of refunds that came back for good, or that have arrived
///
/// Those alone change. Where there is none of them, and one may still go out, nothing is settled.
#[utoipa::path(put, path = "/operator/v1/reservations/{confirmation_no}/refunds", tag = "operations",
    params(("confirmation_no" = String, Path)), request_body = RefundWish, security(("operator_key" = [])),
    responses((status = 200, body = Vec<HotelRefund>), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "REFUND_UNDER_WAY: the gateway may still give it")))]
pub async fn put(
    State(app): State<App>,
    _operator: Operator,
    Path(number): Path<String>,
    Body(wish): Body<RefundWish>,
) -> Answer<Json<Vec<HotelRefund>>> {
    let (from, to) = match wish.status.as_str() {
        "SETTLED" => (Stands::Failed, Stands::Settled),
        "AGAIN" => (Stands::Failed, Stands::Refunding),
        // Not settled: if the gateway should tell of it after all, and that it came back, it is heard.
        "ARRIVED" => (Stands::Pending, Stands::Refunded),
        _ => return Err(Problem::field("status", "expected SETTLED, AGAIN or ARRIVED")),
    };
    let all = of_number(&app, &number).await?;
    let (meant, others): (Vec<_>, Vec<_>) = all.iter().partition(|refund| refund.state == from);
    // One that is asked for may be on its way to the gateway in this moment: it cannot be called back.
    let may_go_out = |refund: &&Refund| matches!(refund.state, Stands::Waiting | Stands::Refunding | Stands::Pending);
    if to != Stands::Refunding && meant.is_empty() && others.iter().any(may_go_out) {
        return Err(Code::RefundUnderWay.into());
    }
    for refund in meant {
        refunds::turn(&app, refund, &Refund { state: to, act_at: app.clock.now(), ..refund.clone() }).await?;
    }
    Ok(Json(told(&of_number(&app, &number).await?)))
}

async fn of_number(app: &App, number: &str) -> Answer<Vec<Refund>> {
    let number = confirmation::normal(number).ok_or(Code::ReservationUnknown)?;
    let property_id = confirmation::property_of(&number).ok_or(Code::ReservationUnknown)?;
    let stay: Option<Kept> = reservations::find(&app.db, property_id, &number).await?;
    let id: Uuid = match stay {
        Some(stay) => stay.reservation_id,
        None => extras::find(app, property_id, &number).await?.ok_or(Code::ReservationUnknown)?.booking_id(),
    };
    Ok(rows::of(&app.db, property_id, id).await?)
}

fn told(refunds: &[Refund]) -> Vec<HotelRefund> {
    let decimal =
        |refund: &Refund| Currency::of(&refund.currency).map_or(0.0, |currency| currency.to_decimal_f64(refund.amount));
    let told = refunds.iter().map(|refund| HotelRefund {
        amount: decimal(refund),
        currency: refund.currency.clone(),
        status: refund.state.as_str(),
        reason: refund.failure.clone(),
    });
    told.collect()
}
