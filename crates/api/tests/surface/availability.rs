//! What can be booked, and why the rest cannot: the answers of the demo hotels hold together, and every offer is real.

use serde_json::{Value, json};

use crate::support::steps::{Batch, king, room};
use crate::support::{Client, HotelFiles, House};

/// Hotel and party; dates are asked from the 1st of December on.
const PARTIES: [(i64, &str); 6] = [
    (1, "number_of_persons=2"),
    (1, "number_of_persons=2&number_of_children=1&children_ages=7"),
    (2, "number_of_persons=2&number_of_children=2&children_ages=3,12"),
    (2, "number_of_persons=1&number_of_rooms=2"),
    (3, "number_of_persons=2&number_of_children=1&children_ages=15"),
    (3, "number_of_persons=3"),
];

const STAYS: [(&str, &str); 9] = [
    ("2026-12-01", "2026-12-02"),
    ("2026-12-11", "2026-12-14"),
    ("2026-12-24", "2026-12-26"),
    ("2026-12-26", "2027-01-02"),
    ("2026-12-31", "2027-01-01"),
    ("2027-02-12", "2027-02-15"),
    ("2027-07-10", "2027-07-12"),
    ("2028-04-10", "2028-04-20"),
    ("2030-01-01", "2030-01-03"),
];

fn question(property: i64, (arrival, departure): (&str, &str), party: &str) -> String {
    format!(
        "/v4/properties/{property}/mini-rates-with-availability/v3?check_in_date={arrival}&check_out_date={departure}&{party}"
    )
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).expect("a list")
}

fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap_or_else(|| panic!("an amount, not {value}")) * 100.0).round() as i64
}

async fn demo() -> House {
    let house = House::sqlite().await;
    for name in ["harbour-house", "dar-al-noor", "chalet-edelgrat"] {
        house.import_demo(name).await;
    }
    house
}

// Up to the oldest children that the hotel has a price for; who is older is priced as an adult.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_price_rises_when_the_age_of_a_child_is_told() {
    let house = demo().await;
    let totals = async |property: i64, party: &str| -> Vec<i64> {
        let answer = house.client.get(&question(property, STAYS[1], party)).await.is(200).body;
        let rates = list(&answer["rate_details"]).iter().flat_map(|room| list(&room["rate_codes"]));
        rates.map(|rate| cents(&rate["price_summary"]["total_amount_after_tax_and_fee"])).collect()
    };
    let party = "number_of_persons=2&number_of_children=1";
    for (property, oldest) in [(1, 17), (2, 15), (3, 15)] {
        let untold = totals(property, party).await;
        assert!(!untold.is_empty());
        for age in 0..=oldest {
            let told = totals(property, &format!("{party}&children_ages={age}")).await;
            assert_eq!(told.len(), untold.len());
            let rises = told.iter().zip(&untold).filter(|(told, untold)| told > untold).count();
            assert_eq!(rises, 0, "hotel {property}, age {age}: {told:?} of {untold:?}");
            assert!(age < oldest || told == untold, "hotel {property}: as the oldest");
        }
    }
}

