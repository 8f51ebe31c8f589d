//! Packages: what can be had, what it contains, and that its price is one price everywhere.

use serde_json::{Value, json};

use crate::support::steps::{at, guest, held_until_18, room};
use crate::support::{HotelFiles, House};

const STAY: &str = "check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2";

async fn house() -> House {
    let house = House::sqlite().await;
    house.import(&HotelFiles { packages: true, ..HotelFiles::default() }).await;
    house
}

impl House {
    async fn available(&self, more: &str) -> Value {
        let path = at(&format!("mini-rates-with-availability/v3?{STAY}{more}"));
        self.client.get(&path).await.is(200).body
    }
}

/// Each rate of the King: rate, package, total.
fn of_king(answer: &Value) -> Vec<(String, String, f64)> {
    let rooms = answer["rate_details"].as_array().expect("rooms");
    let Some(king) = rooms.iter().find(|room| room["room_type_id"] == "KING") else { return Vec::new() };
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let rate = |rate: &Value| {
        let total = rate["price_summary"]["total_amount_after_tax_and_fee"].as_f64().expect("a total");
        (text(&rate["id"]), text(&rate["package_id"]), total)
    };
    king["rate_codes"].as_array().expect("rates").iter().map(rate).collect()
}

/// A rate of the King as answered.
fn rate<'a>(answer: &'a Value, code: &str, package: Option<&str>) -> &'a Value {
    let rooms = answer["rate_details"].as_array().expect("rooms");
    let king = rooms.iter().find(|room| room["room_type_id"] == "KING").expect("the King");
    let mut rates = king["rate_codes"].as_array().expect("rates").iter();
    rates.find(|rate| rate["id"] == code && rate["package_id"].as_str() == package).expect("the rate")
}

fn cents(value: &Value) -> i64 {
    (value.as_f64().expect("an amount") * 100.0).round() as i64
}

// clause: API-13, API-14, API-16, DATA-07, DATA-08, PRICE-07
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packages_stand_beside_the_plain_rates() {
    let house = house().await;
    let answer = house.available("").await;
    // Two nights of 200 and a fee of 12 each, 9 percent on both, less the 2 percent contained: 457.68 for the room. Two
    // suppers of 54.50 with 9 percent on top and two kayaks of 20.40 with their tax in it: 159.61 more.
    let plain = rate(&answer, "FLEX", None);
    let packed = rate(&answer, "FLEX", Some("LOBSTER"));
    let total = |rate: &Value| cents(&rate["price_summary"]["total_amount_after_tax_and_fee"]);
    assert_eq!(total(packed) - total(plain), 10_900 + 981 + 4_080);
    assert_eq!(packed["package_code"], "LOBSTER");
    assert_eq!(packed["package_description"], "Supper on the quay, and a kayak all day.");
    assert_eq!(packed["price_details"][0]["amount"], 200.0 + 109.0 + 20.4);
    assert_eq!(packed["price_details"][1]["amount"], 220.4);
    assert_eq!(packed["rate_amount"], packed["price_details"][0]["amount"]);
    let known = json!([{"id": "LOBSTER", "code": "LOBSTER", "name": "Lobster and kayak",
        "description": "Supper on the quay, and a kayak all day.", "cover_photo": "/media/1/king.png",
        "cover_photo_alt": "A wide bed", "cover_photo_small": null,
        "package_rate_codes": [{"rate_code_id": "FLEX"}, {"rate_code_id": "ADVANCE"}]}]);
    assert_eq!(answer["packages"], known);
    let contents = json!([
        {"id": "SUPPER", "code": "SUPPER", "name": "Lobster supper", "package_id": "LOBSTER",
            "charges": [{"date": "2026-12-12", "amount": 109.0, "net_value": 118.81, "net_value_excl_taxes": 109.0}]},
        {"id": "KAYAK", "code": "KAYAK", "name": "Kayak", "package_id": "LOBSTER",
            "charges": [{"date": "2026-12-12", "amount": 20.4, "net_value": 20.4, "net_value_excl_taxes": 20.0},
                {"date": "2026-12-13", "amount": 20.4, "net_value": 20.4, "net_value_excl_taxes": 20.0}]}]);
    assert_eq!(answer["package_charge_types"], contents);
    // Nothing of it for a stay that it is not for.
    let early =
        "mini-rates-with-availability/v3?check_in_date=2026-12-08&check_out_date=2026-12-11&number_of_persons=2";
    let early = house.client.get(&at(early)).await.is(200).body;
    assert!(of_king(&early).iter().all(|(_, package, _)| package.is_empty()));
    assert_eq!(early["package_charge_types"], json!([]));

    let applicable = |stay: &str| at(&format!("package-rates/applicable?{stay}"));
    assert_eq!(house.client.get(&applicable(STAY)).await.is(200).body, known);
    for other in [
        "check_in_date=2026-12-12&check_out_date=2026-12-13&number_of_persons=2",
        "check_in_date=2026-12-09&check_out_date=2026-12-12&number_of_persons=2",
        "check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=4",
    ] {
        assert_eq!(house.client.get(&applicable(other)).await.is(200).body, json!([]), "{other}");
    }
    house.client.get(&applicable("check_in_date=2026-12-12")).await.refuses(400, "BAD_FIELD");
}

