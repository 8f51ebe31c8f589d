//! Pages that the server writes itself: the terms and the privacy notice of a hotel that has none of its own
//! (PAY-24), what is said of a letter's or mail's link that opens nothing any more (CONF-05), and the neutral page for a
//! link that names no hotel (START-02).

use std::fmt::Write;

use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use domain::hotel::Hotel;
use sha2::{Digest, Sha256};

use crate::access::cookie;
use crate::app::App;
use crate::error::Answer;
use crate::extract::{Path, Query};
use crate::first_screen::escape;
use crate::letters::clock_time;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::members::programme;
use crate::routes::media_address;
use crate::tags::Tags;

const CSS: &str = include_str!("policy_pages.css");

/// The accent of a page that belongs to no hotel.
const NEUTRAL: &str = "#5b554d";

/// `GET /public/properties/{property_id}/terms`: the hotel's policies under one heading, or its own page.
///
/// # Errors
/// 404 for an unknown hotel.
pub async fn terms(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Response> {
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    let language = asked_language(&query, &headers);
    Ok(of_hotel(hotel, language, hotel.terms_url.as_deref(), "lbl_page_terms", |page, words, texts| {
        let clock = |text: &str| words.time(clock_time(text));
        let times = [("arrival", &*clock(&hotel.check_in_time)), ("departure", &*clock(&hotel.check_out_time))];
        page.paragraph("lbl_page_contract", &words.say("lbl_page_contract_text", &[]));
        page.paragraph("lbl_page_times", &words.say("lbl_page_times_text", &times));
        page.prose("lbl_cancellation_policy", texts.property("cancellation_policy", &hotel.cancellation_policy));
        page.prose("lbl_guarantee_policy", texts.property("guarantee_policy", &hotel.guarantee_policy));
        page.prose("lbl_refund_policy", texts.property("refund_policy", &hotel.refund_policy));
        page.prose("lbl_pet_policy", texts.property("pet_policy", &hotel.pet_policy));
    }))
}

/// `GET /public/properties/{property_id}/privacy`: what is kept about a guest and why, or the hotel's own page.
///
/// # Errors
/// 404 for an unknown hotel.
pub async fn privacy(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Response> {
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    let language = asked_language(&query, &headers);
    Ok(of_hotel(hotel, language, hotel.privacy_url.as_deref(), "lbl_page_privacy", |page, words, texts| {
        let email = words.left_to_right(&hotel.email);
        page.paragraph("lbl_page_who", &who(words, texts));
        page.paragraph("lbl_page_booking_data", &words.say("lbl_page_booking_data_text", &[]));
        page.paragraph("lbl_page_card_data", &words.say("lbl_page_card_data_text", &[]));
        if programme(hotel).is_some() {
            page.paragraph("lbl_page_members", &words.say("lbl_page_members_text", &[]));
        }
        page.paragraph("lbl_page_cookies", &words.say("lbl_page_cookies_text", &[]));
        if Tags::of(hotel, app.settings.conversion_pixel_url.as_deref()) != Tags::default() {
            let asked = hotel.website_config.require_tracking_consent;
            let when = if asked { "lbl_page_measuring_asked" } else { "lbl_page_measuring_unasked" };
            let said = [when, "lbl_page_measuring_text"].map(|label| words.say(label, &[]));
            page.paragraph("lbl_measuring", &said.join(" "));
        }
        page.paragraph("lbl_page_rights", &words.say("lbl_page_rights_text", &[("email", &email)]));
    }))
}

/// The hotel's own page where it has one, else ours, in the guest's language.
fn of_hotel(
    hotel: &Hotel,
    language: Option<String>,
    own: Option<&str>,
    title: &str,
    write: impl FnOnce(&mut Page<'_>, &Words, &Texts<'_>),
) -> Response {
    if let Some(away) = elsewhere(own) {
        return away;
    }
    let texts = Texts::new(hotel, language.as_deref());
    let words = Words::of_language(texts.language());
    let mut page = Page::of_hotel(&words, &texts, title);
    write(&mut page, &words, &texts);
    page.answer()
}

/// `GET /welcome`: where a link leads that names no hotel: to the operator's site, or to a page that says so.
pub async fn welcome(State(app): State<App>, query: Query, headers: HeaderMap) -> Response {
    if let Some(away) = elsewhere(app.settings.marketing_url.as_deref()) {
        return away;
    }
    let words = Words::of(&asked_language(&query, &headers).unwrap_or_else(|| "en_US".to_owned()));
    Page::neutral(&words, "lbl_incomplete_link", "lbl_incomplete_link_text").answer()
}

/// The answer for who follows a link to a letter or calendar file: a browser that it opens nothing for, also since a mail
/// program has cut it, reads where else the stay is found; everybody else gets the problem.
pub(super) async fn of_paper(
    app: &App,
    property_id: i64,
    query: &Query,
    headers: &HeaderMap,
    answer: Answer<Response>,
) -> Answer<Response> {
    let code = match answer {
        Err(problem) if takes_html(headers) && matches!(problem.code().status(), 400 | 404 | 410) => problem.code(),
        answer => return answer,
    };
    let language = asked_language(query, headers);
    let mut refused = match app.property(property_id).await {
        Ok(property) => {
            let hotel = property.board.hotel();
            let texts = Texts::new(hotel, language.as_deref());
            let words = Words::of_language(texts.language());
            let mut page = Page::of_hotel(&words, &texts, "lbl_find_reservation");
            let language = &texts.language().language_code;
            let form = format!("/?pc={}&property_id={property_id}&language={language}#/search-reservation", hotel.code);
            page.push(&format!(
                "<p>{}</p><p><a class=\"button\" href=\"{}\">{}</a></p>",
                // It is over with its time or with a mended address: what to do then is one thing.
                escape(&words.say("lbl_look_up_expired", &[])),
                escape(&form),
                escape(&words.say("lbl_search_reservation", &[])),
            ));
            page.answer_with("'none'", "no-store")
        }
        Err(_) => {
            let words = Words::of(&language.unwrap_or_else(|| "en_US".to_owned()));
            Page::neutral(&words, "lbl_incomplete_link", code.label()).answer_with("'none'", "no-store")
        }
    };
    *refused.status_mut() = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::NOT_FOUND);
    Ok(refused)
}

/// Whether the caller names HTML among what it takes, as browsers do.
fn takes_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    accept.split(',').any(|range| range.split(';').next().is_some_and(|media| media.trim() == "text/html"))
}