// clause: API-12, API-13, API-14, DATA-05, DATA-07, PRICE-03, PRICE-04, PRICE-08
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_holds_together_and_every_offer_is_real() {
    let house = demo().await;
    let client = &house.client;
    let (mut offers, mut refusals, mut nearest) = (0, 0, 0);
    for (property, party) in PARTIES {
        let details = client.get(&format!("/v4/properties/{property}")).await.is(200).body;
        let nights_of = |stay: (&str, &str)| -> i64 {
            let date = |text: &str| -> jiff::civil::Date { text.parse().expect("a date") };
            i64::from((date(stay.1) - date(stay.0)).get_days())
        };
        for stay in STAYS {
            let answer = client.get(&question(property, stay, party)).await.is(200).body;
            assert_eq!(list(&answer["room_types"]), list(&details["room_types"]));
            // A room is on offer or refused with its reasons; none is forgotten.
            for of in list(&details["room_types"]) {
                let on_offer = list(&answer["rate_details"]).iter().find(|room| room["room_type_id"] == of["id"]);
                let refused = list(&answer["unavailable"]).iter().find(|room| room["room_type_id"] == of["id"]);
                assert!(on_offer.is_some() || refused.is_some(), "{}: {}", of["id"], answer);
                if let Some(refused) = refused {
                    let rates = list(&refused["rate_codes"]);
                    assert!(!list(&refused["reasons"]).is_empty() || !rates.is_empty(), "{refused}");
                    assert!(rates.iter().all(|rate| !list(&rate["reasons"]).is_empty()), "{refused}");
                    refusals += 1;
                }
            }
            for room in list(&answer["rate_details"]) {
                assert!(room["available"].as_i64() >= Some(1), "{room}");
                for rate in list(&room["rate_codes"]) {
                    check_sums(rate, nights_of(stay));
                    offers += 1;
                }
            }
            if list(&answer["rate_details"]).is_empty() {
                for near in list(&answer["nearest_stays"]).iter().take(2) {
                    nearest_can_be_booked(client, property, party, near).await;
                    nearest += 1;
                }
            } else {
                assert!(list(&answer["nearest_stays"]).is_empty());
            }
            // One offer of each answer is chosen and held at exactly its price.
            let last = list(&answer["rate_details"]).last().and_then(|room| Some((room, for_money(room).last()?)));
            if let Some((room, rate)) = last {
                take(client, property, stay, party, room, rate).await;
            }
        }
    }
    assert!(
        offers > 60 && refusals > 40 && nearest >= 4,
        "{offers} offers, {refusals} refusals, {nearest} nearest stays"
    );
}

/// The rates that anybody can book.
fn for_money(room: &Value) -> impl Iterator<Item = &Value> {
    list(&room["rate_codes"]).iter().filter(|rate| rate["points_eligible"] == false)
}

/// The identities of PRICE-08 in the answer itself, and the nights that make them up.
fn check_sums(rate: &Value, nights: i64) {
    let sum = |name: &str| cents(&rate["price_summary"][name]);
    let average = |name: &str, total: i64| {
        let told = cents(&rate["price_summary"][name]);
        assert!((told * nights - total).abs() <= 3 * nights, "{name} {told} of {total}: {rate}");
    };
    let (after, inclusive, exclusive) =
        (sum("total_amount_after_discount"), sum("total_inclusive_tax_amount"), sum("total_exclusive_tax_amount"));
    assert_eq!(sum("total_tax_amount"), inclusive + exclusive, "{rate}");
    assert_eq!(sum("total_amount_after_tax"), after + exclusive, "{rate}");
    assert_eq!(sum("total_amount_after_tax_and_fee"), after + exclusive + sum("total_fee_amount"), "{rate}");
    assert!(sum("total_fee_on_amount_after_discount") <= sum("total_fee_amount"), "{rate}");
    assert_eq!(rate["price_summary"]["strike_price"], Value::Null);
    assert_eq!(sum("total_points") > 0, rate["points_eligible"] == true, "{rate}");
    average("avg_amount_after_discount", after);
    average("avg_amount_after_tax", after + exclusive);
    average("avg_amount_after_tax_and_fee", sum("total_amount_after_tax_and_fee"));
    average("avg_amount_before_tax", after - inclusive);
    average("avg_net_amount_after_discount", after - inclusive);
    average("avg_base_amount_before_tax", sum("total_amount") - inclusive);
    average("avg_base_amount_after_tax_and_fee", sum("total_amount_after_tax_and_fee"));
    average("avg_inclusive_tax_amount", inclusive);
    average("avg_inclusive_base_tax_amount", inclusive);
    let prices = list(&rate["price_details"]);
    assert_eq!(prices.len() as i64, nights);
    assert_eq!(prices.iter().map(|night| cents(&night["amount"])).sum::<i64>(), after, "{rate}");
    assert_eq!(rate["rate_amount"], prices[0]["amount"]);
    assert!(
        list(&rate["deposit_schedules"]).iter().map(|part| cents(&part["amount"])).sum::<i64>()
            <= sum("total_amount_after_tax_and_fee")
    );
}

