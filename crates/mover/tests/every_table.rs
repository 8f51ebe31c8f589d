//! Every table that our migrations make, filled with what it may hold, carried over and read again.

use std::path::PathBuf;

use chrono::{DateTime, NaiveDate, Utc};
use mover::{Carried, MoveError};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Connection, PgPool, Row, Sqlite};
use test_postgres::TestPostgres;
use uuid::Uuid;

static BOOKINGS: Migrator = sqlx::migrate!("../../migrations");
static VAULT: Migrator = sqlx::migrate!("../vault/migrations");

/// Rows of each table: of the smallest values, the greatest, empty ones, and without what may be missing.
const ROWS: i64 = 4;

struct Place {
    _folder: tempfile::TempDir,
    file: PathBuf,
    target: PgPool,
    columns: Vec<Column>,
    _server: TestPostgres,
}

/// A column as both databases' one text declares it.
struct Column {
    table: String,
    name: String,
    kind: String,
    may_be_null: bool,
}

impl Place {
    /// With filled tables in the file, and empty ones at PostgreSQL.
    async fn new(migrations: &Migrator) -> Place {
        let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
        let folder = tempfile::tempdir().expect("a folder");
        let target = PgPool::connect(&server.database("target").expect("a database")).await.expect("a connection");
        migrations.run(&target).await.expect("tables");
        let file = folder.path().join("source.db");
        let mut place = Place { _folder: folder, file, target, columns: Vec::new(), _server: server };
        let mut source = place.open().await;
        migrations.run(&mut source).await.expect("tables");
        place.columns = columns(&mut source).await;
        for table in place.tables() {
            for row in 0..ROWS {
                fill(&mut source, table, row).await;
            }
        }
        source.close().await.expect("an end");
        place
    }

    fn tables(&self) -> Vec<&[Column]> {
        self.columns.chunk_by(|one, other| one.table == other.table).collect()
    }

    fn options(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new().filename(&self.file).create_if_missing(true).journal_mode(SqliteJournalMode::Wal)
    }

    async fn open(&self) -> SqliteConnection {
        SqliteConnection::connect_with(&self.options()).await.expect("the file")
    }

    async fn run(&self, statement: &str) {
        let mut source = self.open().await;
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut source).await.expect(statement);
        source.close().await.expect("an end");
    }

    async fn run_there(&self, statement: &str) {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&self.target).await.expect(statement);
    }

    async fn carry(&self, migrations: &Migrator) -> Result<Carried, MoveError> {
        let source = mover::hold(self.options()).await?;
        mover::carry(source, self.target.begin().await?, migrations).await
    }

    /// Rows of every table here and there, as text, in order.
    async fn both(&self) -> Vec<(String, Vec<String>, Vec<String>)> {
        let mut source = self.open().await;
        let mut read = Vec::new();
        for table in self.tables() {
            let name = &table[0].table;
            let plain = |column: &Column| match column.kind.as_str() {
                "JSONB" => format!("CAST({} AS TEXT)", column.name),
                _ => column.name.clone(),
            };
            let columns: Vec<String> = table.iter().map(plain).collect();
            let statement = || AssertSqlSafe(format!("SELECT {} FROM {name}", columns.join(", ")));
            let here = sqlx::query(statement()).fetch_all(&mut source).await.expect("rows");
            let there = sqlx::query(statement()).fetch_all(&self.target).await.expect("rows");
            read.push((name.clone(), shown(table, &here), shown(table, &there)));
        }
        // One that is only dropped is closed by a thread of its own, some time: the file would still be in use.
        source.close().await.expect("an end");
        read
    }

    async fn is_empty_there(&self) -> bool {
        for table in self.tables() {
            let rows = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table[0].table));
            let (rows,): (i64,) = sqlx::query_as(rows).fetch_one(&self.target).await.expect("a count");
            if rows > 0 {
                return false;
            }
        }
        true
    }
}

async fn columns(source: &mut SqliteConnection) -> Vec<Column> {
    let all = "SELECT tables.name, columns.name, columns.type, columns.\"notnull\" = 0 AND columns.pk = 0
        FROM sqlite_schema tables, pragma_table_info(tables.name) columns
        WHERE tables.type = 'table' AND tables.name <> '_sqlx_migrations' ORDER BY tables.rowid, columns.cid";
    let all: Vec<(String, String, String, bool)> = sqlx::query_as(all).fetch_all(source).await.expect("columns");
    let column = |(table, name, kind, may_be_null)| Column { table, name, kind, may_be_null };
    all.into_iter().map(column).collect()
}

