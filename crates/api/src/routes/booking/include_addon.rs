//! `POST .../new-booking/{session_id}/include-addon`: what is added to a chosen room, in place of what was (API-40).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::addon::AddonAsk;
use domain::booking::{Refusal, include_addons};
use serde::Deserialize;
use store::Durability;
use utoipa::ToSchema;

use super::at_session;
use super::set_rate::{SetRateAnswer, SetRateData};
use crate::access::Allowed;
use crate::app::App;
use crate::batches::{Change, refused};
use crate::error::{Answer, Code, ProblemBody};
use crate::exchange;
use crate::extract::{self, Json as Body, Path, Query};
use crate::wire::booking::SelectedRoom;

/// Everything that is to be added to the room.
#[derive(Debug, Deserialize, ToSchema)]
pub struct IncludeAddon {
    /// None takes everything off. What is taken once may come as an entry for each unit (ADDON-09): they are added up.
    pub reservation_addons: Vec<ReservationAddon>,
}

/// So many of an add-on, in each room of the session.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReservationAddon {
    #[schema(example = "BREAKFAST")]
    pub charge_type_id: String,
    /// At most what the hotel gives.
    #[schema(minimum = 1, maximum = 99)]
    pub quantity: i64,
    /// The day; of an add-on that is taken once (`recurring`) none is told.
    #[schema(example = "2026-12-12", format = "date")]
    pub date: Option<String>,
}

impl ReservationAddon {
    /// As the domain asks them, with the place of each in the list: entries without a date are one for each add-on
    /// (ADDON-09). `path` is where the list stands.
    pub(super) fn asks(entries: &[ReservationAddon], path: &str) -> Answer<(Vec<AddonAsk>, Vec<usize>)> {
        let (mut asks, mut places) = (Vec::<AddonAsk>::new(), Vec::new());
        let mut undated = HashMap::new();
        for (at, entry) in entries.iter().enumerate() {
            let ask = entry.ask(&format!("{path}[{at}]"))?;
            let before = undated.get(&entry.charge_type_id).filter(|_| ask.date.is_none());
            match before.map(|known: &usize| &mut asks[*known]) {
                // One of none is wrong beside others too.
                Some(other) if ask.quantity > 0 && other.quantity > 0 => {
                    other.quantity = other.quantity.saturating_add(ask.quantity);
                }
                _ => {
                    if ask.date.is_none() {
                        undated.insert(&entry.charge_type_id, asks.len());
                    }
                    asks.push(ask);
                    places.push(at);
                }
            }
        }
        Ok((asks, places))
    }

    fn ask(&self, path: &str) -> Answer<AddonAsk> {
        let date = self.date.as_deref().filter(|text| !text.is_empty());
        Ok(AddonAsk {
            code: self.charge_type_id.clone(),
            // What no entry can have is refused as such, with the add-on's own bounds.
            quantity: u16::try_from(self.quantity).unwrap_or(0),
            date: date.map(|text| extract::date(&format!("{path}.date"), text)).transpose()?,
        })
    }
}

/// Add to a room
///
/// All entries or none. What is limited is held from here on, as the room is, or the answer names the day on which too
/// few are left.
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/include-addon", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path), ("conversion_currency" = Option<String>, Query)),
    request_body = IncludeAddon, security(("booking_secret" = [])),
    responses((status = 200, body = SetRateAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "ADDON_SOLD_OUT with `charge_type_id` and `date`, ALREADY_COMMITTED"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "an entry that cannot be had; ROOM_MISSING")))]
pub async fn post(
    State(app): State<App>,
    _allowed: Allowed,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<IncludeAddon>,
) -> Answer<Json<SetRateAnswer>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let board = &property.board;
    let exchange = exchange::asked(&app, board, &query).await?;
    let (asks, places) = ReservationAddon::asks(&body.reservation_addons, "reservation_addons")?;
    let hold = u32::from(app.settings.hold_minutes);
    let after = app
        .batches
        .change(&app, &property, batch_id, Durability::Soon, |batch| {
            let set = include_addons(batch, session_id, &asks, board, app.clock.now(), hold)
                .map_err(|refusal| match refusal {
                    Refusal::Addon { at, fault } => Refusal::Addon { at: places[at], fault },
                    other => other,
                })
                .map_err(|refusal| refused(refusal, |_, _| serde_json::Value::Null))?;
            Ok(Some(Change::from(set)))
        })
        .await?;
    let session = after.state.session(session_id);
    let (session, choice) = session.and_then(|s| s.choice.as_ref().map(|c| (s, c))).ok_or(Code::Busy)?;
    let content = SelectedRoom::new(board, session, choice, exchange.as_ref());
    Ok(Json(SetRateAnswer { data: SetRateData { session_id, content } }))
}
