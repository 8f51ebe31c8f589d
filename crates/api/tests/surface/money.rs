//! Prices in the guest's currency: the rates they come from, and that every place says the same to the cent.

use axum::body::Body;
use axum::http::Request;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::hotel::ADDONS;
use crate::support::steps::{Batch, at, booking, guest, king, room};
use crate::support::{HotelFiles, House};

const RATES: &str = "Date,USD,JPY,CHF,GBP,KWD,\n2026-11-30,1.1684,186.75,0.9242,0.87058,N/A,\n2026-11-27,1.1711,186.43,0.9241,0.87105,0.3607,\n";
const STAY: &str =
    "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2";

async fn with_rates(files: &HotelFiles) -> House {
    let house = House::sqlite().await;
    house.import(files).await;
    house.import_rates(RATES).await;
    house
}

fn codes(answer: &Value) -> Vec<&str> {
    let all = answer["currencies"].as_array().expect("currencies");
    all.iter().map(|currency| currency["code"].as_str().expect("a code")).collect()
}

// clause: CUR-01, CUR-05, CUR-08, HEAD-04
#[tokio::test]
async fn only_currencies_with_a_rate_are_offered() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let none = house.client.get(&at("currencies")).await.is(200).body;
    assert_eq!((none["date"].clone(), codes(&none)), (Value::Null, vec!["USD"]), "its own needs no rate");

    house.import_rates(RATES).await;
    let offered = house.client.get(&at("currencies")).await.is(200).body;
    assert_eq!((&offered["currency"], &offered["date"]), (&"USD".into(), &"2026-11-30".into()));
    assert_eq!(codes(&offered), ["CHF", "EUR", "GBP", "JPY", "USD"], "the dinar had no rate on that day");
    let franc = json!({"symbol": "CHF", "name": "Swiss Franc", "symbol_native": "CHF", "decimal_digits": 2, "rounding": 0.05,
        "code": "CHF", "name_plural": "Swiss francs"});
    assert_eq!(offered["currencies"][0], franc);
    for code in ["KWD", "AED"] {
        let refused =
            house.client.get(&at(&format!("{STAY}&conversion_currency={code}"))).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), ["conversion_currency"]);
    }
}

// clause: CUR-08
#[tokio::test]
async fn a_fixed_rate_of_the_hotel_stands_for_one_that_is_not_published() {
    let money = "currency = \"AED\"\nfixed_rates = [{ currency = \"AED\", per = \"USD\", rate = \"3.6725\" }]";
    let house = with_rates(&HotelFiles { money, ..HotelFiles::default() }).await;
    let offered = house.client.get(&at("currencies")).await.is(200).body;
    assert_eq!(codes(&offered), ["AED", "CHF", "EUR", "GBP", "JPY", "USD"]);
    let answer = house.client.get(&at(&format!("{STAY}&conversion_currency=USD"))).await.is(200).body;
    assert_eq!(answer["conversion"], json!({"currency": "USD", "rate": 0.272294, "date": "2026-11-30"}));
}

// The first of December in New York; then the house's clock goes on, and a new rate comes.
// clause: CUR-06, CUR-08
#[tokio::test]
async fn the_rate_is_the_last_one_on_or_before_the_business_day() {
    let house = with_rates(&HotelFiles::default()).await;
    house.import_rates("Date,USD\n2026-12-02,1.2\n").await;
    let path = at(&format!("{STAY}&conversion_currency=EUR"));
    let date = async |house: &House| house.client.get(&path).await.is(200).body["conversion"]["date"].clone();
    assert_eq!(date(&house).await, "2026-11-30", "tomorrow's rate is not in force");
    house.pass_minutes(24 * 60).await;
    assert_eq!(date(&house).await, "2026-12-02");
    house.pass_minutes(10 * 24 * 60).await;
    let late = house.client.get(&at("currencies")).await.is(200).body;
    assert_eq!((late["date"].clone(), codes(&late)), ("2026-12-02".into(), vec!["EUR", "USD"]));
    // On the eleventh day it is no price any more: only the hotel's own currency is offered.
    house.pass_minutes(24 * 60).await;
    let old = house.client.get(&at("currencies")).await.is(200).body;
    assert_eq!((old["date"].clone(), codes(&old)), (Value::Null, vec!["USD"]));
    assert_eq!(house.client.get(&path).await.refuses(422, "UNACCEPTABLE").fields(), ["conversion_currency"]);
    house.import_rates("Date,USD\n2026-12-11,1.2\n").await;
    assert_eq!(date(&house).await, "2026-12-11");
}

