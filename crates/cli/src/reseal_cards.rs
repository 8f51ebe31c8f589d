//! `portico reseal-cards`: the last step but one of changing the key that encrypts cards.

use anyhow::{Context, Result, bail};

use crate::say::say;
use crate::serve::{clock, shown, vault_config};
use crate::settings::{Flags, Settings, key_of_cards};

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
    // Nobody calls it here: no service key is needed.
    let config = vault_config(&settings, &vault_key, "", &clock(settings.clock.as_deref())?)?;
    let name = || format!("the card vault's database {}", shown(&settings.vault_database));
    let resealed = vault::reseal(config).await.with_context(name)?;
    say!("{} cards sealed anew", resealed.anew)?;
    Ok(resealed.all()?)
}
