//! From an empty batch to confirmed rooms, one file for each call.

pub mod add_guest;
pub mod commit;
pub mod company;
pub mod folio;
pub mod guarantee_types;
pub mod include_addon;
pub mod loyalty_points;
pub mod new_batch;
pub mod read_batch;
pub mod search_address;
pub mod set_rate;

use std::sync::Arc;

use axum::http::HeaderMap;
use domain::booking::{Batch, Existing};
use jiff::SignedDuration;
use store::batches::Stored;
use store::{Durability, reservations};
use uuid::Uuid;

use crate::access;
use crate::app::App;
use crate::batches::{Change, batch_of, refused};
use crate::boards::Property;
use crate::error::{Answer, Code};
use crate::extract::Query;
use crate::routes::manage::Kept;

/// An id of an address; one that is none is unknown.
pub(crate) fn id(text: &str) -> Answer<Uuid> {
    text.parse().map_err(|_| Code::BatchUnknown.into())
}

/// The property, and the right to touch the session's batch.
pub(crate) async fn at_session(
    app: &App,
    headers: &HeaderMap,
    query: &Query,
    property_id: i64,
    session: &str,
) -> Answer<(Arc<Property>, Uuid, Uuid)> {
    let session_id = id(session)?;
    let batch_id = batch_of(session_id);
    access::to_batch(app, headers, query, property_id, batch_id)?;
    let property = app.property(property_id).await?;
    Ok((property, batch_id, session_id))
}

/// The batch for a call that only reads it, from the database since another server may have changed it: its holds live
/// on, but that is written at most once a minute.
pub(crate) async fn read(app: &App, property: &Property, batch_id: Uuid) -> Answer<Arc<Stored<Batch>>> {
    let now = app.clock.now();
    let batch = app.batches.read(app, property.property_id, batch_id, true).await?;
    if batch.state.is_expired(now) {
        return Err(Code::BatchExpired.into());
    }
    let full_life = now + SignedDuration::from_mins(i64::from(app.settings.hold_minutes));
    if batch.expires_at + SignedDuration::from_mins(1) > full_life || batch.status != store::batches::Status::Open {
        return Ok(batch);
    }
    app.batches
        .change(app, property, batch_id, Durability::Soon, |batch| {
            batch.check_open(now).map_err(|refusal| refused(refusal, |_, _| serde_json::Value::Null))?;
            let mut batch = batch.clone();
            batch.touch(now, u32::from(app.settings.hold_minutes));
            Ok(Some(Change::of(batch)))
        })
        .await
}

/// Whether a stay was changed or cancelled by another since its change began: then it cannot be committed any more.
pub(crate) async fn is_changed_elsewhere(app: &App, property_id: i64, existing: &Existing) -> Answer<bool> {
    let found: Option<Kept> = reservations::find(&app.db, property_id, &existing.reservation.confirmation_no).await?;
    Ok(found.is_none_or(|found| found.version != existing.version))
}
