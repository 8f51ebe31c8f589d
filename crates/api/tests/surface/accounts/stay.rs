//! A booked room as its policies say that it has to be, without a look at the server's own answers.

use domain::money::Currency;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::steps::room;

pub const HOTEL_TIME: &str = "America/New_York";

/// How a stay is sold and paid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Paid at the hotel, free until 48 hours before the check-in, then the first night.
    Flexible,
    /// The same, with the first night taken from a card when it is booked.
    Deposit,
    /// The same without a card: the hotel asks for the first night itself.
    DepositAtHotel,
    /// The same by a link.
    DepositByLink,
    /// Taken whole from a card when it is booked, and kept whole.
    Advance,
    /// The same by a link.
    AdvanceByLink,
    /// Paid with points as far as they go, else as Flexible.
    Points,
}

impl Kind {
    /// A room of it.
    pub fn body(self, suite: bool, arrival: Date, departure: Date) -> Value {
        let room_type = if suite && self != Kind::Points { "SUITE" } else { "KING" };
        let mut body = room(room_type, self.rate(), &arrival.to_string(), &departure.to_string(), 2);
        if self.rate() == "CORPORATE" {
            body["company_code"] = json!("ACME");
        }
        body
    }

    fn rate(self) -> &'static str {
        match self {
            Kind::Flexible => "FLEX",
            Kind::Deposit | Kind::DepositAtHotel | Kind::DepositByLink => "CORPORATE",
            Kind::Advance | Kind::AdvanceByLink => "ADVANCE",
            Kind::Points => "POINTS",
        }
    }

    pub fn by_card(self) -> bool {
        matches!(self, Kind::Deposit | Kind::Advance)
    }

    pub fn by_link(self) -> bool {
        matches!(self, Kind::DepositByLink | Kind::AdvanceByLink)
    }

    /// What is due when it is booked. Minor units.
    pub fn due(self, total: i64, nights: i64) -> i64 {
        match self.rate() {
            "CORPORATE" => total / nights,
            "ADVANCE" => total,
            _ => 0,
        }
    }
}

/// A booked room. Minor units.
#[derive(Debug, Clone)]
pub struct Stay {
    pub number: String,
    pub kind: Kind,
    pub booking: usize,
    pub status: String,
    pub arrival: Date,
    pub nights: i64,
    pub total: i64,
    /// Still to be paid by its link, or never.
    pub unpaid: bool,
    /// Paid and not given back.
    pub net: i64,
    /// What cancelling costs at least since a change.
    pub owed: i64,
    pub points: i64,
    pub worth: i64,
    /// Changes so far, each with a record.
    pub changes: usize,
}

impl Stay {
    pub fn new(kind: Kind, booking: usize, room: &Value) -> Stay {
        let mut stay = Stay {
            number: room["confirmation_no"].as_str().expect("a number").to_owned(),
            kind,
            booking,
            status: "HOLD".to_owned(),
            arrival: Date::MIN,
            nights: 0,
            total: 0,
            unpaid: kind.by_link(),
            net: if kind.by_card() { cents(&room["due_now"]) } else { 0 },
            owed: 0,
            points: room["total_redeemed_points"].as_i64().unwrap_or(0),
            worth: if kind == Kind::Points { cents(&room["paid_with_points"]) } else { 0 },
            changes: 0,
        };
        stay.agree(room);
        about(cents(&room["due_now"]), stay.due(), stay.nights);
        stay
    }

    /// Takes over what is agreed by now.
    pub fn agree(&mut self, room: &Value) {
        let date = |name: &str| -> Date { room[name].as_str().expect("a text").parse().expect("a date") };
        self.arrival = date("check_in_date");
        self.nights = i64::from((date("check_out_date") - date("check_in_date")).get_days());
        self.total = cents(&room["total_amount"]);
    }

    pub fn stands(&self) -> bool {
        self.status == "HOLD"
    }

    pub fn due(&self) -> i64 {
        self.kind.due(self.total, self.nights)
    }

    /// From when on cancelling costs something.
    pub fn deadline(&self) -> Timestamp {
        let check_in = self.arrival.at(15, 0, 0, 0).in_tz(HOTEL_TIME).expect("an instant").timestamp();
        check_in - SignedDuration::from_hours(48)
    }

    /// What cancelling costs.
    pub fn penalty(&self, now: Timestamp) -> i64 {
        let step = match self.kind.rate() {
            _ if self.unpaid => 0,
            "ADVANCE" => self.total,
            _ if now >= self.deadline() => self.total / self.nights,
            _ => 0,
        };
        step.max(self.owed)
    }

    /// Whether its guest cannot change it.
    pub fn is_fixed(&self, now: Timestamp, today: Date) -> bool {
        !self.stands()
            || today > self.arrival
            || self.unpaid
            || self.kind == Kind::Points
            || self.penalty(now) >= self.total
    }
}

pub fn cents(amount: &Value) -> i64 {
    let usd = Currency::of("USD").expect("a currency");
    usd.from_decimal_f64(amount.as_f64().unwrap_or_else(|| panic!("{amount} is no amount"))).expect("cents")
}

/// Nights are rounded one by one.
#[track_caller]
pub fn about(one: i64, other: i64, nights: i64) {
    assert!((one - other).abs() <= nights, "{one} is not {other}");
}
