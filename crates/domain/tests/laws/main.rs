//! Laws of the domain, checked on hotels, stays and parties drawn at random, and against a slow, obvious reference.

mod activities;
mod addons;
mod alternatives;
mod availability;
mod bookings;
mod calendars;
mod changes;
mod deals;
mod dice;
mod doors;
mod exchange;
mod guests;
mod hotels;
mod numbers;
mod packages;
mod points;
mod policies;
mod prices;
mod reference;
mod strikes;
mod taxes;
mod transports;
