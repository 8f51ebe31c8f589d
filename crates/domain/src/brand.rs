//! The hotels of a brand, as its search page lists them: what they are called, where they stand, what they have.
//!
//! A hotel's own files say which brand it is one of. There is no list of a brand's hotels to keep beside them: a brand
//! is the hotels that name it, and what it is called is what the first of them (by property id) says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::hotel::{Amenity, Code, Hotel, Picture};

/// A brand as one of its hotels names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrandName {
    /// `brand_code` of the address (ROUTE-12).
    pub code: Code,
    pub name: String,
    /// A picture of the hotel's own.
    pub logo: Option<String>,
    /// Where the page's Login leads (BRAND-02).
    pub login_url: Option<String>,
}

/// A point of the earth, in degrees; north and east are above zero.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// -90 to 90.
    pub latitude: f64,
    /// -180 to 180.
    pub longitude: f64,
}

/// Mean radius of the earth.
const EARTH_KM: f64 = 6_371.008_8;

impl Place {
    /// Kilometres along the surface, on a ball: within half a percent of the truth (haversine formula).
    pub fn kilometres_to(&self, other: &Place) -> f64 {
        let (here, there) = (self.latitude.to_radians(), other.latitude.to_radians());
        let up = (there - here) / 2.0;
        let along = (other.longitude - self.longitude).to_radians() / 2.0;
        let half_chord = up.sin().powi(2) + here.cos() * there.cos() * along.sin().powi(2);
        2.0 * EARTH_KM * half_chord.clamp(0.0, 1.0).sqrt().asin()
    }
}

/// A place as a point of the unit ball: of two points the one with the larger [`Direction::along`] is nearer. A search
/// of thousands of places needs no angle of any but those it answers.
#[derive(Debug, Clone, Copy)]
pub struct Direction([f64; 3]);

impl Direction {
    /// Of a place.
    pub fn of(place: &Place) -> Direction {
        let (latitude, longitude) = (place.latitude.to_radians(), place.longitude.to_radians());
        let level = latitude.cos();
        Direction([level * longitude.cos(), level * longitude.sin(), latitude.sin()])
    }

    /// [`Direction::along`] of a place so many kilometres away.
    pub fn reach(kilometres: f64) -> f64 {
        // A metre more, so that what stands there is within in spite of rounding.
        ((kilometres + 0.001) / EARTH_KM).min(std::f64::consts::PI).cos()
    }

    /// 1 at the same place, -1 on the other side of the earth.
    pub fn along(&self, other: &Direction) -> f64 {
        self.0.iter().zip(other.0).map(|(here, there)| here * there).sum()
    }
}

/// What kind of house it is. A brand's page shows hotels alone (BRAND-05).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PropertyType {
    #[default]
    Hotel,
    Apartment,
    Hostel,
    /// Without beds: a house for meetings, say.
    Venue,
}

/// A property in its brand's list (BRAND-18).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    pub property_id: i64,
    pub brand: BrandName,
    pub code: Code,
    pub name: String,
    pub property_type: PropertyType,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub place: Option<Place>,
    /// ISO 4217.
    pub currency: String,
    /// Such as `#14695f`: drawings in `currentColor` take it.
    pub colour: String,
    /// Clean HTML.
    pub additional_details: String,
    pub amenities: Vec<Amenity>,
    pub image: Option<Picture>,
    /// Language code to field (`name`, `city`, `additional_details`, `cover_photo_alt`, `AMENITY/WIFI`) to text.
    pub translations: BTreeMap<String, BTreeMap<String, String>>,
}

/// The texts of a property that a list shows.
const LISTED: [&str; 4] = ["name", "city", "additional_details", "cover_photo_alt"];

