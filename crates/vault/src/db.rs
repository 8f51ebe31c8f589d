//! The only file that knows that there are two database engines. One SQL text runs on both.

use std::str::FromStr;
use std::time::Duration;

use mover::Carried;
use mover::file::{self, Opened};
use sqlx::error::DatabaseError;
use sqlx::migrate::{AppliedMigration, Migrate, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgPool, SqlitePool};

use crate::config::VaultError;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum Db {
    Sqlite(SqlitePool, Option<Opened>),
    Postgres(PgPool),
}

/// Runs one body in one transaction, with `$c` the connection of whichever engine it is. The body answers a
/// `Result<_, sqlx::Error>`; an error undoes everything.
macro_rules! transaction {
    ($db:expr, |$c:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite(pool, _) => {
                // A transaction that begins as a reader cannot become a writer when another wrote meanwhile.
                let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
                let $c = &mut *transaction;
                let value = $body;
                transaction.commit().await?;
                value
            }
            $crate::db::Db::Postgres(pool) => {
                let mut pooled = mover::pooled::Pooled::idle(pool).await?;
                // Until all is answered: who has it next would wait for an answer, or go on in the transaction.
                pooled.busy = true;
                sqlx::raw_sql("BEGIN").execute(&mut *pooled).await?;
                let $c = &mut *pooled;
                let value = $body;
                sqlx::raw_sql("COMMIT").execute(&mut *pooled).await?;
                pooled.busy = false;
                value
            }
        }
    };
}
pub(crate) use transaction;

/// Runs one statement, with `$c` what executes it on whichever engine it is.
macro_rules! on {
    ($db:expr, |$c:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite($c, _) => $body,
            $crate::db::Db::Postgres(pool) => {
                let mut pooled = mover::pooled::Pooled::idle(pool).await?;
                pooled.busy = true;
                let $c = &mut *pooled;
                let value = $body;
                pooled.busy = false;
                value
            }
        }
    };
}
pub(crate) use on;

impl Db {
    /// Opens the database and brings its tables up to date under a lock.
    pub async fn open(address: &str) -> Result<Db, VaultError> {
        if is_postgres(address) {
            let pool = pool(postgres(address)?, CONNECTIONS).await?;
            // Whoever finds all in order needs no right to make tables.
            if postgres_tables(&mut *pool.acquire().await?).await? != Tables::Current {
                // sqlx takes an advisory lock.
                migrations().run(&pool).await?;
            }
            return Ok(Db::Postgres(pool));
        }
        let options = sqlite(address)?.create_if_missing(true);
        file::make_ready(options.get_filename())?;
        let pool = first(options.clone()).await?;
        {
            let mut conn = pool.acquire().await?;
            if sqlite_tables(&mut conn).await? != Tables::Current {
                migrate(&mut conn).await?;
            }
        }
        Ok(Db::Sqlite(pool, Opened::of(options.get_filename())))
    }

    /// Opens a database that is there to look at it: nothing of it is changed, also not its tables.
    pub async fn look(address: &str) -> Result<(Db, Tables), VaultError> {
        if is_postgres(address) {
            // By itself first: a pool goes on trying where nobody listens.
            let mut conn = PgConnection::connect_with(&postgres(address)?).await?;
            let mut tables = postgres_tables(&mut conn).await?;
            if matches!(tables, Tables::Missing | Tables::Older) {
                let to_grant: Option<String> = sqlx::query_scalar(TO_GRANT).bind(TABLE).fetch_one(&mut conn).await?;
                tables = to_grant.map_or(tables, Tables::Barred);
            }
            conn.close().await?;
            let pool = PgPoolOptions::new().max_connections(1).connect_with(postgres(address)?).await?;
            return Ok((Db::Postgres(pool), tables));
        }
        let options = sqlite(address)?.read_only(true);
        // Without a log nobody has it open: it is read as it lies, without files beside it that would stay.
        let lies_still = !file::log(options.get_filename()).exists();
        let options = options.immutable(lies_still);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        let tables = sqlite_tables(&mut *pool.acquire().await?).await?;
        Ok((Db::Sqlite(pool, None), tables))
    }

    /// Whether there is a vault in it; a file of SQLite whose log alone is there counts as one, for [`Db::open`] to refuse.
    pub async fn is_there(address: &str) -> Result<bool, VaultError> {
        if !is_postgres(address) {
            let options = sqlite(address)?;
            let file = options.get_filename();
            if !file.exists() {
                return Ok(file::log(file).exists());
            }
        }
        let (db, tables) = Db::look(address).await?;
        db.close().await;
        Ok(tables != Tables::Missing)
    }

    /// Opens a SQLite file as [`Db::open`] does, but for nobody else.
    pub async fn hold(address: &str) -> Result<Db, VaultError> {
        let pool = mover::hold(sqlite(address)?).await?;
        {
            let mut conn = pool.acquire().await?;
            if sqlite_tables(&mut conn).await? != Tables::Current {
                migrate(&mut conn).await?;
            }
        }
        Ok(Db::Sqlite(pool, None))
    }

