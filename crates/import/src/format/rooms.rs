//! `rooms.toml`: the kinds of room, what they have, and which doors they are.

use schemars::JsonSchema;
use serde::Deserialize;

use super::hotel::PictureEntry;
use crate::mistake::Place;
use crate::values::{Code, Day, Line, Prose, Words};

/// The kinds of room that are sold, and what they have.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "rooms.toml")]
pub(crate) struct RoomsFile {
    #[serde(default)]
    pub amenities: Vec<AmenityEntry>,
    #[schemars(length(min = 1))]
    pub room_types: Vec<RoomTypeEntry>,
}

/// Something a room has.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AmenityEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    /// Heading it is listed under.
    pub group: Line,
}

/// A kind of room that is sold by number, not by door.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RoomTypeEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Code,
    pub name: Line,
    /// A sentence or two, without markup.
    pub description: Words,
    pub additional_details: Option<Prose>,
    #[serde(default)]
    pub pictures: Vec<PictureEntry>,
    /// Whether guests may smoke in it.
    #[serde(default)]
    pub smoking: bool,
    #[serde(default)]
    pub accessible: bool,
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 20))]
    pub bed_count: u8,
    /// SINGLE, TWIN, DOUBLE, QUEEN, KING, BUNK or SOFA. A code of your own shows no bed with the room: guests can only filter
    /// by it.
    pub bed_type: Code,
    /// Guests can filter by it, and it does nothing else. STANDARD, SUPERIOR, DELUXE, FAMILY, SUITE and APARTMENT are in the
    /// guest's language; another code is shown as it is written, JUNIOR_SUITE as Junior suite.
    pub category: Code,
    #[schemars(range(min = 4, max = 2000))]
    pub size_m2: Option<u16>,
    pub view: Option<Line>,
    /// Adults and children together.
    #[schemars(range(min = 1, max = 50))]
    pub max_people: u8,
    /// `max_people` when left out.
    #[schemars(range(min = 1, max = 50))]
    pub max_adults: Option<u8>,
    /// `max_people` less one when left out.
    #[schemars(range(max = 50))]
    pub max_children: Option<u8>,
    #[serde(default)]
    pub amenities: Vec<Code>,
    /// Place in the list; rooms without one follow.
    #[schemars(range(min = 1))]
    pub order_no: Option<u16>,
    /// Door numbers.
    #[serde(default)]
    pub units: Vec<Line>,
    /// How many rooms there are, when the doors are not listed.
    pub count: Option<u16>,
    /// Nights on which some of them cannot be sold.
    #[serde(default)]
    pub out_of_order: Vec<OutOfOrderEntry>,
}

fn one() -> u8 {
    1
}

/// Rooms that cannot be sold from the first night to the last.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct OutOfOrderEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// First night.
    pub from: Day,
    /// Last night.
    pub to: Day,
    /// Which doors; all rooms of the type when neither this nor `count` is given.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub units: Vec<Line>,
    /// How many of them.
    #[schemars(range(min = 1))]
    pub count: Option<u16>,
    /// For those who read the file.
    #[allow(dead_code)]
    pub reason: Option<Line>,
}
