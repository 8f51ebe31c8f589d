//! `make bench`: one line per figure, `name  value unit  limit  ratio  goal`. Server and limit run in turns within one
//! run, so that a busy machine slows both. Ends with an error only when a ratio to a limit misses its goal.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bench::guest::{Booked, book, random_stay};
use bench::hotel::{PROPERTY, SPACES, bundle, save};
use bench::http::Connection;
use bench::server::Server;
use jiff::civil::{Date, date};
use store::Db;
use test_postgres::TestPostgres;

const FIRST: Date = date(2026, 12, 1);
const CLOCK: &str = "2026-12-01T09:00:00Z";
/// An hour before: a server reads again what was written in the last half minute.
const MADE: &str = "2026-12-01T08:00:00Z";
/// Seconds of one turn, and how many turns each side gets.
const TURN: u64 = 3;
const TURNS: usize = 3;

// One thread, as wrk has: more of them would take turns with what is measured.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut report = Report::default();
    let folder = tempfile::tempdir()?;
    conditions(folder.path())?;
    println!("{:<44} {:>12} {:<9} {:>12} {:>7}   goal", "figure", "value", "unit", "limit", "ratio");

    let address = format!("sqlite:{}", folder.path().join("bench.db").display());
    let db = Db::open(&address).await?;
    save(&db, bundle(2000, 500, FIRST)?, MADE.parse()?).await?;
    let server = Server::start(&address, folder.path(), Some(CLOCK)).await?;
    answers(&mut report, &server).await?;
    spaces(&mut report, &server).await?;
    bookings(&mut report, "SQLite", &server, None).await?;
    server.kill()?;

    let postgres = TestPostgres::start(true)?;
    let address = postgres.database("bench")?;
    let db = Db::open(&address).await?;
    save(&db, bundle(2000, 500, FIRST)?, MADE.parse()?).await?;
    let limit = one_call_bookings(&postgres, folder.path())?;
    let server = Server::start(&address, folder.path(), Some(CLOCK)).await?;
    bookings(&mut report, "PostgreSQL", &server, Some(limit)).await?;
    server.kill()?;

    brand(&mut report).await?;
    start_up(&mut report).await?;
    first_screen(&mut report)?;
    report.end()
}

/// How busy the machine is, and what one sync of its disk costs now.
fn conditions(folder: &Path) -> Result<()> {
    let load = std::fs::read_to_string("/proc/loadavg")?;
    let mut file = File::create(folder.join("sync"))?;
    let begin = Instant::now();
    let mut syncs = 0;
    while begin.elapsed() < Duration::from_secs(1) {
        file.write_all(&[0; 4096])?;
        file.sync_data()?;
        syncs += 1;
    }
    println!("load average {}, {syncs} fdatasync of 4 kB in a second\n", load.trim());
    Ok(())
}

struct Load {
    per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    bytes: f64,
    cpu_us: f64,
}

/// One turn of wrk: so many connections from one thread.
fn wrk(host: &str, pid: u32, script: &str, connections: usize) -> Result<Load> {
    wrk_with(host, pid, script, connections, &[])
}

/// The same with more for the script to know.
fn wrk_with(host: &str, pid: u32, script: &str, connections: usize, more: &[(&str, String)]) -> Result<Load> {
    let before = cpu_seconds(pid)?;
    let mut command = Command::new("wrk");
    command.args(["-t1", &format!("-c{connections}"), &format!("-d{TURN}s"), "--latency"]);
    command
        .env("YEAR", FIRST.year().to_string())
        .env("MONTH", FIRST.month().to_string())
        .env("DAY", FIRST.day().to_string())
        .envs(more.iter().map(|(name, value)| (name, value)));
    let out = command.args(["-s", script]).arg(format!("http://{host}/")).output().context("wrk is missing")?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let after = cpu_seconds(pid)?;
    let line =
        |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or("").trim().to_owned();
    let requests: f64 = text
        .lines()
        .find(|line| line.contains(" requests in "))
        .and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .with_context(|| format!("wrk said: {text}"))?;
    anyhow::ensure!(!text.contains("Non-2xx"), "some answers were refusals: {text}");
    let rate = line("Requests/sec:").split_whitespace().last().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    let read =
        text.lines().find(|line| line.contains(" requests in ")).and_then(|line| line.split(", ").nth(1)).unwrap_or("");
    Ok(Load {
        per_second: rate,
        p50_ms: milliseconds(line("50%").split_whitespace().last().unwrap_or("")),
        p99_ms: milliseconds(line("99%").split_whitespace().last().unwrap_or("")),
        bytes: bytes(read.trim_end_matches(" read")) / requests,
        cpu_us: (after - before) * 1e6 / requests,
    })
}

