//! The letter of an activity or an event: what was booked and when, what it costs, until when it can be given back.

use domain::activity::ActivityBooking;
use domain::activity::price::Part;
use domain::board::Board;
use domain::event::bill::Part as EventPart;
use domain::event::{EventBooking, SubEvent};
use domain::folio::{FolioCharge, FolioTax};
use domain::money::Currency;
use jiff::Timestamp;
use jiff::civil::DateTime;
use letter::{Bill, BillLine, Cancellation, Direction, Fact, Letter, Numerals, Paper, Room};
use store::refunds::Refund;

use super::texts::Texts;
use super::words::Words;
use super::{US_PAPER, change, footer, sender};
use crate::extras::Extra;
use crate::extras::giving_back::Cost;
use crate::refunds;

/// One letter at work.
struct Writing<'a> {
    board: &'a Board,
    texts: Texts<'a>,
    words: Words,
    extra: &'a Extra,
    /// Whether no card has taken what went back: the hotel gives it another way.
    is_lost: bool,
    currency: &'static Currency,
}

/// The letter in a language that the hotel offers: the asked one, or its first. `refund` is what went back of it, `written`
/// the guest's own clock.
pub fn compose(
    board: &Board,
    (extra, refund): (&Extra, Option<&Refund>),
    logo_svg: Option<String>,
    (now, written): (Timestamp, DateTime),
    asked_language: Option<&str>,
) -> Letter {
    let hotel = board.hotel();
    let texts = Texts::new(hotel, asked_language);
    let words = Words::of_language(texts.language());
    let (is_lost, currency) = (refund.is_some_and(refunds::is_lost), extra.currency(board.currency()));
    let writing = Writing { board, texts, words, extra, is_lost, currency };
    let Writing { texts, words, .. } = &writing;
    let say = |key: &str| words.say(key, &[]);
    let stands = extra.cancelled_at().is_none();
    // What has begun is given back by nobody, and its guest is not awaited any more.
    let to_come = stands && now < extra.starts_at();
    // What cannot be given back any more is the house's to change.
    let online = match Cost::of(extra, now).allowed {
        true => ("lbl_view_booking", "lbl_letter_extra_online"),
        false => ("lbl_change_or_cancel", "lbl_letter_change_call"),
    };
    let name = words.typed(&extra.told().guest.map(domain::guest::Guest::full_name).unwrap_or_default());
    Letter {
        language: words.tag().to_owned(),
        direction: if words.right_to_left() { Direction::Rtl } else { Direction::Ltr },
        paper: if US_PAPER.contains(&hotel.country.as_str()) { Paper::UsLetter } else { Paper::A4 },
        accent: hotel.website_config.booking_color_id.clone(),
        hotel: sender(words, texts, logo_svg),
        title: say(match (extra, stands) {
            (Extra::Activity(_), true) => "lbl_letter_activity_title",
            (Extra::Activity(_), false) => "lbl_letter_activity_cancelled",
            (Extra::Event(_), true) => "lbl_letter_event_title",
            (Extra::Event(_), false) => "lbl_letter_event_cancelled",
        }),
        greeting: words.say("lbl_letter_dear", &[("name", &name)]),
        opening: match extra.cancelled_at() {
            Some(at) => words.say("lbl_letter_extra_cancelled_on", &[("date", &writing.long_day(at))]),
            None => say("lbl_letter_extra_opening"),
        },
        number: Fact {
            label: say("lbl_letter_number"),
            value: extra.confirmation_no().to_owned(),
            note: String::new(),
        },
        stay: writing.facts(),
        rooms: writing.parts(),
        bill: writing.bill(),
        cancellation: to_come.then(|| writing.cancellation(now)),
        policies: Vec::new(),
        change: to_come.then(|| change(words, texts, online, "")),
        closing: if to_come { say("lbl_letter_closing") } else { String::new() },
        footer: footer(words, texts, written),
        page_of: say("lbl_letter_page"),
        numerals: if words.arabic_indic_digits() { Numerals::ArabicIndic } else { Numerals::Latin },
    }
}

