//! Whatever is sent: a problem that names what is wrong, never a failure of the server.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

use crate::support::contract;
use crate::support::mail_server::MailServer;
use crate::support::steps::{at, booking, card_path, guest, held_until_18, king};
use crate::support::{Answer, HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(what_no_database_keeps_is_refused_or_found_nowhere);

const AVAILABILITY: &str = "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14";

// clause: API-07, ERR-18
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_value_is_named() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;

    for unknown in ["2", "0", "-1", "9223372036854775807"] {
        client.get(&format!("/v4/properties/{unknown}")).await.refuses(404, "PROPERTY_UNKNOWN");
        client.get(&format!("/v4/properties/{unknown}/{AVAILABILITY}")).await.refuses(404, "PROPERTY_UNKNOWN");
    }
    for wrong in ["abc", "1.5", "99999999999999999999", "%00", "1%2F2"] {
        let refused = client.get(&format!("/v4/properties/{wrong}")).await;
        assert!(matches!(refused.status, 400 | 404), "{}", refused.text);
    }

    for (query, field) in [
        ("check_in_date=2026-12-12", "check_out_date"),
        ("check_in_date=2026-02-30&check_out_date=2026-12-14", "check_in_date"),
        ("check_in_date=12/12/2026&check_out_date=2026-12-14", "check_in_date"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14T00:00:00Z", "check_out_date"),
        ("check_in_date=2026-12-14&check_out_date=2026-12-12", "check_out_date"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-12", "check_out_date"),
        ("check_in_date=2026-12-12&check_out_date=9999-12-31", "check_out_date"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=-1", "number_of_persons"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=0", "number_of_persons"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=1e2", "number_of_persons"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_children=99999999999", "number_of_children"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_children=1&children_ages=18", "children_ages"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_children=1&children_ages=NaN", "children_ages"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_children=1&children_ages=1,2", "children_ages"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_rooms=7", "number_of_rooms"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&conversion_currency=XYZ", "conversion_currency"),
        ("check_in_date=20261212T1&check_out_date=2026-12-14", "check_in_date"),
        // Nobody could know which counts.
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&discount_id=A&discount_id=B", "discount_id"),
        ("check_in_date=2026-12-12&check_out_date=2026-12-14&check_in_date=2026-12-13", "check_in_date"),
    ] {
        let refused = client.get(&at(&format!("mini-rates-with-availability/v3?{query}"))).await;
        assert_eq!((refused.status, refused.fields()), (400, vec![field]), "{query}: {}", refused.text);
    }
    client.get(&at(&format!("{AVAILABILITY}&check_in_date=2026-12-12"))).await.is(200);
    // A currency without an exchange rate is no mistake of form.
    client.get(&at(&format!("{AVAILABILITY}&conversion_currency=EUR"))).await.refuses(422, "UNACCEPTABLE");

    for (query, field) in [
        ("start_date=2026-12-01", "end_date"),
        ("start_date=2026-12-01&end_date=2026-12-01", "end_date"),
        ("start_date=2026-12-01&end_date=2028-12-01", "end_date"),
        ("start_date=x&end_date=2026-12-01", "start_date"),
        ("start_date=2026-12-01&end_date=2026-12-02&number_of_persons=0", "number_of_persons"),
    ] {
        let refused =
            client.get(&at(&format!("calendar/lowest-rate-calendar?{query}"))).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), [field], "{query}");
    }
    assert_eq!(client.get(&at("address-rules")).await.refuses(400, "BAD_FIELD").fields(), ["country_code"]);
    assert_eq!(
        client.get(&at("address-rules?country_code=XX")).await.refuses(400, "BAD_FIELD").fields(),
        ["country_code"]
    );
    let fields = client.get(&at("multilingual-dynamic-fields")).await.refuses(400, "BAD_FIELD");
    assert_eq!(fields.fields(), ["language_code"]);
    for count in ["0", "7", "-1", "many"] {
        let path = booking(&format!("new-batch-booking?count={count}"));
        assert_eq!(client.post(&path, "", &Value::Null).await.refuses(400, "BAD_FIELD").fields(), ["count"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_may_be_as_long_as_any_other_call() {
    let house = House::sqlite().await;
    for (length, status) in [(200 * 1024, 404), (300 * 1024, 413)] {
        let request = Request::post("/v4/website/users/log-in?property_id=1").body(Body::from(vec![b'a'; length]));
        house.client.send(request.expect("a request")).await.is(status);
    }
}

/// A long address fits thirty thousand of them, and comparing each with each takes the server minutes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_parameters_than_a_call_has_are_refused() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let many = "a&".repeat(30_000);
    let refused = house.client.get(&at(&format!("{AVAILABILITY}&{many}"))).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["query"]);
    house.client.get(&at(&format!("{AVAILABILITY}&{}", "a&".repeat(90)))).await.is(200);
}

// clause: API-27
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_body_is_refused_and_loses_nothing() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;

    for (member, value, field) in [
        ("check_in_date", json!("2026-13-12"), "check_in_date"),
        ("check_in_date", json!(20261212), "check_in_date"),
        ("check_out_date", json!(null), "check_out_date"),
        ("check_out_date", json!("2026-12-12"), "check_out_date"),
        ("number_of_adults", json!(0), "number_of_adults"),
        ("number_of_adults", json!("two"), "number_of_adults"),
        ("number_of_adults", json!(1e300), "number_of_adults"),
        ("number_of_adults", json!(-1), "number_of_adults"),
        ("number_of_adults", json!(100), "number_of_adults"),
        ("number_of_children", json!(-1), "number_of_children"),
        ("number_of_children", json!(17), "number_of_children"),
        // As many children would not fit into any memory.
        ("number_of_children", json!(7_114_003_938_999_537_225_i64), "number_of_children"),
        ("number_of_children", json!(2), "children_ages"),
        ("children_ages", json!(["NaN"]), "children_ages[0]"),
        ("children_ages", json!([{}]), "children_ages[0]"),
        ("children_ages", json!("7"), "children_ages"),
        ("number_of_rooms", json!(7), "number_of_rooms"),
        ("number_of_rooms", json!(0), "number_of_rooms"),
        ("room_type_id", json!(7), "room_type_id"),
        ("rate_details", json!([{"date": "2026-12-12", "amount": 200.001}]), "rate_details[0].amount"),
        ("rate_details", json!([{"date": "2026-12-12", "amount": 1e300}]), "rate_details[0].amount"),
        ("rate_details", json!([{"date": "2026-12-12", "amount": "200"}]), "rate_details[0].amount"),
        ("rate_details", json!([{"date": "x", "amount": 200}]), "rate_details[0].date"),
        ("rate_details", json!([{"date": "2026-12-12 or later", "amount": 200}]), "rate_details[0].date"),
    ] {
        let mut body = king();
        // Two children without ages are priced as the oldest; with one age told, the other is missing.
        if member == "number_of_children" {
            body["children_ages"] = json!(["7"]);
        }
        body[member] = value;
        let refused = client.set_rate(&batch, 1, &body).await;
        assert_eq!((refused.status, refused.fields()), (400, vec![field]), "{body}: {}", refused.text);
    }
    for (member, value) in
        [("room_type_id", json!("ATTIC")), ("rate_code_id", json!("FREE")), ("room_type_id", json!(""))]
    {
        let mut body = king();
        body[member] = value;
        let refused = client.set_rate(&batch, 1, &body).await.refuses(422, "NOT_ON_OFFER");
        assert_eq!(refused.fields(), [member]);
    }
    for (arrival, departure, adults) in [
        ("2026-12-12", "2026-12-14", 3),
        ("2026-11-30", "2026-12-02", 2),
        ("2026-12-31", "2027-01-02", 2),
        ("2026-12-25", "2026-12-27", 2),
    ] {
        let body = crate::support::steps::room("KING", "FLEX", arrival, departure, adults);
        let refused = client.set_rate(&batch, 1, &body).await.refuses(422, "NOT_ON_OFFER");
        assert!(!refused.body["reasons"].as_array().expect("reasons").is_empty(), "{}", refused.text);
    }

    let commit = booking(&format!("new-batch-booking/{}/commit", batch.id));
    let send = async |method: Method, path: &str, media: &str, body: Vec<u8>| -> Answer {
        let request = Request::builder().method(method).uri(path).header("content-type", media);
        let request = request.header("authorization", format!("bearer {}", batch.secret));
        client.send(request.body(Body::from(body)).expect("a request")).await
    };
    let json = "application/json";
    for garbage in
        [&b""[..], b"{", b"null", b"[]", b"\"x\"", b"{\"sessions\":", b"{}{}", b"\xff\xfe", b"{\"sessions\":7}", b"NaN"]
    {
        let refused = send(Method::POST, &commit, json, garbage.to_vec()).await.is(400);
        assert_eq!(refused.fields().len(), 1, "{}", refused.text);
    }
    for number in ["NaN", "Infinity", "-Infinity", "1e999", "1e300", "0.001", "\"9\""] {
        let body = format!("{{\"expected_total\": {number}}}");
        let refused = send(Method::POST, &commit, json, body.into_bytes()).await.is(400);
        assert!(matches!(refused.fields()[..], ["expected_total"] | ["body"]), "{}", refused.text);
    }
    let deep = format!("{{\"transportations\": {}{}}}", "[".repeat(20_000), "]".repeat(20_000));
    send(Method::POST, &commit, json, deep.into_bytes()).await.is(400);
    for media in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""] {
        send(Method::POST, &commit, media, b"{}".to_vec()).await.refuses(415, "MEDIA_TYPE");
    }
    let huge = vec![b' '; 10 * 1024 * 1024];
    for path in [
        commit.clone(),
        booking("new-batch-booking"),
        booking(&format!("new-batch-booking/{}/add-guest", batch.id)),
        booking(&format!("new-booking/{}/set-rate", batch.sessions[0])),
        card_path(&batch),
    ] {
        send(Method::POST, &path, json, huge.clone()).await.refuses(413, "TOO_LARGE");
    }
    for (member, value) in [
        ("first_name", json!("x".repeat(151))),
        ("first_name", json!("--")),
        ("last_name", json!("a\nb")),
        ("email", json!("a@b")),
        ("phone", json!("call me")),
        ("first_name", json!("<script>alert(1)</script>")),
        ("first_name", json!("=1+1|cmd")),
        ("last_name", json!("a;b$%{}[]<>")),
        ("street", json!("<img src=x>")),
        ("state", json!("ZZ")),
        ("remarks", json!("x".repeat(1001))),
        ("remarks", json!("my card is 4242 4242 4242 4242 cvc 123")),
        ("street", json!("4242-4242-4242-4242")),
        ("country", json!("Atlantis")),
    ] {
        let mut body = guest();
        body["guest_data"][member] = value;
        let refused = client.add_guest(&batch, &body).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), [format!("guest_data.{member}")]);
    }
    for (member, value) in [
        ("number_of_adults", -1),
        ("number_of_adults", 0),
        ("number_of_adults", 255),
        ("number_of_children", -1),
        ("number_of_children", 17),
        ("number_of_rooms", 0),
        ("number_of_rooms", 7),
    ] {
        let mut body = king();
        body[member] = json!(value);
        assert_eq!(client.set_rate(&batch, 1, &body).await.refuses(400, "BAD_FIELD").fields(), [member]);
    }
    // An object inside is an object too.
    for list in [json!([]), json!(["Ada", "Lovelace"])] {
        let refused = client.add_guest(&batch, &json!({"guest_data": list})).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), ["guest_data"]);
    }
    for path in
        [format!("new-booking/{}/set-rate", batch.sessions[0]), format!("new-booking/{}/add-guest", batch.sessions[0])]
    {
        for list in [json!([]), json!([king()])] {
            let refused = client.post(&booking(&path), &batch.secret, &list).await.refuses(400, "BAD_FIELD");
            assert_eq!(refused.fields(), ["body"], "a list is no object: {path}");
        }
    }
    let mut long = held_until_18(&batch);
    long["sessions"][0]["remarks"] = json!("x".repeat(1001));
    assert_eq!(client.commit(&batch, &long).await.refuses(422, "UNACCEPTABLE").fields(), ["sessions[0].remarks"]);
    let (card, said) = ("VISA 4242 4242 4242 4242", json!("Please leave out card numbers"));
    let mut told = held_until_18(&batch);
    told["sessions"][0]["remarks"] = json!(card);
    let refused = client.commit(&batch, &told).await.refuses(422, "UNACCEPTABLE");
    assert_eq!((refused.fields(), &refused.body["errors"][0]["message"]), (vec!["sessions[0].remarks"], &said));
    let mut told = held_until_18(&batch);
    told["transportations"] = json!([{"title": "Guest Pick-Up", "body": card, "start_date": "2026-12-12",
        "time": "14:15", "session_id": batch.sessions[0]}]);
    let refused = client.commit(&batch, &told).await;
    assert_eq!((refused.fields(), &refused.body["errors"][0]["message"]), (vec!["transportations[0].body"], &said));

    assert_eq!((house.nights().await, house.reservations().await), ((2, 0), (0, 0)), "what was chosen is still held");
    client.commit(&batch, &held_until_18(&batch)).await.is(200);
}

