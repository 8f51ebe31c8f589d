//! The first screen as the server begins it: name, colour and picture of the hotel stand in the page before any
//! script has run, and the page keeps that element when it takes over (decisions.md, "Address").

use std::fmt::Write;

use domain::hotel::Hotel;

use crate::boards::Property;

/// Fills the built `index.html`: `<!--head-->`, `<!--first-screen-->` and a nonce on each script and style.
pub fn fill(html: &str, property: Option<&Property>, nonce: &str, marketing_url: Option<&str>) -> String {
    let mut head = String::new();
    let mut screen = String::new();
    if let Some(url) = marketing_url {
        let _ = write!(head, "<meta name=\"portico-marketing-url\" content=\"{}\">", escape(url));
    }
    if let Some(property) = property {
        let hotel = property.board.hotel();
        head_of(hotel, nonce, &mut head);
        screen_of(hotel, &mut screen);
    }
    let mut page = html.replace("<!--head-->", &head).replace("<!--first-screen-->", &screen);
    if let Some(property) = property {
        let hotel = property.board.hotel();
        page = page.replace("<title>Book your stay</title>", &format!("<title>{}</title>", escape(&hotel.name)));
    }
    page.replace("<script ", &format!("<script nonce=\"{nonce}\" "))
}

fn head_of(hotel: &Hotel, nonce: &str, out: &mut String) {
    let colour = &hotel.website_config.booking_color_id;
    let _ = write!(
        out,
        "<meta name=\"description\" content=\"{}\"><style nonce=\"{nonce}\">:root{{--accent:{}}}</style>",
        escape(&format!("{}, {}. {}", hotel.name, hotel.city, hotel.tagline.as_deref().unwrap_or(""))),
        escape(colour),
    );
    let _ = write!(out, "<meta name=\"csp-nonce\" content=\"{nonce}\">");
    if let Some(cover) = &hotel.cover_photo {
        let (large, small) = sources(hotel, &cover.name, cover.small.as_deref());
        let _ = write!(
            out,
            "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"{small}\" imagesrcset=\"{small} 800w, {large} {}w\" imagesizes=\"100vw\">",
            cover.width
        );
    }
}

fn screen_of(hotel: &Hotel, out: &mut String) {
    let Some(cover) = &hotel.cover_photo else { return };
    let (large, small) = sources(hotel, &cover.name, cover.small.as_deref());
    let _ = write!(
        out,
        "<div id=\"first-screen\" class=\"cover\"><img src=\"{small}\" srcset=\"{small} 800w, {large} {w}w\" sizes=\"100vw\" width=\"{w}\" height=\"{h}\" fetchpriority=\"high\" alt=\"{alt}\"><div class=\"page\"><h1 class=\"serif\">{name}</h1><p>{tagline}</p></div></div>",
        w = cover.width,
        h = cover.height,
        alt = escape(&cover.alt),
        name = escape(&hotel.name),
        tagline = escape(hotel.tagline.as_deref().unwrap_or("")),
    );
}

fn sources(hotel: &Hotel, name: &str, small: Option<&str>) -> (String, String) {
    let path = |name: &str| escape(&format!("/media/{}/{name}", hotel.property_id));
    (path(name), path(small.unwrap_or(name)))
}

/// Text for HTML, also within attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
