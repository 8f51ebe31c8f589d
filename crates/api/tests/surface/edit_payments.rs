//! What a changed stay costs more is charged once, what it costs less goes back once, whatever dies on the way.

use domain::money::Currency;
use serde_json::{Value, json};
use store::payments::{self, State};

use crate::support::gateway::{Point, dies_at};
use crate::support::hotel::ID;
use crate::support::steps::{Batch, guest, room, with_card};
use crate::support::{HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    a_dearer_stay_is_charged_and_a_cheaper_one_refunded
    what_cannot_be_cancelled_cannot_be_changed
    another_card_pays_the_difference
    what_several_payments_paid_goes_back_to_each
    whatever_dies_the_stay_is_changed_and_paid_or_neither
    a_cheaper_stay_gives_back_once_whatever_dies
    a_declined_card_changes_nothing
    what_a_change_came_to_is_told_afterwards
    what_is_kept_for_a_change_is_told
    what_the_hotel_asked_for_itself_is_not_due_again
    what_no_card_pays_of_a_change_the_hotel_asks_for
    what_is_owed_is_told_with_every_offer
    no_company_comes_to_pay_for_a_stay_of_its_guest
    the_card_that_paid_is_named_and_no_other
    what_goes_back_is_told_with_the_card_that_it_goes_to
);

const GOOD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000341";

const NIGHTS: (&str, &str) = ("2027-01-12", "2027-01-14");

fn cents(amount: &Value) -> i64 {
    let usd = Currency::of("USD").expect("a currency");
    usd.from_decimal_f64(amount.as_f64().expect("an amount")).expect("cents")
}

pub(super) fn keep(batch: &Batch) -> Value {
    json!({"sessions": [{"session_id": batch.sessions[0]}], "transportations": []})
}

/// What was taken and what was given back, in cents; nothing is left to be done.
async fn money(house: &House, number: &str) -> (i64, i64) {
    let all = payments::all(&house.app.db, ID).await.expect("the payments");
    assert!(
        all.iter().all(|payment| matches!(payment.state, State::Captured | State::Voided | State::Declined)),
        "{all:?}"
    );
    let taken = all.iter().filter(|payment| payment.state == State::Captured).map(|payment| payment.amount).sum();
    let open = store::refunds::due(&house.app.db, jiff::Timestamp::MAX, 9).await.expect("the refunds");
    assert!(open.is_empty(), "{open:?}");
    let found = store::reservations::find::<domain::booking::Reservation>(&house.app.db, ID, number).await;
    let found = found.expect("the database").expect("the reservation");
    let mut back = 0;
    for version in 1..=found.version {
        back += crate::support::refunded(&house.app.db, ID, found.reservation_id, version).await;
    }
    (taken, back)
}

/// A room whose first night is paid when it is booked.
fn deposit(room_type: &str, nights: (&str, &str)) -> Value {
    let mut body = room(room_type, "CORPORATE", nights.0, nights.1, 2);
    body["company_code"] = json!("ACME");
    body
}

impl House {
    pub(super) async fn import_with_deposits(&self) {
        self.import(&HotelFiles { takes_codes: true, company_pays: false, ..HotelFiles::default() }).await;
    }

    /// A stay whose deposit was paid; answers its number and the deposit.
    pub(super) async fn deposited(&self, room_type: &str) -> (String, i64) {
        self.deposited_for(room_type, NIGHTS).await
    }

    async fn deposited_for(&self, room_type: &str, nights: (&str, &str)) -> (String, i64) {
        let batch = self.client.begin(1).await;
        self.client.set_rate(&batch, 1, &deposit(room_type, nights)).await.is(200);
        self.client.add_guest(&batch, &guest()).await.is(200);
        let card = self.card_token(&batch, GOOD, "Siobhán").await.is(200).body;
        let rooms = self.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
        (rooms[0]["confirmation_no"].as_str().expect("a number").to_owned(), cents(&rooms[0]["due_now"]))
    }

    /// A change to another room with such a deposit.
    pub(super) async fn change(&self, number: &str, room_type: &str) -> (Batch, Value) {
        self.change_in(number, room_type, NIGHTS).await
    }

