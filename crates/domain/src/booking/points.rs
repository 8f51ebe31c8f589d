//! Paying for a room with points (POINTS-01 to POINTS-08).
//!
//! Points are a way of paying, not a price: what a room costs, its taxes and its folio are as they were, and what the
//! points are worth comes off what is due. So many of the plan's points as a stay costs pay the whole room; fewer pay
//! that part of it, rounded down to the currency's step. What was added to a room is not paid with points.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::board::Board;
use crate::booking::set_rate::SetRate;
use crate::booking::{Batch, Choice, Refusal};
use crate::money::Currency;
use crate::policy::{Deposit, Dues};

/// How many more points of an account a booking holds than before; below zero is given back.
pub type PointsHeld = BTreeMap<String, i64>;

/// The points that a choice is paid with, for all its rooms; each of them takes the same number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedPoints {
    /// The member's, at this hotel.
    pub account_number: String,
    /// So many pay the whole room.
    pub offered: i64,
    /// So many are paid.
    pub redeemed: i64,
    /// What they pay. Minor units.
    pub worth: i64,
    /// What would be due before the stay without points.
    pub deposits: Vec<Deposit>,
}

/// A member who pays with points.
#[derive(Debug, Clone, Copy)]
pub struct Payer<'a> {
    /// The member's, at this hotel.
    pub account_number: &'a str,
    /// What the member can spend beside what this booking holds already.
    pub balance: i64,
}

/// A point of the slider (POINTS-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointsOption {
    /// So many points, for all rooms of the choice.
    pub points: i64,
    /// What is left to be paid in money. Minor units.
    pub amount: i64,
}

impl Choice {
    /// What the guest pays in money: everything that the points do not pay.
    pub fn to_pay(&self) -> i64 {
        self.total() - self.points_worth()
    }

    /// What the points pay, in minor units.
    pub fn points_worth(&self) -> i64 {
        self.points.as_ref().map_or(0, |points| points.worth)
    }

    /// How many points it is paid with.
    pub fn redeemed_points(&self) -> i64 {
        self.points.as_ref().map_or(0, |points| points.redeemed)
    }

    /// What the rooms themselves come to: what points can pay.
    fn room_total(&self) -> i64 {
        self.totals.grand_total() * i64::from(self.rooms)
    }

    /// What so many points of `offered` pay of the rooms.
    fn worth(&self, currency: &Currency, points: i64, offered: i64) -> i64 {
        let one = i128::from(self.totals.grand_total()) * i128::from(points.min(offered)) / i128::from(offered.max(1));
        let one = i64::try_from(one).unwrap_or(0) / currency.step * currency.step;
        // All of its points pay all of a room, also where that is not on the step.
        if points >= offered && offered > 0 { self.room_total() } else { one * i64::from(self.rooms) }
    }

    /// Pays with so many points, in place of those before: at most what the rooms cost, the same for each of them
    /// (POINTS-04). The plan must be one for points. What is due last is paid first.
    pub(crate) fn pay_with_points(&mut self, board: &Board, account_number: &str, points: i64, now: Timestamp) {
        let before = self.points.take();
        let plan = board.plan_index(&self.rate_plan).map(|plan| board.plan(plan));
        let a_night = plan.and_then(|plan| plan.points_per_night).unwrap_or(0);
        let rooms = i64::from(self.rooms.max(1));
        let offered = i64::from(a_night) * i64::from(self.stay.nights()) * rooms;
        let redeemed = points.clamp(0, offered) / rooms * rooms;
        let worth = self.worth(board.currency(), redeemed, offered);
        let deposits = before.map_or_else(|| self.deposits.clone(), |before| before.deposits);
        self.deposits = less(&deposits, worth - (self.room_total() - sum(&deposits)));
        self.dues = Dues::new(self.total() - worth, board.business_day(now), &self.deposits);
        let account_number = account_number.to_owned();
        self.points = Some(AgreedPoints { account_number, offered, redeemed, worth, deposits });
    }

    /// The choices of the slider for a member who can spend so many, in rising order; none without any (POINTS-03). The
    /// last is the smaller of what the room costs and what the member has.
    pub fn points_options(&self, board: &Board, spendable: i64) -> Vec<PointsOption> {
        let (Some(points), Some(plan)) = (&self.points, board.plan_index(&self.rate_plan)) else { return Vec::new() };
        let rooms = i64::from(self.rooms.max(1));
        let (steps, one) = (i64::from(board.plan(plan).points_steps.max(1)), points.offered / rooms);
        let most = spendable.clamp(0, points.offered) / rooms * rooms;
        let parts = (1..=steps).map(|step| (one * step + steps - 1) / steps * rooms);
        let mut all: Vec<i64> = parts.chain([most, points.redeemed]).filter(|part| (1..=most).contains(part)).collect();
        all.sort_unstable();
        all.dedup();
        let option = |points_paid| PointsOption {
            points: points_paid,
            amount: self.total() - self.worth(board.currency(), points_paid, points.offered),
        };
        all.into_iter().map(option).collect()
    }

