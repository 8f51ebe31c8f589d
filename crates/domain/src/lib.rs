//! Everything that decides what may be sold, what it costs and what was agreed.
//!
//! Pure: no I/O, no async, no clock, no randomness. Time, random bits and data come in as arguments.
//! Money is in whole minor units of a currency, dates are hotel-local civil dates, a departure day is
//! exclusive (a stay of one night arrives on day d and leaves on d + 1).
//!
//! | module | what it gives |
//! |---|---|
//! | [`hotel`] | the content model: [`hotel::Hotel`], its nights ([`hotel::NightRow`]), what an import brings ([`hotel::Bundle`]) |
//! | [`measuring`] | [`measuring::Scripts`], [`measuring::MeasurementIds`]: what a hotel measures its pages with |
//! | [`money`] | [`money::Currency`]`::of("CHF")`: digits, step, rounding, reading and writing of amounts; [`money::Conversion`] |
//! | [`exchange`] | [`exchange::DayRates`] of a day: `exchange(&hotel, to)` is a conversion with the day of its rate |
//! | [`stay`], [`party`] | [`stay::Stay`]`::new(arrival, departure)`, [`party::Party`]`::new(adults, &ages)`: small, valid, copied freely |
//! | [`board`] | [`board::Board`]`::new(hotel, nights, stock)`: a property on sale; `set_left` patches what is left; `room_index`, `plan_index`, `business_day(now)` |
//! | [`activity`] | [`activity::offer::Activity`], its times ([`activity::times::Instance`]) and price, [`activity::ActivityBooking`] and its steps |
//! | [`addon`] | add-ons: on which days they can be had, what one costs, [`addon::AddonDays`] of their stock |
//! | [`asked`] | [`asked::Ledger`]: what was asked before, so that a struck-through price is a true one |
//! | [`deal`] | [`deal::Deal`]: what a promo, company or group code changes; [`deal::share_out`]: a house and its blocks |
//! | [`doors`] | [`doors::Sleepers`]`::admit`: whether everybody keeps one door for the whole stay |
//! | [`offer`] | [`offer::Offers`]`::ask(&board, &query, now)`: every room type in every plan with totals or [`reason::Reason`]s, in buffers to be used again |
//! | [`nearest`] | [`nearest::nearest_stays`]: what can be sold instead |
//! | [`rooming`] | [`rooming::cheapest_rooming`]: who of a group sleeps where |
//! | [`split`] | [`split::split_stay`]: the stay in two rooms, one after the other |
//! | [`calendar`] | [`calendar::lowest_rates`]: the lowest-rate calendar |
//! | [`pricing`] | the one walk over a stay's charges: [`pricing::LineSink`], [`pricing::Totals`], [`pricing::NightAmount`] |
//! | [`summary`] | [`summary::PriceSummary`]: every total that guests see, `write_json` and `amounts` with their `conversion_` twins |
//! | [`event`] | spaces by the hour: [`event::offer::Events`], [`event::span::TimeSpan`], [`event::EventBooking`] and its steps, [`event::bill`] |
//! | [`folio`] | [`folio::Folio`]: every charge with its taxes |
//! | [`policy`] | cancellation as moments ([`policy::Moment`]) and amounts, deposits, what is due when, guarantee types |
//! | [`member`] | [`member::Members`]: where a hotel's members sign in, and [`member::Member`]: who did |
//! | [`guest`] | [`guest::Guest`]`::check(&input, &rules)`: a clean guest or every wrong field |
//! | [`transport`] | [`transport::Transport`]`::check(&input, first, last)`: a ride with the hotel's car, or every wrong field |
//! | [`postal`] | postal codes and their places: [`postal::normal`], [`postal::beginnings`] |
//! | [`booking`] | [`booking::Batch`] and its steps: `set_rate`, `remove_rate`, `plan` (the commit); each answers what to do or a [`booking::Refusal`] |
//! | [`confirmation`] | confirmation numbers: `make(property_id, random)`, `property_of(text)` |

pub mod activity;
pub mod addon;
pub mod asked;
pub mod board;
mod board_build;
pub mod booking;
pub mod brand;
pub mod calendar;
pub mod confirmation;
mod currencies;
pub mod deal;
pub mod doors;
pub mod event;
pub mod exchange;
pub mod folio;
pub mod guest;
#[allow(missing_docs)] // its fields are named as the files of a hotel name them
pub mod hotel;
pub mod measuring;
pub mod member;
pub mod money;
pub mod nearest;
pub mod offer;
pub mod party;
pub mod policy;
pub mod postal;
pub mod pricing;
pub mod reason;
mod restriction;
pub mod rooming;
pub mod split;
pub mod stay;
pub mod summary;
mod tax;
pub mod transport;
