//! The database goes away in the middle of a booking.

use std::process::Command;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use store::payments::State;
use tower::ServiceExt;

use crate::activities::{Begun, GOOD, KAYAK, files, maya};
use crate::support::steps::{booking, guest, held_until_18, king};
use crate::support::{HotelFiles, House, postgres};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_meanwhile_is_told_to_ask_again() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = client.booked().await["confirmation_no"].as_str().expect("a number").to_owned();
    let batch = client.ready().await;
    drop(server);
    for answer in [
        client.get("/readyz").await,
        client.set_rate(&batch, 1, &king()).await,
        client.add_guest(&batch, &guest()).await,
        client.commit(&batch, &held_until_18(&batch)).await,
        client.get(&format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=x")).await,
    ] {
        let answer = answer.refuses(503, "TIMED_OUT");
        assert_eq!(answer.headers["retry-after"], "5");
    }
}

/// Ends the connection at the COMMIT of whatever is paid, and is away for whoever gives up what was set aside for it.
const ENDS: &str = "CREATE FUNCTION ends() RETURNS TRIGGER LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER ends AFTER UPDATE ON payment DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.state = 'CAPTURING') EXECUTE FUNCTION ends();
    CREATE FUNCTION away() RETURNS TRIGGER LANGUAGE plpgsql
        AS 'BEGIN RAISE EXCEPTION USING ERRCODE = ''57P03''; END';
    CREATE TRIGGER away BEFORE UPDATE ON payment
        FOR EACH ROW WHEN (NEW.state = 'VOIDING') EXECUTE FUNCTION away()";
const ENDS_NO_MORE: &str = "DROP TRIGGER ends ON payment; DROP TRIGGER away ON payment";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_says_of_an_order_that_ends_at_its_commit_that_nothing_happened() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), true).await;
    house.import(&files()).await;
    let client = &house.client;
    let run = |statements: &str| {
        let psql = server.program("psql").expect("psql");
        let mut told = Command::new(psql);
        told.args(["-q", "-U", "postgres", "-h"]).arg(server.socket()).args(["portico", "-c", statements]);
        assert!(told.status().expect("it runs").success());
    };
    let batch = house.owing(0).await;
    let order = house.order(&batch, GOOD).await;
    let begun = Begun::of(&client.activity(KAYAK, 2, 1).await.is(201));
    client.guests(&begun, &maya(2, 1)).await.is(200);
    house.pay_activity(&begun, &house.source(&begun, GOOD).await).await.is(200);
    run(ENDS);
    let commit = booking(&format!("new-batch-booking/{}/commit", batch.id));
    for (path, secret, body) in [(commit, &batch.secret, &order), (begun.path("confirm"), &begun.secret, &json!({}))] {
        // A failure of ours is in no contract.
        let request = Request::post(&path)
            .header(header::AUTHORIZATION, format!("Bearer {secret}"))
            .header(header::CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(Value::to_string(body))).expect("a request");
        let answer = api::router(house.app.clone()).oneshot(request).await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR, "{path}");
    }
    run(ENDS_NO_MORE);
    // None of them stood: what was set aside is given up, and sent again they are paid.
    house.pass_minutes(5).await;
    assert_eq!(house.states().await, [State::Voided, State::Voided]);
    client.commit(&batch, &order).await.is(200);
}
