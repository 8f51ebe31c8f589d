//! What the store promises, checked on every engine: each case runs on SQLite and on PostgreSQL.

use std::str::FromStr;
use std::time::Duration;

use domain::activity::times::InstanceId;
use domain::asked::{Asked, Former, FormerRow, Ledger};
use domain::booking::{ChargedCard, ReservationStatus, Rooms};
use domain::brand::BrandName;
use domain::doors::Sleepers;
use domain::event::Taken;
use domain::exchange::{DayRates, Rate};
use domain::hotel::{Bundle, Hotel, Media, NightRow, RoomType, StockRow};
use domain::member::Member;
use domain::stay::Stay;
use futures_util::future::join_all;
use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan};
use serde_json::value::to_raw_value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, PgConnection};
use store::addons::{self, AddonSpan};
use store::bookings::{self, Booked, Kind as BookingKind};
use store::cards::{self, KeptCard};
use store::forgetting::{self, Until};
use store::mails::Mail;
use store::nights::{NightError, Span, Step};
use store::payments::{Payment, State};
use store::points::{self, Entry, Kind, ToCome};
use store::properties::Clash;
use store::reservations::Wanted;
use store::{
    BatchChange, Conn, Db, Durability, Outcome, PlacesError, SpaceError, StoreError, Tables, activities, asked,
    batches, brands, exchange_rates, mails, media, members, nights, payments, properties, refunds, reservations,
    spaces, units,
};
use test_postgres::TestPostgres;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// Servers may begin on one new file at the same moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_is_made_once_however_many_begin_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("test.db").display());
    for one in join_all((0..16).map(|_| Db::open(&address))).await {
        one.expect("a database");
    }
}

#[tokio::test]
async fn postgres_is_reached_over_tls_and_known_by_its_certificate() {
    let (_server, address, certificate) =
        TestPostgres::start_with_tls().expect("a PostgreSQL server of the test's own");
    let known = format!("verify-full&sslrootcert={}", certificate.display());
    for mode in ["prefer", "require", &known] {
        Db::open_with(&format!("{address}?sslmode={mode}"), 2).await.expect(mode);
    }
    for mode in ["verify-full", "disable"] {
        let refused = Db::open_with(&format!("{address}?sslmode={mode}"), 2).await;
        assert!(refused.is_err(), "{mode}");
    }
}

#[tokio::test]
async fn a_log_that_somebody_reads_from_stays_and_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("test.db").display());
    let db = Db::open(&address).await.expect("a database");
    import(&db, 3).await;
    let mut reader = SqliteConnection::connect(&address).await.expect("another program");
    begin_to_read(&mut reader).await;
    hold(&db, span(1, FIRST, date(2026, 12, 3))).await.expect("a hold");
    assert!(!db.fold_log().await.expect("an answer"));
    sqlx::raw_sql("ROLLBACK").execute(&mut reader).await.expect("an end");
    assert!(db.fold_log().await.expect("an answer"));
    assert_eq!(std::fs::metadata(folder.path().join("test.db-wal")).expect("the log").len(), 0);
}

async fn begin_to_read(conn: &mut SqliteConnection) {
    for statement in ["BEGIN", "SELECT COUNT(*) FROM night"] {
        sqlx::raw_sql(statement).execute(&mut *conn).await.expect("a read");
    }
}

/// A server's own work is no other program, however long the machine lets it lie.
#[tokio::test]
async fn a_log_that_is_folded_waits_for_what_is_under_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&format!("sqlite:{}", folder.path().join("test.db").display())).await.expect("a database");
    import(&db, 3).await;
    let Conn::Sqlite(mut reader) = db.read().await.expect("a connection") else { panic!("SQLite") };
    begin_to_read(&mut reader).await;
    hold(&db, span(1, FIRST, date(2026, 12, 3))).await.expect("a hold");
    let read_to_the_end = async move {
        tokio::time::sleep(Duration::from_secs(1)).await;
        sqlx::raw_sql("ROLLBACK").execute(&mut *reader).await.expect("an end");
    };
    let (folded, ()) = tokio::join!(db.fold_log(), read_to_the_end);
    assert!(folded.expect("an answer"));
}

/// What goes on being written to a file without its name is lost with the end of the server.
#[tokio::test]
async fn a_file_that_was_taken_away_is_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, aside] = ["test.db", "aside.db"].map(|name| folder.path().join(name));
    let db = Db::open(&format!("sqlite:{}", file.display())).await.expect("a database");
    assert!(db.has_its_file());
    std::fs::rename(&file, &aside).expect("it is moved");
    assert!(!db.has_its_file());
    std::fs::copy(&aside, &file).expect("a copy");
    assert!(!db.has_its_file(), "another file is in its place");
    std::fs::rename(&aside, &file).expect("it is moved back");
    assert!(db.has_its_file());
}

/// A hotel that joins others comes with a file of before, and under a code of its own.
#[tokio::test]
async fn hotels_come_over_from_files_of_before() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let there = server.database("chain").expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let mut before = sqlx::migrate!("../../migrations");
    before.migrations.to_mut().truncate(1);
    let file = async |id: i64, code: &str| {
        let address = format!("sqlite:{}", folder.path().join(format!("{id}-{code}.db")).display());
        let made = SqliteConnectOptions::from_str(&address).expect("an address").create_if_missing(true);
        let mut conn = SqliteConnection::connect_with(&made).await.expect("a file");
        before.run(&mut conn).await.expect("tables of before");
        let hotel = "INSERT INTO property VALUES ($1, $2, 1, '{}', '2026-12-01T09:00:00Z')";
        sqlx::query(hotel).bind(id).bind(code).execute(&mut conn).await.expect("a hotel");
        conn.close().await.expect("an end");
        address
    };
    store::carry_over(&file(1, "TEST").await, &there).await.expect("carried over").commit().await.expect("committed");
    let refused = store::carry_over(&file(2, "TEST").await, &there).await.err().expect("two of one code");
    assert!(matches!(refused, StoreError::CodeTwice(code) if code == "TEST"));
    let carried = store::carry_over(&file(2, "ELSE").await, &there).await.expect("carried over");
    // An import of another hotel by this code waits for it.
    let mut other = PgConnection::connect(&there).await.expect("a connection");
    let free = "SELECT pg_try_advisory_xact_lock(hashtext('ELSE') % 512)";
    assert!(!sqlx::query_scalar::<_, bool>(free).fetch_one(&mut other).await.expect("an answer"));
    carried.commit().await.expect("committed");
    let hotels = properties::revisions(&Db::open_with(&there, 2).await.expect("a database")).await.expect("the hotels");
    assert_eq!(hotels, [(1, "TEST".to_owned(), 1), (2, "ELSE".to_owned(), 1)]);
    let nowhere = format!("sqlite:{}", folder.path().join("nowhere.db").display());
    assert!(store::carry_over(&nowhere, &there).await.is_err());
    assert!(!folder.path().join("nowhere.db").exists());
}

/// `portico doctor` says what it found and leaves it so.
#[tokio::test]
async fn a_look_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("test.db").display());
    assert!(Db::look(&address).await.is_err(), "there is none");
    let made = SqliteConnectOptions::from_str(&address).expect("an address").create_if_missing(true);
    let mut conn = SqliteConnection::connect_with(&made).await.expect("a file");
    sqlx::raw_sql("PRAGMA journal_mode = WAL; CREATE TABLE other (one TEXT)")
        .execute(&mut conn)
        .await
        .expect("a table");
    let tables = async || Db::look(&address).await.expect("a look").1;
    assert_eq!((tables().await, tables().await), (Tables::Missing, Tables::Missing));
    import(&Db::open(&address).await.expect("a database"), 3).await;
    assert_eq!(tables().await, Tables::Current);
    sqlx::raw_sql("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1").execute(&mut conn).await.expect("it");
    assert_eq!(tables().await, Tables::Newer);
    let refused = Db::open(&address).await.expect_err("a start of this version").to_string();
    assert_eq!(refused, "the database: its tables are of a newer version: this one cannot serve them");
    sqlx::raw_sql("DELETE FROM _sqlx_migrations WHERE version = 9999").execute(&mut conn).await.expect("it");
    assert_eq!((tables().await, tables().await), (Tables::Older, Tables::Older));
    let (db, _) = Db::look(&address).await.expect("a look");
    assert_eq!(properties::revisions(&db).await.expect("a read").len(), 1);
    assert!(hold(&db, span(1, FIRST, date(2026, 12, 2))).await.is_err(), "nothing is written");
}

/// One hotel's row does not take its brand with it.
#[tokio::test]
async fn a_hotel_that_cannot_be_read_is_left_out_of_its_brand() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("test.db").display());
    let db = Db::open(&address).await.expect("a database");
    import(&db, 3).await;
    let mut hotel = bundle(3).hotel;
    hotel.brand = Some(BrandName { code: "SMALL".into(), name: "Small Houses".into(), logo: None, login_url: None });
    let list = async |property_id: i64| {
        let hotel = Hotel { property_id, ..hotel.clone() };
        db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let hotel = hotel.clone();
            Box::pin(async move { brands::save(conn, &hotel).await })
        })
        .await
        .expect("a write");
    };
    list(1).await;
    let mut conn = SqliteConnection::connect(&address).await.expect("the file");
    let broken = "INSERT INTO brand_property (property_id, brand_code, revision, content)
        SELECT property_id + 1, brand_code, revision, '{}' FROM brand_property";
    sqlx::raw_sql(broken).execute(&mut conn).await.expect("a row");
    let listed = brands::find(&db, "SMALL").await.expect("a read");
    assert_eq!(listed.iter().map(|listing| listing.property_id).collect::<Vec<_>>(), [1]);
}

