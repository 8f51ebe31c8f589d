//! The confirmation letter: what it says, in which language, to whom.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Request;
use domain::booking::Reservation;
use domain::folio::ROOM_CHARGE;
use domain::hotel::Language;
use domain::money::Currency;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::calendar::event;
use crate::house::{Booked, House, PDF, choice, guest, siobhan};

/// Every amount of the folio as a decimal: nights and each fee with their taxes, each tax over the stay, the total, what
/// is due when.
fn amounts(reservation: &Reservation) -> Vec<String> {
    let agreed = &reservation.agreed;
    let currency = Currency::of(&agreed.currency).expect("a currency");
    let mut minor: Vec<i64> = agreed.folio.taxes_by_code().values().map(|(_, _, amount)| *amount).collect();
    let mut fees = BTreeMap::<&str, i64>::new();
    for charge in &agreed.folio.charges {
        if charge.charge_type_code == ROOM_CHARGE {
            minor.push(charge.net_value);
        } else {
            *fees.entry(&charge.charge_type_code).or_default() += charge.net_value;
        }
    }
    minor.extend(fees.values());
    minor.push(agreed.folio.estimated_total);
    minor.extend([agreed.dues.now, agreed.dues.later, agreed.dues.at_hotel].into_iter().filter(|due| *due > 0));
    minor.push(agreed.cancellation.amount);
    minor.into_iter().map(|minor| currency.format(minor)).collect()
}

/// Amounts without their thousands marks, words without the kind of their spaces.
fn even(text: &str) -> String {
    text.replace([',', '\'', '’'], "").replace(['\u{a0}', '\u{202f}'], " ")
}

// clause: CONF-05, API-52
#[tokio::test]
async fn the_letter_says_to_the_cent_what_was_agreed() {
    let house = House::new("harbour-house", |_| ()).await;
    let booked = house.book_one(choice("DELUXE_KING", "FLEX", "2026-12-11", "2026-12-14"), siobhan()).await;
    let asked = "&device_time=2026-11-21T23:30:00%2B09:00&currency=USD&language=en_US";
    let answer = house.get(&booked.letter(asked), "*/*").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, PDF), "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(answer.header("content-disposition").starts_with("inline"));
    assert!(answer.bytes.starts_with(b"%PDF-"));

    let text = even(&house.text_of(&answer.bytes));
    let total = booked.room["total_amount"].as_f64().expect("a total");
    assert!(text.contains(&format!("{total:.2}")), "{text}");
    for amount in amounts(&booked.reservation) {
        assert!(text.contains(&amount), "{amount} in\n{text}");
    }
    let number = &booked.reservation.confirmation_no;
    let days = ["Fri Dec 11 2026", "Mon Dec 14 2026", "3 nights", "2 adults"];
    // 48 hours before check-in, by the hotel's clock; and the guest's own clock.
    let deadline = ["Free to cancel until", "Wed Dec 9 03:00 PM", "Saturday November 21 2026 11:30 PM"];
    let who = [number, "Siobhán Ní Bhriain-O’Shea", "Harbour House", "Deluxe King", "+1 207 555 0142"];
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in days.iter().chain(&deadline).chain(&who) {
        assert!(flat.contains(&even(said)), "{said} in\n{text}");
    }
}

// clause: CONF-05, API-52, API-53
#[tokio::test]
async fn the_printable_letter_is_in_the_guests_language_and_direction() {
    let house = House::new("dar-al-noor", |_| ()).await;
    let booked = house.book_one(choice("SEA_KING", "FLEX", "2026-12-12", "2026-12-15"), guest("أمينة", "النجار")).await;
    let page = house.get(&booked.letter("&language=ar_AE"), "text/html").await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    assert_eq!(page.header("cache-control"), "no-store");
    let html = even(&page.text());
    assert!(html.contains("dir=\"rtl\" lang=\"ar-AE\""), "{html}");
    for said in [
        "دار النور",
        "أمينة النجار",
        "غرفة كينغ مطلة على البحر",
        "رسم البلدية",
        "السبت، 12 ديسمبر 2026",
        "3:00 م",
        "بالغان",
    ] {
        assert!(html.contains(said), "{said} in\n{html}");
    }
    for amount in amounts(&booked.reservation) {
        assert!(html.contains(&amount), "{amount} in\n{html}");
    }
    assert!(html.contains("د.إ."));
    // Every label is there, in Arabic.
    assert!(!html.contains("lbl_"), "{html}");
    let pdf = house.get(&booked.letter("&language=ar_AE"), PDF).await;
    let text = house.text_of(&pdf.bytes);
    assert!(text.chars().filter(|c| ('\u{600}'..='\u{6ff}').contains(c)).count() > 100, "{text}");

    // A language that the hotel does not offer is its first one.
    let english = house.get(&booked.letter("&language=pt_BR"), "text/html").await;
    assert!(english.text().contains("dir=\"ltr\" lang=\"en-US\""));
}

