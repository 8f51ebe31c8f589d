//! `PUT /enterprise/v4/web/update-guest`: the guest of a reservation, or of rooms of its booking,
//! written anew (API-37). Where it has another e-mail address then, the confirmation goes there.

use axum::Json;
use axum::extract::State;
use domain::guest::{Guest, GuestInput, same_name};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::rooms::of_them;
use super::{change_rooms, changeable, opened};
use crate::app::App;
use crate::boards::Property;
use crate::cancelling::is_unpaid;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Query};
use crate::letters::texts::Texts;
use crate::{guests, mail, payments};

/// The guest's fields as typed.
#[derive(Debug, Default, Clone, Deserialize, ToSchema)]
#[serde(default)]
pub struct UpdateGuest {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub street: Option<String>,
    pub street_2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    /// As it is kept: the country cannot be changed here (MANAGE-26).
    pub country: Option<String>,
    /// Rooms of the same booking, in place of the one that was looked up: all of them are written anew, or none.
    pub conf_nums: Vec<String>,
    /// Language of the mail that goes to another address; the hotel's first one when it is left out or not offered.
    #[schema(example = "fr_FR")]
    pub language_code: Option<String>,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuestUpdated {
    pub conf_num: String,
}

/// Change the guest's details
#[utoipa::path(put, path = "/enterprise/v4/web/update-guest", tag = "manage", params(("request_id" = String, Query)), request_body = UpdateGuest,
    responses((status = 200, body = GuestUpdated), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CHANGEABLE, BUSY"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn put(State(app): State<App>, query: Query, Body(body): Body<UpdateGuest>) -> Answer<Json<GuestUpdated>> {
    let found = opened(&app, query.needed("request_id")?).await?;
    let number = found.confirmation_no.clone();
    let property = app.property(found.property_id).await?;
    let (mut rooms, mut readdressed) = (Vec::new(), Vec::new());
    for mut room in changeable(of_them(&app, found, &body.conf_nums).await?)? {
        let before = &room.detail.guest;
        let guest = anew(&property, before, &body)?;
        let fields = changed_fields(before, &guest);
        let address = mail::reached_at(&room.detail);
        room.detail.rename(guest);
        // What waits for its payment is confirmed by e-mail once it is paid.
        if mail::reached_at(&room.detail) != address
            && !is_unpaid(&room, &payments::of_reservation(&app, &room.detail).await?)
        {
            readdressed.push(room.detail.clone());
        }
        rooms.push((room, json!({"fields": fields})));
    }
    let language = Texts::asked_of(property.board.hotel(), body.language_code.as_deref());
    let mails = match app.settings.post {
        Some(_) => mail::owed(&readdressed, language.as_deref(), app.clock.now()),
        None => Vec::new(),
    };
    change_rooms(&app, "GUEST", rooms, mails).await?;
    Ok(Json(GuestUpdated { conf_num: number }))
}

/// What was typed, of the guest of one room.
fn anew(property: &Property, before: &Guest, body: &UpdateGuest) -> Answer<Guest> {
    let country = body.country.as_deref().map(str::trim).filter(|country| !country.is_empty());
    if let (Some(kept), Some(typed)) = (&before.country, country)
        && !kept.eq_ignore_ascii_case(typed)
    {
        return Err(Problem::new(Code::Unacceptable).with_field("country", "cannot be changed here"));
    }
    let body = body.clone();
    let is_kept = |kept: &str, typed: &Option<String>| typed.as_deref().is_some_and(|typed| same_name(kept, typed));
    let is_somebody_else =
        !is_kept(&before.first_name, &body.first_name) && !is_kept(&before.last_name, &body.last_name);
    let input = GuestInput {
        first_name: body.first_name,
        last_name: body.last_name,
        // Nobody asks for these two here. A wish goes with the room; a middle name only with who has it.
        middle_name: before.middle_name.clone().filter(|_| !is_somebody_else),
        remarks: before.remarks.clone(),
        email: body.email,
        phone: body.phone,
        street: body.street,
        street_2: body.street_2,
        city: body.city,
        state: body.state,
        zip_code: body.zip_code,
        country: before.country.clone().or(body.country),
    };
    Ok(guests::check(property.board.hotel(), &input, "")?.of_the_member_of(before))
}

/// Names of the fields that differ: the record says what was changed, not what the guest typed.
fn changed_fields(before: &Guest, after: &Guest) -> Vec<String> {
    let value = |guest: &Guest| serde_json::to_value(guest).unwrap_or_default();
    let (before, after) = (value(before), value(after));
    let fields = after.as_object().into_iter().flatten();
    fields.filter(|(name, value)| before.get(name.as_str()) != Some(value)).map(|(name, _)| name.clone()).collect()
}
