//! The rooms that were booked together, as far as one guest may see them.

use domain::booking::{Batch, Reservation, Status};
use domain::confirmation;
use store::{batches, reservations};
use uuid::Uuid;

use super::{Kept, opened};
use crate::app::App;
use crate::error::{Answer, Code, Problem};

/// All rooms of a booking, in the order of its confirmation.
///
/// # Errors
/// When the database fails.
pub async fn of_booking(app: &App, property_id: i64, batch_id: Uuid) -> Answer<Vec<Kept>> {
    let batch = batches::find::<Batch>(&app.db, property_id, batch_id).await?;
    let numbers = match batch.map(|batch| batch.state.status) {
        Some(Status::Committed { confirmation_nos, .. }) => confirmation_nos,
        _ => Vec::new(),
    };
    let mut rooms = Vec::with_capacity(numbers.len());
    for number in numbers {
        rooms.extend(reservations::find(&app.db, property_id, &number).await?);
    }
    Ok(rooms)
}

/// The same as far as they are the guest's of one of them.
///
/// # Errors
/// When the database fails.
pub async fn together(app: &App, found: &Reservation) -> Answer<Vec<Kept>> {
    let mut rooms = of_booking(app, found.property_id, found.batch_id).await?;
    rooms.retain(|room| room.confirmation_no == found.confirmation_no || found.shows(&room.detail));
    Ok(rooms)
}

/// The rooms that a token opens and these numbers name; without a number the one that was looked up.
///
/// # Errors
/// As [`opened`]; 422 for what is the number of none of them.
pub async fn named(app: &App, request_id: &str, numbers: &[String]) -> Answer<Vec<Kept>> {
    of_them(app, opened(app, request_id).await?, numbers).await
}

/// The same for one that was opened.
///
/// # Errors
/// When the database fails; 422 for what is the number of none of them.
pub async fn of_them(app: &App, found: Kept, numbers: &[String]) -> Answer<Vec<Kept>> {
    if numbers.is_empty() {
        return Ok(vec![found]);
    }
    let rooms = together(app, &found.detail).await?;
    let known = |typed: &str| {
        let number = confirmation::normal(typed)?;
        rooms.iter().position(|room| room.confirmation_no == number)
    };
    let unknown = || Problem::new(Code::Unacceptable).with_field("conf_nums", "is no room of this booking");
    let places = numbers.iter().map(|typed| known(typed).ok_or_else(unknown)).collect::<Result<Vec<_>, _>>()?;
    let chosen = |(place, room)| places.contains(&place).then_some(room);
    Ok(rooms.into_iter().enumerate().filter_map(chosen).collect())
}
