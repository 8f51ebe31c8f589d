//! What a SQLite file holds, carried over to PostgreSQL: every row of the tables that the same migrations make on both, or
//! nothing.
//!
//! Tables and columns are read from PostgreSQL's catalogue, and values as sqlx writes them into SQLite, so that no table
//! has to be named here. The rows of a property come to a database that has none of it; what belongs to no property is
//! added where its key is not there yet.
//!
//! [`file`] is what the programs of such files ask before they open one, [`pooled`] how they hold a connection to PostgreSQL.

pub mod file;
pub mod pooled;
mod values;

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::TryStreamExt;
use sqlx::error::DatabaseError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteLockingMode, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, Connection, Postgres, SqlitePool, Transaction};

use crate::values::Values;

/// Why nothing was carried over. None of its texts carries data of a guest.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The file is none to open.
    #[error(transparent)]
    File(#[from] file::FileError),
    /// A server would go on booking into the file, and what it books would be lost.
    #[error("another program has the file open: stop every server of it first")]
    InUse,
    /// They would get mixed with what is there.
    #[error("there are rows of property {property_id} already (in {table}): nothing was moved")]
    Taken { table: String, property_id: i64 },
    /// The engine refused.
    #[error("the table {0}: {1}")]
    Table(String, sqlx::Error),
    /// The engine refused.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be made.
    #[error("migration: {0}")]
    Migration(#[from] MigrateError),
}

/// What is said of a database that a later version of the program has brought up to date.
pub const NEWER_TABLES: &str = "its tables are of a newer version: this one cannot serve them";

/// Why tables were not brought up to date, in an operator's words.
pub fn told(error: &MigrateError) -> String {
    match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => NEWER_TABLES.to_owned(),
        error => error.to_string(),
    }
}

/// Opens the file for nobody but us, and waits for nobody: whoever has it open is a server that may book.
///
/// # Errors
/// [`MoveError::InUse`], [`MoveError::File`]; a file that is not there, or none of SQLite.
pub async fn hold(options: SqliteConnectOptions) -> Result<SqlitePool, MoveError> {
    file::check(options.get_filename())?;
    const SQLITE_BUSY: i32 = 5;
    let is_busy = |told: &dyn DatabaseError| {
        told.code().and_then(|code| code.parse::<i32>().ok()).is_some_and(|code| code & 0xff == SQLITE_BUSY)
    };
    let options = options.locking_mode(SqliteLockingMode::Exclusive).busy_timeout(Duration::ZERO);
    let pool = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    match pool.connect_with(options).await {
        Err(sqlx::Error::Database(told)) if is_busy(&*told) => Err(MoveError::InUse),
        opened => Ok(opened?),
    }
}

/// What was carried over, and stands once it is committed. Until then nobody else opens the file.
pub struct Carried {
    source: SqlitePool,
    target: Transaction<'static, Postgres>,
    /// Rows that were added.
    pub rows: u64,
}

impl Carried {
    /// The database as it will be.
    pub fn target(&mut self) -> &mut PgConnection {
        &mut self.target
    }

    /// Lets it stand.
    ///
    /// # Errors
    /// When the database fails; at a connection that ends just now nobody knows whether it stands.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        self.target.commit().await?;
        // Its log is carried into the file, which whoever keeps it has whole then.
        self.source.close().await;
        Ok(())
    }
}

/// Carries over what [`hold`] opened, with all migrations behind it, to a database that has them too.
///
/// # Errors
/// [`MoveError::Taken`] where one of its properties has rows; when a database fails. Nothing stands then.
pub async fn carry(
    source: SqlitePool,
    mut target: Transaction<'static, Postgres>,
    migrations: &Migrator,
) -> Result<Carried, MoveError> {
    match copy_all(&source, &mut target, migrations).await {
        Ok(rows) => Ok(Carried { source, target, rows }),
        Err(error) => {
            // Whoever tries again finds it free.
            source.close().await;
            Err(error)
        }
    }
}

async fn copy_all(source: &SqlitePool, target: &mut PgConnection, migrations: &Migrator) -> Result<u64, MoveError> {
    let mut source = source.acquire().await?;
    let tables = tables(target, migrations).await?;
    let properties = properties(&mut source, &tables).await?;
    for table in tables.iter().filter(|table| table.is_by_property()) {
        if let Some(property_id) = taken(target, table, &properties).await.map_err(|error| table.said(error))? {
            return Err(MoveError::Taken { table: table.name.clone(), property_id });
        }
    }
    let mut rows = 0;
    for table in &tables {
        rows += copy(&mut source, target, table).await.map_err(|error| table.said(error))?;
    }
    Ok(rows)
}

struct Table {
    name: String,
    /// Name and type.
    columns: Vec<(String, String)>,
}

impl Table {
    fn is_by_property(&self) -> bool {
        self.columns.iter().any(|(name, _)| name == "property_id")
    }

    fn said(&self, error: sqlx::Error) -> MoveError {
        MoveError::Table(self.name.clone(), error)
    }
}

