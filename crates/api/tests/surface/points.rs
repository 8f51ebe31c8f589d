//! Points: held while a room is chosen, paid with the booking, given back with it; never more than there are.

use axum::http::Method;
use futures_util::future::join_all;
use jiff::civil::date;
use serde_json::{Value, json};
use store::points::{self, Entry, Kind, ToCome};
use store::{Conn, Durability, NightError, StoreError};
use uuid::Uuid;

use crate::support::browser::{self, Browser};
use crate::support::hotel::ID;
use crate::support::steps::{Batch, at, booking, guest, king, room};
use crate::support::{Answer, HotelFiles, House, OPERATOR, on_both_engines, postgres};

const VAULT: bool = false;
const ACCOUNT: &str = "QC-1042";

on_both_engines! {
    a_member_pays_a_room_with_points
    points_are_given_back_with_what_they_were_held_for
    who_is_signed_in_is_not_asked_to_log_in_again
    two_rooms_share_the_points_of_a_member
    a_stay_in_two_rooms_is_paid_with_points
    a_stay_brings_points_when_it_has_ended
    a_stay_that_another_member_changes_brings_its_own_member_points
    a_stay_that_nobodys_member_booked_brings_no_points_when_one_changes_it
}

/// Two nights take 18,000 points; Maya has 24,000, Leo may not pay with his, Ann has none.
fn files() -> HotelFiles {
    let hash = browser::hash();
    let others = format!(
        r#"points = 24000

[[directory]]
account_number = "QC-7"
email = "leo@guest.example"
password_hash = "{hash}"
first_name = "Leo"
last_name = "Roth"
points = 50000
allow_redeem_points = false

[[directory]]
account_number = "QC-8"
email = "ann@guest.example"
password_hash = "{hash}"
first_name = "Ann"
last_name = "Roth"
"#
    );
    HotelFiles {
        packages: true,
        guarantee_required: false,
        kings: 60,
        members: browser::members(&others),
        ..HotelFiles::default()
    }
}

fn with_points(points: i64) -> Value {
    let mut body = room("KING", "POINTS", "2026-12-12", "2026-12-14", 2);
    body["booked_with_points"] = json!(true);
    body["total_redeemed_points"] = json!(points);
    body
}

fn of_session(batch: &Batch, room_no: usize, call: &str) -> String {
    booking(&format!("new-booking/{}/{call}", batch.sessions[room_no - 1]))
}

impl Browser<'_> {
    async fn set(&mut self, batch: &Batch, room_no: usize, body: &Value) -> Answer {
        self.post(&of_session(batch, room_no, "set-rate"), &batch.secret, body).await
    }

    async fn redeem(&mut self, batch: &Batch, room_no: usize, points: i64) -> Answer {
        let body = json!({"total_redeemed_points": points});
        self.post(&of_session(batch, room_no, "loyalty-points"), &batch.secret, &body).await
    }

    async fn slider(&mut self, batch: &Batch, room_no: usize) -> Answer {
        self.read(&of_session(batch, room_no, "loyalty-points/slider-view"), &batch.secret).await
    }

    async fn redeemable(&mut self) -> Value {
        self.user().await["member_points"]["redeemable"].clone()
    }

    async fn commit(&mut self, batch: &Batch) -> Answer {
        let sessions: Vec<Value> = batch
            .sessions
            .iter()
            .map(|session| json!({"session_id": session, "guest_data": guest()["guest_data"]}))
            .collect();
        let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
        self.post(&path, &batch.secret, &json!({"sessions": sessions, "transportations": []})).await
    }
}

impl House {
    /// The balance, and what its entries add up to by kind, in the order of the kinds' names.
    async fn account(&self) -> (i64, Vec<(String, i64)>) {
        let balance = points::balance(&self.app.db, ID, ACCOUNT).await.expect("a balance");
        let entries = points::entries(&self.app.db, ID, ACCOUNT).await.expect("the entries");
        assert_eq!(entries.iter().map(|(_, points)| points).sum::<i64>(), balance, "{entries:?}");
        let mut kinds = std::collections::BTreeMap::new();
        for (kind, points) in entries {
            *kinds.entry(kind).or_default() += points;
        }
        (balance, kinds.into_iter().collect())
    }

    async fn leos_balance(&self) -> i64 {
        points::balance(&self.app.db, ID, "QC-7").await.expect("a balance")
    }

