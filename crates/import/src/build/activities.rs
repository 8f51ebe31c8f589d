//! Activities.

use domain::activity::offer::{Activity, ActivityPrice, ActivityTime};
use jiff::civil::Date;

use super::codes::{of_every_year, on_weekdays};
use super::packages::{Content, content};
use crate::desk::{Desk, Thing};
use crate::format::activities::{ActivityEntry, TimeEntry};
use crate::format::taxes::{Kind, PerName};
use crate::format::{ActivitiesFile, TaxesFile};
use crate::pictures::Gallery;
use crate::text::clean_html;

pub(crate) fn build(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    file: &ActivitiesFile,
    taxes: Option<&TaxesFile>,
    today: Date,
) -> Vec<Activity> {
    desk.unique_codes(file.activities.iter().map(|entry| (&entry.at, &entry.code)));
    file.activities.iter().map(|entry| activity(desk, gallery, entry, taxes, today)).collect()
}

fn activity(
    desk: &mut Desk<'_>,
    gallery: &mut Gallery<'_>,
    entry: &ActivityEntry,
    taxes: Option<&TaxesFile>,
    today: Date,
) -> Activity {
    let at = &entry.at;
    let sold = Content {
        at,
        code: &entry.code,
        name: &entry.name,
        amount: &entry.amount,
        per: PerName::Stay,
        exempt_up_to_age: None,
        taxes: &entry.taxes,
    };
    let sold = content(desk, &sold, taxes);
    fees(desk, entry, taxes);
    let times: Vec<ActivityTime> = entry.times.iter().map(|time| self::time(desk, time, today)).collect();
    no_time_twice(desk, entry, &times);
    Activity {
        description: desk.plain(at, "description", &entry.description),
        overview: entry.overview.as_ref().map(|text| clean_html(&text.0)).unwrap_or_default(),
        pictures: entry.pictures.iter().map(|picture| gallery.picture(desk, picture)).collect(),
        price: ActivityPrice {
            base: sold.amount,
            adults: entry.adults_included,
            children: entry.children_included,
            extra_adult: desk.minor(at, "extra_adult", entry.extra_adult.0),
            extra_child: desk.minor(at, "extra_child", entry.extra_child.0),
        },
        code: sold.code,
        name: sold.name,
        taxes: sold.taxes,
        fees: entry.fees.iter().map(|code| code.0.clone()).collect(),
        cut_off_minutes: entry.cut_off_minutes,
        times,
        closed: entry.closed.iter().flat_map(|days| of_every_year(desk, days, today)).collect(),
    }
}

fn fees(desk: &mut Desk<'_>, entry: &ActivityEntry, taxes: Option<&TaxesFile>) {
    let at = &entry.at;
    desk.refer_all(at, "fees", Thing::Charge, entry.fees.iter().map(|code| code.0.as_str()));
    for (index, code) in entry.fees.iter().enumerate().filter(|_| desk.clean("taxes.toml")).collect::<Vec<_>>() {
        let mut named = taxes.iter().flat_map(|file| &file.charges).filter(|charge| charge.code.0 == code.0);
        if named.any(|charge| charge.kind != Kind::Fee || charge.percent.is_none()) {
            let words = format!("expected a fee with a plain percentage, found {:?}, which is none", code.0);
            desk.say(at, &format!("fees/{index}"), words);
        }
    }
}

fn time(desk: &mut Desk<'_>, entry: &TimeEntry, today: Date) -> ActivityTime {
    ActivityTime {
        seasons: entry.season.as_ref().map(|season| of_every_year(desk, season, today)).unwrap_or_default(),
        weekdays: on_weekdays(&entry.weekdays),
        start_minute: entry.start.minute(),
        minutes: entry.minutes,
        capacity: entry.capacity,
    }
}

/// An activity begins once at a time: an instance has one capacity.
fn no_time_twice(desk: &mut Desk<'_>, entry: &ActivityEntry, times: &[ActivityTime]) {
    let meet = |a: &ActivityTime, b: &ActivityTime| {
        let seasons = a.seasons.is_empty()
            || b.seasons.is_empty()
            || a.seasons.iter().any(|a| b.seasons.iter().any(|b| a.from <= b.to && b.from <= a.to));
        a.start_minute == b.start_minute && seasons && (0..7).any(|day| a.weekdays[day] && b.weekdays[day])
    };
    for (index, (time, written)) in times.iter().zip(&entry.times).enumerate() {
        if times[..index].iter().any(|before| meet(before, time)) {
            let words = format!("expected each beginning once on a day, found {:?} again", written.start.0);
            desk.say(&written.at, "start", words);
        }
    }
}
