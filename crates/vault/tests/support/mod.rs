//! A vault of the test's own on a free port, the booking side that signs for it, and a clock that the test sets.
#![allow(dead_code, unused_macros, reason = "each test file uses its part")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use reqwest::{Method, Response, StatusCode};
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use vault::client::{self, Caller, FrameSession};
use vault::{Clock, VaultConfig};

/// 21 November 2026, noon.
pub const NOON: i64 = 1_795_262_400;
pub const PAGE: &str = "https://page.example";
pub const SERVICE_KEY: &str = "a service key of the tests";

/// A running vault and everything to talk to it with.
pub struct Server {
    pub origin: String,
    pub config: VaultConfig,
    pub http: reqwest::Client,
    now: Arc<AtomicI64>,
    stop: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
}

/// Settings with a clock at [`NOON`] that the second value moves.
pub fn config(database: &str) -> (VaultConfig, Arc<AtomicI64>) {
    let now = Arc::new(AtomicI64::new(NOON));
    let hand = now.clone();
    let tell = move || Timestamp::from_second(hand.load(Ordering::SeqCst)).expect("a second of this age");
    let config = VaultConfig {
        database: database.to_owned(),
        public_origin: "http://127.0.0.1:1".into(),
        key: SecretString::from("11".repeat(32)),
        key_id: "k1".into(),
        older_keys: Vec::new(),
        service_app_id: "booking".into(),
        service_key: SecretString::from(SERVICE_KEY),
        page_origins: vec![PAGE.into()],
        stripe: None,
        clock: Clock::new(tell),
    };
    (config, now)
}

impl Server {
    pub async fn start(database: &str) -> Server {
        let (config, now) = config(database);
        Server::with(config, now).await
    }

    pub async fn with(mut config: VaultConfig, now: Arc<AtomicI64>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        config.public_origin.clone_from(&origin);
        let opened = vault::open(config.clone()).await.expect("the vault opens");
        let (stop, stopped) = oneshot::channel::<()>();
        let done = tokio::spawn(async move {
            let ended = async { stopped.await.unwrap_or(()) };
            vault::serve(listener, opened, ended).await;
        });
        Server { origin, config, http: reqwest::Client::new(), now, stop: Some(stop), done: Some(done) }
    }

    /// Ends the server and waits until it has let go of its database.
    pub async fn stop(mut self) {
        self.http = reqwest::Client::new();
        drop(self.stop.take());
        self.done.take().expect("runs").await.expect("ended well");
    }

    pub fn now(&self) -> Timestamp {
        self.config.clock.now()
    }

    pub fn pass(&self, seconds: i64) {
        self.now.fetch_add(seconds, Ordering::SeqCst);
    }

    pub fn signature(&self) -> String {
        client::sign(&self.config.service_key, &caller(), self.now()).expect("signs")
    }

    /// A call of the booking side.
    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let request = self.http.request(method, format!("{}{path}", self.origin));
        let request =
            request.header(client::APP_ID_HEADER, "booking").header(client::SIGNATURE_HEADER, self.signature());
        let request = if let Some(body) = body { request.json(&body) } else { request };
        Answer::of(request.send().await.expect("an answer")).await
    }

    /// A new card form, and the key in its address.
    pub async fn open(&self) -> (FrameSession, String) {
        let asked = json!({"page_origin": PAGE, "property_id": 1, "locale": "en_US"});
        let answer = self.call(Method::POST, client::FRAMES_PATH, Some(asked)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{:?}", answer.body);
        let session: FrameSession = serde_json::from_value(answer.body).expect("a session");
        let key = session.frame_url.split(['=', '&']).nth(1).expect("a key").to_owned();
        (session, key)
    }

    /// What the frame does on a submit.
    pub async fn submit(&self, key: &str, card: &Value) -> Answer {
        let request = self.http.post(format!("{}/frame/card", self.origin)).header("X-Frame-Key", key);
        Answer::of(request.header("Origin", &self.origin).json(card).send().await.expect("an answer")).await
    }

    /// Submits and answers the payment key.
    pub async fn payment_key(&self, key: &str, number: &str) -> String {
        let answer = self.submit(key, &card(number)).await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.body);
        answer.body["paymentKeys"][0].as_str().expect("a payment key").to_owned()
    }

    pub async fn exchange(&self, payment_key: &str, session: &FrameSession) -> Answer {
        let body = json!({"property_id": 1, "payment_key": payment_key, "session_key": session.session_key});
        self.call(Method::POST, client::EXCHANGE_PATH, Some(body)).await
    }

    pub async fn status(&self, session: &FrameSession) -> Answer {
        self.call(Method::GET, &format!("{}?requestId={}", client::STATUS_PATH, session.request_id), None).await
    }
}

