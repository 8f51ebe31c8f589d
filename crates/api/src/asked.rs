//! What a guest asks for, read from an address: dates, party, plans, codes.

use axum::Extension;
use domain::board::{Board, PlanId};
use domain::deal::{AgreedDeal, Deal, Mop, typed};
use domain::party::{MAX_CHILDREN, Party};
use domain::stay::Stay;
use jiff::civil::Date;

use crate::app::App;
use crate::error::{Answer, Code, Problem};
use crate::extract::{self, Query};
use crate::limits::{self, Caller};

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

/// Nights between two dates of an address.
///
/// # Errors
/// 400 naming the field that is missing, no date, or not after the other.
pub fn stay_named(query: &Query, from: &str, to: &str) -> Answer<Stay> {
    let (first, last) = (query.date(from)?, query.date(to)?);
    Stay::new(first, last).map_err(|error| Problem::field(to, error.to_string()))
}

/// The codes that a call names, under its names for them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Codes<'a> {
    pub discount: Option<&'a str>,
    pub group: Option<&'a str>,
    pub company: Option<&'a str>,
    pub mop: Option<&'a str>,
}

impl<'a> Codes<'a> {
    /// Those of an address.
    pub fn of(query: &'a Query) -> Codes<'a> {
        Codes {
            discount: query.text("discount_id"),
            group: query.text("group_code"),
            company: query.text("company_code"),
            mop: query.text("mop"),
        }
    }

    /// What they open for a caller; `None` for a code that opens nothing. What the stay that is changed was `agreed` with
    /// goes on.
    ///
    /// # Errors
    /// 422 naming `company_code` or `discount_id` when another code is named beside it (SEARCH-14), or `mop` for a
    /// company that does not pay; 400 for no such way of paying; 429 for whoever gave too many that open nothing.
    pub fn deal(
        self,
        (app, caller): (&App, Option<Extension<Caller>>),
        board: &Board,
        rooms: u16,
        agreed: Option<&AgreedDeal>,
    ) -> Answer<Option<Deal>> {
        let today = board.business_day(app.clock.now());
        let mop = mop("mop", self.mop)?;
        let own = |code: &str| agreed.filter(|agreed| typed(code).as_deref() == Some(agreed.code()));
        let together = |field| {
            Err(Problem::new(Code::Unacceptable).with_field(field, "cannot be used together with another code"))
        };
        let named = (self.discount, self.group, self.company);
        let look_up = || match named {
            (None, None, None) => Ok(Some(Deal::Public)),
            (Some(code), None, None) => Ok(Deal::discount(board, code, rooms).or_else(|| match own(code)? {
                // A stay that has lost its promotion is one like any other.
                AgreedDeal::Discount { .. } => Some(Deal::Public),
                _ => None,
            })),
            (None, Some(code), None) => Ok(Deal::group(board, code, today).or_else(|| match own(code)? {
                // What is sold of a block stays in it past the cut-off.
                group @ AgreedDeal::Group { .. } => Deal::again(board, group),
                _ => None,
            })),
            (None, None, Some(code)) => {
                let deal = Deal::company(board, code, mop);
                match deal {
                    // A company that has ceased to pay for a stay is a changed price.
                    deal if own(code).is_some() => Ok(deal),
                    Some(Deal::Company { at, mop: Mop::Company }) if !board.hotel().companies[usize::from(at)].pays => {
                        Err(does_not_pay("mop"))
                    }
                    deal => Ok(deal),
                }
            }
            (_, _, Some(_)) => together("company_code"),
            (Some(_), Some(_), None) => together("discount_id"),
        };
        match self.discount.or(self.group).or(self.company) {
            // Whoever changes a stay knows what it was agreed with.
            Some(code) if own(code).is_none() => {
                limits::opened(app, caller, (board.hotel().property_id, code), look_up)
            }
            _ => look_up(),
        }
    }
}

/// Who pays: GUEST unless it says COMPANY.
///
/// # Errors
/// 400 for anything else.
pub fn mop(field: &str, text: Option<&str>) -> Answer<Mop> {
    match text {
        None | Some("GUEST") => Ok(Mop::Guest),
        Some("COMPANY") => Ok(Mop::Company),
        Some(_) => Err(Problem::field(field, "expected GUEST or COMPANY")),
    }
}

/// The calm answer to a code that opens nothing: the same for one that never was and one whose time is over.
pub fn not_valid(field: &str) -> Problem {
    Problem::new(Code::CodeNotValid).with_field(field, "is not valid for this stay")
}

/// A company that was chosen to pay, and does not.
pub fn does_not_pay(field: &str) -> Problem {
    Problem::new(Code::Unacceptable).with_field(field, "this company does not pay for its guests")
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

/// Only these plans, by code; unknown codes are passed over, and so are those that another code would have to tell of;
/// `None` when no known one is named.
pub fn plans(board: &Board, deal: Deal, query: &Query) -> Option<Vec<PlanId>> {
    let named = query.text("rate_code_ids")?;
    let known = named.split(',').filter_map(|code| board.plan_index(code.trim()));
    let known: Vec<PlanId> = known.filter(|plan| deal.tells_of(board, *plan)).collect();
    (!known.is_empty()).then_some(known)
}

/// Ages of children in a body: texts or numbers.
///
/// # Errors
/// 400 naming the one that is no age.
pub fn ages(given: &[serde_json::Value]) -> Answer<Vec<u8>> {
    let age = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.trim().parse().ok(),
        other => other.as_u64(),
    };
    given
        .iter()
        .enumerate()
        .map(|(at, value)| {
            age(value)
                .filter(|age| *age <= 17)
                .map(|age| age as u8)
                .ok_or_else(|| Problem::field(format!("children_ages[{at}]"), "expected an age from 0 to 17"))
        })
        .collect()
}

/// Midnight UTC, as browsers write it after a date.
const MIDNIGHT: [&str; 2] = ["T00:00:00Z", "T00:00:00.000Z"];

/// A nightly rate as somebody sends it. The documents send a night as midnight UTC; its date is what counts.
///
/// # Errors
/// 400 naming `date` or `amount` of `field`.
pub fn night_rate(board: &Board, field: &str, date: &str, amount: f64) -> Answer<(Date, i64)> {
    let date = MIDNIGHT.iter().find_map(|midnight| date.strip_suffix(midnight)).unwrap_or(date);
    let date = extract::date(&format!("{field}.date"), date)?;
    let minor = board.currency().from_decimal_f64(amount);
    Ok((date, minor.map_err(|error| Problem::field(format!("{field}.amount"), error.to_string()))?))
}
