//! The only place, with `carrying` and `writers`, that knows that there are two database engines.
//!
//! One SQL text runs on both; [`on!`] expands one body once for each. Reads take a pooled connection.
//! Writes go through [`Db::write`]: on SQLite one writer puts everything that is waiting into one transaction, so that
//! one sync of the disk serves many bookings; on PostgreSQL each write is a transaction of its own. Steps of bookings go
//! through [`Db::change`], which writes those that are waiting together on both.

mod carrying;
mod writers;

use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::{BoxFuture, join_all};
use jiff::Timestamp;
use mover::file::{self, Opened};
use mover::pooled::Pooled;
use sqlx::migrate::{AppliedMigration, Migrate};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, PgPool, Sqlite, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinError;

use crate::changes::{BatchChange, Outcome};
use crate::error::{StoreError, is_busy};
use crate::nights::NightError;
use crate::time::from_instant;
pub use carrying::carry_over;
pub use writers::WRITE_GROUP_SIZE;
use writers::{GROUP, Queued, WaitingChange, Work, change_in_groups, write_alone, write_in_groups};

/// Writers of steps of bookings on PostgreSQL, each of some properties: one whose nights are locked (by an import)
/// keeps only a few others waiting. Each has a second one beside it for the steps that are a batch alone: they wait for
/// nobody's nights.
const LANES: usize = 8;

/// Waits for whoever holds one of these names, and holds them until the transaction ends. In one order, so that nobody
/// waits in a ring; many share a lock, since PostgreSQL has room for some thousands in all.
const HOLD_NAMES: &str = "SELECT pg_advisory_xact_lock(shared)
    FROM (SELECT DISTINCT hashtext(name) % 512 AS shared FROM UNNEST($1) AS name ORDER BY shared) AS locks";

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Connections to PostgreSQL that one server opens at most: two servers fit into the 100 that PostgreSQL allows when
/// nobody said otherwise, with a vault and a backup beside them.
pub const CONNECTIONS: u32 = 40;

/// Runs one body with the connection of whichever engine it is.
macro_rules! on {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::db::Conn::Sqlite($c) => {
                let $c = &mut **$c;
                $body
            }
            $crate::db::Conn::Postgres(pooled) => {
                let $c = &mut **pooled;
                $crate::db::in_time(async { $body }).await
            }
            $crate::db::Conn::PostgresAlone(pooled) => {
                pooled.busy = true;
                let answer = {
                    let $c = &mut **pooled;
                    tokio::time::timeout($crate::db::SILENT, async { $body }).await
                };
                pooled.busy = answer.is_err();
                answer.unwrap_or_else(|_| Err($crate::db::given_up().into()))
            }
        }
    };
}
pub(crate) use on;

/// Gives up an answer of PostgreSQL that does not come: a host that lost its power, or a firewall that forgot the way to
/// it, ends no connection, and nobody would hear of it.
pub(crate) async fn in_time<T, E: From<sqlx::Error>>(answer: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    tokio::time::timeout(SILENT, answer).await.unwrap_or_else(|_| Err(given_up().into()))
}

pub(crate) fn given_up() -> sqlx::Error {
    io::Error::from(io::ErrorKind::TimedOut).into()
}

/// Runs a statement and answers how many rows it changed.
macro_rules! execute {
    ($conn:expr, $query:expr) => {
        $crate::db::on!($conn, |c| $query.execute(c).await.map(|done| done.rows_affected()))
    };
}
pub(crate) use execute;

/// Rows that one statement writes at most.
const ROWS: usize = 64;

/// Rows in pieces of 64, 32, 16 ... 1 for statements that write several: so there are few texts, each prepared once.
pub(crate) fn pieces<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = 1 << rows.len().min(ROWS).checked_ilog2()?;
        let (piece, rest) = rows.split_at(size);
        rows = rest;
        Some(piece)
    })
}

