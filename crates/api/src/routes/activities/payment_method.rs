//! `POST .../web/new-activity-booking/{activity_map_id}/payment-method/{session_id}`: the card that pays, and the sum set
//! aside on it (API-69). It is taken when the activity is confirmed.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::activity::{ActivityBooking, payment_types};
use domain::booking::Card;
use domain::guest::{CARD_NUMBER, NOT_VALID, holds_card_number, plain_text};
use serde::{Deserialize, Serialize};
use store::Durability;
use store::payments::Payment;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{SeenActivity, named, touched, with_quote};
use crate::access::Allowed;
use crate::activity_bookings::{Change, change, refused};
use crate::app::App;
use crate::boards::Property;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Path, Query, part};
use crate::payments;
use crate::routes::booking::commit::{GuaranteeDetails, card};
use crate::routes::cards::page_origin;

/// Longest name of a guest on a card: first and last name, in characters.
const MAX_HOLDER: usize = 301;

/// What pays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PaymentMethod {
    /// The card as the token call answered it, the guest's full name in place of the holder (ACT-30).
    pub payment_source: GuaranteeDetails,
    #[serde(flatten, deserialize_with = "part")]
    pub seen: SeenActivity,
}

/// What was set aside.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentMethodAnswer {
    #[schema(example = "XXXXXXXXXXXX4242")]
    pub masked_card_number: String,
    #[schema(example = "USD")]
    pub currency: String,
    pub amount: f64,
}

/// Pay for an activity
///
/// Sets the sum aside on the card; it is taken when the activity is confirmed, and given up when it is not.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-activity-booking/{activity_map_id}/payment-method/{session_id}", tag = "activities",
    params(("property_id" = i64, Path), ("activity_map_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the amount on the bank's page; the hotel's first when left out")),
    request_body = PaymentMethod, security(("booking_secret" = [])),
    responses((status = 200, body = PaymentMethodAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 402, body = ProblemBody, content_type = "application/problem+json", description = "CARD_DECLINED; CARD_CHALLENGE with `challenge_url`: send the same again once the guest has confirmed"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "ACTIVITY_CHANGED and PRICE_CHANGED with `quote`, ALREADY_COMMITTED"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "CARD_REQUIRED, CARD_EXPIRED"),
        (status = 502, body = ProblemBody, content_type = "application/problem+json", description = "PAYMENT_UNANSWERED: send the same again")))]
pub async fn post(
    State(app): State<App>,
    allowed: Allowed,
    Path((property_id, booking, session)): Path<(i64, String, String)>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<PaymentMethod>,
) -> Answer<Json<PaymentMethodAnswer>> {
    let booking_id = named(&allowed, &booking, &session)?;
    let property = app.property(property_id).await?;
    let board = &property.board;
    let card = paying_card(&app, &property, booking_id, &body.payment_source)?;
    let now = app.clock.now();
    let booking = change(&app, &property, booking_id, Durability::Soon, |booking| {
        booking.check_open(now).map_err(refused)?;
        body.seen.check(board, booking)?;
        let mut booking = booking.clone();
        booking.card = Some(card.clone());
        booking.charge(board, now).map_err(refused)?;
        Ok(Some(Change { booking: touched(&app, booking), payment: None }))
    });
    let booking = match booking.await {
        Err(problem) => return Err(with_quote(&app, &property, booking_id, problem).await),
        Ok(booking) => booking,
    };
    set_aside(&app, &property, &booking, &headers, query.text("language_code")).await?;
    Ok(Json(PaymentMethodAnswer {
        masked_card_number: card.masked_number,
        currency: booking.agreed.currency.clone(),
        amount: board.currency().to_decimal_f64(booking.agreed.totals().grand_total()),
    }))
}

/// Sets aside what is due; nothing when nothing is. `None` too when another call has booked with it meanwhile.
pub(super) async fn set_aside(
    app: &App,
    property: &Property,
    booking: &ActivityBooking,
    headers: &HeaderMap,
    language: Option<&str>,
) -> Answer<Option<Payment>> {
    let Some((amount, card)) = booking.charge(&property.board, app.clock.now()).map_err(refused)? else {
        return Ok(None);
    };
    let order = payments::Order {
        batch_id: booking.booking_id,
        amount,
        card_token: card.token.clone(),
        card: card.charged(),
        page_origin: page_origin(app, headers, None)?,
        language: language.map(str::to_owned),
    };
    payments::authorise(app, property, &order).await
}

fn paying_card(app: &App, property: &Property, booking_id: Uuid, source: &GuaranteeDetails) -> Answer<Card> {
    let known = |id: &String| payment_types(property.board.hotel()).any(|kind| kind.code == *id);
    if !source.payment_type_id.as_ref().is_some_and(known) {
        let wrong = Problem::new(Code::Unacceptable);
        return Err(wrong.with_field("payment_source.payment_type_id", "is no way to pay for this activity"));
    }
    let unnamed = GuaranteeDetails { custom_field_3: None, ..source.clone() };
    let card = card(app, property.property_id, booking_id, Some(&unnamed), "payment_source")?
        .ok_or_else(|| Problem::new(Code::CardRequired).with_field("payment_source.custom_field_5", "is missing"))?;
    let holder = source.custom_field_3.as_deref().unwrap_or_default().trim();
    let refused = |message| Problem::new(Code::Unacceptable).with_field("payment_source.custom_field_3", message);
    if holder.chars().count() > MAX_HOLDER || !plain_text(holder) {
        return Err(refused(NOT_VALID));
    }
    if holds_card_number(holder) {
        return Err(refused(CARD_NUMBER));
    }
    Ok(Card { holder: holder.to_owned(), ..card })
}
