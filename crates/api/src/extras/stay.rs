//! The stay that an extra belongs to: only whoever may manage the stay, or has just booked it, ties something to it.

use domain::booking::ReservationStatus;
use domain::guest::same_name;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Answer, Code};
use crate::routes::booking::id;
use crate::routes::manage;
use crate::secret::Opens;

/// The stay that it belongs to, with the right to it: `request_id`, the token of its look-up; or `batch_id` and `secret`
/// of the booking that has just been confirmed.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OfStay {
    pub request_id: Option<String>,
    pub batch_id: Option<String>,
    pub secret: Option<String>,
}

/// The reservation that is meant; of a booking of several rooms the first one of its first guest that stands.
///
/// # Errors
/// As for whoever changes that reservation: 401 or 404 without the right to it, 410 when the right has ended; 409 for one
/// that is cancelled, and where nobody knows which room is the booker's.
pub async fn reservation_of(app: &App, property_id: i64, stay: Option<&OfStay>) -> Answer<Option<Uuid>> {
    let Some(stay) = stay else { return Ok(None) };
    let found = match (&stay.request_id, &stay.batch_id) {
        (Some(request_id), _) => manage::opened(app, request_id).await?,
        (None, Some(batch_id)) => {
            let batch_id = id(batch_id)?;
            let secret = stay.secret.as_deref().unwrap_or_default();
            if !app.secret.opens(&Opens::Batch { property_id, batch_id }, secret) {
                return Err(Code::SecretMissing.into());
            }
            let mut rooms = manage::of_booking(app, property_id, batch_id).await?;
            // The first room is the booker's. A friend's is the friend's own, whether it was booked along or written over
            // to them.
            let booker = rooms.first().filter(|room| !room.detail.guest.is_forgotten());
            let booker = booker.ok_or(Code::ReservationUnknown)?.detail.name_as_booked().to_owned();
            rooms.retain(|room| same_name(room.detail.name_as_booked(), &booker));
            let first = rooms.iter().min_by_key(|room| room.detail.booked_name.is_some());
            let first = first.ok_or(Code::ReservationUnknown)?.detail.clone();
            let all = rooms.len();
            rooms.retain(|room| first.shows(&room.detail) && room.detail.shows(&first));
            // Every name was mended, and apart: nobody knows which is the booker's.
            if first.booked_name.is_some() && rooms.len() < all {
                return Err(Code::NotChangeable.into());
            }
            rooms.sort_by_key(|room| room.status == ReservationStatus::Cancelled);
            rooms.into_iter().next().ok_or(Code::ReservationUnknown)?
        }
        (None, None) => return Ok(None),
    };
    if found.property_id != property_id {
        return Err(Code::ReservationUnknown.into());
    }
    match found.status {
        ReservationStatus::Cancelled => Err(Code::NotChangeable.into()),
        _ => Ok(Some(found.reservation_id)),
    }
}
