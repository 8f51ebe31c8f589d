//! How many requests one address may send.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use api::Settings;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderName, Method, Request, header};
use jiff::SignedDuration;
use serde_json::json;

use crate::events;
use crate::support::client::Answer;
use crate::support::hotel::ID;
use crate::support::steps::{at, booking, guest, held_until_18, room};
use crate::support::{HotelFiles, House, OPERATOR};

/// 20 requests a minute: one of them may begin a booking, one look a reservation up.
async fn narrow(client_address_header: Option<&'static str>) -> House {
    let house = House::with(Settings {
        requests_per_minute: NonZeroU32::new(20),
        client_address_header: client_address_header.map(HeaderName::from_static),
        ..Settings::default()
    })
    .await;
    house.import(&HotelFiles::default()).await;
    house
}

async fn ask(house: &House, method: Method, path: &str, from: &str, header: Option<(&str, &str)>) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if let Some((name, value)) = header {
        request = request.header(name, value);
    }
    let from: SocketAddr = format!("{from}:40000").parse().expect("an address");
    house.client.send(request.extension(ConnectInfo(from)).body(Body::empty()).expect("a request")).await
}

async fn begin(house: &House, from: &str, header: Option<(&str, &str)>) -> Answer {
    ask(house, Method::POST, &booking("new-batch-booking"), from, header).await
}

/// Each is a row at the vault.
#[tokio::test]
async fn card_forms_are_begun_as_seldom_as_bookings() {
    let house = narrow(None).await;
    let form = at("payments/hpc/init?origin=https://page.example");
    for (from, limited) in [("203.0.113.1", false), ("203.0.113.1", true), ("203.0.113.2", false)] {
        let answer = ask(&house, Method::GET, &form, from, None).await;
        assert_eq!(answer.status == 429, limited, "{from} {}", answer.text);
    }
}

// clause: GUEST-28
#[tokio::test]
async fn no_riddle_is_asked_since_addresses_are_limited_and_its_words_are_kept() {
    let house = narrow(None).await;
    let labels =
        ask(&house, Method::GET, "/v4/common/language?app_id=BOOKING_ENGINE&locale=en_US", "203.0.113.1", None);
    let labels = labels.await.is(200).body;
    assert_eq!(labels["lbl_solve_recaptcha"], "Please solve the recaptcha form first");
    assert_eq!(labels["lbl_message_required"], "Message is required");
    for (from, status) in [("203.0.113.2", 201), ("203.0.113.2", 429), ("203.0.113.3", 201)] {
        assert_eq!(begin(&house, from, None).await.status, status, "{from}");
    }
}

#[tokio::test]
async fn one_address_cannot_begin_bookings_without_end() {
    let house = narrow(None).await;
    begin(&house, "203.0.113.1", None).await.is(201);
    let refused = begin(&house, "203.0.113.1", None).await.refuses(429, "TOO_MANY");
    let wait: i64 = refused.headers["retry-after"].to_str().expect("a text").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    // Nobody else is held up, nor is the same guest elsewhere.
    begin(&house, "203.0.113.2", None).await.is(201);
    ask(&house, Method::GET, &at("")[..at("").len() - 1], "203.0.113.1", None).await.is(200);
    // Who waits as long as told gets through.
    house.clock.pass(SignedDuration::from_secs(wait));
    begin(&house, "203.0.113.1", None).await.is(201);
    begin(&house, "203.0.113.1", None).await.refuses(429, "TOO_MANY");
    // The operator is not counted; whoever only says so is.
    begin(&house, "203.0.113.1", Some(("operator-key", OPERATOR))).await.is(201);
    begin(&house, "203.0.113.1", Some(("operator-key", "a guess"))).await.refuses(429, "TOO_MANY");
}

