//! A connection of a pool of PostgreSQL that costs the pool nothing, whatever becomes of who had it or of the database.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::{PgPool, Postgres};
use tokio::runtime::Handle;

/// How long the way back to the pool may take: one that takes longer leads to a host that has fallen silent.
const BACK: Duration = Duration::from_secs(5);

/// A connection of a pool of PostgreSQL. One that is dropped while an answer or the end of a transaction is still to come is
/// closed: whoever had it next would wait for that answer, or go on in that transaction.
pub struct Pooled {
    conn: PoolConnection<Postgres>,
    /// Whether something is still to come.
    pub busy: bool,
}

impl Pooled {
    /// One on which nothing is under way.
    ///
    /// # Errors
    /// When the pool has none in time.
    pub async fn idle(pool: &PgPool) -> Result<Pooled, sqlx::Error> {
        Ok(Pooled { conn: pool.acquire().await?, busy: false })
    }
}

impl Deref for Pooled {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.conn
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.conn
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        if self.busy {
            return self.conn.close_on_drop();
        }
        // By itself it would ask whether the other end is there, and wait for ever.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(tokio::time::timeout(BACK, self.conn.return_to_pool()));
        }
    }
}