// An address begins with its number, and a sentence ends in its mark, whichever way the letter reads.
#[tokio::test]
async fn what_reads_the_other_way_is_read_from_its_own_side() {
    let house = House::new("harbour-house", |bundle| {
        bundle.hotel.languages.push(Language {
            language_code: "he_IL".into(),
            language_name: "עברית".into(),
            direction: None,
            label_set: None,
        });
    })
    .await;
    let mut guest = siobhan();
    guest["remarks"] = json!("Two pillows (soft).\nמיטה זוגית!");
    let booked = house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), guest).await;
    let html = house.get(&booked.letter("&language=he_IL"), "text/html").await.text();
    let apart = |text: &str| format!("\u{2068}{text}\u{2069}");
    let of_hotel = ["Harbour House", "Classic Queen", "Flexible", "State lodging tax"];
    let of_guest = ["Two pillows (soft).", "מיטה זוגית!", "Siobhán Ní Bhriain-O’Shea"];
    for text in of_hotel.iter().chain(&of_guest) {
        assert!(html.contains(&apart(text)), "{text} in\n{html}");
    }
    let pdf = house.text_of(&house.get(&booked.letter("&language=he_IL"), PDF).await.bytes);
    assert!(pdf.contains("Classic Queen") && pdf.contains("Harbour House"), "{pdf}");
    assert!(html.contains("<p class=\"quiet\">\u{2068}14 Quay Street"), "{html}");
    let english = house.get(&booked.letter("&language=en_US"), "text/html").await.text();
    assert!(english.contains(&apart("מיטה זוגית!")) && english.contains("<br>\u{2068}מיטה"), "{english}");
    assert!(english.contains("Two pillows (soft).<br>") && !english.contains("\u{2068}14"), "{english}");
}

#[tokio::test]
async fn ages_are_parted_as_the_language_parts_them() {
    let house = House::new("dar-al-noor", |bundle| bundle.hotel.enable_children_ages = true).await;
    let mut stay = choice("SEA_KING", "FLEX", "2026-12-12", "2026-12-15");
    (stay["number_of_adults"], stay["number_of_children"]) = (json!(1), json!(2));
    stay["children_ages"] = json!(["4", "7"]);
    let booked = house.book_one(stay, siobhan()).await;
    let html = house.get(&booked.letter("&language=ar_AE"), "text/html").await.text();
    assert!(html.contains("(العمر: 4، 7)"), "{html}");
}

