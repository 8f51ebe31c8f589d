//! The languages that a hotel offers: which way each reads and whose words it shows.

use serde_json::Value;

use crate::support::steps::at;
use crate::support::{HotelFiles, House};

fn language<'a>(property: &'a Value, code: &str) -> &'a Value {
    let languages = property["property_languages"].as_array().expect("languages");
    languages.iter().find(|language| language["language_code"] == code).expect("offered")
}

// clause: I18N-03, I18N-04, I18N-05, I18N-06, I18N-08
#[tokio::test]
async fn the_table_says_how_a_language_reads_and_a_hotel_can_correct_it() {
    let house = House::sqlite().await;
    let odd = &[
        (r#"{ code = "es_DO", name = "Español" }"#, "translations/es_DO.toml"),
        (r#"{ code = "hi_IN", name = "हिन्दी" }"#, "translations/hi_IN.toml"),
        (r#"{ code = "he_IL", name = "עברית" }"#, "translations/he_IL.toml"),
    ];
    house.import(&HotelFiles { languages: odd, ..HotelFiles::default() }).await;
    let property = house.client.get(&at("")).await.is(200).body;
    let of = |code: &str| {
        let language = language(&property, code);
        (language["direction"].clone(), language["label_set"].clone())
    };
    assert_eq!(of("en_US"), ("ltr".into(), "en_US".into()));
    assert_eq!(of("ar_AE"), ("rtl".into(), "ar_AE".into()));
    assert_eq!(of("es_DO"), ("rtl".into(), "ar_AE".into()));
    assert_eq!(of("hi_IN"), ("ltr".into(), "he_IL".into()));
    assert_eq!(of("he_IL"), ("rtl".into(), "he_IL".into()));
    let arabic = &language(&property, "ar_AE")["locale"];
    for (field, text) in [
        ("code", "ar_AE"),
        ("langName", "Arabic"),
        ("langNative", "العربية"),
        ("countryName", "United Arab Emirates"),
        ("countryNativeName", "الإمارات العربية المتحدة"),
        ("currency", "AED"),
        ("countryCode", "AE"),
        ("languageCode", "ar"),
        ("label", "العربية (الإمارات العربية المتحدة)"),
    ] {
        assert_eq!(arabic[field], text, "{field}");
    }

    let corrected = &[(
        r#"{ code = "es_DO", name = "Español", direction = "ltr", label_set = "en_US" }"#,
        "translations/es_DO.toml",
    )];
    house.import(&HotelFiles { languages: corrected, ..HotelFiles::default() }).await;
    api::tick(&house.app).await;
    let property = house.client.get(&at("")).await.is(200).body;
    let spanish = language(&property, "es_DO");
    assert_eq!((&spanish["direction"], &spanish["label_set"]), (&"ltr".into(), &"en_US".into()));
}

#[tokio::test]
async fn a_name_that_an_advertisement_repeats_turns_nobody_away() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let twice = "/?pc=TEST&property_id=1&utm_source=letter&utm_source=partner";
    let answer = house.client.get(&format!("{twice}&language=en_US")).await;
    assert_eq!((answer.status, &answer.headers["location"]), (303, &twice.parse().expect("an address")));
    assert!(answer.headers.contains_key("set-cookie"));
}