/// Many guests at once are answered with the few connections that a server may open.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_opens_no_more_connections_than_it_may() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let address = server.database("few").expect("a database");
    let db = Db::open_with(&address, 6).await.expect("a database");
    import(&db, 40).await;
    let asked = (0..40).map(|n| {
        let db = db.clone();
        let durability = if n % 2 == 0 { Durability::Soon } else { Durability::OnDisk };
        tokio::spawn(async move {
            let held = db.write::<usize, NightError, _>(durability, move |conn: &mut Conn| {
                let span = span(1, FIRST, date(2026, 12, 3));
                Box::pin(
                    async move { nights::change(conn, Step::Take, 1, &span, now()).await.map(|nights| nights.len()) },
                )
            });
            held.await.is_ok() && nights::sums(&db, 1).await.is_ok()
        })
    });
    for one in join_all(asked).await {
        assert!(one.expect("no panic"), "a guest was sent away");
    }
    assert_eq!(nights::sums(&db, 1).await.expect("a read").held, 80);
    let (look, tables) = Db::look(&address).await.expect("a look");
    assert_eq!(tables, Tables::Current);
    // Of the 200 that the tests' server allows, three are its administrators'.
    assert_eq!(look.connections_allowed().await.expect("a read"), Some(197));
    drop(look);
    let mut conn = PgConnection::connect(&address).await.expect("a connection");
    const OPEN: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'portico' AND state = 'idle'";
    let open: i64 = sqlx::query_scalar(OPEN).fetch_one(&mut conn).await.expect("a count");
    assert!(open <= 8, "six of the server and two of the look: {open}");
}

/// Until so many connections wait for somebody else's lock, the last of them that of this work.
async fn until_waiting<T>(conn: &mut PgConnection, connections: i64, work: &JoinHandle<T>) {
    const WAITING: &str = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
    while sqlx::query_scalar::<_, i64>(WAITING).fetch_one(&mut *conn).await.expect("a count") < connections {
        assert!(!work.is_finished(), "it waits");
    }
}

/// What PostgreSQL ends, as it does when it is restarted, is undone and can be tried again. Whether a COMMIT is can not be
/// known.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_ends_is_no_fault_unless_it_ends_at_the_commit() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let db = Db::open(&server.database("ended").expect("a database")).await.expect("a database");
    let told = async |statement: &'static str| {
        let told = db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            Box::pin(async move {
                let Conn::Postgres(conn) = conn else { panic!("PostgreSQL") };
                Ok(sqlx::raw_sql(statement).execute(&mut **conn).await.map(drop)?)
            })
        });
        told.await.expect_err("it fails")
    };
    for statement in [
        "SELECT pg_terminate_backend(pg_backend_pid())",
        "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57P03'; END $$",
        "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '08006'; END $$",
    ] {
        let told = told(statement).await;
        assert!(matches!(told, StoreError::Unreachable(_)), "{statement}: {told:?}");
    }
    let told_canceled = told("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57014'; END $$").await;
    assert!(matches!(told_canceled, StoreError::Database(_)), "{told_canceled:?}");
    let at_commit = "CREATE TABLE ends (one TEXT);
        CREATE FUNCTION ends() RETURNS TRIGGER LANGUAGE plpgsql
            AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON ends DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION ends();
        INSERT INTO ends VALUES ('x')";
    let told = told(at_commit).await;
    assert!(matches!(told, StoreError::Commit(_)), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_stored_once_however_many_come_with_it() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let address = server.database("codes").expect("a database");
    let db = Db::open(&address).await.expect("a database");
    let import = |property_id: i64| {
        let db = db.clone();
        tokio::spawn(async move {
            let stored = db.write::<Option<Clash>, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let mut bundle = bundle(3);
                bundle.hotel.property_id = property_id;
                Box::pin(async move {
                    let clash = properties::clash(conn, &bundle.hotel, false).await?;
                    if clash.is_none() {
                        properties::save(conn, &bundle, now()).await?;
                    }
                    Ok(clash)
                })
            });
            stored.await.expect("a write")
        })
    };
    let mut conn = PgConnection::connect(&address).await.expect("a connection");
    // The first has found nothing against it, and waits before it stores its hotel.
    sqlx::raw_sql("BEGIN; LOCK TABLE property IN EXCLUSIVE MODE").execute(&mut conn).await.expect("a lock");
    let first = import(1);
    until_waiting(&mut conn, 1, &first).await;
    let second = import(2);
    until_waiting(&mut conn, 2, &second).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut conn).await.expect("an end");
    assert_eq!(first.await.expect("no panic"), None);
    assert_eq!(second.await.expect("no panic"), Some(Clash::CodeTaken { property_id: 1 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_night_is_locked_while_pictures_are_stored() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let address = server.database("pictures").expect("a database");
    let db = Db::open(&address).await.expect("a database");
    import(&db, 3).await;
    let mut conn = PgConnection::connect(&address).await.expect("a connection");
    sqlx::raw_sql("BEGIN; LOCK TABLE media IN EXCLUSIVE MODE").execute(&mut conn).await.expect("a lock");
    let again = tokio::spawn({
        let db = db.clone();
        async move { import(&db, 3).await }
    });
    until_waiting(&mut conn, 1, &again).await;
    let nights = sqlx::query("SELECT day FROM night FOR UPDATE NOWAIT").fetch_all(&mut conn).await;
    assert_eq!(nights.map(|nights| nights.len()).map_err(|error| error.to_string()), Ok(10));
    sqlx::raw_sql("ROLLBACK").execute(&mut conn).await.expect("an end");
    again.await.expect("no panic");
}

// A stay that is changed without another night locks none; it and an import would both note where its guest sleeps.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_waits_for_who_changes_where_somebody_sleeps() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let address = server.database("turns").expect("a database");
    let db = Db::open(&address).await.expect("a database");
    let mut conn = PgConnection::connect(&address).await.expect("a connection");
    let turn = "BEGIN; INSERT INTO room_unit_turn (property_id, turns) VALUES (1, 1)";
    sqlx::raw_sql(turn).execute(&mut conn).await.expect("a turn");
    let import = tokio::spawn(async move { import(&db, 3).await });
    until_waiting(&mut conn, 1, &import).await;
    sqlx::raw_sql("COMMIT").execute(&mut conn).await.expect("an end");
    import.await.expect("no panic");
}

// What guests told is for nobody else on the machine.
#[cfg(unix)]
#[tokio::test]
async fn the_files_of_a_database_are_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&format!("sqlite:{}", folder.path().join("test.db").display())).await.expect("a database");
    import(&db, 3).await;
    for file in std::fs::read_dir(folder.path()).expect("the folder") {
        let file = file.expect("a file");
        assert_eq!(file.metadata().expect("its mode").permissions().mode() & 0o777, 0o600, "{:?}", file.path());
    }
}

/// Each case gets an empty database: one test each on SQLite, all of them in one on PostgreSQL, because starting that
/// server takes longer than the cases do.
macro_rules! on_both {
    ($($case:ident),* $(,)?) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let folder = tempfile::tempdir().expect("a folder");
                let address = format!("sqlite:{}", folder.path().join("test.db").display());
                super::$case(&super::Db::open(&address).await.expect("a database")).await;
            })*
        }

        #[tokio::test(flavor = "multi_thread")]
        async fn on_postgres() {
            let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
            $(
                let address = server.database(stringify!($case)).expect("a database");
                $case(&Db::open(&address).await.expect("a database")).await;
            )*
        }
    };
}

on_both!(
    an_import_is_read_back_whole,
    a_reimport_keeps_what_is_sold,
    a_hotel_does_not_take_the_place_of_another,
    a_hold_takes_every_night_or_none,
    the_last_room_is_won_once,
    a_failed_write_leaves_its_neighbours_standing,
    a_write_that_panics_is_undone_and_told,
    a_mail_is_narrowed_by_whoever_has_it,
    a_later_mail_tells_a_cancellation_that_it_knows_of,
    a_batch_is_replaced_only_at_its_version,
    steps_that_wait_at_once_are_written_as_each_would_be_alone,
    a_confirmation_number_stands_once,
    a_cancelled_stay_frees_its_nights_once,
    a_house_reads_its_stays_page_by_page,
    rates_are_those_of_the_last_day_before,
    a_door_is_won_once,
    a_stay_without_a_door_is_noted,
    an_addon_is_given_as_often_as_there_is_one,
    places_are_given_as_often_as_there_are_some,
    what_was_asked_is_written_down_when_it_changes,
    what_was_asked_by_the_night_is_carried_over,
    a_session_is_found_until_it_ends,
    a_payment_goes_one_way_and_a_batch_is_paid_once,
    one_server_at_a_time_goes_on_with_a_refund,
    a_card_stays_with_what_it_was_typed_for,
    points_never_fall_below_zero,
    a_space_is_taken_once_at_a_time,
    what_cannot_be_read_keeps_nothing_else_from_being_given_back,
    a_booking_is_changed_at_its_version_and_found_by_its_number,
    what_belongs_to_a_stay_is_found_and_given_back_on_record,
    what_a_guest_relies_on_is_synced,
);

fn now() -> Timestamp {
    "2026-12-01T09:00:00Z".parse().expect("an instant")
}

/// When what is held is sold.
fn later() -> Timestamp {
    now() + 1.hour()
}

const FIRST: Date = date(2026, 12, 1);

fn span(rooms: u16, arrival: Date, departure: Date) -> Span {
    Span { room_type_id: "KING".into(), group: None, arrival, departure, rooms }
}

fn bundle(total: u16) -> Bundle {
    let hotel: Hotel = serde_json::from_str(include_str!("hotel.json")).expect("a hotel");
    Bundle {
        hotel,
        nights: vec![NightRow {
            room_type: "KING".into(),
            rate_plan: "FLEX".into(),
            first: FIRST,
            prices: vec![None; 10],
            rules: vec![],
        }],
        stock: vec![StockRow { room_type: "KING".into(), group: None, first: FIRST, total: vec![total; 10] }],
        media: vec![Media { name: "logo.svg".into(), content_type: "image/svg+xml".into(), bytes: vec![0, 159, 146] }],
    }
}

async fn import(db: &Db, total: u16) {
    let bundle = bundle(total);
    db.write(Durability::OnDisk, move |conn: &mut Conn| {
        let bundle = bundle.clone();
        Box::pin(async move { properties::save(conn, &bundle, now()).await })
    })
    .await
    .expect("an import");
}

async fn hold(db: &Db, span: Span) -> Result<usize, NightError> {
    db.write(Durability::Soon, move |conn: &mut Conn| {
        let span = span.clone();
        Box::pin(async move { nights::change(conn, Step::Take, 1, &span, now()).await.map(|nights| nights.len()) })
    })
    .await
}

