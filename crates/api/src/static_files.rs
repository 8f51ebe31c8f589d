//! The built web app, embedded and compressed beforehand, and the first screen that the server begins itself.

use axum::extract::{Path, RawQuery, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    SET_COOKIE, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use rand::RngExt;
use rust_embed::RustEmbed;

use crate::access::cookie;
use crate::app::App;
use crate::boards::Property;
use crate::error::{Code, Problem};
use crate::extract::Query;
use crate::first_screen;
use crate::tags::{Tags, https_origin};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Files;

/// `GET /assets/{name}`: hashed names, so they may be kept for ever.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    serve(&format!("assets/{name}"), &headers, "public, max-age=31536000, immutable")
}

fn serve(path: &str, headers: &HeaderMap, cache: &'static str) -> Response {
    let offers = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let packed = [BROTLI, GZIP]
        .into_iter()
        .filter(|(name, _)| accepts(offers, name))
        .find_map(|(name, ending)| Files::get(&format!("{path}{ending}")).map(|file| (Some(name), file)));
    let Some((encoding, file)) = packed.or_else(|| Files::get(path).map(|file| (None, file))) else {
        return Problem::new(Code::NotFound).into_response();
    };
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..12]));
    let mut answer = if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        file.data.into_owned().into_response()
    };
    let out = answer.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    out.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        out.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(ETAG, tag);
    }
    answer
}

/// A way in which files are packed, and how the names of those end.
type Packing = (&'static str, &'static str);
const BROTLI: Packing = ("br", ".br");
const GZIP: Packing = ("gzip", ".gz");

/// Whether an `Accept-Encoding` takes it: a quality of 0 says that it does not.
fn accepts(offers: &str, name: &str) -> bool {
    offers.split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let quality = |part: &str| part.split_once('=').and_then(|(_, quality)| quality.trim().parse::<f32>().ok());
        parts.next() == Some(name) && parts.all(|part| quality(part) != Some(0.0))
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "webp" => "image/webp",
        "json" | "map" => "application/json",
        _ => "application/octet-stream",
    }
}

/// A link of an e-mail names the language that the mail is in: it becomes the chosen one (I18N-01), once. The browser
/// carries what follows the hash over to the address without it, so that a guest who then chooses another stays with
/// that.
fn in_language(app: &App, query: &Query, code: &str, property: Option<&Property>) -> Response {
    let mut answer = Redirect::to(&format!("/?{}", query.without("language"))).into_response();
    let spoken = property
        .is_some_and(|property| property.board.hotel().languages.iter().any(|language| language.language_code == code));
    let secure = if app.settings.is_secure() { "; Secure" } else { "" };
    let cookie = format!("hk_language={code}; Path=/; Max-Age=31536000; SameSite=Lax{secure}");
    if let Ok(cookie) = HeaderValue::try_from(cookie)
        && spoken
    {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    answer
}

/// `GET /`: the page, with the hotel's name, colour and picture in it when the address names a hotel before the hash.
///
/// An address comes from letters and advertisements: where one of its names is there twice the first counts, as in the
/// page itself, and nobody is turned away.
pub async fn page(State(app): State<App>, RawQuery(query): RawQuery, request: HeaderMap) -> Response {
    let query = Query::parse(query.as_deref().unwrap_or(""));
    let property = match query.number("property_id", None, 1, i64::MAX) {
        Ok(property_id) => app.property(property_id).await.ok(),
        Err(_) => None,
    };
    let property = property.filter(|property| query.text("pc").is_none_or(|code| code == property.board.hotel().code));
    if let Some(code) = query.text("language") {
        return in_language(&app, &query, code, property.as_deref());
    }
    let Some(file) = Files::get("index.html") else {
        return (StatusCode::NOT_FOUND, "The page has not been built: run `make run`, or `npm run build` in web/.")
            .into_response();
    };
    let html = String::from_utf8_lossy(&file.data);
    let nonce = hex::encode(rand::rng().random::<[u8; 16]>());
    let marketing = app.settings.marketing_url.as_deref();
    let chosen = cookie(&request, "hk_language");
    let body = first_screen::fill(&html, property.as_deref(), chosen, &nonce, marketing);
    let mut answer = body.into_response();
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let picture = query.text("img").and_then(https_origin);
    let pixel = app.settings.conversion_pixel_url.as_deref();
    let tags = match property {
        Some(property) => Tags::of(property.board.hotel(), pixel),
        None => Tags::of_no_hotel(app.settings.map_tiles.as_ref()),
    };
    let policy = content_security_policy(&nonce, app.vault.origin(), picture.as_deref(), &tags);
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    answer
}

/// `picture` is one more origin that pictures may come from (START-05).
fn content_security_policy(nonce: &str, vault: &str, picture: Option<&str>, tags: &Tags) -> String {
    let list = |sources: &[String]| sources.iter().map(|source| format!(" {source}")).collect::<String>();
    let picture = picture.map(|picture| format!(" {picture}")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'{}; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:{picture}{}; font-src 'self'; connect-src 'self'{}; frame-src {vault}; \
         manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
        list(&tags.scripts),
        list(&tags.pictures),
        list(&tags.connections),
    )
}

/// Headers that every answer carries unless it brings its own. What is said to one guest is kept by nobody.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 5] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff")),
    (HeaderName::from_static("referrer-policy"), HeaderValue::from_static("strict-origin-when-cross-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin-allow-popups")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("geolocation=(self), camera=(), microphone=()"),
    ),
];

/// Adds the headers that every answer carries, where it has none of its own.
pub fn with_security_headers<B>(mut answer: Response<B>) -> Response<B> {
    for (name, value) in SECURITY_HEADERS {
        answer.headers_mut().entry(name).or_insert(value);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_browser_does_not_want_is_not_served() {
        let packed = |offers| [BROTLI, GZIP].map(|(name, _)| accepts(offers, name));
        assert_eq!(packed("gzip, deflate, br"), [true, true]);
        assert_eq!(packed("br;q=0.5,gzip ; q = 1.0"), [true, true]);
        for refused in ["gzip;q=1, br;q=0", "br; Q=0.000, gzip", "gzip"] {
            assert_eq!(packed(refused), [false, true], "{refused}");
        }
        assert_eq!(packed("identity"), [false, false]);
    }

    // clause: START-05
    #[test]
    fn a_picture_opens_the_policy_for_its_own_https_origin_alone() {
        let origin = |address| https_origin(address);
        assert_eq!(origin("https://pictures.example:8443/a.webp?b").as_deref(), Some("https://pictures.example:8443"));
        for refused in
            ["http://pictures.example/a", "/media/1/a.webp", "data:image/png;base64,a", "https://a;script-src *", ""]
        {
            assert_eq!(origin(refused), None, "{refused}");
        }
        assert_eq!(origin("https://me@pictures.example/a"), None);
        assert_eq!(origin("https://a;b.example/a"), None);
        let pictures = Some("https://pictures.example");
        let policy = content_security_policy("n", "https://vault.example", pictures, &Tags::default());
        assert!(policy.contains("img-src 'self' data: https://pictures.example; "));
    }
}
