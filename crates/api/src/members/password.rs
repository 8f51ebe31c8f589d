//! Passwords of members whom a hotel lists itself: kept as Argon2id, checked where it holds nobody up.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use domain::member::Listed;

use crate::error::{Answer, Code};

/// Nobody's: checked for an address that is not listed, so that both take the same time.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$Jb1v0zCbbOzS2YZVHkOHN3fO4Dc0cBQAY6BQBtLeLqQ";

/// Longest password that is looked at, in bytes.
const LONGEST: usize = 256;

/// Whom the hotel lists with this address and password.
///
/// # Errors
/// When the server is shutting down.
pub async fn check<'l>(listed: &'l [Listed], email: &str, password: &str) -> Answer<Option<&'l Listed>> {
    let email = email.trim().to_lowercase();
    let found = listed.iter().find(|one| one.email == email);
    let hash = found.map_or(NOBODYS, |one| &one.password_hash).to_owned();
    let typed = password.get(..LONGEST).unwrap_or(password).as_bytes().to_vec();
    let fits =
        move || PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(&typed, &hash).is_ok());
    let fits = tokio::task::spawn_blocking(fits).await.map_err(|_| Code::Internal)?;
    Ok(found.filter(|_| fits))
}

/// The hash of a password, with a salt of its own (`portico hash-password`); `None` for one that is too long.
pub fn hash(password: &str) -> Option<String> {
    if password.is_empty() || password.len() > LONGEST {
        return None;
    }
    let salt = SaltString::encode_b64(&rand::RngExt::random::<[u8; 16]>(&mut rand::rng())).ok()?;
    Argon2::default().hash_password(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}
