//! Days of a property's calendar that somebody asked for, kept until one of them changes.
//!
//! What a day costs and allows does not change when a room is sold, only when the last one is, or one is free again: most
//! guests who open a calendar see the days that the one before them saw.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::board::Board;
use domain::calendar::{CalendarDay, CalendarFor, lowest_rates};
use domain::party::Party;
use domain::stay::{add_days, days_between};
use jiff::Timestamp;
use jiff::civil::Date;

/// Days of one block. A range of 65 days lies in three blocks or four.
const BLOCK: i32 = 32;
/// Blocks that one property keeps at most, some hundred kilobytes: eight kinds of guests through a year and a half.
const KEPT: usize = 128;

/// The calendar of one property.
#[derive(Default)]
pub struct Calendars {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// Of which moment the blocks are.
    of: Option<Moment>,
    blocks: HashMap<Block, Arc<[CalendarDay]>>,
}

/// Blocks of another one are out of date.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    today: Date,
    /// [`Board::turns`].
    turns: u64,
}

/// A block for one kind of guests.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Block {
    party: Party,
    nights: Option<u16>,
    /// Blocks from the board's first night on; below zero before it.
    number: i32,
}

impl Calendars {
    /// Days from `start` up to `end` (exclusive), into `days` in place of what was there: [`lowest_rates`] of somebody who
    /// holds nothing.
    pub fn days(
        &self,
        board: &Board,
        (start, end): (Date, Date),
        (party, nights): (&Party, Option<u16>),
        now: Timestamp,
        days: &mut Vec<CalendarDay>,
    ) {
        days.clear();
        // Read before the board is: what turns meanwhile is kept under a number that is out of date.
        let moment = Moment { today: board.business_day(now), turns: board.turns() };
        let (from, to) = (days_between(board.first(), start), days_between(board.first(), end));
        let mut at = from;
        while at < to {
            let block = Block { party: *party, nights, number: at.div_euclid(BLOCK) };
            let begin = block.number * BLOCK;
            let until = to.min(begin + BLOCK);
            let all = self.find(moment, &block).unwrap_or_else(|| self.make(board, moment, block, now));
            let place = |day: i32| usize::try_from(day - begin).unwrap_or(0).min(all.len());
            days.extend_from_slice(&all[place(at)..place(until)]);
            at = until;
        }
    }

    fn find(&self, moment: Moment, block: &Block) -> Option<Arc<[CalendarDay]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.blocks.get(block).filter(|_| kept.of == Some(moment)).cloned()
    }

    fn make(&self, board: &Board, moment: Moment, block: Block, now: Timestamp) -> Arc<[CalendarDay]> {
        let day = |number: i32| add_days(board.first(), number);
        let mut days = Vec::with_capacity(BLOCK as usize);
        if let Some((start, end)) = day(block.number * BLOCK).zip(day((block.number + 1) * BLOCK)) {
            lowest_rates(board, start, end, &CalendarFor::new(&block.party, block.nights), now, &mut days);
        }
        let days: Arc<[CalendarDay]> = days.into();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.of != Some(moment) || kept.blocks.len() >= KEPT {
            kept.blocks.clear();
            kept.of = Some(moment);
        }
        kept.blocks.insert(block, Arc::clone(&days));
        days
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;
    use store::nights::NightLeft;

    use super::*;
    use crate::boards::tests::harbour_house;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        // Whatever is sold in between, the kept calendar is the one that is made anew.
        // clause: API-15
        #[test]
        fn what_is_kept_is_what_would_be_made_anew(
            steps in prop::collection::vec((0i32..90, 1i32..80, 1u8..4, prop::option::of(1u16..5), 0i32..60, 0i32..3), 1..20)
        ) {
            let property = harbour_house();
            let first = date(2026, 11, 10);
            for (from, length, adults, nights, sold, left) in steps {
                let day = add_days(first, sold + 11).expect("a day");
                property.patch(&[NightLeft { room_type_id: "TWIN".into(), group: None, day, left }]);
                let now = "2026-11-21T14:00:00Z".parse().expect("an instant");
                let start = add_days(first, from).expect("a day");
                let end = add_days(start, length).expect("a day");
                let party = Party::new(adults, &[]).expect("a party");
                let (mut kept, mut anew) = (Vec::new(), Vec::new());
                // Twice: the second time it is found.
                for _ in 0..2 {
                    property.calendars.days(&property.board, (start, end), (&party, nights), now, &mut kept);
                    lowest_rates(&property.board, start, end, &CalendarFor::new(&party, nights), now, &mut anew);
                    prop_assert_eq!(&kept, &anew);
                }
            }
        }
    }
}