async fn an_import_is_read_back_whole(db: &Db) {
    import(db, 3).await;
    let stored = properties::find(db, 1).await.expect("a read").expect("the hotel");
    assert_eq!(stored.revision, 1);
    assert_eq!(stored.hotel, bundle(3).hotel);
    assert_eq!(stored.rows, bundle(3).nights);
    assert_eq!(properties::revisions(db).await.expect("a read"), vec![(1, "TEST".to_owned(), 1)]);
    assert_eq!(media::find(db, 1, "logo.svg").await.expect("a read"), bundle(3).media.pop());
    let left = nights::left_between(db, 1, date(2026, 12, 9), Date::MAX).await.expect("a read");
    assert_eq!(
        left.iter().map(|night| (night.day, night.left)).collect::<Vec<_>>(),
        [(date(2026, 12, 9), 3), (date(2026, 12, 10), 3)]
    );
    assert_eq!(nights::left_between(db, 1, FIRST, date(2026, 12, 3)).await.expect("a read").len(), 2);
    assert!(properties::find(db, 2).await.expect("a read").is_none());
}

async fn a_reimport_keeps_what_is_sold(db: &Db) {
    import(db, 3).await;
    hold(db, span(2, FIRST, date(2026, 12, 3))).await.expect("a hold");
    import(db, 1).await;
    assert_eq!(properties::find(db, 1).await.expect("a read").expect("the hotel").revision, 2);
    let left = nights::left_between(db, 1, FIRST, Date::MAX).await.expect("a read");
    assert_eq!(left.iter().map(|night| night.left).collect::<Vec<_>>(), [-1, -1, 1, 1, 1, 1, 1, 1, 1, 1]);
}

async fn a_hotel_does_not_take_the_place_of_another(db: &Db) {
    import(db, 3).await;
    let clash = async |change: &dyn Fn(&mut Hotel), replace: bool| {
        let mut hotel = bundle(3).hotel;
        change(&mut hotel);
        db.write(Durability::Soon, move |conn: &mut Conn| {
            let hotel = hotel.clone();
            Box::pin(async move { properties::clash(conn, &hotel, replace).await })
        })
        .await
        .expect("a read")
    };
    let same = |_: &mut Hotel| {};
    let code = |hotel: &mut Hotel| hotel.code = "ELSE".to_owned();
    let currency = |hotel: &mut Hotel| hotel.currency = "JPY".to_owned();
    let twin = |hotel: &mut Hotel| hotel.property_id = 2;
    let other = |hotel: &mut Hotel| (hotel.property_id, hotel.code) = (2, "ELSE".to_owned());
    assert_eq!(clash(&same, false).await, None);
    assert_eq!(clash(&other, false).await, None);
    assert_eq!(clash(&code, false).await, Some(Clash::OtherCode { stored: "TEST".to_owned() }));
    assert_eq!(clash(&currency, false).await, Some(Clash::OtherCurrency { stored: bundle(3).hotel.currency }));
    assert_eq!((clash(&code, true).await, clash(&currency, true).await), (None, None));
    for replace in [false, true] {
        assert_eq!(clash(&twin, replace).await, Some(Clash::CodeTaken { property_id: 1 }));
    }
}

async fn a_hold_takes_every_night_or_none(db: &Db) {
    import(db, 2).await;
    hold(db, span(2, date(2026, 12, 4), date(2026, 12, 5))).await.expect("a hold");
    let refused = hold(db, span(1, date(2026, 12, 2), date(2026, 12, 7))).await.expect_err("the 4th is full");
    assert!(matches!(refused, NightError::Gone { day, .. } if day == date(2026, 12, 4)), "{refused}");
    let beyond = hold(db, span(1, date(2026, 12, 9), date(2026, 12, 12))).await.expect_err("no such nights");
    assert!(matches!(beyond, NightError::Gone { day, .. } if day == date(2026, 12, 11)), "{beyond}");
    assert_eq!(nights::sums(db, 1).await.expect("a read").held, 2);
}

async fn the_last_room_is_won_once(db: &Db) {
    import(db, 5).await;
    let tries: Vec<_> = (0..60)
        .map(|n| {
            let db = db.clone();
            let arrival = FIRST.checked_add(jiff::Span::new().days(n % 3)).expect("a date");
            tokio::spawn(async move { hold(&db, span(1, arrival, date(2026, 12, 8))).await.is_ok() })
        })
        .collect();
    let mut won = 0;
    for one in tries {
        won += i64::from(one.await.expect("no panic"));
    }
    assert_eq!(won, 5);
    let sums = nights::sums(db, 1).await.expect("a read");
    assert_eq!(sums.over_capacity, 0);
}

async fn a_failed_write_leaves_its_neighbours_standing(db: &Db) {
    import(db, 30).await;
    let tries: Vec<_> = (0..40)
        .map(|n| {
            let db = db.clone();
            // Every fourth asks for more than there is after it already changed another span.
            tokio::spawn(async move {
                db.write(Durability::OnDisk, move |conn: &mut Conn| {
                    Box::pin(async move {
                        nights::change(conn, Step::Take, 1, &span(1, FIRST, date(2026, 12, 2)), now()).await?;
                        let rooms = if n % 4 == 0 { 31 } else { 0 };
                        nights::change(conn, Step::Take, 1, &span(rooms, date(2026, 12, 5), date(2026, 12, 6)), now())
                            .await
                    })
                })
                .await
                .is_ok()
            })
        })
        .collect();
    let mut won = 0;
    for one in tries {
        won += i64::from(one.await.expect("no panic"));
    }
    assert_eq!(won, 30);
    assert_eq!(nights::sums(db, 1).await.expect("a read").held, 30);
}

async fn a_write_that_panics_is_undone_and_told(db: &Db) {
    import(db, 30).await;
    let write = db.write::<(), NightError, _>(Durability::OnDisk, |conn: &mut Conn| {
        Box::pin(async move {
            nights::change(conn, Step::Take, 1, &span(1, FIRST, date(2026, 12, 2)), now()).await?;
            panic!("a row that nobody thought of")
        })
    });
    assert!(matches!(write.await, Err(NightError::Store(StoreError::Panicked))));
    let one = db.write_one::<(), StoreError, _>(Durability::Soon, |_: &mut Conn| Box::pin(async { panic!("another") }));
    assert!(matches!(one.await, Err(StoreError::Panicked)));
    assert_eq!(nights::sums(db, 1).await.expect("a read").held, 0);
}

/// A step of the booking of that number.
fn step(id: u128, version: i64, nights: Vec<(Step, Span)>) -> BatchChange {
    let state = to_raw_value("state").expect("a document");
    let batch = batches::Stored { version, ..batch(id, state) };
    BatchChange { batch, nights, reservations: Vec::new(), mails: Vec::new(), now: now() }
}

fn days(span: &Span) -> Vec<Date> {
    span.arrival.series(1.day()).take_while(|day| *day < span.departure).collect()
}

/// Which of the ten nights that are sold it is.
fn place(day: Date) -> usize {
    (day.day() - 1) as usize
}

async fn all_at_once(db: &Db, steps: Vec<BatchChange>) -> Vec<Result<Outcome, NightError>> {
    let durability = |number| if number % 2 == 0 { Durability::Soon } else { Durability::OnDisk };
    join_all(steps.into_iter().enumerate().map(|(number, step)| db.change(durability(number), step))).await
}

// More guests than rooms, in groups in which some are refused; then each guest orders twice.
async fn steps_that_wait_at_once_are_written_as_each_would_be_alone(db: &Db) {
    import(db, 5).await;
    let stay = |id: u128| {
        let arrival = date(2026, 12, 1 + (id % 7) as i8);
        span(1 + (id % 2) as u16, arrival, date(2026, 12, 2 + (id % 7 + id % 3) as i8))
    };
    let ids: Vec<u128> = (1..=60).collect();
    let mut free = vec![5; 10];
    let mut won = Vec::new();
    for some in ids.chunks(20) {
        let held = all_at_once(db, some.iter().map(|id| step(*id, 0, vec![(Step::Take, stay(*id))])).collect()).await;
        let mut refused = Vec::new();
        for (id, outcome) in some.iter().zip(held) {
            match outcome {
                Ok(left) => {
                    let left = left.expect("nobody else writes this batch");
                    assert_eq!(left.iter().map(|night| night.day).collect::<Vec<_>>(), days(&stay(*id)));
                    won.push(*id);
                    days(&stay(*id)).iter().for_each(|day| free[place(*day)] -= i32::from(stay(*id).rooms));
                }
                Err(NightError::Gone { day, .. }) => refused.push((*id, day)),
                Err(error) => panic!("{error}"),
            }
        }
        for (id, day) in refused {
            assert!(free[place(day)] < i32::from(stay(id).rooms), "{id} was refused {day}, of which rooms were left");
            assert!(batches::find::<String>(db, 1, Uuid::from_u128(id)).await.expect("a read").is_none());
        }
    }
    assert!(won.len() > 5 && won.len() < 60, "{} of 60", won.len());
    let left = nights::left_between(db, 1, FIRST, Date::MAX).await.expect("a read");
    assert_eq!(left.iter().map(|night| night.left).collect::<Vec<_>>(), free);

    let order = |id: u128| BatchChange {
        reservations: vec![agreed(id, &format!("1N{id}"), to_raw_value("agreed").expect("a document"))],
        mails: vec![Mail {
            property_id: 1,
            mail_id: Uuid::from_u128(id),
            confirmation_nos: vec![format!("1N{id}")],
            language: None,
            tries: 0,
            created_at: now(),
        }],
        now: later(),
        ..step(id, 1, vec![(Step::Sell, stay(id))])
    };
    let written = all_at_once(db, won.iter().chain(&won).map(|id| order(*id)).collect()).await;
    let written: Vec<bool> = written.into_iter().map(|outcome| outcome.expect("it is held").is_some()).collect();
    for (first, again) in written.iter().zip(&written[won.len()..]) {
        assert!(first ^ again, "one of the two is the order");
    }
    assert_eq!(
        nights::left_changed_since(db, 1, FIRST, later()).await.expect("a read"),
        [],
        "as much is left as before"
    );
    let sums = nights::sums(db, 1).await.expect("a read");
    let nights: i32 = free.iter().map(|left| 5 - left).sum();
    assert_eq!((sums.held, sums.sold), (0, i64::from(nights)));
    let count = won.len() as i64;
    assert_eq!(reservations::count(db, 1).await.expect("a read").0, count);
    assert_eq!(mails::due(db, now(), 100).await.expect("a read").len(), won.len());
}

