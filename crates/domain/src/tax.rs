//! Taxes and mandatory fees: what each night of a stay is charged besides its rate, and why.
//!
//! The rules, in the order they are applied to every night:
//! 1. A percentage tax that is *inclusive* is contained in the rate. Several together share one net price:
//!    `net = rate / (1 + sum of percentages)`, each part is its percentage of that net, rounded on its own to
//!    the minor unit: nobody pays it by itself, so no coin is asked of it. What is left of the rate after all parts
//!    is the net that everything else is taken from.
//! 2. A percentage *on top* (tax or fee) is taken of that net: a tax is not taken on a tax.
//! 3. A flat amount counts nights, the stay, persons or persons and nights. What is charged once for the stay is
//!    charged with the first night. Children up to `exempt_up_to_age` are no persons.
//! 4. A tax on a fee is a percentage of that fee: contained in it when inclusive, else on top.
//! 5. A tier is chosen by the nightly rate as the plan asks it; of what is charged once, by the first night's.
//! 6. `max_nights` counts from arrival: later nights are free of the charge.
//! 7. What a package contains is charged beside the rate, with the taxes that are taken on it: contained in its amount
//!    when inclusive, else on top. No fee and no tax of the room is a percentage of it.
//! 8. An add-on is charged likewise: a mandatory one with the fees of every stay, another one on each day that it is
//!    taken for.
//! 9. What is sold without a room (an activity, the hire of a space) is charged like what a package contains; the percentage fees
//!    that it names are taken of what is left of it without the taxes it contains, with their own taxes.

use crate::addon::MAX_QUANTITY;
use crate::board::{BoardError, MAX_CONFIGURED};
use crate::folio::ROOM_CHARGE;
use crate::hotel::{Addon, AddonDay, Charge, ChargeAmount, ChargeKind, ChargeType, Code, Hotel, Package, Per, Tier};
use crate::money::{self, Currency};
use crate::party::Party;
use crate::pricing::{LineOf, LineSink, TaxLine};

/// A hotel's charges in the form that pricing walks.
#[derive(Debug, Clone)]
pub(crate) struct Charges {
    /// Taxes contained in the rate.
    inclusive: Vec<Levy>,
    /// Taxes on top of the rate.
    exclusive: Vec<Levy>,
    /// What a package contains.
    content: Vec<Fee>,
    fees: Vec<Fee>,
    /// Add-ons that are in every price.
    mandatory: Vec<Fee>,
    /// Every add-on, as one is charged on one day.
    addons: Vec<Fee>,
    /// Up to so many nights the stay with the lower rates is the cheaper one with its charges too, but for what is
    /// rounded: no charge has tiers, and no percentage ends within them.
    pub follow_rates: usize,
}

/// One charge: how much, until when, for whom.
#[derive(Debug, Clone)]
struct Levy {
    /// Place in [`Hotel::charges`]; of a package's content in [`Hotel::charge_types`], of an add-on in
    /// [`Hotel::addons`].
    charge: u16,
    amount: Amount,
    tiers: Vec<Tier>,
    max_nights: usize,
    exempt_up_to_age: Option<u8>,
}

/// A fee, something that a package contains, or an add-on, with the taxes that are taken on it.
#[derive(Debug, Clone)]
struct Fee {
    levy: Levy,
    inclusive: Vec<Levy>,
    exclusive: Vec<Levy>,
}

#[derive(Debug, Clone, Copy)]
enum Amount {
    /// Millionths, when there are no tiers.
    Percent(i64),
    /// Minor units, when there are no tiers.
    Flat(i64, Per),
}

