//! The steps of a booking, as a page takes them.

use serde_json::{Value, json};

use super::hotel::ID;
use super::{Answer, Client, House};

/// A batch that was begun, with the secret that opens it.
#[derive(Debug, Clone)]
pub struct Batch {
    pub id: String,
    pub secret: String,
    pub sessions: Vec<String>,
}

/// Address of a hotel's call.
pub fn at(rest: &str) -> String {
    format!("/v4/properties/{ID}/{rest}")
}

/// Address of a booking call.
pub fn booking(rest: &str) -> String {
    at(&format!("booking-engine/{rest}"))
}

/// A King on FLEX for two nights and two adults.
pub fn king() -> Value {
    room("KING", "FLEX", "2026-12-12", "2026-12-14", 2)
}

/// A room for adults.
pub fn room(room_type: &str, rate: &str, arrival: &str, departure: &str, adults: u8) -> Value {
    json!({"check_in_date": arrival, "check_out_date": departure, "rate_code_id": rate, "room_type_id": room_type,
        "package_id": null, "number_of_adults": adults, "number_of_children": 0, "children_ages": [],
        "number_of_rooms": 1, "rate_details": []})
}

/// A guest with everything that the hotel asks for.
pub fn guest() -> Value {
    json!({"guest_data": {"first_name": "Siobhán", "last_name": "Ní Bhriain", "email": "siobhan@guest.example",
        "phone": "+353850001234", "street": "14 Quay Street", "city": "Galway", "country": "IE"}, "loyalty_guest_id": null})
}

/// A commit without a card for the first `rooms` sessions.
pub fn held_until_18(batch: &Batch) -> Value {
    let sessions: Vec<Value> = batch
        .sessions
        .iter()
        .map(|session| json!({"session_id": session, "defined_guarantee_type_id": "HOLD_18"}))
        .collect();
    json!({"sessions": sessions, "transportations": []})
}

impl Client {
    /// Begins a booking of so many rooms.
    pub async fn begin(&self, count: u8) -> Batch {
        let path = booking(&format!("new-batch-booking?count={count}"));
        Batch::of(&self.post(&path, "", &Value::Null).await.is(201))
    }

    pub async fn set_rate(&self, batch: &Batch, room_no: usize, body: &Value) -> Answer {
        let path = booking(&format!("new-booking/{}/set-rate", batch.sessions[room_no - 1]));
        self.post(&path, &batch.secret, body).await
    }

    pub async fn unset_rate(&self, batch: &Batch, room_no: usize) -> Answer {
        let path = booking(&format!("new-booking/{}/set-rate", batch.sessions[room_no - 1]));
        self.delete(&path, &batch.secret).await
    }

    pub async fn add_guest(&self, batch: &Batch, body: &Value) -> Answer {
        self.post(&booking(&format!("new-batch-booking/{}/add-guest", batch.id)), &batch.secret, body).await
    }

    pub async fn commit(&self, batch: &Batch, body: &Value) -> Answer {
        self.post(&booking(&format!("new-batch-booking/{}/commit", batch.id)), &batch.secret, body).await
    }

    pub async fn read_batch(&self, batch: &Batch) -> Answer {
        self.get_with(&booking(&format!("new-batch-booking/{}", batch.id)), &batch.secret).await
    }

    /// A call of one session that only reads.
    pub async fn read_session(&self, batch: &Batch, room_no: usize, call: &str) -> Answer {
        self.get_with(&booking(&format!("new-booking/{}/{call}", batch.sessions[room_no - 1])), &batch.secret).await
    }

    /// A batch with a King held and the guest known.
    pub async fn ready(&self) -> Batch {
        let batch = self.begin(1).await;
        self.set_rate(&batch, 1, &king()).await.is(200);
        self.add_guest(&batch, &guest()).await.is(200);
        batch
    }