    /// A King for two nights at a price in money; its number.
    async fn booked(&self, by: &mut Browser<'_>) -> String {
        let batch = self.client.begin(1).await;
        by.set(&batch, 1, &king()).await.is(200);
        by.commit(&batch).await.is(200).body[0]["confirmation_no"].as_str().expect("a number").to_owned()
    }

    /// Leo, who is signed in, makes it a night longer; what it cost before, and what it costs then.
    async fn changed_by_leo(&self, number: &str) -> (f64, f64) {
        let mut leo = Browser::of(self);
        leo.sign_in_as("leo@guest.example").await;
        let change = self.client.changing(number).await;
        leo.set(&change, 1, &room("KING", "FLEX", "2026-12-12", "2026-12-15", 2)).await.is(200);
        let add_guest = booking(&format!("new-batch-booking/{}/add-guest", change.id));
        leo.post(&add_guest, &change.secret, &guest()).await.is(200);
        let after = leo.commit(&change).await.is(200).body[0].clone();
        let amount = |value: &Value| value.as_f64().expect("an amount");
        (amount(&after["stay_change"]["old_total"]), amount(&after["total_amount"]))
    }

    /// What a stay knows of the member who booked it.
    async fn member_of(&self, number: &str) -> [Option<String>; 3] {
        let kept = store::reservations::find::<domain::booking::Reservation>(&self.app.db, ID, number).await;
        let guest = kept.expect("a read").expect("the reservation").detail.guest;
        [guest.loyalty_guest_id, guest.loyalty_guest_number, guest.loyalty_program_id]
    }

    /// What whoever looks the stay up is told that it brings.
    async fn to_come(&self, number: &str) -> i64 {
        let found = self.looked_up(number).await;
        found["reservation_details"]["points_to_come"].as_i64().expect("points")
    }

    async fn spend(&self, points: i64) {
        let entry = Entry {
            account_number: ACCOUNT.to_owned(),
            entry_id: Uuid::from_u128(1),
            kind: Kind::Redeem,
            points: -points,
            batch_id: None,
            reservation_id: None,
            at: self.clock.now(),
        };
        let spent = self.app.db.write::<(), NightError, _>(Durability::Soon, move |conn: &mut Conn| {
            let entry = entry.clone();
            Box::pin(async move { points::change(conn, ID, &entry).await })
        });
        spent.await.expect("enough points");
    }

    async fn cancel(&self, number: &str) -> Answer {
        let found = format!(
            "/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD%20Bhriain&property_code=TEST"
        );
        let token = self.client.get(&found).await.is(200).body["request_token"].as_str().expect("a token").to_owned();
        self.client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await
    }
}

fn kinds(of: &[(&str, i64)]) -> Vec<(String, i64)> {
    of.iter().map(|(kind, points)| ((*kind).to_owned(), *points)).collect()
}

fn dues(room: &Value) -> f64 {
    ["due_now", "due_later", "due_at_hotel"].iter().map(|due| room[due].as_f64().expect("an amount")).sum()
}

