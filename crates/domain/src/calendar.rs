//! The lowest-rate calendar: for each day what a night costs at least, and whether a stay can begin or end there.
//!
//! A day is *available* when some room type that holds the party can be slept in that night at some rate: a room is
//! left, the night has a price and is not stopped, and a guest who sleeps there leaves by the last day that the hotel
//! offers (SEARCH-07). Arrival and departure take every rule of a whole stay into account: an arrival day begins some
//! stay that can be sold today, a departure day ends one. Both are exact.
//!
//! Prices are those of single nights at whatever rate; asked for a length of stay, those of a night of the cheapest
//! stay of that length that begins there, so that a rate for long stays never stands beside a short one.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::board::{Board, Offering, RoomId};
use crate::hotel::NightPrice;
use crate::offer::Held;
use crate::party::Party;
use crate::pricing::{PricedParty, Totals, walk};
use crate::reason::{ReasonCode, ReasonSet};
use crate::restriction;
use crate::stay::{Stay, add_days, days_between};

/// One day of the calendar. Amounts are minor units for one room and one night.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalendarDay {
    /// Hotel-local.
    pub date: Date,
    /// The lowest nightly rate, `None` when no room can be slept in that night; of a length of stay its nightly rate
    /// on average, `None` when no such stay begins on that day.
    pub amount: Option<i64>,
    /// The same with every tax and fee of a stay of that one night, or of that length.
    pub total: Option<i64>,
    /// Whether a room can be slept in that night.
    pub available: bool,
    /// Whether a stay can begin on that day.
    pub arrival: bool,
    /// Whether a stay can end on that day.
    pub departure: bool,
    /// The shortest stay that can begin on that day; 1 when none can.
    pub min_stay: u16,
    /// The longest stay that the rules of arrival on that day allow; `None` when they do not limit it or none can begin.
    pub max_stay: Option<u16>,
    /// Why the day is not available, or why no stay can begin on it.
    pub reasons: ReasonSet,
}

/// Whose calendar it is.
#[derive(Debug, Clone, Copy)]
pub struct CalendarFor<'a> {
    /// People in one room.
    pub party: &'a Party,
    /// The length of stay that prices are for.
    pub nights: Option<u16>,
    /// What the asking session holds already: it counts as left for it.
    pub own: &'a [Held],
}

impl<'a> CalendarFor<'a> {
    /// Somebody who holds nothing yet.
    pub fn new(party: &'a Party, nights: Option<u16>) -> CalendarFor<'a> {
        CalendarFor { party, nights, own: &[] }
    }
}

/// Days from `start` up to `end` (exclusive; at most 400 are answered), into `days` in place of what was there. With
/// a length of stay, prices are those of stays of that length.
pub fn lowest_rates(
    board: &Board,
    start: Date,
    end: Date,
    of: &CalendarFor<'_>,
    now: Timestamp,
    days: &mut Vec<CalendarDay>,
) {
    days.clear();
    let calendar = Calendar::new(board, of, now);
    let count = days_between(start, end).clamp(0, 400);
    days.extend((0..count).filter_map(|day| add_days(start, day)).map(empty_day));
    // Offering by offering, so that each row of prices is read from end to end.
    let first = days_between(board.first, start);
    for sold in &calendar.sold {
        calendar.price(sold, first, days);
    }
    for (day, night) in days.iter_mut().zip(first..) {
        calendar.finish(day, night);
    }
}

/// The cheapest stay of one room. Amounts are minor units of the hotel's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowestStay {
    /// The rate of a night on average, without what is added to it.
    pub nightly: i64,
    /// All nights with every tax and fee.
    pub total: i64,
}

/// The cheapest stay that a party can book without a code in one room, `None` when there is none (BRAND-12) or when the
/// hotel offers guests no such stay: one that ends too far ahead, or more people than it lets into a room.
pub fn lowest_stay(board: &Board, stay: &Stay, party: &Party, now: Timestamp) -> Option<LowestStay> {
    if !board.offers_stay(stay, now) || party.people() > u16::from(board.guest_cap()) {
        return None;
    }
    let calendar = Calendar::new(board, &CalendarFor::new(party, Some(stay.nights())), now);
    let night = board.night(stay.arrival()).filter(|night| *night as i32 >= calendar.first_open)?;
    let totals = calendar.cheapest_stay(night, stay.nights())?;
    let nightly = board.currency.mul_ratio(totals.rate, 1, i64::from(stay.nights()));
    Some(LowestStay { nightly, total: totals.grand_total() })
}

