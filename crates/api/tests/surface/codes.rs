//! Promo, company and group codes from the search to the confirmation.

use serde_json::{Value, json};

use crate::support::hotel::ID;
use crate::support::steps::{at, booking, guest, held_until_18, king, room};
use crate::support::{Answer, Client, HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_company_code_is_checked_and_its_people_are_not_asked_for_a_guarantee
    a_company_that_ceases_to_pay_asks_the_guest
    a_guest_who_pays_one_room_guarantees_it_alone
    a_promo_code_makes_the_stay_cheaper_from_search_to_confirmation
    codes_exclude_one_another
    a_breakdown_needs_the_code_of_its_rate
    every_code_is_taken_only_where_the_hotel_takes_it
    guessing_a_code_tells_nothing
    whether_a_plan_needs_a_code_cannot_be_asked
);

fn with_codes() -> HotelFiles {
    HotelFiles { takes_codes: true, kings: 3, ..HotelFiles::default() }
}

/// Availability for two nights from the 12th of December on.
async fn offers(client: &Client, codes: &str) -> Value {
    let path = format!("mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14{codes}");
    client.get(&at(&path)).await.is(200).body
}

/// The offers of a King by rate: total and rate before any discount.
fn kings(answer: &Value) -> Vec<(String, f64, f64)> {
    let rooms = answer["rate_details"].as_array().expect("rooms");
    let king = rooms.iter().find(|room| room["room_type_id"] == "KING");
    let rates = king.and_then(|king| king["rate_codes"].as_array()).cloned().unwrap_or_default();
    rates
        .iter()
        .map(|rate| {
            let summary = &rate["price_summary"];
            let amount = |field: &str| summary[field].as_f64().expect("an amount");
            let code = rate["id"].as_str().expect("a code").to_owned();
            (code, amount("total_amount_after_discount"), amount("total_amount"))
        })
        .collect()
}

async fn check(client: &Client, rest: &str) -> Answer {
    client.get(&at(&format!("check-discounts?{rest}"))).await
}

fn with(mut body: Value, more: Value) -> Value {
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    body
}

// clause: API-10, API-12, API-26, SEARCH-30, ERR-12, ROOMS-05, DATA-09
async fn a_promo_code_makes_the_stay_cheaper_from_search_to_confirmation(house: House) {
    house.import(&with_codes()).await;
    let client = &house.client;
    let found = check(client, "start_date=2026-12-12&end_date=2026-12-14&code=winter15").await.is(200).body;
    assert_eq!((&found[0]["discount_id"], &found[0]["validation_status"]), (&json!("WINTER15"), &json!("VALID")));
    let short = "start_date=2026-12-12&end_date=2026-12-13&code=WINTER15";
    let text = json!([{"text": "For two winter nights or more."}]);
    assert_eq!(check(client, short).await.is(200).body, text, "a restriction has a text and no status");
    let arabic = check(client, &format!("{short}&language_code=ar_AE")).await.is(200).body;
    assert_eq!(arabic[0]["text"], "لليلتين أو أكثر في الشتاء.");
    let together = "start_date=2026-12-12&end_date=2026-12-14&code=two+rooms";
    assert_eq!(check(client, together).await.is(200).body[0]["text"], "For two rooms or more.");
    let two = check(client, &format!("{together}&number_of_rooms=2")).await.is(200).body;
    assert_eq!(two[0]["discount_id"], "TWO ROOMS");
    // Where each of the two is chosen by itself, it is for two rooms all the same.
    let both = client.begin(2).await;
    let asked =
        "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&discount_id=TWO+ROOMS";
    let path = at(&format!("{asked}&session_id={}", both.sessions[0]));
    let of_two = client.get_with(&path, &both.secret).await.is(200).body;
    assert_eq!(of_two["discount"]["id"], "TWO ROOMS");
    assert_eq!(kings(&of_two)[0], ("FLEX".into(), 370.0, 400.0));
    assert_eq!(client.get(&at(asked)).await.is(200).body["discount"], Value::Null);

    let answer = offers(client, "&discount_id=WINTER15").await;
    assert_eq!(answer["discount"], json!({"id": "WINTER15", "name": "Winter"}));
    let advance = |kings: &[(String, f64, f64)]| kings.iter().find(|(rate, ..)| rate == "ADVANCE").cloned();
    let reduced = kings(&answer);
    assert_eq!(reduced[0], ("FLEX".into(), 340.0, 400.0));
    assert_eq!(advance(&reduced), advance(&kings(&offers(client, "").await)), "the promotion is not for this rate");

    let batch = client.begin(1).await;
    let seen = json!([{"date": "2026-12-12", "amount": 170.0}, {"date": "2026-12-13", "amount": 170.0}]);
    let body = with(king(), json!({"discount_id": "winter15", "rate_details": seen}));
    let held = client.set_rate(&batch, 1, &body).await.is(200).body["data"]["content"].clone();
    assert_eq!(held["discount"], json!({"id": "WINTER15", "name": "Winter"}));
    assert_eq!(held["price_summary"]["total_amount"], json!(400.0));
    let undiscounted = client.set_rate(&batch, 1, &with(king(), json!({"rate_details": seen}))).await;
    assert_eq!(undiscounted.refuses(409, "PRICE_CHANGED").body["quotes"][0]["discount"], Value::Null);
    client.add_guest(&batch, &guest()).await.is(200);
    let resumed = client.read_batch(&batch).await.is(200).body;
    assert_eq!(resumed["selected_rooms"][0]["discount"]["id"], "WINTER15", "a reload finds it again");
    // The tax is on what is really paid.
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(rooms[0]["discount"]["name"], "Winter");
    assert_eq!(rooms[0]["total_amount"], resumed["selected_rooms"][0]["profile_taxes"]["estimated_total"]);
    let letter = client.get(rooms[0]["letter_url"].as_str().expect("an address")).await;
    assert_eq!(letter.status, 200);
}

