//! Changing a booked stay: what stays costs what it cost, the money adds up, and only what is new is held.

use domain::addon::{AddonAsk, AddonDays, Lack};
use domain::board::Board;
use domain::booking::*;
use domain::deal::Deal;
use domain::guest::{Guest, GuestInput, GuestRules};
use domain::hotel::{AddonDay, DepositDue, DepositRule, Penalty, Per};
use domain::offer::{Query, offers};
use domain::policy::{Deposit, Moment, PenaltyStep};
use domain::stay::Stay;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

const MINUTES: u32 = 30;
const SESSION: Uuid = Uuid::from_u128(1);

fn guest() -> Guest {
    let text = |text: &str| Some(text.to_owned());
    let input = GuestInput { first_name: text("Maeve"), last_name: text("O'Brien"), ..GuestInput::default() };
    Guest::check(&input, &GuestRules::default()).expect("a guest")
}

fn card() -> Guarantee {
    let card = Card {
        masked_number: "XXXXXXXXXXXX4242".into(),
        brand: "VISA".into(),
        holder: "Maeve O'Brien".into(),
        expiry_month: 12,
        expiry_year: 2029,
        token: "tok_1".into(),
        unique_code: "u1".into(),
    };
    Guarantee { guarantee_type: "CC".into(), name: None, card: Some(card) }
}

fn ask<'a>(room_type: &'a str, rate_plan: &'a str, query: &Query<'_>) -> Ask<'a> {
    Ask {
        room_type,
        rate_plan,
        stay: query.stay,
        party: query.party,
        rooms: 1,
        seen: None,
        deal: Deal::Public,
        package: None,
        unit: None,
        payer: None,
        points: None,
        taken: None,
    }
}

/// Commits with a card, whatever the hotel asks for.
fn commit(batch: &Batch, board: &Board, now: Timestamp) -> Result<CommitPlan, Refusal> {
    commit_with(card(), batch, board, now)
}

fn commit_with(guarantee: Guarantee, batch: &Batch, board: &Board, now: Timestamp) -> Result<CommitPlan, Refusal> {
    let session =
        SessionDetails { session_id: SESSION, guest: Some(guest()), guarantee: Some(guarantee), ..Default::default() };
    let request = CommitRequest { sessions: vec![session], ..CommitRequest::default() };
    let mut dice = Dice(7);
    match plan(batch, &request, board, &[], now, &mut || dice.bits())? {
        Commit::Plan(plan) => Ok(plan),
        Commit::Done(numbers) => panic!("{numbers:?} were booked before"),
    }
}

/// The first offer there is, booked.
fn booked(board: &Board, query: &Query<'_>, pick: usize) -> Option<Reservation> {
    let answer = offers(board, query, noon(0));
    let all = answer.all();
    let offer = all.get(pick % all.len().max(1))?;
    let (room, plan) = (board.room(offer.room).code.clone(), board.plan(offer.plan).code.clone());
    let batch = Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), MINUTES);
    let held = set_rate(&batch, SESSION, &ask(&room, &plan, query), board, noon(0), MINUTES).expect("on offer").batch;
    commit(&held, board, noon(0)).ok()?.reservations.pop()
}

fn changing(reservation: &Reservation, now: Timestamp) -> Batch {
    let existing = Existing { reservation: reservation.clone(), version: 3, cards: Vec::new() };
    Batch::changing(Uuid::from_u128(32), SESSION, existing, now, MINUTES)
}

fn nights(rooms: &[Rooms]) -> Vec<jiff::civil::Date> {
    rooms.iter().flat_map(|rooms| rooms.stay.dates()).collect()
}

