//! What guests and the hotel do, on the server and in the books of the test.

use axum::http::Method;
use serde_json::{Value, json};

use super::stay::{Kind, Stay, about, cents};
use super::{Link, World};
use crate::support::browser::Browser;
use crate::support::steps::{Batch, booking, guest, with_card};
use crate::support::{Answer, OPERATOR};

impl World {
    /// A rate may not be on offer so late, and a night may be sold out: then nothing is booked.
    pub async fn book(&mut self, kind: Kind, rooms: u8, body: &Value, pause: i64) {
        let client = self.house.client.clone();
        let batch = client.begin(rooms).await;
        for room_no in 1..=usize::from(rooms) {
            if !done(&client.set_rate(&batch, room_no, body).await) {
                return;
            }
        }
        client.add_guest(&batch, &guest()).await.is(200);
        self.pass(pause).await;
        let order = match kind {
            _ if kind.by_card() => {
                let card = self.house.card_token(&batch, "4242424242424242", "Siobhán").await.is(200).body;
                order(&batch, &with_card(&batch, &card)["sessions"][0])
            }
            _ if kind.by_link() => order(&batch, &json!({"defined_guarantee_type_id": "PAY_NOW"})),
            _ => order(&batch, &json!({"defined_guarantee_type_id": "HOLD_18"})),
        };
        let answer = client.commit(&batch, &order).await;
        self.note(kind, pause, answer);
    }

    pub async fn book_with_points(&mut self, mut body: Value, asked: i64, pause: i64) {
        let batch = self.house.client.begin(1).await;
        body["booked_with_points"] = json!(true);
        body["total_redeemed_points"] = json!(asked);
        let mut browser = Browser::of(&self.house);
        browser.sign_in().await;
        let path = booking(&format!("new-booking/{}/set-rate", batch.sessions[0]));
        if !done(&browser.post(&path, &batch.secret, &body).await) {
            return;
        }
        let order = order(&batch, &json!({"guest_data": guest()["guest_data"]}));
        let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
        self.house.pass_minutes(pause).await;
        let answer = browser.post(&path, &batch.secret, &order).await;
        self.pass(0).await;
        self.note(Kind::Points, pause, answer);
    }

    fn note(&mut self, kind: Kind, pause: i64, answer: Answer) {
        if pause > 0 && !done(&answer) {
            return;
        }
        let rooms = answer.is(200).body;
        let rooms = rooms.as_array().expect("rooms");
        self.stays.extend(rooms.iter().map(|room| Stay::new(kind, self.bookings, room)));
        if kind.by_link() {
            self.links.push(Link::new(self.bookings, &rooms[0]));
        }
        self.bookings += 1;
    }

    /// The guest pays: the rooms that stand by then; what was cancelled before costs nothing.
    pub async fn pay(&mut self, which: usize) {
        let Some(at) = (!self.links.is_empty()).then(|| which % self.links.len()) else { return };
        let Link { booking, room, until } = self.links[at].clone();
        let (status, told) = self.house.pay(&room, "4242424242424242").await;
        // What is cancelled or over waits for it no more, and never will.
        let may_wait = |stay: &Stay| matches!(&*stay.status, "HOLD" | "CHECKED_IN" | "NO_SHOW");
        let is_closed = !self.stays.iter().any(|stay| stay.booking == booking && may_wait(stay));
        if is_closed || self.now() >= until {
            assert_eq!((status, &told["code"]), (410, &json!("LINK_OVER")));
            return;
        }
        assert_eq!(status, 200, "{told}");
        assert_eq!(self.house.link_status(&room).await, "EXECUTED");
        self.links.remove(at);
        for stay in self.stays.iter_mut().filter(|stay| stay.booking == booking && stay.status != "CANCELLED") {
            (stay.net, stay.unpaid) = (stay.due(), false);
        }
    }

