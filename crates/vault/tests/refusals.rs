//! What the vault refuses, over HTTP, and how: every case on SQLite and on PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

#[macro_use]
mod support;

use reqwest::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use support::{Answer, PAGE, SERVICE_KEY, Server, caller, card, config};
use vault::client::{self, APP_ID_HEADER, EXCHANGE_PATH, FRAMES_PATH, SIGNATURE_HEADER};

cases! {
    calls_without_a_good_signature_are_refused
    bad_cards_are_told_field_by_field
    a_form_submits_ten_times_at_most
    nonsense_is_answered_plainly
    a_damaged_card_keeps_no_vault_from_starting
    the_wrong_key_does_not_open_the_vault
}

async fn calls_without_a_good_signature_are_refused(database: String) {
    let server = Server::start(&database).await;
    let body = json!({"page_origin": PAGE, "property_id": 1});
    let send = async |app: Option<&str>, signature: Option<&str>| {
        let mut request = server.http.post(format!("{}{FRAMES_PATH}", server.origin)).json(&body);
        if let Some(app) = app {
            request = request.header(APP_ID_HEADER, app);
        }
        if let Some(signature) = signature {
            request = request.header(SIGNATURE_HEADER, signature);
        }
        Answer::of(request.send().await.unwrap()).await
    };
    let good = server.signature();
    assert_eq!(send(Some("booking"), Some(&good)).await.status, 201);
    let other_key = client::sign(&SecretString::from("another"), &caller(), server.now()).unwrap();
    for (app, signature) in [
        (None, None),
        (Some("booking"), None),
        (None, Some(good.as_str())),
        (Some("another"), Some(good.as_str())),
        (Some("booking"), Some(other_key.as_str())),
        (Some("booking"), Some("junk")),
        (Some("booking"), Some(".")),
    ] {
        send(app, signature).await.is(401, "UNSIGNED");
    }
    server.pass(300);
    assert_eq!(send(Some("booking"), Some(&good)).await.status, 201);
    server.pass(1);
    send(Some("booking"), Some(&good)).await.is(401, "UNSIGNED");
    // All that the booking side may call, before a look at what is sent.
    let paths = include_str!("../src/client.rs").split('"').filter(|text| text.starts_with("/service/v1/"));
    let mut calls = 0;
    for (path, method) in paths.flat_map(|path| [(path, Method::GET), (path, Method::POST)]) {
        let request = server.http.request(method.clone(), format!("{}{path}", server.origin));
        let answer = Answer::of(request.body("no JSON").send().await.unwrap()).await;
        if answer.status != 405 {
            assert_eq!((answer.status.as_u16(), &answer.body["code"]), (401, &json!("UNSIGNED")), "{method} {path}");
            calls += 1;
        }
    }
    assert_eq!(calls, 10);
}

async fn bad_cards_are_told_field_by_field(database: String) {
    let server = Server::start(&database).await;
    let past = {
        let (_, key) = server.open().await;
        let mut past = card("4242424242424242");
        past["expire_month"] = json!("10");
        past["expire_year"] = json!("2026");
        server.submit(&key, &past).await
    };
    past.is(422, "CARD_EXPIRED");
    assert_eq!(past.body["message"], "The card that you provided is expired.");
    for (field, value, said) in [
        ("number", "4242424242424241", "number"),
        ("number", "0000000000000000", "number"),
        ("number", "4242x", "number"),
        ("number", "", "number"),
        ("expire_month", "13", "expiry"),
        ("expire_month", "+1", "expiry"),
        ("expire_year", "29", "expiry"),
        ("expire_year", "2999", "expiry"),
        ("cvc", "12", "cvc"),
        ("cvc", "1234", "cvc"),
        ("cvc", "12a", "cvc"),
        ("holder", " ", "holder"),
        ("holder", "4242 4242 4242 4242", "holder"),
        ("holder", "nul\u{0}", "holder"),
    ] {
        let (_, key) = server.open().await;
        let mut sent = card("4242424242424242");
        sent[field] = json!(value);
        let answer = server.submit(&key, &sent).await;
        assert_eq!(answer.status, 422, "{field} {value:?}");
        let errors = answer.body["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{field} {value:?}: {}", answer.text);
        assert_eq!(errors[0]["field"], said);
    }
    let (_, key) = server.open().await;
    let all = json!({"number": "1", "expire_month": "0", "expire_year": "", "cvc": "", "holder": ""});
    assert_eq!(server.submit(&key, &all).await.body["errors"].as_array().unwrap().len(), 4);
    // A card is good to the end of its month.
    let mut last = card("4242424242424242");
    last["expire_month"] = json!("11");
    last["expire_year"] = json!("2026");
    assert_eq!(server.submit(&key, &last).await.status, 200);
}

