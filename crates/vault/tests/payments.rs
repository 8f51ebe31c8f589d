//! Payments at the sandbox bank, over HTTP: every case on SQLite and on PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

#[macro_use]
mod support;

use reqwest::Method;
use serde_json::{Value, json};
use support::{Answer, PAGE, Server};
use vault::client::{BankPage, FORGET_PATH, OFFERS_PATH, PAYMENTS_PATH, REFUNDS_PATH, SETTLE_PATH, seal_page};

cases! {
    the_same_key_pays_once
    each_step_begins_where_the_last_one_ended
    refunds_at_once_are_never_more_than_was_taken
    a_key_that_was_given_up_pays_nothing
    banks_can_refuse
    the_guest_confirms_at_the_bank
    an_answer_that_was_lost_is_asked_for
    keys_and_cards_are_of_one_hotel
    what_cannot_be_paid_is_refused
    a_link_takes_cards_until_one_pays_or_its_time_is_over
    of_the_cards_sent_to_a_link_only_the_one_that_pays_is_kept
    a_card_is_kept_while_a_payment_refers_to_it
    a_page_of_a_bank_is_shown_to_whom_the_booking_side_sealed_it_for
}

const GOOD: &str = "4242424242424242";

async fn token(server: &Server, number: &str) -> String {
    let (session, key) = server.open().await;
    let payment_key = server.payment_key(&key, number).await;
    server.exchange(&payment_key, &session).await.body["token"].as_str().unwrap().to_owned()
}

fn asked(key: &str, token: &str) -> Value {
    json!({"property_id": 1, "payment_key": key, "token": token, "amount": 12_000, "currency": "EUR",
        "shown_amount": "EUR 120.00", "page_origin": PAGE})
}

async fn pay(server: &Server, asked: Value) -> Answer {
    server.call(Method::POST, PAYMENTS_PATH, Some(asked)).await
}

async fn refund(server: &Server, key: &str, refund_key: &str, amount: i64) -> Answer {
    let body = json!({"property_id": 1, "payment_key": key, "refund_key": refund_key, "amount": amount});
    server.call(Method::POST, REFUNDS_PATH, Some(body)).await
}

async fn settle(server: &Server, key: &str, to: &str) -> Answer {
    server.call(Method::POST, SETTLE_PATH, Some(json!({"property_id": 1, "payment_key": key, "to": to}))).await
}

async fn status(server: &Server, property_id: i64, key: &str) -> Answer {
    server.call(Method::GET, &format!("{PAYMENTS_PATH}?propertyId={property_id}&paymentKey={key}"), None).await
}

async fn answer(server: &Server, url: &str, confirmed: bool) -> Answer {
    let key = url.split_once("key=").unwrap().1;
    let request = server.http.post(format!("{}/challenge", server.origin)).header("X-Challenge-Key", key);
    Answer::of(request.header("Origin", &server.origin).json(&json!({"confirmed": confirmed})).send().await.unwrap())
        .await
}

/// A payment with the card that pays it.
fn told(state: &str, digits: &str) -> Value {
    json!({"state": state, "masked_card_number": format!("XXXXXXXXXXXX{digits}"), "card_brand": "VISA"})
}

async fn the_same_key_pays_once(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, GOOD).await;
    status(&server, 1, "a-1").await.is(404, "PAYMENT_UNKNOWN");
    for _ in 0..2 {
        assert_eq!(pay(&server, asked("a-1", &token)).await.body, json!({"state": "AUTHORISED"}));
    }
    let mut other = asked("a-1", &token);
    other["amount"] = json!(12_001);
    pay(&server, other).await.is(409, "PAYMENT_DIFFERS");
    for _ in 0..2 {
        assert_eq!(settle(&server, "a-1", "CAPTURED").await.body, json!({"state": "CAPTURED"}));
    }
    assert_eq!(pay(&server, asked("a-1", &token)).await.body, json!({"state": "CAPTURED"}));

    // It is still so after the vault was started again.
    let (config, _) = support::config(&database);
    let now = server.now().as_second();
    server.stop().await;
    let server = Server::with(config, std::sync::Arc::new(now.into())).await;
    assert_eq!(status(&server, 1, "a-1").await.body, told("CAPTURED", "4242"));
}

