//! The ledger of prices that were asked for a night until they were changed, kept as long as they may be shown.

use chrono::{DateTime, NaiveDate, Utc};
use domain::asked::{Edition, Entry, Former, REMEMBERED, entry};
use jiff::Timestamp;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::db::{Conn, Db, execute, on};
use crate::error::{StoreError, read_document};
use crate::time::{from_day, from_instant, to_day, to_instant};

const BEGIN: &str = "INSERT INTO price_ledger (property_id, since) VALUES ($1, $2)
    ON CONFLICT (property_id) DO UPDATE SET since = excluded.since";
const BEGAN: &str = "SELECT since FROM price_ledger WHERE property_id = $1";
const CLEAR: &str = "DELETE FROM asked_price WHERE property_id = $1 AND asked_until < $2";
/// Rows of one statement; SQLite and PostgreSQL both take far more than the 6 values of each.
const ROWS_AT_ONCE: usize = 400;

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
    let began: Option<(DateTime<Utc>,)> =
        on!(conn, |c| sqlx::query_as(BEGAN).bind(property_id).fetch_optional(c).await)?;
    let entry = match (before, began) {
        (Some(before), Some(_)) => entry(before, after, now),
        // What was asked before the ledger was kept is not known.
        _ => Entry::BeginAnew,
    };
    let former = match entry {
        Entry::BeginAnew => {
            let later = to_instant(now + REMEMBERED);
            execute!(conn, sqlx::query(CLEAR).bind(property_id).bind(later))?;
            execute!(conn, sqlx::query(BEGIN).bind(property_id).bind(to_instant(now)))?;
            return Ok(());
        }
        Entry::Add(former) => former,
    };
    execute!(conn, sqlx::query(CLEAR).bind(property_id).bind(to_instant(now - REMEMBERED)))?;
    for part in former.chunks(ROWS_AT_ONCE) {
        on!(conn, |c| {
            let mut insert = QueryBuilder::new(
                "INSERT INTO asked_price (property_id, day, room_type_id, rate_plan_id, asked_until, asked) ",
            );
            insert.push_values(part, |mut row, former| {
                row.push_bind(property_id)
                    .push_bind(to_day(former.night))
                    .push_bind(former.room_type.clone())
                    .push_bind(former.rate_plan.clone())
                    .push_bind(to_instant(former.until))
                    .push_bind(former.asked.clone().map(Json));
            });
            // Two imports in one second: what the first of them put down stood for no time.
            insert.push(" ON CONFLICT (property_id, day, room_type_id, rate_plan_id, asked_until) DO NOTHING");
            insert.build().execute(c).await.map(|_| ())
        })?;
    }
    Ok(())
}

type Row = (NaiveDate, String, String, DateTime<Utc>, Option<Json<serde_json::Value>>);

const FIND: &str = "SELECT day, room_type_id, rate_plan_id, asked_until, asked FROM asked_price
    WHERE property_id = $1 ORDER BY asked_until";

/// The prices that were asked before, and since when they are written down; `None` for a hotel without a ledger.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn find(db: &Db, property_id: i64) -> Result<Option<(Timestamp, Vec<Former>)>, StoreError> {
    let mut conn = db.read().await?;
    let began: Option<(DateTime<Utc>,)> =
        on!(&mut conn, |c| sqlx::query_as(BEGAN).bind(property_id).fetch_optional(c).await)?;
    let Some((since,)) = began else { return Ok(None) };
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(FIND).bind(property_id).fetch_all(c).await)?;
    let read = |(day, room_type, rate_plan, until, asked): Row| {
        let asked = asked.map(|asked| read_document(asked.0, "asked_price", "asked", property_id)).transpose()?;
        Ok(Former { room_type, rate_plan, night: from_day(day), until: from_instant(until), asked })
    };
    Ok(Some((from_instant(since), rows.into_iter().map(read).collect::<Result<_, StoreError>>()?)))
}
