//! A card on its way: the form, the vault, the token, the commit.

use serde_json::{Value, json};
use store::batches::{self, Status, Stored};
use store::cards::{self, KeptCard};
use store::{Conn, Durability, StoreError};
use uuid::Uuid;

use crate::support::steps::{Batch, at, card_path, room, with_card};
use crate::support::{HotelFiles, House, on_both_engines, vault_token};

const VAULT: bool = true;

on_both_engines!(
    a_card_makes_the_booking_sure
    a_refused_card_books_nothing
    the_form_says_where_it_stands
    a_card_is_for_one_booking_and_one_hotel
    a_form_that_was_filled_in_for_one_booking_gives_no_other_a_card
    only_our_pages_show_the_form
    a_card_that_nothing_refers_to_is_forgotten
    a_card_of_a_booking_that_nobody_can_read_keeps_no_other
);

const GOOD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000002";
const EXPIRED: &str = "4000000000000069";

// clause: API-49, CARD-03, CARD-07, CARD-12
async fn the_form_says_where_it_stands(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let ask = async |form: &Value| {
        let form = form["form_id"].as_str().expect("an id");
        let path = at(&format!("payments/hpc/status?form_id={form}&batch_id={}", batch.id));
        client.get_with(&path, &batch.secret).await
    };
    for (number, status, code) in [
        (GOOD, "SUCCESS", Value::Null),
        (DECLINED, "ERROR", json!("CARD_DECLINED")),
        (EXPIRED, "ERROR", json!("CARD_EXPIRED")),
    ] {
        let form = client.get(&at("payments/hpc/init?origin=https://page.example")).await.is(200).body;
        let address = form["frame_url"].as_str().expect("an address");
        assert!(address.contains("&appId=booking&requestId=") && address.ends_with("&embedded=true"), "{address}");
        assert_eq!(ask(&form).await.is(200).body["status"], "PENDING");
        house.submit_card(&form, number, "Siobhán").await;
        let told = ask(&form).await.is(200);
        assert!(!told.text.contains(GOOD), "{}", told.text);
        assert_eq!((&told.body["status"], &told.body["code"]), (&json!(status), &code));
        if status == "SUCCESS" {
            // Its card is as good as the token call's.
            let other = client.begin(1).await;
            let strange = form["form_id"].as_str().expect("an id").replace('.', "0.");
            let path = at(&format!("payments/hpc/status?form_id={strange}&batch_id={}", batch.id));
            assert_eq!(client.get_with(&path, &batch.secret).await.refuses(422, "UNACCEPTABLE").fields(), ["form_id"]);
            client.get_with(&path, &other.secret).await.refuses(404, "BATCH_UNKNOWN");
            client.commit(&batch, &with_card(&batch, &told.body["card"])).await.is(200);
        }
    }
}

async fn a_form_that_was_filled_in_for_one_booking_gives_no_other_a_card(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (batch, other) = (client.ready().await, client.begin(1).await);
    let form = client.get(&at("payments/hpc/init?origin=https://page.example")).await.is(200).body;
    house.submit_card(&form, GOOD, "Siobhán").await;
    let form = form["form_id"].as_str().expect("an id");
    let ask = |of: &Batch| {
        let path = at(&format!("payments/hpc/status?form_id={form}&batch_id={}", of.id));
        let secret = of.secret.clone();
        async move { client.get_with(&path, &secret).await }
    };
    let card = ask(&batch).await.is(200).body["card"].clone();
    ask(&other).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(ask(&batch).await.is(200).body["card"]["masked_card_number"], card["masked_card_number"]);
    // Booked with it: the card stays.
    client.commit(&batch, &with_card(&batch, &card)).await.is(200);
    house.pass_minutes(25 * 60).await;
    assert!(house.vault_knows(&card).await);
}

