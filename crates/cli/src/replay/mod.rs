//! `portico replay`: sends real bookings through the HTTP API of a running server and says what it accepts.
//!
//! Rows of one room type are played in order of day, room types side by side. What decides, holding the nights and
//! giving them back, happens strictly in that order; making batches and committing them overlaps with it.

mod client;
mod hotel;
mod rows;

use std::collections::{BTreeMap, HashMap};
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use futures_util::{StreamExt, stream};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::ToSpan;
use tokio::task::JoinHandle;

use client::{Client, Prepared};
use rows::{Event, Row};

use crate::say::say;

/// Arguments of `portico replay`.
#[derive(clap::Args)]
pub struct Args {
    /// Bookings as CSV, plain or gzip: id, booking_date, check_in, check_out, reserved_room_type, adults, children,
    /// babies, adr, final_status, final_status_date
    file: PathBuf,
    /// The running server, on this machine's date: one without --clock
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    server: String,
    /// Rooms of each type, such as A=217,B=14, or `unlimited`
    #[arg(long, default_value = "unlimited")]
    stock: hotel::Stock,
    /// Requests under way at once
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Where to write `id,result`
    #[arg(long)]
    out: Option<PathBuf>,
    /// Property that is made for the replay; a new one for each run unless given
    #[arg(long)]
    property_id: Option<i64>,
    /// Operator key of the server; its file var/operator.key when left out
    #[arg(long, env = "PORTICO_OPERATOR_KEY", hide_env_values = true)]
    operator_key: Option<String>,
}

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Accepted,
    AcceptedThenCancelled,
    Refused,
    Invalid,
}

impl Outcome {
    fn as_str(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::AcceptedThenCancelled => "accepted_then_cancelled",
            Outcome::Refused => "refused",
            Outcome::Invalid => "invalid",
        }
    }
}

/// Plays the file.
///
/// # Errors
/// A file that cannot be read, a server that does not answer as it should.
pub async fn run(args: &Args) -> Result<()> {
    let rows::Bookings { mut rows, unreadable, ids } = rows::read(&args.file)?;
    if rows.iter().all(Row::is_invalid) {
        bail!("{} has no booking that can be made", args.file.display());
    }
    if let Some(out) = &args.out {
        // Told before anything is played, and what an earlier run left there stays until this one has ended well.
        let opened = OpenOptions::new().append(true).create(true).open(out);
        opened.with_context(|| format!("{} cannot be written", out.display()))?;
    }
    let operator_key = match &args.operator_key {
        Some(key) => key.clone(),
        None => std::fs::read_to_string("var/operator.key")
            .context("the operator key: give --operator-key or run this where the server keeps var/operator.key")?,
    };
    let operator_key = operator_key.trim();
    let client = Arc::new(Client::new(&args.server, operator_key, args.connections)?);
    let today = client.today().await?;
    // Real bookings are of the past, but a hotel sells the future: everything moves by whole weeks.
    let first = rows.iter().filter(|row| !row.is_invalid()).map(|row| row.check_in).min().unwrap_or(today);
    let days = first.until(today.checked_add(2.days())?)?.get_days();
    let shift = if days > 0 { (days + 6) / 7 * 7 } else { 0 };
    for row in rows.iter_mut().filter(|row| !row.is_invalid()) {
        row.shift(shift).with_context(|| format!("the dates of booking {} cannot be moved by {shift} days", row.id))?;
    }

    let property_id =
        args.property_id.unwrap_or_else(|| rand::RngExt::random_range(&mut rand::rng(), 1_000_000_000..1_900_000_000));
    let files = hotel::files(property_id, &rows, &args.stock)?;
    let first_day = first.checked_add(shift.days())?.checked_sub(1.day())?;
    client.import(operator_key, files, first_day, property_id).await?;

    let bar = ProgressBar::new(rows.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {eta} left")?);
    let begin = Instant::now();
    let mut by_type: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.is_invalid()) {
        by_type.entry(row.room_type.clone()).or_default().push(row.clone());
    }
    bar.inc(rows.iter().filter(|row| row.is_invalid()).count() as u64);
    let ahead = (args.connections / by_type.len().max(1)).max(2);
    let played: Vec<JoinHandle<Result<HashMap<u64, Outcome>>>> =
        by_type.into_values().map(|rows| tokio::spawn(play(Arc::clone(&client), rows, ahead, bar.clone()))).collect();
    let invalid = rows.iter().filter(|row| row.is_invalid()).map(|row| row.id).chain(unreadable);
    let mut outcomes: HashMap<u64, Outcome> = invalid.map(|id| (id, Outcome::Invalid)).collect();
    for one in played {
        outcomes.extend(one.await.context("a room type ended early")??);
    }
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    report(&rows, &outcomes, seconds)?;
    if let Some(out) = &args.out {
        write(out, &ids, &outcomes)?;
    }
    Ok(())
}

