//! `GET /public/properties/{p}/reports/confirmation-letter`: what the hotel writes to a guest who has booked
//! (CONF-05, API-52, API-53).

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use domain::board::Board;
use domain::booking::Reservation;
use domain::hotel::Hotel;
use domain::money::Currency;
use jiff::civil::DateTime;
use letter::{Fonts, HTML_CSP, Letter};
use store::{exchange_rates, media};

use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::exchange::Exchange;
use crate::extract::{Path, Query};
use crate::extras::giving_back::refund_of;
use crate::letters::opened::{Opened, Paper, booked_together, opened};
use crate::letters::{Material, compose, extra};
use crate::routes::policy_pages;

static FONTS: LazyLock<Arc<Fonts>> = LazyLock::new(|| Arc::new(Fonts::embedded()));

/// The confirmation letter
///
/// A typeset PDF in the asked language, or in the hotel's first one where it is not offered. A caller that takes HTML
/// and cannot take a PDF gets the same letter as a page; browsers can take both. It opens with the token of the
/// commit's `letter_url`, until its guest has another e-mail address or 30 days after the last day, or with the
/// `request_token` of a look-up, never with the number alone; a wrong number and a wrong token are answered alike. A caller
/// that names HTML reads a page where it opens nothing.
/// Amounts are what was agreed, in the currency of the booking; for another `currency` a sentence says what the total
/// comes to at the rate of the day of booking. `device_time` is the date of the letter.
#[utoipa::path(get, path = "/public/properties/{property_id}/reports/confirmation-letter", tag = "public",
    params(("property_id" = i64, Path), ("confirmation_no" = String, Query, example = "1HKQ2M4X7TB"), ("token" = String, Query),
        ("device_time" = Option<String>, Query, example = "2026-11-21T09:30:00+01:00"),
        ("currency" = Option<String>, Query, example = "USD"), ("language" = Option<String>, Query, example = "ar_AE")),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (String = "text/html"))),
        (status = 400, content((ProblemBody = "application/problem+json"), (String = "text/html"))),
        (status = 404, content((ProblemBody = "application/problem+json"), (String = "text/html"))),
        (status = 410, content((ProblemBody = "application/problem+json"), (String = "text/html")))))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Response> {
    let letter = letter(&app, property_id, &query, &headers).await;
    policy_pages::of_paper(&app, property_id, &query, &headers, letter).await
}

async fn letter(app: &App, property_id: i64, query: &Query, headers: &HeaderMap) -> Answer<Response> {
    let (letter, number) = match opened(app, property_id, query).await? {
        Paper::Stay(opened) => (of_stay(app, &opened, query).await?, opened.reservation.confirmation_no),
        Paper::Extra(property, extra) => {
            let hotel = property.board.hotel();
            let (logo, written) = (logo(app, hotel).await?, written(app, &property.board, query)?);
            let (at, refund) = ((app.clock.now(), written), refund_of(app, &extra).await?);
            let told = (&extra, refund.as_ref());
            let letter = extra::compose(&property.board, told, logo, at, query.text("language"));
            (letter, extra.confirmation_no().to_owned())
        }
    };
    if wants_page(headers) {
        return Ok(page(&letter));
    }
    document(app, letter, number).await
}

async fn of_stay(app: &App, opened: &Opened, query: &Query) -> Answer<Letter> {
    let hotel = opened.property.board.hotel();
    let material = Material {
        stay: opened,
        others: &booked_together(app, &opened.reservation).await?,
        among_guests: false,
        logo_svg: logo(app, hotel).await?,
        exchange: exchange(app, opened, query).await?,
        now: app.clock.now(),
        written: written(app, &opened.property.board, query)?,
    };
    Ok(compose(&material, query.text("language")))
}

fn page(letter: &Letter) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(HTML_CSP)),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (VARY, HeaderValue::from_static("accept")),
    ];
    (headers, letter::html(letter)).into_response()
}

/// Set beside the requests of others: it takes some milliseconds of computing.
async fn document(app: &App, letter: Letter, number: String) -> Answer<Response> {
    let fonts = app.settings.letter_fonts.as_ref().unwrap_or(&FONTS).clone();
    let pdf = tokio::task::spawn_blocking(move || letter::pdf(&letter, &fonts)).await.map_err(|_| Code::Internal)?;
    let pdf = pdf.map_err(|error| {
        tracing::error!(%error, "a letter could not be set");
        Problem::new(Code::Internal)
    })?;
    // Numbers are letters and digits.
    let shown = HeaderValue::try_from(format!("inline; filename=\"{number}.pdf\"")).map_err(|_| Code::Internal)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (CONTENT_DISPOSITION, shown),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (VARY, HeaderValue::from_static("accept")),
    ];
    Ok((headers, pdf).into_response())
}

/// Whether a caller takes HTML and no PDF.
fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("*/*").to_ascii_lowercase();
    let takes = |wanted: &[&str]| {
        accept.split(',').any(|range| {
            let mut parts = range.split(';').map(str::trim);
            let named = parts.next().is_some_and(|media| wanted.contains(&media));
            named
                && !parts.any(|part| part.strip_prefix("q=").is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q <= 0.0)))
        })
    };
    takes(&["text/html", "application/xhtml+xml"]) && !takes(&["application/pdf", "application/*", "*/*"])
}

/// The text of the hotel's logo when it is an SVG file.
async fn logo(app: &App, hotel: &Hotel) -> Answer<Option<String>> {
    let Some(name) = &hotel.business_logo else { return Ok(None) };
    let file = media::find(&app.db, hotel.property_id, name).await?;
    Ok(file.filter(|file| file.content_type == "image/svg+xml").and_then(|file| String::from_utf8(file.bytes).ok()))
}

/// To the asked currency by the last rates on or before the day of booking, so that a letter always says the same.
/// `None` for the currency of the booking, and for one without a rate.
async fn exchange(app: &App, opened: &Opened, query: &Query) -> Answer<Option<Exchange>> {
    let Some(code) = query.text("currency") else { return Ok(None) };
    let to = Currency::of(code).ok_or_else(|| Problem::field("currency", "expected a currency such as EUR"))?;
    let board = &opened.property.board;
    let Reservation { agreed, booked_at, .. } = &opened.reservation;
    let day = board.business_day(*booked_at);
    let rates = exchange_rates::latest(&app.db, day, 1).await?;
    let in_force = rates.first().filter(|rates| rates.in_force(day, app.settings.max_rate_age));
    let exchange = in_force.and_then(|rates| rates.exchange(board.hotel(), to));
    Ok(exchange.filter(|exchange| exchange.conversion.from.code == agreed.currency))
}

/// The guest's clock, or the hotel's when they do not tell it.
fn written(app: &App, board: &Board, query: &Query) -> Answer<DateTime> {
    let zone = board.time_zone();
    let Some(text) = query.text("device_time") else { return Ok(zone.to_datetime(app.clock.now())) };
    // A plus sign that was not encoded has become a space.
    let text = text.replace(' ', "+");
    text.parse()
        .or_else(|_| text.parse().map(|at| zone.to_datetime(at)))
        .map_err(|_: jiff::Error| Problem::field("device_time", "expected a time such as 2026-11-21T09:30:00+01:00"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_caller_without_pdf_gets_the_page() {
        let wants =
            |accept: &'static str| wants_page(&HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]));
        assert!(wants("text/html"));
        assert!(wants("text/html;q=0.9, application/pdf;q=0"));
        assert!(!wants("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        assert!(!wants("application/pdf"));
        assert!(!wants("application/json"));
        assert!(!wants_page(&HeaderMap::new()));
    }
}