// clause: API-50, API-51, CARD-11, PAY-14
async fn a_card_makes_the_booking_sure(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let form = client.get(&at("payments/hpc/init?origin=https://page.example&locale=ar_AE")).await.is(200).body;
    assert!(form["body"].as_str().expect("markup").starts_with("<iframe src=\""));
    assert!(form["frame_url"].as_str().expect("an address").starts_with(&house.vault));
    assert_eq!(form["vault_origin"], house.vault);
    let property = client.get("/v4/properties/1").await.is(200).body;
    assert_eq!(property["vault_origin"], house.vault);

    let batch = client.ready().await;
    let card = house.card_token(&batch, GOOD, "Siobhán Ní Bhriain").await.is(200);
    assert!(!card.text.contains(GOOD) && !card.text.contains("424242424242"), "{}", card.text);
    let card = card.body;
    assert_eq!((&card["status"], &card["masked_card_number"]), (&json!("SUCCESS"), &json!("XXXXXXXXXXXX4242")));
    assert_eq!((&card["card_brand"], &card["card_expire_month"]), (&json!("VISA"), &json!("12")));
    assert_eq!((&card["card_expire_year"], &card["card_holder"]), (&json!("2029"), &json!("Siobhán Ní Bhriain")));
    assert!(["token", "card_unique_code", "external_reference_number"].iter().all(|name| card[name].is_string()));

    // Nothing of the card can be changed on its way through the page.
    let other = |c: char| if c == '9' { '8' } else { '9' };
    for name in ["custom_field_1", "custom_field_2", "custom_field_3", "custom_field_4", "custom_field_5"] {
        let mut changed = with_card(&batch, &card);
        let field = &changed["sessions"][0]["guarantee_details"][name];
        let mut text: Vec<char> = field.as_str().expect("a text").chars().collect();
        let last = text.len() - 1;
        for at in [0, last] {
            let kept = text[at];
            text[at] = other(kept);
            changed["sessions"][0]["guarantee_details"][name] = json!(text.iter().collect::<String>());
            let refused = client.commit(&batch, &changed).await.refuses(422, "CARD_REQUIRED");
            assert_eq!(refused.fields(), ["sessions[0].guarantee_details"], "{name}");
            text[at] = kept;
        }
    }
    let mut changed = with_card(&batch, &card);
    changed["sessions"][0]["guarantee_details"]["custom_field_10"] = json!("another card");
    client.commit(&batch, &changed).await.refuses(422, "CARD_REQUIRED");
    changed = with_card(&batch, &card);
    changed["sessions"][0]["guarantee_details"] = json!({"custom_field_5": "made.up"});
    client.commit(&batch, &changed).await.refuses(422, "CARD_REQUIRED");
    // A card type without a card is no guarantee.
    changed["sessions"][0]["guarantee_details"] = json!(null);
    client.commit(&batch, &changed).await.refuses(422, "GUARANTEE_REQUIRED");
    assert_eq!(house.reservations().await, (0, 0));

    let rooms = client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    assert_eq!(rooms[0]["masked_card_number"], "XXXXXXXXXXXX4242");
    assert_eq!(rooms[0]["guarantee_type_id"], "CC");
    assert_eq!(house.reservations().await, (1, 0));
}

// clause: API-51
async fn a_refused_card_books_nothing(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    house.card_token(&batch, DECLINED, "Siobhán").await.refuses(402, "CARD_DECLINED");
    house.card_token(&batch, EXPIRED, "Siobhán").await.refuses(422, "CARD_EXPIRED");

    // A payment key belongs to its form and works once.
    let (session_key, told) = house.type_card(GOOD, "Siobhán").await;
    let key = told["paymentKeys"][0].as_str().expect("a key");
    let (path, secret) = (card_path(&batch), batch.secret.as_str());
    let exchange = |key: &str, session: &str| json!({"payment_key": key, "api_token": session});
    for (key, session) in [(key, "another"), ("pk_none", session_key.as_str()), ("", "")] {
        let refused = client.post(&path, secret, &exchange(key, session)).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), ["payment_key"]);
    }
    client.post(&path, secret, &exchange(key, &session_key)).await.is(200);
    client.post(&path, secret, &exchange(key, &session_key)).await.refuses(422, "UNACCEPTABLE");
    let (session_key, told) = house.type_card(GOOD, "Siobhán").await;
    house.pass_minutes(24 * 60).await;
    let late = exchange(told["paymentKeys"][0].as_str().expect("a key"), &session_key);
    assert_eq!(client.post(&path, secret, &late).await.refuses(422, "UNACCEPTABLE").fields(), ["payment_key"]);

    assert_eq!(house.reservations().await, (0, 0));
}