/// PostgreSQL keeps no U+0000, in texts and documents alike.
async fn what_no_database_keeps_is_refused_or_found_nowhere(house: House) {
    let house = house.with_post(MailServer::start().await.post("")).await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    for path in [
        "/media/1/%00.webp",
        "/v4/brand-codes?code=%00",
        "/v4/website/users?property_id=1&id_token=%00",
        "/v4/website/users/callback?state=%00&code=%00",
        "/enterprise/v4/check-mop?property_id=1&company_code=%00",
        "/public/payment-links/%00/status",
        "/enterprise/v4/web/manage-booking?request_id=%00",
        "/public/properties/1/reports/confirmation-letter?confirmation_no=%00&token=%00",
        &at("check-discounts?start_date=2026-12-12&end_date=2026-12-14&code=%00"),
        &at(&format!("{AVAILABILITY}&company_code=%00&language_code=%00")),
        &at(&format!("{AVAILABILITY}&session_id=%00&token=%00")),
        &booking("new-batch-booking/search-address?country=US&zip_code=%00"),
    ] {
        let answer = client.get(path).await;
        assert!(answer.status < 500, "{path}: {}", answer.text);
    }
    let lowest = json!({"brand_codes": ["\u{0}"], "property_codes": ["\u{0}"], "check_in_date": "2026-12-12",
        "check_out_date": "2026-12-14", "number_of_person": 2, "number_of_rooms": 1});
    let answer = client.post("/v4/crs/rates/lowest", "", &lowest).await;
    assert!(answer.status < 500, "{}", answer.text);

    let batch = client.ready().await;
    for (member, value) in [("remarks", "late\u{0}"), ("stay_remarks", "late\u{7}"), ("remarks", "\u{202E}late")] {
        let mut body = held_until_18(&batch);
        body["sessions"][0][member] = json!(value);
        let refused = client.commit(&batch, &body).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), [format!("sessions[0].{member}")]);
    }
    for member in ["defined_guarantee_type_id", "guarantee_type"] {
        let mut body = held_until_18(&batch);
        body["sessions"][0] = json!({"session_id": batch.sessions[0], member: "\u{0}"});
        client.commit(&batch, &body).await.refuses(422, "GUARANTEE_REQUIRED");
    }
    // A language that the hotel does not speak is written nowhere.
    let mut body = held_until_18(&batch);
    body["language_code"] = json!("\u{0}");
    body["sessions"][0]["remarks"] = json!(" Late\r\ntrain ");
    client.commit(&batch, &body).await.is(200);
}

