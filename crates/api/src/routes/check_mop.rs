//! `GET /enterprise/v4/check-mop`: whether a company pays for its people (API-31).

use axum::extract::State;
use axum::{Extension, Json};
use domain::deal::{Deal, Mop};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::Query;
use crate::letters::texts::Texts;
use crate::limits::{self, Caller};

/// A company that was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyPays {
    pub company_pays: bool,
    /// What company-reservations takes.
    #[schema(example = "MARJAN")]
    pub company_id: String,
    pub name: String,
}

/// Does a company pay?
#[utoipa::path(get, path = "/enterprise/v4/check-mop", tag = "availability",
    params(("company_code" = String, Query, example = "MARJAN"), ("property_id" = i64, Query),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the name; the hotel's first when left out")),
    responses((status = 200, body = CompanyPays), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "COMPANY_UNKNOWN")))]
pub async fn get(State(app): State<App>, caller: Option<Extension<Caller>>, query: Query) -> Answer<Json<CompanyPays>> {
    let property = app.property(query.number("property_id", None, 1, i64::MAX)?).await?;
    let board = &property.board;
    let code = query.needed("company_code")?;
    let found =
        limits::opened(&app, caller, (property.property_id, code), || Ok(Deal::company(board, code, Mop::Guest)))?;
    let Some(Deal::Company { at, .. }) = found else {
        return Err(Code::CompanyUnknown.into());
    };
    let company = &board.hotel().companies[usize::from(at)];
    let texts = Texts::new(board.hotel(), query.text("language_code"));
    let name = texts.field("COMPANY", &company.code, "name", &company.name).to_owned();
    Ok(Json(CompanyPays { company_pays: company.pays, company_id: company.code.clone(), name }))
}
