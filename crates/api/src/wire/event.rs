//! Events as answers show them. Texts are in the asked language, amounts in the hotel's currency.

use domain::board::Board;
use domain::event::bill::{self, BillLine, EventTotals, Part, hire, units};
use domain::event::offer::{EventPackage, Space};
use domain::event::span::TimeSpan;
use domain::event::{EventBooking, EventGuarantee, SubEvent};
use domain::guest::Guest;
use domain::policy::{Moment, PenaltyStep};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Prices;
use super::booking::{letter_token, paper_address};
use crate::exchange::ConversionTerms;
use crate::letters::texts::Texts;
use crate::routes::media_address;
use crate::routes::property::{Image, image};
use crate::secret::Secret;

/// Everything that an answer about events needs.
pub struct EventView<'v> {
    /// The hotel on sale.
    pub board: &'v Board,
    /// In the guest's language.
    pub texts: Texts<'v>,
    /// With the guest's currency.
    pub prices: Prices<'v>,
}

/// A space that is free (API-57).
#[derive(Debug, Serialize, ToSchema)]
pub struct SpaceOffer {
    #[schema(example = "QUAY_HALL")]
    pub space_id: String,
    pub space_name: String,
    /// In the arrangement that seats most.
    #[schema(example = 120)]
    pub space_capacity: u16,
    pub space_description: String,
    pub size_m2: Option<u16>,
    /// Address of its picture.
    pub image: Option<String>,
    pub picture: Option<Image>,
    pub calendars: Vec<SpaceCalendar>,
    pub space_arrangements: Vec<ArrangementOffer>,
}

/// What a space costs on a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpaceCalendar {
    pub date: Date,
    pub price_plans: Vec<PricePlanOffer>,
}

/// What a space costs in a plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct PricePlanOffer {
    #[schema(example = "HOUR")]
    pub id: String,
    pub name: String,
    /// Of one unit, as the hotel asks it.
    #[schema(example = 80.0)]
    pub price: f64,
    pub description: String,
    /// The unit; null is a day.
    #[schema(example = 60)]
    pub number_of_minutes: Option<u16>,
    /// How many of them the asked time is charged as.
    #[schema(example = 3)]
    pub units: u16,
    /// What the asked time costs with every fee and tax.
    #[schema(example = 261.6)]
    pub total_amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_price: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount: Option<f64>,
}

/// How a space can be arranged.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArrangementOffer {
    #[schema(example = "THEATRE")]
    pub id: String,
    pub name: String,
    /// Address of its drawing.
    pub image: Option<String>,
    pub description: String,
    /// How many it seats.
    pub capacity: u16,
}

/// A package that can be had with a space (API-58).
#[derive(Debug, Serialize, ToSchema)]
pub struct PackageOffer {
    #[schema(example = "DAY_DELEGATE")]
    pub id: String,
    pub name: String,
    /// Address of its picture.
    pub image: Option<String>,
    pub picture: Option<Image>,
    pub package_details: Vec<PackageItem>,
    pub calendars: Vec<PackageCalendar>,
    /// How many a guest takes who says nothing else.
    pub usual_quantity: u16,
}

/// What a package is made of.
#[derive(Debug, Serialize, ToSchema)]
pub struct PackageItem {
    pub id: String,
    pub name: String,
}

/// What a package costs on a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct PackageCalendar {
    pub date: Date,
    /// Of one, as the hotel asks it.
    pub price: f64,
    /// What the quantity counts: PERSON or EVENT.
    #[schema(example = "PERSON")]
    pub price_plan_id: &'static str,
    /// What one costs with every fee and tax.
    pub total_amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_price: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount: Option<f64>,
}

/// The packages of one sub-event.
#[derive(Debug, Serialize, ToSchema)]
pub struct PackagesOfSubEvent {
    pub sub_event_id: Uuid,
    pub packages: Vec<PackageOffer>,
}

