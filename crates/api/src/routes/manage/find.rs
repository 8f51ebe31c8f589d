//! `GET /enterprise/v4/web/manage-booking`: finds a stay, an activity or an event by number and last name, by the link of its e-mail, or
//! again by the token of the look-up before (API-34).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use domain::confirmation;
use domain::guest::same_name_cut;
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rooms::together;
use super::{LookedUp, OPEN_FOR, guessing, links_ended, open, request_token};
use crate::app::App;
use crate::boards::Property;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::Query;
use crate::extras::{self, Extra};
use crate::limits::Caller;
use crate::mail;
use crate::payment_links::with_what_was_paid;
use crate::secret::Opens;
use crate::wire::extra::FoundExtra;
use crate::wire::found::FoundReservation;

/// The form takes no more of a last name (MANAGE-03).
const LONGEST_NAME: usize = 50;
/// So many letters of what is no number are told apart.
const COUNTED: usize = 64;

/// What a number stands for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Found {
    Stay(Box<FoundReservation>),
    Extra(Box<FoundExtra>),
}

/// Find a reservation
///
/// A stay, or an activity or event that was booked. By `conf_num` and `last_name`; by `conf_num` and the `link` of the
/// e-mail; or again by `request_id`. The answer and its time are the same whether the number or the name is wrong.
#[utoipa::path(get, path = "/enterprise/v4/web/manage-booking", tag = "manage",
    params(("conf_num" = Option<String>, Query), ("last_name" = Option<String>, Query), ("link" = Option<String>, Query),
        ("request_id" = Option<String>, Query), ("property_code" = Option<String>, Query),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the texts of activities and events, and of the name of what a code opened; the hotel's first when left out")),
    responses((status = 200, body = Found, description = "a stay with what belongs to it, or an activity or event"), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<Found>> {
    let (found, until) = match query.text("request_id") {
        // No longer than before: a reservation is open for half an hour after it was looked up.
        Some(request_id) => (LookedUp::opened(&app, request_id).await?, open(&app, request_id)?.2),
        None => {
            let found = look_up(&app, caller.map(|Extension(caller)| caller), &query).await?;
            (found, app.clock.now().as_second() + OPEN_FOR)
        }
    };
    let (property, language) = (app.property(found.property_id()).await?, query.text("language_code"));
    Ok(Json(match &found {
        LookedUp::Stay(kept) => {
            let mut stay = FoundReservation::new(&app, kept, until, &headers, language).await?;
            // They are told once for the whole booking, whichever of its rooms is opened.
            let rooms: Vec<Uuid> = together(&app, &kept.detail).await?.iter().map(|room| room.reservation_id).collect();
            let extras = extras::of_stays(&app, kept.property_id, &rooms).await?;
            for booked in extras.iter().filter(|extra| !extra.is_forgotten()) {
                stay.extras.push(told(&app, &property, booked, until, language).await?);
            }
            Found::Stay(Box::new(stay))
        }
        LookedUp::Extra(found) => Found::Extra(Box::new(told(&app, &property, found, until, language).await?)),
    }))
}

async fn told(app: &App, property: &Property, extra: &Extra, until: i64, language: Option<&str>) -> Answer<FoundExtra> {
    let token = request_token(app, extra.property_id(), extra.confirmation_no(), until);
    FoundExtra::new(app, property, extra, token, language).await
}

async fn look_up(app: &App, caller: Option<Caller>, query: &Query) -> Answer<LookedUp> {
    let begun = Instant::now();
    let typed = query.needed("conf_num")?;
    let link = query.text("link");
    let last_name = if link.is_some() { "" } else { query.needed("last_name")? };
    // A number of the wrong form is counted as it was typed: it can be nobody's.
    let number = confirmation::normal(typed).unwrap_or_default();
    let counted = if number.is_empty() { typed.trim().chars().take(COUNTED).collect() } else { number.clone() };
    let guesses = app.limits.as_ref().map(|limits| &limits.guesses).zip(caller);
    if let Some((guesses, Caller(address))) = guesses
        && link.is_none()
        && !guesses.may_try(address, &counted)
    {
        return Err(Code::TooMany.into());
    }
    let found = find(app, &number, query.text("property_code")).await?;
    let opens = |found: &LookedUp| match link {
        Some(link) => {
            let (property_id, email) = (found.property_id(), mail::written_to(found.guest()));
            app.secret.opens(&Opens::Link { property_id, confirmation_no: &number, email: &email }, link)
        }
        None => same_name_cut(found.last_name(), last_name, LONGEST_NAME),
    };
    if let Some(found) = found.filter(opens) {
        let property = app.property(found.property_id()).await?;
        let ended = links_ended(&property, found.last_day(property.board.time_zone()), app.clock.now());
        return match found {
            _ if link.is_some() && ended => Err(Code::LookUpExpired.into()),
            LookedUp::Stay(stay) => Ok(LookedUp::Stay(Box::new(with_what_was_paid(app, *stay).await?))),
            extra => Ok(extra),
        };
    }
    let wait = match guesses {
        Some((guesses, Caller(address))) => guesses.failed(address, &counted),
        None => guessing::UNCOUNTED,
    };
    app.clock.hold_back(begun, wait).await;
    Err(Code::ReservationUnknown.into())
}

/// What stands under a number, of this hotel when one is named, where guests may manage theirs (ROLE-03).
async fn find(app: &App, number: &str, property_code: Option<&str>) -> Answer<Option<LookedUp>> {
    let Some(property_id) = confirmation::property_of(number) else { return Ok(None) };
    let Some(found) = LookedUp::of_number(app, property_id, number).await? else { return Ok(None) };
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    let here = property_code.is_none_or(|code| code == hotel.code);
    Ok(Some(found).filter(|_| here && hotel.website_config.enable_search_reservation))
}
