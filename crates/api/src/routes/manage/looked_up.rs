//! What stands under a number: a stay, an activity or an event.

use domain::guest::Guest;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use store::reservations;

use super::{Kept, opened, opened_extra};
use crate::app::App;
use crate::error::{Answer, Code};
use crate::extras::{self, Extra};

pub enum LookedUp {
    Stay(Box<Kept>),
    Extra(Extra),
}

impl LookedUp {
    /// What the token of a look-up opens.
    ///
    /// # Errors
    /// As [`opened`].
    pub async fn opened(app: &App, request_id: &str) -> Answer<LookedUp> {
        match opened(app, request_id).await {
            Err(problem) if problem.code() == Code::ReservationUnknown => {
                Ok(LookedUp::Extra(opened_extra(app, request_id).await?))
            }
            stay => Ok(LookedUp::Stay(Box::new(stay?))),
        }
    }

    /// What is booked under a number, written as we write it. One whose guest is forgotten is nobody's to find.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_number(app: &App, property_id: i64, number: &str) -> Answer<Option<LookedUp>> {
        let found = match reservations::find(&app.db, property_id, number).await? {
            Some(stay) => Some(LookedUp::Stay(Box::new(stay))),
            None => extras::find(app, property_id, number).await?.map(LookedUp::Extra),
        };
        Ok(found.filter(|found| !found.last_name().is_empty()))
    }

    /// The hotel's.
    pub fn property_id(&self) -> i64 {
        match self {
            LookedUp::Stay(stay) => stay.property_id,
            LookedUp::Extra(extra) => extra.property_id(),
        }
    }

    /// Whose it is.
    pub fn guest(&self) -> Option<&Guest> {
        match self {
            LookedUp::Stay(stay) => Some(&stay.detail.guest),
            LookedUp::Extra(extra) => extra.told().guest,
        }
    }

    /// Empty for one whose guest is forgotten.
    pub fn last_name(&self) -> &str {
        self.guest().map_or("", |guest| &guest.last_name)
    }

    /// By the hotel's clocks.
    pub fn last_day(&self, zone: &TimeZone) -> Date {
        match self {
            LookedUp::Stay(stay) => stay.departure,
            LookedUp::Extra(extra) => extra.last_day(zone),
        }
    }
}
