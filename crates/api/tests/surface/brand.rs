//! The hotels of a brand, and from what each can be had.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::support::log::Log;
use crate::support::{Answer, Client, HotelFiles, House, on_both_engines};

const VAULT: bool = false;
const LOWEST: &str = "/v4/crs/rates/lowest";
const DEMO: [&str; 3] = ["harbour-house", "dar-al-noor", "chalet-edelgrat"];

on_both_engines!(
    a_brand_lists_its_hotels_in_the_guests_language
    the_lowest_rate_is_that_of_the_cheapest_offer
    the_lowest_rates_are_told_in_another_currency_where_there_is_a_rate
    a_hotel_that_is_not_found_has_no_price
    a_hotel_has_prices_of_what_its_own_search_takes
    nights_that_are_not_on_sale_are_told_apart_from_those_that_are_sold
    a_hotel_that_cannot_be_read_has_no_price_and_the_others_have_theirs
    the_mark_of_a_hotel_that_cannot_be_read_is_shown_as_it_is
    hotels_near_a_place_come_the_nearest_first
    a_hotel_joins_and_leaves_by_its_files
    a_question_that_cannot_be_answered_names_its_field
);

fn question(more: Value) -> Value {
    let mut question = json!({"brand_codes": ["PORTICO"], "check_in_date": "2026-12-12", "check_out_date": "2026-12-15",
        "number_of_person": 2, "number_of_rooms": 1, "include_default_rate_plan_strikethrough": true,
        "enable_auto_promo_selection": true, "app_id": "BOOKING_ENGINE"});
    for (name, value) in more.as_object().expect("an object") {
        question[name] = value.clone();
    }
    question
}

impl Client {
    async fn lowest(&self, more: Value) -> Answer {
        self.post(LOWEST, "", &question(more)).await
    }
}

/// One member of each entry.
fn each<'a>(answer: &'a Answer, member: &str) -> Vec<&'a Value> {
    answer.body.as_array().expect("a list").iter().map(|entry| &entry[member]).collect()
}

async fn import_brand(house: House) -> House {
    for hotel in DEMO {
        house.import_demo(hotel).await;
    }
    house
}

// clause: BRAND-18, API-32, API-71, API-33
async fn a_brand_lists_its_hotels_in_the_guests_language(house: House) {
    let house = import_brand(house).await;
    let brand = house.client.get("/v4/brand-codes?code=PORTICO").await.is(200).body;
    assert_eq!((&brand["code"], &brand["name"]), (&json!("PORTICO"), &json!("Portico Hotels")));
    assert_eq!(brand["image_url"], "/media/1/brand.svg");
    // Whoever has the picture asks whether it is still the same.
    let picture = house.client.get("/media/1/brand.svg").await.is(200);
    let again = Request::get("/media/1/brand.svg").header(header::IF_NONE_MATCH, &picture.headers[header::ETAG]);
    let again = house.client.send(again.body(Body::empty()).expect("a request")).await.is(304);
    assert_eq!((again.text.as_str(), &again.headers[header::ETAG]), ("", &picture.headers[header::ETAG]));
    let noor = &brand["properties"][1];
    assert_eq!((&noor["id"], &noor["code"], &noor["name"]), (&json!(2), &json!("NOOR"), &json!("Dar Al Noor")));
    assert_eq!((&noor["property_type"], &noor["city"]), (&json!("HOTEL"), &json!("Dubai")));
    assert_eq!(
        (&noor["latitude"], &noor["longitude"], &noor["currency"]),
        (&json!(25.2631), &json!(55.2972), &json!("AED"))
    );
    assert!(noor["image"]["url"].as_str().is_some_and(|url| url.starts_with("/media/2/")), "{noor}");
    let amenity = noor["amenities"].as_array().and_then(|list| list.first()).expect("amenities");
    assert!(amenity["name"].is_string() && amenity["icon"].is_string());
    let arabic = house.client.get("/v4/brand-codes?code=PORTICO&language_code=ar_EG").await.is(200).body;
    assert_eq!(arabic["properties"][1]["name"], "دار النور");
    assert_eq!(arabic["properties"][0]["name"], "Harbour House", "what is not translated is as the hotel wrote it");
    house.client.get("/v4/brand-codes?code=OTHER").await.refuses(404, "BRAND_UNKNOWN");
    house.client.get("/v4/brand-codes").await.refuses(400, "BAD_FIELD");
}

