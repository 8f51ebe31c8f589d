//! A hotel's files change while it is open: what was sold stays, and the rest goes on being sold.

use serde_json::{Value, json};
use store::{Conn, Durability, StoreError, properties};

use crate::support::hotel::ID;
use crate::support::steps::{at, guest, held_until_18, king, room};
use crate::support::{Answer, HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_room_type_that_is_gone_is_sold_no_more_and_its_bookings_stay
    a_guarantee_that_is_gone_keeps_its_name
    rates_without_a_common_guarantee_are_not_booked_together
    one_hotel_that_cannot_be_read_does_not_keep_the_others_behind
    what_cannot_be_sold_is_not_stored
    a_hotel_does_not_take_the_place_of_another
    a_stay_that_is_held_is_told_anew_in_a_currency_of_fewer_digits
);

impl House {
    /// The hotel sells in euros from now on.
    pub async fn turn_to_euros(&self, files: HotelFiles) {
        self.turn_to(HotelFiles { money: r#"currency = "EUR""#, ..files }).await;
    }

    async fn turn_to(&self, files: HotelFiles) {
        let body = json!({"files": files.texts(), "binary_files": files.pictures(), "replace": true});
        self.client.post("/operator/v1/import", OPERATOR, &body).await.is(200);
    }

    /// Imports the hotel with its texts changed.
    pub async fn import_changed(&self, files: &HotelFiles, change: impl Fn(&str) -> String) -> Answer {
        let texts: Value =
            files.texts().into_iter().map(|(name, text)| (name.to_owned(), json!(change(&text)))).collect();
        let body = json!({"files": texts, "binary_files": files.pictures()});
        self.client.post("/operator/v1/import", OPERATOR, &body).await
    }

    /// Codes of the room types that are offered.
    async fn offered(&self, property_id: i64) -> Vec<String> {
        let stay = "check_in_date=2026-12-12&check_out_date=2026-12-14";
        let path = format!("/v4/properties/{property_id}/mini-rates-with-availability/v3?{stay}");
        let answer = self.client.get(&path).await.is(200).body;
        let rooms = answer["rate_details"].as_array().expect("rooms");
        rooms.iter().map(|room| room["room_type_id"].as_str().expect("a code").to_owned()).collect()
    }
}

async fn a_room_type_that_is_gone_is_sold_no_more_and_its_bookings_stay(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let booked = client.booked().await;
    let held = client.ready().await;

    house.import_changed(&HotelFiles::default(), |text| text.replace("KING", "QUEEN")).await.is(200);
    // A server that starts now reads the same.
    for server in [&house, &house.twin().await] {
        assert_eq!(server.offered(ID).await, ["QUEEN", "SUITE"]);
        let text = |field: &str| booked[field].as_str().expect("an address").to_owned();
        server.client.get(&text("letter_url")).await.is(200);
        let calendar = server.client.get(&text("calendar_url")).await.is(200).text;
        assert!(calendar.contains("King"), "a stay keeps the name of its room: {calendar}");
    }
    client.commit(&held, &held_until_18(&held)).await.refuses(422, "NOT_ON_OFFER");
    house.pass_minutes(31).await;
    assert_eq!(house.nights().await, (0, 2), "the hold is given back, the sold nights stay");
    let find = format!(
        "/enterprise/v4/web/manage-booking?conf_num={}&last_name=N%C3%AD%20Bhriain",
        booked["confirmation_no"].as_str().expect("a number")
    );
    let found = client.get(&find).await.is(200).body;
    assert_eq!(found["reservation_details"]["room_type"]["name"], "King");
    let token = found["request_token"].as_str().expect("a token");
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);

    house.import(&HotelFiles::default()).await;
    assert_eq!((house.offered(ID).await, client.kings_left().await), (vec!["KING".to_owned(), "SUITE".to_owned()], 2));
}

async fn a_guarantee_that_is_gone_keeps_its_name(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    assert_eq!(booked["guarantee_type_name"], "Hold until 18:00");
    house.import_changed(&HotelFiles::default(), |text| text.replace("HOLD_18", "HOLD_20")).await.is(200);
    let letter = client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains("Hold until 18:00"), "{letter}");
    let again = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    assert_eq!(again["guarantee_type_name"], "Hold until 18:00");
}

