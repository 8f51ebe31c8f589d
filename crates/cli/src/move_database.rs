//! `portico move-database`: carries what SQLite files hold over to PostgreSQL.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use store::is_postgres;

use crate::say::say;
use crate::serve::{clock, shown, vault_config};
use crate::settings::{Flags, Settings, key_of_cards};

/// Arguments of `portico move-database`.
#[derive(clap::Args)]
pub struct Args {
    /// sqlite:PATH of the bookings; no server may have it open [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    from: Option<String>,
    /// postgres://USER@HOST/NAME that they come to, beside other hotels; without it they stay where they are
    #[arg(long)]
    database: Option<String>,
    /// sqlite:PATH of the card vault [sqlite:DATA_DIR/vault.db]
    #[arg(long)]
    vault_from: Option<String>,
    /// postgres://USER@HOST/NAME that its cards come to; without it they stay where they are
    #[arg(long)]
    vault_database: Option<String>,
    /// Settings file; portico.toml of this folder when it is there
    #[arg(long, env = "PORTICO_CONFIG")]
    config: Option<PathBuf>,
    /// As `portico serve --data-dir`
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

/// Moves cards and bookings, each of them whole or not at all: both, unless a connection ends between their two commits.
///
/// # Errors
/// When a file is open elsewhere, something of its hotels is at PostgreSQL already, or a database fails.
pub async fn run(args: &Args) -> Result<()> {
    let flags = Flags {
        config: args.config.clone(),
        database: args.database.clone(),
        vault_database: args.vault_database.clone(),
        data_dir: args.data_dir.clone(),
        ..Flags::default()
    };
    let settings = Settings::read(&flags)?;
    let (database, vault_database) = (&settings.database, &settings.vault_database);
    let own = |name| settings.data_dir.join(name);
    let from = source(&args.from, own("portico.db"), ["--from", "--database"], database)?;
    let flags = ["--vault-from", "--vault-database"];
    let vault_from = source(&args.vault_from, own("vault.db"), flags, vault_database)?;
    if from.is_none() && vault_from.is_none() {
        bail!("nothing to move: name a file (--from, --vault-from) and postgres://... (--database, --vault-database)");
    }
    let (mut bookings, mut cards) = (None, None);
    if let Some(from) = from {
        let between = between(&from, database);
        let carried = store::carry_over(&from, database).await.with_context(|| between.clone())?;
        bookings = Some((carried, between));
    }
    if let Some(from) = vault_from {
        let between = between(&from, vault_database);
        // Nobody calls it here: no service key is needed.
        let config = vault_config(&settings, &key_of_cards(&settings)?, "", &clock(settings.clock.as_deref())?)?;
        let carried = vault::carry_over(&from, &config).await.with_context(|| between.clone())?;
        cards = Some((carried, between));
    }
    // Cards stand first: one without a booking is better than a booking whose card nobody knows.
    let (mut told, mut stands) = (Vec::new(), "");
    for (what, carried) in [("cards", cards), ("bookings", bookings)] {
        let Some((carried, between)) = carried else {
            told.push(format!("Moved no {what}"));
            continue;
        };
        told.push(format!("Moved {what} (rows: {}) {between}", carried.rows));
        carried.commit().await.with_context(|| format!("{between}{stands}"))?;
        stands = "; the cards stand there: move the bookings again without --vault-from and --vault-database \
                  (PORTICO_VAULT_DATABASE, vault_database)";
    }
    say!("{}", told.join("\n"))?;
    say!(
        "Put the old files aside, so that no server books into them, and start with the new addresses and the same keys"
    )?;
    Ok(())
}

/// The file to move where PostgreSQL is named for it: the one that is given, else that of the data folder.
fn source(given: &Option<String>, own: PathBuf, [from, flag]: [&str; 2], to: &str) -> Result<Option<String>> {
    match given {
        None if !is_postgres(to) => Ok(None),
        Some(_) if !is_postgres(to) => bail!("{flag}: expected postgres://USER@HOST/NAME, found {}", shown(to)),
        Some(given) => Ok(Some(given.clone())),
        None if own.exists() => Ok(Some(format!("sqlite:{}", own.display()))),
        None => bail!("{from}: expected the file to move, and there is no {}", own.display()),
    }
}

fn between(from: &str, to: &str) -> String {
    format!("from {} to {}", shown(from), shown(to))
}
