//! Changing a stay that is booked: other nights, people, room or rate under the same confirmation number (EDIT-05).
//!
//! A batch that changes a stay has one session and knows the reservation as it was when it began. It holds only what
//! the new stay has beyond the old one; the old stay is given back by the commit alone, so that it is never lost before
//! the new one is won. Nights that stay cost what was agreed ([`Kept`](crate::offer::Kept)).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::addon::AddonDays;
use crate::board::Board;
use crate::booking::batch::whole_seconds;
use crate::booking::commit::Ready;
use crate::booking::{
    Batch, Choice, CommitPlan, Refusal, Reservation, ReservationStatus, Rooms, SessionCompany, Status, penalty_at,
};
use crate::deal::{AgreedDeal, Deal};
use crate::guest::Guest;
use crate::offer::Kept;
use crate::policy::{Cancellation, Deposit, Dues, Moment, at_least};
use crate::stay::Stay;
use crate::transport::Transport;

/// The stay that a batch changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Existing {
    /// As it was when the change began.
    pub reservation: Reservation,
    /// Its version then: whoever changes it meanwhile makes this change impossible.
    pub version: i64,
    /// The cards that have paid for it, each with its batch, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<(Uuid, ChargedCard)>,
}

/// Why a stay cannot be changed by its guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixed {
    /// Only a confirmed one can (MANAGE-15).
    Status,
    /// The day of arrival is over: the house settles it with the guest.
    Begun,
    /// It is paid with points.
    Points,
    /// Cancelling it costs the whole stay: what cannot be cancelled cannot be changed either.
    Final,
    /// It was agreed in a currency that the hotel has no more.
    Currency,
}

impl Fixed {
    /// As answers write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Fixed::Status => "STATUS",
            Fixed::Begun => "BEGUN",
            Fixed::Points => "POINTS",
            Fixed::Final => "FINAL",
            Fixed::Currency => "CURRENCY",
        }
    }
}

/// What speaks against changing a stay at a moment; `None` when it can be changed.
pub fn fixed(reservation: &Reservation, status: ReservationStatus, board: &Board, now: Timestamp) -> Option<Fixed> {
    let agreed = &reservation.agreed;
    if status != ReservationStatus::Hold {
        Some(Fixed::Status)
    } else if board.business_day(now) > agreed.stay.arrival() {
        Some(Fixed::Begun)
    } else if agreed.redeemed_points() > 0 {
        Some(Fixed::Points)
    } else if penalty_at(agreed, now) >= agreed.totals.grand_total().max(1) {
        Some(Fixed::Final)
    } else if agreed.currency != board.currency().code {
        Some(Fixed::Currency)
    } else {
        None
    }
}

/// What changing a stay comes to in money, in minor units. What was added changes the total alone: it is paid at the
/// hotel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// What the stay cost before.
    pub old_total: i64,
    /// What of it was paid and not given back.
    pub paid: i64,
    /// Asked of the guest's card with the change.
    pub charge: i64,
    /// Goes back with the change, never more than `paid`.
    pub refund: i64,
    /// What cancelling the old stay would cost at this moment: so much of what was paid stays with the hotel, and so
    /// much at least costs cancelling the new one.
    pub owed: i64,
    /// What of it the new stay does not use up: more was owed than its rooms cost.
    #[serde(default)]
    pub kept: i64,
    /// What the hotel had asked for itself under the old terms, as far as it counts: it is not asked for again.
    #[serde(default)]
    pub asked_before: i64,
}

impl Settlement {
    /// What of the money that was paid or asked for before pays the new stay.
    pub fn counts(self) -> i64 {
        self.paid + self.asked_before - self.refund - self.kept
    }
}