// clause: PAY-12
async fn rates_without_a_common_guarantee_are_not_booked_together(house: House) {
    let apart = |text: &str| text.replacen(r#"guarantee_types = ["CC"]"#, r#"guarantee_types = ["HOLD_18"]"#, 1);
    let card = |text: &str| apart(text).replace(r#"["CC", "HOLD_18"]"#, r#"["CC"]"#);
    house.import_changed(&HotelFiles::default(), card).await.is(200);
    let client = &house.client;
    let batch = client.begin(2).await;
    let of = |rate: &str| room("KING", rate, "2026-12-12", "2026-12-14", 2);
    client.set_rate(&batch, 1, &of("FLEX")).await.is(200);
    client.set_rate(&batch, 2, &of("ADVANCE")).await.refuses(422, "GUARANTEES_DIFFER");
    assert_eq!(house.nights().await, (2, 0), "nothing more is held");
    client.set_rate(&batch, 2, &of("FLEX")).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    client.commit(&batch, &json!({"sessions": []})).await.refuses(422, "GUARANTEE_REQUIRED");
}

async fn one_hotel_that_cannot_be_read_does_not_keep_the_others_behind(house: House) {
    let second = HotelFiles { property_id: 2, code: "OTHER", ..HotelFiles::default() };
    house.import(&HotelFiles::default()).await;
    house.import(&second).await;
    let rest = "properties/2/mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14";
    let price = async || house.client.get(&format!("/v4/{rest}")).await.is(200).body["rate_details"][0].clone();
    assert_eq!(price().await["available"], 2);
    house.client.get(&at("calendar/lowest-rate-calendar?start_date=2026-12-12&end_date=2026-12-14")).await.is(200);

    // By another server, and the first hotel by a hand that should have kept off.
    let twin = house.twin().await;
    twin.import(&HotelFiles { kings: 5, ..second }).await;
    let left = twin.client.kings_left().await;
    let mut stored = properties::find(&house.app.db, ID).await.expect("a read").expect("the hotel");
    stored.hotel.currency = "NONE".to_owned();
    let bundle = domain::hotel::Bundle { hotel: stored.hotel, nights: stored.rows, stock: vec![], media: vec![] };
    house
        .app
        .db
        .write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let bundle = bundle.clone();
            Box::pin(async move { properties::save(conn, &bundle, crate::support::morning()).await })
        })
        .await
        .expect("a write");
    api::tick(&house.app).await;
    assert_eq!(price().await["available"], 5);
    // It is sold as it was, and what the other server sells of it is heard of.
    assert_eq!(house.client.kings_left().await, left);
    twin.client.booked().await;
    api::tick(&house.app).await;
    assert_eq!(house.client.kings_left().await, left - 1);
}

async fn what_cannot_be_sold_is_not_stored(house: House) {
    house.import(&HotelFiles::default()).await;
    let files = HotelFiles::default();
    let body = json!({"files": files.texts(), "binary_files": files.pictures(), "first_day": "9999-12-30"});
    let refused = house.client.post("/operator/v1/import", OPERATOR, &body).await.refuses(422, "BAD_IMPORT");
    assert_eq!(refused.body["mistakes"][0]["file"], "rates.toml");
    assert_eq!(house.twin().await.offered(ID).await, ["KING", "SUITE"]);
}

async fn a_hotel_does_not_take_the_place_of_another(house: House) {
    house.import(&HotelFiles::default()).await;
    let other = HotelFiles { code: "OTHER", ..HotelFiles::default() };
    let import = async |files: &HotelFiles, replace: bool| {
        let body = json!({"files": files.texts(), "binary_files": files.pictures(), "replace": replace});
        house.client.post("/operator/v1/import", OPERATOR, &body).await
    };
    let refused = import(&other, false).await.refuses(422, "BAD_IMPORT");
    assert_eq!(refused.body["mistakes"][0]["field"], "code");
    import(&HotelFiles { property_id: 2, ..HotelFiles::default() }, true).await.refuses(422, "BAD_IMPORT");
    assert_eq!(house.client.get("/v4/properties/1").await.is(200).body["code"], "TEST");
    import(&other, true).await.is(200);
    assert_eq!(house.client.get("/v4/properties/1").await.is(200).body["code"], "OTHER");
}

async fn a_stay_that_is_held_is_told_anew_in_a_currency_of_fewer_digits(house: House) {
    let files = HotelFiles { king_price: 150, suite_price: "400", kings: 3, ..HotelFiles::default() };
    house.import(&files).await;
    let batch = house.client.ready().await;
    let both = house.client.begin(2).await;
    for room_no in [1, 2] {
        house.client.set_rate(&both, room_no, &king()).await.is(200);
    }
    house.client.add_guest(&both, &guest()).await.is(200);
    house.turn_to(HotelFiles { money: r#"currency = "JPY""#, ..files }).await;
    api::tick(&house.app).await;
    // One of the two rooms is chosen anew.
    house.client.set_rate(&both, 1, &king()).await.is(200);
    for batch in [batch, both] {
        let mut order = held_until_18(&batch);
        order["expected_total"] = json!(123.45);
        house.client.commit(&batch, &order).await.refuses(409, "PRICE_CHANGED");
    }
}