#[tokio::test]
async fn days_and_money_are_written_in_german_and_french() {
    let house = House::new("chalet-edelgrat", |bundle| {
        bundle.hotel.guarantee_required_to_book = false;
        for code in ["de_DE", "fr_FR"] {
            bundle.hotel.languages.push(Language {
                language_code: code.into(),
                language_name: code.into(),
                direction: None,
                label_set: None,
            });
        }
    })
    .await;
    let room = house.property_id;
    assert_eq!(room, 3);
    let rates = house.get("/v4/properties/3/mini-rates-with-availability/v3?check_in_date=2027-01-11&check_out_date=2027-01-15&number_of_persons=2", "*/*").await;
    let rates: Value = serde_json::from_slice(&rates.bytes).expect("JSON");
    let room = rates["rate_details"][0]["room_type_id"].as_str().expect("a room").to_owned();
    let booked =
        house.book(1, choice(&room, "HALF_BOARD", "2027-01-11", "2027-01-15"), siobhan(), json!({})).await.remove(0);
    let agreed = &booked.reservation.agreed;
    assert!(agreed.dues.now > 0 && agreed.dues.later > 0 && agreed.dues.at_hotel > 0);
    assert_eq!(agreed.dues.now + agreed.dues.later + agreed.dues.at_hotel, agreed.total());

    let francs = |minor: i64| format!("{}.{:02}", minor / 100, minor % 100);
    for (language, day, due, mark) in [
        ("de_CH", "Mo. 11. Jan. 2027", "Montag 28. Dezember 2026", "."),
        ("de_DE", "Mo. 11. Jan. 2027", "Montag 28. Dezember 2026", ","),
        ("fr_CH", "lun. 11 janv. 2027", "lundi 28 décembre 2026", "."),
        ("fr_FR", "lun. 11 janv. 2027", "lundi 28 décembre 2026", ","),
    ] {
        let page = house.get(&booked.letter(&format!("&language={language}")), "text/html").await;
        let html = page.text().replace(['\u{a0}', '\u{202f}'], " ").replace(['’', '\''], "").replace("&#39;", "");
        let words = html.replace(',', "");
        assert!(words.contains(day) && words.contains(due), "{language}: {html}");
        // The total, with the language's own decimal mark; thousands marks are not looked at.
        let total = francs(agreed.total()).replace('.', mark);
        let plain = html.replace(if mark == "," { "." } else { "," }, "").replace(' ', "");
        assert!(plain.contains(&total), "{language}: {total} in {html}");
        assert!(plain.contains("CHF"));
    }
}

// clause: API-53
#[tokio::test]
async fn a_letter_opens_with_its_own_secret_only() {
    let house = House::new("harbour-house", |_| ()).await;
    let stay = || choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13");
    let first = house.book_one(stay(), siobhan()).await;
    let second = house.book_one(stay(), siobhan()).await;
    let number = &first.reservation.confirmation_no;
    let unknown = domain::confirmation::make(1, 42);
    assert_eq!(house.get(&first.letter(""), PDF).await.status, 200);

    let bare = house.get(&first.letter_with(number, None), PDF).await;
    assert!([400, 404].contains(&bare.status));
    let wrong_token = house.get(&first.letter_with(number, Some(&"0".repeat(32))), PDF).await.refusal();
    let others_token = house.get(&first.letter_with(number, Some(&second.token())), PDF).await.refusal();
    let wrong_number = house.get(&first.letter_with(&unknown, Some(&first.token())), PDF).await.refusal();
    let no_number = house.get(&first.letter_with("x", Some(&first.token())), PDF).await.refusal();
    assert_eq!(wrong_token.0, 404);
    // Which of the two was wrong cannot be told from the answer.
    assert_eq!([&others_token, &wrong_number, &no_number], [&wrong_token; 3]);
    let elsewhere = first.letter("").replace("/properties/1/", "/properties/2/");
    assert_eq!(house.get(&elsewhere, PDF).await.status, 404);
    assert_eq!(house.get(&first.calendar().replace(&first.token(), &second.token()), "*/*").await.status, 404);
}

// clause: API-53
#[tokio::test]
async fn a_look_up_opens_the_letter_for_half_an_hour() {
    let house = House::new("harbour-house", |_| ()).await;
    let booked =
        house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), guest("Ada", "Byron")).await;
    let other =
        house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), guest("Ada", "Byron")).await;
    let number = &booked.reservation.confirmation_no;
    let look_up = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=byron");
    let found: Value = serde_json::from_slice(&house.get(&look_up, "*/*").await.bytes).expect("JSON");
    let token = found["request_token"].as_str().expect("a token");
    assert_eq!(house.get(&booked.letter_with(number, Some(token)), PDF).await.status, 200);
    assert_eq!(house.get(&booked.letter_with(&other.reservation.confirmation_no, Some(token)), PDF).await.status, 404);
    house.clock.pass(SignedDuration::from_mins(31));
    assert_eq!(house.get(&booked.letter_with(number, Some(token)), PDF).await.status, 404);
}

#[tokio::test]
async fn odd_parameters_are_named() {
    let house = House::new("harbour-house", |_| ()).await;
    let booked = house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), siobhan()).await;
    for (more, field) in [("&device_time=yesterday", "device_time"), ("&currency=XX9", "currency")] {
        let (status, problem) = house.get(&booked.letter(more), PDF).await.refusal();
        assert_eq!((status, problem["errors"][0]["field"].as_str()), (400, Some(field)));
    }
}

