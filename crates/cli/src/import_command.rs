//! `portico import DIR`: reads a hotel's files and stores all of it, or says every mistake.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use api::foreign_labels;
use domain::board::zone;
use domain::hotel::{Company, DepositDue, Hotel, PlanPrice, RatePlan, RoomType};
use jiff::civil::Date;
use store::properties::Clash;
use store::{Conn, Db, Durability, StoreError, nights, properties};

use crate::doctor::oversold_words;
use crate::say::{complain, say};
use crate::serve;
use crate::settings::{Flags, Settings};

/// Arguments of `portico import`.
#[derive(clap::Args)]
pub struct Args {
    /// Folder of the hotel: hotel.toml, rooms.toml, rates.toml and so on
    dir: PathBuf,
    /// Settings file; portico.toml of this folder when it is there
    #[arg(long, env = "PORTICO_CONFIG")]
    config: Option<PathBuf>,
    /// sqlite:PATH or postgres://USER@HOST/NAME [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    database: Option<String>,
    /// As `portico serve --data-dir`
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The first night on sale; the hotel's business day when left out
    #[arg(long)]
    first_day: Option<Date>,
    /// As `portico serve --clock`
    #[arg(long)]
    clock: Option<String>,
    /// Put the hotel in the place of one with another code or currency that has its property_id
    #[arg(long)]
    replace: bool,
    /// Only say the mistakes, store nothing
    #[arg(long)]
    check: bool,
}

/// Imports.
///
/// # Errors
/// When there are mistakes, or the database fails.
pub async fn run(args: &Args) -> Result<()> {
    let files = import::Files::read_dir(&args.dir).with_context(|| format!("{} cannot be read", args.dir.display()))?;
    let flags = Flags {
        config: args.config.clone(),
        database: args.database.clone(),
        data_dir: args.data_dir.clone(),
        clock: args.clock.clone(),
        ..Flags::default()
    };
    let Settings { database, clock, .. } = Settings::read(&flags)?;
    let now = serve::clock(clock.as_deref())?.now();
    let utc = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let bundle = import::bundle(&files, args.first_day.unwrap_or(utc)).and_then(|bundle| {
        // Only the files know the hotel's time zone, and with it the hotel's date.
        let today = || zone(&bundle.hotel).map_or(utc, |zone| now.to_zoned(zone).date());
        let today = args.first_day.unwrap_or_else(today);
        if args.first_day.is_some() || today == utc { Ok(bundle) } else { import::bundle(&files, today) }
    });
    let bundle = match bundle {
        Ok(bundle) => bundle,
        Err(mistakes) => {
            for mistake in &mistakes {
                complain!("{mistake}");
            }
            bail!("{} in {}; nothing was imported", counted(mistakes.len()), args.dir.display());
        }
    };
    let hotel = &bundle.hotel;
    let (property_id, first) = (hotel.property_id, bundle.stock.iter().map(|stock| stock.first).min().unwrap_or(utc));
    let line = format!(
        "{} ({}, property {}): {} room types, {} rate plans, {} pictures, {} nights from {}",
        hotel.name,
        hotel.code,
        hotel.property_id,
        hotel.room_types.len(),
        hotel.rate_plans.len(),
        bundle.media.len(),
        bundle.stock.iter().map(|stock| stock.total.len()).max().unwrap_or(0),
        first,
    );
    let is_priced = |room: &RoomType| {
        bundle.nights.iter().any(|row| row.room_type == room.code && row.prices.iter().any(Option::is_some))
    };
    let unpriced: Vec<&str> =
        hotel.room_types.iter().filter(|room| !is_priced(room)).map(|room| room.code.as_str()).collect();
    let mut mind = match unpriced.as_slice() {
        [] => String::new(),
        rooms => format!("\nmind   rates.toml has no price of {}: nobody can book it", rooms.join(", ")),
    };
    for words in of_no_use(hotel).into_iter().chain(unlike_it_seems(hotel)) {
        mind += &format!("\nmind   {words}");
    }
    let unread = files.unread(&args.dir)?;
    if !unread.is_empty() {
        mind += &format!("\nmind   nothing reads {}", unread.join(", "));
    }
    if args.check {
        say!("No mistakes: {line}{mind}")?;
        return Ok(());
    }
    let name = || format!("the database {}", serve::shown(&database));
    let db = Db::open(&database).await.with_context(name)?;
    let replace = args.replace;
    let clash = db
        .write::<Option<Clash>, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let bundle = bundle.clone();
            Box::pin(async move {
                let clash = properties::clash(conn, &bundle.hotel, replace).await?;
                if clash.is_none() {
                    properties::save(conn, &bundle, now).await?;
                }
                Ok(clash)
            })
        })
        .await
        .with_context(name)?;
    if let Some(clash) = clash {
        complain!("hotel.toml  {}: {clash}", clash.field());
        let (what, hint) = match clash {
            Clash::OtherCode { .. } => {
                ("another hotel has this property_id", " (--replace puts it there all the same)")
            }
            Clash::OtherCurrency { .. } => ("this hotel has another currency", " (--replace changes it all the same)"),
            Clash::CodeTaken { .. } => ("another hotel has this code", ""),
        };
        bail!("{what} in {}; nothing was imported{hint}", serve::shown(&database));
    }
    say!("Imported {line}{mind}")?;
    let oversold = nights::oversold(&db, property_id, first).await.with_context(name)?;
    if !oversold.is_empty() {
        say!("mind   {}", oversold_words(&oversold))?;
    }
    serve::leave_one_file(&db).await;
    Ok(())
}

