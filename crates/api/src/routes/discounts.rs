//! `GET .../check-discounts`: whether a promo code is good for a stay, and if not, why (API-10).

use axum::extract::State;
use axum::{Extension, Json};
use domain::deal::Deal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::asked;
use crate::error::{Answer, ProblemBody};
use crate::extract::{Path, Query};
use crate::letters::texts::Texts;
use crate::limits::{self, Caller};

/// A promotion that can be booked (it has `validation_status`), or a restriction that stands against it (it has not,
/// and `text` says why).
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscountCheck {
    /// What availability and set-rate take as `discount_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "WINTER15")]
    pub discount_id: Option<String>,
    /// The same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "VALID")]
    pub validation_status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Check a promo code
///
/// An unknown code is answered with an empty list.
#[utoipa::path(get, path = "/v4/properties/{property_id}/check-discounts", tag = "availability",
    params(("property_id" = i64, Path), ("start_date" = jiff::civil::Date, Query, example = "2026-12-12"),
        ("end_date" = jiff::civil::Date, Query, example = "2026-12-15"), ("code" = String, Query, example = "WINTER15"),
        ("number_of_rooms" = Option<u8>, Query, minimum = 1, maximum = 6, description = "rooms booked together"),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the texts; the hotel's first when left out")),
    responses((status = 200, body = Vec<DiscountCheck>), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    Path(property_id): Path<i64>,
    query: Query,
) -> Answer<Json<Vec<DiscountCheck>>> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let stay = asked::stay_named(&query, "start_date", "end_date")?;
    let rooms = query.number("number_of_rooms", Some(1), 1, asked::MAX_ROOMS)? as u16;
    let code = query.needed("code")?;
    let found = limits::opened(&app, caller, (property.property_id, code), || Ok(Deal::discount(board, code, rooms)))?;
    let Some(Deal::Discount { at, .. }) = found else {
        return Ok(Json(Vec::new()));
    };
    let discount = &board.hotel().discounts[usize::from(at)];
    let texts = Texts::new(board.hotel(), query.text("language_code"));
    let text = |field, own| texts.field("DISCOUNT", &discount.code, field, own).to_owned();
    let check = if discount.applies(&stay, rooms, Some(board.business_day(app.clock.now()))) {
        DiscountCheck {
            discount_id: Some(discount.code.clone()),
            id: Some(discount.code.clone()),
            name: Some(text("name", &discount.name)),
            validation_status: Some("VALID"),
            text: None,
        }
    } else {
        DiscountCheck {
            discount_id: None,
            id: None,
            name: None,
            validation_status: None,
            text: Some(text("restriction", &discount.restriction)),
        }
    };
    Ok(Json(vec![check]))
}
