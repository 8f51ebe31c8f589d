//! What is logged, read alike by `portico-vault` and by the program that has a vault inside it.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::VaultError;

/// What is logged, by a variable of the environment; `usual` where it is empty or not there.
///
/// # Errors
/// When it cannot be read, or has no level for what it does not name: `verbose` is a part of the program and no level, and
/// all other parts would say nothing any more, not even of errors.
pub fn log_filter(variable: &'static str, usual: &str) -> Result<EnvFilter, VaultError> {
    let given = std::env::var(variable).ok().filter(|text| !text.is_empty());
    let text = given.as_deref().unwrap_or(usual);
    let parts = || text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let for_everything = parts().any(|part| part.parse::<LevelFilter>().is_ok());
    match EnvFilter::try_new(parts().collect::<Vec<_>>().join(",")) {
        Ok(filter) if for_everything => Ok(filter),
        _ => Err(VaultError::LogLevel(variable, text.to_owned())),
    }
}

/// Logs where a part of the program panicked, and not in whose words: they may repeat what a guest typed.
pub fn tell_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "a part of the program failed");
    }));
}
