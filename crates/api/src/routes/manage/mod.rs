//! A guest's own reservation: found by number and last name, then reached by the short-lived token of that look-up.

pub mod cancel;
pub mod find;

use domain::booking::Reservation;
use domain::confirmation;
use jiff::Timestamp;
use store::reservations;

use crate::app::App;
use crate::error::{Answer, Code};
use crate::secret::Opens;

/// How long a look-up opens its reservation, in seconds.
const OPEN_FOR: i64 = 30 * 60;

/// The token of a look-up: `number.until.seal`.
fn request_token(app: &App, property_id: i64, confirmation_no: &str, now: Timestamp) -> String {
    let until = now.as_second() + OPEN_FOR;
    format!(
        "{confirmation_no}.{until}.{}",
        app.secret.token(&Opens::Reservation { property_id, confirmation_no, until })
    )
}

/// Number, hotel and last second of a token that is one of ours, too old or not.
fn sealed<'t>(app: &App, request_id: &'t str) -> Option<(&'t str, i64, i64)> {
    let parts: Vec<&str> = request_id.split('.').collect();
    let [number, until, seal] = parts[..] else { return None };
    let property_id = confirmation::property_of(number)?;
    let until: i64 = until.parse().ok()?;
    let opens = Opens::Reservation { property_id, confirmation_no: number, until };
    app.secret.opens(&opens, seal).then_some((number, property_id, until))
}

/// Whether a token of a look-up opens this number now.
pub fn opens(app: &App, request_id: &str, confirmation_no: &str) -> bool {
    sealed(app, request_id)
        .is_some_and(|(number, _, until)| number == confirmation_no && app.clock.now().as_second() <= until)
}

/// The reservation that a token opens.
///
/// # Errors
/// 404 for a token that is none of ours, 410 for one that is too old.
async fn opened(app: &App, request_id: &str) -> Answer<reservations::Reservation<Reservation>> {
    let (number, property_id, until) = sealed(app, request_id).ok_or(Code::ReservationUnknown)?;
    if app.clock.now().as_second() > until {
        return Err(Code::BatchExpired.into());
    }
    reservations::find(&app.db, property_id, number).await?.ok_or_else(|| Code::ReservationUnknown.into())
}
