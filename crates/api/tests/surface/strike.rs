//! The struck-through price: only what was really asked, the lowest of the last thirty days, and only when it was more.

use serde_json::{Value, json};

use crate::support::steps::{at, room};
use crate::support::{HotelFiles, House, on_both_engines};

const VAULT: bool = false;
const DAY: i64 = 24 * 60;

on_both_engines!(
    only_what_was_asked_is_struck_through
    the_lowest_of_thirty_days_counts
    a_price_that_stood_for_less_than_a_day_proves_nothing
);

fn king_at(king_price: u32) -> HotelFiles {
    HotelFiles { king_price, takes_codes: true, ..HotelFiles::default() }
}

impl House {
    /// Strike price and total of two Kings' nights from the 20th of January on FLEX, and of the rate derived from it.
    async fn struck(&self, more: &str) -> [(Value, f64); 2] {
        let stay = "check_in_date=2027-01-20&check_out_date=2027-01-22&number_of_persons=2";
        let answer = self.client.get(&at(&format!("mini-rates-with-availability/v3?{stay}{more}"))).await.is(200).body;
        let rooms = answer["rate_details"].as_array().expect("rooms");
        let king = rooms.iter().find(|room| room["room_type_id"] == "KING").expect("the King");
        ["FLEX", "ADVANCE"].map(|code| {
            let mut rates = king["rate_codes"].as_array().expect("rates").iter();
            let summary = &rates.find(|rate| rate["id"] == code).expect("the rate")["price_summary"];
            let total = summary["total_amount_after_tax_and_fee"].as_f64().expect("a total");
            (summary["strike_price"].clone(), total)
        })
    }
}

// clause: PRICE-05, PRICE-03
async fn only_what_was_asked_is_struck_through(house: House) {
    house.import(&king_at(200)).await;
    let [(flex, at_200), (advance, advance_at_200)] = house.struck("").await;
    assert_eq!((flex, advance), (json!(null), json!(null)), "nothing was asked before");
    house.pass_minutes(5 * DAY).await;
    house.import(&king_at(160)).await;
    let [(flex, at_160), (advance, _)] = house.struck("").await;
    assert!(at_160 < at_200);
    assert_eq!((flex, advance), (json!(at_200), json!(advance_at_200)), "the total that was asked, to the cent");
    let batch = house.client.begin(1).await;
    let chosen =
        house.client.set_rate(&batch, 1, &room("KING", "FLEX", "2027-01-20", "2027-01-22", 2)).await.is(200).body;
    assert_eq!(
        chosen["data"]["content"]["price_summary"]["strike_price"],
        json!(at_200),
        "the chosen room says the same"
    );
    // The same files again change nothing, and another server reads the same.
    house.import(&king_at(160)).await;
    assert_eq!(house.struck("").await[0].0, json!(at_200));
    assert_eq!(house.twin().await.struck("").await[0].0, json!(at_200));
    // More than before is no reduction.
    house.pass_minutes(2 * DAY).await;
    house.import(&king_at(180)).await;
    assert_eq!(house.struck("").await[0].0, json!(null), "160 was asked since");
    // Thirty days later nothing of it is remembered.
    house.import(&king_at(150)).await;
    assert_eq!(house.struck("").await[0].0, json!(at_160));
    house.pass_minutes(31 * DAY).await;
    assert_eq!(house.struck("").await[0].0, json!(null));
}

// clause: PRICE-05
async fn the_lowest_of_thirty_days_counts(house: House) {
    house.import(&king_at(170)).await;
    let at_170 = house.struck("").await[0].1;
    house.pass_minutes(5 * DAY).await;
    house.import(&king_at(300)).await;
    house.pass_minutes(5 * DAY).await;
    house.import(&king_at(160)).await;
    assert_eq!(house.struck("").await[0].0, json!(at_170), "not the 300 that stood in between");
    // A promotion takes off what everybody is asked today: that was really asked too.
    let [(flex, total), (advance, _)] = house.struck("&discount_id=WINTER15").await;
    let at_160 = house.struck("").await[0].1;
    assert!(total < at_160);
    assert_eq!(flex, json!(at_160));
    assert_ne!(advance, json!(null), "a rate that the promotion leaves alone has its own past");
    // Nobody was asked a company's price in public.
    assert_eq!(house.struck("&company_code=ACME").await[0].0, json!(null));
}

// clause: PRICE-05
async fn a_price_that_stood_for_less_than_a_day_proves_nothing(house: House) {
    house.import(&king_at(400)).await;
    house.pass_minutes(60).await;
    house.import(&king_at(200)).await;
    assert_eq!(house.struck("").await[0].0, json!(null));
    // Nor can anything be compared across other taxes.
    house.pass_minutes(3 * DAY).await;
    let mut texts = king_at(150).texts();
    texts.entry("taxes.toml").and_modify(|taxes| *taxes = taxes.replace("percent = 9", "percent = 11"));
    let body = json!({"files": texts, "binary_files": king_at(150).pictures()});
    house.client.post("/operator/v1/import", crate::support::OPERATOR, &body).await.is(200);
    assert_eq!(house.struck("").await[0].0, json!(null));
}
