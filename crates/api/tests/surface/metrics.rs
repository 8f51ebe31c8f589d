//! Figures for Prometheus.

use api::Settings;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::support::steps::{booking, guest, held_until_18};
use crate::support::{HotelFiles, House};

#[tokio::test]
async fn figures_tell_how_much_and_never_who() {
    let figures = api::metrics::start().expect("the first in this process");
    let house = House::with(Settings { count_requests: true, ..Settings::default() }).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    let booked = house.client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    house.client.get("/v4/properties/99").await.is(404);
    house.client.get(&booking("new-batch-booking/no-such-id")).await.is(404);
    house.client.ready().await;
    house.pass_minutes(31).await;

    let answer =
        figures.oneshot(Request::get("/metrics").body(Body::empty()).expect("a request")).await.expect("figures");
    let text =
        String::from_utf8(answer.into_body().collect().await.expect("a body").to_bytes().to_vec()).expect("a text");
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} in {text}"));
        line.trim().parse::<f64>().expect("a number")
    };
    let commit = "/v4/properties/{property_id}/booking-engine/new-batch-booking/{batch_id}/commit";
    let counted = format!("portico_requests_total{{method=\"POST\",route=\"{commit}\",status=\"200\"}}");
    assert_eq!(figure(&counted), 1.0);
    let unknown = "portico_requests_total{method=\"GET\",route=\"/v4/properties/{property_id}\",status=\"404\"}";
    assert_eq!(figure(unknown), 1.0);
    assert_eq!(figure(&format!("portico_request_seconds_count{{method=\"POST\",route=\"{commit}\"}}")), 1.0);
    assert_eq!(figure("portico_holds_given_back_total"), 1.0);
    assert_eq!(figure("portico_boards"), 1.0);
    assert!(figure("portico_write_group_size_count") >= 4.0);

    let guest = guest();
    let typed = guest["guest_data"].as_object().expect("a guest").values().filter_map(|value| value.as_str());
    let ours = [batch.id.as_str(), batch.secret.as_str(), booked[0]["confirmation_no"].as_str().expect("a number")];
    for secret in typed.filter(|text| text.len() > 2).chain(ours) {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}