// It would lift the limits of passwords too, for everybody.
#[tokio::test]
async fn an_empty_operator_key_is_none() {
    let settings =
        Settings { operator_key: Some(String::new()), requests_per_minute: NonZeroU32::new(1), ..Settings::default() };
    let house = House::with(settings).await;
    let asked = async || ask(&house, Method::GET, "/v4/properties/1", "203.0.113.1", Some(("operator-key", ""))).await;
    asked().await.refuses(404, "PROPERTY_UNKNOWN");
    asked().await.refuses(429, "TOO_MANY");
}

// Each may have a mail sent to another address.
#[tokio::test]
async fn guests_are_not_changed_without_end() {
    let house = narrow(None).await;
    let update =
        async |from| ask(&house, Method::PUT, "/enterprise/v4/web/update-guest?request_id=x", from, None).await;
    assert_ne!(update("203.0.113.1").await.status, 429);
    update("203.0.113.1").await.refuses(429, "TOO_MANY");
    assert_ne!(update("203.0.113.2").await.status, 429);
}

/// A house that lets one address send as much as it likes, and a booked stay's number.
async fn generous() -> (House, String) {
    let settings = Settings { requests_per_minute: NonZeroU32::new(1_000_000), ..Settings::default() };
    let house = House::with(settings).await;
    house.import(&HotelFiles::default()).await;
    let number = number(&house).await;
    (house, number)
}

async fn number(house: &House) -> String {
    house.client.booked().await["confirmation_no"].as_str().expect("a number").to_owned()
}

const NAME: &str = "Ni%20Bhriain";

async fn find(house: &House, number: &str, name: &str, from: &str) -> Answer {
    let path = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={name}");
    ask(house, Method::GET, &path, from, None).await
}

/// The same, with how long the answer was held back.
async fn held_back(house: &House, number: &str, name: &str, from: &str) -> (Answer, Duration) {
    let before = house.clock.held_back();
    let answer = find(house, number, name, from).await;
    (answer, house.clock.held_back() - before)
}

// clause: MANAGE-08
#[tokio::test]
async fn names_cannot_be_guessed_in_bulk_and_nobody_is_locked_out() {
    let (house, mine) = generous().await;
    let other = number(&house).await;
    // Ten guesses at once: they find nothing, and all answers are the same, byte for byte.
    let names = ["Murphy", "Kelly", "Walsh", "Smith", "Byrne", "Ryan", "Doyle", "Nolan", "Quinn", "Burke"];
    let answers = futures_util::future::join_all(names.map(|name| find(&house, &mine, name, "203.0.113.1"))).await;
    assert!(answers.iter().all(|answer| answer.status == 404 && answer.text == answers[0].text));
    // Then nobody gets further from there with this number, the true name included.
    let refused = find(&house, &mine, NAME, "203.0.113.1").await.refuses(429, "TOO_MANY");
    assert_eq!(refused.headers[header::RETRY_AFTER], "60");
    // The true guest elsewhere does, and so does a neighbour behind the same address.
    find(&house, &mine, NAME, "203.0.113.2").await.is(200);
    find(&house, &other, NAME, "203.0.113.1").await.is(200);
    house.clock.pass(SignedDuration::from_mins(1));
    find(&house, &mine, NAME, "203.0.113.1").await.is(200);
    find(&house, &mine, NAME, "203.0.113.1").await.refuses(429, "TOO_MANY");
}

const USUAL: Duration = Duration::from_millis(200);
const SLOWED: Duration = Duration::from_secs(2);