    /// A booked King; answers its only room.
    pub async fn booked(&self) -> Value {
        let batch = self.ready().await;
        self.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone()
    }

    /// The token of a look-up of the guest's reservation.
    pub async fn look_up(&self, number: &str) -> String {
        let path = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD+Bhriain");
        self.get(&path).await.is(200).body["request_token"].as_str().expect("a token").to_owned()
    }

    /// Begins to change a booked stay with the token of its look-up.
    pub async fn begin_change(&self, number: &str, token: &str) -> Answer {
        let path = booking(&format!("new-batch-booking?count=1&token={token}"));
        self.post(&path, "", &json!({"existing_reservation_id": number})).await
    }

    /// The same, begun.
    pub async fn changing(&self, number: &str) -> Batch {
        let token = self.look_up(number).await;
        Batch::of(&self.begin_change(number, &token).await.is(201))
    }

    /// How many Kings are left for two nights from the 12th of December on.
    pub async fn kings_left(&self) -> i64 {
        let path = at("mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14");
        let answer = self.get(&path).await.is(200);
        let rooms = answer.body["rate_details"].as_array().expect("rooms");
        rooms
            .iter()
            .find(|room| room["room_type_id"] == "KING")
            .map_or(0, |king| king["available"].as_i64().expect("rooms left"))
    }
}

impl Batch {
    /// From the answer that began it.
    pub fn of(answer: &Answer) -> Batch {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Batch {
            id: text(&answer.body["batch_id"]),
            secret: text(&answer.body["token"]),
            sessions: answer.body["sessions"].as_array().expect("sessions").iter().map(text).collect(),
        }
    }
}

/// Address of the token call.
pub fn card_path(batch: &Batch) -> String {
    at(&format!("payments/hpc/token?batch_id={}", batch.id))
}

impl House {
    /// A card typed into the frame; answers the session key, and what the vault said.
    pub async fn type_card(&self, number: &str, holder: &str) -> (String, Value) {
        let form = self.client.get(&at("payments/hpc/init?origin=https://page.example")).await.is(200).body;
        let told = self.submit_card(&form, number, holder).await;
        (form["session_key"].as_str().expect("a key").to_owned(), told)
    }

    /// The same for a form that stands; answers what the vault said.
    pub async fn submit_card(&self, form: &Value, number: &str, holder: &str) -> Value {
        let frame_url = form["frame_url"].as_str().expect("an address");
        let key = frame_url.split(['=', '&']).nth(1).expect("a key");
        let card =
            json!({"number": number, "expire_month": "12", "expire_year": "2029", "cvc": "123", "holder": holder});
        let answer = reqwest::Client::new()
            .post(format!("{}/frame/card", self.vault))
            .header("X-Frame-Key", key)
            .header("Origin", &self.vault)
            .json(&card)
            .send()
            .await
            .expect("an answer");
        answer.json().await.expect("JSON")
    }

    /// The token call for a card typed into the frame.
    pub async fn card_token(&self, batch: &Batch, number: &str, holder: &str) -> Answer {
        let (session_key, told) = self.type_card(number, holder).await;
        let body = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
        self.client.post(&card_path(batch), &batch.secret, &body).await
    }
}

/// A commit with a card as the token call answered it.
pub fn with_card(batch: &Batch, card: &Value) -> Value {
    let text = |name: &str| card[name].as_str().expect("a text").to_owned();
    let details = json!({"payment_type_id": "CC", "custom_field_1": text("masked_card_number"),
        "custom_field_2": text("card_brand"), "custom_field_3": text("card_holder"),
        "custom_field_4": format!("{}/{}", text("card_expire_month"), text("card_expire_year")),
        "custom_field_5": text("token"), "custom_field_10": text("card_unique_code")});
    json!({"sessions": [{"session_id": batch.sessions[0], "defined_guarantee_type_id": "CC",
        "guarantee_details": details, "remarks": "A quiet room, please"}], "transportations": []})
}