impl Charges {
    pub fn new(hotel: &Hotel, currency: &Currency) -> Result<Charges, BoardError> {
        let mut charges = Charges {
            inclusive: Vec::new(),
            exclusive: Vec::new(),
            content: Vec::new(),
            fees: Vec::new(),
            mandatory: Vec::new(),
            addons: Vec::new(),
            follow_rates: hotel.charges.iter().map(follows_rates).min().unwrap_or(usize::MAX),
        };
        for (at, charge) in hotel.charges.iter().enumerate() {
            check(charge, hotel)?;
            match charge.kind {
                ChargeKind::Fee if charge.on_room => charges.fees.push(Fee::new(at, charge, hotel, currency)),
                ChargeKind::Tax if charge.inclusive && charge.on_room => {
                    charges.inclusive.push(Levy::new(at, charge, currency))
                }
                // A flat tax is always the room's: there is nothing else it could be charged with.
                ChargeKind::Tax if charge.on_room || !is_percent(charge) => {
                    charges.exclusive.push(Levy::new(at, charge, currency));
                }
                // Taken on something else that names it.
                ChargeKind::Tax | ChargeKind::Fee => {}
            }
        }
        for content in &hotel.charge_types {
            check_content(content, hotel)?;
        }
        for (at, addon) in hotel.addons.iter().enumerate() {
            check_addon(addon, hotel)?;
            let on_a_day = match addon.charge.per {
                Per::Stay | Per::Night => Per::Night,
                Per::Person | Per::PersonNight => Per::PersonNight,
            };
            charges.addons.push(Fee::of_content(
                at,
                &ChargeType { per: on_a_day, ..addon.charge.clone() },
                hotel,
                currency,
            ));
            if addon.mandatory {
                charges.mandatory.push(Fee::of_content(at, &addon.charge, hotel, currency));
            }
        }
        Ok(charges)
    }

    /// The same charges with what a package contains.
    pub fn with_package(&self, hotel: &Hotel, currency: &Currency, package: &Package) -> Charges {
        let named = |code: &String| hotel.charge_types.iter().position(|content| content.code == *code);
        let content = package.charge_types.iter().filter_map(named);
        let content = content.map(|at| Fee::of_content(at, &hotel.charge_types[at], hotel, currency));
        Charges { content: content.collect(), ..self.clone() }
    }

    /// Emits the lines of one night (from 0) that asks this rate: the room with its taxes, then what the package
    /// contains, each fee and each mandatory add-on, with theirs.
    #[inline]
    pub fn walk<S: LineSink>(&self, currency: &Currency, party: &Party, night: usize, rate: i64, sink: &mut S) {
        sink.charge(night, LineOf::Room, rate);
        let net = contained(&self.inclusive, night, rate, rate, LineOf::Room, sink);
        for tax in &self.exclusive {
            let amount = tax.amount(currency, party, night, rate, net);
            emit_tax(tax, night, amount, false, LineOf::Room, sink);
        }
        for content in &self.content {
            let of = LineOf::Content { charge_type: content.levy.charge };
            content.walk(currency, party, night, rate, net, of, sink);
        }
        for fee in &self.fees {
            let of = LineOf::Fee { charge: fee.levy.charge, of_rate: matches!(fee.levy.amount, Amount::Percent(_)) };
            fee.walk(currency, party, night, rate, net, of, sink);
        }
        for addon in &self.mandatory {
            let of = LineOf::Addon { addon: addon.levy.charge };
            addon.walk(currency, party, night, rate, net, of, sink);
        }
    }

    /// Emits the lines of one of an add-on on one day, by the night that begins on it; also when it costs nothing.
    pub fn walk_addon<S: LineSink>(&self, currency: &Currency, party: &Party, addon: u16, night: usize, sink: &mut S) {
        let fee = &self.addons[usize::from(addon)];
        let amount = fee.levy.amount(currency, party, night, 0, 0);
        fee.emit(currency, party, night, (0, amount), LineOf::Addon { addon }, sink);
    }
}