/// What the store does beside booking to change a stay, in the same transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct StayChange {
    /// The version of the reservation that it was decided on.
    pub version: i64,
    /// What was agreed before.
    pub before: Choice,
    /// Sold nights that are free again.
    pub give_back: Vec<Rooms>,
    /// Add-ons that are given back: all numbers are below zero.
    pub addons: AddonDays,
    /// Taken from the card with it, in minor units.
    pub charge: i64,
    /// Parts of payments that go back.
    pub refunds: Vec<Charge>,
}

/// Money that a booking, or a change of it, has taken from a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// The batch whose payment it is a part of.
    pub batch_id: Uuid,
    /// Minor units, above zero.
    pub amount: i64,
}

/// A card that has paid, as its guest knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargedCard {
    /// `XXXXXXXXXXXX4242`.
    pub masked_number: String,
    /// `VISA`.
    pub brand: String,
}

impl ChargedCard {
    /// As it is stored: both or none.
    pub fn read(masked_number: Option<String>, brand: Option<String>) -> Option<ChargedCard> {
        Some(ChargedCard { masked_number: masked_number?, brand: brand? })
    }
}

/// What goes back to one card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackTo {
    /// The card.
    pub card: ChargedCard,
    /// Minor units, above zero.
    pub amount: i64,
}

impl BackTo {
    /// What parts of payments come to on each card, in their order, as far as the cards are known.
    pub fn sums(parts: impl IntoIterator<Item = (Option<ChargedCard>, i64)>) -> Vec<BackTo> {
        let mut sums: Vec<BackTo> = Vec::new();
        for (card, amount) in parts {
            let Some(card) = card else { continue };
            match sums.iter_mut().find(|sum| sum.card == card) {
                Some(sum) => sum.amount += amount,
                None => sums.push(BackTo { card, amount }),
            }
        }
        sums
    }
}

impl Reservation {
    /// What was taken from cards for it and not given back by a change, the first first.
    pub fn charges(&self) -> Vec<Charge> {
        let first = Charge { batch_id: self.batch_id, amount: self.charged };
        std::iter::once(first).chain(self.later_charges.iter().copied()).filter(|charge| charge.amount > 0).collect()
    }

    /// The sum of [`Reservation::charges`], in minor units.
    pub fn paid(&self) -> i64 {
        self.paid_by(|_| true)
    }

    /// The same of those batches alone that are paid for: of a link that is still open nothing is.
    pub fn paid_by(&self, is_booked: impl Fn(Uuid) -> bool) -> i64 {
        self.charges().iter().filter(|charge| is_booked(charge.batch_id)).map(|charge| charge.amount).sum()
    }

    /// Parts of its payments that make up an amount, the last payment's first: what a refund is taken from.
    pub fn parts(&self, mut amount: i64) -> Vec<Charge> {
        let mut parts = Vec::new();
        for charge in self.charges().iter().rev() {
            let part = amount.clamp(0, charge.amount);
            if part > 0 {
                parts.push(Charge { amount: part, ..*charge });
            }
            amount -= part;
        }
        parts
    }

    fn less(&mut self, parts: &[Charge]) {
        for part in parts {
            match self.later_charges.iter_mut().find(|charge| charge.batch_id == part.batch_id) {
                Some(charge) => charge.amount -= part.amount,
                None => self.charged -= part.amount,
            }
        }
        self.later_charges.retain(|charge| charge.amount > 0);
    }

    /// What its booking, or the last change of it, took from [`Reservation::charged_card`], in minor units.
    pub fn charged_now(&self) -> i64 {
        let charge = self.agreed.change.map_or(self.charged, |change| change.charge);
        self.charged_card.as_ref().map_or(0, |_| charge)
    }

    /// What was due with its booking, or with the last change of it beyond what had been paid or asked for before, in minor
    /// units.
    pub fn due_now(&self) -> i64 {
        self.agreed.due_now()
    }

    /// From when on its terms are agreed: the booking, or the last change of the stay.
    pub fn agreed_at(&self) -> Timestamp {
        self.stay_changed_at.unwrap_or(self.booked_at)
    }
}

