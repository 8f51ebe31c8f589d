//! The way out: the session ends here, then at the hotel's provider (HEAD-10, HEAD-11).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::member::SignIn;

use super::{SIGNED_OUT, Under, back, ended, onward, origin, sign_in};
use crate::app::App;
use crate::error::{Answer, Code, Problem};
use crate::extract::Query;
use crate::members;
use crate::secret::Opens;

/// `GET /v4/website/users/log-out`: ends the session and goes on to the provider, which sends the guest to
/// `redirect_url` by way of [`signed_out`]. A provider that cannot be asked keeps nobody signed in here.
///
/// # Errors
/// 404 for a hotel that is unknown or has no members; 400 when `proof` is not that of the session, so that no other
/// page can sign a member out.
pub async fn begin(State(app): State<App>, query: Query, headers: HeaderMap) -> Answer<Response> {
    let property = app.property(query.number("property_id", None, 1, i64::MAX)?).await?;
    let hotel = property.board.hotel();
    let programme = members::programme(hotel).ok_or(Code::NotFound)?;
    let property_id = hotel.property_id;
    let back = back(&app, &headers, hotel, query.text("redirect_url"));
    let Some(session) = members::secret(&headers, property_id) else { return Ok(onward(&back, [])) };
    if !app.secret.opens(&Opens::SignOut { property_id, session }, query.text("proof").unwrap_or_default()) {
        return Err(Problem::field("proof", "is not that of this session"));
    }
    let gone = members::end(&app, property_id, session).await?;
    if let SignIn::Directory { .. } = &programme.sign_in {
        return Ok(onward(&back, [gone]));
    }
    let asked = sign_in::asked(&app, hotel, programme, "").await?;
    let return_to = format!("{}{SIGNED_OUT}", origin(&app, &headers).unwrap_or_default());
    match app.providers.sign_out_url(&asked, &return_to).await {
        Ok(Some(url)) => {
            let under = Under::begin(hotel, back, app.clock.now());
            Ok(onward(&url, [gone, under.cookie(&app)]))
        }
        Ok(None) => Ok(onward(&back, [gone])),
        Err(failure) => {
            tracing::warn!(property_id, %failure, "a member was signed out here alone");
            Ok(onward(&back, [gone]))
        }
    }
}

/// `GET /v4/website/users/signed-out`: back from the provider, and on to where the guest was.
///
/// # Errors
/// 404 for a way that nobody began here.
pub async fn signed_out(State(app): State<App>, headers: HeaderMap) -> Answer<Response> {
    let under = Under::of(&headers, app.clock.now()).ok_or(Code::NotFound)?;
    let property = app.property(under.property_id).await?;
    let back = back(&app, &headers, property.board.hotel(), Some(&under.back));
    Ok(onward(&back, [ended(&app)]))
}
