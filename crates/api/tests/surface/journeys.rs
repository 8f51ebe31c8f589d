//! From an empty batch to confirmed rooms.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::hotel::ID;
use crate::support::steps::{at, booking, guest, held_until_18, king, room};
use crate::support::{Answer, HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    one_room_from_search_to_confirmation
    two_rooms_are_booked_together
    a_room_given_back_is_free_again
    a_page_loaded_again_goes_on_where_it_was
    a_commit_names_what_is_missing
    a_batch_is_opened_by_its_own_secret_only
    a_repeated_creation_answers_the_same_batch
);

// clause: API-20, API-21, API-25, API-30, API-41, API-42, API-45, API-46, DATA-10, DATA-11, DATA-12, PAY-12
async fn one_room_from_search_to_confirmation(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    assert_eq!(client.kings_left().await, 2);

    let begun = client.post(&booking("new-batch-booking?count=1"), "", &Value::Null).await.is(201);
    assert_eq!(begun.body["status"], "OPEN");
    assert_eq!(begun.body["max_los"], 30);
    assert_eq!(begun.body["existing_reservation"], Value::Null);
    assert_eq!(begun.body["required_guest_fields"], json!(["first_name", "last_name", "email"]));
    let allowed = &begun.body["restrictions"]["booking_profile"];
    assert_eq!(allowed["restricted_guarantee_types"], json!(["CC", "HOLD_18"]));
    assert_eq!(allowed["guarantee_required_to_book"], true);
    assert_eq!(allowed["booking_profiles_guarantee_types"][0], json!({"id": "CC", "instant_booking": false}));
    let batch = crate::support::steps::Batch::of(&begun);

    let set = client.set_rate(&batch, 1, &king()).await.is(200);
    let chosen = &set.body["data"]["content"];
    assert_eq!(set.body["data"]["session_id"], batch.sessions[0].as_str());
    assert_eq!((&chosen["room_no"], &chosen["room_type_name"]), (&json!(1), &json!("King")));
    assert_eq!(chosen["rate"]["name"], "Flexible");
    assert_eq!(chosen["rate_details"][0]["date"], "2026-12-12");
    assert_eq!(chosen["rate_details"][0]["amount"], 200.0);
    // Two nights at 200 with 3.92 of quay tax in each, two harbor fees of 12, nine percent on what is net of both.
    assert_eq!(chosen["price_summary"]["total_amount_after_tax_and_fee"], 461.46);
    assert_eq!(client.kings_left().await, 1);
    assert_eq!(house.nights().await, (2, 0));

    let folio = client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.is(200).body;
    let charges = folio["charges"].as_array().expect("charges");
    let codes: Vec<_> = charges.iter().map(|charge| charge["charge_type_code"].as_str().expect("a code")).collect();
    assert_eq!(codes.iter().filter(|code| **code == "ROOM").count(), 2);
    assert_eq!(codes.iter().filter(|code| **code == "HARBOR_FEE").count(), 2);
    let net: f64 = charges.iter().map(|charge| charge["net_value"].as_f64().expect("an amount")).sum();
    assert!((net - 461.46).abs() < 0.005, "{net}");
    assert_eq!(folio["estimated_total"], 461.46);
    let taxes = charges[0]["taxes"].as_array().expect("taxes");
    assert!(taxes.iter().any(|tax| tax["tax_type_id"] == "LODGING_TAX" && tax["amount"] == 17.65));
    assert!(taxes.iter().any(|tax| tax["tax_type_id"] == "QUAY_TAX" && tax["inclusive"] == true));

    let kinds = client.read_session(&batch, 1, "available-guarantee-types").await.is(200).body;
    let kinds: Vec<_> = kinds["guarantee_types"].as_array().expect("types").iter().map(|kind| &kind["id"]).collect();
    assert_eq!(kinds, ["CC", "HOLD_18"]);

    let kept = client.add_guest(&batch, &guest()).await.is(200);
    assert_eq!(kept.body["guest_data"]["first_name"], "Siobhán");

    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["remarks"] = json!("Late arrival");
    commit["expected_total"] = json!(461.46);
    let rooms = client.commit(&batch, &commit).await.is(200).body;
    assert_eq!(rooms.as_array().expect("rooms").len(), 1);
    assert_eq!(rooms[0]["last_name"], "Ní Bhriain");
    assert_eq!(rooms[0]["total_amount"], 461.46);
    assert_eq!(rooms[0]["guarantee_type_id"], "HOLD_18");
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    assert!(number.chars().all(|c| c.is_ascii_alphanumeric()), "{number}");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
    assert_eq!(client.kings_left().await, 1);

    // A repeat answers the same, whatever it is sent with, also after a long time.
    assert_eq!(client.commit(&batch, &json!({})).await.is(200).body, rooms);
    house.pass_minutes(600).await;
    assert_eq!(client.commit(&batch, &commit).await.is(200).body, rooms);
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
    client.set_rate(&batch, 1, &king()).await.refuses(409, "ALREADY_COMMITTED");
    client.add_guest(&batch, &guest()).await.refuses(409, "ALREADY_COMMITTED");
    client.unset_rate(&batch, 1).await.refuses(409, "ALREADY_COMMITTED");
}

