//! `GET .../loyalty-points/slider-view` and `POST .../loyalty-points`: how many of their points a member pays for a room
//! with (API-43, API-44).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::{Choice, Payer, redeem};
use domain::hotel::Hotel;
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;

use super::set_rate::{SetRateAnswer, SetRateData};
use super::{at_session, read};
use crate::access::Allowed;
use crate::app::App;
use crate::batches::{Change, refused};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Path, Query};
use crate::wire::Prices;
use crate::wire::booking::{SelectedRoom, currency_of};
use crate::{exchange, member_points, members};

/// What the slider goes through.
#[derive(Debug, Serialize, ToSchema)]
pub struct SliderView {
    /// In rising order; empty where the member has nothing to pay with.
    pub payment_options: Vec<PaymentOption>,
    /// What the member can spend on all rooms of this booking together.
    pub redeemable: i64,
    /// What this room is paid with now.
    pub total_redeemed_points: i64,
    /// ISO 4217, of the amounts.
    #[schema(example = "USD")]
    pub currency: String,
}

/// A point of the slider, for all rooms of the session.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentOption {
    #[schema(example = 9000)]
    pub points: i64,
    /// What is left to be paid in money.
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
}

/// How many points to pay with.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LoyaltyPoints {
    #[schema(minimum = 0, example = 9000)]
    pub total_redeemed_points: i64,
}

/// Refuses everybody but the member whose points a room is paid with, whoever is signed in instead.
async fn is_here(app: &App, headers: &HeaderMap, hotel: &Hotel, choice: &Choice) -> Answer<()> {
    let Some(points) = &choice.points else { return Ok(()) };
    let member = members::signed_in(app, headers, hotel).await?;
    match member.is_some_and(|member| member.account_number == points.account_number) {
        true => Ok(()),
        false => Err(Code::MemberAway.into()),
    }
}

/// What a room can be paid with
///
/// For the member who is signed in and chose the room with points. What this booking holds already can be spent.
#[utoipa::path(get, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/loyalty-points/slider-view", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path), ("conversion_currency" = Option<String>, Query)),
    security(("booking_secret" = [])),
    responses((status = 200, body = SliderView), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "ROOM_MISSING; NOT_ON_OFFER for a room that is not chosen with points; MEMBER_AWAY when nobody is signed in or the points are another member's; whoever is signed in may not pay with points")))]
pub async fn slider_view(
    State(app): State<App>,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<SliderView>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let board = &property.board;
    let exchange = exchange::asked(&app, board, &query).await?;
    let batch = read(&app, &property, batch_id).await?;
    let session = batch.state.session(session_id).ok_or(Code::BatchUnknown)?;
    let choice = session.choice.as_ref().ok_or(Code::RoomMissing)?;
    is_here(&app, &headers, board.hotel(), choice).await?;
    let spender = member_points::spender(&app, &headers, board.hotel(), "session_id").await?;
    let redeemable = spender.balance + batch.state.points_of(&spender.account_number);
    let prices = Prices::new(currency_of(choice, board), exchange.as_ref()).of_rooms(choice.rooms);
    let options = choice.points_options(board, redeemable).into_iter().map(|option| PaymentOption {
        points: option.points,
        amount: prices.decimal(option.amount),
        conversion_amount: prices.twin(option.amount),
    });
    Ok(Json(SliderView {
        payment_options: options.collect(),
        redeemable,
        total_redeemed_points: choice.redeemed_points(),
        currency: choice.currency.clone(),
    }))
}

/// Pay for a room with points
///
/// In place of what it was paid with before; they are held until the booking is made or given back.
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/loyalty-points", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path), ("conversion_currency" = Option<String>, Query)),
    request_body = LoyaltyPoints, security(("booking_secret" = [])),
    responses((status = 200, body = SetRateAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "POINTS_GONE: spent elsewhere meanwhile; ALREADY_COMMITTED"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "more than there is, with the most as `redeemable`; ROOM_MISSING; MEMBER_AWAY when nobody is signed in or the points are another member's; whoever is signed in may not pay with points")))]
pub async fn post(
    State(app): State<App>,
    _allowed: Allowed,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<LoyaltyPoints>,
) -> Answer<Json<SetRateAnswer>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let board = &property.board;
    let exchange = exchange::asked(&app, board, &query).await?;
    let field = "total_redeemed_points";
    let batch = read(&app, &property, batch_id).await?;
    if let Some(choice) = batch.state.session(session_id).and_then(|session| session.choice.as_ref()) {
        is_here(&app, &headers, board.hotel(), choice).await?;
    }
    let spender = member_points::spender(&app, &headers, board.hotel(), field).await?;
    if body.total_redeemed_points < 0 {
        return Err(Problem::field(field, "must be 0 or more"));
    }
    let payer = Payer { account_number: &spender.account_number, balance: spender.balance };
    let hold = u32::from(app.settings.hold_minutes);
    let after = app
        .batches
        .change(&app, &property, batch_id, Durability::Soon, |batch| {
            let set = redeem(batch, session_id, payer, body.total_redeemed_points, board, app.clock.now(), hold)
                .map_err(|refusal| refused(refusal, |_, _| serde_json::Value::Null))?;
            Ok(Some(Change::from(set)))
        })
        .await?;
    let session = after.state.session(session_id);
    let (session, choice) = session.and_then(|s| s.choice.as_ref().map(|c| (s, c))).ok_or(Code::Busy)?;
    let content = SelectedRoom::new(board, session, choice, exchange.as_ref());
    Ok(Json(SetRateAnswer { data: SetRateData { session_id, content } }))
}