/// Every amount of an answer stands beside what it comes to; answers how many there were.
fn check_twins(value: &Value, convert: &impl Fn(f64) -> f64, path: &str) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, inner)| {
                let here = format!("{path}.{name}");
                let Some(own) = name.strip_prefix("conversion_") else { return check_twins(inner, convert, &here) };
                match (own, fields[own].as_f64()) {
                    ("total_points", _) => assert_eq!(inner, &fields[own], "{here}"),
                    (_, Some(amount)) => assert_eq!(inner.as_f64(), Some(convert(amount)), "{here} of {amount}"),
                    (_, None) => assert!(inner.is_null(), "{here}"),
                }
                1
            })
            .sum(),
        Value::Array(items) => items.iter().map(|item| check_twins(item, convert, path)).sum(),
        _ => 0,
    }
}

/// Half up to a step of so many minor units; rates as ratios of whole numbers.
fn converter(from_digits: u32, to: (u32, i128), num: i128, den: i128) -> impl Fn(f64) -> f64 {
    move |amount| {
        let minor = (amount * 10f64.powi(from_digits as i32)).round() as i128;
        let (digits, step) = to;
        let (above, below) = (minor * num * 10i128.pow(digits), den * 10i128.pow(from_digits) * step);
        let steps = (2 * above + below).div_euclid(2 * below);
        (steps * step) as f64 / 10f64.powi(digits as i32)
    }
}

// clause: CUR-04, CUR-06, PRICE-02, PRICE-04, API-12, API-15, API-26, API-30
#[tokio::test]
async fn every_amount_has_a_twin_that_is_converted_by_itself() {
    let house = with_rates(&HotelFiles::default()).await;
    let client = &house.client;
    let to_franc = converter(2, (2, 5), 9242, 11684);
    let with = |path: &str| format!("{path}{}conversion_currency=CHF", if path.contains('?') { '&' } else { '?' });
    let conversion = json!({"currency": "CHF", "rate": 0.790996, "date": "2026-11-30"});

    let offers = client.get(&at(&with(STAY))).await.is(200).body;
    assert_eq!(offers["conversion"], conversion);
    assert!(check_twins(&offers, &to_franc, "rates") > 4 * 20);
    let sold_out = "mini-rates-with-availability/v3?check_in_date=2026-12-25&check_out_date=2026-12-26";
    let nearest = client.get(&at(&with(sold_out))).await.is(200).body;
    assert!(check_twins(&nearest["nearest_stays"], &to_franc, "nearest") > 0);
    let calendar =
        client.get(&at(&with("calendar/lowest-rate-calendar?start_date=2026-12-01&end_date=2026-12-31"))).await;
    assert_eq!(calendar.is(200).body["conversion"], conversion);
    let calendar =
        client.get(&at(&with("calendar/lowest-rate-calendar?start_date=2026-12-01&end_date=2026-12-31"))).await;
    assert_eq!(check_twins(&calendar.body, &to_franc, "calendar"), 60);

    let batch = client.begin(1).await;
    let session = &batch.sessions[0];
    let mut one = king();
    let set =
        client.post(&booking(&with(&format!("new-booking/{session}/set-rate"))), &batch.secret, &one).await.is(200);
    assert_eq!(set.body["data"]["content"]["conversion"], conversion);
    let twins = check_twins(&set.body, &to_franc, "set-rate");
    assert!(twins > 20 + 6);
    let folio = client.read_session(&batch, 1, &with("calculate-folios-and-charges-and-taxes")).await.is(200).body;
    assert_eq!((&folio, &folio["conversion"]), (&set.body["data"]["content"]["profile_taxes"], &conversion));
    let read =
        client.get_with(&booking(&with(&format!("new-batch-booking/{}", batch.id))), &batch.secret).await.is(200).body;
    assert_eq!(read["selected_rooms"][0], set.body["data"]["content"]);
    one["rate_details"] = json!([{"date": "2026-12-12", "amount": 1.0}, {"date": "2026-12-13", "amount": 1.0}]);
    let changed = client.post(&booking(&with(&format!("new-booking/{session}/set-rate"))), &batch.secret, &one).await;
    assert_eq!(check_twins(&changed.refuses(409, "PRICE_CHANGED").body["quotes"][0], &to_franc, "quote"), twins);

    for path in [STAY, "calendar/lowest-rate-calendar?start_date=2026-12-01&end_date=2026-12-31"] {
        for own in ["", "&conversion_currency=USD"] {
            let plain = client.get(&at(&format!("{path}{own}"))).await.is(200).body;
            assert_eq!((check_twins(&plain, &to_franc, ""), &plain["conversion"]), (0, &Value::Null));
        }
    }
    for path in [
        "calculate-folios-and-charges-and-taxes?conversion_currency=AED",
        "calculate-folios-and-charges-and-taxes?conversion_currency=X",
    ] {
        let refused = client.read_session(&batch, 1, path).await;
        assert_eq!(
            (refused.status, refused.fields()),
            (if path.ends_with("AED") { 422 } else { 400 }, vec!["conversion_currency"])
        );
    }
}

