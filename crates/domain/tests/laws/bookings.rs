//! Batches: what can be offered can be booked, and nothing else.

use domain::board::Board;
use domain::booking::*;
use domain::confirmation;
use domain::deal::{Deal, Mop};
use domain::guest::{Guest, GuestInput, GuestRules};
use domain::hotel::{CancellationStep, Company, Deadline, DepositDue, DepositRule, Penalty};
use domain::offer::{Query, offers};
use domain::reason::{Reason, ReasonCode};
use domain::stay::Stay;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

const MINUTES: u32 = 30;

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn batch(rooms: u128) -> Batch {
    let sessions: Vec<Uuid> = (1..=rooms).map(id).collect();
    Batch::new(id(0), 1, &sessions, noon(0), MINUTES)
}

fn guest() -> Guest {
    let text = |text: &str| Some(text.to_owned());
    let input = GuestInput {
        first_name: text("Maeve"),
        last_name: text("O'Brien"),
        email: text("maeve@example.com"),
        ..GuestInput::default()
    };
    Guest::check(&input, &GuestRules::default()).expect("a guest")
}

fn card(month: u8, year: u16) -> Guarantee {
    let card = Card {
        masked_number: "XXXXXXXXXXXX4242".into(),
        brand: "VISA".into(),
        holder: "Maeve O'Brien".into(),
        expiry_month: month,
        expiry_year: year,
        token: "tok_1".into(),
        unique_code: "u1".into(),
    };
    Guarantee { guarantee_type: "CC".into(), name: None, card: Some(card) }
}

