//! `GET .../charge-types/applicable/v2`: what can be added to a room, and what it costs in a stay (API-19).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use crate::app::App;
use crate::batches::taken_addons;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::exchange;
use crate::extract::{Path, Query};
use crate::routes::booking::{at_session, read};
use crate::wire::Prices;
use crate::wire::addon::{AddonChargeType, AddonGroup};
use crate::wire::booking::currency_of;

/// Add-ons of a hotel
///
/// All of them with what the hotel asks; with a session, those that its room can have, with what one costs on each day
/// of the stay and how many are left. What is answered is not held: include-addon takes it, or says that it is gone.
#[utoipa::path(get, path = "/v4/properties/{property_id}/charge-types/applicable/v2", tag = "availability",
    params(("property_id" = i64, Path), ("category" = Option<String>, Query, example = "MISC_CHARGE", description = "MISC_CHARGE: there are no others"),
        ("enabled_for_addons" = Option<bool>, Query, example = true, description = "true: there are no others"),
        ("session_id" = Option<String>, Query, description = "with its secret"), ("conversion_currency" = Option<String>, Query)),
    responses((status = 200, body = Vec<AddonGroup>), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "ROOM_MISSING; a currency without an exchange rate")))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<Vec<AddonGroup>>> {
    for (name, only) in [("category", "MISC_CHARGE"), ("enabled_for_addons", "true")] {
        if query.text(name).is_some_and(|told| told != only) {
            return Err(Problem::field(name, format!("expected {only}")));
        }
    }
    let property = app.property(property_id).await?;
    let board = &property.board;
    let exchange = exchange::asked(&app, board, &query).await?;
    let addons = &board.hotel().addons;
    let applicable: Vec<AddonChargeType> = match query.text("session_id") {
        None => {
            let prices = Prices::new(board.currency(), exchange.as_ref());
            addons.iter().map(|addon| AddonChargeType::of_hotel(board, addon, &prices)).collect()
        }
        Some(session) => {
            let (_, batch_id, session_id) = at_session(&app, &headers, &query, property_id, session).await?;
            let batch = read(&app, &property, batch_id).await?;
            let session = batch.state.session(session_id).ok_or(Code::BatchUnknown)?;
            let choice = session.choice.as_ref().ok_or(Code::RoomMissing)?;
            let taken = taken_addons(&app, property_id, choice.stay).await?;
            let existing = batch.state.existing_stay();
            let prices = Prices::new(currency_of(choice, board), exchange.as_ref());
            let of = |at| AddonChargeType::of_choice(board, at as u16, (choice, existing), &taken, &prices);
            (0..addons.len()).filter_map(of).collect()
        }
    };
    let mut groups: Vec<AddonGroup> = Vec::new();
    for charge_type in applicable {
        let Some(addon) = addons.iter().find(|addon| addon.charge.code == charge_type.code) else { continue };
        match groups.iter_mut().find(|group| group.name == addon.group) {
            Some(group) => group.charge_types.push(charge_type),
            None => groups.push(AddonGroup { name: addon.group.clone(), charge_types: vec![charge_type] }),
        }
    }
    Ok(Json(groups))
}
