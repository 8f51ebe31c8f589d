//! Where a hotel's own scripts, its measurement and its conversion pixel come from and send to: what the page's content
//! security policy lets in for that hotel, and for no other (decisions.md, "Third-party scripts").

use axum::http::Uri;
use domain::hotel::Hotel;
use domain::measuring::Script;

use crate::app::MapTiles;

/// Sources to add to the policy; each list is empty for a hotel without tags.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// For `script-src`.
    pub scripts: Vec<String>,
    /// For `connect-src`.
    pub connections: Vec<String>,
    /// For `img-src`.
    pub pictures: Vec<String>,
}

impl Tags {
    /// Of a page without a hotel, which may be a brand's: where its map's tiles come from.
    pub fn of_no_hotel(tiles: Option<&MapTiles>) -> Tags {
        let pictures = tiles.and_then(MapTiles::origin).into_iter().collect();
        Tags { pictures, ..Tags::default() }
    }

    /// Of a hotel; `pixel` is the address of the conversion pixel, which only a hotel with a `sojern_id` uses.
    pub fn of(hotel: &Hotel, pixel: Option<&str>) -> Tags {
        let config = &hotel.website_config;
        let mut tags = Tags::default();
        if !config.google_analytics_ids.is_empty() {
            tags.scripts.push("https://www.googletagmanager.com".to_owned());
            let reached = ["https://www.googletagmanager.com", "https://*.google-analytics.com"];
            tags.connections.extend(reached.map(str::to_owned));
            tags.connections.push("https://*.analytics.google.com".to_owned());
            tags.pictures.extend(reached.map(str::to_owned));
        }
        for origin in config.injected_scripts.iter().map(Script::origin) {
            for sources in [&mut tags.scripts, &mut tags.connections, &mut tags.pictures] {
                sources.push(origin.to_owned());
            }
        }
        if config.sojern_id.is_some() {
            tags.pictures.extend(pixel.and_then(https_origin));
        }
        tags
    }
}

/// Origin of an address: https alone, and nothing that could be more than one source.
pub fn https_origin(address: &str) -> Option<String> {
    let address = if address.starts_with("//") { format!("https:{address}") } else { address.to_owned() };
    let address: Uri = address.parse().ok().filter(|address: &Uri| address.scheme_str() == Some("https"))?;
    let authority = address.authority()?.as_str();
    let plain = authority.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:".contains(&byte));
    plain.then(|| format!("https://{authority}"))
}

#[cfg(test)]
mod tests {
    use domain::measuring::{MeasurementIds, Scripts};

    use super::*;

    fn hotel() -> Hotel {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/harbour-house");
        let files = import::Files::read_dir(folder).expect("the files");
        import::bundle(&files, jiff::civil::date(2026, 11, 21)).expect("no mistakes").hotel
    }

    #[test]
    fn a_page_without_a_hotel_lets_in_the_tiles_of_the_map_alone() {
        assert_eq!(Tags::of_no_hotel(None), Tags::default());
        let of = |url: &str| Tags::of_no_hotel(Some(&MapTiles { url: url.to_owned(), credit: String::new() })).pictures;
        assert_eq!(of("https://tiles.example:8443/{z}/{x}/{y}.png"), ["https://tiles.example:8443"]);
        assert_eq!(of("https://tiles.example/a/{z}/{x}/{y}.png?k=1"), ["https://tiles.example"]);
        for url in ["http://tiles.example/{z}/{x}/{y}.png", "https://{s}.tiles.example/{z}/{x}/{y}.png"] {
            assert!(of(url).is_empty(), "{url}");
        }
    }

    // clause: ANALYTICS-07, ANALYTICS-08
    #[test]
    fn only_what_a_hotel_names_is_let_in() {
        let mut hotel = hotel();
        let pixel = Some("https://pixel.example/p?v=1");
        assert_eq!(Tags::of(&hotel, pixel), Tags::default());
        hotel.website_config.google_analytics_ids = MeasurementIds::parse("G-ONE").expect("an id");
        hotel.website_config.injected_scripts =
            Scripts::parse("https://a.example:8443/x.js, https://b.example/y.js").expect("scripts");
        let tags = Tags::of(&hotel, pixel);
        assert_eq!(tags.scripts, ["https://www.googletagmanager.com", "https://a.example:8443", "https://b.example"]);
        assert!(tags.connections.contains(&"https://*.google-analytics.com".to_owned()));
        assert!(!tags.pictures.contains(&"https://pixel.example".to_owned()), "without a sojern_id");
        hotel.website_config.sojern_id = Some("s-7".to_owned());
        assert!(Tags::of(&hotel, pixel).pictures.contains(&"https://pixel.example".to_owned()));
    }
}