/// Emits the lines of something that is sold without a room: itself as [`LineOf::Room`], then each of these fees; all
/// with their taxes. A code that is no fee of the hotel is passed over.
pub(crate) fn walk_sale<S: LineSink>(
    hotel: &Hotel,
    currency: &Currency,
    sale: &ChargeType,
    fees: &[Code],
    sink: &mut S,
) {
    let amount = currency.round(sale.amount);
    let net =
        Fee::of_content(0, sale, hotel, currency).emit(currency, &Party::ONE, 0, (amount, amount), LineOf::Room, sink);
    for (at, charge) in hotel.charges.iter().enumerate() {
        if charge.kind == ChargeKind::Fee && fees.contains(&charge.code) {
            let of = LineOf::Fee { charge: at as u16, of_rate: is_percent(charge) };
            Fee::new(at, charge, hotel, currency).walk(currency, &Party::ONE, 0, amount, net, of, sink);
        }
    }
}

impl Fee {
    fn new(at: usize, fee: &Charge, hotel: &Hotel, currency: &Currency) -> Fee {
        let taxes = || hotel.charges.iter().enumerate().filter(|(_, tax)| tax.on_fees.contains(&fee.code));
        let levies = |inclusive| taxes().filter(move |(_, tax)| tax.inclusive == inclusive);
        Fee {
            levy: Levy::new(at, fee, currency),
            inclusive: levies(true).map(|(at, tax)| Levy::new(at, tax, currency)).collect(),
            exclusive: levies(false).map(|(at, tax)| Levy::new(at, tax, currency)).collect(),
        }
    }

    fn of_content(at: usize, content: &ChargeType, hotel: &Hotel, currency: &Currency) -> Fee {
        let taxes = || hotel.charges.iter().enumerate().filter(|(_, tax)| content.taxes.contains(&tax.code));
        let levies = |inclusive| taxes().filter(move |(_, tax)| tax.inclusive == inclusive);
        Fee {
            levy: Levy::of_content(at, content, currency),
            inclusive: levies(true).map(|(at, tax)| Levy::new(at, tax, currency)).collect(),
            exclusive: levies(false).map(|(at, tax)| Levy::new(at, tax, currency)).collect(),
        }
    }

    /// Emits its line and those of its taxes, unless it is nothing in this night.
    #[allow(clippy::too_many_arguments)] // the night with all that its walk knows of it
    #[inline]
    fn walk<S: LineSink>(
        &self,
        currency: &Currency,
        party: &Party,
        night: usize,
        rate: i64,
        net: i64,
        of: LineOf,
        sink: &mut S,
    ) {
        let amount = self.levy.amount(currency, party, night, rate, net);
        if amount != 0 {
            self.emit(currency, party, night, (rate, amount), of, sink);
        }
    }

    /// Emits this amount and its taxes, in a night of this rate; answers what is left without the taxes it contains.
    #[inline]
    fn emit<S: LineSink>(
        &self,
        currency: &Currency,
        party: &Party,
        night: usize,
        (rate, amount): (i64, i64),
        of: LineOf,
        sink: &mut S,
    ) -> i64 {
        sink.charge(night, of, amount);
        let net = contained(&self.inclusive, night, rate, amount, of, sink);
        for tax in &self.exclusive {
            let amount = tax.amount(currency, party, night, rate, net);
            emit_tax(tax, night, amount, false, of, sink);
        }
        net
    }
}

/// Emits the taxes contained in an amount and answers what is left of it.
#[inline]
fn contained<S: LineSink>(taxes: &[Levy], night: usize, rate: i64, amount: i64, of: LineOf, sink: &mut S) -> i64 {
    let sum: i64 = taxes.iter().map(|tax| tax.ppm(night, rate)).sum();
    let mut net = amount;
    if sum > 0 {
        for tax in taxes {
            let part = money::part(amount, tax.ppm(night, rate), 1_000_000 + sum);
            // Many small percentages that all round up must not take more than there is.
            let part = part.min(net);
            net -= part;
            emit_tax(tax, night, part, true, of, sink);
        }
    }
    net
}

#[inline]
fn emit_tax<S: LineSink>(tax: &Levy, night: usize, amount: i64, inclusive: bool, of: LineOf, sink: &mut S) {
    if amount != 0 {
        sink.tax(night, of, TaxLine { charge: tax.charge, amount, inclusive });
    }
}