fn milliseconds(text: &str) -> f64 {
    let number = |end: &str| text.strip_suffix(end).and_then(|n| n.parse::<f64>().ok());
    number("us")
        .map(|n| n / 1000.0)
        .or_else(|| number("ms"))
        .or_else(|| number("s").map(|n| n * 1000.0))
        .unwrap_or(f64::NAN)
}

fn bytes(text: &str) -> f64 {
    let number = |end: &str, times: f64| text.strip_suffix(end).and_then(|n| n.parse::<f64>().ok()).map(|n| n * times);
    number("GB", 1e9).or_else(|| number("MB", 1e6)).or_else(|| number("KB", 1e3)).unwrap_or(0.0)
}

/// User and system time of a process so far.
fn cpu_seconds(pid: u32) -> Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    Ok((ticks(11) + ticks(12)) / 100.0)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

async fn answers(report: &mut Report, server: &Server) -> Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, script, goal, least, p99, cpu) in [
        ("availability, 10 rooms x 5 rates x 3 nights", "rates.lua", 50_000.0, Some(0.5), 1.0, 25.0),
        ("price calendar, 65 days", "calendar.lua", 30_000.0, None, f64::INFINITY, f64::INFINITY),
    ] {
        let script = here.join(script).display().to_string();
        let warm = wrk(&server.host, server.pid(), &script, 32)?;
        let size = warm.bytes as usize;
        let limit = Limit::start(size)?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            theirs.push(wrk(&limit.host, limit.child.id(), &script, 32)?);
            ours.push(wrk(&server.host, server.pid(), &script, 32)?);
        }
        let of = |loads: &[Load], part: fn(&Load) -> f64| median(loads.iter().map(part).collect());
        let (value, most) = (of(&ours, |l| l.per_second), of(&theirs, |l| l.per_second));
        report.line(&format!("{name} ({} kB)", size / 1000), value, "/s", Some(most), goal, least);
        report.at_most("  p99 at 32 connections", of(&ours, |l| l.p99_ms), "ms", Some(of(&theirs, |l| l.p99_ms)), p99);
        report.at_most("  CPU a request", of(&ours, |l| l.cpu_us), "us", Some(of(&theirs, |l| l.cpu_us)), cpu);
    }
    Ok(())
}

/// Guests who look for a space at once.
const ORGANISERS: usize = 32;

