//! `GET /v4/properties/{property_id}/currencies`: what prices can be shown in (HEAD-04, CUR-05, CUR-08).

use axum::Json;
use axum::extract::State;
use domain::money;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::Path;

/// The currencies of the menu.
#[derive(Debug, Serialize, ToSchema)]
pub struct Currencies {
    /// The hotel's own, which the guest pays in.
    #[schema(example = "USD")]
    pub currency: String,
    /// The day of the rates; null without any.
    #[schema(example = "2026-04-13")]
    pub date: Option<Date>,
    /// Those that there is a rate for, and the hotel's own, by code.
    pub currencies: Vec<Currency>,
}

/// A currency (CUR-05).
#[derive(Debug, Serialize, ToSchema)]
pub struct Currency {
    #[schema(example = "CA$")]
    pub symbol: &'static str,
    #[schema(example = "Canadian Dollar")]
    pub name: &'static str,
    /// As it is written at home.
    #[schema(example = "$")]
    pub symbol_native: &'static str,
    /// 0, 2 or 3.
    #[schema(example = 2)]
    pub decimal_digits: u8,
    /// The smallest amount that is asked: 0.05 for CHF; 0 where it is the last digit.
    #[schema(example = 0)]
    pub rounding: f64,
    #[schema(example = "CAD")]
    pub code: &'static str,
    #[schema(example = "Canadian dollars")]
    pub name_plural: &'static str,
}

/// Currencies
///
/// What the hotel's prices can be shown in today. A currency without an exchange rate is not among them.
#[utoipa::path(get, path = "/v4/properties/{property_id}/currencies", tag = "property",
    params(("property_id" = i64, Path)),
    responses((status = 200, body = Currencies), (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, Path(property_id): Path<i64>) -> Answer<Json<Currencies>> {
    let property = app.property(property_id).await?;
    let own = property.board.currency();
    let rates = app.rates.on(&app, &property.board).await?;
    let currencies = match &rates {
        Some(rates) => rates.offered(property.board.hotel()).map(currency).collect(),
        None => vec![currency(own)],
    };
    Ok(Json(Currencies { currency: own.code.to_owned(), date: rates.map(|rates| rates.day), currencies }))
}

fn currency(one: &'static money::Currency) -> Currency {
    Currency {
        symbol: one.symbol,
        name: one.name,
        symbol_native: one.symbol_native,
        decimal_digits: one.digits,
        rounding: one.rounding(),
        code: one.code,
        name_plural: one.name_plural,
    }
}
