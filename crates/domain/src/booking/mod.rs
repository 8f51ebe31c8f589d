//! A booking on its way: a batch of rooms, each chosen, held, and in the end committed together.
//!
//! Everything here is a value. A transition takes the batch and answers what is to be done in the store, or a named
//! [`Refusal`]; nothing is done before the store has done it. The store keeps a [`Batch`] as one document.

mod batch;
mod change;
mod choice;
mod commit;
mod points;
mod refusal;
mod reservation;
mod set_rate;

pub(crate) use batch::whole_seconds;
pub use batch::{Batch, Card, Guarantee, Session, SessionCompany, Status};
pub use change::{BackTo, Charge, ChargedCard, Existing, Fixed, Settlement, StayChange, fixed, own_addons};
pub use choice::{AgreedNames, AgreedPackage, Choice, quote, reprice};
pub use commit::{Commit, CommitPlan, CommitRequest, ExpectedRoom, RandomBits, Reservation, SessionDetails, plan};
pub use points::{AgreedPoints, Payer, PointsHeld, PointsOption, credited_on, earned, points_held, redeem};
pub use refusal::Refusal;
pub use reservation::{Period, ReservationStatus, money_back, money_kept, penalty_at, periods};
pub use set_rate::{Ask, Rooms, SetRate, include_addons, remove_rate, set_company, set_rate};
