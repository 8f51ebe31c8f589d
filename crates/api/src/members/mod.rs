//! Members: who a request comes from, for as long as their session lasts (ROLE-01).
//!
//! A session is a random secret in a cookie that no script can read. The database knows it by its digest alone, with
//! what the provider said about the member; both are forgotten when the session ends.

pub mod openid;
pub mod password;

use axum::http::HeaderMap;
use domain::guest::Guest;
use domain::hotel::Hotel;
use domain::member::{Listed, Member, Members, SignIn};
use jiff::SignedDuration;
use sha2::{Digest, Sha256};
use store::members::Session;
use store::{Conn, Durability, StoreError, members, points};

use crate::access::cookie;
use crate::app::App;
use crate::error::Answer;
use crate::member_points;

/// A session ends by itself after so long, or with the browser.
const LASTS: SignedDuration = SignedDuration::from_hours(8);

/// The programme of a hotel that lets its members sign in (START-15).
pub fn programme(hotel: &Hotel) -> Option<&Members> {
    hotel.members.as_ref().filter(|_| hotel.website_config.enable_loyalty_flow)
}

fn cookie_name(property_id: i64) -> String {
    format!("portico_member_{property_id}")
}

/// The secret of a request's session, whether it still stands or not.
pub fn secret(headers: &HeaderMap, property_id: i64) -> Option<&str> {
    cookie(headers, &cookie_name(property_id))
}

/// What the database knows a secret, and a password's hash, by.
fn key(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Who the request comes from; `None` for somebody who is not signed in.
///
/// # Errors
/// When the database fails.
pub async fn signed_in(app: &App, headers: &HeaderMap, hotel: &Hotel) -> Answer<Option<Member>> {
    let (Some(programme), Some(secret)) = (programme(hotel), secret(headers, hotel.property_id)) else {
        return Ok(None);
    };
    let Some(session) = members::find(&app.db, hotel.property_id, &key(secret), app.clock.now()).await? else {
        return Ok(None);
    };
    Ok(match &programme.sign_in {
        SignIn::OpenId { .. } => Some(session.member),
        // Whom the hotel took off its list, knows better by now, or gave another password is what the list says.
        SignIn::Directory { members } => {
            let is_theirs = |listed: &&Listed| {
                listed.member.account_number == session.member.account_number
                    && session.password.as_ref() == Some(&key(&listed.password_hash))
            };
            members.iter().find(is_theirs).map(|listed| listed.member.clone())
        }
    })
}

/// Writes down who books, when somebody is signed in (GUEST-09, GUEST-30).
///
/// # Errors
/// When the database fails.
pub async fn booked_by(app: &App, headers: &HeaderMap, hotel: &Hotel, guest: Guest) -> Answer<Guest> {
    let member = signed_in(app, headers, hotel).await?;
    Ok(match (member, programme(hotel)) {
        (Some(member), Some(programme)) => guest.booked_by(&member, &programme.program),
        _ => guest,
    })
}

/// Signs in: answers the cookie of a session of its own. The one that the request came with ends. `password_hash` is
/// what the hotel's list knows of the password.
///
/// # Errors
/// When the database fails.
pub async fn begin(
    app: &App,
    headers: &HeaderMap,
    property_id: i64,
    member: Member,
    password_hash: Option<&str>,
) -> Answer<String> {
    let made = hex::encode(rand::RngExt::random::<[u8; 32]>(&mut rand::rng()));
    let (before, session) = (secret(headers, property_id).map(key), key(&made));
    let until = app.clock.now() + LASTS;
    let opening = member_points::opening(&member, app.clock.now());
    let kept = Session { member, password: password_hash.map(key) };
    app.db
        .write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let (before, session, kept) = (before.clone(), session.clone(), kept.clone());
            let opening = opening.clone();
            Box::pin(async move {
                points::open(conn, property_id, &opening).await?;
                if let Some(before) = before {
                    members::end(conn, property_id, &before).await?;
                }
                members::begin(conn, property_id, &session, until, &kept).await
            })
        })
        .await?;
    Ok(cookie_text(app, property_id, &made, ""))
}

/// Signs out: answers the cookie that takes the place of the session's.
///
/// # Errors
/// When the database fails.
pub async fn end(app: &App, property_id: i64, secret: &str) -> Answer<String> {
    let session = key(secret);
    app.db
        .write_one::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let session = session.clone();
            Box::pin(async move { members::end(conn, property_id, &session).await })
        })
        .await?;
    Ok(cookie_text(app, property_id, "", "; Max-Age=0"))
}

fn cookie_text(app: &App, property_id: i64, value: &str, life: &str) -> String {
    let secure = if app.settings.is_secure() { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Lax{life}{secure}", cookie_name(property_id))
}