    /// Carries all that one on SQLite holds over to one on PostgreSQL: it stands once it is committed.
    pub async fn carry_over(&self, to: &Db) -> Result<Carried, VaultError> {
        let (Db::Sqlite(from, _), Db::Postgres(to)) = (self, to) else { return Err(VaultError::DatabaseAddress) };
        Ok(mover::carry(from.clone(), to.begin().await?, &migrations()).await?)
    }

    /// Closes a SQLite file: the last connection carries its log into it, so that whoever copies the file alone has every
    /// card.
    pub async fn close(&self) {
        if let Db::Sqlite(pool, _) = self {
            pool.close().await;
        }
    }

    /// Whether what is written is there after the next start: false once the file of SQLite was removed, or another put in
    /// its place.
    pub fn has_its_file(&self) -> bool {
        match self {
            Db::Sqlite(_, Some(file)) => file.has_its_name(),
            _ => true,
        }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), sqlx::Error> {
        on!(self, |c| sqlx::query("SELECT 1").execute(c).await.map(|_| ()))
    }
}

/// Connections to PostgreSQL that a vault opens at most.
pub const CONNECTIONS: u32 = 8;

const WAIT: Duration = Duration::from_secs(10);
/// How long PostgreSQL may take for nothing.
const NOTHING: Duration = Duration::from_secs(2);
/// How long another vault takes to turn a new file to WAL.
const TURNING: Duration = Duration::from_millis(5);

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

/// What the owner of a database has to run before its tables can be made or brought up to date; nothing where they can be.
/// From version 15 on PostgreSQL lets nobody else make any, and whoever does not own one alters none.
const TO_GRANT: &str = "SELECT CASE
    WHEN NOT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE)
        THEN format('GRANT USAGE, CREATE ON SCHEMA %I TO %I', COALESCE(current_schema(), 'public'), current_user)
    WHEN NOT pg_has_role(owner, 'USAGE')
        THEN format('ALTER TABLE ... OWNER TO %I for each table of %I', current_user, pg_get_userbyid(owner))
    END FROM (SELECT (SELECT relowner FROM pg_class WHERE oid = to_regclass($1)) AS owner) AS made";

/// A name of its own, so that nothing breaks when somebody points both servers at one database.
const TABLE: &str = "_vault_migrations";

fn migrations() -> Migrator {
    let mut migrations = sqlx::migrate!("./migrations");
    migrations.dangerous_set_table_name(TABLE);
    migrations
}

fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

fn postgres(address: &str) -> Result<PgConnectOptions, VaultError> {
    Ok(PgConnectOptions::from_str(address)?.application_name("portico-vault"))
}

async fn pool(options: PgConnectOptions, connections: u32) -> Result<PgPool, sqlx::Error> {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(WAIT)
        // sqlx itself would wait for one that has fallen silent until nothing is left of the time for another.
        .test_before_acquire(false)
        .before_acquire(|conn, _| {
            Box::pin(async move {
                let answer = tokio::time::timeout(NOTHING, conn.ping()).await;
                answer.map_err(|_| sqlx::Error::PoolTimedOut)?.map(|()| true)
            })
        })
        .connect_with(options)
        .await
}

fn sqlite(address: &str) -> Result<SqliteConnectOptions, VaultError> {
    if !address.starts_with("sqlite:") {
        return Err(VaultError::DatabaseAddress);
    }
    Ok(SqliteConnectOptions::from_str(address)?
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is overwritten.
        .pragma("secure_delete", "ON")
        .busy_timeout(WAIT))
}

/// A new file is turned to WAL by whoever connects first; where several vaults begin on one at the same moment, SQLite tells
/// all but one that it is busy, without the wait that it was asked for.
async fn first(options: SqliteConnectOptions) -> Result<SqlitePool, VaultError> {
    const SQLITE_BUSY: i32 = 5;
    let is_busy = |told: &dyn DatabaseError| {
        told.code().and_then(|code| code.parse::<i32>().ok()).is_some_and(|code| code & 0xff == SQLITE_BUSY)
    };
    // One stays open however idle the vault is: whoever is to find the file in use finds it so.
    let pool = || {
        let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(WAIT);
        // Where the disk is full SQLite ends a transaction by itself, of which sqlx believes for good that it goes on.
        let pool = pool.before_acquire(|conn, _| Box::pin(async move { Ok(!conn.is_in_transaction()) }));
        pool.idle_timeout(None).max_lifetime(None)
    };
    let connect = async || loop {
        match pool().connect_with(options.clone()).await {
            Err(sqlx::Error::Database(told)) if is_busy(&*told) => tokio::time::sleep(TURNING).await,
            answered => return answered,
        }
    };
    Ok(tokio::time::timeout(WAIT, connect()).await.map_err(|_| sqlx::Error::PoolTimedOut)??)
}