async fn a_mail_is_narrowed_by_whoever_has_it(db: &Db) {
    let mail = Mail {
        property_id: 1,
        mail_id: Uuid::from_u128(1),
        confirmation_nos: vec!["1A".to_owned(), "1B".to_owned()],
        language: None,
        tries: 0,
        created_at: now(),
    };
    let later = Mail { tries: 1, ..mail.clone() };
    let one = mail.clone();
    let steps = db.write::<_, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let (mail, later, next) = (one.clone(), later.clone(), now() + 1.minutes());
        Box::pin(async move {
            mails::insert(conn, &[&mail]).await?;
            let claimed = [mails::claim(conn, &mail, next).await?, mails::claim(conn, &later, next).await?];
            let left = ["1A".to_owned()];
            Ok((claimed, [mails::narrow(conn, &mail, &left).await?, mails::narrow(conn, &later, &left).await?]))
        })
    });
    assert_eq!(steps.await.expect("a write"), ([true, true], [false, true]), "another server has taken it over");
    let due = mails::due(db, now() + 1.minutes(), 9).await.expect("a read");
    assert_eq!(due, [Mail { confirmation_nos: vec!["1A".to_owned()], tries: 2, ..mail }]);
}

async fn a_later_mail_tells_a_cancellation_that_it_knows_of(db: &Db) {
    let at = |minute: i64| now() + minute.minutes();
    let mail = |id: u128, minute: i64| Mail {
        property_id: 1,
        mail_id: Uuid::from_u128(id),
        confirmation_nos: vec!["1A".to_owned(), "1B".to_owned()],
        language: None,
        tries: 0,
        created_at: at(minute),
    };
    let (booked, changed, cancelled) = (mail(1, 0), mail(2, 2), mail(3, 4));
    let told =
        async |mail: &Mail, at_minute| mails::is_told_later(db, mail, "1A", at(at_minute)).await.expect("a read");
    let insert = async |mail: &Mail| {
        let mail = mail.clone();
        db.write(Durability::Soon, move |conn: &mut Conn| {
            let mail = mail.clone();
            Box::pin(async move { mails::insert(conn, &[&mail]).await })
        })
        .await
        .expect("an insert")
    };
    insert(&booked).await;
    assert!(!told(&booked, 4).await, "there is no other");
    insert(&changed).await;
    assert!(told(&booked, 4).await, "it waits");
    let sent = changed.clone();
    db.write(Durability::Soon, move |conn: &mut Conn| {
        let sent = sent.clone();
        Box::pin(async move {
            mails::claim(conn, &sent, at(3)).await?;
            mails::end(conn, &sent, mails::Ended::Sent).await
        })
    })
    .await
    .expect("an end");
    assert!(!told(&booked, 4).await, "it was sent before");
    insert(&cancelled).await;
    assert!(told(&booked, 4).await && told(&changed, 4).await);
    assert!(!mails::is_told_later(db, &booked, "1C", at(4)).await.expect("a read"), "of another stay");
    // A payment may be confirmed while a room of it is cancelled, by a server whose clock is a little ahead.
    insert(&mail(4, 5)).await;
    assert!(!told(&cancelled, 4).await);
}

async fn a_batch_is_replaced_only_at_its_version(db: &Db) {
    let batch_id = Uuid::from_u128(7);
    let add = || async {
        db.write(Durability::Soon, move |conn: &mut Conn| {
            Box::pin(async move { batches::insert(conn, &batch(batch_id.as_u128(), "first")).await })
        })
        .await
        .expect("an insert")
    };
    assert!(add().await);
    assert!(!add().await);
    let read = batches::find::<String>(db, 1, batch_id).await.expect("a read").expect("the batch");
    assert_eq!((read.version, read.status, read.state.as_str()), (1, batches::Status::Open, "first"));
    assert_eq!(read.expires_at, now());
    assert_eq!(batches::overdue::<String>(db, now(), 10).await.expect("a read").len(), 1);
    let change = |state: &'static str| {
        let next = batches::Stored { state: state.to_owned(), status: batches::Status::Expired, ..read.clone() };
        async move {
            db.write(Durability::Soon, move |conn: &mut Conn| {
                let next = next.clone();
                Box::pin(async move { batches::update(conn, &next).await })
            })
            .await
            .expect("an update")
        }
    };
    assert!(change("second").await);
    assert!(!change("third").await);
    assert!(batches::overdue::<String>(db, now(), 10).await.expect("a read").is_empty());
    assert!(batches::find::<String>(db, 2, batch_id).await.expect("a read").is_none(), "another property's batch");
}

fn reservation(id: u128, confirmation_no: &str) -> reservations::Reservation<String> {
    agreed(id, confirmation_no, "agreed".into())
}

fn agreed<D>(id: u128, confirmation_no: &str, detail: D) -> reservations::Reservation<D> {
    reservations::Reservation {
        property_id: 1,
        reservation_id: Uuid::from_u128(id),
        confirmation_no: confirmation_no.into(),
        batch_id: Uuid::from_u128(1),
        status: ReservationStatus::Hold,
        version: 0,
        room_type_id: "KING".into(),
        arrival: FIRST,
        departure: date(2026, 12, 3),
        currency: "USD".into(),
        total: 12_300,
        created_at: now(),
        changed_at: now(),
        detail,
    }
}

async fn add(db: &Db, reservation: reservations::Reservation<String>) -> Result<(), StoreError> {
    db.write(Durability::OnDisk, move |conn: &mut Conn| {
        let reservation = reservation.clone();
        Box::pin(async move { reservations::insert(conn, &[&reservation]).await })
    })
    .await
}

async fn a_confirmation_number_stands_once(db: &Db) {
    add(db, reservation(1, "1ABC")).await.expect("an insert");
    let again = add(db, reservation(2, "1ABC")).await.expect_err("the number stands");
    assert!(again.is_duplicate(), "{again}");
    let found = reservations::find::<String>(db, 1, "1ABC").await.expect("a read").expect("the reservation");
    assert_eq!((found.reservation_id, found.total, found.detail.as_str()), (Uuid::from_u128(1), 12_300, "agreed"));
    assert_eq!((found.arrival, found.departure), (FIRST, date(2026, 12, 3)));
    assert_eq!(reservations::count(db, 1).await.expect("a read"), (1, 1));
}

fn cancelled(id: u128) -> reservations::Changed<String> {
    reservations::Changed {
        property_id: 1,
        reservation_id: Uuid::from_u128(id),
        version: 0,
        at: now(),
        kind: "CANCELLED",
        note: serde_json::json!({"penalty": 0}),
        status: ReservationStatus::Cancelled,
        detail: "agreed".into(),
    }
}

async fn a_cancelled_stay_frees_its_nights_once(db: &Db) {
    import(db, 1).await;
    let stay = span(1, FIRST, date(2026, 12, 3));
    hold(db, stay.clone()).await.expect("a hold");
    add(db, reservation(1, "1ABC")).await.expect("an insert");
    let sold = stay.clone();
    db.write(Durability::OnDisk, move |conn: &mut Conn| {
        let stay = sold.clone();
        Box::pin(async move { nights::change(conn, Step::Sell, 1, &stay, later()).await.map(|_| ()) })
    })
    .await
    .expect("a sale");
    let sums = nights::sums(db, 1).await.expect("a read");
    assert_eq!((sums.sold, sums.held), (2, 0));
    assert_eq!(
        nights::left_changed_since(db, 1, FIRST, later()).await.expect("a read"),
        [],
        "as much is left as before"
    );
    for expected in [true, false] {
        let stay = stay.clone();
        let freed = db
            .write(Durability::OnDisk, move |conn: &mut Conn| {
                let stay = stay.clone();
                Box::pin(async move {
                    let cancelled = reservations::change(conn, &cancelled(1)).await?;
                    if cancelled {
                        nights::change(conn, Step::GiveBack, 1, &stay, now()).await?;
                    }
                    Ok::<_, NightError>(cancelled)
                })
            })
            .await
            .expect("a cancellation");
        assert_eq!(freed, expected);
    }
    let counts = |id: u128| {
        db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            Box::pin(async move { reservations::counts(conn, 1, Uuid::from_u128(id)).await })
        })
    };
    add(db, reservation(2, "1ABD")).await.expect("an insert");
    assert_eq!((counts(1).await.expect("a write"), counts(2).await.expect("a write")), (false, true));
    let records = reservations::changes(db, 1, Uuid::from_u128(1)).await.expect("a read");
    assert_eq!(records, [("CANCELLED".to_owned(), serde_json::json!({"penalty": 0}))]);
    assert_eq!(nights::sums(db, 1).await.expect("a read").sold, 0);
    assert_eq!(nights::changed_since(db, now()).await.expect("a read"), [1]);
    let from = async |first| nights::left_changed_since(db, 1, first, now()).await.expect("a read").len();
    assert_eq!((from(FIRST).await, from(date(2026, 12, 4)).await), (10, 7));
}

async fn a_house_reads_its_stays_page_by_page(db: &Db) {
    // Two rooms that were booked together on each of three days, the days the other way about than the bookings.
    for id in 0..6 {
        let day = id / 2;
        let stay = reservations::Reservation {
            batch_id: Uuid::from_u128(9 - day),
            arrival: date(2026, 12, 3 - day as i8),
            created_at: now() + (day as i64).minutes(),
            changed_at: now() + (day as i64).minutes(),
            ..reservation(id + 1, &format!("1AB{id}"))
        };
        add(db, stay).await.expect("an insert");
    }
    add(db, reservations::Reservation { property_id: 2, ..reservation(1, "2AB0") }).await.expect("an insert");
    let read = async |wanted: Wanted| {
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let page = reservations::page::<String>(db, 1, wanted, after.as_ref(), 3).await.expect("a read");
            all.extend(page.iter().map(|(stay, note)| (stay.confirmation_no.clone(), note.clone())));
            match page.into_iter().next_back() {
                Some((last, _)) => after = Some(last),
                None => return all,
            }
        }
    };
    let numbers = async |wanted: Wanted| read(wanted).await.into_iter().map(|(number, _)| number).collect::<Vec<_>>();
    let arriving = async |from, to| numbers(Wanted::Arriving(date(2026, 12, from), date(2026, 12, to))).await;
    assert_eq!(arriving(1, 3).await, ["1AB4", "1AB5", "1AB2", "1AB3", "1AB0", "1AB1"]);
    assert_eq!(arriving(2, 2).await, ["1AB2", "1AB3"]);
    assert_eq!(arriving(4, 9).await, [""; 0]);
    assert_eq!(numbers(Wanted::ChangedSince(now())).await, ["1AB0", "1AB1", "1AB2", "1AB3", "1AB4", "1AB5"]);
    let given_back = reservations::Changed { at: later(), ..cancelled(2) };
    let renamed = reservations::Changed { version: 1, kind: "GUEST", ..given_back.clone() };
    db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let changes = [given_back.clone(), renamed.clone()];
        Box::pin(async move {
            for change in &changes {
                assert!(reservations::change(conn, change).await?);
            }
            Ok(())
        })
    })
    .await
    .expect("a write");
    let note = Some(serde_json::json!({"penalty": 0}));
    assert_eq!(read(Wanted::ChangedSince(later())).await, [("1AB1".to_owned(), note)]);
    assert_eq!(numbers(Wanted::ChangedSince(now() + 1.minute())).await, ["1AB2", "1AB3", "1AB4", "1AB5", "1AB1"]);
}