// clause: POINTS-02, POINTS-04, POINTS-06, API-26, API-43, API-44, ROLE-02, GUEST-07, API-11
async fn a_member_pays_a_room_with_points(house: House) {
    house.import(&files()).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    assert_eq!(maya.user().await["allow_redeem_points"], true);
    assert_eq!(maya.redeemable().await, 24_000);

    let batch = house.client.begin(1).await;
    // Whatever is sent, the smaller of what is offered and what there is gets held.
    let set = maya.set(&batch, 1, &with_points(1_000_000)).await.is(200).body["data"]["content"].clone();
    assert_eq!((&set["booked_with_points"], &set["total_redeemed_points"]), (&json!(true), &json!(18_000)));
    assert_eq!(set["price_summary"]["total_points"], 18_000.0);
    let bill = &set["profile_taxes"];
    let total = set["price_summary"]["total_amount_after_tax_and_fee"].clone();
    assert_eq!((&bill["estimated_total"], &bill["paid_with_points"]), (&total, &total));
    assert_eq!((&bill["amount_to_pay"], dues(bill)), (&json!(0.0), 0.0));
    assert_eq!(maya.redeemable().await, 6_000);

    let slider = maya.slider(&batch, 1).await.is(200).body;
    let points: Vec<&Value> =
        slider["payment_options"].as_array().expect("options").iter().map(|o| &o["points"]).collect();
    assert_eq!(points, [4_500, 9_000, 13_500, 18_000]);
    assert_eq!((&slider["redeemable"], &slider["total_redeemed_points"]), (&json!(24_000), &json!(18_000)));
    for (wrong, status) in [(18_001, 422), (24_001, 422), (i64::MAX, 422), (-1, 400)] {
        assert_eq!(maya.redeem(&batch, 1, wrong).await.is(status).fields(), ["total_redeemed_points"]);
    }
    let half = maya.redeem(&batch, 1, 9_000).await.is(200).body["data"]["content"].clone();
    let folio = house.client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.is(200).body;
    assert_eq!(folio, half["profile_taxes"]);
    let option = &slider["payment_options"][1];
    assert_eq!((&option["points"], &option["amount"]), (&json!(9_000), &folio["amount_to_pay"]));
    assert_eq!(folio["estimated_total"], total);
    assert_eq!((folio["total_redeemed_points"].clone(), maya.redeemable().await), (json!(9_000), json!(15_000)));

    // The points are hers: nobody who is not signed in books with them, and no other member moves them.
    let mut stranger = Browser::of(&house);
    stranger.commit(&batch).await.refuses(422, "MEMBER_AWAY");
    stranger.redeem(&batch, 1, 4_500).await.refuses(422, "MEMBER_AWAY");
    // Nor is a room chosen so by somebody who was signed in when the page was loaded.
    let own = house.client.begin(1).await;
    stranger.set(&own, 1, &with_points(1)).await.refuses(422, "MEMBER_AWAY");
    for email in ["leo@guest.example", "ann@guest.example"] {
        stranger.sign_in_as(email).await;
        stranger.redeem(&batch, 1, 4_500).await.refuses(422, "MEMBER_AWAY");
        stranger.slider(&batch, 1).await.refuses(422, "MEMBER_AWAY");
        stranger.commit(&batch).await.refuses(422, "MEMBER_AWAY");
        stranger.set(&own, 1, &with_points(1)).await.refuses(422, "UNACCEPTABLE");
    }
    let booked = maya.commit(&batch).await.is(200).body[0].clone();
    assert_eq!((&booked["total_redeemed_points"], &booked["total_amount"]), (&json!(9_000), &total));
    assert_eq!((booked["paid_with_points"].clone(), dues(&booked)), (folio["paid_with_points"].clone(), dues(&folio)));
    let paid = [&folio["amount_to_pay"], &folio["paid_with_points"]].map(|part| part.as_f64().expect("an amount"));
    assert!((paid[0] + paid[1] - total.as_f64().expect("a total")).abs() < 0.001);
    let letter = house.client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains("Paid with 9,000 points"), "{letter}");
    assert!(letter.contains("Otherwise, what cancelling costs is taken from them first"), "{letter}");
    maya.commit(&batch).await.is(200);
    let spent = kinds(&[("GIVE_BACK", 18_000), ("HOLD", -18_000), ("OPENING", 24_000), ("REDEEM", -9_000)]);
    assert_eq!(house.account().await, (15_000, spent));

    // What was opened once is not opened again.
    maya.sign_in().await;
    assert_eq!(maya.redeemable().await, 15_000);
    let number = booked["confirmation_no"].as_str().expect("a number");
    house.cancel(number).await.is(200);
    house.cancel(number).await.is(200);
    assert_eq!(house.account().await.0, 24_000, "once");
    let letter = house.client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains("Points that come back") && letter.contains("9,000 points"), "{letter}");
}

// clause: POINTS-06, SESSION-04
async fn points_are_given_back_with_what_they_were_held_for(house: House) {
    house.import(&files()).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let batch = house.client.begin(1).await;
    maya.set(&batch, 1, &with_points(18_000)).await.is(200);
    // Chosen again with fewer, then at a rate for money, then taken back.
    maya.set(&batch, 1, &with_points(4_500)).await.is(200);
    assert_eq!(maya.redeemable().await, 19_500);
    maya.set(&batch, 1, &king()).await.is(200);
    assert_eq!(maya.redeemable().await, 24_000);
    maya.redeem(&batch, 1, 1).await.refuses(422, "NOT_ON_OFFER");
    maya.set(&batch, 1, &with_points(18_000)).await.is(200);
    maya.delete(&of_session(&batch, 1, "set-rate"), &batch.secret).await.is(204);
    assert_eq!(maya.redeemable().await, 24_000);
    // Or nobody comes back for it.
    maya.set(&batch, 1, &with_points(18_000)).await.is(200);
    house.pass_minutes(31).await;
    assert_eq!(house.account().await.0, 24_000);
    // A plan for points is sold for nothing else, and no other for points.
    let batch = house.client.begin(1).await;
    let mut flex = king();
    flex["booked_with_points"] = json!(true);
    maya.set(&batch, 1, &flex).await.refuses(422, "NOT_ON_OFFER");
    maya.set(&batch, 1, &room("KING", "POINTS", "2026-12-12", "2026-12-14", 2)).await.refuses(422, "NOT_ON_OFFER");
    let asked =
        at("mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&book_with_points=true");
    let answer = house.client.get(&asked).await.is(200).body;
    assert_eq!((&answer["nearest_stays"], &answer["split_stay"]), (&json!([]), &Value::Null));
}