/// Rows for as few statements as can be, with as few texts: each piece is filled up with its last row. Only for statements
/// that do nothing more with a row that comes again.
pub(crate) fn filled_up<T>(rows: &[T]) -> impl Iterator<Item = Vec<&T>> {
    rows.chunks(ROWS).filter_map(|piece| {
        let last = piece.last()?;
        let size = FILLED_UP.into_iter().find(|size| piece.len() <= *size)?;
        Some(piece.iter().chain(std::iter::repeat_n(last, size - piece.len())).collect())
    })
}

/// How many rows such a piece can have.
const FILLED_UP: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, ROWS];

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db(Engine);

#[derive(Clone, Debug)]
enum Engine {
    Sqlite { read: SqlitePool, writer: mpsc::Sender<Box<dyn Queued>>, file: Option<Opened> },
    Postgres { on_disk: PgPool, soon: PgPool, lanes: Arc<[mpsc::Sender<WaitingChange>]> },
}

/// A connection: in a transaction when it comes from [`Db::write`], for one statement when from [`Db::write_one`], for
/// reading when from [`Db::read`].
pub enum Conn {
    #[doc(hidden)]
    Sqlite(PoolConnection<Sqlite>),
    #[doc(hidden)]
    Postgres(Pooled),
    #[doc(hidden)]
    PostgresAlone(Pooled),
}

/// A connection in a transaction. Until that has ended, the connection is good for nobody else.
async fn begin(pool: &PgPool) -> Result<Pooled, sqlx::Error> {
    begun(Pooled::idle(pool).await?).await
}

async fn begun(mut idle: Pooled) -> Result<Pooled, sqlx::Error> {
    idle.busy = true;
    in_time(idle.execute("BEGIN")).await?;
    Ok(idle)
}

async fn commit(mut begun: Pooled) -> Result<(), sqlx::Error> {
    in_time(begun.execute("COMMIT")).await?;
    begun.busy = false;
    Ok(())
}

/// One that does not answer is closed, and undone with its connection.
async fn roll_back(mut begun: Pooled) {
    let told = tokio::time::timeout(NOTHING, begun.execute("ROLLBACK")).await;
    begun.busy = !matches!(told, Ok(Ok(_)));
}

impl Conn {
    /// Waits until no other transaction holds this name, and holds it until ours ends. SQLite has one writer anyway.
    pub(crate) async fn hold_name(&mut self, name: &str) -> Result<(), StoreError> {
        if let Conn::Postgres(c) = self {
            // As long as a move of another hotel of this name takes.
            sqlx::query(HOLD_NAMES).bind([name]).execute(&mut **c).await?;
        }
        Ok(())
    }
}

/// When a write counts as done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Answered only when it is on disk, with everything written before it: what a guest relies on.
    OnDisk,
    /// Atomic and safe when this process dies, but a power cut may lose what was written since the last write of the
    /// other kind: steps before the commit.
    Soon,
}

impl Db {
    /// Opens `sqlite:path` (created when missing) or `postgres://...`, with [`CONNECTIONS`], and brings the tables up to
    /// date under a lock.
    ///
    /// # Errors
    /// An address of neither kind, a database that cannot be reached, a migration that fails.
    pub async fn open(address: &str) -> Result<Db, StoreError> {
        Db::open_with(address, CONNECTIONS).await
    }

    /// The same with so many connections to PostgreSQL at most: half of them for what is answered once it is on disk
    /// and for reading, half for the steps before. A SQLite file has a writer and four readers.
    ///
    /// # Errors
    /// As [`Db::open`].
    pub async fn open_with(address: &str, connections: u32) -> Result<Db, StoreError> {
        if is_postgres(address) {
            let options = postgres(address)?;
            let soon = (connections / 2).max(1);
            let on_disk = pool(options.clone(), connections.saturating_sub(soon).max(1)).await?;
            // Whoever finds all in order needs no right to make tables.
            if postgres_tables(&mut *on_disk.acquire().await?).await? != Tables::Current {
                // sqlx takes an advisory lock, so that servers starting together migrate once.
                MIGRATIONS.run(&on_disk).await?;
            }
            let soon = pool(options.options([("synchronous_commit", "off")]), soon).await?;
            let lane = |_| {
                let (lane, queue) = mpsc::channel(4 * GROUP);
                tokio::spawn(change_in_groups(on_disk.clone(), soon.clone(), queue));
                lane
            };
            let lanes = (0..2 * LANES).map(lane).collect();
            return Ok(Db(Engine::Postgres { on_disk, soon, lanes }));
        }
        let options = sqlite(address)?.create_if_missing(true);
        file::make_ready(options.get_filename())?;
        let write = writer(options.clone()).await?;
        {
            let mut conn = write.acquire().await?;
            // Whoever finds all in order waits for nobody's write.
            if sqlite_tables(&mut conn).await? != Tables::Current {
                migrate(&mut conn).await?;
            }
        }
        let file = Opened::of(options.get_filename());
        let read = readers(options).await?;
        let (writer, queue) = mpsc::channel(4 * GROUP);
        tokio::spawn(write_in_groups(write, queue));
        Ok(Db(Engine::Sqlite { read, writer, file }))
    }

