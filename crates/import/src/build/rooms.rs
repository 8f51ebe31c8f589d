//! Room types, amenities, and how many rooms there are each night.

use std::collections::BTreeSet;

use domain::hotel::{Amenity, Days, RoomType, StockRow, UnitOut};
use jiff::civil::Date;

use super::seasons::dates;
use crate::desk::{Desk, Thing};
use crate::format::RoomsFile;
use crate::format::rooms::RoomTypeEntry;
use crate::pictures::Gallery;
use crate::text::clean_html;
use crate::values::Range;

/// What `rooms.toml` brings.
pub(crate) struct Rooms {
    pub types: Vec<RoomType>,
    pub amenities: Vec<Amenity>,
    pub stock: Vec<StockRow>,
}

pub(crate) fn build(desk: &mut Desk<'_>, gallery: &mut Gallery<'_>, file: &RoomsFile, today: Date, days: u16) -> Rooms {
    desk.unique_codes(file.amenities.iter().map(|a| (&a.at, &a.code)));
    desk.unique_codes(file.room_types.iter().map(|r| (&r.at, &r.code)));
    let doors = file.room_types.iter().flat_map(|r| {
        r.units.iter().enumerate().map(move |(index, unit)| (&r.at, format!("units/{index}"), unit.0.trim()))
    });
    desk.unique("door", doors);
    let amenities = file
        .amenities
        .iter()
        .map(|a| Amenity {
            code: a.code.0.clone(),
            name: desk.plain(&a.at, "name", &a.name),
            group: desk.plain(&a.at, "group", &a.group),
        })
        .collect();
    Rooms {
        amenities,
        types: file.room_types.iter().map(|entry| room_type(desk, gallery, entry, today, days)).collect(),
        stock: file.room_types.iter().map(|entry| stock(desk, entry, today, days)).collect(),
    }
}

/// Most adults of a room type.
pub(crate) fn max_adults(entry: &RoomTypeEntry) -> u8 {
    entry.max_adults.unwrap_or(entry.max_people)
}

/// Most children of a room type: an adult is always with them.
pub(crate) fn max_children(entry: &RoomTypeEntry) -> u8 {
    entry.max_children.unwrap_or(entry.max_people.saturating_sub(1))
}

fn room_type(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    entry: &RoomTypeEntry,
    today: Date,
    days: u16,
) -> RoomType {
    let at = &entry.at;
    for (field, number) in [("max_adults", max_adults(entry)), ("max_children", max_children(entry))] {
        if number > entry.max_people {
            desk.say(at, field, format!("expected at most max_people ({}), found {number}", entry.max_people));
        }
    }
    desk.refer_all(at, "amenities", Thing::Amenity, entry.amenities.iter().map(|a| a.0.as_str()));
    RoomType {
        code: entry.code.0.clone(),
        name: desk.plain(at, "name", &entry.name),
        description: desk.plain(at, "description", &entry.description),
        additional_details: entry.additional_details.as_ref().map(|t| clean_html(&t.0)).unwrap_or_default(),
        pictures: entry.pictures.iter().map(|p| gallery.picture(desk, p)).collect(),
        smoking: entry.smoking,
        accessible: entry.accessible,
        bed_count: entry.bed_count,
        bed_type: entry.bed_type.0.clone(),
        category: entry.category.0.clone(),
        size_m2: entry.size_m2,
        view: entry.view.as_ref().map(|v| desk.plain(at, "view", v)),
        max_people: entry.max_people,
        max_adults: max_adults(entry),
        max_children: max_children(entry),
        amenities: entry.amenities.iter().map(|a| a.0.clone()).collect(),
        order_no: entry.order_no,
        units: entry.units.iter().enumerate().map(|(i, u)| desk.plain(at, &format!("units/{i}"), u)).collect(),
        units_out: units_out(entry, today, days),
    }
}

/// When single doors are out of order, as far as nights are sold. What is wrong with a range is said with the stock.
fn units_out(entry: &RoomTypeEntry, today: Date, days: u16) -> Vec<UnitOut> {
    let mut outs: Vec<UnitOut> = Vec::new();
    for out in entry.out_of_order.iter().filter(|out| !out.units.is_empty()) {
        let Some(range) = Range::of(&out.from, &out.to) else { continue };
        for unit in &out.units {
            for night in dates(today, days).filter(|night| range.contains(*night)) {
                let unit = unit.0.trim();
                let last = outs.last_mut().filter(|last| last.unit == unit);
                match last.filter(|last| last.days.to.tomorrow().ok() == Some(night)) {
                    Some(last) => last.days.to = night,
                    None => outs.push(UnitOut { unit: unit.to_owned(), days: Days { from: night, to: night } }),
                }
            }
        }
    }
    outs
}

/// What one entry takes out of order.
enum Out {
    All,
    Units(Vec<String>),
    Count(u16),
}

fn stock(desk: &mut Desk<'_>, entry: &RoomTypeEntry, today: Date, days: u16) -> StockRow {
    let at = &entry.at;
    let rooms = match (entry.units.len(), entry.count) {
        (0, None) => {
            desk.say(at, "units", "expected the doors in units, or their number in count; found neither");
            0
        }
        (0, Some(count)) => count,
        (units, None) => u16::try_from(units).unwrap_or(u16::MAX),
        (units, Some(_)) => {
            desk.say(at, "count", format!("expected either units or count, found both ({units} units)"));
            0
        }
    };
    let mut outs: Vec<(Range, Out)> = Vec::new();
    for out in &entry.out_of_order {
        for (index, unit) in out.units.iter().enumerate() {
            if !entry.units.iter().any(|u| u.0.trim() == unit.0.trim()) {
                let words = format!("expected one of the units of {}, found {:?}", entry.code.0, unit.0);
                desk.say(&out.at, &format!("units/{index}"), words);
            }
        }
        let what = match (out.units.is_empty(), out.count) {
            (true, None) => Out::All,
            (false, None) => Out::Units(out.units.iter().map(|u| u.0.trim().to_owned()).collect()),
            (true, Some(count)) => {
                if count > rooms {
                    desk.say(&out.at, "count", format!("expected at most the {rooms} rooms there are, found {count}"));
                }
                Out::Count(count)
            }
            (false, Some(_)) => {
                desk.say(&out.at, "count", "expected either units or count, found both");
                Out::All
            }
        };
        if let Some(range) = desk.range(&out.at, &out.from, &out.to) {
            outs.push((range, what));
        }
    }
    let left = |date: Date| {
        let (mut units, mut count) = (BTreeSet::new(), 0_u16);
        for (_, out) in outs.iter().filter(|(range, _)| range.contains(date)) {
            match out {
                Out::All => return 0,
                Out::Units(names) => units.extend(names.iter().map(String::as_str)),
                Out::Count(number) => count = count.saturating_add(*number),
            }
        }
        rooms.saturating_sub(count).saturating_sub(u16::try_from(units.len()).unwrap_or(u16::MAX))
    };
    let total = dates(today, days).map(left).collect();
    StockRow { room_type: entry.code.0.clone(), group: None, first: today, total }
}