// clause: API-32, API-72, API-73, BRAND-06
async fn the_lowest_rate_is_that_of_the_cheapest_offer(house: House) {
    let house = import_brand(house).await;
    let (mut sold_out, mut too_many_for_one) = (0, 0);
    for (from, to, adults) in [
        ("2026-12-01", "2026-12-02", 1),
        ("2026-12-12", "2026-12-15", 2),
        ("2026-12-23", "2026-12-27", 4),
        ("2027-02-05", "2027-02-12", 3),
        ("2027-07-01", "2027-07-31", 6),
    ] {
        let asked = json!({"check_in_date": from, "check_out_date": to, "number_of_person": adults});
        let answer = house.client.lowest(asked).await.is(200);
        assert_eq!(each(&answer, "code"), ["HARB", "NOOR", "EDEL"]);
        for entry in answer.body.as_array().expect("a list") {
            let path = format!(
                "/v4/properties/{}/mini-rates-with-availability/v3?check_in_date={from}&check_out_date={to}&number_of_rooms=1&number_of_persons={adults}",
                entry["id"]
            );
            let offers = house.client.get(&path).await.is(200).body;
            let rates = offers["rate_details"].as_array().expect("rooms").iter();
            let summaries = rates
                .flat_map(|room| room["rate_codes"].as_array().expect("rates"))
                .filter(|rate| rate["points_eligible"] == false)
                .map(|rate| &rate["price_summary"]);
            let total = |summary: &&Value| summary["total_amount_after_tax_and_fee"].as_f64().expect("an amount");
            let most = entry["most_adults"].as_u64().expect("a number");
            match summaries.min_by(|a, b| total(a).total_cmp(&total(b))) {
                Some(cheapest) => {
                    assert!(most >= adults, "{entry}");
                    assert_eq!(entry["lowest_total"], cheapest["total_amount_after_tax_and_fee"], "{path}");
                    assert_eq!(entry["lowest_rate"], cheapest["avg_amount_after_discount"], "{path}");
                }
                None => {
                    sold_out += 1;
                    too_many_for_one += usize::from(most < adults);
                    assert_eq!((&entry["lowest_rate"], &entry["lowest_total"]), (&Value::Null, &Value::Null));
                }
            }
        }
    }
    assert!(sold_out > 0, "a hotel that cannot be had is in the list all the same");
    assert!(too_many_for_one >= 3, "no room of the three takes six adults");
    let one = house.client.lowest(json!({"property_codes": ["NOOR"]})).await.is(200);
    assert_eq!(each(&one, "code"), ["NOOR"]);
    let rest = house.client.lowest(json!({"offset": 1, "limit": 1})).await.is(200);
    assert_eq!(each(&rest, "code"), ["NOOR"]);
}

