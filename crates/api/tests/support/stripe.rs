//! What stands in for Stripe: answers with its published objects, remembers idempotency keys, refuses what Stripe refuses,
//! and lets a test be the guest at the bank or at Checkout. Cards do what the sandbox bank's do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use api::Clock;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// The account's keys.
pub const SECRET_KEY: &str = "sk_test_of_these_tests";
pub const CARD_KEY: &str = "rk_test_of_the_vault";
pub const WEBHOOK_SECRET: &str = "whsec_of_these_tests";

const DECLINED: [&str; 2] = ["4000000000000341", "4000000000009995"];
const CHALLENGED: &str = "4000000000003220";
const ANSWER_LOST: &str = "4000000000000119";

/// A running stand-in.
pub struct StripeStandIn {
    pub origin: String,
    kept: Arc<Mutex<Kept>>,
}

struct Kept {
    origin: String,
    clock: Clock,
    /// Nobody answers.
    down: bool,
    /// No key opens the account any more.
    closed: bool,
    /// What was to be made meanwhile.
    unheard: usize,
    /// The next payment does not get here.
    breaks: bool,
    /// Key and form of one that did not.
    on_its_way: Option<(String, String)>,
    /// Searches find nothing yet.
    unindexed: bool,
    /// Smaller amounts are refused.
    least: i64,
    /// The account makes no page to pay on.
    pageless: bool,
    /// The next page is made, this is told so, and it is not answered.
    slow: Option<Arc<Notify>>,
    /// Key of that page, and what is told to answer it.
    busy: Option<(String, Arc<Notify>)>,
    /// Status of refunds that are asked for.
    refunds_are: &'static str,
    /// Number of each payment method, and whether it was used.
    methods: BTreeMap<String, (String, bool)>,
    intents: BTreeMap<String, Value>,
    sessions: BTreeMap<String, Value>,
    refunds: Vec<Value>,
    /// Path, form and answer of each idempotency key.
    repeated: BTreeMap<String, (String, String, u16, Value)>,
    made: u32,
}

type Shared = State<Arc<Mutex<Kept>>>;
type Form = BTreeMap<String, String>;

fn fixture(text: &str) -> Value {
    serde_json::from_str(text).expect("a published object")
}

impl StripeStandIn {
    /// With the hotel's clock.
    pub async fn start(clock: Clock) -> StripeStandIn {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let kept = Arc::new(Mutex::new(Kept {
            origin: origin.clone(),
            clock,
            down: false,
            closed: false,
            unheard: 0,
            breaks: false,
            on_its_way: None,
            unindexed: false,
            least: 1,
            pageless: false,
            slow: None,
            busy: None,
            refunds_are: "succeeded",
            methods: BTreeMap::new(),
            intents: BTreeMap::new(),
            sessions: BTreeMap::new(),
            refunds: Vec::new(),
            repeated: BTreeMap::new(),
            made: 0,
        }));
        let router = Router::new()
            .route("/v1/payment_methods", post(make))
            .route("/v1/payment_intents", post(make))
            .route("/v1/checkout/sessions", post(make))
            .route("/v1/refunds", post(make).get(refunds))
            .route("/v1/payment_intents/search", get(search))
            .route("/v1/payment_intents/{id}", get(intent))
            .route("/v1/payment_intents/{id}/{turn}", post(turn_intent))
            .route("/v1/checkout/sessions/{id}", get(session))
            .route("/v1/checkout/sessions/{id}/expire", post(expire))
            .layer(from_fn_with_state(Arc::clone(&kept), refuse_closed))
            .with_state(Arc::clone(&kept));
        // Ends with the runtime of the test.
        tokio::spawn(async move { axum::serve(listener, router).await });
        StripeStandIn { origin, kept }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().expect("nobody panicked")
    }

    /// The guest at the bank, on the page of this address.
    pub fn answer(&self, url: &str, confirmed: bool) {
        let id = url.rsplit_once('/').expect("a payment").1;
        let mut kept = self.kept();
        let intent = kept.intents.get_mut(id).expect("a payment");
        assert_eq!(intent["status"], "requires_action", "it is answered once");
        intent["status"] = json!(if confirmed { "requires_capture" } else { "requires_payment_method" });
    }

