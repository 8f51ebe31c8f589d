//! The ledger of prices that were asked for a night until they were changed, kept as long as they may be shown.

use chrono::{DateTime, Utc};
use domain::asked::{Edition, Former, FormerRow, Ledger};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::db::{Conn, Db, execute, on};
use crate::error::{StoreError, document_text, read_text};
use crate::time::{from_instant, to_instant};

const BEGIN: &str = "INSERT INTO price_ledger (property_id, since) VALUES ($1, $2)
    ON CONFLICT (property_id) DO UPDATE SET since = excluded.since";
const CLEAR: &str = "DELETE FROM former_price WHERE property_id = $1";
const ADD: &str = "INSERT INTO former_price (property_id, room_type_id, rate_plan_id, content) VALUES ($1, $2, $3, $4)";

/// Writes down what one edition of a hotel asked and the next does not; `before` is `None` for a hotel that is new.
///
/// # Errors
/// When the database fails.
pub(crate) async fn write(
    conn: &mut Conn,
    property_id: i64,
    before: Option<Edition<'_>>,
    after: Edition<'_>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = from_instant(to_instant(now));
    // One that can no longer be read is replaced anyway, as the hotel is.
    let known = match read(conn, property_id).await {
        Err(StoreError::Corrupt { .. }) => None,
        known => known?,
    };
    let ledger = match (before, known) {
        (Some(before), Some(ledger)) => ledger.turn(before, after, now),
        // What was asked before the ledger was kept is not known.
        _ => Ledger::new(now),
    };
    execute!(conn, sqlx::query(BEGIN).bind(property_id).bind(to_instant(ledger.since)))?;
    execute!(conn, sqlx::query(CLEAR).bind(property_id))?;
    for row in &ledger.rows {
        let content = document_text(&row.prices)?;
        execute!(conn, sqlx::query(ADD).bind(property_id).bind(&row.room_type).bind(&row.rate_plan).bind(content))?;
    }
    Ok(())
}

const BEGAN: &str = "SELECT since FROM price_ledger WHERE property_id = $1";
const FIND: &str = "SELECT room_type_id, rate_plan_id, content FROM former_price WHERE property_id = $1";

/// The prices that were asked before, and since when they are written down; `None` for a hotel without a ledger.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn find(db: &Db, property_id: i64) -> Result<Option<Ledger>, StoreError> {
    read(&mut db.read().await?, property_id).await
}

async fn read(conn: &mut Conn, property_id: i64) -> Result<Option<Ledger>, StoreError> {
    let began: Option<(DateTime<Utc>,)> =
        on!(conn, |c| sqlx::query_as(BEGAN).bind(property_id).fetch_optional(c).await)?;
    let Some((since,)) = began else { return Ok(None) };
    let since = from_instant(since);
    let rows: Vec<(String, String, String)> = on!(conn, |c| sqlx::query_as(FIND).bind(property_id).fetch_all(c).await)?;
    let row = |(room_type, rate_plan, content): (String, String, String)| {
        let mut prices: Vec<(Former, Vec<Date>)> = read_text(&content, "former_price", "content", property_id)?;
        // A server of before that began the ledger anew knew nothing of this table.
        prices.retain(|(former, _)| former.from >= since);
        Ok(FormerRow { room_type, rate_plan, prices })
    };
    let rows = rows.into_iter().map(row).collect::<Result<_, StoreError>>()?;
    Ok(Some(Ledger { since, rows }))
}