async fn each_step_begins_where_the_last_one_ended(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, GOOD).await;
    settle(&server, "none", "CAPTURED").await.is(404, "PAYMENT_UNKNOWN");
    pay(&server, asked("b-1", &token)).await;
    assert_eq!(refund(&server, "b-1", "r-1", 1).await.body, json!({"given": false}), "not taken yet");
    assert_eq!(settle(&server, "b-1", "CAPTURED").await.body["state"], "CAPTURED");
    assert_eq!(settle(&server, "b-1", "VOIDED").await.body["state"], "CAPTURED");
    // In parts, each once, never more than was taken.
    for (key, amount, given) in
        [("r-1", 4_000, true), ("r-1", 4_000, true), ("r-2", 8_001, false), ("r-2", 8_000, true)]
    {
        assert_eq!(refund(&server, "b-1", key, amount).await.body, json!({"given": given}), "{key} {amount}");
    }
    refund(&server, "none", "r-3", 1).await.is(404, "PAYMENT_UNKNOWN");
    refund(&server, "b-1", "r-1", 3_999).await.is(409, "PAYMENT_DIFFERS");
    refund(&server, "b-1", "r-3", 0).await.is(422, "INVALID");
    settle(&server, "b-1", "REFUNDED").await.is(400, "MALFORMED");
    settle(&server, "b-1", "AUTHORISED").await.is(422, "INVALID");
}

async fn refunds_at_once_are_never_more_than_was_taken(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, GOOD).await;
    for round in 0..12 {
        let key = format!("at-once-{round}");
        pay(&server, asked(&key, &token)).await;
        settle(&server, &key, "CAPTURED").await;
        // Of 12,000 two of these three parts fit.
        let parts: Vec<String> = (0..3).map(|part| format!("{key}-{part}")).collect();
        let [one, two, three] = [&parts[0], &parts[1], &parts[2]].map(|part| refund(&server, &key, part, 6_000));
        let (one, two, three) = tokio::join!(one, two, three);
        let given = [one, two, three].iter().filter(|answer| answer.body == json!({"given": true})).count();
        assert_eq!(given, 2, "{key}");
    }
}

async fn a_key_that_was_given_up_pays_nothing(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, GOOD).await;
    assert_eq!(settle(&server, "c-1", "VOIDED").await.body["state"], "VOIDED");
    assert_eq!(pay(&server, asked("c-1", &token)).await.body["state"], "VOIDED");
    assert_eq!(settle(&server, "c-1", "CAPTURED").await.body["state"], "VOIDED");
}

async fn banks_can_refuse(database: String) {
    let server = Server::start(&database).await;
    for number in ["4000000000000341", "4000000000009995"] {
        let token = token(&server, number).await;
        assert_eq!(pay(&server, asked(number, &token)).await.body, json!({"state": "DECLINED"}));
        assert_eq!(settle(&server, number, "CAPTURED").await.body["state"], "DECLINED");
    }
}