#[tokio::test]
async fn rooms_booked_together_name_each_other() {
    let house = House::new("harbour-house", |_| ()).await;
    let stay = choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13");
    let booked = house.book(2, stay, siobhan(), json!({"defined_guarantee_type_id": "HOLD_18"})).await;
    let html = house.get(&booked[1].letter(""), "text/html").await.text();
    for room in &booked {
        assert!(html.contains(&room.reservation.confirmation_no));
    }
    // Its own price, not that of both.
    let total = booked[1].room["total_amount"].as_f64().expect("a total");
    assert!(html.contains(&format!("{total:.2}")) && !html.contains(&format!("{:.2}", total * 2.0)), "{html}");
    // One that was given back is not named any more; its own letter names the one that stands.
    let [first, second] = &booked[..] else { panic!("two rooms") };
    cancel(&house, first, "Ní Bhriain-O’Shea").await;
    let names = async |letter: &Booked, other: &Booked| {
        let html = house.get(&letter.letter(""), "text/html").await.text();
        html.contains(&other.reservation.confirmation_no)
    };
    assert_eq!((names(second, first).await, names(first, second).await), (false, true));
}

#[tokio::test]
async fn a_later_letter_says_that_the_policies_are_those_of_today() {
    let house = House::new("harbour-house", |_| ()).await;
    let booked = house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), siobhan()).await;
    let says = async || house.get(&booked.letter(""), "text/html").await.text().contains("as they stand today");
    assert!(!says().await);
    house.clock.pass(SignedDuration::from_hours(48));
    assert!(says().await);
}

// clause: CONF-05
#[tokio::test]
async fn a_letter_promises_no_free_time_that_is_over() {
    let house = House::new("harbour-house", |_| ()).await;
    let booked = house.book_one(choice("DELUXE_KING", "FLEX", "2026-12-11", "2026-12-14"), siobhan()).await;
    let stood = house.get(&booked.letter(""), "text/html").await.text();
    assert!(stood.contains("Free to cancel until") && stood.contains("After that, the first night"), "{stood}");
    // Its last second is over.
    house.clock.pass(SignedDuration::from_hours(18 * 24 + 6));
    let html = house.get(&booked.letter(""), "text/html").await.text();
    assert!(html.contains("This stay cannot be cancelled free of charge."), "{html}");
    assert!(html.contains("Cancelling costs the first night") && html.contains("class=\"until none\""), "{html}");
    assert!(!html.contains("Free to cancel") && !html.contains("After that"), "{html}");
}

/// Cancels it as its guest does.
async fn cancel(house: &House, booked: &Booked, last_name: &str) {
    let number = &booked.reservation.confirmation_no;
    let name: String = form_urlencoded::byte_serialize(last_name.as_bytes()).collect();
    let look_up = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={name}");
    let found: Value = serde_json::from_slice(&house.get(&look_up, "*/*").await.bytes).expect("JSON");
    let token = found["request_token"].as_str().expect("a token");
    let cancel = Request::put(format!("/enterprise/v4/web/cancel-booking?request_id={token}")).body(Body::empty());
    assert_eq!(house.send(cancel.expect("a request")).await.status, 200);
}

#[tokio::test]
async fn the_letter_of_a_cancelled_stay_promises_nothing() {
    let house = House::new("harbour-house", |_| ()).await;
    let booked =
        house.book_one(choice("CLASSIC_QUEEN", "FLEX", "2026-12-11", "2026-12-13"), guest("Ada", "Byron")).await;
    let stood = house.get(&booked.letter(""), "text/html").await.text();
    cancel(&house, &booked, "Byron").await;
    let html = house.get(&booked.letter(""), "text/html").await.text().replace('\u{a0}', " ");
    assert!(html.contains("Your stay is cancelled") && html.contains("November 21, 2026"), "{html}");
    assert!(html.contains("As you wished, we cancelled this stay"), "{html}");
    assert!(!html.contains("Free to cancel") && !html.contains("Your stay is confirmed"));
    assert!(stood.contains("Guarantee") && !html.contains("Guarantee"), "nothing holds the room any more: {html}");
    let (_, event) = event(&house, &booked).await;
    assert_eq!(event.get_status(), Some(icalendar::EventStatus::Cancelled));
}