/// What an event costs (API-59). Charges are without taxes, so that the four totals add up to `total_amount`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventSummary {
    #[schema(example = "USD")]
    pub currency: String,
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    pub total_space_charges: f64,
    pub total_package_charges: f64,
    pub total_service_charges: f64,
    /// Every tax, contained or on top.
    pub total_tax: f64,
    pub total_amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total_amount: Option<f64>,
    pub lines: Vec<EventLine>,
    pub taxes: Vec<EventTax>,
    /// What giving it back costs: as it was agreed, or by the hotel's rule of now while it is not booked. Null for nothing
    /// until it begins.
    pub cancellation: Option<EventTerms>,
}

/// What giving an event back costs.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventTerms {
    /// Nothing before; hotel time with its offset. It is now where an event is booked late.
    #[schema(example = "2026-12-05T00:00:00-05:00")]
    pub free_until: String,
    /// Whether that is still to come.
    pub free: bool,
    /// From then on.
    pub penalty: f64,
}

/// One charge.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventLine {
    /// SPACE, PACKAGE or SERVICE.
    #[schema(value_type = String, example = "SPACE")]
    pub part: Part,
    pub code: String,
    pub name: String,
    pub quantity: u16,
    /// As asked, contained taxes in it.
    pub amount: f64,
    /// With the taxes on top of it.
    pub net_value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_net_value: Option<f64>,
}

/// A tax on everything together.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventTax {
    pub tax_type_id: String,
    pub name: String,
    pub amount: f64,
    /// Contained in the charges.
    pub inclusive: bool,
}

/// A chosen space.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubEventAnswer {
    pub sub_event_id: Uuid,
    pub name: Option<String>,
    /// Hotel time with its offset.
    #[schema(example = "2026-12-12T08:00:00-05:00")]
    pub from: String,
    pub to: String,
    pub number_of_persons: u16,
    pub space: SpaceName,
    pub selected_space_price_plan_id: String,
    pub space_arrangement_id: Option<String>,
    pub space_arrangement_name: Option<String>,
    pub instructions: Option<String>,
    pub remarks: Option<String>,
    pub packages: Vec<ChosenPackageAnswer>,
}

/// Which space.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpaceName {
    pub id: String,
    pub name: String,
    pub image: Option<String>,
    pub picture: Option<Image>,
}

/// A chosen package.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChosenPackageAnswer {
    pub package_id: String,
    pub name: String,
    pub quantity: u16,
    pub remarks: Option<String>,
}

/// A confirmed event (API-62).
#[derive(Debug, Serialize, ToSchema)]
pub struct EventConfirmation {
    pub confirmation_no: String,
    /// What the guest calls it.
    pub name: String,
    pub event_type: String,
    pub guest: EventGuestName,
    /// When the first part begins, in hotel time with its offset.
    pub from: String,
    pub to: String,
    pub sub_events: Vec<SubEventAnswer>,
    /// FPCC or LDB.
    pub guarantee_type: Option<String>,
    /// The company that is sent the bill.
    pub company: Option<String>,
    /// CONFIRMED, or CANCELLED once it was given back.
    #[schema(example = "CONFIRMED")]
    pub status: &'static str,
    /// As it was agreed; null for nothing until it begins.
    pub cancellation: Option<EventTerms>,
    /// What giving it back came to; nothing while it stands.
    pub penalty: f64,
    /// Belongs to the stay that it was begun for. False also where that was cancelled, or has not its days, when this was
    /// confirmed.
    pub of_stay: bool,
    /// Opens its letter, with its own secret.
    pub letter_url: String,
    pub calendar_url: String,
    #[schema(example = "USD")]
    pub currency: String,
    pub conversion: Option<ConversionTerms>,
    /// Without taxes.
    pub total_charges: f64,
    pub total_taxes: f64,
    pub grand_total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_grand_total: Option<f64>,
}

