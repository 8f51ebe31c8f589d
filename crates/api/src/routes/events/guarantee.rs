//! `POST .../guarantee-info/{session_id}`: how an event is made sure (API-61).

use axum::extract::State;
use axum::{Extension, Json};
use domain::deal::{is_of, typed};
use domain::event::{CARD_GUARANTEE, COMPANY_GUARANTEE, EventGuarantee};
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;

use super::AtEvent;
use crate::app::App;
use crate::asked;
use crate::boards::Property;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events::{self, refused};
use crate::extract::Json as Body;
use crate::limits::{self, Caller};
use crate::routes::booking::commit::{GuaranteeDetails, card};

/// How it is made sure; an empty object takes back what was chosen (EVENT-42).
#[derive(Debug, Deserialize, ToSchema)]
pub struct GuaranteeInfo {
    /// FPCC (a card) or LDB (a company).
    #[schema(example = "FPCC")]
    pub guarantee_type: Option<String>,
    /// The card, as the token call answered it.
    pub payment_source: Option<GuaranteeDetails>,
    /// Code of the company.
    #[schema(example = "MARJAN")]
    pub company_id: Option<String>,
    /// Until when the hotel keeps the space is the hotel's to say: taken, and not used.
    pub cut_off_date: Option<String>,
}

/// How it is made sure now.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuaranteeAnswer {
    /// FPCC, LDB, or null.
    pub guarantee_type: Option<String>,
    pub company_id: Option<String>,
    /// `XXXXXXXXXXXX4242`.
    pub masked_card_number: Option<String>,
}

impl GuaranteeAnswer {
    /// As it is shown.
    pub fn new(guarantee: Option<&EventGuarantee>) -> GuaranteeAnswer {
        let (company_id, masked_card_number) = match guarantee {
            Some(EventGuarantee::Card { card }) => (None, Some(card.masked_number.clone())),
            Some(EventGuarantee::Company { code, .. }) => (Some(code.clone()), None),
            None => (None, None),
        };
        let guarantee_type = guarantee.map(EventGuarantee::type_code).map(str::to_owned);
        GuaranteeAnswer { guarantee_type, company_id, masked_card_number }
    }
}

/// Make an event sure
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/guarantee-info/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path)),
    request_body = GuaranteeInfo, security(("booking_secret" = [])),
    responses((status = 200, body = GuaranteeAnswer),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "CARD_REQUIRED, CARD_EXPIRED, CODE_NOT_VALID")))]
pub async fn post(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    at: AtEvent,
    Body(body): Body<GuaranteeInfo>,
) -> Answer<Json<GuaranteeAnswer>> {
    let property = app.property(at.property_id).await?;
    let guarantee = guarantee((&app, caller), &property, &at, &body)?;
    let event = events::change(&app, at.property_id, at.event_id, Durability::Soon, |event| {
        event.guaranteed(guarantee.clone(), &property.board, app.clock.now()).map(Some).map_err(refused)
    })
    .await?;
    Ok(Json(GuaranteeAnswer::new(event.guarantee.as_ref())))
}

fn guarantee(
    (app, caller): (&App, Option<Extension<Caller>>),
    property: &Property,
    at: &AtEvent,
    body: &GuaranteeInfo,
) -> Answer<Option<EventGuarantee>> {
    let hotel = property.board.hotel();
    let no_such = || Problem::new(Code::Unacceptable).with_field("guarantee_type", "is not taken for events here");
    match body.guarantee_type.as_deref().filter(|code| !code.is_empty()) {
        None => Ok(None),
        Some(CARD_GUARANTEE) if hotel.events.enable_card_capture => {
            let source = body.payment_source.as_ref();
            let card = card(app, at.property_id, at.event_id, source, "payment_source")?;
            card.map(|card| Some(EventGuarantee::Card { card })).ok_or_else(|| Code::CardRequired.into())
        }
        Some(COMPANY_GUARANTEE) => {
            let named = body.company_id.as_deref().unwrap_or_default();
            let code = typed(named);
            let find = || Ok(code.and_then(|code| hotel.companies.iter().find(|company| is_of(&company.code, &code))));
            let company = limits::opened(app, caller, (at.property_id, named), find)?
                .ok_or_else(|| asked::not_valid("company_id"))?;
            if !company.pays {
                return Err(asked::does_not_pay("company_id"));
            }
            Ok(Some(EventGuarantee::Company { code: company.code.clone(), name: company.name.clone() }))
        }
        Some(_) => Err(no_such()),
    }
}