/// Tables of that name and those that refer to them, to them, and so on: a table comes after all that it refers to.
const COLUMNS: &str = "WITH RECURSIVE behind (relation, steps) AS (
        SELECT to_regclass(quote_ident(name)), 0 FROM UNNEST($1) AS name
        UNION
        SELECT conrelid, steps + 1 FROM behind JOIN pg_constraint ON confrelid = relation AND contype = 'f'
    ),
    ordered AS (SELECT relation, MAX(steps) AS steps FROM behind GROUP BY relation)
    SELECT relname, attname, typname
    FROM ordered
    JOIN pg_class ON pg_class.oid = relation
    JOIN pg_attribute ON attrelid = relation AND attnum > 0 AND NOT attisdropped
    JOIN pg_type ON pg_type.oid = atttypid
    ORDER BY steps, relname, attnum";

/// Tables as these migrations leave them: others may lie beside them in both databases.
async fn tables(target: &mut PgConnection, migrations: &Migrator) -> Result<Vec<Table>, MoveError> {
    let mut pattern = SqliteConnection::connect("sqlite::memory:").await?;
    migrations.run(&mut pattern).await?;
    let names = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> $1");
    let names: Vec<String> = names.bind(&*migrations.table_name).fetch_all(&mut pattern).await?;
    let columns: Vec<(String, String, String)> = sqlx::query_as(COLUMNS).bind(names).fetch_all(target).await?;
    let mut tables: Vec<Table> = Vec::new();
    for (name, column, kind) in columns {
        if tables.last().is_none_or(|table| table.name != name) {
            tables.push(Table { name, columns: Vec::new() });
        }
        if let Some(table) = tables.last_mut() {
            table.columns.push((column, kind));
        }
    }
    Ok(tables)
}

/// Properties that have a row anywhere.
async fn properties(source: &mut SqliteConnection, tables: &[Table]) -> Result<Vec<i64>, MoveError> {
    let mut ids = BTreeSet::new();
    for table in tables.iter().filter(|table| table.is_by_property()) {
        let theirs = format!("SELECT DISTINCT property_id FROM {}", quoted(&table.name));
        let theirs = sqlx::query_scalar::<_, i64>(AssertSqlSafe(theirs)).fetch_all(&mut *source).await;
        ids.extend(theirs.map_err(|error| table.said(error))?);
    }
    Ok(ids.into_iter().collect())
}

/// One of the properties that has rows here.
async fn taken(target: &mut PgConnection, table: &Table, properties: &[i64]) -> Result<Option<i64>, sqlx::Error> {
    let theirs = format!("SELECT property_id FROM {} WHERE property_id = ANY($1) LIMIT 1", quoted(&table.name));
    sqlx::query_scalar(AssertSqlSafe(theirs)).bind(properties).fetch_optional(target).await
}

/// Bytes that one statement writes, roughly.
const PIECE: usize = 1 << 20;

/// Answers how many rows were added.
async fn copy(source: &mut SqliteConnection, target: &mut PgConnection, table: &Table) -> Result<u64, sqlx::Error> {
    let (read, write) = (read(table), write(table));
    let none = || table.columns.iter().map(|(_, kind)| Values::of(kind)).collect::<Result<Vec<_>, _>>();
    let (mut piece, mut bytes, mut added) = (none()?, 0, 0);
    let mut rows = sqlx::query(AssertSqlSafe(read)).fetch(source);
    loop {
        let row = rows.try_next().await?;
        if bytes > PIECE || row.is_none() {
            let piece = std::mem::replace(&mut piece, none()?);
            let written =
                piece.into_iter().fold(sqlx::query(AssertSqlSafe(write.clone())), |query, values| values.bind(query));
            added += written.execute(&mut *target).await?.rows_affected();
            bytes = 0;
        }
        let Some(row) = row else { return Ok(added) };
        for (index, values) in piece.iter_mut().enumerate() {
            bytes += values.push(&row, index)?;
        }
    }
}

/// A name that is quoted alone is a text to SQLite where there is no such column.
fn read(table: &Table) -> String {
    let read = |(name, kind): &(String, String)| match kind.as_str() {
        // A document that is a number is kept as one.
        "jsonb" => format!("CAST(source.{} AS TEXT)", quoted(name)),
        _ => format!("source.{}", quoted(name)),
    };
    let columns: Vec<String> = table.columns.iter().map(read).collect();
    format!("SELECT {} FROM {} AS source", columns.join(", "), quoted(&table.name))
}

fn write(table: &Table) -> String {
    let columns: Vec<String> = table.columns.iter().map(|(name, _)| quoted(name)).collect();
    let values = table.columns.iter().zip(1..).map(|((_, kind), number)| format!("CAST(${number} AS {kind}[])"));
    let values: Vec<String> = values.collect();
    // Published rates and postal codes, and what a vault knows cards again by: what stands there goes on.
    let clash = if table.is_by_property() { "" } else { " ON CONFLICT DO NOTHING" };
    let (table, columns, values) = (quoted(&table.name), columns.join(", "), values.join(", "));
    format!("INSERT INTO {table} ({columns}) SELECT * FROM UNNEST({values}){clash}")
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