    async fn change_in(&self, number: &str, room_type: &str, nights: (&str, &str)) -> (Batch, Value) {
        let batch = self.client.changing(number).await;
        let chosen = self.client.set_rate(&batch, 1, &deposit(room_type, nights)).await.is(200).body;
        (batch, chosen["data"]["content"]["stay_change"].clone())
    }

    pub async fn found(&self, number: &str) -> Value {
        let token = self.client.look_up(number).await;
        let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
        self.client.get(&path).await.is(200).body["reservation_details"].clone()
    }

    pub async fn cancelled_by_hotel(&self, number: &str) {
        let path = format!("/operator/v1/reservations/{number}/status");
        let body = json!({"status": "CANCELLED"});
        self.client.call(axum::http::Method::PUT, &path, OPERATOR, &body).await.is(200);
    }
}

// clause: EDIT-05, PAY-05
async fn a_dearer_stay_is_charged_and_a_cheaper_one_refunded(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let due = cents(&told["due_now"]);
    assert_eq!((cents(&told["paid"]), cents(&told["refund"])), (paid, 0));
    assert_eq!(2 * due, cents(&told["difference"]), "one night of two is paid now");
    assert!(due > 0);
    // The card on file goes on paying without being typed again.
    let rooms = house.client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!(
        (&rooms[0]["confirmation_no"], &rooms[0]["masked_card_number"]),
        (&json!(number), &json!("XXXXXXXXXXXX4242"))
    );
    assert_eq!(house.client.commit(&batch, &keep(&batch)).await.is(200).body, rooms);
    assert_eq!(money(&house, &number).await, (paid + due, 0));
    assert_eq!(cents(&house.found(&number).await["paid_amount"]), paid + due);

    // Back to the room before: what is not due any more goes back at once.
    let (batch, told) = house.change(&number, "KING").await;
    assert_eq!((cents(&told["refund"]), cents(&told["due_now"]), cents(&told["penalty"])), (due, 0, 0));
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    let found = house.found(&number).await;
    assert_eq!((cents(&found["paid_amount"]), money(&house, &number).await), (paid, (paid + due, due)));

    // Without a deposit, all of it; but not what is owed already.
    let flexible = room("KING", "FLEX", NIGHTS.0, NIGHTS.1, 2);
    let batch = house.client.changing(&number).await;
    let told = house.client.set_rate(&batch, 1, &flexible).await.is(200).body["data"]["content"].clone();
    assert_eq!(cents(&told["stay_change"]["refund"]), paid);
    let free_until = "2027-01-10T20:00:00Z".parse::<jiff::Timestamp>().expect("48 hours before");
    house.clock.pass(free_until.duration_since(house.clock.now()) + jiff::SignedDuration::from_mins(1));
    let batch = house.client.changing(&number).await;
    let told = house.client.set_rate(&batch, 1, &flexible).await.is(200).body["data"]["content"].clone();
    assert_eq!((cents(&told["stay_change"]["refund"]), cents(&told["stay_change"]["penalty"])), (0, paid));
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    assert_eq!(money(&house, &number).await, (paid + due, due));
}

/// The printable letter of a confirmed room, in plain spaces.
async fn letter(house: &House, room: &Value) -> String {
    let letter = house.client.get_html(room["letter_url"].as_str().expect("an address")).await;
    letter.replace('\u{a0}', " ")
}

fn dollars(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// Whether a line of the letter has these words and this amount beside each other.
fn says(letter: &str, label: &str, amount: i64) -> bool {
    let after = letter.split(label).nth(1).unwrap_or_default();
    let text: String =
        after.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text.trim()).collect();
    text.starts_with(&dollars(amount))
}