// clause: API-25, API-27
#[tokio::test]
async fn a_promotion_that_is_gone_at_commit_is_a_new_price() {
    let house = House::sqlite().await;
    house.import(&with_codes()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &with(king(), json!({"discount_id": "WINTER15"}))).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    api::tick(&house.app).await;
    let refused = client.commit(&batch, &held_until_18(&batch)).await.refuses(409, "PRICE_CHANGED");
    assert_eq!(refused.body["quotes"][0]["price_summary"]["total_amount_after_discount"], json!(400.0));
    assert_eq!(house.reservations().await, (0, 0));
}

// clause: API-24, API-31, SEARCH-22, SEARCH-24, SEARCH-26, ROOMS-39, PAY-11, DATA-07
async fn a_company_code_is_checked_and_its_people_are_not_asked_for_a_guarantee(house: House) {
    house.import(&with_codes()).await;
    let client = &house.client;
    let mop = |code: &str| format!("/enterprise/v4/check-mop?company_code={code}&property_id={ID}");
    let company = client.get(&mop("acme")).await.is(200).body;
    assert_eq!(company, json!({"company_pays": true, "company_id": "ACME", "name": "Acme"}));
    client.get(&mop("NOBODY")).await.refuses(404, "COMPANY_UNKNOWN");

    assert!(kings(&offers(client, "").await).iter().all(|(rate, ..)| rate != "CORPORATE"));
    let answer = offers(client, "&company_code=ACME&mop=COMPANY").await;
    assert_eq!(answer["company"], json!({"id": "ACME", "name": "Acme"}));
    let has_deposits = |answer: &Value| answer.to_string().contains("\"deposit_schedules\":[{");
    let guest_pays = offers(client, "&company_code=ACME&mop=GUEST").await;
    assert_eq!((has_deposits(&guest_pays), has_deposits(&answer)), (true, false), "nothing is asked of its people");
    let rates = kings(&answer);
    assert_eq!(rates.first(), Some(&("FLEX".to_owned(), 380.0, 400.0)));
    assert_eq!(rates.last(), Some(&("CORPORATE".to_owned(), 300.0, 300.0)));
    let flags: Vec<_> = answer["rate_details"].as_array().expect("rooms")[1]["rate_codes"]
        .as_array()
        .expect("rates")
        .iter()
        .map(|rate| rate["is_company_rate_code"] == true)
        .collect();
    assert!(flags.contains(&true) && flags.contains(&false));

    let batch = client.begin(1).await;
    let path = booking(&format!("new-booking/{}/company-reservations", batch.sessions[0]));
    let attach =
        json!({"reservation_company": {"company_id": "ACME", "is_local": true, "company_rates_applied": true}});
    let attached = client.post(&path, &batch.secret, &attach).await.is(200).body;
    assert_eq!(attached["mop"], "COMPANY", "the company pays unless it is said otherwise");
    client
        .post(&path, &batch.secret, &json!({"reservation_company": {"company_id": "NOBODY"}}))
        .await
        .refuses(422, "CODE_NOT_VALID");
    let held = client.set_rate(&batch, 1, &room("KING", "CORPORATE", "2026-12-12", "2026-12-14", 2)).await.is(200).body;
    let held = &held["data"]["content"];
    assert_eq!((&held["mop"], &held["company"]["id"]), (&json!("COMPANY"), &json!("ACME")));
    assert_eq!((&held["profile_taxes"]["due_now"], &held["profile_taxes"]["due_at_hotel"]), (&json!(0.0), &json!(0.0)));
    // Named again it pays as was said; who pays can be said of it alone.
    for (said, pays) in [
        (json!({"company_code": "ACME"}), "COMPANY"),
        (json!({"mop": "GUEST"}), "GUEST"),
        (json!({"company_code": "ACME", "mop": "GUEST"}), "GUEST"),
        (json!({}), "COMPANY"),
    ] {
        let ask = with(room("KING", "CORPORATE", "2026-12-12", "2026-12-14", 2), said.clone());
        let held = client.set_rate(&batch, 1, &ask).await.is(200).body["data"]["content"].clone();
        assert_eq!((&held["mop"], &held["company"]["id"]), (&json!(pays), &json!("ACME")), "{said}");
    }
    client.post(&path, &batch.secret, &attach).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let nothing = json!({"sessions": [], "transportations": []});
    let rooms = client.commit(&batch, &nothing).await.is(200).body;
    assert_eq!((&rooms[0]["mop"], &rooms[0]["company"]["name"]), (&json!("COMPANY"), &json!("Acme")));

    // Without the company the same rate is not sold, and a guarantee is asked for.
    let batch = client.begin(1).await;
    client
        .set_rate(&batch, 1, &room("KING", "CORPORATE", "2026-12-12", "2026-12-14", 2))
        .await
        .refuses(422, "NOT_ON_OFFER");
    // Nor does a room that was chosen without it become its own.
    client.set_rate(&batch, 1, &king()).await.is(200);
    let path = booking(&format!("new-booking/{}/company-reservations", batch.sessions[0]));
    let refused = client.post(&path, &batch.secret, &attach).await.refuses(422, "UNACCEPTABLE").body;
    assert_eq!(refused["errors"][0]["field"], "reservation_company");
    let guest_pays = with(king(), json!({"company_code": "ACME", "mop": "GUEST"}));
    client.set_rate(&batch, 1, &guest_pays).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    client.commit(&batch, &nothing).await.refuses(422, "GUARANTEE_REQUIRED");
}

