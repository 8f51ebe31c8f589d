//! What a hotel's own calls tell: the fields of the documents, with what the hotel's files say in them.

use serde_json::{Value, json};

use crate::support::steps::{at, king};
use crate::support::{HotelFiles, House};

/// Every one of these members is there, whatever it holds.
#[track_caller]
fn has(value: &Value, members: &[&str]) {
    for member in members {
        let there = member.split('.').try_fold(value, |value, part| value.get(part));
        assert!(there.is_some(), "{member} is missing in {value}");
    }
}

// clause: API-07, DATA-01, DATA-02, DATA-03, DATA-04, DATA-06, I18N-08
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_property_is_told_as_its_files_say() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let property = house.client.get("/v4/properties/1?key=any&token=any").await.is(200).body;
    for (member, value) in [
        ("id", json!(1)),
        ("code", json!("TEST")),
        ("name", json!("The Test")),
        ("phone_no", json!("+1 207 555 0100")),
        ("email", json!("stay@test.example")),
        ("address", json!("1 Proof Lane")),
        ("city", json!("Old Harbour")),
        ("state", json!("ME")),
        ("country", json!("US")),
        ("zip_code", json!("04101")),
        ("business_logo", json!(null)),
        ("cover_photo", json!(null)),
        ("website", json!("https://test.example")),
        ("currency", json!("USD")),
        ("language", json!("en_US")),
        ("region", json!({"url": "/v4/"})),
        ("max_occupancy", json!(4)),
        ("max_los", json!(30)),
        ("business_day", json!({"date": "2026-12-01"})),
        ("last_day", json!("2027-03-30")),
        ("hold_minutes", json!(30)),
    ] {
        assert_eq!(property[member], value, "{member}");
    }
    has(&property, &["guarantee_policy", "refund_policy", "cancellation_policy", "additional_details"]);
    assert!(
        property["pet_policy"].as_str().expect("a text").contains("<strong>welcome</strong>"),
        "{}",
        property["pet_policy"]
    );
    assert_eq!(property["application_configuration"]["enable_children_ages"], true);
    let languages = [("en_US", "English", true), ("ar_AE", "العربية", false)];
    for (at, (code, name, default)) in languages.into_iter().enumerate() {
        let language = &property["property_languages"][at];
        let told = (&language["language_code"], &language["language_name"], &language["default"]);
        assert_eq!(told, (&json!(code), &json!(name), &json!(default)));
    }

    let config = &property["website_config"];
    let flags = [
        "google_analytics_ids",
        "booking_color_id",
        "booking_page_layout",
        "enable_multi_room_booking",
        "enable_loyalty_flow",
        "enable_multi_language_support",
        "enable_multi_currency_support",
        "enable_travel_transport_flow",
        "hide_menus_on_booking_engine",
        "enable_search_reservation",
        "sojern_id",
        "app_id",
        "max_guests_allowed",
        "disable_discount_flow",
        "enable_company_booking",
        "enable_group_member_reservation_booking",
        "rate_display_type",
        "display_tax_inclusive_rate_on_booking_engine",
        "website_config_room_types",
        "injected_scripts",
    ];
    has(config, &flags);
    assert_eq!((&config["booking_color_id"], &config["max_guests_allowed"]), (&json!("#14695f"), &json!(4)));
    assert_eq!((&config["enable_multi_room_booking"], &config["enable_loyalty_flow"]), (&json!(true), &json!(false)));
    let order = config["website_config_room_types"].as_array().expect("an order");
    assert!(order.contains(&json!({"room_type_id": "SUITE", "order_no": 1})), "{order:?}");

    let rooms = property["room_types"].as_array().expect("room types");
    let king = rooms.iter().find(|room| room["id"] == "KING").expect("the King");
    for (member, value) in [
        ("code", json!("KING")),
        ("name", json!("King")),
        ("description", json!("A wide bed.")),
        ("smoking", json!(false)),
        ("accessible", json!(false)),
        ("bed_count", json!(1)),
        ("max_people", json!(3)),
        ("room_type_category", json!({"code": "STANDARD"})),
        ("cover_photo", json!("/media/1/king.png")),
    ] {
        assert_eq!(king[member], value, "{member}");
    }
    assert!(king["additional_details"].as_str().expect("a text").contains("On the quay."));
    assert_eq!(king["images"][0]["alt"], "A wide bed");
    let picture = house.client.get(king["images"][0]["url"].as_str().expect("an address")).await.is(200);
    assert_eq!(picture.headers["content-type"], "image/png");
    let suite = rooms.iter().find(|room| room["id"] == "SUITE").expect("the Suite");
    assert_eq!((&suite["accessible"], &suite["bed_count"]), (&json!(true), &json!(2)));

    // The day is the hotel's own: in New York it is still the 1st when Greenwich has the 2nd.
    house.pass_minutes(16 * 60).await;
    let later = house.client.get("/v4/properties/1").await.is(200).body;
    assert_eq!(later["business_day"]["date"], "2026-12-01");
    house.pass_minutes(5 * 60).await;
    let later = house.client.get("/v4/properties/1").await.is(200).body;
    assert_eq!(later["business_day"]["date"], "2026-12-02");
}