    /// The guest at Checkout, on the page of this address; false where it takes no card any more.
    pub fn pay(&self, url: &str) -> bool {
        let id = url.rsplit_once('/').expect("a page").1.to_owned();
        let mut kept = self.kept();
        let session = kept.sessions.get(&id).expect("a page").clone();
        if session["status"] != "open" {
            return false;
        }
        let form = session["form"].as_object().expect("a form").clone();
        let told = |name: &str| form[name].as_str().unwrap_or_default().to_owned();
        assert_eq!(told("payment_intent_data[capture_method]"), "manual");
        let mut intent = kept.new_intent(&told("line_items[0][price_data][currency]"));
        intent["amount"] = told("line_items[0][price_data][unit_amount]").parse::<i64>().expect("an amount").into();
        intent["status"] = json!("requires_capture");
        for name in ["property_id", "payment_key"] {
            intent["metadata"][name] = json!(told(&format!("payment_intent_data[metadata][{name}]")));
        }
        let intent_id = intent["id"].clone();
        kept.intents.insert(intent_id.as_str().expect("an id").to_owned(), intent);
        let session = kept.sessions.get_mut(&id).expect("a page");
        (session["status"], session["payment_intent"]) = (json!("complete"), intent_id);
        true
    }

    /// Answers nobody from now on, or everybody again.
    pub fn goes(&self, down: bool) {
        self.kept().down = down;
    }

    /// Takes no key any more: they were changed at the account.
    pub fn closes(&self) {
        self.kept().closed = true;
    }

    /// How often something was to be made while nobody answered.
    pub fn unheard(&self) -> usize {
        self.kept().unheard
    }

    /// The connection breaks before the next payment gets here.
    pub fn breaks_before_the_next_payment(&self) {
        self.kept().breaks = true;
    }

    /// The payment that did not get here does after all; false when it is refused.
    pub fn gets_it_late(&self) -> bool {
        let (key, form) = self.kept().on_its_way.take().expect("a payment on its way");
        made(&self.kept, "/v1/payment_intents".to_owned(), key, form).0.status().is_success()
    }

    /// Finds nothing by search from now on: what is new takes a while to be found.
    pub fn finds_nothing(&self) {
        self.kept().unindexed = true;
    }

    /// How many cards went to their banks.
    pub fn cards_asked(&self) -> usize {
        self.kept().methods.values().filter(|(_, used)| *used).count()
    }

    /// Cancels what was authorised and not taken.
    pub fn gives_up_what_is_set_aside(&self) {
        let mut kept = self.kept();
        for intent in kept.intents.values_mut().filter(|one| one["status"] == "requires_capture") {
            intent["status"] = json!("canceled");
        }
    }

    /// The least that is taken from now on.
    pub fn takes_at_least(&self, least: i64) {
        self.kept().least = least;
    }

    /// Makes no page to pay on from now on, whatever the amount.
    pub fn makes_no_page(&self) {
        self.kept().pageless = true;
    }

    /// Makes the next page, says so, and does not answer before it [`answers`](Self::answers).
    pub fn makes_a_page_slowly(&self) -> Arc<Notify> {
        Arc::clone(self.kept().slow.insert(Arc::default()))
    }

    /// The page that was made slowly.
    pub fn answers(&self) {
        let (_, answered) = self.kept().busy.take().expect("a page that is made slowly");
        answered.notify_one();
    }

    /// How many pages take a card.
    pub fn open_pages(&self) -> usize {
        self.kept().sessions.values().filter(|one| one["status"] == "open").count()
    }

    /// A day later: what was asked under a key is done again.
    pub fn forgets_keys(&self) {
        self.kept().repeated.clear();
    }

    /// How refunds stand from now on once they are asked for.
    pub fn refunds_are(&self, status: &'static str) {
        self.kept().refunds_are = status;
    }

    /// What becomes of the last refund, and why.
    pub fn refund_becomes(&self, status: &str, reason: Option<&str>) {
        let mut kept = self.kept();
        let refund = kept.refunds.last_mut().expect("a refund");
        refund["status"] = json!(status);
        if let Some(reason) = reason {
            refund["failure_reason"] = json!(reason);
        }
    }

