//! The HTTP surface: what a page may ask and what it is answered, on real databases, every answer held against the
//! contract.

#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod activities;
mod addons;
mod alternatives;
mod availability;
mod bad_input;
mod blocks;
mod brand;
mod cancel;
mod cards;
mod codes;
mod edit;
mod edit_payments;
mod events;
mod expiry;
mod extras;
mod journeys;
mod last_room;
mod ledger;
mod limits;
mod locales;
mod made_up_calls;
mod mail;
mod manage;
mod members;
mod metrics;
mod money;
mod packages;
mod payment_links;
mod payments;
mod points;
mod prices;
mod reimport;
mod secrecy;
mod services;
mod shapes;
mod strike;
mod stripe;
mod together;
mod transport;
mod units;
