//! Who may touch a booking: whoever shows the secret that its creation answered.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use domain::board::Board;
use domain::booking::{Batch, Choice, Rooms};
use domain::deal::AgreedDeal;
use domain::offer::{Held, Kept};
use jiff::Timestamp;
use store::batches::Stored;
use uuid::Uuid;

use crate::app::App;
use crate::batches::batch_of;
use crate::error::{Answer, Code, Problem};
use crate::extract::{Path, Query};
use crate::routes::booking::id;
use crate::secret::Opens;

/// The right to touch the batch of an address (`batch_id` or `session_id` in its path, else `batch_id` in its query),
/// asked for before a body is read: a stranger's is not.
pub struct Allowed(pub Uuid);

impl FromRequestParts<App> for Allowed {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Allowed> {
        let Path(places) = Path::<HashMap<String, String>>::from_request_parts(parts, app).await?;
        let query = Query::parse(parts.uri.query().unwrap_or(""));
        let property_id = places.get("property_id").and_then(|text| text.parse().ok());
        let property_id = property_id.ok_or_else(|| Problem::field("property_id", "expected a whole number"))?;
        let batch_id = match (places.get("batch_id"), places.get("session_id")) {
            (Some(batch), _) => id(batch)?,
            (None, Some(session)) => batch_of(id(session)?),
            (None, None) => id(query.needed("batch_id")?)?,
        };
        to_batch(app, &parts.headers, &query, property_id, batch_id)?;
        Ok(Allowed(batch_id))
    }
}

/// Name of the cookie that carries the secret of a batch.
pub fn cookie_name(batch_id: Uuid) -> String {
    format!("portico_batch_{}", batch_id.simple())
}

/// The secret that a request shows: `Authorization: Bearer`, the query `token`, or the cookie of this batch.
fn shown<'a>(headers: &'a HeaderMap, query: &'a Query, batch_id: Uuid) -> Option<&'a str> {
    bearer(headers).or_else(|| query.text("token")).or_else(|| cookie(headers, &cookie_name(batch_id)))
}

/// What follows `Bearer`, in letters of either case (RFC 9110, section 11.1).
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, secret) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(secret)
}

/// A cookie of the request by its name.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().split_once('=').filter(|(key, _)| *key == name).map(|(_, value)| value))
}

/// The booking that a request asks for, whose rooms count as free for it.
pub struct Own {
    batch: Arc<Stored<Batch>>,
    session_id: Uuid,
}

/// The booking of the session of a request (`session_id`); none without the secret of its batch, since a stranger would
/// be told that rooms are free which are not.
pub async fn own(app: &App, headers: &HeaderMap, query: &Query, property_id: i64) -> Option<Own> {
    let session_id = query.text("session_id").and_then(|text| id(text).ok())?;
    to_batch(app, headers, query, property_id, batch_of(session_id)).ok()?;
    let batch = app.batches.read(app, property_id, batch_of(session_id), true).await.ok()?;
    let open = !batch.state.is_expired(app.clock.now());
    open.then_some(Own { batch, session_id })
}

impl Own {
    /// What is free for it on a board.
    pub fn holds(&self, board: &Board) -> Vec<Held> {
        self.batch.state.held_by(self.session_id, board)
    }

    /// Rooms of the booking with so many in this session: what a code asks for (SEARCH-18) holds for all of them together,
    /// as at set-rate.
    pub fn rooms_with(&self, rooms: u16) -> u16 {
        self.batch.state.sessions.len() as u16 - 1 + rooms
    }

    /// The nights whose price stays, where it changes a booked stay.
    pub fn kept(&self, board: &Board) -> Option<Kept<'_>> {
        self.batch.state.existing.as_ref()?.kept(board)
    }

    /// What cancelling the stay that it changes would cost at a moment, in minor units; 0 where it changes none.
    pub fn owed(&self, now: Timestamp) -> i64 {
        self.batch.state.existing.as_ref().map_or(0, |existing| existing.owed(now))
    }

    /// The code that the stay which it changes was booked with.
    pub fn agreed(&self) -> Option<&AgreedDeal> {
        self.batch.state.existing_stay()?.deal.as_ref()
    }

    /// The stay whose door is free for it: the one that is changed, else the one that it chose.
    pub fn stay(&self) -> Option<Rooms> {
        let chosen = || self.batch.state.session(self.session_id)?.choice.as_ref();
        self.batch.state.existing_stay().or_else(chosen).map(Choice::held_rooms)
    }
}

/// The booking that a request names as its own, as far as it shows the secret of it.
pub fn to_named(app: &App, headers: &HeaderMap, query: &Query, property_id: i64, named: Option<&str>) -> Option<Uuid> {
    let booking_id = id(named?).ok()?;
    to_batch(app, headers, query, property_id, booking_id).ok()?;
    Some(booking_id)
}

/// Lets the request at a batch, or not.
///
/// # Errors
/// 401 without a secret; 404 with one of another batch, so that ids cannot be probed.
pub fn to_batch(app: &App, headers: &HeaderMap, query: &Query, property_id: i64, batch_id: Uuid) -> Answer<()> {
    let shown = shown(headers, query, batch_id).ok_or(Code::SecretMissing)?;
    if app.secret.opens(&Opens::Batch { property_id, batch_id }, shown) {
        return Ok(());
    }
    Err(Code::BatchUnknown.into())
}