// clause: API-08, API-09, API-18, DATA-13, I18N-09, PAY-13
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_addresses_and_guarantees() {
    let house = House::sqlite().await;
    let required_guest_fields = r#"["first_name", "last_name", "phone"]"#;
    house.import(&HotelFiles { required_guest_fields, ..HotelFiles::default() }).await;
    let client = &house.client;

    let labels = async |locale: &str| -> Value {
        client.get(&format!("/v4/common/language?app_id=BOOKING_ENGINE&locale={locale}")).await.is(200).body
    };
    let (english, arabic) = (labels("en_US").await, labels("ar_AE").await);
    assert!(english["lbl_something_went_wrong"].is_string());
    let labels_of = |labels: &Value| labels.as_object().expect("labels").clone();
    assert!(labels_of(&english).keys().all(|key| arabic[key].is_string()), "every label is there in Arabic");
    assert!(arabic["lbl_adults_count_few"].is_string(), "and the plurals that only Arabic has");
    assert_ne!(english["lbl_something_went_wrong"], arabic["lbl_something_went_wrong"]);
    assert_eq!(labels("ar_EG").await, arabic, "the language without the country");
    for unknown in ["xx_YY", "", "%00", "../../etc"] {
        assert_eq!(labels(unknown).await, english, "{unknown}");
    }

    let texts = client.get(&at("multilingual-dynamic-fields?language_code=ar_AE")).await.is(200).body;
    let king = json!({"language_code": "ar_AE", "object_type": "ROOM_TYPE", "object_code": "KING", "object_id": "KING",
        "multilingual_dynamic_field_details": [{"field_name": "name", "field_value": "غرفة كينغ"}]});
    assert!(texts.as_array().expect("texts").contains(&king), "{texts}");
    assert_eq!(client.get(&at("multilingual-dynamic-fields?language_code=fr_FR")).await.is(200).body, json!([]));

    let rules = async |query: &str| client.get(&at(&format!("address-rules?{query}"))).await.is(200).body;
    let america = rules("country_code=US&booking_flow=true").await;
    has(
        &america,
        &[
            "display_fields",
            "required_guest_fields",
            "state_required",
            "zipcode_required",
            "state_optional",
            "zipcode_optional",
            "property_eligible_states",
            "first_name_regex",
            "last_name_regex",
            "email_regex",
            "address_regex",
            "street_2_regex",
            "zipcode_regex",
        ],
    );
    let states = america["property_eligible_states"].as_array().expect("states");
    let maine = states.iter().find(|state| state["state_code"] == "ME").expect("Maine");
    assert_eq!((&maine["name"], maine["id"].is_null()), (&json!("Maine"), false));
    let required = |rules: &Value| rules["required_guest_fields"].as_array().expect("fields").clone();
    assert!(required(&america).contains(&json!("phone")), "what the hotel asks for is among them");
    assert!(!required(&rules("country_code=US").await).contains(&json!("phone")));
    for country in ["us", "IE", "AE", "CH", "JP"] {
        let of_country = rules(&format!("country_code={country}")).await;
        assert_eq!(of_country["country_code"], country.to_uppercase());
        for member in ["first_name_regex", "last_name_regex", "email_regex", "zipcode_regex"] {
            if let Some(pattern) = of_country[member].as_str() {
                regex::Regex::new(pattern).unwrap_or_else(|error| panic!("{country} {member}: {error}"));
            }
        }
    }

    let path = at("mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14");
    let kinds = client.get(&path).await.is(200).body["guarantee_types"].clone();
    let card = json!({"id": "CC", "code": "CC", "name": "Credit card", "description": kinds[0]["description"],
        "payment_type_required": true, "instant_booking": false});
    assert_eq!(kinds[0], card);
    assert_eq!((&kinds[1]["code"], &kinds[1]["payment_type_required"]), (&json!("HOLD_18"), &json!(false)));
}

// clause: API-26, DATA-11
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn set_rate_takes_what_the_documents_send() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let mut body = king();
    for (member, value) in [
        ("room_id", json!(null)),
        ("discount_id", json!(null)),
        ("group_no", json!(null)),
        ("booked_with_points", json!(false)),
        ("total_redeemed_points", json!(0)),
        ("group_details", json!({"group_block_id": null})),
        ("number_of_children", json!(1)),
        ("children_ages", json!(["7"])),
    ] {
        body[member] = value;
    }
    let answer = client.set_rate(&batch, 1, &body).await.is(200).body;
    let chosen = &answer["data"]["content"];
    assert_eq!(answer["data"]["session_id"], chosen["session_id"]);
    for (member, value) in [
        ("room_type_id", json!("KING")),
        ("room_type_code", json!("KING")),
        ("rate_code_id", json!("FLEX")),
        ("check_in_date", json!("2026-12-12")),
        ("check_out_date", json!("2026-12-14")),
        ("number_of_adults", json!(2)),
        ("number_of_children", json!(1)),
        ("children_ages", json!([7])),
        ("package_id", json!(null)),
        ("room_unit_number", json!(null)),
    ] {
        assert_eq!(chosen[member], value, "{member}");
    }
    has(&chosen["rate"], &["id", "code", "name", "display_code", "package_id", "package_code"]);
    // The child of seven pays 20 a night.
    assert_eq!(chosen["rate_details"][1]["amount"], 220.0);
    has(
        chosen,
        &["profile_taxes.charges", "profile_taxes.estimated_total", "cancellation.free_until", "deposit_schedules"],
    );
    // 48 hours before check-in at 15:00 in New York.
    assert_eq!(chosen["cancellation"]["free_until"], "2026-12-10T15:00:00-05:00");
    assert_eq!(chosen["cancellation"]["penalty"]["kind"], "NIGHTS");
}
