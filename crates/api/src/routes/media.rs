//! `GET /media/{property_id}/{name}`: the hotel's pictures.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use store::media;

use crate::app::App;
use crate::boards::NoBoard;
use crate::error::{Answer, Code};
use crate::extract::Path;

/// A picture of a hotel. A re-import may replace it under the same name, so it is fresh for five minutes; then the
/// browser asks whether it is still the same.
pub async fn get(
    State(app): State<App>,
    Path((property_id, name)): Path<(i64, String)>,
    headers: HeaderMap,
) -> Answer<Response> {
    // PostgreSQL does not even look for one.
    if name.contains('\0') {
        return Err(Code::NotFound.into());
    }
    let mut media = media::find(&app.db, property_id, &name).await?.ok_or(Code::NotFound)?;
    if media.content_type == "image/svg+xml" {
        match app.boards.load(&app.db, property_id).await {
            // The mark of a whole brand may be one hotel's.
            Err(NoBoard::Unreadable) => {}
            loaded => media.bytes = in_colour(media.bytes, &loaded?.board.hotel().website_config.booking_color_id),
        }
    }
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&media.bytes)[..12]));
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.to_str().is_ok_and(|known| known.contains(&tag)));
    let headers = [
        (CACHE_CONTROL, "public, max-age=300".to_owned()),
        (ETAG, tag),
        (CONTENT_TYPE, media.content_type),
        // An SVG opened by itself must not run anything.
        (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox".to_owned()),
    ];
    Ok(if known { (StatusCode::NOT_MODIFIED, headers).into_response() } else { (headers, media.bytes).into_response() })
}

/// A drawing in `currentColor` takes the hotel's colour; as a picture it cannot ask the page. In the dark the page lays
/// every logo on a light ground, also those that have dark colours of their own.
fn in_colour(svg: Vec<u8>, accent: &str) -> Vec<u8> {
    let Ok(text) = String::from_utf8(svg) else { return Vec::new() };
    let root = text.find("<svg").and_then(|at| text[at..].find('>').map(|end| at + end + 1));
    match root {
        Some(at) if text.contains("currentColor") => {
            format!("{}<style>svg{{color:{accent}}}</style>{}", &text[..at], &text[at..]).into_bytes()
        }
        _ => text.into_bytes(),
    }
}
