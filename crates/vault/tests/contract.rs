//! From a card form to a token, over HTTP: every case on SQLite and on PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

#[macro_use]
mod support;

use std::sync::atomic::Ordering;

use reqwest::Method;
use secrecy::SecretString;
use serde_json::json;
use support::{Answer, PAGE, Server, card, cards, config};
use test_postgres::TestPostgres;
use vault::client::{self, FORGET_PATH, FRAMES_PATH, PAYMENTS_PATH, STATUS_PATH};
use vault::{Resealed, VaultConfig, VaultError};

cases! {
    a_card_becomes_a_token_once
    the_frame_page_belongs_to_one_page
    a_form_can_be_asked_where_it_stands
    issuers_can_refuse
    payment_keys_are_bound_and_short_lived
    one_of_many_exchanges_wins
    forms_end
    a_card_that_nobody_has_a_use_for_is_forgotten
    keys_change_and_codes_stay
    a_damaged_card_keeps_no_other_from_a_new_key
}

async fn a_card_becomes_a_token_once(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    let payment_key = server.payment_key(&key, "4242 4242 4242 4242").await;
    let answer = server.exchange(&payment_key, &session).await;
    assert_eq!(answer.status, 200);
    let card: client::CardData = serde_json::from_value(answer.body).unwrap();
    assert_eq!(card.masked_card_number, "XXXXXXXXXXXX4242");
    assert_eq!((card.status.as_str(), card.card_brand.as_str()), ("SUCCESS", "VISA"));
    assert_eq!((card.card_expire_month.as_str(), card.card_expire_year.as_str()), ("12", "2029"));
    assert_eq!(card.card_holder, "Siobhán Ní Bhriain-O’Shea");
    assert!(card.token.starts_with("tok_") && card.token.len() == 36, "{}", card.token);
    assert_eq!(card.external_reference_number.len(), 16);
    assert!(!answer.text.contains("424242424242"));
    server.exchange(&payment_key, &session).await.is(409, "PAYMENT_KEY_USED");
}

