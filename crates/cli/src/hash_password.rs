//! `portico hash-password`: what a hotel writes into `members.toml` in the place of a password.

use std::io::{IsTerminal, stdin};

use anyhow::{Context, Result, bail};

use crate::say::{complain, say};

/// Reads the password from the input, so that it stands in no list of processes and no history.
///
/// # Errors
/// When there is none, or it is too long.
pub fn run() -> Result<()> {
    if stdin().is_terminal() {
        complain!("Password (it is shown while you type):");
    }
    let mut line = String::new();
    stdin().read_line(&mut line).context("the input cannot be read")?;
    let password = line.trim_end_matches(['\n', '\r']);
    let Some(hash) = api::hash_password(password) else { bail!("expected a password of 1 to 256 bytes") };
    say!("{hash}")?;
    Ok(())
}