async fn the_lowest_rates_are_told_in_another_currency_where_there_is_a_rate(house: House) {
    let house = import_brand(house).await;
    let plain = house.client.lowest(json!({})).await.is(200).body;
    assert_eq!(each_member(&plain, "conversion_lowest_total"), [Value::Null, Value::Null, Value::Null]);
    // Half a dollar for a euro, a franc and a half, and no dirham: that is told by the dollar it follows.
    house.import_rates("Date,USD,CHF\n2026-12-01,0.5,1.5\n").await;
    let euros = house.client.lowest(json!({"conversion_currency": "EUR"})).await.is(200).body;
    for (hotel, own) in euros.as_array().expect("hotels").iter().zip(plain.as_array().expect("hotels")) {
        assert_eq!((&hotel["currency"], &hotel["lowest_total"]), (&own["currency"], &own["lowest_total"]));
        assert_eq!(hotel["conversion"]["currency"], "EUR");
        for amount in ["lowest_rate", "lowest_total"] {
            let converted = hotel[format!("conversion_{amount}")].as_f64().expect("an amount");
            let exact =
                own[amount].as_f64().expect("an amount") * hotel["conversion"]["rate"].as_f64().expect("a rate");
            assert!((converted - exact).abs() < 0.02, "{hotel}");
        }
    }
    let own = house.client.lowest(json!({"conversion_currency": "USD"})).await.is(200).body;
    assert_eq!(own[0]["conversion"], Value::Null, "a hotel's own currency is no other one");
    // A currency without a rate is told by no hotel, and one that is none is refused.
    let none = house.client.lowest(json!({"conversion_currency": "JPY"})).await.is(200).body;
    assert_eq!(each_member(&none, "conversion"), [Value::Null, Value::Null, Value::Null]);
    let refused = house.client.lowest(json!({"conversion_currency": "euros"})).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["conversion_currency"]);
}

fn each_member(list: &Value, member: &str) -> Vec<Value> {
    list.as_array().expect("a list").iter().map(|entry| entry[member].clone()).collect()
}

// clause: API-74
async fn a_hotel_that_is_not_found_has_no_price(house: House) {
    let house = import_brand(house).await;
    let refused = house.client.lowest(json!({"property_codes": ["GONE"]})).await.refuses(404, "PROPERTY_UNKNOWN");
    assert_eq!(refused.body["message"], "This hotel is not known here.");
    // Those that are known are answered.
    let rest = house.client.lowest(json!({"property_codes": ["GONE", "NOOR"]})).await.is(200);
    assert_eq!(each(&rest, "code"), ["NOOR"]);
    let mut most = vec!["GONE"; 999];
    most.push("NOOR");
    let rest = house.client.lowest(json!({"property_codes": most})).await.is(200);
    assert_eq!(each(&rest, "code"), ["NOOR"]);
}

// clause: SEARCH-04, SEARCH-07, BRAND-12
async fn a_hotel_has_prices_of_what_its_own_search_takes(house: House) {
    let house = import_brand(house).await;
    house
        .import_demo_changed("harbour-house", |bundle| {
            bundle.hotel.max_los = 14;
            bundle.hotel.website_config.max_guests_allowed = Some(1);
        })
        .await;
    api::tick(&house.app).await;
    let told = async |more: Value| {
        let entry = house.client.lowest(more).await.is(200).body[0].clone();
        (entry["lowest_total"].is_number(), entry["most_adults"].clone())
    };
    assert_eq!(told(json!({"number_of_person": 1})).await, (true, json!(1)));
    assert_eq!(told(json!({"number_of_person": 2})).await, (false, json!(1)), "in two rooms");
    // The last day to leave on.
    for (until, has_price, most) in [("2026-12-16", true, json!(1)), ("2026-12-17", false, Value::Null)] {
        let days = json!({"check_in_date": "2026-12-14", "check_out_date": until, "number_of_person": 1});
        assert_eq!(told(days).await, (has_price, most), "{until}");
    }
}