    /// The first refund fails after all; the event that says so, signed at a time.
    pub fn first_refund_fails(&self, at: Timestamp) -> (String, String) {
        let mut kept = self.kept();
        let refund = kept.refunds.first_mut().expect("a refund");
        (refund["status"], refund["failure_reason"]) = (json!("failed"), json!("declined"));
        event("refund.failed", refund.clone(), at)
    }

    /// The hotel gives this much of the last payment back at Stripe itself, in Stripe's units.
    pub fn gives_back(&self, amount: i64) {
        let mut kept = self.kept();
        let intent = kept.intents.keys().next_back().expect("a payment").clone();
        let form = [("payment_intent".to_owned(), intent), ("amount".to_owned(), amount.to_string())];
        assert_eq!(refund(&mut kept, &form.into()).0, 200);
    }

    /// How many refunds were made, those that came back too.
    pub fn refunds(&self) -> usize {
        self.kept().refunds.len()
    }

    /// What was taken less what went back, in Stripe's units.
    pub fn taken(&self) -> i64 {
        let kept = self.kept();
        let amount = |of: &Value| of["amount"].as_i64().expect("an amount");
        let taken: i64 = kept.intents.values().filter(|one| one["status"] == "succeeded").map(amount).sum();
        taken - kept.refunds.iter().filter(lives).map(amount).sum::<i64>()
    }

    /// How many payments hold money that is not taken.
    pub fn set_aside(&self) -> usize {
        self.kept().intents.values().filter(|one| one["status"] == "requires_capture").count()
    }

    /// An event about the last payment, signed at a time: signature and body.
    pub fn event(&self, kind: &str, at: Timestamp) -> (String, String) {
        let payment = self.kept().intents.values().next_back().expect("a payment").clone();
        event(kind, payment, at)
    }

    /// The same about the last refund.
    pub fn refund_event(&self, kind: &str, at: Timestamp) -> (String, String) {
        let refund = self.kept().refunds.last().expect("a refund").clone();
        event(kind, refund, at)
    }
}

fn event(kind: &str, about: Value, at: Timestamp) -> (String, String) {
    let mut event = fixture(include_str!("../fixtures/stripe/event.json"));
    event["type"] = json!(kind);
    event["data"]["object"] = about;
    let body = event.to_string();
    (sign(WEBHOOK_SECRET, at, &body), body)
}

/// A refund that did not come back.
fn lives(refund: &&Value) -> bool {
    refund["status"] != "failed" && refund["status"] != "canceled"
}

/// `Stripe-Signature` of a body.
pub fn sign(secret: &str, at: Timestamp, body: &str) -> String {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("a key");
    mac.update(format!("{}.{body}", at.as_second()).as_bytes());
    format!("t={},v1={}", at.as_second(), hex::encode(mac.finalize().into_bytes()))
}

impl Kept {
    fn id(&mut self, kind: &str) -> String {
        self.made += 1;
        format!("{kind}_{:08}", self.made)
    }

    fn new_intent(&mut self, currency: &str) -> Value {
        let mut intent = fixture(include_str!("../fixtures/stripe/payment_intent.json"));
        intent["id"] = json!(self.id("pi"));
        (intent["capture_method"], intent["currency"]) = (json!("manual"), json!(currency));
        (intent["next_action"], intent["last_payment_error"]) = (Value::Null, Value::Null);
        intent
    }
}

fn refused(status: u16, kind: &str, code: &str, intent: Option<&Value>) -> (u16, Value) {
    let mut error = json!({"type": kind, "code": code, "message": "4242424242424242 must never reach a log"});
    if let Some(intent) = intent {
        error["payment_intent"] = intent.clone();
    }
    (status, json!({"error": error}))
}

/// An object of another account.
fn unknown() -> (u16, Value) {
    refused(404, "invalid_request_error", "resource_missing", None)
}

fn said((status, body): (u16, Value)) -> Response {
    (StatusCode::from_u16(status).expect("a status"), [("request-id", "req_1")], axum::Json(body)).into_response()
}

