//! `POST .../new-booking/{session_id}/company-reservations`: books a session at a company's terms (API-24).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use domain::booking::{SessionCompany, set_company};
use domain::deal::{Deal, Mop};
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;

use super::at_session;
use crate::access::Allowed;
use crate::app::App;
use crate::asked;
use crate::batches::{Change, refused};
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{Json as Body, Path, Query};
use crate::limits::{self, Caller};

/// The company of a session.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CompanyReservation {
    pub reservation_company: ReservationCompany,
}

/// Which company, and who pays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReservationCompany {
    /// As check-mop answered it, or the code as typed.
    #[schema(example = "MARJAN")]
    pub company_id: String,
    /// GUEST or COMPANY; COMPANY when left out.
    pub mop: Option<String>,
    /// Every company here is one of the hotel's own.
    pub is_local: Option<bool>,
    /// Plans are on offer by the company's code alone: the answer says so, whatever is sent.
    pub company_rates_applied: Option<bool>,
}

/// What is on the session now.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyAttached {
    pub company_id: String,
    pub name: String,
    #[schema(value_type = String, example = "COMPANY")]
    pub mop: Mop,
}

/// Book for a company
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/company-reservations", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path)), request_body = CompanyReservation, security(("booking_secret" = [])),
    responses((status = 200, body = CompanyAttached), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "CODE_NOT_VALID; a company that does not pay; a room that was chosen at other terms")))]
pub async fn post(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    _allowed: Allowed,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<CompanyReservation>,
) -> Answer<Json<CompanyAttached>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let board = &property.board;
    let asked = body.reservation_company;
    let mop = asked::mop("reservation_company.mop", asked.mop.as_deref().or(Some("COMPANY")))?;
    let named = (property_id, asked.company_id.as_str());
    let found = limits::opened(&app, caller, named, || Ok(Deal::company(board, &asked.company_id, mop)))?;
    let Some(Deal::Company { at, .. }) = found else {
        return Err(asked::not_valid("reservation_company.company_id"));
    };
    let company = &board.hotel().companies[usize::from(at)];
    if mop == Mop::Company && !company.pays {
        return Err(asked::does_not_pay("reservation_company.mop"));
    }
    let hold = u32::from(app.settings.hold_minutes);
    app.batches
        .change(&app, &property, batch_id, Durability::Soon, |batch| {
            let on = SessionCompany { code: company.code.clone(), mop };
            let batch = set_company(batch, session_id, on, app.clock.now(), hold)
                .map_err(|refusal| -> Problem { refused(refusal, |_, _| serde_json::Value::Null) })?;
            Ok(Some(Change::of(batch)))
        })
        .await?;
    Ok(Json(CompanyAttached { company_id: company.code.clone(), name: company.name.clone(), mop }))
}
