//! Terms, privacy and the page for a link that names no hotel.

use api::Settings;
use axum::body::Body;
use axum::http::{Request, header};
use domain::hotel::WebsiteConfig;
use domain::measuring::MeasurementIds;
use serde_json::Value;

use crate::house::House;

// clause: PAY-24
#[tokio::test]
async fn a_hotel_without_pages_of_its_own_has_ours() {
    let house = House::new("dar-al-noor", |_| ()).await;
    let details: Value = serde_json::from_slice(&house.get("/v4/properties/2", "*/*").await.bytes).expect("JSON");
    for (name, english, arabic) in [
        ("terms_url", "We cannot take pets", "لا يمكننا استقبال الحيوانات الأليفة"),
        ("privacy_url", "security code is never stored", "رمز الأمان"),
    ] {
        let address = details[name].as_str().expect("an address");
        let page = house.get(address, "text/html").await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains(english) && page.text().contains("lang=\"en-US\" dir=\"ltr\""), "{}", page.text());
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; img-src 'self'; style-src 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert!(page.text().contains("<img src=\"/media/2/logo.svg\" alt=\"\""), "{}", page.text());
        assert!(page.text().contains("prefers-color-scheme:dark"));
        let page = house.get(&format!("{address}?language=ar_AE"), "text/html").await.text();
        assert!(page.contains(arabic) && page.contains("lang=\"ar-AE\" dir=\"rtl\""), "{page}");
        assert!(!page.contains("lbl_"), "{page}");
        // A name that is not translated ends in its own last sign there too.
        let places = 1 + usize::from(name == "privacy_url");
        assert_eq!(page.matches("\u{2069} · \u{2068}").count(), places, "{page}");
        // The language that the booking page remembers.
        let remembered = Request::get(address).header(header::COOKIE, "hk_language=ar_AE").body(Body::empty());
        assert!(house.send(remembered.expect("a request")).await.text().contains(arabic));
    }
    assert_eq!(house.get("/public/properties/9/terms", "*/*").await.status, 404);
}

// clause: ANALYTICS-06, ANALYTICS-10
#[tokio::test]
async fn a_hotel_that_measures_says_what_it_gives_away() {
    let page = |config: fn(&mut WebsiteConfig)| async move {
        let house = House::new("harbour-house", |bundle| config(&mut bundle.hotel.website_config)).await;
        house.get("/public/properties/1/privacy", "text/html").await.text()
    };
    let given = "a hash of your e-mail address";
    let silent = page(|_| ()).await;
    assert!(!silent.contains(given) && !silent.contains("<h2>Measuring</h2>"), "{silent}");
    let asks = page(|config| config.google_analytics_ids = ids()).await;
    assert!(asks.contains(given) && asks.contains("Nothing is measured before you allow it."), "{asks}");
    let asks_nobody = page(|config| {
        config.google_analytics_ids = ids();
        config.require_tracking_consent = false;
    });
    assert!(asks_nobody.await.contains("Your visit is measured unless you refuse."));
}

fn ids() -> MeasurementIds {
    MeasurementIds::parse("G-ONE").expect("an id")
}

// clause: PAY-24
#[tokio::test]
async fn a_hotel_with_pages_of_its_own_has_those() {
    let own = "https://example.org/terms";
    let house = House::new("harbour-house", |bundle| bundle.hotel.terms_url = Some(own.to_owned())).await;
    let details: Value = serde_json::from_slice(&house.get("/v4/properties/1", "*/*").await.bytes).expect("JSON");
    assert_eq!(details["terms_url"], own);
    let page = house.get("/public/properties/1/terms", "text/html").await;
    assert_eq!((page.status, page.header("location")), (302, own));
}

// clause: I18N-01
#[tokio::test]
async fn the_link_of_a_mail_opens_in_the_language_of_the_mail() {
    let house = House::new("dar-al-noor", |_| ()).await;
    let link = |language: &str| format!("/?pc=NOOR&property_id=2&language={language}");
    let page = house.get(&link("ar_AE"), "text/html").await;
    // What follows the hash is carried over by the browser.
    assert_eq!((page.status, page.header("location")), (303, "/?pc=NOOR&property_id=2"));
    assert!(page.header("set-cookie").starts_with("hk_language=ar_AE; Path=/;"), "{}", page.header("set-cookie"));
    for none in ["xx_XX", "ar_AE%3B%20Domain=evil.example", "%0D%0AX-Header:%201"] {
        let page = house.get(&link(none), "text/html").await;
        assert_eq!((page.status, page.header("location")), (303, "/?pc=NOOR&property_id=2"));
        assert_eq!(page.header("set-cookie"), "");
    }
}

// clause: START-02
#[tokio::test]
async fn a_link_that_names_no_hotel_leads_to_the_operators_site_or_to_a_page_that_says_so() {
    let neutral = House::new("harbour-house", |_| ()).await;
    let page = neutral.get("/welcome", "text/html").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("This link is not complete") && !page.text().contains("Harbour House"));
    assert!(neutral.get("/welcome?language=ar_AE", "text/html").await.text().contains("dir=\"rtl\""));

    let site = Settings { marketing_url: Some("https://example.org/hotels".to_owned()), ..Settings::default() };
    let set = House::with("harbour-house", site, |_| ()).await;
    let page = set.get("/welcome", "text/html").await;
    assert_eq!((page.status, page.header("location")), (302, "https://example.org/hotels"));
    // No other scheme leads anywhere.
    let odd = Settings { marketing_url: Some("javascript:alert(1)".to_owned()), ..Settings::default() };
    assert_eq!(House::with("harbour-house", odd, |_| ()).await.get("/welcome", "*/*").await.status, 200);
}
