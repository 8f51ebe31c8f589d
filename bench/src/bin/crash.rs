//! `make crash`: kills the server without warning at random moments under load, starts it again and checks that
//! nothing was lost, nothing was doubled and no hold outlived its time. Rounds on SQLite and on PostgreSQL.
//!
//! Moments are counted in work and not in seconds, so that a busy machine tests as much as an idle one.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bench::guest::{Booked, book, random_stay, read};
use bench::hotel::{PROPERTY, bundle, save};
use bench::http::Connection;
use bench::server::Server;
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use rand::RngExt;
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
    /// Batches whose commit was sent and not answered: batch and secret.
    open: Vec<(String, String)>,
}

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
    save(&db, bundle(ROOMS, 120, first)?, clock).await?;
    let told = Arc::new(Mutex::new(Told::default()));
    let mut repeated = 0;
    for round in 1..=rounds {
        locked(&told).tries = 0;
        let server = Server::start(address, folder, Some(&clock.to_string())).await?;
        let guests: Vec<_> =
            (0..GUESTS).map(|_| tokio::spawn(guest(server.host.clone(), Arc::clone(&told), first))).collect();
        let tries = rand::rng().random_range(1..=TRIES);
        wait_for(|| async { Ok(locked(&told).tries >= tries) }).await.context("the guests did not get through")?;
        // Within the next calls, whichever they are.
        tokio::time::sleep(Duration::from_micros(rand::rng().random_range(0..5_000))).await;
        server.kill()?;
        for guest in guests {
            guest.await?;
        }
        if let Some(postgres) = postgres.filter(|_| round % 10 == 0) {
            postgres.crash_and_restart()?;
        }
        // Past every hold of this round.
        clock += SignedDuration::from_mins(31);
        let server = Server::start(address, folder, Some(&clock.to_string())).await?;
        repeated += ask_again(&server.host, &told).await?;
        let db = if postgres.is_some() { Db::open(address).await? } else { db.clone() };
        check(&db, &told).await.with_context(|| format!("{name}, round {round}, killed after {tries} tries"))?;
        server.kill()?;
        if round % 10 == 0 {
            println!(
                "{name}: {round} rounds, {} answered bookings stand once, {repeated} cut off at the commit",
                locked(&told).numbers.len()
            );
        }
    }
    ensure!(!locked(&told).numbers.is_empty(), "no booking was answered: the test tested nothing");
    println!("{name}: {rounds} rounds passed: 0 lost, 0 doubled, 0 nights over capacity, 0 holds past their time");
    Ok(())
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
async fn guest(host: String, told: Arc<Mutex<Told>>, first: jiff::civil::Date) {
    let Ok(mut connection) = Connection::open(&host).await else { return };
    loop {
        let stay = random_stay(first, 100);
        let mut begun = None;
        let on_commit = |batch: &str, token: &str| {
            begun = Some((batch.to_owned(), token.to_owned()));
            locked(&told).tries += 1;
        };
        match book(&mut connection, &stay, on_commit).await {
            Ok(Booked::Yes(number)) => locked(&told).numbers.push(number),
            Ok(Booked::SoldOut) => locked(&told).tries += 1,
            Err(_) => {
                locked(&told).open.extend(begun);
                return;
            }
        }
    }
}

/// A guest whose commit was cut off sends it again. It was booked, then the same number comes; or it was not, then its
/// time is over. Answers how many there were.
async fn ask_again(host: &str, told: &Mutex<Told>) -> Result<usize> {
    let open = std::mem::take(&mut locked(told).open);
    let mut connection = Connection::open(host).await?;
    for (batch, token) in &open {
        let path = format!("/v4/properties/{PROPERTY}/booking-engine/new-batch-booking/{batch}/commit");
        let mut numbers = HashSet::new();
        for _ in 0..2 {
            let answer = connection.send("POST", &path, token, "{}").await?;
            // 404: on PostgreSQL a batch of the last moments may be gone with a power cut; nothing was booked then.
            let booked = read(&answer, &[200, 410, 404])?;
            numbers.extend(booked[0]["confirmation_no"].as_str().map(str::to_owned));
        }
        ensure!(numbers.len() < 2, "one batch was answered two numbers: {numbers:?}");
        locked(told).numbers.extend(numbers);
    }
    Ok(open.len())
}

async fn check(db: &Db, told: &Mutex<Told>) -> Result<()> {
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