// clause: ERR-16
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_methods_and_keys() {
    let house = House::sqlite().await;
    let client = &house.client;
    let body = json!({"files": HotelFiles::default().texts()});
    for key in ["", "wrong"] {
        client.post("/operator/v1/import", key, &body).await.refuses(401, "OPERATOR_KEY");
    }
    // A stranger's body is not read: what is wrong with it is none of their business.
    client.post("/operator/v1/import", "wrong", &json!(["no", "files"])).await.refuses(401, "OPERATOR_KEY");
    let broken = json!({"files": {"hotel.toml": "property_id = "}});
    let refused =
        client.post("/operator/v1/import", crate::support::OPERATOR, &broken).await.refuses(422, "BAD_IMPORT");
    assert!(refused.body["mistakes"][0]["file"].is_string(), "{}", refused.text);
    client.get("/v4/properties/1").await.refuses(404, "PROPERTY_UNKNOWN");
    house.import(&HotelFiles::default()).await;

    for path in
        ["/v4", "/v4/properties", "/v4/properties/1/rooms", "/nothing", "/media/1/nothing.webp", "/assets/nothing.js"]
    {
        client.get(path).await.is(404);
    }
    // With and without a slash at the end.
    for path in ["/v4/properties/1", "/v4/common/language", &at(AVAILABILITY.split('?').next().expect("a path"))] {
        let query = if path.ends_with("v3") { "?check_in_date=2026-12-12&check_out_date=2026-12-14" } else { "" };
        let (bare, slash) = (client.get(&format!("{path}{query}")).await, client.get(&format!("{path}/{query}")).await);
        assert_eq!(bare.is(200).body, slash.is(200).body);
    }
    client.post(&format!("{}/", booking("new-batch-booking")), "", &Value::Null).await.is(201);
    for (method, path, _) in contract::calls() {
        let path = path.replace("{property_id}", "1").replace("{batch_id}", "x").replace("{session_id}", "x");
        for wrong in [Method::PATCH, Method::TRACE] {
            client.call(wrong, &path, "", &Value::Null).await.refuses(405, "METHOD_NOT_ALLOWED");
        }
        assert_ne!(client.call(method.clone(), &path, "", &Value::Null).await.body["code"], "METHOD_NOT_ALLOWED");
    }
    // Without a key for the card service nothing is asked of it.
    let refused = client.get(&at("payments/hpc/init?origin=https://page.example")).await;
    assert_eq!(refused.refuses(502, "VAULT_UNREACHABLE").body["detail"], "Key not present");
    client.get("/healthz").await.is(200);
    client.get("/readyz").await.is(200);
}