impl Levy {
    /// Flat amounts are brought to the currency's step here, once.
    fn new(at: usize, charge: &Charge, currency: &Currency) -> Levy {
        let on_step = |tiers: &[Tier]| -> Vec<Tier> {
            tiers.iter().map(|tier| Tier { value: currency.round(tier.value), ..*tier }).collect()
        };
        let (amount, tiers) = match &charge.amount {
            ChargeAmount::Percent { ppm } => (Amount::Percent(*ppm), Vec::new()),
            ChargeAmount::PercentTiers { tiers } => (Amount::Percent(0), tiers.clone()),
            ChargeAmount::Flat { minor, per } => (Amount::Flat(currency.round(*minor), *per), Vec::new()),
            ChargeAmount::FlatTiers { tiers, per } => (Amount::Flat(0, *per), on_step(tiers)),
        };
        Levy {
            charge: at as u16,
            amount,
            tiers,
            max_nights: charge.max_nights.map_or(usize::MAX, usize::from),
            exempt_up_to_age: charge.exempt_up_to_age,
        }
    }

    fn of_content(at: usize, content: &ChargeType, currency: &Currency) -> Levy {
        Levy {
            charge: at as u16,
            amount: Amount::Flat(currency.round(content.amount), content.per),
            tiers: Vec::new(),
            max_nights: usize::MAX,
            exempt_up_to_age: content.exempt_up_to_age,
        }
    }

    /// The value of the tier for a nightly rate, or the only value.
    #[inline]
    fn value(&self, only: i64, rate: i64) -> i64 {
        if self.tiers.is_empty() {
            return only;
        }
        self.tiers.iter().rev().find(|tier| tier.from <= rate).map_or(0, |tier| tier.value)
    }

    #[inline]
    fn ppm(&self, night: usize, rate: i64) -> i64 {
        match self.amount {
            Amount::Percent(ppm) if night < self.max_nights => self.value(ppm, rate),
            _ => 0,
        }
    }

    /// What this charge is for one night: a percentage of `base`, or a flat amount.
    #[inline]
    fn amount(&self, currency: &Currency, party: &Party, night: usize, rate: i64, base: i64) -> i64 {
        match self.amount {
            Amount::Percent(_) => currency.percent(base, self.ppm(night, rate)),
            Amount::Flat(minor, per) => {
                let times = match per {
                    Per::Night | Per::PersonNight if night >= self.max_nights => 0,
                    Per::Stay | Per::Person if night > 0 => 0,
                    Per::Night | Per::Stay => 1,
                    Per::Person | Per::PersonNight => self.persons(party),
                };
                self.value(minor, rate) * times
            }
        }
    }

    #[inline(never)] // or every walk makes ready to count
    fn persons(&self, party: &Party) -> i64 {
        let children = match self.exempt_up_to_age {
            Some(exempt) => party.child_ages().iter().filter(|&&age| age > exempt).count() as i64,
            None => i64::from(party.children()),
        };
        i64::from(party.adults()) + children
    }
}

fn is_percent(charge: &Charge) -> bool {
    matches!(charge.amount, ChargeAmount::Percent { .. } | ChargeAmount::PercentTiers { .. })
}

/// For how many nights it is the same percentage or amount of every night.
fn follows_rates(charge: &Charge) -> usize {
    match charge.amount {
        ChargeAmount::PercentTiers { .. } | ChargeAmount::FlatTiers { .. } => 0,
        ChargeAmount::Percent { .. } => charge.max_nights.map_or(usize::MAX, usize::from),
        ChargeAmount::Flat { .. } => usize::MAX,
    }
}

