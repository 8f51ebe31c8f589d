//! `POST /public/gateway/events`: what the payment provider tells by itself. An event is a hint to look at a payment or a
//! refund: it is asked for then, so that nothing that is said here is believed, and one that comes late, twice, or never
//! does no harm.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::gateway::Heard;
use crate::{payment_links, payments, refunds};

/// An event of the payment provider
///
/// Signed as the provider signs (`Stripe-Signature`). Nobody is listened to where the gateway has no provider.
#[utoipa::path(post, path = "/public/gateway/events", tag = "operations",
    params(("Stripe-Signature" = Option<String>, Header)), request_body(content = String, content_type = "application/json"),
    responses((status = 204, description = "heard"), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<StatusCode> {
    let body = body.map_err(|_| Code::BadRequest)?;
    let signature = headers.get("Stripe-Signature").and_then(|value| value.to_str().ok());
    match app.gateway.hear(signature, &body) {
        Heard::Nobody => return Err(Code::NotFound.into()),
        Heard::Refused => return Err(Code::BadRequest.into()),
        Heard::Nothing => {}
        Heard::Payment { property_id, key } => look_at(&app, property_id, &key).await?,
        Heard::Refund { property_id, key } => refunds::look_at(&app, property_id, &key).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Goes on with a payment that waits for its guest or for the gateway. One that a guest's own call is at is left to that
/// call.
async fn look_at(app: &App, property_id: i64, key: &str) -> Answer<()> {
    let parts =
        key.rsplit_once('-').and_then(|(batch, attempt)| Some((Uuid::try_parse(batch).ok()?, attempt.parse().ok()?)));
    let Some((batch_id, attempt)) = parts else { return Ok(()) };
    let Some(payment) = store::payments::find(&app.db, property_id, batch_id, attempt).await? else { return Ok(()) };
    match payment.state {
        store::payments::State::Offered => drop(payment_links::go_on(app, &payment).await?),
        store::payments::State::Capturing => payments::take(app, &payment).await?,
        _ => {}
    }
    Ok(())
}
