//! Hotels as their files describe them: content, prices and restrictions, rooms that exist.

use chrono::NaiveDate;
use domain::asked::Edition;
use domain::deal::{Block, share_out};
use domain::hotel::{Bundle, Hotel, NightRow, StockRow};
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::asked;
use crate::brands;
use crate::db::{Conn, Db, execute, on};
use crate::error::{StoreError, read_document};
use crate::media;
use crate::nights::HOUSE;
use crate::time::{to_day, to_instant};
use crate::units;

/// A hotel with the revision that it was read at.
#[derive(Debug, Clone)]
pub struct StoredHotel {
    pub revision: i64,
    pub hotel: Hotel,
    pub rows: Vec<NightRow>,
}

const SAVE: &str = "INSERT INTO property (property_id, code, revision, content, imported_at) VALUES ($1, $2, 1, $3, $4)
    ON CONFLICT (property_id) DO UPDATE SET code = excluded.code, revision = property.revision + 1,
    content = excluded.content, imported_at = excluded.imported_at";
/// What speaks against storing a hotel beside those that are there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// The property id is that of a hotel with another code: a slip would put one hotel in the place of another.
    #[error("expected {stored}, the code of the hotel that has this property_id, found another")]
    OtherCode { stored: String },
    /// The hotel was sold in another currency.
    #[error("expected {stored}, in which this hotel was sold so far, found another")]
    OtherCurrency { stored: String },
    /// The code is that of another property; this can never be.
    #[error("expected a code of its own, found that of property {property_id}")]
    CodeTaken { property_id: i64 },
}

impl Clash {
    /// The field of `hotel.toml`.
    pub fn field(&self) -> &'static str {
        match self {
            Clash::OtherCode { .. } | Clash::CodeTaken { .. } => "code",
            Clash::OtherCurrency { .. } => "currency",
        }
    }
}

const STORED: &str = "SELECT code, content FROM property WHERE property_id = $1";
const HAS_CODE: &str = "SELECT property_id FROM property WHERE code = $1 AND property_id <> $2 ORDER BY property_id";

/// What speaks against storing this hotel, asked in the transaction that stores it. `replace`: another hotel of the
/// same id may be replaced.
///
/// # Errors
/// When the database fails.
pub async fn clash(conn: &mut Conn, hotel: &Hotel, replace: bool) -> Result<Option<Clash>, StoreError> {
    let (id, code) = (hotel.property_id, &hotel.code);
    // Of two that come with one code at the same moment the second finds what the first has stored.
    conn.hold_name(code).await?;
    let taken: Option<(i64,)> = on!(conn, |c| sqlx::query_as(HAS_CODE).bind(code).bind(id).fetch_optional(c).await)?;
    if let Some((property_id,)) = taken {
        return Ok(Some(Clash::CodeTaken { property_id }));
    }
    let stored: Option<(String, Json<serde_json::Value>)> =
        on!(conn, |c| sqlx::query_as(STORED).bind(id).fetch_optional(c).await)?;
    let Some((stored, content)) = stored.filter(|_| !replace) else { return Ok(None) };
    if stored != *code {
        return Ok(Some(Clash::OtherCode { stored }));
    }
    let currency = content.0["currency"].as_str().unwrap_or(&hotel.currency);
    Ok((currency != hotel.currency).then(|| Clash::OtherCurrency { stored: currency.to_owned() }))
}

const CLEAR_ROWS: &str = "DELETE FROM night_row WHERE property_id = $1";
const ADD_ROW: &str =
    "INSERT INTO night_row (property_id, room_type_id, rate_plan_id, content) VALUES ($1, $2, $3, $4)";
const CLOSE_NIGHTS: &str = "UPDATE night SET total = 0, changed_at = $3 WHERE property_id = $1 AND day >= $2";

/// Stores all of an import in the caller's transaction: content, prices and stock are replaced, what is sold or held
/// stays as it is. A night that the files no longer cover has no rooms to sell.
///
/// # Errors
/// When the database fails.
pub async fn save(conn: &mut Conn, bundle: &Bundle, now: Timestamp) -> Result<(), StoreError> {
    let id = bundle.hotel.property_id;
    let before = edition(conn, id).await?;
    let after = Edition { hotel: &bundle.hotel, rows: &bundle.nights };
    let before = before.as_ref().map(|(hotel, rows)| Edition { hotel, rows });
    asked::write(conn, id, before, after, now).await?;
    execute!(
        conn,
        sqlx::query(SAVE).bind(id).bind(&bundle.hotel.code).bind(Json(&bundle.hotel)).bind(to_instant(now))
    )?;
    brands::save(conn, &bundle.hotel).await?;
    execute!(conn, sqlx::query(CLEAR_ROWS).bind(id))?;
    for row in &bundle.nights {
        execute!(conn, sqlx::query(ADD_ROW).bind(id).bind(&row.room_type).bind(&row.rate_plan).bind(Json(row)))?;
    }
    // Before the nights are locked: they may be long in coming, and guests book meanwhile.
    media::replace(conn, id, &bundle.media).await?;
    if let Some(first) = bundle.stock.iter().map(|stock| stock.first).min() {
        execute!(conn, sqlx::query(CLOSE_NIGHTS).bind(id).bind(to_day(first)).bind(to_instant(now)))?;
    }
    for stock in &bundle.stock {
        save_stock(conn, id, stock, now).await?;
    }
    if let Some(first) = bundle.stock.iter().map(|stock| stock.first).min() {
        share_nights(conn, id, first).await?;
        units::recount(conn, &bundle.hotel, first).await?;
    }
    Ok(())
}

