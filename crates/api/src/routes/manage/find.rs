//! `GET /enterprise/v4/web/manage-booking`: finds a reservation by number and last name (API-34).

use axum::Json;
use axum::extract::State;
use domain::booking::Reservation;
use domain::confirmation;
use domain::guest::Guest;
use jiff::civil::Date;
use serde::Serialize;
use store::reservations;
use utoipa::ToSchema;

use super::request_token;
use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::Query;
use crate::wire::booking::{currency_of, name_of_room};

/// A found reservation.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundReservation {
    pub conf_num: String,
    /// Opens the changes of this reservation for half an hour; sent to them as `request_id`.
    pub request_token: String,
    pub stay_modification_allowed: bool,
    pub reservation_details: ReservationDetails,
}

/// What was agreed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReservationDetails {
    /// HOLD (confirmed) or CANCELLED.
    #[schema(example = "HOLD")]
    pub status: String,
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub no_of_nights: u16,
    pub adults: u8,
    pub children: u8,
    pub total_for_stay: f64,
    pub guaranteed_type: Option<String>,
    pub room_type: FoundRoomType,
    pub primary_guest: PrimaryGuest,
}

/// Its room type.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundRoomType {
    pub id: String,
    pub code: String,
    pub name: String,
}

/// Its guest.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrimaryGuest {
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub street: Option<String>,
    pub street_2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    pub country: Option<String>,
}

impl PrimaryGuest {
    /// Without remarks and middle name: nobody asks for them here.
    fn of(guest: &Guest) -> PrimaryGuest {
        let Guest { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country, .. } =
            guest.clone();
        PrimaryGuest { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country }
    }
}

/// Find a reservation
///
/// The answer is the same whether the number or the name is wrong.
#[utoipa::path(get, path = "/enterprise/v4/web/manage-booking", tag = "manage",
    params(("conf_num" = String, Query), ("last_name" = String, Query), ("property_code" = Option<String>, Query)),
    responses((status = 200, body = FoundReservation), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, query: Query) -> Answer<Json<FoundReservation>> {
    let (number, name) = (query.needed("conf_num")?, query.needed("last_name")?);
    let number = confirmation::normal(number).ok_or(Code::ReservationUnknown)?;
    let property_id = confirmation::property_of(&number).ok_or(Code::ReservationUnknown)?;
    let found = reservations::find::<Reservation>(&app.db, property_id, &number).await?;
    let found = found.filter(|found| same_name(&found.detail.guest.last_name, name)).ok_or(Code::ReservationUnknown)?;
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    if query.text("property_code").is_some_and(|code| code != hotel.code) {
        return Err(Code::ReservationUnknown.into());
    }
    let Reservation { guest, agreed, guarantee, .. } = &found.detail;
    Ok(Json(FoundReservation {
        request_token: request_token(&app, property_id, &number, app.clock.now()),
        conf_num: number,
        stay_modification_allowed: false,
        reservation_details: ReservationDetails {
            status: found.status.as_str().to_owned(),
            check_in_date: found.arrival,
            check_out_date: found.departure,
            no_of_nights: agreed.stay.nights(),
            adults: agreed.party.adults(),
            children: agreed.party.children(),
            total_for_stay: currency_of(agreed, &property.board).to_decimal_f64(found.total),
            guaranteed_type: guarantee.as_ref().map(|guarantee| guarantee.guarantee_type.clone()),
            room_type: FoundRoomType {
                id: agreed.room_type.clone(),
                code: agreed.room_type.clone(),
                name: name_of_room(hotel, &agreed.room_type),
            },
            primary_guest: PrimaryGuest::of(guest),
        },
    }))
}

/// Without regard to case and spacing.
fn same_name(kept: &str, typed: &str) -> bool {
    let plain = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    plain(kept) == plain(typed)
}
