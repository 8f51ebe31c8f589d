//! The database goes away in the middle of a booking.

use crate::support::steps::{guest, held_until_18, king};
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