// clause: POINTS-06, ROLE-02
async fn who_is_signed_in_is_not_asked_to_log_in_again(house: House) {
    house.import(&files()).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let batch = house.client.begin(1).await;
    // A plan for points is not paid with money alone.
    maya.set(&batch, 1, &with_points(0)).await.is(200);
    let refused = maya.commit(&batch).await;
    assert_eq!(refused.refuses(422, "NOT_ON_OFFER").fields(), ["total_redeemed_points"]);
    maya.redeem(&batch, 1, 4_500).await.is(200);
    // The programme lets her pay with them no more.
    let members = files().members.replacen("points = 24000", "points = 24000\nallow_redeem_points = false", 1);
    house.import(&HotelFiles { members, ..files() }).await;
    let refused = maya.commit(&batch).await;
    assert_eq!(refused.refuses(422, "NOT_ON_OFFER").fields(), ["total_redeemed_points"]);
    // Or the hotel sells nothing for points any more: then the rate is gone.
    house.import(&HotelFiles { packages: false, ..files() }).await;
    let refused = maya.commit(&batch).await;
    assert_eq!(refused.refuses(422, "NOT_ON_OFFER").fields(), ["rate_code_id"]);
    house.import(&files()).await;
    maya.commit(&batch).await.is(200);
}

// clause: POINTS-08
async fn two_rooms_share_the_points_of_a_member(house: House) {
    house.import(&files()).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let batch = house.client.begin(2).await;
    maya.set(&batch, 1, &with_points(24_000)).await.is(200);
    let second = maya.set(&batch, 2, &with_points(24_000)).await.is(200).body;
    assert_eq!(second["data"]["content"]["total_redeemed_points"], 6_000);
    // What one room lets go of, the other can have.
    let slider = maya.slider(&batch, 2).await.is(200).body;
    assert_eq!(slider["redeemable"], 24_000);
    assert_eq!(maya.redeem(&batch, 2, 9_000).await.refuses(422, "UNACCEPTABLE").body["redeemable"], 6_000);
    maya.redeem(&batch, 1, 9_000).await.is(200);
    maya.redeem(&batch, 2, 13_500).await.is(200);
    let rooms = maya.commit(&batch).await.is(200).body;
    assert_eq!(
        (&rooms[0]["total_redeemed_points"], &rooms[1]["total_redeemed_points"]),
        (&json!(9_000), &json!(13_500))
    );
    assert_eq!(house.account().await.0, 1_500);

    // Several rooms with one choice take the same each.
    let batch = house.client.begin(1).await;
    let mut both = with_points(1_501);
    both["number_of_rooms"] = json!(2);
    let set = maya.set(&batch, 1, &both).await.is(200).body["data"]["content"].clone();
    assert_eq!(
        (&set["total_redeemed_points"], &set["price_summary"]["total_points"]),
        (&json!(1_500), &json!(18_000.0))
    );
    let rooms = maya.commit(&batch).await.is(200).body;
    assert_eq!((&rooms[0]["total_redeemed_points"], &rooms[1]["total_redeemed_points"]), (&json!(750), &json!(750)));
    assert_eq!(house.account().await.0, 0);
}

