//! The way in: to the hotel's provider and back, or over a form of ours where the hotel lists its members itself.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use domain::hotel::Hotel;
use domain::member::{Listed, Member, Members, SignIn};

use super::{SIGN_IN, SIGNED_IN, Under, back, ended, onward, origin};
use crate::app::App;
use crate::error::{Answer, Code};
use crate::extract::{Form, Query};
use crate::first_screen::escape;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::members::openid::{Asked, Failure, Once, client_secret, registered};
use crate::members::{self, password};
use crate::routes::policy_pages::{self, Page, asked_language};

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
        return Ok(form_page(&app, hotel, &headers, &under, None));
    };
    let redirect_uri = redirect_uri(&app, &headers);
    let asked = asked(&app, hotel, programme, &redirect_uri).await?;
    match app.providers.sign_in_url(&asked, once(&app, &under)).await {
        Ok(url) => Ok(onward(&url, [under.cookie(&app)])),
        Err(failure) => Ok(failed(hotel, &headers, &under.back, &failure)),
    }
}

/// `GET /v4/website/users/signed-in`: back from the provider, with a code or a refusal. Whose way nobody began here, or
/// another tab has ended, reads that it did not work.
///
/// # Errors
/// 404 for a hotel that is unknown or has no members.
pub async fn signed_in(State(app): State<App>, query: Query, headers: HeaderMap) -> Answer<Response> {
    let Some(under) = Under::of(&headers) else {
        return Ok(policy_pages::alone(
            &headers,
            StatusCode::NOT_FOUND,
            "lbl_sign_in_failed",
            "lbl_sign_in_failed_text",
        ));
    };
    let property = app.property(under.property_id).await?;
    let hotel = property.board.hotel();
    let programme = members::programme(hotel).ok_or(Code::NotFound)?;
    // Checked anew: the cookie is the browser's.
    let back = back(&app, &headers, hotel, Some(&under.back));
    let refused = |why: &str| failed(hotel, &headers, &back, &Failure::Refused(why.to_owned()));
    if under.is_over(app.clock.now()) {
        return Ok(refused("it took too long"));
    }
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
            Ok(member) => welcome(&app, &headers, hotel, member, None, &back).await,
            Err(failure) => Ok(failed(hotel, &headers, &back, &failure)),
        },
        (None, Some(error)) => Ok(refused(&format!("it says {}", registered(error)))),
        _ => Ok(refused("neither a code nor an error")),
    }
}

/// `POST /v4/website/users/log-in`: address and password of a member whom the hotel lists. A form that was opened too
/// long ago, or before that of another tab, is answered with a new one.
///
/// # Errors
/// 404 for a hotel that is unknown or lists no members.
pub async fn form(State(app): State<App>, query: Query, headers: HeaderMap, Form(typed): Form) -> Answer<Response> {
    let property = app.property(query.number("property_id", None, 1, i64::MAX)?).await?;
    let hotel = property.board.hotel();
    let Some(Members { sign_in: SignIn::Directory { members: listed }, .. }) = members::programme(hotel) else {
        return Err(Code::NotFound.into());
    };
    let now = app.clock.now();
    let email = typed.text("email").unwrap_or_default();
    // Another page cannot know the proof: nobody is signed in under a name that somebody else chose.
    let proof = typed.text("proof").unwrap_or_default();
    let ours = |under: &Under| {
        under.property_id == hotel.property_id && !under.is_over(now) && app.secret.opens(&under.part("form"), proof)
    };
    let Some(under) = Under::of(&headers).filter(ours) else {
        let under = Under::begin(hotel, back(&app, &headers, hotel, query.text("redirect_url")), now);
        return Ok(form_page(&app, hotel, &headers, &under, Some(Before { email, why: "lbl_sign_in_anew" })));
    };
    match password::check(listed, email, typed.text("password").unwrap_or_default()).await? {
        Some(Listed { member, password_hash, .. }) => {
            let back = back(&app, &headers, hotel, Some(&under.back));
            welcome(&app, &headers, hotel, member.clone(), Some(password_hash), &back).await
        }
        None => Ok(form_page(&app, hotel, &headers, &under, Some(Before { email, why: WRONG }))),
    }
}

/// What was typed into a form that comes again, and the label that says why it does.
struct Before<'t> {
    email: &'t str,
    why: &'static str,
}

/// The label that says that address and password do not belong together.
const WRONG: &str = "lbl_sign_in_wrong";

/// Signed in, and on.
async fn welcome(
    app: &App,
    headers: &HeaderMap,
    hotel: &Hotel,
    member: Member,
    password_hash: Option<&str>,
    back: &str,
) -> Answer<Response> {
    let session = members::begin(app, headers, hotel.property_id, member, password_hash).await?;
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
    let secret = client_secret(app.settings.data_dir.as_deref(), &hotel.code).await.unwrap_or_else(|error| {
        tracing::error!(property_id = hotel.property_id, %error, "the secret of a sign-in client cannot be read");
        None
    });
    Ok(Asked { issuer, client_id, secret, scopes, redirect_uri })
}

fn with_cookie(mut answer: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        answer.headers_mut().append(SET_COOKIE, cookie);
    }
    answer
}

/// The form, with the cookie that its proof goes with.
fn form_page(app: &App, hotel: &Hotel, headers: &HeaderMap, under: &Under, before: Option<Before<'_>>) -> Response {
    let texts = Texts::new(hotel, asked_language(&Query::parse(""), headers).as_deref());
    let words = Words::of_language(texts.language());
    let say = |key: &str| escape(&words.say(key, &[]));
    let mut page = Page::of_hotel(&words, &texts, "lbl_log_in");
    let why = before.as_ref().map(|before| before.why);
    let told = why.map_or_else(String::new, |why| format!("<p id=\"wrong\" role=\"alert\">{}</p>", say(why)));
    let described = match why {
        Some(WRONG) => " aria-invalid=\"true\" aria-describedby=\"wrong\"",
        Some(_) => " aria-describedby=\"wrong\"",
        None => "",
    };
    let typed = before.map(|before| before.email).unwrap_or_default();
    let (in_email, in_password) = if typed.is_empty() { (" autofocus", "") } else { ("", " autofocus") };
    // Opened again after a wrong password, the address begins anew.
    let begin = form_urlencoded::Serializer::new(String::new())
        .append_pair("property_id", &hotel.property_id.to_string())
        .append_pair("redirect_url", &under.back)
        .finish();
    page.push(&format!(
        "<form method=\"post\" action=\"{SIGN_IN}?{begin}\">{told}\
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
        typed = escape(typed),
        back = escape(&under.back),
        home = say("lbl_sign_in_back"),
    ));
    with_cookie(page.answer_with("'self'", "no-store"), &under.cookie(app))
}

/// A page that says that it did not work, with the way back. Why is in the log. What another tab is about goes on.
fn failed(hotel: &Hotel, headers: &HeaderMap, back: &str, failure: &Failure) -> Response {
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
    let mut answer = page.answer_with("'none'", "no-store");
    *answer.status_mut() = match failure {
        Failure::Provider(..) => StatusCode::BAD_GATEWAY,
        Failure::Refused(_) => StatusCode::BAD_REQUEST,
    };
    answer
}
