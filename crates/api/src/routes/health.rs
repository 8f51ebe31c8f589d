//! `GET /healthz` (alive) and `/readyz` (the database answers).

use axum::extract::State;
use store::properties;

use crate::app::App;
use crate::error::Answer;

/// Alive
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn alive() -> &'static str {
    "ok"
}

/// Ready
///
/// The database answers and boards can be made from it.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn ready(State(app): State<App>) -> Answer<String> {
    let properties = properties::revisions(&app.db).await?.len();
    Ok(format!("ok, {properties} properties"))
}