// clause: API-12, API-14, SEARCH-35
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_package_can_be_asked_for_alone() {
    let house = house().await;
    let all = of_king(&house.available("").await);
    let only = of_king(&house.available("&package_id=LOBSTER").await);
    let packed: Vec<_> = all.iter().filter(|(_, package, _)| package == "LOBSTER").cloned().collect();
    assert_eq!((only.as_slice(), only.len()), (packed.as_slice(), 2));
    assert_eq!(of_king(&house.available("&package_id=NOPE").await), all, "one that there is not is passed over");
}

// clause: API-25, API-26, API-27, DATA-11, DATA-12, CONF-02, CONF-05, PRICE-08
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_package_is_one_price_from_the_list_to_the_letter() {
    let house = house().await;
    let client = &house.client;
    let listed = house.available("").await;
    let packed = rate(&listed, "FLEX", Some("LOBSTER"));
    let total = cents(&packed["price_summary"]["total_amount_after_tax_and_fee"]);
    let mut body = room("KING", "FLEX", "2026-12-12", "2026-12-14", 2);
    body["package_id"] = json!("LOBSTER");
    body["rate_details"] = packed["price_details"].clone();

    let batch = client.begin(1).await;
    let chosen = client.set_rate(&batch, 1, &body).await.is(200).body["data"]["content"].clone();
    assert_eq!((&chosen["package_id"], &chosen["rate"]["package_code"]), (&json!("LOBSTER"), &json!("LOBSTER")));
    assert_eq!(chosen["package_name"], "Lobster and kayak");
    for total in ["total_amount", "total_tax_amount", "total_fee_amount", "total_amount_after_tax_and_fee"] {
        assert_eq!(chosen["price_summary"][total], packed["price_summary"][total], "{total}");
    }
    assert_eq!(chosen["rate_details"], packed["price_details"]);
    let folio = client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.is(200).body;
    assert_eq!(cents(&folio["estimated_total"]), total);
    let charges = folio["charges"].as_array().expect("charges");
    assert_eq!(charges.iter().map(|charge| cents(&charge["net_value"])).sum::<i64>(), total);
    let of = |code: &str| {
        charges.iter().filter(|c| c["charge_type_code"] == code).map(|c| cents(&c["net_value"])).sum::<i64>()
    };
    assert_eq!((of("SUPPER"), of("KAYAK")), (11_881, 4_080));

    // The breakdown of the nights says the same.
    let path = at("package-rates/FLEX/breakdown");
    let rates: Vec<Value> = packed["price_details"].as_array().expect("nights").iter().map(|night| {
        json!({"date": format!("{}T00:00:00Z", night["date"].as_str().expect("a date")), "amount": night["amount"]})
    }).collect();
    let ask = json!({"rate_code_id": "FLEX", "number_of_persons": 2, "number_of_children": 0, "children_ages": [],
        "rates": rates, "package_id": "LOBSTER"});
    let parts = client.post(&path, "", &ask).await.is(200).body["data"]["rates"].clone();
    assert_eq!(parts.as_array().expect("nights").iter().map(|night| cents(&night["total"])).sum::<i64>(), total);
    let first: Vec<(&str, f64)> = parts[0]["breakdown"]
        .as_array()
        .expect("parts")
        .iter()
        .map(|part| (part["code"].as_str().expect("a code"), part["amount"].as_f64().expect("an amount")))
        .collect();
    assert_eq!(first, [("ROOM", 200.0), ("SUPPER", 109.0), ("KAYAK", 20.4), ("HARBOR_FEE", 12.0)]);
    assert_eq!(
        parts[0]["breakdown"][1]["taxes"],
        json!([{"tax_type_id": "LODGING_TAX", "name": "State lodging tax", "amount": 9.81, "inclusive": false}])
    );
    assert_eq!(parts[1]["date"], "2026-12-13");

    client.add_guest(&batch, &guest()).await.is(200);
    let mut commit = held_until_18(&batch);
    commit["expected_total"] = json!(total as f64 / 100.0);
    let expected = json!({"room_type_id": "KING", "rate_code_id": "FLEX", "check_in_date": "2026-12-12",
        "check_out_date": "2026-12-14", "number_of_adults": 2, "number_of_rooms": 1});
    commit["sessions"][0]["expected_room"] = expected.clone();
    client.commit(&batch, &commit).await.refuses(409, "ROOM_CHANGED");
    commit["sessions"][0]["expected_room"]["package_id"] = json!("LOBSTER");
    let booked = client.commit(&batch, &commit).await.is(200).body[0].clone();
    assert_eq!((cents(&booked["total_amount"]), &booked["package_name"]), (total, &json!("Lobster and kayak")));
    let found = house.looked_up(booked["confirmation_no"].as_str().expect("a number")).await;
    let details = &found["reservation_details"];
    assert_eq!((&details["package_id"], &details["package_name"]), (&booked["package_id"], &booked["package_name"]));
    let letter = format!("{}&language=ar_AE", booked["letter_url"].as_str().expect("an address"));
    let letter = client.get_html(&letter).await;
    assert!(letter.contains("الكركند والقارب") && letter.contains("عشاء الكركند"), "{letter}");
}

