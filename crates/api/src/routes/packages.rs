//! `GET .../package-rates/applicable` and `POST .../package-rates/{rate_code_id}/breakdown`: which packages can be had for a
//! stay, and what is in a nightly price (API-16, API-17).

use axum::extract::State;
use axum::{Extension, Json};
use domain::board::{Board, PackageId};
use domain::deal::Deal;
use domain::folio::{self, FolioCharge, ROOM_CHARGE};
use domain::offer::{Packages, Query as Question, offers};
use domain::stay::{MAX_NIGHTS, Stay, add_days};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::asked::{self, Codes};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::exchange::{self, ConversionTerms};
use crate::extract::{Json as Body, Path, Query};
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::limits::Caller;
use crate::routes::booking::set_rate::SeenRate;
use crate::wire::Prices;
use crate::wire::package::PackageDetails;

/// Packages for a stay
///
/// Those that some room can be had with.
#[utoipa::path(get, path = "/v4/properties/{property_id}/package-rates/applicable", tag = "availability",
    params(("property_id" = i64, Path),
        ("check_in_date" = jiff::civil::Date, Query, example = "2026-12-12"), ("check_out_date" = jiff::civil::Date, Query, example = "2026-12-15"),
        ("number_of_persons" = Option<u8>, Query, description = "adults in each room"),
        ("number_of_children" = Option<u8>, Query), ("children_ages" = Option<String>, Query, example = "7,9")),
    responses((status = 200, body = Vec<PackageDetails>),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn applicable(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
) -> Answer<Json<Vec<PackageDetails>>> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let stay = asked::stay(query.date("check_in_date")?, query.date("check_out_date")?)?;
    let adults = query.number("number_of_persons", Some(1), 1, 99)?;
    let children = query.number("number_of_children", Some(0), 0, 16)?;
    let party = asked::party(board, ("number_of_persons", adults), children, &query.ages("children_ages")?)?;
    let question = Question { packages: Packages::All, ..Question::new(stay, party) };
    let answer = offers(board, &question, app.clock.now());
    let had = |package: &_| answer.all().iter().any(|offer| offer.package == Some(*package));
    let packages = board.package_ids().filter(had);
    Ok(Json(packages.map(|package| PackageDetails::new(board.hotel(), board.package(package))).collect()))
}

/// A nightly price to be taken apart.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BreakdownBody {
    /// The same as in the address.
    #[schema(example = "BREAKFAST")]
    pub rate_code_id: Option<String>,
    #[schema(minimum = 1, maximum = 99)]
    pub number_of_persons: i64,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 16)]
    pub number_of_children: i64,
    /// Texts or numbers, one for each child.
    #[serde(default)]
    #[schema(value_type = Vec<String>, example = json!(["7"]))]
    pub children_ages: Vec<serde_json::Value>,
    /// One night after the other, as `price_details` has them; the date may be midnight UTC.
    pub rates: Vec<SeenRate>,
    #[schema(example = "STEAM")]
    pub package_id: Option<String>,
}

/// What is in a price.
#[derive(Debug, Serialize, ToSchema)]
pub struct Breakdown {
    pub data: BreakdownData,
}

/// Night by night, and the sum of all of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownData {
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    pub rates: Vec<NightBreakdown>,
    /// What the nights come to together: `total_amount_after_tax_and_fee` of a stay with these prices.
    pub estimated_total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_estimated_total: Option<f64>,
    /// Every tax of the nights below, those contained in fees and add-ons too: what their lines come to.
    pub total_taxes: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total_taxes: Option<f64>,
}

/// One night. What is charged once in a stay is in its first.
#[derive(Debug, Serialize, ToSchema)]
pub struct NightBreakdown {
    pub date: Date,
    /// The room, what the package contains, mandatory fees.
    pub breakdown: Vec<BreakdownEntry>,
    /// All of it, with every tax.
    pub total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total: Option<f64>,
}

/// A part of a night's price.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownEntry {
    /// ROOM, the code of a fee or of what a package contains.
    #[schema(example = "FONDUE")]
    pub code: String,
    pub name: String,
    /// As asked, inclusive taxes contained.
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    /// `amount` and the taxes on top of it, as in the folio.
    pub net_value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_net_value: Option<f64>,
    pub taxes: Vec<BreakdownTax>,
}

/// A tax on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownTax {
    pub tax_type_id: String,
    pub name: String,
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    /// Contained in the amount (true) or on top of it.
    pub inclusive: bool,
}

/// What is in a nightly price
///
/// Takes a price apart; it promises none. A rate that a code opens needs that code, and a package is taken apart for the
/// stays that it is sold for.
#[utoipa::path(post, path = "/v4/properties/{property_id}/package-rates/{rate_code_id}/breakdown", tag = "availability",
    params(("property_id" = i64, Path), ("rate_code_id" = String, Path), ("conversion_currency" = Option<String>, Query),
        ("discount_id" = Option<String>, Query, example = "WINTER15"), ("group_code" = Option<String>, Query, example = "SKICLUB"),
        ("company_code" = Option<String>, Query, example = "MARJAN"), ("mop" = Option<String>, Query, description = "GUEST or COMPANY"),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of the names; the hotel's first when left out")),
    request_body = BreakdownBody,
    responses((status = 200, body = Breakdown),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "NOT_ON_OFFER naming the rate or package that is not sold for the stay; a night that asks less than its package")))]