/// The hotel of a seed asking other prices.
fn dearer(seed: u64) -> Case {
    let mut case = with_terms(any_hotel(seed, 3), seed);
    for price in case.nights.iter_mut().flat_map(|row| row.prices.iter_mut().flatten()) {
        price.base += 777;
    }
    case
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    // clause: EDIT-05
    #[test]
    fn a_changed_stay_costs_what_it_says(
        seed: u64, guests: u64, from in 0i64..7, count in 1u16..4, to in 0i64..7, new_count in 1u16..4,
        pick: usize, new_pick: usize, hours in 0i64..200,
    ) {
        let query = Query::new(stay(from, count), any_party(guests));
        let Some(before) = booked(&with_terms(any_hotel(seed, 3), seed).board(), &query, pick) else { return Ok(()) };
        let board = dearer(seed).board();
        let now = noon(0) + SignedDuration::from_hours(hours);
        prop_assume!(fixed(&before, ReservationStatus::Hold, &board, now).is_none());
        let batch = changing(&before, now);
        let own = batch.held_by(SESSION, &board);
        let kept = batch.existing.as_ref().and_then(|existing| existing.kept(&board));
        let question = Query { own: &own, kept, ..Query::new(stay(to, new_count), query.party) };
        let answer = offers(&board, &question, now);
        let all = answer.all();
        let Some(offer) = all.get(new_pick % all.len().max(1)) else { return Ok(()) };
        let (room, rate) = (board.room(offer.room).code.clone(), board.plan(offer.plan).code.clone());
        let set = set_rate(&batch, SESSION, &ask(&room, &rate, &question), &board, now, MINUTES).expect("on offer");
        let choice = set.batch.sessions[0].choice.clone().expect("chosen");

        // What was offered is what is held; nights that stay cost what they cost.
        prop_assert_eq!(choice.total(), offer.totals.grand_total());
        let old = &before.agreed;
        let same = (&choice.room_type, &choice.rate_plan) == (&old.room_type, &old.rate_plan);
        for (date, night) in choice.stay.dates().zip(&choice.nights) {
            if let Some(at) = old.stay.dates().position(|night| night == date).filter(|_| same) {
                prop_assert_eq!(night.rate, old.nights[at].rate);
            }
        }

        // Only what is new is held, and what is left of the old stay is given back.
        let same_room = choice.room_type == old.room_type;
        let had = |date: &jiff::civil::Date| same_room && old.stay.contains(*date);
        let new: Vec<_> = choice.stay.dates().filter(|date| !had(date)).collect();
        prop_assert_eq!(nights(&set.take), new.clone());

        // The money adds up, and what the old stay owed is owed.
        let Settlement { old_total, paid, charge, refund, owed, kept, asked_before } = choice.change.expect("a change");
        prop_assert_eq!((old_total, paid, owed), (old.total(), before.paid(), penalty_at(old, now)));
        prop_assert!(charge >= 0 && refund >= 0 && (charge == 0 || refund == 0) && refund <= paid);
        prop_assert!(paid - refund >= owed.min(paid));
        // Every cent is told of by one figure, before the change as after it; more than the new stay costs is kept only
        // where so much was owed.
        let asked_for: i64 = old.deposits.iter().filter(|due| due.date <= board.business_day(now)).map(|due| due.amount).sum();
        prop_assert!((0..=(asked_for - paid).max(0)).contains(&asked_before), "{asked_before} of {asked_for}, {paid} paid");
        prop_assert_eq!(paid + charge - refund - kept + asked_before, choice.dues.now);
        prop_assert!(kept == 0 || (owed > choice.dues.now && choice.dues.later == 0));
        prop_assert_eq!(choice.dues.now + choice.dues.later + choice.dues.at_hotel, choice.total());
        prop_assert!(choice.dues.now >= 0 && choice.dues.later >= 0 && choice.dues.at_hotel >= 0);
        prop_assert!(choice.penalty_steps.iter().all(|step| step.amount >= owed) && penalty_at(&choice, now) >= owed);

        match commit(&set.batch, &board, now) {
            Ok(plan) => {
                let change = plan.change.as_ref().expect("a change");
                let after = &plan.reservations[0];
                prop_assert_eq!(nights(&plan.sell), new);
                let left: Vec<_> =
                    old.stay.dates().filter(|date| !(same_room && choice.stay.contains(*date))).collect();
                prop_assert_eq!(nights(&change.give_back), left);
                prop_assert_eq!(&after.confirmation_no, &before.confirmation_no);
                prop_assert_eq!((after.booked_at, after.batch_id), (before.booked_at, before.batch_id));
                prop_assert_eq!(after.paid(), paid + charge - refund);
                prop_assert_eq!((after.charged_now(), after.agreed.change), (charge, choice.change));
                prop_assert_eq!(after.due_now(), charge);
                prop_assert_eq!(change.refunds.iter().map(|part| part.amount).sum::<i64>(), refund);
                prop_assert_eq!(plan.charge().map_or(0, |(amount, _)| amount), charge);
            }
            Err(refusal) => prop_assert!(matches!(refusal, Refusal::GuaranteeNotAllowed), "{refusal:?}"),
        }

        // Given up, everything that was held is free again.
        let dropped = remove_rate(&set.batch, SESSION, now, MINUTES).expect("open");
        prop_assert_eq!(dropped.release, set.take);
        prop_assert!(dropped.batch.held_rooms().is_empty());
    }

    // Whatever is changed how often, every part that goes back was paid once, with that payment.
    #[test]
    fn refunds_are_parts_of_payments(first in 0i64..9_000, more in prop::collection::vec(1i64..9_000, 0..4), share in 0i64..=100) {
        let board = simple(20_000, 3).board();
        let query = Query::new(stay(2, 2), party(2, &[]));
        let mut reservation = booked(&board, &query, 0).expect("free");
        reservation.charged = first;
        reservation.later_charges =
            (100..).zip(more).map(|(id, amount)| Charge { batch_id: Uuid::from_u128(id), amount }).collect();
        let amount = reservation.paid() * share / 100;
        let parts = reservation.parts(amount);
        prop_assert_eq!(parts.iter().map(|part| part.amount).sum::<i64>(), amount);
        for part in &parts {
            let charge = reservation.charges().into_iter().find(|charge| charge.batch_id == part.batch_id);
            prop_assert!((1..=charge.expect("a payment").amount).contains(&part.amount));
        }
    }
}

