//! Who may read the papers of a reservation, an activity or an event: whoever shows the secret of its letter, or the token
//! of a look-up.

use std::sync::Arc;

use domain::booking::{self, Fixed, Reservation, ReservationStatus};
use domain::confirmation;
use store::payments::Payment;
use store::refunds::Refund;
use tokio::time::Instant;

use crate::app::App;
use crate::boards::Property;
use crate::cancelling::CameTo;
use crate::error::{Answer, Code};
use crate::extract::Query;
use crate::extras::Extra;
use crate::mail;
use crate::payment_links;
use crate::refunds;
use crate::routes::manage::{self, Kept, LookedUp};
use crate::secret::Opens;

/// What is opened.
pub enum Paper {
    Stay(Box<Opened>),
    Extra(Arc<Property>, Extra),
}

/// A reservation with its hotel.
pub struct Opened {
    /// Where it is.
    pub property: Arc<Property>,
    /// As it was agreed.
    pub reservation: Reservation,
    /// Where it stands.
    pub status: ReservationStatus,
    /// How often it was written.
    pub version: i64,
    /// When it was given back, if it was, and what that came to.
    pub cancelled: Option<CameTo>,
    /// What of the money that went back last no card has taken: the hotel gives it another way.
    pub lost: Vec<Refund>,
    /// The payment by a link, where one pays it.
    pub by_link: Option<Payment>,
    /// Whether that link asks for it: of one that the hotel has begun, only while another room waits for it.
    pub is_asked_by_link: bool,
    /// What speaks against changing it by now.
    pub fixed: Option<Fixed>,
}

impl Opened {
    /// A stay with what became of it, of a hotel that it is of.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(app: &App, property: Arc<Property>, found: Kept) -> Answer<Opened> {
        let cancelled = CameTo::of(app, &found).await?;
        let by_link = payment_links::payment(app, &found.detail).await?;
        let is_asked_by_link = match &by_link {
            Some(payment) if found.status.has_begun() => payment_links::is_awaited(app, payment).await?,
            Some(payment) => found.status == ReservationStatus::Hold && !payment.is_booked(),
            None => false,
        };
        let lost = refunds::lost(store::refunds::of(&app.db, found.property_id, found.reservation_id).await?);
        let Kept { status, version, detail: reservation, .. } = found;
        let fixed = booking::fixed(&reservation, status, &property.board, app.clock.now());
        Ok(Opened { property, reservation, status, version, cancelled, lost, by_link, is_asked_by_link, fixed })
    }

    /// Whether it is its guest's only once it is paid. One that the hotel has begun is, whatever becomes of its link.
    pub fn is_unpaid(&self) -> bool {
        self.status == ReservationStatus::Hold && self.is_asked_by_link
    }

    /// Whether its guest is still to come: only then something holds it. From the day after the arrival on the house
    /// settles it with them, whatever it has told us.
    pub fn is_to_come(&self) -> bool {
        self.status == ReservationStatus::Hold && self.fixed != Some(Fixed::Begun)
    }

    /// What its guest can do with it on the page, in words.
    pub fn label_on_page(&self) -> &'static str {
        match self.fixed {
            Some(Fixed::Status | Fixed::Begun) => "lbl_your_reservation",
            Some(Fixed::Points | Fixed::Final | Fixed::Currency) => "lbl_view_booking",
            None if self.is_unpaid() => "lbl_view_booking",
            None => "lbl_change_or_cancel",
        }
    }

    /// Whether what was due with the booking is paid by its link.
    pub fn is_paid_by_link(&self) -> bool {
        self.by_link.as_ref().is_some_and(Payment::is_booked)
    }
}

/// What `confirmation_no` and `token` open together.
///
/// # Errors
/// 400 when one of them is missing; the same 404 after the same time for a number that is none, a number of another hotel
/// and a token that opens something else, so that numbers cannot be probed; 410 for a letter's token whose time is over.
pub async fn opened(app: &App, property_id: i64, query: &Query) -> Answer<Paper> {
    let begun = Instant::now();
    let (number, token) = (query.needed("confirmation_no")?, query.needed("token")?);
    let number = confirmation::normal(number).filter(|number| confirmation::property_of(number) == Some(property_id));
    let number = number.unwrap_or_default();
    let by_look_up = manage::opens(app, token, &number);
    let found = LookedUp::of_number(app, property_id, &number).await?;
    let opens = |found: &LookedUp| {
        let email = mail::written_to(found.guest());
        let letter = Opens::Letter { property_id, confirmation_no: &number, email: &email };
        by_look_up || app.secret.opens(&letter, token)
    };
    let Some(found) = found.filter(opens) else {
        app.clock.hold_back(begun, manage::UNCOUNTED).await;
        return Err(Code::ReservationUnknown.into());
    };
    let property = app.property(property_id).await?;
    if !by_look_up && manage::links_ended(&property, found.last_day(property.board.time_zone()), app.clock.now()) {
        return Err(Code::LookUpExpired.into());
    }
    match found {
        LookedUp::Stay(found) => {
            let found = payment_links::with_what_was_paid(app, *found).await?;
            Ok(Paper::Stay(Box::new(Opened::of(app, property, found).await?)))
        }
        LookedUp::Extra(extra) => Ok(Paper::Extra(property, extra)),
    }
}

/// The numbers that were booked together with this reservation and stand, as far as they are its guest's: with its last
/// name a number opens everything.
///
/// # Errors
/// When the database fails.
pub async fn booked_together(app: &App, reservation: &Reservation) -> Answer<Vec<String>> {
    let mut rooms = manage::together(app, reservation).await?;
    rooms.retain(|room| {
        room.status != ReservationStatus::Cancelled && room.confirmation_no != reservation.confirmation_no
    });
    Ok(rooms.into_iter().map(|room| room.confirmation_no).collect())
}