/// Rates of one day for currencies with 0, 2 and 3 digits and for the franc.
const OF_ONE_DAY: &str = "Date,USD,JPY,CHF,KWD,\n2026-12-01,1.1684,186.75,0.9242,0.3594,\n";

/// A currency: code, digits, step, and what one euro is of it as a ratio.
type Known = (&'static str, u32, i128, (i128, i128));

const KNOWN: [Known; 5] = [
    ("USD", 2, 1, (11_684, 10_000)),
    ("JPY", 0, 1, (18_675, 100)),
    ("KWD", 3, 1, (3_594, 10_000)),
    ("CHF", 2, 5, (9_242, 10_000)),
    ("EUR", 2, 1, (1, 1)),
];

/// A stay, its party, its rate, the guest's promo code, and the currency that they look at it in.
#[derive(Debug, Clone)]
struct Wish {
    arrival: i64,
    nights: i64,
    adults: u8,
    child: Option<u8>,
    rate: &'static str,
    promo: bool,
    rooms: u8,
    to: Known,
}

impl Wish {
    fn date(&self, night: i64) -> String {
        (jiff::civil::date(2026, 12, 6) + jiff::Span::new().days(self.arrival + night)).to_string()
    }

    /// The availability call.
    fn ask(&self) -> String {
        let (from, to) = (self.date(0), self.date(self.nights));
        let mut path = format!(
            "mini-rates-with-availability/v3?check_in_date={from}&check_out_date={to}&number_of_persons={}&conversion_currency={}",
            self.adults, self.to.0
        );
        if let Some(age) = self.child {
            path += &format!("&number_of_children=1&children_ages={age}");
        }
        path + if self.promo { "&discount_id=WINTER15" } else { "" }
    }

    /// The body of set-rate.
    fn choice(&self) -> Value {
        let mut body = room("KING", self.rate, &self.date(0), &self.date(self.nights), self.adults);
        if let Some(age) = self.child {
            body["number_of_children"] = json!(1);
            body["children_ages"] = json!([age.to_string()]);
        }
        if self.promo {
            body["discount_id"] = json!("WINTER15");
        }
        body
    }
}

fn wish(own: &'static str) -> impl Strategy<Value = Wish> {
    let others: Vec<Known> = KNOWN.into_iter().filter(|known| known.0 != own).collect();
    let rates = vec![("FLEX", true), ("FLEX", false), ("ADVANCE", false)];
    let who = (1u8..3, prop::option::of(0u8..18));
    let parts = (0i64..10, 1i64..7, who, prop::sample::select(rates), 1u8..4, prop::sample::select(others));
    parts.prop_map(|(arrival, nights, (adults, child), (rate, promo), rooms, to)| Wish {
        arrival,
        nights,
        adults,
        child,
        rate,
        promo: promo && nights > 1,
        rooms,
        to,
    })
}

/// Digits of an amount as somebody reads them in a letter: `$1,234.50` is 1234.5.
fn digits(text: &str) -> f64 {
    let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    digits.parse().unwrap_or_else(|_| panic!("no amount: {text}"))
}

fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    let from = text.find(begin).unwrap_or_else(|| panic!("{begin} in {text}")) + begin.len();
    &text[from..from + text[from..].find(end).expect("an end")]
}

