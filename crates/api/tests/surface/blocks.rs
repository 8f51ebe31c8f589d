//! Groups' blocks: their rooms are sold like nights of their own, never above, and come back.

use futures_util::future::{join_all, select};
use jiff::SignedDuration;
use jiff::civil::date;
use serde_json::{Value, json};
use store::nights::{self, NightLeft};
use store::{Conn, Durability, StoreError};

use crate::support::hotel::ID;
use crate::support::steps::{at, guest, held_until_18, king};
use crate::support::{HotelFiles, House, on_both_engines, postgres};

const VAULT: bool = false;
const GUESTS: usize = 60;

on_both_engines!(
    a_block_is_apart_from_the_house_and_comes_back
    after_the_cut_off_what_is_free_is_the_houses
    what_another_server_gave_to_the_house_long_ago_is_found
    an_import_shares_the_rooms_anew
    what_comes_back_to_a_block_that_is_gone_is_the_houses
    a_block_that_an_import_has_moved_is_kept
);

fn files(kings: u32, kings_of_group: u32) -> HotelFiles {
    HotelFiles { takes_codes: true, kings, kings_of_group, ..HotelFiles::default() }
}

/// A King of the block.
fn of_block() -> Value {
    let mut body = king();
    body["group_no"] = json!("skiclub");
    body["group_details"] = json!({"group_block_id": "SKICLUB"});
    body
}

impl House {
    /// Kings left in the block for two nights from the 12th of December on.
    async fn block_left(&self) -> i64 {
        let path =
            "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&group_code=SKICLUB";
        let answer = self.client.get(&at(path)).await.is(200).body;
        answer["rate_details"][0]["available"].as_i64().unwrap_or(0)
    }