impl Writing<'_> {
    fn local(&self, at: Timestamp) -> DateTime {
        self.board.time_zone().to_datetime(at)
    }

    fn long_day(&self, at: Timestamp) -> String {
        self.words.long_day(self.local(at).date())
    }

    /// `09:30 AM to 11:00 AM`, by the hotel's clocks.
    fn hours(&self, from: Timestamp, to: Timestamp) -> String {
        let time = |at| self.words.time(self.local(at).time());
        self.words.say("lbl_time_from_to", &[("from", &time(from)), ("to", &time(to))])
    }

    fn money(&self, minor: i64) -> String {
        self.words.money(minor, self.currency)
    }

    fn people(&self, adults: u16, children: u16) -> String {
        let adults = self.words.count("lbl_adults_count", adults.into(), &[]);
        if children == 0 {
            return adults;
        }
        let children = self.words.count("lbl_children_count", children.into(), &[]);
        self.words.say("lbl_and", &[("first", &adults), ("second", &children)])
    }

    /// When the first of it begins, and who comes.
    fn facts(&self) -> Vec<Fact> {
        let (from, ends) = (self.extra.starts_at(), self.extra.ends_at());
        let fact = |label: &str, value: String, note: String| Fact { label: self.words.say(label, &[]), value, note };
        let day = self.words.day(self.local(from).date());
        match self.extra {
            Extra::Activity(booking) => {
                let party = booking.agreed.party;
                vec![
                    fact("lbl_activity_date", day, self.hours(from, ends)),
                    fact("lbl_letter_guests", self.people(party.adults(), party.children()), String::new()),
                ]
            }
            Extra::Event(event) => {
                let first = event.sub_events.iter().min_by_key(|sub| sub.span.from());
                let hours = first.map(|sub| self.hours(sub.span.from(), sub.span.to())).unwrap_or_default();
                let named = event.contact.as_ref().map(|contact| contact.event_name.clone()).unwrap_or_default();
                vec![
                    fact("lbl_event_date", day, hours),
                    fact("lbl_event_name", self.words.typed(&named), String::new()),
                ]
            }
        }
    }

    /// What was booked.
    fn parts(&self) -> Vec<Room> {
        let room = |name: String, details: Vec<String>| Room { name, details, ..Room::default() };
        match self.extra {
            Extra::Activity(booking) => {
                let agreed = &booking.agreed;
                let name = self.texts.field("ACTIVITY", &agreed.instance.code, "name", &agreed.name);
                vec![room(self.words.isolated(name), vec![self.hours(agreed.starts_at, agreed.ends_at)])]
            }
            Extra::Event(event) => {
                let part = |sub: &SubEvent| room(self.words.isolated(self.texts.space(sub)), self.details(sub));
                event.sub_events.iter().map(part).collect()
            }
        }
    }

    fn details(&self, sub: &SubEvent) -> Vec<String> {
        let arrangement = sub.arrangement.as_ref().map(|code| self.words.isolated(&self.texts.arrangement(code)));
        let packages = sub
            .packages
            .iter()
            .map(|chosen| self.times(chosen.quantity, &self.words.isolated(self.texts.event_package(chosen))));
        let when = [self.words.day(self.local(sub.span.from()).date()), self.hours(sub.span.from(), sub.span.to())];
        let people = self.words.count("lbl_event_people", sub.persons.into(), &[]);
        when.into_iter().chain([people]).chain(arrangement).chain(packages).collect()
    }

    fn times(&self, count: u16, what: &str) -> String {
        let count = self.words.number(count.into());
        self.words.say("lbl_quantity_of", &[("count", &count), ("what", what)])
    }

    fn bill(&self) -> Bill {
        let line = |label: String, minor: i64| BillLine { label, amount: self.money(minor) };
        let say = |key: &str| self.words.say(key, &[]);
        let (lines, due): (Vec<(String, i64)>, BillLine) = match self.extra {
            Extra::Activity(booking) => {
                let owed = self.extra.total() - self.extra.paid();
                (self.lines_of_activity(booking), line(say("lbl_letter_due_at_hotel"), owed))
            }
            Extra::Event(event) => (self.lines_of_event(event), self.due_of_event(event)),
        };
        let paid = (self.extra.paid() > 0).then(|| line(say("lbl_paid"), self.extra.paid()));
        let owes = self.extra.total() > self.extra.paid();
        Bill {
            heading: say("lbl_letter_bill"),
            lines: lines.into_iter().map(|(label, minor)| line(label, minor)).collect(),
            total: line(say("lbl_grand_total"), self.extra.total()),
            notes: self.contained().into_iter().chain(self.given_back()).collect(),
            dues: match self.extra.cancelled_at() {
                Some(at) => {
                    let lost = Some(Cost::of(self.extra, at).refund).filter(|_| self.is_lost);
                    lost.map(|minor| line(say("lbl_letter_back_another_way"), minor)).into_iter().collect()
                }
                None => paid.into_iter().chain(Some(due).filter(|_| owes)).collect(),
            },
        }
    }

    /// The taxes that are in the lines, each by its name: of an event all, of an activity those that are not lines
    /// themselves.
    fn contained(&self) -> Vec<String> {
        let in_lines = |tax: &FolioTax| tax.inclusive || matches!(self.extra, Extra::Event(_));
        let note = |(tax, minor): (&str, i64)| {
            self.words
                .say("lbl_letter_contained", &[("tax", &self.words.isolated(tax)), ("amount", &self.money(minor))])
        };
        self.taxes(in_lines).into_iter().map(note).collect()
    }

    /// Those of the taxes over all charges, by name.
    fn taxes(&self, those: impl Fn(&FolioTax) -> bool) -> Vec<(&str, i64)> {
        let mut taxes: Vec<(&str, &str, i64)> = Vec::new();
        for tax in self.extra.charges().flat_map(|charge| &charge.taxes).filter(|tax| those(tax)) {
            match taxes.iter_mut().find(|(code, ..)| *code == tax.tax_type_id) {
                Some((.., sum)) => *sum += tax.amount,
                None => taxes.push((&tax.tax_type_id, &tax.name, tax.amount)),
            }
        }
        let some = taxes.into_iter().filter(|(.., sum)| *sum > 0);
        some.map(|(code, name, sum)| (self.texts.charge(code, name), sum)).collect()
    }

    /// What giving it back came to.
    fn given_back(&self) -> Vec<String> {
        let Some(at) = self.extra.cancelled_at() else { return Vec::new() };
        let Cost { penalty, refund, .. } = Cost::of(self.extra, at);
        let note = |key: &str, minor: i64| (minor > 0).then(|| self.words.say(key, &[("amount", &self.money(minor))]));
        let costs = (penalty > 0).then(|| self.cost("lbl_letter_extra_penalty", "lbl_extra_costed_by", penalty));
        let refund = if self.is_lost { 0 } else { refund };
        note("lbl_comes_back", refund).into_iter().chain(costs).collect()
    }

    /// What giving it back costs, in the sentence of a guest who pays it, or in that of the company that does.
    fn cost(&self, of_guest: &str, of_company: &str, minor: i64) -> String {
        let amount = self.money(minor);
        let company = match self.extra {
            Extra::Event(event) => self.texts.company_of(event),
            Extra::Activity(_) => None,
        };
        match company {
            Some(company) => {
                self.words.say(of_company, &[("amount", &amount), ("company", &self.words.isolated(company))])
            }
            None => self.words.say(of_guest, &[("amount", &amount)]),
        }
    }

    /// The base, people beyond it, fees and taxes on top: together what is paid.
    fn lines_of_activity(&self, booking: &ActivityBooking) -> Vec<(String, i64)> {
        let (words, agreed) = (&self.words, &booking.agreed);
        let totals = agreed.totals();
        let (adults, children) = (agreed.beyond(Part::Adults), agreed.beyond(Part::Children));
        let included = agreed.included(self.board.hotel());
        let base = words.say("lbl_base_price_for", &[("people", &self.people(included.0, included.1))]);
        let fees = agreed.lines.iter().filter(|line| line.part == Part::Fee);
        let fees = self.fees(fees.map(|line| (&line.charge, line.charge.amount)));
        [(base, totals.base)]
            .into_iter()
            .chain((adults > 0).then(|| (words.count("lbl_more_adults", adults.into(), &[]), totals.adults)))
            .chain((children > 0).then(|| (words.count("lbl_more_children", children.into(), &[]), totals.children)))
            .chain(fees)
            .chain(self.taxes(|tax| !tax.inclusive).into_iter().map(|(name, minor)| (words.isolated(name), minor)))
            .collect()
    }

    /// Each fee once, whatever it is taken on, with what its charges come to.
    fn fees<'c>(&self, charges: impl Iterator<Item = (&'c FolioCharge, i64)>) -> Vec<(String, i64)> {
        let mut fees: Vec<(String, i64)> = Vec::new();
        for (charge, minor) in charges {
            let name = self.texts.charge(&charge.charge_type_code, &charge.charge_type_label);
            let name = self.words.isolated(name);
            match fees.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += minor,
                None => fees.push((name, minor)),
            }
        }
        fees
    }

    /// What was booked, then the fees on it, each with its taxes.
    fn lines_of_event(&self, event: &EventBooking) -> Vec<(String, i64)> {
        let line = |line: &domain::event::bill::BillLine| {
            let charge = &line.charge;
            let (code, own) = (&charge.charge_type_code, &charge.charge_type_label);
            let name = |kind: &str| self.words.isolated(self.texts.field(kind, code, "name", own));
            let label = match line.part {
                EventPart::Space => name("SPACE"),
                EventPart::Package if charge.quantity > 1 => self.times(charge.quantity, &name("EVENT_PACKAGE")),
                EventPart::Package => name("EVENT_PACKAGE"),
                EventPart::Service => return None,
            };
            Some((label, charge.net_value))
        };
        let services = event.lines().filter(|line| line.part == EventPart::Service);
        let fees = self.fees(services.map(|line| (&line.charge, line.charge.net_value)));
        event.lines().filter_map(line).chain(fees).collect()
    }

    /// A company is sent the bill; whoever else booked pays at the hotel.
    fn due_of_event(&self, event: &EventBooking) -> BillLine {
        let label = match self.texts.company_of(event) {
            Some(company) => self.words.say("lbl_paid_by_company", &[("company", &self.words.isolated(company))]),
            None => self.words.say("lbl_letter_due_at_hotel", &[]),
        };
        BillLine { label, amount: self.money(self.extra.total()) }
    }

    /// Until when it can be given back for nothing, and what comes after, as it stands now.
    fn cancellation(&self, now: Timestamp) -> Cancellation {
        let (booked, begins) = (self.extra.booked_at(), self.extra.starts_at());
        // The clock of the server that booked it may be ahead.
        let cost = Cost::of(self.extra, now.max(booked));
        let words = &self.words;
        // Once its free time is over, an event costs until it begins, and an activity stands.
        if cost.free_until <= now.max(booked) {
            let (sentence, after) = match cost.later.filter(|_| cost.allowed) {
                Some(later) => (
                    words.say("lbl_letter_extra_not_free", &[]),
                    self.cost("lbl_letter_extra_costs", "lbl_letter_extra_costs_by", later),
                ),
                None => (words.say("lbl_letter_extra_too_late", &[]), String::new()),
            };
            return Cancellation { sentence, after, free_share: 0.0 };
        }
        let until = words.moment(self.local(cost.free_until), self.local(begins).year());
        let seconds = |from: Timestamp, to: Timestamp| (to.as_second() - from.as_second()).max(0) as f32;
        let whole = seconds(booked, begins);
        Cancellation {
            sentence: words.say("lbl_letter_free_until", &[("until", &until)]),
            after: match cost.later {
                Some(later) => self.cost("lbl_letter_extra_after", "lbl_letter_extra_after_by", later),
                None if cost.free_until < begins => words.say("lbl_extra_no_more", &[]),
                None => String::new(),
            },
            free_share: if whole > 0.0 { (seconds(booked, cost.free_until) / whole).clamp(0.0, 1.0) } else { 0.0 },
        }
    }
}