    /// Opens a database that is there to look at it: nothing of it is changed, also not its tables, and nothing can be
    /// written. What does not answer at once is not waited for.
    ///
    /// # Errors
    /// An address of neither kind, a database that cannot be reached.
    pub async fn look(address: &str) -> Result<(Db, Tables), StoreError> {
        if is_postgres(address) {
            let options = postgres(address)?;
            let mut conn = PgConnection::connect_with(&options).await?;
            let mut tables = postgres_tables(&mut conn).await?;
            if matches!(tables, Tables::Missing | Tables::Older) {
                let to_grant = sqlx::query_scalar(TO_GRANT).bind(&*MIGRATIONS.table_name);
                let to_grant: Option<String> = to_grant.fetch_one(&mut conn).await?;
                tables = to_grant.map_or(tables, Tables::Barred);
            }
            conn.close().await?;
            let read = pool(options, 2).await?;
            return Ok((Db(Engine::Postgres { soon: read.clone(), on_disk: read, lanes: Arc::default() }), tables));
        }
        let options = sqlite(address)?;
        // Without a log nobody has it open: it is read as it lies, without files beside it that would stay.
        let lies_still = !file::log(options.get_filename()).exists();
        let read = readers(options.immutable(lies_still)).await?;
        let tables = sqlite_tables(&mut *read.acquire().await?).await?;
        // Nobody takes what is sent.
        let (writer, _) = mpsc::channel(1);
        Ok((Db(Engine::Sqlite { read, writer, file: None }), tables))
    }