// clause: PAY-11
async fn a_company_that_ceases_to_pay_asks_the_guest(house: House) {
    house.import(&with_codes()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let by_company = with(king(), json!({"company_code": "ACME", "mop": "COMPANY"}));
    client.set_rate(&batch, 1, &by_company).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    house.import(&HotelFiles { company_pays: false, ..with_codes() }).await;
    api::tick(&house.app).await;
    let nothing = json!({"sessions": [], "transportations": []});
    client.commit(&batch, &nothing).await.refuses(409, "PRICE_CHANGED");
    let refused = client.set_rate(&batch, 1, &by_company).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.body["errors"][0]["field"], "mop");
}

// clause: PAY-11, PAY-12
async fn a_guest_who_pays_one_room_guarantees_it_alone(house: House) {
    house.import(&with_codes()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &with(king(), json!({"company_code": "ACME", "mop": "COMPANY"}))).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    client.commit(&batch, &json!({"sessions": []})).await.refuses(422, "GUARANTEE_REQUIRED");
    // The page sends the guest's choice for every room; on the company's it is left aside.
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let told = |index: usize| (&rooms[index]["mop"], &rooms[index]["guarantee_type_id"]);
    assert_eq!(told(0), (&json!("COMPANY"), &Value::Null));
    assert_eq!(told(1), (&json!("GUEST"), &json!("HOLD_18")));
}

// The price of a plan that is made for a company is taken apart for whoever has its code.
// clause: API-17, SEARCH-23
async fn a_breakdown_needs_the_code_of_its_rate(house: House) {
    house.import(&with_codes()).await;
    let ask = json!({"number_of_persons": 2, "rates": [{"date": "2026-12-12", "amount": 150.0}]});
    let breakdown = async |rate: &str, code: &str| {
        house.client.post(&at(&format!("package-rates/{rate}/breakdown?{code}")), "", &ask).await
    };
    for code in ["", "company_code=NOTHING", "group_code=SKICLUB"] {
        let refused = breakdown("CORPORATE", code).await.refuses(422, "NOT_ON_OFFER");
        assert_eq!(refused.fields(), ["rate_code_id"], "{code}");
    }
    breakdown("CORPORATE", "company_code=ACME").await.is(200);
    breakdown("FLEX", "group_code=SKICLUB").await.is(200);
    breakdown("FLEX", "company_code=ACME&group_code=SKICLUB").await.refuses(422, "UNACCEPTABLE");
}

