//! Fills in what a guest sees of their reservation (MANAGE-31).

use axum::http::HeaderMap;
use domain::booking::{ReservationStatus, money_back};
use domain::policy::{Moment, needs_card};
use store::payments::Payment;

use super::cancel::cancellable;
use super::rooms::together;
use super::{Kept, fixed, request_token, token_of_papers};
use crate::app::App;
use crate::boards::Property;
use crate::cancelling::{CameTo, is_unpaid, paid, periods};
use crate::error::Answer;
use crate::letters::texts::Texts;
use crate::payment_links;
use crate::payments;
use crate::refunds::{status_of, taken_of_change};
use crate::routes::media_address;
use crate::wire::booking::{BookedAddon, StayDues, currency_of, name_of_plan, name_of_room, paper_address};
use crate::wire::deal::{Opened, mop};
use crate::wire::found::{
    BookedRoom, CancellationPeriod, CancelledStay, FoundRefund, FoundReservation, FoundRoomType, PaymentSource,
    PrimaryGuest, RefundTo, ReservationDetails,
};

impl FoundReservation {
    /// Open until a second.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new(
        app: &App,
        found: &Kept,
        open_until: i64,
        headers: &HeaderMap,
        language: Option<&str>,
    ) -> Answer<FoundReservation> {
        let property = app.property(found.property_id).await?;
        let (property, payments) = (&*property, payments::of_reservation(app, &found.detail).await?);
        let rooms = together(app, &found.detail).await?;
        let (now, hotel) = (app.clock.now(), property.board.hotel());
        let texts = Texts::new(hotel, language);
        let mut booked = Vec::with_capacity(rooms.len());
        for room in &rooms {
            let paid = match room.reservation_id == found.reservation_id {
                true => payments.clone(),
                false => payments::of_reservation(app, &room.detail).await?,
            };
            booked.push(BookedRoom::new(app, property, &texts, room, &paid, open_until));
        }
        let (number, property_id) = (found.confirmation_no.as_str(), found.property_id);
        let booking = &found.detail;
        let agreed = &booking.agreed;
        let decimal = |minor| currency_of(agreed, &property.board).to_decimal_f64(minor);
        let paid = paid(found, &payments);
        let stay_fixed = fixed(property, found, &payments, now);
        let came_to = CameTo::of(app, found).await?;
        // Of whom nobody came, nothing comes as long as that stands.
        let points_to_come = match found.status {
            ReservationStatus::NoShow => 0,
            _ => store::points::expected(&app.db, found.property_id, found.reservation_id).await?,
        };
        let refunds = store::refunds::of(&app.db, found.property_id, found.reservation_id).await?;
        let mut dues = StayDues::of(booking, &property.board);
        if let Some(change) = &mut dues.stay_change {
            let taken = taken_of_change(found, refunds.clone());
            change.refund_to = RefundTo::all(&taken, currency_of(agreed, &property.board));
        }
        let room = hotel.room_types.iter().find(|room| room.code == agreed.room_type);
        let is_held = found.status == ReservationStatus::Hold;
        let link = match (is_held || found.status.has_begun()) && is_unpaid(found, &payments) {
            true => payment_links::of_rooms(app, property, headers, std::slice::from_ref(found)).await?,
            false => None,
        };
        // What the hotel has begun is asked for by the link as long as another room waits for that.
        let link = link.filter(|told| is_held || told.is_awaited);
        let (payment_link, public_link) = link.map_or((None, None), |told| (Some(told.link), told.address));
        let Opened { discount, company, group_block } = Opened::agreed_in(&texts, agreed);
        let request_token = request_token(app, property_id, number, open_until);
        let papers = (number, Some(&booking.guest), found.departure);
        let opens = token_of_papers(app, property, papers, &request_token);
        let report = |name: &str| paper_address(property_id, number, &opens, name);
        Ok(FoundReservation {
            conf_num: number.to_owned(),
            stay_modification_allowed: stay_fixed.is_none(),
            stay_fixed,
            public_link,
            payment_link,
            rooms: booked,
            reservation_details: ReservationDetails {
                status: found.status.as_str().to_owned(),
                check_in_date: found.arrival,
                check_out_date: found.departure,
                no_of_nights: agreed.stay.nights(),
                adults: agreed.party.adults(),
                children: agreed.party.children(),
                children_ages: agreed.party.child_ages().to_vec(),
                total_for_stay: decimal(found.total),
                currency: found.currency.clone(),
                paid_amount: decimal(paid),
                refunds: refunds
                    .iter()
                    .filter_map(|one| {
                        let (amount, status, card) = (decimal(one.amount), status_of(one.state)?, one.card.clone());
                        let (masked_card_number, card_brand) =
                            card.map(|card| (card.masked_number, card.brand)).unzip();
                        Some(FoundRefund { amount, masked_card_number, card_brand, status })
                    })
                    .collect(),
                dues,
                points_used: agreed.redeemed_points(),
                points_to_come,
                cancellation: came_to.map(|came_to| CancelledStay::new(&property.board, booking, &came_to)),
                guaranteed_type: booking.guarantee.as_ref().map(|guarantee| guarantee.guarantee_type.clone()),
                room_type: FoundRoomType {
                    id: agreed.room_type.clone(),
                    code: agreed.room_type.clone(),
                    name: name_of_room(hotel, agreed),
                    cover_photo: room
                        .and_then(|room| room.pictures.first())
                        .map(|picture| media_address(property_id, &picture.name)),
                },
                rate_code_id: agreed.rate_plan.clone(),
                rate_code_name: name_of_plan(hotel, agreed),
                package_id: agreed.package.as_ref().map(|package| package.code.clone()),
                package_name: agreed.package.as_ref().map(|package| package.name.clone()),
                discount,
                company,
                group_block,
                mop: mop(agreed),
                room_unit_number: agreed.unit.clone(),
                chosen_addons: BookedAddon::all(agreed, &property.board),
                payment_sources: booking.card().map(PaymentSource::of).into_iter().collect(),
                card_guarantee_type: card_guarantee_type(property, found, &payments),
                primary_guest: PrimaryGuest::of(&booking.guest),
                booked_at: Moment::new(booking.booked_at, &property.board).rfc3339(),
                cancellation_periods: periods(found, &payments)
                    .iter()
                    .map(|period| CancellationPeriod {
                        from: period.from.map(|from| from.rfc3339()),
                        until: period.until.map(|until| until.rfc3339()),
                        penalty: decimal(period.penalty),
                        refund: decimal(money_back(agreed, paid, period.penalty)),
                        current: period.is_at(now),
                    })
                    .collect(),
                letter_url: report("confirmation-letter"),
                calendar_url: report("calendar-file"),
            },
            request_token,
            // Whoever looks the stay up adds them.
            extras: Vec::new(),
        })
    }
}