fn asked(stay: Stay) -> Query<'static> {
    Query::new(stay, party(2, &[]))
}

#[test]
fn what_cannot_be_changed_says_why() {
    let board = simple(20_000, 3).board();
    let reservation = booked(&board, &asked(stay(2, 2)), 0).expect("free");
    let why = |reservation: &Reservation, status, now| fixed(reservation, status, &board, now);
    assert_eq!(why(&reservation, ReservationStatus::Hold, noon(2)), None);
    assert_eq!(why(&reservation, ReservationStatus::Hold, noon(3)), Some(Fixed::Begun));
    for status in ReservationStatus::ALL.into_iter().filter(|status| *status != ReservationStatus::Hold) {
        assert_eq!(why(&reservation, status, noon(0)), Some(Fixed::Status));
    }
    // What costs the whole stay when it is cancelled, from that moment on.
    let whole = reservation.agreed.total();
    for (amount, fixed) in [(whole, Some(Fixed::Final)), (whole - 1, None)] {
        let mut owing = reservation.clone();
        let (from, penalty) = (Moment::new(noon(1), &board), Penalty::Percent { ppm: 1_000_000 });
        owing.agreed.penalty_steps = vec![PenaltyStep { from, penalty, amount }];
        assert_eq!(why(&owing, ReservationStatus::Hold, noon(0)), None);
        assert_eq!(why(&owing, ReservationStatus::Hold, noon(1)), fixed);
    }
    let mut euros = reservation.clone();
    euros.agreed.currency = "EUR".into();
    assert_eq!(why(&euros, ReservationStatus::Hold, noon(0)), Some(Fixed::Currency));
    let mut points = reservation;
    points.agreed.points =
        Some(AgreedPoints { account_number: "M1".into(), offered: 10, redeemed: 5, worth: 100, deposits: vec![] });
    assert_eq!(why(&points, ReservationStatus::Hold, noon(0)), Some(Fixed::Points));
    // One room of several may leave all points to the others.
    points.agreed.points.as_mut().expect("points").redeemed = 0;
    assert_eq!(why(&points, ReservationStatus::Hold, noon(0)), None);
}