fn ask(stay: Stay) -> Ask<'static> {
    Ask {
        room_type: "KING",
        rate_plan: "FLEX",
        stay,
        party: party(2, &[]),
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

/// A choice as the page shows it.
fn seen(choice: &Choice) -> ExpectedRoom {
    ExpectedRoom {
        room_type: choice.room_type.clone(),
        rate_plan: choice.rate_plan.clone(),
        stay: choice.stay,
        adults: choice.party.adults(),
        children: choice.party.children(),
        rooms: choice.rooms,
        package: choice.package.as_ref().map(|package| package.code.clone()),
        unit: choice.unit.clone(),
        addons: Some(choice.addons.iter().map(domain::addon::AgreedAddon::ask).collect()),
        points: Some(choice.redeemed_points()),
    }
}

fn stays(rooms: &[Rooms]) -> Vec<Stay> {
    rooms.iter().map(|rooms| rooms.stay).collect()
}

/// What a guest sends who has everything.
fn request(batch: &Batch) -> CommitRequest {
    let sessions = batch.sessions.iter().map(|session| SessionDetails {
        session_id: session.session_id,
        guest: Some(guest()),
        remarks: None,
        guarantee: Some(card(12, 2029)),
        expected: session.choice.as_ref().map(seen),
        expected_terms: session.choice.as_ref().map(Choice::terms),
    });
    CommitRequest { sessions: sessions.collect(), expected_total: Some(batch.total()), ..CommitRequest::default() }
}

fn commit(batch: &Batch, request: &CommitRequest, board: &Board, now: Timestamp) -> Result<Commit, Refusal> {
    let mut dice = Dice(7);
    plan(batch, request, board, &["email".to_owned()], now, &mut || dice.bits())
}

fn planned(batch: &Batch, board: &Board) -> CommitPlan {
    match commit(batch, &request(batch), board, noon(0)) {
        Ok(Commit::Plan(plan)) => plan,
        other => panic!("no plan: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    // Whatever is on offer can be held at that price, committed for all its rooms, and is then what was offered.
    // clause: API-22, API-27, DATA-11
    #[test]
    fn an_offer_can_be_booked(seed: u64, guests: u64, from in 0i64..9, nights in 1u16..5, rooms in 1u16..4) {
        let board = with_terms(any_hotel(seed, 3), seed).board();
        let query = Query { rooms, ..Query::new(stay(from, nights), any_party(guests)) };
        let answer = offers(&board, &query, noon(0));
        for offer in answer.all() {
            let seen: Vec<_> =
                query.stay.dates().zip(answer.nights(offer).iter().map(|night| night.rate)).collect();
            let ask = Ask {
                room_type: &board.room(offer.room).code,
                rate_plan: &board.plan(offer.plan).code,
                stay: query.stay,
                party: query.party,
                rooms,
                seen: Some(&seen),
                deal: Deal::Public,
                package: None,
                unit: None,
                payer: None,
                points: None,
                taken: None,
            };
            let done = set_rate(&batch(1), id(1), &ask, &board, noon(0), MINUTES).expect("on offer");
            prop_assert!(done.release.is_empty());
            let take = done.take[0].clone();
            prop_assert_eq!((take.room_type.as_str(), take.stay, take.rooms), (ask.room_type, query.stay, rooms));
            let choice = done.batch.sessions[0].choice.as_ref().expect("chosen");
            prop_assert_eq!(choice.summary(&board), answer.summary(&board, offer));
            prop_assert_eq!(choice.total(), offer.totals.grand_total() * i64::from(rooms));
            prop_assert_eq!(choice.folio.estimated_total, choice.total());
            let dues = choice.dues;
            prop_assert_eq!(dues.now + dues.later + dues.at_hotel, choice.total());

            // The hold is taken: nobody else's room, but ours to commit.
            for date in query.stay.dates() {
                board.set_left(offer.room, date, board.left(offer.room, date) - i32::from(rooms));
            }
            let plan = planned(&done.batch, &board);
            for date in query.stay.dates() {
                board.set_left(offer.room, date, board.left(offer.room, date) + i32::from(rooms));
            }
            // The card is asked for what is due now for all of them, and for nothing where nothing is.
            prop_assert_eq!(plan.charge().map(|(amount, _)| amount), (dues.now > 0).then_some(dues.now));
            prop_assert_eq!(plan.sell, vec![take]);
            prop_assert_eq!(plan.reservations.len(), usize::from(rooms));
            let agreed: i64 = plan.reservations.iter().map(|one| one.agreed.folio.estimated_total).sum();
            prop_assert_eq!(agreed, choice.total());
            for one in &plan.reservations {
                prop_assert_eq!(confirmation::property_of(&one.confirmation_no), Some(1));
                prop_assert_eq!(one.agreed.total(), offer.totals.grand_total());
                prop_assert_eq!(one.agreed.rooms, 1);
                let dues = one.agreed.dues;
                prop_assert_eq!(dues.now + dues.later + dues.at_hotel, one.agreed.total());
            }
        }
    }

    // The store keeps a batch as one document: what it reads is what was written.
    #[test]
    fn a_batch_survives_being_stored(seed: u64, guests: u64, from in 0i64..9) {
        let board = any_hotel(seed, 3).board();
        let query = Query::new(stay(from, 2), any_party(guests));
        let answer = offers(&board, &query, noon(0));
        let mut kept = batch(1);
        if let Some(offer) = answer.all().first() {
            let ask = Ask {
                room_type: &board.room(offer.room).code,
                rate_plan: &board.plan(offer.plan).code,
                party: query.party,
                ..ask(query.stay)
            };
            kept = set_rate(&kept, id(1), &ask, &board, noon(0), MINUTES).expect("on offer").batch;
        }
        kept.guest = Some(guest());
        let json = serde_json::to_string(&kept).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Batch>(&json).expect("a batch"), kept);
    }
}

// clause: API-27
#[test]
fn another_price_than_the_one_seen_is_answered_with_ours() {
    let board = simple(20_000, 3).board();
    let refused = |seen: &[(jiff::civil::Date, i64)]| {
        let ask = Ask { seen: Some(seen), ..ask(stay(2, 2)) };
        set_rate(&batch(1), id(1), &ask, &board, noon(0), MINUTES)
    };
    assert!(refused(&[(day(2), 20_000), (day(3), 20_000)]).is_ok());
    for wrong in
        [&[(day(2), 19_999), (day(3), 20_000)][..], &[(day(2), 20_000), (day(4), 20_000)], &[(day(2), 20_000)], &[]]
    {
        let Err(Refusal::PriceChanged(quote)) = refused(wrong) else { panic!("accepted {wrong:?}") };
        assert_eq!(quote[0].total(), 40_000);
    }
}

#[test]
fn a_new_choice_releases_the_old_one_which_counts_as_free() {
    let board = simple(20_000, 1).board();
    let first = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &board, noon(0), MINUTES).expect("free").batch;
    // The only room is held by this very session.
    board.set_left(board.room_index("KING").expect("known"), day(3), 0);
    board.set_left(board.room_index("KING").expect("known"), day(2), 0);
    let second = set_rate(&first, id(1), &ask(stay(3, 2)), &board, noon(0), MINUTES).expect("its own room");
    assert_eq!(stays(&second.release), [stay(2, 2)]);
    assert_eq!(stays(&second.take), [stay(3, 2)]);
    let other = set_rate(&batch(1), id(1), &ask(stay(3, 2)), &board, noon(0), MINUTES);
    assert!(matches!(other, Err(Refusal::NotOnOffer(reasons)) if reasons[0].date == Some(day(3))));
    let removed = remove_rate(&second.batch, id(1), noon(0), MINUTES).expect("taken back");
    assert_eq!(stays(&removed.release), [stay(3, 2)]);
    assert!(removed.take.is_empty() && removed.batch.sessions[0].choice.is_none());
}

#[test]
fn what_is_not_sold_cannot_be_chosen() {
    let mut case = simple(20_000, 3);
    case.hotel.rate_plans.push(rate_plan("OTHER", domain::hotel::PlanPrice::Own, &[]));
    let board = case.board();
    let refusal = |ask: Ask<'_>| set_rate(&batch(1), id(1), &ask, &board, noon(0), MINUTES).map(|_| ());
    let fine = || ask(stay(2, 1));
    assert_eq!(refusal(Ask { room_type: "GONE", ..fine() }), Err(Refusal::UnknownRoom));
    assert_eq!(refusal(Ask { rate_plan: "GONE", ..fine() }), Err(Refusal::UnknownOffer));
    assert_eq!(refusal(Ask { rate_plan: "OTHER", ..fine() }), Err(Refusal::UnknownOffer));
    assert_eq!(refusal(Ask { rooms: 0, ..fine() }), Err(Refusal::UnknownOffer));
    let many = refusal(Ask { rooms: 4, ..fine() });
    assert_eq!(many, Err(Refusal::NotOnOffer(vec![Reason::with(ReasonCode::FewerRoomsLeft, 3)])));
    let crowd = refusal(Ask { party: party(3, &[]), ..fine() });
    assert_eq!(crowd, Err(Refusal::NotOnOffer(vec![Reason::with(ReasonCode::TooManyAdults, 2)])));
    let unknown = set_rate(&batch(1), id(9), &fine(), &board, noon(0), MINUTES);
    assert_eq!(unknown, Err(Refusal::UnknownSession));
}

// clause: SESSION-04
#[test]
fn a_batch_lives_thirty_minutes_after_the_last_call() {
    let board = simple(20_000, 3).board();
    let at = |minutes: i64| noon(0) + SignedDuration::from_mins(minutes);
    let fresh = batch(1);
    assert_eq!(fresh.expires_at, at(30));
    assert!(!fresh.is_expired(at(29)) && fresh.is_expired(at(30)));
    let chosen = set_rate(&fresh, id(1), &ask(stay(2, 1)), &board, at(29), MINUTES).expect("in time").batch;
    assert_eq!(chosen.expires_at, at(59));
    let late = set_rate(&fresh, id(1), &ask(stay(2, 1)), &board, at(30), MINUTES);
    assert_eq!(late, Err(Refusal::BatchExpired));
    assert_eq!(remove_rate(&fresh, id(1), at(31), MINUTES), Err(Refusal::BatchExpired));
    assert_eq!(commit(&chosen, &request(&chosen), &board, at(59)), Err(Refusal::BatchExpired));
    let mut touched = chosen.clone();
    touched.touch(at(10), MINUTES);
    assert_eq!(touched.expires_at, at(59), "a late news of an early call does not shorten its life");
}

// Another tab may have chosen anew at the same price: what is held is booked only when it is what the guest saw.
// clause: API-22
#[test]
fn a_room_that_the_guest_did_not_see_is_not_booked() {
    let board = simple(20_000, 3).board();
    let chosen = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &board, noon(0), MINUTES).expect("free").batch;
    let held: Vec<Choice> = chosen.choices().cloned().collect();
    let changes: [fn(&mut ExpectedRoom); 6] = [
        |room| room.room_type = "ATTIC".into(),
        |room| room.rate_plan = "NONREF".into(),
        |room| room.stay = stay(3, 2),
        |room| room.adults = 1,
        |room| room.children = 1,
        |room| room.rooms = 2,
    ];
    for change in changes {
        let mut request = request(&chosen);
        // Named before anything that may follow from it.
        request.expected_total = Some(1);
        request.sessions[0].guarantee = None;
        change(request.sessions[0].expected.as_mut().expect("what was seen"));
        assert_eq!(commit(&chosen, &request, &board, noon(0)), Err(Refusal::RoomChanged(held.clone())));
    }
    let mut unsaid = request(&chosen);
    unsaid.sessions[0].expected = None;
    assert!(commit(&chosen, &unsaid, &board, noon(0)).is_ok());
}

