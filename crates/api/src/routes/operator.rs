//! `POST /operator/v1/import`: a hotel's files over HTTP, for `portico replay` and other programs.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use base64::Engine;
use domain::board::zone;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use store::properties::Clash;
use store::{Conn, Durability, nights, properties};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use crate::access;
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody, WriteError};
use crate::extract::Json as Body;

/// The files of one hotel.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ImportFiles {
    /// Path within the hotel's folder to its text.
    pub files: BTreeMap<String, String>,
    /// Path to the file in base64: pictures.
    #[serde(default)]
    pub binary_files: BTreeMap<String, String>,
    /// The first night on sale; the hotel's business day when it is left out.
    pub first_day: Option<Date>,
    /// Puts the hotel in the place of one with another code or currency that has its property_id.
    #[serde(default)]
    pub replace: bool,
}

/// What was imported.
#[derive(Debug, Serialize, ToSchema)]
pub struct Imported {
    pub property_id: i64,
    pub code: String,
    pub name: String,
    pub room_types: usize,
    pub rate_plans: usize,
    pub nights: usize,
}

/// A mistake in a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileMistake {
    pub file: String,
    /// From 1; null when the file as a whole is meant.
    pub line: Option<usize>,
    pub field: String,
    pub expected: String,
}

/// Whoever shows the operator key, asked for before a body is read.
pub struct Operator;

impl FromRequestParts<App> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Operator> {
        if is_key(app, access::bearer(&parts.headers)) { Ok(Operator) } else { Err(Code::NotSignedIn.into()) }
    }
}

/// Import a hotel
///
/// All or nothing: with mistakes nothing is stored, and every one of them is named. Bookings are never touched.
#[utoipa::path(post, path = "/operator/v1/import", tag = "operations", request_body = ImportFiles, security(("operator_key" = [])),
    responses((status = 200, body = Imported), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "`mistakes` names file, line, field and what was expected")))]
pub async fn import(
    State(app): State<App>,
    _operator: Operator,
    Body(body): Body<ImportFiles>,
) -> Answer<Json<Imported>> {
    let mut files = import::Files::default();
    for (path, text) in body.files {
        files.0.insert(path, text.into_bytes());
    }
    for (path, text) in body.binary_files {
        let bytes = base64::engine::general_purpose::STANDARD.decode(text);
        files.0.insert(
            path.clone(),
            bytes.map_err(|_| Problem::field(format!("binary_files.{path}"), "expected base64"))?,
        );
    }
    store_hotel(&app, files, body.first_day, body.replace).await.map(Json)
}

/// Whether a text is the operator key, compared in constant time; never without one, which an empty one is.
pub(crate) fn is_key(app: &App, shown: Option<&str>) -> bool {
    match (&app.settings.operator_key, shown) {
        (Some(key), Some(shown)) if !key.is_empty() => key.as_bytes().ct_eq(shown.as_bytes()).into(),
        _ => false,
    }
}

async fn store_hotel(app: &App, files: import::Files, first_day: Option<Date>, replace: bool) -> Answer<Imported> {
    let now = app.clock.now();
    // The business day needs the hotel's time zone, which is in the files: a first reading with the UTC day tells it.
    let bundle = tokio::task::spawn_blocking(move || {
        let utc = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        let first = import::bundle(&files, first_day.unwrap_or(utc))?;
        // A hotel that is read has one.
        let today = || zone(&first.hotel).map_or(utc, |zone| now.to_zoned(zone).date());
        let today = first_day.unwrap_or_else(today);
        if today == first_day.unwrap_or(utc) { Ok(first) } else { import::bundle(&files, today) }
    })
    .await
    .map_err(|_| Code::Internal)?
    .map_err(|mistakes| {
        let mistakes: Vec<FileMistake> = mistakes.into_iter().map(mistake).collect();
        Problem::new(Code::BadImport).with("mistakes", mistakes)
    })?;
    let hotel = &bundle.hotel;
    let first = bundle.stock.iter().map(|stock| stock.first).min().unwrap_or_default();
    let imported = Imported {
        property_id: hotel.property_id,
        code: hotel.code.clone(),
        name: hotel.name.clone(),
        room_types: hotel.room_types.len(),
        rate_plans: hotel.rate_plans.len(),
        nights: bundle.stock.iter().map(|stock| stock.total.len()).max().unwrap_or(0),
    };
    app.db
        .write::<(), WriteError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let bundle = bundle.clone();
            Box::pin(async move {
                if let Some(clash) = properties::clash(conn, &bundle.hotel, replace).await? {
                    return Err(refused(&clash).into());
                }
                Ok(properties::save(conn, &bundle, now).await?)
            })
        })
        .await?;
    app.boards.follow(&app.db, now).await?;
    let oversold = nights::oversold(&app.db, imported.property_id, first).await?;
    if !oversold.is_empty() {
        let (property_id, nights) = (imported.property_id, oversold.len());
        tracing::warn!(
            property_id,
            nights,
            "an import took rooms away that are sold or held; portico doctor names the nights"
        );
    }
    Ok(imported)
}

fn refused(clash: &Clash) -> Problem {
    let mistake = FileMistake {
        file: "hotel.toml".to_owned(),
        line: None,
        field: clash.field().to_owned(),
        expected: clash.to_string(),
    };
    Problem::new(Code::BadImport).with("mistakes", [mistake])
}

fn mistake(mistake: import::Mistake) -> FileMistake {
    FileMistake { file: mistake.file, line: mistake.line, field: mistake.field, expected: mistake.expected }
}