// clause: MANAGE-08
#[tokio::test]
async fn an_address_that_fails_often_is_slowed_down_and_still_finds_what_is_its_own() {
    let (house, mine) = generous().await;
    let made_up = |at: u64| domain::confirmation::make(ID, at);
    let (here, there) = ("203.0.113.1", "203.0.113.2");
    let (first, held) = held_back(&house, &mine, "Nobody", here).await;
    let first = first.refuses(404, "RESERVATION_UNKNOWN");
    assert_eq!(held, USUAL);
    for at in 1..30 {
        let (answer, held) = held_back(&house, &made_up(at), NAME, here).await;
        assert_eq!((&answer.text, &answer.headers, held), (&first.text, &first.headers, USUAL), "guess {at}");
    }
    // Slower from then on, whatever is wrong; neither bytes nor time tell what.
    for (number, name) in [(&mine, "Nobody"), (&made_up(30), NAME)] {
        let (answer, held) = held_back(&house, number, name, here).await;
        assert_eq!((&answer.text, &answer.headers, held), (&first.text, &first.headers, SLOWED));
    }
    // Who lives there and knows both does not even wait, and nobody else is slowed down.
    let (found, held) = held_back(&house, &mine, NAME, here).await;
    assert_eq!((found.status, held), (200, Duration::ZERO));
    assert_eq!(held_back(&house, &made_up(31), NAME, there).await.1, USUAL);
    // Every four seconds one failure is forgotten.
    house.clock.pass(SignedDuration::from_secs(4));
    assert_eq!(held_back(&house, &made_up(32), NAME, here).await.1, USUAL);
    assert_eq!(held_back(&house, &made_up(33), NAME, here).await.1, SLOWED);
}

// clause: MANAGE-08
#[tokio::test]
async fn guesses_at_one_number_are_slowed_down_wherever_they_come_from() {
    let (house, mine) = generous().await;
    let address = |at: u8| format!("198.51.100.{at}");
    for at in 0..30 {
        assert_eq!(held_back(&house, &mine, "Nobody", &address(at)).await.1, USUAL, "guess {at}");
    }
    assert_eq!(held_back(&house, &mine, "Nobody", &address(30)).await.1, SLOWED);
    // The guest is let in from anywhere, and another number is another matter.
    let (found, held) = held_back(&house, &mine, NAME, &address(31)).await;
    assert_eq!((found.status, held), (200, Duration::ZERO));
    let other = number(&house).await;
    assert_eq!(held_back(&house, &other, "Nobody", &address(32)).await.1, USUAL);
}

// clause: MANAGE-08
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_guesses_find_nothing() {
    let (house, mine) = generous().await;
    // Half of them one number from many addresses, half of them many numbers from one.
    let one = (0..5_000_u32)
        .map(|at| (mine.clone(), format!("Name{at}"), format!("198.51.{}.{}", 100 + at % 50, 1 + at % 200)));
    let many = (0..5_000_u64)
        .map(|at| (domain::confirmation::make(ID, at), NAME.to_owned(), "203.0.113.1".to_owned()))
        .filter(|(made_up, ..)| *made_up != mine);
    let mut found_nothing = None;
    let all: Vec<_> = one.chain(many).collect();
    // Not more at once than a database takes.
    for some in all.chunks(400) {
        let answers = some.iter().map(|(number, name, from)| find(&house, number, name, from));
        for answer in futures_util::future::join_all(answers).await {
            if answer.status == 429 {
                continue;
            }
            let answer = answer.refuses(404, "RESERVATION_UNKNOWN");
            let first = found_nothing.get_or_insert_with(|| (answer.text.clone(), answer.headers.clone()));
            assert_eq!((&answer.text, &answer.headers), (&first.0, &first.1));
        }
    }
    // Whoever knows the name gets in, also from where all the guesses came from.
    for from in ["192.0.2.1", "203.0.113.1"] {
        find(&house, &mine, NAME, from).await.is(200);
    }
}

#[tokio::test]
async fn passwords_cannot_be_guessed_in_bulk() {
    let house = narrow(None).await;
    let log_in = "/v4/website/users/log-in";
    ask(&house, Method::POST, log_in, "203.0.113.1", None).await.refuses(400, "BAD_FIELD");
    // A member reads why, with a browser's eyes.
    let refused = ask(&house, Method::POST, log_in, "203.0.113.1", None).await.is(429);
    assert!(refused.text.contains("Please wait a moment"), "{}", refused.text);
    assert_eq!(refused.headers[header::CONTENT_TYPE], "text/html; charset=utf-8");
    assert!(refused.headers.contains_key(header::RETRY_AFTER));
}