// Each thing that is missing has its own name.
// clause: API-22, GUEST-11, PAY-12, PAY-22
#[test]
fn a_commit_says_what_is_missing() {
    let case = simple(20_000, 3);
    let board = case.board();
    let chosen = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &board, noon(0), MINUTES).expect("free").batch;
    let refusal = |change: &dyn Fn(&mut CommitRequest)| {
        let mut request = request(&chosen);
        change(&mut request);
        commit(&chosen, &request, &board, noon(0)).expect_err("refused").code()
    };
    assert_eq!(commit(&batch(1), &request(&batch(1)), &board, noon(0)), Err(Refusal::RoomMissing(vec![id(1)])));
    assert_eq!(refusal(&|request| request.sessions[0].session_id = id(9)), "UNKNOWN_SESSION");
    assert_eq!(refusal(&|request| request.sessions[0].guest = None), "GUEST_INCOMPLETE");
    assert_eq!(refusal(&|request| request.sessions.clear()), "GUEST_INCOMPLETE");
    assert_eq!(refusal(&|request| request.sessions[0].guarantee = None), "GUARANTEE_REQUIRED");
    assert_eq!(refusal(&|request| request.sessions[0].guarantee = Some(card(9, 2026))), "CARD_EXPIRED");
    let other = Guarantee { guarantee_type: "LDB".into(), name: None, card: None };
    assert_eq!(refusal(&|request| request.sessions[0].guarantee = Some(other.clone())), "GUARANTEE_NOT_ALLOWED");
    let bare = Guarantee { guarantee_type: "CC".into(), name: None, card: None };
    assert_eq!(refusal(&|request| request.sessions[0].guarantee = Some(bare.clone())), "GUARANTEE_REQUIRED");
    assert_eq!(refusal(&|request| request.expected_total = Some(39_999)), "PRICE_CHANGED");
    let mut nameless = guest();
    nameless.email = None;
    let incomplete = |request: &mut CommitRequest| request.sessions[0].guest = Some(nameless.clone());
    assert_eq!(refusal(&incomplete), "GUEST_INCOMPLETE");
    // The last month of a card counts to its end.
    let mut last_month = request(&chosen);
    last_month.sessions[0].guarantee = Some(card(10, 2026));
    assert!(commit(&chosen, &last_month, &board, noon(0)).is_ok());
}

