//! Where the calls stand: four services of one process, one path for each call, and what a page sends to them.

use serde_json::json;

use crate::support::hotel::ID;
use crate::support::steps::{at, guest, held_until_18, king};
use crate::support::{HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    four_services_stand_beside_each_other
    a_path_without_properties_leads_to_the_one_that_answers
    set_rate_takes_what_it_knows_and_passes_over_the_rest
    the_sessions_of_the_commit_are_the_booking_data
    a_flag_of_the_files_is_told_with_the_next_load
);

// clause: API-01, API-02, API-03
async fn four_services_stand_beside_each_other(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let property = client.get(&format!("/v4/properties/{ID}")).await.is(200).body;
    // The core's base and the card service's origin are the property's to say.
    let core = property["region"]["url"].as_str().expect("a base");
    client.get(&format!("{core}properties/{ID}")).await.is(200);
    let vault = property["vault_origin"].as_str().expect("an origin");
    let form = client.get(&at("payments/hpc/init?origin=https://page.example")).await.is(200).body;
    assert_eq!(form["vault_origin"], vault);
    assert!(form["frame_url"].as_str().is_some_and(|frame| frame.starts_with(&format!("{vault}/"))), "{form}");
    // The enterprise and the public service answer under prefixes of their own.
    client.get("/enterprise/v4/check-mop?property_id=1&company_code=NOBODY").await.refuses(404, "COMPANY_UNKNOWN");
    let number = client.booked().await;
    client.look_up(number["confirmation_no"].as_str().expect("a number")).await;
    let letter = number["letter_url"].as_str().expect("an address");
    assert!(letter.starts_with("/public/"), "{letter}");
    client.get(letter).await.is(200);
}

// clause: API-29, API-56
async fn a_path_without_properties_leads_to_the_one_that_answers(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let call = format!("booking-engine/new-booking/{}/set-rate", batch.sessions[0]);
    let led = client.post(&format!("/v4/{ID}/{call}?x=%20"), &batch.secret, &king()).await.is(308);
    assert_eq!(led.headers["location"], format!("{}?x=%20", at(&call)).as_str());
    client.post(&at(&call), &batch.secret, &king()).await.is(200);
    let events = client.get(&format!("/v4/{ID}/web/events")).await.is(308);
    assert_eq!(events.headers["location"], at("web/events").as_str());
    client.get(&at("web/events")).await.is(200);
    for nowhere in ["/v4/x/web/events", "/v4//web/events", "/v4/1", "/v5/1/web/events"] {
        client.get(nowhere).await.refuses(404, "NOT_FOUND");
    }
}

// clause: API-28
async fn set_rate_takes_what_it_knows_and_passes_over_the_rest(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let mut asked = king();
    asked["something_newer"] = json!({"deep": [1]});
    asked["number_of_adults"] = json!(1);
    let set = client.set_rate(&batch, 1, &asked).await.is(200).body;
    assert_eq!(set["data"]["content"]["number_of_adults"], 1);
    assert!(set["data"]["content"]["something_newer"].is_null());
    asked["number_of_adults"] = json!("one");
    assert_eq!(client.set_rate(&batch, 1, &asked).await.refuses(400, "BAD_FIELD").fields(), ["number_of_adults"]);
}

// clause: API-47, API-46
async fn the_sessions_of_the_commit_are_the_booking_data(house: House) {
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    // No call before it says who comes: the guest and the remarks stand in the commit.
    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["guest_data"] = guest()["guest_data"].clone();
    commit["sessions"][0]["stay_remarks"] = json!("A cot, please");
    commit["sessions"][0]["remarks"] = json!("Late arrival");
    let rooms = client.commit(&batch, &commit).await.is(200).body;
    assert_eq!((&rooms[0]["first_name"], &rooms[0]["status"]), (&json!("Siobhán"), &json!("HOLD")));
    let letter = client.get_html(rooms[0]["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains("A cot, please") && letter.contains("Late arrival"), "{letter}");
    assert_eq!(house.reservations().await, (1, 0));
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let mut commit = held_until_18(&batch);
    for name in ["remarks", "stay_remarks"] {
        commit["sessions"][0][name] = json!("A cot, please");
    }
    let room = client.commit(&batch, &commit).await.is(200).body[0].clone();
    let letter = client.get_html(room["letter_url"].as_str().expect("an address")).await;
    assert_eq!(letter.matches("A cot, please").count(), 1, "said twice, wished once");
    let missing = client.begin(1).await;
    client.set_rate(&missing, 1, &king()).await.is(200);
    client.commit(&missing, &held_until_18(&missing)).await.refuses(422, "GUEST_INCOMPLETE");
}

// clause: ROLE-04
async fn a_flag_of_the_files_is_told_with_the_next_load(house: House) {
    let files = HotelFiles::default();
    house.import(&files).await;
    let flag = async || {
        let property = house.client.get(&format!("/v4/properties/{ID}")).await.is(200).body;
        property["website_config"]["enable_search_reservation"].clone()
    };
    assert_eq!(flag().await, true);
    let changed = HotelFiles { managed: false, ..files };
    let body = json!({"files": changed.texts(), "binary_files": changed.pictures()});
    house.client.post("/operator/v1/import", OPERATOR, &body).await.is(200);
    assert_eq!(flag().await, false);
}