// clause: POINTS-08, POINTS-04
async fn a_stay_in_two_rooms_is_paid_with_points(house: House) {
    house.import(&HotelFiles { kings: 1, ..files() }).await;
    // The suite is being painted on the 20th, and the only king is somebody else's on the 19th.
    let other = house.client.begin(1).await;
    house.client.set_rate(&other, 1, &room("KING", "FLEX", "2026-12-19", "2026-12-20", 2)).await.is(200);
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let dates = "check_in_date=2026-12-19&check_out_date=2026-12-22&number_of_persons=2&book_with_points=true";
    let asked = at(&format!("mini-rates-with-availability/v3?{dates}"));
    let answer = house.client.get(&asked).await.is(200).body;
    let parts = answer["split_stay"]["parts"].as_array().expect("two rooms");
    let batch = house.client.begin(2).await;
    let mut held = Vec::new();
    for (number, part) in (1..).zip(parts) {
        assert_eq!(part["rate_code_id"], "POINTS");
        let text = |field: &str| part[field].as_str().expect("a text");
        let mut body = room(text("room_type_id"), "POINTS", text("check_in_date"), text("check_out_date"), 2);
        body["booked_with_points"] = json!(true);
        let set = maya.set(&batch, number, &body).await.is(200).body;
        let content = &set["data"]["content"];
        let total = &content["price_summary"]["total_amount_after_tax_and_fee"];
        assert_eq!(total, &part["total_amount_after_tax_and_fee"]);
        held.push(content["total_redeemed_points"].as_i64());
    }
    // A night takes 9,000, and there are 24,000.
    assert_eq!(held, [Some(9_000), Some(15_000)]);
    let rooms = maya.commit(&batch).await.is(200).body;
    assert_eq!([0, 1].map(|of| rooms[of]["total_redeemed_points"].as_i64()), [Some(9_000), Some(15_000)]);
    assert_eq!(house.account().await.0, 0);
}

// clause: GUEST-30
async fn a_stay_that_another_member_changes_brings_its_own_member_points(house: House) {
    house.import(&files()).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let number = house.booked(&mut maya).await;
    assert_eq!(house.to_come(&number).await, 4_614);
    let (before, total) = house.changed_by_leo(&number).await;
    assert_eq!((before, total), (461.46, 692.19));
    assert_eq!(house.member_of(&number).await, [ACCOUNT, ACCOUNT, "CLUB"].map(|text| Some(text.to_owned())));
    assert_eq!(house.to_come(&number).await, 6_921, "ten for each dollar of the new stay, and none of the old one");
    // It ends a day later than it was booked: four minutes to midnight of that day.
    house.pass_minutes(14 * 24 * 60 + 19 * 60 + 56).await;
    assert_eq!((house.account().await.0, house.leos_balance().await), (24_000, 50_000));
    house.pass_minutes(4).await;
    house.pass_minutes(1).await;
    assert_eq!((house.account().await.0, house.leos_balance().await), (24_000 + 6_921, 50_000));
}

// clause: GUEST-30
async fn a_stay_that_nobodys_member_booked_brings_no_points_when_one_changes_it(house: House) {
    house.import(&files()).await;
    let number = house.booked(&mut Browser::of(&house)).await;
    house.changed_by_leo(&number).await;
    assert_eq!(house.member_of(&number).await, [None, None, None]);
    assert_eq!(house.to_come(&number).await, 0);
    house.pass_minutes(16 * 24 * 60).await;
    assert_eq!(house.leos_balance().await, 50_000);
}