// clause: PAY-03, PAY-04, PAY-12
#[test]
fn a_guarantee_is_asked_only_where_there_is_one_to_give() {
    let committed = |types: &[&str], required: bool| {
        let mut case = simple(20_000, 3);
        case.hotel.guarantee_required_to_book = required;
        case.hotel.guarantee_types = types.iter().map(|code| guarantee_type(code, code.ends_with("CC"))).collect();
        case.hotel.rate_plans[0].guarantee_types = types.iter().map(|code| (*code).into()).collect();
        let board = case.board();
        let chosen = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &board, noon(0), MINUTES).expect("free").batch;
        let mut request = request(&chosen);
        request.sessions[0].guarantee = None;
        commit(&chosen, &request, &board, noon(0)).map(|_| ())
    };
    assert_eq!(committed(&["CC"], true), Err(Refusal::GuaranteeRequired));
    assert_eq!(committed(&["CC"], false), Ok(()));
    assert_eq!(committed(&[], true), Ok(()));
    assert_eq!(committed(&["STCC"], true), Ok(()));
    assert_eq!(committed(&["STCC", "CC"], true), Err(Refusal::GuaranteeRequired));
}

/// Two rates whose guarantees have nothing in common: FLEX with a card, LEDGER on account.
fn apart(required: bool) -> Case {
    let mut case = simple(20_000, 9);
    case.hotel.guarantee_required_to_book = required;
    case.hotel.guarantee_types = vec![guarantee_type("CC", true), guarantee_type("LDB", false)];
    let mut ledger = plan_like(&case, "LEDGER");
    ledger.guarantee_types = vec!["LDB".into()];
    case.hotel.rate_plans.push(ledger);
    case.nights.push(row("KING", "LEDGER", vec![Some(price(9_000)); 20], vec![]));
    case
}