// clause: CUR-08
async fn rates_are_those_of_the_last_day_before(db: &Db) {
    let rates = |day: Date, text: &str| DayRates {
        day,
        per_euro: [("USD".to_owned(), Rate::parse(text).expect("a rate"))].into(),
    };
    let save = async |days: Vec<DayRates>| {
        db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let days = days.clone();
            Box::pin(async move { exchange_rates::save(conn, &days).await })
        })
        .await
        .expect("stored");
    };
    let (friday, monday, tuesday) = (date(2026, 4, 10), date(2026, 4, 13), date(2026, 4, 14));
    save(vec![rates(friday, "1.1711"), rates(monday, "1.16"), rates(tuesday, "1.17")]).await;
    save(vec![rates(monday, "1.1684")]).await;
    let latest = async |until: Date| exchange_rates::latest(db, until, 1).await.expect("rates");
    assert_eq!(latest(date(2026, 4, 9)).await, []);
    assert_eq!(latest(date(2026, 4, 12)).await, [rates(friday, "1.1711")]);
    assert_eq!(latest(monday).await, [rates(monday, "1.1684")], "a day that comes again is put right");
    let both = exchange_rates::latest(db, date(2027, 1, 1), 2).await.expect("rates");
    assert_eq!(both, [rates(tuesday, "1.17"), rates(monday, "1.1684")]);
}

async fn take(db: &Db, rooms: Rooms, batch: u128) -> Result<(), NightError> {
    db.write(Durability::Soon, move |conn: &mut Conn| {
        let rooms = rooms.clone();
        Box::pin(async move { units::take(conn, 1, &rooms, Uuid::from_u128(batch)).await })
    })
    .await
}

async fn give_back(db: &Db, rooms: Rooms, batch: Uuid) {
    db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let rooms = rooms.clone();
        Box::pin(async move { units::release(conn, 1, &rooms, batch).await })
    })
    .await
    .expect("a release");
}

fn kings(unit: Option<&str>, arrival: Date, departure: Date) -> Rooms {
    let stay = Stay::new(arrival, departure).expect("a stay");
    Rooms { room_type: "KING".into(), group: None, stay, rooms: 1, unit: unit.map(str::to_owned) }
}

fn door(arrival: Date, departure: Date) -> Rooms {
    kings(Some("11"), arrival, departure)
}

async fn sleepers(db: &Db, from: Date) -> Sleepers {
    let room = serde_json::json!({"code": "KING", "name": "", "description": "", "additional_details": "",
        "pictures": [], "smoking": false, "accessible": false, "bed_count": 1, "bed_type": "KING", "category": "",
        "size_m2": null, "view": null, "max_people": 2, "max_adults": 2, "max_children": 1, "amenities": [],
        "order_no": null, "units": ["11"]});
    let room: RoomType = serde_json::from_value(room).expect("a room type");
    let mut conn = db.read().await.expect("a connection");
    let chosen = units::chosen(&mut conn, 1, &room, from).await.expect("a read");
    units::sleepers(&mut conn, 1, &room, chosen, from).await.expect("a read")
}

// clause: API-22, API-26
async fn a_door_is_won_once(db: &Db) {
    let tries: Vec<_> = (0..60)
        .map(|n: i64| {
            let db = db.clone();
            let arrival = FIRST.checked_add(jiff::Span::new().days(n % 3)).expect("a date");
            let span = door(arrival, date(2026, 12, 8));
            tokio::spawn(async move { take(&db, span, n as u128).await.is_ok() })
        })
        .collect();
    let mut won = 0;
    for one in tries {
        won += i64::from(one.await.expect("no panic"));
    }
    assert_eq!(won, 1);
    let taken = sleepers(db, FIRST).await.chosen;
    let first = taken.iter().map(|(_, day)| *day).min().expect("a night");
    assert!(first <= date(2026, 12, 3) && taken.len() == (8 - first.day()) as usize, "{taken:?}");
    let refused = take(db, door(date(2026, 12, 5), date(2026, 12, 12)), 99).await.expect_err("it is taken");
    assert!(matches!(refused, NightError::UnitTaken { day, .. } if day == date(2026, 12, 5)), "{refused}");
    // Nothing of it was taken, and nights that do not meet are free.
    take(db, door(date(2026, 12, 8), date(2026, 12, 12)), 100).await.expect("free nights");
    for (batch, left) in [(99, taken.len() + 4), (100, taken.len())] {
        give_back(db, door(FIRST, date(2026, 12, 12)), Uuid::from_u128(batch)).await;
        assert_eq!(sleepers(db, FIRST).await.chosen.len(), left, "only its own booking gives a door back");
    }
}

async fn a_stay_without_a_door_is_noted(db: &Db) {
    import(db, 3).await;
    let (short, long) = (kings(None, FIRST, date(2026, 12, 3)), kings(None, FIRST, date(2026, 12, 5)));
    for stay in [&short, &long, &short] {
        take(db, stay.clone(), 1).await.expect("a stay");
    }
    let open = async |from| {
        let mut open = sleepers(db, from).await.open;
        open.sort_unstable();
        open
    };
    assert_eq!(open(FIRST).await, [(short.stay, 2), (long.stay, 1)]);
    assert_eq!(open(date(2026, 12, 3)).await, [(long.stay, 1)], "who has left sleeps nowhere");
    give_back(db, short.clone(), Uuid::from_u128(2)).await;
    give_back(db, long.clone(), Uuid::from_u128(2)).await;
    give_back(db, long, Uuid::from_u128(2)).await;
    assert_eq!(open(FIRST).await, [(short.stay, 1)]);
    let house: Vec<_> = (1..=10).map(|day| (date(2026, 12, day), 3)).collect();
    assert_eq!(sleepers(db, FIRST).await.house, house);
}

fn sleigh(from: Date, until: Date, quantity: u32) -> AddonSpan {
    AddonSpan { addon: "SLEIGH".into(), from, until, quantity }
}

async fn add_on(db: &Db, span: AddonSpan, per_day: Option<u16>) -> Result<(), NightError> {
    db.write(Durability::Soon, move |conn: &mut Conn| {
        let span = span.clone();
        Box::pin(async move { addons::take(conn, 1, &span, per_day).await })
    })
    .await
}

// clause: API-40
async fn places_are_given_as_often_as_there_are_some(db: &Db) {
    let instance: InstanceId = "KAYAK.2026-12-12.0930".parse().expect("an id");
    let take = async |db: Db, places: u16, capacity: u16| {
        let instance = instance.clone();
        db.write::<(), PlacesError, _>(Durability::Soon, move |conn: &mut Conn| {
            let instance = instance.clone();
            Box::pin(async move { activities::take(conn, 1, &instance, places, capacity).await })
        })
        .await
    };
    let tries = (0..40).map(|n| take(db.clone(), 1 + n % 3, 10));
    let won: Vec<_> = join_all(tries).await.into_iter().map(|one| one.is_ok()).collect();
    let places: i64 = won.iter().zip(0..).filter(|(won, _)| **won).map(|(_, n)| 1 + n % 3).sum();
    let taken = async || {
        let day = instance.date;
        let rows = activities::taken(db, 1, day, day).await.expect("a read");
        rows.iter().find(|(taken, _)| *taken == instance).map_or(0, |(_, places)| *places)
    };
    assert_eq!((places, taken().await), (10, 10));
    assert!(matches!(take(db.clone(), 1, 10).await, Err(PlacesError::Gone { .. })));
    // A first row of an instance is guarded too, and a capacity that grew counts what is taken already.
    assert!(matches!(take(db.clone(), 11, 10).await, Err(PlacesError::Gone { .. })));
    take(db.clone(), 2, 12).await.expect("two more");
    let back = instance.clone();
    db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let back = back.clone();
        Box::pin(async move { activities::release(conn, 1, &back, 5).await })
    })
    .await
    .expect("a release");
    assert_eq!(taken().await, 7);
}

async fn an_addon_is_given_as_often_as_there_is_one(db: &Db) {
    let tries: Vec<_> = (0..50)
        .map(|n: i64| {
            let db = db.clone();
            let from = FIRST.checked_add(jiff::Span::new().days(n % 3)).expect("a date");
            let span = sleigh(from, date(2026, 12, 6), 1 + (n % 2) as u32);
            tokio::spawn(async move { add_on(&db, span.clone(), Some(7)).await.map(|()| span) })
        })
        .collect();
    let mut won = Vec::new();
    for one in tries {
        won.extend(one.await.expect("no panic"));
    }
    let taken = async || addons::taken(db, 1, FIRST, date(2026, 12, 31)).await.expect("a read");
    for (addon, day, count) in taken().await {
        let of: i64 = won.iter().filter(|s| s.from <= day && day < s.until).map(|s| i64::from(s.quantity)).sum();
        assert_eq!((addon.as_str(), count), ("SLEIGH", of), "{day}");
        assert!(count <= 7, "{count} on {day}");
    }
    let full = taken().await.into_iter().map(|(_, _, count)| count).max();
    assert_eq!(full, Some(7), "all of them are given");

    // A first row of a day is guarded too; nothing of a span that fails is taken; without a limit all are given.
    let last = date(2026, 12, 20);
    let refused = add_on(db, sleigh(last, date(2026, 12, 22), 8), Some(7)).await.expect_err("too many");
    assert!(matches!(refused, NightError::AddonGone { day, .. } if day == last), "{refused}");
    let before = taken().await;
    let refused = add_on(db, sleigh(date(2026, 12, 5), date(2026, 12, 8), 7), Some(7)).await.expect_err("too many");
    assert!(matches!(refused, NightError::AddonGone { day, .. } if day == date(2026, 12, 5)), "{refused}");
    assert_eq!(taken().await, before);
    add_on(db, sleigh(last, date(2026, 12, 22), 5_000), None).await.expect("no limit");

    let back = async |span: AddonSpan| {
        db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let span = span.clone();
            Box::pin(async move { addons::release(conn, 1, &span).await })
        })
        .await
        .expect("a release");
    };
    back(sleigh(last, date(2026, 12, 22), 5_000)).await;
    for span in won {
        back(span).await;
    }
    assert_eq!(taken().await, []);
}

