//! Doors that guests choose, beside guests who chose none: everybody sleeps behind one door for the whole stay.
//!
//! As long as nobody chooses, rooms that are counted by the night are enough for that. A chosen door cuts the nights
//! of the others in pieces: then it has to be tried whether each stay without a door still finds one that is free
//! throughout.

use std::cmp::Reverse;
use std::ops::Range;

use jiff::civil::{Date, date};

use crate::booking::Rooms;
use crate::hotel::{Days, RoomType};
use crate::stay::{Stay, days_between};

/// Who sleeps in the house's rooms of one type, from a day on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sleepers {
    /// Doors that were chosen, night by night.
    pub chosen: Vec<(String, Date)>,
    /// Stays whose guests chose no door, and how many rooms each has.
    pub open: Vec<(Stay, u16)>,
    /// How many rooms of the type are the house's to sell in each night. The others that are in order belong to blocks
    /// or are out of order by number: whoever is meant by that has one door for consecutive nights too.
    pub house: Vec<(Date, i64)>,
}

impl Sleepers {
    /// Whether a door was chosen for some night of a stay.
    pub fn behind(&self, unit: &str, stay: &Stay) -> bool {
        self.chosen.iter().any(|(chosen, night)| chosen == unit && stay.contains(*night))
    }

    /// The same with one stay more, of the house's rooms of this type.
    #[must_use]
    pub fn with(mut self, rooms: &Rooms) -> Sleepers {
        match &rooms.unit {
            Some(unit) => self.chosen.extend(rooms.stay.dates().map(|night| (unit.clone(), night))),
            None => self.open.push((rooms.stay, rooms.rooms)),
        }
        self
    }

    /// The same without one of the stays.
    #[must_use]
    pub fn without(mut self, rooms: &Rooms) -> Sleepers {
        match &rooms.unit {
            Some(unit) => self.chosen.retain(|(chosen, night)| chosen != unit || !rooms.stay.contains(*night)),
            None => {
                if let Some((_, count)) =
                    self.open.iter_mut().find(|(stay, count)| *stay == rooms.stay && *count >= rooms.rooms)
                {
                    *count -= rooms.rooms;
                }
            }
        }
        self
    }

    /// Whether a stay may come to the others, who do not have it among them yet. Its nights are won already, by number,
    /// and its door is nobody's.
    ///
    /// Nobody may be made to change rooms. Where somebody has to already, because the hotel's files took doors away, a
    /// door is not given, but a room is: who sleeps where is the hotel's to settle then.
    pub fn admit(&self, room: &RoomType, rooms: &Rooms) -> bool {
        let nobody_chose = self.chosen.is_empty() && rooms.unit.is_none();
        nobody_chose
            || self.clone().with(rooms).each_has_a_door(room)
            || (rooms.unit.is_none() && !self.each_has_a_door(room))
    }

    /// Whether each stay without a door can be given one for all its nights. In doubt not: the question is hard in
    /// general, and the search for an answer has an end.
    fn each_has_a_door(&self, room: &RoomType) -> bool {
        let doors: Vec<Vec<Nights>> = room
            .units
            .iter()
            .map(|unit| {
                let chosen = self.chosen.iter().filter(|(chosen, _)| chosen == unit);
                let chosen = chosen.map(|(_, night)| number(*night)..number(*night) + 1);
                joined(out(room, unit).map(|out| number(out.from)..number(out.to) + 1).chain(chosen).collect())
            })
            .collect();
        let open = self.open.iter().flat_map(|(stay, rooms)| {
            std::iter::repeat_n(number(stay.arrival())..number(stay.departure()), usize::from(*rooms))
        });
        let in_order =
            |night: Date| room.units.iter().filter(|unit| !out(room, unit).any(|out| out.has(night))).count() as i64;
        let kept: Vec<(i32, i64)> =
            self.house.iter().map(|(night, house)| (number(*night), in_order(*night) - house)).collect();
        fits(&doors, open.chain(layers(&kept)).collect())
    }
}

/// Nights by their day numbers.
type Nights = Range<i32>;

fn number(day: Date) -> i32 {
    days_between(date(2000, 1, 1), day)
}

/// When a door is out of order.
fn out<'r>(room: &'r RoomType, unit: &'r str) -> impl Iterator<Item = Days> {
    room.units_out.iter().filter(move |out| out.unit == unit).map(|out| out.days)
}