/// Why nobody can have a stay that the hotel offers, whatever is left: a night is not yet on sale, or each plan that is sold
/// without a code has no price for one or a rule against the stay.
pub fn not_on_sale(board: &Board, stay: &Stay, now: Timestamp) -> Option<ReasonCode> {
    if !board.offers_stay(stay, now) {
        return None;
    }
    let Some(nights) = stay.dates().map(|night| board.night(night)).collect::<Option<Vec<_>>>() else {
        return Some(ReasonCode::BeyondCalendar);
    };
    let (from, ahead) =
        (days_between(board.first, stay.arrival()), days_between(board.business_day(now), stay.arrival()));
    let mut why = ReasonCode::NoPrice;
    for offering in board.offerings.iter().filter(|offering| is_public(board, offering)) {
        if nights.iter().any(|night| board.price_at(offering, *night).is_none()) {
            continue;
        }
        let mut reasons: Vec<_> = restriction::advance(board.plan(offering.plan), ahead).into_iter().collect();
        restriction::check(board, offering, stay, from, &mut reasons);
        why = reasons.first()?.code;
    }
    Some(why)
}

/// Whether a plan is sold to everybody, for money.
fn is_public(board: &Board, offering: &Offering) -> bool {
    !board.plans[usize::from(offering.plan.0)].private && !board.plan(offering.plan).points_eligible()
}

fn empty_day(date: Date) -> CalendarDay {
    CalendarDay {
        date,
        amount: None,
        total: None,
        available: false,
        arrival: false,
        departure: false,
        min_stay: 1,
        max_stay: None,
        reasons: ReasonSet::default(),
    }
}

/// A room type that holds the party, sold in a plan.
struct Sold<'a> {
    room: RoomId,
    offering: &'a Offering,
}

struct Calendar<'a> {
    board: &'a Board,
    party: &'a Party,
    /// The length of stay that prices are for.
    nights: Option<u16>,
    priced: PricedParty,
    sold: Vec<Sold<'a>>,
    any_room_holds_party: bool,
    /// The board's night of today; below zero before its first.
    first_open: i32,
    /// The board's night of the last day that guests can leave on, or of its end: no stay has it or one behind it.
    end: usize,
    max_nights: usize,
    own: &'a [Held],
}