async fn a_stay_brings_points_when_it_has_ended(house: House) {
    house.import(&files()).await;
    let mut maya = Browser::of(&house);
    maya.sign_in().await;
    let mut numbers = Vec::new();
    for _ in 0..2 {
        let batch = house.client.begin(1).await;
        maya.set(&batch, 1, &king()).await.is(200);
        let booked = maya.commit(&batch).await.is(200).body[0].clone();
        assert_eq!(booked["total_amount"], 461.46);
        numbers.push(booked["confirmation_no"].as_str().expect("a number").to_owned());
    }
    house.cancel(&numbers[1]).await.is(200);
    // In another room nobody came.
    let batch = house.client.begin(1).await;
    maya.set(&batch, 1, &king()).await.is(200);
    let away = maya.commit(&batch).await.is(200).body[0]["confirmation_no"].as_str().expect("a number").to_owned();
    let found = async |number: &str| {
        let token = house.client.look_up(number).await;
        let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
        house.client.get(&path).await.is(200).body["reservation_details"].clone()
    };
    assert_eq!(found(&away).await["points_to_come"], 4_614);
    // What the account will be given was written down when the stay was booked.
    house
        .import(&HotelFiles {
            members: files().members.replace("points_per_unit = 10", "points_per_unit = 2"),
            ..files()
        })
        .await;
    assert_eq!(found(&away).await["points_to_come"], 4_614);
    house.import(&files()).await;
    let tell = async |number: &str, status: &str| {
        let path = format!("/operator/v1/reservations/{number}/status");
        house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": status})).await.is(200);
    };
    tell(&away, "NO_SHOW").await;
    assert_eq!(
        (&found(&away).await["points_to_come"], &found(&numbers[1]).await["points_to_come"]),
        (&json!(0), &json!(0))
    );
    // At a hotel that cannot be read a stay waits, and keeps nobody else's points back.
    let elsewhere =
        ToCome { property_id: 99, reservation_id: Uuid::from_u128(1), account_number: "QC-1".to_owned(), points: 5 };
    let expect = house.app.db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let elsewhere = elsewhere.clone();
        Box::pin(async move { points::expect(conn, &elsewhere, date(2026, 12, 1)).await })
    });
    expect.await.expect("the database");
    // Four minutes to midnight in New York, where the hotel is; in Greenwich it is the day after.
    house.pass_minutes(13 * 24 * 60 + 19 * 60 + 56).await;
    assert_eq!(house.account().await.0, 24_000, "the day of departure is not over");
    house.pass_minutes(24 * 60).await;
    house.pass_minutes(4 * 60).await;
    let told = kinds(&[("EARN", 4_614), ("OPENING", 24_000)]);
    assert_eq!(house.account().await, (28_614, told), "ten for each dollar, once, and nothing for what was cancelled");
    // A slip at the desk: she was there.
    tell(&away, "HOLD").await;
    house.pass_minutes(1).await;
    house.pass_minutes(1).await;
    assert_eq!(house.account().await.0, 28_614 + 4_614);
    // What has come already goes, and comes back.
    for _ in 0..2 {
        tell(&away, "NO_SHOW").await;
        house.pass_minutes(1).await;
        assert_eq!(house.account().await.0, 28_614);
        tell(&away, "HOLD").await;
        house.pass_minutes(1).await;
        assert_eq!(house.account().await.0, 28_614 + 4_614);
    }
    // Of what is spent nobody is asked back, and the stay brings no more than went.
    house.spend(32_228).await;
    tell(&numbers[0], "NO_SHOW").await;
    assert_eq!(house.account().await.0, 0);
    tell(&numbers[0], "HOLD").await;
    house.pass_minutes(1).await;
    assert_eq!(house.account().await.0, 1_000);
    // A stay that is cancelled after all brings none.
    tell(&away, "CANCELLED").await;
    house.pass_minutes(1).await;
    let told = kinds(&[
        ("EARN", 4 * 4_614 + 1_000),
        ("OPENING", 24_000),
        ("REDEEM", -32_228),
        ("TAKE_BACK", -2 * 4_614 - 2 * 1_000),
    ]);
    assert_eq!(house.account().await, (0, told));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn browsers_that_want_the_same_points_on_sqlite() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    the_same_points_are_held_once(&house, &house).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn browsers_that_want_the_same_points_at_two_servers() {
    let server = postgres();
    let house = House::on(Some(server.database("points").expect("a database")), false).await;
    house.import(&files()).await;
    let twin = house.twin().await;
    the_same_points_are_held_once(&house, &twin).await;
}

// clause: POINTS-04, API-44
async fn the_same_points_are_held_once(house: &House, twin: &House) {
    let mut browsers = Vec::new();
    for server in [house, twin].into_iter().cycle().take(12) {
        let mut browser = Browser::of(server);
        browser.sign_in().await;
        browsers.push((browser, server.client.begin(1).await));
    }
    let held = join_all(browsers.iter_mut().map(async |(browser, batch)| {
        let set = browser.set(batch, 1, &with_points(18_000)).await;
        match set.status {
            200 => set.body["data"]["content"]["total_redeemed_points"].as_i64().expect("points"),
            // The points were there when they were asked for, and gone when they were taken; or gone already.
            409 => set.refuses(409, "POINTS_GONE").body["points"].as_i64().unwrap_or(0),
            _ => set.refuses(422, "UNACCEPTABLE").body["redeemable"].as_i64().expect("none"),
        }
    }))
    .await;
    let (balance, _) = house.account().await;
    assert!(held.contains(&18_000), "{held:?}");
    assert_eq!(held.iter().sum::<i64>() + balance, 24_000, "{held:?}");
    assert_eq!(house.nights().await.0, held.iter().filter(|points| **points > 0).count() as i64 * 2, "all or nothing");
}
