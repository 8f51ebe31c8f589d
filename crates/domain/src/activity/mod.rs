//! Activities: something that a hotel does with guests on a day at a time, for so many people at once.
//!
//! [`offer`] is what there is, [`times`] when it takes place, [`price`] what it costs a party, and [`ActivityBooking`]
//! one booking from its first step on. Places are held from that step on; what was priced then is what is agreed.

mod booking;
pub mod offer;
pub mod price;
pub mod times;

pub use booking::{ActivityAgreed, ActivityBooking, ActivityRefusal, ActivityStatus, Places, payment_types};
