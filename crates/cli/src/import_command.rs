//! `portico import DIR`: reads a hotel's files and stores all of it, or says every mistake.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use jiff::civil::Date;
use store::{Conn, Db, Durability, StoreError, properties};

use crate::serve::{clock, make_folder_of, shown};

/// Arguments of `portico import`.
#[derive(clap::Args)]
pub struct Args {
    /// Folder of the hotel: hotel.toml, rooms.toml, rates.toml and so on
    dir: PathBuf,
    /// sqlite:PATH or postgres://USER@HOST/NAME
    #[arg(long, env = "PORTICO_DATABASE", default_value = "sqlite:var/portico.db")]
    database: String,
    /// The first night on sale; the hotel's business day when left out
    #[arg(long)]
    first_day: Option<Date>,
    /// As `portico serve --clock`
    #[arg(long, env = "PORTICO_CLOCK")]
    clock: Option<String>,
    /// Only say the mistakes, store nothing
    #[arg(long)]
    check: bool,
}

/// Imports.
///
/// # Errors
/// When there are mistakes, or the database fails.
pub async fn run(args: &Args) -> Result<()> {
    let files = import::Files::read_dir(&args.dir).with_context(|| format!("{} cannot be read", args.dir.display()))?;
    let now = clock(args.clock.as_deref())?.now();
    let utc = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let bundle = import::bundle(&files, args.first_day.unwrap_or(utc)).and_then(|bundle| {
        // Only the files know the hotel's time zone, and with it the hotel's date.
        let zone = jiff::tz::TimeZone::get(&bundle.hotel.time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        let today = args.first_day.unwrap_or_else(|| now.to_zoned(zone).date());
        if args.first_day.is_some() || today == utc { Ok(bundle) } else { import::bundle(&files, today) }
    });
    let bundle = match bundle {
        Ok(bundle) => bundle,
        Err(mistakes) => {
            for mistake in &mistakes {
                eprintln!("{mistake}");
            }
            bail!("{} in {}; nothing was imported", counted(mistakes.len()), args.dir.display());
        }
    };
    let hotel = &bundle.hotel;
    let line = format!(
        "{} ({}, property {}): {} room types, {} rate plans, {} pictures, {} nights from {}",
        hotel.name,
        hotel.code,
        hotel.property_id,
        hotel.room_types.len(),
        hotel.rate_plans.len(),
        bundle.media.len(),
        bundle.stock.iter().map(|stock| stock.total.len()).max().unwrap_or(0),
        bundle.stock.iter().map(|stock| stock.first).min().unwrap_or(utc),
    );
    if args.check {
        println!("No mistakes: {line}");
        return Ok(());
    }
    make_folder_of(&args.database)?;
    let db = Db::open(&args.database).await.with_context(|| format!("the database {}", shown(&args.database)))?;
    db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let bundle = bundle.clone();
        Box::pin(async move { properties::save(conn, &bundle, now).await })
    })
    .await?;
    println!("Imported {line}");
    Ok(())
}

/// `1 mistake`, `3 mistakes`.
pub fn counted(mistakes: usize) -> String {
    if mistakes == 1 { "1 mistake".to_owned() } else { format!("{mistakes} mistakes") }
}
