//! `GET .../new-batch-booking/search-address`: the places of a postal code (API-39, GUEST-23).

use axum::Json;
use axum::extract::State;
use domain::postal::{Place, beginnings, normal};
use serde::Serialize;
use store::postal_codes;
use utoipa::ToSchema;

use crate::address_rules::{Rules, rules};
use crate::app::App;
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{Path, Query};

/// A place that a postal code is of.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPlace {
    #[schema(example = "Zürich")]
    pub city: String,
    /// As the guest form takes it: a `state_code` of the address rules where the country has states to choose from,
    /// else the name; empty where the form does not ask for a state or ours is none of its choices.
    #[schema(example = "")]
    pub state: String,
}

/// Places of a postal code
///
/// The one to fill in first; an empty list for a code that is not known. What is known is what the hotel's operator
/// imported with `portico import-postal-codes`.
#[utoipa::path(get, path = "/v4/properties/{property_id}/booking-engine/new-batch-booking/search-address", tag = "booking",
    params(("property_id" = i64, Path), ("zip_code" = String, Query, example = "8001"), ("country" = String, Query, example = "CH")),
    responses((status = 200, body = Vec<FoundPlace>), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, Path(property_id): Path<i64>, query: Query) -> Answer<Json<Vec<FoundPlace>>> {
    app.property(property_id).await?;
    let country = query.needed("country")?.to_ascii_uppercase();
    let rules =
        rules(&country).ok_or_else(|| Problem::field("country", "expected a country of ISO 3166-1, such as IE"))?;
    let code = normal(query.needed("zip_code")?).ok_or_else(|| Problem::field("zip_code", "expected a postal code"))?;
    for code in beginnings(&code) {
        let places = postal_codes::places(&app.db, &country, code).await?;
        if !places.is_empty() {
            let found = places.into_iter().map(|place| FoundPlace { state: state(rules, &place), city: place.city });
            return Ok(Json(found.collect()));
        }
    }
    Ok(Json(Vec::new()))
}

/// The state as the country's form takes it. The source names states in its own way ("Kanton Zürich"), so that what is
/// not surely one of the choices is left to the guest.
fn state(rules: &Rules, place: &Place) -> String {
    let asked = rules.display_fields.iter().any(|field| field == "state");
    if !asked || rules.property_eligible_states.is_empty() {
        return if asked { place.state.clone() } else { String::new() };
    }
    let same = |a: &str, b: &str| !a.is_empty() && a.to_lowercase() == b.to_lowercase();
    let by_name = rules.property_eligible_states.iter().find(|state| {
        same(&state.name, &place.state) || state.native_name.as_ref().is_some_and(|name| same(name, &place.state))
    });
    // Short names are taken only where the source uses letters: its numbers are its own.
    let by_code = || {
        let lettered = place.state_code.chars().all(char::is_alphabetic);
        rules.property_eligible_states.iter().find(|state| lettered && same(&state.state_code, &place.state_code))
    };
    by_name.or_else(by_code).map(|state| state.state_code.clone()).unwrap_or_default()
}