// clause: EDIT-05, CONF-05
async fn what_a_change_came_to_is_told_afterwards(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let due = cents(&told["due_now"]);
    let card = house.card_token(&batch, "5555555555554444", "Siobhán").await.is(200).body;
    let room = house.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body[0].clone();
    assert_eq!((cents(&room["due_now"]), cents(&room["charged_now"])), (due, due), "of this change, not of the stay");
    assert_eq!((&room["charged_card_number"], &room["stay_change"]), (&json!("XXXXXXXXXXXX4444"), &told));
    let due_at_hotel = cents(&room["due_at_hotel"]);
    assert_eq!(paid + due + cents(&room["due_later"]) + due_at_hotel, cents(&room["total_amount"]));
    let text = letter(&house, &room).await;
    for (label, amount) in [("Already paid", paid), ("Paid, card ending 4444", due), ("Due at the hotel", due_at_hotel)]
    {
        assert!(says(&text, label, amount), "{label} {amount} in\n{text}");
    }

    // Nothing is charged for a cheaper one, and what goes back is told.
    let (batch, told) = house.change(&number, "KING").await;
    let room = house.client.commit(&batch, &keep(&batch)).await.is(200).body[0].clone();
    assert_eq!((cents(&room["due_now"]), cents(&room["charged_now"])), (0, 0));
    assert_eq!((cents(&room["stay_change"]["refund"]), &room["stay_change"]), (due, &told));
    let text = letter(&house, &room).await;
    let back = says(&text, "You get back (MASTER, ending 4444)", due);
    assert!(back && says(&text, "Already paid", paid + due), "{text}");
    stands_in_the_look_up(&house, &room).await;
    assert!(!text.contains("Due now"), "{text}");
    house.last_refund_comes_back(&number).await;
    let text = letter(&house, &room).await;
    assert!(says(&text, "The hotel gives back another way", due) && !text.contains("You get back"), "{text}");
    let change = house.found(&number).await["dues"]["stay_change"].clone();
    assert_eq!((cents(&change["refund"]), &change["refund_to"]), (due, &json!([])), "no card has taken it");
    let again = house.client.read_batch(&batch).await.is(200).body["confirmation"][0]["stay_change"].clone();
    assert_eq!(again, change, "nor where its confirmation is read again");
}

// clause: EDIT-05
async fn what_is_kept_for_a_change_is_told(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("SUITE").await;
    let free_until = "2027-01-10T20:00:00Z".parse::<jiff::Timestamp>().expect("48 hours before");
    house.clock.pass(free_until.duration_since(house.clock.now()) + jiff::SignedDuration::from_mins(1));
    let batch = house.client.changing(&number).await;
    let one_night = room("KING", "FLEX", NIGHTS.0, "2027-01-13", 2);
    let chosen = house.client.set_rate(&batch, 1, &one_night).await.is(200).body["data"]["content"].clone();
    let told = &chosen["stay_change"];
    let (total, kept) = (cents(&told["new_total"]), cents(&told["kept"]));
    assert_eq!((cents(&told["penalty"]), cents(&told["refund"]), kept), (paid, 0, paid - total));
    assert!(kept > 0);
    let room = house.client.commit(&batch, &keep(&batch)).await.is(200).body[0].clone();
    assert_eq!((cents(&room["due_now"]), cents(&room["due_at_hotel"]), &room["stay_change"]), (0, 0, told));
    let found = house.found(&number).await;
    assert_eq!(cents(&found["paid_amount"]), paid);
    stands_in_the_look_up(&house, &room).await;
    let text = letter(&house, &room).await;
    assert!(says(&text, "Already paid", paid) && says(&text, "The hotel keeps for the change", kept), "{text}");
}

/// What a letter says of when what is paid: every line with its amount in cents.
pub fn dues(letter: &str) -> Vec<(String, i64)> {
    let table = letter.split("class=\"dues\"").nth(1).and_then(|rest| rest.split("</table>").next());
    let rows = table.expect("when it is paid").split("<tr").skip(1);
    rows.map(|row| {
        let pieces = row.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text.trim());
        let texts: Vec<&str> = pieces.filter(|text| !text.is_empty()).collect();
        let amount = texts[1].trim_start_matches('$').replace(['.', ','], "");
        (texts[0].to_owned(), amount.parse().expect("an amount"))
    })
    .collect()
}

/// What the lines of a letter come to: what goes back or is kept pays nothing.
pub fn sum_of(dues: &[(String, i64)]) -> i64 {
    let off = |label: &str| label.starts_with("You get back") || label == "The hotel keeps for the change";
    dues.iter().map(|(label, amount)| if off(label) { -amount } else { *amount }).sum()
}

