//! SQL and nothing else: one file per table family, plain functions, no business rules.
//!
//! `db` opens SQLite or PostgreSQL; `changes` writes a step of a booking; `properties`, `brands`, `asked`, `nights`, `units`, `addons`, `batches`, `reservations`,
//! `bookings`, `activities`, `spaces`, `cards`, `payments`, `refunds`, `mails`, `members`, `points`, `media`, `exchange_rates`,
//! `postal_codes` and `forgetting` hold the statements.
//! Missing is `None`; a row that cannot be read is [`StoreError::Corrupt`]; time always comes in as an argument.

pub mod activities;
pub mod addons;
pub mod asked;
pub mod batches;
pub mod bookings;
pub mod brands;
pub mod cards;
mod changes;
mod db;
mod error;
pub mod exchange_rates;
pub mod forgetting;
pub mod gateway_payments;
pub mod mails;
pub mod media;
pub mod members;
pub mod nights;
mod overdue;
pub mod payments;
pub mod points;
pub mod postal_codes;
pub mod properties;
pub mod refunds;
pub mod reservations;
pub mod spaces;
mod time;
pub mod units;

pub use activities::PlacesError;
pub use changes::{BatchChange, Document, Outcome};
pub use db::{CONNECTIONS, Conn, Db, Durability, Retryable, Tables, WRITE_GROUP_SIZE, carry_over, is_postgres};
pub use error::StoreError;
pub use nights::NightError;
pub use spaces::SpaceError;
