//! `GET /v4/properties/{property_id}`: everything about a hotel that its pages show before anybody asks for a price.

use axum::Json;
use axum::extract::State;
use domain::hotel::{Direction, Hotel, Language, OrderButton, Picture, RoomType, WebsiteConfig};
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::address_lines;
use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::Path;
use crate::locales::{self, Locale};
use crate::routes::media_address;

/// Property details (DATA-01, DATA-02).
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyDetails {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "HARB")]
    pub code: String,
    pub name: String,
    pub tagline: Option<String>,
    pub phone_no: String,
    pub email: String,
    pub address: String,
    pub city: String,
    pub state: Option<String>,
    #[schema(example = "US")]
    pub country: String,
    pub zip_code: Option<String>,
    /// The address's lines as its country writes them, the names of these fields in their places.
    #[schema(example = "{address}\n{city}, {state} {zip_code}")]
    pub address_format: String,
    pub business_logo: Option<String>,
    pub cover_photo: Option<String>,
    /// The same picture with its sizes and its description.
    pub cover_image: Option<Image>,
    pub website: String,
    #[schema(example = "USD")]
    pub currency: String,
    #[schema(example = "en_US")]
    pub language: String,
    pub time_zone: String,
    #[schema(example = "15:00")]
    pub check_in_time: String,
    #[schema(example = "11:00")]
    pub check_out_time: String,
    pub region: Region,
    pub additional_details: String,
    pub pet_policy: String,
    pub guarantee_policy: String,
    pub refund_policy: String,
    pub cancellation_policy: String,
    pub max_occupancy: u8,
    pub max_los: u16,
    pub property_languages: Vec<PropertyLanguage>,
    pub business_day: BusinessDay,
    /// The last night that is on sale.
    pub last_day: Date,
    pub room_types: Vec<RoomTypeDetails>,
    pub application_configuration: ApplicationConfiguration,
    pub return_url_origins: Vec<String>,
    /// BOOK_AND_PAY or OBLIGATION_TO_PAY.
    #[schema(value_type = String)]
    pub order_button: OrderButton,
    pub terms_url: String,
    pub privacy_url: String,
    /// Origin of the card frame; the page takes messages from no other.
    pub vault_origin: String,
    /// Minutes that a hold lives after the last call on its batch.
    pub hold_minutes: u16,
    /// Address of the conversion pixel; null for a hotel that has none (ANALYTICS-11).
    pub conversion_pixel_url: Option<String>,
    /// Whether there are activities that can be booked.
    pub has_activities: bool,
    /// Whether there are spaces for events that can be booked.
    pub has_events: bool,
    pub website_config: WebsiteSettings,
}

/// Base of all regional calls (API-01).
#[derive(Debug, Serialize, ToSchema)]
pub struct Region {
    #[schema(example = "/v4/")]
    pub url: String,
}

/// A language in the dropdown (I18N-08).
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyLanguage {
    #[schema(example = "ar_AE")]
    pub language_code: String,
    pub language_name: String,
    pub default: bool,
    /// ltr or rtl (I18N-03).
    #[schema(value_type = String, example = "rtl")]
    pub direction: Direction,
    /// The locale whose labels are shown (I18N-04).
    #[schema(example = "ar_AE")]
    pub label_set: String,
    /// What it and its country are called; null for a locale that we have no labels for.
    pub locale: Option<Locale>,
}

/// The first day that can be arrived on (SEARCH-07).
#[derive(Debug, Serialize, ToSchema)]
pub struct BusinessDay {
    pub date: Date,
}

/// Settings of the application.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationConfiguration {
    pub enable_children_ages: bool,
}

/// A picture with its sizes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Image {
    pub url: String,
    /// The same at 800 px width.
    pub small: Option<String>,
    pub alt: String,
    pub width: u32,
    pub height: u32,
}

/// A room type (DATA-06).
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomTypeDetails {
    #[schema(example = "DELUXE_KING")]
    pub id: String,
    pub code: String,
    pub name: String,
    pub description: String,
    pub additional_details: String,
    pub cover_photo: Option<String>,
    pub images: Vec<Image>,
    pub smoking: bool,
    pub accessible: bool,
    pub bed_count: u8,
    pub max_people: u8,
    pub max_adults: u8,
    pub max_children: u8,
    pub room_type_category: Category,
    pub size_m2: Option<u16>,
    #[schema(example = "KING")]
    pub bed_type: String,
    pub view: Option<String>,
    /// Codes; their names are in `room_type_amenity_groups` of the availability answer.
    pub amenities: Vec<String>,
}

/// A category of rooms.
#[derive(Debug, Serialize, ToSchema)]
pub struct Category {
    pub code: String,
}

/// The hotel's flags, and what they say about its rooms.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebsiteSettings {
    #[serde(flatten)]
    pub config: WebsiteConfig,
    pub website_config_room_types: Vec<RoomTypeOrder>,
}

/// Place of a room type in the list (ROOMS-19).
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomTypeOrder {
    pub room_type_id: String,
    pub order_no: u16,
}

