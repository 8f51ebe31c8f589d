//! `POST /enterprise/v4/web/add-guarantee`: another card holds the reservation from now on (API-38, CARD-08).

use axum::Json;
use axum::extract::State;
use domain::booking::{Guarantee, ReservationStatus};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::found::card_guarantee_type;
use super::{change, changeable};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Query};
use crate::payments;
use crate::routes::booking::commit::{GuaranteeDetails, card};

/// A card as the token call answered it (PAY-14).
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddGuarantee {
    /// Code of the guarantee type.
    #[schema(example = "CC")]
    pub payment_type_code: Option<String>,
    #[serde(flatten)]
    pub card: GuaranteeDetails,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuaranteeAdded {
    pub conf_num: String,
    #[schema(example = "XXXXXXXXXXXX4242")]
    pub masked_card_number: String,
}

/// Change the card
///
/// The card was typed into a frame whose token call named this `request_id`.
#[utoipa::path(post, path = "/enterprise/v4/web/add-guarantee", tag = "manage", params(("request_id" = String, Query)), request_body = AddGuarantee,
    responses((status = 200, body = GuaranteeAdded), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CHANGEABLE, BUSY"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "CARD_REQUIRED, CARD_EXPIRED")))]
pub async fn post(
    State(app): State<App>,
    query: Query,
    Body(body): Body<AddGuarantee>,
) -> Answer<Json<GuaranteeAdded>> {
    let mut found = changeable(&app, query.needed("request_id")?).await?;
    let property = app.property(found.property_id).await?;
    let payments = payments::of_reservation(&app, &found.detail).await?;
    let offered = card_guarantee_type(&property, &found, &payments).ok_or(Code::NotChangeable)?;
    if body.payment_type_code.as_ref().is_some_and(|code| *code != offered) {
        return Err(Problem::new(Code::Unacceptable)
            .with_field("payment_type_code", format!("expected {offered}, which takes a card here")));
    }
    let card = card(&app, found.property_id, found.reservation_id, Some(&body.card), "custom_field_5")?;
    let card = card.ok_or_else(|| Problem::new(Code::CardRequired).with_field("custom_field_5", "is missing"))?;
    if card.is_expired(property.board.business_day(app.clock.now())) {
        return Err(Code::CardExpired.into());
    }
    let masked_card_number = card.masked_number.clone();
    found.detail.guarantee = Some(Guarantee { guarantee_type: offered, card: Some(card) });
    change(&app, &found, ReservationStatus::Hold, "CARD", json!({"masked_number": masked_card_number}), Vec::new())
        .await?;
    Ok(Json(GuaranteeAdded { conf_num: found.confirmation_no, masked_card_number }))
}