// clause: API-51, CARD-11
async fn a_card_is_for_one_booking_and_one_hotel(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (mine, other) = (client.ready().await, client.ready().await);
    let card = house.card_token(&mine, GOOD, "Siobhán").await.is(200).body;
    client.commit(&other, &with_card(&other, &card)).await.refuses(422, "CARD_REQUIRED");
    client.commit(&mine, &with_card(&mine, &card)).await.is(200);

    // Not for ever.
    let card = house.card_token(&other, GOOD, "Siobhán").await.is(200).body;
    for _ in 0..3 {
        house.clock.pass(jiff::SignedDuration::from_mins(20));
        client.read_batch(&other).await.is(200);
    }
    client.commit(&other, &with_card(&other, &card)).await.refuses(422, "CARD_REQUIRED");

    // Not without the booking's secret, and not at another hotel than the form was opened for.
    let (session_key, told) = house.type_card(GOOD, "Siobhán").await;
    let body = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
    client.post(&card_path(&other), "", &body).await.refuses(401, "SECRET_MISSING");
    client.post(&card_path(&other), &mine.secret, &body).await.refuses(404, "BATCH_UNKNOWN");
    client.post(&at("payments/hpc/token"), &other.secret, &body).await.refuses(400, "BAD_FIELD");
    house.import(&HotelFiles { property_id: 2, code: "OTHER", ..HotelFiles::default() }).await;
    let there = |rest: &str| format!("/v4/properties/2/{rest}");
    let batch = client.post(&there("booking-engine/new-batch-booking"), "", &json!(null)).await.is(201).body;
    let text = |field: &str| batch[field].as_str().expect("a text");
    let path = there(&format!("payments/hpc/token?batch_id={}", text("batch_id")));
    let refused = client.post(&path, text("token"), &body).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["payment_key"]);
}

async fn a_card_that_nothing_refers_to_is_forgotten(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (mine, left) = (client.ready().await, client.ready().await);
    let tried = house.card_token(&mine, GOOD, "Siobhán").await.is(200).body;
    let booked = house.card_token(&mine, GOOD, "Siobhán").await.is(200).body;
    let rooms = client.commit(&mine, &with_card(&mine, &booked)).await.is(200).body;
    // With a change of the stay its guest gives another card.
    let change = client.changing(rooms[0]["confirmation_no"].as_str().expect("a number")).await;
    client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-12", "2026-12-15", 2)).await.is(200);
    let changed = house.card_token(&change, GOOD, "Siobhán").await.is(200).body;
    client.commit(&change, &with_card(&change, &changed)).await.is(200);
    let abandoned = house.card_token(&left, GOOD, "Siobhán").await.is(200).body;

    // While the page may still bring them back nothing is asked of the vault.
    house.pass_minutes(23 * 60).await;
    api::forget_cards(&house.app).await.expect("nothing to do");
    assert_eq!(house.cards_to_look_at(2).await.len(), 4);

    // A vault that cannot be reached is asked again.
    house.pass_minutes(2 * 60).await;
    assert!(api::forget_cards(&house.without_its_vault().await.app).await.is_err());
    assert!(house.cards_to_look_at(0).await.len() >= 3);
    for _ in 0..2 {
        api::forget_cards(&house.app).await.expect("a vault");
    }
    assert_eq!(house.cards_to_look_at(24 * 30).await, [vault_token(&changed)]);
    for (card, known) in [(&changed, true), (&booked, false), (&tried, false), (&abandoned, false)] {
        assert_eq!(house.vault_knows(card).await, known);
    }
}

async fn a_card_of_a_booking_that_nobody_can_read_keeps_no_other(house: House) {
    house.import(&HotelFiles::default()).await;
    let (now, batch_id) = (house.clock.now(), Uuid::from_u128(1));
    let unreadable = Stored {
        property_id: 1,
        batch_id,
        status: Status::Committed,
        version: 1,
        expires_at: now,
        state: json!("of another time"),
    };
    let write = house.app.db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let (unreadable, card) =
            (unreadable.clone(), KeptCard { property_id: 1, token: "first".into(), typed_for: batch_id });
        Box::pin(async move {
            batches::insert(conn, &unreadable).await?;
            cards::look_at(conn, &card, now).await.map(drop)
        })
    });
    write.await.expect("the database");
    let left = house.client.ready().await;
    let abandoned = house.card_token(&left, GOOD, "Siobhán").await.is(200).body;

    house.pass_minutes(25 * 60).await;
    api::forget_cards(&house.app).await.expect("a vault");
    assert!(!house.vault_knows(&abandoned).await);
    assert_eq!(house.cards_to_look_at(0).await, [""; 0]);
    assert_eq!(house.cards_to_look_at(24 * 7).await, ["first"], "somebody may have mended it by then");
}

// clause: API-50
async fn only_our_pages_show_the_form(house: House) {
    house.import(&HotelFiles::default()).await;
    let ask = async |query: &str| house.client.get(&at(&format!("payments/hpc/init{query}"))).await;
    ask("").await.is(200);
    ask("?origin=HTTPS://page.example:443/").await.is(200);
    for origin in ["https://evil.example", "http://page.example", "nonsense", "javascript:alert(1)", "null"] {
        let refused = ask(&format!("?origin={origin}")).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), ["origin"]);
    }
    let request = axum::http::Request::get(at("payments/hpc/init")).header("origin", "https://evil.example");
    house.client.send(request.body(axum::body::Body::empty()).expect("a request")).await.refuses(422, "UNACCEPTABLE");
}