fn mop(code: &str) -> String {
    format!("/enterprise/v4/check-mop?company_code={code}&property_id={ID}")
}

#[tokio::test]
async fn codes_cannot_be_guessed_in_bulk_and_whoever_knows_theirs_is_not_counted() {
    let settings = Settings { requests_per_minute: NonZeroU32::new(1_000_000), ..Settings::default() };
    let house = House::with(settings).await;
    house.import(&HotelFiles { takes_codes: true, ..HotelFiles::default() }).await;
    let (here, there) = ("203.0.113.1", "203.0.113.2");
    let tell = async |code: &str, from: &str| ask(&house, Method::GET, &mop(code), from, None).await;
    // A whole office knows its code, and one of it mistypes.
    for _ in 0..100 {
        tell("ACME", here).await.is(200);
    }
    // Nor is a page counted that asks once more for what has ended.
    for _ in 0..100 {
        tell("OVER", here).await.refuses(404, "COMPANY_UNKNOWN");
    }
    for at in 1..30 {
        tell(&format!("GUESS{at}"), here).await.refuses(404, "COMPANY_UNKNOWN");
    }
    // Then the answer is the same for a right one, and nobody elsewhere is held up.
    for code in ["GUESS30", "ACME"] {
        let refused = tell(code, here).await.refuses(429, "TOO_MANY");
        assert_eq!(refused.headers[header::RETRY_AFTER], "60");
    }
    tell("ACME", there).await.is(200);
    // Every minute one is forgotten, and whoever guesses right is not counted then either.
    house.clock.pass(SignedDuration::from_mins(1));
    tell("ACME", here).await.is(200);
    tell("GUESS31", here).await.refuses(404, "COMPANY_UNKNOWN");
    tell("ACME", here).await.refuses(429, "TOO_MANY");
}

#[tokio::test]
async fn wrong_codes_count_together_wherever_they_are_given() {
    let settings = Settings { requests_per_minute: NonZeroU32::new(1_000_000), ..Settings::default() };
    let house = House::with(settings).await;
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let event = events::begin(client, "MEETING").await;
    let night = "check_in_date=2026-12-12&check_out_date=2026-12-13";
    let rates = |code: &str| at(&format!("mini-rates-with-availability/v3?{night}&{code}"));
    let price = json!({"number_of_persons": 2, "rates": [{"date": "2026-12-12", "amount": 150.0}]});
    let company = booking(&format!("new-booking/{}/company-reservations", batch.sessions[0]));
    let twin = room("TWIN", "FLEX", "2026-12-12", "2026-12-13", 2);
    let give = async |code: &dyn Fn(u8) -> String| {
        let named = json!({"reservation_company": {"company_id": code(1), "mop": "GUEST"}});
        let mut room = twin.clone();
        room["company_code"] = json!(code(2));
        let by_company = json!({"guarantee_type": "LDB", "company_id": code(3)});
        let breakdown = at(&format!("package-rates/FLEX/breakdown?company_code={}", code(4)));
        vec![
            client.get(&mop(&code(5))).await,
            client.get(&at(&format!("web/search-company?company_code={}", code(6)))).await,
            client
                .get(&at(&format!("check-discounts?start_date=2026-12-12&end_date=2026-12-13&code={}", code(7))))
                .await,
            client.get(&rates(&format!("company_code={}", code(8)))).await,
            client.get(&rates(&format!("group_code={}", code(9)))).await,
            client.get(&rates(&format!("discount_id={}", code(10)))).await,
            client.post(&breakdown, "", &price).await,
            client.post(&company, &batch.secret, &named).await,
            client.set_rate(&batch, 1, &room).await,
            events::step(client, &event, "guarantee-info", &by_company).await,
        ]
    };
    // Ten kinds of calls.
    for guess in ["A", "B", "C"] {
        let answers = give(&|call| format!("{guess}{call}")).await;
        assert!(answers.iter().all(|answer| answer.status != 429), "{guess}");
    }
    for answer in give(&|_| "NORTHLIGHT".to_owned()).await {
        answer.refuses(429, "TOO_MANY");
    }
    // Whoever gives none goes on.
    client.get(&rates("")).await.is(200);
    assert_ne!(client.set_rate(&batch, 1, &twin).await.status, 429);
}

