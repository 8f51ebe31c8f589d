//! `POST .../contact-information/{session_id}`: who answers for an event (API-60).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::event::Contact;
use domain::guest::{Guest, GuestInput};
use serde::{Deserialize, Serialize};
use store::Durability;
use utoipa::ToSchema;

use super::AtEvent;
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events::{self, refused};
use crate::extract::{Json as Body, part};
use crate::guests;
use crate::members;

/// As typed (EVENT-29).
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContactBody {
    #[serde(flatten, deserialize_with = "part")]
    pub guest: GuestInput,
    /// What stands on the door.
    pub event_name: Option<String>,
    /// Cost centre; an empty text when there is none.
    pub po_number: Option<String>,
}

/// As kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactAnswer {
    pub guest_data: Guest,
    pub event_name: String,
    pub po_number: String,
}

impl From<&Contact> for ContactAnswer {
    fn from(contact: &Contact) -> ContactAnswer {
        let Contact { guest, event_name, po_number } = contact.clone();
        ContactAnswer { guest_data: guest, event_name, po_number }
    }
}

/// Save who answers for it
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/contact-information/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path)),
    request_body = ContactBody, security(("booking_secret" = [])),
    responses((status = 200, body = ContactAnswer),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    at: AtEvent,
    headers: HeaderMap,
    Body(body): Body<ContactBody>,
) -> Answer<Json<ContactAnswer>> {
    let property = app.property(at.property_id).await?;
    let hotel = property.board.hotel();
    let guest = guests::check_also(hotel, &body.guest, "", &["email", "phone"]);
    let named = Contact::named(body.event_name.as_deref(), body.po_number.as_deref());
    let (guest, (event_name, po_number)) = match (guest, named) {
        (Ok(guest), Ok(named)) => (guest, named),
        (guest, named) => {
            // Every wrong field at once, as the form shows them.
            let refusal = guest.err().unwrap_or_else(|| Problem::new(Code::Unacceptable));
            let errors = named.err().unwrap_or_default().into_iter();
            return Err(errors.fold(refusal, |problem, error| problem.with_field(error.field, error.message)));
        }
    };
    let guest = members::booked_by(&app, &headers, hotel, guest).await?;
    let contact = Contact { guest, event_name, po_number };
    events::change(&app, at.property_id, at.event_id, Durability::Soon, |event| {
        event.with_contact(contact.clone(), app.clock.now()).map(Some).map_err(refused)
    })
    .await?;
    Ok(Json(ContactAnswer::from(&contact)))
}
