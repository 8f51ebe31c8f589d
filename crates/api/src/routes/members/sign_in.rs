//! The way in: to the hotel's provider and back, or over a form of ours where the hotel lists its members itself.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use domain::hotel::Hotel;
use domain::member::{Member, Members, SignIn};

use super::{SIGN_IN, SIGNED_IN, Under, back, ended, onward, origin};
use crate::app::App;
use crate::error::{Answer, Code, Problem};
use crate::extract::{Form, Query};
use crate::first_screen::escape;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::members::openid::{Asked, Failure, Once, client_secret};
use crate::members::{self, password};
use crate::routes::policy_pages::{Page, asked_language};

/// `GET /v4/website/users/log-in`: to the provider, or the form (HEAD-08). `redirect_url` is where the guest comes from.
///
/// # Errors
/// 404 for a hotel that is unknown or has no members.
pub async fn begin(State(app): State<App>, query: Query, headers: HeaderMap) -> Answer<Response> {
    let property = app.property(query.number("property_id", None, 1, i64::MAX)?).await?;
    let hotel = property.board.hotel();
    let programme = members::programme(hotel).ok_or(Code::NotFound)?;
    let under = Under::begin(hotel, back(&app, &headers, hotel, query.text("redirect_url")), app.clock.now());
    let SignIn::OpenId { .. } = &programme.sign_in else {
        return Ok(with_cookie(form_page(&app, hotel, &headers, &under, None), &under.cookie(&app)));
    };
    let redirect_uri = redirect_uri(&app, &headers);
    let asked = asked(&app, hotel, programme, &redirect_uri).await?;
    match app.providers.sign_in_url(&asked, once(&app, &under)).await {
        Ok(url) => Ok(onward(&url, [under.cookie(&app)])),
        Err(failure) => Ok(failed(&app, hotel, &headers, &under.back, &failure)),
    }
}

/// `GET /v4/website/users/signed-in`: back from the provider, with a code or a refusal.
///
/// # Errors
/// 404 for a way that nobody began here, or that took too long.
pub async fn signed_in(State(app): State<App>, query: Query, headers: HeaderMap) -> Answer<Response> {
    let under = Under::of(&headers, app.clock.now()).ok_or(Code::NotFound)?;
    let property = app.property(under.property_id).await?;
    let hotel = property.board.hotel();
    let programme = members::programme(hotel).ok_or(Code::NotFound)?;
    // Checked anew: the cookie is the browser's.
    let back = back(&app, &headers, hotel, Some(&under.back));
    let refused = |why: &str| failed(&app, hotel, &headers, &back, &Failure::Refused(why.to_owned()));
    if !app.secret.opens(&under.part("state"), query.text("state").unwrap_or_default()) {
        return Ok(refused("another sign-in's state"));
    }
    let redirect_uri = redirect_uri(&app, &headers);
    let asked = asked(&app, hotel, programme, &redirect_uri).await?;
    // RFC 9207: a provider that names itself has to be the one that was asked.
    if query.text("iss").is_some_and(|issuer| issuer != asked.issuer) {
        return Ok(refused("another provider's answer"));
    }
    match (query.text("code"), query.text("error")) {
        // The guest thought better of it.
        (None, Some("access_denied")) => Ok(onward(&back, [ended(&app)])),
        (Some(code), None) => match app.providers.member(&asked, code.to_owned(), once(&app, &under)).await {
            Ok(member) => welcome(&app, &headers, hotel, member, &back).await,
            Err(failure) => Ok(failed(&app, hotel, &headers, &back, &failure)),
        },
        _ => Ok(refused("neither a code nor a refusal of the guest")),
    }
}

/// `POST /v4/website/users/log-in`: address and password of a member whom the hotel lists.
///
/// # Errors
/// 404 for a form that was not asked for here, or too long ago.
pub async fn form(State(app): State<App>, headers: HeaderMap, Form(typed): Form) -> Answer<Response> {
    let under = Under::of(&headers, app.clock.now()).ok_or(Code::NotFound)?;
    let property = app.property(under.property_id).await?;
    let hotel = property.board.hotel();
    let Some(Members { sign_in: SignIn::Directory { members: listed }, .. }) = members::programme(hotel) else {
        return Err(Code::NotFound.into());
    };
    // Another page cannot know it: nobody is signed in under a name that somebody else chose.
    if !app.secret.opens(&under.part("form"), typed.text("proof").unwrap_or_default()) {
        return Err(Problem::field("proof", "is not that of this form"));
    }
    let email = typed.text("email").unwrap_or_default();
    match password::check(listed, email, typed.text("password").unwrap_or_default()).await? {
        Some(member) => {
            let back = back(&app, &headers, hotel, Some(&under.back));
            welcome(&app, &headers, hotel, member, &back).await
        }
        None => Ok(form_page(&app, hotel, &headers, &under, Some(email))),
    }
}