/// The hotel as it is stored; `None` when there is none, or one that can no longer be read and is replaced anyway.
async fn edition(conn: &mut Conn, property_id: i64) -> Result<Option<(Hotel, Vec<NightRow>)>, StoreError> {
    let row: Option<(i64, Json<serde_json::Value>)> =
        on!(conn, |c| sqlx::query_as(FIND).bind(property_id).fetch_optional(c).await)?;
    let rows: Vec<(Json<serde_json::Value>,)> =
        on!(conn, |c| sqlx::query_as(ROWS).bind(property_id).fetch_all(c).await)?;
    let hotel = row.and_then(|(_, content)| serde_json::from_value(content.0).ok());
    let rows = rows.into_iter().map(|(row,)| serde_json::from_value(row.0)).collect::<Result<_, _>>();
    Ok(hotel.zip(rows.ok()))
}

/// Rows of one statement; SQLite and PostgreSQL both take far more than the 6 values of each.
const ROWS_AT_ONCE: usize = 400;

async fn save_stock(conn: &mut Conn, property_id: i64, stock: &StockRow, now: Timestamp) -> Result<(), StoreError> {
    let days: Vec<_> = stock.first.series(jiff::Span::new().days(1)).zip(&stock.total).collect();
    for part in days.chunks(ROWS_AT_ONCE) {
        on!(conn, |c| {
            let mut insert = QueryBuilder::new(
                "INSERT INTO night (property_id, day, room_type_id, group_code, total, sold, held, changed_at) ",
            );
            insert.push_values(part, |mut row, (day, total)| {
                row.push_bind(property_id)
                    .push_bind(to_day(*day))
                    .push_bind(stock.room_type.clone())
                    .push_bind(stock.group.clone().unwrap_or_else(|| HOUSE.to_owned()))
                    .push_bind(i64::from(**total))
                    .push("0, 0")
                    .push_bind(to_instant(now));
            });
            insert.push(
                " ON CONFLICT (property_id, day, room_type_id, group_code)
                DO UPDATE SET total = excluded.total, changed_at = excluded.changed_at",
            );
            insert.build().execute(c).await.map(|_| ())
        })?;
    }
    Ok(())
}

const SHARED: &str = "SELECT room_type_id, day, group_code, total, sold + held FROM night
    WHERE property_id = $1 AND day >= $2
    AND (day, room_type_id) IN (SELECT day, room_type_id FROM night WHERE property_id = $1 AND day >= $2 AND group_code <> $3)
    ORDER BY day, room_type_id, group_code";
const SET_TOTAL: &str = "UPDATE night SET total = $5
    WHERE property_id = $1 AND day = $2 AND room_type_id = $3 AND group_code = $4";

/// Shares out the rooms of every night that has blocks, once the files' totals are written: those of the house's rows
/// count all rooms that exist. Every row from `first` on was changed in this transaction, so nobody takes rooms of
/// them meanwhile.
async fn share_nights(conn: &mut Conn, property_id: i64, first: Date) -> Result<(), StoreError> {
    let rows: Vec<(String, NaiveDate, String, i64, i64)> =
        on!(conn, |c| sqlx::query_as(SHARED).bind(property_id).bind(to_day(first)).bind(HOUSE).fetch_all(c).await)?;
    for night in rows.chunk_by(|a, b| (&a.0, a.1) == (&b.0, b.1)) {
        // A room type that the house itself no longer has sorts without the house's row.
        let (house, blocks): (Vec<_>, Vec<_>) = night.iter().partition(|row| row.2 == HOUSE);
        let (exist, taken) = house.first().map_or((0, 0), |row| (row.3, row.4));
        let wanted: Vec<Block> = blocks.iter().map(|row| Block { wanted: row.3, taken: row.4 }).collect();
        let (rest, totals) = share_out(exist, taken, &wanted);
        for (row, total) in house.iter().zip([rest]).chain(blocks.iter().zip(totals)) {
            if row.3 != total {
                execute!(
                    conn,
                    sqlx::query(SET_TOTAL).bind(property_id).bind(row.1).bind(&row.0).bind(&row.2).bind(total)
                )?;
            }
        }
    }
    Ok(())
}

const FIND: &str = "SELECT revision, content FROM property WHERE property_id = $1";
const ROWS: &str = "SELECT content FROM night_row WHERE property_id = $1 ORDER BY room_type_id, rate_plan_id";

/// One hotel with its nightly rows.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn find(db: &Db, property_id: i64) -> Result<Option<StoredHotel>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(i64, Json<serde_json::Value>)> =
        on!(&mut conn, |c| sqlx::query_as(FIND).bind(property_id).fetch_optional(c).await)?;
    let Some((revision, content)) = row else { return Ok(None) };
    let rows: Vec<(Json<serde_json::Value>,)> =
        on!(&mut conn, |c| sqlx::query_as(ROWS).bind(property_id).fetch_all(c).await)?;
    Ok(Some(StoredHotel {
        revision,
        hotel: read_document(content.0, "property", "content", property_id)?,
        rows: rows
            .into_iter()
            .map(|(row,)| read_document(row.0, "night_row", "content", property_id))
            .collect::<Result<_, _>>()?,
    }))
}

const REVISION: &str = "SELECT revision FROM property WHERE property_id = $1";

/// How often a property was imported; `None` when there is none.
///
/// # Errors
/// When the database fails.
pub async fn revision(db: &Db, property_id: i64) -> Result<Option<i64>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_scalar(REVISION).bind(property_id).fetch_optional(c).await)?)
}

const REVISIONS: &str = "SELECT property_id, code, revision FROM property ORDER BY property_id";

/// Every property with its code and revision: what servers follow.
///
/// # Errors
/// When the database fails.
pub async fn revisions(db: &Db) -> Result<Vec<(i64, String, i64)>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(REVISIONS).fetch_all(c).await)?)
}