/// The look-up tells of a changed stay what its confirmation does, and its lines come to the total.
async fn stands_in_the_look_up(house: &House, room: &Value) {
    let found = house.found(room["confirmation_no"].as_str().expect("a number")).await;
    let dues = &found["dues"];
    let fields =
        ["due_now", "charged_now", "due_later", "later_deposits", "due_at_hotel", "stay_change", "paid_with_points"];
    for field in fields {
        assert_eq!(dues[field], room[field], "{field}");
    }
    let dated = dues["later_deposits"].as_array().expect("days").iter().map(|deposit| cents(&deposit["amount"]));
    assert_eq!(dated.sum::<i64>(), cents(&dues["due_later"]));
    let (of, change) = (|field: &str| cents(&dues[field]), &dues["stay_change"]);
    let settled = |field: &str| if change.is_null() { 0 } else { cents(&change[field]) };
    let before = settled("paid") + settled("asked_before") - settled("refund") - settled("kept");
    let sum = before + of("due_now") + of("due_later") + of("due_at_hotel") + of("paid_with_points");
    assert_eq!(sum, cents(&found["total_for_stay"]), "{found}");
}

/// What the figures of a change come to.
fn sum_of_change(told: &Value) -> i64 {
    let of = |name: &str| cents(&told[name]);
    of("paid") + of("asked_before") + of("due_now") - of("refund") - of("kept") + of("due_later")
}

// A deposit that came due between the booking and its change is told as what it is: not as due now, and not left out.
// clause: EDIT-05, CONF-05
async fn what_the_hotel_asked_for_itself_is_not_due_again(house: House) {
    let files = HotelFiles { takes_codes: true, company_pays: false, ..HotelFiles::default() };
    let mut texts = files.texts();
    texts.entry("rates.toml").and_modify(|rates| {
        *rates = rates.replace("[{ nights = 1 }]", "[{ nights = 1 }, { days_before = 7, percent = 50 }]");
    });
    let body = json!({"files": texts, "binary_files": files.pictures()});
    house.client.post("/operator/v1/import", OPERATOR, &body).await.is(200);
    let nights = ("2027-01-12", "2027-01-16");
    let (number, paid) = house.deposited_for("SUITE", nights).await;
    // Told with its day until then.
    let dues_of = async || house.found(&number).await["dues"].clone();
    let asked_for = json!([{"date": "2027-01-05", "amount": 2.0 * paid as f64 / 100.0}]);
    assert_eq!(dues_of().await["later_deposits"], asked_for);
    let week_before = "2027-01-06T17:00:00Z".parse::<jiff::Timestamp>().expect("a moment");
    house.clock.pass(week_before.duration_since(house.clock.now()));

    let (batch, told) = house.change_in(&number, "KING", ("2027-01-12", "2027-01-18")).await;
    assert_eq!((cents(&told["paid"]), cents(&told["due_now"]), cents(&told["refund"])), (paid, 0, 0));
    assert_eq!(cents(&told["asked_before"]), 2 * paid, "the half of four nights");
    assert_eq!(sum_of_change(&told), cents(&told["new_total"]), "{told}");
    let room = house.client.commit(&batch, &keep(&batch)).await.is(200).body[0].clone();
    assert_eq!((cents(&room["due_now"]), &room["stay_change"]), (0, &told));
    let text = letter(&house, &room).await;
    let lines = dues(&text);
    let asked_before = ("Asked for by the hotel under your earlier terms".to_owned(), 2 * paid);
    assert!(lines.contains(&asked_before), "{lines:?}");
    assert!(!text.contains("Due now"), "{lines:?}");
    assert_eq!(sum_of(&lines), cents(&room["total_amount"]), "{lines:?}");
    stands_in_the_look_up(&house, &room).await;
}

// clause: EDIT-05, CONF-05
async fn what_no_card_pays_of_a_change_the_hotel_asks_for(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let types = house.client.read_session(&batch, 1, "available-guarantee-types").await.is(200).body;
    assert_eq!(types["guarantee_types"][0]["due_now"], told["due_now"], "not the whole deposit");
    let desk = json!({"sessions": [{"session_id": batch.sessions[0], "defined_guarantee_type_id": "HOLD_18"}]});
    let room = house.client.commit(&batch, &desk).await.is(200).body[0].clone();
    assert_eq!((&room["stay_change"], sum_of_change(&told)), (&told, cents(&told["new_total"])));
    assert_eq!((&room["due_now"], cents(&room["charged_now"])), (&told["due_now"], 0));
    let lines = dues(&letter(&house, &room).await);
    let said = [
        ("Already paid", paid),
        ("Due now: the hotel will ask you for this amount", cents(&told["due_now"])),
        ("Due at the hotel", cents(&room["due_at_hotel"])),
    ];
    assert_eq!(lines, said.map(|(label, amount)| (label.to_owned(), amount)));
    assert_eq!(sum_of(&lines), cents(&room["total_amount"]));
    stands_in_the_look_up(&house, &room).await;
}

