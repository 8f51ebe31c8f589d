//! `portico import-postal-codes FILE...`: stores the places of postal codes, or says every mistake.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use domain::postal::PostalCode;
use store::{Conn, Db, Durability, StoreError, postal_codes};

use crate::import_command::counted;
use crate::say::{complain, say};
use crate::serve::{leave_one_file, shown};
use crate::settings::{Flags, Settings};

/// Arguments of `portico import-postal-codes`.
#[derive(clap::Args)]
pub struct Args {
    /// Files of download.geonames.org/export/zip, unpacked: CH.txt, or allCountries.txt
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Settings file; portico.toml of this folder when it is there
    #[arg(long, env = "PORTICO_CONFIG")]
    config: Option<PathBuf>,
    /// sqlite:PATH or postgres://USER@HOST/NAME [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    database: Option<String>,
    /// As `portico serve --data-dir`
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

/// Imports all files, or none where one has mistakes. What was known of a country is replaced by what all of them have of
/// it; other countries stay.
///
/// # Errors
/// When there are mistakes, or the database fails.
pub async fn run(args: &Args) -> Result<()> {
    let flags = Flags {
        config: args.config.clone(),
        database: args.database.clone(),
        data_dir: args.data_dir.clone(),
        ..Flags::default()
    };
    let Settings { database, .. } = Settings::read(&flags)?;
    let mut known: BTreeMap<(String, String), PostalCode> = BTreeMap::new();
    let mut counts = Vec::with_capacity(args.files.len());
    for file in &args.files {
        let name = file.display().to_string();
        let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
        let codes = match import::postal_codes(&name, &bytes) {
            Ok(codes) => codes,
            Err(mistakes) => {
                for mistake in &mistakes {
                    complain!("{mistake}");
                }
                bail!("{} in {name}; nothing was imported", counted(mistakes.len()));
            }
        };
        counts.push((codes.len(), name));
        for code in codes {
            match known.entry((code.country.clone(), code.code.clone())) {
                Entry::Vacant(free) => {
                    free.insert(code);
                }
                Entry::Occupied(taken) => {
                    let taken = taken.into_mut();
                    code.places.into_iter().for_each(|place| taken.add(place));
                }
            }
        }
    }
    let database_name = || format!("the database {}", shown(&database));
    let db = Db::open(&database).await.with_context(database_name)?;
    // Country by country, as they are replaced: guests who book meanwhile wait for one of them, not for the world.
    let known: Vec<PostalCode> = known.into_values().collect();
    for country in known.chunk_by(|one, next| one.country == next.country) {
        let country = Arc::<[_]>::from(country);
        db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let country = Arc::clone(&country);
            Box::pin(async move { postal_codes::save(conn, &country).await })
        })
        .await
        .with_context(database_name)?;
    }
    for (count, name) in counts {
        say!("Imported {count} postal codes of {name}")?;
    }
    leave_one_file(&db).await;
    Ok(())
}