fn authorised(headers: &HeaderMap, key: &str) -> bool {
    headers["authorization"] == format!("Bearer {key}")
}

async fn refuse_closed(State(kept): Shared, request: Request, next: Next) -> Response {
    if kept.lock().expect("nobody panicked").closed {
        return said(refused(401, "invalid_request_error", "api_key_expired", None));
    }
    next.run(request).await
}

/// Everything that is made: once for each idempotency key.
async fn make(State(kept): Shared, uri: axum::http::Uri, headers: HeaderMap, body: Bytes) -> Response {
    let path = uri.path().to_owned();
    let key_needed = if path.ends_with("payment_methods") { CARD_KEY } else { SECRET_KEY };
    if !authorised(&headers, key_needed) {
        return said(refused(401, "invalid_request_error", "api_key_expired", None));
    }
    let text = String::from_utf8(body.to_vec()).expect("a form");
    let key = headers.get("idempotency-key").expect("what is made is made with a key");
    let key = key.to_str().expect("a key").to_owned();
    let (answer, not_before) = made(&kept, path, key, text);
    if let Some(not_before) = not_before {
        not_before.notified().await;
    }
    answer
}

/// What is answered, and what has to be told so before.
fn made(kept: &Mutex<Kept>, path: String, key: String, text: String) -> (Response, Option<Arc<Notify>>) {
    let mut kept = kept.lock().expect("nobody panicked");
    let at_once = |answer| (said(answer), None);
    if kept.down {
        kept.unheard += 1;
        return at_once(refused(503, "api_error", "down", None));
    }
    if path.ends_with("payment_intents") && std::mem::take(&mut kept.breaks) {
        kept.on_its_way = Some((key, text));
        return at_once(refused(502, "api_error", "broken", None));
    }
    if kept.busy.as_ref().is_some_and(|(busy, _)| *busy == key) {
        return at_once(refused(409, "idempotency_error", "idempotency_key_in_use", None));
    }
    if let Some((path_before, form, status, answer)) = kept.repeated.get(&key) {
        if (path_before, form) != (&path, &text) {
            return at_once(refused(400, "idempotency_error", "idempotency_key_in_use", None));
        }
        return at_once((*status, answer.clone()));
    }
    let form: Form = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
    let (answer, lost) = match path.as_str() {
        "/v1/payment_methods" => (payment_method(&mut kept, &form), false),
        "/v1/payment_intents" => payment_intent(&mut kept, &form),
        "/v1/checkout/sessions" => (checkout(&mut kept, &form), false),
        _ => (refund(&mut kept, &form), false),
    };
    let not_before = kept.slow.take_if(|_| path.ends_with("sessions")).map(|told| {
        told.notify_one();
        let answered = Arc::default();
        kept.busy = Some((key.clone(), Arc::clone(&answered)));
        answered
    });
    kept.repeated.insert(key, (path, text, answer.0, answer.1.clone()));
    (if lost { said(refused(502, "api_error", "lost", None)) } else { said(answer) }, not_before)
}

fn payment_method(kept: &mut Kept, form: &Form) -> (u16, Value) {
    assert_eq!(form["type"], "card");
    let id = kept.id("pm");
    kept.methods.insert(id.clone(), (form["card[number]"].clone(), false));
    let mut method = fixture(include_str!("../fixtures/stripe/payment_method.json"));
    method["id"] = json!(id);
    (200, method)
}

/// An amount that Stripe takes.
fn amount(kept: &Kept, form: &Form, name: &str, currency: &str) -> Result<i64, (u16, Value)> {
    let wrong = |code| refused(400, "invalid_request_error", code, None);
    let amount: i64 = form[name].parse().map_err(|_| wrong("parameter_invalid_integer"))?;
    let known = currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_lowercase());
    let tens = !matches!(currency, "bhd" | "jod" | "kwd" | "omr" | "tnd") || amount % 10 == 0;
    match (amount, known && tens) {
        (_, false) => Err(wrong("parameter_invalid_integer")),
        (..=99_999_999, true) if amount >= kept.least => Ok(amount),
        (100_000_000.., true) => Err(wrong("amount_too_large")),
        _ => Err(wrong("amount_too_small")),
    }
}

