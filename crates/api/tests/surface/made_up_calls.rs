//! Calls made up from the contract: every call, with values that mostly fit and sometimes do not.

use axum::body::Body;
use axum::http::{Method, Request};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::support::contract;
use crate::support::steps::Batch;
use crate::support::{Answer, Client, HotelFiles, House};

/// One call of the contract with values that mostly fit and sometimes do not.
#[derive(Debug, Clone)]
struct Sent {
    method: Method,
    path: String,
    secret: bool,
    body: Option<Vec<u8>>,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["1", "2", "KING", "FLEX", "2026-12-12", "2026-12-14", "HOLD_18", "CC", "IE", "EUR", "7", "7,9", "ar_AE", "true"])
            .prop_map(str::to_owned),
        1 => prop::sample::select(vec!["", "-1", "0", "NaN", "1e999", "null", "9999-99-99", "../..", "%", "\u{0}", "99999999999999999999", "2026-12-12T00:00:00Z"])
            .prop_map(str::to_owned),
        1 => ".{0,12}",
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,8}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// JSON of the shape that a schema of the contract describes.
fn of_schema(schema: &Value, depth: u8) -> BoxedStrategy<Value> {
    let schema = match schema["$ref"].as_str() {
        Some(name) => contract::schema(name.rsplit('/').next().unwrap_or(name)),
        None => schema.clone(),
    };
    if depth == 0 {
        return any_json().boxed();
    }
    let one_of = schema["oneOf"].as_array().or(schema["allOf"].as_array()).and_then(|all| all.last().cloned());
    if let Some(one) = one_of {
        return prop_oneof![3 => of_schema(&one, depth), 1 => Just(Value::Null)].boxed();
    }
    let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or_default().to_owned();
    let right = match kind.as_str() {
        "object" => {
            let members = schema["properties"].as_object().cloned().unwrap_or_default();
            let members: Vec<_> = members
                .iter()
                .map(|(name, member)| {
                    let value = of_schema(member, depth - 1);
                    (Just(name.clone()), prop_oneof![8 => value.prop_map(Some), 1 => Just(None)])
                })
                .collect();
            members
                .prop_map(|all| {
                    Value::Object(all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
                })
                .boxed()
        }
        "array" => prop::collection::vec(of_schema(&schema["items"], depth - 1), 0..3).prop_map(Value::from).boxed(),
        "integer" | "number" => prop_oneof![
            (-2_i64..9).prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            prop::num::f64::NORMAL.prop_map(Value::from)
        ]
        .boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        _ => text().prop_map(Value::from).boxed(),
    };
    prop_oneof![12 => right, 1 => any_json()].boxed()
}

fn any_call(batch: &Batch) -> BoxedStrategy<Sent> {
    let calls: Vec<_> =
        contract::calls().iter().map(|(method, path, call)| of_call(method, path, call, batch)).collect();
    prop::strategy::Union::new(calls).boxed()
}

fn of_call(method: &Method, path: &'static str, call: &Value, batch: &Batch) -> BoxedStrategy<Sent> {
    let names: Vec<String> = call["parameters"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter()
        .filter(|parameter| parameter["in"] == "query")
        .map(|parameter| parameter["name"].as_str().expect("a name").to_owned())
        .collect();
    let schema = call["requestBody"]["content"]["application/json"]["schema"].clone();
    let body = if schema.is_null() {
        Just(None).boxed()
    } else {
        prop_oneof![
            6 => of_schema(&schema, 5).prop_map(|value| Some(value.to_string().into_bytes())),
            1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Some),
        ]
        .boxed()
    };
    let place = |right: String| prop_oneof![6 => Just(right), 1 => text()];
    let places = (place("1".to_owned()), place(batch.id.clone()), place(batch.sessions[0].clone()));
    let values = prop::collection::vec(prop::option::weighted(0.8, text()), names.len());
    let method = method.clone();
    (places, values, body, prop::bool::weighted(0.9))
        .prop_map(move |((property, batch, session), values, body, secret)| {
            let escaped = |text: &str| match utf8_percent_encode(text, NON_ALPHANUMERIC).to_string() {
                empty if empty.is_empty() => "-".to_owned(),
                text => text,
            };
            let mut path = path
                .replace("{property_id}", &escaped(&property))
                .replace("{batch_id}", &escaped(&batch))
                .replace("{session_id}", &escaped(&session));
            let query: Vec<String> = names
                .iter()
                .zip(values)
                .filter_map(|(name, value)| Some(format!("{name}={}", utf8_percent_encode(&value?, NON_ALPHANUMERIC))))
                .collect();
            path = format!("{path}?{}", query.join("&"));
            Sent { method: method.clone(), path, secret, body }
        })
        .boxed()
}

async fn ask(client: &Client, batch: &Batch, sent: Sent) -> Answer {
    let mut request = Request::builder().method(sent.method).uri(sent.path).header("content-type", "application/json");
    if sent.secret {
        request = request.header("authorization", format!("Bearer {}", batch.secret));
    }
    client.send(request.body(sent.body.map_or_else(Body::empty, Body::from)).expect("a request")).await
}

/// Every answer to whatever is sent is one that the contract documents (the client checks that) and none is a failure;
/// nothing is held or sold that nobody chose.
#[test]
fn whatever_is_sent_is_answered() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let (house, batch) = runtime.block_on(async {
        let house = House::sqlite().await;
        house.import(&HotelFiles::default()).await;
        let batch = house.client.ready().await;
        (house, batch)
    });
    let mut runner = TestRunner::new(Config { cases: 600, failure_persistence: None, ..Config::default() });
    let law = runner.run(&any_call(&batch), |sent| {
        runtime.block_on(ask(&house.client, &batch, sent));
        Ok(())
    });
    law.unwrap_or_else(|error| panic!("{error}"));
    runtime.block_on(async {
        let sums = store::nights::sums(&house.app.db, 1).await.expect("the nights");
        assert_eq!(sums.over_capacity, 0);
        house.client.get("/v4/properties/1").await.is(200);
    });
}