impl Listing {
    /// A hotel in its brand's list; `None` for a hotel of its own.
    pub fn of(hotel: &Hotel) -> Option<Listing> {
        let mut translations: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for translation in &hotel.translations {
            let texts = translation.fields.iter().filter_map(|(field, text)| match translation.object_type.as_str() {
                "PROPERTY" if LISTED.contains(&field.as_str()) => Some((field.clone(), text.clone())),
                "AMENITY" if field == "name" => Some((amenity_field(&translation.object_code), text.clone())),
                _ => None,
            });
            translations.entry(translation.language_code.clone()).or_default().extend(texts);
        }
        Some(Listing {
            property_id: hotel.property_id,
            brand: hotel.brand.clone()?,
            code: hotel.code.clone(),
            name: hotel.name.clone(),
            property_type: hotel.property_type,
            city: hotel.city.clone(),
            country: hotel.country.clone(),
            place: hotel.place,
            currency: hotel.currency.clone(),
            colour: hotel.website_config.booking_color_id.clone(),
            additional_details: hotel.additional_details.clone(),
            amenities: hotel.amenities.clone(),
            image: hotel.cover_photo.clone(),
            translations,
        })
    }

    /// A text in a language, exactly that or the first of the same speech (`ar_EG` reads `ar_AE`), else as the hotel
    /// wrote it.
    pub fn text<'l>(&'l self, language: Option<&str>, field: &str, own: &'l str) -> &'l str {
        let speech = |code: &str| code.get(..2).map(str::to_ascii_lowercase);
        let exact = |asked: &str| self.translations.get(&asked.replace('-', "_"));
        let akin = |asked: &str| self.translations.iter().find(|(code, _)| speech(code) == speech(asked));
        let texts = language.and_then(|asked| exact(asked).or_else(|| akin(asked).map(|(_, texts)| texts)));
        texts.and_then(|texts| texts.get(field)).filter(|text| !text.is_empty()).map_or(own, String::as_str)
    }

    /// An amenity's name in a language.
    pub fn amenity<'l>(&'l self, language: Option<&str>, amenity: &'l Amenity) -> &'l str {
        self.text(language, &amenity_field(&amenity.code), &amenity.name)
    }
}

fn amenity_field(code: &str) -> String {
    format!("AMENITY/{code}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place() -> impl Strategy<Value = Place> {
        (-90.0..=90.0, -180.0..=180.0).prop_map(|(latitude, longitude)| Place { latitude, longitude })
    }

    proptest! {
        // clause: BRAND-19
        #[test]
        fn the_way_there_is_the_way_back_and_no_detour_is_shorter(a in place(), b in place(), c in place()) {
            prop_assert!((a.kilometres_to(&b) - b.kilometres_to(&a)).abs() < 1e-6);
            prop_assert!(a.kilometres_to(&a) < 1e-6);
            prop_assert!(a.kilometres_to(&c) <= a.kilometres_to(&b) + b.kilometres_to(&c) + 1e-6);
            prop_assert!(a.kilometres_to(&b) <= std::f64::consts::PI * EARTH_KM + 1e-6);
        }
    }

    proptest! {
        // clause: BRAND-19
        #[test]
        fn directions_order_as_ways_do(here in place(), a in place(), b in place()) {
            let (way, other) = (here.kilometres_to(&a), here.kilometres_to(&b));
            // A metre more or less is nobody's concern.
            prop_assume!((way - other).abs() > 0.001);
            let along = |place: &Place| Direction::of(&here).along(&Direction::of(place));
            prop_assert_eq!(way < other, along(&a) > along(&b));
        }
    }

    #[test]
    fn known_ways_are_as_long_as_they_are() {
        let at = |latitude, longitude| Place { latitude, longitude };
        let zurich_dubai = at(47.3769, 8.5417).kilometres_to(&at(25.2048, 55.2708));
        assert!((zurich_dubai - 4_772.0).abs() < 25.0, "{zurich_dubai}");
        let over_the_date_line = at(0.0, 179.5).kilometres_to(&at(0.0, -179.5));
        assert!((over_the_date_line - 111.195).abs() < 0.1, "{over_the_date_line}");
    }
}
