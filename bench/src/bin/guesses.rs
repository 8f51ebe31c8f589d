//! `make guesses`: whether the time of a look-up that finds nothing tells what was wrong. Asks for a number that stands
//! with a wrong name, and for one that nobody has, in random order; prints both distributions side by side.
//!
//! `guesses [COUNT]`: so many of each, 400 unless told. Fails when the two are further apart than chance explains.

use std::time::Instant;

use anyhow::{Result, bail, ensure};
use bench::guest::{Booked, book, random_stay};
use bench::hotel::{PROPERTY, bundle, save};
use bench::http::Connection;
use bench::server::Server;
use jiff::Timestamp;
use jiff::civil::date;
use rand::RngExt;
use store::Db;

/// Guests who ask at once; few, so that they do not wait for one another.
const GUESTS: usize = 8;

#[tokio::main]
async fn main() -> Result<()> {
    let count: usize = std::env::args().nth(1).map_or(Ok(400), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let address = format!("sqlite:{}", folder.path().join("guesses.db").display());
    let (clock, first): (Timestamp, _) = ("2026-12-01T09:00:00Z".parse()?, date(2026, 12, 1));
    let mut hotel = bundle(6, 120, first)?;
    hotel.hotel.website_config.enable_search_reservation = true;
    save(&Db::open(&address).await?, hotel, clock).await?;
    let server = Server::start(&address, folder.path(), Some(&clock.to_string())).await?;
    let mut connection = Connection::open(&server.host).await?;
    let Booked::Yes(number) = book(&mut connection, &random_stay(first, 30), None, |_| ()).await? else {
        bail!("an empty hotel has a room");
    };
    let each = count.div_ceil(GUESTS);
    let guests: Vec<_> = (0..GUESTS).map(|_| tokio::spawn(ask(server.host.clone(), number.clone(), each))).collect();
    let (mut name, mut number) = (Vec::new(), Vec::new());
    for guest in guests {
        let (wrong_names, wrong_numbers) = guest.await??;
        name.extend(wrong_names);
        number.extend(wrong_numbers);
    }
    println!("milliseconds       p05      p50      p95     mean   (of {} each)", name.len());
    let (name, number) = (Times::of(name), Times::of(number));
    println!("wrong name    {name}\nwrong number  {number}");
    let chance = (name.error.powi(2) + number.error.powi(2)).sqrt();
    let apart = (name.mean - number.mean).abs();
    println!("the means are {apart:.3} ms apart, which chance explains up to {:.3} ms", 3.0 * chance);
    ensure!(apart <= 3.0 * chance, "the time of an answer tells what was wrong");
    Ok(())
}

/// Milliseconds of look-ups with a wrong name, and of those with a wrong number.
async fn ask(host: String, number: String, each: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let mut connection = Connection::open(&host).await?;
    let (mut names, mut numbers) = (Vec::new(), Vec::new());
    while names.len() < each || numbers.len() < each {
        let random: u64 = rand::rng().random();
        let wrong_name = numbers.len() >= each || (names.len() < each && random.is_multiple_of(2));
        let (asked, name) = match wrong_name {
            true => (number.clone(), "Nobody"),
            false => (domain::confirmation::make(PROPERTY, random), "Bench"),
        };
        let path = format!("/enterprise/v4/web/manage-booking?conf_num={asked}&last_name={name}");
        let begun = Instant::now();
        let answer = connection.send("GET", &path, "", "").await?;
        let took = begun.elapsed().as_secs_f64() * 1000.0;
        ensure!(answer.status == 404, "{} for {path}", answer.status);
        if wrong_name { names.push(took) } else { numbers.push(took) }
    }
    Ok((names, numbers))
}

/// A distribution.
struct Times {
    sorted: Vec<f64>,
    mean: f64,
    /// Standard error of the mean.
    error: f64,
}

impl Times {
    fn of(mut times: Vec<f64>) -> Times {
        times.sort_by(f64::total_cmp);
        let count = times.len() as f64;
        let mean = times.iter().sum::<f64>() / count;
        let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Times { mean, error: (variance / count).sqrt(), sorted: times }
    }

    fn at(&self, part: f64) -> f64 {
        let place = (part * (self.sorted.len() - 1) as f64).round() as usize;
        self.sorted.get(place).copied().unwrap_or_default()
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>8.2} {:>8.2} {:>8.2} {:>8.2}", self.at(0.05), self.at(0.5), self.at(0.95), self.mean)
    }
}