/// sqlx takes no lock on SQLite: one transaction that holds the file keeps a second vault waiting until all is done.
async fn migrate(conn: &mut SqliteConnection) -> Result<(), VaultError> {
    let mut transaction = conn.begin_with("BEGIN IMMEDIATE").await?;
    migrations().run(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

async fn sqlite_tables(conn: &mut SqliteConnection) -> Result<Tables, VaultError> {
    let there = sqlx::query_scalar("SELECT COUNT(*) > 0 FROM sqlite_schema WHERE name = $1").bind(TABLE);
    let there = there.fetch_one(&mut *conn).await?;
    tables(conn, there).await
}

async fn postgres_tables(conn: &mut PgConnection) -> Result<Tables, VaultError> {
    let there = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL").bind(TABLE);
    let there = there.fetch_one(&mut *conn).await?;
    tables(conn, there).await
}

async fn tables(conn: &mut impl Migrate, there: bool) -> Result<Tables, VaultError> {
    if !there {
        return Ok(Tables::Missing);
    }
    let (own, applied) = (migrations(), conn.list_applied_migrations(TABLE).await?);
    let known =
        |one: &AppliedMigration| own.iter().any(|own| own.version == one.version && own.checksum == one.checksum);
    Ok(if !applied.iter().all(known) {
        Tables::Newer
    } else if applied.len() < own.iter().count() {
        Tables::Older
    } else {
        Tables::Current
    })
}

#[cfg(test)]
mod tests {
    use test_postgres::TestPostgres;

    use super::*;

    fn signal(name: &str, pid: i32) {
        let sent = std::process::Command::new("kill").args([name, &pid.to_string()]).status();
        assert!(sent.expect("a signal").success(), "{name} {pid}");
    }

    /// Goes away while the statement runs.
    async fn nobody_waits(
        db: &Db,
        address: &str,
        statement: &str,
        asked: impl Future<Output = Result<(), sqlx::Error>>,
    ) {
        let mut beside = PgConnection::connect(address).await.expect("a connection");
        let runs = async {
            const RUNNING: &str =
                "SELECT COUNT(*) > 0 FROM pg_stat_activity WHERE query = $1 AND wait_event = 'PgSleep'";
            let runs = || sqlx::query_scalar::<_, bool>(RUNNING).bind(statement);
            while !runs().fetch_one(&mut beside).await.expect("an answer") {}
        };
        tokio::select! {
            answered = asked => panic!("it is under way: {answered:?}"),
            () = runs => {}
        }
        db.ping().await.expect("another connection");
    }

    /// The pool has one connection: what comes next finds one only where the place of the one before is free again.
    #[tokio::test]
    async fn an_answer_that_nobody_waits_for_any_more_costs_no_connection() {
        let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
        let address = server.database("silent").expect("a database");
        let db = Db::Postgres(pool(postgres(&address).expect("an address"), 1).await.expect("a pool"));
        // As where a call has taken too long.
        let alone = "SELECT pg_sleep(100)";
        let asked = async { on!(&db, |c| sqlx::query(alone).execute(c).await.map(drop)) };
        nobody_waits(&db, &address, alone, asked).await;
        let in_transaction = "SELECT pg_sleep(101)";
        let asked = async {
            transaction!(&db, |c| {
                sqlx::query(in_transaction).execute(&mut *c).await?;
            });
            Ok(())
        };
        nobody_waits(&db, &address, in_transaction, asked).await;
        // Fallen silent while it was idle, as of a host that lost its power.
        let pid = async { on!(&db, |c| sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(c).await) };
        let pid = pid.await.expect("its process");
        let Db::Postgres(pool) = &db else { panic!("PostgreSQL") };
        while pool.num_idle() == 0 {
            tokio::task::yield_now().await;
        }
        signal("-STOP", pid);
        let answered = db.ping().await;
        signal("-CONT", pid);
        answered.expect("another connection");
        // Fallen silent between an answer and the way back to the pool.
        let pid = async {
            on!(&db, |c| {
                let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(c).await?;
                signal("-STOP", pid);
                Ok::<_, sqlx::Error>(pid)
            })
        };
        let pid = pid.await.expect("its process");
        let answered = db.ping().await;
        signal("-CONT", pid);
        answered.expect("another connection");
    }

    #[tokio::test]
    async fn a_disk_that_was_full_costs_no_connection() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(&format!("sqlite:{}", folder.path().join("vault.db").display())).await.expect("a vault");
        let Db::Sqlite(pool, _) = &db else { panic!("SQLite") };
        sqlx::raw_sql("CREATE TABLE much (it BLOB)").execute(pool).await.expect("a table");
        let write = async |most: &'static str| -> Result<(), sqlx::Error> {
            let _: () = transaction!(&db, |c| {
                sqlx::query(most).execute(&mut *c).await?;
                sqlx::query("INSERT INTO much VALUES (zeroblob(100000))").execute(&mut *c).await.map(|_| ())?
            });
            Ok(())
        };
        for _ in 0..8 {
            // The file may not grow, as on a full disk.
            write("PRAGMA max_page_count = 1").await.expect_err("it is full");
        }
        write("PRAGMA max_page_count = 1000").await.expect("there is room again");
    }
}