/// Who answers for an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventGuestName {
    pub first_name: String,
    pub last_name: String,
}

impl EventView<'_> {
    fn property_id(&self) -> i64 {
        self.board.hotel().property_id
    }

    fn text<'a>(&'a self, kind: &str, code: &str, field: &str, own: &'a str) -> String {
        self.texts.field(kind, code, field, own).to_owned()
    }

    fn picture(&self, kind: &str, code: &str, picture: &domain::hotel::Picture) -> Image {
        Image { alt: self.text(kind, code, "picture_alt", &picture.alt), ..image(self.property_id(), picture) }
    }

    fn moment(&self, at: jiff::Timestamp) -> String {
        Moment::new(at, self.board).rfc3339()
    }

    fn day(&self, span: &TimeSpan) -> Date {
        span.from().to_zoned(self.board.time_zone().clone()).date()
    }

    /// Name of a kind of event; its code when it is gone.
    pub fn event_type(&self, code: &str) -> String {
        let own = self.board.hotel().events.event_type(code).map_or(code, |kind| kind.name.as_str());
        self.text("EVENT_TYPE", code, "name", own)
    }

    /// A space with what it costs at a time.
    pub fn space(&self, space: &Space, span: &TimeSpan) -> SpaceOffer {
        let events = &self.board.hotel().events;
        // In the order in which the hotel lists its plans.
        let plans = events.price_plans.iter().filter_map(|plan| {
            let price = space.prices.iter().find(|price| price.plan == plan.code)?;
            Some((price, plan))
        });
        let plans = plans.map(|(price, plan)| {
            let total = EventTotals::of(&hire(self.board, space, price, plan, span)).total();
            PricePlanOffer {
                id: plan.code.clone(),
                name: self.text("SPACE_PRICE_PLAN", &plan.code, "name", &plan.name),
                price: self.prices.decimal(price.amount),
                description: self.text("SPACE_PRICE_PLAN", &plan.code, "description", &plan.description),
                number_of_minutes: plan.minutes,
                units: units(plan, span, self.board),
                total_amount: self.prices.decimal(total),
                conversion_price: self.prices.twin(price.amount),
                conversion_total_amount: self.prices.twin(total),
            }
        });
        let arrangements = events.arrangements.iter().filter_map(|arrangement| {
            let capacity = space.capacity(Some(&arrangement.code))?;
            Some(ArrangementOffer {
                id: arrangement.code.clone(),
                name: self.text("ARRANGEMENT", &arrangement.code, "name", &arrangement.name),
                image: arrangement.drawing.as_ref().map(|name| media_address(self.property_id(), name)),
                description: self.text("ARRANGEMENT", &arrangement.code, "description", &arrangement.description),
                capacity,
            })
        });
        SpaceOffer {
            space_id: space.code.clone(),
            space_name: self.text("SPACE", &space.code, "name", &space.name),
            space_capacity: space.capacity(None).unwrap_or(0),
            space_description: self.text("SPACE", &space.code, "description", &space.description),
            size_m2: space.size_m2,
            image: space.picture.as_ref().map(|picture| media_address(self.property_id(), &picture.name)),
            picture: space.picture.as_ref().map(|picture| self.picture("SPACE", &space.code, picture)),
            calendars: vec![SpaceCalendar { date: self.day(span), price_plans: plans.collect() }],
            space_arrangements: arrangements.collect(),
        }
    }

    fn package(&self, package: &EventPackage, sub: &SubEvent) -> PackageOffer {
        let items = &self.board.hotel().events.items;
        let item = |code: &String| items.iter().find(|item| item.code == *code);
        let total = EventTotals::of(&bill::package(self.board, package, 1, &sub.span)).total();
        PackageOffer {
            id: package.code.clone(),
            name: self.text("EVENT_PACKAGE", &package.code, "name", &package.name),
            image: package.picture.as_ref().map(|picture| media_address(self.property_id(), &picture.name)),
            picture: package.picture.as_ref().map(|picture| self.picture("EVENT_PACKAGE", &package.code, picture)),
            package_details: package
                .items
                .iter()
                .filter_map(item)
                .map(|item| PackageItem {
                    id: item.code.clone(),
                    name: self.text("EVENT_ITEM", &item.code, "name", &item.name),
                })
                .collect(),
            calendars: vec![PackageCalendar {
                date: self.day(&sub.span),
                price: self.prices.decimal(package.amount),
                price_plan_id: package.per.as_str(),
                total_amount: self.prices.decimal(total),
                conversion_price: self.prices.twin(package.amount),
                conversion_total_amount: self.prices.twin(total),
            }],
            usual_quantity: package.usual_quantity(sub.persons),
        }
    }

    /// The packages that can be had with each space of an event: none where the hotel has another currency by now.
    pub fn packages(&self, event: &EventBooking) -> Vec<PackagesOfSubEvent> {
        let events = &self.board.hotel().events;
        let is_sold = event.currency == self.board.currency().code;
        let of = |sub: &SubEvent| {
            let packages = events.packages_with(&sub.space, &event.event_type).filter(|_| is_sold);
            let packages = packages.map(|package| self.package(package, sub)).collect();
            PackagesOfSubEvent { sub_event_id: sub.sub_event_id, packages }
        };
        event.sub_events.iter().map(of).collect()
    }

    /// What an event costs.
    pub fn summary(&self, event: &EventBooking, now: Timestamp) -> EventSummary {
        let totals = event.totals();
        let decimal = |minor| self.prices.decimal(minor);
        let mut taxes: Vec<EventTax> = Vec::new();
        let mut sums: Vec<(&str, bool, i64)> = Vec::new();
        for tax in event.lines().flat_map(|line| &line.charge.taxes) {
            match sums.iter_mut().find(|(code, inclusive, _)| (*code, *inclusive) == (&tax.tax_type_id, tax.inclusive))
            {
                Some((_, _, sum)) => *sum += tax.amount,
                None => {
                    sums.push((&tax.tax_type_id, tax.inclusive, tax.amount));
                    let name = self.texts.charge(&tax.tax_type_id, &tax.name).to_owned();
                    let (tax_type_id, inclusive) = (tax.tax_type_id.clone(), tax.inclusive);
                    taxes.push(EventTax { tax_type_id, name, amount: 0.0, inclusive });
                }
            }
        }
        for (tax, (_, _, sum)) in taxes.iter_mut().zip(&sums) {
            tax.amount = decimal(*sum);
        }
        EventSummary {
            currency: event.currency.clone(),
            conversion: self.prices.terms(),
            total_space_charges: decimal(totals.space),
            total_package_charges: decimal(totals.package),
            total_service_charges: decimal(totals.service),
            total_tax: decimal(totals.tax),
            total_amount: decimal(totals.total()),
            conversion_total_amount: self.prices.twin(totals.total()),
            lines: event.lines().map(|line| self.line(line)).collect(),
            taxes,
            cancellation: match event.booked_at() {
                Some(_) => event.cancellation,
                None => event.terms(self.board, now),
            }
            .map(|step| self.terms(&step, now)),
        }
    }

    fn terms(&self, step: &PenaltyStep, now: Timestamp) -> EventTerms {
        EventTerms {
            free_until: step.from.rfc3339(),
            free: now < step.from.at,
            penalty: self.prices.decimal(step.amount),
        }
    }

    fn line(&self, line: &BillLine) -> EventLine {
        let charge = &line.charge;
        let (code, own) = (&charge.charge_type_code, &charge.charge_type_label);
        EventLine {
            part: line.part,
            code: code.clone(),
            name: match line.part {
                Part::Space => self.text("SPACE", code, "name", own),
                Part::Package => self.text("EVENT_PACKAGE", code, "name", own),
                Part::Service => self.text("CHARGE", code, "name", own),
            },
            quantity: charge.quantity,
            amount: self.prices.decimal(charge.amount),
            net_value: self.prices.decimal(charge.net_value),
            conversion_net_value: self.prices.twin(charge.net_value),
        }
    }

    /// A chosen space as it was agreed; an arrangement that is gone from the hotel since keeps its code.
    pub fn sub_event(&self, sub: &SubEvent) -> SubEventAnswer {
        let space = self.board.hotel().events.space(&sub.space);
        let picture = space.and_then(|space| space.picture.as_ref());
        SubEventAnswer {
            sub_event_id: sub.sub_event_id,
            name: sub.name.clone(),
            from: self.moment(sub.span.from()),
            to: self.moment(sub.span.to()),
            number_of_persons: sub.persons,
            space: SpaceName {
                id: sub.space.clone(),
                name: self.texts.space(sub).to_owned(),
                image: picture.map(|picture| media_address(self.property_id(), &picture.name)),
                picture: picture.map(|picture| self.picture("SPACE", &sub.space, picture)),
            },
            selected_space_price_plan_id: sub.price_plan.clone(),
            space_arrangement_id: sub.arrangement.clone(),
            space_arrangement_name: sub.arrangement.as_ref().map(|code| self.texts.arrangement(code)),
            instructions: sub.instructions.clone(),
            remarks: sub.remarks.clone(),
            packages: sub
                .packages
                .iter()
                .map(|chosen| ChosenPackageAnswer {
                    package_id: chosen.package.clone(),
                    name: self.texts.event_package(chosen).to_owned(),
                    quantity: chosen.quantity,
                    remarks: chosen.remarks.clone(),
                })
                .collect(),
        }
    }

    /// A confirmed event; `None` while it is open. Once its guest is forgotten, nobody answers for it.
    pub fn confirmation(
        &self,
        secret: &Secret,
        event: &EventBooking,
        of_stay: bool,
        now: Timestamp,
    ) -> Option<EventConfirmation> {
        let number = event.confirmation_no()?;
        let guest = event.contact.as_ref().map(|contact| &contact.guest);
        let named = |name: fn(&Guest) -> &String| guest.map(name).cloned().unwrap_or_default();
        let ends = event.sub_events.iter().map(|sub| sub.span.to()).max()?;
        let totals = event.totals();
        let token = letter_token(secret, event.property_id, number, guest);
        let report = |name: &str| paper_address(event.property_id, number, &token, name);
        Some(EventConfirmation {
            confirmation_no: number.to_owned(),
            name: event.contact.as_ref().map(|contact| contact.event_name.clone()).unwrap_or_default(),
            event_type: self.event_type(&event.event_type),
            guest: EventGuestName {
                first_name: named(|guest| &guest.first_name),
                last_name: named(|guest| &guest.last_name),
            },
            from: self.moment(event.from()?),
            to: self.moment(ends),
            sub_events: event.sub_events.iter().map(|sub| self.sub_event(sub)).collect(),
            guarantee_type: event.guarantee.as_ref().map(EventGuarantee::type_code).map(str::to_owned),
            company: self.texts.company_of(event).map(str::to_owned),
            status: if event.cancelled_at().is_some() { "CANCELLED" } else { "CONFIRMED" },
            cancellation: event.cancellation.as_ref().map(|step| self.terms(step, now)),
            penalty: self.prices.decimal(event.cancelled_at().map_or(0, |at| event.penalty_at(at))),
            of_stay,
            letter_url: report("confirmation-letter"),
            calendar_url: report("calendar-file"),
            currency: event.currency.clone(),
            conversion: self.prices.terms(),
            total_charges: self.prices.decimal(totals.charges()),
            total_taxes: self.prices.decimal(totals.tax),
            grand_total: self.prices.decimal(totals.total()),
            conversion_grand_total: self.prices.twin(totals.total()),
        })
    }
}
