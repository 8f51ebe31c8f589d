//! `PUT /enterprise/v4/web/cancel-extra`: gives an activity or an event back; its places or spaces are free at once.
//! What that comes to stands in its look-up.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::opened_extra;
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{MaybeJson, Query};
use crate::extras::giving_back::{Cost, give_back};
use crate::letters::texts::Texts;

/// What the guest saw, and how they read on; may be left out altogether.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CancelExtra {
    /// What the guest was told that it costs; one that costs more by now is not cancelled.
    pub expected_penalty: Option<f64>,
    /// Language of the mail that says so, the hotel's first one when it does not offer this; the one that the guest booked
    /// in when it is left out.
    #[schema(example = "fr_FR")]
    pub language_code: Option<String>,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancelledExtra {
    pub conf_num: String,
    #[schema(example = "CANCELLED")]
    pub status: &'static str,
    #[schema(example = "USD")]
    pub currency: String,
    /// What the hotel asks for.
    pub penalty: f64,
    /// What goes back to the card.
    pub refund: f64,
}

/// Cancel an activity or an event
///
/// An activity until its cut-off, and all that was paid goes back; an event until it begins, for what its terms say.
/// Once: a repeat answers the same.
#[utoipa::path(put, path = "/enterprise/v4/web/cancel-extra", tag = "manage", params(("request_id" = String, Query)),
    request_body(content = Option<CancelExtra>),
    responses((status = 200, body = CancelledExtra), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CANCELLABLE: its cut-off is past, or it has begun; CANCELLATION_CHANGED: it costs more by now; BUSY"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn put(
    State(app): State<App>,
    query: Query,
    MaybeJson(body): MaybeJson<CancelExtra>,
) -> Answer<Json<CancelledExtra>> {
    let extra = opened_extra(&app, query.needed("request_id")?).await?;
    let property = app.property(extra.property_id()).await?;
    let currency = extra.currency(property.board.currency());
    let wish = body.unwrap_or_default();
    let language = Texts::asked_of(property.board.hotel(), wish.language_code.as_deref());
    let expected = wish.expected_penalty.map(|amount| currency.from_decimal_f64(amount));
    let expected = expected.transpose().map_err(|error| Problem::field("expected_penalty", error.to_string()))?;
    let given_back = give_back(&app, &extra, expected, language.as_deref()).await?;
    let at = given_back.cancelled_at().ok_or(Code::Busy)?;
    let Cost { penalty, refund, .. } = Cost::of(&given_back, at);
    Ok(Json(CancelledExtra {
        conf_num: given_back.confirmation_no().to_owned(),
        status: "CANCELLED",
        currency: currency.code.to_owned(),
        penalty: currency.to_decimal_f64(penalty),
        refund: currency.to_decimal_f64(refund),
    }))
}