/// A page that belongs to no hotel, for a browser whose way ends here; `title` and `text` are labels.
pub(crate) fn alone(headers: &HeaderMap, status: StatusCode, title: &str, text: &str) -> Response {
    let words = Words::of(&asked_language(&Query::parse(""), headers).unwrap_or_else(|| "en_US".to_owned()));
    let mut answer = Page::neutral(&words, title, text).answer_with("'none'", "no-store");
    *answer.status_mut() = status;
    answer
}

/// The language of the query, else the one that the page remembers.
pub(super) fn asked_language(query: &Query, headers: &HeaderMap) -> Option<String> {
    query.text("language").or_else(|| cookie(headers, "hk_language")).map(str::to_owned)
}

/// On to a page of somebody's own; only the web's two schemes lead anywhere.
fn elsewhere(url: Option<&str>) -> Option<Response> {
    let url = url.filter(|url| url.starts_with("https://") || url.starts_with("http://"))?;
    let headers = [(LOCATION, HeaderValue::from_str(url).ok()?), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    Some((StatusCode::FOUND, headers).into_response())
}

/// A page on its way out.
pub(super) struct Page<'w> {
    words: &'w Words,
    style: String,
    body: String,
    title: String,
    foot: String,
}

impl<'w> Page<'w> {
    /// In the hotel's name and colour; `title` is a label.
    pub(super) fn of_hotel(words: &'w Words, texts: &Texts<'_>, title: &str) -> Page<'w> {
        let hotel = texts.hotel;
        let name = escape(&words.isolated(texts.name()));
        let title = escape(&words.say(title, &[]));
        let logo = hotel.business_logo.as_deref().map_or_else(String::new, |name| {
            let address = escape(&media_address(hotel.property_id, name));
            format!("<img src=\"{address}\" alt=\"\" width=\"34\" height=\"34\">")
        });
        let mut foot = escape(&who(words, texts));
        for reach in [&hotel.phone_no, &hotel.email] {
            let _ = write!(foot, " · <bdi dir=\"ltr\">{}</bdi>", escape(reach));
        }
        Page {
            style: style(&hotel.website_config.booking_color_id),
            body: format!("<header>{logo}<p>{name}</p></header><main><h1>{title}</h1>"),
            title: format!("{title} · {name}"),
            foot: format!("<footer><p>{foot}</p></footer>"),
            words,
        }
    }

    fn neutral(words: &'w Words, title: &str, text: &str) -> Page<'w> {
        let (title, text) = (escape(&words.say(title, &[])), escape(&words.say(text, &[])));
        let body = format!("<main class=\"alone\"><h1>{title}</h1><p>{text}</p>");
        Page { style: style(NEUTRAL), body, title, foot: String::new(), words }
    }

    fn paragraph(&mut self, heading: &str, text: &str) {
        self.prose(heading, &format!("<p>{}</p>", escape(text)));
    }

    /// A section of HTML that was cleaned when it was imported; none when it is empty.
    fn prose(&mut self, heading: &str, html: &str) {
        if !html.trim().is_empty() {
            let heading = escape(&self.words.say(heading, &[]));
            let _ = write!(self.body, "<section><h2>{heading}</h2>{html}</section>");
        }
    }

    /// HTML as it stands.
    pub(super) fn push(&mut self, html: &str) {
        self.body.push_str(html);
    }

    pub(super) fn answer(self) -> Response {
        self.answer_with("'none'", "no-cache")
    }

    /// `forms` is where its forms may go, as the content security policy writes it.
    pub(super) fn answer_with(self, forms: &str, cache: &'static str) -> Response {
        let Page { words, style, body, title, foot } = self;
        let direction = if words.right_to_left() { "rtl" } else { "ltr" };
        let html = format!(
            "<!doctype html>\n<html lang=\"{}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <style>{style}</style></head><body>{body}</main>{foot}</body></html>\n",
            escape(words.tag())
        );
        let policy = format!(
            "default-src 'none'; img-src 'self'; style-src 'sha256-{}'; base-uri 'none'; form-action {forms}; frame-ancestors 'self'",
            base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style.as_bytes()))
        );
        let mut answer = html.into_response();
        let headers = answer.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(VARY, HeaderValue::from_static("cookie"));
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        answer
    }
}

/// Name and address of the hotel, each read from its own side.
fn who(words: &Words, texts: &Texts<'_>) -> String {
    [texts.name(), &texts.address(words.comma())].map(|text| words.isolated(text)).join(" · ")
}

/// The style sheet in a hotel's colour; anything but `#rrggbb` is neutral.
fn style(accent: &str) -> String {
    let hex =
        accent.strip_prefix('#').is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|b| b.is_ascii_hexdigit()));
    format!(":root{{--accent:{}}}{CSS}", if hex { accent } else { NEUTRAL })
}