    pub async fn change(&mut self, at: usize, body: &Value, pause: i64) {
        let stay = self.stays[at].clone();
        let client = self.house.client.clone();
        let token = client.look_up(&stay.number).await;
        let begun = client.begin_change(&stay.number, &token).await;
        let fixed = stay.is_fixed(self.now(), self.today());
        if begun.status != 201 {
            begun.refuses(409, "NOT_CHANGEABLE");
            assert!(fixed, "{stay:?}");
            return;
        }
        assert!(!fixed, "{stay:?}");
        let batch = Batch::of(&begun);
        let chosen = client.set_rate(&batch, 1, body).await;
        if !done(&chosen) {
            return;
        }
        self.pass(pause).await;
        let order = order(&batch, &json!({}));
        let answer = client.commit(&batch, &order).await;
        // What it comes to may be something else by now: then nothing has happened.
        if pause > 0 && !done(&answer) {
            return;
        }
        let room = answer.is(200).body[0].clone();
        let told = &chosen.body["data"]["content"]["stay_change"];
        let owed = cents(&told["penalty"]);
        about(owed, stay.penalty(self.now()), stay.nights);
        let changed = &mut self.stays[at];
        changed.agree(&room);
        // Without a card on file the hotel asks for it itself.
        let charged = if stay.kind.by_card() { cents(&told["due_now"]) } else { 0 };
        changed.net += charged - cents(&told["refund"]);
        changed.owed = owed;
        changed.changes += 1;
        // What is due is paid, and what was owed already is not given back.
        let due = changed.due();
        let net = if stay.kind.by_card() { due.max(stay.net.min(owed)) } else { stay.net.min(due.max(owed)) };
        about(changed.net, net, changed.nights.max(stay.nights));
    }

    pub async fn cancel(&mut self, at: usize, all: bool, pause: i64) {
        let one = self.stays[at].clone();
        let of_booking = |stay: &&Stay| stay.number == one.number || (all && stay.booking == one.booking);
        let numbers: Vec<String> = self.stays.iter().filter(of_booking).map(|stay| stay.number.clone()).collect();
        let client = self.house.client.clone();
        let token = client.look_up(&one.number).await;
        let mut wish = json!({"conf_nums": numbers});
        let costs = |world: &World| -> i64 {
            world.stays.iter().filter(of_booking).map(|stay| stay.penalty(world.now())).sum()
        };
        let before = costs(self);
        if pause > 0 {
            let names = numbers.join(",");
            let path = format!("/enterprise/v4/web/cancel-booking/consent?request_id={token}&conf_nums={names}");
            let told = client.get(&path).await.body;
            wish["expected_penalty"] = told["penalty"]["amount"].clone();
            wish["expected_refund"] = told["refund"]["amount"].clone();
            self.pass(pause).await;
        }
        let path = format!("/enterprise/v4/web/cancel-booking?request_id={token}");
        let mut answer = client.call(Method::PUT, &path, "", &wish).await;
        if answer.body["code"] == "CANCELLATION_CHANGED" {
            assert!(costs(self) > before, "{answer:?}");
            answer = client.call(Method::PUT, &path, "", &json!({"conf_nums": numbers})).await;
        }
        let (now, today) = (self.now(), self.today());
        let rooms: Vec<&Stay> = self.stays.iter().filter(of_booking).collect();
        if rooms.iter().all(|stay| stay.status == "CANCELLED") {
            answer.is(200);
            return;
        }
        if rooms.iter().any(|stay| !stay.stands() || today > stay.arrival) {
            answer.refuses(409, "NOT_CANCELLABLE");
            return;
        }
        let done = answer.is(200).body;
        for told in done["rooms"].as_array().expect("rooms") {
            let stay = self.stays.iter_mut().find(|stay| told["conf_num"] == stay.number).expect("a room");
            let penalty = cents(&told["penalty"]["amount"]);
            about(penalty, stay.penalty(now), stay.nights);
            assert_eq!(cents(&told["refund"]["amount"]), (stay.net - (penalty - stay.worth).max(0)).max(0), "{stay:?}");
            let back = match penalty {
                0 => stay.points,
                _ => stay.points * (stay.worth - penalty).max(0) / stay.worth.max(1),
            };
            assert_eq!(told["points"], back, "{stay:?}");
            stay.net -= cents(&told["refund"]["amount"]);
            stay.points -= back;
            stay.status = "CANCELLED".to_owned();
            stay.changes += 1;
        }
    }

    pub async fn status(&mut self, at: usize, status: &str) {
        let stay = &mut self.stays[at];
        let path = format!("/operator/v1/reservations/{}/status", stay.number);
        let answer = self.house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": status})).await;
        if answer.status != 200 {
            answer.refuses(409, "NOT_CHANGEABLE");
        } else if stay.status != status {
            stay.changes += 1;
            status.clone_into(&mut stay.status);
            if status == "CANCELLED" {
                (stay.net, stay.points) = (0, 0);
            }
        }
    }
}

/// Whether it was done; what is not to be had is refused.
fn done(answer: &Answer) -> bool {
    assert!(matches!(answer.status, 200 | 409 | 422), "{}", answer.text);
    answer.status == 200
}

/// A commit with the same for each session of a batch.
fn order(batch: &Batch, one: &Value) -> Value {
    let session = |id: &String| {
        let mut session = one.clone();
        session["session_id"] = json!(id);
        session
    };
    json!({"sessions": batch.sessions.iter().map(session).collect::<Vec<_>>(), "transportations": []})
}
