//! Who is signed in. The member is one JSON document, asked for by the key of the session alone.

use domain::member::Member;
use jiff::Timestamp;
use sqlx::types::Json;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::to_instant;

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
    member: &Member,
) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(BEGIN).bind(property_id).bind(session_key).bind(to_instant(expires_at)).bind(Json(member))
    )?;
    Ok(())
}

const FIND: &str = "SELECT member FROM member_session
    WHERE property_id = $1 AND session_key = $2 AND expires_at > $3";

/// Whose session it is, unless it has ended.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(db: &Db, property_id: i64, session_key: &str, now: Timestamp) -> Result<Option<Member>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(Json<serde_json::Value>,)> = on!(&mut conn, |c| sqlx::query_as(FIND)
        .bind(property_id)
        .bind(session_key)
        .bind(to_instant(now))
        .fetch_optional(c)
        .await)?;
    let Some((member,)) = row else { return Ok(None) };
    let corrupt = |error: serde_json::Error| StoreError::Corrupt {
        table: "member_session",
        column: "member",
        property_id,
        // What serde_json says may quote the value, which is somebody's name.
        reason: format!("{:?} error", error.classify()),
    };
    serde_json::from_value(member.0).map(Some).map_err(corrupt)
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

const FORGET: &str = "DELETE FROM member_session WHERE property_id = $1 AND expires_at <= $2";

/// Forgets the sessions that have ended, with what is known of their members; answers how many.
///
/// # Errors
/// When the database fails.
pub async fn forget_ended(conn: &mut Conn, property_id: i64, now: Timestamp) -> Result<u64, StoreError> {
    Ok(execute!(conn, sqlx::query(FORGET).bind(property_id).bind(to_instant(now)))?)
}