async fn a_form_submits_ten_times_at_most(database: String) {
    let server = Server::start(&database).await;
    let (session, key) = server.open().await;
    for _ in 0..10 {
        assert_eq!(server.submit(&key, &card("4242424242424241")).await.status, 422);
    }
    server.submit(&key, &card("4242424242424242")).await.is(429, "TOO_MANY_ATTEMPTS");
    assert_eq!(server.status(&session).await.body["code"], "TOO_MANY_ATTEMPTS");
}

async fn nonsense_is_answered_plainly(database: String) {
    let server = Server::start(&database).await;
    let (_, key) = server.open().await;
    let at = |path: &str| format!("{}{path}", server.origin);
    for (method, path) in [
        (Method::POST, "/frame"),
        (Method::GET, "/frame/card"),
        (Method::DELETE, "/frame/card/"),
        (Method::PUT, FRAMES_PATH),
    ] {
        let answer = server.http.request(method, at(path)).send().await.unwrap();
        assert!(answer.headers().contains_key("allow"));
        Answer::of(answer).await.is(405, "METHOD_NOT_ALLOWED");
    }
    for path in ["/", "/frame/assets/x/frame.js", "/frame/assets/x/..%2f..%2fCargo.toml", "/service/v1/cards"] {
        Answer::of(server.http.get(at(path)).send().await.unwrap()).await.is(404, "NOT_FOUND");
    }
    for query in ["", "?key", "?key=%00", "?key=%ff", "?key=a&key=b", "?k=1"] {
        let status = Answer::of(server.http.get(at("/frame") + query).send().await.unwrap()).await.status;
        assert!(matches!(status.as_u16(), 400 | 404), "{query}: {status}");
    }
    let post = |kind: &'static str, body: Vec<u8>| {
        let request = server.http.post(at("/frame/card")).header("X-Frame-Key", &key);
        request.header("Content-Type", kind).body(body).send()
    };
    let json = "application/json";
    Answer::of(post(json, vec![b' '; 9 * 1024]).await.unwrap()).await.is(413, "TOO_LARGE");
    Answer::of(post("text/plain", b"{}".to_vec()).await.unwrap()).await.is(415, "NOT_JSON");
    for body in ["", "{", "[]", "null", "{}", r#"{"number":4242424242424242}"#, "\u{0}"] {
        Answer::of(post(json, body.into()).await.unwrap()).await.is(400, "MALFORMED");
    }
    let foreign = |name: &'static str, value: &'static str| {
        let request = server.http.post(at("/frame/card")).header("X-Frame-Key", &key).header(name, value);
        request.json(&card("4242424242424242")).send()
    };
    for (name, value) in [("Origin", PAGE), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")] {
        Answer::of(foreign(name, value).await.unwrap()).await.is(403, "FOREIGN_ORIGIN");
    }
    let call = async |path: &str, body: Value| server.call(Method::POST, path, Some(body)).await.status.as_u16();
    for body in
        [json!({}), json!([]), json!(1), json!({"page_origin": 1}), json!({"page_origin": PAGE, "property_id": "1"})]
    {
        assert_eq!(call(FRAMES_PATH, body.clone()).await, 400, "{body}");
        assert_eq!(call(EXCHANGE_PATH, body.clone()).await, 400, "{body}");
    }
    for body in [
        json!({"page_origin": "x", "property_id": 1}),
        json!({"page_origin": PAGE, "property_id": 0}),
        json!({"page_origin": PAGE, "property_id": 1, "locale": "\u{0}"}),
        json!({"page_origin": PAGE, "property_id": 1, "locale": "en\"><script>"}),
    ] {
        assert_eq!(call(FRAMES_PATH, body.clone()).await, 422, "{body}");
    }
    assert_eq!(
        call(EXCHANGE_PATH, json!({"property_id": 1, "payment_key": "\u{0}", "session_key": "\u{0}"})).await,
        404
    );
    for path in ["/healthz", "/readyz", "/healthz/"] {
        assert_eq!(server.http.get(at(path)).send().await.unwrap().status(), 200);
    }
}

