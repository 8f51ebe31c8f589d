//! What a booking leaves behind in logs and files: nothing of the guest in the logs, no card number anywhere.

use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

use crate::support::steps::{card_path, guest, king, room, with_card};
use crate::support::stripe::{CARD_KEY, SECRET_KEY, WEBHOOK_SECRET};
use crate::support::{HotelFiles, House, Log, postgres};

const CARD: &str = "5105105105105100";
/// Kept, and declined when it is charged.
const DECLINED: &str = "4000000000000341";
/// Words that stand nowhere else.
const GUEST: [&str; 6] = ["Zebediah", "Quarterstaff", "zq.marker", "85551239876", "Unmistakable Row", "Markerville"];

fn marked_guest() -> Value {
    json!({"guest_data": {"first_name": GUEST[0], "last_name": GUEST[1], "email": "zq.marker@guest.example",
        "phone": "+353 85551239876", "street": "7 Unmistakable Row", "city": GUEST[5], "country": "IE",
        "remarks": "Zebediah sleeps late"}})
}

// clause: CARD-11
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_guest_or_card_is_left_in_logs_or_files() {
    let log = Log::default();
    let logger = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_ansi(false).with_writer(log.clone());
    logger.try_init().expect("the only logger of this process");
    let mut secrets: Vec<String> = [SECRET_KEY, CARD_KEY, WEBHOOK_SECRET].map(str::to_owned).into();
    for house in [House::on(None, true).await, House::at_stripe(None).await] {
        secrets.extend(booked_and_cancelled(&house).await);
        look_into_files(&house);
    }
    let log = log.text();
    assert!(log.lines().count() > 20, "the log is written to: {log}");
    assert!(log.contains("Stripe refused a call"), "a refusal of Stripe's is told: {log}");
    let numbers = [CARD, "4000000000000002", "0000000000002", DECLINED, "4242424242424242"];
    for word in GUEST.into_iter().chain(numbers).chain(secrets.iter().map(String::as_str)) {
        let line = log.lines().find(|line| line.contains(word));
        assert!(line.is_none(), "{word} stands in the log: {line:?}");
    }
}

/// Everything that a guest does, with mistakes; answers the secrets of it.
async fn booked_and_cancelled(house: &House) -> Vec<String> {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    // To be paid when it is booked, so that the card is charged too.
    client.set_rate(&batch, 1, &room("KING", "ADVANCE", "2026-12-12", "2026-12-14", 2)).await.is(200);
    // Typed wrong first: a refusal tells the field, not what was typed.
    let mut wrong = marked_guest();
    wrong["guest_data"]["phone"] = json!("85551239876x");
    wrong["guest_data"]["email"] = json!("zq.marker@");
    let refused = client.add_guest(&batch, &wrong).await.refuses(422, "UNACCEPTABLE");
    assert!(!refused.text.contains("zq.marker") && !refused.text.contains("85551239876"), "{}", refused.text);
    client.add_guest(&batch, &marked_guest()).await.is(200);
    // A body that breaks off in the middle of the guest's data.
    let broken =
        json!({"guest_data": {"first_name": GUEST[0], "last_name": [GUEST[1]], "email": "zq.marker@guest.example"}});
    client.add_guest(&batch, &broken).await.is(400);
    house.card_token(&batch, "4000000000000002", GUEST[0]).await.refuses(402, "CARD_DECLINED");
    let refused = house.card_token(&batch, DECLINED, GUEST[0]).await.is(200).body;
    client.commit(&batch, &with_card(&batch, &refused)).await.refuses(402, "CARD_DECLINED");
    let card = house.card_token(&batch, CARD, &format!("{} {}", GUEST[0], GUEST[1])).await.is(200).body;
    assert_eq!(card["masked_card_number"], "XXXXXXXXXXXX5100");
    let rooms = client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let found = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={}", GUEST[1]);
    let found = client.get(&found).await.is(200).body;
    client.get(&format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=Quarterstaf")).await.is(404);
    let token = found["request_token"].as_str().expect("a token");
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    let other = client.begin(1).await;
    client.set_rate(&other, 1, &king()).await.is(200);
    client.add_guest(&other, &marked_guest()).await.is(200);
    house.pass_minutes(31).await;
    let body = json!({"payment_key": "pk_none", "api_token": "none"});
    client.post(&card_path(&other), &other.secret, &body).await.is(422);
    let sealed = card["token"].as_str().expect("a token");
    vec![batch.secret.clone(), sealed.to_owned(), token.to_owned()]
}

fn look_into_files(house: &House) {
    let mut files = 0;
    for file in std::fs::read_dir(house.folder.path()).expect("the folder") {
        let file = file.expect("a file");
        let bytes = std::fs::read(file.path()).expect("its bytes");
        for number in [CARD, "5105 1051 0510 5100", "4000000000000002", "510510510510", DECLINED] {
            let there = bytes.windows(number.len()).any(|window| window == number.as_bytes());
            assert!(!there, "{number} stands in {}", file.path().display());
        }
        files += 1;
    }
    assert!(files >= 2, "the databases of booking side and vault");
}

// clause: CARD-11
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_card_number_is_in_a_dump_of_postgres() {
    let server = postgres();
    let address = server.database("dumped").expect("a database");
    let vault = server.database("dumped_vault").expect("a database");
    let house = House::with_vault_on(address.clone(), vault.clone()).await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &room("KING", "ADVANCE", "2026-12-12", "2026-12-14", 2)).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let card = house.card_token(&batch, CARD, "Siobhán").await.is(200).body;
    let rooms = client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    let program = server.program("pg_dump").expect("the server's own program");
    let dumped = |address: &str| {
        let dump = std::process::Command::new(&program).arg(address).output().expect("a dump");
        String::from_utf8_lossy(&dump.stdout).into_owned()
    };
    let dump = dumped(&address) + &dumped(&vault);
    for there in
        ["XXXXXXXXXXXX5100", "CAPTURED", "vault_cards", rooms[0]["confirmation_no"].as_str().expect("a number")]
    {
        assert!(dump.contains(there), "{there} is not in the dump");
    }
    for number in [CARD, "5105 1051 0510 5100", "510510510510"] {
        assert!(!dump.contains(number), "{number} stands in the dump");
    }
}