// Hotels, stays and currencies drawn at random, the same ones every time.
// clause: PRICE-02, PRICE-06, PRICE-08, CUR-04, CUR-06, API-17, SUMM-04, CONF-05, ADDON-13
#[tokio::test]
async fn card_breakdown_bill_addons_tax_answer_commit_and_letter_say_the_same_to_the_cent() {
    let mut dice = TestRunner::deterministic();
    let moneys = [r#"currency = "USD""#, r#"currency = "JPY""#, r#"currency = "KWD""#, r#"currency = "CHF""#];
    for (own, money) in KNOWN.into_iter().zip(moneys) {
        let house = House::sqlite().await;
        for _ in 0..3 {
            let hotel = (50u32..999, prop::sample::select(vec!["9", "7.35", "12.5"])).new_tree(&mut dice);
            let (king_price, lodging_tax) = hotel.expect("a hotel").current();
            let suite_price = "400";
            let files = HotelFiles {
                king_price,
                suite_price,
                lodging_tax,
                kings: 60,
                guarantee_required: false,
                takes_codes: true,
                addons: ADDONS,
                money,
                ..HotelFiles::default()
            };
            house.import(&files).await;
            house.import_rates(OF_ONE_DAY).await;
            for _ in 0..4 {
                let wish = wish(own.0).new_tree(&mut dice).expect("a wish").current();
                check_places(&house, &wish, own).await;
            }
        }
    }
}

/// What the guest sees on the card, in the breakdown, in the bill, with add-ons in it, in the tax answer, at the commit and in the letter.
async fn check_places(house: &House, wish: &Wish, own: Known) {
    let client = &house.client;
    let (to, to_digits, to_step, to_euro) = wish.to;
    let convert = converter(own.1, (to_digits, to_step), to_euro.0 * own.3.1, to_euro.1 * own.3.0);
    let scale = 10f64.powi(own.1 as i32);
    let amount = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("no amount: {value}"));
    let sum = |amounts: &mut dyn Iterator<Item = &Value>| (amounts.map(amount).sum::<f64>() * scale).round() / scale;
    let offers = client.get(&at(&wish.ask())).await.is(200).body;
    assert!(check_twins(&offers, &convert, "offers") > 0);
    let king = offers["rate_details"].as_array().expect("rooms").iter().find(|room| room["room_type_id"] == "KING");
    let rates = king.expect("a King")["rate_codes"].as_array().expect("rates");
    let card = rates.iter().find(|rate| rate["code"] == wish.rate).expect("the rate");
    let summary = &card["price_summary"];
    let total = amount(&summary["total_amount_after_tax_and_fee"]);
    let twin = amount(&summary["conversion_total_amount_after_tax_and_fee"]);
    assert_eq!(twin, convert(total), "{wish:?}");
    let lowered = amount(&summary["total_amount"]) > amount(&summary["total_amount_after_discount"]);
    assert_eq!(lowered, wish.promo, "{wish:?}");
    let lines = ["total_amount_after_discount", "total_exclusive_tax_amount", "total_fee_amount"];
    assert_eq!(sum(&mut lines.iter().map(|name| &summary[*name])), total, "{wish:?}");

    let told = check_breakdown(house, wish, card, (total, twin), &convert).await;

    // The bill, for one room and for all.
    let batch = client.begin(1).await;
    let session = &batch.sessions[0];
    let set_path = booking(&format!("new-booking/{session}/set-rate?conversion_currency={to}"));
    let mut body = wish.choice();
    let bill = client.post(&set_path, &batch.secret, &body).await.is(200).body["data"]["content"].clone();
    // What was asked before is told with the offer alone.
    for (field, value) in
        summary.as_object().expect("totals").iter().filter(|(field, _)| !field.ends_with("strike_price"))
    {
        assert_eq!(bill["price_summary"][field].as_f64(), value.as_f64(), "{field} of {wish:?}");
    }
    let taxes = format!("calculate-folios-and-charges-and-taxes?conversion_currency={to}");
    let taxes = client.read_session(&batch, 1, &taxes).await.is(200).body;
    for folio in [&bill["profile_taxes"], &taxes] {
        assert_eq!((amount(&folio["estimated_total"]), amount(&folio["conversion_estimated_total"])), (total, twin));
        let charges = folio["charges"].as_array().expect("charges");
        assert_eq!(sum(&mut charges.iter().map(|charge| &charge["net_value"])), total, "{wish:?}");
    }
    body["number_of_rooms"] = json!(wish.rooms);
    let bill = client.post(&set_path, &batch.secret, &body).await.is(200).body["data"]["content"].clone();
    let whole = amount(&bill["profile_taxes"]["estimated_total"]);
    assert_eq!(whole, (total * f64::from(wish.rooms) * scale).round() / scale);
    let twins = (twin * f64::from(wish.rooms) * 10f64.powi(to_digits as i32)).round() / 10f64.powi(to_digits as i32);
    assert_eq!(
        amount(&bill["profile_taxes"]["conversion_estimated_total"]),
        twins,
        "as many times the price on the card"
    );
    // What is parted on the page is parted alike, whichever of the two answers it comes from.
    let billed = bill["profile_taxes"]["charges"].as_array().expect("charges").iter();
    let billed = billed.map(|charge| Line::of(charge, &charge["date"], "charge_type_code")).collect::<Vec<_>>();
    assert_eq!(billed, told.iter().map(|line| line.times(wish.rooms)).collect::<Vec<_>>(), "{wish:?}");
    let added = add(house, &batch, wish, (own.1, &convert)).await;
    let whole = ((whole + added) * scale).round() / scale;
    let taxes = format!("calculate-folios-and-charges-and-taxes?conversion_currency={to}");
    let taxes = client.read_session(&batch, 1, &taxes).await.is(200).body;
    assert_eq!(amount(&taxes["estimated_total"]), whole, "{wish:?}");
    assert_eq!(
        sum(&mut taxes["charges"].as_array().expect("charges").iter().map(|charge| &charge["net_value"])),
        whole
    );
    let total = (whole / f64::from(wish.rooms) * scale).round() / scale;
    let twin = convert(total);
    let twins = (twin * f64::from(wish.rooms) * 10f64.powi(to_digits as i32)).round() / 10f64.powi(to_digits as i32);
    assert_eq!(amount(&taxes["conversion_estimated_total"]), twins, "{wish:?}");
    check_letters(house, &batch, wish, (total, twin, whole)).await;
}