// A change that is begun in time is made in time, or not at all.
// clause: MANAGE-15
#[test]
fn a_stay_that_became_fixed_meanwhile_is_not_changed() {
    let board = simple(20_000, 3).board();
    let mut reservation = booked(&board, &asked(stay(2, 2)), 0).expect("free");
    let begun = changing(&reservation, noon(2));
    let query = asked(stay(4, 2));
    let choose = |batch: &Batch, now| set_rate(batch, SESSION, &ask("KING", "FLEX", &query), &board, now, 3 * 24 * 60);
    let chosen = choose(&begun, noon(2)).expect("on its day of arrival").batch;
    assert!(commit(&chosen, &board, noon(2)).is_ok());
    assert_eq!(choose(&begun, noon(2) + SignedDuration::from_mins(1)).map(|_| ()), Ok(()));
    for refused in [choose(&chosen, noon(3)).map(|_| ()), commit(&chosen, &board, noon(3)).map(|_| ())] {
        assert_eq!(refused, Err(Refusal::NotChangeable(Fixed::Begun)));
    }
    // What costs the whole stay by now was free when the change was begun.
    let (from, penalty) = (Moment::new(noon(1), &board), Penalty::Percent { ppm: 1_000_000 });
    let amount = reservation.agreed.total();
    reservation.agreed.penalty_steps = vec![PenaltyStep { from, penalty, amount }];
    let chosen = choose(&changing(&reservation, noon(0)), noon(0)).expect("free to change").batch;
    for refused in [choose(&chosen, noon(1)).map(|_| ()), commit(&chosen, &board, noon(1)).map(|_| ())] {
        assert_eq!(refused, Err(Refusal::NotChangeable(Fixed::Final)));
    }
}

// What the hotel asked for itself, since no card was there, does not go back to a card.
#[test]
fn only_what_was_paid_goes_back() {
    let mut case = simple(20_000, 3);
    case.hotel.rate_plans[0].deposits =
        vec![DepositRule { due: DepositDue::AtBooking, amount: Penalty::Nights { nights: 1 } }];
    let board = case.board();
    let mut reservation = booked(&board, &asked(stay(2, 2)), 0).expect("free");
    let due = reservation.agreed.dues.now;
    assert_eq!((reservation.paid(), due > 0), (due, true));
    // A dearer stay in between, whose difference the hotel asked for.
    let asked_for = Deposit { amount: due + 5_000, ..reservation.agreed.deposits[0] };
    reservation.agreed.deposits = vec![asked_for];
    let query = asked(stay(3, 2));
    let set =
        set_rate(&changing(&reservation, noon(0)), SESSION, &ask("KING", "FLEX", &query), &board, noon(0), MINUTES);
    let settled =
        set.expect("free").batch.sessions[0].choice.clone().and_then(|choice| choice.change).expect("a change");
    assert_eq!((settled.charge, settled.refund), (0, 0));
}

// clause: EDIT-05
#[test]
fn what_is_kept_beyond_the_new_stay_is_told() {
    let board = simple(20_000, 3).board();
    let mut reservation = booked(&board, &asked(stay(2, 5)), 0).expect("free");
    (reservation.charged, reservation.charged_card) = (90_000, Some("XXXXXXXXXXXX4242".into()));
    let (from, penalty) = (Moment::new(noon(0), &board), Penalty::Nights { nights: 3 });
    reservation.agreed.penalty_steps = vec![PenaltyStep { from, penalty, amount: 60_000 }];
    let query = asked(stay(9, 1));
    let set =
        set_rate(&changing(&reservation, noon(0)), SESSION, &ask("KING", "FLEX", &query), &board, noon(0), MINUTES);
    let after = commit(&set.expect("free").batch, &board, noon(0)).expect("a plan").reservations.remove(0);
    let (one_night, Some(change)) = (after.agreed.total(), after.agreed.change) else { panic!("it was changed") };
    assert_eq!((change.paid, change.charge, change.refund), (90_000, 0, 30_000));
    assert_eq!((change.kept, change.counts(), one_night), (40_000, 20_000, 20_000));
    assert_eq!((after.paid(), after.due_now(), after.charged_now()), (60_000, 0, 0));
    assert_eq!(fixed(&after, ReservationStatus::Hold, &board, noon(0)), Some(Fixed::Final));
}

/// A house that takes two nights of 200.00 with the booking, and a stay of five there: the hotel asked for two more by now.
fn asked_for_meanwhile() -> (Case, Reservation) {
    let mut case = simple(20_000, 3);
    case.hotel.rate_plans[0].deposits =
        vec![DepositRule { due: DepositDue::AtBooking, amount: Penalty::Nights { nights: 2 } }];
    let mut reservation = booked(&case.board(), &asked(stay(9, 5)), 0).expect("free");
    assert_eq!(reservation.paid(), 40_000);
    reservation.agreed.deposits.push(Deposit { date: day(1), amount: 40_000 });
    (case, reservation)
}

fn changed(case: &Case, reservation: &Reservation, query: &Query<'_>, guarantee: Guarantee) -> Reservation {
    let (batch, board) = (changing(reservation, noon(2)), case.board());
    let set = set_rate(&batch, SESSION, &ask("KING", "FLEX", query), &board, noon(2), MINUTES).expect("free");
    commit_with(guarantee, &set.batch, &board, noon(2)).expect("a plan").reservations.remove(0)
}