/// Which spaces are free at a time: read from the database, where they are won or lost.
async fn spaces(report: &mut Report, server: &Server) -> Result<()> {
    let mut connection = Connection::open(&server.host).await?;
    let base = format!("/v4/properties/{PROPERTY}/web/new-event");
    let mut events = Vec::new();
    for _ in 0..ORGANISERS {
        let answer = connection.send("POST", &base, "", r#"{"event_type_id":"MEETING"}"#).await?;
        anyhow::ensure!(answer.status == 201, "an event could not be begun: {}", answer.status);
        let event: serde_json::Value = serde_json::from_slice(&answer.body)?;
        let text = |member: &str| event[member].as_str().unwrap_or_default().to_owned();
        let (id, session) = (text("event_id"), text("session_id"));
        events.push(format!("{base}/{id}/basic-data/{session} {}", text("token")));
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("spaces.lua").display().to_string();
    let environment = [("EVENTS", events.join("\n"))];
    wrk_with(&server.host, server.pid(), &script, ORGANISERS, &environment)?;
    let turn = |_| wrk_with(&server.host, server.pid(), &script, ORGANISERS, &environment);
    let turns: Vec<Load> = (0..TURNS).map(turn).collect::<Result<_>>()?;
    let of = |part: fn(&Load) -> f64| median(turns.iter().map(part).collect());
    report.print(&format!("free spaces of {SPACES} at a time"), of(|load| load.per_second), "/s", None, None, "");
    report.at_most("  p99 at 32 connections", of(|load| load.p99_ms), "ms", None, f64::INFINITY);
    Ok(())
}

/// Hotels of the brand that is searched.
const HOTELS: usize = 10_000;

/// A brand's search over all of its hotels, one guest at a time.
async fn brand(report: &mut Report) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let address = format!("sqlite:{}", folder.path().join("brand.db").display());
    let made = Command::new(bench::server::binary())
        .args(["generate", "--properties", &HOTELS.to_string(), "--database", &address, "--clock", MADE])
        .stdout(Stdio::null())
        .status()?;
    anyhow::ensure!(made.success(), "the brand could not be made");
    let server = Server::start(&address, folder.path(), Some(CLOCK)).await?;
    let mut connection = Connection::open(&server.host).await?;
    for offset in (0..HOTELS).step_by(100) {
        let asked = serde_json::json!({"brand_codes": ["MADEUP"], "check_in_date": "2026-12-12",
            "check_out_date": "2026-12-13", "number_of_person": 1, "offset": offset, "limit": 100});
        let answer = connection.send("POST", "/v4/crs/rates/lowest", "", &asked.to_string()).await?;
        anyhow::ensure!(answer.status == 200, "the brand's search answered {}", answer.status);
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("brand.lua").display().to_string();
    wrk(&server.host, server.pid(), &script, 1)?;
    let turns: Vec<Load> = (0..TURNS).map(|_| wrk(&server.host, server.pid(), &script, 1)).collect::<Result<_>>()?;
    let of = |part: fn(&Load) -> f64| median(turns.iter().map(part).collect());
    report.at_most(&format!("brand of {HOTELS}, nearest 20, p50"), of(|load| load.p50_ms), "ms", None, 0.5);
    report.at_most("  p99", of(|load| load.p99_ms), "ms", None, 2.0);
    server.kill()?;
    Ok(())
}

struct Limit {
    child: Child,
    host: String,
}

impl Limit {
    fn start(bytes: usize) -> Result<Limit> {
        let program = std::env::current_exe()?.with_file_name("limit");
        let mut child = Command::new(program).arg(bytes.to_string()).stdout(Stdio::piped()).spawn()?;
        let mut host = String::new();
        BufReader::new(child.stdout.take().context("it prints where it listens")?).read_line(&mut host)?;
        Ok(Limit { child, host: host.trim().to_owned() })
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Complete bookings: 64 guests at once, then one alone.
async fn bookings(report: &mut Report, name: &str, server: &Server, limit: Option<f64>) -> Result<()> {
    let (per_second, p50) = book_for(server, 64).await?;
    let goal = limit.map_or(5000.0, |limit| limit / 2.0);
    report.line(&format!("bookings on {name}, 64 guests"), per_second, "/s", limit, goal, limit.map(|_| 0.5));
    report.at_most("  p50 of a whole booking (four calls)", p50, "ms", None, f64::INFINITY);
    let (_, p50) = book_for(server, 1).await?;
    report.at_most(&format!("one booking alone on {name}, p50"), p50, "ms", None, 2.0);
    Ok(())
}

async fn book_for(server: &Server, guests: usize) -> Result<(f64, f64)> {
    let times = Arc::new(Mutex::new(Vec::new()));
    let begin = Instant::now();
    let until = begin + Duration::from_secs(2 * TURN);
    let all: Vec<_> = (0..guests)
        .map(|_| {
            let (host, times) = (server.host.clone(), Arc::clone(&times));
            tokio::spawn(async move {
                let mut connection = Connection::open(&host).await?;
                while Instant::now() < until {
                    let from = Instant::now();
                    if let Booked::Yes(_) = book(&mut connection, &random_stay(FIRST, 360), None, |_| {}).await? {
                        times
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .push(from.elapsed().as_secs_f64() * 1000.0);
                    }
                }
                Ok::<(), anyhow::Error>(())
            })
        })
        .collect();
    for one in all {
        one.await??;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let times = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((times.len() as f64 / seconds, median(times)))
}

/// The limit on PostgreSQL: the same booking (three guarded nights and a reservation) as one function call in pgbench.
fn one_call_bookings(postgres: &TestPostgres, folder: &Path) -> Result<f64> {
    let script = folder.join("book.sql");
    std::fs::write(&script, "\\set day random(1, 350)\n\\set room random(0, 9)\nSELECT book(:day, 'T' || :room);\n")?;
    let function = "CREATE TABLE booked (id BIGSERIAL PRIMARY KEY, detail JSONB); \
        CREATE FUNCTION book(n INT, room TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$ DECLARE got INT; made BIGINT; BEGIN \
        UPDATE night SET sold = sold + 1 WHERE property_id = 7 AND day >= DATE '2026-12-01' + n AND day < DATE '2026-12-04' + n \
        AND room_type_id = room AND sold + held + 1 <= total; GET DIAGNOSTICS got = ROW_COUNT; \
        IF got < 3 THEN RAISE EXCEPTION 'gone'; END IF; \
        INSERT INTO booked (detail) VALUES ('{\"guest\": \"Ada Bench\"}') RETURNING id INTO made; RETURN made; END $$;";
    let psql = |text: &str| {
        Command::new("psql")
            .args(["-q", "-U", "postgres", "-d", "bench", "-c", text])
            .arg("-h")
            .arg(postgres.socket())
            .status()
    };
    anyhow::ensure!(psql(function)?.success(), "the function for pgbench could not be made");
    let out = Command::new(postgres.program("pgbench")?)
        .args(["-n", "-U", "postgres", "-c", "32", "-j", "2", "-M", "prepared", "-T", &(2 * TURN).to_string(), "-f"])
        .arg(&script)
        .arg("-h")
        .arg(postgres.socket())
        .arg("bench")
        .output()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let tps = text.lines().find_map(|line| line.strip_prefix("tps = ")).and_then(|rest| rest.split_whitespace().next());
    tps.and_then(|n| n.parse().ok())
        .with_context(|| format!("pgbench said: {text}{}", String::from_utf8_lossy(&out.stderr)))
}

/// From the command to the first answer, with the demo hotels.
async fn start_up(report: &mut Report) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let address = format!("sqlite:{}", folder.path().join("demo.db").display());
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("demo");
    for hotel in
        std::fs::read_dir(demo)?.filter_map(Result::ok).filter(|entry| entry.path().join("hotel.toml").exists())
    {
        let import = Command::new(bench::server::binary())
            .arg("import")
            .arg(hotel.path())
            .args(["--database", &address])
            .stdout(Stdio::null())
            .status()?;
        anyhow::ensure!(import.success(), "{} could not be imported", hotel.path().display());
    }
    let begin = Instant::now();
    let server = Server::start(&address, folder.path(), None).await?;
    report.at_most("start to ready, demo hotels", begin.elapsed().as_secs_f64() * 1000.0, "ms", None, 1000.0);
    server.kill()
}

/// JavaScript that the first screen loads before the guest does anything, gzip.
fn first_screen(report: &mut Report) -> Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("web").join("dist");
    let html = std::fs::read_to_string(dist.join("index.html")).context("the page is not built")?;
    let mut sum = 0.0;
    // A part is named by its preload and by its script.
    let parts: BTreeSet<&str> =
        html.split(['"', '\'']).filter(|part| part.starts_with("/assets/") && part.ends_with(".js")).collect();
    for part in parts {
        // As it is handed out.
        sum += std::fs::metadata(dist.join(format!("{}.gz", part.trim_start_matches('/'))))?.len() as f64 / 1000.0;
    }
    report.at_most("JavaScript of the first screen, gzip", sum, "kB", None, 100.0);
    Ok(())
}

#[derive(Default)]
struct Report {
    missed_limits: Vec<String>,
}

impl Report {
    /// A figure that should be high; `least` is the ratio to the limit below which the run fails.
    fn line(&mut self, name: &str, value: f64, unit: &str, limit: Option<f64>, goal: f64, least: Option<f64>) {
        let ratio = limit.map(|limit| value / limit);
        self.print(name, value, unit, limit, ratio, &format!(">= {goal:.0}{}", mark(value >= goal)));
        if let (Some(ratio), Some(least)) = (ratio, least)
            && ratio < least
        {
            self.missed_limits.push(format!("{name}: {ratio:.2} of the limit, {least:.2} is asked"));
        }
    }

    /// A figure that should be low.
    fn at_most(&mut self, name: &str, value: f64, unit: &str, limit: Option<f64>, goal: f64) {
        let goal_text = if goal.is_finite() { format!("<= {goal}{}", mark(value <= goal)) } else { String::new() };
        self.print(name, value, unit, limit, limit.map(|limit| value / limit), &goal_text);
    }

    fn print(&self, name: &str, value: f64, unit: &str, limit: Option<f64>, ratio: Option<f64>, goal: &str) {
        let number = |n: f64| if n >= 100.0 { format!("{n:.0}") } else { format!("{n:.2}") };
        let limit = limit.map_or_else(String::new, number);
        let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
        println!("{name:<44} {:>12} {unit:<9} {limit:>12} {ratio:>7}   {goal}", number(value));
    }

    fn end(self) -> Result<()> {
        anyhow::ensure!(
            self.missed_limits.is_empty(),
            "below the asked share of the limit:\n{}",
            self.missed_limits.join("\n")
        );
        Ok(())
    }
}

fn mark(reached: bool) -> &'static str {
    if reached { "" } else { "  MISSED" }
}