    async fn left(&self) -> (i64, i64) {
        (self.client.kings_left().await, self.block_left().await)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite_a_block_is_never_sold_above() {
    let house = House::sqlite().await;
    house.import(&files(3, 2)).await;
    a_block_is_never_sold_above(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_with_two_servers_a_block_is_never_sold_above() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&files(3, 2)).await;
    let twin = house.twin().await;
    assert_eq!(twin.left().await, (1, 2));
    a_block_is_never_sold_above(&[&house, &twin]).await;
}

// clause: API-22, API-26
async fn a_block_is_never_sold_above(servers: &[&House]) {
    let calls = (0..GUESTS).map(|at| {
        let client = servers[at % servers.len()].client.clone();
        tokio::spawn(async move {
            let batch = client.begin(1).await;
            // A third of them are not of the group and want the one room of the house.
            let grouped = at % 3 > 0;
            let set = client.set_rate(&batch, 1, &if grouped { of_block() } else { king() }).await;
            if set.status != 200 {
                set.refuses(409, "NIGHT_SOLD_OUT");
                return None;
            }
            client.add_guest(&batch, &guest()).await.is(200);
            client.commit(&batch, &held_until_18(&batch)).await.is(200);
            Some(grouped)
        })
    });
    let booked: Vec<bool> = join_all(calls).await.into_iter().filter_map(|one| one.expect("a guest")).collect();
    let grouped = booked.iter().filter(|grouped| **grouped).count();
    assert_eq!((grouped, booked.len() - grouped), (2, 1));
    let sums = store::nights::sums(&servers[0].app.db, ID).await.expect("the nights");
    assert_eq!((sums.held, sums.sold, sums.over_capacity), (0, 6, 0));
    for server in servers {
        api::tick(&server.app).await;
        assert_eq!(server.left().await, (0, 0));
    }
}

// clause: API-13, API-14, API-26, SEARCH-29, SESSION-04, GUEST-03
async fn a_block_is_apart_from_the_house_and_comes_back(house: House) {
    house.import(&files(3, 1)).await;
    let client = &house.client;
    assert_eq!(house.left().await, (2, 1));
    let path = "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&group_code=skiclub";
    let answer = client.get(&at(path)).await.is(200).body;
    assert_eq!(answer["group_block"], json!({"id": "SKICLUB", "group_name": "Ski club"}));
    let rates = &answer["rate_details"][0]["rate_codes"];
    assert_eq!((rates.as_array().map(Vec::len), &rates[0]["rate_amount"]), (Some(1), &json!(150.0)));
    let late = path.replace("-12&check_out_date=2026-12-14", "-14&check_out_date=2026-12-16");
    let outside = client.get(&at(&late)).await.is(200).body;
    assert_eq!(outside["rate_details"], json!([]));
    assert_eq!(outside["unavailable"][0]["reasons"][0], json!({"code": "NOT_IN_BLOCK", "date": "2026-12-15"}));
    assert_eq!(outside["nearest_stays"][0]["check_in_date"], "2026-12-13", "the group's own nights are near");

    let batch = client.begin(1).await;
    let held = client.set_rate(&batch, 1, &of_block()).await.is(200).body["data"]["content"].clone();
    assert_eq!(held["group_block"]["group_name"], "Ski club");
    assert_eq!(house.left().await, (2, 0));
    // What a session holds counts as free for it, in the block too.
    client.set_rate(&batch, 1, &of_block()).await.is(200);
    client.set_rate(&client.begin(1).await, 1, &of_block()).await.refuses(409, "NIGHT_SOLD_OUT");
    client.set_rate(&batch, 1, &king()).await.is(200);
    assert_eq!(house.left().await, (1, 1));
    client.set_rate(&batch, 1, &of_block()).await.is(200);
    client.unset_rate(&batch, 1).await.is(204);
    assert_eq!(house.left().await, (2, 1));
    client.set_rate(&batch, 1, &of_block()).await.is(200);
    house.pass_minutes(31).await;
    assert_eq!(house.left().await, (2, 1), "held no longer");

    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &of_block()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let room = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    assert_eq!(room["group_block"]["id"], "SKICLUB");
    assert_eq!(house.left().await, (2, 0));
    let found = format!(
        "/enterprise/v4/web/manage-booking?conf_num={}&last_name=N%C3%AD+Bhriain&property_code=TEST",
        room["confirmation_no"].as_str().expect("a number")
    );
    let token = client.get(&found).await.is(200).body["request_token"].as_str().expect("a token").to_owned();
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    assert_eq!(house.left().await, (2, 1), "cancelled into the block");
    assert_eq!(house.nights().await, (0, 0));
}

// clause: API-14
async fn after_the_cut_off_what_is_free_is_the_houses(house: House) {
    house.import(&files(3, 2)).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &of_block()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    assert_eq!(house.left().await, (1, 1));
    // The block ends three days before the 12th; nine days on it is the evening of the 9th, and the 10th comes.
    house.pass_minutes(25).await;
    client.commit(&batch, &held_until_18(&batch)).await.is(200);
    house.pass_minutes(9 * 24 * 60).await;
    assert_eq!(house.client.kings_left().await, 2, "one is sold to the group, two are everybody's");
    assert_eq!(
        client
            .get(&at(
                "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&group_code=SKICLUB"
            ))
            .await
            .is(200)
            .body["group_block"]["id"],
        Value::Null
    );
    client.set_rate(&client.begin(1).await, 1, &of_block()).await.refuses(422, "CODE_NOT_VALID");
    let sums = store::nights::sums(&house.app.db, ID).await.expect("the nights");
    assert_eq!((sums.sold, sums.over_capacity), (2, 0));
    // An import of the same files after the cut-off changes nothing.
    house.import(&files(3, 2)).await;
    api::tick(&house.app).await;
    assert_eq!(house.client.kings_left().await, 2);
    let sums = store::nights::sums(&house.app.db, ID).await.expect("the nights");
    assert_eq!((sums.sold, sums.over_capacity), (2, 0));
}

async fn what_another_server_gave_to_the_house_long_ago_is_found(house: House) {
    house.import(&files(3, 2)).await;
    let written = house.clock.now();
    house.pass_minutes(8 * 24 * 60).await;
    assert_eq!(house.left().await, (1, 2));
    // It waited for somebody's lock for longer than writes are looked back for.
    let release = house.app.db.write::<Vec<NightLeft>, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        Box::pin(async move {
            nights::release_block(conn, (ID, 1), "SKICLUB", date(2026, 12, 10), |_, _| true, written).await
        })
    });
    assert_eq!(release.await.expect("the nights").len(), 6);
    house.pass_minutes(25 * 60).await;
    assert_eq!(house.client.kings_left().await, 3);
}