// clause: EDIT-05
async fn what_is_owed_is_told_with_every_offer(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("SUITE").await;
    let nights = ("2027-02-12", "2027-02-13");
    let rates = async |batch: &Batch, nights: (&str, &str)| {
        let path = format!(
            "/v4/properties/{ID}/mini-rates-with-availability/v3?check_in_date={}&check_out_date={}&number_of_persons=2&session_id={}",
            nights.0, nights.1, batch.sessions[0]
        );
        house.client.get_with(&path, &batch.secret).await.is(200).body
    };
    let offered = async |batch: &Batch| {
        let answer = rates(batch, nights).await;
        let rooms = answer["rate_details"].as_array().expect("rooms").clone();
        let king = rooms.into_iter().find(|room| room["room_type_id"] == "KING").expect("a King");
        let rates = king["rate_codes"].as_array().expect("rates");
        rates.iter().find(|rate| rate["id"] == "FLEX").expect("a rate")["cancellation"].clone()
    };
    let batch = house.client.changing(&number).await;
    assert!(offered(&batch).await["free_until"].is_string(), "nothing is owed yet");
    let free_until = "2027-01-10T20:00:00Z".parse::<jiff::Timestamp>().expect("48 hours before");
    house.clock.pass(free_until.duration_since(house.clock.now()) + jiff::SignedDuration::from_mins(1));
    let batch = house.client.changing(&number).await;
    let told = offered(&batch).await;
    assert_eq!((&told["free_until"], cents(&told["penalty"]["amount"])), (&Value::Null, paid));
    // And where it is offered in place of a night that is sold out.
    let (full, others) = (("2027-02-20", "2027-02-21"), house.client.begin(3).await);
    for (number, of) in [(1, "KING"), (2, "KING"), (3, "SUITE")] {
        house.client.set_rate(&others, number, &room(of, "FLEX", full.0, full.1, 2)).await.is(200);
    }
    let near = rates(&batch, full).await["nearest_stays"][0]["cancellation"].clone();
    assert_eq!((&near["free_until"], cents(&near["penalty"]["amount"])), (&Value::Null, paid));
    // As it is once it is chosen.
    let chosen = house.client.set_rate(&batch, 1, &room("KING", "FLEX", nights.0, nights.1, 2)).await.is(200).body;
    assert_eq!(chosen["data"]["content"]["cancellation"], told);
}

// What its guest has paid, or owes, would be paid a second time.
// clause: EDIT-05, PAY-11
async fn no_company_comes_to_pay_for_a_stay_of_its_guest(house: House) {
    house.import(&HotelFiles { takes_codes: true, ..HotelFiles::default() }).await;
    let (number, paid) = house.deposited("KING").await;
    let batch = house.client.changing(&number).await;
    let mut by_company = deposit("SUITE", NIGHTS);
    by_company["mop"] = json!("COMPANY");
    house.client.set_rate(&batch, 1, &by_company).await.refuses(422, "CODE_NOT_VALID");
    // Nor by the company of the session.
    let path = format!("/v4/properties/{ID}/booking-engine/new-booking/{}/company-reservations", batch.sessions[0]);
    let company = json!({"reservation_company": {"company_id": "ACME", "mop": "COMPANY"}});
    house.client.post(&path, &batch.secret, &company).await.is(200);
    let plain = room("SUITE", "CORPORATE", NIGHTS.0, NIGHTS.1, 2);
    house.client.set_rate(&batch, 1, &plain).await.refuses(422, "CODE_NOT_VALID");
    // Its price is its guest's as before.
    let mut by_guest = deposit("SUITE", NIGHTS);
    by_guest["mop"] = json!("GUEST");
    let chosen = house.client.set_rate(&batch, 1, &by_guest).await.is(200).body;
    let content = &chosen["data"]["content"];
    assert_eq!((&content["mop"], cents(&content["stay_change"]["paid"])), (&json!("GUEST"), paid));
}