// clause: PAY-12
#[test]
fn rates_without_a_common_guarantee_are_not_booked_together() {
    let both = |board: &Board| {
        let one = set_rate(&batch(2), id(1), &ask(stay(2, 1)), board, noon(0), MINUTES).expect("free").batch;
        let ledger = Ask { rate_plan: "LEDGER", ..ask(stay(2, 1)) };
        set_rate(&one, id(2), &ledger, board, noon(0), MINUTES).map(|set| set.batch)
    };
    assert_eq!(both(&apart(true).board()), Err(Refusal::GuaranteesDiffer));
    let free = apart(false).board();
    let chosen = both(&free).expect("nothing is asked");
    let mut bare = request(&chosen);
    bare.sessions.iter_mut().for_each(|session| session.guarantee = None);
    assert!(commit(&chosen, &bare, &free, noon(0)).is_ok());
    // Chosen while nothing was asked, committed when something is: not booked with nothing.
    assert_eq!(commit(&chosen, &bare, &apart(true).board(), noon(0)), Err(Refusal::GuaranteeRequired));
}

#[test]
fn no_card_pays_for_a_room_that_was_given_another() {
    let commit_with = |due: DepositDue| {
        let mut case = simple(20_000, 9);
        case.hotel.rate_plans[0].deposits = vec![DepositRule { due, amount: Penalty::Percent { ppm: 500_000 } }];
        let board = case.board();
        let one = set_rate(&batch(2), id(1), &ask(stay(2, 1)), &board, noon(0), MINUTES).expect("free").batch;
        let both = set_rate(&one, id(2), &ask(stay(2, 1)), &board, noon(0), MINUTES).expect("free").batch;
        let mut request = request(&both);
        let second = request.sessions[1].guarantee.as_mut().and_then(|given| given.card.as_mut()).expect("a card");
        second.token = "tok_of_somebody_else".into();
        commit(&both, &request, &board, noon(0)).map(|_| ())
    };
    assert_eq!(commit_with(DepositDue::AtBooking), Err(Refusal::CardsDiffer(2)));
    // Nothing is taken now: each room is held by its own card.
    assert_eq!(commit_with(DepositDue::DaysBefore { days: 1 }), Ok(()));
}

// clause: PAY-11, PAY-12
#[test]
fn rooms_that_a_company_pays_have_no_say_in_the_guarantee() {
    let mut case = apart(true);
    case.hotel.website_config.enable_company_booking = true;
    let rate_plans = vec!["LEDGER".into()];
    case.hotel.companies = vec![Company {
        code: "ACME".into(),
        name: "Acme".into(),
        pays: true,
        rate_plans,
        off: None,
        address: Default::default(),
    }];
    let board = case.board();
    let choose = |batch: &Batch, session, company: bool| {
        let deal = if company { Deal::company(&board, "ACME", Mop::Company) } else { Some(Deal::Public) };
        let rate_plan = if company { "LEDGER" } else { "FLEX" };
        let ask = Ask { rate_plan, deal: deal.expect("the company"), ..ask(stay(2, 1)) };
        set_rate(batch, id(session), &ask, &board, noon(0), MINUTES).expect("free").batch
    };
    let codes = |batch: &Batch| -> Vec<String> {
        batch.allowed_guarantees(board.hotel()).iter().map(|kind| kind.code.clone()).collect()
    };
    // Whichever is chosen first: what is asked is what the guest's own rate asks, for the guest's room alone.
    for (guests, companys) in [(1, 2), (2, 1)] {
        let chosen = choose(&choose(&batch(2), 1, companys == 1), 2, companys == 2);
        assert_eq!(codes(&chosen), ["CC"]);
        let mut sent = request(&chosen);
        sent.sessions[companys - 1].guarantee = None;
        assert!(matches!(commit(&chosen, &sent, &board, noon(0)), Ok(Commit::Plan(_))));
        sent.sessions[guests - 1].guarantee = None;
        assert_eq!(commit(&chosen, &sent, &board, noon(0)), Err(Refusal::GuaranteeRequired));
    }
    let paid = choose(&choose(&batch(2), 1, true), 2, true);
    let mut bare = request(&paid);
    bare.sessions.iter_mut().for_each(|session| session.guarantee = None);
    assert!(matches!(commit(&paid, &bare, &board, noon(0)), Ok(Commit::Plan(_))));
}

// clause: PAY-12
#[test]
fn a_rate_that_allows_no_guarantee_is_not_booked_without_one() {
    let mut case = apart(true);
    case.hotel.rate_plans[0].guarantee_types.clear();
    let board = case.board();
    let chosen = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &board, noon(0), MINUTES).expect("free").batch;
    let mut bare = request(&chosen);
    bare.sessions[0].guarantee = None;
    assert_eq!(commit(&chosen, &bare, &board, noon(0)), Err(Refusal::GuaranteeRequired));
}

