//! What a guest asks for, read from an address: dates, party, rooms, currency.

use domain::board::{Board, PlanId};
use domain::money::Currency;
use domain::party::{MAX_CHILDREN, Party};
use domain::stay::Stay;
use jiff::civil::Date;

use crate::error::{Answer, Code, Problem};
use crate::extract::Query;

/// Rooms per search (SEARCH-06); a replay or a channel may take more of them, one batch at a time.
pub const MAX_ROOMS: i64 = 6;
/// Adults in one question.
const MAX_ADULTS: u8 = 99;

/// Nights between two dates.
///
/// # Errors
/// 400 naming `check_out_date` when it is not after `check_in_date`.
pub fn stay(arrival: Date, departure: Date) -> Answer<Stay> {
    Stay::new(arrival, departure).map_err(|error| Problem::field("check_out_date", error.to_string()))
}

/// People in one room. `adults` stand in the named field. Children whose ages are not told are priced as the oldest
/// children of the hotel.
///
/// # Errors
/// 400 naming the field.
pub fn party(board: &Board, adults: (&'static str, i64), children: i64, ages: &[u8]) -> Answer<Party> {
    let (field, adults) = adults;
    let adults = u8::try_from(adults).ok().filter(|adults| (1..=MAX_ADULTS).contains(adults));
    let adults = adults.ok_or_else(|| Problem::field(field, format!("expected a number from 1 to {MAX_ADULTS}")))?;
    let children = usize::try_from(children)
        .ok()
        .filter(|&children| children <= MAX_CHILDREN)
        .ok_or_else(|| Problem::field("number_of_children", format!("expected a number from 0 to {MAX_CHILDREN}")))?;
    let oldest = board.hotel().child_bands.last().copied().unwrap_or(17);
    let unknown = [oldest; MAX_CHILDREN];
    let ages = if ages.is_empty() { &unknown[..children] } else { ages };
    if ages.len() != children {
        return Err(Problem::field("children_ages", "expected one age for each child"));
    }
    Party::new(adults, ages).map_err(|error| Problem::field(field, error.to_string()))
}

/// The currency that prices are wanted in besides the hotel's; `None` when it is the hotel's own.
///
/// # Errors
/// 400 for no currency, 422 for one that there is no exchange rate for (CUR-08: such a currency is not offered).
pub fn no_conversion(board: &Board, query: &Query) -> Answer<()> {
    let Some(code) = query.text("conversion_currency") else { return Ok(()) };
    let currency =
        Currency::of(code).ok_or_else(|| Problem::field("conversion_currency", "expected a currency such as EUR"))?;
    if currency.code == board.currency().code {
        return Ok(());
    }
    Err(Problem::new(Code::Unacceptable).with_field("conversion_currency", "there is no exchange rate for it"))
}

/// Only these plans, by code; unknown codes are passed over, `None` when no known one is named.
pub fn plans(board: &Board, query: &Query) -> Option<Vec<PlanId>> {
    let named = query.text("rate_code_ids")?;
    let known: Vec<PlanId> = named.split(',').filter_map(|code| board.plan_index(code.trim())).collect();
    (!known.is_empty()).then_some(known)
}
