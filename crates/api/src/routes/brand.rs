//! The hotels of a brand (`GET /v4/brand-codes`), and from what each can be had (`POST /v4/crs/rates/lowest`).

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use domain::brand::{BrandName, Direction, Listing, Place, PropertyType};
use domain::calendar::{lowest_stay, not_on_sale};
use domain::hotel::RoomType;
use domain::money::Currency;
use domain::party::Party;
use domain::reason::ReasonCode;
use domain::stay::Stay;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::media_address;
use super::property::{Image, image};
use crate::app::{App, MapTiles};
use crate::asked;
use crate::boards::{NoBoard, Property};
use crate::brands::Brand;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::exchange::{self, ConversionTerms};
use crate::extract::{Json as Body, Query, date};
use crate::wire::Prices;

/// A brand (BRAND-18, API-71).
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandDetails {
    #[schema(example = "PORTICO")]
    pub code: String,
    pub name: String,
    /// The brand's mark.
    pub image_url: Option<String>,
    /// Where Login leads; null where there is none (BRAND-02).
    pub login_url: Option<String>,
    /// What lies beneath the map; null is the page's own coasts alone.
    pub map_tiles: Option<MapTiles>,
    /// By property id.
    pub properties: Vec<BrandProperty>,
}

/// A property of a brand (BRAND-18).
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandProperty {
    pub id: i64,
    /// `pc` of its pages.
    pub code: String,
    pub name: String,
    /// HOTEL, APARTMENT, HOSTEL or VENUE (BRAND-05).
    #[schema(value_type = String)]
    pub property_type: PropertyType,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Degrees; null where the hotel has not said where it stands.
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub currency: String,
    /// Clean HTML.
    pub additional_details: String,
    pub amenities: Vec<BrandAmenity>,
    pub image: Option<Image>,
}

/// Something that a property has.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandAmenity {
    pub name: String,
    /// Its code, by which the page draws it.
    #[schema(example = "WIFI")]
    pub icon: String,
}

/// The hotels of a brand
///
/// In the asked language where a hotel has it (API-33, API-71).
#[utoipa::path(get, path = "/v4/brand-codes", tag = "brand",
    params(("code" = String, Query, example = "PORTICO"), ("language_code" = Option<String>, Query, example = "ar_AE")),
    responses((status = 200, body = BrandDetails), (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, query: Query) -> Answer<Json<BrandDetails>> {
    let brand = app.brands.find(&app.db, query.needed("code")?).await?;
    let language = query.text("language_code");
    let [first, ..] = brand.hotels.as_slice() else { return Err(Code::BrandUnknown.into()) };
    let BrandName { code, name, logo, login_url } = first.brand.clone();
    Ok(Json(BrandDetails {
        code,
        name,
        image_url: logo.map(|logo| media_address(first.property_id, &logo)),
        login_url,
        map_tiles: app.settings.map_tiles.clone(),
        properties: brand.hotels.iter().map(|hotel| property(hotel, language)).collect(),
    }))
}

fn property(hotel: &Listing, language: Option<&str>) -> BrandProperty {
    let text = |field: &str, own| hotel.text(language, field, own).to_owned();
    let picture = hotel.image.as_ref().map(|picture| {
        let alt = text("cover_photo_alt", &picture.alt);
        Image { alt, ..image(hotel.property_id, picture) }
    });
    BrandProperty {
        id: hotel.property_id,
        code: hotel.code.clone(),
        name: text("name", &hotel.name),
        property_type: hotel.property_type,
        city: text("city", &hotel.city),
        country: hotel.country.clone(),
        latitude: hotel.place.map(|place| place.latitude),
        longitude: hotel.place.map(|place| place.longitude),
        currency: hotel.currency.clone(),
        additional_details: text("additional_details", &hotel.additional_details),
        amenities: (hotel.amenities.iter())
            .map(|amenity| BrandAmenity {
                name: hotel.amenity(language, amenity).to_owned(),
                icon: amenity.code.clone(),
            })
            .collect(),
        image: picture,
    }
}

/// Hotels of one answer at most.
const MOST: usize = 1_000;
/// Brands that one question may name.
const MOST_BRANDS: usize = 20;
/// Kilometres; a little more than half way round the earth.
const FARTHEST: f64 = 20_100.0;

/// Which hotels, for which stay (API-72).
#[derive(Debug, Deserialize, ToSchema)]
pub struct LowestQuestion {
    /// Only these hotels of the brands, at most 1,000.
    #[serde(default)]
    #[schema(max_items = 1000)]
    pub property_codes: Option<Vec<String>>,
    #[serde(default)]
    pub brand_codes: Option<Vec<String>>,
    /// In place of `brand_codes`: those near a place, the nearest first (BRAND-19).
    #[serde(default)]
    pub location: Option<Location>,
    #[schema(value_type = jiff::civil::Date, example = "2026-12-12")]
    pub check_in_date: String,
    #[schema(value_type = jiff::civil::Date, example = "2026-12-15")]
    pub check_out_date: String,
    /// Adults.
    #[schema(minimum = 1, maximum = 6, example = 2)]
    pub number_of_person: u8,
    /// Always 1 (BRAND-17).
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 1)]
    pub number_of_rooms: u8,
    /// In which currency the guest looks; a hotel without a rate for it is told in its own alone.
    #[serde(default)]
    #[schema(example = "EUR")]
    pub conversion_currency: Option<String>,
    /// Hotels to pass over, in their order.
    #[serde(default)]
    pub offset: usize,
    /// Hotels in the answer.
    #[serde(default = "most")]
    #[schema(minimum = 1, maximum = 1000)]
    pub limit: usize,
}