impl BookedRoom {
    fn new(
        app: &App,
        property: &Property,
        texts: &Texts<'_>,
        room: &Kept,
        payments: &[Payment],
        open_until: i64,
    ) -> BookedRoom {
        let agreed = &room.detail.agreed;
        BookedRoom {
            conf_num: room.confirmation_no.clone(),
            request_token: request_token(app, room.property_id, &room.confirmation_no, open_until),
            status: room.status.as_str().to_owned(),
            cancellation_allowed: cancellable(app, property, room),
            check_in_date: room.arrival,
            check_out_date: room.departure,
            room_type_id: agreed.room_type.clone(),
            room_type_name: name_of_room(property.board.hotel(), agreed),
            adults: agreed.party.adults(),
            children: agreed.party.children(),
            total_for_stay: currency_of(agreed, &property.board).to_decimal_f64(room.total),
            company: Opened::agreed_in(texts, agreed).company.filter(|_| agreed.company_pays()),
            primary_guest: PrimaryGuest::of(&room.detail.guest),
            payment_sources: room.detail.card().map(PaymentSource::of).into_iter().collect(),
            card_guarantee_type: card_guarantee_type(property, room, payments),
            transportations: room.detail.transportations.clone(),
        }
    }
}

/// The guarantee type that a new card comes with: the reservation's own where it takes a card, else the first of its
/// rate that does (MANAGE-18). None for what a company pays, and while a link waits to be paid: a card would not pay it.
pub(super) fn card_guarantee_type(property: &Property, found: &Kept, payments: &[Payment]) -> Option<String> {
    let agreed = &found.detail.agreed;
    if agreed.company_pays() || is_unpaid(found, payments) {
        return None;
    }
    let takes = |code: &str| {
        let kinds = &property.board.hotel().guarantee_types;
        kinds.iter().any(|kind| kind.code == code && needs_card(kind))
    };
    let own = found.detail.guarantee.as_ref().map(|guarantee| &guarantee.guarantee_type);
    own.into_iter().chain(&agreed.guarantee_types).find(|code| takes(code)).cloned()
}