fn payment_intent(kept: &mut Kept, form: &Form) -> ((u16, Value), bool) {
    let amount = match amount(kept, form, "amount", &form["currency"]) {
        Ok(amount) => amount,
        Err(wrong) => return (wrong, false),
    };
    assert_eq!(form["capture_method"], "manual");
    let is_confirmed = form.get("confirm").is_some_and(|confirm| confirm == "true");
    assert_eq!(form.contains_key("return_url"), is_confirmed, "Stripe takes one only with the other");
    assert!(form.get("return_url").is_none_or(|url| url.contains("/answered?lang=")), "{form:?}");
    // Without a card it waits for one.
    let number = match form.get("payment_method").map(|method| kept.methods.get_mut(method)) {
        None if !is_confirmed => None,
        Some(Some((number, used))) if is_confirmed && !*used => {
            *used = true;
            Some(number.clone())
        }
        _ => return (refused(400, "invalid_request_error", "payment_method_unexpected_state", None), false),
    };
    let mut intent = kept.new_intent(&form["currency"]);
    intent["amount"] = json!(amount);
    for name in ["property_id", "payment_key"] {
        intent["metadata"][name] = json!(form[&format!("metadata[{name}]")]);
    }
    let id = intent["id"].as_str().expect("an id").to_owned();
    let number = number.as_deref();
    let declined = number.is_some_and(|number| DECLINED.contains(&number));
    intent["status"] = json!(match number {
        None => "requires_payment_method",
        _ if declined => "requires_payment_method",
        Some(CHALLENGED) => "requires_action",
        Some(_) => "requires_capture",
    });
    if number == Some(CHALLENGED) {
        intent["next_action"] = json!({"type": "redirect_to_url", "redirect_to_url":
            {"url": format!("{}/3ds/{id}", kept.origin), "return_url": form["return_url"]}});
    }
    kept.intents.insert(id, intent.clone());
    let answer = match declined {
        true => refused(402, "card_error", "card_declined", Some(&intent)),
        false => (200, intent),
    };
    (answer, number == Some(ANSWER_LOST))
}

fn checkout(kept: &mut Kept, form: &Form) -> (u16, Value) {
    let currency = &form["line_items[0][price_data][currency]"];
    if let Err(wrong) = amount(kept, form, "line_items[0][price_data][unit_amount]", currency) {
        return wrong;
    }
    if kept.pageless {
        return refused(400, "invalid_request_error", "currency_not_supported", None);
    }
    assert!(form["success_url"].contains("/answered?lang="), "{form:?}");
    let expires_at: i64 = form["expires_at"].parse().expect("a second");
    if !(30 * 60..=24 * 3600).contains(&(expires_at - kept.clock.now().as_second())) {
        return refused(400, "invalid_request_error", "parameter_invalid_integer", None);
    }
    let id = kept.id("cs");
    let mut session = fixture(include_str!("../fixtures/stripe/checkout_session.json"));
    (session["id"], session["status"], session["payment_intent"]) = (json!(id), json!("open"), Value::Null);
    session["url"] = json!(format!("{}/pay/{id}", kept.origin));
    session["form"] = json!(form);
    kept.sessions.insert(id, session.clone());
    (200, session)
}

fn refund(kept: &mut Kept, form: &Form) -> (u16, Value) {
    let wrong = |code| refused(400, "invalid_request_error", code, None);
    let Some(intent) = kept.intents.get(&form["payment_intent"]) else { return wrong("resource_missing") };
    if intent["status"] != "succeeded" {
        return wrong("charge_not_captured");
    }
    let amount: i64 = form["amount"].parse().expect("an amount");
    let given: i64 = kept
        .refunds
        .iter()
        .filter(|one| one["payment_intent"] == form["payment_intent"] && lives(one))
        .map(|one| one["amount"].as_i64().expect("an amount"))
        .sum();
    let whole = intent["amount"].as_i64().expect("an amount");
    if given == whole {
        return wrong("charge_already_refunded");
    }
    if given + amount > whole {
        return wrong("amount_too_large");
    }
    let mut refund = fixture(include_str!("../fixtures/stripe/refund.json"));
    refund["id"] = json!(kept.id("re"));
    (refund["amount"], refund["payment_intent"]) = (json!(amount), json!(form["payment_intent"]));
    refund["status"] = json!(kept.refunds_are);
    for name in ["property_id", "refund_key", "refund_try", "refund_owed"] {
        // One that the hotel made at Stripe itself has none of them.
        if let Some(value) = form.get(&format!("metadata[{name}]")) {
            refund["metadata"][name] = json!(value);
        }
    }
    kept.refunds.push(refund.clone());
    (200, refund)
}