// clause: PAY-12
#[test]
fn a_rate_that_is_gone_is_told_before_its_guarantee() {
    let case = apart(true);
    let board = case.board();
    let chosen = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &board, noon(0), MINUTES).expect("free").batch;
    let mut without = case;
    without.hotel.rate_plans.retain(|plan| plan.code != "FLEX");
    without.nights.retain(|row| row.rate_plan != "FLEX");
    let after = without.board();
    assert_eq!(chosen.allowed_guarantees(after.hotel()).len(), 1, "what was agreed is still asked");
    assert_eq!(commit(&chosen, &request(&chosen), &after, noon(0)), Err(Refusal::UnknownOffer));
}

// clause: API-22, ROOMS-04
#[test]
fn all_rooms_are_sold_in_order_and_a_repeat_answers_the_same_numbers() {
    let mut case = simple(20_000, 9);
    case.hotel.room_types.push(room_type("ATTIC", 2, 2, 0));
    case.hotel.rate_plans[0].room_types.push("ATTIC".into());
    case.nights.push(row("ATTIC", "FLEX", vec![Some(price(9_000)); 20], vec![]));
    case.stock.push(stock("ATTIC", &[9; 20]));
    let board = case.board();
    let mut chosen = batch(3);
    for (session, room_type, rooms) in [(1, "KING", 1), (2, "ATTIC", 2), (3, "KING", 1)] {
        let ask = Ask { room_type, rooms, ..ask(stay(2, 2)) };
        chosen = set_rate(&chosen, id(session), &ask, &board, noon(0), MINUTES).expect("free").batch;
    }
    let plan = planned(&chosen, &board);
    let sold: Vec<(&str, u16)> = plan.sell.iter().map(|rooms| (rooms.room_type.as_str(), rooms.rooms)).collect();
    assert_eq!(sold, [("ATTIC", 2), ("KING", 2)]);
    let numbers: Vec<String> = plan.reservations.iter().map(|one| one.confirmation_no.clone()).collect();
    assert_eq!(numbers.len(), 4);
    let sessions: Vec<Uuid> = plan.reservations.iter().map(|one| one.session_id).collect();
    assert_eq!(sessions, [id(1), id(2), id(2), id(3)]);
    let again = commit(&plan.batch, &CommitRequest::default(), &board, noon(3));
    assert_eq!(again, Ok(Commit::Done(numbers)));
    let late = set_rate(&plan.batch, id(1), &ask(stay(2, 1)), &board, noon(0), MINUTES);
    assert_eq!(late, Err(Refusal::AlreadyCommitted));
}

// clause: API-27
#[test]
fn a_price_that_changed_since_is_not_committed() {
    let chosen = set_rate(&batch(1), id(1), &ask(stay(2, 2)), &simple(20_000, 3).board(), noon(0), MINUTES);
    let chosen = chosen.expect("free").batch;
    let dearer = simple(21_000, 3).board();
    let Err(Refusal::PriceChanged(ours)) = commit(&chosen, &request(&chosen), &dearer, noon(0)) else {
        panic!("committed at another price");
    };
    assert_eq!(ours[0].total(), 42_000);
    // A rule that came after the hold does not break the promise.
    let mut closed = simple(20_000, 0);
    closed.nights[0].rules = vec![domain::hotel::NightRule { stop_sell: true, ..Default::default() }; 20];
    assert!(commit(&chosen, &request(&chosen), &closed.board(), noon(0)).is_ok());
}

/// What a room held at `chosen` comes to when it is ordered at `ordered`: booked as it was held, or refused and then
/// booked as it was answered.
fn ordered(case: &Case, nights: Stay, chosen: &str, ordered: &str) -> (Option<Choice>, CommitPlan) {
    let board = case.board();
    let [chosen, ordered] = [chosen, ordered].map(|at| at.parse::<Timestamp>().expect("a moment"));
    let hold = |now| {
        let empty = Batch::new(id(0), 1, &[id(1)], now, MINUTES);
        set_rate(&empty, id(1), &ask(nights), &board, now, MINUTES).expect("free").batch
    };
    let order = |held: &Batch| commit(held, &request(held), &board, ordered);
    let held = hold(chosen);
    match order(&held) {
        Ok(Commit::Plan(plan)) => (None, plan),
        Err(Refusal::PriceChanged(mut ours)) => match order(&hold(ordered)) {
            Ok(Commit::Plan(plan)) => (ours.pop(), plan),
            other => panic!("refused for ever: {other:?}"),
        },
        other => panic!("neither booked nor asked again: {other:?}"),
    }
}