// clause: CONF-05, MANAGE-18
async fn the_card_that_paid_is_named_and_no_other(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let token = house.client.look_up(&number).await;
    let (session_key, told) = house.type_card("5555555555554444", "Siobhán").await;
    let exchange = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
    let tokens = format!("/v4/properties/{ID}/payments/hpc/token?request_id={token}");
    let card = house.client.post(&tokens, "", &exchange).await.is(200).body;
    let guarantee = json!({"payment_type_code": "CC", "custom_field_1": card["masked_card_number"],
        "custom_field_2": card["card_brand"], "custom_field_3": card["card_holder"], "custom_field_4": "12/2029",
        "custom_field_5": card["token"], "custom_field_10": card["card_unique_code"]});
    let add = format!("/enterprise/v4/web/add-guarantee?request_id={token}");
    house.client.post(&add, "", &guarantee).await.is(200);
    let found = house.found(&number).await;
    assert_eq!(found["payment_sources"][0]["custom_field_1"], "XXXXXXXXXXXX4444");
    let text = letter(&house, &found).await;
    assert!(says(&text, "Paid, card ending 4242", paid), "{text}");
    assert!(!text.contains("4444"), "{text}");
}

// clause: EDIT-05, MANAGE-22
async fn what_goes_back_is_told_with_the_card_that_it_goes_to(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let back = |told: &Value| -> Vec<(Value, i64)> {
        let cards = told.as_array().expect("cards").iter();
        cards.map(|card| (card["masked_card_number"].clone(), cents(&card["amount"]))).collect()
    };
    let (batch, told) = house.change(&number, "SUITE").await;
    let (due, other) = (cents(&told["due_now"]), "5555555555554444");
    assert_eq!(back(&told["refund_to"]), []);
    let card = house.card_token(&batch, other, "Siobhán").await.is(200).body;
    house.client.commit(&batch, &with_card(&batch, &card)).await.is(200);

    // Both cards have paid, and the last one holds it: what goes back first is the last one's.
    let (first, last) = (json!("XXXXXXXXXXXX4242"), json!("XXXXXXXXXXXX4444"));
    let both = vec![(last.clone(), due), (first.clone(), paid)];
    let token = house.client.look_up(&number).await;
    let told = house.consent(&token, &[]).await.is(200).body;
    assert_eq!((back(&told["refund_to"]), cents(&told["refund"]["amount"])), (both, paid + due));
    let (batch, told) = house.change(&number, "KING").await;
    assert_eq!(
        (back(&told["refund_to"]), &told["refund_to"][0]["card_brand"]),
        (vec![(last.clone(), due)], &json!("MASTER"))
    );
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    let refunds = house.found(&number).await["refunds"].clone();
    assert_eq!((&refunds[0]["masked_card_number"], cents(&refunds[0]["amount"])), (&last, due));

    // What is left is the first one's, whichever holds it by now.
    let told = house.consent(&token, &[]).await.is(200).body;
    assert_eq!(back(&told["refund_to"]), [(first.clone(), paid)]);
    house.cancel_rooms(&token, &json!({})).await.is(200);
    let found = house.found(&number).await;
    assert_eq!(back(&found["cancellation"]["refund_to"]), [(first, paid)]);
    let text = letter(&house, &found).await;
    assert!(says(&text, "You get back (VISA, ending 4242)", paid) && !text.contains("4444"), "{text}");
}

// clause: MANAGE-15, EDIT-06
async fn what_cannot_be_cancelled_cannot_be_changed(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &room("KING", "ADVANCE", NIGHTS.0, NIGHTS.1, 2)).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let card = house.card_token(&batch, GOOD, "Siobhán").await.is(200).body;
    let rooms = house.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let token = house.client.look_up(number).await;
    let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
    let found = house.client.get(&path).await.is(200).body;
    assert_eq!((&found["stay_modification_allowed"], &found["stay_fixed"]), (&json!(false), &json!("FINAL")));
    let refused = house.client.begin_change(number, &token).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(refused.body["reason"], "FINAL");
}

