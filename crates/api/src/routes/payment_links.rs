//! `GET /public/payment-links/{request_id}/status`: whether a booking was paid by its link (API-48, PAY-15).

use axum::Json;
use axum::extract::State;
use domain::policy::Moment;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::Path;
use crate::payment_links::{find, go_on, status_of, until};

/// How a payment by link stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkStatus {
    /// PENDING; EXECUTED once it is paid; EXPIRED when it was not in time, those of its rooms that waited for it being given
    /// back then, or when none of them can wait for it any more.
    #[schema(example = "EXECUTED")]
    pub status: String,
    /// When the link ceases to take money.
    #[schema(example = "2026-11-21T12:30:00-05:00")]
    pub expires_at: String,
}

/// Was it paid?
#[utoipa::path(get, path = "/public/payment-links/{request_id}/status", tag = "cards", params(("request_id" = String, Path)),
    responses((status = 200, body = LinkStatus), (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn status(State(app): State<App>, Path(request_id): Path<String>) -> Answer<Json<LinkStatus>> {
    let payment = find(&app, &request_id).await?;
    let property = app.property(payment.property_id).await?;
    let state = go_on(&app, &payment).await?;
    Ok(Json(LinkStatus {
        status: status_of(state).to_owned(),
        expires_at: Moment::new(until(&payment), &property.board).rfc3339(),
    }))
}