// A booking is made on the terms that it is made at: nobody pays for cancelling what was called free.
// clause: API-27
#[test]
fn what_passed_its_deadline_since_it_was_chosen_is_not_committed() {
    let mut case = simple(20_000, 3);
    let step = |days, penalty| CancellationStep { from: Deadline::DaysBefore { days, minute: 900 }, penalty };
    case.hotel.cancellation_policies[0].steps =
        vec![step(4, Penalty::Nights { nights: 1 }), step(3, Penalty::Percent { ppm: 1_000_000 })];
    // Arrival on 27 October in New York: free until the 23rd, 15:00 there.
    let at = |chosen, order| ordered(&case, stay(5, 2), chosen, order);
    let (refused, plan) = at("2026-10-23T18:59:30Z", "2026-10-23T18:59:59Z");
    assert_eq!(refused, None, "still free");
    assert!(plan.reservations[0].agreed.cancellation.free_until.is_some());
    for (chosen, order, costs, later) in [
        ("2026-10-23T18:59:30Z", "2026-10-23T19:00:00Z", 20_000, 1),
        ("2026-10-24T18:59:30Z", "2026-10-24T19:00:08Z", 40_000, 0),
    ] {
        let (refused, plan) = at(chosen, order);
        let (ours, agreed) = (refused.expect("asked again"), &plan.reservations[0].agreed);
        for told in [&ours, agreed] {
            assert_eq!((told.cancellation.free_until, told.cancellation.amount), (None, costs));
            assert_eq!((told.total(), told.later_penalties().len()), (40_000, later));
        }
        assert_eq!(penalty_at(agreed, order.parse().expect("a moment")), costs);
    }
}

// Whoever was refused goes back to what they saw, or has a tab that still shows it: what is held since is not booked on it.
// clause: API-27, CONF-10
#[test]
fn nothing_is_booked_on_terms_that_its_guest_has_not_seen() {
    let rule = |days, ppm| DepositRule { due: DepositDue::DaysBefore { days }, amount: Penalty::Percent { ppm } };
    let mut case = simple(20_000, 3);
    case.hotel.rate_plans[0].deposits = vec![rule(30, 300_000), rule(4, 500_000)];
    let board = case.board();
    let at = |text: &str| text.parse::<Timestamp>().expect("a moment");
    let (before, after) = (at("2026-10-23T03:59:00Z"), at("2026-10-23T04:00:08Z"));
    let hold = |now| {
        let empty = Batch::new(id(0), 1, &[id(1)], now, MINUTES);
        set_rate(&empty, id(1), &ask(stay(5, 2)), &board, now, MINUTES).expect("free").batch
    };
    let (seen, held) = (request(&hold(before)), hold(after));
    match commit(&held, &seen, &board, after) {
        Err(Refusal::PriceChanged(ours)) => assert_eq!(ours[0].dues.now, 32_000),
        other => panic!("booked unseen: {other:?}"),
    }
    assert!(commit(&held, &request(&held), &board, after).is_ok());
    // Whose page does not say what it showed is taken at what is held.
    let mut silent = seen;
    silent.sessions[0].expected_terms = None;
    assert!(commit(&held, &silent, &board, after).is_ok());
}

// The same room held anew on the next day, in another tab: nothing that its guest was told is another.
// clause: API-27
#[test]
fn what_is_due_with_the_booking_is_the_same_on_whichever_day_it_is_chosen() {
    let rule = |due, ppm| DepositRule { due, amount: Penalty::Percent { ppm } };
    let mut case = simple(20_000, 3);
    case.hotel.rate_plans[0].deposits =
        vec![rule(DepositDue::AtBooking, 200_000), rule(DepositDue::DaysBefore { days: 1 }, 500_000)];
    let board = case.board();
    let hold = |text: &str| {
        let now = text.parse::<Timestamp>().expect("a moment");
        let empty = Batch::new(id(0), 1, &[id(1)], now, MINUTES);
        (set_rate(&empty, id(1), &ask(stay(5, 2)), &board, now, MINUTES).expect("free").batch, now)
    };
    let ((seen, _), (held, now)) = (hold("2026-10-23T03:59:00Z"), hold("2026-10-23T04:00:08Z"));
    let first = |batch: &Batch| batch.sessions[0].choice.as_ref().map(|choice| choice.deposits[0]);
    assert_ne!(first(&seen), first(&held), "it is dated as of the day of the choice");
    assert!(commit(&held, &request(&seen), &board, now).is_ok());
}

