//! A hotel tells what it keeps about a guest, and forgets them.

use axum::http::Method;
use serde_json::{Value, json};
use store::reservations;

use crate::activities::{Begun, GOOD, KAYAK, maya};
use crate::events::{self, chart_room, step};
use crate::support::hotel::ID;
use crate::support::steps::{Batch, booking, guest, held_until_18, king, room, with_card};
use crate::support::{Answer, Client, HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;
const CARD: &str = "5105105105105100";
const DAY: i64 = 24 * 60;

on_both_engines!(
    nothing_of_a_guest_is_left_in_any_table
    the_other_rooms_of_a_booking_keep_their_guests
    nobody_is_forgotten_while_money_is_on_its_way
    nobody_is_forgotten_while_their_stay_is_being_changed
    who_names_a_forgotten_guests_number_is_not_forgotten
    who_comes_to_an_activity_is_forgotten
    who_answers_for_an_event_is_forgotten
);

fn path(number: &str) -> String {
    format!("/operator/v1/reservations/{number}/guest")
}

fn of(number: &Value) -> String {
    number.as_str().expect("a number").to_owned()
}

impl Client {
    async fn forget(&self, number: &str) -> Answer {
        self.delete(&path(number), OPERATOR).await
    }

    async fn finds(&self, number: &str, name: &str) -> Answer {
        self.get(&format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={name}")).await
    }
}

impl House {
    async fn columns_with(&self, texts: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        for text in texts {
            let columns = self.app.db.columns_with(text).await.expect("the tables").into_iter();
            found.extend(columns.map(|column| format!("{text}: {column}")));
        }
        found
    }

    async fn paid_by(&self, rate: &str) -> (Batch, Value, Value) {
        let batch = self.client.begin(1).await;
        self.client.set_rate(&batch, 1, &room("KING", rate, "2026-12-12", "2026-12-14", 2)).await.is(200);
        self.client.add_guest(&batch, &marked()).await.is(200);
        let card = self.card_token(&batch, CARD, "Zebediah Quarterstaff").await.is(200).body;
        let mut body = with_card(&batch, &card);
        body["sessions"][0]["remarks"] = json!("Zebediah sleeps late");
        body["transportations"] = json!([{"title": "Guest Pick-Up", "body": "Flight ZQ 105", "start_date": "2026-12-12",
            "time": "08:30"}]);
        let rooms = self.client.commit(&batch, &body).await.is(200).body;
        (batch, rooms[0].clone(), card)
    }
}

fn marked() -> Value {
    json!({"guest_data": {"first_name": "Zebediah", "last_name": "Quarterstaff", "middle_name": "Obadiah",
        "email": "zq.marker@guest.example", "phone": "+353 85551239876", "street": "7 Unmistakable Row",
        "city": "Markerville", "zip_code": "H91 ZQ77", "country": "IE", "remarks": "Zebediah is early"}})
}

async fn nothing_of_a_guest_is_left_in_any_table(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (_, charged, _) = house.paid_by("ADVANCE").await;
    let (batch, held, card) = house.paid_by("FLEX").await;
    let (charged_no, number) = (of(&charged["confirmation_no"]), of(&held["confirmation_no"]));

    // The guest takes another name and another stay, and leaves a second change undone.
    let token = of(&client.finds(&number, "Quarterstaff").await.is(200).body["request_token"]);
    let mut renamed = marked()["guest_data"].clone();
    renamed["last_name"] = json!("Bramblethwaite");
    let update = format!("/enterprise/v4/web/update-guest?request_id={token}");
    client.call(Method::PUT, &update, "", &renamed).await.is(200);
    let change = Batch::of(&client.begin_change(&number, &token).await.is(201));
    client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-12", "2026-12-13", 2)).await.is(200);
    client.commit(&change, &json!({"sessions": [{"session_id": change.sessions[0]}]})).await.is(200);
    client.begin_change(&number, &token).await.is(201);
    let traces = [
        "Zebediah",
        "Quarterstaff",
        "Obadiah",
        "zq.marker",
        "85551239876",
        "Unmistakable",
        "Markerville",
        "H91 ZQ77",
        "Bramblethwaite",
        "Flight ZQ",
        "XXXXXXXXXXXX5100",
    ];
    assert!(house.columns_with(&traces).await.len() > traces.len());

    client.delete(&path(&number), "a guess").await.refuses(401, "OPERATOR_KEY");
    client.get_with(&path(&number), "").await.refuses(401, "OPERATOR_KEY");
    client.forget("NOBODYS").await.refuses(404, "RESERVATION_UNKNOWN");
    assert_eq!(client.forget(&number).await.refuses(409, "NOT_CHANGEABLE").body["reason"], "NOT_OVER");
    let kept = client.get_with(&path(&number), OPERATOR).await.is(200);
    assert_eq!(kept.body["kept"]["guest"]["last_name"], "Bramblethwaite");
    assert!(!kept.text.contains("\"token\""), "{}", kept.text);

    // On the day of departure they may be in the house still.
    house.pass_minutes(12 * DAY).await;
    client.forget(&number).await.refuses(409, "NOT_CHANGEABLE");
    client.forget(&charged_no).await.refuses(409, "NOT_CHANGEABLE");
    house.pass_minutes(2 * DAY).await;
    let of_number =
        async || reservations::find::<Value>(&house.app.db, ID, &number).await.expect("a read").expect("one");
    let (before, nights) = (of_number().await, house.nights().await);
    let token = of(&client.finds(&number, "Bramblethwaite").await.is(200).body["request_token"]);
    for _ in 0..2 {
        assert_eq!(client.forget(&number).await.is(200).body, json!({"conf_num": number, "others": []}));
        client.forget(&charged_no).await.is(200);
    }
    assert_eq!(house.columns_with(&traces).await, Vec::<String>::new());

    // What is agreed stays for the books, with a record; nobody finds the stay, and it is over for good.
    let after = of_number().await;
    assert_eq!((before.total, &before.detail["agreed"]), (after.total, &after.detail["agreed"]));
    assert_eq!((house.nights().await, after.version), (nights, before.version + 1));
    let records = reservations::changes(&house.app.db, ID, after.reservation_id).await.expect("the records");
    assert_eq!(records.last(), Some(&("FORGOTTEN".to_owned(), json!({}))));
    for name in ["Bramblethwaite", "Quarterstaff", "%20", "-"] {
        assert!([400, 404].contains(&client.finds(&number, name).await.status));
    }
    client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(404);
    for paper in ["letter_url", "calendar_url"] {
        client.get(held[paper].as_str().expect("an address")).await.is(404);
    }
    assert_eq!(client.read_batch(&batch).await.is(200).body["confirmation"], json!([]));
    let status = format!("/operator/v1/reservations/{number}/status");
    client.call(Method::PUT, &status, OPERATOR, &json!({"status": "CHECKED_IN"})).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(client.get_with(&path(&number), OPERATOR).await.is(200).body["kept"]["guest"]["last_name"], "");
    api::tick(&house.app).await;
    api::forget_cards(&house.app).await.expect("a vault");
    assert!(!house.vault_knows(&card).await);
}

async fn nobody_is_forgotten_while_their_stay_is_being_changed(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = of(&client.booked().await["confirmation_no"]);
    let change = client.changing(&number).await;
    client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await.is(200);
    let status = format!("/operator/v1/reservations/{number}/status");
    client.call(Method::PUT, &status, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    client.forget(&number).await.refuses(409, "BUSY");
    house.pass_minutes(31).await;
    client.forget(&number).await.is(200);
}

async fn who_names_a_forgotten_guests_number_is_not_forgotten(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = of(&client.booked().await["confirmation_no"]);
    let friend = client.begin(1).await;
    client.set_rate(&friend, 1, &king()).await.is(200);
    let mut names = marked();
    names["guest_data"]["remarks"] = json!(number);
    client.add_guest(&friend, &names).await.is(200);
    let status = format!("/operator/v1/reservations/{number}/status");
    client.call(Method::PUT, &status, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    client.forget(&number).await.is(200);
    let room = client.commit(&friend, &held_until_18(&friend)).await.is(200).body[0].clone();
    client.finds(&of(&room["confirmation_no"]), "Quarterstaff").await.is(200);
}

async fn the_other_rooms_of_a_booking_keep_their_guests(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let first = booking(&format!("new-booking/{}/add-guest", batch.sessions[0]));
    client.post(&first, &batch.secret, &marked()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let (number, other) = (of(&rooms[0]["confirmation_no"]), of(&rooms[1]["confirmation_no"]));

    let status = format!("/operator/v1/reservations/{number}/status");
    client.call(Method::PUT, &status, OPERATOR, &json!({"status": "NO_SHOW"})).await.is(200);
    for _ in 0..2 {
        assert_eq!(client.forget(&number).await.is(200).body["others"], json!([other]));
    }
    assert_eq!(house.columns_with(&["Zebediah", "Quarterstaff"]).await, Vec::<String>::new());
    let found = client.finds(&other, "N%C3%AD+Bhriain").await.is(200).body;
    assert_eq!(found["rooms"].as_array().map(Vec::len), Some(1));
    let told = client.read_batch(&batch).await.is(200).body["confirmation"].clone();
    assert_eq!(told, json!([rooms[1]]));
    let letter = client.get_html(rooms[1]["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains(&other) && !letter.contains(&number), "{letter}");
    client.forget(&other).await.refuses(409, "NOT_CHANGEABLE");
    // Who never came and is forgotten does not come after all.
    client.call(Method::PUT, &status, OPERATOR, &json!({"status": "HOLD"})).await.refuses(409, "NOT_CHANGEABLE");
}

async fn nobody_is_forgotten_while_money_is_on_its_way(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (_, room, _) = house.paid_by("ADVANCE").await;
    let number = of(&room["confirmation_no"]);
    let told = format!("/operator/v1/reservations/{number}");
    client.call(Method::PUT, &format!("{told}/status"), OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    house.last_refund_comes_back(&number).await;
    let letter = async || client.get_html(room["letter_url"].as_str().expect("an address")).await;
    let said = letter().await;
    assert!(said.contains(">The hotel gives back another way<") && !said.contains(">You get back"), "{said}");
    assert_eq!(client.forget(&number).await.refuses(409, "NOT_CHANGEABLE").body["reason"], "REFUND");
    client.call(Method::PUT, &format!("{told}/refunds"), OPERATOR, &json!({"status": "SETTLED"})).await.is(200);
    assert_eq!(letter().await, said);
    client.forget(&number).await.is(200);
    assert_eq!(house.columns_with(&["Zebediah", "Quarterstaff", "XXXXXXXXXXXX5100"]).await, Vec::<String>::new());
    assert_eq!(client.get_with(&format!("{told}/refunds"), OPERATOR).await.is(200).body[0]["status"], "SETTLED");
}

async fn who_comes_to_an_activity_is_forgotten(house: House) {
    house.import(&crate::activities::files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 2, 1).await.is(201));
    client.guests(&begun, &maya(2, 1)).await.is(200);
    let source = house.source(&begun, GOOD).await;
    house.pay_activity(&begun, &source).await.is(200);
    let booked = client.confirm_activity(&begun).await.is(200).body;
    house.forgets(&booked, "Lindqvist", &["353850001234", "XXXXXXXXXXXX4242"]).await;
    client.confirm_activity(&begun).await.is(200);
}

async fn who_answers_for_an_event_is_forgotten(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = events::begin(client, "MEETING").await;
    let mut space = chart_room();
    space["sub_events"][0]["details"]["remarks"] = json!("Mind the crate of Seabird's");
    step(client, &event, "sub-events-setup", &space).await.is(200);
    let booked = events::book(client, &event, &Value::Null).await.is(200).body;
    house.forgets(&booked, "Bhriain", &["353850001234", "Launch of", "crate of"]).await;
    let read = events::read(client, &event).await.is(200).body;
    assert_eq!((&read["status"], &read["contact"]), (&json!("CONFIRMED"), &Value::Null));
    let again = step(client, &event, "confirm", &Value::Null).await.is(200).body;
    let nobody = json!({"first_name": "", "last_name": ""});
    assert_eq!((&again["confirmation_no"], &again["guest"]), (&booked["confirmation_no"], &nobody));
}

impl House {
    /// Once what was booked beside rooms is over, its guest is forgotten, and with them these traces.
    async fn forgets(&self, booked: &Value, name: &str, traces: &[&str]) {
        let (client, number) = (&self.client, of(&booked["confirmation_no"]));
        assert_eq!(client.forget(&number).await.refuses(409, "NOT_CHANGEABLE").body["reason"], "NOT_OVER");
        assert!(client.get_with(&path(&number), OPERATOR).await.is(200).text.contains(name));
        assert!(self.columns_with(traces).await.len() >= traces.len());
        self.pass_minutes(12 * DAY).await;
        for _ in 0..2 {
            assert_eq!(client.forget(&number).await.is(200).body, json!({"conf_num": number, "others": []}));
        }
        assert_eq!(self.columns_with(&[&[name], traces].concat()).await, Vec::<String>::new());
        client.finds(&number, name).await.is(404);
        client.get(booked["letter_url"].as_str().expect("an address")).await.is(404);
    }
}