// clause: BRAND-12
async fn nights_that_are_not_on_sale_are_told_apart_from_those_that_are_sold(house: House) {
    let house = import_brand(house).await;
    house
        .import_demo_changed("harbour-house", |bundle| {
            // Guests can search behind the five hundred nights that have prices.
            bundle.hotel.max_los = 600;
            // The house is closed on the 9th and 10th of January.
            for row in bundle.nights.iter_mut().filter(|row| !row.prices.is_empty()) {
                row.prices[39..41].fill(None);
            }
            bundle.stock.iter_mut().for_each(|row| row.total[60] = 0);
        })
        .await;
    api::tick(&house.app).await;
    let told = async |from: &str, until: &str, adults: u8| {
        let days = json!({"check_in_date": from, "check_out_date": until, "number_of_person": adults});
        let entry = house.client.lowest(days).await.is(200).body[0].clone();
        (entry["lowest_total"].is_number(), entry["most_adults"].is_number(), entry["reason"].clone())
    };
    assert_eq!(told("2026-12-12", "2026-12-15", 2).await, (true, true, Value::Null));
    assert_eq!(told("2027-01-30", "2027-01-31", 2).await, (false, true, Value::Null), "all is sold");
    assert_eq!(told("2027-01-10", "2027-01-12", 2).await, (false, true, json!("NO_PRICE")));
    // The last night is that of April 13, 2028.
    for (from, until, adults) in
        [("2028-04-12", "2028-04-15", 2), ("2028-05-01", "2028-05-03", 2), ("2028-05-01", "2028-05-03", 6)]
    {
        assert_eq!(told(from, until, adults).await, (false, true, json!("BEYOND_CALENDAR")), "{from}");
    }
    assert_eq!(told("2028-04-12", "2028-04-14", 2).await, (true, true, Value::Null), "to its last night");
    assert_eq!(told("2028-12-01", "2028-12-03", 2).await, (false, false, Value::Null), "its search refuses that");
}

async fn a_hotel_that_cannot_be_read_has_no_price_and_the_others_have_theirs(house: House) {
    let house = import_brand(house).await;
    let before = house.client.lowest(json!({})).await.is(200).body;
    house.import_demo_changed("dar-al-noor", |bundle| bundle.hotel.time_zone = "Nowhere".to_owned()).await;
    // A server that begins has read nothing yet.
    let twin = house.twin().await;
    let after = twin.client.lowest(json!({})).await.is(200).body;
    assert_eq!((&after[0], &after[2]), (&before[0], &before[2]));
    let mut none = before[1].clone();
    (none["lowest_rate"], none["lowest_total"]) = (Value::Null, Value::Null);
    none["most_adults"] = Value::Null;
    assert_eq!(after[1], none);
    let alone =
        twin.client.lowest(json!({"property_codes": ["NOOR"], "conversion_currency": "EUR"})).await.is(200).body;
    assert_eq!(alone, json!([none]));
}

/// On one thread, whose log is looked at.
#[tokio::test]
async fn a_hotel_that_cannot_be_read_is_read_once_until_it_is_imported_again() {
    let house = import_brand(House::on(None, VAULT).await).await;
    let before = house.client.lowest(json!({})).await.is(200).body;
    house.import_demo_changed("dar-al-noor", |bundle| bundle.hotel.time_zone = "Nowhere".to_owned()).await;
    let twin = house.twin().await;
    let (log, _here) = Log::of_this_thread();
    for _ in 0..3 {
        assert_eq!(twin.client.lowest(json!({})).await.is(200).body[1]["lowest_rate"], Value::Null);
        api::tick(&twin.app).await;
    }
    let told = log.text().lines().filter(|line| line.contains("ERROR")).count();
    assert_eq!(told, 1, "{}", log.text());
    log.says(&["property_id=2", "Nowhere"]);
    house.import_demo("dar-al-noor").await;
    api::tick(&twin.app).await;
    assert_eq!(twin.client.lowest(json!({})).await.is(200).body, before);
}

async fn the_mark_of_a_hotel_that_cannot_be_read_is_shown_as_it_is(house: House) {
    let house = import_brand(house).await;
    house.import_demo_changed("harbour-house", |bundle| bundle.hotel.time_zone = "Nowhere".to_owned()).await;
    let mark = house.twin().await.client.get("/media/1/brand.svg").await.is(200);
    assert!(mark.text.contains("<svg") && !mark.text.contains("<style>"), "{}", mark.text);
}