async fn nearest_can_be_booked(client: &Client, property: i64, party: &str, near: &Value) {
    let stay = (near["check_in_date"].as_str().expect("a date"), near["check_out_date"].as_str().expect("a date"));
    let answer = client.get(&question(property, stay, party)).await.is(200).body;
    let room = list(&answer["rate_details"]).iter().find(|room| room["room_type_id"] == near["room_type_id"]);
    let rates = list(&room.unwrap_or_else(|| panic!("{near}"))["rate_codes"]);
    let rate = rates.iter().find(|rate| rate["id"] == near["rate_code_id"]).expect("the rate");
    assert_eq!(rate["price_summary"]["total_amount_after_tax_and_fee"], near["total_amount_after_tax_and_fee"]);
    assert_eq!(rate["cancellation"]["free_until"], near["cancellation"]["free_until"]);
    assert_eq!(rate["cancellation"]["penalty"]["amount"], near["cancellation"]["penalty"]["amount"]);
}

/// Holds an offer with the nightly rates that were shown, looks at every sum again, and lets it go.
async fn take(client: &Client, property: i64, stay: (&str, &str), party: &str, room: &Value, rate: &Value) {
    let asked = |name: &str| party.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
    let ages: Vec<&str> = asked("children_ages").map(|ages| ages.split(',').collect()).unwrap_or_default();
    let number = |name: &str, default: i64| asked(name).map_or(default, |text| text.parse().expect("a number"));
    let begin = format!("/v4/properties/{property}/booking-engine/new-batch-booking");
    let batch = Batch::of(&client.post(&begin, "", &Value::Null).await.is(201));
    let body = json!({"check_in_date": stay.0, "check_out_date": stay.1, "rate_code_id": rate["id"],
        "room_type_id": room["room_type_id"], "number_of_adults": number("number_of_persons", 1),
        "number_of_children": ages.len(), "children_ages": ages, "number_of_rooms": number("number_of_rooms", 1),
        "rate_details": rate["price_details"], "package_id": rate["package_id"]});
    let session = format!("/v4/properties/{property}/booking-engine/new-booking/{}", batch.sessions[0]);
    let set = client.post(&format!("{session}/set-rate"), &batch.secret, &body).await.is(200).body;
    let content = &set["data"]["content"];
    for (name, shown) in rate["price_summary"].as_object().expect("a summary") {
        assert_eq!(content["price_summary"][name].as_f64(), shown.as_f64(), "{name}");
    }
    assert_eq!(content["rate_details"], rate["price_details"]);
    let folio =
        client.get_with(&format!("{session}/calculate-folios-and-charges-and-taxes"), &batch.secret).await.is(200).body;
    let rooms = number("number_of_rooms", 1);
    let total = cents(&rate["price_summary"]["total_amount_after_tax_and_fee"]) * rooms;
    assert_eq!(cents(&folio["estimated_total"]), total, "{folio}");
    assert_eq!(list(&folio["charges"]).iter().map(|charge| cents(&charge["net_value"])).sum::<i64>(), total, "{folio}");
    assert_eq!(cents(&folio["due_now"]) + cents(&folio["due_later"]) + cents(&folio["due_at_hotel"]), total);
    assert_eq!(cents(&folio["total_taxes"]), cents(&rate["price_summary"]["total_tax_amount"]) * rooms);
    client.delete(&format!("{session}/set-rate"), &batch.secret).await.is(204);
}

