//! `POST .../web/new-activity-booking/{activity_map_id}/basic-info/{session_id}`: who comes (API-68).

use axum::Json;
use axum::extract::State;
use domain::activity::times::find;
use domain::activity::{ActivityAgreed, Places, payment_types};
use domain::guest::GuestInput;
use domain::policy::Moment;
use serde::Deserialize;
use store::Durability;
use utoipa::ToSchema;

use super::{named, touched};
use crate::access::Allowed;
use crate::activity_bookings::{Change, change, left, refused};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Path};
use crate::guests;
use crate::wire::activity::{ActivityBasicInfo, ActivityPaymentType, ActivityPriceDetails, ClientVisibleData};

/// Who comes, and who answers for them.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BasicInfo {
    #[schema(minimum = 1, maximum = 999)]
    pub adults: Option<u16>,
    #[schema(maximum = 999)]
    pub children: Option<u16>,
    pub contact_info: GuestInput,
}

/// Save the guests of an activity
///
/// Another number of people changes what is held, at today's price; the same number keeps what was agreed. After the
/// cut-off nobody is added. What is left out stays as it is.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-activity-booking/{activity_map_id}/basic-info/{session_id}", tag = "activities",
    params(("property_id" = i64, Path), ("activity_map_id" = String, Path), ("session_id" = String, Path)), request_body = BasicInfo, security(("booking_secret" = [])),
    responses((status = 200, body = ActivityBasicInfo), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "PLACES_GONE with `capacity_left`, ACTIVITY_CLOSED, ALREADY_COMMITTED"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    allowed: Allowed,
    Path((property_id, booking, session)): Path<(i64, String, String)>,
    Body(body): Body<BasicInfo>,
) -> Answer<Json<ActivityBasicInfo>> {
    let booking_id = named(&allowed, &booking, &session)?;
    let property = app.property(property_id).await?;
    let board = &property.board;
    let guest = guests::check_contact(board.hotel(), &body.contact_info, "contact_info")?;
    let now = app.clock.now();
    let booking = change(&app, &property, booking_id, Durability::Soon, |booking| {
        booking.check_open(now).map_err(refused)?;
        let before = booking.agreed.party;
        let (adults, children) = (body.adults.unwrap_or(before.adults()), body.children.unwrap_or(before.children()));
        let party = Places::new(adults, children).ok_or_else(|| {
            Problem::new(Code::Unacceptable).with_field("adults", "expected an adult, and 999 people at most")
        })?;
        let mut booking = booking.clone();
        if party != before {
            let instance = find(board.hotel(), &booking.agreed.instance).ok_or(Code::ActivityClosed)?;
            if party.count() > before.count() && !instance.is_open(board.time_zone(), now) {
                return Err(Code::ActivityClosed.into());
            }
            booking = booking.with(ActivityAgreed::new(board, &instance, party));
        }
        booking.guest = Some(guest.clone());
        Ok(Some(Change { booking: touched(&app, booking), payment: None }))
    })
    .await?;
    let pays = booking.agreed.totals().grand_total() > 0;
    let types = payment_types(board.hotel()).filter(|_| pays).map(ActivityPaymentType::new).collect();
    let beside = left(&app, &property, &booking.agreed.instance, 0).await?;
    Ok(Json(ActivityBasicInfo {
        client_visible_data: ClientVisibleData { payment_types: types },
        contact_info: guest,
        expires_at: Moment::new(booking.expires_at, board).rfc3339(),
        price: ActivityPriceDetails::new(board, &booking.agreed, beside, now),
    }))
}