// clause: PRICE-05
async fn what_was_asked_is_written_down_when_it_changes(db: &Db) {
    let price = |base| domain::hotel::NightPrice { base, included: 2, single: None, extra_adult: 0, child: [0; 4] };
    let save = async |bases: &[i64], at: Timestamp| {
        let mut bundle = bundle(3);
        let policies = serde_json::json!([{"code": "FREE", "description": "", "steps": []}]);
        let plans = serde_json::json!([{"code": "FLEX", "name": "Flexible", "description": "", "meal": "ROOM_ONLY",
            "price": {"kind": "OWN"}, "cancellation_policy": "FREE", "guarantee_types": [], "deposits": [],
            "min_advance_days": null, "max_advance_days": null, "room_types": ["KING"]}]);
        bundle.hotel.cancellation_policies = serde_json::from_value(policies).expect("policies");
        bundle.hotel.rate_plans = serde_json::from_value(plans).expect("plans");
        bundle.nights[0].first = date(2026, 12, 6);
        bundle.nights[0].prices = bases.iter().map(|base| (*base > 0).then(|| price(*base))).collect();
        db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let bundle = bundle.clone();
            Box::pin(async move { properties::save(conn, &bundle, at).await })
        })
        .await
        .expect("an import");
    };
    let after = |days: i64| now() + jiff::SignedDuration::from_hours(24 * days);
    let ledger = async || asked::find(db, 1).await.expect("a read");
    let told = async || {
        let ledger = ledger().await.expect("a ledger");
        assert_eq!((ledger.since, ledger.rows.len()), (now(), 1));
        let prices = ledger.rows[0].prices.iter();
        let mut told: Vec<_> = prices
            .flat_map(|(former, nights)| {
                let base = former.asked.as_ref().map(|asked| asked.price.base);
                nights.iter().map(move |night| (*night, former.from, former.until, base))
            })
            .collect();
        told.sort();
        told
    };
    assert_eq!(ledger().await, None);
    save(&[10_000, 10_000, 0], now()).await;
    save(&[10_000, 9_000, 8_000], after(3)).await;
    save(&[10_000, 9_000, 8_000], after(4)).await;
    let [second, third] = [date(2026, 12, 7), date(2026, 12, 8)];
    assert_eq!(told().await, [(second, now(), after(3), Some(10_000)), (third, now(), after(3), None)]);
    assert_eq!(asked::find(db, 2).await.expect("a read"), None);
    // Of a night that is over nothing can be shown.
    save(&[10_000, 9_500, 7_000], after(7)).await;
    assert_eq!(told().await, [(third, after(3), after(7), Some(8_000))]);
    for hour in 1..100 {
        save(&[10_000, 9_500, 7_000 + hour % 2], after(7) + hour.hours()).await;
    }
    assert!(ledger().await.is_some_and(|ledger| ledger.rows.is_empty()), "its night is over too");
}

/// As tables of before have it, while servers of before still run.
async fn what_was_asked_by_the_night_is_carried_over(db: &Db) {
    macro_rules! run {
        ($conn:expr, $statement:expr) => {
            match $conn {
                Conn::Sqlite(conn) => $statement.fetch_all(&mut **conn).await.map(|rows| rows.len()),
                Conn::Postgres(conn) => $statement.fetch_all(&mut **conn).await.map(|rows| rows.len()),
                Conn::PostgresAlone(_) => panic!("a transaction"),
            }
        };
    }
    const FIND: &str = "SELECT day, room_type_id, rate_plan_id, asked_until, asked FROM asked_price
        WHERE property_id = $1 ORDER BY asked_until";
    const CLEAR: &str = "DELETE FROM asked_price WHERE property_id = $1 AND asked_until < '2026-12-06T09:00:00+00:00'";
    let made = include_str!("../../../migrations/0004_room_units_and_asked_prices.sql");
    let asked_price = made.split_inclusive(";\n").find(|part| part.contains("CREATE TABLE asked_price"));
    let before = format!(
        "DROP VIEW asked_price; DROP TABLE former_price; {}
        INSERT INTO price_ledger VALUES (1, '2026-12-01T09:00:00+00:00');
        INSERT INTO asked_price VALUES (1, '2026-12-07', 'KING', 'FLEX', '2026-12-04T09:00:00+00:00', '{{
            \"price\": {{\"base\": 10000, \"included\": 2, \"single\": null, \"extra_adult\": 0, \"child\": [0, 0, 0, 0]}},
            \"chain\": [{{\"kind\": \"PERCENT\", \"ppm\": -120000}}]}}');
        INSERT INTO asked_price VALUES (1, '2026-12-07', 'KING', 'FLEX', '2026-12-05T09:00:00+00:00', NULL);",
        asked_price.expect("the table"),
    );
    let carried_over = concat!(
        include_str!("../../../migrations/0027_former_prices.sql"),
        include_str!("../../../migrations/0028_former_prices_for_servers_of_before.sql"),
    );
    let read = db.write::<_, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let before = before.clone();
        Box::pin(async move {
            run!(conn, sqlx::raw_sql(sqlx::AssertSqlSafe(before)))?;
            let then = run!(conn, sqlx::query(FIND).bind(1_i64))?;
            run!(conn, sqlx::raw_sql(carried_over))?;
            // On the same connection, which keeps it prepared.
            Ok([then, run!(conn, sqlx::query(FIND).bind(1_i64))?])
        })
    });
    assert_eq!(read.await.expect("the tables of now"), [2, 0]);
    let after = |days: i64| now() + jiff::SignedDuration::from_hours(24 * days);
    let mut ledger = asked::find(db, 1).await.expect("a read").expect("a ledger");
    ledger.rows[0].prices.sort_by_key(|(former, _)| former.until);
    let price = domain::hotel::NightPrice { base: 10_000, included: 2, single: None, extra_adult: 0, child: [0; 4] };
    let asked = Asked { price, chain: vec![domain::hotel::Change::Percent { ppm: -120_000 }] };
    let nights = vec![date(2026, 12, 7)];
    let prices = vec![
        (Former { from: now(), until: after(3), asked: Some(asked) }, nights.clone()),
        (Former { from: after(3), until: after(4), asked: None }, nights),
    ];
    let rows = |prices| vec![FormerRow { room_type: "KING".into(), rate_plan: "FLEX".into(), prices }];
    assert_eq!(ledger, Ledger { since: now(), rows: rows(prices) });

    let cleared = db.write::<usize, StoreError, _>(Durability::OnDisk, |conn: &mut Conn| {
        Box::pin(async move { Ok(run!(conn, sqlx::query(CLEAR).bind(1_i64))?) })
    });
    let refused = cleared.await.expect_err("an import of before");
    assert!(refused.to_string().contains("view"), "{refused}");
    // One that waited for the change of tables was not, and began the ledger anew.
    let began = db.write::<usize, StoreError, _>(Durability::OnDisk, |conn: &mut Conn| {
        let begin = "UPDATE price_ledger SET since = '2026-12-06T09:00:00+00:00'";
        Box::pin(async move { Ok(run!(conn, sqlx::query(begin))?) })
    });
    began.await.expect("a write");
    let ledger = asked::find(db, 1).await.expect("a read");
    assert_eq!(ledger, Some(Ledger { since: after(5), rows: rows(vec![]) }));
}

async fn a_session_is_found_until_it_ends(db: &Db) {
    let member = Member {
        account_number: "QC-1042".into(),
        user_id: "7".into(),
        display_name: "Maya".into(),
        allow_redeem_points: true,
        opening_points: 0,
        first_name: Some("Maya".into()),
        middle_name: None,
        last_name: None,
        email: None,
        phone: None,
        address: None,
    };
    let session = members::Session { member, password: Some("a digest".into()) };
    let begin = |key: &'static str, property_id: i64| {
        let session = session.clone();
        db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let session = session.clone();
            Box::pin(async move { members::begin(conn, property_id, key, now() + 60.seconds(), &session).await })
        })
    };
    begin("one", 1).await.expect("a session");
    begin("two", 1).await.expect("a session");
    assert!(begin("two", 1).await.is_err(), "a key stands once");
    let find = |key: &'static str, property_id: i64, after: i64| async move {
        members::find(db, property_id, key, now() + after.seconds()).await.expect("a read")
    };
    assert_eq!(find("one", 1, 59).await.as_ref(), Some(&session));
    assert_eq!(find("one", 1, 60).await, None);
    assert_eq!(find("one", 2, 0).await, None);
    let end = db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        Box::pin(async move { members::end(conn, 1, "one").await })
    });
    end.await.expect("an end");
    assert_eq!((find("one", 1, 0).await, find("two", 1, 0).await), (None, Some(session.clone())));
    let until = |after: i64| Until { expired: now(), mails: now(), sessions: now() + after.seconds() };
    for (after, properties, gone) in [(59, &[][..], 0), (60, &[1], 1), (60, &[], 0)] {
        assert_eq!(forgetting::properties(db, until(after)).await.expect("a read"), properties);
        assert_eq!(forget(db, until(after)).await, gone);
    }
}

async fn forget(db: &Db, until: Until) -> u64 {
    db.write::<u64, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        Box::pin(async move { forgetting::forget(conn, 1, until).await })
    })
    .await
    .expect("a write")
}

