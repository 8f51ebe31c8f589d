//! Members at a provider: what it has to answer for somebody to be signed in. (All the way, at one that is certified:
//! `e2e/journeys/members.spec.ts`.)

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use api::Settings;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use openidconnect::PrivateSigningKey;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use serde_json::{Value, json};
use sha2::{Digest, Sha256, Sha512};
use tokio::net::TcpListener;

use crate::support::browser::{Browser, LOG_IN};
use crate::support::steps::{booking, guest, king};
use crate::support::{Answer, HotelFiles, House, Log, PAGE};

const CLIENT: &str = "the-test";
const ACCESS_TOKEN: &str = "opens the userinfo endpoint";

/// Of the client, for a provider that signs with it.
const SECRET: &str = "known to both, and long enough for HMAC";

/// A provider that signs whatever claims it is given into an identity token.
struct Provider {
    issuer: String,
    claims: Arc<Mutex<Value>>,
    algorithm: &'static str,
    /// Holds the client's secret, where it has one.
    folder: tempfile::TempDir,
}

impl Provider {
    async fn start() -> Provider {
        Provider::that_signs_with("EdDSA").await
    }

    async fn that_signs_with(algorithm: &'static str) -> Provider {
        let folder = tempfile::tempdir().expect("a folder");
        if algorithm == "HS256" {
            std::fs::write(folder.path().join("openid-TEST.secret"), SECRET).expect("a secret");
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let description = json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/auth"),
            "token_endpoint": format!("{issuer}/token"), "userinfo_endpoint": format!("{issuer}/me"),
            "jwks_uri": format!("{issuer}/keys"), "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": [algorithm],
        });
        let claims = Arc::new(Mutex::new(Value::Null));
        let said = Arc::clone(&claims);
        let tokens = move || async move {
            let id_token = signed(algorithm, &said.lock().expect("nobody panicked"));
            Json(json!({"access_token": ACCESS_TOKEN, "token_type": "Bearer", "id_token": id_token}))
        };
        let maya = json!({"sub": "maya", "account_number": "QC-1042", "address": {"country": "us"}});
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(async move || Json(description)))
            .route("/keys", get(async || Json(json!({"keys": [key().as_verification_key()]}))))
            .route("/token", post(tokens))
            .route("/me", get(async move || Json(maya)));
        // Ends with the runtime of the test.
        tokio::spawn(async move { axum::serve(listener, router).await });
        Provider { issuer, claims, algorithm, folder }
    }

    /// A server whose hotel has its members here.
    async fn house(&self) -> House {
        let data_dir = Some(self.folder.path().to_owned());
        let house =
            House::with(Settings { page_origins: vec![PAGE.to_owned()], data_dir, ..Settings::default() }).await;
        let members = format!("program = \"CLUB\"\n[openid]\nissuer = \"{}\"\nclient_id = \"{CLIENT}\"\n", self.issuer);
        house.import(&HotelFiles { members, ..HotelFiles::default() }).await;
        house
    }

    /// Maya's way there and back, with `change` of what the provider says then: claims, and `iss` of the address.
    async fn lets_in(&self, browser: &mut Browser<'_>, change: impl FnOnce(&mut Value, &mut String)) -> Answer {
        let there = browser.get(&format!("{LOG_IN}?property_id=1")).await.is(303);
        let (_, asked) = there.headers["location"].to_str().ok().and_then(|url| url.split_once('?')).expect("a query");
        let asked: BTreeMap<_, _> = form_urlencoded::parse(asked.as_bytes()).into_owned().collect();
        let hash = match self.algorithm {
            "HS256" => Sha256::digest(ACCESS_TOKEN)[..16].to_vec(),
            _ => Sha512::digest(ACCESS_TOKEN)[..32].to_vec(),
        };
        let mut claims = json!({
            "iss": self.issuer, "aud": CLIENT, "sub": "maya", "iat": 1_760_000_000, "exp": 4_102_444_800_i64,
            "nonce": asked["nonce"], "at_hash": URL_SAFE_NO_PAD.encode(hash),
        });
        let mut iss = self.issuer.clone();
        change(&mut claims, &mut iss);
        *self.claims.lock().expect("nobody panicked") = claims;
        browser.get(&format!("/v4/website/users/signed-in?code=x&state={}&iss={iss}", asked["state"])).await
    }
}

