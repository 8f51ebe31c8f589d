//! What a guest takes away: letter, calendar file and the pages of the house, through the real router on a real
//! database with the demo hotels.

mod calendar;
mod house;
mod letter;
mod pages;