// clause: API-20, API-21, API-22, API-41, API-42
async fn two_rooms_are_booked_together(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    assert_eq!(batch.sessions.len(), 2);
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.commit(&batch, &held_until_18(&batch)).await.refuses(422, "ROOM_MISSING");
    let set = client.set_rate(&batch, 2, &room("SUITE", "FLEX", "2026-12-13", "2026-12-16", 3)).await.is(200);
    assert_eq!(set.body["data"]["content"]["room_no"], 2);
    client.add_guest(&batch, &guest()).await.is(200);
    let mut other = guest();
    other["guest_data"]["first_name"] = json!("Aoife");
    let path = booking(&format!("new-booking/{}/add-guest", batch.sessions[1]));
    client.post(&path, &batch.secret, &other).await.is(200);
    assert_eq!(house.nights().await, (5, 0));

    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let of = |field: &str| [rooms[0][field].clone(), rooms[1][field].clone()];
    assert_eq!(of("room_type_id"), ["KING", "SUITE"]);
    assert_eq!(of("first_name"), ["Siobhán", "Aoife"]);
    assert_ne!(rooms[0]["confirmation_no"], rooms[1]["confirmation_no"]);
    assert_eq!((house.nights().await, house.reservations().await), ((0, 5), (2, 0)));

    // Two Kings in one session are two reservations, each at its own share of the price.
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let batch = client.begin(1).await;
    let mut pair = king();
    pair["number_of_rooms"] = json!(2);
    let set = client.set_rate(&batch, 1, &pair).await.is(200);
    assert_eq!(set.body["data"]["content"]["profile_taxes"]["estimated_total"], 922.92);
    assert_eq!(set.body["data"]["content"]["price_summary"]["total_amount_after_tax_and_fee"], 461.46);
    client.add_guest(&batch, &guest()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!((&rooms[0]["total_amount"], &rooms[1]["total_amount"]), (&json!(461.46), &json!(461.46)));
    assert_eq!((house.nights().await, house.reservations().await), ((0, 9), (4, 0)));
}

// clause: API-25
async fn a_room_given_back_is_free_again(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    assert_eq!((house.nights().await, client.kings_left().await), ((2, 0), 1));
    // Another choice takes the place of the first.
    client.set_rate(&batch, 1, &room("SUITE", "FLEX", "2026-12-12", "2026-12-15", 2)).await.is(200);
    assert_eq!((house.nights().await, client.kings_left().await), ((3, 0), 2));
    assert_eq!(client.unset_rate(&batch, 1).await.is(204).text, "");
    assert_eq!(house.nights().await, (0, 0));
    client.unset_rate(&batch, 1).await.is(204);
    client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.refuses(422, "ROOM_MISSING");
    client.commit(&batch, &held_until_18(&batch)).await.refuses(422, "ROOM_MISSING");
}

// clause: GUEST-03, ROUTE-16
async fn a_page_loaded_again_goes_on_where_it_was(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    let set = client.set_rate(&batch, 2, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let again = client.read_batch(&batch).await.is(200).body;
    assert_eq!(again["status"], "OPEN");
    assert_eq!(again["sessions"], json!(batch.sessions));
    assert_eq!(again["selected_rooms"], json!([set.body["data"]["content"]]));
    let words = "Free until 48 hours before check-in. After that, the first night.";
    let policy = json!({"id": "48H", "code": "48H", "description": words});
    assert_eq!(again["selected_rooms"][0]["cancellation_policy"], policy);
    assert_eq!(again["guest"]["email"], "siobhan@guest.example");
    assert_eq!(again["confirmation"], Value::Null);
    assert_eq!(again["token"], Value::Null, "the secret is told once");

    client.unset_rate(&batch, 2).await.is(204);
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let again = client.read_batch(&batch).await.is(200).body;
    assert_eq!(again["status"], "COMMITTED");
    assert_eq!(again["confirmation"], rooms);
    assert_eq!(client.read_batch(&batch).await.is(200).body["confirmation"], rooms);
}

// clause: GUEST-11, GUEST-12, GUEST-14, PAY-12, API-27
async fn a_commit_names_what_is_missing(house: House) {
    let fields = r#"["first_name", "last_name", "email", "phone"]"#;
    house.import(&HotelFiles { required_guest_fields: fields, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);

    let nobody = client.commit(&batch, &held_until_18(&batch)).await.refuses(422, "GUEST_INCOMPLETE");
    assert!(nobody.fields().iter().any(|field| field.contains("first_name")), "{}", nobody.text);
    let wrong =
        json!({"guest_data": {"first_name": " ", "last_name": "Ní Bhriain", "email": "siobhan@", "country": "IE"}});
    let refused = client.add_guest(&batch, &wrong).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(
        refused.fields(),
        ["guest_data.first_name", "guest_data.email", "guest_data.phone", "guest_data.street", "guest_data.city"]
    );

    // State and postal code only where the country needs them, in the form that it gives them.
    let mut american = guest();
    american["guest_data"]["country"] = json!("US");
    american["guest_data"]["zip_code"] = json!("ABC");
    let refused = client.add_guest(&batch, &american).await.refuses(422, "UNACCEPTABLE");
    assert!(refused.fields().contains(&"guest_data.zip_code"), "{}", refused.text);
    client.add_guest(&batch, &guest()).await.is(200);
    american["guest_data"]["country"] = json!("XX");
    assert_eq!(client.add_guest(&batch, &american).await.refuses(422, "UNACCEPTABLE").fields(), ["guest_data.country"]);

    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["guest_data"] = json!({"first_name": "A", "last_name": "B", "email": "nowhere", "street": "1 Lane",
        "city": "Cork", "country": "IE"});
    let refused = client.commit(&batch, &commit).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["sessions[0].guest_data.email", "sessions[0].guest_data.phone"]);

    client.commit(&batch, &json!({"sessions": []})).await.refuses(422, "GUARANTEE_REQUIRED");
    commit = held_until_18(&batch);
    commit["sessions"][0]["defined_guarantee_type_id"] = json!("LDB");
    client.commit(&batch, &commit).await.refuses(422, "GUARANTEE_REQUIRED");
    // ADVANCE asks for a card: a promise to come is not enough.
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &room("KING", "ADVANCE", "2026-12-12", "2026-12-14", 2)).await.is(200);
    let kinds = client.read_session(&batch, 1, "available-guarantee-types").await.is(200).body;
    let kinds = kinds["guarantee_types"].as_array().expect("types");
    assert_eq!(kinds.len(), 1);
    assert_eq!((&kinds[0]["id"], &kinds[0]["payment_type_required"]), (&json!("CC"), &json!(true)));
    assert_eq!(
        (&kinds[0]["due_now"], &kinds[0]["due_at_hotel"]),
        (&json!(417.92), &json!(0.0)),
        "all of it is paid now"
    );
    client.add_guest(&batch, &guest()).await.is(200);
    client.commit(&batch, &held_until_18(&batch)).await.refuses(422, "GUARANTEE_REQUIRED");
    assert_eq!(house.reservations().await, (0, 0));

    // Where the hotel needs no guarantee, none is asked for.
    house.import(&HotelFiles { guarantee_required: false, ..HotelFiles::default() }).await;
    client.commit(&batch, &json!({})).await.is(200);
}

async fn a_batch_is_opened_by_its_own_secret_only(house: House) {
    house.import(&HotelFiles::default()).await;
    house.import(&HotelFiles { property_id: 2, code: "OTHER", ..HotelFiles::default() }).await;
    let client = &house.client;
    let (mine, theirs) = (client.ready().await, client.ready().await);
    let calls = |batch: &crate::support::steps::Batch| {
        [
            booking(&format!("new-batch-booking/{}", batch.id)),
            booking(&format!("new-booking/{}/calculate-folios-and-charges-and-taxes", batch.sessions[0])),
            booking(&format!("new-booking/{}/available-guarantee-types", batch.sessions[0])),
        ]
    };
    for path in calls(&mine) {
        client.get(&path).await.refuses(401, "SECRET_MISSING");
        client.get_with(&path, &theirs.secret).await.refuses(404, "BATCH_UNKNOWN");
        client.get_with(&path, &mine.secret).await.is(200);
        client.get(&format!("{path}?token={}", mine.secret)).await.is(200);
        // A batch of one hotel is none of another.
        client
            .get_with(&path.replace("/properties/1/", "/properties/2/"), &mine.secret)
            .await
            .refuses(404, "BATCH_UNKNOWN");
    }
    let mut foreign = mine.clone();
    foreign.secret.clone_from(&theirs.secret);
    client.set_rate(&foreign, 1, &king()).await.refuses(404, "BATCH_UNKNOWN");
    client.unset_rate(&foreign, 1).await.refuses(404, "BATCH_UNKNOWN");
    client.add_guest(&foreign, &guest()).await.refuses(404, "BATCH_UNKNOWN");
    client.commit(&foreign, &held_until_18(&mine)).await.refuses(404, "BATCH_UNKNOWN");
    // Somebody else's session within one's own batch, and a session that was never given out.
    client.commit(&mine, &held_until_18(&theirs)).await.refuses(404, "BATCH_UNKNOWN");
    let beyond = format!("{}f", &mine.sessions[0][..35]);
    let path = booking(&format!("new-booking/{beyond}/calculate-folios-and-charges-and-taxes"));
    client.get_with(&path, &mine.secret).await.refuses(404, "BATCH_UNKNOWN");
    for id in ["nonsense", "00000000-0000-0000-0000-000000000000"] {
        client.get_with(&booking(&format!("new-batch-booking/{id}")), &mine.secret).await.refuses(404, "BATCH_UNKNOWN");
    }

    // A stranger's body is not read: what is wrong with it is not told.
    for path in [
        booking(&format!("new-booking/{}/set-rate", mine.sessions[0])),
        booking(&format!("new-booking/{}/add-guest", mine.sessions[0])),
        booking(&format!("new-booking/{}/company-reservations", mine.sessions[0])),
        booking(&format!("new-batch-booking/{}/add-guest", mine.id)),
        booking(&format!("new-batch-booking/{}/commit", mine.id)),
    ] {
        client.post(&path, "", &Value::from("no object")).await.refuses(401, "SECRET_MISSING");
        client.post(&path, &theirs.secret, &Value::from("no object")).await.refuses(404, "BATCH_UNKNOWN");
    }
    // What is said to one guest is kept by nobody.
    let kept = client.read_batch(&mine).await.is(200).headers["cache-control"].clone();
    assert_eq!(kept, "no-store");

    // The cookie of the creation opens the batch too.
    let begun = client.post(&booking("new-batch-booking"), "", &Value::Null).await.is(201);
    let cookie = begun.headers["set-cookie"].to_str().expect("a text").split(';').next().expect("a pair").to_owned();
    assert_eq!(begun.headers["cache-control"], "no-store");
    let flags = begun.headers["set-cookie"].to_str().expect("a text");
    assert!(flags.contains("; HttpOnly") && flags.ends_with("; Secure"), "the pages are reached over TLS: {flags}");
    // So is the one of a language.
    let link = Request::get(format!("/?property_id={ID}&language=en_US")).body(Body::empty()).expect("a request");
    let spoken = api::router(house.app.clone()).oneshot(link).await.expect("an answer");
    let flags = spoken.headers()["set-cookie"].to_str().expect("a text");
    assert!(flags.starts_with("hk_language=en_US;") && flags.ends_with("; Secure"), "{flags}");
    let path = booking(&format!("new-batch-booking/{}", begun.body["batch_id"].as_str().expect("an id")));
    client.send(Request::get(&path).header("cookie", cookie).body(Body::empty()).expect("a request")).await.is(200);
    assert_eq!(house.reservations().await, (0, 0));
}

// clause: API-20
async fn a_repeated_creation_answers_the_same_batch(house: House) {
    house.import(&HotelFiles::default()).await;
    let with_key = |key: &str, count: u8| -> Request<Body> {
        let path = booking(&format!("new-batch-booking?count={count}"));
        Request::post(path).header("idempotency-key", key).body(Body::empty()).expect("a request")
    };
    let begin = async |key: &str, count: u8| -> Answer { house.client.send(with_key(key, count)).await };
    let first = begin("4f1c9a8e-27bd-44a0-9d5e-77aa01", 2).await.is(201).body;
    let again = begin("4f1c9a8e-27bd-44a0-9d5e-77aa01", 2).await.is(201).body;
    assert_eq!((&first["batch_id"], &first["token"]), (&again["batch_id"], &again["token"]));
    let other = begin("4f1c9a8e-27bd-44a0-9d5e-77aa02", 2).await.is(201).body;
    assert_ne!(first["batch_id"], other["batch_id"]);
    assert_eq!(begin("short", 1).await.refuses(400, "BAD_FIELD").fields(), ["Idempotency-Key"]);
    let unknown = json!({"existing_reservation_id": "6cf3"});
    let refused = house.client.post(&booking("new-batch-booking"), "", &unknown).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["token"]);
    house.client.get(&at("")).await.is(200);
}
