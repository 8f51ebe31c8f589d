//! `portico import-rates FILE`: stores the exchange rates of a file of the European Central Bank, or says every mistake.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use store::{Conn, Db, Durability, StoreError, exchange_rates};

use crate::import_command::counted;
use crate::say::{complain, say};
use crate::serve::{leave_one_file, shown};
use crate::settings::{Flags, Settings};

/// Arguments of `portico import-rates`.
#[derive(clap::Args)]
pub struct Args {
    /// eurofxref-hist.csv (every day since 1999), eurofxref.csv (today), or some lines of them
    file: PathBuf,
    /// Settings file; portico.toml of this folder when it is there
    #[arg(long, env = "PORTICO_CONFIG")]
    config: Option<PathBuf>,
    /// sqlite:PATH or postgres://USER@HOST/NAME [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    database: Option<String>,
    /// As `portico serve --data-dir`
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// Only say the mistakes, store nothing
    #[arg(long)]
    check: bool,
}

/// Imports. A day that is stored already is replaced; other days stay.
///
/// # Errors
/// When there are mistakes, or the database fails.
pub async fn run(args: &Args) -> Result<()> {
    let name = args.file.display().to_string();
    let bytes = std::fs::read(&args.file).with_context(|| format!("{name} cannot be read"))?;
    let days = match import::exchange_rates(&name, &bytes) {
        Ok(days) => days,
        Err(mistakes) => {
            for mistake in &mistakes {
                complain!("{mistake}");
            }
            bail!("{} in {name}; nothing was imported", counted(mistakes.len()));
        }
    };
    let (first, last) = (days.iter().map(|day| day.day).min(), days.iter().map(|day| day.day).max());
    let of = first.zip(last).map_or_else(String::new, |(first, last)| format!(" from {first} to {last}"));
    let line = match days.len() {
        1 => format!("exchange rates of {}", days[0].day),
        many => format!("exchange rates of {many} days{of}"),
    };
    if args.check {
        say!("No mistakes: {line}")?;
        return Ok(());
    }
    let flags = Flags {
        config: args.config.clone(),
        database: args.database.clone(),
        data_dir: args.data_dir.clone(),
        ..Flags::default()
    };
    let Settings { database, .. } = Settings::read(&flags)?;
    let name = || format!("the database {}", shown(&database));
    let db = Db::open(&database).await.with_context(name)?;
    db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let days = days.clone();
        Box::pin(async move { exchange_rates::save(conn, &days).await })
    })
    .await
    .with_context(name)?;
    say!("Imported {line}")?;
    leave_one_file(&db).await;
    Ok(())
}