// clause: SEARCH-14
async fn codes_exclude_one_another(house: House) {
    house.import(&with_codes()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    for (codes, field) in [
        (json!({"discount_id": "WINTER15", "company_code": "ACME"}), "company_code"),
        (json!({"discount_id": "WINTER15", "group_no": "SKICLUB"}), "discount_id"),
    ] {
        let refused = client.set_rate(&batch, 1, &with(king(), codes)).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.body["errors"][0]["field"], field);
    }
    let both = "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&group_code=SKICLUB";
    client.get(&at(&format!("{both}&company_code=ACME"))).await.refuses(422, "UNACCEPTABLE");
    client.get(&at(&format!("{both}&mop=SOMEBODY"))).await.refuses(400, "BAD_FIELD");
    let other = json!({"group_no": "SKICLUB", "group_details": {"group_block_id": "OTHER"}});
    let refused = client.set_rate(&batch, 1, &with(king(), other)).await.refuses(422, "CODE_NOT_VALID");
    assert_eq!(refused.body["errors"][0]["field"], "group_details.group_block_id");
}

// clause: ERR-11, ERR-12
async fn guessing_a_code_tells_nothing(house: House) {
    house.import(&with_codes()).await;
    let client = &house.client;
    for guess in ["NOTHING", "winter16", "%3Cb%3E", "ACME", "SKICLUB", "%D9%86%D9%88%D8%B1"] {
        let stay = "start_date=2026-12-12&end_date=2026-12-14";
        assert_eq!(check(client, &format!("{stay}&code={guess}")).await.is(200).body, json!([]));
        let plain = offers(client, "").await;
        assert_eq!(offers(client, &format!("&discount_id={guess}")).await, plain);
    }
    let plain = offers(client, "").await;
    assert_eq!(offers(client, "&group_code=WINTER15").await, plain);
    assert_eq!(offers(client, "&company_code=WINTER15").await, plain);
    let batch = client.begin(1).await;
    for (code, field) in [
        (json!({"discount_id": "NOTHING"}), "discount_id"),
        (json!({"group_no": "NOTHING"}), "group_no"),
        (json!({"company_code": "NOTHING"}), "company_code"),
    ] {
        let refused = client.set_rate(&batch, 1, &with(king(), code)).await.refuses(422, "CODE_NOT_VALID");
        assert_eq!(refused.body["errors"][0]["field"], field);
    }
    let told = client.get(&at("multilingual-dynamic-fields?language_code=ar_AE")).await.is(200).body.to_string();
    assert!(!told.contains("WINTER15"), "{told}");
    // A promotion that is, but not for this stay, is refused in the same words.
    let short = with(room("KING", "FLEX", "2026-12-12", "2026-12-13", 2), json!({"discount_id": "WINTER15"}));
    client.set_rate(&batch, 1, &short).await.refuses(422, "CODE_NOT_VALID");
    check(client, "start_date=2026-12-12&end_date=2026-12-14").await.refuses(400, "BAD_FIELD");
    check(client, "start_date=2026-12-12&end_date=2026-12-12&code=X").await.refuses(400, "BAD_FIELD");
    client.get("/enterprise/v4/check-mop?company_code=ACME").await.refuses(400, "BAD_FIELD");
}

// clause: ERR-11, ERR-12
async fn whether_a_plan_needs_a_code_cannot_be_asked(house: House) {
    house.import(&with_codes()).await;
    let asked = async |plans: &str| offers(&house.client, &format!("&rate_code_ids={plans}")).await;
    assert_eq!(asked("CORPORATE").await, asked("XYZ").await);
    assert_eq!(asked("ADVANCE,CORPORATE").await, asked("ADVANCE").await);
    let corporate = kings(&asked("CORPORATE&company_code=ACME").await);
    assert_eq!(corporate.iter().map(|(rate, ..)| rate.as_str()).collect::<Vec<_>>(), ["CORPORATE"]);
}

// clause: SEARCH-15, DATA-04
async fn every_code_is_taken_only_where_the_hotel_takes_it(house: House) {
    let client = &house.client;
    for takes in [true, false] {
        let files = HotelFiles { takes_codes: true, kings: 3, ..HotelFiles::default() };
        let mut texts = files.texts();
        if !takes {
            texts.entry("hotel.toml").and_modify(|hotel| {
                *hotel = hotel
                    .replace("disable_discount_flow = false", "disable_discount_flow = true")
                    .replace("enable_company_booking = true", "enable_company_booking = false")
                    .replace("enable_group_member_reservation_booking = true", "");
            });
        }
        let body = json!({"files": texts, "binary_files": files.pictures()});
        client.post("/operator/v1/import", crate::support::OPERATOR, &body).await.is(200);
        api::tick(&house.app).await;
        let found = check(client, "start_date=2026-12-12&end_date=2026-12-14&code=WINTER15").await.is(200).body;
        assert_eq!(found.as_array().map(Vec::len), Some(usize::from(takes)));
        let mop = client.get(&format!("/enterprise/v4/check-mop?company_code=ACME&property_id={ID}")).await;
        assert_eq!(mop.status, if takes { 200 } else { 404 });
        let group = offers(client, "&group_code=SKICLUB").await["group_block"]["id"].clone();
        assert_eq!(group, if takes { json!("SKICLUB") } else { Value::Null });
    }
}