/// Adds what there is; answers what it costs by its cards.
async fn add(house: &House, batch: &Batch, wish: &Wish, (digits, convert): (u32, &impl Fn(f64) -> f64)) -> f64 {
    let client = &house.client;
    let (session, to) = (&batch.sessions[0], wish.to.0);
    let path = at(&format!("charge-types/applicable/v2?session_id={session}&conversion_currency={to}"));
    let groups = client.get_with(&path, &batch.secret).await.is(200).body;
    let cards =
        groups.as_array().expect("groups").iter().flat_map(|group| group["charge_types"].as_array().expect("cards"));
    let scale = 10f64.powi(digits as i32);
    let rooms = f64::from(wish.rooms);
    let (mut entries, mut sum, mut lines) = (Vec::new(), 0.0, Vec::new());
    for card in cards {
        let quantity = card["max_quantity"].as_u64().expect("a number").min(2);
        // Of what is limited there may be too few for all rooms.
        if card["charges"]
            .as_array()
            .expect("days")
            .iter()
            .any(|day| day["left"].as_u64().is_some_and(|left| left < quantity))
        {
            continue;
        }
        for day in card["charges"].as_array().expect("days") {
            let date = if card["recurring"] == true { Value::Null } else { day["date"].clone() };
            entries.push(json!({"charge_type_id": card["id"], "quantity": quantity, "date": date}));
            let [own, twin] = ["net_value", "conversion_net_value"].map(|name| day[name].as_f64().expect("an amount"));
            let one = (own / rooms * scale).round() / scale;
            assert!((twin - convert(one) * rooms).abs() < 1e-6, "{wish:?}: {day}");
            sum += own * quantity as f64;
            lines.push((card["id"].clone(), day["date"].clone(), own * quantity as f64, twin * quantity as f64));
        }
    }
    assert!(!entries.is_empty(), "{groups}");
    let path = booking(&format!("new-booking/{session}/include-addon?conversion_currency={to}"));
    let body = json!({"reservation_addons": entries});
    let room = client.post(&path, &batch.secret, &body).await.is(200).body["data"]["content"].clone();
    // Each line of the bill, and what was added by name, is the price on its card that many times.
    for (id, date, own, twin) in lines {
        let of = |list: &Value, id_field: &str, day_field: &str| {
            let list = list.as_array().expect("a list").clone();
            let fits = |line: &Value| line[id_field] == id && (line[day_field] == date || line[day_field].is_null());
            list.into_iter().find(fits).unwrap_or_else(|| panic!("{id} of {date} in {room}"))
        };
        let line = of(&room["profile_taxes"]["charges"], "charge_type_id", "date");
        let chosen = of(&room["chosen_addons"], "charge_type_id", "date");
        for (told, expected) in [
            (&line["net_value"], own),
            (&chosen["amount"], own),
            (&line["conversion_net_value"], twin),
            (&chosen["conversion_amount"], twin),
        ] {
            assert!((told.as_f64().expect("an amount") - expected).abs() < 1e-6, "{wish:?}: {id} of {date}");
        }
    }
    sum
}