async fn a_damaged_card_keeps_no_vault_from_starting(database: String) {
    let server = Server::start(&database).await;
    for _ in 0..2 {
        let (_, key) = server.open().await;
        server.payment_key(&key, "4242424242424242").await;
    }
    server.stop().await;
    let (good, _) = config(&database);
    let mut wrong = good.clone();
    wrong.key = SecretString::from("33".repeat(32));
    for (damaged, starts) in [(1, true), (2, false)] {
        support::damage(&database).await;
        assert_eq!(vault::look(&good).await.is_ok(), starts, "{damaged} of 2");
        assert_eq!(vault::open(good.clone()).await.is_ok(), starts, "{damaged} of 2");
        assert!(vault::open(wrong.clone()).await.is_err());
    }
}

async fn the_wrong_key_does_not_open_the_vault(database: String) {
    let server = Server::start(&database).await;
    let (_, key) = server.open().await;
    // One alone might be damaged.
    for _ in 0..2 {
        server.payment_key(&key, "4242424242424242").await;
    }
    server.stop().await;
    let (good, _) = config(&database);
    let start = async |change: &dyn Fn(&mut vault::VaultConfig)| {
        let mut config = good.clone();
        change(&mut config);
        vault::open(config).await.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(start(&|_| {}).await, "");
    let wrong = start(&|config| config.key = SecretString::from("33".repeat(32))).await;
    assert_eq!(wrong, "the vault's encryption key: a record does not open with the key \"k1\"");
    assert!(start(&|config| config.key_id = "k9".into()).await.contains("the key \"k1\" is needed"));
    assert!(start(&|config| config.key = SecretString::from("short")).await.contains("32 bytes"));
    assert!(start(&|config| config.service_key = SecretString::from("")).await.contains("Key not present"));
    assert!(start(&|config| config.public_origin = "nowhere".into()).await.contains("no origin"));
    assert!(start(&|config| config.database = "mysql://x".into()).await.contains("sqlite:PATH"));
    // Card numbers are not sent in clear.
    let stripe_with = async |url: &str, key: &str| {
        let access = vault::StripeAccess { url: url.to_owned(), key: key.to_owned().into() };
        start(&|config| config.stripe = Some(access.clone())).await
    };
    let stripe_at = async |url: &str| stripe_with(url, "rk_test_of_these_tests").await;
    for url in ["https://api.stripe.com", "http://127.0.0.1:12111"] {
        assert_eq!(stripe_at(url).await, "", "{url}");
    }
    for url in ["http://stripe.example", "http://127.0.0.1@stripe.example", "http://127.0.0.1.example", "stripe", ""] {
        assert!(stripe_at(url).await.contains("PORTICO_STRIPE_URL must be an address"), "{url}");
    }
    // A secret that is made from a file may keep the line break at its end, which no header carries.
    for key in ["whsec_of_these_tests", "sk_test_x\n", "rk_test x"] {
        let refused = stripe_with("https://api.stripe.com", key).await;
        assert_eq!(
            refused, "PORTICO_VAULT_STRIPE_KEY must begin with sk_ or rk_, without spaces or line breaks",
            "{key:?}"
        );
    }
    // Nor does a wrong key of before, which a card waits for: the newest one opens what the first start sealed.
    let mut second = good.clone();
    (second.key_id, second.key) = ("k2".into(), SecretString::from("22".repeat(32)));
    second.older_keys = vec![("k1".into(), good.key.clone())];
    drop(vault::open(second.clone()).await.unwrap());
    second.older_keys = vec![("k1".into(), SecretString::from("33".repeat(32)))];
    let says = "the vault's encryption key: a record does not open with the key \"k1\"";
    assert_eq!(vault::look(&second).await.err().unwrap().to_string(), says);
    assert_eq!(vault::open(second).await.err().unwrap().to_string(), says);
    let shown = format!("{good:?}");
    assert!(!shown.contains(SERVICE_KEY) && !shown.contains("1111"), "{shown}");
}