/// The newest first, one on a page.
async fn refunds(State(kept): Shared, Query(query): Query<Form>) -> Response {
    let kept = kept.lock().expect("nobody panicked");
    if !kept.intents.contains_key(&query["payment_intent"]) {
        return said(unknown());
    }
    let mut all = kept.refunds.iter().rev().filter(|one| one["payment_intent"] == query["payment_intent"]);
    if let Some(after) = query.get("starting_after") {
        all.by_ref().find(|one| one["id"] == *after).expect("one of them");
    }
    let data: Vec<&Value> = all.by_ref().take(1).collect();
    said((200, json!({"object": "list", "data": data, "has_more": all.next().is_some()})))
}

/// By our own names, both of them.
async fn search(State(kept): Shared, Query(query): Query<Form>) -> Response {
    let kept = kept.lock().expect("nobody panicked");
    if kept.down {
        return said(refused(503, "api_error", "down", None));
    }
    let of = |intent: &Value, name: &str| {
        format!("metadata['{name}']:'{}'", intent["metadata"][name].as_str().expect("one of ours"))
    };
    let asked =
        |intent: &&Value| query["query"] == [of(intent, "property_id"), of(intent, "payment_key")].join(" AND ");
    let data: Vec<&Value> = kept.intents.values().filter(asked).filter(|_| !kept.unindexed).collect();
    said((200, json!({"object": "search_result", "data": data, "has_more": false})))
}

async fn intent(State(kept): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Response {
    let kept = kept.lock().expect("nobody panicked");
    let Some(mut intent) = kept.intents.get(&id).cloned() else {
        return said(unknown());
    };
    // Otherwise it is only named.
    if query.as_deref() == Some("expand[]=payment_method") {
        intent["payment_method"] = fixture(include_str!("../fixtures/stripe/payment_method.json"));
    }
    said((200, intent))
}

async fn turn_intent(State(kept): Shared, Path((id, turn)): Path<(String, String)>, headers: HeaderMap) -> Response {
    assert!(authorised(&headers, SECRET_KEY));
    let mut kept = kept.lock().expect("nobody panicked");
    let Some(intent) = kept.intents.get_mut(&id) else {
        return said(unknown());
    };
    let (from, to): (&[&str], &str) = match turn.as_str() {
        "capture" => (&["requires_capture"], "succeeded"),
        _ => (&["requires_capture", "requires_action", "requires_payment_method"], "canceled"),
    };
    if !from.iter().any(|status| intent["status"] == *status) {
        return said(refused(400, "invalid_request_error", "payment_intent_unexpected_state", Some(intent)));
    }
    intent["status"] = json!(to);
    if to == "succeeded" {
        intent["amount_received"] = intent["amount"].clone();
    }
    said((200, intent.clone()))
}

async fn session(State(kept): Shared, Path(id): Path<String>) -> Response {
    let kept = kept.lock().expect("nobody panicked");
    said(kept.sessions.get(&id).map_or_else(unknown, |session| (200, session.clone())))
}

async fn expire(State(kept): Shared, Path(id): Path<String>) -> Response {
    let mut kept = kept.lock().expect("nobody panicked");
    let session = kept.sessions.get_mut(&id).expect("a page");
    if session["status"] != "open" {
        return said(refused(400, "invalid_request_error", "resource_missing", None));
    }
    session["status"] = json!("expired");
    said((200, session.clone()))
}
