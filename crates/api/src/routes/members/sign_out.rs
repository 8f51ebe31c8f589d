//! The way out: the session ends here, then at the hotel's provider (HEAD-10, HEAD-11).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::hotel::Hotel;
use domain::member::SignIn;

use super::{SIGN_OUT, SIGNED_OUT, Under, back, ended, onward, origin, sign_in};
use crate::app::App;
use crate::error::{Answer, Code};
use crate::extract::Query;
use crate::first_screen::escape;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::members;
use crate::routes::policy_pages::{Page, asked_language};
use crate::secret::Opens;

/// `GET /v4/website/users/log-out`: ends the session and goes on to the provider, which sends the guest to
/// `redirect_url` by way of [`signed_out`]. A provider that cannot be asked keeps nobody signed in here. When `proof` is
/// not that of the session, the guest is asked: no other page can sign a member out, and a tab from before another
/// sign-in still can.
///
/// # Errors
/// 404 for a hotel that is unknown or has no members.
pub async fn begin(State(app): State<App>, query: Query, headers: HeaderMap) -> Answer<Response> {
    let property = app.property(query.number("property_id", None, 1, i64::MAX)?).await?;
    let hotel = property.board.hotel();
    let programme = members::programme(hotel).ok_or(Code::NotFound)?;
    let property_id = hotel.property_id;
    let back = back(&app, &headers, hotel, query.text("redirect_url"));
    let Some(session) = members::secret(&headers, property_id) else { return Ok(onward(&back, [])) };
    if !app.secret.opens(&Opens::SignOut { property_id, session }, query.text("proof").unwrap_or_default()) {
        return Ok(asks(&app, hotel, &headers, session, &back));
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

/// A page that asks whether the member wants to sign out.
fn asks(app: &App, hotel: &Hotel, headers: &HeaderMap, session: &str, back: &str) -> Response {
    let texts = Texts::new(hotel, asked_language(&Query::parse(""), headers).as_deref());
    let words = Words::of_language(texts.language());
    let mut page = Page::of_hotel(&words, &texts, "lbl_log_out");
    let property_id = hotel.property_id;
    let asked = form_urlencoded::Serializer::new(String::new())
        .append_pair("property_id", &property_id.to_string())
        .append_pair("proof", &app.secret.token(&Opens::SignOut { property_id, session }))
        .append_pair("redirect_url", back)
        .finish();
    // A link: a form's policy would keep the browser from being led on to the provider.
    page.push(&format!(
        "<p>{ask}</p><p><a class=\"button\" href=\"{SIGN_OUT}?{asked}\">{log_out}</a></p><p><a href=\"{back}\">{stay}</a></p>",
        ask = escape(&words.say("lbl_sign_out_ask", &[])),
        asked = escape(&asked),
        back = escape(back),
        log_out = escape(&words.say("lbl_log_out", &[])),
        stay = escape(&words.say("lbl_sign_out_stay", &[])),
    ));
    page.answer_with("'none'", "no-store")
}

/// `GET /v4/website/users/signed-out`: back from the provider, and on to where the guest was, as long as that is known.
///
/// # Errors
/// 404 for a hotel that is unknown.
pub async fn signed_out(State(app): State<App>, headers: HeaderMap) -> Answer<Response> {
    let Some(under) = Under::of(&headers) else { return Ok(onward("/welcome", [])) };
    let property = app.property(under.property_id).await?;
    let back = back(&app, &headers, property.board.hotel(), Some(&under.back));
    Ok(onward(&back, [ended(&app)]))
}
