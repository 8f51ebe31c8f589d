//! Which hotels a brand has, and what its page says of them.

use domain::brand::Listing;
use domain::hotel::Hotel;
use sqlx::types::Json;

use crate::db::{Conn, Db, execute, on};
use crate::error::{StoreError, read_document};

const LEAVE: &str = "DELETE FROM brand_property WHERE property_id = $1";
const JOIN: &str = "INSERT INTO brand_property (property_id, brand_code, revision, content)
    SELECT property_id, $2, revision, $3 FROM property WHERE property_id = $1";

/// Lists a hotel under its brand, and under no other, in the transaction that stores the hotel, after it.
///
/// # Errors
/// When the database fails.
pub async fn save(conn: &mut Conn, hotel: &Hotel) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(LEAVE).bind(hotel.property_id))?;
    if let Some(listing) = Listing::of(hotel) {
        let (id, code) = (listing.property_id, &listing.brand.code);
        execute!(conn, sqlx::query(JOIN).bind(id).bind(code).bind(Json(&listing)))?;
    }
    Ok(())
}

/// What changes when a hotel of the brand is imported again, joins or leaves it.
pub type Edition = (i64, i64, i64);

const EDITION: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(revision), 0) AS BIGINT),
    CAST(COALESCE(SUM(property_id), 0) AS BIGINT) FROM brand_property WHERE brand_code = $1";

/// The edition of a brand.
///
/// # Errors
/// When the database fails.
pub async fn edition(db: &Db, brand_code: &str) -> Result<Edition, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(EDITION).bind(brand_code).fetch_one(c).await)?)
}

const FIND: &str = "SELECT property_id, content FROM brand_property WHERE brand_code = $1 ORDER BY property_id";

/// The hotels of a brand, by property id; none when nobody is of that brand. One that cannot be read is left out, so that
/// it does not take the others with it.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &Db, brand_code: &str) -> Result<Vec<Listing>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(i64, Json<serde_json::Value>)> =
        on!(&mut conn, |c| sqlx::query_as(FIND).bind(brand_code).fetch_all(c).await)?;
    let read = |(id, content): (i64, Json<serde_json::Value>)| {
        read_document(content.0, "brand_property", "content", id)
            .inspect_err(|error| tracing::error!(property_id = id, %error, "a hotel is missing from its brand"))
            .ok()
    };
    Ok(rows.into_iter().filter_map(read).collect())
}

const CODES: &str = "SELECT DISTINCT brand_code FROM brand_property ORDER BY brand_code";

/// The codes of all brands.
///
/// # Errors
/// When the database fails.
pub async fn codes(db: &Db) -> Result<Vec<String>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String,)> = on!(&mut conn, |c| sqlx::query_as(CODES).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(code,)| code).collect())
}

const ALL: &str = "SELECT property_id FROM brand_property ORDER BY property_id";

/// Every property that is of some brand.
///
/// # Errors
/// When the database fails.
pub async fn property_ids(db: &Db) -> Result<Vec<i64>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(i64,)> = on!(&mut conn, |c| sqlx::query_as(ALL).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