// clause: BRAND-19, API-72
async fn hotels_near_a_place_come_the_nearest_first(house: House) {
    let house = import_brand(house).await;
    let near = |radius: f64| json!({"brand_codes": null, "location": {"brand_codes": ["PORTICO"], "radius": radius, "lat": 47.3769, "long": 8.5417}});
    let all = house.client.lowest(near(20_100.0)).await.is(200);
    assert_eq!(each(&all, "code"), ["EDEL", "NOOR", "HARB"]);
    let round = house.client.lowest(near(200.0)).await.is(200);
    assert_eq!(each(&round, "code"), ["EDEL"]);
    let way = round.body[0]["distance"].as_f64().expect("kilometres");
    assert!((150.0..165.0).contains(&way), "{way}");
    let anywhere = house.client.lowest(json!({})).await.is(200);
    assert_eq!(anywhere.body[0]["distance"], Value::Null);
}

// clause: API-71
async fn a_hotel_joins_and_leaves_by_its_files(house: House) {
    let brand = "brand = { code = \"SMALL\", name = \"Small Houses\" }";
    let first = HotelFiles { brand, ..HotelFiles::default() };
    house.import(&first).await;
    let names = |answer: Answer| -> Vec<Value> { each_property(&answer, "code") };
    assert_eq!(names(house.client.get("/v4/brand-codes?code=SMALL").await.is(200)), ["TEST"]);
    house.import(&HotelFiles { property_id: 2, code: "TWO", brand, ..HotelFiles::default() }).await;
    api::tick(&house.app).await;
    assert_eq!(names(house.client.get("/v4/brand-codes?code=SMALL").await.is(200)), ["TEST", "TWO"]);
    house.import(&HotelFiles { brand: "", ..first.clone() }).await;
    api::tick(&house.app).await;
    assert_eq!(names(house.client.get("/v4/brand-codes?code=SMALL").await.is(200)), ["TWO"]);
    house.import(&HotelFiles { property_id: 2, code: "TWO", ..HotelFiles::default() }).await;
    api::tick(&house.app).await;
    house.client.get("/v4/brand-codes?code=SMALL").await.refuses(404, "BRAND_UNKNOWN");
}

fn each_property(answer: &Answer, member: &str) -> Vec<Value> {
    answer.body["properties"].as_array().expect("hotels").iter().map(|hotel| hotel[member].clone()).collect()
}

// clause: API-72
async fn a_question_that_cannot_be_answered_names_its_field(house: House) {
    let house = import_brand(house).await;
    for (more, field) in [
        (json!({"brand_codes": null}), "brand_codes"),
        (json!({"brand_codes": []}), "brand_codes"),
        (json!({"check_in_date": "2026-12-32"}), "check_in_date"),
        (json!({"check_out_date": "2026-12-12"}), "check_out_date"),
        (json!({"number_of_person": 0}), "number_of_person"),
        (json!({"number_of_person": 7}), "number_of_person"),
        (json!({"number_of_rooms": 2}), "number_of_rooms"),
        (json!({"limit": 0}), "limit"),
        (json!({"limit": 1001}), "limit"),
        (json!({"property_codes": vec!["NOOR"; 1001]}), "property_codes"),
        (json!({"location": {"brand_codes": ["PORTICO"], "radius": 1, "lat": 0, "long": 0}}), "brand_codes"),
        (
            json!({"brand_codes": null, "location": {"brand_codes": ["PORTICO"], "radius": -1, "lat": 0, "long": 0}}),
            "location.radius",
        ),
        (
            json!({"brand_codes": null, "location": {"brand_codes": ["PORTICO"], "radius": 1, "lat": 91, "long": 0}}),
            "location.lat",
        ),
    ] {
        let refused = house.client.lowest(more.clone()).await;
        assert_eq!(refused.status, 400, "{more}: {}", refused.text);
        assert_eq!(refused.fields(), [field], "{more}");
    }
    house.client.lowest(json!({"brand_codes": ["OTHER"]})).await.refuses(404, "BRAND_UNKNOWN");
}