/// Plays the rows of one room type in order.
async fn play(client: Arc<Client>, rows: Vec<Row>, ahead: usize, bar: ProgressBar) -> Result<HashMap<u64, Outcome>> {
    let events = rows::events(&rows);
    let bookings: Vec<usize> =
        events.iter().filter_map(|event| if let Event::Book(at) = event { Some(*at) } else { None }).collect();
    let rows = Arc::new(rows);
    let mut prepared = stream::iter(bookings)
        .map(|at| {
            let (client, rows) = (Arc::clone(&client), Arc::clone(&rows));
            async move { client.prepare(&rows[at]).await }
        })
        .buffered(ahead);
    let mut commits: HashMap<u64, JoinHandle<Result<String>>> = HashMap::new();
    let mut outcomes = HashMap::with_capacity(rows.len());
    for event in events {
        match event {
            Event::Book(at) => {
                let row = &rows[at];
                let batch: Prepared = prepared.next().await.context("a batch is missing")??;
                if client.hold(&batch, row).await? {
                    let (client, id) = (Arc::clone(&client), row.id);
                    commits.insert(id, tokio::spawn(async move { client.commit(&batch).await }));
                    outcomes.insert(id, Outcome::Accepted);
                } else {
                    outcomes.insert(row.id, Outcome::Refused);
                }
                bar.inc(1);
            }
            Event::Cancel(at) => {
                let id = rows[at].id;
                let Some(commit) = commits.remove(&id) else { continue };
                let number = commit.await.context("a commit ended early")??;
                client.cancel(&number, id).await?;
                outcomes.insert(id, Outcome::AcceptedThenCancelled);
            }
        }
    }
    for commit in commits.into_values() {
        commit.await.context("a commit ended early")??;
    }
    Ok(outcomes)
}

fn write(out: &PathBuf, ids: &[u64], outcomes: &HashMap<u64, Outcome>) -> Result<()> {
    let mut csv = csv::Writer::from_path(out).with_context(|| format!("{} cannot be written", out.display()))?;
    csv.write_record(["id", "result"])?;
    for id in ids {
        let outcome = outcomes.get(id).context("a row was not played")?;
        csv.write_record([id.to_string().as_str(), outcome.as_str()])?;
    }
    csv.flush()?;
    Ok(())
}

fn report(rows: &[Row], outcomes: &HashMap<u64, Outcome>, seconds: f64) -> Result<()> {
    let count = |wanted: Outcome| outcomes.values().filter(|outcome| **outcome == wanted).count();
    let nights: i32 =
        rows.iter().filter(|row| outcomes.get(&row.id) == Some(&Outcome::Accepted)).map(Row::nights).sum();
    let accepted = count(Outcome::Accepted) + count(Outcome::AcceptedThenCancelled);
    say!("accepted                 {:>9}", count(Outcome::Accepted))?;
    say!("accepted then cancelled  {:>9}", count(Outcome::AcceptedThenCancelled))?;
    say!("refused                  {:>9}", count(Outcome::Refused))?;
    say!("invalid                  {:>9}", count(Outcome::Invalid))?;
    say!("room-nights left sold    {nights:>9}")?;
    say!("bookings per second      {:>9.0}", accepted as f64 / seconds)?;
    Ok(())
}
