//! Who may touch a booking: whoever shows the secret that its creation answered.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Answer, Code};
use crate::extract::Query;
use crate::secret::Opens;

/// Name of the cookie that carries the secret of a batch.
pub fn cookie_name(batch_id: Uuid) -> String {
    format!("portico_batch_{}", batch_id.simple())
}

/// The secret that a request shows: `Authorization: Bearer`, the query `token`, or the cookie of this batch.
fn shown<'a>(headers: &'a HeaderMap, query: &'a Query, batch_id: Uuid) -> Option<&'a str> {
    let bearer = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    bearer.or_else(|| query.text("token")).or_else(|| cookie(headers, &cookie_name(batch_id)))
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