async fn the_guest_confirms_at_the_bank(database: String) {
    let server = Server::start(&database).await;
    let outcomes = [
        ("4000000000003220", true, "AUTHORISED"),
        ("4000000000003220", false, "DECLINED"),
        ("4000008400001629", true, "DECLINED"),
    ];
    for (at, (number, confirmed, state)) in outcomes.into_iter().enumerate() {
        let key = format!("d-{at}");
        let token = token(&server, number).await;
        let first = pay(&server, asked(&key, &token)).await.body;
        assert_eq!(first["state"], "CHALLENGE");
        let old = first["challenge_url"].as_str().unwrap();
        // Asked again the bank gives its page anew, and the one before is over.
        let again = pay(&server, asked(&key, &token)).await.body;
        let url = again["challenge_url"].as_str().unwrap();
        answer(&server, old, true).await.is(404, "PAYMENT_UNKNOWN");
        assert_eq!(settle(&server, &key, "CAPTURED").await.body["state"], "CHALLENGE");

        let page = Answer::of(server.http.get(url).send().await.unwrap()).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains(&format!("frame-ancestors {PAGE};")), "{policy}");
        assert!(page.text.contains("EUR 120.00") && !page.text.contains(number), "{}", page.text);
        assert!(!page.text.contains("{{") && !page.text.contains("style="), "{}", page.text);

        assert_eq!(answer(&server, url, confirmed).await.status, 204);
        answer(&server, url, true).await.is(404, "PAYMENT_UNKNOWN");
        assert_eq!(status(&server, 1, &key).await.body["state"], state);
        assert_eq!(server.http.get(url).send().await.unwrap().status(), 404);
    }
    let token = token(&server, "4000000000003220").await;
    let url = pay(&server, asked("d-9", &token)).await.body["challenge_url"].as_str().unwrap().to_owned();
    let foreign = server.http.post(format!("{}/challenge", server.origin)).header("Origin", PAGE);
    let foreign = foreign.header("X-Challenge-Key", url.split_once("key=").unwrap().1);
    Answer::of(foreign.json(&json!({"confirmed": true})).send().await.unwrap()).await.is(403, "FOREIGN_ORIGIN");
    assert_eq!(settle(&server, "d-9", "VOIDED").await.body["state"], "VOIDED");
    answer(&server, &url, true).await.is(404, "PAYMENT_UNKNOWN");
}

async fn an_answer_that_was_lost_is_asked_for(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, "4000000000000119").await;
    pay(&server, asked("e-1", &token)).await.is(408, "TIMEOUT");
    assert_eq!(status(&server, 1, "e-1").await.body["state"], "AUTHORISED");
    assert_eq!(pay(&server, asked("e-1", &token)).await.body, json!({"state": "AUTHORISED"}));
}

async fn keys_and_cards_are_of_one_hotel(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, GOOD).await;
    pay(&server, asked("f-1", &token)).await;
    status(&server, 2, "f-1").await.is(404, "PAYMENT_UNKNOWN");
    let mut elsewhere = asked("f-2", &token);
    elsewhere["property_id"] = json!(2);
    pay(&server, elsewhere).await.is(404, "CARD_UNKNOWN");
    pay(&server, asked("f-3", "tok_none")).await.is(404, "CARD_UNKNOWN");
    let unsigned = server.http.post(format!("{}{PAYMENTS_PATH}", server.origin)).json(&asked("f-4", &token));
    Answer::of(unsigned.send().await.unwrap()).await.is(401, "UNSIGNED");
}

fn offered(key: &str, expires_at: i64) -> Value {
    json!({"property_id": 1, "payment_key": key, "request_id": format!("1.{key}.a-link-that-nobody-guesses"),
        "amount": 12_000, "currency": "EUR", "shown_amount": "<120,00\u{a0}€>", "payee": "O'Shea & <b>Sons</b> {{amount}}",
        "locale": "ar_AE", "expires_at": expires_at, "page_origin": PAGE})
}

