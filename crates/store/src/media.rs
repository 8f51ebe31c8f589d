//! Pictures of a hotel, kept beside its data so that every server has them.

use domain::hotel::Media;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;

const FIND: &str = "SELECT name, content_type, bytes FROM media WHERE property_id = $1 AND name = $2";

/// One picture.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &Db, property_id: i64, name: &str) -> Result<Option<Media>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(String, String, Vec<u8>)> =
        on!(&mut conn, |c| sqlx::query_as(FIND).bind(property_id).bind(name).fetch_optional(c).await)?;
    Ok(row.map(|(name, content_type, bytes)| Media { name, content_type, bytes }))
}

const CLEAR: &str = "DELETE FROM media WHERE property_id = $1";
const INSERT: &str = "INSERT INTO media (property_id, name, content_type, bytes) VALUES ($1, $2, $3, $4)";

/// Puts these pictures in the place of all that were there.
///
/// # Errors
/// When the database fails.
pub async fn replace(conn: &mut Conn, property_id: i64, media: &[Media]) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(CLEAR).bind(property_id))?;
    for file in media {
        execute!(
            conn,
            sqlx::query(INSERT).bind(property_id).bind(&file.name).bind(&file.content_type).bind(&file.bytes)
        )?;
    }
    Ok(())
}