impl<'a> Calendar<'a> {
    fn new(board: &'a Board, of: &CalendarFor<'a>, now: Timestamp) -> Calendar<'a> {
        let CalendarFor { party, nights, own } = *of;
        let holds = |room: &RoomId| {
            let room = &board.rooms[usize::from(room.0)];
            party.people() <= u16::from(room.max_people)
                && party.adults() <= room.max_adults
                && party.children() <= room.max_children
        };
        let rooms: Vec<RoomId> = board.room_ids().filter(holds).collect();
        let offerings = |room: RoomId| &board.offerings[board.rooms[usize::from(room.0)].offerings.clone()];
        let public = |offering: &&Offering| is_public(board, offering);
        let sold = rooms
            .iter()
            .flat_map(|&room| offerings(room).iter().filter(public).map(move |offering| Sold { room, offering }));
        Calendar {
            board,
            party,
            nights,
            priced: PricedParty::new(party, &board.hotel().child_bands),
            sold: sold.collect(),
            any_room_holds_party: !rooms.is_empty(),
            first_open: days_between(board.first, board.business_day(now)),
            end: days_between(board.first, board.last_checkout(now)).clamp(0, board.days as i32) as usize,
            max_nights: match board.hotel().max_los {
                0 => usize::from(crate::stay::MAX_NIGHTS),
                most => usize::from(most.min(crate::stay::MAX_NIGHTS)),
            },
            own,
        }
    }

    /// Lowers the rates of the days to those of an offering, or notes why it has none. `first` is the board's night
    /// of the first day, which may lie before it.
    fn price(&self, sold: &Sold<'_>, first: i32, days: &mut [CalendarDay]) {
        let open = first.max(0).max(self.first_open);
        let skip = usize::try_from(open - first).unwrap_or(0);
        // Prices are by season: one night often costs what the one before did.
        let mut last: Option<(&NightPrice, i64)> = None;
        for (night, day) in (open as usize..self.end).zip(days.iter_mut().skip(skip)) {
            match self.can_sleep(sold, night) {
                Ok(price) => {
                    let rate = match last {
                        Some((same, rate)) if std::ptr::eq(same, price) => rate,
                        _ => self.priced.rate_from(self.board, sold.offering, price),
                    };
                    last = Some((price, rate));
                    day.amount = Some(day.amount.map_or(rate, |lowest| lowest.min(rate)));
                }
                Err(code) => day.reasons.insert(code),
            }
        }
    }

    /// Everything of a day but its lowest rate.
    fn finish(&self, day: &mut CalendarDay, night: i32) {
        day.departure = night > self.first_open && self.some_stay_ends(night);
        let Some(night) = self.board.night(day.date).filter(|at| night >= self.first_open && *at < self.end) else {
            day.reasons.insert(ReasonCode::BeyondCalendar);
            return;
        };
        let Some(rate) = day.amount else {
            if !self.any_room_holds_party {
                day.reasons.insert(ReasonCode::PartyTooLarge);
            } else if day.reasons.is_empty() {
                day.reasons.insert(ReasonCode::NoPrice);
            }
            return;
        };
        let price = match self.nights {
            Some(nights) => self.cheapest_stay(night, nights).map(|totals| {
                let a_night = |total| self.board.currency.mul_ratio(total, 1, i64::from(nights));
                (a_night(totals.rate), a_night(totals.grand_total()))
            }),
            None => Some((rate, self.totals([rate]).grand_total())),
        };
        (day.amount, day.total) = price.unzip();
        day.available = true;
        // Why other rates are closed in a night that can be slept in is of no interest.
        day.reasons = ReasonSet::default();
        self.arrivals(night, day);
    }

    fn totals(&self, rates: impl IntoIterator<Item = i64>) -> Totals {
        let mut totals = Totals::default();
        walk(self.board, None, self.party, rates.into_iter(), &mut totals);
        totals
    }

    /// The cheapest stay of a length that begins in a night.
    fn cheapest_stay(&self, night: usize, nights: u16) -> Option<Totals> {
        let slept = night..night + usize::from(nights);
        let rates = |offering| slept.clone().filter_map(move |night| self.priced.rate(self.board, offering, night));
        let sellable = self.sold.iter().filter(|sold| self.sells(sold, night, nights)).map(|sold| sold.offering);
        if slept.len() > self.board.charges.follow_rates {
            let totals = sellable.map(|offering| self.totals(rates(offering)));
            return totals.min_by_key(|totals| (totals.grand_total(), totals.rate));
        }
        // One walk for the lowest rates, not one for every offering.
        let cheapest = sellable.min_by_key(|offering| rates(offering).sum::<i64>())?;
        Some(self.totals(rates(cheapest)))
    }

    /// Whether a stay of a length that begins in a night can be sold.
    fn sells(&self, sold: &Sold<'_>, night: usize, nights: u16) -> bool {
        let board = self.board;
        let rule = |night| board.rule_at(sold.offering, night).copied().unwrap_or_default();
        let length = usize::from(nights);
        let (arrival, departure) = (rule(night), rule(night + length));
        !arrival.closed_to_arrival
            && !departure.closed_to_departure
            && length >= usize::from(arrival.min_stay_arrival)
            && length <= limit(arrival.max_stay_arrival).min(self.max_nights)
            && restriction::advance(board.plan(sold.offering.plan), night as i32 - self.first_open).is_none()
            && (night..night + length).all(|night| {
                let rule = rule(night);
                self.can_sleep(sold, night).is_ok()
                    && length >= usize::from(rule.min_stay_through)
                    && length <= limit(rule.max_stay_through)
            })
    }

    /// Whether a stay can begin on a day whose night can be slept in, and how long it must and may be.
    fn arrivals(&self, night: usize, day: &mut CalendarDay) {
        let ahead = night as i32 - self.first_open;
        let mut shortest: Option<u16> = None;
        let mut longest = Some(0);
        let mut why = ReasonSet::default();
        for sold in self.sold.iter().filter(|sold| self.can_sleep(sold, night).is_ok()) {
            if let Some(reason) = restriction::advance(self.board.plan(sold.offering.plan), ahead) {
                why.insert(reason.code);
                continue;
            }
            match self.shortest(sold, night) {
                Ok(nights) => {
                    shortest = Some(shortest.map_or(nights, |least| least.min(nights)));
                    let rule = self.board.rule_at(sold.offering, night);
                    let most = rule.map(|rule| u16::from(rule.max_stay_arrival)).filter(|most| *most > 0);
                    longest = longest.zip(most).map(|(longest, most)| longest.max(most));
                }
                Err(code) => why.insert(code),
            }
            if shortest == Some(1) && longest.is_none() {
                // No other rate can make it shorter or longer.
                break;
            }
        }
        match shortest {
            Some(nights) => {
                day.arrival = true;
                day.min_stay = nights;
                day.max_stay = longest;
            }
            None => day.reasons = why,
        }
    }

    /// The shortest stay in an offering that begins in a night, or what keeps every stay from it.
    fn shortest(&self, sold: &Sold<'_>, night: usize) -> Result<u16, ReasonCode> {
        let board = self.board;
        let arrival = board.rule_at(sold.offering, night).copied().unwrap_or_default();
        if arrival.closed_to_arrival {
            return Err(ReasonCode::ClosedToArrival);
        }
        let mut least = usize::from(arrival.min_stay_arrival).max(1);
        let mut most = limit(arrival.max_stay_arrival).min(self.max_nights);
        let mut why = ReasonCode::MinStay;
        for nights in 1.. {
            let slept = night + nights - 1;
            if let Err(code) = self.can_sleep(sold, slept) {
                return Err(if nights == 1 { code } else { why });
            }
            if let Some(rule) = board.rule_at(sold.offering, slept) {
                least = least.max(usize::from(rule.min_stay_through));
                most = most.min(limit(rule.max_stay_through));
            }
            if least > most || nights > most {
                return Err(if why == ReasonCode::MinStay { ReasonCode::MaxStay } else { why });
            }
            if nights >= least {
                if !board.rule_at(sold.offering, night + nights).is_some_and(|rule| rule.closed_to_departure) {
                    return Ok(nights as u16);
                }
                why = ReasonCode::ClosedToDeparture;
            }
        }
        Err(why)
    }

    /// Whether some stay that can be sold ends on the day of that night of the board (which may be one past it).
    fn some_stay_ends(&self, departure: i32) -> bool {
        (1..=self.end as i32).contains(&departure) && self.sold.iter().any(|sold| self.ends(sold, departure as usize))
    }

    fn ends(&self, sold: &Sold<'_>, departure: usize) -> bool {
        let board = self.board;
        if board.rule_at(sold.offering, departure).is_some_and(|rule| rule.closed_to_departure) {
            return false;
        }
        let plan = board.plan(sold.offering.plan);
        let (mut least, mut most) = (1, self.max_nights);
        for nights in 1..=departure {
            let night = departure - nights;
            if (night as i32) < self.first_open || self.can_sleep(sold, night).is_err() {
                return false;
            }
            let rule = board.rule_at(sold.offering, night).copied().unwrap_or_default();
            least = least.max(usize::from(rule.min_stay_through));
            most = most.min(limit(rule.max_stay_through));
            if nights > most {
                return false;
            }
            let fits = nights >= least.max(usize::from(rule.min_stay_arrival))
                && nights <= limit(rule.max_stay_arrival)
                && !rule.closed_to_arrival
                && restriction::advance(plan, night as i32 - self.first_open).is_none();
            if fits {
                return true;
            }
        }
        false
    }

    fn is_full(&self, room: RoomId, night: usize) -> bool {
        let date = || add_days(self.board.first, night as i32).unwrap_or(Date::MAX);
        let is_own = |held: &&Held| held.room == room && held.group.is_none() && held.stay.contains(date());
        let own: i32 = self.own.iter().filter(is_own).map(|held| i32::from(held.rooms)).sum();
        // What is missing beyond zero comes off what is held, as where it is asked for.
        self.board.stock_at(usize::from(room.0), night) + own <= 0
    }

    /// The price of a night that can be slept in, all rules on arrival, departure and length apart.
    #[inline]
    fn can_sleep(&self, sold: &Sold<'_>, night: usize) -> Result<&NightPrice, ReasonCode> {
        let board = self.board;
        if night >= self.end {
            return Err(ReasonCode::BeyondCalendar);
        }
        if self.is_full(sold.room, night) {
            return Err(ReasonCode::SoldOut);
        }
        if board.rule_at(sold.offering, night).is_some_and(|rule| rule.stop_sell) {
            return Err(ReasonCode::StopSell);
        }
        board.price_at(sold.offering, night).ok_or(ReasonCode::NoPrice)
    }
}

/// A longest stay as a number of nights: zero is no rule.
fn limit(most: u8) -> usize {
    if most == 0 { usize::MAX } else { usize::from(most) }
}