fn one() -> u8 {
    1
}

fn most() -> usize {
    MOST
}

/// Around a place.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Location {
    pub brand_codes: Vec<String>,
    /// Kilometres.
    pub radius: f64,
    pub lat: f64,
    pub long: f64,
}

/// From what a hotel can be had (API-73).
#[derive(Debug, Serialize, ToSchema)]
pub struct LowestRate {
    pub id: i64,
    pub code: String,
    pub currency: String,
    /// The rate of a night on average, with the taxes that are in it and without those that are not; null when nothing is
    /// left (BRAND-12), and for a hotel that cannot be read.
    pub lowest_rate: Option<f64>,
    /// The same stay with everything that has to be paid.
    pub lowest_total: Option<f64>,
    /// Most adults that the hotel lets into one of its rooms: more of them are not sold out but need several rooms. Null
    /// for a hotel that cannot be read, and for a stay that its search refuses: one that is over or too long, or ends
    /// behind its calendar.
    pub most_adults: Option<u8>,
    /// Why there is no price whatever rooms are left: BEYOND_CALENDAR where a night of the stay is not yet on sale,
    /// NO_PRICE where the hotel is closed in one, or what the rules of its rates refuse the stay for. Null where rooms
    /// decide, and for a stay that its search refuses.
    pub reason: Option<ReasonCode>,
    /// What the next two are in; null when no other currency was asked, or there is no rate.
    pub conversion: Option<ConversionTerms>,
    pub conversion_lowest_rate: Option<f64>,
    pub conversion_lowest_total: Option<f64>,
    /// From the asked place, in kilometres; null when none was asked.
    pub distance: Option<f64>,
}

