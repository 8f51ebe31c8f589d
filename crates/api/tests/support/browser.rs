//! A member's browser, and the members whom the hotel of the tests lists.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::Value;

use super::{Answer, House};

pub const EMAIL: &str = "maya@guest.example";
pub const PASSWORD: &str = "lamps from four";
pub const LOG_IN: &str = "/v4/website/users/log-in";

/// `members.toml` with Maya in it; `more` are further lines of hers, then further members.
pub fn members(more: &str) -> String {
    format!(
        r#"
program = "CLUB"
points_per_unit = 10

[[directory]]
account_number = "QC-1042"
email = "Maya@guest.example"
password_hash = "{}"
first_name = "Maya"
last_name = "Lindqvist"
phone = "+1 207 555 0142"
address = "3 Chandler Row"
city = "Portland"
state = "ME"
zip_code = "04101"
country = "US"
{more}
"#,
        hash()
    )
}

/// Of [`PASSWORD`], the same each time: an import alone sets no password anew.
pub fn hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| api::hash_password(PASSWORD).expect("a hash"));
    &HASH
}

/// The proof in the form of a page.
pub fn proof_in(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"proof\" value=\"").expect("a proof");
    rest.split('"').next().expect("a proof").to_owned()
}

/// A browser: it keeps cookies and follows nothing.
pub struct Browser<'h> {
    house: &'h House,
    pub cookies: Vec<(String, String)>,
}

impl Browser<'_> {
    pub fn of(house: &House) -> Browser<'_> {
        Browser { house, cookies: Vec::new() }
    }

    pub async fn send(&mut self, request: axum::http::request::Builder, body: Body) -> Answer {
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

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path), Body::empty()).await
    }

    pub async fn user(&mut self) -> Value {
        self.get("/v4/website/users?property_id=1").await.is(200).body
    }

    /// The form, with the proof that is in it.
    pub async fn form(&mut self, query: &str) -> String {
        proof_in(&self.get(&format!("{LOG_IN}?property_id=1{query}")).await.is(200).text)
    }

    pub async fn submit(&mut self, proof: &str, email: &str, password: &str) -> Answer {
        self.submit_to("", proof, email, password).await
    }

    /// The same with more in the query of the form's address.
    pub async fn submit_to(&mut self, query: &str, proof: &str, email: &str, password: &str) -> Answer {
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.append_pair("proof", proof).append_pair("email", email).append_pair("password", password);
        let request = Request::post(format!("{LOG_IN}?property_id=1{query}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, Body::from(body.finish())).await
    }

    pub async fn delete(&mut self, path: &str, secret: &str) -> Answer {
        let request = Request::delete(path).header(header::AUTHORIZATION, format!("Bearer {secret}"));
        self.send(request, Body::empty()).await
    }

    /// A call of a booking that only reads.
    pub async fn read(&mut self, path: &str, secret: &str) -> Answer {
        let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {secret}"));
        self.send(request, Body::empty()).await
    }

    pub async fn post(&mut self, path: &str, secret: &str, body: &Value) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {secret}"));
        self.send(request, Body::from(body.to_string())).await
    }

    pub async fn sign_in(&mut self) {
        self.sign_in_as(EMAIL).await;
    }

    pub async fn sign_in_as(&mut self, email: &str) {
        let proof = self.form("").await;
        self.submit(&proof, email, PASSWORD).await.is(303);
    }

    pub fn session(&self) -> Option<&str> {
        self.cookies.iter().find(|(name, _)| name == "portico_member_1").map(|(_, value)| value.as_str())
    }
}