fn check(charge: &Charge, hotel: &Hotel) -> Result<(), BoardError> {
    let all = &hotel.charges;
    let wrong = |what| Err(BoardError::Charge { code: charge.code.clone(), what });
    let fee = charge.kind == ChargeKind::Fee;
    if charge.inclusive && (fee || !is_percent(charge)) {
        return wrong("only a percentage tax can be contained in a price");
    }
    if !charge.on_fees.is_empty() && (fee || !is_percent(charge)) {
        return wrong("only a percentage tax can be taken on a fee");
    }
    let on_content = || {
        let addons = hotel.addons.iter().map(|addon| &addon.charge);
        hotel.charge_types.iter().chain(addons).any(|content| content.taxes.contains(&charge.code))
            || hotel.activities.iter().any(|activity| activity.taxes.contains(&charge.code))
            || hotel.events.taxes().any(|code| *code == charge.code)
    };
    if !fee && is_percent(charge) && !charge.on_room && charge.on_fees.is_empty() && !on_content() {
        return wrong(
            "is taken neither on the room nor on a fee, nor on an add-on, an activity, an event or what a package contains",
        );
    }
    if charge.on_fees.iter().any(|code| !all.iter().any(|c| c.kind == ChargeKind::Fee && c.code == *code)) {
        return wrong("is taken on something that is no fee of the hotel");
    }
    let values: Vec<i64> = match &charge.amount {
        ChargeAmount::Percent { ppm: value } | ChargeAmount::Flat { minor: value, .. } => vec![*value],
        ChargeAmount::PercentTiers { tiers } | ChargeAmount::FlatTiers { tiers, .. } => {
            if tiers.first().is_none_or(|first| first.from != 0) {
                return wrong("the first tier must begin at 0");
            }
            if tiers.windows(2).any(|pair| pair[0].from >= pair[1].from) {
                return wrong("tiers must ascend");
            }
            tiers.iter().map(|tier| tier.value).collect()
        }
    };
    if values.iter().any(|value| *value < 0) {
        return wrong("must not be below zero");
    }
    if is_percent(charge) && values.iter().any(|ppm| *ppm > 10_000_000) {
        return wrong("is a percentage beyond all measure");
    }
    if values.iter().any(|value| *value > MAX_CONFIGURED) {
        return wrong("is an amount beyond all measure");
    }
    Ok(())
}

fn check_content(content: &ChargeType, hotel: &Hotel) -> Result<(), BoardError> {
    let wrong = |what| Err(BoardError::Charge { code: content.code.clone(), what });
    if content.code == ROOM_CHARGE || hotel.charges.iter().any(|charge| charge.code == content.code) {
        return wrong("has the code of another charge");
    }
    if content.amount < 0 {
        return wrong("must not be below zero");
    }
    if content.amount > MAX_CONFIGURED {
        return wrong("is an amount beyond all measure");
    }
    // Not by tiers of the nightly rate: what is contained costs the same whatever the room does.
    let is_tax = |code: &String| {
        let mut charges = hotel.charges.iter();
        charges.any(|charge| {
            charge.kind == ChargeKind::Tax
                && matches!(charge.amount, ChargeAmount::Percent { .. })
                && charge.code == *code
        })
    };
    if !content.taxes.iter().all(is_tax) {
        return wrong("has a tax that is no plain percentage of the hotel's");
    }
    Ok(())
}

fn check_addon(addon: &Addon, hotel: &Hotel) -> Result<(), BoardError> {
    let code = &addon.charge.code;
    let wrong = |what| Err(BoardError::Charge { code: code.clone(), what });
    if hotel.charge_types.iter().any(|content| content.code == *code)
        || hotel.addons.iter().filter(|other| other.charge.code == *code).count() > 1
    {
        return wrong("has the code of another charge");
    }
    if !(1..=MAX_QUANTITY).contains(&addon.max_quantity) {
        return wrong("has a largest number that is not from 1 to 99");
    }
    let by_night = matches!(addon.charge.per, Per::Night | Per::PersonNight);
    if by_night != (addon.day == AddonDay::EachNight) {
        return wrong("belongs to other days than it is charged for");
    }
    check_content(&addon.charge, hotel)
}
