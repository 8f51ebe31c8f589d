//! Who is signed in. A session is one JSON document, asked for by its key alone.

use domain::member::Member;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::db::{Conn, Db, execute, on};
use crate::error::{StoreError, read_document};
use crate::time::to_instant;

/// What is kept of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Session {
    #[serde(flatten)]
    pub member: Member,
    /// What is known of the password that began it; `None` where the hotel does not know it.
    #[serde(default)]
    pub password: Option<String>,
}

const BEGIN: &str = "INSERT INTO member_session (property_id, session_key, expires_at, member) VALUES ($1, $2, $3, $4)";

/// Signs a member in until a moment.
///
/// # Errors
/// When the database fails, or the key is known already.
pub async fn begin(
    conn: &mut Conn,
    property_id: i64,
    session_key: &str,
    expires_at: Timestamp,
    session: &Session,
) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(BEGIN).bind(property_id).bind(session_key).bind(to_instant(expires_at)).bind(Json(session))
    )?;
    Ok(())
}

const FIND: &str = "SELECT member FROM member_session
    WHERE property_id = $1 AND session_key = $2 AND expires_at > $3";

/// Whose session it is, unless it has ended.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(db: &Db, property_id: i64, session_key: &str, now: Timestamp) -> Result<Option<Session>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(Json<serde_json::Value>,)> = on!(&mut conn, |c| sqlx::query_as(FIND)
        .bind(property_id)
        .bind(session_key)
        .bind(to_instant(now))
        .fetch_optional(c)
        .await)?;
    let Some((session,)) = row else { return Ok(None) };
    read_document(session.0, "member_session", "member", property_id).map(Some)
}

const END: &str = "DELETE FROM member_session WHERE property_id = $1 AND session_key = $2";

/// Signs out; one that has ended already stays so.
///
/// # Errors
/// When the database fails.
pub async fn end(conn: &mut Conn, property_id: i64, session_key: &str) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(END).bind(property_id).bind(session_key))?;
    Ok(())
}
