//! `POST .../package-rates/{rate_code_id}/breakdown`: what nightly rates are made of, with every tax and fee by name
//! (API-17, PRICE-06).
//!
//! It reckons and sells nothing: the same walk over the same charges as the bill, for the rates that are sent.

use axum::Json;
use axum::extract::State;
use domain::board::Board;
use domain::folio::{Folio, FolioCharge, ROOM_CHARGE};
use domain::stay::{Stay, add_days};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::asked;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::exchange::{self, ConversionTerms};
use crate::extract::{Json as Body, Path, Query};
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::wire::Prices;

/// Nights and who sleeps in them, for one room.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BreakdownQuestion {
    /// The one of the address.
    #[schema(example = "FLEX")]
    pub rate_code_id: String,
    /// Adults.
    #[schema(minimum = 1, maximum = 99)]
    pub number_of_persons: i64,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 16)]
    pub number_of_children: i64,
    /// Texts or numbers, one for each child.
    #[serde(default)]
    #[schema(value_type = Vec<String>, example = json!(["7"]))]
    pub children_ages: Vec<serde_json::Value>,
    /// Every night of the stay, in order.
    #[schema(min_items = 1)]
    pub rates: Vec<NightRate>,
}

/// A night's rate, inclusive taxes contained, in the hotel's currency.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NightRate {
    /// Midnight UTC, or the date alone.
    #[schema(example = "2026-12-12T00:00:00Z")]
    pub date: String,
    #[schema(minimum = 0)]
    pub amount: f64,
}

/// The breakdown.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownAnswer {
    pub data: BreakdownData,
}

/// Night by night, and the sum of all of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownData {
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    pub rates: Vec<NightBreakdown>,
    /// What the nights come to together: `total_amount_after_tax_and_fee` of a stay with these rates.
    pub estimated_total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_estimated_total: Option<f64>,
}

/// What one night comes to. What is charged once in a stay is in its first night.
#[derive(Debug, Serialize, ToSchema)]
pub struct NightBreakdown {
    pub date: Date,
    /// The room, then each fee.
    pub breakdown: Vec<BreakdownEntry>,
    /// All of it with the taxes on top.
    pub total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total: Option<f64>,
}

/// The room or a fee.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownEntry {
    /// `ROOM` or the code of a fee.
    pub charge_type_code: String,
    pub name: String,
    /// Inclusive taxes contained.
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    pub taxes: Vec<BreakdownTax>,
}

/// A tax on an entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownTax {
    pub tax_type_id: String,
    pub name: String,
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    /// Contained in the entry's amount (true) or on top of it.
    pub inclusive: bool,
}

/// What a price is made of
///
/// Every night with the room, the mandatory fees and the taxes on each, by name and amount. The rates are taken as they
/// are sent: nothing is sold or promised by this answer.
#[utoipa::path(post, path = "/v4/properties/{property_id}/package-rates/{rate_code_id}/breakdown", tag = "availability",
    params(("property_id" = i64, Path), ("rate_code_id" = String, Path, example = "FLEX"), ("conversion_currency" = Option<String>, Query),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the names; the hotel's first when left out")),
    request_body = BreakdownQuestion,
    responses((status = 200, body = BreakdownAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn post(
    State(app): State<App>,
    Path((property_id, rate_code_id)): Path<(i64, String)>,
    query: Query,
    Body(body): Body<BreakdownQuestion>,
) -> Answer<Json<BreakdownAnswer>> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    board.plan_index(&rate_code_id).ok_or(Code::NotFound)?;
    if body.rate_code_id != rate_code_id {
        return Err(Problem::field("rate_code_id", "must be the one of the address"));
    }
    let adults = ("number_of_persons", body.number_of_persons);
    let party = asked::party(board, adults, body.number_of_children, &asked::ages(&body.children_ages)?)?;
    let (stay, rates) = nights(board, &body.rates)?;
    let exchange = exchange::asked(&app, board, &query).await?;
    let prices = Prices::new(board.currency(), exchange.as_ref());
    let texts = Texts::new(board.hotel(), query.text("language_code"));
    let room = Words::of_language(texts.language()).say("lbl_room", &[]);
    let folio = Folio::new(board, &room, &stay, &party, 1, &rates);
    let data = BreakdownData {
        conversion: prices.terms(),
        rates: folio
            .charges
            .chunk_by(|one, next| one.date == next.date)
            .map(|charges| night(&texts, &prices, charges))
            .collect(),
        estimated_total: prices.decimal(folio.estimated_total),
        conversion_estimated_total: prices.twin(folio.estimated_total),
    };
    Ok(Json(BreakdownAnswer { data }))
}

/// The stay that the nights are of, and their rates.
fn nights(board: &Board, given: &[NightRate]) -> Answer<(Stay, Vec<i64>)> {
    let mut rates = Vec::with_capacity(given.len());
    let mut next: Option<Date> = None;
    for (at, rate) in given.iter().enumerate() {
        let field = format!("rates[{at}]");
        let (date, minor) = asked::night_rate(board, &field, &rate.date, rate.amount)?;
        if minor < 0 {
            return Err(Problem::field(format!("{field}.amount"), "must not be below zero"));
        }
        if next.is_some_and(|next| next != date) {
            return Err(Problem::field(format!("{field}.date"), "must be the day after the one before"));
        }
        next = add_days(date, 1);
        rates.push(minor);
    }
    let departure = next.ok_or_else(|| Problem::field("rates", "expected every night of the stay"))?;
    let arrival = add_days(departure, -(given.len() as i32)).unwrap_or(departure);
    let stay = Stay::new(arrival, departure).map_err(|error| Problem::field("rates", error.to_string()))?;
    Ok((stay, rates))
}

fn night(texts: &Texts<'_>, prices: &Prices<'_>, charges: &[FolioCharge]) -> NightBreakdown {
    let total = charges.iter().map(|charge| charge.net_value).sum();
    let entry = |charge: &FolioCharge| BreakdownEntry {
        charge_type_code: charge.charge_type_code.clone(),
        name: match charge.charge_type_code.as_str() {
            ROOM_CHARGE => charge.charge_type_label.clone(),
            code => texts.charge(code, &charge.charge_type_label).to_owned(),
        },
        amount: prices.decimal(charge.amount),
        conversion_amount: prices.twin(charge.amount),
        taxes: charge
            .taxes
            .iter()
            .map(|tax| BreakdownTax {
                tax_type_id: tax.tax_type_id.clone(),
                name: texts.charge(&tax.tax_type_id, &tax.name).to_owned(),
                amount: prices.decimal(tax.amount),
                conversion_amount: prices.twin(tax.amount),
                inclusive: tax.inclusive,
            })
            .collect(),
    };
    NightBreakdown {
        date: charges[0].date,
        breakdown: charges.iter().map(entry).collect(),
        total: prices.decimal(total),
        conversion_total: prices.twin(total),
    }
}
