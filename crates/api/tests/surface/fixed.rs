//! A stay that its guest cannot change, or not yet, says why; what cancelling it costs is told in one voice.

use serde_json::{Value, json};
use store::payments::{self, State};
use store::{Conn, Durability, StoreError};

use super::payment_links::{by_link, paid, papers};
use super::payments::cents;
use crate::support::browser::{self, Browser};
use crate::support::steps::{Batch, booking, guest, room, with_card};
use crate::support::{HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;
const GOOD: &str = "4242424242424242";

on_both_engines!(
    a_stay_that_is_paid_with_points_is_the_hotels_to_change
    a_stay_of_another_currency_is_the_hotels_to_change
    before_it_is_paid_by_its_link_a_stay_costs_nothing
    what_is_given_back_unpaid_costs_nothing
);

fn number(room: &Value) -> &str {
    room["confirmation_no"].as_str().expect("a number")
}

impl House {
    /// Both who looks at a stay and who wants to change it are told why it cannot be changed; null where it can.
    async fn is_fixed(&self, number: &str, reason: &Value) {
        let found = self.looked_up(number).await;
        assert_eq!((&found["stay_fixed"], &found["stay_modification_allowed"]), (reason, &json!(reason.is_null())));
        let token = found["request_token"].as_str().expect("a token");
        let begun = self.client.begin_change(number, token).await;
        match reason.is_null() {
            true => assert_eq!(begun.status, 201, "{}", begun.text),
            false => assert_eq!(begun.refuses(409, "NOT_CHANGEABLE").body["reason"], *reason),
        }
    }

    /// A King for two nights, with a company's rate whose first night is due when it is booked.
    async fn with_deposit_due(&self) -> Batch {
        let batch = self.client.begin(1).await;
        let mut body = room("KING", "CORPORATE", "2027-01-12", "2027-01-14", 2);
        body["company_code"] = json!("ACME");
        self.client.set_rate(&batch, 1, &body).await.is(200);
        self.client.add_guest(&batch, &guest()).await.is(200);
        batch
    }
}

// clause: MANAGE-15
async fn a_stay_that_is_paid_with_points_is_the_hotels_to_change(house: House) {
    let members = browser::members("points = 24000");
    house.import(&HotelFiles { packages: true, members, ..HotelFiles::default() }).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let batch = house.client.begin(2).await;
    let mut body = room("KING", "POINTS", "2026-12-12", "2026-12-14", 2);
    body["booked_with_points"] = json!(true);
    for (session, points) in batch.sessions.iter().zip([9_000, 0]) {
        body["total_redeemed_points"] = json!(points);
        maya.post(&booking(&format!("new-booking/{session}/set-rate")), &batch.secret, &body).await.is(200);
    }
    house.client.add_guest(&batch, &guest()).await.is(200);
    let card = house.card_token(&batch, GOOD, "Siobhán").await.is(200).body;
    let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
    let mut order = with_card(&batch, &card);
    let mut second = order["sessions"][0].clone();
    second["session_id"] = json!(batch.sessions[1]);
    order["sessions"].as_array_mut().expect("sessions").push(second);
    let rooms = maya.post(&path, &batch.secret, &order).await.is(200).body;
    house.is_fixed(number(&rooms[0]), &json!("POINTS")).await;
    // The other room was paid with money alone: it is changed for money, at a rate for money.
    house.is_fixed(number(&rooms[1]), &Value::Null).await;
    let change = house.client.changing(number(&rooms[1])).await;
    let mut other = room("KING", "POINTS", "2026-12-12", "2026-12-15", 2);
    house.client.set_rate(&change, 1, &other).await.refuses(422, "NOT_ON_OFFER");
    other["rate_code_id"] = json!("FLEX");
    house.client.set_rate(&change, 1, &other).await.is(200);
    let changed = house.client.commit(&change, &json!({"sessions": []})).await.is(200).body;
    assert_eq!(changed[0]["total_redeemed_points"], 0);
}

// clause: MANAGE-15
async fn a_stay_of_another_currency_is_the_hotels_to_change(house: House) {
    let files = HotelFiles { takes_codes: true, company_pays: false, ..HotelFiles::default() };
    house.import(&files).await;
    let batch = house.with_deposit_due().await;
    let card = house.card_token(&batch, GOOD, "Siobhán").await.is(200).body;
    let rooms = house.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    let (number, paid) = (number(&rooms[0]), cents(&rooms[0]["due_now"]));
    house.is_fixed(number, &Value::Null).await;
    let euros = HotelFiles { money: r#"currency = "EUR""#, ..files };
    let body = json!({"files": euros.texts(), "binary_files": euros.pictures(), "replace": true});
    house.client.post("/operator/v1/import", OPERATOR, &body).await.is(200);
    house.is_fixed(number, &json!("CURRENCY")).await;
    // What it costs, and what comes back, is in the currency that was agreed.
    let found = house.looked_up(number).await;
    let details = &found["reservation_details"];
    assert_eq!((&details["currency"], cents(&details["paid_amount"])), (&json!("USD"), paid));
    assert_eq!(cents(&details["cancellation_periods"][0]["refund"]), paid);
    let token = found["request_token"].as_str().expect("a token");
    let wish = json!({"expected_penalty": 0.0, "expected_refund": details["paid_amount"]});
    let done = house.cancel_rooms(token, &wish).await.is(200).body;
    assert_eq!((&done["refund"]["currency"], cents(&done["refund"]["amount"])), (&json!("USD"), paid));
    assert!(store::refunds::due(&house.app.db, jiff::Timestamp::MAX, 9).await.expect("the refunds").is_empty());
}

/// The one period of a stay that costs nothing to cancel.
fn free() -> Value {
    json!([{"from": null, "until": null, "penalty": 0.0, "refund": 0.0, "current": true}])
}

// clause: MANAGE-15, MANAGE-22, PAY-15
async fn before_it_is_paid_by_its_link_a_stay_costs_nothing(house: House) {
    let files = HotelFiles { takes_codes: true, company_pays: false, links: true, ..HotelFiles::default() };
    house.import(&files).await;
    // One that can be changed once it is paid, and one that never can.
    let batch = house.with_deposit_due().await;
    let deposit = house.client.commit(&batch, &by_link(&batch)).await.is(200).body[0].clone();
    let (_, whole) = house.booked_by_link(0).await;
    for (room, then) in [(&deposit, Value::Null), (&whole[0], json!("FINAL"))] {
        house.is_fixed(number(room), &json!("PAYMENT")).await;
        let found = house.looked_up(number(room)).await;
        assert_eq!(found["reservation_details"]["cancellation_periods"], free());
        let token = found["request_token"].as_str().expect("a token");
        let told = house.consent(token, &[]).await.is(200).body;
        assert_eq!((&told["penalty"]["amount"], &told["free_until"]), (&json!(0.0), &Value::Null));
        assert_eq!(house.pay(room, GOOD).await, paid());
        assert_eq!(house.link_status(room).await, "EXECUTED");
        house.is_fixed(number(room), &then).await;
        let periods = house.looked_up(number(room)).await["reservation_details"]["cancellation_periods"].clone();
        let costs = periods.as_array().and_then(|periods| periods.last()).expect("a period");
        assert_eq!(cents(&costs["penalty"]), cents(&room["due_now"]));
        // What the line shows for now is what cancelling now comes to.
        let now = periods.as_array().expect("periods").iter().find(|period| period["current"] == true);
        let told = house.consent(token, &[]).await.is(200).body;
        assert_eq!(
            (&told["penalty"]["amount"], &told["refund"]["amount"]),
            now.map(|now| (&now["penalty"], &now["refund"])).expect("now")
        );
    }
}

// clause: MANAGE-22, PAY-15
async fn what_is_given_back_unpaid_costs_nothing(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    // Its link is over, and the server stopped before it gave the room back.
    let link = house.payments().await.remove(0);
    let now = house.clock.now();
    house
        .app
        .db
        .write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let link = link.clone();
            Box::pin(async move { payments::turn(conn, &link, State::Voiding, now, now).await })
        })
        .await
        .expect("a write");
    house.is_fixed(number(&rooms[0]), &json!("PAYMENT")).await;
    let found = house.looked_up(number(&rooms[0])).await;
    assert_eq!(found["reservation_details"]["cancellation_periods"], free());
    let token = found["request_token"].as_str().expect("a token");
    assert_eq!(house.consent(token, &[]).await.is(200).body["penalty"]["amount"], 0.0);
    let (letter, entry) = papers(&house, &rooms[0]).await;
    assert!(letter.contains("Your stay is waiting for its payment") && !letter.contains(">Paid<"), "{letter}");
    assert!(entry.contains("STATUS:TENTATIVE"), "{entry}");
    house.pass_minutes(1).await;
    assert_eq!((house.reservations().await, house.nights().await), ((0, 1), (0, 0)));
}
