//! Members whom a hotel lists itself: signing in, staying so, signing out. (At a provider: `openid.rs`.)

use axum::http::header;
use serde_json::{Value, json};

use crate::support::browser::{self, Browser, EMAIL, LOG_IN, PASSWORD};
use crate::support::steps::{Batch, booking, guest, held_until_18, king, room};
use crate::support::{Answer, HotelFiles, House, PAGE, on_both_engines};

const VAULT: bool = false;

on_both_engines! {
    a_member_signs_in_and_out
    a_session_ends_by_itself
    who_is_taken_off_the_list_is_signed_in_no_more
    a_new_password_ends_what_the_old_one_began
    a_booking_says_which_member_made_it
    a_change_does_not_tell_who_its_member_is
}

fn members() -> HotelFiles {
    HotelFiles { members: browser::members(""), ..HotelFiles::default() }
}

/// The proof in the address that a member signs out at.
fn proof_of(member: &Value) -> &str {
    member["logout_url"].as_str().and_then(|url| url.split_once("&proof=")).expect("a proof").1
}

fn to(answer: &Answer) -> &str {
    answer.headers[header::LOCATION].to_str().expect("an address")
}

// clause: API-11, ROLE-01, GUEST-07, DATA-10, HEAD-08, HEAD-10
async fn a_member_signs_in_and_out(house: House) {
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    let anonymous = browser.user().await;
    assert_eq!((&anonymous["account_number"], &anonymous["logout_url"]), (&Value::Null, &Value::Null));
    assert_eq!(anonymous["login_url"], format!("{LOG_IN}?property_id=1"));

    let back = format!("{PAGE}/?pc=TEST&property_id=1#/booking/select-rooms");
    let asked: String = form_urlencoded::byte_serialize(back.as_bytes()).collect();
    let proof = browser.form(&format!("&redirect_url={asked}")).await;
    for (email, password) in [(EMAIL, "lamps from five"), ("nobody@guest.example", PASSWORD), ("", "")] {
        let refused = browser.submit(&proof, email, password).await.is(200);
        assert!(refused.text.contains("role=\"alert\""), "{email}");
        assert_eq!(browser.session(), None);
    }
    let answer = browser.submit(&proof, " MAYA@guest.example", PASSWORD).await.is(303);
    assert_eq!(to(&answer), back);

    let member = browser.user().await;
    assert_eq!(
        (&member["account_number"], &member["user_display_name"], &member["loyalty_program_id"]),
        (&json!("QC-1042"), &json!("Maya Lindqvist"), &json!("CLUB"))
    );
    assert_eq!(member["email"], json!([{"email": "Maya@guest.example", "primary": true}]));
    assert_eq!(member["phone"], json!([{"phone": "+1 207 555 0142", "primary": true}]));
    assert_eq!(
        member["address"],
        json!([{"address": "3 Chandler Row", "city": "Portland", "state": "ME", "zip_code": "04101", "country": "US",
            "primary": true}])
    );

    // Another page does not know the proof, so it signs nobody out; nor does a tab of an earlier session. The guest is
    // asked.
    let asks =
        browser.get(&format!("/v4/website/users/log-out?property_id=1&proof=0&redirect_url={asked}")).await.is(200);
    assert_eq!(browser.user().await["account_number"], "QC-1042");
    let logs_out = format!("/v4/website/users/log-out?property_id=1&proof={}&redirect_url={asked}", proof_of(&member));
    let link = format!("href=\"{}\"", logs_out.replace('&', "&amp;"));
    assert!(asks.text.contains(&link), "{link} in {}", asks.text);
    let kept = browser.cookies.clone();
    let log_out = member["logout_url"].as_str().expect("an address").to_owned();
    let answer = browser.get(&format!("{log_out}&redirect_url={asked}")).await.is(303);
    assert_eq!(to(&answer), back);
    assert_eq!(browser.user().await["account_number"], Value::Null);
    // The session is over, not only its cookie gone.
    browser.cookies = kept;
    assert_eq!(browser.user().await["account_number"], Value::Null);
}

async fn a_session_ends_by_itself(house: House) {
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    browser.sign_in().await;
    let secret = browser.session().expect("a session").to_owned();
    house.pass_minutes(8 * 60 - 1).await;
    assert_eq!(browser.user().await["account_number"], "QC-1042");
    house.pass_minutes(1).await;
    assert_eq!(browser.user().await["account_number"], Value::Null);

    // A new one has a secret of its own, and the one before it ends.
    browser.sign_in().await;
    let second = browser.session().expect("a session").to_owned();
    browser.sign_in().await;
    let third = browser.session().expect("a session").to_owned();
    assert!(secret != second && second != third);
    browser.cookies = vec![("portico_member_1".to_owned(), second)];
    assert_eq!(browser.user().await["account_number"], Value::Null);
    browser.cookies = vec![("portico_member_1".to_owned(), third)];
    assert_eq!(browser.user().await["account_number"], "QC-1042");
}