pub async fn breakdown(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    Path((property_id, rate_code_id)): Path<(i64, String)>,
    query: Query,
    Body(body): Body<BreakdownBody>,
) -> Answer<Json<Breakdown>> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let codes = Codes::of(&query);
    let deal = codes.deal((&app, caller), board, 1, None)?.unwrap_or_default();
    let refuse = |field, words: &str| Problem::new(Code::NotOnOffer).with_field(field, words);
    let plan = board.plan_index(&rate_code_id).filter(|plan| deal.opens(board, *plan));
    let plan = plan.ok_or_else(|| refuse("rate_code_id", "is not on offer"))?;
    if body.rate_code_id.as_ref().is_some_and(|named| *named != rate_code_id) {
        return Err(Problem::field("rate_code_id", "differs from that of the address"));
    }
    let ages = asked::ages(&body.children_ages)?;
    let party = asked::party(board, ("number_of_persons", body.number_of_persons), body.number_of_children, &ages)?;
    let (stay, asked) = nights(board, &body.rates)?;
    let package = match body.package_id.as_deref().filter(|text| !text.is_empty()) {
        Some(code) => {
            let sold = |found: &PackageId| {
                let described = board.package(*found);
                let of_plan = described.rate_plans.contains(&board.plan(plan).code);
                of_plan && described.applies(&stay) && !matches!(deal, Deal::Group { .. })
            };
            let found = board.package_index(code).filter(sold);
            Some(found.ok_or_else(|| refuse("package_id", "is not sold with this rate for this stay"))?)
        }
        None => None,
    };
    let exchange = exchange::asked(&app, board, &query).await?;
    let prices = Prices::new(board.currency(), exchange.as_ref());
    let texts = Texts::new(board.hotel(), query.text("language_code"));
    let room = Words::of_language(texts.language()).say("lbl_room", &[]);
    let charges = folio::breakdown(board, package, &stay, &party, &asked, &room)
        .ok_or_else(|| Problem::new(Code::Unacceptable).with_field("rates", "ask less than the package contains"))?;
    let total = charges.iter().map(|charge| charge.net_value).sum();
    let taxes = charges.iter().flat_map(|charge| &charge.taxes).map(|tax| tax.amount).sum();
    Ok(Json(Breakdown {
        data: BreakdownData {
            conversion: prices.terms(),
            rates: charges
                .chunk_by(|one, next| one.date == next.date)
                .map(|charges| night(&texts, &prices, charges))
                .collect(),
            estimated_total: prices.decimal(total),
            conversion_estimated_total: prices.twin(total),
            total_taxes: prices.decimal(taxes),
            conversion_total_taxes: prices.twin(taxes),
        },
    }))
}

/// Nights that follow one another, and what each asks.
fn nights(board: &Board, rates: &[SeenRate]) -> Answer<(Stay, Vec<i64>)> {
    if rates.is_empty() || rates.len() > usize::from(MAX_NIGHTS) {
        return Err(Problem::field("rates", format!("expected 1 to {MAX_NIGHTS} nights")));
    }
    let (mut dates, mut prices) = (Vec::new(), Vec::new());
    for (at, rate) in rates.iter().enumerate() {
        let (date, minor) = asked::night_rate(board, &format!("rates[{at}]"), &rate.date, rate.amount)?;
        if dates.last().is_some_and(|before| add_days(*before, 1) != Some(date)) {
            return Err(Problem::field(format!("rates[{at}].date"), "expected the night after the one before"));
        }
        if !(0..=MAX_ASKED).contains(&minor) {
            return Err(Problem::field(format!("rates[{at}].amount"), "is no price of a night"));
        }
        dates.push(date);
        prices.push(minor);
    }
    let stay = Stay::of_nights(dates[0], rates.len() as u16);
    Ok((stay.map_err(|error| Problem::field("rates", error.to_string()))?, prices))
}

/// Minor units; more is no price of a night.
const MAX_ASKED: i64 = 1_000_000_000_000;

fn night(texts: &Texts<'_>, prices: &Prices<'_>, charges: &[FolioCharge]) -> NightBreakdown {
    let total = charges.iter().map(|charge| charge.net_value).sum();
    let entry = |charge: &FolioCharge| BreakdownEntry {
        code: charge.charge_type_code.clone(),
        name: match charge.charge_type_code.as_str() {
            ROOM_CHARGE => charge.charge_type_label.clone(),
            code => texts.charge(code, &charge.charge_type_label).to_owned(),
        },
        amount: prices.decimal(charge.amount),
        conversion_amount: prices.twin(charge.amount),
        net_value: prices.decimal(charge.net_value),
        conversion_net_value: prices.twin(charge.net_value),
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