/// Signed in, and on.
async fn welcome(app: &App, headers: &HeaderMap, hotel: &Hotel, member: Member, back: &str) -> Answer<Response> {
    let session = members::begin(app, headers, hotel.property_id, member).await?;
    Ok(onward(back, [session, ended(app)]))
}

fn once(app: &App, under: &Under) -> Once {
    Once {
        state: app.secret.token(&under.part("state")),
        nonce: app.secret.token(&under.part("nonce")),
        verifier: app.secret.long_token(&under.part("verifier")),
    }
}

/// Where the provider sends the guest back to: registered with it for each origin of our pages.
fn redirect_uri(app: &App, headers: &HeaderMap) -> String {
    format!("{}{SIGNED_IN}", origin(app, headers).unwrap_or_default())
}

/// What is asked of a hotel's provider.
pub(super) async fn asked<'a>(
    app: &App,
    hotel: &Hotel,
    programme: &'a Members,
    redirect_uri: &'a str,
) -> Answer<Asked<'a>> {
    let SignIn::OpenId { issuer, client_id, scopes, .. } = &programme.sign_in else {
        return Err(Code::NotFound.into());
    };
    let secret = client_secret(app.settings.data_dir.as_deref(), hotel).await;
    Ok(Asked { issuer, client_id, secret, scopes, redirect_uri })
}

fn with_cookie(mut answer: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        answer.headers_mut().append(SET_COOKIE, cookie);
    }
    answer
}

/// The form; `typed` is the address that was not right with its password.
fn form_page(app: &App, hotel: &Hotel, headers: &HeaderMap, under: &Under, typed: Option<&str>) -> Response {
    let texts = Texts::new(hotel, asked_language(&Query::parse(""), headers).as_deref());
    let words = Words::of_language(texts.language());
    let say = |key: &str| escape(&words.say(key, &[]));
    let mut page = Page::of_hotel(&words, &texts, "lbl_log_in");
    let wrong = match typed {
        Some(_) => format!("<p id=\"wrong\" role=\"alert\">{}</p>", say("lbl_sign_in_wrong")),
        None => String::new(),
    };
    let described = if typed.is_some() { " aria-invalid=\"true\" aria-describedby=\"wrong\"" } else { "" };
    let (in_email, in_password) = if typed.is_some() { ("", " autofocus") } else { (" autofocus", "") };
    // Opened again after a wrong password, the address begins anew.
    let begin = form_urlencoded::Serializer::new(String::new())
        .append_pair("property_id", &hotel.property_id.to_string())
        .append_pair("redirect_url", &under.back)
        .finish();
    page.push(&format!(
        "<form method=\"post\" action=\"{SIGN_IN}?{begin}\">{wrong}\
         <input type=\"hidden\" name=\"proof\" value=\"{proof}\">\
         <label for=\"email\">{email}</label>\
         <input id=\"email\" name=\"email\" type=\"email\" dir=\"ltr\" autocomplete=\"username\" required value=\"{typed}\"{described}{in_email}>\
         <label for=\"password\">{password}</label>\
         <input id=\"password\" name=\"password\" type=\"password\" dir=\"ltr\" autocomplete=\"current-password\" required{described}{in_password}>\
         <button>{log_in}</button></form><p><a href=\"{back}\">{home}</a></p>",
        begin = escape(&begin),
        proof = app.secret.token(&under.part("form")),
        email = say("lbl_email"),
        password = say("lbl_password"),
        log_in = say("lbl_log_in"),
        typed = escape(typed.unwrap_or_default()),
        back = escape(&under.back),
        home = say("lbl_sign_in_back"),
    ));
    page.answer_with("'self'", "no-store")
}

/// A page that says that it did not work, with the way back. Why is in the log.
fn failed(app: &App, hotel: &Hotel, headers: &HeaderMap, back: &str, failure: &Failure) -> Response {
    tracing::warn!(property_id = hotel.property_id, %failure, "a member could not sign in");
    let texts = Texts::new(hotel, asked_language(&Query::parse(""), headers).as_deref());
    let words = Words::of_language(texts.language());
    let mut page = Page::of_hotel(&words, &texts, "lbl_sign_in_failed");
    page.push(&format!(
        "<p>{}</p><p><a href=\"{}\">{}</a></p>",
        escape(&words.say("lbl_sign_in_failed_text", &[])),
        escape(back),
        escape(&words.say("lbl_sign_in_back", &[]))
    ));
    let mut answer = with_cookie(page.answer_with("'none'", "no-store"), &ended(app));
    *answer.status_mut() = match failure {
        Failure::Provider(..) => StatusCode::BAD_GATEWAY,
        Failure::Refused(_) => StatusCode::BAD_REQUEST,
    };
    answer
}