impl Existing {
    /// What cancelling the stay costs at a moment, in minor units: so much at least costs cancelling what it becomes.
    pub fn owed(&self, now: Timestamp) -> i64 {
        penalty_at(&self.reservation.agreed, now)
    }

    /// The cards that an amount goes back to.
    fn back_to(&self, amount: i64) -> Vec<BackTo> {
        let card = |batch_id| self.cards.iter().find(|(of, _)| *of == batch_id).map(|(_, card)| card.clone());
        BackTo::sums(self.reservation.parts(amount).into_iter().map(|part| (card(part.batch_id), part.amount)))
    }

    /// The nights whose price stays.
    pub fn kept(&self, board: &Board) -> Option<Kept<'_>> {
        let agreed = &self.reservation.agreed;
        let package = match &agreed.package {
            Some(package) => Some(board.package_index(&package.code)?),
            None => None,
        };
        // Terms of a company or a group end with them; what a promotion took off once stays off.
        let deal = match &agreed.deal {
            Some(AgreedDeal::Discount { .. }) | None => Deal::Public,
            Some(deal) => Deal::again(board, deal)?,
        };
        Some(Kept {
            room: board.room_index(&agreed.room_type)?,
            plan: board.plan_index(&agreed.rate_plan)?,
            package,
            deal,
            party: agreed.party,
            stay: agreed.stay,
            nights: &agreed.nights,
            promotion: agreed.deal.as_ref().filter(|deal| matches!(deal, AgreedDeal::Discount { .. })),
        })
    }

    /// Whether the stay may still be changed: time passes between the beginning of a change and its commit.
    ///
    /// # Errors
    /// With what speaks against it.
    pub(crate) fn check_changeable(&self, board: &Board, now: Timestamp) -> Result<(), Refusal> {
        match fixed(&self.reservation, ReservationStatus::Hold, board, now) {
            Some(why) => Err(Refusal::NotChangeable(why)),
            None => Ok(()),
        }
    }

    /// Says on a choice what the change to it comes to. Once the old stay can only be cancelled at a cost, that much is
    /// owed under the new terms too: a change is no way around it.
    pub(crate) fn settle(&self, choice: &mut Choice, board: &Board, now: Timestamp) {
        let before = &self.reservation.agreed;
        let (paid, owed) = (self.reservation.paid(), self.owed(now));
        let today = board.business_day(now);
        // What was due by today and is not ours was asked for by the hotel itself: it is not asked for again. So was what
        // an earlier change kept beyond its deposits.
        let due = before.deposits.iter().filter(|deposit| deposit.date <= today).map(|deposit| deposit.amount);
        let settled = paid.max(due.sum::<i64>() + before.change.map_or(0, |change| change.kept));
        let charge = (choice.dues.now - settled).max(0);
        // Only what was paid here goes back from here.
        let refund = (paid - choice.dues.now.max(owed)).clamp(0, paid);
        pay_before(choice, Deposit { date: today, amount: settled + charge - refund });
        let kept = (settled.min(owed) - choice.dues.now).max(0);
        let asked_before = choice.dues.now + kept + refund - paid - charge;
        choice.change = Some(Settlement { old_total: before.total(), paid, charge, refund, owed, kept, asked_before });
        choice.back_to = self.back_to(refund);
        owe(choice, owed, Moment::new(now, board));
    }
}