/// Adds a row of wild values, or of tamer ones where a rule of the table refuses them.
async fn fill(source: &mut SqliteConnection, table: &[Column], row: i64) {
    let names: Vec<&str> = table.iter().map(|column| column.name.as_str()).collect();
    let marks: Vec<String> = (1..=table.len()).map(|number| format!("${number}")).collect();
    let insert = format!("INSERT INTO {} ({}) VALUES ({})", table[0].table, names.join(", "), marks.join(", "));
    for number in [[i64::MIN, i64::MAX, 0, -1][row as usize], i64::MAX - row, row + 1] {
        let query = table.iter().fold(sqlx::query(AssertSqlSafe(insert.clone())), |query, column| {
            if row == 3 && column.may_be_null { query.bind(None::<i64>) } else { bind(query, column, row, number) }
        });
        match query.execute(&mut *source).await {
            Err(sqlx::Error::Database(told)) if told.is_check_violation() => {}
            Err(error) => panic!("{insert}: {error}"),
            Ok(_) => return,
        }
    }
    panic!("no row suits {}", table[0].table);
}

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

fn bind<'q>(query: Query<'q>, column: &Column, row: i64, number: i64) -> Query<'q> {
    let index = row as usize;
    match (column.kind.as_str(), column.name.as_str()) {
        // One that belongs to the row, so that tables refer to each other's rows as they may.
        ("BIGINT", "property_id") => query.bind([i64::MIN, i64::MAX, 0, 7][index]),
        ("BIGINT", _) => query.bind(number),
        ("BOOLEAN", _) => query.bind(row % 2 == 0),
        ("TEXT", "verdict") => query.bind("APPROVED"),
        ("TEXT", _) => query.bind(["", "Siobhán \u{1f6ce}\u{fe0f} שלום\r\n\u{1}", "{,NULL,\"\\'}", "NULL"][index]),
        ("BYTEA", _) => query.bind([&[][..], &[0, 255, 0], b"\\x00", &[0; 700_000]][index]),
        ("DATE", _) => query.bind([day(1, 1, 1), day(9999, 12, 31), day(1970, 1, 1), day(2028, 2, 29)][index]),
        ("TIMESTAMPTZ", _) => query.bind(
            [
                "0001-01-01T00:00:00.000001Z",
                "9999-12-31T23:59:59.999999Z",
                "1970-01-01T00:00:00Z",
                "2026-03-29T01:00:00.5Z",
            ][index]
                .parse::<DateTime<Utc>>()
                .expect("an instant"),
        ),
        ("JSONB", _) => query.bind(
            [r#"{"none":null,"names":["שלום \" \\"],"number":12345678901234567890}"#, "7", "null", r#""text""#][index],
        ),
        ("UUID", _) => query.bind(Uuid::from_u128([0, u128::MAX, 1 << 64, 7][index])),
        (kind, name) => panic!("{name} has a type of its own: {kind}"),
    }
}

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day")
}

/// One text for each row, the same on both engines.
fn shown<'r, R: Row>(table: &[Column], rows: &'r [R]) -> Vec<String>
where
    usize: sqlx::ColumnIndex<R>,
    Option<i64>: sqlx::Decode<'r, R::Database>,
    Option<bool>: sqlx::Decode<'r, R::Database>,
    Option<String>: sqlx::Decode<'r, R::Database>,
    Option<Vec<u8>>: sqlx::Decode<'r, R::Database>,
    Option<NaiveDate>: sqlx::Decode<'r, R::Database>,
    Option<DateTime<Utc>>: sqlx::Decode<'r, R::Database>,
    Option<Uuid>: sqlx::Decode<'r, R::Database>,
{
    fn get<'r, R: Row, T: std::fmt::Debug>(row: &'r R, index: usize) -> String
    where
        usize: sqlx::ColumnIndex<R>,
        Option<T>: sqlx::Decode<'r, R::Database>,
    {
        format!("{:?}", row.try_get_unchecked::<Option<T>, _>(index).expect("a value"))
    }
    let value = |row: &'r R, (index, column): (usize, &Column)| match column.kind.as_str() {
        "BIGINT" => get::<_, i64>(row, index),
        "BOOLEAN" => get::<_, bool>(row, index),
        "TEXT" => get::<_, String>(row, index),
        "BYTEA" => get::<_, Vec<u8>>(row, index),
        "DATE" => get::<_, NaiveDate>(row, index),
        "TIMESTAMPTZ" => get::<_, DateTime<Utc>>(row, index),
        "UUID" => get::<_, Uuid>(row, index),
        _ => {
            let text: Option<String> = row.try_get_unchecked(index).expect("a document");
            let read = |text: String| serde_json::from_str::<serde_json::Value>(&text).expect("JSON").to_string();
            format!("{:?}", text.map(read))
        }
    };
    let text = |row: &'r R| table.iter().enumerate().map(|at| value(row, at)).collect::<Vec<_>>().join("; ");
    let mut rows: Vec<String> = rows.iter().map(text).collect();
    rows.sort();
    rows
}

