//! `GET .../rooming`: the cheapest way to put a group into rooms, as one choice.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::deal::Deal;
use domain::offer::Query as Question;
use domain::rooming;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::exchange::{self, ConversionTerms};
use crate::extract::{Path, Query};
use crate::wire::Prices;
use crate::wire::availability::{Found, Rooming};
use crate::{access, asked};

/// Who sleeps where.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomingAnswer {
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    /// In the rooms asked for or, when those do not hold the group, in the fewest that do; null when none do.
    pub rooming: Option<Rooming>,
}

/// The cheapest rooms for a group
///
/// Puts all people of a search into rooms, whichever room types and rates come cheapest together. Every room has an
/// adult; nobody is put where the hotel would not let them book.
#[utoipa::path(get, path = "/v4/properties/{property_id}/rooming", tag = "availability",
    params(("property_id" = i64, Path),
        ("check_in_date" = jiff::civil::Date, Query, example = "2026-12-12"), ("check_out_date" = jiff::civil::Date, Query, example = "2026-12-15"),
        ("number_of_rooms" = Option<u8>, Query, minimum = 1, maximum = 6),
        ("number_of_persons" = Option<u8>, Query, minimum = 1, maximum = 24, description = "adults of the whole group"),
        ("number_of_children" = Option<u8>, Query, maximum = 16), ("children_ages" = Option<String>, Query, example = "7,9"),
        ("rate_code_ids" = Option<String>, Query, example = "FLEX,ADVANCE"), ("conversion_currency" = Option<String>, Query),
        ("session_id" = Option<String>, Query, description = "with its secret: what this session holds counts as free for it")),
    responses((status = 200, body = RoomingAnswer),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<RoomingAnswer>> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let stay = asked::stay(query.date("check_in_date")?, query.date("check_out_date")?)?;
    let adults = query.number("number_of_persons", Some(1), 1, rooming::MAX_PEOPLE as i64)?;
    let children = query.number("number_of_children", Some(0), 0, 16)?;
    let group = asked::party(board, ("number_of_persons", adults), children, &query.ages("children_ages")?)?;
    let rooms = query.number("number_of_rooms", Some(1), 1, asked::MAX_ROOMS)? as u16;
    let exchange = exchange::asked(&app, board, &query).await?;
    let prices = Prices::new(board.currency(), exchange.as_ref());
    let plans = asked::plans(board, Deal::Public, &query);
    let held = access::own(&app, &headers, &query, property_id).await.map_or_else(Vec::new, |own| own.holds(board));
    let question = Question { plans: plans.as_deref(), own: &held, ..Question::new(stay, group) };
    let rooms = rooms..=asked::MAX_ROOMS as u16;
    let now = app.clock.now();
    let rooming = rooming::fewest_rooms(board, &question, group.adults(), group.child_ages(), rooms, now);
    let rooming = rooming.map(|rooms| Found { board, query: &question, prices, now, owed: 0 }.rooming(&rooms));
    Ok(Json(RoomingAnswer { conversion: prices.terms(), rooming }))
}
