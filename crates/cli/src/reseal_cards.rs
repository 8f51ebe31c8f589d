//! `portico reseal-cards`: the last step but one of changing the key that encrypts cards.

use anyhow::{Context, Result, bail};

use crate::say::say;
use crate::serve::{SERVICE_KEY, clock, shown, vault_config};
use crate::settings::{Flags, Settings, key, key_of_cards};

/// Seals every card of the vault within this program with its current key. The server may run meanwhile.
///
/// # Errors
/// When the vault runs elsewhere, the key of a card is not given, or a damaged one keeps its older key.
pub async fn run(flags: &Flags) -> Result<()> {
    let settings = Settings::read(flags)?;
    if settings.vault_url.is_some() {
        bail!("the card vault runs elsewhere (vault_url): there `portico-vault reseal` does it");
    }
    let vault_key = key_of_cards(&settings)?;
    let service_key = key(settings.vault_service_key.as_deref(), &settings.data_dir, SERVICE_KEY)?;
    let config = vault_config(&settings, &vault_key, &service_key, &clock(settings.clock.as_deref())?)?;
    let name = || format!("the card vault's database {}", shown(&settings.vault_database));
    let resealed = vault::reseal(config).await.with_context(name)?;
    say!("{} cards sealed anew", resealed.anew)?;
    Ok(resealed.all()?)
}