// clause: PAY-18
async fn a_link_takes_cards_until_one_pays_or_its_time_is_over(database: String) {
    let server = Server::start(&database).await;
    let until = server.now().as_second() + 1800;
    let offer = async |body: Value| server.call(Method::POST, OFFERS_PATH, Some(body)).await;
    let url = offer(offered("h-1", until)).await.body["url"].as_str().unwrap().to_owned();
    assert_eq!(offer(offered("h-1", until)).await.body["url"], url.as_str());
    for (field, value) in [("amount", json!(12_001)), ("property_id", json!(2))] {
        let mut other = offered("h-1", until);
        other[field] = value;
        offer(other).await.is(409, "PAYMENT_DIFFERS");
    }
    for (field, value) in
        [("request_id", json!("short")), ("payee", json!("")), ("locale", json!("<>")), ("amount", json!(0))]
    {
        let mut wrong = offered("h-9", until);
        wrong[field] = value;
        offer(wrong).await.is(422, "INVALID");
    }
    let page = async || Answer::of(server.http.get(&url).send().await.unwrap()).await;
    let shown = page().await;
    let policy = shown.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains(&format!("frame-ancestors {PAGE};")) && policy.contains("form-action 'none'"), "{policy}");
    assert!(shown.text.contains("O'Shea &amp; &lt;b&gt;Sons&lt;/b&gt; &#123;&#123;amount}}"), "{}", shown.text);
    assert!(shown.text.contains("dir=\"auto\">&lt;120,00\u{a0}€&gt;</p>"), "{}", shown.text);
    assert!(shown.text.contains("dir=\"rtl\"") && !shown.text.contains("style="), "{}", shown.text);

    let id = url.rsplit('/').next().unwrap().split('?').next().unwrap().to_owned();
    let pay = async |number: &str, origin: &str| {
        let request = server.http.post(format!("{}/pay/card", server.origin)).header("X-Request-Id", &id);
        Answer::of(request.header("Origin", origin).json(&support::card(number)).send().await.unwrap()).await
    };
    pay(GOOD, PAGE).await.is(403, "FOREIGN_ORIGIN");
    pay("4242424242424241", &server.origin).await.is(422, "CARD_INVALID");
    pay("4000000000000341", &server.origin).await.is(402, "CARD_DECLINED");
    // The bank took it, and its answer was lost: it is paid.
    pay("4000000000000119", &server.origin).await.is(408, "TIMEOUT");
    assert_eq!(pay(GOOD, &server.origin).await.body, json!({"status": "EXECUTED"}));
    assert_eq!(status(&server, 1, "h-1").await.body, told("AUTHORISED", "0119"));
    assert!(page().await.text.contains("data-state=\"paid\""));

    // Ten cards are the most.
    offer(offered("h-2", until)).await;
    let id = "1.h-2.a-link-that-nobody-guesses";
    let pay = async |number: &str| {
        let request = server.http.post(format!("{}/pay/card", server.origin)).header("X-Request-Id", id);
        Answer::of(request.json(&support::card(number)).send().await.unwrap()).await
    };
    for _ in 0..10 {
        pay("4000000000000341").await.is(402, "CARD_DECLINED");
    }
    pay(GOOD).await.is(410, "LINK_USED_UP");
    let used_up = Answer::of(server.http.get(format!("{}/pay/{id}", server.origin)).send().await.unwrap()).await;
    assert_eq!(used_up.status, 410);
    assert!(used_up.text.contains("data-state=\"used_up\""), "{}", used_up.text);
    assert_eq!(settle(&server, "h-2", "VOIDED").await.body["state"], "VOIDED");
    pay(GOOD).await.is(410, "LINK_OVER");

    // The tenth may still pay while its bank waits for the guest.
    for (key, confirmed, then) in [("h-4", true, "paid"), ("h-5", false, "used_up")] {
        offer(offered(key, until)).await;
        let id = format!("1.{key}.a-link-that-nobody-guesses");
        let pay = async || {
            let request = server.http.post(format!("{}/pay/card", server.origin)).header("X-Request-Id", &id);
            Answer::of(request.json(&support::card("4000000000003220")).send().await.unwrap()).await
        };
        let state = async || {
            let page = server.http.get(format!("{}/pay/{id}", server.origin)).send().await.unwrap();
            let text = page.text().await.unwrap();
            text.split("data-state=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        for _ in 0..9 {
            pay().await;
        }
        assert_eq!(state().await, "open");
        let last = pay().await.body["url"].as_str().unwrap().to_owned();
        assert_eq!(state().await, "elsewhere");
        pay().await.is(409, "LINK_ELSEWHERE");
        answer(&server, &last, confirmed).await;
        assert_eq!(state().await, then);
    }

    offer(offered("h-3", until)).await;
    server.pass(1800);
    let over = server.http.get(format!("{}/pay/1.h-3.a-link-that-nobody-guesses", server.origin)).send().await.unwrap();
    assert_eq!(over.status(), 410);
    assert_eq!(server.http.get(format!("{}/pay/1.h-3.another", server.origin)).send().await.unwrap().status(), 404);
}

