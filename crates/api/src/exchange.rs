//! The published exchange rates in memory: those of the last days, so that a price is converted without SQL.

use std::sync::{Arc, PoisonError, RwLock};

use domain::board::Board;
use domain::exchange::DayRates;
use domain::money::Currency;
use jiff::civil::Date;
use jiff::{Span, Timestamp, tz};
use serde::{Deserialize, Serialize};
use store::{Db, StoreError, exchange_rates};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, Code, Problem};
use crate::extract::Query;

pub use domain::exchange::Exchange;

/// Hotels around the world have three dates at once: yesterday, today and tomorrow of UTC. The last three days with
/// rates hold the last one before each of them.
const DAYS: i64 = 3;

/// The rates of the last days.
#[derive(Default)]
pub struct Rates {
    /// The date of UTC that they were read for, the latest first.
    loaded: RwLock<Option<(Date, Arc<[DayRates]>)>>,
}

impl Rates {
    /// Reads them anew, so that an import is followed; called every second.
    ///
    /// # Errors
    /// When the database fails; the next call catches up.
    pub async fn follow(&self, db: &Db, now: Timestamp) -> Result<Arc<[DayRates]>, StoreError> {
        let today = utc(now);
        let until = today.saturating_add(Span::new().days(1));
        let days: Arc<[DayRates]> = exchange_rates::latest(db, until, DAYS).await?.into();
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some((today, Arc::clone(&days)));
        Ok(days)
    }

    /// The rates in force on a hotel's business day: the last ones published on or before it. `None` without any, and when
    /// they are too old.
    ///
    /// # Errors
    /// When they are not in memory and the database fails.
    pub async fn on(&self, app: &App, board: &Board) -> Answer<Option<DayRates>> {
        let now = app.clock.now();
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner).clone();
        let days = match loaded.filter(|(day, _)| *day == utc(now)) {
            Some((_, days)) => days,
            None => self.follow(&app.db, now).await?,
        };
        let today = board.business_day(now);
        Ok(days.iter().find(|rates| rates.in_force(today, app.settings.max_rate_age)).cloned())
    }
}

fn utc(now: Timestamp) -> Date {
    now.to_zoned(tz::TimeZone::UTC).date()
}

/// The conversion to the `conversion_currency` of an address; `None` without one, and for the hotel's own.
///
/// # Errors
/// 400 for no currency, 422 for one that there is no exchange rate for: such a currency is not offered (CUR-08).
pub async fn asked(app: &App, board: &Board, query: &Query) -> Answer<Option<Exchange>> {
    let Some(code) = query.text("conversion_currency") else { return Ok(None) };
    let to = currency(code)?;
    if to == board.currency() {
        return Ok(None);
    }
    let unknown =
        || Problem::new(Code::Unacceptable).with_field("conversion_currency", "there is no exchange rate for it");
    into(app, board, to).await?.map(Some).ok_or_else(unknown)
}

/// The currency that `conversion_currency` names.
///
/// # Errors
/// 400 for no currency.
pub fn currency(code: &str) -> Answer<&'static Currency> {
    Currency::of(code).ok_or_else(|| Problem::field("conversion_currency", "expected a currency such as EUR"))
}

/// The conversion of a hotel's amounts; `None` without a rate, and for its own currency.
///
/// # Errors
/// When the rates are not in memory and the database fails.
pub async fn into(app: &App, board: &Board, to: &'static Currency) -> Answer<Option<Exchange>> {
    if to == board.currency() {
        return Ok(None);
    }
    Ok(app.rates.on(app, board).await?.and_then(|rates| rates.exchange(board.hotel(), to)))
}

/// What every `conversion_` amount of an answer is in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConversionTerms {
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    /// One unit of the hotel's currency, to six digits. Amounts are converted by the exact rate.
    #[schema(example = 0.855871)]
    pub rate: f64,
    /// The day of the rate.
    #[schema(example = "2026-04-13")]
    pub date: Date,
}

impl ConversionTerms {
    /// Of a conversion.
    pub fn new(exchange: &Exchange) -> ConversionTerms {
        let rate = exchange.conversion.rate();
        ConversionTerms {
            currency: exchange.conversion.to.code.to_owned(),
            rate: format!("{rate:.5e}").parse().unwrap_or(rate),
            date: exchange.day,
        }
    }
}
