//! Figures for Prometheus, on a listener of their own (`--metrics-listen`): how much, how fast, never who.
//!
//! Routes are told by their pattern, so that no id, number or secret of an address gets into a label.

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::get;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder};

const REQUESTS: &str = "portico_requests_total";
const REQUEST_SECONDS: &str = "portico_request_seconds";
const HOLDS_GIVEN_BACK: &str = "portico_holds_given_back_total";
const REFUNDS_FAILED: &str = "portico_refunds_failed_total";
const BOARDS: &str = "portico_boards";

/// Begins to count; answers what serves `/metrics`. Once in a process.
///
/// # Errors
/// When something counts already.
pub fn start() -> Result<Router, BuildError> {
    let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
    let sizes = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
    let figures = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(REQUEST_SECONDS.to_owned()), &seconds)?
        .set_buckets_for_metric(Matcher::Full(store::WRITE_GROUP_SIZE.to_owned()), &sizes)?
        .install_recorder()?;
    describe_counter!(REQUESTS, "Requests answered, by method, route pattern and status");
    describe_histogram!(REQUEST_SECONDS, Unit::Seconds, "Time to the head of an answer, by method and route pattern");
    describe_counter!(
        HOLDS_GIVEN_BACK,
        "Bookings whose time was over and whose rooms, places or spaces were given back"
    );
    describe_counter!(REFUNDS_FAILED, "Refunds that came back for good and are the hotel's to give");
    describe_gauge!(BOARDS, "Properties in memory");
    describe_histogram!(store::WRITE_GROUP_SIZE, "Writes that shared one transaction");
    let upkeep = figures.clone();
    tokio::spawn(async move {
        let mut tick = tokio::time::interval(Duration::from_secs(5));
        loop {
            tick.tick().await;
            upkeep.run_upkeep();
        }
    });
    let answer =
        move || async move { ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], figures.render()) };
    Ok(Router::new().route("/metrics", get(answer)))
}

/// Counts a request of one of our routes, and its answer.
pub async fn request(route: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let Some(route) = route else { return next.run(request).await };
    let begin = Instant::now();
    // The methods of our routes; whatever else somebody invents is one.
    let method = match request.method().as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        _ => "other",
    };
    let answer = next.run(request).await;
    let route = route.as_str().to_owned();
    let status = answer.status().as_u16().to_string();
    counter!(REQUESTS, "method" => method, "route" => route.clone(), "status" => status).increment(1);
    histogram!(REQUEST_SECONDS, "method" => method, "route" => route).record(begin.elapsed());
    answer
}

/// What a booking held was given back.
pub fn given_back() {
    counter!(HOLDS_GIVEN_BACK).increment(1);
}

/// A refund came back for good.
pub fn refund_failed() {
    counter!(REFUNDS_FAILED).increment(1);
}

/// So many properties are in memory.
pub fn boards(loaded: usize) {
    gauge!(BOARDS).set(loaded as f64);
}