async fn the_frame_page_belongs_to_one_page(database: String) {
    let server = Server::start(&database).await;
    let (session, _) = server.open().await;
    assert!(session.frame_url.starts_with(&format!("{}/frame?key=fk_", server.origin)));
    assert!(session.frame_url.ends_with(&format!("&appId=booking&requestId={}&embedded=true", session.request_id)));
    assert!(!session.frame_url.contains(&session.session_key), "the address alone exchanges nothing");
    let page = Answer::of(server.http.get(&session.frame_url).send().await.unwrap()).await;
    let header = |name: &str| page.headers[name].to_str().unwrap();
    let policy = header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(policy.contains(&format!("frame-ancestors {PAGE};")), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    assert_eq!((header("cache-control"), header("referrer-policy")), ("no-store", "no-referrer"));
    assert!(page.text.contains(&format!(r#"data-page-origin="{PAGE}" data-month="2026-11" data-expired="no""#)));
    assert!(!page.text.contains("{{") && !page.text.contains("<style") && !page.text.contains("style="));

    // Everything that the page names is there, and from here.
    let addresses = page.text.split(['"']).filter(|part| part.contains("/frame/assets/") || part.starts_with("http"));
    for address in addresses.filter(|address| *address != PAGE) {
        let file = server.http.get(format!("{}{address}", server.origin)).send().await.unwrap();
        assert_eq!(file.status(), 200, "{address}");
        assert!(file.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    }
    let unknown = server.http.get(format!("{}/frame?key=fk_none", server.origin)).send().await.unwrap();
    assert!(unknown.headers()["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
    Answer::of(unknown).await.is(404, "SESSION_UNKNOWN");
    let asked = json!({"page_origin": "https://elsewhere.example", "property_id": 1});
    server.call(Method::POST, FRAMES_PATH, Some(asked)).await.is(422, "INVALID");
}

async fn a_form_can_be_asked_where_it_stands(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    assert_eq!(server.status(&session).await.body, json!({"status": "PENDING"}));
    server.payment_key(&key, "4000000000000002").await;
    let declined = server.status(&session).await.body;
    assert_eq!((&declined["status"], &declined["code"]), (&json!("ERROR"), &json!("CARD_DECLINED")));
    server.payment_key(&key, "378282246310005").await;
    let answer = server.status(&session).await;
    assert_eq!(answer.body["status"], "SUCCESS");
    assert_eq!(answer.body["masked_card_number"], "XXXXXXXXXXX0005");
    assert_eq!(answer.body["card_brand"], "AMEX");
    assert!(matches!(serde_json::from_value(answer.body).unwrap(), client::CardStatus::Success(_)));
    for bad in ["", "?requestId=", "?requestId=%00", "?requestId=8b1c9f2e-0000-4000-8000-000000000000"] {
        let answer = server.call(Method::GET, &format!("{STATUS_PATH}{bad}"), None).await;
        assert!(matches!(answer.status.as_u16(), 400 | 404), "{bad}: {}", answer.text);
    }
}

async fn issuers_can_refuse(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    let declined = server.payment_key(&key, "4000000000000002").await;
    server.exchange(&declined, &session).await.is(402, "CARD_DECLINED");
    server.exchange(&declined, &session).await.is(409, "PAYMENT_KEY_USED");
    let expired = server.payment_key(&key, "4000000000000069").await;
    let answer = server.exchange(&expired, &session).await;
    answer.is(422, "CARD_EXPIRED");
    assert_eq!(answer.body["message"], "The card that you provided is expired.");
    for (number, brand) in [
        ("5555555555554444", "MASTER"),
        ("2223003122003222", "MASTER"),
        ("378282246310005", "AMEX"),
        ("30569309025904", "DINERS"),
        ("6011111111111117", "DISCOVER"),
        ("3566002020360505", "JCB"),
    ] {
        let payment_key = server.payment_key(&key, number).await;
        assert_eq!(server.exchange(&payment_key, &session).await.body["card_brand"], brand);
    }
}

async fn payment_keys_are_bound_and_short_lived(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    let (other, _) = server.open().await;
    let payment_key = server.payment_key(&key, "4242424242424242").await;
    server.exchange(&payment_key, &other).await.is(404, "PAYMENT_KEY_UNKNOWN");
    server.exchange("pk_never_given", &session).await.is(404, "PAYMENT_KEY_UNKNOWN");
    server.pass(10 * 60);
    server.exchange(&payment_key, &session).await.is(410, "PAYMENT_KEY_EXPIRED");
    let payment_key = server.payment_key(&key, "4242424242424242").await;
    server.pass(10 * 60 - 1);
    assert_eq!(server.exchange(&payment_key, &session).await.status, 200);
}

async fn one_of_many_exchanges_wins(database: String) {
    let server = std::sync::Arc::new(Server::start(&database).await);
    let (session, key) = server.open().await;
    let payment_key = server.payment_key(&key, "4242424242424242").await;
    let tries = (0..16).map(|_| {
        let (server, session, payment_key) = (server.clone(), session.clone(), payment_key.clone());
        tokio::spawn(async move { server.exchange(&payment_key, &session).await.status.as_u16() })
    });
    let mut won = 0;
    for attempt in tries.collect::<Vec<_>>() {
        match attempt.await.unwrap() {
            200 => won += 1,
            status => assert_eq!(status, 409),
        }
    }
    assert_eq!(won, 1);
}

async fn forms_end(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    let (taken, taken_key) = server.open().await;
    server.payment_key(&taken_key, "4242424242424242").await;
    server.pass(60 * 60);
    server.submit(&key, &card("4242424242424242")).await.is(410, "SESSION_EXPIRED");
    assert_eq!(server.status(&session).await.body["code"], "SESSION_EXPIRED");
    let page = server.http.get(&session.frame_url).send().await.unwrap();
    assert_eq!(page.status(), 410);
    assert!(page.text().await.unwrap().contains(r#"data-expired="yes""#));
    // A day later both are cleared away, the card that nobody fetched among them, without another form being opened.
    assert_eq!(cards(&database).await, 1);
    let day_later = server.now().as_second() + 24 * 60 * 60 + 1;
    server.stop().await;
    let (config, now) = config(&database);
    now.store(day_later, Ordering::SeqCst);
    let server = Server::with(config, now).await;
    server.status(&session).await.is(404, "SESSION_UNKNOWN");
    server.status(&taken).await.is(404, "SESSION_UNKNOWN");
    assert_eq!(cards(&database).await, 0);
}

async fn a_card_that_nobody_has_a_use_for_is_forgotten(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    let payment_key = server.payment_key(&key, "4242424242424242").await;
    let token = server.exchange(&payment_key, &session).await.body["token"].as_str().unwrap().to_owned();
    let forget = async |property_id: i64, token: &str| {
        let body = json!({"property_id": property_id, "token": token});
        server.call(Method::POST, FORGET_PATH, Some(body)).await
    };
    let unsigned = server.http.post(format!("{}{FORGET_PATH}", server.origin));
    let unsigned = unsigned.json(&json!({"property_id": 1, "token": token})).send().await.unwrap();
    Answer::of(unsigned).await.is(401, "UNSIGNED");
    forget(1, &"x".repeat(65)).await.is(422, "INVALID");
    forget(1, "\0").await.is(422, "INVALID");
    // Of another hotel there is no such card.
    assert_eq!(forget(2, &token).await.body, json!({"forgotten": true}));
    assert_eq!(cards(&database).await, 1);

    for _ in 0..2 {
        assert_eq!(forget(1, &token).await.body, json!({"forgotten": true}));
        assert_eq!(cards(&database).await, 0);
    }
    // Its form waits for a card as if none had come.
    assert_eq!(server.status(&session).await.body, json!({"status": "PENDING"}));
}

async fn keys_change_and_codes_stay(database: String) {
    let code = async |server: &Server, number: &str| {
        let (session, key) = server.open().await;
        let payment_key = server.payment_key(&key, number).await;
        let body = server.exchange(&payment_key, &session).await.body;
        (body["card_unique_code"].as_str().unwrap().to_owned(), body["token"].as_str().unwrap().to_owned())
    };
    let server = Server::start(&database).await;
    let (first, first_token) = code(&server, "4242424242424242").await;
    let (again, again_token) = code(&server, "4242 4242 4242 4242").await;
    let (other, other_token) = code(&server, "5555555555554444").await;
    assert_eq!(first, again);
    assert_ne!(first_token, again_token);
    assert_ne!(first, other);
    server.stop().await;

    let (mut second, now) = config(&database);
    second.older_keys = vec![(second.key_id.clone(), second.key.clone())];
    second.key_id = "k2".into();
    second.key = SecretString::from("22".repeat(32));
    assert_eq!(vault::reseal(second.clone()).await.unwrap(), Resealed { anew: 3, damaged: 0 });
    assert_eq!(vault::reseal(second.clone()).await.unwrap(), Resealed { anew: 0, damaged: 0 });
    // The old key is no longer needed, also for a card of its time to pay, and the codes are what they were.
    second.older_keys.clear();
    let server = Server::with(second, now).await;
    assert_eq!(code(&server, "4242424242424242").await.0, first);
    for token in [first_token, again_token, other_token] {
        let asked = json!({"property_id": 1, "payment_key": token, "token": token, "amount": 12_000, "currency": "EUR",
            "shown_amount": "EUR 120.00", "page_origin": PAGE});
        let answer = server.call(Method::POST, PAYMENTS_PATH, Some(asked)).await;
        assert_eq!(answer.body["state"], "AUTHORISED", "{}", answer.text);
    }
}

async fn a_damaged_card_keeps_no_other_from_a_new_key(database: String) {
    let server = Server::start(&database).await;
    for _ in 0..3 {
        let (_, key) = server.open().await;
        server.payment_key(&key, "4242424242424242").await;
    }
    server.stop().await;
    support::damage(&database).await;

    let (mut second, now) = config(&database);
    second.older_keys = vec![(second.key_id.clone(), second.key.clone())];
    second.key_id = "k2".into();
    second.key = SecretString::from("22".repeat(32));
    let resealed = vault::reseal(second.clone()).await.unwrap();
    assert_eq!(resealed, Resealed { anew: 2, damaged: 1 });
    assert!(resealed.all().unwrap_err().to_string().contains("1 cards are damaged"));
    // Of the old key the damaged one alone is left: nothing says that the key is wrong.
    assert_eq!(vault::look(&second).await.unwrap(), vault::Tables::Current);
    Server::with(second.clone(), now).await.stop().await;
    assert_eq!(vault::reseal(second.clone()).await.unwrap(), Resealed { anew: 0, damaged: 1 });
    second.older_keys.clear();
    let missing = vault::open(second).await.err().unwrap().to_string();
    assert!(missing.contains("the key \"k1\" is needed"), "{missing}");
}

/// A card that was typed into a file is given out at PostgreSQL, by whoever has the keys of both.
#[tokio::test]
async fn cards_move_to_postgresql_with_the_keys_that_open_them() {
    let postgres = TestPostgres::start(false).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite:{}", folder.path().join("vault.db").display());
    let server = Server::start(&file).await;
    let (session, key) = server.open().await;
    let payment_key = server.payment_key(&key, "4242424242424242").await;
    server.stop().await;

    let there = postgres.database("cards").unwrap();
    let (own, now) = config(&there);
    let mut other = own.clone();
    other.key = SecretString::from("22".repeat(32));
    let refused = async |config: &VaultConfig| vault::carry_over(&file, config).await.err().unwrap();
    assert!(matches!(refused(&other).await, VaultError::Key(_)), "another key under the same name");
    let carried = vault::carry_over(&file, &own).await.unwrap();
    assert_eq!(cards(&there).await, 0);
    carried.commit().await.unwrap();
    assert_eq!(cards(&there).await, 1);
    let server = Server::with(own.clone(), now).await;
    let answer = server.exchange(&payment_key, &session).await;
    assert_eq!((answer.status.as_u16(), &answer.body["masked_card_number"]), (200, &json!("XXXXXXXXXXXX4242")));
    assert!(matches!(refused(&own).await, VaultError::Move(_)), "it is there already");

    // A vault whose key has the same name and is another one.
    other.database = postgres.database("taken").unwrap();
    drop(vault::open(other.clone()).await.unwrap());
    let own = VaultConfig { database: other.database.clone(), ..own };
    for config in [own, other] {
        assert!(matches!(refused(&config).await, VaultError::Key(_)));
        assert_eq!(cards(&config.database).await, 0);
    }
}

/// A hotel and its chain named their first keys alike. The hotel took another since, and what its start sealed opens with
/// that one, its cards do not yet.
#[tokio::test]
async fn cards_of_two_keys_with_one_name_do_not_come_together() {
    let postgres = TestPostgres::start(false).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite:{}", folder.path().join("vault.db").display());
    let server = Server::start(&file).await;
    let (_, key) = server.open().await;
    server.payment_key(&key, "4242424242424242").await;
    server.stop().await;
    let (first, now) = config(&file);
    let mut second = first.clone();
    second.key_id = "k2".into();
    second.key = SecretString::from("22".repeat(32));
    second.older_keys = vec![(first.key_id.clone(), first.key)];
    Server::with(second.clone(), now).await.stop().await;

    let (mut chain, _) = config(&postgres.database("chain").unwrap());
    chain.key = SecretString::from("33".repeat(32));
    drop(vault::open(chain.clone()).await.unwrap());
    chain.older_keys = vec![(second.key_id.clone(), second.key.clone())];
    assert!(matches!(vault::carry_over(&file, &chain).await.err().unwrap(), VaultError::Key(_)));
    assert_eq!(cards(&chain.database).await, 0);

    assert_eq!(vault::reseal(second).await.unwrap(), Resealed { anew: 1, damaged: 0 });
    vault::carry_over(&file, &chain).await.unwrap().commit().await.unwrap();
    assert_eq!(cards(&chain.database).await, 1);
}

/// Servers with the vault inside may begin on one new file at the same moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_is_made_once_however_many_begin_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (config, _) = config(&format!("sqlite:{}", folder.path().join("vault.db").display()));
    // Each on a thread of its own: what opens a database cannot be sent to another.
    let opened: Vec<_> = (0..16)
        .map(|_| config.clone())
        .map(|config| {
            std::thread::spawn(move || tokio::runtime::Runtime::new().unwrap().block_on(vault::open(config)).map(drop))
        })
        .collect();
    for one in opened {
        one.join().unwrap().unwrap();
    }
    assert_eq!(vault::look(&config).await.unwrap(), vault::Tables::Current);
}