/// An open batch whose time is over, of which nothing is written yet.
fn batch<S>(id: u128, state: S) -> batches::Stored<S> {
    let batch_id = Uuid::from_u128(id);
    batches::Stored { property_id: 1, batch_id, status: batches::Status::Open, version: 0, expires_at: now(), state }
}

async fn add_batch(db: &Db, id: u128, state: serde_json::Value) {
    db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let state = state.clone();
        Box::pin(async move { batches::insert(conn, &batch(id, state)).await })
    })
    .await
    .expect("an insert");
}

async fn what_cannot_be_read_keeps_nothing_else_from_being_given_back(db: &Db) {
    // More of them than are asked for at once, and all before the ones that can be read.
    for id in 1..=5 {
        add_batch(db, id, serde_json::json!({})).await;
    }
    assert!(batches::overdue::<String>(db, now(), 2).await.expect("a read").is_empty());
    for id in [6, 7] {
        add_batch(db, id, serde_json::json!("a state")).await;
    }
    let overdue = batches::overdue::<String>(db, now(), 2).await.expect("a read");
    assert_eq!(overdue.iter().map(|batch| batch.batch_id.as_u128()).collect::<Vec<_>>(), [6]);

    let insert = |id: u128, state: serde_json::Value| {
        db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let state = state.clone();
            let key = (1, Uuid::from_u128(id));
            Box::pin(async move { bookings::insert(conn, BookingKind::Event, key, None, now(), &state).await })
        })
    };
    for (id, state) in [(1, serde_json::json!({})), (2, serde_json::json!([])), (3, serde_json::json!("a state"))] {
        insert(id, state).await.expect("an insert");
    }
    let overdue = bookings::overdue::<String>(db, BookingKind::Event, now(), 2).await.expect("a read");
    assert_eq!(overdue.iter().map(|booked| booked.booking_id.as_u128()).collect::<Vec<_>>(), [3]);
}

async fn a_payment_goes_one_way_and_a_batch_is_paid_once(db: &Db) {
    let of = |property_id: i64, attempt: i64| Payment {
        property_id,
        batch_id: Uuid::from_u128(7),
        attempt,
        state: State::Authorising,
        amount: 19_600,
        currency: "USD".into(),
        card_token: Some("tok_1".into()),
        card: Some(ChargedCard { masked_number: "XXXXXXXXXXXX4242".into(), brand: "VISA".into() }),
        link_until: None,
        language: None,
        act_at: now() + 60.seconds(),
    };
    let begin = |payment: Payment| {
        db.write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let payment = payment.clone();
            Box::pin(async move { payments::begin(conn, &payment, now()).await })
        })
    };
    let turn = |payment: Payment, from: State, to: State| {
        let payment = Payment { state: from, ..payment };
        db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let payment = payment.clone();
            Box::pin(async move { payments::turn(conn, &payment, to, now() + 90.seconds(), now()).await })
        })
    };
    assert!(begin(of(1, 1)).await.expect("a write"));
    assert!(!begin(of(1, 1)).await.expect("a write"), "an attempt stands once");
    assert!(begin(of(1, 2)).await.expect("a write") && begin(of(2, 1)).await.expect("a write"));
    assert_eq!(payments::last(db, 1, Uuid::from_u128(7)).await.expect("a read"), Some(of(1, 2)));
    assert_eq!(payments::last(db, 1, Uuid::from_u128(8)).await.expect("a read"), None);
    let is_booked = async || {
        let batches = [7, 8].map(Uuid::from_u128);
        payments::booked(db, 1, &batches).await.expect("a read").contains(&batches[0])
    };
    assert!(!is_booked().await);
    let due = |after: i64| async move { payments::due(db, now() + after.seconds(), 10).await.expect("a read").len() };
    assert_eq!((due(59).await, due(60).await), (0, 3));

    assert!(turn(of(1, 1), State::Authorising, State::Capturing).await.expect("a write"));
    assert!(!turn(of(1, 1), State::Authorising, State::Voiding).await.expect("a write"), "it stands elsewhere");
    let state = db.write::<State, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        Box::pin(async move { payments::state(conn, &of(1, 1)).await })
    });
    assert_eq!(state.await.expect("a read"), State::Capturing, "wherever it was read");
    let twice = turn(of(1, 2), State::Authorising, State::Capturing).await.expect_err("a batch is paid once");
    assert!(twice.is_duplicate());
    assert!(is_booked().await);
    assert!(turn(of(1, 1), State::Capturing, State::Captured).await.expect("a write"));
    assert!(is_booked().await);
    assert!(turn(of(1, 2), State::Authorising, State::Captured).await.is_err());
    assert!(turn(of(1, 2), State::Authorising, State::Declined).await.expect("a write"));
    assert!(turn(of(2, 1), State::Authorising, State::Capturing).await.expect("a write"), "another hotel's");
    assert_eq!((due(89).await, due(90).await), (0, 1));
    let states: Vec<State> = payments::all(db, 1).await.expect("a read").iter().map(|one| one.state).collect();
    assert_eq!(states, [State::Captured, State::Declined]);

    let until = now() + 1800.seconds();
    let link = Payment { property_id: 3, card_token: None, link_until: Some(until), ..of(3, 1) };
    assert!(begin(link.clone()).await.expect("a write"));
    let unended = |property_id: i64, before| async move {
        payments::unended(db, property_id, before).await.expect("a read").len()
    };
    assert_eq!(unended(3, until).await, 0, "it is not booked");
    let mut state = State::Authorising;
    for asked in [State::Offered, State::Capturing, State::Voiding] {
        assert!(turn(link.clone(), state, asked).await.expect("a write"));
        let booked = payments::booked(db, 3, &[link.batch_id]).await.expect("a read");
        assert_eq!(
            booked.len(),
            usize::from(asked == State::Capturing),
            "a link that is only offered has paid nothing"
        );
        assert_eq!(
            (unended(3, until - 1.seconds()).await, unended(3, until).await),
            (0, 1),
            "it may be paid until then"
        );
        state = asked;
    }
    assert_eq!((unended(2, now() - 1.seconds()).await, unended(2, now()).await), (0, 1));
    assert_eq!(unended(1, until).await, 0, "taken, or not booked");
}

async fn one_server_at_a_time_goes_on_with_a_refund(db: &Db) {
    let read = refunds::Refund {
        property_id: 1,
        reservation_id: Uuid::from_u128(9),
        version: 2,
        part: 0,
        batch_id: Uuid::from_u128(7),
        attempt: 1,
        card: None,
        state: refunds::State::Refunding,
        amount: 19_600,
        currency: "USD".into(),
        failures: 0,
        failure: None,
        act_at: now(),
    };
    let refund = read.clone();
    db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let refund = refund.clone();
        Box::pin(async move { refunds::begin(conn, &refund, now()).await })
    })
    .await
    .expect("a write");
    assert_eq!(refunds::due(db, now(), 10).await.expect("a read"), std::slice::from_ref(&read));
    // Both have read the same, and write when they look again.
    let claimed = refunds::Refund { act_at: now() + 60.seconds(), ..read.clone() };
    let turn = |from: &refunds::Refund, after: &refunds::Refund| {
        let (from, after) = (from.clone(), after.clone());
        db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let (from, after) = (from.clone(), after.clone());
            Box::pin(async move { refunds::turn(conn, &from, &after, now()).await })
        })
    };
    assert!(turn(&read, &claimed).await.expect("a write"));
    assert!(!turn(&read, &claimed).await.expect("a write"), "somebody else goes on with it");
    let given = refunds::Refund { state: refunds::State::Refunded, ..claimed.clone() };
    assert!(turn(&claimed, &given).await.expect("a write"));
    assert!(refunds::due(db, Timestamp::MAX, 10).await.expect("a read").is_empty());
}

async fn a_card_stays_with_what_it_was_typed_for(db: &Db) {
    let card = |typed_for| KeptCard { property_id: 1, token: "tok_1".into(), typed_for: Uuid::from_u128(typed_for) };
    let look_at = |card: KeptCard, at: Timestamp| {
        db.write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let card = card.clone();
            Box::pin(async move { cards::look_at(conn, &card, at).await })
        })
    };
    assert!(look_at(card(1), now()).await.expect("a write"));
    assert!(!look_at(card(2), later()).await.expect("a write"));
    assert_eq!(cards::due(db, now(), 10).await.expect("a read"), [card(1)]);
    assert!(look_at(card(1), later()).await.expect("a write"));
    assert!(cards::due(db, now(), 10).await.expect("a read").is_empty());
}

async fn points_never_fall_below_zero(db: &Db) {
    let entry = |id: u128, kind: Kind, points: i64| Entry {
        account_number: "QC-1042".into(),
        entry_id: Uuid::from_u128(id),
        kind,
        points,
        batch_id: None,
        reservation_id: None,
        at: now(),
    };
    let change = |entry: Entry| {
        db.write::<(), NightError, _>(Durability::Soon, move |conn: &mut Conn| {
            let entry = entry.clone();
            Box::pin(async move { points::change(conn, 1, &entry).await })
        })
    };
    let open = |points: i64| {
        let opening = entry(1, Kind::Opening, points);
        db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let opening = opening.clone();
            Box::pin(async move { points::open(conn, 1, &opening).await })
        })
    };
    assert!(matches!(change(entry(9, Kind::GiveBack, 5)).await, Err(NightError::PointsGone)), "no account yet");
    open(10).await.expect("an account");
    open(50).await.expect("the same account");
    let wanted = join_all((10..18).map(|id| change(entry(id, Kind::Hold, -3)))).await;
    assert_eq!(wanted.iter().filter(|held| held.is_ok()).count(), 3, "{wanted:?}");
    change(entry(20, Kind::GiveBack, 3)).await.expect("given back");
    assert_eq!(points::balance(db, 1, "QC-1042").await.expect("a read"), 4);
    assert_eq!(points::balance(db, 2, "QC-1042").await.expect("a read"), 0, "another hotel's");
    let entries = points::entries(db, 1, "QC-1042").await.expect("a read");
    assert_eq!((entries.len(), entries.iter().map(|(_, points)| points).sum::<i64>()), (5, 4), "{entries:?}");

    let to_come =
        ToCome { property_id: 1, reservation_id: Uuid::from_u128(5), account_number: "QC-1042".into(), points: 7 };
    let expected = to_come.clone();
    db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let expected = expected.clone();
        Box::pin(async move { points::expect(conn, &expected, date(2026, 12, 15)).await })
    })
    .await
    .expect("written down");
    assert_eq!(points::due(db, date(2026, 12, 14), 9, 0).await.expect("a read"), []);
    assert_eq!(points::due(db, date(2026, 12, 15), 9, 0).await.expect("a read"), [(to_come, date(2026, 12, 15))]);
    assert_eq!(points::due(db, date(2026, 12, 15), 9, 1).await.expect("a read"), []);
    let no_more = || {
        db.write::<bool, StoreError, _>(Durability::Soon, |conn: &mut Conn| {
            Box::pin(async move { points::expect_no_more(conn, 1, Uuid::from_u128(5)).await })
        })
    };
    assert_eq!((no_more().await.expect("a write"), no_more().await.expect("a write")), (true, false));
}