/// Property details
///
/// Everything about a hotel that its pages show before anybody asks for a price (API-07).
#[utoipa::path(get, path = "/v4/properties/{property_id}", tag = "property",
    params(("property_id" = i64, Path), ("key" = Option<String>, Query), ("token" = Option<String>, Query)),
    responses((status = 200, body = PropertyDetails), (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, Path(property_id): Path<i64>) -> Answer<Json<PropertyDetails>> {
    let property = app.property(property_id).await?;
    let hotel = property.board.hotel();
    let today = property.board.business_day(app.clock.now());
    Ok(Json(details(hotel, today, property.board.last(), &app)))
}

fn details(hotel: &Hotel, today: Date, last_day: Date, app: &App) -> PropertyDetails {
    let id = hotel.property_id;
    let policy_page =
        |name: &str, own: &Option<String>| own.clone().unwrap_or_else(|| format!("/public/properties/{id}/{name}"));
    PropertyDetails {
        id,
        code: hotel.code.clone(),
        name: hotel.name.clone(),
        tagline: hotel.tagline.clone(),
        phone_no: hotel.phone_no.clone(),
        email: hotel.email.clone(),
        address: hotel.address.clone(),
        city: hotel.city.clone(),
        state: hotel.state.clone(),
        country: hotel.country.clone(),
        zip_code: hotel.zip_code.clone(),
        address_format: address_lines::layout(&hotel.country, &hotel.address).to_owned(),
        business_logo: hotel.business_logo.as_deref().map(|name| media_address(id, name)),
        cover_photo: hotel.cover_photo.as_ref().map(|picture| media_address(id, &picture.name)),
        cover_image: hotel.cover_photo.as_ref().map(|picture| image(id, picture)),
        website: hotel.website.clone(),
        currency: hotel.currency.clone(),
        language: hotel.languages.first().map_or_else(|| "en_US".to_owned(), |language| language.language_code.clone()),
        time_zone: hotel.time_zone.clone(),
        check_in_time: hotel.check_in_time.clone(),
        check_out_time: hotel.check_out_time.clone(),
        region: Region { url: "/v4/".to_owned() },
        additional_details: hotel.additional_details.clone(),
        pet_policy: hotel.pet_policy.clone(),
        guarantee_policy: hotel.guarantee_policy.clone(),
        refund_policy: hotel.refund_policy.clone(),
        cancellation_policy: hotel.cancellation_policy.clone(),
        max_occupancy: hotel.max_occupancy,
        max_los: hotel.max_los,
        property_languages: hotel
            .languages
            .iter()
            .enumerate()
            .map(|(place, language)| property_language(language, place == 0))
            .collect(),
        business_day: BusinessDay { date: today },
        last_day,
        room_types: hotel.room_types.iter().map(|room| room_type(id, room)).collect(),
        application_configuration: ApplicationConfiguration { enable_children_ages: hotel.enable_children_ages },
        return_url_origins: hotel.return_url_origins.clone(),
        order_button: hotel.order_button,
        terms_url: policy_page("terms", &hotel.terms_url),
        privacy_url: policy_page("privacy", &hotel.privacy_url),
        vault_origin: app.vault.origin().to_owned(),
        hold_minutes: app.settings.hold_minutes,
        conversion_pixel_url: hotel
            .website_config
            .sojern_id
            .as_ref()
            .and_then(|_| app.settings.conversion_pixel_url.clone()),
        has_activities: !hotel.activities.is_empty(),
        has_events: hotel.events.spaces.iter().any(|space| !space.prices.is_empty()),
        website_config: website_settings(hotel),
    }
}

fn property_language(language: &Language, default: bool) -> PropertyLanguage {
    let (direction, label_set) = locales::reads(language);
    PropertyLanguage {
        language_code: language.language_code.clone(),
        language_name: language.language_name.clone(),
        default,
        direction,
        label_set: label_set.to_owned(),
        locale: locales::entry(&language.language_code).cloned(),
    }
}

fn website_settings(hotel: &Hotel) -> WebsiteSettings {
    let order = |room: &RoomType| Some(RoomTypeOrder { room_type_id: room.code.clone(), order_no: room.order_no? });
    WebsiteSettings {
        config: hotel.website_config.clone(),
        website_config_room_types: hotel.room_types.iter().filter_map(order).collect(),
    }
}

/// A room type as the pages see it.
pub fn room_type(property_id: i64, room: &RoomType) -> RoomTypeDetails {
    RoomTypeDetails {
        id: room.code.clone(),
        code: room.code.clone(),
        name: room.name.clone(),
        description: room.description.clone(),
        additional_details: room.additional_details.clone(),
        cover_photo: room.pictures.first().map(|picture| media_address(property_id, &picture.name)),
        images: room.pictures.iter().map(|picture| image(property_id, picture)).collect(),
        smoking: room.smoking,
        accessible: room.accessible,
        bed_count: room.bed_count,
        max_people: room.max_people,
        max_adults: room.max_adults,
        max_children: room.max_children,
        room_type_category: Category { code: room.category.clone() },
        size_m2: room.size_m2,
        bed_type: room.bed_type.clone(),
        view: room.view.clone(),
        amenities: room.amenities.clone(),
    }
}

/// A picture of the hotel by its addresses.
pub fn image(property_id: i64, picture: &Picture) -> Image {
    Image {
        url: media_address(property_id, &picture.name),
        small: picture.small.as_deref().map(|name| media_address(property_id, name)),
        alt: picture.alt.clone(),
        width: picture.width,
        height: picture.height,
    }
}