/// What a hotel describes and nobody can use.
fn of_no_use(hotel: &Hotel) -> Vec<String> {
    let flags = &hotel.website_config;
    let mut words = Vec::new();
    if !hotel.groups.is_empty() && !flags.enable_group_member_reservation_booking {
        let words_of = "enable_group_member_reservation_booking is not true in hotel.toml";
        words.push(format!("{words_of}: rooms of groups.toml are kept for groups, and nobody can book them"));
    }
    let has_terms = |company: &Company| !company.rate_plans.is_empty() || company.off.is_some();
    if !flags.enable_company_booking && hotel.companies.iter().any(has_terms) {
        let words_of = "enable_company_booking is not true in hotel.toml";
        words.push(format!("{words_of}: nobody can book a room with a code of companies.toml"));
    }
    if !hotel.discounts.is_empty() && flags.disable_discount_flow {
        words.push("disable_discount_flow = true in hotel.toml: nobody can give a code of discounts.toml".to_owned());
    }
    let of_several = hotel.discounts.iter().filter(|discount| discount.min_rooms > 1);
    let of_several: Vec<&str> = of_several.map(|discount| discount.code.as_str()).collect();
    if !of_several.is_empty() && !flags.disable_discount_flow && !flags.enable_multi_room_booking {
        let words_of = "enable_multi_room_booking is not true in hotel.toml: nobody books the min_rooms of";
        words.push(format!("{words_of} {} in discounts.toml", of_several.join(", ")));
    }
    let company_pays = hotel.companies.iter().any(|company| company.pays);
    let is_let = hotel.events.spaces.iter().any(|space| !space.prices.is_empty());
    if is_let && company_pays && !hotel.events.enable_card_capture {
        let words_of = "enable_card_capture is not true in events.toml";
        words.push(format!("{words_of}: nobody but a company with pays = true in companies.toml can book a space"));
    }
    let codes = |plans: &mut dyn Iterator<Item = &RatePlan>| plans.map(|plan| plan.code.clone()).collect::<Vec<_>>();
    let for_points = codes(&mut hotel.rate_plans.iter().filter(|plan| plan.points_eligible()));
    if !for_points.is_empty() && (hotel.members.is_none() || !flags.enable_loyalty_flow) {
        let needs = match hotel.members {
            None => "there is no members.toml",
            Some(_) => "enable_loyalty_flow is not true in hotel.toml",
        };
        words.push(format!("{needs}: nobody has points for {} of rates.toml", for_points.join(", ")));
    } else if hotel.members.is_some() && !flags.enable_loyalty_flow {
        words.push("enable_loyalty_flow is not true in hotel.toml: nobody signs in as members.toml says".to_owned());
    }
    let is_named = |code: &String| {
        flags.enable_company_booking && hotel.companies.iter().any(|company| company.rate_plans.contains(code))
            || flags.enable_group_member_reservation_booking
                && hotel.groups.iter().any(|group| group.rate_plan == *code)
    };
    // One that others are derived from may be there for them alone.
    let is_source = |code: &String| {
        hotel.rate_plans.iter().any(|plan| matches!(&plan.price, PlanPrice::Derived { from, .. } if from == code))
    };
    let hidden = |plan: &&RatePlan| plan.code_only && !is_named(&plan.code) && !is_source(&plan.code);
    let hidden = codes(&mut hotel.rate_plans.iter().filter(hidden));
    if !hidden.is_empty() {
        let words_of = "code_only = true in rates.toml, and no company or group that guests can book with names it: nobody can book";
        words.push(format!("{words_of} {}", hidden.join(", ")));
    }
    words
}

/// What a hotel may take for something else than it is.
fn unlike_it_seems(hotel: &Hotel) -> Vec<String> {
    let mut words = Vec::new();
    for language in &hotel.languages {
        if let Some(set) = foreign_labels(language) {
            let named = language.label_set.as_ref().unwrap_or(&language.language_code);
            words.push(format!(
                "hotel.toml: the pages' own words are not there in {named}, and those of {set} stand for them"
            ));
        }
    }
    let by_link = |code: &String| hotel.guarantee_types.iter().any(|kind| kind.code == *code && kind.instant_booking);
    let is_open = |plan: &&RatePlan| {
        let due_now = plan.deposits.iter().any(|deposit| deposit.due == DepositDue::AtBooking);
        !due_now && !plan.guarantee_types.is_empty() && plan.guarantee_types.iter().all(by_link)
    };
    let open: Vec<&str> = hotel.rate_plans.iter().filter(is_open).map(|plan| plan.code.as_str()).collect();
    if hotel.guarantee_required_to_book && !open.is_empty() {
        let words_of = "all its guarantee_types are instant_booking, which are there only where something is due now";
        let words_of = format!("{words_of}: a stay without a deposit at booking is booked without any guarantee");
        words.push(format!("{} of rates.toml: {words_of}", open.join(", ")));
    }
    words
}

/// `1 mistake`, `3 mistakes`.
pub fn counted(mistakes: usize) -> String {
    if mistakes == 1 { "1 mistake".to_owned() } else { format!("{mistakes} mistakes") }
}
