//! `GET .../address-rules`: what a guest's address looks like in a country (API-18).

use axum::Json;
use axum::extract::State;

use crate::address_rules::{Rules, rules};
use crate::app::App;
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{Path, Query};
use crate::guests;

/// Address rules of a country
///
/// Which guest fields are shown and needed, and what they look like (DATA-13). With `booking_flow=true` the hotel's own
/// required fields are among them.
#[utoipa::path(get, path = "/v4/properties/{property_id}/address-rules", tag = "property",
    params(("property_id" = i64, Path), ("country_code" = String, Query, example = "IE"), ("booking_flow" = Option<bool>, Query)),
    responses((status = 200, body = Rules), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, Path(property_id): Path<i64>, query: Query) -> Answer<Json<Rules>> {
    let country = query.needed("country_code")?.to_ascii_uppercase();
    let property = app.property(property_id).await?;
    let mut found = rules(&country)
        .cloned()
        .ok_or_else(|| Problem::field("country_code", "expected a country of ISO 3166-1, such as IE"))?;
    if query.text("booking_flow") == Some("true") {
        let required = guests::required(property.board.hotel(), &found);
        found.state_required = required.iter().any(|field| field == "state");
        found.zipcode_required = required.iter().any(|field| field == "zip_code");
        (found.state_optional, found.zipcode_optional) = (!found.state_required, !found.zipcode_required);
        found.required_guest_fields =
            required.into_iter().filter(|field| field != "state" && field != "zip_code").collect();
    }
    Ok(Json(found))
}
