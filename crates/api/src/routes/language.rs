//! `GET /v4/common/language`: the label set of a locale (API-08).

use axum::http::header;
use axum::response::IntoResponse;

use crate::extract::Query;
use crate::labels;

/// Labels of a locale
///
/// A flat map from label key to text. An unknown locale falls back by its language, then to English (API-08).
#[utoipa::path(get, path = "/v4/common/language", tag = "property",
    params(("locale" = Option<String>, Query, example = "ar_AE"), ("app_id" = Option<String>, Query, example = "BOOKING_ENGINE")),
    responses((status = 200, body = std::collections::BTreeMap<String, String>)))]
pub async fn get(query: Query) -> impl IntoResponse {
    let labels = labels::of(query.text("locale").unwrap_or("en_US"));
    ([(header::CACHE_CONTROL, "public, max-age=300")], axum::Json(labels))
}