    /// How many connections PostgreSQL lets in for all servers together; `None` for SQLite.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn connections_allowed(&self) -> Result<Option<i64>, StoreError> {
        let Engine::Postgres { on_disk, .. } = &self.0 else { return Ok(None) };
        Ok(Some(sqlx::query_scalar(ALLOWED).fetch_one(on_disk).await?))
    }

    /// What PostgreSQL's own clock says; `None` for SQLite, which has the server's.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn its_clock(&self) -> Result<Option<Timestamp>, StoreError> {
        let Engine::Postgres { on_disk, .. } = &self.0 else { return Ok(None) };
        let says: DateTime<Utc> = sqlx::query_scalar("SELECT clock_timestamp()").fetch_one(on_disk).await?;
        Ok(Some(from_instant(says)))
    }

    /// Whether what is written is there after the next start: false once the file of SQLite was removed, or another put in
    /// its place.
    pub fn has_its_file(&self) -> bool {
        match &self.0 {
            Engine::Sqlite { file: Some(file), .. } => file.has_its_name(),
            _ => true,
        }
    }

    /// Carries the log of SQLite into its file, so that whoever copies the file alone has everything that was written
    /// before; false where another program goes on reading from it, and some of it stays. What this one has under way is
    /// waited for.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn fold_log(&self) -> Result<bool, StoreError> {
        let Engine::Sqlite { read, .. } = &self.0 else { return Ok(true) };
        let options = SqliteConnectOptions::clone(&read.connect_options()).read_only(false);
        let mut conn = options.busy_timeout(LAST_READERS).connect().await?;
        // Most of it while others go on writing; they wait for the rest.
        conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await?;
        // Whoever holds every connection reads alone; what waits for the writer stands before this, which writes nothing.
        let readers = join_all((0..READERS).map(|_| read.acquire())).await;
        let _readers = readers.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.write::<(), StoreError, _>(Durability::Soon, |_| Box::pin(async { Ok(()) })).await?;
        let (busy, _, _): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut conn).await?;
        conn.close().await?;
        Ok(busy == 0)
    }

    /// The columns, each with its table, in which a text stands anywhere: what is forgotten stands in none (tests, audits).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn columns_with(&self, text: &str) -> Result<Vec<String>, StoreError> {
        let columns = match &self.0 {
            Engine::Sqlite { .. } => SQLITE_COLUMNS,
            Engine::Postgres { .. } => POSTGRES_COLUMNS,
        };
        let mut conn = self.read().await?;
        let columns: Vec<(String, String)> = on!(&mut conn, |c| sqlx::query_as(columns).fetch_all(c).await)?;
        let mut found = Vec::new();
        for (table, column) in columns {
            let rows = format!(r#"SELECT COUNT(*) FROM "{table}" WHERE CAST("{column}" AS TEXT) LIKE $1"#);
            let (rows, text) = (sqlx::AssertSqlSafe(rows), format!("%{text}%"));
            let (rows,): (i64,) = on!(&mut conn, |c| sqlx::query_as(rows).bind(text).fetch_one(c).await)?;
            if rows > 0 {
                found.push(format!("{table}.{column}"));
            }
        }
        Ok(found)
    }

    /// A connection for reading what is committed.
    ///
    /// # Errors
    /// When none can be had in time.
    pub async fn read(&self) -> Result<Conn, StoreError> {
        Ok(match &self.0 {
            Engine::Sqlite { read, .. } => Conn::Sqlite(read.acquire().await?),
            Engine::Postgres { on_disk, .. } => Conn::PostgresAlone(Pooled::idle(on_disk).await?),
        })
    }

    /// Runs `work` in one transaction: committed when it answers `Ok`, undone when `Err`.
    ///
    /// `work` may run more than once (a deadlock on PostgreSQL, a neighbour in the group that failed on SQLite), so it
    /// must have no effect besides the database. It goes on when the caller is gone.
    ///
    /// # Errors
    /// What `work` answers; a [`StoreError`] when the database fails.
    pub async fn write<T, E, W>(&self, durability: Durability, work: W) -> Result<T, E>
    where
        W: for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + Sync + 'static,
        T: Send + 'static,
        E: From<StoreError> + Retryable + Send + 'static,
    {
        match &self.0 {
            Engine::Sqlite { writer, .. } => {
                let (done, outcome) = oneshot::channel();
                let queued = Box::new(Work::new(durability, work, done));
                writer.send(queued).await.map_err(|_| StoreError::Closed)?;
                outcome.await.map_err(|_| StoreError::Closed)?
            }
            Engine::Postgres { on_disk, soon, .. } => {
                let pool = if durability == Durability::OnDisk { on_disk } else { soon }.clone();
                // Spawned, so that a guest who hangs up does not leave half a transaction behind.
                tokio::spawn(write_alone(pool, work)).await.map_err(why_it_ended)?
            }
        }
    }

    /// The same for work that is one statement: PostgreSQL needs no transaction around it, which saves two of three
    /// round trips. It must be such that it can be written again: where the connection ends nobody knows whether it was.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn write_one<T, E, W>(&self, durability: Durability, work: W) -> Result<T, E>
    where
        W: for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + Sync + 'static,
        T: Send + 'static,
        E: From<StoreError> + Retryable + Send + 'static,
    {
        let Engine::Postgres { on_disk, soon, .. } = &self.0 else { return self.write(durability, work).await };
        let pool = if durability == Durability::OnDisk { on_disk } else { soon }.clone();
        let alone =
            async move { work(&mut Conn::PostgresAlone(Pooled::idle(&pool).await.map_err(StoreError::from)?)).await };
        tokio::spawn(alone).await.map_err(why_it_ended)?
    }

    /// Writes a step of a booking, together with those that wait at the same time. Once it waits, it goes on when the
    /// caller is gone.
    ///
    /// # Errors
    /// [`NightError::Gone`] when a night cannot be had: nothing of this step is written then; when the database fails.
    pub async fn change(&self, durability: Durability, change: BatchChange) -> Result<Outcome, NightError> {
        let (done, outcome) = oneshot::channel();
        let (property_id, batch_alone) = (change.batch.property_id, change.is_one_statement());
        let waiting = WaitingChange::new(durability, change, done);
        match &self.0 {
            Engine::Sqlite { writer, .. } => {
                writer.send(Box::new(waiting)).await.map_err(|_| StoreError::Closed)?;
            }
            Engine::Postgres { lanes, .. } => {
                let lane = (property_id.unsigned_abs() % LANES as u64) as usize + if batch_alone { LANES } else { 0 };
                let lane = lanes.get(lane).ok_or(StoreError::Closed)?;
                lane.send(waiting).await.map_err(|_| StoreError::Closed)?;
            }
        }
        outcome.await.map_err(|_| StoreError::Closed)?
    }
}

