//! The house itself.

use domain::brand::{BrandName, Place, PropertyType};
use domain::event::offer::Events;
use domain::exchange::{FixedRate, Rate};
use domain::hotel::{Direction, Hotel, Language, OrderButton, WebsiteConfig};
use domain::measuring::{MeasurementIds, NotAnEntry, Scripts};
use domain::money::Currency;

use crate::codes::{is_country, is_locale};
use crate::desk::Desk;
use crate::format::HotelFile;
use crate::format::hotel::{self, BrandEntry, FixedRateEntry, Layout, RateDisplay};
use crate::mistake::{self, nearest};
use crate::pictures::Gallery;
use crate::text::clean_html;
use crate::values::{Line, Prose};

/// The hotel without what other files bring.
pub(crate) fn build(desk: &mut Desk<'_>, gallery: &mut Gallery<'_>, file: &HotelFile) -> Hotel {
    check(desk, file);
    let at = &file.at;
    let mut plain = |field: &str, words: &Line| desk.plain(at, field, words);
    let name = plain("name", &file.name);
    let tagline = file.tagline.as_ref().map(|w| plain("tagline", w));
    let phone_no = plain("phone_no", &file.phone_no);
    let address = plain("address", &file.address);
    let city = plain("city", &file.city);
    let state = file.state.as_ref().map(|w| plain("state", w));
    let zip_code = file.zip_code.as_ref().map(|w| plain("zip_code", w));
    let languages = file
        .languages
        .iter()
        .map(|l| Language {
            language_code: l.code.0.clone(),
            language_name: desk.plain(&l.at, "name", &l.name),
            direction: l.direction.map(|direction| match direction {
                hotel::Direction::Ltr => Direction::Ltr,
                hotel::Direction::Rtl => Direction::Rtl,
            }),
            label_set: l.label_set.as_ref().map(|set| set.0.clone()),
        })
        .collect();
    if let Some(logo) = &file.business_logo {
        gallery.logo(desk, at, "business_logo", &logo.0);
    }
    let brand = file.brand.as_ref().map(|entry| brand(desk, gallery, entry));
    let fixed_rates = file.fixed_rates.iter().filter_map(|entry| fixed_rate(desk, file, entry)).collect();
    let prose = |text: &Option<Prose>| text.as_ref().map(|t| clean_html(&t.0)).unwrap_or_default();
    Hotel {
        property_id: file.property_id,
        code: file.code.0.clone(),
        name,
        tagline,
        phone_no,
        email: file.email.0.clone(),
        mail_from: file.mail_from.as_ref().map(|address| address.0.clone()),
        website: file.website.0.clone(),
        address,
        city,
        state,
        country: file.country.0.clone(),
        zip_code,
        place: file.place.map(|at| Place { latitude: at.latitude, longitude: at.longitude }),
        property_type: match file.property_type {
            hotel::PropertyType::Hotel => PropertyType::Hotel,
            hotel::PropertyType::Apartment => PropertyType::Apartment,
            hotel::PropertyType::Hostel => PropertyType::Hostel,
            hotel::PropertyType::Venue => PropertyType::Venue,
        },
        brand,
        business_logo: file.business_logo.as_ref().map(|f| f.0.clone()),
        cover_photo: file.cover_photo.as_ref().map(|p| gallery.picture(desk, p)),
        currency: file.currency.0.clone(),
        fixed_rates,
        languages,
        time_zone: file.time_zone.0.clone(),
        check_in_time: file.check_in_time.hours_minutes(),
        check_out_time: file.check_out_time.hours_minutes(),
        additional_details: prose(&file.additional_details),
        pet_policy: prose(&file.pet_policy),
        guarantee_policy: prose(&file.guarantee_policy),
        refund_policy: prose(&file.refund_policy),
        cancellation_policy: prose(&file.cancellation_policy),
        max_occupancy: file.max_occupancy.unwrap_or(0),
        max_los: file.max_los,
        enable_children_ages: file.enable_children_ages,
        child_bands: file.child_bands.clone(),
        website_config: website(desk, file),
        return_url_origins: file.return_url_origins.iter().map(|o| o.0.clone()).collect(),
        order_button: match file.order_button {
            hotel::OrderButton::BookAndPay => OrderButton::BookAndPay,
            hotel::OrderButton::ObligationToPay => OrderButton::ObligationToPay,
        },
        terms_url: file.terms_url.as_ref().map(|u| u.0.clone()),
        privacy_url: file.privacy_url.as_ref().map(|u| u.0.clone()),
        required_guest_fields: file.required_guest_fields.iter().map(|f| f.name().to_owned()).collect(),
        guarantee_required_to_book: file.guarantee_required_to_book,
        allow_room_unit_booking: file.allow_room_unit_booking,
        room_types: Vec::new(),
        amenities: Vec::new(),
        rate_plans: Vec::new(),
        charges: Vec::new(),
        cancellation_policies: Vec::new(),
        guarantee_types: Vec::new(),
        translations: Vec::new(),
        discounts: Vec::new(),
        companies: Vec::new(),
        groups: Vec::new(),
        packages: Vec::new(),
        charge_types: Vec::new(),
        addons: Vec::new(),
        activities: Vec::new(),
        members: None,
        events: Events::default(),
    }
}

