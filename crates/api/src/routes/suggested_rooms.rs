//! `POST .../suggested_rooms/v2`: the doors of a room type that are free for a whole stay (API-23).

use std::cmp::Ordering;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::Rooms;
use domain::doors::Sleepers;
use domain::stay::Stay;
use serde::{Deserialize, Serialize};
use store::units;
use utoipa::ToSchema;

use crate::access;
use crate::app::App;
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{self, Json as Body, Path, Query};

/// Of which room type, for which nights.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Wanted {
    /// One id.
    #[schema(example = json!(["ALPINE_DOUBLE"]))]
    pub room_type_ids: Vec<String>,
    #[schema(example = "2026-12-12", format = "date")]
    pub start_date: String,
    /// Exclusive.
    #[schema(example = "2026-12-15", format = "date")]
    pub end_date: String,
}

/// Doors to choose from.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedRooms {
    pub data: Vec<RoomsOfType>,
}

/// Those of the room type.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomsOfType {
    pub room_type_id: String,
    /// By number; empty where guests may not choose their door.
    pub rooms: Vec<RoomUnit>,
}

/// A door (DATA-09).
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomUnit {
    #[schema(example = "11")]
    pub room_id: String,
    #[schema(example = "11")]
    pub number: String,
}

/// Rooms by number
///
/// The doors of one room type that are free in every night, and without which every other guest can still keep one room
/// for the whole stay. What is answered is not held: set-rate takes a door, or says that it is gone.
#[utoipa::path(post, path = "/v4/properties/{property_id}/suggested_rooms/v2", tag = "availability",
    params(("property_id" = i64, Path), ("session_id" = Option<String>, Query, description = "with its secret: what its booking holds counts as free for it")),
    request_body = Wanted,
    responses((status = 200, body = SuggestedRooms), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<Wanted>,
) -> Answer<Json<SuggestedRooms>> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let (arrival, departure) =
        (extract::date("start_date", &body.start_date)?, extract::date("end_date", &body.end_date)?);
    let stay = Stay::new(arrival, departure).map_err(|error| Problem::field("end_date", error.to_string()))?;
    let [code] = body.room_type_ids.as_slice() else {
        return Err(Problem::field("room_type_ids", "expected one room type"));
    };
    let room =
        board.room_index(code).ok_or_else(|| Problem::field("room_type_ids[0]", "is no room type of this hotel"))?;
    let booking = access::own(&app, &headers, &query, property_id).await;
    let held = booking.as_ref().map_or_else(Vec::new, |own| own.holds(board));
    let own = booking.and_then(|own| own.stay()).filter(|own| own.room_type == *code && own.group.is_none());
    let described = board.room(room);
    let mine = |night| held.iter().any(|own| own.room == room && own.group.is_none() && own.stay.contains(night));
    let sold_out = stay.dates().any(|night| board.left(room, night) == 0 && !mine(night));
    let from = board.business_day(app.clock.now());
    let mut conn = app.db.read().await?;
    let chosen = units::chosen(&mut conn, property_id, described, from).await?;
    let sleepers = units::sleepers(&mut conn, property_id, described, chosen, from).await?;
    drop(conn);
    let sleepers = own.iter().fold(sleepers, Sleepers::without);
    let free = |unit: &&String| {
        let behind = Rooms { room_type: code.clone(), group: None, stay, rooms: 1, unit: Some((*unit).clone()) };
        described.in_order(unit, &stay) && !sleepers.behind(unit, &stay) && sleepers.admit(described, &behind)
    };
    let offered = board.hotel().allow_room_unit_booking && !sold_out;
    let mut numbers: Vec<&String> = described.units.iter().filter(|_| offered).filter(free).collect();
    numbers.sort_by(|a, b| by_number(a, b));
    let rooms = numbers.into_iter().map(|number| RoomUnit { room_id: number.clone(), number: number.clone() });
    Ok(Json(SuggestedRooms { data: vec![RoomsOfType { room_type_id: code.clone(), rooms: rooms.collect() }] }))
}

/// As people count: 2 before 11, 11 before 11a.
fn by_number(a: &str, b: &str) -> Ordering {
    let number = |text: &str| -> Option<u64> {
        let digits: String =
            text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    number(a).cmp(&number(b)).then_with(|| a.cmp(b))
}
