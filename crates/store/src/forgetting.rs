//! What is kept for a while only: unfinished bookings whose time was over, mails that went out, sessions that ended; and
//! what stands of a guest's cards beside their booking, until the hotel is asked to forget them.

use jiff::Timestamp;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::to_instant;

/// Until when what is over is forgotten.
#[derive(Debug, Clone, Copy)]
pub struct Until {
    /// Batches and bookings beside rooms that expired before, with what their guests had typed.
    pub expired: Timestamp,
    /// Mails that were made before, and sent or given up.
    pub mails: Timestamp,
    /// Sessions that ended by then, with what is known of their members.
    pub sessions: Timestamp,
}

/// Each part reads an index of what is over and of nothing else.
const PROPERTIES: &str = "SELECT property_id FROM batch WHERE status = 'EXPIRED' AND expires_at < $1
    UNION SELECT property_id FROM booking WHERE status = 'EXPIRED' AND expires_at < $1
    UNION SELECT property_id FROM mail WHERE status <> 'WAITING' AND created_at < $2
    UNION SELECT property_id FROM member_session WHERE expires_at <= $3";

/// The properties that have something to forget.
///
/// # Errors
/// When the database fails.
pub async fn properties(db: &Db, until: Until) -> Result<Vec<i64>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_scalar(PROPERTIES)
        .bind(to_instant(until.expired))
        .bind(to_instant(until.mails))
        .bind(to_instant(until.sessions))
        .fetch_all(c)
        .await)?)
}

const BATCHES: &str = "DELETE FROM batch WHERE property_id = $1 AND status = 'EXPIRED' AND expires_at < $2";
const BOOKINGS: &str = "DELETE FROM booking WHERE property_id = $1 AND status = 'EXPIRED' AND expires_at < $2";
const MAILS: &str = "DELETE FROM mail WHERE property_id = $1 AND status <> 'WAITING' AND created_at < $2";
const SESSIONS: &str = "DELETE FROM member_session WHERE property_id = $1 AND expires_at <= $2";

/// Deletes it; answers how many rows there were.
///
/// # Errors
/// When the database fails.
pub async fn forget(conn: &mut Conn, property_id: i64, until: Until) -> Result<u64, StoreError> {
    let mut gone = 0;
    for (delete, until) in
        [(BATCHES, until.expired), (BOOKINGS, until.expired), (MAILS, until.mails), (SESSIONS, until.sessions)]
    {
        gone += execute!(conn, sqlx::query(delete).bind(property_id).bind(to_instant(until)))?;
    }
    Ok(gone)
}

// A card that paid is no link: its token becomes empty.
const PAYMENTS: &str = "UPDATE payment SET card_token = CASE WHEN card_token IS NULL THEN NULL ELSE '' END,
    card_number = NULL, card_brand = NULL WHERE property_id = $1 AND batch_id = $2";
const RECORDS: &str =
    "UPDATE reservation_change SET detail = '{}' WHERE property_id = $1 AND reservation_id = $2 AND kind = 'CARD'";
const AT_THE_VAULT: &str = "UPDATE vault_card SET look_at = $3 WHERE property_id = $1 AND typed_for = $2";

/// Forgets the cards of a batch, a reservation, an activity or an event where they stand beside it: in what they paid and
/// in the records. Those that were typed for it are looked at now: the vault forgets what nothing refers to.
///
/// # Errors
/// When the database fails.
pub async fn cards(conn: &mut Conn, property_id: i64, of: Uuid, now: Timestamp) -> Result<(), StoreError> {
    for forget in [PAYMENTS, RECORDS] {
        execute!(conn, sqlx::query(forget).bind(property_id).bind(of))?;
    }
    execute!(conn, sqlx::query(AT_THE_VAULT).bind(property_id).bind(of).bind(to_instant(now)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every booking that was ever made stands in these tables.
    #[tokio::test]
    async fn what_is_over_is_found_without_reading_the_rest() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(&format!("sqlite:{}", folder.path().join("test.db").display())).await.expect("a database");
        let mut conn = db.read().await.expect("a connection");
        let Conn::Sqlite(conn) = &mut conn else { panic!("SQLite") };
        let indexes = ["batch_expired", "booking_expired", "mail_ended", "member_session_ends"];
        for (statement, expected) in [
            (PROPERTIES, &indexes[..]),
            (BATCHES, &indexes[..1]),
            (BOOKINGS, &indexes[1..2]),
            (MAILS, &indexes[2..3]),
            (SESSIONS, &indexes[3..]),
        ] {
            let plan = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let steps: Vec<(i64, i64, i64, String)> =
                sqlx::query_as(plan).fetch_all(&mut **conn).await.expect("a plan");
            let index = |step: &str| Some(step.split_once(" INDEX ")?.1.split(' ').next()?.to_owned());
            let read: Vec<String> = steps.iter().filter_map(|step| index(&step.3)).collect();
            assert_eq!(read, expected, "{steps:?}");
        }
    }
}
