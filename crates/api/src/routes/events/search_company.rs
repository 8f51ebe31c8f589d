//! `GET .../web/search-company`: a company that pays for events, by its code (API-64).

use axum::extract::State;
use axum::{Extension, Json};
use domain::deal::{is_of, typed};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::{Path, Query};
use crate::letters::texts::Texts;
use crate::limits::{self, Caller};

/// A company that was found (EVENT-41).
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyFound {
    #[schema(example = "MARJAN")]
    pub code: String,
    pub name: String,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub country: Option<String>,
    pub postal: Option<String>,
}

/// Find a company
///
/// By its whole code. One that does not pay is not found: it could not be chosen.
#[utoipa::path(get, path = "/v4/properties/{property_id}/web/search-company", tag = "events",
    params(("property_id" = i64, Path), ("company_code" = String, Query, example = "MARJAN"), ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out")),
    responses((status = 200, body = CompanyFound),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "COMPANY_UNKNOWN")))]
pub async fn get(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    Path(property_id): Path<i64>,
    query: Query,
) -> Answer<Json<CompanyFound>> {
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    let code = typed(query.needed("company_code")?).ok_or(Code::CompanyUnknown)?;
    let mut paying = hotel.companies.iter().filter(|company| company.pays);
    let found =
        limits::opened(&app, caller, (property_id, &code), || Ok(paying.find(|company| is_of(&company.code, &code))))?;
    let company = found.ok_or(Code::CompanyUnknown)?;
    let texts = Texts::new(hotel, query.text("language_code"));
    let address = company.address.clone();
    Ok(Json(CompanyFound {
        code: company.code.clone(),
        name: texts.field("COMPANY", &company.code, "name", &company.name).to_owned(),
        address: address.address,
        city: address.city,
        state: address.state,
        country: address.country,
        postal: address.postal,
    }))
}