/// The provider's, the same each time.
fn key() -> CoreEdDsaPrivateSigningKey {
    // PKCS #8 of an Ed25519 key: what comes before its 32 bytes is always this.
    let der = [b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20".as_slice(), &[7; 32]].concat();
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(der));
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, None).expect("a key")
}

fn signed(algorithm: &str, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", part(&json!({"alg": algorithm})), part(claims));
    let signature = match algorithm {
        "HS256" => {
            let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("any length");
            mac.update(text.as_bytes());
            mac.finalize().into_bytes().to_vec()
        }
        _ => key().sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).expect("a signature"),
    };
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

#[tokio::test]
async fn an_answer_that_is_not_for_this_sign_in_signs_nobody_in() {
    let provider = Provider::start().await;
    let house = provider.house().await;
    let mut browser = Browser::of(&house);
    for (claim, said, why) in [
        ("nonce", json!("of another sign-in"), "Invalid nonce"),
        ("nonce", Value::Null, "Invalid nonce"),
        ("aud", json!("another-house"), "Invalid audiences"),
        ("aud", json!([CLIENT, "another-house"]), "Invalid audiences"),
        ("iss", json!("https://login.example"), "Invalid issuer"),
        ("exp", json!(1_760_000_001), "Expired"),
        ("at_hash", json!(URL_SAFE_NO_PAD.encode([0; 32])), "the access token is another one's"),
        // Of what it is told about, not of the token.
        ("sub", json!("leo"), "somebody else"),
    ] {
        let (log, _here) = Log::of_this_thread();
        let answer = provider.lets_in(&mut browser, |claims, _| claims[claim] = said).await;
        assert_eq!(answer.status, if claim == "sub" { 502 } else { 400 }, "{claim}");
        log.says(&["could not sign in", why]);
        assert_eq!(browser.session(), None, "{claim}");
    }
    // Who answers says so in the address, too, and is asked for nothing when it is another.
    let (log, _here) = Log::of_this_thread();
    provider.lets_in(&mut browser, |_, iss| *iss = "https://login.example".to_owned()).await.is(400);
    log.says(&["could not sign in", "another provider's answer"]);
    assert_eq!(browser.session(), None);
    provider.lets_in(&mut browser, |_, _| ()).await.is(303);
    assert!(browser.session().is_some());
}

#[tokio::test]
async fn a_provider_that_signs_with_the_clients_secret_signs_in() {
    let provider = Provider::that_signs_with("HS256").await;
    let house = provider.house().await;
    let mut browser = Browser::of(&house);
    let (log, _here) = Log::of_this_thread();
    provider
        .lets_in(&mut browser, |claims, _| claims["at_hash"] = json!(URL_SAFE_NO_PAD.encode([0; 16])))
        .await
        .is(400);
    log.says(&["could not sign in", "the access token is another one's"]);
    provider.lets_in(&mut browser, |_, _| ()).await.is(303);
    assert!(browser.session().is_some());
}

// clause: GUEST-09, GUEST-30
#[tokio::test]
async fn a_booking_keeps_of_its_member_the_number_alone() {
    let provider = Provider::start().await;
    let house = provider.house().await;
    let mut browser = Browser::of(&house);
    provider.lets_in(&mut browser, |_, _| ()).await.is(303);
    let user = browser.user().await;
    assert_eq!((&user["user_id"], &user["address"][0]["country"]), (&json!("maya"), &json!("US")));
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &king()).await.is(200);
    let add_guest = booking(&format!("new-booking/{}/add-guest", batch.sessions[0]));
    let saved = browser.post(&add_guest, &batch.secret, &guest()).await.is(200).body["guest_data"].clone();
    let member = ["loyalty_guest_id", "loyalty_guest_number", "loyalty_program_id"].map(|field| saved[field].clone());
    assert_eq!(member, [json!("QC-1042"), json!("QC-1042"), json!("CLUB")]);
}