// clause: API-12, API-14
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reasons_plans_and_own_holds() {
    let house = House::sqlite().await;
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    let client = &house.client;
    let ask = async |arrival: &str, departure: &str, more: &str| -> Value {
        client.get(&question(1, (arrival, departure), more)).await.is(200).body
    };
    let reasons = |answer: &Value, room: &str| -> Vec<String> {
        let refused = list(&answer["unavailable"]).iter().find(|refused| refused["room_type_id"] == room);
        let refused = refused.unwrap_or_else(|| panic!("{room} is on offer: {answer}"));
        let of_rates = list(&refused["rate_codes"]).iter().flat_map(|rate| list(&rate["reasons"]));
        let all = list(&refused["reasons"]).iter().chain(of_rates);
        all.map(|reason| format!("{} {} {}", reason["code"], reason["value"], reason["date"]).replace('"', ""))
            .collect()
    };
    let two = "number_of_persons=2";
    let party = ask("2026-12-12", "2026-12-14", "number_of_persons=4").await;
    assert!(reasons(&party, "KING").iter().any(|reason| reason.starts_with("PARTY_TOO_LARGE 3")), "{party}");
    let adults = ask("2026-12-12", "2026-12-14", "number_of_persons=3").await;
    assert!(reasons(&adults, "KING").iter().any(|reason| reason.starts_with("TOO_MANY_ADULTS")), "{adults}");
    let painters = ask("2026-12-19", "2026-12-22", two).await;
    assert!(reasons(&painters, "SUITE").contains(&"SOLD_OUT null 2026-12-20".to_owned()), "{painters}");
    let year = ask("2026-12-30", "2027-01-01", two).await;
    assert!(reasons(&year, "KING").iter().any(|reason| reason.starts_with("MIN_STAY 3")), "{year}");
    assert!(!list(&year["nearest_stays"]).is_empty());
    let closed = ask("2026-12-25", "2026-12-27", two).await;
    assert!(reasons(&closed, "KING").contains(&"CLOSED_TO_ARRIVAL null 2026-12-25".to_owned()), "{closed}");
    let long = ask("2026-12-02", "2027-01-31", two).await;
    assert!(reasons(&long, "KING").iter().any(|reason| reason.starts_with("MAX_STAY 30")), "{long}");
    let past = ask("2026-11-28", "2026-11-30", two).await;
    assert!(list(&past["rate_details"]).is_empty() && !reasons(&past, "KING").is_empty());
    let beyond = ask("2027-03-30", "2027-04-02", two).await;
    assert!(reasons(&beyond, "KING").iter().any(|reason| reason.starts_with("BEYOND_CALENDAR")), "{beyond}");
    let soon = ask("2026-12-02", "2026-12-04", two).await;
    assert!(reasons(&soon, "KING").iter().any(|reason| reason.starts_with("TOO_LATE 3")), "{soon}");
    let rooms = ask("2026-12-12", "2026-12-14", "number_of_persons=2&number_of_rooms=2").await;
    assert!(reasons(&rooms, "KING").iter().any(|reason| reason.starts_with("FEWER_ROOMS_LEFT 1")), "{rooms}");

    let only = ask("2026-12-12", "2026-12-14", "number_of_persons=2&rate_code_ids=ADVANCE,NONE").await;
    let plans = list(&only["rate_details"]).iter().flat_map(|room| list(&room["rate_codes"]));
    assert!(plans.map(|rate| &rate["id"]).all(|id| id == "ADVANCE"), "{only}");

    // The order of the hotel's files, and the members whose offers come with later parts are there and empty.
    let plain = ask("2026-12-12", "2026-12-14", two).await;
    let order: Vec<_> = list(&plain["rate_details"]).iter().map(|room| &room["room_type_id"]).collect();
    assert_eq!(order, ["KING", "SUITE"]);
    assert_eq!((&plain["packages"], &plain["group_block"]), (&json!([]), &json!({"id": null, "group_name": null})));

    // What a session holds counts as free for it, and for nobody else.
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    let sold_out = ask("2026-12-11", "2026-12-13", two).await;
    assert_eq!(reasons(&sold_out, "KING"), ["SOLD_OUT null 2026-12-12"]);
    let mine = format!("{two}&session_id={}&token={}", batch.sessions[0], batch.secret);
    let own = ask("2026-12-11", "2026-12-13", &mine).await;
    assert!(list(&own["rate_details"]).iter().any(|room| room["room_type_id"] == "KING" && room["available"] == 1));
    let other = client.begin(1).await;
    let with = |session: &str, batch: &Batch| format!("{two}&session_id={session}&token={}", batch.secret);
    for question in [
        with(&other.sessions[0], &other),
        with("nonsense", &batch),
        with(&batch.id, &batch),
        // Without the secret of the session's batch.
        with(&batch.sessions[0], &other),
        format!("{two}&session_id={}", batch.sessions[0]),
    ] {
        let answer = ask("2026-12-11", "2026-12-13", &question).await;
        assert_eq!(reasons(&answer, "KING"), ["SOLD_OUT null 2026-12-12"]);
    }
    client.set_rate(&batch, 1, &room("KING", "FLEX", "2026-12-11", "2026-12-13", 2)).await.is(200);
    house.pass_minutes(31).await;
    let free = ask("2026-12-11", "2026-12-13", &mine).await;
    assert!(list(&free["rate_details"]).iter().any(|room| room["room_type_id"] == "KING" && room["available"] == 1));
}