async fn of_the_cards_sent_to_a_link_only_the_one_that_pays_is_kept(database: String) {
    let server = Server::start(&database).await;
    let until = server.now().as_second() + 1800;
    let pay = async |key: &str, number: &str| {
        let request = server.http.post(format!("{}/pay/card", server.origin));
        let request = request.header("X-Request-Id", format!("1.{key}.a-link-that-nobody-guesses"));
        Answer::of(request.json(&support::card(number)).send().await.unwrap()).await
    };
    let challenge = async |key: &str| {
        let told = pay(key, "4000000000003220").await.body;
        assert_eq!(told["status"], "CHALLENGE");
        told["url"].as_str().unwrap().to_owned()
    };
    for key in ["i-1", "i-2", "i-3"] {
        server.call(Method::POST, OFFERS_PATH, Some(offered(key, until))).await;
    }
    // What the page says of it.
    let shown = async |key: &str| {
        let page = server.http.get(format!("{}/pay/1.{key}.a-link-that-nobody-guesses", server.origin));
        let text = page.send().await.unwrap().text().await.unwrap();
        text.split("data-state=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    assert_eq!(shown("i-1").await, "open");
    // Another card while the bank waits for an answer: the first one goes, and its bank asks nothing more.
    let first = challenge("i-1").await;
    assert_eq!(support::cards(&database).await, 1);
    challenge("i-1").await;
    assert_eq!(shown("i-1").await, "open");
    assert_eq!(support::cards(&database).await, 1);
    answer(&server, &first, true).await.is(404, "PAYMENT_UNKNOWN");
    // The guest says no, or the bank does.
    for (number, confirmed) in [("4000000000003220", false), ("4000008400001629", true)] {
        let url = pay("i-1", number).await.body["url"].as_str().unwrap().to_owned();
        assert_eq!(support::cards(&database).await, 1);
        answer(&server, &url, confirmed).await;
        assert_eq!(support::cards(&database).await, 0);
        assert_eq!(status(&server, 1, "i-1").await.body, json!({"state": "OFFERED"}));
        assert_eq!(shown("i-1").await, "refused");
    }
    assert_eq!(pay("i-1", GOOD).await.body, json!({"status": "EXECUTED"}));
    assert_eq!(pay("i-1", GOOD).await.body, json!({"status": "EXECUTED"}));
    assert_eq!(support::cards(&database).await, 1);
    // Confirmed at the bank it pays, and stays.
    let url = challenge("i-2").await;
    answer(&server, &url, true).await;
    assert_eq!(status(&server, 1, "i-2").await.body["state"], "AUTHORISED");
    // What was set aside or waits for the bank is given up.
    challenge("i-3").await;
    assert_eq!(support::cards(&database).await, 3);
    for key in ["i-2", "i-3", "i-3"] {
        assert_eq!(settle(&server, key, "VOIDED").await.body["state"], "VOIDED");
    }
    assert_eq!(settle(&server, "i-1", "CAPTURED").await.body["state"], "CAPTURED");
    assert_eq!(support::cards(&database).await, 1);
}

async fn a_card_is_kept_while_a_payment_refers_to_it(database: String) {
    let server = Server::start(&database).await;
    let forget = async |token: &str| {
        let body = json!({"property_id": 1, "token": token});
        server.call(Method::POST, FORGET_PATH, Some(body)).await.body["forgotten"].as_bool().unwrap()
    };
    for (key, number, state) in
        [("j-1", GOOD, "AUTHORISED"), ("j-2", "4000000000003220", "CHALLENGE"), ("j-3", "4000000000000341", "DECLINED")]
    {
        let token = token(&server, number).await;
        assert_eq!(pay(&server, asked(key, &token)).await.body["state"], state);
        assert_eq!(forget(&token).await, state == "DECLINED", "{state}");
        if state == "CHALLENGE" {
            settle(&server, key, "VOIDED").await;
            assert!(forget(&token).await, "what was given up never paid");
        }
    }
    // How each stands is known on.
    for (key, state) in [("j-1", "AUTHORISED"), ("j-2", "VOIDED"), ("j-3", "DECLINED")] {
        assert_eq!(status(&server, 1, key).await.body["state"], state);
    }
    assert_eq!(support::cards(&database).await, 1);
}

async fn a_page_of_a_bank_is_shown_to_whom_the_booking_side_sealed_it_for(database: String) {
    let server = Server::start(&database).await;
    let page = BankPage { url: "https://bank.example/3ds?a=1&b=\"><script>".into(), page_origin: PAGE.into() };
    let sealed = seal_page(&server.config.service_key, &page).unwrap();
    let get = async |sealed: &str| {
        Answer::of(server.http.get(format!("{}/bank?page={sealed}", server.origin)).send().await.unwrap()).await
    };
    let shown = get(&sealed).await;
    let policy = shown.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains(&format!("frame-ancestors {PAGE};")) && policy.contains("frame-src https:;"), "{policy}");
    assert!(shown.text.contains("https://bank.example/3ds?a=1&amp;b=&quot;&gt;&lt;script&gt;"), "{}", shown.text);
    let script = BankPage { url: "javascript:alert(1)".into(), ..page.clone() };
    for made_up in [
        String::new(),
        "x.y".into(),
        format!("{sealed}x"),
        seal_page(&"another key".to_owned().into(), &page).unwrap(),
        seal_page(&server.config.service_key, &script).unwrap(),
        // What signs calls seals no page.
        server.signature(),
    ] {
        get(&made_up).await.is(404, "PAYMENT_UNKNOWN");
    }
    let arabic = get(&format!("{sealed}&lang=ar-AE")).await.text;
    assert!(arabic.contains("<html lang=\"ar\" dir=\"rtl\"") && arabic.contains("title=\"مصرفك\""), "{arabic}");
    assert!(!arabic.contains("{{"), "{arabic}");
    for (query, begins, says) in [
        ("", "<html lang=\"en\" dir=\"ltr\">", "Thank you. You can close this window."),
        ("?lang=xx", "<html lang=\"en\" dir=\"ltr\">", "Thank you. You can close this window."),
        ("?lang=ar_AE", "<html lang=\"ar\" dir=\"rtl\">", "شكرًا لك. يمكنك إغلاق هذه النافذة."),
    ] {
        let back = server.http.get(format!("{}/answered{query}", server.origin)).send().await.unwrap();
        let back = Answer::of(back).await.text;
        assert!(back.contains("answered.js") && !back.contains("{{"), "{back}");
        assert!(back.contains(begins) && back.contains(says), "{query}: {back}");
    }
}

async fn what_cannot_be_paid_is_refused(database: String) {
    let server = Server::start(&database).await;
    let token = token(&server, GOOD).await;
    let wrong = [
        ("amount", json!(0)),
        ("amount", json!(-5)),
        ("currency", json!("eur")),
        ("shown_amount", json!("EUR\n1.00")),
        ("shown_amount", json!("1".repeat(41))),
        ("shown_amount", json!("")),
        ("page_origin", json!("javascript:alert(1)")),
        ("payment_key", json!("a b")),
        ("payment_key", json!("k".repeat(81))),
    ];
    for (field, value) in wrong {
        let mut body = asked("g-1", &token);
        body[field] = value;
        let answer = pay(&server, body).await;
        answer.is(422, "INVALID");
        assert_eq!(answer.body["errors"][0]["field"], field);
    }
}