/// Lowest rates of a brand's hotels
///
/// By property id, or by distance from a place. `include_default_rate_plan_strikethrough`, `enable_auto_promo_selection`
/// and `app_id` may be sent and change nothing: no price is crossed out that was not asked, and no promotion opens
/// without its code. Of `property_codes` those that are of none of the brands are passed over; when none is left, the
/// answer is 404 (API-74).
#[utoipa::path(post, path = "/v4/crs/rates/lowest", tag = "brand", request_body = LowestQuestion,
    responses((status = 200, body = Vec<LowestRate>),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn lowest(State(app): State<App>, Body(asked): Body<LowestQuestion>) -> Answer<Json<Vec<LowestRate>>> {
    let arrival = date("check_in_date", &asked.check_in_date)?;
    let stay = asked::stay(arrival, date("check_out_date", &asked.check_out_date)?)?;
    let within = |field: &str, number: usize, most: usize| match number {
        number if (1..=most).contains(&number) => Ok(()),
        _ => Err(Problem::field(field, format!("must lie between 1 and {most}"))),
    };
    within("number_of_person", usize::from(asked.number_of_person), 6)?;
    within("number_of_rooms", usize::from(asked.number_of_rooms), 1)?;
    within("limit", asked.limit, MOST)?;
    let codes = asked.property_codes.as_ref();
    if codes.is_some_and(|codes| codes.len() > MOST) {
        return Err(Problem::field("property_codes", format!("expected at most {MOST} hotels")));
    }
    let codes: Option<HashSet<&str>> = codes.map(|codes| codes.iter().map(String::as_str).collect());
    let party = Party::new(asked.number_of_person, &[])
        .map_err(|error| Problem::field("number_of_person", error.to_string()))?;
    let shown = asked.conversion_currency.as_deref().map(exchange::currency).transpose()?;
    let brands = brands(&app, &asked).await?;
    let mut hotels = brands.iter().flat_map(|brand| &brand.hotels);
    if codes.as_ref().is_some_and(|codes| !codes.is_empty() && !hotels.any(|hotel| codes.contains(&*hotel.code))) {
        return Err(Code::PropertyUnknown.into());
    }
    let centre = asked.location.as_ref().map(centre).transpose()?;
    let order = |one: &Meant, other: &Meant| one.away.total_cmp(&other.away).then(one.id.cmp(&other.id));
    // Of thousands of hotels only those of the answer are kept and put in order.
    let last = asked.offset.saturating_add(asked.limit).min(brands.iter().map(|brand| brand.hotels.len()).sum());
    let found = meant(&brands, codes.as_ref(), centre.as_ref()).k_smallest_relaxed_by(last, order);
    let found: Vec<Meant> = found.skip(asked.offset).collect();
    app.load(found.iter().map(|meant| meant.id).collect()).await;
    let mut answer = Vec::with_capacity(found.len());
    for Meant { hotel, .. } in &found {
        let way = centre.as_ref().zip(hotel.place).map(|(centre, place)| centre.place.kilometres_to(&place));
        answer.push(from_what(&app, hotel, way, &stay, &party, shown).await?);
    }
    Ok(Json(answer))
}

/// A hotel that is meant.
struct Meant<'b> {
    id: i64,
    hotel: &'b Listing,
    /// Larger the farther it is, in no unit; 0 when no place was asked.
    away: f64,
}

async fn brands(app: &App, asked: &LowestQuestion) -> Answer<Vec<Arc<Brand>>> {
    let (field, codes) = match (&asked.location, &asked.brand_codes) {
        (Some(location), None) => ("location.brand_codes", &location.brand_codes),
        (None, Some(codes)) => ("brand_codes", codes),
        (Some(_), Some(_)) => return Err(Problem::field("brand_codes", "is asked twice, here and in location")),
        (None, None) => return Err(Problem::field("brand_codes", "is missing")),
    };
    if !(1..=MOST_BRANDS).contains(&codes.len()) {
        return Err(Problem::field(field, format!("expected 1 to {MOST_BRANDS} brands")));
    }
    let mut brands = Vec::new();
    for code in BTreeSet::from_iter(codes) {
        brands.push(app.brands.find(&app.db, code).await?);
    }
    Ok(brands)
}

