//! `POST .../web/new-activity-booking/{activity_map_id}/confirm/{session_id}`: the places are the guest's, once (API-70).
//!
//! What is due is set aside on the card first and taken afterwards ([`crate::payments`]). Answered only when it is on
//! disk. A repeat answers the same booking.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::activity::ActivityBooking;
use rand::RngExt;
use store::Durability;
use store::bookings::{Booked, is_of_stay};

use super::payment_method::set_aside;
use super::{SeenActivity, held_on, named, with_quote};
use crate::access::Allowed;
use crate::activity_bookings::{Change, change, read, refused};
use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::{MaybeJson, Path, Query};
use crate::extras::Extra;
use crate::extras::giving_back::refund_of;
use crate::letters::texts::Texts;
use crate::payments;
use crate::refunds::status_of;
use crate::wire::activity::ConfirmedActivity;

/// Confirm an activity
///
/// Once: a repeat answers the same confirmation number. A stay that was cancelled meanwhile, or has not its day any more,
/// keeps it from nothing: it belongs to none then, and `of_stay` says so.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-activity-booking/{activity_map_id}/confirm/{session_id}", tag = "activities",
    params(("property_id" = i64, Path), ("activity_map_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the mails about it; the hotel's first when left out")),
    request_body(content = Option<SeenActivity>), security(("booking_secret" = [])),
    responses((status = 200, body = ConfirmedActivity), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 402, body = ProblemBody, content_type = "application/problem+json", description = "CARD_DECLINED; PAYMENT_REFUSED for an amount that no card pays; CARD_CHALLENGE with `challenge_url`: send the same again once the guest has confirmed"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "ACTIVITY_CHANGED and PRICE_CHANGED with `quote`: something else was chosen meanwhile"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "GUEST_INCOMPLETE, CARD_REQUIRED, CARD_EXPIRED"),
        (status = 502, body = ProblemBody, content_type = "application/problem+json", description = "PAYMENT_UNANSWERED: send the same again")))]
pub async fn post(
    State(app): State<App>,
    allowed: Allowed,
    Path((property_id, booking, session)): Path<(i64, String, String)>,
    query: Query,
    headers: HeaderMap,
    MaybeJson(body): MaybeJson<SeenActivity>,
) -> Answer<Json<ConfirmedActivity>> {
    let booking_id = named(&allowed, &booking, &session)?;
    let property = app.property(property_id).await?;
    let board = &property.board;
    let Booked { state: before, stay, .. } = read(&app, property_id, booking_id).await?;
    if let Some(confirmed) = ConfirmedActivity::new(&app.secret, board, &before, stay.is_some()) {
        let refund = refund_of(&app, &Extra::Activity(Box::new(before))).await?;
        let refund_status = refund.and_then(|refund| status_of(refund.state));
        return Ok(Json(ConfirmedActivity { refund_status, ..confirmed }));
    }
    let seen = body.unwrap_or_default();
    // Both are asked once more where it is written; a booking that cannot be confirmed is not charged for.
    let confirmed = || before.confirmed(board, app.clock.now(), 0).map_err(refused);
    if let Err(problem) = seen.check(board, &before).and_then(|()| confirmed()) {
        return Err(with_quote(&app, &property, booking_id, problem).await);
    }
    // Its places are held on while the bank is asked, and the guest perhaps asked to confirm.
    let before = held_on(&app, &property, &before).await?;
    let language = Texts::asked_of(board.hotel(), query.text("language_code"));
    let payment = set_aside(&app, &property, &before, &headers, language.as_deref()).await?;
    let mut ours = None;
    let booked = change(&app, &property, booking_id, Durability::OnDisk, |booking| {
        ours = None;
        let now = app.clock.now();
        let Some(confirmed) = booking.confirmed(board, now, rand::rng().random()).map_err(refused)? else {
            return Ok(None);
        };
        seen.check(board, booking)?;
        let due = booking.charge(board, now).map_err(refused)?;
        let set_aside = payment.as_ref().map(|payment| (payment.amount, payment.card_token.as_deref()));
        if due.map(|(amount, card)| (amount, Some(card.token.as_str()))) != set_aside {
            // Something else was chosen while the bank was asked.
            return Err(Code::Busy.into());
        }
        ours = confirmed.confirmation_no().map(str::to_owned);
        let booking = ActivityBooking { language: language.clone(), ..confirmed };
        Ok(Some(Change { booking, payment: payment.clone() }))
    })
    .await;
    let is_ours = |booking: &ActivityBooking| ours.is_some() && booking.confirmation_no() == ours.as_deref();
    match (&booked, &payment) {
        (Ok(booking), Some(payment)) if is_ours(booking) => payments::take_later_at_the_latest(&app, payment).await,
        // Not booked, or by another call: what this one set aside is given up, unless it is what that one booked with.
        (_, Some(payment)) => payments::give_up_later_at_the_latest(&app, payment).await,
        (_, None) => {}
    }
    match booked {
        Ok(booked) => {
            let of_stay = is_of_stay(&app.db, property_id, booking_id).await?;
            let confirmed = ConfirmedActivity::new(&app.secret, board, &booked, of_stay);
            confirmed.map(Json).ok_or_else(|| Code::Busy.into())
        }
        Err(problem) => Err(with_quote(&app, &property, booking_id, problem).await),
    }
}
