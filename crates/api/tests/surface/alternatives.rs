//! What a guest can have instead: another room after the first, more rooms, the cheapest rooms for a group.

use serde_json::{Value, json};

use crate::support::steps::{king, room};
use crate::support::{Client, HotelFiles, House};

async fn rates(client: &Client, more: &str) -> Value {
    client.get(&format!("/v4/properties/1/mini-rates-with-availability/v3?{more}")).await.is(200).body
}

/// What a room costs by itself, and what cancelling it does: what it has to say where it is found.
async fn terms(client: &Client, of: &Value, stay: (&str, &str), party: &str) -> [Value; 4] {
    let answer = rates(client, &format!("check_in_date={}&check_out_date={}&{party}", stay.0, stay.1)).await;
    let rooms = answer["rate_details"].as_array().expect("rooms");
    let room = rooms.iter().find(|room| room["room_type_id"] == of["room_type_id"]).expect("the room");
    let rate = room["rate_codes"].as_array().expect("rates").iter().find(|rate| rate["id"] == of["rate_code_id"]);
    let rate = rate.expect("the rate");
    of_both(&rate["price_summary"], &rate["cancellation"])
}

fn told(part: &Value) -> [Value; 4] {
    of_both(part, &part["cancellation"])
}

fn of_both(totals: &Value, cancellation: &Value) -> [Value; 4] {
    assert!(cancellation["penalty"]["amount"].is_number(), "{cancellation}");
    [
        totals["total_amount_after_tax_and_fee"].clone(),
        cancellation["free_until"].clone(),
        cancellation["penalty"]["amount"].clone(),
        cancellation["penalty"]["kind"].clone(),
    ]
}

fn sum(parts: &[Value]) -> i64 {
    let cents = |part: &Value| part["total_amount_after_tax_and_fee"].as_f64().map(|amount| (amount * 100.0).round());
    parts.iter().filter_map(cents).sum::<f64>() as i64
}

fn cents(amount: &Value) -> i64 {
    (amount.as_f64().expect("an amount") * 100.0).round() as i64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stay_without_a_room_of_its_own_moves_once() {
    let house = House::sqlite().await;
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    let client = &house.client;
    // The suite is being painted on the 20th, and the only king is somebody else's on the 19th.
    let other = client.begin(1).await;
    client.set_rate(&other, 1, &room("KING", "FLEX", "2026-12-19", "2026-12-20", 2)).await.is(200);
    let answer = rates(client, "check_in_date=2026-12-19&check_out_date=2026-12-22&number_of_persons=2").await;
    assert_eq!(answer["rate_details"], json!([]));
    let parts = answer["split_stay"]["parts"].as_array().expect("two rooms");
    let found: Vec<_> =
        parts.iter().map(|part| [&part["check_in_date"], &part["check_out_date"], &part["room_type_id"]]).collect();
    assert_eq!(found, [["2026-12-19", "2026-12-20", "SUITE"], ["2026-12-20", "2026-12-22", "KING"]]);
    assert_eq!(cents(&answer["split_stay"]["total_amount_after_tax_and_fee"]), sum(parts));
    let batch = client.begin(2).await;
    for (number, part) in (1..).zip(parts) {
        let stay = [&part["check_in_date"], &part["check_out_date"]].map(|date| date.as_str().expect("a date"));
        let of = [&part["room_type_id"], &part["rate_code_id"]].map(|code| code.as_str().expect("a code"));
        assert_eq!(terms(client, part, (stay[0], stay[1]), "number_of_persons=2").await, told(part));
        client.set_rate(&batch, number, &room(of[0], of[1], stay[0], stay[1], 2)).await.is(200);
    }
    // Nothing is offered instead of what can be had.
    let plain = rates(client, "check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2").await;
    assert_eq!([&plain["split_stay"], &plain["more_rooms"]], [&Value::Null, &Value::Null]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_whom_no_room_holds_get_more_rooms() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let stay = ("2026-12-12", "2026-12-14");
    let dates = format!("check_in_date={}&check_out_date={}", stay.0, stay.1);
    let answer = rates(client, &format!("{dates}&number_of_persons=4&number_of_children=1&children_ages=7")).await;
    let rooms = answer["more_rooms"]["rooms"].as_array().expect("rooms");
    assert_eq!(rooms.len(), 2);
    let people = |field: &str| rooms.iter().map(|room| room[field].as_i64().expect("a number")).sum::<i64>();
    assert_eq!((people("number_of_adults"), people("number_of_children")), (4, 1));
    assert_eq!(cents(&answer["more_rooms"]["total_amount_after_tax_and_fee"]), sum(rooms));
    for room in rooms {
        let ages: Vec<_> = room["children_ages"].as_array().expect("ages").iter().map(Value::to_string).collect();
        let party = format!(
            "number_of_persons={}&number_of_children={}&children_ages={}",
            room["number_of_adults"],
            room["number_of_children"],
            ages.join(",")
        );
        assert_eq!(terms(client, room, stay, &party).await, told(room));
    }
    // Two rooms asked for, two people each: four rooms' worth of people, of which the house has only three rooms.
    let crowd = rates(client, &format!("{dates}&number_of_persons=5&number_of_rooms=2")).await;
    assert_eq!((&crowd["rate_details"], &crowd["more_rooms"]), (&json!([]), &Value::Null));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_is_told_its_cheapest_rooms() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let path = "/v4/properties/1/rooming?check_in_date=2026-12-12&check_out_date=2026-12-14";
    let two = client.get(&format!("{path}&number_of_persons=4&number_of_rooms=2")).await.is(200).body;
    let rooms = two["rooming"]["rooms"].as_array().expect("rooms");
    let found: Vec<_> = rooms.iter().map(|room| (&room["room_type_id"], &room["number_of_adults"])).collect();
    assert_eq!(found, [(&json!("KING"), &json!(2)), (&json!("KING"), &json!(2))]);
    assert!(rooms.iter().all(|room| room["rate_code_id"] == "ADVANCE"), "{two}");
    assert_eq!(cents(&two["rooming"]["total_amount_after_tax_and_fee"]), sum(rooms));
    let by_itself = ("2026-12-12", "2026-12-14");
    assert_eq!(terms(client, &rooms[0], by_itself, "number_of_persons=2").await, told(&rooms[0]));
    let dear = client.get(&format!("{path}&number_of_persons=4&number_of_rooms=2&rate_code_ids=FLEX")).await.is(200);
    assert!(cents(&dear.body["rooming"]["total_amount_after_tax_and_fee"]) > sum(rooms));

    // One room does not hold six: the fewest that do are told. Nine find no bed at all.
    let six = client.get(&format!("{path}&number_of_persons=6&number_of_rooms=1")).await.is(200).body;
    assert_eq!(six["rooming"]["rooms"].as_array().expect("rooms").len(), 2);
    let nine = client.get(&format!("{path}&number_of_persons=9")).await.is(200).body;
    assert_eq!(nine["rooming"], Value::Null);

    // What this guest holds already counts as free for them alone.
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    let own = format!("{path}&number_of_persons=4&number_of_rooms=2&session_id={}", batch.sessions[0]);
    assert_eq!(client.get_with(&own, &batch.secret).await.is(200).body, two);

    let refused = client.get(&format!("{path}&number_of_persons=25")).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["number_of_persons"]);
    let refused = client.get(&format!("{path}&number_of_rooms=7")).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["number_of_rooms"]);
    let refused = client.get(&format!("{path}&number_of_children=2&children_ages=3")).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["children_ages"]);
}