// A deposit that came due after the booking is asked for once, by the hotel, and every sum tells of it.
// clause: EDIT-05
#[test]
fn what_the_hotel_asked_for_meanwhile_is_not_due_again() {
    let (mut case, reservation) = asked_for_meanwhile();
    let after = changed(&case, &reservation, &asked(stay(9, 6)), card());
    let change = after.agreed.change.expect("it was changed");
    assert_eq!((change.paid, change.charge, change.asked_before, change.kept), (40_000, 0, 40_000, 0));
    assert_eq!((after.due_now(), after.agreed.dues.at_hotel), (0, 40_000));
    // The same once more: what is counted stays counted.
    let again = changed(&case, &after, &asked(stay(9, 5)), card());
    assert_eq!((again.agreed.change.expect("changed").asked_before, again.due_now()), (40_000, 0));

    // A dearer one, whose first deposit the hotel asks for beyond that, since no card is there.
    case.hotel.rate_plans[0].deposits =
        vec![DepositRule { due: DepositDue::AtBooking, amount: Penalty::Percent { ppm: 1_000_000 } }];
    case.hotel.guarantee_types.push(guarantee_type("DESK", false));
    case.hotel.rate_plans[0].guarantee_types.push("DESK".into());
    let desk = Guarantee { guarantee_type: "DESK".into(), name: None, card: None };
    let after = changed(&case, &reservation, &asked(stay(9, 6)), desk);
    let change = after.agreed.change.expect("it was changed");
    assert_eq!((change.paid, change.charge, change.asked_before), (40_000, 0, 40_000));
    assert_eq!((after.due_now(), after.charged_now()), (40_000, 0));
}

// clause: EDIT-05
#[test]
fn what_is_kept_of_what_the_hotel_asked_for_is_told() {
    let (case, mut reservation) = asked_for_meanwhile();
    let (from, penalty) = (Moment::new(noon(0), &case.board()), Penalty::Nights { nights: 3 });
    reservation.agreed.penalty_steps = vec![PenaltyStep { from, penalty, amount: 60_000 }];
    let mut after = changed(&case, &reservation, &asked(stay(9, 2)), card());
    let told = after.agreed.change.expect("it was changed");
    // 600.00 are owed, 400.00 of them paid; two nights cost 400.00.
    assert_eq!((told.paid, told.charge, told.refund), (40_000, 0, 0));
    assert_eq!((told.kept, told.asked_before, after.due_now()), (20_000, 20_000, 0));
    // Longer again, what was kept pays the nights that come back.
    after.agreed.penalty_steps.clear();
    let told = changed(&case, &after, &asked(stay(9, 3)), card()).agreed.change.expect("it was changed");
    assert_eq!((told.charge, told.kept, told.asked_before), (0, 0, 20_000));
}

#[test]
fn the_last_room_is_its_own_guests_to_move() {
    let board = simple(20_000, 1).board();
    let reservation = booked(&board, &asked(stay(2, 2)), 0).expect("free");
    let king = board.room_index("KING").expect("known");
    for date in reservation.agreed.stay.dates() {
        board.set_left(king, date, 0);
    }
    let batch = changing(&reservation, noon(0));
    let query = asked(stay(3, 2));
    let set = set_rate(&batch, SESSION, &ask("KING", "FLEX", &query), &board, noon(0), MINUTES).expect("its own");
    assert_eq!(nights(&set.take), [day(4)]);
    let wider = asked(stay(1, 4));
    let set = set_rate(&set.batch, SESSION, &ask("KING", "FLEX", &wider), &board, noon(0), MINUTES).expect("wider");
    assert_eq!((nights(&set.release), nights(&set.take)), (vec![day(4)], vec![day(1), day(4)]));
    let two = Ask { rooms: 2, ..ask("KING", "FLEX", &query) };
    assert_eq!(set_rate(&batch, SESSION, &two, &board, noon(0), MINUTES), Err(Refusal::OneRoom));
    let stranger = Batch::new(Uuid::from_u128(48), 1, &[SESSION], noon(0), MINUTES);
    let refused = set_rate(&stranger, SESSION, &ask("KING", "FLEX", &query), &board, noon(0), MINUTES);
    assert!(matches!(refused, Err(Refusal::NotOnOffer(_))));
}

