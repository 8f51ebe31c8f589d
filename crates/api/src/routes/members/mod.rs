//! Members at a hotel's pages: who is signed in, and the ways in and out.
//!
//! Both ways lead over pages that are not the hotel's, so what belongs to one of them is kept in a cookie meanwhile.

pub mod sign_in;
pub mod sign_out;
pub mod user;

use axum::http::header::{CACHE_CONTROL, HOST, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::hotel::Hotel;
use jiff::{SignedDuration, Timestamp};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::cookie;
use crate::app::App;
use crate::secret::Opens;

/// Where a guest goes to sign in.
pub const SIGN_IN: &str = "/v4/website/users/log-in";
/// Where the provider sends a guest who signed in.
pub const SIGNED_IN: &str = "/v4/website/users/signed-in";
/// Where a guest goes to sign out.
pub const SIGN_OUT: &str = "/v4/website/users/log-out";
/// Where the provider sends a guest who signed out.
pub const SIGNED_OUT: &str = "/v4/website/users/signed-out";

const COOKIE: &str = "portico_sign_in";
/// How long somebody may take at the provider.
const PATIENCE: SignedDuration = SignedDuration::from_mins(15);
/// How long is remembered where somebody came from who took longer.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24);
/// Longest address that a cookie can keep.
const LONGEST: usize = 2000;

/// A way that was begun: kept in a cookie until it ends.
#[derive(Debug, Serialize, Deserialize)]
struct Under {
    property_id: i64,
    id: Uuid,
    until: i64,
    /// Where it leads back to.
    back: String,
}

impl Under {
    fn begin(hotel: &Hotel, back: String, now: Timestamp) -> Under {
        Under { property_id: hotel.property_id, id: Uuid::new_v4(), until: (now + PATIENCE).as_second(), back }
    }

    /// The one that the request's cookie tells, also when it is over.
    fn of(headers: &HeaderMap) -> Option<Under> {
        let bytes = URL_SAFE_NO_PAD.decode(cookie(headers, COOKIE)?).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    fn is_over(&self, now: Timestamp) -> bool {
        now.as_second() > self.until
    }

    fn cookie(&self, app: &App) -> String {
        let value = URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default());
        cookie_text(app, &value, REMEMBERED.as_secs())
    }

    /// A part that only our server can derive from the cookie: a changed cookie has other ones.
    fn part<'u>(&'u self, part: &'u str) -> Opens<'u> {
        let Under { property_id, id, until, back } = self;
        Opens::SignIn { part, property_id: *property_id, id: *id, until: *until, back }
    }
}

fn cookie_text(app: &App, value: &str, seconds: i64) -> String {
    let secure = if app.settings.is_secure() { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/v4/website/users; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// The cookie of a way that has ended.
fn ended(app: &App) -> String {
    cookie_text(app, "", 0)
}

/// The origin of our pages that a request came to: the `Host` chooses among those that are ours, it makes none.
fn origin<'a>(app: &'a App, headers: &HeaderMap) -> Option<&'a str> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origins = &app.settings.page_origins;
    let asked =
        origins.iter().find(|origin| origin.split("://").nth(1).is_some_and(|own| own.eq_ignore_ascii_case(host)));
    asked.or(origins.first()).map(String::as_str)
}

/// Where the guest goes on: the address of the query when it is a page of ours, else the hotel's first screen. So that
/// no link of ours leads to another's page.
fn back(app: &App, headers: &HeaderMap, hotel: &Hotel, asked: Option<&str>) -> String {
    let own =
        |url: &Url| Some(url.origin().ascii_serialization().as_str()) == origin(app, headers) && url.path() == "/";
    let asked = asked.and_then(|text| Url::parse(text).ok()).filter(own).map(String::from);
    asked
        .filter(|url| url.len() <= LONGEST)
        .unwrap_or_else(|| format!("/?pc={}&property_id={}", hotel.code, hotel.property_id))
}

/// On to an address, with cookies.
fn onward<const N: usize>(address: &str, cookies: [String; N]) -> Response {
    let Ok(location) = HeaderValue::from_str(address) else { return StatusCode::BAD_REQUEST.into_response() };
    let headers = [(LOCATION, location), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::SEE_OTHER, headers, AppendHeaders(cookies.map(|cookie| (SET_COOKIE, cookie)))).into_response()
}