// clause: API-14
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hotel_whose_nights_are_locked_keeps_no_others_blocks() {
    let server = postgres();
    let house = House::on(Some(server.database("locked").expect("a database")), false).await;
    house.import(&files(3, 2)).await;
    let others = 2..6;
    for property_id in others.clone() {
        let code = ["SECOND", "THIRD", "FOURTH", "FIFTH"][property_id as usize - 2];
        house.import(&HotelFiles { property_id, code, ..files(3, 2) }).await;
    }
    assert_eq!(house.left().await, (1, 2));
    for property_id in others.clone() {
        let begin = format!("/v4/properties/{property_id}/booking-engine/new-batch-booking?count=1");
        house.client.post(&begin, "", &Value::Null).await.is(201);
    }
    house.pass_minutes(8 * 24 * 60).await;
    let lock = house.lock_kings(Some("SKICLUB")).await;
    house.clock.pass(SignedDuration::from_hours(25));
    // One of the two waits for the lock.
    let seconds = select(Box::pin(api::tick(&house.app)), Box::pin(api::tick(&house.app)));
    let ((), waits) = seconds.await.factor_first();
    let of_block = async |property_id| {
        let nights = nights::left_between(&house.app.db, property_id, date(2026, 12, 12), date(2026, 12, 13)).await;
        nights.expect("the nights").into_iter().find(|night| night.group.is_some()).map(|night| night.left)
    };
    for property_id in others {
        while of_block(property_id).await != Some(0) {
            api::tick(&house.app).await;
        }
    }
    assert_eq!(of_block(ID).await, Some(2));
    lock.end().await;
    waits.await;
    assert_eq!(house.client.kings_left().await, 3);
}

// clause: API-14
async fn an_import_shares_the_rooms_anew(house: House) {
    house.import(&files(3, 2)).await;
    let client = &house.client;
    let book = async |body: &Value| {
        let batch = client.begin(1).await;
        client.set_rate(&batch, 1, body).await.is(200);
        client.add_guest(&batch, &guest()).await.is(200);
        client.commit(&batch, &held_until_18(&batch)).await.is(200);
    };
    book(&of_block()).await;
    for (files, left) in [
        // Smaller, larger than what is still free, and gone: what is sold stays sold, and no room is sold twice.
        (files(3, 1), (2, 0)),
        (files(3, 3), (0, 2)),
        (HotelFiles { kings: 3, ..HotelFiles::default() }, (2, 2)),
        (files(3, 2), (1, 1)),
    ] {
        house.import(&files).await;
        api::tick(&house.app).await;
        let sums = store::nights::sums(&house.app.db, ID).await.expect("the nights");
        assert_eq!((sums.sold, sums.over_capacity), (2, 0));
        let now = if files.takes_codes { house.left().await } else { (client.kings_left().await, left.1) };
        assert_eq!(now, left);
    }
    book(&king()).await;
    book(&of_block()).await;
    assert_eq!(house.left().await, (0, 0));
}

// clause: API-14
async fn what_comes_back_to_a_block_that_is_gone_is_the_houses(house: House) {
    house.import(&files(3, 2)).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &of_block()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let room = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    client.set_rate(&client.begin(1).await, 1, &of_block()).await.is(200);
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    api::tick(&house.app).await;
    assert_eq!(client.kings_left().await, 1, "one is sold and one is held, though no code opens the block");
    let number = room["confirmation_no"].as_str().expect("a number");
    let find =
        format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD+Bhriain&property_code=TEST");
    let token = client.get(&find).await.is(200).body["request_token"].as_str().expect("a token").to_owned();
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    api::tick(&house.app).await;
    assert_eq!(client.kings_left().await, 2, "cancelled");
    house.pass_minutes(31).await;
    assert_eq!(client.kings_left().await, 3, "held no longer");
    let sums = store::nights::sums(&house.app.db, ID).await.expect("the nights");
    assert_eq!((sums.held, sums.sold, sums.over_capacity), (0, 0, 0));
}

async fn a_block_that_an_import_has_moved_is_kept(house: House) {
    house.import(&files(3, 2)).await;
    assert_eq!(house.left().await, (1, 2));
    // The cut-off passes, and a server decides by the board of before once the block was moved.
    house.clock.pass(SignedDuration::from_hours(9 * 24));
    let moved = |text: &str| text.replace("from = 2026-12-12, to = 2026-12-14", "from = 2026-12-14, to = 2026-12-20");
    house.import_changed(&files(3, 2), moved).await.is(200);
    let now = house.clock.now();
    for (revision, nights) in [(1, 0), (2, 14)] {
        let release = house.app.db.write::<Vec<NightLeft>, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            Box::pin(async move {
                nights::release_block(conn, (ID, revision), "SKICLUB", date(2026, 12, 10), |_, _| true, now).await
            })
        });
        assert_eq!(release.await.expect("the nights").len(), nights);
    }
}