/// In order, those that meet made one.
fn joined(mut spans: Vec<Nights>) -> Vec<Nights> {
    spans.sort_unstable_by_key(|span| span.start);
    let mut joined: Vec<Nights> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

/// Rooms that are kept by number, in order of night, as stays that are as long as can be.
fn layers(kept: &[(i32, i64)]) -> Vec<Nights> {
    let most = kept.iter().map(|(_, kept)| *kept).max().unwrap_or(0);
    let layer = |level: i64| joined(kept.iter().filter(|(_, kept)| *kept >= level).map(|(n, _)| *n..n + 1).collect());
    (1..=most).flat_map(layer).collect()
}

/// Whether all stays can be laid behind doors, each behind one that is free in all its nights.
fn fits(doors: &[Vec<Nights>], mut stays: Vec<Nights>) -> bool {
    stays.sort_unstable_by_key(|stay| (stay.start, stay.end));
    let mut rest = stays.as_slice();
    while let Some(first) = rest.first() {
        // Up to a morning on which nobody stays on: what comes after is a question of its own.
        let mut reach = first.end;
        let part = rest.iter().position(|stay| {
            let gap = stay.start >= reach;
            reach = reach.max(stay.end);
            gap
        });
        let (part, after) = rest.split_at(part.unwrap_or(rest.len()));
        if !at_first_sight(doors, part) && !Search::new(doors, part).succeeds() {
            return false;
        }
        rest = after;
    }
    true
}

fn is_free(door: &[Nights], stay: &Nights) -> bool {
    let next = door.partition_point(|taken| taken.end <= stay.start);
    door.get(next).is_none_or(|taken| taken.start >= stay.end)
}

/// One by one in order of arrival, each behind the free door that is wanted again soonest, so that long gaps stay whole.
fn at_first_sight(doors: &[Vec<Nights>], stays: &[Nights]) -> bool {
    let mut free_from = vec![i32::MIN; doors.len()];
    stays.iter().all(|stay| {
        let free = (0..doors.len()).filter(|door| free_from[*door] <= stay.start && is_free(&doors[*door], stay));
        let wanted_again = |door: &usize| {
            let next = doors[*door].partition_point(|taken| taken.start < stay.end);
            doors[*door].get(next).map_or(i32::MAX, |taken| taken.start)
        };
        let best = free.min_by_key(wanted_again);
        if let Some(door) = best {
            free_from[door] = stay.end;
        }
        best.is_some()
    })
}

/// After so many trials beyond the number of stays the search gives up. Enough for every small question; a large one
/// that needs more is in doubt.
const TRIALS: usize = 5_000;

/// Tries doors for the stay that has the fewest left, and goes back where none is left.
struct Search<'a> {
    stays: &'a [Nights],
    doors: usize,
    /// By stay, the others that share a night with it.
    meets: Vec<Vec<usize>>,
    /// By stay and door: how much speaks against it.
    against: Vec<u32>,
    /// By stay: doors that nothing speaks against.
    left: Vec<usize>,
    placed: Vec<bool>,
}

/// The search at one stay.
struct Turn {
    stay: usize,
    /// Doors to be tried yet, the best last.
    ahead: Vec<usize>,
    failed: Vec<usize>,
    /// The one it stands behind now.
    at: Option<usize>,
}

impl Search<'_> {
    fn new<'a>(doors: &[Vec<Nights>], stays: &'a [Nights]) -> Search<'a> {
        let mut meets = vec![Vec::new(); stays.len()];
        for (at, stay) in stays.iter().enumerate() {
            for other in (at + 1..stays.len()).take_while(|other| stays[*other].start < stay.end) {
                meets[at].push(other);
                meets[other].push(at);
            }
        }
        let against: Vec<u32> =
            stays.iter().flat_map(|stay| doors.iter().map(|door| u32::from(!is_free(door, stay)))).collect();
        let left = |at: usize| against[at * doors.len()..][..doors.len()].iter().filter(|count| **count == 0).count();
        let left = (0..stays.len()).map(left).collect();
        Search { stays, doors: doors.len(), meets, against, left, placed: vec![false; stays.len()] }
    }

    fn succeeds(mut self) -> bool {
        let mut trials = self.stays.len() + TRIALS;
        let mut turns: Vec<Turn> = Vec::new();
        while let Some(stay) = self.hardest() {
            turns.push(Turn { stay, ahead: self.doors_of(stay), failed: Vec::new(), at: None });
            loop {
                let Some(turn) = turns.last_mut() else { return false };
                if let Some(door) = turn.at.take() {
                    self.take_back(turn.stay, door);
                    turn.failed.push(door);
                }
                // One that is like another which failed would fail as well.
                let next = std::iter::from_fn(|| turn.ahead.pop())
                    .find(|door| !turn.failed.iter().any(|failed| self.alike(*failed, *door)));
                let Some(door) = next else {
                    turns.pop();
                    continue;
                };
                if trials == 0 {
                    return false;
                }
                trials -= 1;
                self.put(turn.stay, door);
                turn.at = Some(door);
                break;
            }
        }
        true
    }

    fn hardest(&self) -> Option<usize> {
        let open = (0..self.stays.len()).filter(|stay| !self.placed[*stay]);
        open.min_by_key(|stay| (self.left[*stay], Reverse(self.stays[*stay].len())))
    }

    fn speaks_against(&self, stay: usize, door: usize) -> bool {
        self.against[stay * self.doors + door] > 0
    }

    /// Doors that it could have; the last is the one that fewest others could have.
    fn doors_of(&self, stay: usize) -> Vec<usize> {
        let mut doors: Vec<usize> = (0..self.doors).filter(|door| !self.speaks_against(stay, *door)).collect();
        let wanted = |door: &usize| {
            self.meets[stay]
                .iter()
                .filter(|other| !self.placed[**other] && !self.speaks_against(**other, *door))
                .count()
        };
        doors.sort_by_cached_key(|door| Reverse(wanted(door)));
        doors
    }

    /// Whether two doors are free for the same of the stays that are still without one.
    fn alike(&self, one: usize, other: usize) -> bool {
        let mut open = (0..self.stays.len()).filter(|stay| !self.placed[*stay]);
        open.all(|stay| self.speaks_against(stay, one) == self.speaks_against(stay, other))
    }

    fn put(&mut self, stay: usize, door: usize) {
        self.placed[stay] = true;
        for other in &self.meets[stay] {
            let against = &mut self.against[other * self.doors + door];
            self.left[*other] -= usize::from(*against == 0);
            *against += 1;
        }
    }

    fn take_back(&mut self, stay: usize, door: usize) {
        self.placed[stay] = false;
        for other in &self.meets[stay] {
            let against = &mut self.against[other * self.doors + door];
            *against -= 1;
            self.left[*other] += usize::from(*against == 0);
        }
    }
}
