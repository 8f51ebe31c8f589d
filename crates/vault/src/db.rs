//! The only file that knows that there are two database engines. One SQL text runs on both.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};

use crate::config::VaultError;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum Db {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs one body in one transaction, with `$c` the connection of whichever engine it is. The body answers a
/// `Result<_, sqlx::Error>`; an error undoes everything.
macro_rules! transaction {
    ($db:expr, |$c:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite(pool) => {
                // A transaction that begins as a reader cannot become a writer when another wrote meanwhile.
                let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
                let $c = &mut *transaction;
                let value = $body;
                transaction.commit().await?;
                value
            }
            $crate::db::Db::Postgres(pool) => {
                let mut transaction = pool.begin().await?;
                let $c = &mut *transaction;
                let value = $body;
                transaction.commit().await?;
                value
            }
        }
    };
}
pub(crate) use transaction;

/// Runs one statement, with `$pool` the pool of whichever engine it is.
macro_rules! on {
    ($db:expr, |$pool:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite($pool) => $body,
            $crate::db::Db::Postgres($pool) => $body,
        }
    };
}
pub(crate) use on;

impl Db {
    /// Opens the database and brings its tables up to date.
    pub async fn open(address: &str) -> Result<Db, VaultError> {
        let mut migrations = sqlx::migrate!("./migrations");
        // A name of its own, so that nothing breaks when somebody points both servers at one database.
        migrations.dangerous_set_table_name("_vault_migrations");
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(address)?.application_name("portico-vault");
            let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(WAIT).connect_with(options).await?;
            migrations.run(&pool).await?;
            return Ok(Db::Postgres(pool));
        }
        if !address.starts_with("sqlite:") {
            return Err(VaultError::DatabaseAddress);
        }
        let options = SqliteConnectOptions::from_str(address)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What is deleted is overwritten.
            .pragma("secure_delete", "ON")
            .busy_timeout(WAIT);
        make_private(options.get_filename())?;
        let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(WAIT).connect_with(options).await?;
        migrations.run(&pool).await?;
        Ok(Db::Sqlite(pool))
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), sqlx::Error> {
        on!(self, |pool| sqlx::query("SELECT 1").execute(pool).await.map(|_| ()))
    }
}

const WAIT: Duration = Duration::from_secs(10);

/// Makes the file before SQLite does, readable by its owner alone; SQLite gives its side files the same mode.
fn make_private(path: &Path) -> Result<(), VaultError> {
    if path.as_os_str().is_empty() || path.to_string_lossy().contains(":memory:") || path.exists() {
        return Ok(());
    }
    let fault = |error| VaultError::File(path.display().to_string(), error);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ()).map_err(fault)
}