/// A line that the page takes a price apart into: day, code, and the converted amounts of the charge and each tax in it.
#[derive(Debug, PartialEq)]
struct Line(String, String, Vec<i64>);

impl Line {
    fn of(entry: &Value, date: &Value, code: &str) -> Line {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        // In thousandths, which every currency has whole.
        let whole = |value: &Value| (value.as_f64().expect("an amount") * 1_000.0).round() as i64;
        let taxes = entry["taxes"].as_array().expect("taxes").iter().map(|tax| whole(&tax["conversion_amount"]));
        let amounts = std::iter::once(whole(&entry["conversion_net_value"])).chain(taxes);
        Line(text(date), text(&entry[code]), amounts.collect())
    }

    fn times(&self, rooms: u8) -> Line {
        let amounts = self.2.iter().map(|amount| amount * i64::from(rooms));
        Line(self.0.clone(), self.1.clone(), amounts.collect())
    }
}

/// Answers the lines that it has.
async fn check_breakdown(
    house: &House,
    wish: &Wish,
    card: &Value,
    (total, twin): (f64, f64),
    convert: &impl Fn(f64) -> f64,
) -> Vec<Line> {
    let nights = card["price_details"].as_array().expect("nights");
    let rates: Vec<Value> = nights
        .iter()
        .map(|night| json!({"date": format!("{}T00:00:00Z", night["date"].as_str().expect("a date")), "amount": night["amount"]}))
        .collect();
    let ages: Vec<String> = wish.child.iter().map(u8::to_string).collect();
    let question = json!({"rate_code_id": wish.rate, "number_of_persons": wish.adults, "number_of_children": ages.len(),
        "children_ages": ages, "rates": rates});
    let path = at(&format!("package-rates/{}/breakdown?conversion_currency={}", wish.rate, wish.to.0));
    let answer = house.client.post(&path, "", &question).await.is(200).body;
    assert!(check_twins(&answer, convert, "breakdown") > 0);
    let data = &answer["data"];
    assert_eq!(data["estimated_total"].as_f64(), Some(total), "{wish:?}");
    assert_eq!(data["conversion_estimated_total"].as_f64(), Some(twin), "{wish:?}");
    // What is contained in an entry is not added to it once more.
    let on_top = |entry: &Value| {
        let taxes = entry["taxes"].as_array().expect("taxes").iter().filter(|tax| tax["inclusive"] == false);
        taxes.map(|tax| tax["amount"].as_f64().expect("an amount")).sum::<f64>()
    };
    let mut all = 0.0;
    for (night, priced) in data["rates"].as_array().expect("nights").iter().zip(nights) {
        let entries = night["breakdown"].as_array().expect("entries");
        assert_eq!(night["date"], priced["date"], "{wish:?}");
        assert_eq!(entries[0]["amount"].as_f64(), priced["amount"].as_f64(), "{wish:?}");
        let sum: f64 = entries.iter().map(|entry| entry["amount"].as_f64().expect("an amount") + on_top(entry)).sum();
        let total = night["total"].as_f64().expect("an amount");
        assert!((sum - total).abs() < 1e-6, "{wish:?}: {night}");
        all += total;
    }
    assert!((all - total).abs() < 1e-6, "{wish:?}");
    let taxes: f64 = data["rates"].as_array().expect("nights").iter().map(taxes_of).sum();
    assert!((taxes - data["total_taxes"].as_f64().expect("an amount")).abs() < 1e-6, "{wish:?}: {data}");
    let nights = data["rates"].as_array().expect("nights").iter();
    let entries = |night: &'_ Value| night["breakdown"].as_array().expect("entries").clone();
    nights.flat_map(|night| entries(night).into_iter().map(|entry| Line::of(&entry, &night["date"], "code"))).collect()
}

