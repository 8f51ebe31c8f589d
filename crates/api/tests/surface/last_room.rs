//! Sixty guests want the last room at once; one gets it.

use futures_util::future::join_all;

use crate::support::hotel::ID;
use crate::support::steps::{guest, held_until_18, king, room};
use crate::support::{HotelFiles, House, postgres};

/// As many as two servers have connections for: a guest who waits for one as long as a busy machine takes is answered
/// that the server is busy, and that is another case.
const GUESTS: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let house = House::sqlite().await;
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    the_last_room_is_booked_once(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_with_two_servers() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    let twin = house.twin().await;
    assert_eq!(twin.client.kings_left().await, 1);
    the_last_room_is_booked_once(&[&house, &twin]).await;
}

// clause: API-22
async fn the_last_room_is_booked_once(servers: &[&House]) {
    let calls = (0..GUESTS).map(|at| {
        let client = servers[at % servers.len()].client.clone();
        tokio::spawn(async move {
            let batch = client.begin(1).await;
            // Stays that overlap in one night only want the same room too.
            let wanted = match at % 3 {
                0 => king(),
                1 => room("KING", "FLEX", "2026-12-11", "2026-12-14", 2),
                _ => room("KING", "FLEX", "2026-12-12", "2026-12-13", 1),
            };
            let set = client.set_rate(&batch, 1, &wanted).await;
            if set.status != 200 {
                set.refuses(409, "NIGHT_SOLD_OUT");
                return None;
            }
            client.add_guest(&batch, &guest()).await.is(200);
            let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
            Some(rooms[0]["confirmation_no"].to_string())
        })
    });
    let booked: Vec<String> = join_all(calls).await.into_iter().filter_map(|one| one.expect("a guest")).collect();
    assert_eq!(booked.len(), 1, "{booked:?}");
    let house = servers[0];
    house.pass_minutes(31).await;
    let sums = store::nights::sums(&house.app.db, ID).await.expect("the nights");
    assert_eq!((sums.held, sums.over_capacity, house.reservations().await), (0, 0, (1, 0)));
    for server in servers {
        api::tick(&server.app).await;
        assert_eq!(server.client.kings_left().await, 0);
    }
}
