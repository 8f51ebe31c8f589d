//! Postal codes with their places, by country (API-39).

use domain::postal::{Place, PostalCode};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;

/// Rows of one statement.
const ROWS_AT_ONCE: usize = 400;

const CLEAR: &str = "DELETE FROM postal_code WHERE country = $1";

/// Stores codes in the caller's transaction, in the place of everything that was known of their countries.
///
/// # Errors
/// When the database fails.
pub async fn save(conn: &mut Conn, codes: &[PostalCode]) -> Result<(), StoreError> {
    let mut countries: Vec<&str> = codes.iter().map(|code| code.country.as_str()).collect();
    countries.sort_unstable();
    countries.dedup();
    for country in countries {
        execute!(conn, sqlx::query(CLEAR).bind(country))?;
    }
    for part in codes.chunks(ROWS_AT_ONCE) {
        on!(conn, |c| {
            let mut insert = QueryBuilder::new("INSERT INTO postal_code (country, code, places) ");
            insert.push_values(part, |mut row, code| {
                row.push_bind(&code.country).push_bind(&code.code).push_bind(Json(&code.places));
            });
            insert.build().execute(c).await.map(|_| ())
        })?;
    }
    Ok(())
}

const FIND: &str = "SELECT places FROM postal_code WHERE country = $1 AND code = $2";

/// The places of a code; none when it is not known.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn places(db: &Db, country: &str, code: &str) -> Result<Vec<Place>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(Json<Vec<Place>>,)> =
        on!(&mut conn, |c| sqlx::query_as(FIND).bind(country).bind(code).fetch_optional(c).await)?;
    Ok(row.map(|(places,)| places.0).unwrap_or_default())
}
