//! `make crash`: kills the server without warning at random moments under load, starts it again and checks that
//! nothing was lost, nothing was doubled, no hold outlived its time, and every booking that stands is paid once and none
//! other. Rounds on SQLite and on PostgreSQL.
//!
//! Moments are counted in work and not in seconds, so that a busy machine tests as much as an idle one.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bench::guest::{Booked, Order, book, random_stay, read};
use bench::hotel::{PROPERTY, bundle, save};
use bench::http::Connection;
use bench::server::Server;
use domain::booking::Reservation;
use domain::hotel::{Bundle, DepositDue, DepositRule, GuaranteeType, Penalty};
use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rand::RngExt;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use store::payments::{self, Payment, State};
use store::{Db, nights, reservations};
use test_postgres::TestPostgres;

/// Guests who book at once.
const GUESTS: usize = 24;
/// Rooms of each type: few, so that they fight for them.
const ROOMS: u16 = 6;

/// A server is killed when so many tries of its round came to the commit or to a night that was gone, at most.
const TRIES: usize = 40;
/// How long a round may take until then, and how long a server that was started again may take to give back what is
/// overdue. Far more than either takes on the busiest machine: what comes later than this never comes.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the guests were told, over all rounds.
#[derive(Default)]
struct Told {
    /// Tries of this round that came to the commit or to a night that was gone.
    tries: usize,
    /// Numbers that were answered.
    numbers: Vec<String>,
    /// Those among them whose payment was looked at.
    paid: usize,
    /// Commits that were sent and not answered.
    open: Vec<Order>,
}

/// Cards of guests: most are paid at once, of some the bank's first answer is lost.
const CARDS: [&str; 3] = ["4242424242424242", "5555555555554444", "4000000000000119"];

