//! `PUT /enterprise/v4/web/cancel-booking`: gives a confirmed stay back; its nights are free at once (API-36).

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use store::addons;
use store::nights::{self, NightLeft, Span};
use store::reservations::{self, Status};
use store::{Conn, Durability, NightError, units};
use utoipa::ToSchema;

use super::opened;
use crate::app::App;
use crate::batches::addons_back;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::Query;
use crate::member_points;

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Cancelled {
    pub conf_num: String,
    #[schema(example = "CANCELLED")]
    pub status: String,
}

/// Cancel a reservation
///
/// Once: a repeat answers the same.
#[utoipa::path(put, path = "/enterprise/v4/web/cancel-booking", tag = "manage", params(("request_id" = String, Query)),
    responses((status = 200, body = Cancelled), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn put(State(app): State<App>, query: Query) -> Answer<Json<Cancelled>> {
    let found = opened(&app, query.needed("request_id")?).await?;
    let answer = Cancelled { conf_num: found.confirmation_no.clone(), status: Status::Cancelled.as_str().to_owned() };
    if found.status == Status::Cancelled {
        return Ok(Json(answer));
    }
    let now = app.clock.now();
    let (property_id, reservation_id) = (found.property_id, found.reservation_id);
    // A room of a group's block is free in the block again, where the next of the group finds it.
    let span = Span {
        room_type_id: found.room_type_id,
        group: found.detail.agreed.group().map(str::to_owned),
        arrival: found.arrival,
        departure: found.departure,
        rooms: 1,
    };
    let rooms = Some(found.detail.agreed.held_rooms()).filter(|rooms| rooms.group.is_none());
    let added = addons_back(&found.detail.agreed);
    let batch_id = found.batch_id;
    let points = member_points::back(&found.detail, now);
    let freed = app
        .db
        .write::<Option<Vec<NightLeft>>, NightError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let (span, rooms, added, points) = (span.clone(), rooms.clone(), added.clone(), points.clone());
            Box::pin(async move {
                if !reservations::cancel(conn, property_id, reservation_id, now).await? {
                    return Ok(None);
                }
                let nights = nights::give_back(conn, property_id, &span, now).await?;
                if let Some(rooms) = &rooms {
                    units::turn(conn, property_id).await?;
                    units::release(conn, property_id, rooms, batch_id).await?;
                }
                for span in &added {
                    addons::release(conn, property_id, span).await?;
                }
                member_points::give_back(conn, points.as_ref(), property_id, reservation_id).await?;
                Ok(Some(nights))
            })
        })
        .await
        .map_err(|error| -> Problem {
            match error {
                NightError::Store(error) => error.into(),
                NightError::Gone { .. }
                | NightError::UnitTaken { .. }
                | NightError::AddonGone { .. }
                | NightError::PointsGone => Code::NotCancellable.into(),
            }
        })?;
    if let (Some(nights), Some(property)) = (freed, app.boards.loaded(property_id)) {
        property.patch(&nights);
    }
    Ok(Json(answer))
}