fn why_it_ended(task: JoinError) -> StoreError {
    if task.is_panic() { StoreError::Panicked } else { StoreError::Closed }
}

/// How the tables of a database stand to this version of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tables {
    /// There are none yet.
    Missing,
    /// The next start brings them up to date.
    Older,
    /// They have to be made or brought up to date, and PostgreSQL does not let us: what its owner has to run first.
    Barred(String),
    Current,
    /// Made by a version that this one does not know, or changed since.
    Newer,
}

const SQLITE_COLUMNS: &str =
    "SELECT tables.name, columns.name FROM sqlite_schema tables, pragma_table_info(tables.name) columns
    WHERE tables.type = 'table'";
const POSTGRES_COLUMNS: &str =
    "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
    WHERE table_schema = 'public'";

/// What the owner of a database has to run before its tables can be made or brought up to date; nothing where they can be.
/// From version 15 on PostgreSQL lets nobody else make any, and whoever does not own one alters none.
const TO_GRANT: &str = "SELECT CASE
    WHEN NOT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE)
        THEN format('GRANT USAGE, CREATE ON SCHEMA %I TO %I', COALESCE(current_schema(), 'public'), current_user)
    WHEN NOT pg_has_role(owner, 'USAGE')
        THEN format('ALTER TABLE ... OWNER TO %I for each table of %I', current_user, pg_get_userbyid(owner))
    END FROM (SELECT (SELECT relowner FROM pg_class WHERE oid = to_regclass($1)) AS owner) AS made";

/// What PostgreSQL keeps for its administrators cannot be had by servers. The last one is there from version 16 on.
const ALLOWED: &str = "SELECT current_setting('max_connections')::BIGINT
    - current_setting('superuser_reserved_connections')::BIGINT
    - COALESCE(current_setting('reserved_connections', true), '0')::BIGINT";

/// Whether the address is one of PostgreSQL.
pub fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

fn postgres(address: &str) -> Result<PgConnectOptions, StoreError> {
    Ok(PgConnectOptions::from_str(address)?.application_name("portico"))
}

async fn pool(options: PgConnectOptions, connections: u32) -> Result<PgPool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE)
        .after_connect(|conn, _| {
            Box::pin(async move {
                // Documents are long, and PostgreSQL spent an eighth of its time on packing them in its own way. One that
                // was built without the quicker one keeps to that.
                match conn.execute("SET default_toast_compression = 'lz4'").await {
                    Ok(_) | Err(sqlx::Error::Database(_)) => Ok(()),
                    Err(error) => Err(error),
                }
            })
        })
        // Asking a connection whether it lives is a round trip: only one that rested is asked.
        .test_before_acquire(false)
        .before_acquire(|conn, met| {
            Box::pin(async move {
                if met.idle_for > RESTED {
                    tokio::time::timeout(NOTHING, conn.ping()).await.unwrap_or_else(|_| Err(given_up()))?;
                }
                Ok(true)
            })
        });
    Ok(pool.connect_with(options).await?)
}

