//! `PUT /operator/v1/reservations/{confirmation_no}/status`: the hotel tells what became of a stay (MANAGE-20).

use axum::Json;
use axum::extract::State;
use domain::booking::ReservationStatus;
use domain::confirmation;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::payments::Payment;
use store::reservations;
use utoipa::ToSchema;

use super::{Kept, change};
use crate::app::App;
use crate::cancelling::{By, Cost, give_back};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Path};
use crate::payment_links;
use crate::routes::operator::Operator;

/// Where the stay stands now.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewStatus {
    /// HOLD, CHECKED_IN, CHECKED_OUT, NO_SHOW or CANCELLED.
    #[schema(example = "CHECKED_IN")]
    pub status: String,
}

/// The reservation afterwards.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusAnswer {
    pub conf_num: String,
    pub status: String,
}

/// Tell what became of a stay
///
/// A repeat answers the same. A cancellation by the hotel costs the guest nothing: what was paid goes back.
#[utoipa::path(put, path = "/operator/v1/reservations/{confirmation_no}/status", tag = "operations",
    params(("confirmation_no" = String, Path)), request_body = NewStatus, security(("operator_key" = [])),
    responses((status = 200, body = StatusAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CHANGEABLE: the present status leads to no such one; BUSY")))]
pub async fn put(
    State(app): State<App>,
    _operator: Operator,
    Path(number): Path<String>,
    Body(body): Body<NewStatus>,
) -> Answer<Json<StatusAnswer>> {
    let next: ReservationStatus = body
        .status
        .parse()
        .map_err(|()| Problem::field("status", "expected HOLD, CHECKED_IN, CHECKED_OUT, NO_SHOW or CANCELLED"))?;
    let unknown = || Code::ReservationUnknown;
    let number = confirmation::normal(&number).ok_or_else(unknown)?;
    let property_id = confirmation::property_of(&number).ok_or_else(unknown)?;
    let mut found: Kept = reservations::find(&app.db, property_id, &number).await?.ok_or_else(unknown)?;
    let answer = StatusAnswer { conf_num: number, status: next.as_str().to_owned() };
    if found.status == next {
        return Ok(Json(answer));
    }
    if next == ReservationStatus::Hold {
        // Once the time of its link is over, a stay whose slip is taken back stands without it.
        found = payment_links::with_what_was_paid(&app, found).await?;
    }
    if found.detail.guest.is_forgotten() || !found.status.may_become(next) {
        return Err(Code::NotChangeable.into());
    }
    let link = payment_links::payment(&app, &found.detail).await?.filter(Payment::is_offered);
    if next == ReservationStatus::Cancelled {
        let cost = Cost::nothing(&app, &found).await?;
        // The hotel tells its guest itself.
        if !give_back(&app, &[(found, cost)], By::Hotel, Vec::new()).await? {
            return Err(Code::Busy.into());
        }
    } else {
        let note = json!({"from": found.status.as_str(), "to": next.as_str()});
        let mails = match next {
            ReservationStatus::Hold if found.status == ReservationStatus::NoShow => {
                payment_links::owed_after_all(&app, &found).await?
            }
            _ => Vec::new(),
        };
        change(&app, &found, next, "STATUS", note, mails).await?;
    }
    if let Some(link) = link {
        payment_links::close_unneeded_later_at_the_latest(&app, &link).await;
    }
    Ok(Json(answer))
}