/// What a booked stay has on every night goes to every night of the changed one, also of one that was booked before that
/// was written down; where it has more on one night than on another, each stays on its day.
#[test]
fn what_a_stay_has_on_every_night_goes_to_every_night_of_the_changed_one() {
    let mut case = simple(10_000, 5);
    case.hotel.addons = vec![addon("BREAKFAST", 1_800, Per::PersonNight, AddonDay::EachNight)];
    let board = case.board();
    for (first, had) in [(2, vec![(2, 2), (3, 2), (4, 2)]), (1, vec![(2, 1), (3, 2)])] {
        let mut reservation = booked(&board, &asked(stay(2, 2)), 0).expect("free");
        let entry = |at, quantity| AddonAsk { code: "BREAKFAST".into(), quantity, date: Some(day(at)) };
        let asks = [entry(2, first), entry(3, 2)];
        reservation.agreed = reservation.agreed.with_addons(&board, &asks).expect("it can be had");
        let mut document = serde_json::to_value(&reservation).expect("JSON");
        for kept in document["agreed"]["addons"].as_array_mut().expect("entries") {
            kept.as_object_mut().expect("an entry").remove("every_night");
        }
        let reservation: Reservation = serde_json::from_value(document).expect("a reservation");
        let query = Query::new(stay(2, 3), party(2, &[]));
        let batch = changing(&reservation, noon(0));
        let set = set_rate(&batch, SESSION, &ask("KING", "FLEX", &query), &board, noon(0), MINUTES).expect("on offer");
        let choice = set.batch.sessions[0].choice.clone().expect("chosen");
        let told: Vec<_> = choice.addons.iter().map(|addon| (addon.day, addon.quantity)).collect();
        assert_eq!(told, had.iter().map(|(at, many)| (day(*at), *many)).collect::<Vec<_>>());
    }
}

/// A stay of one night for two with so many of a thing of which each takes a place for everybody.
fn with_addons(case: &mut Case, per_day: u16, wished: u16) -> Reservation {
    let mut boat = addon("SAIL", 4_500, Per::Person, AddonDay::Chosen);
    boat.per_day = Some(per_day);
    case.hotel.addons = vec![boat];
    let board = case.board();
    let mut reservation = booked(&board, &asked(stay(2, 1)), 0).expect("free");
    let entry = AddonAsk { code: "SAIL".into(), quantity: wished, date: Some(day(2)) };
    reservation.agreed = reservation.agreed.with_addons(&board, &[entry]).expect("it can be had");
    reservation
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// As many go with the stay as there are places for, never more than were wished, and what is missing is told. What
    /// comes back needs nobody to ask for it.
    #[test]
    fn as_much_goes_with_a_changed_stay_as_there_is(
        per_day in 1u16..20, wished in 1u16..6, others in 0i64..20, parties in prop::collection::vec(1u8..5, 1..4),
    ) {
        let mut case = simple(10_000, 5);
        case.hotel.room_types = vec![room_type("KING", 4, 4, 0)];
        let reservation = with_addons(&mut case, per_day, wished);
        let board = case.board();
        let had = 2 * i64::from(wished);
        let mut batch = changing(&reservation, noon(0));
        let mut held = had;
        for adults in parties {
            let query = Query::new(stay(2, 1), party(adults, &[]));
            let taken: AddonDays = [(("SAIL".to_owned(), day(2)), held + others)].into();
            let ask = Ask { taken: Some(&taken), ..ask("KING", "FLEX", &query) };
            let set = set_rate(&batch, SESSION, &ask, &board, noon(0), MINUTES).expect("on offer");
            let choice = set.batch.sessions[0].choice.clone().expect("chosen");
            let goes = choice.addons.first().map_or(0, |addon| i64::from(addon.quantity));
            let places = held.max(i64::from(per_day) - others);
            prop_assert_eq!(goes, (places / i64::from(adults)).min(wished.into()));
            let told: Vec<_> = choice.left_out.iter().map(|left| (left.quantity, left.why)).collect();
            let expected = if goes < i64::from(wished) { vec![(wished, Lack::TooFew)] } else { Vec::new() };
            prop_assert_eq!(told, expected);
            held = had.max(goes * i64::from(adults));
            batch = set.batch;
        }
    }
}