/// A hotel is of one brand, so none comes twice.
fn meant<'b>(
    brands: &'b [Arc<Brand>],
    codes: Option<&HashSet<&str>>,
    centre: Option<&Centre>,
) -> impl Iterator<Item = Meant<'b>> {
    let hotels = brands.iter().flat_map(|brand| brand.hotels.iter().zip(&brand.standing));
    hotels.filter(move |(hotel, _)| codes.is_none_or(|codes| codes.contains(&*hotel.code))).filter_map(
        move |(hotel, (id, direction))| {
            let away = match centre {
                Some(centre) => {
                    Some(-centre.direction.along(direction.as_ref()?)).filter(|away| *away <= centre.reach)?
                }
                None => 0.0,
            };
            Some(Meant { id: *id, hotel, away })
        },
    )
}

/// Around what is searched.
struct Centre {
    place: Place,
    direction: Direction,
    /// [`Meant::away`] of a hotel at the end of the radius.
    reach: f64,
}

fn centre(location: &Location) -> Answer<Centre> {
    let within = |field: &str, value: f64, least: f64, most: f64| match value {
        value if (least..=most).contains(&value) => Ok(value),
        _ => Err(Problem::field(format!("location.{field}"), format!("must lie between {least} and {most}"))),
    };
    let latitude = within("lat", location.lat, -90.0, 90.0)?;
    let longitude = within("long", location.long, -180.0, 180.0)?;
    let place = Place { latitude, longitude };
    let reach = Direction::reach(within("radius", location.radius, 0.0, FARTHEST)?);
    Ok(Centre { place, direction: Direction::of(&place), reach: -reach })
}

async fn from_what(
    app: &App,
    hotel: &Listing,
    way: Option<f64>,
    stay: &Stay,
    party: &Party,
    shown: Option<&'static Currency>,
) -> Answer<LowestRate> {
    let distance = way.map(|way| (way * 10.0).round() / 10.0);
    let Some(property) = readable(app, hotel.property_id).await? else {
        return Ok(LowestRate {
            id: hotel.property_id,
            code: hotel.code.clone(),
            currency: hotel.currency.clone(),
            lowest_rate: None,
            lowest_total: None,
            most_adults: None,
            reason: None,
            conversion: None,
            conversion_lowest_rate: None,
            conversion_lowest_total: None,
            distance,
        });
    };
    let board = &property.board;
    let exchange = match shown {
        Some(currency) => exchange::into(app, board, currency).await?,
        None => None,
    };
    let prices = Prices::new(board.currency(), exchange.as_ref());
    let now = app.clock.now();
    let lowest = lowest_stay(board, stay, party, now);
    let of_type = |room: &RoomType| room.max_adults.min(room.max_people).min(board.guest_cap());
    let most_adults = board.hotel().room_types.iter().map(of_type).max();
    let (nightly, total) = (lowest.map(|stay| stay.nightly), lowest.map(|stay| stay.total));
    Ok(LowestRate {
        id: hotel.property_id,
        code: hotel.code.clone(),
        currency: board.currency().code.to_owned(),
        lowest_rate: nightly.map(|minor| prices.decimal(minor)),
        lowest_total: total.map(|minor| prices.decimal(minor)),
        most_adults: most_adults.filter(|_| board.offers_stay(stay, now)),
        reason: if lowest.is_none() { not_on_sale(board, stay, now) } else { None },
        conversion: prices.terms(),
        conversion_lowest_rate: nightly.and_then(|minor| prices.twin(minor)),
        conversion_lowest_total: total.and_then(|minor| prices.twin(minor)),
        distance,
    })
}

/// A hotel of a brand; `None` for one whose rows cannot be read, or that is gone: the others are answered.
async fn readable(app: &App, property_id: i64) -> Answer<Option<Arc<Property>>> {
    match app.boards.load(&app.db, property_id).await {
        Err(NoBoard::Gone | NoBoard::Unreadable) => Ok(None),
        loaded => Ok(Some(loaded?)),
    }
}