fn brand(desk: &mut Desk<'_>, gallery: &mut Gallery<'_>, entry: &BrandEntry) -> BrandName {
    if let Some(logo) = &entry.logo {
        gallery.logo(desk, &entry.at, "logo", &logo.0);
    }
    BrandName {
        code: entry.code.0.clone(),
        name: desk.plain(&entry.at, "name", &entry.name),
        logo: entry.logo.as_ref().map(|logo| logo.0.clone()),
        login_url: entry.login_url.as_ref().map(|url| url.0.clone()),
    }
}

fn known_currency(desk: &mut Desk<'_>, at: &mistake::Place, field: &str, code: &str) {
    if Currency::of(code).is_none() {
        let near = nearest(code, Currency::all().iter().map(|c| c.code));
        desk.say(at, field, format!("expected a currency of ISO 4217, found {code:?}{near}"));
    }
}

fn fixed_rate(desk: &mut Desk<'_>, file: &HotelFile, entry: &FixedRateEntry) -> Option<FixedRate> {
    let (currency, per) = (&entry.currency.0, &entry.per.0);
    known_currency(desk, &entry.at, "currency", currency);
    known_currency(desk, &entry.at, "per", per);
    if currency == "EUR" {
        // Every published rate is one of the euro.
        desk.say(
            &entry.at,
            "currency",
            "expected another currency than EUR, in which the published rates are".to_owned(),
        );
    }
    if currency == per {
        desk.say(&entry.at, "per", format!("expected another currency than {currency}, found the same"));
    }
    if currency != per && file.fixed_rates.iter().any(|other| other.currency.0 == *per) {
        let words = format!("expected a currency whose rate is published, found {per}, which has a fixed rate here");
        desk.say(&entry.at, "per", words);
    }
    let rate = Rate::parse(&entry.rate.0);
    if rate.is_none() {
        let words = format!("expected a rate of at most nine digits such as \"3.6725\", found {:?}", entry.rate.0);
        desk.say(&entry.at, "rate", words);
    }
    Some(FixedRate { currency: currency.clone(), per: per.clone(), rate: rate? })
}