// clause: API-27
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_on_offer_is_refused_by_its_field() {
    let house = house().await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let ask = async |room_type: &str, rate: &str, arrival: &str, package: Value| {
        let mut body = room(room_type, rate, arrival, "2026-12-14", 2);
        body["package_id"] = package;
        client.set_rate(&batch, 1, &body).await
    };
    for (room_type, rate, arrival, package) in [
        ("KING", "FLEX", "2026-12-12", json!("NOPE")),
        ("SUITE", "FLEX", "2026-12-12", json!("LOBSTER")),
        ("KING", "FLEX", "2026-12-13", json!("LOBSTER")),
        ("KING", "FLEX", "2026-12-08", json!("LOBSTER")),
    ] {
        let refused = ask(room_type, rate, arrival, package).await.refuses(422, "NOT_ON_OFFER");
        assert_eq!(refused.body["errors"][0]["field"], "package_id");
    }
    ask("KING", "POINTS", "2026-12-12", json!(null)).await.refuses(422, "NOT_ON_OFFER");
    let mut body = room("KING", "FLEX", "2026-12-12", "2026-12-14", 2);
    body["booked_with_points"] = json!(true);
    client.set_rate(&batch, 1, &body).await.refuses(422, "MEMBER_AWAY");
    // A price seen without the package is not that of the package.
    let listed = house.available("").await;
    body["booked_with_points"] = json!(false);
    body["package_id"] = json!("LOBSTER");
    body["rate_details"] = rate(&listed, "FLEX", None)["price_details"].clone();
    let refused = client.set_rate(&batch, 1, &body).await.refuses(409, "PRICE_CHANGED");
    let ours = rate(&listed, "FLEX", Some("LOBSTER"));
    assert_eq!(refused.body["quotes"][0]["rate_details"], ours["price_details"]);
    assert_eq!(house.nights().await, (0, 0));

    let breakdown = async |rate: &str, change: &dyn Fn(&mut Value)| {
        let nights = json!([{"date": "2026-12-12", "amount": 329.4}, {"date": "2026-12-13", "amount": 220.4}]);
        let mut ask = json!({"number_of_persons": 2, "rates": nights, "package_id": "LOBSTER"});
        change(&mut ask);
        client.post(&at(&format!("package-rates/{rate}/breakdown")), "", &ask).await
    };
    breakdown("FLEX", &|_| ()).await.is(200);
    assert_eq!(breakdown("NOPE", &|_| ()).await.refuses(422, "NOT_ON_OFFER").fields(), ["rate_code_id"]);
    assert_eq!(breakdown("POINTS", &|_| ()).await.refuses(422, "NOT_ON_OFFER").fields(), ["package_id"]);
    // A night too short, and a night before its season: what set-rate refuses.
    let one = json!([{"date": "2026-12-12", "amount": 329.4}]);
    let early = json!([{"date": "2026-12-09", "amount": 329.4}, {"date": "2026-12-10", "amount": 220.4}]);
    for nights in [one, early] {
        let refused = breakdown("FLEX", &|ask| ask["rates"] = nights.clone()).await.refuses(422, "NOT_ON_OFFER");
        assert_eq!(refused.fields(), ["package_id"]);
        breakdown("FLEX", &|ask| {
            ask["rates"] = nights.clone();
            ask["package_id"] = json!(null);
        })
        .await
        .is(200);
    }
    breakdown("FLEX", &|ask| ask["rates"][0]["amount"] = json!(100.0)).await.refuses(422, "UNACCEPTABLE");
    for date in ["2026-12-12T18:00:00Z", "2026-12-12 or so", "2026-12-12T00:00:00+14:00", "20261212T1"] {
        let refused = breakdown("FLEX", &|ask| ask["rates"][0]["date"] = json!(date)).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), ["rates[0].date"], "{date}");
    }
    breakdown("FLEX", &|ask| ask["rates"][0]["date"] = json!("2026-12-12T00:00:00.000Z")).await.is(200);
    breakdown("FLEX", &|ask| ask["rate_code_id"] = json!("ADVANCE")).await.refuses(400, "BAD_FIELD");
    breakdown("FLEX", &|ask| ask["rates"] = json!([])).await.refuses(400, "BAD_FIELD");
    breakdown("FLEX", &|ask| ask["rates"][0]["amount"] = json!(-1.0)).await.refuses(400, "BAD_FIELD");
    let apart = json!([{"date": "2026-12-12", "amount": 329.4}, {"date": "2026-12-14", "amount": 329.4}]);
    breakdown("FLEX", &|ask| ask["rates"] = apart.clone()).await.refuses(400, "BAD_FIELD");
}

// clause: ROOMS-23, DATA-07, API-12, ROLE-02
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rates_for_points_say_so_and_what_they_cost() {
    let house = house().await;
    let answer = house.available("").await;
    let points = rate(&answer, "POINTS", None);
    assert_eq!((&points["points_eligible"], &points["price_summary"]["total_points"]), (&json!(true), &json!(18_000)));
    let flex = rate(&answer, "FLEX", None);
    assert_eq!((&flex["points_eligible"], &flex["price_summary"]["total_points"]), (&json!(false), &json!(0)));
    let only = house.available("&book_with_points=true").await;
    let rates: Vec<_> = of_king(&only).into_iter().map(|(rate, _, _)| rate).collect();
    assert_eq!(rates, ["POINTS"]);
    // Nobody is shown a price in the calendar that only members with points can have.
    let calendar = at("calendar/lowest-rate-calendar?start_date=2026-12-12&end_date=2026-12-13&number_of_persons=2");
    let day =
        house.client.get(&calendar).await.is(200).body["rate_details"][0]["rate_codes"][0]["price_details"][0].clone();
    assert_eq!(day["amount"], 180.0);
}
