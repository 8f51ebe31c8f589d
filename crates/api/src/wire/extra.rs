//! An activity or an event that was booked, as its guest finds it again.

use domain::activity::ActivityBooking;
use domain::event::SubEvent;
use domain::policy::Moment;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::boards::Property;
use crate::error::Answer;
use crate::extras::Extra;
use crate::extras::giving_back::{Cost, refund_of};
use crate::letters::texts::Texts;
use crate::refunds::status_of;
use crate::routes::manage::token_of_papers;
use crate::routes::property::{Image, image};
use crate::wire::booking::paper_address;

/// An activity or an event. Texts are in the asked language, amounts in the hotel's currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundExtra {
    #[schema(example = "7Q2M4KX9A1T")]
    pub conf_num: String,
    /// Opens it for half an hour; sent to `cancel-extra` as `request_id`.
    pub request_token: String,
    pub extra: ExtraDetails,
}

/// What was agreed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtraDetails {
    /// ACTIVITY or EVENT.
    #[schema(example = "ACTIVITY")]
    pub kind: &'static str,
    /// CONFIRMED or CANCELLED.
    #[schema(example = "CONFIRMED")]
    pub status: &'static str,
    /// Of the activity; of an event what its guest calls it.
    pub name: String,
    /// Hotel time with its offset.
    #[schema(example = "2026-12-12T09:00:00-05:00")]
    pub from: String,
    pub to: String,
    pub parts: Vec<ExtraPart>,
    pub first_name: String,
    pub last_name: String,
    /// Where its mails go.
    pub email: Option<String>,
    pub booked_at: String,
    pub cancelled_at: Option<String>,
    #[schema(example = "USD")]
    pub currency: String,
    pub total: f64,
    /// Taken from the card.
    pub paid: f64,
    /// Also when a company is sent the bill.
    pub due_at_hotel: f64,
    /// The company that is sent the bill.
    pub company: Option<String>,
    pub cancellation: ExtraCancellation,
    /// Opens the letter, with its own secret.
    pub letter_url: String,
    pub calendar_url: String,
}

/// One part of it: an activity has one, an event one for each space.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtraPart {
    /// Of the activity or the space.
    pub name: String,
    pub picture: Option<Image>,
    pub from: String,
    pub to: String,
    /// Of an activity; for an event everybody.
    pub adults: u16,
    pub children: u16,
    /// How the space is set.
    pub arrangement: Option<String>,
    pub packages: Vec<ExtraPackage>,
}

/// So many of a package.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtraPackage {
    pub name: String,
    pub quantity: u16,
}

/// What giving it back comes to; once it was given back, what it came to.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtraCancellation {
    pub allowed: bool,
    /// Costs nothing before; hotel time with its offset.
    pub free_until: String,
    /// Whether that is still so.
    pub free: bool,
    /// What it costs from then on until it begins; null where it cannot be given back any more.
    pub later_penalty: Option<f64>,
    /// What the hotel asks for.
    pub penalty: f64,
    /// What goes back to the card.
    pub refund: f64,
    /// How that stands once it was given back: PENDING, on its way, which may take days; REFUNDED; FAILED: the card did not
    /// take it, and the hotel gives it another way. Null where nothing was to go back.
    #[schema(example = "REFUNDED")]
    pub refund_status: Option<&'static str>,
    /// The card that it goes to, as far as that is known.
    #[schema(example = "XXXXXXXXXXXX4242")]
    pub masked_card_number: Option<String>,
    #[schema(example = "VISA")]
    pub card_brand: Option<String>,
}

impl FoundExtra {
    /// Opened by this token, in a language of the hotel.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new(
        app: &App,
        property: &Property,
        extra: &Extra,
        token: String,
        language: Option<&str>,
    ) -> Answer<FoundExtra> {
        let view = View { property, texts: Texts::new(property.board.hotel(), language) };
        let (now, number) = (app.clock.now(), extra.confirmation_no());
        let found = (number, extra.told().guest, extra.last_day(property.board.time_zone()));
        let opens = token_of_papers(app, property, found, &token);
        let report = |name: &str| paper_address(extra.property_id(), number, &opens, name);
        let mut details = view.details(extra, now, report("confirmation-letter"), report("calendar-file"));
        if let Some(refund) = refund_of(app, extra).await? {
            let cancellation = &mut details.cancellation;
            cancellation.refund_status = status_of(refund.state);
            (cancellation.masked_card_number, cancellation.card_brand) =
                refund.card.map(|card| (card.masked_number, card.brand)).unzip();
        }
        Ok(FoundExtra { conf_num: number.to_owned(), request_token: token, extra: details })
    }
}