// Whoever changes it knows the code, whatever others behind the same address try.
#[tokio::test]
async fn a_stay_is_changed_with_its_code_where_others_guess() {
    let settings = Settings { requests_per_minute: NonZeroU32::new(1_000_000), ..Settings::default() };
    let house = House::with(settings).await;
    house.import(&HotelFiles { takes_codes: true, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let mut corporate = room("KING", "CORPORATE", "2026-12-15", "2026-12-17", 2);
    corporate["company_code"] = json!("ACME");
    client.set_rate(&batch, 1, &corporate).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let change = client.changing(booked[0]["confirmation_no"].as_str().expect("a number")).await;
    for guess in 0..30 {
        client.get(&mop(&format!("GUESS{guess}"))).await.refuses(404, "COMPANY_UNKNOWN");
    }
    let rates = |of: &str| {
        at(&format!(
            "mini-rates-with-availability/v3?check_in_date=2026-12-15&check_out_date=2026-12-18&company_code=ACME{of}"
        ))
    };
    client.get(&rates("")).await.refuses(429, "TOO_MANY");
    client.get(&rates(&format!("&session_id={}&token={}", change.sessions[0], change.secret))).await.is(200);
    corporate["check_out_date"] = json!("2026-12-18");
    assert_ne!(client.set_rate(&change, 1, &corporate).await.status, 429);
}

#[tokio::test]
async fn browsing_is_generous_and_health_is_always_told() {
    let house = narrow(None).await;
    let mut answered = 0;
    loop {
        let answer = ask(&house, Method::GET, "/openapi.json", "203.0.113.1", None).await;
        if answer.status == 429 {
            break;
        }
        answer.is(200);
        answered += 1;
    }
    assert!(answered >= 20, "{answered}");
    ask(&house, Method::GET, "/healthz", "203.0.113.1", None).await.is(200);
}

#[tokio::test]
async fn a_header_counts_only_when_it_is_trusted() {
    let house = narrow(None).await;
    begin(&house, "10.0.0.1", Some(("x-forwarded-for", "198.51.100.1"))).await.is(201);
    begin(&house, "10.0.0.1", Some(("x-forwarded-for", "198.51.100.9"))).await.refuses(429, "TOO_MANY");

    let house = narrow(Some("x-forwarded-for")).await;
    begin(&house, "10.0.0.1", Some(("x-forwarded-for", "198.51.100.1"))).await.is(201);
    begin(&house, "10.0.0.1", Some(("x-forwarded-for", "198.51.100.1"))).await.refuses(429, "TOO_MANY");
    begin(&house, "10.0.0.1", Some(("x-forwarded-for", "198.51.100.2"))).await.is(201);
    // Made up before the proxy's own entry.
    begin(&house, "10.0.0.1", Some(("x-forwarded-for", "192.0.2.7, 198.51.100.1"))).await.refuses(429, "TOO_MANY");
}

#[tokio::test]
async fn a_body_that_is_said_to_be_too_large_is_not_waited_for() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.begin(1).await;
    let request = Request::builder()
        .method(Method::POST)
        .uri(booking(&format!("new-batch-booking/{}/add-guest", batch.id)))
        .header("authorization", format!("Bearer {}", batch.secret))
        .header("content-type", "application/json")
        .header("content-length", "10000000")
        // Nothing of it ever comes.
        .body(Body::from_stream(futures_util::stream::pending::<Result<&str, std::io::Error>>()));
    house.client.send(request.expect("a request")).await.refuses(413, "TOO_LARGE");
}