/// Pages of the log that are carried into the file at once, 40 MB: what is written over and over, as the steps of a booking
/// are, is carried once. A start reads the log in a tenth of a second.
const LOG_PAGES: &str = "10000";

fn sqlite(address: &str) -> Result<SqliteConnectOptions, StoreError> {
    if !address.starts_with("sqlite:") {
        return Err(StoreError::Address);
    }
    Ok(SqliteConnectOptions::from_str(address)?
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .statement_cache_capacity(200)
        .pragma("wal_autocheckpoint", LOG_PAGES)
        // What would undo one statement of many rows goes to a file otherwise.
        .pragma("temp_store", "memory")
        .busy_timeout(Duration::from_secs(10)))
}

/// The one connection that writes. A new file is turned to WAL by it; where several servers begin on one at the same moment,
/// SQLite tells all but one that it is busy, without the wait that it was asked for.
async fn writer(options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    let connect = async || loop {
        match SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await {
            Err(error) if is_busy(&error) => tokio::time::sleep(TURNING).await,
            answered => return answered,
        }
    };
    Ok(tokio::time::timeout(ACQUIRE, connect()).await.map_err(|_| StoreError::Busy)??)
}

/// Connections to a file that read.
const READERS: u32 = 4;

async fn readers(options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    let pool = SqlitePoolOptions::new().max_connections(READERS).acquire_timeout(ACQUIRE).test_before_acquire(false);
    Ok(pool.connect_with(options.read_only(true)).await?)
}

/// SQLite has no advisory lock, and sqlx takes none there: one transaction that holds the file keeps a second server
/// waiting until all is done.
async fn migrate(conn: &mut SqliteConnection) -> Result<(), StoreError> {
    // An index of a brand's nights is sorted on disk.
    conn.execute("PRAGMA temp_store = file").await?;
    let mut transaction = conn.begin_with("BEGIN IMMEDIATE").await?;
    MIGRATIONS.run(&mut *transaction).await?;
    transaction.commit().await?;
    conn.execute("PRAGMA temp_store = memory").await?;
    Ok(())
}

async fn sqlite_tables(conn: &mut SqliteConnection) -> Result<Tables, StoreError> {
    let there = sqlx::query_scalar("SELECT COUNT(*) > 0 FROM sqlite_schema WHERE name = $1");
    let there = there.bind(&*MIGRATIONS.table_name).fetch_one(&mut *conn).await?;
    tables(conn, there).await
}

async fn postgres_tables(conn: &mut PgConnection) -> Result<Tables, StoreError> {
    let there = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL");
    let there = there.bind(&*MIGRATIONS.table_name).fetch_one(&mut *conn).await?;
    tables(conn, there).await
}

async fn tables(conn: &mut impl Migrate, there: bool) -> Result<Tables, StoreError> {
    if !there {
        return Ok(Tables::Missing);
    }
    let applied = conn.list_applied_migrations(&MIGRATIONS.table_name).await?;
    let known = |one: &AppliedMigration| {
        MIGRATIONS.iter().any(|own| own.version == one.version && own.checksum == one.checksum)
    };
    Ok(if !applied.iter().all(known) {
        Tables::Newer
    } else if applied.len() < MIGRATIONS.iter().count() {
        Tables::Older
    } else {
        Tables::Current
    })
}

/// How long work waits for a connection; less than an answer may take, so that the guest is told and not cut off.
const ACQUIRE: Duration = Duration::from_secs(25);
/// How long another server takes to turn a new file to WAL.
const TURNING: Duration = Duration::from_millis(5);
/// How long a log that is folded waits for other programs that read from it: nobody can write meanwhile.
const LAST_READERS: Duration = Duration::from_millis(200);
const RESTED: Duration = Duration::from_secs(1);
/// How long PostgreSQL may take for one statement: nothing that guests or imports lock is locked for so long.
pub(crate) const SILENT: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 120 });
/// How long it may take for nothing.
const NOTHING: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 5 });

/// Says whether an error is one that another try can cure.
pub trait Retryable {
    /// The store error inside, if that is what it is.
    fn store_error(&self) -> Option<&StoreError>;
}

impl Retryable for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}