/// Every tax of a night, contained or on top.
fn taxes_of(night: &Value) -> f64 {
    let entries = night["breakdown"].as_array().expect("entries").iter();
    let taxes = entries.flat_map(|entry| entry["taxes"].as_array().expect("taxes"));
    taxes.map(|tax| tax["amount"].as_f64().expect("an amount")).sum()
}

async fn check_letters(house: &House, batch: &Batch, wish: &Wish, (total, twin, whole): (f64, f64, f64)) {
    let client = &house.client;
    client.add_guest(batch, &guest()).await.is(200);
    let order =
        json!({"sessions": [{"session_id": batch.sessions[0]}], "transportations": [], "expected_total": whole});
    let booked = client.commit(batch, &order).await.is(200).body;
    assert_eq!(booked.as_array().map(Vec::len), Some(usize::from(wish.rooms)));
    for room in booked.as_array().expect("rooms") {
        assert_eq!(room["total_amount"].as_f64(), Some(total));
        let path = room["letter_url"].as_str().expect("an address");
        let request =
            Request::get(format!("{path}&language=en_US&currency={}", wish.to.0)).header("accept", "text/html");
        let letter = client.send(request.body(Body::empty()).expect("a request")).await.is(200).text;
        assert_eq!(digits(between(between(&letter, "<tr class=\"total\">", "</tr>"), "<td>", "</td>")), total);
        assert_eq!(digits(between(&letter, "About ", " at the European")), twin, "{wish:?}");
    }
}

// clause: API-17, PRICE-06
#[tokio::test]
async fn a_breakdown_names_every_tax_and_fee() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let question = json!({"rate_code_id": "FLEX", "number_of_persons": 2, "number_of_children": 1, "children_ages": ["7"],
        "rates": [{"date": "2026-12-12T00:00:00Z", "amount": 220.0}, {"date": "2026-12-13T00:00:00Z", "amount": 200.0}]});
    let post = async |path: &str, body: &Value| house.client.post(&at(path), "", body).await;
    let answer = post("package-rates/FLEX/breakdown", &question).await.is(200).body;
    let first = json!({"date": "2026-12-12", "total": 252.49, "breakdown": [
        {"code": "ROOM", "name": "Room", "amount": 220.0, "net_value": 239.41, "taxes": [
            {"tax_type_id": "QUAY_TAX", "name": "Quay tax", "amount": 4.31, "inclusive": true},
            {"tax_type_id": "LODGING_TAX", "name": "State lodging tax", "amount": 19.41, "inclusive": false}]},
        {"code": "HARBOR_FEE", "name": "Harbor fee", "amount": 12.0, "net_value": 13.08, "taxes": [
            {"tax_type_id": "LODGING_TAX", "name": "State lodging tax", "amount": 1.08, "inclusive": false}]}]});
    assert_eq!(answer["data"]["rates"][0], first);
    let arabic = post("package-rates/FLEX/breakdown?language_code=ar_AE", &question).await.is(200).body;
    let name = |at: usize| arabic["data"]["rates"][0]["breakdown"][at]["name"].as_str().expect("a name").to_owned();
    assert_eq!((name(0), name(1)), ("الغرفة".to_owned(), "Harbor fee".to_owned()));

    let wrong = [
        ("rate_code_id", json!("ADVANCE"), "rate_code_id"),
        ("number_of_persons", json!(0), "number_of_persons"),
        ("children_ages", json!(["x"]), "children_ages[0]"),
        ("rates", json!([]), "rates"),
        ("rates", json!([{"date": "2026-12-12", "amount": -1}]), "rates[0].amount"),
        ("rates", json!([{"date": "2026-12-12", "amount": 1.001}]), "rates[0].amount"),
        ("rates", json!([{"date": "2026-12-12", "amount": 1}, {"date": "2026-12-14", "amount": 1}]), "rates[1].date"),
        ("rates", json!([{"date": "yesterday", "amount": 1}]), "rates[0].date"),
        ("rates", json!("all"), "rates"),
    ];
    for (field, value, named) in wrong {
        let mut body = question.clone();
        body[field] = value;
        let refused = post("package-rates/FLEX/breakdown", &body).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), [named], "{body}");
    }
}