async fn take_space(db: &Db, property_id: i64, booking: u128, from: i64, until: i64) -> Result<(), SpaceError> {
    db.write(Durability::Soon, move |conn: &mut Conn| {
        let taken = Taken { space: "HALL".into(), from, until };
        Box::pin(async move { spaces::take(conn, property_id, Uuid::from_u128(booking), &taken).await })
    })
    .await
}

// clause: EVENT-24
async fn a_space_is_taken_once_at_a_time(db: &Db) {
    // A hundred want times of two hours that begin a quarter apart: who gets one keeps out all that overlap it.
    let starts: Vec<i64> = (0..100).map(|at| 1_000 + at % 25).collect();
    let tries = starts.iter().zip(1..).map(|(from, booking)| take_space(db, 1, booking, *from, from + 8));
    let won: Vec<i64> = join_all(tries)
        .await
        .into_iter()
        .zip(&starts)
        .filter_map(|(tried, from)| match tried {
            Ok(()) => Some(*from),
            Err(SpaceError::Gone { space }) => {
                assert_eq!(space, "HALL");
                None
            }
            Err(error) => panic!("{error}"),
        })
        .collect();
    assert!((1..=4).contains(&won.len()), "{won:?}");
    for (at, one) in won.iter().enumerate() {
        assert!(won.iter().skip(at + 1).all(|other| (one - other).abs() >= 8), "{won:?}");
    }
    // Nothing is left of those who got nothing.
    assert_eq!(spaces::count(db, 1).await.expect("a read"), 8 * won.len() as i64);
    // One after the other is no overlap; another property's space is another space.
    take_space(db, 2, 7, 1_000, 1_032).await.expect("free");
    take_space(db, 1, 7, 2_000, 2_008).await.expect("free");
    take_space(db, 1, 8, 2_008, 2_016).await.expect("free");
    let taken = |but_for| spaces::taken(db, 1, (2_007, 2_010), Uuid::from_u128(but_for));
    let hall = |quarter| ("HALL".to_owned(), quarter);
    assert_eq!(taken(0).await.expect("a read"), [hall(2_007), hall(2_008), hall(2_009)]);
    assert_eq!(taken(7).await.expect("a read"), [hall(2_008), hall(2_009)]);
    // Given back, all of it is free again.
    db.write::<(), StoreError, _>(Durability::Soon, |conn: &mut Conn| {
        Box::pin(async move { spaces::release(conn, 1, Uuid::from_u128(7)).await })
    })
    .await
    .expect("a release");
    take_space(db, 1, 9, 1_999, 2_008).await.expect("free");
}

async fn a_booking_is_changed_at_its_version_and_found_by_its_number(db: &Db) {
    let id = Uuid::from_u128(4);
    db.write_one::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        Box::pin(async move { bookings::insert(conn, BookingKind::Event, (1, id), None, now(), &"first").await })
    })
    .await
    .expect("an insert");
    let find = |property_id| bookings::find::<String>(db, BookingKind::Event, property_id, id);
    assert!(find(2).await.expect("a read").is_none(), "another property's booking");
    let read = find(1).await.expect("a read").expect("the booking");
    assert_eq!((read.version, read.status, read.state.as_str()), (1, bookings::Status::Open, "first"));
    let overdue = || bookings::overdue::<String>(db, BookingKind::Event, now(), 10);
    assert_eq!(overdue().await.expect("a read").iter().map(|one| one.booking_id).collect::<Vec<_>>(), [id]);
    let change = |state: &'static str| {
        let (state, confirmation_no, starts_at) = (state.to_owned(), Some("1ABC".to_owned()), Some(now()));
        let next = Booked { state, status: bookings::Status::Committed, confirmation_no, starts_at, ..read.clone() };
        async move {
            db.write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let next = next.clone();
                Box::pin(async move { bookings::update(conn, &next).await })
            })
            .await
            .expect("an update")
        }
    };
    assert!(change("second").await);
    assert!(!change("third").await);
    let found = bookings::by_number::<String>(db, BookingKind::Event, 1, "1ABC").await.expect("a read");
    assert_eq!(found.map(|found| (found.booking_id, found.state)), Some((id, "second".to_owned())));
    // What is booked does not end.
    assert!(overdue().await.expect("a read").is_empty());
    let ended = db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        Box::pin(async move { bookings::expire(conn, 1, id, 2).await })
    });
    assert!(!ended.await.expect("a write"));
}

async fn what_belongs_to_a_stay_is_found_and_given_back_on_record(db: &Db) {
    let (stay, id) = (Uuid::from_u128(50), Uuid::from_u128(51));
    let add = |property_id: i64, id: Uuid, stay: Uuid, confirmation_no: Option<&'static str>| {
        db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            Box::pin(async move {
                bookings::insert(conn, BookingKind::Activity, (property_id, id), Some(stay), now(), &"kayak").await?;
                let booked = Booked {
                    property_id,
                    booking_id: id,
                    status: bookings::Status::Committed,
                    version: 1,
                    expires_at: now(),
                    confirmation_no: confirmation_no.map(str::to_owned),
                    starts_at: Some(now()),
                    stay: Some(stay),
                    state: "kayak",
                };
                assert!(bookings::update(conn, &booked).await?);
                Ok(())
            })
        })
    };
    add(1, id, stay, Some("5ABC")).await.expect("an insert");
    add(1, Uuid::from_u128(52), stay, None).await.expect("one that is not confirmed");
    let other = Uuid::from_u128(54);
    add(1, Uuid::from_u128(53), other, Some("6ABC")).await.expect("another stay's");
    add(2, id, stay, Some("5ABC")).await.expect("another hotel's");
    let of_stays = async |kind, stays: &[Uuid]| bookings::of_stays::<String>(db, kind, 1, stays).await.expect("a read");
    let found = of_stays(BookingKind::Activity, &[stay]).await;
    assert_eq!(found.iter().map(|one| (one.booking_id, one.stay)).collect::<Vec<_>>(), [(id, Some(stay))]);
    assert_eq!(of_stays(BookingKind::Activity, &[other, stay]).await.len(), 2);
    assert!(of_stays(BookingKind::Activity, &[]).await.is_empty());
    assert!(of_stays(BookingKind::Event, &[stay]).await.is_empty());
    // As a house reads them, page by page: what begins then, each with the batch of the stay that it belongs to.
    self::add(db, reservation(54, "1ABC")).await.expect("the other stay");
    let starting = async |from, until, after: Option<&Booked<String>>| {
        let page = bookings::starting(db, BookingKind::Activity, 1, (from, until), after, 1).await.expect("a read");
        page.into_iter().next()
    };
    let (first, batch) = starting(now(), later(), None).await.expect("the first");
    assert_eq!((first.booking_id, batch), (id, None));
    let (second, batch) = starting(now(), later(), Some(&first)).await.expect("the second");
    assert_eq!((second.confirmation_no.as_deref(), batch), (Some("6ABC"), Some(Uuid::from_u128(1))));
    assert!(starting(now(), later(), Some(&second)).await.is_none(), "one that is not confirmed is none");
    assert!(
        starting(now() - 1.hour(), now(), None).await.is_none()
            && starting(later(), Timestamp::MAX, None).await.is_none()
    );

    let given_back = Booked { status: bookings::Status::Cancelled, ..found[0].clone() };
    let note = serde_json::json!({"by": "GUEST", "refund": 50.0});
    let kept = note.clone();
    db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let (given_back, note) = (given_back.clone(), kept.clone());
        Box::pin(async move {
            assert!(bookings::update(conn, &given_back).await?);
            bookings::record(conn, (1, id), given_back.version + 1, now(), "CANCELLED", &note).await
        })
    })
    .await
    .expect("given back");
    let found = of_stays(BookingKind::Activity, &[stay]).await;
    assert_eq!(found[0].status, bookings::Status::Cancelled, "it is still told");
    assert_eq!(bookings::changes(db, 1, id).await.expect("a read"), [("CANCELLED".to_owned(), note)]);
    assert!(bookings::changes(db, 2, id).await.expect("a read").is_empty());

    // It goes over to another stay, or to none.
    let by_itself = Booked { stay: None, ..found[0].clone() };
    db.write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let by_itself = by_itself.clone();
        Box::pin(async move { bookings::update(conn, &by_itself).await })
    })
    .await
    .expect("an update");
    assert!(of_stays(BookingKind::Activity, &[stay]).await.is_empty());
}

// Ending the process, as the crash test does, loses no write that the system still has: only the disk's own answer counts.
async fn what_a_guest_relies_on_is_synced(db: &Db) {
    let how = async |durability: Durability| {
        let synced = db.write::<String, StoreError, _>(durability, |conn: &mut Conn| {
            Box::pin(async move {
                Ok(match conn {
                    Conn::Sqlite(conn) => {
                        let (level,): (i64,) = sqlx::query_as("PRAGMA synchronous").fetch_one(&mut **conn).await?;
                        level.to_string()
                    }
                    Conn::Postgres(conn) => {
                        sqlx::query_scalar("SHOW synchronous_commit").fetch_one(&mut **conn).await?
                    }
                    Conn::PostgresAlone(_) => panic!("a transaction"),
                })
            })
        });
        synced.await.expect("an answer")
    };
    // FULL and NORMAL of SQLite.
    let (on_disk, soon) = (how(Durability::OnDisk).await, how(Durability::Soon).await);
    assert!([("2", "1"), ("on", "off")].contains(&(&*on_disk, &*soon)), "{on_disk}, {soon}");
}
