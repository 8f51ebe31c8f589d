//! `POST /enterprise/v4/web/add-guarantee`: another card holds the reservation, or rooms of its booking, from now on
//! (API-38, CARD-08).

use axum::Json;
use axum::extract::State;
use domain::booking::Guarantee;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::found::card_guarantee_type;
use super::rooms::of_them;
use super::{Kept, change_rooms, changeable, not_changeable, opened};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Query, part};
use crate::payments;
use crate::routes::booking::commit::{GuaranteeDetails, card};

/// A card as the token call answered it, without its holder (CARD-08); one that is sent is passed over.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddGuarantee {
    /// Code of the guarantee type.
    #[schema(example = "CC")]
    pub payment_type_code: Option<String>,
    /// Rooms of the same booking, in place of the one that was looked up: the card holds all of them, or none.
    #[serde(default)]
    pub conf_nums: Vec<String>,
    #[serde(flatten, deserialize_with = "part")]
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
    let found = opened(&app, query.needed("request_id")?).await?;
    let (number, property_id, typed_for) = (found.confirmation_no.clone(), found.property_id, found.reservation_id);
    let property = app.property(property_id).await?;
    let rooms = changeable(of_them(&app, found, &body.conf_nums).await?)?;
    let mut offered = Vec::with_capacity(rooms.len());
    for room in &rooms {
        let payments = payments::of_reservation(&app, &room.detail).await?;
        offered.push(card_guarantee_type(&property, room, &payments).ok_or_else(|| not_changeable(room))?);
    }
    if body.payment_type_code.as_ref().is_some_and(|code| !offered.contains(code)) {
        return Err(Problem::new(Code::Unacceptable)
            .with_field("payment_type_code", format!("expected {}, which takes a card here", offered[0])));
    }
    let unnamed = GuaranteeDetails { custom_field_3: None, ..body.card };
    let card = card(&app, property_id, typed_for, Some(&unnamed), "custom_field_5")?;
    let card = card.ok_or_else(|| Problem::new(Code::CardRequired).with_field("custom_field_5", "is missing"))?;
    if card.is_expired(property.board.business_day(app.clock.now())) {
        return Err(Code::CardExpired.into());
    }
    let masked_card_number = card.masked_number.clone();
    let with_card = |(mut room, guarantee_type): (Kept, String)| {
        room.detail.guarantee = Some(Guarantee::new(property.board.hotel(), guarantee_type, Some(card.clone())));
        (room, json!({"masked_number": masked_card_number}))
    };
    change_rooms(&app, "CARD", rooms.into_iter().zip(offered).map(with_card).collect(), Vec::new()).await?;
    Ok(Json(GuaranteeAdded { conf_num: number, masked_card_number }))
}