// clause: API-15
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_calendar_tells_what_a_search_would() {
    let house = demo().await;
    let client = &house.client;
    for property in 1..=3 {
        let mut same = 0;
        let path = format!(
            "/v4/properties/{property}/calendar/lowest-rate-calendar?start_date=2026-11-29&end_date=2027-01-15&number_of_persons=1"
        );
        let calendar = client.get(&path).await.is(200).body;
        let days = list(&calendar["rate_details"][0]["rate_codes"][0]["price_details"]);
        assert_eq!((days.len(), list(&calendar["rate_details"]).len()), (47, 1));
        assert_eq!((&days[0]["date"], &days[46]["date"]), (&json!("2026-11-29"), &json!("2027-01-14")));
        for pair in days.windows(2) {
            let (day, next) = (&pair[0], &pair[1]);
            assert_eq!(day["available"] == true, day["amount"].is_number(), "{day}");
            assert_eq!(day["amount"].is_number(), day["total"].is_number(), "{day}");
            assert!(day["available"] == true || !list(&day["reasons"]).is_empty(), "{day}");
            let stay = (day["date"].as_str().expect("a date"), next["date"].as_str().expect("a date"));
            let answer = client.get(&question(property, stay, "number_of_persons=1")).await.is(200).body;
            let rates = || list(&answer["rate_details"]).iter().flat_map(for_money);
            let total = |rate: &Value| cents(&rate["price_summary"]["total_amount_after_tax_and_fee"]);
            let cheapest = rates().map(total).min();
            // The day's amount may be one that only a longer stay gets; where it is one night's, so is the total.
            for rate in rates().filter(|rate| rate["price_details"][0]["amount"] == day["amount"]) {
                assert_eq!(total(rate), cents(&day["total"]), "{day}: {rate}");
                same += 1;
            }
            if let Some(cheapest) = cheapest {
                assert_eq!(
                    (&day["arrival"], &day["min_stay"], &next["departure"]),
                    (&json!(true), &json!(1), &json!(true))
                );
                assert!(cents(&day["total"]) <= cheapest, "{day}: a night can be had for {cheapest}");
            } else {
                assert!(day["arrival"] == false || day["min_stay"] != 1 || next["departure"] == false, "{day} {next}");
            }
        }
        assert!(same > 0 || property == 1, "of hotel {property} no day was compared: {days:?}");
    }
    let path =
        |days: &str| format!("/v4/properties/1/calendar/lowest-rate-calendar?start_date=2026-12-01&end_date={days}");
    client.get(&path("2028-01-05")).await.is(200);
    assert_eq!(client.get(&path("2028-01-06")).await.refuses(400, "BAD_FIELD").fields(), ["end_date"]);
}