    /// How many points come back when cancelling the stay costs so much, in minor units: all of them where that is
    /// nothing, else those that it leaves over.
    pub fn points_back(&self, costs: i64) -> i64 {
        let Some(points) = &self.points else { return 0 };
        let left = i128::from((points.worth - costs).max(0));
        let back = i128::from(points.redeemed) * left / i128::from(points.worth.max(1));
        // Points that were worth nothing paid for nothing.
        if costs <= 0 || points.worth <= 0 { points.redeemed } else { i64::try_from(back).unwrap_or(0) }
    }
}

/// The deposits without so much of them, the last first.
fn less(deposits: &[Deposit], mut paid: i64) -> Vec<Deposit> {
    let mut left = deposits.to_vec();
    for deposit in left.iter_mut().rev() {
        let off = paid.clamp(0, deposit.amount);
        deposit.amount -= off;
        paid -= off;
    }
    left.retain(|deposit| deposit.amount > 0);
    left
}

fn sum(deposits: &[Deposit]) -> i64 {
    deposits.iter().map(|deposit| deposit.amount).sum()
}

/// What some choices hold of each account.
pub fn points_held<'c>(choices: impl Iterator<Item = &'c Choice>) -> PointsHeld {
    let mut held = PointsHeld::new();
    for points in choices.filter_map(|choice| choice.points.as_ref()).filter(|points| points.redeemed > 0) {
        *held.entry(points.account_number.clone()).or_default() += points.redeemed;
    }
    held
}

/// What one choice holds beyond another.
pub(crate) fn more_points(before: Option<&Choice>, after: Option<&Choice>) -> PointsHeld {
    let mut more = points_held(after.into_iter());
    for (account, held) in points_held(before.into_iter()) {
        *more.entry(account).or_default() -= held;
    }
    more.retain(|_, more| *more != 0);
    more
}

impl Batch {
    /// What the booking holds of an account.
    pub fn points_of(&self, account_number: &str) -> i64 {
        points_held(self.choices()).get(account_number).copied().unwrap_or(0)
    }
}

/// Pays for a session's room with so many points in place of those before (API-44). More than the room costs, or than
/// the member has beside what the other rooms hold, is refused with the most that there can be.
pub fn redeem(
    batch: &Batch,
    session_id: Uuid,
    payer: Payer<'_>,
    points: i64,
    board: &Board,
    now: Timestamp,
    hold_minutes: u32,
) -> Result<SetRate, Refusal> {
    batch.check_open(now)?;
    let mut batch = batch.clone();
    let session = batch.session_mut(session_id).ok_or(Refusal::UnknownSession)?;
    let before = session.choice.take().ok_or_else(|| Refusal::RoomMissing(vec![session_id]))?;
    let agreed = before.points.as_ref().filter(|agreed| agreed.account_number == payer.account_number);
    let agreed = agreed.ok_or(Refusal::NotForPoints)?;
    let rooms = i64::from(before.rooms.max(1));
    let most = agreed.offered.min(payer.balance + agreed.redeemed) / rooms * rooms;
    if !(0..=most).contains(&points) {
        return Err(Refusal::TooManyPoints { most });
    }
    let mut after = before.clone();
    after.pay_with_points(board, payer.account_number, points, now);
    let more = more_points(Some(&before), Some(&after));
    session.choice = Some(after);
    batch.touch(now, hold_minutes);
    Ok(SetRate { release: Vec::new(), take: Vec::new(), addons: Default::default(), points: more, batch })
}

/// What a stay brings its member: so many points for each unit of the currency that is paid in money, in whole points.
/// What a company pays brings nothing.
pub fn earned(choice: &Choice, currency: &Currency, per_unit: u32) -> i64 {
    if choice.company_pays() {
        return 0;
    }
    let points = i128::from(choice.to_pay().max(0)) * i128::from(per_unit) / i128::from(currency.scale());
    i64::try_from(points).unwrap_or(0)
}

/// From which day on they are the member's: the one after the departure.
pub fn credited_on(choice: &Choice) -> Date {
    let departure = choice.stay.departure();
    crate::stay::add_days(departure, 1).unwrap_or(departure)
}