fn check(desk: &mut Desk<'_>, file: &HotelFile) {
    let at = &file.at;
    known_currency(desk, at, "currency", &file.currency.0);
    desk.unique("fixed rate", file.fixed_rates.iter().map(|f| (&f.at, "currency".to_owned(), f.currency.0.as_str())));
    // The schema's pattern lets more pass than any mail could be sent from.
    let mail_from = file.mail_from.iter().map(|address| ("mail_from", address));
    for (field, address) in std::iter::once(("email", &file.email)).chain(mail_from) {
        if domain::guest::email(&address.0).is_none() {
            let words =
                format!("expected an e-mail address such as \"stay@harbourhouse.example\", found {:?}", address.0);
            desk.say(at, field, words);
        }
    }
    if !is_country(&file.country.0) {
        desk.say(at, "country", format!("expected a country of ISO 3166, found {:?}", file.country.0));
    }
    // The zones that the program carries, as the domain uses them.
    let zones = jiff::tz::TimeZoneDatabase::bundled();
    // "local" and the like depend on the machine; a zone of a hotel has a place in its name.
    let zone = &file.time_zone.0;
    if !zone.contains('/') && zone != "UTC" || zones.get(zone).is_err() {
        let names: Vec<String> = zones.available().map(|z| z.to_string()).collect();
        // Half of the name is the continent, which makes no two places alike.
        let place = |zone: &str| zone.rsplit('/').next().unwrap_or(zone).to_lowercase();
        let alike = |name: &&str| strsim::jaro_winkler(&place(name), &place(zone)) > 0.8;
        let near = nearest(zone, names.iter().map(String::as_str).filter(alike));
        desk.say(at, "time_zone", format!("expected a time zone such as Europe/Zurich, found {zone:?}{near}"));
    }
    for language in &file.languages {
        if !is_locale(&language.code.0) {
            desk.say(&language.at, "code", format!("expected a locale that exists, found {:?}", language.code.0));
        }
        if let Some(set) = language.label_set.as_ref().filter(|set| !is_locale(&set.0)) {
            desk.say(&language.at, "label_set", format!("expected a locale that exists, found {:?}", set.0));
        }
    }
    desk.unique("language", file.languages.iter().map(|l| (&l.at, "code".to_owned(), l.code.0.as_str())));
    for (index, pair) in file.child_bands.windows(2).enumerate() {
        if pair[0] >= pair[1] && desk.whole("hotel.toml", "/child_bands") {
            let words = format!("expected an age above {}, found {}", pair[0], pair[1]);
            desk.say(at, &format!("child_bands/{}", index + 1), words);
        }
    }
    if let (Some(most), Some(allowed)) = (file.max_occupancy, file.website_config.max_guests_allowed)
        && allowed > most
    {
        let words = format!("expected at most max_occupancy ({most}), found {allowed}");
        desk.say(at, "website_config/max_guests_allowed", words);
    }
}

/// Without `max_occupancy` a search is for as many people as the largest room takes.
pub(crate) fn fits_a_room(desk: &mut Desk<'_>, file: &HotelFile, largest: u8) {
    if let (None, Some(allowed)) = (file.max_occupancy, file.website_config.max_guests_allowed)
        && allowed > largest
        && desk.clean("rooms.toml")
    {
        let words = format!("expected at most as many as the largest room takes ({largest}), found {allowed}");
        desk.say(&file.at, "website_config/max_guests_allowed", words);
    }
}

/// A list of the flags; an empty one after a mistake.
fn list<T: Default>(desk: &mut Desk<'_>, at: &mistake::Place, field: &str, read: Result<T, NotAnEntry>) -> T {
    read.unwrap_or_else(|mistake| {
        desk.say(at, &format!("website_config/{field}"), mistake.to_string());
        T::default()
    })
}

fn website(desk: &mut Desk<'_>, file: &HotelFile) -> WebsiteConfig {
    let c = &file.website_config;
    let ids = MeasurementIds::parse(&c.google_analytics_ids);
    let scripts = Scripts::parse(&c.injected_scripts);
    WebsiteConfig {
        google_analytics_ids: list(desk, &file.at, "google_analytics_ids", ids),
        booking_color_id: c.booking_color_id.0.to_lowercase(),
        booking_page_layout: c.booking_page_layout.map(|l| {
            match l {
                Layout::Horizontal => "HORIZONTAL",
                Layout::Vertical => "VERTICAL",
            }
            .to_owned()
        }),
        enable_multi_room_booking: c.enable_multi_room_booking,
        enable_loyalty_flow: c.enable_loyalty_flow,
        enable_multi_language_support: c.enable_multi_language_support,
        enable_multi_currency_support: c.enable_multi_currency_support,
        enable_travel_transport_flow: c.enable_travel_transport_flow,
        hide_menus_on_booking_engine: c.hide_menus_on_booking_engine,
        enable_search_reservation: c.enable_search_reservation,
        sojern_id: c.sojern_id.as_ref().map(|id| id.0.clone()),
        app_id: c.app_id.clone(),
        max_guests_allowed: c.max_guests_allowed,
        disable_discount_flow: c.disable_discount_flow,
        enable_company_booking: c.enable_company_booking,
        enable_group_member_reservation_booking: c.enable_group_member_reservation_booking,
        rate_display_type: match c.rate_display_type {
            RateDisplay::ListView => "LIST_VIEW",
            RateDisplay::GridView => "GRID_VIEW",
        }
        .to_owned(),
        display_tax_inclusive_rate_on_booking_engine: c.display_tax_inclusive_rate_on_booking_engine,
        injected_scripts: list(desk, &file.at, "injected_scripts", scripts),
        require_tracking_consent: c.require_tracking_consent,
    }
}
