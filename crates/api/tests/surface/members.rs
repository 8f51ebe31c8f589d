//! Members whom a hotel lists itself: signing in, staying so, signing out. (At a provider: `e2e/journeys/members.spec.ts`.)

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::support::steps::{booking, guest, held_until_18, king};
use crate::support::{Answer, HotelFiles, House, PAGE, on_both_engines};

const VAULT: bool = false;
const EMAIL: &str = "maya@guest.example";
const PASSWORD: &str = "lamps from four";
const LOG_IN: &str = "/v4/website/users/log-in";

on_both_engines! {
    a_member_signs_in_and_out
    a_session_ends_by_itself
    who_is_taken_off_the_list_is_signed_in_no_more
    a_booking_says_which_member_made_it
}

fn members() -> HotelFiles {
    let hash = api::hash_password(PASSWORD).expect("a hash");
    let members = format!(
        r#"
program = "CLUB"

[[directory]]
account_number = "QC-1042"
email = "Maya@guest.example"
password_hash = "{hash}"
first_name = "Maya"
last_name = "Lindqvist"
phone = "+1 207 555 0142"
address = "3 Chandler Row"
city = "Portland"
state = "ME"
zip_code = "04101"
country = "US"
"#
    );
    HotelFiles { members, ..HotelFiles::default() }
}

/// A browser: it keeps cookies and follows nothing.
struct Browser<'h> {
    house: &'h House,
    cookies: Vec<(String, String)>,
}

impl Browser<'_> {
    fn of(house: &House) -> Browser<'_> {
        Browser { house, cookies: Vec::new() }
    }

    async fn send(&mut self, request: axum::http::request::Builder, body: Body) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header(header::HOST, "page.example").header(header::COOKIE, cookies.join("; "));
        let answer = self.house.client.send(request.body(body).expect("a request")).await;
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            let text = cookie.to_str().expect("a cookie");
            assert!(text.contains("; HttpOnly; SameSite=Lax") && text.ends_with("; Secure"), "{text}");
            let (name, value) = text.split(';').next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }

    async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path), Body::empty()).await
    }

    async fn user(&mut self) -> Value {
        self.get("/v4/website/users?property_id=1").await.is(200).body
    }

    /// The form, with the proof that is in it.
    async fn form(&mut self, query: &str) -> String {
        let page = self.get(&format!("{LOG_IN}?property_id=1{query}")).await.is(200).text;
        let (_, rest) = page.split_once("name=\"proof\" value=\"").expect("a proof");
        rest.split('"').next().expect("a proof").to_owned()
    }

    async fn submit(&mut self, proof: &str, email: &str, password: &str) -> Answer {
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.append_pair("proof", proof).append_pair("email", email).append_pair("password", password);
        let request = Request::post(LOG_IN).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, Body::from(body.finish())).await
    }

    async fn post(&mut self, path: &str, secret: &str, body: &Value) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {secret}"));
        self.send(request, Body::from(body.to_string())).await
    }

    async fn sign_in(&mut self) {
        let proof = self.form("").await;
        self.submit(&proof, EMAIL, PASSWORD).await.is(303);
    }

    fn session(&self) -> Option<&str> {
        self.cookies.iter().find(|(name, _)| name == "portico_member_1").map(|(_, value)| value.as_str())
    }
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

    // Another page does not know the proof, so it signs nobody out.
    browser.get("/v4/website/users/log-out?property_id=1&proof=0").await.refuses(400, "BAD_FIELD");
    assert_eq!(browser.user().await["account_number"], "QC-1042");
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
    house.import(&members()).await;
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
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200);
    assert_eq!(member_of(&house, &booked).await.as_deref(), Some("QC-1042"));

    // A guest who is given with the commit is the member's too.
    let batch = client.ready().await;
    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["guest_data"] = guest()["guest_data"].clone();
    let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
    let booked = browser.post(&path, &batch.secret, &commit).await.is(200);
    assert_eq!(member_of(&house, &booked).await.as_deref(), Some("QC-1042"));
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
async fn a_form_that_was_not_asked_for_signs_nobody_in() {
    let house = House::sqlite().await;
    house.import(&members()).await;
    let mut browser = Browser::of(&house);
    let proof = browser.form("").await;
    // Another site can send the fields, but has neither our cookie nor the proof that goes with it.
    let mut stranger = Browser::of(&house);
    stranger.submit(&proof, EMAIL, PASSWORD).await.refuses(404, "NOT_FOUND");
    stranger.form("").await;
    stranger.submit(&proof, EMAIL, PASSWORD).await.refuses(400, "BAD_FIELD");
    assert_eq!(stranger.session(), None);
    house.pass_minutes(16).await;
    browser.submit(&proof, EMAIL, PASSWORD).await.refuses(404, "NOT_FOUND");
    assert_eq!(browser.session(), None);
}