struct View<'v> {
    property: &'v Property,
    texts: Texts<'v>,
}

impl View<'_> {
    fn moment(&self, at: Timestamp) -> String {
        Moment::new(at, &self.property.board).rfc3339()
    }

    fn details(&self, extra: &Extra, now: Timestamp, letter_url: String, calendar_url: String) -> ExtraDetails {
        let currency = extra.currency(self.property.board.currency());
        let decimal = |minor| currency.to_decimal_f64(minor);
        let guest = extra.told().guest;
        let cancelled_at = extra.cancelled_at();
        let cost = Cost::of(extra, now);
        let (kind, name, parts, company) = match extra {
            Extra::Activity(booking) => ("ACTIVITY", self.activity_name(booking), vec![self.activity(booking)], None),
            Extra::Event(event) => {
                let named = event.contact.as_ref().map(|contact| contact.event_name.clone()).unwrap_or_default();
                let parts = event.sub_events.iter().map(|sub| self.part(sub)).collect();
                ("EVENT", named, parts, self.texts.company_of(event).map(str::to_owned))
            }
        };
        ExtraDetails {
            kind,
            status: if cancelled_at.is_some() { "CANCELLED" } else { "CONFIRMED" },
            name,
            from: self.moment(extra.starts_at()),
            to: self.moment(extra.ends_at()),
            parts,
            first_name: guest.map(|guest| guest.first_name.clone()).unwrap_or_default(),
            last_name: guest.map(|guest| guest.last_name.clone()).unwrap_or_default(),
            email: guest.and_then(|guest| guest.email.clone()),
            booked_at: self.moment(extra.booked_at()),
            cancelled_at: cancelled_at.map(|at| self.moment(at)),
            currency: currency.code.to_owned(),
            total: decimal(extra.total()),
            paid: decimal(extra.paid()),
            due_at_hotel: decimal(if cancelled_at.is_some() { 0 } else { extra.total() - extra.paid() }),
            company,
            cancellation: ExtraCancellation {
                allowed: cost.allowed,
                free_until: self.moment(cost.free_until),
                free: now < cost.free_until,
                later_penalty: cost.later.map(decimal),
                penalty: decimal(cost.penalty),
                refund: decimal(cost.refund),
                refund_status: None,
                masked_card_number: None,
                card_brand: None,
            },
            letter_url,
            calendar_url,
        }
    }

    fn activity_name(&self, booking: &ActivityBooking) -> String {
        let agreed = &booking.agreed;
        self.texts.field("ACTIVITY", &agreed.instance.code, "name", &agreed.name).to_owned()
    }

    fn activity(&self, booking: &ActivityBooking) -> ExtraPart {
        let (agreed, hotel) = (&booking.agreed, self.property.board.hotel());
        let code = &agreed.instance.code;
        let offer = hotel.activities.iter().find(|activity| activity.code == *code);
        let picture = offer.and_then(|activity| activity.pictures.first());
        ExtraPart {
            name: self.activity_name(booking),
            picture: picture.map(|picture| self.picture("ACTIVITY", code, "images.0.alt", picture)),
            from: self.moment(agreed.starts_at),
            to: self.moment(agreed.ends_at),
            adults: agreed.party.adults(),
            children: agreed.party.children(),
            arrangement: None,
            packages: Vec::new(),
        }
    }

    fn part(&self, sub: &SubEvent) -> ExtraPart {
        let hotel = self.property.board.hotel();
        let picture = hotel.events.space(&sub.space).and_then(|space| space.picture.as_ref());
        let packages = sub.packages.iter().map(|chosen| ExtraPackage {
            name: self.texts.event_package(chosen).to_owned(),
            quantity: chosen.quantity,
        });
        ExtraPart {
            name: self.texts.space(sub).to_owned(),
            picture: picture.map(|picture| self.picture("SPACE", &sub.space, "picture_alt", picture)),
            from: self.moment(sub.span.from()),
            to: self.moment(sub.span.to()),
            adults: sub.persons,
            children: 0,
            arrangement: sub.arrangement.as_ref().map(|code| self.texts.arrangement(code)),
            packages: packages.collect(),
        }
    }

    fn picture(&self, kind: &str, code: &str, alt: &str, picture: &domain::hotel::Picture) -> Image {
        let alt = self.texts.field(kind, code, alt, &picture.alt).to_owned();
        Image { alt, ..image(self.property.property_id, picture) }
    }
}
