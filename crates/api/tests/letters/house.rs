//! A server with one demo hotel, and guests who book there.

use std::process::Command;

use api::{App, Clock, Secret, Settings, VaultClient, router};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, header};
use domain::booking::Reservation;
use domain::hotel::Bundle;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{Conn, Db, Durability, StoreError, properties, reservations};
use tower::ServiceExt;

/// What a caller takes that wants the document.
pub const PDF: &str = "application/pdf";

/// A server with one hotel of `demo/`.
pub struct House {
    app: App,
    db: Db,
    pub clock: Clock,
    pub property_id: i64,
    folder: tempfile::TempDir,
}

pub struct Answer {
    pub status: u16,
    headers: HeaderMap,
    pub bytes: Vec<u8>,
}

/// A booked room as the commit answered it.
pub struct Booked {
    pub room: Value,
    pub reservation: Reservation,
}

impl House {
    pub async fn new(demo: &str, change: impl FnOnce(&mut Bundle)) -> House {
        House::with(demo, Settings::default(), change).await
    }

    pub async fn with(demo: &str, settings: Settings, change: impl FnOnce(&mut Bundle)) -> House {
        let start: Timestamp = "2026-11-21T14:00:00Z".parse().expect("an instant");
        let files = import::Files::read_dir(format!("{}/../../demo/{demo}", env!("CARGO_MANIFEST_DIR")));
        let today = "2026-11-21".parse().expect("a date");
        let mut bundle = import::bundle(&files.expect("the hotel's files"), today).expect("a hotel without mistakes");
        change(&mut bundle);
        let property_id = bundle.hotel.property_id;
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(&format!("sqlite:{}", folder.path().join("portico.db").display())).await.expect("a database");
        db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let bundle = bundle.clone();
            Box::pin(async move { properties::save(conn, &bundle, start).await })
        })
        .await
        .expect("an import");
        let vault = VaultClient::new("http://127.0.0.1:1", "http://127.0.0.1:1", "booking", None);
        let clock = Clock::standing_at(start);
        let app = App::new(db.clone(), clock.clone(), Secret::new([7; 32]), vault, settings);
        House { app, db, clock, property_id, folder }
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let answer = router(self.app.clone()).oneshot(request).await.expect("an answer");
        let (parts, body) = answer.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body").to_vec();
        Answer { status: parts.status.as_u16(), headers: parts.headers, bytes }
    }

    pub async fn get(&self, address: &str, accept: &str) -> Answer {
        self.send(Request::get(address).header(header::ACCEPT, accept).body(Body::empty()).expect("a request")).await
    }

    pub async fn post(&self, address: &str, secret: &str, body: Value) -> Value {
        let request = Request::post(address)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {secret}"))
            .body(Body::from(body.to_string()))
            .expect("a request");
        let answer = self.send(request).await;
        assert!(answer.status < 300, "{address}: {} {}", answer.status, answer.text());
        serde_json::from_slice(&answer.bytes).expect("JSON")
    }

    /// Books so many equal rooms for two adults and the guest.
    pub async fn book(&self, rooms: usize, choice: Value, guest: Value, details: Value) -> Vec<Booked> {
        let base = format!("/v4/properties/{}/booking-engine", self.property_id);
        let batch = self.post(&format!("{base}/new-batch-booking?count={rooms}"), "", json!({})).await;
        let secret = batch["token"].as_str().expect("a secret");
        let mut sessions = Vec::new();
        for session in batch["sessions"].as_array().expect("sessions") {
            let id = session.as_str().expect("an id");
            self.post(&format!("{base}/new-booking/{id}/set-rate"), secret, choice.clone()).await;
            let mut of_session = details.clone();
            of_session["session_id"] = session.clone();
            sessions.push(of_session);
        }
        let batch = format!("{base}/new-batch-booking/{}", batch["batch_id"].as_str().expect("an id"));
        self.post(&format!("{batch}/add-guest"), secret, json!({"guest_data": guest})).await;
        let answer = self.post(&format!("{batch}/commit"), secret, json!({"sessions": sessions})).await;
        let mut booked = Vec::new();
        for room in answer.as_array().expect("rooms") {
            let number = room["confirmation_no"].as_str().expect("a number");
            let found = reservations::find::<Reservation>(&self.db, self.property_id, number).await.expect("the store");
            booked.push(Booked { room: room.clone(), reservation: found.expect("the reservation").detail });
        }
        booked
    }

    pub async fn book_one(&self, choice: Value, guest: Value) -> Booked {
        self.book(1, choice, guest, json!({"defined_guarantee_type_id": "HOLD_18"})).await.remove(0)
    }

    /// The text of a PDF, as poppler reads it.
    pub fn text_of(&self, pdf: &[u8]) -> String {
        let file = self.folder.path().join("letter.pdf");
        std::fs::write(&file, pdf).expect("a file");
        let read = Command::new("pdftotext").arg("-layout").arg(&file).arg("-").output();
        let read = read.expect("pdftotext is missing: install poppler-utils");
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
        String::from_utf8(read.stdout).expect("UTF-8")
    }
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Without what changes from answer to answer.
    pub fn refusal(&self) -> (u16, Value) {
        (self.status, serde_json::from_slice(&self.bytes).expect("a problem"))
    }
}

impl Booked {
    pub fn letter(&self, more: &str) -> String {
        format!("{}{more}", self.room["letter_url"].as_str().expect("an address"))
    }

    pub fn calendar(&self) -> &str {
        self.room["calendar_url"].as_str().expect("an address")
    }

    /// The letter's address with another number or token.
    pub fn letter_with(&self, number: &str, token: Option<&str>) -> String {
        let address = self.letter("");
        let base = address.split_once('?').expect("a query").0;
        let token = token.map(|token| format!("&token={token}")).unwrap_or_default();
        format!("{base}?confirmation_no={number}{token}")
    }

    pub fn token(&self) -> String {
        self.letter("").split_once("token=").expect("a token").1.to_owned()
    }
}

pub fn choice(room_type: &str, rate: &str, arrival: &str, departure: &str) -> Value {
    json!({"check_in_date": arrival, "check_out_date": departure, "rate_code_id": rate, "room_type_id": room_type,
        "number_of_adults": 2, "number_of_children": 0, "children_ages": [], "number_of_rooms": 1})
}

pub fn guest(first: &str, last: &str) -> Value {
    json!({"first_name": first, "last_name": last, "email": "guest@people.example", "phone": "+353850001234", "street": "12 Main St.",
        "city": "Galway", "zip_code": "H91 E2K3", "country": "IE"})
}

pub fn siobhan() -> Value {
    guest("Siobhán", "Ní Bhriain-O’Shea")
}