#[tokio::test]
async fn every_row_of_every_table_comes_over() {
    for migrations in [&BOOKINGS, &VAULT] {
        let place = Place::new(migrations).await;
        let before = std::fs::read(&place.file).expect("the file");
        let carried = place.carry(migrations).await.expect("carried over");
        assert!(place.is_empty_there().await, "it stands once it is committed");
        carried.commit().await.expect("committed");
        assert_eq!(std::fs::read(&place.file).expect("the file"), before);
        for (table, here, there) in place.both().await {
            assert_eq!(here.len() as i64, ROWS, "{table}");
            assert_eq!(here, there, "{table}");
        }
        assert!(matches!(place.carry(migrations).await, Err(MoveError::Taken { .. })), "a second time");
    }
}

/// More than one statement writes.
#[tokio::test]
async fn long_tables_come_over_in_pieces() {
    let place = Place::new(&BOOKINGS).await;
    place
        .run(
            "WITH RECURSIVE some (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < 30000)
            INSERT INTO addon_day SELECT 7, '2026-12-01', 'A' || n, n FROM some;
            INSERT INTO media SELECT 7, 'P' || taken, 'image/png', randomblob(400000) FROM addon_day
                WHERE property_id = 7 AND taken BETWEEN 1 AND 9 AND addon_code <> 'NULL'",
        )
        .await;
    place.carry(&BOOKINGS).await.expect("carried over").commit().await.expect("committed");
    for (table, here, there) in place.both().await {
        assert!(here == there, "{table}");
        assert!(table != "media" || there.len() > 12, "{}", there.len());
    }
}

#[tokio::test]
async fn it_comes_beside_others_and_never_among_its_own() {
    let place = Place::new(&BOOKINGS).await;
    place.run_there("INSERT INTO addon_day VALUES (1, '2026-12-01', 'A', 1), (7, '2026-12-01', 'A', 1)").await;
    let refused = place.carry(&BOOKINGS).await.err().expect("property 7 has rows").to_string();
    assert_eq!(refused, "there are rows of property 7 already (in addon_day): nothing was moved");
    place.run_there("DELETE FROM addon_day WHERE property_id = 7").await;
    place.run_there("INSERT INTO exchange_rates VALUES ('1970-01-01', '{\"USD\": \"1\"}')").await;
    place.carry(&BOOKINGS).await.expect("carried over").commit().await.expect("committed");
    for (table, here, there) in place.both().await {
        match table.as_str() {
            "addon_day" => assert_eq!(there.len(), here.len() + 1),
            // What stood there goes on.
            "exchange_rates" => {
                assert!(there.len() == here.len() && there.iter().any(|row| row.contains("USD")), "{there:?}");
            }
            _ => assert_eq!(here, there, "{table}"),
        }
    }
}

#[tokio::test]
async fn nothing_stands_where_one_row_cannot() {
    let place = Place::new(&BOOKINGS).await;
    // PostgreSQL has no text with a zero in it; this table is the last.
    place.run("UPDATE vault_card SET token = 'a' || char(0) WHERE property_id = 7").await;
    let refused = place.carry(&BOOKINGS).await.err().expect("it cannot be written").to_string();
    assert!(refused.starts_with("the table vault_card: "), "{refused}");
    assert!(place.is_empty_there().await);
}

/// A server that goes on booking into the file would lose what it books.
#[tokio::test]
async fn a_file_that_is_open_is_not_moved_and_one_that_is_moved_is_not_opened() {
    let place = Place::new(&BOOKINGS).await;
    let mut server = place.open().await;
    sqlx::raw_sql("SELECT COUNT(*) FROM property").execute(&mut server).await.expect("a read");
    assert!(matches!(place.carry(&BOOKINGS).await, Err(MoveError::InUse)));
    server.close().await.expect("an end");
    let carried = place.carry(&BOOKINGS).await.expect("carried over");
    let mut late = SqliteConnection::connect_with(&place.options().busy_timeout(std::time::Duration::ZERO)).await;
    if let Ok(late) = &mut late {
        sqlx::raw_sql("SELECT COUNT(*) FROM property").execute(late).await.expect_err("it is held");
    }
    carried.commit().await.expect("committed");
    place.open().await;
}

/// Both may lie in one database: each is moved by itself.
#[tokio::test]
async fn what_lies_beside_stays() {
    let place = Place::new(&BOOKINGS).await;
    let beside = "CREATE TABLE beside (one TEXT); INSERT INTO beside VALUES ('x')";
    place.run(beside).await;
    place.run_there(beside).await;
    place.carry(&BOOKINGS).await.expect("carried over").commit().await.expect("committed");
    let (one,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM beside").fetch_one(&place.target).await.expect("a row");
    assert_eq!(one, 1);
}
