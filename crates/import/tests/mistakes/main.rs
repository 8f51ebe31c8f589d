//! Each kind of mistake, with its line and its words; and that mistakes never hide each other, panic or get through.

mod activities;
mod addons;
mod codes;
mod damage;
mod meaning;
mod members;
mod packages;
mod prices;
mod recipe;
mod shape;
mod whole;