#[tokio::main]
async fn main() -> Result<()> {
    let rounds: u32 = std::env::args().nth(1).map_or(Ok(100), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let sqlite = format!("sqlite:{}", folder.path().join("crash.db").display());
    if let Err(error) = run("SQLite", &sqlite, None, folder.path(), rounds).await {
        println!("the database is kept in {}", folder.keep().display());
        return Err(error);
    }
    let folder = tempfile::tempdir()?;
    let server = TestPostgres::start(true)?;
    let postgres = server.database("crash")?;
    run("PostgreSQL", &postgres, Some(&server), folder.path(), rounds).await
}

async fn run(
    name: &str,
    address: &str,
    postgres: Option<&TestPostgres>,
    folder: &std::path::Path,
    rounds: u32,
) -> Result<()> {
    let mut clock: Timestamp = "2026-12-01T09:00:00Z".parse()?;
    let first = date(2026, 12, 1);
    let db = Db::open(address).await?;
    save(&db, paid_at_booking(bundle(ROOMS, 120, first)?), clock).await?;
    let told = Arc::new(Mutex::new(Told::default()));
    let mut repeated = 0;
    for round in 1..=rounds {
        locked(&told).tries = 0;
        let server = Server::start(address, folder, Some(&clock.to_string())).await?;
        let killed = Arc::new(AtomicBool::new(false));
        // Its day is this one or the one before: nobody asks for a night that is over.
        let today = clock.to_zoned(TimeZone::UTC).date();
        let guests: Vec<_> = (0..GUESTS)
            .map(|_| tokio::spawn(guest(server.host.clone(), Arc::clone(&told), today, Arc::clone(&killed))))
            .collect();
        let tries = rand::rng().random_range(1..=TRIES);
        let through = wait_for(|| async { Ok(locked(&told).tries >= tries) }).await;
        // Within the next calls, whichever they are.
        tokio::time::sleep(Duration::from_micros(rand::rng().random_range(0..5_000))).await;
        killed.store(true, Ordering::SeqCst);
        server.kill()?;
        for guest in guests {
            guest.await?.with_context(|| format!("{name}, round {round}: a guest of a server that lived"))?;
        }
        through.context("the guests did not get through")?;
        if let Some(postgres) = postgres.filter(|_| round % 10 == 0) {
            postgres.crash_and_restart()?;
        }
        // Past every hold of this round.
        clock += SignedDuration::from_mins(31);
        let server = Server::start(address, folder, Some(&clock.to_string())).await?;
        repeated += ask_again(&server.host, &told).await?;
        let db = if postgres.is_some() { Db::open(address).await? } else { db.clone() };
        check(&db, &told, &folder.join("vault.db"))
            .await
            .with_context(|| format!("{name}, round {round}, killed after {tries} tries"))?;
        server.kill()?;
        if round % 10 == 0 {
            println!(
                "{name}: {round} rounds, {} answered bookings stand once, {repeated} cut off at the commit",
                locked(&told).numbers.len()
            );
        }
    }
    ensure!(!locked(&told).numbers.is_empty(), "no booking was answered: the test tested nothing");
    let given_up = payments::all(&db, PROPERTY).await?.iter().filter(|one| one.state == State::Voided).count();
    println!(
        "{name}: {rounds} rounds passed, {given_up} payments were given up: 0 lost, 0 doubled, 0 nights over capacity, 0 holds past their time, \
         0 paid twice, 0 paid without a booking, 0 booked without a payment"
    );
    Ok(())
}

/// The same hotel with the first night of every stay to be paid when it is booked.
fn paid_at_booking(mut bundle: Bundle) -> Bundle {
    let deposit = DepositRule { due: DepositDue::AtBooking, amount: Penalty::Nights { nights: 1 } };
    bundle.hotel.guarantee_types.push(GuaranteeType {
        code: "CC".into(),
        name: "Credit card".into(),
        description: String::new(),
        payment_type_required: true,
        instant_booking: false,
    });
    for plan in &mut bundle.hotel.rate_plans {
        plan.deposits = vec![deposit];
        plan.guarantee_types = vec!["CC".into()];
    }
    bundle
}

fn locked(told: &Mutex<Told>) -> MutexGuard<'_, Told> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks until the answer is yes.
async fn wait_for<F: Future<Output = Result<bool>>>(asked: impl Fn() -> F) -> Result<()> {
    let begin = Instant::now();
    while !asked().await? {
        ensure!(begin.elapsed() < PATIENCE, "not within {} seconds", PATIENCE.as_secs());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// Books until the server is gone.
///
/// # Errors
/// What went wrong before it was `killed`: hung up or answered, no guest should see it.
async fn guest(host: String, told: Arc<Mutex<Told>>, today: jiff::civil::Date, killed: Arc<AtomicBool>) -> Result<()> {
    let ended = |error| if killed.load(Ordering::SeqCst) { Ok(()) } else { Err(error) };
    let mut connection = match Connection::open(&host).await {
        Ok(connection) => connection,
        Err(error) => return ended(error),
    };
    loop {
        let stay = random_stay(today, 100);
        let card = CARDS[rand::rng().random_range(0..CARDS.len())];
        let mut begun = None;
        let on_commit = |order: Order| {
            begun = Some(order);
            locked(&told).tries += 1;
        };
        match book(&mut connection, &stay, Some(card), on_commit).await {
            Ok(Booked::Yes(number)) => locked(&told).numbers.push(number),
            Ok(Booked::SoldOut) => locked(&told).tries += 1,
            Err(error) => {
                locked(&told).open.extend(begun);
                return ended(error);
            }
        }
    }
}

/// A guest whose commit was cut off sends it again. It was booked, then the same number comes; or it was not, then its
/// time is over. Answers how many there were.
async fn ask_again(host: &str, told: &Mutex<Told>) -> Result<usize> {
    let open = std::mem::take(&mut locked(told).open);
    let mut connection = Connection::open(host).await?;
    for Order { batch, token, body } in &open {
        let path = format!("/v4/properties/{PROPERTY}/booking-engine/new-batch-booking/{batch}/commit");
        let mut numbers = HashSet::new();
        for _ in 0..2 {
            let answer = connection.send("POST", &path, token, body).await?;
            // 404: on PostgreSQL a batch of the last moments may be gone with a power cut; nothing was booked then.
            let booked: serde_json::Value = read(&answer, &[200, 410, 404])?;
            numbers.extend(booked[0]["confirmation_no"].as_str().map(str::to_owned));
        }
        ensure!(numbers.len() < 2, "one batch was answered two numbers: {numbers:?}");
        locked(told).numbers.extend(numbers);
    }
    Ok(open.len())
}

async fn check(db: &Db, told: &Mutex<Told>, vault: &Path) -> Result<()> {
    // The server gives back overdue rooms in the background; this waits for that, it does not measure it.
    let given_back = wait_for(|| async { Ok(nights::sums(db, PROPERTY).await?.held == 0) }).await;
    let sums = nights::sums(db, PROPERTY).await?;
    given_back.with_context(|| format!("{} nights are still held though their time is over", sums.held))?;
    ensure!(sums.over_capacity == 0, "{} nights are over capacity", sums.over_capacity);
    let live = reservations::live(db, PROPERTY).await?;
    let nights: i64 =
        live.iter().map(|(_, span)| i64::from(span.arrival.until(span.departure).map_or(0, |s| s.get_days()))).sum();
    ensure!(nights == sums.sold, "{} nights are sold, reservations have {nights}", sums.sold);
    let mut count: HashMap<&str, usize> = HashMap::new();
    for (number, _) in &live {
        *count.entry(number).or_default() += 1;
    }
    check_paid(db, told, live.len(), vault).await?;
    let told = locked(told);
    for number in &told.numbers {
        match count.get(number.as_str()) {
            Some(1) => {}
            Some(times) => bail!("{number} stands {times} times"),
            None => bail!("{number} was answered and is lost"),
        }
    }
    ensure!(
        live.len() == told.numbers.len(),
        "{} reservations stand, {} were answered",
        live.len(),
        told.numbers.len()
    );
    Ok(())
}

/// Each booking that stands has taken its deposit, once; everything else was given up, here and at the bank.
async fn check_paid(db: &Db, told: &Mutex<Told>, standing: usize, vault: &Path) -> Result<()> {
    let finished = async || {
        let payments = payments::all(db, PROPERTY).await?;
        let ended = |payment: &&Payment| matches!(payment.state, State::Captured | State::Voided | State::Declined);
        Ok::<bool, anyhow::Error>(payments.iter().filter(ended).count() == payments.len())
    };
    wait_for(finished).await.context("payments are left open")?;
    let mut taken: HashMap<_, i64> = HashMap::new();
    for payment in payments::all(db, PROPERTY).await?.iter().filter(|payment| payment.state == State::Captured) {
        ensure!(taken.insert(payment.batch_id, payment.amount).is_none(), "{} is paid twice", payment.batch_id);
    }
    ensure!(taken.len() == standing, "{} bookings are paid, {standing} stand", taken.len());
    let fresh = {
        let told = locked(told);
        told.numbers[told.paid..].to_vec()
    };
    for number in &fresh {
        let found = reservations::find::<Reservation>(db, PROPERTY, number).await?.context("it was answered")?;
        let (due, paid) = (found.detail.agreed.dues.now, taken.get(&found.batch_id));
        ensure!(due > 0 && paid == Some(&due), "{number} owes {due} and paid {paid:?}");
    }
    locked(told).paid += fresh.len();
    let bank = SqlitePool::connect_with(SqliteConnectOptions::new().filename(vault).read_only(true)).await?;
    let sums: Vec<(String, i64)> =
        sqlx::query_as("SELECT state, SUM(amount) FROM vault_payments GROUP BY state").fetch_all(&bank).await?;
    bank.close().await;
    for (state, sum) in sums {
        match state.as_str() {
            "CAPTURED" => ensure!(sum == taken.values().sum::<i64>(), "the bank took {sum}, bookings paid {taken:?}"),
            "VOIDED" => {}
            open => bail!("the bank has payments that are {open}"),
        }
    }
    Ok(())
}