/// What is paid already counts as the first deposit, as far as the rooms cost as much; the later ones are what is left.
fn pay_before(choice: &mut Choice, paid: Deposit) {
    let Dues { now, later, at_hotel } = choice.dues;
    if paid.amount <= now {
        return;
    }
    let rooms = choice.totals.grand_total() * i64::from(choice.rooms);
    let first = Deposit { amount: paid.amount.min(rooms), ..paid };
    let mut left = rooms - first.amount;
    let later_ones = choice.deposits.iter().filter(|deposit| deposit.date > paid.date).map(|deposit| {
        let amount = deposit.amount.min(left);
        left -= amount;
        Deposit { amount, ..*deposit }
    });
    choice.deposits = std::iter::once(first).chain(later_ones).filter(|deposit| deposit.amount > 0).collect();
    let of_later = choice.deposits.iter().map(|deposit| deposit.amount).sum::<i64>() - first.amount;
    let at_hotel = at_hotel + now + later - first.amount - of_later;
    choice.dues = Dues { now: first.amount, later: of_later, at_hotel };
}

/// Cancelling costs at least so much from now on.
fn owe(choice: &mut Choice, owed: i64, now: Moment) {
    if owed <= 0 {
        return;
    }
    choice.penalty_steps = at_least(std::mem::take(&mut choice.penalty_steps), owed, now);
    let first = &choice.penalty_steps[0];
    choice.cancellation = Cancellation { free_until: None, penalty: Some(first.penalty), amount: first.amount };
    // It costs what no policy of the hotel says.
    choice.cancellation_policy = None;
}

/// What a choice holds of rooms beyond an existing stay: where room type and block are the same, its other nights.
/// Without an existing stay all of it.
pub(crate) fn beyond(choice: &Choice, existing: Option<&Choice>) -> Vec<Rooms> {
    let whole = choice.held_rooms();
    let Some(old) = existing else { return vec![whole] };
    // A door is changed with the commit alone.
    let whole = Rooms { unit: None, ..whole };
    let (stay, had) = (choice.stay, old.stay);
    let apart = stay.departure() <= had.arrival() || had.departure() <= stay.arrival();
    if (&old.room_type, old.group()) != (&choice.room_type, choice.group()) || apart {
        return vec![whole];
    }
    let before = Stay::new(stay.arrival(), had.arrival());
    let after = Stay::new(had.departure(), stay.departure());
    let part = |stay| Rooms { stay, ..whole.clone() };
    // Where one does not reach beyond the other, there is no such stay.
    before.into_iter().chain(after).map(part).collect()
}

/// What a choice takes of the stock of add-ons beyond an existing stay.
pub(crate) fn addons_beyond(choice: Option<&Choice>, existing: Option<&Choice>) -> AddonDays {
    let mut days = choice.map(Choice::addon_days).unwrap_or_default();
    for (day, taken) in existing.map(Choice::addon_days).unwrap_or_default() {
        if let Some(more) = days.get_mut(&day) {
            *more -= taken;
        }
    }
    days.retain(|_, more| *more > 0);
    days
}

/// What a session has of the stock of add-ons by its choice, or by the stay that it changes.
pub fn own_addons(choice: Option<&Choice>, existing: Option<&Choice>) -> AddonDays {
    let mut days = choice.map(Choice::addon_days).unwrap_or_default();
    for (day, has) in existing.map(Choice::addon_days).unwrap_or_default() {
        let more = days.entry(day).or_default();
        *more = has.max(*more);
    }
    days
}

impl Batch {
    /// A batch that changes a stay: its guest and its company are known already.
    pub fn changing(batch_id: Uuid, session_id: Uuid, existing: Existing, now: Timestamp, hold_minutes: u32) -> Batch {
        let reservation = &existing.reservation;
        let mut batch = Batch::new(batch_id, reservation.property_id, &[session_id], now, hold_minutes);
        let remarks = reservation.remarks.clone().or_else(|| reservation.guest.remarks.clone());
        batch.guest = Some(Guest { remarks, ..reservation.guest.clone() });
        if let Some(AgreedDeal::Company { code, mop, .. }) = &reservation.agreed.deal {
            batch.sessions[0].company = Some(SessionCompany { code: code.clone(), mop: *mop });
        }
        batch.existing = Some(Box::new(existing));
        batch
    }

