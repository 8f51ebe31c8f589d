//! `GET /enterprise/v4/web/manage-booking`: finds a reservation by number and last name, by the link of its e-mail, or
//! again by the token of the look-up before (API-34).

use axum::extract::State;
use axum::{Extension, Json};
use domain::confirmation;
use domain::guest::same_name;
use jiff::ToSpan;
use store::reservations;
use tokio::time::Instant;

use super::found::FoundReservation;
use super::{Kept, guessing, opened, request_token};
use crate::app::App;
use crate::clock::zone;
use crate::error::{Answer, Code, ProblemBody};
use crate::extract::Query;
use crate::limits::Caller;
use crate::payments;
use crate::secret::Opens;

/// How long after the departure the link of the e-mail still opens.
const LINK_DAYS: i64 = 30;

/// Find a reservation
///
/// By `conf_num` and `last_name`; by `conf_num` and the `link` of the e-mail; or again by `request_id`. The answer and
/// its time are the same whether the number or the name is wrong.
#[utoipa::path(get, path = "/enterprise/v4/web/manage-booking", tag = "manage",
    params(("conf_num" = Option<String>, Query), ("last_name" = Option<String>, Query), ("link" = Option<String>, Query),
        ("request_id" = Option<String>, Query), ("property_code" = Option<String>, Query)),
    responses((status = 200, body = FoundReservation), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    query: Query,
) -> Answer<Json<FoundReservation>> {
    let (found, token) = match query.text("request_id") {
        // The same token, and no new one: a reservation is open for half an hour after it was looked up.
        Some(request_id) => (opened(&app, request_id).await?, request_id.to_owned()),
        None => {
            let found = look_up(&app, caller.map(|Extension(caller)| caller), &query).await?;
            let token = request_token(&app, found.property_id, &found.confirmation_no, app.clock.now());
            (found, token)
        }
    };
    let property = app.property(found.property_id).await?;
    let payments = payments::of_reservation(&app, &found.detail).await?;
    Ok(Json(FoundReservation::new(&app, &property, &found, &payments, token)))
}

async fn look_up(app: &App, caller: Option<Caller>, query: &Query) -> Answer<Kept> {
    let begun = Instant::now();
    let typed = query.needed("conf_num")?;
    let link = query.text("link");
    let last_name = if link.is_some() { "" } else { query.needed("last_name")? };
    // A number of the wrong form is counted as it was typed: it can be nobody's.
    let number = confirmation::normal(typed).unwrap_or_default();
    let guesses = app.limits.as_ref().map(|limits| &limits.guesses).zip(caller);
    if let Some((guesses, Caller(address))) = guesses
        && link.is_none()
        && !guesses.may_try(address, &number)
    {
        return Err(Code::TooMany.into());
    }
    let found = find(app, &number, query.text("property_code")).await?;
    let opens = |kept: &Kept| match link {
        Some(link) => {
            let property_id = kept.property_id;
            app.secret.opens(&Opens::Link { property_id, confirmation_no: &number }, link)
        }
        None => same_name(&kept.detail.guest.last_name, last_name),
    };
    if let Some(kept) = found.filter(opens) {
        let property = app.property(kept.property_id).await?;
        let today = app.clock.now().to_zoned(zone(property.board.hotel())).date();
        let ends = kept.departure.saturating_add(LINK_DAYS.days());
        return if link.is_some() && today > ends { Err(Code::LookUpExpired.into()) } else { Ok(kept) };
    }
    let wait = match guesses {
        Some((guesses, Caller(address))) => guesses.failed(address, &number),
        None => guessing::UNCOUNTED,
    };
    tokio::time::sleep_until(begun + wait).await;
    Err(Code::ReservationUnknown.into())
}

/// The reservation of a number, of this hotel when one is named, where guests may manage theirs (ROLE-03).
async fn find(app: &App, number: &str, property_code: Option<&str>) -> Answer<Option<Kept>> {
    let Some(property_id) = confirmation::property_of(number) else { return Ok(None) };
    let Some(found) = reservations::find(&app.db, property_id, number).await? else { return Ok(None) };
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    let here = property_code.is_none_or(|code| code == hotel.code);
    Ok(Some(found).filter(|_| here && hotel.website_config.enable_search_reservation))
}
