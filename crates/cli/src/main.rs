//! `portico`: serves a hotel's booking pages, imports hotels, replays real bookings, prints the contract.

mod bookings;
mod doctor;
mod generate;
mod hash_password;
mod import_command;
mod import_postal_codes;
mod import_rates;
mod move_database;
mod replay;
mod reseal_cards;
mod say;
mod serve;
mod settings;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::say::{complain, say};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The guest's front door to a hotel: an open-source booking engine.
///
/// Settings come from flags, then the environment (PORTICO_LISTEN for --listen, and so on), then portico.toml.
#[derive(Parser)]
#[command(name = "portico", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the booking pages, the API and the card vault until Ctrl-C
    Serve(Box<settings::Flags>),
    /// Import a hotel from a folder of files; all of it, or nothing and every mistake named
    Import(import_command::Args),
    /// Print a hotel's bookings as CSV: who arrives, or what was booked, changed or cancelled lately
    Bookings(bookings::Args),
    /// Make a brand of many made-up hotels, to try out and to measure its search
    Generate(generate::Args),
    /// Import exchange rates from a CSV file of the European Central Bank
    ImportRates(import_rates::Args),
    /// Import postal codes with their places from files of GeoNames
    ImportPostalCodes(import_postal_codes::Args),
    /// Move everything from SQLite files to PostgreSQL; all of it, or nothing
    MoveDatabase(move_database::Args),
    /// Send real bookings from a CSV file through a running server and compare what it accepts; nobody gets a mail
    Replay(replay::Args),
    /// Print the HTTP contract as OpenAPI 3.1
    Openapi,
    /// Read a password from the first line of the input and print its hash, for a hotel's members.toml
    HashPassword,
    /// Seal every card with the current key, so that older keys can be taken away
    ResealCards(Box<settings::Flags>),
    /// Say in plain words what is wrong with settings, keys, database or clock
    Doctor(Box<settings::Flags>),
}

fn main() -> ExitCode {
    // Whatever comes back here is a mistake that somebody is told in words, with what it comes from; where in the
    // program it was found helps nobody, whether or not RUST_BACKTRACE is set.
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("Error: {}", once(&error));
            ExitCode::FAILURE
        }
    }
}

/// An error with what it comes from: many say that in their own words already.
fn once(error: &anyhow::Error) -> String {
    let told = error.chain().map(ToString::to_string);
    let more = |told: String, cause: String| if told.contains(&cause) { told } else { format!("{told}: {cause}") };
    told.reduce(more).unwrap_or_default()
}

fn run(command: Command) -> Result<()> {
    // Before a worker sleeps it lets others on its core go first. A proxy on the same machine then hands over all that it
    // has, and every core gets work, where it had been stopped after each request. What is left of a neighbour's turn is
    // the price where that one only computes.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().on_thread_park(std::thread::yield_now).build()?;
    runtime.block_on(async {
        match command {
            Command::Serve(flags) => serve::run(&flags).await,
            Command::Import(args) => import_command::run(&args).await,
            Command::Bookings(args) => bookings::run(&args).await,
            Command::Generate(args) => generate::run(&args).await,
            Command::ImportRates(args) => import_rates::run(&args).await,
            Command::ImportPostalCodes(args) => import_postal_codes::run(&args).await,
            Command::MoveDatabase(args) => move_database::run(&args).await,
            Command::Replay(args) => replay::run(&args).await,
            Command::Openapi => {
                say!("{}", api::openapi().to_pretty_json()?)?;
                Ok(())
            }
            Command::HashPassword => hash_password::run(),
            Command::ResealCards(flags) => reseal_cards::run(&flags).await,
            Command::Doctor(flags) => doctor::run(&flags).await,
        }
    })
}