/// How many cards a database holds.
pub async fn cards(database: &str) -> i64 {
    const COUNT: &str = "SELECT COUNT(*) FROM vault_cards";
    if database.starts_with("sqlite:") {
        let pool = sqlx::SqlitePool::connect(database).await.expect("the database");
        sqlx::query_scalar(COUNT).fetch_one(&pool).await.expect("a count")
    } else {
        let pool = sqlx::PgPool::connect(database).await.expect("the database");
        sqlx::query_scalar(COUNT).fetch_one(&pool).await.expect("a count")
    }
}

/// Damages one of the cards that open, the first of them as a vault reads them.
pub async fn damage(database: &str) {
    const DAMAGE: &str = "UPDATE vault_cards SET sealed = 'damaged' \
        WHERE token = (SELECT MIN(token) FROM vault_cards WHERE sealed <> 'damaged')";
    if database.starts_with("sqlite:") {
        let pool = sqlx::SqlitePool::connect(database).await.expect("the database");
        sqlx::query(DAMAGE).execute(&pool).await.expect("damaged");
        pool.close().await;
    } else {
        let pool = sqlx::PgPool::connect(database).await.expect("the database");
        sqlx::query(DAMAGE).execute(&pool).await.expect("damaged");
    }
}

pub fn caller() -> Caller {
    Caller { user_agent: "tests".into(), app_id: "booking".into(), version: "1".into(), username: "server".into() }
}

/// A card that is right but for what the test changes.
pub fn card(number: &str) -> Value {
    let cvc = if number.starts_with('3') && number.len() == 15 { "1234" } else { "123" };
    json!({"number": number, "expire_month": "12", "expire_year": "2029", "cvc": cvc, "holder": "Siobhán Ní Bhriain-O’Shea"})
}

/// A status and what came with it; every error is checked to be a problem.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Answer {
    pub async fn of(response: Response) -> Answer {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("text");
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if status.is_client_error() && !kind.starts_with("text/html") && !text.is_empty() {
            assert_eq!(kind, "application/problem+json", "{status} {text}");
            assert_eq!(body["status"], status.as_u16());
            assert!(body["message"].as_str().is_some_and(|message| message.ends_with('.')), "{text}");
        }
        assert!(!status.is_server_error(), "{status} {text}");
        Answer { status, headers, body, text }
    }

    #[track_caller]
    pub fn is(&self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{}", self.text);
    }
}

/// Each case gets the address of an empty database: one test each on SQLite, all of them in one on PostgreSQL, because
/// starting that server takes longer than the cases do.
macro_rules! cases {
    ($($name:ident)*) => {
        mod sqlite {$(
            #[tokio::test]
            async fn $name() {
                let folder = tempfile::tempdir().unwrap();
                super::$name(format!("sqlite:{}", folder.path().join("vault.db").display())).await;
            }
        )*}

        #[tokio::test]
        async fn all_of_them_on_postgres() {
            let server = test_postgres::TestPostgres::start(false).unwrap();
            $(
                $name(server.database(stringify!($name)).unwrap()).await;
            )*
        }
    };
}