async fn another_card_pays_the_difference(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let card = house.card_token(&batch, "5555555555554444", "Siobhán").await.is(200).body;
    let rooms = house.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    assert_eq!(rooms[0]["masked_card_number"], "XXXXXXXXXXXX4444");
    assert_eq!(money(&house, &number).await, (paid + cents(&told["due_now"]), 0));
    assert_eq!(house.found(&number).await["payment_sources"][0]["custom_field_1"], "XXXXXXXXXXXX4444");
}

async fn what_several_payments_paid_goes_back_to_each(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    let whole = paid + cents(&told["due_now"]);
    let told = letter(&house, &house.found(&number).await).await;
    assert!(told.contains("On our booking page, with the number above"), "{told}");
    house.cancelled_by_hotel(&number).await;
    assert_eq!(money(&house, &number).await, (whole, whole));
    house.cancelled_by_hotel(&number).await;
    assert_eq!(money(&house, &number).await, (whole, whole));
    let told = letter(&house, &house.found(&number).await).await;
    assert!(told.contains("We cancelled this stay on ") && !told.contains("As you wished"), "{told}");
}

const POINTS: [Point; 4] = [Point::BeforeAuthorise, Point::AfterAuthorise, Point::BeforeCapture, Point::AfterCapture];

async fn whatever_dies_the_stay_is_changed_and_paid_or_neither(house: House) {
    house.import_with_deposits().await;
    let mut taken = 0;
    for (at, point) in (0..).zip(POINTS) {
        let arrival = jiff::civil::date(2027, 1, 12 + 3 * at);
        let (first, last) = (arrival.to_string(), (arrival + jiff::ToSpan::days(2)).to_string());
        let (number, paid) = house.deposited_for("KING", (&first, &last)).await;
        let (batch, told) = house.change_in(&number, "SUITE", (&first, &last)).await;
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        let order = keep(&batch);
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.commit(&batch, &order) => panic!("{point:?} was never reached: {answer:?}"),
        }
        let next = house.twin().await;
        next.pass_minutes(3).await;
        let changed = matches!(point, Point::BeforeCapture | Point::AfterCapture);
        taken += paid + if changed { cents(&told["due_now"]) } else { 0 };
        assert_eq!(money(&next, &number).await, (taken, 0), "{point:?}");
        let found = next.found(&number).await;
        let room_type = if changed { "SUITE" } else { "KING" };
        assert_eq!(found["room_type"]["id"], room_type, "{point:?}");
        next.pass_minutes(31).await;
        assert_eq!((money(&next, &number).await, next.nights().await), ((taken, 0), (0, 2 * (i64::from(at) + 1))));
    }
}

async fn a_cheaper_stay_gives_back_once_whatever_dies(house: House) {
    house.import_with_deposits().await;
    for (at, point) in (0..).zip([Point::BeforeRefund, Point::AfterRefund]) {
        let arrival = jiff::civil::date(2027, 1, 12 + 3 * at);
        let (first, last) = (arrival.to_string(), (arrival + jiff::ToSpan::days(2)).to_string());
        let (number, _) = house.deposited_for("SUITE", (&first, &last)).await;
        let (batch, told) = house.change_in(&number, "KING", (&first, &last)).await;
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        let order = keep(&batch);
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.commit(&batch, &order) => panic!("{point:?} was never reached: {answer:?}"),
        }
        house.pass_minutes(2).await;
        let back = cents(&told["refund"]);
        assert!(back > 0);
        assert_eq!(money(&house, &number).await.1, back, "{point:?}");
        let rooms = house.client.commit(&batch, &order).await.is(200).body;
        assert_eq!((&rooms[0]["room_type_id"], money(&house, &number).await.1), (&json!("KING"), back));
    }
}

// clause: EDIT-05
async fn a_declined_card_changes_nothing(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let card = house.card_token(&batch, DECLINED, "Siobhán").await.is(200).body;
    house.client.commit(&batch, &with_card(&batch, &card)).await.refuses(402, "CARD_DECLINED");
    assert_eq!(money(&house, &number).await, (paid, 0));
    assert_eq!(house.found(&number).await["room_type"]["id"], "KING");
    // The one on file does.
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    assert_eq!(money(&house, &number).await, (paid + cents(&told["due_now"]), 0));
}