// What a letter lists is due now, on later days and at the hotel; what fell due at midnight is none of the later days.
// clause: API-27
#[test]
fn a_deposit_that_fell_due_since_the_choice_is_paid_with_the_booking() {
    let rule = |days, ppm| DepositRule { due: DepositDue::DaysBefore { days }, amount: Penalty::Percent { ppm } };
    let mut case = simple(20_000, 3);
    case.hotel.rate_plans[0].deposits = vec![rule(30, 300_000), rule(4, 500_000)];
    // The second deposit is due on the 23rd, which begins in New York at four o'clock in Greenwich.
    for (order, now, later) in [("2026-10-23T03:59:59Z", 12_000, 20_000), ("2026-10-23T04:00:08Z", 32_000, 0)] {
        let (refused, plan) = ordered(&case, stay(5, 2), "2026-10-23T03:59:00Z", order);
        assert_eq!(refused.map(|ours| ours.dues.now), (later == 0).then_some(now));
        let room = &plan.reservations[0];
        let today = case.board().business_day(room.booked_at);
        let dated: i64 = room.agreed.deposits.iter().filter(|due| due.date > today).map(|due| due.amount).sum();
        assert_eq!((room.due_now(), dated, room.agreed.dues.at_hotel), (now, later, 8_000));
        assert_eq!(plan.charge().map(|(amount, _)| amount), Some(now), "charged what is due on the day of booking");
    }
}

// clause: PAY-12
#[test]
fn guarantee_types_are_those_that_every_chosen_rate_allows() {
    let mut case = simple(20_000, 9);
    case.hotel.guarantee_types = ["CC", "LDB", "STCC"].map(|code| guarantee_type(code, false)).to_vec();
    case.hotel.rate_plans[0].guarantee_types = vec!["LDB".into(), "CC".into()];
    let mut saver = plan_like(&case, "SAVER");
    saver.guarantee_types = vec!["STCC".into(), "CC".into()];
    case.hotel.rate_plans.push(saver);
    case.nights.push(row("KING", "SAVER", vec![Some(price(9_000)); 20], vec![]));
    let board = case.board();
    let codes = |batch: &Batch| -> Vec<String> {
        batch.allowed_guarantees(board.hotel()).iter().map(|kind| kind.code.clone()).collect()
    };
    assert!(codes(&batch(2)).is_empty());
    let one = set_rate(&batch(2), id(1), &ask(stay(2, 1)), &board, noon(0), MINUTES).expect("free").batch;
    assert_eq!(codes(&one), ["CC", "LDB"]);
    let saver = Ask { rate_plan: "SAVER", ..ask(stay(2, 1)) };
    let two = set_rate(&one, id(2), &saver, &board, noon(0), MINUTES).expect("free").batch;
    assert_eq!(codes(&two), ["CC"]);
}

fn plan_like(case: &Case, code: &str) -> domain::hotel::RatePlan {
    domain::hotel::RatePlan { code: code.into(), ..case.hotel.rate_plans[0].clone() }
}

// Two servers need not agree about the second: what costs from the booking on costs so whatever the clock says.
#[test]
fn what_costs_from_the_booking_on_is_never_free() {
    let one_night = Penalty::Nights { nights: 1 };
    let later = Deadline::DaysBefore { days: 1, minute: 1_080 };
    let free = Deadline::DaysBefore { days: 4, minute: 1_080 };
    let kept = |first: Deadline| {
        let mut case = simple(20_000, 3);
        case.hotel.cancellation_policies[0].steps = [(first, one_night), (later, Penalty::Percent { ppm: 1_000_000 })]
            .map(|(from, penalty)| CancellationStep { from, penalty })
            .into();
        let board = case.board();
        let ahead = noon(0) + SignedDuration::from_secs(3);
        let held = set_rate(&batch(1), id(1), &ask(stay(5, 2)), &board, ahead, MINUTES).expect("on offer").batch;
        let agreed = planned(&held, &board).reservations[0].agreed.clone();
        let told: Vec<i64> = periods(&agreed, noon(0)).iter().map(|period| period.penalty).collect();
        (penalty_at(&agreed, noon(0)), penalty_at(&agreed, noon(5)), told)
    };
    assert_eq!(kept(Deadline::AtBooking), (20_000, 40_000, vec![20_000, 40_000]));
    assert_eq!(kept(free), (0, 40_000, vec![0, 20_000, 40_000]));
}