    /// What was agreed for the stay that is changed.
    pub fn existing_stay(&self) -> Option<&Choice> {
        self.existing.as_ref().map(|existing| &existing.reservation.agreed)
    }

    /// Every room that is held, beyond the stay that is changed.
    pub fn held_rooms(&self) -> Vec<Rooms> {
        self.choices().flat_map(|choice| beyond(choice, self.existing_stay())).collect()
    }

    /// Every add-on that is held, beyond the stay that is changed.
    pub fn held_addons(&self) -> AddonDays {
        let mut all = AddonDays::new();
        for choice in self.choices() {
            for (day, taken) in addons_beyond(Some(choice), self.existing_stay()) {
                *all.entry(day).or_default() += taken;
            }
        }
        all
    }
}

/// Writes down a changed stay.
pub(super) fn write_change(batch: &Batch, existing: &Existing, room: &Ready<'_>, now: Timestamp) -> CommitPlan {
    let now = whole_seconds(now);
    let before = &existing.reservation;
    let (old, mut agreed) = (&before.agreed, room.choice.for_one_room());
    let refunds = before.parts(agreed.change.map_or(0, |settlement| settlement.refund));
    // Where no card is there to take it from, the hotel asks for it itself.
    let card = room.guarantee.and_then(|guarantee| guarantee.card.as_ref());
    let charge = card.and(agreed.change).map_or(0, |settlement| settlement.charge);
    if let Some(settlement) = &mut agreed.change {
        settlement.charge = charge;
    }
    // Whose stay it is was said when it was booked: a change by somebody who is signed in moves no points,
    // also where it was nobody's.
    let mut guest = room.guest.clone().of_the_member_of(&before.guest);
    // What is not spoken of goes with the stay.
    let wish = room.remarks.or(guest.remarks.as_ref()).or(before.remarks.as_ref());
    let wish = wish.filter(|text| !text.is_empty()).cloned();
    guest.remarks.clone_from(&wish);
    let moved = |ride| moved(ride, old.stay, agreed.stay);
    let mut reservation = Reservation {
        remarks: wish,
        transportations: match &room.transports {
            Some(rides) => rides.clone(),
            None => before.transportations.iter().map(moved).collect(),
        },
        guarantee: room.guarantee.cloned(),
        stay_changed_at: Some(now),
        agreed,
        ..before.clone()
    };
    reservation.rename(guest);
    reservation.less(&refunds);
    if charge > 0 {
        reservation.later_charges.push(Charge { batch_id: batch.batch_id, amount: charge });
        reservation.charged_card = card.map(|card| card.masked_number.clone());
    }
    let given_back = addons_beyond(Some(old), Some(&reservation.agreed));
    let change = StayChange {
        version: existing.version,
        before: old.clone(),
        give_back: beyond(old, Some(&reservation.agreed)),
        addons: given_back.into_iter().map(|(day, taken)| (day, -taken)).collect(),
        charge,
        refunds,
    };
    let mut batch = batch.clone();
    batch.status = Status::Committed { at: now, confirmation_nos: vec![reservation.confirmation_no.clone()] };
    let sell = beyond(&reservation.agreed, Some(old));
    CommitPlan { sell, reservations: vec![reservation], batch, change: Some(change) }
}

/// A ride of the old stay in the new one: those of the first and the last day go with them, others stay as near as can
/// be. One of another room (guests who change rooms in the middle leave from the last one) stays before or behind the new
/// stay, as it was the old one.
pub(super) fn moved(ride: &Transport, old: Stay, new: Stay) -> Transport {
    let start_date = match ride.start_date {
        day if day == old.arrival() => new.arrival(),
        day if day == old.departure() => new.departure(),
        day if day < old.arrival() => day.min(new.arrival()),
        day if day > old.departure() => day.max(new.departure()),
        day => day.clamp(new.arrival(), new.departure()),
    };
    Transport { start_date, ..ride.clone() }
}