async fn a_new_password_ends_what_the_old_one_began(house: House) {
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    browser.sign_in().await;
    let files = members();
    house.import(&files).await;
    assert_eq!(browser.user().await["account_number"], "QC-1042");
    let set_anew = api::hash_password("lamps from five").expect("a hash");
    house.import(&HotelFiles { members: files.members.replace(browser::hash(), &set_anew), ..files }).await;
    assert_eq!(browser.user().await["account_number"], Value::Null);
}

async fn who_is_taken_off_the_list_is_signed_in_no_more(house: House) {
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    browser.sign_in().await;
    let files = members();
    house.import(&HotelFiles { members: files.members.replace("QC-1042", "QC-1043"), ..files }).await;
    assert_eq!(browser.user().await["account_number"], Value::Null);
}

// clause: GUEST-09, GUEST-30, API-41
async fn a_booking_says_which_member_made_it(house: House) {
    let another = format!(
        r#"
[[directory]]
account_number = "QC-7"
email = "leo@guest.example"
password_hash = "{}"
first_name = "Leo"
last_name = "Roth"
"#,
        browser::hash()
    );
    house.import(&HotelFiles { members: browser::members(&another), kings: 5, ..members() }).await;
    let mut browser = Browser::of(&house);
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    let add_guest = booking(&format!("new-booking/{}/add-guest", batch.sessions[0]));
    // Nobody becomes a member by saying so.
    let mut told = guest();
    told["loyalty_guest_id"] = json!("QC-1042");
    told["guest_data"]["loyalty_guest_number"] = json!("QC-1042");
    let stranger = browser.post(&add_guest, &batch.secret, &told).await.is(200);
    assert_eq!(stranger.body["guest_data"]["loyalty_guest_number"], Value::Null);

    browser.sign_in().await;
    let saved = browser.post(&add_guest, &batch.secret, &guest()).await.is(200).body;
    let number = |guest: &Value| {
        ["loyalty_guest_id", "loyalty_guest_number", "loyalty_program_id"].map(|field| guest[field].clone())
    };
    assert_eq!(number(&saved["guest_data"]), [json!("QC-1042"), json!("QC-1042"), json!("CLUB")]);
    // Signed out since, also where the details come once more with the order.
    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["guest_data"] = guest()["guest_data"].clone();
    let booked = client.commit(&batch, &commit).await.is(200);
    assert_eq!(member_of(&house, &booked).await.as_deref(), Some("QC-1042"));

    // Another is signed in by then, or nobody at a server that was not asked in between.
    let twin = house.twin().await;
    for sign_in in [true, false] {
        let batch = twin.client.begin(1).await;
        twin.client.set_rate(&batch, 1, &king()).await.is(200);
        let add_guest = booking(&format!("new-booking/{}/add-guest", batch.sessions[0]));
        browser.post(&add_guest, &batch.secret, &guest()).await.is(200);
        let mut there = Browser::of(&twin);
        if sign_in {
            there.sign_in_as("leo@guest.example").await;
            assert_eq!(there.user().await["account_number"], "QC-7");
        }
        let mut commit = held_until_18(&batch);
        commit["sessions"][0]["guest_data"] = guest()["guest_data"].clone();
        let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
        let booked = there.post(&path, &batch.secret, &commit).await.is(200);
        assert_eq!(member_of(&house, &booked).await.as_deref(), Some("QC-1042"), "{sign_in}");
    }

    // A guest who is given with the commit is the member's too.
    let batch = client.ready().await;
    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["guest_data"] = guest()["guest_data"].clone();
    let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
    let booked = browser.post(&path, &batch.secret, &commit).await.is(200);
    assert_eq!(member_of(&house, &booked).await.as_deref(), Some("QC-1042"));
}

// Number and last name open a stay to be changed; whose member booked it is their own.
// clause: GUEST-30
async fn a_change_does_not_tell_who_its_member_is(house: House) {
    house.import(&members()).await;
    let client = &house.client;
    let mut browser = Browser::of(&house);
    browser.sign_in().await;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    let add_guest = booking(&format!("new-batch-booking/{}/add-guest", batch.id));
    browser.post(&add_guest, &batch.secret, &guest()).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200);
    let number = booked.body[0]["confirmation_no"].as_str().expect("a number");

    let token = client.look_up(number).await;
    let begun = client.begin_change(number, &token).await.is(201);
    let change = Batch::of(&begun);
    for told in [begun.body, client.read_batch(&change).await.is(200).body] {
        assert_eq!(told["guest"]["first_name"], "Siobhán");
        for field in ["loyalty_guest_id", "loyalty_guest_number", "loyalty_program_id"] {
            assert_eq!(told["guest"][field], Value::Null, "{field}");
        }
    }
    // It stays the member's all the same.
    client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await.is(200);
    let changed = client.commit(&change, &held_until_18(&change)).await.is(200);
    assert_eq!(member_of(&house, &changed).await.as_deref(), Some("QC-1042"));
    assert_eq!(client.read_batch(&change).await.is(200).body["guest"]["loyalty_guest_number"], Value::Null);
}

