//! The first screen as the server begins it: name, colour and picture of the hotel stand in the page, in the guest's
//! language, before any script has run, and the page keeps that element when it takes over (decisions.md, "Address").

use std::fmt::Write;

use domain::hotel::{Direction, Hotel};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::boards::Property;
use crate::letters::texts::Texts;
use crate::locales;

/// Fills the built `index.html`: language, `<!--head-->`, `<!--first-screen-->` and a nonce on each script and style.
/// `chosen` is the language that the guest chose before (I18N-01).
pub fn fill(
    html: &str,
    property: Option<&Property>,
    chosen: Option<&str>,
    nonce: &str,
    marketing_url: Option<&str>,
) -> String {
    let mut head = String::new();
    if let Some(url) = marketing_url {
        let _ = write!(head, "<meta name=\"portico-marketing-url\" content=\"{}\">", escape(url));
    }
    let mut page = html.replace("<script ", &format!("<script nonce=\"{nonce}\" "));
    page = page.replace("<style>", &format!("<style nonce=\"{nonce}\">"));
    let Some(property) = property else { return page.replace("<!--head-->", &head) };
    let texts = Texts::new(property.board.hotel(), chosen);
    head_of(&texts, nonce, &mut head);
    let (direction, label_set) = locales::reads(texts.language());
    let direction = if direction == Direction::Rtl { "rtl" } else { "ltr" };
    page.replace("<!--head-->", &head)
        .replace("<!--afterwards-->", &afterwards(&texts))
        .replace("<!--first-screen-->", &screen_of(&texts))
        .replace("<title>Book your stay</title>", &format!("<title>{}</title>", escape(texts.name())))
        .replace(
            "<html lang=\"en\" dir=\"ltr\">",
            &format!("<html lang=\"{}\" dir=\"{direction}\">", escape(&label_set.replace('_', "-"))),
        )
}

fn head_of(texts: &Texts, nonce: &str, out: &mut String) {
    let hotel = texts.hotel;
    let city = texts.property("city", &hotel.city);
    let _ = write!(
        out,
        "<meta name=\"description\" content=\"{}\"><style nonce=\"{nonce}\">:root{{--accent:{}}}</style>\
         <meta name=\"csp-nonce\" content=\"{nonce}\">",
        escape(&format!("{}, {city}. {}", texts.name(), tagline(texts))),
        escape(&hotel.website_config.booking_color_id),
    );
    if let Some(cover) = &hotel.cover_photo {
        let (large, small) = sources(hotel, &cover.name, cover.small.as_deref());
        let _ = write!(
            out,
            "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"{small}\" imagesrcset=\"{small} 800w, {large} {}w\" imagesizes=\"100vw\">",
            cover.width
        );
    }
}

/// What is fetched once the first screen is painted.
fn afterwards(texts: &Texts) -> String {
    first_questions(texts).iter().fold(String::new(), |mut out, address| {
        let _ = write!(out, "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{}\">", escape(address));
        out
    })
}

/// What the page asks first, letter by letter as it asks it: the answers come while its code does.
fn first_questions(texts: &Texts) -> Vec<String> {
    let hotel = texts.hotel;
    let language = texts.language();
    let (_, label_set) = locales::reads(language);
    let language = &language.language_code;
    let mut addresses = vec![
        format!("/v4/properties/{}", hotel.property_id),
        format!(
            "/v4/common/language?app_id={}&locale={}",
            utf8_percent_encode(&hotel.website_config.app_id, &FORM),
            label_set
        ),
    ];
    if hotel.languages.first().is_some_and(|own| own.language_code != *language) {
        addresses
            .push(format!("/v4/properties/{}/multilingual-dynamic-fields?language_code={language}", hotel.property_id));
    }
    addresses
}

/// What a browser writes as it is in a query.
const FORM: percent_encoding::AsciiSet = NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_');

fn tagline<'h>(texts: &Texts<'h>) -> &'h str {
    texts.property("tagline", texts.hotel.tagline.as_deref().unwrap_or_default())
}

fn screen_of(texts: &Texts) -> String {
    let hotel = texts.hotel;
    let Some(cover) = &hotel.cover_photo else { return String::new() };
    let (large, small) = sources(hotel, &cover.name, cover.small.as_deref());
    format!(
        "<div id=\"first-screen\" class=\"cover\"><img src=\"{small}\" srcset=\"{small} 800w, {large} {w}w\" sizes=\"100vw\" width=\"{w}\" height=\"{h}\" fetchpriority=\"high\" alt=\"{alt}\"><div class=\"page\"><h1 class=\"serif\">{name}</h1><p>{tagline}</p></div></div>",
        w = cover.width,
        h = cover.height,
        alt = escape(texts.property("cover_photo_alt", &cover.alt)),
        name = escape(texts.name()),
        tagline = escape(tagline(texts)),
    )
}

fn sources(hotel: &Hotel, name: &str, small: Option<&str>) -> (String, String) {
    let path = |name: &str| escape(&format!("/media/{}/{name}", hotel.property_id));
    (path(name), path(small.unwrap_or(name)))
}

/// Text for HTML, also within attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