/// The member's number on the first room that a commit answered.
async fn member_of(house: &House, committed: &Answer) -> Option<String> {
    let number = committed.body[0]["confirmation_no"].as_str().expect("a number");
    let found = store::reservations::find::<domain::booking::Reservation>(&house.app.db, 1, number).await;
    found.expect("a read").expect("the reservation").detail.guest.loyalty_guest_number
}

// clause: START-15, HEAD-09
#[tokio::test]
async fn a_hotel_without_members_has_no_sign_in() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let mut browser = Browser::of(&house);
    let user = browser.user().await;
    assert_eq!((&user["account_number"], &user["login_url"]), (&Value::Null, &Value::Null));
    browser.get(&format!("{LOG_IN}?property_id=1")).await.refuses(404, "NOT_FOUND");
    browser.get("/v4/website/users").await.refuses(400, "BAD_FIELD");
}

#[tokio::test]
async fn signing_in_leads_to_no_page_but_ours() {
    let house = House::sqlite().await;
    house.import(&members()).await;
    for elsewhere in [
        "https://evil.example/",
        "//evil.example",
        "javascript:alert(1)",
        "https://page.example@evil.example/",
        "https://page.example/v4/website/users/log-out",
    ] {
        let mut browser = Browser::of(&house);
        let asked: String = form_urlencoded::byte_serialize(elsewhere.as_bytes()).collect();
        let proof = browser.form(&format!("&redirect_url={asked}")).await;
        let answer = browser.submit(&proof, EMAIL, PASSWORD).await.is(303);
        assert_eq!(to(&answer), "/?pc=TEST&property_id=1", "{elsewhere}");
    }
}

#[tokio::test]
async fn the_address_after_a_wrong_password_can_be_opened_again() {
    let house = House::sqlite().await;
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    let from = "https://page.example/?pc=TEST#/booking/select-rooms?adults=2&children=1";
    let asked: String = form_urlencoded::byte_serialize(from.as_bytes()).collect();
    let page = browser.get(&format!("{LOG_IN}?property_id=1&redirect_url={asked}")).await.is(200).text;
    let action = page.split_once("action=\"").and_then(|(_, rest)| rest.split('"').next()).expect("where it goes");
    let action = action.replace("&amp;", "&");
    let form = browser.get(&action).await.is(200).text;
    assert_eq!(to(&browser.submit(&browser::proof_in(&form), EMAIL, PASSWORD).await.is(303)), from);
}

#[tokio::test]
async fn a_form_that_was_not_asked_for_signs_nobody_in() {
    let house = House::sqlite().await;
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    let proof = browser.form("").await;
    // Another site can send the fields, but has neither our cookie nor the proof that goes with it.
    // So it gets the form alone.
    let mut stranger = Browser::of(&house);
    stranger.submit(&proof, EMAIL, PASSWORD).await.is(200);
    stranger.submit(&proof, EMAIL, PASSWORD).await.is(200);
    assert_eq!(stranger.session(), None);
    house.pass_minutes(16).await;
    browser.submit(&proof, EMAIL, PASSWORD).await.is(200);
    assert_eq!(browser.session(), None);
}

// clause: HEAD-08
#[tokio::test]
async fn a_form_that_was_open_too_long_or_in_two_tabs_comes_again() {
    let house = House::sqlite().await;
    house.import(&members()).await;
    let from = format!("{PAGE}/?pc=TEST#/booking/select-rooms?adults=2");
    let asked: String = form_urlencoded::byte_serialize(from.as_bytes()).collect();
    let query = format!("&redirect_url={asked}");
    let mut browser = Browser::of(&house);
    let first = browser.form(&query).await;
    let second = browser.form(&query).await;
    house.pass_minutes(16).await;
    for late in [first, second] {
        let again = browser.submit_to(&query, &late, EMAIL, PASSWORD).await.is(200);
        assert_eq!(browser.session(), None);
        assert!(again.text.contains("role=\"alert\"") && !again.text.contains("aria-invalid"), "{}", again.text);
        assert!(again.text.contains(&format!("value=\"{EMAIL}\"")), "{}", again.text);
        let mut on = Browser::of(&house);
        on.cookies.clone_from(&browser.cookies);
        let proof = browser::proof_in(&again.text);
        assert_eq!(to(&on.submit_to(&query, &proof, EMAIL, PASSWORD).await.is(303)), from);
    }
}

// clause: HEAD-11
#[tokio::test]
async fn a_way_back_from_the_provider_that_is_not_known_leads_to_a_page() {
    let house = House::sqlite().await;
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    let strange = browser.get("/v4/website/users/signed-in?code=x&state=y").await.is(404);
    assert!(strange.text.contains("<h1>Logging in did not work</h1>"), "{}", strange.text);
    assert_eq!(to(&browser.get("/v4/website/users/signed-out").await.is(303)), "/welcome");
}
